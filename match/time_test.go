package match_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"acies/clock"
	"acies/game"
	"acies/match"
	"acies/record"
	"acies/store"
	"acies/store/pgtest"
	"acies/system"
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
				if s.Clock.Free == 0 { // the first seconds of some questions are
					spent[side] += time.Second
				}
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

// ended returns how many activations of each side have ended in a game so far.
func ended(s *match.Snapshot) (n [2]int) {
	b := s.State.Battle()
	rules, state := system.Of(b).(system.Reporting), b.Start()
	for i := range s.Entries {
		was, owner := rules.Activation(state)
		state.Apply(s.Entries[i].Action, nil)
		if now, _ := rules.Activation(state); was != 0 && now != was && owner >= 0 {
			n[owner]++
		}
	}
	return n
}

// TestClockOfUndos: an increment is for an activation that has ended and stays, however often something is chosen and undone, and
// for each of them that one request ends.
func TestClockOfUndos(t *testing.T) {
	c := clock.Control{Kind: clock.Live, Bank: 300, Increment: 60, Timeout: clock.Claim}
	for _, battle := range []string{"sparta-195bc", "thermopylae-480bc", "two-camps-204bc"} {
		var actions []string
		undone := 0
		check := func(p *pair) {
			p.Helper()
			s := p.now()
			for side, n := range ended(&s) {
				if got, want := s.Clock.Left[side], int64(300+60*n)*1000; got != want {
					p.Fatalf("%s: after %d actions side %d has %d ms, want %d for %d activations", battle, len(s.Entries), side, got, want, n)
				}
			}
		}
		timed(t, battle, c, func(p *pair) {
			t := p.T
			do := func(a game.Action) {
				s := p.now()
				if _, err := p.Do(t.Context(), p.request(s.State.ToAct()), []string{s.State.Battle().Format(a)}); err != nil {
					t.Fatal(err)
				}
				check(p)
			}
			for step := range 250 {
				s := p.now()
				side, legal := s.State.ToAct(), s.State.Legal(nil)
				if side < 0 {
					break
				}
				tries := 0
				if step > 120 || battle == "sparta-195bc" { // the others would set up for ever
					tries = step % 4
				}
				for i := range min(len(legal), tries) { // each of some choices is undone, if that can be done
					if do(legal[i]); p.now().CanUndo != nil || p.now().State.ToAct() != side {
						break
					}
					if _, err := p.Undo(t.Context(), p.request(side), 1); err != nil {
						t.Fatal(err)
					}
					undone++
					check(p)
				}
				if now := p.now(); len(now.Entries) == len(s.Entries) {
					do(legal[0])
				}
			}
			s := p.now()
			for i := range s.Entries {
				if s.Entries[i].Side >= 0 {
					actions = append(actions, s.Entries[i].Do)
				}
			}
			if n := ended(&s); n[0]+n[1] < 2 || undone == 0 {
				t.Fatalf("%s: %v activations have ended, %d choices were undone", battle, n, undone)
			}
		})
		if battle != "sparta-195bc" {
			continue // cards are drawn anew after an undo
		}
		timed(t, battle, c, func(p *pair) {
			t := p.T
			if _, err := p.Do(t.Context(), p.request(game.Nobody), actions); err != nil {
				t.Fatal(err)
			}
			check(p)
		})
	}
}

// TestClockOfQuestions: a question that may be answered for a player costs him nothing for as long as the program hesitates, whether it
// answers or he does, and nothing that is done meanwhile makes that longer.
func TestClockOfQuestions(t *testing.T) {
	c := clock.Control{Kind: clock.Live, Bank: 30, Timeout: clock.Claim}
	question := func(p *pair) game.Side {
		p.Helper()
		rules := system.Of(p.now().State.Battle()).(system.Standing)
		for n := 1; ; n++ {
			s := playOn(p.T, p.Match, n, func(*match.Snapshot) {})
			if key, _ := rules.StandingAsked(s.State); key != "" && len(s.State.Legal(nil)) > 1 {
				return s.State.ToAct()
			}
		}
	}
	for _, test := range []struct {
		name   string
		answer func(p *pair, side game.Side)
		costs  time.Duration
	}{
		{"the program", func(p *pair, side game.Side) {
			n := len(p.now().Entries)
			setStanding(p.T, p.Match, side, match.StandingChoose)
			for synctest.Wait(); len(p.now().Entries) == n; synctest.Wait() {
				time.Sleep(100 * time.Millisecond)
			}
		}, 0},
		{"the player, at once", func(p *pair, _ game.Side) { p.play(1) }, 0},
		{"the player, soon", func(p *pair, _ game.Side) { time.Sleep(3 * time.Second); p.play(1) }, 0},
		{"the player, late", func(p *pair, _ game.Side) { time.Sleep(5 * time.Second); p.play(1) }, 2 * time.Second},
		{"the player, who offers a draw meanwhile", func(p *pair, side game.Side) {
			time.Sleep(2 * time.Second)
			if _, err := p.Offer(p.Context(), p.request(side), match.DealDraw); err != nil {
				p.Fatal(err)
			}
			time.Sleep(2 * time.Second)
			p.play(1)
		}, time.Second},
	} {
		timed(t, "sparta-195bc", c, func(p *pair) {
			t := p.T
			side := question(p)
			test.answer(p, side)
			if left, want := p.now().Clock.Left[side], (30*time.Second - test.costs).Milliseconds(); left != want {
				t.Errorf("%s: %d ms are left, want %d", test.name, left, want)
			}
		})
	}
	timed(t, "sparta-195bc", c, func(p *pair) {
		t := p.T
		side := question(p)
		time.Sleep(32 * time.Second)
		if _, err := p.Claim(t.Context(), p.request(side.Other())); !errors.Is(err, match.ErrTimeLeft) {
			t.Errorf("claimed in the time of hesitation: %v", err)
		}
		time.Sleep(time.Second)
		if _, err := p.Claim(t.Context(), p.request(side.Other())); err != nil {
			t.Error(err)
		}
	})
}

// TestClockOfThrows: where both throw dice by hand, the clock runs for whoever is to enter or to confirm them, so that nobody
// can delay the game for nothing.
func TestClockOfThrows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := open(t, filepath.Join(t.TempDir(), "acies.db"), match.Options{})
		id, err := g.Create(t.Context(), match.NewGame{
			Battle: "sparta-195bc", Host: "anna", Seats: []match.Seat{{Kind: match.Human, User: "anna"}, {Kind: match.Human, User: "ben"}},
			Terms: match.Terms{Clock: &tenMinutes},
		})
		if err != nil {
			t.Fatal(err)
		}
		with(t, g, id, func(m *match.Match) error {
			p := &pair{T: t, Match: m}
			for p.now().State.ToAct() != game.Nature {
				p.play(1)
			}
			s := p.now()
			side := s.Entries[len(s.Entries)-1].Side
			if s.Clock.Runs != int(side) {
				t.Fatalf("the clock of %d runs while %d is to enter dice", s.Clock.Runs, side)
			}
			if _, err := p.Roll(t.Context(), p.request(side), []int{5}); err != nil {
				t.Fatal(err)
			}
			if s := p.now(); s.Clock.Runs != int(side.Other()) {
				t.Fatalf("the clock of %d runs while %d is to confirm dice", s.Clock.Runs, side.Other())
			}
			time.Sleep(10 * time.Minute)
			if out, err := p.Claim(t.Context(), p.request(side)); err != nil || out.Outcome().Winner != side || out.Outcome().Degree != record.TimedOut {
				t.Errorf("%+v, %v", out.Outcome(), err)
			}
			return nil
		})
	})
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
	g := open(t, pgtest.Data(t), match.Options{})
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

// TestReturnInTime: who comes back after his time had run out has enough for a choice, and nobody claims it at once.
func TestReturnInTime(t *testing.T) {
	c := tenMinutes
	c.Timeout = clock.Program
	timed(t, "sparta-195bc", c, func(p *pair) {
		t := p.T
		side := p.now().State.ToAct()
		time.Sleep(11 * time.Minute)
		if _, err := p.Claim(t.Context(), p.request(side.Other())); err != nil {
			t.Fatal(err)
		}
		user := p.now().Seats[side].User
		for {
			_, err := p.Return(t.Context(), p.request(side), user)
			if err == nil {
				break
			}
			if !errors.Is(err, match.ErrStale) { // the program plays on meanwhile
				t.Fatal(err)
			}
		}
		s := p.now()
		if left := c.Left(s.Clock, int(side), time.Now()); left != time.Minute {
			t.Errorf("%v are left", left)
		}
		if _, err := p.Claim(t.Context(), p.request(side.Other())); !errors.Is(err, match.ErrTimeLeft) {
			t.Errorf("claimed at once: %v", err)
		}
	})
}

// TestHandicap: the player who is the stronger has half the time, whichever side he gets.
func TestHandicap(t *testing.T) {
	g := open(t, pgtest.Data(t), match.Options{})
	for _, x := range []struct {
		handicap match.Handicap
		random   bool
		host     game.Side
	}{{match.HandicapHost, false, 0}, {match.HandicapGuest, false, 1}, {match.HandicapHost, true, game.Nobody}, {match.HandicapGuest, true, game.Nobody}} {
		seats := []match.Seat{{Kind: match.Human}, {Kind: match.Human}}
		if x.host >= 0 {
			seats[x.host].User = "anna"
		}
		id, err := g.Create(t.Context(), match.NewGame{
			Battle: "sparta-195bc", Host: "anna", Seats: seats, Settings: table.Settings{Seed: "x"},
			Terms: match.Terms{Open: true, Random: x.random, Clock: &tenMinutes, Handicap: x.handicap},
		})
		if err != nil {
			t.Fatal(err)
		}
		with(t, g, id, func(m *match.Match) error {
			if _, err := m.Join(t.Context(), "", "ben"); err != nil {
				return err
			}
			s, err := m.Snapshot()
			if err != nil {
				return err
			}
			for side, seat := range s.Seats {
				want := int64(600_000)
				if (seat.User == "anna") == (x.handicap == match.HandicapHost) {
					want /= 2
				}
				if got := s.Clock.Left[side]; got > want || got < want-60_000 {
					t.Errorf("%+v: %s has %d ms, expected %d", x, seat.User, got, want)
				}
			}
			return nil
		})
	}
}

// earlier is a log in which games have waited longer for their players than they have.
type earlier struct {
	match.Log
	by time.Duration
}

func (e *earlier) Load(ctx context.Context, id string) (match.Game, []match.Row, error) {
	g, rows, err := e.Log.Load(ctx, id)
	for i := range g.Seats {
		if x := &g.Seats[i]; !x.Waits.IsZero() {
			x.Waits = x.Waits.Add(-e.by)
		}
	}
	return g, rows, err
}

// TestAbsence: in a game without a clock, who has waited long for somebody lets a program play on, or calls it off.
func TestAbsence(t *testing.T) {
	s, err := store.Open(pgtest.Data(t), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	after := func(by time.Duration, f func(g *match.Games)) {
		g := match.New(&earlier{s, by}, match.Options{
			Library: table.NewLibrary(), Substitute: "random", Players: map[string]func() match.Player{"random": func() match.Player { return random{} }},
		})
		defer g.Close()
		f(g)
	}
	for _, what := range match.Absences {
		var id string
		after(0, func(g *match.Games) {
			if id, err = g.Create(t.Context(), match.NewGame{
				Battle: "sparta-195bc", Host: "anna", Seats: []match.Seat{{Kind: match.Human, User: "anna"}, {Kind: match.Human, User: "ben"}},
				Settings: table.Settings{Seed: "x"},
			}); err != nil {
				t.Fatal(err)
			}
		})
		after(match.KeepAbsent-time.Hour, func(g *match.Games) {
			with(t, g, id, func(m *match.Match) error {
				p := &pair{T: t, Match: m}
				if _, err := p.ActOnAbsence(t.Context(), p.request(p.now().State.ToAct().Other()), what); !errors.Is(err, match.ErrNotAbsent) {
					t.Errorf("an hour early: %v", err)
				}
				return nil
			})
		})
		after(match.KeepAbsent, func(g *match.Games) {
			with(t, g, id, func(m *match.Match) error {
				p := &pair{T: t, Match: m}
				gone := p.now().State.ToAct()
				if s := p.now(); !s.Absent(gone, time.Now()) || s.Absent(gone.Other(), time.Now()) {
					t.Errorf("absent: %t and %t", s.Absent(gone, time.Now()), s.Absent(gone.Other(), time.Now()))
				}
				if _, err := p.ActOnAbsence(t.Context(), p.request(gone), what); !errors.Is(err, match.ErrNotAbsent) {
					t.Errorf("by himself: %v", err)
				}
				out, err := p.ActOnAbsence(t.Context(), p.request(gone.Other()), what)
				if err != nil {
					return err
				}
				switch o := out.Outcome(); what {
				case match.AbsenceProgram:
					if out.Seats[gone].Kind != "random" || o.Over {
						t.Errorf("%+v, %+v", out.Seats, o)
					}
				default:
					if !o.Over || o.Winner != game.Nobody || o.Degree != record.Deserted {
						t.Errorf("%+v", o)
					}
				}
				return nil
			})
		})
	}
}
