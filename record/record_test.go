package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/game/gametest/toy"
)

var update = flag.Bool("update", false, "write testdata anew")

// open returns the toy battle that a header of these tests asks for.
func open(h Header) (game.Battle, error) {
	switch h.Battle {
	case "duel":
		return toy.New(toy.Options{}), nil
	case "skirmish":
		return toy.New(toy.Options{Rounds: 1}), nil
	}
	return nil, errors.New("no such battle")
}

func header(battle string) Header {
	return Header{
		Battle: battle, Pack: "9f2c", Seed: "CORNELIA", Options: map[string]string{"b": "<on>", "a": "3"}, Position: "a\tb\n",
	}
}

func newGame(t testing.TB, h Header) *Game {
	t.Helper()
	b, err := open(h)
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(b, h)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// finish plays a game to its end: choices at random, every third roll by hand.
func finish(t testing.TB, g *Game) {
	t.Helper()
	src := rand.NewPCG(3, 6)
	for g.State().ToAct() != game.Nobody {
		legal := g.State().Legal(nil)
		a := legal[game.Intn(src, len(legal))]
		var err error
		switch {
		case g.State().ToAct() != game.Nature:
			err = g.Do(a, nil)
		case g.rolls%3 == 2 || g.Header().Seed == "":
			err = g.RollByHand(a, nil)
		default:
			_, err = g.Roll(nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// do parses and carries out actions, rolls by hand.
func do(t testing.TB, g *Game, actions ...string) {
	t.Helper()
	for _, s := range actions {
		a, err := g.Battle().Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		if g.State().ToAct() == game.Nature {
			err = g.RollByHand(a, nil)
		} else {
			err = g.Do(a, nil)
		}
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func written(t testing.TB, g *Game) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := g.Write(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestRoundTrip(t *testing.T) {
	g := newGame(t, header("duel"))
	finish(t, g)
	first := written(t, g)
	got, err := Read(bytes.NewReader(first), open)
	if err != nil {
		t.Fatal(err)
	}
	if second := written(t, got); !bytes.Equal(first, second) {
		t.Errorf("written again:\n%s\nexpected:\n%s", second, first)
	}
	if !reflect.DeepEqual(got.Entries(), g.Entries()) || !reflect.DeepEqual(got.Header(), g.Header()) {
		t.Error("a game read has another header or other entries")
	}
	if got.State().Hash() != g.State().Hash() || got.Chain() != g.Chain() {
		t.Error("a game read has another state or chain")
	}
}

// TestGolden keeps the format as it is: records are for ever.
func TestGolden(t *testing.T) {
	g := newGame(t, header("skirmish"))
	finish(t, g)
	file := filepath.Join("testdata", "skirmish.jsonl")
	if *update {
		if err := os.WriteFile(file, written(t, g), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := written(t, g); !bytes.Equal(got, want) {
		t.Errorf("found:\n%s\nexpected:\n%s", got, want)
	}
}

func TestVerify(t *testing.T) {
	g := newGame(t, header("duel"))
	finish(t, g)
	rep, err := Verify(bytes.NewReader(written(t, g)), open)
	if err != nil {
		t.Fatal(err)
	}
	var byHand []int
	for _, e := range g.Entries() {
		if e.By == ByHand {
			byHand = append(byHand, e.N)
		}
	}
	if len(byHand) != 4 {
		t.Fatalf("%d rolls by hand", len(byHand))
	}
	want := Report{
		Header: g.Header(), Actions: len(g.Entries()), Rolls: 12, ByHand: byHand, Outcome: g.State().Outcome(), Chain: g.Chain(),
	}
	if !reflect.DeepEqual(rep, want) {
		t.Errorf("found %+v, expected %+v", rep, want)
	}

	var sealed bytes.Buffer
	if err := g.WriteSealed(&sealed); err != nil {
		t.Fatal(err)
	}
	rep, err = Verify(&sealed, open)
	if err != nil {
		t.Fatal(err)
	}
	want.Header.Seed = ""
	for _, e := range g.Entries() {
		if e.Side == game.Nature && e.By == "" {
			want.Sealed = append(want.Sealed, e.N)
		}
	}
	if !reflect.DeepEqual(rep, want) {
		t.Errorf("sealed: found %+v, expected %+v", rep, want)
	}
}

// TestEveryByte changes, doubles and deletes every byte of a record, and inserts a few others, one at a time.
func TestEveryByte(t *testing.T) {
	g := newGame(t, header("skirmish"))
	finish(t, g)
	data := written(t, g)
	if _, err := Verify(bytes.NewReader(data), open); err != nil {
		t.Fatal(err)
	}
	check := func(what string, at int, changed ...byte) {
		changed = bytes.Join([][]byte{data[:at], changed, data[min(at+1, len(data)):]}, nil)
		_, err := Verify(bytes.NewReader(changed), open)
		var fault *Error
		if line := 1 + bytes.Count(data[:at], []byte("\n")); !errors.As(err, &fault) {
			t.Errorf("byte %d, line %d, %s: found %v, expected an error with its line", at, line, what, err)
		} else if fault.Line != line && fault.Line != line+1 {
			t.Errorf("byte %d %s: found an error in line %d, expected line %d: %v", at, what, fault.Line, line, err)
		}
	}
	var wg sync.WaitGroup
	part := len(data)/runtime.GOMAXPROCS(0) + 1
	for from := 0; from < len(data); from += part {
		wg.Go(func() {
			for at := from; at < min(from+part, len(data)); at++ {
				old := data[at]
				check("changed", at, old^1)
				check("in the other case", at, old^' ')
				check("deleted", at)
				check("doubled", at, old, old)
				check("with a space before", at, ' ', old)
			}
		})
	}
	wg.Wait()
	for _, extra := range []byte(" \n\x00{") {
		if _, err := Verify(bytes.NewReader(append(bytes.Clone(data), extra)), open); err == nil {
			t.Errorf("no error with %q at the end", extra)
		}
	}
}

// chained writes a header and entries with the right chains, whatever else is in them. A chain of "0" stays.
func chained(h Header, entries []Entry) []byte {
	h.Chain = h.sum()
	text := append(encode(h), '\n')
	prev := h.Chain
	for _, e := range entries {
		if e.Chain != "0" {
			e.Chain = e.sum(prev)
		}
		prev = e.Chain
		text = append(append(text, encode(e)...), '\n')
	}
	return text
}

// TestErrors forges records, with all chains right, and expects to be told what is wrong.
func TestErrors(t *testing.T) {
	sound := newGame(t, header("skirmish"))
	finish(t, sound)
	n := len(sound.Entries())
	for _, tt := range []struct {
		name  string
		forge func(h *Header, e []Entry)
		want  string
	}{
		{"format", func(h *Header, e []Entry) { h.Acies = 2 }, "line 1: this program cannot read the record: found format 2, expected 1"},
		{"rulebook", func(h *Header, e []Entry) { h.Rulebook = "chess" }, `line 1: rulebook: found "chess", expected "toy"`},
		{"battle", func(h *Header, e []Entry) { h.Battle = "x" }, `line 1: opening the battle "x": no such battle`},
		{"dice", func(h *Header, e []Entry) { h.Dice = "d20" }, `line 1: dice: found "d20", expected "seed", "hand" or "shared"`},
		{"seed with dice by hand", func(h *Header, e []Entry) { h.Dice = ByHand }, "line 1: dice by hand: found a seed or a commitment, expected neither"},
		{"commitment", func(h *Header, e []Entry) { h.Commit = "00" }, `line 1: commitment of the seed: found "00", expected "`},
		{"no commitment", func(h *Header, e []Entry) { h.Seed, h.Commit = "", "" }, "line 1: dice by seed: found no commitment, expected one"},
		{"another seed", func(h *Header, e []Entry) { h.Seed = "CAMILLA" }, `line 1: commitment of the seed: found "`},
		{"number", func(h *Header, e []Entry) { e[2].N = 5 }, "line 4: number of the action: found 5, expected 3"},
		{"side", func(h *Header, e []Entry) { e[6].Side = 1 }, "line 8: side to act: found 1, expected 0"},
		{"notation", func(h *Header, e []Entry) { e[6].Do = "jump" }, `line 8: action: toy: "jump": no such verb`},
		{"other notation", func(h *Header, e []Entry) { e[2].Do = "deal +" + e[2].Do[5:] }, `line 4: action: found "deal +`},
		{"not legal", func(h *Header, e []Entry) { e[6].Do = "march hill" }, `line 8: action "march hill" is not legal: far [toy-3]`},
		{"roll", func(h *Header, e []Entry) { e[0].Do = "deal 2" }, `line 2: roll by the seed: found "deal 2", expected "deal 4"`},
		{"roll by hand", func(h *Header, e []Entry) { e[2].By = "" }, `line 4: roll by the seed: found "deal 2", expected "deal 1"`},
		{"by seed", func(h *Header, e []Entry) { h.Seed, h.Commit, h.Dice = "", "", ByHand }, `line 2: by of a roll in a game with dice by hand: found "", expected "hand"`},
		{"by another", func(h *Header, e []Entry) { e[2].By = "foot" }, `line 4: by of a roll by hand: found "foot", expected "hand"`},
		{"choice by hand", func(h *Header, e []Entry) { e[6].By = ByHand }, `line 8: by of a choice: found "hand", expected ""`},
		{"mp", func(h *Header, e []Entry) { e[7].MP = 3 }, "line 9: mp: found 3, expected 1"},
		{"path", func(h *Header, e []Entry) { e[7].Path = []string{"camp"} }, `line 9: path: found ["camp"], expected ["camp","wood"]`},
		{"state", func(h *Header, e []Entry) { e[2].State = "0" }, `line 4: state after the action: found "0", expected "`},
		{"chain", func(h *Header, e []Entry) { e[2].Chain = "0" }, `line 4: chain: found "0", expected "`},
		{"after the end", func(h *Header, e []Entry) { e[n].N = n + 1 }, "an action after the end of the game"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := sound.Header()
			entries := make([]Entry, n, n+1)
			copy(entries, sound.Entries())
			tt.forge(&h, entries[:n+1])
			if entries[:n+1][n].N > 0 {
				entries = entries[:n+1]
			}
			_, err := Read(bytes.NewReader(chained(h, entries)), open)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("found  %v\nexpected %s", err, tt.want)
			}
		})
	}
}

func TestReadNothing(t *testing.T) {
	for in, want := range map[string]string{
		"":                                 "line 1: record: found an empty file, expected a header",
		"\n":                               "line 1: header: found the end of the line, expected a JSON object: unexpected end of JSON input",
		"once upon\n":                      `line 1: header: found "once upon", expected a JSON object: `,
		`{"acies":1`:                       `line 1: record: found the end of the file after "{\"acies\":1", expected a line feed`,
		"{\"acies\":1, \"engine\":\"\"}\n": `line 1: column 12: found " \"engine\":\"\"}", expected "\"engine\":\"\",\"rulebook\":\""…`,
	} {
		if _, err := Read(strings.NewReader(in), open); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: found %v, expected %s", in, err, want)
		}
	}
}

func TestNewErrors(t *testing.T) {
	b := toy.New(toy.Options{})
	for name, h := range map[string]Header{
		"not text":         {Battle: "\xff"},
		"unknown dice":     {Dice: "d20"},
		"dice but no seed": {Dice: BySeed},
		"wrong commitment": {Seed: "x", Commit: "y"},
	} {
		if _, err := New(b, h); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestRefused(t *testing.T) {
	g := newGame(t, header("duel"))
	roll := game.Action{Verb: toy.Roll, A: 1}
	if err := g.Do(roll, nil); err != ErrRollDue {
		t.Errorf("a choice when a roll is due: found %v, expected %v", err, ErrRollDue)
	}
	var refusal *game.Refusal
	if err := g.RollByHand(roll, nil); !errors.As(err, &refusal) || refusal.Clause != "toy-2" {
		t.Errorf("the wrong roll: found %v, expected a refusal by toy-2", err)
	}
	do(t, g, "deal 1", "deal 2", "deal 3", "deal 4", "deal 1", "deal 2")
	if _, err := g.Roll(nil); err != ErrNoRoll {
		t.Errorf("a roll when a choice is due: found %v, expected %v", err, ErrNoRoll)
	}
	if err := g.RollByHand(roll, nil); err != ErrNoRoll {
		t.Errorf("a roll by hand when a choice is due: found %v, expected %v", err, ErrNoRoll)
	}
	before := g.State().Hash()
	if err := g.Do(game.Action{Verb: toy.March, A: 3}, nil); !errors.As(err, &refusal) || refusal.Key != "far" {
		t.Errorf("a march too far: found %v, expected a refusal", err)
	}
	if len(g.Entries()) != 6 || g.State().Hash() != before {
		t.Error("a refused action changes the game")
	}
}

func TestNoSeed(t *testing.T) {
	g := newGame(t, Header{Battle: "duel"})
	if g.Header().Dice != ByHand {
		t.Errorf("dice: found %q, expected %q", g.Header().Dice, ByHand)
	}
	if _, err := g.Roll(nil); err != ErrNoSeed {
		t.Errorf("found %v, expected %v", err, ErrNoSeed)
	}
	finish(t, g)
	if rep, err := Verify(bytes.NewReader(written(t, g)), open); err != nil || len(rep.ByHand) != rep.Rolls {
		t.Errorf("found %+v, %v, expected all rolls by hand", rep, err)
	}
}

// TestSeededRolls checks that the n-th roll is the n-th of the seed, whether those before were by hand or not.
func TestSeededRolls(t *testing.T) {
	g := newGame(t, header("duel"))
	do(t, g, "deal 1")
	want := g.State().Roll(dice.NewKeyed("CORNELIA").At(1))
	got, err := g.Roll(nil)
	if err != nil || got != want {
		t.Errorf("found %v, %v, expected %v", got, err, want)
	}
	if e := g.Entries()[1]; e.By != "" || e.Action != got || e.Side != game.Nature {
		t.Errorf("found %+v, expected a roll", e)
	}
}

func TestEvents(t *testing.T) {
	g := newGame(t, header("duel"))
	var events game.Events
	if _, err := g.Roll(&events); err != nil {
		t.Fatal(err)
	}
	if len(events) != 2 || events[0].Key != "dealt" {
		t.Errorf("found %v, expected dealt and drew", events)
	}
}

func TestUndo(t *testing.T) {
	deal := []string{"deal 1", "deal 2", "deal 3", "deal 4", "deal 1", "deal 2"}
	for _, tt := range []struct {
		name  string
		play  []string
		undos int   // how many there can be
		bar   error // to one more
	}{
		{"start", nil, 0, ErrNothing},
		{"roll", deal, 0, ErrRolled},
		{"one choice", append(deal, "march wood"), 1, ErrRolled},
		{"two choices", append(deal, "march wood", "march camp"), 2, ErrRolled},
		{"reveal", append(deal, "march wood", "scout 1"), 0, ErrRevealed},
		{"choice after reveal", append(deal, "scout 1", "march wood"), 1, ErrRevealed},
		{"turn passed", append(deal, "march wood", "play 1"), 0, ErrChanged},
		{"choice of the next side", append(deal, "play 1", "march wood"), 1, ErrChanged},
		{"roll due", append(deal, "play 1", "play 1"), 0, ErrRevealed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := newGame(t, header("duel"))
			lines := [][]byte{written(t, g)}
			for _, s := range tt.play {
				do(t, g, s)
				lines = append(lines, written(t, g))
			}
			for n := range tt.undos {
				e, err := g.Undo()
				if err != nil {
					t.Fatalf("undo %d: %v", n+1, err)
				}
				left := len(tt.play) - n - 1
				if e.Do != tt.play[left] {
					t.Errorf("undo %d removes %q, expected %q", n+1, e.Do, tt.play[left])
				}
				if got := written(t, g); !bytes.Equal(got, lines[left]) {
					t.Errorf("undo %d leaves\n%s\nexpected\n%s", n+1, got, lines[left])
				}
				if left > 0 && fmt.Sprintf("%016x", g.State().Hash()) != g.Entries()[left-1].State {
					t.Errorf("undo %d leaves another state", n+1)
				}
			}
			if _, err := g.Undo(); err != tt.bar || g.CanUndo() != tt.bar {
				t.Errorf("one more: found %v and %v, expected %v", err, g.CanUndo(), tt.bar)
			}
			read, err := Read(bytes.NewReader(lines[len(tt.play)]), open)
			if err != nil {
				t.Fatal(err)
			}
			for range tt.undos {
				if _, err := read.Undo(); err != nil {
					t.Errorf("after reading: %v", err)
				}
			}
			if err := read.CanUndo(); err != tt.bar {
				t.Errorf("after reading: found %v, expected %v", err, tt.bar)
			}
			finish(t, g)
			if _, err := Verify(bytes.NewReader(written(t, g)), open); err != nil {
				t.Errorf("played on after undo: %v", err)
			}
		})
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "game.jsonl")
	g := newGame(t, header("skirmish"))
	for range 2 {
		if err := WriteFile(path, g); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if rep, err := Verify(f, open); err != nil || rep.Actions != len(g.Entries()) {
			t.Errorf("found %d actions, %v, expected %d", rep.Actions, err, len(g.Entries()))
		}
		finish(t, g)
	}
	if err := WriteFile(filepath.Join(dir, "none", "game.jsonl"), g); err == nil {
		t.Error("no error in a folder that does not exist")
	}
	if err := WriteFile(dir, g); err == nil {
		t.Error("no error when the file is a folder")
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files are left, expected 1: %v", len(files), files)
	}
}

func TestErrorNamesFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.jsonl")
	if err := os.WriteFile(path, []byte("x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := Read(f, open); err == nil || !strings.HasPrefix(err.Error(), path+":1: ") {
		t.Errorf("found %v, expected it to begin with %s:1", err, path)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error)  { return 0, os.ErrClosed }
func (broken) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestBrokenStreams(t *testing.T) {
	if err := newGame(t, header("duel")).Write(broken{}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("writing: found %v, expected %v", err, os.ErrClosed)
	}
	if _, err := Read(broken{}, open); !errors.Is(err, os.ErrClosed) {
		t.Errorf("reading: found %v, expected %v", err, os.ErrClosed)
	}
}

// FuzzRead checks that whatever is read is written again as it was, and that nothing panics. Half of the records get
// the right chains first: what is behind them would hardly be reached otherwise.
func FuzzRead(f *testing.F) {
	for _, h := range []Header{header("duel"), header("skirmish"), {Battle: "skirmish"}} {
		g := newGame(f, h)
		f.Add(written(f, g), false)
		finish(f, g)
		f.Add(written(f, g), false)
		f.Add(written(f, g), true)
		f.Add(another(g, nil), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, repair bool) {
		if repair {
			data = repaired(data)
		}
		g, err := Read(bytes.NewReader(data), open)
		if err != nil {
			return
		}
		if got := written(t, g); !bytes.Equal(got, data) {
			t.Errorf("written again:\n%s\nread:\n%s", got, data)
		}
	})
}

// repaired returns what can be understood of a damaged record, with the right chains.
func repaired(data []byte) []byte {
	var h Header
	var entries []Entry
	for i, line := range bytes.Split(data, []byte("\n")) {
		var e Entry
		if i == 0 {
			json.Unmarshal(line, &h)
		} else if json.Unmarshal(line, &e) == nil {
			entries = append(entries, e)
		}
	}
	return chained(h, entries)
}
