import type { BattleData } from '../api';
import type { Way } from '../fights';
import { settings, still } from '../state';
import { line, middle, type Point } from './places';
import { toSheet } from './poses';

/** The points of a way on the sheet. */
export function pointsOf(battle: BattleData, way: Way): Point[] {
  return way.poses.length ? way.poses.map((p) => toSheet(battle.sheet, p)) : way.places.map((h) => middle(battle.sheet, h));
}

const rim = 25; // from the middle of a counter to its rim

/** A way up to the rim of the counter at its end, so that its arrowhead can be seen. */
function upToRim(points: Point[]): Point[] {
  const [[fx, fy], [x, y]] = points.slice(-2);
  const long = Math.hypot(x - fx, y - fy);
  const part = Math.max(0.3, 1 - rim / long);
  return [...points.slice(0, -1), [fx + (x - fx) * part, fy + (y - fy) * part]];
}

/** The ways that pieces have taken, as lines with an arrowhead. */
export function Ways({ battle, ways }: { battle: BattleData; ways: readonly Way[] }) {
  const lines = ways.map((w) => line(upToRim(pointsOf(battle, w))));
  return (
    <g class="ways">
      {lines.map((d, i) => (
        <path key={`casing ${ways[i].piece}`} class="way-casing" d={d} />
      ))}
      {lines.map((d, i) => (
        <path key={ways[i].piece} class="way taken" data-way={ways[i].piece} marker-end="url(#way-end)" d={d} />
      ))}
    </g>
  );
}

const stride = 150; // milliseconds for a step of a way
const longest = 1100;

/** Moves counters along ways of several steps, at the speed set, instead of straight to where they are. */
export function march(root: Element, battle: BattleData, ways: readonly Way[]): void {
  if (still.value) return;
  for (const way of ways) {
    if (way.places.length < 3) continue;
    const el = root.querySelector<SVGGElement>(`.pieces [data-piece="${way.piece}"]`);
    if (!el) continue;
    const points = pointsOf(battle, way);
    const [x, y] = points[points.length - 1];
    el.style.transition = 'none';
    const walk = el.animate(
      { translate: points.map((p) => `${(p[0] - x).toFixed(1)}px ${(p[1] - y).toFixed(1)}px`) },
      { duration: Math.min(longest, stride * (points.length - 1)) / settings.value.pace, easing: 'ease-in-out' },
    );
    walk.onfinish = walk.oncancel = () => (el.style.transition = '');
  }
}
