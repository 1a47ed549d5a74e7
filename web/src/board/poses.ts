// A board without places: where poses are on the sheet, and how far things are from each other. Lengths of poses are in
// thousandths of the board's unit, headings in quarter degrees clockwise from the top.

import type { Counter, Handle, PieceView, Pose, Sheet } from '../api';
import type { Point } from './places';

/** Whether the pieces of a sheet stand at poses. */
export const isPlane = (s: Sheet): boolean => s.unit !== undefined && s.places.length === 0;

/** A sheet that may have been turned round, see [turnRound]. */
export type Flipped = Sheet & { flipped?: boolean };

/** The same point on a sheet and on one that is turned round. */
const across = (s: Flipped, [x, y]: Point): Point => (s.flipped ? [s.width - x, s.height - y] : [x, y]);

/** The place of a pose on the sheet. */
export function toSheet(s: Flipped, p: { x: number; y: number }): Point {
  const f = (s.unit ?? 1) / 1000;
  return across(s, [(s.left ?? 0) + p.x * f, s.bottom ? s.bottom - p.y * f : p.y * f]);
}

/** The direction of a pose on the sheet, in degrees clockwise from the top. */
export const angleOf = (s: Flipped, p: { heading: number }): number => (p.heading / 4 + (s.flipped ? 180 : 0)) % 360;

/** The pose at a place of the sheet, in whole thousandths. */
export function toPlane(s: Flipped, at: Point): { x: number; y: number } {
  const [x, y] = across(s, at);
  const f = 1000 / (s.unit ?? 1);
  return { x: Math.round((x - (s.left ?? 0)) * f), y: Math.round(s.bottom ? (s.bottom - y) * f : y * f) };
}

/** How many rows of a base there are. */
export function rowsOf(c: Counter, v?: PieceView): number {
  return Math.max(1, v?.values?.find((x) => x.key === c.base?.rows)?.n ?? 1);
}

/** The corners of a base on the sheet: front left, front right, rear right, rear left. */
export function cornersOf(s: Sheet, c: Counter, pose: Pose, rows = 1): Point[] {
  const [x, y] = toSheet(s, pose);
  const turn = angleOf(s, pose) * (Math.PI / 180);
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const half = (c.base?.width ?? 44) / 2;
  const deep = (c.base?.depth ?? 44) * rows;
  const at = (right: number, back: number): Point => [x + right * cos - back * sin, y + right * sin + back * cos];
  return [at(-half, 0), at(half, 0), at(half, deep), at(-half, deep)];
}

/** The pose of a piece that has turned about a point by an angle, in quarter degrees. */
export function revolved(s: Sheet, pose: Pose, pivot: { x: number; y: number }, angle: number): Pose {
  const [x, y] = toSheet(s, pose);
  const [px, py] = toSheet(s, pivot);
  const turn = (angle / 4) * (Math.PI / 180);
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const at = toPlane(s, [px + (x - px) * cos - (y - py) * sin, py + (x - px) * sin + (y - py) * cos]);
  return { ...at, heading: (pose.heading + angle + 1440) % 1440 };
}

/** The direction in which a handle turns what it pulls: 1 clockwise, -1 the other way, 0 not at all. */
export function turnsTo(s: Sheet, h: Handle): number {
  if (!h.pivot) return 0;
  const [x, y] = toSheet(s, h);
  const [px, py] = toSheet(s, h.pivot);
  const turn = angleOf(s, h) * (Math.PI / 180);
  return Math.sign(-(x - px) * Math.cos(turn) - (y - py) * Math.sin(turn));
}

/** A length in units, with at most one decimal. */
export const inUnits = (thousandths: number): number => Math.round(thousandths / 100) / 10;

/** The difference of two headings in degrees, from -180 to 180. */
export const turnOf = (from: number, to: number): number => ((((to - from) / 4) % 360) + 540) % 360 - 180;

/** Which eighth of the circle a direction is in, clockwise from straight ahead. */
export const eighth = (degrees: number): number => Math.round((((degrees % 360) + 360) % 360) / 45) % 8;

/** The direction from one point of the sheet to another, in degrees clockwise from the top. */
export const bearing = ([ax, ay]: Point, [bx, by]: Point): number => ((Math.atan2(bx - ax, ay - by) * 180) / Math.PI + 360) % 360;

/** The distance between two convex shapes that do not overlap, and 0 if they do. */
export function gap(a: readonly Point[], b: readonly Point[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [p, q] of [
    [a, b],
    [b, a],
  ]) {
    for (const c of p) {
      let inside = true;
      q.forEach((d, i) => {
        const e = q[(i + 1) % q.length];
        const [ex, ey] = [e[0] - d[0], e[1] - d[1]];
        const f = Math.max(0, Math.min(1, ((c[0] - d[0]) * ex + (c[1] - d[1]) * ey) / (ex * ex + ey * ey)));
        least = Math.min(least, Math.hypot(c[0] - d[0] - f * ex, c[1] - d[1] - f * ey));
        if (ex * (c[1] - d[1]) - ey * (c[0] - d[0]) < 0) inside = false;
      });
      if (inside) return 0;
    }
  }
  return least;
}

export interface Neighbour {
  piece: number;
  friend: boolean;
  far: number; // from base to base, in units
  bearing: number; // the eighth of the circle, clockwise from straight ahead
}

/** What stands around a piece, the nearest first. */
export function neighbours(s: Sheet, pieces: readonly PieceView[], of: PieceView): Neighbour[] {
  const own = s.pieces[of.piece];
  if (!of.pose) return [];
  const { pose } = of;
  const here = cornersOf(s, own, pose, rowsOf(own, of));
  const middle = (c: readonly Point[]): Point => [(c[0][0] + c[2][0]) / 2, (c[0][1] + c[2][1]) / 2];
  return pieces
    .flatMap((v): Neighbour[] => {
      if (!v.pose || v.piece === of.piece) return [];
      const there = cornersOf(s, s.pieces[v.piece], v.pose, rowsOf(s.pieces[v.piece], v));
      const to = bearing(middle(here), middle(there)) - angleOf(s, pose);
      return [{ piece: v.piece, friend: s.pieces[v.piece].side === own.side, far: gap(here, there) / (s.unit ?? 1), bearing: eighth(to) }];
    })
    .sort((a, b) => a.far - b.far);
}

/** The piece on whose base a point of the sheet is; one of those preferred, if several overlap. */
export function baseAt(s: Sheet, pieces: readonly PieceView[], [x, y]: Point, preferred: readonly number[] = []): number | undefined {
  const on = pieces.filter((v) => {
    const counter = s.pieces[v.piece];
    if (!v.pose || !counter?.base) return false;
    const corners = cornersOf(s, counter, v.pose, rowsOf(counter, v));
    return corners.every(([ax, ay], i) => {
      const [bx, by] = corners[(i + 1) % corners.length];
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
    });
  });
  return (on.find((v) => preferred.includes(v.piece)) ?? on.at(-1))?.piece;
}
