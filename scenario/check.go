package scenario

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"acies/grid"
	"acies/rulebook"
	"acies/rules/sword"
)

// Check returns everything that is wrong with the pack in the folder dir of fsys, ordered by place. A pack without a
// problem of severity [Error] can be loaded and played.
func Check(fsys fs.FS, dir string) []Problem {
	_, problems := read(fsys, dir)
	return problems
}

// reading is one reading of a pack: what has been understood so far, and what is wrong with the rest. The checks
// build the set-up as they go; they carry on after a fault wherever the next one can still be told from its
// consequences.
type reading struct {
	problems []Problem
	file     string // the file the checks are at
	unmarked bool   // values need no mark of their source

	battle battleFile
	armies armiesFile
	edges  edgesFile
	texts  map[string]texts // by language

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
	free       [2]string // the zones in which the sides place freely; empty: nowhere
	change     []string  // units that begin in their other form
	rearCharge bool
	special    sword.Special // rules that are added
}

// read reads and checks a pack. The pack is nil if there is an error among the problems.
func read(fsys fs.FS, dir string) (*Pack, []Problem) {
	r := &reading{texts: map[string]texts{}, zones: map[string]map[int]bool{}, leaders: map[string]*sword.LeaderDef{}}
	files := r.readFiles(fsys, dir)
	// A file that is not what it should be would make every check after it report its absence.
	if len(r.problems) == 0 {
		r.checkBattle(dir)
		// Hardly a line makes sense without a book or with one side.
		if r.book != nil && r.checkSides() {
			r.checkMap(files)
			r.checkArmies()
			r.checkEdges()
			r.checkSpecial()
			r.checkVictory()
			r.checkOptions()
			r.checkTexts()
		}
		r.readLessons(fsys, dir)
	}
	pack := r.pack(files)
	if !r.failed() {
		r.checkPlayable(pack)
	}
	if !r.failed() {
		r.checkLessons(pack)
	}
	slices.SortStableFunc(r.problems, Problem.compare)
	if r.failed() {
		return nil, r.problems
	}
	return pack, r.problems
}

func (r *reading) failed() bool {
	return slices.ContainsFunc(r.problems, func(p Problem) bool { return p.Severity == Error })
}

// fail records an error on a line of the present file.
func (r *reading) fail(line int, what, want string) {
	r.problems = append(r.problems, Problem{File: r.file, Line: line, Severity: Error, What: what, Want: want})
}

// warn records a warning on a line of the present file.
func (r *reading) warn(line int, what, want string) {
	r.problems = append(r.problems, Problem{File: r.file, Line: line, Severity: Warning, What: what, Want: want})
}

// textName matches the names of the files of words, such as text.en.yaml.
var textName = regexp.MustCompile(`^text\.([a-z]{2})\.yaml$`)

// readFiles reads the files of the pack that there are and returns those that decide how it plays.
func (r *reading) readFiles(fsys fs.FS, dir string) map[string][]byte {
	files := map[string][]byte{}
	load := func(name string) ([]byte, bool) {
		data, err := fs.ReadFile(fsys, path.Join(dir, name))
		switch {
		case err == nil:
			return data, true
		case !errors.Is(err, fs.ErrNotExist):
			r.problems = append(r.problems, Problem{File: name, Severity: Error, What: err.Error()})
		case name != edgesYAML:
			r.problems = append(r.problems, Problem{File: name, Severity: Error, What: "the file is missing"})
		}
		return nil, false
	}
	for name, v := range map[string]any{
		battleYAML: &r.battle, armiesYAML: &r.armies, edgesYAML: &r.edges, terrainTXT: nil, levelsTXT: nil,
	} {
		data, ok := load(name)
		if !ok {
			continue
		}
		files[name] = data
		var p *Problem
		if v == nil {
			p = checkBytes(name, data)
		} else {
			p = decode(name, data, v)
		}
		if p != nil {
			r.problems = append(r.problems, *p)
		}
	}
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		r.problems = append(r.problems, Problem{File: dir, Severity: Error, What: err.Error()})
	}
	for _, e := range entries {
		lang := textName.FindStringSubmatch(e.Name())
		if lang == nil {
			continue
		}
		if data, ok := load(e.Name()); ok {
			var t texts
			if p := decode(e.Name(), data, &t); p != nil {
				r.problems = append(r.problems, *p)
			}
			r.texts[lang[1]] = t
		}
	}
	return files
}

// checkBattle reads what the battle is and which book it is fought by.
func (r *reading) checkBattle(dir string) {
	r.file = battleYAML
	b := &r.battle
	if r.id(1, "battle", b.ID) {
		if base := path.Base(dir); base != "." && base != b.ID.text {
			r.fail(b.ID.line, fmt.Sprintf("the battle %s is in the folder %s", b.ID.text, base), "the folder has the name of the battle")
		}
		r.setup.ID = b.ID.text
	}
	r.setup.Turns = r.number(1, "turns", b.Turns, 1, 99)
	switch {
	case b.Book.line == 0:
		r.fail(1, "book is missing", "the books are "+list(bookIDs()))
	default:
		r.book = sword.FindBook(b.Book.text)
		if r.book == nil {
			r.fail(b.Book.line, fmt.Sprintf("book %q is unknown", b.Book.text), "the books are "+list(bookIDs()))
		}
	}
	r.setup.Book = r.book
}

// checkPlayable has the last word: the engine must take the pack with each of its options.
func (r *reading) checkPlayable(p *Pack) {
	r.file = battleYAML
	for _, choice := range append([][]string{nil}, singles(p.Options)...) {
		setup, err := p.Setup(choice)
		if err == nil {
			_, err = sword.New(setup)
		}
		if err != nil {
			r.fail(0, "the battle cannot be played: "+err.Error(), "")
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

// slug is the form of ids: they appear in the notation of actions.
var slug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// id reports whether w can be an id. Line is that of its entry, what the kind of thing it names.
func (r *reading) id(line int, what string, w word) bool {
	switch {
	case w.line == 0:
		r.fail(line, what+" without an id", "want id: and a name in lower case, such as hastati-i")
	case !slug.MatchString(w.text):
		r.fail(w.line, fmt.Sprintf("%s %q: not an id", what, w.text), "want lower-case letters, digits and single hyphens, such as hastati-i")
	default:
		return true
	}
	return false
}

// unique reports whether an id is new, and remembers it.
func (r *reading) unique(seen map[string]int, what string, w word) bool {
	if first, ok := seen[w.text]; ok {
		r.fail(w.line, fmt.Sprintf("%s %s: the id is already used on line %d", what, w.text, first), "ids are unique")
		return false
	}
	seen[w.text] = w.line
	return true
}

const marks = "A, B, C, D or R"

var (
	oneMark   = regexp.MustCompile(`^[ABCDR]$`)
	threeMark = regexp.MustCompile(`^[ABCDR]{3}$`)
)

// value returns a value that must be there with the mark of its source. Line is that of its entry.
func (r *reading) value(line int, what string, m marked) (string, bool) {
	return r.valueOf(line, what, m, oneMark)
}

func (r *reading) valueOf(line int, what string, m marked, mark *regexp.Regexp) (string, bool) {
	switch {
	case m.line == 0:
		r.fail(line, what+" is missing", "want a value and the mark of its source, "+marks)
		return "", false
	case m.mark == "" && r.unmarked:
	case m.mark == "":
		r.fail(m.line, fmt.Sprintf("%s %q has no mark of its source", what, m.text), "write "+marks+" after it")
	case !mark.MatchString(m.mark):
		r.fail(m.line, fmt.Sprintf("%s %q: mark %q is unknown", what, m.text, m.mark), "want "+marks)
	}
	return m.text, true
}

// source checks the mark that stands for a whole entry.
func (r *reading) source(line int, what string, w word) {
	switch {
	case w.line == 0:
		r.fail(line, what+" has no mark of its source", "write source: and "+marks)
	case !oneMark.MatchString(w.text):
		r.fail(w.line, fmt.Sprintf("%s: mark %q is unknown", what, w.text), "want "+marks)
	}
}

// number returns a marked number from lo to hi, or lo where it is wrong.
func (r *reading) number(line int, what string, m marked, lo, hi int) int {
	s, ok := r.value(line, what, m)
	if !ok {
		return lo
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < lo || n > hi {
		r.fail(m.line, fmt.Sprintf("%s %q is not a number from %d to %d", what, s, lo, hi), "")
		return lo
	}
	return n
}

// flag returns a marked truth value.
func (r *reading) flag(line int, what string, m marked) bool {
	s, ok := r.value(line, what, m)
	if ok && s != "true" && s != "false" {
		r.fail(m.line, fmt.Sprintf("%s %q is neither true nor false", what, s), "")
	}
	return s == "true"
}

// oneOf reports whether an id is among those there are, which the pack or the book has.
func (r *reading) oneOf(line int, what, kind, id string, owner string, ids []string) bool {
	if slices.Contains(ids, id) {
		return true
	}
	r.fail(line, fmt.Sprintf("%s: %s %q is unknown", what, kind, id), owner+" has "+list(ids))
	return false
}

// listOf returns the words of a marked list, each of which must be among ids.
func (r *reading) listOf(line int, what, field, kind string, m marked, owner string, ids []string) []string {
	s, ok := r.value(line, what+": "+field, m)
	if !ok {
		return nil
	}
	var out []string
	for _, id := range strings.Fields(s) {
		if slices.Contains(out, id) {
			r.fail(m.line, fmt.Sprintf("%s: %s names %s twice", what, field, id), "")
		} else if r.oneOf(m.line, what, kind, id, owner, ids) {
			out = append(out, id)
		}
	}
	return out
}

// hex returns the hex of that name, or -1 if it is not on the map or the map is unknown.
func (r *reading) hex(line int, what, id string) int {
	if r.grid == nil {
		return -1
	}
	h, err := r.grid.Parse(id)
	if err != nil {
		r.fail(line, what+": "+err.Error(), fmt.Sprintf("the map is 0101 to %s", r.grid.ID(r.grid.Len()-1)))
		return -1
	}
	return h
}

// clause checks that the rulebook has a clause.
func (r *reading) clause(line int, what string, w word) string {
	if w.line == 0 {
		r.fail(line, what+" names no clause", "write the id of the rule, such as ant-13.3.2b")
	} else if !inRulebook(w.text) {
		r.fail(w.line, fmt.Sprintf("%s: clause %q is not in the rulebook", what, w.text), "write the id of the rule, such as ant-13.3.2b")
	}
	return w.text
}

func inRulebook(id string) bool {
	_, ok := rulebook.Find(id)
	return ok
}

// side returns the index of a side, or -1.
func (r *reading) side(line int, what string, w word) int {
	if w.line == 0 {
		r.fail(line, what+" names no side", "the battle has "+list(r.sideIDs()))
		return -1
	}
	if !r.oneOf(w.line, what, "side", w.text, "the battle", r.sideIDs()) {
		return -1
	}
	return slices.Index(r.sideIDs(), w.text)
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

// list writes ids as a person would read them out.
func list(ids []string) string {
	if len(ids) == 0 {
		return "none"
	}
	return strings.Join(ids, ", ")
}
