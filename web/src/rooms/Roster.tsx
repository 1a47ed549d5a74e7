// Both armies by contingent: every piece can be reached with the keyboard.

import { useState } from 'preact/hooks';
import type { BattleData, PieceView, TableData } from '../api';
import { groupOf, isUnit, nameOf, piecesWhere, placeName } from '../battle';
import { ArmsOf } from '../board/Arms';
import { stateNames } from '../board/stacks';
import { eighth, neighbours } from '../board/poses';
import { t } from '../i18n';
import { handOf } from '../play/hand';
import type { GameStore } from '../state';
import { Swatch } from './parts';

export function Roster({ game, onPlace }: { game: GameStore; onPlace: (place: number) => void }) {
  const battle = game.battle.value!;
  const table = game.table.value!;
  const [side, setSide] = useState(Math.max(0, table.view.toAct));
  const at = new Map(table.view.pieces.map((p) => [p.piece, p]));
  const groups = new Map<string, number[]>();
  for (const u of piecesWhere(battle, (c, p) => c.side === side && isUnit(battle, p))) {
    const group = battle.sheet.pieces[u].group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), u]);
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
      {battle.sheet.armies?.[side] && <p class="roster-army">{battle.sheet.armies[side]}</p>}
      {[...groups].map(([group, units]) => (
        <div key={group}>
          <h3>
            <ArmsOf battle={battle} group={group} /> {groupOf(battle, group)?.name}
          </h3>
          {groupOf(battle, group)?.about && <p class="roster-army">{groupOf(battle, group)?.about}</p>}
          <ul class="plain">
            {units.map((u) => {
              const p = at.get(u);
              const gone = !p || (p.place < 0 && !p.pose);
              const arrives = p?.values?.find((v) => v.key === 'arrives')?.n;
              return (
                <li key={u}>
                  <button
                    type="button"
                    class="roster-unit"
                    data-gone={(gone && arrives === undefined) || undefined}
                    aria-pressed={game.selection.value.piece === u}
                    onClick={() => {
                      game.select(u);
                      if (p && p.place >= 0) onPlace(p.place);
                      else if (handOf(game).able.value.includes(u)) void handOf(game).pick({ place: -1, piece: u, how: 'key' });
                    }}
                  >
                    <span>{nameOf(battle, u)}</span>
                    <small>
                      {arrives !== undefined ? t('roster.expected', { turn: arrives }) : gone ? t('roster.gone') : p.pose ? t('plane.heading', { compass: t(`plane.compass.${eighth(p.pose.heading / 4)}`) }) : placeName(battle, p.place)}
                      {!gone && stateNames(battle, p).map((s) => ` · ${s}`)}
                    </small>
                    <b>{battle.sheet.pieces[u].base ? p?.values?.slice(0, 1).map((v) => `${battle.sheet.values?.[v.key] ?? ''} ${v.n}`) : p?.values?.slice(0, 3).map((v) => v.n).join('-')}</b>
                  </button>
                  {p?.pose && game.selection.value.piece === u && <Neighbours battle={battle} table={table} view={p} />}
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** What stands around a unit of a board without places, in words: how far, and in which direction from it. */
function Neighbours({ battle, table, view }: { battle: BattleData; table: TableData; view: PieceView }) {
  const near = neighbours(battle.sheet, table.view.pieces, view);
  return (
    <div class="neighbours">
      {[true, false].map((friends) => {
        const list = near.filter((n) => n.friend === friends).slice(0, friends ? 4 : 6);
        return (
          list.length > 0 && (
            <p key={String(friends)}>
              {t(friends ? 'plane.friends' : 'plane.enemies')}{' '}
              {list.map((n) => t(n.far < 0.05 ? 'plane.touches' : 'plane.near', { name: nameOf(battle, n.piece), length: Math.round(n.far * 10) / 10, bearing: t(`plane.bearing.${n.bearing}`) })).join('; ')}
            </p>
          )
        );
      })}
    </div>
  );
}
