// The players of the seats, in words. Bots have the names given to them when the server was started.

import type { Person, Seat, Side } from '../api';
import { t } from '../i18n';
import { mySides, openSide } from '../people';

const own = ['human', 'recruit', 'centurion', 'strategos'] as const;

type Own = (typeof own)[number];

const isOwn = (seat: Seat): seat is Own => (own as readonly Seat[]).includes(seat);

/** All possible players: people, the levels from the weakest up, bots. */
export function inOrder(seats: Seat[]): Seat[] {
  return [...own.filter((s) => seats.includes(s)), ...seats.filter((s) => !isOwn(s))];
}

export function seatName(seat: Seat): string {
  return isOwn(seat) ? t(`seat.name.${seat}`) : seat;
}

/** The same, after the name of a side. */
export function seatShort(seat: Seat): string {
  return isOwn(seat) ? t(`seat.short.${seat}`) : `(${seat})`;
}

/** The rating of a person with the rulebook of a game; nothing if there is none. A question mark says that it is provisional. */
export const ratingOf = (person?: Person): string => (person?.rating ? `${person.rating}${person.unsure ? '?' : ''}` : '');

/** Who has a seat, after the name of a side: a person by name, if the server knows people. */
export function holderShort(seat: Seat, person?: Person): string {
  if (seat !== 'human' || !person) return seatShort(seat);
  if (person.you) return t('seat.short.you');
  const rating = ratingOf(person);
  return person.empty ? t('seat.short.open') : person.name ? `(${person.name}${rating && `, ${rating}`})` : t('seat.short.guest');
}

/** The same within a sentence. */
export function seatWithin(seat: Seat): string {
  return isOwn(seat) ? t(`seat.within.${seat}`) : seat;
}

/** What kind of opponent it is. */
export function seatAbout(seat: Seat): string {
  return isOwn(seat) ? t(`seat.about.${seat}`) : t('seat.bot.about');
}

/** Whose turn it is in an open game, or that it waits for an opponent. */
export function turnOf(g: { seats: string[]; people?: Person[]; toAct: number; sides: { name: string }[] }): string {
  if (openSide(g) >= 0) return t('invite.waiting');
  const side = g.sides[g.toAct]?.name;
  if (!side) return '';
  const mine = mySides(g);
  return mine.length === 1 && mine[0] === g.toAct ? t('turn.yours') : t('turn.side', { side });
}

// ---- A game to be set up, on a server with accounts --------------------------------------------------------------------

/** The seat of a friend, who gets a link to it. No opponent of the server can have this name. */
export const friend: Seat = '+friend';

/** The seat of whoever takes it from the lobby. */
export const anybody: Seat = '+anybody';

/** Whether a seat is left to somebody elsewhere. */
export const isInvited = (seat: Seat): boolean => seat === friend || seat === anybody;

/** The name of a choice for a seat: people are the one who chooses, a friend, or anybody. */
export function choiceName(seat: Seat): string {
  if (seat === friend) return t('seat.name.friend');
  if (seat === anybody) return t('seat.name.anybody');
  return seat === 'human' ? t('seat.name.me') : seatName(seat);
}

/** The seats after one has been chosen. Who is invited meets somebody who plays the other side. */
export function chooseSeat(seats: readonly Seat[], side: Side, seat: Seat): Seat[] {
  return seats.map((other, i) => {
    if (i === side) return seat;
    return isInvited(seat) || (isInvited(other) && seat !== 'human') ? 'human' : other;
  });
}

/** The seats as the server is told of them: who is invited is a person, and has the seat that is not ours. */
export function seatsToSend(seats: readonly Seat[]): { seats: Seat[]; mine?: Side } {
  if (!seats.some(isInvited)) return { seats: [...seats] };
  return { seats: seats.map((s) => (isInvited(s) ? 'human' : s)), mine: seats.indexOf('human') };
}
