// The client of the HTTP API, and the shapes that travel over it (docs/api.md). There is no rule of any game here.

import type { FacingMode } from './board/hexes';
import { track } from './settled';

export type Side = number; // 0 attacker, 1 defender, -1 nature, -2 nobody

export const NATURE: Side = -1;
export const NOBODY: Side = -2;

export interface SideInfo {
  id: string;
  name: string;
}

export interface OptionInfo {
  id: string;
  name: string;
  about: string;
}

/** A battle as the home page lists it. */
export interface BattleCard {
  id: string;
  name: string;
  intro: string;
  sides: SideInfo[];
  turns: number;
  cols: number;
  rows: number;
  units: number;
  leaders: number;
  options?: OptionInfo[] | null;
  lessons?: OptionInfo[] | null;
}

export interface HexData {
  id: string; // "0415"
  terrain: string;
  level: number;
}

export interface EdgeData {
  a: number; // hexes by index
  b: number;
  kind: string; // "river", "wall", …
  name?: string;
}

export interface PathData {
  id?: string;
  name?: string;
  kind?: string;
  hexes: number[];
}

export interface ZoneData {
  id: string;
  name: string;
  hexes: number[];
}

export interface SideData extends SideInfo {
  rout: string; // "top" or "bottom"
}

/** One face of a unit's counter, in the printed order. */
export interface Face {
  sp: number;
  quality: number;
  mp: number;
  shoots: boolean;
}

export interface UnitData {
  piece: number;
  id: string;
  name: string;
  type: string; // "Ho", "Lg", …
  side: Side;
  contingent: string;
  form?: 'foot' | 'mounted' | 'guns'; // as the counter has it
  front: Face;
  back: Face;
}

export interface LeaderData {
  piece: number;
  id: string;
  name: string;
  side: Side;
  commander: boolean;
  contingent: string;
  bonus: number;
  rating: number;
  radius: number;
  mp: number;
}

export interface ContingentData extends SideInfo {
  arms?: string; // "bend azure or"
}

/** Everything of a battle that never changes: what is needed to draw it. */
export interface BattleData {
  id: string;
  name: string;
  intro?: string;
  cols: number;
  rows: number;
  north: 'top' | 'right' | 'bottom' | 'left'; // the edge that lies to the north
  facing: FacingMode;
  turns: number;
  hexes: HexData[];
  edges?: EdgeData[] | null;
  paths?: PathData[] | null;
  zones?: ZoneData[] | null;
  sides: SideData[];
  units: UnitData[];
  leaders: LeaderData[];
  terrainNames: Record<string, string>;
  typeNames: Record<string, string>;
  edgeNames?: Record<string, string>;
  contingents?: ContingentData[] | null;
  specials?: OptionInfo[] | null; // special rules of the battle
  book?: string;
  options?: OptionInfo[] | null;
}

export interface Arg {
  name: string;
  kind: string; // "number", "piece", "place", …
  n?: number;
  list?: number[];
  text?: string;
}

export interface GameEvent {
  key: string;
  clause?: string;
  args?: Arg[];
  reveal?: boolean;
}

export interface PieceView {
  piece: number;
  place: number; // -1: not on the board
  order: number; // 0 is the top of its stack
  facing: number; // -1: none
  values?: { key: string; n: number }[];
  states?: string[];
  captives?: number[]; // leaders whom it holds
}

export interface Score {
  side: Side;
  key: string;
  clause: string;
  points: number;
  text?: string;
}

export interface View {
  side: Side;
  toAct: Side;
  turn: number;
  turns: number;
  phase: string; // "phase.d1"
  prompt: GameEvent;
  active: number;
  chosen?: number[];
  pieces: PieceView[];
  marks?: { place: number; key: string }[];
  scores?: Score[];
}

export interface Outcome {
  over: boolean;
  winner: Side;
  degree?: string;
  clause?: string;
  points: [number, number];
  text?: string;
}

/** One thing that may be done now: send `action` back to do it. */
export interface Choice {
  action: string; // notation: "to 0415 UR"
  text: string;
  kind: string; // the verb
  piece?: number;
  hex?: number;
  facing?: number;
  order?: string; // "over", "under"
  hexes?: number[]; // all the hexes it names, in order, if several
  cost?: number; // of a move
}

/** A fact as a sentence, with what it is about. */
export interface Fact {
  text: string;
  clause?: string;
  key: string;
  places?: number[];
  pieces?: number[];
  dice?: number[];
}

export interface LogEntry {
  n: number;
  side: Side;
  do: string;
  turn?: number;
  phase?: string; // text
  by?: string; // "hand": a roll that was typed in
  path?: number[]; // of a move
  facts?: Fact[] | null;
}

/** 'human', or the name of an opponent: a level such as 'recruit', or a bot. */
export type Seat = string;

/** One moment of a game, as a side may see it. */
export interface TableData {
  id: string;
  battle: string;
  options?: string[] | null;
  seats: Seat[];
  dice?: string; // "seed" or "hand"
  version: number;
  n?: number; // actions up to this moment
  length?: number; // actions of the game
  view: View;
  prompt: string;
  phase: string;
  choices?: Choice[] | null;
  canUndo: boolean;
  undoText?: string;
  undoWhy?: string;
  points: [number, number];
  scores?: Score[] | null;
  outcome?: Outcome | null;
  last?: LogEntry[] | null;
}

export interface GameCard {
  id: string;
  battle: string;
  name: string;
  turn: number;
  turns: number;
  phase: string;
  over: boolean;
  outcome?: Outcome | string | null;
  version: number;
  updated: string;
  seats: Seat[];
}

export interface NewGame {
  battle: string;
  options: string[];
  seats: Seat[];
  dice: 'seed' | 'hand';
  seed?: string;
  position?: string;
}

export interface Modifier {
  value: number;
  key: string;
  clause: string;
  args?: Arg[];
  text?: string;
}

export interface Row {
  die: number;
  total: number;
  result: string;
  clause: string;
  text?: string;
}

export interface Odds {
  result: string;
  weight: number;
  of: number;
  piece?: number;
  text?: string;
}

/** What an action costs and what it would start. */
export interface Explanation {
  do?: string;
  text?: string;
  kind: string;
  cost?: number;
  allowance?: number;
  path?: number[];
  modifiers?: Modifier[] | null;
  sum: number;
  total: number;
  rows?: Row[] | null;
  odds?: Odds[] | null;
  also?: Odds[] | null;
}

/** A step of a lesson: what is said, the rules it shows, what was done, and the table after it. */
export interface Frame {
  text: string;
  clauses: string[];
  log: LogEntry[];
  rolls: (Explanation & { die: number })[]; // what was known before each die, and the die
  table: TableData;
}

export interface LessonData extends OptionInfo {
  battle: string;
  options: string[]; // of the battle
  frames: Frame[];
}

export interface Why {
  legal: boolean;
  reasons?: { text: string; clause: string; clauseText?: string }[] | null;
}

/** One of the best things to do. */
export interface Hint {
  action: string;
  text: string;
  reason: string;
  points?: number; // about what it brings
  chance: number; // of victory, from 0 to 1
}

export interface HintData {
  version: number;
  side: Side;
  hints: Hint[];
}

export interface Clause {
  id: string;
  book: string; // the name of the text it stands in
  chapter: string;
  section?: string;
  text: string;
}

/** The luck of one roll; it is good for side 0 where it is positive. */
export interface RollLuck {
  n: number;
  turn: number;
  kind: string;
  side: Side; // whose roll it was
  hex?: string;
  luck: number;
  text: string;
}

/** How much of a finished game was luck. */
export interface LuckData {
  text: string;
  margin: number;
  luck: number;
  without: number;
  error: number;
  sides: string[];
  kinds: { kind: string; name: string; rolls: [number, number]; luck: [number, number] }[]; // as the side that rolled sees it
  turns: number[];
  rolls: RollLuck[];
}

export interface Acted {
  version: number;
  applied?: LogEntry[] | null;
  table: TableData;
}

export interface Undone {
  version: number;
  removed?: string[] | null;
  table: TableData;
}

/** A refusal of the server, or `code: "offline"` when it did not answer at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly clause?: string,
    readonly field?: string,
    readonly version?: number,
    /** Where a record is not sound. */
    readonly fault: { line?: number; found?: string; expected?: string } = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }

  get offline(): boolean {
    return this.status === 0;
  }
}

let language = 'en';

/** Chooses the language in which the server makes its sentences. */
export function setApiLanguage(lang: string): void {
  language = lang;
}

/** A name for one attempt at something: sent again after a broken connection, it is done once. */
export function newActionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

function url(path: string, query: Record<string, string | number | undefined> = {}): string {
  const q = new URLSearchParams({ lang: language });
  for (const [k, v] of Object.entries(query)) if (v !== undefined) q.set(k, String(v));
  return `/api/${path}?${q}`;
}

async function refusal(r: Response): Promise<ApiError> {
  try {
    const { error } = await r.json();
    return new ApiError(r.status, error.code ?? 'error', error.message ?? r.statusText, error.clause, error.field, error.version, error);
  } catch {
    return new ApiError(r.status, 'error', r.statusText || String(r.status));
  }
}

const pauses = [150, 300, 600, 1200, 2000]; // milliseconds; a restarted server is back within seconds

function request<T>(address: string, init?: RequestInit, repeat = true): Promise<T> {
  return track(answered<T>(address, init, repeat));
}

// Every request may be repeated: reading changes nothing and writing carries the client's own id.
async function answered<T>(address: string, init?: RequestInit, repeat = true): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    let answer: Response;
    try {
      answer = await fetch(address, init);
    } catch (cause) {
      if (init?.signal?.aborted) throw cause;
      if (!repeat || attempt >= pauses.length) throw new ApiError(0, 'offline', '');
      await new Promise((done) => setTimeout(done, pauses[attempt]));
      continue;
    }
    if (!answer.ok) throw await refusal(answer);
    return (await answer.json()) as T;
  }
}

function post<T>(path: string, body: unknown, repeat = true, side?: Side): Promise<T> {
  return request<T>(
    url(path, { side }),
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
    repeat,
  );
}

const at = (id: string) => `games/${encodeURIComponent(id)}`;

export const api = {
  battles: () => request<BattleCard[]>(url('battles')),

  seats: () => request<Seat[]>(url('seats')),

  battle: (id: string, options: readonly string[] = []) =>
    request<BattleData>(url(`battles/${encodeURIComponent(id)}`, { options: options.length ? options.join(',') : undefined })),

  lesson: (battle: string, id: string) => request<LessonData>(url(`battles/${encodeURIComponent(battle)}/lessons/${encodeURIComponent(id)}`)),

  games: () => request<GameCard[]>(url('games')),

  // Not repeated by itself: the request has no id and a second game would be started.
  create: (g: NewGame) => post<{ id: string }>('games', g, false),

  open: (record: string) =>
    request<{ id: string }>(url('records'), { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: record }, false),

  table: (id: string, side?: Side) => request<TableData>(url(at(id), { side })),

  moment: (id: string, n: number, side?: Side) => request<TableData>(url(`${at(id)}/at/${n}`, { side })),

  log: (id: string, from = 0) => request<LogEntry[]>(url(`${at(id)}/log`, { from })),

  luck: (id: string) => request<LuckData>(url(`${at(id)}/luck`)),

  // The answer to a change is the table as `side` may see it.
  act: (id: string, version: number, actions: string[], actionId: string, side?: Side) =>
    post<Acted>(`${at(id)}/actions`, { version, id: actionId, actions }, true, side),

  roll: (id: string, version: number, roll: number | undefined, actionId: string, side?: Side) =>
    post<Acted>(`${at(id)}/roll`, { version, id: actionId, ...(roll === undefined ? {} : { roll }) }, true, side),

  undo: (id: string, version: number, actionId: string, side?: Side) => post<Undone>(`${at(id)}/undo`, { version, id: actionId }, true, side),

  /** Several actions in a row are joined by semicolons. */
  odds: (id: string, action: string, signal?: AbortSignal) =>
    request<Explanation>(url(`${at(id)}/odds`, { do: action }), { signal }),

  /** `piece` is the id of a piece, as in notation. */
  why: (id: string, ask: { action?: string; piece?: string }) => request<Why>(url(`${at(id)}/why`, { do: ask.action, piece: ask.piece })),

  hint: (id: string) => request<HintData>(url(`${at(id)}/hint`)),

  recordAddress: (id: string) => `/api/${at(id)}/record`,

  /** The clauses of a battle's book, or of all. */
  rulebook: (book?: string) => request<Clause[]>(url('rulebook', { book })),
};

/**
 * Tells of each new version of a game until stopped. The browser resumes by itself after a short break; when the
 * connection is refused outright, as while the server restarts, it is opened anew, at growing intervals.
 */
export function watch(id: string, onVersion: (version: number) => void, onState?: (connected: boolean) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let stopped = false;

  const open = () => {
    source = new EventSource(`/api/${at(id)}/events`);
    source.onopen = () => {
      failures = 0;
      onState?.(true);
    };
    source.addEventListener('table', (e) => {
      const version = Number(JSON.parse((e as MessageEvent).data).version);
      if (Number.isFinite(version)) onVersion(version);
    });
    source.onerror = () => {
      onState?.(false);
      if (source?.readyState !== EventSource.CLOSED || stopped) return;
      source.close();
      timer = setTimeout(open, Math.min(500 * 2 ** failures++, 8000));
    };
  };
  open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    source?.close();
  };
}
