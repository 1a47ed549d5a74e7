// The account of the person at this browser: to create one, to log in, and what a member can change.

import { useEffect, useRef, useState } from 'preact/hooks';
import { type Session, api } from '../api';
import { ago, t } from '../i18n';
import { loadMe, me } from '../people';
import { hasPasskeys, logInByPasskey } from '../passkey';
import { go, route, toHome } from '../route';
import { notify, notifyNext } from '../state';
import { Card, Form, More, emailField, nameField, newPassword, oldPassword } from './AccountForm';
import { Confirm, Recover, Refused, Welcome } from './AccountLinks';
import { asError, sentence, useLoad } from './load';
import { Masthead } from './Masthead';
import { NoticesCard } from './Notify';
import { Failed, Icon, Working } from './parts';
import { Passkeys } from './Passkeys';
import { Tokens } from './Tokens';

export function AccountRoom() {
  const loaded = useLoad(loadMe, []); // a session may have ended since the start
  const who = me.value;
  const title = who?.name ?? t('account.title');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Acies`;
  }, [title]);
  // What was pressed is gone when somebody comes or leaves.
  const shown = useRef(who?.name);
  useEffect(() => {
    if (shown.current !== who?.name) heading.current?.focus();
    shown.current = who?.name;
  }, [who?.name]);
  return (
    <>
      <Masthead />
      <main id="main" class="page account" tabIndex={-1}>
        <header class="account-head">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {who?.name && (
            <button type="button" class="button" onClick={() => void logOut()}>
              {t('account.log-out')}
            </button>
          )}
        </header>
        {!who && (loaded.error ? <Failed why={sentence(loaded.error)} again={loaded.again} /> : <Working />)}
        {who && <Content />}
      </main>
    </>
  );
}

/** What the address is for: a link that was opened, or the account. */
function Content() {
  const at = route.value;
  const who = me.value;
  if (at.room === 'account' && at.what === 'recover') return <Recover token={at.token ?? ''} />;
  if (at.room === 'account' && at.what === 'confirm') return <Confirm token={at.token ?? ''} />;
  if (at.room === 'account' && at.what === 'refused') return <Refused code={at.token ?? ''} />;
  if (at.room === 'account' && at.what === 'welcome' && !who?.name) return <Welcome />;
  return (
    <>
      {who?.name ? <Member name={who.name} /> : <Newcomer guest={who?.known ?? false} />}
      {who?.known && <NoticesCard />}
      {who?.name && <Deletion name={who.name} />}
    </>
  );
}

async function logOut(): Promise<void> {
  try {
    await api.logOut();
    await loadMe();
  } catch (e) {
    notify(sentence(asError(e)), 'error');
  }
}

/** For a stranger, or a guest. */
function Newcomer({ guest }: { guest: boolean }) {
  return (
    <>
      <p class="lead">{t(guest ? 'account.guest.about' : 'account.about')}</p>
      <div class="account-cards">
        <Card title={t('account.create')}>
          <Form
            about={guest ? t('account.create.keeps') : undefined}
            fields={[nameField(t('account.name.about')), newPassword(t('account.password'))]}
            button={t('account.create')}
            main
            send={async ({ name, password }) => {
              me.value = await api.register(name, password);
              notifyNext(t('account.welcome', { name: me.value.name ?? name }));
              go(toHome());
            }}
          />
        </Card>
        <Card title={t('account.log-in')}>
          <Form
            about={guest ? t('account.log-in.moves') : undefined}
            fields={[nameField(), oldPassword(t('account.password'))]}
            button={t('account.log-in')}
            main
            send={async ({ name, password }) => {
              me.value = await api.logIn(name, password);
              go(toHome());
            }}
          />
          <OtherWays />
          <More title={t('recover.forgotten')}>
            {me.value?.mail ? (
              <Form
                about={t('recover.mail')}
                fields={[nameField()]}
                button={t('recover.send')}
                send={async ({ name }) => {
                  await api.mailRecovery(name);
                  notify(t('recover.sent'));
                }}
              />
            ) : (
              <p class="about">{t('recover.ask')}</p>
            )}
          </More>
        </Card>
      </div>
    </>
  );
}

/** How to log in without a password. */
function OtherWays() {
  const provider = me.value?.provider;
  const enter = async () => {
    try {
      await logInByPasskey();
      go(toHome());
    } catch (e) {
      notify(sentence(asError(e)), 'error');
    }
  };
  const goToProvider = async () => {
    try {
      location.assign((await api.askProvider()).address);
    } catch (e) {
      notify(sentence(asError(e)), 'error');
    }
  };
  if (!hasPasskeys() && !provider) return null;
  return (
    <div class="account-ways">
      {hasPasskeys() && (
        <button type="button" class="button" onClick={() => void enter()}>
          <Icon name="key" /> {t('passkeys.log-in')}
        </button>
      )}
      {provider && (
        <button type="button" class="button" onClick={() => void goToProvider()}>
          <Icon name="person" /> {t('provider.log-in', { name: provider })}
        </button>
      )}
    </div>
  );
}

function Member({ name }: { name: string }) {
  const [changes, setChanges] = useState(0); // of the password: each ends other sessions, and empties the form
  const who = me.value;
  const has = who?.password === true;
  const title = has ? t('account.change') : t('account.set');
  return (
    <div class="account-cards">
      <div>
        <Card title={title}>
          <Form
            key={changes}
            about={t(has ? 'account.change.about' : 'account.set.about')}
            user={name}
            fields={[...(has ? [oldPassword(t('account.old'), 'old')] : []), newPassword(t('account.new'))]}
            button={title}
            send={async ({ old, password }) => {
              me.value = await api.setPassword(old ?? '', password);
              notify(t('account.changed'));
              setChanges(changes + 1);
            }}
          />
        </Card>
        {who?.passkeys && (
          <Card title={t('passkeys.title')}>
            <Passkeys name={name} />
          </Card>
        )}
        {who?.provider && (
          <Card title={t('provider.title')}>
            <Provider key={String(who.linked)} name={name} host={who.provider} />
          </Card>
        )}
        {who?.mail && (
          <Card title={t('email.title')}>
            <Email name={name} />
          </Card>
        )}
      </div>
      <div>
        <Card title={t('account.browsers')}>
          <Browsers key={changes} />
        </Card>
        <Card title={t('tokens.title')}>
          <Tokens key={changes} name={name} />
        </Card>
      </div>
    </div>
  );
}

/** The end of an account. */
function Deletion({ name }: { name: string }) {
  return (
    <details class="account-card account-end">
      <summary>{t('account.delete')}</summary>
      <Form
        about={t('account.delete.about')}
        user={name}
        fields={me.value?.password ? [oldPassword(t('account.old'))] : []}
        button={t('account.delete')}
        send={async ({ password }) => {
          await api.deleteAccount(password ?? '');
          await loadMe();
          notify(t('account.deleted'));
        }}
      />
    </details>
  );
}

/** The identity of the member at the login service. */
function Provider({ name, host }: { name: string; host: string }) {
  const linked = me.value?.linked === true;
  const button = t(linked ? 'provider.unlink' : 'provider.link');
  return (
    <>
      <p class="about">{t(linked ? 'provider.linked' : 'provider.unlinked', { name: host })}</p>
      <More title={button}>
        <Form
          user={name}
          fields={me.value?.password ? [oldPassword(t('account.old'))] : []}
          button={button}
          send={async ({ password }) => {
            if (!linked) {
              location.assign((await api.linkIdentity(password ?? '')).address);
              return;
            }
            await api.unlinkIdentity(password ?? '');
            await loadMe();
            notify(t('provider.unlink.done'));
          }}
        />
      </More>
    </>
  );
}

/** The address of the member. */
function Email({ name }: { name: string }) {
  const [changes, setChanges] = useState(0);
  const address = me.value?.email;
  const proof = me.value?.password ? [oldPassword(t('account.old'))] : [];
  return (
    <>
      <p class="about">{t('email.about')}</p>
      {address && <p class="account-address">{address}</p>}
      <More title={t(address ? 'email.change' : 'email.add')}>
        <Form
          key={changes}
          user={name}
          fields={[emailField(), ...proof]}
          button={t('email.send')}
          send={async ({ email, password }) => {
            await api.setEmail(email, password ?? '');
            notify(t('email.sent', { address: email }));
            setChanges(changes + 1);
          }}
        />
      </More>
      {address && (
        <More title={t('email.remove')}>
          <Form
            user={name}
            fields={proof}
            button={t('email.remove')}
            send={async ({ password }) => {
              await api.removeEmail(password ?? '');
              await loadMe();
              notify(t('email.removed'));
            }}
          />
        </More>
      )}
    </>
  );
}

// ---- Browsers -------------------------------------------------------------------------------------------------------------

/** Names of browsers and systems by what tells them apart, in the order in which that is looked for. */
const browsers = [['Edg', 'Edge'], ['OPR', 'Opera'], ['Firefox', 'Firefox'], ['FxiOS', 'Firefox'], ['CriOS', 'Chrome'], ['Chrome', 'Chrome'], ['Version/', 'Safari']];
const systems = [['iPhone', 'iPhone'], ['iPad', 'iPad'], ['Android', 'Android'], ['Windows', 'Windows'], ['Mac OS', 'macOS'], ['CrOS', 'ChromeOS'], ['Linux', 'Linux']];

/** What a browser calls itself, in short: its name and its system if they are known. */
export function deviceOf(label: string): string {
  const known = [browsers, systems].flatMap((list) => list.find(([sign]) => label.includes(sign))?.[1] ?? []);
  return known.join(', ') || label || '?';
}

/** Where the member is logged in. */
function Browsers() {
  const sessions = useLoad(() => api.sessions(), []);
  const end = async (s: Session) => {
    try {
      await api.endSession(s.id);
      sessions.again();
    } catch (e) {
      notify(sentence(asError(e)), 'error');
    }
  };
  if (sessions.error) return <Failed why={sentence(sessions.error)} again={sessions.again} />;
  return (
    <ul class="plain">
      {sessions.value?.map((s) => (
        <li key={s.id} class="account-browser">
          <p>
            {deviceOf(s.label)}
            <small>{s.here ? t('account.here') : t('account.seen', { when: ago(new Date(s.seen)) })}</small>
          </p>
          {!s.here && (
            <button type="button" class="button small" aria-label={t('account.log-out.named', { name: deviceOf(s.label) })} onClick={() => void end(s)}>
              {t('account.log-out')}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
