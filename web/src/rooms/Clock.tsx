// The clocks of a game between people, and what players do about time.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GameCard, Side, TableData } from '../api';
import { t } from '../i18n';
import { isMine, mySides } from '../people';
import type { GameStore } from '../state';
import { Swatch } from './parts';
import { duration } from './agreed';

type ClockData = NonNullable<TableData['clock']>;

/** How much time a side has, in milliseconds, so long after the server said so. */
export function leftOf(clock: ClockData, side: Side, passed: number): number {
  const stands = clock.resumes ? Math.max(0, clock.resumes - clock.now) : 0;
  return clock.left[side] - (clock.runs === side ? Math.max(0, passed - stands) : 0);
}

/** A time as clocks show it: days and hours, hours and minutes, or minutes and seconds. */
export function clockFace(ms: number): string {
  const late = ms <= 0;
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const whole = Math.ceil(seconds / 3600); // hours that are not over yet
  const [days, hours, minutes] = [seconds < 86400 ? 0 : Math.floor(whole / 24), seconds < 86400 ? Math.floor(seconds / 3600) : whole % 24, Math.floor(seconds / 60) % 60];
  const text = days > 0 ? t('clock.face.days', { days, hours }) : hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  return late && seconds > 0 ? `−${text}` : text;
}

/** The time since a clock arrived, in milliseconds; it is told anew every second. */
export function usePassed(clock: ClockData | undefined): number {
  const passed = useSignal(0);
  useEffect(() => {
    if (!clock) return;
    const start = Date.now();
    passed.value = 0;
    const timer = setInterval(() => (passed.value = Date.now() - start), 1000);
    return () => clearInterval(timer);
  }, [clock]);
  return passed.value;
}

/** How much time the side has whose clock runs, in a list of games, or until when the clock stands still. */
export function Remains({ clock, game }: { clock: ClockData; game: Pick<GameCard, 'sides' | 'people'> }) {
  const passed = usePassed(clock);
  if (clock.runs < 0) return clock.stopped ? <>{t('clock.adjourned')}</> : null;
  const left = leftOf(clock, clock.runs, passed);
  const time = clockFace(left);
  return (
    <>
      <span class="recent-clock" data-low={isLow(clock, left) || undefined}>
        {game.people?.[clock.runs]?.you ? t('clock.remains.yours', { time }) : t('clock.remains', { side: game.sides[clock.runs]?.name, time })}
      </span>
      {clock.resumes && clock.resumes > clock.now + passed && <small class="recent-stands">{t('clock.stands', { until: until(clock.resumes, clock.now) })}</small>}
    </>
  );
}

/** Whether a side should hurry. */
const isLow = (clock: ClockData, left: number) => left < Math.min(clock.bank * 100, 3_600_000);

export function Clocks({ game }: { game: GameStore }) {
  const { clock, outcome } = game.table.value!;
  const passed = usePassed(clock);
  if (!clock) return null;
  const note = clock.stopped ? t('clock.adjourned') : clock.resumes && clock.runs >= 0 && clock.resumes - clock.now > briefly ? t('clock.stands', { until: until(clock.resumes, clock.now) }) : '';
  return (
    <div class="clocks" role="timer" aria-label={t('clock.title')}>
      {game.battle.value!.sides.map((s, side) => {
        const left = leftOf(clock, side, passed);
        return (
          <span key={s.id} class="clock" data-runs={(clock.runs === side && !outcome?.over) || undefined} data-low={isLow(clock, left) || undefined}>
            <Swatch side={side} />
            <span class="hidden-visually">{s.name}</span> {clockFace(left)}
          </span>
        );
      })}
      {note && <small>{note}</small>}
    </div>
  );
}

/** How long a clock stands still without being worth a word, in milliseconds: while the server hesitates. */
const briefly = 60_000;

/** A moment as seen from another: by its weekday or, if that comes again before, by its date. */
export const until = (ms: number, now: number, lang = document.documentElement.lang) =>
  new Intl.DateTimeFormat(lang, { weekday: 'short', ...(ms - now > 6 * 86_400_000 ? { day: 'numeric', month: 'long' } : {}), hour: '2-digit', minute: '2-digit' }).format(new Date(ms));

/** What can be done when the opponent has run out of time, and how somebody in whose place a program plays comes back. */
export function TimeDeals({ game }: { game: GameStore }) {
  const table = game.table.value!;
  const { clock, outcome, seats, people } = table;
  const passed = usePassed(clock);
  if (outcome?.over) return null;
  const left = seats.findIndex((seat, side) => seat !== 'human' && people?.[side]?.you);
  if (left >= 0) {
    return (
      <section class="offer">
        <p>{t('leave.plays')}</p>
        <p class="row">
          <button type="button" class="button small primary" disabled={game.busy.value} onClick={() => void game.comeBack(left)}>
            {t('leave.back')}
          </button>
        </p>
      </section>
    );
  }
  const away = people?.findIndex((p) => p.away) ?? -1;
  if (away >= 0) {
    const who = people?.[away]?.name;
    return <p class="table-note">{who ? t('leave.other', { name: who }) : t('leave.guest')}</p>;
  }
  const mine = mySides(table);
  if (table.absent && mine.length === 1) return <Absent game={game} side={mine[0]} />;
  if (!clock || clock.runs < 0 || isMine(table, clock.runs) || mine.length !== 1 || leftOf(clock, clock.runs, passed) > 0) return null;
  return (
    <section class="offer" aria-live="polite">
      <p>{t(clock.timeout === 'wait' ? 'clock.late' : 'clock.over', { name: people?.[clock.runs]?.name ?? t('table.opponent') })}</p>
      {clock.timeout !== 'wait' && (
        <p class="row">
          <button type="button" class="button small primary" disabled={game.busy.value} onClick={() => void game.claim(mine[0])}>
            {t(`clock.do.${clock.timeout}`)}
          </button>
        </p>
      )}
    </section>
  );
}

/** What can be done about an opponent for whom the game has waited for weeks. */
function Absent({ game, side }: { game: GameStore; side: Side }) {
  const { people, terms, waiting } = game.table.value!;
  const button = (text: string, then: 'program' | 'call-off') => (
    <button type="button" class="button small" disabled={game.busy.value} onClick={() => void game.absent(side, then)}>
      {text}
    </button>
  );
  return (
    <section class="offer" aria-live="polite">
      <p>{t('absent.about', { name: people?.[1 - side]?.name ?? t('account.guest') })}</p>
      <p class="row">
        {!terms?.rated && !waiting && button(t('clock.do.program'), 'program')}
        {button(t('deal.abandon'), 'call-off')}
      </p>
    </section>
  );
}

/**
 * Something that a player does beside the rules, and what it means. What cannot be withdrawn is confirmed; the way back has the place of
 * the button, so that a double click does nothing.
 */
export function Act({ text, about, sure, busy, act }: { text: string; about?: string; sure?: string; busy: boolean; act: () => unknown }) {
  const asked = useSignal(false);
  return (
    <div class="deal">
      <p class="row">
        <button type="button" class="button small" disabled={busy} onClick={() => (asked.value || sure ? (asked.value = !asked.value) : void act())}>
          {asked.value ? t('play.cancel') : text}
        </button>
        {about && <small>{about}</small>}
      </p>
      {asked.value && (
        <p class="row">
          <button type="button" class="button small primary" disabled={busy} onClick={() => void act()}>
            {sure}
          </button>
        </p>
      )}
    </div>
  );
}

/** How a player goes on vacation. */
export function Vacation({ game, side }: { game: GameStore; side: Side }) {
  const { clock } = game.table.value!;
  const days = useSignal(1);
  const left = clock?.daysOff?.[side] ?? 0;
  if (!left) return null;
  return (
    <fieldset class="vacation">
      <legend>{t('vacation.title')}</legend>
      <p>
        <label>
          {t('vacation.days')}{' '}
          <input class="field" type="number" min={1} max={left} value={days.value} onInput={(e) => (days.value = Math.max(1, Math.min(left, Math.floor(Number(e.currentTarget.value)) || 1)))} />
        </label>{' '}
        <small>{t('vacation.left', { days: duration(left * 86400) })}</small>
      </p>
      <Act
        key={left}
        text={t('vacation.go')}
        about={t('vacation.about')}
        sure={t('vacation.sure', { days: duration(days.value * 86400) })}
        busy={game.busy.value}
        act={() => game.goAway(side, days.value)}
      />
    </fieldset>
  );
}
