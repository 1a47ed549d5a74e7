// What part of a board to show.

import type { BattleData, PieceView, TableData } from '../api';
import type { Highlights } from './marks';
import { type Camera, fit } from './panzoom';
import { around, middle, PLACE, type Point, poseOf } from './places';
import { cornersOf, isPlane, rowsOf } from './poses';

/** The pieces that have their middle in a box. */
export function inside({ battle, table }: { battle: BattleData; table: TableData }, from: Point, to: Point): number[] {
  const within = (i: 0 | 1, p: Point) => p[i] >= Math.min(from[i], to[i]) && p[i] <= Math.max(from[i], to[i]);
  return table.view.pieces
    .filter((v) => {
      const at = middleOf(battle, v);
      return at && within(0, at) && within(1, at);
    })
    .map((v) => v.piece);
}

/** The middle of a piece: of its place, or of its base. */
function middleOf({ sheet }: BattleData, v: PieceView): Point | undefined {
  if (v.place >= 0) return middle(sheet, v.place);
  const counter = sheet.pieces[v.piece];
  if (!v.pose || !counter?.base) return poseOf(sheet, v);
  const [a, , c] = cornersOf(sheet, counter, v.pose, rowsOf(counter, v));
  return [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2];
}

/** The size at which the details of a place can be read. */
export const level = (scale: number) => (scale < 0.42 ? 'far' : scale < 0.8 ? 'mid' : 'near');

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
  if (whole.scale >= 0.44 && armies.scale < 1.2 * whole.scale) return whole;
  if (armies.scale >= 0.56) return within(armies, sheet, window);
  const looked = lookedAt(battle, table, highlights);
  const box = around(sheet, looked.length ? looked : on, 0);
  const scale = 0.6;
  const fits = box.width * scale < window.width && box.height * scale < window.height;
  const [x, y] = fits || !looked.length ? [box.x + box.width / 2, box.y + box.height / 2] : looked[0];
  return within({ scale, x: x * scale - window.width / 2, y: y * scale - window.height / 2 }, sheet, window);
}

/** Keeps the view within the sheet, as far as the sheet fills the window. */
function within(c: Camera, sheet: { width: number; height: number }, window: { width: number; height: number }): Camera {
  const along = (at: number, long: number, seen: number) => Math.max(0, Math.min(at, long - seen));
  return { ...c, x: along(c.x, sheet.width * c.scale, window.width), y: along(c.y, sheet.height * c.scale, window.height) };
}
