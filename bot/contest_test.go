package bot

import (
	"errors"
	"math"
	"testing"

	"acies/game"
	"acies/game/gametest/toy"
	"acies/record"
)

func toyGame(seed string) (*record.Game, error) {
	return record.New(toy.New(toy.Options{}), record.Header{Battle: "ford", Pack: "none", Seed: seed})
}

// TestContest plays pairs: the same dice, the sides exchanged, the score that of the first contestant.
func TestContest(t *testing.T) {
	var games []Played
	var dealt []string
	c := Contest{
		Players: [2]Contestant{{Name: "dead", program: as(t, "dead")}, random(t)}, Games: 4, Seed: "x", New: toyGame,
		Done: func(p Played, g *record.Game) error {
			games = append(games, p)
			dealt = append(dealt, g.Entries()[0].Do+g.Entries()[1].Do+g.Entries()[2].Do)
			return nil
		},
	}
	s, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		seed   string
		loser  game.Side
		winner game.Side
	}{{"x-1", 0, 1}, {"x-1", 1, 0}, {"x-2", 0, 1}, {"x-2", 1, 0}} {
		p := games[i]
		if p.Game != i+1 || p.Seed != want.seed || p.Fault == nil || p.Fault.Side != want.loser || p.Outcome.Winner != want.winner || p.Score != 0 {
			t.Errorf("game %+v, fault %+v, want %+v", p, p.Fault, want)
		}
	}
	if dealt[0] != dealt[1] || dealt[2] != dealt[3] {
		t.Errorf("the dice of pairs differ: %v", dealt)
	}
	if s.Games != 4 || s.Lost != 4 || s.Faults != [2]int{4, 0} || s.Score != 0 || s.Interval.Low != 0 || s.Interval.High < 0.3 {
		t.Errorf("standing %+v", s)
	}
}

// TestContestStops ends a contest when a result cannot be kept.
func TestContestStops(t *testing.T) {
	full := errors.New("the disk is full")
	c := Contest{
		Players: [2]Contestant{random(t), random(t)}, Games: 4, Seed: "x", New: toyGame,
		Done: func(p Played, _ *record.Game) error {
			if p.Game == 2 {
				return full
			}
			return nil
		},
	}
	if s, err := c.Run(t.Context()); !errors.Is(err, full) || s.Games != 2 {
		t.Errorf("standing %+v, error %v", s, err)
	}
}

func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		name   string
		scores []float64
		mean   float64
		n      int
	}{
		{"one game", []float64{1}, 1, 1},
		{"a pair", []float64{1, 0}, 0.5, 1},
		{"two pairs", []float64{1, 0.5, 0, 0}, 0.375, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := estimate(c.scores)
			if e.N != c.n || math.Abs(e.Mean-c.mean) > 1e-9 || !e.CI.Has(c.mean) {
				t.Errorf("%+v, want %v of %d pairs", e, c.mean, c.n)
			}
		})
	}
}
