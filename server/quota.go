package server

import (
	"net/http"
	"sync"
	"time"

	"acies/match"
)

// Quotas of one person on a server that people elsewhere reach. The words of the refusals have these numbers.
const (
	gamesInAll      = 1000 // that he has set up and not deleted
	gamesInADay     = 100  // that he sets up
	hintsAtOnce     = 2
	importsAtOnce   = 1
	bodiesAtOnce    = 4                 // of records that arrive from one address
	openAtOnce      = match.ShownOfHost // that wait in the lobby
	opponentsAtOnce = 4                 // that choose an action in games that he has set up
)

// How long to wait, as somebody is told who has exceeded a quota.
const (
	waitForDay      = time.Hour // some of the games are older than a day by then
	waitForHint     = 5 * time.Second
	waitForImport   = 10 * time.Second
	waitForOpponent = 5 * time.Second
)

// gate counts what people do at once.
type gate struct {
	mu sync.Mutex
	n  map[string]int
}

// enter counts one more, unless there are as many as may be. Whoever got true calls leave.
func (g *gate) enter(who string, limit int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.n[who] >= limit {
		return false
	}
	if g.n == nil {
		g.n = map[string]int{}
	}
	g.n[who]++
	return true
}

func (g *gate) leave(who string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.n[who]--; g.n[who] == 0 {
		delete(g.n, who)
	}
}

// arrive refuses somebody without a session whose request would make him a guest, if too many guests come from his address.
func (s *server) arrive(c *call, n need) error {
	if c.who.local || n != somebody || c.who.ID != "" {
		return nil
	}
	return s.atPace(c, "from "+s.address(c.Request), arriving)
}

// withinQuota carries out a request unless its sender has too much of something already. A server on its own computer has no limits.
func (s *server) withinQuota(c *call, x route) error {
	if c.who.local {
		return x.handler(c)
	}
	switch x.pattern {
	case "POST /api/games", "POST /api/games/{id}/branch", "POST /api/records":
		if err := s.mayCreate(c); err != nil {
			return err
		}
	}
	switch x.pattern {
	case "POST /api/games", "POST /api/games/{id}/branch", "POST /api/games/{id}/actions":
		if s.Games.Thinking(c.who.ID) >= opponentsAtOnce {
			return s.tooMany(c, "too-many-opponents", waitForOpponent)
		}
	case "POST /api/records":
		return s.atOnce(c, x, importsAtOnce, "too-many-imports", waitForImport)
	case "GET /api/games/{id}/hint":
		return s.atOnce(c, x, hintsAtOnce, "too-many-hints", waitForHint)
	}
	return x.handler(c)
}

// atOnce carries out a request if fewer of its sender are in progress than may be.
func (s *server) atOnce(c *call, x route, limit int, code string, wait time.Duration) error {
	key := x.pattern + " " + s.sender(c)
	if !s.gate.enter(key, limit) {
		return s.tooMany(c, code, wait)
	}
	defer s.gate.leave(key)
	return x.handler(c)
}

// mayCreate refuses somebody who has set up too many games.
func (s *server) mayCreate(c *call) error {
	all, today, err := s.Games.Hosted(c.Context(), c.who.ID, time.Now().Add(-24*time.Hour))
	switch {
	case err != nil:
		return err
	case all >= gamesInAll:
		return s.tooMany(c, "too-many-games", waitForDay)
	case today >= gamesInADay:
		return s.tooMany(c, "too-many-today", waitForDay)
	}
	return nil
}

// mayChallenge refuses somebody who has too many challenges in the lobby.
func (s *server) mayChallenge(c *call) error {
	n, err := s.Games.Challenges(c.Context(), c.who.ID)
	if err == nil && n >= openAtOnce {
		err = s.tooMany(c, "too-many-open", waitForDay)
	}
	return err
}

// tooMany returns a refusal because the sender has too much of something already, with how long to wait.
func (s *server) tooMany(c *call, code string, wait time.Duration) error {
	s.Metrics.refuse(code)
	c.retryAfter(wait)
	return refuse(http.StatusTooManyRequests, code)
}
