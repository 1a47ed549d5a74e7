package table

import (
	"fmt"

	"acies/game"
	"acies/record"
)

// Step is one action of a game with its events.
type Step = record.Step

// Replay replays the game from its start and calls f for every action.
func (t *Table) Replay(f func(Step) error) error {
	return Replay(t.Game.Battle(), t.Game.Entries(), f)
}

// Replay replays the entries of a record from the start of the battle and calls f for every entry.
func Replay(b game.Battle, entries []record.Entry, f func(Step) error) error {
	s := b.Start()
	for _, e := range entries {
		turn, phase := record.Moment(s)
		dice := s.Dice()
		var events game.Events
		if r := s.Apply(e.Action, &events); r != nil {
			return fmt.Errorf("replaying action %d, %q: %w", e.N, e.Do, r)
		}
		if err := f(Step{Entry: e, Turn: turn, Phase: phase, Dice: dice, Events: events}); err != nil {
			return err
		}
	}
	return nil
}

// After returns the state after the given actions. The game itself does not change.
func (t *Table) After(actions []game.Action) (game.State, error) {
	s := t.Game.State().Clone()
	for i, a := range actions {
		if r := s.Apply(a, nil); r != nil {
			return nil, &Failure{N: i, Do: t.Battle.Format(a), Err: r}
		}
	}
	return s, nil
}
