// The game screen: track and points above, the board in the middle, a panel beside it; on a phone, a sheet below it.

import { effect, useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type ApiError, type Side, type TableData, api } from '../api';
import { textOf } from '../battle';
import { t } from '../i18n';
import type { Move } from '../moves';
import { isMine, openSide, sideElsewhere, watches } from '../people';
import { handOf } from '../play/hand';
import { HandOver } from '../play/HandOver';
import { Thinking } from '../play/Hints';
import { Inspector } from '../play/Inspector';
import { PlayBoard } from '../play/PlayBoard';
import { PlayPanel } from '../play/PlayPanel';
import { Watch } from '../play/Watch';
import { toGame, toHome, toMoment, toNew } from '../route';
import { GameStore, language, notify, shared } from '../state';
import { next, refreshWaiting } from '../waiting';
import { Clocks, TimeDeals } from './Clock';
import { Coach } from './Coach';
import { Deals, Offer } from './Deals';
import { Invite, WatchLink } from './Invite';
import { sentence, useAgain } from './load';
import { Log, useLog } from './Log';
import { LuckLink } from './LuckLink';
import { Masthead, Sword } from './Masthead';
import { ClauseLink, Icon, Online, Swatch, Working } from './parts';
import { Roster } from './Roster';
import { Rulebook } from './Rules';
import { PairLine, RatingChanges, TourneyLink } from './League';
import { holderShort, ratingOf, turnOf } from './seats';
import { settingsOpen } from './Settings';
import { playSounds } from './sound';
import { isTalking, TalkTab, useTalk } from './TalkTab';
import { duration } from './agreed';
import { Trust } from './Trust';
import { type Paper, justBegun, Papers } from './Victory';
import { Order, PhaseTrack, Points, Sources, Tracks, TurnTrack } from './Track';

const presence = 60_000; // milliseconds between two looks at who is here

export function TableRoom({ id }: { id: string }) {
  const game = useMemo(() => new GameStore(id), [id]);
  useEffect(() => {
    void game.open();
    return () => game.close();
  }, [game]);
  // The server sends sentences in the language requested.
  const lang = language.value;
  const shown = useRef(lang);
  useEffect(() => {
    if (shown.current !== lang) void game.refresh();
    shown.current = lang;
  }, [lang, game]);
  useEffect(
    () =>
      effect(() => {
        const e = game.error.value;
        if (!e || !game.table.value || e.offline) return; // a lost connection is shown over the board as long as it lasts
        notify(sentence(e), 'error', e.clause);
      }),
    [game],
  );
  useEffect(() => playSounds(game), [game]);
  useAgain(presence, () => void game.lookAround());

  const table = game.table.value;
  const battle = game.battle.value;
  const error = game.error.value;
  const awaited = table?.awaits?.length === 1 ? table.awaits[0] : undefined; // who enters dice or confirms them, though nobody is to act
  useEffect(() => {
    if (!battle || !table) return;
    const turn = table.outcome?.over ? '' : turnOf({ ...battle, seats: table.seats, people: table.people, toAct: awaited ?? table.view.toAct });
    document.title = [turn, battle.name, 'Acies'].filter(Boolean).join(' · ');
  }, [battle, table?.view.toAct, awaited, table?.waiting, table?.outcome?.over, lang]);

  useEffect(refreshWaiting, [table?.view.toAct, awaited, table?.outcome?.over]);

  if (!table || !battle) {
    return <Opening error={error} again={() => void game.refresh()} />;
  }
  return <Screen game={game} />;
}

/** The placeholder until the table is loaded. */
export function Opening({ error, again }: { error?: ApiError | null; again: () => void }) {
  return (
    <>
      {error && <Masthead />}
      <main class="page" id="main" tabIndex={-1}>
        <h1 class="hidden-visually" tabIndex={-1}>
          Acies
        </h1>
        {error ? (
          <div class="problem" role="alert">
            <p>{sentence(error)}</p>
            <p class="row">
              <button type="button" class="button" onClick={again}>
                {t('again')}
              </button>
              <a class="button quiet" href={toHome()}>
                {t('lost.home')}
              </a>
            </p>
          </div>
        ) : (
          <Working>{t('table.opening')}</Working>
        )}
      </main>
    </>
  );
}

/** Whether a player is asked something that he was not asked before, and that the board alone does not answer. */
export function isNewQuestion(before: { prompt: string; waits: boolean }, now: { prompt: string; waits: boolean }, inWords: boolean): boolean {
  return now.waits && (!before.waits || (inWords && now.prompt !== before.prompt));
}

/** Tells what players have said apart: an undo or dice that were agreed to take the place of their offers. */
const keyOf = (said?: TableData['said']) => said && `${said.n} ${said.saying}`;

const isAnswer = ({ saying }: NonNullable<TableData['said']>) => saying !== 'offer' && saying !== 'end';

/** Whether the panel is a sheet below the board. */
const isPhone = () => matchMedia('(max-width: 760px)').matches;

type Tab = 'play' | 'log' | 'talk' | 'units' | 'rules';
type Height = 'low' | 'half' | 'full';

function Screen({ game }: { game: GameStore }) {
  const tab = useSignal<Tab>('play');
  const height = useSignal<Height>('half');
  const paper = useSignal<Paper | null>(justBegun.peek() === game.id ? 'situation' : null);
  const table = game.table.value!;
  const battle = game.battle.value!;
  const talking = useTalk(game);
  const log = useLog(game.id, tab.value === 'log' ? table.version : undefined, game.side);
  // While a move is shown it is of the side that made it, though another may be asked about it.
  const actor = game.following.value?.side ?? (table.waiting ? sideElsewhere(table) : table.view.toAct);
  const yours = useComputed(() => isMine(game.table.value!, game.table.value!.view.toAct) && !game.table.value!.frozen && !game.table.value!.waiting);

  useLayoutEffect(() => {
    game.reading.value = paper.value !== null;
  }, [game, paper.value]);

  // A clause requested anywhere opens in the panel; the game stays in view.
  useEffect(
    () =>
      effect(() => {
        if (game.clause.value) show('rules');
      }),
    [game],
  );
  // A new question brings its answers into view: one that comes after others have acted, or that has to be answered by a button.
  const body = useRef<HTMLDivElement>(null);
  const asked = useRef({ prompt: table.prompt, waits: table.choices.length > 0 });
  useEffect(() => {
    const before = asked.current;
    asked.current = { prompt: table.prompt, waits: table.choices.length > 0 };
    const fresh = isNewQuestion(before, asked.current, handOf(game).asked.peek().length > 0) && !isTalking();
    if (fresh) show('play');
    // A phone shows little of the panel; whoever chooses from the list there stays in it.
    const other = isPhone() && tab.peek() === 'play' && asked.current.waits && table.prompt !== before.prompt && !document.activeElement?.closest('.all-choices');
    if (fresh || other) body.current?.scrollTo({ top: 0 });
  }, [table]);
  // What the other says about an offer is told at once, since the offer itself is gone then.
  const said = useRef(keyOf(table.said));
  useEffect(() => {
    const { said: last, version } = table;
    if (version < 0) return; // a past moment
    if (last && isAnswer(last) && keyOf(last) !== said.current && !isMine(table, last.side)) notify(last.text);
    said.current = keyOf(last);
  }, [table]);
  const show = (next: Tab) => {
    tab.value = next;
    if (height.peek() === 'low') height.value = 'half';
  };
  const closePaper = () => {
    paper.value = null;
    justBegun.value = null;
  };
  const onClick = (e: MouseEvent) => {
    const link = (e.target as Element | null)?.closest?.('a[href^="#/rules"]');
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return;
    e.preventDefault();
    closePaper();
    const clause = decodeURIComponent(link.getAttribute('href')?.split('/')[2] ?? '');
    game.clause.value = null; // the same clause again is a new request
    if (clause) game.clause.value = clause;
    else show('rules');
  };
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return;
      if (e.key === 'Escape') game.skip();
      const typing = (e.target as Element | null)?.closest?.('input, textarea, select');
      if (e.key.toLowerCase() === 'h' && !e.ctrlKey && !e.metaKey && !e.altKey && !typing && yours.value) {
        show('play');
        void handOf(game).askHint();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [game]);
  const toPlace = (place: number) => {
    game.spotlight.value = null;
    game.spotlight.value = place;
    if (isPhone()) height.value = 'low';
  };
  const toPiece = (piece: number) => {
    game.select(piece);
    const place = game.selection.value.place;
    if (place !== null) toPlace(place);
  };

  return (
    <div class="table-room" data-version={table.version} onClick={onClick}>
      <header class="table-bar">
        <a class="brand" href={toHome()} aria-label={t('brand.home')} title={t('brand.home')}>
          <Sword />
        </a>
        <h1 tabIndex={-1}>
          {battle.name} <Against table={table} />
        </h1>
        <TurnTrack table={table} />
        <PhaseTrack table={table} battle={battle} />
        <Points table={table} battle={battle} />
        <nav class="table-menu" aria-label={t('nav')}>
          <NextGame />
          <button type="button" class="button quiet how-to-win" aria-label={t('win.title')} title={t('win.title')} onClick={() => (paper.value = 'win')}>
            <Icon name="laurel" /> <span>{t('win.title')}</span>
          </button>
          <a class="button quiet icon" href={toMoment(game.id, table.length ?? 0)} aria-label={t('game.replay')} title={t('game.replay')}>
            <Icon name="film" />
          </a>
          <a class="button quiet icon only-wide" href={api.recordAddress(game.id, game.side)} download aria-label={t('record.save')} title={t('record.save')}>
            <Icon name="save" />
          </a>
          <button type="button" class="button quiet icon" aria-label={t('settings')} title={t('settings')} onClick={() => (settingsOpen.value = true)}>
            <Icon name="gear" />
          </button>
        </nav>
        {game.busy.value && <div class="busy-line" role="status" aria-label={t('working')} />}
      </header>

      {paper.value && <Papers key={paper.value} game={game} paper={paper.value} onTurn={(p) => (paper.value = p)} onClose={closePaper} />}

      <main id="main" class="table-board" tabIndex={-1} aria-label={t('table.board')} data-coach="board">
        <PlayBoard game={game} />
        <HandOver game={game} />
        {(!game.connected.value || game.error.value?.offline) && (
          <p class="away" role="status">
            {t('table.away')}
          </p>
        )}
      </main>

      <aside class="panel" data-height={height.value} aria-label={t('table.panel')}>
        <Handle height={height.value} onChange={(h) => (height.value = h)} />
        <Clocks game={game} />
        <div class="prompt" aria-live="polite" aria-atomic="true" data-side={table.outcome?.over ? table.outcome.winner : actor} data-coach="prompt">
          {table.outcome?.over ? (
            <Outcome game={game} />
          ) : table.frozen ? (
            <p>{table.frozen}</p>
          ) : (
            <>
              <p class="prompt-who">
                {actor >= 0 && <Swatch side={actor} />}
                {actor >= 0 ? battle.sides[actor]?.name : t('nature')}
                {actor >= 0 && !isMine(table, actor) && (
                  <span class="faint">
                    {holderShort(table.seats[actor], table.people?.[actor])} <Online person={table.people?.[actor]} />
                  </span>
                )}
                {actor >= 0 && isMine(table, actor) && <Against table={table} />}
                <Opponent game={game} />
                {game.skippable.value ? (
                  <button type="button" class="button small skip-moves" title={t('table.skip.about')} aria-keyshortcuts="Escape" onClick={() => game.skip()}>
                    {t('table.skip')} <kbd>Esc</kbd>
                  </button>
                ) : (
                  <span class="prompt-phase">{table.phase}</span>
                )}
              </p>
              <p class="prompt-text">{saying(game, actor)}</p>
            </>
          )}
        </div>
        <Watch game={game} />
        {!table.frozen && !table.waiting && <Coach game={game} />}
        <Offer game={game} />
        <Tabs tab={tab.value} talk={talking === undefined ? undefined : (talking?.talk.unread.value ?? 0)} onChange={show} />
        {talking && <talking.part.Overheard talk={talking.talk} />}
        <div ref={body} class="panel-body" id="panel-body" role="tabpanel" aria-labelledby={`tab-${tab.value}`} data-coach="panel">
          {tab.value === 'play' && (
            <>
              {table.outcome?.over && (
                <div class="tally">
                  <Sources table={table} battle={battle} />
                </div>
              )}
              {table.pack && <p class="table-note">{t('table.stored')}</p>}
              <Watching table={table} />
              {!table.outcome?.over && <PairLine table={table} />}
              <TimeDeals game={game} />
              {yours.value && table.view.setup && <Setup game={game} />}
              <Tracks table={table} battle={battle} />
              {openSide(table) >= 0 ? <Invite game={game} onRead={() => (paper.value = 'situation')} /> : <PlayPanel game={game} />}
              <Order table={table} battle={battle} onPiece={toPiece} />
              <Deals game={game} />
              <Trust game={game} />
              {openSide(table) < 0 && <WatchLink game={game} />}
            </>
          )}
          {tab.value === 'log' && (
            <Log log={log} battle={battle} selected={game.selection.value.piece} onPlace={toPlace} />
          )}
          {tab.value === 'talk' && talking !== undefined && <TalkTab game={game} talking={talking} shown={height.value !== 'low'} />}
          {tab.value === 'units' && (
            <div class="units-tab">
              <Inspector game={game} />
              <Roster game={game} onPlace={toPlace} />
            </div>
          )}
          {tab.value === 'rules' && <Rulebook battle={battle} clause={game.clause.value} compact />}
        </div>
      </aside>
    </div>
  );
}

/** The way to the next game that waits for this person, first of all one in which a clock runs down. */
function NextGame() {
  const { n, id, live } = next.value;
  useEffect(() => {
    if (live) notify(t('waiting.live', { name: live }));
  }, [live && id]);
  if (!n) return null;
  const label = live ? t('waiting.next.live', { n }) : t('waiting.next', { n });
  return (
    <a class={live ? 'button small primary next-game' : 'button small next-game'} href={toGame(id)} aria-label={label} title={label}>
      {live && <Icon name="clock" />}
      {t('waiting.short', { n })}
    </a>
  );
}

/** What somebody who has no seat is told. */
function Watching({ table }: { table: TableData }) {
  if (!watches(table)) return null;
  return <p class="table-note">{t(table.terms?.delay ? 'watching.late' : 'watching.live', { delay: duration(table.terms?.delay ?? 0) })}</p>;
}

/** The name of the person elsewhere against whom the game is played. */
function Against({ table }: { table: TableData }) {
  if (watches(table)) return <small class="against">{table.people?.map((p) => p.name || t('account.guest')).join(' – ')}</small>;
  const person = table.people?.[sideElsewhere(table)];
  const rating = ratingOf(person);
  if (!person || person.empty) return null;
  return (
    <small class="against">
      {person.name ? t('table.against', { name: rating ? `${person.name}, ${rating}` : person.name }) : t('table.against.guest')} <Online person={person} />
    </small>
  );
}

/** How the army may be set up, and a button to return to the printed set-up. */
function Setup({ game }: { game: GameStore }) {
  const changed = game.table.value?.canUndo ?? false;
  const battle = game.battle.value!;
  const turns = game.table.value?.choices.some((c) => c.operands?.some((o) => o.kind === 'facing'));
  if (!changed && !turns) return null; // the question says everything
  return (
    <div class="setup">
      <p>{changed ? (textOf(battle, 'setup.changed') ?? t('setup.changed')) : t('setup.printed')}</p>
      {changed && (
        <button type="button" class="button small" disabled={game.busy.value} onClick={() => void game.undoAll()}>
          {textOf(battle, 'setup.restore') ?? t('setup.restore')}
        </button>
      )}
    </div>
  );
}

/** Shows that an opponent is thinking, unless that takes only a moment. */
function Opponent({ game }: { game: GameStore }) {
  const table = game.table.value!;
  const thinks = !table.frozen && table.view.toAct >= 0 && table.seats[table.view.toAct] !== 'human' && !game.following.value;
  const late = useSignal(false);
  useEffect(() => {
    if (!thinks) return;
    const timer = setTimeout(() => (late.value = true), 350);
    return () => {
      clearTimeout(timer);
      late.value = false;
    };
  }, [thinks]);
  return thinks && late.value ? <Thinking>{t('table.thinking')}</Thinking> : null;
}

/** What the panel says: the move that is shown, for whom the table waits, or what is asked here. */
function saying(game: GameStore, actor: Side): string {
  const table = game.table.value!;
  if (game.following.value) return inShort(game.following.value);
  if (actor < 0 || (actor !== sideElsewhere(table) && !watches(table))) return table.prompt;
  if (actor === openSide(table)) return t('invite.waiting');
  return t('table.waits', { name: table.people?.[actor]?.name ?? t('table.opponent') });
}

/** The first events of a move. */
function inShort(move: Move): string {
  return move.facts.slice(0, 3).map((f) => f.text).join(' ');
}

function Outcome({ game }: { game: GameStore }) {
  const table = game.table.value!;
  const battle = game.battle.value!;
  const winner = table.outcome?.winner ?? -2;
  return (
    <div class="outcome">
      <p class="outcome-title">
        {winner >= 0 && <Swatch side={winner} />} {winner >= 0 ? t('outcome.victory', { side: battle.sides[winner].name }) : t('outcome.draw')}
      </p>
      <p>
        {table.outcome?.text} {table.outcome?.clause && <ClauseLink id={table.outcome.clause} />}
      </p>
      <RatingChanges table={table} />
      <PairLine table={table} />
      {game.side !== undefined && !shared(table) && winner >= 0 && <p>{t(winner === game.side ? 'outcome.won' : sideElsewhere(table) >= 0 ? 'outcome.beaten' : 'outcome.lost')}</p>}
      <p class="row">
        <a class="button small primary" href={toMoment(game.id, 0)}>
          <Icon name="film" /> {t('game.replay')}
        </a>
        <LuckLink id={game.id} />
        <TourneyLink table={table} />
        <a class="button small" href={toNew(table.battle)}>
          {t('outcome.again')}
        </a>
        <a class="button small" href={toHome()}>
          {t('lost.home')}
        </a>
      </p>
    </div>
  );
}

const allTabs = [
  { id: 'play', label: 'tab.play' },
  { id: 'log', label: 'tab.log' },
  { id: 'talk', label: 'tab.talk' },
  { id: 'units', label: 'tab.units' },
  { id: 'rules', label: 'tab.rules' },
] as const;

/** `talk` is how many messages have not been read; without it nobody is there to talk to. */
function Tabs({ tab, talk, onChange }: { tab: Tab; talk?: number; onChange: (tab: Tab) => void }) {
  const tabs = allTabs.filter((x) => x.id !== 'talk' || talk !== undefined);
  const onKey = (e: KeyboardEvent) => {
    const step = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    e.preventDefault();
    const i = tabs.findIndex((x) => x.id === tab);
    const next = tabs[(i + step + tabs.length) % tabs.length].id;
    onChange(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={t('table.panel')} onKeyDown={onKey}>
      {tabs.map((x) => (
        <button
          key={x.id}
          type="button"
          role="tab"
          id={`tab-${x.id}`}
          aria-selected={tab === x.id}
          aria-controls="panel-body"
          tabIndex={tab === x.id ? 0 : -1}
          onClick={() => onChange(x.id)}
        >
          {t(x.label)}
          {x.id === 'talk' && !!talk && (
            <>
              {' '}
              <span class="unread" aria-hidden="true">
                {talk}
              </span>
              <span class="hidden-visually">{t('talk.unread', { n: talk })}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}

const heights: Height[] = ['low', 'half', 'full'];

/** The handle of the bottom sheet on a phone: dragged, tapped or pressed. */
function Handle({ height, onChange }: { height: Height; onChange: (h: Height) => void }) {
  const start = useRef<number | null>(null);
  const step = (d: number) => onChange(heights[Math.max(0, Math.min(2, heights.indexOf(height) + d))]);
  return (
    <button
      type="button"
      class="handle"
      aria-expanded={height !== 'low'}
      aria-label={height === 'low' ? t('sheet.raise') : t('sheet.lower')}
      onPointerDown={(e) => {
        start.current = e.clientY;
        e.currentTarget.setPointerCapture(e.pointerId);
      }}
      onPointerUp={(e) => {
        const moved = e.clientY - (start.current ?? e.clientY);
        start.current = null;
        if (Math.abs(moved) > 20) step(moved < 0 ? 1 : -1);
        else onChange(height === 'low' ? 'half' : 'low');
      }}
      onKeyDown={(e) => {
        if (e.key === 'ArrowUp') step(1);
        else if (e.key === 'ArrowDown') step(-1);
        else if (e.key === 'Enter' || e.key === ' ') onChange(height === 'low' ? 'half' : 'low');
        else return;
        e.preventDefault();
      }}
    >
      <span aria-hidden="true" />
    </button>
  );
}
