import { expect, test } from 'vitest';
import type { LogEntry } from '../api';
import { latest } from './PlayPanel';

const entry = (n: number, ...texts: string[]): LogEntry => ({ n, side: 0, do: '', turn: 1, phase: '', facts: texts.map((text) => ({ text, key: 'x', scene: text === 'Dusk.' ? 'heading' : undefined })) });

test('what has just happened is told in one order, oldest first', () => {
  expect(latest([entry(1, 'a', 'b'), entry(2), entry(3, 'Dusk.', 'c', 'd')]).map((f) => f.text)).toEqual(['a', 'b', 'c', 'd']);
});

test('only the latest events are told', () => {
  const facts = latest([entry(1, ...'abcdefgh'), entry(2, ...'ijklmnop')]);
  expect(facts.map((f) => f.text).join('')).toBe('efghijklmnop');
  expect(new Set(facts.map((f) => f.id)).size).toBe(12);
});
