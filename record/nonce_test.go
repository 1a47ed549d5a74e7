package record_test

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/game/gametest/toy"
	"acies/record"
)

var nonces = []string{strings.Repeat("0a", 16), strings.Repeat("0b", 32)}

// shared returns a game with shared dice to which nobody has added anything.
func shared(t *testing.T, id string) *record.Game {
	t.Helper()
	g, err := record.New(toy.New(toy.Options{}), record.Header{
		Battle: "ford", Pack: "9f", Seed: strings.Repeat("77", 32), Dice: record.Shared, Game: id, Shares: []game.Side{0, 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// addNonces adds for both sides, in an order.
func addNonces(t *testing.T, g *record.Game, sides ...game.Side) {
	t.Helper()
	for _, side := range sides {
		if err := g.AddNonce(side, nonces[side]); err != nil {
			t.Fatal(err)
		}
	}
}

// playOut plays to the end and returns what was rolled.
func playOut(t *testing.T, g *record.Game) (rolled []string) {
	t.Helper()
	for g.State().ToAct() != game.Nobody {
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

// TestSharedDice: the rolls follow from the seed, the game and what each player has added, and nothing happens before all
// have.
func TestSharedDice(t *testing.T) {
	g := shared(t, "g1")
	for _, err := range []error{g.Do(game.Action{}, nil), g.RollByHand(game.Action{}, nil), g.CanUndo(), g.End(record.Agreed, game.Nobody)} {
		if !errors.Is(err, record.ErrNonces) {
			t.Errorf("before the players have added anything: %v", err)
		}
	}
	addNonces(t, g, 1)
	if again, err := readText(text(t, g)); err != nil || again.Ready() || len(again.Nonces()) != 1 {
		t.Errorf("half of it read again: %v", err)
	}
	for name, err := range map[string]error{
		"another one":    g.AddNonce(1, nonces[0]),
		"no such side":   g.AddNonce(2, nonces[0]),
		"too short":      g.AddNonce(0, "0a"),
		"too long":       g.AddNonce(0, strings.Repeat("0a", 65)),
		"capitals":       g.AddNonce(0, strings.Repeat("0A", 16)),
		"not in numbers": g.AddNonce(0, strings.Repeat("xy", 16)),
	} {
		if !errors.Is(err, record.ErrNonce) {
			t.Errorf("%s: %v", name, err)
		}
	}
	addNonces(t, g, 1, 0)
	if !g.Ready() || len(g.Nonces()) != 2 {
		t.Fatalf("%+v", g.Nonces())
	}
	rolled := playOut(t, g)
	if err := g.AddNonce(0, nonces[1]); !errors.Is(err, record.ErrNonce) {
		t.Errorf("a nonce after the end: %v", err)
	}
	whole := text(t, g)
	again, err := readText(whole)
	if err != nil || text(t, again) != whole {
		t.Fatalf("read again: %v", err)
	}
	// Anybody can compute the seed of the rolls from what the record says.
	key := dice.Derive(g.Header().Seed, g.Nonces()[1].Chain)
	s := toy.New(toy.Options{}).Start()
	for n := 0; s.ToAct() != game.Nobody; {
		a := s.Legal(nil)
		if s.ToAct() == game.Nature {
			thrown := "draw"
			if d := s.Dice(); d.N > 0 {
				thrown = fmt.Sprintf("%dd%d-%d", d.N, d.Low, d.High)
			}
			roll := s.Roll(dice.NewKeyed(key).For(n, thrown))
			if got := s.Battle().Format(roll); got != rolled[n] {
				t.Fatalf("roll %d is %s, expected %s", n, rolled[n], got)
			}
			n++
			s.Apply(roll, nil)
			continue
		}
		s.Apply(a[0], nil)
	}
	for name, change := range map[string]func() *record.Game{
		"another game":  func() *record.Game { g := shared(t, "g2"); addNonces(t, g, 1, 0); return g },
		"another order": func() *record.Game { g := shared(t, "g1"); addNonces(t, g, 0, 1); return g },
		"another nonce": func() *record.Game {
			g := shared(t, "g1")
			addNonces(t, g, 1)
			if err := g.AddNonce(0, strings.Repeat("0c", 16)); err != nil {
				t.Fatal(err)
			}
			return g
		},
	} {
		if slices.Equal(playOut(t, change()), rolled) {
			t.Errorf("%s: the same rolls", name)
		}
	}
	// What follows from the seed alone is something else, and does not verify.
	for name, bad := range map[string]string{
		"a nonce changed":    strings.Replace(whole, nonces[0], nonces[0][:31]+"b", 1),
		"a nonce left out":   strings.Replace(whole, string(g.Nonces()[0].Line())+"\n", "", 1),
		"nonces exchanged":   strings.Replace(whole, string(g.Nonces()[0].Line())+"\n"+string(g.Nonces()[1].Line()), string(g.Nonces()[1].Line())+"\n"+string(g.Nonces()[0].Line()), 1),
		"another game's id":  strings.Replace(whole, `"game":"g1"`, `"game":"g2"`, 1),
		"said to be by seed": strings.Replace(whole, `"dice":"shared"`, `"dice":"seed"`, 1),
	} {
		if _, err := readText(bad); err == nil {
			t.Errorf("%s: the record is accepted", name)
		}
	}
}

// TestSigned: a signature is of one game and one key, and stands at the end of a game that is over.
func TestSigned(t *testing.T) {
	key := ed25519.NewKeyFromSeed([]byte(strings.Repeat("k", ed25519.SeedSize)))
	other := ed25519.NewKeyFromSeed([]byte(strings.Repeat("o", ed25519.SeedSize)))
	running := begin(t)
	ended := begin(t)
	if err := ended.End(record.Resigned, 0); err != nil {
		t.Fatal(err)
	}
	line := func(s record.Signature) string { return string(s.Line()) + "\n" }
	good := text(t, ended) + line(record.Sign(ended.Chain(), key))
	g, err := readText(good)
	if err != nil || text(t, g) != good {
		t.Fatal(err)
	}
	rep, err := record.Verify(strings.NewReader(good), func(record.Header) (game.Battle, error) { return toy.New(toy.Options{}), nil })
	if err != nil || rep.Key != record.PublicKey(key) {
		t.Errorf("signed with %q (%v), expected %q", rep.Key, err, record.PublicKey(key))
	}
	forged := record.Sign(ended.Chain(), other)
	forged.Key = record.PublicKey(key)
	for name, bad := range map[string]string{
		"of another game": text(t, ended) + line(record.Sign(running.Chain(), key)),
		"of another key":  text(t, ended) + line(forged),
		"not at the end":  text(t, running) + line(record.Sign(running.Chain(), key)),
		"twice":           good + line(record.Sign(ended.Chain(), key)),
		"not base64":      text(t, ended) + `{"signed":"!","key":"!"}` + "\n",
	} {
		if _, err := readText(bad); err == nil {
			t.Errorf("%s: the record is accepted", name)
		}
	}
}
