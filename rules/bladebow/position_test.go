package bladebow_test

import (
	"math/rand/v2"
	"testing"

	"acies/game"
	"acies/rules/bladebow"
)

// Every state of random games is the same again when its position is set up.
func TestPositions(t *testing.T) {
	battle := bladebow.New(marathon())
	for seed := range uint64(20) {
		src := rand.NewPCG(seed, 3)
		s := battle.Start()
		for n := 0; ; n++ {
			if n%3 == 0 || s.ToAct() == game.Nobody {
				p := bladebow.PositionOf(s)
				at, err := bladebow.From(battle, p)
				if err != nil {
					t.Fatalf("seed %d, action %d: %v\n%+v", seed, n, err, p)
				}
				if at.Start().Hash() != s.Hash() {
					t.Fatalf("seed %d, action %d: the position is another one\n%+v\n%+v", seed, n, p, bladebow.PositionOf(at.Start()))
				}
			}
			if s.ToAct() == game.Nobody {
				break
			}
			a := s.Roll
			if s.ToAct() == game.Nature {
				s.Apply(a(src), nil)
				continue
			}
			legal := s.Legal(nil)
			s.Apply(legal[game.Intn(src, len(legal))], nil)
		}
	}
}
