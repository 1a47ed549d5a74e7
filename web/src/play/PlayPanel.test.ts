import { expect, test } from 'vitest';
import type { LogEntry } from '../api';
import { latest } from './PlayPanel';

const entry = (n: number, ...texts: string[]): LogEntry => ({ n, side: 0, do: '', turn: 1, phase: '', facts: texts.map((text) => ({ text, key: 'x', scene: text === 'Dusk.' ? 'heading' : undefined })) });

test('what has just happened is told in one order, oldest first', () => {
  expect(latest([entry(1, 'a', 'b'), entry(2), entry(3, 'Dusk.', 'c', 'd')]).map((f) => f.text)).toEqual(['a', 'b', 'c', 'd']);
});

test('only the latest steps are told, and each whole', () => {
  const facts = latest([entry(1, ...'abcdefgh'), entry(2, ...'ijklmnop')]);
  expect(facts.map((f) => f.text).join('')).toBe('ijklmnop');
  expect(latest([entry(1, ...'abcd'), entry(2, ...'efgh')]).map((f) => f.text).join('')).toBe('abcdefgh');
  expect(latest([entry(1, ...'ab'), entry(2, ...'cdefghijklmnop')]).map((f) => f.text).join('')).toBe('cdefghijklmnop');
  expect(new Set(facts.map((f) => f.id)).size).toBe(8);
});

test('a roll belongs to the action that it was made for', () => {
  const roll = (n: number, ...texts: string[]) => ({ ...entry(n, ...texts), side: -1 });
  expect(latest([roll(1, 'lost'), entry(2, ...'abcd'), roll(3, ...'efgh'), entry(4, ...'ijklm')]).map((f) => f.text).join('')).toBe('ijklm');
  expect(latest([roll(1, 'lost'), entry(2, 'a'), roll(3, 'b'), entry(4, 'c')]).map((f) => f.text).join('')).toBe('abc');
});
