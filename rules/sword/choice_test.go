package sword_test

import (
	"testing"

	"acies/dice"
	"acies/game"
)

// TestInstead puts into every operand of actions that are offered what stands there, and another place into places.
func TestInstead(t *testing.T) {
	for _, id := range all {
		b := load(t, id)
		src, s := dice.New(7), b.NewState()
		for s.ToAct() != game.Nobody {
			legal := s.Legal(nil)
			for _, a := range legal {
				for i, o := range b.Choice(a).Operands {
					if got := b.Instead(a, i, o.N); got != a {
						t.Fatalf("%s: with its own operand %d: %s", b.Format(a), i, b.Format(got))
					}
					if o.Kind != game.Place || o.Role == game.Enemy || o.Role == game.Own { // which may be put into their order
						continue
					}
					got := b.Choice(b.Instead(a, i, 0)).Operands
					for k, was := range b.Choice(a).Operands {
						if k == i {
							was.N = 0
						}
						if got[k] != was {
							t.Fatalf("%s: with another operand %d: %+v", b.Format(a), i, got)
						}
					}
				}
			}
			a := s.Roll(src)
			if s.ToAct() != game.Nature {
				a = legal[game.Intn(src, len(legal))]
			}
			s.Apply(a, nil)
		}
	}
}
