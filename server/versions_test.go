package server_test

import (
	"bytes"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"acies/battles"
	"acies/game"
	"acies/record"
	"acies/record/recordtest"
	"acies/store"
	"acies/table"
)

// ownPack returns the record of a game of a changed Sparta, which this program does not have, with its pack inside.
func ownPack(t *testing.T) *record.Game {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "sparta-195bc")
	from, err := fs.Sub(battles.FS, "sparta-195bc")
	if err == nil {
		err = os.CopyFS(dir, from)
	}
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "battle.yaml")
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, bytes.Replace(text, []byte("turns: 8 A"), []byte("turns: 7 R"), 1), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := table.FindPack(dir)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := table.New(p, table.Settings{Seed: "nabis", Options: []string{"reduced-roman-army"}})
	if err == nil {
		err = tab.PutPack()
	}
	if err != nil {
		t.Fatal(err)
	}
	return tab.Game
}

func text(t *testing.T, g *record.Game) string {
	t.Helper()
	var b strings.Builder
	if err := g.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestStoredPack plays a game whose pack is not the present one: the table says so, and everything comes from its pack.
func TestStoredPack(t *testing.T) {
	s := serve(t, store.Options{})
	g := ownPack(t)
	var made struct{ ID string }
	s.call("POST", "/api/records", text(t, g), http.StatusCreated, &made)
	present := s.create(`{"battle":"sparta-195bc"}`)

	var own, other struct{ Pack string }
	s.call("GET", "/api/games/"+made.ID, "", http.StatusOK, &own)
	s.call("GET", "/api/games/"+present, "", http.StatusOK, &other)
	if own.Pack != g.Header().Pack || other.Pack != "" {
		t.Errorf("the packs of the tables are %q and %q, expected %q and none", own.Pack, other.Pack, g.Header().Pack)
	}
	var battle struct{ Turns int }
	s.call("GET", "/api/battles/sparta-195bc?options=reduced-roman-army&pack="+own.Pack, "", http.StatusOK, &battle)
	if battle.Turns != 7 {
		t.Errorf("the battle of the game has %d turns, expected 7", battle.Turns)
	}
	s.call("GET", "/api/battles/sparta-195bc", "", http.StatusOK, &battle)
	if battle.Turns != 8 {
		t.Errorf("the present battle has %d turns, expected 8", battle.Turns)
	}
	s.call("GET", "/api/battles/sparta-195bc/ground.svg?options=reduced-roman-army&pack="+own.Pack, "", http.StatusOK, nil)
	for _, query := range []string{"sparta-195bc?pack=00", "nowhere?pack=" + own.Pack} {
		var f fault
		s.call("GET", "/api/battles/"+query, "", http.StatusNotFound, &f)
		if f.Error.Code != "no-battle" {
			t.Errorf("%s: %s", query, f.Error.Code)
		}
	}
}

// TestRecordWithPack downloads records with and without their pack.
func TestRecordWithPack(t *testing.T) {
	s := serve(t, store.Options{})
	g := ownPack(t)
	var made struct{ ID string }
	s.call("POST", "/api/records", text(t, g), http.StatusCreated, &made)
	get := func(query string) string {
		status, data, err := ask(s.http, "GET", s.URL+"/api/games/"+made.ID+"/record"+query, "")
		if err != nil || status != http.StatusOK {
			t.Fatalf("%d %v", status, err)
		}
		return string(data)
	}
	with, without := get(""), get("?pack=no")
	if !strings.Contains(with, `"archive":"`) || strings.Contains(without, `"archive":"`) {
		t.Errorf("%d bytes with the pack, %d without", len(with), len(without))
	}
	fresh := serve(t, store.Options{})
	fresh.call("POST", "/api/records", without, http.StatusBadRequest, nil)
	fresh.call("POST", "/api/records", with, http.StatusCreated, &made)
	if _, again, err := table.NewLibrary().Read(strings.NewReader(with)); err != nil || again.Chain() != g.Chain() {
		t.Errorf("the record with its pack: %v", err)
	}
}

// TestFrozen shows a game that another version of the rules has played.
func TestFrozen(t *testing.T) {
	s := serve(t, store.Options{})
	_, g, err := table.NewLibrary().New("sparta-195bc", table.Settings{Seed: "nabis"})
	if err != nil {
		t.Fatal(err)
	}
	for _, do := range []string{"face velites-i-1 R", "face velites-i-2 R", "ready"} {
		a, err := g.Battle().Parse(do)
		if err == nil {
			_, err = g.Play([]game.Action{a}, record.Rolls{}, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	data := string(recordtest.OfVersion(g, "0", 2))
	var made struct{ ID string }
	s.call("POST", "/api/records", data, http.StatusCreated, &made)
	path := "/api/games/" + made.ID

	var shown struct {
		Frozen     string
		N, Version int
		CanUndo    bool
		Choices    []choiceData
	}
	s.call("GET", path+"?lang=en", "", http.StatusOK, &shown)
	if !strings.Contains(shown.Frozen, "up to action 1,") || shown.N != 1 || shown.Version != 3 || shown.CanUndo || len(shown.Choices) > 0 {
		t.Errorf("found %+v", shown)
	}
	s.call("GET", path+"?lang=fr", "", http.StatusOK, &shown)
	if !strings.Contains(shown.Frozen, "l’action 1,") {
		t.Errorf("in French: %s", shown.Frozen)
	}
	for _, request := range []struct{ path, body string }{
		{"/actions", `{"version":3,"id":"a","actions":["face velites-i-2 R"]}`},
		{"/undo", `{"version":3,"id":"b"}`},
		{"/roll", `{"version":3,"id":"c","dice":[7]}`},
	} {
		var f fault
		s.call("POST", path+request.path, request.body, http.StatusConflict, &f)
		if f.Error.Code != "frozen" || !strings.Contains(f.Error.Message, "another version of the rules") {
			t.Errorf("%s: %+v", request.path, f.Error)
		}
	}
	for _, read := range []string{"/log", "/at/0", "/at/1"} {
		s.call("GET", path+read, "", http.StatusOK, nil)
	}
	// Nothing of the record is lost but the seed, which is secret while a game lasts.
	data = strings.Replace(data, `"seed":"nabis",`, "", 1)
	if _, rec, err := ask(s.http, "GET", s.URL+path+"/record?pack=no", ""); err != nil || string(rec) != data {
		t.Errorf("the record is another: %v\n%s", err, rec)
	}
}
