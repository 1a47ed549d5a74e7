package server

import (
	"time"

	"acies/match"
)

// isLate reports whether the sender of a request watches a game with a delay: who neither plays nor has set it up does, if the
// players have agreed on one.
func isLate(c *call, snap *match.Snapshot) bool { return lags(c, snap.Host, snap.Seats, &snap.Terms) }

func lags(c *call, host string, seats []match.Seat, t *match.Terms) bool {
	return t.Delay > 0 && !c.who.local && !c.who.has(seats) && (c.who.ID == "" || c.who.ID != host)
}

// snapshot returns a game at the moment that the sender of a request may see.
func (s *server) snapshot(c *call, m *match.Match) (match.Snapshot, error) {
	snap, err := m.Snapshot()
	if err != nil || !isLate(c, &snap) {
		return snap, err
	}
	return m.Before(c.Context(), time.Now().Add(-time.Duration(snap.Terms.Delay)*time.Second))
}

// lateLook is how often those who watch with a delay are told what they may see now.
const lateLook = 5 * time.Second

// pause returns a channel that says when to look again for somebody who watches with a delay; for others it never does.
func pause(late bool) <-chan time.Time {
	if !late {
		return nil
	}
	return time.After(lateLook)
}
