package match_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"acies/game"
	"acies/match"
	"acies/store"
	"acies/store/pgtest"
	"acies/table"
)

// spy is a log that counts how often games are loaded, and panics instead when it is told to.
type spy struct {
	match.Log
	mu     sync.Mutex
	loads  map[string]int
	panics bool
}

func (s *spy) Load(ctx context.Context, id string) (match.Game, []match.Row, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.panics {
		panic("no game can be loaded")
	}
	s.loads[id]++
	return s.Log.Load(ctx, id)
}

// openSpied returns the games in a data file and what counts how they are loaded.
func openSpied(t *testing.T, path string) (*match.Games, *spy) {
	t.Helper()
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l := &spy{Log: s, loads: map[string]int{}}
	g := match.New(l, match.Options{Library: table.NewLibrary()})
	t.Cleanup(func() {
		g.Close()
		s.Close()
	})
	return g, l
}

// changed returns a channel that is closed when a game changes.
func changed(t *testing.T, g *match.Games, id string) (ch <-chan struct{}) {
	t.Helper()
	err := g.With(id, func(m *match.Match) error {
		var err error
		_, ch, err = m.Changed()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ch
}

// TestChangesByOthers checks that who waits for a game hears of what another process does to it, and that no other game
// is built again.
func TestChangesByOthers(t *testing.T) {
	path := pgtest.Data(t)
	other := open(t, path, match.Options{})
	a, b := create(t, other, match.Human, match.Human), create(t, other, match.Human, match.Human)
	g, spy := openSpied(t, path)
	heard := changed(t, g, a)
	changed(t, g, b)
	if _, err := do(t, other, a, 0, "face velites-i-1 R"); err != nil {
		t.Fatal(err)
	}
	<-heard
	if got := snapshot(t, g, a).Version; got != 1 {
		t.Errorf("version %d, want 1", got)
	}
	if _, err := do(t, g, b, 0, "face velites-i-1 R"); err != nil {
		t.Fatal(err)
	}
	spy.mu.Lock()
	defer spy.mu.Unlock()
	if spy.loads[a] != 2 || spy.loads[b] != 1 {
		t.Errorf("loaded %d times and %d times, want 2 and 1", spy.loads[a], spy.loads[b])
	}
}

// TestPanicWhileRebuilding checks that a panic while an open game is built again leaves no lock behind.
func TestPanicWhileRebuilding(t *testing.T) {
	path := pgtest.Data(t)
	other := open(t, path, match.Options{})
	id := create(t, other, match.Human, match.Human)
	g, spy := openSpied(t, path)
	heard := changed(t, g, id)
	set := func(panics bool) {
		spy.mu.Lock()
		defer spy.mu.Unlock()
		spy.panics = panics
	}
	set(true)
	if _, err := do(t, other, id, 0, "face velites-i-1 R"); err != nil {
		t.Fatal(err)
	}
	<-heard
	for range 2 {
		_, err := do(t, g, id, 1, "face velites-i-2 R")
		if err == nil || !strings.Contains(err.Error(), "no game can be loaded") {
			t.Fatalf("error %v", err)
		}
	}
	set(false)
	if _, err := do(t, g, id, 1, "face velites-i-2 R"); err != nil {
		t.Error(err)
	}
}

// TestRows checks what a match writes: kinds, actors and times.
func TestRows(t *testing.T) {
	g, spy := openSpied(t, pgtest.Data(t))
	id, err := g.Create(t.Context(), match.NewGame{
		Battle: "sparta-195bc", Seats: []match.Seat{{Kind: match.Human, User: "u"}, {Kind: match.Human, User: "v"}},
		Settings: table.Settings{Seed: "x"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := do(t, g, id, 0, "face velites-i-1 R"); err != nil {
		t.Fatal(err)
	}
	err = g.With(id, func(m *match.Match) error {
		_, err := m.Undo(t.Context(), match.Request{Version: 1, ID: "undo", Side: game.Nobody}, 1)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := do(t, g, id, 2, "ready", "ready"); err != nil {
		t.Fatal(err)
	}
	_, rows, err := spy.Load(t.Context(), id)
	if err != nil || len(rows) < 5 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, want := range []match.Row{
		{Kind: match.RowAction, Actor: match.Actor{Side: 0, User: "u"}},
		{Kind: match.RowUndo, Actor: match.Actor{Side: 0, User: "u"}},
		{Kind: match.RowAction, Actor: match.Actor{Side: 0, User: "u"}},
		{Kind: match.RowAction, Actor: match.Actor{Side: 1, User: "v"}},
		{Kind: match.RowAction, Actor: match.Actor{Side: game.Nature}},
	} {
		r := rows[i]
		if r.Kind != want.Kind || r.Actor != want.Actor || r.At.IsZero() || (r.Line == "") != (r.Kind == match.RowUndo) {
			t.Errorf("row %d is %+v, want %+v with a time", i+1, r, want)
		}
	}
}

// TestUnknownRow checks that a row of a kind that this program does not know keeps the game from being played wrongly.
func TestUnknownRow(t *testing.T) {
	g, spy := openSpied(t, pgtest.Data(t))
	made, _, err := spy.Load(t.Context(), create(t, g, match.Human, match.Human))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []match.Row{{Kind: "offer"}, {Kind: match.RowUndo}} {
		made.ID = "with " + string(row.Kind)
		if err := spy.Create(t.Context(), made, []match.Row{row}, match.Pack{}); err != nil {
			t.Fatal(err)
		}
		err := g.With(made.ID, func(*match.Match) error { return nil })
		if _, ok := err.(*match.Unreadable); !ok || !strings.Contains(err.Error(), "row 1 of its log") {
			t.Errorf("error %v", err)
		}
	}
}
