import { describe, expect, test } from 'vitest';
import { change } from '../state';
import { inOrder, seatName, seatShort } from './seats';

describe('who holds a seat', () => {
  test('bots come last', () => {
    expect(inOrder(['human', 'alpha', 'recruit', 'zeta'])).toEqual(['human', 'recruit', 'alpha', 'zeta']);
  });

  test.each([
    ['en', 'human', 'A person', '(person)'],
    ['fr', 'recruit', 'Le programme', '(programme)'],
    ['fr', 'mine', 'mine', '(mine)'],
  ] as const)('in %s, %s', (lang, seat, name, short) => {
    change({ language: lang });
    expect([seatName(seat), seatShort(seat)]).toEqual([name, short]);
  });
});
