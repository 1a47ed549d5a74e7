// Loading from the server for a page: the data, or the error.

import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, isSeen } from '../api';
import { t } from '../i18n';

export interface Loaded<T> {
  value?: T;
  error?: ApiError;
  again: () => void;
}

/** Loads when shown and whenever one of `inputs` changes; the old data stay until the new have arrived. */
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

/** Does something again and again while the page is seen, and when it is seen again. */
export function useAgain(milliseconds: number, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const look = () => isSeen() && latest.current();
    const timer = setInterval(look, milliseconds);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [milliseconds]);
}

export function asError(e: unknown): ApiError {
  return e instanceof ApiError ? e : new ApiError(-1, 'client', e instanceof Error ? e.message : String(e));
}

/** A sentence for a record that cannot be opened: where the problem is and, if known, what it is. */
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
