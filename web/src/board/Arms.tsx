import drawn from '../../../picture/arms.json';
import type { BattleData } from '../api';

/**
 * Plain arms, given as a division and its tinctures: the field and what lies on it.
 *
 *     plain T
 *     pale T T      an upright stripe        bendy T T      slanting stripes
 *     fess T T      a level one              paly T T       upright stripes
 *     bend T T      a slanting one           barry T T      level stripes
 *     chevron T T   a gable                  checky T T     squares
 *     cross T T                              quarterly T T  quarters
 *     saltire T T   a slanting cross         lion T T, fleur T T, eagle T T
 *
 * T is one of or (yellow), argent (white), gules (red), azure (blue), sable (black), vert (green), purpure (purple).
 */
export interface Blazon {
  field: string;
  /** What lies on the field, as the `d` of a path, and its colour; none of a plain field. */
  charge?: { d: string; color: string };
}

const tinctures: Record<string, string> = drawn.tinctures;
const divisions: Record<string, string> = drawn.divisions;

/** Reads arms; null where they are not in the vocabulary. */
export function blazon(arms: string): Blazon | null {
  const [division, first, second, ...more] = arms.split(' ');
  const [field, color] = [tinctures[first], tinctures[second]];
  if (!field || more.length) return null;
  if (division === 'plain') return second === undefined ? { field } : null;
  const d = divisions[division];
  return d && color ? { field, charge: { d, color } } : null;
}

/** A shield 20 wide and 24 high around the origin. */
export function Shield({ arms }: { arms: string }) {
  const b = blazon(arms);
  if (!b) return null;
  return (
    <g class="arms">
      <path d={drawn.shield} fill={b.field} />
      {b.charge && <path d={b.charge.d} fill={b.charge.color} />}
      <path class="rim" d={drawn.shield} />
    </g>
  );
}

/** The arms of a contingent, if it has any. */
export const armsOf = (b: BattleData, contingent: string): string | undefined => b.contingents?.find((c) => c.id === contingent)?.arms;

/** The shield of a contingent within a line of text; nothing where it bears no arms. */
export function ArmsOf({ battle, contingent }: { battle: BattleData; contingent: string }) {
  const arms = armsOf(battle, contingent);
  if (!arms) return null;
  return (
    <svg class="arms-of" width="15" height="18" viewBox="-11 -13 22 26.500" aria-hidden="true">
      <Shield arms={arms} />
    </svg>
  );
}
