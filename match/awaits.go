package match

import (
	"errors"
	"slices"
	"time"

	"acies/game"
	"acies/record"
)

// A game waits for the person who is to act; before it begins, for those who have not added to shared dice; and where two
// people throw dice by hand, for the one who is to enter or to confirm them, so that nobody delays it for nothing by doing
// neither.

// awaited returns the sides that the game waits for. The caller holds the lock.
func (m *Match) awaited() []game.Side {
	r := m.record
	switch {
	case r.Frozen() != nil || r.Outcome().Over || waiting(m.host, m.seats):
		return nil
	case !r.Ready():
		return m.withoutNonce()
	}
	side := r.State().ToAct()
	if side == game.Nature && rolls(r).Wait {
		side = m.thrower()
	}
	if !human(m.seats, side) {
		return nil
	}
	return []game.Side{side}
}

// withoutNonce returns the sides whose players have still to add to shared dice.
func (m *Match) withoutNonce() (list []game.Side) {
	for _, side := range m.record.Header().Shares {
		if human(m.seats, side) && !slices.ContainsFunc(m.record.Nonces(), func(n record.Nonce) bool { return n.Side == side }) {
			list = append(list, side)
		}
	}
	return list
}

// thrower returns the side that is to enter the dice that are due, or to confirm them: who has an offer to answer; else who has
// declined dice, and so enters some himself; else who acted last.
func (m *Match) thrower() game.Side {
	side := game.Side(0)
	for _, e := range slices.Backward(m.record.Entries()) {
		if e.Side >= 0 {
			side = e.Side
			break
		}
	}
	switch {
	case m.offer != nil:
		side = m.offer.By.Other()
	case m.declined >= 0:
		side = m.declined
	}
	if !human(m.seats, side) {
		side = side.Other()
	}
	return side
}

// waitsAfter returns the seats with since when the game waits for them, which is from a time on for those for which it did not
// before, and these sides if they are others than before, else nil. In a game at one table nobody waits for anybody. The
// caller holds the lock.
func (m *Match) waitsAfter(now time.Time) ([]Seat, []game.Side) {
	if m.host == "" {
		return m.seats, nil
	}
	sides := m.awaited()
	if seats := setWaits(m.seats, sides, now); seats != nil {
		return seats, append([]game.Side{}, sides...)
	}
	return m.seats, nil
}

// setWaits returns the seats of a game that waits for some sides from a time on, or nil if it has waited for them already.
func setWaits(seats []Seat, sides []game.Side, now time.Time) []Seat {
	var out []Seat
	for i := range seats {
		waits := slices.Contains(sides, game.Side(i))
		if waits == !seats[i].Waits.IsZero() {
			continue
		}
		if out == nil {
			out = slices.Clone(seats) // snapshots share the old ones
		}
		out[i].Waits = time.Time{}
		if waits {
			out[i].Waits = now
		}
	}
	return out
}

// stopWaiting notes of a game that has just been read that it waits for nobody, if it cannot go on because its rules are old. Nothing
// else is written of such a game, so that it would be listed among those that wait for ever. The row that goes with it sets nothing.
func (m *Match) stopWaiting() {
	f := m.record.Frozen()
	if f == nil || f.Newer() || m.games.ReadOnly() || !slices.ContainsFunc(m.seats, func(s Seat) bool { return !s.Waits.IsZero() }) {
		return
	}
	now := time.Now()
	seats, waits := m.waitsAfter(now)
	rows := []Row{{Kind: RowSetting, At: now, Actor: Actor{Side: game.Nobody}, Line: "{}"}}
	m.settings.rows++
	revision, err := m.games.log.Append(m.games.ctx, Append{
		Game: m.id, Version: m.version, Revision: m.revision, Rows: rows, Summary: m.summary(m.changes, m.clock, len(rows), &Answer{}).String(),
		Over: m.record.Outcome().Over, Waits: waits,
	})
	if err != nil {
		m.settings.rows--
		if errors.Is(err, ErrConflict) {
			m.outdated = true // another process has done so
			return
		}
		m.games.options.Logger.Error("a game that cannot go on waits", "game", m.id, "error", err)
		return
	}
	m.seats, m.version, m.revision = seats, m.version+len(rows), revision
}
