package system

import "acies/game"

// Overlay is something that can be shaded on the board of a game, such as how far each side controls the ground. Its name is
// the text "overlay.KIND"; what to select for one that is about a piece or a place is "overlay.KIND.about". Where its strengths
// mean something of their own, "overlay.KIND.1" to "overlay.KIND.3" say what.
type Overlay struct {
	Kind  string
	Key   string // the key that switches it
	Piece bool   // it is about one piece, which the player selects
	Place bool   // it is about one place, which the player selects
	Steps int    // how many strengths have a text
}

// Overlaying is a rulebook with overlays.
type Overlaying interface {
	// Overlays returns them in the order in which they are offered.
	Overlays() []Overlay
	// Shade returns the places that an overlay marks, using only what the viewer may know. The piece and the place are -1 if
	// none is selected.
	Shade(s game.State, kind string, piece, place int, viewer game.Side) []game.Shade
}

// Measuring is a rulebook with a board of places between which distances can be measured.
type Measuring interface {
	// Measure returns what there is to say about the line between two places: how long it is, and whether it is free. Everything
	// it says is open to everybody.
	Measure(s game.State, from, to int) []game.Event
}
