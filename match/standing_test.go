package match_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"acies/ai"
	"acies/clock"
	"acies/dice"
	"acies/game"
	"acies/match"
	"acies/record"
	"acies/store/pgtest"
	"acies/system"
	"acies/table"
)

// allOf returns the same standing answer to every question of a battle.
func allOf(b game.Battle, answer match.Standing) map[string]match.Standing {
	out := map[string]match.Standing{}
	for _, q := range system.StandingQuestions(b) {
		out[q.Key] = answer
	}
	return out
}

// begin returns a game between two people.
func begin(t *testing.T, g *match.Games, battle string) string {
	t.Helper()
	id, err := g.Create(t.Context(), match.NewGame{Battle: battle, Seats: seatsOf("human", "human"), Settings: table.Settings{Seed: "x"}})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func setStanding(t *testing.T, m *match.Match, side game.Side, answer match.Standing) match.Answer {
	t.Helper()
	out, err := m.SetStanding(t.Context(), side, allOf(look(t, m).State.Battle(), answer))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// at calls f with a game.
func at(t *testing.T, g *match.Games, id string, f func(m *match.Match)) {
	t.Helper()
	if err := g.With(id, func(m *match.Match) error { f(m); return nil }); err != nil {
		t.Fatal(err)
	}
}

func look(t *testing.T, m *match.Match) match.Snapshot {
	t.Helper()
	s, err := m.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func version(s *match.Snapshot, viewer game.Side) int {
	if s.Changes == nil {
		return s.Version
	}
	return s.Changes.For(viewer)
}

// playOn has centurions make choices of both people until there are so many actions or the game is over. It calls f
// before each.
func playOn(t *testing.T, m *match.Match, actions int, f func(s *match.Snapshot)) match.Snapshot {
	t.Helper()
	players := []ai.Player{ai.Centurion(), ai.Centurion()}
	for {
		s := look(t, m)
		side := s.State.ToAct()
		if side < 0 || len(s.Entries) >= actions {
			return s
		}
		f(&s)
		src := dice.New(uint64(len(s.Entries)))
		known := s.State.Clone()
		known.Resample(side, src)
		do := known.Battle().Format(players[side].Choose(known, side, src))
		if _, err := m.Do(t.Context(), match.Request{Version: version(&s, side), Viewer: side, Side: side}, []string{do}); err != nil {
			t.Fatal(err)
		}
	}
}

func lines(s *match.Snapshot) string {
	var b strings.Builder
	for _, e := range s.Entries {
		b.WriteString(e.Do + "\n")
	}
	return b.String()
}

// TestStandingChoose has the questions of one side answered by the program, at one screen, in a battle of each rulebook.
func TestStandingChoose(t *testing.T) {
	for _, battle := range []string{"sparta-195bc", "marathon-490bc", "two-camps-204bc"} {
		t.Run(battle, func(t *testing.T) {
			path := pgtest.Data(t)
			g := open(t, path, match.Options{})
			id := begin(t, g, battle)
			var before match.Snapshot
			at(t, g, id, func(m *match.Match) {
				if _, err := m.SetTogether(t.Context(), true); err != nil {
					t.Fatal(err)
				}
				setStanding(t, m, 1, match.StandingChoose)
				rules := system.Of(look(t, m).State.Battle()).(system.Standing)
				before = playOn(t, m, 250, func(s *match.Snapshot) {
					if key, _ := rules.StandingAsked(s.State); key != "" && s.State.ToAct() == 1 {
						t.Fatalf("after %d actions the player is asked %s", len(s.Entries), key)
					}
				})
			})
			if len(before.Answered) == 0 {
				t.Fatal("nothing was answered for the player")
			}
			for _, n := range before.Answered {
				if e := before.Entries[n-1]; e.Side != 1 || e.N != n {
					t.Errorf("action %d (%s) was answered for side %d", n, e.Do, e.Side)
				}
			}
			if before.Changes == nil && before.Version != len(before.Entries) {
				t.Errorf("after %d actions the version is %d: settings show", len(before.Entries), before.Version)
			}
			g.Close()
			again := open(t, path, match.Options{})
			at(t, again, id, func(m *match.Match) {
				after := look(t, m)
				if !slices.Equal(after.Answered, before.Answered) || after.Version != before.Version || len(after.Standing[1]) != len(before.Standing[1]) {
					t.Errorf("after a restart there are %d answers, %d settings and the version %d, expected %d, %d and %d",
						len(after.Answered), len(after.Standing[1]), after.Version, len(before.Answered), len(before.Standing[1]), before.Version)
				}
			})
		})
	}
}

// TestStandingAsk plays a game with everything on ask after it was set otherwise for a while: it is as if nothing had been.
func TestStandingAsk(t *testing.T) {
	for _, battle := range []string{"guinegate-1479", "marathon-490bc"} {
		g := open(t, pgtest.Data(t), match.Options{})
		var games [2]string
		for i := range games {
			at(t, g, begin(t, g, battle), func(m *match.Match) {
				if _, err := m.SetTogether(t.Context(), true); err != nil {
					t.Fatal(err)
				}
				if i == 1 {
					for side := range game.Side(2) {
						setStanding(t, m, side, match.StandingChoose)
						setStanding(t, m, side, match.StandingAsk)
					}
				}
				s := playOn(t, m, 150, func(*match.Snapshot) {})
				if games[i] = lines(&s); len(s.Answered) > 0 {
					t.Errorf("%s: %d actions were answered for a player", battle, len(s.Answered))
				}
			})
		}
		if games[0] != games[1] {
			t.Errorf("%s: the games differ", battle)
		}
	}
}

// TestStandingElsewhere has a question answered for a player while the other plays elsewhere, and takes the action back by consent.
func TestStandingElsewhere(t *testing.T) {
	g := open(t, pgtest.Data(t), match.Options{Hesitation: func() time.Duration { return 0 }})
	at(t, g, begin(t, g, "sparta-195bc"), func(m *match.Match) {
		rules := system.Of(look(t, m).State.Battle()).(system.Standing)
		// Up to the first question while the other side acts, which is the other's for a start.
		var side game.Side
		for n := 1; ; n++ {
			s := playOn(t, m, n, func(*match.Snapshot) {})
			if key, _ := rules.StandingAsked(s.State); key != "" && len(s.State.Legal(nil)) > 1 {
				side = s.State.ToAct()
				break
			}
		}
		before := look(t, m)
		version, changed, err := m.Changed()
		if err != nil {
			t.Fatal(err)
		}
		setStanding(t, m, side, match.StandingChoose)
		for len(look(t, m).Answered) == 0 {
			<-changed
			if _, changed, err = m.Changed(); err != nil {
				t.Fatal(err)
			}
		}
		after := look(t, m)
		if n := after.Answered[0]; n != len(before.Entries)+1 {
			t.Errorf("action %d was answered, expected %d", n, len(before.Entries)+1)
		}
		if now := after.Version; now-version != len(after.Entries)-len(before.Entries) {
			t.Errorf("the version went from %d to %d with %d new actions: settings show", version, now, len(after.Entries)-len(before.Entries))
		}
		// What he did not choose himself is not what a player asks to take back.
		own := 0
		for _, e := range before.Entries {
			if e.Side == side {
				own = e.N
			}
		}
		request := func(of game.Side) match.Request {
			return match.Request{Version: look(t, m).Version, Viewer: of, Side: of}
		}
		_, err = m.Offer(t.Context(), request(side), match.DealUndo)
		if own == 0 {
			if !errors.Is(err, record.ErrNothing) {
				t.Errorf("there is nothing of his own to undo, and the offer says %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		out, err := m.Reply(t.Context(), request(side.Other()), true)
		if err != nil {
			t.Fatal(err)
		}
		if len(out.Entries) != own-1 || len(out.Answered) > 0 {
			t.Errorf("%d actions and %d answers are left, expected %d and none", len(out.Entries), len(out.Answered), own-1)
		}
	})
}

// TestStandingAdjourned: what is answered for a player while a game is adjourned does not end the adjournment.
func TestStandingAdjourned(t *testing.T) {
	g := open(t, pgtest.Data(t), match.Options{Hesitation: func() time.Duration { return 0 }})
	id, err := g.Create(t.Context(), match.NewGame{
		Battle: "sparta-195bc", Host: "anna", Seats: []match.Seat{{Kind: match.Human, User: "anna"}, {Kind: match.Human, User: "ben"}},
		Settings: table.Settings{Seed: "x"}, Terms: match.Terms{Clock: &tenMinutes},
	})
	if err != nil {
		t.Fatal(err)
	}
	at(t, g, id, func(m *match.Match) {
		p := &pair{T: t, Match: m}
		rules := system.Of(look(t, m).State.Battle()).(system.Standing)
		var side game.Side
		for n := 1; ; n++ {
			s := playOn(t, m, n, func(*match.Snapshot) {})
			if key, _ := rules.StandingAsked(s.State); key != "" && len(s.State.Legal(nil)) > 1 {
				side = s.State.ToAct()
				break
			}
		}
		if _, err := p.Offer(t.Context(), p.request(side), match.DealStop); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Reply(t.Context(), p.request(side.Other()), true); err != nil {
			t.Fatal(err)
		}
		_, changed, err := m.Changed()
		if err != nil {
			t.Fatal(err)
		}
		setStanding(t, m, side, match.StandingChoose)
		for len(look(t, m).Answered) == 0 {
			<-changed
			if _, changed, err = m.Changed(); err != nil {
				t.Fatal(err)
			}
		}
		if s := look(t, m); !s.Clock.Stopped || s.Clock.Runs != clock.Nobody {
			t.Errorf("after an answer for a player the clocks are %+v", s.Clock)
		}
		p.play(1)
		if s := look(t, m); s.Clock.Stopped || s.Clock.Runs == clock.Nobody {
			t.Errorf("after a choice of his own the clocks are %+v", s.Clock)
		}
	})
}

func TestStandingRefused(t *testing.T) {
	g := open(t, pgtest.Data(t), match.Options{Players: map[string]func() match.Player{"recruit": ai.Recruit}})
	at(t, g, begin(t, g, "sparta-195bc"), func(m *match.Match) {
		for _, answers := range []map[string]match.Standing{
			{"charge": match.StandingChoose},                                        // not in this book
			{"retreat": match.StandingDecline},                                      // nobody can
			{"defend": match.StandingDecline, "retreat": match.StandingDecline},     // all or none
			{"react": match.StandingAsk}, {"defend": match.StandingAsk, "x": "ask"}, // even if nothing would change
		} {
			if _, err := m.SetStanding(t.Context(), 0, answers); !errors.Is(err, match.ErrNoQuestions) {
				t.Errorf("%v: %v", answers, err)
			}
		}
		if s := look(t, m); len(s.Standing[0]) > 0 {
			t.Errorf("set: %v", s.Standing[0])
		}
	})
	at(t, g, create(t, g, "human", "recruit"), func(m *match.Match) {
		if _, err := m.SetStanding(t.Context(), 1, map[string]match.Standing{"defend": match.StandingDecline}); !errors.Is(err, match.ErrSeat) {
			t.Errorf("a program was given a standing answer: %v", err)
		}
	})
}

// TestStandingUndo undoes a choice of a player who has standing answers: his own, and nothing that was answered for him.
func TestStandingUndo(t *testing.T) {
	g := open(t, pgtest.Data(t), match.Options{})
	at(t, g, begin(t, g, "sparta-195bc"), func(m *match.Match) {
		if _, err := m.SetTogether(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		setStanding(t, m, 0, match.StandingChoose)
		setStanding(t, m, 1, match.StandingChoose)
		undone, kept := 0, 0
		playOn(t, m, 200, func(s *match.Snapshot) {
			n := len(s.Entries)
			if s.CanUndo != nil {
				if n > 0 && slices.Contains(s.Answered, n) {
					kept++
				}
				return
			}
			side := s.State.ToAct()
			out, err := m.Undo(t.Context(), match.Request{Version: s.Version, Viewer: side, Side: side}, 1)
			if err != nil {
				t.Fatalf("after %d actions: %v", n, err)
			}
			last := out.Removed[len(out.Removed)-1]
			if slices.Contains(s.Answered, last.N) || last.Side != side || out.State.ToAct() != side {
				t.Fatalf("after %d actions: undone %q of side %d", n, last.Do, last.Side)
			}
			undone++
			var again []string
			for _, e := range slices.Backward(out.Removed) {
				again = append(again, e.Do)
			}
			after, err := m.Do(t.Context(), match.Request{Version: out.Version, Viewer: side, Side: side}, again)
			if err != nil {
				t.Fatal(err)
			}
			*s = after.Snapshot
		})
		if undone == 0 || kept == 0 {
			t.Errorf("%d choices were undone, %d answers could not be", undone, kept)
		}
	})
}
