package judge_test

import (
	"slices"
	"testing"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/rules/bladebow"
	"acies/rules/bladebow/judge"
	"acies/sim"
	"acies/system"
	_ "acies/systems"
	"acies/table"
)

var battles = []string{"marathon-490bc", "thermopylae-480bc", "plataea-479bc", "mycale-479bc"}

func load(t *testing.T, id string) *bladebow.Battle {
	t.Helper()
	p, err := table.FindPack(id)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b.(*bladebow.Battle)
}

// walk plays a game, sometimes at random, and calls visit in every state in which a side chooses.
func walk(t *testing.T, b *bladebow.Battle, seed uint64, visit func(s game.State, side game.Side, legal []game.Action)) {
	t.Helper()
	s, src := b.Start(), dice.New(seed)
	players := [2]ai.Player{ai.Centurion(), ai.Recruit()}
	for s.ToAct() != game.Nobody {
		var a game.Action
		if side := s.ToAct(); side == game.Nature {
			a = s.Roll(src)
		} else {
			legal := s.Legal(nil)
			visit(s, side, legal)
			a = players[side].Choose(s, side, src)
			if game.Intn(src, 4) == 0 {
				a = legal[game.Intn(src, len(legal))]
			}
		}
		if r := s.Apply(a, nil); r != nil {
			t.Fatal(r)
		}
	}
}

// TestJudgeIsPure: a judge changes no state, says the same twice, and does not rule out a choice without alternative.
func TestJudgeIsPure(t *testing.T) {
	for _, id := range battles {
		b := load(t, id)
		t.Run(id, func(t *testing.T) {
			m, again := judge.New(b, system.Steady), judge.New(b, system.Steady)
			walk(t, b, 3, func(s game.State, side game.Side, legal []game.Action) {
				before := s.AppendBinary(nil)
				one, two := make([]int, len(legal)), make([]int, len(legal))
				m.Forget()
				m.Rate(s, side, legal, one)
				again.Forget()
				again.Rate(s, side, legal, two)
				if !slices.Equal(one, two) {
					t.Errorf("%s: rated %v, then %v", b.Format(legal[0]), one, two)
				}
				if len(legal) == 1 && one[0] <= system.Never/2 {
					t.Errorf("%s is the only choice and rated %d", b.Format(legal[0]), one[0])
				}
				clear(two)
				again.Compare(s, side, legal, two)
				if slices.Max(one) != slices.Max(two) {
					t.Errorf("%s: rated %v, compared %v", b.Format(legal[0]), one, two)
				}
				f := m.Forecast(s)
				if f.Result < 0 || f.Result > 1 || f.Points != f.Points {
					t.Errorf("forecast %+v", f)
				}
				for _, a := range legal[:1] {
					if r := m.Reason(s, side, a); r.Key == "" {
						t.Errorf("%s: no reason", b.Format(a))
					}
				}
				if !slices.Equal(before, s.AppendBinary(nil)) {
					t.Fatalf("%s: the judge has changed the state", b.Format(legal[0]))
				}
			})
		})
	}
}

// TestJudgeKeepsToWhatItMayKnow: the same ratings and the same forecast, whatever the enemy holds and hides.
func TestJudgeKeepsToWhatItMayKnow(t *testing.T) {
	for _, id := range battles {
		b := load(t, id)
		t.Run(id, func(t *testing.T) {
			m := judge.New(b, system.Steady)
			other := b.Start()
			src := dice.New(9)
			walk(t, b, 5, func(s game.State, side game.Side, legal []game.Action) {
				one, two := make([]int, len(legal)), make([]int, len(legal))
				m.Forget()
				m.Rate(s, side, legal, one)
				forecast := m.Forecast(s)
				other.CopyFrom(s)
				other.Resample(side, src)
				m.Forget()
				m.Rate(other, side, legal, two)
				for i := range legal {
					if one[i] != two[i] {
						t.Errorf("turn %d, %s: rated %d, and %d with other secrets", s.(*bladebow.State).Turn(), b.Format(legal[i]), one[i], two[i])
						return
					}
				}
				if f := m.Forecast(other); s.(*bladebow.State).Turn() > 0 && f != forecast {
					t.Errorf("turn %d: forecast %+v, and %+v with other secrets", s.(*bladebow.State).Turn(), forecast, f)
				}
			})
		})
	}
}

// TestLevels: every level is clearly better than the one below.
func TestLevels(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many games")
	}
	for _, id := range battles {
		b := load(t, id)
		t.Run(id, func(t *testing.T) {
			r := sim.NewRunner(b)
			for _, test := range []struct {
				strong, weak string
				least        float64
			}{{"recruit", "random", 0.8}, {"centurion", "recruit", 0.65}} {
				strong, err := sim.Level(test.strong)
				if err != nil {
					t.Fatal(err)
				}
				weak, err := sim.Level(test.weak)
				if err != nil {
					t.Fatal(err)
				}
				score, games := 0.0, 0
				for seed := range uint64(8) {
					for side := range 2 {
						players := [2]ai.Player{strong(), weak()}
						if side == 1 {
							players = [2]ai.Player{weak(), strong()}
						}
						if _, err := r.Play(t.Context(), seed, players, nil); err != nil {
							t.Fatal(err)
						}
						switch o := r.State().Outcome(); {
						case o.Winner == game.Side(side):
							score++
						case o.Winner == game.Nobody:
							score += 0.5
						}
						games++
					}
				}
				if score < test.least*float64(games) {
					t.Errorf("%s scores %.1f of %d against %s", test.strong, score, games, test.weak)
				}
			}
		})
	}
}
