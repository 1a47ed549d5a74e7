package bot

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"acies/record"
	"acies/table"
)

// examples are the example bots by their files, with what runs them.
var examples = []struct {
	name, file, runs string
}{
	{"go", "examples/go/main.go", "go"},
	{"python", "examples/python/bot.py", "python3"},
	{"javascript", "examples/javascript/bot.js", "node"},
}

// command returns what runs an example; one in Go is built first.
func command(t *testing.T, runs, file string) []string {
	t.Helper()
	if runs != "go" {
		return []string{runs, file}
	}
	exe := filepath.Join(t.TempDir(), "bot.exe")
	if out, err := exec.Command("go", "build", "-o", exe, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return []string{exe}
}

// TestExamples plays the example bots in whole battles against a random player. They are free to
// lose, but not by a fault.
func TestExamples(t *testing.T) {
	for _, x := range examples {
		t.Run(x.name, func(t *testing.T) {
			if _, err := exec.LookPath(x.runs); err != nil && x.runs == "python3" {
				t.Skip("PYTHON IS NOT HERE: the example bot in Python has NOT been run")
			}
			t.Parallel()
			text, err := os.ReadFile(x.file)
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(text, []byte("\n")); n > 40 {
				t.Errorf("%s has %d lines, want 40 at most", x.file, n)
			}
			p := Program{Args: command(t, x.runs, x.file), Clock: DefaultClock}
			for _, battle := range []string{"sparta-195bc", "marathon-490bc", "two-camps-204bc"} {
				c := Contest{
					Players: [2]Contestant{{Name: x.name, program: p}, random(t)}, Games: 2, Seed: "example",
					New: func(seed string) (*record.Game, error) { return begin(t, battle, seed).Game, nil },
					Done: func(p Played, _ *record.Game) error {
						t.Logf("%s, game %d: %+v after %d actions, slowest %v ms", battle, p.Game, p.Outcome, p.Actions, p.Slowest)
						if p.Fault != nil {
							t.Errorf("%s, game %d is lost by fault: %v", battle, p.Game, p.Fault)
						}
						return nil
					},
				}
				s, err := c.Run(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if s.Games != 2 {
					t.Errorf("%s: standing %+v, want two games", battle, s)
				}
			}
		})
	}
}

// begin sets out a game of a battle.
func begin(t *testing.T, battle, seed string) *table.Table {
	t.Helper()
	p, err := table.FindPack(battle)
	if err != nil {
		t.Fatal(err)
	}
	tb, err := table.New(p, table.Settings{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return tb
}
