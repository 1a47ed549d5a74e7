package ai

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"acies/dice"
	"acies/game"
	"acies/system"
)

// Work says how much self-play to do. The result depends on the seed, not on the number of jobs.
type Work struct {
	Games int
	Seed  uint64
	Jobs  int
	Done  func() // called after each game, by several goroutines
}

// each calls play for the number of each game, on several goroutines.
func (w *Work) each(games int, play func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(1, w.Jobs) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < games; i = int(next.Add(1)) - 1 {
				play(i)
				w.Done()
			}
		})
	}
	wg.Wait()
}

// Trial is one round of [Tune]: the changes that were tried and their result.
type Trial struct {
	Round   int            `json:"round"`
	Side    int            `json:"side"`
	Changes map[string]int `json:"changes"`
	Gain    float64        `json:"gain"`  // how much better the side does: results, and a little for the margin
	Error   float64        `json:"error"` // standard error of the gain
	Kept    bool           `json:"kept"`
}

// tunable returns the rulebook of a battle if its judges can be tuned.
func tunable(b game.Battle) (system.Tunable, error) {
	if t, ok := system.Of(b).(system.Tunable); ok {
		return t, nil
	}
	return nil, fmt.Errorf("the rulebook %s has no weights to tune", b.Rulebook())
}

// Tune looks for better weights for both sides of a battle. In each round it changes a few weights of one side at random
// and plays the same games with the new weights and with the best so far, against the best of the other side. It keeps
// the new weights if they do better by more than the standard error.
func Tune(b game.Battle, rounds int, w Work, report func(Trial)) (system.Tuning, error) {
	x, err := tunable(b)
	if err != nil {
		return system.Tuning{}, err
	}
	best := x.Tuning(b)
	src := dice.New(w.Seed)
	for round := range rounds {
		side := round % 2
		next := best
		next.Weights[side] = maps.Clone(best.Weights[side])
		changes := vary(next.Weights[side], src)
		gain, err := duel(b, x, next, best, side, w, w.Seed+uint64(round)<<20)
		kept := gain > err
		if kept {
			best = next
		}
		report(Trial{round, side, changes, gain, err, kept})
	}
	return best, nil
}

// vary changes up to three weights at random by 20 to 50 per cent and returns the new values.
func vary(weights map[string]int, src game.Source) map[string]int {
	names := slices.Sorted(maps.Keys(weights))
	changes := map[string]int{}
	for range 3 {
		name := names[game.Intn(src, len(names))]
		old := weights[name]
		by := max(1, old*(20+game.Intn(src, 31))/100)
		if game.Intn(src, 2) == 0 {
			by = -by
		}
		weights[name] = max(0, old+by)
		changes[name] = weights[name]
	}
	return changes
}

// duel plays games with the weights next and with best, using the same dice. It returns how much better the side does
// with next, and the standard error.
func duel(b game.Battle, x system.Tunable, next, best system.Tuning, side int, w Work, seed uint64) (gain, err float64) {
	results := make([]float64, w.Games)
	w.each(w.Games, func(i int) {
		with, without := selfPlay(b, x, &next, seed+uint64(i)), selfPlay(b, x, &best, seed+uint64(i))
		results[i] = worth(with, game.Side(side)) - worth(without, game.Side(side))
	})
	gain = mean(results)
	for _, r := range results {
		err += (r - gain) * (r - gain)
	}
	return gain, math.Sqrt(err) / float64(w.Games)
}

// selfPlay plays a game and returns how it ended.
func selfPlay(b game.Battle, x system.Tunable, t *system.Tuning, seed uint64) system.Forecast {
	var p [2]*script
	for side := range p {
		p[side] = &script{battle: b, judge: x.Tuned(b, t)}
	}
	return system.Ending(playOn(b, p, seed, nil))
}

// playOn plays a game to its end and returns the last state. If watch is not nil, it is called with every state in which
// a side is to act.
func playOn(b game.Battle, p [2]*script, seed uint64, watch func(s game.State, src game.Source)) game.State {
	s := b.Start()
	rolls := dice.New(seed)
	src := [2]game.Source{dice.New(seed + 1<<40), dice.New(seed + 2<<40)}
	for s.ToAct() != game.Nobody {
		side := s.ToAct()
		if side == game.Nature {
			s.Apply(s.Roll(rolls), nil)
			continue
		}
		if watch != nil {
			watch(s, src[side])
		}
		s.Apply(p[side].Choose(s, side, src[side]), nil)
	}
	return s
}

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
func Fit(b game.Battle, t *system.Tuning, w Work) (Fitness, error) {
	x, err := tunable(b)
	if err != nil {
		return Fitness{}, err
	}
	games := make([][]moment, w.Games)
	w.each(w.Games, func(i int) { games[i] = moments(b, x, t, w.Seed+uint64(i)) })
	var learnt, kept []moment
	for i := range games {
		if i%5 == 0 {
			kept = append(kept, games[i]...)
		} else {
			learnt = append(learnt, games[i]...)
		}
	}
	features, results, points := columns(learnt)
	signs := x.Tuned(b, t).Signs()
	t.Points, t.Result = fitLinear(features, points, signs), fitLogistic(features, results, signs)
	f := judgeFit(t, kept)
	f.Games, f.Moments = w.Games, len(learnt)+len(kept)
	return f, nil
}

// moments plays a game and returns the states in it that the judge wants to learn from.
func moments(b game.Battle, x system.Tunable, t *system.Tuning, seed uint64) []moment {
	var p [2]*script
	for side := range p {
		p[side] = &script{slip: 8, blur: 120, battle: b, judge: x.Tuned(b, t)}
	}
	observer := x.Tuned(b, t)
	var list []moment
	s := playOn(b, p, seed, func(s game.State, src game.Source) {
		if observer.Studies(s, src) {
			list = append(list, moment{features: observer.Features(s)})
		}
	})
	for i := range list {
		list[i].end = system.Ending(s)
	}
	return list
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
