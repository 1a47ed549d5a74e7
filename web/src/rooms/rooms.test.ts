import { describe, expect, test } from 'vitest';
import type { Clause, Frame, LogEntry, Scene } from '../api';
import { readSettings } from '../state';
import { scene } from './Lesson';
import { chapters, joinLog, stretch } from './Log';
import { jump, marks } from './Replay';
import { find, outline, textOf } from './Rules';

const entry = (n: number, what: string, key = ''): LogEntry => ({
  n,
  side: 0,
  do: what,
  turn: 1,
  phase: 'A',
  facts: key ? [{ text: key, key, pieces: [n] }] : [],
});

describe('joinLog', () => {
  const known = [entry(1, 'ready'), entry(2, 'done')];
  test('nothing known', () => expect(joinLog([], known)).toEqual(known));
  test('grown', () => expect(joinLog(known, [entry(2, 'done'), entry(3, 'roll 4')])).toHaveLength(3));
  test('unchanged', () => expect(joinLog(known, [entry(2, 'done')])).toEqual(known));
  test('taken back', () => expect(joinLog(known, [])).toBeNull());
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
  test('phases are headings', () => {
    expect(chapters([{ ...entry(1, 'a'), facts: [{ text: 'Dusk.', key: 'x', scene: 'heading' }] }])).toEqual([]);
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
