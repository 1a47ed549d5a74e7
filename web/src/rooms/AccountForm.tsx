// The forms of the account page.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../api';
import { t } from '../i18n';
import { asError, sentence } from './load';

type FieldName = 'name' | 'password' | 'old' | 'email' | 'label';

export interface Field {
  name: FieldName;
  label: string;
  about?: string;
  autocomplete: 'username' | 'new-password' | 'current-password' | 'email' | 'off';
}

export const nameField = (about?: string): Field => ({ name: 'name', label: t('account.name'), about, autocomplete: 'username' });
export const oldPassword = (label: string, name: 'password' | 'old' = 'password'): Field => ({ name, label, autocomplete: 'current-password' });
export const newPassword = (label: string): Field => ({ name: 'password', label, about: t('account.password.about'), autocomplete: 'new-password' });
export const emailField = (): Field => ({ name: 'email', label: t('email.address'), autocomplete: 'email' });
export const labelField = (label: string, about?: string): Field => ({ name: 'label', label, about, autocomplete: 'off' });

const isSecret = (f: Field) => f.name === 'password' || f.name === 'old';

interface FormProps {
  about?: string;
  user?: string; // the name of a member, for the browser that keeps his password
  fields: Field[];
  button: string;
  main?: boolean;
  children?: ComponentChildren; // more to choose, after the fields
  send: (given: Record<FieldName, string>) => Promise<void>;
}

/** A form that says why it was refused, and goes back to the field that this is about. */
export function Form({ about, user, fields, button, main, children, send }: FormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [legible, setLegible] = useState(false);
  const [error, setError] = useState<ApiError>();
  const wrong =
    fields.find((f) => error?.code === f.name || error?.code === `${f.name}-taken`) ??
    (user && error?.code === 'log-in' ? fields.find((f) => f.autocomplete === 'current-password') : undefined) ??
    fields.at(0);
  useEffect(() => {
    if (error && wrong) form.current?.querySelector<HTMLInputElement>(`[name=${wrong.name}]:not([hidden])`)?.focus();
  }, [error]);
  const submit = async (e: Event) => {
    e.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await send(Object.fromEntries(new FormData(form.current!)) as Record<FieldName, string>);
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
            type={(isSecret(f) && !legible ? 'password' : f.name === 'email' ? 'email' : 'text') as 'text'}
            autocomplete={f.autocomplete}
            required
            maxLength={f.name === 'label' ? 60 : undefined}
            autocapitalize="none"
            spellcheck={false}
            aria-invalid={error !== undefined && f === wrong}
            aria-describedby={[f.about && `${id}-${f.name}-about`, error && f === wrong && `${id}-problem`].filter(Boolean).join(' ') || undefined}
          />
          {f.about && <small id={`${id}-${f.name}-about`}>{f.about}</small>}
        </div>
      ))}
      {children}
      {fields.some(isSecret) && (
        <label class="check">
          <input type="checkbox" checked={legible} onChange={(e) => setLegible(e.currentTarget.checked)} />
          <span>{t('account.show')}</span>
        </label>
      )}
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

/** A part of the account page. */
export function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="account-card" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A part of a card that is opened if it is needed. */
export function More({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <details class="account-more">
      <summary>{title}</summary>
      {children}
    </details>
  );
}
