package sheet_test

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"acies/game"
	"acies/picture"
	"acies/rules/sword"
	"acies/system"
)

// TestSheet holds the sheet of each battle together: every index and key leads somewhere, every middle lies within its
// outline, and nobody is without a figure.
func TestSheet(t *testing.T) {
	for _, id := range builtIn {
		tb, w := battle(t, id, "fr")
		s := tb.Pack.Sheet(tb.Battle, w)
		if len(s.Places) != tb.Battle.(*sword.Battle).Map().Len() || len(s.Pieces) != len(tb.Game.State().View(game.Nobody).Pieces) {
			t.Errorf("%s: %d places, %d pieces", id, len(s.Places), len(s.Pieces))
		}
		for i, p := range s.Places {
			if p.ID != tb.Battle.PlaceID(i) || p.X <= 0 || p.X >= s.Width || p.Y <= 0 || p.Y >= s.Height || len(p.About) == 0 {
				t.Errorf("%s: place %d is %+v", id, i, p)
			}
		}
		for i, f := range s.Facings {
			if next := s.Facings[(i+1)%len(s.Facings)]; math.Mod(next.Angle-f.Angle+360, 360) != 60 || f.Name == "" {
				t.Errorf("%s: facing %+v", id, f)
			}
		}
		groups := map[string]bool{}
		for _, g := range s.Groups {
			groups[g.ID] = true
		}
		for i, c := range s.Pieces {
			if c.ID != tb.Battle.PieceID(i) || c.Name == "" || c.Group != "" && !groups[c.Group] || len(s.Figures[c.Figure]) == 0 || len(c.Values) == 0 {
				t.Errorf("%s: piece %d is %+v", id, i, c)
			}
			if c.Shape == "unit" && len(s.Fronts[c.Front]) != len(s.Facings) {
				t.Errorf("%s: %s has no front", id, c.ID)
			}
			for state, figure := range c.Forms {
				if len(s.Figures[figure]) == 0 {
					t.Errorf("%s: %s has no figure when %s", id, c.ID, state)
				}
			}
		}
		for _, v := range tb.Game.State().View(game.Nobody).Pieces {
			for _, x := range v.Values {
				if x.Key != "arrives" && s.Values[x.Key] == "" {
					t.Errorf("%s: the value %s has no name", id, x.Key)
				}
			}
		}
	}
}

// TestGround looks for what the style sheet of the client takes hold of, and that drawings stand by themselves.
func TestGround(t *testing.T) {
	for _, id := range builtIn {
		tb, w := battle(t, id, "en")
		s := tb.Pack.Sheet(tb.Battle, w)
		ground := picture.Standalone(s, tb.Pack.Ground(tb.Battle, w, system.Whole), true, false)
		small := picture.Standalone(s, tb.Pack.Ground(tb.Battle, w, system.Card), false, false)
		wellFormed(t, []byte(ground))
		wellFormed(t, []byte(small))
		for _, class := range []string{`class="numbers"`, `class="names"`, `class="rout-edge side-0"`, `class="rout-edge side-1"`} {
			if !strings.Contains(ground, class) || strings.Contains(small, class) {
				t.Errorf("%s: %s belongs on the sheet and not on the small picture", id, class)
			}
		}
		for _, not := range []string{"NaN", "Inf", "%!", "<script", "<image"} {
			if strings.Contains(ground+small, not) {
				t.Errorf("%s: the ground has %s", id, not)
			}
		}
		if n := len(ground); n > 300_000 {
			t.Errorf("%s: the ground has %d bytes, more than 300 KB", id, n)
		}
		for _, want := range []string{`[data-theme=dark] .ground [fill="#f4ecd8"]{fill:`, `class="cartouche"`} {
			if !strings.Contains(ground, want) {
				t.Errorf("%s: the ground lacks %s", id, want)
			}
		}
		if again := picture.Standalone(s, tb.Pack.Ground(tb.Battle, w, system.Whole), true, false); again != ground {
			t.Errorf("%s: the ground is not the same twice", id)
		}
	}
}

// TestAnyBoard draws a board of other places than hexes, one piece on a place and one at a pose.
func TestAnyBoard(t *testing.T) {
	_, w := battle(t, "sparta-195bc", "en")
	s := &system.Sheet{
		Width: 300, Height: 120, Unit: 10,
		Shapes: [][]float64{{-40, -40, 40, -40, 40, 40, -40, 40}, {0, -40, 40, 40, -40, 40}},
		Places: []system.Place{{ID: "one", X: 60, Y: 60}, {ID: "<two>", X: 150, Y: 60, Shape: 1}},
		Colors: []system.Palette{{Field: "#111111"}, {Field: "#222222"}},
		Pieces: []system.Counter{{ID: "a", Name: "A", Shape: "card", Type: "?"}, {ID: "b", Name: "B", Side: 1, Shape: "unit", Values: []system.Value{{Key: "sp", N: 3, Mark: "*"}}}},
	}
	v := game.View{Pieces: []game.PieceView{
		{Piece: 0, Place: 1, Facing: -1},
		{Piece: 1, Place: -1, Facing: -1, Pose: &game.Pose{Point: game.Point{X: 25_000, Y: 6_000}, Heading: 360}},
	}}
	var buf bytes.Buffer
	if err := picture.SVG(&buf, s, picture.Plain(s), v, w); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, buf.Bytes())
	for _, want := range []string{
		`d="M20 20L100 20L100 100L20 100z"`, `d="M150 20L190 100L110 100z"`, ">&lt;two&gt;</text>", // the places
		`<g transform="translate(150 62)"><title>A</title>`, ">?</text>", // in the second
		`<g transform="translate(250 60)"><title>B</title>`, ">3*</text>", `rotate(0) translate(0)`, // at its pose, looking to the right
	} {
		if !strings.Contains(buf.String(), want) {
			t.Errorf("the picture lacks %s", want)
		}
	}
}

// TestNames looks whether a counter stands on the name of a part of the map at the start.
func TestNames(t *testing.T) {
	text := regexp.MustCompile(`<text x="([0-9.]+)" y="([0-9.]+)"( class="small"[^>]*| font-weight[^>]*)?>([^<]+)</text>`)
	for _, id := range builtIn {
		tb, w := battle(t, id, "en")
		s := tb.Pack.Sheet(tb.Battle, w)
		ground := tb.Pack.Ground(tb.Battle, w, system.Whole)
		_, names, _ := strings.Cut(ground, `class="names"`)
		names, _, _ = strings.Cut(names, "</g>")
		for _, m := range text.FindAllStringSubmatch(names, -1) {
			x, _ := strconv.ParseFloat(m[1], 64)
			y, _ := strconv.ParseFloat(m[2], 64)
			half, high := 5.0*float64(len(m[4])), 12.0
			if strings.Contains(m[3], "small") {
				half, high = 2.5*float64(len(m[4])), 8
			}
			for _, v := range tb.Game.State().View(game.Nobody).Pieces {
				if v.Place < 0 || s.Pieces[v.Piece].Shape != "unit" {
					continue
				}
				p := s.Places[v.Place]
				if wide, deep := half+22-math.Abs(x-p.X), min(y, p.Y+24)-max(y-high, p.Y-20); wide > 6 && deep > 3 {
					t.Errorf("%s: %s stands on the name %s", id, s.Pieces[v.Piece].ID, m[4])
				}
			}
		}
	}
}

// TestLandmarks looks whether a counter in the middle of a hex leaves most of its landmark to be seen.
func TestLandmarks(t *testing.T) {
	place := regexp.MustCompile(`<g transform="translate\(([0-9.]+) ([0-9.]+)\) scale\(\.[0-9]+\)" fill="#[0-9a-f]+" stroke="#3d3222"`)
	for _, id := range builtIn {
		tb, w := battle(t, id, "en")
		s := tb.Pack.Sheet(tb.Battle, w)
		found := place.FindAllStringSubmatch(tb.Pack.Ground(tb.Battle, w, system.Whole), -1)
		if len(found) == 0 {
			t.Errorf("%s: no landmark", id)
		}
		for _, m := range found {
			x, _ := strconv.ParseFloat(m[1], 64)
			y, _ := strconv.ParseFloat(m[2], 64)
			for _, p := range s.Places {
				if math.Abs(x-p.X) < 26 && math.Abs(y-p.Y) < 26 {
					t.Errorf("%s: a counter in %s hides the landmark at %g, %g", id, p.ID, x, y)
				}
			}
		}
	}
}
