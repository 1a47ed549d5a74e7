package grid_test

import (
	"slices"
	"strings"
	"testing"

	"acies/grid"
	"acies/rulebook/cite"
)

func squares(t *testing.T, b *grid.Squares, names string) []int {
	t.Helper()
	var list []int
	for _, name := range strings.Fields(names) {
		i, err := b.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, i)
	}
	return list
}

func TestSquareNames(t *testing.T) {
	cite.Clauses(t, "bnb-2.1b", "bnb-R1")
	b := grid.NewSquares(21, 16)
	for i := range b.Len() {
		if got, err := b.Parse(b.ID(i)); err != nil || got != i {
			t.Errorf("%s is read as %d, %v; expected %d", b.ID(i), got, err, i)
		}
	}
	for _, bad := range []string{"", "A", "5H", "A0", "V1", "A17", "A01", "a1", "A123", "A-1"} {
		if _, err := b.Parse(bad); err == nil {
			t.Errorf("%q is accepted as a square", bad)
		}
	}
}

// Directions are numbered clockwise from the top, and opposite directions lead back.
func TestSquareDirections(t *testing.T) {
	cite.Clauses(t, "bnb-2.1c", "bnb-R1")
	b := grid.NewSquares(21, 16)
	at := squares(t, b, "J10 J9 K9 K10 K11 J11 I11 I10 I9")
	for d := range 8 {
		if got := b.Neighbor(at[0], d); got != at[d+1] {
			t.Errorf("direction %s of J10 is %s, expected %s", grid.DirectionNames[d], b.ID(got), b.ID(at[d+1]))
		}
		if got := b.Direction(at[0], at[d+1]); got != d {
			t.Errorf("the direction to %s is %d, expected %d", b.ID(at[d+1]), got, d)
		}
		if got := b.Neighbor(at[d+1], grid.Turn(d, 4)); got != at[0] {
			t.Errorf("the way back from %s leads to %d", b.ID(at[d+1]), got)
		}
	}
	corner := squares(t, b, "A1")[0]
	for d, off := range []bool{true, true, false, false, false, true, true, true} {
		if (b.Neighbor(corner, d) < 0) != off {
			t.Errorf("direction %s of A1: off the board is %t, expected %t", grid.DirectionNames[d], !off, off)
		}
	}
}

func TestSquarePoints(t *testing.T) {
	cite.Clauses(t, "bnb-3.1.2da", "bnb-3.1.2db", "bnb-3.1.2dc", "bnb-3.1.2dd", "bnb-X21")
	b := grid.NewSquares(21, 16)
	from := squares(t, b, "A1")[0]
	for dy, row := range [][]int{{0, 2, 4, 6, 8}, {2, 3, 5, 7, 9}, {4, 5, 6, 8, 10}, {6, 7, 8, 9, 11}, {8, 9, 10, 11, 12}} {
		for dx, want := range row {
			if got := b.Points(from, from+dy*b.Cols+dx); got != want {
				t.Errorf("%d columns and %d rows: %d points, expected %d", dx, dy, got, want)
			}
		}
	}
}

// A wedge opens through the three squares in front and contains its edges.
func TestWedge(t *testing.T) {
	cite.Clauses(t, "bnb-8.4a")
	b := grid.NewSquares(21, 16)
	from := squares(t, b, "J10")[0]
	count := func(d int) (n int) {
		for i := range b.Len() {
			if b.InWedge(from, d, i) && b.Steps(from, i) == 3 {
				n++
			}
		}
		return n
	}
	for d := range 8 {
		if got := count(d); got != 7 {
			t.Errorf("direction %s: %d squares three steps away, expected 7", grid.DirectionNames[d], got)
		}
		for turn := -2; turn <= 2; turn++ {
			next := b.Neighbor(from, grid.Turn(d, turn))
			if got, want := b.InWedge(from, d, next), turn*turn <= 1; got != want {
				t.Errorf("direction %s, the square %d eighths away: %t, expected %t", grid.DirectionNames[d], turn, got, want)
			}
		}
	}
}

func TestBetweenSquares(t *testing.T) {
	cite.Clauses(t, "bnb-3.3b", "bnb-R7", "bnb-X24")
	b := grid.NewSquares(21, 16)
	for _, test := range []struct{ from, to, want string }{
		{"J10", "L9", "K10 K9"},
		{"J10", "M9", "K10 L9"},
		{"J10", "L8", "K9"},
		{"J10", "J7", "J9 J8"},
		{"J10", "K9", ""},
		{"J10", "J9", ""},
		{"J10", "L7", "J9 K9 K8 L8"},
		{"L9", "J10", "K9 K10"},
	} {
		ends := squares(t, b, test.from+" "+test.to)
		if got, want := b.Between(ends[0], ends[1], nil), squares(t, b, test.want); !slices.Equal(got, want) {
			t.Errorf("between %s and %s: %v, expected %v (%s)", test.from, test.to, got, want, test.want)
		}
	}
}
