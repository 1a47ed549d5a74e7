package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

// far is an enemy who keeps out of the way, so that a side is never without one.
const far = "b9 FP 5 5 1 B at 170 110 180"

func TestChargesAreDeclared(t *testing.T) {
	cite.Clauses(t, "imp-10.1a", "imp-10.1e", "imp-10.1l", "imp-10.1m", "imp-Q4a")
	x := lay(t, "a1 CM 10 5 2 B at 50 40 10", "b1 FP 5 5 0 B at 52 49 180", "b2 FP 5 5 0 B at 52 54 180", far)
	x.do("activate a1")
	x.refuse("imp-10.1e", "charge b2", "charge b9")
	x.do("charge b1")
	x.is("a1", "melee")
	p := x.units[0].Pose
	if p.H != 40 {
		t.Errorf("the charger has been turned to %v: it halts as it touches", p)
	}
	for _, row := range []struct {
		at       string
		plain    bool
		extended bool
	}{{"50", true, true}, {"50.5", false, true}, {"56", false, true}, {"56.001", false, false}} {
		x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 "+row.at+" 180")
		x.do("activate a1")
		for action, legal := range map[string]bool{"charge b1": row.plain, "charge b1 extended": row.extended} {
			a, _ := x.b.Parse(action)
			if r := x.Check(a); (r == nil) != legal {
				t.Errorf("enemy at %s: %s: %v", row.at, action, r)
			}
		}
	}
	// Foot reach 3U further at most.
	x = lay(t, "a1 FP 5 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 48 180")
	x.do("activate a1")
	x.allow("charge b1 extended")
	x = lay(t, "a1 FP 5 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 48.001 180")
	x.do("activate a1")
	x.refuse("imp-10.1m", "charge b1 extended")
}

func TestWhoMayCharge(t *testing.T) {
	cite.Clauses(t, "imp-10.1b", "imp-10.1c", "imp-10.1d", "imp-10.5g", "imp-24.5b", "imp-24.6a", "imp-R46")
	for _, row := range []struct {
		charger, target string
		legal           bool
	}{
		{"FP 5 5 1 B at 50 40 0", "FP 5 5 0 B at 50 44 180", true},
		{"FP 5 5 0 B at 50 40 0", "FP 5 5 0 B at 50 44 180", false},
		{"T 5 5 0 B at 50 40 0", "ART 3 2 0 B at 50 44 180", true},
		{"T 5 5 0 B at 50 40 0", "baggage at 50 44 180", true},
		{"S 8 3 0 B at 50 40 0", "S 8 3 0 B at 50 44 180", true},
		{"CL 12 3 0 B at 50 40 0", "S 8 3 0 B at 50 44 180", true},
		{"CGL 10 3 0 B at 50 40 0", "S 8 3 0 B at 50 44 180", true},
		{"T 5 5 0 B at 50 40 0", "S 8 3 0 B at 50 44 180", false},
		{"CL 12 3 0 B at 50 40 0", "FP 5 5 0 B at 50 44 180", false},
		{"CL 12 3 0 B at 50 40 0", "FP 5 5 0 B at 50 44 180, disordered", true},
		{"CL 12 3 0 B at 50 40 0", "FP 5 5 0 B at 50 50 0", true}, // on the rear
		{"CM 10 3 0 B at 50 40 0", "FP 5 5 0 B at 50 50 0", false},
		{"ART 3 2 1 B at 50 40 0", "FP 5 5 0 B at 50 42 180", false},
		{"W 5 4 1 B at 50 40 0", "FP 5 5 0 B at 50 44 180", false},
	} {
		x := lay(t, "a1 "+row.charger, "b1 "+row.target, far)
		x.do("activate a1")
		if x.ToAct() < 0 {
			x.do("roll 6") // it is close to baggage
		}
		a, _ := x.b.Parse("charge b1")
		if r := x.Check(a); (r == nil) != row.legal {
			t.Errorf("%s at %s: %v, expected legal %v", row.charger, row.target, r, row.legal)
		}
	}
	// An enemy met first who may not be charged stops the move, 1U before him.
	x := lay(t, "a1 T 5 5 0 B at 50 40 0", "b1 S 8 3 0 B at 50 44 180", "b2 ART 3 2 0 B at 50 47 180")
	x.do("activate a1")
	x.refuse("imp-10.1e", "charge b2")
	x.refuse("imp-6.2c", "forward 3.001")
	x.allow("forward 3")
}

func TestExtension(t *testing.T) {
	cite.Clauses(t, "imp-10.1g", "imp-10.1h", "imp-10.1i", "imp-10.1o", "imp-Q4d", "imp-R45")
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 54 180")
	x.do("activate a1", "charge b1 extended", "roll 4")
	x.is("a1", "melee", "ordered", "at 50 54 0")
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 54.5 180")
	x.do("activate a1", "charge b1 extended", "roll 2")
	x.is("a1", "free", "disordered", "at 50 52 0")
	// Half a die, rounded up, for foot.
	x = lay(t, "a1 FP 5 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 47 180")
	x.do("activate a1", "charge b1 extended", "roll 3")
	x.is("a1", "melee", "at 50 47 0")
	// It is rolled even where M would do.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 44 180")
	x.do("activate a1", "charge b1 extended")
	if x.ToAct() >= 0 {
		t.Errorf("no die is due; legal are %v", x.list())
	}
	x.do("roll 1")
	x.is("a1", "melee")
}

func TestDisorderAndExtension(t *testing.T) {
	cite.Clauses(t, "imp-10.1k", "imp-10.1n", "imp-20.1d")
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0, disordered", "b1 FP 5 5 0 B at 50 44 180")
	x.do("activate a1", "proceed")
	x.refuse("imp-10.1k", "charge b1 extended")
	x.allow("charge b1")
	// Fire that disorders the charger after the declaration does not take the die away.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 T 5 5 0 B at 50 54 180, crossbow_A marked")
	x.do("activate a1", "charge b1 extended", "fire b1 a1", "throw 6 1 1 1 1 1 1", "roll 1")
	x.is("a1", "disordered")
	x.do("roll 5")
	x.is("a1", "melee")
}

func TestOrderOfCharge(t *testing.T) {
	cite.Clauses(t, "imp-10.1f", "imp-10.1j", "imp-D9d")
	// Declaration, fire in reaction, answer, extension, movement, pila, melee.
	x := lay(t,
		"a1 CM 10 5 2 B at 50 40 0",
		"b1 FP 5 5 2 B at 50 53 180, legionary", "b2 T 5 4 0 B at 58 53 180, short_bow_A marked", far,
	)
	x.do("activate a1", "charge b1 extended")
	x.do("fire b2 a1", "throw 1 1 1 1 1")
	x.do("stand", "roll 3")
	x.is("a1", "melee")
	x.throwing(3)
	x.do("throw 1 1 1")
	x.throwing(7)
	// A later phase needs its test; the disorder of a failure counts in the melee.
	x = lay(t, "a1 CM 10 5 2 B at 50 30 0", "b1 FP 5 5 0 B at 50 44 180")
	x.do("activate a1", "forward 5", "charge b1", "roll 1")
	x.is("a1", "melee", "disordered")
	x.throwing(6)
	// It ends the movement of a charger that meets nobody, also of one that is never Disordered.
	x = lay(t, "a1 CF 10 4 5 C at 50 20 0", "a2 FP 5 5 1 B at 90 20 0", "b1 S 8 3 0 B at 50 30 180", far)
	x.do("activate a1", "forward 2", "charge b1", "roll 1", "evade", "stand", "stop 8")
	x.ended("a1")
}

func TestWhereTheBlowLands(t *testing.T) {
	cite.Clauses(t, "imp-10.2a", "imp-10.2b", "imp-10.2c", "imp-10.2d", "imp-10.2e", "imp-10.2f", "imp-10.2g", "imp-R47", "imp-R48", "imp-R49", "imp-R80", "imp-D5b", "imp-D5i")
	for _, row := range []struct {
		from  string
		blow  string
		shake bool
	}{
		{"54.5 40 0", "rear", true},
		{"62 48.5 270", "front", false},
		{"62 45 270", "flank", true},
		{"50 60 180", "front", false},
	} {
		x := lay(t, "a1 FP 10 5 1 B at "+row.from, "b1 FP 5 5 0 B at 50 50 0")
		x.do("activate a1", "charge b1")
		if e := x.said("contact"); e.Args[2].Text != "blow."+row.blow {
			t.Errorf("from %s: %s, expected %s", row.from, e.Args[2].Text, row.blow)
		}
		if x.disordered(x.u("b1")) != row.shake {
			t.Errorf("from %s: disordered is %v", row.from, !row.shake)
		}
	}
	for _, who := range []string{"FP 5 5 0 B at 50 50 0, schiltron", "W 5 5 0 B at 50 50 0"} {
		x := lay(t, "a1 FP 10 5 1 B at 50 37 0", "b1 "+who)
		x.do("activate a1", "charge b1")
		x.is("b1", "ordered", "melee")
	}
	x := lay(t, "a1 FP 10 5 1 B at 54.5 40 0", "b1 FP 5 5 0 B at 50 50 0, disordered")
	x.do("activate a1", "charge b1")
	x.is("b1", "vbu 5")
}

func TestCounterCharge(t *testing.T) {
	cite.Clauses(t, "imp-10.3a", "imp-10.3b", "imp-10.3c", "imp-10.3d", "imp-10.3e", "imp-10.3f", "imp-10.3h", "imp-5.2e", "imp-R50", "imp-R77")
	for _, row := range []struct {
		target string
		legal  bool
	}{
		{"CM 10 5 2 B at 50 48 180", true},
		{"CM 10 5 0 B at 50 48 180", false},
		{"CM 10 5 2 B at 50 48 180, disordered", false},
		{"CM 10 5 2 B at 50 52 0", false}, // on the rear
		{"W 5 5 1 B at 50 48 180", false},
		{"ART 3 2 1 B at 50 48 180", false},
	} {
		x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 "+row.target, far)
		x.do("activate a1", "charge b1")
		asked := x.ToAct() == 1
		if asked != row.legal {
			t.Errorf("%s: asked %v, expected %v", row.target, asked, row.legal)
		}
	}
	// Not in melee.
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "a2 FP 5 5 0 B at 54 51 270", "b1 CM 10 5 2 B at 50 48 180", far)
	x.do("activate a1", "charge b1")
	x.throwing(7 + 3)
	// It goes at most its own M; a charger that cannot reach it then stands off.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 2 5 2 A at 50 49 180", far)
	x.do("activate a1", "charge b1", "counter-charge", "roll 6")
	x.is("b1", "at 50 47 180", "melee")
	x.throwing(7)
	// It is frontal for both, even where the target steps ahead of a charge that would then strike its flank.
	x = lay(t, "a1 CM 10 5 2 B at 62 48.5 270", "b1 FP 5 5 2 A at 50 50 0", far)
	x.do("activate a1", "charge b1", "counter-charge", "roll 6")
	x.is("b1", "at 50 54 0", "melee", "ordered")
	if e := x.said("contact"); e.Args[2].Text != "blow.front" {
		t.Errorf("found %s", e.Args[2].Text)
	}
	// A failure costs its order.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 CM 10 5 2 C at 50 49 180", far)
	x.do("activate a1", "charge b1", "counter-charge", "roll 1")
	x.is("b1", "disordered", "at 50 49 180", "melee")
	// A counter-charger that stops at a friend contributes less, and contact is judged where they meet.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 CM 10 5 2 A at 50 49 180", far)
	x.do("activate a1", "charge b1", "counter-charge", "roll 6")
	x.throwing(7)
	x.do("throw 1 1 1 1 1 1 1")
	x.throwing(7)
}

// The target comes so near that the charger would halt upon the light cavalry that it rides through: it halts before them.
func TestCounterChargeStopsThePassing(t *testing.T) {
	cite.Clauses(t, "imp-6.8g", "imp-10.3e")
	for _, row := range []struct {
		answer    []string
		charger   string
		target    string
		condition string
	}{
		{[]string{"stand"}, "at 50 52 0", "at 50 52 180", "melee"},
		{[]string{"counter-charge", "roll 6"}, "at 50 38.5 0", "at 50 45 180", "free"},
	} {
		x := lay(t, "a1 CM 14 5 2 B at 50 38 0", "a2 CL 12 3 0 B at 50 44.5 0", "b1 CM 10 5 2 A at 50 52 180", far)
		x.do("activate a1", "charge b1")
		x.do(row.answer...)
		x.is("a1", row.charger, row.condition)
		x.is("b1", row.target, row.condition)
	}
}

func TestCounterChargeIsBlocked(t *testing.T) {
	cite.Clauses(t, "imp-10.3g", "imp-7.2o")
	x := lay(t, "a1 CM 10 5 2 B at 51 40 0", "b1 CM 10 5 2 A at 50 49 180", "b2 FP 5 5 0 B at 43 45 180", far)
	x.do("activate a1", "charge b1", "counter-charge", "roll 6")
	x.is("b1", "melee", "at 50 48 180")
	x.is("a1", "at 51 48 0")
	// Ground that bars it stops it too; ground that it crosses disorders it (7.2o).
	for kind, want := range map[string][]string{"impassable": {"ordered", "at 50 46 180"}, "broken": {"disordered", "at 50 44.5 180"}} {
		x = lay(t, kind+" 44 44.6 46.5 44.6 46.5 46 44 46", "a1 CM 10 5 2 B at 51 40 0", "b1 CM 10 5 2 A at 50 49 180", far)
		x.do("activate a1", "charge b1", "counter-charge", "roll 6")
		x.is("b1", append(want, "melee")...)
		x.is("a1", "ordered")
	}
	// Nor does it pass through friends that a march could pass.
	x = lay(t, "a1 CM 10 5 2 B at 51 40 0", "b1 CM 10 5 2 A at 50 49 180", "b2 CL 12 3 0 B at 43 42 180", far)
	x.do("activate a1", "charge b1", "counter-charge", "roll 6")
	x.is("b1", "melee", "at 50 48 180")
}

func TestEvasion(t *testing.T) {
	cite.Clauses(t, "imp-10.4a", "imp-10.4b", "imp-10.4c", "imp-10.4n", "imp-R51", "imp-Q4c")
	for _, row := range []struct {
		target string
		legal  bool
	}{
		{"S 8 3 0 B at 50 46 180", true},
		{"CL 12 3 0 B at 50 46 180", true},
		{"S 8 3 0 B at 50 46 180, disordered", true},
		{"FL 8 3 0 B at 50 46 180", false},
		{"CM 10 3 0 B at 50 46 180", false},
	} {
		x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 "+row.target, far)
		x.do("activate a1", "charge b1")
		asked := x.ToAct() == 1
		if asked != row.legal {
			t.Errorf("%s: asked %v, expected %v", row.target, asked, row.legal)
		}
	}
	// Exactly M, the way the charger faces, facing as before.
	x := lay(t, "a1 CM 10 5 2 B at 50 40 30", "b1 S 8 3 0 B at 54 46 180", far)
	x.do("activate a1", "charge b1", "evade")
	x.is("b1", "at 58 52.928 180")
	// Having evaded, it does not counter-charge.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 CL 4 3 1 B at 50 46 180", far)
	x.do("activate a1", "charge b1", "evade")
	x.refuse("imp-10.3b", "counter-charge")
	x.allow("evade", "stand")
}

func TestEvadingTwiceInOneCharge(t *testing.T) {
	cite.Clauses(t, "imp-10.4e", "imp-5.2l", "imp-5.3e")
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 S 4 3 0 B at 50 46 180", "b2 FP 5 5 1 B at 60 60 180, commander")
	x.do("activate a1", "charge b1", "evade")
	x.is("b1", "at 50 50 180", "ordered")
	x.do("evade")
	if n := x.testNeeds(); n != 4 {
		t.Errorf("the second evasion needs %d, expected 4", n)
	}
	x.do("roll 4")
	x.is("b1", "at 50 54 180", "ordered")
	x.do("evade")
	if n := x.testNeeds(); n != 5 {
		t.Errorf("the third evasion needs %d, expected 5", n)
	}
	x.do("roll 4")
	x.is("b1", "at 50 58 180", "disordered")
	if x.ToAct() != 0 {
		t.Errorf("after a failed test it evades no more; legal are %v", x.list())
	}
}

func TestEvadingInDisorder(t *testing.T) {
	cite.Clauses(t, "imp-10.4b", "imp-7.2n")
	// Disordered, it evades once and no more, whether it was so before or the ground has made it so.
	for _, row := range [][]string{
		{"b1 S 4 3 0 B at 50 46 180, disordered"},
		{"b1 CL 4 3 0 B at 50 46 180", "broken 40 54 60 54 60 60 40 60"},
	} {
		x := lay(t, append(row, "a1 CM 10 5 2 B at 50 40 0", "b2 FP 5 5 1 B at 60 60 180, commander")...)
		x.do("activate a1", "charge b1", "evade")
		x.is("b1", "disordered", "at 50 50 180")
		x.wantChoice("a")
	}
}

func TestEvasionIsHindered(t *testing.T) {
	cite.Clauses(t, "imp-10.4d", "imp-10.4f", "imp-10.4g", "imp-10.4m")
	// An enemy within 1U that way.
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "a2 FP 5 5 1 B at 50 49 180", "b1 S 8 3 0 B at 50 46 180", far)
	x.do("activate a1", "charge b1")
	if x.ToAct() == 1 {
		t.Errorf("it cannot evade; legal are %v", x.list())
	}
	// Nor in melee.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "a2 FP 5 5 1 B at 54 49 270", "b1 CL 12 3 0 B at 50 46 180", far)
	x.do("activate a1", "charge b1")
	x.is("b1", "melee")
	x.throwing(7 + 3) // a2 supports
	// Further off it stops 1U before him.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "a2 FP 5 5 1 B at 50 54 180", "b1 S 8 3 0 B at 50 46 180", far)
	x.do("activate a1", "charge b1", "evade")
	x.is("b1", "at 50 51 180")
	// Nor does anybody evade from a zone charge, not even a second target behind the intruder.
	x = lay(t, "a1 S 8 3 0 B at 50 40 0", "a2 CL 12 3 1 B at 50 37 0", "b1 CM 12 5 3 B at 50 48 180")
	x.do("activate a1", "forward 4", "intercept b1 a1", "run-at a2")
	x.is("a2", "melee")
	// Friends are passed as 6.8 allows, or stop it.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 CL 12 3 0 B at 50 46 180", "b2 FP 5 5 1 B at 50 56 180", far)
	x.do("activate a1", "charge b1", "evade")
	x.is("b1", "at 50 50 180")
	// Skirmishers on whom it ends are set back behind it.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 S 8 3 0 B at 50 46 180", "b2 S 8 3 0 B at 50 53 180", far)
	x.do("activate a1", "charge b1", "evade")
	x.is("b1", "at 50 54 180", "ordered")
	x.is("b2", "at 50 55.995 180", "ordered")
	// Off the table it is routed.
	x = lay(t, "a1 CM 10 5 2 B at 50 106 0", "b1 S 8 3 0 B at 50 112 180", far)
	x.do("activate a1", "charge b1", "evade")
	x.is("b1", "lost")
}

func TestChargerOfAnEvader(t *testing.T) {
	cite.Clauses(t, "imp-10.4h", "imp-10.4i", "imp-10.4j", "imp-10.4k", "imp-R52", "imp-Q4e", "imp-Q4f")
	// Extended, it moves the full distance and is disordered.
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 S 8 3 0 B at 50 46 180", far)
	x.do("activate a1", "charge b1 extended", "evade", "stand", "roll 1")
	x.is("a1", "at 50 51 0", "disordered")
	// A full move that still touches him takes him in the rear.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 CL 4 3 1 B at 50 42 180", far)
	x.do("activate a1", "charge b1", "evade", "stand", "run-at b1")
	x.is("b1", "melee", "disordered")
	if e := x.said("contact"); e.Args[2].Text != "blow.rear" {
		t.Errorf("found %s", e.Args[2].Text)
	}
	// Without contact it has made a move and may fire.
	x = lay(t, "a1 CM 10 6 2 B at 50 40 0, javelin", "b1 S 8 3 0 B at 50 46 180", far)
	x.do("activate a1", "charge b1", "evade", "stand", "stop 7")
	x.allow("fire a1 b1", "pass")
	x.is("a1", "ordered")
}

func TestNewTarget(t *testing.T) {
	cite.Clauses(t, "imp-10.4l", "imp-10.4o")
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 S 8 3 0 B at 49 44 180", "b2 CM 10 5 2 A at 57 49 180", far)
	x.do("activate a1", "charge b1", "evade", "stand")
	x.allow("stop 4")
	x.do("run-at b2")
	if x.ToAct() != 1 {
		t.Fatalf("the new target may react; to act is %d", x.ToAct())
	}
	x.do("stand")
	x.is("a1", "melee")
	x.is("b2", "melee")
}

func TestTroopsThatDoNotStand(t *testing.T) {
	cite.Clauses(t, "imp-10.5a", "imp-10.5b", "imp-10.5c", "imp-10.5d", "imp-10.5e", "imp-10.5f", "imp-R53", "imp-Q4g")
	x := lay(t, "a1 CP 8 5 4 B at 50 40 0", "b1 S 8 3 0 B at 50 44 180", "b2 FP 5 5 1 B at 50 48 180", far)
	x.do("activate a1", "charge b1", "stand")
	x.is("b1", "lost")
	x.is("b2", "vbu 5", "ordered")
	if n := x.lostValue(1); n != 2 {
		t.Errorf("its value is lost: found %d", n)
	}
	x.allow("stop 4", "stop 5")
	x.do("run-at b2", "stand")
	x.is("b2", "melee")
	// Anyone but S disperses them; S fight S.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 S 8 3 0 B at 50 44 180", far)
	x.do("activate a1", "charge b1", "stand")
	x.is("b1", "lost")
	x = lay(t, "a1 S 8 5 0 B at 50 40 0", "b1 S 8 3 0 B at 50 44 180", far)
	x.do("activate a1", "charge b1", "stand")
	x.is("b1", "melee")
	// In contact when a round would be fought.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 S 8 3 0 B at 50 40 180", far)
	x.do("activate a1", "fight")
	x.is("b1", "lost")
	// Artillery is eliminated.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 ART 3 2 0 B at 50 44 180", far)
	x.do("activate a1", "charge b1")
	x.is("b1", "lost")
}

func TestChargerIsShotDown(t *testing.T) {
	cite.Clauses(t, "imp-Q4b")
	x := lay(t, "a1 CM 10 1 2 B at 50 40 0", "a2 CM 10 5 2 B at 90 40 0", "b1 T 5 5 0 B at 50 48 180, crossbow_A marked", far)
	x.do("activate a1", "charge b1", "fire b1 a1", "throw 6 1 1 1 1 1 1", "roll 6")
	x.is("a1", "lost")
	if x.Asked() != AskCommand {
		t.Errorf("the activation has ended; legal are %v", x.list())
	}
}

func TestAttackingSide(t *testing.T) {
	cite.Clauses(t, "imp-D9e", "imp-D9h")
	// A charge in reaction makes the side that is not active the attacking one: its pool is thrown first, and the test of
	// the other side's main unit comes first.
	x := lay(t, "a1 FP 5 5 0 B at 50 40 0", "b1 CP 8 7 4 A at 50 49 180", far)
	x.do("activate a1", "forward 5", "intercept b1 a1")
	x.is("a1", "melee")
	x.throwing(11)
	x.do("throw 6 1 1 1 1 1 1 1 1 1 1")
	x.throwing(5)
	x.do("throw 6 1 1 1 1", "roll 5")
	x.do("roll 6")
	x.is("a1", "vbu 4")
	x.is("b1", "vbu 6")
}
