// What an opponent has done, as moves that a person can follow one by one. The rulebook says what kind of moment each
// event is.

import type { Fact, LogEntry, PieceView, Scene, TableData } from './api';

export interface Move {
  n: number; // the action with which it ends
  facts: Fact[];
  path?: number[];
}

const isPause = (f: Fact) => f.scene === 'pause';
const isRoll = (f: Fact) => (f.dice?.length ?? 0) > 0;

/** Whether an event is a line of its own: phases are headings, modifiers belong to a roll. */
export const isLine = (f: Fact): boolean => f.scene !== 'heading' && f.scene !== 'detail';

/**
 * The moves among actions: a roll belongs to the action it was rolled for, and an action with nothing to show, such as
 * the choice of a unit, to the one after it. An attack is shown step by step: its declaration, the shots at it, the roll
 * that decides it.
 */
export function moves(entries: LogEntry[]): Move[] {
  const list: Move[] = [];
  let path: number[] | undefined;
  let facts: Fact[] = [];
  let n = 0; // the action of the last fact
  const flush = () => {
    if (facts.length) list.push({ n, facts, path });
    path = undefined;
    facts = [];
  };
  for (const [i, e] of entries.entries()) {
    if (e.path) path = e.path;
    for (const f of (e.facts ?? []).filter(isLine)) {
      if (isPause(f) || (f.scene === 'result' && facts.some((x) => isRoll(x) || isPause(x)))) flush();
      facts.push(f);
      n = e.n;
    }
    if (facts.length && entries[i + 1]?.side !== -1) flush();
  }
  flush();
  return list;
}

/** How long a move is shown, in milliseconds: longer with dice. */
export function pause(move: Move): number {
  return move.facts.some((f) => isRoll(f) || isPause(f)) ? 1200 : 600;
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
