// Package sim plays many games on all processors: at random, to measure and check the rules ([Run]); between two
// opponents, to study a battle ([Batch]); and between levels, to study the opponents ([Ladder]).
//
// The games depend on the seeds alone, not on the number of jobs. Batches and ladders are kept in results files
// ([File]), so that they can be stopped at any time and resumed.
package sim

import (
	"context"
	"fmt"
	"sync"
	"time"

	"acies/ai"
	"acies/game"
	"acies/game/gametest"
)

// Options says which random games to play.
type Options struct {
	Games int
	Seed  uint64 // of the first game; each following game has the next seed
	Jobs  int    // games at a time; 0 means one per processor
	Check bool   // check the contract of package game at every step
	Done  func() // called after each game, by several goroutines
}

// Report is the result of random games.
type Report struct {
	Games            int      `json:"games"`
	Actions          int      `json:"actions"`
	Seconds          float64  `json:"seconds"`
	GamesPerSecond   float64  `json:"gamesPerSecond"`
	ActionsPerSecond float64  `json:"actionsPerSecond"`
	Violations       int      `json:"violations"`
	First            []string `json:"firstViolations"`
	Wins             []int    `json:"wins"` // by side
	Draws            int      `json:"draws"`
}

// shown is the number of violations that a report lists.
const shown = 10

// Run plays games in which both sides choose at random.
func Run(b game.Battle, o Options) Report {
	start := time.Now()
	r := Report{First: []string{}, Wins: make([]int, b.Sides())}
	found := make([][]string, o.Games)
	var mu sync.Mutex
	// An error in a game is part of the report and does not stop the others.
	_ = each(o.Jobs, o.Games, func() func(int) error {
		p := playout{runner: NewRunner(b), check: o.Check}
		return func(i int) error {
			n, out, wrong := p.play(o.Seed + uint64(i))
			found[i] = wrong
			mu.Lock()
			r.add(n, out)
			mu.Unlock()
			if o.Done != nil {
				o.Done()
			}
			return nil
		}
	})
	for _, list := range found {
		r.Violations += len(list)
		r.First = append(r.First, list[:min(len(list), shown-len(r.First))]...)
	}
	if r.Seconds = time.Since(start).Seconds(); r.Seconds > 0 {
		r.GamesPerSecond, r.ActionsPerSecond = float64(r.Games)/r.Seconds, float64(r.Actions)/r.Seconds
	}
	return r
}

// add counts a game.
func (r *Report) add(actions int, out game.Outcome) {
	r.Games++
	r.Actions += actions
	if out.Winner >= 0 {
		r.Wins[out.Winner]++
	} else if out.Over {
		r.Draws++
	}
}

// playout plays random games one after another.
type playout struct {
	runner  *Runner
	check   bool
	players [2]random
}

// play plays the game of a seed and returns its length, its outcome and the violations found.
func (p *playout) play(seed uint64) (actions int, out game.Outcome, wrong []string) {
	if p.check {
		g := gametest.Play(p.runner.battle, seed, gametest.Options{Limits: limits})
		for _, v := range g.Violations {
			wrong = append(wrong, fmt.Sprintf("seed %d: %v", seed, v))
		}
		return g.Actions, g.Outcome, wrong
	}
	n, err := p.runner.Play(context.Background(), seed, [2]ai.Player{&p.players[0], &p.players[1]}, nil)
	if err != nil {
		wrong = append(wrong, err.Error())
	}
	return n, p.runner.State().Outcome(), wrong
}

// limits checks the limits that the rulebook sets for a state, if it sets any.
func limits(s game.State) error {
	if l, ok := s.(interface{ Limits() error }); ok {
		return l.Limits()
	}
	return nil
}
