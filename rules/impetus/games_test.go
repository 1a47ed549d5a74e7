package impetus

import (
	"testing"

	"acies/game"
	"acies/game/gametest"
	"acies/rulebook/cite"
)

// motley is a battle with every kind of troops that has rules of its own.
var motley = []string{
	"village 84 56 96 56 96 66 84 66", "gentle_hill 20 40 40 40 40 60 20 60", "crest 25 50 35 50", "broken 120 50 140 50 140 60 120 60", "wood 150 40 170 40 170 60 150 60",
	"line 60 60 76 60 north", "quality b 1 Charismatic", "quality a 2 Cowardly",
	"a1 FP 5 5 2 B at 60 45 0, legionary line_relief hastati", "a2 FP 5 5 2 A at 60 40 0, legionary line_relief principes", "a3 FP 5 4 1 B at 68 45 0, pike, rows 3",
	"a4 T 5 3 0 B at 68 45 0, musket, inside a3", "a5 FP 5 5 1 A at 76 45 0, shieldwall commander", "a6 El 8 4 4 C at 90 45 0", "a7 S 8 3 0 B at 90 50 0, javelin",
	"a8 CGL 10 4 2 B at 105 45 0, javelin, command 2", "a9 CF 10 4 5 C at 120 45 0, command 2", "a10 CP 8 6 4 B at 130 45 0, command 2 commander",
	"a11 ART 3 3 0 B at 50 45 0, artillery_A, command 2", "a12 CL 12 4 1 B at 30 40 0, composite_bow_B, command 2", "a13 baggage at 90 8 0",
	"b1 FL 8 4 4 C at 60 62 180, warband impetuous, rows 2", "b2 FL 8 4 4 C at 68 62 180, warband impetuous, rows 2", "b3 FP 5 5 1 B at 76 62 180, schiltron commander",
	"b4 T 5 4 0 B at 90 68 180, longbow_A pavise", "b5 S 8 3 0 B at 90 72 180, sling", "b6 CM 10 5 3 B at 105 62 180, camel, command 2", "b7 W 5 5 0 B at 120 65 180, various, command 2",
	"b8 CP 8 6 4 B at 135 65 180, command 2 commander, rows 2", "b9 CGP 8 5 2 C at 30 70 180, command 2", "b10 FP 5 5 1 B at 48 62 180, long_spear, rows 2", "b11 baggage at 90 112 180",
}

func TestRandomGames(t *testing.T) {
	cite.Clauses(t, "imp-Q7b", "imp-D9f", "imp-D10a")
	limits := func(s game.State) error { return s.(*State).Limits() }
	set := *lay(t, motley...).b.setup
	gametest.Run(t, New(&set), gametest.Options{Games: 4, Continuous: true, Limits: limits})
	amended := set
	amended.Amendments, amended.FreeSetup, amended.SetupFirst = true, true, 1
	amended.Sides[0].Destiny, amended.Sides[1].Destiny = 3, 1
	gametest.Run(t, New(&amended), gametest.Options{Games: 4, Seed: 100, Continuous: true, Limits: limits})
}
