package record

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"acies/game"
)

// TestBranch checks that a game can be continued from any of its moments with other dice, and what its record proves.
func TestBranch(t *testing.T) {
	g := newGame(t, header("duel"))
	walk(t, g, Rolls{})
	for n := range len(g.Entries()) + 1 {
		b, err := NewBranch(g.Battle(), g.Header(), g.Entries()[:n])
		if err != nil {
			t.Fatal(err)
		}
		if h := b.Header(); h.Seed == "" || h.Seed == g.Header().Seed || h.Commit == "" || h.Commit == g.Header().Commit {
			t.Fatalf("after %d actions: the dice of the branch are those of %+v", n, h)
		}
		if n > 0 && (b.Header().Branch.Chain != g.Entries()[n-1].Chain || b.Entries()[n-1].State != g.Entries()[n-1].State) {
			t.Errorf("after %d actions: the branch begins with %+v of %+v", n, b.Entries()[n-1], b.Header().Branch)
		}
		if err := b.CanUndo(); !errors.Is(err, ErrNothing) {
			t.Errorf("after %d actions: actions of the other game can be undone (%v)", n, err)
		}
		walk(t, b, Rolls{})
		var text bytes.Buffer
		if err := b.Write(&text); err != nil {
			t.Fatal(err)
		}
		rep, err := Verify(&text, open)
		if err != nil {
			t.Fatal(err)
		}
		if want := rollsAmong(g.Entries()[:n]); !slices.Equal(rep.Taken, want) || len(rep.Sealed)+len(rep.ByHand) != 0 {
			t.Errorf("after %d actions: the report is %+v, want the rolls %v taken over", n, rep, want)
		}
	}
}

func rollsAmong(entries []Entry) (list []int) {
	for _, e := range entries {
		if e.Side == game.Nature {
			list = append(list, e.N)
		}
	}
	return list
}

// TestBranchByHand checks that a branch of a game with dice by hand is one too.
func TestBranchByHand(t *testing.T) {
	g := newGame(t, header("duel"))
	var actions []game.Action
	for _, s := range walk(t, g, Rolls{}) {
		actions = append(actions, s.Action)
	}
	hand := newGame(t, Header{Battle: "duel", Pack: "9f2c"})
	if _, err := hand.Play(actions, Rolls{}, nil); err != nil {
		t.Fatal(err)
	}
	b, err := NewBranch(hand.Battle(), hand.Header(), hand.Entries())
	if err != nil {
		t.Fatal(err)
	}
	if h := b.Header(); h.Seed+h.Commit != "" || h.Dice != ByHand || b.State().Hash() != hand.State().Hash() {
		t.Errorf("the branch is %+v", h)
	}
}

// TestTakenElsewhere checks that only rolls of the other game can be called taken over.
func TestTakenElsewhere(t *testing.T) {
	g := newGame(t, header("duel"))
	walk(t, g, Rolls{})
	b, err := NewBranch(g.Battle(), g.Header(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for b.State().ToAct() != game.Nature {
		if err := b.Do(b.State().Legal(nil)[0], nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.add(b.State().Legal(nil)[0], Taken, nil); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := b.Write(&text); err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(&text, open); err == nil || !strings.Contains(err.Error(), "by of a roll") {
		t.Errorf("a roll that was never made passes: %v", err)
	}
}
