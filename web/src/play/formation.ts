// Several counters moved by one gesture: they are marked, then dragged, or sent to a place that is pointed at. The server
// plans which choices make up the move; no rules are known here.

import { computed, effect, signal, untracked } from '@preact/signals';
import type { BattleData, Plan, TableData } from '../api';
import type { Pick } from '../board/marks';
import { heading } from '../board/places';
import { later } from '../settled';
import type { GameStore } from '../state';
import { placesOf } from './choose';

/** A move to plan: these counters, each by as much as from one place to another. */
export interface Gesture {
  pieces: number[];
  from: number;
  to: number;
}

/** A counter of a group: where it is, and which way it faces, in degrees clockwise from the top; undefined if it faces nowhere. */
export interface Member {
  piece: number;
  x: number;
  y: number;
  angle?: number;
}

const ahead = 15; // degrees: so far off is still straight ahead

/** The counter from which a gesture to a point starts: the nearest of those that have it straight ahead, or else of all. */
export function anchorOf(group: readonly Member[], to: { x: number; y: number }): number | null {
  const rank = (m: Member): [number, number] => {
    const [dx, dy] = [to.x - m.x, to.y - m.y];
    const off = m.angle === undefined ? 0 : Math.abs(((((Math.atan2(dx, -dy) * 180) / Math.PI - m.angle) % 360) + 540) % 360 - 180);
    return [Number(off > ahead), Math.hypot(dx, dy)];
  };
  const ranked = group.map((m) => ({ m, r: rank(m) })).sort((a, b) => a.r[0] - b.r[0] || a.r[1] - b.r[1]);
  return ranked[0]?.m.piece ?? null;
}

function members({ sheet }: BattleData, table: TableData, pieces: readonly number[]): Member[] {
  return table.view.pieces
    .filter((v) => v.place >= 0 && pieces.includes(v.piece))
    .map((v) => ({ piece: v.piece, x: sheet.places[v.place].x, y: sheet.places[v.place].y, angle: heading(sheet, v) }));
}

export class Formation {
  /** The counters that have been marked. */
  readonly marked = signal<readonly number[]>([]);
  /** Whether pointing at counters marks them, as Shift does. */
  readonly several = signal(false);
  /** The move that is being considered, and how it would end. */
  readonly plan = signal<{ gesture: Gesture; plan: Plan } | null>(null);
  /** Whether the move waits to be confirmed. */
  readonly waiting = signal(false);

  /** The counters that may be moved together now. */
  readonly allowed = computed<ReadonlySet<number>>(() => {
    const t = this.game.table.value;
    return new Set(t && t.choices.length && !this.game.following.value ? (t.view.together ?? []) : []);
  });

  /** The counters that would be moved: those marked and those that the rules have gathered so far. */
  readonly pieces = computed<number[]>(() => {
    const allowed = this.allowed.value;
    return [...new Set([...this.marked.value, ...(this.game.table.value?.view.chosen ?? [])])].filter((p) => allowed.has(p));
  });

  #rest: (Gesture & { n: number }) | null = null; // a move that goes on when the side is asked again
  #running = false;
  #cancel = () => {};
  #version = -1;

  constructor(readonly game: GameStore) {
    effect(() => {
      const t = game.table.value;
      const busy = game.busy.value || game.following.value !== null;
      untracked(() => {
        if (!t) return;
        if (t.version !== this.#version) {
          this.#version = t.version;
          this.clear();
        }
        if (!busy) void this.#continue(t);
      });
    });
  }

  /** Forgets what is marked and considered. */
  clear(): void {
    this.#cancel();
    this.marked.value = [];
    this.plan.value = null;
    this.waiting.value = false;
  }

  /** Marks a counter, or unmarks it. Reports whether it may be moved together with others. */
  toggle(piece: number): boolean {
    if (!this.allowed.value.has(piece)) return false;
    const list = this.marked.value;
    this.mark(list.includes(piece) ? list.filter((p) => p !== piece) : [...list, piece]);
    return true;
  }

  /** Marks these counters, as far as they may be moved together. */
  mark(pieces: readonly number[]): void {
    this.plan.value = null;
    this.waiting.value = false;
    this.marked.value = [...new Set(pieces)].filter((p) => this.allowed.value.has(p));
  }

  #gesture(p: Pick): Gesture | null {
    const t = this.game.table.value;
    const b = this.game.battle.value;
    const pieces = this.pieces.value;
    if (!t || !b || !pieces.length || p.place < 0) return null;
    const placeOf = placesOf(t);
    if (pieces.some((x) => placeOf(x) === p.place)) return null;
    const anchor = p.how === 'drop' && p.piece !== undefined && pieces.includes(p.piece) ? p.piece : anchorOf(members(b, t, pieces), b.sheet.places[p.place]);
    if (anchor === null) return null;
    return { pieces: [anchor, ...pieces.filter((x) => x !== anchor)], from: placeOf(anchor), to: p.place };
  }

  /** Whether pointing at a place would send the group there. */
  goes(p: Pick): boolean {
    return this.#gesture(p) !== null;
  }

  /** Shows how a move would end, a moment later. */
  hover(p: Pick): void {
    this.#cancel();
    const joins = p.how !== 'drop' && p.piece !== undefined && this.allowed.value.has(p.piece); // it would be added, not pushed aside
    const gesture = joins ? null : this.#gesture(p);
    if (this.waiting.value) return;
    if (!gesture) this.plan.value = null;
    else if (!this.#isPlanned(gesture)) this.#cancel = later(40, () => void this.#look(gesture));
  }

  #isPlanned(g: Gesture): boolean {
    const known = this.plan.value?.gesture;
    return known !== undefined && known.from === g.from && known.to === g.to && known.pieces.join() === g.pieces.join();
  }

  async #look(gesture: Gesture): Promise<Plan | null> {
    const version = this.#version;
    const plan = await this.game.plan(gesture);
    if (version !== this.#version) return null;
    this.plan.value = plan && { gesture, plan };
    return plan;
  }

  /** Sends the group to a place: at once if it was shown how that would end, otherwise when that is confirmed. False if nobody can go. */
  async send(p: Pick): Promise<boolean> {
    this.#cancel();
    const gesture = this.#gesture(p);
    if (!gesture) return false;
    const seen = p.how === 'drop' || this.#isPlanned(gesture);
    const plan = this.#isPlanned(gesture) ? this.plan.value?.plan : await this.#look(gesture);
    if (!plan?.actions.length || plan.ends.every((e) => e.stays)) {
      this.plan.value = null;
      return false;
    }
    if (seen) await this.confirm();
    else this.waiting.value = true;
    return true;
  }

  /** Carries out the move that is shown. */
  async confirm(): Promise<void> {
    const shown = this.plan.value;
    if (!shown) return;
    const n = this.game.table.value?.n ?? 0;
    this.clear();
    this.several.value = false;
    this.#rest = shown.plan.more ? { ...shown.gesture, n } : null;
    if (!(await this.game.act(shown.plan.actions))) this.#rest = null;
  }

  /** Goes on with a move that was interrupted, once its side is asked again. Undoing it ends it. */
  async #continue(t: TableData): Promise<void> {
    const rest = this.#rest;
    if (!rest || this.#running) return;
    if ((t.n ?? 0) < rest.n || t.outcome?.over) {
      this.#rest = null;
      return;
    }
    rest.n = t.n ?? 0;
    if (!t.choices.length) return;
    this.#running = true;
    try {
      const plan = await this.game.plan(rest);
      if (this.game.table.value !== t || this.#rest !== rest) return;
      if (!plan?.more) this.#rest = null;
      if (plan?.actions.length) await this.game.act(plan.actions);
    } finally {
      this.#running = false;
    }
    const now = this.game.table.value;
    if (this.#rest && now && now !== t && !this.game.busy.value) void this.#continue(now);
  }
}
