import { describe, expect, test } from 'vitest';
import { border, centre, chains, corner, distance, facingAngle, FACINGS, facingToward, FLAT, hexAt, hexName, neighbour, parseHex, RADIUS, sideBetween, smooth } from './hexes';

const sheet = { cols: 28, rows: 30 };
const hex = (name: string) => parseHex(sheet, name);

describe('numbers', () => {
  test('names and indexes agree', () => {
    for (let i = 0; i < sheet.cols * sheet.rows; i++) expect(hex(hexName(sheet, i))).toBe(i);
  });
  test('an index counts row by row from 0101', () => {
    expect(hex('0101')).toBe(0);
    expect(hex('0201')).toBe(1);
    expect(hex('0102')).toBe(28);
  });
  test('what is off the sheet has none', () => {
    for (const name of ['0001', '2901', '0131', '9999', 'UR', '']) expect(hex(name)).toBe(-1);
  });
});

test.each([
  ['1319', ['1318', '1418', '1419', '1320', '1219', '1218']],
  ['1420', ['1419', '1520', '1521', '1421', '1321', '1320']],
  ['2115', ['2114', '2214', '2215', '2116', '2015', '2014']],
])('neighbours of %s', (name, around) => {
  around.forEach((other, k) => {
    expect(hexName(sheet, neighbour(sheet, hex(name), k))).toBe(other);
    expect(sideBetween(sheet, hex(name), hex(other))).toBe(k);
    expect(sideBetween(sheet, hex(other), hex(name))).toBe((k + 3) % 6);
  });
});

test.each([
  ['1319', '1320', 1],
  ['1319', '1420', 2],
  ['1319', '1521', 3],
  ['0215', '0119', 4],
  ['0918', '0520', 4],
  ['1005', '0905', 1],
])('from %s to %s', (a, b, steps) => {
  expect(distance(sheet, hex(a), hex(b))).toBe(steps);
});

describe('places', () => {
  test('neighbours are one hex apart', () => {
    const a = hex('1015');
    for (let k = 0; k < 6; k++) {
      const [x, y] = centre(sheet, a);
      const [u, v] = centre(sheet, neighbour(sheet, a, k));
      expect(Math.hypot(x - u, y - v)).toBeCloseTo(FLAT);
    }
  });
  test('a point is found in its hex, and near a corner still', () => {
    for (let h = 0; h < sheet.cols * sheet.rows; h++) {
      const [x, y] = centre(sheet, h);
      expect(hexAt(sheet, x, y)).toBe(h);
      for (let k = 0; k < 6; k++) {
        const [cx, cy] = corner(sheet, h, k);
        const [px, py] = [x + (cx - x) * 0.9, y + (cy - y) * 0.9];
        expect(hexAt(sheet, px, py)).toBe(h);
        expect(facingToward(sheet, 'corner', h, px, py)).toBe(k);
      }
    }
    expect(hexAt(sheet, 0, 0)).toBe(-1);
  });
  test('corner 0 is up and to the right, corner 1 to the right', () => {
    const h = hex('0505');
    const [x, y] = centre(sheet, h);
    expect(corner(sheet, h, 0)[0]).toBeCloseTo(x + RADIUS / 2);
    expect(corner(sheet, h, 0)[1]).toBeCloseTo(y - FLAT / 2);
    expect(corner(sheet, h, 1)).toEqual([x + RADIUS, y]);
  });
});

describe('lines', () => {
  test('the border of one hex in the middle is one curve of six bends', () => {
    const d = border(sheet, [hex('0505')]);
    expect(d.match(/M/g)).toHaveLength(1);
    expect(d.match(/Q/g)).toHaveLength(6);
  });
  test('a hole has its own curve', () => {
    const around = Array.from({ length: 6 }, (_, k) => neighbour(sheet, hex('0505'), k));
    expect(border(sheet, around).match(/M/g)).toHaveLength(2);
  });
  test('pieces of line are joined whatever their order and sense, and broken where they branch', () => {
    const runs = chains([
      [[20, 0], [10, 0]],
      [[0, 0], [10, 0]],
      [[20, 0], [30, 0]],
    ]);
    expect(runs).toEqual([[[0, 0], [10, 0], [20, 0], [30, 0]]].map((r) => (runs[0][0][0] === 0 ? r : r.reverse())));
    const y = chains([
      [[0, 0], [10, 0]],
      [[10, 0], [20, 9]],
      [[10, 0], [20, -9]],
    ]);
    expect(y).toHaveLength(3);
    expect(smooth(runs[0])).toMatch(/^M.*Q/);
  });
});

test('a facing points over its side or its corner', () => {
  const h = hex('0510');
  const [x, y] = centre(sheet, h);
  for (const mode of ['corner', 'side'] as const) {
    FACINGS[mode].forEach((_, f) => {
      const a = (facingAngle(mode, f) * Math.PI) / 180;
      const [px, py] = [x + RADIUS * Math.cos(a), y + RADIUS * Math.sin(a)];
      expect(facingToward(sheet, mode, h, px, py)).toBe(f);
      if (mode === 'corner') expect([px, py].map(Math.round)).toEqual(corner(sheet, h, f).map(Math.round));
      else expect(hexAt(sheet, x + FLAT * Math.cos(a), y + FLAT * Math.sin(a))).toBe(neighbour(sheet, h, f));
    });
  }
});
