package draw

import "math"

// mesh is the distance between the knots of a field.
const mesh = 8.0

// Field is a quantity over a sheet, such as the height of the ground, at the knots of a fine grid.
type Field struct {
	cols, rows int
	values     []float64
}

// NewField returns the field of a function over a sheet.
func NewField(width, height float64, at func(p Point) float64) *Field {
	f := &Field{cols: int(math.Ceil(width/mesh)) + 1, rows: int(math.Ceil(height/mesh)) + 1}
	f.values = make([]float64, f.cols*f.rows)
	for r := range f.rows {
		for c := range f.cols {
			f.values[r*f.cols+c] = at(Point{mesh * float64(c), mesh * float64(r)})
		}
	}
	return f
}

// Blur replaces each value by the mean of those around it, as often as said.
func (f *Field) Blur(passes int) *Field {
	out := make([]float64, len(f.values))
	for range passes {
		for r := range f.rows {
			for c := range f.cols {
				sum, n := 0.0, 0.0
				for y := max(0, r-1); y <= min(f.rows-1, r+1); y++ {
					for x := max(0, c-1); x <= min(f.cols-1, c+1); x++ {
						sum, n = sum+f.values[y*f.cols+x], n+1
					}
				}
				out[r*f.cols+c] = sum / n
			}
		}
		f.values, out = out, f.values
	}
	return f
}

// Map returns the field with a function of each value and its place.
func (f *Field) Map(of func(p Point, v float64) float64) *Field {
	out := &Field{cols: f.cols, rows: f.rows, values: make([]float64, len(f.values))}
	for i, v := range f.values {
		out.values[i] = of(Point{mesh * float64(i%f.cols), mesh * float64(i/f.cols)}, v)
	}
	return out
}

// Distance returns the distance of each knot from the nearest with a value of at most 0, in the unit of the drawing.
func (f *Field) Distance() *Field {
	out := f.Map(func(_ Point, v float64) float64 {
		if v <= 0 {
			return 0
		}
		return 1e6
	})
	near := func(c, r, dc, dr int) {
		x, y := c+dc, r+dr
		if x < 0 || y < 0 || x >= f.cols || y >= f.rows {
			return
		}
		step := mesh * math.Hypot(float64(dc), float64(dr))
		out.values[r*f.cols+c] = min(out.values[r*f.cols+c], out.values[y*f.cols+x]+step)
	}
	around := [][2]int{{-1, 0}, {0, -1}, {-1, -1}, {1, -1}, {-2, -1}, {2, -1}, {-1, -2}, {1, -2}}
	for r := range f.rows {
		for c := range f.cols {
			for _, d := range around {
				near(c, r, d[0], d[1])
			}
		}
	}
	for r := f.rows - 1; r >= 0; r-- {
		for c := f.cols - 1; c >= 0; c-- {
			for _, d := range around {
				near(c, r, -d[0], -d[1])
			}
		}
	}
	return out
}

// At returns the value at a point.
func (f *Field) At(p Point) float64 {
	x, y := min(max(p.X/mesh, 0), float64(f.cols-2)+.999), min(max(p.Y/mesh, 0), float64(f.rows-2)+.999)
	c, r := int(x), int(y)
	x, y = x-float64(c), y-float64(r)
	i := r*f.cols + c
	return (f.values[i]*(1-x)+f.values[i+1]*x)*(1-y) + (f.values[i+f.cols]*(1-x)+f.values[i+f.cols+1]*x)*y
}

// Slope returns in which direction the values grow, and how fast.
func (f *Field) Slope(p Point) Point {
	const h = mesh / 2
	return Point{(f.At(p.Add(h, 0)) - f.At(p.Add(-h, 0))) / (2 * h), (f.At(p.Add(0, h)) - f.At(p.Add(0, -h))) / (2 * h)}
}

// crossings says, for the corners of a mesh that are inside (1 upper left, 2 upper right, 4 lower right, 8 lower left), from
// which side of the mesh to which the border runs, with the inside on its right. Sides count clockwise from the top.
var crossings = [16][][2]int{
	1: {{0, 3}}, 2: {{1, 0}}, 4: {{2, 1}}, 8: {{3, 2}},
	3: {{1, 3}}, 6: {{2, 0}}, 12: {{3, 1}}, 9: {{0, 2}},
	7: {{2, 3}}, 14: {{3, 0}}, 13: {{0, 1}}, 11: {{1, 2}},
	5: {{0, 3}, {2, 1}}, 10: {{1, 0}, {3, 2}},
}

// Above returns closed lines, clockwise, around the areas in which the field is greater than a value. Where an area reaches
// the rim of the sheet, the line runs along the rim.
func (f *Field) Above(v float64) [][]Point {
	at := func(c, r int) float64 {
		if c < 0 || r < 0 || c >= f.cols || r >= f.rows {
			return -1e9
		}
		return f.values[r*f.cols+c] - v
	}
	type side struct{ c, r, down int } // from a knot to the right or down
	of := func(c, r, k int) side {
		switch k {
		case 0:
			return side{c, r, 0}
		case 1:
			return side{c + 1, r, 1}
		case 2:
			return side{c, r + 1, 0}
		}
		return side{c, r, 1}
	}
	next := map[side]side{}
	var order []side
	for r := -1; r < f.rows; r++ {
		for c := -1; c < f.cols; c++ {
			n := 0
			for k, z := range [4]float64{at(c, r), at(c+1, r), at(c+1, r+1), at(c, r+1)} {
				if z > 0 {
					n |= 1 << k
				}
			}
			for _, x := range crossings[n] {
				next[of(c, r, x[0])] = of(c, r, x[1])
				order = append(order, of(c, r, x[0]))
			}
		}
	}
	point := func(s side) Point {
		c, r := s.c+1-s.down, s.r+s.down
		a, b := at(s.c, s.r), at(c, r)
		t := a / (a - b)
		return Point{mesh * (float64(s.c) + t*float64(c-s.c)), mesh * (float64(s.r) + t*float64(r-s.r))}
	}
	var out [][]Point
	for _, first := range order {
		var ring []Point
		for s, ok := next[first]; ok; s, ok = next[first] {
			delete(next, first)
			ring = append(ring, point(first))
			first = s
		}
		if len(ring) > 2 {
			out = append(out, ring)
		}
	}
	return out
}

// Noise returns a value from 0 to 1 that changes smoothly over a sheet, within about a size, and always in the same way.
func Noise(p Point, size float64, seed int) float64 {
	sum, of := 0.0, 0.0
	for octave, weight := 0, 1.0; octave < 3; octave, weight = octave+1, weight/2 {
		x, y := p.X/size, p.Y/size
		c, r := math.Floor(x), math.Floor(y)
		x, y = x-c, y-r
		x, y = x*x*(3-2*x), y*y*(3-2*y)
		knot := func(dc, dr int) float64 {
			return Scatter(int(c)+dc+4096, (int(r)+dr+4096)*64+seed+7*octave)
		}
		v := (knot(0, 0)*(1-x)+knot(1, 0)*x)*(1-y) + (knot(0, 1)*(1-x)+knot(1, 1)*x)*y
		sum, of = sum+weight*v, of+weight
		size /= 2
	}
	return sum / of
}

// Simplify leaves points out of a line as long as it stays within a distance of where it was.
func Simplify(line []Point, within float64) []Point {
	if len(line) < 3 {
		return line
	}
	a, b := line[0], line[len(line)-1]
	far, at := 0.0, 0
	long := math.Hypot(b.X-a.X, b.Y-a.Y)
	for i := 1; i < len(line)-1; i++ {
		p := line[i]
		d := math.Hypot(p.X-a.X, p.Y-a.Y)
		if long > 0 {
			d = math.Abs((b.X-a.X)*(p.Y-a.Y)-(b.Y-a.Y)*(p.X-a.X)) / long
		}
		if d > far {
			far, at = d, i
		}
	}
	if far <= within {
		return []Point{a, b}
	}
	left := Simplify(line[:at+1], within)
	return append(left[:len(left):len(left)], Simplify(line[at:], within)[1:]...)
}

// Rounds draws closed curves around rings of points.
func (t *Path) Rounds(rings [][]Point) {
	for _, ring := range rings {
		if len(ring) < 10 { // too small to be seen
			continue
		}
		k := len(ring) / 2 // a closed line is simplified in halves
		half := Simplify(ring[:k+1], 1.2)
		bends := append(half[:len(half):len(half)], Simplify(append(ring[k:len(ring):len(ring)], ring[0]), 1.2)[1:]...)
		bends = sharp(bends[:len(bends)-1])
		if len(bends) < 3 {
			continue
		}
		from := Middle(bends[0], bends[1]).whole()
		t.Move(from)
		for i := range bends {
			p := bends[(i+1)%len(bends)]
			to := Middle(p, bends[(i+2)%len(bends)]).whole()
			p = p.whole()
			t.WriteString("q" + join(step(from, p), step(from, to)))
			from = to
		}
		t.WriteString("z")
	}
}

// sharp returns a closed line with more points beside the ends of its long segments, so that a curve around it cuts no corner.
func sharp(ring []Point) []Point {
	const near = 10
	var out []Point
	for i, p := range ring {
		q := ring[(i+1)%len(ring)]
		out = append(out, p)
		if long := math.Hypot(q.X-p.X, q.Y-p.Y); long > 3.2*near {
			out = append(out, p.Along(q, near/long), p.Along(q, 1-near/long))
		}
	}
	return out
}

// whole returns a point in whole numbers, which is enough for soft lines.
func (p Point) whole() Point { return Point{math.Floor(p.X + .5), math.Floor(p.Y + .5)} }

// step returns the way from one point to another.
func step(p, q Point) string { return join(Num(q.X-p.X), Num(q.Y-p.Y)) }

// join writes numbers one after the other; a minus needs no space before it.
func join(a, b string) string {
	if b[0] == '-' {
		return a + b
	}
	return a + " " + b
}
