// Package scenario reads the battles of Impetus from packs; package pack reads what the packs of all rulebooks have in
// common.
//
// A pack has these files:
//
//	battle.yaml    what the battle is: limit of turns, table, sides, options
//	armies/*.yaml  armies: commands with their commanders, units, points
//	tables/*.yaml  tables: terrain, fortifications, the zones of the armies
//	placement.yaml where the units stand at the start; without it they are placed by [Deploy]
//	text.en.yaml   the names of everything, in each language
//	text.fr.yaml
//	lessons/*.yaml examples to play at the table, if any; see [pack.Lesson]
//
// A pack is complete in itself, so packs with the same army or table have a copy each. The side that is listed first is
// first for dice and is the attacker.
//
// [Load] returns the battle for play, [Check] reports what is wrong with a pack as a compiler would; both use the same
// code. Damaged input leads to a list of problems, never to a panic.
package scenario

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"acies/pack"
	"acies/plane"
	"acies/rules/impetus"
)

// Book is the id of the book of rules in packs.
const Book = "impetus"

// What a battle has at most. The state of a game has room for this much.
const (
	MaxUnits   = (impetus.MaxUnits - 2) / 2 // of an army, beside its baggage
	MaxCommand = 31                         // units of a command
	MaxTurns   = 99
	MaxSeed    = 999999
)

// campSuffix ends the ids of the camps, after the id of the army.
const campSuffix = "-camp"

// Pack is a battle that has been read and has no errors. It never changes.
type Pack struct {
	*pack.Pack
	Turns   int
	Lessons []*pack.Lesson // not yet played through
	Hash    string         // see Load

	armies    []*Army
	tables    []*Table
	table     string // the id of the table unless an option says otherwise
	sides     [2]side
	tie       int // the side that wins if the losses are equal at the limit, or -1
	first     int // the side that is first to be placed freely
	options   []option
	placement map[string]plane.Pose // nil if the units are placed by [Deploy]
}

// side is a side of the battle; army is empty if its player chooses one.
type side struct {
	id, army string
	edge     impetus.Edge
	destiny  int
}

// Load reads the pack in the folder dir of fsys. The error joins everything that [Check] calls an error.
//
// The hash of the pack is the SHA-256 in hexadecimal of the files that decide how it plays, that is, of all but its
// texts and lessons, so that correcting a translation leaves the records of old games readable.
func Load(fsys fs.FS, dir string) (*Pack, error) {
	p, problems := Read(pack.ReadFiles(fsys, dir))
	if p == nil {
		return nil, fmt.Errorf("pack %s:\n%w", dir, pack.Errors(problems))
	}
	return p, nil
}

// Check returns everything that is wrong with the pack in the folder dir of fsys, ordered by place. A pack without a
// problem of severity [pack.Error] can be loaded and played.
func Check(fsys fs.FS, dir string) []pack.Problem {
	_, problems := Read(pack.ReadFiles(fsys, dir))
	return problems
}

// Armies returns the armies of the pack, ordered by id; they must not be changed.
func (p *Pack) Armies() []*Army { return p.armies }

// Army returns the army with an id, or nil.
func (p *Pack) Army(id string) *Army { return find(p.armies, id) }

// Free reports whether the players choose their armies.
func (p *Pack) Free() bool { return p.sides[0].army == "" }

func find[T interface{ name() string }](list []T, id string) (found T) {
	for _, x := range list {
		if x.name() == id {
			return x
		}
	}
	return found
}

func (a *Army) name() string  { return a.ID }
func (t *Table) name() string { return t.ID }

// reading is one reading of a pack: what has been understood so far, and the problems found. The checks build the
// battle as they go; after a problem they continue wherever the next problem is not just a consequence of it.
type reading struct {
	pack.Checks
	Pack

	battle battleFile
	lines  map[string]int // of the units in the placement
}

// Read reads and checks a pack. The pack is nil if there is an error among the problems.
func Read(f *pack.Files) (*Pack, []pack.Problem) {
	r := &reading{Pack: Pack{tie: -1}, lines: map[string]int{}}
	r.Unmarked = true
	r.Pack.Pack, r.Problems = pack.Open(f)
	r.Decode(f, battleYAML, true, &r.battle)
	// After a file of the wrong form every later check would report missing fields.
	if len(r.Problems) == 0 {
		r.checkArmies(f)
		r.checkTables(f)
		if r.checkBattle(f.Dir()) && r.checkSides() {
			r.checkOptions()
			if !r.Failed() {
				r.checkPlacement(f)
			}
			if !r.Failed() {
				r.checkDeployments()
			}
			r.checkTexts()
		}
		r.Lessons = r.ReadLessons(f)
	}
	slices.SortStableFunc(r.Problems, pack.Problem.Compare)
	if r.Failed() {
		return nil, r.Problems
	}
	r.Hash = f.Hash(slices.DeleteFunc(f.Names(), func(name string) bool {
		return strings.HasPrefix(name, "text.") || strings.HasPrefix(name, pack.LessonsDir+"/")
	})...)
	p := r.Pack
	return &p, r.Problems
}

// index returns the index of a required value among the names that are allowed.
func (r *reading) index(line int, what, field string, m pack.Marked, names []string) (int, bool) {
	text, ok := r.Value(line, what+": "+field, m)
	if !ok || !r.OneOf(m.Line, what, field, text, "the book", names) {
		return -1, false
	}
	return slices.Index(names, text), true
}

// checkBattle reads what the battle is. It reports whether the book is the right one.
func (r *reading) checkBattle(dir string) bool {
	r.File = battleYAML
	b := &r.battle
	if r.ID(1, "battle", b.ID) && dir != "" && dir != b.ID.Text {
		r.Fail(b.ID.Line, fmt.Sprintf("the battle %s is in the folder %s", b.ID.Text, dir), "the folder must have the name of the battle")
	}
	if b.Book.Text != Book {
		what := fmt.Sprintf("book %q is unknown", b.Book.Text)
		if b.Book.Line == 0 {
			what = "book is missing"
		}
		r.Fail(max(1, b.Book.Line), what, "the book is "+Book)
		return false
	}
	r.Source(1, "the battle", b.Source)
	r.Turns = r.Number(1, "turns", b.Turns, 1, MaxTurns)
	if id, ok := r.Value(1, "table", b.Table); ok && r.OneOf(b.Table.Line, "the battle", "table", id, "the pack", r.tableIDs()) {
		r.table = id
	}
	return true
}

func (r *reading) tableIDs() []string {
	var ids []string
	for _, t := range r.tables {
		ids = append(ids, t.ID)
	}
	return ids
}

func (r *reading) armyIDs() []string {
	var ids []string
	for _, a := range r.armies {
		ids = append(ids, a.ID)
	}
	return ids
}

func (r *reading) sideIDs() []string { return []string{r.sides[0].id, r.sides[1].id} }

// checkSides reads the two sides and reports whether there are two.
func (r *reading) checkSides() bool {
	b := &r.battle
	if n := len(b.Sides); n != 2 {
		r.Fail(1, fmt.Sprintf("the battle has %d sides", n), "expected two under sides:")
		return false
	}
	seen := map[string]int{}
	for i, e := range b.Sides {
		if !r.ID(e.Line, "side", e.V.ID) || !r.Unique(seen, "side", e.V.ID) {
			return false
		}
		s := &r.sides[i]
		s.id = e.V.ID.Text
		what := "side " + s.id
		if e.V.Army.Line > 0 && r.OneOf(e.V.Army.Line, what, "army", e.V.Army.Text, "the pack", r.armyIDs()) {
			s.army = e.V.Army.Text
		}
		if k, ok := r.index(e.Line, what, "edge", e.V.Edge, edgeNames[:2]); ok {
			s.edge = impetus.Edge(k)
		}
		if e.V.Destiny.Line > 0 {
			s.destiny = r.Number(e.Line, what+": destiny", e.V.Destiny, 0, 3)
		}
	}
	first, second := &b.Sides[0].V, &b.Sides[1].V
	switch {
	case (first.Army.Line > 0) != (second.Army.Line > 0):
		r.Fail(b.Sides[1].Line, "only one side has an army", "expected both, or options for both")
	case r.sides[0].army != "" && r.sides[0].army == r.sides[1].army:
		r.Fail(second.Army.Line, fmt.Sprintf("both sides have the army %s", r.sides[0].army), "expected two armies")
	}
	if r.sides[0].edge == r.sides[1].edge && second.Edge.Line > 0 && first.Edge.Line > 0 && !r.Failed() {
		r.Fail(second.Edge.Line, fmt.Sprintf("both sides have the edge %s", second.Edge.Text), "expected south and north")
	}
	if tie, ok := r.Value(1, "tie", b.Tie); ok && tie != "draw" && r.OneOf(b.Tie.Line, "tie", "side", tie, "beside draw the battle", r.sideIDs()) {
		r.tie = slices.Index(r.sideIDs(), tie)
	}
	if id, ok := r.Value(1, "set-up-first", b.SetUpFirst); ok && r.OneOf(b.SetUpFirst.Line, "set-up-first", "side", id, "the battle", r.sideIDs()) {
		r.first = slices.Index(r.sideIDs(), id)
	}
	return true
}

// checkPlacement reads where the units stand at the start.
func (r *reading) checkPlacement(f *pack.Files) {
	if _, ok := f.Read(placementYAML); !ok {
		return
	}
	var file placementFile
	before := len(r.Problems)
	r.Decode(f, placementYAML, true, &file)
	if len(r.Problems) > before {
		return
	}
	r.File = placementYAML
	if r.Free() || slices.ContainsFunc(r.options, func(o option) bool { return o.sets == setsTable }) {
		r.Fail(0, "the battle has armies or tables to choose from", "such a battle has no "+placementYAML)
		return
	}
	r.Source(1, "the placement", file.Source)
	known := r.pieceIDs()
	placement := map[string]plane.Pose{}
	for _, e := range file.Units {
		what := "unit " + e.V.ID.Text
		if e.V.ID.Line == 0 {
			r.Fail(e.Line, "unit without an id", "expected the id of a unit or a camp")
			continue
		}
		if !r.Unique(r.lines, "unit", e.V.ID) || !r.OneOf(e.V.ID.Line, "placement", "unit", e.V.ID.Text, "the battle", known) {
			continue
		}
		placement[e.V.ID.Text] = plane.Pose{
			X: r.length(e.Line, what+": x", e.V.X, 0, plane.Width/plane.Unit),
			Y: r.length(e.Line, what+": y", e.V.Y, 0, plane.Height/plane.Unit),
			H: r.heading(e.Line, what, e.V.Heading),
		}
	}
	for _, id := range known {
		if _, ok := placement[id]; !ok {
			r.Fail(1, "unit "+id+" has no place", "expected an entry with its id, x, y and heading")
		}
	}
	r.placement = placement
	if !r.Failed() {
		r.checkPlaces()
	}
}

// pieceIDs returns the ids of all units and camps of a battle with fixed armies; units inside a square have no place.
func (r *reading) pieceIDs() []string {
	var ids []string
	for _, s := range r.sides {
		for _, u := range r.Army(s.army).Units {
			if u.Square < 0 {
				ids = append(ids, u.ID)
			}
		}
	}
	for _, s := range r.sides {
		ids = append(ids, s.army+campSuffix)
	}
	return ids
}

// heading returns a heading given in degrees, which may end in .25, .5 or .75.
func (r *reading) heading(line int, what string, m pack.Marked) plane.Heading {
	text, ok := r.Value(line, what+": heading", m)
	if !ok {
		return 0
	}
	n, ok := parseLength(text)
	if !ok || n >= 360*1000 || n%250 != 0 {
		r.Fail(m.Line, fmt.Sprintf("%s: heading %q is not a direction", what, text), "expected degrees from 0, which is north, to 359.75 in steps of 0.25")
		return 0
	}
	return plane.Heading(n / 250)
}

// checkPlaces checks that every unit stands in its zone, on ground that can be entered, and that no two overlap.
func (r *reading) checkPlaces() {
	set, err := r.Setup(nil)
	if err != nil {
		r.Fail(0, err.Error(), "")
		return
	}
	r.File = placementYAML
	table := find(r.tables, r.table)
	shapes := make([]plane.Shape, len(set.Units))
	for i := range set.Units {
		u := &set.Units[i]
		if u.Square >= 0 {
			continue
		}
		shapes[i] = shapeOf(u)
		line, what := r.lines[u.ID], "unit "+u.ID
		if z := set.Sides[u.Side].Zone; !inZone(&shapes[i], z) {
			r.Fail(line, fmt.Sprintf("%s: its base is not inside its zone", what), "the zone is "+formatZone(z))
		}
		for k := range table.pieces {
			if table.Terrain[k].Kind == impetus.Impassable && table.pieces[k].Holds(&shapes[i]) {
				r.Fail(line, fmt.Sprintf("%s stands in %s", what, table.Terrain[k].ID), "expected ground that is not impassable")
			}
		}
		for k := range i {
			if set.Units[k].Square < 0 && plane.Overlap(&shapes[i], &shapes[k]) {
				r.Fail(line, fmt.Sprintf("%s overlaps %s", what, set.Units[k].ID), "bases may touch but not overlap")
			}
		}
	}
}

func shapeOf(u *impetus.UnitSetup) plane.Shape {
	return plane.Place(u.Pose, plane.Base{Width: impetus.Frontage, Depth: u.Depth})
}

func inZone(s *plane.Shape, z impetus.Zone) bool {
	return s.Min.X >= int64(z.X[0]) && s.Max.X <= int64(z.X[1]) && s.Min.Y >= int64(z.Y[0]) && s.Max.Y <= int64(z.Y[1])
}

func formatZone(z impetus.Zone) string {
	return formatPoint(plane.Point{X: int64(z.X[0]), Y: int64(z.Y[0])}) + " " + formatPoint(plane.Point{X: int64(z.X[1]), Y: int64(z.Y[1])})
}

// checkDeployments checks that every army can be placed on every table at which it may stand, if there is no placement.
func (r *reading) checkDeployments() {
	if r.placement != nil {
		return
	}
	r.File = battleYAML
	for _, t := range r.allTables() {
		for i := range r.sides {
			for _, a := range r.choices(i) {
				if _, err := Deploy(find(r.armies, a), t, r.sides[i].edge); err != nil {
					r.Fail(r.battle.Sides[i].Line, fmt.Sprintf("side %s: %v", r.sides[i].id, err), "expected a zone with room for the army, or "+placementYAML)
				}
			}
		}
	}
}

// checkTexts checks that everything has a text. A text of something that could not be read is not reported as useless.
func (r *reading) checkTexts() {
	failed := r.Failed()
	r.CheckTexts(r.Pack.Pack, r.textKeys())
	for _, lang := range r.Languages {
		for _, o := range r.options {
			key := "option." + o.id + ".name"
			text, ok := r.Text(lang, key)
			if a := r.Army(o.army); ok && a != nil && !strings.Contains(text, strconv.Itoa(a.Points)) {
				r.Problems = append(r.Problems, pack.Problem{
					File: pack.TextFile(lang), Severity: pack.Warning, What: "the text " + key + " does not name the points of the army",
					Want: fmt.Sprintf("army %s has %d", a.ID, a.Points),
				})
			}
		}
	}
	if failed {
		r.Problems = slices.DeleteFunc(r.Problems, func(p pack.Problem) bool { return p.Severity == pack.Warning })
	}
}

// textKeys returns the keys of all the texts that a pack needs.
func (r *reading) textKeys() []string {
	keys := []string{"battle.name", "battle.intro", "battle.victory"}
	add := func(key string) {
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for _, s := range r.sides {
		add("side." + s.id)
	}
	for _, a := range r.armies {
		add("side." + a.ID)
		add("camp." + a.ID)
		for _, c := range a.Commands {
			add(CommanderKey(a.ID, c.ID))
		}
		for _, u := range a.Units {
			add("unit." + u.ID)
		}
	}
	for _, t := range r.tables {
		for _, p := range t.Terrain {
			add(PlaceKey(p.ID))
		}
		for _, l := range t.Lines {
			add(PlaceKey(l.ID))
		}
	}
	for _, o := range r.options {
		if o.group != "" {
			add("group." + o.group)
			add("else." + o.group)
		}
		add("option." + o.id + ".name")
		add("option." + o.id + ".about")
	}
	for _, id := range r.specials() {
		add("special." + id + ".name")
		add("special." + id + ".about")
	}
	return keys
}

// CommanderKey returns the key of the name of the commander of a command.
func CommanderKey(army, command string) string { return "commander." + army + "-" + command }

// PlaceKey returns the key of the name of a piece of terrain or a fortification. Those of a table that was laid out from a
// seed have no names.
func PlaceKey(id string) string { return "place." + id }
