import { Component, type VNode } from 'preact';
import type { BattleData, Counter, PieceView } from '../api';
import { pieceOf } from '../battle';
import { Figure, sideClass, Signs } from './Counter';
import { heading, poseOf } from './places';
import { rowsOf } from './poses';

/** The first value of a base as it is now; that of the printed counter if nothing else is known. */
function strengthOf(counter: Counter, view?: PieceView): number | undefined {
  const first = counter.values?.[0];
  return view?.values?.find((v) => v.key === first?.key)?.n ?? first?.n;
}

/** By how much that value is below the printed one. */
export const lossOf = (counter: Counter, view: PieceView): number => (counter.values?.[0]?.n ?? 0) - (strengthOf(counter, view) ?? 0);

/** The depth of a base with all its rows. */
const depthOf = (counter: Counter, view: PieceView) => rowsOf(counter, view) * (counter.base?.depth ?? 0);

/** Whether what is written on a base that is turned by an angle has to be turned to stand upright. */
const isFlipped = (angle: number) => angle > 90 && angle < 270;

/** The direction of the rear for what stands upright. */
const toRear = (angle: number) => (isFlipped(angle) ? -1 : 1);

/** The middle of a base, upright. */
const upright = (deep: number, angle: number) => `translate(0 ${deep / 2 + 1})${isFlipped(angle) ? ' rotate(180)' : ''}`;

/** How far to the left the small sign makes room for what is lost, or for a sign at the right end of its base. */
function roomFor({ sheet }: BattleData, counter: Counter, view?: PieceView): number {
  if (view && lossOf(counter, view) > 0) return 25;
  return sheet.badges?.some((b) => b.x > 0 && view?.states?.includes(b.state ?? '')) ? 16 : 0;
}

/**
 * A base to scale with the middle of its front edge at the origin, looking up. What is written on it stands upright when
 * the base is turned by `angle`. Its marks are drawn apart. One that has acted is pale and ticked off, unless it still acts.
 */
export function BaseFace({ battle, piece, view, angle = 0, acting = false }: { battle: BattleData; piece: number; view?: PieceView; angle?: number; acting?: boolean }) {
  const counter = pieceOf(battle, piece);
  if (!counter?.base) return null;
  const { width, depth } = counter.base;
  const rows = rowsOf(counter, view);
  const deep = rows * depth;
  const back = toRear(angle);
  const text = [counter.type, strengthOf(counter, view)].filter((x) => x !== undefined && x !== '').join(' ');
  const spent = !acting && view?.states?.some((s) => battle.sheet.did?.[s]);
  const ranks = Array.from({ length: rows }, (_, i) => rows - 1 - i);
  return (
    <g class={`face base ${sideClass(counter)}${spent ? ' spent' : ''}`}>
      <rect class="shadow" x={-width / 2 + 1.5} y="2" width={width} height={deep} />
      <rect class="body" x={-width / 2} y="0" width={width} height={deep} />
      <g class="ranks">
        {ranks.map((i) => (
          <g key={i} transform={`translate(0 ${i * depth})`}>
            <Figure sheet={battle.sheet} counter={counter} view={view} />
          </g>
        ))}
      </g>
      {ranks.slice(0, -1).map((i) => (
        <path key={i} class="row" d={`M${-width / 2} ${i * depth}h${width}`} />
      ))}
      <path class="edge" d={`M${-width / 2} 2.500h${width}`} />
      <path class="nose" d="M-9 0L0-9.500 9 0z" />
      <g transform={upright(deep, angle)}>
        <text class="sign-large" y="6.5">
          {text}
        </text>
        <g class="sign-small" transform={`translate(${width / 2 - 18 - roomFor(battle, counter, view)} ${back * (deep / 2 - 7.5)})`}>
          <rect x="-17" y="-6.5" width="34" height="13" rx="2.5" />
          <text y="3.8">{text}</text>
        </g>
        {spent && <path class="tick" transform={`translate(${9 - width / 2} 0)`} d="M-5 0L-1.500 4 6-5" />}
      </g>
    </g>
  );
}

interface OnBoard {
  battle: BattleData;
  view: PieceView;
  acting?: boolean;
}

/** Something that stands where a base does; it is redrawn only when the base has changed. */
abstract class AtBase extends Component<OnBoard> {
  shouldComponentUpdate(n: OnBoard): boolean {
    return n.battle !== this.props.battle || n.acting !== this.props.acting || JSON.stringify(n.view) !== JSON.stringify(this.props.view);
  }

  render({ battle, view, acting }: OnBoard) {
    const at = poseOf(battle.sheet, view);
    if (!at) return null;
    const angle = heading(battle.sheet, view) ?? 0;
    return this.draw({ battle, view, acting }, angle, { transform: `translate(${at[0].toFixed(2)}px,${at[1].toFixed(2)}px) rotate(${angle}deg)` });
  }

  abstract draw(what: OnBoard, angle: number, style: { transform: string }): VNode;
}

/** A base on the board, without its marks. */
export class BaseCounter extends AtBase {
  draw({ battle, view, acting }: OnBoard, angle: number, style: { transform: string }) {
    return (
      <g class="piece" data-piece={view.piece} style={style}>
        <BaseFace battle={battle} piece={view.piece} view={view} angle={angle} acting={acting} />
      </g>
    );
  }
}

/** The signs of the states of a base on the board. They reach beyond its ends. */
export class BaseSigns extends AtBase {
  draw({ battle, view }: OnBoard, angle: number, style: { transform: string }) {
    const counter = pieceOf(battle, view.piece)!;
    return (
      <g class="piece" style={style}>
        <g transform={upright(depthOf(counter, view), angle)}>
          <Signs sheet={battle.sheet} view={view} fixed rise={lossOf(counter, view) > 0 ? 11 * toRear(angle) : 0} />
        </g>
      </g>
    );
  }
}

/** What a base on the board has lost: beside its small sign or, if that is not shown, at its end. */
export class BaseLoss extends AtBase {
  draw({ battle, view }: OnBoard, angle: number, style: { transform: string }) {
    const counter = pieceOf(battle, view.piece)!;
    const { width } = counter.base!;
    const deep = depthOf(counter, view);
    return (
      <g class="piece" style={style}>
        <g transform={upright(deep, angle)}>
          <g class="loss" style={{ '--end': `${width / 2 - 6}px`, '--back': `${11 * toRear(angle)}px`, '--beside': `${width / 2 - 13}px`, '--row': `${toRear(angle) * (deep / 2 - 7.5)}px` }}>
            <rect x="-12" y="-7" width="24" height="14" rx="3" />
            <text y="4.7">−{lossOf(counter, view)}</text>
          </g>
        </g>
      </g>
    );
  }
}
