import type { ReadonlySignal } from '@preact/signals';
import type { BattleData, Choice, End, Handle, PieceView, Pose, Shade, TableData } from '../api';
import { pieceOf } from '../battle';
import { t } from '../i18n';
import { BaseFace } from './Base';
import type { Highlights } from './marks';
import { line, middle, type Point } from './places';
import { angleOf, baseAt, bearing, cornersOf, inUnits, rowsOf, toPlane, toSheet } from './poses';
import { byFinger, grips, Handles } from './Handles';

/** A move to choose from. */
export type Candidate = Pick<Choice, 'action' | 'text' | 'goals'>;

/** What a board without places marks besides. */
export interface PlaneMarks {
  /** Bases that may be pointed at, and as what. */
  bases: Map<number, 'own' | 'target' | 'attack'>;
  /** Moves to choose from: where they end. */
  candidates: readonly Candidate[];
  /** Bases that may be dragged. */
  liftable: ReadonlySet<number>;
  /** Bases that the question is about. */
  meant?: { own: readonly number[]; enemy: readonly number[] };
  /** The number of the group that each piece belongs to, while a group is to be named. */
  groups?: ReadonlyMap<number, number>;
  /** What a piece can be pulled by. */
  handles?: { piece: number; list: readonly Handle[] };
}

/** Something that is said of a move, or a warning. */
export interface Said {
  text: string;
  warns?: boolean;
}

/** Bases that are being moved, by a choice or by hand. */
export interface Ghosts {
  /** Where they would be. */
  ends: readonly End[];
  /** What is said of the move, the most important first. */
  says: readonly Said[];
  /** The base that is moved, and where it was dragged to. */
  piece: number;
  wished?: Pose;
  /** Areas that matter to the move. */
  shades: readonly Shade[];
}

/**
 * They change with every movement of a drag. Only the layers that show them read them, so that the rest of the board is
 * left alone meanwhile.
 */
export type GhostSignal = ReadonlySignal<Ghosts | null>;

export const noHandles: NonNullable<PlaneMarks['handles']> = { piece: -1, list: [] };

export const noPlaneMarks: PlaneMarks = { bases: new Map(), candidates: [], liftable: new Set() };

const shape = (points: readonly Point[]) => `${line(points)}z`;

/** The outline of a base at a pose, for the `d` of a path. */
function rim(battle: BattleData, view: PieceView | undefined, pose: Pose | undefined = view?.pose): string {
  const counter = view && pieceOf(battle, view.piece);
  return counter && pose ? shape(cornersOf(battle.sheet, counter, pose, rowsOf(counter, view))) : '';
}

/** A cross over a base. */
function crossed(battle: BattleData, view: PieceView): string {
  const counter = pieceOf(battle, view.piece);
  if (!counter || !view.pose) return '';
  const [a, b, c, d] = cornersOf(battle.sheet, counter, view.pose, rowsOf(counter, view));
  return line([a, c]) + line([b, d]);
}

/**
 * The moves that can be told apart on the board: their ends are not nearer to each other than a fingertip is wide, nor to
 * a handle, nor on the base that would move. The others are in the list.
 */
export function apart(battle: BattleData, table: TableData, marks: PlaneMarks, grow: number): Candidate[] {
  const { sheet } = battle;
  const acting = table.view.pieces.filter((v) => table.view.chosen?.includes(v.piece));
  const handles = grips(sheet, (marks.handles ?? noHandles).list, grow).map((g) => g.at);
  const taken: Point[] = [];
  const near = (list: readonly Point[], [x, y]: Point, least: number) => list.some((p) => Math.hypot(p[0] - x, p[1] - y) < least * grow);
  return marks.candidates.filter((c) => {
    const pose = c.goals?.[0]?.pose;
    if (!pose) return false;
    const at = toSheet(sheet, pose);
    if (near(taken, at, 15) || near(handles, at, 24) || baseAt(sheet, acting, at) !== undefined) return false;
    taken.push(at);
    return true;
  });
}

/** Rims around bases, and where they may go; under the bases. */
export function PlaneUnder({ battle, table, marks, goals }: { battle: BattleData; table: TableData; marks: PlaneMarks; goals: readonly Candidate[] }) {
  const views = new Map(table.view.pieces.map((v) => [v.piece, v]));
  const own = [...marks.bases].filter(([, k]) => k === 'own').map(([p]) => rim(battle, views.get(p))).join('');
  return (
    <g class="plane-under">
      {goals.map((c, i) => (
        <path key={i} class="candidate" d={c.goals?.map((e) => rim(battle, views.get(e.piece), e.pose)).join('')} />
      ))}
      {own && <path class="movable-rim" d={own} />}
    </g>
  );
}

/** What is chosen and aimed at, over the bases. */
export function PlaneOver({ battle, table, marks, selected, highlights, grow }: { battle: BattleData; table: TableData; marks: PlaneMarks; selected: number | null; highlights: Highlights; grow: number }) {
  const views = new Map(table.view.pieces.map((v) => [v.piece, v]));
  const rims = (pieces: readonly number[]) => pieces.map((p) => rim(battle, views.get(p))).join('');
  const own = rims(marks.meant?.own ?? []);
  const enemy = rims((marks.meant?.enemy ?? []).filter((p) => !marks.bases.has(p)));
  const marked = rims(highlights.marked ?? []);
  return (
    <g class="plane-over">
      {selected !== null && <path class="chosen-casing" d={rims([selected])} />}
      {selected !== null && <path class="chosen-rim" d={rims([selected])} />}
      {(own || enemy) && <path class="meant-casing" d={own + enemy} />}
      {own && <path class="meant own" d={own} />}
      {enemy && <path class="meant enemy" d={enemy} />}
      {marked && <path class="group-casing" d={marked} />}
      {marked && <path class="group-rim" d={marked} />}
      {[...marks.bases]
        .filter(([, kind]) => kind !== 'own')
        .map(([p, kind]) => (
          <g key={p} class={`base-aim ${kind}`}>
            <path class="casing" d={rims([p])} />
            <path d={rims([p])} />
          </g>
        ))}
      {[...(marks.groups ?? [])].map(([p, n]) => {
        const view = views.get(p);
        const counter = pieceOf(battle, p);
        if (!view?.pose || !counter?.base) return null;
        const [a, b, c] = cornersOf(battle.sheet, counter, view.pose, rowsOf(counter, view));
        const deep = Math.hypot(c[0] - b[0], c[1] - b[1]);
        const [x, y] = ([0, 1] as const).map((i) => c[i] - (b[i] - a[i]) * 0.18 + ((c[i] - b[i]) / deep) * 5 * grow); // behind its rear edge, clear of its figures
        return (
          <g key={p} class="group-number" transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${grow.toFixed(2)})`}>
            <circle r="7" />
            <text y="4">{n}</text>
          </g>
        );
      })}
    </g>
  );
}

/** Where the chosen bases may go; while they are being moved, where they would be. */
export function PlaneMoves({ battle, table, marks, goals, ghosts, grow }: { battle: BattleData; table: TableData; marks: PlaneMarks; goals: readonly Candidate[]; ghosts?: GhostSignal; grow: number }) {
  if (ghosts?.value) return <GhostBases battle={battle} table={table} {...ghosts.value} />;
  return (
    <g class="plane-moves">
      {goals.map((c) => {
        const pose = c.goals?.[0]?.pose;
        if (!pose) return null;
        const [x, y] = toSheet(battle.sheet, pose);
        return (
          <g key={c.action} class="goal" data-choice={c.action} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angleOf(battle.sheet, pose)}) scale(${grow.toFixed(2)})`}>
            <title>{c.text}</title>
            <circle class="reach" r="10" />
            <path d="M-5.5 4L0-6 5.5 4 0 1.500z" />
          </g>
        );
      })}
      {marks.handles && <Handles sheet={battle.sheet} handles={marks.handles.list} grow={grow} />}
    </g>
  );
}

/** Where bases would be, and the way from where they are. */
function GhostBases({ battle, table, ends, wished, piece }: Ghosts & { battle: BattleData; table: TableData }) {
  const views = new Map(table.view.pieces.map((v) => [v.piece, v]));
  return (
    <g class="ghosts">
      {wished && <path class="wished" d={rim(battle, views.get(piece), wished)} />}
      {ends.map((e) => {
        const view = views.get(e.piece);
        if (!e.pose || !view?.pose) return null;
        if (e.stays) return <path key={e.piece} class="stays" d={crossed(battle, view)} />;
        const [x, y] = toSheet(battle.sheet, e.pose);
        const angle = angleOf(battle.sheet, e.pose);
        return (
          <g key={e.piece}>
            <path class="left-behind" d={rim(battle, view)} />
            <path class="shade-way" d={line([toSheet(battle.sheet, view.pose), [x, y]])} />
            <g class="ghost-base" data-ghost={e.piece} transform={`translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${angle})`}>
              <BaseFace battle={battle} piece={e.piece} view={view} angle={angle} acting />
            </g>
          </g>
        );
      })}
    </g>
  );
}

/** The part of the sheet that can be seen. */
export interface Seen {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * What is said of a move, in the size of ordinary text however small the map is: behind the base, since what matters is
 * ahead of it, but above a finger.
 */
export function GhostLabel({ battle, ghosts: signal, seen, grow }: { battle: BattleData; ghosts?: GhostSignal; seen: Seen; grow: number }) {
  const ghosts = signal?.value;
  const first = ghosts?.ends.find((e) => e.piece === ghosts.piece) ?? ghosts?.ends[0];
  const pose = first?.pose ?? ghosts?.wished;
  if (!ghosts?.says.length || !pose) return null;
  const [x, y] = toSheet(battle.sheet, pose);
  const angle = angleOf(battle.sheet, pose);
  const room = grow * 20 + (pieceOf(battle, first?.piece ?? ghosts.piece)?.base?.depth ?? 0);
  const above = byFinger() || (angle > 90 && angle < 270);
  const half = Math.min(130 * grow, (seen.right - seen.left) / 2);
  const left = Math.max(seen.left + half, Math.min(x, seen.right - half));
  const up = above && y - room - 90 * grow > seen.top;
  return (
    <div class={`ghost-label${up ? ' up' : ''}`} style={{ left: `${left.toFixed(1)}px`, top: `${(up ? y - room - (byFinger() ? 30 * grow : 0) : y + room).toFixed(1)}px`, fontSize: `${(13 * grow).toFixed(2)}px` }}>
      {ghosts.says.map((s, i) => (
        <p key={s.text} class={s.warns ? 'warns' : i ? undefined : 'measure'}>
          {s.text}
        </p>
      ))}
    </div>
  );
}

/** What a handle is for, beside it. */
export function GripTip({ battle, handles, name, seen, grow }: { battle: BattleData; handles: readonly Handle[]; name: string; seen: Seen; grow: number }) {
  const found = grips(battle.sheet, handles, grow).find((g) => g.handle.key === name);
  if (!found?.handle.text) return null;
  const half = Math.min(110 * grow, (seen.right - seen.left) / 2);
  const left = Math.max(seen.left + half, Math.min(found.at[0], seen.right - half));
  return (
    <div class="ghost-label up" style={{ left: `${left.toFixed(1)}px`, top: `${(found.at[1] - 28 * grow).toFixed(1)}px`, fontSize: `${(13 * grow).toFixed(2)}px` }}>
      <p>{t('plane.grip', { what: found.handle.text })}</p>
    </div>
  );
}

/** A line between two points of the sheet with its length and direction. */
export function Ruler({ battle, from, to, grow }: { battle: BattleData; from: Point; to: Point; grow: number }) {
  const [a, b] = [toPlane(battle.sheet, from), toPlane(battle.sheet, to)];
  const far = Math.hypot(b.x - a.x, b.y - a.y);
  return (
    <g class="ruler">
      <path class="casing" d={line([from, to])} />
      <path d={line([from, to])} />
      <circle cx={from[0]} cy={from[1]} r={4 * grow} />
      <circle cx={to[0]} cy={to[1]} r={4 * grow} />
      <text class="measure" x={(from[0] + to[0]) / 2} y={(from[1] + to[1]) / 2 - 10 * grow} style={{ fontSize: `${15 * grow}px` }}>
        {t('plane.ruled', { length: inUnits(far), angle: Math.round(angleOf(battle.sheet, { heading: 4 * bearing(from, to) })) })}
      </text>
    </g>
  );
}

/** A line from the middle of one place to another, with what is said of it. */
export function PlaceRuler({ battle, from, to, text, grow }: { battle: BattleData; from: number; to: number; text: string; grow: number }) {
  const [a, b] = [middle(battle.sheet, from), middle(battle.sheet, to)];
  return (
    <g class="ruler">
      <path class="casing" d={line([a, b])} />
      <path d={line([a, b])} />
      {[a, b].map(([x, y], i) => (
        <circle key={i} cx={x} cy={y} r={4 * grow} />
      ))}
      {text.split('\n').map((s, i) => (
        <text key={i} class="measure" x={b[0]} y={b[1] + (i * 20 - 34) * grow} style={{ fontSize: `${15 * grow}px` }}>
          {s}
        </text>
      ))}
    </g>
  );
}
