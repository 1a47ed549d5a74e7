package scenario_test

import (
	"reflect"
	"slices"
	"testing"

	"acies/grid"
	"acies/rulebook/cite"
	"acies/rules/sword"
)

func TestGuinegateSetUp(t *testing.T) {
	checkSetup(t, load(t, guinegate), []setup{
		{clause: "gui-1h", leader: "crevecoeur", in: "2021", contingent: "crevecoeur"},
		{clause: "gui-1h", contingent: "crevecoeur", name: "crevecoeur", typ: "Ch", hexes: "2021"},
		{clause: "gui-1h", contingent: "crevecoeur", name: "du-bellay", typ: "Ha", hexes: "2121"},
		{clause: "gui-1h", contingent: "crevecoeur", name: "baudricourt", typ: "Ha", hexes: "1821"},
		{clause: "gui-1h", contingent: "crevecoeur", name: "archers-d-ordonnance-i", typ: "Ar", hexes: "2221"},
		{clause: "gui-1h", contingent: "crevecoeur", name: "artillerie", typ: "At", hexes: "2320"},
		{clause: "gui-1i", leader: "gie", in: "0919", contingent: "gie"},
		{clause: "gui-1i", contingent: "gie", name: "gie", typ: "Ch", hexes: "0919"},
		{clause: "gui-1i", contingent: "gie", name: "moreuil", typ: "Ha", hexes: "0818"},
		{clause: "gui-1i", contingent: "gie", name: "joyeuse", typ: "Ha", hexes: "1019"},
		{clause: "gui-1i", contingent: "gie", name: "archers-d-ordonnance-ii", typ: "Ar", hexes: "1119"},
		{clause: "gui-1j", leader: "torcy", in: "1619", contingent: "torcy"},
		{clause: "gui-1j", contingent: "torcy", name: "francs-archers-de-normandie", typ: "Ar", hexes: "1418"},
		{clause: "gui-1j", contingent: "torcy", name: "francs-archers-de-picardie", typ: "Ar", hexes: "1519"},
		{clause: "gui-1j", contingent: "torcy", name: "francs-archers-de-champagne", typ: "Ar", hexes: "1618"},
		{clause: "gui-1j", contingent: "torcy", name: "francs-archers-de-touraine", typ: "Ar", hexes: "1719"},
		{clause: "gui-1j", contingent: "torcy", name: "francs-archers-de-l-ile-de-france", typ: "Ar", hexes: "1818"},
		{clause: "gui-1j", contingent: "torcy", name: "francs-archers-de-poitou", typ: "Ar", hexes: "1919"},
		{clause: "gui-1j", contingent: "torcy", name: "vougiers-i", typ: "Mi", hexes: "1619"},
		{clause: "gui-1j", contingent: "torcy", name: "vougiers-ii", typ: "Mi", hexes: "1720"},
		{clause: "gui-1j", contingent: "torcy", name: "grosse-artillerie", typ: "At", hexes: "1518"},
		{clause: "gui-1k", leader: "maximilien", in: "2212", contingent: "maximilien"},
		{clause: "gui-1k", contingent: "maximilien", name: "gentilshommes", typ: "Ch", hexes: "2212"},
		{clause: "gui-1k", contingent: "maximilien", name: "picard", typ: "Ar", hexes: "2114"},
		{clause: "gui-1k", contingent: "maximilien", name: "archers-anglais", typ: "Ar", hexes: "2014"},
		{clause: "gui-1k", contingent: "maximilien", name: "arquebusiers-allemands", typ: "Aq", hexes: "2314"},
		{clause: "gui-1k", contingent: "maximilien", name: "coulevriniers", typ: "Aq", hexes: "1914"},
		{clause: "gui-1k", contingent: "maximilien", name: "artillerie", typ: "At", hexes: "2015"},
		{clause: "gui-1l", leader: "nassau", in: "1513", contingent: "nassau"},
		{clause: "gui-1l", contingent: "nassau", name: "gand", typ: "Pi", hexes: "1513"},
		{clause: "gui-1l", contingent: "nassau", name: "bruges", typ: "Pi", hexes: "1613"},
		{clause: "gui-1l", contingent: "nassau", name: "ypres", typ: "Pi", hexes: "1413"},
		{clause: "gui-1l", contingent: "nassau", name: "piquiers-allemands", typ: "Pi", hexes: "1713"},
		{clause: "gui-1l", contingent: "nassau", name: "coulevriniers-de-flandre", typ: "Aq", hexes: "1514"},
		{clause: "gui-1m", leader: "romont", in: "2513", contingent: "romont"},
		{clause: "gui-1m", contingent: "romont", name: "courtrai", typ: "Pi", hexes: "2513"},
		{clause: "gui-1m", contingent: "romont", name: "audenarde", typ: "Pi", hexes: "2613"},
		{clause: "gui-1m", contingent: "romont", name: "alost", typ: "Pi", hexes: "2713"},
		{clause: "gui-1m", contingent: "romont", name: "franc-de-bruges", typ: "Pi", hexes: "2413"},
		{clause: "gui-1m", contingent: "romont", name: "arbaletriers", typ: "Ab", hexes: "2514"},
		{clause: "gui-1n", leader: "ravestein", in: "0813", contingent: "ravestein"},
		{clause: "gui-1n", contingent: "ravestein", name: "cleves", typ: "Ch", hexes: "0813"},
		{clause: "gui-1n", contingent: "ravestein", name: "lalaing", typ: "Ha", hexes: "0913"},
		{clause: "gui-1n", contingent: "ravestein", name: "fiennes", typ: "Ha", hexes: "1013"},
		{clause: "gui-1n", contingent: "ravestein", name: "coustilliers", typ: "Cl", hexes: "0712"},
		{clause: "gui-1o", leader: "dadizeele", in: "2010", contingent: "dadizeele"},
		{clause: "gui-1o", contingent: "dadizeele", name: "plat-pays-i", typ: "Mi", hexes: "1910"},
		{clause: "gui-1o", contingent: "dadizeele", name: "plat-pays-ii", typ: "Mi", hexes: "2010"},
		{clause: "gui-1o", contingent: "dadizeele", name: "plat-pays-iii", typ: "Mi", hexes: "2110"},
		{clause: "gui-2a", leader: "saint-andre", contingent: "saint-andre"},
		{clause: "gui-2a", contingent: "saint-andre", name: "saint-andre", typ: "Ha"},
		{clause: "gui-2a", contingent: "saint-andre", name: "archers-de-therouanne", typ: "Ar"},
	})
}

func TestGuinegateSides(t *testing.T) {
	cite.Clauses(t, "gui-1a", "gui-1b", "gui-1c", "gui-1d", "gui-1e", "gui-1f", "gui-1g", "gui-1q")
	f := load(t, guinegate)
	want := [2]sword.SideDef{{ID: "french", RoutEdge: "bottom"}, {ID: "burgundian", RoutEdge: "top"}}
	if !reflect.DeepEqual(f.Sides, want) || f.Turns != 12 || f.Rows != 26 || f.Cols != 30 {
		t.Errorf("sides %+v, %d turns, a map of %d by %d", f.Sides, f.Turns, f.Cols, f.Rows)
	}
	if want := (sword.MountingDef{Types: []string{"Ch", "Ha", "Ar"}, Dismount: [2]int{4, 3}}); !reflect.DeepEqual(f.Mounting, want) {
		t.Errorf("mounting %+v", f.Mounting)
	}
	for _, c := range f.Contingents {
		if (c.RoutEdge == "top") != (c.ID == "saint-andre") || c.RoutEdge != "" && c.ID != "saint-andre" {
			t.Errorf("%s routs to %q", c.ID, c.RoutEdge)
		}
	}
	var mounted []string
	for _, u := range f.Units {
		if want := [2]int{grid.N, grid.S}[f.side(u)]; u.Facing != want || u.Changed {
			t.Errorf("%s faces %d, want %d; changed %t", u.ID, u.Facing, want, u.Changed)
		}
		if u.Form == sword.Mounted {
			mounted = append(mounted, u.ID)
		}
	}
	if !slices.Equal(mounted, []string{"archers-d-ordonnance-i", "archers-d-ordonnance-ii", "archers-de-therouanne"}) {
		t.Errorf("archers on horse: %v", mounted)
	}
	if len(f.Pairs) > 0 {
		t.Errorf("pairs of %v", f.Pairs)
	}
	checkArmy(t, f, [2]int{20, 23}, [2]int{78, 99}, 9)
}

func TestGuinegateLeaders(t *testing.T) {
	f := load(t, guinegate)
	want := []sword.LeaderDef{
		{ID: "crevecoeur", Commander: true, Contingent: "crevecoeur", Hex: "2021", Bonus: 2, Rating: 3, Radius: 5, MP: 7},
		{ID: "gie", Contingent: "gie", Hex: "0919", Bonus: 1, Rating: 2, Radius: 4, MP: 7},
		{ID: "torcy", Contingent: "torcy", Hex: "1619", Bonus: 1, Rating: 2, Radius: 4, MP: 7},
		{ID: "saint-andre", Contingent: "saint-andre", Bonus: 1, Rating: 1, Radius: 3, MP: 7},
		{ID: "maximilien", Side: 1, Commander: true, Contingent: "maximilien", Hex: "2212", Bonus: 2, Rating: 4, Radius: 5, MP: 7},
		{ID: "nassau", Side: 1, Contingent: "nassau", Hex: "1513", Bonus: 2, Rating: 2, Radius: 4, MP: 7},
		{ID: "romont", Side: 1, Contingent: "romont", Hex: "2513", Bonus: 2, Rating: 1, Radius: 4, MP: 7},
		{ID: "ravestein", Side: 1, Contingent: "ravestein", Hex: "0813", Bonus: 1, Rating: 1, Radius: 4, MP: 7},
		{ID: "dadizeele", Side: 1, Contingent: "dadizeele", Hex: "2010", Bonus: 1, Rating: 3, Radius: 3, MP: 7},
	}
	if !slices.Equal(f.Leaders, want) {
		t.Errorf("leaders\n%+v\nwant\n%+v", f.Leaders, want)
	}
	checkStates(t, f)
}

func TestGuinegateMap(t *testing.T) {
	f := load(t, guinegate)
	checkGround(t, f, map[string]string{
		"village": "1216 1217", "bushes": "1215 1317", "farm": "1804 1904 2004", "river": "", "marsh": "",
		"wood": "0408 0508 0409 0509 2718 2818 2719 2819",
	})
	for h := range f.Hexes {
		col, row := f.m.Col(h), f.m.Row(h)
		level := 0
		if col >= 6 && col <= 14 && row >= 18 && row <= 21 {
			level = 1
		}
		if f.Hexes[h].Level != level || (level == 1) != f.in("hill", f.m.ID(h)) {
			t.Errorf("%s is on level %d, want %d, and on the hill", f.m.ID(h), f.Hexes[h].Level, level)
		}
		if col >= 20 && col <= 22 && row >= 12 && row <= 20 && f.Hexes[h] != (sword.HexDef{Terrain: "clear"}) {
			t.Errorf("%s is %+v, not the ground of the example", f.m.ID(h), f.Hexes[h])
		}
	}
	var stream, track int
	for _, e := range f.Edges {
		a, b := f.at(e.A), f.at(e.B)
		switch {
		case e.Kind == "stream" && f.m.Row(a) == 5 && f.m.Row(b) == 6:
			stream++
		case e.Kind == "track" && f.m.Col(a) == 16 && f.m.Col(b) == 16:
			track++
		default:
			t.Errorf("an edge %+v", e)
		}
	}
	banks := 0
	for h := range f.Hexes {
		for side := range 6 {
			if n := f.m.Neighbor(h, side); n >= 0 && f.m.Row(h) == 5 && f.m.Row(n) == 6 {
				banks++
			}
		}
	}
	if stream != banks || track != f.Rows-1 {
		t.Errorf("a stream of %d sides, want %d; a track of %d, want %d", stream, banks, track, f.Rows-1)
	}
	checkReach(t, f, func(int) bool { return true }, f.zone("camp")...)
}

func TestGuinegateReinforcements(t *testing.T) {
	cite.Clauses(t, "gui-2a", "gui-2b")
	f := load(t, guinegate)
	want := []sword.Reinforcement{{
		Turn: 5, Leader: "saint-andre", Units: []string{"saint-andre-ha", "archers-de-therouanne"},
		Entry: []string{"1401", "1501", "1601", "1701", "1801", "1901", "2001"},
	}}
	if !reflect.DeepEqual(f.Reinforcements, want) {
		t.Errorf("reinforcements %+v", f.Reinforcements)
	}
}

func TestGuinegateRules(t *testing.T) {
	f := load(t, guinegate)
	var want []sword.ScoreRule
	for _, both := range []sword.ScoreRule{
		{Key: "unit-horse", Clause: "gui-3a", Kind: sword.Eliminated, Points: 3, Types: []string{"Ch", "Ha"}, Quality: [2]int{0, 9}},
		{Key: "unit-guns", Clause: "gui-3b", Kind: sword.Eliminated, Points: 3, Types: []string{"At"}, Quality: [2]int{0, 9}},
		{Key: "unit-foot", Clause: "gui-3c", Kind: sword.Eliminated, Points: 2, Types: []string{"Pi", "Aq"}, Quality: [2]int{0, 9}},
		{Key: "unit-bowmen", Clause: "gui-3c", Kind: sword.Eliminated, Points: 2, Types: []string{"Ar", "Ab"}, Quality: [2]int{4, 9}},
		{Key: "unit-militia", Clause: "gui-3d", Kind: sword.Eliminated, Points: 1, Types: []string{"Mi", "Cl"}, Quality: [2]int{0, 9}},
		{Key: "unit-poor-archers", Clause: "gui-3d", Kind: sword.Eliminated, Points: 1, Types: []string{"Ar"}, Quality: [2]int{0, 3}},
		{Key: "unit-routed", Clause: "gui-3e", Kind: sword.RoutedEnd, Points: 1},
		{Key: "leader-killed", Clause: "gui-3f", Kind: sword.LeaderKilled, Points: 3},
		{Key: "leader-captured", Clause: "gui-3g", Kind: sword.LeaderCaptured, Points: 5},
		{Key: "commander-killed", Clause: "gui-3h", Kind: sword.CommanderKilled, Points: 10},
		{Key: "commander-captured", Clause: "gui-3i", Kind: sword.CommanderCaptured, Points: 15},
	} {
		for both.Side = range 2 {
			want = append(want, both)
		}
	}
	want = append(want, sword.ScoreRule{Key: "camp-entered", Clause: "gui-3j", Kind: sword.Entered, Points: 2, Max: 6, Zones: []string{"camp"}})
	checkVictory(t, f.Victory, sword.Victory{
		Scores: want,
		Decisive: []sword.DecisiveRule{
			{Key: "great-lead", Clause: "gui-3k", Kind: sword.Lead, Points: 30},
			{Key: "great-lead", Clause: "gui-3k", Side: 1, Kind: sword.Lead, Points: 30},
		},
		Margin: 30, Least: 10, MajorClause: "gui-3k", MinorClause: "gui-3l", DrawClause: "gui-3m",
	})
	checkScored(t, f)
	if got := f.zone("camp"); !slices.Equal(got, []string{"1804", "1904", "2004"}) {
		t.Errorf("the camp is %v", got)
	}
	special := sword.Special{Armour: &sword.Armour{Shooters: []string{"Ar", "Ab", "Cl", "Il"}, Targets: []string{"Ch", "Ha"}, Columns: 1}}
	if !reflect.DeepEqual(f.Special, special) {
		t.Errorf("special rules %+v", f.Special)
	}
}

func TestGuinegateOptions(t *testing.T) {
	cite.Clauses(t, "gui-1p", "gui-1r", "gui-1s", "gui-1t")
	if d := load(t, guinegate).Deploy; d != (sword.Deployment{Stacking: true, First: 1, Command: true, ZonesClause: "gui-1r", CommandClause: "gui-1s"}) {
		t.Errorf("deployment %+v", d)
	}
	f := load(t, guinegate, "free-set-up")
	if want := [2]sword.FreeZone{{Zone: "french-lines"}, {Zone: "burgundian-lines"}}; f.Deploy.Free != want || f.Deploy.First != 1 || !f.Deploy.Command {
		t.Errorf("deployment %+v", f.Deploy)
	}
	for h := range f.Hexes {
		id, row := f.m.ID(h), f.m.Row(h)
		if f.in("french-lines", id) != (row >= 18 && row <= 22) || f.in("burgundian-lines", id) != (row >= 9 && row <= 15) {
			t.Errorf("%s is wrong in the lines of a side", id)
		}
	}
	for _, u := range f.Units {
		if u.Hex != "" && !f.in([2]string{"french-lines", "burgundian-lines"}[f.side(u)], u.Hex) {
			t.Errorf("%s stands outside the lines of its side, in %s", u.ID, u.Hex)
		}
	}
	for _, u := range load(t, guinegate, "dismounted-gentilshommes").Units {
		if u.Changed != (u.ID == "gentilshommes") {
			t.Errorf("%s changed is %t", u.ID, u.Changed)
		}
	}
	s := load(t, guinegate, "ransom-hunters", "plunder").Special
	if !reflect.DeepEqual(s.Ransom, &sword.Ransom{Side: 0, Types: []string{"Ch", "Ha"}}) ||
		!reflect.DeepEqual(s.Plunder, &sword.Plunder{Contingent: "torcy", Zone: "camp"}) || s.Armour == nil {
		t.Errorf("special rules %+v", s)
	}
	if !load(t, guinegate, "rear-charge").RearCharge {
		t.Error("the switch of charges from behind is off")
	}
}
