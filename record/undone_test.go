package record_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"acies/game"
	"acies/game/gametest/toy"
	"acies/record"
)

// playRolls plays until so many rolls were made, and returns them.
func playRolls(t *testing.T, g *record.Game, n int) (rolled []string) {
	t.Helper()
	for len(rolled) < n && g.State().ToAct() != game.Nobody {
		var err error
		if g.State().ToAct() == game.Nature {
			_, err = g.Roll(nil)
			rolled = append(rolled, g.Entries()[len(g.Entries())-1].Do)
		} else {
			err = g.Do(g.State().Legal(nil)[0], nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return rolled
}

func written(t *testing.T, g *record.Game) string {
	t.Helper()
	var b bytes.Buffer
	if err := g.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func readToy(text string) (*record.Game, error) {
	return record.Read(strings.NewReader(text), func(record.Header) (game.Battle, error) { return toy.New(toy.Options{}), nil })
}

// TestTakeBackTo: the rolls after an undo by agreement are those that would have come without it, not those that were seen; the record
// says so, is read as it was written, and cannot be changed there.
func TestTakeBackTo(t *testing.T) {
	g := shared(t, "undone")
	addNonces(t, g, 0, 1)
	same := shared(t, "undone")
	addNonces(t, same, 0, 1)
	const seen = 4
	playRolls(t, same, seen)
	at := len(same.Entries())
	playRolls(t, g, seen)
	for _, n := range []int{at - 1, 0, 2, 1} { // again and again, also past an earlier one
		if len(g.Entries()) <= n {
			playRolls(t, g, n+3)
		}
		before, rolls := len(g.Entries()), 0
		for _, e := range g.Entries()[n:] {
			if e.Side == game.Nature {
				rolls++
			}
		}
		for _, u := range g.Undone() {
			if u.After > n {
				rolls += u.Rolls
			}
		}
		gone, err := g.TakeBackTo(n, 1, 0)
		if err != nil || len(gone) != before-n || len(g.Entries()) != n {
			t.Fatalf("%d of %d are taken back: %v", len(gone), before, err)
		}
		u := g.Undone()[len(g.Undone())-1]
		if u.Undone != len(gone) || u.Rolls != rolls || u.Asked != 1 || u.Agreed != 0 || u.After != n || g.Chain() != u.Chain {
			t.Errorf("%+v after %d actions, expected %d rolls", u, n, rolls)
		}
		if err := g.CanUndo(); !errors.Is(err, record.ErrNothing) {
			t.Errorf("somebody alone can undo past an agreement: %v", err)
		}
		text := written(t, g)
		again, err := readToy(text)
		if err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		if written(t, again) != text || again.Chain() != g.Chain() || !slices.Equal(again.Undone(), g.Undone()) {
			t.Errorf("another game is read than was written:\n%s", text)
		}
		mark := g.Mark()
		here, there := playRolls(t, g, 3), playRolls(t, again, 3)
		if !slices.Equal(here, there) || written(t, g) != written(t, again) {
			t.Errorf("after it was read it rolls %q, and before %q", there, here)
		}
		g.Reset(mark)
		if written(t, g) != text {
			t.Error("a reset does not bring the undo back")
		}
	}
	rolled := playRolls(t, g, 1)
	// Of the numbers of rolls none comes again.
	if n := rollNumber(t, g, rolled[0]); n < seen {
		t.Errorf("roll %d came again", n)
	}

	text := written(t, g)
	line := ""
	for l := range strings.SplitSeq(text, "\n") {
		if record.IsUndone([]byte(l)) {
			line = l
		}
	}
	for _, change := range [][2]string{
		{line + "\n", ""},
		{line + "\n", line + "\n" + line + "\n"},
		{`"asked":1,"agreed":0`, `"asked":0,"agreed":1`},
		{`"asked":1`, `"asked":0`},
		{`"asked":1`, `"asked":-1`},
		{`{"undone":`, `{"undone":9`},
		{`"rolls":`, `"rolls":1`},
		{`"rolls":`, `"rolls":-`},
		{`"undone":`, `"x":0,"undone":`},
	} {
		if _, err := readToy(strings.Replace(text, change[0], change[1], 1)); err == nil {
			t.Errorf("%q is taken instead of %q", change[1], change[0])
		}
	}
	if _, err := g.TakeBackTo(len(g.Entries()), 0, 1); !errors.Is(err, record.ErrNothing) {
		t.Errorf("nothing is taken back: %v", err)
	}
}

// rollNumber returns the number of the last roll of a game: how many rolls were made before it, undone ones included.
func rollNumber(t *testing.T, g *record.Game, last string) (n int) {
	t.Helper()
	for _, e := range g.Entries() {
		if e.Side == game.Nature {
			n++
		}
	}
	for _, u := range g.Undone() {
		n += u.Rolls
	}
	if n--; n < 0 || g.Entries()[len(g.Entries())-1].Do != last {
		t.Fatalf("the last entry is not the roll %q", last)
	}
	return n
}

// TestVerifyUndone: a record with an undo by agreement verifies, and one of another version is frozen with it in its place.
func TestVerifyUndone(t *testing.T) {
	g := shared(t, "undone")
	addNonces(t, g, 0, 1)
	playRolls(t, g, 3)
	at := len(g.Entries()) - 1
	if _, err := g.TakeBackTo(at, 0, 1); err != nil {
		t.Fatal(err)
	}
	playRolls(t, g, 3)
	if g.State().ToAct() != game.Nobody {
		if err := g.End(record.Agreed, game.Nobody); err != nil {
			t.Fatal(err)
		}
	}
	rep, err := record.Verify(strings.NewReader(written(t, g)), func(record.Header) (game.Battle, error) { return toy.New(toy.Options{}), nil })
	if err != nil || rep.Undone != 1 || len(rep.ByHand) > 0 || len(rep.Sealed) > 0 || rep.Actions != len(g.Entries()) {
		t.Errorf("%+v, %v", rep, err)
	}
}
