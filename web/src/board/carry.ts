// Carrying a piece over a board without places: by its body to another place, by a grip to another heading, or with keys.

import type { BattleData, Pose, TableData } from '../api';
import { pieceOf } from '../battle';
import type { Carry, Highlights } from './marks';
import type { Point } from './places';
import { cornersOf, toPlane, wheeled } from './poses';

interface Now {
  props: { battle: BattleData; table: TableData; onCarry?: (c: Carry) => void };
  highlights: Highlights;
}

export class Carrier {
  #load: { piece: number; start: Pose; pose: Pose; from?: Point; wheel?: 'left' | 'right' } | null = null;

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

  /** Picks a piece up, by what the pointer is on. False if it cannot be carried. */
  lift(piece: number, target: EventTarget | null, from?: Point): boolean {
    const { props, highlights } = this.now();
    const { table } = props;
    const pose = table.view.pieces.find((v) => v.piece === piece)?.pose;
    const able = table.view.chosen?.includes(piece) || (!table.view.chosen?.length && highlights.plane?.bases.get(piece) === 'own');
    if (!pose || !able || !table.choices.length) return false;
    const wheel = (target as Element | null)?.closest?.('[data-handle]')?.getAttribute('data-handle') as 'left' | 'right' | null | undefined;
    this.#load = { piece, start: pose, pose, from, wheel: wheel ?? undefined };
    props.onCarry?.({ piece, pose, how: 'grab' });
    return true;
  }

  /** Pulls what is carried to a point of the sheet. */
  pull(to: Point): void {
    if (this.#load) this.#carryTo(this.#pulled(to));
  }

  put(how: 'drop' | 'cancel'): void {
    const load = this.#load;
    this.#load = null;
    if (load) this.now().props.onCarry?.({ piece: load.piece, pose: load.pose, how });
  }

  /** Carries on with a key: the arrows by one unit, Q and E by five degrees. True if the key was meant for it. */
  key(key: string, selected: number | null): boolean {
    const { battle, table } = this.now().props;
    const step = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key];
    const turn = { q: -20, Q: -20, e: 20, E: 20 }[key];
    if (step || turn) {
      const piece = table.view.chosen?.[0] ?? selected;
      if (!this.#load && (piece === null || !this.lift(piece, null))) return false;
      const { pose, piece: carried } = this.#load!;
      const [dx, dy] = step ?? [0, 0];
      const up = battle.sheet.bottom ? 1 : -1;
      const counter = pieceOf(battle, carried);
      if (turn && counter) this.#carryTo(wheeled(battle.sheet, counter, pose, turn));
      else this.#carryTo({ x: pose.x + 1000 * dx, y: pose.y + 1000 * dy * up, heading: pose.heading });
      return true;
    }
    if (!this.#load) return false;
    if (key === 'Enter' || key === ' ') this.put('drop');
    else if (key === 'Escape') this.put('cancel');
    else return false;
    return true;
  }

  #carryTo(pose: Pose): void {
    if (!this.#load) return;
    this.#load.pose = pose;
    this.now().props.onCarry?.({ piece: this.#load.piece, pose, how: 'drag' });
  }

  /** The pose to which the pointer has pulled what is carried. */
  #pulled([x, y]: Point): Pose {
    const { battle } = this.now().props;
    const { sheet } = battle;
    const { start, pose, from, wheel, piece } = this.#load!;
    const counter = pieceOf(battle, piece);
    if (!wheel || !counter) {
      const [a, b] = [toPlane(sheet, from ?? [x, y]), toPlane(sheet, [x, y])];
      return { x: start.x + b.x - a.x, y: start.y + b.y - a.y, heading: pose.heading };
    }
    // The grip turns about the other front corner.
    const corners = cornersOf(sheet, counter, start);
    const [pivot, grip] = wheel === 'left' ? [corners[1], corners[0]] : [corners[0], corners[1]];
    const angle = Math.atan2(y - pivot[1], x - pivot[0]) - Math.atan2(grip[1] - pivot[1], grip[0] - pivot[0]);
    const turn = Math.round((((angle * 180) / Math.PI + 540) % 360 - 180) * 4);
    const towards = wheel === 'left' ? Math.max(0, turn) : Math.min(0, turn);
    return wheeled(sheet, counter, start, towards);
  }
}
