import { describe, expect, test } from 'vitest';
import type { Counter, PieceView, Sheet } from '../api';
import { baseAt, bearing, cornersOf, eighth, gap, neighbours, revolved, toPlane, toSheet, turnOf, turnsTo } from './poses';

const base = (side: number): Counter => ({ id: `u${side}`, name: 'U', side, shape: 'unit', base: { width: 80, depth: 30, rows: 'rows' } });
const sheet = { width: 500, height: 400, unit: 10, left: 20, bottom: 380, colors: [], shapes: [], places: [], pieces: [base(0), base(0), base(1)] } as unknown as Sheet;
const near = (got: readonly number[], want: readonly number[]) => got.forEach((v, i) => expect(v).toBeCloseTo(want[i], 1));
const view = (piece: number, x: number, y: number, heading: number, values: PieceView['values'] = []): PieceView => ({ piece, place: -1, order: 0, facing: -1, pose: { x, y, heading }, values });

describe('poses', () => {
  test('y grows upwards from the bottom of the table', () => {
    expect(toSheet(sheet, { x: 4000, y: 2500 })).toEqual([60, 355]);
    expect(toPlane(sheet, [60, 355])).toEqual({ x: 4000, y: 2500 });
  });

  test('a base lies behind the middle of its front edge', () => {
    const at = (heading: number, rows?: number) => cornersOf(sheet, base(0), { x: 10_000, y: 10_000, heading }, rows);
    near(at(0).flat(), [80, 280, 160, 280, 160, 310, 80, 310]);
    near(at(720, 2).flat(), [160, 280, 80, 280, 80, 220, 160, 220]);
  });

  test('a handle with a pivot turns pieces about it, towards where it is pulled', () => {
    const from = { x: 10_000, y: 10_000, heading: 0 };
    const left = { key: 'l', x: 6000, y: 10_000, heading: 0, pivot: { x: 14_000, y: 10_000 }, text: '' };
    expect(turnsTo(sheet, left)).toBe(1);
    expect(turnsTo(sheet, { ...left, x: 14_000, pivot: { x: 6000, y: 10_000 } })).toBe(-1);
    expect(turnsTo(sheet, { ...left, heading: 720 })).toBe(-1);
    expect(turnsTo(sheet, { ...left, pivot: undefined })).toBe(0);
    const right = revolved(sheet, from, left.pivot, 360);
    expect(right).toEqual({ x: 14_000, y: 14_000, heading: 360 });
    near(cornersOf(sheet, base(0), right)[1], cornersOf(sheet, base(0), from)[1]);
  });

  test('angles', () => {
    expect(turnOf(1400, 40)).toBe(20);
    expect(turnOf(0, 1400)).toBe(-10);
    expect(bearing([0, 0], [10, 0])).toBe(90);
    expect([0, 44, 180, 359, -90].map(eighth)).toEqual([0, 1, 4, 0, 6]);
  });

  test('the gap between bases, and 0 if one overlaps the other', () => {
    const at = (x: number, y: number) => cornersOf(sheet, base(0), { x, y, heading: 0 });
    expect(gap(at(10_000, 10_000), at(20_000, 10_000))).toBeCloseTo(20);
    expect(gap(at(10_000, 10_000), at(12_000, 9_000))).toBe(0);
  });

  test('the base under a point, those that act first', () => {
    const list = [view(0, 10_000, 10_000, 0), view(1, 12_000, 10_000, 0)];
    expect(baseAt(sheet, list, [90, 290])).toBe(0);
    expect(baseAt(sheet, list, [130, 290])).toBe(1);
    expect(baseAt(sheet, list, [130, 290], [0])).toBe(0);
    expect(baseAt(sheet, list, [130, 320])).toBeUndefined();
  });

  test('neighbours in words', () => {
    const list = [view(0, 10_000, 10_000, 0), view(1, 18_000, 10_000, 0), view(2, 10_000, 30_000, 720)];
    expect(neighbours(sheet, list, list[0])).toEqual([
      { piece: 1, friend: true, far: expect.closeTo(0), bearing: 2 },
      { piece: 2, friend: false, far: expect.closeTo(20), bearing: 0 },
    ]);
  });
});
