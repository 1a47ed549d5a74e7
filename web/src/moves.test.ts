import { describe, expect, test } from 'vitest';
import type { Fact, LogEntry, TableData } from './api';
import { moves, pause, strikeOf } from './moves';

const entry = (n: number, side: number, keys: string[], more: Partial<LogEntry> = {}): LogEntry => ({
  n,
  side,
  do: '',
  turn: 1,
  phase: '',
  facts: keys.map((key) => ({ key, text: key })),
  ...more,
});

describe('moves', () => {
  test('the choice of a unit belongs to its move', () => {
    const list = moves([entry(1, 1, []), entry(2, 1, ['moves'], { path: [4, 5] }), entry(3, 1, ['phase']), entry(4, 1, ['rides'])]);
    expect(list.map((m) => m.n)).toEqual([2, 4]);
    expect(list[0].path).toEqual([4, 5]);
    expect(list[1].path).toBeUndefined();
  });

  test('rolls belong to what they were rolled for, however many', () => {
    const list = moves([
      entry(1, 1, ['melee', 'modifier.flank']),
      entry(2, -1, ['melee-roll'], { facts: [{ key: 'melee-roll', text: '', dice: [7] }] }),
      entry(3, -1, ['leader-roll']),
      entry(4, 1, ['advances']),
    ]);
    expect(list.map((m) => [m.n, m.facts.map((f) => f.key)])).toEqual([
      [3, ['melee', 'melee-roll', 'leader-roll']],
      [4, ['advances']],
    ]);
    expect(pause(list[0])).toBeGreaterThan(pause(list[1]));
  });

  test('a pursuit is told step by step', () => {
    const rolled = (key: string): Fact => ({ key, text: '', dice: [4] });
    const list = moves([
      entry(1, 1, ['charges'], { path: [4, 5, 6] }),
      entry(2, 1, ['attacks']),
      entry(3, 0, ['shoots']),
      entry(4, -1, [], { facts: [rolled('shot-roll')] }),
      entry(5, -1, [], { facts: [rolled('melee-roll'), { key: 'discouraged', text: '' }] }),
      entry(6, 0, ['retreats']),
      entry(7, 1, ['advances', 'elan', 'attacks'], { path: [6, 7] }),
      entry(8, -1, [], { facts: [rolled('melee-roll')] }),
      entry(9, 1, ['advances']),
      entry(10, 1, ['dispersion', 'attacks']),
    ]);
    expect(list.map((m) => [m.n, m.facts.map((f) => f.key).join(' ')])).toEqual([
      [1, 'charges'],
      [2, 'attacks'],
      [4, 'shoots shot-roll'],
      [5, 'melee-roll discouraged'],
      [6, 'retreats'],
      [7, 'advances'],
      [7, 'elan attacks'],
      [8, 'melee-roll'],
      [9, 'advances'],
      [10, 'dispersion attacks'],
    ]);
    expect(list.map((m) => m.path)).toEqual([[4, 5, 6], undefined, undefined, undefined, undefined, [6, 7], undefined, undefined, undefined, undefined]);
  });

  test('nothing to tell is no move', () => expect(moves([entry(1, 1, []), entry(2, 1, ['phase'])])).toEqual([]));
});

describe('strikeOf', () => {
  const table = (charging: number[], places: number[]) =>
    ({ view: { pieces: places.map((place, piece) => ({ piece, place, states: charging.includes(piece) ? ['charging'] : [] })) } }) as unknown as TableData;
  const fact = (key: string, places: number[] = [], pieces: number[] = [0, 1]): Fact => ({ key, text: '', places, pieces });
  const charges = fact('charges', [9, 6, 7, 8]);
  const attacks = fact('attacks', [8, 9]);
  const shot = { facts: [fact('shoots'), fact('modifier.shot-many'), fact('shot-roll')] };
  const fought = { facts: [fact('melee-roll'), fact('routs', [], [1]), fact('flees', [12], [1])] };

  test.each([
    ['declared: the whole run', [{ facts: [charges, fact('phase')] }], { from: 6, to: 9, run: true }],
    ['striking home', [{ facts: [charges] }, { facts: [attacks] }], { from: 8, to: 9, run: false }],
    ['shot at on the way', [{ facts: [attacks] }, shot], { from: 8, to: 9, run: false }],
    ['the result belongs to it', [{ facts: [attacks] }, shot, fought], { from: 8, to: 9, run: false }],
    ['after the result it is past', [{ facts: [attacks] }, fought, { facts: [fact('advances', [9])] }], undefined],
    ['an Élan after an advance', [{ facts: [fact('advances', [8]), fact('elan', [9]), attacks] }], { from: 8, to: 9, run: false }],
    ['another unit has moved since', [{ facts: [charges] }, { facts: [fact('moves', [3], [2])] }], undefined],
    ['an attack without a charge', [{ facts: [fact('attacks', [5, 9], [2, 1])] }], undefined],
    ['a charge whose activation is over', [{ facts: [fact('charges', [5, 3, 4], [2, 1])] }, { facts: [fact('attacks', [4, 5], [2, 1])] }, fought], undefined],
    ['a choice of which there is nothing to tell', [{ facts: [attacks] }, { facts: [] }], { from: 8, to: 9, run: false }],
    ['in reaction', [{ facts: [attacks] }, { facts: [fact('reacts', [], [1, 0])] }], { from: 9, to: 8, run: false }],
    ['nothing', [], undefined],
  ])('%s', (_, entries, want) => {
    expect(strikeOf(entries, table([0], [8, 9, 5]))).toEqual(want);
  });
});
