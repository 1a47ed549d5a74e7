// Every message is there in both languages, is used, and takes the same parameters.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allParts, asTyped, catalogues, format, formatNumber, learn, speak, typeset } from './i18n';

const src = new URL('.', import.meta.url).pathname;

function sources(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((e) => {
    if (e.isDirectory()) return sources(join(dir, e.name));
    return /\.tsx?$/.test(e.name) && !/\.test\.tsx?$/.test(e.name) ? [readFileSync(join(dir, e.name), 'utf8')] : [];
  });
}

const text = sources(src).join('\n');
const literals = new Set([...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map((m) => m[1] ?? m[2]));
// t(`board.state.${s}`) uses every key that begins so.
const prefixes = [...text.matchAll(/\bt\(`([\w.-]+)\$\{/g)].map((m) => m[1]);
const called = [...text.matchAll(/\bt\(\s*'([^'\n]+)'/g)].map((m) => m[1]);

await learn(...allParts);
await Promise.all([speak('en'), speak('fr')]);
const { en = {}, fr = {} } = catalogues;
const params = (message: string) => [...new Set([...message.matchAll(/\{(\w+)/g)].map((m) => m[1]))].sort();

describe('messages', () => {
  test('every key that is called exists', () => {
    expect(called.filter((k) => !(k in en))).toEqual([]);
  });
  test('both languages have the same keys', () => {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
  });
  test('every key is used', () => {
    expect(Object.keys(en).filter((k) => !literals.has(k) && !prefixes.some((p) => k.startsWith(p)))).toEqual([]);
  });
  test('both languages take the same parameters', () => {
    expect(Object.keys(en).filter((k) => String(params(en[k])) !== String(params(fr[k] ?? '')))).toEqual([]);
  });
  test('nothing is empty', () => {
    expect(Object.entries({ ...en, ...fr }).filter(([, m]) => !m.trim())).toEqual([]);
  });
});

describe('format', () => {
  const rows: [string, 'en' | 'fr', string, Record<string, string | number>, string][] = [
    ['parameters', 'en', '{a} and {b}', { a: 'one', b: 2 }, 'one and 2'],
    ['English plural of one', 'en', '{n} {n|unit|units}', { n: 1 }, '1 unit'],
    ['English plural of none', 'en', '{n} {n|unit|units}', { n: 0 }, '0 units'],
    ['French counts none as singular', 'fr', '{n} {n|unité|unités}', { n: 0 }, '0 unité'],
    ['French plural', 'fr', '{n} {n|unité|unités}', { n: 2 }, '2 unités'],
    ['French counts one and a half as singular', 'fr', '{n} {n|point|points}', { n: 1.5 }, '1,5 point'],
    ['English counts only one as singular', 'en', '{n} {n|point|points}', { n: 1.5 }, '1.5 points'],
    ['a true minus', 'fr', '{n}', { n: -1234.5 }, '−1\u202f234,5'],
    ['French million', 'fr', '{n|unité|unités}', { n: 1000000 }, 'unités'],
    ['a missing parameter stays visible', 'en', '{who}', {}, '{who}'],
  ];
  test.each(rows)('%s', (_, lang, message, given, want) => {
    expect(format(lang, message, given)).toBe(want);
  });
});

describe('typography', () => {
  const files = readdirSync(join(src, 'messages')).filter((name) => name.endsWith('fr.json'));
  test('French is typed with plain spaces and straight apostrophes', () => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((name) => /[\u00a0\u202f’]/.test(readFileSync(join(src, 'messages', name), 'utf8')))).toEqual([]);
  });
  test('French is set', () => {
    expect(Object.entries(fr).filter(([, m]) => /« | [:;?!%»]|'/.test(m))).toEqual([]);
  });
  const rows: [string, string][] = [
    ['Tir : dé 7', 'Tir\u00a0: dé 7'],
    ['95 %', '95\u00a0%'],
    ['« done »', '«\u00a0done\u00a0»'],
    ['ici ; là', 'ici\u202f; là'],
    ['Qui joue ?', 'Qui joue\u202f?'],
    ['Prêt !', 'Prêt\u202f!'],
    ['333 av. J.-C.', '333 av.\u00a0J.-C.'],
    ["l'unité qu'il a", 'l’unité qu’il a'],
  ];
  test.each(rows)('%s', (typed, want) => {
    expect(typeset('fr', typed)).toBe(want);
    expect(typeset('fr', want)).toBe(want);
    expect(typeset('en', typed)).toBe(typed);
    expect(asTyped(want)).toBe(typed.toLowerCase());
  });
  test('shares', () => {
    expect(formatNumber('en', 0.95, { style: 'percent' })).toBe('95%');
    expect(formatNumber('fr', 0.95, { style: 'percent' })).toBe('95\u00a0%');
  });
});
