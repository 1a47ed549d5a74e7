// What an opponent has done, as moves that a person can follow one by one. The rulebook says what kind of moment each
// event is.

import { type Fact, type LogEntry, NATURE, type PieceView, type Scene, type Side, type Summary, type TableData } from './api';

export interface Move {
  n: number; // the action with which it ends
  side: Side; // that made it, though the other may have been asked before it was decided; NATURE if that is not known
  facts: Fact[];
}

/** An activation in one line; n is the action with which it ended. */
export type Deed = Summary & { n: number };

const isPause = (f: Fact) => f.scene === 'pause';
export const isRoll = (f: Fact): boolean => (f.dice?.length ?? 0) > 0;

/** Whether an event is a line of its own: phases are headings, modifiers belong to a roll. */
export const isLine = (f: Fact): boolean => f.scene !== 'heading' && f.scene !== 'detail';

/**
 * The moves among actions: a roll belongs to the action it was rolled for, and an action with nothing to show, such as
 * the choice of a unit, to the one after it. An attack is shown step by step: its declaration, the shots at it, the roll
 * that decides it.
 */
export function moves(entries: LogEntry[], sideOf: (piece: number) => Side = () => NATURE): Move[] {
  const list: Move[] = [];
  let facts: Fact[] = [];
  let n = 0; // the action of the last fact
  let side: Side = NATURE; // the last that is known
  const actor = (f: Fact): Side | undefined => {
    const piece = f.arrow?.piece ?? f.track?.piece;
    return piece === undefined ? f.side : sideOf(piece);
  };
  const flush = () => {
    side = facts.map(actor).find((s) => s !== undefined && s >= 0) ?? side;
    if (facts.length) list.push({ n, side, facts });
    facts = [];
  };
  for (const [i, e] of entries.entries()) {
    if (e.side >= 0 && (side < 0 || e.facts?.some((f) => f.scene === 'move' || f.scene === 'fight'))) side = e.side;
    for (const f of (e.facts ?? []).filter(isLine)) {
      if (isPause(f) || (f.scene === 'result' && facts.some((x) => isRoll(x) || isPause(x)))) flush();
      facts.push(f);
      n = e.n;
    }
    if (facts.length && entries[i + 1]?.side !== NATURE) flush();
  }
  flush();
  return list;
}

/** How long the result of a roll is shown at normal speed, in milliseconds, so that the modifiers can be read. */
export const resultPause = 2400;

/** How long a move is shown at normal speed, in milliseconds. */
export function pause(move: Move): number {
  return move.facts.some(isRoll) ? resultPause : move.facts.some(isPause) ? 1200 : 600;
}

/** The start or the end of an attack: a place, or a piece at a pose. */
export type Spot = number | PieceView;

/** The start and the end of an attack. */
export interface Strike {
  from: Spot;
  to: Spot;
  behind?: boolean; // it is drawn below the counters
}

/** Events after which an earlier attack is over. */
const past = new Set<Scene | undefined>(['result', 'move', 'activation', 'turn']);

/**
 * The last attack reported that is not over, if the table is the moment after those actions: declared, in reaction, or
 * being fought. The results of the roll that decides it still belong to it.
 */
export function strikeOf(entries: { facts?: Fact[] | null }[], table: TableData): Strike | undefined {
  let newest = true;
  for (const e of entries.toReversed()) {
    const result = newest && e.facts?.some((f) => f.scene === 'result');
    newest = newest && !e.facts?.length;
    if (result && e.facts?.some((f) => f.scene === 'activation' || f.scene === 'turn')) return undefined;
    for (const f of result ? [] : (e.facts ?? []).toReversed()) {
      if (f.arrow) return strike(f.arrow, table);
      if (past.has(f.scene)) return undefined;
    }
  }
  return undefined;
}

function strike({ piece, target, way, state, behind = false }: NonNullable<Fact['arrow']>, table: TableData): Strike | undefined {
  const view = (n: number) => table.view.pieces.find((v) => v.piece === n);
  if (state !== undefined && !view(piece)?.states?.includes(state)) return undefined;
  const from = way?.[0] ?? spotOf(view(piece));
  const to = way?.[1] ?? spotOf(view(target));
  return from !== undefined && to !== undefined && from !== to ? { from, to, behind } : undefined;
}

/** Where a piece stands; undefined if it is not on the board. */
function spotOf(v: PieceView | undefined): Spot | undefined {
  if (v?.pose) return v;
  return v && v.place >= 0 ? v.place : undefined;
}
