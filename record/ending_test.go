package record_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"acies/game"
	"acies/game/gametest/toy"
	"acies/record"
)

// begin returns a game of the toy with some actions.
func begin(t *testing.T) *record.Game {
	t.Helper()
	g, err := record.New(toy.New(toy.Options{}), record.Header{Battle: "ford", Pack: "9f", Seed: "x"})
	if err != nil {
		t.Fatal(err)
	}
	for len(g.Entries()) < 6 && g.State().ToAct() != game.Nobody {
		if g.State().ToAct() == game.Nature {
			_, err = g.Roll(nil)
		} else {
			err = g.Do(g.State().Legal(nil)[0], nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func text(t *testing.T, g *record.Game) string {
	t.Helper()
	var b bytes.Buffer
	if err := g.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func readText(text string) (*record.Game, error) {
	return record.Read(strings.NewReader(text), func(record.Header) (game.Battle, error) { return toy.New(toy.Options{}), nil })
}

// TestEnding: a game that people have ended stays ended, in its record too.
func TestEnding(t *testing.T) {
	for how, winner := range map[string]game.Side{record.Resigned: 1, record.Agreed: game.Nobody} {
		g := begin(t)
		before := g.Chain()
		if err := g.End(how, winner); err != nil {
			t.Fatal(err)
		}
		if o := g.Outcome(); !o.Over || o.Winner != winner || o.Degree != how {
			t.Errorf("%s: the outcome is %+v", how, o)
		}
		if g.Chain() == before {
			t.Errorf("%s: the chain does not cover the end", how)
		}
		if err := errors.Join(g.End(how, winner), g.CanUndo()); !errors.Is(err, record.ErrEnded) {
			t.Errorf("%s: after the end: %v", how, err)
		}
		for _, err := range []error{g.Do(game.Action{}, nil), g.RollByHand(game.Action{}, nil)} {
			if !errors.Is(err, record.ErrEnded) {
				t.Errorf("%s: an action after the end: %v", how, err)
			}
		}
		if _, err := g.TakeBack(); !errors.Is(err, record.ErrEnded) {
			t.Errorf("%s: taking back after the end: %v", how, err)
		}
		again, err := readText(text(t, g))
		if err != nil || again.Outcome() != g.Outcome() || again.Chain() != g.Chain() || text(t, again) != text(t, g) {
			t.Errorf("%s: read again as %+v, %v", how, again, err)
		}
	}
}

func TestEndingFaults(t *testing.T) {
	g := begin(t)
	running := text(t, g)
	if err := g.End(record.Resigned, 1); err != nil {
		t.Fatal(err)
	}
	whole := text(t, g)
	end := strings.TrimPrefix(whole, running)
	for name, bad := range map[string]string{
		"another winner": running + strings.Replace(end, `"winner":1`, `"winner":0`, 1),
		"another way":    running + strings.Replace(end, "resigned", "agreed", 1),
		"no such way":    running + strings.Replace(end, "resigned", "forgotten", 1),
		"no such side":   running + strings.Replace(end, `"winner":1`, `"winner":7`, 1),
		"twice":          whole + end,
		"spaces":         running + strings.Replace(end, ",", ", ", 1),
		"not an object":  running + `{"end":7` + "\n",
		"earlier":        strings.Join(strings.SplitAfter(running, "\n")[:3], "") + end,
		"an action after": func() string {
			lines := strings.SplitAfter(running, "\n")
			return strings.Join(lines[:4], "") + end + strings.Join(lines[4:], "")
		}(),
	} {
		if _, err := readText(bad); err == nil {
			t.Errorf("%s: the record is accepted", name)
		}
	}
	for _, x := range []struct {
		how    string
		winner game.Side
	}{{record.Agreed, 0}, {record.Resigned, game.Nobody}, {record.Resigned, 2}, {"", 0}} {
		if err := begin(t).End(x.how, x.winner); err == nil {
			t.Errorf("a game ends %+v", x)
		}
	}
}

// TestEndUnready: a game to whose dice players have still to add can only be called off, and its record is read again so.
func TestEndUnready(t *testing.T) {
	for how, winner := range map[string]game.Side{record.Resigned: 1, record.TimedOut: 0, record.Agreed: game.Nobody} {
		if err := shared(t, "g").End(how, winner); !errors.Is(err, record.ErrNonces) {
			t.Errorf("%s: %v", how, err)
		}
	}
	for _, how := range []string{record.Abandoned, record.Deserted} {
		for _, sides := range [][]game.Side{nil, {1}} {
			g := shared(t, "g")
			addNonces(t, g, sides...)
			if err := g.End(how, game.Nobody); err != nil {
				t.Fatal(err)
			}
			again, err := readText(text(t, g))
			if err != nil || !again.Outcome().Over || again.Outcome().Degree != how {
				t.Errorf("%s after %d: %v", how, len(sides), err)
			}
			if err := g.AddNonce(0, nonces[0]); !errors.Is(err, record.ErrNonce) {
				t.Errorf("%s: somebody adds to the dice afterwards: %v", how, err)
			}
		}
	}
}

// TestTakeBack: every action can be taken back by agreement, down to the first, and the game is then as it was.
func TestTakeBack(t *testing.T) {
	g := begin(t)
	var texts []string
	for range g.Entries() {
		texts = append(texts, text(t, g))
		n := len(g.Entries())
		if e, err := g.TakeBack(); err != nil || e.N != n {
			t.Fatalf("action %d: %+v, %v", n, e, err)
		}
	}
	if _, err := g.TakeBack(); !errors.Is(err, record.ErrNothing) {
		t.Errorf("nothing is left: %v", err)
	}
	for len(g.Entries()) < len(texts) {
		if g.State().ToAct() == game.Nature {
			g.Roll(nil)
		} else if err := g.Do(g.State().Legal(nil)[0], nil); err != nil {
			t.Fatal(err)
		}
	}
	if got := text(t, g); got != texts[0] {
		t.Errorf("played again it is\n%sexpected\n%s", got, texts[0])
	}
}
