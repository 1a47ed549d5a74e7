package kit_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"acies/game"
	"acies/record"
	"acies/record/recordtest"
	"acies/table"
)

// otherVersion returns the record of a game that another version of the rules has played: cards are dealt, red marches,
// and what follows is unknown to the present version.
func otherVersion(t *testing.T, cards string, rest ...string) []byte {
	t.Helper()
	_, g, err := table.NewLibrary(ford).New("ford", table.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	var actions []game.Action
	for _, do := range append(strings.Split("deal "+strings.ReplaceAll(cards, " ", ",deal "), ","), "march wood") {
		a, err := g.Battle().Parse(do)
		if err != nil {
			t.Fatal(err)
		}
		actions = append(actions, a)
	}
	if _, err := g.Play(actions, record.Rolls{Wait: true}, nil); err != nil {
		t.Fatal(err)
	}
	h, entries := g.Header(), g.Entries()
	h.Engine = "0"
	for _, do := range rest {
		entries = append(entries, record.Entry{N: len(entries) + 1, Side: 0, Do: do, State: "0123456789abcdef"})
	}
	return recordtest.Write(h, entries)
}

// TestFrozenSecrets opens pairs of games that another version of the rules has played. Each pair differs only in what one
// viewer may not know: the cards of others, and all that the present version does not play. Nothing that the viewer is
// sent may differ.
func TestFrozenSecrets(t *testing.T) {
	c := serve(t)
	open := func(data []byte) string {
		res, err := http.Post(c.base+"/api/records", "text/plain", bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if res.StatusCode != http.StatusCreated {
			t.Fatalf("the record is answered with %s", res.Status)
		}
		return strings.TrimPrefix(res.Header.Get("Location"), "/api/games/")
	}
	listed := func(id string) int {
		var list []struct {
			ID      string
			Version int
		}
		c.ask(http.StatusOK, "GET", "/api/games", nil, &list)
		for _, g := range list {
			if g.ID == id {
				return g.Version
			}
		}
		t.Fatalf("the game %s is not listed", id)
		return 0
	}
	for _, test := range []struct{ viewer, cards, other, shown string }{
		{"0", "1 1 2 2 3 3", "1 4 2 1 3 2", "1 ? 2 ? 3 ?"},
		{"1", "1 1 2 2 3 3", "4 1 1 2 2 3", "? 1 ? 2 ? 3"},
		{"spectator", "1 1 2 2 3 3", "4 4 1 1 2 2", "? ? ? ? ? ?"},
	} {
		t.Run(test.viewer, func(t *testing.T) {
			one := open(otherVersion(t, test.cards, "play 1", "jump 4"))
			two := open(otherVersion(t, test.other, "hide 2"))
			if a, b := listed(one), listed(two); a != 7 || b != 7 {
				t.Errorf("listed with the versions %d and %d, expected 7", a, b)
			}
			for _, channel := range []string{"", "/log", "/record", "/at/6", "/at/7"} {
				var a, b string
				c.ask(http.StatusOK, "GET", "/api/games/"+one+channel+"?side="+test.viewer, nil, &a)
				c.ask(http.StatusOK, "GET", "/api/games/"+two+channel+"?side="+test.viewer, nil, &b)
				if b = strings.ReplaceAll(b, two, one); a != b {
					t.Errorf("%q tells two games apart:\n%s\n%s", channel, a, b)
				}
				var cards []string
				for _, m := range dealt.FindAllStringSubmatch(a, -1) {
					cards = append(cards, m[1])
				}
				if got := strings.Join(cards, " "); got != test.shown {
					t.Errorf("%q shows the cards %s, expected %s", channel, got, test.shown)
				}
				if channel == "" && (!strings.Contains(a, `"frozen":"`) || !strings.Contains(a, "up to action 7,") || !strings.Contains(a, `"version":7`)) {
					t.Errorf("the table does not say that the game is frozen after action 7: %s", a)
				}
			}
			for _, id := range []string{one, two} {
				var refused string
				c.ask(http.StatusConflict, "POST", "/api/games/"+id+"/actions?side=0",
					map[string]any{"version": 7, "id": test.viewer, "actions": []string{"play 1"}}, &refused)
				if !strings.Contains(refused, `"frozen"`) {
					t.Errorf("an action is answered with %s", refused)
				}
			}
		})
	}
}
