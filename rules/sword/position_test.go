package sword_test

import (
	"testing"

	"acies/dice"
	"acies/game"
	"acies/rules/sword"
)

// Any state of any game can be told in words and made again.
func TestPositionRoundTrip(t *testing.T) {
	for _, id := range []string{"sparta-195bc", "issos-333bc"} {
		t.Run(id, func(t *testing.T) {
			b := load(t, id)
			var buf []game.Action
			for seed := range uint64(4) {
				src := dice.New(seed)
				s := b.NewState()
				for n := 0; ; n++ {
					if game.Intn(src, 40) == 0 || s.ToAct() == game.Nobody {
						p := s.Position()
						c, err := b.FromPosition(p)
						if err != nil {
							t.Fatalf("seed %d, action %d: %v\n%+v", seed, n, err, p.Tasks)
						}
						if c.Hash() != s.Hash() {
							t.Fatalf("seed %d, action %d: another state, at %q", seed, n, p.Tasks)
						}
					}
					if s.ToAct() == game.Nobody {
						break
					}
					a := s.Roll(src)
					if s.ToAct() != game.Nature {
						buf = s.Legal(buf[:0])
						a = buf[game.Intn(src, len(buf))]
					}
					if r := s.Apply(a, nil); r != nil {
						t.Fatal(r)
					}
				}
			}
		})
	}
}

// A battle that begins at a position starts there every time.
func TestFrom(t *testing.T) {
	b := load(t, "sparta-195bc")
	s, err := b.FromPosition(&sword.Position{At: "phase-c", Turn: 3})
	if err != nil {
		t.Fatal(err)
	}
	c := b.From(s)
	first := c.NewState()
	first.Apply(game.Action{Verb: 1, A: 7}, nil)
	if got := c.Start().Hash(); got != s.Hash() {
		t.Errorf("the battle begins at %016x, want %016x", got, s.Hash())
	}
	if v := c.NewState().View(0); v.Turn != 3 || v.Phase != "phase.c" {
		t.Errorf("it begins on turn %d in %s, want turn 3 and phase.c", v.Turn, v.Phase)
	}
}
