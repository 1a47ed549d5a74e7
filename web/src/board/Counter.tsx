import { Component } from 'preact';
import type { BattleData, LeaderData, PieceView, UnitData } from '../api';
import { armsOf, Shield } from './Arms';
import { facingAngle, type FacingMode } from './hexes';
import { LeaderSilhouette, Silhouette } from './silhouettes';

/** The side of a counter. */
export const SIZE = 44;

const value = (v: PieceView | undefined, key: string, printed: number) => v?.values?.find((x) => x.key === key)?.n ?? printed;

/** Strength, quality and movement in the printed order, the asterisk marking who can shoot. */
export function figures(u: UnitData, v?: PieceView): string {
  const face = v?.states?.includes('fatigued') ? u.back : u.front;
  return `${value(v, 'sp', face.sp)}${face.shoots ? '*' : ''}-${value(v, 'quality', face.quality)}-${value(v, 'mp', face.mp)}`;
}

// The counter's edge toward what it faces; the first list is of square counters, the second of those with cut corners.
const fronts: Record<FacingMode | 'gun', [string[], string[]]> = {
  corner: [
    ['M2-20.500H20.500V-4', 'M20.500-14V14', 'M20.500 4V20.500H2', 'M-2 20.500H-20.500V4', 'M-20.500 14V-14', 'M-20.500-4V-20.500H-2'],
    [
      'M2-20.500H14.500L20.500-14.500V-2',
      'M20.500-14V14',
      'M20.500 2V14.500L14.500 20.500H2',
      'M-2 20.500H-14.500L-20.500 14.500V2',
      'M-20.500 14V-14',
      'M-20.500-2V-14.500L-14.500-20.500H-2',
    ],
  ],
  side: [
    ['M-20.500-7V-20.500H20.500V-7', 'M-4-20.500H20.500V12', 'M20.500-12V20.500H-4', 'M20.500 7V20.500H-20.500V7', 'M4 20.500H-20.500V-12', 'M-20.500 12V-20.500H4'],
    [
      'M-20.500-6V-14.500L-14.500-20.500H14.500L20.500-14.500V-6',
      'M-4-20.500H14.500L20.500-14.500V12',
      'M20.500-12V14.500L14.500 20.500H-4',
      'M20.500 6V14.500L14.500 20.500H-14.500L-20.500 14.500V6',
      'M4 20.500H-14.500L-20.500 14.500V-12',
      'M-20.500 12V-14.500L-14.500-20.500H4',
    ],
  ],
  gun: [
    ['M-9-20.500H9', 'M8-20.500H20.500V-4', 'M20.500 4V20.500H8', 'M9 20.500H-9', 'M-8 20.500H-20.500V4', 'M-20.500-4V-20.500H-8'],
    [
      'M-9-20.500H9',
      'M8-20.500H14.500L20.500-14.500V-3',
      'M20.500 3V14.500L14.500 20.500H8',
      'M9 20.500H-9',
      'M-8 20.500H-14.500L-20.500 14.500V3',
      'M-20.500-3V-14.500L-14.500-20.500H-8',
    ],
  ],
};

// The heads by what is faced: toward the middle of an edge of the counter, and past its corner.
const heads: Record<FacingMode | 'gun', [string, string]> = {
  corner: ['M23-7.500L36.500 0 23 7.500 26 0z', 'M26.500-7.500L39.500 0 26.500 7.500 29.500 0z'],
  side: ['M22.500-10L34.500 0 22.500 10 25.500 0z', 'M24-9.500L36 0 24 9.500 27 0z'],
  gun: ['M22.500-5.500L36 0 22.500 5.500 25 0z', 'M24.500-5.500L38 0 24.500 5.500 27 0z'],
};

/** Points to what a unit faces: slim at a corner, broad over the three hexes before a side, narrow for a gun; twice for a charge. */
function Front({ mode, unit, view }: { mode: FacingMode; unit: UnitData; view: PieceView }) {
  const kind = mode === 'side' && unit.form === 'guns' ? 'gun' : mode;
  const level = view.facing % 3 === (mode === 'side' ? 0 : 1);
  const head = heads[kind][level ? 0 : 1];
  const turn = `rotate(${facingAngle(mode, view.facing)})`;
  return (
    <>
      <path class="front" d={fronts[kind][unit.side === 0 ? 0 : 1][view.facing]} />
      <path class="arrow" transform={turn} d={head} />
      {view.states?.includes('charging') && <path class="arrow" transform={`${turn} translate(9.500)`} d={head} />}
    </>
  );
}

/** Square for one army, with cut corners for the other: they differ in shape, not in colour alone. */
export function plate(side: number, half: number, cut = 7): string {
  if (side === 0) return `M${-half} ${-half}h${2 * half}v${2 * half}h${-2 * half}z`;
  const flat = 2 * (half - cut);
  return `M${-half + cut} ${-half}h${flat}l${cut} ${cut}v${flat}l${-cut} ${cut}h${-flat}l${-cut} ${-cut}v${-flat}z`;
}

/** Whether a unit is on foot or on horse now. */
function formOf(unit: UnitData, view?: PieceView): string | undefined {
  if (view?.states?.includes('dismounted')) return 'foot';
  return view?.states?.includes('remounted') ? 'mounted' : unit.form;
}

/** The face of a unit's counter around the origin. Without a view it is as printed: front or back. */
export function UnitFace({ battle, unit, view, back = false }: { battle: BattleData; unit: UnitData; view?: PieceView; back?: boolean }) {
  const has = (s: string) => view?.states?.includes(s) ?? false;
  const tired = back || has('fatigued');
  const shape = plate(unit.side, SIZE / 2);
  const shown = view ? figures(unit, view) : figures(unit, back ? { piece: 0, place: 0, order: 0, facing: -1, states: ['fatigued'] } : undefined);
  const arms = armsOf(battle, unit.contingent);
  const way = unit.side === 0 ? 1 : -1; // to which the figure looks
  return (
    <g class={`face side-${unit.side}${tired ? ' tired' : ''}`}>
      <path class="shadow" d={shape} transform="translate(1.500 2.200)" />
      <path class="body" d={shape} />
      <path class="field" d={plate(unit.side, 19, 5)} />
      <g transform={`translate(${way * (arms ? 5 : 2)} ${arms ? -5.6 : -7.2})${way < 0 ? ' scale(-1 1)' : ''}`}>
        <Silhouette book={battle.book} type={unit.type} form={formOf(unit, view)} />
      </g>
      {arms && (
        <g transform={`translate(${-12.6 * way} -2.400) scale(.58)`}>
          <Shield arms={arms} />
        </g>
      )}
      <path class="band" d={unit.side === 0 ? 'M-22 6.500h44v15.500h-44z' : 'M-22 6.500h44v8.500l-7 7h-30l-7-7z'} />
      {tired && <path class="hatch" d="M-19 3h38v3.500h-38z" />}
      <text class="type" x={-18 * way} y="-12.500" text-anchor={way > 0 ? 'start' : 'end'}>
        {unit.type}
      </text>
      <text class="figures" y="18.200">
        {shown}
      </text>
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

/** Three links, level. */
const chain = 'M-9.500-1.500h3.400a1.700 1.700 0 010 3.400h-3.400a1.700 1.700 0 010-3.400zM-1.700-1.500h3.400a1.700 1.700 0 010 3.400h-3.400a1.700 1.700 0 010-3.400zM6.100-1.500h3.400a1.700 1.700 0 010 3.400h-3.400a1.700 1.700 0 010-3.400z';

/** Those whom a unit holds: their arms in chains, at the lower edge of the counter. */
function Captives({ battle, pieces }: { battle: BattleData; pieces: number[] }) {
  return (
    <>
      {pieces.map((p, i) => {
        const leader = battle.leaders.find((l) => l.piece === p);
        return (
          <g key={p} class="captive" transform={`translate(${18 - 15 * i} 24)`}>
            <g transform="scale(.64)">
              <Shield arms={armsOf(battle, leader?.contingent ?? '') ?? 'plain argent'} />
            </g>
            <g transform="translate(0 3.800)">
              <path class="chain-casing" d={chain} />
              <path class="chain" d={chain} />
            </g>
          </g>
        );
      })}
    </>
  );
}

/** What has befallen a unit, by shape and letter, out of the way of what points over an upper side. */
function Badges({ mode, view }: { mode: FacingMode; view: PieceView }) {
  const has = (s: string) => view.states?.includes(s) ?? false;
  const right = `translate(${mode === 'side' && view.facing === 1 ? '2 -19' : '18 -17'})`;
  const left = `translate(${mode === 'side' && view.facing === 5 ? '-4 -19' : '-19 -17'})`;
  return (
    <>
      {has('routed') ? (
        <g class="badge routed" transform={right}>
          <path d="M-4.200-10h8.400l5.800 5.800v8.400l-5.800 5.800h-8.400l-5.800-5.800v-8.400z" />
          <text y="4.500">R</text>
        </g>
      ) : (
        has('discouraged') && (
          <g class="badge discouraged" transform={right}>
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

interface UnitProps {
  battle: BattleData;
  unit: UnitData;
  view: PieceView;
  x: number;
  y: number;
  top: boolean;
  count: number; // units in the stack
  dim: boolean;
}

const sameView = (a: PieceView, b: PieceView) =>
  a === b ||
  (a.place === b.place &&
    a.facing === b.facing &&
    a.order === b.order &&
    (a.states ?? []).join() === (b.states ?? []).join() &&
    (a.captives ?? []).join() === (b.captives ?? []).join() &&
    (a.values ?? []).every((v, i) => v.n === b.values?.[i]?.n));

/** A unit on the board; it is drawn anew only when something about it has changed. */
export class UnitCounter extends Component<UnitProps> {
  shouldComponentUpdate(n: UnitProps): boolean {
    const p = this.props;
    return p.battle !== n.battle || p.unit !== n.unit || p.x !== n.x || p.y !== n.y || p.top !== n.top || p.count !== n.count || p.dim !== n.dim || !sameView(p.view, n.view);
  }

  render({ battle, unit, view, x, y, top, count, dim }: UnitProps) {
    return (
      <g class={`piece side-${unit.side}${dim ? ' dim' : ''}`} data-piece={unit.piece} style={{ transform: `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)` }}>
        <g class="scaled">
          {top ? (
            <>
              <UnitFace battle={battle} unit={unit} view={view} />
              {view.facing >= 0 && <Front mode={battle.facing} unit={unit} view={view} />}
              <Badges mode={battle.facing} view={view} />
              {count > 1 && (
                <g class="count" transform="translate(21 5)">
                  <circle r="7" />
                  <text y="3.700">{count}</text>
                </g>
              )}
              {view.captives && <Captives battle={battle} pieces={view.captives} />}
            </>
          ) : (
            <g class={`face side-${unit.side}${view.states?.includes('fatigued') ? ' tired' : ''}`}>
              <path class="body" d={plate(unit.side, SIZE / 2)} />
            </g>
          )}
        </g>
      </g>
    );
  }
}

/** A leader's disc around the origin: his arms, or else his bust, and on a tab his rating. A commander's has rays. */
export function LeaderFace({ battle, leader, view }: { battle: BattleData; leader: LeaderData; view?: PieceView }) {
  const has = (s: string) => view?.states?.includes(s) ?? false;
  const idle = has('activated') || has('inactive');
  const commander = commands(leader, view);
  const arms = armsOf(battle, leader.contingent);
  return (
    <g class={`leader-face side-${leader.side}${commander ? ' commander' : ''}${idle ? ' idle' : ''}`}>
      <circle class="shadow" cx="1" cy="1.600" r="11" />
      {commander ? <path class="body" d="M0-13.500L3.700-10.600 8.200-10.800 9.500-6.500 13-3.600 11.500.6 12.600 5 8.700 7.400 6.800 11.500 2.200 11.300-1.900 13.300-5.200 10.200-9.700 9.200-10.400 4.700-13.300 1.200-11.300-2.800-11.600-7.400-7.500-9.400-4.900-13.100-.5-12z" /> : <circle class="body" r="11" />}
      <circle class="field" r="9" />
      {arms ? (
        <g transform="translate(-.8 .2) scale(.6)">
          <Shield arms={arms} />
        </g>
      ) : (
        <g transform={`translate(0 1.200) scale(${leader.side === 0 ? '.72' : '-.72 .72'})`}>
          <LeaderSilhouette />
        </g>
      )}
      <g transform="translate(9 7)">
        <circle class="tab" r="6" />
        <text class="rating" y="3.300">
          {value(view, 'rating', leader.rating)}
        </text>
      </g>
      {has('commander') && <path class="crown" d="M-6-10L-7.400-16.500-3.400-13.600 0-18 3.400-13.600 7.400-16.500 6-10z" />}
      {has('wounded') && <path class="wound" d="M-8-13v8M-12-9h8" />}
      {has('inactive') && <path class="barred" d="M-8-8L8 8" />}
      {has('activated') && <path class="acted-casing" d="M-5.500 0L-1.500 4.500 6-5" />}
      {has('activated') && <path class="acted" d="M-5.500 0L-1.500 4.500 6-5" />}
    </g>
  );
}

/** Whether a leader commands the army: by the view, which says who followed whom, or as printed. */
export function commands(leader: LeaderData, view?: PieceView): boolean {
  const has = (s: string) => view?.states?.includes(s) ?? false;
  return has('commander') || (leader.commander && !has('replacement'));
}

interface LeaderProps {
  battle: BattleData;
  leader: LeaderData;
  view: PieceView;
  x: number;
  y: number;
  active: boolean;
}

export class LeaderCounter extends Component<LeaderProps> {
  shouldComponentUpdate(n: LeaderProps): boolean {
    const p = this.props;
    return p.battle !== n.battle || p.leader !== n.leader || p.x !== n.x || p.y !== n.y || p.active !== n.active || !sameView(p.view, n.view);
  }

  render({ battle, leader, view, x, y, active }: LeaderProps) {
    return (
      <g class={`piece leader side-${leader.side}${active ? ' active' : ''}`} data-piece={leader.piece} style={{ transform: `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)` }}>
        <g class="scaled">
          {active && <circle class="active-ring" r="16" />}
          <LeaderFace battle={battle} leader={leader} view={view} />
          <text class="leader-name" x="17" y="12">
            {leader.name}
          </text>
        </g>
      </g>
    );
  }
}
