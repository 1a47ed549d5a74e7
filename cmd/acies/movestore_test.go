package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"acies/account"
	"acies/match"
	"acies/store"
	"acies/store/pgtest"
	"acies/store/storetest"
	"acies/table"
)

// addGames adds games and a user to a data file: games FILE NUMBER.
func addGames(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	s, err := store.Open(ts.MkAbs(args[0]), store.Options{})
	ts.Check(err)
	games := match.New(s, match.Options{Library: table.NewLibrary()})
	ctx := context.Background()
	for range n {
		_, err := games.Create(ctx, match.NewGame{
			Battle: "sparta-195bc", Seats: []match.Seat{{Kind: match.Human}, {Kind: match.Human}}, Settings: table.Settings{Seed: fmt.Sprint(n)},
		})
		ts.Check(err)
	}
	games.Close()
	ts.Check(errors.Join(s.AddUser(ctx, account.User{ID: "a", Name: "Anna"}, "anna"), s.Close()))
}

// addDamaged adds a game that cannot be replayed: damaged FILE ID.
func addDamaged(ts *testscript.TestScript, _ bool, args []string) {
	s, err := store.Open(ts.MkAbs(args[0]), store.Options{})
	ts.Check(err)
	ts.Check(s.Create(context.Background(), match.Game{ID: args[1], Header: "{}"}, storetest.Actions("nonsense"), match.Pack{}))
	ts.Check(s.Close())
}

// TestServeDatabase: two servers with one database serve the same games.
func TestServeDatabase(t *testing.T) {
	address := pgtest.Database(t)
	one, _, _ := running(t, "serve", "--store", address, "--addr", "127.0.0.1:0")
	two, _, _ := running(t, "serve", "--store", address, "--addr", "127.0.0.1:0")
	res, err := http.Post(one+"api/games", "application/json", strings.NewReader(`{"battle":"sparta-195bc","seed":"s"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusCreated && res.StatusCode != http.StatusOK {
		t.Fatalf("%s %s, %v", res.Status, body, err)
	}
	for _, url := range []string{one, two} {
		if status, list := get(t, url+"api/games"); status != http.StatusOK || !strings.Contains(list, "sparta-195bc") {
			t.Errorf("%d %s", status, list)
		}
	}
	var created struct{ ID string }
	if err := json.Unmarshal(body, &created); err != nil {
		t.Fatal(err)
	}
	if status, game := get(t, two+"api/games/"+created.ID); status != http.StatusOK {
		t.Errorf("the game at the other server: %d %s", status, game)
	}
	if status, text := get(t, one+"readyz"); status != http.StatusOK {
		t.Errorf("ready: %d %s", status, text)
	}
	for s := (statusJSON{}); len(s.Nodes) != 2; { // over the database
		if err := json.Unmarshal([]byte(askStatus(t, 2, "--store", address, "--json")), &s); err != nil {
			t.Fatal(err)
		}
	}
}
