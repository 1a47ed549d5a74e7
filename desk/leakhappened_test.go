package desk_test

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"acies/game"
	"acies/match"
	"acies/notify"
	"acies/record"
	"acies/server"
	"acies/store"
	"acies/table"
)

// herald tells what notices of a game say has happened.
type herald struct {
	games *match.Games
	told  int // of how many activations
}

func newHerald(t *testing.T) *herald {
	s, err := store.Open(filepath.Join(t.TempDir(), "acies.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// Nobody answers for a player meanwhile.
	games := match.New(s, match.Options{Library: table.NewLibrary(), Hesitation: func() time.Duration { return time.Hour }})
	t.Cleanup(func() {
		games.Close()
		s.Close()
	})
	return &herald{games: games}
}

// happened returns what a notice to either side says of a game in which a choice is due.
func (h *herald) happened(t *testing.T, g *record.Game) (text string) {
	var line bytes.Buffer
	if err := g.Write(&line); err != nil {
		t.Fatal(err)
	}
	id, err := h.games.Import(t.Context(), &line, "host")
	if err != nil {
		t.Fatal(err)
	}
	for side := range game.Side(2) {
		look := server.Happened(h.games, func(context.Context, string, bool) (notify.Table, bool, error) {
			return notify.Table{ToAct: int(side)}, true, nil
		})
		x, ok, err := look(t.Context(), id, true)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		h.told += len(x.Happened["en"])
		text += fmt.Sprintln(side, x.Happened)
	}
	return text
}
