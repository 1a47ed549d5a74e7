// Code generated from the types of the program by "go generate ./server". DO NOT EDIT.

export interface BattleCard {
  id: string;
  name: string;
  intro: string;
  book: string;
  rules: string; // the title of the rulebook
  level?: string; // for whom the battle is, if the pack says so
  sides: SideInfo[];
  colors: string[]; // of the armies, by side
  turns: number;
  counters: Record<string, number>; // how many there are, by shape
  options: OptionInfo[];
  lessons: OptionInfo[];
}

export interface Battle {
  id: string;
  name: string;
  intro: string;
  victory?: string; // how the battle is won
  plans?: string[]; // of each side, if the pack describes them
  book: string;
  turns: number;
  sides: SideInfo[];
  specials: OptionInfo[];
  options: OptionInfo[];
  lessons: OptionInfo[];
  sheet: Sheet;
  overlays?: Overlay[];
  texts: Record<string, string>; // by the keys that views and choices have: "phase.d1", "turn.now", "verb.to", "pool.attack"
  standing?: StandingQuestion[]; // what can be answered for a player
}

export interface SideInfo {
  id: string;
  name: string;
}

export interface Printed {
  key: string; // "sp"
  n: number;
  mark?: string; // printed after it: "*"
  text?: string; // printed instead of the number: "H"
  says?: string; // what that stands for: "heavy"
  apart?: boolean; // in the row: preceded by a space instead of a hyphen
  slot?: string; // a place of its own: one of the slots
  box?: string; // a key of the sheet's boxes
}

export interface TableData {
  id: string;
  battle: string;
  options: string[];
  seats: string[];
  people?: Person[]; // who has the seats, by side, on a server with accounts
  waiting?: boolean; // a seat is still open
  offer?: Offer; // what a side has offered the other
  said?: Deal; // what a player has said last, beside the rules
  takes?: Takes; // what an undo granted to the viewer would take back, where somebody plays elsewhere; none: nothing
  awaits?: number[]; // the sides that the game waits for, where somebody plays elsewhere
  absent?: boolean; // the viewer may act on the absence of the other player
  clock?: Clock;
  terms?: Agreed; // what was agreed before the game
  ratings?: RatingChange[];
  pair?: Pair;
  dice: string;
  commit?: string; // the commitment of the seed of shared dice
  nonces?: Nonce[]; // what players have added to them
  pack?: string; // the hash of the game's pack, if the battle has changed since it began
  frozen?: string; // why the game cannot continue
  secrets?: boolean; // viewers may know different things
  version: number;
  n: number; // actions up to this moment
  length: number; // actions of the game
  since?: number; // actions up to the viewer's last choice, where somebody plays elsewhere
  view: View;
  prompt: string;
  phase: string;
  choices: Choice[];
  withheld?: Withheld[];
  stakes?: Stake[];
  handles?: Handle[];
  ask?: string; // when the viewer is asked what he may decline: "always", "fitting" or "later"
  standing?: Record<string, string>; // by question, what is answered for the viewer: "decline" or "choose"
  roll?: Dice; // the dice to roll by hand
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
  act?: string; // the same without the facing, where that is chosen last
  verb: string;
  operands?: Operand[];
  rolls?: boolean; // the action leads, or may lead, to a roll
  ends?: boolean; // the action only ends a step
  discards?: boolean; // the action gives its card up, without its effect
  quiet?: boolean;
  cost?: number; // of a move
  idle?: boolean; // a roll that cannot change anything
  goals?: End[]; // of a move on a board without places: where those who act would be
  all?: string[]; // the actions that pick up a piece with all of its stack that can go along
  notes?: string[]; // what it costs besides, of a few choices without a roll
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
  trail?: Pose[]; // the path on a board without places
  summary?: Summary; // of the activation that ends with it; only in a log
  deals?: Deal[]; // what players have said after it, beside the rules; only in a log
  past?: number;
  answered?: boolean; // it was answered for the viewer, as he has set
  answer?: string; // what was answered then, in words; only in a log
}

export interface Fact {
  text: string;
  clause?: string;
  key: string;
  places?: number[];
  pieces?: number[];
  dice?: number[];
  roll?: Dice; // the dice of the roll; if there are more of them than numbers in Dice, these are sums
  scene?: Scene;
  arrow?: Arrow;
  track?: Track;
  side?: number; // the side that it names
  phase?: string; // of a heading: the phase that begins
  turn?: number; // of the beginning of a turn: its number
}

export interface Summary {
  from: number; // the action with which the activation began
  side: number; // the side that acted
  text: string;
}

export interface ScoreText {
  side: number;
  key: string;
  clause: string;
  points: number;
  track?: boolean;
  of?: number;
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
  name: string; // of the battle
  title?: string; // what people call the game
  options: string[];
  sides: SideInfo[]; // as they are with the options
  colors?: string[]; // of their armies, if the options may have changed them
  turn: number;
  turns: number;
  phase: string;
  toAct: number;
  over: boolean;
  outcome?: Outcome;
  version: number;
  created: string;
  updated: string;
  deleted?: string;
  seats: string[];
  people?: Person[]; // who has the seats, on a server with accounts
  waits?: Wait[]; // for whom it waits, if somebody plays elsewhere
  unready?: boolean; // it begins when those for whom it waits have opened it
  host?: Person; // who has set it up
  clock?: Clock;
  terms?: Agreed; // what was agreed
  guest?: boolean; // somebody else has set it up, and the sender may neither rename nor delete it
}

export interface GameNotices {
  mute: boolean; // nothing
  remind: number; // after how many hours of his turn; 0: never, -1: as in his other games
}

export interface Wait {
  side: number;
  since: string;
}

export interface LobbyData {
  challenges: GameCard[]; // games with an open seat
  public: GameCard[]; // games that are being played, and those that have ended
  online: number; // how many people are here
}

export interface Leaderboard {
  id: string;
  name: string; // of the rulebook
  players: Leader[];
}

export interface Leader {
  place?: number; // among people; 0: a program
  name: string;
  program?: boolean;
  you?: boolean;
  value: number;
  deviation: number;
  provisional?: boolean;
  games: number;
}

export interface PlayerPage {
  name: string;
  since: string;
  online?: boolean;
  you?: boolean;
  ratings: PlayerRating[];
  games: GameCard[]; // the latest that have ended, as far as the asker may see them
}

export interface NewTourney {
  name: string;
  battles: string[]; // round by round; after the last the first again
  format: string;
  rounds: number; // of a Swiss tournament; 0: as many as its players need
  days: number; // for a round; 0: there are no deadlines
  clock?: Control; // of each game
  rated: boolean;
  pair: boolean; // two games per pairing, with the sides exchanged
  watch: boolean; // everybody may watch the games
}

export interface TourneyCard {
  id: string;
  name: string;
  state: string; // "open", "running", "over", or "called-off"
  format: string;
  battles: SideInfo[];
  rounds: number; // 0: it depends on how many come
  round: number; // how many are paired
  players: number;
  days: number;
  clock?: Control;
  rated?: boolean;
  pair?: boolean;
  host: Person;
  gone?: boolean; // it was called off because the account of the host is deleted or suspended
  entered?: boolean; // the sender takes part
  created: string;
}

export interface TourneyData {
  id: string;
  name: string;
  state: string; // "open", "running", "over", or "called-off"
  format: string;
  battles: SideInfo[];
  rounds: number; // 0: it depends on how many come
  round: number; // how many are paired
  players: number;
  days: number;
  clock?: Control;
  rated?: boolean;
  pair?: boolean;
  host: Person;
  gone?: boolean; // it was called off because the account of the host is deleted or suspended
  entered?: boolean; // the sender takes part
  created: string;
  entrants: Entrant[];
  standings: TourneyPlace[];
  paired: TourneyRound[];
  mayPair?: boolean; // the host may pair the next round now
}

export interface NewGame {
  battle: string;
  options: string[];
  seats: string[];
  mine: number | null; // the side of whoever sets up the game; without it he has all that people play
  dice: string;
  seed: string;
  position: string;
  terms: Terms; // what is agreed in a game between people
}

export interface Me {
  accounts: boolean; // people have accounts here, and seats are theirs
  known?: boolean; // the browser has a session
  name?: string; // empty: a guest
  session?: string;
  scope?: string; // what a program with a token may do; empty: it is a browser
  password?: boolean; // the account has one
  email?: string; // the address of the account that was confirmed
  mail?: boolean; // the server can send mail
  passkeys?: boolean; // there can be passkeys here
  provider?: string; // the host of a provider of identities, by which people can log in
  linked?: boolean; // the account has an identity there
}

export interface Session {
  id: string;
  label: string;
  created: string;
  seen: string;
  here?: boolean; // it is the one that asks
}

export interface Token {
  id: string;
  label: string;
  scope: 'read' | 'play';
  created: string;
  seen?: string; // when it was last used
  expires: string;
  expired?: boolean;
}

export interface Passkey {
  id: string;
  label: string;
  created: string;
  used?: string; // when somebody last logged in with it
}

export interface Invitation {
  game: GameCard;
  side: number;
  host: Person;
  taken?: boolean; // somebody else has the seat
  seated?: boolean; // the sender has it
}

export interface Explanation {
  do: string;
  text: string;
  kind: string;
  cost?: number;
  allowance?: number;
  path?: number[];
  trail?: Pose[]; // the same for a board without places
  modifiers: Modifier[];
  sum: number;
  total: number;
  rows: Row[];
  odds: Odds[];
  also: Odds[];
  ends?: End[];
  notes?: Note[];
  shades?: Shade[]; // areas of a board without places that matter to it
}

export interface Modifier {
  value: number;
  base?: boolean; // the number that the others change: it has no sign, nor has the total
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
  piece: number;
  text: string;
}

export interface Why {
  do?: string; // the action that pointing at a place is taken to mean
  legal: boolean;
  reasons: Reason[];
}

export interface Shade {
  place: number;
  side: number;
  strength: number;
  outline?: Point[];
  reach?: number;
}

export interface Told {
  on?: string;
  text: string;
  clause?: string;
}

export interface About {
  notes: Told[];
  do?: string; // the action that pointing at a place is taken to mean
  legal: boolean;
  reasons: Reason[];
}

export interface Victory {
  leads: number; // who would win if the battle ended now
  now?: Told; // what the result would be; absent: the rulebook does not say
  ends: Told[]; // what ends the battle at once
  levels: Told[]; // the levels of victory, the highest first
  goals: GoalTold[];
}

export interface Plan {
  actions: string[]; // to carry out now, one after another
  ends: End[]; // where the pieces would be
  left?: Left[];
  notes?: Note[]; // what else it leads to
  reach?: Reach; // how far and which way they could go instead
  more?: boolean;
}

export interface Proposal {
  actions: string[]; // to carry out, one after another
  odds: Explanation | null; // of the last of them, which moves; null if no move comes nearer
  why?: Why; // it cannot come nearer
}

export interface Note {
  key: string;
  clause?: string;
  args?: Arg[];
  reveal?: boolean;
  text: string;
}

export interface HintData {
  version: number; // of the game they are for
  side: number;
  hints: Hint[];
}

export interface Hint {
  action: string; // in notation
  text: string;
  reason: string;
  points?: number; // the approximate gain, where that is meaningful
  chance: number; // of victory for the side; a draw counts half
}

export interface OptionInfo {
  id: string;
  name: string;
  about: string;
  group?: string; // the name of its group, of which at most one is chosen
  else?: string; // what the battle has if none of the group is chosen
}

export interface LessonData {
  id: string;
  name: string;
  about: string;
  group?: string; // the name of its group, of which at most one is chosen
  else?: string; // what the battle has if none of the group is chosen
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
  task?: Task; // before the next step
}

export interface Clause {
  id: string;
  book: string;
  title?: string; // of its text, in the language asked for; with the first clause alone
  chapter: string;
  section?: string;
  source?: string; // where the clause comes from, if the text says so: "ours"
  lang: string; // the language of the headings and the text: "en" where there is no translation
  text: string;
  of?: string[]; // the battles and books that it is about; empty: all
  also?: string[]; // words that it does not have, but by which it is found
}

export interface LuckData {
  text: string; // in a sentence or two
  margin: number; // of side 0 at the end of the game
  luck: number; // of all rolls; positive luck favours side 0
  without: number; // the margin minus luck
  error: number; // its standard error
  sides: string[];
  kinds: KindLuck[];
  groups?: KindLuck[]; // dice and cards, if there were both
  turns: number[]; // luck by turn; positive luck favours side 0
  rolls: RollLuck[];
}

export interface Notices {
  key: string; // with which a browser subscribes to push
  mails?: boolean; // the server sends mail
  address?: string; // where mail goes; empty: no address is confirmed
  events: string[];
  remind: number; // after how many hours; 0: never
  channels: Channel[];
}

export interface Channel {
  id: string;
  kind: string;
  label?: string; // of a browser
  endpoint?: string; // of a browser, by which it knows itself
  host?: string; // of a webhook
  created: string;
  secret?: string; // with which a webhook is signed; it is shown once
}

export interface Delivery {
  ok: boolean;
  why?: 'gone' | 'address' | 'status' | 'mail' | 'unreachable';
  status?: number; // that the receiver answered with
}

export interface ChatData {
  writes?: 'players' | 'watchers'; // where the reader writes; empty: he has no session
  rooms: ('players' | 'watchers')[]; // which the reader may see now
  messages: Message[];
  last: number; // after which message to go on
  more?: boolean; // there may be more now
}

export interface Message {
  n: number; // counted in its room
  room: 'players' | 'watchers';
  at: string;
  name?: string; // empty: a guest, or somebody who is gone
  gone?: boolean; // the account is deleted
  you?: boolean;
  side?: number; // that its author plays
  text: string;
}

export interface Block {
  id: string;
  name?: string; // empty: a guest
  at: string;
}

export interface Sheet {
  width: number;
  height: number;
  unit?: number; // the length of the unit of poses, on a board without places
  left?: number; // where the pose 0, 0 is, from the left
  bottom?: number; // and from the top; the y of poses grows upwards from there, or downwards if it is 0
  shapes: number[][]; // outlines of places, relative to the centre: x and y of each corner
  places: Place[]; // by index
  facings?: Facing[];
  fronts?: Record<string, Front[]>; // how counters show their facing, by kind of front and facing
  figures?: Record<string, Part[]>; // drawings on counters, around the origin, looking to the right
  colors: Palette[]; // by side
  pieces: Counter[]; // by index
  groups?: Group[];
  armies?: string[]; // what there is to say about each side as a whole
  states?: Record<string, string>; // names of the states that are shown as text
  means?: Record<string, string>; // what states do, where their names do not say it
  did?: Record<string, string>; // names of the states that say what a piece has done or suffered this turn
  values?: Record<string, string>; // names of the values printed on counters
  boxes?: Record<string, Box>; // around printed values, by key
  badges?: Badge[]; // signs of states and values on counters, in the order in which they are drawn
  turned?: string; // the state in which counters show their back
  strength?: string;
  terrains?: Terrain[]; // the kinds of ground of the board, in the order of a legend
  areas?: Area[]; // of ground on a board without places
}

export interface Overlay {
  id: string;
  name: string;
  key?: string; // the key that switches it
  about?: string; // what to select; only if the overlay is about a piece or a place
  steps?: string[]; // what its strengths mean, from 1
}

export interface StandingQuestion {
  key: string; // "defend"
  clause: string; // the rule by which the side is asked
  declines?: boolean; // it can be declined
}

export interface Person {
  name?: string; // empty: a guest, or nobody any more
  you?: boolean;
  empty?: boolean; // nobody has the seat yet
  away?: boolean; // a program plays for him
  online?: boolean;
  rating?: number;
  unsure?: boolean; // the rating is provisional
}

export interface Offer {
  deal: string; // "peace", "undo", "adjourn" or "roll"
  side: number; // who has offered it
  faces?: number[]; // the dice that were thrown
  takes?: Takes; // what an undo would take back, for those who may know
}

export interface Deal {
  saying: string; // "offer", "accept", "decline", "withdraw" or "end"
  deal?: string; // of an offer or an answer, as in an [Offer]
  side: number; // who has said it; -2: nobody knows any more
  text: string;
  n?: number; // how many things have been said with it; only at a table
}

export interface Takes {
  n: number; // how many actions
  rolls?: number; // how many of them are rolls
  text?: string; // the choice; empty: it would take too long to say
}

export interface Clock {
  kind: string;
  bank: number; // seconds at the beginning
  increment: number; // seconds gained for each activation
  weekends?: boolean; // the clock stands still on Saturdays and Sundays, in UTC
  vacation?: number; // days for which each player may stop his clock
  timeout: string;
  left: number[]; // milliseconds, by side
  runs: number; // the side whose clock runs; -1: none does
  now: number; // when this was so, in milliseconds since 1970
  resumes?: number; // until when the clock that runs is not charged, because of a weekend or a vacation
  daysOff?: number[]; // by side: days of vacation that are left
  stopped?: boolean; // the players have adjourned
}

export interface Agreed {
  open?: boolean; // anybody may take the open seat
  random?: boolean; // the sides are drawn
  rated?: boolean;
  watch?: string; // who may watch: "link" or "public"; empty: nobody
  delay?: number; // seconds by which those who watch lag behind
  pair?: boolean; // it is one of two games, with the sides exchanged
  handicap?: string;
  tourney?: string; // the id of the tournament that it belongs to
}

export interface RatingChange {
  before: number;
  after: number;
}

export interface Pair {
  number: number; // which of them this is: 1 or 2
  other?: string; // the id of the other game; empty: it has not been set up
  next?: boolean; // the second game can be set up now
  points: [number, number]; // in half points, by the sides of this game
  over?: boolean; // both games have ended
}

export interface Nonce {
  nonce: string; // random bits in hexadecimal
  side: number;
  chain?: string;
}

export interface View {
  side: number;
  toAct: number;
  turn: number;
  turns: number;
  endDice?: number[];
  phase: string; // a key: "phase.d1"
  open?: boolean; // at this moment nothing is hidden from anybody, although the battle has secrets
  setup?: boolean; // the armies are being set up; the first turn has not begun
  phases?: string[]; // all phases of the turn, in order
  order?: Turn[]; // of activation
  prompt: GameEvent; // what the side to act is asked to do
  span?: string; // the stretch of the game for which a player may decline all quiet questions; empty: there are none
  active: number; // the active leader's piece, -1: none
  chosen?: number[]; // pieces or places chosen so far for the current choice
  together?: number[];
  advance?: number[];
  free?: number[];
  pieces: PieceView[];
  marks?: Mark[];
  pools?: Pool[]; // dice that lie on the table
  scores?: Score[];
}

export interface Withheld {
  act: string; // what it would do
  text: string;
  clause: string;
  clauseText?: string;
}

export interface Stake {
  cards?: number[]; // pieces that would be spent
  points: number; // that the dice need
  pools: Pool[]; // the dice as they would count
  text: string; // what is done
  actions: string[]; // do it, one after another
}

export interface Handle {
  key: string;
  x: number;
  y: number;
  heading: number;
  pivot?: Point;
  text: string;
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

export interface End {
  piece: number;
  place: number;
  facing: number;
  pose?: Pose; // on a board without places
  stays?: boolean; // it does not take part
  gains?: string[]; // the states that the move brings upon it
}

export interface Arg {
  name: string;
  kind: Kind;
  n: number;
  list?: number[];
  text?: string;
}

export interface Pose {
  x: number;
  y: number;
  heading: number;
}

export type Scene = 'plain' | 'heading' | 'detail' | 'turn' | 'activation' | 'move' | 'result' | 'fight' | 'pause';

export interface Arrow {
  piece: number;
  target: number; // the piece attacked
  way?: number[]; // the places of its start and end, if these are not where the pieces stand now
  state?: string; // the arrow is drawn only while the attacker has this state
  behind?: boolean; // drawn below the counters, because the attacker has already moved along it
}

export interface Track {
  piece: number;
  places: number[];
}

export interface PlayerRating {
  id: string;
  book: string; // its name
  place?: number; // among people; 0: a program
  name: string;
  program?: boolean;
  you?: boolean;
  value: number;
  deviation: number;
  provisional?: boolean;
  games: number;
}

export interface Control {
  kind: string;
  bank: number; // seconds at the beginning
  increment: number; // seconds gained for each activation
  weekends?: boolean; // the clock stands still on Saturdays and Sundays, in UTC
  vacation?: number; // days for which each player may stop his clock
  timeout: string;
}

export interface Entrant {
  name?: string; // empty: a guest, or nobody any more
  you?: boolean;
  empty?: boolean; // nobody has the seat yet
  away?: boolean; // a program plays for him
  online?: boolean;
  rating?: number;
  unsure?: boolean; // the rating is provisional
  left?: boolean;
}

export interface TourneyPlace {
  player: number;
  place: number;
  points: number; // in half points
  wins: number;
  buchholz: number; // in half points
  sonnebornBerger: number; // in quarter points
}

export interface TourneyRound {
  battle: SideInfo;
  deadline?: string;
  pairings: TourneyPairing[];
  bye: number; // a player; -1: nobody
}

export interface Terms {
  open?: boolean; // anybody may take the open seat: it is a challenge in the lobby
  random?: boolean; // the sides are drawn when the seat is taken
  rated?: boolean; // it counts for the ratings of the players
  watch?: string;
  delay?: number; // seconds by which those who watch lag behind
  clock?: Control; // nil: players have all the time they want
  pair?: boolean; // a second game follows, with the sides exchanged
  handicap?: string;
  attacker?: number; // of a rated game: what side 0 scores between equals, as it was measured when the game was set up
  most?: number; // of a rated game: how many of two players count in a week, of those in which both have acted; 0: all, as in games of older versions
  first?: string; // of a second game: the id of the first
  tourney?: string; // the id of the tournament that it belongs to
}

export interface Reason {
  text: string;
  clause: string;
  clauseText?: string;
}

export interface Point {
  x: number;
  y: number;
}

export interface GoalTold {
  on?: string;
  text: string;
  clause?: string;
  side: number;
  each: number;
  points: number;
  most?: number;
  end?: boolean; // it counts only at the end
}

export interface Left {
  pieces: number[];
  text: string;
  clause: string;
  clauseText?: string;
}

export interface Reach {
  steps?: number;
  ways?: number;
  way?: number;
}

export interface Rolled {
  do: string;
  text: string;
  kind: string;
  cost?: number;
  allowance?: number;
  path?: number[];
  trail?: Pose[]; // the same for a board without places
  modifiers: Modifier[];
  sum: number;
  total: number;
  rows: Row[];
  odds: Odds[];
  also: Odds[];
  ends?: End[];
  notes?: Note[];
  shades?: Shade[]; // areas of a board without places that matter to it
  die: number;
}

export interface Task {
  text: string;
  picks?: Operand[]; // pieces and places, in this order
  answers?: Answer[];
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
  side: number; // that rolled
  hex?: string;
  luck: number; // positive luck favours side 0
  text: string;
}

export interface Place {
  id: string;
  name?: string; // if it differs from the id
  x: number; // of its centre
  y: number;
  shape?: number; // the index of its outline
  about?: string[]; // descriptions: "wood"
  terrain?: number[];
}

export interface Facing {
  id: string; // as in notation: "UR"
  name: string; // "upper right"
  angle: number;
}

export interface Front {
  edge: string;
  cut: string;
  head: string;
}

export interface Part {
  class?: string;
  fill?: string;
  d: string;
}

export interface Palette {
  field: string;
  dark: string;
  light: string;
  cloth: string;
}

export interface Counter {
  id: string;
  name: string;
  side: number;
  shape: string; // "unit", "leader", "card"
  type?: string; // as printed: "Lg"
  typeName?: string; // "legionaries"
  group?: string; // the id of its group
  figure?: string; // a key of the sheet's figures
  forms?: Record<string, string>; // figures by state, where they differ
  front?: string; // a key of the sheet's fronts
  base?: Base; // if it is drawn to scale
  values?: Printed[]; // as printed, in order
  back?: Printed[]; // printed on the back
  chief?: boolean; // the commander of an army
  text?: string; // printed on a card: what it does
  details?: Detail[]; // what its list says about it, and the counter does not show
}

export interface Group {
  id: string;
  name: string;
  about?: string; // who leads it
  arms?: Part[]; // 20 wide and 24 high around the origin
}

export interface Box {
  parts: Part[];
  ink: string;
}

export interface Badge {
  state?: string;
  value?: string;
  text?: string; // written on it, with {n} for the value: "+{n}"
  x: number;
  y: number;
  size?: number; // of the text
  parts: Part[];
  ink: string;
}

export interface Terrain {
  name: string;
  effects?: Effect[];
}

export interface Area {
  terrain: number; // the index of its kind
  name?: string;
  outline: Point[];
}

export interface Turn {
  piece: number;
  rating: number;
  status: string;
  turn?: number; // in which it arrives, if its status is "late"
}

export interface PieceView {
  piece: number;
  place: number; // -1: not on the board, or at a pose
  pose?: Pose;
  order: number; // 0 is the top of its stack
  facing: number; // -1: none
  values?: Value[];
  states?: string[]; // keys: "fatigued", "routed", "hidden"
  captives?: number[]; // enemy pieces that it holds captive
}

export interface Mark {
  place: number;
  key: string;
  outline?: Point[];
}

export interface Pool {
  key: string;
  side: number;
  piece: number;
  dice: number[];
  signs?: string[];
  named?: string;
}

export interface Score {
  side: number;
  key: string;
  clause: string;
  points: number;
  track?: boolean;
  of?: number;
}

export type Kind = 'number' | 'signed' | 'die' | 'piece' | 'pieces' | 'place' | 'places' | 'facing' | 'player' | 'key' | 'card' | 'length' | 'angle';

export type Role = 'plain' | 'own' | 'goal' | 'target' | 'enemy' | 'heading' | 'result' | 'group';

export interface TourneyPairing {
  first: number; // attacks in the first game
  second: number;
  results: string[]; // by game
  games?: string[]; // their ids, if the sender may see them
}

export interface Answer {
  action: string;
  text: string;
  right: boolean; // the lesson continues with it
  goals?: End[]; // of a move on a board without places: where those who act would be
}

export interface Base {
  width: number;
  depth: number; // of one row
  rows?: string; // the key of the value that says how many rows there are; without the value there is one
}

export interface Detail {
  name: string;
  text: string;
}

export interface Effect {
  on: string; // "movement"
  text: string;
  clause: string;
}

export interface Value {
  key: string;
  n: number;
}
