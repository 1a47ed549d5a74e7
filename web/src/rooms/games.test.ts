import { describe, expect, test } from 'vitest';
import { lasting, speak } from '../i18n';
import { change } from '../state';
import { waitOf } from './Games';

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
    ['en', 'for 3 hours'],
    ['fr', 'depuis 3 heures'],
  ] as const)('since when, in %s', async (lang, text) => {
    change({ language: lang });
    await speak(lang);
    const wait = waitOf({ waits: [{ side: 1, since: early }], people })!;
    expect(lasting(new Date(wait.since), new Date('2026-01-01T13:40:00Z')).replaceAll(/\s/g, ' ')).toBe(text);
  });
});
