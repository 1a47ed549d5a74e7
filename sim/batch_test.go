package sim

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"acies/ai"
	"acies/game"
	"acies/game/gametest/toy"
	"acies/rules/sword/kit"
)

func anybody() ai.Player { return &random{} }

// run plays a batch and returns the results in order.
func run(t *testing.T, b Batch) []Result {
	t.Helper()
	var out []Result
	b.Done = func(r Result) error {
		out = append(out, r)
		return nil
	}
	if err := b.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(out, func(x, y Result) int { return x.N - y.N })
	return out
}

// TestJobs plays the same games whatever the number of jobs, and the same in two parts as in one.
func TestJobs(t *testing.T) {
	for name, battle := range map[string]game.Battle{"toy": toy.New(toy.Options{}), "sparta": compiled(t, "sparta-195bc")} {
		t.Run(name, func(t *testing.T) {
			b := Batch{Battle: battle, Players: [2]func() ai.Player{anybody, anybody}, Seed: 5, Games: 12, Jobs: 1, Facts: true}
			one := run(t, b)
			b.Jobs = 3
			if three := run(t, b); !reflect.DeepEqual(one, three) {
				t.Error("three jobs play other games than one")
			}
			b.Have = map[int]bool{}
			for n := range 5 {
				b.Have[n] = true
			}
			if rest := run(t, b); !reflect.DeepEqual(one[5:], rest) {
				t.Errorf("after 5 games %d are played, or other ones", len(rest))
			}
		})
	}
}

func TestStop(t *testing.T) {
	full := errors.New("the disk is full")
	n := 0
	b := Batch{Battle: toy.New(toy.Options{}), Players: [2]func() ai.Player{anybody, anybody}, Games: 1000, Jobs: 2, Done: func(Result) error {
		if n++; n == 10 {
			return full
		}
		return nil
	}}
	if err := b.Run(context.Background()); !errors.Is(err, full) {
		t.Errorf("found %v, want the error of Done", err)
	}
	if n > 12 {
		t.Errorf("%d games were finished after the error", n-10)
	}
}

// TestFacts holds the facts of whole games against each other and against the results.
func TestFacts(t *testing.T) {
	for _, id := range []string{"sparta-195bc", "issos-333bc"} {
		t.Run(id, func(t *testing.T) {
			b := Batch{Battle: compiled(t, id), Players: [2]func() ai.Player{ai.Recruit, ai.Recruit}, Seed: 3, Games: 3, Facts: true}
			for _, r := range run(t, b) {
				checkFacts(t, r)
			}
		})
	}
}

func checkFacts(t *testing.T, r Result) {
	t.Helper()
	f := r.Facts
	var points [2]int
	for _, s := range f.Sources {
		points[0] += s[0]
		points[1] += s[1]
	}
	if points != r.Points || f.Course[len(f.Course)-1] != r.Points {
		t.Errorf("game %d: the sources give %v and the course %v, the result is %v", r.N, points, f.Course, r.Points)
	}
	if len(f.Course) != r.Turns {
		t.Errorf("game %d: the course has %d turns of %d", r.N, len(f.Course), r.Turns)
	}
	activated, killed := 0, 0
	for _, l := range f.Leaders {
		activated += l.Activated
		killed += l.Killed
	}
	sum := func(m map[string]int) (n int) {
		for _, k := range m {
			n += k
		}
		return n
	}
	rolled := func(kind string) (n int) {
		for _, faces := range f.Dice[kind] {
			for _, k := range faces {
				n += k
			}
		}
		return n
	}
	for _, c := range []struct {
		what     string
		got, all int
	}{
		{"losses", len(f.Losses), f.Events["eliminated"]},
		{"activations", activated, f.Events["activated"]},
		{"leaders killed", killed, f.Events["leader-killed"]},
		{"mêlées", sum(f.Melees), f.Events["melee-roll"]},
		{"shots", sum(f.Shots), f.Events["shot-roll"]},
		{"mêlée dice", rolled("melee"), f.Events["melee-roll"]},
		{"shooting dice", rolled("shot"), f.Events["shot-roll"]},
		{"rally dice", rolled("rally"), f.Events["rally-roll"]},
		{"initiative dice", rolled("initiative"), f.Events["initiative-roll"]},
	} {
		if c.got != c.all {
			t.Errorf("game %d: %d %s, but %d events", r.N, c.got, c.what, c.all)
		}
	}
	for _, l := range f.Losses {
		if l.Hex == "" || l.Turn < 1 || !slices.Contains(kit.System{}.Causes(), l.Cause) || !slices.Contains(kit.System{}.Blows(), l.By) {
			t.Errorf("game %d: loss %+v", r.N, l)
		}
	}
}

func TestKinds(t *testing.T) {
	for _, k := range (kit.System{}).Rolls() {
		sum, mean := 0.0, 0.0
		for face := range k.Max + 1 {
			sum += k.Chance(face)
			mean += float64(face) * k.Chance(face)
		}
		if d := sum - 1; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s: the chances add up to %v", k.Key, sum)
		}
		if d := mean - k.Mean; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s: the mean is %v, not %v", k.Key, mean, k.Mean)
		}
	}
}
