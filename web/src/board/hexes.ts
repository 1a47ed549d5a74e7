// Geometry of the hex sheets, in the units of the drawing. Hexes are flat-topped; even columns lie half a hex lower. A
// hex is its index, row by row from 0101. Sides are numbered clockwise from the top, 0 N to 5 NW; corner k lies
// between side k and side k+1, 0 UR to 5 UL. A facing is the number of a corner, or of a side, as the book has it.

/** Across the flats of a hex, and from its centre to a corner. */
export const FLAT = 64;
export const RADIUS = FLAT / Math.sqrt(3);
/** Paper around the hexes. */
export const MARGIN = 54;

export type Point = readonly [x: number, y: number];

/** The size of a sheet in hexes; a battle is one. */
export interface Sheet {
  readonly cols: number;
  readonly rows: number;
}

export const CORNERS = ['UR', 'R', 'DR', 'DL', 'L', 'UL'] as const;

/** What units face: a corner of their hex, or a side. */
export type FacingMode = 'corner' | 'side';

/** The names of the facings in notation, by number. */
export const FACINGS = { corner: CORNERS, side: ['N', 'NE', 'SE', 'S', 'SW', 'NW'] } as const;

/** The direction of a facing, in degrees clockwise from the right. */
export const facingAngle = (mode: FacingMode, f: number): number => 60 * f - (mode === 'side' ? 90 : 60);

const odd = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 0], [-1, -1]] as const;
const even = [[0, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]] as const;

/** The width and height of the drawing of a sheet, with its margins. */
export function extent(s: Sheet): { width: number; height: number } {
  return {
    width: 2 * (MARGIN + RADIUS) + (s.cols - 1) * 1.5 * RADIUS,
    height: 2 * MARGIN + (s.rows + (s.cols > 1 ? 0.5 : 0)) * FLAT,
  };
}

/** Column and row of a hex, counted from 1. */
export function colRow(s: Sheet, hex: number): [col: number, row: number] {
  return [(hex % s.cols) + 1, Math.floor(hex / s.cols) + 1];
}

/** The index of the hex in a column and row, or -1 off the sheet. */
export function indexOf(s: Sheet, col: number, row: number): number {
  return col < 1 || row < 1 || col > s.cols || row > s.rows ? -1 : (row - 1) * s.cols + col - 1;
}

/** "0415" for an index. */
export function hexName(s: Sheet, hex: number): string {
  return colRow(s, hex)
    .map((n) => String(n).padStart(2, '0'))
    .join('');
}

/** The index of "0415", or -1. */
export function parseHex(s: Sheet, name: string): number {
  return /^\d{4}$/.test(name) ? indexOf(s, Number(name.slice(0, 2)), Number(name.slice(2))) : -1;
}

/** The hex across a side, or -1. */
export function neighbour(s: Sheet, hex: number, side: number): number {
  const [c, r] = colRow(s, hex);
  const [dc, dr] = (c % 2 ? odd : even)[side];
  return indexOf(s, c + dc, r + dr);
}

/** The side of `a` beyond which `b` lies, or -1 where they do not touch. */
export function sideBetween(s: Sheet, a: number, b: number): number {
  for (let k = 0; k < 6; k++) if (neighbour(s, a, k) === b) return k;
  return -1;
}

/** How many steps apart two hexes are. */
export function distance(s: Sheet, a: number, b: number): number {
  const [ca, ra] = colRow(s, a);
  const [cb, rb] = colRow(s, b);
  const dc = ca - cb;
  const dz = ra + Math.floor(ca / 2) - rb - Math.floor(cb / 2);
  return Math.max(Math.abs(dc), Math.abs(dz), Math.abs(dc - dz));
}

export function centre(s: Sheet, hex: number): Point {
  const [c, r] = colRow(s, hex);
  return [MARGIN + RADIUS + (c - 1) * 1.5 * RADIUS, MARGIN + (r - (c % 2 ? 0.5 : 0)) * FLAT];
}

/** Where corner k of a hex at the origin is. */
export const cornerOffset: readonly Point[] = CORNERS.map((_, k) => {
  const a = ((k - 1) * Math.PI) / 3;
  return [RADIUS * Math.cos(a), RADIUS * Math.sin(a)] as const;
});

export function corner(s: Sheet, hex: number, k: number): Point {
  const [x, y] = centre(s, hex);
  const [dx, dy] = cornerOffset[k];
  return [x + dx, y + dy];
}

/** The two ends of a side, clockwise. */
export function sideEnds(s: Sheet, hex: number, side: number): [Point, Point] {
  return [corner(s, hex, (side + 5) % 6), corner(s, hex, side)];
}

/** The hex under a point of the drawing, or -1. */
export function hexAt(s: Sheet, x: number, y: number): number {
  const guess = (x - MARGIN - RADIUS) / (1.5 * RADIUS) + 1;
  let best = -1;
  let nearest = RADIUS * RADIUS;
  for (const c of [Math.floor(guess), Math.ceil(guess)]) {
    const row = Math.round((y - MARGIN) / FLAT + (c % 2 ? 0.5 : 0));
    const hex = indexOf(s, c, row);
    if (hex < 0) continue;
    const [cx, cy] = centre(s, hex);
    const d = (cx - x) ** 2 + (cy - y) ** 2;
    if (d < nearest) [nearest, best] = [d, hex];
  }
  return best;
}

/** The facing of a hex that is nearest to the direction in which a point lies. */
export function facingToward(s: Sheet, mode: FacingMode, hex: number, x: number, y: number): number {
  const [cx, cy] = centre(s, hex);
  const angle = (Math.atan2(y - cy, x - cx) * 180) / Math.PI;
  return (Math.round((angle - facingAngle(mode, 0)) / 60) + 6) % 6;
}

const n1 = (v: number) => Math.round(v * 10) / 10;

export const at = ([x, y]: Point) => `${n1(x)} ${n1(y)}`;

/** The outline of a hex, for the `d` of a path. */
export function outline(s: Sheet, hex: number, inset = 0): string {
  const [x, y] = centre(s, hex);
  const f = 1 - inset / RADIUS;
  return `M${cornerOffset.map(([dx, dy]) => at([x + dx * f, y + dy * f])).join('L')}z`;
}

const key = ([x, y]: Point) => `${Math.round(x)},${Math.round(y)}`;

interface Segment {
  from: Point;
  to: Point;
  fixed: boolean;
}

/** The hexsides around a set of hexes, clockwise, ring by ring. */
function rings(s: Sheet, hexes: Iterable<number>): Segment[][] {
  const inside = new Set(hexes);
  const next = new Map<string, Segment>();
  for (const h of inside) {
    for (let k = 0; k < 6; k++) {
      const n = neighbour(s, h, k);
      if (n >= 0 && inside.has(n)) continue;
      const [from, to] = sideEnds(s, h, k);
      next.set(key(from), { from, to, fixed: n < 0 });
    }
  }
  const out: Segment[][] = [];
  while (next.size) {
    const [first] = next.values();
    const loop: Segment[] = [];
    for (let e: Segment | undefined = first; e; e = next.get(key(e.to))) {
      next.delete(key(e.from));
      loop.push(e);
    }
    out.push(loop);
  }
  return out;
}

/**
 * The border of a set of hexes as closed curves that pass through the middle of each hexside and round the corners
 * between; along the rim of the sheet they are straight.
 */
export function border(s: Sheet, hexes: Iterable<number>): string {
  let d = '';
  for (const loop of rings(s, hexes)) {
    d += `M${at(middle(loop[0].from, loop[0].to))}`;
    loop.forEach((e, i) => {
      const after = loop[(i + 1) % loop.length];
      const mid = at(middle(after.from, after.to));
      d += e.fixed || after.fixed ? `L${at(e.to)}L${mid}` : `Q${at(e.to)} ${mid}`;
    });
    d += 'z';
  }
  return d;
}

/** A point of a line around hexes, and whether it lies on the rim of the sheet. */
export interface Bend {
  p: Point;
  fixed: boolean;
}

/** The border of a set of hexes drawn with a light hand: it cuts the corners of hexes to run smoothly. */
export function contours(s: Sheet, hexes: Iterable<number>): Bend[][] {
  return rings(s, hexes).map((loop) => {
    // On the rim the corners stay where they are; elsewhere only the middles of the hexsides are kept to.
    let ring = loop.flatMap((e): Bend[] => (e.fixed ? [{ p: e.from, fixed: true }, { p: e.to, fixed: true }] : [{ p: middle(e.from, e.to), fixed: false }]));
    for (let i = 0; i < 2; i++) {
      const old = ring;
      ring = old.map((b, j) => (b.fixed ? b : { ...b, p: middle(b.p, middle(old[(j + old.length - 1) % old.length].p, old[(j + 1) % old.length].p)) }));
    }
    return ring;
  });
}

/** Closed curves around bends. */
export function closed(rings: Bend[][]): string {
  return rings
    .map((ring) => {
      const mid = (i: number) => middle(ring[i % ring.length].p, ring[(i + 1) % ring.length].p);
      const round = ring.map((_, i) => {
        const b = ring[(i + 1) % ring.length];
        return b.fixed ? `L${at(b.p)}L${at(mid(i + 1))}` : `Q${at(b.p)} ${at(mid(i + 1))}`;
      });
      return `M${at(mid(0))}${round.join('')}z`;
    })
    .join('');
}

export const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** Joins pieces of line into the longest runs, broken where they branch. */
export function chains(lines: readonly (readonly [Point, Point])[]): Point[][] {
  const ends = new Map<string, number[]>();
  lines.forEach(([a, b], i) => {
    for (const p of [a, b]) ends.set(key(p), [...(ends.get(key(p)) ?? []), i]);
  });
  const used = new Set<number>();
  const follow = (from: Point, start: number): Point[] => {
    const run = [from];
    let here = from;
    for (let i: number | undefined = start; i !== undefined && !used.has(i); ) {
      used.add(i);
      const [a, b]: readonly [Point, Point] = lines[i];
      here = key(a) === key(here) ? b : a;
      run.push(here);
      const meeting: number[] = ends.get(key(here)) ?? [];
      i = meeting.length === 2 ? meeting.find((j) => !used.has(j)) : undefined;
    }
    return run;
  };
  const runs: Point[][] = [];
  const begin = (only: (p: Point) => boolean) => {
    lines.forEach((line, i) => {
      for (const p of line) if (!used.has(i) && only(p)) runs.push(follow(p, i));
    });
  };
  begin((p) => ends.get(key(p))?.length !== 2);
  begin(() => true); // what is left are rings
  return runs;
}

/** A line through the middles of its pieces with its bends rounded. */
export function smooth(run: readonly Point[]): string {
  if (run.length < 3) return `M${run.map(at).join('L')}`;
  let d = `M${at(run[0])}`;
  for (let i = 1; i < run.length - 1; i++) {
    const to = i === run.length - 2 ? run[i + 1] : middle(run[i], run[i + 1]);
    d += `Q${at(run[i])} ${at(to)}`;
  }
  return d;
}
