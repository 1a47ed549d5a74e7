import { describe, expect, test } from 'vitest';
import type { RollLuck } from '../api';
import { course, greatest, nearest, ticks, turnStarts } from './course';

const roll = (n: number, turn: number, luck: number): RollLuck => ({ n, turn, luck, kind: 'melee', side: 0, text: '' });
const rolls = [roll(3, 1, 0.5), roll(8, 1, -2), roll(15, 2, 1), roll(40, 4, -1)];

describe('luck', () => {
  test('the course adds up', () => {
    expect(course(rolls)).toEqual([0.5, -1.5, -0.5, -1.5]);
    expect(course([])).toEqual([]);
  });
  test.each([
    ['before the first', 0, 0],
    ['between two, the nearer', 12, 2],
    ['just as near, the earlier', 5.5, 0],
    ['after the last', 99, 3],
  ])('nearest: %s', (_, n, want) => expect(nearest(rolls, n)).toBe(want));
  test('nearest of none', () => expect(nearest([], 1)).toBe(-1));
  test.each([
    ['around zero', -3.2, 4.9, 5, [-2, 0, 2, 4]],
    ['small', -0.3, 0.4, 4, [-0.2, 0, 0.2, 0.4]],
    ['above zero', 11, 39, 3, [20, 30]],
  ])('ticks: %s', (_, low, high, count, want) => {
    const got = ticks(low, high, count);
    expect(got.length).toBe(want.length);
    got.forEach((x, i) => expect(x).toBeCloseTo(want[i]));
  });
  test('turns begin with their first roll', () => {
    expect(turnStarts(rolls)).toEqual([
      { turn: 1, n: 3 },
      { turn: 2, n: 15 },
      { turn: 4, n: 40 },
    ]);
  });
  test('the greatest come first, and among equals the earlier', () => {
    expect(greatest(rolls, 3).map((r) => r.n)).toEqual([8, 15, 40]);
  });
});
