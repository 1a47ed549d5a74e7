package sim

import (
	"math"
	"slices"
)

// z is the number of standard errors on each side of a 95 per cent interval; power is added to it so that a difference
// is found in 80 of 100 trials.
const (
	z     = 1.959964
	power = 0.841621
)

// Interval is a range that contains the true value in 95 of 100 trials.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Has reports whether the interval contains a value.
func (i Interval) Has(x float64) bool { return i.Low <= x && x <= i.High }

// Wilson returns the interval of the proportion k of n. It is accurate for small n and for proportions near 0 and 1.
func Wilson(k, n float64) Interval {
	if n <= 0 {
		return Interval{0, 1}
	}
	p := k / n
	mid := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return Interval{max(0, mid-half), min(1, mid+half)}
}

// Estimate is an estimated mean with its interval.
type Estimate struct {
	N    int      `json:"n"`
	Mean float64  `json:"mean"`
	SD   float64  `json:"sd"` // of one value
	CI   Interval `json:"ci"` // of the mean
}

// Mean estimates the mean of the distribution from which the values were drawn.
func Mean(values []float64) Estimate {
	e := Estimate{N: len(values)}
	for _, v := range values {
		e.Mean += v
	}
	e.Mean /= float64(max(1, e.N))
	for _, v := range values {
		e.SD += (v - e.Mean) * (v - e.Mean)
	}
	if e.N > 1 {
		e.SD = math.Sqrt(e.SD / float64(e.N-1))
	}
	e.CI = around(e.Mean, e.SD/math.Sqrt(float64(e.N)), float64(e.N-1))
	return e
}

// around returns the interval of a mean whose standard error was itself estimated with free degrees of freedom.
func around(mean, err, free float64) Interval {
	if free < 1 {
		return Interval{math.Inf(-1), math.Inf(1)}
	}
	half := student(free) * err
	return Interval{mean - half, mean + half}
}

// student returns the quantile of Student's distribution that replaces z, by the Cornish-Fisher expansion. From four
// degrees of freedom on it is correct to two digits.
func student(free float64) float64 {
	z3, z5, z7 := z*z*z, z*z*z*z*z, z*z*z*z*z*z*z
	return z + (z3+z)/(4*free) + (5*z5+16*z3+3*z)/(96*free*free) + (3*z7+19*z5+17*z3-15*z)/(384*free*free*free)
}

// Score estimates a mean from scores of 0 to 1, one for each game or, where games are paired, one for each pair. For the
// interval, two wins and two losses are added, as Agresti and Coull do for proportions, so that winning every game does
// not give an interval of width 0.
func Score(scores []float64) Estimate {
	e := Mean(scores)
	more := Mean(append(slices.Clone(scores), 1, 1, 0, 0))
	half := z * more.SD / math.Sqrt(float64(more.N))
	e.CI = Interval{max(0, more.Mean-half), min(1, more.Mean+half)}
	return e
}

// Quantile returns the value below which the given share of the sorted values lies.
func Quantile(sorted []float64, share float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := share * float64(len(sorted)-1)
	low := int(at)
	if low+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[low] + (at-float64(low))*(sorted[low+1]-sorted[low])
}
