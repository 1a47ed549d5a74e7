// The luck of a finished game: in a sentence, as a chart over the game, by kind of roll, and roll by roll.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type LuckData, type RollLuck, api } from '../api';
import { formatNumber, t } from '../i18n';
import { go, toGame, toHome, toMoment } from '../route';
import { armies, language } from '../state';
import { course, greatest, nearest, ticks, turnStarts } from './course';
import { sentence, useLoad } from './load';
import { Masthead } from './Masthead';
import { Icon, Swatch, Working } from './parts';

export function LuckRoom({ id }: { id: string }) {
  const lang = language.value;
  const game = useLoad(() => api.table(id), [id, lang]);
  const battle = useLoad(async () => (game.value ? api.battleOf(game.value) : undefined), [game.value?.battle, lang]);
  const luck = useLoad(() => api.luck(id), [id, lang]);
  const name = battle.value?.name;
  useEffect(() => {
    if (name) document.title = `${name} · ${t('luck.title')} · Acies`;
  }, [name, lang]);
  const colors = battle.value?.sheet.colors;
  useEffect(() => {
    armies.value = colors ?? [];
    return () => {
      armies.value = [];
    };
  }, [colors]);
  const error = luck.error ?? game.error ?? battle.error;
  return (
    <>
      <Masthead />
      <main class="page luck" id="main" tabIndex={-1}>
        <header class="luck-head">
          <p class="faint">
            {name} {game.value?.outcome?.text && <>· {game.value.outcome.text}</>}
          </p>
          <h1 tabIndex={-1}>{t('luck.title')}</h1>
          {luck.value && <p class="lead">{luck.value.text}</p>}
        </header>
        {error && (
          <div class="problem" role="alert">
            <p>{sentence(error)}</p>
            <p>
              <a href={toHome()}>{t('lost.home')}</a>
            </p>
          </div>
        )}
        {!luck.value && !error && <Working>{t('luck.working')}</Working>}
        {luck.value && <Account id={id} luck={luck.value} />}
      </main>
    </>
  );
}

function Account({ id, luck }: { id: string; luck: LuckData }) {
  return (
    <>
      <Scale luck={luck} />
      <section aria-labelledby="luck-course">
        <h2 id="luck-course">{t('luck.course')}</h2>
        <p class="about">{t('luck.course.about', { up: luck.sides[0], down: luck.sides[1] })}</p>
        {luck.rolls.length ? <Course id={id} luck={luck} /> : <p>{t('luck.none')}</p>}
      </section>
      <div class="luck-columns">
        <Kinds luck={luck} />
        <Greatest id={id} luck={luck} />
      </div>
      <section class="luck-how" aria-labelledby="luck-how">
        <h2 id="luck-how">{t('luck.how')}</h2>
        <p>{t('luck.how.text')}</p>
      </section>
      <p class="row">
        <a class="button" href={toMoment(id, 0)}>
          <Icon name="film" /> {t('game.replay')}
        </a>
        <a class="button" href={toGame(id)}>
          {t('luck.back')}
        </a>
      </p>
    </>
  );
}

function decimal(x: number, sign: 'exceptZero' | 'never' = 'exceptZero'): string {
  return formatNumber(language.value, nothing(x) ? 0 : x, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: sign });
}

const winner = (x: number) => (x < 0 ? 1 : 0);

/** "Spartans by 6.2", or that nobody is ahead. */
function Lead({ luck, points, whole }: { luck: LuckData; points: number; whole?: boolean }) {
  if (nothing(points)) return <>{t('luck.even')}</>;
  const side = winner(points);
  return (
    <>
      <Swatch side={side} /> {t('luck.lead', { side: luck.sides[side], points: whole ? Math.abs(points) : decimal(points, 'never') })}
    </>
  );
}

/** The width of an element, as the window changes. */
function useWidth<E extends Element>() {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!ref.current) return;
    const watch = new ResizeObserver(([e]) => setWidth(Math.round(e.contentRect.width)));
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  return [ref, width] as const;
}

/** The final margin and the margin without luck, on one line; left: the defender leads, right: the attacker. */
function Scale({ luck }: { luck: LuckData }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const reach = 1.15 * Math.max(1, Math.abs(luck.margin), Math.abs(luck.without) + luck.error);
  const x = (points: number) => 8 + ((points + reach) / (2 * reach)) * (width - 16);
  return (
    <section class="luck-scale">
      <dl>
        <div>
          <dt>{t('luck.ended')}</dt>
          <dd>
            <Lead luck={luck} points={luck.margin} whole />
          </dd>
        </div>
        <div>
          <dt>{t('luck.open')}</dt>
          <dd>
            <Lead luck={luck} points={luck.luck} />
          </dd>
        </div>
        <div>
          <dt>{t('luck.without')}</dt>
          <dd>
            <Lead luck={luck} points={luck.without} /> <small>{t('luck.error', { error: decimal(luck.error, 'never') })}</small>
          </dd>
        </div>
      </dl>
      <div ref={ref} aria-hidden="true">
        {width > 0 && (
          <svg width={width} height={78}>
            <rect class="half" data-side={1} x={x(-reach)} y={22} width={x(0) - x(-reach)} height={30} />
            <rect class="half" data-side={0} x={x(0)} y={22} width={x(reach) - x(0)} height={30} />
            {ticks(-reach, reach, width < 500 ? 5 : 11).map((p) => (
              <g key={p}>
                <line class="grid" x1={x(p)} x2={x(p)} y1={22} y2={52} data-zero={p === 0 || undefined} />
                <text x={x(p)} y={68} text-anchor="middle">
                  {Math.abs(p)}
                </text>
              </g>
            ))}
            <text x={x(-reach)} y={14}>
              ← {luck.sides[1]}
            </text>
            <text x={x(reach)} y={14} text-anchor="end">
              {luck.sides[0]} →
            </text>
            <path class="error" d={`M${x(luck.without - luck.error)} 31v12m0-6H${x(luck.without + luck.error)}m0-6v12`} />
            <circle class="without" cx={x(luck.without)} cy={37} r={6} />
            <path class="ended" d={`M${x(luck.margin)} 29l8 8-8 8-8-8z`} />
          </svg>
        )}
      </div>
      <p class="key" aria-hidden="true">
        <svg width="18" height="18">
          <path class="ended" d="M9 1l8 8-8 8-8-8z" />
        </svg>
        {t('luck.ended')}
        <svg width="18" height="18">
          <circle class="without" cx="9" cy="9" r="6" />
        </svg>
        {t('luck.without')}
      </p>
    </section>
  );
}

const left = 40;
const bottom = 26;
const top = 10;

/** The cumulative luck over the game, with a cursor that the mouse, a finger or the keyboard moves from roll to roll. */
function Course({ id, luck }: { id: string; luck: LuckData }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const [at, setAt] = useState(luck.rolls.indexOf(greatest(luck.rolls, 1)[0]));
  const { rolls } = luck;
  const sums = course(rolls);
  const height = width < 600 ? 220 : 280;
  const end = rolls[rolls.length - 1].n;
  const low = Math.min(-1, ...sums);
  const high = Math.max(1, ...sums);
  const x = (n: number) => left + (n / end) * (width - left - 10);
  const y = (v: number) => top + ((high - v) / (high - low)) * (height - top - bottom);
  const steps = rolls.map((r, i) => `H${x(r.n)}V${y(sums[i])}`).join('');
  const line = `M${x(0)} ${y(0)}${steps}`;
  const area = `${line}V${y(0)}Z`;
  const best = greatest(rolls, 5);
  const roll = rolls[at];

  const point = (e: MouseEvent & { currentTarget: Element }) => {
    const box = e.currentTarget.getBoundingClientRect();
    const i = nearest(rolls, ((e.clientX - box.left - left) / (width - left - 10)) * end);
    setAt(i);
    return i;
  };
  const onKey = (e: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, PageUp: at - 10, PageDown: at + 10, Home: 0, End: rolls.length - 1 };
    if (e.key === 'Enter') go(toMoment(id, roll.n));
    else if (e.key in moves) setAt(Math.max(0, Math.min(rolls.length - 1, moves[e.key])));
    else return;
    e.preventDefault();
  };

  return (
    <div class="luck-course" ref={ref}>
      {width > 0 && (
        <div
          class="luck-plot"
          role="slider"
          tabIndex={0}
          aria-label={t('luck.course.label')}
          aria-valuemin={1}
          aria-valuemax={rolls.length}
          aria-valuenow={at + 1}
          aria-valuetext={`${t('turn.n', { n: roll.turn })}. ${amount(luck, roll)}. ${roll.text}`}
          onPointerMove={(e) => e.pointerType === 'mouse' && point(e)}
          onClick={(e) => {
            const i = point(e);
            // A finger cannot point without pressing: it selects the roll, and the button opens it.
            if (!('pointerType' in e) || e.pointerType !== 'touch') go(toMoment(id, rolls[i].n));
          }}
          onKeyDown={onKey}
        >
          <svg width={width} height={height} aria-hidden="true">
            <clipPath id="luck-up">
              <rect x={0} y={0} width={width} height={y(0)} />
            </clipPath>
            <clipPath id="luck-down">
              <rect x={0} y={y(0)} width={width} height={height - y(0)} />
            </clipPath>
            {ticks(low, high, height < 250 ? 4 : 6).map((v) => (
              <g key={v}>
                <line class="grid" x1={left} x2={width} y1={y(v)} y2={y(v)} data-zero={v === 0 || undefined} />
                <text x={left - 6} y={y(v) + 4} text-anchor="end">
                  {formatNumber(language.value, v, { signDisplay: 'exceptZero' })}
                </text>
              </g>
            ))}
            {turnStarts(rolls).map(({ turn, n }) => (
              <g key={turn}>
                <line class="turn" x1={x(n)} x2={x(n)} y1={top} y2={height - bottom + 6} />
                <text x={x(n) + 4} y={height - 6}>
                  {width < 600 ? turn : t('turn.n', { n: turn })}
                </text>
              </g>
            ))}
            <path class="area" data-side={0} d={area} clip-path="url(#luck-up)" />
            <path class="area" data-side={1} d={area} clip-path="url(#luck-down)" />
            <path class="line" d={line} />
            {best.map((r) => (
              <circle key={r.n} class="dot" data-side={winner(r.luck)} cx={x(r.n)} cy={y(sums[rolls.indexOf(r)])} r={4.5} />
            ))}
            <line class="cursor" x1={x(roll.n)} x2={x(roll.n)} y1={top} y2={height - bottom} />
            <circle class="cursor" cx={x(roll.n)} cy={y(sums[at])} r={6} />
          </svg>
        </div>
      )}
      <div class="luck-readout">
        <RollLine luck={luck} roll={roll} />
        <a class="button small" href={toMoment(id, roll.n)}>
          <Icon name="film" /> {t('luck.show')}
        </a>
      </div>
    </div>
  );
}

const nothing = (x: number) => Math.abs(x) < 0.05;

function amount(luck: LuckData, r: RollLuck): string {
  if (nothing(r.luck)) return t('luck.nothing');
  return t('luck.for', { points: decimal(Math.abs(r.luck)), side: luck.sides[winner(r.luck)] });
}

function RollLine({ luck, roll }: { luck: LuckData; roll: RollLuck }) {
  return (
    <div class="luck-roll">
      <p>
        {!nothing(roll.luck) && <Swatch side={winner(roll.luck)} />} <b>{amount(luck, roll)}</b> <span class="faint">· {t('turn.n', { n: roll.turn })}</span>
      </p>
      <p>{roll.text}</p>
    </div>
  );
}

function Kinds({ luck }: { luck: LuckData }) {
  const most = Math.max(0.1, ...luck.kinds.map((k) => Math.abs(k.luck[0] - k.luck[1])));
  const sum = (f: (side: number) => (k: LuckData['kinds'][number]) => number) => [0, 1].map((s) => luck.kinds.map(f(s)).reduce((a, b) => a + b, 0));
  const rolls = sum((s) => (k) => k.rolls[s]);
  const points = sum((s) => (k) => k.luck[s]);
  return (
    <section aria-labelledby="luck-kinds">
      <h2 id="luck-kinds">{t('luck.kinds')}</h2>
      <p class="about">{t('luck.kinds.about')}</p>
      <table class="luck-kinds">
        <thead>
          <tr>
            <th rowSpan={2} scope="col">
              {t('luck.kind')}
            </th>
            {luck.sides.map((s, i) => (
              <th key={s} colSpan={2} scope="colgroup">
                <Swatch side={i} /> {s}
              </th>
            ))}
            <th rowSpan={2} scope="col">
              {t('luck.balance')}
            </th>
          </tr>
          <tr>
            {luck.sides.map((s) => [
              <th key={`${s} n`} scope="col">
                {t('luck.rolls')}
              </th>,
              <th key={`${s} p`} scope="col">
                {t('luck.points')}
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {luck.kinds.map((k) => (
            <tr key={k.kind}>
              <th scope="row">{k.name}</th>
              <Cells rolls={k.rolls} points={k.luck} />
              <td>
                <Balance points={k.luck[0] - k.luck[1]} most={most} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {luck.groups?.map((g) => (
            <tr key={g.kind}>
              <th scope="row">{g.name}</th>
              <Cells rolls={g.rolls} points={g.luck} />
              <td>{decimal(g.luck[0] - g.luck[1])}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('luck.all')}</th>
            <Cells rolls={rolls} points={points} />
            <td>{decimal(points[0] - points[1])}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Cells({ rolls, points }: { rolls: readonly number[]; points: readonly number[] }) {
  return (
    <>
      {[0, 1].map((s) => [
        <td key={`n${s}`} class="faint">
          {rolls[s]}
        </td>,
        <td key={`p${s}`}>{decimal(points[s])}</td>,
      ])}
    </>
  );
}

/** A bar from the middle: to the right for the attacker, to the left for the defender. */
function Balance({ points, most }: { points: number; most: number }) {
  const share = (50 * Math.abs(points)) / most;
  const side = winner(points);
  return (
    <div class="luck-balance">
      <span class="bar" aria-hidden="true">
        <i data-side={side} style={{ left: `${side === 0 ? 50 : 50 - share}%`, width: `${share}%` }} />
      </span>
      <span>{decimal(points)}</span>
    </div>
  );
}

function Greatest({ id, luck }: { id: string; luck: LuckData }) {
  return (
    <section aria-labelledby="luck-greatest">
      <h2 id="luck-greatest">{t('luck.greatest')}</h2>
      <ol class="plain luck-greatest">
        {greatest(luck.rolls, 5).map((r) => (
          <li key={r.n}>
            <RollLine luck={luck} roll={r} />
            <a class="button quiet icon" href={toMoment(id, r.n)} aria-label={t('luck.show')} title={t('luck.show')}>
              <Icon name="film" />
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
