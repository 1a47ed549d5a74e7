package table

import (
	"fmt"

	"acies/game"
	"acies/record"
)

// Step is one action of a game with what came of it.
type Step = record.Step

// Replay plays the game again from its start and calls f for every action.
func (t *Table) Replay(f func(Step) error) error {
	return Replay(t.Game.Battle(), t.Game.Entries(), f)
}

// Replay plays the entries of a record again from the start of their battle and calls f for every one.
func Replay(b game.Battle, entries []record.Entry, f func(Step) error) error {
	s := b.Start()
	for _, e := range entries {
		turn, phase := record.Moment(s)
		var events game.Events
		if r := s.Apply(e.Action, &events); r != nil {
			return fmt.Errorf("playing action %d, %q, again: %w", e.N, e.Do, r)
		}
		if err := f(Step{Entry: e, Turn: turn, Phase: phase, Events: events}); err != nil {
			return err
		}
	}
	return nil
}

// After returns the state that the actions lead to from the present one, without carrying them out in the game.
func (t *Table) After(actions []game.Action) (game.State, error) {
	s := t.Game.State().Clone()
	for i, a := range actions {
		if r := s.Apply(a, nil); r != nil {
			return nil, &Failure{N: i, Do: t.Battle.Format(a), Err: r}
		}
	}
	return s, nil
}
