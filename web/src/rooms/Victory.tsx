// How the battle is won, and the situation at its beginning: one click away, and on the first visit.

import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, type LogEntry, type TableData, type Told, type Victory } from '../api';
import { t } from '../i18n';
import { mySides } from '../people';
import { type GameStore, language } from '../state';
import { ClauseLink, Dialog, Swatch } from './parts';

/** The game that has just been begun here, whose situation is still to be shown. */
export const justBegun = signal<string | null>(null);

/** What is shown over the table. */
export type Paper = 'win' | 'situation';

export function Papers({ game, paper, onTurn, onClose }: { game: GameStore; paper: Paper; onTurn: (paper: Paper) => void; onClose: () => void }) {
  const battle = game.battle.value!;
  return (
    <Dialog title={paper === 'win' ? t('win.title') : battle.name} kind={paper} onClose={onClose}>
      <div class="paper-body" tabIndex={0}>
        {paper === 'situation' && <Situation game={game} />}
        <Winning game={game} heading={paper === 'situation'} />
      </div>
      <p class="row paper-foot">
        <button type="button" class="button primary" onClick={onClose}>
          {paper === 'win' ? t('close') : t('brief.begin')}
        </button>
        {paper === 'win' && (
          <button type="button" class="button" onClick={() => onTurn('situation')}>
            {t('brief.title')}
          </button>
        )}
      </p>
    </Dialog>
  );
}

/** How the battle is won, who leads, and what is still to be won. */
function Winning({ game, heading }: { game: GameStore; heading: boolean }) {
  const battle = game.battle.value!;
  const table = game.table.value!;
  const found = useSignal<Victory | null>(null);
  useEffect(() => {
    let late = false;
    void game.victory().then((v) => !late && (found.value = v));
    return () => {
      late = true;
    };
  }, [table.version, language.value]);
  const v = found.value;
  return (
    <>
      {heading && <h3>{t('win.title')}</h3>}
      {battle.victory && <p>{battle.victory}</p>}
      {v?.now && !table.outcome?.over && (
        <p class="win-now">
          {v.leads >= 0 && <Swatch side={v.leads} />} <TellOne told={v.now} />
        </p>
      )}
      {v?.goals.some((g) => g.end && g.points > 0) && !table.outcome?.over && (
        <p class="faint">{t('win.so-far', { list: battle.sides.map((s, side) => `${s.name} ${table.points[side]}`).join(', ') })}</p>
      )}
      <List title={t('win.ends')} list={v?.ends} />
      <List title={t('win.levels')} list={v?.levels} />
      {(v?.goals.length ?? 0) > 0 && (
        <>
          <h4>{t('win.goals')}</h4>
          <div class="win-goals">
            {battle.sides.map((s, side) => (
              <section key={s.id}>
                <h5>
                  <Swatch side={side} /> {s.name}
                </h5>
                <ul class="plain">
                  {v?.goals
                    .filter((g) => g.side === side)
                    .map((g) => (
                      <li key={g.clause}>
                        <span>
                          <TellOne told={g} />
                          <small>
                            {t('win.goal.each', { n: g.each })}
                            {g.end && `, ${t('win.goal.end')}`}
                          </small>
                        </span>
                        <b>{g.most ? t('win.goal.of', { points: g.points, most: g.most }) : g.points}</b>
                      </li>
                    ))}
                </ul>
              </section>
            ))}
          </div>
        </>
      )}
    </>
  );
}

function List({ title, list = [] }: { title: string; list?: readonly Told[] }) {
  if (!list.length) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul>
        {list.map((x) => (
          <li key={x.text}>
            <TellOne told={x} />
          </li>
        ))}
      </ul>
    </>
  );
}

const TellOne = ({ told }: { told: Told }) => (
  <>
    {told.text} {told.clause && <ClauseLink id={told.clause} />}
  </>
);

/** The situation at the beginning of a battle: the story, the plans, who starts, what the computer has done already. */
function Situation({ game }: { game: GameStore }) {
  const battle = game.battle.value!;
  const table = game.table.value!;
  const log = useSignal<LogEntry[]>([]);
  useEffect(() => {
    let late = false;
    void api.log(game.id, 0, game.side).then(
      (list) => !late && (log.value = list),
      () => {}, // the situation is told without it
    );
    return () => {
      late = true;
    };
  }, [table.version, language.value]);
  const done = before(log.value, table);
  const mine = mySides(table);
  const { toAct } = table.view;
  return (
    <>
      <p class="brief-intro">{battle.intro}</p>
      {battle.plans && (
        <>
          <h3>{t('brief.plans')}</h3>
          <div class="win-goals">
            {battle.sides.map((s, side) => (
              <section key={s.id}>
                <h5>
                  <Swatch side={side} /> {s.name}
                </h5>
                <p>{battle.plans?.[side]}</p>
                {mine.length === 1 && mine[0] === side && <p class="faint">{t('brief.you')}</p>}
              </section>
            ))}
          </div>
        </>
      )}
      {toAct >= 0 && (
        <>
          <h3>{t(done.length ? 'brief.turn' : 'brief.starts')}</h3>
          <p>
            <Swatch side={toAct} /> {t(done.length ? 'brief.now' : 'brief.first', { side: battle.sides[toAct].name })} <span class="faint">{t('brief.turns', { n: battle.turns })}</span>
          </p>
        </>
      )}
      {done.length > 0 && (
        <>
          <h3>{t('brief.before')}</h3>
          <ul>
            {done.map((text, i) => (
              <li key={i}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {battle.specials.length > 0 && (
        <>
          <h3>{t('brief.specials')}</h3>
          <dl class="notes">
            {battle.specials.map((x) => (
              <div key={x.id}>
                <dt>{x.name}</dt>
                <dd>{x.about}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

/** What happened before a person acted for the first time, in words. */
export function before(log: readonly LogEntry[], table: Pick<TableData, 'seats'>): string[] {
  const first = log.findIndex((e) => table.seats[e.side] === 'human');
  return log.slice(0, first < 0 ? undefined : first).flatMap((e) => e.facts.filter((f) => f.scene !== 'heading' && f.scene !== 'detail').map((f) => f.text));
}
