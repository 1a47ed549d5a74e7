package table

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/record"
	"acies/rules/sword"
	_ "acies/systems"
)

var update = flag.Bool("update", false, "play the golden games again and write them")

// golden are whole games, kept as they were played: a change of any rule they met shows up as a record that can no
// longer be replayed.
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
			file := filepath.Join("testdata", g.name+".jsonl")
			want := playGolden(t, g.battle, g.name, g.options)
			if *update {
				if err := os.WriteFile(file, want, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			got, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s is not the game that is played now; if a rule was meant to change, run go test ./table -update", file)
			}
			r, err := Verify(file)
			if err != nil {
				t.Fatal(err)
			}
			if !r.Outcome.Over {
				t.Errorf("%s is not played to the end", file)
			}
		})
	}
}

// playGolden plays a game at random, by the seed of its name.
func playGolden(t *testing.T, battle, seed string, options []string) []byte {
	t.Helper()
	p, err := FindPack(battle)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := New(p, Settings{Options: options, Seed: seed})
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
func warlike(tab *Table, src game.Source) game.Action {
	s := tab.Game.State()
	legal := s.Legal(nil)
	var best []game.Action
	nearest := 99
	for _, a := range legal {
		switch verb, _, _ := strings.Cut(tab.Battle.Format(a), " "); verb {
		case "shoot", "with", "attack", "melee", "join", "burn", "rally", "again":
			best = append(best, a)
		case "to":
			switch d := enemyDistance(tab, s.ToAct(), int(a.A)); {
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

// enemyDistance is how far the nearest enemy unit is from a hex.
func enemyDistance(tab *Table, side game.Side, h int) int {
	d := 99
	v := tab.Game.State().View(game.Nobody)
	b := tab.Battle.(*sword.Battle)
	set := b.Setup()
	for i, u := range set.Units {
		for _, c := range set.Contingents {
			if c.ID == u.Contingent && c.Side != int(side) && v.Pieces[i].Place >= 0 {
				d = min(d, b.Map().Distance(h, v.Pieces[i].Place))
			}
		}
	}
	return d
}

// BenchmarkVerify checks whole games, reading and compiling the pack included.
func BenchmarkVerify(b *testing.B) {
	for _, name := range []string{"sparta", "issos"} {
		b.Run(name, func(b *testing.B) {
			var r record.Report
			var err error
			for b.Loop() {
				if r, err = Verify(filepath.Join("testdata", name+".jsonl")); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(r.Actions), "actions")
		})
	}
}
