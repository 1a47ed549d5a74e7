// What is done by hand on a board without places: pieces are dragged, picked up together, or sent where a move ends.

import type { Why } from '../api';
import { nameOf } from '../battle';
import type { Carry } from '../board/marks';
import type { Hand } from './hand';

export class Grasp {
  #lifting: Promise<unknown> = Promise.resolve();
  #last: Carry | null = null; // where it was dragged to while it was being picked up

  constructor(readonly hand: Hand) {}

  /** Carries a piece: with those marked, if it is one of them. */
  async carry(c: Carry): Promise<void> {
    const { mover } = this.hand;
    switch (c.how) {
      case 'grab':
        this.#last = null;
        this.#lifting = this.#lift(c);
        break;
      case 'drag':
        this.#last = c;
        this.#drag(c);
        break;
      case 'drop':
        await this.#lifting;
        await this.#drop(c.piece);
        break;
      default:
        await this.#lifting;
        mover.cancel();
    }
  }

  async #lift(c: Carry): Promise<void> {
    const { hand } = this;
    const { game, mover, formation } = hand;
    const marked = formation.marked.value;
    const others = marked.includes(c.piece) ? marked.filter((p) => p !== c.piece) : [];
    hand.why.value = null;
    hand.weighed.value = null;
    hand.pending.value = null;
    game.select(c.piece);
    // Those who were picked up and have done nothing yet are put down without a word.
    const chosen = game.table.value?.view.chosen ?? [];
    if (chosen.length && !chosen.includes(c.piece) && game.table.value?.canUndo && !hand.begun) await hand.putDown();
    mover.hold([c.piece, ...others], c.pose);
    if (this.#last) this.#drag(this.#last);
  }

  #drag(c: Carry): void {
    this.hand.mover.drag({ ...c.pose, by: c.by, slack: c.slack }, c.home);
  }

  async #drop(piece: number): Promise<void> {
    const { mover, game, why } = this.hand;
    const b = game.battle.value;
    const answer = await mover.settle();
    if (answer?.odds) await mover.drop();
    else {
      mover.cancel();
      if (answer?.why?.reasons.length && b) why.value = { what: nameOf(b, piece), why: answer.why };
    }
  }

  /** Picks up the counters that are marked. */
  takeTogether(): Promise<void> {
    return this.#take(this.hand.formation.marked.value);
  }

  /** Why pieces cannot act together; null if they can. */
  async whyNotTogether(pieces: readonly number[]): Promise<Why | null> {
    const { game } = this.hand;
    const pose = game.table.value?.view.pieces.find((v) => v.piece === pieces[0])?.pose;
    const answer = pose && (await game.propose(pieces, pose));
    return answer && !answer.actions.length && answer.why?.reasons.length ? answer.why : null;
  }

  /** Picks up another piece than those who act: they have ended then. */
  takeOther(piece: number): Promise<void> {
    return this.#take([piece]);
  }

  async #take(pieces: readonly number[]): Promise<void> {
    const { game, mover, why } = this.hand;
    const b = game.battle.value;
    const pose = game.table.value?.view.pieces.find((v) => v.piece === pieces[0])?.pose;
    if (!pose || !b) return;
    const answer = await mover.take(pieces, pose);
    if (answer && !answer.actions.length && answer.why?.reasons.length) why.value = { what: nameOf(b, pieces[0]), why: answer.why };
  }

  /** Points at a move. */
  async goal(action: string | null, how: 'tap' | 'hover'): Promise<void> {
    const { hand } = this;
    const c = hand.choices.value.find((x) => x.action === action);
    if (hand.mover.held.value || hand.pending.value) return;
    if (c && how === 'tap') await hand.propose(c);
    else if (c) await hand.weigh(c);
    else hand.weighed.value = null;
  }
}
