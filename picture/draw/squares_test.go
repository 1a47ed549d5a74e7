package draw_test

import (
	"strings"
	"testing"

	"acies/grid"
	"acies/picture/draw"
)

// TestSquaresAround goes round sets of squares: one line around squares that touch, at a side or at a corner, and another
// around a hole. Together the lines have all the sides between the set and the rest.
func TestSquaresAround(t *testing.T) {
	b := grid.NewSquares(6, 6)
	x := draw.Squares{Board: b}
	for _, test := range []struct {
		name, squares string
		lines, sides  int
	}{
		{"none", "", 0, 0},
		{"one", "C3", 1, 4},
		{"two apart", "A1 F6", 2, 8},
		{"two at a corner", "B2 C3", 1, 8},
		{"four around a point", "B2 C3 B3 C2", 1, 8},
		{"a ring", "B2 C2 D2 D3 D4 C4 B4 B3", 2, 16},
		{"a chain of corners", "A1 B2 C3 D4", 1, 16},
	} {
		t.Run(test.name, func(t *testing.T) {
			var list []int
			for _, name := range strings.Fields(test.squares) {
				i, err := b.Parse(name)
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, i)
			}
			rings := x.Around(list)
			sides := 0
			for _, ring := range rings {
				sides += len(ring)
				for i, s := range ring {
					if after := ring[(i+1)%len(ring)]; s.To != after.From {
						t.Errorf("the line breaks between %v and %v", s.To, after.From)
					}
				}
			}
			if len(rings) != test.lines || sides != test.sides {
				t.Errorf("%d lines of %d sides, expected %d of %d", len(rings), sides, test.lines, test.sides)
			}
		})
	}
}

// TestSquares lays neighbours side by side.
func TestSquares(t *testing.T) {
	x := draw.Squares{Board: grid.NewSquares(5, 4)}
	width, height := x.Extent()
	for i := range x.Board.Len() {
		c := x.Center(i)
		if c.X < draw.Margin || c.Y < draw.Margin || c.X > width-draw.Margin || c.Y > height-draw.Margin {
			t.Errorf("square %d is at %v", i, c)
		}
		for d := 0; d < 8; d += 2 {
			n := x.Board.Neighbor(i, d)
			if n < 0 {
				continue
			}
			ends := x.Ends(i, d)
			if got, want := draw.Middle(ends[0], ends[1]), draw.Middle(c, x.Center(n)); got != want {
				t.Errorf("the side between %d and %d has its middle at %v, expected %v", i, n, got, want)
			}
		}
	}
}
