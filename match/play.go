package match

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"acies/dice"
	"acies/game"
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
	o, kind := &m.games.options, m.seats[side].Kind
	if p, ok := o.Players[kind]; ok || kind == Human {
		return p
	}
	return o.Deputy
}

// play makes the choices of players, one at a time, until it is somebody else's turn. A mistake in the program ends the
// play, not the program.
func (m *Match) play() (err error) {
	defer func() {
		if err != nil {
			m.stopped()
		}
	}()
	defer catchPanic(&err)
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
	t, err := m.turn()
	if err != nil || t.player == nil {
		return true, err
	}
	a := m.choose(t)
	if m.games.ctx.Err() != nil {
		m.stopped()
		return true, nil
	}
	return false, m.playChoice(a, t.version)
}

// turn is what a player chooses from.
type turn struct {
	player  Player
	version int
	state   game.State
	chance  game.Source
}

// turn returns the turn of a player; if it is nobody's, or the program is ending, the play is over.
func (m *Match) turn() (turn, error) {
	if err := m.lock(); err != nil {
		return turn{}, err
	}
	defer m.mu.Unlock()
	if m.maker() == nil || m.games.ctx.Err() != nil {
		m.playing = false
		return turn{}, nil
	}
	s := m.record.State().Clone()
	return turn{m.sit(s.ToAct(), m.maker()), m.version, s, m.chance()}, nil
}

// stopped notes that nobody is playing, so that the next request wakes the player again.
func (m *Match) stopped() {
	m.mu.Lock()
	m.playing = false
	m.mu.Unlock()
}

// chance returns what the next choice of a player draws from. It follows from the game and from how many actions it
// has, so that the same play against a player goes the same way again, but it tells nothing of the dice to come. The
// caller holds the lock.
func (m *Match) chance() game.Source {
	secret := m.record.Header().Seed
	if secret == "" {
		secret = m.id
	}
	return dice.New(dice.NewKeyed("player " + secret).At(len(m.record.Entries())).Uint64())
}

// choose asks a player. A choice that is not legal, or none for a mistake in the program, is reported, and the first
// legal one takes its place, so that the people at the table can go on.
func (m *Match) choose(t turn) (a game.Action) {
	s := t.state
	wrong := func(why any) game.Action {
		m.games.options.Logger.Error("an opponent chose wrongly", "game", m.id, "version", t.version, "reason", why)
		return s.Legal(nil)[0]
	}
	defer func() {
		if x := recover(); x != nil {
			a = wrong(fmt.Sprintf("%v\n%s", x, debug.Stack()))
		}
	}()
	known := s.Clone()
	known.Resample(s.ToAct(), t.chance)
	a = t.player.Choose(known, s.ToAct(), t.chance)
	if r := s.Check(a); r != nil {
		return wrong(fmt.Sprintf("%q: %v", s.Battle().Format(a), r))
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
	kept := false
	defer restore(m.record, m.record.Mark(), &kept)
	steps, err := m.record.Play([]game.Action{a}, rolls(m.record), nil)
	if err != nil {
		return err
	}
	out := Answer{Applied: newSteps(steps)}
	// What a player has chosen is written even if the program is ending.
	err = m.write(context.WithoutCancel(m.games.ctx), Request{}, "", &out)
	if errors.Is(err, ErrConflict) {
		return m.overtaken()
	}
	kept = err == nil
	return err
}
