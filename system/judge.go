package system

import "acies/game"

// Judging is a rulebook that can advise computer opponents.
type Judging interface {
	// Judge returns a judge of a battle, for one player with the given style.
	Judge(b game.Battle, style Style) Judge
}

// Judge rates actions and forecasts results in one battle. A judge belongs to one player and keeps what it has worked out
// about the current activation. It never changes states.
type Judge interface {
	// Rate sets a rating for each legal action of s. Ratings are hundredths of a victory point, except where a choice is
	// only about the order or the form of actions: then they lie far apart.
	Rate(s game.State, side game.Side, legal []game.Action, ratings []int)
	// Compare rates like Rate, but compares all actions that could be done next, not only those that should come first.
	Compare(s game.State, side game.Side, legal []game.Action, ratings []int)
	// Forget makes the judge discard what it has kept about the current activation.
	Forget()
	// Activation returns an id of the current activation, which one plan covers, and the side it belongs to. The id is 0
	// between two activations, and everywhere if the rulebook has none.
	Activation(s game.State) (id uint64, owner game.Side)
	// Roll returns an id of the roll that is due, so that the same roll can be recognised in two playouts, or 0 if it
	// cannot.
	Roll(s game.State) uint64
	// Question returns the kind of choice in a state, which decides how much it is searched.
	Question(s game.State) Question
	// Forecast returns the expected result of a state.
	Forecast(s game.State) Forecast
	// Reason returns the main reason for an action.
	Reason(s game.State, side game.Side, a game.Action) Reason
}

// Never is a rating far below all others. An action rated at half of it or less is never tried as an alternative.
const Never = -1 << 20

// Question is a kind of choice.
type Question int

// The kinds of choices.
const (
	Minor     Question = iota // not worth a search
	Single                    // a separate choice that is none of those below
	Reaction                  // a reaction to the last action that is none of those below
	Plan                      // one of several choices that one plan covers
	Order                     // who acts next
	Attack                    // whom to attack
	Shot                      // whom to shoot at
	Retreat                   // a reaction: where to retreat
	Advance                   // a reaction: whether to advance after a fight
	Questions                 // their number
)

// String returns the name of the kind, as a [Search] uses it.
func (q Question) String() string {
	return [Questions]string{"minor", "single", "reaction", "plan", "order", "attack", "shot", "retreat", "advance"}[q]
}

// Reacts reports whether a choice only answers the last action, so that the effect of that action is not complete.
func (q Question) Reacts() bool { return q == Reaction || q == Retreat || q == Advance }

// Style is a way of playing, with its own weights.
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

// String returns the name of the style.
func (st Style) String() string {
	return [Styles]string{"steady", "bold", "careful", "patient", "grasping"}[st]
}

// Forecast is the expected end of a game, for side 0.
type Forecast struct {
	Points float64 // the victory points of side 0 at the end, minus those of side 1
	Result float64 // 1 for a victory of side 0, 0.5 for a draw, 0 for a defeat
}

// sudden is the least number of points that a decisive victory counts as.
const sudden = 15

// Ending returns the current result and margin of a game as a forecast.
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

// Reason is the main reason for an action: a key of package words such as "advice.wait", and its value in hundredths of a
// victory point, where that is meaningful.
type Reason struct {
	Key  string
	N    int
	Gain bool // N is a gain that players can compare with that of other actions
}
