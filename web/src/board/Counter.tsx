import { Component } from 'preact';
import type { BattleData, Counter, PieceView, Printed, Sheet } from '../api';
import { groupOf, pieceOf } from '../battle';
import { Shield } from './Arms';
import { BaseFace } from './Base';
import { heading, type Point, SIZE } from './places';
import { rowsOf } from './poses';

const value = (v: PieceView | undefined, key: string, printed: number) => v?.values?.find((x) => x.key === key)?.n ?? printed;

/** Whether a counter shows its back. */
export const isTurned = (s: Sheet, v?: PieceView): boolean => v?.states?.includes(s.turned ?? '') ?? false;

/** The values printed on the side of a counter that is up. */
const printed = (c: Counter, back: boolean): Printed[] => (back && c.back) || c.values || [];

/** A value as it is now, or the text that is printed instead of it. */
const number = (p: Printed, v?: PieceView): string => p.text ?? `${value(v, p.key, p.n)}${p.mark ?? ''}`;

/** Values in a row: with hyphens between them, unless one stands apart. */
const row = (list: Printed[], v?: PieceView): string => list.map((p, i) => (i === 0 ? '' : p.apart ? ' ' : '-') + number(p, v)).join('');

/** The values on a counter, in the printed order; without a view, those printed on its front or back. */
export function figures(s: Sheet, c: Counter, v?: PieceView, back = isTurned(s, v)): string {
  return row(printed(c, back), v);
}

/** A text in a box of the sheet, around a point. */
export function Boxed({ sheet, box, text, x = 0, y = 0, size }: { sheet: Sheet; box?: string; text: string; x?: number; y?: number; size: number }) {
  const b = sheet.boxes?.[box ?? ''];
  return (
    <g class="boxed" transform={`translate(${x} ${y})`}>
      {b?.parts.map((p) => (
        <path key={p.d} class={p.class} fill={p.fill} d={p.d} />
      ))}
      <text y={0.36 * size} style={{ fontSize: `${size}px`, fill: b?.ink }}>
        {text}
      </text>
    </g>
  );
}

/** Where values stand that are not in the row, and how large their boxes are. */
const slots: [slot: string, x: number, y: number, scale: number][] = [
  ['corner', -12.3, -12.3, 1.15],
  ['left', -12.3, 0.6, 1.2],
  ['right', 13.2, 0.4, 1.15],
];

/** A text that must not be wider than its counter is squeezed. */
const squeezed = (text: string, size: number, room: number) => (0.64 * size * text.length > room + 2 ? ({ textLength: room, lengthAdjust: 'spacingAndGlyphs' } as const) : {});

/** The arrow of counters without a front of their own. */
const plainHead = 'M21.5-10.5L42 0 21.5 10.5 28 0z';

/** How the sheet shows that a piece faces where it does. */
const frontOf = (sheet: Sheet, counter: Counter, view?: PieceView) => (view && heading(sheet, view) !== undefined ? sheet.fronts?.[counter.front ?? '']?.[view.facing] : undefined);

/** An arrow toward what a piece faces; double for a charge. */
function Front({ sheet, counter, view }: { sheet: Sheet; counter: Counter; view: PieceView }) {
  const angle = heading(sheet, view);
  if (angle === undefined) return null;
  const head = frontOf(sheet, counter, view)?.head ?? plainHead;
  const turn = `rotate(${angle - 90})`;
  return (
    <>
      <path class="arrow" transform={turn} d={head} />
      {view.states?.includes('charging') && <path class="arrow" transform={`${turn} translate(9.500)`} d={head} />}
    </>
  );
}

/** Square for one army, with cut corners for the other: they differ in shape, not only in colour. */
export function plate(side: number, half: number, cut = 7): string {
  if (side === 0) return `M${-half} ${-half}h${2 * half}v${2 * half}h${-2 * half}z`;
  const flat = 2 * (half - cut);
  return `M${-half + cut} ${-half}h${flat}l${cut} ${cut}v${flat}l${-cut} ${cut}h${-flat}l${-cut} ${-cut}v${-flat}z`;
}

/** The figure of a counter in its present state. A piece without a figure shows its letters. */
export function Figure({ sheet, counter, view }: { sheet: Sheet; counter: Counter; view?: PieceView }) {
  const form = view?.states?.map((s) => counter.forms?.[s]).findLast((f) => f) ?? counter.figure ?? '';
  const parts = sheet.figures?.[form];
  return (
    <g class="silhouette">
      {parts?.length ? (
        parts.map((p) => <path key={p.d} class={p.class} fill={p.fill} d={p.d} />)
      ) : (
        <text class="f" y="5" text-anchor="middle" font-size="14" font-weight="bold" transform={counter.side === 0 ? undefined : 'scale(-1 1)' /* figures are mirrored, letters are not */}>
          {counter.type ?? counter.name.slice(0, 2)}
        </text>
      )}
    </g>
  );
}

/** The pattern of the back of a counter, for the definitions of a drawing. */
export function Hatch() {
  return (
    <pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="4" height="4" fill="#1d1712" />
      <rect width="1.600" height="4" fill="#fff" opacity=".8" />
    </pattern>
  );
}

/** The face of a unit's counter around the origin, on the board with its front edge, under the figures. Without a view it is as printed: front or back. */
export function UnitFace({ battle, piece, view, back = false, faced = false }: { battle: BattleData; piece: number; view?: PieceView; back?: boolean; faced?: boolean }) {
  const { sheet } = battle;
  const counter = pieceOf(battle, piece);
  if (!counter) return null;
  if (counter.base) {
    const deep = counter.base.depth * rowsOf(counter, view);
    const scale = Math.min(42 / counter.base.width, 38 / deep);
    return (
      <g transform={`scale(${scale.toFixed(3)}) translate(0 ${-deep / 2 + 3})`}>
        <BaseFace battle={battle} piece={piece} view={view} />
      </g>
    );
  }
  const has = (s: string) => view?.states?.includes(s) ?? false;
  const tired = back || isTurned(sheet, view);
  const shape = plate(counter.side, SIZE / 2);
  const group = groupOf(battle, counter.group);
  const arms = group?.arms;
  const way = counter.side === 0 ? 1 : -1; // the direction in which the figure looks
  const values = printed(counter, tired);
  const beside = values.some((p) => p.slot);
  const strong = values.find((p) => p.key === sheet.strength); // all that is shown when the counter is small
  const line = row(values.filter((p) => !p.slot), view);
  const front = faced ? frontOf(sheet, counter, view) : undefined;
  const put = arms ? `translate(${5 * way} -5.600)` : beside ? 'translate(2.5 -6.600) scale(.9)' : values.length ? `translate(${2 * way} -7.200)` : '';
  return (
    <g class={`face side-${counter.side}${tired ? ' tired' : ''}`}>
      <path class="shadow" d={shape} transform="translate(1.500 2.200)" />
      <path class="body" d={shape} />
      <path class="field" d={plate(counter.side, 19, 5)} />
      <g transform={`${put}${way < 0 ? ' scale(-1 1)' : ''}`}>
        <Figure sheet={sheet} counter={counter} view={view} />
      </g>
      {arms && (
        <g transform={`translate(${-12.6 * way} -2.400) scale(.58)`}>
          <Shield group={group} />
        </g>
      )}
      {values.length > 0 && <path class="band" d={counter.side === 0 ? 'M-22 6.500h44v15.500h-44z' : 'M-22 6.500h44v8.500l-7 7h-30l-7-7z'} />}
      {tired && <path class="hatch" d="M-19 3h38v3.500h-38z" />}
      {front && <path class="front" d={counter.side === 0 ? front.edge : front.cut} />}
      <text class="type" x={-18 * way} y="-12.500" text-anchor={way > 0 ? 'start' : 'end'}>
        {counter.type}
      </text>
      <text class={`figures${beside ? ' small' : ''}`} y={beside ? 16.5 : 17.2} {...squeezed(line, beside ? 11.6 : 13.6, 41)}>
        {line}
      </text>
      {slots.map(([slot, x, y, scale]) => {
        const list = values.filter((p) => p.slot === slot);
        return (
          list.length > 0 && (
            <g key={slot} transform={`translate(${x} ${y}) scale(${scale})`}>
              <Boxed sheet={sheet} box={list[0].box} text={row(list, view)} size={8.7} />
            </g>
          )
        );
      })}
      {strong && (
        <text class="strength" y="10.500">
          {number(strong, view)}
        </text>
      )}
      {has('pilum') && <path class="pilum" d="M-17 4.500V-9M-17-9l-1.600 3.400M-17-9l1.600 3.400" />}
      {(has('dismounted') || has('remounted')) && (
        <g class="shoe" transform={`translate(${14 * way} 2)`}>
          <circle r="5.200" />
          <path d="M-3 2.800h1Q-3.200-3 0-3T2 2.800h1" />
          {has('dismounted') && <path class="off" d="M-4 4L4-4" />}
        </g>
      )}
      {has('resting') && (
        <text class="resting" x="8" y="2">
          zz
        </text>
      )}
      {has('routed') && <path class="cross" d="M-19-19L19 5.500M19-19L-19 5.500" />}
    </g>
  );
}

/** Three horizontal links. */
const chain = 'M-9.500-1.500h3.400a1.700 1.700 0 010 3.400h-3.400a1.700 1.700 0 010-3.400zM-1.700-1.500h3.400a1.700 1.700 0 010 3.400h-3.400a1.700 1.700 0 010-3.400zM6.100-1.500h3.400a1.700 1.700 0 010 3.400h-3.400a1.700 1.700 0 010-3.400z';

/** The captives of a unit: their arms in chains, at the lower edge of the counter. */
function Captives({ battle, pieces }: { battle: BattleData; pieces: number[] }) {
  return (
    <>
      {pieces.map((p, i) => (
        <g key={p} class="captive" transform={`translate(${18 - 15 * i} 24)`}>
          <g transform="scale(.64)">
            <Shield group={groupOf(battle, pieceOf(battle, p)?.group)} />
          </g>
          <g transform="translate(0 3.800)">
            <path class="chain-casing" d={chain} />
            <path class="chain" d={chain} />
          </g>
        </g>
      ))}
    </>
  );
}

/**
 * The markers of a unit, by shape and letter, lower beside an arrow past an upper corner. A marker
 * that takes the place of another is drawn anew.
 */
export function Badges({ sheet, view }: { sheet: Sheet; view: PieceView }) {
  const has = (s: string) => view.states?.includes(s) ?? false;
  const angle = heading(sheet, view) ?? 0;
  const right = `translate(${angle > 15 && angle < 75 ? '19 -3' : '18 -17'})`;
  const left = `translate(${angle > 285 && angle < 345 ? '-20 -3' : '-19 -17'})`;
  return (
    <>
      {has('routed') ? (
        <g key="routed" class="badge routed" transform={right}>
          <path d="M-4.200-10h8.400l5.800 5.800v8.400l-5.800 5.800h-8.400l-5.800-5.800v-8.400z" />
          <text y="4.500">R</text>
        </g>
      ) : (
        has('discouraged') && (
          <g key="discouraged" class="badge discouraged" transform={right}>
            <path d="M0-11.500L11.500 0 0 11.500-11.500 0z" />
            <text y="4.500">D</text>
          </g>
        )
      )}
      {has('out-of-command') && (
        <g class="badge lost" transform={left}>
          <circle r="7.500" />
          <text y="4.200">?</text>
        </g>
      )}
    </>
  );
}

/**
 * The signs of states and values that the sheet has for all counters. One that would hide the arrow of a facing moves, unless
 * they are fixed: above the counter to the middle, beside it down. Those on the right rise by some to make room for another mark.
 */
export function Signs({ sheet, view, fixed = false, rise = 0 }: { sheet: Sheet; view: PieceView; fixed?: boolean; rise?: number }) {
  const angle = fixed ? undefined : heading(sheet, view);
  const turn = ((angle ?? 0) * Math.PI) / 180;
  return (
    <>
      {sheet.badges?.map((b) => {
        const v = view.values?.find((x) => x.key === b.value);
        if (!v && !view.states?.includes(b.state ?? '')) return null;
        const hidden = angle !== undefined && Math.hypot(30 * Math.sin(turn) - b.x, -30 * Math.cos(turn) - b.y) < 16;
        const [x, y] = !hidden ? [b.x, b.x > 0 ? b.y - rise : b.y] : b.y < -SIZE / 4 ? [b.x - 15 * Math.sign(b.x), b.y] : [b.x, b.y + 14];
        return (
          <g key={b.value ?? b.state} class="badge sign" transform={`translate(${x} ${y})`}>
            {b.parts.map((p) => (
              <path key={p.d} class={p.class} fill={p.fill} d={p.d} />
            ))}
            {b.text && (
              <text y={0.37 * (b.size ?? 10)} style={{ fontSize: `${b.size ?? 10}px`, fill: b.ink }}>
                {b.text.replace('{n}', String(v?.n))}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

/** Where the number of units in a stack is: below the figures, away from the arrow and from captives. */
function countAt(sheet: Sheet, view: PieceView): string {
  const angle = heading(sheet, view) ?? 0;
  return view.captives?.length || (angle > 90 && angle < 180) ? '-18 25' : '18 25';
}

interface UnitProps {
  battle: BattleData;
  view: PieceView;
  x: number;
  y: number;
  top: boolean;
  count: number; // units in the stack
}

const sameView = (a: PieceView, b: PieceView) =>
  a === b ||
  (a.place === b.place &&
    a.facing === b.facing &&
    a.pose?.heading === b.pose?.heading &&
    a.order === b.order &&
    (a.states ?? []).join() === (b.states ?? []).join() &&
    (a.captives ?? []).join() === (b.captives ?? []).join() &&
    (a.values ?? []).map((v) => `${v.key}${v.n}`).join() === (b.values ?? []).map((v) => `${v.key}${v.n}`).join());

/** A unit on the board; it is redrawn only when it has changed. */
export class UnitCounter extends Component<UnitProps> {
  shouldComponentUpdate(n: UnitProps): boolean {
    const p = this.props;
    return p.battle !== n.battle || p.x !== n.x || p.y !== n.y || p.top !== n.top || p.count !== n.count || !sameView(p.view, n.view);
  }

  render({ battle, view, x, y, top, count }: UnitProps) {
    const counter = pieceOf(battle, view.piece);
    if (!counter) return null;
    return (
      <g class={`piece ${sideClass(counter)}`} data-piece={view.piece} style={{ transform: `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)` }}>
        <g class="scaled">
          {top ? (
            <>
              <PieceFace battle={battle} piece={view.piece} view={view} faced />
              <Front sheet={battle.sheet} counter={counter} view={view} />
              <Badges sheet={battle.sheet} view={view} />
              <Signs sheet={battle.sheet} view={view} />
              {count > 1 && (
                <g class="count" transform={`translate(${countAt(battle.sheet, view)})`}>
                  <circle r="6.500" />
                  <text y="4">{count}</text>
                </g>
              )}
              {view.captives && <Captives battle={battle} pieces={view.captives} />}
            </>
          ) : (
            <g class={`face side-${counter.side}${isTurned(battle.sheet, view) ? ' tired' : ''}`}>
              <path class="body" d={plate(counter.side, SIZE / 2)} />
            </g>
          )}
        </g>
      </g>
    );
  }
}

/** A leader's disc around the origin: his arms, or else his bust, and his first value on a tab. A commander's disc has rays. */
export function LeaderFace({ battle, piece, view }: { battle: BattleData; piece: number; view?: PieceView }) {
  const counter = pieceOf(battle, piece);
  if (!counter) return null;
  const has = (s: string) => view?.states?.includes(s) ?? false;
  const idle = has('activated') || has('inactive');
  const commander = commands(counter, view);
  const group = groupOf(battle, counter.group);
  const first = counter.values?.[0];
  const boxed = counter.values?.find((p) => p.box);
  return (
    <g class={`leader-face side-${counter.side}${commander ? ' commander' : ''}${idle ? ' idle' : ''}`}>
      <circle class="shadow" cx="1" cy="1.600" r="11" />
      {commander ? <path class="body" d="M0-13.500L3.700-10.600 8.200-10.800 9.500-6.500 13-3.600 11.500.6 12.600 5 8.700 7.400 6.800 11.500 2.200 11.300-1.900 13.300-5.200 10.200-9.700 9.200-10.400 4.700-13.300 1.200-11.300-2.800-11.600-7.400-7.500-9.400-4.900-13.100-.5-12z" /> : <circle class="body" r="11" />}
      <circle class="field" r="9" />
      {group?.arms ? (
        <g transform="translate(-.8 .2) scale(.6)">
          <Shield group={group} />
        </g>
      ) : (
        <g transform={`translate(0 1.200) scale(${counter.side === 0 ? '.72' : '-.72 .72'})`}>
          <Figure sheet={battle.sheet} counter={counter} view={view} />
        </g>
      )}
      {boxed && (
        <g transform="translate(-1 8) scale(1.25)">
          <Boxed sheet={battle.sheet} box={boxed.box} text={number(boxed, view)} size={8.2} />
        </g>
      )}
      {first && !boxed && (
        <g transform="translate(0 11)">
          <circle class="tab" r="7" />
          <text class="rating" y="4">
            {value(view, first.key, first.n)}
          </text>
        </g>
      )}
      {has('commander') && <path class="crown" d="M-6-10L-7.400-16.500-3.400-13.600 0-18 3.400-13.600 7.400-16.500 6-10z" />}
      {has('wounded') && <path class="wound" d="M-8-13v8M-12-9h8" />}
      {has('inactive') && <path class="barred" d="M-8-8L8 8" />}
      {has('activated') && <path class="acted-casing" d="M-5.500 0L-1.500 4.500 6-5" />}
      {has('activated') && <path class="acted" d="M-5.500 0L-1.500 4.500 6-5" />}
    </g>
  );
}

/** A card around the origin, 32 wide and 44 high: what is printed on it, or else its values, or its back if the viewer may not know them. */
export function CardFace({ battle, piece, view }: { battle: BattleData; piece: number; view?: PieceView }) {
  const { sheet } = battle;
  const counter = pieceOf(battle, piece);
  if (!counter) return null;
  if (counter.figure) {
    const foot = counter.values?.filter((p) => p.slot === 'foot') ?? [];
    const corner = counter.values?.find((p) => p.slot === 'corner');
    return (
      <g class={`card-face ${sideClass(counter)}`}>
        <rect class="body" x="-16" y="-22" width="32" height="44" rx="4" />
        <g transform="translate(0 -1) scale(.68)">
          <Figure sheet={sheet} counter={counter} view={view} />
        </g>
        {corner && <Boxed sheet={sheet} box={corner.box} text={number(corner)} x={-9} y={-15} size={8} />}
        {foot.map((p, i) => (
          <g key={p.key} transform={`translate(${7.4 * (i - (foot.length - 1) / 2)} 17) scale(.36 .5)`}>
            <Boxed sheet={sheet} box={p.box} text={String(p.n)} size={11} />
          </g>
        ))}
      </g>
    );
  }
  const values = (view?.values ?? []).map((v) => v.n).join('-');
  return (
    <g class={`card-face side-${counter.side}`}>
      <rect class="body" x="-16" y="-22" width="32" height="44" rx="4" />
      {values ? <text y="8">{values}</text> : <path class="back" d="M-11-17h22v34h-22zM0-17L11 0 0 17-11 0z" />}
    </g>
  );
}

/** The class that gives a piece the colours of its side. */
export const sideClass = (c: Counter): string => `side-${c.side < 0 ? 'none' : c.side}`;

/** A piece in a row of pieces: there a leader's disc is as large as a counter. */
export function PieceFace({ battle, piece, view, grown = 1.5, faced }: { battle: BattleData; piece: number; view?: PieceView; grown?: number; faced?: boolean }) {
  const counter = pieceOf(battle, piece);
  if (counter?.shape === 'card' && counter.figure) return <CardFace battle={battle} piece={piece} view={view} />;
  if (counter?.shape !== 'leader') return <UnitFace battle={battle} piece={piece} view={view} faced={faced} />;
  return (
    <g transform={`scale(${grown})`}>
      <LeaderFace battle={battle} piece={piece} view={view} />
    </g>
  );
}

/** Whether a leader commands the army: according to the view, which knows about successions, or as printed. */
export function commands(leader: Counter, view?: PieceView): boolean {
  const has = (s: string) => view?.states?.includes(s) ?? false;
  return has('commander') || (leader.chief === true && !has('replacement'));
}

interface LeaderProps {
  battle: BattleData;
  view: PieceView;
  x: number;
  y: number;
  active: boolean;
  /** Where his name is, from the middle of his disc; null if it would hide too much. */
  label?: Point | null;
}

export class LeaderCounter extends Component<LeaderProps> {
  shouldComponentUpdate(n: LeaderProps): boolean {
    const p = this.props;
    return p.battle !== n.battle || p.x !== n.x || p.y !== n.y || p.active !== n.active || p.label?.join() !== n.label?.join() || !sameView(p.view, n.view);
  }

  render({ battle, view, x, y, active, label = [0, 23] }: LeaderProps) {
    const counter = pieceOf(battle, view.piece);
    if (!counter) return null;
    const boxed = counter.values?.some((p) => p.box);
    return (
      <g class={`piece leader side-${counter.side}${active ? ' active' : ''}`} data-piece={view.piece} style={{ transform: `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)` }}>
        <g class="scaled">
          {active && <circle class="active-ring" r="16" />}
          <LeaderFace battle={battle} piece={view.piece} view={view} />
          {label && (
            <text class="leader-name" x={label[0]} y={label[1]}>
              {counter.name}
              {boxed && <tspan class="leader-values"> {row(counter.values?.filter((p) => !p.box) ?? [], view)}</tspan>}
            </text>
          )}
        </g>
      </g>
    );
  }
}
