package server

import (
	"fmt"
	"slices"

	"acies/match"
)

// deal reads a request in which a side resigns, offers or answers; it must name its side unless the sender has but one.
func (s *server) deal(c *call, body any, a *changeRequest, do func(*match.Match, match.Request) (match.Answer, error)) error {
	if err := c.read(smallBody, body); err != nil {
		return err
	}
	if a.Side == nil && c.who.local {
		return malformed("side", "it is missing")
	}
	return s.change(c, a, do)
}

func (s *server) resign(c *call) error {
	var body struct{ changeRequest }
	return s.deal(c, &body, &body.changeRequest, func(m *match.Match, r match.Request) (match.Answer, error) {
		return m.Resign(c.Context(), r)
	})
}

func (s *server) offer(c *call) error {
	var body struct {
		changeRequest
		Deal match.Deal `json:"deal"`
	}
	return s.deal(c, &body, &body.changeRequest, func(m *match.Match, r match.Request) (match.Answer, error) {
		if !slices.Contains(match.Deals, body.Deal) {
			return match.Answer{}, malformed("deal", fmt.Sprintf("expected one of %q", match.Deals))
		}
		return m.Offer(c.Context(), r, body.Deal)
	})
}

func (s *server) reply(c *call) error {
	var body struct {
		changeRequest
		Accept *bool `json:"accept"`
	}
	return s.deal(c, &body, &body.changeRequest, func(m *match.Match, r match.Request) (match.Answer, error) {
		if body.Accept == nil {
			return match.Answer{}, malformed("accept", "it is missing")
		}
		return m.Reply(c.Context(), r, *body.Accept)
	})
}
