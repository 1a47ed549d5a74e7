import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import type { BattleData, Choice, Explanation, HintData, TableData } from '../api';
import { change, type GameStore, notices } from '../state';
import { Hand } from './hand';

const places = ['0101', '0102', '0103'].map((id) => ({ id, x: 0, y: 0 }));
const unit = { id: 'hastati-i-1', name: 'Hastati', shape: 'unit', side: 0 };
const battle = { id: 'b', sheet: { places, pieces: [unit] } } as unknown as BattleData;
const move: Choice = { action: 'move hastati-i-1', text: 'Move', verb: 'move', operands: [{ kind: 'piece', role: 'own', n: 0 }] };
const done: Choice = { action: 'done', text: 'Done', verb: 'done', ends: true };
const table = (version: number, toAct = 0) =>
  ({
    version,
    seats: ['human', 'centurion'],
    view: { toAct: toAct, prompt: { key: 'prompt.moves' }, pieces: [{ piece: 0, place: 1, order: 0, facing: 0 }] },
    choices: toAct === 0 ? [move, done] : [],
  }) as unknown as TableData;
const hint = { action: 'move hastati-i-1', text: 'Move', reason: 'Why not.', chance: 0.6 };

function set() {
  let answer: (data: HintData | null) => void = () => {};
  let asked = 0;
  const game = {
    table: signal(table(1)),
    battle: signal(battle),
    busy: signal(false),
    following: signal(null),
    odds: async () => null,
    select: () => {},
    selection: signal(null),
    hint: () => {
      asked++;
      return new Promise<HintData | null>((done) => (answer = done));
    },
  };
  return { game, hand: new Hand(game as unknown as GameStore), answer: (d: HintData | null) => answer(d), asked: () => asked };
}

describe('choosing several', () => {
  test('ends when it is cancelled, whether or not anything is chosen', () => {
    const { hand, game } = set();
    const all = table(2);
    all.view.together = [0];
    game.table.value = all;
    const { formation } = hand;
    for (const pieces of [[0], []]) {
      formation.several.value = true;
      hand.markTogether(pieces);
      expect(hand.cancel()).toBe(true);
      expect([formation.several.value, formation.marked.value]).toEqual([false, []]);
    }
    expect(hand.cancel()).toBe(false);
  });

  test('says that nothing in the box can be chosen', () => {
    const { hand } = set();
    notices.value = [];
    hand.markTogether([7]);
    expect(notices.value.length).toBe(1);
  });
});

describe('a hint', () => {
  test('is asked for once and shown on the board', async () => {
    const { hand, answer, asked } = set();
    const waiting = hand.askHint();
    void hand.askHint();
    expect(hand.hints.value).toBe('thinking');
    answer({ version: 1, side: 0, hints: [hint] });
    await waiting;
    expect(asked()).toBe(1);
    expect(hand.hints.value).toEqual([hint]);
    expect(hand.marks.highlights.value.movable).toEqual([0]);
    hand.look(hand.choices.value[0]);
    expect(hand.marks.highlights.value.movable).toEqual([]);
    expect(hand.marks.highlights.value.meant?.own).toEqual([1]);
    expect(hand.able.value).toEqual([0]);
    hand.look(null);
    expect(hand.marks.highlights.value.movable).toEqual([0]);
    expect(hand.cancel()).toBe(true);
    expect(hand.hints.value).toBeNull();
  });

  test('that comes too late is not shown', async () => {
    const { game, hand, answer } = set();
    const waiting = hand.askHint();
    game.table.value = table(2);
    expect(hand.hints.value).toBeNull();
    answer({ version: 1, side: 0, hints: [hint] });
    await waiting;
    expect(hand.hints.value).toBeNull();
  });

  test('goes with the game, with the language, and when there is none', async () => {
    const { game, hand, answer } = set();
    for (const gone of [() => (game.table.value = table(2)), () => change({ language: 'fr' })]) {
      const waiting = hand.askHint();
      answer({ version: game.table.value.version, side: 0, hints: [hint] });
      await waiting;
      expect(hand.hints.value).toEqual([hint]);
      gone();
      expect(hand.hints.value).toBeNull();
    }
    const waiting = hand.askHint();
    answer(null);
    await waiting;
    expect(hand.hints.value).toBeNull();
    change({ language: 'en' });
  });

  test('is not for an opponent', async () => {
    const { game, hand, asked } = set();
    game.table.value = table(2, 1);
    await hand.askHint();
    expect(asked()).toBe(0);
    expect(hand.hints.value).toBeNull();
  });
});

describe('another language', () => {
  const odds = { kind: 'melee', odds: [{}] } as unknown as Explanation;
  const reasons = [{ text: 'Too far.', clause: 'ant-8.1a' }];
  /** A hand with an answer to odds and reasons that comes when `give` is called. */
  const waiting = () => {
    const { game, hand } = set();
    let give: () => void = () => {};
    const wait = <T>(value: T) => new Promise<T>((done) => (give = () => done(value)));
    Object.assign(game, { odds: () => wait(odds), why: () => wait({ legal: false, reasons }) });
    return { game, hand, give: () => give() };
  };
  const rolls: Choice = { ...move, rolls: true };
  const asks: [string, (h: Hand) => Promise<void>, (h: Hand) => unknown][] = [
    ['the odds of a choice under the pointer', (h) => h.weigh(rolls), (h) => h.weighed.value],
    ['a choice to confirm', (h) => h.propose(rolls), (h) => h.pending.value],
    ['why not', (h) => h.ask({ piece: 0 }), (h) => h.why.value],
  ];

  test.each(asks)('closes %s', async (_, ask, shown) => {
    const { hand, give } = waiting();
    const asking = ask(hand);
    give();
    await asking;
    expect(shown(hand)).not.toBeNull();
    change({ language: 'fr' });
    expect(shown(hand)).toBeNull();
    change({ language: 'en' });
  });

  test.each(asks)('does not show %s that comes too late', async (_, ask, shown) => {
    const { hand, give } = waiting();
    const asking = ask(hand);
    change({ language: 'fr' });
    give();
    await asking;
    expect(shown(hand)).toBeNull();
    change({ language: 'en' });
  });

  test('asks for odds again', async () => {
    const { game, hand } = waiting();
    let asked = 0;
    Object.assign(game, { odds: async () => (asked++, odds) });
    await hand.weigh(rolls);
    await hand.weigh(rolls);
    expect(asked).toBe(1);
    change({ language: 'fr' });
    await hand.weigh(rolls);
    expect(asked).toBe(2);
    game.battle.value = { ...battle }; // in the new language
    expect(hand.weighed.value).toBeNull();
    change({ language: 'en' });
  });
});

test('a charge that is weighed is shown from the charger to its target', () => {
  const { game, hand } = set();
  const moving = table(2);
  game.table.value = { ...moving, view: { ...moving.view, chosen: [0] } };
  const odds = { kind: 'charge', path: [1, 2] } as Explanation;
  hand.weighed.value = { choice: { ...move, operands: [{ kind: 'place', role: 'enemy', n: 2 }] }, odds };
  expect(hand.marks.highlights.value.charge).toEqual({ from: 1, to: 2 });
  expect(hand.marks.highlights.value.path).toBeUndefined();
  hand.weighed.value = { choice: { ...move, operands: [{ kind: 'place', role: 'goal', n: 2 }] }, odds };
  expect(hand.marks.highlights.value.charge).toBeUndefined();
  expect(hand.marks.highlights.value.path).toEqual([1, 2]);
});

test('a facing that is asked for is chosen by a number, wherever the focus is', async () => {
  const { game, hand } = set();
  const did: string[] = [];
  const to = (n: number): Choice => ({ action: `retreat ${n}`, act: 'Retreat', text: 'Retreat', verb: 'retreat', operands: [{ kind: 'place', role: 'own', n: 1 }, { kind: 'place', role: 'goal', n: 2 }, { kind: 'facing', role: 'heading', n }] });
  Object.assign(game, { act: async ([action]: string[]) => did.push(action) });
  game.battle.value = { ...battle, sheet: { ...battle.sheet, facings: [{}, {}, {}] } } as BattleData;
  game.table.value = { ...table(2), choices: [to(0), to(2)] } as TableData;
  expect(hand.face(2)).toBe(false);
  await hand.answer({ text: 'Retreat', choices: [to(0), to(2)] });
  expect(hand.face(1)).toBe(false);
  expect(hand.face(2)).toBe(true);
  await expect.poll(() => did).toEqual(['retreat 2']);
});

test('a leader who is pointed at as an answer shows where his units are', () => {
  const { game, hand } = set();
  const led = { ...unit, group: 'first' };
  game.battle.value = { ...battle, sheet: { ...battle.sheet, pieces: [led, { ...led, id: 'pretor', shape: 'leader' }] } } as unknown as BattleData;
  const activate: Choice = { action: 'activate pretor', text: 'Activate', verb: 'activate', operands: [{ kind: 'piece', role: 'own', n: 1 }] };
  hand.weighAnswer({ text: 'Activate', choices: [activate] });
  expect(hand.marks.highlights.value.group).toEqual([1]);
  hand.weighAnswer(null);
  expect(hand.marks.highlights.value.group).toBeUndefined();
});

describe('pointing', () => {
  const other: Choice = { action: 'move hastati-i-2', text: 'Move', verb: 'move', operands: [{ kind: 'piece', role: 'own', n: 1 }] };
  const goal: Choice = { action: 'to 0103 UR', text: 'To', verb: 'to', operands: [{ kind: 'place', role: 'goal', n: 2 }], cost: 2 };
  const two = { ...battle, sheet: { ...battle.sheet, pieces: [unit, { ...unit, id: 'hastati-i-2' }] } } as BattleData;
  const pieces = [0, 1].map((piece) => ({ piece, place: piece, order: 0, facing: 0 }));
  const before = (version: number) => ({ ...table(version), view: { ...table(version).view, pieces }, choices: [move, other, done] }) as TableData;
  const taken = (version: number, chosen: number[]) => ({ ...before(version), canUndo: true, view: { ...before(version).view, chosen }, choices: [goal] }) as TableData;

  test('at another piece puts down those that were taken up', async () => {
    const { game, hand } = set();
    const did: string[] = [];
    const tables = [taken(4, [0]), before(5)];
    Object.assign(game, {
      select: () => {},
      undo: async () => {
        did.push('undo');
        game.table.value = tables.shift() as TableData;
        return true;
      },
      actAtOnce: async ([action]: string[]) => did.push(action),
    });
    game.battle.value = two;
    game.table.value = before(2);
    game.table.value = taken(3, [0, 5]);
    await hand.pick({ place: 1, piece: 1, how: 'tap' });
    await expect.poll(() => did).toEqual(['undo', 'undo', 'move hastati-i-2']);
  });

  test('at a place that is not offered asks why, and says so only if there is a reason', async () => {
    const { game, hand } = set();
    const asked: unknown[] = [];
    let reasons: { text: string; clause: string }[] = [];
    Object.assign(game, {
      why: async (what: unknown) => {
        asked.push(what);
        return { legal: false, reasons };
      },
    });
    game.battle.value = two;
    game.table.value = taken(3, [0]);
    await hand.ask({ place: 1 });
    expect(hand.why.value).toBeNull();
    reasons = [{ text: 'Too far.', clause: 'ant-8.1a' }];
    await hand.ask({ place: 1 });
    expect(hand.why.value?.what).toBe('0102');
    expect(asked).toEqual([{ place: 1 }, { place: 1 }]);
    await hand.pick({ place: 1, piece: 0, how: 'drop' }); // dragged out of reach
    expect(asked.at(-1)).toEqual({ place: 1, mover: 0 });
    expect(hand.why.value?.what).toBe('0102');
  });

  test('at an enemy only looks at it while nobody acts', async () => {
    const { game, hand } = set();
    const asked: unknown[] = [];
    const seen: unknown[] = [];
    Object.assign(game, {
      select: (piece: number) => seen.push(piece),
      why: async (what: unknown) => {
        asked.push(what);
        return { legal: false, reasons: [{ text: 'Not its turn.', clause: '' }] };
      },
    });
    game.battle.value = { ...two, sheet: { ...two.sheet, pieces: [...two.sheet.pieces, { ...unit, id: 'helots', side: 1 }] } } as BattleData;
    const enemy = two.sheet.pieces.length;
    await hand.pick({ place: 2, piece: enemy, how: 'tap' });
    expect([seen, asked, hand.why.value]).toEqual([[enemy], [], null]);
  });
});

describe('a card', () => {
  const card = (n: number, ...more: number[]): Choice => ({
    action: `play ${n} ${more}`,
    text: 'Play',
    verb: 'play',
    operands: [{ kind: 'card', role: 'own', n }, ...more.map((p) => ({ kind: 'piece' as const, role: 'own' as const, n: p }))],
  });
  const pass: Choice = { action: 'pass', text: 'No card', verb: 'pass', ends: true, quiet: true };

  function withCards(...choices: Choice[]) {
    const done: string[][] = [];
    const { game } = set();
    game.table.value = { ...table(1), choices: [...choices, pass] } as TableData;
    const hand = new Hand({ ...game, act: async (a: string[]) => done.push(a) > 0 } as unknown as GameStore);
    return { hand, done };
  }

  test('that needs nothing else is played at once', async () => {
    const { hand, done } = withCards(card(7), card(8));
    expect([...hand.cards.value]).toEqual([7, 8]);
    await hand.pickCard(8);
    expect(done).toEqual([['play 8 ']]);
    await hand.pickCard(9);
    expect(done).toHaveLength(1);
  });

  test('that needs a unit asks for it, and is put back by pointing at it again', async () => {
    const { hand, done } = withCards(card(7, 0), card(7, 1), card(8));
    await hand.pickCard(7);
    expect(done).toEqual([]);
    expect(hand.card.value).toBe(7);
    expect(hand.marks.highlights.value.movable).toEqual([0, 1]);
    await hand.pickCard(7);
    expect(hand.card.value).toBeNull();
    await hand.pickCard(7);
    await hand.pick({ place: 1, piece: 0, how: 'tap' });
    expect(done).toEqual([['play 7 0']]);
  });
});

describe('a stack', () => {
  const square = [-40, -40, 40, -40, 40, 40, -40, 40];
  const sheet = {
    places: [0, 1, 2].map((x) => ({ id: `010${x + 1}`, x: 100 * x, y: 0 })),
    shapes: [square],
    facings: ['N', 'E', 'S', 'W'].map((id, i) => ({ id, name: id, angle: 90 * i })),
    pieces: [0, 1, 2].map((n) => ({ ...unit, id: `u${n}` })),
  };
  const take = (n: number): Choice => ({ action: `move u${n}`, text: 'Move', verb: 'move', operands: [{ kind: 'piece', role: 'own', n }], all: ['move u0', 'with u1', 'with u2'] });
  const along = (n: number): Choice => ({ action: `with u${n}`, text: 'With', verb: 'with', operands: [{ kind: 'piece', role: 'own', n }] });
  const to = (place: number, facing: number, cost: number): Choice => ({
    action: `to ${place} ${facing}`,
    text: 'To',
    verb: 'to',
    operands: [{ kind: 'place', role: 'goal', n: place }, { kind: 'facing', role: 'heading', n: facing }],
    cost,
  });
  const goals = [to(2, 0, 2), to(2, 1, 1), to(2, 2, 1), to(2, 3, 3), to(0, 1, 1)];
  const at = (n: number, chosen: number[], choices: Choice[], more: object = {}) =>
    ({ version: n + 10, n, seats: ['human', 'human'], canUndo: n > 0, view: { toAct: 0, prompt: { key: 'p' }, chosen, pieces: [0, 1, 2].map((piece) => ({ piece, place: 0, order: piece, facing: 0, ...more })) }, choices }) as unknown as TableData;

  function play() {
    const { game, hand } = set();
    const did: string[][] = [];
    let version = 10;
    const show = (t: TableData) => (game.table.value = { ...t, version: ++version } as TableData);
    const carryOut = async (actions: string[]) => {
      did.push(actions);
      const { n, view } = game.table.value;
      const chosen = [...(view.chosen ?? []), ...actions.map((a) => Number(a.at(-1)))];
      if (actions[0].startsWith('to')) show(at(n + 1, [], [done], { place: 2, facing: Number(actions[0].at(-1)) }));
      else show(at(n + actions.length, chosen, [...[0, 1, 2].filter((p) => !chosen.includes(p)).map(along), ...goals]));
      return true;
    };
    Object.assign(game, {
      act: carryOut,
      actAtOnce: carryOut,
      undo: async () => {
        did.push(['undo']);
        const moved = game.table.value.view.pieces[0].place === 2;
        show(moved ? at(3, [0, 1, 2], goals) : at(0, [], [take(0), take(1), take(2)]));
        return true;
      },
    });
    game.battle.value = { id: 'b', sheet } as unknown as BattleData;
    show(at(0, [], [take(0), take(1), take(2)]));
    return { game, hand, did };
  }

  test('is picked up whole, and moved, by two clicks', async () => {
    const { hand, did } = play();
    await hand.pick({ place: 0, piece: 0, how: 'tap' });
    await expect.poll(() => did).toEqual([['move u0', 'with u1', 'with u2']]);
    expect([...hand.members.value]).toEqual([[0, true], [1, true], [2, true]]);
    await hand.pick({ place: 2, how: 'tap' });
    await expect.poll(() => did.length).toBe(2);
    expect(did[1]).toEqual(['to 2 1']); // of the cheapest facings the one toward which it goes
  });

  test('is left by those who are taken out of it', async () => {
    const { hand, did } = play();
    await hand.pick({ place: 0, piece: 0, how: 'tap' });
    await expect.poll(() => did.length).toBe(1);
    await hand.pick({ place: 0, piece: 1, how: 'tap', out: true });
    await expect.poll(() => did.slice(1)).toEqual([['undo'], ['move u0'], ['with u2']]);
    expect([...hand.members.value]).toEqual([[0, true], [1, false], [2, true]]);
    hand.toggle(1);
    await expect.poll(() => did.at(-1)).toEqual(['with u1']);
    expect([...hand.members.value.values()]).toEqual([true, true, true]);
  });

  test('gives one piece to a click on the fan', async () => {
    const { hand, did } = play();
    await hand.pick({ place: 0, piece: 2, how: 'tap', out: true });
    await expect.poll(() => did).toEqual([['move u2']]);
  });

  test('that has moved may still face another way, until something else is done', async () => {
    const { hand, did } = play();
    await hand.pick({ place: 0, piece: 0, how: 'tap' });
    await expect.poll(() => did.length).toBe(1);
    await hand.pick({ place: 2, how: 'tap' });
    await expect.poll(() => hand.made.value?.facing).toBe(1);
    expect(hand.marks.highlights.value.turn).toEqual({ place: 2, facing: 1, options: [0, 1, 2, 3] });
    await hand.pick({ place: 2, how: 'tap', turn: true });
    expect(hand.marks.highlights.value.facings?.options).toEqual([0, 1, 2, 3]);
    await hand.pick({ place: 2, facing: 3, how: 'tap' });
    await expect.poll(() => did.slice(2)).toEqual([['undo'], ['to 2 3']]);
    await expect.poll(() => hand.made.value?.facing).toBe(3);
    hand.clear();
    expect(hand.marks.highlights.value.turn).toBeUndefined();
  });

  test('moves once at a double click', async () => {
    const { hand, did } = play();
    await hand.pick({ place: 0, piece: 0, how: 'tap' });
    await expect.poll(() => did.length).toBe(1);
    await Promise.all([hand.pick({ place: 2, how: 'tap' }), hand.pick({ place: 2, how: 'tap' })]);
    await expect.poll(() => hand.made.value).not.toBeNull();
    expect(did).toHaveLength(2);
    expect(hand.why.value).toBeNull();
  });
});

describe('a roll', () => {
  const shoot: Choice = { action: 'shoot 0102', text: 'Shoot', verb: 'shoot', rolls: true, operands: [{ kind: 'place', role: 'target', n: 1 }] };
  const odds = { odds: [{}], also: [] } as unknown as Explanation;

  test('waits, and a double click or Enter accepts it', async () => {
    const { game, hand } = set();
    const did: string[][] = [];
    Object.assign(game, { odds: async () => odds, act: async (a: string[]) => did.push(a) > 0 });
    game.table.value = { ...table(2), choices: [shoot, done] } as TableData;
    await hand.pick({ place: 1, how: 'tap' });
    expect(hand.pending.value).toBe(shoot);
    expect(did).toEqual([]);
    expect(hand.accept()).toBe(true);
    expect(did).toEqual([['shoot 0102']]);
    expect(hand.accept()).toBe(false);
    game.table.value = { ...table(3), choices: [shoot, done] } as TableData;
    await Promise.all([hand.pick({ place: 1, how: 'tap' }), hand.pick({ place: 1, how: 'tap' })]);
    expect(did).toHaveLength(2);
  });
});
