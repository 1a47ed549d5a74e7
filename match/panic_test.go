package match_test

import (
	"testing"

	"acies/game"
	"acies/match"
	"acies/store"
	"acies/store/pgtest"
)

// TestPanicWhileBuilding checks that a game whose building panics answers every request with an error, and keeps neither
// other games nor the end of the program waiting.
func TestPanicWhileBuilding(t *testing.T) {
	path := pgtest.Data(t)
	id := create(t, open(t, path, match.Options{}), match.Human, match.Human)
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	g := match.New(s, match.Options{}) // nothing can be built without a library
	for range 2 {
		if err := g.With(id, func(*match.Match) error { return nil }); err == nil {
			t.Error("the game was opened")
		}
	}
	g.Close()
}

// clumsy fails when it is told of the end.
type clumsy struct{ random }

func (clumsy) End(game.Outcome) { panic("no end") }

// TestPanicAtTheEnd checks that a player that fails when it is told of the end does not end the program.
func TestPanicAtTheEnd(t *testing.T) {
	g := open(t, pgtest.Data(t), match.Options{Players: map[string]func() match.Player{
		"clumsy": func() match.Player { return clumsy{} },
	}})
	id := create(t, g, "clumsy", match.Human)
	await(t, g, id, isHuman)
	g.Close()
}
