// Package sheet draws the tables and bases of Impetus.
package sheet

import (
	"strconv"

	"acies/picture/draw"
	"acies/plane"
	"acies/rules/impetus"
	"acies/system"
)

const (
	perU   = 10.0 // the length of 1 U on the sheet
	margin = 46.0 // around the table
)

// colors of the armies, by id. Others have those of the side.
var colors = map[string]system.Palette{
	"romans":        {Field: "#a8322d", Dark: "#5f1815", Light: "#f8e6d8", Cloth: "#cf8276"},
	"carthaginians": {Field: "#2f5a86", Dark: "#173350", Light: "#e4ecf3", Cloth: "#7d9cba"},
	"macedonians":   {Field: "#5b4a8c", Dark: "#2f2554", Light: "#ebe6f4", Cloth: "#9a8dbf"},
	"persians":      {Field: "#a8701a", Dark: "#5a3a0c", Light: "#f8ecd3", Cloth: "#d2a55e"},
}

var sideColors = [2]system.Palette{
	{Field: "#4f6b34", Dark: "#293a19", Light: "#eaf0de", Cloth: "#93a978"},
	{Field: "#7a4a3a", Dark: "#43261c", Light: "#f2e6df", Cloth: "#b58b7c"},
}

// states are the states that have names.
var states = []string{
	"disordered", "marked", "done", "fired", "shieldwall", "evading", "in-village", "worn", "melee", "eliminated", "expected", "strained", "led",
}

// meant are the states whose effect is explained.
var meant = []string{"disordered", "marked", "worn", "melee", "led", "shieldwall"}

// did are the states that say what a unit has done this turn.
var did = []string{"done", "fired"}

var values = []string{"vbu", "impetus", "rows", "rear"}

// New returns what the bases of a battle look like and where on the sheet its table lies.
func New(s *impetus.Setup, w system.Speaker) *system.Sheet {
	width, height := toSheet(s.Width), toSheet(s.Height)
	sheet := &system.Sheet{
		Width: width + 2*margin, Height: height + 2*margin + draw.Foot, Unit: perU, Left: margin, Bottom: margin + height,
		Shapes: [][]float64{}, Places: []system.Place{}, Figures: map[string][]system.Part{}, Badges: badges,
		States: map[string]string{}, Means: map[string]string{}, Values: map[string]string{}, Did: map[string]string{},
	}
	for i := range s.Sides {
		c, ok := colors[s.Sides[i].ID]
		if !ok || i == 1 && s.Sides[0].ID == s.Sides[1].ID {
			c = sideColors[i]
		}
		sheet.Colors = append(sheet.Colors, c)
		for k := range s.Sides[i].Commands {
			id := group(s, i, k)
			sheet.Groups = append(sheet.Groups, system.Group{ID: id, Name: w.Text("commander." + id)})
		}
	}
	for _, key := range states {
		sheet.States[key] = w.Text("state." + key)
	}
	for _, key := range meant {
		sheet.Means[key] = w.Text("means." + key)
	}
	for _, key := range did {
		sheet.Did[key] = w.Text("state." + key)
	}
	for _, key := range values {
		sheet.Values[key] = w.Text("value." + key)
	}
	for i := range s.Units {
		u := &s.Units[i]
		key := figure(u)
		if sheet.Figures[key] == nil {
			sheet.Figures[key] = rank(u)
		}
		c := system.Counter{
			ID: u.ID, Name: w.Piece(i), Side: u.Side, Shape: "unit", Type: u.Type.Code(), TypeName: w.Text("type." + u.Type.Code()), Figure: key,
			Base:   &system.Base{Width: toSheet(impetus.Frontage), Depth: toSheet(u.Depth / int32(u.Rows)), Rows: "rows"},
			Values: []system.Value{{Key: "vbu", N: u.VBU}, {Key: "impetus", N: u.Impetus}},
		}
		if u.Type == impetus.Baggage {
			c.Type, c.Values = "", c.Values[:1]
		}
		if u.Command >= 0 {
			c.Group = group(s, u.Side, u.Command)
		}
		sheet.Pieces = append(sheet.Pieces, c)
	}
	sheet.Legend = legend(s, w)
	addTerrains(sheet, s, w)
	return sheet
}

// group returns the id of a Command, by which the texts of a pack name its commander.
func group(s *impetus.Setup, side, command int) string {
	return s.Sides[side].ID + "-" + strconv.Itoa(command+1)
}

func toSheet(mu int32) float64 { return float64(mu) / impetus.U * perU }

// at returns the place of a point of the table on the sheet.
func at(s *impetus.Setup, p plane.Point) draw.Point {
	return draw.At(margin+float64(p.X)/impetus.U*perU, margin+toSheet(s.Height)-float64(p.Y)/impetus.U*perU)
}

// badges are the markers on the table: they differ in shape and letter. Their places are relative to the middle of a base.
var badges = []system.Badge{
	{State: "led", X: -36, Y: -17, Box: system.Box{Parts: layers(
		"#15110d", "M-8-10h2.4V11H-8z", "#15110d", "M-6-10.6H9L5.6-4.800 9 1H-6z", "#fff6dc", "M-5-9.4H6.900L4.300-4.800 6.900-.200H-5z",
		"#8a1c1c", "M-.6-8.200L.4-5.900 2.900-5.600 1.100-3.900 1.500-1.400-.6-2.600-2.700-1.400-2.300-3.900-4.100-5.600-1.600-5.900z",
	)}},
	{State: "disordered", Text: "D", X: 36, Y: 0, Size: 12, Box: system.Box{Ink: "#15110d", Parts: layers("#15110d", "M0-12L12 0 0 12-12 0z", "#f6c92e", "M0-9.8L9.8 0 0 9.8-9.8 0z")}},
	{State: "strained", Text: "!", X: 36, Y: 0, Size: 12, Box: system.Box{Ink: "#15110d", Parts: layers("#15110d", "M0-11L11 8H-11z", "#f6c92e", "M0-8L8.6 6.6H-8.6z")}},
	{State: "marked", X: -36, Y: 0, Box: system.Box{Parts: layers(
		"#15110d", "M-10 0a10 10 0 1020 0a10 10 0 10-20 0z", "#f4f0d8", "M-8.6 0a8.6 8.6 0 1017.2 0a8.6 8.6 0 10-17.2 0z",
		"#1f6b3a", "M-1.4-7h2.8v5.6h5.6v2.8h-5.6v5.6h-2.8v-5.6h-5.6v-2.8h5.6z",
	)}},
	{State: "shieldwall", X: -36, Y: 0, Box: system.Box{Parts: layers(
		"#15110d", "M-8-9Q0-11.5 8-9V2Q8 8 0 11.5Q-8 8-8 2z", "#e9d7a4", "M-6.4-7.6Q0-9.6 6.4-7.6V2Q6.4 6.6 0 9.6Q-6.4 6.6-6.4 2z",
	)}},
	{State: "melee", X: -36, Y: 0, Box: system.Box{Parts: layers(
		"#a01f1f", "M-9.5 0a9.5 9.5 0 1019 0a9.5 9.5 0 10-19 0z", "#fffdf7", "M-8.2 0a8.2 8.2 0 1016.4 0a8.2 8.2 0 10-16.4 0z",
		"#a01f1f", "M-6.8-5.2L-5.2-6.8 5.8 4.2 4.2 5.8zM6.8-5.2L5.2-6.8-5.8 4.2-4.2 5.8z",
	)}},
}

// layers returns parts from pairs of a colour and a path.
func layers(pairs ...string) []system.Part {
	var list []system.Part
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, system.Part{Fill: pairs[i], Path: pairs[i+1]})
	}
	return list
}

// legend explains the signs of the ground.
func legend(s *impetus.Setup, w system.Speaker) []system.Sign {
	on := map[impetus.Kind]bool{}
	for _, p := range s.Terrain {
		on[p.Kind] = true
	}
	var list []system.Sign
	for _, line := range []struct {
		kind impetus.Kind
		sign string
	}{
		{impetus.GentleHill, `<path d="M-11 5Q-8-6 0-6T11 5z" fill="#e2cf9c" stroke="#8a6a36"/>`},
		{impetus.SteepHill, `<path d="M-11 5Q-8-6 0-6T11 5z" fill="#c4a468" stroke="#6f5226"/>`},
		{impetus.Wood, `<circle r="7" cx="-4" cy="1" fill="#85995f"/><circle r="6" cx="5" cy="-1" fill="#52683d"/>`},
		{impetus.Broken, `<path d="M-9 4l4-6 4 6zM1 5l5-8 5 8z" fill="#a99a7a" stroke="#6d5f45"/>`},
		{impetus.Marsh, `<path d="M-11 4h10M0 7h11M-5 2l-1.6-6M-2 2v-8M1 2l1.6-6" fill="none" stroke="#5d7a45" stroke-width="1.4"/>`},
		{impetus.Stream, `<path d="M-12 0h24" stroke="#5a8b9e" stroke-width="9"/><path d="M-12 0h24" stroke="#a5cad6" stroke-width="7"/>`},
		{impetus.Impassable, `<path d="M-11-6h22v12h-22z" fill="#b7d2da" stroke="#4f8396"/>`},
		{impetus.Village, `<path d="M-9 6v-7l4-5 4 5v7zM1 6v-7l4-5 4 5v7z" fill="#f6ecd6" stroke="#4b3a2a"/>`},
		{impetus.Road, `<path d="M-12 0h24" stroke="#c9a86a" stroke-width="6"/>`},
	} {
		if on[line.kind] {
			list = append(list, system.Sign{SVG: line.sign, Text: w.Text("terrain." + impetus.KindNames[line.kind])})
		}
	}
	return list
}
