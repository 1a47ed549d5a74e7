import { describe, expect, test } from 'vitest';
import type { Fact, LogEntry, Scene, TableData } from './api';
import { isLine, moves, pause, strikeOf } from './moves';

// The events have names of no rulebook: only what is served about them counts. "shove!" is one of the scene "result".
const scenes: Record<string, Scene> = { '#': 'heading', '+': 'detail', '>': 'move', '!': 'result', '*': 'pause' };

const fact = (key: string, more: Partial<Fact> = {}): Fact => ({ key, text: key, scene: scenes[key.at(-1) ?? ''], ...more });
const rolled = (key: string): Fact => fact(key, { dice: [4] });

const entry = (n: number, side: number, facts: (string | Fact)[], more: Partial<LogEntry> = {}): LogEntry => ({
  n,
  side,
  do: '',
  turn: 1,
  phase: '',
  facts: facts.map((f) => (typeof f === 'string' ? fact(f) : f)),
  ...more,
});

describe('moves', () => {
  test('the choice of a unit belongs to its move', () => {
    const list = moves([entry(1, 1, []), entry(2, 1, ['go>']), entry(3, 1, ['dusk#']), entry(4, 1, ['trot>'])]);
    expect(list.map((m) => m.n)).toEqual([2, 4]);
  });

  test('rolls belong to what they were rolled for, however many', () => {
    const list = moves([entry(1, 1, ['shove', 'hill+']), entry(2, -1, [rolled('shove!')]), entry(3, -1, [rolled('chief')]), entry(4, 1, ['follow>'])]);
    expect(list.map((m) => [m.n, m.facts.map((f) => f.key)])).toEqual([
      [3, ['shove', 'shove!', 'chief']],
      [4, ['follow>']],
    ]);
    expect(pause(list[0])).toBeGreaterThan(pause(list[1]));
  });

  test('a move is of the side that chose it, though the other rolled or is asked next', () => {
    const list = moves([entry(1, -1, [rolled('begin')]), entry(2, 1, ['fire']), entry(3, -1, [rolled('fired!')]), entry(4, 0, ['answer'])]);
    expect(list.map((m) => m.side)).toEqual([-1, 1, 1]);
  });

  test('a move is of the side whose piece attacks or moves, or that is named, though the other let it happen', () => {
    const arrow = { piece: 7, target: 1 };
    const list = moves([entry(1, 0, ['pass>']), entry(2, 0, [fact('fire', { arrow })]), entry(3, 0, ['hurt!']), entry(4, 0, [fact('turn of', { side: 1 })])], (p) => (p > 5 ? 1 : 0));
    expect(list.map((m) => m.side)).toEqual([0, 1, 1, 1]);
  });

  test('a pursuit is told step by step', () => {
    const list = moves([
      entry(1, 1, ['gallop']),
      entry(2, 1, ['hit']),
      entry(3, 0, ['fire']),
      entry(4, -1, [rolled('fired')]),
      entry(5, -1, [rolled('fought!'), 'shaken']),
      entry(6, 0, ['back>']),
      entry(7, 1, ['follow>', 'onward*', 'hit']),
      entry(8, -1, [rolled('fought!')]),
      entry(9, 1, ['follow>']),
      entry(10, 1, ['onward*', 'hit']),
    ]);
    expect(list.map((m) => [m.n, m.facts.map((f) => f.key).join(' ')])).toEqual([
      [1, 'gallop'],
      [2, 'hit'],
      [4, 'fire fired'],
      [5, 'fought! shaken'],
      [6, 'back>'],
      [7, 'follow>'],
      [7, 'onward* hit'],
      [8, 'fought!'],
      [9, 'follow>'],
      [10, 'onward* hit'],
    ]);
    expect(pause(list[6])).toBeGreaterThan(pause(list[5]));
    expect(pause(list[2])).toBeGreaterThan(pause(list[6]));
  });

  test('nothing to tell is no move', () => expect(moves([entry(1, 1, []), entry(2, 1, ['dusk#'])])).toEqual([]));

  test('headings and details are no lines', () => expect(['go>', 'dusk#', 'hill+', 'fought!', 'onward*', 'plain'].filter((k) => isLine(fact(k)))).toEqual(['go>', 'fought!', 'onward*', 'plain']));
});

describe('strikeOf', () => {
  const table = (galloping: number[], places: number[]) =>
    ({ view: { pieces: places.map((place, piece) => ({ piece, place, states: galloping.includes(piece) ? ['galloping'] : [] })) } }) as unknown as TableData;
  const gallop = fact('gallop', { arrow: { piece: 0, target: 1, way: [6, 9], behind: true } });
  const hit = fact('hit', { arrow: { piece: 0, target: 1, way: [8, 9], state: 'galloping' } });
  const other = fact('hit', { arrow: { piece: 2, target: 1, way: [5, 9], state: 'galloping' } });
  const shot = { facts: [fact('fire'), fact('many+'), rolled('fired')] };
  const fought = { facts: [rolled('fought!'), fact('runs'), fact('flies')] };

  test.each([
    ['declared: the whole run', [{ facts: [gallop, fact('dusk#')] }], { from: 6, to: 9, behind: true }],
    ['striking home', [{ facts: [gallop] }, { facts: [hit] }], { from: 8, to: 9, behind: false }],
    ['shot at on the way', [{ facts: [hit] }, shot], { from: 8, to: 9, behind: false }],
    ['the result belongs to it', [{ facts: [hit] }, shot, fought], { from: 8, to: 9, behind: false }],
    ['the result ends the turn', [{ facts: [hit] }, { facts: [rolled('fought!'), fact('begins', { scene: 'turn' })] }], undefined],
    ['after the result it is past', [{ facts: [hit] }, fought, { facts: [fact('follow>')] }], undefined],
    ['a pursuit after an advance', [{ facts: [fact('follow>'), fact('onward*'), hit] }], { from: 8, to: 9, behind: false }],
    ['another unit has moved since', [{ facts: [gallop] }, { facts: [fact('go>')] }], undefined],
    ['another leader acts', [{ facts: [gallop] }, { facts: [fact('begins', { scene: 'activation' })] }], undefined],
    ['another turn has begun', [{ facts: [gallop] }, { facts: [fact('begins', { scene: 'turn' })] }], undefined],
    ['an attacker without the state', [{ facts: [other] }], undefined],
    ['an attack whose activation is over', [{ facts: [gallop] }, { facts: [other] }, fought], undefined],
    ['a choice of which there is nothing to tell', [{ facts: [hit] }, { facts: [] }], { from: 8, to: 9, behind: false }],
    ['between pieces where they stand', [{ facts: [hit] }, { facts: [fact('answer', { arrow: { piece: 1, target: 0 } })] }], { from: 9, to: 8, behind: false }],
    ['a piece that is gone', [{ facts: [fact('answer', { arrow: { piece: 1, target: 7 } })] }], undefined],
    ['nothing', [], undefined],
  ])('%s', (_, entries, want) => {
    expect(strikeOf(entries, table([0], [8, 9, 5]))).toEqual(want);
  });

  test('between poses', () => {
    const pieces = [0, 1].map((piece) => ({ piece, place: -1, order: 0, facing: -1, pose: { x: piece, y: 0, heading: 0 } }));
    const found = strikeOf([{ facts: [fact('fire', { arrow: { piece: 0, target: 1 } })] }], { view: { pieces } } as unknown as TableData);
    expect(found).toEqual({ from: pieces[0], to: pieces[1], behind: false });
  });
});
