package match

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"sync"

	"acies/clock"
	"acies/game"
	"acies/record"
)

// Step is one action with its events. Told caches its descriptions in words, by viewer and language, since the latest steps
// are part of every snapshot; nothing else of a step changes.
type Step struct {
	record.Step
	Told sync.Map
}

// newSteps returns the steps of a record as steps of a match.
func newSteps(steps []record.Step) []*Step {
	out := make([]*Step, 0, len(steps))
	for _, s := range steps {
		out = append(out, &Step{Step: s})
	}
	return out
}

// rolls returns where the rolls of a game come from: the seed, or people if the record does not hold it.
func rolls(r *record.Game) record.Rolls { return record.Rolls{Wait: r.Header().Seed == ""} }

// fair throws the dice in games with dice by hand.
type fair struct{}

// Uint64 implements [game.Source].
func (fair) Uint64() uint64 {
	var b [8]byte
	rand.Read(b[:])
	return binary.LittleEndian.Uint64(b[:])
}

// Summary is the state of a game as lists show it.
type Summary struct {
	Turn    int          `json:"turn"`
	Phase   string       `json:"phase"` // a key
	ToAct   game.Side    `json:"toAct"`
	Outcome game.Outcome `json:"outcome"`
	Changes int          `json:"changes,omitempty"` // the version as a spectator counts it, if that is not the number of its rows
	Clock   *clock.State `json:"clock,omitempty"`   // nil: there is none
	Unready bool         `json:"unready,omitempty"` // it begins when all players have added to its dice
	Rules   string       `json:"rules,omitempty"`   // the version by which it was played last, if that is newer than that of its record
	// Unplayed says of a rated game that is over that a side has not acted in it, so that it counts nothing.
	Unplayed bool `json:"unplayed,omitempty"`
}

// rulesOf returns the version of the rulebook with which a game has gone on, or an empty string if that is the one of its record. A
// node with an older version must know, since it may not play on.
func rulesOf(g *Game) string {
	s, err := ReadSummary(g.Summary)
	if err != nil {
		return "" // what needs the summary says so
	}
	return s.Rules
}

// clockOf returns the clocks of a game of some terms; nil: there are none.
func clockOf(g *Game, t *Terms) (*clock.State, error) {
	if t.Clock == nil {
		return nil, nil
	}
	s, err := ReadSummary(g.Summary)
	if err == nil && (s.Clock == nil || len(s.Clock.Left) != len(g.Seats) || len(s.Clock.Paid) != len(g.Seats)) {
		err = fmt.Errorf("found no clock for each of %d sides", len(g.Seats))
	}
	return s.Clock, err
}

func summarize(r *record.Game, c record.Changes, ticks *clock.State) Summary {
	s := r.State()
	turn, phase := record.Moment(s)
	out := Summary{Turn: turn, Phase: phase, ToAct: s.ToAct(), Outcome: r.Outcome(), Clock: ticks, Unready: !r.Ready()}
	if c != nil {
		out.Changes = c.For(game.Nobody)
	}
	return out
}

// String returns the summary as the log keeps it.
func (s Summary) String() string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings and numbers can always be encoded
	}
	return string(text)
}

// ReadSummary reads what String wrote.
func ReadSummary(text string) (Summary, error) {
	var s Summary
	err := json.Unmarshal([]byte(text), &s)
	if err == nil && s.Clock != nil {
		err = s.Clock.Check()
	}
	return s, err
}
