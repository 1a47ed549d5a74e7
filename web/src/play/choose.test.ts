import { describe, expect, test } from 'vitest';
import type { BattleData, Choice, Kind, Operand, Role, TableData } from '../api';
import { acts, answers, asked, basesMeant, begin, buttons, cardsOf, complete, crowd, groupNamed, groups, highlights, inWords, involved, isAboutOwn, isAnswered, isQuestion, moverOf, named, narrow, onward, placesOf, pointed, stays } from './choose';

const counter = (id: string, side = 0, shape = 'unit') => ({ id, name: id, side, shape });
const facings = ['UR', 'R', 'DR', 'DL', 'L', 'UL'];
const pad = (n: number) => String(n).padStart(2, '0');
const battle: BattleData = {
  id: 'b',
  name: 'B',
  intro: '',
  book: 'antiquity-2',
  turns: 8,
  specials: [],
  options: [],
  lessons: [],
  texts: {},
  sides: [
    { id: 'roman', name: 'Romans' },
    { id: 'spartan', name: 'Spartans' },
  ],
  sheet: {
    width: 100,
    height: 100,
    shapes: [[]],
    places: Array.from({ length: 320 }, (_, i) => ({ id: pad((i % 16) + 1) + pad(Math.floor(i / 16) + 1), x: 0, y: 0 })),
    facings: facings.map((id, i) => ({ id, name: id, angle: 30 + 60 * i })),
    colors: [],
    pieces: [counter('hastati-i-1'), counter('hastati-i-2'), counter('helots-1', 1), counter('pretor-i', 0, 'leader')],
  },
  ground: '',
};
const place = (name: string) => battle.sheet.places.findIndex((p) => p.id === name);
const places = [place('0415'), place('0415'), place('0414'), place('0415')];

/** The roles of what the choices of these tests name. */
const roles: Record<string, Role[]> = {
  move: ['own'],
  place: ['own', 'goal'],
  face: ['own', 'heading'],
  with: ['own'],
  to: ['goal', 'heading', 'plain'],
  back: ['goal'],
  shoot: ['target'],
  charge: ['enemy'],
  melee: ['own', 'enemy', 'enemy'],
  attack: ['own'],
  retreat: ['own', 'goal', 'heading', 'plain'],
  advance: ['own', 'goal', 'heading'],
  aside: ['own'],
  enter: ['own', 'goal', 'heading'],
  rally: ['own'],
  join: ['own'],
  go: ['own'],
  remain: ['own'],
  rest: ['own'],
  flee: ['own'],
  'flee-all': ['own'],
  react: ['enemy'],
  hold: ['own'],
  promote: ['own'],
  play: ['own', 'own'],
};

const pieces = ['hastati-i-1', 'hastati-i-2', 'helots-1', 'pretor-i'];

/** A choice written as its verb and what it names, as the server would send it. */
function choice(action: string, cost?: number): Choice {
  const [verb, ...words] = action.split(' ');
  const operands = words.map((w, i): Operand => {
    const of = (kind: Kind, n: number, text?: string) => ({ kind, role: roles[verb][i], n, text });
    if (pieces.includes(w)) return of('piece', pieces.indexOf(w));
    if (facings.includes(w)) return of('facing', facings.indexOf(w));
    if (w.startsWith('#')) return of('card', Number(w.slice(1)));
    return /\d/.test(w) ? of('place', place(w)) : of('key', 0, w);
  });
  return { action, text: action, verb, operands, cost, ends: verb === 'done' || verb === 'stay' || verb === 'ready' };
}

function table(actions: (string | [string, number])[], more: Partial<TableData['view']> = {}): TableData {
  return {
    id: 'g',
    battle: 'b',
    options: [],
    seats: ['human', 'human'],
    dice: 'seed',
    version: 1,
    n: 1,
    length: 1,
    view: {
      side: 0,
      toAct: 0,
      turn: 1,
      turns: 8,
      phase: 'phase.d1',
      prompt: { key: 'prompt.moves' },
      active: 3,
      pieces: places.map((place, piece) => ({ piece, place, order: piece === 1 ? 1 : 0, facing: piece === 3 ? -1 : 0 })),
      ...more,
    },
    prompt: '',
    phase: '',
    choices: actions.map((a) => (typeof a === 'string' ? choice(a) : choice(...a))),
    canUndo: false,
    points: [0, 0],
    scores: [],
    outcome: null,
    last: [],
  };
}

const draftOf = (t: TableData) => begin(t.choices);

describe('a unit is chosen to move', () => {
  const t = table(['move hastati-i-1', 'move hastati-i-2', 'lead', 'done']);
  test('the units that may are marked', () => {
    const h = highlights(draftOf(t), t, battle, false);
    expect(h.movable).toEqual([0, 1]);
    expect(h.places.size).toBe(0);
  });
  test('pointing at one is enough', () => {
    expect(complete(narrow(draftOf(t), { piece: 1, place: place('0415') }, placesOf(t)))?.action).toBe('move hastati-i-2');
  });
  test('pointing at a place with several asks whom is meant', () => {
    const d = narrow(draftOf(t), { place: place('0415') }, placesOf(t));
    expect(inWords(d).map((c) => c.action)).toEqual(['move hastati-i-1', 'move hastati-i-2']);
  });
  test('pointing elsewhere is not offered', () => {
    expect(narrow(draftOf(t), { place: place('0101') }, placesOf(t))).toEqual([]);
  });
  test('the only place where a piece may go waits to be pointed at', () => {
    const t = table(['place hastati-i-1 0416', 'place helots-1 0413']);
    const d = narrow(draftOf(t), { place: place('0415'), piece: 0 }, placesOf(t));
    expect(complete(d)).toBeNull();
    expect(complete(narrow(d, { place: place('0416') }, placesOf(t)))?.action).toBe('place hastati-i-1 0416');
  });
  test('what needs no pointing is a button', () => {
    expect(buttons(t.choices).map((c) => c.action)).toEqual(['lead', 'done']);
  });
});

describe('a group moves', () => {
  const t = table([['to 0416 UR', 2], ['to 0416 R', 3], ['to 0516 DR', 1], ['to 0517 DR over', 2], ['to 0517 DR under', 2], 'back 0416', 'with hastati-i-2', 'stay'], {
    prompt: { key: 'prompt.group' },
    chosen: [0],
  });
  test('places are marked with the least cost, and the start', () => {
    const h = highlights(draftOf(t), t, battle, false);
    expect(h.places.get(place('0416'))).toEqual({ kind: 'move', text: '2' });
    expect(h.places.get(place('0415'))).toEqual({ kind: 'start' });
    expect(h.movable).toEqual([1]);
    expect(h.facings).toBeUndefined();
  });
  test('then the corners, and what cannot be shown is asked in words', () => {
    const d = narrow(draftOf(t), { place: place('0416') }, placesOf(t));
    expect(highlights(d, t, battle, true).facings).toEqual({ place: place('0416'), options: [0, 1] });
    expect(inWords(d).map((c) => c.action)).toEqual(['back 0416']);
    expect(complete(narrow(d, { place: place('0416'), facing: 1 }, placesOf(t)))?.action).toBe('to 0416 R');
  });
  test('a place with one facing needs no corner', () => {
    expect(complete(narrow(draftOf(t), { place: place('0516') }, placesOf(t)))?.action).toBe('to 0516 DR');
  });
  test('over or under is asked in words', () => {
    const d = narrow(draftOf(t), { place: place('0517') }, placesOf(t));
    expect(inWords(d).map((c) => c.action)).toEqual(['to 0517 DR over', 'to 0517 DR under']);
  });
});

describe('what is not offered can be asked about', () => {
  test('a place, if a choice has one to go to or aim at', () => {
    for (const action of ['to 0416 UR', 'shoot 0414', 'melee 0415 0414', 'place hastati-i-1 0416']) {
      expect(asked(table([action]), battle, { place: place('1010') })).toEqual({ place: place('1010') });
      expect(asked(table([action]), battle, { place: place('0414'), piece: 2 })).toEqual({ place: place('0414') });
    }
    expect(asked(table(['done', 'rest hastati-i-1']), battle, { place: place('1010') })).toBeNull();
  });
  test('a piece: one of the own side always, another if no place will do', () => {
    expect(asked(table(['to 0416 UR']), battle, { place: place('0415'), piece: 1 })).toEqual({ piece: 1 });
    expect(asked(table(['move hastati-i-1']), battle, { place: place('0414'), piece: 2 })).toEqual({ piece: 2 });
  });
});

describe('fighting', () => {
  test('targets of shooting are aimed at', () => {
    const t = table(['shoot 0414', 'done']);
    expect(highlights(draftOf(t), t, battle, false).places.get(place('0414'))?.kind).toBe('target');
  });
  test('the only stack that can fight need not be pointed at', () => {
    const t = table(['melee 0415 0414', 'melee 0415 0514']);
    const h = highlights(draftOf(t), t, battle, false);
    expect([...h.places.values()].map((x) => x.kind)).toEqual(['attack', 'attack']);
    expect(complete(narrow(draftOf(t), { place: place('0414') }, placesOf(t)))?.action).toBe('melee 0415 0414');
  });
  test('of two stacks one is chosen first; one target or both is asked in words', () => {
    const t = table(['melee 0415 0414', 'melee 0415 0414 0514', 'melee 0414 0413']);
    expect(highlights(draftOf(t), t, battle, false).movable).toEqual([0, 2]);
    const d = narrow(draftOf(t), { place: place('0415'), piece: 0 }, placesOf(t));
    expect(inWords(d).map((c) => c.action)).toEqual(['melee 0415 0414']);
  });
  test('a retreat goes to a place', () => {
    const t = table(['retreat 0415 0416 UR', 'retreat 0415 0516 UR', 'retreat 0415 0516 R']);
    const h = highlights(draftOf(t), t, battle, false);
    expect([...h.places.keys()]).toEqual([place('0416'), place('0516')]);
    expect(complete(narrow(draftOf(t), { place: place('0416') }, placesOf(t)))?.action).toBe('retreat 0415 0416 UR');
  });
});

test('set-up: a unit is faced in its place or placed in another', () => {
  const t = table(['face hastati-i-1 R', 'face hastati-i-1 DR', 'place hastati-i-1 0302', 'ready']);
  const d = narrow(draftOf(t), { piece: 0 }, placesOf(t));
  const h = highlights(d, t, battle, true);
  expect(h.facings).toEqual({ place: place('0415'), options: [1, 2] });
  expect(h.places.get(place('0302'))?.kind).toBe('move');
  expect(complete(narrow(d, { place: place('0302') }, placesOf(t)))?.action).toBe('place hastati-i-1 0302');
});

describe('horse', () => {
  test('a charge is made by pointing at whom it strikes', () => {
    const t = table(['to 0416 UR', 'to 0416 R', 'charge 0414', 'dismount', 'stay'], { prompt: { key: 'prompt.group' }, chosen: [0] });
    const d = begin(t.choices);
    expect(highlights(d, t, battle, false).places.get(place('0414'))).toEqual({ kind: 'attack', text: undefined });
    expect(complete(narrow(d, { place: place('0414'), piece: 2 }, placesOf(t)))?.action).toBe('charge 0414');
    expect(buttons(t.choices).map((c) => c.action)).toEqual(['dismount', 'stay']);
  });
  test('those who wait off the map are chosen, then where they enter, then where they face', () => {
    const t = table(['enter hastati-i-1 0101 DL', 'enter hastati-i-1 0201 DL', 'enter hastati-i-1 0201 DR', 'enter hastati-i-2 0101 DL', 'done']);
    for (const p of t.view.pieces.slice(0, 2)) p.place = -1;
    const d = begin(t.choices);
    expect(highlights(d, t, battle, false).movable).toEqual([0, 1]);
    const one = narrow(d, { place: -1, piece: 0 }, placesOf(t));
    expect([...highlights(one, t, battle, true).places.keys()]).toEqual([place('0101'), place('0201')]);
    const there = narrow(one, { place: place('0201') }, placesOf(t));
    expect(highlights(there, t, battle, true).facings).toEqual({ place: place('0201'), options: [2, 3] });
    expect(complete(narrow(there, { place: place('0201'), facing: 2 }, placesOf(t)))?.action).toBe('enter hastati-i-1 0201 DR');
  });
  test.each(['react helots-1', 'hold hastati-i-2', 'promote pretor-i'])('%s is a piece to point at', (action) => {
    const t = table([action, 'done']);
    const piece = t.choices[0].operands?.[0].n ?? -1;
    expect(highlights(begin(t.choices), t, battle, false).movable).toEqual([piece]);
    expect(complete(narrow(begin(t.choices), { place: places[piece], piece }, placesOf(t)))?.action).toBe(action);
  });
});

describe('what a question is about', () => {
  const arg = (name: string, list: number[]) => ({ name, kind: 'pieces' as const, n: 0, list });
  test('is marked, friend and enemy', () => {
    const t = table(['fight', 'join 0415'], { prompt: { key: 'prompt.assemble', args: [arg('units', [0]), arg('targets', [2])] } });
    expect(highlights(draftOf(t), t, battle, false).meant).toEqual({ own: [place('0415')], enemy: [place('0414')] });
  });
  test('so are those who are chosen', () => {
    const t = table(['stay'], { prompt: { key: 'prompt.group', args: [{ name: 'unit', kind: 'piece', n: 0 }] }, chosen: [0, 1] });
    expect(highlights(draftOf(t), t, battle, false).meant).toEqual({ own: [place('0415')], enemy: [] });
  });
  test('a place means who stands in it', () => {
    const t = table([], { toAct: -1, prompt: { key: 'prompt.die-passed', args: [{ name: 'place', kind: 'place', n: place('0415') }] } });
    expect(named(t)).toEqual([0, 1, 3]);
    expect(highlights(draftOf(t), t, battle, false).meant?.own).toEqual([place('0415')]);
  });
  test('a roll for one side shows it as its own, whoever acts', () => {
    const t = table([], { toAct: -1, active: -1, prompt: { key: 'prompt.die-rally', args: [arg('units', [2])] } });
    expect(highlights(draftOf(t), t, battle, false).meant).toEqual({ own: [place('0414')], enemy: [] });
  });
  test('who has rallied is turned at once', () => {
    const t = table(['face hastati-i-1 UR', 'face hastati-i-1 R']);
    expect(highlights(draftOf(t), t, battle, false).facings).toEqual({ place: place('0415'), options: [0, 1] });
  });
  test('a leader without a place goes to a place at once', () => {
    const t = table(['place pretor-i 0302', 'place pretor-i 0303']);
    expect([...highlights(draftOf(t), t, battle, false).places.keys()]).toEqual([place('0302'), place('0303')]);
  });
});

test('what pointing cannot tell apart is a button', () => {
  expect(buttons(table(['go pretor-i', 'remain pretor-i']).choices)).toHaveLength(2);
  expect(buttons(table(['face hastati-i-1 UR', 'face hastati-i-1 R']).choices)).toHaveLength(0);
  expect(buttons(table(['done', 'rally 0415']).choices).map((c) => c.action)).toEqual(['done']);
});

test('an enemy may be pointed at before the one who attacks him', () => {
  const t = table(['melee 0415 0414', 'melee 0416 0414', 'melee 0416 0517']);
  const d = narrow(draftOf(t), { place: place('0414'), piece: 2 }, placesOf(t));
  expect(complete(narrow(d, { place: place('0416') }, placesOf(t)))?.action).toBe('melee 0416 0414');
});

test('while a fight waits to be confirmed only those who fight are marked', () => {
  const t = table(['melee 0415 0414', 'melee 0416 0514']);
  const h = involved(t.choices[0], t, battle);
  expect(h.meant?.own).toEqual([place('0415')]);
  expect([...h.places]).toEqual([[place('0414'), { kind: 'attack' }]]);
});

test('one unit or its whole stack is asked in words', () => {
  const t = table(['flee hastati-i-1', 'flee hastati-i-2', 'flee-all 0415']);
  const d = narrow(draftOf(t), { place: place('0415'), piece: 0 }, placesOf(t));
  expect(inWords(d).map((c) => c.action)).toEqual(['flee hastati-i-1', 'flee-all 0415']);
});

test('groups keep their order and put the end last', () => {
  const t = table(['done', 'to 0416 UR', 'with hastati-i-2', 'to 0416 R']);
  expect(groups(t.choices).map((g) => [g.verb, g.choices.length])).toEqual([['to', 2], ['with', 1], ['done', 1]]);
});

test('to stay behind is asked in words if pointing at the piece could mean that it goes', () => {
  const t = table(['advance 0415 0414 UR', 'aside hastati-i-1', 'done']);
  expect(stays(t.choices[1], t.choices, placesOf(t))).toBe(true);
  const rest = table(['rest hastati-i-1', 'rest hastati-i-2', 'done']);
  expect(stays(rest.choices[0], rest.choices, placesOf(rest))).toBe(false);
});

test('a card is pointed at in the hand; what else there is to do is a button', () => {
  const t = table(['play #3', 'play #5', 'done']);
  expect(buttons(t.choices).map((c) => c.action)).toEqual(['done']);
  const start = begin(t.choices.filter((c) => c.verb === 'play'));
  expect([...cardsOf(start)]).toEqual([3, 5]);
  expect(complete(narrow(start, { card: 5 }, placesOf(t)))?.action).toBe('play #5');
  expect(narrow(start, { card: 4 }, placesOf(t))).toEqual([]);
});

test('a card that is played on a unit asks for the unit', () => {
  const t = table(['play #3 hastati-i-1', 'play #3 hastati-i-2', 'play #3', 'play #5 pretor-i']);
  const start = begin(t.choices);
  const next = narrow(start, { card: 3 }, placesOf(t));
  expect(highlights(next, t, battle, true).movable).toEqual([0, 1]);
  expect(inWords(next).map((c) => c.action)).toEqual(['play #3']);
  expect(complete(narrow(next, { piece: 1, place: places[1] }, placesOf(t)))?.action).toBe('play #3 hastati-i-2');
  expect(complete(narrow(start, { card: 5 }, placesOf(t)))?.action).toBe('play #5 pretor-i');
});

test('two things to do with one card are asked in words', () => {
  const t = table(['play #3', 'rest #3']);
  expect(buttons(t.choices)).toEqual([]);
  expect(inWords(narrow(begin(t.choices), { card: 3 }, placesOf(t)))).toHaveLength(2);
});

describe('the answers to a question', () => {
  const about = (...names: string[]): Partial<TableData['view']> => ({ prompt: { key: 'prompt.x', clause: '', args: [{ name: 'units', kind: 'pieces', n: 0, list: names.map((n) => pieces.indexOf(n)) }] } });
  const texts = (t: TableData) => answers(t.choices).map((a) => a.text);

  test('are its choices, and those that end a step come last', () => {
    const t = table(['done', 'react helots-1'], about('hastati-i-1', 'helots-1'));
    expect(texts(t)).toEqual(['react helots-1', 'done']);
    expect(isAnswered(answers(t.choices), t, battle)).toBe(true);
  });

  test('leave out the facing, which is chosen last', () => {
    const t = table(['advance 0415 0414 UR', 'advance 0415 0414 R', 'done'], about('hastati-i-1'));
    for (const c of t.choices) if (c.verb === 'advance') c.act = 'Advance to 0414';
    expect(texts(t)).toEqual(['Advance to 0414', 'done']);
    expect(answers(t.choices)[0].choices).toHaveLength(2);
    expect(texts(table(['advance 0415 0414 UR']))).toEqual(['advance 0415 0414 UR']);
  });

  test('do not include the enemy: pointing at it answers nothing', () => {
    const t = table(['react helots-1', 'done'], about('hastati-i-1', 'helots-1'));
    expect(isAboutOwn(t, battle)).toBe(true);
    expect(pointed(t.choices, true).map((c) => c.action)).toEqual(['done']);
    const add = table(['join 0415', 'melee 0415 0414', 'done'], about('hastati-i-1'));
    expect(pointed(add.choices, true)).toHaveLength(3); // one's own stack is pointed at first
  });

  test('may include an enemy that is to be chosen, or that a unit picked up may attack', () => {
    const volley = table(['shoot 0414', 'done'], { prompt: { key: 'prompt.volley', clause: '', args: [{ name: 'leader', kind: 'piece', n: 3 }] } });
    expect(isAboutOwn(volley, battle)).toBe(false);
    expect(isAnswered(answers(volley.choices), volley, battle)).toBe(true);
    const charges = table(['charge 0414', 'stay'], { ...about('hastati-i-1'), chosen: [0] });
    expect(isAboutOwn(charges, battle)).toBe(false);
  });

  test('are not what is asked if a unit is to be pointed at, or there is nothing to decide', () => {
    const picks = table(['attack 0415', 'done']);
    expect(isAnswered(answers(picks.choices), picks, battle)).toBe(false);
    const ends = table(['done'], about('hastati-i-1'));
    expect(isAnswered(answers(ends.choices), ends, battle)).toBe(false);
    const many = table(facings.flatMap((f) => [`face hastati-i-1 ${f}`, `face hastati-i-2 ${f}`]), about('hastati-i-1'));
    expect(isAnswered(answers(many.choices), many, battle)).toBe(false);
  });

  test('stay off the board if they are ways to go, which it marks', () => {
    const list = (...actions: string[]) => answers(table(actions).choices);
    expect(crowd(list('place hastati-i-1 0415', 'place hastati-i-1 0414', 'place hastati-i-1 0315'))).toBe(true);
    expect(crowd(list('place hastati-i-1 0415', 'done'))).toBe(false);
  });
});

describe('a board without places', () => {
  const own = (n: number): Operand => ({ kind: 'piece', role: 'own', n });
  const enemy = (n: number): Operand => ({ kind: 'piece', role: 'enemy', n });
  const choice = (verb: string, operands: Operand[], more: Partial<Choice> = {}): Choice => ({ action: verb, text: verb, verb, operands, ...more }) as Choice;

  test('says by buttons what is done to whom, and lets pieces be picked up and moved', () => {
    const strike = choice('a', [own(0), enemy(2)]);
    const relieve = choice('b', [own(1)], { rolls: true });
    const take = choice('c', [own(1)]);
    const move = choice('d', [{ kind: 'length', role: 'goal', n: 1000 } as Operand], { goals: [] });
    const stay = choice('e', []);
    expect(acts([strike, relieve, take, move, stay])).toEqual([strike, relieve]);
    expect(isQuestion([strike, relieve, stay])).toBe(true);
    expect(isQuestion([strike, take, stay])).toBe(false);
    expect(isQuestion([strike, move, stay])).toBe(false);
    expect(acts(Array.from({ length: 13 }, () => strike))).toEqual([]);
  });

  test('a group that is named is one of the side that names it', () => {
    const pieces = ['b1', 'b2', 'a1', 'a2', 'a2'].map((group) => ({ ...counter(group, group.startsWith('a') ? 1 : 0), group }));
    const armies = { ...battle, sheet: { ...battle.sheet, pieces, groups: ['b1', 'b2', 'a1', 'a2'].map((id) => ({ id, name: id })) } } as unknown as BattleData;
    const asks = { view: { toAct: 1, pieces: pieces.map((_, piece) => ({ piece })) } } as unknown as TableData;
    const name: Choice = { action: 'name 2', text: '', verb: 'name', operands: [{ kind: 'number', role: 'group', n: 2 }] };
    expect(groupNamed(name, asks, armies)).toEqual({ n: 2, pieces: [3, 4] });
    expect(groupNamed({ ...name, operands: [] }, asks, armies).pieces).toEqual([]);
  });

  test('marks whom the question is about on both sides', () => {
    const asks = { view: { toAct: 0, pieces: [], chosen: [2], prompt: { key: 'p', args: [{ name: 'unit', kind: 'piece', n: 1 }] } } } as unknown as TableData;
    expect(basesMeant(asks, battle)).toEqual({ own: [1], enemy: [2] });
  });
});

describe('a move of one of several units that are picked up', () => {
  const sheet = { ...battle.sheet, places: [{ id: 'a', x: 0, y: 0 }, { id: 'b', x: 100, y: 100 }, { id: 'c', x: 100, y: 0 }], facings: [0, 45, 90, 135, 180, 225, 270, 315].map((angle) => ({ id: String(angle), name: '', angle })) };
  const two = {
    view: {
      chosen: [0, 1],
      prompt: { key: 'prompt.move', args: [{ name: 'unit', kind: 'piece', n: 1 }] },
      pieces: [{ piece: 0, place: 0, order: 0, facing: 0 }, { piece: 1, place: 1, order: 0, facing: 0 }],
    },
  } as unknown as TableData;
  const to = (facing: number): Choice => ({ action: `to c ${facing}`, text: '', verb: 'to', cost: 2, operands: [{ kind: 'place', role: 'goal', n: 2 }, { kind: 'facing', role: 'heading', n: facing }] });

  test('is that of the unit the prompt names, which faces the way it goes', () => {
    expect(moverOf(two)).toBe(1);
    expect(moverOf({ view: { ...two.view, prompt: { key: 'prompt.moves' } } } as TableData)).toBe(0);
    const draft = begin([7, 0, 1, 2].map(to)).map((o) => ({ ...o, rest: o.slots.slice(1) }));
    expect(complete(onward(draft, two, { ...battle, sheet })!)?.action).toBe('to c 0');
  });
});
