// What an opponent has done, as moves that a person can follow one by one.

import type { Fact, LogEntry } from './api';

export interface Move {
  n: number; // the action with which it ends
  facts: Fact[];
  path?: number[];
}

/**
 * The moves among actions: a roll belongs to what it was rolled for, and an action of which there is nothing to tell, such
 * as the choice of a unit, to the one after it.
 */
export function moves(entries: LogEntry[]): Move[] {
  const list: Move[] = [];
  let path: number[] | undefined;
  let facts: Fact[] = [];
  for (const [i, e] of entries.entries()) {
    facts.push(...(e.facts ?? []).filter((f) => f.key !== 'phase' && !f.key.startsWith('modifier.')));
    path = e.path ?? path;
    if (facts.length === 0 || entries[i + 1]?.side === -1) continue;
    list.push({ n: e.n, facts, path });
    path = undefined;
    facts = [];
  }
  return list;
}

/** For how long a move is shown, in milliseconds: dice are given more time. */
export function pause(move: Move): number {
  return move.facts.some((f) => f.dice?.length) ? 1200 : 600;
}
