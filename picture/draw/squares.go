package draw

import "acies/grid"

// Side is the length of the side of a square on the sheet, in the unit of the drawing.
const Side = 64.0

// Squares gives the positions of the squares of a board on the sheet.
type Squares struct{ Board *grid.Squares }

// Extent returns the size of the sheet.
func (x Squares) Extent() (width, height float64) {
	return 2*Margin + Side*float64(x.Board.Cols), 2*Margin + Side*float64(x.Board.Rows)
}

// Center returns the centre of a square.
func (x Squares) Center(i int) Point {
	return Point{Margin + Side*(float64(x.Board.Col(i))-.5), Margin + Side*(float64(x.Board.Row(i))-.5)}
}

// Ends returns the ends of the side of a square in one of the directions 0, 2, 4 and 6, clockwise.
func (x Squares) Ends(i, direction int) Segment {
	const h = Side / 2
	c := x.Center(i)
	corners := [4]Point{c.Add(-h, -h), c.Add(h, -h), c.Add(h, h), c.Add(-h, h)}
	return Segment{corners[direction/2], corners[(direction/2+1)%4]}
}

// Around returns the closed lines around a set of squares, clockwise. Squares that touch at a corner only are joined
// there.
func (x Squares) Around(list []int) [][]Stroke {
	inside := make([]bool, x.Board.Len())
	for _, i := range list {
		inside[i] = true
	}
	type start struct {
		at        node
		direction int
	}
	next := map[start]Stroke{}
	var order []start
	for _, i := range list {
		for d := 0; d < 8; d += 2 {
			n := x.Board.Neighbor(i, d)
			if n >= 0 && inside[n] {
				continue
			}
			s := x.Ends(i, d)
			at := start{s[0].node(), grid.Turn(d, 2)} // a side is drawn a quarter clockwise from where it lies
			next[at] = Stroke{s[0], s[1], n < 0}
			order = append(order, at)
		}
	}
	var out [][]Stroke
	for _, first := range order {
		var loop []Stroke
		for at, ok := first, true; ok; {
			var s Stroke
			if s, ok = next[at]; !ok {
				break
			}
			delete(next, at)
			loop = append(loop, s)
			ok = false
			for _, turn := range []int{-2, 0, 2} { // to the left first, which joins squares at a corner
				if to := (start{s.To.node(), grid.Turn(at.direction, turn)}); !ok {
					if _, ok = next[to]; ok {
						at = to
					}
				}
			}
		}
		if loop != nil {
			out = append(out, loop)
		}
	}
	return out
}

// Shore returns smooth closed lines around a set of squares that waver a little, as in nature. Along the rim of the board
// they are straight.
func (x Squares) Shore(list []int, waver float64) [][]Bend {
	var out [][]Bend
	for _, loop := range x.Around(list) {
		var ring []Bend
		for _, s := range loop {
			if s.Fixed {
				ring = append(ring, Bend{s.From, true}, Bend{s.To, true})
				continue
			}
			for _, f := range [...]float64{.3, .7} {
				p := s.From.Along(s.To, f)
				a, b := Round(p.X), Round(p.Y)
				ring = append(ring, Bend{p.Add(waver*(Scatter(a, b)-.5), waver*(Scatter(b, a+7)-.5)), false})
			}
		}
		out = append(out, ring)
	}
	return out
}

// Locate returns the square at a point, or the one nearest to it.
func (x Squares) Locate(p Point) int {
	col := min(max(int((p.X-Margin)/Side), 0), x.Board.Cols-1)
	row := min(max(int((p.Y-Margin)/Side), 0), x.Board.Rows-1)
	return row*x.Board.Cols + col
}

// On reports whether a point lies on the board.
func (x Squares) On(p Point) bool {
	width, height := x.Extent()
	return p.X >= Margin && p.Y >= Margin && p.X <= width-Margin && p.Y <= height-Margin
}
