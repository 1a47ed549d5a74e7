package plane

// inset is how far the points that are looked from and at lie inside the edges, and grown is how far bases reach out
// to block sight (imp-D6c, imp-D6d).
const (
	inset = 400
	grown = 60
)

const (
	frontPoints  = 3
	targetPoints = 9
)

// LookedAt returns the points at which a base is looked at (imp-D6c).
func (s *Shape) LookedAt() [targetPoints]Point {
	a := s.Width/2 - inset
	return [targetPoints]Point{
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

// Looks are the segments along which one base tries to see another (imp-D6c). Bases and terrain close segments until
// none is open; the target is seen if any stays open.
type Looks struct {
	from [frontPoints + targetPoints]Point
	to   [targetPoints]Point
	// Open holds the numbers of the segments that are open, in the order in which they are tried.
	Open Set
}

// NewLooks returns the segments from a viewer to a target that end in the viewer's arc. With round the viewer looks
// from all of its base, not only from its front, and the arc does not matter.
func NewLooks(viewer, target *Shape, round bool) Looks {
	a := viewer.Width/2 - inset
	l := Looks{to: target.LookedAt()}
	n := copy(l.from[:], []Point{viewer.At(-a, 0), viewer.Point(), viewer.At(a, 0)})
	if round {
		at := viewer.LookedAt()
		n += copy(l.from[n:], at[:])
	}
	for j, p := range l.to {
		if !round && !viewer.InArc(p) {
			continue
		}
		for i := range n {
			l.Open.Add(i*targetPoints + j)
		}
	}
	return l
}

// Segment returns the ends of a segment.
func (l *Looks) Segment(i int) (from, to Point) { return l.from[i/targetPoints], l.to[i%targetPoints] }

// Block closes the segments that a base blocks: those that meet, even at a point, the base grown by 60 on every side
// (imp-D6d). Viewer and target never block.
func (l *Looks) Block(b *Shape) {
	g := b.Grow(grown)
	for i := l.Open.Next(0); i >= 0; i = l.Open.Next(i + 1) {
		if from, to := l.Segment(i); boxMeets(from, to, &g) && segmentMeets(from, to, g.Corner[:], 1) {
			l.Open.Remove(i)
		}
	}
}

// boxMeets reports whether the upright rectangles around a segment and a shape meet.
func boxMeets(a, b Point, s *Shape) bool { return spansMeet(a, b, s.Min, s.Max) }

// segmentMeets reports whether the segment from a to b and a convex polygon have a point in common. The polygon runs
// clockwise for turn 1 and counter-clockwise for turn -1.
func segmentMeets(a, b Point, polygon []Point, turn int64) bool {
	v := b.minus(a)
	left, right := true, true // whether all corners lie strictly to that side of the line through a and b
	p := polygon[len(polygon)-1]
	for _, q := range polygon {
		e := q.minus(p)
		if turn*e.cross(a.minus(p)) > 0 && turn*e.cross(b.minus(p)) > 0 {
			return false
		}
		c := v.cross(q.minus(a))
		left, right = left && c > 0, right && c < 0
		p = q
	}
	return !left && !right
}

// SegmentsMeet reports whether the segments from a to b and from p to q have a point in common.
func SegmentsMeet(a, b, p, q Point) bool {
	if !spansMeet(a, b, p, q) {
		return false
	}
	v, w := b.minus(a), q.minus(p)
	return !sameSide(v.cross(p.minus(a)), v.cross(q.minus(a))) && !sameSide(w.cross(a.minus(p)), w.cross(b.minus(p)))
}

// sameSide reports whether both cross products show points strictly on the same side of a line.
func sameSide(c, d int64) bool { return c > 0 && d > 0 || c < 0 && d < 0 }

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
	if len(line) == 0 {
		return Never
	}
	best, p := int64(Never), line[0]
	for _, q := range line {
		if SegmentsMeet(a, b, p, q) {
			return 0
		}
		x, y := [...]Point{a, b}, [...]Point{p, q}
		best = min(best, distPolygons(x[:], y[:]))
		p = q
	}
	return int32(best)
}
