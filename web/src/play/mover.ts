// Bases that are dragged over a board without places. The server proposes the legal move that comes nearest; no rules are
// known here.

import { computed, signal } from '@preact/signals';
import type { Explanation, Proposal, Pull } from '../api';
import type { GameStore } from '../state';

/** Whether dice are rolled for what was explained. */
export const rolls = (e: Explanation): boolean => e.odds.length > 0 || e.also.length > 0;

export class Mover {
  /** The pieces that are held, the one that is dragged first, and where it is dragged to. */
  readonly held = signal<{ pieces: readonly number[]; near: Pull; home?: boolean } | null>(null);
  /** The move that comes nearest. */
  readonly proposal = signal<Proposal | null>(null);
  /** The same as long as something is held. */
  readonly shown = computed(() => (this.held.value ? this.proposal.value : null));
  /** Whether what was dropped waits to be confirmed, since dice would be rolled. */
  readonly waiting = signal(false);

  #asking: Promise<void> | null = null;
  #asked: Pull | null = null; // the pose that the proposal is for

  constructor(readonly game: GameStore) {}

  hold(pieces: readonly number[], near: Pull): void {
    this.proposal.value = null;
    this.waiting.value = false;
    this.#asked = null;
    this.held.value = { pieces, near, home: true };
  }

  /** Drags what is held. One request is under way at a time; the next is for where the pointer is then. */
  drag(near: Pull, home = false): void {
    const held = this.held.value;
    if (!held) return;
    this.waiting.value = false;
    this.held.value = { ...held, near, home };
    if (home) {
      this.proposal.value = null;
      this.#asked = near;
      return;
    }
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
  }

  async #ask(): Promise<void> {
    for (let held = this.held.value; held && this.#asked !== held.near; held = this.held.value) {
      const { near, pieces } = held;
      const answer = await this.game.propose(pieces, near);
      if (this.held.value?.pieces !== pieces || this.held.value.home) continue;
      this.#asked = near;
      this.proposal.value = answer;
    }
  }

  /** The answer for where the pieces were dragged last. */
  async settle(): Promise<Proposal | null> {
    await this.#asking;
    return this.proposal.value;
  }

  /** Makes the move that is proposed, or waits for it to be confirmed if it rolls dice. */
  async drop(): Promise<boolean> {
    const odds = this.proposal.value?.odds;
    if (odds && rolls(odds)) {
      this.waiting.value = true;
      return false;
    }
    return this.confirm();
  }

  /** Makes the move that is proposed. */
  async confirm(): Promise<boolean> {
    const actions = this.proposal.value?.actions ?? [];
    const moves = this.proposal.value?.odds;
    this.cancel();
    return moves !== undefined && moves !== null && actions.length > 0 && (await this.game.actAtOnce(actions));
  }

  /** Picks pieces up to act, without moving them yet. What others do is ended first, if it may be. */
  async take(pieces: readonly number[], near: Pull): Promise<Proposal | null> {
    const answer = await this.game.propose(pieces, near);
    const actions = answer?.odds ? answer.actions.slice(0, -1) : (answer?.actions ?? []);
    if (actions.length) await this.game.actAtOnce(actions);
    return answer;
  }

  cancel(): boolean {
    const had = this.held.value !== null;
    this.held.value = null;
    this.proposal.value = null;
    this.waiting.value = false;
    this.#asked = null;
    return had;
  }
}
