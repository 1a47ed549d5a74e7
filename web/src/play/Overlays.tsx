import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Shade } from '../api';
import { isPlane } from '../board/poses';
import { Hatching, hatch } from '../board/Shades';
import { t } from '../i18n';
import { Swatch } from '../rooms/parts';
import type { GameStore } from '../state';

/** What may be shaded on the board, each to be switched on or off, and what the hatching means. */
export function Overlays({ game, shades }: { game: GameStore; shades: Signal<Shade[]> }) {
  const chosen = useSignal<readonly string[]>([]);
  const battle = game.battle.value;
  const table = game.table.value;
  const { piece } = game.selection.value;
  const list = battle?.overlays ?? [];
  useEffect(() => {
    let late = false;
    const show = (found: Shade[]) => {
      if (!late) shades.value = found;
    };
    if (chosen.value.length) void game.shades(chosen.value, piece).then(show);
    else if (shades.value.length) show([]);
    return () => {
      late = true;
    };
  }, [chosen.value, table?.version, table?.view.side, piece]);
  if (!battle || !list.length) return null;
  const toggle = (id: string) => {
    chosen.value = chosen.value.includes(id) ? chosen.value.filter((x) => x !== id) : [...chosen.value, id];
  };
  return (
    <details class="overlays">
      <summary>{t('play.overlays')}</summary>
      {list.map((o) => (
        <label key={o.id}>
          <input type="checkbox" checked={chosen.value.includes(o.id)} onChange={() => toggle(o.id)} />
          <span>
            {o.name}
            {o.about && <small>{o.about}</small>}
          </span>
        </label>
      ))}
      {chosen.value.length > 0 && (
        <ul>
          {battle.sides.map((s, side) => (
            <li key={s.id}>
              <Swatch side={side} /> {s.name}
              {(isPlane(battle.sheet) ? [] : [2, 1]).map((strength) => (
                <span key={strength}>
                  <svg width="22" height="16" aria-hidden="true">
                    <defs>
                      <Hatching battle={battle} name="legend" />
                    </defs>
                    <rect x="0.500" y="0.500" width="21" height="15" fill={hatch('legend', side, strength)} stroke="currentColor" />
                  </svg>
                  {t(strength > 1 ? 'play.overlays.strong' : 'play.overlays.weak')}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
