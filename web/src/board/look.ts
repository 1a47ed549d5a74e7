// What part of a board to show.

import type { BattleData, PieceView, Sheet, TableData } from '../api';
import type { Highlights } from './marks';
import { type Camera, fit } from './panzoom';
import { around, middle, PLACE, type Point, poseOf } from './places';
import { cornersOf, isPlane, rowsOf } from './poses';

/** The pieces that have their middle or, on a board without places, any corner of their base in a box. */
export function inside({ battle, table }: { battle: BattleData; table: TableData }, from: Point, to: Point): number[] {
  const within = (i: 0 | 1, p: Point) => p[i] >= Math.min(from[i], to[i]) && p[i] <= Math.max(from[i], to[i]);
  return table.view.pieces
    .filter((v) => pointsOf(battle, v).some((at) => within(0, at) && within(1, at)))
    .map((v) => v.piece);
}

/** Where a piece is: the middle of its place, or the corners and the middle of its base. */
function pointsOf({ sheet }: BattleData, v: PieceView): Point[] {
  if (v.place >= 0) return [middle(sheet, v.place)];
  const counter = sheet.pieces[v.piece];
  const pose = poseOf(sheet, v);
  if (!v.pose || !counter?.base) return pose ? [pose] : [];
  const corners = cornersOf(sheet, counter, v.pose, rowsOf(counter, v));
  const [a, , c] = corners;
  return [...corners, [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2]];
}

/** The size at which the details of a place can be read. From afar counters show their strength and state only. */
export const level = (scale: number) => (scale < 0.5 ? 'far' : scale < 0.8 ? 'mid' : 'near');

/** The scale at which a battle opens at least: the figures of counters are 9 pixels high. They are smaller where others stand beside them. */
const readable = (sheet: Sheet) => (sheet.pieces.some((c) => c.values?.some((v) => v.slot)) ? 0.78 : 0.68);

/** The points to show: of the units the prompt is about, or else the choices, or the leader it names. */
export function lookedAt(battle: BattleData, table: TableData, highlights: Highlights): Point[] {
  const views = new Map(table.view.pieces.map((v) => [v.piece, v]));
  if (isPlane(battle.sheet)) {
    const points = (pieces: Iterable<number>) => [...pieces].flatMap((p) => (views.get(p) ? [poseOf(battle.sheet, views.get(p)!)] : [])).filter((p) => p !== undefined);
    const asked = (table.view.prompt.args ?? []).filter((a) => a.kind === 'piece').map((a) => a.n);
    return [points(table.view.chosen ?? []), points(asked), points(highlights.plane?.bases.keys() ?? [])].find((list) => list.length) ?? [];
  }
  const place = new Map(table.view.pieces.map((v) => [v.piece, v.place]));
  const meant = [...(highlights.meant?.own ?? []), ...(highlights.meant?.enemy ?? [])];
  const offered = [...highlights.movable.map((p) => place.get(p) ?? -1), ...highlights.places.keys()];
  const leader = (table.view.prompt.args ?? []).filter((a) => a.kind === 'piece').map((a) => place.get(a.n ?? -1) ?? -1);
  return ([meant, offered, leader].map((list) => list.filter((h) => h >= 0)).find((list) => list.length) ?? []).map((h) => middle(battle.sheet, h));
}

const rim = { side: 20, end: 64 }; // pixels; buttons lie over the upper and lower end of a board

/** The middle of the points that can be seen together in a window of a size on the sheet: of all of them, or else of the most around one of them. */
export function crowdOf(points: readonly Point[], width: number, height: number): Point {
  const middleOf = (list: readonly Point[]): Point => {
    const [xs, ys] = [list.map((p) => p[0]), list.map((p) => p[1])];
    return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  };
  const around = ([x, y]: Point) => points.filter((p) => 2 * Math.abs(p[0] - x) <= width && 2 * Math.abs(p[1] - y) <= height);
  const all = middleOf(points);
  if (around(all).length === points.length) return all;
  return middleOf(points.map(around).reduce((a, b) => (b.length > a.length ? b : a)));
}

/** The camera that brings points into view, or as many as may be; null if half of them are in view. */
export function gather(c: Camera, points: readonly Point[], window: { width: number; height: number }): Camera | null {
  const end = Math.min(rim.end, window.height / 5);
  const isSeen = ([x, y]: Point) => {
    const [left, top] = [x * c.scale - c.x, y * c.scale - c.y];
    return left >= rim.side && left <= window.width - rim.side && top >= end && top <= window.height - end;
  };
  if (!points.length || 2 * points.filter(isSeen).length >= points.length) return null;
  const [x, y] = crowdOf(points, (window.width - 2 * rim.side) / c.scale, (window.height - 2 * end) / c.scale);
  return { ...c, x: x * c.scale - window.width / 2, y: y * c.scale - window.height / 2 };
}

/**
 * The whole sheet, or only the part with counters if the sheet is much larger; if they would be too small to read,
 * those the prompt is about.
 */
export function firstLook(battle: BattleData, table: TableData, highlights: Highlights, window: { width: number; height: number }, frame?: number[]): Camera {
  const { sheet } = battle;
  const at = (places: number[]) => places.map((p) => middle(sheet, p));
  if (frame?.length) return within(fit(around(sheet, at(frame), PLACE), window, 1.25), sheet, window);
  const whole = fit(sheet, window);
  const on = table.view.pieces.map((p) => poseOf(sheet, p) ?? (p.place >= 0 ? middle(sheet, p.place) : undefined)).filter((p) => p !== undefined);
  if (!on.length) return whole;
  const armies = fit(around(sheet, on, 1.25 * PLACE), window, 1.25);
  const least = isPlane(sheet) ? 0.56 : readable(sheet); // what is written on bases grows as they shrink
  if (whole.scale >= (isPlane(sheet) ? 0.44 : least) && armies.scale < 1.2 * whole.scale) return whole;
  if (armies.scale >= least) return within(armies, sheet, window);
  const looked = lookedAt(battle, table, highlights);
  const scale = Math.max(0.6, least);
  const end = Math.min(rim.end, window.height / 5);
  const [x, y] = crowdOf(looked.length ? looked : on, (window.width - 2 * rim.side) / scale, (window.height - 2 * end) / scale);
  return within({ scale, x: x * scale - window.width / 2, y: y * scale - window.height / 2 }, sheet, window);
}

/** Keeps the view within the sheet, as far as the sheet fills the window. */
function within(c: Camera, sheet: { width: number; height: number }, window: { width: number; height: number }): Camera {
  const along = (at: number, long: number, seen: number) => Math.max(0, Math.min(at, long - seen));
  return { ...c, x: along(c.x, sheet.width * c.scale, window.width), y: along(c.y, sheet.height * c.scale, window.height) };
}
