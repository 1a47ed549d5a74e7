package grid_test

import (
	"strings"
	"testing"

	"acies/grid"
	"acies/rulebook/cite"
)

// arcs returns the names of the sides in each arc.
func arcs(of func(facing, side int) grid.Arc, facing int) (got [3]string) {
	for side, name := range grid.SideNames {
		arc := of(facing, side)
		got[arc] = strings.TrimSpace(got[arc] + " " + name)
	}
	return got
}

// TestArcByCorner is the facing table of Antiquity, with the sides of each cell in the order of their numbers.
func TestArcByCorner(t *testing.T) {
	cite.Clauses(t, "ant-3.1a", "ant-3.1b", "ant-R7")
	tests := []struct {
		corner             string
		front, flank, rear string
	}{
		{"UR", "N NE", "SE NW", "S SW"},
		{"R", "NE SE", "N S", "SW NW"},
		{"DR", "SE S", "NE SW", "N NW"},
		{"DL", "S SW", "SE NW", "N NE"},
		{"L", "SW NW", "N S", "NE SE"},
		{"UL", "N NW", "NE SW", "SE S"},
	}
	for facing, test := range tests {
		if k, err := grid.ParseCorner(test.corner); k != facing || err != nil {
			t.Errorf("ParseCorner(%q) = %d, %v, want %d", test.corner, k, err, facing)
		}
		if got, want := arcs(grid.ArcByCorner, facing), [3]string{test.front, test.flank, test.rear}; got != want {
			t.Errorf("facing %s: front, flank, rear %q, want %q", test.corner, got, want)
		}
	}
}

// TestFrontTouchesCorner checks the table against the map: the two front hexes and the unit's own meet at one
// point, so the front hexes are neighbours of each other; the flanks touch the front, the rear does not.
func TestFrontTouchesCorner(t *testing.T) {
	cite.Clauses(t, "ant-3.1b", "ant-R7")
	for _, id := range []string{"0715", "0815"} {
		at := hex(t, issos, id)
		for facing, corner := range grid.CornerNames {
			var in [3][]int
			for side := range 6 {
				arc := grid.ArcByCorner(facing, side)
				in[arc] = append(in[arc], issos.Neighbor(at, side))
			}
			touching := func(i int) (n int) {
				for _, j := range in[grid.Front] {
					if issos.Distance(i, j) == 1 {
						n++
					}
				}
				return n
			}
			if len(in[grid.Front]) != 2 || issos.Distance(in[grid.Front][0], in[grid.Front][1]) != 1 {
				t.Errorf("%s facing %s: front %s, want two neighbours", id, corner, names(issos, in[grid.Front]))
			}
			for _, i := range in[grid.Flank] {
				if touching(i) != 1 {
					t.Errorf("%s facing %s: flank %s does not touch the front", id, corner, issos.ID(i))
				}
			}
			for _, i := range in[grid.Rear] {
				if touching(i) != 0 {
					t.Errorf("%s facing %s: rear %s touches the front", id, corner, issos.ID(i))
				}
			}
		}
	}
}

// TestCombatExample follows the front hexes of the stack of Philotas through the example of Issos.
func TestCombatExample(t *testing.T) {
	cite.Clauses(t, "ant-3.1b", "ant-R12")
	tests := []struct{ at, corner, front string }{
		{"1319", "DR", "1419 1320"},
		{"1320", "DR", "1420 1321"},
		{"1420", "R", "1520 1521"},
	}
	for _, test := range tests {
		i := hex(t, issos, test.at)
		facing, err := grid.ParseCorner(test.corner)
		if err != nil {
			t.Fatal(err)
		}
		var front []int
		for side := range 6 {
			if grid.ArcByCorner(facing, side) == grid.Front {
				front = append(front, issos.Neighbor(i, side))
			}
		}
		if got := names(issos, front); got != test.front {
			t.Errorf("%s facing %s: front %s, want %s", test.at, test.corner, got, test.front)
		}
	}
}

func TestArcBySide(t *testing.T) {
	cite.Clauses(t, "med-3.1a", "med-3.1b")
	tests := []struct{ side, front, rear string }{
		{"N", "N NE NW", "SE S SW"},
		{"NE", "N NE SE", "S SW NW"},
		{"SE", "NE SE S", "N SW NW"},
		{"S", "SE S SW", "N NE NW"},
		{"SW", "S SW NW", "N NE SE"},
		{"NW", "N SW NW", "NE SE S"},
	}
	for facing, test := range tests {
		if k, err := grid.ParseSide(test.side); k != facing || err != nil {
			t.Errorf("ParseSide(%q) = %d, %v, want %d", test.side, k, err, facing)
		}
		if got, want := arcs(grid.ArcBySide, facing), [3]string{test.front, "", test.rear}; got != want {
			t.Errorf("facing %s: front, flank, rear %q, want %q", test.side, got, want)
		}
	}
}

// TestParseFacing checks that a corner is never taken for a side or the other way round.
func TestParseFacing(t *testing.T) {
	cite.Clauses(t, "ant-3b", "med-3b")
	for k, s := range grid.CornerNames {
		if got, err := grid.ParseCorner(s); got != k || err != nil {
			t.Errorf("ParseCorner(%q) = %d, %v, want %d", s, got, err, k)
		}
		if got, err := grid.ParseSide(s); got != -1 || err == nil {
			t.Errorf("ParseSide(%q) = %d, want an error", s, got)
		}
	}
	for k, s := range grid.SideNames {
		if got, err := grid.ParseSide(s); got != k || err != nil {
			t.Errorf("ParseSide(%q) = %d, %v, want %d", s, got, err, k)
		}
		if got, err := grid.ParseCorner(s); got != -1 || err == nil {
			t.Errorf("ParseCorner(%q) = %d, want an error", s, got)
		}
	}
	_, err := grid.ParseCorner("up")
	if want := `corner "up": expected one of UR, R, DR, DL, L, UL`; err == nil || err.Error() != want {
		t.Errorf("ParseCorner(up): %v, want %s", err, want)
	}
	_, err = grid.ParseSide("")
	if want := `side "": expected one of N, NE, SE, S, SW, NW`; err == nil || err.Error() != want {
		t.Errorf("ParseSide(): %v, want %s", err, want)
	}
}
