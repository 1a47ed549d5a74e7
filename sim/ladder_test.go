package sim

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"acies/game"
	"acies/game/gametest/toy"
)

func ladder(t *testing.T, l Ladder) []Pair {
	t.Helper()
	var out []Pair
	l.Done = func(p Pair) error {
		out = append(out, p)
		return nil
	}
	if err := l.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(out, func(a, b Pair) int { return strings.Compare(a.Key(), b.Key()) })
	return out
}

func TestLadder(t *testing.T) {
	l := Ladder{
		Battles: []Ground{{"toy", toy.New(toy.Options{})}, {"sparta", compiled(t, "sparta-195bc")}},
		Levels:  []string{"random", "recruit"}, Pairs: 2, Seed: 4, Jobs: 1,
	}
	one := ladder(t, l)
	l.Jobs = 2
	two := ladder(t, l)
	if len(one) != 4 || len(two) != 4 {
		t.Fatalf("%d and %d pairs, want 4", len(one), len(two))
	}
	for i := range one {
		if one[i].Values != two[i].Values || one[i].Key() != two[i].Key() {
			t.Errorf("one job: %+v, two jobs: %+v", one[i], two[i])
		}
		if p := one[i]; p.Battle == "sparta" && (p.Score() != 1 || p.Levels[0] != "recruit") {
			t.Errorf("%v against random has %v", p.Levels, p.Values)
		}
		if e := one[i].Effort[0]; one[i].Battle == "sparta" && (e.Decisions.N == 0 || e.Activations.N < 10 || e.Activations.N > 2*7*8) {
			t.Errorf("%d decisions, %d activations", e.Decisions.N, e.Activations.N)
		}
	}
	l.Have = map[string]bool{one[0].Key(): true, one[3].Key(): true}
	if rest := ladder(t, l); len(rest) != 2 || rest[0].Key() != one[1].Key() || rest[1].Key() != one[2].Key() {
		t.Errorf("with two pairs there, %d are played", len(rest))
	}
}

// TestLadderByNodes: a budget of nodes, unlike one of time, makes the ladder of a searching level repeatable. One turn
// is enough to see it.
func TestLadderByNodes(t *testing.T) {
	for _, c := range []struct {
		ground Ground
		levels []string
		nodes  int // that are looked at in a pair, at least
	}{
		{Ground{"toy", toy.New(toy.Options{})}, []string{"random", "recruit", "strategos:50"}, 100},
		{Ground{"sparta", compiled(t, "sparta-195bc", "turns=1")}, []string{"recruit", "strategos:50"}, 1000},
	} {
		t.Run(c.ground.ID, func(t *testing.T) {
			l := Ladder{Battles: []Ground{c.ground}, Levels: c.levels, Pairs: 1, Seed: 4, Jobs: 1}
			one := ladder(t, l)
			l.Jobs = 2
			two := ladder(t, l)
			if want := len(c.levels) * (len(c.levels) - 1) / 2; len(one) != want || len(two) != want {
				t.Fatalf("%d and %d pairs, want %d", len(one), len(two), want)
			}
			for i, p := range one {
				if q := two[i]; p.Key() != q.Key() || p.Values != q.Values || p.Effort[0].Nodes != q.Effort[0].Nodes {
					t.Errorf("one job: %+v, two jobs: %+v", p, q)
				}
				least := 0
				if p.Levels[0] == "strategos:50" {
					least = c.nodes
				}
				if e := p.Effort; e[0].Nodes < least || (e[0].Nodes > 0) != (least > 0) || e[1].Nodes != 0 || e[0].Over != 0 {
					t.Errorf("%v look at %d and %d nodes, %d times over a budget of time", p.Levels, e[0].Nodes, e[1].Nodes, e[0].Over)
				}
			}
		})
	}
}

func TestUnknownLevel(t *testing.T) {
	l := Ladder{Levels: []string{"random", "general"}, Pairs: 1}
	if err := l.Run(context.Background()); err == nil || !strings.Contains(err.Error(), `"general"`) {
		t.Errorf("found %v", err)
	}
}

// meet makes up pairs in which the first level scores a share.
func meet(a, b string, n int, share float64) []Pair {
	var out []Pair
	sum := 0.0
	for i := range n {
		p := Pair{Battle: "x", Levels: [2]string{a, b}, N: i}
		for k := range p.Values {
			if want := share * float64(2*i+k+1); sum+0.5 < want {
				p.Values[k] = 1
				sum++
			}
		}
		out = append(out, p)
	}
	return out
}

func TestElo(t *testing.T) {
	levels := []string{"random", "recruit", "centurion"}
	// 400 is ten to one, 200 is 0.7597 to 0.2403.
	pairs := slices.Concat(meet("recruit", "random", 2000, 10.0/11), meet("centurion", "recruit", 2000, 0.7597), meet("centurion", "random", 2000, 0.9693))
	got := Elo(levels, pairs)
	for i, want := range []float64{600, 1000, 1200} {
		if !near(got[i].Elo, want, 6) {
			t.Errorf("%s has %.1f, want %v", got[i].Level, got[i].Elo, want)
		}
		if i != 1 && (!got[i].CI.Has(got[i].Elo) || got[i].CI.High-got[i].CI.Low < 5 || got[i].CI.High-got[i].CI.Low > 80) {
			t.Errorf("%s: interval %v", got[i].Level, got[i].CI)
		}
	}
	if sweep := Elo(levels[:2], meet("recruit", "random", 100, 1)); sweep[0].Elo > 200 || sweep[0].Elo < -200 {
		t.Errorf("a level that never wins has %v", sweep[0].Elo)
	}
	if even := Elo([]string{"a", "b"}, meet("b", "a", 10, 0.5)); even[0].Elo != 1000 || !near(even[1].Elo, 1000, 1) {
		t.Errorf("without a recruit the first level is the anchor: %v", even)
	}
}

func TestSpread(t *testing.T) {
	var a, b Spread
	for i := range 100 {
		d := time.Duration(i+1) * time.Millisecond
		if i%2 == 0 {
			a.take(d)
		} else {
			b.take(d)
		}
	}
	a.add(b)
	if a.N != 100 || a.Max != 100 || !near(a.Mean(), 50.5, 1e-9) {
		t.Errorf("%+v", a)
	}
	if p := a.Below(0.95); p < 95 || p > 100 {
		t.Errorf("the 95th percentile is %v", p)
	}
	if p := a.Below(0.5); p < 50 || p > 52.6 {
		t.Errorf("the median is %v", p)
	}
}

func TestBudget(t *testing.T) {
	for level, want := range map[string]time.Duration{"strategos:500ms": 500 * time.Millisecond, "strategos:20000": 0, "recruit": 0} {
		if got := budget(level); got != want {
			t.Errorf("%s: %v, want %v", level, got, want)
		}
	}
	e := Effort{}
	c := clock{effort: &e, budget: time.Second}
	for _, spent := range []time.Duration{900 * time.Millisecond, 1099 * time.Millisecond, 1101 * time.Millisecond} {
		c.activation, c.spent = 1, spent
		c.close()
	}
	if e.Over != 1 || e.Activations.N != 3 {
		t.Errorf("%d of %d activations are over budget, want 1 of 3", e.Over, e.Activations.N)
	}
}

// thinker counts what it looks at.
type thinker struct {
	random
	nodes int
}

func (p *thinker) Choose(s game.State, side game.Side, src game.Source) game.Action {
	p.nodes += 10
	return p.random.Choose(s, side, src)
}

func (p *thinker) Nodes() int { return p.nodes }

func TestNodes(t *testing.T) {
	e := Effort{}
	c := &clock{player: &thinker{}, effort: &e}
	s := compiled(t, "sparta-195bc").Start()
	c.Choose(s, s.ToAct(), &fixed{})
	c.end()
	if e.Nodes != 10 || e.Decisions.N != 1 {
		t.Errorf("%+v", e)
	}
}

type fixed struct{}

func (*fixed) Uint64() uint64 { return 0 }

func TestMarkdown(t *testing.T) {
	s := Standings{
		Levels: []string{"random", "recruit", "strategos:1s"}, Command: "acies ladder x", Machine: "On a machine.",
		Pairs: slices.Concat(meet("recruit", "random", 10, 1), meet("strategos:1s", "recruit", 10, 0.5)),
	}
	var b strings.Builder
	if err := s.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"    acies ladder x\n", "On a machine.", "| recruit | 1000 | fixed |",
		"| recruit – random | x | 20 | 20 | 0 | 0 | **100.0%** | ", "| strategos:1s – recruit | x | 20 | 10 | 0 | 10 | **50.0%** |",
		"| strategos:1s | 0 | 0.000 | 0.000 | 0.000 | 0 | 0.000 | 0.000 | 0.000 | 0 | – |", "| recruit | 0 | 0.000 | 0.000 | 0.000 | 0 | 0.000 | 0.000 | 0.000 | – | – |",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("there is no %q in\n%s", want, b.String())
		}
	}
}
