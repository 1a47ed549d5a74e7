package judge

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"acies/rules/bladebow"
	"acies/system"
)

//go:embed tuning.json
var tuningJSON []byte

var tunings = sync.OnceValue(func() map[string]system.Tuning {
	var all map[string]system.Tuning
	if err := json.Unmarshal(tuningJSON, &all); err != nil {
		panic(fmt.Sprintf("judge: tuning.json: %v", err)) // the file is part of the program
	}
	return all
})

// Tunings returns what self-play has learned, by battle.
func Tunings() map[string]system.Tuning { return maps.Clone(tunings()) }

// TuningOf returns the tuning of a battle. One that was never studied gets the plain weights and the mean forecast of
// the others.
func TuningOf(b *bladebow.Battle) system.Tuning {
	if t, ok := tunings()[b.Setup().ID]; ok {
		for side, w := range weightsOf(&t) {
			t.Weights[side] = system.WeightsOf(w)
		}
		return t
	}
	t := system.Tuning{Points: make([]float64, features), Result: make([]float64, features)}
	for side, w := range untuned(b) {
		t.Weights[side] = system.WeightsOf(w)
	}
	n := float64(max(len(tunings()), 1))
	for _, id := range slices.Sorted(maps.Keys(tunings())) {
		x := tunings()[id]
		for i := range features {
			t.Points[i] += x.Points[i] / n
			t.Result[i] += x.Result[i] / n
		}
	}
	return t
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

// weightsOf returns the weights of a tuning by side; a weight the tuning does not name is as in plain.
func weightsOf(t *system.Tuning) [2]weights {
	out := [2]weights{plain, plain}
	for side := range out {
		system.SetWeights(&out[side], t.Weights[side])
	}
	return out
}

var ranges = sync.OnceValue(func() map[string]system.Range { return system.RangesOf(weights{}) })

// limited returns the weights, those outside their ranges limited to them.
func (w weights) limited() weights {
	values := system.WeightsOf(w)
	for name, r := range ranges() {
		values[name] = r.Limit(values[name])
	}
	system.SetWeights(&w, values)
	return w
}

// Ranges returns the ranges of the weights that make a difference in a battle.
func Ranges(b *bladebow.Battle) map[string]system.Range {
	out := maps.Clone(ranges())
	set := b.Setup()
	if set.Sack == nil && set.Storm == nil {
		delete(out, "Camp")
	}
	if set.King == nil {
		delete(out, "Sheltered")
	}
	return out
}
