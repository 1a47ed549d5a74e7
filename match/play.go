package match

import (
	"errors"
	"hash/fnv"

	"acies/dice"
	"acies/game"
	"acies/store"
)

// wake lets the player whose turn it is, if it is one, go on in the background.
func (m *Match) wake() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wakeLocked()
}

func (m *Match) wakeLocked() {
	if m.playing || m.maker() == nil || m.games.ReadOnly() || m.games.ctx.Err() != nil {
		return
	}
	m.playing = true
	m.games.playing.Add(1)
	go func() {
		defer m.games.playing.Done()
		// The game stays open meanwhile.
		err := m.games.With(m.id, func(*Match) error { return m.play() })
		if err != nil {
			m.games.options.Logger.Error("an opponent has stopped", "game", m.id, "error", err)
		}
	}()
}

// maker returns what makes the player whose turn it is, or nil if it is that of people or dice.
func (m *Match) maker() func() Player {
	side := m.record.State().ToAct()
	if side < 0 {
		return nil
	}
	o, kind := &m.games.options, m.seats[side]
	if p, ok := o.Players[kind]; ok || kind == Human {
		return p
	}
	return o.Deputy
}

// play makes the choices of players, one at a time, until it is somebody else's turn.
func (m *Match) play() error {
	for {
		done, err := m.playOne()
		if errors.Is(err, ErrStale) {
			continue
		}
		if done || err != nil {
			return err
		}
	}
}

// playOne makes one choice of a player. Nobody waits while it thinks.
func (m *Match) playOne() (done bool, err error) {
	if err := m.lock(); err != nil {
		m.stopped()
		return true, err
	}
	if m.maker() == nil || m.games.ctx.Err() != nil {
		m.playing = false
		m.mu.Unlock()
		return true, nil
	}
	version, s := m.version, m.record.State().Clone()
	p := m.sit(s.ToAct(), m.maker())
	m.mu.Unlock()

	a := m.choose(p, s, version)

	if m.games.ctx.Err() != nil {
		m.stopped()
		return true, nil
	}
	err = m.playChoice(a, version)
	if err != nil && !errors.Is(err, ErrStale) {
		m.stopped()
	}
	return false, err
}

// stopped notes that nobody is playing, so that the next request wakes the player again.
func (m *Match) stopped() {
	m.mu.Lock()
	m.playing = false
	m.mu.Unlock()
}

// choose asks a player. What it draws at random follows from the game and its version, never from the seed of the dice.
// A choice that is not legal is a mistake in the program: it is reported, and the first legal one takes its place, so
// that the people at the table can go on.
func (m *Match) choose(p Player, s game.State, version int) game.Action {
	h := fnv.New64a()
	h.Write([]byte(m.id))
	src := dice.New(h.Sum64() + uint64(version))
	known := s.Clone()
	known.Resample(s.ToAct(), src)
	a := p.Choose(known, s.ToAct(), src)
	if r := s.Check(a); r != nil {
		m.games.options.Logger.Error("an opponent chose an illegal action", "game", m.id, "version", version,
			"action", s.Battle().Format(a), "reason", r.Error())
		return s.Legal(nil)[0]
	}
	return a
}

// playChoice carries out the choice of a player, if the game has not changed meanwhile.
func (m *Match) playChoice(a game.Action, version int) error {
	if err := m.lock(); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if m.version != version {
		return ErrStale
	}
	mark := m.record.Mark()
	var out Answer
	s, err := step(m.record, func(sink game.Sink) error { return m.record.Do(a, sink) })
	if err != nil {
		return err
	}
	rolls, err := roll(m.record)
	if err != nil {
		m.record.Reset(mark)
		return err
	}
	out.Applied = append(append(out.Applied, s), rolls...)
	err = m.write(Request{}, &out)
	switch {
	case errors.Is(err, store.ErrConflict):
		return m.overtaken()
	case err != nil:
		m.record.Reset(mark)
	}
	return err
}
