package server

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"net/http"
	"strings"

	"acies/desk"
	"acies/dice"
	"acies/game"
	"acies/match"
	"acies/record"
	"acies/table"
)

// Two games with the sides exchanged are a match. The id of the second follows from that of the first, so that there is one second
// game however often, and by however many, it is asked for.

// derivedID returns the id that follows from others.
func derivedID(from ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(from, "\n")))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
}

// secondID returns the id of the second game of a match.
func secondID(first string) string { return derivedID("second game", first) }

// halfPoints returns the half points of both sides for the outcome of a game.
func halfPoints(o game.Outcome) (points [2]int) {
	switch {
	case !o.Over || record.CalledOff(o.Degree):
	case o.Winner >= 0:
		points[o.Winner] = 2
	default:
		points = [2]int{1, 1}
	}
	return points
}

// pairOf returns the match to which a game belongs; nil: none. Who watches with a delay is not told of it, since the other game has
// its own moment.
func (s *server) pairOf(c *call, snap *match.Snapshot) (*desk.Pair, error) {
	t := &snap.Terms
	if !t.Pair || isLate(c, snap) {
		return nil, nil
	}
	o := snap.Outcome()
	x, other := &desk.Pair{Number: 1, Points: halfPoints(o)}, secondID(snap.ID)
	if t.First != "" {
		x.Number, other = 2, t.First
	}
	err := s.Games.With(other, func(m *match.Match) error {
		y, err := m.Snapshot()
		if err != nil {
			return err
		}
		points := halfPoints(y.Outcome())
		x.Points[0] += points[1]
		x.Points[1] += points[0]
		x.Other, x.Over = other, o.Over && y.Outcome().Over
		return nil
	})
	if errors.Is(err, match.ErrNotFound) {
		x.Next, err = x.Number == 1 && o.Over && !record.CalledOff(o.Degree), nil
	}
	return x, err
}

// second sets up the second game of a match.
func (s *server) second(c *call) error {
	if err := c.read(smallBody, &struct{}{}); err != nil {
		return err
	}
	if s.Games.ReadOnly() {
		return match.ErrReadOnly
	}
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		snap, err := m.Snapshot()
		if err != nil {
			return err
		}
		o := snap.Outcome()
		if !snap.Terms.Pair || snap.Terms.First != "" || !o.Over || record.CalledOff(o.Degree) {
			return refuse(http.StatusUnprocessableEntity, "no-second")
		}
		n := match.NewGame{
			ID: snap.ID, Battle: snap.Header.Battle, Host: snap.Host, Seats: snap.Seats, Terms: snap.Terms,
			Settings: table.Settings{Options: desk.ChosenOptions(snap.Header), Position: snap.Header.Position},
		}
		n = secondOf(n)
		if !snap.ByHand() {
			shareDice(&n)
		}
		if err := s.ensureGame(c.Context(), n); err != nil {
			return err
		}
		return c.created(n.ID)
	})
}

// secondOf returns the second game of a match: the same with the sides exchanged.
func secondOf(n match.NewGame) match.NewGame {
	n.Terms.First, n.Terms.Open, n.Terms.Random = n.ID, false, false
	n.ID = secondID(n.ID)
	seats := make([]match.Seat, len(n.Seats))
	for i := range seats {
		seats[i] = match.Seat{Kind: match.Human, User: n.Seats[len(seats)-1-i].User}
	}
	n.Seats = seats
	return n
}

// shareDice gives a game dice of which the server draws the seed and to which both players add.
func shareDice(n *match.NewGame) {
	n.Settings.Seed = dice.NewSharedSeed()
	for side := range n.Seats {
		n.Settings.Shares = append(n.Settings.Shares, game.Side(side))
	}
}

// ensureGame sets up a game with an id of its own, unless there is one already.
func (s *server) ensureGame(ctx context.Context, n match.NewGame) error {
	_, err := s.Games.Game(ctx, n.ID)
	if !errors.Is(err, match.ErrNotFound) {
		return err
	}
	if _, err = s.Games.Create(ctx, n); err == nil {
		return nil
	}
	if _, lost := s.Games.Game(ctx, n.ID); lost == nil {
		return nil // somebody else was faster
	}
	return err
}
