// What a game means beyond itself: the ratings that it changed, the match and the tournament that it belongs to.

import { useState } from 'preact/hooks';
import { type Person, type TableData, api } from '../api';
import { formatNumber, t } from '../i18n';
import { go, toGame, toPlayer, toTourney } from '../route';
import { language, notify } from '../state';
import { asError, sentence } from './load';
import { Swatch } from './parts';

/** Points counted in halves: 1½. */
export function halves(n: number): string {
  const whole = Math.floor(n / 2);
  return n % 2 ? `${whole || ''}½` : String(whole);
}

const nameOf = (person?: Person) => person?.name ?? t('account.guest');

/** The ratings of the players before and after a rated game. */
export function RatingChanges({ table }: { table: TableData }) {
  if (!table.ratings) return null;
  const signed = (n: number) => formatNumber(language.value, n, { signDisplay: 'exceptZero' });
  return (
    <ul class="plain rating-changes">
      {table.ratings.map(({ before, after }, side) => (
        <li key={side}>
          <Swatch side={side} /> {table.people?.[side]?.name ? <a href={toPlayer(table.people[side].name)}>{table.people[side].name}</a> : nameOf()}{' '}
          <span class="rating-change">{t('rating.change', { before: String(before), after: String(after) })}</span>{' '}
          <small data-up={after >= before}>{signed(after - before)}</small>
        </li>
      ))}
    </ul>
  );
}

/** The score of a match of two games, and the way to the other one. */
export function PairLine({ table }: { table: TableData }) {
  const [asked, setAsked] = useState(false);
  const { pair, people } = table;
  if (!pair) return null;
  const begin = async () => {
    setAsked(true);
    try {
      go(toGame((await api.second(table.id)).id));
    } catch (e) {
      notify(sentence(asError(e)), 'error');
      setAsked(false);
    }
  };
  return (
    <div class="pair">
      <p class="pair-score">
        <span>{t('pair.score')}</span> <b>{nameOf(people?.[0])}</b>{' '}
        <b class="pair-points">
          {halves(pair.points[0])} : {halves(pair.points[1])}
        </b>{' '}
        <b>{nameOf(people?.[1])}</b>
      </p>
      {pair.next && people?.some((p) => p.you) && (
        <button type="button" class="button small primary" disabled={asked} onClick={() => void begin()}>
          {t('pair.begin')}
        </button>
      )}
      {pair.other && (
        <a class="button small" href={toGame(pair.other)}>
          {t(pair.number === 1 ? 'pair.second' : 'pair.first')}
        </a>
      )}
    </div>
  );
}

/** The way to the tournament of a game. */
export function TourneyLink({ table }: { table: TableData }) {
  if (!table.terms?.tourney) return null;
  return (
    <a class="button small" href={toTourney(table.terms.tourney)}>
      {t('tourney.link')}
    </a>
  );
}
