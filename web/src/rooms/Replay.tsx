// The replay of a game from its beginning: by step, activation or turn, or automatically.

import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type ApiError, type BattleData, type LogEntry, type Scene, type TableData, type Viewer as Watcher, api } from '../api';
import { Board } from '../board/Board';
import { noHighlights } from '../board/marks';
import { fightOf, waysOf } from '../fights';
import { t } from '../i18n';
import { isLine, strikeOf } from '../moves';
import { sideElsewhere } from '../people';
import { Pace } from '../play/Watch';
import { become, go, toGame, toHome, toMoment } from '../route';
import { type Selection, language, nothing, notify, selecting, settings, shared } from '../state';
import { RecordButton, RecordDrop } from './Home';
import { asError, sentence, useLoad } from './load';
import { FactLine, Log, useLog } from './Log';
import { LuckLink } from './LuckLink';
import { Sword } from './Masthead';
import { Icon, type IconName, Working } from './parts';
import { inOrder, seatName } from './seats';
import { settingsOpen } from './Settings';
import { Opening } from './Table';
import { PhaseTrack, Points, TurnTrack } from './Track';

/** The moments at which a turn or an activation begins, as the number of actions before it. */
export function marks(log: LogEntry[], scene: Scene): number[] {
  return log.filter((e) => e.facts?.some((f) => f.scene === scene)).map((e) => e.n);
}

/** The nearest mark after (or before) n; the ends of the game are marks. */
export function jump(list: number[], n: number, forward: boolean, end: number): number {
  if (forward) return list.find((m) => m > n) ?? end;
  return list.findLast((m) => m < n) ?? 0;
}

export function ReplayRoom({ id, n }: { id: string; n: number }) {
  const lang = language.value;
  const game = useLoad(() => api.table(id), [id, lang]);
  const battle = useLoad(async () => (game.value ? api.battleOf(game.value) : undefined), [game.value?.battle, lang]);
  const side = game.value && shared(game.value) && !game.value.outcome?.over ? 'spectator' : undefined; // people share the device
  const log = useLog(id, game.value?.version, side);
  useEffect(() => {
    if (battle.value) document.title = `${battle.value.name} · ${t('game.replay')} · Acies`;
  }, [battle.value?.name]);
  const error = game.error ?? battle.error;
  if (!battle.value || !game.value || !log) {
    return <Opening error={error} again={error === game.error ? game.again : battle.again} />;
  }
  return <Viewer id={id} start={n} battle={battle.value} log={log} game={game.value} over={game.value.outcome?.over ?? false} side={side} />;
}

function Viewer(props: { id: string; start: number; battle: BattleData; log: LogEntry[]; game: TableData; over: boolean; side?: Watcher }) {
  const { id, battle, log } = props;
  const end = log.at(-1)?.n ?? 0;
  const [n, setN] = useState(Math.min(props.start, end));
  const [table, setTable] = useState<TableData>();
  const [ways, setWays] = useState<ReturnType<typeof waysOf>>([]);
  const [seen, setSeen] = useState(0); // the moment whose fight was clicked away
  const [playing, setPlaying] = useState(false);
  const speed = settings.value.pace;
  const selection = useSignal<Selection>(nothing);
  const spotlight = useSignal<number | null>(null);
  const shown = useRef<TableData | undefined>(undefined);
  const moments = useRef(new Map<string, Promise<TableData>>());
  const lang = language.value;
  const activations = useMemo(() => marks(log, 'activation'), [log]);
  const turns = useMemo(() => marks(log, 'turn'), [log]);
  const entry = log.find((e) => e.n === n);
  const charge = table && strikeOf(log.filter((e) => e.n > n - 8 && e.n <= n), table);
  const told = entry?.facts?.filter(isLine) ?? []; // the modifiers are in the log
  const fight = useMemo(() => table && fightOf(table.last ?? []), [table]);
  const taken = useMemo(() => ({ all: ways, drawn: ways }), [ways]);

  const moment = (k: number) => {
    const key = `${lang} ${k}`;
    let m = moments.current.get(key);
    if (!m) {
      m = api.moment(id, k, props.side);
      m.catch(() => moments.current.delete(key));
      moments.current.set(key, m);
      if (moments.current.size > 200) moments.current.delete(moments.current.keys().next().value!);
    }
    return m;
  };

  // The address is always that of the moment shown; an address typed in is followed.
  useEffect(() => setN(Math.min(props.start, end)), [props.start]);
  useEffect(() => {
    let live = true;
    become(toMoment(id, n));
    moment(n).then(
      (m) => {
        if (!live) return;
        setTable(m);
        setWays(shown.current ? waysOf(shown.current, m) : []);
        shown.current = m;
        if (n < end) moment(n + 1).catch(() => {});
      },
      (e: ApiError) => live && notify(sentence(asError(e)), 'error'),
    );
    return () => {
      live = false;
    };
  }, [id, n, lang]);

  // Bookkeeping steps pass quickly; rolls get more time.
  useEffect(() => {
    if (!playing || !table) return;
    if (n >= end) {
      setPlaying(false);
      return;
    }
    const facts = log.find((e) => e.n === n)?.facts ?? [];
    const pause = facts.some((f) => f.dice?.length) ? 2400 : facts.length ? 900 : 120;
    const timer = setTimeout(() => setN(n + 1), pause / speed);
    return () => clearTimeout(timer);
  }, [playing, n, speed, table, end]);

  const to = (k: number) => {
    setPlaying(false);
    setN(Math.max(0, Math.min(end, k)));
  };
  const play = () => {
    if (!playing && n >= end) setN(0);
    setPlaying(!playing);
  };

  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const target = e.target as Element;
      if (target.closest('input[type=search], select, textarea, dialog') || e.ctrlKey || e.metaKey || e.altKey) return;
      if (target.matches('input[type=range]') && e.key.startsWith('Arrow')) return;
      const onButton = target.closest('button, a, summary');
      switch (e.key) {
        case 'ArrowLeft':
          to(e.shiftKey ? jump(activations, n, false, end) : n - 1);
          break;
        case 'ArrowRight':
          to(e.shiftKey ? jump(activations, n, true, end) : n + 1);
          break;
        case 'PageUp':
          to(jump(turns, n, false, end));
          break;
        case 'PageDown':
          to(jump(turns, n, true, end));
          break;
        case 'Home':
          to(0);
          break;
        case 'End':
          to(end);
          break;
        case ' ':
          if (onButton) return;
          play();
          break;
        default:
          return;
      }
      e.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      notify(t('replay.copied'));
    } catch {
      notify(location.href);
    }
  };

  return (
    <RecordDrop>
      <div class="table-room replay">
        <header class="table-bar">
          <a class="brand" href={toHome()} aria-label={t('brand.home')} title={t('brand.home')}>
            <Sword />
          </a>
          <h1 tabIndex={-1}>
            {battle.name} <small>{t('game.replay')}</small>
          </h1>
          {table && <TurnTrack table={table} />}
          {table && <PhaseTrack table={table} battle={battle} />}
          {table && <Points table={table} battle={battle} />}
          <nav class="table-menu" aria-label={t('nav')}>
            <button type="button" class="button quiet icon" aria-label={t('settings')} title={t('settings')} onClick={() => (settingsOpen.value = true)}>
              <Icon name="gear" />
            </button>
          </nav>
          {table && table.n !== n && <div class="busy-line" role="status" aria-label={t('working')} />}
        </header>
        <main id="main" class="table-board" tabIndex={-1} aria-label={t('table.board')}>
          {table ? <Board
              battle={battle}
              table={table}
              selection={selection.value}
              spotlight={spotlight.value}
              highlights={{ ...noHighlights, charge }}
              fight={seen === n ? undefined : fight}
              ways={taken}
              onPick={(p) => {
                setSeen(n);
                selection.value = selecting(p);
              }}
            /> : <Working />}
          <div class="replay-bar">
            <div class="replay-now" aria-live={playing ? 'off' : 'polite'}>
              {told.length ? (
                told.slice(0, entry?.summary ? 1 : 3).map((f, i) => <FactLine key={i} fact={f} onPlace={(h) => (spotlight.value = h)} />)
              ) : (
                <p class="fact faint">{n === 0 ? t('replay.start') : (table?.prompt ?? '')}</p>
              )}
              {entry?.summary && <p class="fact summary">{entry.summary.text}</p>}
              {entry?.deals?.map((d, i) => (
                <p key={i} class="fact">
                  {d.text}
                </p>
              ))}
            </div>
            <div class="replay-slide">
              <input
                type="range"
                min={0}
                max={end}
                value={n}
                aria-label={t('replay.slider')}
                aria-valuetext={t('replay.at', { n, end })}
                onInput={(e) => to(Number(e.currentTarget.value))}
              />
              <span class="faint">{t('replay.at', { n, end })}</span>
            </div>
            <div class="replay-buttons" role="toolbar" aria-label={t('replay.controls')}>
              <Step icon="first" label={t('replay.turn.back')} off={n <= 0} onClick={() => to(jump(turns, n, false, end))} />
              <Step icon="prevs" label={t('replay.activation.back')} off={n <= 0} onClick={() => to(jump(activations, n, false, end))} />
              <Step icon="prev" label={t('replay.back')} off={n <= 0} onClick={() => to(n - 1)} />
              <button type="button" class="button primary icon" aria-label={playing ? t('replay.pause') : t('replay.play')} title={playing ? t('replay.pause') : t('replay.play')} onClick={play}>
                <Icon name={playing ? 'pause' : 'play'} />
              </button>
              <Step icon="next" label={t('replay.next')} off={n >= end} onClick={() => to(n + 1)} />
              <Step icon="nexts" label={t('replay.activation.next')} off={n >= end} onClick={() => to(jump(activations, n, true, end))} />
              <Step icon="last" label={t('replay.turn.next')} off={n >= end} onClick={() => to(jump(turns, n, true, end))} />
              <Pace />
            </div>
          </div>
        </main>
        <aside class="panel" data-height="half" aria-label={t('log.title')}>
          <div class="replay-links">
            <button type="button" class="button small" title={t('replay.link.about')} onClick={() => void copy()}>
              <Icon name="link" /> {t('replay.link')}
            </button>
            {table && <PlayOn game={props.game} battle={battle} moment={table} side={props.side} />}
            {props.over && <LuckLink id={id} />}
            <a class="button small" href={api.recordAddress(id, props.side)} download>
              <Icon name="save" /> {t('record.save')}
            </a>
            <RecordButton label={t('record.title')} />
            {!props.over && (
              <a class="button small primary" href={toGame(id)}>
                {t('replay.game')}
              </a>
            )}
          </div>
          <div class="panel-body">
            <Log log={log} battle={battle} at={n} selected={selection.value.piece} onPlace={(h) => (spotlight.value = h)} onMoment={to} />
          </div>
        </aside>
      </div>
    </RecordDrop>
  );
}

/** Starts a new game from the moment shown. */
function PlayOn({ game, battle, moment, side }: { game: TableData; battle: BattleData; moment: TableData; side?: Watcher }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const kinds = useLoad(async () => (open ? api.seats() : undefined), [open]);
  // Whoever watched two computers takes over the side to act.
  const [seats, setSeats] = useState<readonly string[]>(game.seats);
  const start = () => {
    setSeats(game.seats.includes('human') ? game.seats : game.seats.with(Math.max(0, moment.view.toAct), 'human'));
    setOpen(true);
  };
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  const begin = async () => {
    try {
      const { id } = await api.branch(game.id, moment.n, seats, side);
      go(toGame(id));
    } catch (e) {
      notify(sentence(asError(e)), 'error');
    }
  };
  if ((game.secrets || sideElsewhere(game) >= 0) && !game.outcome?.over) return null;
  return (
    <>
      <button type="button" class="button small" title={t('replay.play-on.about')} onClick={start}>
        <Icon name="play" /> {t('replay.play-on')}
      </button>
      <dialog ref={dialog} class="dialog play-on" aria-labelledby="play-on-title" onClose={() => setOpen(false)}>
        <header>
          <h2 id="play-on-title">{t('replay.play-on')}</h2>
          <button type="button" class="button quiet icon" aria-label={t('close')} onClick={() => setOpen(false)}>
            <Icon name="close" />
          </button>
        </header>
        <div class="play-on-body">
          <p>{t('replay.play-on.how', { n: moment.n })}</p>
          {battle.sides.map((s, i) => (
            <label key={s.id} class="play-on-seat">
              {s.name}
              <select class="field" value={seats[i]} onChange={(e) => setSeats(seats.with(i, e.currentTarget.value))}>
                {inOrder(kinds.value ?? [seats[i]]).map((k) => (
                  <option key={k} value={k}>
                    {seatName(k)}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <p class="row">
            <button type="button" class="button primary" onClick={() => void begin()}>
              {t('replay.play-on.begin')}
            </button>
            <button type="button" class="button" onClick={() => setOpen(false)}>
              {t('play.cancel')}
            </button>
          </p>
        </div>
      </dialog>
    </>
  );
}

function Step(props: { icon: IconName; label: string; off: boolean; onClick: () => void }) {
  return (
    <button type="button" class="button icon" aria-label={props.label} title={props.label} disabled={props.off} onClick={props.onClick}>
      <Icon name={props.icon} />
    </button>
  );
}
