import { effect, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Plan, Shade, Why } from '../api';
import type { Note } from '../types';
import { nameOf, textOf } from '../battle';
import { Board } from '../board/Board';
import { byFinger } from '../board/Handles';
import type { Pick } from '../board/marks';
import { fightOf } from '../fights';
import { t } from '../i18n';
import { later } from '../settled';
import type { GameStore } from '../state';
import { Acts } from './Acts';
import { type Hand, handOf } from './hand';
import { ClauseLink, OddsCard } from './OddsCard';
import { besides, overlap } from './overlap';
import { Overlays } from './Overlays';
import { Question } from './Question';
import { Tray } from './Tray';

/** The board of a game in progress: clicks on it make choices. */
export function PlayBoard({ game }: { game: GameStore }) {
  const hand = handOf(game);
  const shades = useSignal<Shade[]>([]);
  const seen = useSignal(0); // the last roll of the fight that was clicked away
  const last = game.table.value?.last;
  const fight = useMemo(() => fightOf(last ?? []), [last]);
  const latest = fight?.rolls.at(-1)?.n ?? 0;
  const now = useRef(latest);
  now.current = latest;
  const staged = latest !== seen.value && (game.following.value || latest > game.opened) ? fight : undefined;
  const pick = async (p: Pick) => {
    seen.value = latest;
    if (game.following.value) await game.hasten();
    await hand.pick(p);
  };
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const typing = (e.target as Element | null)?.closest?.('input, textarea, select, dialog');
      if ((e.ctrlKey || e.metaKey) && !e.shiftKey && e.key.toLowerCase() === 'z' && !typing) {
        e.preventDefault();
        hand.clear();
        if (game.table.value?.canUndo) void game.undo();
      } else if (e.key === 'Escape' && !typing) {
        seen.value = now.current;
        if (hand.cancel()) e.preventDefault();
      } else if (e.key.toLowerCase() === 'a' && !typing && !e.ctrlKey && !e.metaKey && !e.altKey && hand.formation.forward.value.length && !game.busy.value) {
        e.preventDefault();
        void hand.forward();
      } else if (/^[1-9]$/.test(e.key) && !typing && !e.defaultPrevented && hand.face(Number(e.key) - 1)) {
        e.preventDefault();
      } else if (e.key === 'Enter' && !typing && !(e.target as Element | null)?.closest?.('button, a, summary') && hand.accept()) {
        e.preventDefault();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [game]);
  useEffect(() => keepFocus(game), [game]);
  const battle = game.battle.value;
  const table = game.table.value;
  if (!battle || !table) return null;
  return (
    <div class={`play-board${hand.dragged.value === null ? '' : ' drop'}`}>
      <Board
        battle={battle}
        table={table}
        selection={game.selection.value}
        highlights={hand.marks.highlights.value}
        ghosts={hand.marks.ghosts}
        shades={shades.value}
        spotlight={game.spotlight.value}
        fight={staged}
        ways={game.ways.value}
        onPick={(p) => void pick(p)}
        onHover={(p) => hand.hover(p)}
        onCarry={(c) => void hand.grasp.carry(c)}
        onGoal={(action, how) => void hand.grasp.goal(action, how)}
        onSelect={(piece) => game.select(piece)}
        onAbout={(piece) => game.about(piece)}
        onMeasure={(from, to) => game.measure(from, to)}
        onBox={hand.formation.allowed.value.size ? (pieces) => hand.markTogether(pieces) : undefined}
        several={hand.formation.several.value}
        onLine={hand.formation.line.value ? (line, done) => (done ? void hand.formation.advance({ line }) : (hand.formation.line.value = line)) : undefined}
      />
      <Acts hand={hand} where="board-acts" />
      <Overlays game={game} shades={shades} />
      <Tray hand={hand} />
      <Question hand={hand} />
      <Ask hand={hand} />
    </div>
  );
}

/** What a planned move leads to besides; what it does to those who make it is a warning. */
function PlanNotes({ plan }: { plan: Plan }) {
  const struck = new Set(plan.ends.filter((e) => e.gains?.length).map((e) => e.piece));
  const warns = (n: Note) => n.args?.some((a) => a.list?.some((p) => struck.has(p)));
  return (
    <>
      {plan.notes?.map((n) => (
        <p key={n.key + n.clause} class={warns(n) ? 'hindered' : 'ask-hint'}>
          {warns(n) && '⚠ '}
          {n.text} <ClauseLink clause={n.clause} />
        </p>
      ))}
    </>
  );
}

/** How all that may go forward would, who stays and why. */
function Advance({ hand }: { hand: Hand }) {
  const { formation, game } = hand;
  const battle = game.battle.value;
  const button = useRef<HTMLButtonElement>(null);
  const waiting = formation.waiting.value;
  useEffect(() => {
    if (waiting) button.current?.focus({ preventScroll: true });
  }, [waiting, formation.plan.value]);
  if (!battle) return null;
  const plan = formation.plan.value?.plan;
  const { n: going, of } = formation.going.value;
  return (
    <div class="together">
      <p role="status">{plan ? t('play.forward.going', { n: going, of }) : t(formation.line.value?.length ? 'play.forward.end' : 'play.forward.draw')}</p>
      {plan?.left && plan.left.length > 0 && (
        <ul class="left-out">
          {plan.left.map((l) => (
            <li key={l.pieces[0]}>
              {l.text.startsWith(nameOf(battle, l.pieces[0])) ? l.text : t('play.forward.left', { names: l.pieces.map((p) => nameOf(battle, p)).join(', '), why: l.text })} <ClauseLink clause={l.clause} />
            </li>
          ))}
        </ul>
      )}
      {plan && <PlanNotes plan={plan} />}
      <HowFar hand={hand} />
      <div class="ask-words">
        {going > 0 && (
          <button ref={button} type="button" class="play-button main" disabled={game.busy.value} onClick={() => void formation.confirm()}>
            {t('play.forward.move', { n: going })}
          </button>
        )}
        {plan && (
          <button type="button" class="play-button" onClick={() => formation.draw()}>
            {t('play.forward.line')}
          </button>
        )}
        <button type="button" class="play-button quiet" onClick={() => hand.clear()}>
          {t('play.cancel')}
        </button>
      </div>
    </div>
  );
}

/** How many steps those who go forward take, and which way, where that is open. */
function HowFar({ hand }: { hand: Hand }) {
  const { formation, game } = hand;
  const shown = formation.plan.value;
  const reach = shown?.plan.reach;
  if (!shown || !reach || 'to' in shown.gesture) return null;
  const { steps = 1 } = shown.gesture;
  const group = (label: string, count: number | undefined, now: number | undefined, name: (n: number) => string, to: (n: number) => { steps?: number; way?: number }) =>
    (count ?? 0) > 1 && (
      <div class="how-far" role="group" aria-label={label}>
        <span aria-hidden="true">{label}</span>
        {Array.from({ length: count! }, (_, i) => i + 1).map((n) => (
          <button key={n} type="button" class="play-button" aria-pressed={n === now} disabled={game.busy.value} onClick={() => void formation.advance(to(n))}>
            {name(n)}
          </button>
        ))}
      </div>
    );
  return (
    <>
      {group(t('play.forward.steps'), Math.max(reach.steps ?? 0, steps), steps, String, (n) => ({ steps: n, way: reach.way }))}
      {group(t('play.forward.ways'), reach.ways, reach.way, (n) => t(`play.forward.way.${n as 1 | 2}`), (n) => ({ steps, way: n }))}
    </>
  );
}

/** The stack that is picked up: who goes along, to take out or to add. */
function Members({ hand }: { hand: Hand }) {
  const battle = hand.game.battle.value;
  const members = [...hand.members.value];
  if (!battle || members.length < 2 || hand.pending.value) return null;
  return (
    <div class="members" role="group" aria-label={t('play.members')}>
      {members.map(([piece, joined]) => (
        <button key={piece} type="button" class="member" aria-pressed={joined} title={t(joined ? 'play.members.out' : 'play.members.in')} disabled={hand.game.busy.value} onClick={() => hand.toggle(piece)}>
          {nameOf(battle, piece)}
        </button>
      ))}
    </div>
  );
}

/** What may be done with the counters that are marked. */
function Together({ hand }: { hand: Hand }) {
  const { game, formation } = hand;
  const battle = game.battle.value;
  const button = useRef<HTMLButtonElement>(null);
  const waiting = formation.waiting.value;
  useEffect(() => {
    if (waiting) button.current?.focus({ preventScroll: true });
  }, [waiting]);
  // On a board without places the server says whether those marked can act together.
  const refused = useSignal<Why | null>(null);
  const marked = formation.marked.value;
  useEffect(() => {
    let late = false;
    refused.value = null;
    if (hand.plane && marked.length > 1) void hand.grasp.whyNotTogether(marked).then((why) => !late && (refused.value = why));
    return () => {
      late = true;
    };
  }, [marked, game.table.value?.version]);
  const shown = formation.plan.value?.plan.ends;
  const n = formation.pieces.value.length;
  if (!battle || (!formation.marked.value.length && !waiting)) return null;
  const going = shown?.filter((e) => !e.stays).length;
  return (
    <div class="together">
      <p role="status">{going === undefined ? t(refused.value ? 'play.marked' : hand.plane ? 'plane.marked' : 'play.together', { n }) : t('play.together.going', { n: going, of: n })}</p>
      {formation.plan.value && <PlanNotes plan={formation.plan.value.plan} />}
      {waiting && (
        <button ref={button} type="button" class="play-button main" disabled={game.busy.value} onClick={() => void formation.confirm()}>
          {t('play.together.move', { n: going ?? n })}
        </button>
      )}
      {refused.value?.reasons.map((r) => (
        <p key={r.clause + r.text} class="hindered">
          {r.text} <ClauseLink clause={r.clause} />
        </p>
      ))}
      {hand.plane && n > 1 && !refused.value && (
        <button type="button" class="play-button main" disabled={game.busy.value} onClick={() => void hand.grasp.takeTogether()}>
          {t('plane.together', { n })}
        </button>
      )}
      {!shown && hand.together.value.length > 1 && (
        <div class="ask-words">
          {hand.together.value.map((verb) => (
            <button key={verb} type="button" class="play-button" disabled={game.busy.value} onClick={() => void hand.gather(verb)}>
              {textOf(battle, `verb.${verb}`) ?? verb}
            </button>
          ))}
        </div>
      )}
      <button type="button" class="play-button quiet" onClick={() => hand.cancel()}>
        {t('play.cancel')}
      </button>
    </div>
  );
}

// Where the focus continues in the panel: actions that end a step come last.
const firsts = ['.play-panel .able button', '.play-panel .main', '.play-panel .roll button', '.play-panel .ends button', '.play-panel summary'];

/**
 * Keeps the place of players who use the keyboard: when the focused element disappears after an action, the focus moves
 * to the board or to the first action in the panel, whichever was used last.
 */
function keepFocus(game: GameStore): () => void {
  let last: HTMLElement | null = null;
  let inPanel = false;
  const note = (e: FocusEvent) => {
    const el = e.target as HTMLElement;
    if (el.closest('.play-panel')) inPanel = true;
    else if (el.closest('.board-window')) inPanel = false;
    last = el.closest('.play-panel, .play-board') && el.matches(':focus-visible') ? el : null;
  };
  const restore = () => {
    if (!last || (document.activeElement && document.activeElement !== document.body)) return;
    const usable = last.isConnected && !last.matches(':disabled');
    const next = usable ? last : (inPanel ? firsts : ['.board-window']).map((s) => document.querySelector<HTMLElement>(s)).find((e) => e);
    next?.focus({ preventScroll: true });
  };
  document.addEventListener('focusin', note);
  const stop = effect(() => {
    void game.table.value;
    if (!game.busy.value) later(30, restore); // once it is drawn
  });
  return () => {
    document.removeEventListener('focusin', note);
    stop();
  };
}

const corners = ['', 'right', 'top', 'top right']; // the places that play.css has for the card

/** What is shown over the board while a choice is being made. */
function Ask({ hand }: { hand: Hand }) {
  const { game } = hand;
  const card = useRef<HTMLDivElement>(null);
  const battle = game.battle.value;
  const pending = hand.pending.value;
  const weighed = hand.weighed.value;
  const words = hand.words.value;
  const why = hand.why.value;
  const next = hand.card.value !== null && !pending ? hand.draft.value?.[0]?.rest[0]?.kind : undefined;
  const needs = next === 'piece' || next === 'die' || next === 'place' ? next : undefined;
  const name = (n: number) => (battle ? nameOf(battle, n) : '');
  const sides = battle?.sheet.facings?.[0]?.angle === 0; // units face sides, not corners
  const directions = battle?.sheet.facings?.length ?? 0;
  const moving = hand.mover.shown.value;
  const waiting = hand.mover.waiting.value;
  // For keyboard players the focus moves to the card; for pointers it stays.
  useEffect(() => {
    if (pending || waiting) document.getElementById('play-confirm')?.focus({ preventScroll: true });
    else if (words.length && document.activeElement?.matches('.board-window:focus-visible, .able button')) card.current?.querySelector<HTMLElement>('.ask-words button')?.focus({ preventScroll: true });
  }, [pending, waiting, words]);
  const advancing = hand.formation.advancing.value;
  const grouped = hand.formation.marked.value.length > 0 || hand.formation.waiting.value || advancing;
  const shown = Boolean(pending || weighed || words.length || why || hand.draft.value || grouped || moving || hand.made.value?.open || hand.members.value.size > 1);
  // The card is placed in the corner of the board where it hides least of its subject, then of the armies.
  useLayoutEffect(() => {
    const el = card.current;
    const parent = el?.parentElement;
    if (!el || !parent) return;
    el.style.left = el.style.top = el.style.maxHeight = '';
    el.className = 'ask';
    if (getComputedStyle(el).position !== 'absolute') return; // on a phone it lies over the panel
    const boxes = (what: string) => [...parent.querySelectorAll(what)].map((m) => m.getBoundingClientRect());
    const marks = boxes('.aim, .base-aim, .meant, .chosen-rim, .facings .disc, .way, .charge-arrow, .group-rim, .shade, .tray, .fan-tray, .ghost-label, .ghost-base, .areas path');
    const counters = boxes('.pieces > g');
    const board = parent.getBoundingClientRect();
    const { width, height } = el.getBoundingClientRect();
    // What may be done with a piece is offered beside it.
    const about = words.length && !pending ? boxes('.chosen-rim') : [];
    if (about.length) {
      el.className = 'ask near';
      const at = besides(el.getBoundingClientRect(), board, about, [...marks, ...boxes('.board-tools, .board-acts, .overlays')], counters);
      el.style.left = `${at.left}px`;
      el.style.top = `${at.top}px`;
      el.style.maxHeight = `calc(100% - ${at.top + 12}px)`; // it may grow by odds
      return;
    }
    const hidden = (c: string) => {
      const left = !c.includes('right') ? board.left + 12 : board.right - width - (c === 'right' ? 64 : 12);
      const top = c.includes('top') ? board.top + 12 : board.bottom - height - 12;
      const covers = (list: DOMRect[]) => list.reduce((sum, m) => sum + overlap({ left, top, right: left + width, bottom: top + height }, m), 0);
      return 20 * covers(marks) + covers(counters);
    };
    el.className = `ask ${corners.reduce((best, c) => (hidden(c) < hidden(best) ? c : best))}`;
    // Buttons that are offered stay where they are when something is weighed.
  }, [shown, pending, waiting, words.length ? words : weighed, moving?.odds?.shades?.length, hand.formation.plan.value !== null]);
  if (!shown) return null;
  return (
    <div ref={card} class="ask" role="group" aria-label={t('play.deciding')}>
      {advancing ? <Advance hand={hand} /> : <Together hand={hand} />}
      <Members hand={hand} />
      {moving?.odds && <OddsCard text={moving.odds.text} odds={moving.odds} names={name} />}
      {moving?.why?.reasons.map((r) => (
        <p key={r.clause + r.text} class="hindered">
          {r.text} <ClauseLink clause={r.clause} />
        </p>
      ))}
      {weighed && !moving && <OddsCard text={weighed.choice.text} odds={weighed.odds} names={name} />}
      {needs && <p class="ask-hint">{t(`play.card.needs.${needs}`, { card: name(hand.card.value!) })}</p>}
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
              {r.text} <ClauseLink clause={r.clause} />
            </p>
          ))}
          <button type="button" class="why-close" aria-label={t('play.close')} title={t('play.close')} onClick={() => (hand.why.value = null)}>
            ×
          </button>
        </div>
      )}
      {moving && !waiting && <p class="ask-hint">{t(byFinger() ? 'plane.cancel.touch' : 'plane.cancel')}</p>}
      {(pending || waiting || hand.draft.value || hand.made.value?.open) && (
        <div class="ask-buttons">
          {(pending || waiting) && (
            <button id="play-confirm" type="button" class="play-button main" disabled={game.busy.value} onClick={() => (pending ? hand.act(pending) : void hand.mover.confirm())}>
              {t('play.confirm')}
            </button>
          )}
          {!pending && !waiting && hand.marks.highlights.value.facings && (
            <p class="ask-hint">
              {directions > 6 ? t('play.choose-direction') : sides ? t('play.choose-side') : t('play.choose-facing')}{' '}
              <span class="ask-keys">{sides ? t('play.choose-side.keys', { n: directions }) : t('play.choose-facing.keys')}</span>
            </p>
          )}
          {hand.goalOpen.value && <p class="ask-hint">{t('play.choose-goal')}</p>}
          <button type="button" class="play-button quiet" onClick={() => hand.clear()}>
            {t('play.cancel')}
          </button>
        </div>
      )}
    </div>
  );
}
