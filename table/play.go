package table

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"acies/game"
	"acies/record"
	"acies/rules/sword"
)

// Parse reads actions in notation, as a command line gives them: several words to an argument, or one word to an
// argument, in which case a verb begins a new action. A move may name its end, "move hastati-i-1 0415 UR", which is
// short for "move hastati-i-1" and "to 0415 UR".
func (t *Table) Parse(args []string) ([]game.Action, error) {
	var out []game.Action
	for _, words := range split(args) {
		if len(words) > 2 && words[0] == "move" {
			a, err := t.Battle.Parse(strings.Join(words[:2], " "))
			if err != nil {
				return nil, err
			}
			out = append(out, a)
			words = append([]string{"to"}, words[2:]...)
		}
		a, err := t.Battle.Parse(strings.Join(words, " "))
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

// split divides the words of a command line into actions.
func split(args []string) [][]string {
	verbs := sword.Verbs()
	var out [][]string
	open := false // the last action may still grow
	for _, arg := range args {
		words := strings.Fields(arg)
		switch {
		case len(words) == 0:
		case len(words) > 1:
			out, open = append(out, words), false
		case open && !slices.Contains(verbs, arg), open && ordered(out[len(out)-1], arg):
			out[len(out)-1] = append(out[len(out)-1], arg)
		default:
			out, open = append(out, words), true
		}
	}
	return out
}

// ordered reports whether a word says where in a stack the end of that move is, rather than being a choice by itself.
func ordered(action []string, word string) bool {
	return (word == "over" || word == "under") && slices.Contains([]string{"move", "to", "back", "retreat"}, action[0])
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
