package sim

import (
	"context"
	"sync"

	"acies/ai"
	"acies/game"
	"acies/system"
)

// Result is one game of a batch: a line of its results file.
type Result struct {
	N       int           `json:"n"`       // its number in the batch, from 0
	Seed    uint64        `json:"seed"`    // the seed of the batch plus N
	Winner  int           `json:"winner"`  // the side, or -1 for a draw
	Degree  string        `json:"degree"`  // a key: "decisive", "major", "minor", "draw"
	Clause  string        `json:"clause"`  // the rule that ended the game
	Points  [2]int        `json:"points"`  // victory points by side
	Actions int           `json:"actions"` // choices and rolls
	Turns   int           `json:"turns"`   // turns started; 0 where the rulebook has no turns
	Facts   *system.Facts `json:"facts,omitempty"`
}

// Value returns the result for side 0: 1 for a victory, 0.5 for a draw, 0 for a defeat.
func (r *Result) Value() float64 {
	switch r.Winner {
	case 0:
		return 1
	case 1:
		return 0
	}
	return 0.5
}

// Margin returns the victory points of side 0 minus those of side 1.
func (r *Result) Margin() int { return r.Points[0] - r.Points[1] }

// Batch is many games of one battle between the same two opponents.
type Batch struct {
	Battle  game.Battle
	Players [2]func() ai.Player // return a new player for each game, by side
	Seed    uint64              // of game 0; game n has the seed Seed+n
	Games   int
	Jobs    int                // games at a time; 0 means one per processor
	Facts   bool               // collect what the report shows beyond the result
	Have    map[int]bool       // games already played, which are skipped
	Done    func(Result) error // called after each game, one at a time; an error stops the batch
}

// Run plays the games that are not in Have. It stops at the first error of the context, of a game or of Done, and
// returns it. Unfinished games are then lost; finished ones have been passed to Done.
func (b *Batch) Run(ctx context.Context) error {
	var todo []int
	for n := range b.Games {
		if !b.Have[n] {
			todo = append(todo, n)
		}
	}
	var mu sync.Mutex
	return each(b.Jobs, len(todo), func() func(int) error {
		play := b.Player()
		return func(i int) error {
			r, err := play(ctx, todo[i])
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			return b.Done(r)
		}
	})
}

// Player returns a function that plays game n. It uses the same memory for each game, so it is not safe for concurrent use.
func (b *Batch) Player() func(ctx context.Context, n int) (Result, error) {
	runner := NewRunner(b.Battle)
	watch := b.watcher(runner)
	return func(ctx context.Context, n int) (Result, error) { return b.play(ctx, runner, watch, n) }
}

// watcher returns a collector of facts about games, or nil if none are wanted or the rulebook reports none.
func (b *Batch) watcher(runner *Runner) system.Watcher {
	if s, ok := system.Of(b.Battle).(system.Reporting); ok && b.Facts {
		return s.Watch(runner.State())
	}
	return nil
}

// play plays game n.
func (b *Batch) play(ctx context.Context, runner *Runner, watch system.Watcher, n int) (Result, error) {
	r := Result{N: n, Seed: b.Seed + uint64(n)}
	var sink game.Sink
	if watch != nil {
		watch.Begin()
		sink = watch
	}
	actions, err := runner.Play(ctx, r.Seed, [2]ai.Player{b.Players[0](), b.Players[1]()}, sink)
	if err != nil {
		return r, err
	}
	out := runner.State().Outcome()
	r.Winner, r.Degree, r.Clause, r.Points, r.Actions = max(int(out.Winner), -1), out.Degree, out.Clause, out.Points, actions
	if s, ok := runner.State().(interface{ Turn() int }); ok {
		r.Turns = s.Turn()
	}
	if watch != nil {
		r.Facts = watch.Facts(out.Points)
	}
	return r, nil
}
