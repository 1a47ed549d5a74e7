// Package golden keeps whole games as they were played, for the tests of rulebooks: a change of any rule they met shows up as
// a game that is played differently now. Such a change needs a new version of the engine.
package golden

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/record"
	"acies/table"
)

var update = flag.Bool("update", false, "play the golden games again and write them")

// Game is a game that is kept, under its name, which is also its seed.
type Game struct {
	Name    string
	Battle  string
	Options []string
}

// Rulebook says where the games of a rulebook are kept and how they are played.
type Rulebook struct {
	Package string // of the test, for messages: "./rules/sword/kit"
	Version string // of the engine
	Records string // the folder of the records
	// Choose chooses the next action, from a source that is the same whenever the game is played.
	Choose func(tab *table.Table, src game.Source) game.Action
}

// Test compares the games with those that are kept, or writes them if the flag -update is given and the version allows it.
// It also keeps one game of each battle for each version of the engine, with its pack inside.
func (r Rulebook) Test(t *testing.T, games []Game) {
	for _, g := range games {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(r.Records, g.Name+".jsonl")
			now := r.play(t, g)
			kept, err := os.ReadFile(file)
			if err != nil && !(*update && errors.Is(err, fs.ErrNotExist)) {
				t.Fatal(err)
			}
			switch outdated, err := compare(kept, now); {
			case err != nil:
				t.Fatalf("%s: %v; if a rule was meant to change, change the version and then run go test %s -update", file, err, r.Package)
			case outdated && *update:
				if err := os.WriteFile(file, now, 0o644); err != nil {
					t.Fatal(err)
				}
			case outdated:
				t.Fatalf("%s is of another version of the rules or of the pack; run go test %s -update", file, r.Package)
			}
			report, err := table.Verify(file)
			if err != nil {
				t.Fatal(err)
			}
			if !report.Outcome.Over {
				t.Errorf("%s is not played to the end", file)
			}
			if g.Options == nil {
				r.keepVersion(t, g.Name, file)
			}
		})
	}
}

// compare compares a golden game with the same game as it is played now. The game is outdated if it was played with
// another version of the rules or of the pack. Otherwise it must be the same: rules that play differently need a version of
// their own, since records name it.
func compare(kept, now []byte) (outdated bool, err error) {
	if len(kept) == 0 {
		return true, nil
	}
	was, is := headerOf(kept), headerOf(now)
	if was.Engine != is.Engine || was.Pack != is.Pack {
		return true, nil
	}
	if bytes.Equal(kept, now) {
		return false, nil
	}
	old, lines := bytes.Split(kept, []byte("\n")), bytes.Split(now, []byte("\n"))
	n := 0
	for n < min(len(old), len(lines)) && bytes.Equal(old[n], lines[n]) {
		n++
	}
	return false, fmt.Errorf("line %d is not what is played now, but the version of the engine is still %q", n+1, is.Engine)
}

// headerOf returns the header of a record, or an empty one.
func headerOf(data []byte) record.Header {
	var h record.Header
	line, _, _ := bytes.Cut(data, []byte("\n"))
	json.Unmarshal(line, &h)
	return h
}

// keepVersion adds a golden game to the records of the present version, unless there is one of its battle. The record has its
// pack inside, so that it does not depend on the present one.
func (r Rulebook) keepVersion(t *testing.T, name, file string) {
	t.Helper()
	path := filepath.Join(r.Records, "versions", r.Version, name+".jsonl")
	if _, err := os.Stat(path); err == nil || !*update {
		if err != nil {
			t.Errorf("%v; run go test %s -update", err, r.Package)
		}
		return
	}
	tab, err := table.Open(file)
	if err == nil {
		err = errors.Join(tab.PutPack(), os.MkdirAll(filepath.Dir(path), 0o755))
	}
	if err == nil {
		err = record.WriteFile(path, tab.Game)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// play plays a game, by the seed of its name.
func (r Rulebook) play(t *testing.T, g Game) []byte {
	t.Helper()
	p, err := table.FindPack(g.Battle)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := table.New(p, table.Settings{Options: g.Options, Seed: g.Name})
	if err != nil {
		t.Fatal(err)
	}
	choices := dice.New(195)
	for tab.Game.State().ToAct() != game.Nobody {
		if tab.Game.State().ToAct() == game.Nature {
			_, err = tab.Game.Roll(nil)
		} else {
			err = tab.Game.Do(r.Choose(tab, choices), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := tab.Game.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
