// The state of the client: the settings of this browser, and the game at the table.

import { batch, computed, effect, signal } from '@preact/signals';
import { type Ask, type BattleData, type Explanation, type HintData, type LogEntry, type Plan, type Proposal, type Pull, type Shade, type Side, type TableData, type Viewer, type Why, ApiError, NATURE, NOBODY, api, newActionId, watch } from './api';
import { pieceOf } from './battle';
import { isPlane } from './board/poses';
import { type Move, moves, pause } from './moves';
import type { Palette as ArmyColours } from './types';

// ---- Settings -------------------------------------------------------------------------------------------------

export type Language = 'en' | 'fr';
export type Motion = 'system' | 'full' | 'none';
export type Palette = 'paper' | 'blue-orange' | 'high-contrast';
export type CounterSize = 'small' | 'normal' | 'large';

export interface Settings {
  language: Language;
  motion: Motion;
  palette: Palette;
  counters: CounterSize;
  hexNumbers: boolean;
  sound: boolean;
  coached: boolean; // the guided first activation has been seen
}

const allowed = {
  language: ['en', 'fr'],
  motion: ['system', 'full', 'none'],
  palette: ['paper', 'blue-orange', 'high-contrast'],
  counters: ['small', 'normal', 'large'],
} as const;

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
    palette: 'paper',
    counters: 'normal',
    hexNumbers: true,
    sound: false,
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
    root.dataset.palette = settings.value.palette;
    root.dataset.counters = settings.value.counters;
    root.dataset.motion = still.value ? 'none' : 'full';
  });
  effect(() => {
    // Other palettes are chosen because they can be told apart, so they come before the colours of a battle.
    const shown = settings.value.palette === 'paper' ? armies.value : [];
    const { style } = document.documentElement;
    for (const side of [0, 1]) {
      const { field = '', dark = '', light = '' } = shown[side] ?? {};
      for (const [name, colour] of [['', field], ['-deep', dark], ['-wash', light]]) style.setProperty(`--army-${side}${name}`, colour);
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
  if (kind === 'info') setTimeout(() => dismiss(id), 6000);
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

/** One game: the only place from which the client changes it. */
export class GameStore {
  readonly table = signal<TableData | null>(null);
  readonly battle = signal<BattleData | null>(null);
  readonly busy = signal(false);
  readonly error = signal<ApiError | null>(null);
  readonly connected = signal(true);
  readonly selection = signal<Selection>(nothing);
  readonly preview = signal<Preview | null>(null);
  /** A place that the board should scroll to and mark: set by the log, the inspector and the rules. */
  readonly spotlight = signal<number | null>(null);
  /** A clause that the rules tab should open. */
  readonly clause = signal<string | null>(null);
  /** The move that is being shown, mostly an opponent's; the table is then the moment after it, and nothing can be chosen. */
  readonly following = signal<Move | null>(null);

  /** The side whose player has the device, if people share it and have secrets; null while it is handed over. */
  readonly holder = signal<Side | null>(null);

  /** The side that is to take over the device before its cards are shown. */
  readonly handover = computed<Side | null>(() => {
    const table = this.table.value;
    if (!table || !shared(table) || table.view.open || this.holder.value === table.view.toAct || table.seats[table.view.toAct] !== 'human') return null;
    return table.view.toAct;
  });

  /** Whether an opponent is to act and its moves can be skipped. */
  readonly skippable = computed(() => {
    const table = this.table.value;
    return table !== null && (!people(table) || this.following.value !== null) && !this.#hurried.value && !still.value;
  });

  #stopWatching?: () => void;
  #loading?: Promise<void>;
  #again = false; // a new version was reported since reading began
  #heard?: number; // the version last reported
  #changes = 0; // count of changes begun or ended; data read during one may be older than what is shown
  #battleFor = '';
  #gesture = { version: -1, actions: 0 }; // the last one of several actions
  #ahead?: TableData; // the table after the moves being shown
  /** The moves of this opponent's turn are not to be shown one by one. */
  readonly #hurried = signal(false);
  #wake?: () => void;

  constructor(readonly id: string) {}

  /** Loads the game and keeps it up to date until closed. */
  async open(): Promise<void> {
    await this.refresh();
    const table = this.table.value;
    // Only then nobody elsewhere could time the answers that the server gives for a player.
    if (table?.view.span && shared(table)) void api.together(this.id).then(() => this.refresh(), () => {});
    this.#stopWatching = watch(
      this.id,
      (version) => {
        this.#heard = version;
        if (version !== this.table.value?.version && !this.busy.value) void this.refresh();
      },
      (connected) => (this.connected.value = connected),
    );
  }

  close(): void {
    this.#stopWatching?.();
    this.skip();
  }

  /**
   * Whose view is requested: that of the only human player, or otherwise of the side to act. If people share a device
   * and have secrets, it is that of the player who has taken it over, and until then a spectator's.
   */
  get side(): Viewer | undefined {
    const table = this.table.value;
    return table ? this.#viewer(table) : undefined;
  }

  #viewer(table: TableData): Viewer | undefined {
    if (shared(table)) return this.holder.value ?? 'spectator';
    return table.seats.filter((s) => s === 'human').length === 1 ? table.seats.indexOf('human') : undefined;
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
    if (table.seats[toAct] === 'human' && toAct !== this.holder.value) this.holder.value = table.view.open ? toAct : null;
    const viewer = this.holder.value ?? NOBODY;
    return table.view.side === viewer ? table : await api.table(this.id, viewer === NOBODY ? 'spectator' : viewer);
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
    const opponents = shown !== null && !people(shown) && (table.n ?? 0) > (shown.n ?? 0);
    if (!opponents || this.#hurried.value || still.value || globalThis.document?.hidden) {
      this.#show(table);
      return;
    }
    this.#ahead = table;
    void this.#follow(shown.n ?? 0);
  }

  /** Whether what a player's own action has led to is shown step by step: on a board without places, if dice decided more than one thing. */
  #isTold(applied: readonly LogEntry[]): boolean {
    const b = this.battle.value;
    if (!b || !isPlane(b.sheet) || still.value || globalThis.document?.hidden) return false;
    return applied.some((e) => e.side === NATURE) && moves([...applied]).length > 1;
  }

  async #follow(n: number): Promise<void> {
    try {
      while (n < (this.#ahead?.n ?? 0) && !this.#hurried.value) {
        const entries = (await api.log(this.id, n + 1, this.side)).filter((e) => e.n <= (this.#ahead?.n ?? 0));
        for (const move of moves(entries)) {
          // The move before a human player's turn is shown with the table on which the player acts.
          if (this.#hurried.value || (this.#ahead && people(this.#ahead) && move.n >= (this.#ahead.n ?? 0))) break;
          // A past moment has no version to act on.
          const moment = { ...(await api.moment(this.id, move.n, this.side)), version: -move.n };
          batch(() => {
            this.#show(moment);
            this.following.value = move;
            this.spotlight.value = move.facts.findLast((f) => f.places?.length)?.places?.at(-1) ?? null;
          });
          await new Promise<void>((done) => {
            this.#wake = done;
            setTimeout(done, pause(move));
          });
        }
        n = entries.at(-1)?.n ?? this.#ahead?.n ?? n;
      }
    } catch {
      // What cannot be shown move by move is shown at once.
    }
    const table = this.#ahead;
    this.#ahead = undefined;
    batch(() => {
      if (this.following.value) this.spotlight.value = null;
      this.following.value = null;
      if (table) this.#show(table);
    });
  }

  /** Skips to the point where a human player is to act. */
  skip(): void {
    if (!this.skippable.value) return;
    this.#hurried.value = true;
    this.#wake?.();
  }

  /** Carries out the actions, in order, all or none. Returns whether they were carried out. */
  act(actions: string[]): Promise<boolean> {
    const id = newActionId();
    return this.#change((version) => api.act(this.id, version, actions, id, this.side));
  }

  /** The same for actions that were one gesture: they are undone together. */
  async actAtOnce(actions: string[]): Promise<boolean> {
    const done = await this.act(actions);
    if (done) this.#gesture = { version: this.table.value?.version ?? -1, actions: actions.length };
    return done;
  }

  /** Sends the faces of real dice; without any, the server rolls them. Dice may be thrown before anybody has taken the device. */
  roll(faces: number[] = []): Promise<boolean> {
    const id = newActionId();
    return this.#change((version) => api.roll(this.id, version, faces, id, this.side === 'spectator' ? undefined : this.side));
  }

  async undo(): Promise<boolean> {
    const { version, actions } = this.#gesture;
    let left = version === this.table.value?.version ? actions : 1;
    do {
      const id = newActionId();
      if (!(await this.#change((v) => api.undo(this.id, v, id, this.side)))) return false;
    } while (--left > 0 && this.table.value?.canUndo);
    return true;
  }

  /** Sets when the viewer's player is asked what he may decline. */
  setAsk(ask: Ask): Promise<boolean> {
    const side = this.table.value?.view.side ?? NOBODY;
    return this.#change(() => api.ask(this.id, side, ask));
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

  /** Why a piece cannot act, or why a place cannot be chosen. */
  async why(ask: { piece: number } | { place: number }): Promise<Why | null> {
    const b = this.battle.value;
    if (!b) return null;
    try {
      return await api.why(this.id, 'piece' in ask ? { piece: pieceOf(b, ask.piece)?.id } : { place: b.sheet.places[ask.place]?.id }, this.side);
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

  /** The places that overlays of the board mark, for a piece or none. */
  async shades(kinds: readonly string[], piece: number | null): Promise<Shade[]> {
    const b = this.battle.value;
    if (!b) return [];
    const id = piece === null ? undefined : pieceOf(b, piece)?.id;
    try {
      return (await Promise.all(kinds.map((k) => api.overlay(this.id, k, id, this.side)))).flat();
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
      const answer = await send(table.version);
      this.#changes++;
      const next = await this.#veil(answer.table);
      if (this.#isTold(answer.applied ?? [])) {
        this.#ahead = next;
        await this.#follow(table.n ?? 0);
      } else this.#show(next);
      this.error.value = null;
      return true;
    } catch (e) {
      this.#fail(e);
      // Another change came first, or the answer was lost: the screen is out of date.
      if (e instanceof ApiError && (e.status === 409 || e.offline)) await this.refresh();
      return false;
    } finally {
      this.busy.value = false;
      // The other side may have acted before our own answer arrived.
      if (this.#heard !== undefined && this.#heard !== this.table.value?.version) void this.refresh();
    }
  }

  #show(table: TableData): void {
    if (people(table)) this.#hurried.value = false;
    batch(() => {
      this.table.value = table;
      this.preview.value = null;
      const { piece } = this.selection.value;
      const now = table.view.pieces.find((p) => p.piece === piece);
      if (piece !== null && now) this.selection.value = selecting(now);
    });
  }

  #fail(e: unknown): void {
    const error = e instanceof ApiError ? e : new ApiError(0, 'client', String(e));
    this.error.value = error;
  }
}

/** Whether several people share the device and may know different things. */
export function shared(table: TableData): boolean {
  return Boolean(table.secrets) && table.seats.filter((s) => s === 'human').length > 1;
}

/** Whether a human player is to act, or no player is. */
function people(table: TableData): boolean {
  const seat = table.seats[table.view.toAct];
  return seat === undefined || seat === 'human';
}
