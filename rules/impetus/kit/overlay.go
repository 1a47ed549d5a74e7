package kit

import (
	"acies/game"
	"acies/rules/impetus"
	"acies/system"
)

// Overlays implements [system.Overlaying].
func (System) Overlays() []system.Overlay {
	return []system.Overlay{
		{Kind: impetus.OverlayThreat, Key: "t", Steps: 2},
		{Kind: impetus.OverlaySight, Key: "l", Piece: true},
		{Kind: impetus.OverlayCommand, Key: "c", Piece: true},
		{Kind: impetus.OverlayZones, Key: "z"},
		{Kind: impetus.OverlayFire, Key: "f", Piece: true},
	}
}

// Shade implements [system.Overlaying].
func (System) Shade(s game.State, kind string, piece, _ int, viewer game.Side) []game.Shade {
	return s.(*impetus.State).Shade(kind, piece, viewer)
}

// Notes implements [system.Noting]. What they say is the same for every viewer.
func (System) Notes(s game.State, piece int, _ game.Side) (list []system.Note) {
	s.(*impetus.State).Notes(piece, func(on string, e game.Event) { list = append(list, system.Note{On: on, Event: e}) })
	return list
}

// Prospects implements [system.Winning]. Losses are open to everybody.
func (System) Prospects(s game.State, _ game.Side) game.Prospects {
	return s.(*impetus.State).Prospects()
}
