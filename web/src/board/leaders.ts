// Where leaders stand beside the units of a place.

import type { Point } from './places';
import type { Stack } from './stacks';

/** The gaps around a counter on hexes: left, right, above. */
const gaps: readonly Point[] = [
  [-31, -2],
  [31, -2],
  [0, -30],
  [-30, 24],
  [30, 24],
];

/** The gaps around a counter on squares, whose neighbours leave none beside it: the corner without figures, above. */
const squareGaps: readonly Point[] = [
  [25, -26],
  [0, -33],
  [-25, -26],
  [31, -2],
  [-31, -2],
];

/** How far names are moved to the sides where something is in their way. */
const shifts = [0, -24, 24, -48, 48];

/**
 * Where the i-th leader of a place stands, from its middle, and where his name may be, from the middle of his disc, the better places
 * first: where they cover neither figures nor the arrow of the unit that faces at an angle.
 */
export function beside(s: Stack, i: number, angle = 0, onSquares = false): { at: Point; labels: Point[] } {
  if (!s.units.length) return { at: [26 * i - 13 * (s.leaders.length - 1), 0], labels: [[0, 23]] };
  let at: Point;
  if (onSquares) at = squareGaps[(i + (angle > 15 && angle < 75 ? 1 : 0)) % squareGaps.length];
  else {
    const [x, y] = gaps[i % gaps.length];
    at = [angle > 225 && angle < 315 ? -x : x, y];
  }
  const heights = angle > 150 && angle < 210 && !onSquares ? [-27, 34] : [34, -27];
  return { at, labels: shifts.flatMap((x) => heights.map((h): Point => [x - at[0], h - at[1]])) };
}

/** Something in whose way a name would be: its middle, half its width and height, and how much it matters. */
export interface Obstacle {
  at: Point;
  half: Point;
  weight?: number;
}

/** The half width and height of a name. */
const halfOf = (name: string): Point => [3 * name.length, 5.5];

/** A name as something in the way of others; a label is where its base line is. */
export const nameAt = (from: Point, [x, y]: Point, name: string): Obstacle => ({ at: [from[0] + x, from[1] + y - 2.5], half: halfOf(name), weight: 2 });

/** The one of several places of a name, from a point, at which it covers least, and how much that is. */
export function clearest(from: Point, labels: readonly Point[], name: string, obstacles: readonly Obstacle[]): { label: Point; covered: number } {
  let best = { label: labels[0], covered: Number.POSITIVE_INFINITY };
  for (const label of labels) {
    const { at, half } = nameAt(from, label, name);
    let covered = 0;
    for (const o of obstacles) {
      const high = Math.min(at[1] + half[1], o.at[1] + o.half[1]) - Math.max(at[1] - half[1], o.at[1] - o.half[1]);
      if (high <= 0) continue;
      const wide = Math.min(at[0] + half[0], o.at[0] + o.half[0]) - Math.max(at[0] - half[0], o.at[0] - o.half[0]);
      if (wide > 0) covered += (o.weight ?? 1) * wide * high;
    }
    if (covered < best.covered) best = { label, covered };
    if (covered === 0) break;
  }
  return best;
}
