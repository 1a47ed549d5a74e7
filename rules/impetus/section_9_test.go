package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

// Section 9: opportunity and reactions.

func TestPlacingOnOpportunity(t *testing.T) {
	cite.Clauses(t, "imp-9.1b", "imp-9.1c", "imp-9.1d", "imp-5.2b", "imp-20.1d")
	x := lay(t, "a1 FP 5 5 1 B at 50 20 0, javelin", "a2 FP 5 5 1 B at 90 20 0", "b1 FP 5 5 1 B at 50 32 180")
	x.do("activate a1", "opportunity", "roll 4")
	x.is("a1", "marked")
	x.allow("activate a2") // it was the only action: the activation has ended
	x.refuse("imp-2.2b", "activate a1")
	// Not after anything else.
	x = alone(t, "a1 FP 5 5 1 B at 50 20 0, javelin")
	x.do("forward 1")
	x.refuse("imp-9.1c", "opportunity")
	x = alone(t, "a1 FP 5 5 1 B at 50 20 0, javelin", "b1 FP 5 5 1 B at 50 32 180")
	x.do("fire a1 b1", "throw 1 1 1 1")
	x.refuse("imp-9.1c", "opportunity")
	// A first-try rally may come before it; a Disordered unit cannot be placed.
	x = alone(t, "a1 FP 5 5 1 B at 50 20 0, disordered")
	x.do("rally", "roll 6", "opportunity", "roll 6")
	x.is("a1", "marked")
	x = alone(t, "a1 FP 5 5 1 B at 50 20 0, disordered")
	x.do("proceed")
	x.refuse("imp-9.1d", "opportunity")
	// In melee neither.
	x = alone(t, "a1 FP 5 5 1 B at 50 20 0", "b1 FP 5 5 1 B at 50 20 180")
	x.refuse("imp-2.2g", "opportunity")
	// Who has fired in reaction this turn may still be placed in its own activation.
	x = lay(t, "a1 S 8 3 0 B at 50 20 0", "b1 T 6 5 0 B at 50 38 180, crossbow_A, marked", "b2 FP 5 5 1 B at 150 110 180")
	x.do("activate a1", "forward 4", "fire b1 a1", "throw 1 1 1")
	x.lead(1, 1)
	x.do("activate b1")
	x.refuse("imp-2.2i", "fire b1 a1")
	x.do("opportunity", "roll 6")
	x.is("b1", "marked")
}

func TestTheMarker(t *testing.T) {
	cite.Clauses(t, "imp-9.1a", "imp-9.1e", "imp-9.1f", "imp-2.3c", "imp-Q2a")
	lines := []string{"a1 T 6 5 0 B at 50 40 0, crossbow_A", "a2 CM 10 5 2 B at 80 40 0", "b1 T 6 5 0 B at 50 50 180, crossbow_A, marked", "b2 FP 5 5 0 B at 80 49 180, marked", "b3 FP 5 5 0 B at 120 49 180, marked"}
	// It stays from turn to turn.
	x := lay(t, lines...)
	x.do("end")
	x.nextTurn(0, 1)
	x.is("b1", "marked")
	// It is lost in disorder,
	x.do("activate a1", "fire a1 b1", "throw 6 1 1 1 1", "roll 2")
	x.is("b1", "disordered")
	if x.has(x.u("b1"), fMarked) {
		t.Error("the marker survives disorder")
	}
	// in melee,
	x = lay(t, lines...)
	x.do("activate a2", "charge b2")
	x.is("b2", "melee")
	if x.has(x.u("b2"), fMarked) {
		t.Error("the marker survives a melee")
	}
	// when the unit is activated,
	x = lay(t, lines...)
	x.lead(1, 1)
	x.do("activate b3")
	if x.has(x.u("b3"), fMarked) {
		t.Error("the marker survives the unit's activation")
	}
	// and when it is used.
	x = lay(t, lines...)
	x.do("activate a1", "forward 1")
	x.wantChoice("b")
	x.do("fire b1 a1", "throw 1 1 1 1 1")
	if x.has(x.u("b1"), fMarked) {
		t.Error("the marker survives its use")
	}
}

func TestOpportunityFire(t *testing.T) {
	cite.Clauses(t, "imp-9.2a", "imp-9.2b", "imp-9.2c", "imp-9.2e", "imp-9.4b", "imp-9.4e", "imp-2.2i", "imp-R44", "imp-R39", "imp-Q5b", "imp-Q6a", "imp-Q6b")
	const archers = "b1 T 6 5 0 B at 50 52 180, crossbow_A, marked"
	// After a phase, where the mover has ended.
	x := lay(t, "a1 FP 5 5 1 B at 50 36 0", archers)
	x.do("activate a1", "forward 1")
	x.wantListed("fire b1 a1", "decline")
	x.do("fire b1 a1")
	x.wantDice(5) // 15U
	x.do("throw 6 1 1 1 1", "roll 2")
	x.is("a1", "disordered", "at 50 37 0")
	x.ended("a1")
	// After a shot, also of another at somebody else: priorities hold for reactions too.
	x = lay(t, "a1 T 6 5 0 B at 50 40 0, crossbow_A", archers)
	x.do("activate a1", "fire a1 b1", "throw 1 1 1 1 1")
	x.wantChoice("b")
	x.do("fire b1 a1", "throw 6 1 1 1 1", "roll 2")
	x.is("a1", "disordered")
	// The shot in reaction opens no reaction, though a marked unit sees it.
	x = lay(t, "a1 T 6 5 0 B at 50 40 0, crossbow_A", "a2 T 6 5 0 B at 58 40 0, crossbow_A, marked", archers)
	x.do("activate a1", "fire a1 b1", "throw 1 1 1 1 1", "fire b1 a1", "throw 1 1 1 1 1")
	x.wantChoice("a")
	x.wantUnlisted("fire a2 b1")
	// After the declaration of a charge, before the charger moves.
	x = lay(t, "a1 CM 10 5 2 B at 50 42 0", archers)
	x.do("activate a1", "charge b1")
	x.wantListed("fire b1 a1")
	x.do("fire b1 a1")
	x.wantDice(5 + 2) // 10U
	x.do("throw 6 1 1 1 1 1 1", "roll 2")
	x.is("a1", "melee", "disordered", "at 50 52 0")
	// Not without a marker, at others, or a second time.
	x = lay(t, "a1 FP 5 5 1 B at 50 36 0", "a2 FP 5 5 1 B at 58 34 0", archers, "b2 T 6 5 0 B at 42 52 180, crossbow_A")
	x.do("activate a1", "forward 1")
	x.refuse("imp-9.2a", "fire b2 a1", "fire b1 a2")
	// Who fired in its own activation this turn has no shot left.
	x = lay(t, "a1 FP 5 5 1 B at 50 36 0", archers)
	x.set(x.u("b1"), fFired)
	x.do("activate a1", "forward 1")
	x.wantChoice("a")
	// He reacted, and may be activated with his own Command.
	x = lay(t, "a1 FP 5 5 1 B at 50 36 0", archers)
	x.do("activate a1", "forward 1", "fire b1 a1", "throw 1 1 1 1 1", "pass")
	x.lead(1, 1)
	x.allow("activate b1")
	// None is a choice.
	x = lay(t, "a1 FP 5 5 1 B at 50 36 0", archers)
	x.do("activate a1", "forward 1", "decline")
	x.is("b1", "marked")
	x.wantChoice("a")
}

func TestOpportunityCharge(t *testing.T) {
	cite.Clauses(t, "imp-9.2d", "imp-9.4a", "imp-9.4b", "imp-9.4d", "imp-R44", "imp-Q6c")
	x := lay(t, "a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 5 1 B at 90 40 0", "b1 CM 10 5 3 B at 50 50 180, marked")
	x.do("activate a1", "forward 1")
	x.wantListed("intercept b1 a1", "intercept b1 a1 extended", "decline")
	x.do("intercept b1 a1")
	// No counter-charge; it strikes with its impetus, and is the attacking side.
	x.is("b1", "at 50 41 180", "melee")
	x.wantDice(5 + 3)
	x.do("throw 1 1 1 1 1 1 1 1", "throw 1 1 1 1 1", "roll 1")
	// The activation of a1 is over.
	x.refuse("imp-2.2b", "activate a1")
	x.allow("activate a2")
	// A target that may evade does.
	x = lay(t, "a1 S 8 3 0 B at 50 40 0", "b1 CM 10 5 3 B at 50 50 180, marked")
	x.do("activate a1", "forward 1", "intercept b1 a1")
	x.wantListed("stand", "evade")
	x.refuse("imp-10.3b", "counter-charge")
	x.do("evade")
	x.is("a1", "at 50 33 0")
	// I of 1 or more, and a marker.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 T 6 5 0 B at 50 50 180, marked", "b2 CM 10 5 2 B at 80 60 180")
	x.do("activate a1", "forward 1")
	x.wantChoice("a")
	// Light cavalry, which charges the Disordered without impetus, needs it here.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0, disordered", "a2 FP 5 5 1 B at 90 40 0", "b1 CL 12 5 0 B at 50 50 180, marked")
	x.do("activate a1", "proceed", "forward 1")
	x.wantChoice("a")
	// It becomes Disordered if it has to leave a zone whose owner is not ahead (6.9f).
	x = lay(t, "a1 FP 5 5 1 B at 50 37 0", "a2 FP 5 5 1 B at 43 53 90", "b1 CM 10 5 3 B at 50 48 180, marked")
	x.do("activate a1", "forward 1", "intercept b1 a1")
	x.is("b1", "disordered", "melee")
	// With an extension, which is rolled.
	x = lay(t, "a1 FP 5 5 1 B at 50 34 0", "b1 CM 10 5 3 B at 50 50 180, marked")
	x.do("activate a1", "forward 1")
	x.refuse("imp-10.1e", "intercept b1 a1")
	x.do("intercept b1 a1 extended", "roll 6")
	x.is("b1", "melee")
	// Only after a phase.
	x = lay(t, "a1 T 6 5 0 B at 50 40 0, crossbow_A", "b1 CM 10 5 3 B at 50 50 180, marked")
	x.do("activate a1", "fire a1 b1", "throw 1 1 1 1 1 1 1")
	x.wantChoice("a")
}

func TestZoneCharge(t *testing.T) {
	cite.Clauses(t, "imp-9.3a", "imp-9.3b", "imp-9.3c", "imp-9.3g", "imp-9.3h", "imp-9.4a", "imp-9.4d", "imp-2.3c", "imp-R43", "imp-Q6b", "imp-Q6c")
	lines := []string{"a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 5 1 B at 90 40 0", "b1 CM 10 5 3 B at 50 48 180"}
	x := lay(t, lines...)
	x.do("activate a1", "forward 4")
	x.wantListed("intercept b1 a1", "decline")
	x.wantUnlisted("intercept b1 a1 extended")
	x.refuse("imp-2.2a", "intercept a2 a1") // only the enemy reacts
	x.refuse("imp-9.2a", "intercept b1 a2")
	x.do("intercept b1 a1")
	x.is("b1", "at 50 44 180", "melee")
	x.wantDice(5 + 3)
	x.do("throw 1 1 1 1 1 1 1 1", "throw 1 1 1 1 1", "roll 1")
	x.refuse("imp-2.2b", "activate a1")
	// Once a turn.
	x = lay(t, "a1 S 8 3 0 B at 50 40 0", "a2 FP 5 5 1 B at 50 35 0", "a3 FP 5 5 1 B at 90 40 0", "b1 CM 10 5 3 B at 50 48 180")
	x.do("activate a1", "forward 4", "intercept b1 a1", "stop 4")
	x.is("a1", "lost")
	x.is("b1", "at 50 44 180", "free")
	x.do("activate a2", "forward 5")
	x.wantChoice("a")
	x = lay(t, lines...)
	x.set(x.u("b1"), fZoneCharged)
	x.nextTurn(0, 1)
	x.do("activate a1", "forward 4")
	x.wantListed("intercept b1 a1")
	// Out of a zone whose owner is not ahead of it, it becomes Disordered (6.9f).
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0, disordered", "a2 FP 5 5 1 B at 43 53 90", "b1 CM 10 5 3 B at 50 48 180")
	x.do("activate a1", "proceed", "forward 4", "intercept b1 a1")
	x.is("b1", "disordered", "melee")
	// Who was in the zone before has not entered it.
	x = lay(t, "a1 FP 5 5 1 B at 50 43.5 0", "b1 CM 10 5 3 B at 50 48 180")
	x.do("activate a1", "forward 1")
	x.wantChoice("a")
	// Not out of melee, not in disorder, not without the right to charge.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 0 B at 50 48 180")
	x.do("activate a1", "forward 4")
	x.wantChoice("a")
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 CM 10 5 3 B at 50 48 180, disordered")
	x.do("activate a1", "forward 4")
	x.wantChoice("a")
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 5 1 B at 58 48 0", "b1 CM 10 5 3 B at 50 48 180")
	x.is("b1", "melee")
	x.do("activate a1", "forward 4")
	x.wantChoice("a")
	// The intruder must be the first base it would meet, within its M: another stands before a1.
	x = lay(t, "a1 FP 5 5 1 B at 56 40 0", "a2 S 8 3 0 B at 47 44.5 0", "b1 CM 10 5 3 B at 50 48 180")
	x.do("activate a1", "forward 4")
	x.wantChoice("a")
	// A wheel into the zone counts as well, a charge does not.
	x = lay(t, "a1 CL 12 5 1 B at 50 40 0", "b1 CM 10 5 3 B at 50 47 180")
	x.do("activate a1", "wheel 45")
	x.wantListed("intercept b1 a1")
	x = lay(t, "a1 CM 10 5 1 B at 50 40 0", "b1 CM 10 5 3 B at 50 48 180")
	x.do("activate a1", "charge b1")
	x.wantUnlisted("intercept b1 a1")
	x.wantListed("stand", "counter-charge")
	// Nor does an evade, nor the charger's run after one.
	x = lay(t, "a1 CM 10 5 1 B at 50 40 0", "b1 S 8 3 0 B at 57.5 45 180", "b2 CM 10 5 3 B at 46 53 180, commander")
	x.do("activate a1", "charge b1", "evade", "stand")
	x.do("stop 9")
	x.wantChoice("a")
	x.is("a1", "at 50 49 0")
	// A charge in reaction obeys the zones it starts in: b1 stands in that of a2, which is ahead and not first, and a1 has none.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0, disordered", "a2 FP 5 5 1 B at 43 46 90", "b1 CM 10 5 3 B at 50 48 180")
	x.do("activate a1", "proceed", "forward 3.9")
	x.wantChoice("a")
}

func TestE25(t *testing.T) {
	cite.Clauses(t, "imp-E25", "imp-9.3d", "imp-9.3e", "imp-9.3f", "imp-9.4b", "imp-Q6c")
	x := lay(t, "a1 S 8 2 0 B at 50 42 0, crossbow_B", "b1 CP 8 7 4 A at 50 48 180", "a2 FP 5 5 1 B at 20 20 0")
	x.do("activate a1", "forward 2", "intercept b1 a1")
	x.wantChoice("a")
	x.wantListed("fire a1 b1", "decline")
	x.do("fire a1 b1")
	x.wantDice(4)
	x.do("throw 2 3 5 5", "roll 4")
	x.is("b1", "disordered", "vbu 7")
	x.is("a1", "lost") // dispersed, without an evasion
	// It may hold its fire; having fired already it may not fire.
	x = lay(t, "a1 FP 5 5 0 B at 50 42 0, javelin", "b1 CP 8 7 4 A at 50 48 180")
	x.do("activate a1", "forward 2", "intercept b1 a1", "decline")
	x.is("a1", "melee")
	x = lay(t, "a1 FP 5 5 0 B at 50 42 0, javelin", "b1 CP 8 7 4 A at 50 48 180")
	x.do("activate a1", "fire a1 b1", "throw 1 1 1 1 1", "forward 2", "intercept b1 a1")
	x.is("a1", "melee")
	// If its fire routs the charger it has fired after moving: it moves no more.
	x = lay(t, "a1 FP 5 5 0 B at 50 42 0, javelin", "b1 CP 8 1 4 A at 50 48 180", "b2 FP 5 5 1 B at 150 110 180")
	x.do("activate a1", "forward 2", "intercept b1 a1", "fire a1 b1", "throw 6 6 1 1 1 1 1", "roll 6")
	x.is("b1", "lost")
	x.ended("a1")
	x.mayNotShoot("imp-2.2i", "a1", "b2")
}

func TestSeveralReactions(t *testing.T) {
	cite.Clauses(t, "imp-9.4c", "imp-Q6a", "imp-Q6d")
	// Two archers react to one move, in the order of their player's choice.
	x := lay(t, "a1 FP 5 5 1 B at 50 30 0", "b1 T 6 5 0 B at 46 44 180, crossbow_A, marked", "b2 T 6 5 0 B at 54 44 180, crossbow_A, marked")
	x.do("activate a1", "forward 1")
	x.wantListed("fire b1 a1", "fire b2 a1")
	x.do("fire b2 a1", "throw 1 1 1 1 1")
	x.wantListed("fire b1 a1")
	x.wantUnlisted("fire b2 a1")
	x.do("fire b1 a1", "throw 1 1 1 1 1")
	x.wantChoice("a")
	// Who is routed is reacted to no more.
	x = lay(t, "a1 FP 5 1 1 B at 50 30 0", "a2 FP 5 5 1 B at 90 30 0", "b1 T 6 5 0 B at 46 44 180, crossbow_A, marked", "b2 T 6 5 0 B at 54 44 180, crossbow_A, marked")
	x.do("activate a1", "forward 1", "fire b2 a1", "throw 6 6 1 1 1", "roll 6")
	x.is("a1", "lost")
	x.wantChoice("a")
	// Each member of a group that moved can be reacted to.
	x = lay(t, "a1 FP 5 5 1 B at 50 30 0", "a2 FP 5 5 1 B at 58 30 0", "b1 T 6 5 0 B at 54 44 180, crossbow_A, marked")
	x.do("activate a1 a2", "forward 1")
	x.wantListed("fire b1 a1", "fire b1 a2")
	x.do("fire b1 a2", "throw 1 1 1 1 1")
	x.wantChoice("a")
	// If a charge in reaction leaves one of them in melee, he has ended his activation; the other may still fire.
	x = lay(t, "a1 T 6 5 0 B at 50 40 0, crossbow_A", "a2 T 6 5 0 B at 58 40 0, crossbow_A", "b1 CM 10 5 3 B at 61 48 180", "b2 FP 5 5 1 B at 46 52 180")
	x.do("activate a1 a2", "forward 4", "intercept b1 a2", "decline", "throw 1 1 1 1 1 1 1 1", "throw 1 1 1 1 1", "roll 1")
	x.wantChoice("a")
	x.refuse("imp-2.2a", "fire a2 b2")
	x.allow("fire a1 b2", "pass")
	x.refuse("imp-6.1e", "forward 1")
}
