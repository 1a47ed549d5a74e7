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
	// A gap is never more than the distance, but for the rounding of the sines.
	g := Gap(a, b)
	return g <= 0 || g <= (int64(r)+2)*Scale && polygonsWithin(a.Corner[:], b.Corner[:], int64(r))
}

// polygonsWithin reports whether the outlines of two polygons are within r of each other; two points are an edge.
func polygonsWithin(a, b []Point, r int64) bool {
	for _, p := range a {
		for _, q := range b {
			if p.minus(q).square() <= r*r {
				return true
			}
		}
	}
	return edgesWithin(a, b, r) || edgesWithin(b, a, r)
}

func edgesWithin(points, outline []Point, r int64) bool {
	e := outline[len(outline)-1]
	for _, f := range outline {
		d := f.minus(e)
		length := d.square()
		for _, p := range points {
			if v := p.minus(e); overEdge(v, d, length) && lineWithin(d.cross(v), length, r) {
				return true
			}
		}
		e = f
	}
	return false
}

// overEdge reports whether the foot of a point on the line of an edge lies on the edge; v is the way from the beginning
// of the edge to the point, d the way along the edge, and length the square of its length.
func overEdge(v, d Point, length int64) bool {
	along := v.dot(d)
	return along >= 0 && along <= length && length > 0
}

// lineWithin reports whether cross^2 <= r^2 * length, with products in 128 bits.
func lineWithin(cross, length, r int64) bool {
	c := uint64(abs(cross))
	h, l := bits.Mul64(c, c)
	limit, low := bits.Mul64(uint64(r*r), uint64(length))
	return h < limit || h == limit && l <= low
}

// Dist returns the least whole r such that the shapes are within r of each other: the distance that players are shown
// and that ranges are compared with (imp-D3d).
func Dist(a, b *Shape) int32 {
	if Gap(a, b) <= 0 {
		return 0
	}
	return int32(distPolygons(a.Corner[:], b.Corner[:]))
}

// distPolygons returns the least whole r such that the outlines of two polygons are within r of each other.
func distPolygons(a, b []Point) int64 {
	square := int64(1) << 62
	for _, p := range a {
		for _, q := range b {
			square = min(square, p.minus(q).square())
		}
	}
	return distEdges(b, a, distEdges(a, b, ceilRoot(square)))
}

// distEdges returns the least whole distance from the points to their feet on the edges of the outline, or best if that
// is less.
func distEdges(points, outline []Point, best int64) int64 {
	e := outline[len(outline)-1]
	for _, f := range outline {
		d := f.minus(e)
		length := d.square()
		for _, p := range points {
			v := p.minus(e)
			if !overEdge(v, d, length) || best == 0 {
				continue
			}
			if cross := d.cross(v); lineWithin(cross, length, best-1) {
				best = leastWithin(cross, length)
			}
		}
		e = f
	}
	return best
}

// leastWithin returns the least r for which lineWithin holds.
func leastWithin(cross, length int64) int64 {
	root := floorRoot(length)
	low, high := abs(cross)/(root+1), abs(cross)/root+1
	for low < high {
		if r := (low + high) / 2; lineWithin(cross, length, r) {
			high = r
		} else {
			low = r + 1
		}
	}
	return low
}
