import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LeaderData, PieceView, UnitData, Why } from '../api';
import { facingName, stateNames } from '../board/Board';
import { commands, figures, LeaderFace, UnitFace } from '../board/Counter';
import { distance } from '../board/hexes';
import { t } from '../i18n';
import type { GameStore } from '../state';
import { ClauseLink } from './OddsCard';
import './play.css';

/**
 * One piece looked at closely: both sides of its counter, how it stands, what it did, and, unless it is to be brief, why
 * it can or cannot act.
 */
export function Inspector({ game, brief = false }: { game: GameStore; brief?: boolean }) {
  const table = game.table.value;
  const battle = game.battle.value;
  const { piece, hex } = game.selection.value;
  const why = useSignal<Why | null>(null);
  const version = table?.version;
  useEffect(() => {
    why.value = null;
    if (piece === null || brief) return;
    let gone = false;
    void game.why({ piece }).then((w) => {
      if (!gone) why.value = w;
    });
    return () => {
      gone = true;
    };
  }, [piece, version]);
  if (!table || !battle) return null;
  const view = table.view.pieces.find((v) => v.piece === piece);
  if (piece === null || !view) {
    const h = hex === null ? undefined : battle.hexes[hex];
    return (
      <section class="inspector" aria-label={t('play.inspector')}>
        {h ? (
          <p>
            <strong>{h.id}</strong> {battle.terrainNames[h.terrain] ?? h.terrain}
            {h.level > 0 && `, ${t('board.level', { level: h.level })}`}
          </p>
        ) : (
          <p class="faint">{t('play.inspector.none')}</p>
        )}
      </section>
    );
  }
  const unit = battle.units.find((u) => u.piece === piece);
  const leader = battle.leaders.find((l) => l.piece === piece);
  const mates = table.view.pieces.filter((v) => v.place >= 0 && v.place === view.place && v.piece !== piece);
  const captor = leader && table.view.pieces.find((v) => v.captives?.includes(piece));
  const nameOf = (p: number) => [...battle.units, ...battle.leaders].find((x) => x.piece === p)?.name ?? '';
  return (
    <section class="inspector" aria-label={t('play.inspector')}>
      <h3>
        {unit?.name ?? leader?.name} {view.place >= 0 && <small>{battle.hexes[view.place].id}</small>}
      </h3>
      {unit && <UnitPart game={game} unit={unit} view={view} />}
      {leader && <LeaderPart game={game} leader={leader} view={view} />}
      {mates.length > 0 && <Named game={game} what={t('play.with')} pieces={mates.map((v) => v.piece)} names={nameOf} />}
      {(view.captives?.length ?? 0) > 0 && <Named game={game} what={t('play.holds')} pieces={view.captives ?? []} names={nameOf} />}
      {captor && <Named game={game} what={t('play.held-by')} pieces={[captor.piece]} names={nameOf} />}
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
    </section>
  );
}

/** Other pieces, each to be looked at in turn. */
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

function UnitPart({ game, unit, view }: { game: GameStore; unit: UnitData; view: PieceView }) {
  const battle = game.battle.value!;
  const table = game.table.value!;
  const tired = view.states?.includes('fatigued') ?? false;
  const leader = battle.leaders.find((l) => l.contingent === unit.contingent);
  const his = table.view.pieces.find((v) => v.piece === leader?.piece);
  const radius = his?.values?.find((v) => v.key === 'radius')?.n ?? leader?.radius ?? 0;
  const arrives = view.values?.find((v) => v.key === 'arrives')?.n;
  const far = his && his.place >= 0 && view.place >= 0 ? distance(battle, his.place, view.place) : null;
  return (
    <>
      <div class="both-sides">
        {[false, true].map((back) => (
          <figure key={String(back)} class={back === tired ? 'now' : ''}>
            <svg width="68" height="68" viewBox="-24 -24 48 48" role="img" aria-label={`${back ? t('play.back') : t('play.front')}: ${figures(unit, { piece: 0, place: 0, order: 0, facing: -1, states: back ? ['fatigued'] : [] })}`}>
              <UnitFace battle={battle} unit={unit} view={{ ...view, states: [...(view.states ?? []).filter((s) => s === 'dismounted' || s === 'remounted'), ...(back ? ['fatigued'] : [])], values: [] }} />
            </svg>
            <figcaption>{back ? t('play.back') : t('play.front')}</figcaption>
          </figure>
        ))}
        <dl>
          <dt>{t('play.type')}</dt>
          <dd>
            {battle.sides[unit.side]?.name}, {battle.typeNames[unit.type] ?? unit.type}
          </dd>
          <dt>{t('play.figures')}</dt>
          <dd>
            <strong>{figures(unit, view)}</strong> <small>{t('play.figures.mean')}</small>
          </dd>
          <dt>{t('play.state')}</dt>
          <dd>{[...stateNames(view), ...(view.facing >= 0 ? [t('board.facing', { facing: facingName(battle, view.facing) })] : [])].join(', ') || t('play.state.valiant')}</dd>
        </dl>
      </div>
      {arrives !== undefined && <p>{t('play.arrives', { turn: arrives })}</p>}
      {leader && view.place >= 0 && (
        <p>
          {far === null
            ? t('play.command.gone', { leader: leader.name })
            : t('play.command', { leader: leader.name, far, radius })}
        </p>
      )}
      {view.place >= 0 && <p class="faint">{didThisTurn(view)}</p>}
    </>
  );
}

function LeaderPart({ game, leader, view }: { game: GameStore; leader: LeaderData; view: PieceView }) {
  const battle = game.battle.value!;
  const places = new Map(game.table.value?.view.pieces.map((p) => [p.piece, p.place]));
  const his = battle.units.filter((u) => u.contingent === leader.contingent && (places.get(u.piece) ?? -1) >= 0).length;
  const contingent = battle.contingents?.find((c) => c.id === leader.contingent)?.name;
  const v = (key: string, printed: number) => view.values?.find((x) => x.key === key)?.n ?? printed;
  return (
    <div class="both-sides">
      <svg width="76" height="76" viewBox="-16 -16 32 32" aria-hidden="true">
        <LeaderFace battle={battle} leader={leader} view={view} />
      </svg>
      <dl>
        <dt>{t('play.type')}</dt>
        <dd>
          {battle.sides[leader.side]?.name}, {commands(leader, view) ? t('play.commander') : t('play.leader')}
        </dd>
        {contingent && (
          <>
            <dt>{t('play.commands')}</dt>
            <dd>{t('play.commands.units', { contingent, n: his })}</dd>
          </>
        )}
        <dt>{t('play.rating')}</dt>
        <dd>{v('rating', leader.rating)}</dd>
        <dt>{t('play.bonus')}</dt>
        <dd>{v('bonus', leader.bonus)}</dd>
        <dt>{t('play.radius')}</dt>
        <dd>{v('radius', leader.radius)}</dd>
        <dt>{t('play.state')}</dt>
        <dd>{stateNames(view).join(', ') || t('play.state.well')}</dd>
      </dl>
    </div>
  );
}

/** What the marks on a unit say that it has done or suffered this turn. */
function didThisTurn(view: PieceView): string {
  const has = (s: string) => view.states?.includes(s) ?? false;
  const list: string[] = [];
  if (has('moved') || has('done')) list.push(t('play.did.moved'));
  if (has('fought')) list.push(t('play.did.fought'));
  if (has('shot-at')) list.push(t('play.did.shot-at'));
  if (has('attacked')) list.push(t('play.did.attacked'));
  return list.length ? t('play.did', { what: list.join(', ') }) : t('play.did.nothing');
}
