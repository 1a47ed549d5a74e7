package plane

import "fmt"

// A Piece is a piece of terrain: a convex polygon (imp-D8a). It never changes.
type Piece struct {
	// Points are its corners, counter-clockwise.
	Points []Point
	// Min and Max are the corners of the smallest upright rectangle around it.
	Min, Max Point
	sides    []side
}

// A side is an edge of a piece with what a sweep needs.
type side struct {
	normal Point // outward, unscaled
	length int64 // of the normal, rounded down
	extent extent
}

// NewPiece returns the piece with these corners, or an error unless they make a convex polygon in counter-clockwise
// order.
func NewPiece(points ...Point) (Piece, error) {
	if len(points) < 3 {
		return Piece{}, fmt.Errorf("polygon of %d points: want 3 or more", len(points))
	}
	p := Piece{Points: points, Min: points[0], Max: points[0], sides: make([]side, len(points))}
	for i, a := range points {
		p.Min = Point{min(p.Min.X, a.X), min(p.Min.Y, a.Y)}
		p.Max = Point{max(p.Max.X, a.X), max(p.Max.Y, a.Y)}
		b := points[(i+1)%len(points)]
		e := b.minus(a)
		s := &p.sides[i]
		s.normal = Point{e.Y, -e.X}
		s.length = floorRoot(e.square())
		s.extent = extent{a.dot(s.normal), a.dot(s.normal)}
		for j, c := range points {
			n := c.dot(s.normal)
			if n > s.extent.hi || n == s.extent.hi && j != i && j != (i+1)%len(points) {
				return Piece{}, fmt.Errorf("point %d of the polygon, (%d, %d): want a convex polygon in counter-clockwise order, without points on its sides",
					j+1, c.X, c.Y)
			}
			s.extent.lo = min(s.extent.lo, n)
		}
	}
	return p, nil
}

func (p *Piece) extentOn(n Point) extent {
	e := extent{p.Points[0].dot(n), p.Points[0].dot(n)}
	for _, c := range p.Points[1:] {
		d := c.dot(n)
		e.lo, e.hi = min(e.lo, d), max(e.hi, d)
	}
	return e
}

// sweepPiece is sweep for a piece of terrain, with the axes of a and the normals of the piece (imp-D4d). It also
// returns the span in which a is in the piece, I(Epsilon) in the specification.
func sweepPiece(a *Shape, way Point, p *Piece) (s, in span, meets bool) {
	d, r := a.H.Dir(), a.H.Right()
	aside := separate(a.aside, p.extentOn(r), Epsilon*Scale, way.dot(r))
	if !in.narrow(movingAside, &aside, true) {
		return s, in, false
	}
	ahead := separate(a.ahead, p.extentOn(d), Epsilon*Scale, way.dot(d))
	if !in.narrow(movingAhead, &ahead, true) || in.hi.num <= 0 {
		return s, in, false
	}
	for i := range p.sides {
		c := p.sides[i].separate(a, way)
		if !in.narrow(otherAhead, &c, true) || in.hi.num <= 0 {
			return s, in, false
		}
	}
	s.narrow(movingAside, &aside, false)
	s.narrow(movingAhead, &ahead, false)
	for i := range p.sides {
		c := p.sides[i].separate(a, way)
		s.narrow(otherAhead, &c, false)
	}
	return s, in, true
}

func (e *side) separate(a *Shape, way Point) closing {
	return separate(a.extentOn(e.normal), e.extent, Epsilon*e.length, way.dot(e.normal))
}

// Holds reports whether a base is in the piece: whether they overlap by more than Epsilon on every axis (imp-D8b).
func (p *Piece) Holds(a *Shape) bool {
	if a.Min.X-p.Max.X > contactSlack || p.Min.X-a.Max.X > contactSlack || a.Min.Y-p.Max.Y > contactSlack || p.Min.Y-a.Max.Y > contactSlack {
		return false
	}
	if apart(a.ahead, p.extentOn(a.H.Dir())) >= -Epsilon*Scale || apart(a.aside, p.extentOn(a.H.Right())) >= -Epsilon*Scale {
		return false
	}
	for i := range p.sides {
		e := &p.sides[i]
		if apart(a.extentOn(e.normal), e.extent) >= -Epsilon*e.length {
			return false
		}
	}
	return true
}

// HoldsWhole reports whether all of a base is in the piece (imp-D8b).
func (p *Piece) HoldsWhole(a *Shape) bool {
	return p.Contains(a.Corner[0]) && p.Contains(a.Corner[1]) && p.Contains(a.Corner[2]) && p.Contains(a.Corner[3])
}

// Contains reports whether a point is inside or on the boundary.
func (p *Piece) Contains(q Point) bool {
	for i := range p.sides {
		if q.dot(p.sides[i].normal) > p.sides[i].extent.hi {
			return false
		}
	}
	return true
}

// Crosses reports whether the segment from a to b meets the piece, even at one point.
func (p *Piece) Crosses(a, b Point) bool {
	return spansMeet(a, b, p.Min, p.Max) && segmentMeets(a, b, p.Points, -1)
}

// LengthInside returns the length of the segment from a to b that lies in the piece, between the points where it
// crosses the boundary, each rounded to the nearest integer; the length is rounded up (imp-D6e, imp-D6g).
func (p *Piece) LengthInside(a, b Point) int64 {
	if !spansMeet(a, b, p.Min, p.Max) {
		return 0
	}
	v := b.minus(a)
	enter, leave := ratio{0, 1}, ratio{1, 1}
	for i := range p.sides {
		e := &p.sides[i]
		// Inside where start + t*speed <= 0.
		start, speed := a.dot(e.normal)-e.extent.hi, v.dot(e.normal)
		switch {
		case speed == 0:
			if start > 0 {
				return 0
			}
		case speed > 0:
			if t := (ratio{-start, speed}); t.compare(leave) < 0 {
				leave = t
			}
		default:
			if t := (ratio{start, -speed}); t.compare(enter) > 0 {
				enter = t
			}
		}
	}
	if enter.compare(leave) >= 0 {
		return 0
	}
	return Distance(enter.along(a, v), leave.along(a, v))
}

// along returns the point a + t*v, rounded to the nearest integers, halves away from zero.
func (t ratio) along(a, v Point) Point {
	return Point{nearest(a.X*t.den+v.X*t.num, t.den), nearest(a.Y*t.den+v.Y*t.num, t.den)}
}

func nearest(num, den int64) int64 {
	if num < 0 {
		return -((-num + den/2) / den)
	}
	return (num + den/2) / den
}
