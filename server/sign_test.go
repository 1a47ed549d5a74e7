package server

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/record"
	"acies/table"
)

// TestSignedOnlyHere: the server signs games with shared dice that were begun here, and no others: neither records that
// somebody has made with dice of his own, nor games that one person plays with a seed that he knows.
func TestSignedOnlyHere(t *testing.T) {
	c := newClub(t)
	anna, ben := c.guest(), c.guest()
	signed := func(id string) bool {
		t.Helper()
		a := c.send(anna, "GET", "/api/games/"+id+"/record?pack=no", "")
		if a.Code != http.StatusOK || !strings.Contains(a.Body.String(), `{"end":`) {
			t.Fatalf("%d %s", a.Code, a.Body)
		}
		return strings.Contains(a.Body.String(), `{"signed":`)
	}
	here := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	c.seat(anna, ben, here)
	c.resigned(ben, here)
	if !signed(here) {
		t.Error("a game with shared dice is not signed")
	}

	// A record is made elsewhere, with the seed and the nonces that please, and names a game that is here.
	_, g, err := table.NewLibrary().New("sparta-195bc", table.Settings{Seed: dice.NewSharedSeed(), Game: here, Shares: []game.Side{0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	for side := range game.Side(2) {
		if err := g.AddNonce(side, strings.Repeat("0c", 16)); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.End(record.Resigned, 0); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := g.Write(&text); err != nil {
		t.Fatal(err)
	}
	var made struct{ ID string }
	c.into(c.send(anna, "POST", "/api/records", text.String()), http.StatusCreated, &made)
	if signed(made.ID) {
		t.Error("a record that was made elsewhere is signed")
	}

	solo := c.newGame(anna, `{"battle": "sparta-195bc", "seed": "mine"}`)
	c.into(c.send(anna, "POST", "/api/games/"+solo+"/branch", `{"n": 0}`), http.StatusCreated, &made)
	for name, id := range map[string]string{"a game with a chosen seed": solo, "a branch": made.ID} {
		var now struct{ Version int }
		c.into(c.send(anna, "GET", "/api/games/"+id, ""), http.StatusOK, &now)
		c.into(c.send(anna, "POST", "/api/games/"+id+"/resign", fmt.Sprintf(`{"version": %d, "id": "r", "side": 0}`, now.Version)), http.StatusOK, nil)
		if signed(id) {
			t.Errorf("%s is signed", name)
		}
	}
}
