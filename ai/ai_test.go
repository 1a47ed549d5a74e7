package ai_test

import (
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"acies/ai"
	"acies/battles"
	"acies/dice"
	"acies/game"
	"acies/game/gametest/toy"
	"acies/rules/sword"
	"acies/scenario"
)

// To measure rather than to test: go test ./ai -run AgainstRandom -pairs 200 -v
var pairs = flag.Int("pairs", 2, "how many pairs of games TestAgainstRandom plays in each battle")

var battleIDs = []string{"sparta-195bc", "issos-333bc"}

func load(t testing.TB, id string, options ...string) *sword.Battle {
	t.Helper()
	p, err := scenario.Load(battles.FS, id)
	if err != nil {
		t.Fatal(err)
	}
	set, err := p.Setup(options)
	if err != nil {
		t.Fatal(err)
	}
	b, err := sword.New(set)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// random takes any legal action.
type random struct{}

func (random) Choose(s game.State, _ game.Side, src game.Source) game.Action {
	legal := s.Legal(nil)
	return legal[game.Intn(src, len(legal))]
}

// watcher sees each state with the action chosen in it.
type watcher func(game.State, game.Action)

// play plays a battle to its end. The dice and the players have streams of their own; watch may be nil.
func play(b game.Battle, players [2]ai.Player, seed uint64, watch watcher) (game.Outcome, []game.Action, error) {
	s := b.Start()
	rolls := dice.New(seed)
	src := [2]game.Source{dice.New(seed + 1<<32), dice.New(seed + 2<<32)}
	var list []game.Action
	for s.ToAct() != game.Nobody {
		var a game.Action
		if side := s.ToAct(); side == game.Nature {
			a = s.Roll(rolls)
		} else {
			a = players[side].Choose(s, side, src[side])
			if watch != nil {
				watch(s, a)
			}
		}
		if r := s.Apply(a, nil); r != nil {
			return s.Outcome(), list, fmt.Errorf("after %d actions %q is refused: %w", len(list), b.Format(a), r)
		}
		if list = append(list, a); len(list) > b.Bound() {
			return s.Outcome(), list, fmt.Errorf("the game goes on after %d actions, more than its bound", len(list))
		}
	}
	return s.Outcome(), list, nil
}

// TestWholeGames plays recruits against each other to the end and watches for what they always or never do, slips
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
			for seed := range seeds {
				out, list, err := play(b, [2]ai.Player{ai.Recruit(), ai.Recruit()}, seed, h.watch)
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				// A recruit does not dither: a game takes him a small part of the actions it could.
				if !out.Over || len(list) > 4000 {
					t.Errorf("seed %d: over %t after %d actions, want at most 4000", seed, out.Over, len(list))
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

// TestOtherRulebook: of a rulebook he does not know a recruit plays anything that is legal.
func TestOtherRulebook(t *testing.T) {
	b := toy.New(toy.Options{})
	for seed := range uint64(20) {
		if _, _, err := play(b, [2]ai.Player{ai.Recruit(), ai.Recruit()}, seed, nil); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// TestAgainstRandom plays both sides of each seed against a player who takes any legal action.
func TestAgainstRandom(t *testing.T) {
	for _, id := range battleIDs {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			b := load(t, id)
			var won [2]int
			drawn := 0
			for i := range *pairs {
				for side := range game.Side(2) {
					players := [2]ai.Player{random{}, random{}}
					players[side] = ai.Recruit()
					out, _, err := play(b, players, uint64(i)+1, nil)
					if err != nil {
						t.Fatalf("seed %d: %v", i+1, err)
					}
					switch out.Winner {
					case side:
						won[side]++
					case game.Nobody:
						drawn++
					}
				}
			}
			all := won[0] + won[1]
			t.Logf("won %d of %d: %d as the attacker, %d as the defender; %d drawn", all, 2**pairs, won[0], won[1], drawn)
			if 10*all < 8*2**pairs {
				t.Errorf("won %d of %d, want eight in ten", all, 2**pairs)
			}
		})
	}
}

func TestDeterministic(t *testing.T) {
	for _, id := range battleIDs {
		t.Run(id, func(t *testing.T) {
			if testing.Short() && id != battleIDs[0] {
				t.Skip("one battle will do")
			}
			t.Parallel()
			b := load(t, id)
			players := [2]ai.Player{ai.Recruit(), ai.Recruit()}
			_, one, err := play(b, players, 7, nil)
			if err != nil {
				t.Fatal(err)
			}
			_, two, err := play(b, players, 7, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(one, two) {
				t.Error("the same seed gave two games")
			}
		})
	}
}

// TestLooksOnly: a choice leaves the state as it was.
func TestLooksOnly(t *testing.T) {
	b := load(t, "sparta-195bc")
	s := b.Start()
	src := dice.New(1)
	for n := 0; s.ToAct() != game.Nobody && n < 300; n++ {
		a := game.Action{}
		if side := s.ToAct(); side == game.Nature {
			a = s.Roll(src)
		} else {
			before := s.AppendBinary(nil)
			a = ai.Recruit().Choose(s, side, src)
			if !slices.Equal(before, s.AppendBinary(nil)) {
				t.Fatalf("after %d actions the choice of %q has changed the state", n, b.Format(a))
			}
		}
		if r := s.Apply(a, nil); r != nil {
			t.Fatal(r)
		}
	}
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
		if r := s.Apply(ai.Recruit().Choose(s, s.ToAct(), src), nil); r != nil {
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

// BenchmarkChoose plays whole games, recruit against recruit, and reports the time of one decision.
func BenchmarkChoose(b *testing.B) {
	for _, id := range battleIDs {
		b.Run(id, func(b *testing.B) {
			battle := load(b, id)
			p := ai.Recruit()
			s, src, rolls := battle.Start(), dice.New(1), dice.New(2)
			var times []time.Duration
			b.ReportAllocs()
			for b.Loop() {
				for s.ToAct() < 0 {
					if s.ToAct() == game.Nobody {
						s.CopyFrom(battle.Start())
						continue
					}
					s.Apply(s.Roll(rolls), nil)
				}
				start := time.Now()
				a := p.Choose(s, s.ToAct(), src)
				times = append(times, time.Since(start))
				s.Apply(a, nil)
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*95/100].Nanoseconds())/1e3, "µs/p95")
			b.ReportMetric(float64(times[len(times)-1].Nanoseconds())/1e3, "µs/max")
		})
	}
}
