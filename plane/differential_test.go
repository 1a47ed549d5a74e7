package plane_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	. "acies/plane"
	"acies/rulebook/cite"
)

var configurations = flag.Int("configurations", 20_000, "how many random configurations to compare with the exact reference")

// A configuration is three bases, a convex polygon and two points, drawn by its number.
type configuration struct {
	number   int
	a, b, c  Pose
	as       Base
	bs, cs   Base
	polygon  []Point
	p, q     Point
	right    int32
	ahead    int32
	heading  Heading
	distance int32
}

func (c configuration) String() string {
	return fmt.Sprintf("configuration %d: A %v %v, B %v %v, C %v %v, polygon %v, p %v, q %v, oblique %d %d, along %d by %d",
		c.number, c.a, c.as, c.b, c.bs, c.c, c.cs, c.polygon, c.p, c.q, c.right, c.ahead, c.heading, c.distance)
}

func drawConfiguration(number int) configuration {
	r := rand.New(rand.NewPCG(uint64(number), 12))
	c := configuration{number: number, as: drawBase(r), bs: drawBase(r), cs: drawBase(r)}
	c.a = Pose{int32(r.IntN(Width + 1)), int32(r.IntN(Height + 1)), drawHeading(r, 0)}
	c.b = drawNear(r, c.a, c.as, c.bs)
	if r.IntN(2) == 0 {
		c.c = drawNear(r, c.a, c.as, c.cs)
	} else {
		c.c = drawNear(r, c.b, c.bs, c.cs)
	}
	c.polygon = drawPolygon(r, c.a, c.as)
	c.p, c.q = drawPoint(r, c), drawPoint(r, c)
	c.ahead = int32(r.IntN(12001))
	if r.IntN(3) == 0 {
		c.ahead = 0
	}
	c.right = int32(r.IntN(24001)) - 12000
	c.heading = drawHeading(r, c.a.H)
	c.distance = int32(r.IntN(20000))
	return c
}

func drawBase(r *rand.Rand) Base {
	return Base{8000, []int32{2000, 3000, 4000, 6000, 8000}[r.IntN(5)]}
}

// drawHeading returns any heading, a round one, or one that is square to h or nearly so.
func drawHeading(r *rand.Rand, h Heading) Heading {
	switch r.IntN(4) {
	case 0:
		return Heading(180 * r.IntN(8))
	case 1:
		return h.Plus(360 * r.IntN(4))
	case 2:
		return h.Plus(360*r.IntN(4) + r.IntN(5) - 2)
	}
	return Heading(r.IntN(Turn))
}

func jitter(r *rand.Rand) int32 {
	if r.IntN(3) == 0 {
		return 0
	}
	return int32(r.IntN(15)) - 7
}

// drawNear returns the pose of a base somewhere near another, very often where they touch with edges or corners.
func drawNear(r *rand.Rand, p Pose, size, base Base) Pose {
	h := drawHeading(r, p.H)
	switch r.IntN(8) {
	case 0: // anywhere
		return Pose{int32(r.IntN(Width + 1)), int32(r.IntN(Height + 1)), h}
	case 1: // a neighbour, or almost
		q := Beside(p, size, Side(r.IntN(int(Sides))), base)
		return Pose{q.X + jitter(r), q.Y + jitter(r), q.H}
	case 2: // corner to corner
		s, t := Place(p, size), Place(Pose{H: h}, base)
		v, w := s.Corner[r.IntN(4)], t.Corner[r.IntN(4)]
		return Pose{int32(v.X-w.X) + jitter(r), int32(v.Y-w.Y) + jitter(r), h}
	case 3: // a corner on an edge
		s, t := Place(p, size), Place(Pose{H: h}, base)
		i, u := r.IntN(4), int64(r.IntN(1001))
		from, to, w := s.Corner[i], s.Corner[(i+1)%4], t.Corner[r.IntN(4)]
		x, y := from.X+(to.X-from.X)*u/1000-w.X, from.Y+(to.Y-from.Y)*u/1000-w.Y
		return Pose{int32(x) + jitter(r), int32(y) + jitter(r), h}
	case 4: // square, at a round distance
		q := p.At(int32(r.IntN(33)-16)*1000, int32(r.IntN(33)-16)*1000)
		return Pose{int32(q.X) + jitter(r), int32(q.Y) + jitter(r), p.H.Plus(360 * r.IntN(4))}
	case 5: // face to face after an advance
		q := p.Straight(p.H, int32(r.IntN(12000)))
		q = q.Slide(int32(r.IntN(18000)-9000), jitter(r))
		q.H = p.H.Opposite()
		return q
	}
	q := p.At(int32(r.IntN(40001)-20000), int32(r.IntN(40001)-20000))
	return Pose{int32(q.X), int32(q.Y), h}
}

// drawPolygon returns a convex polygon near a base, often with an edge or a corner on one of its corners.
func drawPolygon(r *rand.Rand, p Pose, size Base) []Point {
	at := p.At(int32(r.IntN(30001)-15000), int32(r.IntN(30001)-15000))
	s := Place(p, size)
	var points []Point
	for range 3 + r.IntN(5) {
		points = append(points, Point{at.X + int64(r.IntN(24001)-12000), at.Y + int64(r.IntN(24001)-12000)})
	}
	switch r.IntN(4) {
	case 0: // upright
		w, h := int64(2000+r.IntN(20000)), int64(2000+r.IntN(20000))
		if r.IntN(2) == 0 {
			at = s.Corner[r.IntN(4)]
		}
		points = []Point{at, {at.X + w, at.Y}, {at.X + w, at.Y + h}, {at.X, at.Y + h}}
	case 1:
		points[0] = s.Corner[r.IntN(4)]
	}
	if hull := hull(points); len(hull) > 2 {
		return hull
	}
	return []Point{at, {at.X + 5000, at.Y}, {at.X, at.Y + 5000}}
}

// hull returns the convex hull of points, counter-clockwise.
func hull(points []Point) (hull []Point) {
	slices.SortFunc(points, func(a, b Point) int {
		if a.X != b.X {
			return int(a.X - b.X)
		}
		return int(a.Y - b.Y)
	})
	points = slices.Compact(points)
	for range 2 {
		start := len(hull)
		for _, p := range points {
			for len(hull) >= start+2 {
				a, b := hull[len(hull)-2], hull[len(hull)-1]
				if (b.X-a.X)*(p.Y-a.Y)-(b.Y-a.Y)*(p.X-a.X) > 0 {
					break
				}
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, p)
		}
		hull = hull[:len(hull)-1]
		slices.Reverse(points)
	}
	return hull
}

// drawPoint returns a point near the bases, often a corner or a point on an edge.
func drawPoint(r *rand.Rand, c configuration) Point {
	s := Place(c.a, c.as)
	switch r.IntN(6) {
	case 0:
		t := s.Grow(60)
		return t.Corner[r.IntN(4)]
	case 1:
		return c.polygon[r.IntN(len(c.polygon))]
	case 2:
		t := Place(c.b, c.bs)
		return t.LookedAt()[r.IntN(9)]
	case 3:
		return s.LookedAt()[r.IntN(9)]
	}
	return c.a.At(int32(r.IntN(40001)-20000), int32(r.IntN(40001)-20000))
}

// compareConfiguration returns what the package and the reference answer differently.
func compareConfiguration(c configuration) (differences []string) {
	want := func(what string, got, want any) {
		if got != want {
			differences = append(differences, fmt.Sprintf("%s: %v, want %v", what, got, want))
		}
	}
	a, b, third := Place(c.a, c.as), Place(c.b, c.bs), Place(c.c, c.cs)
	ap, bp := refBase(c.a, c.as), refBase(c.b, c.bs)
	axes := refAxes(c.a, c.b)

	for i := range ap {
		want("corner of A", a.Corner[i], ap[i])
		want("corner of B", b.Corner[i], bp[i])
	}
	x, y := c.a.Local(c.p)
	rx, ry := refLocal(c.a, c.p)
	want("local a", x, rx)
	want("local b", y, ry)
	want("bearing", Bearing(c.p, c.q), refBearing(c.p, c.q))

	sweepAxes := refSweepAxes(c.a, c.b, ap, bp)
	gap := widest(sweepAxes)
	scaled := mul(gap, rat(Scale))
	want("gap", rat(Gap(&a, &b)).Cmp(scaled), 0)
	contact := Touching
	if gap.Cmp(rat(Epsilon)) > 0 {
		contact = Apart
	} else if gap.Cmp(rat(-Epsilon)) < 0 {
		contact = Overlapping
	}
	want("contact", Meet(&a, &b), contact)
	want("contact the other way", Meet(&b, &a), contact)

	dist := int64(0)
	if gap.Sign() > 0 {
		dist = refRoot(ap, bp)
	}
	want("distance", int64(Dist(&a, &b)), dist)
	want("distance back", int64(Dist(&b, &a)), dist)
	want("within the distance", Within(&a, &b, int32(dist)), true)
	if dist > 0 {
		want("within less", Within(&a, &b, int32(dist)-1), false)
	}
	front := a.Front()
	want("from the front edge", int64(Dist(&front, &b)), refDist(ap[:2], bp, axes))
	if contact != Apart || dist <= 2*Epsilon {
		want("shared", int64(Shared(&a, &b)), refShared(c.a, c.b, ap, bp))
	} else {
		want("shared", Shared(&a, &b), int32(0))
	}

	t, edge, blow := Charge(&a, &b)
	rt, redge, rblow := refCharge(c.a, c.b, ap, bp, c.bs, sweepAxes)
	want("charge", int64(t), rt)
	want("edge", edge, redge)
	want("blow", blow, rblow)
	along, _ := refAdvance(refDir(c.heading), sweepAxes)
	want("advance", int64(Advance(&a, c.heading, &b)), along)

	way := refRight(c.a.H).times(rat(int64(c.right))).plus(refDir(c.a.H).times(rat(int64(c.ahead))))
	if c.right != 0 || c.ahead != 0 {
		want("slide", SlideFree(&a, c.right, c.ahead, &b), refSlides(way, sweepAxes))
	}

	compareTerrain(c, want, &a, way)
	compareSight(c, want, &a, &b, &third)
	return differences
}

func refSlides(way vec, axes []axis) bool {
	_, hi, _, ok := refInterval(way, axes, Epsilon)
	if !ok || hi.Sign() <= 0 {
		return true
	}
	lo, _, _, _ := refInterval(way, axes, 0)
	return lo.Cmp(rat(1)) >= 0
}

func compareTerrain(c configuration, want func(string, any, any), a *Shape, way vec) {
	ap := refBase(c.a, c.as)
	piece, err := NewPiece(c.polygon...)
	if err != nil {
		want("piece", err, nil)
		return
	}
	axes := refPieceAxes(c.a, ap, c.polygon)
	into, _ := refAdvance(refDir(c.heading), axes)
	want("advance into terrain", int64(AdvanceInto(a, c.heading, &piece)), into)

	enter, leave := int64(Never), int64(0)
	lo, hi, _, ok := refInterval(refDir(c.heading), axes, Epsilon)
	if ok && hi.Sign() > 0 {
		enter = max(-1, floor(lo))
		leave = -floor(sub(rat(0), hi))
	}
	want("terrain entered", int64(EnterAfter(a, c.heading, &piece)), enter)
	want("terrain left", int64(LeaveAfter(a, c.heading, &piece)), leave)
	if c.right != 0 || c.ahead != 0 {
		want("slide by terrain", SlideFreeOf(a, c.right, c.ahead, &piece), refSlides(way, axes))
		lo, hi, _, ok := refInterval(way, axes, Epsilon)
		want("slide into terrain", SlideEnters(a, c.right, c.ahead, &piece), ok && hi.Sign() > 0 && less(lo, rat(1)))
	}

	holds, whole := true, true
	for _, x := range axes {
		overlap := least(x.over, neg(x.under))
		holds = holds && less(mul(x.margin, rat(Epsilon)), overlap)
	}
	for _, p := range ap {
		whole = whole && refInside(p, c.polygon)
	}
	want("in terrain", piece.Holds(a), holds)
	want("wholly in terrain", piece.HoldsWhole(a), whole)
	want("point in terrain", piece.Contains(c.p), refInside(c.p, c.polygon))
	want("segment meets terrain", piece.Crosses(c.p, c.q), refMeets(c.p, c.q, c.polygon))
	want("length in terrain", piece.LengthInside(c.p, c.q), refLength(c.p, c.q, c.polygon))
	want("segment crosses line", CrossesLine(c.p, c.q, c.polygon[:3]),
		refSegments(c.p, c.q, c.polygon[0], c.polygon[1]) || refSegments(c.p, c.q, c.polygon[1], c.polygon[2]))
}

func compareSight(c configuration, want func(string, any, any), a, b, third *Shape) {
	bp := refBase(c.b, c.bs)
	want("point in arc", a.InArc(c.p), refInArc(c.a, c.as, c.p))
	want("base in arc", a.ArcHolds(b), refArcHolds(c.a, c.as, bp))

	piece, _ := NewPiece(c.polygon...)
	shade := a.RaysTo(third)
	shade.Narrow(a.RaysToPiece(&piece))
	want("in zone", InZone(a, b, &shade), refInZone(c.a, c.b, c.c, c.as, c.bs, c.cs, c.polygon))

	// One segment of each configuration is compared with the reference.
	looks := NewLooks(a, b, c.number%2 == 0)
	all := looks.Open
	looks.Block(third)
	if n := all.Len(); n > 0 {
		i := all.Next(0)
		for range c.number / 2 % n {
			i = all.Next(i + 1)
		}
		from, to := looks.Segment(i)
		grown := refCorners(c.c, -int64(c.cs.Width)/2-60, int64(c.cs.Width)/2+60, 60, -int64(c.cs.Depth)-60)
		want("sight blocked", !looks.Open.Has(i), refMeets(from, to, grown))
	}
}

func TestReference(t *testing.T) {
	cite.Clauses(t, "imp-D1h", "imp-D2c", "imp-D3a", "imp-D3c", "imp-D3d", "imp-D4b", "imp-D4c", "imp-D4d", "imp-D4m", "imp-D4p",
		"imp-D5a", "imp-D5b", "imp-D5c", "imp-D5d", "imp-D5g", "imp-D6a", "imp-D6b", "imp-D6d", "imp-D6e", "imp-D6g", "imp-D6h", "imp-D8b")
	var next, differ atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for {
				n := int(next.Add(1)) - 1
				if n >= *configurations || differ.Load() >= 10 {
					return
				}
				if n > 0 && n%1_000_000 == 0 {
					t.Logf("%d configurations", n)
				}
				c := drawConfiguration(n)
				if d := compareConfiguration(c); len(d) > 0 {
					differ.Add(1)
					t.Errorf("%v\n%q", c, d)
				}
			}
		})
	}
	wait.Wait()
	t.Logf("%d configurations, %d differ", min(int(next.Load()), *configurations), differ.Load())
}

// TestConfigurationsCoverAll checks that the configurations drawn hold every kind of answer often enough to compare.
func TestConfigurationsCoverAll(t *testing.T) {
	const drawn = 5000
	seen := map[string]int{}
	count := func(what string, holds bool) {
		if holds {
			seen[what]++
		} else {
			seen["not "+what]++
		}
	}
	for n := range drawn {
		c := drawConfiguration(n)
		a, b, third := Place(c.a, c.as), Place(c.b, c.bs), Place(c.c, c.cs)
		p := piece(t, c.polygon...)
		gap, eps := Gap(&a, &b), int64(Epsilon*Scale)
		count("overlapping", gap < -eps)
		count("touching", gap >= -eps && gap <= eps)
		count("with a gap near the limit", gap > eps-2*Scale && gap < eps+2*Scale)
		count("overlapping near the limit", gap > -eps-2*Scale && gap < -eps+2*Scale)
		count("parallel", c.a.H.To(c.b.H)%360 == 0)
		count("corner to corner", gap > eps && int64(Dist(&a, &b))*Scale > gap+Scale)
		far, edge, blow := Charge(&a, &b)
		count("met", far != Never)
		count("met after a way", far != Never && far > 0)
		for e := FrontEdge; e <= LeftEdge && far != Never; e++ {
			count(fmt.Sprintf("met at edge %d", e), edge == e)
		}
		for k := OnFront; k <= OnRear && far != Never; k++ {
			count(fmt.Sprintf("blow %d", k), blow == k)
		}
		count("sharing an edge", Shared(&a, &b) > 1000)
		count("free to slide", SlideFree(&a, c.right, c.ahead, &b))
		count("in terrain", p.Holds(&a))
		count("wholly in terrain", p.HoldsWhole(&a))
		count("moving into terrain", EnterAfter(&a, c.heading, p) >= 0 && EnterAfter(&a, c.heading, p) != Never)
		count("looking through terrain", p.LengthInside(c.p, c.q) > 0)
		count("in the arc", a.ArcHolds(&b))
		none, shade := NoReach, a.RaysTo(&third)
		shade.Narrow(a.RaysToPiece(p))
		count("in the zone", InZone(&a, &b, &shade))
		count("hidden from the zone", InZone(&a, &b, &none) && !InZone(&a, &b, &shade))
		looks := NewLooks(&a, &b, true)
		looks.Block(&third)
		count("partly hidden", looks.Open.Len() < 12*9 && !looks.Open.Empty())
	}
	for what, n := range seen {
		if n < drawn/200 {
			t.Errorf("%s: %d of %d", what, n, drawn)
		}
	}
	t.Log(seen)
}
