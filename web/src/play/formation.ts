// Several counters moved by one gesture: they are marked, then dragged, or sent to a place that is pointed at; or all that may
// still move go forward, by a step or to a line. The server plans which choices make up the move; no rules are known here.

import { computed, effect, signal, untracked } from '@preact/signals';
import type { BattleData, Plan, TableData } from '../api';
import type { Along, Pick } from '../board/marks';
import { heading, middle, placesAlong } from '../board/places';
import { isPlane } from '../board/poses';
import { later } from '../settled';
import type { GameStore } from '../state';
import { placesOf } from './choose';

/** A move to plan: these counters, each by as much as from one place to another. */
export interface Shift {
  pieces: number[];
  from: number;
  to: number;
}

/** Where counters go forward: to a line, or by some steps, each of which may go one of several ways. */
export interface Onward {
  line?: readonly Along[];
  steps?: number;
  way?: number;
}

/** A move to plan: of several counters, or all of them forward. */
type Gesture = Shift | ({ pieces: number[] } & Onward);

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

  /** A line that is to be drawn, as far as it is; null if none is. */
  readonly line = signal<readonly Along[] | null>(null);

  /** The counters that may be sent forward now: of those marked, or else all. */
  readonly forward = computed<readonly number[]>(() => {
    const t = this.game.table.value;
    const all = t?.choices.length && !this.game.following.value ? (t.view.advance ?? []) : [];
    const marked = all.filter((p) => this.marked.value.includes(p));
    return marked.length ? marked : all;
  });

  /** Whether all that may go forward are being sent there. */
  readonly advancing = computed(() => {
    const gesture = this.plan.value?.gesture;
    return this.line.value !== null || (gesture !== undefined && !('to' in gesture));
  });

  /** The counters that move only by being moved together, if only one of them. */
  readonly bound = computed<ReadonlySet<number>>(() => {
    const t = this.game.table.value;
    return new Set(t && t.choices.length && !this.game.following.value ? (t.view.together ?? []) : []);
  });

  /** The counters that may be moved together now: these and, on a board with places, those that may be sent forward. */
  readonly allowed = computed<ReadonlySet<number>>(() => {
    const t = this.game.table.value;
    const b = this.game.battle.value;
    const forward = t?.choices.length && !this.game.following.value && b && !isPlane(b.sheet) ? (t.view.advance ?? []) : [];
    return new Set([...this.bound.value, ...forward]);
  });

  /**
   * The counters that would be moved: those marked and those that the rules have gathered so far. Of a formation whose counters may
   * also be moved one by one those marked are taken out.
   */
  readonly pieces = computed<number[]>(() => {
    const allowed = this.allowed.value;
    const t = this.game.table.value;
    const alone = new Set(this.marked.value.length ? t?.choices.flatMap((c) => (c.operands?.length === 1 && c.operands[0].kind === 'piece' ? [c.operands[0].n] : [])) : []);
    const gathered = (t?.view.chosen ?? []).filter((p) => !alone.has(p));
    return [...new Set([...this.marked.value, ...gathered])].filter((p) => allowed.has(p));
  });

  #rest: { gesture: Gesture; n: number } | null = null; // a move that goes on when the side is asked again
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
    this.line.value = null;
  }

  /** Shows how all would go forward: by a step, unless it is said where. */
  async advance(to: Onward = {}): Promise<void> {
    this.#cancel();
    this.line.value = null;
    const pieces = [...this.forward.value];
    const plan = await this.#look({ pieces, ...to });
    this.waiting.value = plan !== null;
  }

  /** How many of the counters that were sent would go, of how many: without those that only go along. */
  readonly going = computed<{ n: number; of: number }>(() => {
    const shown = this.plan.value;
    const ends = shown?.plan.ends.filter((e) => shown.gesture.pieces.includes(e.piece)) ?? [];
    return { n: ends.filter((e) => !e.stays).length, of: ends.length };
  });

  /** Asks for a line. */
  draw(): void {
    this.plan.value = null;
    this.waiting.value = false;
    this.line.value = [];
  }

  /** Points at an end of the line; the second completes it. */
  pointAt(end: Along): Promise<void> | undefined {
    const b = this.game.battle.value;
    const [start] = this.line.value ?? [];
    if (!b || end === -1) return;
    if (start === undefined) this.line.value = [end];
    else if (typeof start === 'number' && typeof end === 'number') return this.advance({ line: placesAlong(b.sheet, [middle(b.sheet, start), middle(b.sheet, end)]) });
    else if (JSON.stringify(start) !== JSON.stringify(end)) return this.advance({ line: [start, end] });
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

  #gesture(p: Pick): Shift | null {
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
    if (this.waiting.value || this.advancing.value) return;
    if (!gesture) this.plan.value = null;
    else if (!this.#isPlanned(gesture)) this.#cancel = later(40, () => void this.#look(gesture));
  }

  #isPlanned(g: Shift): boolean {
    const known = this.plan.value?.gesture;
    return known !== undefined && 'to' in known && known.from === g.from && known.to === g.to && known.pieces.join() === g.pieces.join();
  }

  async #look(gesture: Gesture): Promise<Plan | null> {
    const version = this.#version;
    const plan = await this.#ask(gesture);
    if (version !== this.#version) return null;
    this.plan.value = plan && { gesture, plan };
    return plan;
  }

  #ask(gesture: Gesture): Promise<Plan | null> {
    return 'to' in gesture ? this.game.plan(gesture) : this.game.advance(gesture);
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
    const harms = plan.ends.some((e) => e.gains?.length); // what is dropped in haste is asked once more
    if (seen && !(p.how === 'drop' && harms)) await this.confirm();
    else this.waiting.value = true;
    return true;
  }

  /** Carries out the move that is shown. */
  async confirm(): Promise<void> {
    const shown = this.plan.value;
    if (!shown?.plan.actions.length) return;
    const n = this.game.table.value?.n ?? 0;
    this.clear();
    this.several.value = false;
    this.#rest = shown.plan.more ? { gesture: shown.gesture, n } : null;
    const going = shown.plan.ends.filter((e) => !e.stays).length;
    if (!(await this.game.actAtOnce(shown.plan.actions, false, going))) this.#rest = null;
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
      const plan = await this.#ask(rest.gesture);
      if (this.game.table.value !== t || this.#rest !== rest) return;
      if (!plan?.more) this.#rest = null;
      if (plan?.actions.length) await this.game.actAtOnce(plan.actions, true);
    } finally {
      this.#running = false;
    }
    const now = this.game.table.value;
    if (this.#rest && now && now !== t && !this.game.busy.value) void this.#continue(now);
  }
}
