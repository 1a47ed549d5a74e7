package sim

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"acies/ai"
	"acies/dice"
	"acies/game"
)

// Runner plays games one after another. It is not safe for concurrent use.
type Runner struct {
	battle       game.Battle
	first, state game.State
	known        game.State // shown to players: the state with unknown things drawn at random; nil if there are no secrets
}

// NewRunner returns a runner for games of a battle.
func NewRunner(b game.Battle) *Runner {
	r := &Runner{battle: b, first: b.Start(), state: b.Start()}
	if b.Secrets() {
		r.known = b.Start()
	}
	return r
}

// State returns the current state of the last game. It changes with the next game.
func (r *Runner) State() game.State { return r.state }

// own are constants that give each player a source different from that of the dice.
var own = [2]uint64{0x5bf0a8b1457a3c62, 0xd6e8feb86659fd93}

// Play plays a game to its end and returns the number of its actions. The dice depend on the seed alone: two games with
// the same seed get the same rolls in the same order, whoever the players are. Each player has its own source, which
// depends on the seed and the side. It returns an error if a player chooses an illegal action, if the game does not end
// within its bound, or if the context is done first.
func (r *Runner) Play(ctx context.Context, seed uint64, players [2]ai.Player, sink game.Sink) (int, error) {
	s := r.state
	s.CopyFrom(r.first)
	rolls := dice.New(seed)
	sources := [2]*dice.PCG{dice.New(seed ^ own[0]), dice.New(seed ^ own[1])}
	done := ctx.Done()
	for n := 0; ; n++ {
		var a game.Action
		side := s.ToAct()
		switch side {
		case game.Nobody:
			return n, nil
		case game.Nature:
			a = s.Roll(rolls)
		default:
			select {
			case <-done:
				return n, ctx.Err()
			default:
			}
			a = players[side].Choose(r.shown(side, sources[side]), side, sources[side])
		}
		if no := s.Apply(a, sink); no != nil {
			return n, fmt.Errorf("seed %d: after %d actions side %d chose %q, which is refused: %w", seed, n, side, r.battle.Format(a), no)
		}
		if n > r.battle.Bound() {
			return n, fmt.Errorf("seed %d: the game has not ended after %d actions, more than its bound", seed, n)
		}
	}
}

// shown returns the state as a side may know it.
func (r *Runner) shown(side game.Side, src game.Source) game.State {
	if r.known == nil {
		return r.state
	}
	r.known.CopyFrom(r.state)
	r.known.Resample(side, src)
	return r.known
}

// random chooses any legal action. Unlike the level of that name it reuses its buffer, so that random games measure the
// speed of the rules and not of memory allocation.
type random struct {
	buf []game.Action
}

// Choose implements [ai.Player].
func (p *random) Choose(s game.State, _ game.Side, src game.Source) game.Action {
	p.buf = s.Legal(p.buf[:0])
	if len(p.buf) == 0 {
		return game.Action{}
	}
	return p.buf[game.Intn(src, len(p.buf))]
}

// Level returns a function that makes players of a level, as [ai.Parse] does.
func Level(spec string) (func() ai.Player, error) {
	if spec == "random" {
		return func() ai.Player { return &random{} }, nil
	}
	return ai.Parse(spec)
}

// each runs the tasks 0 to n-1 on several goroutines. Each goroutine calls worker once and runs its tasks with the
// result. After the first error no more tasks are started, those running are finished, and the error is returned.
func each(jobs, n int, worker func() func(i int) error) error {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	var (
		next atomic.Int64
		stop atomic.Bool
		once sync.Once
		err  error
		wg   sync.WaitGroup
	)
	for range min(jobs, n) {
		wg.Go(func() {
			work := worker()
			for !stop.Load() {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if e := work(i); e != nil {
					once.Do(func() { err = e })
					stop.Store(true)
				}
			}
		})
	}
	wg.Wait()
	return err
}
