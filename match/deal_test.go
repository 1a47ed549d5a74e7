package match_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"acies/game"
	"acies/match"
	"acies/record"
	"acies/store"
	"acies/store/pgtest"
	"acies/table"
)

// pair is a game of two people, each of whom sends requests of their own.
type pair struct {
	*testing.T
	*match.Match
	sent int
}

// request returns a request of a side, based on the present.
func (p *pair) request(side game.Side) match.Request {
	p.Helper()
	s := p.now()
	p.sent++
	r := match.Request{Version: s.Version, Viewer: side, Side: side, ID: fmt.Sprint(p.sent)}
	if s.Changes != nil {
		r.Version = s.Changes.For(side)
	}
	return r
}

func (p *pair) now() match.Snapshot {
	p.Helper()
	s, err := p.Snapshot()
	if err != nil {
		p.Fatal(err)
	}
	return s
}

// play plays so many choices, whoever is to act, each the first that is legal.
func (p *pair) play(n int) {
	p.Helper()
	for range n {
		s := p.now()
		b := s.State.Battle()
		if _, err := p.Do(p.Context(), p.request(s.State.ToAct()), []string{b.Format(s.State.Legal(nil)[0])}); err != nil {
			p.Fatal(err)
		}
	}
}

func inGame(t *testing.T, battle string, f func(p *pair)) {
	t.Helper()
	path := pgtest.Data(t)
	g := open(t, path, match.Options{})
	id := shared(t, g, battle)
	secret := invite(t, g, id)
	with(t, g, id, func(m *match.Match) error {
		if _, err := m.Join(t.Context(), secret, "ben"); err != nil {
			return err
		}
		f(&pair{T: t, Match: m})
		return nil
	})
	// Another process reads the same from the file.
	with(t, g, id, func(m *match.Match) error {
		here, err := m.Snapshot()
		if err != nil {
			return err
		}
		with(t, open(t, path, match.Options{}), id, func(m *match.Match) error {
			there, err := m.Snapshot()
			if err != nil {
				return err
			}
			if here.Outcome() != there.Outcome() || here.Version != there.Version || fmt.Sprint(here.Changes) != fmt.Sprint(there.Changes) ||
				(here.Offer == nil) != (there.Offer == nil) || !slices.Equal(here.Undone, there.Undone) || !reflect.DeepEqual(here.Said, there.Said) || len(here.Entries) != len(there.Entries) {
				t.Errorf("%s: here %+v at %d, in another process %+v at %d", battle, here.Outcome(), here.Version, there.Outcome(), there.Version)
			}
			return nil
		})
		return nil
	})
}

var dealBattles = []string{"sparta-195bc", "thermopylae-480bc"} // without secrets and with them

func TestResign(t *testing.T) {
	for _, battle := range dealBattles {
		inGame(t, battle, func(p *pair) {
			p.play(3)
			r := p.request(1)
			out, err := p.Resign(t.Context(), r)
			if o := out.Outcome(); err != nil || !o.Over || o.Winner != 0 || o.Degree != record.Resigned {
				t.Fatalf("%s: %+v, %v", battle, o, err)
			}
			if again, err := p.Resign(t.Context(), r); err != nil || again.Outcome() != out.Outcome() {
				t.Errorf("%s: the same request again: %+v, %v", battle, again.Outcome(), err)
			}
			s := p.now()
			for _, err := range []error{
				err2(p.Do(t.Context(), p.request(s.State.ToAct()), []string{"ready"})), err2(p.Resign(t.Context(), p.request(0))),
				err2(p.Offer(t.Context(), p.request(0), match.DealDraw)), s.MayChoose(s.State.ToAct()),
			} {
				if !errors.Is(err, match.ErrOver) && !errors.Is(err, record.ErrEnded) {
					t.Errorf("%s: after the end: %v", battle, err)
				}
			}
		})
	}
}

func err2(_ match.Answer, err error) error { return err }

func TestDraw(t *testing.T) {
	for _, battle := range dealBattles {
		inGame(t, battle, func(p *pair) {
			p.play(2)
			if _, err := p.Reply(t.Context(), p.request(1), true); !errors.Is(err, match.ErrNoOffer) {
				t.Errorf("%s: accepting what nobody has offered: %v", battle, err)
			}
			if _, err := p.Offer(t.Context(), p.request(0), match.DealDraw); err != nil {
				t.Fatal(err)
			}
			if _, err := p.Offer(t.Context(), p.request(1), match.DealDraw); !errors.Is(err, match.ErrOffered) {
				t.Errorf("%s: an offer beside another: %v", battle, err)
			}
			if _, err := p.Reply(t.Context(), p.request(0), true); !errors.Is(err, match.ErrNoOffer) {
				t.Errorf("%s: accepting one's own offer: %v", battle, err)
			}
			if out, err := p.Reply(t.Context(), p.request(1), false); err != nil || out.Offer != nil || out.Outcome().Over {
				t.Errorf("%s: declined: %+v, %v", battle, out.Offer, err)
			}
			if _, err := p.Offer(t.Context(), p.request(1), match.DealDraw); err != nil {
				t.Fatal(err)
			}
			if out, err := p.Reply(t.Context(), p.request(0), true); err != nil || out.Outcome().Degree != record.Agreed || out.Outcome().Winner != game.Nobody {
				t.Errorf("%s: accepted: %+v, %v", battle, out.Outcome(), err)
			}
		})
	}
}

// TestOfferAgain: what was withdrawn or declined is offered again only after somebody has acted; an undo of that does not count.
func TestOfferAgain(t *testing.T) {
	for _, battle := range dealBattles {
		inGame(t, battle, func(p *pair) {
			p.play(2)
			offer := func(side game.Side, d match.Deal) error { return err2(p.Offer(t.Context(), p.request(side), d)) }
			for _, end := range []game.Side{0, 1} { // withdrawn, then declined
				if err := offer(0, match.DealDraw); err != nil {
					t.Fatal(err)
				}
				if _, err := p.Reply(t.Context(), p.request(end), false); err != nil {
					t.Fatal(err)
				}
				for range 3 {
					if err := offer(0, match.DealDraw); !errors.Is(err, match.ErrAgain) {
						t.Errorf("%s: again at once: %v", battle, err)
					}
				}
				if now := p.now(); now.Offer != nil {
					t.Errorf("%s: %+v", battle, now.Offer)
				}
				p.play(1)
			}
			if err := offer(0, match.DealDraw); err != nil {
				t.Errorf("%s: after an action: %v", battle, err)
			}
			if err := err2(p.Reply(t.Context(), p.request(0), false)); err != nil {
				t.Fatal(err)
			}
			if err := offer(1, match.DealDraw); err != nil {
				t.Errorf("%s: by the other: %v", battle, err)
			}
			if err := err2(p.Reply(t.Context(), p.request(0), false)); err != nil {
				t.Fatal(err)
			}
			for p.now().CanUndo != nil || p.now().State.ToAct() < 0 {
				p.play(1)
			}
			side := p.now().State.ToAct()
			if err := offer(side, match.DealUndo); err != nil {
				t.Fatal(err)
			}
			if err := err2(p.Reply(t.Context(), p.request(side), false)); err != nil {
				t.Fatal(err)
			}
			p.play(1)
			if p.now().CanUndo == nil && p.now().State.ToAct() == side {
				if _, err := p.Undo(t.Context(), p.request(side), 1); err != nil {
					t.Fatal(err)
				}
				if err := offer(side, match.DealUndo); !errors.Is(err, match.ErrAgain) {
					t.Errorf("%s: after an action that was undone: %v", battle, err)
				}
			}
		})
	}
}

// TestExtra: offers, undos and settings of a side come to an end; acting, answering and ending the game do not.
func TestExtra(t *testing.T) {
	path := pgtest.Data(t)
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	g := match.New(s, match.Options{Library: table.NewLibrary()})
	defer g.Close()
	id := shared(t, g, "sparta-195bc")
	secret := invite(t, g, id)
	with(t, g, id, func(m *match.Match) error {
		_, err := m.Join(t.Context(), secret, "ben")
		(&pair{T: t, Match: m}).play(4)
		return err
	})
	g.Close()
	kept, _, err := s.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	full := match.Append{Game: id, Version: kept.Version, Revision: kept.Revision, Summary: kept.Summary}
	for range 5000 {
		full.Rows = append(full.Rows, match.Row{Kind: match.RowSetting, At: time.Now(), Actor: match.Actor{Side: 0}, Line: "{}"})
	}
	if _, err := s.Append(t.Context(), full); err != nil {
		t.Fatal(err)
	}
	g = match.New(s, match.Options{Library: table.NewLibrary()})
	defer g.Close()
	with(t, g, id, func(m *match.Match) error {
		p := &pair{T: t, Match: m, sent: 1000}
		if _, err := p.Offer(t.Context(), p.request(0), match.DealDraw); !errors.Is(err, match.ErrExtra) {
			t.Errorf("an offer: %v", err)
		}
		if _, err := p.SetStanding(t.Context(), 0, allOf(p.now().State.Battle(), match.StandingChoose)); !errors.Is(err, match.ErrExtra) {
			t.Errorf("a setting: %v", err)
		}
		for p.now().State.ToAct() != 0 || p.now().CanUndo != nil {
			p.play(1)
		}
		if _, err := p.Undo(t.Context(), p.request(0), 1); !errors.Is(err, match.ErrExtra) {
			t.Errorf("an undo: %v", err)
		}
		if _, err := p.Offer(t.Context(), p.request(1), match.DealDraw); err != nil {
			t.Errorf("an offer of the other: %v", err)
		}
		if _, err := p.Reply(t.Context(), p.request(0), false); err != nil {
			t.Errorf("an answer: %v", err)
		}
		_, err := p.Resign(t.Context(), p.request(0))
		return err
	})
}

// TestOfferLapses: what happens meanwhile ends an offer, but one may go on after offering a draw.
func TestOfferLapses(t *testing.T) {
	inGame(t, "sparta-195bc", func(p *pair) {
		p.play(2)
		side := p.now().State.ToAct()
		if _, err := p.Offer(t.Context(), p.request(side), match.DealDraw); err != nil {
			t.Fatal(err)
		}
		for p.now().State.ToAct() == side {
			if p.now().Offer == nil {
				t.Fatal("the offer ends with an action of the side that made it")
			}
			p.play(1)
		}
		if p.now().Offer == nil {
			t.Fatal("the offer ends before the other side has acted")
		}
		if p.play(1); p.now().Offer != nil {
			t.Error("the offer lasts though the other side has gone on")
		}
	})
}

// TestUndoByConsent: what one side has chosen is undone with everything since, even past rolls.
func TestUndoByConsent(t *testing.T) {
	for _, battle := range dealBattles {
		inGame(t, battle, func(p *pair) {
			rolled := func(from int) bool {
				for _, e := range p.now().Entries[from:] {
					if e.Side == game.Nature {
						return true
					}
				}
				return false
			}
			var by game.Side
			before := 0
			for { // until somebody has rolled for a choice
				s := p.now()
				by, before = s.State.ToAct(), len(s.Entries)
				if p.play(1); rolled(before) {
					break
				}
			}
			if _, err := p.Undo(t.Context(), p.request(by), 1); err == nil {
				t.Fatalf("%s: a roll is undone without asking", battle)
			}
			if _, err := p.Offer(t.Context(), p.request(by), match.DealUndo); err != nil {
				t.Fatal(err)
			}
			out, err := p.Reply(t.Context(), p.request(by.Other()), true)
			if s := p.now(); err != nil || len(s.Entries) != before || s.State.ToAct() != by || s.Offer != nil || len(out.Removed) < 2 {
				t.Errorf("%s: %d entries, side %d to act (%v); expected %d and %d", battle, len(s.Entries), s.State.ToAct(), err, before, by)
			}
			p.play(1)
		})
	}
}

// TestDealsWithPrograms: one can resign to a program, but not bargain with it.
func TestDealsWithPrograms(t *testing.T) {
	g := open(t, pgtest.Data(t), match.Options{Players: map[string]func() match.Player{"random": func() match.Player { return random{} }}})
	with(t, g, create(t, g, match.Human, "random"), func(m *match.Match) error {
		p := &pair{T: t, Match: m}
		if _, err := p.Offer(t.Context(), p.request(0), match.DealDraw); !errors.Is(err, match.ErrNobody) {
			t.Errorf("a draw is offered to a program: %v", err)
		}
		if _, err := p.Resign(t.Context(), p.request(1)); !errors.Is(err, match.ErrSeat) {
			t.Errorf("somebody resigns for a program: %v", err)
		}
		out, err := p.Resign(t.Context(), p.request(0))
		if err != nil || out.Outcome().Winner != 1 {
			t.Errorf("%+v, %v", out.Outcome(), err)
		}
		return nil
	})
}

// TestBothThrow: of two people who throw real dice, one says what was thrown and the other confirms it.
func TestBothThrow(t *testing.T) {
	g := open(t, pgtest.Data(t), match.Options{})
	id, err := g.Create(t.Context(), match.NewGame{
		Battle: "sparta-195bc", Host: "anna", Seats: []match.Seat{{Kind: match.Human, User: "anna"}, {Kind: match.Human, User: "ben"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	with(t, g, id, func(m *match.Match) error {
		p := &pair{T: t, Match: m}
		for p.now().State.ToAct() != game.Nature {
			p.play(1)
		}
		before := len(p.now().Entries)
		waits := func(what string, side game.Side) {
			t.Helper()
			if s := p.now(); !slices.Equal(s.Awaits, []game.Side{side}) || s.Seats[side].Waits.IsZero() || !s.Seats[side.Other()].Waits.IsZero() {
				t.Errorf("%s: the game waits for %v, %+v; expected %d", what, s.Awaits, s.Seats, side)
			}
		}
		enters := p.now().Entries[before-1].Side
		waits("a roll is due", enters)
		if _, err := p.Roll(t.Context(), p.request(0), []int{99}); err == nil {
			t.Error("a die has shown 99")
		}
		throw := func(face int) {
			t.Helper()
			if _, err := p.Roll(t.Context(), p.request(0), []int{face}); err != nil {
				t.Fatal(err)
			}
		}
		throw(7)
		if s := p.now(); s.Offer == nil || s.Offer.Deal != match.DealRoll || s.Offer.Faces[0] != 7 || len(s.Entries) != before {
			t.Fatalf("offered %+v, %d entries", s.Offer, len(s.Entries)-before)
		}
		waits("who has not thrown confirms", 1)
		if _, err := p.Reply(t.Context(), p.request(0), true); !errors.Is(err, match.ErrNoOffer) {
			t.Errorf("who has thrown confirms: %v", err)
		}
		if _, err := p.Reply(t.Context(), p.request(1), false); err != nil || p.now().Offer != nil || len(p.now().Entries) != before {
			t.Errorf("the other does not confirm: %v", err)
		}
		waits("who does not confirm enters dice himself", 1)
		if _, err := p.Roll(t.Context(), p.request(1), nil); err != nil || len(p.now().Entries) != before || p.now().Offer.Faces != nil {
			t.Errorf("the program is to throw: %+v, %v", p.now().Offer, err)
		}
		waits("the other agrees to that, or not", 0)
		if _, err := p.Reply(t.Context(), p.request(1), false); err != nil {
			t.Fatal(err)
		}
		waits("he has changed his mind", 1)
		throw(4)
		if _, err := p.Reply(t.Context(), p.request(1), true); err != nil {
			t.Fatal(err)
		}
		s := p.now()
		if len(s.Entries) != before+1 || s.Entries[before].Do != "roll 4" || s.Offer != nil {
			t.Errorf("after the other has confirmed: %+v, %+v", s.Entries[before:], s.Offer)
		}
		for p.now().State.ToAct() != game.Nature {
			p.play(1)
		}
		before = len(p.now().Entries)
		if _, err := p.Roll(t.Context(), p.request(1), nil); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Reply(t.Context(), p.request(0), true); err != nil || p.now().Entries[before].By != record.ByHand {
			t.Errorf("a roll by the program to which both agree: %v", err)
		}
		return nil
	})
}

// TestUndoneDice: after an undo past a roll by agreement the next roll is another one than that which both have seen, and the record
// of the game says who has agreed, also in another process and after a restart.
func TestUndoneDice(t *testing.T) {
	for _, battle := range dealBattles {
		inGame(t, battle, func(p *pair) {
			rolls := func() (n int, last record.Entry) {
				for _, e := range p.now().Entries {
					if e.Side == game.Nature {
						n, last = n+1, e
					}
				}
				return n, last
			}
			for {
				before, _ := rolls()
				p.play(1)
				if after, _ := rolls(); after > before && p.now().State.ToAct() >= 0 && before > 0 {
					break
				}
			}
			for range 2 { // the second time past the first
				s := p.now()
				var by game.Side // whoever has chosen last
				for _, e := range s.Entries {
					if e.Side >= 0 {
						by = e.Side
					}
				}
				made, _ := rolls()
				version := s.Version
				if _, err := p.Offer(t.Context(), p.request(by), match.DealUndo); err != nil {
					t.Fatal(err)
				}
				r := p.request(by.Other())
				out, err := p.Reply(t.Context(), r, true)
				if err != nil {
					t.Fatal(err)
				}
				if again, err := p.Reply(t.Context(), r, true); err != nil || again.Version != out.Version || len(again.Removed) != len(out.Removed) {
					t.Errorf("%s: the same request again: %d, %v", battle, again.Version, err)
				}
				s = p.now()
				left, _ := rolls()
				u := s.Undone[len(s.Undone)-1]
				if u.Asked != by || u.Agreed != by.Other() || u.Undone != len(out.Removed) || u.After != len(s.Entries) || u.Rolls < made-left {
					t.Errorf("%s: %+v, %d actions and %d rolls were taken back", battle, u, len(out.Removed), made-left)
				}
				if s.Changes == nil && s.Version != version+2+len(out.Removed)+1 {
					t.Errorf("%s: the version went from %d to %d", battle, version, s.Version)
				}
				p.play(2)
			}
		})
	}
}
