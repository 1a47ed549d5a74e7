// Package grid is the geometry of hex maps: numbering, neighbours, distance, facing and lines of sight.
//
// Hexes are flat-topped and arranged in columns. A hex is written CCRR, column then row, both counted from 01. Columns
// are counted to the right and rows downwards; even columns lie half a hex lower than odd ones. Inside the program a hex
// is its index, (row-1)*Cols + (col-1).
//
// The six sides are numbered clockwise from the top, 0 N to 5 NW; corner k lies between side k and side k+1, 0 UR to
// 5 UL. A facing is the number of a corner (Antiquity) or of a side (medieval).
//
// All geometry that the rules use is exact, in integers. Functions do not allocate unless they say so. An index that is
// not on the map is a mistake of the caller and may cause a panic; so may a side or facing outside 0 to 5.
package grid

import (
	"fmt"
	"strings"
)

// The sides of a hex.
const (
	N = iota
	NE
	SE
	S
	SW
	NW
)

// MaxSize is the greatest number of columns or rows, because both are written with two digits.
const MaxSize = 99

// A point is the centre of a hex: its column, and its distance down in half hexes. In units of a third of the distance
// between columns horizontally and half a hex vertically, every centre and corner has integer coordinates: see corners
// and steps.
type point struct {
	col, y int16
}

// corners are the corners of a hex relative to its centre, in units of a third of a column and half a hex. That the two
// units differ in length does not affect whether lines cross or on which side of a line a point lies.
var corners = [6]struct{ x, y int }{{1, -1}, {2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}}

// steps are the centres of the six neighbours relative to that of a hex, in the same units.
var steps = [6]struct{ x, y int }{{0, -2}, {3, -1}, {3, 1}, {0, 2}, {-3, 1}, {-3, -1}}

// Map is a rectangular map of hexes without contents, made with [New]. It never changes and is safe for concurrent use.
type Map struct {
	Cols, Rows int

	at   []point
	next [][6]int16
	ids  string // the names of all hexes, four bytes each
}

// New returns a map with the given number of columns and rows, each from 1 to [MaxSize]. It panics on other numbers; the
// code that loads a map must refuse them first.
func New(cols, rows int) *Map {
	if cols < 1 || cols > MaxSize || rows < 1 || rows > MaxSize {
		panic(fmt.Sprintf("grid: map of %d columns and %d rows: expected 1 to %d of each", cols, rows, MaxSize))
	}
	m := &Map{
		Cols: cols,
		Rows: rows,
		at:   make([]point, cols*rows),
		next: make([][6]int16, cols*rows),
	}
	var ids strings.Builder
	for i := range m.at {
		c, r := i%cols+1, i/cols+1
		m.at[i] = point{int16(c), int16(height(c, r))}
		fmt.Fprintf(&ids, "%02d%02d", c, r)
		for side, step := range steps {
			m.next[i][side] = int16(m.index(c+step.x/3, height(c, r)+step.y))
		}
	}
	m.ids = ids.String()
	return m
}

// height returns how far down the centre of a hex is, in half hexes.
func height(col, row int) int {
	return 2*row + (col+1)%2
}

// index returns the hex with the given column and height, or -1 if it is not on the map.
func (m *Map) index(col, y int) int {
	row := (y - (col+1)%2) / 2
	if col < 1 || col > m.Cols || row < 1 || row > m.Rows {
		return -1
	}
	return (row-1)*m.Cols + col - 1
}

// Len returns the number of hexes.
func (m *Map) Len() int { return len(m.at) }

// Col returns the column of a hex, from 1.
func (m *Map) Col(i int) int { return int(m.at[i].col) }

// Row returns the row of a hex, from 1.
func (m *Map) Row(i int) int { return int(m.at[i].y) >> 1 }

// ID returns the name of a hex, such as "0415".
func (m *Map) ID(i int) string { return m.ids[4*i : 4*i+4] }

// Parse returns the hex with a name as returned by [Map.ID], or an error that says what is wrong with the name.
func (m *Map) Parse(s string) (int, error) {
	if len(s) != 4 {
		return -1, notHex(s)
	}
	for k := range len(s) {
		if s[k] < '0' || s[k] > '9' {
			return -1, notHex(s)
		}
	}
	col := int(s[0]-'0')*10 + int(s[1]-'0')
	row := int(s[2]-'0')*10 + int(s[3]-'0')
	switch {
	case col == 0:
		return -1, fmt.Errorf("hex %q: found column 00, expected 01 or more", s)
	case row == 0:
		return -1, fmt.Errorf("hex %q: found row 00, expected 01 or more", s)
	case col > m.Cols:
		return -1, fmt.Errorf("hex %q: column %02d is beyond the map's %d columns", s, col, m.Cols)
	case row > m.Rows:
		return -1, fmt.Errorf("hex %q: row %02d is beyond the map's %d rows", s, row, m.Rows)
	}
	return (row-1)*m.Cols + col - 1, nil
}

func notHex(s string) error {
	return fmt.Errorf("hex %q: expected four digits, column then row, such as \"0415\"", s)
}

// Neighbor returns the hex across a side of i, or -1 if that is off the map.
func (m *Map) Neighbor(i, side int) int { return int(m.next[i][side]) }

// Off reports whether crossing a side of i leaves the map.
func (m *Map) Off(i, side int) bool { return m.next[i][side] < 0 }

// delta returns the distance from a to b, in columns to the right and half hexes down.
func (m *Map) delta(a, b int) (cols, y int) {
	p, q := m.at[a], m.at[b]
	return int(q.col) - int(p.col), int(q.y) - int(p.y)
}

// Shift returns the hex that is as far from i, in the same direction, as b is from a; -1 if that is off the map.
func (m *Map) Shift(i, a, b int) int {
	dc, dy := m.delta(a, b)
	return m.index(m.Col(i)+dc, int(m.at[i].y)+dy)
}

// Distance returns the number of steps from a to b: 0 for the same hex, 1 for neighbours. The edge of the map makes no
// difference: there is always a shortest path that stays on the map.
func (m *Map) Distance(a, b int) int {
	dc, dy := m.delta(a, b)
	dc, dy = abs(dc), abs(dy)
	// Each step to another column also goes half a hex up or down; the rest of the height takes whole hexes.
	return max(dc, (dc+dy)/2)
}

// Side returns the side of a across which b lies, or -1 if they are not neighbours.
func (m *Map) Side(a, b int) int {
	if dc, dy := m.delta(a, b); abs(dc) <= 1 && abs(dc)+abs(dy) == 2 {
		return toward(dc, dy)
	}
	return -1
}

// Straight reports whether b lies on a straight line of hexes that starts at a and leaves every hex by the same side,
// and returns that side. Otherwise, and if a and b are the same hex, it returns -1, false.
func (m *Map) Straight(a, b int) (side int, ok bool) {
	dc, dy := m.delta(a, b)
	if a == b || dc != 0 && abs(dc) != abs(dy) {
		return -1, false
	}
	return toward(dc, dy), true
}

// toward returns the side in the direction (dc, dy), which must be one of the six.
func toward(dc, dy int) int {
	switch {
	case dc == 0 && dy < 0:
		return N
	case dc == 0:
		return S
	case dc > 0 && dy < 0:
		return NE
	case dc > 0:
		return SE
	case dy > 0:
		return SW
	default:
		return NW
	}
}

// Center returns the centre of a hex on a sheet where the distance between opposite sides of a hex is 1, x to the right
// and y downwards. It is for drawing only: rules never use it.
func (m *Map) Center(i int) (x, y float64) {
	const halfSqrt3 = 0.86602540378443864676
	return float64(m.at[i].col) * halfSqrt3, float64(m.at[i].y) / 2
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
