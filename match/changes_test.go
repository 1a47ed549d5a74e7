package match

import (
	"slices"
	"testing"

	"acies/game"
	"acies/game/gametest/toy"
	"acies/record"
)

// TestCountChanges counts the rows of a game with undone actions again, as loading it does.
func TestCountChanges(t *testing.T) {
	b := toy.New(toy.Options{Fault: toy.HidingLeaks}) // others do not know of odd cards
	g, err := record.New(b, record.Header{Battle: "ford"})
	if err != nil {
		t.Fatal(err)
	}
	want := record.CountChanges(b)
	var rows []Row
	for _, a := range []game.Action{
		{Verb: toy.Deal, A: 1},
		{Verb: toy.Deal, A: 1},
		{Verb: toy.Deal, A: 3},
		{Verb: toy.Deal, A: 2},
		{Verb: toy.Deal, A: 4},
		{Verb: toy.Deal, A: 4},
		{Verb: toy.March, A: 1},
		{},
		{Verb: toy.March, A: 1},
		{Verb: toy.Play, A: 1},
	} {
		var e record.Entry
		if a.Verb == 0 {
			if e, err = g.Undo(); err != nil {
				t.Fatal(err)
			}
			rows = append(rows, Row{Kind: RowUndo})
		} else {
			played, err := g.Play([]game.Action{a}, record.Rolls{Wait: true}, nil)
			if err != nil {
				t.Fatal(err)
			}
			e = played.Steps[0].Entry
			rows = append(rows, Row{Kind: RowAction, Line: string(e.Line())})
		}
		want = want.Add(&e)
	}
	got, err := countChanges(b, rows)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("found %v, error %v, want %v", got, err, want)
	}
	if got.For(0) != 9 || got.For(1) != 8 || got.For(game.Nobody) != 7 {
		t.Errorf("found %v, want 9, 8 and 7 of 10", got)
	}
	rows[7].Line, rows[7].Kind = `{"do":"march moon"}`, RowAction
	if _, err := countChanges(b, rows); err == nil {
		t.Error("a row with an unknown place is counted")
	}
}
