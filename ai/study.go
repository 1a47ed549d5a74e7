package ai

import (
	"context"
	"math"

	"acies/game"
	"acies/system"
)

// Fitness says how well a forecast fits games that were not used to make it.
type Fitness struct {
	Games    int     `json:"games"`
	Moments  int     `json:"moments"`
	LogLoss  float64 `json:"logLoss"`  // of the forecast result
	Baseline float64 `json:"baseline"` // of always expecting the mean result
	Error    float64 `json:"error"`    // root mean square error of the forecast margin
	Spread   float64 `json:"spread"`   // standard deviation of the margins themselves
}

// moment is the features of a state and the result of its game.
type moment struct {
	features []float64
	end      system.Forecast
}

// Fit plays games between players that use the weights of the tuning and sometimes make mistakes. It sets the forecast
// of the tuning to the one that fits their results best. One game in five is used only to measure the fit.
func Fit(ctx context.Context, b game.Battle, t *system.Tuning, games int, w Work) (Fitness, error) {
	x, err := tunable(b)
	if err != nil {
		return Fitness{}, err
	}
	slips := system.Mistakes{Slip: 8, Blur: 120}
	list := make([]SelfPlay, games)
	for i := range list {
		list[i] = SelfPlay{Seed: w.Seed + studySeeds + uint64(i), Tunings: [2]*system.Tuning{t, t}, Mistakes: [2]system.Mistakes{slips, slips}, Study: true}
	}
	ends, err := w.play(ctx, b, list)
	if err != nil {
		return Fitness{}, err
	}
	var learnt, kept []moment
	for i := range ends {
		list := &learnt
		if i%5 == 0 {
			list = &kept
		}
		for _, features := range ends[i].Moments {
			*list = append(*list, moment{features, ends[i].End})
		}
	}
	features, results, points := columns(learnt)
	signs := x.Tuned(b, t).Signs()
	t.Points, t.Result = fitLinear(features, points, signs), fitLogistic(features, results, signs)
	f := judgeFit(t, kept)
	f.Games, f.Moments = games, len(learnt)+len(kept)
	return f, nil
}

func columns(list []moment) (features [][]float64, results, points []float64) {
	for i := range list {
		features = append(features, list[i].features)
		results = append(results, list[i].end.Result)
		points = append(points, list[i].end.Points)
	}
	return features, results, points
}

// judgeFit measures how well the forecasts of a tuning fit the given moments.
func judgeFit(t *system.Tuning, list []moment) (f Fitness) {
	_, results, points := columns(list)
	usual, middle := mean(results), mean(points)
	for i := range list {
		m := &list[i]
		f.LogLoss += surprise(logistic(dot(t.Result, m.features)), m.end.Result)
		f.Baseline += surprise(usual, m.end.Result)
		f.Error += math.Pow(dot(t.Points, m.features)-m.end.Points, 2)
		f.Spread += math.Pow(middle-m.end.Points, 2)
	}
	n := float64(max(1, len(list)))
	f.LogLoss, f.Baseline = f.LogLoss/n, f.Baseline/n
	f.Error, f.Spread = math.Sqrt(f.Error/n), math.Sqrt(f.Spread/n)
	return f
}

func mean(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s / float64(max(1, len(x)))
}

func surprise(p, y float64) float64 {
	p = min(max(p, 1e-6), 1-1e-6)
	return -y*math.Log(p) - (1-y)*math.Log(1-p)
}
