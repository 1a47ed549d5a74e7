package match

import (
	"bytes"
	"slices"
	"testing"

	"acies/game"
	"acies/game/gametest/toy"
	"acies/record"
	"acies/record/recordtest"
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

// TestChangesOfOtherVersion counts the changes of games that another version of the rules has played, when the present one
// does not play all of them: nobody's count may depend on an action that the viewer may not know of.
func TestChangesOfOtherVersion(t *testing.T) {
	b := toy.New(toy.Options{Fault: toy.HidingLeaks}) // others do not know of odd cards
	g, err := record.New(b, record.Header{Battle: "ford", Dice: record.ByHand})
	if err != nil {
		t.Fatal(err)
	}
	deals := []game.Action{
		{Verb: toy.Deal, A: 1},
		{Verb: toy.Deal, A: 1},
		{Verb: toy.Deal, A: 3},
		{Verb: toy.Deal, A: 2},
		{Verb: toy.Deal, A: 4},
		{Verb: toy.Deal, A: 4},
	}
	if _, err := g.Play(deals, record.Rolls{Wait: true}, nil); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		change func([]record.Entry)
		undone bool  // whether an action of which the present rules know nothing was undone
		want   []int // by side, then of a spectator
	}{
		{"another state", func(e []record.Entry) { e[4].State = "0123456789abcdef" }, false, []int{3, 2, 1}},
		{"an unknown action", func(e []record.Entry) { e[4].Do = "deal joker" }, false, []int{3, 2, 1}},
		{"an unknown action that was undone", func([]record.Entry) {}, true, []int{5, 4, 3}},
	} {
		t.Run(test.name, func(t *testing.T) {
			h, entries := g.Header(), slices.Clone(g.Entries())
			h.Engine = "0"
			test.change(entries)
			r, err := record.Read(bytes.NewReader(recordtest.Write(h, entries)), func(record.Header) (game.Battle, error) { return b, nil })
			if err != nil {
				t.Fatal(err)
			}
			if (r.Frozen() == nil) != test.undone {
				t.Fatalf("frozen: %v", r.Frozen())
			}
			var rows []Row
			for i := range entries {
				rows = append(rows, Row{Kind: RowAction, Line: string(entries[i].Line())})
			}
			if test.undone {
				rows = append(rows, Row{Kind: RowAction, Line: `{"do":"march moon"}`}, Row{Kind: RowUndo})
			}
			got, err := changesOf(r, rows)
			if err != nil || !slices.Equal(got, test.want) {
				t.Errorf("found %v, error %v, expected %v", got, err, test.want)
			}
		})
	}
}
