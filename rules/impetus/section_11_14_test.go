package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

func TestPila(t *testing.T) {
	cite.Clauses(t, "imp-11.1a", "imp-11.1b", "imp-11.1c", "imp-11.1d", "imp-11.1g", "imp-11.1h", "imp-11.1k", "imp-1.3j")
	for _, row := range []struct {
		a, b    string
		counter bool
		dice    int // of pila; 0: the melee follows at once
		melee   int
	}{
		{"FP 5 5 1 B at 50 40 0", "FP 5 5 1 B at 50 44 180, legionary", false, 3, 6},
		{"FP 5 5 1 B at 50 40 0", "FP 5 5 1 B at 50 44 180, legionary disordered", false, 2, 6},
		{"FP 5 5 1 B at 50 40 0", "FP 5 5 1 B at 50 44 180, legionary vbu 4", false, 0, 6},
		{"FP 5 5 1 B at 50 40 0, legionary", "FP 5 5 0 B at 50 44 180", false, 1, 6},
		{"FP 5 5 1 B at 50 40 0", "FP 5 5 1 B at 50 44 180, legionary", true, 1, 6},
		{"FP 5 5 1 B at 50 40 0", "FP 5 5 0 B at 50 48 0, legionary", false, 0, 8}, // on the rear
	} {
		x := lay(t, "a1 "+row.a, "b1 "+row.b, far)
		x.do("activate a1", "charge b1")
		if row.counter {
			x.do("counter-charge", "roll 6")
		} else if x.ToAct() == 1 {
			x.do("stand")
		}
		if row.dice > 0 {
			x.throwing(row.dice)
			x.do(ones(row.dice))
		}
		x.throwing(row.melee)
	}
	// Only in the first round.
	x := lay(t, "a1 FP 5 5 0 B at 50 40 0", "b1 FP 5 5 0 B at 50 40 180, legionary", far)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight")
	x.throwing(5)
}

// ones is a throw of so many dice that does nothing.
func ones(n int) string {
	text := "throw"
	for range n {
		text += " 1"
	}
	return text
}

func TestPilaOfSupports(t *testing.T) {
	cite.Clauses(t, "imp-11.1e", "imp-11.1f", "imp-11.1m")
	for _, row := range []struct {
		support string
		dice    int
	}{{"b2 FP 5 5 0 B at 58 44 180, legionary", 4}, {"b2 FP 5 5 0 B at 58 44 180, legionary disordered", 3}} {
		x := lay(t, "a1 FP 5 5 1 B at 51 40 0", "b1 FP 5 5 0 B at 50 44 180, legionary", row.support, far)
		x.do("activate a1", "charge b1")
		x.throwing(row.dice)
	}
	// None where its own side charged; the attacking side throws first.
	x := lay(t, "a1 FP 5 5 1 B at 51 40 0, legionary", "a2 FP 5 5 1 B at 43 44 0, legionary", "b1 FP 5 5 0 B at 50 44 180, legionary", far)
	x.do("activate a1", "charge b1")
	x.throwing(1)
	x.do("throw 1")
	x.throwing(3)
	// What they do to the other side does not take its throw from it, unless it is routed.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0, legionary", "b1 FP 5 5 0 B at 50 44 180, legionary", far)
	x.do("activate a1", "charge b1", "throw 6", "roll 6")
	x.is("b1", "worn", "disordered")
	x.throwing(3)
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0, legionary", "b1 FP 5 1 0 B at 50 44 180, legionary", far)
	x.do("activate a1", "charge b1", "throw 6", "roll 6")
	x.is("b1", "lost")
	x.allow("pursue", "decline")
}

func TestPilaHurt(t *testing.T) {
	cite.Clauses(t, "imp-11.1i", "imp-11.1j", "imp-11.1l", "imp-R58")
	// Point Blank fire: +1 to the critical number; the losses reduce the melee dice and do not decide it.
	x := lay(t, "a1 FP 5 5 0 B at 50 40 0", "b1 FP 5 5 1 B at 50 44 180, legionary", far)
	x.units[0].rows[0] = 5
	x.b.units[0].Impetus = 1
	x.do("activate a1", "charge b1", "stand", "throw 6 1 1")
	if n := x.critical(0, byPila, 1, nil); n != 5 {
		t.Errorf("the critical number is %d, expected 5 - 1 + 1", n)
	}
	x.do("roll 6")
	x.is("a1", "vbu 4", "disordered")
	x.throwing(3) // 4 - 1 for disorder, and no impetus once worn
	x.do("throw 1 1 1", "throw 1 1 1 1 1")
	if x.fight.winner != 0 && x.ToAct() == 1 {
		t.Errorf("losses from pila do not lose the melee; legal are %v", x.list())
	}
	// Pila that rout the enemy end the melee before it begins, and the thrower may pursue.
	x = lay(t, "a1 FP 5 1 1 B at 50 40 0", "b1 FP 5 5 1 B at 50 44 180, legionary", far)
	x.do("activate a1", "charge b1", "stand", "throw 6 1 1", "roll 6")
	x.is("a1", "lost")
	x.allow("pursue", "decline")
}

func TestImpetusBonus(t *testing.T) {
	cite.Clauses(t,
		"imp-12.1a", "imp-12.2a", "imp-12.2c", "imp-12.2d", "imp-12.2e", "imp-12.2f", "imp-12.2g", "imp-12.2h", "imp-12.2i", "imp-12.2j",
		"imp-12.2k", "imp-12.2l", "imp-12.2m", "imp-12.2n", "imp-12.2o", "imp-1.1i", "imp-1.3m", "imp-R59", "imp-R68", "imp-R86", "imp-24.7b",
	)
	for _, row := range []struct {
		a, b string
		dice int
		why  string
	}{
		{"FP 5 5 2 B", "FP 5 5 0 B", 7, "it charged"},
		{"FP 5 5 2 B, vbu 4", "FP 5 5 0 B", 4, "it is worn"},
		{"FP 5 5 2 B", "CM 10 5 0 B", 5, "foot against horse"},
		{"CM 10 5 3 B", "FP 5 5 0 B, pike", 5, "horse against pikes"},
		{"CM 10 5 3 B", "FP 5 5 0 B, long_spear", 5, "horse against long spears"},
		{"FP 5 5 3 B", "FP 5 5 0 B, long_spear", 8, "foot against long spears"},
		{"CM 10 5 3 B", "FP 5 5 0 B, schiltron", 5, "horse against a schiltron"},
		{"FP 5 5 3 B", "W 5 5 0 B", 4, "nobody against wagons, which protect besides"},
		{"El 8 4 4 C, vbu 3", "FP 5 5 0 B, long_spear", 7, "elephants, worn, against spears"},
		{"El 8 4 4 C", "FP 5 5 0 B, pike", 8, "elephants against pikes"},
		{"El 8 4 4 C", "CM 10 5 0 B, camel", 4, "elephants against camels"},
		{"El 8 4 4 C", "W 5 5 0 B", 3, "elephants against wagons, which protect besides"},
		{"CF 10 4 5 C, vbu 3", "FP 5 5 0 B", 8, "scythed chariots, worn"},
		{"CF 10 4 5 C", "FP 5 5 0 B, pike", 4, "scythed chariots against pikes"},
		{"CM 10 5 3 B", "CM 10 5 0 B, camel", 5, "camels"},
		{"CM 10 5 3 B, camel", "CM 10 5 0 B, camel", 8, "camels against camels"},
		{"CM 10 5 3 B", "T 5 5 0 B, pavise", 4, "pavises, which protect besides"},
	} {
		x := lay(t, "a1 "+at(row.a, "50 40 0"), "b1 "+at(row.b, "50 44 180"), far)
		x.do("activate a1", "charge b1")
		if x.ToAct() == 1 {
			x.do("stand")
		}
		x.throwing(row.dice)
		if t.Failed() {
			t.Fatal(row.why)
		}
	}
	x := lay(t, "a1 FP 5 5 3 B at 50 40 0, disordered", "b1 FP 5 5 0 B at 50 44 180", far)
	x.do("activate a1", "proceed", "charge b1")
	x.throwing(7) // 5 + 3 - 1
	x = lay(t, "a1 FP 5 5 3 B at 50 40 0", "b1 FP 5 5 0 B at 50 44 180, shieldwall", far)
	x.set(x.u("b1"), fWalled)
	x.do("activate a1", "charge b1")
	x.throwing(5)
	x.do(ones(5))
	x.throwing(6) // a die for the shieldwall
	// Elephants that are charged add it in the first round; against S they never do.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 El 8 4 4 C at 50 44 180, disordered", far)
	x.do("activate a1", "charge b1", ones(5))
	x.throwing(7) // 4 + 4 - 1
	if adds, s := x.impetusAgainst(x.u("b1"), 0, false, false, onFront); adds {
		t.Errorf("in a later round they add none, found %s", s)
	}
	x = lay(t, "a1 S 8 5 0 B at 50 40 0", "b1 El 8 4 4 C at 50 60 180", far)
	if adds, s := x.impetusAgainst(x.u("b1"), 0, true, false, onFront); adds {
		t.Errorf("against S they add none, found %s", s)
	}
}

// at inserts a place after the statistics of a unit.
func at(unit, place string) string {
	for i, r := range unit {
		if r == ',' {
			return unit[:i] + " at " + place + unit[i:]
		}
	}
	return unit + " at " + place
}

func TestMeleeModifiers(t *testing.T) {
	cite.Clauses(t,
		"imp-12.1b", "imp-12.1c", "imp-12.1d", "imp-12.3a", "imp-12.3b", "imp-12.3c", "imp-12.3d", "imp-12.3e", "imp-12.3f", "imp-12.3g",
		"imp-12.3h", "imp-12.3i", "imp-12.3j", "imp-12.2f", "imp-12.2g", "imp-1.3m", "imp-7.4a", "imp-7.4b", "imp-7.4c", "imp-7.4d", "imp-7.4g", "imp-7.4i", "imp-7.4j", "imp-R54", "imp-R82",
	)
	pools := func(first bool, lines ...string) [2]int {
		x := lay(t, append(lines, far)...)
		if c := x.contactOf(0, 1); c != nil {
			c.fought = !first
			x.startFight(0, 1, false)
		}
		return [2]int{x.sidePool(0), x.sidePool(1)}
	}
	for _, row := range []struct {
		want  [2]int
		first bool
		lines []string
	}{
		{[2]int{4, 5}, false, []string{"a1 FP 5 5 2 B at 50 40 0, disordered", "b1 FP 5 5 2 B at 50 40 180"}},
		{[2]int{1, 5}, false, []string{"a1 FP 5 5 2 B at 50 40 0, disordered vbu 1", "b1 FP 5 5 2 B at 50 40 180"}},
		{[2]int{5, 5}, true, []string{"a1 CGL 10 5 0 B at 50 40 0", "b1 CGP 8 5 0 B at 50 40 180"}}, // nobody has charged
		{[2]int{5, 5}, false, []string{"a1 CGL 10 5 0 B at 50 40 0", "b1 CGP 8 5 0 B at 50 40 180"}},
		{[2]int{6, 5}, false, []string{"gentle_hill 40 30 60 30 60 40 40 40", "crest 45 34 55 34", "a1 FP 5 5 2 B at 50 39.998 0", "b1 FP 5 5 2 B at 50 40.001 180"}},
		{[2]int{4, 4}, false, []string{"wood 30 30 70 30 70 50 30 50", "a1 CM 10 5 2 B at 50 40 0", "b1 CM 10 5 2 B at 50 40 180"}},
		{[2]int{3, 5}, false, []string{"wood 30 30 70 30 70 50 30 50", "a1 FP 5 5 2 B at 50 40 0, pike", "b1 FP 5 5 2 B at 50 40 180"}},
		{[2]int{3, 5}, false, []string{"steep_hill 30 40 70 40 70 50 30 50", "crest 45 44 55 44", "a1 CGP 8 5 2 B at 50 40 0", "b1 FP 5 5 2 B at 50 40 180"}},
		{[2]int{5, 5}, false, []string{"broken 30 30 70 30 70 50 30 50", "a1 CM 10 5 2 B at 50 40 0", "b1 CM 10 5 2 B at 50 40 180"}},
	} {
		if got := pools(row.first, row.lines...); got != row.want {
			t.Errorf("%v: found %v, expected %v", row.lines, got, row.want)
		}
	}
	// Chariots charged while they stand, and not those that moved in their latest activation.
	for moved, dice := range map[bool]int{false: 4, true: 5} {
		x := lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 CGP 8 5 0 B at 50 44 180", far)
		if moved {
			x.set(x.u("b1"), fMoving)
		}
		x.do("activate a1", "charge b1", ones(5))
		x.throwing(dice)
	}
	// A charge over works costs a die, in the first round only.
	x := lay(t, "line 40 44 60 44 north", "a1 FP 5 5 2 B at 50 41 0, impetuous", "b1 FP 5 5 0 B at 50 44.5 180", far)
	x.do("rush 0")
	x.throwing(4)
	// Pavises, pikes and spears cancel impetus, and pavises protect, to the front only.
	for _, who := range []string{"T 5 5 0 B at 50 50 0, pavise", "FP 5 5 0 B at 50 50 0, pike", "FP 5 5 0 B at 50 50 0, long_spear"} {
		x = lay(t, "a1 CM 10 5 3 B at 62 45 270", "b1 "+who, far)
		x.do("activate a1", "charge b1")
		x.throwing(5 + 3 + 2)
	}
	// What a charge gains or loses by the side that it strikes is for the first round, also for supports.
	for _, row := range []struct {
		target string
		side   uint8
	}{{"b1 FP 5 5 0 B at 50 40 180", onFlank}, {"b1 T 5 5 0 B at 50 40 180, pavise", onFront}} {
		x = lay(t, "a1 FP 5 5 0 B at 51 40 0", "a2 FP 5 5 2 B at 43 40 0", row.target, far)
		c := x.contactOf(1, 2)
		*c.charges(1), *c.cameUpon(2), c.fought = true, row.side, true
		x.do("activate a1", "fight")
		x.throwing(5 + 3)
	}
	// Only Impetuous FL keep their impetus in rough ground.
	for who, dice := range map[string]int{"FL 8 5 3 B at 50 40 0, impetuous": 8, "FL 8 5 3 B at 50 40 0": 5} {
		x := lay(t, "broken 30 30 70 30 70 50 30 50", "a1 "+who, "b1 FP 5 5 0 B at 50 44 180", far)
		x.activate("a1")
		if x.current().kind == tRush {
			x.do("rush 0")
		} else {
			x.do("charge b1")
		}
		x.throwing(dice)
	}
	// A drawn round leaves them in contact, to fight again.
	x = lay(t, "a1 FP 5 5 0 B at 50 40 0", "b1 FP 5 5 0 B at 50 40 180", far)
	x.do("activate a1", "fight", ones(5), ones(5))
	x.is("a1", "melee")
	if c := x.contactOf(0, 1); !c.fought {
		t.Error("a round has been fought")
	}
}

func TestDamage(t *testing.T) {
	cite.Clauses(t, "imp-13.1a", "imp-13.1b", "imp-13.1c", "imp-13.1d", "imp-13.1e", "imp-R55")
	for _, row := range []struct{ sixes, fives, want uint8 }{{0, 0, 0}, {1, 0, 1}, {0, 1, 0}, {0, 2, 1}, {0, 3, 1}, {2, 5, 4}} {
		if n := damage(row.sixes, row.fives); n != row.want {
			t.Errorf("%d sixes and %d fives do %d, expected %d", row.sixes, row.fives, n, row.want)
		}
	}
	// A five of the main unit and one of its support make a pair.
	x := lay(t, "a1 FP 5 5 1 B at 51 40 0", "a2 FP 5 4 1 B at 43 44 0", "b1 FP 5 5 0 B at 50 44 180", far)
	x.do("activate a1", "charge b1")
	x.throwing(8)
	x.do("throw 5 1 1 1 1 1 1 5", ones(5))
	if d := x.due(); d.n != 1 || d.pool {
		t.Errorf("a test is due, found %+v", d)
	}
	x.is("b1", "vbu 5")
}

func TestCohesion(t *testing.T) {
	cite.Clauses(t,
		"imp-14.1a", "imp-14.1b", "imp-14.1c", "imp-14.1d", "imp-14.1e", "imp-14.1f", "imp-14.1g", "imp-14.2a", "imp-14.2b", "imp-14.2c",
		"imp-14.2d", "imp-14.2e", "imp-14.2f", "imp-14.2g", "imp-14.2h", "imp-14.2i", "imp-R56", "imp-R57", "imp-4.1n", "imp-20.1a",
	)
	x := lay(t,
		"a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 5 1 B at 60 40 0, disordered", "a3 FP 5 5 1 B at 70 40 0, commander", "a4 FP 5 5 1 B at 80 40 0, vbu 3", far,
	)
	for _, row := range []struct {
		unit          string
		cause, damage uint8
		band          uint8
		want          int
	}{
		{"a1", byMelee, 2, 0, 3},
		{"a1", byMelee, 7, 0, 1},
		{"a2", byMelee, 2, 0, 2},
		{"a3", byMelee, 2, 0, 4},
		{"a4", byMelee, 1, 0, 2},
		{"a1", byShot, 2, pointBlank, 4},
		{"a1", byShot, 2, shortRange, 4},
		{"a1", byShot, 2, longRange, 5},
		{"a1", byShot, 2, extreme, 5},
	} {
		x.shot.band = row.band
		if n := x.critical(x.u(row.unit), row.cause, row.damage, nil); n != row.want {
			t.Errorf("%+v: found %d", row, n)
		}
	}
	for _, row := range []struct {
		die, critical int
		disordered    bool
		losses        int
		failed        bool
	}{
		{3, 3, false, 0, false},
		{3, 3, true, 1, false},
		{4, 3, false, 1, true},
		{5, 3, true, 2, true},
		{1, 1, false, 0, false},
		{6, 6, false, 1, true},
		{6, 9, true, 1, true},
		{6, 1, false, 5, true},
	} {
		if n, f := cohesionLosses(row.die, row.critical, row.disordered); n != row.losses || f != row.failed {
			t.Errorf("%+v: found %d %v", row, n, f)
		}
	}
	// One test for one shot, and disorder from another cause costs nothing more.
	y := lay(t, "a1 T 5 6 0 B at 50 40 0, longbow_A", "b1 FP 5 5 1 B at 50 50 180, disordered", far)
	y.do("activate a1", "fire a1 b1", "throw 6 6 1 1 1 1", "roll 3")
	y.is("b1", "vbu 4", "disordered")
	if y.ToAct() != 0 {
		t.Errorf("one test only; legal are %v", y.list())
	}
	y.disorder(y.u("b1"), "imp-14.2i")
	y.is("b1", "vbu 4")
}

func TestFlankedRout(t *testing.T) {
	cite.Clauses(t, "imp-14.2j", "imp-14.2k", "imp-17.1o", "imp-18.2f")
	x := lay(t, "a1 CM 10 5 3 B at 62 45 270", "b1 FP 5 6 1 B at 50 50 0, rows 2", far)
	x.do("activate a1", "charge b1", "throw 6 1 1 1 1 1 1 1 1 1", ones(5), "roll 6")
	x.is("b1", "lost")
	// While an enemy stands on its flank, also in a fight with another.
	x = lay(t, "a1 FP 5 5 0 B at 50 50 180", "a2 FP 5 5 0 B at 54 48 270", "b1 FP 5 6 0 B at 50 50 0", far)
	*x.contactOf(x.u("a2"), x.u("b1")).cameUpon(x.u("b1")) = onFlank
	x.do("activate a1", "fight", "throw 6 1 1 1 1 1 1 1", ones(6), "roll 6")
	x.is("b1", "lost")
}
