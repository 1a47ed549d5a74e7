import { expect, test } from 'vitest';
import type { BattleData } from '../api';
import { turnRound } from './flip';
import { angleOf, cornersOf, neighbours, toPlane, toSheet, turnsTo } from './poses';

const battle = {
  ground: '<svg/>',
  sheet: {
    width: 100,
    height: 60,
    shapes: [[0, -10, 8, 5, -8, 5]],
    places: [{ id: 'a', x: 10, y: 20 }, { id: 'b', x: 90, y: 20 }],
    facings: [{ id: 'N', name: 'north', angle: 0 }, { id: 'E', name: 'east', angle: 90 }, { id: 'S', name: 'south', angle: 180 }, { id: 'W', name: 'west', angle: 270 }],
    fronts: { plain: ['n', 'e', 's', 'w'].map((edge) => ({ edge, cut: edge })) },
    pieces: [],
    colors: [],
  },
} as unknown as BattleData;

test('a board that is turned round', () => {
  const { sheet, ground } = turnRound(battle);
  expect(ground).toBe(battle.ground);
  expect(sheet.places.map((p) => [p.id, p.x, p.y])).toEqual([['a', 90, 40], ['b', 10, 40]]);
  expect(sheet.shapes[0].map((v) => v + 0)).toEqual([0, 10, -8, -5, 8, -5]);
  expect(sheet.facings?.map((f) => f.angle)).toEqual([180, 270, 0, 90]);
  expect(sheet.fronts?.plain.map((f) => f.edge)).toEqual(['s', 'w', 'n', 'e']);
});

test('turned twice, it is as before', () => {
  expect(turnRound(turnRound(battle)).sheet.places).toEqual(battle.sheet.places);
});

test('poses on a board that is turned round', () => {
  const base = { id: 'u', name: 'U', side: 0, shape: 'unit', base: { width: 80, depth: 30 } };
  const plane = { sheet: { width: 500, height: 440, unit: 10, left: 20, bottom: 380, colors: [], shapes: [], places: [], pieces: [base, base] } } as unknown as BattleData;
  const { sheet } = turnRound(plane);
  const at = { x: 4000, y: 2500, heading: 40 };
  expect(toSheet(plane.sheet, at)).toEqual([60, 355]);
  expect(toSheet(sheet, at)).toEqual([440, 85]);
  expect(toPlane(sheet, [440, 85])).toEqual({ x: 4000, y: 2500 });
  expect([plane.sheet, sheet].map((s) => angleOf(s, at))).toEqual([10, 190]);
  const [x, y] = cornersOf(plane.sheet, sheet.pieces[0], at)[1];
  const [tx, ty] = cornersOf(sheet, sheet.pieces[0], at)[1];
  expect([tx, ty].map(Math.round)).toEqual([500 - x, 440 - y].map(Math.round));
  const grip = { key: 'l', x: 6000, y: 10_000, heading: 0, pivot: { x: 14_000, y: 10_000 }, text: '' };
  expect([plane.sheet, sheet].map((s) => turnsTo(s, grip))).toEqual([1, 1]);
  const [own, other] = [0, 1].map((piece) => ({ piece, place: -1, order: 0, facing: -1, pose: { x: 10_000, y: 10_000 + 9000 * piece, heading: 0 } }));
  expect(neighbours(sheet, [own, other], own)).toEqual(neighbours(plane.sheet, [own, other], own));
});
