import { describe, expect, test } from 'vitest';
import { change } from '../state';
import { seatName, seatShort } from './seats';

describe('who holds a seat', () => {
  test.each([
    ['en', 'human', 'A person', '(person)'],
    ['fr', 'recruit', 'Le programme', '(programme)'],
    ['fr', 'mine', 'mine', '(mine)'],
  ] as const)('in %s, %s', (lang, seat, name, short) => {
    change({ language: lang });
    expect([seatName(seat), seatShort(seat)]).toEqual([name, short]);
  });
});
