package match_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"acies/game"
	"acies/match"
	"acies/record"
	"acies/record/recordtest"
	"acies/store"
	"acies/store/pgtest"
	"acies/table"
)

// played returns a game of Sparta after a few actions.
func played(t *testing.T) *record.Game {
	t.Helper()
	_, g, err := table.NewLibrary().New("sparta-195bc", table.Settings{Seed: "nabis"})
	if err != nil {
		t.Fatal(err)
	}
	var actions []game.Action
	for _, do := range []string{"face velites-i-1 R", "face velites-i-2 R", "ready", "ready"} {
		a, err := g.Battle().Parse(do)
		if err != nil {
			t.Fatal(err)
		}
		actions = append(actions, a)
	}
	if _, err := g.Play(actions, record.Rolls{}, nil); err != nil {
		t.Fatal(err)
	}
	return g
}

// TestOtherVersion imports games of other versions of the rules, and opens them again from the log.
func TestOtherVersion(t *testing.T) {
	r := played(t)
	path := pgtest.Data(t)
	g := open(t, path, match.Options{})
	agrees, err := g.Import(t.Context(), bytes.NewReader(recordtest.OfVersion(r, "0", 0)), "")
	if err != nil {
		t.Fatal(err)
	}
	frozen, err := g.Import(t.Context(), bytes.NewReader(recordtest.OfVersion(r, "0", 2)), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*match.Games{g, open(t, path, match.Options{})} {
		s := snapshot(t, g, agrees)
		if s.Frozen != nil || s.State.Hash() != r.State().Hash() || s.Header.Engine != "0" {
			t.Errorf("a game that the present version plays alike: frozen %v, engine %q", s.Frozen, s.Header.Engine)
		}
		n := len(r.Entries())
		s = snapshot(t, g, frozen)
		if s.Frozen == nil || s.Frozen.N != 2 || len(s.Entries) != 1 || s.Version != n || len(s.Frozen.Rest) != n-1 {
			t.Fatalf("frozen %v, %d entries, version %d", s.Frozen, len(s.Entries), s.Version)
		}
		if err := s.MayChoose(game.Nobody); !errors.Is(err, record.ErrFrozen) || !errors.Is(s.CanUndo, record.ErrFrozen) {
			t.Errorf("may choose: %v; can undo: %v", err, s.CanUndo)
		}
		if _, err := do(t, g, frozen, n, "face velites-i-2 R"); !errors.Is(err, record.ErrFrozen) {
			t.Errorf("do: %v", err)
		}
		err := g.With(frozen, func(m *match.Match) error {
			_, err := m.Undo(t.Context(), match.Request{Version: n, Side: game.Nobody}, 1)
			return err
		})
		if !errors.Is(err, record.ErrFrozen) {
			t.Errorf("undo: %v", err)
		}
	}
	if _, err := do(t, g, agrees, len(r.Entries()), "activate pretor-i"); err != nil {
		t.Errorf("a game that the present version plays alike does not go on: %v", err)
	}
}

// TestImportPack imports a record with its pack inside, which is then stored.
func TestImportPack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	copyPack(t, "sparta-195bc", dir)
	edit(t, filepath.Join(dir, "battle.yaml"), "id: sparta-195bc", "id: mine")
	b, r, err := table.NewLibrary(dir).New("mine", table.Settings{Seed: "x"})
	if err != nil {
		t.Fatal(err)
	}
	plain := string(r.Header().Line()) + "\n"
	archive, err := b.Pack.Files.Archive()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.PutPack(archive); err != nil {
		t.Fatal(err)
	}
	path := pgtest.Data(t)
	g := open(t, path, match.Options{})
	if _, err := g.Import(t.Context(), strings.NewReader(plain), ""); err == nil {
		t.Fatal("a record of an unknown battle is accepted")
	}
	id, err := g.Import(t.Context(), strings.NewReader(string(r.Header().Line())+"\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*match.Games{g, open(t, path, match.Options{})} {
		s := snapshot(t, g, id)
		if !s.Loaded.Stored || s.Loaded.Pack.Hash != b.Pack.Hash || s.Header.Archive != nil {
			t.Errorf("stored %t, hash %s, %d bytes in the header", s.Loaded.Stored, s.Loaded.Pack.Hash, len(s.Header.Archive))
		}
	}
	if _, err := g.Import(t.Context(), strings.NewReader(plain), ""); err != nil {
		t.Errorf("the pack has not been stored: %v", err)
	}
}

// newerRules is a log of which a newer program has gone on with every game.
type newerRules struct{ match.Log }

func (l newerRules) Load(ctx context.Context, id string) (match.Game, []match.Row, error) {
	g, rows, err := l.Log.Load(ctx, id)
	if err != nil {
		return g, rows, err
	}
	s, err := match.ReadSummary(g.Summary)
	s.Rules = "1000"
	g.Summary = s.String()
	return g, rows, err
}

// TestNewerRules: a node does not go on with a game with which newer rules have, however alike they have played it; what it writes
// otherwise leaves the mark. One whose rules are newer leaves a mark where it plays, and nowhere else.
func TestNewerRules(t *testing.T) {
	path := pgtest.Data(t)
	g := open(t, path, match.Options{})
	present := create(t, g, match.Human, match.Human)
	old, err := g.Import(t.Context(), bytes.NewReader(recordtest.OfVersion(played(t), "0", 0)), "")
	if err != nil {
		t.Fatal(err)
	}
	rules := func(id string) string {
		x, err := g.Game(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		s, err := match.ReadSummary(x.Summary)
		if err != nil {
			t.Fatal(err)
		}
		return s.Rules
	}
	if _, err := do(t, g, present, 0, "face velites-i-1 R"); err != nil {
		t.Fatal(err)
	}
	before := rules(old)
	if _, err := do(t, g, old, len(snapshot(t, g, old).Entries), "activate pretor-i"); err != nil {
		t.Fatal(err)
	}
	if has := snapshot(t, g, old).State.Battle().Version(); rules(present) != "" || before != "" || rules(old) != has {
		t.Errorf("the marks are %q, and %q after %q; want none, %q and none", rules(present), rules(old), before, has)
	}

	open, err := g.Create(t.Context(), match.NewGame{
		Battle: "sparta-195bc", Host: "anna", Seats: []match.Seat{{Kind: match.Human, User: "anna"}, {Kind: match.Human}}, Terms: match.Terms{Open: true},
	})
	if err != nil {
		t.Fatal(err)
	}

	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	behind := match.New(newerRules{s}, match.Options{Library: table.NewLibrary()})
	t.Cleanup(func() {
		behind.Close()
		s.Close()
	})
	shown := snapshot(t, behind, present)
	if shown.Frozen == nil || !shown.Frozen.Newer() || len(shown.Entries) != 1 || shown.Version != 1 {
		t.Errorf("%+v", shown.Frozen)
	}
	if _, err := do(t, behind, present, 1, "face velites-i-2 R"); !errors.Is(err, record.ErrNewer) {
		t.Errorf("an action: %v", err)
	}
	err = behind.With(open, func(m *match.Match) error {
		_, err := m.Join(t.Context(), "", "ben")
		return err
	})
	if !errors.Is(err, record.ErrNewer) {
		t.Errorf("a seat: %v", err)
	}
}
