// The course of the tutorial: what it says at a moment of a game. The rulebook has the words: those for a prompt, those for
// after an event, and `last` for after the first activation.

import type { BattleData, TableData } from '../api';
import { sideOf, textOf } from '../battle';
import { isPlane } from '../board/poses';
import { isMine } from '../people';

/** What is said: the words of the rulebook for a key, or that the tutorial is over. */
export interface Saying {
  key: string; // 'finish' at the end
  text?: string; // of the rulebook
}

/** An event, and the part of the game in which it happened: what is said of it is said there, or until somebody is asked in another. */
interface Happened {
  key: string;
  span: string;
  seen?: boolean; // a person was asked while it could be read
}

/** How far the tutorial has come. */
export interface Progress {
  acting: number; // the piece whose activation is watched; -1 before it
  happened: readonly Happened[]; // the events of which something is to be said, in their order
  asked: readonly string[]; // the prompts that were explained
  read: readonly string[]; // what the player has read
  looking?: { key: string; n: number; prompt: string }; // what is said of something past, and the moment since when
}

export const start: Progress = { acting: -1, happened: [], asked: [], read: [] };

const after = 'coach.after.';

/** The events after which the rulebook has something to say. */
const awaited = (b: BattleData) => Object.keys(b.texts).filter((k) => k.startsWith(after)).map((k) => k.slice(after.length));

/** The piece that acts, if it belongs to the side to act. Units of a board without places act one by one: there it is their commander. */
function acting(b: BattleData, t: TableData): number {
  const piece = (isPlane(b.sheet) ? t.view.order?.find((o) => o.status === 'now')?.piece : t.view.active) ?? -1;
  return piece >= 0 && sideOf(b, piece) === t.view.toAct && isAsked(t) ? piece : -1;
}

/** Whether a person at this screen is asked. */
export const isAsked = (t: TableData): boolean => isMine(t, t.view.toAct);

/** The part of the game that a moment belongs to. */
const spanOf = (t: TableData) => t.view.span ?? String(t.view.turn);

const promptOf = (t: TableData) => t.view.prompt.key.replace('prompt.', '');

/** The progress after a look at the table. What was said of something past is over when the player has acted and is asked something else. */
export function watched(p: Progress, b: BattleData, t: TableData): Progress {
  const next = noticed(p, b, t);
  const key = isAsked(t) ? say(next, b, t)?.key : undefined;
  if (key === undefined || !(key === 'last' || key.startsWith('after.'))) return next;
  const n = t.n ?? 0;
  const { looking } = next;
  if (looking?.key !== key) return { ...next, looking: { key, n, prompt: promptOf(t) } };
  return n > looking.n && promptOf(t) !== looking.prompt ? folded(next, key) : next;
}

/** The progress with the events and the prompt of a table. */
function noticed(p: Progress, b: BattleData, t: TableData): Progress {
  const span = spanOf(t);
  const person = isAsked(t);
  const keys = new Set(t.last?.flatMap((e) => e.facts?.map((f) => f.key) ?? []));
  // What was not read in time is said after the next event of its kind; what was is over.
  const current = p.happened.filter((h) => h.seen || h.span === span || !person).map((h) => (person && h.span === span && !h.seen ? { ...h, seen: true } : h));
  const fresh = awaited(b).filter((k) => keys.has(k) && !p.happened.some((h) => h.key === k));
  const happened = fresh.map((key) => ({ key, span, seen: person }));
  const prompt = promptOf(t);
  const asked = person && !p.asked.includes(prompt);
  const same = current.length === p.happened.length && current.every((h, i) => h === p.happened[i]);
  if (p.acting >= 0 && !happened.length && !asked && same) return p;
  return { ...p, acting: p.acting >= 0 ? p.acting : acting(b, t), happened: [...current, ...happened], asked: asked ? [...p.asked, prompt] : p.asked };
}

/** What there is to say now, if anything. */
export function say(p: Progress, b: BattleData, t: TableData): Saying | undefined {
  const saying = (key: string): Saying | undefined => {
    const text = p.read.includes(key) ? undefined : textOf(b, `coach.${key}`);
    return text ? { key, text } : undefined;
  };
  const now = p.happened.filter((h) => h.span === spanOf(t) || !isAsked(t));
  const told = now.map((h) => saying(`after.${h.key}`)).find(Boolean);
  if (told) return told;
  if (p.acting >= 0 && acting(b, t) !== p.acting) {
    const last = saying('last');
    if (last) return last;
    if (awaited(b).every((k) => p.happened.some((h) => h.key === k))) return { key: 'finish' };
  }
  return isAsked(t) ? saying(promptOf(t)) : undefined;
}

/** The progress when something has been read. What was explained during the first activation is not said again after it. */
export function folded(p: Progress, key: string): Progress {
  return { ...p, read: [...p.read, key, ...(key === 'last' ? p.asked : [])] };
}

const storageKey = 'acies.tutorial';

/** How far the tutorial of a rulebook had come in this browser, in this game or in another. */
export function remembered(book: string, game: string): Progress | null {
  const known = stored()[book];
  if (!known) return null;
  return known.game === game ? known.progress : { ...known.progress, acting: -1 };
}

/** Remembers how far the tutorial of a rulebook has come. */
export function remember(book: string, game: string, progress: Progress): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...stored(), [book]: { game, progress } }));
  } catch {
    // storage may be disabled; the tutorial begins again then
  }
}

/** Forgets it for every rulebook, so that the tutorial begins again. */
export function forget(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // see remember
  }
}

function stored(): Record<string, { game: string; progress: Progress }> {
  try {
    const read = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return read && typeof read === 'object' ? Object.fromEntries(Object.entries<{ game: string; progress: Progress }>(read).filter(([, x]) => isProgress(x?.progress))) : {};
  } catch {
    return {};
  }
}

/** Whether what was stored is a progress; it may be old or damaged. */
function isProgress(p: Partial<Progress> | undefined): boolean {
  const words = (list: unknown) => Array.isArray(list) && list.every((x) => typeof x === 'string');
  return typeof p?.acting === 'number' && words(p.asked) && words(p.read) && Array.isArray(p.happened) && p.happened.every((h) => typeof h?.key === 'string' && typeof h.span === 'string');
}
