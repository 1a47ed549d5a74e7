package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"acies/match"
)

// testRatedMark: the mark of rated games changes when one ends or goes, and at no other time.
func testRatedMark(t *testing.T, open func() match.Log) {
	l, ctx := open(), t.Context()
	mark := func() string {
		t.Helper()
		text, err := l.RatedMark(ctx)
		must(t, err)
		return text
	}
	over := match.Summary{}
	over.Outcome.Over = true
	add := func(id string, rated bool, s match.Summary) {
		must(t, l.Create(ctx, match.Game{ID: id, Header: "{}", Summary: s.String(), Rated: rated, Created: moment(1), Updated: moment(1)}, Actions("a"), match.Pack{}))
	}
	none := mark()
	add("other", false, over)
	add("played", true, match.Summary{})
	if got := mark(); got != none {
		t.Errorf("no rated game has ended, and the mark is %q after %q", got, none)
	}
	next := Next(t, l, "played", "b")
	next.Summary = match.Summary{Turn: 2}.String()
	_, err := l.Append(ctx, next)
	must(t, err)
	if got := mark(); got != none {
		t.Errorf("the game goes on, and the mark is %q after %q", got, none)
	}
	next = Next(t, l, "played", "c")
	next.Summary = over.String()
	_, err = l.Append(ctx, next)
	must(t, err)
	ended := mark()
	if ended == none {
		t.Error("a rated game has ended, and the mark is the same")
	}
	must(t, l.Rename(ctx, "played", "a name"))
	if got := mark(); got != ended {
		t.Errorf("the game has a name, and the mark is %q after %q", got, ended)
	}
	must(t, l.Delete(ctx, "played", moment(2)))
	if n, err := l.Purge(ctx, moment(100)); err != nil || n != 1 {
		t.Fatalf("%d games are removed, %v", n, err)
	}
	if got := mark(); got == ended {
		t.Error("the game is gone, and the mark is the same")
	}
}

// TourneyStore keeps tournaments as text.
type TourneyStore interface {
	AddTourney(ctx context.Context, id, data string, created time.Time) error
	ChangeTourney(ctx context.Context, id string, version int, data string, over bool) error
	Tourney(ctx context.Context, id string) (data string, version int, err error)
	Tourneys(ctx context.Context, limit int) ([]string, error)
	Unfinished(ctx context.Context) ([]string, error)
}

// RunTourneys tests an implementation of [TourneyStore]. Start is as for [Run].
func RunTourneys(t *testing.T, start func(t *testing.T) (open func() TourneyStore)) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, open func() TourneyStore)
	}{
		{"kept", testTourneyKept},
		{"listed", testTourneysListed},
		{"fence", testTourneyFence},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, start(t)) })
	}
}

func testTourneyKept(t *testing.T, open func() TourneyStore) {
	s, ctx := open(), t.Context()
	must(t, s.AddTourney(ctx, "a", `{"name":"Ö"}`, moment(1)))
	if err := s.AddTourney(ctx, "a", "{}", moment(2)); !errors.Is(err, match.ErrConflict) {
		t.Errorf("added twice: %v", err)
	}
	if err := s.ChangeTourney(ctx, "b", 1, "{}", false); !errors.Is(err, match.ErrConflict) {
		t.Errorf("changed what is not there: %v", err)
	}
	must(t, s.ChangeTourney(ctx, "a", 1, "two", false))
	for _, version := range []int{0, 1, 3} {
		if err := s.ChangeTourney(ctx, "a", version, "three", false); !errors.Is(err, match.ErrConflict) {
			t.Errorf("changed version %d, which it has not: %v", version, err)
		}
	}
	if data, version, err := open().Tourney(ctx, "a"); err != nil || data != "two" || version != 2 {
		t.Errorf("found %q of version %d (%v), expected two of version 2", data, version, err)
	}
	if _, _, err := s.Tourney(ctx, "b"); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("one that is not there: %v", err)
	}
}

func testTourneysListed(t *testing.T, open func() TourneyStore) {
	s, ctx := open(), t.Context()
	for i, id := range []string{"a", "b", "c", "d"} {
		must(t, s.AddTourney(ctx, id, "{}", moment(i+1)))
	}
	must(t, s.ChangeTourney(ctx, "d", 1, "{}", true))
	must(t, s.ChangeTourney(ctx, "b", 1, "{}", true))
	must(t, s.ChangeTourney(ctx, "b", 2, "{}", false))
	if got, err := s.Tourneys(ctx, 10); err != nil || !slices.Equal(got, []string{"c", "b", "a", "d"}) {
		t.Errorf("listed %v, %v", got, err)
	}
	if got, err := s.Tourneys(ctx, 2); err != nil || !slices.Equal(got, []string{"c", "b"}) {
		t.Errorf("listed two: %v, %v", got, err)
	}
	if got, err := s.Unfinished(ctx); err != nil || !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("unfinished: %v, %v", got, err)
	}
}

// testTourneyFence: of many who change the same version at once, in two processes, one does.
func testTourneyFence(t *testing.T, open func() TourneyStore) {
	stores, ctx := []TourneyStore{open(), open()}, t.Context()
	must(t, stores[0].AddTourney(ctx, "a", "1", moment(1)))
	for version := 1; version < 5; version++ {
		var wg sync.WaitGroup
		var changed atomic.Int32
		for i := range 8 {
			wg.Go(func() {
				switch err := stores[i%2].ChangeTourney(ctx, "a", version, fmt.Sprint(version+1), false); {
				case err == nil:
					changed.Add(1)
				case !errors.Is(err, match.ErrConflict):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		data, got, err := stores[0].Tourney(ctx, "a")
		if changed.Load() != 1 || err != nil || got != version+1 || data != fmt.Sprint(got) {
			t.Fatalf("%d have changed version %d, which is %q of version %d now (%v)", changed.Load(), version, data, got, err)
		}
	}
}
