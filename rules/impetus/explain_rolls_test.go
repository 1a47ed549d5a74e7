package impetus_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"acies/game"
	"acies/rulebook/cite"
)

// said are the results of odds that follow from the first event of a roll.
var said = map[string][]string{
	"test-passed": {"test.passed"}, "test-failed": {"test.failed"},
	"cohesion-failed": {"fate.loss-1", "fate.loss-2", "fate.loss-3", "fate.loss-4", "fate.loss-5", "fate.loss-6", "fate.loss-7", "fate.routed"},
}

// TestExplainRolls plays games and compares the odds of rolls with what becomes of each face: odds add up, tests pass and
// fail as often as they say, and a pursuit touches as often.
func TestExplainRolls(t *testing.T) {
	cite.Clauses(t, "imp-5.1a", "imp-14.2a", "imp-16.1d", "imp-3.1b", "imp-21.1b")
	kinds := map[string]int{}
	for i, x := range battles {
		src := rand.NewPCG(uint64(i), 11)
		s := load(t, x).Start()
		for s.ToAct() != game.Nobody {
			if s.ToAct() == game.Nature {
				checkOdds(t, x.String(), s, kinds)
			}
			legal := s.Legal(nil)
			a := legal[src.Uint64()%uint64(len(legal))]
			if s.ToAct() == game.Nature {
				a = s.Roll(src)
			}
			s.Apply(a, nil)
		}
	}
	for _, kind := range []string{"initiative", "test", "shot", "melee", "check"} {
		if kinds[kind] == 0 {
			t.Errorf("no roll of the kind %s was explained", kind)
		}
	}
}

func checkOdds(t *testing.T, name string, s game.State, kinds map[string]int) {
	t.Helper()
	chances := s.Chances(nil)
	e := s.Explain(chances[0].Action, game.Nobody)
	if e == nil || len(e.Odds) == 0 {
		return
	}
	kinds[e.Kind]++
	sum, weights := 0, map[string]int{}
	for _, o := range e.Odds {
		sum += o.Weight
		weights[o.Result] = o.Weight
	}
	if of := e.Odds[0].Of; sum < of-of/1000 || sum > of {
		t.Fatalf("%s: the odds of %+v are %d of %d", name, e, sum, of)
	}
	if len(chances) != 6 || e.Odds[0].Of != 6 {
		return
	}
	found := map[string]int{}
	for _, c := range chances {
		next := s.Clone()
		var events game.Events
		next.Apply(c.Action, &events)
		if len(events) == 0 {
			return // the dice lie on the table until both sides have accepted them
		}
		found[events[0].Key]++
		for _, ev := range events {
			if ev.Key == "contact" && strings.HasPrefix(e.Odds[0].Result, "pursuit.") || ev.Key == "charges" && ev.Clause == "imp-16.1k" {
				found["touched"]++
				break
			}
		}
	}
	for event, results := range said {
		want := 0
		for _, r := range results {
			want += weights[r]
		}
		// A unit may be routed by the loss of a test that it passes.
		if n := found[event]; n > want || n < want-weights["fate.routed"] {
			t.Errorf("%s: %d faces lead to %s, the odds are %v", name, n, event, weights)
		}
	}
	if strings.HasPrefix(e.Odds[0].Result, "pursuit.") && found["touched"] != weights["pursuit.catches"]+weights["pursuit.strikes"] {
		t.Errorf("%s: %d faces touch an enemy, the odds are %v", name, found["touched"], weights)
	}
}
