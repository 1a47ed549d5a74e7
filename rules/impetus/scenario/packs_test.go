package scenario_test

import (
	"bytes"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"acies/battles"
	"acies/pack"
	"acies/pack/packtest"
	"acies/plane"
	"acies/rulebook/cite"
	"acies/rules/impetus"
	"acies/rules/impetus/scenario"
)

const (
	twoCamps   = "two-camps-204bc"
	stream     = "stream-333bc"
	freeBattle = "free-battle"
)

// packs are the battles of the book.
var packs = battles.FS

var dirs = []string{twoCamps, stream, freeBattle}

func load(t testing.TB, dir string) *scenario.Pack {
	t.Helper()
	p, err := scenario.Load(packs, dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func setup(t testing.TB, dir string, options ...string) *impetus.Setup {
	t.Helper()
	s, err := load(t, dir).Setup(options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPacksAreSound(t *testing.T) {
	for _, dir := range dirs {
		for _, p := range scenario.Check(packs, dir) {
			t.Errorf("%s/%s", dir, p)
		}
	}
}

// rows returns the rows of a list with commas.
func rows(text string) [][]string {
	var out [][]string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		out = append(out, strings.Split(strings.TrimSpace(line), ","))
	}
	return out
}

// TestArmies compares the armies with the lists of the specification.
func TestArmies(t *testing.T) {
	cite.Clauses(t, "imp-1.1c", "imp-1.1d", "imp-4.1b", "imp-4.1g", "imp-26.1g", "imp-18.1a", "imp-18.1e", "imp-4.1s")
	p := load(t, freeBattle)
	n := map[string]int{}
	for _, want := range rows(listedUnits) {
		a := p.Army(want[1])
		u := a.Units[n[a.ID]]
		n[a.ID]++
		name, _ := p.Text("en", "unit."+u.ID)
		var traits []string
		for i, trait := range impetus.Traits() {
			if u.Traits&(1<<i) != 0 {
				traits = append(traits, trait)
			}
		}
		if traits == nil {
			traits = []string{"none"}
		}
		commander, notes := "no", want[16]
		if a.Commands[u.Command].Attached == n[a.ID]-1 {
			commander = "yes"
		}
		if u.Hastati {
			notes = "hastati"
		}
		if u.Principes {
			notes = "principes"
		}
		got := []string{
			u.ID, a.ID, a.Commands[u.Command].ID, name, u.Type.Code(), fmt.Sprint(u.Move / impetus.U), fmt.Sprint(u.VBU), fmt.Sprint(u.Impetus),
			string("ABC"[u.Discipline]), fmt.Sprint(u.VD), impetus.Weapons()[u.Weapon], fmt.Sprint(u.Rows), fmt.Sprint(u.Depth / impetus.U),
			strings.Join(traits, "+"), commander, fmt.Sprint(scenario.UnitPoints(&u)), notes,
		}
		if !slices.Equal(got, want) {
			t.Errorf("unit %v\nwant %v", got, want)
		}
		if relief := u.Hastati || u.Principes; relief != slices.Contains(traits, "line_relief") || u.Square != -1 {
			t.Errorf("unit %s: %+v", u.ID, u)
		}
	}
	for i, want := range rows(listedCommands) {
		a := p.Army(want[0])
		c := a.Commands[i%2]
		name, _ := p.Text("en", scenario.CommanderKey(a.ID, c.ID))
		vd := 0
		for _, u := range a.Units {
			if u.Command == i%2 {
				vd += u.VD
			}
		}
		chief := map[bool]string{true: "yes", false: "no"}[c.InChief]
		got := []string{
			a.ID, c.ID, name, impetus.QualityNames[c.Quality], fmt.Sprint(c.Quality.Leadership()), fmt.Sprint(c.Quality.Cost()), chief,
			a.Units[c.Attached].ID, impetus.StructureNames[a.Structure], fmt.Sprint(vd), fmt.Sprint((vd + 1) / 2),
		}
		if !slices.Equal(got, want) {
			t.Errorf("command %v\nwant %v", got, want)
		}
	}
	var got []string
	for _, a := range p.Armies() {
		got = append(got, fmt.Sprintf("%s %d units, %d points, VD %d", a.ID, len(a.Units), a.Points, a.VD))
	}
	want := []string{
		"carthaginians 12 units, 299 points, VD 24", "macedonians 11 units, 315 points, VD 23",
		"persians 16 units, 305 points, VD 25", "romans 12 units, 319 points, VD 22",
	}
	if !slices.Equal(got, want) {
		t.Errorf("armies %q", got)
	}
}

// TestPlacements compares the places at the start with the lists of the specification.
func TestPlacements(t *testing.T) {
	cite.Clauses(t, "imp-26.1f")
	units := slices.Concat(setup(t, twoCamps).Units, setup(t, stream).Units)
	for _, want := range rows(listedPlaces) {
		i := slices.IndexFunc(units, func(u impetus.UnitSetup) bool { return u.ID == want[0] })
		if i < 0 {
			t.Errorf("%s is missing", want[0])
			continue
		}
		var n [3]int
		for k := range n {
			n[k], _ = strconv.Atoi(want[k+1])
		}
		if p := units[i].Pose; p != (plane.Pose{X: int32(n[0]) * impetus.U, Y: int32(n[1]) * impetus.U, H: plane.Heading(4 * n[2])}) {
			t.Errorf("%s stands at %v, want %v", want[0], p, want[1:])
		}
	}
	if len(units) != len(rows(listedPlaces)) {
		t.Errorf("%d units, want %d", len(units), len(rows(listedPlaces)))
	}
}

// describe returns everything else about a battle in lines.
func describe(s *impetus.Setup) []string {
	points := func(list []plane.Point) string {
		var out []string
		for _, p := range list {
			out = append(out, fmt.Sprintf("%d,%d", p.X/impetus.U, p.Y/impetus.U))
		}
		return strings.Join(out, " ")
	}
	edges := []string{"south", "north", "west", "east"}
	out := []string{fmt.Sprintf("%s: %dx%d, turns %d, first %d, tie %d, set-up first %d, free %t, amendments %t",
		s.ID, s.Width, s.Height, s.Turns, s.First, s.TieWinner, s.SetupFirst, s.FreeSetup, s.Amendments)}
	for _, a := range s.Sides {
		line := fmt.Sprintf("%s: %s, zone %v, edge %s, attached", a.ID, impetus.StructureNames[a.Structure], a.Zone, edges[a.HomeEdge])
		for _, c := range a.Commands {
			line += " " + s.Units[c.Attached].ID
		}
		out = append(out, line)
	}
	for _, p := range s.Terrain {
		line := p.ID + ": " + impetus.KindNames[p.Kind] + " " + points(p.Polygon)
		if p.Crest != nil {
			line += " crest " + points(p.Crest)
		}
		out = append(out, line)
	}
	for _, l := range s.Lines {
		out = append(out, l.ID+": line "+points(l.Points)+" protects "+edges[l.Protects])
	}
	if b := s.HighBank; b != nil {
		out = append(out, fmt.Sprintf("bank of %s %v", s.Terrain[b.Stream].ID, b.Y))
	}
	return out
}

func TestScenarios(t *testing.T) {
	for _, test := range []struct {
		dir     string
		options []string
		want    []string
	}{
		{twoCamps, nil, []string{
			"two-camps-204bc: 180000x120000, turns 12, first 0, tie -1, set-up first 1, free false, amendments false",
			"carthaginians: Average, zone {[0 180000] [76000 120000]}, edge north, attached C1.1 C2.1",
			"romans: Good, zone {[0 180000] [0 44000]}, edge south, attached R1.5 R2.1",
			"west-hill: gentle_hill 14,34 30,30 36,42 28,56 14,54 crest 20,36 24,52",
			"stones: broken 128,46 150,44 156,58 144,70 130,64",
			"grove: wood 120,88 134,86 138,98 124,102",
			"gullies: broken 20,84 30,82 34,92 24,96",
		}},
		{stream, []string{"amendments", "free-set-up"}, []string{
			"stream-333bc: 180000x120000, turns 14, first 0, tie 1, set-up first 1, free true, amendments true",
			"macedonians: Average, zone {[6000 180000] [0 40000]}, edge south, attached M1.1 M2.4",
			"persians: Average, zone {[6000 180000] [64000 120000]}, edge north, attached P1.1 P2.1",
			"sea: impassable 0,0 6,0 6,120 0,120",
			"stream: stream 6,58 150,58 150,62 6,62",
			"hills: steep_hill 150,36 180,32 180,92 154,88 crest 166,40 168,86",
			"scrub: broken 104,92 120,90 124,100 108,104",
			"palisade: line 80,64 96,64 protects north",
			"bank of stream [62000 63000]",
		}},
	} {
		if got := describe(setup(t, test.dir, test.options...)); !slices.Equal(got, test.want) {
			t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(test.want, "\n\t"))
		}
	}
	special := map[string]string{twoCamps: "", stream: "fortifications high-bank tie", freeBattle: ""}
	for _, dir := range dirs {
		if got := strings.Join(scenario.Special(setup(t, dir)), " "); got != special[dir] {
			t.Errorf("%s has the special rules %q", dir, got)
		}
	}
}

// TestBaggage looks at the camps, which are the last units of a battle.
func TestBaggage(t *testing.T) {
	cite.Clauses(t, "imp-22.1a", "imp-22.1b", "imp-22.1c", "imp-1.2n")
	for _, dir := range dirs {
		s := setup(t, dir)
		for i, camp := range s.Units[len(s.Units)-2:] {
			if camp.ID != s.Sides[i].ID+"-camp" || camp.Side != i || camp.Type != impetus.Baggage || camp.VBU != 2 || camp.VD != 3 || camp.Move != 0 ||
				camp.Depth != 6*impetus.U || camp.Command != -1 {
				t.Errorf("%s: %+v", dir, camp)
			}
		}
	}
}

// TestCopies checks that packs with the same army or table have the same file.
func TestCopies(t *testing.T) {
	first := map[string][]byte{}
	for _, dir := range dirs {
		f := pack.ReadFiles(packs, dir)
		for _, name := range f.Names() {
			if folder := path.Dir(name); folder != pack.ArmiesDir && folder != pack.TablesDir {
				continue
			}
			data, _ := f.Read(name)
			if old, ok := first[name]; ok && !bytes.Equal(old, data) {
				t.Errorf("%s of %s differs from that of another pack", name, dir)
			}
			first[name] = data
		}
	}
	if len(first) != 6 {
		t.Errorf("%d armies and tables, want 6", len(first))
	}
}

// TestHash checks that everything but texts and lessons changes the hash.
func TestHash(t *testing.T) {
	f := pack.ReadFiles(packs, twoCamps)
	p, _ := scenario.Read(f)
	for _, name := range f.Names() {
		data, _ := f.Read(name)
		changed, problems := scenario.Read(f.With(name, append(slices.Clone(data), "\n# changed\n"...)))
		if changed == nil {
			t.Errorf("%s: %v", name, problems)
		} else if plays := !strings.HasPrefix(name, "text.") && path.Dir(name) != pack.LessonsDir; (changed.Hash != p.Hash) != plays {
			t.Errorf("%s: hash %s after a change, %s before", name, changed.Hash, p.Hash)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, test := range []struct {
		dir     string
		options string
		want    string
	}{
		{twoCamps, "mud", `battle two-camps-204bc: option "mud" is unknown; it has free-set-up, amendments`},
		{twoCamps, "amendments amendments", `battle two-camps-204bc: option "amendments" is chosen twice`},
		{freeBattle, "first-romans first-persians", `battle free-battle: the options "first-romans" and "first-persians" exclude each other; choose one of them`},
		{freeBattle, "table-stream table-seed-2", `battle free-battle: the options "table-stream" and "table-seed-2" exclude each other; choose one of them`},
		{freeBattle, "first-romans second-romans", "battle free-battle: both sides have the army romans; choose another for one of them"},
	} {
		if _, err := load(t, test.dir).Setup(strings.Fields(test.options)); err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.options, err, test.want)
		}
	}
	for options, want := range map[string]string{
		"":                                    "romans carthaginians",
		"first-carthaginians":                 "carthaginians romans",
		"second-romans":                       "carthaginians romans",
		"second-persians":                     "romans persians",
		"first-persians second-carthaginians": "persians carthaginians",
	} {
		s := setup(t, freeBattle, strings.Fields(options)...)
		if got := s.Sides[0].ID + " " + s.Sides[1].ID; got != want {
			t.Errorf("%q: %s, want %s", options, got, want)
		}
	}
}

// TestSetupIsOwn checks that a set-up shares nothing with its pack.
func TestSetupIsOwn(t *testing.T) {
	p := load(t, stream)
	a, err := p.Setup(nil)
	if err != nil {
		t.Fatal(err)
	}
	a.Units[0].VBU, a.Terrain[0].Polygon[0].X, a.Terrain[2].Crest[0].X, a.Lines[0].Points[0].X, a.HighBank.Stream = 1, 1, 1, 1, 0
	a.Sides[0].Commands[0].Quality = impetus.Poor
	b, err := p.Setup(nil)
	if want := setup(t, stream); err != nil || !reflect.DeepEqual(b, want) {
		t.Errorf("got %+v, %v\nwant %+v", b, err, want)
	}
}

// TestSquareAndFoot reads a unit that stands inside a square of pikemen and one that may dismount, which no army of ours has.
func TestSquareAndFoot(t *testing.T) {
	cite.Clauses(t, "imp-24.9a", "imp-5.3c")
	fsys := packtest.Files(t, packs, stream)
	fsys = packtest.Replace(t, fsys, stream, phalanx, "points: 22}", "points: 22, foot: {type: FP, move: 5, vbu: 4, impetus: 2, discipline: A, weapon: none, depth: 3, traits: none}}")
	fsys = packtest.Replace(t, fsys, stream, phalanx, "units:\n",
		"units:\n  - {id: M2.6, command: 2, type: T, move: 5, vbu: 3, impetus: 0, discipline: B, vd: 0, weapon: musket, rows: 1, depth: 4, traits: none, points: 15, inside: M2.1}\n")
	fsys = packtest.Replace(t, fsys, stream, phalanx, "points: 315", "points: 330")
	for _, lang := range pack.Languages() {
		fsys = packtest.Replace(t, fsys, stream, pack.TextFile(lang), "unit:\n", "unit:\n  M2.6: Shooters\n")
	}
	checkProblems(t, fsys, stream, nil)
	p, err := scenario.Load(fsys, stream)
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.Setup(nil)
	if err != nil {
		t.Fatal(err)
	}
	if u := s.Units[0]; s.Units[u.Square].ID != "M2.1" {
		t.Errorf("%s stands inside %s", u.ID, s.Units[u.Square].ID)
	}
	if foot := s.Units[1].Foot; foot == nil || foot.ID != "M1.1" || foot.Type != impetus.FP || foot.VBU != 4 || foot.Command != 0 || foot.Rows != 1 {
		t.Errorf("on foot M1.1 is %+v", foot)
	}
	if c := s.Sides[0].Commands[0]; s.Units[c.Attached].ID != "M1.1" {
		t.Errorf("Alexander is attached to %s", s.Units[c.Attached].ID)
	}
}
