package ai

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// ridge keeps weights small where the data say nothing.
const ridge = 10

// fitLogistic returns the weights w for which 1/(1+exp(-w·x)) fits the results y best, by Newton's method.
func fitLogistic(x [][features]float64, y []float64) (w [features]float64) {
	for range 12 {
		a, g := normal(x, func(i int) (curve, slope float64) {
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
}

// fitLinear returns the weights w for which w·x fits y best.
func fitLinear(x [][features]float64, y []float64) [features]float64 {
	return solve(normal(x, func(i int) (curve, slope float64) { return 1, y[i] }))
}

// normal adds up the normal equations of a fit.
func normal(x [][features]float64, at func(i int) (curve, slope float64)) (*mat.SymDense, [features]float64) {
	var a [features][features]float64
	var g [features]float64
	for i := range x {
		curve, slope := at(i)
		for j := range features {
			g[j] += slope * x[i][j]
			for k := j; k < features; k++ {
				a[j][k] += curve * x[i][j] * x[i][k]
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
