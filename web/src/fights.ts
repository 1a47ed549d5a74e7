// What has happened on the board: the last fight with its rolls, and the ways of the pieces. The rulebook says which events
// declare an attack, decide it or move a piece.

import type { Fact, LogEntry, PieceView, Pose, Side, TableData } from './api';
import { isRoll } from './moves';

/** A roll, and the modifiers and other details told before it. */
export interface FightRoll {
  n: number; // the action
  fact: Fact;
  details: Fact[];
}

/** A fight: what was declared, the rolls that decided it, and what came of them. Without a declaration it is a roll on its own. */
export interface Fight {
  what: Fact[];
  rolls: FightRoll[];
  after: Fact[];
}

const targetOf = (f: Fact) => f.arrow?.target ?? f.pieces?.at(-1);

/** The pieces that take part in a fight. */
export function fighters(fight: Fight): number[] {
  const facts = fight.what.length ? fight.what : fight.rolls.map((r) => r.fact);
  return [...new Set(facts.flatMap((f) => [...(f.pieces ?? []), ...(f.arrow ? [f.arrow.piece, f.arrow.target] : [])]))];
}

/** The fight that actions end with, if something was rolled for it and nothing else has happened since. */
export function fightOf(entries: readonly LogEntry[]): Fight | undefined {
  let fight: Fight | undefined;
  let declared: Fact[][] = []; // attacks that no roll has decided yet: shots at the attackers are decided before the attack
  let details: Fact[] = [];
  for (const e of entries) {
    for (const f of e.facts ?? []) {
      if (f.scene === 'heading') continue;
      if (f.scene === 'turn' || f.scene === 'activation') {
        [fight, declared, details] = [undefined, [], []];
      } else if (f.scene === 'fight') {
        const last = declared.at(-1);
        if (last?.[0].key === f.key && targetOf(last[0]) === targetOf(f)) last.push(f);
        else declared.push([f]);
      } else if (isRoll(f)) {
        const what = declared.pop();
        const alone = f.scene === 'result' && !f.pieces?.length && !f.places?.length; // such as for the initiative
        if (what || alone || !fight?.what.length) fight = { what: what ?? [], rolls: [], after: [] };
        fight.rolls.push({ n: e.n, fact: f, details });
        details = [];
      } else if (f.scene === 'detail') {
        details.push(f);
      } else if (fight) {
        const among = fighters(fight);
        const nobody = !f.pieces?.length;
        const belongs = nobody ? f.scene === 'pause' : f.pieces!.every((p) => among.includes(p));
        if (belongs || fight.rolls.at(-1)?.n === e.n) fight.after.push(f);
        else if (!nobody) fight = undefined;
      }
    }
  }
  return fight;
}

/** The way of a piece from one moment to a later one: over places or, on a board without them, through poses. */
export interface Way {
  piece: number;
  side: Side; // who moved it; NATURE: a roll did
  places: number[];
  poses: Pose[];
}

/** The ways of all pieces that have moved from one moment of a game to a later one, by the actions between them. */
export function waysOf(before: TableData, after: TableData, entries: readonly LogEntry[] = after.last ?? []): Way[] {
  const news = entries.filter((e) => e.n > before.n && e.n <= after.n);
  if (after.n <= before.n || news.length < after.n - before.n) return []; // too long ago to know
  const was = new Map(before.view.pieces.map((v) => [v.piece, v]));
  return after.view.pieces.flatMap((now) => {
    const then = was.get(now.piece);
    const way = then && wayOf(then, now, news);
    return way && way.places.length + way.poses.length > 1 ? [way] : [];
  });
}

const samePose = (a?: Pose, b?: Pose) => a?.x === b?.x && a?.y === b?.y;

function wayOf(then: PieceView, now: PieceView, news: readonly LogEntry[]): Way | undefined {
  const { piece } = now;
  if (then.pose && now.pose) {
    if (samePose(then.pose, now.pose)) return undefined;
    const by = news.find((e) => samePose(e.trail?.[0], then.pose) && samePose(e.trail?.at(-1), now.pose));
    const side = by?.side ?? news.findLast((e) => e.facts.some((f) => f.pieces?.includes(piece)))?.side ?? news[0].side;
    return { piece, side, places: [], poses: by?.trail ?? [then.pose, now.pose] };
  }
  if (then.place < 0) return undefined;
  const gone = news.flatMap((e) => e.facts.filter((f) => f.track?.piece === piece).map((f) => ({ side: e.side, places: f.track?.places ?? [] })));
  if (then.place === now.place && !gone.length) return undefined;
  const all = [then.place, ...gone.flatMap((t) => t.places), ...(now.place >= 0 ? [now.place] : [])];
  const places = all.filter((h, i) => i === 0 || h !== all[i - 1]);
  return { piece, side: gone.at(-1)?.side ?? news.at(-1)!.side, places, poses: [] };
}
