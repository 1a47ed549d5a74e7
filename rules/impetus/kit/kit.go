// Package kit registers Impetus with everything it provides in addition to its rules. The larger parts are packages next
// to it: scenario (packs), sheet (tables and bases).
package kit

import (
	"path"
	"slices"
	"strings"

	"acies/pack"
	"acies/rules/impetus"
	"acies/rules/impetus/scenario"
	"acies/system"
)

var _ system.Varied = System{}

// System is Impetus as a rulebook.
type System struct{}

// ID implements [system.System].
func (System) ID() string { return "impetus" }

// Version implements [system.System].
func (System) Version() string { return impetus.Version }

// Books implements [system.System].
func (System) Books() []string { return []string{scenario.Book} }

// open reads a pack of the book. The battle is nil if one of the problems is an error.
func open(f *pack.Files) (*battle, []pack.Problem) {
	p, problems := scenario.Read(f)
	if p == nil {
		return nil, problems
	}
	return &battle{p}, problems
}

// Read implements [system.System].
func (System) Read(f *pack.Files) (*system.Pack, []pack.Problem) {
	x, problems := open(f)
	if x == nil {
		return nil, problems
	}
	c := &pack.Checks{Problems: problems}
	for _, l := range x.p.Lessons {
		c.File = path.Join(pack.LessonsDir, l.ID+".yaml")
		if err := system.CheckLesson(x, l); err != nil {
			c.Report(err)
		}
	}
	if c.Failed() {
		return nil, c.Problems
	}
	return &system.Pack{Pack: x.p.Pack, Hash: x.p.Hash, Turns: x.p.Turns, Lessons: x.p.Lessons, Scenario: x}, c.Problems
}

// Vary implements [system.System].
func (System) Vary(f *pack.Files, changes []string) (*pack.Files, error) {
	return scenario.Vary(f, changes)
}

// VaryHelp implements [system.Varied].
func (System) VaryHelp() (name string, lines []string) {
	return "Impetus", []string{
		"unit.R1.1.vbu=6                   move, vbu, impetus, discipline …; x, y and heading",
		"command.romans-1.quality=Fair     quality, attached-to; the army and its Command",
		"army.romans.structure=Poor        structure, points",
		"terrain.grove.kind=broken         kind, polygon, crest; line and protects of a fortification",
		"'zone.plain.south=0,0 180,40'     the zone of an edge of a table",
		"option.table-seed-1.seed=4711     what an option sets",
		"turns=10                          turns, tie, table, set-up-first",
	}
}

// Actions implements [system.System]. An argument may be a whole action of several words or a single word; in the second
// case a verb begins a new action.
func (System) Actions(args []string) []string {
	verbs := impetus.Verbs()
	var out []string
	open := false // the last action may still grow
	for _, arg := range args {
		words := strings.Fields(arg)
		switch {
		case len(words) == 0:
		case len(words) > 1:
			out, open = append(out, strings.Join(words, " ")), false
		case open && !slices.Contains(verbs, words[0]):
			out[len(out)-1] += " " + words[0]
		default:
			out, open = append(out, words[0]), true
		}
	}
	return out
}
