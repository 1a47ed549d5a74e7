import type { BattleData, Group } from '../api';
import { groupOf } from '../battle';

/** The arms of a group, 20 wide and 24 high around the origin; nothing if it has none. */
export function Shield({ group }: { group?: Group }) {
  if (!group?.arms) return null;
  return (
    <g class="arms">
      {group.arms.map((p, i) => (
        <path key={i} class={p.class} fill={p.fill} d={p.d} />
      ))}
    </g>
  );
}

/** The arms of a group within a line of text. */
export function ArmsOf({ battle, group }: { battle: BattleData; group?: string }) {
  const g = groupOf(battle, group);
  if (!g?.arms) return null;
  return (
    <svg class="arms-of" width="15" height="18" viewBox="-11 -13 22 26.500" aria-hidden="true">
      <Shield group={g} />
    </svg>
  );
}
