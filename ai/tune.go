package ai

import (
	"math"
	"reflect"
	"sync"
	"sync/atomic"

	"acies/dice"
	"acies/game"
	"acies/rules/sword"
)

// Lessons returns what self-play has taught so far, by battle.
func Lessons() map[string]Lesson {
	out := map[string]Lesson{}
	for id, l := range lessons() {
		out[id] = *l
	}
	return out
}

// Work says how much self-play to do. The outcome depends on the seed and not on the number of jobs.
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

// Trial is one round of [Tune]: what was tried and what came of it.
type Trial struct {
	Round   int            `json:"round"`
	Side    int            `json:"side"`
	Changes map[string]int `json:"changes"`
	Gain    float64        `json:"gain"`  // by how much the side does better: results and a little of the margin
	Error   float64        `json:"error"` // standard error of the gain
	Kept    bool           `json:"kept"`
}

// Tune looks for better weights of both sides of a battle. In each round it changes a few weights of one side at random
// and plays the same games with them and with the best so far, against the best of the other side; it keeps them if
// they do better by more than the error.
func Tune(b *sword.Battle, rounds int, w Work, tell func(Trial)) Lesson {
	l := *lessonOf(b)
	src := dice.New(w.Seed)
	for round := range rounds {
		side := round % 2
		next := l.Weights
		changes := next[side].vary(src)
		gain, err := duel(b, next, l.Weights, side, w, w.Seed+uint64(round)<<20)
		kept := gain > err
		if kept {
			l.Weights = next
		}
		tell(Trial{round, side, changes, gain, err, kept})
	}
	return l
}

// vary changes three weights by a fifth to a half of themselves, and says which.
func (w *weights) vary(src game.Source) map[string]int {
	changes := map[string]int{}
	v := reflect.ValueOf(w).Elem()
	for range 3 {
		i := game.Intn(src, v.NumField())
		old := int(v.Field(i).Int())
		by := max(1, old*(20+game.Intn(src, 31))/100)
		if game.Intn(src, 2) == 0 {
			by = -by
		}
		v.Field(i).SetInt(int64(max(0, old+by)))
		changes[v.Type().Field(i).Name] = max(0, old+by)
	}
	return changes
}

// duel plays games with the weights next and with best, the dice the same, and returns by how much a side does better
// with next, with the standard error.
func duel(b *sword.Battle, next, best [2]weights, side int, w Work, seed uint64) (gain, err float64) {
	results := make([]float64, w.Games)
	w.each(w.Games, func(i int) {
		results[i] = selfPlay(b, next, seed+uint64(i)).worth(game.Side(side)) - selfPlay(b, best, seed+uint64(i)).worth(game.Side(side))
	})
	gain = mean(results)
	for _, r := range results {
		err += (r - gain) * (r - gain)
	}
	return gain, math.Sqrt(err) / float64(w.Games)
}

// selfPlay plays a game and returns how it ended.
func selfPlay(b *sword.Battle, w [2]weights, seed uint64) Forecast {
	var p [2]*script
	for side := range p {
		p[side] = &script{battle: b, judge: newMind(b, lessonOf(b), w)}
	}
	result, points := ending(playOn(b, p, seed, nil))
	return Forecast{Points: points, Result: result}
}

// playOn plays a game to its end; watch, if there is one, sees every state in which a side is to act.
func playOn(b *sword.Battle, p [2]*script, seed uint64, watch func(s *sword.State, src game.Source)) *sword.State {
	s := b.Start().(*sword.State)
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

// Fitness says how well a forecast fits games it was not made from.
type Fitness struct {
	Games    int     `json:"games"`
	Moments  int     `json:"moments"`
	LogLoss  float64 `json:"logLoss"`  // of the forecast result
	Baseline float64 `json:"baseline"` // of always expecting the mean result
	Error    float64 `json:"error"`    // root of the mean square by which the forecast margin is off
	Spread   float64 `json:"spread"`   // of the margins themselves
}

// moment is a state of a game with how the game ended.
type moment struct {
	features [features]float64
	end      Forecast
}

// Fit plays games between players who weigh things as the lesson has it and now and then slip, and makes a forecast
// that fits how they ended. One game in five is kept back to judge the fit by.
func (l *Lesson) Fit(b *sword.Battle, w Work) Fitness {
	games := make([][]moment, w.Games)
	w.each(w.Games, func(i int) { games[i] = l.moments(b, w.Seed+uint64(i)) })
	var learnt, kept []moment
	for i := range games {
		if i%5 == 0 {
			kept = append(kept, games[i]...)
		} else {
			learnt = append(learnt, games[i]...)
		}
	}
	x, results, points := columns(learnt)
	l.Points, l.Result = fitLinear(x, points), fitLogistic(x, results)
	f := l.judge(kept)
	f.Games, f.Moments = w.Games, len(learnt)+len(kept)
	return f
}

// moments plays a game and returns what could be seen on the way.
func (l *Lesson) moments(b *sword.Battle, seed uint64) []moment {
	var p [2]*script
	for side := range p {
		p[side] = &script{slip: 8, blur: 120, battle: b, judge: newMind(b, l, l.Weights)}
	}
	eye := newMind(b, l, l.Weights)
	var list []moment
	s := playOn(b, p, seed, func(s *sword.State, src game.Source) {
		if k := s.Asked(); k == "next" || k == "first" || k == "moves" && game.Intn(src, 8) == 0 {
			list = append(list, moment{features: eye.features(s)})
		}
	})
	result, points := ending(s)
	for i := range list {
		list[i].end = Forecast{Points: points, Result: result}
	}
	return list
}

func columns(list []moment) (x [][features]float64, results, points []float64) {
	for i := range list {
		x = append(x, list[i].features)
		results = append(results, list[i].end.Result)
		points = append(points, list[i].end.Points)
	}
	return x, results, points
}

// judge measures the forecasts of a lesson.
func (l *Lesson) judge(list []moment) (f Fitness) {
	_, results, points := columns(list)
	usual, middle := mean(results), mean(points)
	for i := range list {
		m := &list[i]
		f.LogLoss += surprise(logistic(dot(&l.Result, &m.features)), m.end.Result)
		f.Baseline += surprise(usual, m.end.Result)
		f.Error += math.Pow(dot(&l.Points, &m.features)-m.end.Points, 2)
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
