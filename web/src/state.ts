// The state of the client: the settings of this browser, and the game at the table.

import { batch, computed, effect, signal } from '@preact/signals';
import { type About, type Ask, type BattleData, type Explanation, type HintData, type LogEntry, type Plan, type Proposal, type Pull, type Shade, type Side, type Standing, type TableData, type Victory, type Viewer, type Why, ApiError, NATURE, NOBODY, api, isSeen, newActionId, noteVersion, watch } from './api';
import { pieceOf } from './battle';
import type { Along } from './board/marks';
import { isPlane } from './board/poses';
import { fightOf, type Way, waysOf } from './fights';
import { type Deed, isRoll, type Move, moves, pause, resultPause } from './moves';
import { addNonces, isMine, me, mySides, sideElsewhere } from './people';
import type { Palette as ArmyColours } from './types';

// ---- Settings -------------------------------------------------------------------------------------------------

export type Language = 'en' | 'fr';
export type Motion = 'system' | 'full' | 'none';
export type Palette = 'paper' | 'blue-orange' | 'high-contrast';
export type Theme = 'system' | 'bright' | 'dark';
export type Sort = 'latest' | 'begun' | 'name';
export type CounterSize = 'small' | 'normal' | 'large';

export interface Settings {
  language: Language;
  motion: Motion;
  theme: Theme;
  palette: Palette;
  counters: CounterSize;
  sort: Sort; // of the list of games
  hexNumbers: boolean;
  flip: boolean; // the board is seen from the other side
  sound: boolean;
  pace: number; // how fast fights and the moves of opponents are shown
  coached: boolean; // the guided first activation has been seen
}

const allowed = {
  language: ['en', 'fr'],
  motion: ['system', 'full', 'none'],
  theme: ['system', 'bright', 'dark'],
  palette: ['paper', 'blue-orange', 'high-contrast'],
  counters: ['small', 'normal', 'large'],
  sort: ['latest', 'begun', 'name'],
  pace: [0.5, 1, 2, 4],
} as const;

/** The speeds at which fights and moves can be shown. */
export const paces: readonly number[] = allowed.pace;

const storageKey = 'acies.settings';

function preferred(): Language {
  for (const l of globalThis.navigator?.languages ?? []) {
    if (l.startsWith('fr')) return 'fr';
    if (l.startsWith('en')) return 'en';
  }
  return 'en';
}

/** Reads settings that may be missing, old or damaged: invalid ones get their defaults. */
export function readSettings(text: string | null): Settings {
  const settings: Settings = {
    language: preferred(),
    motion: 'system',
    theme: 'system',
    palette: 'paper',
    counters: 'normal',
    sort: 'latest',
    hexNumbers: true,
    flip: false,
    sound: false,
    pace: 1,
    coached: false,
  };
  let stored: Record<string, unknown> = {};
  try {
    stored = JSON.parse(text ?? '{}') ?? {};
  } catch {
    return settings;
  }
  for (const [key, value] of Object.entries(stored)) {
    if (key in allowed && (allowed as unknown as Record<string, readonly unknown[]>)[key].includes(value)) {
      Object.assign(settings, { [key]: value });
    } else if (typeof value === 'boolean' && typeof settings[key as keyof Settings] === 'boolean') {
      Object.assign(settings, { [key]: value });
    }
  }
  return settings;
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null; // storage may be disabled; the table works without it
  }
}

export const settings = signal<Settings>(readSettings(stored()));

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
}

export const language = computed(() => settings.value.language);

const query = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
const systemStill = signal(query?.matches ?? false);
query?.addEventListener?.('change', (e) => (systemStill.value = e.matches));

/** True if animations are off. */
export const still = computed(() => settings.value.motion === 'none' || (settings.value.motion === 'system' && systemStill.value));

const night = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
const systemDark = signal(night?.matches ?? false);
night?.addEventListener?.('change', (e) => (systemDark.value = e.matches));

/** True if the page is dark. */
export const dark = computed(() => settings.value.theme === 'dark' || (settings.value.theme === 'system' && systemDark.value));

/** The colours of the armies on the board, by side. */
export const armies = signal<readonly ArmyColours[]>([]);

/** Stores settings in the browser and applies them to the page. Called once. */
export function applySettings(): void {
  effect(() => {
    try {
      localStorage.setItem(storageKey, JSON.stringify(settings.value));
    } catch {
      // see stored
    }
    const root = document.documentElement;
    root.lang = settings.value.language;
    root.dataset.theme = dark.value ? 'dark' : 'bright';
    root.dataset.palette = settings.value.palette;
    root.dataset.counters = settings.value.counters;
    root.dataset.motion = still.value ? 'none' : 'full';
    root.style.setProperty('--pace', String(1 / settings.value.pace));
  });
  effect(() => {
    // Other palettes are chosen because they can be told apart, so they come before the colours of a battle.
    const shown = settings.value.palette === 'paper' ? armies.value : [];
    const { style } = document.documentElement;
    for (const side of [0, 1]) {
      const { field = '', dark: deep = '', light = '' } = shown[side] ?? {};
      for (const [name, colour] of [['', field], ['-deep', deep], ['-wash', dark.value ? '' : light]]) style.setProperty(`--army-${side}${name}`, colour);
    }
  });
}

// ---- Notices --------------------------------------------------------------------------------------------------

export interface Notice {
  id: number;
  kind: 'error' | 'info';
  text: string;
  clause?: string;
}

export const notices = signal<Notice[]>([]);
let lastNotice = 0;

export function notify(text: string, kind: Notice['kind'] = 'info', clause?: string): void {
  const id = ++lastNotice;
  // The caller must not subscribe to notices: hence peek.
  notices.value = [...notices.peek().filter((n) => n.text !== text), { id, kind, text, clause }].slice(-3);
  setTimeout(() => dismiss(id), kind === 'info' ? 6000 : 20_000);
}

let next = '';

/** Says something on the page that comes now. */
export function notifyNext(text: string): void {
  next = text;
}

/** Drops what was said about the page before, and says what is to be said on this one. */
export function turnNotices(): void {
  notices.value = [];
  if (next) notify(next);
  next = '';
}

export function dismiss(id: number): void {
  notices.value = notices.peek().filter((n) => n.id !== id);
}

// ---- The game at the table ------------------------------------------------------------------------------------

/** What is inspected: a piece, a place, or both. */
export interface Selection {
  piece: number | null;
  place: number | null;
}

/** What is about to be done and how it would look: a path to draw, the action that would do it. */
export interface Preview {
  action: string;
  path?: number[];
  place?: number;
  facing?: number;
}

/** Whether the board that is shown has no places, and so no numbers of them. */
export const gridless = signal(false);

export const nothing: Selection = { piece: null, place: null };

/** What is selected by pointing at a place, or at a piece that may stand at none. */
export const selecting = (p: { piece?: number; place: number }): Selection => ({ piece: p.piece ?? null, place: p.place >= 0 ? p.place : null });

const retry = 2000; // milliseconds, while the server does not answer

/** One game: the only place from which the client changes it. */
export class GameStore {
  readonly table = signal<TableData | null>(null);
  readonly battle = signal<BattleData | null>(null);
  readonly busy = signal(false);
  readonly error = signal<ApiError | null>(null);
  readonly connected = signal(true);
  /** Counts the news of messages about the game. */
  readonly chats = signal(0);
  readonly selection = signal<Selection>(nothing);
  readonly preview = signal<Preview | null>(null);
  /** A place that the board should scroll to and mark: set by the log, the inspector and the rules. */
  readonly spotlight = signal<number | null>(null);
  /** A clause that the rules tab should open. */
  readonly clause = signal<string | null>(null);
  /** The move that is being shown, mostly an opponent's; the table is then the moment after it, and nothing can be chosen. */
  readonly following = signal<Move | null>(null);
  /** What opponents do is not shown until it is asked for, step by step. */
  readonly paused = signal(false);
  /** The player reads something that lies over the table: what opponents do is shown afterwards. */
  readonly reading = signal(false);
  /** The latest activations of opponents, in one line each; one that has not ended has no text. */
  readonly deeds = signal<readonly Deed[]>([]);
  /** Whether the player has yet to act after the last of them. */
  readonly told = signal(false);
  /** The ways that pieces have taken since the table shown before; drawn are those that no person at the table has chosen. */
  readonly ways = signal<{ all: readonly Way[]; drawn: readonly Way[] }>({ all: [], drawn: [] });
  /** The number of actions when the game was opened: what happened before is not staged. */
  opened = 0;

  /** The side whose player has the device, if people share it and have secrets; null while it is handed over. */
  readonly holder = signal<Side | null>(null);

  /** The side that is to take over the device before its cards are shown. */
  readonly handover = computed<Side | null>(() => {
    const table = this.table.value;
    if (!table || !shared(table) || table.view.open || this.holder.value === table.view.toAct || !isMine(table, table.view.toAct)) return null;
    return table.view.toAct;
  });

  /** Whether the moves of an opponent are shown, or the computer is about to make them, so that they can be skipped. */
  readonly skippable = computed(() => {
    const table = this.table.value;
    return table !== null && (this.following.value !== null || (isComputer(table) && !still.value)) && !this.#hurried.value;
  });

  /** The same for what can be paused. A person elsewhere takes his time, and nothing is offered while he does. */
  readonly watching = computed(() => {
    const table = this.table.value;
    return table !== null && !table.outcome?.over && !table.frozen && (isComputer(table) || this.following.value !== null);
  });

  #stopWatching?: () => void;
  #loading?: Promise<void>;
  #again = false; // a new version was reported since reading began
  #heard?: number; // the version last reported
  #changes = 0; // count of changes begun or ended; data read during one may be older than what is shown
  #battleFor = '';
  readonly #gestures = signal<readonly { from: number; to: number; units: number }[]>([]); // of several actions: how many there were before and after
  #ahead?: TableData; // the table after the moves being shown
  /** The moves of this opponent's turn are not to be shown one by one. */
  readonly #hurried = signal(false);
  #wake?: () => void;
  #followed?: Promise<void>; // until the moves being shown have been shown
  #deedsTo = 0; // the action up to which deeds are known
  #rolled = 0; // the last roll that was shown for long enough
  #closed = false;
  #waiting = false; // for the server, to read the table again
  readonly #page = newActionId(); // the name of the stream of this page
  #unseen?: number; // the number of actions after which opponents acted while nobody saw the page

  constructor(readonly id: string) {}

  /** Loads the game and keeps it up to date until closed. */
  async open(): Promise<void> {
    await this.refresh();
    const table = this.table.value;
    this.opened = this.#deedsTo = table?.n ?? 0;
    void this.#catchUp(table?.since ?? 0);
    // Only then nobody elsewhere could time the answers that the server gives for a player.
    if (table?.view.span && shared(table)) void api.together(this.id).then(() => this.refresh(), () => {});
    globalThis.document?.addEventListener('visibilitychange', this.#onVisibility);
    this.#stopWatching = watch(
      this.id,
      this.#page,
      (version) => {
        this.#heard = version;
        if (version !== this.table.value?.version && !this.busy.value) void this.refresh();
      },
      (connected) => {
        this.connected.value = connected;
        if (connected && this.error.value?.offline) void this.refresh();
      },
      () => this.chats.value++,
    );
  }

  readonly #onVisibility = () => {
    if (me.value?.known) api.present(this.id, this.#page, isSeen()).catch(() => {}); // the stream says it when it is opened again
    const from = this.#unseen;
    if (!isSeen() || from === undefined) return;
    this.#unseen = undefined;
    void this.#catchUp(from);
  };

  /**
   * Tells somebody who comes back what a person elsewhere has done after an action, and shows it on the board, up to the middle of an
   * activation if that is where he is asked something.
   */
  async #catchUp(from: number): Promise<void> {
    const table = this.table.value;
    const side = table ? sideElsewhere(table) : NOBODY;
    if (!table?.people || side < 0 || from >= table.n || mySides(table).length !== 1 || table.outcome?.over || this.busy.value || this.following.value) return;
    let log: LogEntry[];
    try {
      log = (await api.log(this.id, from + 1, this.side)).filter((e) => e.n <= table.n);
    } catch {
      return; // it can be read in the log
    }
    if (this.table.value !== table || !moves(log).length) return;
    this.deeds.value = this.deeds.value.filter((d) => d.n <= from);
    this.#deedsTo = from;
    this.#noteDeeds(log);
    const ended = log.findLast((e) => e.summary)?.n ?? from;
    if (moves(log.filter((e) => e.n > ended)).length) {
      batch(() => {
        this.deeds.value = [...this.deeds.value, { from: ended, n: table.n, side, text: '' }];
        this.told.value = true;
      });
    }
    if (!still.value) await this.watchAgain({ from, n: Number.POSITIVE_INFINITY, side, text: '' });
  }

  close(): void {
    this.#closed = true;
    globalThis.document?.removeEventListener('visibilitychange', this.#onVisibility);
    this.#stopWatching?.();
    this.skip();
  }

  /**
   * Whose view is requested: that of the only player at this screen, or otherwise of the side to act. If people share a device
   * and have secrets, it is that of the player who has taken it over, and until then a spectator's.
   */
  get side(): Viewer | undefined {
    const table = this.table.value;
    return table ? this.#viewer(table) : undefined;
  }

  #viewer(table: TableData): Viewer | undefined {
    if (shared(table)) return this.holder.value ?? 'spectator';
    const mine = mySides(table);
    return mine.length === 1 ? mine[0] : undefined;
  }

  /** Shows the player to act, who has the device now, what that side may see. */
  async take(): Promise<void> {
    const side = this.handover.value;
    if (side === null || this.busy.value) return;
    this.#changes++; // a reading under way is a spectator's
    this.holder.value = side;
    await this.refresh();
  }

  /**
   * The table to show: if another player is to take over the device, or nobody has it yet, what a spectator sees. At a moment
   * when nothing is hidden nobody needs to take it over. A table is
   * never shown to anybody else than the one it was made for.
   */
  async #veil(table: TableData): Promise<TableData> {
    if (!shared(table) || table.outcome?.over) return table;
    const { toAct } = table.view;
    if (isMine(table, toAct) && toAct !== this.holder.value) this.holder.value = table.view.open ? toAct : null;
    const viewer = this.holder.value ?? NOBODY;
    return table.view.side === viewer ? table : await api.table(this.id, viewer === NOBODY ? 'spectator' : viewer);
  }

  /** Asks who is here now, which no change of the game tells. */
  async lookAround(): Promise<void> {
    const before = this.table.value;
    if (!before?.people || sideElsewhere(before) < 0 || before.outcome?.over || this.busy.value || this.following.value) return;
    try {
      const { people } = await api.table(this.id, this.side);
      const table = this.table.value;
      if (table === before && people?.some((p, side) => p.online !== before.people?.[side]?.online)) this.table.value = { ...table, people };
    } catch {
      // It is asked again.
    }
  }

  /** Reads the present table. Calls during a read cause one more read. */
  refresh(): Promise<void> {
    this.#again = true;
    this.#loading ??= (async () => {
      while (this.#again) {
        this.#again = false;
        await this.#load();
      }
    })().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  async #load(): Promise<void> {
    const changes = this.#changes;
    try {
      const table = await this.#veil(await api.table(this.id, this.side));
      if (changes !== this.#changes) {
        this.#again = !this.busy.value; // otherwise the answer to the change will bring it
        return;
      }
      const key = `${language.value} ${table.battle} ${table.options?.join(',') ?? ''} ${table.pack ?? ''}`;
      if (key !== this.#battleFor) {
        const battle = await api.battleOf(table);
        this.#battleFor = key;
        batch(() => {
          this.battle.value = battle;
          this.#arrive(table);
        });
      } else {
        this.#arrive(table);
      }
      this.error.value = null;
    } catch (e) {
      this.#fail(e);
    }
  }

  /** Shows a table that was read, and before it, one by one, the moves of an opponent that led there. */
  #arrive(table: TableData): void {
    if (this.#ahead) {
      this.#ahead = table;
      return;
    }
    const shown = this.table.value;
    const opponents = shown !== null && (table.n ?? 0) > (shown.n ?? 0) && mySides(table).length < table.seats.length;
    const atOnce = this.#hurried.value || ((still.value || !isSeen()) && !this.paused.value);
    if (!opponents || atOnce) {
      if (opponents && !isSeen()) this.#unseen ??= shown.n;
      this.#show(table);
      if (opponents) void this.#readDeeds(table);
      return;
    }
    this.#ahead = table;
    void this.#follow(shown.n ?? 0);
  }

  /** Whether what a player's own action has led to is shown step by step: if dice decided more than one thing. */
  #isTold(applied: readonly LogEntry[]): boolean {
    const b = this.battle.value;
    if (!b || still.value || !isSeen()) return false;
    const told = moves([...applied]);
    if (isPlane(b.sheet)) return applied.some((e) => e.side === NATURE) && told.length > 1;
    return told.filter((m) => m.facts.some(isRoll)).length > 1;
  }

  /** Lets a player read the result of his own action, and what lies over the table, before opponents go on. */
  async #letRead(): Promise<void> {
    const rolled = fightOf(this.table.value?.last ?? [])?.rolls.at(-1)?.n ?? 0;
    const fresh = rolled > Math.max(this.opened, this.#rolled);
    this.#rolled = Math.max(this.#rolled, rolled);
    if (fresh || this.reading.value) await this.#dwell(fresh ? resultPause : 0);
  }

  /** Shows the moves after an action, up to another or to the table that lies ahead, and then that table. */
  #follow(n: number, to = Number.POSITIVE_INFINITY): Promise<void> {
    const done = this.#showMoves(n, to)
      .catch(() => {}) // what cannot be shown move by move is shown at once
      .then(() => {
        const table = this.#ahead;
        this.#ahead = undefined;
        batch(() => {
          if (this.following.value) this.spotlight.value = null;
          this.following.value = null;
          if (table) this.#show(table);
          if (table && isHere(table)) this.paused.value = false;
        });
        if (table) void this.#readDeeds(table);
      });
    this.#followed = done;
    return done;
  }

  async #showMoves(n: number, to: number): Promise<void> {
    if (to === Number.POSITIVE_INFINITY) await this.#letRead();
    let own = this.table.value !== null && isHere(this.table.value); // what the player did elsewhere, before opponents went on, is not shown
    while (n < Math.min(to, this.#ahead?.n ?? 0) && !this.#hurried.value) {
      const entries = (await api.log(this.id, n + 1, this.side)).filter((e) => e.n <= Math.min(to, this.#ahead?.n ?? 0));
      for (const move of moves(entries, (p) => this.battle.value?.sheet.pieces[p]?.side ?? NATURE)) {
        // The move before a player's turn is shown with the table on which the player acts.
        if (this.#hurried.value || (this.#ahead && isHere(this.#ahead) && move.n >= (this.#ahead.n ?? 0))) break;
        own &&= !this.#ahead || move.side < 0 || isMine(this.#ahead, move.side);
        if (own) continue;
        await this.#showMoment(move.n, move);
        this.#noteDeeds(entries.filter((e) => e.n <= move.n));
        await this.#dwell(pause(move));
        this.#rolled = Math.max(this.#rolled, move.n);
      }
      n = entries.at(-1)?.n ?? this.#ahead?.n ?? n;
    }
  }

  /** Shows a past moment, and the move that led to it. */
  async #showMoment(n: number, move: Move): Promise<void> {
    // A past moment has no version to act on.
    const moment = { ...(await api.moment(this.id, n, this.side)), version: -n };
    batch(() => {
      this.#show(moment);
      this.following.value = move;
      this.spotlight.value = move.facts.findLast((f) => f.places?.length)?.places?.at(-1) ?? null;
    });
  }

  /** Waits as long as a move is shown, without end while paused or reading, or until the next step is asked for. */
  async #dwell(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = () => {};
    await new Promise<void>((done) => {
      this.#wake = done;
      stop = effect(() => {
        clearTimeout(timer);
        if (!this.paused.value && !this.reading.value) timer = setTimeout(done, ms / settings.value.pace);
      });
    });
    clearTimeout(timer);
    stop();
  }

  /** Adds the activations of opponents that ended with these actions. */
  #noteDeeds(entries: readonly LogEntry[]): void {
    const table = this.table.value;
    const news = entries.filter((e) => e.n > this.#deedsTo);
    if (!table || !news.length) return;
    this.#deedsTo = news[news.length - 1].n;
    const more = news.flatMap((e) => (e.summary && !isMine(table, e.summary.side) ? [{ ...e.summary, n: e.n }] : []));
    if (!more.length) return;
    batch(() => {
      this.deeds.value = [...this.deeds.value.filter((d) => d.text), ...more].slice(-12); // one that had not ended has now
      this.told.value = true;
    });
  }

  /** Reads the activations that ended up to a table and have not been shown. */
  async #readDeeds(table: TableData): Promise<void> {
    if ((table.n ?? 0) <= this.#deedsTo || !isHere(table)) return;
    try {
      this.#noteDeeds((await api.log(this.id, this.#deedsTo + 1, this.side)).filter((e) => e.n <= (table.n ?? 0)));
    } catch {
      // They are in the log.
    }
  }

  /** Skips to the point where a human player is to act. */
  skip(): void {
    if (!this.skippable.value) return;
    this.#hurried.value = true;
    this.paused.value = false;
    this.#wake?.();
  }

  /** Shows the next move of an opponent, and then no more until asked. */
  step(): void {
    this.paused.value = true;
    this.#wake?.();
  }

  /** Ends what is being shown: everything if a person is to act after it, else the present move. */
  async hasten(): Promise<void> {
    if (!this.following.value) return;
    if (!this.#ahead || !isHere(this.#ahead)) {
      this.#wake?.();
      return;
    }
    this.skip();
    await this.#followed;
  }

  /** Draws the ways of an activation on the present board. */
  async drawDeed(deed: Deed): Promise<void> {
    const present = this.table.value;
    try {
      const [before, after, log] = await Promise.all([api.moment(this.id, deed.from, this.side), api.moment(this.id, deed.n, this.side), api.log(this.id, deed.from + 1, this.side)]);
      if (this.table.value === present) this.ways.value = { all: [], drawn: waysOf(before, after, log) };
    } catch {
      // It can still be read.
    }
  }

  /** Shows an activation once more, move by move. */
  async watchAgain(deed: Deed): Promise<void> {
    const present = this.table.value;
    if (!present || this.busy.value || this.following.value) return;
    this.#ahead = present;
    this.#hurried.value = false;
    try {
      await this.#showMoment(deed.from, { n: deed.from, side: deed.side, facts: [] });
    } catch {
      // the moves can still be shown
    }
    await this.#follow(deed.from, deed.n);
  }

  /** Carries out the actions, in order, all or none. Returns whether they were carried out. */
  act(actions: string[]): Promise<boolean> {
    const id = newActionId();
    return this.#change((version) => api.act(this.id, version, actions, id, this.side));
  }

  /** The same for actions that were one gesture with so many units, or continue the last one: they are undone together. */
  async actAtOnce(actions: string[], continues = false, units = 1): Promise<boolean> {
    const n = this.table.value?.n ?? 0;
    const known = this.#gestures.value.filter((g) => g.to <= n);
    const last = known.at(-1);
    const begun = continues && last?.to === n ? last : { from: n, units };
    const done = await this.act(actions);
    if (done) this.#gestures.value = [...known.filter((g) => g.to <= begun.from), { ...begun, to: this.table.value?.n ?? n }];
    return done;
  }

  readonly #gesture = computed(() => this.#gestures.value.find((g) => g.to === (this.table.value?.n ?? 0)));

  /** With how many units the gesture was made that would be undone. */
  readonly undone = computed(() => this.#gesture.value?.units ?? 1);

  /** Sends the faces of real dice; without any, the server rolls them. Dice may be thrown before anybody has taken the device. */
  roll(faces: number[] = []): Promise<boolean> {
    const id = newActionId();
    return this.#change((version) => api.roll(this.id, version, faces, id, this.side === 'spectator' ? undefined : this.side));
  }

  /** Undoes the last action, or the last gesture. */
  undo(): Promise<boolean> {
    const gesture = this.#gesture.value;
    const id = newActionId();
    return this.#change((v) => api.undo(this.id, v, id, gesture ? gesture.to - gesture.from : 1, this.side));
  }

  /** A side gives up, offers the other something, or answers. */
  resign(side: Side): Promise<boolean> {
    const id = newActionId();
    return this.#change((v) => api.resign(this.id, v, id, side));
  }

  /** A side acts on the opponent's clock, gives the game up before it has begun, or lets a program play on. */
  claim(side: Side): Promise<boolean> {
    const id = newActionId();
    return this.#change((v) => api.claim(this.id, v, id, side));
  }

  abandon(side: Side): Promise<boolean> {
    const id = newActionId();
    return this.#change((v) => api.abandon(this.id, v, id, side));
  }

  resume(side: Side): Promise<boolean> {
    const id = newActionId();
    return this.#change((v) => api.resume(this.id, v, id, side));
  }

  leave(side: Side): Promise<boolean> {
    const id = newActionId();
    return this.#change((v) => api.leave(this.id, v, id, side));
  }

  absent(side: Side, then: 'program' | 'call-off'): Promise<boolean> {
    const id = newActionId();
    return this.#change((v) => api.absent(this.id, v, id, side, then));
  }

  goAway(side: Side, days: number): Promise<boolean> {
    const id = newActionId();
    return this.#change((v) => api.goAway(this.id, v, id, side, days));
  }

  /** Takes the seat back in which a program plays. */
  async comeBack(side: Side): Promise<void> {
    try {
      await api.comeBack(this.id, this.table.value!.version, newActionId(), side);
    } catch (e) {
      this.#fail(e);
    }
    await this.refresh();
  }

  offer(side: Side, deal: string): Promise<boolean> {
    const id = newActionId();
    return this.#change((v) => api.offer(this.id, v, id, side, deal));
  }

  reply(side: Side, accept: boolean): Promise<boolean> {
    const id = newActionId();
    return this.#change((v) => api.reply(this.id, v, id, side, accept));
  }

  /** Sets when the viewer's player is asked what he may decline. */
  setAsk(ask: Ask): Promise<boolean> {
    const side = this.table.value?.view.side ?? NOBODY;
    return this.#change(() => api.ask(this.id, side, ask));
  }

  /** Sets how questions are answered for the viewer's player. Where both play at this screen, answers need no delay. */
  async setStanding(standing: Record<string, Standing>): Promise<boolean> {
    const table = this.table.value;
    const side = table?.view.side ?? NOBODY;
    if (table && mySides(table).length > 1) await api.together(this.id).catch(() => {}); // it would only take longer
    return this.#change(() => api.standing(this.id, side, standing));
  }

  /** Undoes everything possible, back to the last roll or change of sides. */
  async undoAll(): Promise<void> {
    while (this.table.value?.canUndo && (await this.undo()));
  }

  /** The cost and odds of an action; null if there are none. */
  async odds(action: string, signal?: AbortSignal): Promise<Explanation | null> {
    try {
      return await api.odds(this.id, action, signal, this.side);
    } catch {
      return null;
    }
  }

  /** The best choices; null if there are no hints. */
  async hint(): Promise<HintData | null> {
    try {
      return await api.hint(this.id, this.side);
    } catch (e) {
      this.#fail(e);
      return null;
    }
  }

  /** Why a piece cannot act, or why a place cannot be chosen, for some piece if one is given. */
  async why(ask: { piece: number } | { place: number; mover?: number }): Promise<Why | null> {
    const b = this.battle.value;
    if (!b) return null;
    try {
      const mover = 'piece' in ask ? ask.piece : ask.mover;
      const piece = mover === undefined ? undefined : pieceOf(b, mover)?.id;
      return await api.why(this.id, { piece, place: 'place' in ask ? b.sheet.places[ask.place]?.id : undefined }, this.side);
    } catch (e) {
      this.#fail(e);
      return null;
    }
  }

  /** How pieces would go forward, by some steps or to a line; null if that cannot be planned. */
  async advance({ pieces, line, steps, way }: { pieces: readonly number[]; line?: readonly Along[]; steps?: number; way?: number }): Promise<Plan | null> {
    const b = this.battle.value;
    if (!b) return null;
    try {
      const along = line?.map((p) => (typeof p === 'number' ? b.sheet.places[p].id : `${p.x},${p.y}`)).join(',');
      const how = typeof line?.[0] === 'object' ? { ends: along } : { line: along, steps: steps?.toString(), way: way?.toString() };
      return await api.advance(this.id, pieces.map((p) => pieceOf(b, p)?.id ?? ''), how, this.side);
    } catch (e) {
      this.#fail(e);
      return null;
    }
  }

  /** How pieces would move together, each by as much as from one place to another; null if that cannot be planned. */
  async plan({ pieces, from, to }: { pieces: readonly number[]; from: number; to: number }): Promise<Plan | null> {
    const b = this.battle.value;
    if (!b) return null;
    const ids = pieces.map((p) => pieceOf(b, p)?.id ?? '');
    try {
      return await api.plan(this.id, ids, b.sheet.places[from].id, b.sheet.places[to].id, this.side);
    } catch {
      return null; // the pieces can still be moved one by one
    }
  }

  /** The legal move that brings the first of some pieces nearest to a pose; null if there is no answer. */
  async propose(pieces: readonly number[], near: Pull): Promise<Proposal | null> {
    const b = this.battle.value;
    if (!b) return null;
    try {
      return await api.propose(this.id, pieces.map((p) => pieceOf(b, p)?.id ?? ''), near, this.side);
    } catch {
      return null; // the move can still be chosen from the list
    }
  }

  /** What the rules say about a piece now; null if there is no answer. */
  async about(piece: number): Promise<About | null> {
    const id = this.battle.value && pieceOf(this.battle.value, piece)?.id;
    try {
      return id ? await api.aboutPiece(this.id, id, this.side) : null;
    } catch {
      return null; // what the sheet says is told all the same
    }
  }

  /** What there is to say about the line between two places, a line each. */
  async measure(from: number, to: number): Promise<string> {
    const places = this.battle.value?.sheet.places ?? [];
    try {
      return (await api.measure(this.id, places[from].id, places[to].id, this.side)).map((x) => x.text).join('\n');
    } catch {
      return '';
    }
  }

  /** How the battle is won, and how it stands; null if there is no answer. */
  async victory(): Promise<Victory | null> {
    try {
      return await api.victory(this.id, this.side);
    } catch {
      return null;
    }
  }

  /** The places that overlays of the board mark, for what is selected, if anything is. */
  async shades(kinds: readonly string[], selected: Selection): Promise<Shade[]> {
    const b = this.battle.value;
    if (!b) return [];
    const piece = selected.piece === null ? undefined : pieceOf(b, selected.piece)?.id;
    const place = selected.place === null ? undefined : b.sheet.places[selected.place]?.id;
    try {
      return (await Promise.all(kinds.map((k) => api.overlay(this.id, k, piece, place, this.side)))).flat();
    } catch {
      return []; // the board can be played without them
    }
  }

  /** Inspects a piece and its place. */
  select(piece: number | null): void {
    const place = this.table.value?.view.pieces.find((p) => p.piece === piece)?.place ?? -1;
    batch(() => {
      this.selection.value = selecting({ piece: piece ?? undefined, place });
      this.preview.value = null;
    });
  }

  async #change(send: (version: number) => Promise<{ table: TableData; applied?: LogEntry[] }>): Promise<boolean> {
    const table = this.table.value;
    if (!table || this.busy.value || this.following.value) return false;
    this.busy.value = true;
    this.#changes++;
    this.#heard = undefined;
    try {
      const answer = await this.#sent(() => send(table.version));
      noteVersion(this.id, answer.table.version);
      this.#changes++;
      this.told.value = false;
      const next = await this.#veil(answer.table);
      if (this.#isTold(answer.applied ?? [])) {
        this.#ahead = next;
        await this.#follow(table.n ?? 0);
      } else this.#show(next);
      this.error.value = null;
      return true;
    } catch (e) {
      this.#fail(e);
      // Another change came first: the screen is out of date.
      if (e instanceof ApiError && e.status === 409) await this.refresh();
      return false;
    } finally {
      this.busy.value = false;
      // The other side may have acted before our own answer arrived.
      if (this.#heard !== undefined && this.#heard !== this.table.value?.version) void this.refresh();
    }
  }

  /** Sends a change until the server answers: while it is gone the change waits. It has an id, so it is made only once. */
  async #sent<T>(send: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const answer = await send();
        this.connected.value = true;
        return answer;
      } catch (e) {
        if (!(e instanceof ApiError && e.offline) || this.#closed) throw e;
        this.connected.value = false;
        await this.#until(() => this.connected.value);
      }
    }
  }

  /** Waits until something is so, or until it is time to try again. */
  #until(isSo: () => boolean): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, retry);
      const stop = effect(() => {
        if (!isSo()) return;
        clearTimeout(timer);
        done();
      });
      setTimeout(stop, retry);
    });
  }

  #show(table: TableData): void {
    if (isHere(table)) this.#hurried.value = false;
    const before = this.table.value;
    const all = before ? waysOf(before, table) : [];
    batch(() => {
      this.ways.value = { all, drawn: all.filter((w) => !isMine(table, w.side)) };
      this.table.value = table;
      this.preview.value = null;
      const { piece } = this.selection.value;
      const now = table.view.pieces.find((p) => p.piece === piece);
      if (piece !== null && now) this.selection.value = selecting(now);
    });
    void addNonces(table);
  }

  #fail(e: unknown): void {
    const error = e instanceof ApiError ? e : new ApiError(0, 'client', String(e));
    this.error.value = error;
    if (error.code !== 'offline' || this.#waiting) return;
    this.#waiting = true;
    void this.#until(() => false).then(() => {
      this.#waiting = false;
      if (!this.#closed && this.error.value?.offline) void this.refresh();
    });
  }
}

/** Whether several people share the device and may know different things. */
export function shared(table: TableData): boolean {
  return Boolean(table.secrets) && mySides(table).length > 1;
}

/** Whether a player at this screen is to act, or no player is. */
function isHere(table: TableData): boolean {
  return table.seats[table.view.toAct] === undefined || isMine(table, table.view.toAct);
}

/** Whether the computer is to act. */
function isComputer(table: TableData): boolean {
  return !isHere(table) && table.seats[table.view.toAct] !== 'human';
}
