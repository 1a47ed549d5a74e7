package system

import "acies/game"

// Judging is a rulebook of which the opponents know something.
type Judging interface {
	// Judge returns a judge of a battle of the rulebook, for one player who plays in a style.
	Judge(b game.Battle, style Style) Judge
}

// Judge is the knowledge of a rulebook, in one battle of it. A judge belongs to one player and keeps what it has seen of
// an activation; it looks at states and never changes them.
type Judge interface {
	// Rate sets a rating for each legal action of s. Where a choice is one of order or of form the ratings are far
	// apart, else they are hundredths of a victory point.
	Rate(s game.State, side game.Side, legal []game.Action, ratings []int)
	// Compare rates as Rate does, but all that could be done next and not only what should be done first.
	Compare(s game.State, side game.Side, legal []game.Action, ratings []int)
	// Forget makes the judge look afresh at an activation.
	Forget()
	// Activation names the activation that a state is in, which is what one plan covers, and says whose it is. The id is
	// 0 if there is none.
	Activation(s game.State) (id uint64, owner game.Side)
	// Roll names the roll that is due, so that the same roll can be told in two lines of play; 0 if it cannot.
	Roll(s game.State) uint64
	// Question says how much thought the choice in a state deserves.
	Question(s game.State) Question
	// Forecast returns what is to be expected of a state.
	Forecast(s game.State) Forecast
	// Reason says what speaks for an action.
	Reason(s game.State, side game.Side, a game.Action) Reason
}

// Never is a rating far below all that are meant to be compared; no action rated at half of it or below is tried.
const Never = -1 << 20

// Question is a kind of choice.
type Question int

// The kinds of choices.
const (
	Minor    Question = iota // not worth a search
	Single                   // a choice by itself
	Reaction                 // one that answers what has just happened
	Plan                     // the first of many that one plan covers
)

// Style is a way to play: how things are weighed.
type Style int

// The styles.
const (
	Steady Style = iota // as tuned
	Bold
	Careful
	Patient
	Grasping
	Styles // their number
)

// Forecast is what is to be expected of the rest of a game, as seen by side 0.
type Forecast struct {
	Points float64 // the victory points of side 0 at the end, less those of side 1
	Result float64 // 1 for a victory of side 0, 0.5 for a draw, 0 for a defeat
}

// sudden is what a decisive victory counts in points, at least.
const sudden = 15

// Ending is the forecast of a game as it stands: its result and margin.
func Ending(s game.State) Forecast {
	o := s.Outcome()
	f := Forecast{Points: float64(o.Points[0] - o.Points[1]), Result: 0.5}
	switch o.Winner {
	case 0:
		f.Result = 1
	case 1:
		f.Result = 0
	}
	if o.Degree == "decisive" {
		if o.Winner == 0 {
			f.Points = max(f.Points, sudden)
		} else {
			f.Points = min(f.Points, -sudden)
		}
	}
	return f
}

// Reason says what speaks for an action: a key of package words such as "advice.wait", and what it is worth in
// hundredths of a victory point, where that can be said.
type Reason struct {
	Key  string
	N    int
	Gain bool // N is a gain that players can compare with that of other actions
}
