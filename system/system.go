// Package system says what a rulebook brings besides its rules: how its packs are read and its battles drawn, named and
// described, what its opponents know. One file, in package systems, lists all rulebooks; nothing else knows one by name.
package system

import (
	"strings"

	"acies/game"
)

// System is a rulebook. What only some rulebooks have is an interface of its own that a System may implement as well.
type System interface {
	// ID is the first part of the id of its books: "sword" of "sword/antiquity-2".
	ID() string
}

var registered = map[string]System{}

// Register makes a rulebook known. It is called before the program does anything else, by package systems.
func Register(s System) {
	if registered[s.ID()] != nil {
		panic("system: there are two rulebooks called " + s.ID())
	}
	registered[s.ID()] = s
}

// Of returns the rulebook of a battle, or nil if it is not registered.
func Of(b game.Battle) System {
	id, _, _ := strings.Cut(b.Rulebook(), "/")
	return registered[id]
}
