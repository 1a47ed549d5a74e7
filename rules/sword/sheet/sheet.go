// Package sheet draws the maps and counters of By the Edge of the Sword, as SVG and as text.
package sheet

import (
	"math"
	"strings"

	"acies/game"
	"acies/picture/draw"
	"acies/rules/sword"
	"acies/system"
)

// colors of the armies.
var colors = []system.Palette{
	{Field: "#a8322d", Dark: "#6d1b18", Light: "#f6e3d5", Cloth: "#c67a70"},
	{Field: "#2f5a86", Dark: "#193753", Light: "#e2ebf2", Cloth: "#6f8fae"},
}

// Sheet returns what the places and the counters of a battle look like.
func Sheet(b *sword.Battle, o Options) *system.Sheet {
	f := newField(b, game.View{}, o)
	x := draw.Hexes{Board: f.m}
	s := &system.Sheet{Colors: colors, Turned: "fatigued", Strength: "sp", States: map[string]string{}, Values: map[string]string{}, Figures: map[string][]system.Part{}}
	width, height := x.Extent()
	s.Width, s.Height = tenth(width), tenth(height+draw.Foot)
	var shape []float64
	for k := range 6 {
		c := draw.HexCorner(k)
		shape = append(shape, math.Round(c.X*100)/100, math.Round(c.Y*100)/100)
	}
	s.Shapes = [][]float64{shape}
	for h := range f.m.Len() {
		c := x.Center(h)
		about := []string{f.w.Text("terrain." + f.setup.Hexes[h].Terrain)}
		if level := f.setup.Hexes[h].Level; level > 0 {
			about = append(about, f.w.Say("ui.level-of", game.Arg{Name: "level", N: level}))
		}
		s.Places = append(s.Places, system.Place{ID: f.m.ID(h), X: tenth(c.X), Y: tenth(c.Y), About: about})
	}
	for _, state := range spokenStates {
		s.States[state] = f.w.Text("state." + state)
	}
	s.Means = map[string]string{}
	for _, state := range []string{"discouraged", "routed", "fatigued", "out-of-command", "resting", "wounded"} {
		s.Means[state] = f.w.Text("means." + state)
	}
	if f.setup.Special.Legion != nil {
		s.Means["pilum"] = f.w.Text("means.pilum")
	}
	s.Did = map[string]string{"done": f.w.Text("state.moved")} // one that may no longer move
	for _, state := range []string{"has-moved", "has-shot", "has-attacked", "was-shot-at", "was-attacked"} {
		s.Did[state] = f.w.Text("state." + state)
	}
	for _, key := range []string{"sp", "quality", "mp", "rating", "bonus", "radius"} {
		s.Values[key] = f.w.Text("value." + key)
	}
	f.addFacings(s)
	for _, c := range f.setup.Contingents {
		s.Groups = append(s.Groups, system.Group{ID: c.ID, Name: f.w.Text("contingent." + c.ID), Arms: arms(c.Arms)})
	}
	f.addCounters(s)
	s.Legend = f.legend()
	f.addTerrains(s)
	return s
}

func tenth(v float64) float64 { return math.Round(v*10) / 10 }

// spokenStates are the states that are shown to a reader; the rest are internal to the engine.
var spokenStates = []string{
	"discouraged", "routed", "fatigued", "out-of-command", "resting", "pilum", "wounded", "replacement", "inactive", "activated", "sheltered",
	"waiting", "dismounted", "remounted", "charging", "charged", "commander", "after-ransom", "plundering", "expected", "eliminated", "removed",
}

// edges are the edges of counters toward what they face, by kind of front and facing: for square counters, and for
// those with cut corners.
var edges = map[string][2][6]string{
	"corner": {
		{"M2-20.5H20.5V-4", "M20.5-14V14", "M20.5 4V20.5H2", "M-2 20.5H-20.5V4", "M-20.5 14V-14", "M-20.5-4V-20.5H-2"},
		{
			"M2-20.5H14.5L20.5-14.5V-2", "M20.5-14V14", "M20.5 2V14.5L14.5 20.5H2",
			"M-2 20.5H-14.5L-20.5 14.5V2", "M-20.5 14V-14", "M-20.5-2V-14.5L-14.5-20.5H-2",
		},
	},
	"side": {
		{"M-20.5-7V-20.5H20.5V-7", "M-4-20.5H20.5V12", "M20.5-12V20.5H-4", "M20.5 7V20.5H-20.5V7", "M4 20.5H-20.5V-12", "M-20.5 12V-20.5H4"},
		{
			"M-20.5-6V-14.5L-14.5-20.5H14.5L20.5-14.5V-6", "M-4-20.5H14.5L20.5-14.5V12", "M20.5-12V14.5L14.5 20.5H-4",
			"M20.5 6V14.5L14.5 20.5H-14.5L-20.5 14.5V6", "M4 20.5H-14.5L-20.5 14.5V-12", "M-20.5 12V-14.5L-14.5-20.5H4",
		},
	},
	"gun": {
		{"M-9-20.5H9", "M8-20.5H20.5V-4", "M20.5 4V20.5H8", "M9 20.5H-9", "M-8 20.5H-20.5V4", "M-20.5-4V-20.5H-8"},
		{
			"M-9-20.5H9", "M8-20.5H14.5L20.5-14.5V-3", "M20.5 3V14.5L14.5 20.5H8",
			"M9 20.5H-9", "M-8 20.5H-14.5L-20.5 14.5V3", "M-20.5-3V-14.5L-14.5-20.5H-8",
		},
	},
}

// heads are the arrowheads by kind of front, toward the middle of an edge of the counter and past its corner: swept back,
// so that they cannot be read the other way; slim at a corner, broad for the three hexes in front of a side, narrow for a gun.
var heads = map[string][2]string{
	"corner": {"M21.5-10.5L42 0 21.5 10.5 28 0z", "M25.5-10.5L47 0 25.5 10.5 32 0z"},
	"side":   {"M22-18L38.5 0 22 18 26 0z", "M24-11.5L43 0 24 11.5 29.5 0z"},
	"gun":    {"M22-8.5L40 0 22 8.5 26 0z", "M25-7.5L44 0 25 7.5 30 0z"},
}

// addFacings adds the facings of units and how their counters show them.
func (f *field) addFacings(s *system.Sheet) {
	kinds, first, level := []string{"corner"}, 30.0, 1
	if f.setup.Book.Facing == sword.FaceSide {
		kinds, first, level = []string{"side", "gun"}, 0, 0
	}
	for k := range 6 {
		s.Facings = append(s.Facings, system.Facing{ID: f.b.FacingID(k), Name: f.w.Facing(k), Angle: first + 60*float64(k)})
	}
	s.Fronts = map[string][]system.Front{}
	for _, kind := range kinds {
		for k := range 6 {
			head := heads[kind][1]
			if k%3 == level {
				head = heads[kind][0]
			}
			s.Fronts[kind] = append(s.Fronts[kind], system.Front{Edge: edges[kind][0][k], Cut: edges[kind][1][k], Head: head})
		}
	}
}

// leaderFigure is the key of the figure of a leader.
const leaderFigure = "leader"

func (f *field) addCounters(s *system.Sheet) {
	for i := range f.setup.Units {
		u := &f.setup.Units[i]
		c := system.Counter{
			ID: u.ID, Name: f.w.Piece(i), Side: f.side(i), Shape: "unit", Type: u.Type, TypeName: f.w.Text("type." + u.Type), Group: u.Contingent,
			Front: "corner", Values: printed(u.Front), Back: printed(u.Back),
		}
		form := f.setup.Book.FormOf(u)
		switch {
		case f.setup.Book.Facing == sword.FaceCorner:
		case form == sword.WithGuns:
			c.Front = "gun"
		default:
			c.Front = "side"
		}
		c.Figure = f.addFigure(s, u.Type, form)
		if f.setup.Book.Mounting != nil {
			c.Forms = map[string]string{"dismounted": f.addFigure(s, u.Type, sword.OnFoot), "remounted": f.addFigure(s, u.Type, sword.Mounted)}
		}
		s.Pieces = append(s.Pieces, c)
	}
	s.Figures[leaderFigure] = parts(figures["leader"]["bust"]["foot"])
	for i, l := range f.setup.Leaders {
		s.Pieces = append(s.Pieces, system.Counter{
			ID: l.ID, Name: f.w.Piece(len(f.setup.Units) + i), Side: l.Side, Shape: "leader", Group: l.Contingent, Figure: leaderFigure, Chief: l.Commander,
			Values: []system.Value{{Key: "rating", N: l.Rating}, {Key: "bonus", N: l.Bonus}, {Key: "radius", N: l.Radius}, {Key: "mp", N: l.MP}},
		})
	}
}

// addFigure adds the figure of a type in a form, unless it has been added, and returns its key.
func (f *field) addFigure(s *system.Sheet, typ string, form sword.Form) string {
	series, _, _ := strings.Cut(f.setup.Book.ID, "-")
	forms := figures[series][typ]
	if _, ok := forms[string(form)]; !ok {
		for other := range forms { // a type with one form
			form = sword.Form(other)
		}
	}
	key := typ + " " + string(form)
	s.Figures[key] = parts(forms[string(form)])
	return key
}

// printed returns the figures of one side of a counter, with an asterisk if the unit can shoot.
func printed(v sword.Values) []system.Value {
	star := ""
	if v.Shoots {
		star = "*"
	}
	return []system.Value{{Key: "sp", N: v.SP, Mark: star}, {Key: "quality", N: v.Quality}, {Key: "mp", N: v.MP}}
}

// legend explains the signs of the ground, and the extra signs on counters of these books.
func (f *field) legend() []system.Sign {
	list := []system.Sign{
		{SVG: `<circle r="9" fill="#6d1b18" stroke="#e3b341" stroke-width="2.4"/>`, Text: f.w.Text("ui.leader")},
		{SVG: `<path d="M-6-9L8 0-6 9-2 0z" fill="` + draw.Ink + `"/>`, Text: f.w.Text("ui.facing")},
		{SVG: `<text y="4" text-anchor="middle" ` + draw.Sans + ` font-size="9" font-weight="bold">5-5-4</text>`, Text: f.w.Text("ui.figures")},
	}
	for _, e := range []struct{ kind, sign string }{
		{"fortification", `<path d="M-12 0h24" stroke="#463a2b" stroke-width="6"/><path d="M-8 0v6M0 0v6M8 0v6" stroke="#463a2b" stroke-width="2.4"/>`},
		{"river", `<path d="M-12 0h24" stroke="#5f8fa3" stroke-width="10.5" stroke-linecap="round"/><path d="M-12 0h24" stroke="#9cc6d6" stroke-width="8" stroke-linecap="round"/>`},
		{"stream", `<path d="M-12 0h24" stroke="#5f8fa3" stroke-width="6.5" stroke-linecap="round"/><path d="M-12 0h24" stroke="#9cc6d6" stroke-width="4.5" stroke-linecap="round"/>`},
		{"path", `<path d="M-12 0h24" stroke="#86653c" stroke-width="2" stroke-dasharray="6 4"/>`},
		{"track", `<path d="M-12 0h24" stroke="#86653c" stroke-width="2" stroke-dasharray="6 4"/>`},
		{"road", `<path d="M-12 0h24" stroke="#8a754c" stroke-width="6.4"/><path d="M-12 0h24" stroke="#f3e7c8" stroke-width="4.4"/>`},
	} {
		if f.seen(e.kind) {
			list = append(list, system.Sign{SVG: e.sign, Text: f.w.Text("edge." + e.kind)})
		}
	}
	return list
}

// seen reports whether a kind of hexside or path is on the map.
func (f *field) seen(kind string) bool {
	for h := range f.m.Len() {
		for k := range 6 {
			if f.edges[h][k] == kind || f.paths[h][k] == kind {
				return true
			}
		}
	}
	return false
}
