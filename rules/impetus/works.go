package impetus

import (
	"acies/plane"
)

// Section 22.3: fortifications.

// works is a fortification with the corners of the upright rectangle around it.
type works struct {
	*Line
	lo, hi plane.Point
}

func compileLine(l *Line) works {
	w := works{l, l.Points[0], l.Points[0]}
	for _, p := range l.Points {
		w.lo = plane.Point{X: min(w.lo.X, p.X), Y: min(w.lo.Y, p.Y)}
		w.hi = plane.Point{X: max(w.hi.X, p.X), Y: max(w.hi.Y, p.Y)}
	}
	return w
}

// checkLines says whether a unit may cross the fortifications between two places, in a charge on a target or none: no
// horse, artillery or wagons (22.3e), and foot over a line that the enemy defends only to charge who stands behind it
// (22.3d).
func (s *State) checkLines(u uint8, x, end *plane.Shape, target uint8) reason {
	for i := range s.b.works {
		l := &s.b.works[i]
		switch {
		case !l.swept(x, end):
		case !s.typ(u).infantry():
			return reason{id: whyLine}
		case s.defended(l, other(s.side(u))):
			if target == none {
				return reason{id: whyDefended}
			}
			if y := s.shape(target); !l.shelters(&y) {
				return reason{id: whyDefended}
			}
		}
	}
	return reason{}
}

// lineWall returns how far a unit goes along a heading, at most t, before it meets a fortification that it cannot cross
// without a charge, or Never.
func (s *State) lineWall(u uint8, x *plane.Shape, h plane.Heading, t int32) int32 {
	if len(s.b.works) == 0 {
		return plane.Never
	}
	crosses := func(t int32) bool {
		end := s.shapeAt(u, x.Straight(h, t))
		return !s.checkLines(u, x, &end, none).ok()
	}
	if !crosses(t) {
		return plane.Never
	}
	low := int32(0)
	for high := t; high-low > 1; {
		if mid := (low + high) / 2; crosses(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return low
}

// swept reports whether a base that goes from one place to another in a straight line crosses the fortification.
func (l *works) swept(x, end *plane.Shape) bool {
	if min(x.Min.X, end.Min.X) > l.hi.X || max(x.Max.X, end.Max.X) < l.lo.X || min(x.Min.Y, end.Min.Y) > l.hi.Y || max(x.Max.Y, end.Max.Y) < l.lo.Y {
		return false
	}
	line := l.Points
	for i := range x.Corner {
		if plane.CrossesLine(x.Corner[i], end.Corner[i], line) || plane.CrossesLine(end.Corner[i], end.Corner[(i+1)%4], line) {
			return true
		}
	}
	return false
}

// crossesWorks reports whether a move between two places crosses a fortification that nobody defends.
func (s *State) crossesWorks(u uint8, x, end *plane.Shape) bool {
	for i := range s.b.works {
		if l := &s.b.works[i]; l.swept(x, end) && !s.defended(l, other(s.side(u))) {
			return true
		}
	}
	return false
}

// defended reports whether a unit of a side stands behind a fortification (22.3c).
func (s *State) defended(l *works, side uint8) bool {
	lo, hi := plane.Point{X: l.lo.X - U, Y: l.lo.Y - U}, plane.Point{X: l.hi.X + U, Y: l.hi.Y + U}
	near := s.index.Near(lo, hi).And(s.b.army[side])
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		if u := uint8(i); !s.clearOf(u, lo, hi) {
			x := s.shape(u)
			if l.shelters(&x) {
				return true
			}
		}
	}
	return false
}

// fortified reports whether a unit is behind a fortification against an enemy: its front edge within 1U of the line, and
// the enemy on the other side (22.3c); or in a built-up area (22.2d).
func (s *State) fortified(u uint8, enemy *plane.Shape) bool {
	if s.has(u, fInVillage) {
		return true
	}
	if len(s.b.works) == 0 {
		return false
	}
	x := s.shape(u)
	for i := range s.b.works {
		// The front of a charger may have come over the line; where it comes from is where its rear is.
		if l := &s.b.works[i]; l.shelters(&x) && !l.protects(enemy.Midpoint(plane.RearEdge)) {
			return true
		}
	}
	return false
}

// shelters reports whether a base stands on the protected side of a fortification, its front edge within 1U of it.
func (l *works) shelters(x *plane.Shape) bool {
	return plane.DistLine(x.Corner[plane.FrontLeft], x.Corner[plane.FrontRight], l.Points) <= U && l.protects(x.Midpoint(plane.RearEdge))
}

// protects reports whether a point lies on the protected side of a fortification.
func (l *works) protects(p plane.Point) bool {
	a, b := l.Points[0], l.Points[len(l.Points)-1]
	side := (b.X-a.X)*(p.Y-a.Y) - (b.Y-a.Y)*(p.X-a.X)
	var q plane.Point // a point far off towards the protected edge
	switch l.Protects {
	case North:
		q = plane.Point{X: a.X, Y: a.Y + plane.Height}
	case South:
		q = plane.Point{X: a.X, Y: a.Y - plane.Height}
	case East:
		q = plane.Point{X: a.X + plane.Width, Y: a.Y}
	case West:
		q = plane.Point{X: a.X - plane.Width, Y: a.Y}
	}
	safe := (b.X-a.X)*(q.Y-a.Y) - (b.Y-a.Y)*(q.X-a.X)
	return side > 0 == (safe > 0) && side != 0
}
