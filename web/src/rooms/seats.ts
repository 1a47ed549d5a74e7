// Who holds a seat, in words. Bots go by the name that whoever runs the table has given them.

import type { Seat } from '../api';
import { t } from '../i18n';

const own = ['human', 'recruit', 'centurion', 'strategos'] as const;

type Own = (typeof own)[number];

const isOwn = (seat: Seat): seat is Own => (own as readonly Seat[]).includes(seat);

/** All who may hold a seat: people, the levels from the weakest up, bots. */
export function inOrder(seats: Seat[]): Seat[] {
  return [...own.filter((s) => seats.includes(s)), ...seats.filter((s) => !isOwn(s))];
}

export function seatName(seat: Seat): string {
  return isOwn(seat) ? t(`seat.name.${seat}`) : seat;
}

/** The same, to be put behind the name of a side. */
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
