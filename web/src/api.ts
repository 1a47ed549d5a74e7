// The client of the HTTP API (docs/api.md). It contains no rules of any game. The data have the types of the program,
// in types.ts.

import type { Creation, Request as PasskeyRequest } from './passkey';
import { track } from './settled';
import type { About, Battle, BattleCard, Block, Channel, ChatData, Clause, Delivery, Done, Explanation, GameCard, GameNotices, HintData, Invitation, Leaderboard, LessonData, LobbyData, LogEntry, LuckData, Me, Message, NewGame, NewTourney, Notices, Passkey, Plan, PlayerPage, Pose, Proposal, Session, Shade, TableData, Token, Told, TourneyCard, TourneyData, Victory, Why } from './types';

export type * from './types';

export type Side = number; // 0 attacker, 1 defender, -1 nature, -2 nobody

/** Whose view is requested: that of a side, or of a spectator. */
export type Viewer = Side | 'spectator';

/** When a player is asked what he may decline. */
export type Ask = 'always' | 'fitting' | 'later';

/** How a question is answered for a player. */
export type Standing = 'ask' | 'decline' | 'choose';

export const NATURE: Side = -1;
export const NOBODY: Side = -2;

/** A battle with the drawing of its ground. */
export interface BattleData extends Battle {
  ground: string; // SVG
}

/** Where a piece is pulled to: by which handle, if by one, and by how much the pose may miss what is meant. */
export type Pull = Pose & { by?: string; slack?: number };

/** 'human', or the name of an opponent: a level such as 'recruit', or a bot. */
export type Seat = string;

/** The answer to a change: its result, and the table after it. */
export type Changed = Done & { table: TableData };

/** A refusal of the server, or `code: "offline"` when it did not answer at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly clause?: string,
    readonly field?: string,
    readonly version?: number,
    /** The line at which a record is damaged. */
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

/** Sets the language of the server's sentences. */
export function setApiLanguage(lang: string): void {
  language = lang;
}

/** An id for one change: if it is sent again after a broken connection, the change is made only once. */
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

const restart = 6000; // milliseconds
const pauses = [150, 300, 600, 1200, 2000]; // milliseconds; a restarted server is back within seconds

function request<T>(address: string, init?: RequestInit, repeat = true, read?: (answer: Response) => Promise<T>): Promise<T> {
  return track(answered<T>(address, init, repeat, read));
}

/** Whether the server is about to end, or a proxy before it says that it is not there: it is back in a moment. */
const isAway = (answer: Response) => [502, 503, 504].includes(answer.status) && (answer.headers.has('Retry-After') || !answer.headers.get('Content-Type')?.includes('json'));

// Every request may be repeated: reading changes nothing, and writing has the client's own id.
async function answered<T>(address: string, init?: RequestInit, repeat = true, read: (answer: Response) => Promise<T> = (answer) => answer.json()): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    let answer: Response | undefined;
    try {
      answer = await fetch(address, init);
    } catch (cause) {
      if (init?.signal?.aborted) throw cause;
    }
    if (!answer || isAway(answer)) {
      if (!repeat || attempt >= pauses.length) throw new ApiError(0, 'offline', '');
      await new Promise((done) => setTimeout(done, pauses[attempt]));
      continue;
    }
    if (!answer.ok) throw await refusal(answer);
    return await read(answer);
  }
}

function post<T>(path: string, body: unknown, repeat = true, side?: Viewer): Promise<T> {
  return request<T>(
    url(path, { side }),
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
    repeat,
  );
}

function remove(path: string, body?: unknown, repeat = true): Promise<unknown> {
  return request(url(path), { method: 'DELETE', headers: { 'Content-Type': 'application/json' }, body: body === undefined ? undefined : JSON.stringify(body) }, repeat);
}

/** Which battle: the options chosen and, for a game whose battle has changed since it began, the hash of its pack. */
const variant = (options: readonly string[], pack?: string) => ({ options: options.length ? options.join(',') : undefined, pack });

/** The drawing of a battle's ground, or a small picture of its map, in the colours of the night if asked. */
export function groundAddress(battle: string, what: 'ground' | 'picture', options: readonly string[] = [], pack?: string, night = false): string {
  return url(`battles/${encodeURIComponent(battle)}/${what}.svg`, { ...variant(options, pack), theme: night ? 'dark' : undefined });
}

const at = (id: string) => `games/${encodeURIComponent(id)}`;

const heard = new Map<string, number>(); // by game: its latest version that is known here

/** Notes the version of a game, so that a node of the server that has not heard of it yet looks for it. */
export function noteVersion(id: string, version: number): void {
  heard.set(id, version);
}

export const api = {
  battles: () => request<BattleCard[]>(url('battles')),

  seats: () => request<Seat[]>(url('seats')),

  /** A battle without its ground. */
  about: (id: string, options: readonly string[]) => request<Battle>(url(`battles/${encodeURIComponent(id)}`, variant(options))),

  /** A battle with its ground. */
  battle: async (id: string, options: readonly string[] = [], pack?: string): Promise<BattleData> => {
    const [battle, ground] = await Promise.all([
      request<Battle>(url(`battles/${encodeURIComponent(id)}`, variant(options, pack))),
      request<string>(groundAddress(id, 'ground', options, pack), undefined, true, (answer) => answer.text()),
    ]);
    return { ...battle, ground };
  },

  /** The battle of a game, as it was when the game began. */
  battleOf: (table: TableData): Promise<BattleData> => api.battle(table.battle, table.options ?? [], table.pack),

  lesson: (battle: string, id: string) => request<LessonData>(url(`battles/${encodeURIComponent(battle)}/lessons/${encodeURIComponent(id)}`)),

  games: () => request<GameCard[]>(url('games')),

  // Not repeated automatically: the request has no id, so a second game would be started.
  create: (g: Partial<NewGame>) => post<{ id: string }>('games', g, false),

  open: (record: string) =>
    request<{ id: string }>(url('records'), { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: record }, false),

  /** Sets what a game is called; nothing takes the title away. */
  rename: (id: string, title: string) => post<{ title: string }>(`${at(id)}/name`, { title }),

  delete: (id: string) => remove(at(id)),

  /** Brings a deleted game back. */
  restore: (id: string) => post<unknown>(`${at(id)}/restore`, {}),

  table: (id: string, side?: Viewer) => request<TableData>(url(at(id), { side, known: heard.get(id) })),

  moment: (id: string, n: number, side?: Viewer) => request<TableData>(url(`${at(id)}/at/${n}`, { side })),

  log: (id: string, from = 0, side?: Viewer) => request<LogEntry[]>(url(`${at(id)}/log`, { from, side, known: heard.get(id) })),

  /** Starts a game that continues this one after its first n actions. Not repeated, like create. */
  branch: (id: string, n: number, seats: readonly Seat[], side?: Viewer) => post<{ id: string }>(`${at(id)}/branch`, { n, seats }, false, side),

  luck: (id: string) => request<LuckData>(url(`${at(id)}/luck`)),

  // The answer to a change is the table as `side` may see it.
  act: (id: string, version: number, actions: string[], actionId: string, side?: Viewer) =>
    post<Changed>(`${at(id)}/actions`, { version, id: actionId, actions }, true, side),

  /** The faces of dice rolled by hand; without any, the server rolls them. */
  roll: (id: string, version: number, dice: number[], actionId: string, side?: Viewer) =>
    post<Changed>(`${at(id)}/roll`, { version, id: actionId, dice }, true, side),

  undo: (id: string, version: number, actionId: string, count: number, side?: Viewer) => post<Changed>(`${at(id)}/undo`, { version, id: actionId, count }, true, side),

  resign: (id: string, version: number, actionId: string, side: Side) => post<Changed>(`${at(id)}/resign`, { version, id: actionId, side }, true, side),

  /** Offers the other side a draw, or asks it for an undo. */
  offer: (id: string, version: number, actionId: string, side: Side, deal: string) => post<Changed>(`${at(id)}/offer`, { version, id: actionId, side, deal }, true, side),

  /** Acts on the opponent's clock, which has run out, as was agreed. */
  claim: (id: string, version: number, actionId: string, side: Side) => post<Changed>(`${at(id)}/claim`, { version, id: actionId, side }, true, side),

  /** Ends a game that nobody has begun, or that cannot go on. */
  abandon: (id: string, version: number, actionId: string, side: Side) => post<Changed>(`${at(id)}/abandon`, { version, id: actionId, side }, true, side),

  /** Ends an adjournment. */
  resume: (id: string, version: number, actionId: string, side: Side) => post<Changed>(`${at(id)}/resume`, { version, id: actionId, side }, true, side),

  /** Acts on the absence of the other player: a program plays on for him, or the game ends without a winner. */
  absent: (id: string, version: number, actionId: string, side: Side, then: 'program' | 'call-off') => post<Changed>(`${at(id)}/absent`, { version, id: actionId, side, then }, true, side),

  /** Lets a program play on for a side; its player can come back. */
  leave: (id: string, version: number, actionId: string, side: Side) => post<Changed>(`${at(id)}/leave`, { version, id: actionId, side }, true, side),

  comeBack: (id: string, version: number, actionId: string, side: Side) => post<unknown>(`${at(id)}/return`, { version, id: actionId, side }),

  /** Stops the clock of a side for some days. */
  goAway: (id: string, version: number, actionId: string, side: Side, days: number) => post<Changed>(`${at(id)}/away`, { version, id: actionId, side, days }, true, side),

  lobby: () => request<LobbyData>(url('lobby')),

  /** Sets up the second game of a match; there is one, however often it is asked for. */
  second: (id: string) => post<{ id: string }>(`${at(id)}/second`, {}),

  ratings: () => request<Leaderboard[]>(url('ratings')),

  player: (name: string) => request<PlayerPage>(url(`players/${encodeURIComponent(name)}`)),

  tourneys: () => request<TourneyCard[]>(url('tourneys')),

  tourney: (id: string) => request<TourneyData>(url(`tourneys/${encodeURIComponent(id)}`)),

  // Not repeated automatically, like create.
  found: (x: NewTourney) => post<{ id: string }>('tourneys', x, false),

  enterTourney: (id: string) => post<TourneyData>(`tourneys/${encodeURIComponent(id)}/enter`, {}),

  leaveTourney: (id: string) => post<TourneyData>(`tourneys/${encodeURIComponent(id)}/leave`, {}, false),

  /** Ends a tournament before its time; nothing counts any more. */
  callOffTourney: (id: string) => post<TourneyData>(`tourneys/${encodeURIComponent(id)}/call-off`, {}),

  /** Takes an entrant out. */
  removeEntrant: (id: string, name: string) => post<TourneyData>(`tourneys/${encodeURIComponent(id)}/remove`, { name }, false),

  startTourney: (id: string) => post<TourneyData>(`tourneys/${encodeURIComponent(id)}/start`, {}),

  /** Pairs a round, counted from 1. */
  pairRound: (id: string, round: number) => post<TourneyData>(`tourneys/${encodeURIComponent(id)}/pair`, { round }),

  /** Takes the open seat of a game that anybody may join. */
  take: (id: string) => post<{ id: string; side: Side }>(`${at(id)}/join`, {}),

  /** Says whether the page that listens to a game is seen. Nothing depends on the answer, so it is asked for once. */
  present: (id: string, page: string, visible: boolean) => post<unknown>(`${at(id)}/presence`, { page, visible }, false),

  /** The games that wait for this person. */
  waiting: () => request<{ games: string[] }>(url('mine', { visible: isSeen() ? 1 : 0 })),

  reply: (id: string, version: number, actionId: string, side: Side, accept: boolean) => post<Changed>(`${at(id)}/reply`, { version, id: actionId, side, accept }, true, side),

  /** Sets when the player of a side is asked what he may decline. */
  ask: (id: string, side: Side, ask: Ask) => post<Changed>(`${at(id)}/settings`, { side, ask }),

  /** Sets how questions are answered for the player of a side, by their keys. */
  standing: (id: string, side: Side, standing: Record<string, Standing>) => post<Changed>(`${at(id)}/settings`, { side, standing }),

  /** Says that all people play at this screen. */
  together: (id: string) => post<Changed>(`${at(id)}/settings`, { together: true }),

  /** Several actions in a row are joined by semicolons. */
  odds: (id: string, action: string, signal?: AbortSignal, side?: Viewer) =>
    request<Explanation>(url(`${at(id)}/odds`, { do: action, side }), { signal }),

  /** `piece` and `place` are ids, as in notation: why the piece cannot act, or why the place cannot be chosen. */
  why: (id: string, ask: { piece?: string; place?: string }, side?: Viewer) => request<Why>(url(`${at(id)}/why`, { ...ask, side })),

  /** The places that an overlay of the board marks; `piece` and `place` are the ids of what is selected. */
  overlay: (id: string, kind: string, piece?: string, place?: string, side?: Viewer) =>
    request<Shade[]>(url(`${at(id)}/overlay/${encodeURIComponent(kind)}`, { piece, place, side })),

  /** What the rules say about a piece now, given by its id. */
  aboutPiece: (id: string, piece: string, side?: Viewer) => request<About>(url(`${at(id)}/about`, { piece, side })),

  /** What there is to say about the line between two places, given by their ids. */
  measure: (id: string, from: string, to: string, side?: Viewer) => request<Told[]>(url(`${at(id)}/measure`, { from, to, side })),

  /** How the battle is won, and how it stands. */
  victory: (id: string, side?: Viewer) => request<Victory>(url(`${at(id)}/victory`, { side })),

  /** How pieces would move together, each by as much as from one place to another. All are ids. */
  /** Pieces go forward, by one step or to the places of a line. */
  advance: (id: string, pieces: string[], to: { line?: string; ends?: string; steps?: string; way?: string }, side?: Viewer) => request<Plan>(url(`${at(id)}/advance`, { pieces: pieces.join(','), ...to, side })),
  plan: (id: string, pieces: string[], from: string, to: string, side?: Viewer) => request<Plan>(url(`${at(id)}/plan`, { pieces: pieces.join(','), from, to, side })),

  /** The legal move that brings the first of some pieces, all given by id, nearest to a pose. */
  propose: (id: string, pieces: string[], { x, y, heading, by, slack }: Pull, side?: Viewer) =>
    request<Proposal>(url(`${at(id)}/propose`, { pieces: pieces.join(','), x, y, heading, by, slack, side })),

  hint: (id: string, side?: Viewer) => request<HintData>(url(`${at(id)}/hint`, { side })),

  recordAddress: (id: string, side?: Viewer) => `/api/${at(id)}/record${side === undefined ? '' : `?side=${side}`}`,

  me: () => request<Me>(url('me')),

  /** Makes a stranger a guest, whom the server knows when a request that was not answered comes again. */
  guest: () => post<Me>('guest', {}),

  // These are not repeated automatically either: what has been done once is refused the second time.
  register: (name: string, password: string) => post<Me>('account', { name, password }, false),

  logIn: (name: string, password: string) => post<Me>('session', { name, password }, false),

  setPassword: (old: string, password: string) => post<Me>('account/password', { old, password }, false),

  deleteAccount: (password: string) => remove('account', { password }, false),

  logOut: () => remove('session', undefined, false),

  /** Sets a new password with the token of a link. */
  recover: (token: string, password: string) => post<Me>('recover', { token, password }, false),

  /** Has a link for a new password sent to whoever has the name. */
  mailRecovery: (name: string) => post<unknown>('recovery', { name }, false),

  /** Has a link sent to an address, which counts when it is opened. */
  setEmail: (email: string, password: string) => post<unknown>('account/email', { email, password }, false),

  removeEmail: (password: string) => remove('account/email', { password }, false),

  confirmEmail: (token: string) => post<unknown>('account/email/confirm', { token }, false),

  tokens: () => request<Token[]>(url('tokens')),

  /** Makes a token for a program. Its secret is told this once. */
  newToken: (label: string, scope: Token['scope'], days: number, password: string) =>
    post<{ secret: string; token: Token }>('tokens', { label, scope, days, password }, false),

  endToken: (id: string) => remove(`tokens/${encodeURIComponent(id)}`),

  passkeys: () => request<Passkey[]>(url('passkeys')),

  passkeyChallenge: (password: string) => post<{ ticket: string; options: Creation }>('passkeys/challenge', { password }, false),

  addPasskey: (ticket: string, label: string, answer: unknown) => post<Passkey>('passkeys', { ticket, label, answer }, false),

  renamePasskey: (id: string, label: string, password: string) => post<unknown>(`passkeys/${encodeURIComponent(id)}/name`, { label, password }, false),

  removePasskey: (id: string, password: string) => remove(`passkeys/${encodeURIComponent(id)}`, { password }, false),

  logInChallenge: () => post<{ ticket: string; options: PasskeyRequest }>('session/challenge', {}, false),

  logInByPasskey: (ticket: string, answer: unknown) => post<Me>('session/passkey', { ticket, answer }, false),

  /** Removes the password of an account with a passkey. */
  removePassword: (password: string) => request<Me>(url('account/password'), { method: 'DELETE', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ password }) }, false),

  /** Where a browser goes to log in by the login service. */
  askProvider: () => post<{ address: string }>('oidc', {}, false),

  /** Where a browser goes to link its account to an identity of the login service. */
  linkIdentity: (password: string) => post<{ address: string }>('oidc/link', { password }, false),

  unlinkIdentity: (password: string) => remove('oidc/link', { password }, false),

  /** Gives somebody whom a login service knows an account. */
  registerIdentity: (name: string) => post<Me>('oidc/account', { name }, false),

  /** How this person is told that a game waits. */
  notices: () => request<Notices>(url('notices')),

  /** What this person is told of a game. */
  gameNotices: (id: string) => request<GameNotices>(url(`${at(id)}/notices`)),

  setGameNotices: (id: string, change: Partial<GameNotices>) => post<GameNotices>(`${at(id)}/notices`, change),

  setNotices: (events: string[], remind: number) => post<unknown>('notices', { events, remind }),

  subscribe: (subscription: { endpoint: string; keys: { p256dh: string; auth: string } }) => post<Channel>('notices/push', subscription),

  addMail: () => post<Channel>('notices/mail', {}),

  // Not repeated automatically: there would be two.
  addWebhook: (address: string, form: string) => post<Channel>('notices/webhooks', { url: address, form }, false),

  removeChannel: (id: string) => remove(`notices/${encodeURIComponent(id)}`),

  /** Sends a message by a channel, and says what came of it. */
  testChannel: (id: string) => post<Delivery>(`notices/${encodeURIComponent(id)}/test`, {}, false),

  /** What was said in a room after a message; without a room, in that of this person. */
  chat: (id: string, room: Message['room'] | undefined, after: number) => request<ChatData>(url(`${at(id)}/chat`, { room, after })),

  say: (id: string, messageId: string, text: string) => post<Message>(`${at(id)}/chat`, { id: messageId, text }),

  /** Tells whoever runs the server about a message. */
  report: (id: string, room: Message['room'], n: number, text: string) => post<unknown>(`${at(id)}/report`, { room, n, text }),

  /** What this person has noted about a game. */
  note: (id: string) => request<{ text: string; hash: string }>(url(`${at(id)}/note`)),

  /** Changes it, if it is still the text of that hash. */
  setNote: (id: string, text: string, based: string) => post<{ hash: string }>(`${at(id)}/note`, { text, based }),

  /** Whom this person does not want to hear. The answers to changes are the same list. */
  blocks: () => request<Block[]>(url('blocks')),

  blockAuthor: (id: string, room: Message['room'], n: number) => post<Block[]>(`${at(id)}/block`, { room, n }),

  unblock: (id: string) => post<Block[]>('blocks', { id, blocked: false }, false),

  sessions: () => request<Session[]>(url('sessions')),

  /** Logs another browser out. */
  endSession: (id: string) => remove(`sessions/${encodeURIComponent(id)}`),

  /** Makes a link to an open seat; the one before is worth nothing then. */
  invite: (id: string, side: Side) => post<{ token: string }>(`${at(id)}/invite`, { side }),

  /** Adds random bits to the dice of a game between people. */
  nonce: (id: string, side: Side, nonce: string) => post<unknown>(`${at(id)}/nonce`, { side, nonce }),

  /** What the token of a link offers. */
  invitation: (token: string) => post<Invitation>('invitation', { token }),

  /** Takes the seat that a link offers. */
  join: (token: string) => post<{ id: string; side: Side }>('join', { token }),

  /** The clauses of a battle's book, or of all. */
  rulebook: (book?: string) => request<Clause[]>(url('rulebook', { book })),
};

/** Whether the page is seen: another tab or window may hide it. */
export const isSeen = (): boolean => (globalThis.document?.visibilityState ?? 'visible') === 'visible';

/**
 * Reports each new version of a game until stopped. The browser reconnects by itself after a short break; when the
 * connection is refused, for example while the server restarts, it is reopened at growing intervals. A server that says that it
 * restarts has some time for that before it counts as gone. `page` is the name of the stream, by which the server is told whether its page is seen.
 */
export function watch(id: string, page: string, onVersion: (version: number) => void, onState?: (connected: boolean) => void, onChat?: () => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let stopped = false;
  let note: ReturnType<typeof setTimeout> | undefined;
  let restarting = false;

  const open = () => {
    source = new EventSource(`/api/${at(id)}/events?visible=${isSeen() ? 1 : 0}&page=${page}`);
    source.onopen = () => {
      failures = 0;
      restarting = false;
      clearTimeout(note);
      note = undefined;
      onState?.(true);
    };
    source.addEventListener('table', (e) => {
      const version = Number(JSON.parse((e as MessageEvent).data).version);
      if (!Number.isFinite(version)) return;
      noteVersion(id, version);
      onVersion(version);
    });
    source.addEventListener('chat', () => onChat?.());
    source.addEventListener('drain', () => (restarting = true));
    source.onerror = () => {
      if (!restarting) onState?.(false);
      else note ??= setTimeout(() => onState?.(false), restart);
      if (source?.readyState !== EventSource.CLOSED || stopped) return;
      source.close();
      timer = setTimeout(open, Math.min(500 * 2 ** failures++, 8000));
    };
  };
  open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    clearTimeout(note);
    source?.close();
  };
}
