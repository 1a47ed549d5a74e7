package match

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"acies/game"
	"acies/record"
)

// Somebody whose account is deleted or suspended does not come back to the table. Nobody else is to wait for him.

// Vacate ends what a user leaves open who does not come back: his challenges are withdrawn, rated games and those of tournaments are
// lost, and in others a program plays on or, if there is none, they are lost too. Games that have not begun are withdrawn, but for
// those of tournaments, whose organiser decides. A game that cannot be changed does not keep the others from it.
func (g *Games) Vacate(ctx context.Context, user string) error {
	list, err := g.log.GamesOf(ctx, user, math.MaxInt32)
	if err != nil {
		return err
	}
	var errs []error
	for i := range list {
		if x := &list[i]; !x.Over && x.Deleted.IsZero() {
			if err := g.vacate(ctx, x, user); err != nil {
				errs = append(errs, fmt.Errorf("the game %q: %w", x.ID, err))
			}
		}
	}
	return errors.Join(errs...)
}

func (g *Games) vacate(ctx context.Context, x *Game, user string) error {
	if x.Waiting() {
		if x.Host == user {
			return g.Delete(ctx, x.ID)
		}
		return nil
	}
	withdrawn := false
	err := g.With(x.ID, func(m *Match) error {
		for {
			s, err := m.Snapshot()
			if err != nil || s.Frozen != nil && s.Frozen.Newer() {
				return err
			}
			side := s.leaves(user)
			if side < 0 {
				return nil
			}
			if !s.Ready {
				withdrawn = s.Terms.Tourney == ""
				return nil
			}
			r := Request{Version: s.Version, Viewer: side, Side: side}
			if s.Changes != nil {
				r.Version = s.Changes.For(side)
			}
			_, err = m.changeAny(ctx, r, "", true, func() (Answer, record.Mark, error) { return m.giveUp(side) })
			if !errors.Is(err, ErrStale) { // else somebody has acted meanwhile
				return err
			}
		}
	})
	if err == nil && withdrawn {
		err = g.Delete(ctx, x.ID)
	}
	return err
}

// leaves returns the side that a user plays against somebody else in a game that is not over, or Nobody.
func (s *Snapshot) leaves(user string) game.Side {
	own := slices.IndexFunc(s.Seats, func(x Seat) bool { return x.Kind == Human && x.User == user })
	others := slices.ContainsFunc(s.Seats, func(x Seat) bool { return x.Kind == Human && x.User != user })
	if own < 0 || !others || s.Outcome().Over {
		return game.Nobody
	}
	return game.Side(own)
}

// giveUp returns the answer by which somebody who does not come back leaves a game.
func (m *Match) giveUp(side game.Side) (Answer, record.Mark, error) {
	if err := m.playsOn(side); err != nil {
		return Answer{}, record.Mark{}, err
	}
	if m.record.Frozen() != nil {
		return m.abandon(side)
	}
	kind := m.games.options.Substitute
	if kind == "" || m.terms.Rated || m.terms.Tourney != "" {
		return m.end(side, record.Resigned, side.Other())
	}
	return m.substitute(side, kind)
}
