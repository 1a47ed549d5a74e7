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

// ceil returns the least integer that is not below a.
func (a ratio) ceil() int64 { return -ratio{-a.num, a.den}.floor() }

// one is the whole of a slide.
var one = ratio{1, 1}

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

// A closing says how a moving shape a and another b stand on one axis: how far a reaches over the beginning of b and
// how far it falls short of its end, what margin Epsilon makes on the axis, and the speed, which is what a gains over a
// distance of Scale.
type closing struct{ over, under, epsilon, speed int64 }

func separate(a, b extent, epsilon, speed int64) closing {
	return closing{a.hi - b.lo, a.lo - b.hi, epsilon, speed}
}

// narrow cuts the span down to the distances at which the shapes overlap on one axis, by more than the margin of
// Epsilon if there is one, and reports whether any are left.
func (s *span) narrow(axis int, c *closing, margin bool) bool {
	over, under := c.over, c.under
	if margin {
		over, under = over-c.epsilon, under+c.epsilon
	}
	if c.speed == 0 {
		return over > 0 && under < 0
	}
	lo, hi := ratio{-Scale * over, c.speed}, ratio{-Scale * under, c.speed}
	if c.speed < 0 {
		lo, hi = ratio{Scale * under, -c.speed}, ratio{Scale * over, -c.speed}
	}
	if !s.bounded {
		s.lo, s.hi, s.bounded, s.from = lo, hi, true, axis
	} else {
		if d := lo.compare(s.lo); d > 0 || d == 0 && axis < s.from {
			s.lo, s.from = lo, axis
		}
		if hi.compare(s.hi) < 0 {
			s.hi = hi
		}
	}
	return s.lo.compare(s.hi) < 0
}

// sweep returns the span in which a, moving by way for each Scale of distance, overlaps b on each of the four axes: I(0)
// in the specification. It reports whether they overlap by more than Epsilon on all of them at some distance above 0:
// whether a meets b (imp-D4b, imp-D4c).
func sweep(a *Shape, way Point, b *Shape) (s span, meets bool) {
	var axes [4]closing
	var clear span // I(Epsilon)
	d, r := a.H.Dir(), a.H.Right()
	// What lies off the way mostly shows on the axis to the side.
	axes[movingAside] = separate(a.aside, b.extentOn(r), Epsilon*Scale, way.dot(r))
	if !clear.narrow(movingAside, &axes[movingAside], true) {
		return s, false
	}
	axes[movingAhead] = separate(a.ahead, b.extentOn(d), Epsilon*Scale, way.dot(d))
	if !clear.narrow(movingAhead, &axes[movingAhead], true) || clear.hi.num <= 0 {
		return s, false
	}
	d, r = b.H.Dir(), b.H.Right()
	axes[otherAhead] = separate(a.extentOn(d), b.ahead, Epsilon*Scale, way.dot(d))
	if !clear.narrow(otherAhead, &axes[otherAhead], true) || clear.hi.num <= 0 {
		return s, false
	}
	axes[otherAside] = separate(a.extentOn(r), b.aside, Epsilon*Scale, way.dot(r))
	if !clear.narrow(otherAside, &axes[otherAside], true) || clear.hi.num <= 0 {
		return s, false
	}
	for i := range axes {
		s.narrow(i, &axes[i], false)
	}
	return s, true
}

// Advance returns how far a can move along h before it meets b, or Never if it passes by, slides along b, or moves
// away from it (imp-D4c).
func Advance(a *Shape, h Heading, b *Shape) int32 {
	s, meets := sweep(a, h.Dir(), b)
	return s.advance(meets)
}

// advance returns the distance to the beginning of the span if it is ever met.
func (s *span) advance(meets bool) int32 {
	if !meets {
		return Never
	}
	return int32(max(0, s.lo.floor()))
}

// AdvanceInto returns how far a can move along h before it meets the piece of terrain, or Never (imp-D4d).
func AdvanceInto(a *Shape, h Heading, p *Piece) int32 {
	s, _, meets := sweepPiece(a, h.Dir(), p)
	return s.advance(meets)
}

// EnterAfter returns how far a can move along h without being in the piece of terrain anywhere on the way (imp-D8b):
// -1 if it is in it from the start, Never if it never comes into it.
func EnterAfter(a *Shape, h Heading, p *Piece) int32 {
	switch _, in, meets := sweepPiece(a, h.Dir(), p); {
	case !meets:
		return Never
	case in.lo.num < 0:
		return -1
	default:
		return int32(in.lo.floor())
	}
}

// LeaveAfter returns the least whole distance along h after which a is in the piece of terrain no more, 0 if it never
// is.
func LeaveAfter(a *Shape, h Heading, p *Piece) int32 {
	_, in, meets := sweepPiece(a, h.Dir(), p)
	if !meets {
		return 0
	}
	return int32(in.hi.ceil())
}

// SlideFree reports whether a can move right to the right and ahead straight ahead at the same time, on a straight
// line, without meeting b on the way (imp-D4m). Negative distances are to the left and to the rear.
func SlideFree(a *Shape, right, ahead int32, b *Shape) bool {
	s, meets := sweep(a, a.slide(right, ahead), b)
	return !meets || s.lo.compare(one) >= 0
}

// SlideFreeOf is SlideFree for a piece of terrain.
func SlideFreeOf(a *Shape, right, ahead int32, p *Piece) bool {
	s, _, meets := sweepPiece(a, a.slide(right, ahead), p)
	return !meets || s.lo.compare(one) >= 0
}

// SlideEnters reports whether a comes to be in the piece of terrain, as imp-D8b says, anywhere on that line, its ends
// included.
func SlideEnters(a *Shape, right, ahead int32, p *Piece) bool {
	_, in, meets := sweepPiece(a, a.slide(right, ahead), p)
	return meets && in.lo.compare(one) < 0
}

// slide returns the whole way of an oblique or sideways move times Scale; the distance 1 is the whole move.
func (s *Shape) slide(right, ahead int32) Point {
	d, r := s.H.Dir(), s.H.Right()
	return Point{int64(right)*r.X + int64(ahead)*d.X, int64(right)*r.Y + int64(ahead)*d.Y}
}

// Clear returns the least whole distance, at least from, after which a moved along h overlaps b no more (imp-D4s).
func Clear(a *Shape, h Heading, b *Shape, from int32) int32 {
	for t := from; ; t++ {
		moved := Place(a.Straight(h, t), a.Base)
		g := Gap(&moved, b)
		if g >= -Epsilon*Scale {
			return t
		}
		// The gap grows by 1 at most with each step, but for rounded corners, which shift it by less than 3 twice.
		t += max(0, int32(-g/Scale)-Epsilon-8)
	}
}

// A Lane is the strip, without an end, over which a shape passes when it moves straight on.
type Lane struct {
	ahead, right Point
	rear         int64
	aside        extent
}

// Lane returns the strip over which the shape passes along h.
func (s *Shape) Lane(h Heading) Lane {
	l := Lane{ahead: h.Dir(), right: h.Right()}
	l.rear, l.aside = s.extentOn(l.ahead).lo, s.extentOn(l.right)
	return l
}

// Misses reports whether nothing that is within r of a point can be met or touched in the strip.
func (l *Lane) Misses(p Point, r int64) bool {
	r = (r + contactSlack) * Scale
	a := p.dot(l.right)
	return a+r < l.aside.lo || a-r > l.aside.hi || p.dot(l.ahead)+r < l.rear
}
