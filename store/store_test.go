package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"acies/store"
)

func open(t testing.TB, path string, o store.Options) *store.Store {
	t.Helper()
	s, err := store.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func create(t testing.TB, s *store.Store, id string, lines ...string) {
	t.Helper()
	err := s.Create(store.Game{ID: id, Header: "header of " + id, Seats: []string{"human", "recruit"}, Summary: "new"}, lines)
	if err != nil {
		t.Fatal(err)
	}
}

func lines(t testing.TB, s *store.Store, id string) string {
	t.Helper()
	g, list, err := s.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if g.Header != "header of "+id || len(g.Seats) != 2 || g.Version != len(list) {
		t.Errorf("game %s: %+v", id, g)
	}
	return strings.Join(list, " ")
}

func TestAppend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a folder", "100% #1?.db") // names that mean something in a URL
	s := open(t, path, store.Options{})
	create(t, s, "g", "a")
	for _, test := range []struct {
		name string
		add  store.Append
		want error
		log  string
	}{
		{"first", store.Append{Game: "g", Version: 1, Lines: []string{"b", "c"}, Request: "r1"}, nil, "a b c"},
		{"stale", store.Append{Game: "g", Version: 1, Lines: []string{"x"}, Request: "r2"}, store.ErrConflict, "a b c"},
		{"from the future", store.Append{Game: "g", Version: 9, Lines: []string{"x"}, Request: "r2"}, store.ErrConflict, "a b c"},
		{"repeated", store.Append{Game: "g", Version: 1, Lines: []string{"b", "c"}, Request: "r1"}, store.ErrRepeated, "a b c"},
		{"id used again", store.Append{Game: "g", Version: 3, Lines: []string{"d"}, Request: "r1"}, store.ErrRepeated, "a b c"},
		{"unknown game", store.Append{Game: "h", Version: 0, Lines: []string{"d"}}, store.ErrConflict, "a b c"},
		{"without an id", store.Append{Game: "g", Version: 3, Lines: []string{"d"}}, nil, "a b c d"},
		{"the id that failed", store.Append{Game: "g", Version: 4, Lines: []string{"e"}, Request: "r2", Summary: "s"}, nil, "a b c d e"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := s.Append(test.add); !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if got := lines(t, s, "g"); got != test.log {
				t.Errorf("log %q, want %q", got, test.log)
			}
		})
	}
	first, last, ok, err := s.Request(t.Context(), "g", "r1")
	if err != nil || !ok || first != 2 || last != 3 {
		t.Errorf("request r1: rows %d to %d, %v, %v", first, last, ok, err)
	}
	if _, _, ok, err := s.Request(t.Context(), "g", "r9"); ok || err != nil {
		t.Errorf("an unknown request: %v, %v", ok, err)
	}
	if _, _, err := s.Load(t.Context(), "h"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an unknown game: %v", err)
	}
	if err := s.Create(store.Game{ID: "g"}, nil); err == nil {
		t.Error("a game was created twice")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(store.Append{Game: "g", Version: 5, Lines: []string{"f"}}); !errors.Is(err, store.ErrClosed) {
		t.Errorf("writing after the end: %v", err)
	}
	if files, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); err != nil || len(files) != 1 {
		t.Errorf("%v, %v: a closed store is one file", files, err)
	}
	if got := lines(t, open(t, path, store.Options{}), "g"); got != "a b c d e" {
		t.Errorf("log %q after opening again", got)
	}
}

func TestList(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "acies.db"), store.Options{})
	for _, id := range []string{"a", "b", "c"} {
		create(t, s, id)
		time.Sleep(2 * time.Millisecond)
	}
	if err := s.Append(store.Append{Game: "a", Lines: []string{"x"}, Summary: "late"}); err != nil {
		t.Fatal(err)
	}
	games, err := s.Games(t.Context(), 2)
	if err != nil || len(games) != 2 || games[0].ID != "a" || games[0].Summary != "late" || games[1].ID != "c" {
		t.Errorf("%+v, %v", games, err)
	}
}

// TestTogether writes from many sides at once; a fault among them stays with the one who has it.
func TestTogether(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "acies.db"), store.Options{})
	const games, rows = 20, 30
	var wg sync.WaitGroup
	for i := range games {
		id := fmt.Sprint("g", i)
		create(t, s, id)
		wg.Go(func() {
			for n := range rows {
				a := store.Append{Game: id, Version: n, Lines: []string{fmt.Sprint(n)}, Request: fmt.Sprint(n)}
				if err := s.Append(a); err != nil {
					t.Error(err)
				}
				if err := s.Append(a); !errors.Is(err, store.ErrRepeated) {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for i := range games {
		if got := strings.Count(lines(t, s, fmt.Sprint("g", i)), " "); got != rows-1 {
			t.Errorf("game %d has %d rows", i, got+1)
		}
	}
}

// TestForeignFiles checks that files that are not ours, or are of a newer program, are refused and left as they are.
func TestForeignFiles(t *testing.T) {
	dir := t.TempDir()
	newer := filepath.Join(dir, "newer.db")
	s := open(t, newer, store.Options{})
	create(t, s, "g", "a")
	s.Close()
	execute(t, newer, "PRAGMA user_version = 99")
	other := filepath.Join(dir, "other.db")
	execute(t, other, "CREATE TABLE recipes (name TEXT)")
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("Arma virumque cano. ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{newer: "newer program", other: "not a data file of this program", text: "not a database"} {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, ro := range []bool{false, true} {
			if _, err := store.Open(path, store.Options{ReadOnly: ro}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", path, err, want)
			}
		}
		if err := store.Restore(filepath.Join(dir, "new.db"), path); err == nil {
			t.Errorf("%s was restored from", path)
		}
		if beside, err := filepath.Glob(path + "-*"); err != nil || len(beside) > 0 {
			t.Errorf("files are left beside it: %v, %v", beside, err)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
			t.Errorf("%s was changed: %v", path, err)
		}
	}
	if _, err := store.Open(dir, store.Options{}); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := store.Open(filepath.Join(dir, "none.db"), store.Options{ReadOnly: true}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func execute(t testing.TB, path, text string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(text); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestBackup copies a data file that is being written to, and brings it back.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	path, copied := filepath.Join(dir, "acies.db"), filepath.Join(dir, "copy.db")
	if err := store.Backup(path, copied, false); err == nil {
		t.Error("nothing was backed up")
	}
	s := open(t, path, store.Options{})
	create(t, s, "g", "a")
	if err := s.Append(store.Append{Game: "g", Version: 1, Lines: []string{"b"}, Request: "r"}); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		create(t, s, "busy")
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			if err := s.Append(store.Append{Game: "busy", Version: n, Lines: []string{"x"}}); err != nil {
				t.Error(err)
			}
		}
	})
	for range 5 {
		if err := store.Backup(path, copied, true); err != nil { // over the last one
			t.Error(err)
		}
	}
	close(stop)
	wg.Wait()
	if err := s.Append(store.Append{Game: "g", Version: 2, Lines: []string{"c"}}); err != nil {
		t.Fatal(err)
	}
	generation := s.Generation()
	if err := store.Restore(path, copied); err != nil {
		t.Fatal(err)
	}
	if got := lines(t, s, "g"); got != "a b" {
		t.Errorf("log %q after the backup was restored", got)
	}
	// Whoever has read before may not write after.
	if err := s.Append(store.Append{Game: "g", Version: 2, Lines: []string{"c"}}); !errors.Is(err, store.ErrConflict) {
		t.Errorf("writing on: %v", err)
	}
	if s.Generation() == generation {
		t.Error("the generation is the same")
	}
	if err := s.Append(store.Append{Game: "g", Version: 2, Lines: []string{"d"}}); err != nil {
		t.Error(err)
	}
	if _, _, ok, err := s.Request(t.Context(), "g", "r"); !ok || err != nil {
		t.Errorf("the requests are not in the backup: %v", err)
	}
	if err := os.WriteFile(copied, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := store.Restore(path, copied); err == nil {
		t.Error("an empty file was restored from")
	}
	if got := lines(t, s, "g"); got != "a b d" {
		t.Errorf("log %q after a refused backup", got)
	}
}

// TestNoticed checks that an idle store notices what others have written.
func TestNoticed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acies.db")
	one, two := open(t, path, store.Options{}), open(t, path, store.Options{})
	create(t, one, "g")
	for start := time.Now(); two.Generation() == 0; time.Sleep(10 * time.Millisecond) {
		if time.Since(start) > 10*time.Second {
			t.Fatal("nothing was noticed")
		}
	}
	if one.Generation() != 0 {
		t.Error("a store takes its own writing for that of others")
	}
	if err := two.Append(store.Append{Game: "g", Lines: []string{"a"}}); err != nil {
		t.Error(err)
	}
}

// TestReadOnlyFolder looks at a data file in a folder in which nothing can be written. (An administrator can.)
func TestReadOnlyFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "acies.db")
	s := open(t, path, store.Options{})
	create(t, s, "g", "a")
	s.Close()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o700) })
	ro := open(t, path, store.Options{ReadOnly: true})
	if got := lines(t, ro, "g"); got != "a" {
		t.Errorf("log %q", got)
	}
}

func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acies.db")
	s := open(t, path, store.Options{})
	create(t, s, "g", "a")
	ro := open(t, path, store.Options{ReadOnly: true})
	if got := lines(t, ro, "g"); got != "a" || !ro.ReadOnly() {
		t.Errorf("log %q", got)
	}
	if err := s.Append(store.Append{Game: "g", Version: 1, Lines: []string{"b"}}); err != nil {
		t.Fatal(err)
	}
	for start := time.Now(); ro.Generation() == 0; time.Sleep(10 * time.Millisecond) {
		if time.Since(start) > 10*time.Second {
			t.Fatal("what others write is not noticed")
		}
	}
	if err := ro.Append(store.Append{Game: "g", Version: 2, Lines: []string{"b"}}); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("writing: %v", err)
	}
}
