package kit

import (
	"acies/game"
	"acies/rules/bladebow"
	"acies/system"
)

// Overlays implements [system.Overlaying].
func (System) Overlays() []system.Overlay {
	return []system.Overlay{
		{Kind: bladebow.OverlayThreat, Key: "t", Steps: 3},
		{Kind: bladebow.OverlaySight, Key: "l", Place: true},
		{Kind: bladebow.OverlayCommand, Key: "c", Piece: true},
		{Kind: bladebow.OverlayZones, Key: "z"},
		{Kind: bladebow.OverlayFire, Key: "f", Piece: true},
	}
}

// Shade implements [system.Overlaying].
func (System) Shade(s game.State, kind string, piece, place int, viewer game.Side) []game.Shade {
	return s.(*bladebow.State).Shade(kind, piece, place, viewer)
}

// Measure implements [system.Measuring].
func (System) Measure(s game.State, from, to int) []game.Event {
	return s.(*bladebow.State).Measure(from, to)
}

// Notes implements [system.Noting]. What they say is the same for every viewer.
func (System) Notes(s game.State, piece int, _ game.Side) (list []system.Note) {
	s.(*bladebow.State).Notes(piece, func(on string, e game.Event) { list = append(list, system.Note{On: on, Event: e}) })
	return list
}

// Prospects implements [system.Winning]. Losses are open to everybody.
func (System) Prospects(s game.State, _ game.Side) game.Prospects {
	return s.(*bladebow.State).Prospects()
}
