package sword_test

import (
	"testing"

	"acies/game"
	"acies/game/gametest"
	"acies/rules/sword"
)

func limits(s game.State) error { return s.(*sword.State).Limits() }

func TestSuite(t *testing.T) {
	for _, row := range []struct {
		name, battle string
		options      []string
	}{
		{"Sparta", "sparta-195bc", nil},
		{"Sparta with both variants", "sparta-195bc", []string{"reduced-roman-army", "free-spartan-placement"}},
		{"Issos", "issos-333bc", nil},
		{"Bouvines", "bouvines-1214", nil},
		{"Bouvines with every option", "bouvines-1214", []string{"free-set-up", "ring-of-brabancons", "doubtful-ally", "rear-charge"}},
		{"Guinegate", "guinegate-1479", nil},
		{"Guinegate with every option", "guinegate-1479", []string{"free-set-up", "dismounted-gentilshommes", "ransom-hunters", "plunder", "rear-charge"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			games := 12
			if testing.Short() {
				games = 2
			}
			gametest.Run(t, load(t, row.battle, row.options...), gametest.Options{Games: games, Limits: limits})
		})
	}
}
