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

/** A sentence for any failure. */
export function sentence(e: ApiError): string {
  return e.offline ? t('error.offline') : e.message || t('error.unknown', { code: e.code });
}
