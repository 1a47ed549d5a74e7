import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import type { About, BattleData, PieceView } from '../api';
import { groupOf, isLeader, isUnit, nameOf, piecesWhere, placeName, textOf } from '../battle';
import { facingName, stateNames } from '../board/stacks';
import { commands, figures, isTurned, LeaderFace, UnitFace } from '../board/Counter';
import { Ground, groundAt, Notes } from '../board/Facts';
import { t } from '../i18n';
import { type GameStore, language } from '../state';
import { ClauseLink } from './OddsCard';

/**
 * The details of one piece: both sides of its counter, its state, what it did and, unless brief, why it can or cannot
 * act.
 */
export function Inspector({ game, brief = false }: { game: GameStore; brief?: boolean }) {
  const table = game.table.value;
  const battle = game.battle.value;
  const { piece, place } = game.selection.value;
  const why = useSignal<About | null>(null);
  const version = table?.version;
  useEffect(() => {
    why.value = null;
    if (piece === null || brief) return;
    let gone = false;
    void game.about(piece).then((w) => {
      if (!gone) why.value = w;
    });
    return () => {
      gone = true;
    };
  }, [piece, version, language.value]);
  if (!table || !battle) return null;
  const view = table.view.pieces.find((v) => v.piece === piece);
  if (piece === null || !view) {
    const h = place === null ? undefined : battle.sheet.places[place];
    const here = place === null ? [] : table.view.pieces.filter((v) => v.place === place).map((v) => v.piece);
    return (
      <section class="inspector" aria-label={t('play.inspector')}>
        {h && place !== null ? (
          <>
            <p>
              <strong>{h.name ?? h.id}</strong> {brief && h.about?.join(', ')}
            </p>
            {here.length > 0 && <Named game={game} what={t('play.here')} pieces={here} names={(p) => nameOf(battle, p)} />}
            {!brief && <Ground kinds={groundAt(battle, place, [h.x, h.y])} />}
          </>
        ) : (
          <p class="faint">{t('play.inspector.none')}</p>
        )}
      </section>
    );
  }
  const leader = isLeader(battle, piece);
  const mates = table.view.pieces.filter((v) => v.place >= 0 && v.place === view.place && v.piece !== piece);
  const captor = table.view.pieces.find((v) => v.captives?.includes(piece));
  const names = (p: number) => nameOf(battle, p);
  return (
    <section class="inspector" aria-label={t('play.inspector')}>
      <h3>
        {names(piece)} {view.place >= 0 && <small>{placeName(battle, view.place)}</small>}
      </h3>
      {leader ? <LeaderPart game={game} view={view} /> : <UnitPart game={game} view={view} />}
      {mates.length > 0 && <Named game={game} what={t('play.with')} pieces={mates.map((v) => v.piece)} names={names} />}
      {(view.captives?.length ?? 0) > 0 && <Named game={game} what={t('play.holds')} pieces={view.captives ?? []} names={names} />}
      {captor && <Named game={game} what={t('play.held-by')} pieces={[captor.piece]} names={names} />}
      {why.value && <Notes notes={why.value.notes} />}
      {why.value &&
        (why.value.legal ? (
          <p class="can">✓ {t('play.can-act')}</p>
        ) : (
          why.value.reasons?.map((r) => (
            <p key={r.clause} class="cannot">
              {r.text.replace(/ \[[\w.-]+\]$/, '')} <ClauseLink clause={r.clause} />
            </p>
          ))
        ))}
      {!brief && view.place >= 0 && (
        <details class="ground">
          <summary>{battle.sheet.places[view.place]?.about?.join(', ')}</summary>
          <Ground kinds={groundAt(battle, view.place, [0, 0])} />
        </details>
      )}
    </section>
  );
}

/** Other pieces, which can be inspected too. */
function Named({ game, what, pieces, names }: { game: GameStore; what: string; pieces: number[]; names: (piece: number) => string }) {
  return (
    <p>
      {what}{' '}
      {pieces.map((p, i) => (
        <span key={p}>
          {i > 0 && ', '}
          <button type="button" class="place" onClick={() => game.select(p)}>
            {names(p)}
          </button>
        </span>
      ))}
    </p>
  );
}

/** What is printed on a counter, in words. */
const printed = (battle: BattleData, piece: number) => (battle.sheet.pieces[piece].values ?? []).map((v) => battle.sheet.values?.[v.key] ?? v.key);

function UnitPart({ game, view }: { game: GameStore; view: PieceView }) {
  const battle = game.battle.value!;
  const table = game.table.value!;
  const { sheet } = battle;
  const counter = sheet.pieces[view.piece];
  const [leader] = piecesWhere(battle, (c, p) => counter.group !== undefined && c.group === counter.group && isLeader(battle, p));
  const commanded = leader !== undefined && table.view.pieces.some((v) => v.piece === leader && v.place >= 0);
  const arrives = view.values?.find((v) => v.key === 'arrives')?.n;
  const stateful = (view.states ?? []).length > 0; // in some rulebooks pieces have no states
  const form = (view.states ?? []).filter((s) => counter.forms?.[s]);
  return (
    <>
      <div class="both-sides">
        {(counter.back ? [false, true] : [false]).map((back) => (
          <figure key={String(back)} class={back === isTurned(sheet, view) ? 'now' : ''}>
            <svg width="68" height="68" viewBox="-24 -24 48 48" role="img" aria-label={`${faceName(battle, back)}: ${figures(sheet, counter, undefined, back)}`}>
              <UnitFace battle={battle} piece={view.piece} view={{ ...view, states: form, values: [] }} back={back} />
            </svg>
            {counter.back && <figcaption>{faceName(battle, back)}</figcaption>}
          </figure>
        ))}
        <dl>
          <dt>{t('play.type')}</dt>
          <dd>{[battle.sides[counter.side]?.name, counter.typeName].filter(Boolean).join(', ')}</dd>
          {counter.values && !counter.base && (
            <>
              <dt>{t('play.figures')}</dt>
              <dd>
                <strong>{figures(sheet, counter, view)}</strong> <small>{printed(battle, view.piece).join(', ')}</small>
              </dd>
            </>
          )}
          {counter.base && <BaseValues battle={battle} view={view} />}
          {counter.details?.map((d) => (
            <Fragment key={d.name}>
              <dt>{d.name}</dt>
              <dd>{d.text}</dd>
            </Fragment>
          ))}
          {stateful && (
            <>
              <dt>{t('play.state')}</dt>
              <dd>{[...stateNames(battle, view), ...(view.facing >= 0 ? [t('board.facing', { facing: facingName(battle, view.facing) })] : [])].join(', ') || t('play.state.valiant')}</dd>
            </>
          )}
        </dl>
      </div>
      {(view.states ?? []).map(
        (s) =>
          sheet.means?.[s] && (
            <p key={s} class="means">
              <b>{sheet.states?.[s]}</b> {sheet.means[s]}
            </p>
          ),
      )}
      {arrives !== undefined && <p>{t('play.arrives', { turn: arrives })}</p>}
      {leader !== undefined && view.place >= 0 && (commanded ? <Named game={game} what={t('play.command')} pieces={[leader]} names={(p) => nameOf(battle, p)} /> : <p>{t('play.command.gone', { leader: nameOf(battle, leader) })}</p>)}
      {sheet.did && view.place >= 0 && <p class="faint">{didThisTurn(sheet.did, view)}</p>}
    </>
  );
}

/** The values of a base as they are now, and what is left of those printed. */
function BaseValues({ battle, view }: { battle: BattleData; view: PieceView }) {
  const { sheet } = battle;
  const printed = new Map(sheet.pieces[view.piece].values?.map((v) => [v.key, v.n]));
  return (
    <>
      {view.values?.map((v) => (
        <Fragment key={v.key}>
          <dt>{sheet.values?.[v.key] ?? v.key}</dt>
          <dd>
            <strong>{v.n}</strong> {(printed.get(v.key) ?? v.n) > v.n && <small>{t('play.of', { n: printed.get(v.key)!, lost: printed.get(v.key)! - v.n })}</small>}
          </dd>
        </Fragment>
      ))}
    </>
  );
}

function LeaderPart({ game, view }: { game: GameStore; view: PieceView }) {
  const battle = game.battle.value!;
  const counter = battle.sheet.pieces[view.piece];
  const places = new Map(game.table.value?.view.pieces.map((p) => [p.piece, p.place]));
  const his = piecesWhere(battle, (c, p) => c.group === counter.group && isUnit(battle, p) && (places.get(p) ?? -1) >= 0).length;
  const group = groupOf(battle, counter.group)?.name;
  return (
    <div class="both-sides">
      <svg width="76" height="76" viewBox="-16 -16 32 32" aria-hidden="true">
        <LeaderFace battle={battle} piece={view.piece} view={view} />
      </svg>
      <dl>
        <dt>{t('play.type')}</dt>
        <dd>
          {battle.sides[counter.side]?.name}, {commands(counter, view) ? t('play.commander') : t('play.leader')}
        </dd>
        {group && (
          <>
            <dt>{t('play.commands')}</dt>
            <dd>{t('play.commands.units', { contingent: group, n: his })}</dd>
          </>
        )}
        {counter.values?.map((v) => (
          <Fragment key={v.key}>
            <dt>{battle.sheet.values?.[v.key] ?? v.key}</dt>
            <dd>
              {view.values?.find((x) => x.key === v.key)?.n ?? v.n}
              {v.mark}
            </dd>
          </Fragment>
        ))}
        <dt>{t('play.state')}</dt>
        <dd>{stateNames(battle, view).join(', ') || t('play.state.well')}</dd>
      </dl>
    </div>
  );
}

/** What a unit has done or suffered this turn, from its states. */
export function didThisTurn(did: Record<string, string>, view: PieceView): string {
  const list = new Set((view.states ?? []).flatMap((s) => did[s] ?? []));
  return list.size ? t('play.did', { what: [...list].join(', ') }) : t('play.did.nothing');
}

/** The name of one face of a counter, in the words of the rulebook if it has its own. */
function faceName(battle: BattleData, back: boolean): string {
  return textOf(battle, back ? 'face.back' : 'face.front') ?? t(back ? 'play.back' : 'play.front');
}
