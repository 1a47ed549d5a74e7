import { signal } from '@preact/signals';
import { describe, expect, test, vi } from 'vitest';
import type { BattleData, Plan, TableData } from '../api';
import type { Along } from '../board/marks';
import type { GameStore } from '../state';
import { anchorOf, Formation, type Shift } from './formation';

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
  const asked: Shift[] = [];
  const acted: string[][] = [];
  const forward: (readonly Along[])[] = [];
  const onward: { steps?: number; way?: number }[] = [];
  const game = {
    table: signal(table(1)),
    battle: signal(battle),
    busy: signal(false),
    following: signal(null),
    plan: async (g: Shift) => {
      asked.push({ pieces: g.pieces, from: g.from, to: g.to });
      return answers.shift() ?? null;
    },
    advance: async (g: { pieces: number[]; line?: Along[]; steps?: number; way?: number }) => {
      onward.push({ steps: g.steps, way: g.way });
      forward.push(g.line ?? g.pieces);
      return answers.shift() ?? null;
    },
    actAtOnce: async (actions: string[], continues = false) => {
      acted.push(continues ? ['…', ...actions] : actions);
      return true;
    },
  };
  return { game, asked, acted, forward, onward, formation: new Formation(game as unknown as GameStore) };
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

  test('that is complete goes as a whole, or one counter of it by itself', () => {
    const { formation, game } = set([]);
    const march = (n: number) => ({ action: `march ${n}`, text: '', verb: 'march', operands: [{ kind: 'piece', role: 'own', n }] });
    game.table.value = { ...table(2, { chosen: [0, 1] }), choices: [march(0), march(1)] } as TableData;
    expect(formation.pieces.value).toEqual([0, 1]);
    formation.mark([1]);
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
    expect(acted).toEqual([['a'], ['…', 'b']]);
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

describe('an advance', () => {
  const left = [{ pieces: [1], text: 'It is resting.', clause: 'ant-11.2b' }];
  const step: Plan = { actions: ['a', 'b'], ends: [{ piece: 0, place: 1, facing: 0 }, { piece: 1, place: 1, facing: 0, stays: true }], left };

  test('of all that may go is shown first, with those left out, and carried out as one', async () => {
    const { formation, game, forward, acted } = set([step]);
    game.table.value = table(2, { advance: [0, 1] });
    expect(formation.forward.value).toEqual([0, 1]);
    await formation.advance();
    expect(forward).toEqual([[0, 1]]);
    expect(formation.waiting.value).toBe(true);
    expect(formation.advancing.value).toBe(true);
    expect(formation.plan.value?.plan.left).toEqual(left);
    expect(acted).toEqual([]);
    await formation.confirm();
    expect(acted).toEqual([['a', 'b']]);
    expect(formation.advancing.value).toBe(false);
  });

  test('goes as many steps as are chosen, and counts those that were sent', async () => {
    const along = { ...step, ends: [...step.ends, { piece: 2, place: 1, facing: -1 }], reach: { steps: 4, ways: 2, way: 1 } };
    const { formation, game, onward } = set([along, along]);
    game.table.value = table(2, { advance: [0, 1] });
    await formation.advance();
    await formation.advance({ steps: 3, way: 2 });
    expect(onward).toEqual([{ steps: undefined, way: undefined }, { steps: 3, way: 2 }]);
    expect(formation.going.value).toEqual({ n: 1, of: 2 });
  });

  test('goes to a line whose ends are pointed at', async () => {
    const square = [-50, -50, 50, -50, 50, 50, -50, 50];
    const { formation, game, forward } = set([step, step]);
    game.battle.value = { ...battle, sheet: { ...battle.sheet, shapes: [square] } } as BattleData;
    game.table.value = table(2, { advance: [0, 1] });
    await formation.advance();
    formation.draw();
    expect(formation.plan.value).toBeNull();
    void formation.pointAt(1);
    expect(formation.line.value).toEqual([1]);
    await formation.pointAt(4);
    expect(forward).toEqual([[0, 1], [1, 2, 3, 4]]);
    expect(formation.line.value).toBeNull();
    formation.clear();
    expect(formation.advancing.value).toBe(false);
  });

  test('lets its counters be marked and sent to a place, besides being moved one by one', async () => {
    const { formation, game, asked } = set([goes(['a'])]);
    game.table.value = table(2, { together: [], advance: [0, 1] });
    expect(formation.toggle(0)).toBe(true);
    expect(formation.toggle(1)).toBe(true);
    expect(formation.bound.value.size).toBe(0);
    await formation.send({ place: 3, how: 'tap' });
    expect(asked).toEqual([{ pieces: [1, 0], from: 1, to: 3 }]);
  });

  test('is of those marked, if any may go', () => {
    const { formation, game } = set([]);
    game.table.value = table(2, { advance: [0, 1] });
    formation.mark([1]);
    expect(formation.forward.value).toEqual([1]);
    game.table.value = table(3, { toAct: 1, advance: [0] }, []);
    expect(formation.forward.value).toEqual([]);
  });

  test('goes to a line between two points of a board without places', async () => {
    const { formation, forward } = set([goes(['a'])]);
    formation.draw();
    const [from, to] = [{ x: 1000, y: 2000 }, { x: 9000, y: 2000 }];
    await formation.pointAt(from);
    await formation.pointAt({ ...from }); // a double click
    expect(forward).toEqual([]);
    await formation.pointAt(to);
    expect(forward).toEqual([[from, to]]);
  });
});
