package game

import (
	"fmt"
	"slices"
)

// Kind says what the number of an [Arg] or of an [Operand] means.
type Kind uint8

const (
	Number Kind = iota // a plain number
	Signed             // a number written with its sign
	Die                // the face of a die
	Piece              // a counter, by its index in the battle
	Pieces             // a list of counters (in List)
	Place              // a hex, square or point, by its index in the battle
	Places             // a list of places (in List): a path
	Facing             // a direction
	Player             // a side
	Key                // the key of a translated word of the rulebook (in Text): "state.routed", "phase.melee"
	Card               // a card, by its index among the pieces of the battle
	Length             // a distance on a board without places, in thousandths of its unit
	Angle              // an angle, in quarter degrees
)

var kinds = [...]string{
	Number: "number",
	Signed: "signed",
	Die:    "die",
	Piece:  "piece",
	Pieces: "pieces",
	Place:  "place",
	Places: "places",
	Facing: "facing",
	Player: "player",
	Key:    "key",
	Card:   "card",
	Length: "length",
	Angle:  "angle",
}

// String returns the word for a kind.
func (k Kind) String() string { return nameOf(kinds[:], int(k)) }

// MarshalText writes a kind as a word, so that programs need not know the numbers.
func (k Kind) MarshalText() ([]byte, error) { return wordOf("kind", kinds[:], int(k)) }

// UnmarshalText reads what MarshalText writes.
func (k *Kind) UnmarshalText(text []byte) error {
	i, err := indexOf("kind", kinds[:], text)
	*k = Kind(i)
	return err
}

// Role says what an operand means in an action.
type Role uint8

const (
	Plain   Role = iota // no particular role: a number, an order in a stack
	Own                 // a piece of the side that chooses, or the place where it stands
	Goal                // a destination
	Target              // the target of shooting or of another action at a distance
	Enemy               // the target of an attack
	Heading             // a new facing
	Result              // an outcome chosen by Nature
	Group               // a group of counters of the side that chooses, by its number among those of its side, from 1
)

var roles = [...]string{
	Plain: "plain", Own: "own", Goal: "goal", Target: "target", Enemy: "enemy", Heading: "heading", Result: "result", Group: "group",
}

// String returns the word for a role.
func (r Role) String() string { return nameOf(roles[:], int(r)) }

// MarshalText writes a role as a word.
func (r Role) MarshalText() ([]byte, error) { return wordOf("role", roles[:], int(r)) }

// UnmarshalText reads what MarshalText writes.
func (r *Role) UnmarshalText(text []byte) error {
	i, err := indexOf("role", roles[:], text)
	*r = Role(i)
	return err
}

func nameOf(words []string, i int) string {
	if i >= len(words) {
		return "?"
	}
	return words[i]
}

func wordOf(what string, words []string, i int) ([]byte, error) {
	if i >= len(words) {
		return nil, fmt.Errorf("game: there is no %s %d", what, i)
	}
	return []byte(words[i]), nil
}

func indexOf(what string, words []string, text []byte) (int, error) {
	i := slices.Index(words, string(text))
	if i < 0 {
		return 0, fmt.Errorf("game: there is no %s %q", what, text)
	}
	return i, nil
}

// Arg is one named operand of an event, a refusal or a modifier.
type Arg struct {
	Name string `json:"name"`
	Kind Kind   `json:"kind"`
	N    int    `json:"n"`
	List []int  `json:"list,omitempty"`
	Text string `json:"text,omitempty"`
}

// Operand is one part of an action.
type Operand struct {
	Kind Kind   `json:"kind"`
	Role Role   `json:"role"`
	N    int    `json:"n"`
	Text string `json:"text,omitempty"` // of a Key: "action.on-top"
}

// Changer is a battle that can change one operand of an action. Instead returns the action with the number n for the
// operand at an index in its [Choice], such as the same move to another place. The result need not be legal.
type Changer interface {
	Instead(a Action, operand, n int) Action
}

// Choice is an action split into its parts, so that nobody has to parse its notation. Operands are in the order in which
// a player selects them.
type Choice struct {
	Verb     string    `json:"verb"`
	Key      string    `json:"-"` // of its sentence in package words: "action.melee-two"
	Operands []Operand `json:"operands,omitempty"`
	Rolls    bool      `json:"rolls,omitempty"`    // the action leads, or may lead, to a roll
	Ends     bool      `json:"ends,omitempty"`     // the action only ends a step
	Discards bool      `json:"discards,omitempty"` // the action gives its card up, without its effect
	// The action declines what its side alone was asked, and others do not learn that it did: [State.Shown] hides it from
	// them. Such a question is asked whether or not there is anything else to answer, so that being asked says nothing.
	Quiet bool `json:"quiet,omitempty"`
}
