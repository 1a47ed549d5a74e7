package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

// Sections 6.1 to 6.6: the phases of a single unit.

// alone lays out a unit far from an enemy and activates it.
func alone(t *testing.T, unit string, more ...string) *scene {
	t.Helper()
	x := lay(t, append([]string{unit, "b9 FP 5 5 1 B at 170 110 180"}, more...)...)
	x.do("activate a1")
	return x
}

func TestForward(t *testing.T) {
	cite.Clauses(t, "imp-6.1g", "imp-6.1h", "imp-6.1j", "imp-6.1k", "imp-6.2a", "imp-6.2b", "imp-6.2c")
	x := alone(t, "a1 FP 5 5 1 B at 50 40 90")
	x.refuse("imp-6.1h", "forward 0", "forward -1")
	x.refuse("imp-6.2a", "forward 5.001")
	x.do("forward 5")
	x.is("a1", "at 55 40 90")
	// The edge of the table.
	x = alone(t, "a1 FP 5 5 1 B at 50 118 0")
	x.allow("forward 2")
	x.refuse("imp-6.1j", "forward 2.001")
	// A plain move stops 1U before the point where it would touch an enemy, whatever part of him.
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 1 B at 53 44 180")
	x.allow("forward 3")
	x.refuse("imp-6.2c", "forward 3.001", "forward 5")
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 1 B at 53 41 180")
	x.refuse("imp-6.2c", "forward 0.001")
	x.allow("charge b1")
	// No unit passes through an enemy.
	x = alone(t, "a1 S 12 3 0 B at 50 40 0", "b1 S 8 2 0 B at 50 44 180")
	x.refuse("imp-6.2c", "forward 12")
	// One that it slides past does not stop it, but it may not end beside him in contact.
	x = alone(t, "a1 CL 12 3 1 B at 50 40 0", "b1 FP 5 5 1 B at 58 47 0, disordered")
	x.allow("forward 3.99")
	x.refuse("imp-6.1i", "forward 4", "forward 12")
	// A friend that it could not end on.
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 5 1 B at 55 46 0")
	x.allow("forward 3")
	x.refuse("imp-6.8e", "forward 3.001")
}

func TestWheel(t *testing.T) {
	cite.Clauses(t, "imp-6.3a", "imp-6.3b", "imp-6.3c", "imp-6.3d", "imp-6.3e", "imp-6.3f", "imp-6.3g", "imp-R21", "imp-6.1i")
	// One front corner stays where it is, and the unit turns forwards.
	x := alone(t, "a1 FP 5 5 1 B at 10 20 0")
	x.do("wheel 22.5")
	x.is("a1", "at 10.304 21.531 22.5")
	x.do("wheel 5") // a whole phase: the next needs a test
	x.wantDice(1)
	x = alone(t, "a1 FP 5 5 1 B at 10 20 0")
	x.do("wheel -22.5")
	x.is("a1", "at 9.696 21.531 337.5")
	// The arc of the moving corner is within M.
	for _, w := range []struct{ unit, legal, refused, clause string }{
		{"W 3 5 0 B", "21.25", "21.5", "imp-6.2a"},
		{"FP 5 5 1 B", "35.75", "36", "imp-6.2a"},
		{"T 6 5 1 B", "42.75", "43", "imp-6.2a"},
		{"S 8 5 1 B", "57.25", "57.5", "imp-6.2a"},
		{"FL 8 5 1 B", "45", "45.25", "imp-6.3c"},
		{"CL 14 5 1 B", "90", "90.25", "imp-6.3c"},
		{"CGL 14 5 1 B", "90", "90.25", "imp-6.3c"},
		{"S 14 5 1 B", "90", "90.25", "imp-6.3c"},
		{"CM 14 5 1 B", "45", "45.25", "imp-6.3c"},
		{"CP 14 5 1 B", "45", "45.25", "imp-6.3c"},
	} {
		x := alone(t, "a1 "+w.unit+" at 50 40 0")
		x.allow("wheel "+w.legal, "wheel -"+w.legal)
		x.refuse(w.clause, "wheel "+w.refused, "wheel -"+w.refused)
	}
	x = alone(t, "a1 CL 14 5 1 B at 50 40 0, rows 2")
	x.refuse("imp-6.3c", "wheel 45.25")
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0, disordered")
	x.do("proceed")
	x.allow("wheel 20")
	x.refuse("imp-6.1h", "wheel 0")
	// It may not touch an enemy, neither at the end nor on the way.
	x = alone(t, "a1 CL 14 5 1 B at 50 60 0", "b1 FP 5 5 1 B at 47 65 0, disordered") // its rear is 2U ahead of the left corner
	x.refuse("imp-6.1i", "wheel 30", "wheel 90")
	x.allow("wheel -20", "wheel 10")
	// Friends count at the end only, and the edge of the table too.
	x = alone(t, "a1 CL 14 5 1 B at 50 60 0", "a2 FP 5 5 1 B at 43 67 0")
	x.refuse("imp-6.1j", "wheel 45")
	x.allow("wheel 90")
	x = alone(t, "a1 CL 14 5 1 B at 50 112.5 0")
	x.refuse("imp-6.1j", "wheel 80")
	x.allow("wheel 60")
	x = alone(t, "a1 CL 14 5 1 B at 4.5 60 0")
	x.refuse("imp-6.1j", "wheel 30")
	// The rear corner swings out over the edge of the table and comes in again.
	x.allow("wheel 90")
	x = alone(t, "a1 FP 5 5 1 B at 50 60 0", "a2 FP 5 5 1 B at 42 60 0")
	x.refuse("imp-6.1j", "wheel 9")
	x.allow("wheel -9")
}

func TestObliqueAndSideways(t *testing.T) {
	cite.Clauses(t, "imp-6.4a", "imp-6.4b", "imp-6.4c", "imp-6.4d", "imp-6.4e", "imp-R22", "imp-R23", "imp-Q3c")
	x := alone(t, "a1 FP 5 5 1 B at 50 40 0")
	x.allow("oblique 3.5 3.5", "oblique -3 4", "sideways 2.5", "sideways -2.5")
	x.refuse("imp-6.4c", "oblique 3.5 3.499")
	x.refuse("imp-6.2a", "oblique 3 4.001", "sideways 2.501", "sideways -2.501")
	x.refuse("imp-6.1h", "oblique 1 -2", "sideways 0")
	x.do("oblique -3 4")
	x.is("a1", "at 47 44 0", "disordered")
	x = alone(t, "a1 CM 10 5 1 B at 50 40 90")
	x.do("sideways 5") // to the right of one who faces east
	x.is("a1", "at 50 35 90", "disordered")
	for _, unit := range []string{"S 8 3 0 B", "CL 12 3 0 B"} {
		x = alone(t, "a1 "+unit+" at 50 40 0")
		x.do("oblique 2 3")
		x.is("a1", "at 52 43 0", "ordered")
		x = alone(t, "a1 "+unit+" at 50 40 0")
		x.do("sideways -4")
		x.is("a1", "at 46 40 0", "ordered")
	}
	x = alone(t, "a1 S 8 3 0 B at 50 40 0, disordered")
	x.do("proceed")
	x.refuse("imp-6.4a", "oblique 1 2", "sideways 1")
	x.wantUnlisted("sideways 4", "oblique 2.666 5.333")
	// No contact with enemies, on the way or at the end; no passing through friends.
	x = alone(t, "a1 S 8 3 0 B at 50 40 0", "b1 FP 5 5 1 B at 60 40 0, disordered", "a2 FP 5 5 1 B at 40 41 0")
	x.refuse("imp-6.1i", "sideways 2", "oblique 2 2")
	x.allow("sideways 1.9")
	x.allow("sideways -2")
	x.refuse("imp-6.1j", "sideways -2.1", "oblique -2.5 2.5")
	// Ground that disorders: no oblique move, but a sideways one; ground that does not is no matter.
	x = alone(t, "a1 CL 12 3 0 B at 50 40 0", "broken 51 43 70 43 70 60 51 60")
	x.refuse("imp-6.4e", "oblique 4 4")
	x.allow("oblique -4 4", "sideways 6")
	x = alone(t, "a1 FL 8 3 0 B at 50 40 0", "broken 51 43 70 43 70 60 51 60")
	x.allow("oblique 4 4")
}

func TestRearward(t *testing.T) {
	cite.Clauses(t, "imp-6.5a", "imp-6.5b", "imp-6.5c", "imp-6.5d", "imp-6.5e", "imp-6.5f", "imp-6.9e", "imp-R22")
	x := alone(t, "a1 FP 5 5 1 B at 50 40 0")
	x.refuse("imp-6.2a", "rearward 2.501")
	x.refuse("imp-6.1h", "rearward 0", "rearward -1")
	x.do("rearward 2.5")
	x.is("a1", "at 50 37.5 0", "disordered")
	for _, unit := range []string{"a1 S 8 3 0 B at 50 40 180", "a1 CL 8 3 0 B at 50 40 180"} {
		x = alone(t, unit)
		x.refuse("imp-6.2a", "rearward 8.001")
		x.do("rearward 8")
		x.is("a1", "at 50 48 180", "ordered")
		x = alone(t, unit+", disordered")
		x.do("proceed")
		x.allow("rearward 8")
	}
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0, disordered")
	x.do("proceed")
	x.refuse("imp-6.5c", "rearward 1")
	// Not into an enemy, nor off the table; out of a zone it may go.
	x = alone(t, "a1 S 8 3 0 B at 50 40 0", "b1 FP 5 5 1 B at 50 36 0, disordered")
	x.allow("rearward 1.9")
	x.refuse("imp-6.1i", "rearward 2", "rearward 8")
	x = alone(t, "a1 S 8 3 0 B at 50 9 0")
	x.refuse("imp-6.1j", "rearward 7.001")
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 1 B at 46 44 180")
	x.refuse("imp-6.9c", "sideways 1")
	x.allow("rearward 2.5")
	// Large Units may, Groups may not.
	x = alone(t, "a1 FL 8 4 1 B at 50 40 0, rows 2")
	x.allow("rearward 4")
	x = lay(t, "a1 S 8 3 0 B at 50 40 0", "a2 S 8 3 0 B at 58 40 0", "b1 FP 5 5 1 B at 150 110 180")
	x.do("activate a1 a2")
	x.refuse("imp-6.7f", "rearward 1", "sideways 1", "oblique 1 1", "about-face")
	x.wantUnlisted("rearward 4", "rearward 8", "about-face")
}

func TestAboutFace(t *testing.T) {
	cite.Clauses(t, "imp-6.6a", "imp-6.6b", "imp-6.6c", "imp-6.6d", "imp-6.6e", "imp-6.9l", "imp-5.2g", "imp-R24")
	x := alone(t, "a1 FP 5 5 1 B at 50 30 0")
	x.do("about-face", "roll 4")
	x.is("a1", "at 50 27 180", "disordered")
	x.ended("a1")
	for _, unit := range []string{"S 8 3 0 B", "CL 12 3 0 B"} {
		x = alone(t, "a1 "+unit+" at 50 30 0")
		x.do("about-face", "roll 4")
		x.is("a1", "ordered")
		x.ended("a1") // it uses up the movement
	}
	x = alone(t, "a1 S 8 3 0 B at 50 30 0, disordered")
	x.do("proceed")
	x.refuse("imp-6.6a", "about-face")
	x = alone(t, "a1 S 8 3 0 B at 50 30 0")
	x.do("forward 1")
	x.refuse("imp-6.6e", "about-face")
	// A rally is a phase.
	x = alone(t, "a1 S 8 3 0 B at 50 30 0, disordered")
	x.do("rally", "roll 6")
	x.refuse("imp-6.6e", "about-face")
	// Inside an enemy zone it is allowed.
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 1 B at 46 44 180")
	x.refuse("imp-6.9c", "wheel 10")
	x.allow("about-face")
	// A test that cannot be passed, and whose failure has no effect, is not offered.
	x = alone(t, "a1 FP 5 5 1 C at 50 60 0")
	x.allow("about-face") // 6
}
