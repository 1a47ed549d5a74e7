package impetus

import (
	"slices"
	"testing"

	"acies/rulebook/cite"
)

// Sections 8.1, 8.5 and 8.7: who fires at whom, and what comes of it.

func TestWhoFires(t *testing.T) {
	cite.Clauses(t, "imp-8.1a", "imp-8.1d", "imp-8.1i")
	// In contact nobody fires or is fired at.
	x := lay(t, "a1 T 6 6 0 B at 50 40 0, short_bow_A", "a2 FP 5 5 1 B at 60 50 0", "b1 FP 5 5 1 B at 55 50 180", "b2 FP 5 5 1 B at 42 40 0", "a3 T 6 6 0 B at 20 40 0, short_bow_A")
	x.is("a1", "melee")
	x.lead(0, 1)
	x.do("activate a3")
	x.refuse("imp-8.1d", "fire a3 b1", "fire a3 b2")
	x.do("pass", "activate a1")
	x.refuse("imp-2.2g", "fire a1 b1")
	// Shots of different units are resolved one by one.
	x = lay(t, "a1 T 6 6 0 B at 50 40 0, short_bow_A", "a2 T 6 6 0 B at 58 40 0, short_bow_A", "b1 FP 5 5 1 B at 54 50 180")
	x.do("activate a1 a2", "fire a1 b1")
	x.wantDice(6)
	x.do("throw 6 1 1 1 1 1", "roll 3")
	x.is("b1", "disordered", "vbu 5")
	x.do("fire a2 b1")
	x.wantDice(6)
	x.do("throw 6 1 1 1 1 1", "roll 3")
	x.is("b1", "disordered", "vbu 4")
	// CL with crossbows and the like, and western mounted archers, fire only if they have not moved.
	for _, unit := range []string{"CL 12 6 0 B|crossbow_A", "CL 12 6 0 B|handgun", "CL 12 6 0 B|harquebus_A", "CM 12 6 0 B|short_bow_A western_archers"} {
		line := unit[:11] + " at 50 40 0, " + unit[12:]
		x = lay(t, "a1 "+line, "b1 FP 5 5 1 B at 50 52 180")
		x.do("activate a1")
		x.allow("fire a1 b1")
		x.do("forward 1")
		x.refuse("imp-8.1i", "fire a1 b1")
	}
	x = lay(t, "a1 CL 12 6 0 B at 50 40 0, composite_bow_A", "b1 FP 5 5 1 B at 50 52 180")
	x.do("activate a1", "forward 1")
	x.allow("fire a1 b1")
}

func TestPriorities(t *testing.T) {
	cite.Clauses(t, "imp-8.5b", "imp-8.5c", "imp-8.5e", "imp-8.5f", "imp-8.5h", "imp-8.5i")
	const archers = "a1 T 6 6 0 B at 50 40 0, short_bow_A"
	// The closest to the front before one that is closer at the side.
	x := lay(t, archers, "b1 FP 5 5 1 B at 53 54 180", "b2 FP 5 5 1 B at 60 46 180", "b3 FP 5 5 1 B at 40 52 180")
	x.do("activate a1")
	x.allow("fire a1 b1")
	x.refuse("imp-8.5f", "fire a1 b2", "fire a1 b3")
	x.wantUnlisted("fire a1 b2", "fire a1 b3")
	// Any part in the corridor is enough, but not a touch of its side.
	x = lay(t, archers, "b1 FP 5 5 1 B at 57.9 54 180", "b2 FP 5 5 1 B at 40 46 180")
	x.do("activate a1")
	x.allow("fire a1 b1")
	x.refuse("imp-8.5f", "fire a1 b2")
	x = lay(t, archers, "b1 FP 5 5 1 B at 58 54 180", "b2 FP 5 5 1 B at 40 46 180")
	x.do("activate a1")
	x.refuse("imp-8.5f", "fire a1 b1")
	x.allow("fire a1 b2")
	// Beyond Short range the front does not count: the closest in the arc does.
	x = lay(t, archers, "b1 CM 5 5 1 B at 50 55.1 180", "b2 CM 5 5 1 B at 64 50 180", "b3 CM 5 5 1 B at 30 59 180")
	x.do("activate a1")
	x.allow("fire a1 b2")
	x.refuse("imp-8.5f", "fire a1 b1", "fire a1 b3")
	// If the closest is not a legal target, any other is.
	x = lay(t, archers, "b1 CM 5 5 1 B at 50 60 180", "b2 CM 5 5 1 B at 64 50 180", "a2 FP 5 5 1 B at 71 50 0", "b3 CM 5 5 1 B at 30 62 180")
	x.is("b2", "melee")
	x.do("activate a1")
	x.allow("fire a1 b1", "fire a1 b3")
	// Equal distances: the player's choice.
	x = lay(t, archers, "b1 FP 5 5 1 B at 46 50 180", "b2 FP 5 5 1 B at 54 50 180")
	x.do("activate a1")
	x.allow("fire a1 b1", "fire a1 b2")
	x.wantListed("fire a1 b1", "fire a1 b2")
	// All round the closest is sought from any part of the base.
	x = lay(t, "a1 CL 12 6 0 B at 50 40 0, composite_bow_A", "b1 FP 5 5 1 B at 66 50 180", "b2 FP 5 5 1 B at 50 30 0")
	x.do("activate a1")
	x.allow("fire a1 b2") // 4U behind the rear, though 10U behind the front
	x.refuse("imp-8.5f", "fire a1 b1")
}

func TestExchangeOfFire(t *testing.T) {
	cite.Clauses(t, "imp-8.5a", "imp-8.5d", "imp-8.5g", "imp-R35")
	x := lay(t, "a1 T 6 6 0 B at 50 40 0, short_bow_A", "a2 FP 5 5 0 B at 42 40 0", "b1 FP 5 5 1 B at 54 50 180", "b2 T 6 6 0 B at 46 54 180, short_bow_A", "b3 FP 5 5 1 B at 120 100 180")
	x.lead(1, 1)
	x.do("activate b2")
	x.wantListed("fire b2 a1")
	x.do("fire b2 a1", "throw 1 1 1 1 1 1", "pass")
	x.lead(0, 1)
	x.do("activate a1")
	x.allow("fire a1 b2")
	x.refuse("imp-8.5f", "fire a1 b1") // although it is closer to the front
	x.do("pass")
	// The exchange is over when the unit's activation has ended.
	x.nextTurn(0, 1)
	x.do("activate a1")
	x.allow("fire a1 b1")
	x.refuse("imp-8.5f", "fire a1 b2")
	// Fourth: who fired at a friend that touches the firer, where nobody is closest or ahead.
	for friend, harmed := range map[string]bool{"42 40": true, "41.9 40": false} {
		x = lay(t, "a1 T 6 6 0 B at 50 40 0, short_bow_A", "a2 FP 5 5 0 B at "+friend+" 0", "a3 FP 5 5 0 B at 71 50 0",
			"b1 CM 5 5 1 B at 64 50 180", "b2 T 6 6 0 B at 38 54 180, short_bow_A", "b3 CM 5 5 1 B at 70 62 180")
		x.is("b1", "melee")
		x.lead(1, 1)
		x.do("activate b2", "fire b2 a2", "throw 1 1 1 1 1 1", "pass")
		x.lead(0, 1)
		x.do("activate a1")
		x.allow("fire a1 b2")
		if harmed {
			x.refuse("imp-8.5f", "fire a1 b3")
		} else {
			x.allow("fire a1 b3")
		}
	}
}

func TestFireAtACharger(t *testing.T) {
	cite.Clauses(t, "imp-8.5a", "imp-9.2b", "imp-8.5d")
	// b1 has an enemy closer to its front, but a1 has declared a charge on it.
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "a2 FP 5 5 1 B at 59 43 0", "b1 T 6 6 0 B at 53 49 180, crossbow_A, marked")
	x.do("activate a1", "charge b1")
	x.wantChoice("b")
	x.wantListed("fire b1 a1")
	x.refuse("imp-9.2a", "fire b1 a2")
	x.do("fire b1 a1")
	x.wantDice(6 + 2) // Short range: measured to where the charger stands
}

func TestEvadersAreHarderToHit(t *testing.T) {
	cite.Clauses(t, "imp-8.3j", "imp-8.3r", "imp-R78")
	x := lay(t, "a1 CM 10 6 2 B at 50 40 0, javelin", "a2 T 6 6 0 B at 60 46 0, crossbow_A", "b1 S 8 3 0 B at 50 46 180", "b2 FP 5 5 1 B at 150 110 180")
	x.do("activate a1", "charge b1", "evade")
	x.is("b1", "at 50 54 180")
	x.do("stand", "stop 6", "fire a1 b1")
	x.wantDice(6 - 1 - 1 - 2 - 1) // javelin at Short range, a phase, at S, evading
	// When the charger has ended its activation he evades no more.
	x.do("throw 1", "activate a2", "fire a2 b1")
	x.wantDice(6 - 2)
}

func TestResultOfFire(t *testing.T) {
	cite.Clauses(t, "imp-8.7a", "imp-8.7b", "imp-8.7c", "imp-8.7d", "imp-Q5a", "imp-D9c")
	x := lay(t, "a1 T 6 6 0 B at 50 40 0, crossbow_A", "b1 FP 5 5 1 B at 50 50 180", "a2 FP 5 5 1 B at 20 20 0")
	// No damage, no test: one five is wasted.
	x.do("activate a1", "fire a1 b1", "throw 5 1 1 1 1 1")
	x.is("b1", "ordered")
	x.wantChoice("a")
	// Two fives are one damage, and the test comes at once.
	x = lay(t, "a1 T 6 6 0 B at 50 40 0, crossbow_A", "b1 FP 5 5 1 B at 50 50 180", "a2 FP 5 5 1 B at 20 20 0")
	x.do("activate a1", "fire a1 b1", "throw 5 5 1 1 1 1")
	x.wantDice(1)
	x.do("roll 6")                                    // failed
	x.is("b1", "at 50 50 180", "vbu 4", "disordered") // no retreat
	x.wantChoice("a")
	// Elephants may panic: two dice more.
	x = lay(t, "a1 T 6 6 0 B at 50 40 0, crossbow_A", "b1 El 8 4 4 C at 50 50 180", "b2 FP 5 5 1 B at 150 110 180")
	x.do("activate a1", "fire a1 b1", "throw 6 1 1 1 1 1 1 1", "roll 6")
	x.wantDice(2)
	x.do("roll 3 3")
	x.is("b1", "there", "vbu 2")
}

// The worked examples of fire, with the printed dice.

func TestE2(t *testing.T) {
	cite.Clauses(t, "imp-E2")
	for die, vbu := range map[string]string{"4": "vbu 5", "6": "vbu 5"} {
		x := lay(t, "a1 T 6 4 0 B at 50 40 0, crossbow_A", "b1 CP 8 7 4 A at 50 62 180, disordered vbu 6")
		x.do("activate a1", "fire a1 b1", "throw 2 3 6 6", "roll "+die)
		x.is("b1", vbu, "disordered")
	}
}

func TestE3(t *testing.T) {
	cite.Clauses(t, "imp-E3")
	x := lay(t, "a1 S 8 3 0 B at 50 38 0, javelin", "b1 FL 8 4 4 C at 50 44.5 180, warband rows 2 disordered", "b2 FP 5 5 1 B at 150 110 180")
	x.clear(x.u("b1"), fDisordered)
	x.do("activate a1", "forward 2")
	if x.ToAct() == 1 {
		x.do("decline") // the zone charge of the warband
	}
	x.do("fire a1 b1")
	x.wantDice(5)
	x.do("throw 6 6 5 5 1", "roll 5")
	x.is("b1", "rows 4 1", "disordered", "fresh")
}

func TestE4(t *testing.T) {
	cite.Clauses(t, "imp-E4")
	x := lay(t, "a1 CL 12 4 1 B at 50 38 0, javelin", "b1 S 8 3 0 B at 50 50 180")
	x.do("activate a1", "forward 2", "fire a1 b1", "throw 6", "roll 3")
	x.is("b1", "vbu 3", "fresh", "disordered")
}

func TestE5(t *testing.T) {
	cite.Clauses(t, "imp-E5")
	x := lay(t, "a1 T 6 3 0 B at 50 38 0, short_bow_A, disordered", "b1 CL 12 4 1 B at 50 60 180")
	x.do("activate a1", "proceed", "forward 2")
	x.mayNotShoot("imp-8.1c", "a1", "b1")
	x.ended("a1")
}

func TestE6(t *testing.T) {
	cite.Clauses(t, "imp-E6")
	x := lay(t, "a1 ART 3 2 0 B at 50 40 0, artillery_B", "b1 FP 5 5 1 B at 50 65 180, long_spear rows 2 commander")
	x.do("activate a1", "fire a1 b1")
	x.wantDice(6)
	x.do("throw 6 5 5 4 2 1", "roll 6")
	x.is("b1", "rows 5 4", "disordered", "fresh")
	x.wantDice(2) // for the commander
}

// TestRefusedTargetsAreExplained: why not an enemy who seems nearer, with the one who comes first and how far he is.
func TestRefusedTargetsAreExplained(t *testing.T) {
	cite.Clauses(t, "imp-8.5b", "imp-8.5c", "imp-8.5f", "imp-8.6a")
	const archers = "a1 T 6 6 0 B at 50 40 0, crossbow_A"
	for _, row := range []struct {
		action, key, unit string
		b                 int
		lines             []string
	}{
		{"fire a1 b2", "priority-front", "b1", 14 * U, []string{"b1 FP 5 5 1 B at 53 54 180", "b2 FP 5 5 1 B at 60 46 180"}},
		{"fire a1 b1", "priority-closest", "b2", 14100, []string{"b1 CM 5 5 1 B at 50 57 180", "b2 CM 5 5 1 B at 68 50 180"}},
		{"fire a1 b1", "sight-base", "b2", 0, []string{"b1 FP 5 5 1 B at 50 55 180", "b2 FP 5 5 1 B at 50 44.5 180", "b3 FP 5 5 1 B at 50 49 180"}},
	} {
		x := lay(t, append(row.lines, archers)...)
		x.do("activate a1")
		a, _ := x.b.Parse(row.action)
		r := x.Check(a)
		if r == nil || r.Key != row.key || r.Args[0].N != int(x.u(row.unit)) || len(r.Args) > 1 && r.Args[1].N != row.b {
			t.Errorf("%s among %s: %+v %+v, expected %s %s %d", row.action, row.lines, r, r.Args, row.key, row.unit, row.b)
		}
	}
}

// TestEnemiesSayWhyNot: who points at an enemy is told why he can neither be shot at nor charged.
func TestEnemiesSayWhyNot(t *testing.T) {
	cite.Clauses(t, "imp-8.4e", "imp-8.5f", "imp-10.1e", "imp-10.1m")
	x := lay(t, "a1 T 6 6 0 B at 50 40 0, crossbow_A", "a2 CM 10 5 2 B at 100 40 0", "b1 FP 5 5 1 B at 50 50 180", "b2 FP 5 5 1 B at 20 38 180", "b3 FP 5 5 1 B at 100 60 180")
	x.do("activate a1")
	if st := x.Status(int(x.u("b1")), 0); !slices.ContainsFunc(x.list(), func(a string) bool { return a == "fire a1 b1" }) || len(st.Reasons) != 1 || st.Reasons[0].Key != "no-impetus" {
		t.Errorf("b1 can be shot at and not charged, found %+v", st)
	}
	if st := x.Status(int(x.u("b2")), 0); len(st.Reasons) != 1 || st.Reasons[0].Key != "arc" {
		t.Errorf("b2 is outside the arc, found %+v", st)
	}
	x.do("pass", "activate a2")
	if st := x.Status(int(x.u("b3")), 0); len(st.Reasons) != 1 || st.Reasons[0].Key != "charge-far" || st.Reasons[0].Args[0].N != 4*U {
		t.Errorf("b3 is 4 U too far even for an extended charge, found %+v", st)
	}
}
