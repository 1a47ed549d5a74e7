package scenario_test

import (
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"testing"

	"acies/battles"
	"acies/grid"
	"acies/pack"
	"acies/pack/packtest"
	"acies/rulebook/cite"
	"acies/rules/bladebow"
	"acies/rules/bladebow/scenario"
)

const (
	marathon    = "marathon-490bc"
	thermopylae = "thermopylae-480bc"
	plataea     = "plataea-479bc"
	mycale      = "mycale-479bc"
)

// packs are the battles of the book.
var packs = battles.FS

var dirs = []string{marathon, thermopylae, plataea, mycale}

// board is the board of all battles.
var board = grid.NewSquares(21, 16)

// field is a battle as it was read, with what tests ask of it.
type field struct {
	*bladebow.Setup
	t *testing.T
}

func load(t *testing.T, dir string) field {
	t.Helper()
	p, err := scenario.Load(packs, dir)
	if err != nil {
		t.Fatal(err)
	}
	return field{p.Setup(), t}
}

func TestPacksAreSound(t *testing.T) {
	cite.Clauses(t, "bnb-15.3b")
	for _, dir := range dirs {
		for _, p := range scenario.Check(packs, dir) {
			t.Errorf("%s/%s", dir, p)
		}
	}
}

// ids returns the names of squares.
func ids(squares []int) string {
	var out []string
	for _, s := range squares {
		if s < 0 {
			return "off the map"
		}
		out = append(out, board.ID(s))
	}
	return strings.Join(out, " ")
}

// pairs returns the names of pairs of squares.
func pairs(list [][2]int) string {
	var out []string
	for _, p := range list {
		out = append(out, board.ID(p[0])+"-"+board.ID(p[1]))
	}
	return strings.Join(out, " ")
}

// region returns the squares of blocks such as S1-U3, with commas between them.
func region(t *testing.T, text string) map[int]bool {
	t.Helper()
	out := map[int]bool{}
	for _, block := range strings.Split(text, ", ") {
		first, last, ok := strings.Cut(block, "-")
		if !ok {
			last = first
		}
		a, err := board.Parse(first)
		if err != nil {
			t.Fatal(err)
		}
		b, err := board.Parse(last)
		if err != nil {
			t.Fatal(err)
		}
		for s := range board.Len() {
			if board.Col(s) >= board.Col(a) && board.Col(s) <= board.Col(b) && board.Row(s) >= board.Row(a) && board.Row(s) <= board.Row(b) {
				out[s] = true
			}
		}
	}
	return out
}

// ground checks that the squares of a kind of ground are exactly those of a region.
func (f field) ground(kind bladebow.Terrain, text string) {
	f.t.Helper()
	want := map[int]bool{}
	if text != "" {
		want = region(f.t, text)
	}
	for s, k := range f.Terrain {
		if (k == kind) != want[s] {
			f.t.Errorf("%s is %s", board.ID(s), k.Data().Key)
		}
	}
}

// has checks that the squares of a region are of a kind of ground.
func (f field) has(kind bladebow.Terrain, text string) {
	f.t.Helper()
	for s := range region(f.t, text) {
		if f.Terrain[s] != kind {
			f.t.Errorf("%s is %s, want %s", board.ID(s), f.Terrain[s].Data().Key, kind.Data().Key)
		}
	}
}

// army is a line of a table of deployment.
type army struct {
	side    int
	kind    bladebow.Type
	n       int
	squares string
	facing  string
	ranks   int
}

// deployed checks the lines of a table and that it has all units.
func (f field) deployed(list []army) {
	f.t.Helper()
	n := 0
	for _, row := range list {
		facing := slices.Index(grid.DirectionNames[:], row.facing)
		var squares []int
		for _, u := range f.Units {
			if u.Side == row.side && u.Type == row.kind && u.Square >= 0 && u.Facing == facing {
				squares = append(squares, u.Square)
				if u.Ranks != row.ranks {
					f.t.Errorf("%s has %d ranks, want %d", u.ID, u.Ranks, row.ranks)
				}
			}
		}
		if got := strings.ReplaceAll(ids(squares), " ", ", "); got != row.squares || len(squares) != row.n {
			f.t.Errorf("%d %s of side %d facing %s in %s, want %d in %s", len(squares), row.kind.Data().Key, row.side, row.facing, got, row.n, row.squares)
		}
		n += len(squares)
	}
	for _, u := range f.Units {
		if u.Square >= 0 {
			n--
		}
	}
	if n != 0 {
		f.t.Errorf("the table and the pack differ by %d units", n)
	}
}

// led checks the leaders, such as "0 miltiades 1-9-3 red H12".
func (f field) led(want ...string) {
	f.t.Helper()
	var got []string
	for _, l := range f.Leaders {
		at := "later"
		if l.Square >= 0 {
			at = board.ID(l.Square)
		}
		got = append(got, fmt.Sprintf("%d %s %d-%d-%d %s %s", l.Side, l.ID, l.Rank, l.Range, l.Value, bladebow.ColourNames[l.Colour], at))
	}
	if !slices.Equal(got, want) {
		f.t.Errorf("leaders %q, want %q", got, want)
	}
}

// sides checks the figures of both armies: impulses, rout level, the most ranks, the camps.
func (f field) sides(greek, persian string, tie int) {
	f.t.Helper()
	for i, want := range []string{greek, persian} {
		a := f.Sides[i]
		if got := fmt.Sprintf("%s %d %d %d %s", a.ID, a.Impulses, a.RoutLevel, a.MaxRanks, ids(a.Camps)); got != want {
			f.t.Errorf("side %d is %q, want %q", i, got, want)
		}
		if a.TieBreaker != (i == tie) {
			f.t.Errorf("side %s has the tie-breaker: %t", a.ID, a.TieBreaker)
		}
	}
}

// ranks returns the additional ranks of a side at the start.
func (f field) ranks(side int) (sum int) {
	for _, u := range f.Units {
		if u.Side == side && u.Square >= 0 {
			sum += u.Ranks
		}
	}
	return sum
}

// TestMaps checks what all battles have in common.
func TestMaps(t *testing.T) {
	cite.Clauses(t, "bnb-2.1a", "bnb-2.1b", "bnb-2.1d", "bnb-2.1e", "bnb-2.3.1a", "bnb-2.3.2.7b", "bnb-2.3.4c", "bnb-7.5a",
		"bnb-15.1a", "bnb-15.1b", "bnb-15.2a", "bnb-15.2b", "bnb-15.3a", "bnb-15.4a", "bnb-15.4ra")
	seen := map[string]string{}
	for _, dir := range dirs {
		f := load(t, dir)
		if f.ID != dir || f.Cols != 21 || f.Rows != 16 || len(f.Terrain) != 336 {
			t.Errorf("%s: battle %s on %d by %d squares", dir, f.ID, f.Cols, f.Rows)
		}
		text := fmt.Sprint(f.Terrain)
		if seen[text] != "" {
			t.Errorf("%s has the map of %s", dir, seen[text])
		}
		seen[text] = dir
		want := []int{0, 0, 0, 0, 0, 1, 2, 2, 3, 4, 5, 6}
		if dir == thermopylae {
			want = []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6}
		}
		if !slices.Equal(f.Icons, want) {
			t.Errorf("%s: icons %v, want %v", dir, f.Icons, want)
		}
		for _, a := range f.Sides {
			if a.ShieldWall != (dir == mycale && a.ID == "persian") {
				t.Errorf("%s: side %s may form shield walls: %t", dir, a.ID, a.ShieldWall)
			}
			if len(a.Presets) > 0 != (dir == marathon && a.ID == "greek") {
				t.Errorf("%s: side %s has the presets %v", dir, a.ID, a.Presets)
			}
		}
		if (f.Pass != nil) != (dir == thermopylae) || (f.King != nil) != (dir == thermopylae) || (f.Sack != nil) != (dir == thermopylae) ||
			(f.Arrival != nil) != (dir == mycale) || (f.Storm != nil) != (dir == mycale) {
			t.Errorf("%s has the special rules %v", dir, scenario.Special(f.Setup))
		}
	}
}

// TestLength computes how long games last from the icons.
func TestLength(t *testing.T) {
	cite.Clauses(t, "bnb-M1", "bnb-R100")
	for _, dir := range dirs {
		going, mean := 1.0, 0.0
		want := []int{17, 44, 63, 81, 94, 99, 100}
		if dir == thermopylae {
			want = []int{0, 0, 0, 0, 0, 0, 100}
		}
		for i, icon := range load(t, dir).Icons {
			mean += going
			going *= 1 - float64(icon)/6
			if turn := i + 1; turn < 6 && going != 1 || turn >= 6 && int(math.Round(100*(1-going))) != want[turn-6] {
				t.Errorf("%s: after turn %d the game has ended with %.3f", dir, turn, 1-going)
			}
		}
		if dir != thermopylae && (mean < 7.5 || mean > 8.5) {
			t.Errorf("%s: the mean length is %.2f turns", dir, mean)
		}
	}
}

// TestSymbols checks the symbols of the map.
func TestSymbols(t *testing.T) {
	for symbol, want := range map[byte]string{
		'.': "clear", '^': "hill", 'w': "woods", 'T': "town", '=': "river", '-': "stream", 'm': "marsh", '#': "sea", 'g': "goat-path",
	} {
		if k, ok := bladebow.TerrainOf(symbol); !ok || k.Data().Key != want {
			t.Errorf("%c is %s, want %s", symbol, k.Data().Key, want)
		}
	}
}

// TestCounters checks the largest number of counters that a battle needs.
func TestCounters(t *testing.T) {
	cite.Clauses(t, "bnb-U13")
	got := [2]map[string]int{{}, {}}
	for _, dir := range dirs {
		n := [2]map[string]int{{}, {}}
		for _, u := range load(t, dir).Units {
			n[u.Side][u.Type.Data().Key]++
			if u.Ranks < 0 || u.Ranks > 3 {
				t.Errorf("%s: %s has %d ranks", dir, u.ID, u.Ranks)
			}
		}
		for side := range n {
			for k, v := range n[side] {
				got[side][k] = max(got[side][k], v)
			}
		}
	}
	want := [2]string{
		"map[hoplite:12 psiloi:3 spears:2]",
		"map[archers:5 heavy-cavalry:2 hoplite:4 immortals:3 light-cavalry:3 peltasts:2 spears:10]",
	}
	for side := range want {
		if fmt.Sprint(got[side]) != want[side] {
			t.Errorf("side %d needs %v, want %s", side, got[side], want[side])
		}
	}
}

func TestMarathon(t *testing.T) {
	cite.Clauses(t, "bnb-15.1ma", "bnb-15.1mb", "bnb-15.1mc", "bnb-15.1md", "bnb-15.1me", "bnb-15.1mf",
		"bnb-M2", "bnb-M3", "bnb-M4", "bnb-M5", "bnb-M6")
	f := load(t, marathon)
	f.ground(bladebow.Sea, "S1-U3, R4-U4, S5-U5, R6-U8, Q9-U11, P12-U13, Q14-U16")
	f.ground(bladebow.River, "A2-N2, G9-P9")
	f.ground(bladebow.Stream, "A9-F9")
	f.ground(bladebow.Marsh, "O1-R3, P4-Q4, N14-P16")
	f.ground(bladebow.Hill, "A1-B1, A3-C4, A5-B6, A7, A11, A12-B12, A13-C13, A14-C14, A15-D15, A16-E16")
	f.ground(bladebow.Woods, "I1-J1, D14-E14, E15-F15, F16-G16")
	for _, none := range []bladebow.Terrain{bladebow.Town, bladebow.GoatPath} {
		f.ground(none, "")
	}
	f.sides("greek 3 7 3 I15", "persian 3 7 0 K3", 0)
	f.led("0 miltiades 1-9-3 red H12", "0 callimachus 2-4-3 red M12", "1 datis 1-6-3 white J6", "1 artaphernes 2-4-2 white F6")
	f.deployed([]army{
		{0, bladebow.Hoplite, 11, "D12, E12, F12, G12, H12, I12, J12, K12, L12, M12, N12", "N", 1},
		{0, bladebow.Psiloi, 2, "C12, O12", "N", 0},
		{1, bladebow.Hoplite, 3, "I6, J6, K6", "S", 1},
		{1, bladebow.Spears, 10, "D6, E6, F6, G6, H6, L6, M6, N6, O6, P6", "S", 0},
		{1, bladebow.Archers, 5, "F7, H7, J7, L7, N7", "S", 0},
		{1, bladebow.Peltasts, 2, "C6, Q6", "S", 0},
	})
	if f.ranks(0) != 11 || f.ranks(1) != 3 {
		t.Errorf("%d and %d ranks, want 11 and 3", f.ranks(0), f.ranks(1))
	}
	if len(f.Sides[0].Presets) != 1 {
		t.Fatalf("presets %v", f.Sides[0].Presets)
	}
	preset := f.Sides[0].Presets[0]
	want := map[string]int{"D12": 2, "E12": 2, "F12": 1, "L12": 2, "M12": 2, "N12": 2}
	if preset.ID != "weakened-centre" || len(preset.Ranks) != len(f.Units) {
		t.Fatalf("preset %v", preset)
	}
	for i, u := range f.Units {
		n := -1
		if u.Side == 0 && u.Type == bladebow.Hoplite {
			n = want[board.ID(u.Square)]
		}
		if preset.Ranks[i] != n {
			t.Errorf("the preset gives %s %d ranks, want %d", u.ID, preset.Ranks[i], n)
		}
	}
}

func TestThermopylae(t *testing.T) {
	cite.Clauses(t, "bnb-15.2ta", "bnb-15.2tb", "bnb-15.2tc", "bnb-15.2td", "bnb-R96",
		"bnb-M7", "bnb-M8", "bnb-M9", "bnb-M10", "bnb-M11", "bnb-M13")
	f := load(t, thermopylae)
	f.ground(bladebow.Clear, "A1-E1, A2-G2, A3-J3, F4-L4, I5-M5, K6-N6, K7-O7, L8-P8, M9-Q9, N10-S10, R11-T11, R12-T12, Q13-T14, P15-Q15, S15-T15, P16-T16")
	f.ground(bladebow.Sea, "F1-U1, H2-U2, K3-U3, M4-U4, N5-U5, O6-U6, P7-U7, Q8-U8, R9-U9, T10-U10, U11-U16")
	f.ground(bladebow.GoatPath, "C4-C9, D9-I9, I10-I15, J15-O15")
	for s, k := range f.Terrain {
		if k != bladebow.Clear && k != bladebow.Sea && k != bladebow.GoatPath && k != bladebow.Hill {
			t.Errorf("%s is %s", board.ID(s), k.Data().Key)
		}
		if open := k == bladebow.Clear || k == bladebow.GoatPath; open && board.Col(s) == 11 && !slices.Contains([]string{"K4", "K5", "K6", "K7", "K15"}, board.ID(s)) {
			t.Errorf("%s is open", board.ID(s))
		}
	}
	f.has(bladebow.Clear, "B3-D3, K4-K7, P15-P16")
	f.has(bladebow.Hill, "P14, O16, R15")
	p := f.Pass
	for what, got := range map[string][2]string{
		"path": {ids(p.Path), "C4 C5 C6 C7 C8 C9 D9 E9 F9 G9 H9 I9 I10 I11 I12 I13 I14 I15 J15 K15 L15 M15 N15 O15"},
		"hill": {ids(p.Hills), "R15"}, "gap": {ids(p.Gap), "S11 S12"},
		"wall": {pairs(p.Walls), "R11-R12 T11-T12"}, "corners": {pairs(p.Corners), "R11-S12 T11-S12 R12-S11 T12-S11"},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %s, want %s", what, got[0], got[1])
		}
	}
	if p.Side != 1 || p.Column != 11 || len(p.Path) != 24 {
		t.Errorf("the pass is %+v", p)
	}
	if f.Leaders[f.King.Leader].ID != "xerxes" || f.Sack.Side != 0 {
		t.Errorf("king %+v, sack %+v", f.King, f.Sack)
	}
	f.sides("greek 3 5 2 T15", "persian 3 8 0 A2", 1)
	f.led("0 leonidas 1-6-3 red O8", "0 demophilus 2-4-3 white S12", "1 xerxes 1-6-3 white G3", "1 mardonius 2-4-2 white J4")
	f.deployed([]army{
		{0, bladebow.Hoplite, 6, "N8, O8, P8, O9, P9, S12", "NW", 1},
		{0, bladebow.Hoplite, 1, "S13", "N", 1},
		{0, bladebow.Hoplite, 1, "P15", "W", 1},
		{0, bladebow.Psiloi, 2, "Q13, T14", "N", 0},
		{1, bladebow.Spears, 8, "K4, K5, K6, J4, J5, J3, I3, I4", "E", 0},
		{1, bladebow.Archers, 4, "I5, H3, H4, G4", "E", 0},
		{1, bladebow.Immortals, 3, "G3, G2, F3", "E", 0},
		{1, bladebow.LightCavalry, 2, "F4, F2", "E", 0},
	})
	if f.ranks(0) != 8 || f.ranks(1) != 0 {
		t.Errorf("%d and %d ranks, want 8 and 0", f.ranks(0), f.ranks(1))
	}
}

func TestPlataea(t *testing.T) {
	cite.Clauses(t, "bnb-15.3pa", "bnb-15.3pb", "bnb-15.3pc", "bnb-15.3pd", "bnb-15.3pe", "bnb-15.3pg",
		"bnb-M14", "bnb-M15", "bnb-M16", "bnb-M17", "bnb-M18")
	f := load(t, plataea)
	f.ground(bladebow.River, "A2-G2, G3-N3, N2-U2")
	f.ground(bladebow.Hill, "J7-L7, I8-M8, N10-R10, M11-S11, J15-L15, I16-M16, A16-C16")
	f.ground(bladebow.Stream, "A11-G11, G12-G16")
	f.ground(bladebow.Town, "B14-C15")
	f.ground(bladebow.Woods, "D5-E5, O13-P13, N14-P14")
	for _, none := range []bladebow.Terrain{bladebow.Sea, bladebow.Marsh, bladebow.GoatPath} {
		f.ground(none, "")
	}
	f.has(bladebow.Clear, "D13, S16")
	f.sides("greek 4 9 2 D13 S16", "persian 3 10 2 J1", 0)
	f.led("0 pausanias 1-6-3 red P10", "0 arimnestos 2-4-3 white G10", "1 mardonius 1-6-3 white P5", "1 artabazus 2-4-3 white J5")
	f.deployed([]army{
		{0, bladebow.Hoplite, 12, "E10, F10, G10, H10, I12, J12, K12, N10, O10, P10, Q10, R10", "N", 1},
		{0, bladebow.Spears, 2, "L12, M12", "N", 0},
		{0, bladebow.Psiloi, 3, "D10, M10, S10", "N", 0},
		{1, bladebow.Hoplite, 4, "D6, E6, F6, G6", "S", 1},
		{1, bladebow.Spears, 8, "I5, J5, K5, N6, O6, P6, Q6, R6", "S", 0},
		{1, bladebow.Immortals, 2, "O5, P5", "S", 0},
		{1, bladebow.Archers, 3, "N7, P7, R7", "S", 0},
		{1, bladebow.Peltasts, 2, "H6, M6", "S", 0},
		{1, bladebow.LightCavalry, 3, "B6, C6, T6", "S", 0},
		{1, bladebow.HeavyCavalry, 2, "S6, T5", "S", 0},
	})
	if f.ranks(0) != 12 || f.ranks(1) != 4 {
		t.Errorf("%d and %d ranks, want 12 and 4", f.ranks(0), f.ranks(1))
	}
}

func TestMycale(t *testing.T) {
	cite.Clauses(t, "bnb-15.4ya", "bnb-15.4yb", "bnb-15.4yc", "bnb-15.4yd", "bnb-15.4yl", "bnb-M19", "bnb-M20", "bnb-M21", "bnb-M23")
	f := load(t, mycale)
	f.ground(bladebow.Sea, "R1-U3, Q4-U7, R8-U11, Q12-U15, P16-U16")
	f.ground(bladebow.Hill, "A1-C1, A2-D2, A3-E3, C4-F4, E5-G5, F6-G6, G7-H7, A8-B8, A9-C9, C10-D10, C11, A14-B14, A15-C15, A16-D16")
	f.ground(bladebow.Woods, "H1-K1, H2-J2, H3-I3, H4-J4, C5-D5, I5-J5, C6-E6, J6, C7-E7, D8-E8, E9, E12, D13-E13, D14")
	f.ground(bladebow.Stream, "I7-J7")
	f.ground(bladebow.River, "K7-P7")
	for _, none := range []bladebow.Terrain{bladebow.Town, bladebow.Marsh, bladebow.GoatPath} {
		f.ground(none, "")
	}
	f.has(bladebow.Clear, "D1-G1, A4-A7, A10-A13")
	f.sides("greek 3 8 2 N1", "persian 3 7 0 O15", 0)
	f.led("0 xanthippus 2-6-3 white N3", "0 leotychidas 1-6-3 red later", "1 tigranes 1-4-3 white M9", "1 mardontes 2-4-2 white K9")
	f.deployed([]army{
		{0, bladebow.Hoplite, 5, "L3, M3, N3, O3, P3", "S", 1},
		{0, bladebow.Psiloi, 3, "K3, N4, Q3", "S", 0},
		{1, bladebow.Spears, 10, "I9, J9, K9, L9, M9, N9, O9, P9, H11, N11", "N", 0},
		{1, bladebow.Archers, 3, "J8, L8, N8", "N", 0},
		{1, bladebow.Peltasts, 2, "H9, Q9", "N", 0},
	})
	if f.ranks(0) != 5 || f.ranks(1) != 0 {
		t.Errorf("%d and %d ranks, want 5 and 0", f.ranks(0), f.ranks(1))
	}
	a := f.Arrival
	if len(a.Units) != 4 || f.Leaders[a.Leader].ID != "leotychidas" {
		t.Errorf("the arrival is %+v", a)
	}
	for _, i := range a.Units {
		if u := f.Units[i]; u.Type != bladebow.Hoplite || u.Ranks != 1 || u.Side != 0 || u.Square != -1 {
			t.Errorf("%+v arrives", u)
		}
	}
	for die, want := range []string{"D1 E1 F1 G1 S", "D1 E1 F1 G1 S", "D1 E1 F1 G1 S", "A4 A5 A6 A7 E", "A4 A5 A6 A7 E", "A10 A11 A12 A13 E"} {
		if got := ids(a.Areas[die].Squares) + " " + grid.DirectionNames[a.Areas[die].Facing]; got != want {
			t.Errorf("on a %d they arrive at %s, want %s", die+1, got, want)
		}
	}
	var wall []int
	for _, i := range f.Sides[1].Shields {
		wall = append(wall, f.Units[i].Square)
	}
	if got, want := ids(wall), "I9 J9 K9 L9 M9 N9 O9 P9"; got != want {
		t.Errorf("the shield wall stands in %s, want %s", got, want)
	}
	if f.Storm.Side != 1 {
		t.Errorf("storm %+v", f.Storm)
	}
}

// TestNames checks what units are called.
func TestNames(t *testing.T) {
	p, err := scenario.Load(packs, thermopylae)
	if err != nil {
		t.Fatal(err)
	}
	for i, u := range p.Setup().Units {
		key, number := p.UnitName(i)
		want := map[string]string{"hoplite-1": "name.peloponnesians 1", "hoplite-8": "name.phocians ", "light-cavalry-2": "name.light-cavalry 2"}
		if w, ok := want[u.ID]; ok && key+" "+number != w {
			t.Errorf("%s is called %s %s, want %s", u.ID, key, number, w)
		}
		for _, lang := range pack.Languages() {
			if text, ok := p.Text(lang, key); !ok || text == "" {
				t.Errorf("%s has no name in %s", u.ID, lang)
			}
		}
	}
}

func TestSpecial(t *testing.T) {
	for dir, want := range map[string]string{
		marathon: "ranks", thermopylae: "ranks pass king sack", plataea: "ranks camps", mycale: "ranks shield-wall arrival storm",
	} {
		if got := strings.Join(scenario.Special(load(t, dir).Setup), " "); got != want {
			t.Errorf("%s has %s, want %s", dir, got, want)
		}
	}
}

func TestHash(t *testing.T) {
	base := packtest.Files(t, packs, marathon)
	hash := func(fsys fs.FS) string {
		t.Helper()
		p, err := scenario.Load(fsys, marathon)
		if err != nil {
			t.Fatal(err)
		}
		return p.Hash
	}
	original := hash(base)
	for _, test := range []struct {
		file, old, new string
		same           bool
	}{
		{"text.en.yaml", "Great Marsh", "Great marsh", true},
		{"armies.yaml", "ranks: 1 A", "ranks: 1 R", false},
		{"battle.yaml", "impulses: 3 A", "impulses: 4 A", false},
		{"terrain.txt", "..ww..", "..w...", false},
	} {
		fsys := packtest.Replace(t, base, marathon, test.file, test.old, test.new)
		if got := hash(fsys); (got == original) != test.same {
			t.Errorf("%s changed: hash unchanged is %t, want %t", test.file, got == original, test.same)
		}
	}
}

// TestSetupIsACopy changes everything in a set-up that is behind a pointer and reads the pack again.
func TestSetupIsACopy(t *testing.T) {
	for _, dir := range dirs {
		p, err := scenario.Load(packs, dir)
		if err != nil {
			t.Fatal(err)
		}
		s := p.Setup()
		s.Terrain[0], s.Units[0].ID, s.Leaders[0].ID, s.Icons[0] = bladebow.Town, "x", "x", 9
		for i := range s.Sides {
			s.Sides[i].Camps[0] = -5
			if a := &s.Sides[i]; len(a.Shields) > 0 {
				a.Shields[0] = -5
			} else if len(a.Presets) > 0 {
				a.Presets[0].Ranks[0] = -5
			}
		}
		if s.Pass != nil {
			s.Pass.Path[0], s.Pass.Hills[0], s.Pass.Gap[0], s.Pass.Walls[0], s.Pass.Corners[0] = -5, -5, -5, [2]int{}, [2]int{}
			s.King.Leader, s.Sack.Side = -5, -5
		}
		if s.Arrival != nil {
			s.Arrival.Units[0], s.Arrival.Areas[0].Squares[0], s.Storm.Side = -5, -5, -5
		}
		fresh, err := scenario.Load(packs, dir)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := describe(p.Setup()), describe(fresh.Setup()); got != want {
			t.Errorf("%s: the set-up is now %s, want %s", dir, got, want)
		}
	}
}

// describe returns a set-up with everything behind its pointers.
func describe(s *bladebow.Setup) string {
	text := fmt.Sprint(s.Terrain, s.Units, s.Leaders, s.Icons, s.Sides)
	if s.Pass != nil {
		text += fmt.Sprint(*s.Pass, *s.King, *s.Sack)
	}
	if s.Arrival != nil {
		text += fmt.Sprint(*s.Arrival, *s.Storm)
	}
	return text
}
