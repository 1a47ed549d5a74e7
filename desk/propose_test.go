package desk_test

import (
	"errors"
	"slices"
	"testing"

	"acies/desk"
	"acies/game"
	"acies/rulebook/cite"
	"acies/table"
	"acies/words"
)

// activate returns the desk of the side to act at the Plain of the Two Camps, once the Carthaginians have the initiative
// and have done the given actions.
func activate(t *testing.T, actions ...string) *desk.Desk {
	t.Helper()
	b, err := table.NewLibrary().Load("two-camps-204bc", nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := words.For("en", b.Pack, b.Battle)
	if err != nil {
		t.Fatal(err)
	}
	s := b.Battle.Start()
	for _, text := range append([]string{"name 1", "name 1", "roll 6 6", "roll 1 1"}, actions...) {
		a, err := s.Battle().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if r := s.Apply(a, nil); r != nil {
			t.Fatalf("%s: %v", text, r)
		}
	}
	return &desk.Desk{Game: &desk.Game{State: s, Human: true, UndoWhy: "undo.nothing"}, Viewer: 0, Words: w}
}

func TestPropose(t *testing.T) {
	cite.Clauses(t, "imp-D7d", "imp-D10k")
	ready, acting, moved := activate(t), activate(t, "activate C1.6"), activate(t, "activate C1.6", "sideways 3")
	find := func(ids ...string) (pieces []int) {
		for _, id := range ids {
			p, ok := ready.Words.FindPiece(id)
			if !ok {
				t.Fatalf("no unit %s", id)
			}
			pieces = append(pieces, p)
		}
		return pieces
	}
	// pulled returns the pose of a unit moved to its right and ahead.
	pulled := func(d *desk.Desk, piece int, right, ahead int32, by string) game.Pull {
		p := *d.Game.State.View(0).Pieces[piece].Pose
		if p.Heading != 720 {
			t.Fatalf("unit %d does not look south", piece)
		}
		p.X, p.Y = p.X-right, p.Y-ahead
		return game.Pull{Pose: p, By: by}
	}
	for _, row := range []struct {
		name         string
		d            *desk.Desk
		pieces       []int
		right, ahead int32
		by           string
		actions      []string
		why          string
	}{
		{"a unit that could act is taken first", ready, find("C1.5"), 0, 3000, "", []string{"activate C1.5", "forward 3"}, ""},
		{"a group", ready, find("C1.3", "C1.4"), 0, 2000, "", []string{"activate C1.3 C1.4", "forward 2"}, ""},
		{"not a group", ready, find("C1.3", "C1.5"), 0, 2000, "", []string{}, "imp-6.7l"},
		{"too far", ready, find("C1.5"), 0, 30000, "", []string{"activate C1.5", "forward 8"}, "imp-6.2a"},
		{"a unit of another Command", ready, find("C2.1"), 0, 2000, "", []string{}, "imp-2.2a"},
		{"by a handle", acting, find("C1.6"), 3000, 3000, "sideways-right", []string{"sideways 3"}, ""},
		{"by a handle that cannot go there", acting, find("C1.6"), 0, 3000, "rearward", []string{}, ""},
		{"what another does is ended first", moved, find("C1.5"), 0, 3000, "", []string{"pass", "activate C1.5", "forward 3"}, ""},
		{"another that is not of the active Command", moved, find("C2.1"), 0, 3000, "", []string{}, "imp-2.2a"},
	} {
		got, err := row.d.Propose(row.pieces, pulled(row.d, row.pieces[0], row.right, row.ahead, row.by))
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		why := ""
		if got.Why != nil && len(got.Why.Reasons) > 0 {
			why = got.Why.Reasons[0].Clause
		}
		if !slices.Equal(got.Actions, row.actions) || why != row.why {
			t.Errorf("%s: found %q hindered by %q, expected %q, %q", row.name, got.Actions, why, row.actions, row.why)
		}
		if moves := len(got.Actions) > 0; moves != (got.Odds != nil) || moves && len(got.Odds.Ends) != len(row.pieces) {
			t.Errorf("%s: odds %+v", row.name, got.Odds)
		}
	}
	ready.Viewer = 1
	if _, err := ready.Propose(find("C1.5"), game.Pull{}); !errors.Is(err, desk.ErrTurn) {
		t.Errorf("the other side: found %v, expected %v", err, desk.ErrTurn)
	}
}

// TestHandlesInWords checks that the table has the grips of a unit that acts, with a name each.
func TestHandlesInWords(t *testing.T) {
	cite.Clauses(t, "imp-6.1g")
	if got := activate(t).Table().Handles; got != nil {
		t.Errorf("before anybody acts: %v", got)
	}
	got := activate(t, "activate C1.7").Table().Handles
	if len(got) != 7 || got[0].Text != "Wheel left" || got[0].Pivot == nil || got[6].Text != "Rearward" {
		t.Errorf("found %+v", got)
	}
}
