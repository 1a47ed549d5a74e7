package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/game/gametest/toy"
	"acies/record"
	"acies/system"
	_ "acies/systems"
	"acies/table"
	"acies/words"
)

var update = flag.Bool("update", false, "write the golden transcript")

// ford begins a game of the toy rulebook.
func ford(t *testing.T) *record.Game {
	t.Helper()
	g, err := record.New(toy.New(toy.Options{}), record.Header{Battle: "ford", Pack: "none", Seed: "ford"})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func random(t *testing.T) Contestant {
	t.Helper()
	c, err := Parse("random", Program{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// quiet fails the test if goroutines are left behind.
func quiet(t *testing.T) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		until(t, "the goroutines are gone", func() bool { return runtime.NumGoroutine() <= before })
	})
}

func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for start := time.Now(); !ok(); time.Sleep(time.Millisecond) {
		if time.Since(start) > 30*time.Second {
			t.Fatal("waited in vain until " + what)
		}
	}
}

// TestFaults plays bots that go wrong: they lose for the stated reason, and the record ends where it was.
func TestFaults(t *testing.T) {
	for i, c := range []struct {
		mode   string
		reason Reason
		detail string
	}{
		{"late", Late, "no answer within"},
		{"deaf", Late, "no answer within"},
		{"partial", Late, "no answer within"},
		{"dead", Died, "exit status 3; out of ideas"},
		{"dead at once", Died, "exit status 4"},
		{"partial and dead", Died, `in the middle of a line: "{\"n\":"`},
		{"closed", Died, "its output ended"},
		{"long", Flood, "a line of more than 65536 bytes"},
		{"enormous", Flood, "a line of more than 65536 bytes"},
		{"twice", Flood, "without being asked"},
		{"early", Flood, "without being asked"},
		{"chatter", Flood, "without being asked"},
		{"text", Nonsense, `invalid character 'I'`},
		{"empty", Nonsense, "unexpected end"},
		{"neither", Nonsense, "expected either an action or an index"},
		{"both", Nonsense, "expected either an action or an index"},
		{"no number", Nonsense, "the answer has no n"},
		{"type", Nonsense, "cannot unmarshal"},
		{"next version", Nonsense, "it speaks protocol 2; this referee speaks 1"},
		{"no handshake", Nonsense, "the answer to hello is not understood"},
		{"long name", Nonsense, "longer than 64 characters"},
		{"index", Illegal, "there is no action 99"},
		{"negative", Illegal, "there is no action -1"},
		{"verb", Illegal, "no such verb"},
		{"not now", Illegal, `"roll 6" is refused`},
	} {
		if testing.Short() && i%6 != 0 {
			continue // starting so many programs takes long with the race detector
		}
		t.Run(c.mode, func(t *testing.T) {
			quiet(t)
			p := as(t, c.mode)
			if c.reason == Late {
				p.Clock = Clock{Move: 100 * time.Millisecond, Bank: 100 * time.Millisecond}
			}
			g := ford(t)
			r, err := Play(t.Context(), g, [2]Contestant{random(t), {Name: c.mode, program: p}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Fault == nil || r.Fault.Side != 1 || r.Fault.Reason != c.reason || !strings.Contains(r.Fault.Detail, c.detail) {
				t.Fatalf("fault %+v, want of side 1, %s, %q", r.Fault, c.reason, c.detail)
			}
			if !r.Outcome.Over || r.Outcome.Winner != 0 || r.Outcome.Degree != Forfeited {
				t.Errorf("outcome %+v, want that side 0 has won", r.Outcome)
			}
			if err := verify(g); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAbsent plays a program that is not there.
func TestAbsent(t *testing.T) {
	r, err := Play(t.Context(), ford(t), [2]Contestant{{program: Program{Args: []string{filepath.Join(t.TempDir(), "none")}}}, random(t)})
	if err != nil || r.Fault == nil || r.Fault.Side != 0 || r.Fault.Reason != Absent || r.Outcome.Winner != 1 {
		t.Errorf("result %+v, error %v", r, err)
	}
}

// TestWholeGames plays bots that do nothing wrong, whatever else they do.
func TestWholeGames(t *testing.T) {
	for _, mode := range []string{"index", "notation", "nameless", "noisy", "stubborn"} {
		t.Run(mode, func(t *testing.T) {
			quiet(t)
			plays := mode
			if mode == "index" {
				plays = "well"
			}
			g := ford(t)
			r, err := Play(t.Context(), g, [2]Contestant{{program: as(t, plays)}, random(t)})
			if err != nil || r.Fault != nil || !r.Outcome.Over {
				t.Fatalf("result %+v, error %v", r, err)
			}
			if err := verify(g); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestStderr hears a bot's remarks.
func TestStderr(t *testing.T) {
	var heard bytes.Buffer
	p := as(t, "dead")
	p.Stderr = &heard
	if _, err := Play(t.Context(), ford(t), [2]Contestant{{program: p}, random(t)}); err != nil {
		t.Fatal(err)
	}
	if heard.String() != "some trace\nout of ideas\n" {
		t.Errorf("heard %q", heard.String())
	}
}

// TestStderrLimit hears the beginning of what a bot writes that never stops writing.
func TestStderrLimit(t *testing.T) {
	var heard bytes.Buffer
	p := as(t, "noisy")
	p.Stderr = &heard
	if _, err := Play(t.Context(), ford(t), [2]Contestant{{program: p}, random(t)}); err != nil {
		t.Fatal(err)
	}
	noise, note := heard.String()[:min(heard.Len(), MaxStderr)], heard.String()[min(heard.Len(), MaxStderr):]
	if len(noise) != MaxStderr || !strings.HasPrefix(noise, "noise and more noise\n") || len(note) > 200 || !strings.Contains(note, "more than 256 KiB") {
		t.Errorf("heard %d bytes: %.100q, and then %.100q", heard.Len(), noise, note)
	}
}

// TestLastLine takes nothing from a bot's last message that would change a terminal.
func TestLastLine(t *testing.T) {
	var x tail
	for _, s := range []string{strings.Repeat("x", 1<<20), "\n\x1b]0;title\a oh", " no\x00\xff\n\n"} {
		x.Write([]byte(s))
	}
	if got := x.last(); got != "?]0;title? oh no??" {
		t.Errorf("the last line is %q", got)
	}
}

// TestEnvironment looks at the environment of a bot: it has what programs need and nothing that may be a secret.
func TestEnvironment(t *testing.T) {
	t.Setenv("LANG", "fr_FR.UTF-8")
	t.Setenv("SECRET_TOKEN", "hunter2")
	file := filepath.Join(t.TempDir(), "environment")
	b, err := Start(t.Context(), as(t, "environment", file), toy.New(toy.Options{}), 0)
	if err != nil {
		t.Fatal(err)
	}
	b.End(game.Outcome{})
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		if seen[name] = value; name != "GORACE" && !slices.Contains(allowed, name) {
			t.Errorf("the bot has %s", line)
		}
	}
	if seen["PATH"] != os.Getenv("PATH") || seen["LANG"] != "fr_FR.UTF-8" {
		t.Errorf("the bot has %v", seen)
	}
}

// TestStopped ends the context while a bot is thinking: that is nobody's fault.
func TestStopped(t *testing.T) {
	quiet(t)
	ctx, cancel := context.WithCancel(t.Context())
	p := as(t, "late")
	p.Stderr = onWrite(cancel)
	s, err := Start(ctx, p, toy.New(toy.Options{}), 0)
	if err != nil {
		t.Fatal(err)
	}
	state := dealt(t)
	for range 2 {
		if _, err := s.Choose(ctx, state); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Choose(ctx, state); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// onWrite is a writer that calls a function when something is written, such as when a bot is thinking.
type onWrite func()

func (f onWrite) Write(b []byte) (int, error) {
	f()
	return len(b), nil
}

// dealt returns a state of the toy in which side 0 is to act.
func dealt(t *testing.T) game.State {
	t.Helper()
	s := toy.New(toy.Options{}).Start()
	for src := dice.New(1); s.ToAct() == game.Nature; {
		if r := s.Apply(s.Roll(src), nil); r != nil {
			t.Fatal(r)
		}
	}
	return s
}

// TestDeaf writes more to a program that does not read than a pipe holds.
func TestDeaf(t *testing.T) {
	quiet(t)
	p, err := start(as(t, "deaf").Args, nil)
	if err != nil {
		t.Fatal(err)
	}
	line := bytes.Repeat([]byte("x"), 1<<20)
	for err == nil {
		err = p.send(t.Context(), line, 50*time.Millisecond)
	}
	if f := (*Fault)(nil); !errors.As(err, &f) || f.Reason != Late || !strings.Contains(f.Detail, "does not read") {
		t.Errorf("error %v, want that it does not read", err)
	}
	p.kill(0)
}

// TestBank uses the time beyond that of a move up.
func TestBank(t *testing.T) {
	p := as(t, "well")
	p.Clock = Clock{Move: 0, Bank: time.Hour}
	b, err := Start(t.Context(), p, toy.New(toy.Options{}), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer b.End(game.Outcome{})
	last := b.bank
	for range 3 {
		if _, err := b.Choose(t.Context(), dealt(t)); err != nil {
			t.Fatal(err)
		}
		if b.bank >= last {
			t.Fatalf("the bank is %v after a choice, and was %v before", b.bank, last)
		}
		last = b.bank
	}
}

// scribed plays f with a bot that writes down all it reads and answers.
func scribed(t *testing.T, f func(Program)) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "transcript")
	p := as(t, "scribe", file)
	p.Clock.Bank = time.Minute
	f(p)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTranscript compares all that is said in a game with what was said before: the protocol changes only on purpose.
func TestTranscript(t *testing.T) {
	got := scribed(t, func(p Program) {
		if _, err := Play(t.Context(), ford(t), [2]Contestant{{program: p}, {program: as(t, "well")}}); err != nil {
			t.Fatal(err)
		}
	})
	golden := filepath.Join("testdata", "ford.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the protocol has changed; if it was meant to, run go test ./bot -update, and see docs/bots.md about versions\n%s", got)
	}
}

// TestProposals plays a bot that asks for proposals on a table without places, where every piece has a pose; it takes what
// is proposed, or else sends an action of its own.
func TestProposals(t *testing.T) {
	var proposed, moved int
	said := scribed(t, func(p Program) {
		p.Args[slices.Index(p.Args, "scribe")] = "proposer"
		_, err := Play(t.Context(), begin(t, "free-battle", "proposals").Game, [2]Contestant{{program: p}, random(t)})
		if err != nil {
			t.Fatal(err)
		}
	})
	for line := range strings.Lines(said) {
		if strings.HasPrefix(line, `> {"type":"proposals"`) {
			proposed++
		}
		if strings.HasPrefix(line, `> {"type":"move"`) && strings.Contains(line, `"pose":{"x":`) {
			moved++
		}
	}
	if proposed == 0 || moved == 0 {
		t.Errorf("%d proposals, %d moves with poses", proposed, moved)
	}
	if !strings.Contains(said, `"result":`) || strings.Contains(said, `"hex":"?"`) {
		t.Error("the game was not played to its end, or has places")
	}
}

// TestHidden shows a bot two states that differ only in what its side cannot know: it is told the same.
func TestHidden(t *testing.T) {
	one := dealt(t)
	two := one.Clone()
	for src := dice.New(2); two.Hash() == one.Hash(); {
		two.Resample(0, src)
	}
	var told []string
	for _, s := range []game.State{one, two} {
		told = append(told, scribed(t, func(p Program) {
			b, err := Start(t.Context(), p, s.Battle(), 0)
			if err != nil {
				t.Fatal(err)
			}
			defer b.End(game.Outcome{Winner: game.Nobody})
			if _, err := b.Choose(t.Context(), s); err != nil {
				t.Fatal(err)
			}
		}))
	}
	if told[0] != told[1] || !strings.Contains(told[0], `"type":"move"`) {
		t.Errorf("told\n%s\nand\n%s", told[0], told[1])
	}
	// The other side, to which they are known, is told otherwise.
	ours := func(s game.State) string { return string(encode(encoder{battle: s.Battle()}.view(s.View(1)))) }
	if ours(one) == ours(two) {
		t.Error("the states do not differ")
	}
}

// TestSparta reads what a bot is told of a whole battle.
func TestSparta(t *testing.T) {
	p, err := table.FindPack("sparta-195bc")
	if err != nil {
		t.Fatal(err)
	}
	tb, err := table.New(p, table.Settings{Seed: "nabis"})
	if err != nil {
		t.Fatal(err)
	}
	var told struct {
		Battle map[string]any
		View   viewJSON
		Legal  []string
		Words  []string
	}
	file := filepath.Join(t.TempDir(), "transcript")
	program := as(t, "scribe", file)
	b, err := Start(t.Context(), program, tb.Battle, 1)
	if err != nil {
		t.Fatal(err)
	}
	w, err := words.For("fr", p, tb.Battle)
	if err != nil {
		t.Fatal(err)
	}
	b.encoder.words = w
	s := tb.Game.State().Clone()
	for s.ToAct() != 1 {
		if r := s.Apply(ai.Recruit().Choose(s, s.ToAct(), dice.New(1)), b); r != nil {
			t.Fatal(r)
		}
	}
	a, err := b.Choose(t.Context(), s)
	if err != nil || a != s.Legal(nil)[0] {
		t.Fatalf("action %v, error %v", a, err)
	}
	b.End(game.Outcome{Winner: game.Nobody})
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if json, ok := strings.CutPrefix(line, "> "); ok {
			decode(t, json, &told)
		}
	}
	var battle map[string]any
	decode(t, string(encode(system.Of(tb.Battle).Describe(tb.Battle))), &battle)
	for key, value := range map[string]any{"rulebook": tb.Battle.Rulebook(), "engine": tb.Battle.Version(), "players": 2.0} {
		battle[key] = value
	}
	if !reflect.DeepEqual(told.Battle, battle) || len(battle) < 10 {
		t.Errorf("the battle is told wrong: %v, want %v", told.Battle, battle)
	}
	if len(told.Legal) != len(s.Legal(nil)) || len(told.Words) != len(told.Legal) || told.Legal[0] != "ready" {
		t.Errorf("%d actions in notation and %d in words, want %d: %v", len(told.Legal), len(told.Words), len(s.Legal(nil)), told.Legal)
	}
	v := s.View(1)
	if len(told.View.Pieces) != len(v.Pieces) {
		t.Fatalf("%d pieces, want %d", len(told.View.Pieces), len(v.Pieces))
	}
	units := system.Of(tb.Battle).(system.Reporting).Roster(tb.Battle).Units
	for i, piece := range told.View.Pieces {
		want := v.Pieces[i]
		if piece.ID != tb.Battle.PieceID(want.Piece) || piece.Hex != tb.Battle.PlaceID(want.Place) || len(piece.Values) != len(want.Values) {
			t.Errorf("%+v, want %+v", piece, want)
		}
		for _, x := range want.Values {
			if n, ok := piece.Values[x.Key]; !ok || n != x.N {
				t.Errorf("%s has %v, want %+v", piece.ID, piece.Values, want.Values)
			}
		}
		if slices.Contains(units, want.Piece) && (piece.Facing == "" || piece.Facing != tb.Battle.FacingID(want.Facing) || piece.Values["sp"] == 0) {
			t.Errorf("%+v, want a unit with its facing and its strength", piece)
		}
	}
}

func decode(t *testing.T, text string, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), to); err != nil {
		t.Fatal(err)
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		command string
		want    string // words between bars, or the error
	}{
		{`python3 bot.py`, "python3|bot.py"},
		{`  go   run ./bot `, "go|run|./bot"},
		{`"/my bots/one" -v`, "/my bots/one|-v"},
		{`sh -c 'exec "$0"'`, `sh|-c|exec "$0"`},
		{`a"b c"d ''`, "ab cd|"},
		{``, ""},
		{`sh -c 'exec`, "the quotation mark ' is not closed"},
	} {
		t.Run(c.command, func(t *testing.T) {
			words, err := Split(c.command)
			got := strings.Join(words, "|")
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"recruit", ""},
		{"strategos:20000", ""},
		{"recruitt", `"recruitt" is neither a program nor one of random, recruit`},
		{" ", "missing player"},
		{`"go`, "not closed"},
	} {
		t.Run(c.text, func(t *testing.T) {
			_, err := Parse(c.text, Program{})
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}
