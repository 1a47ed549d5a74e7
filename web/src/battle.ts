// Facts about the pieces, places and words of a battle: the one place that knows how a battle is described.

import type { BattleData } from './api';

export interface PieceInfo {
  id: string;
  name: string;
  side: number;
  group: string; // the contingent or command it belongs to
}

export function pieceOf(b: BattleData, piece: number): PieceInfo | undefined {
  const p = b.units.find((u) => u.piece === piece) ?? b.leaders.find((l) => l.piece === piece);
  return p && { id: p.id, name: p.name, side: p.side, group: p.contingent };
}

export function pieceName(b: BattleData, piece: number): string {
  return pieceOf(b, piece)?.name ?? '';
}

/** The side of a piece, or -1. */
export function sideOf(b: BattleData, piece: number): number {
  return pieceOf(b, piece)?.side ?? -1;
}

/** Whether a piece is one of those that stand in stacks, unlike leaders. */
export function isUnit(b: BattleData, piece: number): boolean {
  return piece >= 0 && piece < b.units.length;
}

export function placeName(b: BattleData, place: number): string {
  return b.hexes[place]?.id ?? '';
}

/** The text of a key of the rulebook, if it has one. */
export function textOf(b: BattleData, key: string): string | undefined {
  return b.texts?.[key];
}
