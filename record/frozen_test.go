package record

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"acies/game"
	"acies/game/gametest/toy"
)

// another returns the record of a game as version "0" of the rulebook would have written it.
func another(g *Game, change func([]Entry)) []byte {
	h := g.Header()
	h.Engine = "0"
	entries := slices.Clone(g.Entries())
	if change != nil {
		change(entries)
	}
	return chained(h, entries)
}

// TestOtherVersionAgrees reads a record of another version that the present one plays in the same way: it goes on, and
// what is added can be verified.
func TestOtherVersionAgrees(t *testing.T) {
	g := newGame(t, header("duel"))
	half := another(g, nil)
	finish(t, g)
	all := another(g, nil)
	if _, err := Verify(bytes.NewReader(all), open); err != nil {
		t.Error(err)
	}
	again, err := Read(bytes.NewReader(half), open)
	if err != nil {
		t.Fatal(err)
	}
	if f := again.Frozen(); f != nil {
		t.Fatal(f)
	}
	finish(t, again)
	if again.Header().Engine != "0" {
		t.Errorf("the header names the engine %q", again.Header().Engine)
	}
	if _, err := Verify(bytes.NewReader(written(t, again)), open); err != nil {
		t.Error(err)
	}
}

// TestOtherVersionDiffers reads records of another version that the present one plays otherwise.
func TestOtherVersionDiffers(t *testing.T) {
	g := newGame(t, header("duel"))
	finish(t, g)
	n := len(g.Entries())
	for _, test := range []struct {
		name   string
		open   func(Header) (game.Battle, error)
		change func([]Entry)
		at     int // the action that differs; 0: any
		how    string
	}{
		{"state", open, func(e []Entry) { e[4].State = "0123456789abcdef" }, 5, "state after the action: found \"0123456789abcdef\", expected "},
		{"not legal", open, func(e []Entry) { e[n-1].Do = "march hill" }, n, `"march hill" is not legal`},
		{"no such action", open, func(e []Entry) { e[7].Do = "jump" }, 8, `"jump": no such verb`},
		{"roll", open, func(e []Entry) { e[0].Do = "deal 2" }, 1, "roll by the seed"},
		{"rules", func(Header) (game.Battle, error) { return toy.New(toy.Options{Rounds: 1}), nil }, nil, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			data := another(g, test.change)
			got, err := Read(bytes.NewReader(data), test.open)
			if err != nil {
				t.Fatal(err)
			}
			f := got.Frozen()
			if f == nil {
				t.Fatal("the game is not frozen")
			}
			if f.Engine != "0" || f.Present != "1" || test.at > 0 && f.N != test.at || !strings.Contains(f.How, test.how) {
				t.Errorf("frozen: %v", f)
			}
			if len(got.Entries()) != f.N-1 || len(f.Rest) != n-f.N+1 {
				t.Errorf("%d entries are played and %d kept, of %d", len(got.Entries()), len(f.Rest), n)
			}
			checkFrozen(t, got)
			if again := written(t, got); !bytes.Equal(again, data) {
				t.Error("the record is written otherwise than it was read")
			}
			var fault *Error
			if _, err := Verify(bytes.NewReader(data), test.open); !errors.As(err, &fault) || fault.Line != f.N+1 || !errors.Is(err, ErrFrozen) {
				t.Errorf("verify: %v", err)
			}
		})
	}
}

// checkFrozen tries to change a frozen game.
func checkFrozen(t *testing.T, g *Game) {
	t.Helper()
	hash, entries := g.State().Hash(), len(g.Entries())
	var a game.Action
	if legal := g.State().Legal(nil); len(legal) > 0 {
		a = legal[0]
	}
	_, rollErr := g.Roll(nil)
	_, undoErr := g.Undo()
	_, playErr := g.Play([]game.Action{a}, Rolls{}, nil)
	for what, err := range map[string]error{
		"do": g.Do(a, nil), "roll": rollErr, "roll by hand": g.RollByHand(a, nil), "undo": undoErr, "play": playErr,
	} {
		if !errors.Is(err, ErrFrozen) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if g.State().Hash() != hash || len(g.Entries()) != entries {
		t.Error("the game has changed")
	}
}

// TestOtherVersionDamaged damages records of another version: that the rules have changed excuses nothing that does not
// depend on them.
func TestOtherVersionDamaged(t *testing.T) {
	g := newGame(t, header("duel"))
	finish(t, g)
	for _, test := range []struct {
		name   string
		change func([]Entry)
		want   string
	}{
		{"chain", func(e []Entry) { e[2].Chain = "0" }, `line 4: chain: found "0"`},
		{"chain of what is not played", func(e []Entry) { e[2].State, e[9].Chain = "0", "0" }, `line 11: chain: found "0"`},
		{"number", func(e []Entry) { e[3].N = 9 }, "line 5: number of the action: found 9, expected 4"},
		{"number of what is not played", func(e []Entry) { e[2].State, e[9].N = "0", 3 }, "line 11: number of the action: found 3, expected 10"},
		{"side of what is not played", func(e []Entry) { e[2].State, e[9].Side = "0", 7 }, "line 11: side: found 7"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := Read(bytes.NewReader(another(g, test.change)), open); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("found %v, want %s", err, test.want)
			}
		})
	}
}

// TestArchive puts a pack into a record.
func TestArchive(t *testing.T) {
	g := newGame(t, header("duel"))
	finish(t, g)
	plain, chain := written(t, g), g.Chain()
	pack := []byte("acies pack\x01\x00\xff")
	if err := g.PutPack(pack); err != nil {
		t.Fatal(err)
	}
	data := written(t, g)
	again, err := Read(bytes.NewReader(data), open)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Header().Archive, pack) || again.Chain() != chain || !bytes.Equal(written(t, again), data) {
		t.Errorf("read %q with the chain %s, expected %s", again.Header().Archive, again.Chain(), chain)
	}
	if err := again.PutPack(nil); err != nil || !bytes.Equal(written(t, again), plain) {
		t.Errorf("the record without its pack is another: %v", err)
	}
	if !reflect.DeepEqual(again.Header(), newGame(t, header("duel")).Header()) {
		t.Error("the header is another")
	}
	// There is one way to write it.
	for _, other := range []string{`YWNpZXMgcGFjawEA/x==`, `YWNpZXMgcGFjawEA/w`, `YWNp\nZXMgcGFjawEA/w==`, ``} {
		changed := bytes.Replace(data, []byte(`"archive":"YWNpZXMgcGFjawEA/w=="`), []byte(`"archive":"`+other+`"`), 1)
		if _, err := Read(bytes.NewReader(changed), open); err == nil || bytes.Equal(changed, data) {
			t.Errorf("%q is accepted", other)
		}
	}
	if err := g.PutPack(make([]byte, maxHeader)); err == nil || !strings.Contains(err.Error(), "expected at most 2097152") {
		t.Errorf("an archive that is too large: %v", err)
	}
}

// TestOtherVersionUndone reads a record of another version in which players have agreed to take something back, before and after the
// action from which the present one differs: the lines stay where they were.
func TestOtherVersionUndone(t *testing.T) {
	g := newGame(t, header("duel"))
	finish(t, g)
	entries := slices.Clone(g.Entries())
	undone := []Undone{{After: 0, Undone: 2, Asked: 1}, {After: 6, Undone: 1, Agreed: 1}, {After: 9, Undone: 5, Agreed: 1}, {After: 9, Undone: 3, Asked: 1}}
	for _, differs := range []int{2, 6, 7, 9, 10} {
		h := g.Header()
		h.Engine = "0"
		h.Chain = h.sum()
		prev, list, rest := h.Chain, slices.Clone(entries), slices.Clone(undone)
		list[differs-1].State = "0123456789abcdef"
		for i := range len(list) + 1 {
			if i > 0 {
				list[i-1].Chain = list[i-1].sum(prev)
				prev = list[i-1].Chain
			}
			for k := range rest {
				if rest[k].After == i {
					rest[k].Chain = rest[k].sum(prev)
					prev = rest[k].Chain
				}
			}
		}
		text := append(h.Line(), '\n')
		for _, line := range Lines(nil, list, rest) {
			text = append(append(text, line...), '\n')
		}
		got, err := Read(bytes.NewReader(text), open)
		if err != nil {
			t.Fatalf("it differs from action %d on: %v", differs, err)
		}
		if f := got.Frozen(); f == nil || f.N != differs || !bytes.Equal(written(t, got), text) {
			t.Errorf("it differs from action %d on, frozen %v; it is written otherwise than it was read", differs, f)
		}
		var fault *Error
		before := 0
		for _, u := range undone {
			if u.After < differs {
				before++
			}
		}
		if _, err := Verify(bytes.NewReader(text), open); !errors.As(err, &fault) || fault.Line != differs+1+before {
			t.Errorf("verify: %v, expected line %d", err, differs+1+before)
		}
		if _, err := Read(bytes.NewReader(bytes.Replace(text, []byte(`{"undone":5,`), []byte(`{"undone":4,`), 1)), open); err == nil {
			t.Error("an undo that was changed is taken")
		}
	}
}

// TestNewerVersion reads records of newer rules, some of which say so in their header and some of which were only gone on with: a game in
// progress is shown as far as the present rules play it alike, and not added to.
func TestNewerVersion(t *testing.T) {
	g := newGame(t, header("duel"))
	for len(g.Entries()) < 8 {
		var err error
		if g.State().ToAct() == game.Nature {
			_, err = g.Roll(nil)
		} else {
			err = g.Do(g.State().Legal(nil)[0], nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	half := written(t, g)
	newer := func(change func([]Entry)) []byte {
		h := g.Header()
		h.Engine = "2"
		entries := slices.Clone(g.Entries())
		if change != nil {
			change(entries)
		}
		return chained(h, entries)
	}
	otherwise := func(e []Entry) { e[4].State = "0123456789abcdef" }
	n := len(g.Entries())
	for _, test := range []struct {
		name string
		data []byte
		by   string
		at   int // the first action that is not shown; 0: it is not frozen
	}{
		{"alike", newer(nil), "", n + 1},
		{"otherwise", newer(otherwise), "", 5},
		{"gone on with", half, "2", n + 1},
		{"gone on with by the same", half, "1", 0},
		{"gone on with by the next to last", half, "10", n + 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := ReadBy(bytes.NewReader(test.data), test.by, open)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(written(t, got), test.data) {
				t.Error("the record is written otherwise than it was read")
			}
			f := got.Frozen()
			if test.at == 0 {
				if f != nil {
					t.Error(f)
				}
				return
			}
			if f == nil || !f.Newer() || f.N != test.at || !errors.Is(f, ErrNewer) || !errors.Is(f, ErrFrozen) || len(got.Entries()) != test.at-1 {
				t.Fatalf("%v after %d actions", f, len(got.Entries()))
			}
			checkFrozen(t, got)
			if _, err := Verify(bytes.NewReader(test.data), open); (err == nil) != (test.at > n) {
				t.Errorf("verify: %v", err)
			}
		})
	}
	finish(t, g)
	if over, err := Read(bytes.NewReader(newer(nil)), open); err != nil || over.Frozen() != nil {
		t.Errorf("a game that is over: %v", err)
	}
	for _, test := range []struct {
		a, b  string
		newer bool
	}{{"2", "1", true}, {"10", "9", true}, {"1", "1", false}, {"1", "2", false}, {"", "1", false}, {"x", "1", false}} {
		if Newer(test.a, test.b) != test.newer {
			t.Errorf("%q is newer than %q: %t", test.a, test.b, !test.newer)
		}
	}
}
