package kit_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/record"
	"acies/rules/sword"
	"acies/table"
)

// records is where the golden games are: among the records of package table, because the tests of many packages read them.
var records = filepath.Join("..", "..", "..", "table", "testdata")

var update = flag.Bool("update", false, "play the golden games again and write them")

// golden are whole games, kept as they were played: a change of any rule they met shows up as a game that is played
// differently now. Such a change needs a new version of the engine.
var golden = []struct {
	name    string
	battle  string
	options []string
}{
	{"sparta", "sparta-195bc", nil},
	{"sparta-variants", "sparta-195bc", []string{"reduced-roman-army", "free-spartan-placement"}},
	{"issos", "issos-333bc", nil},
	{"bouvines", "bouvines-1214", nil},
	{"bouvines-options", "bouvines-1214", []string{"free-set-up", "ring-of-brabancons", "doubtful-ally", "rear-charge"}},
	{"guinegate", "guinegate-1479", nil},
	{"guinegate-options", "guinegate-1479", []string{"free-set-up", "dismounted-gentilshommes", "ransom-hunters", "plunder", "rear-charge"}},
}

func TestGoldenGames(t *testing.T) {
	for _, g := range golden {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(records, g.name+".jsonl")
			now := playGolden(t, g.battle, g.name, g.options)
			kept, err := os.ReadFile(file)
			if err != nil && !(*update && errors.Is(err, fs.ErrNotExist)) {
				t.Fatal(err)
			}
			switch outdated, err := compareGolden(kept, now); {
			case err != nil:
				t.Fatalf("%s: %v", file, err)
			case outdated && *update:
				if err := os.WriteFile(file, now, 0o644); err != nil {
					t.Fatal(err)
				}
			case outdated:
				t.Fatalf("%s is of another version of the rules or of the pack; run go test ./rules/sword/kit -update", file)
			}
			r, err := table.Verify(file)
			if err != nil {
				t.Fatal(err)
			}
			if !r.Outcome.Over {
				t.Errorf("%s is not played to the end", file)
			}
			if g.options == nil {
				keepVersion(t, g.name, file)
			}
		})
	}
}

// compareGolden compares a golden game with the same game as it is played now. The game is outdated if it was played
// with another version of the rules or of the pack. Otherwise it must be the same: rules that play differently need a
// version of their own, since records name it.
func compareGolden(kept, now []byte) (outdated bool, err error) {
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
	return false, fmt.Errorf("line %d is not what is played now, but the version of the engine is still %q; "+
		"if a rule was meant to change, change sword.Version and then run go test ./rules/sword/kit -update", n+1, is.Engine)
}

// headerOf returns the header of a record, or an empty one.
func headerOf(data []byte) record.Header {
	var h record.Header
	line, _, _ := bytes.Cut(data, []byte("\n"))
	json.Unmarshal(line, &h)
	return h
}

// TestCompareGolden checks that a golden game of the present version cannot be replaced.
func TestCompareGolden(t *testing.T) {
	line := func(engine, pack string) string { return `{"engine":"` + engine + `","pack":"` + pack + `"}` + "\n" }
	now := line("2", "a") + "{}\n"
	for _, test := range []struct {
		name, kept string
		outdated   bool
		fault      string
	}{
		{"the same", now, false, ""},
		{"none", "", true, ""},
		{"another version of the engine", line("1", "a") + "{}\n", true, ""},
		{"another pack", line("2", "b") + "{}\n", true, ""},
		{"another game", line("2", "a") + "{1}\n", false, `line 2 is not what is played now, but the version of the engine is still "2"`},
		{"a longer game", now + "{}\n", false, "line 3 is not what is played now"},
	} {
		outdated, err := compareGolden([]byte(test.kept), []byte(now))
		if outdated != test.outdated || (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
			t.Errorf("%s: outdated %t, error %v", test.name, outdated, err)
		}
	}
}

// keepVersion adds a golden game to the records of the present version, unless there is one of its battle. The record has its
// pack inside, so that it does not depend on the present one.
func keepVersion(t *testing.T, name, file string) {
	t.Helper()
	path := filepath.Join(records, "versions", sword.Version, name+".jsonl")
	if _, err := os.Stat(path); err == nil || !*update {
		if err != nil {
			t.Errorf("%v; run go test ./rules/sword/kit -update", err)
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

// playGolden plays a game at random, by the seed of its name.
func playGolden(t *testing.T, battle, seed string, options []string) []byte {
	t.Helper()
	p, err := table.FindPack(battle)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := table.New(p, table.Settings{Options: options, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	choices := dice.New(195)
	for tab.Game.State().ToAct() != game.Nobody {
		if tab.Game.State().ToAct() == game.Nature {
			_, err = tab.Game.Roll(nil)
		} else {
			err = tab.Game.Do(warlike(tab, choices), nil)
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

// warlike chooses at random, but fights where it can and moves toward the enemy, so that the games meet many rules.
func warlike(tab *table.Table, src game.Source) game.Action {
	s := tab.Game.State()
	legal := s.Legal(nil)
	enemies := enemyHexes(s.(*sword.State), s.ToAct())
	m := tab.Battle.(*sword.Battle).Map()
	var best []game.Action
	nearest := 99
	for _, a := range legal {
		switch verb, _, _ := strings.Cut(tab.Battle.Format(a), " "); verb {
		case "shoot", "with", "attack", "melee", "join", "burn", "rally", "again":
			best = append(best, a)
		case "to":
			d := 99
			for _, h := range enemies {
				d = min(d, m.Distance(int(a.A), h))
			}
			switch {
			case d < nearest:
				nearest, best = d, []game.Action{a}
			case d == nearest:
				best = append(best, a)
			}
		}
	}
	if len(best) > 0 && game.Intn(src, 4) > 0 {
		return best[game.Intn(src, len(best))]
	}
	return legal[game.Intn(src, len(legal))]
}

// enemyHexes returns where the enemies of a side stand.
func enemyHexes(s *sword.State, side game.Side) []int {
	var hexes []int
	for i := range s.Battle().(*sword.Battle).Units() {
		if u := s.Unit(i); u.Side != side && u.Hex >= 0 {
			hexes = append(hexes, u.Hex)
		}
	}
	return hexes
}
