package system_test

import (
	"maps"
	"slices"
	"testing"

	"acies/system"
)

type toyWeights struct {
	Pull int `range:"0 100"`
	Keen int `range:"-20 20"`
}

func toyTunings() *system.Tunings[toyWeights] {
	return system.NewTunings([]byte(`{
		"ford": {"search": {"order": {"horizon": 3, "slope": 0.5}}, "weights": [{"Pull": 9}, {"Gone": 1}], "points": [1, 2, 8], "result": [3, 4, 8]},
		"pass": {"weights": [{}, {}], "points": [3, 2, 6], "result": [1, 0, 6]}
	}`), toyWeights{Pull: 50, Keen: 5}, 2)
}

// TestTunings: the tuning of a battle is as in the file, but names every weight; that of another battle has the weights
// that it is given, and the mean of those features that mean the same everywhere.
func TestTunings(t *testing.T) {
	x := toyTunings()
	none := [2]toyWeights{{Pull: 1}, {Keen: 2}}
	ford := x.Of("ford", none)
	for side, want := range []map[string]int{{"Pull": 9, "Keen": 5}, {"Pull": 50, "Keen": 5}} {
		if !maps.Equal(ford.Weights[side], want) {
			t.Errorf("ford, side %d: weights %v, want %v", side, ford.Weights[side], want)
		}
	}
	if ford.Search["order"].Horizon != 3 || !slices.Equal(ford.Points, []float64{1, 2, 8}) {
		t.Errorf("ford: %+v, want search and forecast of the file", ford)
	}
	other := x.Of("hill", none)
	for side, want := range []map[string]int{{"Pull": 1, "Keen": 0}, {"Pull": 0, "Keen": 2}} {
		if !maps.Equal(other.Weights[side], want) {
			t.Errorf("hill, side %d: weights %v, want %v", side, other.Weights[side], want)
		}
	}
	if !slices.Equal(other.Points, []float64{2, 2}) || !slices.Equal(other.Result, []float64{2, 2}) || other.Search != nil {
		t.Errorf("hill: %+v, want the means and no search", other)
	}
	if all := x.All(); len(all["ford"].Weights[0]) != 1 {
		t.Errorf("the weights of ford are %v, want those of the file", all["ford"].Weights)
	}
}

func TestLimit(t *testing.T) {
	if got, want := toyTunings().Limit(toyWeights{Pull: 300, Keen: -21}), (toyWeights{Pull: 100, Keen: -20}); got != want {
		t.Errorf("limited to %v, want %v", got, want)
	}
}

// TestAttackerScore: a score is that of the options of a game, in any order; one that was not measured is not made up.
func TestAttackerScore(t *testing.T) {
	m := system.Measured{Attacker: 0.6, Options: map[string]float64{"fog": 0.5, "fog night": 0.4}}
	for _, c := range []struct {
		name    string
		m       system.Measured
		options []string
		want    float64
	}{
		{"none", m, nil, 0.6},
		{"one", m, []string{"fog"}, 0.5},
		{"two", m, []string{"night", "fog"}, 0.4},
		{"another", m, []string{"night"}, 0},
		{"unmeasured", system.Measured{}, nil, 0},
	} {
		if got, ok := c.m.AttackerScore(c.options); got != c.want || ok != (c.want > 0) {
			t.Errorf("%s: %v, %v, want %v", c.name, got, ok, c.want)
		}
	}
}
