package desk

import (
	"slices"

	"acies/game"
	"acies/system"
	"acies/table"
	"acies/words"
)

// Overlay is something that can be shaded on the board.
type Overlay struct {
	Named
	About string `json:"about,omitempty"` // what to select; only if the overlay is about a piece
}

// overlays returns what can be shaded on the board of a battle.
func overlays(b *table.LoadedBattle, w *words.Words) (list []Overlay) {
	o, ok := system.Of(b.Battle).(system.Overlaying)
	if !ok {
		return nil
	}
	for _, x := range o.Overlays() {
		out := Overlay{Named: Named{x.Kind, w.Text("overlay." + x.Kind)}}
		if x.Piece {
			out.About = w.Text("overlay." + x.Kind + ".about")
		}
		list = append(list, out)
	}
	return list
}

// Shade returns the places that an overlay marks. The piece is -1 if none is selected. An overlay that the rulebook does not
// have is an error.
func (d *Desk) Shade(kind string, piece int) ([]game.Shade, error) {
	o, ok := system.Of(d.Game.State.Battle()).(system.Overlaying)
	if !ok || !slices.ContainsFunc(o.Overlays(), func(x system.Overlay) bool { return x.Kind == kind }) {
		return nil, ErrNoOverlay
	}
	list := o.Shade(d.Game.State, kind, piece, d.side())
	if list == nil {
		list = []game.Shade{}
	}
	return list, nil
}
