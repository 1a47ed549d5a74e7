package scenario_test

import (
	"fmt"
	"slices"
	"testing"

	"acies/plane"
	"acies/rulebook/cite"
	"acies/rules/impetus"
	"acies/rules/impetus/scenario"
)

var armies = []string{"romans", "carthaginians", "macedonians", "persians"}

// tables are the options of the free battle for its tables; the first is that without an option.
var tables = []string{"", "table-stream", "table-seed-1", "table-seed-2", "table-seed-3", "table-seed-4", "table-seed-5", "table-seed-6"}

func shape(u *impetus.UnitSetup) plane.Shape {
	return plane.Place(u.Pose, plane.Base{Width: impetus.Frontage, Depth: u.Depth})
}

// checkStanding checks that all units stand in their zones, on ground they may enter, apart from each other.
func checkStanding(t *testing.T, what string, s *impetus.Setup) {
	t.Helper()
	for i := range s.Units {
		u := &s.Units[i]
		x, z := shape(u), s.Sides[u.Side].Zone
		if x.Min.X < int64(z.X[0]) || x.Max.X > int64(z.X[1]) || x.Min.Y < int64(z.Y[0]) || x.Max.Y > int64(z.Y[1]) {
			t.Errorf("%s: %s at %v is not in its zone %v", what, u.ID, u.Pose, z)
		}
		for k := range i {
			if y := shape(&s.Units[k]); plane.Overlap(&x, &y) {
				t.Errorf("%s: %s overlaps %s", what, u.ID, s.Units[k].ID)
			}
		}
		for _, p := range s.Terrain {
			piece, err := plane.NewPiece(p.Polygon...)
			if err != nil {
				t.Fatal(err)
			}
			if p.Kind == impetus.Impassable && piece.Holds(&x) {
				t.Errorf("%s: %s stands in %s", what, u.ID, p.ID)
			}
		}
	}
}

// TestFreeBattle matches any two armies on every table.
func TestFreeBattle(t *testing.T) {
	p := load(t, freeBattle)
	for _, first := range armies {
		for _, second := range armies {
			if first == second {
				continue
			}
			for _, table := range tables {
				options := []string{"first-" + first, "second-" + second}
				if table != "" {
					options = append(options, table)
				}
				s, err := p.Setup(options)
				if err != nil {
					t.Errorf("%v: %v", options, err)
					continue
				}
				if s.Sides[0].ID != first || s.Sides[1].ID != second {
					t.Errorf("%v: %s against %s", options, s.Sides[0].ID, s.Sides[1].ID)
				}
				checkStanding(t, fmt.Sprint(options), s)
				for side, a := range s.Sides {
					for k, c := range a.Commands {
						if u := s.Units[c.Attached]; u.Side != side || u.Command != k {
							t.Errorf("%v: the commander of command %s of %s is attached to %s", options, c.ID, a.ID, u.ID)
						}
					}
				}
				if b := impetus.New(s); b.Start().Outcome().Over {
					t.Errorf("%v: the battle is over", options)
				}
			}
		}
	}
}

// TestDeploy looks at who stands where: skirmishers ahead, Principes where they can relieve Hastati, cavalry outside the foot,
// and the same from the north as from the south.
func TestDeploy(t *testing.T) {
	cite.Clauses(t, "imp-26.1d")
	table := scenario.LayTable(3)
	for _, a := range load(t, freeBattle).Armies() {
		south, err := scenario.Deploy(a, table, impetus.South)
		if err != nil {
			t.Fatal(err)
		}
		north, err := scenario.Deploy(a, table, impetus.North)
		if err != nil {
			t.Fatal(err)
		}
		if len(south) != len(a.Units)+1 {
			t.Errorf("%s: %d places, want %d", a.ID, len(south), len(a.Units)+1)
		}
		for id, p := range south {
			if q := north[id]; q != (plane.Pose{X: plane.Width - p.X, Y: plane.Height - p.Y, H: plane.Turn / 2}) {
				t.Errorf("%s stands at %v in the south and at %v in the north", id, p, q)
			}
		}
		var foot, horse []int32
		for i := range a.Units {
			u := a.Units[i]
			u.Pose = south[u.ID]
			switch u.Type {
			case impetus.S:
				if u.Pose.Y != 44*impetus.U {
					t.Errorf("%s: %s stands at %v", a.ID, u.ID, u.Pose)
				}
			case impetus.FP, impetus.FL, impetus.T:
				foot = append(foot, u.Pose.X)
				if u.Pose.Y > 40*impetus.U {
					t.Errorf("%s: %s stands at %v", a.ID, u.ID, u.Pose)
				}
			case impetus.CP, impetus.CM, impetus.CL:
				horse = append(horse, u.Pose.X)
			}
			if !u.Principes {
				continue
			}
			mine := shape(&u)
			if !slices.ContainsFunc(a.Units, func(h impetus.UnitSetup) bool {
				h.Pose = south[h.ID]
				x := shape(&h)
				behind := x.Behind(5 * impetus.U)
				return h.Hastati && h.Pose.X == u.Pose.X && plane.Overlap(&behind, &mine)
			}) {
				t.Errorf("%s: %s stands behind no Hastati", a.ID, u.ID)
			}
		}
		for _, x := range horse {
			if x > slices.Min(foot) && x < slices.Max(foot) {
				t.Errorf("%s: cavalry at %d, between foot from %d to %d", a.ID, x, slices.Min(foot), slices.Max(foot))
			}
		}
	}
}

// TestDeployLarge deploys an army with more units than its zone has room for in one line.
func TestDeployLarge(t *testing.T) {
	a := *load(t, freeBattle).Army("persians")
	units := a.Units
	for i := range 20 {
		u := units[i%len(units)]
		u.ID = fmt.Sprintf("X%d", i)
		a.Units = append(slices.Clip(a.Units), u)
	}
	places, err := scenario.Deploy(&a, scenario.LayTable(1), impetus.South)
	if err != nil {
		t.Fatal(err)
	}
	s := &impetus.Setup{}
	s.Sides[0].Zone = scenario.LayTable(1).Zones[0]
	for _, u := range a.Units {
		u.Pose = places[u.ID]
		s.Units = append(s.Units, u)
	}
	checkStanding(t, "large army", s)

	for i := range 200 {
		u := units[i%len(units)]
		u.ID = fmt.Sprintf("Y%d", i)
		a.Units = append(slices.Clip(a.Units), u)
	}
	if _, err := scenario.Deploy(&a, scenario.LayTable(1), impetus.South); err == nil || err.Error() != "army persians has no room at the south edge of the table seed-1" {
		t.Errorf("too large an army: %v", err)
	}
}

// TestLayTable checks that laid out tables are fair: turned about their middle they are the same.
func TestLayTable(t *testing.T) {
	cite.Clauses(t, "imp-26.1b", "imp-D8a")
	army := load(t, freeBattle).Army("persians")
	kinds := map[impetus.Kind]int{}
	counts := map[int]int{}
	for seed := 1; seed <= 500; seed++ {
		table := scenario.LayTable(seed)
		counts[len(table.Terrain)]++
		var pieces []plane.Piece
		for _, p := range table.Terrain {
			kinds[p.Kind]++
			piece, err := plane.NewPiece(p.Polygon...)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if piece.Min.X < 0 || piece.Min.Y < 0 || piece.Max.X > plane.Width || piece.Max.Y > plane.Height {
				t.Errorf("seed %d: %s is not on the table", seed, p.ID)
			}
			for _, other := range pieces {
				if piece.Min.X < other.Max.X && other.Min.X < piece.Max.X && piece.Min.Y < other.Max.Y && other.Min.Y < piece.Max.Y {
					t.Errorf("seed %d: %s overlaps another piece", seed, p.ID)
				}
			}
			pieces = append(pieces, piece)
			for _, c := range p.Crest {
				if !piece.Contains(c) {
					t.Errorf("seed %d: the crest of %s is not on it", seed, p.ID)
				}
			}
			if !slices.ContainsFunc(table.Terrain, func(q impetus.Piece) bool {
				return q.Kind == p.Kind && sameSet(turned(q.Polygon), p.Polygon) && sameSet(turned(q.Crest), p.Crest)
			}) {
				t.Errorf("seed %d: %s has no opposite", seed, p.ID)
			}
		}
		for _, edge := range []impetus.Edge{impetus.South, impetus.North} {
			if _, err := scenario.Deploy(army, table, edge); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
		}
	}
	if len(counts) != 3 || counts[2] == 0 || counts[3] == 0 || counts[4] == 0 || len(kinds) != 5 {
		t.Errorf("tables by number of pieces %v, pieces by kind %v", counts, kinds)
	}
}

// turned returns points turned about the middle of the table.
func turned(points []plane.Point) []plane.Point {
	var out []plane.Point
	for _, p := range points {
		out = append(out, plane.Point{X: plane.Width - p.X, Y: plane.Height - p.Y})
	}
	return out
}

func sameSet(a, b []plane.Point) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(p plane.Point) bool { return !slices.Contains(b, p) })
}
