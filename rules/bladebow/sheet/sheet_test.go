package sheet_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"acies/game"
	"acies/grid"
	"acies/picture"
	"acies/picture/draw"
	"acies/rulebook/cite"
	"acies/rules/bladebow"
	"acies/rules/bladebow/sheet"
	"acies/system"
)

// The ground of two battles, a line for each row.
const (
	marathon = `
^^......ww....mmmm###
==============mmmm###
^^^...........mmmm###
^^^............mm####
^^................###
^^...............####
^................####
.................####
................#####
................#####
^...............#####
^^.............######
^^^............######
^^^ww........mmm#####
^^^^ww.......mmm#####
^^^^^ww......mmm#####`
	thermopylae = `
.....################
.......##############
..........###########
^^g^^.......#########
^^g^^^^^.....########
^^g^^^^^^^....#######
^^g^^^^^^^^^...######
^^g^^^^^^^^^^...#####
^^ggggggg^^^^^...####
^^^^^^^^g^^^^^^....##
^^^^^^^^g^^^^^^^^...#
^^^^^^^^g^^^^^^^^...#
^^^^^^^^g^^^^^^^....#
^^^^^^^^g^^^^^^^....#
^^^^^^^^ggggggg..^..#
^^^^^^^^^^^^^^^.....#`
	// A board with everything that the other two lack: a town, a stream with a spring and a river with bends, squares that
	// touch at a corner only.
	mixed = `
=...TT
==..TT
.=w..^
.==w^.
#--.^^
##...m`
)

// setup returns a battle on some ground, with a unit of each type for each side, two leaders and two camps.
func setup(t *testing.T, ground string) *bladebow.Setup {
	t.Helper()
	rows := strings.Fields(ground)
	s := &bladebow.Setup{ID: "test", Cols: len(rows[0]), Rows: len(rows)}
	for _, symbol := range []byte(strings.Join(rows, "")) {
		kind, ok := bladebow.TerrainOf(symbol)
		if !ok {
			t.Fatalf("%q is no ground", symbol)
		}
		s.Terrain = append(s.Terrain, kind)
	}
	for side, id := range []string{"greeks", "persians"} {
		s.Sides[side] = bladebow.Army{ID: id, Camps: []int{side}}
		for kind := range bladebow.Types {
			s.Units = append(s.Units, bladebow.UnitSetup{ID: fmt.Sprintf("%s-%d", id, kind), Side: side, Type: kind, Square: 2 + len(s.Units), Facing: int(kind) % 8, Ranks: 1})
		}
		s.Leaders = append(s.Leaders, bladebow.LeaderSetup{ID: "leader-" + id, Side: side, Rank: 1, Range: 9, Value: 3, Colour: bladebow.Colour(side + 2), Square: 2})
	}
	if ground == thermopylae {
		b := grid.NewSquares(s.Cols, s.Rows)
		s.Pass = &bladebow.Pass{Side: 1, Walls: [][2]int{{at(t, b, "R11"), at(t, b, "R12")}, {at(t, b, "T11"), at(t, b, "T12")}}}
		for _, name := range strings.Fields("C4 C5 C6 C7 C8 C9 D9 E9 F9 G9 H9 I9 I10 I11 I12 I13 I14 I15 J15 K15 L15 M15 N15 O15") {
			s.Pass.Path = append(s.Pass.Path, at(t, b, name))
		}
	}
	return s
}

func at(t *testing.T, b *grid.Squares, name string) int {
	t.Helper()
	i, err := b.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// echo is a speaker whose texts are their keys.
type echo struct{}

func (echo) Text(key string) string               { return "<" + key + ">" }
func (echo) Say(key string, _ ...game.Arg) string { return "<" + key + ">" }
func (echo) Piece(i int) string                   { return fmt.Sprintf("<piece %d>", i) }
func (echo) Place(i int) string                   { return fmt.Sprintf("<place %d>", i) }
func (echo) Side(s game.Side) string              { return fmt.Sprintf("<side %d>", s) }
func (echo) Facing(f int) string                  { return fmt.Sprintf("<facing %d>", f) }

var grounds = map[string]string{"marathon": marathon, "thermopylae": thermopylae, "mixed": mixed}

// TestSheet holds the sheet together: every index and key leads somewhere, the squares cover the board, and nobody is
// without a figure.
func TestSheet(t *testing.T) {
	cite.Clauses(t, "bnb-2.1b", "bnb-3.1a", "bnb-R1")
	for name, ground := range grounds {
		set := setup(t, ground)
		s := sheet.New(set, echo{})
		b := grid.NewSquares(set.Cols, set.Rows)
		if len(s.Places) != b.Len() {
			t.Fatalf("%s: %d places, expected %d", name, len(s.Places), b.Len())
		}
		covered := 0.0
		for i, p := range s.Places {
			shape := s.Shapes[p.Shape]
			wide, high := shape[2]-shape[0], shape[5]-shape[1]
			covered += wide * high
			if p.ID != b.ID(i) || p.X-wide/2 < 0 || p.X+wide/2 > s.Width || p.Y-high/2 < 0 || p.Y+high/2 > s.Height {
				t.Errorf("%s: place %d is %+v", name, i, p)
			}
			if want := "<terrain." + set.Terrain[i].Data().Key + ">"; !slices.Equal(p.About, []string{want}) {
				t.Errorf("%s: %s is about %v, expected %s", name, p.ID, p.About, want)
			}
			for d := 0; d < 8; d += 2 {
				if n := b.Neighbor(i, d); n >= 0 && math.Abs(math.Hypot(s.Places[n].X-p.X, s.Places[n].Y-p.Y)-wide) > .01 {
					t.Errorf("%s: %s and %s do not lie side by side", name, p.ID, s.Places[n].ID)
				}
			}
		}
		if want := (s.Width - 108) * (s.Height - 108 - draw.Foot); math.Abs(covered-want) > 1 {
			t.Errorf("%s: the squares cover %g, expected %g", name, covered, want)
		}
		if len(s.Facings) != 8 || s.Facings[1].ID != "NE" || s.Facings[1].Angle != 45 || s.Facings[7].Angle != 315 {
			t.Errorf("%s: facings %+v", name, s.Facings)
		}
		if want := len(set.Units) + len(set.Leaders) + 2 + bladebow.CardCount; len(s.Pieces) != want {
			t.Errorf("%s: %d pieces, expected %d", name, len(s.Pieces), want)
		}
		for i, c := range s.Pieces {
			if c.ID == "" || c.Name == "" || len(s.Figures[c.Figure]) == 0 {
				t.Errorf("%s: piece %d is %+v", name, i, c)
			}
			if c.Front != "" && len(s.Fronts[c.Front]) != 8 {
				t.Errorf("%s: %s has %d fronts", name, c.ID, len(s.Fronts[c.Front]))
			}
			for _, v := range append(slices.Clone(c.Values), c.Back...) {
				if _, ok := s.Boxes[v.Box]; v.Box != "" && !ok || s.Values[v.Key] == "" {
					t.Errorf("%s: %s has the value %+v", name, c.ID, v)
				}
			}
		}
		for _, badge := range s.Badges {
			if s.States[badge.State] == "" && s.Values[badge.Value] == "" {
				t.Errorf("%s: a badge without a name: %+v", name, badge)
			}
		}
	}
}

// printed returns what is printed on a counter: numbers in order, and the boxes around them.
func printed(list []system.Value) string {
	var words []string
	for _, v := range list {
		word := fmt.Sprint(v.N)
		if v.Text != "" {
			word = v.Text
		}
		words = append(words, strings.Trim(v.Box+" "+word+v.Mark, " "))
	}
	return strings.Join(words, ", ")
}

// TestCounters compares counters with the unit table.
func TestCounters(t *testing.T) {
	cite.Clauses(t, "bnb-2.3.1a", "bnb-2.3.1.3b", "bnb-2.3.2.3b", "bnb-2.3.2.5a", "bnb-2.3.2.5sa", "bnb-2.3.2.5sb", "bnb-2.3.2.6a")
	set := setup(t, mixed)
	s := sheet.New(set, echo{})
	for _, test := range []struct {
		piece       int
		front, back string
	}{
		{int(bladebow.Hoplite), "dense <size.H>, 5, missile 3, 1, 3, 0", "dense <size.H>, 8, missile 2"},
		{int(bladebow.Archers), "open <size.L>, 6, ranged 2, 8, missile 1, 0, 0, 0", "open <size.L>, 6, missile 1"},
		{int(bladebow.HeavyCavalry), "open <size.M>, 15, missile 2, 0, 1, 0", "open <size.M>, 12, missile 1"},
		{int(bladebow.Maniple), "flexible <size.H>, 6, missile 3, 1, 2, 1", "flexible <size.H>, 8, missile 2"},
		{len(set.Units), "1, 9, red 3<colour.red.letter>", ""},
		{len(set.Units) + 1, "1, 9, yellow 3<colour.yellow.letter>", ""},
		{len(set.Units) + 2, "", ""},
	} {
		c := s.Pieces[test.piece]
		if got := printed(c.Values); got != test.front {
			t.Errorf("%s: %s, expected %s", c.ID, got, test.front)
		}
		if got := printed(c.Back); got != test.back {
			t.Errorf("%s, the back: %s, expected %s", c.ID, got, test.back)
		}
	}
	if c := s.Pieces[len(set.Units)+3]; c.ID != "camp-persians" || c.Side != 1 || c.Front != "" {
		t.Errorf("the second camp is %+v", c)
	}
	// Boxes and sides must differ in shape, not only in colour.
	for _, list := range [][]string{{"open", "dense", "flexible"}, {"white", "black", "red", "yellow"}} {
		seen := map[string]bool{}
		for _, key := range list {
			path := s.Boxes[key].Parts[0].Path
			if seen[path] {
				t.Errorf("the box %s has the outline of another", key)
			}
			seen[path] = true
		}
	}
}

// TestCards compares cards with the deck.
func TestCards(t *testing.T) {
	cite.Clauses(t, "bnb-2.2a", "bnb-2.2.1a", "bnb-2.2.1b", "bnb-2.2.3a")
	s := sheet.New(setup(t, mixed), echo{})
	cards := s.Pieces[len(s.Pieces)-bladebow.CardCount:]
	figures := map[string]bool{}
	for i, c := range cards {
		key := bladebow.Deck[i].Effect.Key()
		if c.ID != fmt.Sprintf("K%02d", i+1) || c.Name != "<card."+key+">" || c.Text != "<card."+key+".rule>" || c.Shape != "card" || c.Side != system.NoSide {
			t.Errorf("card %d is %+v", i, c)
		}
		figures[c.Figure] = true
	}
	if len(figures) != bladebow.Effects {
		t.Errorf("the cards have %d figures, expected %d", len(figures), bladebow.Effects)
	}
	if got, want := printed(cards[0].Values), "commitment 2, white 1<colour.white.letter>, black 1<colour.black.letter>, red 1<colour.red.letter>, yellow 2<colour.yellow.letter>"; got != want {
		t.Errorf("the first card: %s, expected %s", got, want)
	}
	if got := cards[bladebow.CardCount-1].Values; got != nil {
		t.Errorf("the Reshuffle card has %v", got)
	}
}

// TestGround checks that drawings are well-formed and always the same, and that a small picture has no lettering.
func TestGround(t *testing.T) {
	for name, ground := range grounds {
		set := setup(t, ground)
		s := sheet.New(set, echo{})
		places := []sheet.Place{{ID: "corner", Squares: []int{0}}, {ID: "row", Squares: []int{set.Cols, set.Cols + 1, 2*set.Cols + 1}}}
		for _, kind := range []bladebow.Terrain{bladebow.Sea, bladebow.River, bladebow.Stream, bladebow.GoatPath} {
			if i := slices.Index(set.Terrain, kind); i >= 0 {
				places = append(places, sheet.Place{ID: kind.Data().Key, Squares: []int{i}})
			}
		}
		whole := picture.Standalone(s, sheet.Ground(set, echo{}, system.Whole, places...), true, false)
		small := picture.Standalone(s, sheet.Ground(set, echo{}, system.Card), false, false)
		backdrop := picture.Standalone(s, sheet.Ground(set, echo{}, system.Backdrop), true, false)
		for _, svg := range []string{whole, small, backdrop} {
			wellFormed(t, svg)
			for _, not := range []string{"NaN", "Inf", "%!", "<script", "<image"} {
				if strings.Contains(svg, not) {
					t.Errorf("%s: the ground has %s", name, not)
				}
			}
		}
		if strings.Contains(small, "<text") || strings.Contains(backdrop, `class="compass"`) {
			t.Errorf("%s: lettering where there should be none", name)
		}
		if got, want := strings.Count(whole, "<text"), len(s.Places)+2*(set.Cols+set.Rows)+8+1+len(places)+8+len(s.Legend); got != want {
			t.Errorf("%s: %d texts, expected %d: squares, coordinates, directions, north, places and the cartouche", name, got, want)
		}
		if n := len(whole); n > 300_000 {
			t.Errorf("%s: the ground has %d bytes, more than 300 KB", name, n)
		}
		if again := picture.Standalone(s, sheet.Ground(set, echo{}, system.Whole, places...), true, false); again != whole {
			t.Errorf("%s: the ground is not the same twice", name)
		}
		for what, want := range map[string]bool{
			`fill="#bcd3d6"`: strings.Contains(ground, "#"), `stroke-dasharray="7 5"`: set.Pass != nil, `stroke="#d9c6a0"`: set.Pass != nil,
			`fill="#c88f6c"`: strings.Contains(ground, "T"), `fill="#a9c9d2"`: strings.ContainsAny(ground, "=-"), `fill="#4a6238"`: strings.Contains(ground, "w"),
		} {
			if strings.Contains(whole, what) != want {
				t.Errorf("%s: %s on the map is %t, expected %t", name, what, !want, want)
			}
		}
	}
}

// TestPicture draws all counters, with every facing, state and value that a view may have.
func TestPicture(t *testing.T) {
	set := setup(t, marathon)
	s := sheet.New(set, echo{})
	v := game.View{}
	for i := range s.Pieces {
		p := game.PieceView{Piece: i, Place: i, Facing: -1}
		if s.Pieces[i].Front != "" {
			p.Facing = i % 8
		}
		v.Pieces = append(v.Pieces, p)
	}
	v.Pieces[0].Values = []game.Value{{Key: "ranks", N: 3}}
	v.Pieces[1].Values = []game.Value{{Key: "last-known", N: 2}}
	v.Pieces[2].States = []string{"disrupted", "melee", "rallied"}
	v.Pieces[3].States = []string{"shield"}
	v.Pieces[len(set.Units)+2].States = []string{"overrun"}
	var buf bytes.Buffer
	if err := picture.SVG(&buf, s, sheet.Ground(set, echo{}, system.Whole), v, echo{}); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, buf.String())
	for want, n := range map[string]int{
		">+3</text>": 1, ">+2?</text>": 1, ">D</text>": 1,
		">5 1-3-0</text>":          2, // hoplites
		">18 0-0-0</text>":         2, // light cavalry
		">2-8</text>":              2, // archers
		"&lt;size.H&gt; 5 3 1-3-0": 2, // the caption of hoplites
		"rotate(45)":               3, // facing south-east, and the rose
	} {
		if got := strings.Count(buf.String(), want); got < n {
			t.Errorf("the picture has %s %d times, expected %d", want, got, n)
		}
	}
}

func wellFormed(t *testing.T, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
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
