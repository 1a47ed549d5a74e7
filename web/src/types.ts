// Code generated from the types of the program by "go generate ./server". DO NOT EDIT.

export interface TableData {
  id: string;
  battle: string;
  options: string[];
  seats: string[];
  dice: string;
  version: number;
  n: number; // actions up to this moment
  length: number; // actions of the game
  view: View;
  prompt: string;
  phase: string;
  choices: Choice[];
  roll?: Dice; // the dice to be thrown by hand
  canUndo: boolean;
  undoText?: string;
  undoWhy?: string;
  points: [number, number];
  scores: ScoreText[];
  outcome: Outcome | null;
  last: LogEntry[];
}

export interface Choice {
  action: string;
  text: string;
  verb: string;
  operands?: Operand[];
  rolls?: boolean; // carrying it out leads, or may lead, to a roll
  ends?: boolean; // it ends a step, and does nothing else
  cost?: number; // of a move
}

export interface GameEvent {
  key: string;
  clause?: string;
  args?: Arg[];
  reveal?: boolean;
}

export interface LogEntry {
  n: number;
  side: number;
  do: string;
  by?: string;
  turn: number;
  phase: string;
  path?: number[];
  facts: Fact[];
}

export interface Fact {
  text: string;
  clause?: string;
  key: string;
  places?: number[];
  pieces?: number[];
  dice?: number[];
}

export interface ScoreText {
  side: number;
  key: string;
  clause: string;
  points: number;
  text: string;
}

export interface Outcome {
  over: boolean;
  winner: number;
  degree?: string; // a key: "decisive", "major", "minor", "draw"
  clause?: string;
  points: [number, number];
  text: string;
}

export interface Done {
  version: number;
  applied?: LogEntry[];
  removed?: string[];
  table?: TableData;
}

export interface GameCard {
  id: string;
  battle: string;
  name: string;
  options: string[];
  turn: number;
  turns: number;
  phase: string;
  over: boolean;
  outcome?: Outcome;
  version: number;
  created: string;
  updated: string;
  seats: string[];
}

export interface NewGame {
  battle: string;
  options: string[];
  seats: string[];
  dice: string;
  seed: string;
  position: string;
}

export interface Explanation {
  do: string;
  text: string;
  kind: string;
  cost?: number;
  allowance?: number;
  path?: number[];
  modifiers: Modifier[];
  sum: number;
  total: number;
  rows: Row[];
  odds: Odds[];
  also: Odds[];
}

export interface Modifier {
  value: number;
  key: string;
  clause: string;
  args?: Arg[];
  text: string;
}

export interface Row {
  die: number;
  total: number;
  result: string; // a key: "melee.DR"
  clause: string;
  text: string;
}

export interface Odds {
  result: string;
  weight: number;
  of: number;
  piece?: number;
  text: string;
}

export interface Why {
  do?: string; // the action that pointing at a place is taken to mean
  legal: boolean;
  reasons: Reason[];
}

export interface HintData {
  version: number; // of the game for which they are meant
  side: number;
  hints: Hint[];
}

export interface Hint {
  action: string; // in notation
  text: string;
  reason: string;
  points?: number; // about what it brings, where that can be said
  chance: number; // of victory for the side; a draw is half of one
}

export interface OptionInfo {
  id: string;
  name: string;
  about: string;
}

export interface LessonData {
  id: string;
  name: string;
  about: string;
  battle: string;
  options: string[]; // of the battle
  frames: Frame[];
}

export interface Frame {
  text: string;
  clauses: string[];
  log: LogEntry[];
  rolls: Rolled[];
  table: TableData;
}

export interface Clause {
  id: string;
  book: string;
  chapter: string;
  section?: string;
  text: string;
}

export interface LuckData {
  text: string; // the whole in a sentence or two
  margin: number; // of side 0 as the game ended
  luck: number; // of all rolls, good for side 0 where it is positive
  without: number; // the margin with luck taken out
  error: number; // its standard error
  sides: string[];
  kinds: KindLuck[];
  turns: number[]; // luck by turn, good for side 0 where it is positive
  rolls: RollLuck[];
}

export interface View {
  side: number;
  toAct: number;
  turn: number;
  turns: number;
  phase: string; // a key: "phase.d1"
  phases?: string[]; // those of the turn, in their order
  order?: Turn[]; // of activation
  prompt: GameEvent; // what is asked, as a fact
  active: number; // the active leader's piece, -1: none
  chosen?: number[]; // pieces or places of the choice being built up
  pieces: PieceView[];
  marks?: Mark[];
  scores?: Score[];
}

export interface Dice {
  n: number;
  low: number;
  high: number;
}

export interface Operand {
  kind: Kind;
  role: Role;
  n: number;
  text?: string; // of a Key: "action.on-top"
}

export interface Arg {
  name: string;
  kind: Kind;
  n: number;
  list?: number[];
  text?: string;
}

export interface Reason {
  text: string;
  clause: string;
  clauseText?: string;
}

export interface Rolled {
  do: string;
  text: string;
  kind: string;
  cost?: number;
  allowance?: number;
  path?: number[];
  modifiers: Modifier[];
  sum: number;
  total: number;
  rows: Row[];
  odds: Odds[];
  also: Odds[];
  die: number;
}

export interface KindLuck {
  kind: string;
  name: string;
  rolls: [number, number];
  luck: [number, number];
}

export interface RollLuck {
  n: number; // of the action in the record
  turn: number;
  kind: string;
  side: number; // whose roll it was
  hex?: string;
  luck: number; // good for side 0 where it is positive
  text: string;
}

export interface Turn {
  piece: number;
  rating: number;
  status: string;
  turn?: number; // in which he arrives, if he is late
}

export interface PieceView {
  piece: number;
  place: number; // -1: not on the board, or at a pose
  pose?: Pose;
  order: number; // 0 is the top of its stack
  facing: number; // -1: none
  values?: Value[];
  states?: string[]; // keys: "fatigued", "routed", "hidden"
  captives?: number[]; // pieces of the enemy that it holds
}

export interface Mark {
  place: number;
  key: string;
  outline?: Point[];
}

export interface Score {
  side: number;
  key: string;
  clause: string;
  points: number;
}

export type Kind = 'number' | 'signed' | 'die' | 'piece' | 'pieces' | 'place' | 'places' | 'facing' | 'player' | 'key' | 'card' | 'length' | 'angle';

export type Role = 'plain' | 'own' | 'goal' | 'target' | 'enemy' | 'heading' | 'result';

export interface Pose {
  x: number;
  y: number;
  heading: number;
}

export interface Value {
  key: string;
  n: number;
}

export interface Point {
  x: number;
  y: number;
}
