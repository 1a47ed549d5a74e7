// Package clock keeps the time that each side of a game has for its choices. It has no clock of its own: whoever uses it
// says what time it is.
//
// A side has a bank of time, which runs while the side is to act, also while it reacts in an activation of the enemy, and
// gains an increment for each of its own activations. The clock of a game by days can stand still at weekends and while a
// player is away.
package clock

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Kind is how fast a game is played.
type Kind string

// The kinds.
const (
	Live Kind = "live" // in one sitting
	Days Kind = "days" // a move now and then
)

// Timeout is what may be done when a side has run out of time, as agreed before the game.
type Timeout string

// What may be done. Nothing happens by itself: the other player decides when.
const (
	Claim   Timeout = "claim"   // the other player may claim the victory
	Program Timeout = "program" // the other player may let a program play on for it
	Wait    Timeout = "wait"    // nothing: the clock is shown, no more
)

// Control is how much time players have.
type Control struct {
	Kind      Kind    `json:"kind"`
	Bank      int     `json:"bank"`               // seconds at the beginning
	Increment int     `json:"increment"`          // seconds gained for each activation
	Weekends  bool    `json:"weekends,omitempty"` // the clock stands still on Saturdays and Sundays, in UTC
	Vacation  int     `json:"vacation,omitempty"` // days for which each player may stop his clock
	Timeout   Timeout `json:"timeout"`
}

// Limits of a control.
const (
	maxLive     = 6 * 60 * 60
	maxDays     = 60 * day
	maxVacation = 60
	day         = 24 * 60 * 60
)

// Check returns an error that names the field that is wrong.
func (c *Control) Check() error {
	bank, increment := maxLive, 10*60
	if c.Kind == Days {
		bank, increment = maxDays, 7*day
	}
	switch {
	case c.Kind != Live && c.Kind != Days:
		return fmt.Errorf("kind: found %q, expected %q or %q", c.Kind, Live, Days)
	case c.Bank < 30 || c.Bank > bank:
		return fmt.Errorf("bank: found %d seconds, expected 30 to %d", c.Bank, bank)
	case c.Increment < 0 || c.Increment > increment:
		return fmt.Errorf("increment: found %d seconds, expected 0 to %d", c.Increment, increment)
	case c.Kind == Live && (c.Weekends || c.Vacation != 0):
		return errors.New("weekends and vacation: found them in a live game, expected them only in one by days")
	case c.Vacation < 0 || c.Vacation > maxVacation:
		return fmt.Errorf("vacation: found %d days, expected 0 to %d", c.Vacation, maxVacation)
	case !slices.Contains([]Timeout{Claim, Program, Wait}, c.Timeout):
		return fmt.Errorf("timeout: found %q, expected %q, %q or %q", c.Timeout, Claim, Program, Wait)
	}
	return nil
}

// Nobody is the side whose clock runs when none does.
const Nobody = -1

// State is the clocks of a game at the moment of its last change. Times are milliseconds; moments are counted from 1970.
type State struct {
	Left     []int64 `json:"left"`               // by side
	Runs     int     `json:"runs"`               // the side whose clock runs, or Nobody
	Since    int64   `json:"since"`              // since when
	Away     []int64 `json:"away,omitempty"`     // by side: until when its player is away
	Vacation []int   `json:"vacation,omitempty"` // by side: days that its player may still be away
	Stopped  bool    `json:"stopped,omitempty"`  // the players have adjourned: it runs again after the next action
	// Paid counts the increments that each side has gained. In games of older versions it began with another number.
	Paid []uint64 `json:"paid"`
	// Owed is by side what it has gained for activations that were undone and has not given back yet; nil: nobody has.
	Owed []int64 `json:"owed,omitempty"`
	// Free is until when the clock that runs is not charged for the present choice; 0: it is. Asked is the last question that was free
	// at first, so that no question is twice.
	Free  int64 `json:"free,omitempty"`
	Asked int   `json:"asked,omitempty"`
}

// Hesitation is how long a question costs nothing that a program may answer for the player: at least as long as the program waits
// then, so that it takes no time from the player, and a clock does not tell who has answered.
const Hesitation = 3 * time.Second

// maxMillis is how large a time of a State may be: some thousand years.
const maxMillis = 1 << 47

// Notice is how long a choice costs nothing at which one of the players has ended an adjournment.
const Notice = 24 * time.Hour

// Check returns an error unless the clocks can be those of a game.
func (s *State) Check() error {
	sides := len(s.Left)
	switch {
	case sides == 0 || len(s.Paid) != sides:
		return fmt.Errorf("clocks: found %d banks and %d payments, expected as many as there are sides", sides, len(s.Paid))
	case s.Runs < Nobody || s.Runs >= sides:
		return fmt.Errorf("clocks: the one of side %d runs, expected one of %d", s.Runs, sides)
	case len(s.Owed) != 0 && len(s.Owed) != sides:
		return fmt.Errorf("clocks: found debts of %d sides, expected %d or none", len(s.Owed), sides)
	case len(s.Away) != len(s.Vacation) || len(s.Away) != 0 && len(s.Away) != sides:
		return fmt.Errorf("clocks: found vacations of %d and %d sides, expected %d or none", len(s.Away), len(s.Vacation), sides)
	}
	for _, at := range slices.Concat(s.Left, s.Away, s.Owed, []int64{s.Since, s.Free}) {
		if at < -maxMillis || at > maxMillis {
			return fmt.Errorf("clocks: found a time of %d ms, expected at most %d", at, int64(maxMillis))
		}
	}
	return nil
}

// Start returns the clocks before the game. None runs.
func (c *Control) Start(sides int) *State {
	s := &State{Left: slices.Repeat([]int64{int64(c.Bank) * 1000}, sides), Runs: Nobody, Paid: make([]uint64, sides)}
	if c.Vacation > 0 {
		s.Away, s.Vacation = make([]int64, sides), slices.Repeat([]int{c.Vacation}, sides)
	}
	return s
}

// Change is what happens to the clocks.
type Change struct {
	Now  time.Time
	Runs int  // the side that is to act from now on, or Nobody
	Stop bool // the players adjourn
	Acts bool // somebody has acted, which ends an adjournment
	// Resumes ends an adjournment too. Whoever is to act is given Notice, since he may not be there.
	Resumes bool
	Same    bool // the choice is the same as before
	// Asked is the number of the question to whoever is to act, counted from 1, if a program may answer it for a player; 0: it may not.
	Asked int
	Anew  bool // questions may come again for which the players have agreed on an undo
	// Ended is by side how many of its activations have ended, less those of which the end was undone; nil: none.
	Ended []int
}

// After returns the clocks after a change. The old ones stay as they are.
func (c *Control) After(s *State, x Change) *State {
	n := *s
	n.Left = slices.Clone(s.Left)
	now := x.Now.UnixMilli()
	if s.Runs >= 0 {
		n.Left[s.Runs] -= c.charge(s, s.Runs, s.Since, now)
	}
	c.pay(&n, x.Ended)
	if !x.Same {
		n.Free = 0
	}
	if x.Anew {
		n.Asked = 0
	}
	if x.Asked > n.Asked {
		n.Asked, n.Free = x.Asked, now+Hesitation.Milliseconds()
	}
	if s.Stopped && x.Resumes {
		n.Free = now + Notice.Milliseconds()
	}
	n.Stopped = x.Stop || s.Stopped && !x.Acts && !x.Resumes
	n.Runs, n.Since = x.Runs, now
	if n.Stopped {
		n.Runs = Nobody
	}
	return &n
}

// pay adds to the clocks the increments for activations that have ended, and takes back those of which the end was undone. An undo
// alone lets nobody run out of time: what would leave less than he needs for a choice is kept from what he gains next.
func (c *Control) pay(n *State, ended []int) {
	for side, k := range ended {
		if k == 0 || c.Increment == 0 {
			continue
		}
		if n.Owed = slices.Clone(n.Owed); n.Owed == nil {
			n.Owed = make([]int64, len(n.Left))
		}
		if k > 0 {
			n.Paid = slices.Clone(n.Paid)
			n.Paid[side] += uint64(k)
		}
		sum := int64(k)*int64(c.Increment)*1000 - n.Owed[side]
		if sum < 0 {
			sum = -min(-sum, max(0, n.Left[side]-c.least()))
		}
		n.Left[side] += sum
		n.Owed[side] += sum - int64(k)*int64(c.Increment)*1000
	}
}

// least returns how much time is enough for a choice: an increment, but not less than a minute, or a day.
func (c *Control) least() int64 {
	least := 60
	if c.Kind == Days {
		least = day
	}
	return int64(max(c.Increment, least)) * 1000
}

// ErrVacation is the error of a player who has not so many days left, or is away already.
var ErrVacation = errors.New("so many days of vacation are not left")

// Leave returns the clocks after a player has gone away for some days.
func (c *Control) Leave(s *State, side, days int, now time.Time) (*State, error) {
	at := now.UnixMilli()
	if len(s.Vacation) == 0 || days < 1 || days > s.Vacation[side] || s.Away[side] > at {
		return nil, ErrVacation
	}
	n := c.After(s, Change{Now: now, Runs: s.Runs, Same: true})
	n.Vacation, n.Away = slices.Clone(s.Vacation), slices.Clone(s.Away)
	n.Vacation[side] -= days
	n.Away[side] = at + int64(days)*day*1000
	return n, nil
}

// Grace returns the clocks after a player has come back for whom a program has played. If his time had run out, he has enough again
// for a choice, so that nobody claims it before he has seen the board: an increment, but not less than a minute, or a day.
func (c *Control) Grace(s *State, side int) *State {
	if s.Left[side] > 0 {
		return s
	}
	n := *s
	n.Left = slices.Clone(s.Left)
	n.Left[side] = c.least()
	return &n
}

// Halve returns the clocks with half the time for a side, as its handicap.
func (c *Control) Halve(s *State, side int) *State {
	n := *s
	n.Left = slices.Clone(s.Left)
	n.Left[side] /= 2
	return &n
}

// Left returns how much time a side has at a moment; it is negative when it has run out.
func (c *Control) Left(s *State, side int, now time.Time) time.Duration {
	left := s.Left[side]
	if s.Runs == side {
		left -= c.charge(s, side, s.Since, now.UnixMilli())
	}
	return time.Duration(left) * time.Millisecond
}

// Out returns the side that has run out of time, or Nobody.
func (c *Control) Out(s *State, now time.Time) int {
	if s.Runs >= 0 && c.Left(s, s.Runs, now) <= 0 {
		return s.Runs
	}
	return Nobody
}

// charge returns how much of a stretch of time counts for a side.
func (c *Control) charge(s *State, side int, from, to int64) int64 {
	if len(s.Away) > 0 {
		from = max(from, min(s.Away[side], to))
	}
	if s.Runs == side {
		from = max(from, min(s.Free, to))
	}
	if to <= from {
		return 0
	}
	if !c.Weekends {
		return to - from
	}
	return worked(to) - worked(from)
}

// worked returns how many milliseconds up to a moment were not in a weekend. 5 January 1970 was a Monday.
func worked(at int64) int64 {
	const ms, week = day * 1000, 7 * day * 1000
	at -= 4 * ms
	weeks, rest := at/week, at%week
	if rest < 0 {
		weeks, rest = weeks-1, rest+week
	}
	return weeks*5*ms + min(rest, 5*ms)
}

// Resumes returns when the clock of a side that is not charged now is charged again; the zero time: it is charged now.
func (c *Control) Resumes(s *State, side int, now time.Time) time.Time {
	at := now.UnixMilli()
	if len(s.Away) > 0 {
		at = max(at, s.Away[side])
	}
	if s.Runs == side {
		at = max(at, s.Free)
	}
	if c.Weekends && worked(at+1) == worked(at) {
		const ms = day * 1000
		for at = at / ms * ms; worked(at+1) == worked(at); {
			at += ms
		}
	}
	if at == now.UnixMilli() {
		return time.Time{}
	}
	return time.UnixMilli(at)
}
