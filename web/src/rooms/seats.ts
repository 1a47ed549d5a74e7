// Who holds a seat, in words. Bots go by the name that whoever runs the table has given them.

import type { Seat } from '../api';
import { t } from '../i18n';

const own: Seat[] = ['human', 'recruit'];

/** All who may hold a seat, bots last. */
export function inOrder(seats: Seat[]): Seat[] {
  return [...own.filter((s) => seats.includes(s)), ...seats.filter((s) => !own.includes(s))];
}

export function seatName(seat: Seat): string {
  if (seat === 'human') return t('seat.human');
  return seat === 'recruit' ? t('seat.recruit') : seat;
}

/** The same, to be put behind the name of a side. */
export function seatShort(seat: Seat): string {
  if (seat === 'human') return t('seat.human.short');
  return seat === 'recruit' ? t('seat.recruit.short') : `(${seat})`;
}
