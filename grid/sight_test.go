package grid_test

import (
	"cmp"
	"slices"
	"testing"

	"acies/grid"
	"acies/rulebook/cite"
)

// A fraction has a positive denominator.
type fraction struct{ num, den int }

func (f fraction) compare(g fraction) int { return cmp.Compare(f.num*g.den, g.num*f.den) }

// position returns the centre of a hex where columns are 3 apart and hexes 2 high, so that the inside of a hex is
// |y| < 1, |x|+|y| < 2 about its centre. It is reckoned from the name of the hex alone.
func position(m *grid.Map, i int) (x, y int) {
	id := m.ID(i)
	col, row := int(id[0]-'0')*10+int(id[1]-'0'), int(id[2]-'0')*10+int(id[3]-'0')
	y = 2 * row
	if col%2 == 0 {
		y++
	}
	return 3 * col, y
}

// clip returns the part of the line from the centre of a (at 0) to that of b (at 1) that is inside hex i, by cutting
// the line at each of the six sides.
func clip(m *grid.Map, a, b, i int) (from, to fraction, ok bool) {
	ax, ay := position(m, a)
	bx, by := position(m, b)
	ix, iy := position(m, i)
	from, to = fraction{0, 1}, fraction{1, 1}
	for _, side := range [6]struct{ x, y, limit int }{
		{0, -1, 1}, {1, -1, 2}, {1, 1, 2}, {0, 1, 1}, {-1, 1, 2}, {-1, -1, 2},
	} {
		// The point at t is inside this side when start + t*slope < limit.
		start := side.x*(ax-ix) + side.y*(ay-iy)
		slope := side.x*(bx-ax) + side.y*(by-ay)
		switch {
		case slope > 0:
			if t := (fraction{side.limit - start, slope}); t.compare(to) < 0 {
				to = t
			}
		case slope < 0:
			if t := (fraction{start - side.limit, -slope}); t.compare(from) > 0 {
				from = t
			}
		case start >= side.limit:
			return from, to, false
		}
	}
	return from, to, from.compare(to) < 0
}

// crossed returns the hexes between a and b by trying all that are near the line.
func crossed(m *grid.Map, a, b int) []int {
	type crossing struct {
		hex  int
		from fraction
	}
	var found []crossing
	for col := min(m.Col(a), m.Col(b)); col <= max(m.Col(a), m.Col(b)); col++ {
		for row := max(1, min(m.Row(a), m.Row(b))-1); row <= min(m.Rows, max(m.Row(a), m.Row(b))+1); row++ {
			i := (row-1)*m.Cols + col - 1
			if from, _, ok := clip(m, a, b, i); ok && i != a && i != b {
				found = append(found, crossing{i, from})
			}
		}
	}
	slices.SortFunc(found, func(p, q crossing) int { return p.from.compare(q.from) })
	hexes := make([]int, len(found))
	for k, c := range found {
		hexes[k] = c.hex
	}
	return hexes
}

// TestBetween compares the walk along the line with the cutting of it, for all lines on a map as large as Sparta.
func TestBetween(t *testing.T) {
	cite.Clauses(t, "ant-9.2b", "ant-9.2d", "ant-R24", "med-9.2d", "med-R43")
	m := grid.New(16, 20)
	var buf []int
	for a := range m.Len() {
		for b := range m.Len() {
			if testing.Short() && m.Distance(a, b) > 5 {
				continue
			}
			buf = m.Between(a, b, buf[:0])
			if want := crossed(m, a, b); !slices.Equal(buf, want) {
				t.Fatalf("Between(%s, %s) = %s, want %s", m.ID(a), m.ID(b), names(m, buf), names(m, want))
			}
			if len(buf) > 2*m.Distance(a, b) {
				t.Fatalf("Between(%s, %s) gives %d hexes, more than twice the distance", m.ID(a), m.ID(b), len(buf))
			}
			back := m.Between(b, a, nil)
			slices.Reverse(back)
			if !slices.Equal(buf, back) {
				t.Fatalf("Between(%s, %s) = %s, but %s on the way back",
					m.ID(a), m.ID(b), names(m, buf), names(m, back))
			}
		}
	}
}

func TestBetweenExamples(t *testing.T) {
	tests := []struct{ name, a, b, want string }{
		{"same hex", "0810", "0810", ""},
		{"neighbours", "0810", "0910", ""},
		{"down a column", "0810", "0814", "0811 0812 0813"},
		{"straight to the lower right", "0710", "1011", "0810 0911"},
		{"two hexes, along the side between 0809 and 0810", "0710", "0910", ""},
		{"two hexes, along the side between 0710 and 0711", "0610", "0810", ""},
		{"along the side between 0709 and 0809", "0710", "0808", ""},
		{"along the side between 0709 and 0609", "0710", "0608", ""},
		{"along the side between 0711 and 0810", "0710", "0811", ""},
		{"along the side between 0711 and 0610", "0710", "0611", ""},
		{"along two sides, through the hex between", "0710", "1110", "0910"},
		{"along two sides, steeply", "0710", "0907", "0808"},
		{"along three sides to the left", "0810", "0210", "0610 0410"},
		{"along the top edge of the map", "0101", "0701", "0301 0501"},
		{"along the bottom edge of the map", "0220", "0820", "0420 0620"},
		{"three hexes, not straight", "0710", "0812", "0711 0811"},
		{"through the zigzag between two columns", "0710", "0815", "0711 0712 0812 0713 0813 0814"},
		{"shooter of the combat example", "1520", "1319", "1419"},
	}
	m := grid.New(16, 20)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := names(m, m.Between(hex(t, m, test.a), hex(t, m, test.b), nil))
			if got != test.want {
				t.Errorf("Between(%s, %s) = %q, want %q", test.a, test.b, got, test.want)
			}
		})
	}
}

// TestBetweenAlongSide puts the two hexes beside every hexside of the map to the test: the line along it crosses
// neither of them.
func TestBetweenAlongSide(t *testing.T) {
	cite.Clauses(t, "ant-9.2d", "ant-R24", "med-9.2d", "med-R43")
	m := grid.New(16, 20)
	lines := 0
	for a := range m.Len() {
		for corner := range 6 {
			left, right := m.Neighbor(a, corner), m.Neighbor(a, (corner+1)%6)
			b := -1
			if left >= 0 {
				b = m.Neighbor(left, (corner+1)%6)
			} else if right >= 0 {
				b = m.Neighbor(right, corner)
			}
			if b < 0 {
				continue
			}
			lines++
			if got := m.Between(a, b, nil); len(got) != 0 {
				t.Errorf("Between(%s, %s) = %s, want nothing", m.ID(a), m.ID(b), names(m, got))
			}
			if s1, s2 := m.Exit(a, b); s1 != corner || s2 != (corner+1)%6 {
				t.Errorf("Exit(%s, %s) = %d, %d, want the sides at corner %s", m.ID(a), m.ID(b), s1, s2, grid.CornerNames[corner])
			}
		}
	}
	if lines < 1500 {
		t.Errorf("only %d lines tried", lines)
	}
}

// TestBetweenAppends checks that what the buffer held stays.
func TestBetweenAppends(t *testing.T) {
	got := issos.Between(hex(t, issos, "0810"), hex(t, issos, "0812"), []int{7})
	if want := []int{7, hex(t, issos, "0811")}; !slices.Equal(got, want) {
		t.Errorf("Between appends %v, want %v", got, want)
	}
}

// TestExit finds the way out by cutting the line at each side of the hex.
func TestExit(t *testing.T) {
	cite.Clauses(t, "ant-9.2b")
	m := grid.New(16, 20)
	normals := [6]struct{ x, y, limit int }{{0, -1, 1}, {1, -1, 2}, {1, 1, 2}, {0, 1, 1}, {-1, 1, 2}, {-1, -1, 2}}
	for a := range m.Len() {
		for b := range m.Len() {
			if a == b {
				continue
			}
			// The sides reached first are those through which the line leaves.
			ax, ay := position(m, a)
			bx, by := position(m, b)
			var want []int
			var best fraction
			for side, n := range normals {
				slope := n.x*(bx-ax) + n.y*(by-ay)
				if slope <= 0 {
					continue
				}
				at := fraction{n.limit, slope}
				if c := at.compare(best); len(want) == 0 || c < 0 {
					want, best = []int{side}, at
				} else if c == 0 {
					want = append(want, side)
				}
			}
			switch {
			case len(want) == 1:
				want = append(want, want[0])
			case want[0] == grid.N && want[1] == grid.NW:
				want[0], want[1] = grid.NW, grid.N // clockwise
			}
			if s1, s2 := m.Exit(a, b); !slices.Equal([]int{s1, s2}, want) {
				t.Fatalf("Exit(%s, %s) = %d, %d, want %d", m.ID(a), m.ID(b), s1, s2, want)
			}
			if s1, s2 := m.Entry(b, a); !slices.Equal([]int{s1, s2}, want) {
				t.Fatalf("Entry(%s, %s) = %d, %d, want %d", m.ID(b), m.ID(a), s1, s2, want)
			}
		}
	}
	if s1, s2 := m.Exit(5, 5); s1 != -1 || s2 != -1 {
		t.Errorf("Exit to the same hex = %d, %d, want -1, -1", s1, s2)
	}
}

// TestExitMeetsBetween checks that the first hex crossed is the one across the side of exit, and the last the one
// across the side of entry.
func TestExitMeetsBetween(t *testing.T) {
	m := grid.New(16, 20)
	for a := range m.Len() {
		for b := range m.Len() {
			line := m.Between(a, b, nil)
			s1, s2 := m.Exit(a, b)
			e1, e2 := m.Entry(a, b)
			if s1 == s2 != (e1 == e2) {
				t.Fatalf("%s to %s leaves by %d, %d but enters by %d, %d", m.ID(a), m.ID(b), s1, s2, e1, e2)
			}
			if s1 != s2 || len(line) == 0 {
				continue
			}
			if m.Neighbor(a, s1) != line[0] || m.Neighbor(b, e1) != line[len(line)-1] {
				t.Fatalf("%s to %s crosses %s, but leaves by %d and enters by %d", m.ID(a), m.ID(b), names(m, line), s1, e1)
			}
		}
	}
}

// field returns the hexes at a distance to which the line from a leaves by sides of the front only.
func field(a, distance int, front func(side int) bool) []int {
	var hexes []int
	for b := range issos.Len() {
		s1, s2 := issos.Exit(a, b)
		if issos.Distance(a, b) == distance && front(s1) && front(s2) {
			hexes = append(hexes, b)
		}
	}
	return hexes
}

// TestFieldByCorner: at two hexes a unit that faces a corner shoots at the three hexes straight ahead, which are
// the hexes two steps forward by front hexes.
func TestFieldByCorner(t *testing.T) {
	cite.Clauses(t, "ant-R22")
	for _, id := range []string{"0915", "1015"} {
		a := hex(t, issos, id)
		for facing, corner := range grid.CornerNames {
			left, right := facing, (facing+1)%6
			front := func(side int) bool { return grid.ArcByCorner(facing, side) == grid.Front }

			want := []int{issos.Neighbor(a, left), issos.Neighbor(a, right)}
			slices.Sort(want)
			if got := field(a, 1, front); !slices.Equal(got, want) {
				t.Errorf("%s facing %s, 1 hex: %s, want %s", id, corner, names(issos, got), names(issos, want))
			}
			want = []int{
				issos.Neighbor(issos.Neighbor(a, left), left),
				issos.Neighbor(issos.Neighbor(a, left), right),
				issos.Neighbor(issos.Neighbor(a, right), right),
			}
			slices.Sort(want)
			if got := field(a, 2, front); !slices.Equal(got, want) {
				t.Errorf("%s facing %s, 2 hexes: %s, want %s", id, corner, names(issos, got), names(issos, want))
			}
		}
	}
}

// TestFieldBySide counts the fields of fire that the medieval ruling gives for ranges 1 to 5.
func TestFieldBySide(t *testing.T) {
	cite.Clauses(t, "med-R42")
	three, one := [5]int{3, 5, 9, 11, 15}, [5]int{1, 1, 3, 3, 5}
	for _, id := range []string{"1315", "1415"} {
		a := hex(t, issos, id)
		for facing, side := range grid.SideNames {
			for k := range 5 {
				hexes := field(a, k+1, func(side int) bool { return grid.ArcBySide(facing, side) == grid.Front })
				if len(hexes) != three[k] {
					t.Errorf("%s facing %s, range %d: %s, want %d hexes", id, side, k+1, names(issos, hexes), three[k])
				}
				hexes = field(a, k+1, func(side int) bool { return side == facing })
				if len(hexes) != one[k] {
					t.Errorf("artillery in %s facing %s, range %d: %s, want %d hexes", id, side, k+1, names(issos, hexes), one[k])
				}
			}
		}
	}
}

func BenchmarkBetween(b *testing.B) {
	hexes := spread(issos)
	buf := make([]int, 0, 128)
	b.Run("any", func(b *testing.B) {
		b.ReportAllocs()
		k := 0
		for b.Loop() {
			buf = issos.Between(hexes[k&255], hexes[(k+1)&255], buf[:0])
			k++
		}
	})
	b.Run("three hexes", func(b *testing.B) {
		b.ReportAllocs()
		x, y := hex(b, issos, "0710"), hex(b, issos, "0812")
		for b.Loop() {
			buf = issos.Between(x, y, buf[:0])
		}
	})
}

func BenchmarkExit(b *testing.B) {
	hexes := spread(issos)
	k := 0
	for b.Loop() {
		issos.Exit(hexes[k&255], hexes[(k+1)&255])
		k++
	}
}
