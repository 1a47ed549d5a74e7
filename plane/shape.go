package plane

// A Pose is where a base stands: its front centre, and its heading (imp-D2a).
type Pose struct {
	X, Y int32
	H    Heading
}

// Point returns the front centre.
func (p Pose) Point() Point { return Point{int64(p.X), int64(p.Y)} }

// At returns the point a to the right of the front centre and b ahead of it (imp-D2b).
func (p Pose) At(a, b int32) Point {
	r, d := p.H.Right(), p.H.Dir()
	return Point{
		int64(p.X) + Div(int64(a)*r.X+int64(b)*d.X),
		int64(p.Y) + Div(int64(a)*r.Y+int64(b)*d.Y),
	}
}

// Local returns how far q lies to the right of the front centre, and how far ahead of it (imp-D5a).
func (p Pose) Local(q Point) (a, b int64) {
	v := q.minus(p.Point())
	return Div(v.dot(p.H.Right())), Div(v.dot(p.H.Dir()))
}

// moved returns the pose with its front centre at q.
func (p Pose) moved(q Point) Pose { return Pose{int32(q.X), int32(q.Y), p.H} }

// A Base is the size of a rectangular base. The width is even.
type Base struct {
	Width, Depth int32
}

// The corners of a shape, clockwise. An edge has the number of the corner at which it begins: the front edge runs
// from FrontLeft to FrontRight, the right one from FrontRight to BackRight.
const (
	FrontLeft = iota
	FrontRight
	BackRight
	BackLeft
)

// An Edge is one of the four edges of a base.
type Edge uint8

// The edges of a base, each with the number of the corner at which it begins.
const (
	FrontEdge Edge = iota
	RightEdge
	RearEdge
	LeftEdge
)

// A Shape is a base in its place with all that comparisons need again and again. A corridor and the front edge of a
// base are shapes too. Make one with Place, Corridor, Behind, Front or Grow.
type Shape struct {
	Pose
	Base
	// Corner holds the four corners; all geometry uses these integer points (imp-D2c).
	Corner [4]Point
	// Min and Max are the corners of the smallest upright rectangle around the shape.
	Min, Max Point
	// ahead and aside are the extents of the corners on the directions straight ahead and to the right.
	ahead, aside extent
}

// An extent is what a set of points covers when projected on an axis.
type extent struct{ lo, hi int64 }

// Place returns the shape of a base at a pose.
func Place(p Pose, b Base) Shape {
	return outline(p, b, -b.Width/2, b.Width/2, 0, -b.Depth)
}

// ClearOf reports whether the upright rectangles around a base and from lo to hi show that the base neither touches nor
// overlaps anything in the latter. It is for passing over what is elsewhere before its corners are worked out.
func (p Pose) ClearOf(b Base, lo, hi Point) bool {
	r, d := p.H.Right(), p.H.Dir()
	half, back := int64(b.Width/2), -int64(b.Depth)
	x, wide, deep := int64(p.X)*Scale, half*abs(r.X), back*d.X
	if x-wide+min(0, deep) > (hi.X+contactSlack)*Scale || x+wide+max(0, deep) < (lo.X-contactSlack)*Scale {
		return true
	}
	y, wide, deep := int64(p.Y)*Scale, half*abs(r.Y), back*d.Y
	return y-wide+min(0, deep) > (hi.Y+contactSlack)*Scale || y+wide+max(0, deep) < (lo.Y-contactSlack)*Scale
}

// outline returns the shape with these sides, as seen from p.
func outline(p Pose, base Base, left, right, front, rear int32) (s Shape) {
	s.Pose, s.Base = p, base
	r, d := p.H.Right(), p.H.Dir()
	x, y := int64(p.X), int64(p.Y)
	lx, ly, rx, ry := int64(left)*r.X, int64(left)*r.Y, int64(right)*r.X, int64(right)*r.Y
	fx, fy, bx, by := int64(front)*d.X, int64(front)*d.Y, int64(rear)*d.X, int64(rear)*d.Y
	s.Corner[FrontLeft] = Point{x + Div(lx+fx), y + Div(ly+fy)}
	s.Corner[FrontRight] = Point{x + Div(rx+fx), y + Div(ry+fy)}
	s.Corner[BackRight] = Point{x + Div(rx+bx), y + Div(ry+by)}
	s.Corner[BackLeft] = Point{x + Div(lx+bx), y + Div(ly+by)}
	s.measure()
	return s
}

func (s *Shape) measure() {
	a, b, c, d := &s.Corner[0], &s.Corner[1], &s.Corner[2], &s.Corner[3]
	s.Min = Point{min(a.X, b.X, c.X, d.X), min(a.Y, b.Y, c.Y, d.Y)}
	s.Max = Point{max(a.X, b.X, c.X, d.X), max(a.Y, b.Y, c.Y, d.Y)}
	s.ahead = s.extentOn(s.H.Dir())
	s.aside = s.extentOn(s.H.Right())
}

// extentOn projects the corners on an axis.
func (s *Shape) extentOn(n Point) extent {
	a, b, c, d := s.Corner[0].dot(n), s.Corner[1].dot(n), s.Corner[2].dot(n), s.Corner[3].dot(n)
	return extent{min(a, b, c, d), max(a, b, c, d)}
}

// Corridor returns the strip as wide as the front edge that reaches r straight ahead of it (imp-D5f). Corridor of
// 5 U is the zone of control.
func (s *Shape) Corridor(r int32) Shape {
	return outline(s.Pose, Base{s.Width, r}, -s.Width/2, s.Width/2, r, 0)
}

// Behind returns the strip as wide as the base that reaches r back from its rear edge (imp-D5h).
func (s *Shape) Behind(r int32) Shape {
	return outline(s.Pose, Base{s.Width, r}, -s.Width/2, s.Width/2, -s.Depth, -s.Depth-r)
}

// Front returns the front edge as a shape without depth, from which firing is measured (imp-D3e).
func (s *Shape) Front() Shape { return s.Side(FrontEdge) }

// Side returns an edge as a shape without depth (imp-D3e).
func (s *Shape) Side(e Edge) Shape {
	from, to := s.Corner[e], s.Corner[(e+1)%4]
	t := Shape{Pose: s.Pose, Corner: [4]Point{from, to, to, from}}
	t.measure()
	return t
}

// Grow returns the base grown by r on every side, as it stands in the way of sight (imp-D6d).
func (s *Shape) Grow(r int32) Shape {
	return outline(s.Pose, Base{s.Width + 2*r, s.Depth + 2*r}, -s.Width/2-r, s.Width/2+r, r, -s.Depth-r)
}

// Midpoint returns the middle of an edge, rounded down (imp-D6b).
func (s *Shape) Midpoint(e Edge) Point {
	p, q := s.Corner[e], s.Corner[(e+1)%4]
	return Point{(p.X + q.X) >> 1, (p.Y + q.Y) >> 1}
}

// OffTable reports whether any corner lies off the table (imp-D4u).
func (s *Shape) OffTable() bool {
	return s.Min.X < 0 || s.Min.Y < 0 || s.Max.X > Width || s.Max.Y > Height
}

// A TableEdge is one of the four edges of the table.
type TableEdge uint8

// The edges of the table, clockwise.
const (
	North TableEdge = iota
	East
	South
	West
)

// ToEdge returns the distance from the base to an edge of the table, 0 if the base reaches it or lies across it.
func (s *Shape) ToEdge(e TableEdge) int64 {
	var r int64
	switch e {
	case North:
		r = Height - s.Max.Y
	case East:
		r = Width - s.Max.X
	case South:
		r = s.Min.Y
	case West:
		r = s.Min.X
	}
	return max(0, r)
}
