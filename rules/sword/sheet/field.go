package sheet

import (
	"slices"
	"strings"

	"acies/game"
	"acies/grid"
	"acies/rules/sword"
	"acies/system"
)

// Options are the settings of a drawing.
type Options struct {
	Words system.Speaker // names things in a language
	North string         // the edge of the map that lies to the north; empty: the top
	Color bool           // use the colours of a terminal
	Brief bool           // as text: the map alone, without the list of pieces
}

// edge is a feature between two hexes.
type edge struct {
	a, b int
	kind string
}

// field is a battle arranged by hex, for both kinds of picture.
type field struct {
	b      *sword.Battle
	m      *grid.Map
	setup  *sword.Setup
	w      system.Speaker
	view   game.View
	stacks [][]int          // units by hex, from the top
	lead   [][]int          // leaders by hex
	edges  []map[int]string // kinds of hexside by hex and side, without paths
	paths  []map[int]string // kinds of way by hex and side
	sides  []edge           // features of hexsides, in the order of the pack; for a wall the first hex is the inside
	roads  []edge           // ways from hex to hex
	zone   []string         // the smallest zone of each hex; see addZones
	marked map[int]string   // keys of marks by hex
}

func newField(b *sword.Battle, v game.View, o Options) *field {
	m := b.Map()
	f := &field{
		b: b, m: m, setup: b.Setup(), w: o.Words, view: v,
		stacks: make([][]int, m.Len()), lead: make([][]int, m.Len()),
		edges: make([]map[int]string, m.Len()), paths: make([]map[int]string, m.Len()),
		zone: make([]string, m.Len()), marked: map[int]string{},
	}
	for h := range m.Len() {
		f.edges[h], f.paths[h] = map[int]string{}, map[int]string{}
	}
	for _, p := range v.Pieces {
		switch {
		case p.Place < 0:
		case p.Piece < b.Units():
			f.stacks[p.Place] = append(f.stacks[p.Place], p.Piece)
		default:
			f.lead[p.Place] = append(f.lead[p.Place], p.Piece)
		}
	}
	for _, s := range f.stacks {
		slices.SortStableFunc(s, func(p, q int) int { return v.Pieces[p].Order - v.Pieces[q].Order })
	}
	for _, mark := range v.Marks {
		f.marked[mark.Place] = mark.Key
	}
	f.addEdges()
	f.addZones()
	return f
}

func (f *field) addEdges() {
	paths := map[string]bool{}
	for _, e := range f.setup.Book.Edges {
		paths[e.ID] = e.Path
	}
	for _, e := range f.setup.Edges {
		a, errA := f.m.Parse(e.A)
		b, errB := f.m.Parse(e.B)
		if errA != nil || errB != nil {
			continue // a compiled battle has none of these
		}
		k := f.m.Side(a, b)
		if paths[e.Kind] {
			f.paths[a][k], f.paths[b][grid.Opposite(k)] = e.Kind, e.Kind
			f.roads = append(f.roads, edge{a, b, e.Kind})
			continue
		}
		f.sides = append(f.sides, edge{a, b, e.Kind})
		f.edges[a][k], f.edges[b][grid.Opposite(k)] = e.Kind, e.Kind
	}
}

// addZones gives each hex its quarter: the smallest zone it is in. Zones of more than an eighth of the map, such as the
// banks of a river, are left out: their names do not belong on the map.
func (f *field) addZones() {
	size := make([]int, f.m.Len())
	for _, z := range f.setup.Zones {
		if 8*len(z.Hexes) > f.m.Len() {
			continue
		}
		for _, id := range z.Hexes {
			h, err := f.m.Parse(id)
			if err == nil && (size[h] == 0 || len(z.Hexes) < size[h]) {
				f.zone[h], size[h] = z.ID, len(z.Hexes)
			}
		}
	}
}

func (f *field) side(piece int) int {
	if piece >= f.b.Units() {
		return f.setup.Leaders[piece-f.b.Units()].Side
	}
	c := f.setup.Units[piece].Contingent
	i := slices.IndexFunc(f.setup.Contingents, func(d sword.ContingentDef) bool { return d.ID == c })
	return f.setup.Contingents[i].Side
}

func (f *field) has(piece int, state string) bool {
	return slices.Contains(f.view.Pieces[piece].States, state)
}

func (f *field) value(piece int, key string) int {
	for _, v := range f.view.Pieces[piece].Values {
		if v.Key == key {
			return v.N
		}
	}
	return 0
}

// letters returns one letter for each side, different ones.
func (f *field) letters() [2]string {
	first := strings.ToUpper(string([]rune(f.w.Side(0))[:1]))
	for _, r := range f.w.Side(1) {
		if l := strings.ToUpper(string(r)); l != first {
			return [2]string{first, l}
		}
	}
	return [2]string{first, "#"}
}

// figures returns the values of a unit in the printed order, with an asterisk if it can shoot.
func (f *field) figures(unit int) string {
	star := ""
	u := &f.setup.Units[unit]
	if f.has(unit, "fatigued") && u.Back.Shoots || !f.has(unit, "fatigued") && u.Front.Shoots {
		star = "*"
	}
	return itoa(f.value(unit, "sp")) + star + "-" + itoa(f.value(unit, "quality")) + "-" + itoa(f.value(unit, "mp"))
}
