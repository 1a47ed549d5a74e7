package draw_test

import (
	"slices"
	"strings"
	"testing"

	"acies/grid"
	"acies/picture/draw"
)

func TestNum(t *testing.T) {
	for v, want := range map[float64]string{0: "0", -.04: "0", 1.25: "1.3", -2: "-2", 12.96: "13"} {
		if got := draw.Num(v); got != want {
			t.Errorf("Num(%v) = %s, want %s", v, got, want)
		}
	}
}

// TestChains joins lines that meet end to end, in whatever order and direction, and breaks them at a fork.
func TestChains(t *testing.T) {
	a, b, c, d, e := draw.At(0, 0), draw.At(10, 0), draw.At(20, 0), draw.At(30, 0), draw.At(20, 10)
	for _, test := range []struct {
		name  string
		lines []draw.Segment
		want  []int // points of each run
	}{
		{"one line", []draw.Segment{{b, c}, {b, a}, {d, c}}, []int{4}},
		{"a fork", []draw.Segment{{a, b}, {b, c}, {c, d}, {c, e}}, []int{3, 2, 2}},
		{"a ring", []draw.Segment{{b, c}, {c, e}, {e, b}}, []int{4}},
		{"two", []draw.Segment{{a, b}, {c, d}}, []int{2, 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []int
			for _, run := range draw.Chains(test.lines) {
				got = append(got, len(run))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("runs of %v points, want %v", got, test.want)
			}
		})
	}
}

// TestBorder goes round sets of hexes: one line around hexes that touch, another around a hole.
func TestBorder(t *testing.T) {
	m := grid.New(5, 5)
	x := draw.Hexes{Board: m}
	middle, err := m.Parse("0303")
	if err != nil {
		t.Fatal(err)
	}
	var ring []int
	for k := range 6 {
		ring = append(ring, m.Neighbor(middle, k))
	}
	for _, test := range []struct {
		name  string
		hexes []int
		lines int
	}{
		{"none", nil, 0},
		{"one", []int{middle}, 1},
		{"two apart", []int{0, m.Len() - 1}, 2},
		{"a ring", ring, 2},
		{"the ring and its middle", append(slices.Clone(ring), middle), 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := strings.Count(x.Border(test.hexes), "M"); got != test.lines {
				t.Errorf("%d lines, want %d", got, test.lines)
			}
		})
	}
	if line := x.Border([]int{0}); !strings.Contains(line, "L") || !strings.Contains(line, "Q") {
		t.Errorf("a hex at the rim is straight along it and round elsewhere: %s", line)
	}
}

// TestHexes lays neighbours side by side.
func TestHexes(t *testing.T) {
	x := draw.Hexes{Board: grid.New(4, 4)}
	width, height := x.Extent()
	for h := range x.Board.Len() {
		c := x.Center(h)
		if c.X < draw.Margin || c.Y < draw.Margin || c.X > width-draw.Margin || c.Y > height-draw.Margin {
			t.Errorf("hex %d is at %v", h, c)
		}
		for k := range 6 {
			n := x.Board.Neighbor(h, k)
			if n < 0 {
				continue
			}
			ends := x.Ends(h, k)
			if got, want := draw.Middle(ends[0], ends[1]).String(), draw.Middle(c, x.Center(n)).String(); got != want {
				t.Errorf("the side between %d and %d has its middle at %s, want %s", h, n, got, want)
			}
		}
	}
}
