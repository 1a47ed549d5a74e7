package plane

// ZoneDepth is how far a zone of control reaches.
const ZoneDepth = 5 * Unit

// rays is how many rays a zone of control sends ahead.
const rays = 9

// A Reach says at which length each ray of a zone of control meets something, Never where it meets nothing
// (imp-D5g).
type Reach [rays]int32

// NoReach is the reach of rays that meet nothing; narrowing begins with it.
var NoReach = Reach{Never, Never, Never, Never, Never, Never, Never, Never, Never}

// RaysTo returns where the rays of the zone of s meet a base.
func (s *Shape) RaysTo(b *Shape) Reach { return s.raysTo(b.Corner[:]) }

// RaysToPiece returns where the rays of the zone of s meet a piece of terrain.
func (s *Shape) RaysToPiece(p *Piece) Reach { return s.raysTo(p.Points) }

func (s *Shape) raysTo(outline []Point) (r Reach) {
	for k := range r {
		t := rayTo(s.At(int32(k)*s.Width/(rays-1)-s.Width/2, 0), s.H, outline)
		if t > ZoneDepth {
			t = Never
		}
		r[k] = int32(t)
	}
	return r
}

// Narrow takes for each ray what is met first.
func (r *Reach) Narrow(s Reach) {
	for k := range r {
		r[k] = min(r[k], s[k])
	}
}

// InZone reports whether a base is in the zone of control of another: it overlaps the zone, and not all rays that meet
// it meet something else first (imp-D5g). Shade is where the rays meet all other bases and impassable ground.
func InZone(owner, b *Shape, shade *Reach) bool {
	if z := owner.Corridor(ZoneDepth); !Overlap(&z, b) {
		return false
	}
	met := false
	for k, t := range owner.RaysTo(b) {
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

// AheadTo returns how far straight ahead of the front of s the segment from a to b is met first, or Never.
func (s *Shape) AheadTo(a, b Point) int32 {
	best, v := int64(Never), s.H.Dir()
	for k := range int32(rays) {
		best = min(best, rayLength(s.At(k*s.Width/(rays-1)-s.Width/2, 0), v, a, b))
	}
	return int32(best)
}

// rayTo returns how far from p along h the outline is met, or Never.
func rayTo(p Point, h Heading, outline []Point) int64 {
	best, v := int64(Never), h.Dir()
	a := outline[len(outline)-1]
	for _, b := range outline {
		best = min(best, rayLength(p, v, a, b))
		a = b
	}
	return best
}

// rayLength returns how far from p along v, the direction of a heading, the edge from a to b is met, or Never
// (imp-D6h).
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
