package draw

import (
	"math"
	"strconv"
	"strings"
)

// Point is a point of a sheet.
type Point struct{ X, Y float64 }

// At returns the point at x and y.
func At(x, y float64) Point { return Point{x, y} }

func (p Point) String() string { return Num(p.X) + " " + Num(p.Y) }

// Along returns the point at the given share of the distance to another point.
func (p Point) Along(q Point, f float64) Point { return Point{p.X + (q.X-p.X)*f, p.Y + (q.Y-p.Y)*f} }

// Add returns the point moved by the given lengths to the right and down.
func (p Point) Add(x, y float64) Point { return Point{p.X + x, p.Y + y} }

// Middle returns the point halfway between two.
func Middle(p, q Point) Point { return Point{(p.X + q.X) / 2, (p.Y + q.Y) / 2} }

// Direction returns the direction from one point to another, in degrees clockwise from the right.
func Direction(p, q Point) float64 { return math.Atan2(q.Y-p.Y, q.X-p.X) * 180 / math.Pi }

// node is a point rounded to whole numbers, so that points which differ only by floating-point error are equal.
type node struct{ x, y int }

func (p Point) node() node { return node{Round(p.X), Round(p.Y)} }

// Round returns the nearest whole number.
func Round(v float64) int { return int(math.Floor(v + .5)) }

// Num formats a length with at most one decimal.
func Num(v float64) string {
	v = math.Floor(v*10+.5) / 10
	if v == 0 {
		return "0" // not -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// Scatter returns a number from 0 to 1 that looks random but is always the same for the same arguments.
func Scatter(a, b int) float64 {
	h := uint32(a)*374761393 + uint32(b)*668265263
	h = (h ^ h>>13) * 1274126177
	return float64(h^h>>16) / (1 << 32)
}

// Path is the data of an SVG path.
type Path struct{ strings.Builder }

// Move starts a line.
func (t *Path) Move(p Point) { t.WriteString("M" + p.String()) }

// Line draws a straight line.
func (t *Path) Line(p, q Point) { t.WriteString("M" + p.String() + "L" + q.String()) }

// Polygon draws a closed line.
func (t *Path) Polygon(points ...Point) {
	for i, p := range points {
		if i == 0 {
			t.Move(p)
		} else {
			t.WriteString("L" + p.String())
		}
	}
	t.WriteString("z")
}

// Circle draws a circle.
func (t *Path) Circle(c Point, r float64) {
	n := Num(r)
	t.WriteString("M" + c.Add(-r, 0).String() + "a" + n + " " + n + " 0 10" + Num(2*r) + " 0a" + n + " " + n + " 0 10" + Num(-2*r) + " 0z")
}

// Smooth draws a line through the midpoints of its segments, with rounded bends.
func (t *Path) Smooth(run []Point) {
	t.Move(run[0])
	if len(run) < 3 {
		for _, p := range run[1:] {
			t.WriteString("L" + p.String())
		}
		return
	}
	for i := 1; i < len(run)-1; i++ {
		to := Middle(run[i], run[i+1])
		if i == len(run)-2 {
			to = run[i+1]
		}
		t.WriteString("Q" + run[i].String() + " " + to.String())
	}
}

// Straighten moves each bend of a line halfway towards the midpoint of its neighbours.
func Straighten(run []Point) []Point {
	out := make([]Point, len(run))
	copy(out, run)
	for i := 1; i < len(run)-1; i++ {
		out[i] = Middle(run[i], Middle(run[i-1], run[i+1]))
	}
	return out
}

// Segment is a piece of a line.
type Segment [2]Point

// Chains joins segments into the longest possible lines, which end where they branch.
func Chains(lines []Segment) [][]Point {
	ends := map[node][]int{}
	for i, l := range lines {
		for _, p := range l {
			ends[p.node()] = append(ends[p.node()], i)
		}
	}
	used := make([]bool, len(lines))
	follow := func(from Point, i int) []Point {
		run := []Point{from}
		here := from
		for i >= 0 && !used[i] {
			used[i] = true
			to := lines[i][0]
			if to.node() == here.node() {
				to = lines[i][1]
			}
			here = to
			run = append(run, here)
			meeting := ends[here.node()]
			i = -1
			if len(meeting) == 2 {
				for _, j := range meeting {
					if !used[j] {
						i = j
						break
					}
				}
			}
		}
		return run
	}
	var runs [][]Point
	begin := func(only func(p Point) bool) {
		for i, l := range lines {
			for _, p := range l {
				if !used[i] && only(p) {
					runs = append(runs, follow(p, i))
				}
			}
		}
	}
	begin(func(p Point) bool { return len(ends[p.node()]) != 2 })
	begin(func(Point) bool { return true }) // only rings are left
	return runs
}

// Stroke is a piece of the line around an area, and whether it lies on the rim of the board.
type Stroke struct {
	From, To Point
	Fixed    bool
}

// Rings joins strokes, each of which starts where another ends, into closed lines.
func Rings(list []Stroke) [][]Stroke {
	next := make(map[node]int, len(list))
	for i, s := range list {
		next[s.From.node()] = i
	}
	var out [][]Stroke
	for _, first := range list {
		var loop []Stroke
		for i, ok := next[first.From.node()]; ok; i, ok = next[list[i].To.node()] {
			delete(next, list[i].From.node())
			loop = append(loop, list[i])
		}
		if loop != nil {
			out = append(out, loop)
		}
	}
	return out
}

// Rounded draws closed lines through the midpoint of each stroke, with rounded corners in between; along the rim they are
// straight.
func (t *Path) Rounded(loops [][]Stroke) {
	for _, loop := range loops {
		t.Move(Middle(loop[0].From, loop[0].To))
		for i, s := range loop {
			after := loop[(i+1)%len(loop)]
			mid := Middle(after.From, after.To)
			if s.Fixed || after.Fixed {
				t.WriteString("L" + s.To.String() + "L" + mid.String())
			} else {
				t.WriteString("Q" + s.To.String() + " " + mid.String())
			}
		}
		t.WriteString("z")
	}
}

// Bend is a point of a line around an area, and whether it lies on the rim of the board.
type Bend struct {
	Point
	Fixed bool
}

// Contours returns smooth closed lines that cut corners. On the rim the corners stay where they are; elsewhere the lines
// only keep to the midpoints of the strokes.
func Contours(loops [][]Stroke) [][]Bend {
	out := make([][]Bend, 0, len(loops))
	for _, loop := range loops {
		var ring []Bend
		for _, s := range loop {
			if s.Fixed {
				ring = append(ring, Bend{s.From, true}, Bend{s.To, true})
			} else {
				ring = append(ring, Bend{Middle(s.From, s.To), false})
			}
		}
		for range 2 {
			old := ring
			ring = make([]Bend, len(old))
			for j, b := range old {
				ring[j] = b
				if !b.Fixed {
					ring[j].Point = Middle(b.Point, Middle(old[(j+len(old)-1)%len(old)].Point, old[(j+1)%len(old)].Point))
				}
			}
		}
		out = append(out, ring)
	}
	return out
}

// Closed draws closed curves around bends.
func (t *Path) Closed(rings [][]Bend) {
	for _, ring := range rings {
		mid := func(i int) Point { return Middle(ring[i%len(ring)].Point, ring[(i+1)%len(ring)].Point) }
		t.Move(mid(0))
		for i := range ring {
			b := ring[(i+1)%len(ring)]
			if b.Fixed {
				t.WriteString("L" + b.String() + "L" + mid(i+1).String())
			} else {
				t.WriteString("Q" + b.String() + " " + mid(i+1).String())
			}
		}
		t.WriteString("z")
	}
}

// Gap returns the distance of a point from a segment.
func Gap(p, a, b Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	if dx == 0 && dy == 0 {
		return math.Hypot(p.X-a.X, p.Y-a.Y)
	}
	f := min(1, max(0, ((p.X-a.X)*dx+(p.Y-a.Y)*dy)/(dx*dx+dy*dy)))
	return math.Hypot(p.X-a.X-f*dx, p.Y-a.Y-f*dy)
}
