// The passkeys of a member.

import { useState } from 'preact/hooks';
import { type Passkey, api } from '../api';
import { ago, t } from '../i18n';
import { me } from '../people';
import { addPasskey, hasPasskeys } from '../passkey';
import { notify } from '../state';
import { Form, More, labelField, oldPassword } from './AccountForm';
import { asError, sentence, useLoad } from './load';
import { Failed, Icon } from './parts';

export function Passkeys({ name }: { name: string }) {
  const keys = useLoad(() => api.passkeys(), []);
  const [added, setAdded] = useState(0);
  const password = me.value?.password === true;
  const act = async (f: () => Promise<unknown>) => {
    try {
      await f();
      keys.again();
    } catch (e) {
      notify(sentence(asError(e)), 'error');
    }
  };
  if (keys.error) return <Failed why={sentence(keys.error)} again={keys.again} />;
  return (
    <>
      <p class="about">{t('passkeys.about')}</p>
      <ul class="plain">
        {keys.value?.map((k) => (
          <PasskeyLine key={k.id} passkey={k} act={act} />
        ))}
      </ul>
      {hasPasskeys() && (
        <More title={t('passkeys.add')}>
          <Form
            key={added}
            user={name}
            fields={[labelField(t('passkeys.label'), t('passkeys.label.about')), ...(password ? [oldPassword(t('account.old'))] : [])]}
            button={t('passkeys.add')}
            send={async ({ label, password }) => {
              await addPasskey(label, password ?? '');
              notify(t('passkeys.added'));
              setAdded(added + 1);
              keys.again();
            }}
          />
        </More>
      )}
      {password && (keys.value?.length ?? 0) > 0 && (
        <More title={t('passkeys.only')}>
          <Form
            about={t('passkeys.only.about')}
            user={name}
            fields={[oldPassword(t('account.old'))]}
            button={t('passkeys.only')}
            send={async ({ password }) => {
              me.value = await api.removePassword(password);
              notify(t('passkeys.only.done'));
            }}
          />
        </More>
      )}
    </>
  );
}

function PasskeyLine({ passkey: k, act }: { passkey: Passkey; act: (f: () => Promise<unknown>) => Promise<void> }) {
  const [naming, setNaming] = useState(false);
  const label = k.label || t('passkeys.nameless');
  const rename = (e: Event) => {
    e.preventDefault();
    const given = new FormData(e.currentTarget as HTMLFormElement).get('label');
    setNaming(false);
    void act(() => api.renamePasskey(k.id, String(given)));
  };
  if (naming) {
    return (
      <li class="account-browser">
        <form class="row" onSubmit={rename}>
          <input class="field" name="label" aria-label={t('passkeys.label')} required maxLength={60} defaultValue={k.label} autofocus />
          <button type="submit" class="button">
            {t('passkeys.save')}
          </button>
        </form>
      </li>
    );
  }
  return (
    <li class="account-browser">
      <p>
        {label}
        <small>{k.used ? t('account.seen', { when: ago(new Date(k.used)) }) : t('passkeys.unused')}</small>
      </p>
      <span class="row">
        <button type="button" class="button quiet icon" aria-label={t('passkeys.rename', { name: label })} onClick={() => setNaming(true)}>
          <Icon name="edit" />
        </button>
        <button type="button" class="button quiet icon" aria-label={t('passkeys.remove', { name: label })} onClick={() => void act(() => api.removePasskey(k.id))}>
          <Icon name="trash" />
        </button>
      </span>
    </li>
  );
}
