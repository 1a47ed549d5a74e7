package scenario_test

import (
	"slices"
	"strings"
	"testing"

	"acies/battles"
	"acies/rulebook/cite"
	"acies/rules/sword"
)

var districts = []string{"pitane", "limnai", "mesoa", "kynosoura"}

func TestSpartaSetUp(t *testing.T) {
	checkSetup(t, load(t, sparta), []setup{
		{clause: "ant-13.3.1e", leader: "flamininus", in: "0617"},
		{clause: "ant-13.3.1f", leader: "pretor-i", in: "0517", contingent: "pretor-i"},
		{clause: "ant-13.3.1g", contingent: "pretor-i", name: "velites-i", typ: "Ja", hexes: "0515 0615"},
		{clause: "ant-13.3.1h", contingent: "pretor-i", name: "hastati-i", typ: "Lg", hexes: "0416 0517"},
		{clause: "ant-13.3.1i", contingent: "pretor-i", name: "principes-i", typ: "Lg", hexes: "0318 0418"},
		{clause: "ant-13.3.1j", contingent: "pretor-i", name: "triarii-i", typ: "Ho", hexes: "0320 0420"},
		{clause: "ant-13.3.1k", contingent: "pretor-i", name: "equites-i", typ: "Ca", hexes: "0617"},
		{clause: "ant-13.3.1l", leader: "pretor-ii", in: "0918", contingent: "pretor-ii"},
		{clause: "ant-13.3.1m", contingent: "pretor-ii", name: "velites-ii", typ: "Ja", hexes: "0916 1016"},
		{clause: "ant-13.3.1n", contingent: "pretor-ii", name: "hastati-ii", typ: "Lg", hexes: "0817 0918"},
		{clause: "ant-13.3.1o", contingent: "pretor-ii", name: "principes-ii", typ: "Lg", hexes: "0719 0819"},
		{clause: "ant-13.3.1p", contingent: "pretor-ii", name: "triarii-ii", typ: "Ho", hexes: "0520 0620"},
		{clause: "ant-13.3.1q", contingent: "pretor-ii", name: "equites-ii", typ: "Ca", hexes: "1018"},
		{clause: "ant-13.3.1r", leader: "pretor-iii", in: "0215", contingent: "pretor-iii"},
		{clause: "ant-13.3.1s", contingent: "pretor-iii", name: "velites-iii", typ: "Ja", hexes: "0213 0314"},
		{clause: "ant-13.3.1t", contingent: "pretor-iii", name: "hastati-iii", typ: "Lg", hexes: "0115 0215"},
		{clause: "ant-13.3.1u", contingent: "pretor-iii", name: "principes-iii", typ: "Lg", hexes: "0117 0217"},
		{clause: "ant-13.3.1v", contingent: "pretor-iii", name: "triarii-iii", typ: "Ho", hexes: "0119 0219"},
		{clause: "ant-13.3.1w", contingent: "pretor-iii", name: "equites-iii", typ: "Ca", hexes: "0316"},
		{clause: "ant-13.3.1x", leader: "nabis", in: "1005"},
		{clause: "ant-13.3.1y", leader: "gorgopas", in: "0209", contingent: "gorgopas"},
		{clause: "ant-13.3.1z", contingent: "gorgopas", name: "spartans", typ: "Ho", hexes: "0109 0209"},
		{clause: "ant-13.3.1aa", contingent: "gorgopas", name: "perioikoi", typ: "Ho", hexes: "0310 0410"},
		{clause: "ant-13.3.1ab", contingent: "gorgopas", name: "helots", typ: "Ja", hexes: "0511 0610"},
		{clause: "ant-13.3.1ac", contingent: "gorgopas", name: "laconians", typ: "Pe", hexes: "0905 1005 1106"},
		{clause: "ant-13.3.1ad", leader: "pythagoras", in: "1211", contingent: "pythagoras"},
		{clause: "ant-13.3.1ae", contingent: "pythagoras", name: "cretans", typ: "Ar", hexes: "0911 1011 1313"},
		{clause: "ant-13.3.1af", contingent: "pythagoras", name: "mercenaries", typ: "Pe", hexes: "0912 1012 1113 1211"},
		{clause: "ant-13.3.1ag", contingent: "pythagoras", name: "argos", typ: "Ho", hexes: "1609"},
		{clause: "ant-13.3.1ah", contingent: "pythagoras", name: "argos", typ: "Pe", hexes: "1510"},
	})
}

func TestSpartaSides(t *testing.T) {
	cite.Clauses(t, "ant-13.1a", "ant-13.3.1b", "ant-13.3.1c", "ant-13.3.1d", "ant-R79", "ant-13.3.2a", "ant-13.2.1c")
	f := load(t, sparta)
	if f.Sides[0].ID != "roman" || f.Sides[1].ID != "spartan" {
		t.Errorf("attacker %s, defender %s", f.Sides[0].ID, f.Sides[1].ID)
	}
	if f.Sides[0].RoutEdge != "bottom" || f.Sides[1].RoutEdge != "top" || f.Rows != 20 {
		t.Errorf("rout edges %s and %s of %d rows", f.Sides[0].RoutEdge, f.Sides[1].RoutEdge, f.Rows)
	}
	if f.Turns != 8 {
		t.Errorf("%d turns", f.Turns)
	}
	if d := f.Deploy; !d.Face || !d.Exchange || d.Stacking || d.Free != [2]sword.FreeZone{} {
		t.Errorf("deployment %+v", d)
	}
	used := map[string]bool{}
	for _, u := range f.Units {
		if used[u.Hex] {
			t.Errorf("two units in %s", u.Hex)
		}
		used[u.Hex] = true
		if want := [2]int{0, 3}[f.side(u)]; u.Facing != want {
			t.Errorf("%s faces %d, want %d", u.ID, u.Facing, want)
		}
	}
	for _, dir := range dirs {
		if p := read(t, battles.FS, dir); p.Book == "antiquity-2" && p.ID != sparta {
			t.Errorf("%s is a second battle of the volume", p.ID)
		}
	}
}

func TestSpartaMap(t *testing.T) {
	cite.Clauses(t, "ant-D1", "ant-D2", "ant-D3", "ant-D4", "ant-D5", "ant-D9", "ant-D17", "ant-D36")
	f := load(t, sparta)
	if f.Cols != 16 || f.Rows != 20 || len(f.Hexes) != 320 {
		t.Fatalf("a map of %d by %d, %d hexes", f.Cols, f.Rows, len(f.Hexes))
	}
	count, levels := map[string]int{}, map[int]int{}
	for _, h := range f.Hexes {
		count[h.Terrain]++
		levels[h.Level]++
	}
	for terrain, want := range map[string]int{"clear": 273, "city": 43, "tower": 1, "temple": 1, "sanctuary": 1, "citadel": 1} {
		if count[terrain] != want {
			t.Errorf("%d hexes are %s, want %d", count[terrain], terrain, want)
		}
	}
	if len(levels) != 2 || levels[1] != 12 {
		t.Errorf("levels %v", levels)
	}
	kinds := map[string]int{}
	for _, e := range f.Edges {
		kinds[e.Kind]++
	}
	if kinds["river"] != 31 || kinds["fortification"] != 22 || kinds["path"] == 0 || len(kinds) != 3 {
		t.Errorf("edges %v", kinds)
	}
	for hex, want := range map[string]string{"0310": "tower", "1113": "temple", "0610": "sanctuary", "1004": "citadel"} {
		if got := f.terrain(hex); got != want {
			t.Errorf("%s is %s, want %s", hex, got, want)
		}
	}
	for zone, want := range map[string]string{"heptagon": "0310", "temple-of-apollo": "1113", "sanctuary-of-artemis": "0610"} {
		if got := f.zone(zone); len(got) != 1 || got[0] != want {
			t.Errorf("%s is %v, want %s", zone, got, want)
		}
	}
	if c := f.Special.Citadel; c.Hex != "1004" || f.distance(c.Hex, f.leader("nabis").Hex) != 1 {
		t.Errorf("the citadel is %+v, Nabis in %s", c, f.leader("nabis").Hex)
	}
	// The terrain and level that the order of battle states for each start hex; the others are clear, on level 0.
	ground := map[string]sword.HexDef{
		"0310": {Terrain: "tower"}, "0610": {Terrain: "sanctuary"}, "1113": {Terrain: "temple"},
		"0905": {Terrain: "clear", Level: 1}, "1005": {Terrain: "clear", Level: 1}, "1106": {Terrain: "clear", Level: 1},
		"1510": {Terrain: "clear", Level: 1},
	}
	for _, hex := range strings.Fields("0109 0209 0410 0511 0911 1011 0912 1012 1211 1609") {
		ground[hex] = sword.HexDef{Terrain: "city"}
	}
	cols, rows := [2]int{99, 0}, [2]int{99, 0}
	for _, u := range f.Units {
		want, ok := ground[u.Hex]
		if !ok {
			want = sword.HexDef{Terrain: "clear"}
		}
		if got := f.Hexes[f.at(u.Hex)]; got != want {
			t.Errorf("%s stands on %+v, want %+v", u.ID, got, want)
		}
		c, r := f.m.Col(f.at(u.Hex)), f.m.Row(f.at(u.Hex))
		cols = [2]int{min(cols[0], c), max(cols[1], c)}
		rows = [2]int{min(rows[0], r), max(rows[1], r)}
	}
	if cols != [2]int{1, 16} || rows != [2]int{5, 20} {
		t.Errorf("start hexes in columns %v and rows %v", cols, rows)
	}
	if m := load(t, issos); m.Cols < 15 || m.Rows < 21 {
		t.Errorf("the map of Issos is %d by %d", m.Cols, m.Rows)
	}
}

func TestSpartaDistricts(t *testing.T) {
	cite.Clauses(t, "ant-13.2.3a", "ant-13.2.3b", "ant-D6", "ant-D39")
	f := load(t, sparta)
	in := map[string]string{}
	for _, d := range districts {
		if !f.connected(f.zone(d)) {
			t.Errorf("%s is in pieces", d)
		}
		held := false
		for _, hex := range f.zone(d) {
			if in[hex] != "" {
				t.Errorf("%s is in %s and %s", hex, in[hex], d)
			}
			in[hex] = d
			if f.terrain(hex) != "city" {
				t.Errorf("%s in %s is %s", hex, d, f.terrain(hex))
			}
			held = held || slices.ContainsFunc(f.Units, func(u sword.UnitDef) bool { return u.Hex == hex && f.side(u) == 1 })
		}
		if !held {
			t.Errorf("no Spartan starts in %s", d)
		}
	}
	for h := range f.Hexes {
		if f.Hexes[h].Terrain == "city" && in[f.m.ID(h)] == "" {
			t.Errorf("the town hex %s is in no district", f.m.ID(h))
		}
	}
}

// TestSpartaBorders checks what the river and the wall part, and where one can go.
func TestSpartaBorders(t *testing.T) {
	cite.Clauses(t, "ant-D7", "ant-D8", "ant-D18")
	f := load(t, sparta)
	for _, u := range f.Units {
		spartan := f.side(u) == 1
		if f.in("north-of-magoulitsa", u.Hex) != spartan || f.in("within-the-walls", u.Hex) != spartan {
			t.Errorf("%s starts in %s", u.ID, u.Hex)
		}
	}
	for north, south := range map[string]string{
		"0209": "0213", "0310": "0314", "0410": "0515", "0511": "0615", "0912": "0916", "1012": "1016", "1113": "1016", "1313": "1016",
	} {
		if !f.in("north-of-magoulitsa", north) || f.in("north-of-magoulitsa", south) {
			t.Errorf("the river does not run between %s and %s", north, south)
		}
	}
	walled := map[string]bool{}
	for _, e := range f.Edges {
		if e.Kind == "fortification" {
			walled[e.A+"|"+e.B] = true
		}
	}
	for _, e := range f.Edges {
		if e.Kind == "path" && (walled[e.A+"|"+e.B] || walled[e.B+"|"+e.A]) {
			t.Errorf("the path %s|%s goes through the wall", e.A, e.B)
		}
	}
	foot, horse := f.reached("0416", sword.Foot), f.reached("0617", sword.Horse)
	for h := range f.Hexes {
		id := f.m.ID(h)
		if foot[id] != (id != "1004") {
			t.Errorf("foot can reach %s: %t", id, foot[id])
		}
		if horse[id] != !slices.Contains([]string{"1004", "0310", "0610", "1113"}, id) {
			t.Errorf("horse can reach %s: %t", id, horse[id])
		}
	}
	nearest := 99
	for _, a := range f.Units {
		for _, b := range f.Units {
			if f.side(a) == 0 && f.side(b) == 1 {
				nearest = min(nearest, f.distance(a.Hex, b.Hex))
			}
		}
	}
	if nearest != 4 {
		t.Errorf("the nearest enemies are %d hexes apart", nearest)
	}
	for _, pair := range [][2]string{{"0213", "0209"}, {"0515", "0511"}, {"0916", "0912"}} {
		if d := f.distance(pair[0], pair[1]); d != 4 {
			t.Errorf("%v are %d apart", pair, d)
		}
	}
	fire := f.Special.Fire
	if fire.Leader != "pythagoras" || f.leader("pythagoras").Hex != "1211" || fire.Range != 5 || !slices.Equal(fire.Terrain, []string{"city"}) {
		t.Errorf("fire %+v", fire)
	}
	near := 0
	for _, d := range districts {
		for _, hex := range f.zone(d) {
			if f.distance("1211", hex) <= fire.Range {
				near++
			}
		}
	}
	if near == 0 {
		t.Error("no town hex is in reach of Pythagoras")
	}
}

// TestSpartaNumbering checks the hints of the rules about how the hexes lie.
func TestSpartaNumbering(t *testing.T) {
	cite.Clauses(t, "ant-D14", "ant-D15")
	f := load(t, sparta)
	for _, pair := range strings.Fields("0416-0517 0817-0918 0213-0314 0511-0610 0209-0310 0410-0511 1005-1106 1510-1609 1012-1113") {
		a, b, _ := strings.Cut(pair, "-")
		if f.distance(a, b) != 1 {
			t.Errorf("%s are %d apart", pair, f.distance(a, b))
		}
	}
	line := strings.Fields("0109 0209 0310 0410 0511 0610")
	for i := range line[1:] {
		if f.distance(line[i], line[i+1]) != 1 {
			t.Errorf("the line breaks between %s and %s", line[i], line[i+1])
		}
	}
	for _, group := range []string{"i", "ii", "iii"} {
		pretor := f.leader("pretor-" + group).Hex
		for name, want := range map[string][]int{
			"velites-": {2, 2}, "hastati-": {0, 1}, "principes-": {2, 2}, "triarii-": {4, 4}, "equites-": {1},
		} {
			var got []int
			for _, u := range f.named(name + group) {
				got = append(got, f.distance(pretor, u.Hex))
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s%s are %v from the Pretor, want %v", name, group, got, want)
			}
		}
	}
}

func TestSpartaLeaders(t *testing.T) {
	cite.Clauses(t, "ant-D19", "ant-D20", "ant-D21", "ant-D22")
	f := load(t, sparta)
	want := []sword.LeaderDef{
		{ID: "flamininus", Commander: true, Hex: "0617", Bonus: 2, Rating: 3, Radius: 4, MP: 6},
		{ID: "pretor-i", Contingent: "pretor-i", Hex: "0517", Bonus: 0, Rating: 1, Radius: 4, MP: 6},
		{ID: "pretor-ii", Contingent: "pretor-ii", Hex: "0918", Bonus: 0, Rating: 1, Radius: 4, MP: 6},
		{ID: "pretor-iii", Contingent: "pretor-iii", Hex: "0215", Bonus: 0, Rating: 1, Radius: 4, MP: 6},
		{ID: "nabis", Side: 1, Commander: true, Hex: "1005", Bonus: 0, Rating: 0, Radius: 4, MP: 6},
		{ID: "gorgopas", Side: 1, Contingent: "gorgopas", Hex: "0209", Bonus: 1, Rating: 1, Radius: 4, MP: 6},
		{ID: "pythagoras", Side: 1, Contingent: "pythagoras", Hex: "1211", Bonus: 2, Rating: 2, Radius: 4, MP: 6},
	}
	if !slices.Equal(f.Leaders, want) {
		t.Errorf("leaders\n%+v\nwant\n%+v", f.Leaders, want)
	}
	if w := (sword.LeaderState{Radius: sword.Figure{N: 3}, MP: sword.Figure{N: 4}}); f.Wounded != w {
		t.Errorf("wounded %+v, want %+v", f.Wounded, w)
	}
	if w := (sword.LeaderState{Rating: 1, Radius: sword.Figure{N: 3}, MP: sword.Figure{N: 6}}); f.Replacement != w {
		t.Errorf("replacement %+v, want %+v", f.Replacement, w)
	}
	if !slices.Equal(f.Sides[0].Bonus, []string{"flamininus"}) || !slices.Equal(f.Sides[1].Bonus, []string{"nabis"}) {
		t.Errorf("initiative by %v and %v", f.Sides[0].Bonus, f.Sides[1].Bonus)
	}
	// Those whom only a radius of 4 reaches.
	var far []string
	for _, u := range f.Units {
		if f.inCommand(u) == 4 {
			far = append(far, u.ID)
		}
	}
	for _, id := range strings.Fields("triarii-i-1 triarii-iii-1 helots-2 argos-ho") {
		if !slices.Contains(far, id) {
			t.Errorf("%s is not at 4 hexes from the nearest leader: only %v are", id, far)
		}
	}
	for i, u := range f.named("laconians") {
		if g, n := f.distance(u.Hex, "0209"), f.distance(u.Hex, "1005"); g != []int{8, 8, 9}[i] || n != []int{1, 0, 1}[i] {
			t.Errorf("%s is %d from Gorgopas and %d from Nabis", u.ID, g, n)
		}
	}
}

func TestSpartaUnits(t *testing.T) {
	cite.Clauses(t, "ant-2.1f", "ant-R5", "ant-R119", "ant-D25", "ant-D27", "ant-D28", "ant-D29", "ant-D30", "ant-D31", "ant-D32")
	f := load(t, sparta)
	for id, want := range map[string][2]sword.Values{
		"laconians-1":  {{SP: 4, Quality: 4, MP: 4, Shoots: true}, {SP: 3, Quality: 3, MP: 4, Shoots: true}},
		"equites-ii-1": {{SP: 3, Quality: 4, MP: 6}, {SP: 2, Quality: 3, MP: 6}},
		"velites-i-2":  {{SP: 3, Quality: 3, MP: 5, Shoots: true}, {SP: 2, Quality: 2, MP: 5, Shoots: true}},
		"spartans-1":   {{SP: 7, Quality: 7, MP: 4}, {SP: 6, Quality: 6, MP: 4}},
	} {
		if u := f.unit(id); u.Front != want[0] || u.Back != want[1] {
			t.Errorf("%s is %+v and %+v, want %+v", id, u.Front, u.Back, want)
		}
	}
	types := map[string]string{
		"velites": "Ja", "hastati": "Lg", "principes": "Lg", "triarii": "Ho", "equites": "Ca", "spartans": "Ho",
		"perioikoi": "Ho", "helots": "Ja", "laconians": "Pe", "cretans": "Ar", "mercenaries": "Pe",
	}
	var units, sp [2]int
	contingents := map[string]int{}
	for _, u := range f.Units {
		family, _, _ := strings.Cut(u.Name, "-")
		if want, ok := types[family]; ok && u.Type != want {
			t.Errorf("%s is %s, want %s", u.ID, u.Type, want)
		}
		if u.Front.Shoots != slices.Contains([]string{"Ja", "Pe", "Ar"}, u.Type) || u.Back.Shoots != u.Front.Shoots {
			t.Errorf("%s %s shoots: %t, %t", u.ID, u.Type, u.Front.Shoots, u.Back.Shoots)
		}
		if u.Back.SP != u.Front.SP-1 || u.Back.Quality != u.Front.Quality-1 || u.Back.MP != u.Front.MP {
			t.Errorf("%s tires from %+v to %+v", u.ID, u.Front, u.Back)
		}
		if u.Front.SP > 9 || u.Front.Quality < 3 || u.Front.Quality > 7 {
			t.Errorf("%s has %+v", u.ID, u.Front)
		}
		units[f.side(u)]++
		sp[f.side(u)] += u.Front.SP
		contingents[u.Contingent]++
	}
	if units != [2]int{27, 18} || sp != [2]int{93, 102} || len(f.Leaders) != 7 {
		t.Errorf("armies of %v units, %v SP; %d leaders", units, sp, len(f.Leaders))
	}
	for id, n := range contingents {
		if n != 9 {
			t.Errorf("%s has %d units", id, n)
		}
	}
	cretans := f.named("cretans")
	if cretans[0].Front.SP != 4 || cretans[1].Front.SP != 3 || cretans[2].Front.SP != 3 {
		t.Errorf("Cretans %+v", cretans)
	}
	if a, b := f.unit("argos-ho"), f.unit("argos-pe"); a.Name != "argos" || b.Name != "argos" {
		t.Errorf("Argos is called %s and %s", a.Name, b.Name)
	}
}

func TestSpartaVariants(t *testing.T) {
	cite.Clauses(t, "ant-13.3.3a", "ant-13.3.3b", "ant-R112")
	full := load(t, sparta)
	f := load(t, sparta, "reduced-roman-army", "free-spartan-placement")
	if len(f.Units) != len(full.Units)-9 || len(f.Leaders) != len(full.Leaders)-1 || len(f.Contingents) != 4 {
		t.Errorf("%d units, %d leaders, %d contingents are left", len(f.Units), len(f.Leaders), len(f.Contingents))
	}
	for _, u := range f.Units {
		if u.Contingent == "pretor-iii" {
			t.Errorf("%s is still there", u.ID)
		}
	}
	if slices.ContainsFunc(f.Leaders, func(l sword.LeaderDef) bool { return l.ID == "pretor-iii" }) {
		t.Error("Pretor III is still there")
	}
	if r := f.Special.Legion.Reserve; !slices.Equal(r, []string{"triarii-i", "triarii-ii"}) {
		t.Errorf("the reserve is %v", r)
	}
	if f.Deploy.Free[0].Zone != "" || f.Deploy.Free[1].Zone != "north-of-magoulitsa" {
		t.Errorf("free placement in %v", f.Deploy.Free)
	}
	if n := len(f.zone("north-of-magoulitsa")); n != 216 {
		t.Errorf("%d hexes lie north of the river", n)
	}
	if len(f.Victory.Scores) != len(full.Victory.Scores) || f.Special.Citadel == nil || f.Special.Fire == nil {
		t.Error("a special rule or score is gone")
	}
}

func TestSpartaVictory(t *testing.T) {
	f := load(t, sparta)
	shrines := []string{"temple-of-apollo", "sanctuary-of-artemis"}
	heptagon := []string{"heptagon"}
	var want []sword.ScoreRule
	for _, both := range []sword.ScoreRule{
		{Key: "unit-poor", Clause: "ant-13.3.2b", Kind: sword.Eliminated, Points: 1, Quality: [2]int{0, 4}},
		{Key: "unit-good", Clause: "ant-13.3.2c", Kind: sword.Eliminated, Points: 2, Quality: [2]int{5, 6}},
		{Key: "unit-best", Clause: "ant-13.3.2d", Kind: sword.Eliminated, Points: 3, Quality: [2]int{7, 9}},
		{Key: "leader-killed", Clause: "ant-13.3.2e", Kind: sword.LeaderKilled, Points: 3},
	} {
		for both.Side = range 2 {
			want = append(want, both)
		}
	}
	want = append(
		want,
		sword.ScoreRule{Key: "districts-cleared", Clause: "ant-13.3.2f", Kind: sword.ZonesFree, Points: 1, Max: 3, Zones: districts},
		sword.ScoreRule{Key: "heptagon-taken", Clause: "ant-13.3.2g", Kind: sword.OccupiedEnd, Points: 1, Zones: heptagon, Valiant: true},
		sword.ScoreRule{Key: "shrines-taken", Clause: "ant-13.3.2h", Kind: sword.OccupiedEnd, Points: 2, Max: 4, Zones: shrines, Valiant: true},
		sword.ScoreRule{Key: "fire-used", Clause: "ant-13.3.2i", Kind: sword.FireUsed, Points: 1},
		sword.ScoreRule{Key: "districts-held", Clause: "ant-13.3.2j", Side: 1, Kind: sword.ZonesFree, Points: 2, Max: 8, Zones: districts},
		sword.ScoreRule{Key: "heptagon-turn", Clause: "ant-13.3.2k", Side: 1, Kind: sword.OccupiedTurn, Points: 2, Zones: heptagon},
		sword.ScoreRule{Key: "heptagon-held", Clause: "ant-13.3.2l", Side: 1, Kind: sword.OccupiedEnd, Points: 5, Zones: heptagon},
		sword.ScoreRule{Key: "shrines-held", Clause: "ant-13.3.2m", Side: 1, Kind: sword.OccupiedEnd, Points: 4, Max: 8, Zones: shrines},
		sword.ScoreRule{Key: "triarii-shot", Clause: "ant-13.3.2n", Side: 1, Kind: sword.ReserveShot, Points: 3},
		sword.ScoreRule{Key: "triarii-used", Clause: "ant-13.3.2o", Side: 1, Kind: sword.ReserveUsed, Points: 5},
	)
	checkVictory(t, f.Victory, sword.Victory{
		Scores: want,
		Decisive: []sword.DecisiveRule{
			{Key: "nabis-hit", Clause: "ant-13.3.2p", Kind: sword.LeaderHit, Leader: "nabis"},
			{Key: "all-districts-cleared", Clause: "ant-13.3.2q", Kind: sword.AllZonesFree, Zones: districts},
			{Key: "flamininus-dead", Clause: "ant-13.3.2r", Side: 1, Kind: sword.LeaderDead, Leader: "flamininus"},
		},
		Margin: 8, MajorClause: "ant-13.3.2s", MinorClause: "ant-13.3.2t", DrawClause: "ant-R111",
	})
	fire := f.Special.Fire
	if fire.Most != 2 || fire.MostOf != 1 || !slices.Equal(fire.Heavy, []string{"Lg", "Ho"}) || fire.PointsTo != 0 {
		t.Errorf("fire %+v", fire)
	}
	legion := f.Special.Legion
	if !slices.Equal(legion.Pilum, []string{"Lg"}) || !slices.Equal(legion.Line, []string{"Lg"}) || len(legion.Reserve) != 3 {
		t.Errorf("legion %+v", legion)
	}
}
