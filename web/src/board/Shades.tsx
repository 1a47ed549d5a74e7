import type { BattleData, Shade } from '../api';
import { t } from '../i18n';
import { line, outline, type Point } from './places';
import type { GhostSignal } from './Plane';
import { inUnits, toSheet } from './poses';

const angles = [45, -45];

/** The fill of a side's hatching: weak is sparse, strong is dense, the strongest is crossed. The name tells copies on one page apart. */
export const hatch = (name: string, side: number, strength: number): string => `url(#${name}-${Math.max(side, -1)}-${Math.min(Math.max(strength, 1), 3)})`;

/** The hatchings of both sides: they lean to different sides, so that they can be told apart without colours. */
export function Hatching({ battle, name }: { battle: BattleData; name: string }) {
  return (
    <>
      {[-1, ...battle.sides.keys()].flatMap((side) =>
        [1, 2, 3].map((strength) => {
          const gap = [12, 6, 8][strength - 1];
          const color = battle.sheet.colors[side]?.dark ?? '#1d1712';
          return (
            <pattern key={`${side} ${strength}`} id={`${name}-${side}-${strength}`} width={gap} height={gap} patternUnits="userSpaceOnUse" patternTransform={`rotate(${angles[side] ?? 0})`}>
              <rect width={[1.6, 2.6, 1.4][strength - 1]} height={gap} fill={color} />
              {strength > 2 && <rect width={gap} height="1.400" fill={color} />}
            </pattern>
          );
        }),
      )}
    </>
  );
}

/** Where the reach of an area is written: at the middle of its outline, which is straight ahead. */
function tip(points: readonly Point[]): Point {
  const [a, b] = [points[Math.ceil(points.length / 2) - 1], points[Math.floor(points.length / 2)]];
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/** Areas of a board without places, and those that matter to a move: hatched, or with only a rim if they are weak. */
export function Areas({ battle, shades, ghosts, grow }: { battle: BattleData; shades: readonly Shade[]; ghosts?: GhostSignal; grow: number }) {
  const areas = [...shades, ...(ghosts?.value?.shades ?? [])].filter((s) => s.outline);
  if (!areas.length) return null;
  return (
    <g class="areas">
      <defs>
        <Hatching battle={battle} name="area" />
      </defs>
      {areas.map(({ outline: list = [], side, strength, reach }, i) => {
        const points = list.map((p) => toSheet(battle.sheet, p));
        const [x, y] = tip(points);
        const color = battle.sheet.colors[side]?.dark ?? '#1d1712';
        return (
          <g key={i} data-strength={strength}>
            <path d={`${line(points)}z`} fill={strength > 1 ? hatch('area', side, 1) : color} stroke={color} />
            {reach && (
              <text class="measure" x={x} y={y + 5 * grow} style={{ fontSize: `${(13 * grow).toFixed(1)}px` }}>
                {t('plane.reach', { length: inUnits(reach) })}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** The places that overlays mark, under the counters. */
export function Shades({ battle, shades }: { battle: BattleData; shades: readonly Shade[] }) {
  const paths = new Map<string, { d: string; side: number; strength: number }>();
  for (const { place, side, strength } of shades) {
    if (place < 0) continue;
    const key = `${side} ${strength}`
    paths.set(key, { side, strength, d: (paths.get(key)?.d ?? '') + outline(battle.sheet, place, 1) });
  }
  if (!paths.size) return null;
  return (
    <g class="shades">
      <defs>
        <Hatching battle={battle} name="shade" />
      </defs>
      {[...paths].map(([key, { d, side, strength }]) => (
        <path key={key} d={d} fill={hatch('shade', side, strength)} data-strength={strength} />
      ))}
    </g>
  );
}
