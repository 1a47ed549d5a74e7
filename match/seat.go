package match

import "acies/game"

// seated is a player in its seat.
type seated struct {
	Player
	heard int // how many actions it knows of
}

// sit returns the player of a side, makes it if there is none yet, and tells it what has happened. The caller holds the
// lock.
func (m *Match) sit(side game.Side, maker func() Player) Player {
	p := m.seated[side]
	if p == nil {
		p = &seated{Player: maker(), heard: len(m.record.Entries())}
		if m.seated == nil {
			m.seated = map[game.Side]*seated{}
		}
		m.seated[side] = p
	}
	m.tell(p)
	return p.Player
}

// tell gives a player that wants to know it what has happened since it was told last. What it was told is never taken
// back: an undo goes no further than the last change of the side to act. The caller holds the lock.
func (m *Match) tell(p *seated) {
	sink, ok := p.Player.(game.Sink)
	if !ok {
		return
	}
	news := m.last
	if len(news) == 0 || news[0].N > p.heard+1 {
		var err error
		if news, err = steps(m.record, p.heard); err != nil {
			m.games.options.Logger.Error("a game cannot be told", "game", m.id, "error", err)
			return
		}
	}
	for i := range news {
		if news[i].N <= p.heard {
			continue
		}
		for _, e := range news[i].Events {
			sink.Event(e)
		}
	}
	p.heard = len(m.record.Entries())
}

// rise takes the players from their seats and returns what tells them, which may take them a moment.
func (m *Match) rise() func() {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.riseLocked()
}

func (m *Match) riseLocked() func() {
	out := m.record.State().Outcome()
	gone := m.seated
	m.seated = nil
	if out.Over { // nobody is choosing
		for _, p := range gone {
			m.tell(p)
		}
	}
	return func() {
		for _, p := range gone {
			if err := p.end(out); err != nil {
				m.games.options.Logger.Error("an opponent did not end properly", "game", m.id, "error", err)
			}
		}
	}
}

func (p *seated) end(o game.Outcome) (err error) {
	defer catchPanic(&err)
	if e, ok := p.Player.(interface{ End(game.Outcome) }); ok {
		e.End(o)
	}
	return nil
}
