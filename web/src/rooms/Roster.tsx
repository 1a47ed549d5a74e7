// Both armies by contingent: every piece in reach of the keyboard.

import { useState } from 'preact/hooks';
import type { UnitData } from '../api';
import { ArmsOf } from '../board/Arms';
import { t } from '../i18n';
import { handOf } from '../play/hand';
import type { GameStore } from '../state';
import { Swatch } from './parts';

export function Roster({ game, onPlace }: { game: GameStore; onPlace: (hex: number) => void }) {
  const battle = game.battle.value!;
  const table = game.table.value!;
  const [side, setSide] = useState(Math.max(0, table.view.toAct));
  const at = new Map(table.view.pieces.map((p) => [p.piece, p]));
  const groups = new Map<string, UnitData[]>();
  for (const u of battle.units) {
    if (u.side !== side) continue;
    const list = groups.get(u.contingent);
    if (list) list.push(u);
    else groups.set(u.contingent, [u]);
  }
  return (
    <section class="roster" aria-labelledby="roster">
      <div class="roster-head">
        <h2 id="roster">{t('roster.title')}</h2>
        <div class="segments">
          {battle.sides.map((s, i) => (
            <label key={s.id}>
              <input type="radio" name="roster" checked={side === i} onChange={() => setSide(i)} />
              <Swatch side={i} /> {s.name}
            </label>
          ))}
        </div>
      </div>
      {[...groups].map(([contingent, units]) => (
        <div key={contingent}>
          <h3>
            <ArmsOf battle={battle} contingent={contingent} /> {battle.contingents?.find((c) => c.id === contingent)?.name ?? contingent}
          </h3>
          <ul class="plain">
            {units.map((u) => {
              const p = at.get(u.piece);
              const gone = !p || p.place < 0;
              const arrives = p?.states?.includes('expected') ? p.values?.find((v) => v.key === 'arrives')?.n : undefined;
              const bad = p?.states?.includes('routed') ? 'routed' : p?.states?.includes('discouraged') ? 'discouraged' : '';
              return (
                <li key={u.piece}>
                  <button
                    type="button"
                    class="roster-unit"
                    data-gone={(gone && arrives === undefined) || undefined}
                    aria-pressed={game.selection.value.piece === u.piece}
                    onClick={() => {
                      game.select(u.piece);
                      if (p && p.place >= 0) onPlace(p.place);
                      else if (handOf(game).able.value.includes(u.piece)) void handOf(game).pick({ hex: -1, piece: u.piece, how: 'key' });
                    }}
                  >
                    <span>{u.name}</span>
                    <small>
                      {arrives !== undefined ? t('roster.expected', { turn: arrives }) : gone ? t('roster.gone') : battle.hexes[p.place]?.id}
                      {p?.states?.includes('fatigued') && ` · ${t('roster.fatigued')}`}
                      {bad === 'routed' && ` · ${t('roster.routed')}`}
                      {bad === 'discouraged' && ` · ${t('roster.discouraged')}`}
                    </small>
                    <b>{p?.values?.slice(0, 3).map((v) => v.n).join('-')}</b>
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </section>
  );
}
