package match_test

import (
	"testing"

	"acies/match"
	"acies/store/pgtest"
)

// TestChangedHook: whoever wants to know hears of changes by this process and by another, and may look at the game.
func TestChangedHook(t *testing.T) {
	path := pgtest.Data(t)
	heard := make(chan int, 100)
	var g *match.Games
	began := make(chan struct{})
	g = open(t, path, match.Options{Changed: func(id string) {
		<-began
		err := g.With(id, func(m *match.Match) error {
			snap, err := m.Snapshot()
			heard <- snap.Version
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}})
	close(began)
	id := shared(t, g, "sparta-195bc")
	secret := invite(t, g, id)
	join := func(g *match.Games) {
		with(t, g, id, func(m *match.Match) error {
			_, err := m.Join(t.Context(), secret, "ben")
			return err
		})
	}
	until := func(version int) {
		for <-heard < version {
		}
	}
	var before int
	with(t, g, id, func(m *match.Match) error {
		snap, err := m.Snapshot()
		before = snap.Version
		return err
	})
	join(g)
	until(before + 1)
	other := open(t, path, match.Options{})
	with(t, other, id, func(m *match.Match) error {
		snap, err := m.Snapshot()
		if err != nil {
			return err
		}
		_, err = m.Resign(t.Context(), match.Request{Version: snap.Version, Side: 0})
		return err
	})
	until(before + 2)
}
