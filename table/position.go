package table

import (
	"fmt"

	"acies/game"
	"acies/record"
	"acies/scenario"
)

// start returns the battle that begins where the header says: at the set-up of the pack, or at a position of its own.
func (t *Table) start(h record.Header) (game.Battle, error) {
	if h.Position == "" {
		return t.Battle, nil
	}
	p, err := scenario.ReadPosition("position", []byte(h.Position))
	if err != nil {
		return nil, err
	}
	if p.Battle != h.Battle {
		return nil, fmt.Errorf("the position is of the battle %s, not of %s", p.Battle, h.Battle)
	}
	s, err := p.Start(t.Battle)
	if err != nil {
		return nil, err
	}
	t.Battle = t.Battle.From(s)
	return t.Battle, nil
}
