// Carrying a piece over a board without places: by its body, by one of the handles that the table has, or with keys.

import type { BattleData, Handle, Pose, Sheet, TableData } from '../api';
import type { Carry, Highlights } from './marks';
import type { Point } from './places';
import { byFinger } from './Handles';
import { noHandles } from './Plane';
import { angleOf, revolved, toPlane, toSheet, turnsTo } from './poses';

interface Now {
  props: { battle: BattleData; table: TableData; onCarry?: (c: Carry) => void };
  highlights: Highlights;
}

interface Load {
  piece: number;
  start: Pose;
  pose: Pose;
  slack: number;
  from?: Point;
  handle?: Handle;
  turn: number; // by keys, in quarter degrees
  home: boolean; // it is where it was picked up
}

/** Within how many pixels a pointer is back where it picked something up, and how far from straight ahead it still means straight ahead. */
const reach = { finger: { home: 14, astray: 18 }, fine: { home: 8, astray: 12 } };

/** The part of the way ahead by which a pointer may be off to the side and still mean straight ahead: about 10 degrees. */
const oblique = 0.18;

/**
 * A way ahead and to the right as it is meant: a little to the side of straight ahead, or of straight to the side, is a slip
 * of the hand.
 */
export function straightened(ahead: number, right: number, astray: number): { ahead: number; right: number } {
  const [a, r] = [Math.abs(ahead), Math.abs(right)];
  if (r <= Math.max(Math.min(astray, a), oblique * a)) return { ahead, right: 0 };
  if (a <= Math.min(astray, r / 2)) return { ahead: 0, right };
  return { ahead, right };
}

/** How exact a pointer is, in pixels, and at most in thousandths of the board's unit. */
const pointer = { pixels: 3, most: 400 };

/** By how much a pointer may miss what is meant. */
export const slackOf = (s: Sheet, scale: number): number => Math.min(pointer.most, Math.round((1000 * pointer.pixels) / (scale * (s.unit ?? 1))));

/** The same for points of the sheet, with the direction that is ahead in degrees. */
function straightFrom([x, y]: Point, [tx, ty]: Point, heading: number, astray: number): Point {
  const turn = heading * (Math.PI / 180);
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const { ahead, right } = straightened((tx - x) * sin - (ty - y) * cos, (tx - x) * cos + (ty - y) * sin, astray);
  return [x + ahead * sin + right * cos, y - ahead * cos + right * sin];
}

export class Carrier {
  #load: Load | null = null;

  /** What is on the board is asked for when it is needed. */
  constructor(readonly now: () => Now) {}

  /** Whether a piece is being carried. */
  get busy(): boolean {
    return this.#load !== null;
  }

  /** Puts down without a word what cannot be carried any more, since the table has changed. */
  renew(): void {
    const load = this.#load;
    if (!load) return;
    const pose = load.handle ? undefined : this.#liftable(load.piece);
    if (!pose || pose.x !== load.start.x || pose.y !== load.start.y || pose.heading !== load.start.heading) this.#load = null;
  }

  /** Where a piece stands that can be carried. */
  #liftable(piece: number): Pose | undefined {
    const { props, highlights } = this.now();
    const { table } = props;
    const able = table.view.chosen?.includes(piece) || highlights.plane?.liftable.has(piece);
    return able && table.choices.length ? table.view.pieces.find((v) => v.piece === piece)?.pose : undefined;
  }

  /** Picks up a piece, by a handle or as a whole. False if it cannot be carried. */
  lift(piece: number, from?: Point, handle?: Handle): boolean {
    const { props } = this.now();
    const pose = this.#liftable(piece);
    if (!pose) return false;
    this.#load = { piece, start: pose, pose, from, handle, slack: 0, turn: 0, home: true };
    props.onCarry?.({ piece, pose, slack: 0, how: 'grab' });
    return true;
  }

  /** Picks up what has handles by the one with a key. False if there is none. */
  liftBy(key: string | null | undefined, from: Point): boolean {
    const { piece, list } = this.now().highlights.plane?.handles ?? noHandles;
    const handle = list.find((h) => h.key === key);
    return handle !== undefined && this.lift(piece, from, handle);
  }

  /** Pulls what is carried to a point of the sheet, which is drawn at a scale. */
  pull(to: Point, scale: number): void {
    const load = this.#load;
    if (!load) return;
    const { home, astray } = byFinger() ? reach.finger : reach.fine;
    const { from = to } = load;
    load.home = Math.hypot(to[0] - from[0], to[1] - from[1]) * scale <= home;
    this.#carryTo(load.home ? load.start : this.#pulled(to, astray / scale), slackOf(this.now().props.battle.sheet, scale));
  }

  /** Puts down what is carried. Where it was picked up that is as if it had not been. */
  put(how: 'drop' | 'cancel'): void {
    const load = this.#load;
    this.#load = null;
    if (load) this.now().props.onCarry?.({ piece: load.piece, pose: load.pose, slack: load.slack, by: load.handle?.key, how: load.home ? 'cancel' : how });
  }

  /** Carries on with a key: the arrows by one unit, Q and E by five degrees. True if the key was meant for it. */
  key(key: string, selected: number | null): boolean {
    const step = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key];
    const turn = { q: -20, Q: -20, e: 20, E: 20 }[key];
    if (step || turn) {
      const piece = this.now().props.table.view.chosen?.[0] ?? selected;
      if (!this.#load && (piece === null || !this.lift(piece))) return false;
      if (step) this.#step(step[0], step[1]);
      else this.#turn(turn ?? 0);
      return true;
    }
    if (!this.#load) return false;
    if (key === 'Enter' || key === ' ') this.put('drop');
    else if (key === 'Escape') this.put('cancel');
    else return false;
    return true;
  }

  #step(dx: number, dy: number): void {
    const load = this.#load!;
    load.home = false;
    const { sheet } = this.now().props.battle;
    const from = load.turn ? load.start : load.pose;
    const [x, y] = toSheet(sheet, from);
    const unit = sheet.unit ?? 1;
    load.turn = 0;
    this.#carryTo({ ...toPlane(sheet, [x + unit * dx, y - unit * dy]), heading: from.heading }, 0);
  }

  #turn(by: number): void {
    const load = this.#load!;
    const { battle } = this.now().props;
    const { list } = this.now().highlights.plane?.handles ?? noHandles;
    load.turn += by;
    load.home = false;
    const pivot = list.find((h) => turnsTo(battle.sheet, h) === Math.sign(load.turn))?.pivot;
    this.#carryTo(revolved(battle.sheet, load.start, pivot ?? load.start, load.turn), 0);
  }

  #carryTo(pose: Pose, slack: number): void {
    if (!this.#load) return;
    const { piece, handle, home } = this.#load;
    Object.assign(this.#load, { pose, slack });
    this.now().props.onCarry?.({ piece, pose, slack, by: handle?.key, how: 'drag', home });
  }

  /** The pose to which the pointer has pulled what is carried. As a whole it is pulled straight, if it is not far from that. */
  #pulled(to: Point, astray: number): Pose {
    const { props } = this.now();
    const { sheet } = props.battle;
    const { piece, start, pose, from = to, handle } = this.#load!;
    if (!handle?.pivot) {
      const placed = props.table.view.free?.includes(piece);
      const end = handle || placed ? to : straightFrom(from, to, angleOf(sheet, start), astray);
      const [a, b] = [toPlane(sheet, from), toPlane(sheet, end)];
      return { x: start.x + b.x - a.x, y: start.y + b.y - a.y, heading: pose.heading };
    }
    const [px, py] = toSheet(sheet, handle.pivot);
    const angle = Math.atan2(to[1] - py, to[0] - px) - Math.atan2(from[1] - py, from[0] - px);
    const turn = Math.round(((((angle * 180) / Math.PI + 540) % 360) - 180) * 4);
    const way = turnsTo(sheet, handle);
    return revolved(sheet, start, handle.pivot, way * Math.max(0, way * turn));
  }
}
