package sheet_test

import (
	"bytes"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"acies/dice"
	"acies/game"
	"acies/picture"
	"acies/rules/sword"
	"acies/system"
	_ "acies/systems"
	"acies/table"
	"acies/words"
)

// builtIn are the battles of the rulebook.
var builtIn = []string{"bouvines-1214", "guinegate-1479", "issos-333bc", "sparta-195bc"}

var update = flag.Bool("update", false, "write the golden files")

func battle(t *testing.T, id, lang string) (*table.Table, *words.Words) {
	t.Helper()
	p, err := table.FindPack(id)
	if err != nil {
		t.Fatal(err)
	}
	tb, err := table.New(p, table.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := words.For(lang, p, tb.Battle)
	if err != nil {
		t.Fatal(err)
	}
	return tb, w
}

func TestText(t *testing.T) {
	for _, id := range builtIn {
		t.Run(id, func(t *testing.T) {
			tb, w := battle(t, id, "en")
			var buf bytes.Buffer
			if err := picture.Text(&buf, tb.Battle, tb.Game.State().View(game.Nobody), w, false, false); err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", id+".txt")
			if *update {
				if err := os.WriteFile(golden, buf.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(buf.Bytes(), want) {
				t.Errorf("the picture differs from %s; if it is better, run the test with -update", golden)
			}
			wide := max(200, 7*tb.Battle.(*sword.Battle).Map().Cols+2) // columns of seven characters; 28 of them fit into 200
			for line := range strings.Lines(buf.String()) {
				if n := utf8.RuneCountInString(line); n > wide {
					t.Errorf("a line of %d characters: %s", n, line)
				}
			}
		})
	}
}

// TestMidBattle draws positions of random games in every form: nothing panics, every picture is well-formed.
func TestMidBattle(t *testing.T) {
	for _, id := range builtIn {
		tb, w := battle(t, id, "fr")
		sheet, ground := tb.Pack.Sheet(tb.Battle, w), tb.Pack.Ground(tb.Battle, w, system.Whole)
		s := tb.Battle.Start()
		src := dice.New(5)
		for n := 0; s.ToAct() != game.Nobody; n++ {
			legal := s.Legal(nil)
			if r := s.Apply(legal[game.Intn(src, len(legal))], nil); r != nil {
				t.Fatal(r)
			}
			if n%100 != 0 {
				continue
			}
			v := s.View(game.Nobody)
			if err := picture.Text(io.Discard, tb.Battle, v, w, true, false); err != nil {
				t.Fatal(err)
			}
			var buf bytes.Buffer
			if err := picture.SVG(&buf, sheet, ground, v, w); err != nil {
				t.Fatal(err)
			}
			wellFormed(t, buf.Bytes())
		}
	}
}

func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		_, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("the picture is not well-formed: %v", err)
		}
	}
}

// TestNorthernSVG looks for what a medieval battle shows besides: arms, figures, and the country.
func TestNorthernSVG(t *testing.T) {
	tb, w := battle(t, "bouvines-1214", "fr")
	v := tb.Game.State().View(game.Nobody)
	unit := func(id string) *game.PieceView {
		for i := range tb.Battle.(*sword.Battle).Units() {
			if tb.Battle.(*sword.Battle).PieceID(i) == id {
				return &v.Pieces[i]
			}
		}
		t.Fatalf("there is no %s", id)
		return nil
	}
	unit("coucy").States = append(unit("coucy").States, "dismounted", "charging")
	unit("saxe").Captives = []int{tb.Battle.(*sword.Battle).Units()}
	v.Marks = append(v.Marks, game.Mark{Place: unit("saxe").Place, Key: "charge"})
	var buf bytes.Buffer
	if err := picture.SVG(&buf, tb.Pack.Sheet(tb.Battle, w), tb.Pack.Ground(tb.Battle, w, system.Whole), v, w); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, buf.Bytes())
	count := func(s string) int { return strings.Count(buf.String(), s) }
	for what, n := range map[string]int{
		"rotate(-90) translate(0)":   26, // the French face north, one of them charging
		"rotate(-90) translate(9.5)": 1,
		"M-6 6L3-3M-1.5-5.5L6.5-":    1, // the mark of a charge
		"M-3.2-12.4h5.6l.4 7":        1, // the helm of a knight on foot
	} {
		if got := count(what); got != n {
			t.Errorf("the picture has %s %d times, want %d", what, got, n)
		}
	}
}

// TestSVG looks for what a picture must have, and must not need.
func TestSVG(t *testing.T) {
	tb, w := battle(t, "sparta-195bc", "en")
	var buf bytes.Buffer
	if err := picture.SVG(&buf, tb.Pack.Sheet(tb.Battle, w), tb.Pack.Ground(tb.Battle, w, system.Whole), tb.Game.State().View(game.Nobody), w); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Sparta, 195 BC", ">0416<", ">4-4-4<", "Kynosoura", "Flamininus", "Rout edge: Romans"} {
		if !strings.Contains(buf.String(), want) {
			t.Errorf("the picture lacks %s", want)
		}
	}
	for _, not := range []string{"<image", "href", "<script", "%!"} {
		if strings.Contains(buf.String(), not) {
			t.Errorf("the picture has %s", not)
		}
	}
}
