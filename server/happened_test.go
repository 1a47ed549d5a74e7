package server

import (
	"strings"
	"testing"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/match"
	"acies/notify"
	"acies/table"
)

// TestHappened: a notice tells what the other side has done since the player's last choice, in both languages, and nothing that
// a spectator could not know.
func TestHappened(t *testing.T) {
	_, games := newStore(t)
	look := Happened(games, notify.LookAt(games))
	for _, battle := range []string{"sparta-195bc", "thermopylae-480bc"} {
		id, err := games.Create(t.Context(), match.NewGame{
			Battle: battle, Host: "anna", Seats: []match.Seat{{Kind: match.Human, User: "anna"}, {Kind: match.Human, User: "ben"}}, Settings: table.Settings{Seed: "s"},
		})
		if err != nil {
			t.Fatal(err)
		}
		player, src, told, last := ai.Recruit(), dice.New(5), 0, game.Nobody
		for i := range 240 {
			x, ok, err := look(t.Context(), id, false)
			if passes := game.Side(x.ToAct) != last; err == nil && ok && passes { // a notice is due
				x, ok, err = look(t.Context(), id, true)
			}
			if err != nil || !ok {
				t.Fatal(ok, err)
			}
			last = game.Side(x.ToAct)
			if en, fr := x.Happened["en"], x.Happened["fr"]; len(en) != len(fr) || len(en) > happened {
				t.Fatalf("%q, in French %q", en, fr)
			}
			for _, text := range x.Happened["en"] {
				told++
				if text == "" || strings.Contains(text, "{") {
					t.Errorf("%s: %q", battle, text)
				}
			}
			err = games.With(id, func(m *match.Match) error {
				s, err := m.Snapshot()
				if err != nil {
					return err
				}
				side := s.State.ToAct()
				version := s.Version
				if s.Changes != nil {
					version = s.Changes.For(side)
				}
				a := player.Choose(s.State.Clone(), side, src)
				_, err = m.Do(t.Context(), match.Request{Version: version, Viewer: side, Side: side, ID: string(rune('a'+i%26)) + string(rune('a'+i/26))}, []string{s.State.Battle().Format(a)})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if told == 0 {
			t.Errorf("%s: nothing was told", battle)
		}
	}
}
