import type { BattleData, Choice, End, PieceView, Pose, TableData } from '../api';
import { pieceOf } from '../battle';
import { t } from '../i18n';
import { BaseFace } from './Base';
import type { Highlights } from './marks';
import { line, type Point } from './places';
import { bearing, cornersOf, inUnits, rowsOf, toPlane, toSheet } from './poses';

/** What a board without places marks besides. */
export interface PlaneMarks {
  /** Bases that may be pointed at, and as what. */
  bases: Map<number, 'own' | 'target' | 'attack'>;
  /** Moves to choose from: where they end. */
  candidates: readonly Choice[];
  /** Bases that the question is about. */
  meant?: { own: readonly number[]; enemy: readonly number[] };
  /** Where the bases that are being moved would be, with a word on the move. */
  ghosts?: { ends: readonly End[]; text: string; wished?: Pose; piece: number };
}

export const noPlaneMarks: PlaneMarks = { bases: new Map(), candidates: [] };

const shape = (points: readonly Point[]) => `${line(points)}z`;

/** The outline of a base at a pose, for the `d` of a path. */
function rim(battle: BattleData, view: PieceView | undefined, pose: Pose | undefined = view?.pose): string {
  const counter = view && pieceOf(battle, view.piece);
  return counter && pose ? shape(cornersOf(battle.sheet, counter, pose, rowsOf(counter, view))) : '';
}

/** The moves that can be told apart on the board: their ends are not nearer to each other than a fingertip is wide. The others are in the list. */
export function apart(battle: BattleData, candidates: readonly Choice[], least: number): Choice[] {
  const taken: Point[] = [];
  return candidates.filter((c) => {
    const pose = c.goals?.[0]?.pose;
    if (!pose) return false;
    const [x, y] = toSheet(battle.sheet, pose);
    if (taken.some((p) => Math.hypot(p[0] - x, p[1] - y) < least)) return false;
    taken.push([x, y]);
    return true;
  });
}

/** Rims around bases, and where they may go; under the bases. */
export function PlaneUnder({ battle, table, marks, grow }: { battle: BattleData; table: TableData; marks: PlaneMarks; grow: number }) {
  const views = new Map(table.view.pieces.map((v) => [v.piece, v]));
  const own = [...marks.bases].filter(([, k]) => k === 'own').map(([p]) => rim(battle, views.get(p))).join('');
  return (
    <g class="plane-under">
      {apart(battle, marks.candidates, 15 * grow).map((c, i) => (
        <path key={i} class="candidate" d={c.goals?.map((e) => rim(battle, views.get(e.piece), e.pose)).join('')} />
      ))}
      {own && <path class="movable-rim" d={own} />}
    </g>
  );
}

/** What is chosen, aimed at and about to move; over the bases. */
export function PlaneOver({ battle, table, marks, selected, highlights, grow }: { battle: BattleData; table: TableData; marks: PlaneMarks; selected: number | null; highlights: Highlights; grow: number }) {
  const views = new Map(table.view.pieces.map((v) => [v.piece, v]));
  const rims = (pieces: readonly number[]) => pieces.map((p) => rim(battle, views.get(p))).join('');
  const own = rims(marks.meant?.own ?? []);
  const enemy = rims((marks.meant?.enemy ?? []).filter((p) => !marks.bases.has(p)));
  const marked = rims(highlights.marked ?? []);
  const { ghosts } = marks;
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
      {!ghosts &&
        apart(battle, marks.candidates, 15 * grow).map((c) => {
          const pose = c.goals?.[0]?.pose;
          if (!pose) return null;
          const [x, y] = toSheet(battle.sheet, pose);
          return (
            <g key={c.action} class="goal" data-choice={c.action} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${pose.heading / 4}) scale(${grow.toFixed(2)})`}>
              <title>{c.text}</title>
              <circle class="reach" r="10" />
              <path d="M-5.5 4L0-6 5.5 4 0 1.500z" />
            </g>
          );
        })}
      {!ghosts && table.choices.length > 0 && <Handles battle={battle} views={(table.view.chosen ?? []).slice(0, 1).flatMap((p) => views.get(p) ?? [])} shown={marks.candidates.length > 0} grow={grow} />}
      {!ghosts && selected !== null && table.choices.length > 0 && table.view.free?.includes(selected) && <Handles battle={battle} views={[views.get(selected)!]} shown grow={grow} />}
      {ghosts && <Ghosts battle={battle} views={views} {...ghosts} grow={grow} />}
    </g>
  );
}

/** Grips at the front corners of a base that can move, to wheel it. */
function Handles({ battle, views, shown, grow }: { battle: BattleData; views: readonly PieceView[]; shown: boolean; grow: number }) {
  if (!shown) return null;
  return (
    <>
      {views.map((v) => {
        const counter = pieceOf(battle, v.piece);
        if (!counter || !v.pose) return null;
        return cornersOf(battle.sheet, counter, v.pose)
          .slice(0, 2)
          .map(([x, y], i) => (
            <g key={`${v.piece} ${i}`} class="grip" data-handle={i === 0 ? 'left' : 'right'} data-piece={v.piece} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${v.pose!.heading / 4}) scale(${i === 0 ? -grow : grow} ${grow})`}>
              <circle class="reach" r="13" cx="5" cy="-5" />
              <circle r="7" cx="5" cy="-5" />
              <path d="M2-3.500Q4-8 8.5-7.500M6.3-10L8.8-7.5 6.8-4.7" />
            </g>
          ));
      })}
    </>
  );
}

/** Where bases would be, the way from where they are, and how far that is. */
function Ghosts({ battle, views, ends, text, wished, piece, grow }: NonNullable<PlaneMarks['ghosts']> & { battle: BattleData; views: Map<number, PieceView>; grow: number }) {
  const first = ends.find((e) => e.piece === piece) ?? ends[0];
  const at = first?.pose && toSheet(battle.sheet, first.pose);
  const size = 15 * grow;
  // The words stand ahead of the base, where they hide nothing of it.
  const turn = ((first?.pose?.heading ?? 0) / 4) * (Math.PI / 180);
  const ahead = 24 * grow;
  return (
    <g class="ghosts">
      {wished && <path class="wished" d={rim(battle, views.get(piece), wished)} />}
      {ends.map((e) => {
        const view = views.get(e.piece);
        if (!e.pose || !view?.pose) return null;
        const [x, y] = toSheet(battle.sheet, e.pose);
        return (
          <g key={e.piece}>
            <path class="shade-way" d={line([toSheet(battle.sheet, view.pose), [x, y]])} />
            <g class="ghost-base" data-ghost={e.piece} transform={`translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${e.pose.heading / 4})`}>
              <BaseFace battle={battle} piece={e.piece} view={view} angle={e.pose.heading / 4} signs={false} />
            </g>
          </g>
        );
      })}
      {at && text && (
        <text class="measure" x={at[0] + 2 * ahead * Math.sin(turn)} y={at[1] - ahead * Math.cos(turn) + 0.35 * size} style={{ fontSize: `${size}px` }}>
          {text}
        </text>
      )}
    </g>
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
        {t('plane.ruled', { length: inUnits(far), angle: Math.round(bearing(from, to)) })}
      </text>
    </g>
  );
}
