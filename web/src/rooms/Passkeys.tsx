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
  if (keys.error) return <Failed why={sentence(keys.error)} again={keys.again} />;
  return (
    <>
      <p class="about">{t('passkeys.about')}</p>
      <ul class="plain">
        {keys.value?.map((k) => (
          <PasskeyLine key={k.id} passkey={k} name={name} again={keys.again} />
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

/** A passkey. A member with a password gives it to rename or remove one. */
function PasskeyLine({ passkey: k, name, again }: { passkey: Passkey; name: string; again: () => void }) {
  const [doing, setDoing] = useState<'rename' | 'remove'>();
  const password = me.value?.password === true;
  const label = k.label || t('passkeys.nameless');
  const remove = async (password: string) => {
    await api.removePasskey(k.id, password);
    again();
  };
  if (doing) {
    const renames = doing === 'rename';
    return (
      <li>
        <Form
          about={t(renames ? 'passkeys.rename' : 'passkeys.remove', { name: label })}
          user={name}
          fields={[...(renames ? [labelField(t('passkeys.label'))] : []), ...(password ? [oldPassword(t('account.old'))] : [])]}
          button={t(renames ? 'passkeys.save' : 'passkeys.remove.button')}
          send={async ({ label, password }) => {
            if (renames) {
              await api.renamePasskey(k.id, label, password ?? '');
              setDoing(undefined);
              again();
            } else {
              await remove(password ?? '');
            }
          }}
        />
        <button type="button" class="button quiet" onClick={() => setDoing(undefined)}>
          {t('passkeys.cancel')}
        </button>
      </li>
    );
  }
  const press = async () => {
    if (password) return setDoing('remove');
    try {
      await remove('');
    } catch (e) {
      notify(sentence(asError(e)), 'error');
    }
  };
  return (
    <li class="account-browser">
      <p>
        {label}
        <small>{k.used ? t('account.seen', { when: ago(new Date(k.used)) }) : t('passkeys.unused')}</small>
      </p>
      <span class="row">
        <button type="button" class="button quiet icon" aria-label={t('passkeys.rename', { name: label })} onClick={() => setDoing('rename')}>
          <Icon name="edit" />
        </button>
        <button type="button" class="button quiet icon" aria-label={t('passkeys.remove', { name: label })} onClick={() => void press()}>
          <Icon name="trash" />
        </button>
      </span>
    </li>
  );
}
