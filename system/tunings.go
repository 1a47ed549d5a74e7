package system

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"
)

// Tunings are the tunings of all battles of a rulebook whose weights are kept in a W, a struct as [RangesOf] reads it.
type Tunings[W any] struct {
	all    func() map[string]Tuning
	ranges func() map[string]Range
	plain  W
	common int
}

// NewTunings returns the tunings in a file that is part of the program, which is read when it is needed. Weights that a
// tuning does not name are as in plain. Of the features of a forecast the first ones, in the number common, mean the same in
// all battles.
func NewTunings[W any](file []byte, plain W, common int) *Tunings[W] {
	return &Tunings[W]{
		all: sync.OnceValue(func() map[string]Tuning {
			var all map[string]Tuning
			if err := json.Unmarshal(file, &all); err != nil {
				panic(fmt.Sprintf("system: tunings of %T: %v", plain, err))
			}
			return all
		}),
		ranges: sync.OnceValue(func() map[string]Range { return RangesOf(plain) }),
		plain:  plain,
		common: common,
	}
}

// All returns the tunings by battle.
func (t *Tunings[W]) All() map[string]Tuning { return maps.Clone(t.all()) }

// Ranges returns the ranges of all weights.
func (t *Tunings[W]) Ranges() map[string]Range { return maps.Clone(t.ranges()) }

// Of returns the tuning of a battle; it names every weight. A battle that was never studied gets the given weights by
// side, and the mean forecast of the others as far as their features mean the same.
func (t *Tunings[W]) Of(battle string, unstudied [2]W) Tuning {
	out, ok := t.all()[battle]
	weights := t.Weights(&out)
	if !ok {
		out, weights = t.mean(), unstudied
	}
	for side, w := range weights {
		out.Weights[side] = WeightsOf(w)
	}
	return out
}

// Weights returns the weights of a tuning by side.
func (t *Tunings[W]) Weights(x *Tuning) [2]W {
	out := [2]W{t.plain, t.plain}
	for side := range out {
		SetWeights(&out[side], x.Weights[side])
	}
	return out
}

// Limit returns weights, those outside their ranges limited to them.
func (t *Tunings[W]) Limit(w W) W {
	v := reflect.ValueOf(&w).Elem()
	for name, r := range t.ranges() {
		f := v.FieldByName(name)
		f.SetInt(int64(r.Limit(int(f.Int()))))
	}
	return w
}

// mean returns the mean of all forecasts.
func (t *Tunings[W]) mean() Tuning {
	out := Tuning{Points: make([]float64, t.common), Result: make([]float64, t.common)}
	n := float64(max(len(t.all()), 1))
	for _, id := range slices.Sorted(maps.Keys(t.all())) {
		x := t.all()[id]
		for i := range t.common {
			out.Points[i] += x.Points[i] / n
			out.Result[i] += x.Result[i] / n
		}
	}
	return out
}
