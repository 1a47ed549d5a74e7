package store_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"acies/match"
	"acies/store"
	"acies/store/pgtest"
	"acies/store/storetest"
	"acies/talk"
)

var kills = flag.Int("kills", 3, "how often TestCrash kills the database")

// TestCrash kills PostgreSQL while two nodes write to their games. What a write returns must be true: if it was acknowledged, its rows are
// there, once, and otherwise nothing of it. Each writer sends again what has failed until it is acknowledged.
func TestCrash(t *testing.T) {
	server, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	address := server.Database(t)
	nodes := []*store.Store{open(t, address, store.Options{}), open(t, address, store.Options{})}
	answers := make(chan struct{}, 1000)
	over := make(chan struct{})
	writers := make([]*crashWriter, 24)
	var wg sync.WaitGroup
	for i := range writers {
		w := &crashWriter{game: fmt.Sprint("g", i), store: nodes[i%len(nodes)], answers: answers, over: over}
		writers[i] = w
		create(t, w.store, w.game)
		wg.Go(func() { w.write(t) })
	}
	for range *kills {
		for range 50 + rand.IntN(400) {
			<-answers
		}
		if err := server.Kill(); err != nil {
			t.Error(err)
		}
		if err := server.Restart(); err != nil {
			t.Error(err)
			break
		}
	}
	for range 200 { // play goes on
		<-answers
	}
	close(over)
	wg.Wait()
	rows, failed := 0, 0
	for _, w := range writers {
		w.verify(t, open(t, address, store.Options{ReadOnly: true}))
		rows, failed = rows+len(w.lines), failed+w.failed
	}
	t.Logf("%d kills, %d rows acknowledged, %d writes failed and sent again", *kills, rows, failed)
}

// crashWriter writes to one game through crashes.
type crashWriter struct {
	game    string
	store   *store.Store
	answers chan<- struct{}
	over    <-chan struct{}
	lines   []string // that were acknowledged
	said    int
	failed  int
}

func (w *crashWriter) isOver() bool {
	select {
	case <-w.over:
		return true
	default:
		return false
	}
}

func (w *crashWriter) write(t *testing.T) {
	for n := 0; !w.isOver() && !t.Failed(); n++ {
		var err error
		if n%10 == 9 { // something that looks before it writes
			_, _, err = w.store.Say(t.Context(), talk.Message{Game: w.game, Room: talk.Players, User: "u", Text: fmt.Sprint(w.said)}, fmt.Sprint(w.said), 1_000_000)
			w.said++
		} else {
			err = w.append(t, fmt.Sprint(n))
		}
		if err != nil {
			if n%10 == 9 {
				w.said--
			}
			w.failed++
			n--
			continue
		}
		select {
		case w.answers <- struct{}{}:
		case <-w.over:
		}
	}
}

// append adds two rows. If it fails, they must not be there.
func (w *crashWriter) append(t *testing.T, request string) error {
	var g match.Game
	var rows []match.Row
	for {
		var err error
		if g, rows, err = w.store.Load(t.Context(), w.game); err == nil {
			break
		}
		if errors.Is(err, match.ErrDamaged) || errors.Is(err, match.ErrNotFound) {
			t.Errorf("game %s: %v", w.game, err)
			return err
		}
		// The database is away, and reading does not wait for it.
	}
	if len(rows) != len(w.lines) {
		t.Errorf("game %s has %d rows, but %d were acknowledged", w.game, len(rows), len(w.lines))
		return nil
	}
	lines := []string{request + " action", request + " roll"}
	a := match.Append{Game: w.game, Version: g.Version, Revision: g.Revision, Rows: storetest.Actions(lines...), Summary: request, Request: request}
	_, err := w.store.Append(t.Context(), a)
	switch {
	case err == nil:
		w.lines = append(w.lines, lines...)
	case errors.Is(err, match.ErrConflict), errors.Is(err, match.ErrRepeated):
		t.Errorf("game %s, of which nobody else knows: %v", w.game, err)
	}
	return err
}

func (w *crashWriter) verify(t *testing.T, s *store.Store) {
	g, rows, err := s.Load(t.Context(), w.game)
	if err != nil {
		t.Error(err)
		return
	}
	if len(rows) != len(w.lines) {
		t.Errorf("game %s has %d rows at the end, but %d were acknowledged", w.game, len(rows), len(w.lines))
		return
	}
	for i, r := range rows {
		if r.Line != w.lines[i] {
			t.Errorf("game %s, row %d is %q, expected %q", w.game, i+1, r.Line, w.lines[i])
		}
	}
	if last := len(w.lines) - 1; last >= 0 && g.Summary+" roll" != w.lines[last] {
		t.Errorf("game %s has the summary %q after %q", w.game, g.Summary, w.lines[last])
	}
	said, err := s.Said(t.Context(), w.game, talk.Players, 0, 1_000_000)
	if err != nil || len(said) != w.said {
		t.Errorf("game %s has %d messages, but %d were acknowledged: %v", w.game, len(said), w.said, err)
	}
}
