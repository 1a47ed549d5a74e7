// Package game defines the contract between a rulebook and the code that uses it.
//
// A rulebook is pure: it has no clock, no disk and no dice of its own. Chance is a player called [Nature]; when a roll is
// due, its result is passed to the state as an ordinary [Action]. The same battle and the same list of actions therefore
// give the same state, byte for byte, on every machine.
//
// Rules never write sentences. They return keys, clause ids and numbers ([Event], [Refusal], [Modifier]), from which
// package words makes sentences in the reader's language.
package game

// Side is a player: 0 is the attacker of the scenario, 1 the defender.
type Side int8

const (
	Nature Side = -1 // dice and cards
	Nobody Side = -2 // the game is over
)

// Other returns the opponent of a side in a two-sided game.
func (s Side) Other() Side { return 1 - s }

// Verb is the kind of an action; each rulebook numbers its own, from 1.
type Verb uint8

// Action is one small choice: a verb and up to four integers whose meaning the verb gives. It is comparable.
type Action struct {
	Verb       Verb
	A, B, C, D int32
}

// Chance is one possible outcome of a roll, with its integer weight. Where the faces of many dice would make millions of
// outcomes, an outcome is a class of them and its weight is the number of ways to roll it.
type Chance struct {
	Action Action
	Weight int64
}

// Dice are the dice of a roll: N dice, each showing a number from Low to High. N is 0 if the outcome does not come from
// dice, such as when a card is drawn.
type Dice struct {
	N    int `json:"n"`
	Low  int `json:"low"`
	High int `json:"high"`
}

// Source yields uniformly distributed random bits; see package dice.
type Source interface {
	Uint64() uint64
}

// Intn returns a number in [0, n) from src, without bias.
func Intn(src Source, n int) int {
	if n&(n-1) == 0 {
		return int(src.Uint64() & uint64(n-1))
	}
	limit := ^uint64(0) - ^uint64(0)%uint64(n)
	for {
		if v := src.Uint64(); v < limit {
			return int(v % uint64(n))
		}
	}
}

// Event is something that happened, with the clause that caused it. To says who may know about it; if it is not set,
// nobody may. Reveal marks an event that reveals hidden information to a side, after which undo is no longer possible.
type Event struct {
	Key    string   `json:"key"`
	Clause string   `json:"clause,omitempty"`
	Args   []Arg    `json:"args,omitempty"`
	Reveal bool     `json:"reveal,omitempty"`
	To     Audience `json:"-"`
}

// Sink receives the events of an action as they happen. A nil Sink costs nothing.
type Sink interface {
	Event(Event)
}

// Events is a Sink that keeps all events.
type Events []Event

// Event implements [Sink].
func (e *Events) Event(ev Event) { *e = append(*e, ev) }

// Refusal says why an action is not legal now: a key for the sentence, the clause, and the numbers.
type Refusal struct {
	Key    string `json:"key"`
	Clause string `json:"clause"`
	Args   []Arg  `json:"args,omitempty"`
}

// Error returns the key and the clause; package words has the full sentence.
func (r *Refusal) Error() string { return r.Key + " [" + r.Clause + "]" }

// Modifier is one term of a sum, with the clause that grants it and the operands that made it apply.
type Modifier struct {
	Value  int    `json:"value"`
	Base   bool   `json:"base,omitempty"` // the number that the others change: it has no sign, nor has the total
	Key    string `json:"key"`
	Clause string `json:"clause"`
	Args   []Arg  `json:"args,omitempty"`
}

// Row is the result of one number on the die.
type Row struct {
	Die    int    `json:"die"`
	Total  int    `json:"total"`
	Result string `json:"result"` // a key: "melee.DR"
	Clause string `json:"clause"`
}

// Odds is the exact probability of one result: Weight out of Of. Piece is the piece that it affects, or -1 where that is
// obvious.
type Odds struct {
	Result string `json:"result"`
	Weight int    `json:"weight"`
	Of     int    `json:"of"`
	Piece  int    `json:"piece"`
}

// Explanation is what an action costs, and the modifiers and odds of the roll it would start.
type Explanation struct {
	Kind      string     `json:"kind"` // "move", "shot", "melee", "rally", "check", "initiative"
	Cost      int        `json:"cost,omitempty"`
	Allowance int        `json:"allowance,omitempty"`
	Path      []int      `json:"path,omitempty"`  // places, from the start
	Trail     []Pose     `json:"trail,omitempty"` // the path on a board without places
	Modifiers []Modifier `json:"modifiers,omitempty"`
	Sum       int        `json:"sum"`   // of the modifiers
	Total     int        `json:"total"` // the sum, limited as the rules say
	Rows      []Row      `json:"rows,omitempty"`
	Odds      []Odds     `json:"odds,omitempty"`   // results of the roll; weights add up to Of
	Also      []Odds     `json:"also,omitempty"`   // separate rolls, each independent of the others (a leader wounded)
	Ends      []End      `json:"ends,omitempty"`   // where those who move would be
	Notes     []Event    `json:"notes,omitempty"`  // what the action would lead to besides: "note.zone"
	Shades    []Shade    `json:"shades,omitempty"` // areas of a board without places that matter to it
}

// Value is one number of a piece, such as its strength.
type Value struct {
	Key string `json:"key"`
	N   int    `json:"n"`
}

// PieceView is what a viewer may know about one piece.
type PieceView struct {
	Piece  int      `json:"piece"`
	Place  int      `json:"place"` // -1: not on the board, or at a pose
	Pose   *Pose    `json:"pose,omitempty"`
	Order  int      `json:"order"`  // 0 is the top of its stack
	Facing int      `json:"facing"` // -1: none
	Values []Value  `json:"values,omitempty"`
	States []string `json:"states,omitempty"` // keys: "fatigued", "routed", "hidden"

	Captives []int `json:"captives,omitempty"` // enemy pieces that it holds captive
}

// Score is one source of victory points or, if Track is set, the space of a marker of the side on a track, such as the
// actions that it has left. Of is the space that the marker must not reach, such as the losses at which an army flees.
type Score struct {
	Side   Side   `json:"side"`
	Key    string `json:"key"`
	Clause string `json:"clause"`
	Points int    `json:"points"`
	Track  bool   `json:"track,omitempty"`
	Of     int    `json:"of,omitempty"`
}

// View is what a viewer may know. It is built only from what the viewer may know, never by removing secrets from the
// full state.
type View struct {
	Side  Side `json:"side"`
	ToAct Side `json:"toAct"`
	Turn  int  `json:"turn"`
	Turns int  `json:"turns"`
	// For each turn the highest roll of a die after which the game ends with it; 0: it goes on. Empty: it ends after the last turn.
	EndDice []int    `json:"endDice,omitempty"`
	Phase   string   `json:"phase"`            // a key: "phase.d1"
	Open    bool     `json:"open,omitempty"`   // at this moment nothing is hidden from anybody, although the battle has secrets
	Setup   bool     `json:"setup,omitempty"`  // the armies are being set up; the first turn has not begun
	Phases  []string `json:"phases,omitempty"` // all phases of the turn, in order
	Order   []Turn   `json:"order,omitempty"`  // of activation
	Prompt  Event    `json:"prompt"`           // what the side to act is asked to do
	Span    string   `json:"span,omitempty"`   // the stretch of the game for which a player may decline all quiet questions; empty: there are none
	Active  int      `json:"active"`           // the active leader's piece, -1: none
	Chosen  []int    `json:"chosen,omitempty"` // pieces or places chosen so far for the current choice
	// Pieces that the side to act may move together by one gesture; see [Grouper].
	Together []int `json:"together,omitempty"`
	// Pieces that the side to act may send forward by one gesture; see [Advancer].
	Advance []int `json:"advance,omitempty"`
	// Pieces that the side to act may put anywhere that the rules allow, on a board without places; see [Proposer].
	Free   []int       `json:"free,omitempty"`
	Pieces []PieceView `json:"pieces"`
	Marks  []Mark      `json:"marks,omitempty"`
	Pools  []Pool      `json:"pools,omitempty"` // dice that lie on the table
	Scores []Score     `json:"scores,omitempty"`
	Legal  []Action    `json:"legal,omitempty"` // empty unless this side is to act
	// Actions that would end the step and are refused as yet, so that a player can be told why.
	Withheld []Action `json:"withheld,omitempty"`
}

// Turn is one entry in the order of activation: a leader or another piece that acts on its own, and its status as a key:
// "now", "next", "ready", "past", "barred", "late" or "gone".
type Turn struct {
	Piece  int    `json:"piece"`
	Rating int    `json:"rating"`
	Status string `json:"status"`
	Turn   int    `json:"turn,omitempty"` // in which it arrives, if its status is "late"
}

// Mark is a marker on a place, such as a declared melee, or within an outline on a board without places.
type Mark struct {
	Place   int     `json:"place"`
	Key     string  `json:"key"`
	Outline []Point `json:"outline,omitempty"`
}

// Pool is dice that have been thrown and still count: a key such as "pool.attack", the side that threw them, or Nature,
// the piece they were thrown for, or -1, their faces, and what each counts for: "hit", "pair" for the second of two that hit together,
// "cancel", "fail", "lowered" or nothing.
// Named is the word, if any, by which choices tell its dice from others of its side: "action.of-wall".
type Pool struct {
	Key   string   `json:"key"`
	Side  Side     `json:"side"`
	Piece int      `json:"piece"`
	Dice  []int    `json:"dice"`
	Signs []string `json:"signs,omitempty"`
	Named string   `json:"named,omitempty"`
}

// Staker is a [State] that may ask how much to spend on dice that lie on the table.
type Staker interface {
	// Stakes returns what the side to act could spend, from nothing up; nil if that is not what it is asked.
	Stakes() []Stake
}

// Stake is what a player could spend on dice: a stop of a slider.
type Stake struct {
	Name    Event    `json:"-"`               // says what is done
	Actions []Action `json:"-"`               // do it, one after another
	Cards   []int    `json:"cards,omitempty"` // pieces that would be spent
	Points  int      `json:"points"`          // that the dice need
	Pools   []Pool   `json:"pools"`           // the dice as they would count
}

// Grouper is a [State] in which several pieces can be moved by one gesture. It finds the small choices that make up the
// move; it decides nothing that the player could not have chosen one by one.
type Grouper interface {
	// PlanMove plans how pieces of the side to act move together, each by as much as from one place to another. The first
	// piece has the say if not all of them can move together.
	PlanMove(pieces []int, from, to int) Plan
}

// Advancer is a [State] in which all pieces that may still move can be sent forward by one gesture, each as the player could
// have moved it.
type Advancer interface {
	// PlanAdvance plans how pieces of the side to act go forward: each by some steps or, if a line is given, to that. A piece
	// that cannot go is left out, with the reason.
	PlanAdvance(pieces []int, line Line) Plan
}

// Line is a line that a player has drawn: the places that it passes over, in order, or its ends on a board without places.
// The zero Line is none: pieces then go by a number of steps, 0 for one, each of which can take one of several ways, 0 for the
// usual one, where the rulebook leaves these open.
type Line struct {
	Places []int
	Ends   [2]Point
	Steps  int
	Way    int
}

// Objector is a [State] that says why a piece of the side to act can do nothing to the enemies at a place, though it is not
// asked about a place yet. Nothing is returned if it can, or if nobody is there.
type Objector interface {
	Objections(piece, place int) []Refusal
}

// Gatherer is a [State] in which a piece can be picked up with those that stand with it.
type Gatherer interface {
	// Gather returns the choices that pick up a piece and all of its stack that can go along; nil if it cannot be picked up.
	Gather(piece int) []Action
}

// Plan is a move of several pieces by one gesture.
type Plan struct {
	Actions []Action // to carry out now, one after another
	Ends    []End    // of the pieces, as far as can be foreseen
	Left    []Left   // pieces that are left out
	Notes   []Event  // what else it leads to
	Reach   Reach    // how far and which way the pieces could go instead
	More    bool     // the rest is to be planned again when the same side is next asked: others are asked or dice thrown before
}

// Reach is how pieces that go forward could: by up to a number of steps, 0 if that is not open, and by the first, second or a later
// of some ways, clockwise; Way is the one that is planned.
type Reach struct {
	Steps int `json:"steps,omitempty"`
	Ways  int `json:"ways,omitempty"`
	Way   int `json:"way,omitempty"`
}

// Left is a piece that a plan leaves out, and why.
type Left struct {
	Piece int
	Why   *Refusal
}

// End is where a piece would be after a move.
type End struct {
	Piece  int      `json:"piece"`
	Place  int      `json:"place"`
	Facing int      `json:"facing"`
	Pose   *Pose    `json:"pose,omitempty"`  // on a board without places
	Stays  bool     `json:"stays,omitempty"` // it does not take part
	Gains  []string `json:"gains,omitempty"` // the states that the move brings upon it
}

// Shade is a place, or an area of a board without places, that an overlay of the board marks: for a side, or nobody in
// particular, weakly (1) or strongly (2). Reach is how far the area extends, if that is worth saying.
type Shade struct {
	Place    int     `json:"place"`
	Side     Side    `json:"side"`
	Strength int     `json:"strength"`
	Outline  []Point `json:"outline,omitempty"`
	Reach    int32   `json:"reach,omitempty"`
}

// Outcome is the end of a game; Winner is Nobody for a draw.
type Outcome struct {
	Over   bool   `json:"over"`
	Winner Side   `json:"winner"`
	Degree string `json:"degree,omitempty"` // a key: "decisive", "major", "minor", "draw"
	Clause string `json:"clause,omitempty"`
	Points [2]int `json:"points"`
}

// Score returns the points of the winner and of the loser; for a draw, the higher and the lower points.
func (o Outcome) Score() (high, low int) {
	high, low = o.Points[0], o.Points[1]
	if o.Winner == 1 || o.Winner < 0 && low > high {
		high, low = low, high
	}
	return high, low
}

// Status says whether a piece can act now and, if not, why.
type Status struct {
	CanAct  bool      `json:"canAct"`
	Reasons []Refusal `json:"reasons,omitempty"`
}

// Battle is the part of a game that never changes: map, counters, charts. It is shared by all its states and safe for
// concurrent use.
type Battle interface {
	// ID returns the id of the battle, such as "sparta-195bc".
	ID() string
	// Rulebook returns the id of the rulebook, such as "sword/antiquity-2".
	Rulebook() string
	// Version returns the version of the rules engine, a number. It grows whenever the same actions lead to different states.
	Version() string
	// Secrets reports whether a side may know things that the other side or a spectator may not.
	Secrets() bool
	// Sides returns the number of sides.
	Sides() int
	// Start returns the first state.
	Start() State
	// Decode returns the state that AppendBinary wrote. It never panics; for damaged input it returns an error.
	Decode(b []byte) (State, error)
	// Format writes an action in notation; Parse reads it. Parse(Format(a)) == a for every legal action.
	Format(a Action) string
	Parse(s string) (Action, error)
	// Choice returns the parts of an action: its verb and the kind, role and number of each operand.
	Choice(a Action) Choice
	// PieceID, PlaceID and FacingID return the names used in notation ("hastati-i-1", "0415", "UR").
	PieceID(piece int) string
	PlaceID(place int) string
	FacingID(facing int) string
	// Bound returns the greatest number of actions that a game can have.
	Bound() int
}

// State is a game at one point. Implementations are flat values that point only to their Battle. Apply, Resample and
// CopyFrom change it; everything else only reads it, so that several goroutines may do so at once.
type State interface {
	Battle() Battle
	// ToAct returns the side to act, Nature if a roll is due, or Nobody if the game is over.
	ToAct() Side
	// Legal appends every legal action to buf, in a fixed order. For Nature these are the outcomes.
	Legal(buf []Action) []Action
	// Check returns nil if Legal would list the action, and otherwise the reason why it is not legal. Rulebooks with
	// continuous choices accept more actions than they list.
	Check(a Action) *Refusal
	// Chances appends the possible outcomes of the roll that is due, with their weights.
	Chances(buf []Chance) []Chance
	// Roll draws one outcome of the roll that is due.
	Roll(src Source) Action
	// Dice returns the dice of the roll that is due, or the zero value if none is.
	Dice() Dice
	// Thrown returns the outcome for dice rolled by hand, or why the faces are not valid.
	Thrown(faces []int) (Action, *Refusal)
	// Apply changes the state by an action that Check accepts. It refuses other actions and then changes nothing.
	Apply(a Action, sink Sink) *Refusal
	// Explain returns the cost of an action and the modifiers and odds of the roll it would start, as far as the viewer may
	// know them, or nil if there is nothing to explain. A viewer is a side, or Nobody for a spectator.
	Explain(a Action, viewer Side) *Explanation
	// Status returns whether a piece can act now and, if not, why, as far as the viewer may know.
	Status(piece int, viewer Side) Status
	// View returns what a viewer may know.
	View(viewer Side) View
	// Shown returns what a viewer may see of an action that is about to be applied: the action itself, or a form of it
	// without its secrets. It returns false if the viewer may not know about the action at all.
	Shown(a Action, viewer Side) (Action, bool)
	// Resample replaces everything the viewer cannot know by a random draw that agrees with what the viewer knows.
	Resample(viewer Side, src Source)
	// Hash identifies the state; AppendBinary writes it, Battle.Decode reads it.
	Hash() uint64
	AppendBinary(b []byte) []byte
	Outcome() Outcome
	Clone() State
	// CopyFrom makes the state equal to other, which must be of the same battle, without allocating.
	CopyFrom(other State)
}
