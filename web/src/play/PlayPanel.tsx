import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Ask, BattleData, Choice, Fact, LogEntry, PieceView, TableData } from '../api';
import { isCard, nameOf, placeName, sideOf, textOf } from '../battle';
import { stateNames } from '../board/stacks';
import { CardFace, PieceFace } from '../board/Counter';
import { PlayingCard } from '../board/PlayingCard';
import { isPlane } from '../board/poses';
import { asTyped, t } from '../i18n';
import { type GameStore, shared } from '../state';
import { isGoal } from './choose';
import { FactDice } from './Dice';
import { type Hand, handOf } from './hand';
import { Hints } from './Hints';
import { Inspector } from './Inspector';
import { ClauseLink } from './OddsCard';
import { Throw } from './Throw';
import { onTray } from './Tray';
import './play.css';

/** Everything that can be done now, and what has just happened: enough to play without the board. */
export function PlayPanel({ game }: { game: GameStore }) {
  const table = game.table.value;
  if (!table || !game.battle.value) return null;
  const hand = handOf(game);
  const choices = hand.choices.value;
  return (
    <div class="play-panel" aria-busy={game.busy.value}>
      {table.view.toAct === -1 && !table.outcome?.over && !table.frozen && !game.following.value && <Roll game={game} table={table} />}
      <Ends hand={hand} />
      <Cards hand={hand} />
      {game.handover.value === null && (table.canUndo || !(table.outcome?.over || table.frozen)) && <Undo hand={hand} table={table} />}
      {!table.frozen && <Hints hand={hand} />}
      {hand.plane && <JustNow last={table.last ?? []} game={game} />}
      <Able hand={hand} />
      {game.selection.value.piece !== null && <Inspector game={game} brief />}
      {!hand.plane && <JustNow last={table.last ?? []} game={game} />}
      <Asks game={game} />
      {choices.length > 0 && <AllChoices hand={hand} />}
    </div>
  );
}

/** The roll that is due: entered if the dice are real, otherwise rolled by the program. */
function Roll({ game, table }: { game: GameStore; table: TableData }) {
  if (table.roll) return <Throw key={table.version} game={game} dice={table.roll} />;
  return (
    <button type="button" class="play-button main" disabled={game.busy.value} onClick={() => void game.roll()}>
      {t('play.roll')}
    </button>
  );
}

/** The cards that are not on the board, those of the viewer first. Those that may be played are buttons. */
function Cards({ hand: choice }: { hand: Hand }) {
  const { game } = choice;
  const battle = game.battle.value!;
  const { view } = game.table.value!;
  const fits = choice.cards.value;
  const shown = view.pieces.filter((v) => isCard(battle, v.piece) && v.place < 0 && !v.pose);
  const others = [...fits].filter((p) => isCard(battle, p) && !shown.some((v) => v.piece === p)); // such as one to be bought
  const cards = [...shown, ...others.map((piece): PieceView => ({ piece, place: -1, order: 0, facing: -1 }))];
  if (!cards.length) return null;
  const hand = cards.filter((v) => sideOf(battle, v.piece) < 0 && (fits.has(v.piece) || !v.states?.includes('discarded'))); // of a common deck
  const sides = [...battle.sides.keys()].sort((a, b) => Number(b === view.side) - Number(a === view.side));
  return (
    <section>
      <h3>{t('play.cards')}</h3>
      {hand.length > 0 && (
        <ul class="hand" onKeyDown={walk}>
          {hand.map((v) => (
            <li key={v.piece}>
              <Playable hand={choice} piece={v.piece} text={describeCard(battle, v)} read>
                <PlayingCard battle={battle} piece={v.piece} />
              </Playable>
            </li>
          ))}
        </ul>
      )}
      <div class="hands">
        {sides.map((side) => (
          <ul key={side} class="cards" aria-label={battle.sides[side].name} onKeyDown={walk}>
            {cards
              .filter((v) => sideOf(battle, v.piece) === side)
              .map((v) => (
                <li key={v.piece} class={v.states?.includes('used') ? 'used' : ''}>
                  <Playable hand={choice} piece={v.piece} text={describeCard(battle, v)}>
                    <svg width="38" height="50" viewBox="-18 -24 36 48" role="img" aria-label={describeCard(battle, v)}>
                      <title>{describeCard(battle, v)}</title>
                      <CardFace battle={battle} piece={v.piece} view={v} />
                    </svg>
                  </Playable>
                  <small aria-hidden="true">{battle.sheet.pieces[v.piece].type}</small>
                </li>
              ))}
          </ul>
        ))}
      </div>
    </section>
  );
}

/** Moves the focus along a row of cards. */
function walk(e: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const list = [...e.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = list.indexOf(e.target as HTMLElement);
  if (at < 0) return;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: list.length - 1 }[e.key] ?? (/^[1-9]$/.test(e.key) ? Number(e.key) - 1 : undefined);
  if (to === undefined) return;
  e.preventDefault();
  list[Math.max(0, Math.min(to, list.length - 1))].focus();
}

const far = 8; // pixels that a pointer moves before it drags

/**
 * A card that may be played, by a click, a key or dragging it onto the board; while others may be, it is dimmed. One with words on it
 * is read out with them.
 */
function Playable({ hand, piece, text, read, children }: { hand: Hand; piece: number; text: string; read?: boolean; children: ComponentChildren }) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const dropped = useRef(false);
  const ghost = useSignal<{ x: number; y: number } | null>(null);
  const end = () => {
    start.current = null;
    ghost.value = null;
    hand.dragged.value = null;
  };
  if (!hand.cards.value.has(piece)) return <div class={`card-slot${hand.cards.value.size ? ' dimmed' : ''}`}>{children}</div>;
  const moved = ghost.value;
  const drops = hand.discards.value.has(piece);
  const says = drops ? t('play.card.discards', { card: text }) : t('play.card.fits', { card: text });
  return (
    <button
      type="button"
      class={`card-slot fits${drops ? ' drops' : ''}${moved ? ' dragged' : ''}${hand.staked.value.has(piece) ? ' staked' : ''}`}
      aria-label={read ? undefined : says}
      aria-pressed={hand.card.value === piece}
      disabled={hand.game.busy.value}
      onClick={() => {
        if (!dropped.current) void hand.pickCard(piece);
        dropped.current = false;
      }}
      onPointerDown={(e) => {
        dropped.current = false;
        if (e.button !== 0) return;
        start.current = { x: e.clientX, y: e.clientY };
        e.currentTarget.setPointerCapture(e.pointerId);
      }}
      onPointerMove={(e) => {
        const from = start.current;
        if (!from) return;
        if (!ghost.value && Math.hypot(e.clientX - from.x, e.clientY - from.y) < far) return;
        ghost.value = { x: e.clientX, y: e.clientY };
        hand.dragged.value = piece;
      }}
      onPointerUp={(e) => {
        dropped.current = ghost.value !== null; // the click that follows is none
        if (ghost.value && onto(e.clientX, e.clientY)) void hand.pickCard(piece);
        end();
      }}
      onPointerCancel={end}
    >
      {children}
      {read && <span class="hidden-visually">{says}</span>}
      <span class="card-mark" aria-hidden="true">
        {drops ? '✕' : '▲'}
      </span>
      {moved && (
        <span class="card-ghost" aria-hidden="true" style={{ left: `${moved.x}px`, top: `${moved.y}px` }}>
          {children}
        </span>
      )}
    </button>
  );
}

/** Whether the board is under a point. */
function onto(x: number, y: number): boolean {
  return document.elementsFromPoint(x, y).some((e) => e.closest('.play-board'));
}

const asks = ['always', 'fitting', 'later'] as const;

/** When the player is asked what he may decline. */
function Asks({ game }: { game: GameStore }) {
  const table = game.table.value!;
  const battle = game.battle.value!;
  const wanted = useSignal<Ask | null>(null); // until the server has it
  const set = async (ask: Ask) => {
    wanted.value = ask;
    await game.setAsk(ask);
    wanted.value = null;
  };
  if (!table.ask || table.outcome?.over) return null;
  return (
    <fieldset class="asks">
      <legend>{textOf(battle, 'ask.title') ?? t('play.ask')}</legend>
      {asks.map((ask) => (
        <label key={ask}>
          <input type="radio" name="ask" value={ask} checked={(wanted.value ?? table.ask) === ask} onChange={() => void set(ask)} />
          {textOf(battle, `ask.${ask}`) ?? t(`play.ask.${ask}`)}
        </label>
      ))}
      {shared(table) && <p>{t('play.ask.shared')}</p>}
    </fieldset>
  );
}

/** A card in words: its name, its values, its states. */
function describeCard(battle: BattleData, view: PieceView): string {
  const values = (view.values ?? []).map((v) => `${battle.sheet.values?.[v.key] ?? v.key} ${v.n}`);
  return [nameOf(battle, view.piece), ...values, ...stateNames(battle, view)].join(', ');
}

/** The pieces that can act, as counters to press. */
function Able({ hand }: { hand: Hand }) {
  const { game } = hand;
  const battle = game.battle.value!;
  const table = game.table.value!;
  const movable = hand.able.value;
  if (!movable.length) return null;
  const view = (p: number) => table.view.pieces.find((v) => v.piece === p);
  return (
    <section>
      <h3>{t('play.able', { n: movable.length })}</h3>
      <ul class="able">
        {movable.map((p) => {
          const at = view(p)?.place ?? -1;
          return (
            <li key={p}>
              <button
                type="button"
                aria-pressed={game.selection.value.piece === p}
                onClick={() => void hand.pick({ place: at, piece: p, how: 'key' })}
                onFocus={() => at >= 0 && (game.selection.value = { piece: p, place: at })}
              >
                <svg width="38" height="38" viewBox="-24 -24 48 48" aria-hidden="true">
                  <PieceFace battle={battle} piece={p} view={view(p)} grown={1.6} />
                </svg>
                <span>
                  {nameOf(battle, p)}
                  {at >= 0 && <small> {placeName(battle, at)}</small>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Choices that need no pointing: to finish, to stay, to fire. */
function Ends({ hand }: { hand: Hand }) {
  const offered = hand.buttons.value.filter((c) => !onTray(c, hand));
  // What ends a step stays in one place on a board without places, where the other buttons come and go.
  const list = hand.plane ? [...offered.filter((c) => c.ends), ...offered.filter((c) => !c.ends)] : offered;
  if (!list.length) return null;
  const table = hand.game.table.value!;
  // Where something may be sent somewhere, that is what is asked, and the buttons are the exceptions.
  const sends = hand.choices.value.some((c) => isGoal(c) || c.operands?.some((o) => o.kind === 'place' && o.role === 'goal'));
  // What is done to whom on a board without places is weighed when it is pointed at, as in the list.
  const weigh = isPlane(hand.game.battle.value!.sheet) ? (c: Choice) => (c.rolls || hand.words.value.length > 0) && void hand.weigh(c) : undefined;
  const leave = () => weigh && !hand.pending.value && (hand.weighed.value = null);
  // The answers to a question are worth the same.
  const answers = hand.plane && hand.words.value.length > 0;
  const main = (c: Choice) => (hand.plane && c.ends && table.view.setup) || (!sends && !answers && ((c.rolls && list.filter((x) => x.rolls).length === 1) || hand.choices.value.length === 1 || (list.length === 1 && (table.view.chosen?.length ?? 0) > 0)));
  return (
    <div class="ends">
      {list.map((c) => (
        <button key={c.action} type="button" class={`play-button${main(c) ? ' main' : ''}`} disabled={hand.game.busy.value} onClick={() => void hand.propose(c)} onPointerEnter={() => weigh?.(c)} onPointerLeave={leave}>
          {c.text}
        </button>
      ))}
    </div>
  );
}

function Undo({ hand, table }: { hand: Hand; table: TableData }) {
  const { game } = hand;
  return (
    <div class="undo">
      <button type="button" class="play-button" disabled={!table.canUndo || game.busy.value} onClick={() => void game.undo()} aria-keyshortcuts="Control+Z">
        ↶ {t('play.undo')}
      </button>
      {hand.choices.value.length > 0 && (
        <button type="button" class="play-button" disabled={game.busy.value || hand.hints.value !== null} onClick={() => void hand.askHint()} aria-keyshortcuts="H" title={t('hint.about')}>
          {t('hint')} <kbd>H</kbd>
        </button>
      )}
      <p>{table.canUndo ? (table.undoText ? t('play.undo-what', { what: table.undoText }) : '') : (table.undoWhy ?? '')}</p>
    </div>
  );
}

/** The latest events in the order in which they happened. */
export function latest(last: LogEntry[]): (Fact & { id: string })[] {
  return last
    .flatMap((e) => (e.facts ?? []).map((f, i) => ({ ...f, id: `${e.n}-${i}` })))
    .filter((f) => f.scene !== 'heading') // the track shows it
    .slice(-12);
}

/** What has just happened, with the dice as dice. */
function JustNow({ last, game }: { last: LogEntry[]; game: GameStore }) {
  const plane = handOf(game).plane;
  // Where units and their values take much room, the newest comes first, and there is less of it.
  const facts = plane ? latest(last).slice(-6).toReversed() : latest(last);
  if (!facts.length) return null;
  return (
    <section class="just-now">
      <h3>{t('play.just-now')}</h3>
      <ol aria-live="polite">
        {facts.map((f) => (
          <li key={f.id} class={f.scene === 'detail' ? 'minor' : ''}>
            <FactDice fact={f} size={(f.dice?.length ?? 0) > 3 ? 22 : 34} />
            <span>
              {f.places?.length ? (
                <button type="button" class="place" onClick={() => (game.spotlight.value = f.places?.at(-1) ?? null)}>
                  {f.text}
                </button>
              ) : (
                f.text
              )}{' '}
              <ClauseLink clause={f.clause} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const many = 24;

/** Every action, for players who do not use the board. */
function AllChoices({ hand }: { hand: Hand }) {
  const filter = useSignal('');
  const wanted = asTyped(filter.value.trim());
  const groups = hand.grouped.value
    .map((g) => ({ ...g, choices: wanted ? g.choices.filter((c) => asTyped(c.text).includes(wanted)) : g.choices }))
    .filter((g) => g.choices.length);
  const count = hand.choices.value.length;
  return (
    <details class="all-choices">
      <summary>{t('play.all', { n: count })}</summary>
      {count > many && (
        <label class="filter">
          {t('play.filter')}
          <input type="search" value={filter.value} onInput={(e) => (filter.value = e.currentTarget.value)} />
        </label>
      )}
      {groups.map((g) =>
        g.choices.length > 8 && !wanted ? (
          <details key={g.verb} class="choice-group">
            <summary>
              {textOf(hand.game.battle.value!, `verb.${g.verb}`) ?? t('play.verb.other')} <small>{g.choices.length}</small>
            </summary>
            <List hand={hand} choices={g.choices} />
          </details>
        ) : (
          <List key={g.verb} hand={hand} choices={g.choices} />
        ),
      )}
    </details>
  );
}

function List({ hand, choices }: { hand: Hand; choices: Choice[] }) {
  return (
    <ul>
      {choices.map((c) => (
        <li key={c.action}>
          <button
            type="button"
            class="choice"
            disabled={hand.game.busy.value}
            onClick={() => void hand.propose(c)}
            onFocus={() => void hand.weigh(c)}
            onPointerEnter={() => void hand.weigh(c)}
            onPointerLeave={() => !hand.pending.value && (hand.weighed.value = null)}
          >
            {c.text}
          </button>
        </li>
      ))}
    </ul>
  );
}
