import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Ask, type BattleData, type Choice, type Fact, type LogEntry, NATURE, type PieceView, type TableData } from '../api';
import { isCard, isUnit, nameOf, placeName, sideOf, textOf } from '../battle';
import { stateNames } from '../board/stacks';
import { CardFace, PieceFace } from '../board/Counter';
import { PlayingCard } from '../board/PlayingCard';
import { asTyped, t } from '../i18n';
import { watches } from '../people';
import { type GameStore, shared } from '../state';
import { Acts } from './Acts';
import { type Answer, isGoal } from './choose';
import { FactDice } from './Dice';
import { type Hand, handOf, weighable } from './hand';
import { Hints } from './Hints';
import { Inspector } from './Inspector';
import { ClauseLink } from './OddsCard';
import { Standing } from './Standing';
import { Throw } from './Throw';
import { Price } from './Price';
import { onTray } from './Tray';

/** Everything that can be done now, and what has just happened: enough to play without the board. */
export function PlayPanel({ game }: { game: GameStore }) {
  const table = game.table.value;
  if (!table || !game.battle.value) return null;
  const hand = handOf(game);
  const choices = hand.choices.value;
  return (
    <div class="play-panel" aria-busy={game.busy.value}>
      {table.view.toAct === -1 && !table.outcome?.over && !table.frozen && !table.waiting && !game.following.value && <Roll game={game} table={table} />}
      <Ends hand={hand} />
      <Acts hand={hand} where="panel-acts" />
      <Cards hand={hand} />
      {game.handover.value === null && !watches(table) && (table.canUndo || !(table.outcome?.over || table.frozen)) && <Undo hand={hand} table={table} />}
      {!table.frozen && <Hints hand={hand} />}
      {hand.plane && <JustNow last={table.last ?? []} game={game} />}
      <Able hand={hand} />
      {game.selection.value.piece !== null && <Inspector game={game} brief />}
      {!hand.plane && <JustNow last={table.last ?? []} game={game} />}
      <Asks game={game} />
      <Standing game={game} />
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
  const held = cards.filter((v) => sideOf(battle, v.piece) < 0 && (fits.has(v.piece) || !v.states?.includes('discarded'))); // of a common deck
  const hand = held.toSorted((a, b) => Number(fits.has(b.piece)) - Number(fits.has(a.piece)));
  const sides = [...battle.sides.keys()].sort((a, b) => Number(b === view.side) - Number(a === view.side));
  return (
    <section>
      <h3>{t('play.cards')}</h3>
      {hand.length > 0 && (
        <ul class="hand" aria-label={t('play.cards')} tabIndex={hand.some((v) => fits.has(v.piece)) ? undefined : 0} onKeyDown={walk}>
          {hand.map((v) => (
            <li key={v.piece}>
              <Playable hand={choice} piece={v.piece} text={describeCard(battle, v)} read>
                <PlayingCard battle={battle} piece={v.piece} />
              </Playable>
            </li>
          ))}
        </ul>
      )}
      <CardWhy hand={choice} />
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

/** Why the card that was pointed at cannot be played now. */
function CardWhy({ hand }: { hand: Hand }) {
  const why = hand.cardWhy.value;
  const battle = hand.game.battle.value!;
  return (
    <div class="card-why" role="status">
      {why?.why.reasons.map((r) => (
        <p key={r.clause + r.text}>
          <strong>{nameOf(battle, why.card)}</strong> {r.text} <ClauseLink clause={r.clause} />
        </p>
      ))}
    </div>
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
  if (!hand.cards.value.has(piece)) {
    if (!hand.choices.value.length || !read) return <div class={`card-slot${hand.cards.value.size ? ' dimmed' : ''}`}>{children}</div>;
    return (
      <button
        type="button"
        class={`card-slot idle${hand.dims.value ? ' dimmed' : ''}`}
        onClick={() => void hand.askCard(piece)}
        onFocus={() => void hand.askCard(piece)}
        onPointerEnter={(e) => e.pointerType === 'mouse' && void hand.askCard(piece)}
        onPointerLeave={() => (hand.cardWhy.value = null)}
      >
        {children}
        <span class="hidden-visually">{t('play.card.idle')}</span>
      </button>
    );
  }
  const moved = ghost.value;
  const drops = hand.discards.value.has(piece);
  const says = drops ? t('play.card.discards', { card: text }) : t('play.card.fits', { card: text });
  return (
    <button
      type="button"
      class={`card-slot fits${drops ? ' drops' : ''}${moved ? ' dragged' : ''}${hand.staked.value.has(piece) ? ' staked' : ''}`}
      aria-label={read ? undefined : says}
      aria-pressed={hand.card.value === piece}
      title={says}
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

/** The pieces that can act, as counters to press; if they are few, each with what it would do. */
function Able({ hand }: { hand: Hand }) {
  const { game } = hand;
  const battle = game.battle.value!;
  const table = game.table.value!;
  const picks = picksOf(hand);
  if (!picks.length) return null;
  const view = (p: number) => table.view.pieces.find((v) => v.piece === p);
  return (
    <section>
      <h3>{t('play.able', { n: picks.length })}</h3>
      <ul class="able">
        {picks.map(({ piece: p, answer }) => {
          const at = view(p)?.place ?? -1;
          return (
            <li key={answer?.choices[0].action ?? p}>
              <button
                type="button"
                aria-pressed={game.selection.value.piece === p}
                disabled={answer && game.busy.value}
                onClick={() => void (answer ? hand.answer(answer) : hand.pick({ place: at, piece: p, how: 'key' }))}
                onFocus={() => at >= 0 && (game.selection.value = { piece: p, place: at })}
                onPointerEnter={() => answer && hand.weighAnswer(answer)}
                onPointerLeave={() => answer && hand.weighAnswer(null)}
              >
                <svg width="38" height="38" viewBox="-24 -24 48 48" aria-hidden="true">
                  <PieceFace battle={battle} piece={p} view={view(p)} grown={1.28} />
                </svg>
                <span>
                  {answer?.text ?? nameOf(battle, p)}
                  {!answer && at >= 0 && <small> {placeName(battle, at)}</small>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The pieces that may be pointed at. If there are few answers, each that begins with a piece, or with those at a place, comes with it. */
function picksOf(hand: Hand): { piece: number; answer?: Answer }[] {
  if (hand.asked.value.length) return [];
  if (!hand.answers.value.length) return hand.able.value.map((piece) => ({ piece }));
  const table = hand.game.table.value!;
  const top = (place: number) => table.view.pieces.filter((v) => v.place === place).toSorted((a, b) => a.order - b.order)[0]?.piece;
  const said = new Set(hand.buttons.value);
  return hand.answers.value.flatMap((answer) => {
    const [first] = answer.choices[0].operands ?? [];
    const piece = first?.kind === 'piece' ? first.n : first?.kind === 'place' && first.role !== 'goal' ? top(first.n) : undefined;
    return piece === undefined || said.has(answer.choices[0]) ? [] : [{ piece, answer }];
  });
}

/** Choices that need no pointing, to finish, to stay, to fire, and all answers to a question. */
function Ends({ hand }: { hand: Hand }) {
  const apart = (c: Choice) => onTray(c, hand) || c.operands?.some((o) => o.kind === 'card'); // dice and cards lie elsewhere
  const offered = hand.buttons.value.filter((c) => !apart(c));
  // What ends a step stays in one place on a board without places, where the other buttons come and go.
  const choices = hand.plane ? [...offered.filter((c) => c.ends), ...offered.filter((c) => !c.ends)] : offered;
  const picks = new Set(picksOf(hand).map((p) => p.answer));
  const few = hand.asked.value.length ? hand.asked.value : hand.answers.value;
  const list: Answer[] = few.length ? few.filter((a) => !picks.has(a) && !apart(a.choices[0])) : choices.map((c) => ({ text: c.text, choices: [c] }));
  const table = hand.game.table.value!;
  const withheld = hand.choices.value.length ? (table.withheld ?? []) : [];
  if (!list.length && !withheld.length) return null;
  // Where something may be sent somewhere, that is what is asked, and the buttons are the exceptions.
  const sends = hand.choices.value.some((c) => isGoal(c) || c.operands?.some((o) => o.kind === 'place' && o.role === 'goal'));
  // The answers to a question are worth the same, and weighed when they are pointed at.
  const answers = hand.asked.value.length > 1;
  const weighs = (a: Answer) => hand.asked.value.length > 0 || (hand.plane ? a.choices[0].rolls : weighable(a.choices[0]));
  const names = (a: Answer) => a.choices[0].operands?.some((o) => o.role === 'group');
  const rolls = list.filter((a) => a.choices[0].rolls);
  const main = ({ choices: [c] }: Answer) => (hand.plane && c.ends && table.view.setup) || (!sends && !answers && ((c.rolls && rolls.length === 1) || hand.choices.value.length === 1 || (list.length === 1 && (table.view.chosen?.length ?? 0) > 0)));
  // Who ends a step is told how many could still act in it, on a board without places, where each acts by itself.
  const battle = hand.game.battle.value!;
  const idle = hand.plane && list.some((a) => a.choices[0].ends) && !table.view.setup && !table.view.chosen?.length && !hand.asked.value.length;
  const left = idle ? hand.able.value.filter((p) => isUnit(battle, p) && sideOf(battle, p) === table.view.toAct).length : 0;
  return (
    <div class="ends">
      {left > 0 && <p id="still-able">{t('play.still-able', { n: left })}</p>}
      {list.map((a) => (
        <button
          key={a.choices[0].action}
          type="button"
          class={`play-button${main(a) ? ' main' : ''}`}
          disabled={hand.game.busy.value}
          aria-describedby={left > 0 && a.choices[0].ends ? 'still-able' : undefined}
          onClick={() => void hand.answer(a)}
          onPointerEnter={() => (weighs(a) ? hand.weighAnswer(a) : names(a) && hand.look(a.choices[0]))}
          onPointerLeave={() => (weighs(a) ? hand.weighAnswer(null) : names(a) && hand.look(null))}
          onFocus={() => names(a) && hand.look(a.choices[0])}
          onBlur={() => names(a) && hand.look(null)}
        >
          {a.text}
          <Price of={a} />
        </button>
      ))}
      {withheld.map((w) => (
        <div key={w.act} class="withheld">
          <button type="button" class="play-button" disabled aria-describedby="withheld">
            {w.act}
          </button>
          <p id="withheld">
            {w.text} <ClauseLink clause={w.clause} />
          </p>
        </div>
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
      {hand.hinted.value && (
        <button type="button" class="play-button" disabled={game.busy.value || hand.hints.value !== null} onClick={() => void hand.askHint()} aria-keyshortcuts="H" title={t('hint.about')}>
          {t('hint')} <kbd>H</kbd>
        </button>
      )}
      <p>{table.canUndo ? undoing(game.undone.value, table.undoText) : (table.undoWhy ?? '')}</p>
    </div>
  );
}

/** What would be undone: a move of several units by one gesture is undone whole. */
function undoing(units: number, what?: string): string {
  if (units > 1) return t('play.undo-all', { n: units });
  return what ? t('play.undo-what', { what }) : '';
}

const told = 12; // events, unless the last step has more

/**
 * The latest events in the order in which they happened, as the log has them. A step is an action with its rolls; it is told whole, and
 * so is all that led to it within one activation, as far as there is room.
 */
export function latest(last: LogEntry[]): (Fact & { id: string })[] {
  const steps: (Fact & { id: string })[][] = [];
  for (const e of last) {
    const facts = (e.facts ?? []).map((f, i) => ({ ...f, id: `${e.n}-${i}` })).filter((f) => f.scene !== 'heading'); // the track shows it
    if (e.side !== NATURE) steps.push(facts);
    else steps.at(-1)?.push(...facts); // a roll whose action is not known any more is left out
  }
  const out: (Fact & { id: string })[] = [];
  for (const step of steps.toReversed()) {
    if (out.length && out.length + step.length > told) break;
    out.unshift(...step);
  }
  return out;
}

/** What has just happened, with the dice as dice; the newest is last, and in view. */
function JustNow({ last, game }: { last: LogEntry[]; game: GameStore }) {
  const facts = latest(last);
  const list = useRef<HTMLOListElement>(null);
  const newest = facts.at(-1)?.id;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [newest]);
  if (!facts.length) return null;
  return (
    <section class="just-now">
      <h3>{t('play.just-now')}</h3>
      <ol ref={list} aria-live="polite" tabIndex={0} aria-label={t('play.just-now')}>
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
    <Folded name="all-choices" title={t('play.all', { n: count })}>
      {count > many && (
        <label class="filter">
          {t('play.filter')}
          <input type="search" value={filter.value} onInput={(e) => (filter.value = e.currentTarget.value)} />
        </label>
      )}
      {groups.map((g) =>
        g.choices.length > 8 && !wanted ? (
          <Folded
            key={g.verb}
            name="choice-group"
            title={
              <>
                {textOf(hand.game.battle.value!, `verb.${g.verb}`) ?? t('play.verb.other')} <small>{g.choices.length}</small>
              </>
            }
          >
            <List hand={hand} choices={g.choices} />
          </Folded>
        ) : (
          <List key={g.verb} hand={hand} choices={g.choices} />
        ),
      )}
    </Folded>
  );
}

/** What is made only when it is unfolded: there may be hundreds of choices, and most players never look at them. */
function Folded({ name, title, children }: { name: string; title: ComponentChildren; children: ComponentChildren }) {
  const open = useSignal(false);
  return (
    <details class={name} onToggle={(e) => (open.value = e.currentTarget.open)}>
      <summary>{title}</summary>
      {open.value && children}
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
