package plane

// A Blow says where a charge lands.
type Blow uint8

// Where a charge lands (imp-10.2a).
const (
	OnFront Blow = iota
	OnFlank
	OnRear
)

// Charge returns how far a, charging straight ahead from where it stands, can move before it meets b, the edge of b
// that it meets, and where that lands (imp-D5b, imp-D5c). If it never meets b the distance is Never, and the rest means
// nothing.
func Charge(a, b *Shape) (t int32, edge Edge, blow Blow) {
	t, s := advance(a, a.H.Dir(), b)
	if t == Never {
		return t, 0, 0
	}
	edge = contactEdge(a, b, s.from)
	return t, edge, landing(a, b, edge)
}

// contactEdge returns the edge of b that a meets when it moves straight ahead and the axis closes last.
func contactEdge(a, b *Shape, axis int) Edge {
	way := a.H.Dir()
	switch axis {
	case otherAhead:
		if way.dot(b.H.Dir()) < 0 {
			return FrontEdge
		}
		return RearEdge
	case otherAside:
		if way.dot(b.H.Right()) < 0 {
			return RightEdge
		}
		return LeftEdge
	}
	// Moving along its own heading a gains on no other axis of its own, so it meets the corner of b that is nearest.
	nearest := 0
	for i, c := range b.Corner {
		if c.dot(way) < b.Corner[nearest].dot(way) {
			nearest = i
		}
	}
	// Front and rear edges run along right(b), the others along dir(b).
	along, across := abs(a.H.Right().dot(b.H.Right())), abs(a.H.Right().dot(b.H.Dir()))
	front := along > across || along == across && nearest <= FrontRight
	switch {
	case front && nearest <= FrontRight:
		return FrontEdge
	case front:
		return RearEdge
	case nearest == FrontRight || nearest == BackRight:
		return RightEdge
	}
	return LeftEdge
}

func landing(a, b *Shape, edge Edge) Blow {
	_, most := b.Local(a.Point())
	for _, c := range []Point{a.Corner[FrontLeft], a.Corner[FrontRight]} {
		_, ahead := b.Local(c)
		most = max(most, ahead)
	}
	switch {
	case most <= -int64(b.Depth) && edge == RearEdge:
		return OnRear
	case most <= 0 && edge != FrontEdge:
		return OnFlank
	}
	return OnFront
}

func abs(n int64) int64 { return max(n, -n) }

// Shared returns the length along which two bases touch: the greatest overlap of an edge of a and an edge of b that
// are within Epsilon, along the direction of the edge of b (imp-D5d).
func Shared(a, b *Shape) int32 {
	var most int64
	for e := FrontEdge; e <= LeftEdge; e++ {
		for f := FrontEdge; f <= LeftEdge; f++ {
			n := b.H.Right()
			if f == RightEdge || f == LeftEdge {
				n = b.H.Dir()
			}
			x, y := a.Side(e), b.Side(f)
			if Within(&x, &y, Epsilon) {
				p, q := x.extentOn(n), y.extentOn(n)
				most = max(most, min(Div(p.hi), Div(q.hi))-max(Div(p.lo), Div(q.lo)))
			}
		}
	}
	return int32(most)
}

// rayLength returns how far from p along v, a heading's direction, the edge from a to b is met, or Never (imp-D6h).
func rayLength(p, v, a, b Point) int64 {
	e, w := b.minus(a), a.minus(p)
	den, tn, un := v.cross(e), w.cross(e), w.cross(v)
	if den < 0 {
		den, tn, un = -den, -tn, -un
	}
	if den == 0 || tn < 0 || un < 0 || un > den {
		return Never
	}
	return Scale * tn / den
}

// rayTo returns how far from p along h the outline is met, or Never.
func rayTo(p Point, h Heading, outline []Point) int64 {
	best := int64(Never)
	for i, a := range outline {
		best = min(best, rayLength(p, h.Dir(), a, outline[(i+1)%len(outline)]))
	}
	return best
}

// Rays is how many rays a zone of control sends ahead.
const Rays = 9

// A Zone is the zone of control of a base, or how much of it is left behind what stands in it (imp-D5g).
type Zone struct {
	Shape
	owner *Shape
}

// NewZone returns the zone of control that reaches r ahead of a base.
func NewZone(owner *Shape, r int32) Zone { return Zone{owner.Corridor(r), owner} }

// A Reach is the lengths of the rays of a zone at which a shape is met; Never for those that miss it.
type Reach [Rays]int32

// Meets returns where the rays of the zone meet a base.
func (z *Zone) Meets(b *Shape) Reach { return z.reach(b.Corner[:]) }

// MeetsPiece returns where the rays of the zone meet a piece of terrain.
func (z *Zone) MeetsPiece(p *Piece) Reach { return z.reach(p.Points) }

func (z *Zone) reach(outline []Point) (r Reach) {
	w := z.owner.Width
	for k := range r {
		t := rayTo(z.owner.At(int32(k)*w/(Rays-1)-w/2, 0), z.owner.H, outline)
		if t > int64(z.Depth) {
			t = Never
		}
		r[k] = int32(t)
	}
	return r
}

// Nearer narrows r to what is met first: it takes the lesser length of each ray.
func (r *Reach) Nearer(s Reach) {
	for k := range r {
		r[k] = min(r[k], s[k])
	}
}

// Reached reports whether the zone reaches a target whose rays are r when the nearest of all that stands between is
// shade: whether some ray meets the target no later than the shade, or none meets it at all.
func (r Reach) Reached(shade Reach) bool {
	met := false
	for k, t := range r {
		if t == Never {
			continue
		}
		if t <= shade[k] {
			return true
		}
		met = true
	}
	return !met
}

// Clear is the reach of nothing.
var clearReach = Reach{Never, Never, Never, Never, Never, Never, Never, Never, Never}

// NoReach returns the reach of nothing, with which narrowing begins.
func NoReach() Reach { return clearReach }
