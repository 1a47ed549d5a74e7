import { describe, expect, test } from 'vitest';
import type { BattleData, Handle, TableData } from '../api';
import { Carrier, slackOf } from './carry';
import { turnRound } from './flip';
import type { Carry } from './marks';
import { noPlaneMarks } from './Plane';
import { grips } from './Handles';
import type { Point } from './places';

const sheet = { width: 500, height: 400, unit: 10, left: 20, bottom: 380, colors: [], shapes: [], places: [], pieces: [] };
const battle = { id: 'b', sheet } as unknown as BattleData;
const at = { x: 10_000, y: 10_000, heading: 0 };
const handles: Handle[] = [
  { key: 'left', x: 14_000, y: 10_000, heading: 0, pivot: { x: 6000, y: 10_000 }, text: '' },
  { key: 'right', x: 6000, y: 10_000, heading: 0, pivot: { x: 14_000, y: 10_000 }, text: '' },
  { key: 'back', x: 10_000, y: 7000, heading: 720, text: '' },
];

function set(chosen: number[] = [3], free: number[] = [], board = battle) {
  const said: Carry[] = [];
  const table = { choices: [{}], view: { chosen, free, pieces: [{ piece: 3, place: -1, pose: at }, { piece: 4, place: -1, pose: at }] } } as unknown as TableData;
  const highlights = { movable: [], places: new Map(), plane: { ...noPlaneMarks, liftable: new Set(chosen.length ? [] : [4]), handles: { piece: 3, list: handles } } };
  return { carrier: new Carrier(() => ({ props: { battle: board, table, onCarry: (c) => said.push(c) }, highlights })), said };
}

describe('carrying', () => {
  test('a piece goes as far as the pointer', () => {
    const { carrier, said } = set();
    expect(carrier.lift(4)).toBe(false); // another is acting
    expect(carrier.lift(3, [120, 280])).toBe(true);
    carrier.pull([150, 260], 1);
    carrier.put('drop');
    expect(said.map((c) => c.how)).toEqual(['grab', 'drag', 'drop']);
    expect(said[2]).toMatchObject({ piece: 3, pose: { x: 13_000, y: 12_000, heading: 0 }, slack: 300 });
    expect(carrier.busy).toBe(false);
  });

  test('one that could act is carried, too', () => {
    expect(set([]).carrier.lift(4)).toBe(true);
  });

  test('a little to the side is straight, unless a handle says otherwise or the piece may be put anywhere', () => {
    const end = ({ carrier, said }: ReturnType<typeof set>, to: Point, handle?: string) => {
      expect(handle ? carrier.liftBy(handle, [120, 280]) : carrier.lift(3, [120, 280])).toBe(true);
      carrier.pull(to, 1);
      return said.at(-1)?.pose;
    };
    expect(end(set(), [130, 200])).toEqual({ x: 10_000, y: 18_000, heading: 0 });
    expect(end(set(), [140, 200])).toEqual({ x: 12_000, y: 18_000, heading: 0 });
    expect(end(set(), [180, 275])).toEqual({ x: 16_000, y: 10_000, heading: 0 });
    expect(end(set(), [130, 200], 'back')).toEqual({ x: 11_000, y: 18_000, heading: 0 });
    expect(end(set([3], [3]), [130, 200])).toEqual({ x: 11_000, y: 18_000, heading: 0 });
  });

  test('on a board that is turned round, up is where it was down', () => {
    const round = turnRound(battle);
    const { carrier, said } = set([3], [], round);
    expect(carrier.lift(3, [380, 120])).toBe(true);
    carrier.pull([370, 200], 1);
    expect(said.at(-1)?.pose).toEqual({ x: 10_000, y: 18_000, heading: 0 });
    carrier.put('cancel');
    expect(carrier.key('ArrowUp', 3)).toBe(true);
    carrier.key('ArrowRight', 3);
    expect(said.at(-1)?.pose).toEqual({ x: 9000, y: 9000, heading: 0 });
    carrier.put('cancel');
    const grip = grips(round.sheet, handles, 1, { away: 40 }).find((g) => g.handle.key === 'right')!;
    expect(carrier.liftBy('right', grip.at)).toBe(true);
    carrier.pull([grip.at[0], grip.at[1] + 40], 1);
    expect(said.at(-1)?.pose.heading).toBeGreaterThan(40);
    expect(said.at(-1)?.pose.heading).toBeLessThan(180);
  });

  test('what is put down where it was picked up has not been moved', () => {
    const { carrier, said } = set();
    carrier.lift(3, [120, 280]);
    carrier.pull([120, 200], 1);
    carrier.pull([123, 276], 1);
    expect(said.at(-1)).toMatchObject({ home: true, pose: at });
    carrier.put('drop');
    expect(said.at(-1)?.how).toBe('cancel');
  });

  test('a handle is named, and one with a pivot turns only towards its own side', () => {
    const { carrier, said } = set();
    expect(carrier.liftBy('none', [80, 280])).toBe(false);
    expect(carrier.liftBy('back', [120, 310])).toBe(true);
    carrier.pull([120, 330], 1);
    expect(said.at(-1)).toMatchObject({ by: 'back', pose: { x: 10_000, y: 8000, heading: 0 } });
    carrier.put('cancel');
    expect(carrier.liftBy('right', [80, 280])).toBe(true);
    carrier.pull([160, 200], 1); // above the pivot: a quarter turn
    expect(said.at(-1)).toMatchObject({ by: 'right', pose: { x: 14_000, y: 14_000, heading: 360 } });
    carrier.pull([80, 320], 1); // the other way
    expect(said.at(-1)?.pose).toEqual(at);
  });

  test('keys step by one unit, and turn by five degrees about the corner on the side of the turn', () => {
    const { carrier, said } = set();
    expect(carrier.key('x', 3)).toBe(false);
    for (const k of ['ArrowUp', 'ArrowUp', 'ArrowLeft']) expect(carrier.key(k, null)).toBe(true);
    expect(said.at(-1)).toMatchObject({ pose: { x: 9000, y: 12_000, heading: 0 }, slack: 0 });
    for (const k of ['e', 'E']) carrier.key(k, null);
    expect(said.at(-1)?.pose).toEqual({ x: 10_061, y: 10_695, heading: 40 }); // ten degrees about 14, 10
    for (const k of ['q', 'q', 'q']) carrier.key(k, null);
    expect(said.at(-1)?.pose.heading).toBe(1420);
    carrier.key('ArrowUp', null);
    expect(said.at(-1)?.pose).toEqual({ x: 10_000, y: 11_000, heading: 0 });
    expect(carrier.key('Enter', null)).toBe(true);
    expect(said.at(-1)?.how).toBe('drop');
  });

  test('a pointer is as exact as the map is large', () => {
    expect(slackOf(battle.sheet, 1)).toBe(300);
    expect(slackOf(battle.sheet, 3)).toBe(100);
    expect(slackOf(battle.sheet, 0.2)).toBe(400);
  });

  test('handles have room for a fingertip each', () => {
    const list = grips(battle.sheet, handles, 1, { away: 50 }).map((g) => g.at);
    for (const [i, a] of list.entries()) {
      for (const b of list.slice(i + 1)) expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeGreaterThanOrEqual(44);
    }
  });
});
