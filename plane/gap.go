package plane

import "math/bits"

// apart returns the signed separation of two extents: negative if they overlap.
func apart(a, b extent) int64 { return max(b.lo-a.hi, a.lo-b.hi) }

// Gap returns the greatest signed separation of the two shapes over the directions straight ahead and to the right of
// each, times Scale (imp-D3a). It is a test of contact, not a distance: see Dist.
func Gap(a, b *Shape) int64 {
	return max(
		apart(a.ahead, b.extentOn(a.H.Dir())),
		apart(a.aside, b.extentOn(a.H.Right())),
		apart(a.extentOn(b.H.Dir()), b.ahead),
		apart(a.extentOn(b.H.Right()), b.aside),
	)
}

// contactSlack is more than the surrounding rectangles of shapes that touch can be apart. Rectangles whose nearest
// points are D apart have a gap of at least D divided by the root of 2: those points are corners at worst, and D then
// lies between two of the four axes at most a right angle apart. Rounded corners change that by less than 3.
const contactSlack = 16

// boxesApart reports whether the surrounding rectangles show that the shapes neither touch nor overlap.
func boxesApart(a, b *Shape) bool {
	return a.Min.X-b.Max.X > contactSlack || b.Min.X-a.Max.X > contactSlack ||
		a.Min.Y-b.Max.Y > contactSlack || b.Min.Y-a.Max.Y > contactSlack
}

// A Contact says how two shapes meet.
type Contact uint8

// How two shapes meet (imp-D3b).
const (
	Apart Contact = iota
	Touching
	Overlapping
)

// Meet returns how two shapes meet.
func Meet(a, b *Shape) Contact {
	const eps = Epsilon * Scale
	if boxesApart(a, b) {
		return Apart
	}
	g := apart(a.ahead, b.extentOn(a.H.Dir()))
	if g > eps {
		return Apart
	}
	if g = max(g, apart(a.aside, b.extentOn(a.H.Right()))); g > eps {
		return Apart
	}
	if g = max(g, apart(a.extentOn(b.H.Dir()), b.ahead)); g > eps {
		return Apart
	}
	if g = max(g, apart(a.extentOn(b.H.Right()), b.aside)); g > eps {
		return Apart
	}
	if g < -eps {
		return Overlapping
	}
	return Touching
}

// Touch reports whether the shapes touch, which overlapping ones do not.
func Touch(a, b *Shape) bool { return Meet(a, b) == Touching }

// Overlap reports whether the shapes overlap, which touching ones do not.
func Overlap(a, b *Shape) bool { return Meet(a, b) == Overlapping }

// Within reports whether the shapes are no further apart than r, exactly (imp-D3c).
func Within(a, b *Shape, r int32) bool {
	return Dist(a, b) <= r
}

// Dist returns the least whole r such that the shapes are within r of each other: the distance that players are shown
// and that ranges are compared with (imp-D3d).
func Dist(a, b *Shape) int32 {
	if Gap(a, b) <= 0 {
		return 0
	}
	return int32(distPoints(a.Corner[:], b.Corner[:]))
}

// distPoints returns the least whole distance between the outlines of two convex polygons that do not overlap. Two
// points are an edge, one is a point.
func distPoints(a, b []Point) int64 {
	best := int64(Never)
	for _, p := range a {
		for _, q := range b {
			best = min(best, Distance(p, q))
		}
	}
	best = min(best, distEdges(a, b))
	return min(best, distEdges(b, a))
}

func distEdges(points, outline []Point) int64 {
	best := int64(Never)
	for i, e := range outline {
		f := outline[(i+1)%len(outline)]
		for _, p := range points {
			best = min(best, distEdge(p, e, f))
		}
	}
	return best
}

// distEdge returns the least whole distance from p to its foot on the line through e and f, or Never if the foot is
// not between them.
func distEdge(p, e, f Point) int64 {
	d := f.minus(e)
	length := d.square()
	along := p.minus(e).dot(d)
	if length == 0 || along < 0 || along > length {
		return Never
	}
	cross := d.cross(p.minus(e))
	if cross < 0 {
		cross = -cross
	}
	// The least r with r*r*length >= cross*cross, by bisection.
	hi, lo := bits.Mul64(uint64(cross), uint64(cross))
	low, high := int64(-1), int64(Limit)*4
	for high-low > 1 {
		r := (low + high) / 2
		h, l := bits.Mul64(uint64(r*r), uint64(length))
		if h > hi || h == hi && l >= lo {
			high = r
		} else {
			low = r
		}
	}
	return high
}
