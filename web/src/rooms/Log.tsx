// The battle log.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type BattleData, type Deal, type Fact, type LogEntry, type Viewer, api } from '../api';
import { isUnit, nameOf, piecesWhere } from '../battle';
import { t } from '../i18n';
import { FactDice } from '../play/Dice';
import { language } from '../state';
import { ClauseLink, Icon, Working } from './parts';

/**
 * Joins the known entries with those read from the last known entry on, which may have got deals since. Null means that they do not
 * match because something was undone: then the whole log must be read again.
 */
export function joinLog(known: LogEntry[], tail: LogEntry[]): LogEntry[] | null {
  const last = known.at(-1);
  if (!last) return tail;
  const first = tail[0];
  if (!first || first.n !== last.n || first.do !== last.do || first.side !== last.side || first.past !== last.past) return null;
  return [...known.slice(0, -1), ...tail];
}

/** The log of a game as a viewer may see it; when the version changes, entries after the last known one are read. */
export function useLog(id: string, version: number | undefined, side?: Viewer): LogEntry[] | undefined {
  const [log, setLog] = useState<{ side?: Viewer; entries: LogEntry[] }>();
  const known = useRef<{ key: string; entries: LogEntry[] }>({ key: '', entries: [] });
  const key = `${language.value} ${side}`;
  useEffect(() => {
    if (version === undefined) return;
    let live = true;
    const read = async () => {
      const before = known.current.key === key ? known.current.entries : [];
      const last = before.at(-1);
      const tail = await api.log(id, last?.n ?? 0, side);
      const entries = joinLog(before, tail) ?? (await api.log(id, 0, side));
      if (!live) return;
      known.current = { key, entries };
      setLog({ side, entries });
    };
    read().catch(() => {
      // The table reports a lost connection; the log catches up with the next version.
    });
    return () => {
      live = false;
    };
  }, [id, version, key]);
  return log?.side === side ? log?.entries : undefined; // never another viewer's
}

interface Chapter {
  title: string;
  turn: number;
  entries: LogEntry[];
}

/**
 * Splits the log into phases of turns, leaving out entries with nothing to show. An action may end a phase and begin others: what
 * happens then belongs to these, and the beginning of a turn to its first phase.
 */
export function chapters(log: LogEntry[], keep?: (f: Fact) => boolean): Chapter[] {
  const list: Chapter[] = [];
  for (const entry of log) {
    let [title, turn] = [entry.phase ?? '', entry.turn ?? 0];
    let rest = entry;
    let facts: Fact[] = [];
    let opening: Fact[] = []; // of the phase that comes next
    let silent = Boolean(entry.answer) && !keep; // what was answered for the viewer is told, even if nothing came of it
    const close = (deals?: Deal[]) => {
      if (facts.length === 0 && !silent && !deals) return;
      silent = false;
      let chapter = list.at(-1);
      if (!chapter || chapter.title !== title || chapter.turn !== turn) {
        chapter = { title, turn, entries: [] };
        list.push(chapter);
      }
      chapter.entries.push({ ...rest, facts, deals });
      rest = { ...entry, summary: undefined, answer: undefined };
      facts = [];
    };
    for (const f of entry.facts ?? []) {
      if (f.scene === 'heading' || f.scene === 'activation' || f.turn) close();
      title = f.phase ?? title;
      turn = f.turn ?? turn;
      if (f.scene === 'heading' || keep?.(f) === false) continue; // phases are the headings
      if (f.turn || f.key === 'skipped') {
        opening.push(f);
        continue;
      }
      facts.push(...opening, f);
      opening = [];
    }
    facts.push(...opening);
    close(keep ? undefined : entry.deals);
  }
  return list;
}

export interface LogProps {
  log: LogEntry[] | undefined;
  battle: BattleData;
  /** The number of the entry that is shown on the board, in a replay. */
  at?: number;
  selected?: number | null;
  onPlace: (place: number) => void;
  onMoment?: (n: number) => void;
}

const page = 150;

/** Which of `count` entries to draw: the last, or those around the one at `middle`. */
export function stretch(count: number, limit: number, middle = count): [from: number, to: number] {
  const to = Math.min(count, middle + Math.round(limit / 3));
  return [Math.max(0, to - limit), to];
}

export function Log({ log, battle, at, selected, onPlace, onMoment }: LogProps) {
  const [piece, setPiece] = useState<number | null>(null);
  const [limit, setLimit] = useState(page);
  const foot = useRef<HTMLDivElement>(null);
  const list = useMemo(
    () => chapters(log ?? [], piece === null ? undefined : (f) => f.pieces?.includes(piece) ?? false),
    [log, piece],
  );
  const pieces = useMemo(
    () =>
      battle.sides.map((side, i) => ({
        side: side.name,
        pieces: [false, true].flatMap((unit) => piecesWhere(battle, (c, p) => c.side === i && isUnit(battle, p) === unit)),
      })),
    [battle],
  );

  // The newest entry is last; the log stays scrolled there, or at the entry the board shows.
  useEffect(() => {
    const box = foot.current?.closest('.log');
    const line = box?.querySelector<HTMLElement>('[aria-current]');
    if (line) line.scrollIntoView({ block: 'nearest' });
    else if (box && at === undefined) box.scrollTop = box.scrollHeight;
  }, [list, at]);

  const all = list.flatMap((c) => c.entries);
  // The board may be at an action with nothing to show: then the last entry before it is marked.
  const current = at === undefined ? -1 : all.findLastIndex((e) => e.n <= at);
  const [from, to] = stretch(all.length, limit, at === undefined ? undefined : current);
  let count = 0;
  return (
    <div class="log" tabIndex={0} role="region" aria-label={t('log.title')}>
      <div class="log-head">
        <label>
          <span class="hidden-visually">{t('log.filter')}</span>
          <select class="field" value={piece ?? ''} onChange={(e) => setPiece(e.currentTarget.value === '' ? null : Number(e.currentTarget.value))}>
            <option value="">{t('log.everyone')}</option>
            {pieces.map((g) => (
              <optgroup key={g.side} label={g.side}>
                {g.pieces.map((p) => (
                  <option key={p} value={p}>
                    {nameOf(battle, p)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        {selected !== null && selected !== undefined && selected !== piece && (
          <button type="button" class="button small" onClick={() => setPiece(selected)}>
            {t('log.selected')}
          </button>
        )}
      </div>
      {!log && <Working />}
      {log && list.length === 0 && <p class="empty">{t('log.empty')}</p>}
      {from > 0 && (
        <button type="button" class="button small quiet" onClick={() => setLimit(limit + 4 * page)}>
          {t('log.earlier', { n: from })}
        </button>
      )}
      {list.map((c, i) => {
        const entries = c.entries.filter(() => count++ >= from && count <= to);
        if (entries.length === 0) return null;
        return (
          <section key={i}>
            <h2>
              {c.turn > 0 && <span>{t('turn.n', { n: c.turn })} · </span>}
              {c.title}
            </h2>
            <ol class="plain">
              {entries.flatMap((e) => [
                (e.facts.length > 0 || e.answer) && <li key={e.n} data-side={e.facts?.find((f) => f.side !== undefined)?.side ?? e.side} aria-current={all[current]?.n === e.n ? 'step' : undefined}>
                  {e.facts?.map((f, j) => (
                    <FactLine key={j} fact={f} onPlace={onPlace} />
                  ))}
                  {e.answer && <p class="fact answered">{e.facts?.length ? t('log.answered') : t('log.answered.so', { answer: e.answer })}</p>}
                  {e.summary && <p class="fact summary">{e.summary.text}</p>}
                  {onMoment && (
                    <button type="button" class="log-moment" aria-label={t('log.moment', { n: e.n })} title={t('log.moment', { n: e.n })} onClick={() => onMoment(e.n)}>
                      {e.n}
                    </button>
                  )}
                </li>,
                ...(e.deals ?? []).map((d, j) => (
                  <li key={`${e.n} ${j}`} data-side={d.side} aria-current={all[current]?.n === e.n ? 'step' : undefined}>
                    <p class="fact">{d.text}</p>
                  </li>
                )),
              ])}
            </ol>
          </section>
        );
      })}
      {to < all.length && (
        <button type="button" class="button small quiet" onClick={() => setLimit(limit + 4 * page)}>
          {t('log.later', { n: all.length - to })}
        </button>
      )}
      <div ref={foot} />
    </div>
  );
}

export function FactLine({ fact, onPlace }: { fact: Fact; onPlace: (place: number) => void }) {
  const place = fact.places?.at(-1);
  if (fact.scene === 'detail') {
    return (
      <p class="fact term">
        {fact.text} {fact.clause && <ClauseLink id={fact.clause} />}
      </p>
    );
  }
  return (
    <p class={fact.dice?.length ? 'fact rolled' : 'fact'}>
      <FactDice fact={fact} size={32} />
      <span>
        {fact.text}{' '}
        <span class="refs">
          {fact.clause && <ClauseLink id={fact.clause} />}
          {place !== undefined && (
            <button type="button" class="to-place" aria-label={t('log.place')} title={t('log.place')} onClick={() => onPlace(place)}>
              <Icon name="place" />
            </button>
          )}
        </span>
      </span>
    </p>
  );
}
