// Package system defines what a rulebook provides in addition to its rules: how its packs are read, how its battles are
// drawn, named and described, and what the computer opponents know about it. Package systems registers all rulebooks;
// nothing else refers to one by name.
//
// A [System] is a rulebook; a [Pack] is one of its battles, read from its pack. Features that not every rulebook has are
// separate interfaces that a System may also implement: [Judging] and [Tunable] for opponents, [Luck] and [Reporting] for
// reports, [Terminal] for pictures as text, [Overlaying] for what can be shaded on the board, [Staging] for how its events are shown, [Cases] for rule tests, [Ruled]
// [Exempting] and [Limiting] for the text of its rules.
package system

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"acies/game"
	"acies/pack"
	"acies/rulebook"
)

// System is a rulebook with all its books.
type System interface {
	// ID returns the first part of the ids of its books in records: "sword" in "sword/antiquity-2".
	ID() string
	// Version returns the version of its engine.
	Version() string
	// Books returns the ids of its books as packs name them.
	Books() []string
	// Read reads a pack of one of its books. The pack is nil if one of the problems is an error.
	Read(f *pack.Files) (*Pack, []pack.Problem)
	// Vary returns the files of a pack with values changed; each change is a path and a value: "unit.hastati.quality=6".
	Vary(f *pack.Files, changes []string) (*pack.Files, error)
	// Actions splits the arguments of a command line into actions in notation.
	Actions(args []string) []string
	// Describe returns everything about a battle that never changes, for programs, as a value that encodes as a JSON object.
	Describe(b game.Battle) any
	// Texts returns the sentences of the rulebook in a language, by their full keys; see [ReadTexts]. They replace general
	// sentences with the same key. The caller must not change the map.
	Texts(lang string) map[string]string
}

// Varied is a rulebook that says what its Vary can change, for the help of commands.
type Varied interface {
	// VaryHelp returns the name of the rulebook, and a line for each kind of value, which begins with a change of some
	// built-in battle: "turns=10  the number of turns".
	VaryHelp() (name string, lines []string)
}

// VaryHelp returns what the --set of commands can change, rulebook by rulebook.
func VaryHelp() string {
	var b strings.Builder
	for _, s := range All() {
		if v, ok := s.(Varied); ok {
			name, lines := v.VaryHelp()
			fmt.Fprintf(&b, "%s:\n", name)
			for _, line := range lines {
				fmt.Fprintf(&b, "  %s\n", line)
			}
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Pack is a battle that was read from its pack without errors. It never changes.
type Pack struct {
	*pack.Pack
	Hash    string         // of all the files of the pack that affect play
	Turns   int            // number of turns
	Lessons []*pack.Lesson // worked examples that are played on the table
	Scenario
}

// Lesson returns the lesson with the given id, or nil.
func (p *Pack) Lesson(id string) *pack.Lesson {
	if i := slices.IndexFunc(p.Lessons, func(l *pack.Lesson) bool { return l.ID == id }); i >= 0 {
		return p.Lessons[i]
	}
	return nil
}

// Scenario is the rulebook's part of a pack.
type Scenario interface {
	// Compile returns the battle with the given options of its pack.
	Compile(options []string) (game.Battle, error)
	// At returns the battle with its games starting from a position; file is the name of the text in problems.
	At(b game.Battle, file string, text []byte) (game.Battle, error)
	// Position returns the text of a position for a state.
	Position(options []string, s game.State) []byte
	// Begin returns the state at which a lesson starts.
	Begin(b game.Battle, l *pack.Lesson) (game.State, error)
	// Names returns the names of pieces, sides and places in a language.
	Names(b game.Battle, lang string) Names
	// Sheet returns how the places and the counters are drawn.
	Sheet(b game.Battle, w Speaker) *Sheet
	// Ground returns a drawing of the board. It is empty for a board whose places need only their outlines.
	Ground(b game.Battle, w Speaker, kind Ground) string
	// Special returns the ids of the special rules that are in force, for which the pack has texts.
	Special(b game.Battle) []string
}

// Ruled is a rulebook that provides the text of its rules. The texts of others are in package rulebook.
type Ruled interface {
	// Rules returns the name of the text, which is the first word of the ids of its books, and the text in Markdown, one
	// clause per line: "- [toy-3] March. …".
	Rules() (name, text string)
}

// Translated is a rulebook that provides translations of the text of its rules.
type Translated interface {
	Ruled
	// Translations returns the text in other languages, line by line as in the original: "fr".
	Translations() map[string]string
}

// Exempting is a rulebook with clauses that no test can prove.
type Exempting interface {
	Ruled
	// Untestable returns the list of these clauses, one per line with the reason: "toy-8 scale, no effect on play".
	Untestable() string
}

// Limiting is a rulebook with clauses that are about some battles only.
type Limiting interface {
	Ruled
	// Limited returns the list of these clauses, one per line with the ids of the battles: "bnb-15.1m* marathon-490bc".
	Limited() string
}

// Terminal is a rulebook that draws its boards as text.
type Terminal interface {
	// DrawText writes the map with its counters, in colour if color is true, and then a list of the pieces unless brief is
	// true.
	DrawText(out io.Writer, b game.Battle, v game.View, w Speaker, color, brief bool) error
}

// Names are the texts of a battle in one language.
type Names struct {
	Book   string   // whose sentences replace the general ones: "medieval"
	Pieces []string // by index
	Sides  []string // by index
	Places int      // number of places

	PlaceNames []string                        // by index, if places have names that differ from their ids
	Text       func(key string) (string, bool) // texts for keys that no catalogue has: "score.unit-poor"
}

var registered = map[string]System{}

// Register adds a rulebook. Package systems calls it before the program does anything else.
func Register(s System) {
	if registered[s.ID()] != nil {
		panic("system: two rulebooks have the id " + s.ID())
	}
	registered[s.ID()] = s
	if r, ok := s.(Ruled); ok {
		rulebook.Add(r.Rules())
	}
	if r, ok := s.(Translated); ok {
		name, _ := r.Rules()
		for lang, text := range r.Translations() {
			rulebook.Translate(name, lang, text)
		}
	}
	if e, ok := s.(Exempting); ok {
		rulebook.Exempt(e.Untestable())
	}
	if l, ok := s.(Limiting); ok {
		rulebook.Limit(l.Limited())
	}
}

// All returns all rulebooks, ordered by id.
func All() []System {
	var list []System
	for _, id := range slices.Sorted(maps.Keys(registered)) {
		list = append(list, registered[id])
	}
	return list
}

// Of returns the rulebook of a battle, or nil if it is not registered.
func Of(b game.Battle) System {
	id, _, _ := strings.Cut(b.Rulebook(), "/")
	return registered[id]
}

// Read reads a pack with the rulebook that has its book. The pack is nil if one of the problems is an error.
func Read(f *pack.Files) (*Pack, []pack.Problem) {
	s, problems := find(f)
	if s == nil {
		return nil, problems
	}
	return s.Read(f)
}

// Vary changes values of a pack with the rulebook that has its book.
func Vary(f *pack.Files, changes []string) (*pack.Files, error) {
	s, problems := find(f)
	if s == nil {
		return nil, pack.Errors(problems)
	}
	return s.Vary(f, changes)
}

// find returns the rulebook of a pack, or the problems of the pack.
func find(f *pack.Files) (System, []pack.Problem) {
	p, problems := pack.Open(f)
	var books []string
	for _, s := range All() {
		if slices.Contains(s.Books(), p.Book) {
			return s, nil
		}
		books = append(books, s.Books()...)
	}
	if pack.Errors(problems) != nil {
		return nil, problems
	}
	what, line := fmt.Sprintf("book: %q is unknown", p.Book), 0
	if p.Book == "" {
		what = "book is missing"
	} else if n, err := f.Tree(pack.Main); err == nil {
		line = n.Get("book").Line
	}
	return nil, append(problems, pack.Problem{
		File: pack.Main, Line: line, Severity: pack.Error, What: what, Want: "expected one of " + strings.Join(books, ", "),
	})
}
