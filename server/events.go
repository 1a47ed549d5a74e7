package server

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"acies/match"
)

// events sends a client every new version for as long as it listens. An event says which version the game has, not what
// has changed: a client that was away or is slow gets only the latest, and misses nothing.
func (s *server) events(c *call) error {
	seen := -1
	last := c.Request.Header.Get("Last-Event-ID")
	if last == "" {
		last = c.query.Get("after")
	}
	if last != "" {
		var err error
		if seen, err = strconv.Atoi(last); err != nil {
			return malformed("Last-Event-ID", "expected the number of a version")
		}
	}
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		snap, err := s.snapshot(c, m)
		if err != nil {
			return err
		}
		late := isLate(c, &snap)
		if _, err := c.viewer(&snap); err != nil {
			return err
		}
		version, changed, err := s.changed(c, m, late)
		if err != nil {
			return err
		}
		if who := s.sender(c); !c.who.local {
			if !s.pacer.stream(who) {
				return s.tooMany(c, "too-many-streams", streamWait)
			}
			defer s.pacer.close(who)
			defer s.presence.Enter(c.who.ID, m.ID())()
		}
		defer s.Metrics.stream()()
		exchangeOf(c.ResponseWriter).stream = true
		ears := s.hear(c, m)
		defer ears.close()
		h := c.ResponseWriter.Header()
		h.Set("Content-Type", "text/event-stream")
		h.Set("Cache-Control", "no-store")
		c.WriteHeader(http.StatusOK)
		out := http.NewResponseController(c.ResponseWriter)
		fmt.Fprint(c.ResponseWriter, "retry: 1000\n\n")
		beat := time.NewTicker(s.Heartbeat)
		defer beat.Stop()
		for {
			if version != seen {
				fmt.Fprintf(c.ResponseWriter, "id: %d\nevent: table\ndata: {\"version\":%d}\n\n", version, version)
				seen = version
			}
			said := ears.tell()
			if out.Flush() != nil {
				return nil // the client has gone
			}
			select {
			case <-changed:
			case <-said:
			case <-pause(late):
			case <-beat.C:
				fmt.Fprint(c.ResponseWriter, ": still here\n\n")
			case <-s.draining:
				wait := comeBack()
				fmt.Fprintf(c.ResponseWriter, "retry: %d\nevent: drain\ndata: {\"retry\":%d}\n\n", wait, wait)
				return nil
			case <-c.Context().Done():
				return nil
			}
			if version, changed, err = s.changed(c, m, late); err != nil {
				return nil // the game is gone; the client finds out when it reconnects
			}
		}
	})
}

// changed returns the version of a game as the viewer of a request counts it, and a channel that is closed when the
// game changes. A change that the viewer may not know of leaves this version as it is.
func (s *server) changed(c *call, m *match.Match, late bool) (int, <-chan struct{}, error) {
	version, changed, err := m.Changed()
	if err != nil || !m.Secrets() && !late {
		return version, changed, err
	}
	if late {
		changed = nil // it is looked at again and again
	}
	snap, err := s.snapshot(c, m)
	if err != nil {
		return 0, nil, err
	}
	d, err := s.desk(c, &snap)
	if err != nil {
		return 0, nil, err
	}
	return d.Version(), changed, nil
}
