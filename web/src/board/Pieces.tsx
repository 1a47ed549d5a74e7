import { Component, type VNode } from 'preact';
import type { BattleData, TableData } from '../api';
import { pieceOf } from '../battle';
import { t } from '../i18n';
import { BaseCounter, BaseLoss, BaseSigns, lossOf } from './Base';
import { LeaderCounter, UnitCounter } from './Counter';
import { beside, clearest, nameAt, type Obstacle } from './leaders';
import { heading, middle, poseOf } from './places';
import { isPlane } from './poses';
import { describe, describePiece, type Stack } from './stacks';

interface PiecesProps {
  battle: BattleData;
  table: TableData;
  stacks: Map<number, Stack>;
  show: 'units' | 'leaders';
}

/** The counters, or the leaders beside them, which lie over all that is drawn around counters; they move when their place changes. */
export class Pieces extends Component<PiecesProps> {
  shouldComponentUpdate(n: { battle: BattleData; table: TableData }): boolean {
    return n.battle !== this.props.battle || n.table !== this.props.table;
  }

  render({ battle, table, stacks, show }: PiecesProps) {
    const units: VNode[] = [];
    const leaders: VNode[] = [];
    const { sheet } = battle;
    const named = new Set((table.view.prompt.args ?? []).filter((a) => a.kind === 'piece').map((a) => a.n));
    const placed = [...stacks].sort(([a], [b]) => a - b);
    const obstacles = show === 'leaders' ? inTheWay(battle, placed) : [];
    for (const [place, s] of placed) {
      const [x, y] = middle(sheet, place);
      for (let i = s.units.length - 1; i >= 0 && show === 'units'; i--) {
        units.push(<UnitCounter key={s.units[i].piece} battle={battle} view={s.units[i]} x={x + 3.5 * i} y={y + 2 - 3.5 * i} top={i === 0} count={s.units.length} />);
      }
      if (show === 'units') continue;
      s.leaders.forEach((view, i) => {
        const { at, labels } = beside(s, i, s.units.length ? heading(sheet, s.units[0]) : undefined, onSquares(sheet));
        const from = [x + at[0], y + at[1]] as const;
        const name = pieceOf(battle, view.piece)?.name ?? '';
        const { label, covered } = clearest(from, labels, name, obstacles);
        const active = table.view.active === view.piece || named.has(view.piece);
        const told = active || covered <= tolerable;
        if (told) obstacles.push(nameAt(from, label, name));
        leaders.push(<LeaderCounter key={view.piece} battle={battle} view={view} x={from[0]} y={from[1]} label={told ? label : null} active={active} />);
      });
    }
    for (const view of table.view.pieces) {
      const at = poseOf(sheet, view);
      if (!at) continue;
      const counter = pieceOf(battle, view.piece);
      if (counter?.base) {
        units.push(<BaseCounter key={view.piece} battle={battle} view={view} acting={table.view.chosen?.includes(view.piece)} />);
        continue;
      }
      const put = { key: view.piece, battle, view, x: at[0], y: at[1] };
      if (counter?.shape === 'leader') leaders.push(<LeaderCounter {...put} active={table.view.active === view.piece || named.has(view.piece)} />);
      else units.push(<UnitCounter {...put} top count={1} />);
    }
    return (
      <g class={`pieces ${show}`}>{show === 'units' ? units : leaders}</g>
    );
  }
}

/** How much of counters a name may cover, in units of the sheet; a leader whose name would cover more is told when he is pointed at. */
const tolerable = 90;

const onSquares = (sheet: BattleData['sheet']) => sheet.shapes[0]?.length === 8;

/** The counters with their arrows, and the discs of leaders: names keep clear of them. */
function inTheWay({ sheet }: BattleData, stacks: readonly (readonly [number, Stack])[]): Obstacle[] {
  return stacks.flatMap(([place, s]) => {
    const [x, y] = middle(sheet, place);
    const angle = s.units.length ? heading(sheet, s.units[0]) : undefined;
    const turn = ((angle ?? 0) * Math.PI) / 180;
    return [
      ...(s.units.length ? [{ at: [x, y] as const, half: [22, 22] as const }] : []),
      ...(angle === undefined ? [] : [{ at: [x + 31 * Math.sin(turn), y - 31 * Math.cos(turn)] as const, half: [9, 9] as const, weight: 5 }]),
      ...s.leaders.map((_, i) => {
        const { at } = beside(s, i, angle, onSquares(sheet));
        return { at: [x + at[0], y + at[1] + 1] as const, half: [12, 17] as const, weight: 5 };
      }),
    ];
  });
}

/** The marks of all bases, over the rims around them: the signs of their states, and over these what they have lost. */
export class MarksOfBases extends Component<{ battle: BattleData; table: TableData }> {
  shouldComponentUpdate(n: { battle: BattleData; table: TableData }): boolean {
    return n.battle !== this.props.battle || n.table !== this.props.table;
  }

  render({ battle, table }: { battle: BattleData; table: TableData }) {
    const bases = table.view.pieces.filter((v) => pieceOf(battle, v.piece)?.base);
    return (
      <g class="marks-of-bases">
        {bases.map((v) => (
          <BaseSigns key={`signs ${v.piece}`} battle={battle} view={v} />
        ))}
        {bases
          .filter((v) => lossOf(pieceOf(battle, v.piece)!, v) > 0)
          .map((v) => (
            <BaseLoss key={`loss ${v.piece}`} battle={battle} view={v} />
          ))}
      </g>
    );
  }
}

/** What stands where, for those who do not see the board. */
export class InWords extends Component<{ battle: BattleData; table: TableData; stacks: Map<number, Stack> }> {
  shouldComponentUpdate(n: { battle: BattleData; table: TableData }): boolean {
    return n.battle !== this.props.battle || n.table !== this.props.table;
  }

  render({ battle, table, stacks }: { battle: BattleData; table: TableData; stacks: Map<number, Stack> }) {
    return (
      <ul class="unseen" aria-label={t('board.alternative')}>
        {[...stacks.keys()]
          .sort((a, b) => a - b)
          .map((place) => (
            <li key={place}>{describe(battle, table, place, stacks.get(place))}</li>
          ))}
        {isPlane(battle.sheet) && table.view.pieces.filter((v) => v.pose).map((v) => <li key={`piece ${v.piece}`}>{describePiece(battle, v)}</li>)}
      </ul>
    );
  }
}
