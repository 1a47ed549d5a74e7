package match

import "acies/game"

// seated is a player in its seat.
type seated struct {
	Player
	side  game.Side
	heard int // how many actions it has received the events of
}

// seatPlayer returns the player of a side, creating it if necessary, after sending it the latest events. The caller holds
// the lock.
func (m *Match) seatPlayer(side game.Side, maker func() Player) Player {
	p := m.seated[side]
	if p == nil {
		p = &seated{Player: maker(), side: side, heard: len(m.record.Entries())}
		if m.seated == nil {
			m.seated = map[game.Side]*seated{}
		}
		m.seated[side] = p
	}
	m.sendEvents(p)
	return p.Player
}

// sendEvents sends a player that is a [game.Sink] the events since it was called last that its side may know of. No event it has received is undone
// later, because an undo does not go back beyond a change of the side to act. The caller holds the lock.
func (m *Match) sendEvents(p *seated) {
	sink, ok := p.Player.(game.Sink)
	if !ok {
		return
	}
	news := m.last
	if len(news) == 0 || news[0].N > p.heard+1 {
		var err error
		if news, err = steps(m.record, p.heard); err != nil {
			m.games.options.Logger.Error("events cannot be sent to an opponent", "game", m.id, "error", err)
			return
		}
	}
	for i := range news {
		if news[i].N <= p.heard {
			continue
		}
		for _, e := range game.For(p.side, news[i].Events) {
			sink.Event(e)
		}
	}
	p.heard = len(m.record.Entries())
}

// unseatPlayers removes the players and returns a function that ends them; it may block.
func (m *Match) unseatPlayers() func() {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.unseatPlayersLocked()
}

func (m *Match) unseatPlayersLocked() func() {
	out := m.record.Outcome()
	gone := m.seated
	m.seated = nil
	if out.Over { // otherwise a player may be choosing, and cannot receive events
		for _, p := range gone {
			m.sendEvents(p)
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
