// Rooms that few visits need: their code is loaded when they are entered.

import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { track } from '../settled';
import { loadStyle } from '../styles';
import { Masthead } from './Masthead';

let pages = 0;

/** Counts a page that is entered, and reports whether it is the first. */
export const firstPage = () => pages++ === 0;

/** Moves focus to the title of a page, so that a screen reader announces it; the browser announces the first one. */
export function announcePage() {
  if (pages > 1) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

export function lazy<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  const part = signal<FunctionComponent<P> | null>(null);
  const failed = signal(false);
  const enter = () =>
    track(Promise.all([load(), loadStyle('pages')])).then(
      ([p]) => {
        part.value = p;
        requestAnimationFrame(announcePage);
      },
      () => (failed.value = true),
    );
  return (props: P) => {
    useEffect(() => {
      if (!part.value) void enter();
    }, []);
    const Part = part.value;
    if (Part) return <Part {...props} />;
    return (
      <>
        <Masthead />
        <main class="page" id="main" tabIndex={-1}>
          {failed.value && (
            <p class="lead">
              {t('page.unloaded')}{' '}
              <button type="button" class="button" onClick={() => location.reload()}>
                {t('page.reload')}
              </button>
            </p>
          )}
        </main>
      </>
    );
  };
}
