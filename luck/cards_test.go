package luck

import (
	"testing"

	"acies/ai"
	"acies/game"
	"acies/table"
	"acies/words"
)

// In a game with cards, dice and cards are added up apart, cards drawn before the first turn count with it, and dice are
// judged by what the combat comes to.
func TestCards(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	b, err := table.NewLibrary().Load("marathon-490bc", nil)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := Trial{Player: ai.Recruit}.play(b.Battle, 39) // a short game
	if err != nil {
		t.Fatal(err)
	}
	r, err := Of(b.Battle, entries)
	if err != nil {
		t.Fatal(err)
	}
	if r.Rolls[0].Kind != "card" || r.Rolls[0].Turn != 1 {
		t.Errorf("the first is %+v, expected a card of the first turn", r.Rolls[0])
	}
	w, err := words.For("en", b.Pack, b.Battle)
	if err != nil {
		t.Fatal(err)
	}
	s := Describe(w, b.Battle, r)
	if len(s.Groups) != 2 {
		t.Fatalf("%d groups, expected dice and cards", len(s.Groups))
	}
	for side := range 2 {
		if got := s.Groups[0].Luck[side] + s.Groups[1].Luck[side]; got == 0 {
			t.Errorf("side %d had no luck at all", side)
		}
	}
	moved := map[string]bool{}
	for _, x := range r.Rolls {
		if x.Luck != 0 {
			moved[x.Kind] = true
		}
		if x.Drawn != (x.Kind == "card" || x.Kind == "actions") {
			t.Errorf("%+v: drawn or rolled?", x)
		}
	}
	for _, kind := range []string{"melee", "actions"} {
		if !moved[kind] {
			t.Errorf("nothing of the kind %s mattered", kind)
		}
	}
	forecaster, _ := ai.NewForecaster(b.Battle)
	j, at := standard(b.Battle, forecaster), b.Battle.Start()
	for _, e := range entries {
		if at.ToAct() == game.Nature && e.N%50 == 0 && len(at.Chances(nil)) < 60 {
			meanZero(t, j, at, e.N)
		}
		if no := at.Apply(e.Action, nil); no != nil {
			t.Fatal(no)
		}
	}
}
