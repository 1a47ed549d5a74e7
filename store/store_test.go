package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"acies/account"
	"acies/match"
	"acies/store"
	"acies/store/pgtest"
	"acies/store/storetest"
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
	storetest.Create(t, s, id, lines...)
}

func lines(t testing.TB, s *store.Store, id string) string {
	t.Helper()
	return storetest.Lines(t, s, id)
}

func add(t testing.TB, s *store.Store, id string, lines ...string) {
	t.Helper()
	if _, err := s.Append(t.Context(), storetest.Next(t, s, id, lines...)); err != nil {
		t.Fatal(err)
	}
}

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// onBoth runs a test on each engine, with a function that returns the address of fresh data.
func onBoth(t *testing.T, test func(t *testing.T, fresh func(t testing.TB) string)) {
	t.Run("SQLite", func(t *testing.T) { test(t, freshFile) })
	t.Run("PostgreSQL", func(t *testing.T) { test(t, pgtest.Database) })
}

func freshFile(t testing.TB) string {
	return filepath.Join(t.TempDir(), "a folder", "100% #1?.db") // names that mean something in a URL
}

// opener returns a function that opens fresh data, as another process would each time.
func opener[T any](fresh func(t testing.TB) string, as func(*store.Store) T) func(t *testing.T) func() T {
	return func(t *testing.T) func() T {
		address := fresh(t)
		return func() T { return as(open(t, address, store.Options{})) }
	}
}

// TestLog checks the promises of a log.
func TestLog(t *testing.T) {
	onBoth(t, func(t *testing.T, fresh func(t testing.TB) string) {
		storetest.Run(t, opener(fresh, func(s *store.Store) match.Log { return s }))
	})
}

// TestPeople checks the promises of a store of users.
func TestPeople(t *testing.T) {
	onBoth(t, func(t *testing.T, fresh func(t testing.TB) string) {
		storetest.RunPeople(t, opener(fresh, func(s *store.Store) account.Store { return s }))
	})
}

// TestNotify checks the promises of a store of notices.
func TestNotify(t *testing.T) {
	onBoth(t, func(t *testing.T, fresh func(t testing.TB) string) {
		storetest.RunNotify(t, opener(fresh, func(s *store.Store) storetest.NotifyStore { return s }))
	})
}

// TestTalk checks the promises of a store of messages.
func TestTalk(t *testing.T) {
	onBoth(t, func(t *testing.T, fresh func(t testing.TB) string) {
		storetest.RunTalk(t, opener(fresh, func(s *store.Store) storetest.TalkStore { return s }))
	})
}

// TestTourneys checks the promises of a store of tournaments.
func TestTourneys(t *testing.T) {
	onBoth(t, func(t *testing.T, fresh func(t testing.TB) string) {
		storetest.RunTourneys(t, opener(fresh, func(s *store.Store) storetest.TourneyStore { return s }))
	})
}

func TestClose(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acies.db")
	s := open(t, path, store.Options{})
	create(t, s, "g", "a")
	next := storetest.Next(t, s, "g", "b")
	watching := s.Watch(t.Context())
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(t.Context(), next); !errors.Is(err, match.ErrClosed) {
		t.Errorf("writing after the end: %v", err)
	}
	if err := s.Check(t.Context()); !errors.Is(err, match.ErrClosed) {
		t.Errorf("checking after the end: %v", err)
	}
	if c, ok := <-watching; ok {
		t.Errorf("heard of %v after the end", c)
	}
	if files, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); err != nil || len(files) != 1 {
		t.Errorf("%v, %v: a closed store is one file", files, err)
	}
}

// TestCheck fills the disk: the check fails before games do, and passes when there is room.
func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acies.db")
	s := open(t, path, store.Options{MaxPages: 60})
	filler := match.Game{ID: "filler"}
	for filler.Header = strings.Repeat("x", 1<<20); len(filler.Header) > 0; {
		if err := s.Create(t.Context(), filler, nil, match.Pack{}); err != nil {
			filler.Header = filler.Header[len(filler.Header)/2+1:]
			continue
		}
		filler.ID += "r"
	}
	if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "disk is full") {
		t.Errorf("error %v, want that the disk is full", err)
	}
	execute(t, path, "DELETE FROM games")
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestOldFile opens a file that the first version of the format has written.
func TestOldFile(t *testing.T) {
	text, err := os.ReadFile("testdata/version-1.db")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "acies.db")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(path, store.Options{ReadOnly: true}); err == nil || !strings.Contains(err.Error(), "an older program has written it") {
		t.Errorf("for reading only: %v", err)
	}
	restored := filepath.Join(t.TempDir(), "restored.db")
	if err := store.Restore(restored, path); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{restored, path} {
		s := open(t, path, store.Options{})
		games, err := s.Games(t.Context(), 10)
		if err != nil || len(games) != 2 || games[0].ID != "ztxaujp7uwv7wpkk" {
			t.Fatalf("games %+v, %v", games, err)
		}
		if got := games[0].Seats; !slices.Equal(got, []match.Seat{{Kind: "recruit"}, {Kind: "human"}}) {
			t.Errorf("seats %+v", got)
		}
		g, rows, err := s.Load(t.Context(), "r7cbdb7ykjipajhy")
		if err != nil || g.Version != 7 || g.Revision == 0 || !strings.HasPrefix(g.Header, `{"acies":1,`) || g.Created.UnixMilli() != 1794795489561 {
			t.Fatalf("game %+v, %v", g, err)
		}
		var kinds []string
		for _, r := range rows {
			kinds = append(kinds, fmt.Sprint(r.Kind, r.Actor.Side))
			if !r.At.IsZero() || strings.HasPrefix(r.Line, `{"n":`) != (r.Kind == match.RowAction) {
				t.Errorf("row %+v", r)
			}
		}
		if got := strings.Join(kinds, " "); got != "action0 action0 undo-2 action0 action1 action-1 action-1" {
			t.Errorf("rows %s", got)
		}
		if w, ok, err := s.Request(t.Context(), g.ID, "undo"); err != nil || !ok || w != (match.Written{First: 3, Last: 3}) {
			t.Errorf("request %+v, %v, %v", w, ok, err)
		}
		add(t, s, g.ID, "x")
	}
}

// TestDamaged checks that damage is told as such, and stays with the game that has it.
func TestDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acies.db")
	s := open(t, path, store.Options{})
	for _, id := range []string{"last", "middle", "whole"} {
		create(t, s, id, "a", "b", "c")
	}
	execute(t, path, "DELETE FROM log WHERE game = 'last' AND n = 3 OR game = 'middle' AND n = 2")
	for _, id := range []string{"last", "middle"} {
		if _, _, err := s.Load(t.Context(), id); !errors.Is(err, match.ErrDamaged) {
			t.Errorf("game %s: %v", id, err)
		}
	}
	if got := lines(t, s, "whole"); got != "a b c" {
		t.Errorf("log %q", got)
	}
	s.Close()
	// A page in the middle of the file is overwritten.
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	for at := int64(4096); at < info.Size(); at += 4096 {
		if _, err := f.WriteAt(bytes.Repeat([]byte{0xff}, 4096), at); err != nil {
			t.Fatal(err)
		}
	}
	s, err = store.Open(path, store.Options{ReadOnly: true})
	if err == nil {
		defer s.Close()
		_, _, err = s.Load(t.Context(), "whole")
	}
	if !errors.Is(err, match.ErrDamaged) {
		t.Errorf("error %v, want that the data are damaged", err)
	}
}

// TestForeignFiles checks that files that are not ours, or are of a newer program, are refused and left as they are.
func TestForeignFiles(t *testing.T) {
	dir := t.TempDir()
	newer, negative := filepath.Join(dir, "newer.db"), filepath.Join(dir, "negative.db")
	for path, version := range map[string]int{newer: 99, negative: -5} {
		s := open(t, path, store.Options{})
		create(t, s, "g", "a")
		s.Close()
		execute(t, path, fmt.Sprint("PRAGMA user_version = ", version))
	}
	other := filepath.Join(dir, "other.db")
	execute(t, other, "CREATE TABLE recipes (name TEXT)")
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("Arma virumque cano. ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{newer: "newer program", negative: "not a data file of this program", other: "not a data file of this program", text: "not a database"} {
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
func TestBackup(t *testing.T) { onBoth(t, testBackup) }

func testBackup(t *testing.T, fresh func(t testing.TB) string) {
	dir := t.TempDir()
	path, copied := fresh(t), filepath.Join(dir, "copy.db")
	s := open(t, path, store.Options{})
	pack := match.Pack{Hash: "p", Data: []byte("pack")}
	if err := s.Create(t.Context(), match.Game{ID: "packed"}, nil, pack); err != nil {
		t.Fatal(err)
	}
	create(t, s, "g", "a")
	next := storetest.Next(t, s, "g", "b")
	next.Request = "r"
	if _, err := s.Append(t.Context(), next); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	create(t, s, "busy")
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				add(t, s, "busy", "x")
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
	add(t, s, "g", "c")
	create(t, s, "later", "a")
	before := storetest.Next(t, s, "g", "d")
	seen := s.Watch(t.Context())
	if err := store.Restore(path, copied); err != nil {
		t.Fatal(err)
	}
	if got := lines(t, s, "g"); got != "a b" {
		t.Errorf("log %q after the backup was restored", got)
	}
	// Only the games that differ have changed.
	heard := map[string]match.Revision{}
	for len(heard) < 2 {
		for _, c := range <-seen {
			if c.Game != "busy" { // it may have gone on after the last backup
				heard[c.Game] = c.Revision
			}
		}
	}
	if r, ok := heard["later"]; !ok || r != 0 || heard["g"] == 0 {
		t.Errorf("heard of %v, want that g has changed and later is gone", heard)
	}
	// Whoever has read before may not write after, not even when the version is the same again.
	add(t, s, "g", "e")
	if _, err := s.Append(t.Context(), before); !errors.Is(err, match.ErrConflict) {
		t.Errorf("writing on: %v", err)
	}
	if _, ok, err := s.Request(t.Context(), "g", "r"); !ok || err != nil {
		t.Errorf("the requests are not in the backup: %v", err)
	}
	other := fresh(t)
	if err := store.Restore(other, copied); err != nil {
		t.Fatal(err)
	}
	if p, err := open(t, other, store.Options{}).Pack(t.Context(), "p"); err != nil || string(p.Data) != "pack" {
		t.Errorf("the pack in the backup: %q, %v", p.Data, err)
	}
	if err := os.WriteFile(copied, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := store.Restore(path, copied); err == nil {
		t.Error("an empty file was restored from")
	}
	if got := lines(t, s, "g"); got != "a b e" {
		t.Errorf("log %q after a refused backup", got)
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
	seen := ro.Watch(t.Context())
	add(t, s, "g", "b")
	if c := <-seen; len(c) != 1 || c[0].Game != "g" {
		t.Errorf("heard of %v", c)
	}
	if _, err := ro.Append(t.Context(), storetest.Next(t, ro, "g", "c")); !errors.Is(err, match.ErrReadOnly) {
		t.Errorf("writing: %v", err)
	}
	if err := ro.Check(t.Context()); !errors.Is(err, match.ErrReadOnly) {
		t.Errorf("checking: %v", err)
	}
}
