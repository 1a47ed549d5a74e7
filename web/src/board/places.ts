// Where things are on a sheet. A place is an outline around a centre, given by the sheet for every kind of board.

import type { PieceView, Sheet } from '../api';
import { angleOf, toSheet } from './poses';

export type Point = readonly [x: number, y: number];

/** The side of a counter, on every sheet. */
export const SIZE = 44;

/** The approximate width of a place, by the distance of counters side by side. */
export const PLACE = 64;

export const middle = (s: Sheet, place: number): Point => [s.places[place].x, s.places[place].y];

/** The corners of a place, moved toward its centre by an inset. */
function corners(s: Sheet, place: number, inset = 0): Point[] {
  const { x, y, shape = 0 } = s.places[place];
  const outline = s.shapes[shape];
  const out: Point[] = [];
  for (let i = 0; i + 1 < outline.length; i += 2) {
    const f = 1 - inset / Math.max(1, Math.hypot(outline[i], outline[i + 1]));
    out.push([x + outline[i] * f, y + outline[i + 1] * f]);
  }
  return out;
}

const n1 = (v: number) => Math.round(v * 10) / 10;

/** Straight lines from point to point, for the `d` of a path. */
export const line = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${n1(x)} ${n1(y)}`).join('L')}`;

/** The outline of a place, for the `d` of a path. */
export const outline = (s: Sheet, place: number, inset = 0): string => `${line(corners(s, place, inset))}z`;

/** The place under a point, or -1. */
export function placeAt(s: Sheet, x: number, y: number): number {
  const reach = s.shapes.map((o) => Math.max(...o.map(Math.abs)) * Math.SQRT2);
  return s.places.findIndex((p, i) => {
    const far = reach[p.shape ?? 0];
    return Math.abs(p.x - x) < far && Math.abs(p.y - y) < far && inside(corners(s, i), x, y);
  });
}

/** The places that a line from point to point passes over, in order, each once. */
export function placesAlong(s: Sheet, points: readonly Point[]): number[] {
  const out = new Set<number>();
  points.forEach(([x, y], i) => {
    const [ax, ay] = points[Math.max(0, i - 1)];
    const steps = Math.max(1, Math.ceil(Math.hypot(x - ax, y - ay) / (PLACE / 4)));
    for (let k = 1; k <= steps; k++) out.add(placeAt(s, ax + ((x - ax) * k) / steps, ay + ((y - ay) * k) / steps));
  });
  out.delete(-1);
  return [...out];
}

function inside(points: Point[], x: number, y: number): boolean {
  let odd = false;
  points.forEach(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
}

/** The direction of a piece, in degrees clockwise from the top; undefined if it has no facing. */
export function heading(s: Sheet, v: Pick<PieceView, 'facing' | 'pose'>): number | undefined {
  return v.pose ? angleOf(s, v.pose) : s.facings?.[v.facing]?.angle;
}

/** The facing nearest to the direction from a place to a point; undefined if there is none. */
export function facingToward(s: Sheet, place: number, x: number, y: number): number | undefined {
  const [cx, cy] = middle(s, place);
  const angle = (Math.atan2(y - cy, x - cx) * 180) / Math.PI + 90;
  const off = (a: number) => Math.abs(((a - angle + 540) % 360) - 180);
  const list = s.facings ?? [];
  return list.length ? list.reduce((best, f, i) => (off(f.angle) < off(list[best].angle) ? i : best), 0) : undefined;
}

/** The position of a piece that has a pose but no place. */
export function poseOf(s: Sheet, v: PieceView): Point | undefined {
  return v.pose && toSheet(s, v.pose);
}

/**
 * The nearest place in a direction, or -1. Repeated steps in one direction stay on the line through `start`, where they
 * began.
 */
export function beyond(s: Sheet, from: number, [dx, dy]: Point, start: Point): number {
  const [x, y] = middle(s, from);
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  s.places.forEach((p, i) => {
    const ahead = (p.x - x) * dx + (p.y - y) * dy;
    const aside = Math.abs((p.x - x) * dy - (p.y - y) * dx);
    if (i === from || ahead < 1 || aside > ahead) return;
    const astray = Math.abs((p.x - start[0]) * dy - (p.y - start[1]) * dx);
    const cost = Math.hypot(ahead, aside) + astray;
    if (cost < least - 0.5) [least, best] = [cost, i];
  });
  return best;
}

/** The rectangle around points, within the sheet. */
export function around(s: Sheet, points: Point[], rim: number): { x: number; y: number; width: number; height: number } {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const x = Math.max(0, Math.min(...xs) - rim);
  const y = Math.max(0, Math.min(...ys) - rim);
  return { x, y, width: Math.min(s.width, Math.max(...xs) + rim) - x, height: Math.min(s.height, Math.max(...ys) + rim) - y };
}
