package notify_test

import (
	"encoding/json"
	"maps"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/match"
	"acies/notify"
	"acies/store"
	_ "acies/systems"
	"acies/table"
)

// TestNoSecrets plays battles, with secrets and without, at random between two people, and looks at every moment at all that
// could be sent of it: it is the same at every moment of the game, so it tells nothing about any.
func TestNoSecrets(t *testing.T) {
	public := &url.URL{Scheme: "https", Host: "club.example"}
	s, err := store.Open(filepath.Join(t.TempDir(), "acies.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	games := match.New(s, match.Options{Library: table.NewLibrary()})
	defer games.Close()
	look := notify.LookAt(games)
	for _, battle := range []string{"sparta-195bc", "thermopylae-480bc"} {
		id, err := games.Create(t.Context(), match.NewGame{
			Battle: battle, Host: "anna", Seats: []match.Seat{{Kind: match.Human, User: "anna"}, {Kind: match.Human, User: "ben"}}, Settings: table.Settings{Seed: "s"},
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := games.Rename(t.Context(), id, "Round two"); err != nil {
			t.Fatal(err)
		}
		var first map[string]string
		var sides []int
		src := dice.New(7)
		for range 120 {
			x, ok, err := look(t.Context(), id, true)
			if err != nil || !ok {
				t.Fatal(ok, err)
			}
			sides = append(sides, x.ToAct)
			sent := notify.Bytes(&x, public)
			if first == nil {
				first = sent
				checkFields(t, sent, id)
			}
			if !maps.Equal(sent, first) {
				t.Fatalf("%s: what is sent depends on the position: %q, before %q", battle, sent, first)
			}
			if !act(t, games, id, src) {
				break
			}
		}
		if slices.Sort(sides); len(slices.Compact(sides)) < 2 {
			t.Errorf("%s: only %v was to act", battle, sides[0])
		}
	}
	var fields []string
	for f := range reflect.TypeFor[notify.Table]().NumField() {
		fields = append(fields, reflect.TypeFor[notify.Table]().Field(f).Name)
	}
	if want := []string{"Game", "Title", "Battle", "Seats", "Begun", "Missing", "Tourney", "Fresh", "Over", "ToAct", "Visit", "Offered", "Happened"}; !slices.Equal(fields, want) {
		t.Errorf("a table has the fields %q, expected %q: a new one must be no secret", fields, want)
	}
}

// checkFields checks that notices have the fields that they may have, and only them.
func checkFields(t *testing.T, sent map[string]string, id string) {
	t.Helper()
	allowed := map[string][]string{
		"discord": {"allowed_mentions", "content"}, "slack": {"text"}, "json": {"battle", "event", "game", "text", "title", "url"},
		"push": {"body", "tag", "title", "url"},
	}
	for what, text := range sent {
		kind := what[strings.LastIndexByte(what, ' ')+1:]
		if !strings.Contains(text, "https://club.example/#/game/"+id) || !strings.Contains(text, "Round two") {
			t.Errorf("%s does not say which game it is about: %s", what, text)
		}
		if kind == "mail" {
			continue
		}
		var x map[string]any
		if err := json.Unmarshal([]byte(text), &x); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if got := slices.Sorted(maps.Keys(x)); !slices.Equal(got, allowed[kind]) {
			t.Errorf("%s has the fields %q, expected %q", what, got, allowed[kind])
		}
	}
}

// act does something at random for whoever is to act; it returns false when the game is over.
func act(t *testing.T, games *match.Games, id string, src game.Source) (goesOn bool) {
	t.Helper()
	err := games.With(id, func(m *match.Match) error {
		snap, err := m.Snapshot()
		if err != nil || snap.Outcome().Over {
			return err
		}
		goesOn = true
		side := snap.State.ToAct()
		list := snap.State.Legal(nil)
		a := list[src.Uint64()%uint64(len(list))]
		r := match.Request{Version: snap.Version, Viewer: side, Side: side}
		if snap.Changes != nil {
			r.Version = snap.Changes.For(side)
		}
		_, err = m.Do(t.Context(), r, []string{snap.Loaded.Battle.Format(a)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return goesOn
}
