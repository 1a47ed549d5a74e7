// The state of the battle: turn, phase, order of activation, points.

import { useEffect, useRef } from 'preact/hooks';
import type { BattleData, TableData } from '../api';
import { pieceOf, textOf } from '../battle';
import { ArmsOf } from '../board/Arms';
import { format, t } from '../i18n';
import { language } from '../state';
import { ClauseLink, Swatch } from './parts';

export function TurnTrack({ table }: { table: TableData }) {
  const { turn, turns } = table.view;
  return (
    <div class="turns" role="img" aria-label={t('turn.of', { turn, turns })} title={t('turn.of', { turn, turns })}>
      <span class="track-label">{t('turn')}</span>
      <span class="turn-short" aria-hidden="true">
        {turn}/{turns}
      </span>
      <ol class="plain" aria-hidden="true">
        {Array.from({ length: turns }, (_, i) => (
          <li key={i} class={i + 1 < turn ? 'past' : i + 1 === turn ? 'now' : ''}>
            {i + 1}
          </li>
        ))}
      </ol>
    </div>
  );
}

export function PhaseTrack({ table, battle }: { table: TableData; battle: BattleData }) {
  return (
    <div class="phases">
      <ol class="plain" aria-label={t('phases')}>
        {(table.view.phases ?? []).map((key) => {
          const name = textOf(battle, key) ?? key;
          return (
            <li key={key} aria-current={key === table.view.phase ? 'step' : undefined} title={name}>
              <abbr title={name}>{textOf(battle, `${key}.short`) ?? name}</abbr>
            </li>
          );
        })}
      </ol>
      <span class="phase-name">{table.phase}</span>
    </div>
  );
}

export function Points({ table, battle }: { table: TableData; battle: BattleData }) {
  const { points } = table;
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (e: Event) => {
      const open = box.current?.open;
      if (!open || (e instanceof KeyboardEvent ? e.key !== 'Escape' : box.current?.contains(e.target as Node))) return;
      box.current!.open = false;
      if (e instanceof KeyboardEvent) box.current?.querySelector('summary')?.focus();
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
    };
  }, []);
  return (
    <details class="points" ref={box}>
      <summary>
        <span class="hidden-visually">{t('points.title')}</span>
        {battle.sides.map((s, i) => (
          <span key={s.id} class="points-side" data-side={i} title={s.name}>
            <Swatch side={i} />
            <span class="points-name">{s.name}</span>
            <b>{points[i]}</b>
          </span>
        ))}
      </summary>
      <div class="points-card">
        <Sources table={table} battle={battle} />
      </div>
    </details>
  );
}

/** The sources of each side's points. */
export function Sources({ table, battle }: { table: TableData; battle: BattleData }) {
  const { points } = table;
  return (
    <>
      <h2>{t('points.title')}</h2>
      {battle.sides.map((s, i) => {
        const own = table.scores.filter((x) => x.side === i && !x.track);
        return (
          <section key={s.id}>
            <h3>
              <Swatch side={i} /> {s.name} <b>{points[i]}</b>
            </h3>
            {own.length === 0 ? (
              <p class="faint">{t('points.none')}</p>
            ) : (
              <ul class="plain">
                {own.map((x) => (
                  <li key={x.key}>
                    <span>
                      {x.text} <ClauseLink id={x.clause} />
                    </span>
                    <b>{x.points}</b>
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </>
  );
}

/** The markers of both sides on their tracks: a row for each track. */
export function Tracks({ table, battle }: { table: TableData; battle: BattleData }) {
  const marks = table.scores.filter((x) => x.track);
  if (!marks.length) return null;
  const rows = marks.filter((x, i) => marks.findIndex((y) => y.key === x.key) === i);
  return (
    <table class="tracks">
      <thead>
        <tr>
          <td />
          {battle.sides.map((s, i) => (
            <th key={s.id} scope="col">
              <Swatch side={i} /> {s.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((x) => (
          <tr key={x.key}>
            <th scope="row">
              {x.text} <ClauseLink id={x.clause} />
            </th>
            {battle.sides.map((s, i) => (
              <td key={s.id}>{marks.find((y) => y.key === x.key && y.side === i)?.points ?? '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The order of activation: who acts, who has acted, who may not. */
export function Order({ table, battle, onPiece }: { table: TableData; battle: BattleData; onPiece: (piece: number) => void }) {
  const order = table.view.order ?? [];
  if (!order.length) return null;
  return (
    <section class="order" aria-labelledby="order">
      <h3 id="order">{t('order.title')}</h3>
      <ol class="plain">
        {order.map((x) => {
          const piece = pieceOf(battle, x.piece);
          const name = piece?.name ?? '';
          const side = battle.sides[piece?.side ?? -1]?.name ?? '';
          const word = format(language.value, textOf(battle, `turn.${x.status}`) ?? x.status, { turn: x.turn ?? 0 });
          return (
            <li key={x.piece}>
              <button
                type="button"
                class="leader-chip"
                data-state={x.status}
                aria-current={x.status === 'now' ? 'step' : undefined}
                title={t('order.leader', { leader: name, side, rating: x.rating, state: word })}
                onClick={() => onPiece(x.piece)}
              >
                <b>{x.rating}</b>
                <Swatch side={piece?.side ?? 0} />
                <ArmsOf battle={battle} group={piece?.group} />
                <span>{name}</span>
                <span class="hidden-visually">
                  {side}, {word}
                </span>
                <StateSign state={x.status} />
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const signs: Record<string, string> = { now: '▸', past: '✓', barred: '–', gone: '†', next: '→', late: '⋯' };

function StateSign({ state }: { state: string }) {
  return signs[state] ? <i aria-hidden="true">{signs[state]}</i> : null;
}
