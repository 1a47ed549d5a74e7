package ai

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/pack"
	"acies/system"
	_ "acies/systems"
	"acies/table"
)

// compile returns a battle in its present form, or a shorter one.
func compile(t *testing.T, id string, changes ...string) game.Battle {
	t.Helper()
	files, err := system.Vary(pack.ReadFiles(table.Locate(id)), changes)
	if err != nil {
		t.Fatal(err)
	}
	p, problems := system.Read(files)
	if p == nil {
		t.Fatal(pack.Errors(problems))
	}
	b, err := p.Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestTunerFinds: in a contest whose best weights are known, the tuner finds them for both sides, though chance decides
// most games, and keeps weights within their ranges.
func TestTunerFinds(t *testing.T) {
	wide, narrow := system.Range{Low: 0, High: 1000}, system.Range{Low: -20, High: 20}
	u := &Tuner{
		names: []string{"A", "B", "C"}, ranges: []system.Range{wide, wide, narrow},
		start: system.Tuning{Weights: [2]map[string]int{{"A": 100, "B": 100, "C": 0}, {"A": 100, "B": 100, "C": 0}}},
	}
	u.reset()
	// Side 0 wants much A and little B, side 1 the reverse; both want the highest C.
	quality := func(w map[string]int, side int) float64 {
		a, b := toLog(w["A"], wide), toLog(w["B"], wide)
		if side == 1 {
			a, b = b, a
		}
		return -math.Abs(a-toLog(250, wide)) - math.Abs(b-toLog(40, wide)) + float64(w["C"])/20
	}
	src := dice.New(1)
	for range 120 {
		pairs, sigma := pairsOf(u.state.Steps), shakeOf(u.state.Steps)
		shakes, results := make([][2][]float64, pairs), make([]Played, 2*pairs)
		for k := range shakes {
			shakes[k] = u.shake(src.Uint64())
			luck := float64(game.Intn(src, 1000)) / 1000
			for i, by := range []float64{sigma, -sigma} {
				w := u.at(moved(u.state.At, by, shakes[k])).Weights
				if logistic(quality(w[0], 0)-quality(w[1], 1)) > luck {
					results[2*k+i].End.Result = 1
				}
			}
		}
		u.move(shakes, results)
	}
	for side, w := range u.Tuning().Weights {
		a, b := w["A"], w["B"]
		if side == 1 {
			a, b = b, a
		}
		if a < 170 || a > 370 || b < 15 || b > 75 || w["C"] < 10 || w["C"] > 20 {
			t.Errorf("side %d: found %v, want about 250 and 40, and 20 for C", side, w)
		}
	}
}

func TestLogs(t *testing.T) {
	for _, r := range []system.Range{{Low: 0, High: 100}, {Low: -50, High: 50}, {Low: 4, High: 40}, {Low: 0, High: 20000}} {
		for v := r.Low; v <= r.High; v++ {
			if got := fromLog(toLog(v, r), r); got != v {
				t.Errorf("%v: %d becomes %d", r, v, got)
			}
		}
		if got := [2]int{fromLog(-99, r), fromLog(99, r)}; got != [2]int{r.Low, r.High} {
			t.Errorf("%v: the ends become %v", r, got)
		}
		if up := fromLog(toLog(r.Low, r)+2*firstShake, r); up == r.Low {
			t.Errorf("%v: a weight at the low end stays there", r)
		}
	}
}

// TestTunerResumes: a tuner that was interrupted, and restored by another, ends where one ends that was not, on one
// processor or two.
func TestTunerResumes(t *testing.T) {
	b := compile(t, "sparta-195bc", "turns=1")
	step := func(u *Tuner, ctx context.Context, jobs int) error {
		_, err := u.Step(ctx, Work{Seed: 5, Jobs: jobs, Done: func() {}})
		return err
	}
	tuners := [2]*Tuner{}
	for i := range tuners {
		var err error
		if tuners[i], err = NewTuner(b); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := step(tuners[0], t.Context(), 2); err != nil {
			t.Fatal(err)
		}
		if testing.Short() {
			return // on two processors once, for the race detector
		}
	}
	if err := step(tuners[1], t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	state := tuners[1].State()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := step(tuners[1], cancelled, 1); !errors.Is(err, context.Canceled) || !reflect.DeepEqual(tuners[1].State(), state) {
		t.Errorf("cancelled: %v, and the state has changed: %t", err, !reflect.DeepEqual(tuners[1].State(), state))
	}
	other, err := NewTuner(b)
	if err == nil {
		err = other.Restore(state)
	}
	if err == nil {
		err = step(other, t.Context(), 1)
	}
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(tuners[0].State(), other.State()) {
		t.Error("two steps in one go and in two give two states")
	}
	state.Mean[1] = nil
	if err := other.Restore(state); err == nil {
		t.Error("a state without weights is restored")
	}
}

// TestChooseRecruit: the mistakes are as great as needed for the score that is wanted.
func TestChooseRecruit(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	b := compile(t, "sparta-195bc", "turns=2")
	x, err := tunable(b)
	if err != nil {
		t.Fatal(err)
	}
	var blurs []int
	for _, want := range []float64{0.5, 0.8, 1.1} {
		tuning := x.Tuning(b)
		if _, err := ChooseRecruit(t.Context(), b, &tuning, want, 4, Work{Seed: 1, Jobs: 2, Done: func() {}}); err != nil {
			t.Fatal(err)
		}
		blurs = append(blurs, tuning.Recruit.Blur)
	}
	if blurs[0] > blurs[1] || blurs[1] >= blurs[2] {
		t.Errorf("for higher scores of the centurion recruits err by %v, want rising numbers", blurs)
	}
}
