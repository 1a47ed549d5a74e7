// What two people agree on before their game: the clock, who may watch, whether it is rated.

import type { ComponentChildren } from 'preact';
import type { Control, NewGame } from '../api';
import { t } from '../i18n';
import { me } from '../people';
import { Segments } from './parts';
import { duration } from './agreed';

export type Terms = NonNullable<NewGame['terms']>;
type Pace = 'none' | 'live' | 'days';

/** Clocks to choose from: the bank and the increment, in seconds. */
const clocks: Record<'live' | 'days', [number, number][]> = {
  live: [
    [15 * 60, 15],
    [30 * 60, 30],
    [60 * 60, 60],
    [120 * 60, 60],
  ],
  days: [
    [2 * 86400, 12 * 3600],
    [5 * 86400, 86400],
    [10 * 86400, 86400],
    [30 * 86400, 2 * 86400],
  ],
};

/** The clock of a rated game: the other may claim the win when it has run out. */
export const ratedClock = (clock?: Control): Control => (clock ? { ...clock, timeout: 'claim' } : { kind: 'days', bank: clocks.days[1][0], increment: clocks.days[1][1], timeout: 'claim' });

/** The clock of a game, and what happens when it runs out: one of `timeouts`. What else is agreed about time are its children. */
export function ClockFields({ clock, rated, timeouts, onChange, children }: { clock?: Control; rated?: boolean; timeouts: readonly string[]; onChange: (clock?: Control) => void; children?: ComponentChildren }) {
  const pace: Pace = clock?.kind === 'live' || clock?.kind === 'days' ? clock.kind : 'none';
  const setClock = (kind: 'live' | 'days', [bank, increment]: [number, number]) =>
    onChange({ kind, bank, increment, timeout: clock?.timeout ?? 'claim', ...(kind === 'days' ? { weekends: clock?.weekends, vacation: clock?.vacation } : {}) });
  return (
    <>
      <Segments<Pace>
        name="pace"
        label={t('clock.title')}
        value={pace}
        onChange={(p) => (p === 'none' ? onChange(undefined) : setClock(p, clocks[p][1]))}
        options={[
          ...(rated ? [] : [{ value: 'none' as const, label: t('clock.none') }]),
          { value: 'live', label: t('clock.live') },
          { value: 'days', label: t('clock.by-days') },
        ]}
      />
      {clock && pace !== 'none' && (
        <div class="clock-fields">
          <label class="one-of">
            <span>{t('clock.time')}</span>
            <select class="field" value={`${clock.bank} ${clock.increment}`} onChange={(e) => setClock(pace, e.currentTarget.value.split(' ').map(Number) as [number, number])}>
              {clocks[pace].map(([bank, increment]) => (
                <option key={bank} value={`${bank} ${increment}`}>
                  {t('clock.long', { bank: duration(bank), increment: duration(increment) })}
                </option>
              ))}
            </select>
          </label>
          <label class="one-of">
            <span>{t('clock.out')}</span>
            <select class="field" value={clock.timeout} onChange={(e) => onChange({ ...clock, timeout: e.currentTarget.value })}>
              {(rated ? ['claim'] : timeouts).map((x) => (
                <option key={x} value={x}>
                  {t(`clock.out.${x}`)}
                </option>
              ))}
            </select>
          </label>
          {children}
          {pace === 'days' && (
            <>
              <label class="check">
                <input type="checkbox" checked={clock.weekends ?? false} onChange={(e) => onChange({ ...clock, weekends: e.currentTarget.checked })} />
                <span>{t('clock.weekends')}</span>
              </label>
              <label class="check">
                <input type="checkbox" checked={(clock.vacation ?? 0) > 0} onChange={(e) => onChange({ ...clock, vacation: e.currentTarget.checked ? 14 : 0 })} />
                <span>{t('clock.vacation')}</span>
              </label>
            </>
          )}
        </div>
      )}
    </>
  );
}

export function TermsFields({ terms, onChange }: { terms: Terms; onChange: (terms: Terms) => void }) {
  const { clock } = terms;
  const set = (change: Partial<Terms>) => onChange({ ...terms, ...change });
  return (
    <fieldset class="terms">
      <legend>{t('terms.title')}</legend>
      <ClockFields clock={clock} rated={terms.rated} timeouts={['claim', 'program', 'wait']} onChange={(clock) => set({ clock, ...(clock ? {} : { handicap: undefined }) })}>
        {!terms.rated && (
          <label class="one-of">
            <span>{t('terms.handicap')}</span>
            <select class="field" value={terms.handicap ?? ''} onChange={(e) => set({ handicap: e.currentTarget.value || undefined })}>
              {(['', 'host', 'guest'] as const).map((x) => (
                <option key={x} value={x}>
                  {t(`terms.handicap.${x || 'nobody'}`)}
                </option>
              ))}
            </select>
          </label>
        )}
      </ClockFields>
      <label class="check">
        <input type="checkbox" checked={terms.random ?? false} onChange={(e) => set({ random: e.currentTarget.checked })} />
        <span>{t('terms.draw-sides')}</span>
      </label>
      {me.value?.name && (
        <label class="check">
          <input type="checkbox" checked={terms.rated ?? false} onChange={(e) => set({ rated: e.currentTarget.checked, ...(e.currentTarget.checked ? { handicap: undefined, clock: ratedClock(clock) } : {}) })} />
          <span>
            {t('terms.rate')}
            <small>{t('terms.rate.about')}</small>
          </span>
        </label>
      )}
      <label class="check">
        <input type="checkbox" checked={terms.pair ?? false} onChange={(e) => set({ pair: e.currentTarget.checked })} />
        <span>
          {t('pair.terms')}
          <small>{t('pair.terms.about')}</small>
        </span>
      </label>
      <label class="one-of">
        <span>{t('terms.watch')}</span>
        <select class="field" value={terms.watch ?? ''} onChange={(e) => set({ watch: (e.currentTarget.value || undefined) as Terms['watch'] })}>
          {(['', 'link', 'public'] as const).map((x) => (
            <option key={x} value={x}>
              {t(`terms.watch.${x || 'nobody'}`)}
            </option>
          ))}
        </select>
      </label>
      {terms.watch && (
        <label class="one-of">
          <span>{t('terms.delay')}</span>
          <select class="field" value={String(terms.delay ?? 0)} onChange={(e) => set({ delay: Number(e.currentTarget.value) || undefined })}>
            {[0, 300, 1800, 86400].map((x) => (
              <option key={x} value={String(x)}>
                {x ? duration(x) : t('terms.delay.none')}
              </option>
            ))}
          </select>
        </label>
      )}
    </fieldset>
  );
}
