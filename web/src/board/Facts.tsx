// What is told of pieces and of the ground, wherever it is told.

import type { BattleData, PieceView, Terrain, Told } from '../api';
import { pieceOf } from '../battle';
import { t } from '../i18n';
import { ClauseLink } from '../rooms/parts';
import type { Point } from './places';
import { isPlane, toPlane } from './poses';

/** What the rules say about a piece now: command, movement, shooting and so on. */
export function Notes({ notes }: { notes: readonly Told[] }) {
  if (!notes.length) return null;
  return (
    <dl class="notes">
      {notes.map((n) => (
        <div key={n.on + n.text}>
          <dt>{n.on}</dt>
          <dd>
            {n.text} {n.clause && <ClauseLink id={n.clause} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The figures of a piece as they are now, each with its name. */
export function figuresNamed(battle: BattleData, view: PieceView): string[] {
  const counter = pieceOf(battle, view.piece);
  const { values = {} } = battle.sheet;
  const now = new Map(view.values?.map((v) => [v.key, v.n]));
  const printed = (counter?.values ?? []).filter((v) => values[v.key]);
  const named = printed.map((v) => {
    const n = now.get(v.key) ?? v.n;
    const shown = v.says ?? v.text ?? `${n}${v.mark ?? ''}`;
    return `${values[v.key]} ${shown}${n < v.n ? ` (${t('play.of', { n: v.n, lost: v.n - n })})` : ''}`;
  });
  const more = (view.values ?? []).filter((v) => values[v.key] && !printed.some((p) => p.key === v.key));
  return [...named, ...more.map((v) => `${values[v.key]} ${v.n}`)];
}

/** Whether a point is within an outline. */
function within([x, y]: Point, outline: readonly { x: number; y: number }[]): boolean {
  let inside = false;
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  });
  return inside;
}

/** The kinds of ground of a place, or at a point of a board without places. */
export function groundAt(battle: BattleData, place: number, at: Point): Terrain[] {
  const { sheet } = battle;
  const kinds = sheet.terrains ?? [];
  if (!isPlane(sheet)) return (sheet.places[place]?.terrain ?? []).map((i) => kinds[i]);
  const p = toPlane(sheet, at);
  const found = (sheet.areas ?? []).filter((a) => within([p.x, p.y], a.outline)).map((a) => a.terrain);
  const list = [...new Set(found)].map((i) => kinds[i]);
  return list.length ? list : kinds.slice(0, 1);
}

/** What kinds of ground do, with the clauses; their names can be left out. */
export function Ground({ kinds, named = true }: { kinds: readonly Terrain[]; named?: boolean }) {
  return (
    <>
      {kinds.map((k) => (
        <section key={k.name} class="ground-kind">
          {named && <h4>{k.name}</h4>}
          <dl class="notes">
            {k.effects?.map((e, i) => (
              <div key={i}>
                <dt>{e.on}</dt>
                <dd>
                  {e.text} <ClauseLink id={e.clause} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
