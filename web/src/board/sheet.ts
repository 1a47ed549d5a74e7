// The map of a battle worked out into curves, once: as few and as long paths as possible, so that the browser has
// little to keep.

import type { BattleData } from '../api';
import { type Country, country } from './country';
import { at, border, centre, chains, closed, colRow, contours, distance, extent, FLAT, MARGIN, middle, neighbour, outline, parseHex, type Point, sideBetween, sideEnds, smooth } from './hexes';
import { scatter } from './scatter';

export interface Sign {
  hex: number;
  kind: string;
  x: number;
  y: number;
}

/** A bridge or a ford, the direction of the way over it in degrees, and its size: 1 over a river that fills hexes. */
export interface Crossing {
  kind: string;
  x: number;
  y: number;
  turn: number;
  size: number;
}

export interface Name {
  text: string;
  x: number;
  y: number;
  small: boolean;
}

/** What is drawn of a map; every string is the `d` of a path. */
export interface Drawing {
  ground: string;
  tints: string[];
  levels: { level: number; d: string }[];
  hachures: string;
  tufts: string;
  city: string;
  grove: string;
  sea: string;
  wet: { terrain: string; d: string }[];
  stream: string; // the course of a river that fills hexes
  banks: string; // the hexes it fills
  crossings: Crossing[];
  country?: Country; // of the north
  paths: { kind: string; d: string }[];
  rivers: { kind: string; d: string }[];
  walls: { kind: string; line: string; teeth: string; posts: Point[] }[];
  grid: string;
  signs: Sign[];
  names: Name[];
}

const drawings = new WeakMap<BattleData, Drawing>();

export function drawing(b: BattleData): Drawing {
  let d = drawings.get(b);
  if (!d) drawings.set(b, (d = draw(b)));
  return d;
}

/** The country of a book, where it is not that of the Mediterranean. */
const countries: Record<string, (b: BattleData) => Country> = { medieval: country };

const town = new Set(['city', 'temple', 'tower']);
const water = /^(river|ford|bridge)/;

// Hexes come as indexes; names are understood too.
const hexIn = (b: BattleData, h: number | string) => (typeof h === 'number' ? h : parseHex(b, h));

function draw(b: BattleData): Drawing {
  const all = b.hexes.map((_, i) => i);
  const where = (f: (i: number) => boolean) => all.filter(f);
  const high = Math.max(0, ...b.hexes.map((h) => h.level));
  const shape = (list: number[]) => (list.length ? border(b, list) : '');
  const land = countries[b.book ?? '']?.(b);
  const flooded = where((i) => water.test(b.hexes[i].terrain));
  const wet = [...new Set(b.hexes.map((h) => h.terrain).filter((t) => water.test(t)))];
  const sea = where((i) => b.hexes[i].terrain === 'sea');
  return {
    ground: shape(all),
    tints: [0, 1, 2, 3].map((n) => where((i) => Math.floor(scatter(i, 3) * 6) === n).map((i) => outline(b, i)).join('')),
    levels: Array.from({ length: high }, (_, n) => {
      const hill = where((i) => b.hexes[i].level > n);
      return { level: n + 1, d: land ? closed(contours(b, hill)) : shape(hill) };
    }),
    hachures: land ? slopes(b, high) : hachures(b),
    tufts: tufts(b),
    city: shape(where((i) => town.has(b.hexes[i].terrain))),
    grove: shape(where((i) => b.hexes[i].terrain === 'sanctuary')),
    sea: shape(sea),
    wet: wet.map((terrain) => ({ terrain, d: where((i) => b.hexes[i].terrain === terrain).map((i) => outline(b, i, 0.5)).join('') })),
    stream: course(b, flooded, land ? wander : (p) => p),
    banks: land ? shape(flooded) : '',
    crossings: land ? crossings(b, flooded) : [],
    country: land,
    paths: tracks(b),
    rivers: rivers(b, land !== undefined),
    walls: walls(b),
    grid: gridLines(b),
    signs: all.flatMap((hex) => {
      const kind = sign(b, hex, land !== undefined);
      const [x, y] = centre(b, hex);
      return kind ? [{ hex, kind, x, y }] : [];
    }),
    names: names(b),
  };
}

/** What stands on a hex, if it is worth a sign: a church in each village; a farm, or what the id of its zone begins with. */
function sign(b: BattleData, hex: number, north: boolean): string | undefined {
  const { terrain } = b.hexes[hex];
  if (!north) return /^(temple|tower|sanctuary|citadel|ford)/.test(terrain) ? terrain : undefined;
  if (terrain === 'village') {
    const first = [0, 1, 2, 3, 4, 5].every((k) => {
      const n = neighbour(b, hex, k);
      return n < 0 || n > hex || b.hexes[n].terrain !== 'village';
    });
    return first ? 'church' : undefined;
  }
  if (terrain !== 'farm') return undefined;
  const kinds = (b.zones ?? []).filter((z) => z.hexes.includes(hex)).map((z) => /^(camp|abbey|chapel|mill)/.exec(z.id)?.[0]);
  return kinds.find((k) => k) ?? 'farm';
}

function gridLines(b: BattleData): string {
  let d = '';
  b.hexes.forEach((_, i) => {
    for (let k = 0; k < 6; k++) {
      if (k > 2 && neighbour(b, i, k) >= 0) continue; // each side once
      const [p, q] = sideEnds(b, i, k);
      d += `M${at(p)}L${at(q)}`;
    }
  });
  return d;
}

/** Strokes down the slopes, on the sides over which the ground falls. */
function hachures(b: BattleData): string {
  let d = '';
  b.hexes.forEach((hex, i) => {
    for (let k = 0; k < 6; k++) {
      const n = neighbour(b, i, k);
      if (n < 0 || b.hexes[n].level >= hex.level) continue;
      const [p, q] = sideEnds(b, i, k);
      const [cx, cy] = centre(b, n);
      for (let j = 0; j < 7; j++) {
        const f = 0.12 + (j / 6) * 0.76;
        const x = p[0] + (q[0] - p[0]) * f;
        const y = p[1] + (q[1] - p[1]) * f;
        const long = 0.13 + 0.14 * scatter(i * 6 + k, j);
        d += `M${at([x, y])}L${at([x + (cx - x) * long, y + (cy - y) * long])}`;
      }
    }
  });
  return d;
}

/** Strokes down the slopes, along the smooth line of each level. */
function slopes(b: BattleData, high: number): string {
  let d = '';
  for (let level = 1; level <= high; level++) {
    const hill = b.hexes.flatMap((h, i) => (h.level >= level ? [i] : []));
    for (const ring of contours(b, hill)) {
      ring.forEach((bend, i) => {
        const after = ring[(i + 1) % ring.length];
        if (bend.fixed || after.fixed) return;
        const [dx, dy] = [after.p[0] - bend.p[0], after.p[1] - bend.p[1]];
        const step = Math.hypot(dx, dy);
        const n = Math.max(1, Math.round(step / 5.5));
        for (let j = 0; j < n; j++) {
          const x = bend.p[0] + (dx * j) / n;
          const y = bend.p[1] + (dy * j) / n;
          const long = (4 + 6 * scatter(Math.round(x), Math.round(y))) / step;
          d += `M${at([x, y])}l${at([dy * long, -dx * long])}`;
        }
      });
    }
  }
  return d;
}

/** Grass here and there on open ground. */
function tufts(b: BattleData): string {
  let d = '';
  b.hexes.forEach((hex, i) => {
    if (hex.terrain !== 'clear') return;
    const [cx, cy] = centre(b, i);
    for (let j = 0; j < 3; j++) {
      if (scatter(i, 20 + j) > 0.5) continue;
      const x = cx + (scatter(i, 30 + j) - 0.5) * 44;
      const y = cy + (scatter(i, 40 + j) - 0.5) * 44;
      d += `M${at([x - 2.5, y - 3])}l1.2 3M${at([x, y - 4.2])}v4.2M${at([x + 2.5, y - 3])}l-1.2 3`;
    }
  });
  return d;
}

/** The ways of each kind from hex to hex; what zigzags from centre to centre is drawn straight. */
function tracks(b: BattleData): Drawing['paths'] {
  const lines = new Map<string, [Point, Point][]>();
  const seen = new Set<string>();
  for (const { kind = 'path', hexes } of b.paths ?? []) {
    for (let i = 1; i < hexes.length; i++) {
      const id = `${kind} ${Math.min(hexes[i - 1], hexes[i])} ${Math.max(hexes[i - 1], hexes[i])}`;
      if (seen.has(id)) continue;
      seen.add(id);
      lines.set(kind, [...(lines.get(kind) ?? []), [centre(b, hexes[i - 1]), centre(b, hexes[i])]]);
    }
  }
  return [...lines].map(([kind, list]) => ({ kind, d: chains(list).map((run) => smooth(kind === 'path' ? run : straighten(run))).join('') }));
}

/** Moves each bend of a line halfway to between its neighbours. */
function straighten(run: Point[]): Point[] {
  return run.map((p, i) => (i === 0 || i === run.length - 1 ? p : middle(p, middle(run[i - 1], run[i + 1]))));
}

/** A point of a river that winds a little. */
const wander = ([x, y]: Point): Point => [x + 15 * (scatter(Math.round(x), Math.round(y)) - 0.5), y + 8 * (scatter(Math.round(y), Math.round(x)) - 0.5)];

function crossings(b: BattleData, flooded: number[]): Crossing[] {
  const inside = new Set(flooded);
  const over = flooded
    .filter((h) => b.hexes[h].terrain !== 'river')
    .map((h) => {
      const [x, y] = wander(centre(b, h));
      const [up = [x, y - 1], down = [2 * x - up[0], 2 * y - up[1]]] = [0, 1, 2, 3, 4, 5].map((k) => neighbour(b, h, k)).filter((n) => inside.has(n)).map((n) => wander(centre(b, n)));
      return { kind: b.hexes[h].terrain, x, y, turn: (Math.atan2(down[1] - up[1], down[0] - up[0]) * 180) / Math.PI + 90, size: 1 };
    });
  const across = (b.edges ?? [])
    .filter((e) => e.kind === 'bridge' || e.kind === 'ford')
    .map((e) => {
      const [p, q] = [centre(b, e.a), centre(b, e.b)];
      const [x, y] = middle(p, q);
      return { kind: e.kind, x, y, turn: (Math.atan2(q[1] - p[1], q[0] - p[0]) * 180) / Math.PI, size: e.kind === 'ford' ? 0.7 : 0.45 };
    });
  return [...over, ...across];
}

/** The course of a river through the hexes it fills, from bank to bank of the sheet or to the sea. */
function course(b: BattleData, hexes: number[], wind: (p: Point) => Point): string {
  const inside = new Set(hexes);
  const lines: [Point, Point][] = [];
  for (const h of hexes) {
    for (let k = 0; k < 6; k++) {
      const n = neighbour(b, h, k);
      if (n > h && inside.has(n)) lines.push([centre(b, h), centre(b, n)]);
    }
    const last = [0, 1, 2, 3, 4, 5].filter((k) => inside.has(neighbour(b, h, k))).length === 1;
    if (!last) continue;
    const outward = [0, 1, 2, 3, 4, 5].filter((k) => {
      const n = neighbour(b, h, k);
      return n < 0 || b.hexes[n].terrain === 'sea';
    });
    const own = [0, 1, 2, 3, 4, 5].find((k) => inside.has(neighbour(b, h, k))) ?? 0;
    const k = outward.sort((p, q) => Math.abs(((p - own + 6) % 6) - 3) - Math.abs(((q - own + 6) % 6) - 3))[0];
    if (k === undefined) continue;
    const n = neighbour(b, h, k);
    lines.push([centre(b, h), n >= 0 ? centre(b, n) : middle(...sideEnds(b, h, k))]);
  }
  return chains(lines)
    .map((run) => smooth(run.map(wind)))
    .join('');
}

/** Waters along hexsides. In the north a bridge or a ford lies over them: the water goes on beneath, as wide as it is elsewhere. */
function rivers(b: BattleData, north: boolean): Drawing['rivers'] {
  const has = (kind: string) => b.edges?.some((e) => e.kind === kind);
  const under = has('river') ? 'river' : 'stream';
  const drawn = (kind: string) => (north && (kind === 'bridge' || kind === 'ford') ? under : kind);
  const kinds = [...new Set((b.edges ?? []).map((e) => drawn(e.kind)))].filter((k) => /^(river|stream|bridge|ford)$/.test(k));
  return kinds.map((kind) => {
    const lines: [Point, Point][] = [];
    for (const e of b.edges ?? []) {
      const [p, q] = [hexIn(b, e.a), hexIn(b, e.b)];
      const k = drawn(e.kind) === kind ? sideBetween(b, p, q) : -1;
      if (k >= 0) lines.push(sideEnds(b, p, k));
    }
    return { kind, d: chains(lines).map(smooth).join('') };
  });
}

/** Walls with teeth on the inside, which is the first hex of the edge, and a post where they stop. */
function walls(b: BattleData): Drawing['walls'] {
  const kinds = ['fortification', 'wall', 'gate'].filter((kind) => b.edges?.some((e) => e.kind === kind));
  return kinds.map((kind) => {
    const lines: [Point, Point][] = [];
    let teeth = '';
    for (const e of b.edges ?? []) {
      const [inner, outer] = [hexIn(b, e.a), hexIn(b, e.b)];
      const k = e.kind === kind ? sideBetween(b, inner, outer) : -1;
      if (k < 0) continue;
      const [p, q] = sideEnds(b, inner, k);
      lines.push([p, q]);
      const [cx, cy] = centre(b, inner);
      const long = 6 / (FLAT / 2);
      for (let j = 0; j < 5; j++) {
        const f = (j + 0.5) / 5;
        const x = p[0] + (q[0] - p[0]) * f;
        const y = p[1] + (q[1] - p[1]) * f;
        const m = middle(p, q);
        teeth += `M${at([x, y])}l${at([(cx - m[0]) * long, (cy - m[1]) * long])}`;
      }
    }
    const runs = chains(lines);
    return {
      kind,
      line: runs.map((r) => `M${r.map(at).join('L')}`).join(''),
      teeth,
      posts: runs.flatMap((r) => [r[0], r[r.length - 1]]),
    };
  });
}

/** The names of quarters, in their middle. Zones of more than an eighth of the map are not names one would write on it. */
function names(b: BattleData): Name[] {
  const out: Name[] = [];
  const smallest = new Map<number, { id: string; size: number }>();
  const zones = (b.zones ?? []).map((z) => ({ ...z, hexes: z.hexes.map((h) => hexIn(b, h)) })).filter((z) => 8 * z.hexes.length <= b.hexes.length);
  for (const z of zones) {
    for (const h of z.hexes) {
      const s = smallest.get(h);
      if (!s || z.hexes.length < s.size) smallest.set(h, { id: z.id, size: z.hexes.length });
    }
  }
  for (const z of zones) {
    const own = z.hexes.filter((h) => smallest.get(h)?.id === z.id);
    if (!own.length) continue;
    const [, r0] = colRow(b, own[0]);
    const sum = (h: number) => own.reduce((n, o) => n + distance(b, h, o), 0) + Math.abs(colRow(b, h)[1] - r0) * 0.01;
    const best = own.reduce((p, q) => (sum(q) < sum(p) ? q : p));
    const [x, y] = centre(b, best);
    const small = own.length === 1;
    const half = z.name.length * (small ? 2.8 : 5.8); // of its width, about; it is kept on the sheet
    out.push({ text: z.name, x: Math.min(Math.max(x, MARGIN - 20 + half), extent(b).width - MARGIN + 20 - half), y: y + (small ? FLAT / 2 - 2 : FLAT / 2 + 4), small });
  }
  return out;
}
