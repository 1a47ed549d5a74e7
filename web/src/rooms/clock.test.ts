import { expect, test } from 'vitest';
import { until } from './Clock';

const now = Date.UTC(2026, 10, 16, 12); // a Monday
const after = (days: number) => now + days * 86_400_000;

test('until when a clock stands still has a date if the weekday does not tell', () => {
  expect(until(after(5), now, 'en')).toMatch(/^Sat /);
  expect(until(after(5), now, 'en')).not.toMatch(/21/);
  for (const [lang, date] of [
    ['en', 'November 30'],
    ['fr', '30 novembre'],
  ] as const) {
    expect(until(after(14), now, lang)).toContain(date);
  }
  expect(until(after(7), now, 'en')).toContain('November 23');
});
