package notify_test

import (
	"path/filepath"
	"slices"
	"testing"

	"acies/game"
	"acies/match"
	"acies/notify"
	"acies/store"
	_ "acies/systems"
	"acies/table"
)

// TestDrawnSides: where the sides are drawn, whoever has set up the game has no seat and cannot add to the dice before somebody
// joins. From then on the game waits for him, too, and he is told.
func TestDrawnSides(t *testing.T) {
	s, err := store.Open(filepath.Join(t.TempDir(), "acies.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	games := match.New(s, match.Options{Library: table.NewLibrary()})
	defer games.Close()
	look := notify.LookAt(games)
	id, err := games.Create(t.Context(), match.NewGame{
		Battle: "sparta-195bc", Host: "anna", Seats: []match.Seat{{Kind: match.Human}, {Kind: match.Human}}, Terms: match.Terms{Open: true, Random: true},
		Settings: table.Settings{Seed: "s", Shares: []game.Side{0, 1}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if x, ok, err := look(t.Context(), id, false); ok || err != nil {
		t.Fatalf("before anybody joins: %+v (%v)", x, err)
	}
	err = games.With(id, func(m *match.Match) error {
		_, err := m.Join(t.Context(), "", "ben")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	x, ok, err := look(t.Context(), id, false)
	if !ok || err != nil {
		t.Fatalf("%+v (%v)", x, err)
	}
	var told []string
	for _, m := range notify.Marks(&x) {
		if m.Event == notify.Turn {
			told = append(told, m.User)
		}
	}
	if slices.Sort(told); !slices.Equal(told, []string{"anna", "ben"}) {
		t.Errorf("the game waits for both, and %q are told", told)
	}
}
