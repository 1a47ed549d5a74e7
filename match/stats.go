package match

import (
	"sync"
	"time"
)

// Stats are numbers about games in progress.
type Stats struct {
	Open     int // games that are kept open
	Thinking int // opponents that are choosing an action
	Leases   int // that the node holds
	// Changed is when the last change of a game was made or heard of; zero: none was.
	Changed time.Time
}

// Stats returns numbers about the games.
func (g *Games) Stats() Stats {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := Stats{Open: len(g.open), Thinking: g.thinking.all(), Leases: g.options.Leases.Held()}
	if at := g.changed.Load(); at != nil {
		s.Changed = *at
	}
	return s
}

// noteTime notes that a game has changed.
func (g *Games) noteTime() {
	now := time.Now()
	g.changed.Store(&now)
}

// Thinking returns how many opponents are choosing an action in games that a user has set up.
func (g *Games) Thinking(host string) int { return g.thinking.of(host) }

// thinking counts the opponents that are choosing an action, by the host of their game.
type thinking struct {
	mu     sync.Mutex
	byHost map[string]int
	total  int
}

// begin counts an opponent until the function that it returns is called.
func (t *thinking) begin(host string) (end func()) {
	t.add(host, 1)
	return func() { t.add(host, -1) }
}

func (t *thinking) add(host string, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byHost == nil {
		t.byHost = map[string]int{}
	}
	t.total += n
	if t.byHost[host] += n; t.byHost[host] == 0 {
		delete(t.byHost, host)
	}
}

func (t *thinking) all() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.total
}

func (t *thinking) of(host string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.byHost[host]
}
