// What the board marks for the choice that a player is making.

import { computed } from '@preact/signals';
import type { Explanation } from '../api';
import { isUnit, piecesWhere, sideOf } from '../battle';
import { turners } from '../board/Handles';
import { type Highlights, noHighlights } from '../board/marks';
import type { Ghosts, PlaneMarks, Said } from '../board/Plane';
import { inUnits, turnOf } from '../board/poses';
import { percent, t as say } from '../i18n';
import { strikeOf } from '../moves';
import { basesMeant, groupNamed, highlights, involved, moverOf, placesOf, planeMarks } from './choose';
import type { Hand } from './hand';

export class HandMarks {
  constructor(readonly hand: Hand) {}

  /** What may be pointed at, or what a choice to confirm is about. */
  readonly offered = computed<Highlights>(() => {
    const { game, pending, draft, start } = this.hand;
    const t = game.table.value;
    const b = game.battle.value;
    if (!t || !b) return noHighlights;
    if (pending.value) return involved(pending.value, t, b);
    const made = this.hand.made.value;
    if (made?.open) return { ...highlights(start.value, t, b, false), facings: { place: made.place, options: [...made.options.keys()].sort(), likely: made.facing } };
    const all = highlights(start.value, t, b, false);
    if (!draft.value) return all;
    const left = highlights(draft.value, t, b, true);
    // While a facing is chosen another place may still be chosen instead.
    const elsewhere = [...left.places.values()].some((h) => h.kind !== 'start');
    return left.facings && !elsewhere ? { ...left, places: all.places } : left;
  });

  readonly #dragging = computed(() => this.hand.mover.held.value !== null);

  /** Everything but what changes with each movement of a drag. */
  readonly highlights = computed<Highlights>(() => {
    const marks = this.#grouped(this.#pointed.value);
    if (!this.hand.plane) return { ...marks, ...this.#held.value };
    return { ...marks, marked: this.hand.formation.marked.value, plane: this.#standing.value, trail: this.#dragging.value ? undefined : marks.trail };
  });

  /** What is marked of the pieces that are picked up or have just moved. */
  readonly #held = computed<Partial<Highlights>>(() => {
    const { game, made, members, weighed, pending } = this.hand;
    const t = game.table.value;
    const chosen = t?.view.chosen ?? [];
    const move = weighed.value?.choice.operands ?? [];
    const moves = chosen.length > 0 && move[0]?.kind === 'place' && move[0].role === 'goal' && move[1]?.kind === 'facing' && !pending.value;
    return {
      turn: made.value && !made.value.open ? { place: made.value.place, facing: made.value.facing, options: [...made.value.options.keys()] } : undefined,
      shade: moves ? { piece: moverOf(t!)!, place: move[0].n, facing: move[1].n } : undefined,
      joined: t && members.value.size > 1 ? { place: placesOf(t)(chosen[0]), pieces: members.value } : undefined,
    };
  });

  /** The bases that are being moved over a board without places, or would be by the choice under the pointer. */
  readonly ghosts = computed<Ghosts | null>(() => {
    const { mover, weighed, plane, game, formation } = this.hand;
    if (!plane) return null;
    const plan = formation.plan.value?.plan;
    if (plan) return { ends: plan.ends, says: [], piece: -1, shades: [] };
    const held = mover.held.value;
    const odds = held ? mover.proposal.value?.odds : weighed.value?.odds;
    if (!held && !odds?.ends?.length) return null;
    if (held?.home) return { ends: [], says: [{ text: say('plane.home') }], wished: held.near, piece: held.pieces[0], shades: [] };
    const piece = held?.pieces[0] ?? odds?.ends?.[0]?.piece ?? -1;
    return { ends: odds?.ends ?? [], says: odds ? measured(odds, game.battle.value?.sheet.states) : [], wished: held?.near, piece, shades: odds?.shades ?? [] };
  });

  /** What a piece can be pulled by: those who act by what the table says, one that may be put anywhere by what turns it. */
  #handles(): PlaneMarks['handles'] {
    const { game, choices, pending, free } = this.hand;
    const t = game.table.value;
    const b = game.battle.value;
    if (!t || !b || !choices.value.length || pending.value) return undefined;
    if (t.handles && t.view.chosen) return { piece: t.view.chosen[0], list: t.handles };
    const { piece } = game.selection.value;
    const pose = t.view.pieces.find((v) => v.piece === piece)?.pose;
    return piece !== null && pose && free.includes(piece) ? { piece, list: turners(b.sheet, b.sheet.pieces[piece], pose) } : undefined;
  }

  readonly #standing = computed<PlaneMarks>(() => {
    const { game, draft, start, pending, choices, free } = this.hand;
    const plane = planeMarks(draft.value ?? start.value, pending.value ? [] : choices.value);
    if (game.table.value && game.battle.value) plane.meant = basesMeant(game.table.value, game.battle.value);
    for (const p of free) plane.bases.set(p, 'own');
    this.#nameGroups(plane);
    plane.liftable = this.#liftable(plane);
    plane.handles = this.#handles();
    return plane;
  });

  /** Where one of several groups is to be named, marks which piece belongs to which, and the one that is pointed at. */
  #nameGroups(plane: PlaneMarks): void {
    const { game, choices, looked } = this.hand;
    const t = game.table.value;
    const b = game.battle.value;
    if (!t || !b || game.following.value) return;
    const groups = choices.value.map((c) => groupNamed(c, t, b)).filter((g) => g.pieces.length);
    if (groups.length < 2) return;
    plane.groups = new Map(groups.flatMap((g) => g.pieces.map((p): [number, number] => [p, g.n])));
    if (looked.value) plane.meant = { own: groupNamed(looked.value, t, b).pieces, enemy: [] };
  }

  /** What may be dragged: who may act next or, while others act, who has not acted yet. */
  #liftable(plane: PlaneMarks): ReadonlySet<number> {
    const t = this.hand.game.table.value;
    const b = this.hand.game.battle.value;
    if (!t || !b || !this.hand.choices.value.length) return new Set();
    if (!t.view.chosen?.length) return new Set([...plane.bases].filter(([, kind]) => kind === 'own').map(([p]) => p));
    const waits = (states: readonly string[] = []) => !states.some((s) => b.sheet.did?.[s]);
    return new Set(t.view.pieces.filter((v) => v.pose && sideOf(b, v.piece) === t.view.toAct && waits(v.states)).map((v) => v.piece));
  }

  readonly #pointed = computed<Highlights>(() => {
    const marks = this.#looking.value ?? this.offered.value;
    const odds = this.hand.weighed.value?.odds;
    const { own, enemy } = this.#reasons(odds);
    const way = odds?.path ?? [];
    const charge = this.#charge(odds) ?? this.#told();
    const path = way.length > 1 && !charge ? way : undefined;
    const trail = odds?.trail;
    if (!path && !trail && !charge && !own.length && !enemy.length) return marks;
    const joined = (list: number[] | undefined, more: number[]) => [...new Set([...(list ?? []), ...more])];
    return { ...marks, path, trail, charge, meant: { own: joined(marks.meant?.own, own), enemy: joined(marks.meant?.enemy, enemy) } };
  });

  /** The units of a leader who is pointed at. */
  #led(): number[] {
    const b = this.hand.game.battle.value;
    const group = b && this.hand.leader.value !== null ? b.sheet.pieces[this.hand.leader.value].group : undefined;
    return b && group !== undefined ? piecesWhere(b, (c) => c.group === group) : [];
  }

  /** Adds the counters that are moved together, and where they would end. */
  #grouped(marks: Highlights): Highlights {
    const t = this.hand.game.table.value;
    const { marked, pieces, plan, line } = this.hand.formation;
    if (!t) return marks;
    const placeOf = placesOf(t);
    if (!marked.value.length && !plan.value && !line.value) {
      const led = this.#led().map(placeOf).filter((h) => h >= 0);
      return led.length ? { ...marks, group: led } : marks;
    }
    const gesture = plan.value?.gesture;
    const drawn = line.value ?? (gesture && 'line' in gesture ? gesture.line : undefined);
    const base = this.hand.formation.advancing.value ? { ...marks, movable: [], places: new Map() } : marks;
    return { ...base, group: pieces.value.map(placeOf).filter((h) => h >= 0), ghosts: plan.value?.plan.ends, line: drawn };
  }

  /** The start and end of a considered move that ends with an attack: from the units chosen to the enemy. */
  #charge(odds: Explanation | undefined): Highlights['charge'] {
    const t = this.hand.game.table.value;
    const target = this.hand.weighed.value?.choice.operands?.find((o) => o.kind === 'place' && o.role === 'enemy')?.n;
    if (!odds?.path?.length || !t || target === undefined) return undefined;
    const from = t.view.chosen?.length ? placesOf(t)(moverOf(t)!) : odds.path[0];
    return from >= 0 && from !== target ? { from, to: target } : undefined;
  }

  /** The last charge reported, unless another choice is being made. */
  #told(): Highlights['charge'] {
    const t = this.hand.game.table.value;
    if (!t || this.hand.weighed.value || this.hand.draft.value || this.hand.pending.value) return undefined;
    const shown = this.hand.game.following.value;
    return strikeOf(shown ? [shown] : (t.last ?? []), t);
  }

  /** What the board marks for a choice being previewed. */
  readonly #looking = computed<Highlights | null>(() => {
    const t = this.hand.game.table.value;
    const b = this.hand.game.battle.value;
    const c = this.hand.looked.value;
    return t && b && c && !this.hand.pending.value ? involved(c, t, b) : null;
  });

  /** The places of the units that the reasons of the odds name. */
  #reasons(odds: Explanation | undefined): { own: number[]; enemy: number[] } {
    const t = this.hand.game.table.value;
    const b = this.hand.game.battle.value;
    if (!t || !b || !odds?.modifiers?.length) return { own: [], enemy: [] };
    const units = odds.modifiers.flatMap((m) => m.args ?? []).filter((a) => a.kind === 'piece' && isUnit(b, a.n));
    const placeOf = placesOf(t);
    const of = (side: number) => units.filter((a) => sideOf(b, a.n) === side).map((a) => placeOf(a.n)).filter((h) => h >= 0);
    return { own: of(t.view.toAct), enemy: of(1 - t.view.toAct) };
  }
}

/**
 * How far a move goes over a board without places, and how much is left, or the angle of a turn; then what it leads to. A note
 * that names a state is a warning, and comes before the others.
 */
function measured(odds: Explanation, states: Record<string, string> = {}): Said[] {
  const [from, to] = [odds.trail?.[0], odds.trail?.at(-1)];
  const turn = from && to ? turnOf(from.heading, to.heading) : 0;
  const way = turn ? [say('plane.angle', { angle: Math.round(Math.abs(turn)) })] : [];
  if (odds.allowance !== undefined) way.push(say('plane.used', { used: inUnits(odds.cost ?? 0), left: inUnits(Math.max(0, odds.allowance - (odds.cost ?? 0))) }));
  const tests = odds.also.slice(0, 1).map((o) => ({ text: say('plane.chance', { what: o.text, chance: percent(o.weight / o.of) }) }));
  const notes = (odds.notes ?? []).map((n) => ({ text: n.text, warns: n.key.replace(/^note\./, '') in states }));
  return [{ text: way.join(' · ') }, ...notes.filter((n) => n.warns), ...tests, ...notes.filter((n) => !n.warns)].filter((x) => x.text);
}
