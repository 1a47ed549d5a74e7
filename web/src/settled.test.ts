import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let observed: () => void;
const html = { dataset: {} as Record<string, string> };
let animations: { playState: string; effect: { getComputedTiming(): { endTime: number } } }[];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  html.dataset = {};
  animations = [];
  vi.stubGlobal('document', { documentElement: html, getAnimations: () => animations });
  vi.stubGlobal('requestAnimationFrame', (f: () => void) => setTimeout(f, 16));
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(f: () => void) {
        observed = f;
      }
      observe() {}
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page is settled once nothing has changed for some frames', async () => {
  const { saySettled } = await import('./settled');
  saySettled({} as Element);
  expect(html.dataset.settled).toBe('no');
  vi.advanceTimersByTime(30);
  observed();
  vi.advanceTimersByTime(30);
  expect(html.dataset.settled).toBe('no');
  vi.advanceTimersByTime(100);
  expect(html.dataset.settled).toBe('yes');
  observed();
  expect(html.dataset.settled).toBe('no');
});

test('not while a request is under way or a timer is about to run', async () => {
  const { later, saySettled, track } = await import('./settled');
  saySettled({} as Element);
  let answer = () => {};
  const asked = track(new Promise<void>((done) => (answer = done)));
  vi.advanceTimersByTime(1000);
  expect(html.dataset.settled).toBe('no');
  answer();
  await asked;
  vi.advanceTimersByTime(100);
  expect(html.dataset.settled).toBe('yes');

  let ran = 0;
  later(500, () => ran++);
  const cancel = later(5000, () => ran++);
  vi.advanceTimersByTime(1000);
  expect([ran, html.dataset.settled]).toEqual([1, 'no']);
  cancel();
  cancel();
  vi.advanceTimersByTime(100);
  expect([ran, html.dataset.settled]).toEqual([1, 'yes']);
});

test('a failed request is over, and its failure is passed on', async () => {
  const { saySettled, track } = await import('./settled');
  saySettled({} as Element);
  await expect(track(Promise.reject(new Error('no')))).rejects.toThrow('no');
  vi.advanceTimersByTime(100);
  expect(html.dataset.settled).toBe('yes');
});

test('not while something moves that will stop', async () => {
  const { saySettled } = await import('./settled');
  const moves = (endTime: number) => ({ playState: 'running', effect: { getComputedTiming: () => ({ endTime }) } });
  animations = [moves(220), moves(Number.POSITIVE_INFINITY)];
  saySettled({} as Element);
  vi.advanceTimersByTime(1000);
  expect(html.dataset.settled).toBe('no');
  animations = [moves(Number.POSITIVE_INFINITY)];
  vi.advanceTimersByTime(100);
  expect(html.dataset.settled).toBe('yes');
});
