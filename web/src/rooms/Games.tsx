// The games of this server, or of this person: open ones to continue, finished ones to replay, deleted ones to bring back.

import { useEffect, useRef, useState } from 'preact/hooks';
import { type BattleCard, type GameCard, type Wait, api } from '../api';
import { ago, lasting, t } from '../i18n';
import { openSide, sideElsewhere } from '../people';
import { toGame, toMoment } from '../route';
import { type Sort, change, notify, settings } from '../state';
import { waiting } from '../waiting';
import { isLive } from './agreed';
import { Remains } from './Clock';
import { asError, sentence } from './load';
import { Icon, Online, Swatch } from './parts';
import { holderShort, turnOf } from './seats';

/** What a game is called. */
export const titleOf = (g: GameCard) => g.title || g.name;

/** Games in the order that is asked for. */
export function sorted(games: readonly GameCard[], by: Sort): GameCard[] {
  const compare: Record<Sort, (a: GameCard, b: GameCard) => number> = {
    latest: (a, b) => b.updated.localeCompare(a.updated),
    begun: (a, b) => b.created.localeCompare(a.created),
    name: (a, b) => titleOf(a).localeCompare(titleOf(b)),
  };
  return games.toSorted(compare[by]);
}

/** The games that wait for this person come first: those in which a clock runs down, then the one that has waited longest. */
export function waitingFirst<G extends Pick<GameCard, 'id' | 'clock'>>(games: readonly G[], waits: readonly string[]): G[] {
  const place = (g: G) => (waits.includes(g.id) ? waits.indexOf(g.id) - (isLive(g) ? waits.length : 0) : waits.length);
  return games.toSorted((a, b) => place(a) - place(b));
}

/** For whom a game waits, and since when; for this person before others. */
export function waitOf({ waits, people }: Pick<GameCard, 'waits' | 'people'>): Wait | undefined {
  return waits?.find((w) => people?.[w.side]?.you) ?? waits?.[0];
}

/** Whose turn it is, or who has to open a game that has not begun. */
export function turnIn(g: GameCard): string {
  const wait = waitOf(g);
  const mine = wait !== undefined && g.people?.[wait.side]?.you;
  if (wait && g.unready) return mine ? t('turn.open') : t('turn.opens', { name: g.people?.[wait.side]?.name ?? t('table.opponent') });
  return mine ? t('turn.yours') : turnOf(wait ? { ...g, toAct: wait.side } : g); // dice by hand are nobody's turn, and yet somebody's to enter
}

/** Whether a game is being played with somebody elsewhere: it is ended by its players, and not deleted. */
const isPlayed = (g: GameCard) => g.people !== undefined && !g.over && sideElsewhere(g) >= 0 && openSide(g) < 0;

interface Listed {
  battles?: BattleCard[];
  /** Reads the list again. */
  again: () => void;
}

export function Games({ games, ...listed }: Listed & { games: GameCard[] }) {
  const [gone, setGone] = useState<readonly string[]>([]); // deleted on this page: they keep their place
  const here = sorted(games.filter((g) => !g.deleted || gone.includes(g.id)), settings.value.sort);
  const open = waitingFirst(here.filter((g) => !g.over), waiting.value);
  const over = here.filter((g) => g.over);
  const deleted = games.filter((g) => g.deleted && !gone.includes(g.id));
  const onGone = (id: string, is: boolean) => setGone(is ? [...gone, id] : gone.filter((x) => x !== id));
  return (
    <>
      {open.length > 0 && (
        <section aria-labelledby="open">
          <Heading id="open" text={t('games.open')} sort={here.length > 1} />
          <List games={open} onGone={onGone} {...listed} />
        </section>
      )}
      {over.length > 0 && (
        <section aria-labelledby="over">
          <Heading id="over" text={t('games.over')} sort={here.length > 1 && open.length === 0} />
          <List games={over} onGone={onGone} {...listed} />
        </section>
      )}
      {deleted.length > 0 && (
        <details class="deleted">
          <summary>{t('games.deleted', { n: deleted.length })}</summary>
          <p class="about">{t('games.deleted.about')}</p>
          <ul class="plain recent">
            {deleted.map((g) => (
              <li key={g.id} class="recent-row">
                <p class="recent-gone">
                  <strong>{titleOf(g)}</strong> <span class="faint">{ago(new Date(g.updated))}</span>
                </p>
                <button type="button" class="button small" aria-label={t('games.restore.named', { name: titleOf(g) })} onClick={() => void attempt(api.restore(g.id), listed.again)}>
                  {t('games.restore')}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The heading of a list, and beside that of the first the choice of an order. */
function Heading({ id, text, sort }: { id: string; text: string; sort: boolean }) {
  return (
    <div class="games-head">
      <h2 id={id}>{text}</h2>
      {sort && (
        <label class="sort">
          {t('games.sort')}
          <select class="field" value={settings.value.sort} onChange={(e) => change({ sort: e.currentTarget.value as Sort })}>
            <option value="latest">{t('games.sort.played')}</option>
            <option value="begun">{t('games.sort.begun')}</option>
            <option value="name">{t('games.sort.name')}</option>
          </select>
        </label>
      )}
    </div>
  );
}

/** Waits for a change of a game; says why if it fails. Returns whether it was made. */
async function attempt(change: Promise<unknown>, then: () => void): Promise<boolean> {
  try {
    await change;
    then();
    return true;
  } catch (e) {
    notify(sentence(asError(e)), 'error');
    return false;
  }
}

const shown = 4;

function List({ games, ...rest }: Listed & { games: GameCard[]; onGone: (id: string, is: boolean) => void }) {
  const [all, setAll] = useState(false);
  return (
    <>
      <ul class="plain recent">
        {games.slice(0, all ? undefined : shown).map((g) => (
          <Row key={g.id} game={g} {...rest} />
        ))}
      </ul>
      {games.length > shown && (
        <button type="button" class="button quiet small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('home.fewer') : t('home.all', { n: games.length })}
        </button>
      )}
    </>
  );
}

function Row({ game: g, battles, again, onGone }: Listed & { game: GameCard; onGone: (id: string, is: boolean) => void }) {
  const [naming, setNaming] = useState(false);
  const undo = useRef<HTMLButtonElement>(null);
  const deleted = Boolean(g.deleted);
  useEffect(() => {
    if (deleted) undo.current?.focus();
  }, [deleted]);
  if (deleted) {
    return (
      <li class="recent-row">
        <p class="recent-gone" role="status">
          {t('games.gone', { name: titleOf(g) })}
        </p>
        <button
          ref={undo}
          type="button"
          class="button small"
          onClick={() => void attempt(api.restore(g.id), () => (onGone(g.id, false), again()))}
        >
          <Icon name="undo" /> {t('games.undo')}
        </button>
      </li>
    );
  }
  if (naming) {
    return (
      <li>
        <Naming
          game={g}
          onDone={(title) => {
            setNaming(false);
            if (title !== undefined) void attempt(api.rename(g.id, title), again);
          }}
        />
      </li>
    );
  }
  const waits = waiting.value.includes(g.id);
  const wait = waitOf(g);
  const turn = turnIn(g);
  const played = isPlayed(g);
  const colors = g.colors ?? battles?.find((b) => b.id === g.battle)?.colors;
  return (
    <li class="recent-row" data-waits={waits || undefined}>
      <a class="recent-game" href={g.over ? toMoment(g.id, 0) : toGame(g.id)}>
        <span>
          <strong>{titleOf(g)}</strong> {g.title && <small>{g.name}</small>} {g.terms?.tourney && <small class="recent-tourney">{t('tourney.link')}</small>}
        </span>
        <span>
          {!g.over && turn && (
            <>
              <b class="recent-turn">{turn}</b>{' '}
              {wait && (waits || !g.unready) && (
                <time dateTime={wait.since} class="recent-since">
                  {lasting(new Date(wait.since))}
                </time>
              )}
            </>
          )}{' '}
          {g.over ? (g.outcome?.text ?? t('game.over')) : <span class="recent-phase">{[g.turn > 0 && t('turn.of', { turn: g.turn, turns: g.turns }), g.phase].filter(Boolean).join(' · ')}</span>}
        </span>
        <span class="faint">
          {(g.seats ?? []).map((seat, i) => (
            <span key={i} class="seat">
              <Swatch side={i} colors={colors} /> {g.sides[i]?.name ?? ''} {holderShort(seat, g.people?.[i])} <Online person={g.people?.[i]} />
            </span>
          ))}
        </span>
        {played ? (
          <span class="recent-time">{g.clock && <Remains clock={g.clock} game={g} />}</span>
        ) : (
          <time dateTime={g.updated} class="faint recent-time">
            {ago(new Date(g.updated))}
          </time>
        )}
        <span class="recent-go">{g.over ? t('game.replay') : t('game.resume')}</span>
      </a>
      {!g.guest && (
        <>
          <button type="button" class="button quiet icon" aria-label={t('games.rename.named', { name: titleOf(g) })} title={t('games.rename')} onClick={() => setNaming(true)}>
            <Icon name="edit" />
          </button>
          {!played && (
            <button
              type="button"
              class="button quiet icon"
              aria-label={t('games.delete.named', { name: titleOf(g) })}
              title={t('games.delete')}
              onClick={() => void attempt(api.delete(g.id), () => (onGone(g.id, true), again()))}
            >
              <Icon name="trash" />
            </button>
          )}
        </>
      )}
    </li>
  );
}

/** A form for the title of a game; calls back with it, or with nothing. */
function Naming({ game: g, onDone }: { game: GameCard; onDone: (title?: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form
      class="naming"
      onSubmit={(e) => {
        e.preventDefault();
        onDone(field.current?.value ?? '');
      }}
      onKeyDown={(e) => e.key === 'Escape' && onDone()}
    >
      <label>
        <span>{t('games.name')}</span>
        <input ref={field} class="field" defaultValue={g.title ?? ''} placeholder={g.name} maxLength={80} />
      </label>
      <button type="submit" class="button primary small">
        {t('games.save')}
      </button>
      <button type="button" class="button small" onClick={() => onDone()}>
        {t('games.cancel')}
      </button>
    </form>
  );
}
