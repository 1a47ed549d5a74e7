package judge_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/rules/sword"
	"acies/rules/sword/judge"
	"acies/sim"
	_ "acies/systems"
	"acies/table"
)

// load compiles a battle that comes with the program.
func load(t *testing.T, id string, options ...string) *sword.Battle {
	t.Helper()
	p, err := table.FindPack(id)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.Compile(options)
	if err != nil {
		t.Fatal(err)
	}
	return b.(*sword.Battle)
}

// TestWholeGames plays scripts against each other to the end and watches for what they always or never do, slips
// included.
func TestWholeGames(t *testing.T) {
	tests := []struct {
		battle  string
		options []string
	}{
		{"sparta-195bc", nil},
		{"sparta-195bc", []string{"reduced-roman-army", "free-spartan-placement"}},
		{"issos-333bc", nil},
	}
	seeds := uint64(4)
	if testing.Short() {
		seeds = 1
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.battle, test.options), func(t *testing.T) {
			t.Parallel()
			b := load(t, test.battle, test.options...)
			h := habits{t: t, b: b}
			r := sim.NewRunner(b)
			for seed := range seeds {
				n, err := r.Play(t.Context(), seed, [2]ai.Player{watched{ai.Recruit(), &h}, watched{ai.Centurion(), &h}}, nil)
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				// Nobody dithers: a game takes a small part of the actions it could.
				if out := r.State().Outcome(); !out.Over || n > 4000 {
					t.Errorf("seed %d: over %t after %d actions, want at most 4000", seed, out.Over, n)
				}
			}
			if 5*h.forward > h.retreats {
				t.Errorf("%d of %d retreats went forward, want a fifth at most", h.forward, h.retreats)
			}
			if 5*h.rides > h.moves {
				t.Errorf("%d rides to %d moves, want a fifth at most", h.rides, h.moves)
			}
		})
	}
}

// habits counts what a player does.
type habits struct {
	t                               *testing.T
	b                               *sword.Battle
	retreats, forward, moves, rides int
}

// watched is a player whose habits are counted.
type watched struct {
	ai.Player
	habits *habits
}

// Choose implements [ai.Player].
func (p watched) Choose(s game.State, side game.Side, src game.Source) game.Action {
	a := p.Player.Choose(s, side, src)
	p.habits.watch(s, a)
	return a
}

func (h *habits) watch(s game.State, a game.Action) {
	now := s.(*sword.State)
	switch {
	case now.Asked() == "deploy" && a.Verb == sword.VerbPlace:
		h.t.Errorf("%s: want the printed set-up", h.b.Format(a))
	case now.Asked() == "rally" && a.Verb == sword.VerbDone:
		h.t.Error("done with units still to rally")
	case a.Verb == sword.VerbRetreat:
		h.retreats++
		if u := now.Unit(now.Top(int(a.A))); inFront(h.b, u, int(a.B)) {
			h.forward++
		}
	case a.Verb == sword.VerbTo:
		h.moves++
	case a.Verb == sword.VerbRide:
		h.rides++
	}
}

func inFront(b *sword.Battle, u sword.UnitInfo, h int) bool {
	k := b.Map().Side(u.Hex, h)
	return k == u.Facing || k == (u.Facing+1)%6
}

// TestSetUp: every unit looks as well at the enemy as it can, and the set-up ends.
func TestSetUp(t *testing.T) {
	b := load(t, "sparta-195bc")
	s := b.Start().(*sword.State)
	src := dice.New(1)
	for n := 0; s.Asked() == "deploy"; n++ {
		if n > b.Units()+2 {
			t.Fatal("the set-up goes on and on")
		}
		if r := s.Apply(ai.Centurion().Choose(s, s.ToAct(), src), nil); r != nil {
			t.Fatal(r)
		}
	}
	m := b.Map()
	for i := range b.Units() {
		u := s.Unit(i)
		if m.ID(u.Hex) != b.Setup().Units[i].Hex {
			t.Errorf("%s stands in %s, want %s", b.PieceID(i), m.ID(u.Hex), b.Setup().Units[i].Hex)
		}
		near, at := 99, -1
		for j := range b.Units() {
			if e := s.Unit(j); e.Side != u.Side && m.Distance(u.Hex, e.Hex) < near {
				near, at = m.Distance(u.Hex, e.Hex), e.Hex
			}
		}
		// One of the two hexes in front is nearer to the nearest enemy.
		one, two := m.Neighbor(u.Hex, u.Facing), m.Neighbor(u.Hex, (u.Facing+1)%6)
		if (one < 0 || m.Distance(one, at) >= near) && (two < 0 || m.Distance(two, at) >= near) {
			t.Errorf("%s in %s looks away from %s", b.PieceID(i), m.ID(u.Hex), m.ID(at))
		}
	}
}

// TestOverflow rates choices with each weight at an end of its range.
func TestOverflow(t *testing.T) {
	for _, id := range []string{"sparta-195bc", "issos-333bc", "bouvines-1214", "guinegate-1479"} {
		t.Run(id, func(t *testing.T) {
			b := load(t, id)
			ranges := judge.Ranges(b)
			names := slices.Sorted(maps.Keys(ranges))
			src := dice.New(5)
			var m *judge.Judge
			for s, n := b.Start(), 0; s.ToAct() != game.Nobody; n++ {
				side := s.ToAct()
				if side == game.Nature {
					s.Apply(s.Roll(src), nil)
					continue
				}
				if m == nil || n%20 == 0 {
					tuning := judge.TuningOf(b)
					for side := range tuning.Weights {
						for _, name := range names {
							if r := ranges[name]; game.Intn(src, 3) == 0 {
								tuning.Weights[side][name] = r.Low
							} else {
								tuning.Weights[side][name] = r.High + 1000 // is limited
							}
						}
					}
					m = judge.Tuned(b, &tuning)
				}
				legal := s.Legal(nil)
				ratings := make([]int, len(legal))
				m.Rate(s, side, legal, ratings)
				if err := m.Overflow(); err != nil {
					t.Fatalf("choice %d: %v", n, err)
				}
				s.Apply(legal[slices.Index(ratings, slices.Max(ratings))], nil)
			}
		})
	}
}
