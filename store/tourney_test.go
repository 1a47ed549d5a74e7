package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"acies/store"
)

// TestRestoreTourneys: a backup brings tournaments back as they were, under versions that nobody has read.
func TestRestoreTourneys(t *testing.T) { onBoth(t, testRestoreTourneys) }

func testRestoreTourneys(t *testing.T, fresh func(t testing.TB) string) {
	path, copied := fresh(t), filepath.Join(t.TempDir(), "copy.db")
	s := open(t, path, store.Options{})
	change := func(id string, version int, data string) {
		t.Helper()
		if err := s.ChangeTourney(t.Context(), id, version, data, false); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.AddTourney(t.Context(), "cup", "one", time.UnixMilli(1)); err != nil {
		t.Fatal(err)
	}
	change("cup", 1, "two")
	if err := store.Backup(path, copied, false); err != nil {
		t.Fatal(err)
	}
	change("cup", 2, "three")
	if err := s.AddTourney(t.Context(), "later", "x", time.UnixMilli(2)); err != nil {
		t.Fatal(err)
	}
	if err := store.Restore(path, copied); err != nil {
		t.Fatal(err)
	}
	data, version, err := s.Tourney(t.Context(), "cup")
	if err != nil || data != "two" || version <= 3 {
		t.Errorf("found %q of version %d (%v), expected two of a new version", data, version, err)
	}
	if ids, err := s.Tourneys(t.Context(), 10); err != nil || len(ids) != 1 {
		t.Errorf("tournaments %v, %v", ids, err)
	}
}
