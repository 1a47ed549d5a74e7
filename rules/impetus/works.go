package impetus

import (
	"acies/plane"
)

// Section 22.3: fortifications.

// checkLines says whether a unit may cross the fortifications between two places, in a charge on a target or none: no
// horse, artillery or wagons (22.3e), and foot over a line that the enemy defends only to charge who stands behind it
// (22.3d).
func (s *State) checkLines(u uint8, x, end *plane.Shape, target uint8) reason {
	for i := range s.b.setup.Lines {
		l := &s.b.setup.Lines[i]
		switch {
		case !sweeps(x, end, l.Points):
		case !s.typ(u).infantry():
			return reason{id: whyLine}
		case s.defended(l, other(s.side(u))):
			if target == none {
				return reason{id: whyDefended}
			}
			if y := s.shape(target); !behindWorks(l, &y) {
				return reason{id: whyDefended}
			}
		}
	}
	return reason{}
}

// lineWall returns how far a unit goes along a heading, at most t, before it meets a fortification that it cannot cross
// without a charge, or Never.
func (s *State) lineWall(u uint8, x *plane.Shape, h plane.Heading, t int32) int32 {
	if len(s.b.setup.Lines) == 0 {
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

// sweeps reports whether a base that goes from one place to another in a straight line crosses a line.
func sweeps(x, end *plane.Shape, line []plane.Point) bool {
	for i := range x.Corner {
		if plane.CrossesLine(x.Corner[i], end.Corner[i], line) || plane.CrossesLine(end.Corner[i], end.Corner[(i+1)%4], line) {
			return true
		}
	}
	return false
}

// crossesWorks reports whether a move between two places crosses a fortification that nobody defends.
func (s *State) crossesWorks(u uint8, x, end *plane.Shape) bool {
	for i := range s.b.setup.Lines {
		if l := &s.b.setup.Lines[i]; sweeps(x, end, l.Points) && !s.defended(l, other(s.side(u))) {
			return true
		}
	}
	return false
}

// defended reports whether a unit of a side stands behind a fortification (22.3c).
func (s *State) defended(l *Line, side uint8) bool {
	for i := range s.b.units {
		if u := uint8(i); s.side(u) == side && s.placed(u) {
			x := s.shape(u)
			if behindWorks(l, &x) {
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
	if len(s.b.setup.Lines) == 0 {
		return false
	}
	x := s.shape(u)
	for i := range s.b.setup.Lines {
		// The front of a charger may have come over the line; where it comes from is where its rear is.
		if l := &s.b.setup.Lines[i]; behindWorks(l, &x) && !beyond(l, enemy.Midpoint(plane.RearEdge)) {
			return true
		}
	}
	return false
}

// behindWorks reports whether a base stands on the protected side of a line, its front edge within 1U of it.
func behindWorks(l *Line, x *plane.Shape) bool {
	return plane.DistLine(x.Corner[plane.FrontLeft], x.Corner[plane.FrontRight], l.Points) <= U && beyond(l, x.Midpoint(plane.RearEdge))
}

// beyond reports whether a point lies on the protected side of a line.
func beyond(l *Line, p plane.Point) bool {
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
