package scenario

import (
	"fmt"
	"slices"

	"acies/grid"
	"acies/pack"
	"acies/rulebook"
	"acies/rules/sword"
)

// reading is one reading of a pack: what has been understood so far, and the problems found. The checks build the
// set-up as they go; after a problem they continue wherever the next problem is not just a consequence of it.
type reading struct {
	pack.Checks

	battle battleFile
	armies armiesFile
	edges  edgesFile

	book    *sword.Book
	grid    *grid.Map // nil if the size of the map is unknown
	north   string
	letters []rune // by hex, from terrain.txt; nil if it could not be read
	zones   map[string]map[int]bool
	names   []string // of units, in the order of the file
	lines   []int    // of the units of the set-up
	leaders map[string]*sword.LeaderDef
	arrives map[string]bool // units and leaders that the reinforcements name
	setup   sword.Setup     // a side of -1 is one that is unknown
	options []option
	lessons []*Lesson
}

// option is a variant of the battle that the players may choose.
type option struct {
	id         string
	remove     []string  // contingents
	free       [2]string // the zones of free set-up of the sides; empty: none
	change     []string  // units that begin in their other form
	rearCharge bool
	special    sword.Special // rules that are added
}

// Read reads and checks a pack. It returns everything that is wrong with it, ordered by place. The pack is nil if a
// problem has the severity [pack.Error]; otherwise it can be played.
func Read(f *pack.Files) (*Pack, []pack.Problem) {
	r := &reading{zones: map[string]map[int]bool{}, leaders: map[string]*sword.LeaderDef{}}
	var common *pack.Pack
	common, r.Problems = pack.Open(f)
	r.Decode(f, battleYAML, true, &r.battle)
	r.Decode(f, armiesYAML, true, &r.armies)
	r.Decode(f, edgesYAML, false, &r.edges)
	r.Decode(f, terrainTXT, true, nil)
	r.Decode(f, levelsTXT, true, nil)
	// After a file of the wrong form every later check would report missing fields.
	if len(r.Problems) == 0 {
		r.checkBattle(f.Dir())
		// Hardly any line can be checked without a book or with only one side.
		if r.book != nil && r.checkSides() {
			r.checkMap(f)
			r.checkArmies()
			r.checkEdges()
			r.checkSpecial()
			r.checkVictory()
			r.checkOptions()
			r.CheckTexts(common, r.textKeys())
		}
		r.readLessons(f)
	}
	p := r.pack(common)
	if !r.Failed() {
		r.checkPlayable(p)
	}
	if !r.Failed() {
		r.checkLessons(p)
	}
	slices.SortStableFunc(r.Problems, pack.Problem.Compare)
	if r.Failed() {
		return nil, r.Problems
	}
	return p, r.Problems
}

// checkBattle reads what the battle is and which book it uses.
func (r *reading) checkBattle(dir string) {
	r.File = battleYAML
	b := &r.battle
	if r.ID(1, "battle", b.ID) {
		if dir != "" && dir != b.ID.Text {
			r.Fail(b.ID.Line, fmt.Sprintf("the battle %s is in the folder %s", b.ID.Text, dir), "the folder must have the name of the battle")
		}
		r.setup.ID = b.ID.Text
	}
	r.setup.Turns = r.Number(1, "turns", b.Turns, 1, 99)
	switch {
	case b.Book.Line == 0:
		r.Fail(1, "book is missing", "the books are "+pack.List(bookIDs()))
	default:
		r.book = sword.FindBook(b.Book.Text)
		if r.book == nil {
			r.Fail(b.Book.Line, fmt.Sprintf("book %q is unknown", b.Book.Text), "the books are "+pack.List(bookIDs()))
		}
	}
	r.setup.Book = r.book
}

// checkPlayable is the last check: the engine must accept the pack with each of its options.
func (r *reading) checkPlayable(p *Pack) {
	r.File = battleYAML
	for _, choice := range append([][]string{nil}, singles(p.Options)...) {
		setup, err := p.Setup(choice)
		if err == nil {
			_, err = sword.New(setup)
		}
		if err != nil {
			r.Fail(0, "the battle cannot be played: "+err.Error(), "")
			return
		}
	}
}

func singles(ids []string) [][]string {
	var out [][]string
	for _, id := range ids {
		out = append(out, []string{id})
	}
	return out
}

// hex returns the hex with the given name, or -1 if it is not on the map or the map is unknown.
func (r *reading) hex(line int, what, id string) int {
	if r.grid == nil {
		return -1
	}
	h, err := r.grid.Parse(id)
	if err != nil {
		r.Fail(line, what+": "+err.Error(), fmt.Sprintf("the map is 0101 to %s", r.grid.ID(r.grid.Len()-1)))
		return -1
	}
	return h
}

// clause checks that the rulebook has a clause.
func (r *reading) clause(line int, what string, w pack.Word) string {
	if w.Line == 0 {
		r.Fail(line, what+" names no clause", "write the id of the rule, such as ant-13.3.2b")
	} else if !inRulebook(w.Text) {
		r.Fail(w.Line, fmt.Sprintf("%s: clause %q is not in the rulebook", what, w.Text), "write the id of the rule, such as ant-13.3.2b")
	}
	return w.Text
}

func inRulebook(id string) bool {
	_, ok := rulebook.Find(id)
	return ok
}

// side returns the index of a side, or -1.
func (r *reading) side(line int, what string, w pack.Word) int {
	if w.Line == 0 {
		r.Fail(line, what+" names no side", "the battle has "+pack.List(r.sideIDs()))
		return -1
	}
	if !r.OneOf(w.Line, what, "side", w.Text, "the battle", r.sideIDs()) {
		return -1
	}
	return slices.Index(r.sideIDs(), w.Text)
}

func (r *reading) sideIDs() []string {
	return []string{r.setup.Sides[0].ID, r.setup.Sides[1].ID}
}

func (r *reading) typeIDs() []string {
	return collect(r.book.Types, func(t sword.UnitType) string { return t.Code })
}

func (r *reading) terrainIDs() []string {
	return collect(r.book.Terrain, func(t sword.Terrain) string { return t.ID })
}

func (r *reading) zoneIDs() []string {
	return collect(r.setup.Zones, func(z sword.ZoneDef) string { return z.ID })
}

func (r *reading) leaderIDs() []string {
	return collect(r.setup.Leaders, func(l sword.LeaderDef) string { return l.ID })
}

func (r *reading) contingentIDs() []string {
	return collect(r.setup.Contingents, func(c sword.ContingentDef) string { return c.ID })
}

func (r *reading) inBook() string { return "the book " + r.book.ID }

func bookIDs() []string {
	return collect(sword.Books(), func(b *sword.Book) string { return b.ID })
}

func collect[T any](s []T, id func(T) string) []string {
	out := make([]string, len(s))
	for i := range s {
		out[i] = id(s[i])
	}
	return out
}
