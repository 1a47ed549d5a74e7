package server_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"acies/game"
	"acies/store"
	"acies/store/pgtest"
	"acies/table"
)

func TestIdempotence(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(sparta)
	body := `{"version":0,"id":"same","actions":["face velites-i-1 R","ready"]}`
	_, first, err := ask(s.http, "POST", s.URL+"/api/games/"+id+"/actions", body)
	if err != nil {
		t.Fatal(err)
	}
	s.act(id, 2, "next", "ready")
	version := s.table(id).Version
	_, again, err := ask(s.http, "POST", s.URL+"/api/games/"+id+"/actions", body)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, again) {
		t.Errorf("the same request is answered differently:\n%.500s\n%.500s", first, again)
	}
	// An id that is used again for something else is refused, whatever the version.
	for _, body := range []string{
		fmt.Sprintf(`{"version":%d,"id":"same","actions":["done"]}`, version),
		`{"version":0,"id":"same","actions":["face velites-i-1 L","ready"]}`,
		`{"version":0,"id":"same","side":0,"actions":["face velites-i-1 R","ready"]}`,
	} {
		var f fault
		s.call("POST", "/api/games/"+id+"/actions", body, http.StatusConflict, &f)
		if f.Error.Code != "reused" || f.Error.Version == nil || *f.Error.Version != version {
			t.Errorf("%s: %+v", body, f.Error)
		}
	}
	var f fault
	s.call("POST", "/api/games/"+id+"/undo", `{"version":0,"id":"same"}`, http.StatusConflict, &f)
	if f.Error.Code != "reused" {
		t.Errorf("an undo under the same id: %+v", f.Error)
	}
	if got := s.table(id).Version; got != version {
		t.Errorf("version %d after a repeated request, want %d", got, version)
	}
}

func TestUndo(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(sparta)
	before := s.table(id)
	s.act(id, 0, "a", "face velites-i-1 R", "face velites-i-2 L")
	now := s.table(id)
	if !now.CanUndo || now.UndoText == "" {
		t.Fatalf("cannot undo: %+v", now)
	}
	body := `{"version":2,"id":"u"}`
	var d doneData
	s.call("POST", "/api/games/"+id+"/undo", body, http.StatusOK, &d)
	if d.Version != 3 || !slices.Equal(d.Removed, []string{"face velites-i-2 L"}) || d.Table.N != 1 {
		t.Errorf("undo: %+v", d)
	}
	_, again, err := ask(s.http, "POST", s.URL+"/api/games/"+id+"/undo", body)
	if err != nil || !bytes.Contains(again, []byte(`"removed":["face velites-i-2 L"]`)) {
		t.Errorf("a repeated undo: %s %v", again, err)
	}
	s.call("POST", "/api/games/"+id+"/undo", `{"version":3,"id":"v"}`, http.StatusOK, &d)
	if after := s.table(id); after.N != 0 || after.Version != 4 || len(after.Choices) != len(before.Choices) {
		t.Errorf("after undoing everything: %+v", after)
	}
	// A game that has been taken back and gone on with is built from the store as it is.
	s.act(id, 4, "b", "face velites-i-1 DR")
	fresh := serveOn(t, pgtest.Data(t), store.Options{})
	_, rec, err := ask(s.http, "GET", s.URL+"/api/games/"+id+"/record", "")
	if err != nil {
		t.Fatal(err)
	}
	var made struct{ ID string }
	fresh.call("POST", "/api/records", string(rec), http.StatusCreated, &made)
	if got := fresh.table(made.ID); got.N != 1 {
		t.Errorf("the record holds %d actions, want 1", got.N)
	}
}

// TestUndoOfSeveral undoes the actions of one gesture by one request, as many of them as can be undone.
func TestUndoOfSeveral(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(sparta)
	actions := []string{"face velites-i-1 R", "face velites-i-2 L", "face hastati-i-1 R"}
	s.act(id, 0, "a", actions...)
	var d doneData
	body := `{"version":3,"id":"u","count":2}`
	s.call("POST", "/api/games/"+id+"/undo", body, http.StatusOK, &d)
	if want := []string{actions[2], actions[1]}; d.Version != 5 || d.Table.N != 1 || !slices.Equal(d.Removed, want) {
		t.Errorf("version %d, %d actions, removed %q, want 5, 1 and %q", d.Version, d.Table.N, d.Removed, want)
	}
	_, again, err := ask(s.http, "POST", s.URL+"/api/games/"+id+"/undo", body)
	if err != nil || !bytes.Contains(again, []byte(`"removed":["face hastati-i-1 R","face velites-i-2 L"]`)) {
		t.Errorf("a repeated undo: %s %v", again, err)
	}
	s.call("POST", "/api/games/"+id+"/undo", `{"version":5,"id":"v","count":9}`, http.StatusOK, &d)
	if got := s.table(id); got.N != 0 || got.Version != 6 {
		t.Errorf("%d actions at version %d after undoing everything, want 0 at 6", got.N, got.Version)
	}
}

// TestUndoOfTheOtherSide lets the side to act ask for an undo when the last action was the other side's.
func TestUndoOfTheOtherSide(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(sparta)
	s.act(id, 0, "a", "ready")
	for lang, want := range map[string]string{
		"en": "Cannot undo: the side to act has changed since the last action.",
		"fr": "Annulation impossible\u00a0: le camp qui joue a changé depuis la dernière action.",
	} {
		var x tableData
		s.call("GET", "/api/games/"+id+"?side=1&lang="+lang, "", http.StatusOK, &x)
		if x.View.ToAct != 1 || x.CanUndo || x.UndoWhy != "" { // it has done nothing, so nobody complains before it asks
			t.Errorf("side %d is to act; found %t, %q, expected no reason", x.View.ToAct, x.CanUndo, x.UndoWhy)
		}
		var f fault
		s.call("POST", "/api/games/"+id+"/undo?side=1&lang="+lang, `{"version":1,"id":"u"}`, http.StatusUnprocessableEntity, &f)
		if f.Error.Code != "no-undo" || f.Error.Message != want {
			t.Errorf("undo: %+v", f.Error)
		}
	}
}

// TestHandDice plays with dice that are typed in, and with dice that the program throws for people.
func TestHandDice(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(`{"battle":"sparta-195bc","dice":"hand"}`)
	version := 0
	for s.table(id).View.ToAct != -1 {
		x := s.table(id)
		do := x.Choices[0].Action
		for _, c := range x.Choices {
			if c.Action == "ready" || c.Action == "done" {
				do = c.Action
			}
		}
		version = s.act(id, version, fmt.Sprint(version), do).Version
	}
	if x := s.table(id); x.CanUndo || !strings.HasPrefix(x.UndoWhy, "Cannot undo: a roll") {
		t.Errorf("undo while a die is due: %t, %q", x.CanUndo, x.UndoWhy)
	}
	if x, want := s.table(id), (game.Dice{N: 2, Low: 1, High: 6}); x.Roll != want || len(x.Choices) != 0 {
		t.Errorf("the dice to be thrown: %+v, want %+v; choices %+v", x.Roll, want, x.Choices)
	}
	var d doneData
	s.call("POST", "/api/games/"+id+"/roll", fmt.Sprintf(`{"version":%d,"id":"r1","dice":[3,4]}`, version), http.StatusOK, &d)
	if len(d.Applied) != 1 || d.Applied[0].Do != "roll 7" {
		t.Errorf("roll: %+v", d)
	}
	s.call("POST", "/api/games/"+id+"/roll", fmt.Sprintf(`{"version":%d,"id":"r2"}`, d.Version), http.StatusOK, &d)
	if len(d.Applied) != 1 || !strings.HasPrefix(d.Applied[0].Do, "roll ") {
		t.Errorf("roll: %+v", d)
	}
}

// TestOpponent plays against an opponent that chooses at random, whose actions arrive one by one.
func TestOpponent(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(`{"battle":"sparta-195bc","seats":["recruit","human"],"seed":"x"}`)
	events, stop := stream(t, s.URL+"/api/games/"+id+"/events", "")
	defer stop()
	for n := 0; n < 40; {
		x := s.table(id)
		if x.Outcome != nil {
			break
		}
		if x.View.ToAct != 1 {
			if len(x.Choices) > 0 {
				t.Fatalf("choices of the opponent are offered: %+v", x.Choices)
			}
			status, data, err := ask(s.http, "POST", s.URL+"/api/games/"+id+"/actions", fmt.Sprintf(`{"version":%d,"id":"x%d","actions":["done"]}`, x.Version, n))
			if err != nil || status == http.StatusOK && x.Version == s.table(id).Version {
				t.Fatalf("playing for the opponent: %d %s %v", status, data, err)
			}
			newer(t, events, x.Version)
			continue
		}
		s.act(id, x.Version, fmt.Sprint("a", n), x.Choices[len(x.Choices)-1].Action)
		n++
	}
	both := s.create(`{"battle":"sparta-195bc","seats":["recruit","recruit"],"seed":"y"}`)
	events, stop = stream(t, s.URL+"/api/games/"+both+"/events", "")
	defer stop()
	for x := s.table(both); x.Outcome == nil; x = s.table(both) {
		newer(t, events, x.Version)
	}
	_, rec, err := ask(s.http, "GET", s.URL+"/api/games/"+both+"/record", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := table.NewLibrary().Read(bytes.NewReader(rec)); err != nil {
		t.Errorf("the record of their game: %v", err)
	}
}

// TestManyGames plays 200 games at once and verifies every record.
func TestManyGames(t *testing.T) {
	s := serve(t, store.Options{})
	lib := table.NewLibrary()
	count, actions := 200, 40
	if testing.Short() {
		count, actions = 40, 20
	}
	battles := openBattles(t, lib)
	var wg sync.WaitGroup
	for i := range count {
		wg.Go(func() {
			battle, seed := battles[i%len(battles)], fmt.Sprint("many-", i)
			id, err := create(s.http, s.URL, fmt.Sprintf(`{"battle":%q,"seed":%q}`, battle, seed))
			if err != nil {
				t.Error(err)
				return
			}
			w := newWalk(t, lib, battle, seed, uint64(i))
			version := w.rolls // a battle without a set-up begins with dice
			for n := range actions {
				if w.state.ToAct() == game.Nobody {
					break
				}
				action, rows := w.next()
				body := fmt.Sprintf(`{"version":%d,"id":"r%d","actions":[%q]}`, version, n, action)
				status, data, err := ask(s.http, "POST", s.URL+"/api/games/"+id+"/actions?table=no", body)
				if err != nil || status != http.StatusOK {
					t.Errorf("game %d: %s: %d %s %v", i, action, status, data, err)
					return
				}
				version += rows
			}
			_, rec, err := ask(s.http, "GET", s.URL+"/api/games/"+id+"/record", "")
			if err != nil {
				t.Error(err)
				return
			}
			_, r, err := lib.Read(bytes.NewReader(unseal(rec, seed)))
			if err != nil {
				t.Errorf("game %d: %v", i, err)
				return
			}
			if len(r.Entries()) != version || r.State().Hash() != w.state.Hash() {
				t.Errorf("game %d: %d actions, want %d, or another state", i, len(r.Entries()), version)
			}
		})
	}
	wg.Wait()
}
