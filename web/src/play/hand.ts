// The choice a player is making: what has been pointed at so far, what is about to be done, what is asked.

import { computed, effect, signal, untracked } from '@preact/signals';
import type { Choice, Explanation, Hint, Why } from '../api';
import { isLeader, nameOf, placeName, sideOf } from '../battle';
import type { Pick } from '../board/marks';
import { isPlane } from '../board/poses';
import { t as say } from '../i18n';
import { isMine, sideElsewhere } from '../people';
import { later } from '../settled';
import { type GameStore, language, notify, selecting } from '../state';
import { acts, type Answer, answers, asked, begin, buttons, cardsOf, complete, discardsOf, type Draft, fewAnswers, groups, inWords, isAboutOwn, isAnswered, isGoal, isQuestion, likely, moverOf, named, narrow, onward, placesOf, pointed, read, settle, stays } from './choose';
import { Formation } from './formation';
import { Grasp } from './grasp';
import { HandMarks } from './handmarks';
import { Mover, rolls } from './mover';

/** A choice and what is known of it. */
export interface Weighed {
  choice: Choice;
  odds: Explanation;
}

/** Whether a choice has a cost, or the odds of a roll it makes or prepares, to show beforehand. */
export function weighable(c: Choice): boolean {
  const [first, ...more] = c.operands ?? [];
  if (c.rolls || c.cost !== undefined || c.notes !== undefined) return true;
  return first?.kind === 'place' && !more.length && (first.role === 'own' || first.role === 'target' || first.role === 'enemy');
}

/** A move that was made without asking how the pieces face at its end, while they may still face another way. */
export interface Made {
  place: number;
  facing: number;
  options: Map<number, Choice>; // by facing
  open: boolean; // the facings are shown
}

const twice = 400; // milliseconds: so soon a second tap makes a double click

export class Hand {
  /** The choices left after something has been pointed at; null at the beginning. */
  readonly draft = signal<Draft | null>(null);
  /** A choice that waits to be confirmed. */
  readonly pending = signal<Choice | null>(null);
  /** What is known of the choice under the pointer, in focus or pending. */
  readonly weighed = signal<Weighed | null>(null);
  /** The answer to "why not?". */
  readonly why = signal<{ what: string; why: Why } | null>(null);

  /** Why a card cannot be played that was pointed at. */
  readonly cardWhy = signal<{ card: number; why: Why } | null>(null);

  /** The best choices, if they have been requested. */
  readonly hints = signal<Hint[] | 'thinking' | null>(null);
  /** A choice to show on the board before it is made. */
  readonly looked = signal<Choice | null>(null);

  /** The move that was just made. */
  readonly made = signal<Made | null>(null);

  /** The pieces of the stack that is picked up, from the top, and whether each is. */
  readonly members = computed<ReadonlyMap<number, boolean>>(() => {
    const t = this.game.table.value;
    const chosen = t?.view.chosen ?? [];
    if (!t || !chosen.length || this.plane || this.begun) return new Map();
    const at = placesOf(t)(chosen[0]);
    const along = takers(this.choices.value);
    const stack = t.view.pieces.filter((v) => v.place === at && (chosen.includes(v.piece) || along.has(v.piece))).sort((a, b) => a.order - b.order);
    const units = stack.filter((v) => this.game.battle.value?.sheet.pieces[v.piece]?.shape !== 'leader');
    return new Map([...units, ...stack.filter((v) => !units.includes(v))].map((v) => [v.piece, chosen.includes(v.piece)]));
  });

  /** The counters that are moved together. */
  readonly formation: Formation;

  /** The pieces that are carried over a board without places. */
  readonly mover: Mover;

  /** What is done by hand on a board without places. */
  readonly grasp = new Grasp(this);

  /** What the board marks. */
  readonly marks = new HandMarks(this);

  /** Whether the board has no places. */
  get plane(): boolean {
    const b = this.game.battle.value;
    return b !== null && isPlane(b.sheet);
  }

  readonly choices = computed<Choice[]>(() => {
    const t = this.game.table.value;
    if (!t || t.outcome?.over || !isMine(t, t.view.toAct)) return [];
    return t.choices ?? [];
  });

  /** The choices that can be made by pointing. */
  readonly start = computed<Draft>(() => {
    const all = this.choices.value;
    const said = new Set(buttons(all));
    // Where several pieces act together they are marked first, as those of a formation are.
    const alone = (c: Choice) => (c.operands ?? []).filter((o) => o.kind === 'piece' && o.role === 'own').length < 2 && !isGoal(c);
    const t = this.game.table.value;
    const b = this.game.battle.value;
    const list = this.plane ? all.filter(alone) : t && b ? pointed(all, isAboutOwn(t, b)) : all;
    return begin(list.filter((c) => !said.has(c)));
  });

  /** The answers to what is asked, if they are few enough for each to be named; empty otherwise, and on a board without places. */
  readonly answers = computed<Answer[]>(() => {
    const list = this.plane ? [] : answers(this.choices.value);
    return list.length > fewAnswers ? [] : list;
  });

  /** The answers that are what is asked, and stand on the board beside those whom they concern. */
  readonly asked = computed<Answer[]>(() => {
    const t = this.game.table.value;
    const b = this.game.battle.value;
    if (!t || !b || this.game.following.value) return [];
    if (this.plane) return named(t).length && isQuestion(this.choices.value) ? this.buttons.value.map((c) => ({ text: c.text, choices: [c] })) : [];
    return isAnswered(this.answers.value, t, b) ? this.answers.value : [];
  });

  /** The pieces that may be pointed at. */
  readonly able = computed(() => {
    const { movable } = this.marks.offered.value;
    if (!this.plane) return movable;
    // What is done to whom is said by buttons.
    const said = new Set(acts(this.choices.value));
    const left = new Set(this.choices.value.filter((c) => !said.has(c)).flatMap((c) => (c.operands ?? []).filter((o) => o.kind === 'piece').map((o) => o.n)));
    return [...movable.filter((p) => left.has(p)), ...this.free];
  });

  /** The pieces that may be put anywhere, on a board without places. */
  get free(): readonly number[] {
    return this.choices.value.length ? (this.game.table.value?.view.free ?? []) : [];
  }

  /** The choices that are buttons. */
  readonly buttons = computed<Choice[]>(() => [...(this.plane ? acts(this.choices.value) : []), ...buttons(this.choices.value)]);

  /** Whether cards are what is asked about, so that those that cannot be played are dimmed. */
  readonly dims = computed(() => this.cards.value.size > 0 || this.choices.value.some((c) => c.quiet));

  /** The cards that may be played now. */
  readonly cards = computed(() => cardsOf(this.start.value));

  /** Those of them that can only be given up. */
  readonly discards = computed(() => discardsOf(this.start.value));

  /** The card that has been pointed at, if more must be. */
  readonly card = computed<number | null>(() => {
    const options = this.pending.value ? [{ ...read(this.pending.value), rest: [] }] : (this.draft.value ?? []);
    const first = options[0]?.slots.find((s) => s.kind === 'card');
    return first && options.every((o) => o.slots.some((s) => s.kind === 'card' && s.n === first.n && !o.rest.includes(s))) ? first.n : null;
  });

  /** The choices that are made by pointing at a die: of all, or of those left when a card has been pointed at. */
  readonly dice = computed<Choice[]>(() => {
    const first = (o: { rest: { kind: string }[] }) => o.rest[0]?.kind === 'die';
    const draft = this.draft.value;
    return (draft ?? this.choices.value.map(read)).filter(first).map((o) => o.choice);
  });

  /** The cards that would be spent. */
  readonly staked = signal<ReadonlySet<number>>(new Set());

  /** The card that is being dragged. */
  readonly dragged = signal<number | null>(null);

  /** The choices to offer in words on the board: those left of a draft. */
  readonly words = computed<Choice[]>(() => (this.draft.value ? inWords(this.draft.value) : []));

  /** Whether of what has been pointed at only the place to go to is still open. */
  readonly goalOpen = computed(() => {
    const draft = this.draft.value ?? [];
    return draft.length > 0 && !this.pending.value && !this.words.value.length && draft.every((o) => o.rest[0]?.kind === 'place' && o.rest[0].role === 'goal');
  });

  readonly grouped = computed(() => groups(this.choices.value));

  #taken = new Map<number, Choice>(); // the choices that pick up a piece, from before one was picked up
  #untaken = -1; // how many actions there were then
  readonly #picks = signal(1); // by how many actions the pieces are picked up
  #tapped: { place: number; at: number; made?: boolean } = { place: -1, at: 0 };
  #picking: Promise<unknown> = Promise.resolve();
  #doing: Promise<unknown> = Promise.resolve();
  #known = new Map<string, Explanation | null>();
  #cancelWeighing = () => {};
  #asked?: AbortController;
  #version = -1;
  #viewer?: number;

  constructor(readonly game: GameStore) {
    this.formation = new Formation(game);
    this.mover = new Mover(game);
    effect(() => {
      const t = game.table.value;
      if (!t) return;
      untracked(() => {
        if (t.version === this.#version && t.view.side === this.#viewer) return;
        this.#version = t.version;
        this.#viewer = t.view.side;
        this.formation.several.value = false;
        this.#forget();
        if (t.view.chosen?.length) return;
        this.#taken = takers(t.choices);
        this.#untaken = t.n;
        this.#picks.value = 1;
      });
    });
    // Odds, reasons and choices are in the language in which they were requested; the battle is the last to change to another.
    effect(() => {
      void language.value;
      void game.battle.value;
      untracked(() => this.#forget());
    });
  }

  /** Closes everything that is shown about a choice. */
  #forget(): void {
    if (!this.#tapped.made) this.#tapped = { place: -1, at: 0 };
    this.#known.clear();
    this.clear();
    this.why.value = null;
    this.cardWhy.value = null;
    this.closeHints();
  }

  /** Asks why a card cannot be played now. */
  async askCard(card: number): Promise<void> {
    const { game } = this;
    const version = this.#version;
    const why = await game.why({ piece: card });
    if (why?.reasons.length && !why.legal && version === this.#version) this.cardWhy.value = { card, why };
  }

  /** Whether hints are given: to somebody who is asked, but not against people elsewhere. */
  readonly hinted = computed(() => this.choices.value.length > 0 && sideElsewhere(this.game.table.value!) < 0);

  /** Requests hints. */
  async askHint(): Promise<void> {
    if (!this.hinted.value || this.game.busy.value || this.hints.value) return;
    const version = this.#version;
    const lang = language.value;
    this.hints.value = 'thinking';
    const answer = await this.game.hint();
    if (version !== this.#version || lang !== language.value) return;
    this.hints.value = answer?.version === version ? answer.hints : null;
  }

  closeHints(): void {
    this.look(null);
    this.hints.value = null;
  }

  /** Shows a choice on the board, or none. */
  look(c: Choice | null): void {
    if (c === this.looked.value) return;
    this.looked.value = c;
    if (c && (weighable(c) || isGoal(c))) void this.weigh(c);
    else if (!this.pending.value) this.weighed.value = null;
  }

  /** Clears what has been pointed at. */
  clear(): void {
    this.mover.cancel();
    this.#cancelWeighing();
    this.#asked?.abort();
    this.draft.value = null;
    this.pending.value = null;
    this.weighed.value = null;
    this.made.value = null;
    this.leader.value = null;
    this.formation.clear();
  }

  /** Goes one step back: clears the choice, or puts down what was picked up. True if there was something to clear. */
  cancel(): boolean {
    this.why.value = null;
    if (this.mover.cancel()) return true;
    if (this.draft.value || this.pending.value || this.formation.marked.value.length || this.formation.plan.value || this.formation.line.value || this.made.value?.open) {
      this.clear();
      this.formation.several.value = false;
      return true;
    }
    if (this.formation.several.value) {
      this.formation.several.value = false;
      return true;
    }
    if (this.hints.value) {
      this.closeHints();
      return true;
    }
    const t = this.game.table.value;
    if (t?.canUndo && (t.view.chosen?.length ?? 0) > 0 && this.choices.value.length && !(this.plane && this.begun)) {
      void this.game.undo();
      return true;
    }
    return false;
  }

  /** Points at something. One thing is pointed at after another, however fast. */
  pick(p: Pick): Promise<void> {
    const now = performance.now();
    const picked = this.#picking.then(() => this.#pick(p, now));
    this.#picking = picked.catch(() => {});
    return picked;
  }

  async #pick(p: Pick, now: number): Promise<void> {
    await this.#doing;
    const { game } = this;
    const t = game.table.value;
    const b = game.battle.value;
    if (!t || !b || game.busy.value) return;
    if (p.how !== 'drop' && p.facing === undefined) {
      if (p.piece !== undefined) game.select(p.piece);
      else game.selection.value = selecting({ place: p.place });
    }
    this.why.value = null;
    if (!this.choices.value.length) return;
    if (this.formation.line.value) return this.formation.pointAt(p.at ?? p.place);
    if (this.#again(p, now)) return;
    if (this.#turn(p) || this.#regroup(p) || (await this.#pickTogether(p))) return;
    const point = p.how === 'drop' ? { place: p.place } : p;
    const placeOf = placesOf(t);
    if (p.how === 'drop' && (t.view.chosen ?? []).some((c) => placeOf(c) === p.place)) return;
    if (p.how === 'grab' && p.piece !== undefined && t.view.chosen?.includes(p.piece)) return;
    let next = this.draft.value ? narrow(this.draft.value, point, placeOf) : [];
    if (!next.length && p.facing === undefined && this.#meant(p.place)) return;
    if (!next.length) next = narrow(this.start.value, point, placeOf);
    if (next.length) return this.#advance(next, p.out);
    if (this.free.includes(p.piece ?? -1)) return;
    const other = this.#taken.get(p.piece ?? -1);
    const chosen = t.view.chosen ?? [];
    if (other && chosen.length && t.canUndo && !chosen.includes(other.operands![0].n) && (!this.plane || !this.begun)) {
      this.#doing = this.#takeInstead(other);
      return;
    }
    if (this.plane && chosen.length && p.piece !== undefined && sideOf(b, p.piece) === t.view.toAct && !chosen.includes(p.piece)) {
      this.clear();
      this.#doing = this.grasp.takeOther(p.piece);
      return;
    }
    const had = this.draft.value !== null;
    const own = this.#chosenOne();
    if (own !== undefined && p.piece !== undefined && sideOf(b, p.piece) !== t.view.toAct && p.place >= 0) {
      await this.#askAgainst(own, p.place);
      return;
    }
    this.clear();
    // Pointing at an enemy while nobody acts is only looking at it.
    const looks = !chosen.length && p.piece !== undefined && sideOf(b, p.piece) !== t.view.toAct;
    if (p.how === 'drop') await this.#refuse(p);
    else if (!had && !looks && !chosen.includes(p.piece ?? -1)) await this.ask(p);
  }

  /** The piece of the player's own that has been pointed at, if that is all that has been. */
  #chosenOne(): number | undefined {
    const [first, ...others] = this.draft.value ?? [];
    const own = first?.slots.find((s) => !first.rest.includes(s));
    if (own?.kind !== 'piece' || own.role !== 'own') return undefined;
    return others.every((o) => o.slots.some((s) => !o.rest.includes(s) && s.kind === 'piece' && s.n === own.n)) ? own.n : undefined;
  }

  /** Says why a piece can do nothing to the enemies at a place; what may be done with it stays offered. */
  async #askAgainst(piece: number, place: number): Promise<void> {
    const b = this.game.battle.value;
    const version = this.#version;
    const why = await this.game.why({ place, mover: piece });
    if (b && why?.reasons.length && !why.legal && version === this.#version) this.why.value = { what: placeName(b, place), why };
  }

  /** Says why what was dragged somewhere cannot go there, or why what was pointed at cannot be done. */
  #refuse(p: Pick): Promise<void> {
    return this.ask(p.how === 'drop' ? { place: p.place } : p, p.how === 'drop' ? p.piece : undefined);
  }

  /** Whether something was pointed at twice: by a double click, which accepts what the first began, or by Enter. */
  #again(p: Pick, now: number): boolean {
    if (p.facing !== undefined || p.turn || p.many) return false;
    const last = this.#tapped;
    const again = p.how === 'tap' && last.place === p.place && now - last.at < twice;
    if (p.how === 'tap') this.#tapped = { place: p.place, at: again ? 0 : now, made: again && last.made };
    if (again && last.made) return true;
    return (again || p.how === 'key') && this.#meant(p.place) && this.accept();
  }

  /** Does what is about to be done. False if nothing is, or if there is more to choose. */
  accept(): boolean {
    const t = this.game.table.value;
    if (!t || this.game.busy.value) return false;
    const choice = this.pending.value ?? (this.draft.value && likely(this.draft.value, t));
    if (choice) this.act(choice);
    else if (this.mover.waiting.value) void this.mover.confirm();
    else if (this.formation.waiting.value) void this.formation.confirm();
    else return false;
    return true;
  }

  /** Chooses a facing, if that is what is asked. */
  face(facing: number): boolean {
    const open = this.marks.highlights.value.facings;
    if (!open?.options.includes(facing)) return false;
    void this.pick({ place: open.place, facing, how: 'key' });
    return true;
  }

  /** Turns the pieces that have just moved, or shows which ways they may face. False if something else is meant. */
  #turn(p: Pick): boolean {
    const made = this.made.value;
    if (!made || p.place !== made.place || (!p.turn && p.facing === undefined)) return false;
    const choice = made.options.get(p.facing ?? -1);
    if (p.facing === undefined) this.made.value = { ...made, open: true };
    else if (!choice || p.facing === made.facing) this.made.value = { ...made, open: false };
    else this.#doing = this.#turnTo(choice, [...made.options.values()]);
    return true;
  }

  async #turnTo(choice: Choice, alike: readonly Choice[]): Promise<void> {
    if (await this.game.undo()) await this.#make(choice, alike);
  }

  /** Takes a piece out of the stack that is picked up, or adds it. False if something else is meant. */
  #regroup(p: Pick): boolean {
    if (!p.out || p.piece === undefined || !this.members.value.has(p.piece)) return false;
    this.toggle(p.piece);
    return true;
  }

  /** The same for a piece of that stack. */
  toggle(piece: number): void {
    if (this.game.busy.value) return;
    const members = this.members.value;
    const along = takers(this.choices.value).get(piece);
    if (along) {
      this.#doing = this.#take([along.action], this.#picks.value);
      return;
    }
    const kept = [...members].filter(([p, joined]) => joined && p !== piece).map(([p]) => p);
    this.#doing = this.#retake(kept);
  }

  /** Puts down all that is picked up, and picks up some of it. */
  async #retake(pieces: readonly number[]): Promise<void> {
    if (!(await this.putDown())) return;
    const first = this.#taken.get(pieces[0] ?? -1);
    if (!first || !(await this.#take([first.action]))) return;
    for (const p of pieces.slice(1)) {
      const along = takers(this.choices.value).get(p);
      if (along && !(await this.#take([along.action], this.#picks.value))) return;
    }
  }

  /** Picks up pieces, besides those that were picked up by some actions before. */
  async #take(actions: string[], before = 0): Promise<boolean> {
    this.clear();
    this.#picks.value = before + actions.length;
    const done = await this.game.actAtOnce(actions, before > 0);
    if (!done) this.#picks.value = Math.max(1, before);
    return done;
  }

  /** Points at counters that are moved together, or sends them to a place. False if something else is meant. */
  async #pickTogether(p: Pick): Promise<boolean> {
    const { formation } = this;
    if (p.many && p.piece !== undefined && (await this.#markInstead(p.piece))) return true;
    const own = p.piece !== undefined && formation.allowed.value.has(p.piece);
    if (own && p.many) {
      this.draft.value = null;
      return formation.toggle(p.piece!);
    }
    if (own && p.how === 'grab' && (formation.marked.value.includes(p.piece!) || formation.bound.value.has(p.piece!))) {
      // One that may also be moved by itself is, unless it is marked with others.
      const alone = takers(this.choices.value).has(p.piece!) && !formation.marked.value.includes(p.piece!);
      if (alone || !formation.pieces.value.includes(p.piece!)) formation.mark([p.piece!]);
      return true;
    }
    if (own && p.how !== 'drop') {
      if (formation.marked.value.includes(p.piece!)) return true;
      formation.clear();
      return false;
    }
    if (!formation.goes(p)) {
      if (p.how === 'drop' && formation.marked.value.length === 1) formation.clear(); // it was put back
      return p.how === 'drop' && formation.bound.value.size > 0;
    }
    if (await formation.send(p)) return true;
    if (p.how === 'drop' && formation.marked.value.length === 1) formation.clear();
    await this.#refuse(p);
    return true;
  }

  /** Puts down what is picked up, and marks it together with another piece. False if that cannot be. */
  async #markInstead(piece: number): Promise<boolean> {
    const { formation } = this;
    const chosen = this.game.table.value?.view.chosen ?? [];
    const other = chosen.length && !formation.allowed.value.size && !this.plane && !this.begun ? this.#taken.get(piece) : undefined;
    if (!other || chosen.includes(piece) || !(await this.putDown())) return false;
    formation.mark([...chosen, piece]);
    return true;
  }

  /** Shows how all counters that may still move would go forward by a step. */
  forward(): Promise<void> {
    this.draft.value = null;
    this.pending.value = null;
    this.weighed.value = null;
    this.made.value = null;
    this.why.value = null;
    return this.formation.advance();
  }

  /** Marks counters around which a box was drawn, besides those marked before. */
  markTogether(pieces: readonly number[]): void {
    this.draft.value = null;
    this.pending.value = null;
    this.weighed.value = null;
    const { marked } = this.formation;
    const before = marked.value.length;
    this.formation.mark([...marked.value, ...pieces]);
    if (marked.value.length === before) notify(say('play.box.nothing'));
  }

  /** Begins an action with the counters that are marked: with the first that can, and then as many as can join it. */
  async gather(verb: string): Promise<void> {
    const { game } = this;
    let left = [...this.formation.marked.value];
    const begun = new Map(this.choices.value.filter((c) => c.verb === verb).flatMap((c) => [...takers([c])]));
    let next = left.find((p) => begun.has(p));
    let choice = next === undefined ? undefined : begun.get(next);
    this.clear();
    for (let prompt: string | undefined; choice; ) {
      left = left.filter((p) => p !== next);
      if (!(await game.act([choice.action]))) return;
      const { view, choices } = game.table.value!;
      if (prompt !== undefined && view.prompt.key !== prompt) return; // everybody has been gathered
      prompt = view.prompt.key;
      const joining = takers(choices);
      next = left.find((p) => joining.has(p));
      choice = next === undefined ? undefined : joining.get(next);
    }
  }

  /** What may be begun with the counters that are marked. */
  readonly together = computed<string[]>(() => {
    const marked = new Set(this.formation.marked.value);
    if (!marked.size || this.game.table.value?.view.chosen?.length) return [];
    const own = this.choices.value.filter((c) => c.operands?.length === 1 && c.operands[0].kind === 'piece' && marked.has(c.operands[0].n));
    return [...new Set(own.map((c) => c.verb))];
  });

  /** Points at a card in the hand: plays it, or asks for what it is played on. */
  async pickCard(card: number): Promise<void> {
    await this.#doing;
    const t = this.game.table.value;
    if (!t || this.game.busy.value || !this.choices.value.length) return;
    this.why.value = null;
    const again = this.card.value === card && !this.pending.value; // it is put back
    const next = again ? [] : narrow(this.start.value, { card }, placesOf(t));
    // Where cards are not all that is asked about, what would become of the card is said first.
    const apart = this.start.value.some((o) => o.slots[0]?.kind !== 'card');
    if (next.length && apart && complete(next)) {
      this.pending.value = null;
      this.weighed.value = null;
      this.draft.value = next;
      return;
    }
    if (next.length) return this.#advance(next);
    this.clear();
  }

  /** Whether those who act have done something since they were picked up. */
  get begun(): boolean {
    return (this.game.table.value?.n ?? 0) !== this.#untaken + this.#picks.value;
  }

  /** Puts down the pieces that are picked up. False if they cannot be. */
  async putDown(): Promise<boolean> {
    const { game } = this;
    while (game.table.value?.view.chosen?.length) {
      if (!game.table.value.canUndo || !(await game.undo())) return false;
    }
    return true;
  }

  /** Puts down the pieces that are picked up and picks up another. */
  async #takeInstead(other: Choice): Promise<void> {
    const { game } = this;
    if (!(await this.putDown())) return;
    if (game.table.value?.choices.some((c) => c.action === other.action)) await this.#take(other.all ?? [other.action]);
  }

  /** Whether a place has been pointed at or is implied: pointing at it again changes nothing. */
  #meant(place: number): boolean {
    const pending = this.pending.value;
    const options = pending ? [{ ...read(pending), rest: [] }] : (this.draft.value ?? []);
    return options.length > 0 && options.every((o) => o.slots.some((s) => !o.rest.includes(s) && s.kind === 'place' && s.n === place));
  }

  /** Goes on with what is left of the choices: a stack is picked up whole, unless a piece was picked out of it. */
  async #advance(from: Draft, out = false): Promise<void> {
    const { table, battle } = this.game;
    const t = table.value;
    const b = battle.value;
    const ahead = t && b && onward(from, t, b);
    const next = ahead ?? from;
    const c = complete(next);
    this.pending.value = null;
    this.made.value = null;
    if (c && t && (this.plane || !stays(c, this.choices.value, placesOf(t)))) {
      if (c.all && !out) this.#doing = this.#take(c.all);
      else if (ahead && !c.rolls) this.#doing = this.#make(c, from.map((o) => o.choice));
      else await this.propose(c);
      return;
    }
    this.draft.value = next;
    this.weighed.value = null;
  }

  /** Gives an answer; what is still open of it is pointed at. */
  async answer(a: Answer): Promise<void> {
    if (a.choices.length === 1) return this.propose(a.choices[0]);
    this.why.value = null;
    this.#advance(settle(a.choices.map(read)));
  }

  /** A leader who is pointed at as an answer: his units are shown. */
  readonly leader = signal<number | null>(null);

  /** Shows the odds of an answer that is pointed at, if it has any, or whom it would lead. */
  weighAnswer(a: Answer | null): void {
    const c = a?.choices[0];
    const [first] = c?.operands ?? [];
    const b = this.game.battle.value;
    this.leader.value = b && first?.kind === 'piece' && isLeader(b, first.n) ? first.n : null;
    if (this.pending.value) return;
    if (c && (weighable(c) || this.plane)) void this.weigh(c);
    else this.weighed.value = null;
  }

  /** Makes a move of which others differ only in the facing at its end. */
  async #make(c: Choice, alike: readonly Choice[]): Promise<void> {
    const facing = (x: Choice) => x.operands?.find((o) => o.kind === 'facing')?.n ?? -1;
    const n = this.game.table.value?.n ?? 0;
    const place = c.operands?.[0].n ?? -1;
    if (this.#tapped.place === place) this.#tapped.made = true;
    this.clear();
    if (!(await this.game.act([c.action]))) return;
    const t = this.game.table.value;
    if (alike.length > 1 && t?.canUndo && t.n === n + 1) this.made.value = { place, facing: facing(c), options: new Map(alike.map((x) => [facing(x), x])), open: false };
  }

  /** Makes a choice, or shows its odds first if dice would decide. */
  async propose(c: Choice): Promise<void> {
    if (c.rolls || isGoal(c)) {
      this.#cancelWeighing(); // a pending request of the pointer must not replace this
      const version = this.#version;
      const lang = language.value;
      const odds = this.#known.get(c.action) ?? (await this.game.odds(c.action));
      if (version !== this.#version || lang !== language.value) return;
      // Dice are never rolled without confirmation: even without an answer the choice waits for it.
      if (odds ? rolls(odds) : c.rolls) {
        this.pending.value = c;
        this.weighed.value = odds && { choice: c, odds };
        return;
      }
    }
    this.act(c);
  }

  act(c: Choice): void {
    this.clear();
    this.#doing = this.game.act([c.action]);
  }

  /** Previews a place without choosing it. */
  hover(p: Pick | null): void {
    this.#cancelWeighing();
    if (this.pending.value) return;
    const t = this.game.table.value;
    const from = this.draft.value ?? this.start.value;
    this.formation.hover(p ?? { place: -1, how: 'tap' });
    if (!p || !t || !from.length || this.game.busy.value) {
      if (this.weighed.value) this.weighed.value = null;
      return;
    }
    const pointed = p.how === 'drop' ? { place: p.place } : p;
    let d = narrow(from, pointed, placesOf(t));
    if (!d.length && this.draft.value) d = narrow(this.start.value, pointed, placesOf(t));
    const b = this.game.battle.value;
    const unit = moverOf(t);
    const facing = t.view.pieces.find((v) => v.piece === unit)?.facing;
    const option = (b && onward(d, t, b)?.[0]) ?? d.find((o) => o.rest[0]?.kind === 'facing' && o.rest[0].n === facing) ?? d[0];
    if (!option || !weighable(option.choice)) {
      if (this.weighed.value) this.weighed.value = null;
      return;
    }
    this.#cancelWeighing = later(60, () => void this.weigh(option.choice));
  }

  async weigh(c: Choice): Promise<void> {
    const lang = language.value;
    const odds = await this.#odds(c.action);
    if (lang !== language.value || this.pending.value || (this.looked.value && this.looked.value !== c)) return;
    this.weighed.value = odds ? { choice: c, odds } : null;
  }

  async #odds(action: string): Promise<Explanation | null> {
    const known = this.#known.get(action);
    if (known !== undefined) return known;
    this.#asked?.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    const odds = await this.game.odds(action, signal);
    if (!signal.aborted) this.#known.set(action, odds);
    return odds;
  }

  /** Why what was pointed at cannot be done; why a place cannot be entered is asked for the piece that would go there, if one is known. */
  async ask(p: { place?: number; piece?: number }, mover?: number): Promise<void> {
    const t = this.game.table.value;
    const b = this.game.battle.value;
    const what = t && b ? asked(t, b, p) : null;
    if (!what || !t || !b) return;
    const version = t.version;
    const lang = language.value;
    const why = await this.game.why('place' in what ? { ...what, mover } : what);
    if (!why?.reasons.length || why.legal || this.game.table.value?.version !== version || lang !== language.value) return;
    this.why.value = { what: 'piece' in what ? nameOf(b, what.piece) : placeName(b, what.place), why };
  }
}

/** The choices whose only operand is one piece of the player's own, by piece. */
function takers(choices: readonly Choice[]): Map<number, Choice> {
  const out = new Map<number, Choice>();
  for (const c of choices) {
    const [own, ...more] = c.operands ?? [];
    if (own?.kind === 'piece' && own.role === 'own' && !more.length) out.set(own.n, c);
  }
  return out;
}

const hands = new WeakMap<GameStore, Hand>();

/** The only hand of a game's board. */
export function handOf(game: GameStore): Hand {
  let h = hands.get(game);
  if (!h) hands.set(game, (h = new Hand(game)));
  return h;
}
