// What a board marks, and what is picked on it. The board itself knows no rules.

import type { End, Pose } from '../api';
import type { Strike } from '../moves';
import type { PlaneMarks } from './Plane';

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
  /** By how much the pose may miss what is meant, in thousandths of the board's unit. */
  slack: number;
  /** The handle by which it is pulled. */
  by?: string;
  /** It is where it was picked up: putting it down there changes nothing. */
  home?: boolean;
  how: 'grab' | 'drag' | 'drop' | 'cancel';
}
