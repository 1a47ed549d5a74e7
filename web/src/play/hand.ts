// The choice a player is making: what has been pointed at so far, what is about to be done, what is asked.

import { computed, effect, signal, untracked } from '@preact/signals';
import type { Choice, Explanation, Hint, Why } from '../api';
import { nameOf, placeName, sideOf } from '../battle';
import type { Pick } from '../board/marks';
import { isPlane } from '../board/poses';
import { later } from '../settled';
import { type GameStore, language, selecting } from '../state';
import { acts, asked, begin, buttons, cardsOf, complete, discardsOf, type Draft, groups, inWords, isGoal, isQuestion, named, narrow, placesOf, read, stays } from './choose';
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
function weighable(c: Choice): boolean {
  const [first, ...more] = c.operands ?? [];
  return Boolean(c.rolls) || c.cost !== undefined || (first?.kind === 'place' && first.role === 'own' && !more.length);
}

export class Hand {
  /** The choices left after something has been pointed at; null at the beginning. */
  readonly draft = signal<Draft | null>(null);
  /** A choice that waits to be confirmed. */
  readonly pending = signal<Choice | null>(null);
  /** What is known of the choice under the pointer, in focus or pending. */
  readonly weighed = signal<Weighed | null>(null);
  /** The answer to "why not?". */
  readonly why = signal<{ what: string; why: Why } | null>(null);

  /** The best choices, if they have been requested. */
  readonly hints = signal<Hint[] | 'thinking' | null>(null);
  /** A choice to show on the board before it is made. */
  readonly looked = signal<Choice | null>(null);

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
    if (!t || t.outcome?.over || t.seats[t.view.toAct] !== 'human') return [];
    return t.choices ?? [];
  });

  /** The choices that can be made by pointing. */
  readonly start = computed<Draft>(() => {
    const all = this.choices.value;
    const said = new Set(buttons(all));
    // Where several pieces act together they are marked first, as those of a formation are.
    const pointed = this.plane ? all.filter((c) => (c.operands ?? []).filter((o) => o.kind === 'piece' && o.role === 'own').length < 2 && !isGoal(c)) : all;
    return begin(pointed.filter((c) => !said.has(c)));
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

  /** The choices to offer in words on the board: those left of a draft, or the answers to a question about a piece of a board without places. */
  readonly words = computed<Choice[]>(() => {
    if (this.draft.value) return inWords(this.draft.value);
    const t = this.game.table.value;
    return this.plane && t && named(t).length && !this.pending.value && !this.game.following.value && isQuestion(this.choices.value) ? this.buttons.value : [];
  });

  readonly grouped = computed(() => groups(this.choices.value));

  #taken = new Map<number, Choice>(); // the choices that pick up a piece, from before one was picked up
  #untaken = -1; // how many actions there were then
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
        this.#forget();
        if (t.view.chosen?.length) return;
        this.#taken = takers(t.choices);
        this.#untaken = t.n;
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
    this.#known.clear();
    this.clear();
    this.why.value = null;
    this.closeHints();
  }

  /** Requests hints. */
  async askHint(): Promise<void> {
    if (!this.choices.value.length || this.game.busy.value || this.hints.value) return;
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
    if (c) void this.weigh(c);
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
    this.formation.clear();
  }

  /** Goes one step back: clears the choice, or puts down what was picked up. True if there was something to clear. */
  cancel(): boolean {
    this.why.value = null;
    if (this.mover.cancel()) return true;
    if (this.draft.value || this.pending.value || this.formation.marked.value.length || this.formation.plan.value) {
      this.clear();
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

  async pick(p: Pick): Promise<void> {
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
    if (!this.choices.value.length || (await this.#pickTogether(p))) return;
    const point = p.how === 'drop' ? { place: p.place } : p;
    const placeOf = placesOf(t);
    if (p.how === 'drop' && (t.view.chosen ?? []).some((c) => placeOf(c) === p.place)) return;
    if (p.how === 'grab' && p.piece !== undefined && t.view.chosen?.includes(p.piece)) return;
    let next = this.draft.value ? narrow(this.draft.value, point, placeOf) : [];
    if (!next.length && p.facing === undefined && this.#meant(p.place)) return;
    if (!next.length) next = narrow(this.start.value, point, placeOf);
    if (next.length) return this.#advance(next);
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
    this.clear();
    // On a board without places pointing at an enemy while nobody acts is only looking at it.
    const looks = this.plane && !chosen.length && p.piece !== undefined && sideOf(b, p.piece) !== t.view.toAct;
    if (!had && !looks && !chosen.includes(p.piece ?? -1)) await this.ask(p);
  }

  /** Points at counters that are moved together, or sends them to a place. False if something else is meant. */
  async #pickTogether(p: Pick): Promise<boolean> {
    const { formation } = this;
    const own = p.piece !== undefined && formation.allowed.value.has(p.piece);
    if (own && p.many) {
      this.draft.value = null;
      return formation.toggle(p.piece!);
    }
    if (own && p.how === 'grab') {
      if (!formation.pieces.value.includes(p.piece!)) formation.mark([p.piece!]);
      return true;
    }
    if (own && p.how !== 'drop') {
      if (formation.marked.value.includes(p.piece!)) return true;
      formation.clear();
      return false;
    }
    if (!formation.goes(p)) {
      if (p.how === 'drop' && formation.marked.value.length === 1) formation.clear(); // it was put back
      return p.how === 'drop' && formation.allowed.value.size > 0;
    }
    if (await formation.send(p)) return true;
    if (p.how === 'drop' && formation.marked.value.length === 1) formation.clear();
    await this.ask(p);
    return true;
  }

  /** Marks counters around which a box was drawn, besides those marked before. */
  markTogether(pieces: readonly number[]): void {
    this.draft.value = null;
    this.pending.value = null;
    this.weighed.value = null;
    this.formation.mark([...this.formation.marked.value, ...pieces]);
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
    return (this.game.table.value?.n ?? 0) !== this.#untaken + 1;
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
    if (game.table.value?.choices.some((c) => c.action === other.action)) await game.act([other.action]);
  }

  /** Whether a place has been pointed at or is implied: pointing at it again changes nothing. */
  #meant(place: number): boolean {
    const pending = this.pending.value;
    const options = pending ? [{ ...read(pending), rest: [] }] : (this.draft.value ?? []);
    return options.length > 0 && options.every((o) => o.slots.some((s) => !o.rest.includes(s) && s.kind === 'place' && s.n === place));
  }

  async #advance(next: Draft): Promise<void> {
    const c = complete(next);
    this.pending.value = null;
    const t = this.game.table.value;
    if (c && t && (this.plane || !stays(c, this.choices.value, placesOf(t)))) return this.propose(c);
    this.draft.value = next;
    this.weighed.value = null;
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
    const unit = t.view.chosen?.[0];
    const facing = t.view.pieces.find((v) => v.piece === unit)?.facing;
    const option = d.find((o) => o.rest[0]?.kind === 'facing' && o.rest[0].n === facing) ?? d[0];
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

  /** Why what was pointed at cannot be done. */
  async ask(p: { place?: number; piece?: number }): Promise<void> {
    const t = this.game.table.value;
    const b = this.game.battle.value;
    const what = t && b ? asked(t, b, p) : null;
    if (!what || !t || !b) return;
    const version = t.version;
    const lang = language.value;
    const why = await this.game.why(what);
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
