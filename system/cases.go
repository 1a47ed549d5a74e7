package system

import (
	"fmt"
	"slices"
	"strings"

	"acies/game"
	"acies/pack"
)

// Cases is a rulebook for which rule tests can be written; see package cases.
type Cases interface {
	// Vocabulary returns what the rulebook adds to the language of case files.
	Vocabulary() *Vocabulary
}

// Vocabulary is what a rulebook adds to the language of case files: the fields of a position, and expectations that only
// the rulebook can test. Everything except Sides is optional.
type Vocabulary struct {
	// Sides returns the ids of the sides, as used in notation and expectations.
	Sides func(b game.Battle) []string
	// Scores returns the keys of the scores that a side can have.
	Scores func(b game.Battle, side game.Side) []string

	// Position are the fields of a case that describe its position, and Own those that describe a battle made for the case.
	Position, Own []string
	// Place returns the state that the position of a case describes. It is called only if the case has one.
	Place func(b game.Battle, n *pack.Node) (game.State, error)
	// Make returns the battle and the first state of a case that names a book instead of a battle. It must refuse pieces
	// with a reserved name.
	Make func(n *pack.Node, reserved func(name string) bool) (game.Battle, game.State, error)

	// Keys are the expectations of the rulebook, listed in messages: "stack HEX".
	Keys []string
	// Expect reads an expectation that is not common to all rulebooks. It returns a nil test if it does not know the key.
	Expect func(b game.Battle, key, value *pack.Node) (test func(game.State) error, err error)
	// Results are the sections of the catalogue with the texts of results of rolls: "melee" for "melee.D+R".
	Results []string

	// Goals are what a case can skip to in addition to prompts, phases and turns, listed in messages: "activation LEADER".
	Goals []string
	// Goal returns a function that reports whether a goal is reached, or nil if there is no such goal.
	Goal func(b game.Battle, words []string) (reached func(game.State) bool, err error)
	// Least are the actions that do least, in notation, the best first. A skip takes the first of them that is legal, or
	// the first legal action.
	Least []string
}

// ForBook returns the rulebook of a book, or nil.
func ForBook(id string) System {
	for _, s := range All() {
		if slices.Contains(s.Books(), id) {
			return s
		}
	}
	return nil
}

// PositionNode returns the fields of a case that describe its position: those of the given names in the case itself, or all
// those under position, where the sides may have any names.
func PositionNode(n *pack.Node, fields []string) (*pack.Node, error) {
	out := &pack.Node{File: n.File, Line: n.Line, Shape: pack.Mapping}
	for i, k := range n.Keys {
		if slices.Contains(fields, k.Text) {
			out.Keys, out.Items = append(out.Keys, k), append(out.Items, n.Items[i])
		}
	}
	p := n.Get("position")
	switch {
	case p == nil:
		return out, nil
	case p.Shape != pack.Mapping:
		return nil, p.Errorf("position: expected a mapping")
	case len(out.Keys) > 0:
		return nil, out.Keys[0].Errorf("%s is given outside position; expected the whole position in one place", out.Keys[0].Text)
	}
	return p, nil
}

// Differences collects the differences from what a case expects.
type Differences []string

// Add adds a difference.
func (d *Differences) Add(format string, args ...any) { *d = append(*d, fmt.Sprintf(format, args...)) }

// Text compares a name with the expected one, unless that is empty.
func (d *Differences) Text(what, got, want string) {
	if want != "" && got != want {
		if got == "" {
			got = "none"
		}
		d.Add("%s %s, expected %s", what, got, want)
	}
}

// Number compares a number with the expected one.
func (d *Differences) Number(what string, got, want int) {
	if got != want {
		d.Add("%s %d, expected %d", what, got, want)
	}
}

// Error returns the differences as one error at a line of the case, or nil if there are none.
func (d Differences) Error(at *pack.Node, what string) error {
	if len(d) == 0 {
		return nil
	}
	return at.Errorf("%s: %s", what, strings.Join(d, "; "))
}
