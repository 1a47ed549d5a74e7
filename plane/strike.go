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
	s, meets := sweep(a, a.H.Dir(), b)
	if !meets {
		return Never, 0, 0
	}
	edge = contactEdge(a, b, s.from)
	return s.advance(true), edge, landing(a, b, edge)
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
	_, centre := b.Local(a.Point())
	_, left := b.Local(a.Corner[FrontLeft])
	_, right := b.Local(a.Corner[FrontRight])
	most := max(centre, left, right)
	switch {
	case most <= -int64(b.Depth) && edge == RearEdge:
		return OnRear
	case most <= 0 && edge != FrontEdge:
		return OnFlank
	}
	return OnFront
}

// Shared returns the length along which two bases touch: the greatest overlap of an edge of a and an edge of b that
// are within Epsilon, along the direction of the edge of b (imp-D5d).
func Shared(a, b *Shape) int32 {
	if Meet(a, b) == Apart && Gap(a, b) > (Epsilon+1)*Scale {
		return 0
	}
	var most int64
	for f := FrontEdge; f <= LeftEdge; f++ {
		n := b.H.Right()
		if f == RightEdge || f == LeftEdge {
			n = b.H.Dir()
		}
		y := b.Side(f)
		q := y.extentOn(n)
		for e := FrontEdge; e <= LeftEdge; e++ {
			p := a.edgeOn(e, n)
			length := min(Div(p.hi), Div(q.hi)) - max(Div(p.lo), Div(q.lo))
			if length <= most {
				continue
			}
			if x := a.Side(e); !boxesApart(&x, &y) && Within(&x, &y, Epsilon) {
				most = length
			}
		}
	}
	return int32(most)
}

// edgeOn projects an edge on an axis.
func (s *Shape) edgeOn(e Edge, n Point) extent {
	p, q := s.Corner[e].dot(n), s.Corner[(e+1)%4].dot(n)
	return extent{min(p, q), max(p, q)}
}
