package store_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"acies/account"
	"acies/store"
)

// TestEvents: events are listed the latest first, of everybody or of one user, and a restored backup adds those that are missing.
func TestEvents(t *testing.T) { onBoth(t, testEvents) }

func testEvents(t *testing.T, fresh func(t testing.TB) string) {
	path, copied := fresh(t), filepath.Join(t.TempDir(), "b.backup")
	s := open(t, path, store.Options{})
	start := time.UnixMilli(1_800_000_000_000)
	var all []account.Event
	for i, what := range []string{account.Registered, account.LoggedIn, account.LogInFailed, account.GameDeleted} {
		e := account.Event{At: start.Add(time.Duration(i) * time.Hour), Actor: "anna", What: what, Address: "192.0.2.1"}
		if what == account.LogInFailed {
			e.Actor, e.About = "", "bert"
		}
		all = append([]account.Event{e}, all...)
		if err := s.AddEvent(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	list := func(s *store.Store, since time.Time, user string, limit int) []account.Event {
		t.Helper()
		got, err := s.Events(t.Context(), since, user, limit)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for _, x := range []struct {
		since time.Time
		user  string
		limit int
		want  []account.Event
	}{
		{time.Time{}, "", 10, all},
		{time.Time{}, "", 2, all[:2]},
		{start.Add(2 * time.Hour), "", 10, all[:2]},
		{time.Time{}, "bert", 10, all[1:2]},
		{time.Time{}, "anna", 10, []account.Event{all[0], all[2], all[3]}},
		{time.Time{}, "nobody", 10, nil},
	} {
		if got := list(s, x.since, x.user, x.limit); !slices.Equal(got, x.want) {
			t.Errorf("since %v of %q: %v", x.since, x.user, got)
		}
	}
	if err := store.Backup(path, copied, false); err != nil {
		t.Fatal(err)
	}
	other := fresh(t)
	to := open(t, other, store.Options{})
	own := account.Event{At: start.Add(24 * time.Hour), What: account.Banned, Actor: "root"}
	for _, e := range []account.Event{own, all[3]} {
		if err := to.AddEvent(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Restore(other, copied); err != nil {
		t.Fatal(err)
	}
	if got := list(to, time.Time{}, "", 10); !slices.Equal(got, append([]account.Event{own}, all...)) {
		t.Errorf("after a restore: %v", got)
	}
}
