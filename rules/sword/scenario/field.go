package scenario

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"acies/grid"
	"acies/pack"
	"acies/rules/sword"
)

// checkMap reads the size of the map, the legend, the two text maps and the zones.
func (r *reading) checkMap(f *pack.Files) {
	r.File = battleYAML
	m := &r.battle.Map
	if m.Line == 0 {
		r.Fail(1, "map is missing", "expected columns, rows, north, source and legend")
		return
	}
	before := len(r.Problems)
	cols := r.Number(m.Line, "columns", m.V.Columns, 1, grid.MaxSize)
	rows := r.Number(m.Line, "rows", m.V.Rows, 1, grid.MaxSize)
	sized := len(r.Problems) == before
	north, ok := r.Value(m.Line, "north", m.V.North)
	if edges := []string{"top", "right", "bottom", "left"}; ok && !slices.Contains(edges, north) {
		r.Fail(m.V.North.Line, fmt.Sprintf("north %q is not an edge", north), "expected one of "+pack.List(edges))
	}
	r.north = north
	r.Source(m.Line, "map", m.V.Source)
	legend := r.checkLegend()
	if sized {
		r.grid = grid.New(cols, rows)
		r.setup.Cols, r.setup.Rows = cols, rows
		r.setup.Hexes = make([]sword.HexDef, r.grid.Len())
		terrain, _ := f.Read(terrainTXT)
		r.checkTerrain(terrain, legend)
		levels, _ := f.Read(levelsTXT)
		r.checkLevels(levels)
	}
	r.checkZones(legend)
}

// legendLine is one line of the legend: what a letter of terrain.txt stands for.
type legendLine struct {
	terrain, zone string
}

func (r *reading) checkLegend() map[rune]legendLine {
	legend := map[rune]legendLine{}
	keys := slices.Sorted(maps.Keys(r.battle.Map.V.Legend))
	if len(keys) == 0 {
		r.Fail(r.battle.Map.Line, "legend is missing", `expected a line for each letter of the map, such as ".": {terrain: clear}`)
	}
	for _, key := range keys {
		e := r.battle.Map.V.Legend[key]
		what := fmt.Sprintf("legend %q", key)
		letter, size := utf8.DecodeRuneInString(key)
		if size != len(key) || letter <= ' ' || letter == utf8.RuneError {
			r.Fail(e.Line, what+": not one letter", "a hex of the map is one visible character")
			continue
		}
		r.OneOf(e.Line, what, "terrain", e.V.Terrain.Text, r.inBook(), r.terrainIDs())
		legend[letter] = legendLine{e.V.Terrain.Text, e.V.Zone.Text}
	}
	return legend
}

// textMap returns the letters of a text map row by row, and the line of each row; nil if its size is wrong. The map
// has two lines of column numbers, tens above units, and begins each row with its number.
func (r *reading) textMap(file string, data []byte) (letters []rune, lines []int) {
	r.File = file
	head := header(r.grid.Cols)
	line, row, sound := 0, 0, true
	for text := range bytes.Lines(data) {
		line++
		got := strings.TrimRight(string(text), " \t\r\n")
		if line <= len(head) {
			if got != head[line-1] {
				r.Fail(line, fmt.Sprintf("the column numbers are %q", got), fmt.Sprintf("expected %q", head[line-1]))
				sound = false
			}
			continue
		}
		if got == "" {
			continue
		}
		row++
		number, cells, _ := strings.Cut(got, " ")
		if want := fmt.Sprintf("%02d", row); number != want {
			r.Fail(line, fmt.Sprintf("the row begins with %q", number), fmt.Sprintf("expected its number, %s, and a space", want))
			sound = false
		}
		if n := utf8.RuneCountInString(cells); n != r.grid.Cols {
			r.Fail(line, fmt.Sprintf("row %02d has %d hexes", row, n), fmt.Sprintf("%s has %d columns", battleYAML, r.grid.Cols))
			sound = false
		}
		letters = append(letters, []rune(cells)...)
		lines = append(lines, line)
	}
	if row != r.grid.Rows {
		r.Fail(line, fmt.Sprintf("the map has %d rows", row), fmt.Sprintf("%s has %d rows", battleYAML, r.grid.Rows))
		sound = false
	}
	if !sound {
		return nil, nil
	}
	return letters, lines
}

// header returns the two lines of column numbers above a text map.
func header(cols int) [2]string {
	tens, units := []byte("   "), []byte("   ")
	for c := 1; c <= cols; c++ {
		tens = append(tens, byte('0'+c/10))
		units = append(units, byte('0'+c%10))
	}
	return [2]string{string(tens), string(units)}
}

func (r *reading) checkTerrain(data []byte, legend map[rune]legendLine) {
	letters, lines := r.textMap(terrainTXT, data)
	for h, letter := range letters {
		l, ok := legend[letter]
		if !ok {
			known := collect(slices.Sorted(maps.Keys(legend)), func(k rune) string { return string(k) })
			r.Fail(lines[r.grid.Row(h)-1], fmt.Sprintf("hex %s: letter %q is unknown", r.grid.ID(h), letter),
				"the legend has "+strings.Join(known, " "))
			continue
		}
		r.setup.Hexes[h].Terrain = l.terrain
	}
	r.letters = letters
}

func (r *reading) checkLevels(data []byte) {
	letters, lines := r.textMap(levelsTXT, data)
	for h, letter := range letters {
		if letter < '0' || letter > '9' {
			r.Fail(lines[r.grid.Row(h)-1], fmt.Sprintf("hex %s: level %q is not a digit", r.grid.ID(h), letter), "")
			continue
		}
		r.setup.Hexes[h].Level = int(letter - '0')
	}
	for h := range letters {
		for _, side := range []int{grid.NE, grid.SE, grid.S} { // the other three are these of a neighbour
			n := r.grid.Neighbor(h, side)
			if n < 0 {
				continue
			}
			if a, b := r.setup.Hexes[h].Level, r.setup.Hexes[n].Level; a-b > 1 || b-a > 1 {
				r.Warn(lines[r.grid.Row(h)-1], fmt.Sprintf("hex %s is on level %d and its neighbour %s on level %d",
					r.grid.ID(h), a, r.grid.ID(n), b), "the charts know steps of one level")
			}
		}
	}
}

// checkZones reads the zones and compares them with the letters of the map.
func (r *reading) checkZones(legend map[rune]legendLine) {
	r.File = battleYAML
	seen := map[string]int{}
	for _, e := range r.battle.Zones {
		if !r.ID(e.Line, "zone", e.V.ID) || !r.Unique(seen, "zone", e.V.ID) {
			continue
		}
		what := "zone " + e.V.ID.Text
		r.Source(e.Line, what, e.V.Source)
		def := sword.ZoneDef{ID: e.V.ID.Text}
		in := map[int]bool{}
		for _, w := range e.V.Hexes {
			for _, h := range r.run(what, w) {
				if in[h] {
					r.Fail(w.Line, fmt.Sprintf("%s: hex %s is listed twice", what, r.grid.ID(h)), "")
					continue
				}
				in[h] = true
				def.Hexes = append(def.Hexes, r.grid.ID(h))
			}
		}
		if len(e.V.Hexes) == 0 {
			r.Fail(e.Line, what+" has no hexes", "expected hexes: and their names, such as 0107-0109 0206")
		}
		r.setup.Zones = append(r.setup.Zones, def)
		r.zones[def.ID] = in
		r.compareZone(def.ID, e.V.ID.Line, in, legend)
	}
	for letter, l := range legend {
		if _, ok := r.zones[l.zone]; l.zone != "" && !ok {
			e := r.battle.Map.V.Legend[string(letter)]
			r.OneOf(e.Line, fmt.Sprintf("legend %q", string(letter)), "zone", l.zone, "the battle", r.zoneIDs())
		}
	}
}

// run returns the hexes of a word of a zone: one hex, or a range of them down a column.
func (r *reading) run(what string, w pack.Word) []int {
	first, last, ok := strings.Cut(w.Text, "-")
	a := r.hex(w.Line, what, first)
	if !ok || a < 0 {
		return slices.DeleteFunc([]int{a}, func(h int) bool { return h < 0 })
	}
	b := r.hex(w.Line, what, last)
	if b < 0 {
		return nil
	}
	if r.grid.Col(a) != r.grid.Col(b) || r.grid.Row(a) > r.grid.Row(b) {
		r.Fail(w.Line, fmt.Sprintf("%s: %s is not a run of hexes", what, w.Text), "a run goes down one column, such as 0107-0109")
		return nil
	}
	var out []int
	for h := a; h <= b; h += r.grid.Cols {
		out = append(out, h)
	}
	return out
}

// compareZone reports where a zone and the letters that stand for it differ. A zone without a letter may lie anywhere.
func (r *reading) compareZone(id string, line int, in map[int]bool, legend map[rune]legendLine) {
	var own []string
	for _, letter := range slices.Sorted(maps.Keys(legend)) {
		if legend[letter].zone == id {
			own = append(own, string(letter))
		}
	}
	if len(own) == 0 {
		return
	}
	for h, letter := range r.letters {
		l, known := legend[letter]
		switch {
		case !known:
		case in[h] && l.zone != id:
			r.Fail(line, fmt.Sprintf("zone %s: hex %s is %q on the map", id, r.grid.ID(h), letter), "the legend gives the zone "+strings.Join(own, " "))
		case !in[h] && l.zone == id:
			r.Fail(line, fmt.Sprintf("zone %s: hex %s is missing", id, r.grid.ID(h)), fmt.Sprintf("it is %q on the map", letter))
		}
	}
}

// closed reports whether the terrain of a hex may not be entered by units of a column.
func (r *reading) closed(h int, c sword.Column) bool {
	for i := range r.book.Terrain {
		if r.book.Terrain[i].ID == r.setup.Hexes[h].Terrain {
			return r.book.Terrain[i].Cost[c] == sword.Closed
		}
	}
	return false
}

// checkEdges reads the features of hexsides.
func (r *reading) checkEdges() {
	r.File = edgesYAML
	if r.grid == nil {
		return
	}
	ids, sides := map[string]int{}, map[edgeKey]bool{}
	for _, e := range r.edges.Edges {
		if !r.ID(e.Line, "edge", e.V.ID) || !r.Unique(ids, "edge", e.V.ID) {
			continue
		}
		what := "edge " + e.V.ID.Text
		r.Source(e.Line, what, e.V.Source)
		kind := slices.IndexFunc(r.book.Edges, func(k sword.Edge) bool { return k.ID == e.V.Kind.Text })
		if kind < 0 {
			known := collect(r.book.Edges, func(k sword.Edge) string { return k.ID })
			r.OneOf(max(e.Line, e.V.Kind.Line), what, "kind", e.V.Kind.Text, r.inBook(), known)
			continue
		}
		x := edgeReading{reading: r, what: what, kind: &r.book.Edges[kind], sides: sides}
		switch {
		case x.kind.Path:
			x.chain(&e)
		default:
			x.border(&e)
		}
	}
}

// edgeKey is a feature on a hexside, whichever way it is written.
type edgeKey struct {
	kind string
	a, b int
}

// edgeReading is the reading of one feature.
type edgeReading struct {
	*reading
	what  string
	kind  *sword.Edge
	sides map[edgeKey]bool // all features read so far
}

// add adds the feature to a hexside. Line is the line of the words, a the hex named first.
func (x *edgeReading) add(line, a, b int) {
	key := edgeKey{x.kind.ID, min(a, b), max(a, b)}
	if x.sides[key] {
		x.Fail(line, fmt.Sprintf("%s: %s|%s already has a %s", x.what, x.grid.ID(a), x.grid.ID(b), x.kind.ID), "list a hexside once")
		return
	}
	x.sides[key] = true
	x.setup.Edges = append(x.setup.Edges, sword.EdgeDef{A: x.grid.ID(a), B: x.grid.ID(b), Kind: x.kind.ID})
}

// chain reads a path, which goes from hex to adjacent hex over ground open to all.
func (x *edgeReading) chain(e *pack.Entry[edgeEntry]) {
	switch {
	case len(e.V.Hexsides)+len(e.V.Gaps) > 0 || e.V.Border.Line > 0:
		x.Fail(e.Line, x.what+": a "+x.kind.ID+" has no hexsides, gaps or border", "expected chain: and its hexes")
	case len(e.V.Chain) < 2:
		x.Fail(e.Line, x.what+" has fewer than two hexes", "expected chain: and at least two hexes")
	}
	last := -1
	for _, w := range e.V.Chain {
		h := x.hex(w.Line, x.what, w.Text)
		if h < 0 {
			last = -1
			continue
		}
		if x.closed(h, sword.Foot) || x.closed(h, sword.Horse) {
			x.Fail(w.Line, fmt.Sprintf("%s enters %s, which is %s", x.what, w.Text, x.setup.Hexes[h].Terrain), "a "+x.kind.ID+" must stay on ground that is open to all")
		}
		if last >= 0 {
			if x.grid.Side(last, h) < 0 {
				x.Fail(w.Line, fmt.Sprintf("%s: %s and %s are not neighbours", x.what, x.grid.ID(last), w.Text), "a chain goes from hex to neighbouring hex")
			} else {
				x.add(w.Line, last, h)
			}
		}
		last = h
	}
}

// border reads hexsides. If they are the border of a zone, they and the gaps must cover all of it.
func (x *edgeReading) border(e *pack.Entry[edgeEntry]) {
	switch {
	case len(e.V.Chain) > 0:
		x.Fail(e.Line, x.what+": a "+x.kind.ID+" is not a chain", "expected hexsides: such as 0109|0110")
	case len(e.V.Hexsides) == 0:
		x.Fail(e.Line, x.what+" has no hexsides", "expected hexsides: such as 0109|0110")
	}
	var zone map[int]bool
	if w := e.V.Border; w.Line > 0 && x.OneOf(w.Line, x.what, "zone", w.Text, "the battle", x.zoneIDs()) {
		zone = x.zones[w.Text]
	} else if len(e.V.Gaps) > 0 && w.Line == 0 {
		x.Fail(e.Line, x.what+" has gaps but no border", "expected border: and the zone it surrounds")
	}
	listed := map[[2]int]bool{}
	for i, w := range slices.Concat(e.V.Hexsides, e.V.Gaps) {
		a, b := x.hexside(w)
		if a < 0 {
			continue
		}
		if zone != nil && (!zone[a] || zone[b]) {
			x.Fail(w.Line, fmt.Sprintf("%s: %s is not on the border of %s", x.what, w.Text, e.V.Border.Text), "the first hex is inside and the second outside")
			continue
		}
		if i < len(e.V.Hexsides) {
			x.add(w.Line, a, b)
		} else if listed[[2]int{a, b}] {
			x.Fail(w.Line, fmt.Sprintf("%s: %s is both a hexside and a gap, or a gap twice", x.what, w.Text), "list a hexside once")
		}
		listed[[2]int{a, b}] = true
	}
	for h := range x.grid.Len() {
		for side := range 6 {
			n := x.grid.Neighbor(h, side)
			if n >= 0 && zone[h] && !zone[n] && !listed[[2]int{h, n}] {
				x.Fail(e.V.Border.Line, fmt.Sprintf("%s: %s|%s is on the border of %s and not listed", x.what, x.grid.ID(h), x.grid.ID(n), e.V.Border.Text),
					"list it under hexsides or gaps")
			}
		}
	}
}

// hexside returns the hexes of a word such as 0109|0110, or -1 for both.
func (x *edgeReading) hexside(w pack.Word) (a, b int) {
	first, second, ok := strings.Cut(w.Text, "|")
	if !ok {
		x.Fail(w.Line, fmt.Sprintf("%s: %q is not a hexside", x.what, w.Text), "expected two hexes, such as 0109|0110")
		return -1, -1
	}
	a = x.hex(w.Line, x.what, first)
	b = x.hex(w.Line, x.what, second)
	if a < 0 || b < 0 {
		return -1, -1
	}
	if x.grid.Side(a, b) < 0 {
		x.Fail(w.Line, fmt.Sprintf("%s: %s and %s are not neighbours", x.what, first, second), "a hexside lies between neighbouring hexes")
		return -1, -1
	}
	return a, b
}
