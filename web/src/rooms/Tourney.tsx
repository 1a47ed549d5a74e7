// A tournament: to create one, to enter it, its standings and its rounds.

import { useEffect, useState } from 'preact/hooks';
import { type NewTourney, type TourneyCard, type TourneyData, type TourneyPairing, api } from '../api';
import { t } from '../i18n';
import { me } from '../people';
import { go, toGame, toPlayer, toPlayers, toTourney } from '../route';
import { language, notify } from '../state';
import { halves } from './League';
import { CopyLink } from './Invite';
import { asError, sentence, useAgain, useLoad } from './load';
import { Masthead } from './Masthead';
import { Failed, Icon, Segments, Working } from './parts';
import { ratingOf } from './seats';
import { duration } from './agreed';
import { ClockFields, ratedClock } from './Terms';

/** How far a tournament has come. */
export const tourneyState = (x: TourneyCard) => t(`tourney.state.${x.state}`, { round: x.round, rounds: x.rounds });

const date = (text: string) => new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(text));

const renewal = 15_000; // milliseconds between two looks at a tournament

export function TourneyRoom({ id }: { id: string }) {
  const loaded = useLoad(() => api.tourney(id), [id, language.value]);
  const [changed, setChanged] = useState<TourneyData>();
  useEffect(() => setChanged(undefined), [loaded.value]);
  const x = changed ?? loaded.value;
  useEffect(() => {
    document.title = x ? `${x.name} · Acies` : 'Acies';
  }, [x?.name]);
  useAgain(renewal, loaded.again);
  const act = async (what: Promise<TourneyData>) => {
    try {
      setChanged(await what);
    } catch (e) {
      notify(sentence(asError(e)), 'error');
    }
  };
  return (
    <>
      <Masthead />
      <main id="main" class="page league" tabIndex={-1}>
        <a class="back" href={toPlayers()}>
          <Icon name="back" /> {t('tourneys.title')}
        </a>
        <h1 tabIndex={-1}>{x?.name ?? t('tourney.link')}</h1>
        {loaded.error && <Failed why={sentence(loaded.error)} again={loaded.again} />}
        {!x && !loaded.error && <Working />}
        {x && (
          <>
            <About tourney={x} />
            <Doings tourney={x} act={act} />
            {x.state === 'open' && <Beginning tourney={x} />}
            {x.state === 'open' || (x.state === 'called-off' && !x.paired.length) ? (
              <Entrants tourney={x} act={act} />
            ) : (
              <div class="league-columns">
                <Standings tourney={x} act={act} />
                <Rounds tourney={x} />
              </div>
            )}
          </>
        )}
      </main>
    </>
  );
}

function About({ tourney: x }: { tourney: TourneyData }) {
  const facts = [
    t(`tourney.format.${x.format}`),
    x.days > 0 && t('tourney.days', { n: x.days }),
    x.clock && t('clock.short', { bank: duration(x.clock.bank), increment: duration(x.clock.increment) }),
    x.rated && t('terms.rated'),
    x.pair && t('pair.short'),
    x.host.name && t('tourney.host', { name: x.host.name }),
  ];
  return (
    <>
      <p class="lead">
        <span class="tourney-state" data-state={x.state}>
          {tourneyState(x)}
        </span>{' '}
        {x.battles.map((b) => b.name).join(', ')}
      </p>
      <p class="about">{facts.filter(Boolean).join(' · ')}</p>
      {x.gone && <p>{t(x.paired.length ? 'tourney.gone.running' : 'tourney.gone')}</p>}
      {x.state === 'over' && x.standings[0] && <p class="tourney-winner">{x.standings.filter((s) => s.place === 1).map((s) => t('tourney.won', { name: nameOf(x, s.player) })).join(' ')}</p>}
    </>
  );
}

const nameOf = (x: TourneyData, n: number) => x.entrants[n]?.name ?? t('account.guest');

interface Acting {
  tourney: TourneyData;
  act: (what: Promise<TourneyData>) => void;
}

/** The games of the sender that are being played, and against whom. */
function ownGames(x: TourneyData): { id: string; against?: string }[] {
  if (x.state !== 'running') return [];
  return x.paired.flatMap((r) =>
    r.pairings.flatMap((p) => {
      const other = x.entrants[p.first]?.you ? p.second : x.entrants[p.second]?.you ? p.first : -1;
      if (other < 0) return [];
      return (p.games ?? []).filter((_, i) => !p.results[i]).map((id) => ({ id, against: x.entrants[other]?.name }));
    }),
  );
}

/** How a tournament begins that is open, and how friends come to it. */
function Beginning({ tourney: x }: { tourney: TourneyData }) {
  return (
    <div class="tourney-begins">
      <p id="begins" class="about">
        {x.host.you ? t('tourney.begins.yours') : x.host.name ? t('tourney.begins', { name: x.host.name }) : t('tourney.begins.guest')}
      </p>
      <CopyLink address={`${location.origin}/${toTourney(x.id)}`} title={x.name} copy={t('tourney.copy')} share={t('tourney.share')} label={t('tourney.link')} icon="link" />
    </div>
  );
}

function Doings({ tourney: x, act }: Acting) {
  const [sure, setSure] = useState(false);
  const leave = () => {
    if (x.state === 'running' && !sure) setSure(true);
    else act(api.leaveTourney(x.id));
  };
  return (
    <div class="row tourney-doings">
      {x.state === 'open' && !x.entered && me.value?.name && (
        <button type="button" class="button primary" onClick={() => act(api.enterTourney(x.id))}>
          {t('tourney.enter')}
        </button>
      )}
      {x.state === 'open' && !me.value?.name && <p class="about">{t('tourneys.account')}</p>}
      {x.state === 'open' && x.host.you && (
        <button type="button" class="button primary" disabled={x.entrants.length < 2} aria-describedby="begins" onClick={() => act(api.startTourney(x.id))}>
          {x.entrants.length < 2 ? t('tourney.begin') : t('tourney.start', { n: x.entrants.length })}
        </button>
      )}
      {ownGames(x).map(({ id, against }) => (
        <a key={id} class="button primary" href={toGame(id)}>
          {against ? t('tourney.own.against', { name: against }) : t('tourney.own')}
        </a>
      ))}
      {x.mayPair && (
        <button type="button" class="button" onClick={() => act(api.pairRound(x.id, x.round + 1))}>
          {t('tourney.pair', { n: x.round + 1 })}
        </button>
      )}
      {x.entered && (x.state === 'open' || x.state === 'running') && (
        <>
          {sure && <span role="alert">{t('tourney.leave.sure')}</span>}
          <button type="button" class="button quiet" onClick={leave}>
            {t('tourney.leave')}
          </button>
        </>
      )}
      {x.host.you && (x.state === 'open' || x.state === 'running') && (
        <Surely name={t('tourney.call-off')} sure={t('tourney.call-off.sure')} button={t('tourney.call-off')} act={() => act(api.callOffTourney(x.id))} />
      )}
    </div>
  );
}

/** A player with a link to his page. */
function Player({ tourney: x, n }: { tourney: TourneyData; n: number }) {
  const p = x.entrants[n];
  if (!p?.name) return <>{t('account.guest')}</>;
  return (
    <a href={toPlayer(p.name)} class={p.you ? 'you' : undefined}>
      {p.name}
    </a>
  );
}

/** What the organiser asks to be sure of: a first press says what it would mean. */
function Surely({ name, label, small, sure, button, act }: { name: string; label?: string; small?: boolean; sure: string; button: string; act: () => void }) {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <button type="button" class={small ? 'button quiet small surely-first' : 'button quiet'} aria-label={label} onClick={() => setAsked(true)}>
        {name}
      </button>
    );
  }
  return (
    <div class="row surely" onKeyDown={(e) => e.key === 'Escape' && setAsked(false)}>
      <span role="alert">{sure}</span>
      <button type="button" class="button small primary" autofocus onClick={() => (setAsked(false), act())}>
        {button}
      </button>
      <button type="button" class="button small" onClick={() => setAsked(false)}>
        {t('games.cancel')}
      </button>
    </div>
  );
}

/** How the organiser takes an entrant out. */
function Removal({ tourney: x, n, act }: Acting & { n: number }) {
  const { name, left, you } = x.entrants[n];
  if (!x.host.you || you || !name || left || (x.state !== 'open' && x.state !== 'running')) return null;
  return (
    <Surely
      name={t('tourney.remove')}
      label={t('tourney.remove.named', { name })}
      small
      sure={t(x.state === 'open' ? 'tourney.remove.sure' : 'tourney.remove.running', { name })}
      button={t('tourney.remove')}
      act={() => act(api.removeEntrant(x.id, name))}
    />
  );
}

function Entrants({ tourney: x, act }: Acting) {
  return (
    <section aria-labelledby="entrants">
      <h2 id="entrants">{t('tourney.entrants')}</h2>
      {x.entrants.length === 0 && <p class="about">{t('tourney.entrants.none')}</p>}
      <ol class="entrants">
        {x.entrants.map((p, i) => (
          <li key={i}>
            <Player tourney={x} n={i} /> <small>{ratingOf(p)}</small> <Removal tourney={x} n={i} act={act} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Standings({ tourney: x, act }: Acting) {
  return (
    <section aria-labelledby="standings">
      <h2 id="standings">{t('tourney.standings')}</h2>
      <table class="standings">
        <thead>
          <tr>
            <th scope="col">{t('players.place')}</th>
            <th scope="col">{t('players.name')}</th>
            <th scope="col">{t('tourney.points')}</th>
            <th scope="col">{t('tourney.wins')}</th>
            <th scope="col" class="wide">
              <abbr title={t('tourney.buchholz.about')}>{t('tourney.buchholz')}</abbr>
            </th>
            <th scope="col" class="wide">
              <abbr title={t('tourney.sonneborn.about')}>{t('tourney.sonneborn')}</abbr>
            </th>
          </tr>
        </thead>
        <tbody>
          {x.standings.map((s) => (
            <tr key={s.player} class={x.entrants[s.player]?.you ? 'you' : undefined}>
              <td>{s.place}</td>
              <th scope="row">
                <Player tourney={x} n={s.player} /> <small>{x.entrants[s.player]?.left ? t('tourney.left') : ratingOf(x.entrants[s.player])}</small>{' '}
                <Removal tourney={x} n={s.player} act={act} />
              </th>
              <td>
                <b>{halves(s.points)}</b>
              </td>
              <td>{s.wins}</td>
              <td class="wide">{halves(s.buchholz)}</td>
              <td class="wide">{s.sonnebornBerger / 4}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Rounds({ tourney: x }: { tourney: TourneyData }) {
  return (
    <section class="rounds">
      {x.paired
        .map((r, i) => (
          <div key={i} class="round">
            <h2>
              {t('tourney.round', { n: i + 1 })} <small>{[x.battles.length > 1 && r.battle.name, r.deadline && i === x.paired.length - 1 && x.state === 'running' && t('tourney.deadline', { date: date(r.deadline) })].filter(Boolean).join(' · ')}</small>
            </h2>
            <ul class="plain">
              {r.pairings.map((p, j) => (
                <Pairing key={j} tourney={x} pairing={p} />
              ))}
            </ul>
            {r.bye >= 0 && <p class="about">{t('tourney.bye', { name: nameOf(x, r.bye) })}</p>}
          </div>
        ))
        .reverse()}
    </section>
  );
}

const worth: Record<string, [number, number]> = { first: [2, 0], second: [0, 2], draw: [1, 1] };

function Pairing({ tourney: x, pairing: p }: { tourney: TourneyData; pairing: TourneyPairing }) {
  const points = [0, 1].map((side) => p.results.reduce((sum, r) => sum + (worth[r]?.[side] ?? 0), 0));
  const said = p.results.some((r) => r !== '');
  const note = p.results.every((r) => r === 'unplayed') ? t('tourney.unplayed') : p.results.includes('') && x.state !== 'called-off' ? t('tourney.pending') : '';
  return (
    <li class="pairing">
      <span class="pairing-first">
        <Player tourney={x} n={p.first} />
      </span>
      <b class="pairing-score">{said ? `${halves(points[0])} : ${halves(points[1])}` : '–'}</b>
      <span>
        <Player tourney={x} n={p.second} />
      </span>
      <span class="pairing-more">
        <small>{note}</small>
        {p.games?.map((id, i) => (
          <a key={id} href={toGame(id)}>
            {t(i === 0 ? 'tourney.game' : 'tourney.return')}
          </a>
        ))}
      </span>
    </li>
  );
}

export function FoundRoom() {
  const battles = useLoad(() => api.battles(), [language.value]);
  const [x, setX] = useState<NewTourney>({ name: '', battles: [], format: 'swiss', rounds: 0, days: 14, rated: true, pair: false, watch: true, clock: ratedClock() });
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<NewTourney>) => setX({ ...x, ...change });
  useEffect(() => {
    document.title = `${t('found.title')} · Acies`;
  }, [language.value]);
  const found = async (e: Event) => {
    e.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      go(toTourney((await api.found(x)).id));
    } catch (cause) {
      setProblem(sentence(asError(cause)));
      setBusy(false);
    }
  };
  return (
    <>
      <Masthead />
      <main id="main" class="page league" tabIndex={-1}>
        <a class="back" href={toPlayers()}>
          <Icon name="back" /> {t('tourneys.title')}
        </a>
        <h1 tabIndex={-1}>{t('found.title')}</h1>
        {me.value && !me.value.name && <p class="problem">{t('tourneys.account')}</p>}
        <form class="new-choices found" onSubmit={found}>
          <fieldset>
            <legend>{t('found.name')}</legend>
            <input class="field" aria-label={t('found.name')} value={x.name} maxLength={80} required onInput={(e) => set({ name: e.currentTarget.value })} />
          </fieldset>
          <fieldset>
            <legend>{t('found.format')}</legend>
            <Segments
              name="format"
              label={t('found.format')}
              value={x.format}
              onChange={(format) => set({ format, rounds: 0 })}
              options={[
                { value: 'swiss', label: t('tourney.format.swiss') },
                { value: 'round-robin', label: t('tourney.format.round-robin') },
              ]}
            />
            <p class="about">{t(x.format === 'swiss' ? 'tourney.swiss.about' : 'tourney.round-robin.about')}</p>
            {x.format === 'swiss' && (
              <label class="one-of">
                <span>{t('found.rounds')}</span>
                <select class="field" value={String(x.rounds)} onChange={(e) => set({ rounds: Number(e.currentTarget.value) })}>
                  {[0, 2, 3, 4, 5, 6, 7].map((n) => (
                    <option key={n} value={String(n)}>
                      {n || t('found.rounds.auto')}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <label class="one-of">
              <span>{t('found.days')}</span>
              <select class="field" value={String(x.days)} onChange={(e) => set({ days: Number(e.currentTarget.value) })}>
                {[0, 1, 3, 7, 14, 30, 60].map((n) => (
                  <option key={n} value={String(n)}>
                    {n || t('found.days.none')}
                  </option>
                ))}
              </select>
            </label>
            {x.days > 0 && <p class="about">{t('found.days.about')}</p>}
          </fieldset>
          <fieldset>
            <legend>{t('found.battles')}</legend>
            <p class="about">{t('found.battles.about')}</p>
            {battles.error && <Failed why={sentence(battles.error)} again={battles.again} />}
            <div class="found-battles">
              {battles.value?.map((b) => (
                <label class="check" key={b.id}>
                  <input type="checkbox" checked={x.battles.includes(b.id)} onChange={(e) => set({ battles: e.currentTarget.checked ? [...x.battles, b.id] : x.battles.filter((id) => id !== b.id) })} />
                  <span>
                    {b.name} <small>{b.rules}</small>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          <fieldset class="terms">
            <legend>{t('found.games')}</legend>
            <ClockFields clock={x.clock} rated={x.rated} timeouts={['claim', 'wait']} onChange={(clock) => set({ clock })} />
            {(['rated', 'pair', 'watch'] as const).map((key) => (
              <label class="check" key={key}>
                <input type="checkbox" checked={x[key]} onChange={(e) => set({ [key]: e.currentTarget.checked, ...(key === 'rated' && e.currentTarget.checked ? { clock: ratedClock(x.clock) } : {}) })} />
                <span>{t(`found.${key}`)}</span>
              </label>
            ))}
          </fieldset>
          {problem && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
          {!x.battles.length && (
            <p id="needs" class="about">
              {t('found.needs')}
            </p>
          )}
          <button type="submit" class="button primary big" aria-describedby="needs" disabled={busy || !x.battles.length || !me.value?.name}>
            {t('found.done')}
          </button>
        </form>
      </main>
    </>
  );
}
