package kit_test

import (
	"slices"
	"testing"

	"acies/ai"
	"acies/rules/sword/kit"
	"acies/sim"
)

// TestFacts holds the facts of whole games against each other and against the results.
func TestFacts(t *testing.T) {
	for _, id := range []string{"sparta-195bc", "issos-333bc"} {
		t.Run(id, func(t *testing.T) {
			b := sim.Batch{Battle: compile(t, id), Players: [2]func() ai.Player{ai.Recruit, ai.Recruit}, Seed: 3, Games: 3, Facts: true}
			games := 0
			b.Done = func(r sim.Result) error {
				games++
				checkFacts(t, r)
				return nil
			}
			if err := b.Run(t.Context()); err != nil || games != b.Games {
				t.Errorf("%d games, error %v", games, err)
			}
		})
	}
}

func checkFacts(t *testing.T, r sim.Result) {
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

// TestRolls: the chances of the faces of every kind of roll add up to one, and their mean is the stated one.
func TestRolls(t *testing.T) {
	for _, k := range (kit.System{}).Rolls() {
		sum, mean := 0.0, 0.0
		for face := range k.Dice.N*k.Dice.High + 1 {
			sum += k.Chance(face)
			mean += float64(face) * k.Chance(face)
		}
		if d := sum - 1; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s: the chances add up to %v", k.Key, sum)
		}
		if d := mean - k.Mean(); d > 1e-9 || d < -1e-9 {
			t.Errorf("%s: the mean is %v, not %v", k.Key, mean, k.Mean())
		}
	}
}
