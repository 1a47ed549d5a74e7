package impetus

import (
	"fmt"
	"testing"

	"acies/rulebook/cite"
)

// Section 5: discipline tests.

func TestDisciplineLevels(t *testing.T) {
	cite.Clauses(t, "imp-5.1a", "imp-5.2b", "imp-9.1b", "imp-R7", "imp-R8", "imp-R18")
	for d, least := range map[string]int{"A": 3, "B": 4, "C": 5} {
		for die := 1; die <= 6; die++ {
			x := lay(t, "a1 FP 5 5 1 "+d+" at 50 30 0", "b1 FP 5 5 1 B at 50 110 180", "a2 FP 5 5 1 B at 90 30 0")
			x.do("activate a1", "opportunity", fmt.Sprintf("roll %d", die))
			if got := x.has(x.u("a1"), fMarked); got != (die >= least) {
				t.Errorf("discipline %s rolls %d: on opportunity %t", d, die, got)
			}
			x.is("a1", "ordered") // failure has no effect
		}
	}
}

func TestE17(t *testing.T) {
	cite.Clauses(t, "imp-E17", "imp-5.1d", "imp-5.1e", "imp-6.1a", "imp-6.1b", "imp-6.1c", "imp-D9i", "imp-Q3a")
	// In range, third phase: 1d6 - 1 must reach 4.
	x := lay(t, "a1 CM 10 5 2 B at 50 8 0", "b1 FP 5 5 1 B at 150 110 180")
	x.do("activate a1", "forward 1") // the first needs no test
	x.do("forward 1")
	if n := x.testNeeds(); n != 4 {
		t.Errorf("the second phase needs %d, expected 4", n)
	}
	x.do("roll 4", "forward 1")
	if n := x.testNeeds(); n != 5 {
		t.Errorf("the third phase needs %d, expected 5", n)
	}
	x.do("roll 5", "forward 1")
	if n := x.testNeeds(); n != 6 {
		t.Errorf("the fourth phase needs %d, expected 6", n)
	}
	// Out of range: only a 6, and the fourth cannot be passed, which takes no die.
	x = lay(t, "a1 CM 10 5 2 B at 50 60 0", "b1 FP 5 5 1 B at 150 110 180")
	x.do("activate a1", "forward 1", "forward 1", "roll 5", "forward 1")
	if n := x.testNeeds(); n != 6 {
		t.Errorf("the third phase out of range needs %d, expected 6", n)
	}
	x.do("roll 6", "forward 1")
	x.is("a1", "at 50 64 0", "disordered")
	x.ended("a1")
	// A natural 1 does not fail by itself where 2 is enough, nor does a 6 pass where 7 would be needed.
	x = lay(t, "a1 FP 5 5 1 A at 50 30 0, commander", "b1 FP 5 5 1 B at 50 110 180")
	x.do("activate a1", "opportunity", "roll 2")
	x.is("a1", "marked")
}

func TestFailedPhase(t *testing.T) {
	cite.Clauses(t, "imp-5.2c", "imp-6.1c", "imp-6.1d", "imp-6.1e", "imp-6.1f", "imp-R19", "imp-R20", "imp-Q3b", "imp-Q3c", "imp-Q3d")
	x := lay(t, "a1 FP 5 5 1 B at 50 20 0, javelin", "b1 FP 5 5 1 B at 62 43 180")
	x.do("activate a1", "forward 5", "forward 5")
	x.is("a1", "at 50 25 0") // the test comes before the move
	x.do("roll 3")
	x.is("a1", "at 50 30 0", "disordered") // the move is made all the same
	x.refuse("imp-6.1e", "forward 1", "wheel 5", "about-face")
	x.wantListed("pass")
	// Disordered from the start: one phase, without a test.
	x = lay(t, "a1 FP 5 5 1 B at 50 20 0, javelin, disordered", "b1 FP 5 5 1 B at 62 38 180")
	x.do("activate a1", "proceed", "forward 5")
	x.is("a1", "at 50 25 0")
	x.refuse("imp-6.1f", "forward 1")
	// Disordered on the way, by the ground.
	x = lay(t, "a1 FP 5 5 1 B at 50 20 0, javelin", "b1 FP 5 5 1 B at 62 38 180", "broken 40 22 60 22 60 30 40 30")
	x.do("activate a1", "forward 5")
	x.is("a1", "disordered")
	x.refuse("imp-6.1f", "forward 1")
}

func TestFailuresWithoutEffect(t *testing.T) {
	cite.Clauses(t, "imp-5.2a", "imp-5.2b", "imp-5.2g", "imp-5.3a", "imp-5.3b", "imp-6.6d", "imp-Q2c", "imp-Q2e")
	x := lay(t, "a1 FP 5 5 1 B at 50 30 0, javelin", "b1 FP 5 5 1 B at 50 45 180")
	// Opportunity: not again, but anything else.
	x.do("activate a1", "opportunity", "roll 1")
	x.refuse("imp-9.1c", "opportunity")
	x.allow("forward 5", "about-face", "fire a1 b1")
	// About face: it uses up the movement, and the unit may still fire.
	x.do("about-face", "roll 1")
	x.is("a1", "at 50 30 0", "ordered")
	x.refuse("imp-6.1e", "forward 1", "about-face", "wheel 10")
	x.allow("fire a1 b1")
	x.do("fire a1 b1")
	x.wantDice(4) // it has made no phase
	// Rally: without Leadership to spare one try, then it acts Disordered.
	x = lay(t, "quality a 1 Poor", "a1 FP 5 5 1 B at 50 30 0, disordered", "b1 FP 5 5 1 B at 50 110 180")
	x.do("activate a1", "rally", "roll 3")
	x.is("a1", "disordered")
	x.allow("forward 5")
	x.do("forward 5")
	x.is("a1", "at 50 35 0") // without a test: a failed try is not a phase
	// After a second try it does nothing else.
	x = lay(t, "a1 FP 5 5 1 B at 50 30 0, disordered", "a2 FP 5 5 1 B at 90 30 0", "b1 FP 5 5 1 B at 50 110 180")
	x.do("activate a1", "rally", "roll 3", "rally", "roll 4")
	x.is("a1", "ordered")
	x.allow("activate a2")
}

func TestDismount(t *testing.T) {
	cite.Clauses(t, "imp-5.2d", "imp-5.3c", "imp-Q2e")
	scene := func() *scene {
		x := lay(t, "a1 CP 8 6 4 B at 50 30 0", "a2 CP 8 6 4 B at 90 30 0", "b1 FP 5 5 1 B at 50 110 180")
		foot := x.b.units[0]
		foot.Type, foot.Move, foot.Impetus, foot.Depth = FP, 5*U, 2, 3*U
		x.b.units[0].foot = &foot
		return x
	}
	x := scene()
	x.do("activate a2")
	x.refuse("imp-5.3c", "dismount")
	x.do("pass", "activate a1")
	x.do("dismount", "roll 4")
	u := x.u("a1")
	if x.typ(u) != FP || x.moveOf(u) != 5*U || x.base(u).Depth != 3*U {
		t.Errorf("a1 is %s after dismounting", x.typ(u).Code())
	}
	x.is("a1", "at 50 30 0", "ordered")
	if x.ready(u) {
		t.Error("a1 can act on after dismounting")
	}
	x = scene()
	x.do("activate a1", "dismount", "roll 3")
	x.is("a1", "disordered")
	if x.typ(u) != CP || x.ready(u) {
		t.Error("a failed test dismounts, or lets the unit act on")
	}
	// It is the only action.
	x = scene()
	x.do("activate a1", "forward 1")
	x.refuse("imp-9.1c", "dismount")
}

func TestCounterChargeFailure(t *testing.T) {
	cite.Clauses(t, "imp-5.2e", "imp-10.3c")
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 CM 10 5 3 B at 50 49 180")
	x.do("activate a1", "charge b1", "counter-charge", "roll 3")
	x.is("b1", "disordered", "at 50 49 180")
	x.is("a1", "at 50 49 0", "melee")
}

func TestDisengage(t *testing.T) {
	cite.Clauses(t, "imp-5.2f", "imp-5.3d", "imp-5.3f", "imp-Q2g")
	lines := []string{"a1 CM 10 5 2 B at 50 60 0", "b1 FP 5 5 1 B at 50 60 180"}
	x := lay(t, append(lines, "structure a Good", "a2 CM 10 5 2 B at 50 20 0, commander")...)
	x.do("activate a1")
	x.refuse("imp-6.2a", "disengage 10.001")
	x.do("disengage 10", "roll 4")
	x.is("a1", "at 50 50 0", "free", "ordered")
	x.is("b1", "at 50 60 180", "free")
	if x.ready(x.u("a1")) {
		t.Error("a1 can act on after disengaging")
	}
	x = lay(t, append(lines, "structure a Good", "a2 CM 10 5 2 B at 50 20 0, commander")...)
	x.do("activate a1", "disengage 10", "roll 3")
	x.is("a1", "at 50 60 0", "melee", "disordered")
	// M must be greater than that of every enemy that touches it.
	x = lay(t, lines[0], "b1 CM 10 5 1 B at 50 60 180", "a2 FP 5 5 1 B at 50 20 0")
	x.do("activate a1")
	x.refuse("imp-5.3d", "disengage 5")
	x.wantUnlisted("disengage 10")
	// Touched on its side as well, it cannot; nor at a corner of its rear.
	for _, flank := range []string{"b2 FP 5 5 1 B at 54 57 270", "b2 FP 5 5 1 B at 58 54 0", "b2 FP 5 5 1 B at 56.828 54.172 225"} {
		x = lay(t, append(lines, flank)...)
		x.is("b2", "melee")
		x.do("activate a1")
		x.refuse("imp-5.3d", "disengage 5")
	}
	// An enemy that came in at an angle and touches the front at its corner leaves it free to go.
	x = lay(t, lines[0], "b1 FP 5 5 1 B at 54.94 59.658 200")
	x.is("a1", "melee")
	x.do("activate a1")
	x.allow("disengage 5")
	// It stops at the first base; with less than 0.1U of room it may not try.
	x = lay(t, append(lines, "a2 FP 5 5 1 B at 50 50 0")...)
	x.do("activate a1")
	x.allow("disengage 4")
	x.refuse("imp-6.2a", "disengage 4.001")
	x = lay(t, append(lines, "a2 FP 5 5 1 B at 50 53.95 0")...)
	x.do("activate a1")
	x.refuse("imp-5.3f", "disengage 0.05", "disengage 1")
	x.wantUnlisted("disengage 0.05")
	// Impassable ground stops it too.
	x = lay(t, append(lines, "impassable 40 40 60 40 60 50 40 50")...)
	x.do("activate a1")
	x.allow("disengage 4")
	x.refuse("imp-6.2a", "disengage 4.01")
	// The ground disorders a unit that withdraws over it, without slowing it.
	x = lay(t, append(lines, "marsh 40 40 60 40 60 50 40 50")...)
	x.do("activate a1", "disengage 10", "roll 6")
	x.is("a1", "at 50 50 0", "disordered")
}

func TestEvadeAgain(t *testing.T) {
	cite.Clauses(t, "imp-5.2l", "imp-5.3e")
	// The second evade is tested without a penalty, the third with 1.
	x := lay(t, "a1 CP 8 6 3 B at 50 30 0", "b1 CL 12 4 1 B at 50 36 180, commander", "b2 FP 5 5 1 B at 90 110 180")
	x.do("activate a1", "charge b1", "evade")
	x.is("b1", "at 50 48 180", "ordered")
	x.wantListed("evade", "stand")
	x.do("evade")
	if n := x.testNeeds(); n != 3 {
		t.Errorf("the second evade needs %d, expected 4 - 1", n)
	}
	x.do("roll 3")
	x.is("b1", "at 50 60 180", "ordered")
	x.do("evade")
	if n := x.testNeeds(); n != 4 {
		t.Errorf("the third evade needs %d, expected 4", n)
	}
	// A failed test: it moves all the same, is Disordered, and evades no more.
	x.do("roll 3")
	x.is("b1", "at 50 72 180", "disordered")
	x.wantChoice("a")
}

func TestOtherTests(t *testing.T) {
	cite.Clauses(t, "imp-5.2h", "imp-5.2i", "imp-5.2k", "imp-Q2b")
	// Line relief: failure has no effect.
	x := lay(t, "a1 FP 5 5 1 B at 50 40 0, line_relief hastati", "a2 FP 5 5 1 B at 50 36 0, line_relief principes", "b1 FP 5 5 1 B at 50 40 180")
	x.do("activate a1", "fight", "throw 1 1 1 1 1", "throw 1 1 1 1 1", "relieve a2", "roll 3")
	x.is("a1", "at 50 40 0", "ordered")
	x.is("a2", "at 50 36 0", "ordered")
	// A built-up area: failure has no effect, and it is not tried again.
	x = lay(t, "a1 FP 5 5 1 B at 50 30 0", "b1 FP 5 5 1 B at 50 110 180", "village 40 30 60 30 60 40 40 40")
	x.do("activate a1", "occupy", "roll 3")
	x.is("a1", "at 50 30 0", "ordered")
	x.refuse("imp-9.1c", "occupy")
	x.allow("wheel 10")
	// Close to enemy baggage: failure forces a move.
	x = lay(t, "a1 FP 5 5 1 B at 50 90 0", "b1 baggage at 50 98 180", "b2 FP 5 5 1 B at 150 110 180")
	x.do("activate a1")
	x.wantDice(1)
	x.do("roll 3")
	if p := x.units[x.u("a1")].Pose; p.Y == 90*U {
		t.Error("a1 stands still after a failed test close to baggage")
	}
	x = lay(t, "a1 FP 5 5 1 B at 50 90 0", "a2 FP 5 5 1 B at 20 20 0", "b1 baggage at 50 98 180", "b2 FP 5 5 1 B at 150 110 180")
	x.do("activate a1", "roll 6")
	x.allow("pass", "forward 1")
	// Before the test a Group with such a member must be broken up; in melee there is no test.
	x = lay(t, "a1 FP 5 5 1 B at 50 90 0", "a2 FP 5 5 1 B at 58 90 0", "b1 baggage at 40 98 180", "b2 FP 5 5 1 B at 150 110 180")
	x.refuse("imp-Q2b", "activate a1 a2")
	x.wantUnlisted("activate a1 a2")
	x.do("activate a2") // which is further away
	x.wantListed("pass")
	x = lay(t, "a1 FP 5 5 1 B at 50 90 0", "b1 baggage at 50 98 180", "b2 FP 5 5 1 B at 50 90 180")
	x.do("activate a1")
	x.wantListed("fight", "pass")
}
