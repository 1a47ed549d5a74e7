import type { Signal } from '@preact/signals';
import type { BattleData, Fact, TableData } from '../api';
import { type Fight, fighters, type FightRoll, type Way } from '../fights';
import { FactDice } from '../play/Dice';
import { middle, type Point, poseOf } from './places';
import { pointsOf } from './Ways';

/** What can be seen of a sheet: its edges, and how many units of the sheet a pixel is. */
export interface Looked {
  left: number;
  right: number;
  top: number;
  bottom: number;
  grow: number;
}

/** Where pieces were last seen, by piece. */
export type Sightings = Map<number, Point>;

/** Notes where the pieces of a table stand; those that it does not show stay where they were. */
export function sight(battle: BattleData, table: TableData, seen: Sightings): void {
  for (const v of table.view.pieces) {
    const at = poseOf(battle.sheet, v) ?? (v.place >= 0 ? middle(battle.sheet, v.place) : undefined);
    if (at) seen.set(v.piece, at);
  }
}

/** Where a fight takes place on the sheet. */
export function spotsOf(battle: BattleData, fight: Fight, seen: Sightings): Point[] {
  const facts = [...fight.what, ...fight.rolls.map((r) => r.fact)];
  const places = facts.flatMap((f) => [...(f.places ?? []), ...(f.arrow?.way ?? [])]).filter((h) => h >= 0);
  return [...places.map((h) => middle(battle.sheet, h)), ...fighters(fight).flatMap((p) => (seen.has(p) ? [seen.get(p)!] : []))];
}

const wide = 236; // pixels
const most = 5; // lines of what came of it
const foot = 56; // pixels at the foot of the board for the controls of whoever watches
const aside = 60; // pixels at the right of a wide board for its tools
const apart = 38; // from the middle of a counter to the card, in units of the sheet

const far = 110; // pixels from the fight at which a place is as bad as one that hides a counter

/** Beside the spots or not far from them, within what is seen, where the card hides the fewest goals and counters. Height is in pixels. */
export function putCard(spots: Point[], seen: Looked, high: number, counters: readonly Point[] = [], goals: readonly Point[] = []): Point {
  const [xs, ys] = [spots.map((p) => p[0]), spots.map((p) => p[1])];
  const [left, right, top, bottom] = [Math.min(...xs) - apart, Math.max(...xs) + apart, Math.min(...ys) - apart, Math.max(...ys) + apart];
  const [w, h, edge] = [wide * seen.grow, high * seen.grow, 8 * seen.grow];
  const within = (at: number, low: number, size: number, end: number) => Math.max(low + edge, Math.min(at, end - size - edge));
  const end = seen.right - (seen.right - seen.left > 500 * seen.grow ? aside * seen.grow : 0);
  const level = (left + right - w) / 2;
  const upright = (top + bottom - h) / 2;
  const corners: Point[] = [
    [right, upright],
    [left - w, upright],
    [level, bottom],
    [level, top - h],
    [right, bottom - 2 * apart],
    [left - w, bottom - 2 * apart],
    [right, top + 2 * apart - h],
    [left - w, top + 2 * apart - h],
    ...[-2, -1, 0, 1, 2].flatMap((i) => [-2, -1, 0, 1, 2].map((j): Point => [level + i * 0.75 * w, upright + j * 0.9 * h])),
  ];
  let best: Point = corners[0];
  let least = Number.POSITIVE_INFINITY;
  for (const [cx, cy] of corners) {
    const [x, y] = [within(cx, seen.left, w, end), within(cy, seen.top, h, seen.bottom - foot * seen.grow)];
    const hides = ([px, py]: Point) => px > x - 20 && px < x + w + 20 && py > y - 20 && py < y + h + 20;
    const away = Math.hypot(Math.max(0, x - right, left - x - w), Math.max(0, y - bottom, top - y - h)) / seen.grow;
    const hidden = 50 * spots.filter(hides).length + 10 * goals.filter(hides).length + counters.filter(hides).length + away / far;
    if (hidden < least) [least, best] = [hidden, [x, y]];
  }
  return best;
}

/** The value of a modifier, and what it is for; undefined if it changes nothing. */
export function modifierOf(f: Fact): [value: string, text: string] | undefined {
  const [, value, text] = /^\s*([+−]?\d+)\s\s+(.*)$/s.exec(f.text) ?? ['', '', f.text];
  return value === '0' ? undefined : [value, text];
}

/** Whether the dice of a roll stand beside its result, because there are few of them and nothing changes them. */
const beside = (r: FightRoll) => !r.details.length && (r.fact.dice?.length ?? 0) < 4;

/** A fight beside those who fight it: the dice, the modifiers that decided, the result and what came of it, one after another. */
export function FightCard({ battle, fight, sightings, ways, goals, looked, rests }: { battle: BattleData; fight: Fight; sightings: Sightings; ways: readonly Way[]; goals: readonly number[]; looked: () => Looked; rests: Signal<number> }) {
  void rests.value; // when the camera rests, there may be room elsewhere
  const seen = looked();
  const spots = spotsOf(battle, fight, sightings);
  if (!spots.length && fight.what.length) spots.push([(seen.left + seen.right) / 2, seen.top]); // those who fought it are gone
  if (!spots.length) return null;
  const rolls = fight.rolls.slice(-3);
  const after = fight.after.slice(-most);
  const linesOf = (f: Fact, letters = 34) => Math.ceil(f.text.length / letters);
  const lines = [...fight.what.slice(0, 2), ...after].reduce((n, f) => n + linesOf(f), 0);
  const high = rolls.reduce((n, r) => n + (beside(r) ? Math.max(36, 17 * linesOf(r.fact, 24)) : 38 + 17 * (linesOf(r.fact) + r.details.length)), 20 + 17 * lines);
  const counters = [...sightings.values(), ...ways.flatMap((w) => pointsOf(battle, w))];
  const [x, y] = putCard(spots, seen, high, counters, goals.map((h) => middle(battle.sheet, h)));
  let step = 0;
  const wait = (steps = 1) => ({ '--step': (step += steps) });
  return (
    <div class="fight-card" aria-hidden="true" data-fight={fight.rolls[0].n} style={{ left: `${x.toFixed(1)}px`, top: `${y.toFixed(1)}px`, fontSize: `${(13 * seen.grow).toFixed(2)}px` }}>
      {fight.what.slice(0, 2).map((f, i) => (
        <p key={`what ${i}`} class="fight-what">
          {f.text}
        </p>
      ))}
      {rolls.map((r) => (
        <div key={`${r.n} ${r.fact.key}`} class={beside(r) ? 'fight-roll beside' : 'fight-roll'}>
          <div class={(r.fact.dice?.length ?? 0) > 4 ? 'fight-dice many' : 'fight-dice'}>
            <FactDice fact={r.fact} size={30} />
          </div>
          {r.details.length > 0 && (
            <ul class="fight-details">
              {r.details.map((f, i) => {
                const m = modifierOf(f);
                return (
                  m && (
                    <li key={i} style={wait(i ? 1 : 4)}>
                      <b>{m[0]}</b> {m[1]}
                    </li>
                  )
                );
              })}
            </ul>
          )}
          <p class="fight-result" style={wait(r.details.length ? 2 : 5)}>
            {r.fact.text}
          </p>
        </div>
      ))}
      {after.map((f, i) => (
        <p key={`after ${i}`} class="fight-after" style={wait()}>
          {f.text}
        </p>
      ))}
    </div>
  );
}
