package server

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"acies/clock"
	"acies/desk"
	"acies/match"
)

// clockFor returns the clocks of a game as its viewers are told; nil: there are none.
func clockFor(t *match.Terms, s *clock.State, now time.Time) *desk.Clock {
	if t.Clock == nil || s == nil {
		return nil
	}
	x := &desk.Clock{Control: *t.Clock, Runs: s.Runs, Now: now.UnixMilli(), DaysOff: s.Vacation, Stopped: s.Stopped}
	for side := range s.Left {
		x.Left = append(x.Left, t.Clock.Left(s, side, now).Milliseconds())
	}
	if s.Runs >= 0 {
		if at := t.Clock.Resumes(s, s.Runs, now); !at.IsZero() {
			x.Resumes = at.UnixMilli()
		}
	}
	return x
}

// termsFor returns what was agreed before a game as it is told; nil: nothing.
func termsFor(t *match.Terms) *desk.Agreed {
	if *t == (match.Terms{}) {
		return nil
	}
	return &desk.Agreed{Open: t.Open, Random: t.Random, Rated: t.Rated, Watch: string(t.Watch), Delay: t.Delay, Pair: t.Pair, Handicap: string(t.Handicap), Tourney: t.Tourney}
}

// claim acts on a clock that has run out, as was agreed.
func (s *server) claim(c *call) error {
	var body struct{ changeRequest }
	return s.deal(c, &body, &body.changeRequest, func(m *match.Match, r match.Request) (match.Answer, error) {
		return m.Claim(c.Context(), r)
	})
}

// abandon ends a game that nobody has begun, or that cannot go on.
func (s *server) abandon(c *call) error {
	var body struct{ changeRequest }
	return s.deal(c, &body, &body.changeRequest, func(m *match.Match, r match.Request) (match.Answer, error) {
		t, err := m.Terms()
		if err != nil {
			return match.Answer{}, err
		}
		if err := s.notInTourney(c, &t); err != nil {
			return match.Answer{}, err
		}
		return m.Abandon(c.Context(), r)
	})
}

// resume ends an adjournment.
func (s *server) resume(c *call) error {
	var body struct{ changeRequest }
	return s.deal(c, &body, &body.changeRequest, func(m *match.Match, r match.Request) (match.Answer, error) {
		return m.Resume(c.Context(), r)
	})
}

// leave lets a program play on for the sender.
func (s *server) leave(c *call) error {
	var body struct{ changeRequest }
	return s.deal(c, &body, &body.changeRequest, func(m *match.Match, r match.Request) (match.Answer, error) {
		t, err := m.Terms()
		if err != nil {
			return match.Answer{}, err
		}
		if t.Rated || t.Tourney != "" {
			return match.Answer{}, refuse(http.StatusUnprocessableEntity, "rated-program")
		}
		return m.Leave(c.Context(), r)
	})
}

// goAway stops the sender's clock for some days.
func (s *server) goAway(c *call) error {
	var body struct {
		changeRequest
		Days int `json:"days"`
	}
	return s.deal(c, &body, &body.changeRequest, func(m *match.Match, r match.Request) (match.Answer, error) {
		return m.GoAway(c.Context(), r, body.Days)
	})
}

// comeBackTries is how often a seat is asked for before a program that plays quickly is left to it.
const comeBackTries = 50

// comeBack gives the sender the seat back in which a program plays for him.
func (s *server) comeBack(c *call) error {
	var body struct{ changeRequest }
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	r, err := body.request()
	if err != nil {
		return err
	}
	if body.Side == nil {
		return malformed("side", "it is missing")
	}
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		// The program plays on meanwhile, so the version that the sender has seen does not matter.
		for range comeBackTries {
			snap, err := m.Snapshot()
			if err != nil {
				return err
			}
			if r.Viewer, r.Version = r.Side, snap.Version; snap.Changes != nil {
				r.Version = snap.Changes.For(r.Side)
			}
			if _, err = m.Return(c.Context(), r, c.who.ID); !errors.Is(err, match.ErrStale) {
				if err != nil {
					return err
				}
				return c.answer(http.StatusOK, struct{}{})
			}
		}
		return match.ErrStale
	})
}

// absent acts on the absence of the other player.
func (s *server) absent(c *call) error {
	var body struct {
		changeRequest
		Then match.Absence `json:"then"`
	}
	return s.deal(c, &body, &body.changeRequest, func(m *match.Match, r match.Request) (match.Answer, error) {
		if !slices.Contains(match.Absences, body.Then) {
			return match.Answer{}, malformed("then", fmt.Sprintf("expected one of %q", match.Absences))
		}
		t, err := m.Terms()
		if err != nil {
			return match.Answer{}, err
		}
		if err := s.notInTourney(c, &t); err != nil {
			return match.Answer{}, err
		}
		if t.Rated && body.Then == match.AbsenceProgram {
			return match.Answer{}, refuse(http.StatusUnprocessableEntity, "rated-program")
		}
		return m.ActOnAbsence(c.Context(), r, body.Then)
	})
}

// notInTourney returns a refusal if a tournament depends on a game of some terms.
func (s *server) notInTourney(c *call, t *match.Terms) error {
	in, err := s.inTourney(c.Context(), t)
	if in && err == nil {
		err = refuse(http.StatusUnprocessableEntity, "tourney-game")
	}
	return err
}

// mayActOnAbsence reports whether the sender of a request may act on the absence of the other player.
func (s *server) mayActOnAbsence(c *call, snap *match.Snapshot) (bool, error) {
	now := time.Now()
	for _, side := range c.who.sides(snap.Seats) {
		if c.who.local || snap.Outcome().Over || !snap.Absent(side.Other(), now) {
			continue
		}
		in, err := s.inTourney(c.Context(), &snap.Terms)
		return !in && err == nil, err
	}
	return false, nil
}

// checkTerms returns an error for the field of the terms of a new game that is wrong.
func (n *newGame) checkTerms(local bool, people int) error {
	t := &n.Terms
	if err := t.Check(); err != nil {
		return malformed("terms", err.Error())
	}
	switch {
	case *t == (match.Terms{}):
	case local:
		return malformed("terms", "nothing is agreed in a game at one table")
	case t.Attacker != 0 || t.Most != 0 || t.First != "" || t.Tourney != "":
		return malformed("terms", "attacker, most, first and tourney are set by the server")
	case (t.Open || t.Random || t.Rated || t.Pair || t.Handicap != "") && people < 2:
		return malformed("terms", "a game against a program is not open, random, rated, with a handicap or one of two")
	case (t.Open || t.Rated || t.Pair || t.Handicap != "") && n.Mine == nil && !t.Random:
		return malformed("mine", "expected the side of whoever sets up the game")
	case t.Rated && n.Position != "":
		return malformed("terms", "a game that begins with a position is not rated")
	}
	if t.Random && n.Mine != nil {
		return malformed("mine", fmt.Sprintf("found %d, expected none where the sides are drawn", *n.Mine))
	}
	return nil
}
