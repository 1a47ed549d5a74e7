package match_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"acies/clock"
	"acies/dice"
	"acies/game"
	"acies/match"
	"acies/record"
	"acies/record/recordtest"
	"acies/store"
	"acies/table"
)

// shares is a game of two people to whose dice both add.
func shares(c *clock.Control) match.NewGame {
	return match.NewGame{
		Battle: "sparta-195bc", Host: "anna", Seats: []match.Seat{{Kind: match.Human, User: "anna"}, {Kind: match.Human, User: "ben"}},
		Settings: table.Settings{Seed: dice.NewSharedSeed(), Shares: []game.Side{0, 1}}, Terms: match.Terms{Clock: c},
	}
}

// TestEndUnready: a game to whose dice a player does not add is called off by either, at once or for his absence, and stays so.
func TestEndUnready(t *testing.T) {
	for _, c := range []*clock.Control{nil, &tenMinutes} {
		for _, by := range []game.Side{0, 1} {
			path := filepath.Join(t.TempDir(), "acies.db")
			g := open(t, path, match.Options{})
			id, err := g.Create(t.Context(), shares(c))
			if err != nil {
				t.Fatal(err)
			}
			with(t, g, id, func(m *match.Match) error {
				p := &pair{T: t, Match: m}
				if err := p.AddNonce(t.Context(), 0, strings.Repeat("0a", 16)); err != nil {
					return err
				}
				if _, err := p.Resign(t.Context(), p.request(by)); !errors.Is(err, record.ErrNonces) {
					t.Errorf("resigned before the game begins: %v", err)
				}
				if _, err := p.ActOnAbsence(t.Context(), p.request(0), match.AbsenceCallOff); !errors.Is(err, match.ErrNotAbsent) {
					t.Errorf("absent at once: %v", err)
				}
				_, err := p.Abandon(t.Context(), p.request(by))
				return err
			})
			for _, g := range []*match.Games{g, open(t, path, match.Options{})} {
				s := snapshot(t, g, id)
				if o := s.Outcome(); !o.Over || o.Winner != game.Nobody || o.Degree != record.Abandoned || s.Waiting() || len(s.Awaits) > 0 {
					t.Errorf("by %d: %+v, waiting %t, for %v", by, o, s.Waiting(), s.Awaits)
				}
			}
		}
	}
}

// TestAbsentUnended: where no clock ends a game, absence counts, from since when the game waits for a player who is not on vacation.
func TestAbsentUnended(t *testing.T) {
	days := func(timeout clock.Timeout, vacation int) *clock.Control {
		return &clock.Control{Kind: clock.Days, Bank: 86400, Vacation: vacation, Timeout: timeout}
	}
	adjourn := func(p *pair) {
		side := p.now().State.ToAct()
		if _, err := p.Offer(p.Context(), p.request(side), match.DealStop); err != nil {
			p.Fatal(err)
		}
		if _, err := p.Reply(p.Context(), p.request(side.Other()), true); err != nil {
			p.Fatal(err)
		}
	}
	for _, test := range []struct {
		name   string
		clock  *clock.Control
		ready  bool
		before func(p *pair)
		after  time.Duration // from then on the other is absent; 0: he never is
	}{
		{"without a clock", nil, true, nil, match.KeepAbsent},
		{"a clock that waits", days(clock.Wait, 0), true, nil, match.KeepAbsent},
		{"a clock that is claimed", days(clock.Claim, 0), true, nil, 0},
		{"adjourned", days(clock.Claim, 0), true, adjourn, match.KeepAbsent},
		{"not begun", days(clock.Claim, 0), false, nil, match.KeepAbsent},
		{"on vacation", days(clock.Wait, 10), true, func(p *pair) {
			if _, err := p.GoAway(p.Context(), p.request(p.now().State.ToAct()), 10); err != nil {
				p.Fatal(err)
			}
		}, match.KeepAbsent + 10*24*time.Hour},
	} {
		g := open(t, filepath.Join(t.TempDir(), "acies.db"), match.Options{})
		id, err := g.Create(t.Context(), shares(test.clock))
		if err != nil {
			t.Fatal(err)
		}
		with(t, g, id, func(m *match.Match) error {
			p := &pair{T: t, Match: m}
			gone := game.Side(1)
			if err := p.AddNonce(t.Context(), 0, strings.Repeat("0a", 16)); err != nil {
				return err
			}
			if test.ready {
				if err := p.AddNonce(t.Context(), 1, strings.Repeat("0b", 16)); err != nil {
					return err
				}
				gone = p.now().State.ToAct()
			}
			if test.before != nil {
				test.before(p)
			}
			s := p.now()
			since := s.Seats[gone].Waits
			if s.Clock != nil && len(s.Clock.Away) > 0 {
				since = time.UnixMilli(s.Clock.Away[gone]).Add(-10 * 24 * time.Hour)
			}
			if test.after == 0 {
				if s.Absent(gone, since.Add(100*match.KeepAbsent)) {
					t.Errorf("%s: he is absent though his clock can be claimed", test.name)
				}
				return nil
			}
			if s.Absent(gone, since.Add(test.after-time.Millisecond)) || !s.Absent(gone, since.Add(test.after)) {
				t.Errorf("%s: he is absent %t and %t", test.name, s.Absent(gone, since.Add(test.after-time.Millisecond)), s.Absent(gone, since.Add(test.after)))
			}
			return nil
		})
	}
}

// TestResume: either player ends an adjournment; whoever is to act has a day before his clock runs, and acts on it as always.
func TestResume(t *testing.T) {
	for _, own := range []bool{true, false} {
		timed(t, "sparta-195bc", tenMinutes, func(p *pair) {
			t := p.T
			side := p.now().State.ToAct()
			by := side.Other()
			if own {
				by = side
			}
			if _, err := p.Resume(t.Context(), p.request(by)); !errors.Is(err, match.ErrNotAdjourned) {
				t.Errorf("a game that goes on: %v", err)
			}
			if _, err := p.Offer(t.Context(), p.request(side), match.DealStop); err != nil {
				t.Fatal(err)
			}
			if _, err := p.Reply(t.Context(), p.request(side.Other()), true); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			if _, err := p.Resume(t.Context(), p.request(by)); err != nil {
				t.Fatal(err)
			}
			s := p.now()
			if s.Clock.Stopped || s.Clock.Runs != int(side) {
				t.Errorf("resumed: %+v", s.Clock)
			}
			end := time.Now().Add(24*time.Hour + 10*time.Minute)
			if early, late := tenMinutes.Out(s.Clock, end.Add(-time.Millisecond)), tenMinutes.Out(s.Clock, end); early != clock.Nobody || late != int(side) {
				t.Errorf("out of time is %d, and a moment later %d", early, late)
			}
			p.play(1)
			if s := p.now(); s.Clock.Free > time.Now().Add(time.Minute).UnixMilli() {
				t.Error("the next choice costs nothing either")
			}
		})
	}
}

// keepFrozen keeps a game of two people that a version of the rules has played otherwise, in which it is the turn of anna.
func keepFrozen(t *testing.T, s *store.Store, id, version string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(string(recordtest.OfVersion(played(t), version, 2))), "\n")
	now := time.Now()
	g := match.Game{
		ID: id, Header: lines[0], Host: "ben", Created: now, Updated: now, Summary: "{}",
		Seats: []match.Seat{{Kind: match.Human, User: "anna", Waits: now}, {Kind: match.Human, User: "ben"}},
	}
	var rows []match.Row
	for _, line := range lines[1:] {
		rows = append(rows, match.Row{Kind: match.RowAction, At: now, Line: line})
	}
	if err := s.Create(context.Background(), g, rows, match.Pack{}); err != nil {
		t.Fatal(err)
	}
}

// TestFrozenEnds: a game of old rules that cannot go on waits for nobody, and its players abandon it; one of newer rules waits for a
// newer program.
func TestFrozenEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acies.db")
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, id := range []string{"old", "left", "new"} {
		keepFrozen(t, s, id, map[string]string{"old": "0", "left": "0", "new": "999"}[id])
	}
	g := match.New(s, match.Options{Library: table.NewLibrary()})
	defer g.Close()
	for range 2 {
		if ids, err := g.WaitingFor(t.Context(), "anna", 10); err != nil || len(ids) != 1 || ids[0] != "new" {
			t.Errorf("%q wait, %v", ids, err)
		}
	}
	if ids, err := s.Waiting(t.Context(), "anna", 10); err != nil || len(ids) != 1 {
		t.Errorf("%q wait in the log, %v", ids, err)
	}
	with(t, g, "new", func(m *match.Match) error {
		p := &pair{T: t, Match: m}
		if _, err := p.Abandon(t.Context(), p.request(1)); !errors.Is(err, record.ErrFrozen) {
			t.Errorf("a game of newer rules is abandoned: %v", err)
		}
		return nil
	})
	with(t, g, "old", func(m *match.Match) error {
		p := &pair{T: t, Match: m}
		if _, err := p.Resign(t.Context(), p.request(1)); !errors.Is(err, record.ErrFrozen) {
			t.Errorf("resigned: %v", err)
		}
		r := p.request(1)
		for range 2 { // the same request again has the same answer
			if out, err := p.Abandon(t.Context(), r); err != nil || out.Outcome().Degree != record.Abandoned {
				t.Errorf("%+v, %v", out.Outcome(), err)
			}
		}
		return nil
	})
	if err := g.Vacate(t.Context(), "ben"); err != nil {
		t.Error(err)
	}
	again := open(t, path, match.Options{})
	for id, over := range map[string]bool{"old": true, "left": true, "new": false} {
		x := snapshot(t, again, id)
		if x.Outcome().Over != over || x.Frozen == nil {
			t.Errorf("%s: %+v, frozen %v", id, x.Outcome(), x.Frozen)
		}
	}
}
