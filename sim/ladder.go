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

// Ladder plays levels against each other in pairs of games with the same dice and the sides swapped.
type Ladder struct {
	Battles []Ground
	Levels  []string
	Pairs   int // of games, for each battle and each combination of two levels
	Seed    uint64
	Jobs    int              // pairs at a time; 0 means one per processor
	Have    map[string]bool  // keys of pairs already played, which are skipped
	Done    func(Pair) error // called after each pair, one at a time; an error stops the ladder
}

// Ground is a battle that is played in a ladder.
type Ground struct {
	ID     string
	Battle game.Battle
}

// Pair is two games between two levels with the same seed. The first level plays side 0 in the first game and side 1 in
// the second. A pair is a line of the results file of a ladder.
type Pair struct {
	Battle string     `json:"battle"`
	Levels [2]string  `json:"levels"`
	N      int        `json:"n"`
	Seed   uint64     `json:"seed"`
	Values [2]float64 `json:"values"` // of the first level in both games: 1, 0.5 or 0
	Effort [2]Effort  `json:"effort"` // of the levels, in both games
}

// Key returns a text that identifies the pair within a ladder.
func (p *Pair) Key() string {
	return fmt.Sprintf("%s %s %s %d", p.Battle, p.Levels[0], p.Levels[1], p.N)
}

// Score returns the mean result of the first level, from 0 to 1.
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

// Schedule returns the pairs to be played, without results: first one pair of every two levels at every battle, then a
// second, and so on, so that a ladder that is stopped has played about the same number of each.
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

// Run plays the pairs that are not in Have.
func (l *Ladder) Run(ctx context.Context) error {
	makers, err := l.makers()
	if err != nil {
		return err
	}
	todo := l.Schedule()
	var mu sync.Mutex
	return each(l.Jobs, len(todo), func() func(int) error {
		play := l.player(makers)
		return func(i int) error {
			p := todo[i]
			if err := play(ctx, &p); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			return l.Done(p)
		}
	})
}

// Player returns a function that plays the games of a pair and fills in its results. It uses the same memory for each pair, so it is
// not safe for concurrent use.
func (l *Ladder) Player() (func(ctx context.Context, p *Pair) error, error) {
	makers, err := l.makers()
	if err != nil {
		return nil, err
	}
	return l.player(makers), nil
}

// makers returns functions that make players, by level.
func (l *Ladder) makers() (map[string]func() ai.Player, error) {
	makers := map[string]func() ai.Player{}
	for _, level := range l.Levels {
		var err error
		if makers[level], err = Level(level); err != nil {
			return nil, err
		}
	}
	return makers, nil
}

func (l *Ladder) player(makers map[string]func() ai.Player) func(ctx context.Context, p *Pair) error {
	runners := map[string]*Runner{}
	for _, g := range l.Battles {
		runners[g.ID] = NewRunner(g.Battle)
	}
	return func(ctx context.Context, p *Pair) error { return p.play(ctx, runners[p.Battle], makers) }
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

// budget returns the time for one activation that is given in the name of a level, or 0.
func budget(level string) time.Duration {
	_, limit, _ := strings.Cut(level, ":")
	d, err := time.ParseDuration(limit)
	if err != nil {
		return 0
	}
	return d
}
