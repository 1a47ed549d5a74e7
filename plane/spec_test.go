package plane_test

import (
	"testing"

	. "acies/plane"
	"acies/rulebook/cite"
)

var size = Base{8000, 3000}

func place(x, y int32, h Heading) *Shape {
	s := Place(Pose{x, y, h}, size)
	return &s
}

func TestHeadings(t *testing.T) {
	cite.Clauses(t, "imp-D1a", "imp-D1b", "imp-D1c", "imp-D1f")
	if Unit != 1000 || Width != 180000 || Height != 120000 {
		t.Errorf("U %d, table %d by %d", Unit, Width, Height)
	}
	for _, c := range []struct {
		h    Heading
		q    int
		want Heading
	}{{0, -1, 1439}, {1439, 1, 0}, {100, -2 * Turn, 100}, {1000, 720, 280}, {3, Turn + 1, 4}} {
		if got := c.h.Plus(c.q); got != c.want {
			t.Errorf("%d plus %d: %d, want %d", c.h, c.q, got, c.want)
		}
	}
	for h := range Heading(Turn) {
		if h.Plus(360).Dir() != h.Right() {
			t.Fatalf("right of %d is not a quarter turn from it", h)
		}
		if h.Opposite() != h.Plus(-720) {
			t.Fatalf("opposite of %d: %d", h, h.Opposite())
		}
	}
	if Heading(0).Dir() != (Point{0, Scale}) || Heading(0).Right() != (Point{Scale, 0}) {
		t.Errorf("north: ahead %v, right %v", Heading(0).Dir(), Heading(0).Right())
	}
}

func TestTurnsToward(t *testing.T) {
	cite.Clauses(t, "imp-D4o")
	for _, c := range []struct {
		h, g  Heading
		to    int
		limit int
		want  Heading
	}{
		{0, 100, 100, 180, 100},
		{0, 300, 300, 180, 180},
		{0, 1400, -40, 180, 1400},
		{10, 1200, -250, 180, 1270},
		{0, 720, 720, 180, 180},
		{1430, 20, 30, 180, 20},
	} {
		if got := c.h.To(c.g); got != c.to {
			t.Errorf("from %d to %d: %d, want %d", c.h, c.g, got, c.to)
		}
		if got := c.h.Toward(c.g, c.limit); got != c.want {
			t.Errorf("from %d toward %d: %d, want %d", c.h, c.g, got, c.want)
		}
	}
}

func TestTableOfSines(t *testing.T) {
	cite.Clauses(t, "imp-D1d", "imp-D1e")
	for _, c := range []struct {
		h    Heading
		want int64
	}{{1, 4575}, {120, 524288}, {180, 741455}, {240, 908093}, {360, 1048576}} {
		if got := c.h.Sin(); got != c.want {
			t.Errorf("sine of %d: %d, want %d", c.h, got, c.want)
		}
	}
	var first, all int64
	for h := range Heading(Turn) {
		if h <= 360 {
			first += h.Sin()
		}
		all += max(h.Sin(), -h.Sin())
		if h.Cos() != h.Plus(360).Sin() {
			t.Errorf("cosine of %d: %d, want %d", h, h.Cos(), h.Plus(360).Sin())
		}
	}
	if first != 240839821 || all != 961262132 {
		t.Errorf("sums %d and %d, want 240839821 and 961262132", first, all)
	}
}

func TestDiv(t *testing.T) {
	cite.Clauses(t, "imp-D1g")
	for _, c := range [][2]int64{
		{0, 0},
		{Scale / 2, 1},
		{Scale/2 - 1, 0},
		{-Scale / 2, -1},
		{1 - Scale/2, 0},
		{3 * Scale, 3},
		{-3*Scale - Scale/2, -4},
		{3*Scale + Scale/2, 4},
	} {
		if got := Div(c[0]); got != c[1] {
			t.Errorf("%d: %d, want %d", c[0], got, c[1])
		}
	}
}

func TestCorners(t *testing.T) {
	cite.Clauses(t, "imp-D2a", "imp-D2b", "imp-D2c", "imp-D2d", "imp-D2e")
	for h, want := range map[Heading][4]Point{
		0:   {{6000, 20000}, {14000, 20000}, {14000, 17000}, {6000, 17000}},
		180: {{7172, 22828}, {12828, 17172}, {10707, 15050}, {5050, 20707}},
	} {
		if got := place(10000, 20000, h).Corner; got != want {
			t.Errorf("heading %d: %v, want %v", h, got, want)
		}
	}
}

func TestLostRow(t *testing.T) {
	cite.Clauses(t, "imp-D2f")
	deep, shallow := Place(Pose{10000, 20000, 77}, Base{8000, 6000}), Place(Pose{10000, 20000, 77}, size)
	if deep.Corner[FrontLeft] != shallow.Corner[FrontLeft] || deep.Corner[FrontRight] != shallow.Corner[FrontRight] {
		t.Errorf("front corners moved from %v to %v", deep.Corner, shallow.Corner)
	}
}

func TestContact(t *testing.T) {
	cite.Clauses(t, "imp-D3a", "imp-D3b", "imp-2.2k")
	a := place(10000, 20000, 0)
	for _, c := range []struct {
		b    *Shape
		gap  int64
		want Contact
	}{
		{place(10000, 20006, 720), 6, Apart},
		{place(10000, 20005, 720), 5, Touching},
		{place(10000, 20000, 720), 0, Touching},
		{place(10000, 19995, 720), -5, Touching},
		{place(10000, 19994, 720), -6, Overlapping},
		{place(18000, 20000, 0), 0, Touching},
		{place(18000, 23000, 0), 0, Touching},
		{place(18005, 23005, 0), 5, Touching},
		{place(18006, 23005, 0), 6, Apart},
		{place(10000, 17000, 0), 0, Touching},
		{place(10000, 20000, 0), -3000, Overlapping},
	} {
		if got := Gap(a, c.b); got != c.gap*Scale {
			t.Errorf("%v: gap %d, want %d", c.b.Pose, got, c.gap*Scale)
		}
		if got, back := Meet(a, c.b), Meet(c.b, a); got != c.want || back != c.want {
			t.Errorf("%v: %d and %d, want %d", c.b.Pose, got, back, c.want)
		}
		if Touch(a, c.b) != (c.want == Touching) || Overlap(a, c.b) != (c.want == Overlapping) {
			t.Errorf("%v: touch %v, overlap %v", c.b.Pose, Touch(a, c.b), Overlap(a, c.b))
		}
	}
}

func TestDistance(t *testing.T) {
	cite.Clauses(t, "imp-D3c", "imp-D3d", "imp-D3e", "imp-D3f", "imp-D3g")
	a, b := place(10000, 20000, 0), place(10000, 32000, 720)
	if got := Dist(a, b); got != 12000 {
		t.Errorf("distance %d, want 12000", got)
	}
	if Within(a, b, 11999) || !Within(a, b, 12000) {
		t.Error("within 11999 or not within 12000")
	}
	// Corner to corner the distance is the longest side of a triangle, and the gap one of the others.
	c := place(21000, 27000, 0)
	if got, gap := Dist(a, c), Gap(a, c); got != 5000 || gap != 4000*Scale {
		t.Errorf("corner to corner: distance %d and gap %d, want 5000 and %d", got, gap, 4000*Scale)
	}
	// Firing is measured from the front edge, so a target behind is further than its base is.
	front, behind := a.Front(), place(10000, 12000, 0)
	if got, base := Dist(&front, behind), Dist(a, behind); got != 8000 || base != 5000 {
		t.Errorf("to the rear: %d from the front edge and %d from the base, want 8000 and 5000", got, base)
	}
	if got := Dist(a, place(12000, 18000, 300)); got != 0 {
		t.Errorf("overlapping: %d, want 0", got)
	}
}

func TestStraightMoves(t *testing.T) {
	cite.Clauses(t, "imp-D4a", "imp-D4b", "imp-D4c", "imp-D4e", "imp-D4f", "imp-D4g", "imp-R79")
	b := place(10000, 32000, 720)
	for _, c := range []struct {
		h    Heading
		b    *Shape
		want int32
	}{
		{0, b, 12000},
		{100, b, 11375},
		{0, place(19000, 32000, 720), Never},
		{0, place(17995, 32000, 720), Never},
		{0, place(17994, 32000, 720), 12000},
		{0, place(18000, 20000, 0), Never},
		{0, place(10000, 17000, 0), Never},
		{0, place(10000, 23000, 0), 0},
	} {
		if got := Advance(place(10000, 20000, c.h), c.h, c.b); got != c.want {
			t.Errorf("heading %d against %v: %d, want %d", c.h, c.b.Pose, got, c.want)
		}
	}
	if got, want := (Pose{10000, 20000, 100}).Straight(100, 11375), (Pose{14807, 30309, 100}); got != want {
		t.Errorf("ends at %v, want %v", got, want)
	}
}

func TestWheels(t *testing.T) {
	cite.Clauses(t, "imp-D4h", "imp-D4i", "imp-D4j", "imp-D4k", "imp-D4q", "imp-D4r", "imp-6.3e")
	for _, c := range []struct {
		radius int32
		q      int
		want   int32
	}{{8000, 180, 6284}, {8000, 143, 4992}, {8000, 144, 5027}, {8000, -90, 3142}, {16000, 60, 4189}} {
		if got := WheelCost(c.radius, c.q); got != c.want {
			t.Errorf("radius %d by %d: costs %d, want %d", c.radius, c.q, got, c.want)
		}
	}
	for m, want := range map[int32]int{3000: 85, 5000: 143, 6000: 171, 8000: 229} {
		if got := GreatestWheel(8000, m); got != want {
			t.Errorf("M %d allows %d, want %d", m, got, want)
		}
	}
	for m := int32(0); m < 20000; m += 7 {
		for _, radius := range []int32{8000, 16000, 40000} {
			if q := GreatestWheel(radius, m); WheelCost(radius, q) > m || WheelCost(radius, q+1) <= m {
				t.Fatalf("radius %d, M %d: %d is not the greatest wheel", radius, m, q)
			}
		}
	}
	start := Pose{10000, 20000, 0}
	if got, want := start.Wheel(size, 90), (Pose{10304, 21531, 90}); got != want {
		t.Errorf("right by 90: %v, want %v", got, want)
	}
	if got, want := start.Wheel(size, -90), (Pose{9696, 21531, 1350}); got != want {
		t.Errorf("left by 90: %v, want %v", got, want)
	}
	leader := start.WheelLine(8000, 2, 60)
	if want := (Pose{10409, 23106, 60}); leader != want {
		t.Errorf("leader to %v, want %v", leader, want)
	}
	if got, want := leader.Slide(8000, 0), (Pose{18136, 21035, 60}); got != want {
		t.Errorf("second Unit to %v, want %v", got, want)
	}
}

func TestWheelIntoNeighbour(t *testing.T) {
	cite.Clauses(t, "imp-D4l")
	p := Pose{10000, 20000, 0}
	wheeled := Place(p.Wheel(size, 36), size)
	neighbour := Place(p.Slide(-8000, 0), size)
	if got := Div(-Gap(&wheeled, &neighbour)); got != 371 {
		t.Errorf("overlaps the left neighbour by %d, want 371", got)
	}
	if !Overlap(&wheeled, &neighbour) {
		t.Error("does not overlap")
	}
}
