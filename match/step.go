package match

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"sync"

	"acies/game"
	"acies/record"
)

// Step is one action with what came of it. Whoever puts it into words may keep them in Told, by language, since the
// last steps are told again with every moment; nothing else of a step changes.
type Step struct {
	record.Step
	Told sync.Map
}

// newSteps returns steps as a match keeps them.
func newSteps(steps []record.Step) []*Step {
	out := make([]*Step, 0, len(steps))
	for _, s := range steps {
		out = append(out, &Step{Step: s})
	}
	return out
}

// rolls says where the rolls of a game come from: the seed, or people if the record does not hold it.
func rolls(r *record.Game) record.Rolls { return record.Rolls{Wait: r.Header().Seed == ""} }

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
	turn, phase := record.Moment(s)
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
