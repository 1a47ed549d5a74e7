package server

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"acies/desk"
	"acies/game"
	"acies/match"
)

// changeRequest holds the fields of all requests that change a game.
type changeRequest struct {
	Version *int   `json:"version"`
	ID      string `json:"id"`
	Side    *int   `json:"side"`
}

// Limits of a request.
const (
	maxActions  = 256
	maxNotation = 200 // bytes of an action
	maxID       = 100 // bytes of a client's id
)

func (a *changeRequest) request() (match.Request, error) {
	switch {
	case a.Version == nil:
		return match.Request{}, malformed("version", "it is missing")
	case a.ID == "" || len(a.ID) > maxID:
		return match.Request{}, malformed("id", fmt.Sprintf("expected an id of your choice for the request, 1 to %d bytes", maxID))
	}
	r := match.Request{Version: *a.Version, ID: a.ID, Side: game.Nobody}
	if a.Side != nil {
		if *a.Side != 0 && *a.Side != 1 {
			return match.Request{}, malformed("side", "expected 0 or 1")
		}
		r.Side = game.Side(*a.Side)
	}
	return r, nil
}

func (s *server) act(c *call) error {
	var body struct {
		changeRequest
		Actions []string `json:"actions"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	if n := len(body.Actions); n == 0 || n > maxActions {
		return malformed("actions", fmt.Sprintf("expected 1 to %d", maxActions))
	}
	for _, a := range body.Actions {
		if len(a) > maxNotation {
			return malformed("actions", fmt.Sprintf("expected at most %d bytes each", maxNotation))
		}
	}
	return s.change(c, &body.changeRequest, func(m *match.Match, r match.Request) (match.Answer, error) {
		return m.Do(c.Context(), r, body.Actions)
	})
}

func (s *server) roll(c *call) error {
	var body struct {
		changeRequest
		Dice []int `json:"dice"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	err := s.change(c, &body.changeRequest, func(m *match.Match, r match.Request) (match.Answer, error) {
		return m.Roll(c.Context(), r, body.Dice)
	})
	if r := (*refusal)(nil); errors.As(err, &r) && r.Index != nil {
		r.Index, r.Field = nil, "dice" // there are no actions in this request
	}
	return err
}

func (s *server) undo(c *call) error {
	var body struct {
		changeRequest
		Count int `json:"count"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	if body.Count < 0 || body.Count > maxActions {
		return malformed("count", fmt.Sprintf("expected 1 to %d", maxActions))
	}
	return s.change(c, &body.changeRequest, func(m *match.Match, r match.Request) (match.Answer, error) {
		return m.Undo(c.Context(), r, max(1, body.Count))
	})
}

// settings sets when a player is asked what he may decline, what is answered for him, or that all people play at one screen.
// Setting the same again changes nothing, so the request needs neither a version nor an id.
func (s *server) settings(c *call) error {
	var body struct {
		Side     *int       `json:"side"`
		Ask      *match.Ask `json:"ask"`
		Together *bool      `json:"together"`

		Standing map[string]match.Standing `json:"standing"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	own := body.Ask != nil || body.Standing != nil
	switch {
	case !own && body.Together == nil:
		return malformed("ask", "it is missing")
	case own && body.Together != nil, body.Ask != nil && body.Standing != nil:
		return malformed("together", "expected one of ask, standing and together")
	case body.Ask != nil && !slices.Contains(match.Asks, *body.Ask):
		return malformed("ask", fmt.Sprintf("expected one of %s, %s, %s", match.AskAlways, match.AskFitting, match.AskLater))
	case own && (body.Side == nil || *body.Side != 0 && *body.Side != 1):
		return malformed("side", "expected 0 or 1")
	}
	for _, answer := range body.Standing {
		if !slices.Contains(match.Standings, answer) {
			return malformed("standing", fmt.Sprintf("expected %s, %s or %s", match.StandingAsk, match.StandingDecline, match.StandingChoose))
		}
	}
	if own {
		c.query.Set("side", strconv.Itoa(*body.Side))
	}
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		var out match.Answer
		_, seats, err := m.Access()
		if err != nil {
			return err
		}
		if own && !slices.Contains(c.who.sides(seats), game.Side(*body.Side)) || body.Together != nil && !c.who.alone(seats) {
			return refuse(http.StatusForbidden, "not-yours")
		}
		switch {
		case body.Ask != nil:
			out, err = m.SetAsk(c.Context(), game.Side(*body.Side), *body.Ask)
		case own:
			out, err = m.SetStanding(c.Context(), game.Side(*body.Side), body.Standing)
		default:
			out, err = m.SetTogether(c.Context(), *body.Together)
		}
		if err != nil {
			return s.explain(c, m, err)
		}
		d, err := s.desk(c, &out.Snapshot)
		if err != nil {
			return err
		}
		answer := d.Done(stepsOf(out.Applied), nil)
		answer.Table = d.Table()
		return c.answer(http.StatusOK, answer)
	})
}

// change carries out a request and answers with the result and the table after it.
func (s *server) change(c *call, a *changeRequest, do func(*match.Match, match.Request) (match.Answer, error)) error {
	r, err := a.request()
	if err != nil {
		return err
	}
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		if err := c.actAs(m, a, &r); err != nil {
			return err
		}
		if err := c.setViewer(m, a, &r); err != nil {
			return err
		}
		out, err := do(m, r)
		if err != nil {
			return s.explain(c, m, err)
		}
		s.played(c.Context(), &out.Snapshot)
		d, err := s.desk(c, &out.Snapshot)
		if err != nil {
			return err
		}
		answer := d.Done(stepsOf(out.Applied), out.Removed)
		if c.query.Get("table") != "no" {
			answer.Table = d.Table()
		}
		return c.answer(http.StatusOK, answer)
	})
}

// setViewer sets, in a battle with secrets, who sends a request: the side that the client plays, which is then also the
// viewer of the answer, or otherwise the viewer named. The request's version is the one shown to this viewer, who may
// act for no other side.
func (c *call) setViewer(m *match.Match, a *changeRequest, r *match.Request) error {
	if !m.Secrets() {
		return nil
	}
	if a.Side != nil {
		c.query.Set("side", strconv.Itoa(*a.Side))
	}
	snap, err := m.Snapshot()
	if err != nil {
		return err
	}
	viewer, err := c.viewer(&snap)
	if err != nil {
		return err
	}
	switch c.query.Get("side") {
	case "":
	case spectator:
		return desk.ErrTurn
	default:
		r.Side = game.Side(viewer)
	}
	r.Viewer = game.Side(viewer)
	return nil
}

// explain adds the present version and the battle's words for the reason to a refusal.
func (s *server) explain(c *call, m *match.Match, err error) error {
	snap, serr := m.Snapshot()
	if serr != nil {
		return errors.Join(err, serr)
	}
	d, derr := s.desk(c, &snap)
	if derr != nil {
		return errors.Join(err, derr)
	}
	r := classify(describeRefusal(d.Words, err))
	if r.Message == "" {
		if _, _, key, ok := cause(err); ok {
			r.Message = d.Words.Text(key)
		}
	}
	version := d.Version()
	r.Version = &version
	return r
}
