package table

import (
	"errors"

	"acies/game"
	"acies/record"
)

// start returns the battle that begins where the header says: at the set-up of the pack, or at a position of its own.
func (t *Table) start(h record.Header) (game.Battle, error) {
	if h.Position != "" {
		return nil, errors.New("the record begins from a position, which this program cannot set up")
	}
	return t.Battle, nil
}
