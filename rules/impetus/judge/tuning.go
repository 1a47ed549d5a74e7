package judge

import (
	_ "embed"
	"maps"
	"slices"

	"acies/rules/impetus"
	"acies/system"
)

//go:embed tuning.json
var tuningJSON []byte

var tunings = system.NewTunings(tuningJSON, plain, 2*sideFeatures)

// Tunings returns what self-play has learned, by battle.
func Tunings() map[string]system.Tuning { return tunings.All() }

// TuningOf returns the tuning of a battle. One that was never studied gets the plain weights, the mean forecast of the
// others, which favours neither side, and the search that they have in common.
func TuningOf(b *impetus.Battle) system.Tuning {
	t := tunings.Of(b.Setup().ID, [2]weights{plain, plain})
	if t.Search == nil {
		t.Search = commonSearch(tunings.All())
	}
	return t
}

// commonSearch returns the kinds of choices that are searched in all of those battles that say what is, as far and as
// warily as in any of them.
func commonSearch(all map[string]system.Tuning) system.Search {
	var out system.Search
	for _, t := range all {
		if t.Search == nil {
			continue
		}
		if out == nil {
			out = maps.Clone(t.Search)
			continue
		}
		for kind, look := range out {
			other, ok := t.Search[kind]
			if !ok {
				delete(out, kind)
				continue
			}
			out[kind] = system.Look{Horizon: max(look.Horizon, other.Horizon), Slope: min(look.Slope, other.Slope)}
		}
	}
	return out
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
