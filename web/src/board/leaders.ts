// Where leaders stand beside the units of a place.

import type { Point } from './places';
import type { Stack } from './stacks';

/** The gaps around a counter: left, right, above. */
const gaps: readonly Point[] = [
  [-31, -2],
  [31, -2],
  [0, -30],
  [-30, 24],
  [30, 24],
];

/**
 * Where the i-th leader of a place stands, from its middle, and where his name may be, from the middle of his disc, the better place
 * first: where they cover neither figures nor the arrow of the unit that faces at an angle.
 */
export function beside(s: Stack, i: number, angle = 0): { at: Point; labels: Point[] } {
  if (!s.units.length) return { at: [26 * i - 13 * (s.leaders.length - 1), 0], labels: [[0, 23]] };
  const [x, y] = gaps[i % gaps.length];
  const at: Point = [angle > 225 && angle < 315 ? -x : x, y];
  const heights = angle > 150 && angle < 210 ? [-27, 34] : [34, -27];
  return { at, labels: heights.map((h) => [-at[0], h - at[1]]) };
}

/** Something in whose way a name would be: its middle, half its width and height, and how much it matters. */
export interface Obstacle {
  at: Point;
  half: Point;
  weight?: number;
}

/** The one of several places of a name, from a point, at which it covers least. */
export function clearest(from: Point, labels: readonly Point[], name: string, obstacles: readonly Obstacle[]): Point {
  const half = 3 * name.length;
  const covered = ([x, y]: Point) =>
    obstacles.reduce((sum, { at, half: [w, h], weight = 1 }) => {
      const wide = Math.min(from[0] + x + half, at[0] + w) - Math.max(from[0] + x - half, at[0] - w);
      const high = Math.min(from[1] + y + 3, at[1] + h) - Math.max(from[1] + y - 8, at[1] - h);
      return wide > 0 && high > 0 ? sum + weight * wide * high : sum;
    }, 0);
  return labels.reduce((best, l) => (covered(l) < covered(best) ? l : best));
}
