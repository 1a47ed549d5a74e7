package plane

import "math/bits"

// MaxBases is how many bases an Index and a Set can hold.
const MaxBases = 128

// A Set is a set of bases by number. It is a value: copy it by assignment.
type Set [MaxBases / 64]uint64

// Add adds base i.
func (s *Set) Add(i int) { s[i>>6] |= 1 << (i & 63) }

// Remove removes base i.
func (s *Set) Remove(i int) { s[i>>6] &^= 1 << (i & 63) }

// Has reports whether base i is in the set.
func (s Set) Has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

// Empty reports whether the set is empty.
func (s Set) Empty() bool { return s[0]|s[1] == 0 }

// Len returns how many bases are in the set.
func (s Set) Len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// And returns the bases in both sets.
func (s Set) And(t Set) Set { return Set{s[0] & t[0], s[1] & t[1]} }

// Or returns the bases in either set.
func (s Set) Or(t Set) Set { return Set{s[0] | t[0], s[1] | t[1]} }

// Minus returns the bases of s that are not in t.
func (s Set) Minus(t Set) Set { return Set{s[0] &^ t[0], s[1] &^ t[1]} }

// Next returns the lowest number in the set that is at least i, or -1. To go through a set in order:
//
//	for i := s.Next(0); i >= 0; i = s.Next(i + 1) {
func (s Set) Next(i int) int {
	for w := i >> 6; w < len(s); w++ {
		if b := s[w] >> (i & 63) << (i & 63); b != 0 {
			return w<<6 + bits.TrailingZeros64(b)
		}
		i = (w + 1) << 6
	}
	return -1
}

const (
	stripShift = 13 // strips of 8192, about the width of a base
	columns    = Width>>stripShift + 1
	rows       = Height>>stripShift + 1
)

// An Index finds the bases near a place without looking at all of them. The table is cut into strips from south to
// north and into others from west to east; the index knows for each strip which bases reach into it. It is a flat value
// that is copied by assignment; the zero Index is empty.
//
// What it returns is a superset in the order of the numbers: every base whose surrounding rectangle meets the one asked
// for, and few others.
type Index struct {
	columns [columns]Set
	rows    [rows]Set
}

func strip(x int64, n int) int { return max(0, min(int(x>>stripShift), n-1)) }

// Add adds base i, which must not be in the index, with its surrounding rectangle.
func (x *Index) Add(i int, lo, hi Point) {
	for c, last := strip(lo.X, columns), strip(hi.X, columns); c <= last; c++ {
		x.columns[c].Add(i)
	}
	for r, last := strip(lo.Y, rows), strip(hi.Y, rows); r <= last; r++ {
		x.rows[r].Add(i)
	}
}

// Remove removes base i, which was added with that surrounding rectangle.
func (x *Index) Remove(i int, lo, hi Point) {
	for c, last := strip(lo.X, columns), strip(hi.X, columns); c <= last; c++ {
		x.columns[c].Remove(i)
	}
	for r, last := strip(lo.Y, rows), strip(hi.Y, rows); r <= last; r++ {
		x.rows[r].Remove(i)
	}
}

// Near returns the bases that may reach into the rectangle from lo to hi.
func (x *Index) Near(lo, hi Point) Set {
	var c, r Set
	for i, last := strip(lo.X, columns), strip(hi.X, columns); i <= last; i++ {
		c = c.Or(x.columns[i])
	}
	for i, last := strip(lo.Y, rows), strip(hi.Y, rows); i <= last; i++ {
		r = r.Or(x.rows[i])
	}
	return c.And(r)
}

// Around returns the bases that may be within r of a shape.
func (x *Index) Around(s *Shape, r int32) Set {
	d := int64(r)
	return x.Near(Point{s.Min.X - d, s.Min.Y - d}, Point{s.Max.X + d, s.Max.Y + d})
}

// Touching returns the bases that may touch or overlap a shape.
func (x *Index) Touching(s *Shape) Set { return x.Around(s, contactSlack) }

// Along returns the bases that a shape may meet, or come to touch, when it moves by t along h.
func (x *Index) Along(s *Shape, h Heading, t int32) Set {
	d := h.Dir()
	v := Point{Div(int64(t) * d.X), Div(int64(t) * d.Y)}
	return x.Near(
		Point{s.Min.X + min(0, v.X) - contactSlack, s.Min.Y + min(0, v.Y) - contactSlack},
		Point{s.Max.X + max(0, v.X) + contactSlack, s.Max.Y + max(0, v.Y) + contactSlack},
	)
}

// Between returns the bases that may block sight from one shape to another, or any segment between the two.
func (x *Index) Between(s, t *Shape) Set {
	return x.Near(
		Point{min(s.Min.X, t.Min.X) - 2*grown, min(s.Min.Y, t.Min.Y) - 2*grown},
		Point{max(s.Max.X, t.Max.X) + 2*grown, max(s.Max.Y, t.Max.Y) + 2*grown},
	)
}
