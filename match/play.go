package match

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"acies/dice"
	"acies/game"
)

// wake starts the player whose turn it is, if any, in the background. It also starts what answers a question for a person.
func (m *Match) wake() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wakeLocked()
}

func (m *Match) wakeLocked() {
	if m.playing || m.games.ReadOnly() || m.games.ctx.Err() != nil {
		return
	}
	if _, ok := m.quietAnswer(); !ok && m.maker() == nil {
		return
	}
	m.startLocked()
}

// playOn is wake for a game for which another node has played: it has something done even if that is only to note that
// nothing is to be done.
func (m *Match) playOn() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.newer() != nil {
		return // a node with newer rules plays on
	}
	if !m.playing && !m.games.ReadOnly() && m.games.ctx.Err() == nil {
		m.startLocked()
	}
}

// startLocked starts a goroutine that runs play. The caller holds the lock.
func (m *Match) startLocked() {
	m.playing = true
	m.games.playing.Add(1)
	go func() {
		defer m.games.playing.Done()
		for {
			// With keeps the game open while players choose. If the game has been closed and opened again since, the new match
			// has its own players.
			err := m.games.With(m.id, func(open *Match) error {
				if open != m {
					return nil
				}
				return m.play()
			})
			if err == nil {
				return
			}
			m.games.options.Logger.Error("an opponent has stopped", "game", m.id, "error", err)
			if !errors.Is(err, ErrAway) || m.games.ctx.Err() != nil {
				return
			}
			// It plays on when the log is back: perhaps nobody will ask for the game, and other nodes know of it only if a lease was kept.
			sleep(m.games.ctx, leaseEvery, nil)
		}
	}()
}

// maker returns the constructor of the player whose turn it is, or nil if it is the turn of a person or of the dice or
// the game is frozen. The caller holds the lock.
func (m *Match) maker() func() Player {
	side := m.record.State().ToAct()
	if side < 0 || m.rests() {
		return nil
	}
	o, kind := &m.games.options, m.seats[side].Kind
	if p, ok := o.Players[kind]; ok || kind == Human {
		return p
	}
	return o.Fallback
}

// play makes the choices of players, one at a time, until it is no player's turn. If there are other nodes, it does so only
// while this one holds the lease of the game.
func (m *Match) play() (err error) {
	defer func() {
		if err != nil && !errors.Is(err, ErrAway) { // see startLocked
			m.stopped()
		}
	}()
	defer catchPanic(&err)
	if m.games.options.Leases == nil {
		return m.playAll(context.Background())
	}
	m.leasing.Lock() // until whoever has just played has given the lease back
	defer m.leasing.Unlock()
	for {
		held, err := m.await()
		if held == nil || err != nil {
			return err
		}
		if err := m.playHeld(held); !errors.Is(err, errLease) {
			return err
		}
	}
}

// errLease says that another node may have the lease of the game.
var errLease = errors.New("the lease is lost")

// await waits until this node has the lease of the game. It returns nil if it is no player's turn any more, or the program is
// ending.
func (m *Match) await() (*lease, error) {
	for {
		if held := m.games.options.Leases.take(m.games.ctx, thinkPrefix+m.id); held != nil {
			return held, nil
		}
		changed, err := m.nothingToPlay()
		if changed == nil || err != nil {
			return nil, err
		}
		sleep(m.games.ctx, leaseEvery, changed)
	}
}

// nothingToPlay notes that play has ended if it is no player's turn. Otherwise it returns a channel that is closed when the game
// changes.
func (m *Match) nothingToPlay() (changed <-chan struct{}, err error) {
	if err := m.lock(); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	if _, quiet := m.quietAnswer(); m.maker() == nil && !quiet || m.games.ctx.Err() != nil {
		m.playing = false
		return nil, nil
	}
	return m.changed, nil
}

// playHeld is play while the node holds the lease of the game, which it gives back. If the log fails or the program is ending,
// another node takes over; a game that cannot be read is left alone.
func (m *Match) playHeld(held *lease) (err error) {
	defer func() {
		unreadable := (*Unreadable)(nil)
		held.end(err != nil && !errors.As(err, &unreadable) && !errors.Is(err, ErrNotFound) || m.games.ctx.Err() != nil)
	}()
	if err := m.Refresh(); err != nil { // another node may have played meanwhile
		return err
	}
	return m.playAll(held.lost)
}

// playAll makes the choices of players until it is no player's turn, or returns [errLease] after the lease was lost.
func (m *Match) playAll(lost context.Context) error {
	for {
		if lost.Err() != nil {
			return errLease
		}
		done, err := m.playOne()
		if errors.Is(err, ErrStale) {
			continue
		}
		if done || err != nil {
			return err
		}
	}
}

// playOne makes one choice of a player. It does not hold the lock while the player chooses.
func (m *Match) playOne() (done bool, err error) {
	t, err := m.turn()
	if err != nil || t.player == nil && !t.quiet {
		return true, err
	}
	a := t.unasked.answer
	if t.quiet {
		if ok, err := m.hesitate(&t); err != nil || !ok {
			return false, err
		}
	}
	if t.player != nil {
		a = m.choose(t)
	}
	if m.games.ctx.Err() != nil {
		m.stopped()
		return true, nil
	}
	return false, m.playChoice(a, &t)
}

// turn is what a player needs to choose.
type turn struct {
	player  Player
	host    string // of the game
	version int
	state   game.State
	chance  game.Source

	quiet   bool // a question is answered for a person instead
	unasked unasked
	watched bool
	changed <-chan struct{} // closed when the version changes
}

// turn returns the turn of a player, and the zero turn if it is no player's turn or the program is ending.
func (m *Match) turn() (turn, error) {
	if err := m.lock(); err != nil {
		return turn{}, err
	}
	defer m.mu.Unlock()
	answer, quiet := m.quietAnswer()
	if m.maker() == nil && !quiet || m.games.ctx.Err() != nil {
		m.playing = false
		return turn{}, nil
	}
	if quiet {
		var t turn
		if answer.choose {
			t = m.stewardTurn()
		}
		t.version, t.quiet, t.unasked, t.watched, t.changed = m.version, true, answer, m.watched(m.record.State().ToAct()), m.changed
		return t, nil
	}
	s := m.record.State().Clone()
	return turn{player: m.seatPlayer(s.ToAct(), m.maker()), host: m.host, version: m.version, state: s, chance: m.chance()}, nil
}

// stopped notes that play has ended, so that the next request starts it again.
func (m *Match) stopped() {
	m.mu.Lock()
	m.playing = false
	m.mu.Unlock()
}

// chance returns the source of chance for the next choice of a player. It depends on the seed of the game and on the
// number of its actions, so that the same game is played the same way again, but reveals nothing about the dice. The
// caller holds the lock.
func (m *Match) chance() game.Source {
	secret := m.record.Header().Seed
	if secret == "" {
		secret = m.id
	}
	return dice.New(dice.NewKeyed("player " + secret).At(len(m.record.Entries())).Uint64())
}

// choose returns the choice of a player. If the player panics or its choice is not legal, choose logs that and returns
// the first legal action, so that the game can continue.
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
	defer m.games.thinking.begin(t.host)()
	known := s.Clone()
	known.Resample(s.ToAct(), t.chance)
	a = t.player.Choose(known, s.ToAct(), t.chance)
	if r := s.Check(a); r != nil {
		return wrong(fmt.Sprintf("%q: %v", s.Battle().Format(a), r))
	}
	return a
}

// playChoice carries out the choice of a player, or returns [ErrStale] if the game has changed since its turn.
func (m *Match) playChoice(a game.Action, t *turn) error {
	if err := m.lock(); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if m.version != t.version {
		return ErrStale
	}
	played, err := m.record.Play([]game.Action{a}, rolls(m.record), nil)
	if err != nil {
		return err
	}
	kept := false
	defer restore(m.record, played.Before, &kept)
	out := Answer{auto: t.quiet}
	out.answered(&t.unasked, played.Steps)
	if err := m.answerQuietly(&out); err != nil {
		return err
	}
	// The choice is written even if the program is ending.
	err = m.write(context.WithoutCancel(m.games.ctx), Request{}, "", &out)
	if errors.Is(err, ErrConflict) {
		return m.reloadAfterConflict()
	}
	kept = err == nil
	return err
}
