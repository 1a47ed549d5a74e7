package bot

import (
	"bytes"
	"encoding/json"

	"acies/game"
	"acies/system"
)

// battleJSON is all of a battle that never changes: what all rulebooks have, and then what its own tells.
type battleJSON struct{ game.Battle }

// MarshalJSON writes both as one object.
func (b battleJSON) MarshalJSON() ([]byte, error) {
	common, err := json.Marshal(struct {
		Rulebook string `json:"rulebook"`
		Engine   string `json:"engine"` // its version
		Players  int    `json:"players"`
	}{b.Rulebook(), b.Version(), b.Sides()})
	sys := system.Of(b.Battle)
	if err != nil || sys == nil {
		return common, err
	}
	own, err := json.Marshal(sys.Describe(b.Battle))
	if err != nil || bytes.Equal(own, []byte("{}")) {
		return common, err
	}
	return append(append(common[:len(common)-1], ','), own[1:]...), nil
}

// facing returns a facing as notation writes it, or nothing.
func facing(b game.Battle, f int) string {
	if f < 0 {
		return ""
	}
	return b.FacingID(f)
}
