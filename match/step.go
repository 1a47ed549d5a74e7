package match

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"sync"

	"acies/game"
	"acies/record"
	"acies/table"
)

// Step is one action with what came of it. Whoever puts it into words may keep them in Told, by language, since the
// last steps are told again with every moment; nothing else of a step changes.
type Step struct {
	table.Step
	Told sync.Map
}

// step carries out one action and returns it with what came of it.
func step(r *record.Game, do func(game.Sink) error) (*Step, error) {
	turn, phase := table.Moment(r.State())
	var events game.Events
	if err := do(&events); err != nil {
		return nil, err
	}
	entries := r.Entries()
	return &Step{Step: table.Step{Entry: entries[len(entries)-1], Turn: turn, Phase: phase, Events: events}}, nil
}

// roll makes the rolls that are due, if they come from a seed.
func roll(r *record.Game) ([]*Step, error) {
	var out []*Step
	for r.State().ToAct() == game.Nature {
		s, err := step(r, func(sink game.Sink) error {
			_, err := r.Roll(sink)
			return err
		})
		if errors.Is(err, record.ErrNoSeed) {
			break
		}
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// fair throws the dice of people who would rather not.
type fair struct{}

// Uint64 implements [game.Source].
func (fair) Uint64() uint64 {
	var b [8]byte
	rand.Read(b[:])
	return binary.LittleEndian.Uint64(b[:])
}

// Summary is where a game stands, for lists.
type Summary struct {
	Turn    int          `json:"turn"`
	Phase   string       `json:"phase"` // a key
	ToAct   game.Side    `json:"toAct"`
	Outcome game.Outcome `json:"outcome"`
}

func summarize(r *record.Game) Summary {
	s := r.State()
	turn, phase := table.Moment(s)
	return Summary{Turn: turn, Phase: phase, ToAct: s.ToAct(), Outcome: s.Outcome()}
}

// String returns the summary as the store keeps it.
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
	return s, err
}
