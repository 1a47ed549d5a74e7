package luck

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/record"
)

// Study measures how good the reports of a battle are, from games between equal players. Their margins differ only by
// luck, so the variance left in the margins without luck is luck that the reports do not detect.
type Study struct {
	Games    int     `json:"games"`
	Rolls    float64 `json:"rolls"`    // per game, on average
	Seconds  float64 `json:"seconds"`  // per report, on average
	Margin   Spread  `json:"margin"`   // at the end of the games
	Luck     Spread  `json:"luck"`     // its mean should be zero
	Without  Spread  `json:"without"`  // the margin minus luck
	Variance float64 `json:"variance"` // of the margin without luck, as a share of that of the margin
	Error    float64 `json:"error"`    // as the reports state it: the root of the mean square
	Within   float64 `json:"within"`   // share of games whose margin without luck is within two stated errors of the mean
}

// Spread is the mean of a figure over games, with its standard error, and the standard deviation.
type Spread struct {
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"`
	SD    float64 `json:"sd"`
}

// Trial describes the games of a study.
type Trial struct {
	Games  int
	Seed   uint64           // of the first game; the others use the following seeds
	Player func() ai.Player // makes the players of both sides
	Done   func()           // if not nil, called after every game, by several goroutines at once
}

// Examine plays the games of a trial and reports on each.
func Examine(b game.Battle, t Trial) (*Study, error) {
	reports := make([]*Report, t.Games)
	errs := make([]error, t.Games)
	var next, spent atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < t.Games; i = int(next.Add(1)) - 1 {
				entries, err := t.play(b, t.Seed+uint64(i))
				start := time.Now()
				if err == nil {
					reports[i], err = Of(b, entries)
				}
				spent.Add(int64(time.Since(start)))
				errs[i] = err
				if t.Done != nil {
					t.Done()
				}
			}
		})
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("the game of seed %d: %w", t.Seed+uint64(i), err)
		}
	}
	s := sum(reports)
	s.Seconds = time.Duration(spent.Load()).Seconds() / float64(t.Games)
	return s, nil
}

// play plays the game of a seed.
func (t Trial) play(b game.Battle, seed uint64) ([]record.Entry, error) {
	s := b.Start()
	rolls := dice.New(seed)
	src := [2]*dice.PCG{dice.New(seed + 1<<32), dice.New(seed + 2<<32)}
	players := [2]ai.Player{t.Player(), t.Player()}
	var list []record.Entry
	for side := s.ToAct(); side != game.Nobody; side = s.ToAct() {
		e := record.Entry{N: len(list) + 1, Side: side}
		if side == game.Nature {
			e.Action = s.Roll(rolls)
		} else {
			e.Action = players[side].Choose(s, side, src[side])
		}
		e.Do = b.Format(e.Action)
		if r := s.Apply(e.Action, nil); r != nil {
			return nil, fmt.Errorf("action %d, %q: %w", e.N, e.Do, r)
		}
		list = append(list, e)
	}
	return list, nil
}

// sum computes a study from its reports.
func sum(reports []*Report) *Study {
	n := float64(len(reports))
	s := &Study{
		Games:   len(reports),
		Margin:  spread(reports, func(r *Report) float64 { return float64(r.Margin) }),
		Luck:    spread(reports, func(r *Report) float64 { return r.Luck }),
		Without: spread(reports, func(r *Report) float64 { return r.Without }),
	}
	squares := 0.0
	for _, r := range reports {
		s.Rolls += float64(len(r.Rolls)) / n
		squares += r.Error * r.Error / n
		if math.Abs(r.Without-s.Without.Mean) <= 2*r.Error {
			s.Within += 1 / n
		}
	}
	s.Error = math.Sqrt(squares)
	s.Variance = s.Without.SD * s.Without.SD / (s.Margin.SD * s.Margin.SD)
	return s
}

func spread(reports []*Report, figure func(*Report) float64) Spread {
	n := float64(len(reports))
	var s Spread
	for _, r := range reports {
		s.Mean += figure(r) / n
	}
	squares := 0.0
	for _, r := range reports {
		squares += (figure(r) - s.Mean) * (figure(r) - s.Mean)
	}
	s.SD = math.Sqrt(squares / (n - 1))
	s.Error = s.SD / math.Sqrt(n)
	return s
}
