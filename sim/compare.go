package sim

import (
	"fmt"
	"math"
)

// Comparison says whether two variants of a battle differ.
type Comparison struct {
	Battle string     `json:"battle"`
	Games  [2]int     `json:"games"`
	Paired bool       `json:"paired"` // compared game by game, with the same seeds
	Result Difference `json:"result"` // of the result of side 0: 1, 0.5 or 0
	Points Difference `json:"points"` // of the victory points of side 0 minus those of side 1
}

// Difference is the mean of the second variant minus that of the first.
type Difference struct {
	Means   [2]float64 `json:"means"`
	By      float64    `json:"by"`
	CI      Interval   `json:"ci"`
	Differs bool       `json:"differs"` // whether the difference is significant: the interval does not contain 0
	Needed  int        `json:"needed"`  // games of each to show this difference in 80 of 100 trials; 0: no difference
	err1    float64    // the standard error with one game of each
}

// Shows returns how many games of each variant are needed to show a difference of the given size in 80 of 100 trials.
func (d *Difference) Shows(by float64) int {
	if by == 0 {
		return 0
	}
	return max(2, int(math.Ceil(math.Pow((z+power)*d.err1/by, 2))))
}

// Sample is the results of one variant.
type Sample struct {
	Header Header
	Games  []Result
}

// ReadSample reads a results file for a comparison, without the facts.
func ReadSample(path string) (Sample, error) {
	var s Sample
	var err error
	s.Header, err = ReadResults(path, func(r Result) error {
		r.Facts = nil
		s.Games = append(s.Games, r)
		return nil
	})
	if err == nil && len(s.Games) < 2 {
		err = fmt.Errorf("%s contains fewer than two games", path)
	}
	return s, err
}

// Compare returns how the second sample differs from the first. Both must be of the same battle and played by the same
// version of the program.
func Compare(a, b Sample) (Comparison, error) {
	for _, f := range []struct{ name, a, b string }{
		{"battle", a.Header.Battle, b.Header.Battle},
		{"rules", a.Header.Rules, b.Header.Rules},
		{"program", a.Header.Program, b.Header.Program},
	} {
		if f.a != f.b {
			return Comparison{}, fmt.Errorf("the files cannot be compared: %s is %q in the first and %q in the second", f.name, f.a, f.b)
		}
	}
	c := Comparison{Battle: a.Header.Battle, Games: [2]int{len(a.Games), len(b.Games)}}
	result := func(r *Result) float64 { return r.Value() }
	points := func(r *Result) float64 { return float64(r.Margin()) }
	if x, y := bySeed(a.Games, b.Games); len(x) == min(len(a.Games), len(b.Games)) {
		c.Paired = true
		c.Games = [2]int{len(x), len(y)}
		c.Result, c.Points = paired(x, y, result), paired(x, y, points)
		return c, nil
	}
	c.Result, c.Points = unpaired(a.Games, b.Games, result), unpaired(a.Games, b.Games, points)
	return c, nil
}

// bySeed returns the games of two samples that have the same seeds, in the same order.
func bySeed(a, b []Result) (x, y []Result) {
	at := map[uint64]int{}
	for i := range b {
		at[b[i].Seed] = i
	}
	for i := range a {
		if k, ok := at[a[i].Seed]; ok {
			x, y = append(x, a[i]), append(y, b[k])
		}
	}
	return x, y
}

func paired(a, b []Result, value func(*Result) float64) Difference {
	diffs := make([]float64, len(a))
	var d Difference
	for i := range a {
		x, y := value(&a[i]), value(&b[i])
		d.Means[0] += x / float64(len(a))
		d.Means[1] += y / float64(len(a))
		diffs[i] = y - x
	}
	e := Mean(diffs)
	d.By, d.CI, d.err1 = e.Mean, e.CI, e.SD
	d.judge()
	return d
}

// unpaired compares the means of two independent samples by Welch's method.
func unpaired(a, b []Result, value func(*Result) float64) Difference {
	x, y := estimate(a, value), estimate(b, value)
	vx, vy := x.SD*x.SD/float64(x.N), y.SD*y.SD/float64(y.N)
	free := (vx + vy) * (vx + vy) / (vx*vx/float64(x.N-1) + vy*vy/float64(y.N-1))
	if math.IsNaN(free) { // neither varies
		free = float64(x.N + y.N - 2)
	}
	d := Difference{Means: [2]float64{x.Mean, y.Mean}, By: y.Mean - x.Mean, err1: math.Hypot(x.SD, y.SD)}
	d.CI = around(d.By, math.Sqrt(vx+vy), free)
	d.judge()
	return d
}

func estimate(games []Result, value func(*Result) float64) Estimate {
	values := make([]float64, len(games))
	for i := range games {
		values[i] = value(&games[i])
	}
	return Mean(values)
}

// judge sets Differs and Needed.
func (d *Difference) judge() {
	d.Differs = !d.CI.Has(0)
	d.Needed = d.Shows(d.By)
}
