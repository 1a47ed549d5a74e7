// Package sim plays many games at random, on all processors.
package sim

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"acies/dice"
	"acies/game"
	"acies/game/gametest"
)

// Options say what to play.
type Options struct {
	Games int
	Seed  uint64 // of the first game; the others have the seeds that follow
	Jobs  int    // at a time; 0 means one a processor
	Check bool   // check the contract of package game at every step
	Done  func() // called after each game, by several goroutines
}

// Report is what came of the games.
type Report struct {
	Games            int      `json:"games"`
	Actions          int      `json:"actions"`
	Seconds          float64  `json:"seconds"`
	GamesPerSecond   float64  `json:"games_per_second"`
	ActionsPerSecond float64  `json:"actions_per_second"`
	Violations       int      `json:"violations"`
	First            []string `json:"first_violations"`
	Wins             []int    `json:"wins"` // by side
	Draws            int      `json:"draws"`
}

// shown is how many violations a report spells out.
const shown = 10

// Run plays the games. What is played depends on the seeds alone, not on the number of jobs.
func Run(b game.Battle, o Options) Report {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	start := time.Now()
	parts := make([]Report, o.Jobs)
	found := make([][]string, o.Games)
	var next atomic.Int64
	var wg sync.WaitGroup
	for j := range parts {
		parts[j].Wins = make([]int, b.Sides())
		wg.Go(func() {
			p := player{battle: b, first: b.Start(), state: b.Start()}
			for i := int(next.Add(1)) - 1; i < o.Games; i = int(next.Add(1)) - 1 {
				found[i] = p.play(o, o.Seed+uint64(i), &parts[j])
				if o.Done != nil {
					o.Done()
				}
			}
		})
	}
	wg.Wait()
	return sum(parts, found, time.Since(start).Seconds())
}

// sum adds up what the jobs have done.
func sum(parts []Report, found [][]string, seconds float64) Report {
	r := Report{Seconds: seconds, First: []string{}, Wins: make([]int, len(parts[0].Wins))}
	for _, p := range parts {
		r.Games += p.Games
		r.Actions += p.Actions
		r.Draws += p.Draws
		for side, n := range p.Wins {
			r.Wins[side] += n
		}
	}
	for _, list := range found {
		r.Violations += len(list)
		r.First = append(r.First, list[:min(len(list), shown-len(r.First))]...)
	}
	if seconds > 0 {
		r.GamesPerSecond, r.ActionsPerSecond = float64(r.Games)/seconds, float64(r.Actions)/seconds
	}
	return r
}

// player plays one game after the other without allocating.
type player struct {
	battle       game.Battle
	first, state game.State
	buf          []game.Action
}

// play plays the game of a seed, adds it to the report and returns what was found wrong.
func (p *player) play(o Options, seed uint64, r *Report) []string {
	var wrong []string
	var out game.Outcome
	if o.Check {
		g := gametest.Play(p.battle, seed, gametest.Options{Limits: limits})
		r.Actions += g.Actions
		out = g.Outcome
		for _, v := range g.Violations {
			wrong = append(wrong, fmt.Sprintf("seed %d: %v", seed, v))
		}
	} else {
		n, err := p.random(seed)
		r.Actions += n
		out = p.state.Outcome()
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("seed %d: %v", seed, err))
		}
	}
	r.Games++
	if out.Winner >= 0 {
		r.Wins[out.Winner]++
	} else if out.Over {
		r.Draws++
	}
	return wrong
}

// random plays a game and returns its length.
func (p *player) random(seed uint64) (n int, err error) {
	src := dice.New(seed)
	s := p.state
	s.CopyFrom(p.first)
	for ; s.ToAct() != game.Nobody; n++ {
		var a game.Action
		if s.ToAct() == game.Nature {
			a = s.Roll(src)
		} else {
			p.buf = s.Legal(p.buf[:0])
			if len(p.buf) == 0 {
				return n, fmt.Errorf("after %d actions there is no choice", n)
			}
			a = p.buf[game.Intn(src, len(p.buf))]
		}
		if r := s.Apply(a, nil); r != nil {
			return n, fmt.Errorf("after %d actions %q, which was offered, is refused: %w", n, p.battle.Format(a), r)
		}
		if n > p.battle.Bound() {
			return n, fmt.Errorf("the game goes on after %d actions, more than its bound", n)
		}
	}
	return n, nil
}

// limits asks a state for the limits of its rulebook, if it knows any.
func limits(s game.State) error {
	if l, ok := s.(interface{ Limits() error }); ok {
		return l.Limits()
	}
	return nil
}
