package kit_test

import (
	"path/filepath"
	"testing"

	"acies/game"
	"acies/rules/impetus"
	"acies/table"
	"acies/table/golden"
)

// Golden games are among the records of package table, because the tests of many packages read them.
func TestGoldenGames(t *testing.T) {
	golden.Rulebook{
		Package: "./rules/impetus/kit",
		Version: impetus.Version,
		Records: filepath.Join("..", "..", "..", "table", "testdata"),
		Choose:  warlike,
	}.Test(t, []golden.Game{
		{Name: "two-camps", Battle: "two-camps-204bc"},
		{Name: "stream", Battle: "stream-333bc"},
		{Name: "free-battle", Battle: "free-battle"},
		{Name: "free-battle-seed", Battle: "free-battle", Options: []string{"first-persians", "second-romans", "table-seed-2", "free-set-up", "amendments"}},
	})
}

// warlike chooses at random, but charges, fires, reacts and pursues where it can, and goes forward rather than elsewhere, so
// that the games meet many rules.
func warlike(tab *table.Table, src game.Source) game.Action {
	s := tab.Game.State()
	legal := s.Legal(nil)
	var best []game.Action
	for _, a := range legal {
		switch a.Verb {
		case impetus.VerbCharge, impetus.VerbRunAt, impetus.VerbFire, impetus.VerbFight, impetus.VerbIntercept, impetus.VerbPursue, impetus.VerbForward:
			best = append(best, a)
		}
	}
	if len(best) > 0 && game.Intn(src, 4) > 0 {
		return best[game.Intn(src, len(best))]
	}
	return legal[game.Intn(src, len(legal))]
}
