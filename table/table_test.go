package table

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"acies/battles"
	"acies/game"
	"acies/record"
	"acies/words"
)

func sit(t *testing.T, s Settings) *Table {
	t.Helper()
	p, err := FindPack("sparta-195bc")
	if err != nil {
		t.Fatal(err)
	}
	tb, err := New(p, s)
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

func parse(t *testing.T, tb *Table, args ...string) []game.Action {
	t.Helper()
	a, err := tb.Parse(args)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestParseMove(t *testing.T) {
	tb := sit(t, Settings{})
	if got, want := parse(t, tb, "move hastati-i-1 0415 UR"), parse(t, tb, "move hastati-i-1", "to 0415 UR"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if _, err := tb.Parse([]string{""}); err == nil {
		t.Error("no action is accepted")
	}
}

// TestDoIsAllOrNone refuses the last of several actions, after rolls.
func TestDoIsAllOrNone(t *testing.T) {
	tb := sit(t, Settings{Seed: "nabis"})
	chain, hash := tb.Game.Chain(), tb.Game.State().Hash()
	err := tb.Do(parse(t, tb, "ready", "ready", "activate pretor-i", "move triarii-ii-1"), Dice{}, nil)
	var f *Failure
	var r *game.Refusal
	if !errors.As(err, &f) || !errors.As(err, &r) || f.N != 3 || f.Do != "move triarii-ii-1" {
		t.Fatalf("error %v, want the refusal of the last action", err)
	}
	if tb.Game.Chain() != chain || tb.Game.State().Hash() != hash || len(tb.Game.Entries()) != 0 {
		t.Error("the game has changed")
	}
}

func TestDice(t *testing.T) {
	ready := []string{"ready", "ready"}
	for _, c := range []struct {
		name  string
		seed  string
		args  []string
		dice  Dice
		rolls int
		want  string // of the error
	}{
		{"from the seed", "nabis", ready, Dice{}, 2, ""},
		{"wait", "nabis", ready, Dice{Wait: true}, 0, ""},
		{"by hand", "", ready, Dice{}, 0, ""},
		{"given", "", ready, Dice{Given: [][]int{{7}, {1, 2}}}, 2, ""},
		{"one given, then the seed", "nabis", ready, Dice{Given: [][]int{{7}}}, 2, ""},
		{"among the actions", "", append(ready, "roll 7", "roll 3"), Dice{}, 2, ""},
		{"too many", "", ready, Dice{Given: [][]int{{7}, {3}, {3}}}, 0, "more dice"},
		{"not on the dice", "", ready, Dice{Given: [][]int{{1}}}, 0, "faces-2"},
		{"a choice while one is due", "", append(ready, "ready"), Dice{}, 0, "roll the die first"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := sit(t, Settings{Seed: c.seed})
			err := tb.Do(parse(t, tb, c.args...), c.dice, nil)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Fatalf("error %v, want %q", err, c.want)
			}
			rolls := 0
			for _, e := range tb.Game.Entries() {
				if e.Side == game.Nature {
					rolls++
				}
			}
			if rolls != c.rolls {
				t.Errorf("%d rolls, want %d", rolls, c.rolls)
			}
		})
	}
}

func TestOpen(t *testing.T) {
	tb := sit(t, Settings{Seed: "nabis", Options: []string{"reduced-roman-army"}})
	if err := tb.Do(parse(t, tb, "ready", "ready"), Dice{}, nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "game.jsonl")
	if err := record.WriteFile(path, tb.Game); err != nil {
		t.Fatal(err)
	}
	again, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := words.For("en", again.Pack, again.Battle)
	if err != nil {
		t.Fatal(err)
	}
	if _, there := w.FindPiece("pretor-iii"); there || again.Game.Chain() != tb.Game.Chain() {
		t.Error("another game has been read")
	}
	steps := 0
	if err := again.Replay(func(Step) error { steps++; return nil }); err != nil || steps != len(tb.Game.Entries()) {
		t.Errorf("%d steps, error %v, want %d", steps, err, len(tb.Game.Entries()))
	}
}

// TestOpenOwnPack plays a pack from a folder, which a record names by its hash.
func TestOpenOwnPack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sparta-195bc")
	if err := os.CopyFS(filepath.Dir(dir), battles.FS); err != nil {
		t.Fatal(err)
	}
	yaml := filepath.Join(dir, "battle.yaml")
	text, err := os.ReadFile(yaml)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(yaml, []byte(strings.Replace(string(text), "turns: 8 A", "turns: 7 R", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := FindPack(dir)
	if err != nil {
		t.Fatal(err)
	}
	tb, err := New(p, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "game.jsonl")
	if err := record.WriteFile(path, tb.Game); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "has changed since") {
		t.Errorf("without the pack: error %v", err)
	} else if !strings.Contains(err.Error(), "name its folder with --pack") {
		t.Errorf("error %q does not say what to do", err)
	}
	if _, err := Open(path, "sparta-195bc"); err == nil || strings.Contains(err.Error(), "--pack") {
		t.Errorf("with the wrong pack: error %v", err)
	}
	if got, err := Open(path, dir); err != nil || got.Pack.Turns != 7 {
		t.Errorf("with the pack: error %v", err)
	}
	chain := tb.Game.Chain()
	if err := tb.PutPack(); err != nil {
		t.Fatal(err)
	}
	if err := record.WriteFile(path, tb.Game); err != nil {
		t.Fatal(err)
	}
	for _, packs := range [][]string{nil, {dir}, {"sparta-195bc"}} {
		if got, err := Open(path, packs...); err != nil || got.Pack.Turns != 7 || got.Game.Chain() != chain {
			t.Errorf("with the pack inside and %v: error %v", packs, err)
		}
	}
}

// TestWrongPackInside puts another pack into a record than the one it names.
func TestWrongPackInside(t *testing.T) {
	tb := sit(t, Settings{})
	other, err := FindPack("issos-333bc")
	if err != nil {
		t.Fatal(err)
	}
	archive, err := other.Files.Archive()
	if err != nil {
		t.Fatal(err)
	}
	for name, inside := range map[string][]byte{"another pack": archive, "no pack": []byte("x"), "half a pack": archive[:len(archive)/2]} {
		if err := tb.Game.PutPack(inside); err != nil {
			t.Fatal(err)
		}
		var data bytes.Buffer
		if err := tb.Game.Write(&data); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "game.jsonl")
		if err := os.WriteFile(path, data.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		// The right pack is installed, but nobody should pass such a record on.
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "the pack inside the record: ") {
			t.Errorf("%s: %v", name, err)
		}
		if _, _, err := NewLibrary().Read(&data); err == nil || !strings.Contains(err.Error(), "the pack inside the record: ") {
			t.Errorf("%s, in a library: %v", name, err)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	p, err := FindPack("sparta-195bc")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(p, Settings{Options: []string{"elephants"}}); err == nil {
		t.Error("an unknown option is accepted")
	}
	if _, err := FindPack("cannae-216bc"); err == nil || !strings.Contains(err.Error(), "sparta-195bc") {
		t.Errorf("error %v, want one that names the battles there are", err)
	}
}

// TestOrder checks that every built-in battle has a place in the order in which they are shown.
func TestOrder(t *testing.T) {
	if got, want := slices.Sorted(slices.Values(battles.Order)), BuiltIn(); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("in order are %v, want %v", got, want)
	}
	packs, err := NewLibrary().Packs()
	if err != nil || len(packs) != len(battles.Order) || packs[0].ID != battles.Order[0] {
		t.Errorf("found %d packs, %v", len(packs), err)
	}
}

// TestLoaded: only so many compiled battles are kept, those used last, and the same one is given out as long as it is.
func TestLoaded(t *testing.T) {
	l := NewLibrary()
	sets := [][]string{nil}
	for _, one := range []string{"romans", "carthaginians", "macedonians", "persians"} {
		for _, other := range []string{"romans", "carthaginians", "macedonians", "persians"} {
			for seed := range 6 {
				if one == other {
					continue // the pack refuses it
				}
				sets = append(sets, []string{"first-" + one, "second-" + other, fmt.Sprintf("table-seed-%d", seed+1)})
			}
		}
	}
	if len(sets) <= maxLoaded {
		t.Fatalf("%d sets of options, too few", len(sets))
	}
	for _, options := range sets {
		b, err := l.Load("free-battle", options)
		if err != nil {
			t.Fatal(err)
		}
		slices.Reverse(options)
		if again, err := l.Load("free-battle", options); err != nil || again != b || !l.Loaded("free-battle", b.Pack.Hash, options) {
			t.Errorf("%v: another battle is given out, or: %v", options, err)
		}
	}
	kept := 0
	for _, options := range sets {
		if l.Loaded("free-battle", "", options) {
			kept++
		}
	}
	if kept != maxLoaded || l.Loaded("free-battle", "", nil) {
		t.Errorf("%d battles are kept, expected the last %d", kept, maxLoaded)
	}
}
