import { describe, expect, test } from 'vitest';
import { lasting, speak } from '../i18n';
import { change } from '../state';
import type { GameCard } from '../api';
import { turnIn, waitOf, waitingFirst } from './Games';

describe('for whom a game waits', () => {
  const [early, late] = ['2026-01-01T10:00:00Z', '2026-01-01T12:00:00Z'];
  const people = [{ name: 'Agis' }, { name: 'Xenophon', you: true }];
  test.each([
    ['for nobody', undefined, undefined],
    ['for this person', [{ side: 1, since: late }], 1],
    ['for the other', [{ side: 0, since: early }], 0],
    ['for both, of whom this person comes first', [{ side: 0, since: early }, { side: 1, since: late }], 1],
  ] as const)('%s', (_, waits, side) => expect(waitOf({ waits: waits && [...waits], people })?.side).toBe(side));

  test.each([
    ['en', 'waiting for 3 hours'],
    ['fr', 'depuis 3 heures'],
  ] as const)('since when, in %s', async (lang, text) => {
    change({ language: lang });
    await speak(lang);
    const wait = waitOf({ waits: [{ side: 1, since: early }], people })!;
    expect(lasting(new Date(wait.since), new Date('2026-01-01T13:40:00Z')).replaceAll(/\s/g, ' ')).toBe(text);
  });

  test.each([
    ['a turn of this person', { waits: [{ side: 1, since: early }] }, 'Your turn'],
    ['a turn of the other', { waits: [{ side: 0, since: early }] }, 'To play: Spartans'],
    ['a game that he has to open', { unready: true, waits: [{ side: 0, since: early }, { side: 1, since: early }] }, 'Open it once so that it can begin'],
    ['a game that the other has to open', { unready: true, waits: [{ side: 0, since: early }] }, 'Waiting for Agis to open it'],
  ])('is told of %s', async (_, more, text) => {
    change({ language: 'en' });
    await speak('en');
    const sides = [{ id: 's', name: 'Spartans' }, { id: 'r', name: 'Romans' }];
    expect(turnIn({ seats: ['human', 'human'], sides, people, toAct: 0, ...more } as GameCard)).toBe(text);
  });
});

describe('the games that wait', () => {
  const live = { kind: 'live', runs: 0 } as GameCard['clock'];
  const days = { kind: 'days', runs: 0 } as GameCard['clock'];
  test.each([
    ['come first, the longest before others', [{ id: 'a' }, { id: 'b' }, { id: 'c' }], ['c', 'b'], 'cba'],
    ['come after one in which a clock runs down', [{ id: 'a' }, { id: 'b', clock: days }, { id: 'c', clock: live }], ['b', 'c'], 'cba'],
    ['are before a game with a clock that waits for the other', [{ id: 'a', clock: live }, { id: 'b' }], ['b'], 'ba'],
    ['are in order while players have adjourned', [{ id: 'a' }, { id: 'b', clock: { ...live!, stopped: true } }], ['a', 'b'], 'ab'],
  ])('%s', (_, games, waits, want) => expect(waitingFirst(games, waits).map((g) => g.id).join('')).toBe(want));
});
