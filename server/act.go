package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"acies/game"
	"acies/match"
	"acies/table"
)

// asked is what all requests that change a game have in common.
type asked struct {
	Version *int   `json:"version"`
	ID      string `json:"id"`
	Side    *int   `json:"side"`
}

// Limits of a request.
const (
	maxActions  = 64
	maxNotation = 200 // bytes of an action
	maxID       = 100 // bytes of a client's id
)

func (a *asked) request() (match.Request, error) {
	switch {
	case a.Version == nil:
		return match.Request{}, malformed("version", "it is missing")
	case a.ID == "" || len(a.ID) > maxID:
		return match.Request{}, malformed("id", fmt.Sprintf("want a name of your own for the request, 1 to %d bytes", maxID))
	}
	r := match.Request{Version: *a.Version, ID: a.ID, Side: game.Nobody}
	if a.Side != nil {
		if *a.Side != 0 && *a.Side != 1 {
			return match.Request{}, malformed("side", "want 0 or 1")
		}
		r.Side = game.Side(*a.Side)
	}
	return r, nil
}

type doneJSON struct {
	Version int               `json:"version"`
	Applied []json.RawMessage `json:"applied,omitempty" ts:"LogEntry[]"`
	Removed []string          `json:"removed,omitempty"`
	Table   *tableJSON        `json:"table,omitempty"`
}

func (s *server) act(c *call) error {
	var body struct {
		asked
		Actions []string `json:"actions"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	if n := len(body.Actions); n == 0 || n > maxActions {
		return malformed("actions", fmt.Sprintf("want 1 to %d", maxActions))
	}
	for _, a := range body.Actions {
		if len(a) > maxNotation {
			return malformed("actions", fmt.Sprintf("want at most %d bytes each", maxNotation))
		}
	}
	return s.change(c, &body.asked, func(m *match.Match, r match.Request) (match.Answer, error) {
		return m.Do(c.Context(), r, body.Actions)
	})
}

func (s *server) roll(c *call) error {
	var body struct {
		asked
		Dice []int `json:"dice"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	err := s.change(c, &body.asked, func(m *match.Match, r match.Request) (match.Answer, error) {
		return m.Roll(c.Context(), r, body.Dice)
	})
	if r := (*refusal)(nil); errors.As(err, &r) && r.Index != nil {
		r.Index, r.Field = nil, "dice" // there are no actions in this request
	}
	return err
}

func (s *server) undo(c *call) error {
	var body asked
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	return s.change(c, &body, func(m *match.Match, r match.Request) (match.Answer, error) { return m.Undo(c.Context(), r) })
}

// change carries out a request and answers with what came of it and the table after it.
func (s *server) change(c *call, a *asked, do func(*match.Match, match.Request) (match.Answer, error)) error {
	r, err := a.request()
	if err != nil {
		return err
	}
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		out, err := do(m, r)
		if err != nil {
			return s.explain(c, m, err)
		}
		w, err := out.Board.Words(c.lang)
		if err != nil {
			return err
		}
		answer := &doneJSON{Version: out.Version, Applied: tell(w, out.Applied)}
		for _, e := range out.Removed {
			answer.Removed = append(answer.Removed, e.Do)
		}
		if c.query.Get("table") != "no" {
			if answer.Table, err = s.set(c, &out.Snapshot); err != nil {
				return err
			}
		}
		return c.answer(http.StatusOK, answer)
	})
}

// explain puts the words of the battle and the present version into a refusal.
func (s *server) explain(c *call, m *match.Match, err error) error {
	snap, serr := m.Snapshot()
	if serr != nil {
		return errors.Join(err, serr)
	}
	w, werr := snap.Board.Words(c.lang)
	if werr != nil {
		return errors.Join(err, werr)
	}
	r := classify(ruled(w, err))
	if r.Message == "" {
		if _, _, key, ok := cause(err); ok {
			r.Message = w.Text(key)
		}
	}
	r.Version = &snap.Version
	return r
}

// actions reads the actions in the query, separated by semicolons.
func (c *call) actions(snap *match.Snapshot) ([]game.Action, error) {
	q := c.query.Get("do")
	if strings.TrimSpace(q) == "" {
		return nil, malformed("do", "want an action")
	}
	parts := strings.Split(q, ";")
	if len(parts) > maxActions {
		return nil, malformed("do", fmt.Sprintf("want at most %d actions", maxActions))
	}
	var out []game.Action
	for i, text := range parts {
		a, err := snap.Board.Battle.Parse(strings.TrimSpace(text))
		if err != nil {
			return nil, &table.Failure{N: i, Do: text, Err: &match.Notation{Err: err}}
		}
		out = append(out, a)
	}
	return out, nil
}
