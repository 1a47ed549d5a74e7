package sim

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// variant makes a sample in which side 0 wins the given games of n, by the given points.
func variant(n int, seed uint64, won func(i int) bool, margin func(i int) int) Sample {
	s := Sample{Header: sample}
	for i := range n {
		r := Result{N: i, Seed: seed + uint64(i), Winner: 1}
		if won(i) {
			r.Winner = 0
		}
		r.Points[0] = 50 + margin(i)
		r.Points[1] = 50
		s.Games = append(s.Games, r)
	}
	return s
}

func TestCompare(t *testing.T) {
	half := func(i int) bool { return i%2 == 0 }
	wave := func(i int) int { return i % 5 }
	t.Run("the same games", func(t *testing.T) {
		c, err := Compare(variant(100, 1, half, wave), variant(100, 1, half, wave))
		if err != nil || !c.Paired || c.Result.Differs || c.Result.By != 0 || c.Result.Needed != 0 || c.Points.By != 0 {
			t.Errorf("%+v, %v", c, err)
		}
	})
	t.Run("paired sees what unpaired does not", func(t *testing.T) {
		// Two points more in four games of five, over a spread of ten.
		wide := func(i int) int { return 10 * (i % 5) }
		more := func(i int) int { return wide(i) + 2*min(1, i%7) }
		c, err := Compare(variant(60, 1, half, wide), variant(60, 1, half, more))
		if err != nil || !c.Paired || !c.Points.Differs || !near(c.Points.By, 1.7, 0.05) {
			t.Errorf("paired: %+v, %v", c.Points, err)
		}
		c, err = Compare(variant(60, 1, half, wide), variant(60, 1000, half, more))
		if err != nil || c.Paired || c.Points.Differs || c.Points.Needed < 100 {
			t.Errorf("unpaired: %+v, %v", c.Points, err)
		}
	})
	t.Run("known answer", func(t *testing.T) {
		// 50 and 60 of 100: the textbook needs 385 games of each for 80 percent power (normal, unpooled).
		sixty := func(i int) bool { return i%5 < 3 }
		c, err := Compare(variant(100, 1, half, wave), variant(100, 1000, sixty, wave))
		if err != nil || c.Result.Differs || !near(c.Result.By, 0.1, 1e-9) {
			t.Fatalf("%+v, %v", c, err)
		}
		if c.Result.Needed < 380 || c.Result.Needed > 395 {
			t.Errorf("%d games are needed, want about 388", c.Result.Needed)
		}
		if !near(c.Result.CI.Low, -0.037, 0.003) || !near(c.Result.CI.High, 0.237, 0.003) {
			t.Errorf("the interval is %v, want about -0.037 to 0.237", c.Result.CI)
		}
	})
	t.Run("the number needed is the number needed", func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 2))
		c := unpaired(games(r, 20000, 0.5), games(r, 20000, 0.6), func(r *Result) float64 { return r.Value() })
		n, found := c.Shows(0.1), 0
		const trials = 1000
		for range trials {
			if unpaired(games(r, n, 0.5), games(r, n, 0.6), func(r *Result) float64 { return r.Value() }).Differs {
				found++
			}
		}
		if found < 770 || found > 830 {
			t.Errorf("with %d games of each the difference is shown in %d of %d trials, want 80 percent", n, found, trials)
		}
	})
}

func TestCompareRefuses(t *testing.T) {
	all := func(int) bool { return true }
	none := func(int) int { return 0 }
	for name, change := range map[string]func(*Header){
		"battle": func(h *Header) { h.Battle = "issos-333bc" }, "rules": func(h *Header) { h.Rules = "sword 2" }, "program": func(h *Header) { h.Program = "v9" },
	} {
		b := variant(5, 1, all, none)
		change(&b.Header)
		if _, err := Compare(variant(5, 1, all, none), b); err == nil || !strings.Contains(err.Error(), name+" is") {
			t.Errorf("another %s: %v", name, err)
		}
	}
	if _, err := ReadSample(written(t, sample, 1)); err == nil || !strings.Contains(err.Error(), "fewer than two games") {
		t.Errorf("one game: %v", err)
	}
	if s, err := ReadSample(written(t, sample, 6)); err != nil || len(s.Games) != 6 {
		t.Errorf("%d games, %v", len(s.Games), err)
	}
}
