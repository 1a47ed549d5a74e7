package luck

import (
	"slices"
	"testing"

	"acies/ai"
	"acies/game"
	"acies/system"
	"acies/table"
	"acies/words"
)

// In a game with pools of dice every roll has words and a side, and the luck of a roll is zero on average.
func TestPools(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	b, err := table.NewLibrary().Load("free-battle", nil)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := Trial{Player: ai.Centurion}.play(b.Battle, 29) // a short game
	if err != nil {
		t.Fatal(err)
	}
	r, err := Of(b.Battle, entries)
	if err != nil {
		t.Fatal(err)
	}
	w, err := words.For("en", b.Pack, b.Battle)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range Describe(w, b.Battle, r).Rolls {
		if x.Text == "" {
			t.Errorf("action %d, a roll of %s, has no words", x.N, x.Kind)
		}
	}
	moved := map[string]bool{}
	for _, x := range r.Rolls {
		moved[x.Kind] = moved[x.Kind] || x.Luck != 0
	}
	// Before self-play has fitted a forecast, nothing is foreseen but the end.
	foreseen := slices.ContainsFunc(system.Of(b.Battle).(system.Tunable).Tuning(b.Battle).Points, func(x float64) bool { return x != 0 })
	for _, kind := range []string{"melee", "cohesion", "discipline"} {
		if foreseen && !moved[kind] {
			t.Errorf("nothing of the kind %s mattered", kind)
		}
	}
	forecaster, _ := ai.NewForecaster(b.Battle)
	j, at := standard(b.Battle, forecaster), b.Battle.Start()
	tested := 0
	for _, e := range entries {
		if at.ToAct() == game.Nature && e.N%7 == 0 && len(at.Chances(nil)) < 60 {
			meanZero(t, j, at, e.N)
			tested++
		}
		if no := at.Apply(e.Action, nil); no != nil {
			t.Fatal(no)
		}
	}
	if tested < 5 {
		t.Errorf("%d rolls tested", tested)
	}
}

// A roll that waits until both sides have accepted it is reported by what they say.
func TestLateReport(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	rep := &Report{Rolls: []Roll{{N: 1, Fact: game.Event{Key: "shot"}}, {N: 2}}}
	rep.reportLate([]game.Event{{Key: "test-passed", Args: []game.Arg{{Name: "die", Kind: game.Die, N: 4}}}})
	rep.Rolls = append(rep.Rolls, Roll{N: 4})
	rep.reportLate([]game.Event{{Key: "moved"}})
	for i, want := range []string{"shot", "test-passed", "moved"} {
		if got := rep.Rolls[i].Fact.Key; got != want {
			t.Errorf("roll %d is reported as %q, expected %q", i, got, want)
		}
	}
}
