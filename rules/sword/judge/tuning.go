package judge

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"acies/rules/sword"
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
func TuningOf(b *sword.Battle) system.Tuning {
	if t, ok := tunings()[b.Setup().ID]; ok {
		for side, w := range weightsOf(&t) {
			t.Weights[side] = system.WeightsOf(w)
		}
		return t
	}
	plain := system.WeightsOf(plain)
	t := system.Tuning{Weights: [2]map[string]int{plain, maps.Clone(plain)}, Points: make([]float64, features), Result: make([]float64, features)}
	n := float64(len(tunings()))
	for _, id := range slices.Sorted(maps.Keys(tunings())) {
		x := tunings()[id]
		for i := range features {
			t.Points[i] += x.Points[i] / n
			t.Result[i] += x.Result[i] / n
		}
	}
	return t
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
func Ranges(b *sword.Battle) map[string]system.Range {
	out := maps.Clone(ranges())
	set := b.Setup()
	leave := func(without bool, names ...string) {
		if without {
			for _, name := range names {
				delete(out, name)
			}
		}
	}
	m := newJudge(b, &system.Tuning{}, [2]weights{plain, plain})
	leave(set.Book.Charge == nil, "ChargeTerm", "ChargeReady", "Elan", "Ransom", "Dismount")
	leave(!set.Book.Stacking.Guns, "Screen")
	leave(set.Special.Flight == nil, "GuardPlace")
	leave(set.Special.Fire == nil, "FireTerm")
	leave(!m.hold[0] && !m.hold[1], "Hold")
	leave(!slices.ContainsFunc(m.fatal[:], func(f uint8) bool { return f > 0 }), "GameWorth", "Sheltered")
	return out
}
