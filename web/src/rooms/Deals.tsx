// What players can settle between them, beside the rules: to resign, to agree on a draw, to undo past a roll.

import { useSignal } from '@preact/signals';
import type { Side, TableData } from '../api';
import { t } from '../i18n';
import { isMine, mySides, sideElsewhere } from '../people';
import type { GameStore } from '../state';
import { Vacation } from './Clock';

/** The side for which somebody at this screen speaks: the one to act, or the only one. */
function speaker(game: GameStore): Side {
  const table = game.table.value!;
  return isMine(table, table.view.toAct) ? table.view.toAct : (mySides(table)[0] ?? -1);
}

/** What is said of an offer: dice without faces are asked of the server. */
export function offerText({ deal, faces }: NonNullable<TableData['offer']>, own: boolean, name: string): string {
  const what = deal === 'roll' && !faces?.length ? 'throw' : deal;
  return t(`deal.${what}.${own ? 'offered' : 'asked'}`, { name, faces: faces?.join(', ') ?? '' });
}

/** An offer that waits for an answer. */
export function Offer({ game }: { game: GameStore }) {
  const { offer, people } = game.table.value!;
  if (!offer) return null;
  const own = isMine(game.table.value!, offer.side);
  const who = people?.[offer.side]?.name ?? t('table.opponent');
  const name = who.charAt(0).toUpperCase() + who.slice(1); // it begins a sentence
  const answer = (accept: boolean) => void game.reply(own ? offer.side : speaker(game), accept);
  return (
    <section class="offer" aria-live="polite">
      <p>{offerText(offer, own, name)}</p>
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
      <p class="row">
        <button type="button" class="button small" disabled={game.busy.value} onClick={() => void game.abandon(side)}>
          {t('deal.abandon')}
        </button>
      </p>
    </details>
  );
}

/** What a player can offer, and how to give up. */
export function Deals({ game }: { game: GameStore }) {
  const sure = useSignal(false);
  const leaving = useSignal(false);
  const table = game.table.value!;
  const side = speaker(game);
  if (side < 0 || table.outcome?.over) return null;
  const seated = !table.waiting || (table.awaits?.length ?? 0) > 0; // else it waits for somebody to join it
  if (table.frozen || table.waiting) return table.people && sideElsewhere(table) >= 0 && seated ? <CallOff game={game} side={side} /> : null;
  const button = (text: string, click: () => unknown, kind = '') => (
    <button type="button" class={`button small ${kind}`} disabled={game.busy.value} onClick={() => void click()}>
      {text}
    </button>
  );
  return (
    <details class="deals" onToggle={() => (sure.value = leaving.value = false)}>
      <summary>{t('deal.title')}</summary>
      <p class="row">
        {sideElsewhere(table) >= 0 && !table.offer && (
          <>
            {button(t('deal.draw'), () => game.offer(side, 'peace'))}
            {button(t('deal.undo'), () => game.offer(side, 'undo'))}
            {table.clock?.stopped && button(t('deal.resume'), () => game.resume(side))}
            {table.clock && !table.clock.stopped && button(t('deal.adjourn'), () => game.offer(side, 'adjourn'))}
          </>
        )}
        {table.people && sideElsewhere(table) >= 0 && (
          <>
            {!table.terms?.rated && (leaving.value ? button(t('leave.sure'), () => game.leave(side), 'primary') : button(t('leave.title'), () => (leaving.value = true)))}
            {isUntouched(table) && button(t('deal.abandon'), () => game.abandon(side))}
          </>
        )}
        {!sure.value && button(t('deal.resign'), () => (sure.value = true))}
        {sure.value && button(t('deal.resign.sure', { side: game.battle.value!.sides[side].name }), () => game.resign(side), 'primary')}
        {sure.value && button(t('deal.resign.not'), () => (sure.value = false))}
      </p>
      <Vacation game={game} side={side} />
    </details>
  );
}
