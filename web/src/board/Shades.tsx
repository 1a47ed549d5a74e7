import type { BattleData, Shade } from '../api';
import { outline } from './places';

const angles = [45, -45];

/** The fill of a side's hatching; strong is dense, weak is sparse. The name tells copies on one page apart. */
export const hatch = (name: string, side: number, strength: number): string => `url(#${name}-${side}-${strength > 1 ? 2 : 1})`;

/** The hatchings of both sides: they lean to different sides, so that they can be told apart without colours. */
export function Hatching({ battle, name }: { battle: BattleData; name: string }) {
  return (
    <>
      {battle.sides.flatMap((_, side) =>
        [1, 2].map((strength) => {
          const gap = strength > 1 ? 6 : 12;
          return (
            <pattern key={`${side} ${strength}`} id={`${name}-${side}-${strength}`} width={gap} height={gap} patternUnits="userSpaceOnUse" patternTransform={`rotate(${angles[side] ?? 0})`}>
              <rect width={strength > 1 ? 2.6 : 1.6} height={gap} fill={battle.sheet.colors[side]?.dark ?? '#1d1712'} />
            </pattern>
          );
        }),
      )}
    </>
  );
}

/** The places that overlays mark, under the counters. */
export function Shades({ battle, shades }: { battle: BattleData; shades: readonly Shade[] }) {
  if (!shades.length) return null;
  const paths = new Map<string, { d: string; side: number; strength: number }>();
  for (const { place, side, strength } of shades) {
    const key = `${side} ${strength}`;
    paths.set(key, { side, strength, d: (paths.get(key)?.d ?? '') + outline(battle.sheet, place, 1) });
  }
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
