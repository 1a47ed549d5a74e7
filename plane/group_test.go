package plane_test

import (
	"testing"

	. "acies/plane"
	"acies/rulebook/cite"
)

func TestNeighbours(t *testing.T) {
	cite.Clauses(t, "imp-D7a", "imp-6.7b", "imp-6.7c")
	a := place(10000, 20000, 0)
	for _, c := range []struct {
		b            *Shape
		line, column bool
	}{
		{place(18000, 20000, 0), true, false},
		{place(18100, 19900, 0), true, false},
		{place(18101, 20000, 0), false, false},
		{place(18000, 20101, 0), false, false},
		{place(18000, 20000, 1), false, false},
		{place(10000, 17000, 0), false, true},
		{place(10100, 17100, 0), false, true},
		{place(10101, 17000, 0), false, false},
		{place(10000, 17000, 720), false, false},
	} {
		if got := RightOf(a, c.b); got != c.line || RightOf(c.b, a) {
			t.Errorf("%v in line: %v, want %v", c.b.Pose, got, c.line)
		}
		if got := BehindOf(a, c.b); got != c.column || BehindOf(c.b, a) {
			t.Errorf("%v in column: %v, want %v", c.b.Pose, got, c.column)
		}
		if got := Neighbours(c.b, a); got != (c.line || c.column) {
			t.Errorf("%v is a neighbour: %v", c.b.Pose, got)
		}
	}
}

func TestMembersFollow(t *testing.T) {
	cite.Clauses(t, "imp-D7b", "imp-D7e")
	// However often the leader moves, what is placed from its offset stays a neighbour.
	leader := Pose{50000, 50000, 37}
	other := leader.Slide(8000, 0)
	a, b := leader.Local(other.Point())
	if a != 8000 || b != 0 {
		t.Fatalf("offset (%d, %d), want (8000, 0)", a, b)
	}
	for i := range 1000 {
		leader = leader.WheelLine(8000, 2, 1+i%40)
		first, second := Place(leader, size), Place(leader.Slide(int32(a), int32(b)), size)
		if !RightOf(&first, &second) || !Touch(&first, &second) {
			t.Fatalf("after %d wheels the line has parted", i+1)
		}
		leader = leader.Straight(leader.H.Opposite(), int32(50*(i%40)))
		if max(leader.X, leader.Y) > 100000 || min(leader.X, leader.Y) < 10000 {
			leader.X, leader.Y = 50000, 50000
		}
	}
}

func TestLeader(t *testing.T) {
	cite.Clauses(t, "imp-D7c")
	for name, c := range map[string]struct {
		members []Pose
		want    int
	}{
		"line":                  {[]Pose{{18000, 20000, 0}, {10000, 20000, 0}, {26000, 20000, 0}}, 1},
		"column":                {[]Pose{{10000, 17000, 0}, {10000, 20000, 0}, {10000, 14000, 0}}, 1},
		"block":                 {[]Pose{{10000, 17000, 0}, {18000, 20000, 0}, {10000, 20000, 0}}, 2},
		"facing south":          {[]Pose{{10000, 20000, 720}, {18000, 20000, 720}}, 1},
		"a line a little askew": {[]Pose{{10000, 20000, 0}, {18000, 20090, 0}}, 0},
		"the same place":        {[]Pose{{10000, 20000, 0}, {10000, 20000, 0}}, 0},
	} {
		if got := Leader(c.members); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	for h := range Heading(Turn) {
		p := Pose{50000, 50000, h}
		if got := Leader([]Pose{p.Slide(16000, 0), p.Slide(8000, 0), p, p.Slide(0, -3000)}); got != 2 {
			t.Fatalf("heading %d: leader %d, want 2", h, got)
		}
	}
}

func TestSnap(t *testing.T) {
	cite.Clauses(t, "imp-D7d")
	friend := Pose{50000, 50000, 0}
	deep := Base{8000, 6000}
	for _, c := range []struct {
		p    Pose
		want Pose
		ok   bool
	}{
		{Pose{58200, 49800, 0}, Pose{58000, 50000, 0}, true},
		{Pose{41900, 50001, 0}, Pose{42000, 50000, 0}, true},
		{Pose{50000, 43850, 0}, Pose{50000, 44000, 0}, true},
		{Pose{50000, 53100, 0}, Pose{50000, 53000, 0}, true},
		{Pose{58201, 50000, 0}, Pose{58201, 50000, 0}, false},
		{Pose{58000, 50000, 1}, Pose{58000, 50000, 1}, false},
	} {
		if got, ok := Snap(c.p, size, friend, deep); got != c.want || ok != c.ok {
			t.Errorf("%v: %v %v, want %v %v", c.p, got, ok, c.want, c.ok)
		}
	}
	for h := range Heading(Turn) {
		friend := Pose{50000, 50000, h}
		f := Place(friend, deep)
		for side := range Sides {
			s := Place(Beside(friend, deep, side, size), size)
			if !Neighbours(&s, &f) || !Touch(&s, &f) {
				t.Fatalf("heading %d, side %d: not a neighbour", h, side)
			}
		}
	}
}

func TestColumnWheel(t *testing.T) {
	cite.Clauses(t, "imp-D7f")
	leader := Pose{10000, 20000, 0}.Wheel(size, 90)
	second := leader.Slide(0, -size.Depth)
	if got := Distance(second.Point(), Point{10000, 17000}); got != 1952 {
		t.Errorf("the second Unit shifts by %d, want 1952", got)
	}
}
