package plane_test

import (
	"math/rand/v2"
	"testing"

	. "acies/plane"
)

func TestSet(t *testing.T) {
	var s Set
	if !s.Empty() || s.Next(0) != -1 {
		t.Error("the zero set is not empty")
	}
	want := []int{0, 3, 63, 64, 100, 127}
	for _, i := range want {
		s.Add(i)
	}
	var got []int
	for i := s.Next(0); i >= 0; i = s.Next(i + 1) {
		got = append(got, i)
		if !s.Has(i) {
			t.Errorf("has not %d", i)
		}
	}
	if len(got) != len(want) || s.Len() != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%v, want %v", got, want)
		}
	}
	s.Remove(64)
	if s.Has(64) || s.Next(64) != 100 {
		t.Error("64 is still there")
	}
	u := Set{1, 2}
	if s.And(u) != (Set{1, 0}) || s.Minus(u).Has(0) || !s.Or(u).Has(65) {
		t.Error("and, or, or minus is wrong")
	}
}

// TestIndexMissesNothing moves bases about and compares what the index finds with all bases.
func TestIndexMissesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		n := 2 + r.IntN(MaxBases-1)
		shapes := make([]Shape, n)
		var index Index
		draw := func() Shape {
			// Some stand off the table, as what retreats over its edge does.
			p := Pose{int32(r.IntN(Width+40000) - 20000), int32(r.IntN(Height+40000) - 20000), Heading(r.IntN(Turn))}
			return Place(p, drawBase(r))
		}
		for i := range shapes {
			shapes[i] = draw()
			index.Add(i, shapes[i].Min, shapes[i].Max)
		}
		for range 100 {
			i := r.IntN(n)
			index.Remove(i, shapes[i].Min, shapes[i].Max)
			shapes[i] = draw()
			index.Add(i, shapes[i].Min, shapes[i].Max)

			s, other := &shapes[i], &shapes[r.IntN(n)]
			h, length, reach := Heading(r.IntN(Turn)), int32(r.IntN(20000)), int32(r.IntN(30000))
			touching, around, along, between := index.Touching(s), index.Around(s, reach), index.Along(s, h, length), index.Between(s, other)
			moved := Place(s.Straight(h, length), s.Base)
			for j := range shapes {
				o := &shapes[j]
				if Meet(s, o) != Apart && !touching.Has(j) {
					t.Fatalf("touching misses %v of %v", o.Pose, s.Pose)
				}
				if Within(s, o, reach) && !around.Has(j) {
					t.Fatalf("around %d misses %v of %v", reach, o.Pose, s.Pose)
				}
				if (Advance(s, h, o) < length || Meet(&moved, o) != Apart) && !along.Has(j) {
					t.Fatalf("along %d by %d misses %v of %v", h, length, o.Pose, s.Pose)
				}
				if j != i && o != other {
					looks := NewLooks(s, other, true)
					looks.Block(o)
					if looks.Open.Len() < 12*9 && !between.Has(j) {
						t.Fatalf("between %v and %v misses %v", s.Pose, other.Pose, o.Pose)
					}
				}
			}
		}
		for i := range shapes {
			index.Remove(i, shapes[i].Min, shapes[i].Max)
		}
		if index != (Index{}) {
			t.Fatal("not empty after all are removed")
		}
	}
}

// TestIndexFindsLittleElse bounds what the index finds beyond what is near, on tables as battles are set out.
func TestIndexFindsLittleElse(t *testing.T) {
	for _, n := range []int{28, 56, 112} {
		shapes, index := armies(n)
		found := 0
		for i := range shapes[:28] {
			near := index.Along(&shapes[i], shapes[i].H, 5000)
			found += near.Len()
		}
		if found > 28*9 {
			t.Errorf("%d bases: %d found in 28 queries", n, found)
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	p := piece(t, Point{14000, 34000}, Point{30000, 30000}, Point{36000, 42000})
	_, index := armies(56)
	c := drawConfiguration(5)
	a, b := Place(c.a, c.as), Place(c.b, c.bs)
	line := []Point{{20000, 36000}, {24000, 52000}}
	if got := testing.AllocsPerRun(100, func() {
		s := Place(c.a.Wheel(c.as, 40), c.as)
		front := s.Front()
		t1, edge, blow := Charge(&s, &b)
		sink += Gap(&s, &b) + int64(Dist(&front, &b)) + int64(t1) + int64(edge) + int64(blow) + int64(Shared(&a, &b))
		shade := NoReach
		shade.Narrow(s.RaysTo(&b))
		shade.Narrow(s.RaysToPiece(p))
		near := index.Around(&s, 5000)
		looks := NewLooks(&a, &b, true)
		looks.Block(&s)
		sink += int64(near.Len()) + int64(looks.Open.Len()) + int64(DistLine(s.Min, s.Max, line)) + p.LengthInside(s.Min, s.Max)
		if InZone(&a, &b, &shade) && a.ArcHolds(&b) && p.Holds(&a) && WheelFree(&a, 80, &b) && SlideFree(&a, 100, 200, &b) &&
			CrossesLine(s.Min, s.Max, line) && WheelEnters(&a, 80, p) && SlideEnters(&a, 1, 2, p) {
			sink += int64(Clear(&a, 0, &b, 0))
		}
	}); got != 0 {
		t.Errorf("%v allocations", got)
	}
}
