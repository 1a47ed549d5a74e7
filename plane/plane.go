// Package plane is the geometry of a table without a grid, in integers: rectangular bases that stand anywhere and
// face any way, and what they meet, see and stand in.
//
// The same questions have the same answers on every machine: there are no floats, rounding is fixed, and what
// compares fractions or squares does so exactly, in 128 bits where 64 are too few. The clauses of the specification
// are imp-D1 to imp-D8.
//
// Lengths and coordinates are in thousandths of a U. Every coordinate handed to this package, and every length, is
// between -Limit and Limit; the results of other values are undefined.
//
// A Pose and a Base are small and belong into a state. A Shape is a base with its corners worked out; one is made
// where it is needed with Place. Functions take shapes by pointer to save copies; they never keep or change them, and
// allocate nothing.
package plane

import (
	"math"
	"math/bits"
)

const (
	// Unit is 1 U.
	Unit = 1000
	// Width and Height are the size of the table: x grows to the east from 0 to Width, y to the north from 0 to
	// Height (imp-D1b).
	Width  = 180 * Unit
	Height = 120 * Unit
	// Scale is the factor of sines, cosines and all that is projected on a heading (S in the specification).
	Scale     = 1 << scaleBits
	scaleBits = 20
	// Epsilon is the distance up to which bases touch, whether they are that far apart or overlap that much.
	Epsilon = 5
	// Limit bounds all coordinates and lengths, on the table or off it.
	Limit = 1 << 18
	// Never is the distance to what is never met.
	Never = math.MaxInt32
)

// A Point is a place on the plane, or the way from one place to another.
type Point struct{ X, Y int64 }

func (p Point) minus(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) dot(q Point) int64   { return p.X*q.X + p.Y*q.Y }
func (p Point) cross(q Point) int64 { return p.X*q.Y - p.Y*q.X }
func (p Point) square() int64       { return p.dot(p) }

// Turn is a full turn in quarter degrees.
const Turn = 1440

// A Heading is a direction in quarter degrees clockwise from north, from 0 to Turn-1.
type Heading int16

// Plus returns the heading q quarter degrees to the right of h, or to the left for a negative q.
func (h Heading) Plus(q int) Heading {
	n := (int(h) + q) % Turn
	if n < 0 {
		n += Turn
	}
	return Heading(n)
}

// Opposite returns the heading to the rear.
func (h Heading) Opposite() Heading { return h.Plus(Turn / 2) }

// To returns the shortest turn from h to g, from -Turn/2+1 to Turn/2 quarter degrees, positive to the right.
func (h Heading) To(g Heading) int {
	q := int(g.Plus(-int(h)))
	if q > Turn/2 {
		q -= Turn
	}
	return q
}

// Toward returns the heading after a turn from h towards g by at most limit quarter degrees, along the shortest way
// and to the right if both ways are equally long.
func (h Heading) Toward(g Heading, limit int) Heading {
	return h.Plus(max(-limit, min(h.To(g), limit)))
}

// Sin returns the sine of h times Scale.
func (h Heading) Sin() int64 { return int64(sines[h]) }

// Cos returns the cosine of h times Scale.
func (h Heading) Cos() int64 { return int64(sines[h+Turn/4]) }

// Dir returns the unit vector straight ahead times Scale.
func (h Heading) Dir() Point { return Point{h.Sin(), h.Cos()} }

// Right returns the unit vector to the right times Scale.
func (h Heading) Right() Point { return Point{h.Cos(), -h.Sin()} }

// Div divides by Scale to the nearest integer, halves away from zero (imp-D1g).
func Div(n int64) int64 {
	// Shifting rounds down; taking 1 from negative numbers sends their halves away from zero.
	return (n + Scale/2 + n>>63) >> scaleBits
}

// Bearing returns the heading from p to q: the one whose direction has the greatest dot product with q - p, the
// lowest of those that tie (imp-D4p). From a point to itself it is 0.
func Bearing(p, q Point) Heading {
	v := q.minus(p)
	if v == (Point{}) {
		return 0
	}
	// Within the quarter turn that holds v, turn to the right as long as v is to the right.
	low := 0
	switch {
	case v.X >= 0 && v.Y < 0:
		low = 360
	case v.X < 0 && v.Y < 0:
		low = 720
	case v.X < 0:
		low = 1080
	}
	for step := 256; step > 0; step /= 2 {
		if h := low + step; v.dot(Heading(0).Plus(h).Right()) >= 0 {
			low = h
		}
	}
	// The best heading is next to that one; rounded sines may shift it by one more.
	best := Heading(0).Plus(low - 2)
	for i := -1; i <= 3; i++ {
		h := Heading(0).Plus(low + i)
		if n, most := v.dot(h.Dir()), v.dot(best.Dir()); n > most || n == most && h < best {
			best = h
		}
	}
	return best
}

// Distance returns the distance from p to q, rounded up: the least whole r of which they are within.
func Distance(p, q Point) int64 { return ceilRoot(p.minus(q).square()) }

// floorRoot returns the integer square root of n, rounded down.
func floorRoot(n int64) int64 {
	if n <= 0 {
		return 0
	}
	// The estimate is a power of two at or above the root; Newton's steps from above never pass below it.
	x := int64(1) << ((bits.Len64(uint64(n)) + 1) / 2)
	for {
		y := (x + n/x) / 2
		if y >= x {
			return x
		}
		x = y
	}
}

func ceilRoot(n int64) int64 {
	r := floorRoot(n)
	if r*r < n {
		r++
	}
	return r
}

func abs(n int64) int64 { return max(n, -n) }
