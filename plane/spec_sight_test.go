package plane_test

import (
	"testing"

	. "acies/plane"
	"acies/rulebook/cite"
)

func TestShared(t *testing.T) {
	cite.Clauses(t, "imp-D5d", "imp-D5e")
	a := place(10000, 20000, 0)
	for _, c := range []struct {
		b    *Shape
		want int32
	}{
		{place(13000, 20000, 720), 5000},
		{place(13000, 20005, 720), 5000},
		{place(13000, 20006, 720), 0},
		{place(13000, 19995, 720), 5000},
		{place(10000, 20000, 720), 8000},
		{place(18000, 20000, 720), 0},
		{place(18000, 21000, 0), 2000},
		{place(10000, 17000, 0), 8000},
		{place(14000, 16000, 1080), 3000},
	} {
		if got := Shared(a, c.b); got != c.want {
			t.Errorf("with %v: %d, want %d", c.b.Pose, got, c.want)
		}
	}
}

func TestCorridors(t *testing.T) {
	cite.Clauses(t, "imp-D5f", "imp-D5h", "imp-6.9a", "imp-19.1c", "imp-E19")
	a := place(10000, 20000, 0)
	zone, behind := a.Corridor(ZoneDepth), a.Behind(5000)
	if want := [4]Point{{6000, 25000}, {14000, 25000}, {14000, 20000}, {6000, 20000}}; zone.Corner != want {
		t.Errorf("zone %v, want %v", zone.Corner, want)
	}
	if want := [4]Point{{6000, 17000}, {14000, 17000}, {14000, 12000}, {6000, 12000}}; behind.Corner != want {
		t.Errorf("behind %v, want %v", behind.Corner, want)
	}
	if !Overlap(&behind, place(10000, 15000, 0)) || Overlap(&behind, place(10000, 11000, 0)) {
		t.Error("a friend 2U behind is not directly behind, or one 6U behind is")
	}
}

func TestZones(t *testing.T) {
	cite.Clauses(t, "imp-D5g", "imp-6.9j")
	owner := place(10000, 20000, 0)
	none := NoReach
	for _, c := range []struct {
		b    *Shape
		want bool
	}{
		{place(10000, 24000, 720), true},
		{place(10000, 24994, 720), true},
		{place(10000, 24995, 720), false},
		{place(17994, 24000, 720), true},
		{place(17995, 24000, 720), false},
		{place(10000, 17000, 0), false},
	} {
		if got := InZone(owner, c.b, &none); got != c.want {
			t.Errorf("%v in the zone: %v, want %v", c.b.Pose, got, c.want)
		}
	}
	// A base in between hides what it covers, and no more.
	enemy := place(10000, 24500, 720)
	shade := NoReach
	shade.Narrow(owner.RaysTo(place(10000, 21000, 720)))
	if InZone(owner, enemy, &shade) {
		t.Error("the zone reaches through a base")
	}
	shade = NoReach
	shade.Narrow(owner.RaysTo(place(11000, 21000, 720)))
	if !InZone(owner, enemy, &shade) {
		t.Error("the zone does not reach past a base")
	}
	rock := piece(t, Point{0, 21000}, Point{30000, 21000}, Point{30000, 22000}, Point{0, 22000})
	shade = NoReach
	shade.Narrow(owner.RaysToPiece(rock))
	if InZone(owner, enemy, &shade) {
		t.Error("the zone reaches through impassable ground")
	}
	// What stands between two rays is met by none, and so is reached even behind a base.
	small := Place(Pose{10500, 23000, 0}, Base{400, 400})
	if owner.RaysTo(&small) != NoReach {
		t.Fatal("a ray meets what stands between two")
	}
	shade = NoReach
	shade.Narrow(owner.RaysTo(place(10000, 20500, 720)))
	if !InZone(owner, &small, &shade) {
		t.Error("what no ray meets is not reached")
	}
}

func TestArcs(t *testing.T) {
	cite.Clauses(t, "imp-D6a", "imp-D6b", "imp-D6i", "imp-8.4e", "imp-R33")
	v := place(10000, 20000, 0)
	for p, want := range map[Point]bool{
		{20000, 26000}: true,
		{20001, 26000}: false,
		{10000, 20000}: false,
		{10000, 20001}: true,
		{0, 26000}:     true,
		{-1, 26000}:    false,
	} {
		if got := v.InArc(p); got != want {
			t.Errorf("%v in the arc: %v, want %v", p, got, want)
		}
	}
	for _, c := range []struct {
		s    *Shape
		want bool
	}{
		{place(10000, 60000, 720), true},
		{place(10000, 16000, 0), false},
		{place(60000, 30000, 720), false},
		{place(30000, 37000, 720), true},
		{place(10000, 23000, 720), true},
	} {
		if got := v.ArcHolds(c.s); got != c.want {
			t.Errorf("%v in the arc: %v, want %v", c.s.Pose, got, c.want)
		}
	}
	// A wide base right in front has corners and midpoints outside of the arc; only rays meet it.
	wide := Place(Pose{10000, 20001, 720}, Base{40000, 20})
	if !v.ArcHolds(&wide) {
		t.Error("a base right ahead is not in the arc")
	}
	if !v.Ahead(place(10000, 22000, 0)) || v.Ahead(place(10000, 17000, 0)) || v.Ahead(place(40000, 20000, 0)) {
		t.Error("what lies ahead of the front line is told wrongly")
	}
}

// sees reports whether the viewer sees the target past the others.
func sees(viewer, target *Shape, others ...*Shape) bool {
	l := NewLooks(viewer, target, false)
	for _, o := range others {
		l.Block(o)
	}
	return !l.Open.Empty()
}

func TestSight(t *testing.T) {
	cite.Clauses(t, "imp-D6c", "imp-D6d", "imp-D6l", "imp-R87", "imp-8.6a")
	viewer, target := place(88000, 40000, 0), place(88000, 60000, 720)
	left, right := place(80000, 40000, 0), place(96000, 40000, 0)
	if !sees(viewer, target, left, right) {
		t.Error("not seen with nothing between")
	}
	if sees(viewer, target, left, right,
		place(76000, 50000, 720), place(84000, 50000, 720), place(92000, 50000, 720), place(100000, 50000, 720)) {
		t.Error("seen through the joint of a line")
	}
	if !sees(viewer, target, left, right,
		place(75500, 50000, 720), place(83500, 50000, 720), place(92500, 50000, 720), place(100500, 50000, 720)) {
		t.Error("not seen through a gap of 1000")
	}
	// All round the viewer looks from its rear too; to the front it does not.
	behind := place(88000, 20000, 0)
	if sees(viewer, behind) {
		t.Error("sees behind itself")
	}
	round := NewLooks(viewer, behind, true)
	if got := round.Open.Len(); got != 12*9 {
		t.Errorf("looks along %d segments, want %d", got, 12*9)
	}
	front := NewLooks(viewer, target, false)
	if got := front.Open.Len(); got != 3*9 {
		t.Errorf("looks along %d segments, want %d", got, 3*9)
	}
	if from, to := front.Segment(0); from != (Point{84400, 40000}) || to != (Point{91600, 60400}) {
		t.Errorf("first segment from %v to %v", from, to)
	}
}

func TestSightOverTerrain(t *testing.T) {
	cite.Clauses(t, "imp-D6e", "imp-D6f", "imp-D6g", "imp-D6j", "imp-D8a", "imp-7.3g")
	wood := piece(t, Point{10000, 10000}, Point{20000, 10000}, Point{20000, 20000}, Point{10000, 20000})
	for _, c := range []struct {
		a, b Point
		want int64
	}{
		{Point{0, 15000}, Point{30000, 15000}, 10000},
		{Point{0, 15000}, Point{15000, 15000}, 5000},
		{Point{12000, 15000}, Point{13000, 15000}, 1000},
		{Point{0, 25000}, Point{30000, 25000}, 0},
		{Point{0, 20000}, Point{30000, 20000}, 10000},
		{Point{5000, 15000}, Point{15000, 25000}, 0},
		{Point{5000, 5000}, Point{25000, 25000}, 14143},
		{Point{0, 15000}, Point{10000, 15000}, 0},
		{Point{15000, 15000}, Point{15000, 15000}, 0},
	} {
		if got := wood.LengthInside(c.a, c.b); got != c.want {
			t.Errorf("from %v to %v: %d, want %d", c.a, c.b, got, c.want)
		}
		if got := wood.LengthInside(c.b, c.a); got != c.want {
			t.Errorf("from %v to %v: %d, want %d", c.b, c.a, got, c.want)
		}
	}
	for p, want := range map[Point]bool{
		{10000, 10000}: true, {15000, 10000}: true, {15000, 9999}: false, {20001, 15000}: false, {15000, 15000}: true,
	} {
		if got := wood.Contains(p); got != want {
			t.Errorf("%v inside: %v, want %v", p, got, want)
		}
	}
	if !wood.Crosses(Point{5000, 15000}, Point{10000, 20000}) || wood.Crosses(Point{5000, 15001}, Point{9999, 20000}) {
		t.Error("a corner is met, or missed, wrongly")
	}
	if !wood.HoldsWhole(place(14000, 13000, 0)) || wood.HoldsWhole(place(13999, 13000, 0)) {
		t.Error("wholly inside is told wrongly")
	}
	if !wood.Holds(place(6006, 15000, 0)) || wood.Holds(place(6005, 15000, 0)) {
		t.Error("in the wood is told wrongly")
	}
}

func TestLines(t *testing.T) {
	cite.Clauses(t, "imp-D8a", "imp-7.3e", "imp-7.4h", "imp-22.3c")
	crest := []Point{{20000, 36000}, {24000, 52000}, {30000, 60000}}
	for _, c := range []struct {
		a, b  Point
		cross bool
		dist  int32
	}{
		{Point{10000, 44000}, Point{40000, 44000}, true, 0},
		{Point{20000, 36000}, Point{10000, 36000}, true, 0},
		{Point{20000, 35000}, Point{10000, 35000}, false, 1000},
		{Point{33000, 64000}, Point{33000, 64000}, false, 5000},
		{Point{24000, 52000}, Point{24000, 52000}, true, 0},
		{Point{16000, 20000}, Point{17000, 24000}, false, 12370},
		{Point{14000, 30000}, Point{16000, 38000}, false, 4366},
	} {
		if got := CrossesLine(c.a, c.b, crest); got != c.cross {
			t.Errorf("%v to %v crosses: %v, want %v", c.a, c.b, got, c.cross)
		}
		if got := DistLine(c.a, c.b, crest); got != c.dist {
			t.Errorf("%v to %v: %d from the line, want %d", c.a, c.b, got, c.dist)
		}
	}
	if DistLine(Point{}, Point{}, nil) != Never {
		t.Error("there is a distance to a line without points")
	}
	// Lines that continue each other meet where they overlap.
	if !SegmentsMeet(Point{0, 0}, Point{10, 10}, Point{10, 10}, Point{20, 20}) ||
		!SegmentsMeet(Point{0, 0}, Point{20, 20}, Point{5, 5}, Point{10, 10}) ||
		SegmentsMeet(Point{0, 0}, Point{10, 10}, Point{11, 11}, Point{20, 20}) ||
		SegmentsMeet(Point{0, 0}, Point{10, 0}, Point{0, 1}, Point{10, 1}) {
		t.Error("parallel segments meet wrongly")
	}
}

func TestNewPiece(t *testing.T) {
	cite.Clauses(t, "imp-D8a")
	for name, points := range map[string][]Point{
		"two points":       {{0, 0}, {10, 0}},
		"clockwise":        {{0, 0}, {0, 10}, {10, 10}, {10, 0}},
		"not convex":       {{0, 0}, {10, 0}, {2, 2}, {0, 10}},
		"point on a side":  {{0, 0}, {5, 0}, {10, 0}, {10, 10}},
		"the same twice":   {{0, 0}, {10, 0}, {10, 0}, {10, 10}},
		"turns twice":      {{0, 0}, {10, 0}, {0, 10}, {0, 0}, {10, 0}, {0, 10}},
		"all on one point": {{3, 3}, {3, 3}, {3, 3}},
		"star":             {{0, 100}, {-59, -81}, {95, 31}, {-95, 31}, {59, -81}},
	} {
		if _, err := NewPiece(points...); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
