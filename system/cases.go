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

// Vocabulary is what a rulebook adds to the language of case files: the fields that make a position, and expectations
// that only the rulebook can test. What it does not have may be left out, its sides excepted.
type Vocabulary struct {
	// Sides returns the ids of the sides, as notation and expectations name them.
	Sides func(b game.Battle) []string
	// Scores returns the keys under which a side can score.
	Scores func(b game.Battle, side game.Side) []string

	// Position are the fields of a case that make its position; with Own also those that make a battle of its own.
	Position, Own []string
	// Place returns the state that the position of a case describes. It is called only if the case has one.
	Place func(b game.Battle, n *pack.Node) (game.State, error)
	// Make returns the battle and the first state of a case that names a book instead of a battle. No piece may have a
	// name that is reserved.
	Make func(n *pack.Node, reserved func(name string) bool) (game.Battle, game.State, error)

	// Keys are the expectations of the rulebook, for messages: "stack HEX".
	Keys []string
	// Expect reads an expectation that is not common to all rulebooks. The test is nil if there is none of that key.
	Expect func(b game.Battle, key, value *pack.Node) (test func(game.State) error, err error)
	// Results are the sections of the catalogue in which results of rolls have their words: "melee" of "melee.D+R".
	Results []string

	// Goals are what a case can skip to besides prompts, phases and turns, for messages: "activation LEADER".
	Goals []string
	// Goal returns what tells that a goal is reached, or nil if there is no such goal.
	Goal func(b game.Battle, words []string) (reached func(game.State) bool, err error)
	// Least are the actions that do least, in notation, the best first. A skip takes them, or else the first legal action.
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

// Differences gathers what is not as a case expects.
type Differences []string

// Add adds one.
func (d *Differences) Add(format string, args ...any) { *d = append(*d, fmt.Sprintf(format, args...)) }

// Text compares a name that is expected unless it is empty.
func (d *Differences) Text(what, got, want string) {
	if want != "" && got != want {
		if got == "" {
			got = "none"
		}
		d.Add("%s %s, want %s", what, got, want)
	}
}

// Number compares a number.
func (d *Differences) Number(what string, got, want int) {
	if got != want {
		d.Add("%s %d, want %d", what, got, want)
	}
}

// Error returns the differences as one error at a place of the case, or nil if there are none.
func (d Differences) Error(at *pack.Node, what string) error {
	if len(d) == 0 {
		return nil
	}
	return at.Errorf("%s: %s", what, strings.Join(d, "; "))
}
