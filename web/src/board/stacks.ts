// The pieces by place, and pieces and places in words.

import type { BattleData, PieceView, TableData } from '../api';
import { nameOf, pieceOf, placeName } from '../battle';
import { t } from '../i18n';
import { figures } from './Counter';
import { eighth } from './poses';

export interface Stack {
  units: PieceView[]; // from the top
  leaders: PieceView[];
}

export const all = (s?: Stack): PieceView[] => (s ? [...s.units, ...s.leaders] : []);

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
