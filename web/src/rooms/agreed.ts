// What two people have agreed on, in words.

import type { GameCard } from '../api';
import { t } from '../i18n';

/** A length of time in the largest unit that says it exactly. */
export function duration(seconds: number): string {
  if (seconds % 86400 === 0 && seconds > 0) return t('clock.days', { n: seconds / 86400 });
  if (seconds % 3600 === 0 && seconds > 0) return t('clock.hours', { n: seconds / 3600 });
  if (seconds % 60 === 0 && seconds > 0) return t('clock.minutes', { n: seconds / 60 });
  return t('clock.seconds', { n: seconds });
}

/** Whether the clock of a game runs that is played in one sitting. */
export const isLive = ({ clock }: Pick<GameCard, 'clock'>): boolean => clock?.kind === 'live' && clock.runs >= 0 && !clock.stopped;

/** What was agreed, in a few words. */
export function termsInShort({ clock, terms }: Pick<GameCard, 'clock' | 'terms'>): string {
  return [
    clock ? t('clock.short', { bank: duration(clock.bank), increment: duration(clock.increment) }) : t('terms.no-clock'),
    terms?.handicap && t(`terms.halved.${terms.handicap === 'host' ? 'host' : 'guest'}`),
    terms?.rated && t('terms.rated'),
    terms?.random && t('terms.random'),
    terms?.pair && t('pair.short'),
    terms?.watch === 'public' && t('terms.public'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What was agreed, each with what it is about. */
export function termsInWords({ clock, terms }: Pick<GameCard, 'clock' | 'terms'>): [string, string][] {
  const list: [string, string | false | undefined][] = [
    [t('clock.title'), clock ? t('clock.short', { bank: duration(clock.bank), increment: duration(clock.increment) }) : t('clock.none')],
    [t('terms.handicap'), terms?.handicap && t(`terms.halved.${terms.handicap === 'host' ? 'host' : 'guest'}`)],
    [t('clock.out'), clock && t(`clock.out.${clock.timeout}`)],
    ['', clock?.weekends && t('clock.weekends')],
    ['', clock && Boolean(clock.vacation) && t('clock.vacation')],
    [t('terms.ratings'), terms?.rated && t('terms.counts')],
    [t('pair.score'), terms?.pair && t('pair.terms')],
    [t('terms.watch'), t(`terms.watch.${(terms?.watch as 'link' | 'public' | undefined) || 'nobody'}`)],
    [t('terms.delay'), terms?.watch && terms.delay ? duration(terms.delay) : undefined],
  ];
  return list.filter((x): x is [string, string] => Boolean(x[1]));
}
