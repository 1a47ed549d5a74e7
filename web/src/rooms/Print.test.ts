import { expect, test } from 'vitest';
import { tiles } from './Print';

test('a map on sheets of paper', () => {
  const { across, list } = tiles({ width: 300, height: 500 }, { width: 190, height: 277 });
  expect(across).toBe(false);
  expect(list).toEqual([
    { x: 0, y: 0, width: 190, height: 277 },
    { x: 190, y: 0, width: 110, height: 277 },
    { x: 0, y: 277, width: 190, height: 223 },
    { x: 190, y: 277, width: 110, height: 223 },
  ]);
});

test('paper lies across where that needs fewer sheets', () => {
  expect(tiles({ width: 500, height: 180 }, { width: 190, height: 277 })).toMatchObject({ across: true, list: [{ x: 0 }, { x: 277 }] });
});
