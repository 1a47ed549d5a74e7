package desk

import (
	"slices"
	"strconv"

	"acies/game"
	"acies/system"
	"acies/table"
	"acies/words"
)

// Overlay is something that can be shaded on the board.
type Overlay struct {
	Named
	Key   string   `json:"key,omitempty"`   // the key that switches it
	About string   `json:"about,omitempty"` // what to select; only if the overlay is about a piece or a place
	Steps []string `json:"steps,omitempty"` // what its strengths mean, from 1
}

// overlays returns what can be shaded on the board of a battle.
func overlays(b *table.LoadedBattle, w *words.Words) (list []Overlay) {
	o, ok := system.Of(b.Battle).(system.Overlaying)
	if !ok {
		return nil
	}
	for _, x := range o.Overlays() {
		out := Overlay{Named: Named{x.Kind, w.Text("overlay." + x.Kind)}, Key: x.Key}
		if x.Piece || x.Place {
			out.About = w.Text("overlay." + x.Kind + ".about")
		}
		for i := range x.Steps {
			out.Steps = append(out.Steps, w.Text("overlay."+x.Kind+"."+strconv.Itoa(i+1)))
		}
		list = append(list, out)
	}
	return list
}

// Shade returns the places that an overlay marks. The piece and the place are -1 if none is selected. An overlay that the
// rulebook does not have is an error.
func (d *Desk) Shade(kind string, piece, place int) ([]game.Shade, error) {
	o, ok := system.Of(d.Game.State.Battle()).(system.Overlaying)
	if !ok || !slices.ContainsFunc(o.Overlays(), func(x system.Overlay) bool { return x.Kind == kind }) {
		return nil, ErrNoOverlay
	}
	list := o.Shade(d.Game.State, kind, piece, place, d.side())
	if list == nil {
		list = []game.Shade{}
	}
	return list, nil
}

// Told is a sentence with its rule, and what it is about.
type Told struct {
	On     string `json:"on,omitempty"`
	Text   string `json:"text"`
	Clause string `json:"clause,omitempty"`
}

// Measure returns what there is to say about the line between two places. A rulebook that measures nothing is an error.
func (d *Desk) Measure(from, to int) ([]Told, error) {
	m, ok := system.Of(d.Game.State.Battle()).(system.Measuring)
	if !ok {
		return nil, ErrNoOverlay
	}
	list := []Told{}
	for _, e := range m.Measure(d.Game.State, from, to) {
		list = append(list, Told{Text: d.Words.Event(e), Clause: e.Clause})
	}
	return list, nil
}

// About is what the rules say about a piece now.
type About struct {
	Notes []Told `json:"notes"`
	Why          // whether it can act
}

// About returns what the rules say about a piece now.
func (d *Desk) About(piece int) *About {
	out := &About{Notes: []Told{}, Why: *d.WhyPiece(piece)}
	if n, ok := system.Of(d.Game.State.Battle()).(system.Noting); ok {
		for _, x := range n.Notes(d.Game.State, piece, d.side()) {
			out.Notes = append(out.Notes, Told{d.Words.Text("about." + x.On), d.Words.Event(x.Event), x.Clause})
		}
	}
	return out
}
