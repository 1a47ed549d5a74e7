package judge

import (
	_ "embed"

	"acies/rules/bladebow"
	"acies/system"
)

//go:embed tuning.json
var tuningJSON []byte

var tunings = system.NewTunings(tuningJSON, plain, features)

// Tunings returns what self-play has learned, by battle.
func Tunings() map[string]system.Tuning { return tunings.All() }

// TuningOf returns the tuning of a battle. One that was never studied gets the plain weights and the mean forecast of
// the others.
func TuningOf(b *bladebow.Battle) system.Tuning {
	return tunings.Of(b.Setup().ID, untuned(b))
}

// untuned returns the weights of both sides of a battle before any self-play. A side that wins by holding out, or that
// begins in a shield wall, stays where it is.
func untuned(b *bladebow.Battle) [2]weights {
	out := [2]weights{plain, plain}
	set := b.Setup()
	for side := range out {
		if set.Sack != nil && set.Sack.Side == side || len(set.Sides[side].Shields) > 0 {
			out[side].Approach = 0
		}
	}
	return out
}

// Ranges returns the ranges of the weights that make a difference in a battle.
func Ranges(b *bladebow.Battle) map[string]system.Range {
	out := tunings.Ranges()
	set := b.Setup()
	if set.Sack == nil && set.Storm == nil {
		delete(out, "Camp")
	}
	if set.King == nil {
		delete(out, "Sheltered")
	}
	return out
}
