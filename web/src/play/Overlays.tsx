import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Shade } from '../api';
import { Hatching, hatch } from '../board/Shades';
import { t } from '../i18n';
import { Swatch } from '../rooms/parts';
import type { GameStore } from '../state';
import { Legend } from './Legend';

/** What may be shaded on the board, each to be switched on or off by a click or its key, and what the hatching means. */
export function Overlays({ game, shades }: { game: GameStore; shades: Signal<Shade[]> }) {
  const chosen = useSignal<readonly string[]>([]);
  const legend = useSignal(false);
  const battle = game.battle.value;
  const table = game.table.value;
  const selected = game.selection.value;
  const list = battle?.overlays ?? [];
  useEffect(() => {
    let late = false;
    const show = (found: Shade[]) => {
      if (!late) shades.value = found;
    };
    if (chosen.value.length) void game.shades(chosen.value, selected).then(show);
    else if (shades.value.length) show([]);
    return () => {
      late = true;
    };
  }, [chosen.value, table?.version, table?.view.side, selected]);
  const toggle = (id: string) => {
    chosen.value = chosen.value.includes(id) ? chosen.value.filter((x) => x !== id) : [...chosen.value, id];
  };
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey || (e.target as Element | null)?.closest?.('input:not([type=checkbox]), textarea, select, dialog')) return;
      const o = list.find((x) => x.key === e.key.toLowerCase());
      if (o) toggle(o.id);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [battle]);
  if (!battle) return null;
  const shown = list.filter((o) => chosen.value.includes(o.id));
  return (
    <>
      <details class="overlays">
        <summary>{t('play.overlays')}</summary>
        {list.map((o) => (
          <label key={o.id}>
            <input type="checkbox" checked={chosen.value.includes(o.id)} onChange={() => toggle(o.id)} aria-keyshortcuts={o.key} />
            <span>
              {o.name}
              {o.about && <small>{o.about}</small>}
            </span>
            {o.key && <kbd aria-hidden="true">{o.key.toUpperCase()}</kbd>}
          </label>
        ))}
        <button type="button" class="play-button quiet" onClick={() => (legend.value = true)}>
          {t('legend.title')}
        </button>
      </details>
      {shown.length > 0 && (
        <div class="overlay-key" role="status">
          <svg width="0" height="0" aria-hidden="true">
            <defs>
              <Hatching battle={battle} name="legend" />
            </defs>
          </svg>
          {shown.map((o) => (
            <p key={o.id}>
              <b>{o.name}</b>
              {shades.value.length === 0 && o.about && <span>{t('play.overlays.select')}</span>}
              {(o.steps ?? (shown.length === 1 && graded(shades.value) ? [t('play.overlays.weak'), t('play.overlays.strong')] : [])).map((text, i) => (
                <span key={text}>
                  <svg width="22" height="16" aria-hidden="true">
                    <rect x="0.500" y="0.500" width="21" height="15" fill={hatch('legend', sideShown(shades.value), i + 1)} stroke="currentColor" />
                  </svg>
                  {text}
                </span>
              ))}
            </p>
          ))}
          <p>
            {battle.sides.map((s, side) => (
              <span key={s.id}>
                <Swatch side={side} /> {s.name}
              </span>
            ))}
          </p>
        </div>
      )}
      {legend.value && table && <Legend battle={battle} table={table} onClose={() => (legend.value = false)} />}
    </>
  );
}

/** Whether places are marked more and less strongly. */
const graded = (shades: readonly Shade[]) => new Set(shades.map((s) => s.place >= 0 && s.strength)).size > 1;

/** The side whose hatching explains the strengths. */
const sideShown = (shades: readonly Shade[]) => Math.max(0, shades[0]?.side ?? 0);
