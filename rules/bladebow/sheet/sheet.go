// Package sheet draws the maps, counters and cards of Blade & Bow.
package sheet

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"acies/grid"
	"acies/picture/draw"
	"acies/rules/bladebow"
	"acies/system"
)

// colors of the armies, in the order of the sides: blue Greeks, red Persians.
var colors = []system.Palette{
	{Field: "#2f5a86", Dark: "#193753", Light: "#e2ebf2", Cloth: "#6f8fae"},
	{Field: "#a8322d", Dark: "#6d1b18", Light: "#f6e3d5", Cloth: "#c67a70"},
}

// states are the states that have names.
var states = []string{
	"disrupted", "shield", "melee", "routed", "rallied", "eliminated", "spent", "expected", "overrun", "captured", "killed", "commander", "ordered", "second-wind",
	"fired", "shot-at", "attacked", "target", "carded", "held", "discarded",
}

// values are the values that have names: those printed on counters and cards, and the ranks, which only the view has.
var values = []string{
	"size", "mp", "strength", "range", "missile", "left", "front", "right", "rank", "value", "ranks", "last-known", "returns",
	"commitment", "actions-white", "actions-black", "actions-red", "actions-yellow",
}

// New returns what the places, the counters and the cards of a battle look like. The pieces are the units and the
// leaders in the order of the setup, the camps of both sides, and the cards of the deck.
func New(s *bladebow.Setup, w system.Speaker) *system.Sheet {
	x := draw.Squares{Board: grid.NewSquares(s.Cols, s.Rows)}
	const half = draw.Side / 2
	sheet := &system.Sheet{
		Shapes: [][]float64{{-half, -half, half, -half, half, half, -half, half}},
		Colors: colors, Turned: "disrupted", Strength: "strength", Figures: map[string][]system.Part{}, Boxes: boxes, Badges: badges,
		States: map[string]string{}, Values: map[string]string{},
	}
	sheet.Width, sheet.Height = x.Extent()
	sheet.Height += draw.Foot
	for i := range x.Board.Len() {
		c := x.Center(i)
		sheet.Places = append(sheet.Places, system.Place{ID: x.Board.ID(i), X: c.X, Y: c.Y, About: []string{w.Text("terrain." + s.Terrain[i].Data().Key)}})
	}
	for d, id := range grid.DirectionNames {
		sheet.Facings = append(sheet.Facings, system.Facing{ID: id, Name: w.Text("facing." + id), Angle: 45 * float64(d)})
	}
	sheet.Fronts = map[string][]system.Front{"unit": fronts()}
	for _, key := range states {
		sheet.States[key] = w.Text("state." + key)
	}
	for _, key := range values {
		sheet.Values[key] = w.Text("value." + key)
	}
	addCounters(sheet, s, w)
	addCards(sheet, w)
	sheet.Legend = legend(s, w)
	addTerrains(sheet, s, w)
	return sheet
}

// fronts returns how counters show the eight facings: a bar along an edge or around a corner, and an arrow.
func fronts() []system.Front {
	var list []system.Front
	for d := range 8 {
		f := system.Front{
			Edge: bar(d/2, -20.5, -15, -20.5, -20.5, 20.5, -20.5, 20.5, -15),
			Cut:  bar(d/2, -20.5, -13, -20.5, -14.5, -14.5, -20.5, 14.5, -20.5, 20.5, -14.5, 20.5, -13),
			Head: "M22-18L38.5 0 22 18 26 0z",
		}
		if d%2 == 1 {
			f = system.Front{
				Edge: bar(d/2, -4, -20.5, 20.5, -20.5, 20.5, 4),
				Cut:  bar(d/2, -4, -20.5, 14.5, -20.5, 20.5, -14.5, 20.5, 4),
				Head: "M28.5-9L47 0 28.5 9 34 0z",
			}
		}
		list = append(list, f)
	}
	return list
}

// bar returns a line through points, each an x and a y, turned clockwise by a number of quarters.
func bar(quarters int, points ...float64) string {
	var t draw.Path
	for i := 0; i < len(points); i += 2 {
		p := draw.At(points[i], points[i+1])
		for range quarters {
			p = draw.At(-p.Y, p.X)
		}
		if i == 0 {
			t.Move(p)
		} else {
			t.WriteString("L" + p.String())
		}
	}
	return t.String()
}

// Letters of the sizes.
var sizes = map[bladebow.Size]string{bladebow.Light: "L", bladebow.Medium: "M", bladebow.Heavy: "H"}

// Boxes of the densities.
var densities = map[bladebow.Density]string{bladebow.Open: "open", bladebow.Dense: "dense", bladebow.Flexible: "flexible"}

func addCounters(sheet *system.Sheet, s *bladebow.Setup, w system.Speaker) {
	for i, u := range s.Units {
		t := u.Type.Data()
		sheet.Figures[t.Key] = parts(t.Key)
		sheet.Pieces = append(sheet.Pieces, system.Counter{
			ID: u.ID, Name: w.Piece(i), Side: u.Side, Shape: "unit", TypeName: w.Text("type." + t.Key), Figure: t.Key, Front: "unit",
			Values: face(t, w), Back: back(t, w),
		})
	}
	sheet.Figures["leader"], sheet.Figures["camp"] = parts("leader"), parts("camp")
	for i, l := range s.Leaders {
		sheet.Pieces = append(sheet.Pieces, system.Counter{
			ID: l.ID, Name: w.Piece(len(s.Units) + i), Side: l.Side, Shape: "leader", Figure: "leader",
			Values: []system.Value{
				{Key: "rank", N: l.Rank},
				{Key: "range", N: l.Range},
				{Key: "value", N: l.Value, Mark: letter(l.Colour, w), Box: bladebow.ColourNames[l.Colour]},
			},
		})
	}
	for side := range s.Sides {
		sheet.Pieces = append(sheet.Pieces, system.Counter{
			ID: "camp-" + s.Sides[side].ID, Name: w.Piece(len(s.Units) + len(s.Leaders) + side), Side: side, Shape: "unit", TypeName: w.Text("type.camp"), Figure: "camp",
		})
	}
}

// face returns what is printed on the front of a unit.
func face(t *bladebow.TypeData, w system.Speaker) []system.Value {
	list := []system.Value{size(t, w), {Key: "mp", N: t.MP[0], Apart: true}}
	if t.Strength > 0 {
		list = append(list, system.Value{Key: "strength", N: t.Strength, Slot: system.SlotLeft, Box: "ranged", Apart: true}, system.Value{Key: "range", N: t.Range, Slot: system.SlotLeft})
	}
	list = append(list, missile(t, 0))
	for i, key := range []string{"left", "front", "right"} {
		list = append(list, system.Value{Key: key, N: t.Morale[i], Apart: i == 0})
	}
	return list
}

// back returns what is printed on the back: a disrupted unit neither shoots nor has morale modifiers.
func back(t *bladebow.TypeData, w system.Speaker) []system.Value {
	return []system.Value{size(t, w), {Key: "mp", N: t.MP[1], Apart: true}, missile(t, 1)}
}

func size(t *bladebow.TypeData, w system.Speaker) system.Value {
	return system.Value{Key: "size", N: int(t.Size), Text: w.Text("size." + sizes[t.Size]), Says: w.Text("size." + sizes[t.Size] + ".says"), Slot: system.SlotCorner, Box: densities[t.Density]}
}

func missile(t *bladebow.TypeData, face int) system.Value {
	return system.Value{Key: "missile", N: t.Missile[face], Slot: system.SlotRight, Box: "missile", Apart: true}
}

// letter returns the letter of a colour.
func letter(c bladebow.Colour, w system.Speaker) string {
	return w.Text("colour." + bladebow.ColourNames[c] + ".letter")
}

// addCards adds the deck. All its cards are known to both players; who holds which is not printed on them.
func addCards(sheet *system.Sheet, w system.Speaker) {
	for i, card := range bladebow.Deck {
		key := "card." + card.Effect.Key()
		sheet.Figures[key] = parts(key)
		c := system.Counter{
			ID: fmt.Sprintf("K%02d", i+1), Name: w.Text(key), Side: system.NoSide, Shape: "card", Figure: key, Text: w.Text(key + ".rule"),
		}
		if card.Commitment > 0 {
			c.Values = append(c.Values, system.Value{Key: "commitment", N: card.Commitment, Slot: system.SlotCorner, Box: "commitment"})
		}
		for colour, n := range card.Actions {
			if n > 0 {
				name := bladebow.ColourNames[colour]
				c.Values = append(c.Values, system.Value{Key: "actions-" + name, N: n, Mark: letter(bladebow.Colour(colour), w), Slot: system.SlotFoot, Box: name, Apart: true})
			}
		}
		sheet.Pieces = append(sheet.Pieces, c)
	}
}

// boxes differ in shape and line, not only in colour: densities and the colours of command values.
var boxes = map[string]system.Box{
	"open":     {Ink: "#ffffff", Parts: layers("#1d1712", "M-5.5-5.5h11v11h-11z")},
	"dense":    {Ink: "#ffffff", Parts: layers("#a3201a", "M-6.5-6.5h13v13h-13z", "#fff4e4", "M-5.5-5.5h11v11h-11z", "#a3201a", "M-4.7-4.7h9.4v9.4h-9.4z")},
	"flexible": {Ink: "#1d1712", Parts: layers("#1d1712", "M-6.3 0a6.3 6.3 0 1012.6 0a6.3 6.3 0 10-12.6 0z", "#ffffff", "M-5.2 0a5.2 5.2 0 1010.4 0a5.2 5.2 0 10-10.4 0z")},
	"missile":  {Ink: "#1d1712", Parts: layers("#1d1712", "M-5-5.5h10V.5Q5 4.5 0 6.5Q-5 4.5-5 .5z", "#fffdf6", "M-4-4.5h8V.5Q4 3.7 0 5.4Q-4 3.7-4 .5z")},
	"ranged":   {Ink: "#1d1712", Parts: layers("#1d1712", "M-7.4-5.2h14.8v10.4h-14.8z", "#fffdf6", "M-6.6-4.4h13.2v8.8h-13.2z")},

	"white":  {Ink: "#1d1712", Parts: layers("#1d1712", "M-3.5-6h7a6 6 0 010 12h-7a6 6 0 010-12z", "#ffffff", "M-3.5-5h7a5 5 0 010 10h-7a5 5 0 010-10z")},
	"black":  {Ink: "#ffffff", Parts: layers("#fffaf0", "M-9.5-6h19v12h-19z", "#1d1712", "M-8.7-5.2h17.4v10.4h-17.4z")},
	"red":    {Ink: "#ffffff", Parts: layers("#8f1a15", "M-9.5-6.5h19v13h-19z", "#fff4e4", "M-8.5-5.5h17v11h-17z", "#b3261e", "M-7.7-4.7h15.4v9.4h-15.4z")},
	"yellow": {Ink: "#1d1712", Parts: layers("#1d1712", "M-6.5-6.5h13L10.5 0 6.5 6.5h-13L-10.5 0z", "#f2c52e", "M-6-5.5h12L9.3 0 6 5.5h-12L-9.3 0z")},

	"commitment": {Ink: "#ffffff", Parts: layers("#5b4526", "M0-8.5L8.5 0 0 8.5-8.5 0z", "#fff4e4", "M0-7.1L7.1 0 0 7.1-7.1 0z", "#5b4526", "M0-6.1L6.1 0 0 6.1-6.1 0z")},
}

// layers returns parts from pairs of a colour and a path.
func layers(pairs ...string) []system.Part {
	var list []system.Part
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, system.Part{Fill: pairs[i], Path: pairs[i+1]})
	}
	return list
}

// badges show the ranks that the viewer knows or last knew, and the markers.
var badges = []system.Badge{
	{Value: "ranks", Text: "+{n}", X: 17, Y: -18, Size: 10, Box: system.Box{Ink: "#15110d", Parts: layers("#15110d", "M-9-7h18v14h-18z", "#f3cf5a", "M-7.8-5.8h15.6v11.6h-15.6z")}},
	{Value: "last-known", Text: "+{n}?", X: 17, Y: -18, Size: 8, Box: system.Box{Ink: "#15110d", Parts: layers("#15110d", "M-9-7h5v1.2h-5zM-2-7h4v1.2h-4zM4-7h5v1.2h-5zM-9 5.8h5v1.2h-5zM-2 5.8h4v1.2h-4zM4 5.8h5v1.2h-5zM-9-7h1.2v4h-1.2zM-9 3h1.2v4h-1.2zM7.8-7h1.2v4h-1.2zM7.8 3h1.2v4h-1.2z", "#ddd5c4", "M-7.8-5.8h15.6v11.6h-15.6z")}},
	{State: "shield", X: 25, Y: 2, Box: system.Box{Parts: layers(
		"#15110d", "M-7-10Q0-12.5 7-10V10Q0 12.5-7 10z", "#e9d7a4", "M-5.6-8.8Q0-10.8 5.6-8.8V8.8Q0 10.8-5.6 8.8z",
		"#7a5a28", "M-.6-10h1.2v20h-1.2zM-5.6-4h11.2v1.2h-11.2zM-5.6 2.8h11.2v1.2h-11.2z",
	)}},
	{State: "disrupted", Text: "D", X: 25, Y: 3, Size: 10, Box: system.Box{Ink: "#15110d", Parts: layers("#15110d", "M0-10.6L10.6 0 0 10.6-10.6 0z", "#f6c92e", "M0-8.8L8.8 0 0 8.8-8.8 0z")}},
	{State: "melee", X: -27, Y: 3, Box: system.Box{Parts: layers(
		"#a01f1f", "M-9.5 0a9.5 9.5 0 1019 0a9.5 9.5 0 10-19 0z", "#fffdf7", "M-8.2 0a8.2 8.2 0 1016.4 0a8.2 8.2 0 10-16.4 0z",
		"#a01f1f", "M-6.8-5.2L-5.2-6.8 5.8 4.2 4.2 5.8zM6.8-5.2L5.2-6.8-5.8 4.2-4.2 5.8zM-7.2 3.2L-5.8 1.8-1.8 5.8-3.2 7.2zM7.2 3.2L5.8 1.8 1.8 5.8 3.2 7.2z",
	)}},
	{State: "rallied", X: -19, Y: -17, Box: system.Box{Parts: layers("#15110d", "M-6-9.5h13.5v10h-11.5v9h-2z", "#7fb069", "M-4-8h10v7h-10z")}},
	{State: "overrun", X: 0, Y: 0, Box: system.Box{Parts: layers("#fffdf7", "M-18-14L-14-18 0-4 14-18 18-14 4 0 18 14 14 18 0 4-14 18-18 14-4 0z", "#a01f1f", "M-16.5-14L-14-16.5 0-2.5 14-16.5 16.5-14 2.5 0 16.5 14 14 16.5 0 2.5-14 16.5-16.5 14-2.5 0z")}},
}

// legend explains the signs of the ground.
func legend(s *bladebow.Setup, w system.Speaker) []system.Sign {
	on := map[bladebow.Terrain]bool{}
	for _, t := range s.Terrain {
		on[t] = true
	}
	var list []system.Sign
	for _, line := range []struct {
		kind bladebow.Terrain
		sign string
	}{
		{bladebow.Hill, `<path d="M-11 5Q-8-6 0-6T11 5z" fill="#decb9a" stroke="#7d6234"/>`},
		{bladebow.Woods, `<circle r="7" cx="-4" cy="1" fill="#7f9a5d"/><circle r="6" cx="5" cy="-1" fill="#4a6238"/>`},
		{bladebow.Town, `<path d="M-9 6v-7l4-5 4 5v7zM1 6v-7l4-5 4 5v7z" fill="#f6ecd6" stroke="#4b3a2a"/>`},
		{bladebow.Marsh, `<path d="M-11 4h10M0 7h11M-5 2l-1.6-6M-2 2v-8M1 2l1.6-6" fill="none" stroke="#5d7a45" stroke-width="1.4"/>`},
		{bladebow.River, `<path d="M-12 0h24" stroke="#3f6f80" stroke-width="14"/><path d="M-12 0h24" stroke="#a9c9d2" stroke-width="11"/>`},
		{bladebow.Stream, `<path d="M-12 0h24" stroke="#3f6f80" stroke-width="7"/><path d="M-12 0h24" stroke="#a9c9d2" stroke-width="4.5"/>`},
		{bladebow.GoatPath, `<path d="M-12 0h24" stroke="#7a4a26" stroke-width="2.3" stroke-dasharray="7 5"/>`},
	} {
		if on[line.kind] {
			list = append(list, system.Sign{SVG: line.sign, Text: w.Text("terrain." + line.kind.Data().Key)})
		}
	}
	if s.Pass != nil && len(s.Pass.Walls) > 0 {
		list = append(list, system.Sign{SVG: `<path d="M-12 0h24" stroke="#4a3d2c" stroke-width="9"/><path d="M-12 0h24" stroke="#c9b894" stroke-width="6.5"/>`, Text: w.Text("terrain.wall")})
	}
	return list
}

//go:embed figures.json
var figuresJSON []byte

// figures are the drawings by key, each part a class, which says how it is painted, and a path.
var figures = func() (all map[string][][2]string) {
	if err := json.Unmarshal(figuresJSON, &all); err != nil {
		panic(err) // the file is part of the program
	}
	return all
}()

func parts(key string) []system.Part {
	var list []system.Part
	for _, p := range figures[key] {
		list = append(list, system.Part{Class: p[0], Path: p[1]})
	}
	return list
}
