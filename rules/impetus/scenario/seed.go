package scenario

import (
	"fmt"

	"acies/plane"
	"acies/rules/impetus"
)

// LayTable returns the table that a seed lays out: two to four pieces of terrain (26.1b), the same for both armies,
// since every piece lies opposite one of the same kind and form, turned about the middle of the table, or in the middle
// and is the same from both sides. The armies stand 16U from the middle (26.1d).
func LayTable(seed int) *Table {
	t := &Table{ID: fmt.Sprintf("seed-%d", seed)}
	const far = 16 * impetus.U
	t.Zones = [2]impetus.Zone{
		{X: [2]int32{0, plane.Width}, Y: [2]int32{0, plane.Height/2 - far}},
		{X: [2]int32{0, plane.Width}, Y: [2]int32{plane.Height/2 + far, plane.Height}},
	}
	l := &layout{table: t, chance: uint64(seed)}
	pairs, centre := 1, false
	switch l.roll(3) {
	case 1:
		centre = true
	case 2:
		pairs = 2
	}
	if centre {
		l.add([]impetus.Kind{impetus.GentleHill, impetus.Broken}[l.roll(2)], l.form(plane.Width/2/impetus.U, plane.Height/2/impetus.U, true))
	}
	for range pairs {
		l.addPair()
	}
	return t
}

// layout is a table that is being laid out.
type layout struct {
	table  *Table
	chance uint64
	boxes  []form
}

// form is a rectangle with its corners cut off, in U: its middle, half its width and height, and how much is cut off
// each corner, counter-clockwise from the south-west.
type form struct {
	x, y, width, height int64
	cut                 [4]int64
}

// roll returns a number from 0 to n-1: SplitMix64, which is the same on every machine.
func (l *layout) roll(n int64) int64 {
	l.chance += 0x9e3779b97f4a7c15
	z := l.chance
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int64((z ^ z>>31) % uint64(n))
}

// form returns a form around a middle, which is the same from both sides if it is even.
func (l *layout) form(x, y int64, even bool) form {
	f := form{x: x, y: y, width: 8 + l.roll(7), height: 6 + l.roll(4)}
	for i := range f.cut {
		f.cut[i] = 2 + l.roll(4)
	}
	if even {
		f.cut[2], f.cut[3] = f.cut[0], f.cut[1]
	}
	return f
}

// addPair adds a piece in the southern half and its opposite in the northern one. Difficult ground stays clear of the
// middle, where the lines of battle meet.
func (l *layout) addPair() {
	kinds := []impetus.Kind{
		impetus.GentleHill, impetus.GentleHill, impetus.GentleHill, impetus.Broken, impetus.Broken, impetus.Broken,
		impetus.Wood, impetus.Wood, impetus.SteepHill, impetus.Marsh,
	}
	const middleX, middleY, wing, edge, behind, lane = plane.Width / 2 / impetus.U, plane.Height / 2 / impetus.U, 40, 4, 24, 3
	for range 100 {
		kind := kinds[l.roll(int64(len(kinds)))]
		f := l.form(0, 0, false)
		f.x = f.width + edge + l.roll(2*(middleX-f.width-edge)+1)
		f.y = behind + l.roll(middleY-lane-f.height-behind+1)
		difficult := kind == impetus.Wood || kind == impetus.SteepHill || kind == impetus.Marsh
		if off := f.x - middleX; difficult && max(off, -off) < wing || !l.hasRoom(f) {
			continue
		}
		l.add(kind, f)
		f.x, f.y = 2*middleX-f.x, 2*middleY-f.y
		f.cut = [4]int64{f.cut[2], f.cut[3], f.cut[0], f.cut[1]}
		l.add(kind, f)
		return
	}
}

// hasRoom reports whether a form is some way off all others.
func (l *layout) hasRoom(f form) bool {
	const lane = 6
	for _, g := range l.boxes {
		dx, dy := max(f.x-g.x, g.x-f.x), max(f.y-g.y, g.y-f.y)
		if dx < f.width+g.width+lane && dy < f.height+g.height+lane {
			return false
		}
	}
	return true
}

// add adds a piece. The crest of a hill runs along its middle.
func (l *layout) add(kind impetus.Kind, f form) {
	at := func(x, y int64) plane.Point { return plane.Point{X: x * impetus.U, Y: y * impetus.U} }
	w, e, s, n, c := f.x-f.width, f.x+f.width, f.y-f.height, f.y+f.height, f.cut
	p := impetus.Piece{
		ID: fmt.Sprintf("piece-%d", len(l.boxes)+1), Kind: kind,
		Polygon: []plane.Point{
			at(w+c[0], s), at(e-c[1], s), at(e, s+c[1]), at(e, n-c[2]), at(e-c[2], n), at(w+c[3], n), at(w, n-c[3]), at(w, s+c[0]),
		},
	}
	if kind == impetus.GentleHill || kind == impetus.SteepHill {
		half := f.width / 2
		p.Crest = []plane.Point{at(f.x-half, f.y), at(f.x+half, f.y)}
	}
	piece, err := plane.NewPiece(p.Polygon...)
	if err != nil {
		panic(err) // a rectangle with its corners cut off is convex
	}
	l.boxes = append(l.boxes, f)
	l.table.Terrain = append(l.table.Terrain, p)
	l.table.pieces = append(l.table.pieces, piece)
}
