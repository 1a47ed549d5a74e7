package server_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"acies/store"
)

type hintData struct {
	Version, Side int
	Hints         []struct {
		Action, Text, Reason string
		Chance               float64
	}
}

// TestHint asks several times at once, in both languages: what is advised is among the choices, and nothing changes.
func TestHint(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(sparta)
	s.act(id, 0, "one", "ready")
	before := s.table(id)
	var list [4]hintData
	var wg sync.WaitGroup
	for i, lang := range []string{"en", "fr", "en", "fr"} {
		wg.Go(func() { s.call("GET", "/api/games/"+id+"/hint?lang="+lang, "", http.StatusOK, &list[i]) })
	}
	wg.Wait()
	for _, x := range list {
		if x.Version != 1 || x.Side != before.View.ToAct || len(x.Hints) != 3 {
			t.Fatalf("got %+v", x)
		}
		for i, h := range x.Hints {
			if !slices.ContainsFunc(before.Choices, func(c choiceData) bool { return c.Action == h.Action }) {
				t.Errorf("%q is advised, which is no choice", h.Action)
			}
			if h.Text == "" || h.Reason == "" || strings.HasPrefix(h.Reason, "advice.") || h.Chance <= 0 || h.Chance >= 1 {
				t.Errorf("hint %d: %+v", i, h)
			}
		}
	}
	if en, fr := list[0].Hints[0], list[1].Hints[0]; en.Action != fr.Action || en.Reason == fr.Reason {
		t.Errorf("in English %+v, in French %+v", en, fr)
	}
	if after := s.table(id); after.Version != 1 || after.N != before.N {
		t.Errorf("version %d after the hints, want 1", after.Version)
	}
	s.act(id, 1, "two", list[0].Hints[0].Action)
}

func TestHintRefused(t *testing.T) {
	s := serve(t, store.Options{})
	set := s.create(sparta)
	due := s.create(`{"battle":"sparta-195bc","dice":"hand"}`)
	s.act(due, 0, "a", "ready", "ready")
	rec, err := os.ReadFile("../table/testdata/sparta.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var over struct{ ID string }
	s.call("POST", "/api/records", string(rec), http.StatusCreated, &over)
	other := "1"
	if s.table(set).View.ToAct == 1 {
		other = "0"
	}
	for _, test := range []struct {
		name, path string
		status     int
		code, says string
	}{
		{"over", over.ID + "/hint", 422, "over", "over"},
		{"over, in French", over.ID + "/hint?lang=fr", 422, "over", "terminée"},
		{"a die is due", due + "/hint", 422, "roll-due", "die"},
		{"the other side", set + "/hint?side=" + other, 403, "turn", "other side"},
		{"no such side", set + "/hint?side=7", 400, "malformed", "0, 1 or spectator"},
		{"a spectator", set + "/hint?side=spectator", 403, "turn", "other side"},
		{"no such game", "nothing/hint", 404, "no-game", "Game not found"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var f fault
			s.call("GET", "/api/games/"+test.path, "", test.status, &f)
			if f.Error.Code != test.code || !strings.Contains(f.Error.Message, test.says) {
				t.Errorf("got %+v, want %s: …%s", f.Error, test.code, test.says)
			}
		})
	}
}
