package kit

import (
	"acies/game"
	"acies/rules/impetus"
	"acies/system"
)

// Overlays implements [system.Overlaying].
func (System) Overlays() []system.Overlay {
	return []system.Overlay{{Kind: impetus.OverlayZones}, {Kind: impetus.OverlayFire, Piece: true}, {Kind: impetus.OverlayCommand, Piece: true}}
}

// Shade implements [system.Overlaying]. What the overlays show is the same for every viewer.
func (System) Shade(s game.State, kind string, piece int, _ game.Side) []game.Shade {
	return s.(*impetus.State).Shade(kind, piece)
}
