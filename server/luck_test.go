package server_test

import (
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"acies/store"
)

type luckData struct {
	Text                 string
	Margin               int
	Luck, Without, Error float64
	Sides                []string
	Kinds                []struct {
		Kind, Name string
		Rolls      []int
	}
	Turns []float64
	Rolls []struct {
		N    int
		Text string
	}
}

// TestLuck asks several times at once for the luck of a finished game, in both languages.
func TestLuck(t *testing.T) {
	s := serve(t, store.Options{})
	rec, err := os.ReadFile("../table/testdata/sparta.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var made struct{ ID string }
	s.call("POST", "/api/records", string(rec), http.StatusCreated, &made)
	var list [4]luckData
	var wg sync.WaitGroup
	for i, lang := range []string{"en", "fr", "en", "fr"} {
		wg.Go(func() { s.call("GET", "/api/games/"+made.ID+"/luck?lang="+lang, "", http.StatusOK, &list[i]) })
	}
	wg.Wait()
	en, fr := list[0], list[1]
	if !strings.Contains(en.Text, "Without luck") || !strings.Contains(fr.Text, "Sans la chance") {
		t.Errorf("told as %q and %q", en.Text, fr.Text)
	}
	for _, x := range list {
		if x.Luck != en.Luck || x.Without != en.Without || x.Margin != -33 || len(x.Rolls) != len(en.Rolls) {
			t.Errorf("luck %v of margin %d over %d rolls, want %v, -33, %d", x.Luck, x.Margin, len(x.Rolls), en.Luck, len(en.Rolls))
		}
	}
	if len(en.Rolls) != 159 || len(en.Turns) != 8 || en.Sides[0] != "Romans" || fr.Kinds[1].Name != "tir" {
		t.Errorf("%d rolls in %d turns, sides %v, kinds %v", len(en.Rolls), len(en.Turns), en.Sides, fr.Kinds)
	}
}

func TestLuckRefused(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(sparta)
	for _, test := range []struct {
		name, path string
		status     int
		code, says string
	}{
		{"not over", "/api/games/" + id + "/luck", 422, "unfinished", "once the game is over"},
		{"not over, in French", "/api/games/" + id + "/luck?lang=fr", 422, "unfinished", "une fois la partie terminée"},
		{"no such game", "/api/games/nothing/luck", 404, "no-game", "Game not found"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var f fault
			s.call("GET", test.path, "", test.status, &f)
			if f.Error.Code != test.code || !strings.Contains(f.Error.Message, test.says) {
				t.Errorf("got %+v, want %s: …%s", f.Error, test.code, test.says)
			}
		})
	}
}
