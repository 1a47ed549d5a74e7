package server

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"time"

	"acies/account"
	"acies/match"
	"acies/notify"
)

// events sends a client every new version for as long as it listens. An event says which version the game has, not what
// has changed: a client that was away or is slow gets only the latest, and misses nothing. Versions are the same on every node of
// a server, so a client can come back to another; one that is behind looks at the store.
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
	page, visible := c.query.Get("page"), c.query.Get("visible") != "0"
	if page != "" && !isPage(page) {
		return malformed("page", "expected 1 to 40 letters and digits")
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
		if seen > version {
			if err := m.Refresh(); err != nil {
				return err
			}
			if version, changed, err = s.changed(c, m, late); err != nil {
				return err
			}
		}
		if who := s.sender(c); !c.who.local {
			if !s.pacer.stream(who) {
				return s.tooMany(c, "too-many-streams", streamWait)
			}
			defer s.pacer.close(who)
			if c.who.session.Scope == account.Everything { // a program does not look at anything
				defer s.presence.Open(c.who.ID, m.ID(), page, visible)()
			}
		}
		defer s.Metrics.stream()()
		exchangeOf(c.ResponseWriter).stream = true
		ears := s.hear(c, m)
		defer ears.close()
		ended, leave := s.listeners.add(c.who.ID)
		defer leave()
		lost := ended()
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
			same := true
			select {
			case <-changed:
			case <-said:
			case <-pause(late):
			case <-lost:
				lost, same = ended(), s.stays(c)
			case <-beat.C:
				fmt.Fprint(c.ResponseWriter, ": still here\n\n")
				same = s.stays(c) // sessions also end by other programs
			case <-s.draining:
				s.sendBack(c)
				return nil
			case <-c.Context().Done():
				return nil
			}
			if !same {
				s.sendBack(c) // with the session that the browser has now, if any
				return nil
			}
			if version, changed, err = s.changed(c, m, late); err != nil {
				return nil // the game is gone; the client finds out when it reconnects
			}
		}
	})
}

// stays reports whether the sender of a request that lasts still has the session with which he has sent it: he may have logged out
// elsewhere, been banned, revoked the token or deleted the account since. If that cannot be found out, he has.
func (s *server) stays(c *call) bool {
	if c.who.local || c.who.ID == "" {
		return true
	}
	secret := s.secret(c)
	if secret == "" {
		return true // it came with the answer to this request
	}
	err := s.People.Holds(c.Context(), secret, &c.who.session)
	if err != nil && !errors.Is(err, account.ErrUnknown) && c.Context().Err() == nil {
		s.Logger.Error("the session of a stream cannot be found", "error", err)
	}
	return !errors.Is(err, account.ErrUnknown)
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

// visitLasts is how long somebody is here who sees a page that asks what waits for him, which it does every 30 seconds.
const visitLasts = 45 * time.Second

// visits are those who see a page, whatever it shows.
type visits struct {
	mu   sync.Mutex
	ends map[string]*time.Timer // by user
}

// note notes that a user sees a page now.
func (v *visits) note(p *notify.Presence, user string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if t := v.ends[user]; t != nil && t.Stop() {
		t.Reset(visitLasts)
		return
	}
	if v.ends == nil {
		v.ends = map[string]*time.Timer{}
	}
	leave := p.Open(user, "", "", true) // of no game, so that nobody is kept from notices by it
	var t *time.Timer
	t = time.AfterFunc(visitLasts, func() {
		leave()
		v.mu.Lock()
		defer v.mu.Unlock()
		if v.ends[user] == t {
			delete(v.ends, user)
		}
	})
	v.ends[user] = t
}

// isPage reports whether a text is the id of a page, by which a client calls the stream that it listens to.
var isPage = regexp.MustCompile("^[0-9A-Za-z]{1,40}$").MatchString

// seePage notes whether somebody sees the page of a game that he has open.
func (s *server) seePage(c *call) error {
	var body struct {
		Page    string `json:"page"`
		Visible *bool  `json:"visible"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	switch {
	case !isPage(body.Page):
		return malformed("page", "expected 1 to 40 letters and digits")
	case body.Visible == nil:
		return malformed("visible", "it is missing")
	}
	s.presence.Show(c.who.ID, c.PathValue("id"), body.Page, *body.Visible)
	return c.answer(http.StatusOK, struct{}{})
}
