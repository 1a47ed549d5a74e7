package system

import "acies/game"

// Tunable is a rulebook whose judges learn from self-play.
type Tunable interface {
	Judging
	// Tunings returns what self-play has taught so far, by battle.
	Tunings() map[string]Tuning
	// Tuning returns what is known of a battle; of one that was never studied, what can be had from the others.
	Tuning(b game.Battle) Tuning
	// Tuned returns a judge that goes by a tuning.
	Tuned(b game.Battle, t *Tuning) Student
}

// Tuning is what self-play has taught of one battle: how each side should weigh things, and the weights of the features in
// a forecast.
type Tuning struct {
	Weights [2]map[string]int `json:"weights"` // by side and name
	Points  []float64         `json:"points"`
	Result  []float64         `json:"result"`
}

// Student is a judge from whose view a forecast can be fitted.
type Student interface {
	Judge
	// Studies reports whether a state in which a side is to act is one to learn from.
	Studies(s game.State, src game.Source) bool
	// Features returns what counts in a forecast: for each of Signs what side 0 has more of it than side 1, then the same
	// times the share of the game that is left, then what is not a difference of the sides.
	Features(s game.State) []float64
	// Signs say of each feature whether it speaks for the side that has more of it, 1 or -1.
	Signs() []float64
}
