package judge

import (
	_ "embed"
	"slices"

	"acies/rules/impetus"
	"acies/system"
)

//go:embed tuning.json
var tuningJSON []byte

var tunings = system.NewTunings(tuningJSON, plain, 2*sideFeatures)

// Tunings returns what self-play has learned, by battle.
func Tunings() map[string]system.Tuning { return tunings.All() }

// TuningOf returns the tuning of a battle. One that was never studied gets the plain weights and the mean forecast of
// the others, which favours neither side.
func TuningOf(b *impetus.Battle) system.Tuning {
	return tunings.Of(b.Setup().ID, [2]weights{plain, plain})
}

// Ranges returns the ranges of the weights that make a difference in a battle.
func Ranges(b *impetus.Battle) map[string]system.Range {
	out := tunings.Ranges()
	set := b.Setup()
	if !slices.ContainsFunc(set.Units, func(u impetus.UnitSetup) bool { return u.Type == impetus.Baggage }) {
		delete(out, "Camp")
		delete(out, "Lure")
	}
	if len(set.Terrain) == 0 {
		delete(out, "Rough")
	}
	return out
}
