package grid_test

import (
	"math"
	"strings"
	"testing"

	"acies/grid"
	"acies/rulebook/cite"
)

// issos is large enough for the examples of all books.
var issos = grid.New(28, 30)

// sizes are the maps that the general tests run on: the printed ones, and the narrowest there are.
var sizes = []struct {
	name string
	*grid.Map
}{
	{"Sparta", grid.New(16, 20)},
	{"Issos", issos},
	{"one hex", grid.New(1, 1)},
	{"one column", grid.New(1, 9)},
	{"one row", grid.New(9, 1)},
}

// hex returns the hex of that name on the map.
func hex(t testing.TB, m *grid.Map, id string) int {
	t.Helper()
	i, err := m.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// names returns the names of hexes, for comparison and messages.
func names(m *grid.Map, hexes []int) string {
	ids := make([]string, len(hexes))
	for k, i := range hexes {
		ids[k] = m.ID(i)
	}
	return strings.Join(ids, " ")
}

func TestNew(t *testing.T) {
	for _, m := range sizes {
		t.Run(m.name, func(t *testing.T) {
			if m.Len() != m.Cols*m.Rows {
				t.Errorf("Len() = %d, want %d", m.Len(), m.Cols*m.Rows)
			}
			for i := range m.Len() {
				if got := (m.Row(i)-1)*m.Cols + m.Col(i) - 1; got != i {
					t.Fatalf("hex %d: column %d, row %d belong to hex %d", i, m.Col(i), m.Row(i), got)
				}
			}
		})
	}
	for _, size := range [][2]int{{0, 5}, {5, 0}, {-1, 5}, {100, 5}, {5, 100}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("New(%d, %d) did not panic", size[0], size[1])
				}
			}()
			grid.New(size[0], size[1])
		}()
	}
}

func TestNeighborFixtures(t *testing.T) {
	cite.Clauses(t, "ant-R12", "med-R1")
	tests := []struct {
		hex  string
		want [6]string
	}{
		{"1319", [6]string{"1318", "1418", "1419", "1320", "1219", "1218"}},
		{"1420", [6]string{"1419", "1520", "1521", "1421", "1321", "1320"}},
		{"2115", [6]string{"2114", "2214", "2215", "2116", "2015", "2014"}},
	}
	for _, test := range tests {
		i := hex(t, issos, test.hex)
		for side, want := range test.want {
			j := hex(t, issos, want)
			if got := issos.Neighbor(i, side); got != j {
				t.Errorf("Neighbor(%s, %s) = %d, want %d (%s)", test.hex, grid.SideNames[side], got, j, want)
			}
			if got := issos.Side(i, j); got != side {
				t.Errorf("Side(%s, %s) = %d, want %d", test.hex, want, got, side)
			}
		}
	}
}

// TestNeighborRule compares the table with the one printed in both rulebooks, hex by hex.
func TestNeighborRule(t *testing.T) {
	cite.Clauses(t, "ant-R12", "med-R1")
	odd := [6][2]int{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 0}, {-1, -1}}
	even := [6][2]int{{0, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}}
	for _, m := range sizes {
		for i := range m.Len() {
			steps := odd
			if m.Col(i)%2 == 0 {
				steps = even
			}
			for side, step := range steps {
				c, r := m.Col(i)+step[0], m.Row(i)+step[1]
				want := -1
				if c >= 1 && c <= m.Cols && r >= 1 && r <= m.Rows {
					want = (r-1)*m.Cols + c - 1
				}
				if got := m.Neighbor(i, side); got != want {
					t.Fatalf("%s: Neighbor(%s, %s) = %d, want %d", m.name, m.ID(i), grid.SideNames[side], got, want)
				}
				if got := m.Off(i, side); got != (want < 0) {
					t.Fatalf("%s: Off(%s, %s) = %t", m.name, m.ID(i), grid.SideNames[side], got)
				}
			}
		}
	}
}

func TestNeighborSymmetry(t *testing.T) {
	for _, m := range sizes {
		t.Run(m.name, func(t *testing.T) {
			for i := range m.Len() {
				for side := range 6 {
					j := m.Neighbor(i, side)
					if j < 0 {
						continue
					}
					if grid.Opposite(side) != (side+3)%6 || m.Neighbor(j, grid.Opposite(side)) != i {
						t.Fatalf("%s is %s of %s, but %s is not on the opposite side of it",
							m.ID(j), grid.SideNames[side], m.ID(i), m.ID(i))
					}
				}
			}
		})
	}
}

// TestAdjacentExamples holds the grid to the steps that the rulebooks describe.
func TestAdjacentExamples(t *testing.T) {
	cite.Clauses(t, "ant-R12", "ant-D12", "ant-D14", "ant-D16", "med-R1")
	for _, pair := range []string{
		"1319-1320", "1320-1420", "1420-1521", // the combat example
		"0416-0517", "0817-0918", "0213-0314", "0511-0610", "0209-0310", // the set-up of Sparta
		"0410-0511", "1005-1106", "1510-1609", "1012-1113",
		"0109-0209", // with three of the pairs above, the unbroken Spartan left wing
		"0310-0410",
		"2115-2214", "2214-2215", // Guinegate
	} {
		from, to, _ := strings.Cut(pair, "-")
		a, b := hex(t, issos, from), hex(t, issos, to)
		if issos.Distance(a, b) != 1 || issos.Side(a, b) < 0 {
			t.Errorf("%s are not adjacent: distance %d, side %d", pair, issos.Distance(a, b), issos.Side(a, b))
		}
	}
	a, b := hex(t, issos, "2020"), hex(t, issos, "2017")
	if side, ok := issos.Straight(a, b); side != grid.N || !ok {
		t.Errorf("Straight(2020, 2017) = %d, %t, want N", side, ok)
	}
}

func TestDistanceFixtures(t *testing.T) {
	cite.Clauses(t, "ant-R12")
	tests := []struct {
		a, b string
		want int
	}{
		{"1319", "1319", 0},
		{"1319", "1320", 1},
		{"1319", "1420", 2},
		{"1319", "1520", 2},
		{"1319", "1521", 3},
		{"1319", "1620", 3},
		{"0215", "0119", 4},
		{"0918", "0520", 4},
		{"1211", "1609", 4},
		{"1005", "0905", 1},
	}
	for _, test := range tests {
		a, b := hex(t, issos, test.a), hex(t, issos, test.b)
		if got := issos.Distance(a, b); got != test.want {
			t.Errorf("Distance(%s, %s) = %d, want %d", test.a, test.b, got, test.want)
		}
		if got := issos.Distance(b, a); got != test.want {
			t.Errorf("Distance(%s, %s) = %d, want %d", test.b, test.a, got, test.want)
		}
	}
}

// flood returns the number of steps to every hex, counted over the neighbours.
func flood(m *grid.Map, from int) []int {
	dist := make([]int, m.Len())
	for i := range dist {
		dist[i] = -1
	}
	dist[from] = 0
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		for side := range 6 {
			if j := m.Neighbor(i, side); j >= 0 && dist[j] < 0 {
				dist[j] = dist[i] + 1
				queue = append(queue, j)
			}
		}
	}
	return dist
}

func TestDistanceIsCount(t *testing.T) {
	for _, m := range sizes {
		t.Run(m.name, func(t *testing.T) {
			for a := range m.Len() {
				for b, want := range flood(m.Map, a) {
					if got := m.Distance(a, b); got != want {
						t.Fatalf("Distance(%s, %s) = %d, but %d steps lead there", m.ID(a), m.ID(b), got, want)
					}
				}
			}
		})
	}
}

// TestSideAndStraight follows all six directions from every hex, and checks that nothing else is on them.
func TestSideAndStraight(t *testing.T) {
	for _, m := range sizes {
		t.Run(m.name, func(t *testing.T) {
			for a := range m.Len() {
				side, straight := make([]int, m.Len()), make([]int, m.Len())
				for b := range m.Len() {
					side[b], straight[b] = -1, -1
				}
				for k := range 6 {
					if b := m.Neighbor(a, k); b >= 0 {
						side[b] = k
					}
					for b := m.Neighbor(a, k); b >= 0; b = m.Neighbor(b, k) {
						straight[b] = k
					}
				}
				for b := range m.Len() {
					if got := m.Side(a, b); got != side[b] {
						t.Fatalf("Side(%s, %s) = %d, want %d", m.ID(a), m.ID(b), got, side[b])
					}
					if got, ok := m.Straight(a, b); got != straight[b] || ok != (straight[b] >= 0) {
						t.Fatalf("Straight(%s, %s) = %d, %t, want %d", m.ID(a), m.ID(b), got, ok, straight[b])
					}
				}
			}
		})
	}
}

// TestOff walks round Sparta, where row 20 is the southern edge.
func TestOff(t *testing.T) {
	m := grid.New(16, 20)
	tests := []struct{ hex, off string }{
		{"0101", "N NE SW NW"},
		{"0201", "N"},
		{"0301", "N NE NW"},
		{"1601", "N NE SE"},
		{"0110", "SW NW"},
		{"1610", "NE SE"},
		{"0810", ""},
		{"0120", "S SW NW"},
		{"0220", "SE S SW"},
		{"0320", "S"},
		{"1620", "NE SE S SW"},
	}
	for _, test := range tests {
		i := hex(t, m, test.hex)
		var off []string
		for side, name := range grid.SideNames {
			if m.Off(i, side) {
				off = append(off, name)
			}
		}
		if got := strings.Join(off, " "); got != test.off {
			t.Errorf("%s: the sides %q lead off the map, want %q", test.hex, got, test.off)
		}
	}
}

func TestCenter(t *testing.T) {
	for _, m := range sizes {
		for i := range m.Len() {
			x, y := m.Center(i)
			wantX, wantY := float64(m.Col(i))*math.Sqrt(3)/2, float64(m.Row(i))
			if m.Col(i)%2 == 0 {
				wantY += 0.5
			}
			if math.Abs(x-wantX) > 1e-12 || y != wantY {
				t.Fatalf("%s: Center(%s) = %v, %v, want %v, %v", m.name, m.ID(i), x, y, wantX, wantY)
			}
			for side := range 6 {
				if j := m.Neighbor(i, side); j >= 0 {
					u, v := m.Center(j)
					if d := math.Hypot(u-x, v-y); math.Abs(d-1) > 1e-12 {
						t.Fatalf("%s: the centres of %s and %s are %v apart, want 1", m.name, m.ID(i), m.ID(j), d)
					}
				}
			}
		}
	}
}

func TestParse(t *testing.T) {
	for _, m := range sizes {
		for i := range m.Len() {
			got, err := m.Parse(m.ID(i))
			if got != i || err != nil {
				t.Fatalf("%s: Parse(%q) = %d, %v, want %d", m.name, m.ID(i), got, err, i)
			}
		}
	}

	m := grid.New(16, 20)
	if id := m.ID(14*16 + 3); id != "0415" {
		t.Errorf("column 4, row 15 is %q, want 0415", id)
	}
	tests := []struct{ in, err string }{
		{"2501", `hex "2501": column 25 is beyond the map's 16 columns`},
		{"1701", `hex "1701": column 17 is beyond the map's 16 columns`},
		{"1621", `hex "1621": row 21 is beyond the map's 20 rows`},
		{"0001", `hex "0001": found column 00, expected 01 or more`},
		{"0100", `hex "0100": found row 00, expected 01 or more`},
		{"", `hex "": expected four digits, column then row, such as "0415"`},
		{"415", `hex "415": expected four digits, column then row, such as "0415"`},
		{"00415", `hex "00415": expected four digits, column then row, such as "0415"`},
		{"04 5", `hex "04 5": expected four digits, column then row, such as "0415"`},
		{"+415", `hex "+415": expected four digits, column then row, such as "0415"`},
		{"٠٤", `hex "٠٤": expected four digits, column then row, such as "0415"`},
	}
	for _, test := range tests {
		got, err := m.Parse(test.in)
		if got != -1 || err == nil || err.Error() != test.err {
			t.Errorf("Parse(%q) = %d, %v\nwant the error %s", test.in, got, err, test.err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"0101", "1620", "0415", "2501", "0021", "415", "04x5", "-101", "", "٠٤١٥"} {
		f.Add(s)
	}
	m := grid.New(16, 20)
	f.Fuzz(func(t *testing.T, s string) {
		i, err := m.Parse(s)
		if err != nil {
			if i != -1 || !strings.HasPrefix(err.Error(), "hex ") {
				t.Errorf("Parse(%q) = %d, %v", s, i, err)
			}
			return
		}
		if i < 0 || i >= m.Len() || m.ID(i) != s {
			t.Errorf("Parse(%q) = %d, not a hex of that name", s, i)
		}
	})
}

// TestNoAllocation holds the functions that rules and opponents call all the time to the promise in the package
// comment.
func TestNoAllocation(t *testing.T) {
	a, b := hex(t, issos, "0101"), hex(t, issos, "2830")
	buf := make([]int, 0, 2*issos.Distance(a, b))
	allocs := testing.AllocsPerRun(100, func() {
		buf = issos.Between(a, b, buf[:0])
		issos.Exit(a, b)
		issos.Entry(a, b)
		issos.Straight(a, b)
		issos.Side(a, b)
		issos.Distance(a, b)
		issos.Neighbor(a, grid.S)
		issos.ID(a)
		if _, err := issos.Parse("2830"); err != nil {
			t.Error(err)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations, want none", allocs)
	}
}

func BenchmarkDistance(b *testing.B) {
	hexes := spread(issos)
	sum, k := 0, 0
	for b.Loop() {
		sum += issos.Distance(hexes[k&255], hexes[(k+1)&255])
		k++
	}
	if sum == 0 {
		b.Error("no distance")
	}
}

// spread returns 256 hexes in an order without pattern, so that a benchmark does not measure one lucky case.
func spread(m *grid.Map) []int {
	hexes := make([]int, 256)
	for k := range hexes {
		hexes[k] = k * 7919 % m.Len()
	}
	return hexes
}
