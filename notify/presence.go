package notify

import "sync"

// Presence is who looks at which game. The zero value knows nobody.
type Presence struct {
	mu   sync.Mutex
	open map[string]map[string]int // by user and game: how often
}

// Enter notes that a user looks at a game, until leave is called. Nobody, the empty user, is not noted.
func (p *Presence) Enter(user, game string) (leave func()) {
	if user == "" {
		return func() {}
	}
	p.add(user, game, 1)
	return sync.OnceFunc(func() { p.add(user, game, -1) })
}

func (p *Presence) add(user, game string, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open == nil {
		p.open = map[string]map[string]int{}
	}
	games := p.open[user]
	if games == nil {
		games = map[string]int{}
		p.open[user] = games
	}
	if games[game] += n; games[game] == 0 {
		delete(games, game)
	}
	if len(games) == 0 {
		delete(p.open, user)
	}
}

// Has reports whether a user looks at a game.
func (p *Presence) Has(user, game string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open[user][game] > 0
}

// Here reports whether a user looks at any game.
func (p *Presence) Here(user string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.open[user]) > 0
}

// People returns how many users look at games.
func (p *Presence) People() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.open)
}
