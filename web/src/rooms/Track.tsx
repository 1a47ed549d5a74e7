// The state of the battle: turn, phase, order of activation, points.

import { useEffect, useRef } from 'preact/hooks';
import type { BattleData, ScoreText, TableData } from '../api';
import { groupOf, isLeader, pieceOf, textOf } from '../battle';
import { ArmsOf } from '../board/Arms';
import { format, t } from '../i18n';
import { isMine } from '../people';
import { language } from '../state';
import { ClauseLink, Swatch } from './parts';
import { holderShort } from './seats';

export function TurnTrack({ table }: { table: TableData }) {
  const { turn, turns, endDice = [] } = table.view;
  const ends = endDice[turn - 1];
  const about = [t('turn.of', { turn, turns }), ends > 0 && ends < 6 && t('turn.ends', { n: ends }), ends >= 6 && t('turn.last')].filter(Boolean).join('. ');
  return (
    <div class="turns" role="img" aria-label={about} title={about}>
      <span class="track-label">{t('turn')}</span>
      <span class="turn-short" aria-hidden="true">
        {turn}/{turns}
        {ends > 0 && ends < 6 && <EndDie n={ends} />}
      </span>
      <ol class="plain" aria-hidden="true">
        {Array.from({ length: turns }, (_, i) => (
          <li key={i} class={i + 1 < turn ? 'past' : i + 1 === turn ? 'now' : ''}>
            {i + 1}
            {endDice[i] > 0 && endDice[i] < 6 && <EndDie n={endDice[i]} />}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The die of a space of the turn track: the game ends on so much or less. */
function EndDie({ n }: { n: number }) {
  return (
    <svg class="end-die" width="15" height="15" viewBox="-9 -9 18 18">
      <title>{t('turn.ends', { n })}</title>
      <rect x="-8" y="-8" width="16" height="16" rx="3" />
      {pips[n].map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="1.9" />
      ))}
    </svg>
  );
}

/** Where the pips of a die are, by its face. */
const pips: [number, number][][] = [
  [],
  [[0, 0]],
  [[-4, 4], [4, -4]],
  [[-4, 4], [0, 0], [4, -4]],
  [[-4, -4], [4, -4], [-4, 4], [4, 4]],
  [[-4, -4], [4, -4], [0, 0], [-4, 4], [4, 4]],
];

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
            <Standing score={table.scores.find((x) => x.side === i && x.of)} points={points[i]} />
          </span>
        ))}
      </summary>
      <div class="points-card">
        <Sources table={table} battle={battle} />
      </div>
    </details>
  );
}

/** How a side stands: its points, or how near it is to what ends the battle. */
function Standing({ score, points }: { score?: ScoreText; points: number }) {
  if (!score) return <b>{points}</b>;
  return (
    <span class="points-of" title={`${score.text}: ${score.points}/${score.of}`}>
      <small>{score.text}</small>
      <b>
        {score.points}
        <small>/{score.of}</small>
      </b>
    </span>
  );
}

/** The sources of each side's points. */
export function Sources({ table, battle }: { table: TableData; battle: BattleData }) {
  const { points } = table;
  return (
    <>
      <h2>{t('points.title')}</h2>
      {battle.victory && <p>{battle.victory}</p>}
      {battle.sides.map((s, i) => {
        const own = table.scores.filter((x) => x.side === i && !x.track);
        return (
          <section key={s.id}>
            <h3>
              <Swatch side={i} /> {s.name} {table.people && !isMine(table, i) && <span class="faint">{holderShort(table.seats[i], table.people[i])}</span>} <b>{points[i]}</b>
            </h3>
            {battle.sheet.armies?.[i] && <p class="faint">{battle.sheet.armies[i]}</p>}
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

const few = 8;

/** The space of a marker: as many dots as it says, or its number. */
function Marker({ score }: { score?: ScoreText }) {
  if (!score) return <>–</>;
  if (score.of) {
    return (
      <>
        {score.points}/{score.of}{' '}
        <meter min={0} low={score.of / 2} high={score.of * 0.75} max={score.of} optimum={0} value={score.points} aria-hidden="true" />
      </>
    );
  }
  return (
    <>
      <span class="hidden-visually">{score.points}</span>
      <span aria-hidden="true">{score.points > 0 && score.points <= few ? '●'.repeat(score.points) : score.points}</span>
    </>
  );
}

const most = 5; // columns that fit beside each other

/** The markers of both sides on their tracks: a column for each track, unless it only repeats the limit of another; the last ones below. */
export function Tracks({ table, battle }: { table: TableData; battle: BattleData }) {
  const marks = table.scores.filter((x) => x.track);
  const repeats = (key: string) => marks.filter((x) => x.key === key).every((x) => marks.some((y) => y.side === x.side && y.of === x.points));
  const all = marks.filter((x, i) => marks.findIndex((y) => y.key === x.key) === i && !repeats(x.key));
  if (!all.length) return null;
  const [columns, below] = [all.slice(0, most), all.slice(most)];
  const of = (key: string, side: number) => marks.find((y) => y.key === key && y.side === side);
  return (
    <table class="tracks">
      <thead>
        <tr>
          <td />
          {columns.map((x) => (
            <th key={x.key} scope="col">
              <a href={`#/rules/${x.clause}`}>{x.text}</a>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {battle.sides.map((s, i) => (
          <tr key={s.id}>
            <th scope="row">
              <Swatch side={i} /> {s.name}
            </th>
            {columns.map((x) => (
              <td key={x.key}>
                <Marker score={of(x.key, i)} />
              </td>
            ))}
          </tr>
        ))}
        {below.map((x) => (
          <tr key={x.key}>
            <th scope="row" colSpan={2}>
              <a href={`#/rules/${x.clause}`}>{x.text}</a>
            </th>
            <td colSpan={columns.length - 1}>
              {battle.sides.map((s, i) => (
                <span key={s.id} class="track-side">
                  <Swatch side={i} /> <span class="hidden-visually">{s.name}</span> <Marker score={of(x.key, i)} />
                </span>
              ))}
            </td>
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
      <h3 id="order">{textOf(battle, 'turn.title') ?? t('order.title')}</h3>
      <ol class="plain">
        {order.map((x) => {
          const piece = pieceOf(battle, x.piece);
          // Where the leaders are no pieces, a group goes by the name of its own.
          const name = (isLeader(battle, x.piece) ? undefined : groupOf(battle, piece?.group)?.name) ?? piece?.name ?? '';
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
