// Package scenario reads the battles of Blade & Bow from packs; package pack reads what the packs of all rulebooks have in
// common.
//
// A pack has these files:
//
//	battle.yaml    what the battle is: the turn track, the map and its places, the sides, the special rules
//	armies.yaml    leaders and units, every value with a source mark
//	terrain.txt    the map, one symbol per square
//	text.en.yaml   the names of everything, in each language
//	text.fr.yaml
//	lessons/*.yaml examples to play at the table, if any; see [pack.Lesson]
//
// [Load] returns the battle for play, [Check] reports what is wrong with a pack as a compiler would; both use the same
// code. Damaged input leads to a list of problems, never to a panic.
package scenario

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"acies/grid"
	"acies/pack"
	"acies/rules/bladebow"
)

// Book is the id of the book of rules in packs.
const Book = "bladebow"

// What every battle has, and at most. The state of a game has room for this much.
const (
	MaxUnits   = 48
	MaxLeaders = 8
	MaxColumns = 21
	MaxRows    = 16
	Turns      = 12
	MaxRanks   = 3 // the highest density marker
)

// Pack is a battle that has been read and has no errors. It never changes.
type Pack struct {
	*pack.Pack
	Places  []Place
	Lessons []*pack.Lesson // not yet played through
	Hash    string         // see Load

	setup bladebow.Setup
	names []string // of the units
}

// Place is a part of the map that has a name.
type Place struct {
	ID      string
	Squares []int
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

// Setup returns the battle. It shares nothing with the pack, so the caller may change it.
func (p *Pack) Setup() *bladebow.Setup { return clone(&p.setup) }

// UnitName returns the key of the text with a unit's name and the number that distinguishes it from others of that name:
// "name.athenians" and "3" for the unit hoplite-3. The number is empty if there is no other.
func (p *Pack) UnitName(unit int) (key, number string) {
	name, shared := p.names[unit], 0
	for _, n := range p.names {
		if n == name {
			shared++
		}
	}
	if id := p.setup.Units[unit].ID; shared > 1 {
		number = id[strings.LastIndexByte(id, '-')+1:]
	}
	return "name." + name, number
}

// clone returns a copy of a set-up that shares nothing with it.
func clone(s *bladebow.Setup) *bladebow.Setup {
	c := *s
	c.Terrain = slices.Clone(s.Terrain)
	c.Units = slices.Clone(s.Units)
	c.Leaders = slices.Clone(s.Leaders)
	c.Icons = slices.Clone(s.Icons)
	for i := range c.Sides {
		a := &c.Sides[i]
		a.Camps, a.Shields, a.Presets = slices.Clone(a.Camps), slices.Clone(a.Shields), slices.Clone(a.Presets)
		for k := range a.Presets {
			a.Presets[k].Ranks = slices.Clone(a.Presets[k].Ranks)
		}
	}
	if c.Pass = copyOf(s.Pass); c.Pass != nil {
		x := c.Pass
		x.Path, x.Hills, x.Gap = slices.Clone(x.Path), slices.Clone(x.Hills), slices.Clone(x.Gap)
		x.Walls, x.Corners = slices.Clone(x.Walls), slices.Clone(x.Corners)
	}
	c.King, c.Sack, c.Storm = copyOf(s.King), copyOf(s.Sack), copyOf(s.Storm)
	if c.Arrival = copyOf(s.Arrival); c.Arrival != nil {
		c.Arrival.Units = slices.Clone(c.Arrival.Units)
		for i := range c.Arrival.Areas {
			c.Arrival.Areas[i].Squares = slices.Clone(c.Arrival.Areas[i].Squares)
		}
	}
	return &c
}

// copyOf returns a pointer to a copy of what p points to, or nil.
func copyOf[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

// Special returns the ids of the special rules of a battle, for which its pack has texts: the rules of the battle alone,
// and the choices that its armies have at set-up.
func Special(s *bladebow.Setup) []string {
	either := func(has func(a *bladebow.Army) bool) bool { return has(&s.Sides[0]) || has(&s.Sides[1]) }
	var ids []string
	for _, rule := range []struct {
		id string
		on bool
	}{
		{"ranks", either(func(a *bladebow.Army) bool { return a.MaxRanks > 0 })},
		{"camps", either(func(a *bladebow.Army) bool { return len(a.Camps) > 1 })},
		{"shield-wall", either(func(a *bladebow.Army) bool { return a.ShieldWall })},
		{"pass", s.Pass != nil},
		{"king", s.King != nil},
		{"sack", s.Sack != nil},
		{"arrival", s.Arrival != nil},
		{"storm", s.Storm != nil},
	} {
		if rule.on {
			ids = append(ids, rule.id)
		}
	}
	return ids
}

// reading is one reading of a pack: what has been understood so far, and the problems found. The checks build the
// set-up as they go; after a problem they continue wherever the next problem is not just a consequence of it.
type reading struct {
	pack.Checks

	battle battleFile
	armies armiesFile

	board   *grid.Squares   // nil if the size of the map is unknown
	known   bool            // the ground of every square is known
	rows    []int           // the line of each row in terrain.txt
	arrives map[string]bool // units and leaders that the arrival names
	open    map[int]bool    // hills that may be entered, if the others are closed
	units   map[string]int  // by id
	leaders map[string]int  // by id
	setup   bladebow.Setup  // a side of -1 is one that is unknown
	names   []string        // of the units
	places  []Place
}

// Read reads and checks a pack. The pack is nil if there is an error among the problems.
func Read(f *pack.Files) (*Pack, []pack.Problem) {
	r := &reading{arrives: map[string]bool{}, units: map[string]int{}, leaders: map[string]int{}}
	var common *pack.Pack
	common, r.Problems = pack.Open(f)
	r.Decode(f, battleYAML, true, &r.battle)
	r.Decode(f, armiesYAML, true, &r.armies)
	r.Decode(f, terrainTXT, true, nil)
	var lessons []*pack.Lesson
	// After a file of the wrong form every later check would report missing fields.
	if len(r.Problems) == 0 {
		// Hardly any line can be checked with only one side.
		if r.checkBattle(f.Dir()) && r.checkSides() {
			r.checkMap(f)
			r.noteSpecial()
			before := len(r.Problems)
			r.checkArmies()
			r.checkCamps()
			// Ranks and shields are counted by unit.
			if len(r.Problems) == before {
				r.checkPresets()
				r.checkShields()
			}
			r.checkSpecial()
			r.checkTexts(common)
		}
		lessons = r.ReadLessons(f)
	}
	slices.SortStableFunc(r.Problems, pack.Problem.Compare)
	if r.Failed() {
		return nil, r.Problems
	}
	return &Pack{
		Pack: common, Places: r.places, Lessons: lessons, Hash: f.Hash(deciding...),
		setup: r.setup, names: r.names,
	}, r.Problems
}

// checkTexts checks that everything has a text. A text of something that could not be read is not reported as useless.
func (r *reading) checkTexts(common *pack.Pack) {
	failed := r.Failed()
	r.CheckTexts(common, r.textKeys())
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
	for _, a := range r.setup.Sides {
		add("side." + a.ID)
		for _, p := range a.Presets {
			add("preset." + p.ID)
		}
	}
	for _, l := range r.setup.Leaders {
		add("leader." + l.ID)
	}
	for _, name := range r.names {
		if name != "" {
			add("name." + name)
		}
	}
	for _, p := range r.places {
		add("place." + p.ID)
	}
	for _, id := range Special(&r.setup) {
		add("special." + id + ".name")
		add("special." + id + ".about")
	}
	return keys
}
