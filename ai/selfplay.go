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

	// Elsewhere plays games on other computers, calls done after each of them, and returns their ends in the same order; nil:
	// they are played here.
	Elsewhere func(ctx context.Context, b game.Battle, games []SelfPlay, done func()) ([]Played, error)
}

// SelfPlay is a game of self-play between scripts: everything besides its battle on which its course depends.
type SelfPlay struct {
	Seed     uint64
	Tunings  [2]*system.Tuning  // by side
	Mistakes [2]system.Mistakes // by side
	Study    bool               // note the moments that the judge wants to learn from; both sides have the same tuning
}

// Played is a game of self-play that has ended.
type Played struct {
	End     system.Forecast
	Moments [][]float64 // the features of each moment of a study, in order
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

// play plays games, and returns their ends in the same order.
func (w *Work) play(ctx context.Context, b game.Battle, games []SelfPlay) ([]Played, error) {
	if w.Elsewhere != nil {
		return w.Elsewhere(ctx, b, games, w.Done)
	}
	x, err := tunable(b)
	if err != nil {
		return nil, err
	}
	ends := make([]Played, len(games))
	err = w.each(ctx, len(games), func(i int) { ends[i] = games[i].play(b, x) })
	return ends, err
}

// Play plays the game.
func (g *SelfPlay) Play(b game.Battle) (Played, error) {
	x, err := tunable(b)
	if err != nil {
		return Played{}, err
	}
	return g.play(b, x), nil
}

func (g *SelfPlay) play(b game.Battle, x system.Tunable) (out Played) {
	var p [2]*script
	for side := range p {
		p[side] = tuned(b, x, g.Tunings[side], g.Mistakes[side])
	}
	var watch func(game.State, game.Source)
	if g.Study {
		observer := x.Tuned(b, g.Tunings[0])
		watch = func(s game.State, src game.Source) {
			if observer.Studies(s, src) {
				out.Moments = append(out.Moments, observer.Features(s))
			}
		}
	}
	out.End = system.Ending(playOn(b, p, g.Seed, watch))
	return out
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
	return w.meet(ctx, b, pairs, checkSeeds, opponent{tuning: one}, opponent{tuning: two})
}

// opponent is a script that plays many games.
type opponent struct {
	tuning   *system.Tuning
	mistakes system.Mistakes
}

// meet plays pairs of games between two players and returns the results of the first.
func (w *Work) meet(ctx context.Context, b game.Battle, pairs int, seeds uint64, one, two opponent) ([]Pair, error) {
	games := make([]SelfPlay, 2*pairs)
	for i := range games {
		p := [2]opponent{one, two}
		if i%2 == 1 {
			p[0], p[1] = p[1], p[0]
		}
		g := &games[i]
		g.Seed = w.Seed + seeds + uint64(i/2)
		for side := range p {
			g.Tunings[side], g.Mistakes[side] = p[side].tuning, p[side].mistakes
		}
	}
	ends, err := w.play(ctx, b, games)
	if err != nil {
		return nil, err
	}
	results := make([]Pair, pairs)
	for i := range ends {
		r := ends[i].End.Result
		if i%2 == 1 {
			r = 1 - r
		}
		results[i/2][i%2] = r
	}
	return results, nil
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
	low, high := math.Log(recruitLeast), math.Log(recruitMost)
	var best []Pair
	nearest := math.Inf(1)
	for range recruitRounds {
		mid := (low + high) / 2
		m := system.Mistakes{Slip: recruitSlip, Blur: int(math.Round(math.Exp(mid)))}
		results, err := w.meet(ctx, b, pairs, recruitSeeds, opponent{tuning: t}, opponent{t, m})
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
