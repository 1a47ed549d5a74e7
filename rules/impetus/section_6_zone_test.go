package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

// Sections 6.9 and 6.10: zones of control and uncontrolled moves.

func TestZone(t *testing.T) {
	cite.Clauses(t, "imp-6.9a", "imp-6.9b", "imp-6.9c", "imp-6.9j", "imp-20.1b")
	const mover = "a1 CL 12 3 1 B at 50 40 0"
	for _, w := range []struct {
		name, enemy string
		more        []string
		in          bool
	}{
		{"ahead, 4U", "b1 FP 5 5 1 B at 50 44 180", nil, true},
		{"ahead, 5U: the zone ends at the front", "b1 FP 5 5 1 B at 50 45 180", nil, false},
		{"ahead, just in", "b1 FP 5 5 1 B at 50 44.99 180", nil, true},
		{"as wide as the front", "b1 FP 5 5 1 B at 58 44 180", nil, false},
		{"a part of the base is enough", "b1 FP 5 5 1 B at 57.9 44 180", nil, true},
		{"it reaches ahead only", "b1 FP 5 5 1 B at 50 47 0", nil, false},
		{"Disordered", "b1 FP 5 5 1 B at 50 44 180, disordered", nil, false},
		{"in melee", "b1 FP 5 5 1 B at 50 44 180", []string{"a2 FP 5 5 1 B at 57 44 0"}, false},
		{"baggage", "b1 baggage at 50 44 180", nil, false},
		{"behind another base", "b1 FP 5 5 1 B at 50 44.9 180", []string{"a2 S 8 3 0 B at 50 42.5 0"}, false},
		{"behind a base that covers a part", "b1 FP 5 5 1 B at 50 44.9 180", []string{"a2 S 8 3 0 B at 45 42.5 0"}, true},
		{"behind impassable ground", "b1 FP 5 5 1 B at 50 44.9 180", []string{"impassable 40 41 60 41 60 43 40 43"}, false},
	} {
		t.Run(w.name, func(t *testing.T) {
			x := lay(t, append([]string{mover, w.enemy}, w.more...)...)
			u := x.u("a1")
			s := x.shape(u)
			if got := !x.zones(u, &s).Empty(); got != w.in {
				t.Errorf("in a zone: %t, expected %t", got, w.in)
			}
			if w.enemy == "b1 baggage at 50 44 180" {
				return // close to baggage the unit tests first
			}
			x.do("activate a1")
			if w.in {
				x.refuse("imp-6.9c", "wheel -10", "wheel 10", "sideways 1", "oblique 1 2")
				x.wantUnlisted("wheel -9", "sideways 3")
			} else {
				x.allow("wheel -1")
			}
		})
	}
}

func TestForwardInAZone(t *testing.T) {
	cite.Clauses(t, "imp-6.9d", "imp-6.9f", "imp-6.9g", "imp-6.9h", "imp-6.9i", "imp-6.9k", "imp-6.9m", "imp-R28", "imp-R29")
	// Towards the owner.
	x := alone(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 1 B at 53 44 180")
	x.allow("forward 3", "charge b1")
	x.do("forward 2")
	x.is("a1", "ordered")
	// Not towards him: he is ahead, but another is met first.
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 1 B at 47 44 180", "a2 S 8 3 0 B at 54 43.5 0")
	x.refuse("imp-6.9d", "forward 1", "charge b1")
	// The owner stands at an angle ahead and the way leads past him.
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 1 B at 57 43 270")
	x.refuse("imp-6.9d", "forward 1")
	x.wantUnlisted("forward 5", "forward 2.5")
	// The owner is not to its front: straight ahead, and Disordered at the end.
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 1 B at 57 36 270", "a2 FP 5 5 1 B at 20 20 0")
	x.do("forward 5")
	x.is("a1", "at 50 45 0", "disordered")
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0, disordered", "b1 FP 5 5 1 B at 57 36 270")
	x.do("proceed")
	x.refuse("imp-6.9d", "forward 5")
	// A charge out of a zone obeys the same rules.
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 1 B at 57 36 270", "b2 FP 5 5 0 B at 50 45 180, disordered")
	x.do("charge b2")
	x.is("a1", "at 50 45 0", "melee", "disordered")
	x.wantDice(5) // 5 + 1 - 1
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0, disordered", "b1 FP 5 5 1 B at 57 36 270", "b2 FP 5 5 0 B at 50 45 180, disordered")
	x.do("proceed")
	x.refuse("imp-6.9d", "charge b2")
	// In several zones it obeys one, the one without disorder.
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 1 B at 57 36 270", "b2 FP 5 5 0 B at 50 44 180")
	x.do("forward 2")
	x.is("a1", "ordered")
	// Who enters a zone may go on in that phase, past its owner too.
	x = alone(t, "a1 CM 10 5 1 B at 50 40 0", "b1 FP 5 5 1 B at 58 51 225")
	x.do("forward 9.5")
	x.is("a1", "at 50 49.5 0", "ordered")
	x.do("decline") // who could charge it
	x.refuse("imp-6.9c", "wheel 10")
}

func TestUncontrolledMove(t *testing.T) {
	cite.Clauses(t, "imp-6.10a", "imp-6.10b", "imp-6.10c", "imp-6.10d", "imp-6.10e", "imp-6.10f", "imp-6.10g", "imp-6.10h", "imp-6.10k", "imp-R30", "imp-Q2d", "imp-D4o")
	const gauls = "a1 FL 8 4 3 C at 50 20 0, impetuous, javelin"
	// An enemy within 30U, and visible.
	for _, w := range []struct {
		name, enemy string
		more        []string
		due         bool
	}{
		{"30U ahead", "b1 FP 5 5 1 B at 50 50 180", nil, true},
		{"beyond", "b1 FP 5 5 1 B at 50 50.001 180", nil, false},
		{"behind", "b1 FP 5 5 1 B at 50 8 0", nil, true},
		{"hidden by a wood", "b1 FP 5 5 1 B at 50 45 180", []string{"wood 0 25 100 25 100 40 0 40"}, false},
		{"hidden by a base is no matter", "b1 FP 5 5 1 B at 50 45 180", []string{"a2 FP 5 5 1 B at 50 25 0", "a3 FP 5 5 1 B at 58 25 0", "a4 FP 5 5 1 B at 42 25 0"}, true},
		{"baggage", "b1 baggage at 50 40 180", nil, false},
	} {
		t.Run(w.name, func(t *testing.T) {
			x := lay(t, append([]string{gauls, w.enemy}, w.more...)...)
			if got := x.has(x.u("a1"), fActivated); got != w.due {
				t.Fatalf("activated without a question: %v, expected %v", got, w.due)
			}
			if w.due {
				return
			}
			x.allow("end")
			x.do("activate a1")
			x.wantUnlisted("rush 0")
			x.allow("pass")
		})
	}
	x := lay(t, "a1 FL 8 4 3 C at 50 20 0, impetuous disordered", "b1 FP 5 5 1 B at 50 40 180")
	x.allow("end")
	x.do("activate a1", "rally", "roll 6")
	x.wantListed("pass") // it was not due when the unit was chosen
	// Straight ahead, the full M.
	x = lay(t, gauls, "b1 FP 5 5 1 B at 60 45 180", "a2 FP 5 5 1 B at 20 20 0")
	x.refuse("imp-6.10b", "pass", "forward 4")
	x.do("rush 0")
	x.is("a1", "at 50 28 0", "ordered")
	// It may make further phases, with tests, and not fire.
	x.do("forward 4")
	x.wantDice(1)
	x.do("roll 6")
	x = lay(t, gauls, "b1 FP 5 5 1 B at 50 42 180")
	x.refuse("imp-6.10f", "fire a1 b1")
	// A further phase is tested for even if it is a charge.
	x = lay(t, gauls, "b1 FP 5 5 0 B at 50 34 180")
	x.do("charge b1")
	x.wantDice(1)
	x.do("roll 6")
	x.is("a1", "at 50 34 0", "melee")
	// The free turn: towards the nearest enemy, not further, and at most 45 degrees.
	x = lay(t, gauls, "b1 FP 5 5 1 B at 60 40 180")
	x.refuse("imp-6.10c", "rush -5", "rush 26.75")
	x.do("rush 26.5") // the bearing of (10, 20), to a quarter of a degree
	x.is("a1", "at 53.57 27.159 26.5")
	x = lay(t, gauls, "b1 FP 5 5 1 B at 70 18 180")
	x.refuse("imp-6.10c", "rush 45.25")
	x.allow("rush 45", "rush 0")
	// The nearest of two, of equals the one with the lower number.
	x = lay(t, gauls, "b1 FP 5 5 1 B at 60 40 180", "b2 FP 5 5 1 B at 40 40 180")
	x.allow("rush 20")
	x.refuse("imp-6.10c", "rush -20")
	x = lay(t, gauls, "b1 FP 5 5 1 B at 60 40 180", "b2 FP 5 5 1 B at 40 39 180")
	x.allow("rush -20")
	x.refuse("imp-6.10c", "rush 20")
	// To avoid difficult ground it may turn either way.
	x = lay(t, gauls, "b1 FP 5 5 1 B at 60 40 180", "marsh 48 25 52 25 52 30 48 30")
	x.allow("rush -45", "rush 45")
	// The turn ends where it overlaps nobody.
	x = lay(t, gauls, "b1 FP 5 5 1 B at 60 40 180", "a2 FP 5 5 1 B at 41.4 20 0")
	x.refuse("imp-D4o", "rush 20")
	// Friends that it cannot pass stop it in contact with them.
	x = lay(t, gauls, "b1 FP 5 5 1 B at 50 45 180", "a2 FP 5 5 1 B at 52 28 0")
	x.is("a1", "at 50 25 0")
	// It touches an enemy: a charge, which may be extended.
	x = lay(t, gauls, "b1 FP 5 5 0 B at 50 30 180")
	x.allow("rush 0 extended")
	x.do("rush 0")
	x.is("a1", "at 50 28 0", "free") // 10U away: not within M
	x = lay(t, gauls, "b1 FP 5 5 0 B at 50 30 180")
	x.do("rush 0 extended", "roll 3")
	x.is("a1", "at 50 30 0", "melee")
	x = lay(t, gauls, "b1 FP 5 5 0 B at 50 27 180")
	x.do("rush 0")
	x.is("a1", "at 50 27 0", "melee")
}

func TestUncontrolledGroupsAndZones(t *testing.T) {
	cite.Clauses(t, "imp-6.10i", "imp-6.10j")
	x := lay(t, "a1 FL 8 4 3 C at 50 20 0, impetuous", "a2 FL 6 4 3 C at 58 20 0, impetuous", "b1 FP 5 5 1 B at 70 40 180")
	x.do("activate a1 a2")
	x.is("a1", "at 50 26 0")
	x.is("a2", "at 58 26 0")
	// Inside a zone the turn may only be towards its owner.
	x = lay(t, "a1 FL 8 4 3 C at 50 40 0, impetuous", "b1 FP 5 5 0 B at 55.5 44.5 180", "b2 S 8 3 0 B at 41.5 42 0, disordered")
	x.refuse("imp-6.10c", "rush -10")
	x.allow("rush 10", "rush 0")
	// The zone also binds the move itself: not straight at its owner, nor at one who is not ahead, it stays.
	x = lay(t, "a1 FL 8 4 3 C at 50 40 0, impetuous", "b1 FP 5 5 1 B at 57 43 270")
	x.do("rush 0")
	x.is("a1", "at 50 40 0", "ordered")
}
