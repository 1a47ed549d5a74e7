package sheet

import (
	"slices"

	"acies/rules/bladebow"
	"acies/system"
)

// What the ground has an effect on, in the order in which it is told.
var effects = []string{"movement", "sight", "shooting", "melee"}

// wall is the key of the wall between squares, and wallClause the row of the terrain chart about it.
const (
	wall       = "wall"
	wallClause = "bnb-T10"
)

// addTerrains adds the kinds of ground on the map with what the terrain chart says about them, and which of them each square has.
func addTerrains(sheet *system.Sheet, s *bladebow.Setup, w system.Speaker) {
	add := func(key, clause string) int {
		t := system.Terrain{Name: w.Text("terrain." + key)}
		for _, on := range effects {
			t.Effects = append(t.Effects, system.Effect{On: w.Text("ground." + on), Text: w.Text("ground." + key + "." + on), Clause: clause})
		}
		sheet.Terrains = append(sheet.Terrains, t)
		return len(sheet.Terrains) - 1
	}
	for t := range bladebow.Terrains {
		if !slices.Contains(s.Terrain, t) {
			continue
		}
		n := add(t.Data().Key, t.Data().Clause)
		for i := range sheet.Places {
			if s.Terrain[i] == t {
				sheet.Places[i].Terrain = append(sheet.Places[i].Terrain, n)
			}
		}
	}
	if s.Pass == nil || len(s.Pass.Walls) == 0 {
		return
	}
	n := add(wall, wallClause)
	for _, side := range s.Pass.Walls {
		for _, i := range side {
			if p := &sheet.Places[i]; !slices.Contains(p.Terrain, n) {
				p.Terrain = append(p.Terrain, n)
			}
		}
	}
}
