import { describe, expect, test } from 'vitest';
import type { BattleData, TableData } from '../api';
import { crowdOf, gather, inside } from './look';
import type { Point } from './places';

describe('gather', () => {
  const window = { width: 400, height: 400 };
  const camera = { x: 0, y: 0, scale: 1 };
  test.each<[string, Point[], { x: number; y: number; scale: number } | null]>([
    ['nothing', [], null],
    ['half of them are in view', [[200, 200], [900, 200]], null],
    ['most are not', [[200, 200], [900, 200], [1000, 200]], { x: 750, y: 0, scale: 1 }],
    ['they lie below the buttons at the end', [[100, 380], [300, 380]], { x: 0, y: 180, scale: 1 }],
  ])('%s', (_, points, want) => expect(gather(camera, points, window)).toEqual(want));
});

describe('inside', () => {
  const base = { width: 50, depth: 20 };
  const battle = { sheet: { unit: 1, left: 0, bottom: 0, pieces: [{ base }, { base }] } } as unknown as BattleData;
  const at = (piece: number, x: number) => ({ piece, place: -1, order: 0, facing: -1, pose: { x, y: 100000, heading: 0 } });
  const table = { view: { pieces: [at(0, 100000), at(1, 300000)] } } as unknown as TableData;
  test('half of a base is enough', () => expect(inside({ battle, table }, [110, 0], [200, 500])).toEqual([0]));
  test('beside it is not', () => expect(inside({ battle, table }, [140, 0], [200, 500])).toEqual([]));
});

test('where not all points fit, most of them are looked at', () => {
  expect(crowdOf([[0, 0], [100, 40]], 200, 200)).toEqual([50, 20]);
  expect(crowdOf([[0, 0], [900, 900], [940, 920], [900, 960]], 200, 200)).toEqual([920, 930]);
});
