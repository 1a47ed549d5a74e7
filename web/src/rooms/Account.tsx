// The account of the person at this browser: to create one, to log in, and what a member can change.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type ApiError, type Session, api } from '../api';
import { ago, t } from '../i18n';
import { loadMe, me } from '../people';
import { go, toHome } from '../route';
import { notify } from '../state';
import { asError, sentence, useLoad } from './load';
import { Masthead } from './Masthead';
import { Failed, Working } from './parts';

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
        {who && (who.name ? <Member name={who.name} /> : <Newcomer guest={who.known ?? false} />)}
      </main>
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
            }}
          />
        </Card>
        <Card title={t('account.log-in')}>
          <Form
            about={guest ? t('account.log-in.leaves') : undefined}
            fields={[nameField(), oldPassword(t('account.password'))]}
            button={t('account.log-in')}
            main
            send={async ({ name, password }) => {
              me.value = await api.logIn(name, password);
              go(toHome());
            }}
          />
        </Card>
      </div>
    </>
  );
}

function Member({ name }: { name: string }) {
  const [changes, setChanges] = useState(0); // of the password: each ends other sessions, and empties the form
  return (
    <div class="account-cards">
      <Card title={t('account.change')}>
        <Form
          key={changes}
          about={t('account.change.about')}
          user={name}
          fields={[oldPassword(t('account.old'), 'old'), newPassword(t('account.new'))]}
          button={t('account.change')}
          send={async ({ old, password }) => {
            me.value = await api.setPassword(old, password);
            notify(t('account.changed'));
            setChanges(changes + 1);
          }}
        />
      </Card>
      <div>
        <Card title={t('account.browsers')}>
          <Browsers key={changes} />
        </Card>
        <details class="account-card">
          <summary>{t('account.delete')}</summary>
          <Form
            about={t('account.delete.about')}
            user={name}
            fields={[oldPassword(t('account.old'))]}
            button={t('account.delete')}
            send={async ({ password }) => {
              await api.deleteAccount(password);
              await loadMe();
              notify(t('account.deleted'));
            }}
          />
        </details>
      </div>
    </div>
  );
}

function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="account-card" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
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

// ---- Forms ----------------------------------------------------------------------------------------------------------------

interface Field {
  name: 'name' | 'password' | 'old';
  label: string;
  about?: string;
  autocomplete: 'username' | 'new-password' | 'current-password';
}

const nameField = (about?: string): Field => ({ name: 'name', label: t('account.name'), about, autocomplete: 'username' });
const oldPassword = (label: string, name: 'password' | 'old' = 'password'): Field => ({ name, label, autocomplete: 'current-password' });
const newPassword = (label: string): Field => ({ name: 'password', label, about: t('account.password.about'), autocomplete: 'new-password' });

interface FormProps {
  about?: string;
  user?: string; // the name of a member, for the browser that keeps his password
  fields: Field[];
  button: string;
  main?: boolean;
  send: (given: Record<Field['name'], string>) => Promise<void>;
}

/** A form that says why it was refused, and goes back to the field that this is about. */
function Form({ about, user, fields, button, main, send }: FormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [legible, setLegible] = useState(false);
  const [error, setError] = useState<ApiError>();
  const wrong = fields.find((f) => error?.code === f.name || error?.code === `${f.name}-taken`) ?? fields[0];
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLInputElement>(`[name=${wrong.name}]:not([hidden])`)?.focus();
  }, [error]);
  const submit = async (e: Event) => {
    e.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await send(Object.fromEntries(new FormData(form.current!)) as Record<Field['name'], string>);
    } catch (cause) {
      setError(asError(cause));
    }
    setBusy(false);
  };
  return (
    <form ref={form} class="account-form" onSubmit={(e) => void submit(e)}>
      {about && <p class="about">{about}</p>}
      {user && <input hidden readOnly autocomplete="username" value={user} />}
      {fields.map((f) => (
        <div key={f.name} class="account-field">
          <label for={`${id}-${f.name}`}>{f.label}</label>
          <input
            id={`${id}-${f.name}`}
            class="field"
            name={f.name}
            type={(f.name === 'name' || legible ? 'text' : 'password') as 'text'}
            autocomplete={f.autocomplete}
            required
            autocapitalize="none"
            spellcheck={false}
            aria-invalid={error !== undefined && f === wrong}
            aria-describedby={[f.about && `${id}-${f.name}-about`, error && f === wrong && `${id}-problem`].filter(Boolean).join(' ') || undefined}
          />
          {f.about && <small id={`${id}-${f.name}-about`}>{f.about}</small>}
        </div>
      ))}
      <label class="check">
        <input type="checkbox" checked={legible} onChange={(e) => setLegible(e.currentTarget.checked)} />
        <span>{t('account.show')}</span>
      </label>
      {error && (
        <p class="problem" role="alert" id={`${id}-problem`}>
          {user && error.code === 'log-in' ? t('account.wrong') : sentence(error)}
        </p>
      )}
      <button type="submit" class={main ? 'button primary' : 'button'} disabled={busy}>
        {button}
      </button>
    </form>
  );
}
