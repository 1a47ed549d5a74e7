package impetus

import (
	"testing"

	"acies/game"
	"acies/rulebook/cite"
)

// pursuing lays out a1, which has beaten b1, at the moment of its pursuit; b1 has gone back as the die says.
func pursuing(t *testing.T, a, b, die string, more ...string) *scene {
	t.Helper()
	x := lay(t, append([]string{"a1 " + at(a, "50 40 0"), "b1 " + at(b, "50 40 180"), far}, more...)...)
	x.contactOf(0, 1).fought = true
	if x.ToAct() != game.Nature { // Impetuous troops are not asked
		x.do("activate a1", "fight")
	}
	x.do("throw 6 5 5")
	x.do(ones(x.due().n), "roll 6", die)
	return x
}

func TestWhoPursues(t *testing.T) {
	cite.Clauses(t, "imp-16.1a", "imp-16.1b", "imp-16.1c", "imp-16.1f", "imp-Q4i")
	for _, row := range []struct{ a, b, want string }{
		{"CP 8 3 0 B", "FP 5 5 0 B", "must"},
		{"FL 8 3 1 B, impetuous", "FP 5 5 0 B", "must"},
		{"FP 5 3 1 B", "FP 5 5 0 B", "may"},
		{"CM 10 3 2 B", "FP 5 5 0 B", "may"},
		{"FP 5 3 0 B", "FP 5 5 0 B", "not"},
		{"FP 5 3 1 B", "CM 10 5 0 B", "not"},
		{"FP 5 3 1 B", "CL 12 5 0 B", "not"},
		{"FP 5 3 1 B", "CGL 10 5 0 B", "not"},
		{"FP 5 3 1 B, impetuous", "CM 10 5 0 B", "not"},
		{"FP 5 3 1 B", "CP 8 5 0 B", "may"},
		{"CM 10 3 1 B", "CM 10 5 0 B", "may"},
	} {
		x := pursuing(t, row.a, row.b, "roll 6")
		found := "not"
		switch x.promptKey() {
		case "prompt.die-pursuit":
			found = "must"
		case "prompt.pursuit":
			found = "may"
			x.allow("pursue", "decline")
			x.wantChoice("a")
		}
		if found != row.want {
			t.Errorf("%s against %s: %s, expected %s", row.a, row.b, found, row.want)
		}
	}
	// Horse that foot has routed has not got away from it (16.1l).
	y := lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 CM 10 5 0 B at 50 40 180, vbu 1", far)
	y.do("activate a1", "fight", "throw 6 1 1 1 1", "throw 1", "roll 6")
	y.is("b1", "lost")
	y.allow("pursue", "decline")
	// A winner who is still held by another enemy does not pursue.
	x := pursuing(t, "CP 8 3 1 B", "FP 5 5 0 B", "roll 6", "b2 FP 5 5 0 B at 54 36 270")
	x.is("a1", "at 50 40 0", "melee")
	if x.act.n != 0 {
		t.Errorf("asked is %s", x.promptKey())
	}
}

func TestHowFarAPursuitGoes(t *testing.T) {
	cite.Clauses(t, "imp-16.1d", "imp-16.1e", "imp-16.1l", "imp-16.1m", "imp-16.1n", "imp-16.1q")
	x := pursuing(t, "CM 10 3 2 B", "CM 10 5 0 B", "roll 6")
	x.do("pursue", "roll 5")
	x.is("a1", "at 50 45 0", "ordered", "free") // 1U short of him, and no less
	x = pursuing(t, "FP 5 3 2 B", "FP 5 5 0 B", "roll 6")
	x.do("pursue", "roll 3")
	x.is("a1", "at 50 42 0", "ordered")
	x = pursuing(t, "FP 5 3 2 B", "FP 5 5 0 B", "roll 6")
	x.do("decline")
	x.is("a1", "at 50 40 0")
	// Close to an enemy it goes its whole way too.
	x = pursuing(t, "FP 5 3 2 B", "CP 8 5 0 B", "roll 3", "a2 FP 5 5 0 B at 50 48.5 180")
	x.is("b1", "at 50 42.5 180")
	x.do("pursue", "roll 4")
	x.is("a1", "at 50 42 0", "free")
	// After a rout straight ahead, by choice or because it must.
	for _, row := range []struct{ a, choice string }{{"CM 10 3 2 B at 50 40 0", "pursue"}, {"CP 8 3 2 B at 50 40 0", ""}} {
		x := lay(t, "a1 "+row.a, "b1 FP 5 5 0 B at 50 40 180, vbu 1", far)
		x.contactOf(0, 1).fought = true
		x.do("activate a1", "fight", "throw 6 5 5", "throw 1", "roll 6")
		x.is("b1", "lost")
		if row.choice != "" {
			x.do(row.choice)
		}
		x.do("roll 4")
		x.is("a1", "at 50 44 0", "ordered")
	}
	// Dispersed skirmishers and guns are no melee: nobody pursues them.
	x = lay(t, "a1 CP 8 3 2 B at 50 40 0", "b1 S 8 3 0 B at 50 40 180", far)
	x.do("activate a1", "fight")
	x.is("b1", "lost")
	x.is("a1", "at 50 40 0")
	if x.act.n != 0 {
		t.Errorf("asked is %s", x.promptKey())
	}
	// Friends that it cannot pass and the edge of the table stop it.
	x = lay(t, "a1 CP 8 3 2 B at 50 40 0", "a2 FP 5 5 0 B at 55 47 0", "b1 FP 5 5 0 B at 50 40 180, vbu 1", far)
	x.contactOf(0, 2).fought = true
	x.do("activate a1", "fight", "throw 6 5 5", "throw 1", "roll 6", "roll 6")
	x.is("a1", "at 50 44 0")
	x = lay(t, "a1 CP 8 3 2 B at 50 117 0", "b1 FP 5 5 0 B at 50 117 180, vbu 1", far)
	x.do("activate a1", "fight", "throw 6 5 5", "throw 1", "roll 6", "roll 6")
	x.is("a1", "at 50 120 0", "there")
	// Ground disorders a pursuer; the pursuit itself does not.
	x = pursuing(t, "CM 10 3 2 B", "CP 8 5 0 B", "roll 6", "broken 40 41 60 41 60 43 40 43")
	x.do("pursue", "roll 2")
	x.is("a1", "at 50 42 0", "disordered")
	// It stops at friends that it could pass through if it would halt upon them, though the enemy is within reach.
	x = lay(t, "a1 CM 10 3 2 B at 51 40 0", "a2 CL 12 3 0 B at 58.2 46.5 0", "b1 CM 10 5 0 B at 50 40 180", far)
	x.contactOf(0, 2).fought = true
	x.do("activate a1", "fight", "throw 6 5 5", ones(5), "roll 6", "roll 6")
	x.is("b1", "at 50 46 180")
	x.do("pursue", "roll 6")
	x.is("a1", "at 51 40.5 0", "free")
	// One whose retreat cannot begin is destroyed, and nobody's line of retreat is followed: straight ahead.
	x = lay(t, "a1 CP 8 5 1 B at 50 40 0", "b1 FP 5 5 0 B at 54 44 90", "b2 baggage at 51 47.5 90", far)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6 5 5 1 1", ones(5), "roll 6", "roll 5")
	x.is("b1", "lost")
	x.do("roll 3")
	x.is("a1", "at 50 43 0")
}

func TestPursuersTurn(t *testing.T) {
	cite.Clauses(t, "imp-16.1h", "imp-16.1i", "imp-R81")
	// b1 goes back to the north-east; a1, heading north, turns to follow.
	x := lay(t, "a1 CP 8 3 2 B at 50 35 0", "b1 CP 8 5 0 B at 50 44 210", far)
	x.do("activate a1", "charge b1", "throw 6 5 5 1 1", ones(5), "roll 6", "roll 6", "roll 1")
	if h := x.units[0].H; h != 120 {
		t.Errorf("the pursuer heads %d, expected 120 quarter degrees", h)
	}
	// At most 45 degrees, after a charge on the flank.
	x = lay(t, "a1 CP 8 5 2 B at 62 53 270", "b1 FP 5 6 1 B at 50 50 0, schiltron", far)
	x.do("activate a1", "charge b1", "stand")
	x.do("throw 6 1 1 1 1", ones(6), "roll 6", "roll 6", "roll 1")
	if h := x.units[0].H; h != 900 {
		t.Errorf("the pursuer heads %d, expected 225 degrees", h/4)
	}
	// It is left out where the turned base would overlap another.
	x = lay(t, "a1 CP 8 5 2 B at 62 53 270", "a2 FP 5 5 1 B at 60 61 0", "b1 FP 5 6 1 B at 50 50 0, schiltron", far)
	x.do("activate a1", "charge b1", "stand")
	x.do("throw 6 1 1 1 1", ones(6), "roll 6", "roll 6", "roll 1")
	if h := x.units[0].H; h != 1080 {
		t.Errorf("the pursuer heads %d, expected 270 degrees", h/4)
	}
}

func TestCaughtInPursuit(t *testing.T) {
	cite.Clauses(t, "imp-16.1j", "imp-16.1o", "imp-16.1p", "imp-12.2b", "imp-Q4j", "imp-Q4k", "imp-E8")
	// A new melee at once, with impetus; the caught unit neither reacts nor is shaken by the contact.
	x := pursuing(t, "CM 10 3 2 B", "CP 8 6 3 B", "roll 2")
	x.is("b1", "vbu 4")
	x.do("pursue", "roll 3")
	x.is("a1", "at 50 42 0", "melee")
	x.throwing(5)
	x.do(ones(5))
	x.throwing(3) // 4 - 1, and no impetus
	// The chain is played to its end, and then the activation is over.
	x.do("throw 6 6 1", "roll 6")
	x.is("a1", "lost")
	x.do("roll 1") // the winner must pursue in his turn
	x.is("b1", "at 50 41 180")
	if x.act.n != 0 {
		t.Errorf("asked is %s", x.promptKey())
	}
	// One that was touched on its side is caught on its front.
	x = lay(t, "a1 CP 8 5 2 B at 54 52 270", "b1 CP 8 9 0 B at 50 50 0", far)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6 1 1 1 1", ones(9), "roll 6", "roll 4", "roll 6")
	x.is("b1", "at 50 46 0", "melee")
	if x.flanked(1) {
		t.Error("it is caught on its front")
	}
}

func TestPursuerMeetsAnother(t *testing.T) {
	cite.Clauses(t, "imp-16.1k")
	// He has charged: no counter-charge, on his flank if it lands there, and light horse may evade.
	x := lay(t, "a1 CP 8 3 2 B at 50 40 0", "b1 CF 10 5 0 B at 50 40 180, vbu 1", "b2 CM 10 5 3 B at 50 45 180", far)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6 5 5", "throw 1", "roll 6", "roll 6")
	x.is("b2", "melee", "ordered")
	x.throwing(5)
	x = lay(t, "a1 CP 8 3 2 B at 50 40 0", "b1 CF 10 5 0 B at 50 40 180, vbu 1", "b2 FP 5 5 0 B at 50 48 0", far)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6 5 5", "throw 1", "roll 6", "roll 6")
	x.is("b2", "melee", "disordered")
	x.throwing(7)
	x = lay(t, "a1 CP 8 3 2 B at 50 40 0", "b1 CF 10 5 0 B at 50 40 180, vbu 1", "b2 CL 12 5 3 B at 50 45 180", far)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6 5 5", "throw 1", "roll 6", "roll 6")
	x.wantChoice("b")
	x.refuse("imp-10.3b", "counter-charge")
	x.do("evade")
	x.is("b2", "at 50 57 180", "free")
}

func TestMainsAndSupports(t *testing.T) {
	cite.Clauses(t, "imp-17.1a", "imp-17.1b", "imp-17.1c", "imp-17.1d", "imp-17.1e", "imp-17.1g", "imp-17.1h", "imp-17.1i", "imp-R63")
	// The charge names b1, which it touches first by number, but b2 shares the greater length: it is the main unit, b1 its support.
	x := lay(t, "a1 FP 5 5 2 B at 55 40 0", "b1 FP 5 5 0 B at 50 44 180", "b2 FP 5 6 0 B at 58 44 180", far)
	x.do("activate a1", "charge b1")
	if x.fight.mains != [2]uint8{x.u("a1"), x.u("b2")} {
		t.Errorf("the mains are %v", x.fight.mains)
	}
	x.throwing(7)
	x.do(ones(7))
	x.throwing(9) // 6, and half of 5 rounded up
	// Equal lengths go to the higher VBU, then to the lower number.
	for vbu, main := range map[string]string{"5": "b1", "6": "b2"} {
		x := lay(t, "a1 FP 5 5 2 B at 54 40 0", "b1 FP 5 5 0 B at 50 44 180", "b2 FP 5 "+vbu+" 0 B at 58 44 180", far)
		x.do("activate a1", "charge b1")
		if x.fight.mains[1] != x.u(main) {
			t.Errorf("the main unit is %d, expected %s", x.fight.mains[1], main)
		}
	}
	// Who is activated in contact is main, however little it touches; a support counts with its depth and its modifiers.
	x = lay(t,
		"a1 FP 5 5 0 B at 56 40 0", "a2 FP 5 5 0 B at 48 40 0, long_spear disordered, rows 2", "b1 FP 5 5 0 B at 50 40 180", far,
	)
	x.do("activate a1", "fight")
	x.throwing(8) // 5, and half of 5 + 1 - 1 rounded up
	x.do(ones(8))
	x.throwing(5)
	// One that has no dice left adds none.
	x = lay(t, "a1 FP 5 5 0 B at 51 40 0", "a2 FP 5 1 0 B at 43 40 0, disordered", "b1 FP 5 5 0 B at 50 40 180", far)
	x.do("activate a1", "fight")
	x.throwing(5)
	// Baggage supports nobody: section 22 alone is for it (1.2n).
	x = lay(t, "a1 FP 5 5 0 B at 54 40 0", "b1 FP 5 5 0 B at 50 40 180", "b2 baggage at 58 40 180", far)
	x.do("activate a1", "fight", ones(5))
	x.throwing(5)
	// One that touches its flank is a support as well.
	x = lay(t, "a1 FP 5 4 0 B at 50 40 0", "a2 FP 5 3 0 B at 54 45 270", "b1 FP 5 5 0 B at 50 40 180", far)
	x.do("activate a1", "fight")
	x.throwing(6)
}

func TestSupportsSufferNothing(t *testing.T) {
	cite.Clauses(t, "imp-17.1j", "imp-17.1l", "imp-17.1m", "imp-16.1g")
	x := lay(t, "a1 FP 5 5 2 B at 51 40 0", "a2 FP 5 5 2 B at 43 40 0", "b1 FP 5 5 1 B at 50 40 180", "b2 FP 5 5 1 B at 42 40 180", far)
	x.do("activate a1", "fight", "throw 6 5 5 1 1 1 1 1", ones(5), "roll 6", "roll 5")
	x.is("b1", "at 50 43 180")
	x.is("a2", "ordered", "vbu 5", "at 43 40 0", "melee")
	x.is("b2", "ordered", "vbu 5", "at 42 40 180", "melee")
	x.do("decline")
	// They still touch, and fight on when one of them is activated: here the enemy's own activation.
	x.lead(1, 1)
	x.do("activate b2", "fight")
	if x.fight.mains != [2]uint8{x.u("b2"), x.u("a2")} {
		t.Errorf("the mains are %v", x.fight.mains)
	}
	// A main unit that is routed leaves its support where it is, free if it touches nobody.
	x = lay(t, "a1 FP 5 5 2 B at 51 40 0", "a2 FP 5 5 2 B at 43 40 0", "b1 FP 5 5 1 B at 50 40 180, vbu 1", far)
	x.do("activate a1", "fight", "throw 6 5 5 1 1 1 1 1", "throw 1", "roll 6", "pursue", "roll 6")
	x.is("a1", "at 51 43 0")
	x.is("a2", "at 43 40 0", "free")
}

func TestOnceAMain(t *testing.T) {
	cite.Clauses(t, "imp-17.1f", "imp-2.2f")
	// a1 fights b1; then a2 fights b1 too, and a1, which touches it, is no support any more, nor b1 of b2.
	x := lay(t, "a1 FP 5 5 0 B at 52 40 0", "a2 FP 5 4 0 B at 44 40 0", "a3 FP 5 4 0 B at 90 20 0", "b1 FP 5 6 0 B at 49 40 180", far)
	x.do("activate a1", "fight")
	x.throwing(7)
	x.do(ones(7), ones(6))
	x.refuse("imp-2.2b", "activate a1", "activate a2") // both took part
	x = lay(t, "a1 FP 5 5 0 B at 54 40 0", "a2 FP 5 4 0 B at 46 40 0", "b1 FP 5 6 0 B at 58 40 180", "b2 FP 5 3 0 B at 50 40 180", far)
	x.do("activate a1", "fight")
	x.do(ones(5))
	x.throwing(8) // b1, and b2 in support
	x.do(ones(8), "activate a2", "fight")
	x.throwing(4) // without a1, which also touches b2
	x.do(ones(4))
	x.throwing(3)
}

func TestImpetusOfSupports(t *testing.T) {
	cite.Clauses(t, "imp-17.1k", "imp-12.2a")
	// a2 has stood in contact; it adds none. Had it come in with the charge it would.
	x := lay(t, "a1 FP 5 5 2 B at 51 40 0", "a2 FP 5 5 2 B at 43 44 0", "b1 FP 5 5 0 B at 50 44 180", far)
	x.do("activate a1", "charge b1")
	x.throwing(10) // 7 and half of 5
	x = lay(t, "a1 FP 5 5 2 B at 51 40 0", "a2 FP 5 5 2 B at 43 40 0", "b1 FP 5 5 0 B at 50 44 180", far)
	x.do("activate a1 a2", "charge b1")
	x.throwing(11) // 7 and half of 7
	// Nor do elephants that have stood in contact, though they need not charge; with contact made now they do.
	x = lay(t, "a1 FP 5 5 2 B at 51 40 0", "a2 El 8 4 4 C at 43 44 0", "b1 FP 5 5 0 B at 50 44 180", far)
	x.do("activate a1", "charge b1")
	x.throwing(9) // 7 and half of 4
	x = lay(t, "a1 FP 8 5 2 B at 53 38 0", "b1 FP 5 5 0 B at 50 44 180", "b2 El 8 4 4 C at 58 44 180", far)
	x.do("activate a1", "charge b1", ones(7))
	x.throwing(9) // 5 and half of 8
	// A support of the side that was charged did not charge.
	x = lay(t, "a1 FP 8 5 2 B at 53 38 0", "b1 FP 5 5 2 B at 50 44 180, disordered", "b2 FP 5 5 3 B at 58 44 180", far)
	x.do("activate a1", "charge b1", ones(7))
	x.throwing(7) // 4 and half of 5
}

func TestEveryTargetOfAGroupAnswers(t *testing.T) {
	cite.Clauses(t, "imp-Q4l", "imp-6.7o", "imp-10.3a", "imp-10.4a")
	lines := []string{"a1 CM 10 5 2 B at 50 40 0", "a2 CM 10 5 2 B at 58 40 0", "b1 FP 5 5 1 B at 50 45 180", "b2 CL 12 5 1 B at 58 45 180", far}
	// Both members touch at the same moment: the one who was not named answers the second.
	x := lay(t, lines...)
	x.do("activate a1 a2", "charge b1")
	x.wantListed("stand", "counter-charge")
	x.wantUnlisted("evade")
	x.do("stand")
	x.is("a2", "at 58 45 0")
	x.wantChoice("b")
	x.wantListed("stand", "counter-charge", "evade")
	x.is("b2", "free")
	x.do("stand")
	x.is("b2", "melee")
	x.wantListed("melee a1", "melee a2")
	// Each touches both, if only at a corner.
	if n := x.nContacts; n != 4 {
		t.Errorf("%d contacts, expected 4", n)
	}
	// He may evade, and is followed within the rest of the allowance.
	x = lay(t, lines[0], lines[1], "b1 FP 5 5 1 B at 49 45 180", "b2 CL 12 5 1 B at 59 45 180", far)
	x.do("activate a1 a2", "charge b1", "stand")
	y := *x.State
	x.do("evade", "stand")
	x.is("b2", "at 59 57 180", "free")
	x.allow("stop 0", "stop 5")
	x.refuse("imp-10.4h", "stop 5.1")
	x.do("stop 5")
	x.is("a1", "at 50 45 0", "melee")
	x.is("a2", "at 58 50 0", "free")
	x.wantDice(7)
	// He may counter-charge, which gives him his impetus.
	*x.State = y
	x.do("counter-charge", "roll 6", "melee a2", ones(7))
	x.wantDice(6)
	// His marker serves him as long as he has not been touched.
	x = lay(t, lines[0], lines[1], "b1 FP 5 5 1 B at 49 45 180", "b2 CL 12 5 1 B at 59 45 180, javelin, marked", far)
	x.do("activate a1 a2", "charge b1", "stand")
	x.wantListed("fire b2 a2")
	// Skirmishers who stand are dispersed, by whomever of the group.
	x = lay(t, lines[0], lines[1], "b1 FP 5 5 1 B at 49 45 180", "b2 S 8 3 0 B at 59 45 180", far)
	x.do("activate a1 a2", "charge b1", "stand", "stand")
	x.is("b2", "lost")
	x.do("stop 0")
	x.is("a2", "at 58 45 0", "free")
	// Three at once: the player chooses which of the other charges is answered first.
	x = lay(t, lines[0], lines[1], "a3 CM 10 5 2 B at 66 40 0", lines[2], lines[3], "b3 CL 12 5 1 B at 66 45 180", far)
	x.do("activate a1 a2 a3", "charge b1", "stand")
	x.wantListed("run a2 b2", "run a3 b3")
	x.wantUnlisted("decline")
	x.do("run a3 b3", "stand", "stand")
	x.wantListed("melee a1", "melee a2", "melee a3")
	// Who has dispersed the target goes on alone if the others cannot.
	x = lay(t, lines[0], lines[1], "b1 S 8 3 0 B at 50 45 180", "b2 FP 5 5 0 B at 58 45 180", "b3 FP 5 5 0 B at 46 49 180", far)
	x.do("activate a1 a2", "charge b1", "stand", "run-at b3")
	x.is("a1", "at 50 49 0", "melee")
	x.is("a2", "at 58 45 0", "melee")
}

// TestOneChargeIsOnePhase follows a charger that disperses its target and goes on.
func TestOneChargeIsOnePhase(t *testing.T) {
	cite.Clauses(t, "imp-10.5c", "imp-10.1g", "imp-Q4g")
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 S 8 3 0 B at 50 43 180", far)
	x.do("activate a1", "charge b1", "stand", "stop 8")
	if n := x.units[0].phases; n != 1 {
		t.Errorf("%d phases are counted", n)
	}
	// With an extension it has touched an enemy, and is not disordered.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 S 8 3 0 B at 50 43 180", far)
	x.do("activate a1", "charge b1 extended", "stand", "roll 4", "stop 14")
	x.is("a1", "at 50 54 0", "ordered")
}

func TestGroupsMelees(t *testing.T) {
	cite.Clauses(t, "imp-17.1n", "imp-Q4l", "imp-6.7o")
	// Two members strike two enemies: two melees, in the order that the player chooses.
	x := lay(t, "a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 4 1 B at 58 40 0", "b1 FP 5 5 0 B at 49 44 180", "b2 FP 5 5 0 B at 59 44 180", far)
	x.do("activate a1 a2", "charge b1")
	x.wantChoice("a")
	x.allow("melee a1", "melee a2")
	x.do("melee a2")
	x.throwing(5)
	x.do(ones(5), ones(5))
	x.throwing(6)
	x.do(ones(6), ones(5))
	x.is("a1", "melee")
	x.is("a2", "melee")
	// One member strikes; the other goes on straight ahead within the same allowance to strike its own enemy.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 4 1 B at 58 40 0", "b1 FP 5 5 0 B at 49 43 180", "b2 FP 5 5 0 B at 59 45 180", far)
	x.do("activate a1 a2", "charge b1")
	x.allow("decline")
	x.do("run a2 b2")
	x.is("a2", "at 58 45 0", "melee")
	x.allow("melee a1", "melee a2")
	// The extension of the group serves it too.
	x = lay(t, "a1 CM 10 5 1 B at 50 40 0", "a2 CM 10 4 1 B at 58 40 0", "b1 FP 5 5 0 B at 49 43 180", "b2 FP 5 5 0 B at 59 53 180", far)
	x.do("activate a1 a2", "charge b1 extended", "roll 3", "run a2 b2")
	x.is("a2", "at 58 53 0", "melee")
	// Beyond the allowance it cannot.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 4 1 B at 58 40 0", "b1 FP 5 5 0 B at 49 43 180", "b2 FP 5 5 0 B at 59 45.5 180", far)
	x.do("activate a1 a2", "charge b1")
	x.is("a2", "at 58 43 0", "free")
	x.throwing(6)
	// Two that strike the same enemy fight one melee, and the support starts none of its own.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 4 1 B at 58 40 0", "b1 FP 5 5 0 B at 55 44 180", far)
	x.do("activate a1 a2", "charge b1")
	if x.fight.mains[0] != x.u("a2") {
		t.Errorf("the main unit is %d, expected a2", x.fight.mains[0])
	}
	x.throwing(8) // 4 + 1 and half of 5 + 1
	x.do(ones(8), ones(5))
	if x.act.n != 0 {
		t.Errorf("asked is %s", x.promptKey())
	}
	// Both flanks are struck where the charge lands, not only the target's.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 4 1 B at 58 40 0", "b1 FP 5 5 0 B at 49 47 0", "b2 FP 5 5 0 B at 59 47 0", far)
	x.do("activate a1 a2", "charge b1")
	x.is("b1", "disordered")
	x.is("b2", "disordered")
	x.do("melee a2")
	x.throwing(7)
}
