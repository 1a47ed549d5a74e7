import { describe, expect, test } from 'vitest';
import { change } from '../state';
import { inOrder, seatAbout, seatName, seatShort, seatWithin } from './seats';

describe('who holds a seat', () => {
  test('levels from the weakest up, bots last', () => {
    expect(inOrder(['human', 'alpha', 'centurion', 'recruit', 'strategos', 'zeta'])).toEqual(['human', 'recruit', 'centurion', 'strategos', 'alpha', 'zeta']);
  });

  test.each([
    ['en', 'human', 'Player', '(player)', 'a player', /screen/],
    ['en', 'strategos', 'Strategos', '(strategos)', 'a strategos', /second/],
    ['fr', 'recruit', 'Recrue', '(recrue)', 'une recrue', /débutant/],
    ['fr', 'mine', 'mine', '(mine)', 'mine', /bot/],
  ] as const)('in %s, %s', (lang, seat, name, short, within, about) => {
    change({ language: lang });
    expect([seatName(seat), seatShort(seat), seatWithin(seat)]).toEqual([name, short, within]);
    expect(seatAbout(seat)).toMatch(about);
  });
});
