package system

import "acies/game"

// Note is something that the rules say about a piece now: what it is about, as the text "about.ON", and the sentence.
type Note struct {
	On string // "command", "moves", "shoots", …
	game.Event
}

// Noting is a rulebook that says more about a piece than its counter and its states do.
type Noting interface {
	// Notes returns whether a piece is in command, how far it moves, what it can attack and the like, using only what the viewer
	// may know.
	Notes(s game.State, piece int, viewer game.Side) []Note
}

// Winning is a rulebook that says how its battles are won.
type Winning interface {
	// Prospects returns how a battle is won and how it stands, using only what the viewer may know.
	Prospects(s game.State, viewer game.Side) game.Prospects
}
