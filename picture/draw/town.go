package draw

import "math"

// Blocks draws the houses of a town as a plan shows them: blocks between streets, each around a court, with some gardens. The streets
// of a town run in its own direction, turn. A block is drawn where in is true of all of it.
func (c *Canvas) Blocks(left, top, right, bottom, turn float64, seed int, in func(p Point) bool) {
	const wide, deep = 24.0, 19.0
	mid := At((left+right)/2, (top+bottom)/2)
	sin, cos := math.Sincos(turn)
	place := func(x, y float64) Point { return mid.Add(x*cos-y*sin, x*sin+y*cos) }
	reach := math.Hypot(right-left, bottom-top)/2 + wide
	var walls, shades, courts Path
	var trees []Tree
	cols, rows := int(reach/wide)+1, int(reach/deep)+1
	for r := -rows; r <= rows; r++ {
		for k := -cols; k <= cols; k++ {
			n := 131*r + k + 7919*seed
			jog := 7 * (Scatter(r, seed+5) - .5)
			x, y := float64(k)*wide+jog, float64(r)*deep+4*(Scatter(k, seed+6)-.5)
			w, d := wide-4.6-2.5*Scatter(n, 1), deep-4.2-2.2*Scatter(n, 2)
			corners := [4]Point{place(x, y), place(x+w, y+1.5*(Scatter(n, 3)-.5)), place(x+w, y+d), place(x+1.5*(Scatter(n, 4)-.5), y+d)}
			switch {
			case !covers(corners, in): // half a block where a whole one has no room
				for i := range 4 {
					part := quarter(corners, i)
					if covers(part, in) {
						shades.Polygon(move(part, 1, 1.4)...)
						walls.Polygon(part[:]...)
					}
				}
			case Scatter(n, 7) < .1: // a garden
				for i := range 4 {
					trees = append(trees, Tree{place(x+w*(.25+.5*float64(i%2)), y+d*(.28+.45*float64(i/2))), 2.6 + Scatter(n, 10+i)})
				}
			case Scatter(n, 7) < .14: // a market place
			case Scatter(n, 7) < .3: // two houses and the yard between them
				f := .38 + .2*Scatter(n, 8)
				shades.Polygon(move(corners, 1, 1.4)...)
				walls.Polygon(corners[0], corners[0].Along(corners[1], f), corners[3].Along(corners[2], f), corners[3])
				walls.Polygon(corners[0].Along(corners[1], f+.18), corners[1], corners[2], corners[3].Along(corners[2], f+.18))
			default:
				shades.Polygon(move(corners, 1, 1.4)...)
				walls.Polygon(corners[:]...)
				if Scatter(n, 9) < .75 {
					p := Parcel(corners).inset(.52 + .14*Scatter(n, 11))
					courts.Polygon(p[:]...)
				}
			}
		}
	}
	c.Path(`fill="#8d7453" opacity=".5"`, shades.String())
	c.Path(`fill="#c88f6c" stroke="#7a4b33" stroke-width=".8" stroke-linejoin="round"`, walls.String())
	c.Path(`fill="#ecd9b6" stroke="#9b6a4c" stroke-width=".5"`, courts.String())
	c.Grove(trees)
}

// covers reports whether in is true of all of a block.
func covers(corners [4]Point, in func(p Point) bool) bool {
	ok := in(Middle(corners[0], corners[2]))
	for i := range corners {
		ok = ok && in(corners[i]) && in(Middle(corners[i], corners[(i+1)%4]))
	}
	return ok
}

// quarter returns one of the four houses of a block.
func quarter(corners [4]Point, i int) [4]Point {
	x, y := .52*float64(i%2), .52*float64(i/2)
	at := func(x, y float64) Point {
		return corners[0].Along(corners[1], x).Along(corners[3].Along(corners[2], x), y)
	}
	return [4]Point{at(x, y), at(x+.46, y), at(x+.46, y+.46), at(x, y+.46)}
}

// move returns corners moved by the given lengths to the right and down.
func move(corners [4]Point, x, y float64) []Point {
	out := make([]Point, 4)
	for i, p := range corners {
		out[i] = p.Add(x, y)
	}
	return out
}
