package sheet

import (
	"math"

	"acies/grid"
)

// The sheet of a map of hexes, in the unit of the drawing.
const (
	sqrt3  = 1.7320508075688772
	flat   = 64.0         // a hex across its flats
	radius = flat / sqrt3 // and from its centre to a corner
	margin = 54.0         // picture.Paper around the hexes
)

// hexes is where the hexes of a map are on the sheet. Side k of a hex lies between the corners k-1 and k; corner 0 is the
// upper right one.
type hexes struct{ board *grid.Map }

// extent returns the size of the sheet.
func (x hexes) extent() (width, height float64) {
	width = 2*(margin+radius) + float64(x.board.Cols-1)*1.5*radius
	height = 2*margin + float64(x.board.Rows)*flat
	if x.board.Cols > 1 {
		height += flat / 2
	}
	return width, height
}

func (x hexes) center(h int) point {
	col, row := x.board.Col(h), float64(x.board.Row(h))
	if col%2 != 0 {
		row -= .5
	}
	return point{margin + radius + float64(col-1)*1.5*radius, margin + row*flat}
}

// corner returns where a corner is of a hex around the origin.
func corner(k int) point {
	sin, cos := math.Sincos(float64(k-1) * math.Pi / 3)
	return point{radius * cos, radius * sin}
}

func (x hexes) corner(h, k int) point {
	c := corner(k)
	return x.center(h).add(c.x, c.y)
}

// ends returns the ends of a side, clockwise.
func (x hexes) ends(h, k int) segment {
	return segment{x.corner(h, (k+5)%6), x.corner(h, k)}
}

// outline draws a hex, smaller by so much at each corner.
func (x hexes) outline(t *trace, h int, inset float64) {
	c := x.center(h)
	var points [6]point
	for k := range points {
		o := corner(k)
		f := 1 - inset/radius
		points[k] = c.add(o.x*f, o.y*f)
	}
	t.polygon(points[:]...)
}

// around returns the closed lines around a set of hexes, clockwise.
func (x hexes) around(list []int) [][]stroke {
	inside := make([]bool, x.board.Len())
	for _, h := range list {
		inside[h] = true
	}
	var strokes []stroke
	for _, h := range list {
		for k := range 6 {
			n := x.board.Neighbor(h, k)
			if n >= 0 && inside[n] {
				continue
			}
			s := x.ends(h, k)
			strokes = append(strokes, stroke{s[0], s[1], n < 0})
		}
	}
	return rings(strokes)
}

// border returns the path of the smooth border of a set of hexes.
func (x hexes) border(list []int) string {
	var t trace
	t.rounded(x.around(list))
	return t.String()
}
