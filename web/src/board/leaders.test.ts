import { describe, expect, it } from 'vitest';
import type { PieceView } from '../api';
import { beside, clearest, nameAt } from './leaders';
import type { Stack } from './stacks';

const view = (piece: number): PieceView => ({ piece, place: 0, facing: 0, order: 0 }) as PieceView;
const place = (units: number, leaders: number): Stack => ({ units: Array.from({ length: units }, (_, i) => view(i)), leaders: Array.from({ length: leaders }, (_, i) => view(9 + i)) });

/** Whether a disc or its tab overlaps the row of figures of a counter at a place. */
const covers = ([x, y]: readonly [number, number], [cx, cy]: readonly [number, number]) =>
  [[x, y, 11], [x, y + 11, 8.6]].some(([dx, dy, r]) => Math.hypot(Math.max(0, Math.abs(dx - cx) - 19), Math.max(0, cy + 9 - dy, dy - cy - 19)) < r);

describe('leaders beside units', () => {
  it('cover no figures, of their own unit or of those around it', () => {
    for (const angle of [0, 30, 60, 90, 150, 180, 210, 240, 270, 300, 330]) {
      const { at } = beside(place(1, 1), 0, angle);
      for (const c of [[0, 0], [55.4, 32], [55.4, -32], [-55.4, 32], [-55.4, -32], [0, 64], [0, -64]] as const) expect(covers(at, c), `facing ${angle}, counter at ${c}`).toBe(false);
    }
  });

  it('stand on the side from which the unit looks away', () => {
    expect(beside(place(1, 1), 0, 270).at[0]).toBeGreaterThan(0);
    expect(beside(place(1, 1), 0, 90).at[0]).toBeLessThan(0);
  });

  it('have their names where no other disc or counter covers them', () => {
    const { labels } = beside(place(1, 1), 0);
    expect(clearest([100, 100], labels, 'Alexander', [])).toEqual({ label: labels[0], covered: 0 });
    const disc = { at: [100 + labels[0][0] + 20, 100 + labels[0][1]] as const, half: [13, 13] as const };
    expect(clearest([100, 100], labels, 'Alexander', [disc]).label).toBe(labels[1]);
    const wall = { at: [100, 100] as const, half: [200, 200] as const };
    expect(clearest([100, 100], labels, 'Alexander', [wall]).covered).toBeGreaterThan(500);
    const name = nameAt([100, 100], labels[0], 'Philotas');
    expect(clearest([100, 100], labels, 'Alexander', [name]).label, 'names keep clear of each other').not.toBe(labels[0]);
  });

  it('stand in a corner of their square that has neither figures nor an arrow', () => {
    expect(beside(place(1, 1), 0, 90, true).at).toEqual([25, -26]);
    expect(beside(place(1, 1), 0, 45, true).at).toEqual([0, -33]);
  });

  it('share a place without units', () => {
    expect(beside(place(0, 2), 0).at[0]).toBe(-beside(place(0, 2), 1).at[0]);
  });
});
