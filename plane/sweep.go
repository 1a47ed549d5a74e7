package plane

import "math/bits"

// A ratio is an exact fraction with a denominator above 0.
type ratio struct{ num, den int64 }

// compare returns -1, 0 or 1 as a is less than, equal to or greater than b. The products take 128 bits.
func (a ratio) compare(b ratio) int {
	xh, xl := multiply(a.num, b.den)
	yh, yl := multiply(b.num, a.den)
	switch {
	case xh < yh, xh == yh && xl < yl:
		return -1
	case xh > yh, xl > yl:
		return 1
	}
	return 0
}

// floor returns the greatest integer that is not above a.
func (a ratio) floor() int64 {
	q := a.num / a.den
	if a.num%a.den < 0 {
		q--
	}
	return q
}

// multiply returns the signed product of two integers in 128 bits.
func multiply(a, b int64) (hi int64, lo uint64) {
	h, l := bits.Mul64(uint64(a), uint64(b))
	// As unsigned numbers a and b are too great by 2^64 if they are negative.
	return int64(h) - a>>63&b - b>>63&a, l
}

// A span is the open interval of the distances at which a moving shape overlaps another. Without bounds it is all
// distances.
type span struct {
	lo, hi  ratio
	bounded bool
	// from is the number of the axis that closed last: the one that gives lo.
	from int
}

// The axes of a sweep, in the order in which ties between them are decided (imp-D5c).
const (
	otherAhead = iota
	otherAside
	movingAhead
	movingAside
)

// narrow cuts the span down to the distances at which a, moving, overlaps b on one axis by more than the margin, and
// reports whether any are left. Extents and margin have the scale of the axis; speed is what the moving shape gains on
// it over a distance of Scale.
func (s *span) narrow(axis int, a, b extent, margin, speed int64) bool {
	over, under := a.hi-b.lo-margin, a.lo-b.hi+margin
	if speed == 0 {
		return over > 0 && under < 0
	}
	lo, hi := ratio{-Scale * over, speed}, ratio{-Scale * under, speed}
	if speed < 0 {
		lo, hi = ratio{Scale * under, -speed}, ratio{Scale * over, -speed}
	}
	if !s.bounded {
		s.lo, s.hi, s.bounded, s.from = lo, hi, true, axis
	} else {
		if c := lo.compare(s.lo); c > 0 || c == 0 && axis < s.from {
			s.lo, s.from = lo, axis
		}
		if hi.compare(s.hi) < 0 {
			s.hi = hi
		}
	}
	return s.lo.compare(s.hi) < 0
}

// sweep returns the span in which a, moving by way for each Scale of distance, overlaps b by more than the margin on
// each of the four axes, and whether there is any (imp-D4b).
func sweep(a *Shape, way Point, b *Shape, margin int64) (s span, ok bool) {
	margin *= Scale
	d, r := a.H.Dir(), a.H.Right()
	ok = s.narrow(movingAside, a.aside, b.extentOn(r), margin, way.dot(r)) &&
		s.narrow(movingAhead, a.ahead, b.extentOn(d), margin, way.dot(d))
	if !ok {
		return s, false
	}
	d, r = b.H.Dir(), b.H.Right()
	ok = s.narrow(otherAhead, a.extentOn(d), b.ahead, margin, way.dot(d)) &&
		s.narrow(otherAside, a.extentOn(r), b.aside, margin, way.dot(r))
	return s, ok
}

// Advance returns how far a can move along h before it meets b, or Never if it passes by, slides along b, or moves
// away from it (imp-D4c).
func Advance(a *Shape, h Heading, b *Shape) int32 {
	t, _ := advance(a, h.Dir(), b)
	return t
}

func advance(a *Shape, way Point, b *Shape) (int32, span) {
	if s, ok := sweep(a, way, b, Epsilon); !ok || s.hi.num <= 0 {
		return Never, s
	}
	s, _ := sweep(a, way, b, 0)
	return int32(max(0, s.lo.floor())), s
}

// AdvanceInto returns how far a can move along h before it meets the piece of terrain, or Never (imp-D4d).
func AdvanceInto(a *Shape, h Heading, p *Piece) int32 {
	if s, ok := sweepPiece(a, h.Dir(), p, Epsilon); !ok || s.hi.num <= 0 {
		return Never
	}
	s, _ := sweepPiece(a, h.Dir(), p, 0)
	return int32(max(0, s.lo.floor()))
}

// EnterAfter returns how far a can move along h without being in the piece of terrain anywhere on the way (imp-D8b):
// -1 if it is in it from the start, Never if it never comes into it.
func EnterAfter(a *Shape, h Heading, p *Piece) int32 {
	switch s, ok := sweepPiece(a, h.Dir(), p, Epsilon); {
	case !ok || s.hi.num <= 0:
		return Never
	case s.lo.num < 0:
		return -1
	default:
		return int32(s.lo.floor())
	}
}

// LeaveAfter returns the least whole distance along h after which a is in the piece of terrain no more, 0 if it never
// is.
func LeaveAfter(a *Shape, h Heading, p *Piece) int32 {
	s, ok := sweepPiece(a, h.Dir(), p, Epsilon)
	if !ok || s.hi.num <= 0 {
		return 0
	}
	return int32(-ratio{-s.hi.num, s.hi.den}.floor())
}

// SlideFree reports whether a can move right to the right and ahead straight ahead at the same time, on a straight
// line, without meeting b on the way (imp-D4m). Negative distances are to the left and to the rear.
func SlideFree(a *Shape, right, ahead int32, b *Shape) bool {
	if s, ok := sweep(a, a.slide(right, ahead), b, Epsilon); !ok || s.hi.num <= 0 {
		return true
	}
	s, _ := sweep(a, a.slide(right, ahead), b, 0)
	return s.lo.compare(ratio{1, 1}) >= 0
}

// SlideFreeOf is SlideFree for a piece of terrain.
func SlideFreeOf(a *Shape, right, ahead int32, p *Piece) bool {
	if s, ok := sweepPiece(a, a.slide(right, ahead), p, Epsilon); !ok || s.hi.num <= 0 {
		return true
	}
	s, _ := sweepPiece(a, a.slide(right, ahead), p, 0)
	return s.lo.compare(ratio{1, 1}) >= 0
}

// SlideEnters reports whether a comes to be in the piece of terrain, as imp-D8b says, anywhere on that line, its ends
// included.
func SlideEnters(a *Shape, right, ahead int32, p *Piece) bool {
	s, ok := sweepPiece(a, a.slide(right, ahead), p, Epsilon)
	return ok && s.hi.num > 0 && s.lo.compare(ratio{1, 1}) < 0
}

// slide returns the whole way of an oblique or sideways move times Scale; the distance 1 is the whole move.
func (s *Shape) slide(right, ahead int32) Point {
	d, r := s.H.Dir(), s.H.Right()
	return Point{int64(right)*r.X + int64(ahead)*d.X, int64(right)*r.Y + int64(ahead)*d.Y}
}

// Clear returns the least whole distance, at least from, after which a moved along h overlaps b no more (imp-D4s).
func Clear(a *Shape, h Heading, b *Shape, from int32) int32 {
	// Rounding shifts corners by less than 3: what the sweep overlaps by 3 more than it must does overlap.
	sure, ok := sweep(a, h.Dir(), b, Epsilon+3)
	for t := from; ; t++ {
		if ok && sure.lo.compare(ratio{int64(t), 1}) < 0 && sure.hi.compare(ratio{int64(t), 1}) > 0 {
			t = int32(-ratio{-sure.hi.num, sure.hi.den}.floor())
		}
		moved := Place(a.Straight(h, t), a.Base)
		if !Overlap(&moved, b) {
			return t
		}
	}
}
