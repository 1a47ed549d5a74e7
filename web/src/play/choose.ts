// From the list of what may be done to what may be clicked. A choice is read as the things one would point at, in order:
// a piece, a hex, a facing, over or under a stack. Pointing at something keeps the choices that go on with it. Nothing
// here knows a rule; it reads notation.

import type { BattleData, Choice, TableData } from '../api';
import type { HexMark, Highlights } from '../board/Board';
import { FACINGS, parseHex } from '../board/hexes';

export type Slot =
  | { type: 'piece'; value: number }
  | { type: 'hex'; value: number }
  | { type: 'facing'; value: number }
  | { type: 'order'; value: string };

/** A choice with what is still to be pointed at. */
export interface Option {
  choice: Choice;
  verb: string;
  slots: Slot[]; // all of them
  rest: Slot[]; // those to come
}

/** The options that are left; a draft of a whole list is where one begins. */
export type Draft = Option[];

/** What is pointed at. */
export interface Pointed {
  hex?: number;
  piece?: number;
  facing?: number;
  order?: string;
}

/** What hexes in the notation of a verb are: where one's own stand, where to go, whom to shoot at, whom to attack. */
const roles: Record<string, ('own' | HexMark)[]> = {
  shoot: ['target'],
  charge: ['attack'],
  attack: ['own'],
  melee: ['own', 'attack', 'attack'],
  pair: ['own', 'own'],
  join: ['own'],
  retreat: ['own', 'move'],
  advance: ['own', 'move'],
  rally: ['own'],
  'flee-all': ['own'],
};

/** Verbs after which dice may roll: they are shown with their odds before they are done. */
export const weighty = new Set(['shoot', 'fire', 'melee', 'pair', 'fight', 'rally', 'with', 'join', 'charge', 'react', 'pursue']);

const ids = new WeakMap<BattleData, Map<string, number>>();

function pieceIds(b: BattleData): Map<string, number> {
  let m = ids.get(b);
  if (!m) ids.set(b, (m = new Map([...b.units, ...b.leaders].map((p) => [p.id, p.piece]))));
  return m;
}

/** Reads the notation of a choice. */
export function read(b: BattleData, choice: Choice): Option {
  const [verb, ...words] = choice.action.split(' ');
  const slots: Slot[] = [];
  for (const w of words) {
    const piece = pieceIds(b).get(w);
    const facing = (FACINGS[b.facing] as readonly string[]).indexOf(w);
    const hex = parseHex(b, w);
    if (piece !== undefined) slots.push({ type: 'piece', value: piece });
    else if (facing >= 0) slots.push({ type: 'facing', value: facing });
    else if (w === 'over' || w === 'under') slots.push({ type: 'order', value: w });
    else if (hex >= 0) slots.push({ type: 'hex', value: hex });
  }
  // A unit named last goes by itself from the hex named first: one points at the unit, not at the hex.
  const last = slots.at(-1);
  const ordered = slots.length > 2 && last?.type === 'piece' ? [last, ...slots.slice(1, -1)] : slots;
  return { choice, verb, slots: ordered, rest: ordered };
}

/** The draft of everything that may be done now. Where only one stack or piece can be meant, it need not be pointed at. */
export function begin(b: BattleData, choices: readonly Choice[]): Draft {
  const all = choices.map((c) => read(b, c));
  if (all.length && all.every((o) => o.rest.length > 1 && o.rest[0].type === 'piece' && equal(o.rest[0], all[0].rest[0]))) {
    return all.map((o) => ({ ...o, rest: o.rest.slice(1) }));
  }
  const byVerb = new Map<string, Option[]>();
  for (const o of all) byVerb.set(o.verb, [...(byVerb.get(o.verb) ?? []), o]);
  return all.map((o) => {
    const same = byVerb.get(o.verb) ?? [];
    const onlyOne = roles[o.verb]?.[0] === 'own' && o.rest.length > 1 && same.every((p) => p.rest.length > 1 && equal(p.rest[0], o.rest[0]));
    return onlyOne ? { ...o, rest: o.rest.slice(1) } : o;
  });
}

const equal = (a: Slot, b: Slot) => a.type === b.type && a.value === b.value;

/**
 * Keeps what goes on with what is pointed at. An empty draft means that it is not offered. What need not be pointed at
 * any more is left out, unless every step has to be waited for.
 */
export function narrow(draft: Draft, p: Pointed, placeOf: (piece: number) => number, wait = false): Draft {
  const tests: ((s: Slot) => boolean)[] = [];
  if (p.facing !== undefined) tests.push((s) => s.type === 'facing' && s.value === p.facing);
  if (p.order !== undefined) tests.push((s) => s.type === 'order' && s.value === p.order);
  if (p.piece !== undefined) tests.push((s) => s.type === 'piece' && s.value === p.piece);
  if (p.hex !== undefined) tests.push((s) => s.type === 'hex' && s.value === p.hex);
  if (p.hex !== undefined && p.hex >= 0) tests.push((s) => s.type === 'piece' && placeOf(s.value) === p.hex);
  for (const test of tests) {
    const kept = draft.filter((o) => o.rest.length > 0 && test(o.rest[0]));
    if (!kept.length) continue;
    const first = kept[0].rest[0];
    const same = first.type === 'piece' ? kept.filter((o) => equal(o.rest[0], first)) : kept;
    // Several pieces of one stack, none of which was pointed at: one asks whom is meant, or takes the first if more has
    // to be pointed at. What the whole stack may do is asked as well.
    const other = kept.some((o) => !equal(o.rest[0], first)) ? kept : [];
    const whole = first.type === 'piece' && p.hex !== undefined ? draft.filter((o) => o.rest[0]?.type === 'hex' && o.rest[0].value === p.hex) : [];
    const either = [...new Set([...same, ...other, ...whole])];
    const meant = either.length > same.length && either.every((o) => o.rest.length === 1) ? either : same;
    const left = meant.map((o) => ({ ...o, rest: o.rest.slice(1) }));
    return wait ? left : settle(left);
  }
  return attacked(draft, p);
}

/** Pointing at an enemy before one of those who can attack him. */
function attacked(draft: Draft, p: Pointed): Draft {
  const kept = draft.filter((o) => foe(o) === p.hex && p.hex !== undefined);
  return settle(kept.map((o) => ({ ...o, rest: [o.rest[0], ...o.rest.slice(2)] })));
}

/** The enemy's hex in a choice that begins with one's own. */
function foe(o: Option): number | undefined {
  const next = o.rest[1];
  return o.rest.length === o.slots.length && roles[o.verb]?.[1] === 'attack' && next?.type === 'hex' ? next.value : undefined;
}

/** Drops what all have in common and nobody needs to point at. */
export function settle(draft: Draft): Draft {
  let d = draft;
  while (d.length && d.every((o) => o.rest.length > 0 && equal(o.rest[0], d[0].rest[0]))) {
    d = d.map((o) => ({ ...o, rest: o.rest.slice(1) }));
  }
  return d;
}

/** The one choice that a draft has come to, if it has. */
export function complete(draft: Draft): Choice | null {
  return draft.length === 1 && draft[0].rest.length === 0 ? draft[0].choice : null;
}

/** The choices that cannot be told apart by pointing at the board: they are asked for in words. */
export function inWords(draft: Draft, begun: boolean): Choice[] {
  const plain = draft.filter((o) => !o.rest.length || o.rest[0].type === 'order');
  return begun || plain.length < draft.length ? plain.map((o) => o.choice) : draft.map((o) => o.choice);
}

/** Where the piece or the hex that has been pointed at is, for the facings to choose from. */
function anchor(o: Option, placeOf: (piece: number) => number): number {
  const done = o.slots.filter((s) => !o.rest.includes(s));
  for (let i = done.length - 1; i >= 0; i--) {
    const s = done[i];
    if (s.type === 'hex') return s.value;
    if (s.type === 'piece') return placeOf(s.value);
  }
  return -1;
}

function markOf(o: Option): 'own' | HexMark {
  const hexes = o.slots.filter((s) => s.type === 'hex');
  return roles[o.verb]?.[hexes.indexOf(o.rest[0] as (typeof hexes)[number])] ?? 'move';
}

/** What the board should mark for a draft. */
export function highlights(draft: Draft, table: TableData, battle: BattleData, begun: boolean): Highlights {
  const placeOf = placesOf(table);
  const tops = new Map<number, number>();
  for (const v of table.view.pieces) {
    if (v.place >= 0 && v.order === 0 && v.piece < battle.units.length) tops.set(v.place, v.piece);
  }
  const movable = new Set<number>();
  const hexes: Highlights['hexes'] = new Map();
  const facings = new Map<number, Set<number>>();
  const turning = draft.every((o) => o.rest[0]?.type === 'facing'); // there is nothing else to choose
  for (const o of draft) {
    const next = o.rest[0];
    if (!next) continue;
    if (next.type === 'piece') movable.add(next.value);
    else if (next.type === 'facing') {
      const hex = anchor(o, placeOf);
      if (hex >= 0 && (begun || turning)) facings.set(hex, (facings.get(hex) ?? new Set()).add(next.value));
    } else if (next.type === 'hex') {
      const kind = markOf(o);
      const top = tops.get(next.value);
      if (kind === 'own') {
        if (top !== undefined) movable.add(top);
        const enemy = foe(o);
        if (enemy !== undefined) hexes.set(enemy, { kind: 'attack' });
        continue;
      }
      const { cost } = o.choice;
      const known = hexes.get(next.value);
      const least = cost === undefined ? known?.text : String(Math.min(cost, known?.text ? Number(known.text) : cost));
      hexes.set(next.value, { kind, text: kind === 'move' ? least : undefined });
    }
  }
  for (const p of table.view.chosen ?? []) {
    const hex = p < table.view.pieces.length ? placeOf(p) : -1;
    if (hex >= 0 && !hexes.has(hex)) hexes.set(hex, { kind: 'start' });
  }
  const out: Highlights = { movable: [...movable], hexes, meant: meant(table, battle) };
  if (facings.size === 1) {
    const [[hex, options]] = facings;
    out.facings = { hex, options: [...options].sort() };
  }
  return out;
}

/** What the board should mark for a choice that waits to be confirmed: those who take part in it, and nobody else. */
export function involved(o: Option, table: TableData, battle: BattleData): Highlights {
  const asked = meant(table, battle);
  const placeOf = placesOf(table);
  const own = new Set(asked?.own);
  const hexes: Highlights['hexes'] = new Map();
  o.slots.forEach((s, i) => {
    const kind = s.type === 'hex' ? markOf({ ...o, rest: o.slots.slice(i) }) : 'own';
    if (s.type === 'piece') own.add(placeOf(s.value));
    else if (s.type === 'hex' && kind === 'own') own.add(s.value);
    else if (s.type === 'hex' && kind !== 'own') hexes.set(s.value, { kind });
  });
  return { movable: [], hexes, meant: { own: [...own].filter((h) => h >= 0), enemy: asked?.enemy ?? [] } };
}

/** The hexes of the units that the question is about, and of those that are being moved or shoot: one's own and the enemy's. */
function meant(table: TableData, battle: BattleData): Highlights['meant'] {
  const placeOf = placesOf(table);
  const own = new Set<number>();
  const enemy = new Set<number>();
  const units = [...named(table), ...(table.view.chosen ?? [])].filter((p) => p < battle.units.length);
  for (const p of units) {
    const hex = placeOf(p);
    if (hex >= 0) (sideOf(battle, p) === sideAsked(table, battle) ? own : enemy).add(hex);
  }
  // A roll that concerns one side only is its own.
  if (!own.size && table.view.toAct < 0) return { own: [...enemy], enemy: [] };
  return { own: [...own], enemy: [...enemy] };
}

/** The pieces that the question names. */
export function named(table: TableData): number[] {
  const pieces: number[] = [];
  for (const a of table.view.prompt.args ?? []) {
    if (a.kind === 'piece') pieces.push(a.n ?? 0);
    if (a.kind === 'pieces') pieces.push(...(a.list ?? []));
    if (a.kind === 'place') pieces.push(...table.view.pieces.filter((v) => v.place === a.n).map((v) => v.piece));
  }
  return pieces;
}

// Dice are asked for by nobody: then the side is meant whose leader acts.
function sideAsked(table: TableData, battle: BattleData): number {
  return table.view.toAct >= 0 ? table.view.toAct : sideOf(battle, table.view.active);
}

export function placesOf(table: TableData): (piece: number) => number {
  const m = new Map(table.view.pieces.map((v) => [v.piece, v.place]));
  return (p) => m.get(p) ?? -1;
}

/** The list of all choices, those of one kind together; those that end something come last. */
export interface Group {
  verb: string;
  choices: Choice[];
}

const ends = ['stay', 'done', 'ready'];

export function groups(choices: readonly Choice[]): Group[] {
  const out = new Map<string, Choice[]>();
  for (const c of choices) {
    const verb = c.action.split(' ')[0];
    out.set(verb, [...(out.get(verb) ?? []), c]);
  }
  return [...out].map(([verb, list]) => ({ verb, choices: list })).sort((a, b) => ends.indexOf(a.verb) - ends.indexOf(b.verb));
}

/** The choices without anything to point at, or that pointing cannot tell apart: they are buttons. */
export function buttons(choices: readonly Choice[]): Choice[] {
  const pointing = choices.filter((c) => c.action.includes(' '));
  const about = (c: Choice) => c.action.slice(c.action.indexOf(' '));
  const alike = pointing.length > 1 && pointing.every((c) => c.kind !== pointing[0].kind || c === pointing[0]) && pointing.every((c) => about(c) === about(pointing[0]));
  return alike ? [...choices] : choices.filter((c) => !c.action.includes(' '));
}

/** The action that someone who points at a hex may have meant, to be asked "why not?". */
export function guess(table: TableData, battle: BattleData, p: Pointed): { action?: string; piece?: number } | null {
  const own = p.piece !== undefined && sideOf(battle, p.piece) === table.view.toAct;
  if (p.piece !== undefined && own) return { piece: p.piece };
  if (p.hex === undefined || p.hex < 0) return null;
  const name = battle.hexes[p.hex].id;
  switch (table.view.prompt.key) {
    case 'prompt.group': {
      const unit = table.view.chosen?.[0];
      const facing = unit === undefined ? -1 : (table.view.pieces.find((v) => v.piece === unit)?.facing ?? -1);
      return { action: `to ${name} ${FACINGS[battle.facing][Math.max(0, facing)]}` };
    }
    case 'prompt.ride':
      return { action: `ride ${name}` };
    case 'prompt.archers':
    case 'prompt.volley':
    case 'prompt.defend':
    case 'prompt.offend':
      return { action: `shoot ${name}` };
    default:
      if (p.piece !== undefined) return { piece: p.piece };
      return elsewhere(table.choices ?? [], name);
  }
}

/** The first choice that goes somewhere, going to another hex. */
function elsewhere(choices: readonly Choice[], hex: string): { action: string } | null {
  const like = choices.find((c) => roles[c.kind]?.includes('move') || c.kind === 'place' || c.kind === 'swerve');
  const plain = like?.action.replace(/ (over|under)$/, '');
  return plain ? { action: plain.replace(/\d{4}(?!.*\d{4})/, hex) } : null;
}

export function sideOf(b: BattleData, piece: number): number {
  return (b.units.find((u) => u.piece === piece) ?? b.leaders.find((l) => l.piece === piece))?.side ?? -1;
}
