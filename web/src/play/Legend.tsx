import { type BattleData, groundAddress, type TableData } from '../api';
import { Ground } from '../board/Facts';
import { middle, type Point } from '../board/places';
import { isPlane, toSheet } from '../board/poses';
import { t } from '../i18n';
import { Dialog } from '../rooms/parts';

const half = 34; // of the piece of the map that is shown, in the unit of the sheet

/** The legend of the map: every kind of ground as it is drawn there, with what it does, and the signs on counters. */
export function Legend({ battle, table, onClose }: { battle: BattleData; table: TableData; onClose: () => void }) {
  const { sheet } = battle;
  const address = groundAddress(table.battle, 'ground', table.options ?? [], table.pack);
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

/** Where a kind of ground can be seen on the map: where it is the ground itself, or else at a side. */
function sample(battle: BattleData, kind: number): Point | undefined {
  const { sheet } = battle;
  if (isPlane(sheet)) {
    const area = sheet.areas?.find((a) => a.terrain === kind);
    if (!area) return undefined;
    const sum = area.outline.reduce((s, p) => ({ x: s.x + p.x, y: s.y + p.y }), { x: 0, y: 0 });
    return toSheet(sheet, { x: sum.x / area.outline.length, y: sum.y / area.outline.length });
  }
  const own = sheet.places.findIndex((p) => p.terrain?.[0] === kind);
  const place = own >= 0 ? own : sheet.places.findIndex((p) => p.terrain?.includes(kind));
  return place < 0 ? undefined : middle(sheet, place);
}
