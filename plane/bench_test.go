package plane_test

import (
	"fmt"
	"testing"

	. "acies/plane"
)

// The cases of a benchmark are far apart, near each other, touching, and overlapping, with headings of all kinds.
const benchCases = 1024

func benchPairs() (pairs [benchCases][2]Shape) {
	for i := range pairs {
		c := drawConfiguration(i)
		pairs[i] = [2]Shape{Place(c.a, c.as), Place(c.b, c.bs)}
	}
	return pairs
}

var sink int64

func benchmark(b *testing.B, f func(x, y *Shape) int64) {
	pairs := benchPairs()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		p := &pairs[i%benchCases]
		sink += f(&p[0], &p[1])
		i++
	}
}

func BenchmarkPlace(b *testing.B) {
	benchmark(b, func(x, _ *Shape) int64 { s := Place(x.Pose, x.Base); return s.Min.X })
}

func BenchmarkGap(b *testing.B) { benchmark(b, Gap) }

func BenchmarkMeet(b *testing.B) {
	benchmark(b, func(x, y *Shape) int64 { return int64(Meet(x, y)) })
}

func BenchmarkWithin(b *testing.B) {
	benchmark(b, func(x, y *Shape) int64 {
		if Within(x, y, 5000) {
			return 1
		}
		return 0
	})
}

func BenchmarkDist(b *testing.B) {
	benchmark(b, func(x, y *Shape) int64 { return int64(Dist(x, y)) })
}

func BenchmarkAdvance(b *testing.B) {
	benchmark(b, func(x, y *Shape) int64 { return int64(Advance(x, x.H, y)) })
}

func BenchmarkCharge(b *testing.B) {
	benchmark(b, func(x, y *Shape) int64 { t, _, _ := Charge(x, y); return int64(t) })
}

func BenchmarkShared(b *testing.B) {
	benchmark(b, func(x, y *Shape) int64 { return int64(Shared(x, y)) })
}

func BenchmarkArc(b *testing.B) {
	benchmark(b, func(x, y *Shape) int64 {
		if x.ArcHolds(y) {
			return 1
		}
		return 0
	})
}

func BenchmarkZone(b *testing.B) {
	shade := NoReach
	benchmark(b, func(x, y *Shape) int64 {
		if InZone(x, y, &shade) {
			return 1
		}
		return 0
	})
}

func BenchmarkBearing(b *testing.B) {
	benchmark(b, func(x, y *Shape) int64 { return int64(Bearing(x.Point(), y.Point())) })
}

func BenchmarkSight(b *testing.B) {
	between := Place(Pose{60000, 60000, 100}, size)
	benchmark(b, func(x, y *Shape) int64 {
		l := NewLooks(x, y, false)
		l.Block(&between)
		return int64(l.Open.Len())
	})
}

// BenchmarkWheel is a wheel of 45 degrees with another base near or far.
func BenchmarkWheel(b *testing.B) {
	benchmark(b, func(x, y *Shape) int64 {
		if WheelFree(x, 180, y) {
			return 1
		}
		return 0
	})
}

func BenchmarkAdvanceInto(b *testing.B) {
	p, err := NewPiece(Point{14000, 34000}, Point{30000, 30000}, Point{36000, 42000}, Point{28000, 56000}, Point{14000, 54000})
	if err != nil {
		b.Fatal(err)
	}
	benchmark(b, func(x, _ *Shape) int64 { return int64(AdvanceInto(x, x.H, &p)) })
}

// armies returns n bases in two lines of ranks that face each other, as a battle is set out, and the index of them.
func armies(n int) (shapes []Shape, index Index) {
	for i := range n {
		file, rank, side := i/2%14, i/28, i%2
		p := Pose{int32(30000 + 8500*file), int32(50000 - 6000*rank), 0}
		if side == 1 {
			p = Pose{p.X + 1000, int32(70000 + 6000*rank), 720}
		}
		s := Place(p, size)
		index.Add(i, s.Min, s.Max)
		shapes = append(shapes, s)
	}
	return shapes, index
}

// BenchmarkIndex is one move straight ahead checked against all that is near, with as many bases on the table.
func BenchmarkIndex(b *testing.B) {
	for _, n := range []int{28, 56, 112} {
		shapes, index := armies(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				s := &shapes[i%28]
				near := index.Along(s, s.H, 5000)
				near.Remove(i % 28)
				stop := int32(5000)
				for j := near.Next(0); j >= 0; j = near.Next(j + 1) {
					stop = min(stop, Advance(s, s.H, &shapes[j]))
				}
				sink += int64(stop)
				i++
			}
		})
	}
}

// BenchmarkIndexUpdate takes a base out and adds it again elsewhere.
func BenchmarkIndexUpdate(b *testing.B) {
	shapes, index := armies(56)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		s := &shapes[i%56]
		index.Remove(i%56, s.Min, s.Max)
		index.Add(i%56, s.Min, s.Max)
		i++
	}
}
