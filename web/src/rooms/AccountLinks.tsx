// Where links of the account lead: to a new password, to a confirmed address, and back from a login service.

import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, api } from '../api';
import { ago, t } from '../i18n';
import { loadMe, me } from '../people';
import { goOn, toAccount } from '../route';
import { notify } from '../state';
import { Card, Form, nameField, newPassword } from './AccountForm';
import { asError, sentence, useLoad } from './load';
import { Failed, Working } from './parts';

/** Sets a new password with a link. */
export function Recover({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  if (password) return <Left password={password} />;
  return (
    <div class="account-cards">
      <Card title={t('recover.title')}>
        <Form
          about={t('recover.about')}
          fields={[newPassword(t('account.new'))]}
          button={t('recover.set')}
          main
          send={async ({ password }) => {
            me.value = await api.recover(token, password);
            notify(t('account.changed'));
            setPassword(password);
          }}
        />
      </Card>
    </div>
  );
}

/** By what else somebody can enter the account who had it before: it is shown once the password is new, and removed with it. */
function Left({ password }: { password: string }) {
  const who = me.value!;
  const keys = useLoad(async () => (who.passkeys ? api.passkeys() : []), []);
  const heading = useRef<HTMLHeadingElement>(null);
  const found = keys.value !== undefined && keys.value.length + Number(who.linked === true) + Number(!!who.email) > 0;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (found) setShown(true);
    else if (keys.value && !shown) goOn(toAccount()); // there was nothing
  }, [keys.value]);
  useEffect(() => heading.current?.focus(), [shown]);
  if (keys.error) return <Failed why={sentence(keys.error)} again={keys.again} />;
  if (!shown) return <Working />;
  const remove = async (work: Promise<unknown>, read: () => unknown) => {
    try {
      await work;
      await read();
    } catch (e) {
      notify(sentence(asError(e)), 'error');
    }
  };
  return (
    <div class="account-cards">
      <section class="account-card" aria-labelledby="account-left">
        <h2 id="account-left" tabIndex={-1} ref={heading}>
          {t('recover.left')}
        </h2>
        <p class="about">{t(found ? 'recover.left.about' : 'recover.left.none')}</p>
        <ul class="plain">
          {keys.value!.map((k) => (
            <LeftLine
              key={k.id}
              name={t('recover.left.passkey', { name: k.label || t('passkeys.nameless') })}
              about={k.used ? t('account.seen', { when: ago(new Date(k.used)) }) : t('passkeys.unused')}
              remove={() => remove(api.removePasskey(k.id, password), keys.again)}
            />
          ))}
          {who.linked && <LeftLine name={t('recover.left.provider', { name: who.provider ?? '' })} remove={() => remove(api.unlinkIdentity(password), loadMe)} />}
          {who.email && <LeftLine name={t('recover.left.email', { address: who.email })} remove={() => remove(api.removeEmail(password), loadMe)} />}
        </ul>
        <button type="button" class="button primary" onClick={() => goOn(toAccount())}>
          {t('recover.left.done')}
        </button>
      </section>
    </div>
  );
}

function LeftLine({ name, about, remove }: { name: string; about?: string; remove: () => void }) {
  return (
    <li class="account-browser">
      <p>
        {name}
        {about && <small>{about}</small>}
      </p>
      <button type="button" class="button small" aria-label={t('passkeys.remove', { name })} onClick={remove}>
        {t('recover.left.remove')}
      </button>
    </li>
  );
}

/** Confirms an address with a link. */
export function Confirm({ token }: { token: string }) {
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    api
      .confirmEmail(token)
      .then(loadMe)
      .then(() => {
        notify(t('email.confirmed'));
        goOn(toAccount());
      })
      .catch((e) => setError(asError(e)));
  }, [token]);
  return error ? <Sorry why={sentence(error)} /> : <Working />;
}

/** Somebody whom a login service knows chooses a name. */
export function Welcome() {
  return (
    <div class="account-cards">
      <Card title={t('welcome.title')}>
        <Form
          about={t('welcome.about')}
          fields={[nameField(t('account.name.about'))]}
          button={t('account.create')}
          main
          send={async ({ name }) => {
            me.value = await api.registerIdentity(name);
            goOn(toAccount());
          }}
        />
      </Card>
    </div>
  );
}

const reasons: Record<string, string> = { banned: 'refused.banned', link: 'refused.link', 'identity-taken': 'refused.identity' };

/** A login service did not let somebody in. */
export function Refused({ code }: { code: string }) {
  return <Sorry why={t(reasons[code] ?? 'refused.provider')} />;
}

function Sorry({ why }: { why: string }) {
  return (
    <>
      <p class="problem" role="alert">
        {why}
      </p>
      <p>
        <a class="button" href={toAccount()}>
          {t('refused.back')}
        </a>
      </p>
    </>
  );
}
