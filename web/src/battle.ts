// What a battle is made of, by number: pieces and places are indexes into its sheet.

import type { BattleData, Counter, Group } from './api';

export const pieceOf = (b: BattleData, piece: number): Counter | undefined => b.sheet.pieces[piece];

export const nameOf = (b: BattleData, piece: number): string => pieceOf(b, piece)?.name ?? '';

export const sideOf = (b: BattleData, piece: number): number => pieceOf(b, piece)?.side ?? -1;

/** Whether a piece is a combat unit; a leader accompanies units. */
export const isUnit = (b: BattleData, piece: number): boolean => pieceOf(b, piece)?.shape === 'unit';

export const isLeader = (b: BattleData, piece: number): boolean => pieceOf(b, piece)?.shape === 'leader';

export const isCard = (b: BattleData, piece: number): boolean => pieceOf(b, piece)?.shape === 'card';

/** The numbers of the pieces for which a condition is true. */
export function piecesWhere(b: BattleData, is: (c: Counter, piece: number) => boolean): number[] {
  return b.sheet.pieces.flatMap((c, piece) => (is(c, piece) ? [piece] : []));
}

export const placeName = (b: BattleData, place: number): string => b.sheet.places[place]?.name ?? b.sheet.places[place]?.id ?? '';

export const groupOf = (b: BattleData, group: string | undefined): Group | undefined => b.sheet.groups?.find((g) => g.id === group);

/** The text for a key of the rulebook, if there is one. */
export const textOf = (b: BattleData, key: string): string | undefined => b.texts[key];
