import { expect, test } from 'vitest';
import type { Choice, Pool } from '../api';
import { dieOf } from './choose';
import { named } from './Tray';

const reroll = (n: number, word?: string): Choice => ({
  action: `reroll ${n}${word ? ' 1' : ''}`,
  text: 'Re-roll',
  verb: 'reroll',
  rolls: true,
  operands: [{ kind: 'die', role: 'own', n }, ...(word ? [{ kind: 'key' as const, role: 'plain' as const, n: 1, text: word }] : [])],
});
const pool = (side: number, more: Partial<Pool> = {}): Pool => ({ key: 'pool.attack', side, piece: 0, dice: [1, 3, 3], ...more });

test('a die is chosen from the pool that the choice means', () => {
  const list = [reroll(3), reroll(4, 'of-wall')];
  expect(dieOf(list, pool(0), 3, 0)).toBe(list[0]);
  expect(dieOf(list, pool(0), 1, 0)).toBeUndefined();
  expect(dieOf(list, pool(1), 3, 0)).toBeUndefined();
  expect(dieOf(list, pool(0), 4, 0)).toBeUndefined();
  expect(dieOf(list, pool(0, { named: 'of-wall' }), 4, 0)).toBe(list[1]);
  expect(dieOf(list, pool(-1), 3, -1)).toBeUndefined();
});

test("one of the enemy's dice is chosen from his pool", () => {
  const card: Choice = { action: 'play K40 3', text: 'Play', verb: 'play', operands: [{ kind: 'card', role: 'own', n: 9 }, { kind: 'die', role: 'enemy', n: 3 }] };
  expect(dieOf([card], pool(1), 3, 0)).toBe(card);
  expect(dieOf([card], pool(0), 3, 0)).toBeUndefined();
});

test('dice keep their names when another is rolled again', () => {
  expect(named([1, 3, 3]).map((d) => d.id)).toEqual(['1 1', '3 1', '3 2']);
  expect(named([1, 3, 6]).map((d) => d.id)).toEqual(['1 1', '3 1', '6 1']);
});
