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

// Study says how well a lesson fits games it was not made from.
type Study struct {
	Games    int     `json:"games"`
	Moments  int     `json:"moments"`
	LogLoss  float64 `json:"log_loss"` // of the forecast result
	Baseline float64 `json:"baseline"` // of always expecting the mean result
	Error    float64 `json:"error"`    // standard deviation of the forecast margin about the real one
	Spread   float64 `json:"spread"`   // of the margins themselves
}

// Learn plays games between centurions who now and then slip, and fits a forecast to how they ended. One game in five
// is kept back to judge the fit by.
func Learn(b *sword.Battle, games int, seed uint64, jobs int, done func()) (lesson, Study) {
	type played struct {
		x      [][features]float64
		result float64
		margin float64
	}
	all := make([]played, games)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			eye := swordMind(b, steady)
			for i := int(next.Add(1)) - 1; i < games; i = int(next.Add(1)) - 1 {
				s := b.Start().(*sword.State)
				rolls := dice.New(seed + uint64(i))
				var p [2]*script
				var src [2]game.Source
				for side := range p {
					p[side] = &script{slip: 8, blur: 120}
					src[side] = dice.New(seed + uint64(i) + uint64(side+1)<<40)
				}
				g := &all[i]
				for s.ToAct() != game.Nobody {
					side := s.ToAct()
					if side == game.Nature {
						s.Apply(s.Roll(rolls), nil)
						continue
					}
					if k := s.Asked(); k == "next" || k == "first" || k == "moves" && game.Intn(src[side], 8) == 0 {
						g.x = append(g.x, eye.features(s))
					}
					s.Apply(p[side].Choose(s, side, src[side]), nil)
				}
				g.result, g.margin = ending(s)
				if done != nil {
					done()
				}
			}
		})
	}
	wg.Wait()
	var x, tx [][features]float64
	var r, m, tr, tm []float64
	for i := range all {
		for _, f := range all[i].x {
			if i%5 == 0 {
				tx, tr, tm = append(tx, f), append(tr, all[i].result), append(tm, all[i].margin)
			} else {
				x, r, m = append(x, f), append(r, all[i].result), append(m, all[i].margin)
			}
		}
	}
	l := lesson{Points: fitLinear(x, m, 10), Result: fitLogistic(x, r, 10)}
	st := Study{Games: games, Moments: len(x) + len(tx)}
	mr, mm := mean(tr), mean(tm)
	for i := range tx {
		st.LogLoss += surprise(logistic(dot(&l.Result, &tx[i])), tr[i])
		st.Baseline += surprise(mr, tr[i])
		st.Error += math.Pow(dot(&l.Points, &tx[i])-tm[i], 2)
		st.Spread += math.Pow(mm-tm[i], 2)
	}
	n := float64(len(tx))
	st.LogLoss, st.Baseline = st.LogLoss/n, st.Baseline/n
	st.Error, st.Spread = math.Sqrt(st.Error/n), math.Sqrt(st.Spread/n)
	return l, st
}

func mean(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s / float64(len(x))
}

func surprise(p, y float64) float64 {
	p = min(max(p, 1e-6), 1-1e-6)
	return -y*math.Log(p) - (1-y)*math.Log(1-p)
}

// Trial is one step of [Tune]: what was tried and what came of it.
type Trial struct {
	Round   int            `json:"round"`
	Side    int            `json:"side"`
	Changes map[string]int `json:"changes"`
	Score   float64        `json:"score"` // by how much the side does better, in results
	Error   float64        `json:"error"` // standard error, from the pairs
	Kept    bool           `json:"kept"`
}

// Tune looks for better weights of both sides of a battle by self-play. In each round it changes a few weights of one
// side at random and plays the same games with them and with the best so far, against the best of the other side; it
// keeps them if they score better by more than the error.
func Tune(b *sword.Battle, rounds, games int, seed uint64, jobs int, tell func(Trial)) [2]weights {
	best := lessonOf(b).Weights
	src := dice.New(seed)
	for round := range rounds {
		side := round % 2
		next := best
		var changes map[string]int
		next[side], changes = vary(best[side], src)
		score, err := duel(b, next, best, side, games, seed+uint64(round)<<20, jobs)
		kept := score > err
		if kept {
			best = next
		}
		tell(Trial{round, side, changes, score, err, kept})
	}
	return best
}

// vary changes three weights by a fifth to a half of themselves.
func vary(w weights, src game.Source) (weights, map[string]int) {
	changes := map[string]int{}
	v := reflect.ValueOf(&w).Elem()
	for range 3 {
		i := game.Intn(src, v.NumField())
		old := int(v.Field(i).Int())
		by := max(1, old*(20+game.Intn(src, 31))/100)
		if game.Intn(src, 2) == 0 {
			by = -by
		}
		v.Field(i).SetInt(int64(old + by))
		changes[v.Type().Field(i).Name] = old + by
	}
	return w, changes
}

// duel plays games with the weights next and with best, the dice the same, and returns by how much side does better
// with next, with the standard error.
func duel(b *sword.Battle, next, best [2]weights, side, games int, seed uint64, jobs int) (gain, err float64) {
	results := make([]float64, games)
	var at atomic.Int64
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			for i := int(at.Add(1)) - 1; i < games; i = int(at.Add(1)) - 1 {
				results[i] = selfPlay(b, next, seed+uint64(i)) - selfPlay(b, best, seed+uint64(i))
				if side == 1 {
					results[i] = -results[i]
				}
			}
		})
	}
	wg.Wait()
	gain = mean(results)
	for _, r := range results {
		err += (r - gain) * (r - gain)
	}
	return gain, math.Sqrt(err) / float64(games)
}

// selfPlay plays a game and returns its result, and a little of its margin, for side 0.
func selfPlay(b *sword.Battle, w [2]weights, seed uint64) float64 {
	s := b.Start()
	rolls := dice.New(seed)
	var p [2]*script
	var src [2]game.Source
	for side := range p {
		p[side] = &script{battle: b, judge: newMind(b, lessonOf(b), w)}
		src[side] = dice.New(seed + uint64(side+1)<<40)
	}
	for s.ToAct() != game.Nobody {
		if side := s.ToAct(); side == game.Nature {
			s.Apply(s.Roll(rolls), nil)
		} else {
			s.Apply(p[side].Choose(s, side, src[side]), nil)
		}
	}
	result, points := ending(s)
	return result + linear*points
}
