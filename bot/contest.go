package bot

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"acies/game"
	"acies/record"
	"acies/sim"
)

// Contest is a number of games between two contestants. Games are played one after the other, so that a bot has the
// machine to itself while it thinks, and in pairs: the second game has the dice of the first, with the sides exchanged.
type Contest struct {
	Players [2]Contestant // the first plays side 0 in the first game of a pair
	Games   int
	Seed    string                                  // from which the seeds of the games follow
	New     func(seed string) (*record.Game, error) // begins a game
	Done    func(Played, *record.Game) error        // is called after each game
}

// Played is one game of a contest.
type Played struct {
	Game    int    `json:"game"` // counted from 1
	Seed    string `json:"seed"`
	Players [2]int `json:"players"` // the contestant of each side
	Result
	Score   float64    `json:"score"`     // of the first contestant: 1, 0.5 or 0
	Slowest [2]float64 `json:"slowestMs"` // choice of each contestant, in milliseconds
	Record  string     `json:"record,omitempty"`
}

// Standing is the score of a contest.
type Standing struct {
	Games  int     `json:"games"`
	Won    int     `json:"won"` // by the first contestant
	Drawn  int     `json:"drawn"`
	Lost   int     `json:"lost"`
	Faults [2]int  `json:"faults"` // games lost by fault, by contestant
	Score  float64 `json:"score"`  // of the first contestant, from 0 to 1
	// Interval contains the true score with a probability of 95%.
	Interval sim.Interval `json:"interval"`
}

// Run plays the games and verifies the record of each. If it is stopped, the standing is that of the games played so
// far.
func (c *Contest) Run(ctx context.Context) (Standing, error) {
	var s Standing
	scores := make([]float64, 0, c.Games)
	for i := range c.Games {
		p, g, err := c.play(ctx, i)
		if err != nil {
			return s, fmt.Errorf("game %d: %w", i+1, err)
		}
		scores = append(scores, p.Score)
		s.add(p)
		e := estimate(scores)
		s.Score, s.Interval = e.Mean, e.CI
		if err := c.Done(p, g); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (c *Contest) play(ctx context.Context, i int) (Played, *record.Game, error) {
	p := Played{Game: i + 1, Seed: fmt.Sprintf("%s-%d", c.Seed, i/2+1), Players: [2]int{i % 2, 1 - i%2}}
	g, err := c.New(p.Seed)
	if err != nil {
		return p, nil, err
	}
	p.Result, err = Play(ctx, g, [2]Contestant{c.Players[p.Players[0]], c.Players[p.Players[1]]})
	if err != nil {
		return p, nil, err
	}
	switch first := game.Side(i % 2); p.Outcome.Winner {
	case game.Nobody:
		p.Score = 0.5
	case first:
		p.Score = 1
	}
	for side, who := range p.Players {
		p.Slowest[who] = float64(p.Result.Slowest[side].Round(100*time.Microsecond)) / float64(time.Millisecond)
	}
	return p, g, verify(g)
}

// verify writes the record of a game and verifies it as a stranger would.
func verify(g *record.Game) error {
	var b bytes.Buffer
	if err := g.Write(&b); err != nil {
		return err
	}
	_, err := record.Verify(&b, func(record.Header) (game.Battle, error) { return g.Battle(), nil })
	return err
}

func (s *Standing) add(p Played) {
	s.Games++
	switch p.Score {
	case 1:
		s.Won++
	case 0:
		s.Lost++
	default:
		s.Drawn++
	}
	if p.Fault != nil {
		s.Faults[p.Players[p.Fault.Side]]++
	}
}

// estimate returns the score with its interval, from the scores of games played in pairs. The two games of a pair share
// their dice, so a pair is one observation.
func estimate(scores []float64) sim.Estimate {
	var pairs []float64
	for pair := range slices.Chunk(scores, 2) {
		sum := 0.0
		for _, x := range pair {
			sum += x
		}
		pairs = append(pairs, sum/float64(len(pair)))
	}
	return sim.Score(pairs)
}
