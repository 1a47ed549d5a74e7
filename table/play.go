package table

import (
	"errors"

	"acies/game"
	"acies/record"
	"acies/system"
)

// Parse reads actions in notation from the arguments of a command line. The rulebook decides how arguments are joined
// into actions.
func (t *Table) Parse(args []string) ([]game.Action, error) {
	var out []game.Action
	for _, text := range system.Of(t.Battle).Actions(args) {
		a, err := t.Battle.Parse(text)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	if len(out) == 0 {
		return nil, errors.New("missing action: write a verb, such as \"done\"")
	}
	return out, nil
}

// Dice says where rolls come from. The zero value takes them from the seed.
type Dice struct {
	Given [][]int // rolls made by hand, used first: the faces of the dice of each roll
	Wait  bool    // after these, wait for the next roll instead of taking it from the seed
}

// Failure is an action that was refused; those before it were legal.
type Failure = record.Failure

// Do plays the actions and the rolls that become due during and after them, all or none, as [record.Game.Play] does.
func (t *Table) Do(actions []game.Action, d Dice, sink game.Sink) error {
	played, err := t.Game.Play(actions, record.Rolls{Thrown: d.Given, Wait: d.Wait}, nil)
	if err != nil {
		return err
	}
	for _, s := range played.Steps {
		for _, e := range s.Events {
			if sink != nil {
				sink.Event(e)
			}
		}
	}
	return nil
}
