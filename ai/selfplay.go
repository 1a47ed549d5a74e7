package ai

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"acies/dice"
	"acies/game"
	"acies/system"
)

// Work says how self-play is done. Results depend on the seed, not on the number of jobs.
type Work struct {
	Seed uint64
	Jobs int
	Done func() // called after each game, by several goroutines
}

// The seeds of games that serve different ends lie apart, so that what is found in some is checked in others.
const (
	checkSeeds   = 1 << 48
	recruitSeeds = 2 << 48
	studySeeds   = 3 << 48
)

// each calls play for the number of each game, on several goroutines, until ctx is cancelled.
func (w *Work) each(ctx context.Context, games int, play func(i int)) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(1, w.Jobs) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < games && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				play(i)
				w.Done()
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// tunable returns the rulebook of a battle if its judges can be tuned.
func tunable(b game.Battle) (system.Tunable, error) {
	if t, ok := system.Of(b).(system.Tunable); ok {
		return t, nil
	}
	return nil, fmt.Errorf("the rulebook %s has no weights to tune", b.Rulebook())
}

// tuned returns a script that uses a tuning.
func tuned(b game.Battle, x system.Tunable, t *system.Tuning, m system.Mistakes) *script {
	return &script{mistakes: m, battle: b, judge: x.Tuned(b, t)}
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

// Pair is the results of two games with the same seed and the sides exchanged, for the same player: as side 0 and as
// side 1.
type Pair [2]float64

// Score returns the mean of both results.
func (p Pair) Score() float64 { return (p[0] + p[1]) / 2 }

// Compare plays pairs of games between centurions with two tunings and returns the results of the first. Their seeds are
// those of no other work.
func Compare(ctx context.Context, b game.Battle, one, two *system.Tuning, pairs int, w Work) ([]Pair, error) {
	x, err := tunable(b)
	if err != nil {
		return nil, err
	}
	return w.meet(ctx, b, pairs, checkSeeds, func() *script { return tuned(b, x, one, system.Mistakes{}) },
		func() *script { return tuned(b, x, two, system.Mistakes{}) })
}

// meet plays pairs of games between two players and returns the results of the first.
func (w *Work) meet(ctx context.Context, b game.Battle, pairs int, seeds uint64, one, two func() *script) ([]Pair, error) {
	results := make([]Pair, pairs)
	err := w.each(ctx, 2*pairs, func(i int) {
		p := [2]*script{one(), two()}
		if i%2 == 1 {
			p[0], p[1] = p[1], p[0]
		}
		r := system.Ending(playOn(b, p, w.Seed+seeds+uint64(i/2), nil)).Result
		if i%2 == 1 {
			r = 1 - r
		}
		results[i/2][i%2] = r
	})
	return results, err
}

// The mistakes of recruits: how often is fixed, how great they are is chosen.
const (
	recruitSlip   = 2
	recruitLeast  = 25   // the smallest blur
	recruitMost   = 6400 // the greatest
	recruitRounds = 7    // of the search between them
)

// RecruitGames returns how many games [ChooseRecruit] plays with so many pairs for each blur it tries.
func RecruitGames(pairs int) int { return 2 * recruitRounds * pairs }

// ChooseRecruit sets the mistakes of the recruits of a tuning so that a centurion scores as wanted against them. It
// halves the interval of blurs, under the same dice each time, and takes the blur whose score was nearest to what is
// wanted. It returns the results for that blur.
func ChooseRecruit(ctx context.Context, b game.Battle, t *system.Tuning, want float64, pairs int, w Work) ([]Pair, error) {
	x, err := tunable(b)
	if err != nil {
		return nil, err
	}
	low, high := math.Log(recruitLeast), math.Log(recruitMost)
	var best []Pair
	nearest := math.Inf(1)
	for range recruitRounds {
		mid := (low + high) / 2
		m := system.Mistakes{Slip: recruitSlip, Blur: int(math.Round(math.Exp(mid)))}
		results, err := w.meet(ctx, b, pairs, recruitSeeds, func() *script { return tuned(b, x, t, system.Mistakes{}) },
			func() *script { return tuned(b, x, t, m) })
		if err != nil {
			return nil, err
		}
		score := 0.0
		for _, p := range results {
			score += p.Score() / float64(pairs)
		}
		if score < want {
			low = mid
		} else {
			high = mid
		}
		if d := math.Abs(score - want); d < nearest {
			nearest, best, t.Recruit = d, results, m
		}
	}
	return best, nil
}
