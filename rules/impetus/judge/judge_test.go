package judge_test

import (
	"bytes"
	"testing"

	"acies/battles"
	"acies/dice"
	"acies/game"
	"acies/rules/impetus"
	"acies/rules/impetus/judge"
	"acies/rules/impetus/scenario"
	"acies/system"
)

func load(t testing.TB, id string) *impetus.Battle {
	t.Helper()
	p, err := scenario.Load(battles.FS, id)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := p.Setup(nil)
	if err != nil {
		t.Fatal(err)
	}
	return impetus.New(setup)
}

// play plays a game of a judge against random actions, and returns its end. It checks that judging changes no state.
func play(t *testing.T, b *impetus.Battle, seed uint64, strong game.Side) game.Outcome {
	t.Helper()
	src, s, m := dice.New(seed), b.Start(), judge.New(b, system.Steady)
	for s.ToAct() != game.Nobody {
		if s.ToAct() == game.Nature {
			s.Apply(s.Roll(src), nil)
			continue
		}
		legal := s.Legal(nil)
		best := game.Intn(src, len(legal))
		if s.ToAct() == strong {
			before := s.AppendBinary(nil)
			ratings := make([]int, len(legal))
			m.Rate(s, strong, legal, ratings)
			best = 0
			for i := range ratings {
				if ratings[i] > ratings[best] {
					best = i
				}
			}
			if !bytes.Equal(before, s.AppendBinary(nil)) {
				t.Fatal("judging has changed the state")
			}
		}
		if r := s.Apply(legal[best], nil); r != nil {
			t.Fatal(r)
		}
	}
	return s.Outcome()
}

func TestJudgeBeatsChance(t *testing.T) {
	for _, id := range []string{"two-camps-204bc", "stream-333bc"} {
		b, score := load(t, id), 0
		for seed := range uint64(4) {
			strong := game.Side(seed % 2)
			if play(t, b, seed, strong).Winner == strong {
				score++
			}
		}
		if score < 3 {
			t.Errorf("%s: it won %d games of 4 against random actions", id, score)
		}
	}
}

// TestReasons plays a game and finds every reason for naming a Command and for activating a unit or group.
func TestReasons(t *testing.T) {
	b := load(t, "two-camps-204bc")
	src, s, m, found := dice.New(1), b.Start(), judge.New(b, system.Steady), map[string]bool{}
	for s.ToAct() != game.Nobody {
		if s.ToAct() == game.Nature {
			s.Apply(s.Roll(src), nil)
			continue
		}
		legal := s.Legal(nil)
		ratings := make([]int, len(legal))
		m.Rate(s, s.ToAct(), legal, ratings)
		best := 0
		for i, a := range legal {
			if ratings[i] > ratings[best] {
				best = i
			}
			if a.Verb == impetus.VerbName || a.Verb == impetus.VerbActivate {
				found[m.Reason(s, s.ToAct(), a).Key] = true
			}
		}
		s.Apply(legal[best], nil)
	}
	for _, key := range []string{
		"name-most", "name-near", "name-far", "together", "apart", "first-shot", "first-melee", "first-charge", "first-near", "first-march",
	} {
		if !found["advice."+key] {
			t.Errorf("no action has the reason %s", key)
		}
		delete(found, "advice."+key)
	}
	if len(found) > 0 {
		t.Errorf("other reasons: %v", found)
	}
}

func TestForecast(t *testing.T) {
	b := load(t, "two-camps-204bc")
	m := judge.New(b, system.Steady)
	if f := m.Forecast(b.Start()); f.Result < 0.3 || f.Result > 0.7 {
		t.Errorf("at the start side 0 is expected to score %.2f", f.Result)
	}
}

// TestActivation: an activation is that of one Command; between two there is none. Within it the first choice is whom to
// activate, which a plan covers; between them it is who acts next.
func TestActivation(t *testing.T) {
	b := load(t, "two-camps-204bc")
	src, s, m := dice.New(1), b.Start(), judge.New(b, system.Steady)
	seen := map[uint64]bool{}
	for last := uint64(0); s.ToAct() != game.Nobody; {
		x := s.(*impetus.State)
		id, owner := m.Activation(s)
		side, _, active := x.Commanding()
		if active != (id != 0) || active && owner != game.Side(side) {
			t.Fatalf("activation %d of side %d; a Command is active: %t, of side %d", id, owner, active, side)
		}
		if id != 0 && id != last {
			if seen[id] || last != 0 {
				t.Fatalf("activation %d begins after %d, and has been seen: %t", id, last, seen[id])
			}
			seen[id] = true
		}
		last = id
		if s.ToAct() == game.Nature {
			s.Apply(s.Roll(src), nil)
			continue
		}
		switch q := m.Question(s); {
		case x.Asked() == impetus.AskName && q != system.Order, x.Asked() == impetus.AskCommand && q != system.Plan:
			t.Fatalf("asked %d, the question is %v", x.Asked(), q)
		}
		legal := s.Legal(nil)
		s.Apply(legal[game.Intn(src, len(legal))], nil)
	}
	if len(seen) < 8 {
		t.Errorf("%d activations in a game", len(seen))
	}
}
