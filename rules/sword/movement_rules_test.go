package sword_test

import (
	"slices"
	"testing"

	"acies/rulebook/cite"
	"acies/rules/sword"
)

// The ground of volume 1 is what its chart prints, and nothing of volume 2 besides.
func TestGroundOfVolume1(t *testing.T) {
	cite.Clauses(t, "iss-T1g")
	var hexes, sides []string
	for _, g := range sword.Antiquity1.Terrain {
		hexes = append(hexes, g.ID)
	}
	for _, e := range sword.Antiquity1.Edges {
		sides = append(sides, e.ID)
	}
	slices.Sort(hexes)
	slices.Sort(sides)
	if want := []string{"clear", "ford-1", "ford-2", "ford-3", "river", "sea"}; !slices.Equal(hexes, want) {
		t.Errorf("hexes of volume 1: %v, want %v", hexes, want)
	}
	if want := []string{"bridge", "river", "stream"}; !slices.Equal(sides, want) {
		t.Errorf("hexsides of volume 1: %v, want %v", sides, want)
	}
	for _, e := range sword.Antiquity1.Edges {
		if e.Path || e.Shot != e.ShotOut || e.Melee != e.MeleeOut {
			t.Errorf("%s: volume 1 has neither note on paths nor on inside and outside", e.ID)
		}
	}
}
