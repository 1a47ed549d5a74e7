package sword_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/rules/sword"
	"acies/rules/sword/scenario"
)

// Any state of any game can be told in words and made again.
func TestPositionRoundTrip(t *testing.T) {
	for _, id := range all {
		t.Run(id, func(t *testing.T) {
			b := load(t, id)
			var buf []game.Action
			for seed := range uint64(3) {
				src := dice.New(seed)
				s := b.NewState()
				for n := 0; ; n++ {
					if game.Intn(src, 80) == 0 || s.ToAct() == game.Nobody {
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

// At set-up a position may have stacks where the scenario has none, or units whose leader has yet to arrive: what is
// offered keeps the limits, and nothing is offered twice.
func TestSetupFromPosition(t *testing.T) {
	for _, test := range []struct {
		name, id string
		options  []string
		text     string
	}{
		{
			"units of one name in a hex", "sparta-195bc", nil,
			"phase: setup\nside: spartan\nunits:\n  cretans-2: 1010\n  cretans-3: 1010\ntasks: [deploy spartan, turn]",
		},
		{
			"stacks in a zone", "sparta-195bc",
			[]string{"free-spartan-placement"},
			"phase: setup\nside: spartan\nunits:\n  laconians-1: 1005\ntasks: [deploy spartan, turn]",
		},
		{
			"a leader who has yet to arrive", "guinegate-1479",
			[]string{"free-set-up"},
			"phase: setup\nside: french\nunits:\n  saint-andre-ha: 0518 placed\ntasks: [deploy french, turn]",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := load(t, test.id, test.options...)
			p, err := scenario.ReadPosition("p.yaml", fmt.Appendf(nil, "battle: %s\n%s\n", test.id, test.text))
			if err != nil {
				t.Fatal(err)
			}
			s, err := p.Start(b)
			if err != nil {
				t.Fatal(err)
			}
			c := new(sword.State)
			offered := map[game.Action]bool{}
			for _, a := range s.Legal(nil) {
				if offered[a] {
					t.Errorf("%q is offered twice", b.Format(a))
				}
				offered[a] = true
				c.CopyFrom(s)
				c.Apply(a, nil)
				if err := c.Limits(); err != nil {
					t.Errorf("%q: %v", b.Format(a), err)
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

// A position that has been edited is refused, or a game can be played from it to its end.
func TestEditedPositions(t *testing.T) {
	for _, id := range all {
		t.Run(id, func(t *testing.T) {
			b := load(t, id)
			pool := positions(t, b)
			r := rand.New(rand.NewPCG(1, 2))
			refused := 0
			const edits = 120
			for i := range edits {
				p := mix(r, pool[r.IntN(len(pool))], pool[r.IntN(len(pool))])
				s, err := b.FromPosition(p)
				if err != nil {
					refused++
					continue
				}
				src := dice.New(uint64(i))
				var buf []game.Action
				for s.ToAct() != game.Nobody {
					a := s.Roll(src)
					if s.ToAct() != game.Nature {
						buf = s.Legal(buf[:0])
						a = buf[game.Intn(src, len(buf))]
					}
					if no := s.Apply(a, nil); no != nil {
						t.Fatalf("edit %d, tasks %q: %v", i, p.Tasks, no)
					}
				}
			}
			if refused == 0 || refused == edits {
				t.Errorf("%d of %d edited positions are refused", refused, edits)
			}
		})
	}
}

// positions returns moments of a game.
func positions(t *testing.T, b *sword.Battle) []*sword.Position {
	var pool []*sword.Position
	src := dice.New(3)
	s := b.NewState()
	var buf []game.Action
	for s.ToAct() != game.Nobody {
		if game.Intn(src, 10) == 0 {
			pool = append(pool, s.Position())
		}
		a := s.Roll(src)
		if s.ToAct() != game.Nature {
			buf = s.Legal(buf[:0])
			a = buf[game.Intn(src, len(buf))]
		}
		if no := s.Apply(a, nil); no != nil {
			t.Fatal(no)
		}
	}
	return pool
}

// mix returns p with something of q, as a careless editor would do it.
func mix(r *rand.Rand, p, q *sword.Position) *sword.Position {
	out := *p
	out.Tasks, out.Units, out.Leaders = slices.Clone(p.Tasks), slices.Clone(p.Units), slices.Clone(p.Leaders)
	switch u, l := r.IntN(len(p.Units)), r.IntN(len(p.Leaders)); r.IntN(8) {
	case 0:
		out.Tasks = out.Tasks[r.IntN(len(out.Tasks)):]
	case 1:
		out.Tasks = slices.Insert(out.Tasks, r.IntN(len(out.Tasks)), q.Tasks[r.IntN(len(q.Tasks))])
	case 2:
		out.Tasks = q.Tasks
	case 3:
		out.Units[u] = q.Units[u]
	case 4:
		out.Leaders[l] = q.Leaders[l]
	case 5:
		out.Group, out.Shot, out.Melee, out.Flight = q.Group, q.Shot, q.Melee, q.Flight
	case 6:
		out.Active, out.Side = q.Active, q.Side
	case 7:
		flags := sword.UnitFlags()
		out.Units[u].Flags = append(slices.Clone(out.Units[u].Flags), flags[r.IntN(len(flags))])
	}
	return &out
}
