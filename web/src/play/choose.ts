// From the list of legal choices to what may be clicked. A choice has operands in the order in which the player points
// at them: a piece, a place, a facing. Pointing at something keeps the choices that continue with it. No rules are
// known here.

import type { BattleData, Choice, Operand, Pool, TableData } from '../api';
import { isUnit, sideOf } from '../battle';
import type { Highlights, PlaceMark } from '../board/marks';
import type { PlaneMarks } from '../board/Plane';

/** A choice with the operands still to be pointed at. */
export interface Option {
  choice: Choice;
  slots: Operand[]; // all of them
  rest: Operand[]; // those to come
}

/** The options that are left; the first draft has all of them. */
export type Draft = Option[];

/** What is pointed at. */
export interface Pointed {
  place?: number;
  piece?: number;
  facing?: number;
  card?: number; // its piece
}

/** The kinds of operands that can be pointed at, on the board or in the hand; the others are chosen from a list. */
const onBoard = new Set(['piece', 'place', 'facing', 'card']);

const pointable = (c: Choice) => (c.operands ?? []).some((o) => onBoard.has(o.kind));

export function read(choice: Choice): Option {
  const slots = choice.operands ?? [];
  return { choice, slots, rest: slots };
}

/** The draft of all legal choices. If only one stack or piece is possible, it need not be pointed at. */
export function begin(choices: readonly Choice[]): Draft {
  const all = choices.map(read);
  if (all.length && all.every((o) => o.rest.length > 1 && o.rest[0].kind === 'piece' && equal(o.rest[0], all[0].rest[0]))) {
    return all.map((o) => ({ ...o, rest: o.rest.slice(1) }));
  }
  const byVerb = new Map<string, Option[]>();
  for (const o of all) byVerb.set(o.choice.verb, [...(byVerb.get(o.choice.verb) ?? []), o]);
  return all.map((o) => {
    const same = byVerb.get(o.choice.verb) ?? [];
    const onlyOne = o.rest[0]?.kind === 'place' && o.rest[0].role === 'own' && o.rest.length > 1 && same.every((p) => p.rest.length > 1 && equal(p.rest[0], o.rest[0]));
    return onlyOne ? { ...o, rest: o.rest.slice(1) } : o;
  });
}

const equal = (a: Operand, b: Operand) => a.kind === b.kind && a.n === b.n && a.text === b.text;

/**
 * Keeps the options that continue with what is pointed at. An empty draft means that it is not offered. Operands that
 * no longer need pointing at are skipped, except for where a piece that was pointed at goes.
 */
export function narrow(draft: Draft, p: Pointed, placeOf: (piece: number) => number): Draft {
  const tests: ((s: Operand) => boolean)[] = [];
  if (p.card !== undefined) tests.push((s) => s.kind === 'card' && s.n === p.card);
  if (p.facing !== undefined) tests.push((s) => s.kind === 'facing' && s.n === p.facing);
  if (p.piece !== undefined) tests.push((s) => s.kind === 'piece' && s.n === p.piece);
  if (p.place !== undefined) tests.push((s) => s.kind === 'place' && s.n === p.place);
  if (p.place !== undefined && p.place >= 0) tests.push((s) => s.kind === 'piece' && placeOf(s.n) === p.place);
  for (const test of tests) {
    const kept = draft.filter((o) => o.rest.length > 0 && test(o.rest[0]));
    if (!kept.length) continue;
    const first = kept[0].rest[0];
    const same = first.kind === 'piece' ? kept.filter((o) => equal(o.rest[0], first)) : kept;
    // Several pieces of one stack, none of which was pointed at: ask which is meant, or take the first if more has to
    // be pointed at. What the whole stack may do is offered too.
    const other = kept.some((o) => !equal(o.rest[0], first)) ? kept : [];
    const whole = first.kind === 'piece' && p.place !== undefined ? draft.filter((o) => o.rest[0]?.kind === 'place' && o.rest[0].n === p.place) : [];
    const either = [...new Set([...same, ...other, ...whole])];
    const meant = either.length > same.length && either.every((o) => o.rest.length === 1) ? either : same;
    const left = meant.map((o) => ({ ...o, rest: o.rest.slice(1) }));
    const asked = first.kind === 'piece' && left.every((o) => o.rest[0]?.kind === 'place' && o.rest[0].role === 'goal');
    return asked ? left : settle(left);
  }
  return attacked(draft, p);
}

/** Pointing at an enemy before one of the units that can attack it. */
function attacked(draft: Draft, p: Pointed): Draft {
  const kept = draft.filter((o) => {
    const enemy = foe(o);
    return enemy?.kind === 'piece' ? enemy.n === p.piece : enemy !== undefined && enemy.n === p.place;
  });
  return settle(kept.map((o) => ({ ...o, rest: [o.rest[0], ...o.rest.slice(2)] })));
}

/** The enemy in a choice that begins with the player's own: a place, or a piece of a board without places. */
function foe(o: Option): Operand | undefined {
  const [own, next] = o.rest;
  if (o.rest.length !== o.slots.length || own?.role !== 'own') return undefined;
  if (next?.kind === 'place') return next.role === 'enemy' ? next : undefined;
  return next?.kind === 'piece' && (next.role === 'enemy' || next.role === 'target') ? next : undefined;
}

/** Drops operands that all options share, which need no pointing. */
export function settle(draft: Draft): Draft {
  let d = draft;
  while (d.length && d.every((o) => o.rest.length > 0 && equal(o.rest[0], d[0].rest[0]))) {
    d = d.map((o) => ({ ...o, rest: o.rest.slice(1) }));
  }
  return d;
}

/** The place that a move of picked-up pieces has been sent to, if all that is left open is how they face there; -1 otherwise. */
function sentTo(draft: Draft): number {
  const goal = draft[0]?.slots[0];
  const open = (o: Option) => o.rest[0]?.kind === 'facing' && o.slots[0]?.kind === 'place' && o.slots[0].role === 'goal' && o.slots[0].n === goal.n;
  return draft.length > 0 && draft.every(open) ? goal.n : -1;
}

/**
 * Of moves to one place those that face the way they go: at the least cost, then nearest to the direction from where the pieces
 * are, then with the least turn. Null if the draft is something else, or if the pieces only turn.
 */
export function onward(draft: Draft, table: TableData, { sheet }: BattleData): Draft | null {
  const to = sentTo(draft);
  const moving = moverOf(table);
  const mover = table.view.pieces.find((v) => v.piece === moving);
  if (to < 0 || !mover || mover.place < 0 || mover.place === to) return null;
  const [a, b] = [sheet.places[mover.place], sheet.places[to]];
  const way = (Math.atan2(b.x - a.x, a.y - b.y) * 180) / Math.PI;
  const angle = (f: number) => sheet.facings?.[f]?.angle ?? 0;
  const between = (x: number, y: number) => Math.round(Math.abs(((x - y + 540) % 360) - 180));
  const rank = (o: Option) => {
    const f = o.rest[0].n;
    return [o.choice.cost ?? 0, between(angle(f), way), between(angle(f), angle(mover.facing))];
  };
  const least = (x: Option, y: Option) => rank(x).reduce((d, v, i) => d || v - rank(y)[i], 0);
  const best = draft.reduce((x, y) => (least(y, x) < 0 ? y : x));
  return settle(draft.filter((o) => o.rest[0].n === best.rest[0].n));
}

/** The piece that moves: of those picked up the one that the prompt is about, or else the first. */
export function moverOf(table: TableData): number | undefined {
  const chosen = table.view.chosen ?? [];
  return named(table).find((p) => chosen.includes(p)) ?? chosen[0];
}

/** What Enter accepts of a draft: the only choice that is left or, if only facings are left, the one that keeps the pieces as they face. */
export function likely(draft: Draft, table: TableData): Choice | null {
  const only = complete(draft);
  if (only) return only;
  if (!draft.length || draft.some((o) => o.rest.length !== 1 || o.rest[0].kind !== 'facing')) return null;
  const piece = draft[0].slots.find((s) => s.kind === 'piece')?.n ?? moverOf(table);
  const facing = table.view.pieces.find((v) => v.piece === piece)?.facing;
  return draft.find((o) => o.rest[0].n === facing)?.choice ?? null;
}

/** The only choice left in a draft, if there is just one. */
export function complete(draft: Draft): Choice | null {
  return draft.length === 1 && draft[0].rest.length === 0 ? draft[0].choice : null;
}

/**
 * Whether a choice leaves in place a piece that other choices would move. Pointing at the piece then means that it
 * moves, and the choice is offered in words.
 */
export function stays(c: Choice, all: readonly Choice[], placeOf: (piece: number) => number): boolean {
  const [own, ...more] = c.operands ?? [];
  if (own?.role !== 'own' || more.length) return false;
  const at = (o: Operand) => (o.kind === 'piece' ? placeOf(o.n) : o.n);
  return all.some((x) => (x.operands?.length ?? 0) > 1 && x.operands?.[0].role === 'own' && at(x.operands[0]) === at(own));
}

/** The choices that pointing at the board cannot distinguish: they are offered in words. */
export function inWords(draft: Draft): Choice[] {
  return draft.filter((o) => !o.rest.length || !onBoard.has(o.rest[0].kind)).map((o) => o.choice);
}

/** The choice that is made by pointing at a die of a pool: at one's own to roll it again, or at one of the enemy's. */
export function dieOf(choices: readonly Choice[], pool: Pool, face: number, toAct: number): Choice | undefined {
  return choices.find((c) => {
    const die = c.operands?.find((o) => o.kind === 'die');
    const word = c.operands?.find((o) => o.kind === 'key')?.text ?? '';
    if (die?.n !== face || word !== (pool.named ?? '') || pool.side < 0) return false;
    return die.role === 'own' ? pool.side === toAct : die.role === 'enemy' && pool.side !== toAct;
  });
}

/** The cards that can only be given up. */
export function discardsOf(draft: Draft): Set<number> {
  const kept = new Set(draft.flatMap((o) => (o.rest[0]?.kind === 'card' && !o.choice.discards ? [o.rest[0].n] : [])));
  return new Set([...cardsOf(draft)].filter((card) => !kept.has(card)));
}

/** The cards that may be pointed at next. */
export function cardsOf(draft: Draft): Set<number> {
  return new Set(draft.flatMap((o) => (o.rest[0]?.kind === 'card' ? [o.rest[0].n] : [])));
}

/** The location of the piece or place pointed at, for the facings to choose from. */
function anchor(o: Option, placeOf: (piece: number) => number): number {
  const done = o.slots.filter((s) => !o.rest.includes(s));
  for (let i = done.length - 1; i >= 0; i--) {
    const s = done[i];
    if (s.kind === 'place') return s.n;
    if (s.kind === 'piece') return placeOf(s.n);
  }
  return -1;
}

function markOf(o: Operand): 'own' | PlaceMark {
  switch (o.role) {
    case 'own':
      return 'own';
    case 'target':
      return 'target';
    case 'enemy':
      return 'attack';
    default:
      return 'move';
  }
}

/** What the board should mark for a draft. */
export function highlights(draft: Draft, table: TableData, battle: BattleData, begun: boolean): Highlights {
  const placeOf = placesOf(table);
  const tops = new Map<number, number>();
  for (const v of table.view.pieces) {
    if (v.place >= 0 && v.order === 0 && isUnit(battle, v.piece)) tops.set(v.place, v.piece);
  }
  const movable = new Set<number>();
  const places: Highlights['places'] = new Map();
  const facings = new Map<number, Set<number>>();
  const turning = draft.every((o) => o.rest[0]?.kind === 'facing'); // there is nothing else to choose
  for (const o of draft) {
    const next = o.rest[0];
    if (!next) continue;
    if (next.kind === 'piece') movable.add(next.n);
    else if (next.kind === 'facing') {
      const place = anchor(o, placeOf);
      if (place >= 0 && (begun || turning)) facings.set(place, (facings.get(place) ?? new Set()).add(next.n));
    } else if (next.kind === 'place') {
      const kind = markOf(next);
      const top = tops.get(next.n);
      if (kind === 'own') {
        if (top !== undefined) movable.add(top);
        const enemy = foe(o);
        if (enemy?.kind === 'place') places.set(enemy.n, { kind: 'attack' });
        continue;
      }
      const { cost } = o.choice;
      const known = places.get(next.n);
      const least = cost === undefined ? known?.text : String(Math.min(cost, known?.text ? Number(known.text) : cost));
      places.set(next.n, { kind, text: kind === 'move' ? least : undefined });
    }
  }
  for (const p of table.view.chosen ?? []) {
    const place = placeOf(p);
    if (place >= 0 && !places.has(place)) places.set(place, { kind: 'start' });
  }
  const out: Highlights = { movable: [...movable], places, meant: meant(table, battle) };
  if (facings.size === 1) {
    const [[place, options]] = facings;
    out.facings = { place, options: [...options].sort(), likely: begun ? likely(draft, table)?.operands?.findLast((o) => o.kind === 'facing')?.n : undefined };
  }
  return out;
}

/** What a board without places should mark for a draft. */
export function planeMarks(draft: Draft, choices: readonly Choice[]): PlaneMarks {
  const bases: PlaneMarks['bases'] = new Map();
  const mark = (o: Operand) => {
    const kind = o.role === 'enemy' ? 'attack' : o.role === 'target' ? 'target' : 'own';
    if (!bases.has(o.n)) bases.set(o.n, kind);
  };
  for (const o of draft) {
    if (o.rest[0]?.kind === 'piece') mark(o.rest[0]);
    const enemy = foe(o);
    if (enemy?.kind === 'piece') mark(enemy);
  }
  return { bases, candidates: choices.filter(isGoal), liftable: new Set() };
}

/** The bases that the question is about, and those that act, on both sides. */
export function basesMeant(table: TableData, battle: BattleData): NonNullable<PlaneMarks['meant']> {
  const pieces = [...new Set([...named(table), ...(table.view.chosen ?? [])])];
  const asked = sideAsked(table, battle);
  return { own: pieces.filter((p) => sideOf(battle, p) === asked), enemy: pieces.filter((p) => sideOf(battle, p) !== asked) };
}

/** The pieces of the group that a choice names, and its number; none if it names no group. */
export function groupNamed(c: Choice, table: TableData, { sheet }: BattleData): { n: number; pieces: number[] } {
  const n = c.operands?.find((o) => o.role === 'group')?.n ?? 0;
  const own = new Set(sheet.pieces.filter((p) => p.side === table.view.toAct).map((p) => p.group));
  const group = sheet.groups?.filter((g) => own.has(g.id))[n - 1];
  return { n, pieces: group ? table.view.pieces.map((v) => v.piece).filter((p) => sheet.pieces[p]?.group === group.id) : [] };
}

/** What the board should mark for a choice to be confirmed: only the units that take part in it. */
export function involved(c: Choice, table: TableData, battle: BattleData): Highlights {
  const asked = meant(table, battle);
  const placeOf = placesOf(table);
  const own = new Set(asked?.own);
  const places: Highlights['places'] = new Map();
  for (const s of c.operands ?? []) {
    if (s.kind === 'piece') own.add(placeOf(s.n));
    if (s.kind !== 'place') continue;
    const kind = markOf(s);
    if (kind === 'own') own.add(s.n);
    else places.set(s.n, { kind });
  }
  return { movable: [], places, meant: { own: [...own].filter((h) => h >= 0), enemy: asked?.enemy ?? [] } };
}

/** The places of the units that the prompt is about, and of those being moved or shooting, on both sides. */
function meant(table: TableData, battle: BattleData): Highlights['meant'] {
  const placeOf = placesOf(table);
  const own = new Set<number>();
  const enemy = new Set<number>();
  const units = [...named(table), ...(table.view.chosen ?? [])].filter((p) => isUnit(battle, p));
  for (const p of units) {
    const place = placeOf(p);
    if (place >= 0) (sideOf(battle, p) === sideAsked(table, battle) ? own : enemy).add(place);
  }
  // A roll that concerns only one side belongs to that side.
  if (!own.size && table.view.toAct < 0) return { own: [...enemy], enemy: [] };
  return { own: [...own], enemy: [...enemy] };
}

/** The pieces that the prompt names. */
export function named(table: TableData): number[] {
  const pieces: number[] = [];
  for (const a of table.view.prompt.args ?? []) {
    if (a.kind === 'piece') pieces.push(a.n);
    if (a.kind === 'pieces') pieces.push(...(a.list ?? []));
    if (a.kind === 'place') pieces.push(...table.view.pieces.filter((v) => v.place === a.n).map((v) => v.piece));
  }
  return pieces;
}

// No side is asked for a roll: then it is the side whose leader is active.
function sideAsked(table: TableData, battle: BattleData): number {
  return table.view.toAct >= 0 ? table.view.toAct : sideOf(battle, table.view.active);
}

export function placesOf(table: TableData): (piece: number) => number {
  const m = new Map(table.view.pieces.map((v) => [v.piece, v.place]));
  return (p) => m.get(p) ?? -1;
}

/** The list of all choices, grouped by verb; those that end a step come last. */
export interface Group {
  verb: string;
  choices: Choice[];
}

export function groups(choices: readonly Choice[]): Group[] {
  const out = new Map<string, Choice[]>();
  for (const c of choices) out.set(c.verb, [...(out.get(c.verb) ?? []), c]);
  const ends = (g: Group) => Number(g.choices[0].ends ?? false);
  return [...out].map(([verb, list]) => ({ verb, choices: list })).sort((a, b) => ends(a) - ends(b));
}

/** Whether a choice is a move that the board shows by where it ends. */
export const isGoal = (c: Choice): boolean => c.goals !== undefined && (c.operands?.length ?? 0) > 0;

/** The choices with nothing to point at, or that pointing cannot distinguish: they are buttons. */
export function buttons(choices: readonly Choice[]): Choice[] {
  const pointing = choices.filter(pointable);
  const verbs = new Set(pointing.map((c) => c.verb));
  const about = new Set(pointing.map((c) => JSON.stringify(c.operands)));
  const alike = pointing.length > 1 && !pointing.some((c) => c.operands?.[0].kind === 'card') && verbs.size === pointing.length && about.size === 1;
  return alike ? [...choices] : choices.filter((c) => !pointable(c) && !isGoal(c));
}

/** An answer to what is asked: a choice, or several that differ in what is pointed at last, such as a facing. */
export interface Answer {
  text: string;
  choices: Choice[];
}

/** The answers that choices amount to; those that end a step come last. */
export function answers(choices: readonly Choice[]): Answer[] {
  const acts = new Map<string, Answer>();
  const out: Answer[] = [];
  for (const c of choices) {
    const known = c.act === undefined ? undefined : acts.get(`${c.verb} ${c.act}`);
    if (known) {
      known.choices.push(c);
      continue;
    }
    const answer = { text: c.act ?? c.text, choices: [c] };
    if (c.act !== undefined) acts.set(`${c.verb} ${c.act}`, answer);
    out.push(answer);
  }
  for (const a of out) if (a.choices.length === 1) a.text = a.choices[0].text;
  const ends = (a: Answer) => Number(a.choices[0].ends ?? false);
  return out.sort((a, b) => ends(a) - ends(b));
}

/** How many answers there may be for each of them to be a button. */
export const fewAnswers = 8;

const aimsAtEnemy = (c: Choice) => c.operands?.some((o) => o.role === 'enemy' || o.role === 'target') ?? false;

/** Whether the prompt is about units of the side that is asked, other than those that it has picked up. */
export function isAboutOwn(table: TableData, battle: BattleData): boolean {
  return named(table).some((p) => isUnit(battle, p) && sideOf(battle, p) === table.view.toAct && !table.view.chosen?.includes(p));
}

/**
 * Whether the answers are what is asked, so that they stand beside those whom they concern: what becomes of the player's units, which
 * enemy is meant, or something with nothing to point at. Which unit acts is pointed at.
 */
export function isAnswered(list: readonly Answer[], table: TableData, battle: BattleData): boolean {
  if (list.length > fewAnswers || list.every((a) => a.choices[0].ends)) return false;
  if (list.some((a) => a.choices.some((c) => c.operands?.some((o) => o.kind === 'card' || o.kind === 'die')))) return false;
  return isAboutOwn(table, battle) || list.some((a) => aimsAtEnemy(a.choices[0])) || list.every((a) => !pointable(a.choices[0]));
}

const goes = (c: Choice) => c.operands?.some((o) => o.role === 'goal' || o.role === 'heading') ?? false;

/** Whether answers are too many to stand on the board, or only say which of several ways to go, which it marks. */
export const crowd = (list: readonly Answer[]): boolean => list.length > 5 || (list.length > 2 && list.every((a) => goes(a.choices[0])));

/** The choices that can be made by pointing. To point at an enemy is no answer to a question about one's own units. */
export const pointed = (choices: readonly Choice[], aboutOwn: boolean): Choice[] => choices.filter((c) => !(aboutOwn && c.operands?.[0] && aimsAtEnemy({ ...c, operands: [c.operands[0]] })));

const manyActs = 12;

/**
 * The choices of a board without places that name what is done to whom: they are buttons too, unless there are too many. Picking up a
 * piece, and moves, are pointed at.
 */
export function acts(choices: readonly Choice[]): Choice[] {
  const list = choices.filter((c) => pointable(c) && !isGoal(c) && (c.rolls || c.operands?.some((o) => o.role === 'enemy' || o.role === 'target')));
  return list.length > manyActs ? [] : list;
}

/** Whether all that is asked is which of a few acts is done: nothing has to be picked up or sent somewhere. */
export const isQuestion = (choices: readonly Choice[]): boolean => choices.length > 1 && choices.length === acts(choices).length + buttons(choices).length;

/**
 * What to ask "why not?" about when something not offered was pointed at: the piece, or the place as a goal or target.
 */
export function asked(table: TableData, battle: BattleData, p: Pointed): { piece: number } | { place: number } | null {
  if (p.piece !== undefined && sideOf(battle, p.piece) === table.view.toAct) return { piece: p.piece };
  const goes = table.choices.some((c) => c.operands?.some((o) => o.kind === 'place' && (o.role === 'goal' || o.role === 'target' || o.role === 'enemy')));
  if (p.place !== undefined && p.place >= 0 && goes) return { place: p.place };
  return p.piece === undefined ? null : { piece: p.piece };
}
