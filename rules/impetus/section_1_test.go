package impetus

import (
	"slices"
	"testing"

	"acies/plane"
	"acies/rulebook/cite"
)

// Table T1: the codes, families and bases of the troop types.
func TestTroopTypes(t *testing.T) {
	cite.Clauses(t, "imp-1.1a", "imp-1.1b", "imp-1.1c", "imp-1.1d", "imp-1.2a", "imp-1.2b", "imp-1.2c", "imp-1.2d", "imp-1.2e", "imp-1.2f", "imp-1.2g", "imp-1.2h",
		"imp-1.2i", "imp-1.2j", "imp-1.2k", "imp-1.2l", "imp-1.2m", "imp-1.2n", "imp-1.3a", "imp-1.3b", "imp-1.3c", "imp-1.3d")
	for _, w := range []struct {
		code                        string
		depth                       int32
		foot, horse, ride, chariot  bool
		evades, nimble, light, wide bool
	}{
		{"S", 2, true, false, false, false, true, true, true, false},
		{"FL", 4, true, false, false, false, false, false, false, false},
		{"T", 4, true, false, false, false, false, false, false, false},
		{"FP", 3, true, false, false, false, false, false, false, false},
		{"CP", 6, false, true, true, false, false, false, false, false},
		{"CM", 6, false, true, true, false, false, false, false, false},
		{"CL", 6, false, true, true, false, true, true, true, true},
		{"CGL", 4, false, true, false, true, false, true, false, true},
		{"CGP", 4, false, true, false, true, false, false, false, true},
		{"CF", 4, false, true, false, true, false, false, false, false},
		{"El", 4, false, true, false, false, false, false, false, false},
		{"ART", 4, false, false, false, false, false, false, false, false},
		{"W", 8, false, false, false, false, false, false, false, true},
		{"baggage", 6, false, false, false, false, false, false, false, false},
	} {
		n := slices.Index(Types(), w.code)
		if n < 0 {
			t.Errorf("there is no type %s", w.code)
			continue
		}
		y, d := Type(n), &typeData[n]
		if y.Depth() != w.depth*U || y.infantry() != w.foot || y.mounted() != w.horse || y.cavalry() != w.ride || y.chariot() != w.chariot {
			t.Errorf("%s: depth %d, infantry %t, mounted %t, cavalry %t, chariot %t", w.code, y.Depth(), y.infantry(), y.mounted(), y.cavalry(), y.chariot())
		}
		if d.evades != w.evades || d.nimble != w.nimble || d.light != w.light || d.allRound != w.wide {
			t.Errorf("%s: evades %t, nimble %t, light %t, fires all round %t", w.code, d.evades, d.nimble, d.light, d.allRound)
		}
	}
	if len(Types()) != 14 {
		t.Errorf("there are %d types, expected 14", len(Types()))
	}
	// A base keeps its shape, whatever its unit does; a Large Unit is as deep as its rows together.
	x := lay(t, "a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 5 1 B at 80 40 0, pike, rows 3", "b1 FP 5 5 1 B at 50 90 180")
	want := plane.Base{Width: 8000, Depth: 3000}
	if b := x.base(x.u("a1")); b != want {
		t.Errorf("the base is %v, expected %v", b, want)
	}
	x.do("activate a1", "wheel 20", "pass")
	if b := x.base(x.u("a1")); b != want {
		t.Errorf("after a wheel the base is %v, expected %v", b, want)
	}
	if b := x.base(x.u("a2")); b.Width != 8000 || b.Depth != 9000 {
		t.Errorf("the base of three rows is %v", b)
	}
}

func TestStatistics(t *testing.T) {
	cite.Clauses(t, "imp-1.1e", "imp-1.1f", "imp-1.1g", "imp-1.1h", "imp-1.1i", "imp-1.1j")
	x := lay(t, "a1 CM 10 4 3 B at 50 40 0", "b1 CM 8 5 2 A at 50 50 180", "a2 FP 5 5 1 C at 90 40 0", "a3 T 6 4 0 A at 120 40 0, short_bow_A", "b2 FP 5 5 0 A at 120 50 180")
	// M is the distance of a phase.
	x.do("activate a2")
	x.allow("forward 5")
	x.refuse("imp-6.2a", "forward 5.001")
	// D fixes what a test needs: C needs 5.
	x.do("opportunity", "roll 4")
	if x.has(x.u("a2"), fMarked) {
		t.Error("4 passes the test of a unit of discipline C")
	}
	x.do("pass")
	// VBU makes the pools of fire, T at 10U: 4 and none.
	x.do("activate a3", "fire a3 b2")
	x.wantDice(4)
	x.do("throw 6 6 1 1")
	// VBU is the base of the Cohesion Test, 5 - 2 + 1: a 5 fails and costs one of the losses it can take.
	x.do("roll 5")
	x.is("b2", "vbu 4")
	x.do("pass")
	// VBU and I make the pool of a charge; the enemy that stands has no impetus.
	x.do("activate a1", "charge b1", "stand")
	x.wantDice(4 + 3)
	x.do("throw 1 1 1 1 1 1 1")
	x.wantDice(5)
}

func TestLossesAndDisorder(t *testing.T) {
	cite.Clauses(t, "imp-1.1h", "imp-1.1l", "imp-1.1m", "imp-1.1n", "imp-1.1o", "imp-1.1k")
	lines := []string{"a1 T 6 4 0 A at 50 40 0, short_bow_A", "b1 FP 5 3 0 A at 50 50 180, vd 4"}
	x := lay(t, lines...)
	x.is("b1", "fresh", "ordered")
	x.do("activate a1", "fire a1 b1", "throw 6 1 1 1", "roll 2") // 3 - 1 + 1: passed
	x.is("b1", "fresh", "disordered", "vbu 3")
	// A rally gives order back, and no losses.
	x = lay(t, "a1 FP 5 4 1 A at 50 40 0, vbu 3, disordered", "b1 FP 5 4 1 A at 50 90 180")
	x.is("a1", "worn", "disordered")
	x.do("activate a1", "rally", "roll 6")
	x.is("a1", "worn", "ordered", "vbu 3")
	// At 0 or less it is routed, and its VD is lost.
	x = lay(t, lines...)
	x.do("activate a1", "fire a1 b1", "throw 6 6 6 1", "roll 4") // 3 - 3 + 1 = 1: three losses
	x.is("b1", "lost")
	if n := x.lostValue(1); n != 4 {
		t.Errorf("VD %d is lost, expected 4", n)
	}
}

func TestValueOfALargeUnit(t *testing.T) {
	cite.Clauses(t, "imp-1.1p")
	x := lay(t, "a1 T 6 4 0 A at 50 40 0, short_bow_A", "b1 FL 8 1 0 A at 50 50 180, rows 2, vd 3", "b2 FL 8 1 0 A at 90 90 180, vd 2")
	x.do("activate a1", "fire a1 b1", "throw 6 1 1 1", "roll 2")
	x.is("b1", "rows 1 0", "there")
	if n := x.lostValue(1); n != 0 {
		t.Errorf("VD %d is lost with a row, expected 0", n)
	}
	x.takeRows(x.u("b1"), 1)
	x.rout(x.u("b1"), true)
	x.rout(x.u("b2"), true)
	if n := x.lostValue(1); n != 3+2 {
		t.Errorf("VD %d is lost with the Large Unit and a unit alone, expected 5", n)
	}
}

// pools returns the dice of both sides in the first round after a1 charges b1, which stands.
func pools(t *testing.T, lines ...string) (attack, defend int) {
	t.Helper()
	x := lay(t, lines...)
	x.do("activate a1", "charge b1")
	if slices.Contains(x.list(), "stand") {
		x.do("stand")
	}
	for x.current().kind != tMelee {
		x.throwNothing()
	}
	return int(x.fight.pools[0]), int(x.fight.pools[1])
}

// throwNothing throws the dice due without a 5 or a 6.
func (x *scene) throwNothing() {
	x.Helper()
	d := x.due()
	if !d.pool {
		x.do("roll 1")
		return
	}
	text := "throw"
	for range d.n {
		text += " 1"
	}
	x.do(text)
}

func TestTraits(t *testing.T) {
	cite.Clauses(t, "imp-1.3e", "imp-1.3f", "imp-1.3g", "imp-1.3h", "imp-1.3i", "imp-1.3m", "imp-1.3n", "imp-R4")
	for _, w := range []struct {
		name           string
		a, b           string
		attack, defend int
	}{
		{"plain heavy infantry", "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 48 180", 7, 5},
		{"pikemen", "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 48 180, pike rows 2", 5, 8},
		{"Schiltron", "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 48 180, schiltron rows 2", 5, 7},
		{"Schiltron against infantry", "a1 FP 8 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 48 180, schiltron rows 2", 7, 6},
		{"long spear against infantry", "a1 FP 8 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 48 180, long_spear rows 2", 7, 6},
		{"long spear", "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 48 180, long_spear rows 2", 5, 7},
		{"light infantry with long spear has no depth", "a1 CM 10 5 2 B at 50 40 0", "b1 FL 5 5 0 B at 50 48 180, long_spear rows 2", 5, 5},
		{"warband against infantry", "a1 FP 8 5 2 B at 50 40 0", "b1 FL 5 5 0 B at 50 48 180, warband rows 2", 7, 7},
		{"warband of heavy infantry", "a1 FP 8 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 48 180, warband rows 2", 7, 7},
		{"warband against mounted", "a1 CM 10 5 2 B at 50 40 0", "b1 FL 5 5 0 B at 50 48 180, warband rows 2", 7, 5},
		{"pavise", "a1 CM 10 5 2 B at 50 40 0", "b1 T 5 4 0 B at 50 48 180, pavise", 4, 4}, // no impetus, and a protection charged
		{"pavise against foot", "a1 FP 8 5 2 B at 50 40 0", "b1 T 5 4 0 B at 50 48 180, pavise", 6, 4},
	} {
		t.Run(w.name, func(t *testing.T) {
			if a, d := pools(t, w.a, w.b); a != w.attack || d != w.defend {
				t.Errorf("pools %d and %d, expected %d and %d", a, d, w.attack, w.defend)
			}
		})
	}
	// Pavises reduce fire at the front, not at the rear.
	x := lay(t, "a1 T 6 4 0 B at 50 40 0, short_bow_A", "b1 T 6 4 0 B at 50 50 180, pavise")
	x.do("activate a1", "fire a1 b1")
	x.wantDice(3)
	x = lay(t, "a1 T 6 4 0 B at 50 40 0, short_bow_A", "b1 T 6 4 0 B at 50 54 0, pavise")
	x.do("activate a1", "fire a1 b1")
	x.wantDice(4)
	// Shieldwall is a trait of those who have it.
	x = lay(t, "a1 FP 5 4 1 A at 50 40 0, shieldwall", "a2 FP 5 4 1 A at 90 40 0", "b1 FP 5 4 1 A at 50 90 180")
	x.do("activate a2")
	x.refuse("imp-24.7a", "shieldwall")
	x.do("pass", "activate a1", "shieldwall")
	if !x.has(x.u("a1"), fWalled) {
		t.Error("a1 is not in shieldwall")
	}
}

func TestLegionariesThrowPila(t *testing.T) {
	cite.Clauses(t, "imp-1.3j")
	x := lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 0 B at 50 45 180, legionary")
	x.do("activate a1", "charge b1")
	x.wantDice(3)
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 0 B at 50 45 180")
	x.do("activate a1", "charge b1")
	x.wantDice(6) // straight to the melee
}

func TestImpetuousUntilHalfIsLost(t *testing.T) {
	cite.Clauses(t, "imp-1.3k", "imp-1.3l")
	lines := []string{"a1 FL 8 4 3 C at 50 40 0, impetuous", "b1 FP 5 5 1 B at 75 60 180"}
	x := lay(t, append(lines, "a2 FL 8 4 3 C at 100 40 0, impetuous")...)
	x.refuse("imp-2.2l", "end")
	x.do("activate a1")
	x.wantListed("rush 0")
	x.wantUnlisted("pass")
	// One loss of four is less than half, two are half.
	x = lay(t, lines[0]+", vbu 3", lines[1])
	x.wantListed("rush 0") // it was the only one that could be activated
	x = lay(t, lines[0]+", vbu 2", lines[1])
	x.allow("end")
	x.do("activate a1")
	x.wantListed("pass")
	x.wantUnlisted("rush 0")
	// The commander does not help them to rally: one try.
	x = lay(t, "a1 FL 8 4 3 C at 50 40 0, impetuous disordered commander", "a2 FL 8 4 3 C at 70 40 0, disordered", "b1 FP 5 5 1 B at 50 90 180", "quality a 1 Genius")
	x.do("activate a1", "rally", "roll 1")
	x.wantUnlisted("rally")
	x.do("pass", "activate a2", "rally", "roll 1")
	x.wantListed("rally")
	// They pursue when they win, without a choice.
	x = lay(t, "a1 FL 8 4 3 C at 50 40 0, impetuous", "b1 FP 5 5 0 B at 50 45 180")
	x.do("rush 0", "throw 6 6 6 6 6 1 1", "throw 1 1 1 1 1", "roll 3", "roll 1")
	x.wantDice(1) // the pursuit
}
