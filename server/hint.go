package server

import (
	"net/http"

	"acies/game"
	"acies/hint"
	"acies/match"
	"acies/words"
)

type hintsJSON struct {
	Version int         `json:"version"` // of the game for which they are meant
	Side    game.Side   `json:"side"`
	Hints   []hint.Hint `json:"hints"`
}

// hint answers what the side to act could best do. Nobody else waits for the thought that takes.
func (s *server) hint(c *call) error {
	var snap match.Snapshot
	var w *words.Words
	err := s.ask(c, func(now *match.Snapshot, in *words.Words) error {
		snap, w = *now, in
		side := game.Nobody
		if c.query.Get("side") != "" {
			var err error
			if side, err = c.side(now); err != nil {
				return err
			}
		}
		return now.MayChoose(side)
	})
	if err != nil {
		return err
	}
	select {
	case s.thinking <- struct{}{}:
	case <-c.Context().Done():
		return c.Context().Err()
	}
	defer func() { <-s.thinking }()
	side := snap.State.ToAct()
	list := hint.Of(snap.State, w, len(snap.Entries), s.Thought)
	return c.answer(http.StatusOK, hintsJSON{snap.Version, side, list})
}
