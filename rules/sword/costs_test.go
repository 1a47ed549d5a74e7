package sword_test

import (
	"testing"

	"acies/dice"
	"acies/game"
	"acies/rules/sword"
)

// TestCosts compares what one search says with what each explanation says, in the course of random battles.
func TestCosts(t *testing.T) {
	for _, name := range all {
		b := load(t, name)
		t.Run(name, func(t *testing.T) {
			src := dice.New(3)
			s := b.Start().(*sword.State)
			moves := 0
			for s.ToAct() != game.Nobody {
				if s.ToAct() == game.Nature {
					s.Apply(s.Roll(src), nil)
					continue
				}
				v := s.View(game.Nobody)
				if turn, phase := s.Moment(); turn != v.Turn || phase != v.Phase {
					t.Fatalf("the moment is %d %s, the view says %d %s", turn, phase, v.Turn, v.Phase)
				}
				legal := s.Legal(nil)
				for i, got := range s.Costs(legal, nil) {
					want := 0
					if e := s.Explain(legal[i], s.ToAct()); e != nil {
						want = e.Cost
					}
					if got != want {
						t.Fatalf("%s costs %d, its explanation says %d", b.Format(legal[i]), got, want)
					}
					moves += min(got, 1)
				}
				s.Apply(legal[game.Intn(src, len(legal))], nil)
			}
			if moves == 0 {
				t.Error("nobody has moved")
			}
		})
	}
}
