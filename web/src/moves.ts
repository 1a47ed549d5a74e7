// What an opponent has done, as moves that a person can follow one by one.

import type { Fact, LogEntry, TableData } from './api';

export interface Move {
  n: number; // the action with which it ends
  facts: Fact[];
  path?: number[];
}

/** Facts that continue a pursuit: each is shown separately. */
const onward = new Set(['elan', 'dispersion']);

/**
 * The moves among actions: a roll belongs to the action it was rolled for, and an action with nothing to show, such as
 * the choice of a unit, to the one after it. A charge is shown step by step: the advance, the charge that follows it,
 * the shots at it, the melee.
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
    for (const f of e.facts ?? []) {
      if (f.key === 'phase' || f.key.startsWith('modifier.')) continue;
      if (onward.has(f.key) || (f.key === 'melee-roll' && facts.some((x) => x.dice?.length || onward.has(x.key)))) flush();
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
  return move.facts.some((f) => f.dice?.length || onward.has(f.key)) ? 1200 : 600;
}

/** The start and the end of a charge. */
export interface Strike {
  from: number;
  to: number;
  run?: boolean; // the charge move has ended
}

/** Facts after which an earlier charge is over. */
const past = new Set(['melee-roll', 'retreats', 'advances', 'moves', 'rides', 'activated', 'turn']);

/**
 * The last charge reported that is not over, if the table is the moment after those actions: declared, in reaction, or
 * being fought. The results of its melee still belong to it.
 */
export function strikeOf(entries: { facts?: Fact[] | null }[], table: TableData): Strike | undefined {
  const view = (piece?: number) => table.view.pieces.find((v) => v.piece === piece);
  let newest = true;
  for (const e of entries.toReversed()) {
    const result = newest && e.facts?.some((f) => f.key === 'melee-roll');
    newest = newest && !e.facts?.length;
    for (const f of result ? [] : (e.facts ?? []).toReversed()) {
      const [a, b] = f.places ?? [];
      if (f.key === 'charges') return strike(b, a, true); // the target, then the path
      if (f.key === 'attacks') return view(f.pieces?.[0])?.states?.includes('charging') ? strike(a, b) : undefined;
      if (f.key === 'reacts') return strike(view(f.pieces?.[0])?.place, view(f.pieces?.[1])?.place);
      if (past.has(f.key)) return undefined;
    }
  }
  return undefined;
}

function strike(from = -1, to = -1, run = false): Strike | undefined {
  return from >= 0 && to >= 0 && from !== to ? { from, to, run } : undefined;
}
