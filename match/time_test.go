package match_test

import (
	"errors"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"acies/clock"
	"acies/game"
	"acies/match"
	"acies/record"
	"acies/table"
)

// timed plays a game of two people with a clock, in time that passes only when everybody waits.
func timed(t *testing.T, battle string, c clock.Control, f func(p *pair)) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "acies.db")
	synctest.Test(t, func(t *testing.T) {
		o := match.Options{Substitute: "random", Players: map[string]func() match.Player{"random": func() match.Player { return random{} }}}
		g := open(t, path, o)
		id, err := g.Create(t.Context(), match.NewGame{
			Battle: battle, Host: "anna", Seats: []match.Seat{{Kind: match.Human, User: "anna"}, {Kind: match.Human}},
			Settings: table.Settings{Seed: "x"}, Terms: match.Terms{Open: true, Clock: &c},
		})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute) // waiting for somebody costs nothing
		with(t, g, id, func(m *match.Match) error {
			if _, err := m.Join(t.Context(), "", "ben"); err != nil {
				return err
			}
			f(&pair{T: t, Match: m})
			here, err := m.Snapshot()
			if err != nil {
				return err
			}
			// Another process has the same clocks.
			with(t, open(t, path, o), id, func(m *match.Match) error {
				there, err := m.Snapshot()
				if err == nil && (here.Clock.Left[0] != there.Clock.Left[0] || here.Clock.Left[1] != there.Clock.Left[1] || here.Clock.Runs != there.Clock.Runs) {
					t.Errorf("here %+v, in another process %+v", here.Clock, there.Clock)
				}
				return err
			})
			return nil
		})
	})
}

var tenMinutes = clock.Control{Kind: clock.Live, Bank: 600, Increment: 5, Timeout: clock.Claim}

// TestClockRuns: the clock of whoever is to act runs, and an activation gains its side an increment, once.
func TestClockRuns(t *testing.T) {
	for _, battle := range []string{"sparta-195bc", "thermopylae-480bc", "two-camps-204bc"} {
		timed(t, battle, tenMinutes, func(p *pair) {
			t := p.T
			var spent, gained [2]time.Duration
			for range 120 {
				s := p.now()
				side := s.State.ToAct()
				if s.Clock.Runs != int(side) {
					t.Fatalf("%s: the clock of side %d runs, side %d is to act", battle, s.Clock.Runs, side)
				}
				time.Sleep(time.Second)
				spent[side] += time.Second
				before := s.Clock.Paid
				p.play(1)
				after := p.now().Clock.Paid
				for i := range gained {
					if before[i] != after[i] {
						gained[i] += 5 * time.Second
					}
				}
			}
			s := p.now()
			for i := range spent {
				if left, want := time.Duration(s.Clock.Left[i])*time.Millisecond, 10*time.Minute-spent[i]+gained[i]; left != want {
					t.Errorf("%s: side %d has %v left, want %v", battle, i, left, want)
				}
			}
			if gained[0]+gained[1] == 0 {
				t.Errorf("%s: nobody has gained anything", battle)
			}
		})
	}
}

func TestClaim(t *testing.T) {
	timed(t, "sparta-195bc", tenMinutes, func(p *pair) {
		t := p.T
		side := p.now().State.ToAct()
		time.Sleep(10*time.Minute - time.Millisecond)
		if _, err := p.Claim(t.Context(), p.request(side.Other())); !errors.Is(err, match.ErrTimeLeft) {
			t.Errorf("a millisecond early: %v", err)
		}
		time.Sleep(time.Millisecond)
		if _, err := p.Claim(t.Context(), p.request(side)); !errors.Is(err, match.ErrTimeLeft) {
			t.Errorf("by the one who is out of time: %v", err)
		}
		r := p.request(side.Other())
		out, err := p.Claim(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if o := out.Outcome(); err != nil || !o.Over || o.Winner != side.Other() || o.Degree != record.TimedOut {
			t.Fatalf("%+v, %v", o, err)
		}
		if again, err := p.Claim(t.Context(), r); err != nil || again.Outcome() != out.Outcome() {
			t.Errorf("the same request again: %+v, %v", again.Outcome(), err)
		}
		if s := p.now(); s.Clock.Runs != clock.Nobody {
			t.Error("the clock runs on after the end")
		}
	})
}

// TestSubstitute: a program plays on for a player who is out of time, if that was agreed, and he can come back.
func TestSubstitute(t *testing.T) {
	c := tenMinutes
	c.Timeout = clock.Program
	timed(t, "sparta-195bc", c, func(p *pair) {
		t := p.T
		side := p.now().State.ToAct()
		time.Sleep(11 * time.Minute)
		if _, err := p.Claim(t.Context(), p.request(side.Other())); err != nil {
			t.Fatal(err)
		}
		synctest.Wait() // the program plays until it is the other's turn
		s := p.now()
		if s.Seats[side].Kind != "random" || s.State.ToAct() != side.Other() || len(s.Entries) == 0 || s.Clock.Runs != int(side.Other()) {
			t.Fatalf("seats %+v, to act %d, %d entries, clock %+v", s.Seats, s.State.ToAct(), len(s.Entries), s.Clock)
		}
		user := s.Seats[side].User
		if _, err := p.Return(t.Context(), p.request(side), "somebody else"); !errors.Is(err, match.ErrSeat) {
			t.Errorf("somebody else returns: %v", err)
		}
		if _, err := p.Return(t.Context(), p.request(side), user); err != nil {
			t.Fatal(err)
		}
		if s := p.now(); s.Seats[side].Kind != match.Human || s.Seats[side].User != user {
			t.Errorf("after the return: %+v", s.Seats)
		}
		if _, err := p.Leave(t.Context(), p.request(side)); err != nil || p.now().Seats[side].Kind != "random" {
			t.Errorf("leaving: %v", err)
		}
	})
}

func TestAdjournAndVacation(t *testing.T) {
	c := clock.Control{Kind: clock.Days, Bank: 3 * 24 * 60 * 60, Vacation: 5, Timeout: clock.Claim}
	timed(t, "sparta-195bc", c, func(p *pair) {
		t := p.T
		side := p.now().State.ToAct()
		left := func() time.Duration { s := p.now(); return c.Left(s.Clock, int(side), time.Now()) }
		if _, err := p.Offer(t.Context(), p.request(side), match.DealStop); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if _, err := p.Reply(t.Context(), p.request(side.Other()), true); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Minute)
		if got := left(); got != 72*time.Hour-time.Minute {
			t.Errorf("left %v, want 71h59m", got)
		}
		p.play(1)
		side = p.now().State.ToAct()
		before := left()
		if _, err := p.GoAway(t.Context(), p.request(side), 6); !errors.Is(err, clock.ErrVacation) {
			t.Errorf("too many days: %v", err)
		}
		if _, err := p.GoAway(t.Context(), p.request(side), 5); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Minute)
		if got := left(); got != before {
			t.Errorf("left %v in the vacation, want %v", got, before)
		}
	})
}

func TestAbandon(t *testing.T) {
	for _, battle := range dealBattles {
		inGame(t, battle, func(p *pair) {
			out, err := p.Abandon(t.Context(), p.request(1))
			if o := out.Outcome(); err != nil || !o.Over || o.Winner != game.Nobody || o.Degree != record.Abandoned {
				t.Errorf("%s: %+v, %v", battle, o, err)
			}
		})
		inGame(t, battle, func(p *pair) {
			p.play(1)
			if _, err := p.Abandon(t.Context(), p.request(1)); !errors.Is(err, match.ErrBegun) {
				t.Errorf("%s: after the first choice: %v", battle, err)
			}
		})
	}
}

// TestRandomSides: nobody has a side before somebody comes; then each is as likely.
func TestRandomSides(t *testing.T) {
	g := open(t, filepath.Join(t.TempDir(), "acies.db"), match.Options{})
	var first [2]int
	for range 64 {
		id, err := g.Create(t.Context(), match.NewGame{
			Battle: "sparta-195bc", Host: "anna", Seats: []match.Seat{{Kind: match.Human}, {Kind: match.Human}},
			Settings: table.Settings{Seed: "x"}, Terms: match.Terms{Open: true, Random: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		with(t, g, id, func(m *match.Match) error {
			if _, err := m.Join(t.Context(), "", "anna"); !errors.Is(err, match.ErrSeated) {
				t.Errorf("the host joins: %v", err)
			}
			side, err := m.Join(t.Context(), "", "ben")
			if err != nil {
				return err
			}
			if _, err := m.Join(t.Context(), "", "carl"); !errors.Is(err, match.ErrSeated) {
				t.Errorf("a third joins: %v", err)
			}
			if again, err := m.Join(t.Context(), "", "ben"); err != nil || again != side {
				t.Errorf("joins again: side %d, then %d: %v", side, again, err)
			}
			s, err := m.Snapshot()
			if err == nil && (s.Seats[side].User != "ben" || s.Seats[side.Other()].User != "anna" || s.Waiting()) {
				t.Errorf("ben has side %d: %+v", side, s.Seats)
			}
			first[side]++
			return err
		})
	}
	if first[0] == 0 || first[1] == 0 {
		t.Errorf("the one who joins has had side 0 %d times, side 1 %d times", first[0], first[1])
	}
}
