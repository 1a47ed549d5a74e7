package kit_test

import (
	"path/filepath"
	"strings"
	"testing"

	"acies/game"
	"acies/rules/sword"
	"acies/table"
	"acies/table/golden"
)

// Golden games are among the records of package table, because the tests of many packages read them.
func TestGoldenGames(t *testing.T) {
	golden.Rulebook{
		Package: "./rules/sword/kit",
		Version: sword.Version,
		Records: filepath.Join("..", "..", "..", "table", "testdata"),
		Choose:  warlike,
	}.Test(t, []golden.Game{
		{Name: "sparta", Battle: "sparta-195bc"},
		{Name: "sparta-variants", Battle: "sparta-195bc", Options: []string{"reduced-roman-army", "free-spartan-placement"}},
		{Name: "issos", Battle: "issos-333bc"},
		{Name: "bouvines", Battle: "bouvines-1214"},
		{Name: "bouvines-options", Battle: "bouvines-1214", Options: []string{"free-set-up", "ring-of-brabancons", "doubtful-ally", "rear-charge"}},
		{Name: "guinegate", Battle: "guinegate-1479"},
		{Name: "guinegate-options", Battle: "guinegate-1479", Options: []string{"free-set-up", "dismounted-gentilshommes", "ransom-hunters", "plunder", "rear-charge"}},
	})
}

// warlike chooses at random, but fights where it can and moves toward the enemy, so that the games meet many rules.
func warlike(tab *table.Table, src game.Source) game.Action {
	s := tab.Game.State()
	legal := s.Legal(nil)
	enemies := enemyHexes(s.(*sword.State), s.ToAct())
	m := tab.Battle.(*sword.Battle).Map()
	var best []game.Action
	nearest := 99
	for _, a := range legal {
		switch verb, _, _ := strings.Cut(tab.Battle.Format(a), " "); verb {
		case "shoot", "with", "attack", "melee", "join", "burn", "rally", "again":
			best = append(best, a)
		case "to":
			d := 99
			for _, h := range enemies {
				d = min(d, m.Distance(int(a.A), h))
			}
			switch {
			case d < nearest:
				nearest, best = d, []game.Action{a}
			case d == nearest:
				best = append(best, a)
			}
		}
	}
	if len(best) > 0 && game.Intn(src, 4) > 0 {
		return best[game.Intn(src, len(best))]
	}
	return legal[game.Intn(src, len(legal))]
}

// enemyHexes returns where the enemies of a side stand.
func enemyHexes(s *sword.State, side game.Side) []int {
	var hexes []int
	for i := range s.Battle().(*sword.Battle).Units() {
		if u := s.Unit(i); u.Side != side && u.Hex >= 0 {
			hexes = append(hexes, u.Hex)
		}
	}
	return hexes
}
