// What is marked on a board under and over its counters.

import type { BattleData, TableData } from '../api';
import { t } from '../i18n';
import type { Spot, Strike } from '../moves';
import { PieceFace, UnitCounter } from './Counter';
import type { Along, Highlights, PlaceMark } from './marks';
import { heading, line, middle, outline, type Point, poseOf } from './places';
import { toSheet } from './poses';
import { all, type Stack } from './stacks';

export function Under({ battle, highlights, places, taken }: { battle: BattleData; highlights: Highlights; places: Map<number, number>; taken: Map<number, Stack> }) {
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

function Facings({ battle, place, options, likely, grow }: { battle: BattleData; place: number; options: number[]; likely?: number; grow: number }) {
  const [x, y] = middle(battle.sheet, place);
  return (
    <g class="facings" transform={`translate(${x} ${y}) scale(${grow.toFixed(2)})`}>
      <circle class="disc" r="62" />
      {options.map((f) => (
        <g key={f} transform={`rotate(${(heading(battle.sheet, { facing: f }) ?? 0) - 90})`}>
          <g class={`facing${f === likely ? ' likely' : ''}`} data-facing={f} data-place={place} transform="translate(45 0)">
            <circle class="reach" r="22" />
            <circle r="16" />
            <path d="M-10-3.500H0V-10L12 0 0 10V3.500H-10z" />
          </g>
        </g>
      ))}
    </g>
  );
}

/** The arrow by which a piece that has just moved is turned: dragged, or tapped for all the ways that it may face. */
export function Turner({ battle, place, facing, dragged, grow }: { battle: BattleData; place: number; facing: number; dragged: boolean; grow: number }) {
  const [x, y] = middle(battle.sheet, place);
  return (
    <g class={`turner${dragged ? ' dragged' : ''}`} data-turn={place} transform={`translate(${x} ${y}) rotate(${(heading(battle.sheet, { facing }) ?? 0) - 90})`}>
      <g transform={`translate(31 0) scale(${Math.min(grow, 1.4).toFixed(2)})`}>
        <circle class="reach" r="15" />
        <path d="M-5-9L9 0-5 9-1 0z" />
      </g>
    </g>
  );
}

/** The straight line of an attack, from the attacker to its target. After a charge move the charger stands on it. */
function ChargeArrow({ battle, from, to }: { battle: BattleData } & Strike) {
  const at = (s: Spot): Point => (typeof s === 'number' ? middle(battle.sheet, s) : (poseOf(battle.sheet, s) ?? [0, 0]));
  const [x, y] = at(from);
  const [tx, ty] = at(to);
  const long = Math.hypot(tx - x, ty - y);
  const small = Math.min(1, long / 90); // from near it has the same shape
  const tip = long / small;
  const d = `M22-3L${(tip - 44).toFixed(1)}-6.500V-15L${(tip - 20).toFixed(1)} 0 ${(tip - 44).toFixed(1)} 15V6.500L22 3z`;
  const turn = (Math.atan2(ty - y, tx - x) * 180) / Math.PI;
  return <path class="charge-arrow" transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)}) scale(${small.toFixed(2)})`} d={d} />;
}

const targetsOf = (highlights: Highlights) => [...highlights.places].filter(([, h]) => h.kind === 'target' || h.kind === 'attack');

/** What is drawn around the counters of a place: over units, but under the leaders beside them. */
export function Rims({ battle, highlights, taken }: { battle: BattleData; highlights: Highlights; taken: Map<number, Stack> }) {
  const targets = targetsOf(highlights);
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
    </g>
  );
}

/** The rim of the chosen place, under its counters and their arrows. */
export function Chosen({ battle, place }: { battle: BattleData; place: number | null }) {
  if (place === null) return null;
  const d = outline(battle.sheet, place, 1.5);
  return (
    <g class="over">
      <path class="chosen-casing" d={d} />
      <path class="chosen-rim" d={d} />
    </g>
  );
}

export function Over({ battle, table, highlights, spotlight, grow }: { battle: BattleData; table: TableData; spotlight?: number | null; highlights: Highlights; grow: number }) {
  return (
    <g class="over">
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
      {highlights.charge && !highlights.charge.behind && <ChargeArrow battle={battle} {...highlights.charge} />}
      {spotlight !== null && spotlight !== undefined && spotlight >= 0 && <path key={spotlight} class="spotlight" d={outline(battle.sheet, spotlight, -3)} />}
      {highlights.facings && <Facings battle={battle} {...highlights.facings} grow={grow} />}
    </g>
  );
}

/** The pieces of one place side by side, within the visible part of the sheet. */
export function Fan({ battle, place, stack, grow, seen, highlights }: { battle: BattleData; place: number; stack: Stack; grow: number; seen: { left: number; right: number; top: number }; highlights: Highlights }) {
  const [x, y] = middle(battle.sheet, place);
  const n = all(stack).length;
  const wide = n * 50 + 8;
  const scale = Math.min(grow, Math.max(1, (seen.right - seen.left - 12) / wide));
  const half = (wide / 2 + 4) * scale;
  const cx = Math.min(Math.max(x, seen.left + half), Math.max(seen.right, seen.left + 2 * half) - half);
  // Above or below the place, where it hides fewer goals, so that the places beside it stay free; there is no gap for the
  // pointer to cross.
  const off = 27 + 29 * scale;
  const hides = (at: number) => [...highlights.places].filter(([h, m]) => m.kind === 'move' && Math.abs(battle.sheet.places[h].x - cx) < half && Math.abs(battle.sheet.places[h].y - at) < 44 * scale).length;
  const cy = y - off - 30 * scale > seen.top && hides(y - off) <= hides(y + off) ? y - off : y + off;
  const joined = highlights.joined?.place === place ? highlights.joined.pieces : undefined;
  return (
    <g class="fan" data-fan={place} transform={`translate(${cx.toFixed(1)} ${cy.toFixed(1)}) scale(${scale.toFixed(2)})`}>
      <rect class="fan-tray" x={-wide / 2} y="-30" width={wide} height="60" rx="8" />
      {all(stack).map((view, i) => (
        <g key={view.piece} data-piece={view.piece} class={joined?.get(view.piece) === false ? 'stays-behind' : undefined} transform={`translate(${(-wide / 2 + 29 + 50 * i).toFixed(1)} 0)`}>
          <PieceFace battle={battle} piece={view.piece} view={view} />
          {joined?.has(view.piece) && (
            <g class="tick" transform="translate(0 25)">
              <circle r="8" />
              <path d={joined.get(view.piece) ? 'M-4 0L-1 3 4-3' : 'M-4 0H4M0-4V4'} />
            </g>
          )}
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

/** Counters that are moved together: a rim around each, and their shades where they would end. */
export function Group({ battle, table, highlights }: { battle: BattleData; table: TableData; highlights: Highlights }) {
  const rims = (highlights.group ?? []).map((h) => outline(battle.sheet, h, 2)).join('');
  const now = new Map(table.view.pieces.map((v) => [v.piece, v]));
  return (
    <g class="group">
      {highlights.line && <DrawnLine battle={battle} along={highlights.line} />}
      {highlights.shade && <Shade battle={battle} table={table} {...highlights.shade} />}
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
            <UnitCounter battle={battle} view={{ ...view, place: end.place, facing: end.facing, states: [...(view.states ?? []), ...(end.gains ?? [])] }} x={x} y={y + 2} top count={1} />
          </g>
        );
      })}
    </g>
  );
}

/** A line that is being drawn: the places along it, or a straight line between its ends. */
function DrawnLine({ battle, along }: { battle: BattleData; along: readonly Along[] }) {
  const ends = along.flatMap((p) => (typeof p === 'number' ? [] : [toSheet(battle.sheet, p)]));
  return (
    <>
      {along.map((p) => typeof p === 'number' && <path key={p} class="drawn-line" d={outline(battle.sheet, p, 5)} />)}
      {ends.length > 1 && <path class="group-casing" d={line(ends)} />}
      {ends.length > 1 && <path class="drawn-line" d={line(ends)} />}
      {ends.map(([x, y], i) => (
        <circle key={i} class="drawn-line" cx={x} cy={y} r="6" />
      ))}
    </>
  );
}

/** A piece as it would stand. */
function Shade({ battle, table, piece, place, facing }: { battle: BattleData; table: TableData; piece: number; place: number; facing: number }) {
  const view = table.view.pieces.find((v) => v.piece === piece);
  if (!view) return null;
  const [x, y] = middle(battle.sheet, place);
  return (
    <g class="shade">
      <UnitCounter battle={battle} view={{ ...view, place, facing }} x={x} y={y + 2} top count={1} />
    </g>
  );
}

/** The piece being dragged. */
export function Held({ battle, table, piece }: { battle: BattleData; table: TableData; piece: number | undefined }) {
  if (piece === undefined) return null;
  return <PieceFace battle={battle} piece={piece} view={table.view.pieces.find((v) => v.piece === piece)} grown={1} />;
}
