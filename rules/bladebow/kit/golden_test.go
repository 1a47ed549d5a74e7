package kit_test

import (
	"path/filepath"
	"testing"

	"acies/game"
	"acies/rules/bladebow"
	"acies/table"
	"acies/table/golden"
)

// Golden games are among the records of package table, because the tests of many packages read them.
func TestGoldenGames(t *testing.T) {
	golden.Rulebook{
		Package: "./rules/bladebow/kit",
		Version: bladebow.Version,
		Records: filepath.Join("..", "..", "..", "table", "testdata"),
		Choose:  warlike,
	}.Test(t, []golden.Game{
		{Name: "marathon", Battle: "marathon-490bc"},
		{Name: "thermopylae", Battle: "thermopylae-480bc"},
		{Name: "plataea", Battle: "plataea-479bc"},
		{Name: "mycale", Battle: "mycale-479bc"},
	})
}

// warlike chooses at random, but fights, shoots and plays cards where it can, and moves toward the enemy's camp, so that the
// games meet many rules.
func warlike(tab *table.Table, src game.Source) game.Action {
	s := tab.Game.State()
	legal := s.Legal(nil)
	b := tab.Battle.(*bladebow.Battle)
	goal := b.Setup().Sides[s.ToAct().Other()].Camps[0]
	var best []game.Action
	nearest := 99
	for _, a := range legal {
		switch verb := b.Choice(a).Verb; verb {
		case "shoot", "melee", "attack", "target", "with", "play", "commit", "press", "reroll", "again":
			best = append(best, a)
		case "to":
			d := b.Board().Points(int(a.A), goal)
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
