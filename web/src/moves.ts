// What an opponent has done, as moves that a person can follow one by one.

import type { Fact, LogEntry, TableData } from './api';

export interface Move {
  n: number; // the action with which it ends
  facts: Fact[];
  path?: number[];
}

/** Facts with which a pursuit goes on: each is told by itself. */
const onward = new Set(['elan', 'dispersion']);

/**
 * The moves among actions: a roll belongs to what it was rolled for, and an action of which there is nothing to tell, such
 * as the choice of a unit, to the one after it. A charge is told step by step: the advance, the charge that follows from
 * it, the shots at it, the mêlée.
 */
export function moves(entries: LogEntry[]): Move[] {
  const list: Move[] = [];
  let path: number[] | undefined;
  let facts: Fact[] = [];
  let n = 0; // the action of which the last of the facts is
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

/** For how long a move is shown, in milliseconds: dice are given more time. */
export function pause(move: Move): number {
  return move.facts.some((f) => f.dice?.length || onward.has(f.key)) ? 1200 : 600;
}

/** From where to where a charge goes. */
export interface Strike {
  from: number;
  to: number;
  run?: boolean; // the charger has gone as far as it can
}

/** Facts after which a charge that was told before is past. */
const past = new Set(['melee-roll', 'retreats', 'advances', 'moves', 'rides', 'activated', 'turn']);

/**
 * The charge that was told last and is not past, if the table is the moment after those actions: declared, in reaction,
 * or striking home. What a mêlée brings is still part of it.
 */
export function strikeOf(entries: { facts?: Fact[] | null }[], table: TableData): Strike | undefined {
  const view = (piece?: number) => table.view.pieces.find((v) => v.piece === piece);
  let newest = true;
  for (const e of entries.toReversed()) {
    const result = newest && e.facts?.some((f) => f.key === 'melee-roll');
    newest = newest && !e.facts?.length;
    for (const f of result ? [] : (e.facts ?? []).toReversed()) {
      const [a, b] = f.places ?? [];
      if (f.key === 'charges') return strike(b, a, true); // the place that is charged, then the way
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
