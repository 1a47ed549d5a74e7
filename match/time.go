package match

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"acies/clock"
	"acies/game"
	"acies/record"
)

// What players do about time, and about players who have gone. A clock that has run out does nothing by itself: the other
// player acts on it, when he wants to, and the log makes sure that it happens once.

// Why a request about time is refused.
var (
	ErrTimeLeft     = errors.New("the other side has not run out of time")
	ErrNoClock      = errors.New("the game has no clock")
	ErrBegun        = errors.New("the game has begun")
	ErrNoSubstitute = errors.New("no program can play on")
	ErrNotAbsent    = errors.New("the other player has not been away for long enough")
	ErrNotAdjourned = errors.New("the game is not adjourned")
)

// Claim acts on the clock of the other side, which has run out, as was agreed: the side of the request wins, or a program
// plays on for the other.
func (m *Match) Claim(ctx context.Context, r Request) (Answer, error) {
	return m.change(ctx, r, r.content("claim"), func() (Answer, record.Mark, error) {
		if err := m.playsOn(r.Side); err != nil {
			return Answer{}, record.Mark{}, err
		}
		c := m.terms.Clock
		switch {
		case c == nil || c.Timeout == clock.Wait:
			return Answer{}, record.Mark{}, ErrNoClock
		case c.Out(m.clock, time.Now()) != int(r.Side.Other()):
			return Answer{}, record.Mark{}, ErrTimeLeft
		case c.Timeout == clock.Program:
			return m.substitute(r.Side.Other(), m.games.options.Substitute)
		}
		return m.end(r.Side, record.TimedOut, r.Side)
	})
}

// substitute returns the answer that gives the seat of a side to a kind of player.
func (m *Match) substitute(side game.Side, kind string) (Answer, record.Mark, error) {
	if kind == "" {
		return Answer{}, record.Mark{}, ErrNoSubstitute
	}
	return Answer{row: &Row{Kind: RowSubstitute, At: time.Now(), Actor: actor(side, m.seats), Line: kind}}, m.record.Mark(), nil
}

// Leave lets a program play on for the side of the request. Its player can come back.
func (m *Match) Leave(ctx context.Context, r Request) (Answer, error) {
	return m.change(ctx, r, r.content("leave"), func() (Answer, record.Mark, error) {
		switch err := m.playsOn(r.Side); {
		case err != nil:
			return Answer{}, record.Mark{}, err
		case m.seats[r.Side].User == "": // nobody could come back
			return Answer{}, record.Mark{}, ErrNoSubstitute
		}
		return m.substitute(r.Side, m.games.options.Substitute)
	})
}

// Return gives a seat that a program has taken over back to its user.
func (m *Match) Return(ctx context.Context, r Request, user string) (Answer, error) {
	return m.change(ctx, r, r.content("return"), func() (Answer, record.Mark, error) {
		switch {
		case m.record.Outcome().Over:
			return Answer{}, record.Mark{}, ErrOver
		case r.Side < 0 || int(r.Side) >= len(m.seats) || m.seats[r.Side].Kind == Human || user == "" || m.seats[r.Side].User != user:
			return Answer{}, record.Mark{}, ErrSeat
		}
		out, before, err := m.substitute(r.Side, Human)
		out.back = true
		return out, before, err
	})
}

// KeepAbsent is how long a game waits for a player whose clock does not end it, before the other may act on his absence.
const KeepAbsent = 14 * 24 * time.Hour

// Absence is what a player may do about another who has gone.
type Absence string

// What he may do.
const (
	AbsenceProgram Absence = "program"  // a program plays on for the other
	AbsenceCallOff Absence = "call-off" // the game ends, and nobody has won
)

// Absences are all of them.
var Absences = []Absence{AbsenceProgram, AbsenceCallOff}

// Absent reports whether a game has waited so long for a side that the other may act on it.
func (s *Snapshot) Absent(side game.Side, now time.Time) bool {
	return absent(s.Seats, &s.Terms, s.Clock, s.Ready, side, now)
}

// absent reports whether a game has waited so long for a side that the other may act on it. Where the other can act on a clock that
// runs, he cannot on absence. Days of vacation do not count.
func absent(seats []Seat, terms *Terms, c *clock.State, ready bool, side game.Side, now time.Time) bool {
	if side < 0 || int(side) >= len(seats) || ready && c != nil && !c.Stopped && terms.Clock.Timeout != clock.Wait {
		return false
	}
	x := &seats[side]
	if x.Kind != Human || x.User == "" || x.Waits.IsZero() {
		return false
	}
	since := x.Waits
	if c != nil && len(c.Away) > 0 {
		if back := time.UnixMilli(c.Away[side]); back.After(since) {
			since = back
		}
	}
	return now.Sub(since) >= KeepAbsent
}

// ActOnAbsence lets a program play on for the other side, or calls the game off, because its player has gone. A game that has not
// begun can only be called off. The error is [ErrNotAbsent] if it is too early.
func (m *Match) ActOnAbsence(ctx context.Context, r Request, what Absence) (Answer, error) {
	return m.change(ctx, r, r.content("absent", string(what)), func() (Answer, record.Mark, error) {
		if err := m.playsOn(r.Side); err != nil {
			return Answer{}, record.Mark{}, err
		}
		other := r.Side.Other()
		switch {
		case !absent(m.seats, &m.terms, m.clock, m.record.Ready(), other, time.Now()):
			return Answer{}, record.Mark{}, ErrNotAbsent
		case what == AbsenceProgram && !m.record.Ready():
			return Answer{}, record.Mark{}, ErrNoSubstitute // which adds nothing to the dice
		case what == AbsenceProgram:
			return m.substitute(other, m.games.options.Substitute)
		}
		return m.end(r.Side, record.Deserted, game.Nobody)
	})
}

// Expire ends a game whose deadline has passed: the side to act has lost. The error is [ErrTurn] if the game waits for the dice.
func (m *Match) Expire(ctx context.Context) (Answer, error) {
	for {
		s, err := m.Snapshot()
		if err != nil {
			return Answer{}, err
		}
		late := s.State.ToAct()
		switch {
		case s.Outcome().Over:
			return Answer{}, ErrOver
		case late < 0:
			return Answer{}, ErrTurn
		}
		r := Request{Version: s.Version, Viewer: late, Side: late}
		if s.Changes != nil {
			r.Version = s.Changes.For(late)
		}
		out, err := m.change(ctx, r, "", func() (Answer, record.Mark, error) {
			if m.record.Outcome().Over || m.record.State().ToAct() != late {
				return Answer{}, record.Mark{}, ErrStale
			}
			return m.end(late.Other(), record.Deadline, late.Other())
		})
		if !errors.Is(err, ErrStale) { // else somebody has acted meanwhile
			return out, err
		}
	}
}

// Abandon ends a game in which nobody has chosen anything yet, or that is frozen because its rules are old; nobody has won.
func (m *Match) Abandon(ctx context.Context, r Request) (Answer, error) {
	return m.changeAny(ctx, r, r.content("abandon"), true, func() (Answer, record.Mark, error) { return m.abandon(r.Side) })
}

func (m *Match) abandon(by game.Side) (Answer, record.Mark, error) {
	if err := m.playsOn(by); err != nil {
		return Answer{}, record.Mark{}, err
	}
	for side := range m.seats {
		if m.record.Frozen() == nil && m.lastChoice(game.Side(side)) >= 0 {
			return Answer{}, record.Mark{}, ErrBegun
		}
	}
	return m.end(by, record.Abandoned, game.Nobody)
}

// Resume has the clocks of a game that is adjourned go on. Whoever is to act has a day before his does.
func (m *Match) Resume(ctx context.Context, r Request) (Answer, error) {
	return m.change(ctx, r, r.content("resume"), func() (Answer, record.Mark, error) {
		switch err := m.playsOn(r.Side); {
		case err != nil:
			return Answer{}, record.Mark{}, err
		case m.clock == nil || !m.clock.Stopped:
			return Answer{}, record.Mark{}, ErrNotAdjourned
		}
		row := &Row{Kind: RowClock, At: time.Now(), Actor: actor(r.Side, m.seats), Line: `{"resume":true}`}
		return Answer{row: row, starts: true}, m.record.Mark(), nil
	})
}

// away is the line of a row in which a player goes on vacation.
type away struct {
	Away int `json:"away"` // days
}

// GoAway stops the clock of the side of the request for some days of its vacation. The error is [clock.ErrVacation] if it has
// not so many left.
func (m *Match) GoAway(ctx context.Context, r Request, days int) (Answer, error) {
	line, err := json.Marshal(away{days})
	if err != nil {
		return Answer{}, err
	}
	return m.change(ctx, r, r.content("away", string(line)), func() (Answer, record.Mark, error) {
		if err := m.playsOn(r.Side); err != nil {
			return Answer{}, record.Mark{}, err
		}
		if m.terms.Clock == nil {
			return Answer{}, record.Mark{}, ErrNoClock
		}
		now := time.Now()
		set, err := m.terms.Clock.Leave(m.clock, int(r.Side), days, now)
		row := &Row{Kind: RowClock, At: now, Actor: actor(r.Side, m.seats), Line: string(line)}
		return Answer{row: row, clock: set}, m.record.Mark(), err
	})
}
