package match_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"acies/game"
	"acies/match"
	"acies/store"
	"acies/store/pgtest"
	"acies/table"
)

// rowLog is a log in which one game has other rows than were written.
type rowLog struct {
	match.Log
	rows []match.Row
}

func (l *rowLog) Load(ctx context.Context, id string) (match.Game, []match.Row, error) {
	g, _, err := l.Log.Load(ctx, id)
	g.Version = len(l.rows)
	return g, slices.Clone(l.rows), err
}

// FuzzRows puts any row anywhere into the log of a game: actions, settings, offers and answers, ends. The game cannot be
// read, for a reason that names it, or it can be shown, always the same.
func FuzzRows(f *testing.F) {
	s, err := store.Open(pgtest.Data(f), store.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	library := table.NewLibrary()
	games := match.New(s, match.Options{Library: library})
	f.Cleanup(games.Close)
	id, err := games.Create(f.Context(), match.NewGame{
		Battle: "plataea-479bc", Seats: []match.Seat{{Kind: match.Human}, {Kind: match.Human}}, Settings: table.Settings{Seed: "rows"},
	})
	if err != nil {
		f.Fatal(err)
	}
	err = games.With(id, func(m *match.Match) error {
		for n := range 12 {
			snap, err := m.Snapshot()
			if err != nil {
				return err
			}
			side := snap.State.ToAct()
			r := match.Request{Version: snap.Changes.For(side), ID: string(rune('a' + n)), Side: side, Viewer: side}
			if _, err := m.Do(f.Context(), r, []string{snap.State.Battle().Format(snap.State.Legal(nil)[0])}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		f.Fatal(err)
	}
	_, sound, err := s.Load(f.Context(), id)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, at uint8, kind string, side int8, line string, replace bool) {
		i := len(sound) - int(at)%(len(sound)+1)
		rest := sound[i:]
		if replace && len(rest) > 0 {
			rest = rest[1:]
		}
		row := match.Row{Kind: match.RowKind(kind), Actor: match.Actor{Side: game.Side(side)}, Line: line}
		l := &rowLog{s, slices.Concat(sound[:i], []match.Row{row}, rest)}
		show := func() (snap match.Snapshot, err error) {
			g := match.New(l, match.Options{Library: library})
			defer g.Close()
			err = g.With(id, func(m *match.Match) (err error) { snap, err = m.Snapshot(); return err })
			return snap, err
		}
		snap, err := show()
		if err != nil {
			if u := (*match.Unreadable)(nil); !errors.As(err, &u) || !strings.Contains(err.Error(), id) {
				t.Fatalf("the row %+v at %d is refused with %v", row, i, err)
			}
			return
		}
		shown := 0 // a setting is nobody else's business
		for _, r := range l.rows {
			if r.Kind != match.RowSetting {
				shown++
			}
		}
		if snap.Version != shown || len(snap.Entries) > shown {
			t.Fatalf("the row %+v at %d gives version %d with %d entries, expected version %d", row, i, snap.Version, len(snap.Entries), shown)
		}
		if o := snap.Offer; o != nil && (!slices.Contains(match.Deals, o.Deal) || o.By < 0 || int(o.By) >= len(snap.Seats)) {
			t.Fatalf("the row %+v at %d is the offer %+v", row, i, o)
		}
		for _, a := range snap.Asks {
			if !slices.Contains(match.Asks, a) {
				t.Fatalf("the row %+v at %d is the setting %q", row, i, a)
			}
		}
		if again, err := show(); err != nil || again.State.Hash() != snap.State.Hash() || again.Outcome() != snap.Outcome() {
			t.Fatalf("the row %+v at %d gives another game the second time: %v", row, i, err)
		}
	})
}

// FuzzSummary reads any text as the summary of a game: what is taken is written and read the same again.
func FuzzSummary(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		s, err := match.ReadSummary(text)
		if err != nil {
			return
		}
		again, err := match.ReadSummary(s.String())
		if err != nil || again.String() != s.String() {
			t.Fatalf("%q is read as %v and written as %v: %v", text, s, again, err)
		}
	})
}

// FuzzTerms reads any text as what was agreed before a game: what is taken is written and read the same again, and where lists show
// it does not change.
func FuzzTerms(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		x, err := match.ReadTerms(text)
		if err != nil {
			return
		}
		again, err := match.ReadTerms(x.String())
		if err != nil || again.String() != x.String() || again.Listing() != x.Listing() {
			t.Fatalf("%q is read as %v and written as %v: %v", text, x, again, err)
		}
		if x.Check() == nil && again.Check() != nil {
			t.Fatalf("%q can be agreed on, and not when it is read again: %v", text, again.Check())
		}
	})
}
