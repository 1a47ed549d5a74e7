package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"acies/clock"
	"acies/game"
	"acies/record"
	"acies/system"
)

// Terms are what is agreed before a game between people. They do not change.
type Terms struct {
	Open   bool           `json:"open,omitempty"`   // anybody may take the open seat: it is a challenge in the lobby
	Random bool           `json:"random,omitempty"` // the sides are drawn when the seat is taken
	Rated  bool           `json:"rated,omitempty"`  // it counts for the ratings of the players
	Watch  Watch          `json:"watch,omitempty"`
	Delay  int            `json:"delay,omitempty"` // seconds by which those who watch lag behind
	Clock  *clock.Control `json:"clock,omitempty"` // nil: players have all the time they want
	Pair   bool           `json:"pair,omitempty"`  // a second game follows, with the sides exchanged

	Handicap Handicap `json:"handicap,omitempty"`

	// What the server sets, and nobody agrees on.
	Attacker float64 `json:"attacker,omitempty"` // of a rated game: what side 0 scores between equals, as it was measured when the game was set up
	Most     int     `json:"most,omitempty"`     // of a rated game: how many of two players count in a week, of those in which both have acted; 0: all, as in games of older versions
	First    string  `json:"first,omitempty"`    // of a second game: the id of the first
	Tourney  string  `json:"tourney,omitempty"`  // the id of the tournament that it belongs to
}

// RatedMost is how many rated games of two players count in a week, however many they play.
const RatedMost = 5

// Watch is who may watch a game that he does not play.
type Watch string

// Who may watch.
const (
	WatchNobody Watch = ""
	WatchLink   Watch = "link"   // who knows its address
	WatchAll    Watch = "public" // everybody, and the lobby lists it
)

// Watches are all of them.
var Watches = []Watch{WatchNobody, WatchLink, WatchAll}

// Handicap is which of two players has half the time of the other, because he is the stronger.
type Handicap string

// Who has it.
const (
	NoHandicap    Handicap = ""
	HandicapHost  Handicap = "host"  // who sets up the game
	HandicapGuest Handicap = "guest" // who joins it
)

// Handicaps are all of them.
var Handicaps = []Handicap{NoHandicap, HandicapHost, HandicapGuest}

// maxDelay is how far those who watch may lag behind, in seconds.
const maxDelay = 24 * 60 * 60

// Check returns an error that names the field that is wrong.
func (t *Terms) Check() error {
	switch {
	case !slices.Contains(Watches, t.Watch):
		return fmt.Errorf("watch: found %q, expected one of %q", t.Watch, Watches)
	case t.Delay < 0 || t.Delay > maxDelay:
		return fmt.Errorf("delay: found %d seconds, expected 0 to %d", t.Delay, maxDelay)
	case !slices.Contains(Handicaps, t.Handicap):
		return fmt.Errorf("handicap: found %q, expected one of %q", t.Handicap, Handicaps)
	case t.Handicap != NoHandicap && t.Clock == nil:
		return errors.New("handicap: found one in a game without a clock")
	case t.Clock != nil:
		if err := t.Clock.Check(); err != nil {
			return fmt.Errorf("clock: %w", err)
		}
	}
	return nil
}

// Claimable reports whether a player can win by the clock of the other.
func (t *Terms) Claimable() bool { return t.Clock != nil && t.Clock.Timeout == clock.Claim }

// String returns the terms as the log keeps them; empty if nothing was agreed.
func (t Terms) String() string {
	if t == (Terms{}) {
		return ""
	}
	text, err := json.Marshal(t)
	if err != nil {
		panic(err) // strings and numbers can always be encoded
	}
	return string(text)
}

// ReadTerms reads what String wrote.
func ReadTerms(text string) (t Terms, err error) {
	if text != "" {
		err = json.Unmarshal([]byte(text), &t)
	}
	return t, err
}

// Listing is where lists for everybody show a game.
type Listing int

// Where lists show it.
const (
	Unlisted     Listing = iota
	ListedOpen           // as long as a seat is open
	ListedAlways         // always
)

// Listing returns where lists for everybody show a game of these terms.
func (t *Terms) Listing() Listing {
	switch {
	case t.Watch == WatchAll:
		return ListedAlways
	case t.Open:
		return ListedOpen
	}
	return Unlisted
}

// ended returns by side how many of its activations a change has ended, less those of which it undoes the end; nil: the rulebook
// has none. It reckons from the actions alone, so that nothing is gained twice for the same ones. The caller holds the lock.
func (m *Match) ended(a *Answer) []int {
	rules, ok := system.Of(m.record.Battle()).(system.Reporting)
	if !ok || len(a.Applied)+len(a.Removed) == 0 {
		return nil
	}
	out := make([]int, len(m.seats))
	count := func(s game.State, e *record.Entry, k int) {
		id, owner := rules.Activation(s)
		if r := s.Apply(e.Action, nil); r != nil {
			m.games.options.Logger.Error("the clocks cannot be reckoned", "game", m.id, "action", e.N, "error", r)
			return
		}
		if now, _ := rules.Activation(s); id != 0 && now != id && owner >= 0 {
			out[owner] += k
		}
	}
	from := m.clocked
	if len(a.Removed) > 0 {
		from = m.record.Battle().Start()
		list := m.record.Entries()
		for i := range list[:len(list)-len(a.Applied)] {
			if r := from.Apply(list[i].Action, nil); r != nil {
				m.games.options.Logger.Error("the clocks cannot be reckoned", "game", m.id, "action", list[i].N, "error", r)
				return nil
			}
		}
		gone := from.Clone()
		for i := len(a.Removed) - 1; i >= 0; i-- {
			count(gone, &a.Removed[i], -1)
		}
	} else {
		from = from.Clone()
	}
	for _, x := range a.Applied {
		count(from, &x.Entry, 1)
	}
	return out
}

// played reports whether each side has chosen something in an activation of its own; before, a rated game counts nothing. The caller
// holds the lock.
func (m *Match) played() bool {
	b := m.record.Battle()
	rules, ok := system.Of(b).(system.Reporting)
	s, acted := b.Start(), make([]bool, len(m.seats))
	for _, e := range m.record.Entries() {
		if e.Side >= 0 && ok {
			id, owner := rules.Activation(s)
			acted[e.Side] = acted[e.Side] || id != 0 && owner == e.Side
		}
		if r := s.Apply(e.Action, nil); r != nil {
			return false
		}
	}
	return !slices.Contains(acted, false)
}

// tick returns the clocks after a change that is about to be written; nil: there are none. The caller holds the lock.
func (m *Match) tick(now time.Time, a *Answer) *clock.State {
	switch {
	case m.terms.Clock == nil:
		return nil
	case a.clock != nil:
		return a.clock
	case a.row != nil && a.row.Kind == RowSetting && len(a.Applied) == 0: // nobody else is to see that something was set
		return m.clock
	}
	x := clock.Change{Now: now, Runs: clock.Nobody, Acts: len(a.Applied) > 0 && !a.auto, Stop: a.stops, Resumes: a.starts, Ended: m.ended(a)}
	x.Same, x.Anew = len(a.Applied)+len(a.Removed) == 0, a.undone != nil
	if sides := m.awaited(); !m.rests() && len(sides) == 1 {
		x.Runs = int(sides[0])
		if m.answerable() {
			x.Asked = len(m.record.Entries()) + 1
		}
	}
	next := m.terms.Clock.After(m.clock, x)
	if a.back {
		next = m.terms.Clock.Grace(next, int(a.row.Actor.Side))
	}
	return next
}

// begin returns the clocks of a game that begins; nil: there are none.
func (t *Terms) begin(r *record.Game, host string, seats []Seat, now time.Time) *clock.State {
	if t.Clock == nil {
		return nil
	}
	m := Match{record: r, host: host, seats: seats, terms: *t, clock: t.handicap(t.Clock.Start(len(seats)), host, seats), declined: game.Nobody}
	return m.tick(now, &Answer{})
}

// handicap returns the clocks before a game with the handicap that was agreed. As long as the sides are not drawn, nobody has one.
func (t *Terms) handicap(s *clock.State, host string, seats []Seat) *clock.State {
	side := game.Side(slices.IndexFunc(seats, func(x Seat) bool { return x.User == host && host != "" }))
	if t.Handicap == NoHandicap || side < 0 {
		return s
	}
	if t.Handicap == HandicapGuest {
		side = side.Other()
	}
	return t.Clock.Halve(s, int(side))
}
