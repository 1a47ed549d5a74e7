import { useSignal } from '@preact/signals';
import { Component, type VNode } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { BattleData, End, PieceView, Pose, Shade, TableData } from '../api';
import { nameOf, pieceOf, placeName } from '../battle';
import { t } from '../i18n';
import type { Spot, Strike } from '../moves';
import { armies, settings, still } from '../state';
import { BaseCounter } from './Base';
import './board.css';
import { figures, LeaderCounter, PieceFace, UnitCounter } from './Counter';
import { MapLayer } from './Map';
import { noPlaneMarks, type PlaneMarks, PlaneOver, PlaneUnder, Ruler } from './Plane';
import { baseAt, cornersOf, eighth, isPlane, toPlane, toSheet, wheeled } from './poses';
import { type Camera, fit, PanZoom, reveal } from './panzoom';
import { Shades } from './Shades';
import { around, beyond, facingToward, heading, line, middle, outline, PLACE, placeAt, type Point, poseOf } from './places';

export type PlaceMark = 'move' | 'target' | 'attack' | 'path' | 'start';

/** What may be clicked, and what is shown as about to happen. The board itself knows no rules. */
export interface Highlights {
  movable: number[];
  places: Map<number, { text?: string; kind: PlaceMark }>;
  facings?: { place: number; options: number[] };
  path?: number[];
  /** The same for a board without places, in thousandths of its unit. */
  trail?: readonly { x: number; y: number }[];
  /** An attack that is being considered or has been reported. */
  charge?: Strike;
  /** The places of counters that are moved together, and where each of them would end. */
  group?: number[];
  ghosts?: readonly End[];
  /** The same for a board without places: the counters that are moved together. */
  marked?: readonly number[];
  /** What a board without places marks besides. */
  plane?: PlaneMarks;
  /** The places of the stacks that the question is about. */
  meant?: { own: number[]; enemy: number[] };
}

export const noHighlights: Highlights = { movable: [], places: new Map() };

/** What was picked: a place, and the piece or the facing that was meant. */
export interface Pick {
  place: number;
  piece?: number;
  facing?: number;
  how: 'tap' | 'key' | 'grab' | 'drop';
  /** It is added to what was picked before. */
  many?: boolean;
}

/** A piece that is carried over a board without places: where it would stand. */
export interface Carry {
  piece: number;
  pose: Pose;
  how: 'grab' | 'drag' | 'drop' | 'cancel';
}

export interface BoardProps {
  battle: BattleData;
  table: TableData;
  selection: { piece: number | null; place: number | null };
  onPick: (p: Pick) => void;
  onHover?: (p: Pick | null) => void;
  /** Called while a piece is carried over a board without places, by a pointer or by keys. */
  onCarry?: (c: Carry) => void;
  /** Called with a piece that the keyboard has moved to on such a board. */
  onSelect?: (piece: number) => void;
  /** Called with a move that was pointed at on such a board, or none. */
  onGoal?: (action: string | null, how: 'tap' | 'hover') => void;
  /** Called with the pieces around which a box was drawn. Without it no box can be drawn. */
  onBox?: (pieces: number[]) => void;
  /** Whether pointing adds to what was picked before, and dragging beside the pieces draws a box, as Shift makes them. */
  several?: boolean;
  highlights?: Highlights;
  /** Places that overlays mark. */
  shades?: readonly Shade[];
  /** A place to scroll to and mark. */
  spotlight?: number | null;
  /** The places to show first; otherwise the most important ones. */
  frame?: number[];
}

interface Stack {
  units: PieceView[]; // from the top
  leaders: PieceView[];
}

const all = (s?: Stack): PieceView[] => (s ? [...s.units, ...s.leaders] : []);

/** The pieces by place. */
export function stacks(battle: BattleData, table: TableData): Map<number, Stack> {
  const out = new Map<number, Stack>();
  for (const view of table.view.pieces) {
    if (view.place < 0) continue;
    let s = out.get(view.place);
    if (!s) out.set(view.place, (s = { units: [], leaders: [] }));
    (pieceOf(battle, view.piece)?.shape === 'leader' ? s.leaders : s.units).push(view);
  }
  for (const s of out.values()) s.units.sort((a, b) => a.order - b.order);
  return out;
}

/** A description of a place: what can be seen there. */
export function describe(battle: BattleData, table: TableData, place: number, stack?: Stack): string {
  const { about = [] } = battle.sheet.places[place];
  const names = all(stack).map((v) => describePiece(battle, v));
  if (!names.length) names.push(t('board.empty'));
  if (table.view.marks?.some((m) => m.place === place)) names.push(t('board.marked'));
  return t('board.hex', { hex: [placeName(battle, place), ...about].join(', '), who: names.join(t('board.hex.and')) });
}

export function describePiece(battle: BattleData, view: PieceView): string {
  const counter = pieceOf(battle, view.piece);
  if (!counter) return '';
  const parts: (string | undefined)[] = [counter.name];
  if (counter.shape !== 'leader') parts.push(battle.sides[counter.side]?.name, counter.typeName, figures(battle.sheet, counter, view));
  if (view.facing >= 0) parts.push(t('board.facing', { facing: facingName(battle, view.facing) }));
  if (view.pose) parts.push(t('plane.heading', { compass: t(`plane.compass.${eighth(view.pose.heading / 4)}`) }));
  if (view.captives?.length) parts.push(t('board.holds', { leaders: view.captives.map((p) => nameOf(battle, p)).join(', ') }));
  return [...parts, ...stateNames(battle, view)].filter(Boolean).join(', ');
}

export const facingName = (battle: BattleData, f: number): string => battle.sheet.facings?.[f]?.name ?? '';

/** The states that are shown to a reader; the rest are internal to the engine. */
export function stateNames(battle: BattleData, view: PieceView): string[] {
  return (view.states ?? []).map((s) => battle.sheet.states?.[s] ?? '').filter(Boolean);
}

/** Whether a leader to the lower left of a counter would hide its arrow. */
const hides = (angle?: number) => angle !== undefined && angle > 225 && angle < 255;

/** The counters; they move when their place changes. */
class Pieces extends Component<{ battle: BattleData; table: TableData; stacks: Map<number, Stack> }> {
  shouldComponentUpdate(n: { battle: BattleData; table: TableData }): boolean {
    return n.battle !== this.props.battle || n.table !== this.props.table;
  }

  render({ battle, table, stacks }: { battle: BattleData; table: TableData; stacks: Map<number, Stack> }) {
    const units: VNode[] = [];
    const leaders: VNode[] = [];
    const { sheet } = battle;
    const named = new Set((table.view.prompt.args ?? []).filter((a) => a.kind === 'piece').map((a) => a.n));
    for (const [place, s] of [...stacks].sort(([a], [b]) => a - b)) {
      const [x, y] = middle(sheet, place);
      for (let i = s.units.length - 1; i >= 0; i--) {
        units.push(<UnitCounter key={s.units[i].piece} battle={battle} view={s.units[i]} x={x + 3.5 * i} y={y + 2 - 3.5 * i} top={i === 0} count={s.units.length} />);
      }
      s.leaders.forEach((view, i) => {
        const dx = s.units.length ? (hides(heading(sheet, s.units[0])) ? 15 : -27) : -8 * (s.leaders.length - 1);
        const dy = s.units.length ? 26 : 0;
        leaders.push(<LeaderCounter key={view.piece} battle={battle} view={view} x={x + dx + 24 * i} y={y + dy} active={table.view.active === view.piece || named.has(view.piece)} />);
      });
    }
    for (const view of table.view.pieces) {
      const at = poseOf(sheet, view);
      if (!at) continue;
      if (pieceOf(battle, view.piece)?.base) {
        units.push(<BaseCounter key={view.piece} battle={battle} view={view} />);
        continue;
      }
      const put = { key: view.piece, battle, view, x: at[0], y: at[1] };
      if (pieceOf(battle, view.piece)?.shape === 'leader') leaders.push(<LeaderCounter {...put} active={table.view.active === view.piece || named.has(view.piece)} />);
      else units.push(<UnitCounter {...put} top count={1} />);
    }
    return (
      <g class="pieces">
        {units}
        {leaders}
      </g>
    );
  }
}

function Under({ battle, highlights, places, taken }: { battle: BattleData; highlights: Highlights; places: Map<number, number>; taken: Map<number, Stack> }) {
  const movable = [...new Set(highlights.movable.map((p) => places.get(p) ?? -1))].filter((h) => h >= 0);
  const { sheet } = battle;
  const path: Point[] = highlights.trail?.map((p) => toSheet(sheet, p)) ?? highlights.path?.map((h) => middle(sheet, h)) ?? [];
  const way = path.length > 1 && line(path);
  const kinds = new Map<PlaceMark, string>();
  for (const [place, { kind }] of highlights.places) kinds.set(kind, (kinds.get(kind) ?? '') + outline(battle.sheet, place, 2));
  return (
    <g class="under">
      {[...kinds].map(([kind, d]) => (
        <path key={kind} class={`hl ${kind}`} d={d} />
      ))}
      <path class="movable-rim" d={movable.map((h) => outline(battle.sheet, h, 3)).join('')} />
      {[...highlights.places].map(([place, { text, kind }]) => {
        if (kind !== 'move' || taken.has(place)) return null;
        const [x, y] = middle(battle.sheet, place);
        return text ? (
          <text key={place} class="cost" x={x} y={y + 6}>
            {text}
          </text>
        ) : (
          <circle key={place} class="dot" cx={x} cy={y} r="5" />
        );
      })}
      {highlights.charge?.behind && <ChargeArrow battle={battle} {...highlights.charge} />}
      {way && <path class="way-casing" d={way} />}
      {way && <path class="way" marker-end="url(#way-end)" d={way} />}
    </g>
  );
}

// Brackets around targets of shooting, a ring around targets of attacks.
const aims = ['M-28-12V-26H-14M14-26H28V-12M28 12V26H14M-14 26H-28V12', 'M-30 0A30 30 0 0130 0A30 30 0 01-30 0M0-36V-25M0 36V25M-36 0H-25M36 0H25'];

function Facings({ battle, place, options, grow }: { battle: BattleData; place: number; options: number[]; grow: number }) {
  const [x, y] = middle(battle.sheet, place);
  return (
    <g class="facings" transform={`translate(${x} ${y}) scale(${grow.toFixed(2)})`}>
      <circle class="disc" r="62" />
      {options.map((f) => (
        <g key={f} transform={`rotate(${(heading(battle.sheet, { facing: f }) ?? 0) - 90})`}>
          <g class="facing" data-facing={f} data-place={place} transform="translate(45 0)">
            <circle class="reach" r="22" />
            <circle r="16" />
            <path d="M-6-8L9 0-6 8-2 0z" />
          </g>
        </g>
      ))}
    </g>
  );
}

/** The straight line of an attack, from the attacker to its target. After a charge move the charger stands on it. */
function ChargeArrow({ battle, from, to }: { battle: BattleData } & Strike) {
  const at = (s: Spot): Point => (typeof s === 'number' ? middle(battle.sheet, s) : (poseOf(battle.sheet, s) ?? [0, 0]));
  const [x, y] = at(from);
  const [tx, ty] = at(to);
  const long = Math.hypot(tx - x, ty - y);
  const d = `M22-3L${(long - 44).toFixed(1)}-6.500V-15L${(long - 20).toFixed(1)} 0 ${(long - 44).toFixed(1)} 15V6.500L22 3z`;
  return <path class="charge-arrow" transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${((Math.atan2(ty - y, tx - x) * 180) / Math.PI).toFixed(1)})`} d={d} />;
}

function Over({ battle, table, highlights, selection, spotlight, grow, taken }: BoardProps & { highlights: Highlights; grow: number; taken: Map<number, Stack> }) {
  const targets = [...highlights.places].filter(([, h]) => h.kind === 'target' || h.kind === 'attack');
  const rims = (places: number[] = []) => places.map((h) => outline(battle.sheet, h, 1.5)).join('');
  const joined = [...highlights.places].filter(([place, h]) => h.kind === 'move' && taken.has(place) && !highlights.meant?.own.includes(place));
  const own = rims(highlights.meant?.own);
  const enemy = rims(highlights.meant?.enemy.filter((h) => !targets.some(([t]) => t === h)));
  return (
    <g class="over">
      {joined.map(([place, { text }]) => {
        const [x, y] = middle(battle.sheet, place);
        return (
          <g key={place} class="joined">
            <path class="casing" d={outline(battle.sheet, place, 2)} />
            <path d={outline(battle.sheet, place, 2)} />
            <circle cx={x} cy={y - 27} r="9" />
            <text x={x} y={y - 22.5}>
              {text ?? '+'}
            </text>
          </g>
        );
      })}
      {(own || enemy) && <path class="meant-casing" d={own + enemy} />}
      {own && <path class="meant own" d={own} />}
      {enemy && <path class="meant enemy" d={enemy} />}
      {(table.view.marks ?? []).map((m, i) => {
        if (m.place < 0) return m.outline && <path key={`${m.key} ${i}`} class={`melee-mark area ${m.key}`} d={`${line(m.outline.map((p) => toSheet(battle.sheet, p)))}z`} />;
        const [x, y] = middle(battle.sheet, m.place);
        // Above the counter, or beside it if arrows point straight up.
        const put = battle.sheet.facings?.some((f) => f.angle === 0) ? `translate(${x - 24} ${y + 4})` : `translate(${x} ${y - 26})`;
        return (
          <g key={`${m.place} ${m.key}`} class="melee-mark" transform={put}>
            <circle r="10" />
            {m.key === 'charge' ? <path d="M-6 6L3-3M-1.500-5.500L6.500-6.500 5.500 1.500zM-5.500 1.500L-1.500 5.500" /> : <path d="M-6-6L5 5M6-6L-5 5M-6.500 2.500L-2.500 6.500M6.500 2.500L2.500 6.500" />}
          </g>
        );
      })}
      {targets.map(([place, h]) => {
        const [x, y] = middle(battle.sheet, place);
        return (
          <g key={place} class={`aim ${h.kind}`} transform={`translate(${x} ${y})`}>
            <path class="casing" d={aims[h.kind === 'target' ? 0 : 1]} />
            <path d={aims[h.kind === 'target' ? 0 : 1]} />
            {h.text && (
              <text y="-30" class="aim-text">
                {h.text}
              </text>
            )}
          </g>
        );
      })}
      {highlights.charge && !highlights.charge.behind && <ChargeArrow battle={battle} {...highlights.charge} />}
      {selection.place !== null && <path class="chosen-casing" d={outline(battle.sheet, selection.place, 1.5)} />}
      {selection.place !== null && <path class="chosen-rim" d={outline(battle.sheet, selection.place, 1.5)} />}
      {spotlight !== null && spotlight !== undefined && spotlight >= 0 && <path key={spotlight} class="spotlight" d={outline(battle.sheet, spotlight, -3)} />}
      {highlights.facings && <Facings battle={battle} {...highlights.facings} grow={grow} />}
    </g>
  );
}

/** The pieces of one place side by side, within the visible part of the sheet. */
function Fan({ battle, place, stack, grow, seen }: { battle: BattleData; place: number; stack: Stack; grow: number; seen: { left: number; right: number; top: number } }) {
  const [x, y] = middle(battle.sheet, place);
  const n = all(stack).length;
  const wide = n * 50 + 8;
  const scale = Math.min(grow, Math.max(1, (seen.right - seen.left - 12) / wide));
  const half = (wide / 2 + 4) * scale;
  const cx = Math.min(Math.max(x, seen.left + half), Math.max(seen.right, seen.left + 2 * half) - half);
  // Above the place, so that the places beside it stay free; there is no gap for the pointer to cross.
  const off = 27 + 29 * scale;
  const cy = y - off - 30 * scale > seen.top ? y - off : y + off;
  return (
    <g class="fan" data-fan={place} transform={`translate(${cx.toFixed(1)} ${cy.toFixed(1)}) scale(${scale.toFixed(2)})`}>
      <rect class="tray" x={-wide / 2} y="-30" width={wide} height="60" rx="8" />
      {all(stack).map((view, i) => (
        <g key={view.piece} data-piece={view.piece} transform={`translate(${(-wide / 2 + 29 + 50 * i).toFixed(1)} 0)`}>
          <PieceFace battle={battle} piece={view.piece} view={view} />
          {i === 0 && stack.units.length > 0 && (
            <text class="top-of-stack" y="-23.500">
              {t('board.top')}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

/** The pieces that have their middle in a box. */
function inside({ battle, table }: BoardProps, from: Point, to: Point): number[] {
  const within = (i: 0 | 1, p: Point) => p[i] >= Math.min(from[i], to[i]) && p[i] <= Math.max(from[i], to[i]);
  return table.view.pieces
    .filter((v) => {
      const at = v.place < 0 ? poseOf(battle.sheet, v) : middle(battle.sheet, v.place);
      return at && within(0, at) && within(1, at);
    })
    .map((v) => v.piece);
}

/** Counters that are moved together: a rim around each, and their shades where they would end. */
function Group({ battle, table, highlights }: { battle: BattleData; table: TableData; highlights: Highlights }) {
  const rims = (highlights.group ?? []).map((h) => outline(battle.sheet, h, 2)).join('');
  const now = new Map(table.view.pieces.map((v) => [v.piece, v]));
  return (
    <g class="group">
      {rims && <path class="group-casing" d={rims} />}
      {rims && <path class="group-rim" d={rims} />}
      {highlights.ghosts?.map((end) => {
        const view = now.get(end.piece);
        if (!view || view.place < 0) return null;
        const [x, y] = middle(battle.sheet, end.place);
        if (end.stays) return <path key={end.piece} class="stays" transform={`translate(${x} ${y})`} d="M-16-16L16 16M16-16L-16 16" />;
        return (
          <g key={end.piece} class="shade" data-ghost={end.piece}>
            <path class="shade-way" d={line([middle(battle.sheet, view.place), [x, y]])} />
            <path class="shade-rim" d={outline(battle.sheet, end.place, 2)} />
            <UnitCounter battle={battle} view={{ ...view, place: end.place, facing: end.facing }} x={x} y={y + 2} top count={1} />
          </g>
        );
      })}
    </g>
  );
}

/** The piece being dragged. */
function Held({ battle, table, piece }: { battle: BattleData; table: TableData; piece: number | undefined }) {
  if (piece === undefined) return null;
  return <PieceFace battle={battle} piece={piece} view={table.view.pieces.find((v) => v.piece === piece)} grown={1} />;
}

/** The size at which the details of a place can be read. */
const level = (scale: number) => (scale < 0.42 ? 'far' : scale < 0.8 ? 'mid' : 'near');

/** The board: map, counters, and what may be done with them. */
export function Board(props: BoardProps) {
  const { battle, table, selection } = props;
  const highlights = props.highlights ?? noHighlights;
  const root = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const ghost = useRef<SVGGElement>(null);
  const pz = useRef<PanZoom | null>(null);
  const fan = useSignal<number | null>(null);
  const cursor = useSignal<number | null>(null);
  const said = useSignal('');
  const held = useSignal<number | undefined>(undefined);
  const box = useSignal<{ from: Point; to: Point } | null>(null);
  const touched = useRef(false);
  const plane = isPlane(battle.sheet);
  const measuring = useSignal(false);
  const ruler = useSignal<{ from: Point; to: Point } | null>(null);
  const carry = useRef<{ piece: number; start: Pose; pose: Pose; from?: Point; wheel?: 'left' | 'right' } | null>(null);
  useEffect(() => {
    armies.value = battle.sheet.colors;
    return () => {
      armies.value = [];
    };
  }, [battle.sheet.colors]);
  const run = useRef<{ at: number; way: number; start: Point } | null>(null); // of the cursor in one direction

  const byPlace = useMemo(() => stacks(battle, table), [battle, table]);
  const places = useMemo(() => new Map(table.view.pieces.map((v) => [v.piece, v.place])), [table]);
  const size = battle.sheet;

  // The pointer handlers are created once and find their data here.
  const now = useRef({ props, highlights, byPlace, places });
  now.current = { props, highlights, byPlace, places };

  const pickAt = useCallback((x: number, y: number, target: EventTarget | null): Omit<Pick, 'how'> | null => {
    const { props, byPlace, places } = now.current;
    const el = target as Element | null;
    const corner = el?.closest?.('[data-facing]');
    if (corner) return { place: Number(corner.getAttribute('data-place')), facing: Number(corner.getAttribute('data-facing')) };
    const piece = el?.closest?.('[data-piece]');
    if (piece) {
      const n = Number(piece.getAttribute('data-piece'));
      return { place: places.get(n) ?? -1, piece: n };
    }
    const place = placeAt(props.battle.sheet, x, y);
    if (place < 0) return null;
    return { place, piece: byPlace.get(place)?.units[0]?.piece };
  }, []);

  // Carrying a piece over a board without places: by its body to another place, by a grip to another heading.
  const lift = (piece: number, target: EventTarget | null, from?: Point): boolean => {
    const { props, highlights } = now.current;
    const { table } = props;
    const pose = table.view.pieces.find((v) => v.piece === piece)?.pose;
    const able = table.view.chosen?.includes(piece) || (!table.view.chosen?.length && highlights.plane?.bases.get(piece) === 'own');
    if (!pose || !able || !table.choices.length) return false;
    const wheel = (target as Element | null)?.closest?.('[data-handle]')?.getAttribute('data-handle') as 'left' | 'right' | null | undefined;
    carry.current = { piece, start: pose, pose, from, wheel: wheel ?? undefined };
    props.onCarry?.({ piece, pose, how: 'grab' });
    return true;
  };

  /** The pose to which the pointer has pulled what is carried. */
  const pulled = ([x, y]: Point): Pose => {
    const { sheet } = now.current.props.battle;
    const { start, pose, from, wheel, piece } = carry.current!;
    const counter = pieceOf(now.current.props.battle, piece);
    if (!wheel || !counter) {
      const [a, b] = [toPlane(sheet, from ?? [x, y]), toPlane(sheet, [x, y])];
      return { x: start.x + b.x - a.x, y: start.y + b.y - a.y, heading: pose.heading };
    }
    // The grip turns about the other front corner.
    const corners = cornersOf(sheet, counter, start);
    const [pivot, grip] = wheel === 'left' ? [corners[1], corners[0]] : [corners[0], corners[1]];
    const angle = Math.atan2(y - pivot[1], x - pivot[0]) - Math.atan2(grip[1] - pivot[1], grip[0] - pivot[0]);
    const turn = Math.round((((angle * 180) / Math.PI + 540) % 360 - 180) * 4);
    const towards = wheel === 'left' ? Math.max(0, turn) : Math.min(0, turn);
    return wheeled(sheet, counter, start, towards);
  };

  const carryTo = (pose: Pose) => {
    if (!carry.current) return;
    carry.current.pose = pose;
    now.current.props.onCarry?.({ piece: carry.current.piece, pose, how: 'drag' });
  };

  const put = (how: 'drop' | 'cancel') => {
    const c = carry.current;
    carry.current = null;
    if (c) now.current.props.onCarry?.({ piece: c.piece, pose: c.pose, how });
  };

  /** Carries on with a key: the arrows by one unit, Q and E by five degrees. True if the key was meant for it. */
  const carryByKey = (key: string): boolean => {
    if (!plane) return false;
    const step = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key];
    const turn = { q: -20, Q: -20, e: 20, E: 20 }[key];
    if (step || turn) {
      const piece = table.view.chosen?.[0] ?? selection.piece;
      if (!carry.current && (piece === null || piece === undefined || !lift(piece, null))) return false;
      const { pose } = carry.current!;
      const [dx, dy] = step ?? [0, 0];
      const up = battle.sheet.bottom ? 1 : -1;
      const counter = pieceOf(battle, carry.current!.piece);
      if (turn && counter) carryTo(wheeled(battle.sheet, counter, pose, turn));
      else carryTo({ x: pose.x + 1000 * dx, y: pose.y + 1000 * dy * up, heading: pose.heading });
      return true;
    }
    if (!carry.current) return false;
    if (key === 'Enter' || key === ' ') put('drop');
    else if (key === 'Escape') put('cancel');
    else return false;
    return true;
  };

  useEffect(() => {
    carry.current = null;
  }, [table]);

  useLayoutEffect(() => {
    if (!root.current || !world.current) return;
    let hoverTimer = 0;
    let hovered = -1;
    let carried: number | undefined;
    let pointed: string | null = null; // the move of a board without places
    let hoveredPiece: number | undefined;
    const many = (place: number) => {
      return all(now.current.byPlace.get(place)).length > 1;
    };
    const p = new PanZoom(root.current, world.current, {
      tap(x, y, e) {
        const goal = (e.target as Element | null)?.closest?.('[data-choice]')?.getAttribute('data-choice');
        if (goal) {
          now.current.props.onGoal?.(goal, 'tap');
          return;
        }
        const pick = pickAt(x, y, e.target);
        if (!pick) {
          fan.value = null;
          return;
        }
        const fanned = (e.target as Element).closest?.('[data-fan]');
        clearTimeout(hoverTimer);
        fan.value = !fanned && e.pointerType !== 'mouse' && many(pick.place) && now.current.highlights.facings?.place !== pick.place ? pick.place : null;
        cursor.value = null;
        now.current.props.onPick({ ...pick, how: 'tap', many: e.shiftKey || now.current.props.several });
      },
      grab(x, y, e) {
        if (measuring.value) {
          ruler.value = { from: [x, y], to: [x, y] };
          return true;
        }
        const pick = pickAt(x, y, e.target);
        const { battle, table, onCarry } = now.current.props;
        // What is marked on a base does not keep it from being dragged.
        const base = pick?.piece ?? (isPlane(battle.sheet) ? baseAt(battle.sheet, table.view.pieces, [x, y], table.view.chosen) : undefined);
        if (onCarry && isPlane(battle.sheet) && !e.shiftKey && base !== undefined && lift(base, e.target, [x, y])) {
          clearTimeout(hoverTimer);
          return true;
        }
        const boxed = () => {
          const { onBox, several } = now.current.props;
          if (!onBox || !(e.shiftKey || several)) return false;
          box.value = { from: [x, y], to: [x, y] };
          return true;
        };
        if (e.shiftKey || !pick || pick.piece === undefined) return boxed();
        const { highlights, places, byPlace, props } = now.current;
        const under = byPlace.get(places.get(pick.piece) ?? -1)?.units.map((u) => u.piece) ?? [];
        // Units already being moved are dragged, even if others are on top of them.
        const moving = props.table.view.chosen?.find((c) => under.includes(c));
        const mine = moving ?? [pick.piece, ...under].find((p) => highlights.movable.includes(p));
        if (mine === undefined) return boxed();
        clearTimeout(hoverTimer);
        carried = mine;
        held.value = mine;
        fan.value = null;
        props.onPick({ place: pick.place, piece: mine, how: 'grab' });
        return true;
      },
      drag(x, y) {
        if (ruler.value && measuring.value) {
          ruler.value = { ...ruler.value, to: [x, y] };
          return;
        }
        if (carry.current) {
          carryTo(pulled([x, y]));
          return;
        }
        if (box.value) {
          box.value = { ...box.value, to: [x, y] };
          return;
        }
        const place = placeAt(now.current.props.battle.sheet, x, y);
        ghost.current?.setAttribute('transform', `translate(${x} ${y})`);
        ghost.current?.removeAttribute('display');
        if (place !== hovered && place >= 0) {
          hovered = place;
          now.current.props.onHover?.({ place, piece: carried, how: 'drop' });
        }
      },
      drop(x, y, _e, given) {
        if (measuring.value) return;
        if (carry.current) {
          put(given ? 'drop' : 'cancel');
          return;
        }
        if (box.value) {
          if (given) now.current.props.onBox?.(inside(now.current.props, box.value.from, [x, y]));
          box.value = null;
          return;
        }
        ghost.current?.setAttribute('display', 'none');
        const place = placeAt(now.current.props.battle.sheet, x, y);
        if (given && place >= 0) now.current.props.onPick({ place, piece: carried, facing: facingToward(now.current.props.battle.sheet, place, x, y), how: 'drop' });
        carried = undefined;
        held.value = undefined;
      },
      hover(x, y, e) {
        const el = e.target as Element;
        if (el.closest?.('[data-fan]')) return;
        if (isPlane(now.current.props.battle.sheet)) {
          const goal = el.closest?.('[data-choice]')?.getAttribute('data-choice') ?? null;
          if (goal !== pointed) now.current.props.onGoal?.(goal, 'hover');
          pointed = goal;
          const over = pickAt(x, y, e.target);
          if (over?.piece !== hoveredPiece) now.current.props.onHover?.(over ? { ...over, how: 'tap' } : null);
          hoveredPiece = over?.piece;
          return;
        }
        const pick = pickAt(x, y, e.target);
        const place = pick?.place ?? -1;
        if (pick?.facing !== undefined) {
          now.current.props.onHover?.({ ...pick, how: 'tap' });
          hovered = -1;
          return;
        }
        if (place === hovered) return;
        hovered = place;
        clearTimeout(hoverTimer);
        if (fan.value !== null && fan.value !== place) fan.value = null;
        if (place >= 0 && many(place)) {
          hoverTimer = window.setTimeout(() => {
            if (!now.current.highlights.facings) fan.value = place;
          }, 420);
        }
        now.current.props.onHover?.(pick ? { ...pick, how: 'tap' } : null);
      },
      leave() {
        clearTimeout(hoverTimer);
        hovered = -1;
        now.current.props.onHover?.(null);
      },
    });
    pz.current = p;
    const el = root.current;
    p.onHand = () => (touched.current = true);
    p.onScale = (scale) => {
      if (el.dataset.zoom !== level(scale)) el.dataset.zoom = level(scale);
    };
    return () => {
      clearTimeout(hoverTimer);
      p.stop();
    };
  }, []);

  // The first view: the whole board, or its important part if the whole would be too small to read.
  useLayoutEffect(() => {
    const p = pz.current;
    const el = root.current;
    if (!p || !el) return;
    p.resize(size);
    const look = () => {
      if (!touched.current && p.window.width) p.set(firstLook(battle, now.current.props.table, now.current.highlights, p.window, now.current.props.frame));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(el);
    return () => watch.disconnect();
  }, [battle]);

  const showPoint = (at: Point) => {
    const p = pz.current;
    if (p) p.go(reveal(p.camera, ...at, p.window), still.value);
  };
  const show = (place: number) => {
    if (place >= 0) showPoint(middle(battle.sheet, place));
  };

  useEffect(() => {
    if (props.spotlight !== null && props.spotlight !== undefined && props.spotlight >= 0) show(props.spotlight);
  }, [props.spotlight]);

  useEffect(() => {
    fan.value = null;
  }, [table]);

  const turning = highlights.facings?.place;
  useEffect(() => {
    if (turning !== undefined) show(turning);
  }, [turning]);

  // Scroll to the units the prompt is about, unless some are visible; or to where a piece off the map may go.
  const outside = selection.piece !== null && (places.get(selection.piece) ?? -1) < 0 ? selection.piece : null;
  useEffect(() => {
    const p = pz.current;
    const looked = lookedAt(battle, table, highlights);
    if (!p || !looked.length || !(touched.current || (outside !== null && !plane))) return;
    const c = p.camera;
    const seen = looked.some((at) => {
      const [x, y] = at.map((v) => v * c.scale);
      return x > c.x + 20 && y > c.y + 20 && x < c.x + p.window.width - 20 && y < c.y + p.window.height - 20;
    });
    if (!seen) showPoint(looked[0]);
  }, [table, outside]);

  const onKey = (e: KeyboardEvent) => {
    const p = pz.current;
    if (!p || e.altKey || e.ctrlKey || e.metaKey) return;
    const move = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[e.key];
    if (!e.shiftKey && carryByKey(e.key)) {
      touched.current = true;
      e.preventDefault();
      e.stopPropagation();
      return;
    }
    if (move && e.shiftKey) p.pan(move[0] * 80, move[1] * 80);
    else if (move && plane) p.pan(move[0] * 80, move[1] * 80);
    else if (move) moveCursor(move[0], move[1]);
    else if (e.key === '+' || e.key === '=') p.zoom(1.25, still.value);
    else if (e.key === '-' || e.key === '_') p.zoom(0.8, still.value);
    else if (e.key === '0' || e.key === 'Home') p.go(fit(size, p.window), still.value);
    else if ((e.key === 'n' || e.key === 'N') && plane) nextBase(e.key === 'N' ? -1 : 1);
    else if ((e.key === 'Enter' || e.key === ' ') && plane && selection.piece !== null) props.onPick({ place: -1, piece: selection.piece, how: 'key', many: e.shiftKey });
    else if (e.key === 'n' || e.key === 'N') nextOffered(e.key === 'N' ? -1 : 1);
    else if ((e.key === 'Enter' || e.key === ' ') && cursor.value !== null) {
      const place = cursor.value;
      const top = byPlace.get(place)?.units[0]?.piece;
      props.onPick({ place, piece: highlights.movable.find((m) => places.get(m) === place) ?? top ?? byPlace.get(place)?.leaders[0]?.piece, how: 'key', many: e.shiftKey });
    } else if (/^[1-9]$/.test(e.key) && highlights.facings) {
      const f = Number(e.key) - 1;
      if (highlights.facings.options.includes(f)) props.onPick({ place: highlights.facings.place, facing: f, how: 'key' });
    } else return;
    touched.current = true;
    e.preventDefault();
    e.stopPropagation();
  };

  const toPlace = (place: number) => {
    cursor.value = place;
    show(place);
    const offer = highlights.movable.some((m) => places.get(m) === place) || highlights.places.has(place) ? `. ${t('board.offered')}` : '';
    said.value = describe(battle, table, place, byPlace.get(place)) + offer;
    props.onHover?.({ place, piece: byPlace.get(place)?.units[0]?.piece, how: 'key' });
  };

  const moveCursor = (dx: number, dy: number) => {
    const from = cursor.value ?? selection.place ?? places.get(highlights.movable[0] ?? -1) ?? Math.floor(battle.sheet.places.length / 2);
    if (cursor.value === null) return toPlace(from);
    const way = Math.abs(dx);
    if (run.current?.at !== from || run.current.way !== way) run.current = { at: from, way, start: middle(battle.sheet, from) };
    const to = beyond(battle.sheet, from, [dx, dy], run.current.start);
    if (to < 0) return;
    run.current.at = to;
    toPlace(to);
  };

  // The same on a board without places.
  const nextBase = (step: number) => {
    const list = [...(highlights.plane?.bases.keys() ?? [])];
    if (!list.length) return;
    const next = list[(list.indexOf(selection.piece ?? -1) + step + list.length) % list.length];
    const view = table.view.pieces.find((v) => v.piece === next);
    const at = view && poseOf(battle.sheet, view);
    if (!view || !at) return;
    showPoint(at);
    said.value = `${describePiece(battle, view)}. ${t('board.offered')}`;
    props.onSelect?.(next);
  };

  // Move from one thing that can be picked to the next.
  const nextOffered = (step: number) => {
    const list = [...new Set([...highlights.movable.map((m) => places.get(m) ?? -1), ...highlights.places.keys()])].filter((h) => h >= 0).sort((a, b) => a - b);
    if (!list.length) return;
    const i = list.indexOf(cursor.value ?? -1);
    toPlace(list[(i + step + list.length) % list.length]);
  };

  const zoom = (f: number) => () => {
    touched.current = true;
    pz.current?.zoom(f, still.value);
  };

  // Corners to press are as large as a fingertip, however small the map is.
  const grow = Math.min(2.2, Math.max(1, 1 / (pz.current?.camera.scale ?? 1)));
  const camera = pz.current?.camera ?? { x: 0, y: 0, scale: 1 };
  const seen = { left: camera.x / camera.scale, right: (camera.x + (pz.current?.window.width ?? size.width)) / camera.scale, top: camera.y / camera.scale };
  const fanStack = fan.value === null ? undefined : byPlace.get(fan.value);
  return (
    <div class="board">
      <div
        ref={root}
        class={`board-window${settings.value.hexNumbers ? '' : ' no-numbers'}`}
        role="application"
        tabIndex={0}
        aria-label={t('board.label', { battle: battle.name })}
        aria-describedby="board-help"
        onKeyDown={onKey}
        onFocus={() => (said.value = t(plane ? 'plane.help' : 'board.help'))}
        onBlur={() => (cursor.value = null)}
      >
        <div ref={world} class="world" style={{ width: size.width, height: size.height }}>
          <MapLayer battle={battle} />
          <svg class="play-layer" width={size.width} height={size.height} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
            <defs>
              <pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="4" height="4" fill="#1d1712" />
                <rect width="1.600" height="4" fill="#fff" opacity=".8" />
              </pattern>
              <marker id="way-end" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="4" markerHeight="4" orient="auto">
                <path d="M0 0L10 5 0 10z" />
              </marker>
            </defs>
            <Shades battle={battle} shades={props.shades ?? []} />
            <Under battle={battle} highlights={highlights} places={places} taken={byPlace} />
            {plane && <PlaneUnder battle={battle} table={table} marks={highlights.plane ?? noPlaneMarks} grow={grow} />}
            <Pieces battle={battle} table={table} stacks={byPlace} />
            {plane && <PlaneOver battle={battle} table={table} marks={highlights.plane ?? noPlaneMarks} selected={selection.piece} highlights={highlights} grow={grow} />}
            <Over {...props} highlights={highlights} grow={grow} taken={byPlace} />
            <Group battle={battle} table={table} highlights={highlights} />
            {box.value && <path class="box" d={`${line([box.value.from, [box.value.to[0], box.value.from[1]], box.value.to, [box.value.from[0], box.value.to[1]]])}z`} />}
            {cursor.value !== null && <path class="cursor-rim" d={outline(battle.sheet, cursor.value, 1)} />}
            {fan.value !== null && fanStack && !highlights.facings && <Fan battle={battle} place={fan.value} stack={fanStack} grow={Math.min(grow, 1.7)} seen={seen} />}
            {ruler.value && <Ruler battle={battle} {...ruler.value} grow={grow} />}
            <g ref={ghost} class="ghost" display="none">
              <Held battle={battle} table={table} piece={held.value} />
            </g>
          </svg>
        </div>
      </div>
      <div class="board-tools">
        {plane && (
          <button
            type="button"
            aria-pressed={measuring.value}
            aria-label={t('plane.ruler')}
            title={t('plane.ruler')}
            onClick={() => {
              measuring.value = !measuring.value;
              ruler.value = null;
            }}
          >
            <svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
              <path d="M-9-3h18v6h-18zM-5-3v3M-1-3v4M3-3v3M7-3v3" fill="none" stroke="currentColor" stroke-width="1.5" />
            </svg>
          </button>
        )}
        <button type="button" onClick={zoom(1.3)} aria-label={t('board.zoom-in')} title={t('board.zoom-in')}>
          +
        </button>
        <button type="button" onClick={zoom(1 / 1.3)} aria-label={t('board.zoom-out')} title={t('board.zoom-out')}>
          −
        </button>
        <button type="button" onClick={() => pz.current?.go(fit(size, pz.current.window), still.value)} aria-label={t('board.fit')} title={t('board.fit')}>
          <svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
            <path d="M-6-2V-6H-2M2-6H6V-2M6 2V6H2M-2 6H-6V2" fill="none" stroke="currentColor" stroke-width="2" />
          </svg>
        </button>
      </div>
      <p id="board-help" class="unseen">
        {t(plane ? 'plane.help' : 'board.help')}
      </p>
      <p class="unseen" role="status" aria-live="polite">
        {said.value}
      </p>
      <ul class="unseen" aria-label={t('board.alternative')}>
        {[...byPlace.keys()]
          .sort((a, b) => a - b)
          .map((place) => (
            <li key={place}>{describe(battle, table, place, byPlace.get(place))}</li>
          ))}
        {plane && table.view.pieces.filter((v) => v.pose).map((v) => <li key={`piece ${v.piece}`}>{describePiece(battle, v)}</li>)}
      </ul>
    </div>
  );
}

/** The points to show: of the units the prompt is about, or else the choices, or the leader it names. */
function lookedAt(battle: BattleData, table: TableData, highlights: Highlights): Point[] {
  const views = new Map(table.view.pieces.map((v) => [v.piece, v]));
  if (isPlane(battle.sheet)) {
    const points = (pieces: Iterable<number>) => [...pieces].flatMap((p) => (views.get(p) ? [poseOf(battle.sheet, views.get(p)!)] : [])).filter((p) => p !== undefined);
    const asked = (table.view.prompt.args ?? []).filter((a) => a.kind === 'piece').map((a) => a.n);
    return [points(table.view.chosen ?? []), points(asked), points(highlights.plane?.bases.keys() ?? [])].find((list) => list.length) ?? [];
  }
  const place = new Map(table.view.pieces.map((v) => [v.piece, v.place]));
  const meant = [...(highlights.meant?.own ?? []), ...(highlights.meant?.enemy ?? [])];
  const offered = [...highlights.movable.map((p) => place.get(p) ?? -1), ...highlights.places.keys()];
  const leader = (table.view.prompt.args ?? []).filter((a) => a.kind === 'piece').map((a) => place.get(a.n ?? -1) ?? -1);
  return ([meant, offered, leader].map((list) => list.filter((h) => h >= 0)).find((list) => list.length) ?? []).map((h) => middle(battle.sheet, h));
}

/**
 * The whole sheet, or only the part with counters if the sheet is much larger; if they would be too small to read,
 * those the prompt is about.
 */
function firstLook(battle: BattleData, table: TableData, highlights: Highlights, window: { width: number; height: number }, frame?: number[]): Camera {
  const { sheet } = battle;
  const at = (places: number[]) => places.map((p) => middle(sheet, p));
  if (frame?.length) return within(fit(around(sheet, at(frame), PLACE), window, 1.25), sheet, window);
  const whole = fit(sheet, window);
  const on = table.view.pieces.map((p) => poseOf(sheet, p) ?? (p.place >= 0 ? middle(sheet, p.place) : undefined)).filter((p) => p !== undefined);
  if (!on.length) return whole;
  const armies = fit(around(sheet, on, 1.25 * PLACE), window, 1.25);
  if (whole.scale >= 0.44 && armies.scale < 1.2 * whole.scale) return whole;
  if (armies.scale >= 0.56) return within(armies, sheet, window);
  const looked = lookedAt(battle, table, highlights);
  const box = around(sheet, looked.length ? looked : on, 0);
  const scale = 0.6;
  const fits = box.width * scale < window.width && box.height * scale < window.height;
  const [x, y] = fits || !looked.length ? [box.x + box.width / 2, box.y + box.height / 2] : looked[0];
  return within({ scale, x: x * scale - window.width / 2, y: y * scale - window.height / 2 }, sheet, window);
}

/** Keeps the view within the sheet, as far as the sheet fills the window. */
function within(c: Camera, sheet: { width: number; height: number }, window: { width: number; height: number }): Camera {
  const along = (at: number, long: number, seen: number) => Math.max(0, Math.min(at, long - seen));
  return { ...c, x: along(c.x, sheet.width * c.scale, window.width), y: along(c.y, sheet.height * c.scale, window.height) };
}
