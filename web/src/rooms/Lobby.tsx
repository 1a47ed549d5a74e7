// What everybody can join or watch on a server that people share.

import { useState } from 'preact/hooks';
import { type BattleCard, type GameCard, api } from '../api';
import { ago, t } from '../i18n';
import { becomeKnown, me, refreshMe } from '../people';
import { go, toAccount, toGame, toMoment } from '../route';
import { language, notify } from '../state';
import { titleOf } from './Games';
import { asError, sentence, useAgain, useLoad } from './load';
import { Dialog, Icon, Online, Swatch, TermsList } from './parts';
import { holderShort, ratingOf } from './seats';
import { termsInShort } from './agreed';

const again = 15_000; // milliseconds between two looks at the lobby

export function Lobby({ battles, onWithdrawn }: { battles?: BattleCard[]; onWithdrawn: () => void }) {
  const lobby = useLoad(() => api.lobby(), [language.value]);
  useAgain(again, lobby.again);
  const { challenges, public: watched, online } = lobby.value ?? {};
  const running = watched?.filter((g) => !g.over && !g.people?.some((p) => p.you)) ?? [];
  const over = watched?.filter((g) => g.over) ?? [];
  return (
    <section aria-labelledby="lobby" class="lobby">
      <div class="lobby-head">
        <h2 id="lobby">{t('lobby.title')}</h2>
        {online !== undefined && online > 0 && <span class="faint">{t('lobby.online', { n: online })}</span>}
      </div>
      {challenges && challenges.length === 0 && <p class="about">{t('lobby.none')}</p>}
      {challenges && challenges.length > 0 && (
        <ul class="plain recent">
          {challenges.map((g) => (
            <Challenge key={g.id} game={g} battles={battles} again={lobby.again} onWithdrawn={onWithdrawn} />
          ))}
        </ul>
      )}
      {running.length > 0 && <Watched title={t('lobby.playing')} games={running} battles={battles} />}
      {over.length > 0 && <Watched title={t('lobby.over')} games={over.slice(0, 8)} battles={battles} />}
    </section>
  );
}

const colorsOf = (g: GameCard, battles?: BattleCard[]) => g.colors ?? battles?.find((b) => b.id === g.battle)?.colors;

/** The variants that a game is played with, such as a smaller army for one side. */
const variantsOf = (g: GameCard, battles?: BattleCard[]): string[] => battles?.find((b) => b.id === g.battle)?.options?.flatMap((o) => (g.options.includes(o.id) ? [o.name] : [])) ?? [];

/** Whether somebody should know what he agrees to before he takes a seat. */
const binds = (g: GameCard) => Boolean(g.clock || g.terms?.rated);

interface Offered {
  game: GameCard;
  battles?: BattleCard[];
}

function Challenge({ game: g, battles, again, onWithdrawn }: Offered & { again: () => void; onWithdrawn: () => void }) {
  const [joining, setJoining] = useState(false);
  const [asked, setAsked] = useState(false);
  const open = g.people?.findIndex((p) => (g.host?.you ? p.you : p.empty)) ?? -1;
  const take = async () => {
    setJoining(true);
    try {
      await becomeKnown();
      await api.take(g.id);
      refreshMe();
      go(toGame(g.id));
    } catch (e) {
      notify(sentence(asError(e)), 'error');
      setJoining(false);
      setAsked(false);
      again();
    }
  };
  const withdraw = async () => {
    try {
      await api.delete(g.id);
      notify(t('lobby.withdrawn'));
      onWithdrawn();
    } catch (e) {
      notify(sentence(asError(e)), 'error');
    }
    again();
  };
  const own = g.host?.you;
  return (
    <li class="recent-row" data-own={own || undefined}>
      <div class="recent-game challenge">
        <span>
          <strong>{titleOf(g)}</strong> <small>{own ? t('lobby.yours') : g.host?.name ? t('lobby.by', { name: ratingOf(g.host) ? `${g.host.name} (${ratingOf(g.host)})` : g.host.name }) : t('lobby.by-guest')} <Online person={g.host} /></small>
        </span>
        <span>
          {g.terms?.random ? (
            t('lobby.random')
          ) : (
            <>
              {t(own ? 'lobby.side.own' : 'lobby.side')} <Swatch side={open} colors={colorsOf(g, battles)} /> {g.sides[open]?.name}
            </>
          )}
          {own && <b class="challenge-waits">{t('invite.waiting')}</b>}
        </span>
        <span class="faint">{[...variantsOf(g, battles), termsInShort(g)].join(' · ')}</span>
        <time dateTime={g.created} class="faint">
          {ago(new Date(g.created))}
        </time>
      </div>
      {own ? (
        <>
          <a class="button small" href={toGame(g.id)}>
            {t('lobby.own')}
          </a>
          <button type="button" class="button small" aria-label={t('lobby.withdraw.named', { name: titleOf(g) })} onClick={() => void withdraw()}>
            {t('lobby.withdraw')}
          </button>
        </>
      ) : g.terms?.rated && !me.value?.name ? (
        <a class="button small" href={toAccount()}>
          {t('lobby.log-in')}
        </a>
      ) : (
        <button type="button" class="button small primary" disabled={joining} aria-label={t('lobby.join.named', { name: titleOf(g) })} onClick={() => (binds(g) ? setAsked(true) : void take())}>
          {t('lobby.join')}
        </button>
      )}
      {asked && <Agreement game={g} battles={battles} open={open} joining={joining} onTake={() => void take()} onClose={() => setAsked(false)} />}
    </li>
  );
}

/** What somebody agrees to who takes a seat, and the button with which he does. */
function Agreement({ game: g, battles, open, joining, onTake, onClose }: Offered & { open: number; joining: boolean; onTake: () => void; onClose: () => void }) {
  const colors = colorsOf(g, battles);
  return (
    <Dialog title={titleOf(g)} kind="agreement" onClose={onClose}>
      <div class="agreement-body">
        <dl class="join-sides">
          {g.terms?.random ? (
            <div>
              <dt>{t('join.yours')}</dt>
              <dd>{t('lobby.random')}</dd>
            </div>
          ) : (
            [open, ...[...g.sides.keys()].filter((i) => i !== open)].map((i) => (
              <div key={i}>
                <dt>{t(i === open ? 'join.yours' : 'join.theirs')}</dt>
                <dd>
                  <Swatch side={i} colors={colors} /> {g.sides[i]?.name} {i !== open && <span class="faint">{holderShort(g.seats[i], g.people?.[i])}</span>}
                </dd>
              </div>
            ))
          )}
          <TermsList game={g} />
        </dl>
        <button type="button" class="button primary big" disabled={joining} onClick={onTake}>
          {t(g.terms?.random ? 'lobby.join' : 'join.take')}
        </button>
      </div>
    </Dialog>
  );
}

function Watched({ title, games, battles }: { title: string; games: GameCard[]; battles?: BattleCard[] }) {
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain recent">
        {games.map((g) => (
          <li key={g.id} class="recent-row">
            <a class="recent-game" href={g.over ? toMoment(g.id, 0) : toGame(g.id)}>
              <span>
                <strong>{titleOf(g)}</strong>
              </span>
              <span>{g.over ? g.outcome?.text : [g.turn > 0 && t('turn.of', { turn: g.turn, turns: g.turns }), g.phase].filter(Boolean).join(' · ')}</span>
              <span class="faint">
                {g.seats.map((seat, i) => (
                  <span key={i} class="seat">
                    <Swatch side={i} colors={colorsOf(g, battles)} /> {g.sides[i]?.name ?? ''} {holderShort(seat, g.people?.[i])} <Online person={g.people?.[i]} />
                  </span>
                ))}
              </span>
              <span class="recent-go">
                <Icon name={g.over ? 'film' : 'eye'} /> {t(g.over ? 'game.replay' : 'lobby.watch')}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
