package server_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"acies/match"
	"acies/store"
	"acies/store/pgtest"
	"acies/store/storetest"
)

// TestFullDisk checks that nothing is acknowledged that cannot be written, and that the game goes on when it can be.
func TestFullDisk(t *testing.T) {
	s := serveOn(t, filepath.Join(t.TempDir(), "acies.db"), store.Options{MaxPages: 64})
	id := s.create(sparta)
	version := 0
	for n := 0; ; n++ {
		path, body := "/actions", fmt.Sprintf(`{"version":%d,"id":"r%d","actions":["face velites-i-1 R"]}`, n, n)
		if n%2 == 1 {
			path, body = "/undo", fmt.Sprintf(`{"version":%d,"id":"r%d"}`, n, n)
		}
		status, data, err := ask(s.http, "POST", s.URL+"/api/games/"+id+path+"?table=no", body)
		if err != nil || n > 5000 {
			t.Fatal(n, err)
		}
		if status == http.StatusOK {
			version++
			continue
		}
		var f fault
		if err := json.Unmarshal(data, &f); err != nil || status != http.StatusServiceUnavailable || f.Error.Code != "unwritten" || !strings.Contains(f.Error.Message, "disk is full") {
			t.Fatalf("%d %s", status, data)
		}
		break
	}
	if got := s.table(id); got.Version != version || got.N != version%2 {
		t.Errorf("version %d with %d actions after a failed write, want %d", got.Version, got.N, version)
	}
	if _, lines, err := s.store.Load(context.Background(), id); err != nil || len(lines) != version {
		t.Errorf("the store has %d rows, %v, want %d", len(lines), err, version)
	}
}

func execute(t testing.TB, path, text string) {
	t.Helper()
	driver, source := "sqlite", path+"?_pragma=busy_timeout(10000)"
	if store.IsDatabase(path) {
		driver, source = "pgx", path
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(text); err != nil {
		t.Fatal(err)
	}
}

// TestHealth checks that a server whose disk is full does not call itself ready.
func TestHealth(t *testing.T) {
	s := serveOn(t, filepath.Join(t.TempDir(), "acies.db"), store.Options{MaxPages: 60})
	var health struct{ OK, ReadOnly bool }
	s.call("GET", "/healthz", "", http.StatusOK, &health)
	if !health.OK || health.ReadOnly {
		t.Errorf("found %+v", health)
	}
	filler := match.Game{ID: "filler"}
	for size := 1 << 20; size > 0; {
		filler.Header = strings.Repeat("x", size)
		if err := s.store.Create(t.Context(), filler, nil, match.Pack{}); err != nil {
			size /= 2
		}
		filler.ID += "r"
	}
	var f fault
	s.call("GET", "/healthz", "", http.StatusOK, nil)
	s.call("GET", "/readyz", "", http.StatusServiceUnavailable, &f)
	if f.Error.Code != "unwritten" || !strings.Contains(f.Error.Message, "disk is full") {
		t.Errorf("found %+v", f.Error)
	}
	ro := serveOn(t, s.path, store.Options{ReadOnly: true})
	ro.call("GET", "/readyz", "", http.StatusOK, &health)
	if !health.OK || !health.ReadOnly {
		t.Errorf("found %+v for reading only", health)
	}
}

// TestUnreadable checks that a game that cannot be read is refused by itself, with what is wrong with it.
func TestUnreadable(t *testing.T) {
	s := serve(t, store.Options{})
	whole := s.create(sparta)
	g, rows, err := s.store.Load(context.Background(), whole)
	if err != nil {
		t.Fatal(err)
	}
	g.ID, g.Header = "old", regexp.MustCompile(`"pack":"[0-9a-f]+"`).ReplaceAllString(g.Header, `"pack":"abc"`)
	if err := s.store.Create(context.Background(), g, rows, match.Pack{}); err != nil {
		t.Fatal(err)
	}
	var f fault
	s.call("GET", "/api/games/old", "", http.StatusInternalServerError, &f)
	if f.Error.Code != "unreadable" || !strings.Contains(f.Error.Message, "line 1: chain of the header: found") {
		t.Errorf("found %+v", f.Error)
	}
	g.ID = "damaged"
	if err := s.store.Create(context.Background(), g, storetest.Actions("a", "b"), match.Pack{}); err != nil {
		t.Fatal(err)
	}
	execute(t, s.path, "DELETE FROM log WHERE game = 'damaged' AND n = 1")
	s.call("GET", "/api/games/damaged", "", http.StatusInternalServerError, &f)
	if f.Error.Code != "unreadable" || !strings.Contains(f.Error.Message, "found row 2 of its log, expected row 1") {
		t.Errorf("found %+v", f.Error)
	}
	s.table(whole)
	_, list, err := ask(s.http, "GET", s.URL+"/api/games", "")
	if err != nil || !bytes.Contains(list, []byte(`"id":"old"`)) || !bytes.Contains(list, []byte(whole)) {
		t.Errorf("the list of games: %s, %v", list, err)
	}
}

// TestReadOnly lets games be looked at and nothing be changed.
func TestReadOnly(t *testing.T) {
	path := pgtest.Data(t)
	s := serveOn(t, path, store.Options{})
	id := s.create(sparta)
	s.act(id, 0, "a", "ready")
	ro := serveOn(t, path, store.Options{ReadOnly: true})
	if got := ro.table(id).Version; got != 1 {
		t.Errorf("version %d, want 1", got)
	}
	for path, body := range map[string]string{
		"/api/games":                    sparta,
		"/api/records":                  "",
		"/api/games/" + id + "/actions": `{"version":1,"id":"b","actions":["ready"]}`,
		"/api/games/" + id + "/undo":    `{"version":1,"id":"b"}`,
		"/api/games/" + id + "/roll":    `{"version":1,"id":"b"}`,
	} {
		var f fault
		ro.call("POST", path, body, http.StatusForbidden, &f)
		if f.Error.Code != "read-only" {
			t.Errorf("%s: %+v", path, f)
		}
	}
}

// TestRestore checks that a running server shows what a backup has brought back.
func TestRestore(t *testing.T) {
	path, copied := pgtest.Data(t), filepath.Join(t.TempDir(), "copy.db")
	s := serveOn(t, path, store.Options{})
	id := s.create(sparta)
	s.act(id, 0, "a", "face velites-i-1 R")
	if err := store.Backup(path, copied, false); err != nil {
		t.Fatal(err)
	}
	s.act(id, 1, "b", "face velites-i-2 L", "ready")
	events, stop := stream(t, s.URL+"/api/games/"+id+"/events", "3")
	defer stop()
	if err := store.Restore(path, copied); err != nil {
		t.Fatal(err)
	}
	// The first to write finds out at the latest.
	var f fault
	s.call("POST", "/api/games/"+id+"/actions", `{"version":3,"id":"c","actions":["ready"]}`, http.StatusConflict, &f)
	if got := s.table(id); got.Version != 1 || got.N != 1 {
		t.Errorf("version %d with %d actions, want those of the backup", got.Version, got.N)
	}
	expect(t, events, "1")
	s.act(id, 1, "d", "ready")
}
