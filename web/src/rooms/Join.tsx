// An invitation: who invites to which battle, as which side. Whoever accepts it first has the seat.

import { useEffect, useState } from 'preact/hooks';
import { type Invitation, api } from '../api';
import { MapPicture } from '../board/Map';
import { t } from '../i18n';
import { becomeKnown, me, refreshMe } from '../people';
import { goOn, toAccount, toGame, toHome } from '../route';
import { language } from '../state';
import { asError, sentence, useLoad } from './load';
import { Masthead } from './Masthead';
import { Failed, Swatch, TermsList, Working } from './parts';
import { holderShort } from './seats';

export function JoinRoom({ token }: { token: string }) {
  const found = useLoad(() => api.invitation(token), [language.value]);
  const { value, error } = found;
  const name = value?.game.name;
  useEffect(() => {
    document.title = name ? `${name} · Acies` : 'Acies';
  }, [name]);
  useEffect(() => {
    if (value?.seated) goOn(toGame(value.game.id));
  }, [value]);
  return (
    <>
      <Masthead />
      <main id="main" class="page" tabIndex={-1}>
        {!value && !error && <Working />}
        {error && !value && (
          <>
            <h1 tabIndex={-1}>{t('invite.link')}</h1>
            {error.status === 404 || error.status === 400 ? <p class="lead">{t('join.invalid')}</p> : <Failed why={sentence(error)} again={found.again} />}
            <p class="lead">
              <a href={toHome()}>{t('lost.home')}</a>
            </p>
          </>
        )}
        {value && !value.seated && <Offer token={token} invitation={value} />}
      </main>
    </>
  );
}

function Offer({ token, invitation: { game, side, host, taken } }: { token: string; invitation: Invitation }) {
  const battles = useLoad(() => api.battles(), [language.value]);
  const [joining, setJoining] = useState(false);
  const [problem, setProblem] = useState('');
  const battle = battles.value?.find((b) => b.id === game.battle);
  const join = async () => {
    setJoining(true);
    setProblem('');
    try {
      await becomeKnown();
      const { id } = await api.join(token);
      refreshMe();
      goOn(toGame(id));
    } catch (e) {
      setProblem(sentence(asError(e)));
      setJoining(false);
    }
  };
  const open = !taken && !host.you;
  return (
    <article class="join">
      <div class="battle-picture">
        <MapPicture battle={game.battle} name={game.name} options={game.options} />
      </div>
      <div class="battle-words">
        <h1 tabIndex={-1}>{game.name}</h1>
        <p class="lead">{taken ? t('join.taken') : host.you ? t('join.own') : host.name ? t('join.by', { name: host.name }) : t('join.by-guest')}</p>
        {open && (
          <dl class="join-sides">
            {[side, ...[...game.sides.keys()].filter((i) => i !== side)].map((i) => (
              <div key={i}>
                <dt>{t(i === side ? 'join.yours' : 'join.theirs')}</dt>
                <dd>
                  <Swatch side={i} colors={game.colors ?? battle?.colors} /> {game.sides[i].name} {i !== side && <span class="faint">{holderShort(game.seats[i], game.people?.[i])}</span>}
                </dd>
              </div>
            ))}
            <TermsList game={game} />
          </dl>
        )}
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        {open ? (
          <button type="button" class="button primary big" disabled={joining} onClick={() => void join()}>
            {t('join.take')}
          </button>
        ) : (
          <p class="row">
            {host.you && (
              <a class="button primary" href={toGame(game.id)}>
                {t('replay.game')}
              </a>
            )}
            <a class="button" href={toHome()}>
              {t('lost.home')}
            </a>
          </p>
        )}
        {open && !me.value?.name && (
          <p class="about">
            {t('join.account')} <a href={toAccount()}>{t('account.title')}</a>
          </p>
        )}
        {open && battle && <p class="intro">{battle.intro}</p>}
      </div>
    </article>
  );
}
