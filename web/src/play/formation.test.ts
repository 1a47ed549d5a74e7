import { signal } from '@preact/signals';
import { describe, expect, test, vi } from 'vitest';
import type { BattleData, Plan, TableData } from '../api';
import type { GameStore } from '../state';
import { anchorOf, Formation, type Gesture } from './formation';

const places = [0, 1, 2, 3, 4, 5].map((x) => ({ id: `p${x}`, x: 100 * x, y: 0 }));
const battle = { id: 'b', sheet: { places, pieces: [], facings: [{ id: 'E', name: 'east', angle: 90 }] } } as unknown as BattleData;
const table = (version: number, more: Partial<TableData['view']> = {}, choices = [{ action: 'x' }]) =>
  ({
    version,
    n: version,
    seats: ['human', 'human'],
    view: { toAct: 0, together: [0, 1], pieces: [0, 1, 2].map((piece) => ({ piece, place: piece, order: 0, facing: 0 })), ...more },
    choices,
  }) as unknown as TableData;

function set(answers: (Plan | null)[]) {
  const asked: Gesture[] = [];
  const acted: string[][] = [];
  const game = {
    table: signal(table(1)),
    battle: signal(battle),
    busy: signal(false),
    following: signal(null),
    plan: async (g: Gesture) => {
      asked.push({ pieces: g.pieces, from: g.from, to: g.to });
      return answers.shift() ?? null;
    },
    act: async (actions: string[]) => {
      acted.push(actions);
      return true;
    },
  };
  return { game, asked, acted, formation: new Formation(game as unknown as GameStore) };
}

const goes = (actions: string[], more = false): Plan => ({ actions, ends: [{ piece: 0, place: 3, facing: 0 }], more });

describe('a formation', () => {
  test('has only counters that may be moved together', () => {
    const { formation, game } = set([]);
    expect(formation.toggle(2)).toBe(false);
    formation.mark([0, 1, 2, 0]);
    expect(formation.pieces.value).toEqual([0, 1]);
    expect(formation.toggle(1)).toBe(true);
    expect(formation.pieces.value).toEqual([0]);
    game.table.value = table(2, { chosen: [1] });
    expect(formation.marked.value).toEqual([]);
    expect(formation.pieces.value).toEqual([1]);
  });

  test('starts from the counter that faces the goal, or else from the nearest', () => {
    const line = [
      { piece: 0, x: 0, y: 0, angle: 180 },
      { piece: 1, x: 100, y: 0, angle: 180 },
      { piece: 2, x: 200, y: 60, angle: 180 },
    ];
    expect(anchorOf(line, { x: 100, y: 200 })).toBe(1);
    expect(anchorOf(line, { x: 400, y: 60 })).toBe(2);
    expect(anchorOf(line.map((m) => ({ ...m, angle: undefined })), { x: 130, y: 0 })).toBe(1);
    expect(anchorOf([], { x: 0, y: 0 })).toBeNull();
  });

  test('is confirmed unless its end was seen', async () => {
    const { formation, asked, acted } = set([goes(['a', 'b']), goes(['c'])]);
    formation.mark([0, 1]);
    expect(await formation.send({ place: 3, how: 'tap' })).toBe(true);
    expect(asked).toEqual([{ pieces: [1, 0], from: 1, to: 3 }]);
    expect(acted).toEqual([]);
    expect(formation.waiting.value).toBe(true);
    await formation.confirm();
    expect(acted).toEqual([['a', 'b']]);
    formation.mark([0]);
    expect(await formation.send({ place: 2, piece: 0, how: 'drop' })).toBe(true);
    expect(acted).toEqual([['a', 'b'], ['c']]);
  });

  test('is not shown as moving to a counter that may join it', async () => {
    const { formation, asked } = set([goes(['a']), goes(['a'])]);
    formation.mark([0]);
    formation.hover({ place: 1, piece: 1, how: 'tap' });
    formation.hover({ place: 3, how: 'tap' });
    await vi.waitFor(() => expect(formation.plan.value).not.toBeNull());
    formation.hover({ place: 1, piece: 1, how: 'tap' });
    expect(formation.plan.value).toBeNull();
    expect(asked.map((g) => g.to)).toEqual([3]);
  });

  test('that cannot move is not sent', async () => {
    const { formation, acted } = set([{ actions: ['a'], ends: [{ piece: 0, place: 0, facing: 0, stays: true }] }]);
    formation.mark([0]);
    expect(formation.goes({ place: 0, how: 'tap' })).toBe(false);
    expect(await formation.send({ place: 5, how: 'drop', piece: 0 })).toBe(false);
    expect(acted).toEqual([]);
  });

  test('goes on when its side is asked again', async () => {
    const { formation, game, asked, acted } = set([goes(['a'], true), goes(['b'])]);
    formation.mark([0]);
    await formation.send({ place: 3, piece: 0, how: 'drop' });
    game.table.value = table(2, { toAct: 1 }, []); // somebody else is asked
    expect(asked.length).toBe(1);
    game.table.value = table(3);
    await Promise.resolve();
    await Promise.resolve();
    expect(asked.length).toBe(2);
    expect(acted).toEqual([['a'], ['b']]);
    game.table.value = table(4);
    expect(asked.length).toBe(2);
  });

  test('does not go on after an undo', async () => {
    const { formation, game, asked } = set([goes(['a'], true), goes(['b'])]);
    game.table.value = table(5);
    formation.mark([0]);
    await formation.send({ place: 3, piece: 0, how: 'drop' });
    game.table.value = { ...table(6), n: 4 };
    expect(asked.length).toBe(1);
  });
});
