import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Board } from '../board/Board';
import { t } from '../i18n';
import type { GameStore } from '../state';
import { type Hand, handOf } from './hand';
import { ClauseLink, OddsCard } from './OddsCard';
import './play.css';

/** The board of a game that is being played: pointing at it plays. */
export function PlayBoard({ game }: { game: GameStore }) {
  const hand = handOf(game);
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const typing = (e.target as Element | null)?.closest?.('input, textarea, select, dialog');
      if ((e.ctrlKey || e.metaKey) && !e.shiftKey && e.key.toLowerCase() === 'z' && !typing) {
        e.preventDefault();
        hand.clear();
        if (game.table.value?.canUndo) void game.undo();
      } else if (e.key === 'Escape' && !typing && hand.cancel()) {
        e.preventDefault();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [game]);
  const battle = game.battle.value;
  const table = game.table.value;
  if (!battle || !table) return null;
  return (
    <div class="play-board">
      <Board
        battle={battle}
        table={table}
        selection={game.selection.value}
        highlights={hand.highlights.value}
        spotlight={game.spotlight.value}
        onPick={(p) => void hand.pick(p)}
        onHover={(p) => hand.hover(p)}
      />
      <Ask hand={hand} />
    </div>
  );
}

/** What stands over the board while something is being decided. */
function Ask({ hand }: { hand: Hand }) {
  const { game } = hand;
  const card = useRef<HTMLDivElement>(null);
  const battle = game.battle.value;
  const pending = hand.pending.value;
  const weighed = hand.weighed.value;
  const words = hand.words.value;
  const why = hand.why.value;
  const name = (n: number) => [...(battle?.units ?? []), ...(battle?.leaders ?? [])].find((p) => p.piece === n)?.name ?? '';
  useEffect(() => {
    if (pending) document.getElementById('play-confirm')?.focus({ preventScroll: true });
  }, [pending]);
  const shown = Boolean(pending || weighed || words.length || why || hand.draft.value);
  // The card stands on the other side of the board than what it is about.
  useLayoutEffect(() => {
    const el = card.current;
    const board = el?.closest('.play-board')?.getBoundingClientRect();
    if (!el || !board) return;
    const marks = el.parentElement?.querySelectorAll('.aim, .chosen-rim, .facings .disc, .way') ?? [];
    const spots = [...marks].map((m) => m.getBoundingClientRect());
    const mean = (list: number[], none: number) => (list.length ? list.reduce((a, b) => a + b, 0) / list.length : none);
    const x = mean(spots.map((r) => r.left + r.width / 2 - board.left), board.width);
    const y = mean(spots.map((r) => r.top + r.height / 2 - board.top), 0);
    el.classList.toggle('right', board.width > 760 && x < board.width / 2);
    el.classList.toggle('top', board.width <= 760 && y > board.height / 2);
  }, [shown, pending]);
  if (!shown) return null;
  return (
    <div ref={card} class="ask" role="group" aria-label={t('play.deciding')}>
      {weighed && <OddsCard text={weighed.text} odds={weighed.odds} names={name} />}
      {words.length > 0 && (
        <div class="ask-words">
          {words.map((c) => (
            <button key={c.action} type="button" class="play-button" disabled={game.busy.value} onClick={() => void hand.propose(c)}>
              {c.text}
            </button>
          ))}
        </div>
      )}
      {why && (
        <div class="why" role="status">
          <p class="why-what">{t('play.why-not', { what: why.what })}</p>
          {why.why.reasons?.map((r) => (
            <p key={r.clause + r.text}>
              {r.text.replace(/ \[[\w.-]+\]$/, '')} <ClauseLink clause={r.clause} />
            </p>
          ))}
          <button type="button" class="play-button quiet" onClick={() => (hand.why.value = null)}>
            {t('play.close')}
          </button>
        </div>
      )}
      {(pending || hand.draft.value) && (
        <div class="ask-buttons">
          {pending && (
            <button id="play-confirm" type="button" class="play-button main" disabled={game.busy.value} onClick={() => hand.act(pending)}>
              {t('play.confirm')}
            </button>
          )}
          {!pending && hand.highlights.value.facings && <p class="ask-hint">{t('play.choose-facing')}</p>}
          <button type="button" class="play-button quiet" onClick={() => hand.clear()}>
            {t('play.cancel')}
          </button>
        </div>
      )}
    </div>
  );
}
