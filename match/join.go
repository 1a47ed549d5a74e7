package match

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"acies/game"
	"acies/record"
)

// A game with a host has seats that belong to users. A seat that nobody has is taken by whoever presents the secret of
// its invitation first; until all are taken, nobody plays.

// waiting reports whether a seat of a game with a host is open.
func waiting(host string, seats []Seat) bool {
	return host != "" && slices.ContainsFunc(seats, func(s Seat) bool { return s.Kind == Human && s.User == "" })
}

// Waiting reports whether a seat of the game is open.
func (g *Game) Waiting() bool { return waiting(g.Host, g.Seats) }

// rests reports whether nobody can act: the game cannot go on, or has not begun. The caller holds the lock.
func (m *Match) rests() bool {
	return m.record.Frozen() != nil || m.record.Ending() != nil || !m.record.Ready() || waiting(m.host, m.seats)
}

// newer returns why the game is left to nodes with newer rules, or nil. The caller holds the lock.
func (m *Match) newer() error {
	if f := m.record.Frozen(); f != nil && f.Newer() {
		return f
	}
	return nil
}

// Access returns who has set up the game and who has which seat.
func (m *Match) Access() (host string, seats []Seat, err error) {
	if err := m.lock(); err != nil {
		return "", nil, err
	}
	defer m.mu.Unlock()
	return m.host, m.seats, nil
}

// Terms returns what was agreed before the game.
func (m *Match) Terms() (Terms, error) {
	if err := m.lock(); err != nil {
		return Terms{}, err
	}
	defer m.mu.Unlock()
	return m.terms, nil
}

// ID returns the id of the game.
func (m *Match) ID() string { return m.id }

// hashInvite returns the secret of an invitation as it is kept.
func hashInvite(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// Invite returns a new secret that seats whoever presents it first. The one before is worth nothing then.
func (m *Match) Invite(ctx context.Context, side game.Side) (secret string, err error) {
	if err := m.lock(); err != nil {
		return "", err
	}
	defer m.mu.Unlock()
	switch {
	case m.games.ReadOnly():
		return "", ErrReadOnly
	case m.host == "" || side < 0 || int(side) >= len(m.seats) || m.seats[side].Kind != Human:
		return "", ErrInvite
	case m.seats[side].User != "":
		return "", ErrSeated
	}
	secret = rand.Text()
	if err := m.games.log.Invite(ctx, m.id, side, hashInvite(secret)); err != nil {
		return "", unwritten(err)
	}
	seats := slices.Clone(m.seats) // snapshots share the old one
	seats[side].Invite = hashInvite(secret)
	m.seats = seats
	return secret, nil
}

// Invited returns the side to which a secret invites and who has its seat, if anybody. The error is [ErrInvite] if it
// invites to none.
func (m *Match) Invited(secret string) (side game.Side, user string, err error) {
	if err := m.lock(); err != nil {
		return game.Nobody, "", err
	}
	defer m.mu.Unlock()
	return m.invited(secret)
}

func (m *Match) invited(secret string) (side game.Side, user string, err error) {
	hash := hashInvite(secret)
	for i, s := range m.seats {
		if s.Invite == hash {
			return game.Side(i), s.User, nil
		}
	}
	return game.Nobody, "", ErrInvite
}

// Join seats a user where a secret invites to, and returns the side; without a secret he takes an open seat of a game that
// anybody may join. The error is [ErrInvite] or, if somebody else was faster, [ErrSeated]. Whoever has the seat already
// keeps it.
func (m *Match) Join(ctx context.Context, secret, user string) (game.Side, error) {
	for {
		side, err := m.tryJoin(ctx, secret, user)
		if !errors.Is(err, ErrStale) { // else another process has written; look again
			return side, err
		}
	}
}

func (m *Match) tryJoin(ctx context.Context, secret, user string) (game.Side, error) {
	if err := m.lock(); err != nil {
		return game.Nobody, err
	}
	defer m.mu.Unlock()
	side, err := m.openSeat(secret)
	has := game.Side(slices.IndexFunc(m.seats, func(s Seat) bool { return s.User == user }))
	switch {
	case has >= 0 && (has == side || secret == "" && m.terms.Open || err == nil && m.terms.Random):
		return has, nil
	case err != nil:
		return side, err
	case m.seats[side].User != "":
		return side, ErrSeated
	case m.newer() != nil:
		return side, m.newer()
	case m.games.ReadOnly():
		return side, ErrReadOnly
	case m.terms.Random && user == m.host:
		return side, ErrSeated // the sides are drawn when somebody else comes
	}
	now := time.Now()
	var rows []Row
	if m.terms.Random {
		if side = game.Side(fair{}.Uint64() % 2); m.seats[side].Kind != Human {
			side = side.Other()
		}
		rows = append(rows, Row{Kind: RowSeat, At: now, Actor: Actor{Side: side.Other(), User: m.host}})
	}
	rows = append(rows, Row{Kind: RowSeat, At: now, Actor: Actor{Side: side, User: user}})
	changes := m.changes
	for range rows {
		changes = changes.Add(&record.Entry{}) // everybody may know
	}
	open := m.seats
	for i := range rows {
		m.seats = seatsAfter(m.seats, &rows[i])
	}
	clocks := m.clock
	if m.terms.Random {
		m.clock = m.terms.handicap(clocks, m.host, m.seats)
	}
	ticked := m.tick(now, &Answer{})
	var waits []game.Side
	m.seats, waits = m.waitsAfter(now)
	revision, err := m.games.log.Append(ctx, Append{
		Game: m.id, Version: m.version, Revision: m.revision, Summary: m.summary(changes, ticked, len(rows), &Answer{}).String(), Rows: rows,
		Over: m.record.Outcome().Over, Waits: waits,
	})
	if err != nil {
		m.seats, m.clock = open, clocks
	}
	switch {
	case errors.Is(err, ErrConflict):
		return side, m.reloadAfterConflict()
	case err != nil:
		return side, &Unwritten{err}
	}
	m.version, m.revision, m.changes, m.clock = m.version+len(rows), revision, changes, ticked
	m.publish()
	m.wakeLocked()
	return side, nil
}

// openSeat returns the seat to which a secret invites or, without one, the seat that anybody may take. The caller holds the
// lock.
func (m *Match) openSeat(secret string) (game.Side, error) {
	if secret != "" || !m.terms.Open {
		side, _, err := m.invited(secret)
		return side, err
	}
	for i, s := range m.seats {
		if s.Kind == Human && s.User == "" {
			return game.Side(i), nil
		}
	}
	return game.Nobody, ErrSeated
}

// seatsAfter returns the seats after a row. Snapshots share the old ones, which stay as they are.
func seatsAfter(seats []Seat, r *Row) []Seat {
	switch r.Kind {
	case RowSeat:
		seats = slices.Clone(seats)
		seats[r.Actor.Side].User = r.Actor.User
	case RowSubstitute:
		seats = slices.Clone(seats)
		seats[r.Actor.Side].Kind = r.Line
	}
	return seats
}

// AddNonce adds to shared dice what the player of a side adds. When all have, the game begins. The error is
// [record.ErrNonce] if nothing can be added.
func (m *Match) AddNonce(ctx context.Context, side game.Side, nonce string) error {
	for {
		if err := m.tryNonce(ctx, side, nonce); !errors.Is(err, ErrStale) { // else another process has written; look again
			return err
		}
	}
}

func (m *Match) tryNonce(ctx context.Context, side game.Side, nonce string) error {
	if err := m.lock(); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if m.games.ReadOnly() {
		return ErrReadOnly
	}
	before, kept := m.record.Mark(), false
	defer restore(m.record, before, &kept)
	n := len(m.record.Nonces())
	if err := m.record.AddNonce(side, nonce); err != nil {
		return err
	}
	all := m.record.Nonces()
	if len(all) == n {
		return nil // the same again
	}
	out := Answer{row: &Row{Kind: RowNonce, At: time.Now(), Actor: actor(side, m.seats), Line: string(all[n].Line())}}
	if m.record.Ready() {
		// A game may begin with a roll.
		played, err := m.record.Play(nil, rolls(m.record), nil)
		if err != nil {
			return err
		}
		out.Applied = newSteps(played.Steps)
	}
	switch err := m.write(ctx, Request{}, "", &out); {
	case errors.Is(err, ErrConflict):
		return m.reloadAfterConflict()
	case err != nil:
		return &Unwritten{err}
	}
	kept = true
	m.wakeLocked()
	return nil
}
