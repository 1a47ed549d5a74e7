// The games that wait for this person: counted in the title and the icon of the page, and offered one after another.

import { computed, effect, signal } from '@preact/signals';
import { api, isSeen } from './api';
import { me } from './people';
import { isLive } from './rooms/agreed';
import { route } from './route';

const again = 10_000; // milliseconds between two questions
const hidden = 30_000; // the same while the page is hidden: its title is seen then

/** The games that wait for this person, the one that has waited longest first. */
export const waiting = signal<readonly string[]>([]);

/** Those of them that are not on the screen. */
export const waitingElsewhere = computed(() => {
  const r = route.value;
  return waiting.value.filter((id) => r.room !== 'table' || r.id !== id);
});

/** The games of which it is known whether a clock runs down in them, and the names of those in which it does. */
const looked = signal<ReadonlyMap<string, string>>(new Map());

/** The game that comes next: one in which a clock runs down before others. */
export const next = computed(() => {
  const ids = waitingElsewhere.value;
  const live = ids.find((id) => looked.value.get(id));
  return { n: ids.length, id: live ?? ids[0], live: live === undefined ? '' : looked.value.get(live)! };
});

/** Finds out whether a clock runs down in the games that have begun to wait. */
function lookAtClocks(): void {
  const ids = waitingElsewhere.value;
  const known = looked.peek();
  if (route.value.room !== 'table' || ids.every((id) => known.has(id))) return;
  api.games().then(
    (games) => (looked.value = new Map(ids.map((id) => [id, games.filter((g) => g.id === id && isLive(g)).map((g) => g.title || g.name).join()]))),
    () => {}, // the way to the next game is shown all the same
  );
}

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
  effect(lookAtClocks);
  let asked = Date.now();
  setInterval(() => {
    if (!isSeen() && Date.now() - asked < hidden) return;
    asked = Date.now();
    refreshWaiting();
  }, again);
}
