package plane_test

import (
	"testing"

	. "acies/plane"
	"acies/rulebook/cite"
)

func piece(t testing.TB, points ...Point) *Piece {
	t.Helper()
	p, err := NewPiece(points...)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

func TestAheadTo(t *testing.T) {
	cite.Clauses(t, "imp-D6h")
	a := place(10000, 20000, 0)
	for _, test := range []struct {
		name     string
		from, to Point
		want     int32
	}{
		{"across", Point{0, 23000}, Point{30000, 23000}, 3000},
		{"slanted: where the nearest corner meets it", Point{6000, 24000}, Point{14000, 28000}, 4000},
		{"a short one before the middle", Point{9500, 25000}, Point{10500, 25000}, 5000},
		{"beside", Point{15000, 23000}, Point{30000, 23000}, Never},
		{"behind", Point{0, 19000}, Point{30000, 19000}, Never},
	} {
		if got := a.AheadTo(test.from, test.to); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}

func TestAdvanceIntoTerrain(t *testing.T) {
	cite.Clauses(t, "imp-D4d", "imp-D8b", "imp-E24")
	a := place(10000, 20000, 0)
	wood := piece(t, Point{0, 23000}, Point{30000, 23000}, Point{30000, 40000}, Point{0, 40000})
	if got := AdvanceInto(a, 0, wood); got != 3000 {
		t.Errorf("advance %d, want 3000", got)
	}
	if got := EnterAfter(a, 0, wood); got != 3005 {
		t.Errorf("is in the wood after more than %d, want 3005", got)
	}
	if got := LeaveAfter(a, 0, wood); got != 40000-17000-5 {
		t.Errorf("has left the wood after %d, want %d", got, 40000-17000-5)
	}
	if AdvanceInto(a, 720, wood) != Never || EnterAfter(a, 720, wood) != Never || LeaveAfter(a, 720, wood) != 0 {
		t.Error("meets what is behind it")
	}
	in := place(10000, 25000, 0)
	if got := EnterAfter(in, 0, wood); got != -1 {
		t.Errorf("from within: %d, want -1", got)
	}
	// A slanted side is met by the corner nearest to it.
	slope := piece(t, Point{14000, 24000}, Point{30000, 24000}, Point{30000, 40000})
	if got := AdvanceInto(place(16000, 20000, 0), 0, slope); got != 4000 {
		t.Errorf("slanted side: %d, want 4000", got)
	}
	slope = piece(t, Point{14000, 24000}, Point{14000, 40000}, Point{0, 40000})
	if got := AdvanceInto(a, 0, slope); got != 4000 {
		t.Errorf("tip: %d, want 4000", got)
	}
	if got := AdvanceInto(place(18000, 20000, 0), 0, slope); got != Never {
		t.Errorf("beside: %d, want never", got)
	}
}

func TestObliqueMoves(t *testing.T) {
	cite.Clauses(t, "imp-D4m")
	p := Pose{10000, 20000, 0}
	for _, c := range []struct {
		a, b int32
		want Pose
	}{
		{2000, 3000, Pose{12000, 23000, 0}},
		{-2500, 0, Pose{7500, 20000, 0}},
		{0, -1000, Pose{10000, 19000, 0}},
	} {
		if got := p.Slide(c.a, c.b); got != c.want {
			t.Errorf("%d and %d: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	a := Place(p, size)
	for _, c := range []struct {
		a, b int32
		o    *Shape
		free bool
	}{
		{2000, 3000, place(10000, 32000, 720), true},
		{3000, 3000, place(20000, 20000, 0), false},
		{2000, 3000, place(20000, 20000, 0), true},
		{2001, 3000, place(20000, 20000, 0), true},
		{2001, 2000, place(20000, 20000, 0), false},
		{0, -1000, place(10000, 16000, 0), true},
		{0, -1001, place(10000, 16000, 0), false},
		{-5000, 5000, place(18000, 20000, 0), true},
		{2500, 0, place(20000, 18000, 0), false},
		{2000, 0, place(20000, 18000, 0), true},
	} {
		if got := SlideFree(&a, c.a, c.b, c.o); got != c.free {
			t.Errorf("%d and %d past %v: free %v, want %v", c.a, c.b, c.o.Pose, got, c.free)
		}
	}
	rock := piece(t, Point{16000, 10000}, Point{30000, 10000}, Point{30000, 30000}, Point{16000, 30000})
	for _, c := range []struct {
		a       int32
		free    bool
		entered bool
	}{{2000, true, false}, {2001, false, false}, {2005, false, false}, {2006, false, true}} {
		if got := SlideFreeOf(&a, c.a, 0, rock); got != c.free {
			t.Errorf("%d towards the rock: free %v, want %v", c.a, got, c.free)
		}
		if got := SlideEnters(&a, c.a, 0, rock); got != c.entered {
			t.Errorf("%d towards the rock: in it %v, want %v", c.a, got, c.entered)
		}
	}
}

func TestAboutFace(t *testing.T) {
	cite.Clauses(t, "imp-D4n", "imp-6.6b")
	for h := range Heading(Turn) {
		p := Pose{50000, 50000, h}
		old, turned := Place(p, size), Place(p.AboutFace(size), size)
		if turned.H != h.Plus(720) {
			t.Fatalf("heading %d turned to %d", h, turned.H)
		}
		for i, c := range turned.Corner {
			o := old.Corner[(i+2)%4]
			if max(c.X-o.X, o.X-c.X, c.Y-o.Y, o.Y-c.Y) > 1 {
				t.Fatalf("heading %d: corner %v has become %v", h, o, c)
			}
		}
	}
}

func TestBearing(t *testing.T) {
	cite.Clauses(t, "imp-D4p")
	o := Point{50000, 50000}
	for _, c := range []struct {
		x, y int64
		want Heading
	}{
		{0, 1, 0},
		{1, 0, 360},
		{0, -1, 720},
		{-1, 0, 1080},
		{1, 1, 180},
		{1, -1, 540},
		{-1, -1, 900},
		{-1, 1, 1260},
		{0, 70000, 0},
		{70000, 0, 360},
		{0, 0, 0},
		{-1, 100000, 0},
		{-1000, 100000, 1438},
	} {
		if got := Bearing(o, Point{o.X + c.x, o.Y + c.y}); got != c.want {
			t.Errorf("to (%d, %d): %d, want %d", c.x, c.y, got, c.want)
		}
	}
	// Every heading is the bearing of what lies far along it.
	for h := range Heading(Turn) {
		d := h.Dir()
		if got := Bearing(Point{}, Point{d.X / 8, d.Y / 8}); got != h {
			t.Fatalf("along %d: %d", h, got)
		}
	}
	// Between two headings the lower one wins ties, all round and near the turn from 1439 to 0.
	for x := int64(-60); x <= 60; x++ {
		for y := int64(-60); y <= 60; y++ {
			if got, want := Bearing(o, Point{o.X + x, o.Y + y}), refBearing(o, Point{o.X + x, o.Y + y}); got != want {
				t.Fatalf("to (%d, %d): %d, want %d", x, y, got, want)
			}
		}
	}
}

func TestWheelStops(t *testing.T) {
	cite.Clauses(t, "imp-D4l", "imp-6.3f")
	for q, want := range map[int][]int{0: nil, 3: {3}, 4: {4}, 9: {4, 8, 9}, -9: {-4, -8, -9}, -8: {-4, -8}} {
		var got []int
		for i := 1; WheelStop(q, i) != 0; i++ {
			got = append(got, WheelStop(q, i))
		}
		if len(got) != len(want) {
			t.Errorf("%d: %v, want %v", q, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%d: %v, want %v", q, got, want)
			}
		}
	}
	a := place(10000, 20000, 0)
	// The front of a wheel to the right passes over the post, and its rear leaves it behind.
	post := Place(Pose{7500, 21500, 0}, Base{200, 200})
	end := Place(a.Wheel(size, 180), size)
	if Meet(&end, &post) != Apart {
		t.Fatal("the post stands where the wheel ends")
	}
	if WheelFree(a, 180, &post) {
		t.Error("wheels through a post")
	}
	if !WheelFree(a, 40, &post) || !WheelFree(a, -40, &post) {
		t.Error("a short wheel, or one to the other side, is stopped by a post off its way")
	}
	// It touches an enemy along its front only at the end.
	enemy := place(10000, 20005, 720)
	if WheelFree(a, -4, enemy) {
		t.Error("wheels into the enemy in front")
	}
	if !WheelFree(a, 180, place(60000, 60000, 0)) {
		t.Error("stopped by what is far")
	}
	pond := piece(t, Point{7400, 21300}, Point{7600, 21300}, Point{7600, 21500}, Point{7400, 21500})
	if !WheelEnters(a, 180, pond) || WheelEnters(a, 40, pond) || WheelEnters(a, -40, pond) {
		t.Error("pond entered wrongly")
	}
}

func TestSetBack(t *testing.T) {
	cite.Clauses(t, "imp-D4s")
	// Skirmishers that a friend would stand on go straight back until they are clear of it by its own heading.
	friend := place(10000, 20000, 0)
	s := Place(Pose{10000, 20000, 0}, Base{8000, 2000})
	if got := Clear(&s, 720, friend, 0); got != 2995 {
		t.Errorf("set back by %d, want 2995", got)
	}
	for n := range 3000 {
		c := drawConfiguration(n)
		a, b := Place(c.a, c.as), Place(c.b, c.bs)
		h := b.H.Opposite()
		want := int32(0)
		for {
			moved := Place(a.Straight(h, want), a.Base)
			if !Overlap(&moved, &b) {
				break
			}
			want++
		}
		if got := Clear(&a, h, &b, 0); got != want {
			t.Fatalf("%v: clear after %d, want %d", c, got, want)
		}
		if want > 0 {
			if got := Clear(&a, h, &b, want-1); got != want {
				t.Fatalf("%v: clear after %d from %d, want %d", c, got, want-1, want)
			}
		}
	}
}

func TestPush(t *testing.T) {
	cite.Clauses(t, "imp-D4t")
	// A Unit that retreats 3000 meets the friend 1000 behind it, which has 500 to go before an enemy.
	unit, friend, enemy := place(10000, 20000, 0), place(10000, 16000, 0), place(10000, 12500, 0)
	if got := Advance(unit, 720, friend); got != 1000 {
		t.Errorf("meets the friend after %d, want 1000", got)
	}
	if got := Advance(friend, 720, enemy); got != 500 {
		t.Errorf("the friend is pushed by %d, want 500", got)
	}
}

func TestOffTable(t *testing.T) {
	cite.Clauses(t, "imp-D4u", "imp-4.1j")
	for _, c := range []struct {
		s   *Shape
		off bool
	}{
		{place(4000, 3000, 0), false},
		{place(3999, 3000, 0), true},
		{place(4000, 2999, 0), true},
		{place(176000, 120000, 0), false},
		{place(176001, 120000, 0), true},
		{place(176000, 120001, 0), true},
	} {
		if got := c.s.OffTable(); got != c.off {
			t.Errorf("%v: off %v, want %v", c.s.Pose, got, c.off)
		}
	}
	s := place(100000, 30000, 0)
	for e, want := range map[TableEdge]int64{North: 90000, East: 76000, South: 27000, West: 96000} {
		if got := s.ToEdge(e); got != want {
			t.Errorf("to edge %d: %d, want %d", e, got, want)
		}
	}
	if got := place(100000, -30000, 0).ToEdge(South); got != 0 {
		t.Errorf("beyond the edge: %d, want 0", got)
	}
}

func TestCharges(t *testing.T) {
	cite.Clauses(t, "imp-D5a", "imp-D5b", "imp-D5c", "imp-D5i", "imp-10.2b", "imp-10.2c", "imp-10.2d", "imp-R47", "imp-R80")
	b := place(50000, 50000, 0)
	for _, c := range []struct {
		x, y int32
		h    Heading
		t    int32
		edge Edge
		blow Blow
	}{
		{54500, 40000, 0, 7000, RearEdge, OnRear},
		{62000, 48500, 1080, 8000, RightEdge, OnFront},
		{62000, 45000, 1080, 8000, RightEdge, OnFlank},
		{38000, 45000, 360, 8000, LeftEdge, OnFlank},
		{50000, 60000, 720, 10000, FrontEdge, OnFront},
		{54500, 60000, 720, 10000, FrontEdge, OnFront},
	} {
		got, edge, blow := Charge(place(c.x, c.y, c.h), b)
		if got != c.t || edge != c.edge || blow != c.blow {
			t.Errorf("from (%d, %d, %d): edge %d, blow %d after %d, want edge %d, blow %d after %d",
				c.x, c.y, c.h, edge, blow, got, c.edge, c.blow, c.t)
		}
	}
	// A corner belongs to the edge that faces the charger more; at 45 degrees to the front or a side rather than to
	// the rear.
	for _, c := range []struct {
		pose Pose
		edge Edge
		blow Blow
	}{
		{Pose{56000, 56000, 890}, FrontEdge, OnFront},
		{Pose{60000, 52000, 990}, RightEdge, OnFront},
		{Pose{60000, 41000, 1270}, RearEdge, OnRear},
		{Pose{60000, 41000, 1250}, RightEdge, OnFlank},
		{Pose{60000, 41000, 1260}, RightEdge, OnFlank},
		{Pose{40000, 41000, 180}, LeftEdge, OnFlank},
		{Pose{60000, 56000, 900}, FrontEdge, OnFront},
	} {
		a := Place(c.pose, size)
		if got, edge, blow := Charge(&a, b); got == Never || edge != c.edge || blow != c.blow {
			t.Errorf("from %v: edge %d, blow %d after %d, want edge %d, blow %d", c.pose, edge, blow, got, c.edge, c.blow)
		}
	}
	if got, _, _ := Charge(place(80000, 40000, 0), b); got != Never {
		t.Errorf("a charge past the target meets it after %d", got)
	}
	if _, ahead := b.Local(Place(Pose{62000, 48500, 1080}, size).Corner[FrontRight]); ahead != 2500 {
		t.Errorf("front right corner at b = %d, want 2500", ahead)
	}
}

func TestRangeAfter(t *testing.T) {
	cite.Clauses(t, "imp-D10e")
	a, b := place(10000, 20000, 0), place(12000, 50000, 720)
	for _, c := range []struct{ r, limit, want int32 }{
		{15000, 20000, 15000}, {15000, 14999, Never}, {30000, 5000, 0}, {5000, 25000, 25000},
	} {
		if got := RangeAfter(a, 0, b, c.r, c.limit); got != c.want {
			t.Errorf("within %d after %d, want %d", c.r, got, c.want)
		}
	}
}

// TestWheelsMissNothing compares wheels with every stop on the way, wherever the other base or the terrain is.
func TestWheelsMissNothing(t *testing.T) {
	cite.Clauses(t, "imp-D4l")
	blocked := 0
	for n := range 20000 {
		c := drawConfiguration(n)
		a, b, p := Place(c.a, c.as), Place(c.b, c.bs), piece(t, c.polygon...)
		q := int(c.right) * 360 / 12000
		free, enters := true, false
		for turn := range max(q, -q) + 1 {
			if turn == 0 || turn%4 != 0 && turn != max(q, -q) {
				continue
			}
			if q < 0 {
				turn = -turn
			}
			w := Place(a.Wheel(a.Base, turn), a.Base)
			free = free && Meet(&w, &b) == Apart
			enters = enters || p.Holds(&w)
		}
		if got := WheelFree(&a, q, &b); got != free {
			t.Fatalf("%v: wheel of %d free %v, want %v", c, q, got, free)
		}
		if got := WheelEnters(&a, q, p); got != enters {
			t.Fatalf("%v: wheel of %d enters %v, want %v", c, q, got, enters)
		}
		if !free {
			blocked++
		}
	}
	if blocked < 2000 {
		t.Errorf("only %d wheels are blocked", blocked)
	}
}
