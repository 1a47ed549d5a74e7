// Who plays: the person at this browser, and who has which seat of a game. On a server without accounts all people play at
// the screen that shows the game.

import { signal } from '@preact/signals';
import { ApiError, type Me, type Person, type Seat, type Side, type TableData, api } from './api';
import { keep, keptOf } from './dice';

/** The person at this browser; null until the server has answered. */
export const me = signal<Me | null>(null);

/** Asks the server who this is. */
export async function loadMe(): Promise<Me> {
  return (me.value = await api.me());
}

/** The same where nothing depends on the answer: at the start, and when a stranger may have become a guest. */
export function refreshMe(): void {
  loadMe().catch(() => {}); // the page that needs it asks again
}

/** Makes sure that the server knows this person, before he takes a seat. */
export async function becomeKnown(): Promise<void> {
  if (me.value?.accounts && !me.value.known) me.value = await api.guest();
}

interface Seated {
  seats: readonly Seat[];
  people?: readonly Person[];
}

/** Whether a side is played at this screen. */
export const isMine = ({ seats, people }: Seated, side: Side): boolean => seats[side] === 'human' && (!people || people[side]?.you === true);

/** The sides that are played at this screen. */
export const mySides = (game: Seated): Side[] => [...game.seats.keys()].filter((side) => isMine(game, side));

/** The side that is played, or will be, by a person elsewhere; -1 if none is. */
export const sideElsewhere = (game: Seated): Side => game.seats.findIndex((seat, side) => seat === 'human' && !isMine(game, side));

/** The side whose seat nobody has yet; -1 if all are taken. */
export const openSide = ({ people }: Seated): Side => people?.findIndex((p) => p.empty) ?? -1;

/** Whether the person at this screen only watches. */
export const watches = ({ people }: Seated): boolean => people !== undefined && !people.some((p) => p.you);

const added = new Set<string>();

/** Adds random bits of this browser to the dice of a game between people, for each side that is played here and has not, and keeps them. */
export async function addNonces(table: TableData): Promise<void> {
  if (table.dice !== 'shared' || !table.waiting) return;
  for (const side of mySides(table)) {
    const key = `${table.id} ${side}`;
    if (added.has(key) || table.nonces?.some((n) => n.side === side)) continue;
    added.add(key);
    const kept = keptOf(table.id) ?? { commit: table.commit ?? '', nonces: {} };
    const nonce = (kept.nonces[side] ??= Array.from(crypto.getRandomValues(new Uint8Array(32)), (b) => b.toString(16).padStart(2, '0')).join(''));
    keep(table.id, kept);
    try {
      await api.nonce(table.id, side, nonce);
    } catch (e) {
      added.delete(key); // the next table tries again
      if (!(e instanceof ApiError) || e.code !== 'nonce') continue;
      delete kept.nonces[side]; // another browser of this person was faster
      keep(table.id, kept);
    }
  }
}
