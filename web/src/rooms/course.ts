// The numbers behind the charts of luck.

import type { RollLuck } from '../api';

/** The cumulative luck after each roll. */
export function course(rolls: readonly RollLuck[]): number[] {
  let sum = 0;
  return rolls.map((r) => (sum += r.luck));
}

/** The index of the roll whose action is nearest to n; -1 if there is none. */
export function nearest(rolls: readonly RollLuck[], n: number): number {
  let best = -1;
  rolls.forEach((r, i) => {
    if (best < 0 || Math.abs(r.n - n) < Math.abs(rolls[best].n - n)) best = i;
  });
  return best;
}

/** Round numbers from low to high, about as many as requested; zero is included if it lies between. */
export function ticks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= rough) ?? 10 * power;
  const list: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9; k++) list.push(k * step || 0);
  return list;
}

/** The first action of each turn in which dice were rolled. */
export function turnStarts(rolls: readonly RollLuck[]): { turn: number; n: number }[] {
  return rolls.filter((r, i) => r.turn !== rolls[i - 1]?.turn).map((r) => ({ turn: r.turn, n: r.n }));
}

/** The rolls with the greatest effect on the game, the greatest first. */
export function greatest(rolls: readonly RollLuck[], count: number): RollLuck[] {
  return [...rolls].sort((a, b) => Math.abs(b.luck) - Math.abs(a.luck)).slice(0, count);
}
