// A lesson: an example of the rules, played on the table step by step.

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Answer, type BattleData, type Fact, type Frame, type LessonData, type TableData, type Task, api } from '../api';
import { nameOf, sideOf } from '../battle';
import { Board } from '../board/Board';
import { type Highlights, noHighlights } from '../board/marks';
import { noPlaneMarks } from '../board/Plane';
import { isPlane } from '../board/poses';
import { t } from '../i18n';
import { isLine, strikeOf } from '../moves';
import { OddsCard } from '../play/OddsCard';
import { become, toHome, toLesson, toNew } from '../route';
import { type Selection, language, nothing, selecting } from '../state';
import { FactLine } from './Log';
import { useLoad } from './load';
import { Sword } from './Masthead';
import { ClauseLink, Icon } from './parts';
import { Rulebook } from './Rules';
import { settingsOpen } from './Settings';
import { Opening } from './Table';
import { PhaseTrack, TurnTrack } from './Track';

export function LessonRoom(props: { battle: string; lesson: string; n: number }) {
  const lang = language.value;
  const lesson = useLoad(() => api.lesson(props.battle, props.lesson), [lang]);
  const battle = useLoad(async () => (lesson.value ? api.battle(props.battle, lesson.value.options) : undefined), [lesson.value]);
  useEffect(() => {
    if (lesson.value) document.title = `${lesson.value.name} · Acies`;
  }, [lesson.value]);
  if (!lesson.value || !battle.value) {
    return <Opening error={lesson.error ?? battle.error} again={lesson.error ? lesson.again : battle.again} />;
  }
  return <Viewer lesson={lesson.value} battle={battle.value} start={props.n} />;
}

/** The places with pieces or events during a lesson. */
export function scene(frames: Frame[]): number[] {
  const places = frames.flatMap((f) => [
    ...f.table.view.pieces.map((p) => p.place),
    ...f.log.flatMap((e) => [...(e.path ?? []), ...(e.facts ?? []).flatMap((x) => x.places ?? [])]),
  ]);
  return [...new Set(places)].filter((h) => h >= 0);
}

/** The events shown for a frame; the modifiers are on the cards. */
function told(frame: Frame): Fact[] {
  return frame.log.flatMap((e) => e.facts ?? []).filter(isLine);
}

/** The lesson that follows another of its battle, if one does. */
export function lessonAfter<T extends { id: string }>(lessons: readonly T[] | undefined, id: string): T | undefined {
  const at = lessons?.findIndex((l) => l.id === id) ?? -1;
  return at < 0 ? undefined : lessons?.[at + 1];
}

/** How many of the picks of a task are made when one more thing is pointed at; -1 if it is not what the lesson means. */
export function picked(task: Task, made: number, at: { piece?: number; place: number }, table: TableData): number {
  const want = task.picks?.[made];
  if (!want) return -1;
  const stands = table.view.pieces.find((v) => v.piece === want.n)?.place;
  const right = want.kind === 'piece' ? at.piece === want.n || (stands !== undefined && stands >= 0 && stands === at.place) : at.place === want.n;
  return right ? made + 1 : -1;
}

/** The moves to choose from on a board without places, the right one first; none if a task is not to make one. */
export function movesOf({ answers = [] }: Partial<Task>): Answer[] {
  const right = answers.find((a) => a.right && a.goals);
  return right ? [right, ...answers.filter((a) => a.goals && a !== right)] : [];
}

/** The bases that a step is about: those that act, or else those of which something is told. */
function meantBy(battle: BattleData, frame: Frame): { own: number[]; enemy: number[] } {
  const { toAct, chosen } = frame.table.view;
  const pieces = [...new Set(chosen?.length ? chosen : told(frame).flatMap((f) => f.pieces ?? []))];
  const side = toAct >= 0 ? toAct : sideOf(battle, pieces[0]);
  return { own: pieces.filter((p) => sideOf(battle, p) === side), enemy: pieces.filter((p) => sideOf(battle, p) !== side) };
}

function Viewer({ lesson, battle, start }: { lesson: LessonData; battle: BattleData; start: number }) {
  const end = lesson.frames.length;
  const within = (k: number) => Math.max(1, Math.min(end, k));
  const [n, setN] = useState(within(start));
  const [clause, setClause] = useState<string | null>(null);
  const selection = useSignal<Selection>(nothing);
  const spotlight = useSignal<number | null>(null);
  const made = useSignal(0); // picks of the task
  const wrong = useSignal<string | null>(null); // what is said of a wrong answer
  const body = useRef<HTMLDivElement>(null);
  const places = useMemo(() => scene(lesson.frames), [lesson]);
  const frame = lesson.frames[n - 1];
  const entries = lesson.frames.slice(0, n).flatMap((f) => f.log);
  const charge = strikeOf(entries, frame.table);
  const moves = useMemo(() => movesOf(frame.task ?? {}), [frame]);
  const path = frame.log.findLast((e) => e.path)?.path;

  useEffect(() => setN(within(start)), [start]);
  useEffect(() => {
    become(toLesson(battle.id, lesson.id, n));
    body.current?.scrollTo(0, 0);
  }, [n]);

  const to = (k: number) => {
    setClause(null);
    spotlight.value = null;
    made.value = 0;
    wrong.value = null;
    selection.value = nothing;
    setN(within(k));
  };
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if ((e.target as Element).closest('input, select, textarea, dialog') || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === 'ArrowLeft') to(n - 1);
      else if (e.key === 'ArrowRight') to(n + 1);
      else if (e.key === 'Home') to(1);
      else if (e.key === 'End') to(end);
      else if (e.key === 'Escape' && clause) setClause(null);
      else return;
      e.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  const tried = (right: boolean) => (right ? to(n + 1) : (wrong.value = t('lesson.wrong')));
  const onPick = (p: { piece?: number; place: number }) => {
    selection.value = selecting(p);
    const { task } = frame;
    if (!task?.picks) return;
    const now = picked(task, made.value, p, frame.table);
    if (now < 0) {
      wrong.value = p.piece === undefined ? t('lesson.wrong') : t('lesson.wrong.piece', { name: nameOf(battle, p.piece) });
      return;
    }
    wrong.value = null;
    made.value = now;
    if (now === task.picks.length) tried(true);
  };
  // After a wrong answer the right one is marked.
  const want = wrong.value === null ? undefined : frame.task?.picks?.[made.value];
  const wanted = { own: want?.kind === 'piece' ? [want.n] : [], enemy: [] };
  const standing = want?.kind === 'piece' ? frame.table.view.pieces.find((v) => v.piece === want.n)?.place : want?.n;
  const marks: Highlights = {
    ...noHighlights,
    charge,
    path: charge ? undefined : path,
    meant: standing !== undefined && standing >= 0 ? { own: [standing], enemy: [] } : undefined,
    plane: isPlane(battle.sheet) ? { ...noPlaneMarks, meant: want ? wanted : meantBy(battle, frame), candidates: moves } : undefined,
  };
  // A clause opens beside the board; the lesson stays where it is.
  const onClick = (e: MouseEvent) => {
    const link = (e.target as Element | null)?.closest?.('a[href^="#/rules/"]');
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return;
    e.preventDefault();
    setClause(decodeURIComponent(link.getAttribute('href')?.split('/')[2] ?? ''));
  };

  return (
    <div class="table-room lesson" onClick={onClick}>
      <header class="table-bar">
        <a class="brand" href={toHome()} aria-label={t('brand.home')} title={t('brand.home')}>
          <Sword />
        </a>
        <h1 tabIndex={-1}>
          {battle.name} <small>{t('lesson')}</small>
        </h1>
        <TurnTrack table={frame.table} />
        <PhaseTrack table={frame.table} battle={battle} />
        <nav class="table-menu" aria-label={t('nav')}>
          <a class="button quiet only-wide" href={toNew(battle.id)}>
            {t('battle.fight')}
          </a>
          <button type="button" class="button quiet icon" aria-label={t('settings')} title={t('settings')} onClick={() => (settingsOpen.value = true)}>
            <Icon name="gear" />
          </button>
        </nav>
      </header>
      <main id="main" class="table-board" tabIndex={-1} aria-label={t('table.board')}>
        <Board
          battle={battle}
          table={frame.table}
          selection={selection.value}
          spotlight={spotlight.value}
          frame={places}
          highlights={marks}
          onPick={onPick}
          onGoal={(action, how) => how === 'tap' && tried(action === moves[0]?.action)}
        />
      </main>
      <aside class="panel" aria-label={t('lesson.named', { name: lesson.name })} {...swiped((d) => to(n + d))}>
        {clause ? (
          <>
            <div class="lesson-return">
              <button type="button" class="button small" onClick={() => setClause(null)}>
                <Icon name="back" /> {t('lesson.return')}
              </button>
            </div>
            <div class="panel-body">
              <Rulebook battle={battle} clause={clause} compact />
            </div>
          </>
        ) : (
          <>
            <div class="panel-body" ref={body} tabIndex={0} role="region" aria-label={t('lesson.step', { n, end })}>
              <Said frame={frame} title={lesson.name} step={t('lesson.step', { n, end })} onPlace={(h) => (spotlight.value = h)}>
                {frame.task && <YourTask task={frame.task} moves={moves} wrong={wrong.value} onAnswer={tried} />}
              </Said>
            </div>
            <Steps n={n} end={end} to={to} battle={battle} lesson={lesson.id} task={frame.task !== undefined} />
          </>
        )}
      </aside>
    </div>
  );
}

/** The title of a roll; those that have the same are numbered. */
function titled(rolls: Frame['rolls'], i: number): string {
  const alike = rolls.filter((r) => r.text === rolls[i].text);
  return alike.length > 1 ? `${rolls[i].text} (${alike.indexOf(rolls[i]) + 1}/${alike.length})` : rolls[i].text;
}

/** The text of a step, its rules, the log, and its dice with their odds. */
function Said({ frame, title, step, onPlace, children }: { frame: Frame; title: string; step: string; onPlace: (place: number) => void; children: ComponentChildren }) {
  const facts = told(frame);
  return (
    <>
      <div class="lesson-said" aria-live="polite" aria-atomic="true">
        <p class="lesson-step">
          <span>{title}</span> <b>{step}</b>
        </p>
        <p class="lesson-text">{frame.text}</p>
        <p class="lesson-clauses">
          {frame.clauses.map((id) => (
            <ClauseLink key={id} id={id} />
          ))}
        </p>
      </div>
      {children}
      {facts.length > 0 && (
        <section class="lesson-told" aria-labelledby="lesson-told">
          <h2 id="lesson-told">{t('lesson.told')}</h2>
          {facts.map((f, i) => (
            <FactLine key={i} fact={f} onPlace={onPlace} />
          ))}
        </section>
      )}
      {frame.rolls.length > 0 && <h2>{t('lesson.before-roll')}</h2>}
      {frame.rolls.map((r, i) => (
        <div key={i} class="lesson-roll">
          <OddsCard text={titled(frame.rolls, i)} odds={r} die={r.die} />
        </div>
      ))}
    </>
  );
}

/** What the reader is to do before the next step; he may also go on without. */
function YourTask({ task, moves, wrong, onAnswer }: { task: Task; moves: readonly Answer[]; wrong: string | null; onAnswer: (right: boolean) => void }) {
  const buttons = task.answers?.filter((a) => a.goals || !moves.length).map((a) => (
    <button key={a.action} type="button" class="button" onClick={() => onAnswer(a.right)}>
      {a.text}
    </button>
  ));
  return (
    <section class="lesson-task" aria-labelledby="lesson-task">
      <h2 id="lesson-task">{t('lesson.task')}</h2>
      <p>{task.text}</p>
      {moves.length > 0 ? (
        <details>
          <summary>{t('lesson.moves')}</summary>
          <p class="row">{buttons}</p>
        </details>
      ) : (
        !task.picks && (
          <p class="row">
            {buttons ?? (
              <button type="button" class="button" onClick={() => onAnswer(true)}>
                {t('lesson.roll')}
              </button>
            )}
          </p>
        )
      )}
      <p class="lesson-wrong" role="status">
        {wrong}
      </p>
    </section>
  );
}

function Steps({ n, end, to, battle, lesson, task }: { n: number; end: number; to: (n: number) => void; battle: BattleData; lesson: string; task: boolean }) {
  const following = lessonAfter(battle.lessons, lesson);
  return (
    <div class="lesson-steps" role="group" aria-label={t('lesson.steps')}>
      <ol class="plain lesson-line" aria-hidden="true">
        {Array.from({ length: end }, (_, i) => (
          <li key={i} class={i < n ? 'past' : ''} />
        ))}
      </ol>
      <button type="button" class="button big" disabled={n <= 1} onClick={() => to(n - 1)} aria-keyshortcuts="ArrowLeft">
        <Icon name="prev" /> {t('lesson.back')}
      </button>
      {n < end ? (
        <button type="button" class={task ? 'button big' : 'button primary big'} onClick={() => to(n + 1)} aria-keyshortcuts="ArrowRight">
          {task ? t('lesson.show') : t('lesson.next')} <Icon name="next" />
        </button>
      ) : (
        <a class="button primary big" href={following ? toLesson(battle.id, following.id) : toNew(battle.id)} title={following?.name}>
          {following ? t('lesson.following') : t('battle.fight')}
        </a>
      )}
    </div>
  );
}

/** Calls back with 1 for a swipe to the left, and with -1 for one to the right. */
function swiped(go: (d: number) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: (e: TouchEvent) => {
      from.current = e.touches.length === 1 ? { x: e.touches[0].clientX, y: e.touches[0].clientY } : null;
    },
    onTouchEnd: (e: TouchEvent) => {
      const start = from.current;
      from.current = null;
      if (!start) return;
      const [dx, dy] = [e.changedTouches[0].clientX - start.x, e.changedTouches[0].clientY - start.y];
      if (Math.abs(dx) > 56 && Math.abs(dy) < 40) go(dx < 0 ? 1 : -1);
    },
  };
}
