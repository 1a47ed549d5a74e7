package plane

// inset is how far the points that are looked from and at lie inside the edges, and grown is how far bases reach out
// to block sight (imp-D6c, imp-D6d).
const (
	inset = 400
	grown = 60
)

// InArc reports whether a point is in the arc that opens 45 degrees outward from the front corners (imp-D6a).
func (s *Shape) InArc(p Point) bool {
	a, b := s.Local(p)
	return b > 0 && abs(a) <= int64(s.Width/2)+b
}

// ArcHolds reports whether a target is in that arc (imp-D6b).
func (s *Shape) ArcHolds(target *Shape) bool {
	for e := FrontEdge; e <= LeftEdge; e++ {
		if s.InArc(target.Corner[e]) || s.InArc(target.Midpoint(e)) {
			return true
		}
	}
	for _, p := range [...]Point{s.Corner[FrontLeft], s.Point(), s.Corner[FrontRight]} {
		if rayTo(p, s.H, target.Corner[:]) != Never {
			return true
		}
	}
	return false
}

// FrontPoints are where a base looks from to its front.
const FrontPoints = 3

// TargetPoints are where a base is looked at, and from where it looks all round besides its front points.
const TargetPoints = 9

// LooksFrom returns the points from which a base looks to its front (imp-D6c).
func (s *Shape) LooksFrom() [FrontPoints]Point {
	a := s.Width/2 - inset
	return [FrontPoints]Point{s.At(-a, 0), s.Pose.Point(), s.At(a, 0)}
}

// LookedAt returns the points at which a base is looked at (imp-D6c).
func (s *Shape) LookedAt() [TargetPoints]Point {
	a := s.Width/2 - inset
	return [TargetPoints]Point{
		s.At(-a, -inset),
		s.At(a, -inset),
		s.At(-a, inset-s.Depth),
		s.At(a, inset-s.Depth),
		s.Midpoint(FrontEdge),
		s.Midpoint(RightEdge),
		s.Midpoint(RearEdge),
		s.Midpoint(LeftEdge),
		s.At(0, -s.Depth/2),
	}
}

// Blocks reports whether a base stands in the way of sight from a to b: whether the segment meets the base grown by
// 60 on every side, even at a point (imp-D6d).
func (s *Shape) Blocks(a, b Point) bool {
	g := s.Grow(grown)
	return segmentMeets(a, b, g.Corner[:], 1)
}

// segmentMeets reports whether the segment from a to b and a convex polygon have a point in common. The polygon runs
// clockwise for turn 1 and counter-clockwise for turn -1.
func segmentMeets(a, b Point, polygon []Point, turn int64) bool {
	v := b.minus(a)
	left, right := true, true // whether all corners lie strictly to that side of the line through a and b
	for i, p := range polygon {
		e := polygon[(i+1)%len(polygon)].minus(p)
		if turn*e.cross(a.minus(p)) > 0 && turn*e.cross(b.minus(p)) > 0 {
			return false
		}
		c := v.cross(p.minus(a))
		left, right = left && c > 0, right && c < 0
	}
	return !left && !right
}

// SegmentsMeet reports whether the segments from a to b and from p to q have a point in common.
func SegmentsMeet(a, b, p, q Point) bool {
	return segmentMeets(a, b, []Point{p, q}, 1) && spansMeet(a, b, p, q)
}

// spansMeet reports whether the upright rectangles around two segments meet.
func spansMeet(a, b, p, q Point) bool {
	return max(a.X, b.X) >= min(p.X, q.X) && max(p.X, q.X) >= min(a.X, b.X) &&
		max(a.Y, b.Y) >= min(p.Y, q.Y) && max(p.Y, q.Y) >= min(a.Y, b.Y)
}

// CrossesLine reports whether the segment from a to b meets a line of straight pieces, such as a crest or a
// fortification, even at a point.
func CrossesLine(a, b Point, line []Point) bool {
	for i := 1; i < len(line); i++ {
		if SegmentsMeet(a, b, line[i-1], line[i]) {
			return true
		}
	}
	return false
}

// DistLine returns the least whole distance from the segment a to b, which may be a point, to a line of straight
// pieces, or Never if the line has no points.
func DistLine(a, b Point, line []Point) int32 {
	best := int64(Never)
	for i, p := range line {
		q := line[max(i-1, 0)]
		if SegmentsMeet(a, b, p, q) {
			return 0
		}
		best = min(best, distPoints([]Point{a, b}, []Point{p, q}))
	}
	return int32(best)
}
