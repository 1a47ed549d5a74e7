// The tab in which people talk about the game, and note things for themselves.

import { effect, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type BattleData, type GameNotices, type Message, api } from '../api';
import { t } from '../i18n';
import { Note } from '../note';
import { me, watches } from '../people';
import { later } from '../settled';
import { type GameStore, language, notify } from '../state';
import { Conversation } from '../talk';
import { asError, sentence } from './load';
import { Reminders, Swatch, Working } from './parts';

export { Conversation };

/** Keeps the talk about a game up to date until the function that it returns is called. */
export function follow(game: GameStore, talk: Conversation): () => void {
  const ends = [
    effect(() => {
      if (me.value?.known) talk.loadBlocks().catch(() => {}); // the list is shown when it is there
    }),
    effect(() => {
      void game.chats.value;
      void talk.refresh();
    }),
  ];
  return () => ends.forEach((end) => end());
}

const nameOf = (m: Message) => (m.you ? t('talk.you') : m.gone ? t('talk.gone') : m.name || t('talk.guest'));

/** Reads a new message aloud, whichever tab is shown. */
export function Overheard({ talk }: { talk: Conversation }) {
  const m = talk.muted.value ? null : talk.latest.value;
  return (
    <p class="hidden-visually" role="status">
      {m && t('talk.said', { name: nameOf(m), text: m.text })}
    </p>
  );
}

/** Whether the player is told of this game when it waits for him, and when he is reminded of it. */
function Told({ id }: { id: string }) {
  const told = useSignal<GameNotices | undefined>(undefined);
  useEffect(() => {
    api.gameNotices(id).then(
      (x) => (told.value = x),
      () => {}, // it is not offered
    );
  }, [id]);
  const now = told.value;
  if (!now) return null;
  const set = (change: Partial<GameNotices>) => {
    told.value = { ...now, ...change };
    api.setGameNotices(id, change).catch((e) => {
      told.value = now;
      notify(sentence(asError(e)), 'error');
    });
  };
  return (
    <div class="talk-told">
      <label class="check">
        <input type="checkbox" checked={!now.mute} onChange={(e) => set({ mute: !e.currentTarget.checked })} />
        <span>{t('talk.told')}</span>
      </label>
      {!now.mute && (
        <label>
          <span>{t('talk.remind')}</span>
          <select class="field" value={now.remind} onChange={(e) => set({ remind: Number(e.currentTarget.value) })}>
            <option value={-1}>{t('talk.remind.usual')}</option>
            <Reminders chosen={now.remind} />
          </select>
        </label>
      )}
    </div>
  );
}

export function Talk({ game, talk, shown }: { game: GameStore; talk: Conversation; shown: boolean }) {
  const table = game.table.value!;
  const plays = !watches(table);
  const messages = talk.messages.value;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const see = () => {
      if (shown && document.visibilityState === 'visible') talk.see();
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [shown, messages]);
  // The latest message is in view.
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [messages, shown]);
  const about = talk.rooms.value.length > 1 ? 'talk.over' : plays ? 'talk.players' : 'talk.watchers';
  return (
    <div class="talk">
      <header>
        {plays && <Notes id={game.id} />}
        <Blocked talk={talk} />
        <button type="button" class="button small quiet talk-mute" aria-pressed={talk.muted.value} title={t('talk.mute.about')} onClick={() => talk.mute(!talk.muted.value)}>
          {talk.muted.value ? t('talk.unmute') : t('talk.mute')}
        </button>
      </header>
      <ol class="plain talk-list" ref={list} aria-label={t('talk.list')} tabIndex={0}>
        <li class="talk-about">{t(about)}</li>
        {!talk.loaded.value ? (
          <li>
            <Working />
          </li>
        ) : (
          messages.length === 0 && <li class="talk-none">{t('talk.none')}</li>
        )}
        {messages.map((m, i) => (
          <Said key={`${m.room} ${m.n}`} game={game} talk={talk} message={m} follows={isFollowing(messages[i - 1], m)} />
        ))}
      </ol>
      {plays && <Told id={game.id} />}
      {talk.loaded.value && (talk.writes.value ? <Write talk={talk} /> : <LogIn />)}
    </div>
  );
}

const together = 5 * 60_000; // milliseconds within which messages of one author have one head

/** Whether a message goes on with the one before it. A guest has no name by which to tell. */
function isFollowing(before: Message | undefined, m: Message): boolean {
  return before !== undefined && before.room === m.room && before.you === m.you && before.name === m.name && before.side === m.side && (!!m.you || !!m.name || m.side !== undefined) && Date.parse(m.at) - Date.parse(before.at) < together;
}

/** When something was said: the time, with the day if it was another. */
function clock(at: string): string {
  const then = new Date(at);
  const day = then.toDateString() !== new Date().toDateString();
  return new Intl.DateTimeFormat(language.value, day ? { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } : { hour: 'numeric', minute: '2-digit' }).format(then);
}

function Side({ message, battle }: { message: Message; battle: BattleData }) {
  if (message.side !== undefined) {
    return (
      <span class="talk-side">
        <Swatch side={message.side} /> {battle.sides[message.side]?.name}
      </span>
    );
  }
  return message.room === 'watchers' ? <span class="talk-side">{t('talk.spectator')}</span> : null;
}

function Said({ game, talk, message, follows }: { game: GameStore; talk: Conversation; message: Message; follows: boolean }) {
  const reporting = useSignal(false);
  return (
    <li class="talk-message" data-you={message.you} data-side={message.side} data-follows={follows}>
      <p class={follows ? 'hidden-visually' : 'talk-head'}>
        <b>{nameOf(message)}</b> <Side message={message} battle={game.battle.value!} /> <time dateTime={message.at}>{clock(message.at)}</time>
      </p>
      <div class="talk-said">
        <p class="talk-text" dir="auto">
          {message.text}
        </p>
        {!message.you && me.value?.known && <More talk={talk} message={message} onReport={() => (reporting.value = true)} />}
      </div>
      {reporting.value && <Report id={game.id} message={message} onEnd={() => (reporting.value = false)} />}
    </li>
  );
}

/** What can be done about the message of another. */
function More({ talk, message, onReport }: { talk: Conversation; message: Message; onReport: () => void }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const name = nameOf(message);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  return (
    <details
      class="talk-more"
      ref={menu}
      onKeyDown={(e) => {
        if (e.key !== 'Escape' || !menu.current?.open) return;
        e.stopPropagation();
        close();
        menu.current.querySelector('summary')?.focus();
      }}
      onFocusOut={(e) => {
        if (!menu.current?.contains(e.relatedTarget as Node | null)) close();
      }}
    >
      <summary aria-label={t('talk.more', { name })} title={t('talk.more', { name })}>
        <span aria-hidden="true">⋯</span>
      </summary>
      <div class="talk-menu" tabIndex={-1}>
        {!message.gone && (
          <button type="button" class="button small quiet" title={t('talk.block.about', { name })} onClick={() => attempt(talk.block(message))}>
            {t('talk.block', { name })}
          </button>
        )}
        <button
          type="button"
          class="button small quiet"
          onClick={() => {
            close();
            onReport();
          }}
        >
          {t('talk.report')}
        </button>
      </div>
    </details>
  );
}

/** Carries something out, and says so if it fails. */
function attempt(work: Promise<unknown>): void {
  work.catch((e) => notify(sentence(asError(e)), 'error'));
}

function Report({ id, message, onEnd }: { id: string; message: Message; onEnd: () => void }) {
  const why = useRef<HTMLTextAreaElement>(null);
  const label = `report-${message.room}-${message.n}`;
  useEffect(() => why.current?.focus(), []);
  const send = async () => {
    await api.report(id, message.room, message.n, why.current?.value ?? '');
    notify(t('talk.report.done'));
    onEnd();
  };
  return (
    <form
      class="talk-report"
      onSubmit={(e) => {
        e.preventDefault();
        attempt(send());
      }}
    >
      <label for={label}>{t('talk.report.why')}</label>
      <textarea id={label} class="field" rows={2} maxLength={500} ref={why} />
      <p class="row">
        <button type="submit" class="button small primary">
          {t('talk.report.send')}
        </button>
        <button type="button" class="button small" onClick={onEnd}>
          {t('talk.report.cancel')}
        </button>
      </p>
    </form>
  );
}

function LogIn() {
  return (
    <p class="talk-write">
      <a class="button small" href="#/account">
        {t('talk.log-in')}
      </a>
    </p>
  );
}

function Write({ talk }: { talk: Conversation }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const busy = useSignal(false);
  const problem = useSignal('');
  // The field is as high as what is in it.
  useLayoutEffect(() => {
    const f = field.current!;
    f.style.height = '';
    f.style.height = `${Math.min(f.scrollHeight + 2, 160)}px`;
  }, [talk.draft.value]);
  const send = async () => {
    if (busy.peek() || !talk.draft.peek().trim()) return;
    busy.value = true;
    problem.value = '';
    try {
      await talk.send();
    } catch (e) {
      problem.value = sentence(asError(e));
    }
    busy.value = false;
    field.current?.focus();
  };
  return (
    <form
      class="talk-write"
      onSubmit={(e) => {
        e.preventDefault();
        void send();
      }}
    >
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <textarea
        class="field"
        ref={field}
        rows={1}
        maxLength={500}
        dir="auto"
        aria-label={t('talk.write')}
        placeholder={t('talk.write.hint')}
        title={t('talk.keys')}
        value={talk.draft.value}
        onInput={(e) => (talk.draft.value = e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key !== 'Enter' || e.shiftKey || e.isComposing) return;
          e.preventDefault();
          void send();
        }}
      />
      <button type="submit" class="button primary" disabled={busy.value || !talk.draft.value.trim()}>
        {t('talk.send')}
      </button>
    </form>
  );
}

function Blocked({ talk }: { talk: Conversation }) {
  const list = talk.blocks.value;
  if (!list.length) return null;
  return (
    <details class="talk-fold">
      <summary>
        {t('talk.blocked')} ({list.length})
      </summary>
      <ul class="plain">
        {list.map((b) => (
          <li key={b.id} class="talk-blocked">
            {b.name || t('talk.guest')}
            <button type="button" class="button small" aria-label={t('talk.unblock.named', { name: b.name || t('talk.guest') })} onClick={() => attempt(talk.unblock(b))}>
              {t('talk.unblock')}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const rest = 800; // milliseconds after the last key until a note is saved

/** Notes that save themselves. They are read when they are opened. */
function Notes({ id }: { id: string }) {
  const note = useMemo(() => new Note(id), [id]);
  const cancel = useRef<() => void>(undefined);
  const save = () => {
    cancel.current?.();
    void note.save();
  };
  useEffect(() => save, [note]);
  const other = note.other.value;
  return (
    <details class="talk-fold" onToggle={(e) => e.currentTarget.open && void note.read()}>
      <summary>{t('note.title')}</summary>
      <p class="about">
        {t('note.about')} <span role="status">{note.state.value}</span>
      </p>
      <textarea
        class="field"
        rows={4}
        maxLength={20_000}
        dir="auto"
        aria-label={t('note.title')}
        disabled={note.text.value === null}
        value={note.text.value ?? ''}
        onInput={(e) => {
          note.write(e.currentTarget.value);
          cancel.current?.();
          cancel.current = later(rest, save);
        }}
        onBlur={save}
      />
      {other !== null && (
        <>
          <textarea class="field" rows={4} dir="auto" readOnly aria-label={t('note.other')} value={other} />
          <p class="row">
            <button type="button" class="button small primary" onClick={() => note.choose(true)}>
              {t('note.both')}
            </button>
            <button type="button" class="button small" onClick={() => note.choose(false)}>
              {t('note.mine')}
            </button>
          </p>
        </>
      )}
    </details>
  );
}
