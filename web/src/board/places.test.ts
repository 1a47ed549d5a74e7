import { describe, expect, test } from 'vitest';
import type { Sheet } from '../api';
import { around, beyond, facingToward, heading, middle, outline, placeAt, poseOf } from './places';

const square = [-10, -10, 10, -10, 10, 10, -10, 10];
const wide = [-30, -10, 30, -10, 30, 10, -30, 10];

/** Four squares in a row, and below them a place as wide as three. */
const board = {
  width: 100,
  height: 60,
  shapes: [square, wide],
  places: [...[0, 1, 2, 3].map((i) => ({ id: `p${i}`, x: 20 + 20 * i, y: 20 })), { id: 'p4', x: 40, y: 40, shape: 1 }],
  facings: [0, 90, 180, 270].map((angle) => ({ id: String(angle), name: '', angle })),
  colors: [],
  pieces: [],
} satisfies Sheet;

/** Columns of which every other lies half a place lower, as those of hexes do. */
const columns = { ...board, places: [0, 1, 2, 3, 4].flatMap((c) => [0, 1, 2].map((r) => ({ id: `${c}${r}`, x: 18 * c, y: 20 * r + (c % 2) * 10 }))) } satisfies Sheet;

describe('places', () => {
  test.each([
    [15, 15, 0],
    [79, 29, 3],
    [15, 35, 4],
    [69, 49, 4],
    [75, 35, -1],
    [-5, -5, -1],
  ])('under %i, %i is %i', (x, y, want) => expect(placeAt(board, x, y)).toBe(want));

  test('an outline keeps within', () => {
    expect(outline(board, 0)).toBe('M10 10L30 10L30 30L10 30z');
    expect(outline(board, 0, Math.SQRT2)).toBe('M11 11L29 11L29 29L11 29z');
  });

  test('the rectangle around some of them', () => {
    expect(around(board, [middle(board, 1), middle(board, 2)], 15)).toEqual({ x: 25, y: 5, width: 50, height: 30 });
  });
});

describe('directions', () => {
  test.each([
    [20, 0, 0],
    [60, 22, 1],
    [18, 90, 2],
    [0, 20, 3],
  ])('toward %i, %i is facing %i', (x, y, want) => expect(facingToward(board, 0, x, y)).toBe(want));
  test('without facings there is none', () => expect(facingToward({ ...board, facings: [] }, 0, 0, 0)).toBeUndefined());
  test('of a facing and of a pose', () => {
    expect(heading(board, { facing: 3 })).toBe(270);
    expect(heading(board, { facing: -1 })).toBeUndefined();
    expect(heading(board, { facing: -1, pose: { x: 0, y: 0, heading: 90 } })).toBe(22.5);
  });
  test('a pose is in thousandths of the unit', () => {
    const v = { piece: 0, place: -1, order: 0, facing: -1 };
    expect(poseOf({ ...board, unit: 8 }, { ...v, pose: { x: 2500, y: 500, heading: 0 } })).toEqual([20, 4]);
    expect(poseOf(board, v)).toBeUndefined();
  });
});

describe('the next place', () => {
  const start = (p: number) => middle(board, p);
  test.each([
    [0, 1, 0, 1],
    [3, 1, 0, -1],
    [1, 0, 1, 4],
    [4, 0, -1, 1],
    [0, -1, 0, -1],
  ])('from %i by %i, %i is %i', (from, dx, dy, want) => expect(beyond(board, from, [dx, dy], start(from))).toBe(want));

  test('whoever goes on keeps to the line', () => {
    let at = 1; // the middle one of the first column
    const rows: number[] = [];
    for (let i = 0; i < 4; i++) {
      at = beyond(columns, at, [1, 0], middle(columns, 1));
      rows.push(columns.places[at].y);
    }
    expect(rows.filter((_, i) => i % 2)).toEqual([20, 20]);
    expect(rows.every((y) => Math.abs(y - 20) <= 10)).toBe(true);
  });
});
