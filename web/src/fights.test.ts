import { describe, expect, test } from 'vitest';
import type { Fact, LogEntry, PieceView, Scene, TableData } from './api';
import { modifierOf, putCard } from './board/FightCard';
import { fightOf, waysOf } from './fights';

// The events have names of no rulebook: only what is served about them counts.
const scenes: Record<string, Scene> = { '#': 'heading', '+': 'detail', '>': 'move', '!': 'result', '*': 'pause', '?': 'fight', '@': 'activation' };

const fact = (key: string, more: Partial<Fact> = {}): Fact => ({ key, text: key, scene: scenes[key.at(-1) ?? ''], ...more });
const rolled = (key: string, more: Partial<Fact> = {}): Fact => fact(key, { dice: [4], ...more });
const entry = (n: number, side: number, facts: Fact[], more: Partial<LogEntry> = {}): LogEntry => ({ n, side, do: '', turn: 1, phase: '', facts, ...more });

const keys = (entries: LogEntry[]) => {
  const fight = fightOf(entries);
  return fight && [fight.what, fight.rolls.map((r) => r.fact), fight.after].map((list) => list.map((f) => f.key).join(' '));
};

describe('the last fight', () => {
  const blow = (piece: number, target: number) => fact('blow?', { pieces: [piece, target], arrow: { piece, target } });
  const shot = (piece: number, target: number) => fact('shot?', { pieces: [piece, target], arrow: { piece, target } });
  const attack = [
    entry(1, 0, [blow(1, 9), blow(2, 9)]),
    entry(2, 1, [shot(9, 1)]),
    entry(3, -1, [fact('cover+'), rolled('shooting!')]),
    entry(4, -1, [fact('hill+'), fact('types+'), rolled('melee!'), fact('tired', { pieces: [1] })]),
  ];

  test('shots at the attackers are a fight of their own, decided first', () => {
    expect(keys(attack.slice(0, 3))).toEqual(['shot?', 'shooting!', '']);
    expect(fightOf(attack.slice(0, 3))?.rolls[0].details.map((f) => f.key)).toEqual(['cover+']);
  });

  test('the attack has all its attackers, its own modifiers and what came of it', () => {
    expect(keys(attack)).toEqual(['blow? blow?', 'melee!', 'tired']);
    expect(fightOf(attack)?.rolls[0].details.map((f) => f.key)).toEqual(['hill+', 'types+']);
  });

  test('retreats, advances and further rolls of those who fight belong to it', () => {
    const more = [...attack, entry(5, 0, [fact('back>', { pieces: [1] })]), entry(6, -1, [rolled('leader', { pieces: [30] })]), entry(7, 1, [fact('card*')])];
    expect(keys(more)).toEqual(['blow? blow?', 'melee! leader', 'tired back> card*']);
  });

  test.each([
    ['another piece has moved', entry(5, 0, [fact('go>', { pieces: [5] })])],
    ['another activation has begun', entry(5, 0, [fact('act@', { pieces: [50] })])],
  ])('it is over when %s', (_, next) => {
    expect(keys([...attack, next])).toBeUndefined();
  });

  test('a roll for nobody in particular is not part of it', () => {
    expect(keys([...attack, entry(5, -1, [rolled('initiative!')])])).toEqual(['', 'initiative!', '']);
  });

  test('a roll without an attack stands alone', () => {
    expect(keys([entry(1, -1, [rolled('rally!', { pieces: [3] })]), entry(2, -1, [rolled('rally!', { pieces: [4] })])])).toEqual(['', 'rally!', '']);
  });

  test('nothing was declared, nothing rolled', () => {
    expect(fightOf([entry(1, 0, [fact('go>', { pieces: [1] })])])).toBeUndefined();
    expect(fightOf(attack.slice(0, 2))).toBeUndefined();
  });
});

describe('ways', () => {
  const piece = (n: number, place: number, more: Partial<PieceView> = {}) => ({ piece: n, place, order: 0, facing: 0, ...more }) as PieceView;
  const table = (n: number, pieces: PieceView[], last: LogEntry[] = []) => ({ n, view: { pieces }, last }) as unknown as TableData;
  const track = (p: number, places: number[]) => fact('go>', { pieces: [p], track: { piece: p, places } });

  test('follow the places of all its moves, from where it stood', () => {
    const after = table(3, [piece(1, 8), piece(2, 5)], [entry(2, 1, [track(1, [4, 6])]), entry(3, -1, [track(1, [7]), track(1, [8])])]);
    expect(waysOf(table(1, [piece(1, 4), piece(2, 5)]), after)).toEqual([{ piece: 1, side: -1, places: [4, 6, 7, 8], poses: [] }]);
  });

  test('are straight where nothing is told', () => {
    expect(waysOf(table(1, [piece(1, 4)]), table(2, [piece(1, 6)], [entry(2, 1, [])]))).toEqual([{ piece: 1, side: 1, places: [4, 6], poses: [] }]);
  });

  test('of a piece that is gone end where it was last told to be', () => {
    expect(waysOf(table(1, [piece(1, 4)]), table(2, [piece(1, -1)], [entry(2, -1, [track(1, [5])])]))[0].places).toEqual([4, 5]);
  });

  test('without places go through the poses of the move', () => {
    const [a, b, c] = [0, 1, 2].map((x) => ({ x, y: 0, heading: 0 }));
    const before = table(1, [piece(1, -1, { pose: a }), piece(2, -1, { pose: b }), piece(3, -1, { pose: b })]);
    const after = table(2, [piece(1, -1, { pose: c }), piece(2, -1, { pose: c }), piece(3, -1, { pose: b })], [entry(2, 0, [], { trail: [a, b, c] })]);
    expect(waysOf(before, after).map((w) => [w.piece, w.poses])).toEqual([
      [1, [a, b, c]],
      [2, [b, c]],
    ]);
  });

  test('are unknown after a jump, and backwards', () => {
    const after = table(40, [piece(1, 6)], [entry(40, 1, [])]);
    expect(waysOf(table(1, [piece(1, 4)]), after)).toEqual([]);
    expect(waysOf(after, table(1, [piece(1, 4)]))).toEqual([]);
  });
});

describe('the card', () => {
  const seen = { left: 0, right: 1000, top: 0, bottom: 800, grow: 1 };

  test('stands beside the fight, on the side where fewest counters stand', () => {
    expect(putCard([[400, 400]], seen, 200)).toEqual([438, 300]);
    const crowd: [number, number][] = [[500, 400], [550, 350]];
    expect(putCard([[400, 400]], seen, 200, crowd)[0]).toBeLessThan(400);
  });

  test('stays within what is seen', () => {
    for (const spot of [[5, 5], [995, 5], [5, 795], [995, 795]] as [number, number][]) {
      const [x, y] = putCard([spot], seen, 200);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(x + 236).toBeLessThanOrEqual(940); // beside the tools
      expect(y + 200).toBeLessThanOrEqual(800);
    }
  });

  test('leaves out modifiers that change nothing', () => {
    expect(modifierOf(fact('a', { text: ' −2  terrain: hill' }))).toEqual(['−2', 'terrain: hill']);
    expect(modifierOf(fact('a', { text: '  0  types' }))).toBeUndefined();
    expect(modifierOf(fact('a', { text: '7 dice against 2' }))).toEqual(['', '7 dice against 2']);
  });
});
