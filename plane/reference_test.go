package plane_test

import (
	"math/big"

	. "acies/plane"
)

// The reference says the clauses over again in exact fractions, as plainly as possible. It shares only the table of
// sines with the package.

// A vec is a vector in fractions.
type vec struct{ x, y fraction }

func exact(p Point) vec            { return vec{rat(p.X), rat(p.Y)} }
func (v vec) minus(w vec) vec      { return vec{sub(v.x, w.x), sub(v.y, w.y)} }
func (v vec) plus(w vec) vec       { return vec{add(v.x, w.x), add(v.y, w.y)} }
func (v vec) times(f fraction) vec { return vec{mul(v.x, f), mul(v.y, f)} }
func (v vec) dot(w vec) fraction   { return add(mul(v.x, w.x), mul(v.y, w.y)) }
func (v vec) cross(w vec) fraction { return sub(mul(v.x, w.y), mul(v.y, w.x)) }

// unit vectors without the scale.
func refDir(h Heading) vec {
	return vec{ratio(h.Sin(), Scale), ratio(h.Plus(360).Sin(), Scale)}
}
func refRight(h Heading) vec { return refDir(h.Plus(360)) }

func refAt(p Pose, a, b int64) Point {
	v := refRight(p.H).times(rat(a)).plus(refDir(p.H).times(rat(b)))
	return Point{int64(p.X) + round(v.x), int64(p.Y) + round(v.y)}
}

func refCorners(p Pose, left, right, front, rear int64) []Point {
	return []Point{refAt(p, left, front), refAt(p, right, front), refAt(p, right, rear), refAt(p, left, rear)}
}

func refBase(p Pose, b Base) []Point {
	return refCorners(p, -int64(b.Width)/2, int64(b.Width)/2, 0, -int64(b.Depth))
}

func refLocal(p Pose, q Point) (a, b int64) {
	v := exact(Point{q.X - int64(p.X), q.Y - int64(p.Y)})
	return round(v.dot(refRight(p.H))), round(v.dot(refDir(p.H)))
}

// shadow projects points on an axis.
func shadow(points []Point, n vec) (lo, hi fraction) {
	for i, p := range points {
		d := exact(p).dot(n)
		if i == 0 {
			lo, hi = d, d
		}
		lo, hi = least(lo, d), greatest(hi, d)
	}
	return lo, hi
}

func refAxes(a, b Pose) []vec {
	return []vec{refDir(b.H), refRight(b.H), refDir(a.H), refRight(a.H)}
}

func refGap(a, b []Point, axes []vec) fraction {
	var gap fraction
	for i, n := range axes {
		alo, ahi := shadow(a, n)
		blo, bhi := shadow(b, n)
		g := greatest(sub(blo, ahi), sub(alo, bhi))
		if i == 0 || less(gap, g) {
			gap = g
		}
	}
	return gap
}

// refSquare returns the exact square of the distance between two outlines, from points to points and to feet on
// edges.
func refSquare(a, b []Point) fraction {
	best := rat(1 << 62)
	keep := func(d fraction) { best = least(best, d) }
	for range 2 {
		for _, p := range a {
			for i, q := range b {
				// Coordinates are small: none of these products passes 64 bits but the last.
				f := b[(i+1)%len(b)]
				vx, vy, ex, ey := p.X-q.X, p.Y-q.Y, f.X-q.X, f.Y-q.Y
				keep(rat(vx*vx + vy*vy))
				length, along := ex*ex+ey*ey, vx*ex+vy*ey
				if length > 0 && along >= 0 && along <= length {
					c := rat(ex*vy - ey*vx)
					keep(quo(mul(c, c), rat(length)))
				}
			}
		}
		a, b = b, a
	}
	return best
}

// widest returns the gap from the axes of a sweep.
func widest(axes []axis) fraction {
	gap := axes[0].under
	for _, x := range axes {
		gap = greatest(gap, greatest(neg(x.over), x.under))
	}
	return gap
}

// refDist returns the distance, 0 if there is no gap.
func refDist(a, b []Point, axes []vec) int64 {
	if refGap(a, b, axes).Sign() <= 0 {
		return 0
	}
	return refRoot(a, b)
}

// refRoot returns the least r whose square is not below the square of the distance.
func refRoot(a, b []Point) int64 { return ceilRoot(-floor(neg(refSquare(a, b)))) }

// An axis of a sweep is a direction with the factor of the margin on it, how far the moving polygon reaches over the
// beginning of the other, and how far it falls short of its end.
type axis struct {
	n           vec
	margin      fraction
	over, under fraction
}

func sweepAxis(a, b []Point, n vec, margin int64) axis {
	alo, ahi := shadow(a, n)
	blo, bhi := shadow(b, n)
	return axis{n, rat(margin), sub(ahi, blo), sub(alo, bhi)}
}

// refInterval returns the open interval of imp-D4b, the axis that gives its lower end, and whether it holds anything.
func refInterval(way vec, axes []axis, margin int64) (lo, hi fraction, from int, ok bool) {
	bounded := false
	for i, x := range axes {
		e := mul(rat(margin), x.margin)
		over, under := sub(x.over, e), add(x.under, e)
		v := way.dot(x.n)
		if v.Sign() == 0 {
			if over.Sign() <= 0 || under.Sign() >= 0 {
				return lo, hi, 0, false
			}
			continue
		}
		s, t := quo(over, v), quo(under, v)
		s, t = neg(s), neg(t)
		if v.Sign() < 0 {
			s, t = t, s
		}
		if !bounded || less(lo, s) {
			lo, from = s, i
		}
		if !bounded || less(t, hi) {
			hi = t
		}
		bounded = true
	}
	return lo, hi, from, less(lo, hi)
}

func refSweepAxes(a, b Pose, ap, bp []Point) (axes []axis) {
	for _, n := range refAxes(a, b) {
		axes = append(axes, sweepAxis(ap, bp, n, 1))
	}
	return axes
}

func refPieceAxes(a Pose, ap, points []Point) []axis {
	axes := []axis{sweepAxis(ap, points, refDir(a.H), 1), sweepAxis(ap, points, refRight(a.H), 1)}
	for i, p := range points {
		q := points[(i+1)%len(points)]
		x, y := q.X-p.X, q.Y-p.Y
		length := new(big.Int).Sqrt(big.NewInt(x*x + y*y))
		axes = append(axes, sweepAxis(ap, points, vec{rat(y), rat(-x)}, length.Int64()))
	}
	return axes
}

func refAdvance(way vec, axes []axis) (int64, int) {
	_, hi, _, ok := refInterval(way, axes, Epsilon)
	if !ok || hi.Sign() <= 0 {
		return Never, 0
	}
	lo, _, from, _ := refInterval(way, axes, 0)
	return max(0, floor(lo)), from
}

// refCharge follows imp-D5b and imp-D5c by looking at the place of contact and at angles.
func refCharge(a, b Pose, ap, bp []Point, bs Base, axes []axis) (int64, Edge, Blow) {
	t, from := refAdvance(refDir(a.H), axes)
	if t == Never {
		return t, 0, 0
	}
	way := refDir(a.H)
	var edge Edge
	switch from {
	case 0:
		edge = RearEdge
		if way.dot(refDir(b.H)).Sign() < 0 {
			edge = FrontEdge
		}
	case 1:
		edge = LeftEdge
		if way.dot(refRight(b.H)).Sign() < 0 {
			edge = RightEdge
		}
	default:
		corner := 0
		for i := range bp {
			if less(exact(bp[i]).dot(way), exact(bp[corner]).dot(way)) {
				corner = i
			}
		}
		cosine := func(e Edge) fraction {
			n := refRight(b.H)
			if e == LeftEdge || e == RightEdge {
				n = refDir(b.H)
			}
			c := refRight(a.H).dot(n)
			return greatest(c, neg(c))
		}
		at := [4][2]Edge{{FrontEdge, LeftEdge}, {FrontEdge, RightEdge}, {RightEdge, RearEdge}, {LeftEdge, RearEdge}}[corner]
		edge = at[0]
		if less(cosine(at[0]), cosine(at[1])) {
			edge = at[1]
		}
	}
	var ahead []int64
	for _, p := range []Point{ap[0], {int64(a.X), int64(a.Y)}, ap[1]} {
		_, y := refLocal(b, p)
		ahead = append(ahead, y)
	}
	all := func(limit int64) bool { return ahead[0] <= limit && ahead[1] <= limit && ahead[2] <= limit }
	switch {
	case all(-int64(bs.Depth)) && edge == RearEdge:
		return t, edge, OnRear
	case all(0) && edge != FrontEdge:
		return t, edge, OnFlank
	}
	return t, edge, OnFront
}

func refShared(a, b Pose, ap, bp []Point) int64 {
	var most int64
	axes := refAxes(a, b)
	for e := range 4 {
		for f := range 4 {
			x, y := []Point{ap[e], ap[(e+1)%4]}, []Point{bp[f], bp[(f+1)%4]}
			n := refRight(b.H)
			if f%2 == 1 {
				n = refDir(b.H)
			}
			xlo, xhi := shadow(x, n)
			ylo, yhi := shadow(y, n)
			length := min(round(xhi), round(yhi)) - max(round(xlo), round(ylo))
			if length > most && refDist(x, y, axes) <= Epsilon {
				most = length
			}
		}
	}
	return most
}

// refCrossing returns where the lines from a along v and from p along w cross: after s times v and t times w. It
// reports false if they are parallel.
func refCrossing(a, v, p, w vec) (s, t fraction, ok bool) {
	den := v.cross(w)
	if den.Sign() == 0 {
		return s, t, false
	}
	d := p.minus(a)
	return quo(d.cross(w), den), quo(d.cross(v), den), true
}

func unitInterval(t fraction) bool { return t.Sign() >= 0 && t.Cmp(rat(1)) <= 0 }

// refSegments reports whether two segments have a point in common: their crossing, or an end of one on the other.
func refSegments(a, b, p, q Point) bool {
	s, t, ok := refCrossing(exact(a), exact(b).minus(exact(a)), exact(p), exact(q).minus(exact(p)))
	if ok {
		return unitInterval(s) && unitInterval(t)
	}
	on := func(x, from, to Point) bool { return refSquare([]Point{x}, []Point{from, to}).Sign() == 0 }
	return on(a, p, q) || on(b, p, q) || on(p, a, b) || on(q, a, b)
}

// refInside reports whether a point is inside a convex polygon or on its boundary, whichever way it runs.
func refInside(p Point, polygon []Point) bool {
	var left, right bool
	for i, a := range polygon {
		switch exact(polygon[(i+1)%len(polygon)]).minus(exact(a)).cross(exact(p).minus(exact(a))).Sign() {
		case 1:
			left = true
		case -1:
			right = true
		}
	}
	return !left || !right
}

func refMeets(a, b Point, polygon []Point) bool {
	if refInside(a, polygon) || refInside(b, polygon) {
		return true
	}
	for i, p := range polygon {
		if refSegments(a, b, p, polygon[(i+1)%len(polygon)]) {
			return true
		}
	}
	return false
}

// refLength measures the part of a segment inside a polygon between the first and the last point they share.
func refLength(a, b Point, polygon []Point) int64 {
	v := exact(b).minus(exact(a))
	from, to := rat(2), rat(-1)
	keep := func(t fraction) { from, to = least(from, t), greatest(to, t) }
	if refInside(a, polygon) {
		keep(rat(0))
	}
	if refInside(b, polygon) {
		keep(rat(1))
	}
	for i, p := range polygon {
		w := exact(polygon[(i+1)%len(polygon)]).minus(exact(p))
		if s, t, ok := refCrossing(exact(a), v, exact(p), w); ok && unitInterval(s) && unitInterval(t) {
			keep(s)
		} else if !ok && v.dot(v).Sign() > 0 && w.cross(exact(a).minus(exact(p))).Sign() == 0 {
			for _, q := range []Point{p, polygon[(i+1)%len(polygon)]} {
				if s := quo(exact(q).minus(exact(a)).dot(v), v.dot(v)); unitInterval(s) {
					keep(s)
				}
			}
		}
	}
	if !less(from, to) {
		return 0
	}
	p, q := exact(a).plus(v.times(from)), exact(a).plus(v.times(to))
	x, y := round(p.x)-round(q.x), round(p.y)-round(q.y)
	return ceilRoot(x*x + y*y)
}

func refRay(p Point, h Heading, outline []Point) int64 {
	best := int64(Never)
	for i, a := range outline {
		s, t, ok := refCrossing(exact(p), refDir(h), exact(a), exact(outline[(i+1)%len(outline)]).minus(exact(a)))
		if ok && s.Sign() >= 0 && unitInterval(t) {
			best = min(best, floor(s))
		}
	}
	return best
}

func refInArc(p Pose, b Base, q Point) bool {
	x, y := refLocal(p, q)
	return y > 0 && max(x, -x) <= int64(b.Width)/2+y
}

func refArcHolds(p Pose, b Base, target []Point) bool {
	own := refBase(p, b)
	for i, q := range target {
		r := target[(i+1)%4]
		m := Point{floor(ratio(q.X+r.X, 2)), floor(ratio(q.Y+r.Y, 2))}
		if refInArc(p, b, q) || refInArc(p, b, m) {
			return true
		}
	}
	for _, q := range []Point{own[0], {int64(p.X), int64(p.Y)}, own[1]} {
		if refRay(q, p.H, target) != Never {
			return true
		}
	}
	return false
}

func refInZone(owner, b, other Pose, os, bs, xs Base, impassable []Point) bool {
	zone := refCorners(owner, -int64(os.Width)/2, int64(os.Width)/2, 5000, 0)
	base, third := refBase(b, bs), refBase(other, xs)
	if refGap(zone, base, refAxes(owner, b)).Cmp(rat(-Epsilon)) >= 0 {
		return false
	}
	met := false
	for k := range int64(9) {
		from := refAt(owner, k*1000-4000, 0)
		t := refRay(from, owner.H, base)
		if t > 5000 {
			continue
		}
		met = true
		first := func(outline []Point) bool { return refRay(from, owner.H, outline) < t }
		if !first(third) && !first(impassable) {
			return true
		}
	}
	return !met
}

// refBearing tries all headings.
func refBearing(p, q Point) Heading {
	best, most := Heading(0), Scale*(q.Y-p.Y)
	for h := range Heading(Turn) {
		if dot := (q.X-p.X)*h.Sin() + (q.Y-p.Y)*h.Cos(); dot > most {
			best, most = h, dot
		}
	}
	return best
}
