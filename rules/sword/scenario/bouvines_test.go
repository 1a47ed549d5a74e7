package scenario_test

import (
	"reflect"
	"slices"
	"testing"

	"acies/grid"
	"acies/rulebook/cite"
	"acies/rules/sword"
)

func TestBouvinesSetUp(t *testing.T) {
	checkSetup(t, load(t, bouvines), []setup{
		{clause: "bou-1h", leader: "philippe-ii", in: "1215", contingent: "philippe-ii"},
		{clause: "bou-1h", contingent: "philippe-ii", name: "maison-du-roi", typ: "Ch", hexes: "1215"},
		{clause: "bou-1h", contingent: "philippe-ii", name: "guillaume-des-barres", typ: "Ch", hexes: "1113"},
		{clause: "bou-1h", contingent: "philippe-ii", name: "coucy", typ: "Ch", hexes: "1313"},
		{clause: "bou-1h", contingent: "philippe-ii", name: "sergents-royaux", typ: "Ha", hexes: "1415"},
		{clause: "bou-1h", contingent: "philippe-ii", name: "arras", typ: "Mi", hexes: "1012"},
		{clause: "bou-1h", contingent: "philippe-ii", name: "amiens", typ: "Mi", hexes: "1112"},
		{clause: "bou-1h", contingent: "philippe-ii", name: "beauvais", typ: "Mi", hexes: "1212"},
		{clause: "bou-1h", contingent: "philippe-ii", name: "compiegne", typ: "Mi", hexes: "1312"},
		{clause: "bou-1h", contingent: "philippe-ii", name: "corbie", typ: "Mi", hexes: "1412"},
		{clause: "bou-1h", contingent: "philippe-ii", name: "arbaletriers-royaux", typ: "Ab", hexes: "1211"},
		{clause: "bou-1i", leader: "eudes-iii", in: "1713", contingent: "eudes-iii"},
		{clause: "bou-1i", contingent: "eudes-iii", name: "bourgogne", typ: "Ch", hexes: "1713"},
		{clause: "bou-1i", contingent: "eudes-iii", name: "saint-pol", typ: "Ch", hexes: "1612"},
		{clause: "bou-1i", contingent: "eudes-iii", name: "montmorency", typ: "Ch", hexes: "1812"},
		{clause: "bou-1i", contingent: "eudes-iii", name: "sergents-de-bourgogne", typ: "Ha", hexes: "1613"},
		{clause: "bou-1j", leader: "frere-guerin", in: "2012", contingent: "frere-guerin"},
		{clause: "bou-1j", contingent: "frere-guerin", name: "champagne", typ: "Ch", hexes: "2012"},
		{clause: "bou-1j", contingent: "frere-guerin", name: "melun", typ: "Ch", hexes: "1913"},
		{clause: "bou-1j", contingent: "frere-guerin", name: "soissons", typ: "Cl", hexes: "2111"},
		{clause: "bou-1j", contingent: "frere-guerin", name: "sergents-de-champagne", typ: "Ha", hexes: "2112"},
		{clause: "bou-1k", leader: "robert-ii", in: "0713", contingent: "robert-ii"},
		{clause: "bou-1k", contingent: "robert-ii", name: "dreux", typ: "Ch", hexes: "0713"},
		{clause: "bou-1k", contingent: "robert-ii", name: "eveque-de-beauvais", typ: "Ch", hexes: "0613"},
		{clause: "bou-1k", contingent: "robert-ii", name: "ponthieu", typ: "Ch", hexes: "0813"},
		{clause: "bou-1k", contingent: "robert-ii", name: "pietons-de-dreux", typ: "Mi", hexes: "0612"},
		{clause: "bou-1k", contingent: "robert-ii", name: "vimeu", typ: "Mi", hexes: "0812"},
		{clause: "bou-1l", leader: "pierre-de-courtenay", in: "0514", contingent: "pierre-de-courtenay"},
		{clause: "bou-1l", contingent: "pierre-de-courtenay", name: "auxerre", typ: "Ch", hexes: "0514"},
		{clause: "bou-1l", contingent: "pierre-de-courtenay", name: "nevers", typ: "Ha", hexes: "0415"},
		{clause: "bou-1l", contingent: "pierre-de-courtenay", name: "saint-valery", typ: "Mi", hexes: "0412"},
		{clause: "bou-1m", leader: "otton-iv", in: "1304", contingent: "otton-iv"},
		{clause: "bou-1m", contingent: "otton-iv", name: "saxe", typ: "Ch", hexes: "1304"},
		{clause: "bou-1m", contingent: "otton-iv", name: "westphalie", typ: "Ch", hexes: "1204"},
		{clause: "bou-1m", contingent: "otton-iv", name: "brabant", typ: "Ch", hexes: "1406"},
		{clause: "bou-1m", contingent: "otton-iv", name: "limbourg", typ: "Ch", hexes: "1006"},
		{clause: "bou-1m", contingent: "otton-iv", name: "sergents-imperiaux", typ: "Ha", hexes: "1504"},
		{clause: "bou-1m", contingent: "otton-iv", name: "piquiers-saxons", typ: "Pi", hexes: "1307"},
		{clause: "bou-1m", contingent: "otton-iv", name: "piquiers-de-brabant", typ: "Pi", hexes: "1207"},
		{clause: "bou-1m", contingent: "otton-iv", name: "lorraine", typ: "Mi", hexes: "1407"},
		{clause: "bou-1m", contingent: "otton-iv", name: "hollande", typ: "Mi", hexes: "1107"},
		{clause: "bou-1m", contingent: "otton-iv", name: "namur", typ: "Mi", hexes: "1507"},
		{clause: "bou-1m", contingent: "otton-iv", name: "arbaletriers", typ: "Ab", hexes: "1308"},
		{clause: "bou-1n", leader: "ferrand", in: "1807", contingent: "ferrand"},
		{clause: "bou-1n", contingent: "ferrand", name: "flandre", typ: "Ch", hexes: "1807"},
		{clause: "bou-1n", contingent: "ferrand", name: "hainaut", typ: "Ch", hexes: "1707"},
		{clause: "bou-1n", contingent: "ferrand", name: "audenarde", typ: "Ch", hexes: "1907"},
		{clause: "bou-1n", contingent: "ferrand", name: "sergents-flamands", typ: "Ha", hexes: "2007"},
		{clause: "bou-1o", leader: "renaud-de-dammartin", in: "0806", contingent: "renaud-de-dammartin"},
		{clause: "bou-1o", contingent: "renaud-de-dammartin", name: "boulogne", typ: "Ch", hexes: "0806"},
		{clause: "bou-1o", contingent: "renaud-de-dammartin", name: "dammartin", typ: "Ha", hexes: "0906"},
		{clause: "bou-1o", contingent: "renaud-de-dammartin", name: "brabancons-i", typ: "Pi", hexes: "0807"},
		{clause: "bou-1o", contingent: "renaud-de-dammartin", name: "brabancons-ii", typ: "Pi", hexes: "0907"},
		{clause: "bou-1p", leader: "guillaume-longue-epee", in: "0607", contingent: "guillaume-longue-epee"},
		{clause: "bou-1p", contingent: "guillaume-longue-epee", name: "salisbury", typ: "Ch", hexes: "0607"},
		{clause: "bou-1p", contingent: "guillaume-longue-epee", name: "bigot", typ: "Ha", hexes: "0706"},
		{clause: "bou-1p", contingent: "guillaume-longue-epee", name: "archers-anglais", typ: "Ar", hexes: "0608"},
		{clause: "bou-1p", contingent: "guillaume-longue-epee", name: "soudoyers", typ: "Mi", hexes: "0707"},
		{clause: "bou-1q", leader: "hugues-de-boves", in: "0506", contingent: "hugues-de-boves"},
		{clause: "bou-1q", contingent: "hugues-de-boves", name: "boves", typ: "Ha", hexes: "0506"},
		{clause: "bou-1q", contingent: "hugues-de-boves", name: "routiers", typ: "Il", hexes: "0507"},
		{clause: "bou-1q", contingent: "hugues-de-boves", name: "arbaletriers-routiers", typ: "Ab", hexes: "0407"},
		{clause: "bou-2a", contingent: "ferrand", name: "gand", typ: "Mi"},
		{clause: "bou-2a", contingent: "ferrand", name: "bruges", typ: "Mi"},
		{clause: "bou-2a", contingent: "ferrand", name: "ypres", typ: "Mi"},
	})
}

func TestBouvinesSides(t *testing.T) {
	cite.Clauses(t, "bou-1a", "bou-1b", "bou-1c", "bou-1d", "bou-1e", "bou-1f", "bou-1g", "bou-4a")
	f := load(t, bouvines)
	want := [2]sword.SideDef{{ID: "coalition", RoutEdge: "top"}, {ID: "french", RoutEdge: "bottom"}}
	if !reflect.DeepEqual(f.Sides, want) || f.Turns != 12 || f.Rows != 20 || f.Cols != 26 {
		t.Errorf("sides %+v, %d turns, a map of %d by %d", f.Sides, f.Turns, f.Cols, f.Rows)
	}
	if want := (sword.MountingDef{Types: []string{"Ch", "Ha"}, Dismount: [2]int{2, 2}}); !reflect.DeepEqual(f.Mounting, want) {
		t.Errorf("mounting %+v", f.Mounting)
	}
	if !slices.Equal(f.Pairs, []string{"Mi"}) || f.RearCharge {
		t.Errorf("pairs %v, rear charge %t", f.Pairs, f.RearCharge)
	}
	for _, u := range f.Units {
		if want := [2]int{grid.S, grid.N}[f.side(u)]; u.Facing != want || u.Form != "" || u.Changed {
			t.Errorf("%s faces %d, want %d; form %q, changed %t", u.ID, u.Facing, want, u.Form, u.Changed)
		}
	}
	checkArmy(t, f, [2]int{29, 26}, [2]int{94, 76}, 10)
}

func TestBouvinesLeaders(t *testing.T) {
	cite.Clauses(t, "med-R27", "med-R28")
	f := load(t, bouvines)
	want := []sword.LeaderDef{
		{ID: "philippe-ii", Side: 1, Commander: true, Contingent: "philippe-ii", Hex: "1215", Bonus: 3, Rating: 4, Radius: 5, MP: 7},
		{ID: "eudes-iii", Side: 1, Contingent: "eudes-iii", Hex: "1713", Bonus: 1, Rating: 2, Radius: 4, MP: 7},
		{ID: "frere-guerin", Side: 1, Contingent: "frere-guerin", Hex: "2012", Bonus: 2, Rating: 1, Radius: 4, MP: 7},
		{ID: "robert-ii", Side: 1, Contingent: "robert-ii", Hex: "0713", Bonus: 1, Rating: 1, Radius: 4, MP: 7},
		{ID: "pierre-de-courtenay", Side: 1, Contingent: "pierre-de-courtenay", Hex: "0514", Bonus: 1, Rating: 2, Radius: 3, MP: 7},
		{ID: "otton-iv", Commander: true, Contingent: "otton-iv", Hex: "1304", Bonus: 2, Rating: 3, Radius: 5, MP: 7},
		{ID: "ferrand", Contingent: "ferrand", Hex: "1807", Bonus: 1, Rating: 1, Radius: 4, MP: 7},
		{ID: "renaud-de-dammartin", Contingent: "renaud-de-dammartin", Hex: "0806", Bonus: 2, Rating: 2, Radius: 4, MP: 7},
		{ID: "guillaume-longue-epee", Contingent: "guillaume-longue-epee", Hex: "0607", Bonus: 1, Rating: 2, Radius: 4, MP: 7},
		{ID: "hugues-de-boves", Contingent: "hugues-de-boves", Hex: "0506", Rating: 3, Radius: 3, MP: 7},
	}
	if !slices.Equal(f.Leaders, want) {
		t.Errorf("leaders\n%+v\nwant\n%+v", f.Leaders, want)
	}
	checkStates(t, f)
}

func TestBouvinesMap(t *testing.T) {
	f := load(t, bouvines)
	checkGround(t, f, map[string]string{
		"bridge": "0213", "village": "0413 0604 0605 2512 1519 1619", "farm": "1111 1418",
		"wood": "2203 2303 2204 2304 2414 2514 2415 2515",
	})
	for h := range f.Hexes {
		col, row := f.m.Col(h), f.m.Row(h)
		want := "clear"
		switch {
		case col == 2 && row != 13:
			want = "river"
		case col == 3 && row != 13:
			want = "marsh"
		}
		if got := f.Hexes[h].Terrain; want != "clear" && got != want || want == "clear" && (got == "river" || got == "marsh") {
			t.Errorf("%s is %s, want %s", f.m.ID(h), got, want)
		}
		level := 0
		if col >= 9 && col <= 21 && row <= 5 {
			level = 1
		}
		if f.Hexes[h].Level != level {
			t.Errorf("%s is on level %d, want %d", f.m.ID(h), f.Hexes[h].Level, level)
		}
	}
	if len(f.Edges) != 24 || f.Edges[0] != (sword.EdgeDef{A: "0213", B: "0313", Kind: "road"}) || f.Edges[23].B != "2609" {
		t.Errorf("the road has %d sides: %+v", len(f.Edges), f.Edges)
	}
	checkReach(t, f, func(h int) bool { return f.m.Col(h) >= 2 }, "0213")
}

func TestBouvinesReinforcements(t *testing.T) {
	cite.Clauses(t, "bou-2a", "bou-2b")
	f := load(t, bouvines)
	want := []sword.Reinforcement{{
		Turn: 3, Leader: "ferrand", Units: []string{"gand", "bruges", "ypres"}, Entry: []string{"1801", "1901", "2001", "2101", "2201"},
	}}
	if !reflect.DeepEqual(f.Reinforcements, want) {
		t.Errorf("reinforcements %+v", f.Reinforcements)
	}
}

func TestBouvinesRules(t *testing.T) {
	cite.Clauses(t, "bou-4c")
	f := load(t, bouvines)
	var want []sword.ScoreRule
	for _, both := range []sword.ScoreRule{
		{Key: "unit-knights", Clause: "bou-3a", Kind: sword.Eliminated, Points: 4, Types: []string{"Ch"}},
		{Key: "unit-men-at-arms", Clause: "bou-3b", Kind: sword.Eliminated, Points: 3, Types: []string{"Ha"}},
		{Key: "unit-foot", Clause: "bou-3c", Kind: sword.Eliminated, Points: 2, Types: []string{"Pi", "Ar", "Ab", "Cl", "Il"}},
		{Key: "unit-militia", Clause: "bou-3d", Kind: sword.Eliminated, Points: 1, Types: []string{"Mi"}},
		{Key: "unit-routed", Clause: "bou-3e", Kind: sword.RoutedEnd, Points: 1},
		{Key: "leader-killed", Clause: "bou-3f", Kind: sword.LeaderKilled, Points: 3},
		{Key: "leader-captured", Clause: "bou-3g", Kind: sword.LeaderCaptured, Points: 5},
		{Key: "commander-killed", Clause: "bou-3h", Kind: sword.CommanderKilled, Points: 10},
		{Key: "commander-captured", Clause: "bou-3i", Kind: sword.CommanderCaptured, Points: 15},
	} {
		if both.Kind == sword.Eliminated {
			both.Quality = [2]int{0, 9}
		}
		for both.Side = range 2 {
			want = append(want, both)
		}
	}
	want = append(want, sword.ScoreRule{
		Key: "bridge-taken", Clause: "bou-3j", Kind: sword.UnitsAcross, Points: 5, Zones: []string{"bridge", "bouvines"},
		Types: []string{"Ch", "Ha", "Cl", "Su", "Pi", "Mi", "Il", "Ar", "Ab", "Aq", "At"},
	})
	checkVictory(t, f.Victory, sword.Victory{
		Scores: want,
		Decisive: []sword.DecisiveRule{
			{Key: "great-lead", Clause: "bou-3k", Kind: sword.Lead, Points: 30},
			{Key: "great-lead", Clause: "bou-3k", Side: 1, Kind: sword.Lead, Points: 30},
		},
		Margin: 30, Least: 10, MajorClause: "bou-3k", MinorClause: "bou-3l", DrawClause: "bou-3m",
	})
	checkScored(t, f)
	if got := slices.Concat(f.zone("bridge"), f.zone("bouvines")); !slices.Equal(got, []string{"0213", "0413"}) {
		t.Errorf("the bridge and Bouvines are %v", got)
	}
	if want := (sword.Special{FarBank: &sword.FarBank{Zone: "west-bank"}}); !reflect.DeepEqual(f.Special, want) {
		t.Errorf("special rules %+v", f.Special)
	}
	for h := range f.Hexes {
		if id := f.m.ID(h); f.in("west-bank", id) != (f.m.Col(h) == 1) {
			t.Errorf("%s on the west bank is %t", id, f.in("west-bank", id))
		}
	}
}

func TestBouvinesOptions(t *testing.T) {
	cite.Clauses(t, "bou-1r", "bou-1s", "bou-1t", "med-R61")
	if d := load(t, bouvines).Deploy; d != (sword.Deployment{Stacking: true, Command: true, ZonesClause: "bou-1r", CommandClause: "bou-1s"}) {
		t.Errorf("deployment %+v", d)
	}
	f := load(t, bouvines, "free-set-up")
	if want := [2]sword.FreeZone{{Zone: "coalition-lines"}, {Zone: "french-lines"}}; f.Deploy.Free != want || f.Deploy.First != 0 || !f.Deploy.Command {
		t.Errorf("deployment %+v", f.Deploy)
	}
	for h := range f.Hexes {
		id, col, row := f.m.ID(h), f.m.Col(h), f.m.Row(h)
		middle := col >= 4 && col <= 22
		if f.in("coalition-lines", id) != (middle && row >= 4 && row <= 8) || f.in("french-lines", id) != (middle && row >= 11 && row <= 16) {
			t.Errorf("%s is wrong in the lines of a side", id)
		}
	}
	for _, u := range f.Units {
		if u.Hex != "" && !f.in([2]string{"coalition-lines", "french-lines"}[f.side(u)], u.Hex) {
			t.Errorf("%s stands outside the lines of its side, in %s", u.ID, u.Hex)
		}
	}
	s := load(t, bouvines, "ring-of-brabancons", "doubtful-ally").Special
	want := sword.Special{
		FarBank:  &sword.FarBank{Zone: "west-bank"},
		Ring:     &sword.Ring{Contingent: "renaud-de-dammartin", Types: []string{"Pi"}},
		Doubtful: &sword.Doubtful{Names: []string{"brabant", "piquiers-de-brabant"}, Least: 4},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("special rules %+v", s)
	}
	if !load(t, bouvines, "rear-charge").RearCharge {
		t.Error("the switch of charges from behind is off")
	}
}
