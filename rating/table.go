package rating

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Period is the time in which a volatility takes effect once, in seconds: five days. With it an established player who stays
// away becomes provisional after about a year.
const Period = 5 * 24 * 60 * 60

// Game is a rated game that has ended. Side 0 is the attacker.
type Game struct {
	Players   [2]string // by side
	Score     float64   // of side 0: Loss, Draw or Win
	Advantage float64   // of side 0, as it was when the game was rated
	Ended     int64     // seconds since 1970
}

// Programs are the opponents that the program itself plays, by the names they have as players. Their ratings are measured in the
// laboratory and never change.
type Programs map[string]Rating

// programDeviation is the deviation of a program: its strength was measured in some hundred games, and differs from battle to
// battle.
const programDeviation = 60

// Program returns the rating of a program that scored so much against the anchor of the scale, one score per battle. The
// anchor itself has no scores, and the value of somebody who has never played.
func Program(scores ...float64) Rating {
	value := float64(StartValue)
	for _, s := range scores {
		value += Advantage(s) / float64(len(scores))
	}
	return Rating{value, programDeviation, StartVolatility}
}

// Table holds the ratings of all players of a rulebook. A Table is not safe for concurrent use.
type Table struct {
	programs Programs
	players  map[string]*entry
}

// entry is a player of a table.
type entry struct {
	rating Rating
	games  int
	last   int64 // when his last game ended
}

// NewTable returns a table without games.
func NewTable(programs Programs) *Table {
	return &Table{programs: maps.Clone(programs), players: map[string]*entry{}}
}

// Replay returns the table after some games, which must be in the order in which they ended.
func Replay(programs Programs, games []Game) (*Table, error) {
	t := NewTable(programs)
	for i, g := range games {
		if _, err := t.Add(g); err != nil {
			return nil, fmt.Errorf("rated game %d of %d: %w", i+1, len(games), err)
		}
	}
	return t, nil
}

// ErrUnrated is the error for a game that cannot be rated.
var ErrUnrated = errors.New("game cannot be rated")

// Add adds a game and returns the ratings of its players after it, by side. Both are updated from what they were before it.
// A game that ended before the last one of a player counts as if it had ended with it.
func (t *Table) Add(g Game) (after [2]Rating, err error) {
	if err := t.check(g); err != nil {
		return after, err
	}
	before := [2]Rating{t.Rating(g.Players[0], 0), t.Rating(g.Players[1], 0)}
	sign := [2]float64{1, -1}
	score := [2]float64{g.Score, 1 - g.Score}
	for side, id := range g.Players {
		after[side] = before[side]
		if _, fixed := t.programs[id]; fixed {
			continue
		}
		p := t.players[id]
		if p == nil {
			p = &entry{last: g.Ended}
			t.players[id] = p
		}
		after[side] = before[side].Update(periods(p.last, g.Ended), Result{before[1-side], sign[side] * g.Advantage, score[side]})
		p.rating, p.last = after[side], max(p.last, g.Ended)
		p.games++
	}
	return after, nil
}

// check returns why a game cannot be rated, or nil.
func (t *Table) check(g Game) error {
	_, first := t.programs[g.Players[0]]
	_, second := t.programs[g.Players[1]]
	switch {
	case g.Players[0] == "" || g.Players[1] == "":
		return fmt.Errorf("%w: a side has no player", ErrUnrated)
	case g.Players[0] == g.Players[1]:
		return fmt.Errorf("%w: %q plays both sides", ErrUnrated, g.Players[0])
	case first && second:
		return fmt.Errorf("%w: no person took part", ErrUnrated)
	case g.Score != Loss && g.Score != Draw && g.Score != Win:
		return fmt.Errorf("%w: score %v is neither a win nor a draw nor a loss", ErrUnrated, g.Score)
	case !(max(g.Advantage, -g.Advantage) <= Advantage(1)):
		return fmt.Errorf("%w: advantage %v is out of range", ErrUnrated, g.Advantage)
	}
	return nil
}

// periods returns the time from one moment to another in rating periods.
func periods(from, to int64) float64 { return float64(max(to-from, 0)) / Period }

// Rating returns the rating of a player or program at a time, in seconds since 1970. At a time before his last game it is
// the rating after that game. Somebody without games has that of [Start].
func (t *Table) Rating(id string, now int64) Rating {
	if r, ok := t.programs[id]; ok {
		return r
	}
	p := t.players[id]
	if p == nil {
		return Start()
	}
	return p.at(now)
}

// at returns the rating at a time.
func (p *entry) at(now int64) Rating { return p.rating.Update(periods(p.last, now)) }

// Standing is a line of the standings.
type Standing struct {
	Player      string `json:"player"`
	Rating      Rating `json:"rating"`
	Games       int    `json:"games"` // 0 for programs
	Program     bool   `json:"program,omitempty"`
	Provisional bool   `json:"provisional,omitempty"`
}

// Standings returns all players with games, and the programs, at a time: the highest floor first, then the higher value, then
// by name.
func (t *Table) Standings(now int64) []Standing {
	out := make([]Standing, 0, len(t.programs)+len(t.players))
	for id, r := range t.programs {
		out = append(out, Standing{Player: id, Rating: r, Program: true})
	}
	for id, p := range t.players {
		r := p.at(now)
		out = append(out, Standing{Player: id, Rating: r, Games: p.games, Provisional: r.Provisional()})
	}
	slices.SortFunc(out, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Rating.Floor(), a.Rating.Floor()), cmp.Compare(b.Rating.Value, a.Rating.Value), cmp.Compare(a.Player, b.Player))
	})
	return out
}
