package sim

import (
	"math"
	"math/rand/v2"
	"testing"
)

// covers returns in what share of trials an interval covers the truth. Seeds are fixed, so it cannot fail by chance.
func covers(truth float64, interval func(r *rand.Rand) Interval) float64 {
	r := rand.New(rand.NewPCG(195, 333))
	hits := 0
	const trials = 4000
	for range trials {
		if interval(r).Has(truth) {
			hits++
		}
	}
	return float64(hits) / trials
}

func TestCoverage(t *testing.T) {
	flip := func(r *rand.Rand, p float64, n int) (k float64) {
		for range n {
			if r.Float64() < p {
				k++
			}
		}
		return k
	}
	// A pair whose games go together: both won, both lost, or one each.
	pair := func(r *rand.Rand) float64 {
		switch v := r.Float64(); {
		case v < 0.5:
			return 1
		case v < 0.7:
			return 0
		}
		return 0.5
	}
	for _, test := range []struct {
		name     string
		truth    float64
		interval func(r *rand.Rand) Interval
	}{
		{"Wilson, a half of 100", 0.5, func(r *rand.Rand) Interval { return Wilson(flip(r, 0.5, 100), 100) }},
		{"Wilson, a twentieth of 200", 0.05, func(r *rand.Rand) Interval { return Wilson(flip(r, 0.05, 200), 200) }},
		{"mean of 8", 3, func(r *rand.Rand) Interval { return Mean(normal(r, 8, 3, 2)).CI }},
		{"mean of 100", 3, func(r *rand.Rand) Interval { return Mean(normal(r, 100, 3, 2)).CI }},
		{"pairs", 0.65, func(r *rand.Rand) Interval {
			scores := make([]float64, 50)
			for i := range scores {
				scores[i] = pair(r)
			}
			return Score(scores).CI
		}},
		{"a difference of two samples", 0.2, func(r *rand.Rand) Interval {
			return unpaired(games(r, 200, 0.4), games(r, 150, 0.6), func(r *Result) float64 { return r.Value() }).CI
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if c := covers(test.truth, test.interval); c < 0.935 || c > 0.975 {
				t.Errorf("the interval covers the truth in %.1f %% of the trials", 100*c)
			}
		})
	}
}

func normal(r *rand.Rand, n int, mean, sd float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = mean + sd*r.NormFloat64()
	}
	return out
}

// games makes up results in which side 0 wins with a chance.
func games(r *rand.Rand, n int, chance float64) []Result {
	out := make([]Result, n)
	for i := range out {
		out[i] = Result{N: i, Seed: uint64(i), Winner: 1}
		if r.Float64() < chance {
			out[i].Winner = 0
		}
	}
	return out
}

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

// TestKnown holds the formulas against figures from tables.
func TestKnown(t *testing.T) {
	if w := Wilson(8, 10); !near(w.Low, 0.4902, 1e-4) || !near(w.High, 0.9433, 1e-4) {
		t.Errorf("Wilson, 8 of 10: %v", w)
	}
	if w := Wilson(0, 0); w != (Interval{0, 1}) {
		t.Errorf("Wilson of nothing: %v", w)
	}
	for free, want := range map[float64]float64{4: 2.776, 10: 2.228, 30: 2.042, 1000: 1.962} {
		if got := student(free); !near(got, want, 0.005*want) {
			t.Errorf("Student, %v degrees of freedom: %v, want %v", free, got, want)
		}
	}
	e := Mean([]float64{2, 4, 4, 4, 5, 5, 7, 9})
	if !near(e.Mean, 5, 1e-9) || !near(e.SD, 2.138, 1e-3) {
		t.Errorf("mean and deviation: %+v", e)
	}
	sorted := []float64{0, 10, 20, 30}
	for share, want := range map[float64]float64{0: 0, 0.5: 15, 1: 30, 0.25: 7.5} {
		if got := Quantile(sorted, share); got != want {
			t.Errorf("quantile %v is %v, want %v", share, got, want)
		}
	}
	if p := Score([]float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}); p.Mean != 1 || p.CI.Low > 0.95 || p.CI.High != 1 {
		t.Errorf("ten pairs won: %+v is too sure", p)
	}
}
