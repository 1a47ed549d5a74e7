package scenario

import (
	"bytes"
	"fmt"
	"strings"

	"acies/grid"
	"acies/pack"
	"acies/rules/bladebow"
)

// checkMap reads the size of the map, the ground of each square and the places.
func (r *reading) checkMap(f *pack.Files) {
	r.File = battleYAML
	m := &r.battle.Map
	if m.Line == 0 {
		r.Fail(1, "map is missing", "expected columns, rows and source")
		return
	}
	before := len(r.Problems)
	cols := r.Number(m.Line, "columns", m.V.Columns, 1, MaxColumns)
	rows := r.Number(m.Line, "rows", m.V.Rows, 1, MaxRows)
	sized := len(r.Problems) == before
	r.Source(m.Line, "map", m.V.Source)
	if !sized {
		return
	}
	r.board = grid.NewSquares(cols, rows)
	r.setup.Cols, r.setup.Rows = cols, rows
	text, _ := f.Read(terrainTXT)
	r.checkTerrain(text)
	r.checkPlaces()
}

// checkTerrain reads the map: a line of column letters, then one line for each row with its number.
func (r *reading) checkTerrain(text []byte) {
	r.File = terrainTXT
	var head strings.Builder
	head.WriteString("   ")
	for c := range r.board.Cols {
		head.WriteByte(byte('A' + c))
	}
	ground := make([]bladebow.Terrain, 0, r.board.Len())
	line, row, before := 0, 0, len(r.Problems)
	for data := range bytes.Lines(text) {
		line++
		got := strings.TrimRight(string(data), " \t\r\n")
		if line == 1 {
			if got != head.String() {
				r.Fail(line, fmt.Sprintf("the column letters are %q", got), fmt.Sprintf("expected %q", head.String()))
			}
			continue
		}
		if got == "" {
			continue
		}
		row++
		r.rows = append(r.rows, line)
		symbols, ok := strings.CutPrefix(got, fmt.Sprintf("%2d ", row))
		if !ok {
			r.Fail(line, fmt.Sprintf("the row is %q", got), fmt.Sprintf("expected \"%2d \" and the symbols of row %d", row, row))
			continue
		}
		if len(symbols) != r.board.Cols {
			r.Fail(line, fmt.Sprintf("row %d has %d squares", row, len(symbols)), fmt.Sprintf("%s has %d columns", battleYAML, r.board.Cols))
			continue
		}
		for i := range len(symbols) {
			t, ok := bladebow.TerrainOf(symbols[i])
			if !ok {
				r.Fail(line, fmt.Sprintf("square %c%d: terrain %q is unknown", 'A'+i, row, symbols[i]), "the symbols are "+symbolList())
			}
			ground = append(ground, t)
		}
	}
	if row != r.board.Rows {
		r.Fail(line, fmt.Sprintf("the map has %d rows", row), fmt.Sprintf("%s has %d rows", battleYAML, r.board.Rows))
	}
	if r.known = len(r.Problems) == before; r.known {
		r.setup.Terrain = ground
	}
}

// symbolList returns the symbols of the map with their meanings.
func symbolList() string {
	var out []string
	for t := range bladebow.Terrains {
		out = append(out, fmt.Sprintf("%c %s", t.Data().Symbol, t.Data().Key))
	}
	return strings.Join(out, ", ")
}

func (r *reading) checkPlaces() {
	r.File = battleYAML
	seen := map[string]int{}
	for _, e := range r.battle.Places {
		if !r.ID(e.Line, "place", e.V.ID) || !r.Unique(seen, "place", e.V.ID) {
			continue
		}
		what := "place " + e.V.ID.Text
		r.Source(e.Line, what, e.V.Source)
		p := Place{ID: e.V.ID.Text}
		if len(e.V.Squares) == 0 {
			r.Fail(e.Line, what+" has no squares", "expected squares and blocks such as A1 B1 S1-U3")
		}
		for _, w := range e.V.Squares {
			p.Squares = append(p.Squares, r.block(w, what)...)
		}
		r.places = append(r.places, p)
	}
}

// block returns the squares that a word such as S1-U3 names by two opposite corners, or one square.
func (r *reading) block(w pack.Word, what string) []int {
	first, last, ok := strings.Cut(w.Text, "-")
	a := r.square(w.Line, what, first)
	b := a
	if ok {
		b = r.square(w.Line, what, last)
	}
	if a < 0 || b < 0 {
		return nil
	}
	var out []int
	for s := a; s <= b; s++ {
		if c := r.board.Col(s); c >= r.board.Col(a) && c <= r.board.Col(b) {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		r.Fail(w.Line, fmt.Sprintf("%s: %s is not a block", what, w.Text), "expected its upper left and its lower right square, such as S1-U3")
	}
	return out
}

// square returns the square with the given name, or -1 if it is not on the map or the map is unknown.
func (r *reading) square(line int, what, id string) int {
	if r.board == nil {
		return -1
	}
	s, err := r.board.Parse(id)
	if err != nil {
		r.Fail(line, what+": "+err.Error(), "the map is A1 to "+r.board.ID(r.board.Len()-1))
		return -1
	}
	return s
}

// squares returns the squares of a marked list, each of which may be named once.
func (r *reading) squares(line int, what string, m pack.Marked) []int {
	text, ok := r.Value(line, what, m)
	if !ok {
		return nil
	}
	var out []int
	seen := map[int]bool{}
	for _, id := range strings.Fields(text) {
		s := r.square(m.Line, what, id)
		if s < 0 {
			continue
		}
		if seen[s] {
			r.Fail(m.Line, fmt.Sprintf("%s names %s twice", what, id), "")
			continue
		}
		seen[s] = true
		out = append(out, s)
	}
	return out
}

// pairs returns the pairs of a marked list such as R11-R12, which must be neighbours across a side or across a corner.
func (r *reading) pairs(line int, what string, m pack.Marked, corner bool) [][2]int {
	text, ok := r.Value(line, what, m)
	if !ok || r.board == nil {
		return nil
	}
	across := "side"
	if corner {
		across = "corner"
	}
	var out [][2]int
	for _, pair := range strings.Fields(text) {
		first, second, ok := strings.Cut(pair, "-")
		if !ok {
			r.Fail(m.Line, fmt.Sprintf("%s: %q is not a pair of squares", what, pair), "expected two neighbours such as R11-R12")
			continue
		}
		a, b := r.square(m.Line, what, first), r.square(m.Line, what, second)
		if a < 0 || b < 0 {
			continue
		}
		if d := r.board.Direction(a, b); d < 0 || (d&1 == 1) != corner {
			r.Fail(m.Line, fmt.Sprintf("%s: %s and %s do not meet at a %s", what, first, second, across), "expected neighbours across a "+across)
			continue
		}
		out = append(out, [2]int{a, b})
	}
	return out
}

// closed says why a unit of a type may not stand in a square at the start; a nil type stands for any. It returns "" if it
// may, and also if the map is unknown.
func (r *reading) closed(s int, d *bladebow.TypeData) string {
	if s < 0 || !r.known {
		return ""
	}
	switch r.setup.Terrain[s] {
	case bladebow.Sea:
		return "sea"
	case bladebow.Marsh:
		if d != nil && d.Mounted {
			return "marsh, closed to cavalry"
		}
	case bladebow.GoatPath:
		return "on the goat path, which nobody has found yet"
	case bladebow.Hill:
		if r.open != nil && !r.open[s] {
			return "a closed hill"
		}
	}
	return ""
}
