import { type BattleData, groundAddress, type TableData } from '../api';
import type { Place } from '../types';
import { Ground } from '../board/Facts';
import { middle, type Point } from '../board/places';
import { isPlane, toSheet } from '../board/poses';
import { t } from '../i18n';
import { Dialog } from '../rooms/parts';
import { dark } from '../state';

const around = 110; // from a place to those near it, in the unit of the sheet
const half = 34; // of the piece of the map that is shown, in the unit of the sheet

/** The legend of the map: every kind of ground as it is drawn there, with what it does, and the signs on counters. */
export function Legend({ battle, table, onClose }: { battle: BattleData; table: TableData; onClose: () => void }) {
  const { sheet } = battle;
  const address = groundAddress(table.battle, 'ground', table.options ?? [], table.pack, dark.value);
  const meanings = Object.entries(sheet.means ?? {});
  return (
    <Dialog title={t('legend.title')} kind="legend" onClose={onClose}>
      <div class="legend-body">
        {sheet.terrains?.map((k, i) => {
          const at = sample(battle, i);
          return (
            <div key={k.name} class="legend-row">
              {at && (
                <svg width="72" height="72" viewBox={`${at[0] - half} ${at[1] - half} ${2 * half} ${2 * half}`} aria-hidden="true">
                  <image href={address} width={sheet.width} height={sheet.height} />
                </svg>
              )}
              <div>
                <Ground kinds={[k]} />
              </div>
            </div>
          );
        })}
        {meanings.length > 0 && <h3>{t('legend.signs')}</h3>}
        <dl class="notes">
          {meanings.map(([state, text]) => (
            <div key={state}>
              <dt>{sheet.states?.[state]}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}

/**
 * Where a kind of ground can be seen on the map: where it is the ground itself, with nothing else there and the most of its kind
 * around it, or else at a side; on a board without places in the middle of its area.
 */
export function sample(battle: BattleData, kind: number): Point | undefined {
  const { sheet } = battle;
  if (isPlane(sheet)) {
    const area = sheet.areas?.find((a) => a.terrain === kind);
    if (!area) return openGround(battle);
    const sum = area.outline.reduce((s, p) => ({ x: s.x + p.x, y: s.y + p.y }), { x: 0, y: 0 });
    return toSheet(sheet, { x: sum.x / area.outline.length, y: sum.y / area.outline.length });
  }
  const plain = (p: Place) => p.terrain?.[0] === kind && p.terrain.length === 1 && (p.about?.length ?? 0) <= 1;
  const own = sheet.places.filter(plain);
  const near = own.map((p) => own.filter((q) => Math.hypot(q.x - p.x, q.y - p.y) < around).length);
  const best = own[near.indexOf(Math.max(...near))];
  const place = best ?? sheet.places.find((p) => p.terrain?.[0] === kind) ?? sheet.places.find((p) => p.terrain?.includes(kind));
  return place && middle(sheet, sheet.places.indexOf(place));
}

/** A point of a board without places that is far from every area. */
function openGround({ sheet }: BattleData): Point | undefined {
  const corners = (sheet.areas ?? []).flatMap((a) => a.outline.map((p) => toSheet(sheet, p)));
  const clear = ([x, y]: Point) => Math.min(...corners.map(([cx, cy]) => Math.hypot(cx - x, cy - y)));
  const grid = [1, 2, 3, 4, 5].flatMap((i) => [1, 2, 3, 4, 5].map((j): Point => [(sheet.width * i) / 6, (sheet.height * j) / 6]));
  return grid.reduce<Point | undefined>((a, p) => (a && clear(a) >= clear(p) ? a : p), undefined);
}
