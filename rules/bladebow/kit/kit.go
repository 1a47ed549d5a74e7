// Package kit registers Blade & Bow with everything it provides in addition to its rules. The larger parts are packages next
// to it: scenario (packs), sheet (maps and counters).
package kit

import (
	_ "embed" // the text of the rules
	"io"
	"path"
	"slices"
	"strings"

	"acies/game"
	"acies/pack"
	"acies/rules/bladebow"
	"acies/rules/bladebow/scenario"
	"acies/rules/bladebow/sheet"
	"acies/system"
)

//go:embed rules.md
var rules string

//go:embed rules.fr.md
var rulesFrench string

//go:embed untestable.txt
var untestable string

// limited are the clauses about some battles only.
const limited = `
bnb-15.1m* marathon-490bc
bnb-15.2t* thermopylae-480bc
bnb-15.3p* plataea-479bc
bnb-15.4y* mycale-479bc`

// System is Blade & Bow as a rulebook.
type System struct{}

// ID implements [system.System].
func (System) ID() string { return "bladebow" }

// Version implements [system.System].
func (System) Version() string { return bladebow.Version }

// Books implements [system.System].
func (System) Books() []string { return []string{scenario.Book} }

// Rules implements [system.Ruled].
func (System) Rules() (name, text string) { return scenario.Book, rules }

// Translations implements [system.Translated].
func (System) Translations() map[string]string { return map[string]string{"fr": rulesFrench} }

// Untestable implements [system.Exempting].
func (System) Untestable() string { return untestable }

// Limited implements [system.Limiting].
func (System) Limited() string { return limited }

// Read implements [system.System].
func (System) Read(f *pack.Files) (*system.Pack, []pack.Problem) {
	p, problems := scenario.Read(f)
	if p == nil {
		return nil, problems
	}
	x := &battle{p}
	c := &pack.Checks{Problems: problems}
	for _, l := range p.Lessons {
		c.File = path.Join(pack.LessonsDir, l.ID+".yaml")
		if err := system.CheckLesson(x, l); err != nil {
			c.Report(err)
		}
	}
	if c.Failed() {
		return nil, c.Problems
	}
	return &system.Pack{Pack: p.Pack, Hash: p.Hash, Turns: scenario.Turns, Lessons: p.Lessons, Scenario: x}, c.Problems
}

// Vary implements [system.System].
func (System) Vary(f *pack.Files, changes []string) (*pack.Files, error) {
	return scenario.Vary(f, changes)
}

// VaryHelp implements [system.Varied].
func (System) VaryHelp() (name string, lines []string) {
	return "Blade & Bow", []string{
		"unit.archers-1.square=F6          type, square, facing, ranks",
		"leader.datis.range=4              rank, range, value, colour, square",
		"side.greek.rout-level=8           impulses, rout-level, max-ranks, tie-breaker, camps …",
		"special.pass.column=L             any field of a special rule",
		"terrain.H9=woods                  the ground of a square",
		"'icons=0 0 0 0 0 1 1 1 1 1 1 6'   the die icons of the turn track",
		"A unit is one id, or all units of a name. The values of unit types and cards are",
		"part of the rules.",
	}
}

// DrawText implements [system.Terminal].
func (System) DrawText(out io.Writer, b game.Battle, v game.View, w system.Speaker, color, brief bool) error {
	return sheet.Text(out, b.(*bladebow.Battle), v, w, color, brief)
}

// Actions implements [system.System]. An argument may be a whole action of several words or a single word; in the second
// case a verb begins a new action, except that "wall" after the die of a card belongs to it.
func (System) Actions(args []string) []string {
	verbs := bladebow.Verbs()
	var out []string
	open := false // the last action may still grow
	for _, arg := range args {
		words := strings.Fields(arg)
		switch {
		case len(words) == 0:
		case len(words) > 1:
			out, open = append(out, strings.Join(words, " ")), false
		case open && (!slices.Contains(verbs, words[0]) || namesWall(out[len(out)-1], words[0])):
			out[len(out)-1] += " " + words[0]
		default:
			out, open = append(out, words[0]), true
		}
	}
	return out
}

// namesWall reports whether a word says of a die that a card names that it is one of a shield wall, rather than being an
// order to form one.
func namesWall(action, word string) bool {
	words := strings.Fields(action)
	return word == "wall" && words[0] == "play" && len(words) == 3 && len(words[2]) == 1
}

var (
	_ system.System    = System{}
	_ system.Exempting = System{}
	_ system.Terminal  = System{}
)
