package server

import (
	"context"
	"errors"
	"slices"

	"acies/account"
	"acies/match"
)

// met returns the account of a name, if the sender of a request can have met it: it plays or has played where everybody may look, or
// with him. The error is [account.ErrUnknown] for any other, as for a name that nobody has, so that names cannot be tried out. Both are
// looked for in the same places.
func (s *server) met(c *call, name string) (account.User, error) {
	u, err := s.People.Named(c.Context(), name)
	if err != nil && !errors.Is(err, account.ErrUnknown) {
		return account.User{}, err
	}
	seen, serr := s.seen(c, u.ID)
	switch {
	case serr != nil:
		return account.User{}, serr
	case err != nil || u.Guest() || !seen:
		return account.User{}, account.ErrUnknown
	}
	return u, nil
}

// seen reports whether the sender of a request can have met a user.
func (s *server) seen(c *call, user string) (bool, error) {
	ctx := c.Context()
	r, err := s.ranks(ctx)
	if err != nil {
		return false, err
	}
	seen := user != "" && user == c.who.ID
	for _, b := range r.books {
		seen = seen || b.games[user] > 0
	}
	games, err := s.Games.ListOf(ctx, user, lookedAt)
	if err != nil {
		return false, err
	}
	for i := range games {
		g := &games[i]
		terms, err := match.ReadTerms(g.Terms)
		public := err == nil && terms.Listing() != match.Unlisted
		seen = seen || g.Deleted.IsZero() && (public || c.who.has(g.Seats) || c.who.ID != "" && c.who.ID == g.Host)
	}
	entered, err := s.entered(ctx, user)
	return seen || entered, err
}

// entered reports whether a user has founded or entered one of the tournaments that are listed.
func (s *server) entered(ctx context.Context, user string) (bool, error) {
	if s.Tourneys == nil {
		return false, nil
	}
	ids, err := s.Tourneys.Tourneys(ctx, listedTourneys)
	if err != nil {
		return false, err
	}
	found := false
	for _, id := range ids {
		e, _, err := s.readEvent(ctx, id)
		if err != nil {
			s.Logger.Error("a tournament cannot be read", "tournament", id, "error", err)
			continue
		}
		found = found || e.Host == user || slices.Contains(e.Entrants, user)
		if e.Play != nil {
			for _, p := range e.Play.Players {
				found = found || p.ID == user
			}
		}
	}
	return found, nil
}
