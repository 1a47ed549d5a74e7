package kit

import (
	"acies/game"
	"acies/rules/sword"
	"acies/system"
)

// Overlays implements [system.Overlaying].
func (System) Overlays() []system.Overlay {
	return []system.Overlay{
		{Kind: sword.OverlayThreat, Key: "t", Steps: 3},
		{Kind: sword.OverlaySight, Key: "l", Place: true, Steps: 2},
		{Kind: sword.OverlayCommand, Key: "c", Piece: true},
	}
}

// Shade implements [system.Overlaying].
func (System) Shade(s game.State, kind string, piece, place int, viewer game.Side) []game.Shade {
	return s.(*sword.State).Shade(kind, piece, place, viewer)
}

// Measure implements [system.Measuring].
func (System) Measure(s game.State, from, to int) []game.Event {
	return s.(*sword.State).Measure(from, to)
}

// Notes implements [system.Noting]. Nothing is hidden in these books.
func (System) Notes(s game.State, piece int, _ game.Side) (list []system.Note) {
	s.(*sword.State).Notes(piece, func(on string, e game.Event) { list = append(list, system.Note{On: on, Event: e}) })
	return list
}

// Prospects implements [system.Winning]. Nothing is hidden in these books.
func (System) Prospects(s game.State, _ game.Side) game.Prospects {
	return s.(*sword.State).Prospects()
}
