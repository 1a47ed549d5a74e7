package match_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"acies/game"
	"acies/match"
	"acies/store"
	"acies/store/pgtest"
	"acies/table"
)

// gated is a log whose Load can be held up.
type gated struct {
	match.Log
	gates chan gate // what the next Load passes through
}

type gate struct{ reached, open chan struct{} }

func (g *gated) Load(ctx context.Context, id string) (match.Game, []match.Row, error) {
	select {
	case x := <-g.gates:
		close(x.reached)
		<-x.open
	default:
	}
	return g.Log.Load(ctx, id)
}

// TestRepeatedRequests sends every request of a game again, when it is the last and when it is long past: it gets the
// same answer, and the game can be used while an old answer is being worked out.
func TestRepeatedRequests(t *testing.T) {
	s, err := store.Open(pgtest.Data(t), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l := &gated{Log: s, gates: make(chan gate, 1)}
	g := match.New(l, match.Options{Library: table.NewLibrary()})
	t.Cleanup(func() {
		g.Close()
		s.Close()
	})
	id := create(t, g, match.Human, match.Human)
	request := func(n int) (a match.Answer, err error) {
		err = g.With(id, func(m *match.Match) error {
			r := match.Request{Version: n, ID: fmt.Sprint(n), Side: game.Nobody}
			var err error
			switch {
			case n == 9:
				a, err = m.Do(t.Context(), r, []string{"ready", "ready"})
			case n%3 == 2:
				a, err = m.Undo(t.Context(), r, 1)
			default:
				a, err = m.Do(t.Context(), r, []string{"face " + []string{"velites-i-1", "velites-i-2", "hastati-i-1", "hastati-i-2", "hastati-ii-1", "hastati-ii-2"}[n/3*2+n%3] + " R"})
			}
			return err
		})
		return a, err
	}
	same := func(n int, want match.Answer) {
		t.Helper()
		got, err := request(n)
		if err != nil {
			t.Fatalf("request %d: %v", n, err)
		}
		if x, y := describe(got), describe(want); !reflect.DeepEqual(x, y) {
			t.Errorf("request %d is answered with\n%v\nat first it was\n%v", n, x, y)
		}
	}
	var first []match.Answer
	for n := range 10 {
		a, err := request(n)
		if err != nil {
			t.Fatal(err)
		}
		first = append(first, a)
		same(n, a)
	}
	for n, a := range first {
		same(n, a)
	}

	x := gate{make(chan struct{}), make(chan struct{})}
	l.gates <- x // only an old answer needs the log
	same(9, first[9])
	done := make(chan struct{})
	go func() {
		defer close(done)
		same(0, first[0])
	}()
	<-x.reached
	if got := snapshot(t, g, id).Version; got != first[9].Version {
		t.Errorf("version %d, want %d", got, first[9].Version)
	}
	close(x.open)
	<-done
}

// describe returns what can be compared of an answer.
func describe(a match.Answer) []any {
	out := []any{a.Version, a.State.Hash(), len(a.Entries), a.CanUndo, len(a.Last)}
	for _, s := range a.Applied {
		out = append(out, "applied", string(s.Line()), s.Turn, s.Phase, s.Events)
	}
	for _, e := range a.Removed {
		out = append(out, "removed", string(e.Line()))
	}
	return out
}

// TestReusedID checks that the id of a request cannot be used for another, not even after the program was started again.
func TestReusedID(t *testing.T) {
	path := pgtest.Data(t)
	g := open(t, path, match.Options{})
	id := create(t, g, match.Human, match.Human)
	if _, err := do(t, g, id, 0, "face velites-i-1 R"); err != nil {
		t.Fatal(err)
	}
	for _, g := range []*match.Games{g, open(t, path, match.Options{})} {
		for _, r := range []match.Request{
			{Version: 0, ID: "0", Side: 0},
			{Version: 1, ID: "0", Side: game.Nobody},
			{Version: 7, ID: "0", Side: game.Nobody},
		} {
			err := g.With(id, func(m *match.Match) error {
				_, err := m.Do(t.Context(), r, []string{"face velites-i-1 R"})
				return err
			})
			if !errors.Is(err, match.ErrReused) {
				t.Errorf("%+v: error %v", r, err)
			}
		}
		if _, err := do(t, g, id, 0, "face velites-i-2 R"); !errors.Is(err, match.ErrReused) {
			t.Errorf("another action: error %v", err)
		}
		if _, err := do(t, g, id, 0, "face velites-i-1 R"); err != nil {
			t.Errorf("the same request: %v", err)
		}
	}
}
