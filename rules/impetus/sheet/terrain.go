package sheet

import (
	"acies/game"
	"acies/plane"
	"acies/rules/impetus"
	"acies/system"
)

// What the ground has an effect on, in the order in which it is told.
var effects = []string{"movement", "sight", "shooting", "melee"}

// clauses are where the rules say what each kind of ground does to movement, sight, shooting and melee.
var clauses = map[string][4]string{
	"open":          {"imp-7.1a", "imp-7.1a", "imp-7.1a", "imp-7.1a"},
	"gentle_hill":   {"imp-7.1d", "imp-7.3a", "imp-7.3a", "imp-7.4a"},
	"broken":        {"imp-7.2h", "imp-7.3d", "imp-7.3d", "imp-7.4e"},
	"stream":        {"imp-7.1f", "imp-7.3d", "imp-7.3d", "imp-7.4e"},
	"steep_hill":    {"imp-7.2i", "imp-7.3b", "imp-7.3g", "imp-7.4b"},
	"wood":          {"imp-7.2i", "imp-7.3c", "imp-8.3e", "imp-7.4b"},
	"marsh":         {"imp-7.2i", "imp-7.3g", "imp-7.3g", "imp-7.4b"},
	"impassable":    {"imp-7.1e", "imp-7.1e", "imp-7.1e", "imp-7.1e"},
	"village":       {"imp-22.2c", "imp-22.2c", "imp-22.2d", "imp-22.2d"},
	"road":          {"imp-7.1g", "imp-7.1g", "imp-7.1g", "imp-7.1g"},
	"fortification": {"imp-22.3d", "imp-22.3b", "imp-22.3b", "imp-22.3a"},
}

// works is the key of fortification lines.
const works = "fortification"

// addTerrains adds the kinds of ground on the table with what the rules say about them, and where they are.
func addTerrains(sheet *system.Sheet, s *impetus.Setup, w system.Speaker) {
	index := map[string]int{}
	add := func(key string) int {
		if n, ok := index[key]; ok {
			return n
		}
		t := system.Terrain{Name: w.Text("terrain." + key)}
		for i, on := range effects {
			t.Effects = append(t.Effects, system.Effect{On: w.Text("ground." + on), Text: w.Text("ground." + key + "." + on), Clause: clauses[key][i]})
		}
		index[key] = len(sheet.Terrains)
		sheet.Terrains = append(sheet.Terrains, t)
		return index[key]
	}
	add(impetus.KindNames[impetus.Open])
	for i := range s.Terrain {
		p := &s.Terrain[i]
		area := system.Area{Terrain: add(impetus.KindNames[p.Kind])}
		for _, c := range p.Polygon {
			area.Outline = append(area.Outline, game.Point{X: int32(c.X), Y: int32(c.Y)})
		}
		sheet.Areas = append(sheet.Areas, area)
	}
	for i := range s.Lines {
		n := add(works)
		points := s.Lines[i].Points
		for k := range len(points) - 1 {
			sheet.Areas = append(sheet.Areas, system.Area{Terrain: n, Outline: strip(points[k], points[k+1])})
		}
	}
}

// strip returns the outline of the ground around a piece of a line within which units are behind it (22.3c): within 1U, measured
// along the axes, which is enough to point at it.
func strip(a, b plane.Point) []game.Point {
	const reach = impetus.U
	lo := game.Point{X: int32(min(a.X, b.X)) - reach, Y: int32(min(a.Y, b.Y)) - reach}
	hi := game.Point{X: int32(max(a.X, b.X)) + reach, Y: int32(max(a.Y, b.Y)) + reach}
	return []game.Point{lo, {X: hi.X, Y: lo.Y}, hi, {X: lo.X, Y: hi.Y}}
}
