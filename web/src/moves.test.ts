import { describe, expect, test } from 'vitest';
import type { LogEntry } from './api';
import { moves, pause } from './moves';

const entry = (n: number, side: number, keys: string[], more: Partial<LogEntry> = {}): LogEntry => ({
  n,
  side,
  do: '',
  facts: keys.map((key) => ({ key, text: key })),
  ...more,
});

describe('moves', () => {
  test('the choice of a unit belongs to its move', () => {
    const list = moves([entry(1, 1, []), entry(2, 1, ['moves'], { path: [4, 5] }), entry(3, 1, ['phase']), entry(4, 1, ['rides'])]);
    expect(list.map((m) => m.n)).toEqual([2, 4]);
    expect(list[0].path).toEqual([4, 5]);
    expect(list[1].path).toBeUndefined();
  });

  test('rolls belong to what they were rolled for, however many', () => {
    const list = moves([
      entry(1, 1, ['melee', 'modifier.flank']),
      entry(2, -1, ['melee-roll'], { facts: [{ key: 'melee-roll', text: '', dice: [7] }] }),
      entry(3, -1, ['leader-roll']),
      entry(4, 1, ['advances']),
    ]);
    expect(list.map((m) => [m.n, m.facts.map((f) => f.key)])).toEqual([
      [3, ['melee', 'melee-roll', 'leader-roll']],
      [4, ['advances']],
    ]);
    expect(pause(list[0])).toBeGreaterThan(pause(list[1]));
  });

  test('nothing to tell is no move', () => expect(moves([entry(1, 1, []), entry(2, 1, ['phase'])])).toEqual([]));
});
