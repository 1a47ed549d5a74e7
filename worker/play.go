package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"acies/ai"
	"acies/game"
	"acies/sim"
	"acies/system"
)

// ladderTask is a pair of games of a ladder.
type ladderTask struct {
	Battle string    `json:"battle"`
	Levels [2]string `json:"levels"`
	N      int       `json:"n"`
	Seed   uint64    `json:"seed"`
}

// selfTasks are games of self-play. Tunings are large, and games share them.
type selfTasks struct {
	Tunings []system.Tuning `json:"tunings"`
	Games   []selfTask      `json:"games"`
}

type selfTask struct {
	Key      string             `json:"key"`
	Seed     uint64             `json:"seed"`
	Tunings  [2]int             `json:"tunings"` // by side
	Mistakes [2]system.Mistakes `json:"mistakes"`
	Study    bool               `json:"study,omitempty"`
}

// report is called with the result of each game.
type report func(key string, result any) error

// play plays the games of a chunk, one after another. Before each game it waits for its turn.
func (c *chunk) play(ctx context.Context, battles []game.Battle, turn func(context.Context) (end func(), err error), done report) error {
	each := func(play func() error) error {
		end, err := turn(ctx)
		if err != nil {
			return err
		}
		defer end()
		return play()
	}
	switch c.What.Kind {
	case simKind:
		return c.playSim(ctx, battles, each, done)
	case ladderKind:
		return c.playLadder(ctx, battles, each, done)
	case selfKind:
		return c.playSelf(battles, each, done)
	}
	return fmt.Errorf("unknown kind of run %q", c.What.Kind)
}

func (c *chunk) playSim(ctx context.Context, battles []game.Battle, each func(func() error) error, done report) error {
	var games []int
	if err := json.Unmarshal(c.Tasks, &games); err != nil {
		return err
	}
	if len(battles) != 1 || len(c.What.Sides) != 2 {
		return fmt.Errorf("%d battles and %d sides; want 1 and 2", len(battles), len(c.What.Sides))
	}
	b := sim.Batch{Battle: battles[0], Seed: c.What.Seed, Facts: c.What.Facts}
	for side, level := range c.What.Sides {
		var err error
		if b.Players[side], err = sim.Level(level); err != nil {
			return err
		}
	}
	player := b.Player()
	for _, n := range games {
		err := each(func() error {
			r, err := player(ctx, n)
			if err != nil {
				return err
			}
			return done(simKey(n), r)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func simKey(n int) string { return fmt.Sprint(n) }

func (c *chunk) playLadder(ctx context.Context, battles []game.Battle, each func(func() error) error, done report) error {
	var tasks []ladderTask
	if err := json.Unmarshal(c.Tasks, &tasks); err != nil {
		return err
	}
	var l sim.Ladder
	for i, b := range battles {
		l.Battles = append(l.Battles, sim.Ground{ID: c.What.Battles[i].Battle, Battle: b})
	}
	for i := range tasks {
		t := &tasks[i]
		l.Levels = append(l.Levels, t.Levels[:]...)
		if !slices.ContainsFunc(l.Battles, func(g sim.Ground) bool { return g.ID == t.Battle }) {
			return fmt.Errorf("a pair at %q, which is not in the ladder", t.Battle)
		}
	}
	player, err := l.Player()
	if err != nil {
		return err
	}
	for i := range tasks {
		err := each(func() error {
			t := &tasks[i]
			p := sim.Pair{Battle: t.Battle, Levels: t.Levels, N: t.N, Seed: t.Seed}
			if err := player(ctx, &p); err != nil {
				return err
			}
			return done(p.Key(), p)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *chunk) playSelf(battles []game.Battle, each func(func() error) error, done report) error {
	var tasks selfTasks
	if err := json.Unmarshal(c.Tasks, &tasks); err != nil {
		return err
	}
	if len(battles) != 1 {
		return fmt.Errorf("%d battles; want 1", len(battles))
	}
	for _, t := range tasks.Games {
		g := ai.SelfPlay{Seed: t.Seed, Mistakes: t.Mistakes, Study: t.Study}
		for side, i := range t.Tunings {
			if i < 0 || i >= len(tasks.Tunings) {
				return fmt.Errorf("tuning %d of %d", i, len(tasks.Tunings))
			}
			g.Tunings[side] = &tasks.Tunings[i]
		}
		err := each(func() error {
			end, err := g.Play(battles[0])
			if err != nil {
				return err
			}
			return done(t.Key, end)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
