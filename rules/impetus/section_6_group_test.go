package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

// Sections 6.7 and 6.8: groups, and passing through friends.

func TestFormingGroups(t *testing.T) {
	cite.Clauses(t, "imp-6.7a", "imp-6.7b", "imp-6.7c", "imp-6.7d", "imp-6.7e", "imp-6.7j", "imp-6.7l", "imp-6.7m", "imp-20.1d")
	for _, w := range []struct{ name, a, b, clause string }{
		{"in line", "FP 5 5 1 B at 50 40 0", "CM 10 5 1 B at 58 40 0", ""},
		{"in column", "FP 5 5 1 B at 50 40 0", "CM 10 5 1 B at 50 37 0", ""},
		{"in line, off by a hair", "FP 5 5 1 B at 50 40 0", "FP 5 5 1 B at 58.1 39.9 0", ""},
		{"in line, off by more", "FP 5 5 1 B at 50 40 0", "FP 5 5 1 B at 58 39.8 0", "imp-6.7d"},
		{"apart", "FP 5 5 1 B at 50 40 0", "FP 5 5 1 B at 59 40 0", "imp-6.7d"},
		{"sides together but not the front corners", "FP 5 5 1 B at 50 40 0", "CM 10 5 1 B at 58 43 0", "imp-6.7d"},
		{"behind but to the side", "FP 5 5 1 B at 50 40 0", "FP 5 5 1 B at 54 37 0", "imp-6.7d"},
		{"facing otherwise", "FP 5 5 1 B at 50 40 0", "FP 5 5 1 B at 58 37 180", "imp-6.7d"},
		{"another Command", "FP 5 5 1 B at 50 40 0", "FP 5 5 1 B at 58 40 0, command 2", ""},
		{"Disordered", "FP 5 5 1 B at 50 40 0", "FP 5 5 1 B at 58 40 0, disordered", "imp-6.7j"},
		{"scythed chariots", "FP 5 5 1 B at 50 40 0", "CF 10 4 5 B at 58 40 0", "imp-6.7m"},
		{"Impetuous with others", "FP 5 5 1 B at 50 40 0", "FP 5 5 1 B at 58 40 0, impetuous", "imp-6.7l"},
		{"Impetuous with their like", "FP 5 5 1 B at 50 40 0, impetuous", "FL 8 5 1 B at 58 40 0, impetuous", ""},
	} {
		t.Run(w.name, func(t *testing.T) {
			x := lay(t, "a1 "+w.a, "a2 "+w.b, "b1 FP 5 5 1 B at 150 110 180")
			switch {
			case w.name == "another Command":
				if _, err := x.b.Parse("activate a1 a2"); err == nil {
					t.Error("units of two Commands can be named together")
				}
				x.wantUnlisted("activate a1 a2")
			case w.clause != "":
				x.refuse(w.clause, "activate a1 a2")
				x.wantUnlisted("activate a1 a2")
			default:
				x.allow("activate a1 a2", "activate a1")
				x.wantListed("activate a1 a2")
				x.do("activate a1 a2", "pass")
				if x.ready(x.u("a1")) || x.ready(x.u("a2")) {
					t.Error("the units of a group do not count as activated together")
				}
			}
		})
	}
	// A group is any connected set: a1 and a3 are joined by a2 alone.
	x := lay(t, "a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 5 1 B at 58 40 0", "a3 FP 5 5 1 B at 58 37 0", "b1 FP 5 5 1 B at 150 110 180")
	x.allow("activate a1 a2 a3", "activate a2 a3", "activate a1 a2")
	x.refuse("imp-6.7d", "activate a1 a3")
	// In melee none is part of a group.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 5 1 B at 58 40 0", "b1 FP 5 5 1 B at 62 40 180")
	x.refuse("imp-2.2g", "activate a1 a2")
}

func TestMovingGroups(t *testing.T) {
	cite.Clauses(t, "imp-6.7f", "imp-6.7g", "imp-6.7h", "imp-6.7i", "imp-6.7k", "imp-6.7p", "imp-R25", "imp-6.3d", "imp-D7f")
	// As one rigid body at the lowest allowance.
	x := lay(t, "a1 CM 10 5 1 B at 50 40 0", "a2 FP 5 5 1 B at 58 40 0", "b1 FP 5 5 1 B at 150 110 180")
	x.do("activate a1 a2")
	x.refuse("imp-6.2a", "forward 5.001")
	x.refuse("imp-6.7f", "oblique 1 1", "sideways 1", "rearward 1", "about-face", "opportunity")
	x.do("forward 5")
	x.is("a1", "at 50 45 0")
	x.is("a2", "at 58 45 0")
	// A line wheels about its outer front corner; the arc is that of the far one (imp-D4r).
	pair := []string{"a1 FP 5 5 1 B at 10 20 0", "a2 FP 5 5 1 B at 18 20 0", "b1 FP 5 5 1 B at 150 110 180"}
	x = lay(t, pair...)
	x.do("activate a1 a2")
	x.refuse("imp-6.2a", "wheel 18")
	x.allow("wheel 17.75", "wheel -17.75")
	x.do("wheel 15")
	x.is("a1", "at 10.409 23.106 15")
	x.is("a2", "at 18.136 21.035 15")
	// To the left about the left end.
	x = lay(t, pair...)
	x.do("activate a1 a2", "wheel -15")
	x.is("a1", "at 9.864 21.035 345")
	x.is("a2", "at 17.591 23.106 345") // as the mirror of the wheel to the right, about x = 14
	// A nimble group is held to 45 degrees.
	x = lay(t, "a1 CL 14 5 1 B at 50 20 0", "a2 CL 14 5 1 B at 58 20 0", "b1 FP 5 5 1 B at 150 110 180")
	x.do("activate a1 a2")
	x.refuse("imp-6.3c", "wheel 45.25")
	x.allow("wheel 45")
	// The leader of a block may stand to the right of others: it still turns about the end of its whole front.
	x = lay(t, "a1 CL 14 5 1 B at 58 26 0", "a2 CL 14 5 1 B at 58 20 0", "a3 CL 14 5 1 B at 50 20 0", "b1 FP 5 5 1 B at 150 110 180")
	x.do("activate a1 a2 a3", "wheel -45")
	x.is("a1", "at 54.485 34.485 315") // 12U along the front from the corner (46, 26)
	x = lay(t, "a1 CL 14 5 1 B at 58 26 0", "a2 CL 14 5 1 B at 58 20 0", "a3 CL 14 5 1 B at 50 20 0", "b1 FP 5 5 1 B at 150 110 180")
	x.do("activate a1 a2 a3", "wheel 45")
	x.is("a1", "at 59.172 28.828 45")
	// A column wheels its head, and the others are placed straight behind it.
	x = lay(t, "a1 FP 8 5 1 B at 50 40 0", "a2 FP 8 5 1 B at 50 37 0", "b1 FP 5 5 1 B at 150 110 180")
	x.do("activate a1 a2", "wheel 22.5")
	x.is("a1", "at 50.304 41.531 22.5")
	x.is("a2", "at 49.156 38.759 22.5") // 3U behind a1, at right angles to its front
	// Nobody may shift by more than M: the tail of a long column swings too far.
	x = lay(t, "a1 CM 8 5 1 B at 50 60 0", "a2 CM 8 5 1 B at 50 54 0", "a3 CM 8 5 1 B at 50 48 0", "a4 CM 8 5 1 B at 50 42 0", "b1 FP 5 5 1 B at 150 110 180")
	x.do("activate a1 a2 a3 a4")
	x.refuse("imp-6.7i", "wheel 45", "wheel 25.25") // a4 by 8.06U
	x.allow("wheel 25")                             // by 7.98U
	// A column that is a little out of line closes up.
	x = lay(t, "a1 FP 8 5 1 B at 50 40 0", "a2 FP 8 5 1 B at 50.08 36.95 0", "b1 FP 5 5 1 B at 150 110 180")
	x.do("activate a1 a2", "wheel 22.5")
	x.is("a2", "at 49.156 38.759 22.5")
	// If one member is not allowed the move, the group is not.
	x = lay(t, "a1 CM 10 5 1 B at 50 40 0", "a2 CM 10 5 1 B at 58 40 0", "b1 FP 5 5 1 B at 60 44.5 180")
	x.do("activate a1 a2")
	x.refuse("imp-6.2c", "forward 4")
	x.refuse("imp-6.9c", "wheel 10", "wheel -10")
	x.allow("forward 3.5")
	x = lay(t, "a1 CM 10 5 1 B at 50 40 0", "a2 CM 10 5 1 B at 58 40 0", "b1 FP 5 5 1 B at 50 44 180, disordered", "b2 FP 5 5 1 B at 66 44 180")
	x.do("activate a1 a2")
	x.refuse("imp-6.2c", "forward 4")
	// Disorder of one member does not spread.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0, javelin", "a2 FP 5 5 1 B at 58 40 0", "b1 FP 5 5 1 B at 38 58 180", "broken 58 42 70 42 70 60 58 60")
	x.do("activate a1 a2", "forward 5")
	x.is("a1", "ordered")
	x.is("a2", "disordered")
	x.refuse("imp-6.1f", "forward 1")
	// A member that is disordered before the group has moved holds it back too.
	x = lay(t, "a1 T 6 5 0 B at 50 40 0, crossbow_A", "a2 T 6 5 0 B at 58 40 0, crossbow_A", "b1 T 6 5 0 B at 50 50 180, crossbow_A, marked")
	x.do("activate a1 a2", "fire a1 b1", "throw 1 1 1 1 1", "fire b1 a1", "throw 6 1 1 1 1", "roll 2")
	x.is("a1", "disordered")
	x.refuse("imp-6.7j", "forward 1", "wheel 5")
	x.allow("fire a2 b1", "pass")
}

func TestGroupCharge(t *testing.T) {
	cite.Clauses(t, "imp-6.7o", "imp-6.7n")
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "a2 CM 10 5 2 B at 58 40 0", "b1 FP 5 5 0 B at 49 46 180", "b2 FP 5 5 0 B at 60 49 180", "a3 FP 5 5 1 B at 20 20 0")
	x.do("activate a1 a2")
	x.refuse("imp-10.1e", "charge b2")
	x.do("charge b1")
	x.is("a1", "at 50 46 0", "melee")
	x.is("a2", "at 58 46 0", "free") // the group has halted
	x.wantListed("run a2 b2", "decline")
	x.do("run a2 b2")
	x.is("a2", "at 58 49 0", "melee")
	// They fight one by one, in the order of their player's choice.
	x.wantListed("melee a1", "melee a2")
	x.do("melee a2")
	x.wantDice(7)
	// Not within the same allowance: it cannot go on.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "a2 CM 10 5 2 B at 58 40 0", "b1 FP 5 5 0 B at 49 46 180", "b2 FP 5 5 0 B at 60 50.1 180")
	x.do("activate a1 a2", "charge b1")
	x.wantDice(7)
	x.is("a2", "free")
}

// Section 6.8.

// passers are types of T12: its rows and columns.
var passers = []struct{ name, unit string }{
	{"S", "S 24 3 0 B"},
	{"FL", "FL 24 4 1 B"},
	{"T", "T 24 4 0 B"},
	{"FP", "FP 24 5 1 B"},
	{"pikemen", "FP 24 5 1 B|pike"},
	{"Schiltron", "FP 24 5 1 B|schiltron"},
	{"Impetuous FP", "FP 24 5 1 B|impetuous"},
	{"CL", "CL 24 4 1 B"},
	{"CM", "CM 24 5 1 B"},
	{"CP", "CP 24 5 1 B"},
	{"CGL", "CGL 24 4 1 B"},
	{"CGP", "CGP 24 4 1 B"},
	{"CF", "CF 24 4 1 B"},
	{"El", "El 24 4 1 B"},
	{"ART", "ART 24 2 0 B"},
	{"W", "W 24 4 0 B"},
}

func TestInterpenetration(t *testing.T) {
	cite.Clauses(t, "imp-6.8a", "imp-6.8b", "imp-6.8c", "imp-6.8d", "imp-6.8e", "imp-6.8i", "imp-R27")
	special := func(n string) bool { return n == "pikemen" || n == "Schiltron" || n == "Impetuous FP" }
	may := func(a, b string) bool {
		switch {
		case a == "S" || b == "S" || b == "ART" || b == "W":
			return true
		case special(a) || special(b):
			return false
		case a == "T" && b == "FP", a == "FP" && b == "T":
			return true
		case a == "CL":
			return b == "CL" || b == "CM" || b == "CP"
		case b == "CL":
			return a == "CM" || a == "CP"
		}
		return false
	}
	unit := func(id, data, at string) string {
		for i := range data {
			if data[i] == '|' {
				return id + " " + data[:i] + " at " + at + ", " + data[i+1:]
			}
		}
		return id + " " + data + " at " + at
	}
	for _, a := range passers {
		for _, b := range passers {
			x := lay(t, unit("a1", a.unit, "50 20 0"), unit("a2", b.unit, "50 32 0"), "b1 FP 5 5 1 B at 150 110 180")
			x.do("activate a1")
			if !may(a.name, b.name) {
				x.refuse("imp-6.8e", "forward 24")
				continue
			}
			x.do("forward 24")
			x.is("a1", "at 50 44 0")
			x.is("a2", "at 50 32 0", "ordered")
			if a.name != "Schiltron" { // which no move leaves in order
				x.is("a1", "ordered")
			}
		}
	}
}

func TestHowToPass(t *testing.T) {
	cite.Clauses(t, "imp-6.8f", "imp-6.8g", "imp-6.8h", "imp-6.8j", "imp-D4s", "imp-R26")
	// It must be able to clear the other base, or stops in contact with it.
	x := alone(t, "a1 T 12 4 0 B at 50 40 0", "a2 FP 5 5 1 B at 52 48 0") // rear of a2 at 45, front at 48
	x.allow("forward 5", "forward 12")
	x.refuse("imp-6.8g", "forward 5.1", "forward 8", "forward 11.9")
	// Rearward moves pass as well; oblique and sideways moves and wheels do not.
	x = alone(t, "a1 S 12 3 0 B at 50 40 0", "a2 FP 5 5 1 B at 50 36 0", "a3 FP 5 5 1 B at 58.5 42 0", "a4 FP 5 5 1 B at 50 46 0")
	x.allow("rearward 9")
	x.refuse("imp-6.8g", "rearward 4")
	x.refuse("imp-6.1j", "oblique 4 5", "sideways 2", "wheel -45")
	// Not through a friend in melee.
	x = alone(t, "a1 T 12 4 0 B at 50 40 0", "a2 FP 5 5 1 B at 52 48 0", "b1 FP 5 5 1 B at 60 48 180")
	x.is("a2", "melee")
	x.refuse("imp-6.8e", "forward 12")
	// S on whom a friend ends are set directly behind him.
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0", "a2 S 8 3 0 B at 52 46 0")
	x.do("forward 5")
	x.is("a1", "at 50 45 0")
	x.is("a2", "at 52 42.005 0", "ordered") // 3U behind the front of a1, overlapping by no more than 5 mU
	// They go further if somebody stands there.
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0", "a2 S 8 3 0 B at 52 46 0", "a3 T 6 4 0 B at 58.1 41.5 0")
	x.do("forward 5")
	x.is("a2", "at 52 37.505 0")
	// A Large Unit passes by the rules of its front unit: the T clear 6U of depth.
	x = alone(t, "a1 T 24 4 0 B at 50 40 0", "a2 FP 5 5 1 B at 50 50 0, long_spear rows 2")
	x.allow("forward 14")
	x.refuse("imp-6.8g", "forward 13.9")
	x = alone(t, "a1 T 24 4 0 B at 50 40 0", "a2 FP 5 5 1 B at 50 50 0, pike rows 2")
	x.refuse("imp-6.8e", "forward 14")
	// Set back off the table they are dispersed.
	x = alone(t, "a1 FP 5 5 1 B at 50 3 0", "a2 S 8 3 0 B at 50 6.5 0")
	x.do("forward 1.6")
	x.is("a2", "lost")
}

func TestGroupChargesAsAWhole(t *testing.T) {
	cite.Clauses(t, "imp-6.7p", "imp-6.7o", "imp-6.8g")
	// One member has impassable ground before it, one a friend that it would not clear.
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "a2 CM 10 5 2 B at 58 40 0", "b1 FP 5 5 0 B at 48 46 180", "impassable 58 43 60 43 60 50 58 50")
	x.do("activate a1 a2")
	x.refuse("imp-10.1m", "charge b1")
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "a2 CM 10 5 2 B at 58 40 0", "b1 FP 5 5 0 B at 48 46 180", "a3 CL 12 4 1 B at 60 50 0")
	x.do("activate a1 a2")
	x.refuse("imp-6.8g", "charge b1")
	// An uncontrolled charge too: the group goes as far as all can.
	x = lay(t, "a1 FL 8 5 2 B at 50 40 0, impetuous", "a2 FL 8 5 2 B at 58 40 0, impetuous", "b1 FP 5 5 0 B at 48 46 180", "a3 FP 5 5 1 B at 60 46 0")
	x.do("activate a1 a2")
	x.is("a1", "at 50 43 0", "free")
	x.is("a2", "at 58 43 0")
	// If the target evades, a friend ahead of a member stops them all.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "a2 CM 10 5 2 B at 58 40 0", "b1 CL 12 3 1 B at 48 46 180", "a3 FP 5 5 1 B at 60 52 0")
	x.do("activate a1 a2", "charge b1", "evade", "stand")
	x.refuse("imp-10.4h", "stop 9.1", "stop 5.9")
	x.do("stop 9")
	x.is("a1", "at 50 49 0")
	x.is("a2", "at 58 49 0")
	// So does an enemy: the group cannot run past him at the target, but the member may charge him from there.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "a2 CM 10 5 2 B at 58 40 0", "b1 S 3 3 0 B at 48 46 180", "b2 FP 5 5 0 B at 60 48 180")
	x.do("activate a1 a2", "charge b1", "evade", "stand")
	x.is("b1", "at 48 49 180")
	x.wantUnlisted("run-at b1")
	x.refuse("imp-10.4l", "run-at b1")
	x.refuse("imp-10.4h", "stop 7.1")
	x.do("stop 7")
	x.is("a1", "at 50 47 0", "free")
	x.wantListed("run a2 b2", "decline")
	// It stops upon no friend whom a member passes.
	x = lay(t, "a1 CM 16 5 2 B at 50 40 0", "a2 CM 16 5 2 B at 58 40 0", "b1 CL 24 3 1 B at 48 42 180", "a3 CL 12 4 1 B at 60 50 0")
	x.do("activate a1 a2", "charge b1", "evade", "stand")
	x.allow("stop 4", "stop 16")
	x.refuse("imp-6.1j", "stop 4.1", "stop 8", "stop 15.9")
	// Having dispersed its target the group may go on together, within its allowance.
	x = lay(t, "a1 CM 10 5 2 B at 50 40 0", "a2 CM 10 5 2 B at 58 40 0", "b1 S 8 3 0 B at 48 46 180", "b2 FP 5 5 1 B at 150 110 180")
	x.do("activate a1 a2", "charge b1", "stand")
	x.is("b1", "lost")
	x.is("a2", "at 58 46 0")
	x.refuse("imp-10.4h", "stop 10.001")
	x.do("stop 10")
	x.is("a1", "at 50 50 0")
	x.is("a2", "at 58 50 0")
}
