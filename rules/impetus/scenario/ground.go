package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/pack"
	"acies/plane"
	"acies/rules/impetus"
)

// Table is a table that has been read, or laid out from a seed.
type Table struct {
	ID       string
	Zones    [2]impetus.Zone // of the armies at the south and at the north edge
	Terrain  []impetus.Piece
	Lines    []impetus.Line
	HighBank *impetus.Bank

	pieces []plane.Piece // of the terrain
}

// edgeNames are the names of the edges of the table, in order.
var edgeNames = []string{"south", "north", "west", "east"}

// EdgeNames returns the names of the edges of the table, in order.
func EdgeNames() []string { return slices.Clone(edgeNames) }

// checkTables reads the tables of the pack.
func (r *reading) checkTables(f *pack.Files) {
	for _, name := range f.Names() {
		id, ok := strings.CutPrefix(name, pack.TablesDir+"/")
		if !ok {
			continue
		}
		var file tableFile
		before := len(r.Problems)
		r.Decode(f, name, true, &file)
		if len(r.Problems) > before {
			continue
		}
		r.File = name
		r.tables = append(r.tables, r.checkTable(strings.TrimSuffix(id, ".yaml"), &file))
	}
}

func (r *reading) checkTable(name string, file *tableFile) *Table {
	t := &Table{ID: name}
	if r.ID(1, "table", file.ID) && file.ID.Text != name {
		r.Fail(file.ID.Line, fmt.Sprintf("the table %s is in the file %s", file.ID.Text, r.File), "the file must have the name of the table")
	}
	r.Source(1, "table "+name, file.Source)
	if size, ok := r.Value(1, "size", file.Size); ok && size != tableSize {
		r.Fail(file.Size.Line, fmt.Sprintf("size %q", size), "a table has the size "+tableSize)
	}
	if file.Zones.Line == 0 {
		r.Fail(1, "zones is missing", "expected south and north, each with two opposite corners such as 0,0 180,44")
	} else {
		t.Zones[impetus.South] = r.zone(file.Zones.Line, "south", file.Zones.V.South)
		t.Zones[impetus.North] = r.zone(file.Zones.Line, "north", file.Zones.V.North)
		if s, n := t.Zones[0], t.Zones[1]; s.Y[1] > n.Y[0] {
			r.Fail(file.Zones.V.South.Line, "the zones overlap", "the zone of the south lies south of that of the north")
		}
	}
	seen := map[string]int{}
	for i := range file.Terrain {
		r.checkPiece(t, &file.Terrain[i], seen)
	}
	for i := range file.Fortifications {
		r.checkFortification(t, &file.Fortifications[i], seen)
	}
	if file.HighBank != nil {
		r.checkBank(t, file.HighBank)
	}
	return t
}

// tableSize is the size of every table in U, which package plane has fixed.
var tableSize = formatLength(plane.Width) + " " + formatLength(plane.Height)

func (r *reading) zone(line int, edge string, m pack.Marked) impetus.Zone {
	points := r.points(line, "zone "+edge, m, 2, 2)
	if len(points) != 2 {
		return impetus.Zone{}
	}
	a, b := points[0], points[1]
	if a.X >= b.X || a.Y >= b.Y {
		r.Fail(m.Line, fmt.Sprintf("zone %s %q", edge, m.Text), "expected its south-western and its north-eastern corner, such as 0,0 180,44")
	}
	return impetus.Zone{X: [2]int32{int32(a.X), int32(b.X)}, Y: [2]int32{int32(a.Y), int32(b.Y)}}
}

func (r *reading) checkPiece(t *Table, e *pack.Entry[pieceEntry], seen map[string]int) {
	if r.ID(e.Line, "terrain", e.V.ID) {
		r.Unique(seen, "terrain", e.V.ID)
	}
	what := "terrain " + e.V.ID.Text
	p := impetus.Piece{ID: e.V.ID.Text}
	kind, known := r.index(e.Line, what, "kind", e.V.Kind, impetus.KindNames[:])
	p.Kind = impetus.Kind(max(0, kind))
	p.Polygon = r.points(e.Line, what+": polygon", e.V.Polygon, 3, 16)
	piece, whole := plane.Piece{}, false
	if p.Polygon != nil {
		var err error
		if piece, err = plane.NewPiece(p.Polygon...); err != nil {
			r.Fail(e.V.Polygon.Line, fmt.Sprintf("%s: polygon %q", what, e.V.Polygon.Text), "expected a convex polygon in counter-clockwise order, without points on its sides (imp-D8a)")
		} else {
			whole = true
		}
	}
	hill := p.Kind == impetus.GentleHill || p.Kind == impetus.SteepHill
	switch {
	case !known:
	case hill:
		p.Crest = r.points(e.Line, what+": crest", e.V.Crest, 2, 16)
		for _, q := range p.Crest {
			if whole && !piece.Contains(q) {
				r.Fail(e.V.Crest.Line, fmt.Sprintf("%s: crest: %s is not on the hill", what, formatPoint(q)), "expected points inside its polygon")
			}
		}
	case e.V.Crest.Line > 0:
		r.Fail(e.V.Crest.Line, fmt.Sprintf("%s: crest, with kind %s", what, e.V.Kind.Text), "only a gentle_hill and a steep_hill have one")
	}
	t.Terrain = append(t.Terrain, p)
	t.pieces = append(t.pieces, piece)
}

func (r *reading) checkFortification(t *Table, e *pack.Entry[lineEntry], seen map[string]int) {
	if r.ID(e.Line, "fortification", e.V.ID) {
		r.Unique(seen, "fortification", e.V.ID)
	}
	what := "fortification " + e.V.ID.Text
	l := impetus.Line{ID: e.V.ID.Text, Points: r.points(e.Line, what+": line", e.V.Line, 2, 16)}
	if i, ok := r.index(e.Line, what, "protects", e.V.Protects, edgeNames); ok {
		l.Protects = impetus.Edge(i)
	}
	t.Lines = append(t.Lines, l)
}

func (r *reading) checkBank(t *Table, e *pack.Entry[bankBlock]) {
	const what = "high-bank"
	b := &impetus.Bank{}
	var streams []string
	for _, p := range t.Terrain {
		if p.Kind == impetus.Stream {
			streams = append(streams, p.ID)
		}
	}
	if id, ok := r.Value(e.Line, what+": stream", e.V.Stream); ok && r.OneOf(e.V.Stream.Line, what, "stream", id, "the table", streams) {
		b.Stream = slices.IndexFunc(t.Terrain, func(p impetus.Piece) bool { return p.ID == id })
	}
	if text, ok := r.Value(e.Line, what+": y", e.V.Y); ok {
		words := strings.Fields(text)
		var y [2]int64
		good := len(words) == 2
		for i := range min(2, len(words)) {
			n, ok := parseLength(words[i])
			y[i], good = n, good && ok && n >= 0 && n <= plane.Height
		}
		if !good || y[0] >= y[1] {
			r.Fail(e.V.Y.Line, fmt.Sprintf("%s: y %q", what, text), "expected where it begins and ends, such as 62 63")
		}
		b.Y = [2]int32{int32(y[0]), int32(y[1])}
	}
	t.HighBank = b
}

// points returns between least and most points of the table, such as 14,34 30,30, or nil if they are not valid.
func (r *reading) points(line int, what string, m pack.Marked, least, most int) []plane.Point {
	text, ok := r.Value(line, what, m)
	if !ok {
		return nil
	}
	words := strings.Fields(text)
	if len(words) < least || len(words) > most {
		want := strconv.Itoa(least)
		if most > least {
			want = fmt.Sprintf("%d to %d", least, most)
		}
		r.Fail(m.Line, fmt.Sprintf("%s has %d points", what, len(words)), "expected "+want)
		return nil
	}
	var out []plane.Point
	for _, w := range words {
		left, right, _ := strings.Cut(w, ",")
		x, okX := parseLength(left)
		y, okY := parseLength(right)
		switch {
		case !okX || !okY:
			r.Fail(m.Line, fmt.Sprintf("%s: %q is not a point", what, w), "expected x and y in U, such as 14,34")
			return nil
		case x < 0 || x > plane.Width || y < 0 || y > plane.Height:
			r.Fail(m.Line, fmt.Sprintf("%s: %s is not on the table", what, w), "the table is 0,0 to "+strings.ReplaceAll(tableSize, " ", ","))
			return nil
		}
		out = append(out, plane.Point{X: x, Y: y})
	}
	return out
}

// length returns a length in thousandths of a U, or lo U if it is not valid; lo and hi are in U.
func (r *reading) length(line int, what string, m pack.Marked, lo, hi int64) int32 {
	text, ok := r.Value(line, what, m)
	if !ok {
		return int32(lo * impetus.U)
	}
	n, ok := parseLength(text)
	if !ok || n < lo*impetus.U || n > hi*impetus.U {
		r.Fail(m.Line, fmt.Sprintf("%s %q is not a length from %dU to %dU", what, text, lo, hi), "expected a number such as 40 or 40.25")
		return int32(lo * impetus.U)
	}
	return int32(n)
}

// parseLength reads a length in U with at most three decimals as thousandths of a U.
func parseLength(s string) (int64, bool) {
	whole, part, decimals := strings.Cut(s, ".")
	digits := whole + part
	if whole == "" || decimals && part == "" || len(whole) > 4 || len(part) > 3 || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(digits+strings.Repeat("0", 3-len(part)), 10, 64)
	return n, err == nil
}

// formatLength returns a length in U as it is written in packs.
func formatLength(n int64) string {
	s := fmt.Sprintf("%d.%03d", n/impetus.U, n%impetus.U)
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

func formatPoint(p plane.Point) string { return formatLength(p.X) + "," + formatLength(p.Y) }
