package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

// pursuing lays out a1, which has beaten b1, at the moment of its pursuit; b1 has gone back as the die says.
func pursuing(t *testing.T, a, b, die string, more ...string) *scene {
	t.Helper()
	x := lay(t, append([]string{"a1 " + at(a, "50 40 0"), "b1 " + at(b, "50 40 180"), far}, more...)...)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6 5 5")
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
	x = lay(t, "a1 CP 8 3 2 B at 50 40 0", "a2 FP 5 5 0 B at 55 45 0", "b1 FP 5 5 0 B at 50 40 180, vbu 1", far)
	x.contactOf(0, 2).fought = true
	x.do("activate a1", "fight", "throw 6 5 5", "throw 1", "roll 6", "roll 6")
	x.is("a1", "at 50 42 0")
	x = lay(t, "a1 CP 8 3 2 B at 50 117 0", "b1 FP 5 5 0 B at 50 117 180, vbu 1", far)
	x.do("activate a1", "fight", "throw 6 5 5", "throw 1", "roll 6", "roll 6")
	x.is("a1", "at 50 120 0", "there")
	// Ground disorders a pursuer; the pursuit itself does not.
	x = pursuing(t, "CM 10 3 2 B", "CP 8 5 0 B", "roll 6", "broken 40 41 60 41 60 43 40 43")
	x.do("pursue", "roll 2")
	x.is("a1", "at 50 42 0", "disordered")
}

func TestPursuersTurn(t *testing.T) {
	cite.Clauses(t, "imp-16.1h", "imp-16.1i", "imp-R81")
	// b1 goes back to the north-east; a1, heading north, turns to follow.
	x := lay(t, "a1 CP 8 3 2 B at 50 40 0", "b1 CP 8 5 0 B at 50 40 210", far)
	if x.contactOf(0, 1) == nil {
		x = lay(t, "a1 CP 8 3 2 B at 50 40 0", "b1 CP 8 5 0 B at 51 42 210", far)
	}
	if x.contactOf(0, 1) == nil {
		x.joinContact(0, 1)
	}
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6 5 5", ones(5), "roll 6", "roll 6", "roll 1")
	if h := x.units[0].H; h != 120 {
		t.Errorf("the pursuer heads %d, expected 120 quarter degrees", h)
	}
	// At most 45 degrees, after a charge on the flank.
	x = lay(t, "a1 CP 8 5 2 B at 62 45 270", "b1 FP 5 6 1 B at 50 50 0, schiltron", far)
	x.do("activate a1", "charge b1", "stand")
	x.do("throw 6 1 1 1 1", ones(x.due().n), "roll 6", "roll 6", "roll 1")
	if h := x.units[0].H; h != 900 {
		t.Errorf("the pursuer heads %d, expected 225 degrees", h/4)
	}
	// It is left out where the turned base would overlap another.
	x = lay(t, "a1 CP 8 5 2 B at 62 45 270", "a2 FP 5 5 1 B at 59 41 0", "b1 FP 5 6 1 B at 50 50 0, schiltron", far)
	x.do("activate a1", "charge b1", "stand")
	x.do("throw 6 1 1 1 1", ones(x.due().n), "roll 6", "roll 6", "roll 1")
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
	x.is("a1", "vbu 0", "lost")
	if x.act.n != 0 {
		t.Errorf("asked is %s", x.promptKey())
	}
	// One that was struck on its flank is caught on its front.
	x = lay(t, "a1 CP 8 5 2 B at 62 45 270", "b1 CM 10 9 1 B at 50 50 0", far)
	x.do("activate a1", "charge b1")
	x.is("b1", "disordered")
	if !x.flanked(x.u("b1")) {
		t.Fatal("it was struck on the flank")
	}
	x = lay(t, "a1 CP 8 5 2 B at 54.005 47 270", "b1 FP 5 9 1 B at 50 50 0", far)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6 1 1 1 1", ones(9), "roll 6", "roll 1", "roll 6")
	if x.contactOf(0, 1) != nil && (x.flanked(1) || x.disordered(0)) {
		t.Error("it is caught on its front")
	}
}

func TestPursuerMeetsAnother(t *testing.T) {
	cite.Clauses(t, "imp-16.1k")
	// He has charged: no counter-charge, on his flank if it lands there, and light horse may evade.
	x := lay(t, "a1 CP 8 3 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 40 180, vbu 1", "b2 CM 10 5 3 B at 50 45 180", far)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6 5 5", "throw 1", "roll 6", "roll 6")
	x.is("b2", "melee", "ordered")
	x.throwing(5)
	x = lay(t, "a1 CP 8 3 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 40 180, vbu 1", "b2 FP 5 5 0 B at 50 48 0", far)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6 5 5", "throw 1", "roll 6", "roll 6")
	x.is("b2", "melee", "disordered")
	x.throwing(7)
	x = lay(t, "a1 CP 8 3 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 40 180, vbu 1", "b2 CL 12 5 3 B at 50 45 180", far)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6 5 5", "throw 1", "roll 6", "roll 6")
	x.wantChoice("b")
	x.refuse("imp-10.3b", "counter-charge")
	x.do("evade")
	x.is("b2", "at 50 57 180", "free")
}
