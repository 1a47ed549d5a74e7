// The country of the north: fields in strips, hedges, woods, orchards, marshes, villages. All of it is scattered over the
// hexes in the same way every time.

import type { BattleData } from '../api';
import { at, border, centre, extent, FLAT, MARGIN, type Point, RADIUS } from './hexes';
import { scatter } from './scatter';

/** What is drawn of the country; every string is the `d` of a path. */
export interface Country {
  crops: string[]; // fields by what grows on them
  strips: string;
  hedges: string;
  woods: Trees;
  orchards: Trees;
  marsh: { ground: string; pools: string; reeds: string };
  village: { ground: string; walls: string; roofs: string };
}

export interface Trees {
  ground: string;
  shade: string;
  crowns: string;
  lights: string;
}

export function country(b: BattleData): Country {
  const of = (terrain: string) => b.hexes.flatMap((h, i) => (h.terrain === terrain ? [i] : []));
  return {
    ...fields(b),
    woods: trees(b, of('wood'), wild, 7.2),
    orchards: trees(b, of('bushes'), rows, 3.6),
    marsh: marsh(b, of('marsh')),
    village: village(b, of('village')),
  };
}

const shape = (b: BattleData, hexes: number[]) => (hexes.length ? border(b, hexes) : '');
const along = (p: Point, q: Point, f: number): Point => [p[0] + (q[0] - p[0]) * f, p[1] + (q[1] - p[1]) * f];

const wide = 116; // of a field
const high = 88;

/** Fields that know nothing of hexes: a net with its knots moved about, each mesh ploughed in its own direction. */
function fields(b: BattleData): Pick<Country, 'crops' | 'strips' | 'hedges'> {
  const { width, height } = extent(b);
  const cols = Math.ceil((width - 2 * MARGIN) / wide);
  const lines = Math.ceil((height - 2 * MARGIN) / high);
  const knot = (c: number, r: number): Point => [
    MARGIN + (c + 0.62 * (scatter(c + 64 * r, 51) - 0.5)) * wide,
    MARGIN + (r + 0.62 * (scatter(c + 64 * r, 52) - 0.5)) * high,
  ];
  const crops = ['', '', '', ''];
  let strips = '';
  let hedges = '';
  for (let r = -1; r <= lines; r++) {
    for (let c = -1; c <= cols; c++) {
      const n = c + 64 * r;
      const [p, q, s, t] = [knot(c, r), knot(c + 1, r), knot(c + 1, r + 1), knot(c, r + 1)];
      crops[Math.floor(scatter(n, 53) * 4)] += `M${[p, q, s, t].map(at).join('L')}z`;
      const ploughed = scatter(n, 54);
      if (ploughed < 0.62) {
        const across = scatter(n, 55) < 0.5;
        const count = across ? 9 : 12;
        for (let i = 1; i < count; i++) {
          const [a, z] = across ? [along(p, t, i / count), along(q, s, i / count)] : [along(p, q, i / count), along(t, s, i / count)];
          strips += `M${at(along(a, z, 0.06))}L${at(along(a, z, 0.94))}`;
        }
      }
      if (scatter(n, 56) < 0.34) hedges += `M${at(p)}L${at(q)}`;
      if (scatter(n, 57) < 0.34) hedges += `M${at(p)}L${at(t)}`;
    }
  }
  return { crops, strips, hedges };
}

const circle = ([x, y]: Point, r: number) => `M${at([x - r, y])}a${r.toFixed(1)} ${r.toFixed(1)} 0 10${(2 * r).toFixed(1)} 0a${r.toFixed(1)} ${r.toFixed(1)} 0 10${(-2 * r).toFixed(1)} 0z`;

/** Places in a hex, from its centre. */
const wild = (hex: number): Point[] =>
  Array.from({ length: 15 }, (_, i) => {
    const a = i * 2.4 + scatter(hex, 61) * 6; // sunflower seeds: everywhere, nowhere in rows
    const r = 0.88 * RADIUS * Math.sqrt((i + 0.6) / 15);
    return [r * Math.cos(a) + 5 * (scatter(hex, 70 + i) - 0.5), r * Math.sin(a) + 5 * (scatter(hex, 90 + i) - 0.5)];
  });
const rows = (): Point[] => [-2, -1, 0, 1, 2].flatMap((r) => [-2, -1, 0, 1, 2].map((c): Point => [c * 11.5 + (r % 2) * 5, r * 10.5])).filter(([x, y]) => Math.hypot(x, y) < 0.86 * RADIUS);

function trees(b: BattleData, hexes: number[], places: (hex: number) => Point[], size: number): Trees {
  const all = hexes.flatMap((h) => {
    const [x, y] = centre(b, h);
    return places(h).map(([dx, dy], i) => ({ at: [x + dx, y + dy] as Point, r: size * (0.8 + 0.4 * scatter(h, 110 + i)) }));
  });
  all.sort((p, q) => p.at[1] - q.at[1]);
  const draw = (f: (p: Point, r: number) => string) => all.map((t) => f(t.at, t.r)).join('');
  return {
    ground: shape(b, hexes),
    shade: draw(([x, y], r) => circle([x + 0.16 * r, y + 0.26 * r], r)),
    crowns: draw((p, r) => circle(p, 0.86 * r)),
    lights: draw(([x, y], r) => `M${at([x - 0.52 * r, y - 0.05 * r])}q${(0.08 * r).toFixed(1)} ${(-0.5 * r).toFixed(1)} ${(0.6 * r).toFixed(1)} ${(-0.5 * r).toFixed(1)}`),
  };
}

function marsh(b: BattleData, hexes: number[]): Country['marsh'] {
  let pools = '';
  let reeds = '';
  for (const h of hexes) {
    const [cx, cy] = centre(b, h);
    for (let i = 0; i < 9; i++) {
      const x = cx + (((i % 3) - 1) * 0.42 + 0.24 * (scatter(h, 130 + i) - 0.5)) * FLAT;
      const y = cy + ((Math.floor(i / 3) - 1) * 0.3 + 0.14 * (scatter(h, 140 + i) - 0.5)) * FLAT;
      pools += `M${at([x - 7, y])}h14${scatter(h, 150 + i) < 0.6 ? `M${at([x - 3, y + 3])}h9` : ''}`;
      if (scatter(h, 160 + i) < 0.62) reeds += `M${at([x - 3, y - 1])}l-1.6-5M${at([x, y - 1])}v-7M${at([x + 3, y - 1])}l1.6-5`;
    }
  }
  return { ground: shape(b, hexes), pools, reeds };
}

/** Houses around the middle of the hex, where they are seen beside a counter. */
function village(b: BattleData, hexes: number[]): Country['village'] {
  let walls = '';
  let roofs = '';
  for (const h of hexes) {
    const [cx, cy] = centre(b, h);
    const around = Array.from({ length: 10 }, (_, i): Point => {
      const a = (i / 10) * 2 * Math.PI + scatter(h, 171);
      const r = RADIUS * (0.62 + 0.16 * scatter(h, 180 + i));
      return [cx + r * Math.cos(a) * 1.02, cy + r * Math.sin(a) * 0.94];
    }).sort((p, q) => p[1] - q[1]);
    around.forEach(([x, y], i) => {
      const long = 5 + 3 * scatter(h, 190 + i);
      const gable = at([x - (long + 5) / 2, y + 4]);
      walls += `M${gable}v-4l2.5-3.200 2.500 3.200v4zM${at([x - (long + 5) / 2 + 5, y + 4])}h${long.toFixed(1)}v-4h${(-long).toFixed(1)}z`;
      roofs += `M${at([x - (long + 5) / 2 + 2.5, y - 3.2])}h${long.toFixed(1)}l2.500 3.200h${(-long).toFixed(1)}z`;
    });
  }
  return { ground: shape(b, hexes), walls, roofs };
}
