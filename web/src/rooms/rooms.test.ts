import { describe, expect, test } from 'vitest';
import type { Clause, Frame, LogEntry, Scene, TableData, Task } from '../api';
import { readSettings } from '../state';
import { lessonAfter, movesOf, picked, scene } from './Lesson';
import { chapters, joinLog, stretch } from './Log';
import { jump, marks } from './Replay';
import { about, find, outline, parted, textOf } from './Rules';
import { isNewQuestion } from './Table';

const entry = (n: number, what: string, key = ''): LogEntry => ({
  n,
  side: 0,
  do: what,
  turn: 1,
  phase: 'A',
  facts: key ? [{ text: key, key, pieces: [n] }] : [],
});

const draw = { saying: 'offer', deal: 'peace', side: 1, text: 'The Spartans offered a draw.' };

test('the panel returns to the answers for a question that comes after others have acted, or is answered in words', () => {
  const asks = (prompt: string, waits = true) => ({ prompt, waits });
  expect(isNewQuestion(asks('', false), asks('Shoot?'), true)).toBe(true);
  expect(isNewQuestion(asks('', false), asks('Choose a unit'), false)).toBe(true);
  expect(isNewQuestion(asks('Choose a hex'), asks('Shoot?'), true)).toBe(true);
  expect(isNewQuestion(asks('Choose a hex'), asks('Choose a unit'), false)).toBe(false);
  expect(isNewQuestion(asks('Shoot?'), asks('Shoot?'), true)).toBe(false);
  expect(isNewQuestion(asks('Shoot?'), asks('', false), false)).toBe(false);
});

describe('joinLog', () => {
  const known = [entry(1, 'ready'), entry(2, 'done')];
  test('nothing known', () => expect(joinLog([], known)).toEqual(known));
  test('grown', () => expect(joinLog(known, [entry(2, 'done'), entry(3, 'roll 4')])).toHaveLength(3));
  test('unchanged', () => expect(joinLog(known, [entry(2, 'done')])).toEqual(known));
  test('taken back', () => expect(joinLog(known, [])).toBeNull());
  test('a deal after the last action', () => expect(joinLog(known, [{ ...entry(2, 'done'), deals: [draw] }])?.at(-1)?.deals).toEqual([draw]));
  test('taken back, and the same done again after something else', () => expect(joinLog(known, [{ ...entry(2, 'done'), past: 7 }])).toBeNull());
  test('taken back and done otherwise', () => expect(joinLog(known, [entry(2, 'rest x')])).toBeNull());
});

describe('chapters', () => {
  test('silent entries are left out and phases parted', () => {
    const list = chapters([entry(1, 'a', 'x'), entry(2, 'b'), { ...entry(3, 'c', 'y'), phase: 'B' }]);
    expect(list.map((c) => [c.title, c.entries.length])).toEqual([
      ['A', 1],
      ['B', 1],
    ]);
  });
  test('what was answered for the viewer is told, even if nothing came of it', () => {
    const list = [entry(1, 'a', 'x'), { ...entry(2, 'b'), answered: true, answer: 'No shooting' }];
    expect(chapters(list).flatMap((c) => c.entries.map((e) => e.answer))).toEqual([undefined, 'No shooting']);
    expect(chapters(list, () => true).flatMap((c) => c.entries.map((e) => e.n))).toEqual([1]);
  });
  test('what players say stands after the action, in the phase that it begins, and before the first in that of the beginning', () => {
    const begins = { text: 'Dusk.', key: 'x', scene: 'heading' as const, phase: 'Dusk' };
    const list = [{ ...entry(0, ''), deals: [draw] }, { ...entry(1, 'a', 'x'), facts: [...entry(1, 'a', 'x').facts, begins], deals: [draw] }];
    expect(chapters(list).map((c) => [c.title, c.entries.map((e) => [e.n, e.facts.length, e.deals?.length ?? 0])])).toEqual([
      ['A', [[0, 0, 1], [1, 1, 0]]],
      ['Dusk', [[1, 0, 1]]],
    ]);
    expect(chapters(list, () => true).flatMap((c) => c.entries.map((e) => e.deals))).toEqual([undefined]);
  });
  test('phases are headings', () => {
    expect(chapters([{ ...entry(1, 'a'), facts: [{ text: 'Dusk.', key: 'x', scene: 'heading' }] }])).toEqual([]);
  });
  test('what follows the beginning of a phase belongs to it', () => {
    const facts = [
      { text: 'Rolled 4.', key: 'roll' },
      { text: 'End.', key: 'phase', scene: 'heading' as const, phase: 'End' },
      { text: 'Turn 2.', key: 'turn', scene: 'turn' as const, turn: 2 },
      { text: 'Cards.', key: 'phase', scene: 'heading' as const, phase: 'Cards' },
      { text: 'Nothing to do.', key: 'skipped', scene: 'detail' as const },
      { text: 'Impulses.', key: 'phase', scene: 'heading' as const, phase: 'Impulses' },
      { text: 'Impulse of the Greeks.', key: 'impulse' },
    ];
    const list = chapters([{ ...entry(1, 'a'), facts, summary: { from: 1, side: 0, text: 'One unit moved' } }]);
    expect(list.map((c) => [c.turn, c.title, ...c.entries.flatMap((e) => [...(e.facts ?? []).map((f) => f.text), e.summary?.text])])).toEqual([
      [1, 'A', 'Rolled 4.', 'One unit moved'],
      [2, 'Impulses', 'Turn 2.', 'Nothing to do.', 'Impulse of the Greeks.', undefined],
    ]);
  });
  test('by unit', () => {
    const list = chapters([entry(1, 'a', 'x'), entry(2, 'b', 'y')], (f) => f.pieces?.includes(2) ?? false);
    expect(list.flatMap((c) => c.entries.map((e) => e.n))).toEqual([2]);
  });
});

describe('stretch', () => {
  test.each([
    ['all of a short log', 10, 150, undefined, [0, 10]],
    ['the end of a long one', 1000, 150, undefined, [850, 1000]],
    ['around the middle', 1000, 150, 500, [400, 550]],
    ['at the beginning', 1000, 150, 0, [0, 50]],
  ] as const)('%s', (_, count, limit, middle, want) => expect(stretch(count, limit, middle)).toEqual(want));
});

describe('replay', () => {
  const of = (n: number, scene?: Scene): LogEntry => ({ ...entry(n, 'x'), facts: [{ text: '', key: 'x', scene }] });
  const log = [of(1, 'turn'), of(2, 'activation'), of(3), of(4, 'activation')];
  test('marks', () => expect(marks(log, 'activation')).toEqual([2, 4]));
  test('marks of turns', () => expect(marks(log, 'turn')).toEqual([1]));
  test.each([
    [0, true, 2],
    [2, true, 4],
    [4, true, 9],
    [4, false, 2],
    [2, false, 0],
  ])('jump from %i, forward %s', (n, forward, want) => expect(jump([2, 4], n, forward, 9)).toBe(want));
});

describe('rulebook', () => {
  const clauses: Clause[] = [
    { id: 'ant-5.1a', book: 'antiquity', chapter: '5 Stacking', section: '5.1 General', lang: 'en', text: 'At most 9 SP.' },
    { id: 'ant-10a', book: 'antiquity', chapter: '10 Mêlée', lang: 'en', text: 'A mêlée is fought.' },
  ];
  test('finds without accents and by id', () => {
    expect(find(clauses, 'MELEE').map((c) => c.id)).toEqual(['ant-10a']);
    expect(find(clauses, '5.1a sp').map((c) => c.id)).toEqual(['ant-5.1a']);
    expect(find(clauses, ' ')).toHaveLength(2);
  });
  test('finds what is typed on a plain keyboard', () => {
    const french: Clause[] = [{ id: 'ant-7.5b', book: 'antiquity', chapter: '7 Commandement', lang: 'fr', text: 'L’unité détruite\u00a0: un cœur.' }];
    for (const words of ["l'unite", 'L’UNITÉ', 'coeur', 'cœur détruite :']) expect(find(french, words), words).toHaveLength(1);
  });
  test('finds by another word for the same', () => {
    expect(find([{ ...clauses[0], also: ['wall'] }], 'wall')).toHaveLength(1);
  });
  test('leaves out what is about other battles', () => {
    const list = [clauses[0], { ...clauses[1], id: 'a', of: ['hill'] }, { ...clauses[1], id: 'b', of: ['ford', 'book-1'] }];
    expect(about(list, { id: 'hill', book: 'book-2' }).map((c) => c.id)).toEqual(['ant-5.1a', 'a']);
    expect(about(list, { id: 'other', book: 'book-1' }).map((c) => c.id)).toEqual(['ant-5.1a', 'b']);
    expect(about(list, { id: 'other', book: 'book-2' })).toEqual(list);
  });
  test.each([
    ['no clause', undefined, ['ant-5.1a', 'ant-10a']],
    ['of the first text', 'ant-10a', ['ant-5.1a', 'ant-10a']],
    ['of another', 'bou-4a', ['med-0a', 'bou-4a']],
    ['unknown', 'xyz-1', ['ant-5.1a', 'ant-10a']],
  ])('the text of a clause: %s', (_, clause, want) => {
    const medieval = ['med-0a', 'bou-4a'].map((id) => ({ id, book: 'medieval', chapter: '', lang: 'en', text: '' }));
    expect(textOf([...clauses, ...medieval], clause).map((c) => c.id)).toEqual(want);
    expect(textOf([], clause)).toEqual([]);
  });
  test('outline', () => expect(outline(clauses).map((c) => c.title)).toEqual(['5 Stacking', '10 Mêlée']));
});

describe('readSettings', () => {
  test.each([
    ['nothing', null],
    ['not JSON', '{'],
    ['null', 'null'],
    ['wrong values', '{"palette":"loud","sound":1,"nobody":true}'],
  ])('%s gives the first settings', (_, text) => {
    expect(readSettings(text)).toEqual(readSettings('{}'));
  });
  test('what is understood is kept', () => {
    expect(readSettings('{"language":"fr","sound":true}')).toMatchObject({ language: 'fr', sound: true, palette: 'paper' });
  });
});

describe('scene', () => {
  test('every place of a lesson once, and none off the map', () => {
    const frame = (places: number[], log: Partial<LogEntry>[] = []) => ({ table: { view: { pieces: places.map((place) => ({ place })) } }, log }) as unknown as Frame;
    const list = scene([frame([4, -1, 9]), frame([5, -1, 9], [{ path: [4, 5] }, { facts: [{ key: 'flees', text: '', places: [11] }] }])]);
    expect(list.sort((a, b) => a - b)).toEqual([4, 5, 9, 11]);
  });
});

describe('the task of a lesson', () => {
  const task = { text: 'Move.', picks: [{ kind: 'piece', role: 'subject', n: 3 }, { kind: 'place', role: 'goal', n: 12 }] } as unknown as Task;
  const table = { view: { pieces: [{ piece: 3, place: 7 }] } } as unknown as TableData;
  test('takes its picks in order', () => {
    expect(picked(task, 0, { piece: 3, place: 7 }, table)).toBe(1);
    expect(picked(task, 0, { piece: 5, place: 7 }, table)).toBe(1); // another of its stack
    expect(picked(task, 0, { place: 12 }, table)).toBe(-1);
    expect(picked(task, 1, { place: 12 }, table)).toBe(2);
    expect(picked(task, 1, { place: 13 }, table)).toBe(-1);
    expect(picked({ text: 'Roll.' }, 0, { place: 7 }, table)).toBe(-1);
  });
});

test('the moves of a task, the right one first', () => {
  const answer = (action: string, right: boolean, moves = true) => ({ action, text: action, right, goals: moves ? [{ piece: 0, place: -1, facing: -1 }] : undefined });
  const [near, far, end] = [answer('forward 5', false), answer('forward 10', true), answer('pass', false, false)];
  expect(movesOf({ answers: [near, far, end] })).toEqual([far, near]);
  expect(movesOf({ answers: [near, { ...far, right: false }, { ...end, right: true }] })).toEqual([]);
  expect(movesOf({})).toEqual([]);
});

describe('words that were searched for', () => {
  test.each([
    ['nothing', 'A wall.', '', ['A wall.']],
    ['in any case', 'Walls and wall.', 'wall', ['', 'Wall', 's and ', 'wall', '.']],
    ['without accents', 'La mêlée, le cœur', 'melee coeur', ['La ', 'mêlée', ', le ', 'cœur']],
    ['next to each other', 'abcd', 'ab cd', ['', 'abcd']],
  ])('%s', (_, text, words, want) => expect(parted(text, words)).toEqual(want));
});

test('a lesson is followed by the next of its battle', () => {
  const list = [{ id: 'a' }, { id: 'b' }];
  expect([lessonAfter(list, 'a'), lessonAfter(list, 'b'), lessonAfter(undefined, 'a')]).toEqual([{ id: 'b' }, undefined, undefined]);
});
