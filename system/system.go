// Package system says what a rulebook brings besides its rules: how its packs are read and its battles drawn, named and
// described, what its opponents know. Package systems registers all rulebooks; nothing else knows one by name.
//
// A [System] is the rulebook, a [Pack] a battle of it read from its pack. What not every rulebook has is an interface of
// its own that a System may implement as well: [Judging] and [Tunable] for opponents, [Luck] and [Reporting] for reports,
// [Terminal] for pictures as text, [Cases] for rule tests, [Ruled] for the text of its rules.
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
	// ID is the first part of the ids of its books in records: "sword" of "sword/antiquity-2".
	ID() string
	// Version is that of its engine.
	Version() string
	// Books returns the ids of its books as packs name them.
	Books() []string
	// Read reads a pack of one of its books. The pack is nil if one of the problems is an error.
	Read(f *pack.Files) (*Pack, []pack.Problem)
	// Vary returns the files of a pack with figures changed, each change a path and a value: "unit.hastati.quality=6".
	Vary(f *pack.Files, changes []string) (*pack.Files, error)
	// Actions divides the words of a command line into actions in notation.
	Actions(args []string) []string
	// Describe returns all of a battle that never changes, for programs: a value that is written as a JSON object.
	Describe(b game.Battle) any
	// Texts returns the sentences of the rulebook in a language, by their full keys; see [ReadTexts]. They replace general
	// ones of the same key, and must not be changed.
	Texts(lang string) map[string]string
}

// Pack is a battle that was read from its pack and found sound. It never changes.
type Pack struct {
	*pack.Pack
	Hash    string         // stands for all of the pack that decides how the battle plays
	Turns   int            // how long it lasts
	Lessons []*pack.Lesson // examples to be played on the table
	Scenario
}

// Lesson returns the lesson of an id, or nil.
func (p *Pack) Lesson(id string) *pack.Lesson {
	if i := slices.IndexFunc(p.Lessons, func(l *pack.Lesson) bool { return l.ID == id }); i >= 0 {
		return p.Lessons[i]
	}
	return nil
}

// Scenario is what a rulebook makes of a pack.
type Scenario interface {
	// Compile makes the battle with some of the options of its pack.
	Compile(options []string) (game.Battle, error)
	// At returns the battle with its games beginning at a position, whose text comes from a file of that name.
	At(b game.Battle, file string, text []byte) (game.Battle, error)
	// Position writes a state as the text of a position.
	Position(options []string, s game.State) []byte
	// Begin returns the state at which a lesson begins.
	Begin(b game.Battle, l *pack.Lesson) (game.State, error)
	// Names returns what things are called in a language.
	Names(b game.Battle, lang string) Names
	// Sheet returns what the places and the counters look like.
	Sheet(b game.Battle, w Speaker) *Sheet
	// Ground draws the board. It is empty for a board whose places need no more than their outlines.
	Ground(b game.Battle, w Speaker, kind Ground) string
	// Special returns the ids of the special rules that are in force, for which the pack has texts.
	Special(b game.Battle) []string
}

// Ruled is a rulebook that brings the text of its rules. The texts of others are in package rulebook.
type Ruled interface {
	// Rules returns the name of the text, which is the first word of the ids of its books, and the text in Markdown, a clause a
	// line: "- [toy-3] March. …".
	Rules() (name, text string)
}

// Terminal is a rulebook that draws its boards as text.
type Terminal interface {
	// DrawText draws the map with its counters, with the colours of a terminal or without, and below it, unless in brief,
	// the pieces one by one.
	DrawText(out io.Writer, b game.Battle, v game.View, w Speaker, color, brief bool) error
}

// Names are the words that a battle brings with it.
type Names struct {
	Book   string   // whose own sentences go before the general ones: "medieval"
	Pieces []string // by index
	Sides  []string // by index
	Places int      // how many there are

	PlaceNames []string                        // by index, where places have other names than their ids
	Text       func(key string) (string, bool) // of keys that no catalogue has: "score.unit-poor"
}

var registered = map[string]System{}

// Register makes a rulebook known. It is called before the program does anything else, by package systems.
func Register(s System) {
	if registered[s.ID()] != nil {
		panic("system: there are two rulebooks called " + s.ID())
	}
	registered[s.ID()] = s
	if r, ok := s.(Ruled); ok {
		rulebook.Add(r.Rules())
	}
}

// All returns the rulebooks in the order of their ids.
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

// Read reads a pack by the rulebook that its book is of. The pack is nil if one of the problems is an error.
func Read(f *pack.Files) (*Pack, []pack.Problem) {
	s, problems := find(f)
	if s == nil {
		return nil, problems
	}
	return s.Read(f)
}

// Vary changes figures of a pack by the rulebook that its book is of.
func Vary(f *pack.Files, changes []string) (*pack.Files, error) {
	s, problems := find(f)
	if s == nil {
		return nil, pack.Errors(problems)
	}
	return s.Vary(f, changes)
}

// find returns the rulebook of a pack, or what is wrong with the pack.
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
	what, line := fmt.Sprintf("book: there is no book %q", p.Book), 0
	if p.Book == "" {
		what = "book is missing"
	} else if n, err := f.Tree(pack.Main); err == nil {
		line = n.Get("book").Line
	}
	return nil, append(problems, pack.Problem{
		File: pack.Main, Line: line, Severity: pack.Error, What: what, Want: "want one of " + strings.Join(books, ", "),
	})
}
