// The tokens of a member, for programs that watch or play for him.

import { useRef, useState } from 'preact/hooks';
import { type Token, api } from '../api';
import { ago, t } from '../i18n';
import { me } from '../people';
import { language, notify } from '../state';
import { Form, More, labelField, oldPassword } from './AccountForm';
import { asError, sentence, useLoad } from './load';
import { Failed, Icon, Segments } from './parts';

const terms = [7, 30, 90, 365]; // days

/** When a token expires, as a date. */
const until = (token: Token) => new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(new Date(token.expires));

export function Tokens({ name }: { name: string }) {
  const tokens = useLoad(() => api.tokens(), []);
  const [made, setMade] = useState<{ secret: string; n: number }>({ secret: '', n: 0 });
  const [scope, setScope] = useState<Token['scope']>('read');
  const [days, setDays] = useState(90);
  const end = async (token: Token) => {
    try {
      await api.endToken(token.id);
      tokens.again();
    } catch (e) {
      notify(sentence(asError(e)), 'error');
    }
  };
  if (tokens.error) return <Failed why={sentence(tokens.error)} again={tokens.again} />;
  return (
    <>
      <p class="about">{t('tokens.about')}</p>
      {made.secret && <Secret secret={made.secret} />}
      <ul class="plain">
        {tokens.value?.map((x) => (
          <li key={x.id} class="account-browser">
            <p>
              {x.label}
              <small>
                {t(`tokens.scope.${x.scope}`)} · {x.expired ? t('tokens.expired') : t('tokens.until', { date: until(x) })}
              </small>
              <small>{x.seen ? t('account.seen', { when: ago(new Date(x.seen)) }) : t('passkeys.unused')}</small>
            </p>
            <button type="button" class="button small" aria-label={t('tokens.end.named', { name: x.label })} onClick={() => void end(x)}>
              {t('tokens.end')}
            </button>
          </li>
        ))}
      </ul>
      <More title={t('tokens.create')}>
        <Form
          key={made.n}
          user={name}
          fields={[labelField(t('tokens.label'), t('tokens.label.about')), ...(me.value?.password ? [oldPassword(t('account.old'))] : [])]}
          button={t('tokens.create')}
          send={async ({ label, password }) => {
            const { secret } = await api.newToken(label, scope, days, password ?? '');
            setMade({ secret, n: made.n + 1 });
            tokens.again();
          }}
        >
          <div class="account-field">
            <span class="account-label">{t('tokens.scope')}</span>
            <Segments
              name="scope"
              label={t('tokens.scope')}
              value={scope}
              onChange={setScope}
              options={[
                { value: 'read', label: t('tokens.scope.read') },
                { value: 'play', label: t('tokens.scope.play') },
              ]}
            />
            <small>{t(`tokens.about.${scope}`)}</small>
          </div>
          <label class="account-field">
            <span class="account-label">{t('tokens.days')}</span>
            <select class="field" value={days} onChange={(e) => setDays(Number(e.currentTarget.value))}>
              {terms.map((n) => (
                <option key={n} value={n}>
                  {t('tokens.term', { n })}
                </option>
              ))}
            </select>
          </label>
        </Form>
      </More>
    </>
  );
}

/** A new token, which is shown once. */
function Secret({ secret }: { secret: string }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      notify(t('tokens.copied'));
    } catch {
      field.current?.select(); // from there it can be copied by hand
    }
  };
  return (
    <div class="account-secret" role="status">
      <p>{t('tokens.once')}</p>
      <p class="row">
        <input ref={field} class="field" readOnly aria-label={t('tokens.secret')} value={secret} onFocus={(e) => e.currentTarget.select()} />
        <button type="button" class="button" onClick={() => void copy()}>
          <Icon name="link" /> {t('tokens.copy')}
        </button>
      </p>
    </div>
  );
}
