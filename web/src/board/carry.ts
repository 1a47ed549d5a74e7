// Carrying a piece over a board without places: by its body, by one of the handles that the table has, or with keys.

import type { BattleData, Handle, Pose, Sheet, TableData } from '../api';
import type { Carry, Highlights } from './marks';
import type { Point } from './places';
import { noHandles } from './Plane';
import { revolved, toPlane, toSheet, turnsTo } from './poses';

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
}

/** How exact a pointer is, in pixels, and at most in thousandths of the board's unit. */
const pointer = { pixels: 3, most: 400 };

/** By how much a pointer may miss what is meant. */
export const slackOf = (s: Sheet, scale: number): number => Math.min(pointer.most, Math.round((1000 * pointer.pixels) / (scale * (s.unit ?? 1))));

export class Carrier {
  #load: Load | null = null;

  /** What is on the board is asked for when it is needed. */
  constructor(readonly now: () => Now) {}

  /** Whether a piece is being carried. */
  get busy(): boolean {
    return this.#load !== null;
  }

  /** Puts down what is carried without a word. */
  forget(): void {
    this.#load = null;
  }

  /** Picks up a piece, by a handle or as a whole. False if it cannot be carried. */
  lift(piece: number, from?: Point, handle?: Handle): boolean {
    const { props, highlights } = this.now();
    const { table } = props;
    const pose = table.view.pieces.find((v) => v.piece === piece)?.pose;
    const able = table.view.chosen?.includes(piece) || (!table.view.chosen?.length && highlights.plane?.bases.get(piece) === 'own');
    if (!pose || !able || !table.choices.length) return false;
    this.#load = { piece, start: pose, pose, from, handle, slack: 0, turn: 0 };
    props.onCarry?.({ piece, pose, slack: 0, how: 'grab' });
    return true;
  }

  /** Picks up what has handles by the one with a key. False if there is none. */
  liftBy(key: string | null | undefined, from: Point): boolean {
    const { piece, list } = this.now().highlights.plane?.handles ?? noHandles;
    const handle = list.find((h) => h.key === key);
    return handle !== undefined && this.lift(piece, from, handle);
  }

  /** Pulls what is carried to a point of the sheet, which may be off by some slack. */
  pull(to: Point, slack: number): void {
    if (this.#load) this.#carryTo(this.#pulled(to), slack);
  }

  put(how: 'drop' | 'cancel'): void {
    const load = this.#load;
    this.#load = null;
    if (load) this.now().props.onCarry?.({ piece: load.piece, pose: load.pose, slack: load.slack, by: load.handle?.key, how });
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
    const { x, y, heading } = load.turn ? load.start : load.pose;
    const up = this.now().props.battle.sheet.bottom ? 1 : -1;
    load.turn = 0;
    this.#carryTo({ x: x + 1000 * dx, y: y + 1000 * dy * up, heading }, 0);
  }

  #turn(by: number): void {
    const load = this.#load!;
    const { battle } = this.now().props;
    const { list } = this.now().highlights.plane?.handles ?? noHandles;
    load.turn += by;
    const pivot = list.find((h) => turnsTo(battle.sheet, h) === Math.sign(load.turn))?.pivot;
    this.#carryTo(revolved(battle.sheet, load.start, pivot ?? load.start, load.turn), 0);
  }

  #carryTo(pose: Pose, slack: number): void {
    if (!this.#load) return;
    const { piece, handle } = this.#load;
    Object.assign(this.#load, { pose, slack });
    this.now().props.onCarry?.({ piece, pose, slack, by: handle?.key, how: 'drag' });
  }

  /** The pose to which the pointer has pulled what is carried. */
  #pulled(to: Point): Pose {
    const { sheet } = this.now().props.battle;
    const { start, pose, from = to, handle } = this.#load!;
    if (!handle?.pivot) {
      const [a, b] = [toPlane(sheet, from), toPlane(sheet, to)];
      return { x: start.x + b.x - a.x, y: start.y + b.y - a.y, heading: pose.heading };
    }
    const [px, py] = toSheet(sheet, handle.pivot);
    const angle = Math.atan2(to[1] - py, to[0] - px) - Math.atan2(from[1] - py, from[0] - px);
    const turn = Math.round(((((angle * 180) / Math.PI + 540) % 360) - 180) * 4);
    const way = turnsTo(sheet, handle);
    return revolved(sheet, start, handle.pivot, way * Math.max(0, way * turn));
  }
}
