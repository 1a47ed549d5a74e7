import { describe, expect, test } from 'vitest';
import type { BattleData } from '../api';
import { hexName, parseHex } from './hexes';
import { drawing } from './sheet';

const size = { cols: 8, rows: 8 };
const hex = (name: string) => parseHex(size, name);

function battle(book: string, ground: Record<string, string>, more: Partial<BattleData> = {}): BattleData {
  return {
    id: 'b',
    name: 'B',
    book,
    facing: 'side',
    ...size,
    north: 'top',
    turns: 8,
    hexes: Array.from({ length: 64 }, (_, i) => ({ id: hexName(size, i), terrain: ground[hexName(size, i)] ?? 'clear', level: 0 })),
    sides: [],
    units: [],
    leaders: [],
    terrainNames: {},
    typeNames: {},
    ...more,
  };
}

describe('the country of the north', () => {
  const river = Object.fromEntries(['0201', '0202', '0203', '0205', '0206', '0207', '0208'].map((h) => [h, 'river']));
  const b = battle(
    'medieval',
    { ...river, '0204': 'bridge', '0505': 'village', '0506': 'village', '0702': 'farm', '0707': 'farm', '0606': 'wood' },
    {
      zones: [{ id: 'abbey-of-cysoing', name: 'Abbey of Cysoing', hexes: [hex('0702')] }],
      paths: ['0405', '0504', '0604', '0703'].map((h, i, all) => ({ kind: 'road', hexes: [hex(h), hex(all[i + 1] ?? '0802')] })),
    },
  );
  const d = drawing(b);

  test('is that of medieval battles', () => {
    expect(d.country?.woods.crowns).not.toBe('');
    expect(d.country?.marsh.ground).toBe('');
    expect(drawing(battle('antiquity-2', {})).country).toBeUndefined();
  });
  test('has one church in a village, and on a farm what its zone is', () => {
    expect(d.signs.map((s) => [b.hexes[s.hex].id, s.kind])).toEqual([
      ['0702', 'abbey'],
      ['0505', 'church'],
      ['0707', 'farm'],
    ]);
  });
  test('has bridges across the river', () => {
    expect(d.crossings).toHaveLength(1);
    expect(Math.abs(Math.sin((d.crossings[0].turn * Math.PI) / 180))).toBeLessThan(0.5); // the river runs from the top to the bottom
  });
  test('has one line for each kind of way', () => {
    expect(d.paths.map((p) => [p.kind, p.d.split('M').length])).toEqual([['road', 2]]);
  });
  test('is drawn with numbers', () => {
    expect(JSON.stringify(d)).not.toMatch(/NaN|undefined|null/);
  });
});

test('a name stays on the sheet', () => {
  const b = battle('medieval', {}, { zones: [{ id: 'z', name: 'A name as long as the sheet', hexes: [hex('0101'), hex('0102')] }] });
  expect(drawing(b).names[0].x).toBeGreaterThan(150);
});
