package draw_test

import (
	"math"
	"strings"
	"testing"

	"acies/picture/draw"
)

// TestField goes round a hill: the line of a height lies where the height is reached, and down it goes outward.
func TestField(t *testing.T) {
	middle := draw.At(200, 150)
	far := func(p draw.Point) float64 { return math.Hypot(p.X-middle.X, p.Y-middle.Y) }
	f := draw.NewField(400, 300, func(p draw.Point) float64 { return 100 - far(p) })
	rings := f.Above(40)
	if len(rings) != 1 {
		t.Fatalf("%d lines around one hill", len(rings))
	}
	area := 0.0
	for i, p := range rings[0] {
		if got := far(p); math.Abs(got-60) > 1 {
			t.Errorf("the line passes %v, %g from the middle, expected 60", p, got)
		}
		q := rings[0][(i+1)%len(rings[0])]
		area += (p.X*q.Y - q.X*p.Y) / 2
	}
	if math.Abs(area-math.Pi*3600) > 200 {
		t.Errorf("the line encloses %g clockwise, expected %g", area, math.Pi*3600)
	}
	if s := f.Slope(draw.At(260, 150)); s.X > -.9 || math.Abs(s.Y) > .1 {
		t.Errorf("the slope to the right of the top is %v", s)
	}
	if rings := f.Above(-1000); len(rings) != 1 {
		t.Errorf("%d lines around the whole sheet", len(rings))
	}
}

// TestDistance measures from a straight shore.
func TestDistance(t *testing.T) {
	f := draw.NewField(400, 160, func(p draw.Point) float64 { return p.X - 80 }).Distance()
	for _, x := range []float64{88, 160, 320} {
		if got := f.At(draw.At(x, 80)); math.Abs(got-(x-80)) > 1 {
			t.Errorf("%g from the shore, expected %g", got, x-80)
		}
	}
}

// TestSimplify keeps the corners of a line and leaves out what lies between them.
func TestSimplify(t *testing.T) {
	line := []draw.Point{{X: 0, Y: 0}, {X: 5, Y: .1}, {X: 10, Y: 0}, {X: 10, Y: 5}, {X: 10, Y: 10}}
	if got := draw.Simplify(line, .5); len(got) != 3 || got[1] != draw.At(10, 0) {
		t.Errorf("the line became %v", got)
	}
}

// TestNight turns paper dark and ink light, and leaves slopes dark.
func TestNight(t *testing.T) {
	style := draw.Night(`<rect fill="#f4ecd8"/><path fill="none" stroke="#3d3222"/><path stroke="` + draw.Slope + `"/><path fill="#f4ecd8"/>`)
	if n := strings.Count(style, "[data-theme=dark] .ground "); n != 3 {
		t.Errorf("%d rules, expected one for each colour: %s", n, style)
	}
	light := func(rule string) int {
		_, color, _ := strings.Cut(style, rule+`#`)
		sum := 0
		for i := range 6 {
			sum += strings.IndexByte("0123456789abcdef", color[i]) * (1 + 15*((i+1)%2))
		}
		return sum / 3
	}
	if paper, ink := light(`[fill="#f4ecd8"]{fill:`), light(`[stroke="#3d3222"]{stroke:`); paper > 70 || ink < 120 {
		t.Errorf("paper is %d and ink %d of 255", paper, ink)
	}
}

// TestInlet lets a river run from the left into a sea on the right.
func TestInlet(t *testing.T) {
	sea := draw.NewField(400, 300, func(p draw.Point) float64 { return (p.X - 300) / 100 })
	var run []draw.Point
	for x := 0.0; x <= 340; x += 10 {
		run = append(run, draw.At(x, 150))
	}
	water := sea.Inlet(run, func(int) float64 { return 40 })
	for _, test := range []struct {
		name string
		at   draw.Point
		wet  bool
	}{
		{"the sea", draw.At(360, 20), true},
		{"the mouth", draw.At(288, 150), true},
		{"the land beside it", draw.At(288, 200), false},
		{"up the river", draw.At(160, 150), false},
	} {
		if got := water.At(test.at) > 0; got != test.wet {
			t.Errorf("%s is under the sea: %v, expected %v", test.name, got, test.wet)
		}
	}
	var c draw.Canvas
	c.Mouth(water, run[:20])
	if c.String() != "" {
		t.Error("a river that ends on land has a mouth")
	}
	c.Mouth(water, run)
	if strings.Count(c.String(), "M") != 1 {
		t.Errorf("the mouth of one river is %q", c.String())
	}
}

// TestBeside walks beside a line to the right: its left is above it.
func TestBeside(t *testing.T) {
	got := draw.Beside([]draw.Point{draw.At(0, 50), draw.At(10, 50), draw.At(20, 50)}, func(i int) float64 { return float64(3 * i) })
	for i, want := range []draw.Point{draw.At(0, 50), draw.At(10, 47), draw.At(20, 44)} {
		if got[i] != want {
			t.Errorf("point %d is %v, expected %v", i, got[i], want)
		}
	}
}
