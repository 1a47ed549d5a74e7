// Where the battle stands: turn, phase, order of activation, points.

import { useEffect, useRef } from 'preact/hooks';
import type { BattleData, LeaderData, TableData } from '../api';
import { ArmsOf } from '../board/Arms';
import { t } from '../i18n';
import { ClauseLink, Swatch } from './parts';

const phases = [
  { key: 'phase.setup', short: 'phase.setup.short', name: 'phase.setup' },
  { key: 'phase.a', short: 'phase.a.short', name: 'phase.a' },
  { key: 'phase.b', short: 'phase.b.short', name: 'phase.b' },
  { key: 'phase.c', short: 'phase.c.short', name: 'phase.c' },
  { key: 'phase.d1', short: 'phase.d1.short', name: 'phase.d1' },
  { key: 'phase.d2', short: 'phase.d2.short', name: 'phase.d2' },
  { key: 'phase.d3', short: 'phase.d3.short', name: 'phase.d3' },
  { key: 'phase.d4', short: 'phase.d4.short', name: 'phase.d4' },
  { key: 'phase.d5', short: 'phase.d5.short', name: 'phase.d5' },
  { key: 'phase.e', short: 'phase.e.short', name: 'phase.e' },
];

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

export function PhaseTrack({ table }: { table: TableData }) {
  const now = phases.findIndex((p) => p.key === table.view.phase);
  // Set-up is shown only while it lasts.
  const list = now === 0 ? phases : phases.slice(1);
  return (
    <div class="phases">
      <ol class="plain" aria-label={t('phases')}>
        {list.map((p) => (
          <li key={p.key} aria-current={p.key === table.view.phase ? 'step' : undefined} title={t(p.name)}>
            <abbr title={t(p.name)}>{t(p.short)}</abbr>
          </li>
        ))}
      </ol>
      <span class="phase-name">{table.phase}</span>
    </div>
  );
}

export function pointsOf(table: TableData): [number, number] {
  if (Array.isArray(table.points)) return table.points;
  const sum: [number, number] = [0, 0];
  for (const s of table.view.scores ?? []) sum[s.side] += s.points;
  return sum;
}

export function Points({ table, battle }: { table: TableData; battle: BattleData }) {
  const points = pointsOf(table);
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

/** What each side has its points for. */
export function Sources({ table, battle }: { table: TableData; battle: BattleData }) {
  const points = pointsOf(table);
  const scores = table.scores ?? table.view.scores ?? [];
  return (
    <>
      <h2>{t('points.title')}</h2>
      {battle.sides.map((s, i) => {
        const own = scores.filter((x) => x.side === i);
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
                      {x.text ?? x.key} <ClauseLink id={x.clause} />
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

/** The leaders with the ratings they have now: that of a replacement is not the printed one. */
export function rated(battle: BattleData, table: TableData): LeaderData[] {
  return battle.leaders.map((l) => {
    const now = table.view.pieces.find((p) => p.piece === l.piece)?.values?.find((v) => v.key === 'rating');
    return now ? { ...l, rating: now.n } : l;
  });
}

/**
 * The leaders of both sides in the order of their ratings, in which they act unless the initiative decides otherwise. Of
 * equal ratings the attacker's come first and the sides take turns.
 */
export function inOrder(leaders: LeaderData[]): LeaderData[] {
  const turn = (l: LeaderData) => leaders.filter((x) => x.side === l.side && x.rating === l.rating).indexOf(l);
  return leaders.toSorted((a, b) => a.rating - b.rating || turn(a) - turn(b) || a.side - b.side);
}

/** The order of activation: who acts, who has acted, who may not. */
export function Order({ table, battle, onPiece }: { table: TableData; battle: BattleData; onPiece: (piece: number) => void }) {
  if (table.outcome?.over) return null;
  return (
    <section class="order" aria-labelledby="order">
      <h3 id="order">{t('order.title')}</h3>
      <ol class="plain">
        {inOrder(rated(battle, table)).map((l) => {
          const now = table.view.pieces.find((p) => p.piece === l.piece);
          const arrives = now?.values?.find((v) => v.key === 'arrives')?.n ?? 0;
          const [state, word] =
            arrives > table.view.turn
              ? ['late', t('leader.late', { turn: arrives })]
              : standing(now?.states ?? [], table.view.active === l.piece);
          const side = battle.sides[l.side]?.name ?? '';
          return (
            <li key={l.piece}>
              <button
                type="button"
                class="leader-chip"
                data-state={state}
                aria-current={state === 'now' ? 'step' : undefined}
                title={t('order.leader', { leader: l.name, side, rating: l.rating, state: word })}
                onClick={() => onPiece(l.piece)}
              >
                <b>{l.rating}</b>
                <Swatch side={l.side} />
                <ArmsOf battle={battle} contingent={l.contingent} />
                <span>{l.name}</span>
                <span class="hidden-visually">
                  {side}, {word}
                </span>
                <StateSign state={state} />
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

function standing(states: string[], active: boolean): [string, string] {
  if (states.includes('removed')) return ['gone', t('leader.gone')];
  if (active) return ['now', t('leader.now')];
  if (states.includes('inactive')) return ['barred', t('leader.barred')];
  if (states.includes('activated')) return ['past', t('leader.past')];
  if (states.includes('waiting')) return ['next', t('leader.next')];
  return ['ready', t('leader.ready')];
}
