package scenario_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"acies/battles"
	"acies/grid"
	"acies/pack"
	"acies/pack/packtest"
	"acies/rulebook/cite"
	"acies/rules/sword"
	"acies/rules/sword/scenario"
)

// field is a battle with what tests ask of it.
type field struct {
	*sword.Setup
	m *grid.Map
	t *testing.T
}

// read returns the pack in a folder, which must have no errors.
func read(t *testing.T, fsys fs.FS, dir string) *scenario.Pack {
	t.Helper()
	p, problems := scenario.Read(pack.ReadFiles(fsys, dir))
	if p == nil {
		t.Fatal(pack.Errors(problems))
	}
	return p
}

func load(t *testing.T, dir string, options ...string) field {
	t.Helper()
	s, err := read(t, battles.FS, dir).Setup(options)
	if err != nil {
		t.Fatal(err)
	}
	return field{s, grid.New(s.Cols, s.Rows), t}
}

// at returns the index of a hex.
func (f field) at(id string) int {
	f.t.Helper()
	h, err := f.m.Parse(id)
	if err != nil {
		f.t.Fatal(err)
	}
	return h
}

func (f field) distance(a, b string) int {
	f.t.Helper()
	return f.m.Distance(f.at(a), f.at(b))
}

func (f field) terrain(id string) string { return f.Hexes[f.at(id)].Terrain }

func (f field) leader(id string) sword.LeaderDef {
	f.t.Helper()
	i := slices.IndexFunc(f.Leaders, func(l sword.LeaderDef) bool { return l.ID == id })
	if i < 0 {
		f.t.Fatalf("no leader %s", id)
	}
	return f.Leaders[i]
}

func (f field) unit(id string) sword.UnitDef {
	f.t.Helper()
	i := slices.IndexFunc(f.Units, func(u sword.UnitDef) bool { return u.ID == id })
	if i < 0 {
		f.t.Fatalf("no unit %s", id)
	}
	return f.Units[i]
}

// named returns the units of a name.
func (f field) named(name string) []sword.UnitDef {
	return slices.DeleteFunc(slices.Clone(f.Units), func(u sword.UnitDef) bool { return u.Name != name })
}

// side returns the side of a unit.
func (f field) side(u sword.UnitDef) int {
	i := slices.IndexFunc(f.Contingents, func(c sword.ContingentDef) bool { return c.ID == u.Contingent })
	return f.Contingents[i].Side
}

// zone returns the hexes of a zone.
func (f field) zone(id string) []string {
	f.t.Helper()
	i := slices.IndexFunc(f.Zones, func(z sword.ZoneDef) bool { return z.ID == id })
	if i < 0 {
		f.t.Fatalf("no zone %s", id)
	}
	return f.Zones[i].Hexes
}

func (f field) in(zone, hex string) bool { return slices.Contains(f.zone(zone), hex) }

// connected reports whether one can walk from any of the hexes to any other.
func (f field) connected(hexes []string) bool {
	reached := map[string]bool{hexes[0]: true}
	for queue := []string{hexes[0]}; len(queue) > 0; queue = queue[1:] {
		for side := range 6 {
			n := f.m.Neighbor(f.at(queue[0]), side)
			if n >= 0 && slices.Contains(hexes, f.m.ID(n)) && !reached[f.m.ID(n)] {
				reached[f.m.ID(n)] = true
				queue = append(queue, f.m.ID(n))
			}
		}
	}
	return len(reached) == len(hexes)
}

// reached returns the hexes that units of a column can come to from a hex, whatever the cost.
func (f field) reached(from string, c sword.Column) map[string]bool {
	seen := map[string]bool{from: true}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		for side := range 6 {
			n := f.m.Neighbor(f.at(queue[0]), side)
			if n >= 0 && !seen[f.m.ID(n)] && f.open(queue[0], f.m.ID(n), c) {
				seen[f.m.ID(n)] = true
				queue = append(queue, f.m.ID(n))
			}
		}
	}
	return seen
}

// open reports whether units of a column can step from a hex to its neighbour.
func (f field) open(from, to string, c sword.Column) bool {
	for _, t := range f.Book.Terrain {
		if t.ID == f.terrain(to) && t.Cost[c] == sword.Closed {
			return false
		}
	}
	open := true
	for _, e := range f.Edges {
		if e.A == from && e.B == to || e.A == to && e.B == from {
			kind := f.Book.Edges[slices.IndexFunc(f.Book.Edges, func(k sword.Edge) bool { return k.ID == e.Kind })]
			if kind.Path {
				return true
			}
			open = open && kind.Cost[c] != sword.Closed
		}
	}
	return open
}

// inCommand returns the distance from a unit to the nearest leader who has it in command, or -1.
func (f field) inCommand(u sword.UnitDef) int {
	best := -1
	for _, l := range f.Leaders {
		d := f.distance(u.Hex, l.Hex)
		if d <= l.Radius && (l.Contingent == u.Contingent || l.Commander && l.Side == f.side(u)) && (best < 0 || d < best) {
			best = d
		}
	}
	return best
}

func TestPacksAreSound(t *testing.T) {
	for _, dir := range dirs {
		p, problems := scenario.Read(pack.ReadFiles(battles.FS, dir))
		for _, x := range problems {
			t.Errorf("%s/%s", dir, x)
		}
		if p == nil {
			t.Errorf("%s cannot be played", dir)
		}
	}
}

// TestPlayable checks that the engine takes every battle with every choice of options.
func TestPlayable(t *testing.T) {
	for _, choice := range []struct {
		dir     string
		options []string
	}{
		{sparta, nil},
		{sparta, []string{"reduced-roman-army"}},
		{sparta, []string{"free-spartan-placement"}},
		{sparta, []string{"free-spartan-placement", "reduced-roman-army"}},
		{issos, nil},
		{bouvines, nil},
		{bouvines, []string{"free-set-up", "ring-of-brabancons", "doubtful-ally", "rear-charge"}},
		{guinegate, nil},
		{guinegate, []string{"free-set-up", "dismounted-gentilshommes", "ransom-hunters", "plunder", "rear-charge"}},
	} {
		f := load(t, choice.dir, choice.options...)
		if _, err := sword.New(f.Setup); err != nil {
			t.Errorf("%s with %v: %v", choice.dir, choice.options, err)
		}
	}
}

func TestPieces(t *testing.T) {
	cite.Clauses(t, "ant-0a", "ant-1.1a", "ant-1.2a", "ant-2.1a", "ant-2.2c", "ant-R8")
	for _, dir := range []string{sparta, issos} {
		f := load(t, dir)
		var armies [2]int
		types := map[string]bool{}
		for _, u := range f.Units {
			armies[f.side(u)]++
			types[u.Type] = true
			for _, v := range []sword.Values{u.Front, u.Back} {
				if u.Name == "" || u.Type == "" || v.SP < 1 || v.Quality < 1 || v.MP < 1 {
					t.Errorf("%s: unit %+v lacks a value", dir, u)
				}
			}
		}
		if armies[0] == 0 || armies[1] == 0 {
			t.Errorf("%s: armies of %v units", dir, armies)
		}
		if dir == issos && (types["El"] || types["Ch"]) {
			t.Errorf("%s has elephants or chariots", dir)
		}
		for _, l := range f.Leaders {
			if !l.Commander && l.Contingent == "" || l.Radius == 0 || l.MP == 0 || l.Side < 0 || l.Side > 1 {
				t.Errorf("%s: leader %+v lacks a value", dir, l)
			}
		}
	}
	f := load(t, sparta)
	if a, b := f.unit("hastati-i-1"), f.unit("hastati-ii-1"); a.Name == b.Name {
		t.Errorf("%s and %s have one name, %s", a.ID, b.ID, a.Name)
	}
}

// TestCommandAtSetUp checks that every leader stands with a unit he may join and that everybody is in command.
func TestCommandAtSetUp(t *testing.T) {
	cite.Clauses(t, "ant-D37", "ant-D38")
	for _, dir := range []string{sparta, issos} {
		f := load(t, dir)
		for _, u := range f.Units {
			if f.inCommand(u) < 0 {
				t.Errorf("%s: %s is out of command", dir, u.ID)
			}
		}
		for _, l := range f.Leaders {
			if !slices.ContainsFunc(f.Units, func(u sword.UnitDef) bool {
				return u.Hex == l.Hex && (u.Contingent == l.Contingent || l.Commander && f.side(u) == l.Side)
			}) {
				t.Errorf("%s: %s stands alone", dir, l.ID)
			}
		}
	}
	f := load(t, sparta)
	for leader, name := range map[string]string{
		"flamininus": "equites-i", "nabis": "laconians", "pretor-i": "hastati-i", "pretor-ii": "hastati-ii",
		"pretor-iii": "hastati-iii", "gorgopas": "spartans", "pythagoras": "mercenaries",
	} {
		if !slices.ContainsFunc(f.named(name), func(u sword.UnitDef) bool { return u.Hex == f.leader(leader).Hex }) {
			t.Errorf("%s is not with %s", leader, name)
		}
	}
}

// setup is a line of a printed set-up list.
type setup struct {
	clause     string
	leader     string // who starts
	in         string // in this hex
	contingent string
	name, typ  string // which units
	hexes      string // start in these hexes
}

// checkSetup checks the lines of a list, and that it has all units and leaders.
func checkSetup(t *testing.T, f field, list []setup) {
	units, leaders := 0, 0
	for _, row := range list {
		t.Run(row.clause+" "+row.leader+row.name, func(t *testing.T) {
			cite.Clauses(t, row.clause)
			if row.leader != "" {
				l := f.leader(row.leader)
				if l.Hex != row.in || l.Contingent != row.contingent {
					t.Errorf("%s of %q starts in %s, want %q in %s", l.ID, l.Contingent, l.Hex, row.contingent, row.in)
				}
				leaders++
				return
			}
			var got []string
			for _, u := range f.Units {
				if u.Name == row.name && u.Type == row.typ && u.Contingent == row.contingent {
					got = append(got, u.Hex)
				}
			}
			if strings.Join(got, " ") != row.hexes {
				t.Errorf("%s %s of %s start in %v, want %s", row.name, row.typ, row.contingent, got, row.hexes)
			}
			units += len(got)
		})
	}
	if units != len(f.Units) || leaders != len(f.Leaders) {
		t.Errorf("the list has %d units and %d leaders, the pack %d and %d", units, leaders, len(f.Units), len(f.Leaders))
	}
}

func TestHash(t *testing.T) {
	base := packtest.Files(t, battles.FS, sparta)
	hash := func(fsys fstest.MapFS) string {
		t.Helper()
		return read(t, fsys, sparta).Hash
	}
	original := hash(base)
	if len(original) != 64 {
		t.Errorf("hash %q", original)
	}
	if s := load(t, sparta); s.Hash != original {
		t.Errorf("the set-up has hash %q, the pack %q", s.Hash, original)
	}
	tests := []struct {
		file, old, new string
		same           bool
	}{
		{"text.en.yaml", "Lacedaemonians", "Lakedaimonians", true},
		{"armies.yaml", "front: 4*-4-4 A", "front: 4*-5-4 A", false},
		{"battle.yaml", "turns: 8 A", "turns: 9 A", false},
		{"levels.txt", "0000000000000110", "0000000000000100", false},
	}
	for _, test := range tests {
		if got := hash(packtest.Replace(t, base, sparta, test.file, test.old, test.new)); (got == original) != test.same {
			t.Errorf("%s changed: hash unchanged is %t, want %t", test.file, got == original, test.same)
		}
	}
}

func TestSetupIsACopy(t *testing.T) {
	for _, dir := range dirs {
		p := read(t, battles.FS, dir)
		s, err := p.Setup(p.Options)
		if err != nil {
			t.Fatal(err)
		}
		s.Hexes[0].Level = 9
		s.Zones[0].Hexes[0] = "9999"
		for i := range s.Sides[0].Bonus {
			s.Sides[0].Bonus[i] = "nobody"
		}
		for _, g := range s.Reinforcements {
			g.Units[0], g.Entry[0] = "nobody", "9999"
		}
		for _, list := range [][]string{s.Pairs, s.Mounting.Types} {
			if len(list) > 0 {
				list[0] = "Xx"
			}
		}
		s.Contingents[0].Leader = "nobody"
		s.Units[0].Hex = "9999"
		s.Leaders[0].Hex = "9999"
		for i := range s.Victory.Scores {
			if z := s.Victory.Scores[i].Zones; len(z) > 0 {
				z[0] = "nowhere"
			}
		}
		if l := s.Special.Legion; l != nil {
			l.Reserve[0] = "nobody"
		}
		if f := s.Special.Flight; f != nil {
			f.Threats[0] = "Xx"
			f.Needed = 99
		}
		if a := s.Special.Armour; a != nil {
			a.Shooters[0], a.Columns = "Xx", 99
		}
		if r := s.Special.Ring; r != nil {
			r.Types[0] = "Xx"
		}
		again, err := p.Setup(p.Options)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sword.New(again); err != nil {
			t.Errorf("%s: a changed set-up changed the pack: %v", dir, err)
		}
		if again.Hexes[0].Level == 9 || again.Units[0].Hex == "9999" || again.Special.Flight != nil && again.Special.Flight.Needed == 99 {
			t.Errorf("%s: a changed set-up changed the pack", dir)
		}
	}
}

func TestOptions(t *testing.T) {
	p := read(t, battles.FS, sparta)
	tests := []struct {
		options []string
		want    string
	}{
		{[]string{"elephants"}, `battle sparta-195bc: option "elephants" is unknown; it has reduced-roman-army, free-spartan-placement`},
		{[]string{"reduced-roman-army", "reduced-roman-army"}, `battle sparta-195bc: option "reduced-roman-army" is given twice`},
	}
	for _, test := range tests {
		if _, err := p.Setup(test.options); err == nil || err.Error() != test.want {
			t.Errorf("Setup(%v): %v\nwant %s", test.options, err, test.want)
		}
	}
}

func TestText(t *testing.T) {
	tests := []struct {
		dir, lang, key, want string
		ok                   bool
	}{
		{sparta, "fr", "name.perioikoi", "Périèques", true},
		{sparta, "en", "option.reduced-roman-army.name", "Reduced Roman army", true},
		{issos, "fr", "leader.alexander", "Alexandre", true},
		{issos, "en", "special.flight.name", "Flight of Darius", true},
		{issos, "en", "leader.nabis", "", false},
		{issos, "de", "leader.darius", "", false},
	}
	for _, test := range tests {
		if got, ok := read(t, battles.FS, test.dir).Text(test.lang, test.key); got != test.want || ok != test.ok {
			t.Errorf("%s: Text(%s, %s) = %q, %t, want %q, %t", test.dir, test.lang, test.key, got, ok, test.want, test.ok)
		}
	}
}

// TestSpelling checks the names that the printed rules spell in several ways.
func TestSpelling(t *testing.T) {
	cite.Clauses(t, "ant-R14")
	p := read(t, battles.FS, sparta)
	for key, want := range map[string]string{
		"leader.flamininus": "Flamininus", "name.argos": "Argos", "name.laconians": "Laconians",
		"contingent.pythagoras": "Mercenaries and Argives", "leader.pretor-i": "Praetor I",
	} {
		if got, _ := p.Text("en", key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
}
