// The board seen from the other side of the table: everything is where it is after half a turn, and still upright.

import type { BattleData, Sheet } from '../api';
import type { Flipped } from './poses';

/** A battle whose sheet has been turned round. Its ground stays as it was drawn; see [turnWords]. */
export function turnRound(b: BattleData): BattleData {
  const s: Flipped = b.sheet;
  const sheet: Flipped = {
    ...s,
    flipped: !s.flipped,
    places: s.places.map((p) => ({ ...p, x: s.width - p.x, y: s.height - p.y })),
    shapes: s.shapes.map((outline) => outline.map((v) => -v)),
    facings: s.facings?.map((f) => ({ ...f, angle: (f.angle + 180) % 360 })),
    fronts: s.fronts && Object.fromEntries(Object.entries(s.fronts).map(([kind, list]) => [kind, list.map((_, i) => list[opposite(s, i)])])),
  };
  return { ...b, sheet };
}

/** The facing that looks the other way. */
function opposite(s: Sheet, facing: number): number {
  const angle = ((s.facings?.[facing].angle ?? 0) + 180) % 360;
  const found = s.facings?.findIndex((f) => f.angle === angle) ?? -1;
  return found < 0 ? facing : found;
}

/** Turns the words on a ground that lies upside down, and what is marked as one with them, so that they can be read. */
export function turnWords(ground: Element, turned: boolean): void {
  for (const el of ground.querySelectorAll<SVGGraphicsElement>('[data-upright], text')) {
    if (el.tagName === 'text' && el.closest('[data-upright]')) continue;
    const drawn = (el.dataset.drawn ??= el.getAttribute('transform') ?? '');
    el.setAttribute('transform', drawn);
    if (!turned) continue;
    const { x, y, width, height } = el.getBBox();
    el.setAttribute('transform', `${drawn} rotate(180 ${(x + width / 2).toFixed(1)} ${(y + height / 2).toFixed(1)})`);
  }
}
