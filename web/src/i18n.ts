// The client's texts in the reader's language. Sentences about the game come from the server.
//
// Messages are flat: one key, one sentence. The rooms' are in messages/en.json and fr.json, those of board and play in
// messages/play.en.json and play.fr.json, those of luck in messages/luck.en.json and luck.fr.json. `{name}` is replaced by a
// parameter, and `{n|unit|units}` by the form that fits the number n (French counts 0 and 1.5 as singular); a language with more
// forms lists them in the order of its plural categories. Keys are written out in the calls of t, so that the tests find every
// one. Messages are typed with plain spaces and straight apostrophes, and set here as their language prints them. A browser loads
// the language of its reader only.

import { signal } from '@preact/signals';
import { type Language, language } from './state';

/** A text with the no-break spaces and typographic apostrophes of its language. */
export function typeset(lang: Language, text: string): string {
  if (lang !== 'fr') return text;
  return text
    .replace(/ (?=[:%»])|(?<=«) /g, '\u00a0')
    .replace(/ (?=[;?!])/g, '\u202f')
    .replace(/ (?=J\.-C\.)/g, '\u00a0')
    .replace(/'/g, '’');
}

/** A text in its typed form, for searching. */
export const asTyped = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/’/g, "'").toLowerCase();

const set = (lang: Language, messages: Record<string, string>) =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, typeset(lang, text)]));

/** The messages of the languages that have been loaded. */
export const catalogues: Partial<Record<Language, Record<string, string>>> = {};

/** The language in which texts are shown: the reader's, once it has been loaded. */
const shown = signal<Language | null>(null);

const sources: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('./messages/english'),
  fr: () => import('./messages/french'),
};

/** Messages that a few pages need, and nothing else. */
const parts = {
  account: { en: () => import('./messages/account.en.json'), fr: () => import('./messages/account.fr.json') },
  luck: { en: () => import('./messages/luck.en.json'), fr: () => import('./messages/luck.fr.json') },
  notify: { en: () => import('./messages/notify.en.json'), fr: () => import('./messages/notify.fr.json') },
  players: { en: () => import('./messages/players.en.json'), fr: () => import('./messages/players.fr.json') },
};

const learned = new Set<keyof typeof parts>();
const loaded = new Set<unknown>();

async function load(lang: Language, source: () => Promise<{ default: Record<string, string> }>): Promise<void> {
  if (loaded.has(source)) return;
  const messages = set(lang, (await source()).default);
  catalogues[lang] = { ...catalogues[lang], ...messages };
  loaded.add(source);
}

/** Loads a language and shows it. */
export async function speak(lang: Language): Promise<void> {
  await Promise.all([sources[lang], ...[...learned].map((part) => parts[part][lang])].map((source) => load(lang, source)));
  if (lang === language.value) shown.value = lang;
}

export type Part = keyof typeof parts;

/** All of them. */
export const allParts = Object.keys(parts) as Part[];

/** Loads the messages of some pages, in this language and in every one that is shown later. */
export async function learn(...list: Part[]): Promise<void> {
  for (const part of list) learned.add(part);
  await Promise.all(list.map((part) => load(language.value, parts[part][language.value])));
}

export type Params = Record<string, string | number>;

const forms: Record<Language, Intl.LDMLPluralRule[]> = { en: ['one', 'other'], fr: ['one', 'other'] };
const rules: Partial<Record<Language, Intl.PluralRules>> = {};
const numbers = new Map<string, Intl.NumberFormat>();

/** A number in the style of the language, with a real minus sign. */
export function formatNumber(lang: Language, value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = lang + JSON.stringify(options);
  let f = numbers.get(key);
  if (!f) numbers.set(key, (f = new Intl.NumberFormat(lang, options)));
  return f.format(value).replace('-', '−').replace(/\s(?=%)/, '\u00a0');
}

/** A share: 0.95 is 95%. */
export const percent = (share: number) => formatNumber(language.value, share, { style: 'percent', maximumFractionDigits: 0 });

/** Fills a message in. */
export function format(lang: Language, message: string, params: Params = {}): string {
  return message.replace(/\{(\w+)((?:\|[^|}]*)*)\}/g, (whole, name: string, choices: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (!choices) {
      return typeof value === 'string' ? value : formatNumber(lang, value);
    }
    const list = choices.slice(1).split('|');
    let category = (rules[lang] ??= new Intl.PluralRules(lang)).select(Number(value));
    if (!forms[lang].includes(category)) category = 'other'; // "many", of a million and more in French
    return list[Math.min(forms[lang].indexOf(category), list.length - 1)];
  });
}

/** The message for a key in the present language. Components that call it are redrawn when the language changes. */
export function t(key: string, params?: Params): string {
  const lang = shown.value ?? language.value;
  const message = catalogues[lang]?.[key];
  return message === undefined ? key : format(lang, message, params);
}

/** How long something has lasted: "waiting for 3 minutes". */
export function lasting(since: Date, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - since.getTime()) / 60_000);
  if (minutes < 1) return t('just-now');
  const [n, unit] = minutes < 60 ? [minutes, 'minute'] : minutes < 1440 ? [Math.floor(minutes / 60), 'hour'] : [Math.floor(minutes / 1440), 'day'];
  return t('turn.for', { time: formatNumber(language.value, n, { style: 'unit', unit, unitDisplay: 'long' }) });
}

/** "3 minutes ago", or the date if it is more than a week ago. */
export function ago(then: Date, now = new Date()): string {
  const lang = language.value;
  const seconds = Math.round((then.getTime() - now.getTime()) / 1000);
  const relative = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  if (seconds > -60) return t('just-now');
  if (seconds > -3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (seconds > -86400) return relative.format(Math.round(seconds / 3600), 'hour');
  if (seconds > -7 * 86400) return relative.format(Math.round(seconds / 86400), 'day');
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(then);
}
