package scenario_test

import (
	"slices"
	"strings"
	"testing"

	"acies/rules/sword"
)

// What holds for the packs of all medieval battles.

// checkArmy checks the totals of both armies, the backs of the counters, and how the units stand at the start.
func checkArmy(t *testing.T, f field, units, sp [2]int, leaders int) {
	t.Helper()
	var gotUnits, gotSP [2]int
	held := map[string]string{}
	for _, u := range f.Units {
		gotUnits[f.side(u)]++
		gotSP[f.side(u)] += u.Front.SP
		back := sword.Values{SP: max(1, u.Front.SP-1), Quality: u.Front.Quality - 1, MP: u.Front.MP - 1, Shoots: u.Front.Shoots}
		if u.Type == "At" {
			back.MP = u.Front.MP
		}
		if u.Back != back {
			t.Errorf("%s tires from %+v to %+v, want %+v", u.ID, u.Front, u.Back, back)
		}
		if u.Hex == "" {
			continue
		}
		if other := held[u.Hex]; other != "" {
			t.Errorf("%s and %s both start in %s", other, u.ID, u.Hex)
		}
		held[u.Hex] = u.ID
		if got := f.terrain(u.Hex); got != "clear" {
			t.Errorf("%s starts on %s", u.ID, got)
		}
		checkStart(t, f, u)
	}
	if gotUnits != units || gotSP != sp || len(f.Leaders) != leaders {
		t.Errorf("armies of %v units, %v SP, %d leaders; want %v, %v, %d", gotUnits, gotSP, len(f.Leaders), units, sp, leaders)
	}
	for _, l := range f.Leaders {
		if l.Hex != "" && !slices.ContainsFunc(f.Units, func(u sword.UnitDef) bool { return u.Hex == l.Hex && u.Contingent == l.Contingent }) {
			t.Errorf("%s does not start with a unit of his banner", l.ID)
		}
	}
	for _, c := range f.Contingents {
		if c.Arms == "" {
			t.Errorf("%s bears no arms", c.ID)
		}
	}
}

// checkStart checks that a unit starts in command and away from the enemy, with room to flee two hexes.
func checkStart(t *testing.T, f field, u sword.UnitDef) {
	t.Helper()
	l := f.leader(u.Contingent)
	if d := f.distance(u.Hex, l.Hex); d > l.Radius {
		t.Errorf("%s is %d hexes from %s, whose radius is %d", u.ID, d, l.ID, l.Radius)
	}
	for _, v := range f.Units {
		if v.Hex != "" && f.side(v) != f.side(u) && f.distance(u.Hex, v.Hex) < 2 {
			t.Errorf("%s starts next to %s", u.ID, v.ID)
		}
	}
	back := (u.Facing + 3) % 6 // away from the enemy, toward the rout edge
	h := f.at(u.Hex)
	for range 2 {
		from := h
		if h = f.m.Neighbor(h, back); h < 0 {
			t.Fatalf("%s flees off the map", u.ID)
		}
		if !f.open(f.m.ID(from), f.m.ID(h), sword.Horse) || !f.open(f.m.ID(from), f.m.ID(h), sword.Foot) {
			t.Errorf("%s flees into closed %s", u.ID, f.m.ID(h))
		}
	}
	if slices.ContainsFunc(f.Units, func(v sword.UnitDef) bool { return v.Hex == f.m.ID(h) }) {
		t.Errorf("the flight of %s ends on another unit in %s", u.ID, f.m.ID(h))
	}
}

// checkStates checks the figures of wounded leaders and of replacements.
func checkStates(t *testing.T, f field) {
	t.Helper()
	same := sword.Figure{Relative: true}
	if want := (sword.LeaderState{
		Bonus: same, Radius: sword.Figure{N: -2, Relative: true, Least: 1}, MP: sword.Figure{N: -2, Relative: true, Least: 3},
	}); f.Wounded != want {
		t.Errorf("wounded %+v, want %+v", f.Wounded, want)
	}
	if want := (sword.LeaderState{Rating: 1, Radius: sword.Figure{N: -1, Relative: true, Least: 2}, MP: same}); f.Replacement != want {
		t.Errorf("replacement %+v, want %+v", f.Replacement, want)
	}
}

// checkGround checks which hexes have some terrains, row by row, and that no step is steeper than a level.
func checkGround(t *testing.T, f field, want map[string]string) {
	t.Helper()
	got := map[string][]string{}
	for h, x := range f.Hexes {
		got[x.Terrain] = append(got[x.Terrain], f.m.ID(h))
		for side := range 6 {
			if n := f.m.Neighbor(h, side); n >= 0 && x.Level > f.Hexes[n].Level+1 {
				t.Errorf("from %s to %s is more than one level", f.m.ID(h), f.m.ID(n))
			}
		}
	}
	for terrain, hexes := range want {
		slices.Sort(got[terrain])
		list := strings.Fields(hexes)
		slices.Sort(list)
		if !slices.Equal(got[terrain], list) {
			t.Errorf("%s in %v, want %v", terrain, got[terrain], list)
		}
	}
	for _, e := range f.Edges {
		if f.m.Side(f.at(e.A), f.at(e.B)) < 0 {
			t.Errorf("%s between %s and %s, which are not neighbours", e.Kind, e.A, e.B)
		}
		if (e.Kind == "road" || e.Kind == "track") && !(f.open(e.A, e.B, sword.Foot) && f.open(e.B, e.A, sword.Horse)) {
			t.Errorf("the %s enters closed ground at %s or %s", e.Kind, e.A, e.B)
		}
	}
}

// checkReach checks that everybody can come to every open hex of a part of the map, some places among them, and that
// reinforcements enter on the edge.
func checkReach(t *testing.T, f field, part func(h int) bool, places ...string) {
	t.Helper()
	from := []string{f.leader(f.Contingents[0].Leader).Hex}
	for _, g := range f.Reinforcements {
		for _, id := range g.Entry {
			if f.m.Row(f.at(id)) != 1 || f.terrain(id) != "clear" {
				t.Errorf("entry %s is %s", id, f.terrain(id))
			}
		}
		from = append(from, g.Entry...)
	}
	for _, c := range []sword.Column{sword.Foot, sword.Horse} {
		for _, start := range from {
			reached := f.reached(start, c)
			for h := range f.Hexes {
				if id := f.m.ID(h); part(h) && f.terrain(id) != "river" && !reached[id] {
					t.Errorf("column %d cannot come from %s to %s", c, start, id)
				}
			}
			for _, id := range places {
				if !reached[id] {
					t.Errorf("column %d cannot come from %s to %s", c, start, id)
				}
			}
		}
	}
}

// checkScored checks that every unit is worth something to the enemy, once.
func checkScored(t *testing.T, f field) {
	t.Helper()
	for _, u := range f.Units {
		n := 0
		for _, r := range f.Victory.Scores {
			if r.Kind == sword.Eliminated && r.Side != f.side(u) && slices.Contains(r.Types, u.Type) &&
				u.Front.Quality >= r.Quality[0] && u.Front.Quality <= r.Quality[1] {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s is scored by %d rules", u.ID, n)
		}
	}
}
