import { describe, expect, test } from 'vitest';
import type { BattleData, TableData } from '../api';
import { folded, forget, type Progress, remember, remembered, say, start, watched } from './tutorial';

const battle = {
  texts: { 'coach.next': 'Choose.', 'coach.moves': 'Move.', 'coach.last': 'That was one.', 'coach.after.shot-roll': 'A shot.', 'coach.after.melee-roll': 'A melee.' },
  sheet: { pieces: [{ side: 0 }, { side: 1 }], places: [] },
} as unknown as BattleData;

const table = (prompt: string, { toAct = 0, active = -1, events = [] as string[], seats = ['human', 'recruit'], span = '1' } = {}) =>
  ({ seats, view: { toAct, active, span, prompt: { key: `prompt.${prompt}` } }, last: [{ facts: events.map((key) => ({ key })) }] }) as unknown as TableData;

/** What is said at each of some tables; everything is read at once if `reads` is set. */
function course(tables: TableData[], reads = false): (string | undefined)[] {
  let p: Progress = start;
  return tables.map((t) => {
    p = watched(p, battle, t);
    const said = say(p, battle, t)?.key;
    if (reads && said) p = folded(p, said);
    return said;
  });
}

describe('the tutorial', () => {
  test('explains what a person is asked, and nothing that an opponent is', () => {
    expect(course([table('next'), table('moves', { active: 0 }), table('next', { toAct: 1, active: 1 })])).toEqual(['next', 'moves', 'last']);
    expect(course([table('next', { toAct: 1 })])).toEqual([undefined]);
  });
  test('goes on to the first shot and the first melee', () => {
    const steps = [
      table('next'),
      table('moves', { active: 0 }),
      table('next', { toAct: 1 }),
      table('moves', { active: 0 }), // explained before
      table('moves', { active: 0, events: ['shot-roll'] }),
      table('moves', { active: 0, events: ['shot-roll'] }), // the second shot is not
      table('next', { toAct: 1, active: 1, events: ['melee-roll'] }),
      table('next'),
    ];
    expect(course(steps, true)).toEqual(['next', 'moves', 'last', undefined, 'after.shot-roll', undefined, 'after.melee-roll', 'finish']);
  });
  test('does not speak of an event after the part of the game in which it happened', () => {
    const shot = { active: 0, events: ['shot-roll'] };
    expect(course([table('moves', shot), table('moves', { active: 0, span: '2' }), table('moves', { active: 0, span: '2' })])).toEqual(['after.shot-roll', 'moves', 'moves']);
    // An opponent's is told while it is looked at; if nobody was asked meanwhile, the next of its kind is told again.
    const theirs = { toAct: 1, events: ['melee-roll'] };
    expect(course([table('next', theirs), table('next', { span: '2' }), table('moves', { active: 0, events: ['melee-roll'], span: '3' })])).toEqual(['after.melee-roll', 'next', 'after.melee-roll']);
  });
  test('has said enough of an event when the player has acted and is asked something else', () => {
    const shot = { ...table('moves', { active: 0, events: ['shot-roll'] }), n: 7 } as TableData;
    const later = (prompt: string, n: number) => ({ ...table(prompt, { active: 0 }), n }) as TableData;
    expect(course([shot, later('moves', 8), later('volley', 8), later('volley', 9)])).toEqual(['after.shot-roll', 'after.shot-roll', undefined, undefined]);
    expect(course([shot, later('volley', 7)])).toEqual(['after.shot-roll', 'after.shot-roll']);
  });
  test('goes on where it was in the same game, and says nothing again in another', () => {
    const store = new Map<string, string>();
    globalThis.localStorage = { getItem: (k: string) => store.get(k) ?? null, setItem: (k: string, v: string) => store.set(k, v), removeItem: (k: string) => store.delete(k) } as unknown as Storage;
    expect(remembered('book', 'g1')).toBeNull();
    const p = folded(watched(start, battle, table('moves', { active: 0 })), 'moves');
    remember('book', 'g1', p);
    expect(remembered('book', 'g1')).toEqual(p);
    expect(remembered('book', 'g2')).toEqual({ ...p, acting: -1 });
    expect(remembered('other', 'g1')).toBeNull();
    store.set('acies.tutorial', '{"book": {"game": "g1", "progress": {"acting": "x"}}}');
    expect(remembered('book', 'g1')).toBeNull();
    forget();
    expect(store.size).toBe(0);
  });
  test('says nothing twice within an activation once it is read', () => {
    expect(course([table('moves', { active: 0 }), table('moves', { active: 0 })], true)).toEqual(['moves', undefined]);
  });
});
