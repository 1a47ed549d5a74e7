// Where links of the account lead: to a new password, to a confirmed address, and back from a login service.

import { useEffect, useState } from 'preact/hooks';
import { type ApiError, api } from '../api';
import { t } from '../i18n';
import { loadMe, me } from '../people';
import { goOn, toAccount } from '../route';
import { notify } from '../state';
import { Card, Form, nameField, newPassword } from './AccountForm';
import { asError, sentence } from './load';
import { Working } from './parts';

/** Sets a new password with a link. */
export function Recover({ token }: { token: string }) {
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
            goOn(toAccount());
          }}
        />
      </Card>
    </div>
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
