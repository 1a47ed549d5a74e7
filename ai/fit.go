package ai

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// ridge keeps weights small where the data say nothing.
const ridge = 10

// A fit has a column for each feature late in the game and one for it early, so that what must speak for a side, or
// against it, does so at all times: where the data would have it otherwise, by accident or because a cause is missing, the
// column is left out.

// sensible fits, and leaves out columns of the wrong sign until none is left.
func sensible(x [][features]float64, fit func(x [][features]float64, out *[features]bool) [features]float64) [features]float64 {
	early := make([][features]float64, len(x))
	for i := range x {
		early[i] = x[i]
		for j := range sideFeatures {
			early[i][j] = x[i][j] - x[i][sideFeatures+j]
		}
	}
	var out [features]bool
	for {
		w := fit(early, &out)
		wrong := false
		for j := range 2 * sideFeatures {
			if !out[j] && w[j]*signs[j%sideFeatures] < 0 {
				out[j], wrong = true, true
			}
		}
		if !wrong {
			for j := range sideFeatures {
				w[sideFeatures+j] -= w[j]
			}
			return w
		}
	}
}

// fitLogistic returns the weights w for which 1/(1+exp(-w·x)) fits the results y best, by Newton's method.
func fitLogistic(x [][features]float64, y []float64) [features]float64 {
	return sensible(x, func(x [][features]float64, out *[features]bool) (w [features]float64) {
		for range 12 {
			a, g := normal(x, out, func(i int) (curve, slope float64) {
				p := logistic(dot(&w, &x[i]))
				return p * (1 - p), y[i] - p
			})
			for j := range w {
				g[j] -= ridge * w[j]
			}
			for j, step := range solve(a, g) {
				w[j] += step
			}
		}
		return w
	})
}

// fitLinear returns the weights w for which w·x fits y best.
func fitLinear(x [][features]float64, y []float64) [features]float64 {
	return sensible(x, func(x [][features]float64, out *[features]bool) [features]float64 {
		return solve(normal(x, out, func(i int) (curve, slope float64) { return 1, y[i] }))
	})
}

// normal adds up the normal equations of a fit, without the columns that are left out.
func normal(x [][features]float64, out *[features]bool, at func(i int) (curve, slope float64)) (*mat.SymDense, [features]float64) {
	var a [features][features]float64
	var g [features]float64
	for i := range x {
		curve, slope := at(i)
		for j := range features {
			if out[j] {
				continue
			}
			g[j] += slope * x[i][j]
			for k := j; k < features; k++ {
				if !out[k] {
					a[j][k] += curve * x[i][j] * x[i][k]
				}
			}
		}
	}
	sym := mat.NewSymDense(features, nil)
	for j := range features {
		a[j][j] += ridge
		for k := j; k < features; k++ {
			sym.SetSym(j, k, a[j][k])
		}
	}
	return sym, g
}

// solve solves a·w = g; the ridge makes a positive definite.
func solve(a *mat.SymDense, g [features]float64) (w [features]float64) {
	var c mat.Cholesky
	if !c.Factorize(a) {
		panic("ai: the normal equations of a fit are not positive definite")
	}
	if err := c.SolveVecTo(mat.NewVecDense(features, w[:]), mat.NewVecDense(features, g[:])); err != nil {
		panic(err) // as before
	}
	return w
}

func dot(w, x *[features]float64) float64 {
	s := 0.0
	for i := range w {
		s += w[i] * x[i]
	}
	return s
}

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
