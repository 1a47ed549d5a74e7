package sim

import (
	"math"
	"slices"

	"acies/dice"
	"acies/game"
)

// Rating is the strength of a level: a difference of 400 means odds of ten to one.
type Rating struct {
	Level string
	Elo   float64
	CI    Interval
}

// anchor is the level whose rating is fixed, and anchorRating that rating.
const (
	anchor       = "recruit"
	anchorRating = 1000
)

// trials is how often the pairs are resampled for the intervals of the ratings.
const trials = 400

// Elo fits ratings to all pairs. The recruit, or the first level if there is no recruit, has 1000. One drawn pair is
// added between any two levels that met, so that ratings stay finite. The intervals come from resampling the pairs and
// are those of the difference from the anchor.
func Elo(levels []string, pairs []Pair) []Rating {
	out := make([]Rating, len(levels))
	fitted := fit(levels, pairs)
	samples := make([][]float64, len(levels))
	src := dice.New(1)
	drawn := make([]Pair, len(pairs))
	for range trials {
		for i := range drawn {
			drawn[i] = pairs[game.Intn(src, len(pairs))]
		}
		for i, r := range fit(levels, drawn) {
			samples[i] = append(samples[i], r)
		}
	}
	for i, level := range levels {
		slices.Sort(samples[i])
		out[i] = Rating{Level: level, Elo: fitted[i], CI: Interval{Quantile(samples[i], 0.025), Quantile(samples[i], 0.975)}}
	}
	return out
}

// fit returns the ratings that make the results most likely.
func fit(levels []string, pairs []Pair) []float64 {
	n := len(levels)
	games, score := square(n), square(n)
	for i := range pairs {
		a, b := slices.Index(levels, pairs[i].Levels[0]), slices.Index(levels, pairs[i].Levels[1])
		if a < 0 || b < 0 {
			continue
		}
		for _, v := range pairs[i].Values {
			games[a][b]++
			games[b][a]++
			score[a][b] += v
			score[b][a] += 1 - v
		}
	}
	for a := range n {
		for b := range n {
			if games[a][b] > 0 {
				games[a][b] += 2
				score[a][b]++
			}
		}
	}
	return rate(levels, games, score)
}

// rate maximises the likelihood, one level at a time, by Newton's method.
func rate(levels []string, games, score [][]float64) []float64 {
	r := make([]float64, len(levels)) // a difference of 1 means odds of e to one
	for range 500 {
		moved := 0.0
		for a := range r {
			slope, bend := 0.0, 1e-9
			for b := range r {
				p := 1 / (1 + math.Exp(r[b]-r[a]))
				slope += score[a][b] - games[a][b]*p
				bend += games[a][b] * p * (1 - p)
			}
			step := max(-1, min(1, slope/bend))
			r[a] += step
			moved = max(moved, math.Abs(step))
		}
		if moved < 1e-7 {
			break
		}
	}
	base := r[max(0, slices.Index(levels, anchor))]
	for a := range r {
		r[a] = anchorRating + (r[a]-base)*400/math.Ln10
	}
	return r
}

func square(n int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, n)
	}
	return out
}
