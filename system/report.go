package system

import "acies/game"

// Reporting is a rulebook that can report more about its games than how they ended. A report is worded for points of
// victory; a rulebook that calls them otherwise has its own texts for the phrases of package sim/balance: "report.points".
type Reporting interface {
	// Watch returns a watcher that collects facts about games played in the state s.
	Watch(s game.State) Watcher
	// Activation returns an id of the current activation and the side it belongs to. The id is 0 if there is none.
	Activation(s game.State) (id uint64, owner game.Side)
	// Causes returns the keys of the ways in which a unit is lost, and Blows those of the ways in which one is routed.
	Causes() []string
	Blows() []string
	// Rolls returns the kinds of die rolls that facts count.
	Rolls() []RollKind
	// Roster returns what a report lists about a battle.
	Roster(b game.Battle) Roster
}

// Roster is the pieces and places of a battle, and how it can end.
type Roster struct {
	Turns   int
	Places  map[string]int    // index by id; of a board without places, see [Squares]
	Units   []int             // pieces
	Leaders []int             // pieces, or the units of leaders that are none
	Titles  []string          // keys of the names of leaders that are no pieces, by index in Leaders
	Sides   []game.Side       // by piece
	Rules   []string          // keys of events that show a special rule in use, in the order of the report
	Sudden  map[string]string // keys of the texts of victories before the last turn, by clause
}

// Watcher collects facts from the events of games, one game after another.
type Watcher interface {
	game.Sink
	// Begin starts a new game.
	Begin()
	// Facts returns the facts of a game that has ended with the given points.
	Facts(points [2]int) *Facts
}

// Facts are details of a game beyond its result. Pieces, places and rules are named by their ids.
type Facts struct {
	Course  [][2]int            `json:"course"`  // victory points by side at the end of each turn
	Sources map[string][2]int   `json:"sources"` // of the victory points, by side
	Losses  []Loss              `json:"losses"`
	Melees  map[string]int      `json:"melees"` // rolls by hex of the defenders
	Shots   map[string]int      `json:"shots"`  // rolls by hex of the target
	Leaders map[string]Service  `json:"leaders"`
	Events  map[string]int      `json:"events"`         // how often each event happened
	Acts    map[string][2]int   `json:"acts,omitempty"` // the same by side, if the rulebook tells sides apart
	Dice    map[string][2][]int `json:"dice"`           // how often each face, from 0, was rolled, by kind and side that rolled
}

// Loss is the loss of a unit.
type Loss struct {
	Unit  string `json:"unit"`
	Turn  int    `json:"turn"`
	Hex   string `json:"hex"`   // where it was last
	Cause string `json:"cause"` // how it was lost, one of Causes
	By    string `json:"by"`    // how it was routed, one of Blows; empty: it was not routed
}

// Service is how often a leader was activated, wounded, killed and captured in a game. What never happens under a
// rulebook is left out of its reports.
type Service struct {
	Activated int `json:"activated"`
	Wounded   int `json:"wounded"`
	Killed    int `json:"killed"`
	Captured  int `json:"captured,omitempty"`
}

// RollKind is a kind of roll, and the dice whose sum facts count. A rulebook that throws several dice that are not added
// up counts each of them.
type RollKind struct {
	Key  string
	Dice game.Dice
	// Worth is for dice of which only what each is worth is counted, not its face: how many faces are worth 0, 1 and so on.
	// Then Dice is not used.
	Worth []int
}

// Least returns the lowest sum that can be rolled.
func (k RollKind) Least() int { return k.Dice.N * k.Dice.Low }

// Mean returns the mean of the sum.
func (k RollKind) Mean() float64 {
	mean := float64(k.Dice.N) * float64(k.Dice.Low+k.Dice.High) / 2
	for n := range k.Worth {
		mean += float64(n) * k.Chance(n)
	}
	return mean
}

// Chance returns the probability of a sum.
func (k RollKind) Chance(sum int) float64 {
	if k.Worth != nil {
		all := 0
		for _, n := range k.Worth {
			all += n
		}
		if sum < 0 || sum >= len(k.Worth) {
			return 0
		}
		return float64(k.Worth[sum]) / float64(all)
	}
	faces := k.Dice.High - k.Dice.Low + 1
	ways, all := []int{1}, 1 // by sum of the dice so far, above their least
	for range k.Dice.N {
		next := make([]int, len(ways)+faces-1)
		for i, n := range ways {
			for face := range faces {
				next[i+face] += n
			}
		}
		ways, all = next, all*faces
	}
	if i := sum - k.Least(); i >= 0 && i < len(ways) {
		return float64(ways[i]) / float64(all)
	}
	return 0
}

// Luck is a rulebook that can say what each roll is for.
type Luck interface {
	// LuckKinds returns the kinds of rolls, in the order of the report.
	LuckKinds() []string
	// RollOf returns the kind of the roll that is due, the side that rolls, and the place, or -1 if it has none.
	RollOf(s game.State) (kind string, side game.Side, place int)
	// CauseOf returns the key of the event that causes rolls of a kind, or "".
	CauseOf(kind string) string
}

// Settling is a rulebook in which many rolls and choices lie between a roll and the moment that shows what has come of it,
// and in which rolls have many outcomes.
type Settling interface {
	// Settled reports whether all that follows directly from the roll due in the state before has been done in s. In
	// s a side is to act.
	Settled(before, s game.State) bool
	// Alike returns a number for an outcome of the roll due in s. Outcomes with the same number mean the same, or nearly.
	Alike(s game.State, outcome game.Action) int
}
