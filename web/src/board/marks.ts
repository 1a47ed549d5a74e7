// What a board marks, and what is picked on it. The board itself knows no rules.

import type { End, Pose } from '../api';
import type { Strike } from '../moves';
import type { PlaneMarks } from './Plane';

export type PlaceMark = 'move' | 'target' | 'attack' | 'path' | 'start';

/** A point of a line that is drawn: a place or, on a board without places, a point in thousandths of its unit. */
export type Along = number | { x: number; y: number };

/** What may be clicked, and what is shown as about to happen. The board itself knows no rules. */
export interface Highlights {
  movable: number[];
  places: Map<number, { text?: string; kind: PlaceMark }>;
  facings?: { place: number; options: number[]; likely?: number };
  /** A piece that has just moved and may still face another way. */
  turn?: { place: number; facing: number; options: number[] };
  /** A piece as it would stand after the move that is considered. */
  shade?: { piece: number; place: number; facing: number };
  path?: number[];
  /** The same for a board without places, in thousandths of its unit. */
  trail?: readonly { x: number; y: number }[];
  /** An attack that is being considered or has been reported. */
  charge?: Strike;
  /** The places of counters that are moved together, and where each of them would end. */
  group?: number[];
  ghosts?: readonly End[];
  /** A line that is being drawn. */
  line?: readonly Along[];
  /** The pieces of a stack that are picked up, and those that may be too. */
  joined?: { place: number; pieces: ReadonlyMap<number, boolean> };
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
  /** It was picked out of its stack. */
  out?: boolean;
  /** The arrow of a piece that has just moved was picked. */
  turn?: boolean;
  /** The point that was picked for a line on a board without places. */
  at?: Along;
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
