package draw

import (
	"math"

	"acies/grid"
)

// The sheet of a map of hexes, in the unit of the drawing.
const (
	sqrt3  = 1.7320508075688772
	Flat   = 64.0         // the distance between opposite sides of a hex
	Radius = Flat / sqrt3 // the distance from the centre of a hex to a corner
	Margin = 54.0         // paper around the hexes
)

// Hexes gives the positions of the hexes of a map on the sheet. Side k of a hex lies between the corners k-1 and k; corner
// 0 is the upper right one.
type Hexes struct{ Board *grid.Map }

// Extent returns the size of the sheet.
func (x Hexes) Extent() (width, height float64) {
	width = 2*(Margin+Radius) + float64(x.Board.Cols-1)*1.5*Radius
	height = 2*Margin + float64(x.Board.Rows)*Flat
	if x.Board.Cols > 1 {
		height += Flat / 2
	}
	return width, height
}

// Center returns the centre of a hex.
func (x Hexes) Center(h int) Point {
	col, row := x.Board.Col(h), float64(x.Board.Row(h))
	if col%2 != 0 {
		row -= .5
	}
	return Point{Margin + Radius + float64(col-1)*1.5*Radius, Margin + row*Flat}
}

// HexCorner returns a corner of a hex centred on the origin.
func HexCorner(k int) Point {
	sin, cos := math.Sincos(float64(k-1) * math.Pi / 3)
	return Point{Radius * cos, Radius * sin}
}

func (x Hexes) corner(h, k int) Point {
	c := HexCorner(k)
	return x.Center(h).Add(c.X, c.Y)
}

// Ends returns the ends of a side, clockwise.
func (x Hexes) Ends(h, k int) Segment {
	return Segment{x.corner(h, (k+5)%6), x.corner(h, k)}
}

// Outline draws a hex whose corners are moved towards the centre by the given length.
func (x Hexes) Outline(t *Path, h int, inset float64) {
	c := x.Center(h)
	var points [6]Point
	for k := range points {
		o := HexCorner(k)
		f := 1 - inset/Radius
		points[k] = c.Add(o.X*f, o.Y*f)
	}
	t.Polygon(points[:]...)
}

// Around returns the closed lines around a set of hexes, clockwise.
func (x Hexes) Around(list []int) [][]Stroke {
	inside := make([]bool, x.Board.Len())
	for _, h := range list {
		inside[h] = true
	}
	var strokes []Stroke
	for _, h := range list {
		for k := range 6 {
			n := x.Board.Neighbor(h, k)
			if n >= 0 && inside[n] {
				continue
			}
			s := x.Ends(h, k)
			strokes = append(strokes, Stroke{s[0], s[1], n < 0})
		}
	}
	return Rings(strokes)
}

// Border returns the path of the smooth border of a set of hexes.
func (x Hexes) Border(list []int) string {
	var t Path
	t.Rounded(x.Around(list))
	return t.String()
}

// Locate returns the hex at a point, or the one nearest to it.
func (x Hexes) Locate(p Point) int {
	col := min(max(Round((p.X-Margin-Radius)/(1.5*Radius)), 0), x.Board.Cols-1)
	best, near := 0, math.Inf(1)
	for c := max(0, col-1); c <= min(x.Board.Cols-1, col+1); c++ {
		row := min(max(Round((p.Y-Margin)/Flat), 1), x.Board.Rows)
		for r := max(0, row-2); r <= min(x.Board.Rows-1, row); r++ {
			h := r*x.Board.Cols + c
			if q := x.Center(h); math.Hypot(p.X-q.X, p.Y-q.Y) < near {
				best, near = h, math.Hypot(p.X-q.X, p.Y-q.Y)
			}
		}
	}
	return best
}

// On reports whether a point lies on the board.
func (x Hexes) On(p Point) bool {
	c := x.Center(x.Locate(p))
	dx, dy := math.Abs(p.X-c.X), math.Abs(p.Y-c.Y)
	return dy <= Flat/2 && sqrt3*dx+dy <= Flat
}
