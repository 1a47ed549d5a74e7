// Reading from the server for a room: what came, or why not.

import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api';
import { t } from '../i18n';

export interface Loaded<T> {
  value?: T;
  error?: ApiError;
  again: () => void;
}

/** Reads when shown and whenever one of `inputs` changes; what came before stays until the new is there. */
export function useLoad<T>(read: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: ApiError }>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    let live = true;
    read().then(
      (value) => live && setState({ value }),
      (e) => live && setState((s) => ({ value: s.value, error: asError(e) })),
    );
    return () => {
      live = false;
    };
  }, [...inputs, round]);
  return { ...state, again: () => setRound((r) => r + 1) };
}

export function asError(e: unknown): ApiError {
  return e instanceof ApiError ? e : new ApiError(-1, 'client', e instanceof Error ? e.message : String(e));
}

/** A sentence for a record that cannot be opened: where it is at fault and, if that can be shown, how. */
export function unsound(e: ApiError): string {
  const { line, found, expected } = e.fault;
  if (e.code !== 'record' || !line) return sentence(e);
  if (found && expected) return t('record.unsound.differs', { line, found, expected });
  return line === 1 ? t('record.unsound.head') : t('record.unsound.line', { line });
}

/** A sentence for any failure. */
export function sentence(e: ApiError): string {
  return e.offline ? t('error.offline') : e.message || t('error.unknown', { code: e.code });
}
