package plane

// InArc reports whether a point is in the arc that opens 45 degrees outward from the front corners (imp-D6a).
func (s *Shape) InArc(p Point) bool {
	a, b := s.Local(p)
	return b > 0 && abs(a) <= int64(s.Width/2)+b
}

// ArcHolds reports whether a target is in that arc: a corner of it, the middle of an edge, or what a ray straight
// ahead from either front corner or the front centre meets (imp-D6b).
func (s *Shape) ArcHolds(target *Shape) bool {
	for e := FrontEdge; e <= LeftEdge; e++ {
		if s.InArc(target.Corner[e]) || s.InArc(target.Midpoint(e)) {
			return true
		}
	}
	return rayTo(s.Corner[FrontLeft], s.H, target.Corner[:]) != Never ||
		rayTo(s.Point(), s.H, target.Corner[:]) != Never ||
		rayTo(s.Corner[FrontRight], s.H, target.Corner[:]) != Never
}

// Ahead reports whether any part of a base lies ahead of the line of the front edge of s (imp-6.9h).
func (s *Shape) Ahead(b *Shape) bool {
	_, b0 := s.Local(b.Corner[0])
	_, b1 := s.Local(b.Corner[1])
	_, b2 := s.Local(b.Corner[2])
	_, b3 := s.Local(b.Corner[3])
	return max(b0, b1, b2, b3) > 0
}
