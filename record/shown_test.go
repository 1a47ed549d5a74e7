package record

import (
	"bytes"
	"strings"
	"testing"

	"acies/game"
	"acies/game/gametest/toy"
)

// TestPartial writes a game in progress as each viewer may see it, and reads it back, which is refused.
func TestPartial(t *testing.T) {
	h := header("duel")
	g := newGame(t, h)
	for _, rank := range []int32{4, 1, 2, 3, 3, 2} {
		if err := g.RollByHand(game.Action{Verb: toy.Deal, A: rank}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.Do(game.Action{Verb: toy.March, A: 1}, nil); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		viewer      game.Side
		cards, says string
	}{
		{0, "4 ? 2 ? 3 ?", "as side 0 saw it"},
		{1, "? 1 ? 3 ? 2", "as side 1 saw it"},
		{game.Nobody, "? ? ? ? ? ?", "as a spectator saw it"},
	} {
		var b bytes.Buffer
		if err := WritePartial(&b, g.Header(), nil, g.Entries(), test.viewer); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		var cards []string
		for part := range strings.SplitSeq(text, `"do":"deal `) {
			cards = append(cards, part[:1])
		}
		if got := strings.Join(cards[1:], " "); got != test.cards {
			t.Errorf("viewer %d sees the cards %s, want %s", test.viewer, got, test.cards)
		}
		for _, hidden := range []string{h.Seed, `"seed":`, `"state"`, `"chain"`, `"position"`} {
			if strings.Contains(text, hidden) {
				t.Errorf("viewer %d is shown %s:\n%s", test.viewer, hidden, text)
			}
		}
		if want := `{"n":7,"side":0,"do":"march wood","mp":1,"path":["camp","wood"]}`; !strings.Contains(text, want) {
			t.Errorf("the record lacks %s:\n%s", want, text)
		}
		_, err := Read(&b, open)
		if err == nil || !strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), "partial record") {
			t.Errorf("reading it back: %v", err)
		}
	}
}

// TestChanges counts changes of which two only one side may know.
func TestChanges(t *testing.T) {
	known, hidden := Entry{shown: []Entry{{N: 1}, {N: 4}, {N: 1}}}, Entry{shown: []Entry{{}, {N: 5}, {}}}
	none := CountChanges(toy.New(toy.Options{}))
	c := none.Add(&known).Add(&hidden).Add(&hidden)
	if c.For(0) != 1 || c.For(1) != 3 || c.For(game.Nobody) != 1 || none.For(1) != 0 {
		t.Errorf("found %v, want 1, 3 and 1", c)
	}
	entries := []Entry{known, hidden, hidden}
	if got := BeforeLatest(entries, 1); got != 0 {
		t.Errorf("%d entries come before the last that each viewer knows of, want 0", got)
	}
	if got := BeforeLatest([]Entry{{N: 1}, {N: 2}, {N: 3}}, 2); got != 1 {
		t.Errorf("without secrets %d entries come before the last two, want 1", got)
	}
	if CountShown(entries, 0) != 1 || CountShown(entries, 1) != 5 || CountShown(nil, 0) != 0 {
		t.Error("hidden entries are counted")
	}
}
