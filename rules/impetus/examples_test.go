package impetus

import (
	"testing"

	"acies/game"
	"acies/rulebook/cite"
)

// The worked examples, with the printed dice.

// throwing checks how many dice are thrown next.
func (x *scene) throwing(n int) {
	x.Helper()
	if d := x.due(); d.n != n || !d.pool {
		x.Errorf("expected a throw of %d dice, found %+v", n, d)
	}
}

func TestExampleFire(t *testing.T) {
	cite.Clauses(t, "imp-E1", "imp-E2")
	x := lay(t,
		"a1 S 8 2 0 B at 50 40 0, crossbow_B",
		"a2 T 5 4 0 B at 50 30 0, crossbow_A",
		"b1 CP 8 7 4 A at 50 52 180, disordered",
	)
	x.do("activate a1", "fire a1 b1")
	x.throwing(3)
	x.do("throw 2 5 6", "roll 3", "pass")
	x.is("b1", "vbu 6", "worn", "disordered")
	for _, die := range []string{"roll 4", "roll 6"} {
		y := lay(t, "a2 T 5 4 0 B at 50 30 0, crossbow_A", "b1 CP 8 7 4 A at 50 52 180, disordered vbu 6")
		y.do("activate a2", "fire a2 b1")
		y.throwing(4)
		y.do("throw 2 3 6 6", die)
		y.is("b1", "vbu 5")
	}
}

func TestExampleJavelins(t *testing.T) {
	cite.Clauses(t, "imp-E3")
	x := lay(t, "a1 S 8 3 0 B at 50 40 0, javelin", "b1 FL 8 4 4 C at 50 49 180, warband, rows 2")
	x.do("activate a1", "forward 4.5")
	for x.ToAct() == 1 {
		x.do("decline")
	}
	x.do("fire a1 b1")
	x.throwing(5)
	x.do("throw 6 6 5 5 1", "roll 5")
	x.is("b1", "rows 4 1", "disordered", "fresh")
}

func TestExampleLightTroops(t *testing.T) {
	cite.Clauses(t, "imp-E4")
	x := lay(t, "a1 CL 12 4 1 B at 50 40 0, javelin", "b1 S 8 3 0 B at 50 52 180")
	x.do("activate a1", "forward 2", "fire a1 b1")
	x.throwing(1)
	x.do("throw 6", "roll 3")
	x.is("b1", "vbu 3", "fresh", "disordered")
}

func TestExampleNoShot(t *testing.T) {
	cite.Clauses(t, "imp-E5")
	x := lay(t, "a1 T 6 3 0 C at 50 40 0, short_bow_A disordered", "b1 CL 12 4 1 B at 50 63 180")
	x.do("activate a1", "proceed", "forward 3")
	x.mayNotShoot("imp-8.1c", "a1", "b1")
	x.ended("a1")
}

func TestExampleArtillery(t *testing.T) {
	cite.Clauses(t, "imp-E6", "imp-E13")
	x := lay(t,
		"structure b Good", "quality b 1 Expert",
		"a1 ART 3 2 0 B at 50 40 0, artillery_B",
		"b1 FP 5 5 1 B at 50 65 180, long_spear, rows 2, commander",
		"b2 FP 5 5 1 B at 90 65 180, command 2",
	)
	x.do("activate a1", "fire a1 b1")
	x.throwing(6)
	x.do("throw 6 5 5 4 2 1", "roll 6")
	x.is("b1", "rows 5 4", "disordered")
	if d := x.due(); d.n != 2 {
		t.Fatalf("expected the dice for the Commander, found %+v", d)
	}
	if n := x.commanderModifier(1, 0, 1, nil); n != -2 {
		t.Errorf("the modifier is %d, expected -2", n)
	}
	y := &scene{T: t, State: x.Clone().(*State)}
	x.do("roll 5 3")
	if !x.commands[1][0].leader {
		t.Error("a total of 6 has no effect")
	}
	y.do("roll 6 3")
	if y.commands[1][0].leader || y.commands[1][0].routed {
		t.Error("with 7 he is captured, and his troops stay")
	}
}

func TestExamplePilum(t *testing.T) {
	cite.Clauses(t, "imp-E7", "imp-E8")
	x := lay(t,
		"a1 FL 8 4 4 C at 50 40 0, warband impetuous, rows 2",
		"b1 FP 5 5 2 B at 50 45 180, legionary",
	)
	x.do("rush 0", "stand")
	x.throwing(3)
	x.do("throw 6 5 5", "roll 4")
	x.is("a1", "rows 4 3", "disordered", "fresh")
	x.throwing(9)
	x.do("throw 6 6 5 5 5 3 2 1 1")
	x.throwing(5)
	x.do("throw 6 4 3 2 1", "roll 4", "roll 2")
	x.is("b1", "vbu 3", "disordered")
	x.is("a1", "rows 4 2")
	x.do("roll 3", "roll 5")
	x.is("b1", "melee", "at 50 47 180")
	x.throwing(9)
	x.do("throw 1 1 1 1 1 1 1 1 1")
	x.throwing(2)
}

func TestExampleFlank(t *testing.T) {
	cite.Clauses(t, "imp-E9")
	x := lay(t, "a1 CM 10 5 3 B at 62 45 270", "b1 FP 5 5 1 B at 50 50 0")
	x.do("activate a1", "charge b1")
	x.is("b1", "disordered", "melee")
	x.throwing(10)
	x.do("throw 6 6 5 5 4 4 3 2 1 1")
	x.throwing(4)
	x.do("throw 5 5 2 1", "roll 2", "roll 3")
	x.is("b1", "lost")
	x.is("a1", "vbu 5", "disordered")
}

func TestExampleSupport(t *testing.T) {
	cite.Clauses(t, "imp-E10")
	x := lay(t,
		"a1 FP 5 5 2 B at 51 40 0", "a2 FP 5 5 2 B at 43 40 0",
		"b1 FP 5 6 0 B at 50 44 180",
	)
	x.do("activate a1 a2", "charge b1")
	for x.ToAct() == 0 {
		x.do(x.list()[0])
	}
	x.throwing(11)
	x.do("throw 6 5 5 5 1 1 1 1 1 1 1")
	x.throwing(6)
	if n := damage(x.fight.sixes[0], x.fight.fives[0]); n != 2 {
		t.Errorf("the damage is %d, expected 2", n)
	}
}

func TestExamplePikes(t *testing.T) {
	cite.Clauses(t, "imp-E11")
	x := lay(t, "a1 CP 8 7 4 A at 50 40 0", "b1 FP 5 4 1 B at 50 46 180, pike, rows 3")
	x.do("activate a1", "charge b1", "stand")
	x.throwing(7)
	x.do("throw 1 1 1 1 1 1 1")
	x.throwing(10)
	y := lay(t, "a1 FP 5 5 2 B at 50 42 0", "b1 FP 5 4 1 B at 50 46 180, pike, rows 3")
	y.do("activate a1", "charge b1", "stand")
	y.throwing(7)
	y.do("throw 1 1 1 1 1 1 1")
	y.throwing(6)
}

func TestExampleFloor(t *testing.T) {
	cite.Clauses(t, "imp-E12")
	for _, row := range []struct {
		die    int
		losses int
	}{{1, 1}, {2, 1}, {5, 4}} {
		if n, _ := cohesionLosses(row.die, max(1, 3-4-1), true); n != row.losses {
			t.Errorf("die %d costs %d, expected %d", row.die, n, row.losses)
		}
	}
}

func TestExampleCommanders(t *testing.T) {
	cite.Clauses(t, "imp-E14", "imp-E15")
	x := lay(t,
		"quality a 1 Charismatic", "a1 CP 10 6 4 A at 50 40 0, commander", "a2 CM 10 5 3 B at 20 40 0, command 2", "b1 FP 5 5 1 B at 120 100 180",
	)
	if n := x.commanderModifier(0, 0, 3, nil); n != 1 {
		t.Errorf("the modifier is %d, expected 1", n)
	}
	x.push(tCommander, 0, 0, 3)
	x.run(nil)
	x.do("roll 4 5")
	x.is("a1", "vbu 5")
	x.is("a2", "vbu 4")
	if x.commands[0][0].leader || x.commands[0][0].routed {
		t.Error("with 10 he is killed, and his Command stays")
	}
	for _, chief := range []bool{true, false} {
		y := lay(t, "structure a Poor", "quality a 1 Genius", "a1 FP 5 5 1 B at 50 40 0, commander", "a2 FP 5 5 1 B at 20 40 0, command 2", "b1 FP 5 5 1 B at 120 100 180")
		y.commands[0][1].leader = false
		if !chief {
			y.chief[0] = 1
		}
		if n := y.commanderModifier(0, 0, 5, nil); n != 9 {
			t.Errorf("the modifier is %d, expected 9", n)
		}
		y.push(tCommander, 0, 0, 5)
		y.run(nil)
		y.do("roll 3 4")
		y.is("a1", "lost")
		if gone := !y.placed(y.u("a2")); gone != chief {
			t.Errorf("commander-in-chief %v: the other Command is gone: %v", chief, gone)
		}
	}
}

func TestExampleHorseAgainstFoot(t *testing.T) {
	cite.Clauses(t, "imp-E16")
	x := lay(t, "a1 CM 10 4 0 B at 50 40 0", "b1 FP 5 5 2 B at 50 40 180")
	x.do("activate a1", "fight")
	x.throwing(4)
	x.do("throw 1 1 1 1", "throw 6 1 1 1 1", "roll 2", "roll 4")
	x.is("a1", "disordered", "at 50 31 0", "free")
	x.is("b1", "ordered", "at 50 40 180")
	if x.ToAct() == 1 {
		t.Errorf("the foot may not pursue: legal are %v", x.list())
	}
}

func TestExampleDiscipline(t *testing.T) {
	cite.Clauses(t, "imp-E17")
	x := lay(t, "a1 CM 10 4 2 B at 50 10 0", "a2 FP 5 5 1 B at 60 10 0, commander", "b1 FP 5 5 1 B at 120 110 180")
	one := []uint8{x.u("a1")}
	if n := x.needs(one, 1); n != 5 {
		t.Errorf("a third phase in range needs %d, expected 5", n)
	}
	y := lay(t, "a1 CM 10 4 2 B at 50 60 0", "a2 FP 5 5 1 B at 60 10 0, commander", "b1 FP 5 5 1 B at 120 110 180")
	if n := y.needs(one, 1); n != 6 {
		t.Errorf("out of range it needs %d, expected 6", n)
	}
	if n := y.needs(one, 2); n < 7 {
		t.Errorf("a fourth phase out of range needs %d, which is not impossible", n)
	}
}

func TestExampleInitiative(t *testing.T) {
	cite.Clauses(t, "imp-E18")
	x := lay(t, "quality a 1 Fair", "quality b 1 Expert", "a1 FP 5 5 1 B at 50 10 0", "b1 FP 5 5 1 B at 50 100 180")
	x.nTasks = 0
	x.commands[0][0].spent = false
	x.beginRound()
	x.run(nil)
	x.do("roll 4 4", "roll 1 3")
	if x.active != 0 {
		t.Errorf("side %d is active, expected the one with 10 against 7", x.active)
	}
	y := lay(t, "quality a 1 Incompetent", "a1 FP 5 5 1 B at 50 10 0", "b1 FP 5 5 1 B at 50 100 180")
	y.nTasks = 0
	y.commands[0][0].spent = false
	y.beginRound()
	y.run(nil)
	y.do("roll 4 4", "roll 1 1")
	if y.active != 1 || !y.commands[0][0].spent {
		t.Error("an Incompetent Commander with a double loses the round and does not act")
	}
}

func TestExampleRout(t *testing.T) {
	cite.Clauses(t, "imp-E19")
	x := lay(t,
		"a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 5 1 B at 50 35 0", "a3 FP 5 5 1 B at 50 31 0", "b1 FP 5 5 1 B at 50 100 180",
	)
	x.rout(x.u("a1"), true)
	x.is("a2", "vbu 4", "disordered")
	x.is("a3", "vbu 5", "ordered")
}

func TestExampleVictory(t *testing.T) {
	cite.Clauses(t, "imp-E20")
	x := lay(t,
		"a1 FP 5 5 1 B at 20 40 0, vd 6", "a2 FP 5 5 1 B at 40 40 0, vd 6",
		"a3 FP 5 5 1 B at 60 40 0, command 2 vd 6", "a4 FP 5 5 1 B at 80 40 0, command 2 vd 5",
		"b1 FP 5 5 1 B at 50 100 180",
	)
	x.lose(x.u("a3"))
	x.routWorn()
	x.is("a4", "lost")
	if n := x.lostValue(0); n != 11 {
		t.Errorf("%d are lost, expected all 11 of the Command", n)
	}
	x.testArmies()
	if x.over {
		t.Error("an army of 23 is not defeated at 11")
	}
	y := lay(t, "a1 FP 5 5 1 B at 20 40 0, vd 11", "a2 FP 5 5 1 B at 40 40 0, vd 1", "a3 FP 5 5 1 B at 60 40 0, command 2 vd 11", "b1 FP 5 5 1 B at 50 100 180")
	y.lose(y.u("a3"))
	y.lose(y.u("a2"))
	y.routWorn()
	y.testArmies()
	if !y.over || y.Outcome().Winner != 1 {
		t.Errorf("with 12 lost of 23 the army is defeated: %+v", y.Outcome())
	}
}

func TestExampleBlockedRetreat(t *testing.T) {
	cite.Clauses(t, "imp-E21")
	for _, row := range []struct {
		behind string
		fact   string
	}{{"b2 FP 5 5 0 B at 50 36.95 0", "lost"}, {"b2 FP 5 5 0 B at 50 36 0", "at 50 39 0"}} {
		x := lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 0 B at 50 40 180", row.behind)
		x.do("activate a1", "fight", "throw 1 1 1 1 1", "throw 6 6 1 1 1", "roll 5", "roll 3")
		x.is("a1", row.fact)
	}
}

func TestExampleEvade(t *testing.T) {
	cite.Clauses(t, "imp-E22")
	x := lay(t, "a1 CM 10 5 3 B at 50 40 0, javelin", "b1 S 8 3 0 B at 50 46 180")
	x.do("activate a1", "charge b1", "evade")
	x.is("b1", "at 50 54 180")
	if x.ToAct() == 1 {
		x.do("stand")
	}
	x.allow("stop 6", "stop 10")
	x.refuse("imp-10.4h", "stop 5.9", "stop 10.1")
	x.do("stop 10")
	x.is("a1", "ordered", "at 50 50 0")
	for x.ToAct() == 1 {
		x.do("decline")
	}
	x.allow("fire a1 b1")
}

func TestExampleCounterCharge(t *testing.T) {
	cite.Clauses(t, "imp-E23")
	for _, row := range []struct {
		die   string
		own   int
		other int
		place string
	}{{"roll 4", 7, 8, "at 50 44.5 180"}, {"roll 3", 7, 4, "at 50 49 180"}} {
		x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 CM 10 5 3 B at 50 49 180", "b2 CM 10 5 3 B at 70 49 180, commander")
		x.do("activate a1", "charge b1", "counter-charge", row.die)
		x.is("b1", row.place)
		x.throwing(row.own)
		x.do("throw 1 1 1 1 1 1 1")
		x.throwing(row.other)
	}
}

func TestExampleHalfSpeed(t *testing.T) {
	cite.Clauses(t, "imp-E24")
	x := lay(t, "a1 FL 8 4 2 C at 50 40 0", "wood 40 43 60 43 60 60 40 60", "b1 FP 5 5 1 B at 120 110 180")
	x.do("activate a1")
	x.allow("forward 0.5", "forward 3", "forward 4")
	x.refuse("imp-6.2a", "forward 4.001", "forward 8")
	y := lay(t, "a1 FL 8 4 2 C at 50 40 0", "wood 40 46 60 46 60 60 40 60", "b1 FP 5 5 1 B at 120 110 180")
	y.do("activate a1")
	y.allow("forward 6")
	y.refuse("imp-6.2a", "forward 6.1")
}

func TestExampleZone(t *testing.T) {
	cite.Clauses(t, "imp-E25")
	x := lay(t, "a1 S 8 2 0 B at 50 40 0, crossbow_B", "b1 CP 8 7 4 A at 50 50 180")
	x.do("activate a1", "forward 6", "intercept b1 a1", "fire a1 b1")
	x.throwing(4)
	x.do("throw 2 3 5 5", "roll 4")
	x.is("b1", "disordered", "vbu 7")
	x.is("a1", "lost")
}

func TestExampleElephants(t *testing.T) {
	cite.Clauses(t, "imp-E26")
	x := lay(t, "a1 FP 5 5 2 B at 50 40 0, long_spear", "b1 El 8 4 4 C at 50 44 180, vbu 3")
	x.do("activate a1", "charge b1")
	if x.ToAct() == game.Side(1) {
		x.do("stand")
	}
	x.throwing(5)
	x.do("throw 1 1 1 1 1")
	x.throwing(7)
	x.do("throw 1 1 1 1 1 1 1")
	x.is("b1", "melee")
	x.clear(x.u("a1"), fActivated|fFought)
	x.lead(0, 1)
	x.do("activate a1", "fight")
	x.throwing(5)
	x.do("throw 1 1 1 1 1")
	x.throwing(3)
}
