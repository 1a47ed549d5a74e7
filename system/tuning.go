package system

import (
	"slices"
	"strings"

	"acies/game"
)

// Tunable is a rulebook whose judges learn from self-play.
type Tunable interface {
	Judging
	// Tunings returns the tunings found so far by self-play, by battle.
	Tunings() map[string]Tuning
	// Tuning returns the tuning of a battle; for a battle without one, a tuning derived from the others.
	Tuning(b game.Battle) Tuning
	// Ranges returns the ranges of those weights that make a difference in a battle. Every tuning of the battle names them.
	Ranges(b game.Battle) map[string]Range
	// Tuned returns a judge that uses a tuning. Weights outside their ranges are limited to them.
	Tuned(b game.Battle, t *Tuning) Student
}

// Tuning is what self-play has learned about one battle: how to search it, the weights that each side uses to rate
// actions, and the weights of the features in a forecast.
type Tuning struct {
	Search  Search            `json:"search,omitempty"` // nil: as for a battle that was never probed
	Weights [2]map[string]int `json:"weights"`          // by side and name
	Points  []float64         `json:"points"`
	Result  []float64         `json:"result"`
	Recruit Mistakes          `json:"recruit,omitzero"` // of recruits; none: the usual ones

	Measured Measured `json:"measured,omitzero"`
}

// Measured is what the laboratory has measured between opponents with one tuning; docs/balance and docs/strength.md tell how. A draw
// counts as half a win. Ratings of players depend on it. New weights call for new measurements.
type Measured struct {
	// Attacker is the score of side 0 between equal centurions; 0: it was not measured.
	Attacker float64 `json:"attacker"`
	// Options are such scores with options that change them, by the ids of the options in order, separated by spaces.
	Options map[string]float64 `json:"options,omitempty"`
	// Levels are the scores of the other levels against centurions, on both sides.
	Levels map[string]float64 `json:"levels"`
}

// AttackerScore returns the score of side 0 between equal opponents with the given options, and whether it was measured.
func (m *Measured) AttackerScore(options []string) (float64, bool) {
	score := m.Attacker
	if len(options) > 0 {
		score = m.Options[strings.Join(slices.Sorted(slices.Values(options)), " ")]
	}
	return score, score > 0
}

// Mistakes says how a player errs: in one choice of Slip, each rating is off by up to Blur. A Slip of 0 means never.
type Mistakes struct {
	Slip int `json:"slip"`
	Blur int `json:"blur"`
}

// Search says how a strategos searches one battle, by kind of choice; kinds that are not named are not searched. A kind is
// the name of a [Question] or, for plans, "plan-" and the name of a [Style]. It is set from what `acies probe` measures.
type Search map[string]Look

// Look says how far one kind of choice is searched, and how much to believe what is found.
type Look struct {
	// Horizon is the number of activations that are played to their end before the result is forecast. The one in which
	// the choice is made counts as the first. Plans in different styles are compared at the greatest horizon of them all.
	Horizon int `json:"horizon"`
	// Slope is the share of a forecast gain that is expected to last.
	Slope float64 `json:"slope"`
	// Share is the share of the budget of an activation for one such choice; 0: the usual one.
	Share float64 `json:"share,omitempty"`
}

// Student is a judge with features to which a forecast can be fitted.
type Student interface {
	Judge
	// Studies reports whether a state in which a side is to act is one to learn from.
	Studies(s game.State, src game.Source) bool
	// Features returns the features of a forecast: for each of Signs, how much more of it side 0 has than side 1; then the
	// same values times the share of the game that is left; then features that are not differences between the sides.
	Features(s game.State) []float64
	// Signs returns, for each feature, 1 if it counts for the side that has more of it, and -1 if it counts against.
	Signs() []float64
}
