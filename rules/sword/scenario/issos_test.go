package scenario_test

import (
	"reflect"
	"slices"
	"testing"

	"acies/rulebook/cite"
	"acies/rules/sword"
)

func TestIssosSetUp(t *testing.T) {
	checkSetup(t, load(t, issos), []setup{
		{clause: "iss-13.9h", leader: "alexander", in: "1218", contingent: "alexander"},
		{clause: "iss-13.9h", contingent: "alexander", name: "agema", typ: "Ca", hexes: "1218"},
		{clause: "iss-13.9i", leader: "parmenion", in: "2315"},
		{clause: "iss-13.9j", leader: "philotas", in: "1319", contingent: "philotas"},
		{clause: "iss-13.9j", contingent: "philotas", name: "philotas", typ: "Ca", hexes: "1319 1319 1319"},
		{clause: "iss-13.9k", leader: "protomachos", in: "1119", contingent: "protomachos"},
		{clause: "iss-13.9k", contingent: "protomachos", name: "prodromoi", typ: "Cl", hexes: "1119"},
		{clause: "iss-13.9k", contingent: "protomachos", name: "paeonians", typ: "Cl", hexes: "1019"},
		{clause: "iss-13.9k", contingent: "protomachos", name: "agrianians", typ: "Ja", hexes: "0917"},
		{clause: "iss-13.9k", contingent: "protomachos", name: "macedonian-archers", typ: "Ar", hexes: "1018"},
		{clause: "iss-13.9l", leader: "nikanor", in: "1517", contingent: "nikanor"},
		{clause: "iss-13.9l", contingent: "nikanor", name: "hypaspists", typ: "Ho", hexes: "1417 1517 1616"},
		{clause: "iss-13.9l", contingent: "nikanor", name: "koinos", typ: "Ph", hexes: "1716 1716"},
		{clause: "iss-13.9l", contingent: "nikanor", name: "perdikkas", typ: "Ph", hexes: "1816 1816"},
		{clause: "iss-13.9m", leader: "krateros", in: "2015", contingent: "krateros"},
		{clause: "iss-13.9m", contingent: "krateros", name: "meleagros", typ: "Ph", hexes: "1916 1916"},
		{clause: "iss-13.9m", contingent: "krateros", name: "ptolemaios", typ: "Ph", hexes: "2015 2015"},
		{clause: "iss-13.9m", contingent: "krateros", name: "amyntas", typ: "Ph", hexes: "2115 2115"},
		{clause: "iss-13.9m", contingent: "krateros", name: "krateros", typ: "Ph", hexes: "2215 2215"},
		{clause: "iss-13.9n", leader: "philippos", in: "2414", contingent: "philippos"},
		{clause: "iss-13.9n", contingent: "philippos", name: "thessalians", typ: "Ca", hexes: "2315 2414 2413"},
		{clause: "iss-13.9n", contingent: "philippos", name: "greek-allies", typ: "Ca", hexes: "2314"},
		{clause: "iss-13.9n", contingent: "philippos", name: "cretans", typ: "Ar", hexes: "2316"},
		{clause: "iss-13.9n", contingent: "philippos", name: "thracians", typ: "Pe", hexes: "2216 2415"},
		{clause: "iss-13.9o", leader: "balakros", in: "1814", contingent: "balakros"},
		{clause: "iss-13.9o", contingent: "balakros", name: "mercenaries", typ: "Ho", hexes: "1614 1814 2013 2213"},
		{clause: "iss-13.9p", leader: "darius", in: "1622"},
		{clause: "iss-13.9q", leader: "arsames", in: "1221", contingent: "arsames"},
		{clause: "iss-13.9q", contingent: "arsames", name: "persians", typ: "Ja", hexes: "1420 1420 1122 1123"},
		{clause: "iss-13.9q", contingent: "arsames", name: "persians", typ: "Ar", hexes: "1520 1620 1221 1022"},
		{clause: "iss-13.9r", leader: "rheomithres", in: "0515", contingent: "rheomithres"},
		{clause: "iss-13.9r", contingent: "rheomithres", name: "highlanders", typ: "Ja", hexes: "0515 0615"},
		{clause: "iss-13.9r", contingent: "rheomithres", name: "highlanders", typ: "Ar", hexes: "0514"},
		{clause: "iss-13.9s", leader: "aristomedes", in: "1421", contingent: "aristomedes"},
		{clause: "iss-13.9s", contingent: "aristomedes", name: "kardakes", typ: "Pe", hexes: "1222 1322 1421 1522 1621 1423"},
		{clause: "iss-13.9t", leader: "thymondas", in: "1919", contingent: "thymondas"},
		{
			clause: "iss-13.9t", contingent: "thymondas", name: "greek-mercenaries", typ: "Ho",
			hexes: "1719 1819 1919 2018 2118 1720 1820 1920 2019 2119",
		},
		{clause: "iss-13.9u", leader: "atizyes", in: "2219", contingent: "atizyes"},
		{clause: "iss-13.9u", contingent: "atizyes", name: "kardakes", typ: "Pe", hexes: "2218 2219 2220"},
		{clause: "iss-13.9u", contingent: "atizyes", name: "slingers", typ: "Ja", hexes: "2121"},
		{clause: "iss-13.9v", leader: "nabarzanes", in: "2319", contingent: "nabarzanes"},
		{clause: "iss-13.9v", contingent: "nabarzanes", name: "persian-horse", typ: "Ca", hexes: "2318 2319 2320 2418 2419 2420"},
		{clause: "iss-13.9v", contingent: "nabarzanes", name: "hyrcanians", typ: "Cl", hexes: "2417 2421"},
		{clause: "iss-13.9v", contingent: "nabarzanes", name: "medes", typ: "Cl", hexes: "2321 2221"},
		{clause: "iss-13.9w", leader: "oxathres", in: "1722", contingent: "oxathres"},
		{clause: "iss-13.9w", contingent: "oxathres", name: "kinsmen", typ: "Ca", hexes: "1523 1622 1722"},
		{clause: "iss-13.9w", contingent: "oxathres", name: "melophoroi", typ: "Ho", hexes: "1721"},
		{clause: "iss-13.9x", leader: "boubakes", in: "1524", contingent: "boubakes"},
		{clause: "iss-13.9x", contingent: "boubakes", name: "levies", typ: "In", hexes: "1224 1324 1425 1524 1725 1824 1924 2024"},
	})
}

func TestIssosSides(t *testing.T) {
	cite.Clauses(t, "iss-13.9a", "iss-13.9b", "iss-13.9c", "iss-13.9d", "iss-13.9e", "iss-13.9f")
	f := load(t, issos)
	if f.Sides[0].ID != "macedonian" || f.Sides[1].ID != "persian" || f.Turns != 9 {
		t.Errorf("attacker %s, defender %s, %d turns", f.Sides[0].ID, f.Sides[1].ID, f.Turns)
	}
	if f.Sides[0].RoutEdge != "top" || f.Sides[1].RoutEdge != "bottom" || f.Rows != 30 {
		t.Errorf("rout edges %s and %s of %d rows", f.Sides[0].RoutEdge, f.Sides[1].RoutEdge, f.Rows)
	}
	if want := (sword.Deployment{Stacking: true}); f.Deploy != want {
		t.Errorf("deployment %+v", f.Deploy)
	}
	type stack struct {
		name, typ string
		sp        int
	}
	stacks := map[string]stack{}
	for _, u := range f.Units {
		if want := [2]int{2, 5}[f.side(u)]; u.Facing != want {
			t.Errorf("%s faces %d, want %d", u.ID, u.Facing, want)
		}
		s, ok := stacks[u.Hex]
		if ok && (s.name != u.Name || s.typ != u.Type) || s.sp+u.Front.SP > 9 {
			t.Errorf("%s of %d SP is stacked with %+v", u.ID, u.Front.SP, s)
		}
		stacks[u.Hex] = stack{u.Name, u.Type, s.sp + u.Front.SP}
	}
	if !slices.Equal(f.Sides[0].Bonus, []string{"alexander", "parmenion"}) || !slices.Equal(f.Sides[1].Bonus, []string{"darius"}) {
		t.Errorf("initiative by %v and %v", f.Sides[0].Bonus, f.Sides[1].Bonus)
	}
}

// TestIssosMap checks the river, its banks and where the armies stand.
func TestIssosMap(t *testing.T) {
	cite.Clauses(t, "ant-D12", "ant-D13", "ant-D16", "ant-D34")
	f := load(t, issos)
	if f.Cols != 28 || f.Rows != 30 || len(f.Hexes) != 840 || len(f.Edges) != 0 {
		t.Fatalf("a map of %d by %d, %d hexes, %d edges", f.Cols, f.Rows, len(f.Hexes), len(f.Edges))
	}
	river := f.zone("pinarus")
	if len(river) != 24 || !f.connected(river) {
		t.Errorf("the Pinarus is %v", river)
	}
	for i, hex := range river {
		if f.m.Col(f.at(hex)) != i+1 {
			t.Errorf("hex %d of the Pinarus is %s", i+1, hex)
		}
	}
	south, north := f.zone("macedonian-bank"), f.zone("persian-bank")
	if !f.connected(south) || !f.connected(north) {
		t.Error("a bank is in pieces")
	}
	for h := range f.Hexes {
		id := f.m.ID(h)
		zones := 0
		for _, z := range []string{"pinarus", "gulf-of-issos", "macedonian-bank", "persian-bank"} {
			if f.in(z, id) {
				zones++
			}
		}
		if zones != 1 {
			t.Errorf("%s is in %d of river, sea and banks", id, zones)
		}
		for side := range 6 {
			n := f.m.Neighbor(h, side)
			if n >= 0 && f.in("macedonian-bank", id) && f.in("persian-bank", f.m.ID(n)) {
				t.Errorf("from %s to %s there is no river", id, f.m.ID(n))
			}
			if n >= 0 && max(f.Hexes[h].Level, f.Hexes[n].Level)-min(f.Hexes[h].Level, f.Hexes[n].Level) > 1 {
				t.Errorf("from %s to %s is more than one level", id, f.m.ID(n))
			}
		}
	}
	for _, u := range f.Units {
		bank := [2]string{"macedonian-bank", "persian-bank"}[f.side(u)]
		if u.Contingent == "rheomithres" {
			bank = "macedonian-bank"
		}
		if !f.in(bank, u.Hex) {
			t.Errorf("%s starts in %s, not on the %s", u.ID, u.Hex, bank)
		}
		level := 0
		if u.Contingent == "rheomithres" || u.Contingent == "thymondas" || u.ID == "kardakes-7" || u.ID == "kardakes-8" {
			level = 1
		}
		if h := f.Hexes[f.at(u.Hex)]; h != (sword.HexDef{Terrain: "clear", Level: level}) {
			t.Errorf("%s starts on %+v", u.ID, h)
		}
	}
	for hex, want := range map[string]string{"1319": "clear", "1320": "ford-1", "1420": "clear", "1521": "clear", "1728": "clear"} {
		if got := f.terrain(hex); got != want {
			t.Errorf("%s is %s, want %s", hex, got, want)
		}
	}
	for _, hex := range []string{"1521", "1321"} {
		if slices.ContainsFunc(f.Units, func(u sword.UnitDef) bool { return u.Hex == hex }) {
			t.Errorf("%s is not free", hex)
		}
	}
	for _, pair := range []struct {
		a, b string
		want int
	}{
		{"1319", "1320", 1},
		{"1320", "1420", 1},
		{"1420", "1521", 1},
		{"1319", "1420", 2},
		{"1319", "1520", 2},
		{"1319", "1620", 3},
		{"1420", "1520", 1},
		{"1520", "1521", 1},
		{"2115", "2214", 1},
		{"2020", "2017", 3},
	} {
		if got := f.distance(pair.a, pair.b); got != pair.want {
			t.Errorf("from %s to %s are %d hexes, want %d", pair.a, pair.b, got, pair.want)
		}
	}
	if _, ok := f.m.Straight(f.at("2020"), f.at("2017")); !ok {
		t.Error("2020 to 2017 is not a straight line")
	}
}

func TestIssosUnits(t *testing.T) {
	cite.Clauses(t, "ant-D24", "ant-D29", "ant-D33")
	f := load(t, issos)
	companions := f.named("philotas")
	for i, want := range []sword.Values{{SP: 1, Quality: 6, MP: 6}, {SP: 4, Quality: 7, MP: 6}, {SP: 2, Quality: 6, MP: 6}} {
		if companions[i].Front != want {
			t.Errorf("%s is %+v, want %+v", companions[i].ID, companions[i].Front, want)
		}
	}
	for _, u := range f.named("persians") {
		want := sword.Values{SP: 4, Quality: 3, MP: 5, Shoots: true}
		if u.Type == "Ar" {
			want = sword.Values{SP: 4, Quality: 4, MP: 4, Shoots: true}
		}
		if u.Front != want {
			t.Errorf("%s is %+v, want %+v", u.ID, u.Front, want)
		}
	}
	if l := f.leader("philotas"); l.Bonus != 2 {
		t.Errorf("Philotas has bonus %d", l.Bonus)
	}
	if a, b := f.unit("kardakes-1"), f.unit("kardakes-7"); a.Name != b.Name || a.Contingent == b.Contingent {
		t.Errorf("Kardakes %+v, %+v", a, b)
	}
	var units, sp [2]int
	for _, u := range f.Units {
		units[f.side(u)]++
		sp[f.side(u)] += u.Front.SP
		if u.Back.SP != max(1, u.Front.SP-1) || u.Back.Quality != u.Front.Quality-1 || u.Back.MP != u.Front.MP || u.Back.Shoots != u.Front.Shoots {
			t.Errorf("%s tires from %+v to %+v", u.ID, u.Front, u.Back)
		}
	}
	if units != [2]int{34, 53} || sp != [2]int{128, 260} || len(f.Leaders) != 17 {
		t.Errorf("armies of %v units, %v SP; %d leaders", units, sp, len(f.Leaders))
	}
}

func TestIssosRules(t *testing.T) {
	f := load(t, issos)
	phalanx := []string{"koinos", "perdikkas", "meleagros", "ptolemaios", "amyntas", "krateros"}
	var want []sword.ScoreRule
	for _, both := range []sword.ScoreRule{
		{Key: "unit-poor", Clause: "iss-13.8a", Kind: sword.Eliminated, Points: 1, Quality: [2]int{0, 4}},
		{Key: "unit-good", Clause: "iss-13.8b", Kind: sword.Eliminated, Points: 2, Quality: [2]int{5, 6}},
		{Key: "unit-best", Clause: "iss-13.8c", Kind: sword.Eliminated, Points: 3, Quality: [2]int{7, 9}},
		{Key: "leader-killed", Clause: "iss-13.8d", Kind: sword.LeaderKilled, Points: 3},
	} {
		for both.Side = range 2 {
			want = append(want, both)
		}
	}
	want = append(
		want,
		sword.ScoreRule{Key: "darius-fled", Clause: "iss-13.8e", Kind: sword.Fled, Points: 10},
		sword.ScoreRule{Key: "camp-taken", Clause: "iss-13.8f", Kind: sword.OccupiedEnd, Points: 5, Max: 5, Zones: []string{"camp"}, Valiant: true},
		sword.ScoreRule{Key: "phalanx-across", Clause: "iss-13.8g", Kind: sword.NamesAcross, Points: 1, Names: phalanx, Zones: []string{"persian-bank"}},
		sword.ScoreRule{Key: "parmenion-killed", Clause: "iss-13.8h", Side: 1, Kind: sword.LeaderKilled, Points: 5, Leader: "parmenion"},
		sword.ScoreRule{
			Key: "horse-across", Clause: "iss-13.8i", Side: 1, Kind: sword.UnitsAcross, Points: 1, Max: 5,
			Types: []string{"Ca", "Cl"}, Zones: []string{"macedonian-bank"},
		},
		sword.ScoreRule{Key: "phalanx-lost", Clause: "iss-13.8j", Side: 1, Kind: sword.NamesLost, Points: 2, Names: phalanx},
		sword.ScoreRule{Key: "darius-stands", Clause: "iss-13.8k", Side: 1, Kind: sword.NotFled, Points: 5},
	)
	checkVictory(t, f.Victory, sword.Victory{
		Scores: want,
		Decisive: []sword.DecisiveRule{
			{Key: "darius-gone-camp-taken", Clause: "iss-13.8l", Kind: sword.FledAndInZone, Zones: []string{"camp"}},
			{Key: "darius-dead", Clause: "iss-13.8m", Kind: sword.LeaderDead, Leader: "darius"},
			{Key: "alexander-dead", Clause: "iss-13.8n", Side: 1, Kind: sword.LeaderDead, Leader: "alexander"},
		},
		Margin: 8, MajorClause: "iss-13.8o", MinorClause: "iss-13.8p", DrawClause: "iss-13.8q",
	})
	for _, name := range phalanx {
		if units := f.named(name); len(units) != 2 || units[0].Type != "Ph" {
			t.Errorf("the battalion of %s is %+v", name, units)
		}
	}
	if got := f.zone("camp"); !slices.Equal(got, []string{"1728"}) {
		t.Errorf("the camp is %v", got)
	}
	special := sword.Special{
		SecondBlow: &sword.SecondBlow{Leader: "alexander"},
		HillForce:  &sword.HillForce{Contingent: "rheomithres", Distance: 2, FromTurn: 4},
		Flight: &sword.Flight{
			Leader: "darius", Guard: "oxathres", Lost: 2, Threats: []string{"Ca", "Ph", "Ho"}, Needed: 5, Wounded: 2, Rally: 2,
		},
		Levies: &sword.Levies{Types: []string{"In"}, Against: []string{"Ph", "Ho"}},
	}
	if !reflect.DeepEqual(f.Special, special) {
		t.Errorf("special rules %+v", f.Special)
	}
}

// checkVictory compares the rules of victory one by one.
func checkVictory(t *testing.T, got, want sword.Victory) {
	t.Helper()
	if len(got.Scores) != len(want.Scores) || len(got.Decisive) != len(want.Decisive) {
		t.Fatalf("%d scores and %d decisive, want %d and %d", len(got.Scores), len(got.Decisive), len(want.Scores), len(want.Decisive))
	}
	for i := range want.Scores {
		if !reflect.DeepEqual(got.Scores[i], want.Scores[i]) {
			t.Errorf("score\n%+v\nwant\n%+v", got.Scores[i], want.Scores[i])
		}
	}
	for i := range want.Decisive {
		if !reflect.DeepEqual(got.Decisive[i], want.Decisive[i]) {
			t.Errorf("decisive\n%+v\nwant\n%+v", got.Decisive[i], want.Decisive[i])
		}
	}
	got.Scores, want.Scores, got.Decisive, want.Decisive = nil, nil, nil, nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("victory %+v, want %+v", got, want)
	}
}
