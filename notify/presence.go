package notify

import (
	"slices"
	"sync"

	"acies/bus"
)

// Presence is who looks at which game, on this node and, if it is shared, on others: who has it open, and sees its page. The zero
// value knows nobody.
type Presence struct {
	mu    sync.Mutex
	open  map[string]map[string]int // on this node, by user and game: how often
	pages map[page][]*view
	left  func(user, game string) // is called when somebody does not look at a game here any more, without locks; nil: nobody asks

	bus   bus.Bus               // nil: it is not shared
	node  string                // the name of this node
	nodes map[string]*elsewhere // the others
	told  int                   // how often all of them were told
}

// page is a page of a game as its user calls it.
type page struct{ user, game, id string }

// view is a page that is open.
type view struct{ visible bool }

// Open notes that a user has a page of a game open, until it is closed. Nobody, the empty user, is not noted.
func (p *Presence) Open(user, game, id string, visible bool) (shut func()) {
	if user == "" {
		return func() {}
	}
	k, v := page{user, game, id}, &view{}
	p.mu.Lock()
	if p.pages == nil {
		p.pages = map[page][]*view{}
	}
	p.pages[k] = append(p.pages[k], v)
	p.mu.Unlock()
	p.show(k, visible, v)
	return sync.OnceFunc(func() {
		p.show(k, false, v)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.pages[k] = slices.DeleteFunc(p.pages[k], func(x *view) bool { return x == v })
		if len(p.pages[k]) == 0 {
			delete(p.pages, k)
		}
	})
}

// Show notes whether a user sees a page that he has open. A page that is not open stays so.
func (p *Presence) Show(user, game, id string, visible bool) {
	x := &shown{user, game, id, visible}
	if !p.showHere(x) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.send(&presenceMessage{Shows: x}) // another node may have its stream
	}
}

// showHere does that for a page that is open on this node, and reports whether it is.
func (p *Presence) showHere(x *shown) bool {
	k := page{x.User, x.Game, x.Page}
	p.mu.Lock()
	views := slices.Clone(p.pages[k])
	p.mu.Unlock()
	p.show(k, x.Visible, views...)
	return len(views) > 0
}

func (p *Presence) show(k page, visible bool, views ...*view) {
	n := 1
	if !visible {
		n = -1
	}
	gone := false
	p.mu.Lock()
	for _, v := range views {
		if v.visible != visible && slices.Contains(p.pages[k], v) {
			v.visible = visible
			gone = p.add(k.user, k.game, n)
		}
	}
	p.mu.Unlock()
	if gone && p.left != nil {
		p.left(k.user, k.game)
	}
}

// add changes how often a user looks at a game, and reports whether he does not any more. The caller holds the lock.
func (p *Presence) add(user, game string, n int) (gone bool) {
	if p.open == nil {
		p.open = map[string]map[string]int{}
	}
	games := p.open[user]
	if games == nil {
		games = map[string]int{}
		p.open[user] = games
	}
	before := games[game]
	games[game] += n
	switch {
	case before == 0 && n > 0:
		p.send(&presenceMessage{Enter: &looking{user, game}})
	case games[game] <= 0:
		delete(games, game)
		p.send(&presenceMessage{Leave: &looking{user, game}})
		gone = true
	}
	if len(games) == 0 {
		delete(p.open, user)
	}
	return gone
}

// Has reports whether a user looks at a game.
func (p *Presence) Has(user, game string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open[user][game] > 0 {
		return true
	}
	for _, x := range p.nodes {
		if x.open[user][game] && x.here() {
			return true
		}
	}
	return false
}

// Here reports whether a user looks at any game.
func (p *Presence) Here(user string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.open[user]) > 0 {
		return true
	}
	for _, x := range p.nodes {
		if len(x.open[user]) > 0 && x.here() {
			return true
		}
	}
	return false
}

// People returns how many users look at games.
func (p *Presence) People() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.nodes) == 0 {
		return len(p.open)
	}
	all := map[string]bool{}
	for user := range p.open {
		all[user] = true
	}
	for _, x := range p.nodes {
		if x.here() {
			for user := range x.open {
				all[user] = true
			}
		}
	}
	return len(all)
}
