package record

import (
	"bytes"
	"errors"
	"testing"

	"acies/game"
)

// walk plays a game with Play, one choice at a time, and returns all steps.
func walk(t *testing.T, g *Game, r Rolls) (steps []Step) {
	t.Helper()
	first, err := g.Play(nil, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	for steps = first.Steps; g.State().ToAct() >= 0; {
		more, err := g.Play(g.State().Legal(nil)[:1], r, nil)
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, more.Steps...)
	}
	return steps
}

// TestPlay plays a game whose rolls are called by other names than "roll", from the seed and then again by hand.
func TestPlay(t *testing.T) {
	g := newGame(t, header("duel"))
	steps := walk(t, g, Rolls{})
	if !g.State().Outcome().Over || len(steps) != len(g.Entries()) {
		t.Fatalf("%d steps, %d entries, outcome %+v", len(steps), len(g.Entries()), g.State().Outcome())
	}
	var actions []game.Action
	events, rolls := 0, 0
	for i, s := range steps {
		if s.N != i+1 || s.Chain != g.Entries()[i].Chain || s.Phase == "" {
			t.Errorf("step %d is %+v", i+1, s)
		}
		actions = append(actions, s.Action)
		events += len(s.Events)
		if s.Side == game.Nature {
			rolls++
		}
	}
	if events == 0 || rolls == 0 {
		t.Errorf("%d events, %d rolls", events, rolls)
	}

	// What was played can be taken back.
	again := newGame(t, header("duel"))
	hash := again.State().Hash()
	played, err := again.Play(nil, Rolls{}, nil)
	if err != nil || len(played.Steps) == 0 {
		t.Fatalf("%d steps, %v", len(played.Steps), err)
	}
	again.Reset(played.Before)
	if again.State().Hash() != hash || len(again.Entries()) != 0 {
		t.Error("the game is not as it was")
	}

	// The whole game at once, with its rolls among the actions, is a game with dice by hand.
	hand := newGame(t, Header{Battle: "duel", Pack: "9f2c"})
	if _, err := hand.Play(actions, Rolls{}, nil); err != nil {
		t.Fatal(err)
	}
	if hand.State().Hash() != g.State().Hash() {
		t.Error("the same actions lead to another state")
	}
	for _, e := range hand.Entries() {
		if (e.Side == game.Nature) != (e.By == ByHand) {
			t.Errorf("entry %+v", e)
		}
	}
}

// TestPlayIsAllOrNone checks that what cannot be carried out as a whole changes nothing.
func TestPlayIsAllOrNone(t *testing.T) {
	var actions []game.Action
	steps, second := walk(t, newGame(t, header("duel")), Rolls{}), -1 // second: the first choice of the second side
	for _, s := range steps {
		if s.Side == 1 && second < 0 {
			second = len(actions)
		}
		if s.Side >= 0 {
			actions = append(actions, s.Action)
		}
	}
	forbidden := errors.New("forbidden")
	for _, test := range []struct {
		name    string
		header  Header
		actions []game.Action
		rolls   Rolls
		may     func(game.Side) error
		n       int // the index of the action at fault, -1: none is
		want    error
	}{
		{"an illegal choice", header("duel"), []game.Action{actions[0], steps[0].Action}, Rolls{}, nil, 1, nil},
		{"a choice that may not be made", header("duel"), actions, Rolls{}, func(s game.Side) error {
			if s == 1 {
				return forbidden
			}
			return nil
		}, second, forbidden},
		{"a choice while a roll is due", header("duel"), actions[:1], Rolls{Wait: true}, nil, 0, ErrRollDue},
		{"more dice than fall due", Header{Battle: "duel", Pack: "9f2c"}, nil, Rolls{Thrown: make([][]int, 99)}, nil, -1, nil},
		{"a panic", header("duel"), actions[:2], Rolls{}, func(s game.Side) error { panic(forbidden) }, -1, forbidden},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newGame(t, test.header)
			before, hash := written(t, g), g.State().Hash()
			played, err := func() (played Played, err error) {
				defer func() {
					if x := recover(); x != nil {
						err = x.(error)
					}
				}()
				return g.Play(test.actions, test.rolls, test.may)
			}()
			var f *Failure
			if err == nil || played.Steps != nil || test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("%d steps, error %v, want %v", len(played.Steps), err, test.want)
			}
			if errors.As(err, &f) && test.n >= 0 && f.N != test.n || test.n >= 0 && f == nil {
				t.Errorf("error %v, want a failure of the action %d", err, test.n)
			}
			if !bytes.Equal(written(t, g), before) || g.State().Hash() != hash || g.rolls != 0 {
				t.Error("the game has changed")
			}
		})
	}
}
