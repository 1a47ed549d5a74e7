// The games that wait for this person: counted in the title and the icon of the page, and offered one after another.

import { computed, effect, signal } from '@preact/signals';
import { api, isSeen } from './api';
import { me } from './people';
import { route } from './route';

const again = 30_000; // milliseconds between two questions, also while the page is hidden: its title is seen then

/** The games that wait for this person, the one that has waited longest first. */
export const waiting = signal<readonly string[]>([]);

/** Those of them that are not on the screen. */
export const waitingElsewhere = computed(() => {
  const r = route.value;
  return waiting.value.filter((id) => r.room !== 'table' || r.id !== id);
});

/** Whether somebody looks at the page. */
const seen = signal(isSeen());

/** Those that the title counts: nobody looks at a game on a page that is hidden. */
const counted = computed(() => (seen.value ? waitingElsewhere.value : waiting.value).length);

/** Asks the server which games wait. */
export function refreshWaiting(): void {
  if (!me.value?.accounts || !me.value.known) return;
  api.waiting().then(
    ({ games }) => {
      if (games.join() !== waiting.value.join()) waiting.value = games;
    },
    () => {}, // it is asked again
  );
}

const plain = /^\(\d+\) /;

/** Keeps the title and the icon of the page, and asks again and again. */
export function countWaiting(): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const empty = icon?.href ?? '';
  const marked = empty.replace('%3C/svg%3E', "%3Ccircle cx='25' cy='7' r='7' fill='%23c0392b' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E");
  const mark = () => {
    const n = counted.value;
    const title = (n ? `(${n}) ` : '') + document.title.replace(plain, '');
    if (title !== document.title) document.title = title;
    if (icon && icon.href !== (n ? marked : empty)) icon.href = n ? marked : empty;
  };
  effect(mark);
  new MutationObserver(mark).observe(document.querySelector('title')!, { childList: true });
  effect(() => {
    if (me.value?.known && route.value) refreshWaiting();
  });
  document.addEventListener('visibilitychange', () => {
    seen.value = isSeen();
    refreshWaiting();
  });
  setInterval(refreshWaiting, again);
}
