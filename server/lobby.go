package server

import (
	"cmp"
	"net/http"
	"slices"

	"acies/account"
	"acies/game"
	"acies/match"
)

// lobby is what everybody can join or watch.
type lobby struct {
	Challenges []gameCard `json:"challenges"` // games with an open seat
	Public     []gameCard `json:"public"`     // games that are being played, and those that have ended
	Online     int        `json:"online"`     // how many people are here
}

// lobby answers with the games that everybody can join or watch.
func (s *server) lobby(c *call) error {
	games, err := s.Games.Lobby(c.Context(), listed)
	if err != nil {
		return err
	}
	blockers, err := s.blockers(c)
	if err != nil {
		return err
	}
	blocked, err := s.blocked(c)
	if err != nil {
		return err
	}
	apart := slices.Concat(blockers, blocked)
	x := lobby{Challenges: []gameCard{}, Public: []gameCard{}, Online: s.presence.People()}
	for _, g := range games {
		card, err := s.gameCard(c, g)
		if err != nil {
			s.Logger.Error("a game cannot be listed", "game", g.ID, "error", err)
			continue
		}
		switch {
		case !g.Waiting():
			x.Public = append(x.Public, card)
		case card.Terms != nil && card.Terms.Open && !slices.Contains(apart, g.Host):
			x.Challenges = append(x.Challenges, card)
		}
	}
	// Those that are over come last, as far as the sender may know.
	slices.SortStableFunc(x.Public, func(a, b gameCard) int {
		switch {
		case a.Over == b.Over:
			return 0
		case b.Over:
			return -1
		}
		return 1
	})
	return c.answer(http.StatusOK, x)
}

// take seats the sender in a game that anybody may join.
func (s *server) take(c *call) error {
	id := c.PathValue("id")
	return s.Games.With(id, func(m *match.Match) error {
		t, err := m.Terms()
		if err == nil && !t.Open {
			err = match.ErrNotFound // who is not invited is not told that there is such a game
		}
		if err == nil {
			err = mayJoin(c, &t)
		}
		if err != nil {
			return err
		}
		host, _, err := m.Access()
		if err != nil {
			return err
		}
		if list, err := s.blockers(c); err != nil || slices.Contains(list, host) {
			return cmp.Or(err, match.ErrNotFound) // the lobby does not list it for him
		}
		switch list, err := s.blocked(c); {
		case err != nil:
			return err
		case slices.Contains(list, host):
			return refuse(http.StatusConflict, "blocked")
		}
		if g, err := s.Games.Game(c.Context(), id); err != nil || !g.Deleted.IsZero() {
			return cmp.Or(err, match.ErrNotFound) // it was withdrawn
		}
		side, err := m.Join(c.Context(), "", c.who.ID)
		if err != nil {
			return err
		}
		return c.answer(http.StatusOK, struct {
			ID   string    `json:"id"`
			Side game.Side `json:"side"`
		}{id, side})
	})
}

// waiting answers with the games with others that wait for the sender, those that have waited longest first.
func (s *server) waiting(c *call) error {
	ids := []string{}
	if c.who.ID != "" {
		if c.query.Get("visible") == "1" && c.who.session.Scope == account.Everything { // a program does not look at anything
			s.visits.note(s.presence, c.who.ID)
		}
		list, err := s.Games.WaitingFor(c.Context(), c.who.ID, listed)
		if err != nil {
			return err
		}
		ids = append(ids, list...)
	}
	return c.answer(http.StatusOK, struct {
		Games []string `json:"games"`
	}{ids})
}
