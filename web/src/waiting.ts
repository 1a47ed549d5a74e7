// The games in which it is this person's turn: counted in the title and the icon of the page, and offered one after another.

import { computed, effect, signal } from '@preact/signals';
import { api } from './api';
import { me } from './people';
import { route } from './route';

const again = 30_000; // milliseconds between two questions

/** The games that wait for this person, the one that has waited longest first. */
const waiting = signal<readonly string[]>([]);

/** Those of them that are not on the screen. */
export const waitingElsewhere = computed(() => {
  const r = route.value;
  return waiting.value.filter((id) => r.room !== 'table' || r.id !== id);
});

/** Asks the server which games wait. */
export function refreshWaiting(): void {
  if (!me.value?.accounts || !me.value.known || document.visibilityState !== 'visible') return;
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
    const n = waitingElsewhere.value.length;
    const title = (n ? `(${n}) ` : '') + document.title.replace(plain, '');
    if (title !== document.title) document.title = title;
    if (icon && icon.href !== (n ? marked : empty)) icon.href = n ? marked : empty;
  };
  effect(mark);
  new MutationObserver(mark).observe(document.querySelector('title')!, { childList: true });
  effect(() => {
    if (me.value?.known && route.value) refreshWaiting();
  });
  document.addEventListener('visibilitychange', refreshWaiting);
  setInterval(refreshWaiting, again);
}
