package system

import "acies/game"

// Overlay is something that can be shaded on the board of a game, such as how far each side controls the ground. Its name is
// the text "overlay.KIND"; what to select for one that is about a piece is "overlay.KIND.about".
type Overlay struct {
	Kind  string
	Piece bool // it is about one piece, which the player selects
}

// Overlaying is a rulebook with overlays.
type Overlaying interface {
	// Overlays returns them in the order in which they are offered.
	Overlays() []Overlay
	// Shade returns the places that an overlay marks, using only what the viewer may know. The piece is -1 if none is
	// selected.
	Shade(s game.State, kind string, piece int, viewer game.Side) []game.Shade
}
