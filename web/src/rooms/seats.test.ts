import { describe, expect, test } from 'vitest';
import { speak } from '../i18n';
import { change } from '../state';
import { anybody, chooseSeat, friend, holderShort, inOrder, seatAbout, seatName, seatsToSend, seatShort, seatWithin } from './seats';

describe('who holds a seat', () => {
  test('levels from the weakest up, bots last', () => {
    expect(inOrder(['human', 'alpha', 'centurion', 'recruit', 'strategos', 'zeta'])).toEqual(['human', 'recruit', 'centurion', 'strategos', 'alpha', 'zeta']);
  });

  test.each([
    ['en', 'human', 'Player', '(player)', 'a player', /screen/],
    ['en', 'strategos', 'Strategos', '(strategos)', 'a strategos', /second/],
    ['fr', 'recruit', 'Recrue', '(recrue)', 'une recrue', /débutant/],
    ['fr', 'mine', 'mine', '(mine)', 'mine', /bot/],
  ] as const)('in %s, %s', async (lang, seat, name, short, within, about) => {
    change({ language: lang });
    await speak(lang);
    expect([seatName(seat), seatShort(seat), seatWithin(seat)]).toEqual([name, short, within]);
    expect(seatAbout(seat)).toMatch(about);
  });
});

describe('people with a seat', () => {
  test.each([
    ['a computer', 'recruit', {}, '(recruit)'],
    ['anybody, without accounts', 'human', undefined, '(player)'],
    ['oneself', 'human', { name: 'Xenophon', you: true }, '(you)'],
    ['a member', 'human', { name: 'Xenophon' }, '(Xenophon)'],
    ['a guest', 'human', {}, '(guest)'],
    ['nobody yet', 'human', { empty: true }, '(open)'],
  ] as const)('%s', async (_, seat, person, want) => {
    change({ language: 'en' });
    await speak('en');
    expect(holderShort(seat, person)).toBe(want);
  });
});

describe('seats to be chosen', () => {
  test.each([
    ['a friend instead of the computer', ['human', 'recruit'], 1, friend, ['human', friend]],
    ['a friend instead of oneself', ['human', 'recruit'], 0, friend, [friend, 'human']],
    ['the other side for the friend', ['human', friend], 0, friend, [friend, 'human']],
    ['the computer instead of oneself', ['human', friend], 0, 'recruit', ['recruit', 'human']],
    ['the computer instead of the friend', ['human', friend], 1, 'recruit', ['human', 'recruit']],
    ['both at one screen', ['human', friend], 1, 'human', ['human', 'human']],
    ['anybody instead of the friend', ['human', friend], 1, anybody, ['human', anybody]],
    ['a friend for one side instead of anybody for the other', [anybody, 'human'], 1, friend, ['human', friend]],
    ['the computer instead of oneself, against anybody', ['human', anybody], 0, 'recruit', ['recruit', 'human']],
    ['nobody', ['human', 'recruit'], 0, 'recruit', ['recruit', 'recruit']],
    ['a friend, by somebody who watched', ['recruit', 'recruit'], 0, friend, [friend, 'human']],
  ] as const)('%s', (_, seats, side, seat, want) => {
    expect(chooseSeat(seats, side, seat)).toEqual(want);
  });

  test('as they are sent', () => {
    expect(seatsToSend(['human', 'recruit'])).toEqual({ seats: ['human', 'recruit'] });
    expect(seatsToSend(['human', 'human'])).toEqual({ seats: ['human', 'human'] });
    expect(seatsToSend(['human', anybody])).toEqual({ seats: ['human', 'human'], mine: 0 });
    expect(seatsToSend([friend, 'human'])).toEqual({ seats: ['human', 'human'], mine: 1 });
  });
});
