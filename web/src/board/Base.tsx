import { Component } from 'preact';
import type { BattleData, Counter, PieceView } from '../api';
import { pieceOf } from '../battle';
import { Figure, sideClass, Signs } from './Counter';
import { heading, poseOf } from './places';
import { rowsOf } from './poses';

/** The type of a base and its first value, and by how much the value is below the printed one. */
function label(counter: Counter, view?: PieceView): { text: string; lost: number } {
  const first = counter.values?.[0];
  if (!first) return { text: counter.type ?? '', lost: 0 };
  const now = view?.values?.find((v) => v.key === first.key)?.n ?? first.n;
  return { text: [counter.type, now].filter((x) => x !== undefined && x !== '').join(' '), lost: first.n - now };
}

/**
 * A base to scale with the middle of its front edge at the origin, looking up. What is written on it stands upright when
 * the base is turned by `angle`.
 */
export function BaseFace({ battle, piece, view, angle = 0, signs = true }: { battle: BattleData; piece: number; view?: PieceView; angle?: number; signs?: boolean }) {
  const counter = pieceOf(battle, piece);
  if (!counter?.base) return null;
  const { width, depth } = counter.base;
  const rows = rowsOf(counter, view);
  const deep = rows * depth;
  const flipped = angle > 90 && angle < 270;
  const back = flipped ? -1 : 1; // the direction of the rear for what stands upright
  const { text, lost } = label(counter, view);
  const spent = view?.states?.some((s) => battle.sheet.did?.[s]);
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
      <path class="edge" d={`M${-width / 2} 1.500h${width}`} />
      <path class="nose" d="M-7 0L0-7.5 7 0z" />
      <g transform={`translate(0 ${deep / 2 + 1})${flipped ? ' rotate(180)' : ''}`}>
        <text class="sign-large" y="6.5">
          {text}
          {lost > 0 && <tspan class="loss"> −{lost}</tspan>}
        </text>
        <g class="sign-small" transform={`translate(${width / 2 - 18} ${back * (deep / 2 - 7.5)})`}>
          <rect x="-17" y="-6.5" width="34" height="13" rx="2.5" />
          <text y="3.8">
            {text}
            {lost > 0 && <tspan class="loss"> −{lost}</tspan>}
          </text>
        </g>
        {signs && view && <Signs sheet={battle.sheet} view={view} fixed />}
      </g>
    </g>
  );
}

/** A base on the board; it is redrawn only when it has changed. */
export class BaseCounter extends Component<{ battle: BattleData; view: PieceView }> {
  shouldComponentUpdate(n: { battle: BattleData; view: PieceView }): boolean {
    return n.battle !== this.props.battle || JSON.stringify(n.view) !== JSON.stringify(this.props.view);
  }

  render({ battle, view }: { battle: BattleData; view: PieceView }) {
    const at = poseOf(battle.sheet, view);
    if (!at) return null;
    const angle = heading(battle.sheet, view) ?? 0;
    return (
      <g class="piece" data-piece={view.piece} style={{ transform: `translate(${at[0].toFixed(2)}px,${at[1].toFixed(2)}px) rotate(${angle}deg)` }}>
        <BaseFace battle={battle} piece={view.piece} view={view} angle={angle} />
      </g>
    );
  }
}
