package impetus

import (
	"fmt"
	"slices"
	"testing"

	"acies/rulebook/cite"
)

// Section 8: firing.

// TestFireTable checks Table T2: pools at the middle of each band, against infantry, mounted, and what is neither.
func TestFireTable(t *testing.T) {
	cite.Clauses(t, "imp-8.1b", "imp-8.1c", "imp-8.1f", "imp-8.1g", "imp-8.1h", "imp-1.3d", "imp-R1", "imp-R2", "imp-R3", "imp-R5", "imp-R9", "imp-R10", "imp-R32", "imp-D10h")
	const none = -99
	rows := map[string][4][2]int{
		"longbow_A":       {{3, 5}, {0, 2}, {-1, 0}, {none, none}},
		"longbow_B":       {{2, 4}, {0, 1}, {-2, 0}, {none, none}},
		"short_bow_A":     {{2, 4}, {0, 1}, {-3, 0}, {none, none}},
		"short_bow_B":     {{2, 3}, {-1, 0}, {none, -1}, {none, none}},
		"composite_bow_A": {{3, 5}, {0, 1}, {-2, -1}, {none, none}},
		"composite_bow_B": {{2, 4}, {0, 1}, {-4, -3}, {none, none}},
		"composite_bow_C": {{1, 2}, {-2, 0}, {-4, -3}, {none, none}},
		"crossbow_A":      {{4, 5}, {0, 2}, {-2, 0}, {none, none}},
		"crossbow_B":      {{2, 3}, {0, 1}, {none, none}, {none, none}},
		"handgun":         {{2, 3}, {-1, 0}, {none, none}, {none, none}},
		"harquebus_A":     {{4, 5}, {1, 2}, {-2, -1}, {none, none}},
		"harquebus_B":     {{3, 4}, {1, 2}, {none, none}, {none, none}},
		"musket":          {{4, 5}, {2, 3}, {-1, 0}, {none, none}},
		"javelin":         {{2, 3}, {-1, 0}, {none, none}, {none, none}},
		"sling":           {{2, 3}, {0, 1}, {none, none}, {none, none}},
		"artillery_A":     {{2, 2}, {4, 4}, {3, 3}, {0, 0}},
		"artillery_B":     {{3, 3}, {3, 3}, {2, 2}, {none, none}},
		"artillery_C":     {{none, none}, {3, 3}, {2, 2}, {0, 0}},
		"various":         {{1, 1}, {0, 0}, {none, none}, {none, none}},
	}
	if len(rows) != int(weapons)-1 {
		t.Errorf("there are %d weapons, expected %d", weapons-1, len(rows))
	}
	for weapon, row := range rows {
		for band, y := range []string{"22", "30", "45", "70"} {
			for column, targets := range [][]string{{"FP 5 5 1 B", "FL 8 4 1 B", "T 6 4 1 B"}, {"CP 8 5 1 B", "CM 8 5 1 B", "El 8 4 1 B"}} {
				for _, target := range targets {
					x := lay(t, "a1 T 6 6 0 B at 50 20 0, "+weapon, "b1 "+target+" at 50 "+y+" 180", "b2 FP 5 5 1 B at 150 110 180")
					x.do("activate a1")
					if row[band][column] == none {
						x.refuse("imp-8.1f", "fire a1 b1")
						x.wantUnlisted("fire a1 b1")
						continue
					}
					x.wantListed("fire a1 b1")
					x.do("fire a1 b1")
					x.wantDice(6 + row[band][column])
				}
			}
		}
	}
	// W and artillery are targets like infantry: 6 - 1 at Short range, and a modifier each.
	for target, mod := range map[string]int{"W 5 5 0 B": -1, "ART 3 2 0 B": -2} {
		x := lay(t, "a1 T 6 6 0 B at 50 20 0, short_bow_B", "b1 "+target+" at 50 30 180")
		x.do("activate a1", "fire a1 b1")
		x.wantDice(6 - 1 + mod)
	}
	// Chariots are mounted targets; these are stationary.
	for _, target := range []string{"CGL", "CGP", "CF"} {
		x := lay(t, "a1 T 6 6 0 B at 50 20 0, short_bow_B", "b1 "+target+" 8 4 1 B at 50 30 180")
		x.do("activate a1", "fire a1 b1")
		x.wantDice(6 + 0 + 1)
	}
	// With no dice left there is no shot.
	x := lay(t, "a1 T 6 1 0 B at 50 20 0, short_bow_B", "b1 FP 5 5 1 B at 50 30 180")
	x.do("activate a1")
	x.refuse("imp-8.1c", "fire a1 b1")
	x = lay(t, "a1 T 6 4 0 B at 50 20 0", "b1 FP 5 5 1 B at 50 30 180")
	x.do("activate a1")
	x.refuse("imp-8.1b", "fire a1 b1")
}

func TestRangeBands(t *testing.T) {
	cite.Clauses(t, "imp-8.2a", "imp-8.2b", "imp-8.2c", "imp-8.2d", "imp-8.2e")
	for _, w := range []struct {
		y    string
		dice int // of VBU 6 with artillery A
	}{
		{"25", 8}, {"25.001", 10}, {"35", 10}, {"35.001", 9}, {"50", 9}, {"50.001", 6}, {"100", 6}, {"100.001", 0},
	} {
		x := lay(t, "a1 ART 3 6 0 B at 50 20 0, artillery_A", "b1 FP 5 5 1 B at 50 "+w.y+" 180")
		x.do("activate a1")
		if w.dice == 0 {
			x.refuse("imp-8.2d", "fire a1 b1")
			continue
		}
		x.do("fire a1 b1")
		x.wantDice(w.dice)
	}
	// From the front edge to the nearest point of the base, even where that point is outside the arc.
	x := lay(t, "a1 T 6 6 0 B at 50 20 0, short_bow_A", "b1 FP 5 5 1 B at 57 24 180")
	x.do("activate a1", "fire a1 b1")
	x.wantDice(8)
	// And from nowhere else: b1 is 4.8U from the side of a1, and 5.1U from its front.
	x = lay(t, "a1 T 6 6 0 B at 50 40 0, short_bow_A", "b1 FP 5 5 0 B at 64.303 46.169 10, rows 3")
	if a, _ := x.mayShoot(0, 1); a.band != shortRange {
		t.Errorf("the range is %d, expected short", a.band)
	}
	// A unit that fires all round measures from any part of its base: the rear is 6U behind the front.
	x = lay(t, "a1 CL 6 6 0 B at 50 20 0, short_bow_A", "b1 FP 5 5 1 B at 50 9 0")
	x.do("activate a1", "fire a1 b1")
	x.wantDice(8)
}

func TestFireModifiers(t *testing.T) {
	cite.Clauses(t, "imp-8.3a", "imp-8.3b", "imp-8.3c", "imp-8.3d", "imp-8.3f", "imp-8.3g", "imp-8.3h", "imp-8.3i", "imp-8.3k", "imp-8.3l", "imp-8.3m", "imp-8.3p", "imp-8.3q",
		"imp-8.3t", "imp-8.1j", "imp-R40", "imp-8.3o", "imp-8.3n", "imp-8.3s")
	plain := "b1 FP 5 5 1 B at 50 50 180"
	for _, w := range []struct {
		name, a, b string
		more       []string
		before     []string
		dice       int
	}{
		{name: "none", a: "T 6 6 0 B", b: plain, dice: 6},
		{name: "one phase", a: "T 6 6 0 B", b: plain, before: []string{"forward 1"}, dice: 5},
		{name: "two phases", a: "T 6 6 0 B", b: plain, before: []string{"forward 1", "forward 1", "roll 6"}, dice: 4},
		{name: "javelins and one phase", a: "S 6 6 0 B|javelin", b: plain, before: []string{"forward 1"}, dice: 5},
		{name: "javelins of light infantry", a: "FL 6 6 0 B|javelin", b: plain, before: []string{"forward 1"}, dice: 5},
		{name: "javelins of light cavalry", a: "CL 6 6 0 B|javelin", b: plain, before: []string{"forward 1"}, dice: 4},
		{name: "javelins and two phases", a: "S 6 6 0 B|javelin", b: plain, before: []string{"forward 1", "forward 1", "roll 6"}, dice: 3},
		{name: "Disordered", a: "T 6 6 0 B|short_bow_A disordered", b: plain, before: []string{"proceed"}, dice: 5},
		{name: "rallied", a: "T 6 6 0 B|short_bow_A disordered", b: plain, before: []string{"rally", "roll 6"}, dice: 5},
		{name: "rallied with javelins", a: "S 6 6 0 B|javelin disordered", b: plain, before: []string{"rally", "roll 6"}, dice: 4},
		{name: "rallied with javelins, and one phase", a: "S 6 6 0 B|javelin disordered", b: plain, before: []string{"rally", "roll 6", "forward 1", "roll 6"}, dice: 4},
		{name: "a failed rally is no phase", a: "T 6 6 0 B|short_bow_A disordered", b: plain, before: []string{"rally", "roll 1"}, dice: 5},
		{name: "at S", a: "T 6 6 0 B", b: "b1 S 8 3 0 B at 50 50 180", dice: 4},
		{name: "at CL", a: "T 6 6 0 B", b: "b1 CL 8 3 0 B at 50 50 180", dice: 5},
		{name: "S at S", a: "S 8 6 0 B", b: "b1 S 8 3 0 B at 50 50 180", dice: 5},
		{name: "S at CL", a: "S 8 6 0 B", b: "b1 CL 8 3 0 B at 50 50 180", dice: 6},
		{name: "CL at S", a: "CL 8 6 0 B", b: "b1 S 8 3 0 B at 50 50 180", dice: 5},
		{name: "S at ART", a: "S 8 6 0 B", b: "b1 ART 3 3 0 B at 50 50 180", dice: 4},
		{name: "behind fortifications", a: "T 6 6 0 B", b: plain, more: []string{"line 40 49.5 60 49.5 north"}, dice: 4},
		{name: "a fortification 1.1U before the front", a: "T 6 6 0 B", b: plain, more: []string{"line 40 48.9 60 48.9 north"}, dice: 6},
		{name: "from its protected side", a: "T 6 6 0 B", b: "b1 FP 5 5 1 B at 50 53 0", more: []string{"line 40 53.5 60 53.5 south"}, dice: 6},
		{name: "artillery at fortifications", a: "ART 3 6 0 B|artillery_A", b: plain, more: []string{"line 40 49.5 60 49.5 north"}, dice: 9},
		{name: "at W", a: "T 6 6 0 B", b: "b1 W 5 4 0 B at 50 50 180", dice: 5},
		{name: "artillery at W", a: "ART 3 6 0 B|artillery_A", b: "b1 W 5 4 0 B at 50 50 180", dice: 12},
		{name: "pavise", a: "T 6 6 0 B", b: "b1 T 5 4 0 B at 50 50 180, pavise", dice: 5},
		{name: "pavise from behind", a: "T 6 6 0 B", b: "b1 T 5 4 0 B at 50 54 0, pavise", dice: 6},
		{name: "artillery at pavise", a: "ART 3 6 0 B|artillery_A", b: "b1 T 5 4 0 B at 50 50 180, pavise", dice: 10},
		{name: "artillery at a Large Unit", a: "ART 3 6 0 B|artillery_A", b: "b1 FL 5 4 0 B at 50 50 180, rows 2", dice: 12},
		{name: "others at a Large Unit", a: "T 6 6 0 B", b: "b1 FL 5 4 0 B at 50 50 180, rows 2", dice: 6},
		{name: "artillery at a column", a: "ART 3 6 0 B|artillery_A", b: plain, more: []string{"b2 FP 5 5 1 B at 50 53 180"}, dice: 12},
		{name: "artillery at a line", a: "ART 3 6 0 B|artillery_A", b: plain, more: []string{"b2 FP 5 5 1 B at 58 50 180"}, dice: 10},
		{name: "units of two Commands are no column", a: "ART 3 6 0 B|artillery_A", b: plain, more: []string{"b2 FP 5 5 1 B at 50 53 180, command 2"}, dice: 10},
		{name: "a Large Unit in a column, once", a: "ART 3 6 0 B|artillery_A", b: "b1 FP 5 4 0 B at 50 50 180, long_spear rows 2", more: []string{"b2 FP 5 5 1 B at 50 56 180"}, dice: 12},
		{name: "several together", a: "T 6 6 0 B|short_bow_A disordered", b: "b1 CL 8 3 0 B at 50 50 180", before: []string{"proceed", "forward 1"}, dice: 3},
		{name: "a Large Unit fires with its front row", a: "T 6 6 0 B|short_bow_A rows 2", b: plain, dice: 6},
	} {
		t.Run(w.name, func(t *testing.T) {
			unit, extra := w.a, "short_bow_A"
			if i := slices.Index([]byte(w.a), '|'); i >= 0 {
				unit, extra = w.a[:i], w.a[i+1:]
			}
			x := lay(t, append([]string{"a1 " + unit + " at 50 40 0, " + extra, w.b}, w.more...)...)
			x.do("activate a1")
			x.do(w.before...)
			x.do("fire a1 b1")
			x.wantDice(w.dice)
		})
	}
	// Chariots that have moved in their latest activation are not stationary.
	x := lay(t, "a1 T 6 6 0 B at 50 20 0, short_bow_A", "b1 CGP 8 4 1 B at 50 40 180")
	x.lead(1, 1)
	x.do("activate b1", "forward 6", "pass")
	x.lead(0, 1)
	x.do("activate a1", "fire a1 b1")
	x.wantDice(6 + 1)
}

func TestIndirectFire(t *testing.T) {
	cite.Clauses(t, "imp-8.6a", "imp-8.6d", "imp-8.6e", "imp-8.3d", "imp-R36", "imp-R42", "imp-8.6b")
	between := "a2 FP 5 5 1 B at 50 48 0"
	for weapon, dice := range map[string]int{
		"longbow_A": 4, "longbow_B": 4, "short_bow_A": 4, "short_bow_B": 3, "composite_bow_A": 4, "composite_bow_B": 4, "composite_bow_C": 2, "artillery_C": 7,
		"crossbow_A": 0, "crossbow_B": 0, "handgun": 0, "harquebus_A": 0, "musket": 0, "javelin": 0, "sling": 0, "artillery_A": 0, "artillery_B": 0, "various": 0,
	} {
		x := lay(t, "a1 T 6 6 0 B at 50 40 0, "+weapon, between, "b1 FP 5 5 1 B at 50 52 180")
		x.do("activate a1")
		if dice == 0 {
			x.refuse("imp-8.6a", "fire a1 b1")
			continue
		}
		x.do("fire a1 b1")
		x.wantDice(dice)
	}
	// An army list may free a unit from the modifier.
	x := lay(t, "a1 T 6 6 0 B at 50 40 0, longbow_A direct", between, "b1 FP 5 5 1 B at 50 52 180")
	x.do("activate a1", "fire a1 b1")
	x.wantDice(6)
	// Not at Point Blank: 8.6d.
	x = lay(t, "a1 T 6 6 0 B at 50 40 0, longbow_A", "a2 S 8 2 0 B at 50 43 0", "b1 FP 5 5 1 B at 50 44.5 180")
	x.do("activate a1")
	x.allow("fire a1 b1") // S within 5U are no obstacle
	x = lay(t, "a1 T 6 6 0 B at 50 40 0, longbow_A", "b2 S 8 2 0 B at 50 42 180", "b1 FP 5 5 1 B at 50 44.5 180")
	x.do("activate a1")
	x.refuse("imp-8.6a", "fire a1 b1")
	// Over bases, not through the ground.
	x = lay(t, "a1 T 6 6 0 B at 50 40 0, longbow_A", between, "b1 FP 5 5 1 B at 50 60 180", "wood 30 50 70 50 70 56 30 56")
	x.do("activate a1")
	x.refuse("imp-8.6a", "fire a1 b1")
	// S in front of a friend whose front is further than 5U hide what is behind; enemy S always do.
	for y, seen := range map[string]bool{"45": true, "45.01": false} {
		x = lay(t, "a1 T 6 6 0 B at 50 40 0, crossbow_A", "a2 S 8 2 0 B at 50 "+y+" 0", "a3 S 8 2 0 B at 42 "+y+" 0", "a4 S 8 2 0 B at 58 "+y+" 0", "b1 FP 5 5 1 B at 50 52 180")
		x.do("activate a1")
		if seen {
			x.allow("fire a1 b1")
		} else {
			x.refuse("imp-8.6a", "fire a1 b1")
		}
	}
}

func TestSeeingOverBases(t *testing.T) {
	cite.Clauses(t, "imp-8.6c", "imp-D6k")
	for name, ground := range map[string][]string{
		"flat": nil, "gentle": {"gentle_hill 30 30 70 30 70 42 30 42", "crest 31 36 32 36"}, "steep": {"steep_hill 30 39 70 39 70 41 30 41", "crest 31 40 32 40"},
	} {
		t.Run(name, func(t *testing.T) {
			x := lay(t, append(ground, "a1 T 6 6 0 B at 50 40 0, crossbow_A", "a2 FP 5 5 1 B at 50 48 0", "b1 FP 5 5 1 B at 50 52 180")...)
			x.do("activate a1")
			if name == "flat" {
				x.refuse("imp-8.6a", "fire a1 b1")
				return
			}
			x.do("fire a1 b1")
			x.wantDice(6) // direct
		})
	}
}

func TestArcs(t *testing.T) {
	cite.Clauses(t, "imp-8.4a", "imp-8.4b", "imp-8.4c", "imp-8.4d", "imp-8.4e", "imp-R33", "imp-R34")
	for typ, weapons := range map[string][]string{
		"narrow": {"S javelin", "T crossbow_A", "CM javelin", "ART artillery_A", "CL crossbow_A", "CL crossbow_B", "CL handgun", "CL harquebus_A", "FL javelin", "FP javelin", "CP javelin", "El javelin"},
		"round":  {"CL javelin", "CL composite_bow_A", "CGL javelin", "CGP javelin", "W javelin"},
	} {
		for _, w := range weapons {
			var code, weapon string
			if _, err := fmt.Sscan(w, &code, &weapon); err != nil {
				t.Fatal(err)
			}
			// Behind, at the side, and ahead of the front edge just inside and outside of 45 degrees: the near corner of b1,
			// 6U ahead, is in the arc up to 10U from the middle.
			for at, ahead := range map[string]bool{"50 26 0": false, "61 37 0": false, "64 48.9 180": true, "64.1 45.9 0": false} {
				x := lay(t, "a1 "+code+" 6 9 0 B at 50 40 0, "+weapon, "b1 FP 5 5 1 B at "+at)
				x.do("activate a1")
				if ahead || typ == "round" {
					x.allow("fire a1 b1")
				} else {
					x.refuse("imp-8.4e", "fire a1 b1")
				}
			}
		}
	}
}
