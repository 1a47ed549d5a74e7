package match_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"acies/battles"
	"acies/match"
	"acies/store"
	"acies/store/pgtest"
	"acies/table"
)

// TestPacksAreKept changes and removes the pack of a battle: games that were begun with it go on as they began.
func TestPacksAreKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	copyPack(t, "sparta-195bc", dir)
	edit(t, filepath.Join(dir, "battle.yaml"), "id: sparta-195bc", "id: mine")
	path := pgtest.Data(t)
	start := func(dirs ...string) *match.Games {
		s, err := store.Open(path, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		g := match.New(s, match.Options{Library: table.NewLibrary(dirs...)})
		t.Cleanup(func() {
			g.Close()
			s.Close()
		})
		return g
	}
	begin := func(g *match.Games) string {
		id, err := g.Create(t.Context(), match.NewGame{
			Battle: "mine", Seats: seatsOf(match.Human, match.Human), Settings: table.Settings{Seed: "x"},
		})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	g := start(dir)
	old := begin(g)
	if _, err := do(t, g, old, 0, "face velites-i-1 R"); err != nil {
		t.Fatal(err)
	}
	first := snapshot(t, g, old)
	if first.Loaded.Stored {
		t.Error("an unchanged pack is told to have changed")
	}

	edit(t, filepath.Join(dir, "battle.yaml"), "id: mine\n", "id: mine\n# changed\n")
	g = start(dir)
	changed := begin(g)
	s := snapshot(t, g, old)
	if !s.Loaded.Stored || s.Loaded.Pack.Hash != first.Loaded.Pack.Hash || s.State.Hash() != first.State.Hash() {
		t.Errorf("the game goes on with another pack: stored %t, hash %s", s.Loaded.Stored, s.Loaded.Pack.Hash)
	}
	if _, err := do(t, g, old, 1, "face velites-i-2 R"); err != nil {
		t.Error(err)
	}
	if n := snapshot(t, g, changed); n.Loaded.Stored || n.Loaded.Pack.Hash == first.Loaded.Pack.Hash {
		t.Errorf("a new game has the old pack %s", n.Loaded.Pack.Hash)
	}
	// A record of that game can be imported, since its pack is kept.
	var rec bytes.Buffer
	rec.Write(append(first.Header.Line(), '\n'))
	imported, err := g.Import(t.Context(), &rec, "")
	if err != nil {
		t.Fatal(err)
	}
	if s := snapshot(t, g, imported); s.Loaded.Pack.Hash != first.Loaded.Pack.Hash {
		t.Errorf("the imported game has the pack %s", s.Loaded.Pack.Hash)
	}

	g = start() // without the folder
	for _, id := range []string{old, changed, imported} {
		if s := snapshot(t, g, id); !s.Loaded.Stored {
			t.Errorf("the pack of %s is not the stored one", id)
		}
	}
	if _, err := g.Import(t.Context(), strings.NewReader(string(first.Header.Line())+"\n"), ""); err != nil {
		t.Error(err)
	}
}

// TestLostPack checks that a game whose pack is not kept says what is missing.
func TestLostPack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	copyPack(t, "sparta-195bc", dir)
	edit(t, filepath.Join(dir, "battle.yaml"), "id: sparta-195bc", "id: mine")
	_, r, err := table.NewLibrary(dir).New("mine", table.Settings{Seed: "x"})
	if err != nil {
		t.Fatal(err)
	}
	line := string(r.Header().Line()) + "\n"
	var lost *table.PackError
	g := open(t, pgtest.Data(t), match.Options{})
	if _, err := g.Import(t.Context(), strings.NewReader(line), ""); !errors.As(err, &lost) || !errors.Is(err, table.ErrNoBattle) {
		t.Errorf("a battle that is not there: %v", err)
	}
	edit(t, filepath.Join(dir, "battle.yaml"), "id: mine\n", "id: mine\n# changed\n")
	_, _, err = table.NewLibrary(dir).Read(strings.NewReader(line))
	if !errors.As(err, &lost) || lost.Want != r.Header().Pack || lost.Found == "" {
		t.Errorf("a changed pack: %v", err)
	}
}

func copyPack(t *testing.T, id, to string) {
	t.Helper()
	from, err := fs.Sub(battles.FS, id)
	if err == nil {
		err = os.CopyFS(to, from)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func edit(t *testing.T, path, old, with string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		t.Fatalf("%s has no %q", path, old)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), old, with, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}
