// The players of a server: how strong they are, the tournaments, and the page of each.

import { useEffect, useState } from 'preact/hooks';
import { type Leader, type Leaderboard, type TourneyCard, api } from '../api';
import { ago, t } from '../i18n';
import { me } from '../people';
import { toFound, toMoment, toPlayer, toPlayers, toTourney } from '../route';
import { language } from '../state';
import { titleOf } from './Games';
import { sentence, useLoad } from './load';
import { Masthead } from './Masthead';
import { Failed, Icon, Segments, Swatch, Working } from './parts';
import { holderShort, seatName } from './seats';
import { tourneyState } from './Tourney';

export function PlayersRoom() {
  const boards = useLoad(() => api.ratings(), [language.value]);
  const tourneys = useLoad(() => api.tourneys(), [language.value]);
  const [book, setBook] = useState<string>();
  useEffect(() => {
    document.title = `${t('players.title')} · Acies`;
  }, [language.value]);
  const shown = boards.value?.find((b) => b.id === book) ?? busiest(boards.value);
  return (
    <>
      <Masthead />
      <main id="main" class="page league" tabIndex={-1}>
        <h1 tabIndex={-1}>{t('players.title')}</h1>
        <div class="league-columns">
          <section aria-labelledby="leaders">
            <h2 id="leaders">{t('players.ratings')}</h2>
            {boards.error && <Failed why={sentence(boards.error)} again={boards.again} />}
            {!boards.value && !boards.error && <Working />}
            {boards.value && shown && (
              <>
                <Segments name="book" label={t('players.book')} value={shown.id} onChange={setBook} options={boards.value.map((b) => ({ value: b.id, label: b.name }))} />
                <Board board={shown} />
                <p class="about">{t('players.about')}</p>
              </>
            )}
          </section>
          <section aria-labelledby="tourneys">
            <h2 id="tourneys">{t('tourneys.title')}</h2>
            {tourneys.error && <Failed why={sentence(tourneys.error)} again={tourneys.again} />}
            {tourneys.value?.length === 0 && <p class="about">{t('tourneys.none')}</p>}
            <ul class="plain tourneys">
              {tourneys.value?.map((x) => (
                <Tourney key={x.id} tourney={x} />
              ))}
            </ul>
            {me.value?.name ? (
              <a class="button" href={toFound()}>
                <Icon name="laurel" /> {t('tourneys.found')}
              </a>
            ) : (
              <p class="about">{t('tourneys.account')}</p>
            )}
          </section>
        </div>
      </main>
    </>
  );
}

/** The rulebook with which most people play; the first if nobody does. */
const busiest = (boards?: readonly Leaderboard[]) => boards?.toSorted((a, b) => people(b) - people(a))[0];
const people = (b: Leaderboard) => b.players.filter((p) => !p.program).length;

function Board({ board }: { board: Leaderboard }) {
  return (
    <>
      {people(board) === 0 && <p class="about">{t('players.none')}</p>}
      <table class="standings">
        <thead>
          <tr>
            <th scope="col">{t('players.place')}</th>
            <th scope="col">{t('players.name')}</th>
            <th scope="col">{t('players.rating')}</th>
            <th scope="col" class="wide">
              {t('players.margin')}
            </th>
            <th scope="col">{t('players.games')}</th>
          </tr>
        </thead>
        <tbody>
          {board.players.map((p) => (
            <tr key={`${p.program} ${p.name}`} class={p.program ? 'program' : p.you ? 'you' : undefined}>
              <td>{p.place || ''}</td>
              <th scope="row">{p.program ? seatName(p.name) : <a href={toPlayer(p.name)}>{p.name}</a>}</th>
              <td>
                <Value of={p} />
              </td>
              <td class="wide">±{2 * p.deviation}</td>
              <td>{p.program ? '' : p.games}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** A rating; a question mark says that it is provisional. */
function Value({ of }: { of: Leader }) {
  return of.provisional ? (
    <span class="unsure" title={t('players.provisional')}>
      {of.value}
      <abbr title={t('players.provisional')}>?</abbr>
    </span>
  ) : (
    <>{of.value}</>
  );
}

function Tourney({ tourney: x }: { tourney: TourneyCard }) {
  return (
    <li>
      <a class="tourney-card" data-state={x.state} href={toTourney(x.id)}>
        <strong>{x.name}</strong>
        <span class="tourney-state">{tourneyState(x)}</span>
        <small>{[x.battles.map((b) => b.name).join(', '), t(`tourney.format.${x.format}`), t('tourney.players', { n: x.players })].join(' · ')}</small>
      </a>
    </li>
  );
}

export function PlayerRoom({ name }: { name: string }) {
  const player = useLoad(() => api.player(name), [name, language.value]);
  const battles = useLoad(() => api.battles(), [language.value]);
  const { value: p, error } = player;
  const title = p?.name ?? name;
  useEffect(() => {
    document.title = `${title} · Acies`;
  }, [title]);
  return (
    <>
      <Masthead />
      <main id="main" class="page league" tabIndex={-1}>
        <a class="back" href={toPlayers()}>
          <Icon name="back" /> {t('player.back')}
        </a>
        <h1 tabIndex={-1}>{title}</h1>
        {error?.status === 404 && (
          <p class="problem" role="alert">
            {t('player.unknown', { name })}
          </p>
        )}
        {error && error.status !== 404 && <Failed why={sentence(error)} again={player.again} />}
        {!p && !error && <Working />}
        {p && (
          <>
            <p class="lead player-about">
              {p.online && <span class="here">{t('player.online')}</span>} {t('player.since', { date: new Intl.DateTimeFormat(language.value, { dateStyle: 'long' }).format(new Date(p.since)) })}
            </p>
            {p.ratings.length === 0 && <p class="about">{t('player.unrated')}</p>}
            <ul class="plain player-ratings">
              {p.ratings.map((r) => (
                <li key={r.id}>
                  <span>{r.book}</span>
                  <b>
                    <Value of={r} />
                  </b>
                  <small>{[`±${2 * r.deviation}`, t('player.played', { n: r.games }), t('player.placed', { n: r.place ?? 0 })].join(' · ')}</small>
                </li>
              ))}
            </ul>
            <h2>{t('player.games')}</h2>
            {p.games.length === 0 && <p class="about">{t('player.games.none')}</p>}
            <ul class="plain recent">
              {p.games.map((g) => (
                <li key={g.id} class="recent-row">
                  <a class="recent-game" href={toMoment(g.id, 0)}>
                    <span>
                      <strong>{titleOf(g)}</strong>
                    </span>
                    <span>{g.outcome?.text ?? t('game.over')}</span>
                    <span class="faint">
                      {g.seats.map((seat, i) => (
                        <span key={i} class="seat">
                          <Swatch side={i} colors={g.colors ?? battles.value?.find((b) => b.id === g.battle)?.colors} /> {g.sides[i]?.name ?? ''} {holderShort(seat, g.people?.[i])}
                        </span>
                      ))}
                    </span>
                    <time dateTime={g.updated} class="faint">
                      {ago(new Date(g.updated))}
                    </time>
                    <span class="recent-go">{t('game.replay')}</span>
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </main>
    </>
  );
}
