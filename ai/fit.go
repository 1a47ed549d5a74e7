package ai

import "math"

// fitLogistic returns the weights w for which 1/(1+exp(-w·x)) fits the results y best, by Newton's method with a
// ridge that keeps weights small where the data say nothing.
func fitLogistic(x [][features]float64, y []float64, ridge float64) [features]float64 {
	var w [features]float64
	for range 12 {
		var a [features][features]float64
		var g [features]float64
		for i := range x {
			p := logistic(dot(&w, &x[i]))
			d := p * (1 - p)
			for j := range features {
				g[j] += (y[i] - p) * x[i][j]
				for k := 0; k <= j; k++ {
					a[j][k] += d * x[i][j] * x[i][k]
				}
			}
		}
		for j := range features {
			a[j][j] += ridge
			g[j] -= ridge * w[j]
		}
		step := solve(&a, g)
		for j := range w {
			w[j] += step[j]
		}
	}
	return w
}

// fitLinear returns the weights w for which w·x fits y best.
func fitLinear(x [][features]float64, y []float64, ridge float64) [features]float64 {
	var a [features][features]float64
	var g [features]float64
	for i := range x {
		for j := range features {
			g[j] += y[i] * x[i][j]
			for k := 0; k <= j; k++ {
				a[j][k] += x[i][j] * x[i][k]
			}
		}
	}
	for j := range features {
		a[j][j] += ridge
	}
	return solve(&a, g)
}

// solve solves a·w = g by Cholesky's method; of a only the lower half is read.
func solve(a *[features][features]float64, g [features]float64) [features]float64 {
	for j := range features {
		for k := 0; k <= j; k++ {
			s := a[j][k]
			for l := range k {
				s -= a[j][l] * a[k][l]
			}
			if j == k {
				a[j][j] = math.Sqrt(math.Max(s, 1e-9))
			} else {
				a[j][k] = s / a[k][k]
			}
		}
	}
	for j := range features {
		for l := range j {
			g[j] -= a[j][l] * g[l]
		}
		g[j] /= a[j][j]
	}
	for j := features - 1; j >= 0; j-- {
		for l := j + 1; l < features; l++ {
			g[j] -= a[l][j] * g[l]
		}
		g[j] /= a[j][j]
	}
	return g
}

func dot(w, x *[features]float64) float64 {
	s := 0.0
	for i := range w {
		s += w[i] * x[i]
	}
	return s
}

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
