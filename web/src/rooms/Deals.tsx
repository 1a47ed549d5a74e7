// What players can settle between them, beside the rules: to resign, to agree on a draw, to undo past a roll.

import { useSignal } from '@preact/signals';
import type { Side, TableData } from '../api';
import { t } from '../i18n';
import { isMine, mySides, sideElsewhere, watches } from '../people';
import type { GameStore } from '../state';
import { Act, Vacation } from './Clock';

/** The side for which somebody at this screen speaks: the one to act, or the only one. */
function speaker(game: GameStore): Side {
  const table = game.table.value!;
  return isMine(table, table.view.toAct) ? table.view.toAct : (mySides(table)[0] ?? -1);
}

/** What an undo would take back, as far as the viewer may know. */
function taking(takes: TableData['takes']): string {
  if (!takes) return '';
  const { n, rolls = 0, text } = takes;
  const what = !text ? t('deal.takes.some', { n }) : n > 1 ? t('deal.takes.many', { n, what: text }) : t('deal.takes.one', { what: text });
  return rolls ? `${what} ${t('deal.takes.rolls', { n: rolls })}` : what;
}

/** What is said of an offer: dice without faces are asked of the server. */
export function offerText({ deal, faces }: NonNullable<TableData['offer']>, own: boolean, name: string): string {
  const what = deal === 'roll' && !faces?.length ? 'throw' : deal;
  return t(`deal.${what}.${own ? 'offered' : 'asked'}`, { name, faces: faces?.join(', ') ?? '' });
}

/** An offer that waits for an answer: above what scrolls, where it is seen from everywhere. */
export function Offer({ game }: { game: GameStore }) {
  const table = game.table.value!;
  const { offer, people } = table;
  if (!offer || watches(table)) return null; // the log tells those who watch
  const own = isMine(table, offer.side);
  const who = people?.[offer.side]?.name ?? t('table.opponent');
  const name = who.charAt(0).toUpperCase() + who.slice(1); // it begins a sentence
  const answer = (accept: boolean) => void game.reply(own ? offer.side : speaker(game), accept);
  return (
    <section class="offer" aria-live="polite">
      <p>
        {offerText(offer, own, name)} {taking(offer.takes)}
      </p>
      <p class="row">
        {!own && (
          <button type="button" class="button small primary" disabled={game.busy.value} onClick={() => answer(true)}>
            {t('deal.accept')}
          </button>
        )}
        <button type="button" class="button small" disabled={game.busy.value} onClick={() => answer(false)}>
          {own ? t('deal.withdraw') : t('deal.decline')}
        </button>
      </p>
    </section>
  );
}

/** Whether nobody seems to have chosen anything yet; the server knows. */
const isUntouched = ({ last }: TableData) => last.length < 16 && last.every((e) => e.side < 0);

/** How a game is called off that cannot begin or go on: a player has not come to it, or its rules are old. */
function CallOff({ game, side }: { game: GameStore; side: Side }) {
  return (
    <details class="deals">
      <summary>{t('deal.title')}</summary>
      <Act text={t('deal.abandon')} sure={t('deal.abandon.sure')} busy={game.busy.value} act={() => game.abandon(side)} />
    </details>
  );
}

/** What a player can offer, and how to give up. */
export function Deals({ game }: { game: GameStore }) {
  const open = useSignal(false);
  const table = game.table.value!;
  const side = speaker(game);
  if (side < 0 || table.outcome?.over) return null;
  const seated = !table.waiting || (table.awaits?.length ?? 0) > 0; // else it waits for somebody to join it
  if (table.frozen || table.waiting) return table.people && sideElsewhere(table) >= 0 && seated ? <CallOff game={game} side={side} /> : null;
  const elsewhere = sideElsewhere(table) >= 0;
  const busy = game.busy.value;
  return (
    <details class="deals" onToggle={(e) => (open.value = e.currentTarget.open)}>
      <summary>{t('deal.title')}</summary>
      {open.value && (
        <>
          {elsewhere && !table.offer && (
            <>
              <Act text={t('deal.draw')} busy={busy} act={() => game.offer(side, 'peace')} />
              {table.takes && <Act text={t('deal.undo')} about={taking(table.takes)} busy={busy} act={() => game.offer(side, 'undo')} />}
              {table.clock?.stopped && <Act text={t('deal.resume')} busy={busy} act={() => game.resume(side)} />}
              {table.clock && !table.clock.stopped && <Act text={t('deal.adjourn')} about={t('deal.adjourn.about')} busy={busy} act={() => game.offer(side, 'adjourn')} />}
            </>
          )}
          {table.people && elsewhere && (
            <>
              {!table.terms?.rated && <Act text={t('leave.title')} about={t('leave.about')} sure={t('leave.sure')} busy={busy} act={() => game.leave(side)} />}
              {isUntouched(table) && <Act text={t('deal.abandon')} about={t('deal.abandon.about')} sure={t('deal.abandon.sure')} busy={busy} act={() => game.abandon(side)} />}
            </>
          )}
          <Act text={t('deal.resign')} about={t('deal.resign.about')} sure={t('deal.resign.sure', { side: game.battle.value!.sides[side].name })} busy={busy} act={() => game.resign(side)} />
          <Vacation game={game} side={side} />
        </>
      )}
    </details>
  );
}
