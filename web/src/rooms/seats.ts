// The players of the seats, in words. Bots have the names given to them when the server was started.

import type { Seat } from '../api';
import { t } from '../i18n';

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

/** The same within a sentence. */
export function seatWithin(seat: Seat): string {
  return isOwn(seat) ? t(`seat.within.${seat}`) : seat;
}

/** What kind of opponent it is. */
export function seatAbout(seat: Seat): string {
  return isOwn(seat) ? t(`seat.about.${seat}`) : t('seat.bot.about');
}
