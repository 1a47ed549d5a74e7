package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

func TestWhoLosesTheMelee(t *testing.T) {
	cite.Clauses(t, "imp-15.1a", "imp-15.1b", "imp-15.1c", "imp-15.2a", "imp-Q4h")
	for _, row := range []struct {
		a, b   string // states
		tests  []string
		winner uint8
		why    string
	}{
		{"", "", []string{"roll 6", "roll 1"}, 0, "one failed, the other passed"},
		{"", "", []string{"roll 5", "roll 6"}, 1, "more losses: 1 against 2"},
		{"", "", []string{"roll 6", "roll 6"}, none, "equal losses"},
		{"", "", []string{"roll 1", "roll 1"}, none, "no losses"},
		{"", "disordered", []string{"roll 1", "roll 1"}, none, "a loss for disorder on disorder does not count"},
		{"disordered", "", []string{"roll 5", "roll 1"}, 0, "nor against one that failed"},
	} {
		x := lay(t, "a1 FP 5 5 0 B at 50 40 0,"+row.a, "b1 FP 5 5 0 B at 50 40 180,"+row.b, far)
		x.contactOf(0, 1).fought = true
		x.do("activate a1", "fight")
		dice := [2]string{"throw 6 1 1 1 1", "throw 6 1 1 1 1"}
		if row.a != "" {
			dice[0] = "throw 6 1 1 1"
		}
		if row.b != "" {
			dice[1] = "throw 6 1 1 1"
		}
		x.do(dice[0], dice[1])
		x.do(row.tests...)
		if x.fight.winner != row.winner && x.nTasks > 1 || row.winner != none && x.fight.winner != row.winner {
			t.Errorf("%s: the winner is %d, expected %d", row.why, x.fight.winner, row.winner)
		}
		if goes := x.promptKey() == "prompt.die-retreat"; goes != (row.winner != none) {
			t.Errorf("%s: a retreat is due: %v", row.why, goes)
		}
	}
}

// promptKey returns what is asked.
func (x *scene) promptKey() string { return x.prompt().Key }

func TestRoutedLoses(t *testing.T) {
	cite.Clauses(t, "imp-15.1d", "imp-15.1e", "imp-24.2b", "imp-24.2c", "imp-24.2a")
	// One is routed with fewer counted losses than the other: it has lost all the same.
	x := lay(t, "a1 FP 5 5 1 B at 50 40 0, vbu 3", "b1 FP 5 5 1 B at 50 40 180, vbu 1", far)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6 1 1", "throw 6", "roll 2", "roll 4")
	x.is("b1", "lost")
	x.is("a1", "vbu 1")
	x.allow("pursue", "decline")
	x.wantChoice("a")
	// Both are routed: nobody has won.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0, vbu 1", "b1 FP 5 5 1 B at 50 40 180, vbu 1", far)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6", "throw 6", "roll 6", "roll 6")
	x.is("a1", "lost")
	x.is("b1", "lost")
	if x.act.n != 0 {
		t.Errorf("the activation is over; asked is %s", x.promptKey())
	}
	// Scythed chariots that do not eliminate their opponent are destroyed and have lost; nobody behind them minds.
	x = lay(t, "a1 CF 10 4 5 C at 50 40 0", "a2 FP 5 5 1 B at 50 35.5 0", "b1 FP 5 5 1 B at 50 44 180", far)
	x.do("activate a1", "charge b1", "stand", ones(9), "throw 1 1 1 1 1")
	x.is("a1", "lost")
	x.is("a2", "ordered", "vbu 5")
	x.wantChoice("b")
	x.allow("pursue")
	// Two that meet destroy each other.
	x = lay(t, "a1 CF 10 4 5 C at 50 40 0", "b1 CF 10 4 5 C at 50 44 180", far)
	x.do("activate a1", "charge b1", "stand", ones(9), ones(3))
	x.is("a1", "lost")
	x.is("b1", "lost")
	// Those that do eliminate it must pursue; a passed test does not disorder them.
	x = lay(t, "a1 CF 10 4 5 C at 50 40 0", "b1 FP 5 1 1 B at 50 44 180", far)
	x.do("activate a1", "charge b1", "stand", "throw 6 1 1 1 1 1 1 1 1", "throw 6", "roll 6", "roll 1")
	x.is("b1", "lost")
	x.is("a1", "ordered", "vbu 4")
	x.do("roll 5")
	x.is("a1", "at 50 49 0")
}

// beaten lays out b1, which has lost a round against a1 south of it, at the moment of its retreat.
func beaten(t *testing.T, a, b string, more ...string) *scene {
	t.Helper()
	x := lay(t, append([]string{"a1 " + at(a, "50 40 0"), "b1 " + at(b, "50 40 180"), far}, more...)...)
	x.contactOf(0, 1).fought = true
	x.do("activate a1", "fight", "throw 6 5 5")
	x.do(ones(x.due().n), "roll 6")
	return x
}

func TestHowFarTheLoserGoes(t *testing.T) {
	cite.Clauses(t, "imp-15.2b", "imp-15.2c", "imp-15.2d", "imp-15.2e", "imp-15.2f", "imp-15.2g", "imp-R64", "imp-R65", "imp-Q4i")
	for _, row := range []struct {
		a, b string
		die  string
		y    string
	}{
		{"FP 5 3 0 B", "FP 5 5 0 B", "roll 3", "42"},
		{"FP 5 3 0 B", "FP 5 5 0 B", "roll 6", "43"},
		{"FP 5 3 0 B", "CP 8 5 0 B", "roll 4", "44"},
		{"FP 5 3 0 B", "El 8 5 0 B", "roll 6", "46"},
		{"CM 10 3 0 B", "CM 10 5 0 B", "roll 2", "42"},
		{"FP 5 3 0 B", "CM 10 5 0 B", "roll 2", "47"},
		{"S 8 3 0 B", "S 8 5 0 B", "roll 5", "43"},
	} {
		x := beaten(t, row.a, row.b)
		x.do(row.die)
		x.is("b1", "at 50 "+row.y+" 180", "disordered")
	}
	// Wagons do not retreat.
	x := beaten(t, "FP 5 3 0 B", "W 5 5 0 B")
	x.is("b1", "at 50 40 180", "vbu 2", "melee")
	if x.act.n != 0 {
		t.Errorf("asked is %s", x.promptKey())
	}
	// Horse that draws with foot withdraws too, whoever attacks; foot and heavy horse stay.
	for _, row := range []struct {
		a, b string
		goes string
	}{
		{"CL 12 3 0 B", "FP 5 5 0 B", "a1"},
		{"CGL 10 3 0 B", "FP 5 5 0 B", "a1"},
		{"CM 10 3 0 B", "T 5 5 0 B", "a1"},
		{"FL 8 3 0 B", "CM 10 5 0 B", "b1"},
		{"CP 8 3 0 B", "FP 5 5 0 B", ""},
		{"CM 10 3 0 B", "CM 10 5 0 B", ""},
		{"CM 10 3 0 B", "W 5 5 0 B", ""},
		{"El 8 3 0 B", "FP 5 5 0 B", ""},
	} {
		x := lay(t, "a1 "+at(row.a, "50 40 0"), "b1 "+at(row.b, "50 40 180"), far)
		x.contactOf(0, 1).fought = true
		x.do("activate a1", "fight", ones(3), ones(5))
		if row.goes == "" {
			x.is("a1", "melee", "ordered")
			continue
		}
		x.do("roll 1")
		x.is(row.goes, "disordered", "free")
		if row.goes == "a1" {
			x.is("a1", "at 50 34 0")
		} else {
			x.is("b1", "at 50 46 180")
		}
	}
	// A support stays where it is.
	x = lay(t, "a1 FP 5 3 0 B at 51 40 0", "a2 CM 10 5 0 B at 43 40 0", "b1 FP 5 5 0 B at 50 40 180", far)
	x.contactOf(0, 2).fought, x.contactOf(1, 2).fought = true, true
	x.do("activate a1", "fight", ones(6), ones(5))
	x.is("a2", "at 43 40 0", "ordered", "melee")
}

func TestRetreatIsBlocked(t *testing.T) {
	cite.Clauses(t, "imp-15.3a", "imp-15.3b", "imp-15.3c", "imp-15.3i", "imp-15.3j", "imp-15.3k", "imp-E21")
	// An enemy right behind: it cannot begin and is destroyed, and nobody behind it is shaken.
	x := beaten(t, "FP 5 3 0 B", "FP 5 5 0 B", "a2 FP 5 5 0 B at 54 43.05 180", "b3 FP 5 5 0 B at 45 44 180")
	x.do("roll 3")
	x.is("b1", "lost")
	x.is("b3", "vbu 5", "ordered")
	// Further off it goes until it touches him; they are in contact, front to front, and fight later.
	x = beaten(t, "FP 5 3 0 B", "FP 5 5 0 B", "a2 FP 5 5 0 B at 50 44 180")
	x.do("roll 3")
	x.is("b1", "at 50 41 180", "melee")
	x.is("a2", "melee", "ordered")
	if x.act.n != 0 || x.flanked(x.u("b1")) {
		t.Errorf("the melee waits; asked is %s", x.promptKey())
	}
	// Impassable ground blocks, marsh only disorders.
	x = beaten(t, "FP 5 3 0 B", "FP 5 5 0 B", "impassable 40 43.05 60 43.05 60 50 40 50")
	x.do("roll 3")
	x.is("b1", "lost")
	x = beaten(t, "FP 5 3 0 B", "FP 5 5 0 B", "impassable 40 44 60 44 60 50 40 50")
	x.do("roll 3")
	x.is("b1", "there", "at 50 41 180")
	// Off the table.
	x = lay(t, "a1 FP 5 3 0 B at 50 115 0", "b1 FP 5 5 0 B at 50 115 180", "b2 FP 5 5 0 B at 80 115 180")
	x.do("activate a1", "fight", "throw 6 5 5", ones(5), "roll 6", "roll 5")
	x.is("b1", "lost")
	if e := x.said("routed"); e.Clause != "imp-19.1a" {
		t.Errorf("found %v", e)
	}
	// The zone of an enemy does not matter.
	x = beaten(t, "FP 5 3 0 B", "FP 5 5 0 B", "a2 FP 5 5 0 B at 59 45 270")
	x.do("roll 3")
	x.is("b1", "at 50 42 180")
}

func TestFriendsInTheWayOfARetreat(t *testing.T) {
	cite.Clauses(t, "imp-15.3d", "imp-15.3e", "imp-15.3f", "imp-15.3g", "imp-15.3h", "imp-D4t", "imp-R27")
	// Pushed straight back, with those behind him, in order and facing as before.
	x := beaten(t, "FP 5 3 0 B", "FP 5 5 0 B", "b2 FP 5 5 0 B at 51 44 180", "b3 FP 5 5 0 B at 52 52 90")
	x.do("roll 5")
	x.is("b1", "at 50 43 180")
	x.is("b2", "at 51 46 180", "ordered", "vbu 5")
	x.is("b3", "at 52 53 90", "ordered")
	x = beaten(t, "FP 5 3 0 B", "FP 5 5 0 B", "b2 FP 5 5 0 B at 51 43 180", "b3 FP 5 5 0 B at 52 47 180")
	x.do("roll 5")
	x.is("b2", "at 51 46 180")
	x.is("b3", "at 52 49 180", "ordered")
	// The table edge stops them all: one that could not begin is destroyed, one that did stands.
	for _, row := range []struct{ b1, b2, is1, is2 string }{
		{"113", "117", "at 50 114 180", "at 50 117 180"}, {"113", "116", "at 50 114 180", "at 50 117 180"}, {"114", "117", "lost", "at 50 117 180"},
	} {
		x := lay(t, "a1 FP 5 3 0 B at 50 "+row.b1+" 0", "b1 FP 5 5 0 B at 50 "+row.b1+" 180", "b2 FP 5 5 0 B at 50 "+row.b2+" 180", far)
		x.do("activate a1", "fight", "throw 6 5 5", ones(5), "roll 6", "roll 5")
		x.is("b1", row.is1)
		x.is("b2", row.is2, "ordered", "vbu 5")
	}
	// So do ground that bars him,
	x = beaten(t, "FP 5 3 0 B", "FP 5 5 0 B", "impassable 40 47 60 47 60 60 40 60", "b2 FP 5 5 0 B at 50 43 180")
	x.do("roll 5")
	x.is("b1", "at 50 41 180")
	x.is("b2", "at 50 44 180", "ordered")
	// an enemy behind him, and a friend there who is in melee.
	for _, behind := range [][]string{{"a2 FP 5 5 0 B at 50 50 0"}, {"b3 FP 5 5 0 B at 50 50 0", "a2 FP 5 5 0 B at 54 51.5 270"}} {
		x = beaten(t, "FP 5 3 0 B", "FP 5 5 0 B", append(behind, "b2 FP 5 5 0 B at 50 43 180")...)
		x.do("roll 5")
		x.is("b1", "at 50 41 180")
		x.is("b2", "at 50 44 180", "ordered", "vbu 5")
		x.is(behind[0][:2], "at 50 50 0", "ordered")
	}
	// Skirmishers are pushed or passed through, as their player chooses; those passed through are disordered.
	for choice, end := range map[string]string{"push": "at 50 46 180", "pass-through": "at 50 45.995 180"} {
		x := beaten(t, "FP 5 3 0 B", "FP 5 5 0 B", "b2 S 8 3 0 B at 50 44 180")
		x.do("roll 5")
		x.wantChoice("b")
		x.do(choice)
		x.is("b1", "at 50 43 180")
		x.is("b2", end, "vbu 3")
		if x.disordered(x.u("b2")) != (choice == "pass-through") {
			t.Errorf("%s: disordered is %v", choice, x.disordered(x.u("b2")))
		}
	}
	// Others that it could pass through but would not clear are pushed.
	x = beaten(t, "FP 5 3 0 B", "FP 5 5 0 B", "b2 T 5 5 0 B at 50 44 180")
	x.do("roll 5")
	x.is("b1", "at 50 43 180")
	x.is("b2", "at 50 46 180", "ordered")
	// A friend in melee is neither: the retreat stops, and he is disordered.
	x = beaten(t, "FP 5 3 0 B", "FP 5 5 0 B", "b2 FP 5 5 0 B at 51 47 0", "a2 FP 5 5 0 B at 51 47 180")
	x.do("roll 5")
	x.is("b1", "at 50 41 180")
	x.is("b2", "at 51 47 0", "disordered", "vbu 5")
}

func TestElephantsRetreat(t *testing.T) {
	cite.Clauses(t, "imp-24.1f", "imp-24.1g")
	x := beaten(t, "FP 5 3 0 B", "El 8 5 0 B", "b2 S 8 3 0 B at 50 46 180", "b3 FP 5 5 0 B at 50 49 180")
	x.do("roll 6")
	x.is("b1", "at 50 42 180", "there")
	x.is("b2", "at 50 46 180", "disordered", "vbu 2")
	x.is("b3", "ordered", "vbu 5")
	// One with a single man left is routed by it.
	x = beaten(t, "FP 5 3 0 B", "El 8 5 0 B", "b2 T 5 3 0 B at 50 46 180, vbu 1", "b3 FP 5 5 0 B at 50 54 180")
	x.do("roll 6")
	x.is("b2", "lost")
	x.is("b3", "disordered", "vbu 4")
	// A friend at their heels keeps them from beginning.
	x = beaten(t, "FP 5 3 0 B", "El 8 5 0 B", "b2 FP 5 5 0 B at 50 44 180")
	x.do("roll 6")
	x.is("b1", "lost")
	x.is("b2", "disordered", "vbu 4")
	// With the way free they go like other mounted troops.
	x = beaten(t, "FP 5 3 0 B", "El 8 5 0 B")
	x.do("roll 4")
	x.is("b1", "at 50 44 180")
}
