package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

func TestPanic(t *testing.T) {
	cite.Clauses(t, "imp-24.1a", "imp-24.1b", "imp-24.1c", "imp-24.1d", "imp-24.1e", "imp-22.1e", "imp-8.7d", "imp-R67", "imp-D9c", "imp-D9i")
	// b1 fails under fire and survives.
	scared := func(lines ...string) *scene {
		x := lay(t, append([]string{"a1 T 5 4 0 B at 50 40 0, crossbow_A", "b1 El 8 6 4 C at 50 50 180"}, lines...)...)
		x.do("activate a1", "fire a1 b1", "throw 6 1 1 1 1 1", "roll 6")
		x.wantDice(2)
		return x
	}
	for die, goes := range map[string]bool{"1": false, "2": false, "3": false, "4": true, "5": true, "6": true} {
		x := scared(far)
		x.do("roll " + die + " 1")
		if x.placed(x.u("b1")) == goes {
			t.Errorf("%s: it panics %v", die, !goes)
		}
		if !goes {
			x.is("b1", "at 50 50 180", "vbu 5")
		}
	}
	// They turn about their centre, (50, 52), and run 1d6 + 4; b2 to the rear, b3 to their left, the east, b4 to their right.
	for _, row := range []struct{ dice, hit string }{{"4 3", "b2"}, {"5 3", "b3"}, {"6 3", "b4"}, {"4 1", ""}, {"5 1", ""}, {"6 1", ""}} {
		x := scared("b2 FP 5 5 1 B at 50 60 180", "b3 FP 5 5 1 B at 61.5 52 90", "b4 FP 5 5 1 B at 38.5 52 270", far)
		x.do("roll " + row.dice)
		x.is("b1", "lost")
		if row.hit == "" {
			if x.promptKey() == "prompt.die-cohesion" {
				t.Errorf("%s: nobody is within reach", row.dice)
			}
			continue
		}
		if x.promptKey() != "prompt.die-cohesion" || x.hurt.unit != x.u(row.hit) || x.hurt.damage != 2 {
			t.Errorf("%s: %s takes 2 damage; found %+v", row.dice, row.hit, x.hurt)
		}
		if n := x.critical(x.u(row.hit), byPanic, 2, nil); n > 3 {
			t.Errorf("%s: the critical number is %d: the test is as in melee", row.dice, n)
		}
	}
	// Skirmishers are dispersed; enemies are hit as well.
	x := scared("b2 S 8 3 0 B at 50 58 180", far)
	x.do("roll 4 6")
	x.is("b2", "lost")
	x = scared("a2 FP 5 5 1 B at 50 61 180", far)
	x.do("roll 4 6", "roll 1")
	x.is("a2", "disordered")
	// Baggage that fails is lost, whatever the die (22.1e).
	x = scared("b2 baggage at 50 60 180", far)
	x.do("roll 4 6", "roll 2")
	x.is("b2", "lost")
	// Not from a passed test, nor in melee, nor if they do not survive.
	x = lay(t, "a1 T 5 4 0 B at 50 40 0, crossbow_A", "b1 El 8 6 4 C at 50 50 180", far)
	x.do("activate a1", "fire a1 b1", "throw 6 1 1 1 1 1", "roll 5")
	x.wantChoice("a")
	x = lay(t, "a1 T 5 4 0 B at 50 40 0, crossbow_A", "b1 El 8 6 4 C at 50 50 180, vbu 1", far)
	x.do("activate a1", "fire a1 b1", "throw 6 1 1 1 1 1", "roll 6")
	x.is("b1", "lost")
	x.wantChoice("a")
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0, legionary", "b1 El 8 6 0 C at 50 44 180", far)
	x.do("activate a1", "charge b1", "throw 6", "roll 6") // pila, with which the melee begins (Q4g)
	x.is("b1", "there", "vbu 5")
	x.throwing(5)
}

func TestChariotsMustMove(t *testing.T) {
	cite.Clauses(t, "imp-24.3a", "imp-24.3b", "imp-24.3c", "imp-8.3m", "imp-12.3b")
	// At the start they are stationary and may stay.
	x := lay(t, "a1 CGL 10 4 1 B at 50 40 0", "a2 CGP 8 4 1 B at 80 40 0", far)
	x.do("activate a1")
	x.allow("pass", "opportunity")
	x.do("forward 3", "pass")
	// From then on they must move when activated, at least 1U ahead or a wheel.
	x.nextTurn(0, 1)
	x.do("activate a1")
	x.refuse("imp-24.3a", "pass", "opportunity", "forward 0.999", "sideways 1", "rearward 2", "about-face")
	x.allow("forward 1", "wheel 10")
	x.do("wheel 10")
	x.allow("pass", "forward 0.5")
	x.do("pass")
	x.set(x.u("a2"), fMoving)
	x.do("activate a2")
	x.refuse("imp-24.3a", "pass")
	// A Group of chariots too.
	x = lay(t, "a1 CGL 10 4 1 B at 50 40 0", "a2 CGL 10 4 1 B at 58 40 0", far)
	x.set(0, fMoving)
	x.do("activate a1 a2")
	x.refuse("imp-24.3a", "pass")
	// Who cannot make it stays and is stationary.
	x = lay(t, "a1 CGP 8 4 1 B at 50 40 0", "a2 FP 5 5 1 B at 50 43.5 0", "a3 FP 5 5 1 B at 41.9 41 0", "a4 FP 5 5 1 B at 58.1 41 0", far)
	x.set(0, fMoving)
	x.do("activate a1", "pass")
	if x.has(0, fMoving) {
		t.Error("it has not moved: it is stationary")
	}
	// A pursuit or a charge in reaction is no phase of its own.
	x = lay(t, "a1 CGP 8 4 1 B at 50 40 0", "b1 FP 5 5 0 B at 50 40 180, vbu 1", far)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6 1 1 1", "throw 1", "roll 6", "pursue", "roll 3")
	x.is("a1", "at 50 43 0")
	if x.has(0, fMoving) {
		t.Error("it made no phase: it is stationary")
	}
}

func TestSchiltronsMove(t *testing.T) {
	cite.Clauses(t, "imp-24.4a")
	for _, move := range []string{"forward 2", "wheel 10"} {
		x := lay(t, "a1 FP 5 5 1 A at 50 40 0, schiltron", far)
		x.do("activate a1", move)
		x.is("a1", "disordered")
	}
	x := lay(t, "a1 FP 5 5 1 A at 50 40 0, schiltron", "b1 FP 5 5 0 A at 50 44 180", far)
	x.do("activate a1", "charge b1")
	x.is("a1", "disordered")
	x = lay(t, "a1 FP 5 5 1 A at 50 40 0", "b1 FP 5 5 1 A at 50 44 180, schiltron", far)
	x.do("activate a1", "charge b1", "counter-charge", "roll 6")
	x.is("b1", "disordered")
}

func TestGunsAndWagons(t *testing.T) {
	cite.Clauses(t, "imp-24.5a", "imp-24.5b", "imp-24.6a")
	for _, who := range []string{"ART 3 3 1 B at 50 40 0, artillery_B", "W 5 4 1 B at 50 40 0, various"} {
		x := lay(t, "a1 "+who, "b1 FP 5 5 0 B at 50 43 180", far)
		x.do("activate a1")
		x.refuse("imp-24.5b", "charge b1", "oblique 1 1", "sideways 1", "rearward 1", "about-face")
		x = lay(t, "a1 "+who, "b1 FP 5 5 0 B at 50 54 180", far)
		x.do("activate a1")
		x.allow("wheel 10")
		x.do("forward 1")
		x.refuse("imp-24.5b", "forward 1", "wheel 10")
	}
	// Nor do they charge in reaction, out of their zone or with a marker.
	for _, who := range []string{"ART 3 3 1 B at 50 46 180, marked", "W 5 4 1 B at 50 46 180, marked"} {
		x := lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 "+who, far)
		x.do("activate a1", "forward 4")
		x.wantChoice("a")
	}
}

func TestShieldwall(t *testing.T) {
	cite.Clauses(t, "imp-24.7a", "imp-24.7b", "imp-24.7c", "imp-24.7d", "imp-1.3n")
	for state, legal := range map[string]bool{"": true, "vbu 4": false} {
		x := lay(t, "a1 FP 5 5 1 A at 50 40 0, shieldwall "+state, far)
		x.do("activate a1")
		a, _ := x.b.Parse("shieldwall")
		if r := x.Check(a); (r == nil) != legal {
			t.Errorf("%q: %v", state, r)
		}
	}
	x := lay(t, "a1 FP 5 5 1 A at 50 40 0", "a2 FP 5 5 1 A at 70 40 0, shieldwall disordered", "a3 FP 5 5 1 A at 90 40 0, shieldwall", far)
	x.do("activate a1")
	x.refuse("imp-24.7a", "shieldwall")
	x.do("pass", "activate a2", "proceed")
	x.refuse("imp-24.7a", "shieldwall")
	x.do("pass", "activate a3", "forward 1")
	x.refuse("imp-9.1c", "shieldwall") // it has not stayed where it is
	// It ends the activation, gives a die and 1 to the critical number, takes the impetus of a charger, and outlasts disorder.
	x = lay(t, "a1 FP 5 5 1 A at 50 40 0, shieldwall", "b1 FP 5 5 3 B at 50 44 180", far)
	x.do("activate a1", "shieldwall")
	if x.act.n != 0 {
		t.Error("its activation is over")
	}
	if n := x.critical(0, byMelee, 1, nil); n != 5 {
		t.Errorf("the critical number is %d, expected 5 - 1 + 1", n)
	}
	x.disorder(0, "imp-14.2d")
	x.lead(1, 1)
	x.do("activate b1", "charge a1")
	x.throwing(5)
	x.do(ones(5))
	x.throwing(5) // 5 + 1 - 1
	// It is lost when the unit moves, also when it is pushed.
	x = lay(t, "a1 FP 5 5 1 A at 50 40 0, shieldwall", far)
	x.set(0, fWalled)
	x.do("activate a1", "forward 1")
	if x.has(0, fWalled) {
		t.Error("a phase ends the shieldwall")
	}
	y := beaten(t, "FP 5 3 0 B", "FP 5 5 0 B", "b2 FP 5 5 0 B at 50 43 180, shieldwall")
	y.set(y.u("b2"), fWalled)
	y.do("roll 5")
	y.is("b2", "at 50 46 180")
	if y.has(y.u("b2"), fWalled) {
		t.Error("a push ends the shieldwall")
	}
}

func TestLineRelief(t *testing.T) {
	cite.Clauses(t, "imp-24.8a", "imp-24.8b", "imp-24.8c", "imp-24.8d", "imp-24.8e", "imp-5.2h", "imp-Q4i")
	line := func(front, rear string) []string {
		return []string{"a1 FP 5 5 2 B at 50 40 0, legionary line_relief " + front, "a2 FP 5 5 2 A at 51 35 0, legionary line_relief " + rear, "a3 FP 5 5 1 A at 80 30 0, commander"}
	}
	drawn := func(lines []string, more ...string) *scene {
		x := lay(t, append(append(lines, "b1 FP 5 6 0 B at 50 40 180"), append(more, far)...)...)
		if c := x.contactOf(0, 3); c != nil {
			c.fought = true
		}
		x.do("activate a1", "fight")
		x.do(ones(x.due().n))
		x.do(ones(x.due().n))
		return x
	}
	// Either way between the lines.
	for _, row := range []struct {
		front, rear string
		offered     bool
	}{
		{"hastati", "principes", true},
		{"principes", "hastati", true},
		{"hastati", "hastati", false},
		{"hastati", "principes disordered", false},
		{"hastati", "principes command 2", false}, // the active Command alone acts
	} {
		x := drawn(line(row.front, row.rear))
		if offered := x.promptKey() == "prompt.relief"; offered != row.offered {
			t.Errorf("%+v: offered %v", row, offered)
		}
	}
	// In melee itself: no.
	if x := drawn(line("hastati", "principes"), "b2 FP 5 5 0 B at 47 32 90"); x.promptKey() == "prompt.relief" {
		t.Error("who is in melee relieves nobody")
	}
	// More than 5U behind, or not behind: no.
	for _, place := range []string{"50 31.9 0", "58.1 36 0"} {
		l := line("hastati", "principes")
		l[1] = "a2 FP 5 5 2 A at " + place + ", legionary line_relief principes"
		if x := drawn(l); x.promptKey() == "prompt.relief" {
			t.Errorf("at %s it is offered", place)
		}
	}
	// The test is that of the incoming unit; failed it has no effect.
	x := drawn(line("hastati", "principes disordered")[:1], "a2 FP 5 5 2 A at 51 35 0, legionary line_relief principes", "a3 FP 5 5 1 A at 80 30 0, commander")
	x.wantChoice("a")
	x.allow("decline")
	x.do("relieve a2")
	if n := x.testNeeds(); n != 3 {
		t.Errorf("the test needs %d, expected 3 of discipline A", n)
	}
	x.do("roll 2")
	x.is("a1", "at 50 40 0", "melee")
	x.is("a2", "at 51 35 0")
	// Passed, they change places, with what they have of VBU and disorder; a round follows with one die of pila and no impetus.
	x = drawn(line("hastati", "principes"))
	x.units[0].rows[0] = 3
	x.set(0, fDisordered)
	x.do("relieve a2", "roll 3")
	x.is("a1", "at 51 35 0", "vbu 3", "disordered", "free")
	x.is("a2", "at 50 40 0", "vbu 5", "ordered", "melee")
	x.throwing(1)
	x.do("throw 1")
	x.throwing(5)
	x.do(ones(5))
	x.throwing(6)
	x.do(ones(6))
	// Once in a melee; both have been activated.
	if x.act.n != 0 {
		t.Errorf("asked is %s", x.promptKey())
	}
	x.refuse("imp-2.2b", "activate a1", "activate a2")
	// Nor is it offered again to a Group that holds both lines.
	x = lay(t, "a1 FP 5 5 2 B at 50 40 0, line_relief hastati", "a2 FP 5 5 2 A at 50 37 0, line_relief principes", "a3 FP 5 5 1 A at 80 30 0, commander", "b1 FP 5 6 0 B at 50 44 180", far)
	x.do("activate a1 a2", "charge b1", ones(7), ones(6), "relieve a2", "roll 3", ones(5), ones(6))
	x.is("a2", "melee", "at 50 44 0")
	x.ended("a2")
	// The enemy throws no pila: he has not been charged. A worn reliever throws none either.
	x = drawn(line("hastati", "principes"))
	x.b.units[3].Traits |= Legionary
	x.units[1].rows[0] = 4
	x.do("relieve a2", "roll 3")
	x.throwing(4)
	// Not for a unit that has to go back.
	x = lay(t, append(line("hastati", "principes"), "b1 FP 5 6 0 B at 50 40 180", far)...)
	x.contactOf(0, 3).fought = true
	x.do("activate a1", "fight", ones(5), "throw 6 5 5 1 1 1", "roll 6")
	if x.promptKey() != "prompt.die-retreat" {
		t.Errorf("asked is %s", x.promptKey())
	}
}

func TestSquares(t *testing.T) {
	cite.Clauses(t, "imp-24.9a", "imp-24.9b", "imp-24.9c", "imp-5.2j", "imp-R83")
	lines := []string{
		"a1 FP 5 4 1 B at 50 40 0, pike, rows 3", "a2 T 5 3 0 B at 50 40 0, musket, inside a1", "a3 FP 5 5 1 A at 80 30 0, commander",
		"b1 FP 5 5 0 B at 50 50 180", "b2 T 5 5 0 B at 70 55 180, crossbow_A", far,
	}
	// It shoots in its own activation from the front of the block with its own VBU, once.
	x := lay(t, lines...)
	x.do("activate a1", "forward 2", "pass", "activate a2")
	x.refuse("imp-24.9b", "forward 2", "opportunity", "wheel 5")
	x.do("fire a2 b1")
	x.throwing(5) // 3 + 2
	x.do(ones(5))
	x.mayNotShoot("imp-2.2i", "a2", "b1")
	x.ended("a2")
	x.refuse("imp-2.2b", "activate a2")
	// It has no base and is no target; with an enemy at the block it does not shoot. It is not lost.
	x = lay(t, lines...)
	if n := x.lostValue(0); n != 0 {
		t.Errorf("%d VD are lost, expected none", n)
	}
	if _, r := x.mayShoot(x.u("b2"), x.u("a2")); r.ok() {
		t.Error("it cannot be fired at")
	}
	x.refuse("imp-6.7d", "activate a1 a2")
	x = lay(t, append(lines, "b3 FP 5 5 0 B at 50 40 180")...)
	x.do("activate a2")
	x.refuse("imp-8.1d", "fire a2 b2")
	// It leaves by a test, as its only action, to a side of the block, and does not come back.
	x = lay(t, lines...)
	x.do("activate a2", "leave a2", "roll 3")
	if x.placed(x.u("a2")) {
		t.Error("failed: it stays inside")
	}
	x.refuse("imp-9.1c", "leave a2")
	x.allow("fire a2 b1")
	x = lay(t, lines...)
	x.do("activate a2", "leave a2", "roll 4")
	x.is("a2", "at 42 40 0")
	if x.act.n != 0 {
		t.Error("its activation is over")
	}
	x = lay(t, append(lines, "a4 FP 5 5 1 A at 42 40 0")...)
	x.do("activate a2", "leave a2", "roll 4")
	x.is("a2", "at 58 40 0")
	x = lay(t, append(lines, "a4 FP 5 5 1 A at 42 40 0", "a5 FP 5 5 1 A at 58 40 0")...)
	x.do("activate a2")
	x.refuse("imp-5.3f", "leave a2")
	// It is lost with the block, and its value with it.
	x = lay(t, lines...)
	x.rout(x.u("a1"), true)
	x.is("a2", "lost")
	if n := x.lostValue(0); n != 4 {
		t.Errorf("%d VD are lost, expected 4", n)
	}
	// Also if it is of another Command, and that of the block routs.
	x = lay(t, lines[0], lines[1]+", command 2", lines[2]+", command 2", lines[3], far)
	x.routCommand(0, 0)
	if x.present(x.u("a2")) || x.lostValue(0) != 4 {
		t.Errorf("it has outlived its block; %d VD are lost", x.lostValue(0))
	}
	// It is of its army like any other (4.1q).
	x = lay(t, append(lines, "quality a 1 Charismatic")...)
	x.loseCommander(0, 0, true)
	x.is("a2", "vbu 2")
}
