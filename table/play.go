package table

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"acies/game"
	"acies/record"
	"acies/system"
)

// Parse reads actions in notation, as a command line gives them; how its words make actions is for the rulebook to say.
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
		return nil, errors.New("there is no action: want a verb, such as \"done\"")
	}
	return out, nil
}

// Dice says where rolls come from. The zero value takes them from the seed.
type Dice struct {
	Given []int // by hand, before any other
	Wait  bool  // when these are used up, wait for the next roll instead of taking it from the seed
}

// Do carries out the actions and the rolls that fall due on the way and after them, all or none. A roll among the
// actions is one by hand. The error is a [*Failure] if an action is at fault.
func (t *Table) Do(actions []game.Action, d Dice, sink game.Sink) error {
	var before bytes.Buffer
	if err := t.Game.Write(&before); err != nil {
		return err
	}
	err := t.do(actions, d, sink)
	if err == nil {
		return nil
	}
	g, again := record.Read(&before, func(record.Header) (game.Battle, error) { return t.Game.Battle(), nil })
	if again != nil {
		return errors.Join(err, again)
	}
	t.Game = g
	return err
}

func (t *Table) do(actions []game.Action, d Dice, sink game.Sink) error {
	for i, a := range actions {
		if t.isRoll(a) {
			if err := t.Game.RollByHand(a, sink); err != nil {
				return &Failure{N: i, Do: t.Battle.Format(a), Err: err}
			}
			continue
		}
		if err := t.rolls(&d, sink); err != nil {
			return err
		}
		if err := t.Game.Do(a, sink); err != nil {
			return &Failure{N: i, Do: t.Battle.Format(a), Err: err}
		}
	}
	if err := t.rolls(&d, sink); err != nil {
		return err
	}
	if n := len(d.Given); n > 0 {
		return fmt.Errorf("%w: %d too many", ErrDice, n)
	}
	return nil
}

// ErrDice says that dice were given that nobody has to roll.
var ErrDice = errors.New("more dice were given than are rolled")

// Failure is an action that could not be carried out; the ones before it could.
type Failure struct {
	N   int // its index
	Do  string
	Err error
}

func (f *Failure) Error() string { return fmt.Sprintf("%s: %v", f.Do, f.Err) }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

func (t *Table) isRoll(a game.Action) bool { return strings.HasPrefix(t.Battle.Format(a), "roll ") }

// rolls makes the rolls that are due.
func (t *Table) rolls(d *Dice, sink game.Sink) error {
	for t.Game.State().ToAct() == game.Nature {
		if len(d.Given) > 0 {
			a, err := t.Battle.Parse(fmt.Sprintf("roll %d", d.Given[0]))
			if err != nil {
				return err
			}
			if err := t.Game.RollByHand(a, sink); err != nil {
				return &Failure{Do: t.Battle.Format(a), Err: err}
			}
			d.Given = d.Given[1:]
			continue
		}
		if d.Wait || t.Game.Header().Dice == record.ByHand {
			return nil
		}
		if _, err := t.Game.Roll(sink); err != nil {
			return err
		}
	}
	return nil
}
