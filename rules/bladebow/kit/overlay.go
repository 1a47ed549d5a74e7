package kit

import (
	"acies/game"
	"acies/rules/bladebow"
	"acies/system"
)

// Overlays implements [system.Overlaying].
func (System) Overlays() []system.Overlay {
	return []system.Overlay{{Kind: bladebow.OverlayZones}, {Kind: bladebow.OverlayCommand, Piece: true}, {Kind: bladebow.OverlayFire, Piece: true}}
}

// Shade implements [system.Overlaying]. What the overlays show is the same for every viewer.
func (System) Shade(s game.State, kind string, piece int, _ game.Side) []game.Shade {
	return s.(*bladebow.State).Shade(kind, piece)
}
