package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"acies/account"
	"acies/store"
)

// FuzzRestore damages a backup anywhere and restores it. It is refused, and the data stay as they were; or its games are in
// their place, each of which can be read or is known to be damaged.
func FuzzRestore(f *testing.F) {
	dir := f.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	fill := func(name string, games ...string) {
		s := open(f, path(name), store.Options{})
		for _, id := range games {
			create(f, s, id, "first", "second")
			add(f, s, id, "third")
		}
		if err := s.AddUser(f.Context(), account.User{ID: "u-" + name, Name: name}, name); err != nil {
			f.Fatal(err)
		}
		if err := s.Close(); err != nil {
			f.Fatal(err)
		}
	}
	fill("source", "g", "h")
	fill("present", "g", "mine")
	for from, to := range map[string]string{"source": "backup", "present": "kept"} {
		if err := store.Backup(path(from), path(to), false); err != nil {
			f.Fatal(err)
		}
	}
	read := func(name string) []byte {
		data, err := os.ReadFile(path(name))
		if err != nil {
			f.Fatal(err)
		}
		return data
	}
	backup, kept := read("backup"), read("kept")
	f.Fuzz(func(t *testing.T, at, cut uint32, put []byte) {
		from := int(at) % (len(backup) + 1)
		to := min(from+int(cut), len(backup))
		dir := t.TempDir()
		data, damaged := filepath.Join(dir, "data"), filepath.Join(dir, "damaged")
		for name, content := range map[string][]byte{data: kept, damaged: bytes.Join([][]byte{backup[:from], put, backup[to:]}, nil)} {
			if err := os.WriteFile(name, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		failed := store.Restore(data, damaged)
		s, err := store.Open(data, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if failed != nil {
			if !strings.Contains(failed.Error(), damaged) {
				t.Errorf("the error does not name the backup: %v", failed)
			}
			if got := lines(t, s, "mine"); got != "first second third" {
				t.Errorf("a restore that failed has changed a game to %q: %v", got, failed)
			}
			return
		}
		list, err := s.Games(t.Context(), 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range list {
			if g.ID == "mine" {
				t.Error("a game is there that the backup does not have")
			}
			if _, rows, err := s.Load(t.Context(), g.ID); err == nil && len(rows) != g.Version {
				t.Errorf("the game %q has version %d and %d rows", g.ID, g.Version, len(rows))
			}
		}
		if _, err := s.User(t.Context(), "u-present"); err != nil {
			t.Errorf("a user is gone whom no backup takes away: %v", err)
		}
	})
}
