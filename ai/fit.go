package ai

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// ridge keeps weights small where the data give no evidence.
const ridge = 10

// A fit has two columns for each feature: its weight late in the game and its weight early. A feature that must count for
// a side, or against it, then does so throughout: where the data say otherwise, by chance or because a cause is missing,
// the column is left out.

// fitter fits weights to rows of features, without the columns marked in out.
type fitter func(x [][]float64, out []bool) []float64

// fitSigned fits repeatedly, leaving out columns whose weights have the wrong sign, until all signs are right.
func fitSigned(x [][]float64, signs []float64, fit fitter) []float64 {
	early := make([][]float64, len(x))
	for i := range x {
		early[i] = slices.Clone(x[i])
		for j := range signs {
			early[i][j] = x[i][j] - x[i][len(signs)+j]
		}
	}
	out := make([]bool, width(x))
	for {
		w := fit(early, out)
		wrong := false
		for j := range 2 * len(signs) {
			if !out[j] && w[j]*signs[j%len(signs)] < 0 {
				out[j], wrong = true, true
			}
		}
		if !wrong {
			for j := range signs {
				w[len(signs)+j] -= w[j]
			}
			return w
		}
	}
}

// width returns the number of columns.
func width(x [][]float64) int {
	if len(x) == 0 {
		return 0
	}
	return len(x[0])
}

// fitLogistic returns the weights w for which 1/(1+exp(-w·x)) fits the results y best, by Newton's method.
func fitLogistic(x [][]float64, y, signs []float64) []float64 {
	return fitSigned(x, signs, func(x [][]float64, out []bool) []float64 {
		w := make([]float64, width(x))
		for range 12 {
			a, g := normal(x, out, func(i int) (curve, slope float64) {
				p := logistic(dot(w, x[i]))
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
func fitLinear(x [][]float64, y, signs []float64) []float64 {
	return fitSigned(x, signs, func(x [][]float64, out []bool) []float64 {
		return solve(normal(x, out, func(i int) (curve, slope float64) { return 1, y[i] }))
	})
}

// normal returns the normal equations of a fit, without the columns marked in out.
func normal(x [][]float64, out []bool, at func(i int) (curve, slope float64)) (*mat.SymDense, []float64) {
	n := len(out)
	sym, g := mat.NewSymDense(n, nil), make([]float64, n)
	sums := sym.RawSymmetric().Data
	for i := range x {
		curve, slope := at(i)
		for j := range n {
			if out[j] {
				continue
			}
			g[j] += slope * x[i][j]
			for k := j; k < n; k++ {
				if !out[k] {
					sums[j*n+k] += curve * x[i][j] * x[i][k]
				}
			}
		}
	}
	for j := range n {
		sums[j*n+j] += ridge
	}
	return sym, g
}

// solve solves a·w = g; the ridge makes a positive definite.
func solve(a *mat.SymDense, g []float64) []float64 {
	w := make([]float64, len(g))
	var c mat.Cholesky
	if !c.Factorize(a) {
		panic("ai: the normal equations of a fit are not positive definite")
	}
	if err := c.SolveVecTo(mat.NewVecDense(len(w), w), mat.NewVecDense(len(g), g)); err != nil {
		panic(err) // the ridge rules this out too
	}
	return w
}

func dot(w, x []float64) float64 {
	s := 0.0
	for i := range w {
		s += w[i] * x[i]
	}
	return s
}

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
