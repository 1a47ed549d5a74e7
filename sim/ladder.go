package sim

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"acies/ai"
	"acies/game"
)

// Ladder lets levels play each other in pairs of games: the same dice, the sides exchanged.
type Ladder struct {
	Battles []Ground
	Levels  []string
	Pairs   int // of games, for each battle and each two levels
	Seed    uint64
	Jobs    int              // pairs at a time; 0 means one a processor
	Have    map[string]bool  // keys of pairs that have been played before and are left out
	Done    func(Pair) error // called after each pair, one at a time; an error stops the ladder
}

// Ground is a battle on which a ladder stands.
type Ground struct {
	ID     string
	Battle game.Battle
}

// Pair is two games between two levels under one seed; in the first the first level attacks, in the second the other. It
// is a line of the results file of a ladder.
type Pair struct {
	Battle string     `json:"battle"`
	Levels [2]string  `json:"levels"`
	N      int        `json:"n"`
	Seed   uint64     `json:"seed"`
	Values [2]float64 `json:"values"` // of the first level in both games: 1, 0.5 or 0
	Effort [2]Effort  `json:"effort"` // of the levels, in both games
}

// Key tells pairs apart.
func (p *Pair) Key() string {
	return fmt.Sprintf("%s %s %s %d", p.Battle, p.Levels[0], p.Levels[1], p.N)
}

// Score is what the first level made of the pair, from 0 to 1.
func (p *Pair) Score() float64 { return (p.Values[0] + p.Values[1]) / 2 }

// LadderHeader is the first line of the results file of a ladder. Levels and numbers of games may be added to it later.
type LadderHeader struct {
	Kind    string            `json:"acies"` // "ladder"
	Format  int               `json:"format"`
	Program string            `json:"program"`
	Rules   string            `json:"rules"`
	Packs   map[string]string `json:"packs"` // hashes by battle
	Seed    uint64            `json:"seed"`
}

// Schedule returns the pairs to be played, without results: of each two levels and each battle one pair, and so on, so
// that a ladder that is stopped has played about as much of each.
func (l *Ladder) Schedule() []Pair {
	var out []Pair
	for n := range l.Pairs {
		for _, g := range l.Battles {
			for j := range l.Levels {
				for i := range j {
					p := Pair{Battle: g.ID, Levels: [2]string{l.Levels[j], l.Levels[i]}, N: n, Seed: l.Seed + uint64(n)}
					if !l.Have[p.Key()] {
						out = append(out, p)
					}
				}
			}
		}
	}
	return out
}

// Run plays the pairs that are not there yet.
func (l *Ladder) Run(ctx context.Context) error {
	makers := map[string]func() ai.Player{}
	for _, level := range l.Levels {
		var err error
		if makers[level], err = Level(level); err != nil {
			return err
		}
	}
	todo := l.Schedule()
	var mu sync.Mutex
	return each(l.Jobs, len(todo), func() func(int) error {
		boards := map[string]*Runner{}
		for _, g := range l.Battles {
			boards[g.ID] = NewRunner(g.Battle)
		}
		return func(i int) error {
			p := todo[i]
			if err := p.play(ctx, boards[p.Battle], makers); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			return l.Done(p)
		}
	})
}

// play plays the two games.
func (p *Pair) play(ctx context.Context, runner *Runner, makers map[string]func() ai.Player) error {
	for k := range p.Values {
		var clocks [2]*clock
		var players [2]ai.Player
		for side := range players {
			who := side ^ k // which of the levels plays this side
			clocks[side] = &clock{player: makers[p.Levels[who]](), effort: &p.Effort[who], budget: budget(p.Levels[who])}
			players[side] = clocks[side]
		}
		if _, err := runner.Play(ctx, p.Seed, players, nil); err != nil {
			return fmt.Errorf("%s against %s at %s: %w", p.Levels[k], p.Levels[1-k], p.Battle, err)
		}
		for _, c := range clocks {
			c.end()
		}
		r := Result{Winner: int(runner.State().Outcome().Winner)}
		p.Values[k] = r.Value()
		if k == 1 {
			p.Values[k] = 1 - p.Values[k]
		}
	}
	return nil
}

// budget returns the time that the name of a level allows for one activation, or 0.
func budget(level string) time.Duration {
	_, limit, _ := strings.Cut(level, ":")
	d, err := time.ParseDuration(limit)
	if err != nil {
		return 0
	}
	return d
}
