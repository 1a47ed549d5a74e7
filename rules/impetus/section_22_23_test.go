package impetus

import (
	"testing"

	"acies/game"
	"acies/rulebook/cite"
)

func TestOccupyVillage(t *testing.T) {
	cite.Clauses(t, "imp-22.2a", "imp-22.2b", "imp-22.2c", "imp-22.2d", "imp-5.2i", "imp-5.3b")
	const village = "village 44 40 56 40 56 50 44 50"
	for who, legal := range map[string]bool{
		"S 8 3 0 B at 50 40 0": true, "FL 8 4 1 B at 50 40 0": true, "T 5 4 0 B at 50 40 0": true, "FP 5 5 1 B at 50 40 0": true,
		"CM 10 5 1 B at 50 40 0": false, "El 8 5 1 B at 50 40 0": false, "ART 3 2 0 B at 50 40 0": false, "FP 5 5 1 B at 50 40 0, rows 2": false,
		"FP 5 5 1 B at 50 39 0": false, "FP 5 5 1 B at 50 37 180": false,
	} {
		x := lay(t, village, "a1 "+who, far)
		x.do("activate a1")
		a, _ := x.b.Parse("occupy")
		if r := x.Check(a); (r == nil) != legal {
			t.Errorf("%s: %v", who, r)
		}
	}
	// Failed: no effect, no second try, other actions stay open. Passed: it is in, and its activation is over.
	x := lay(t, village, "a1 T 5 5 0 B at 50 40 0, longbow_A", "a2 FP 5 5 1 B at 60 30 0, commander", "b1 FP 5 5 1 B at 65 45 270", far)
	x.do("activate a1", "occupy", "roll 3")
	x.refuse("imp-9.1c", "occupy")
	x.allow("forward 1", "pass")
	x = lay(t, village, "a1 T 5 5 0 B at 50 40 0, longbow_A", "a2 FP 5 5 1 B at 60 30 0, commander", "b1 FP 5 5 1 B at 65 45 270, longbow_A", far)
	x.do("activate a1", "occupy", "roll 4")
	u := x.u("a1")
	if !x.has(u, fInVillage) || x.act.n != 0 || x.lostValue(1) != 3 {
		t.Errorf("it has occupied the village, which costs the defender 3: %d", x.lostValue(1))
	}
	x.is("a1", "at 50 47 0")
	// All round, no flank, and behind cover.
	if !x.allRound(u) || x.hasFlanks(u) {
		t.Error("it fires all round and has no flank")
	}
	if _, r := x.mayShoot(u, x.u("b1")); !r.ok() {
		t.Errorf("it may shoot at the enemy to its side: %+v", r)
	}
	a, _ := x.mayShoot(x.u("b1"), u)
	if n := x.firePool(x.u("b1"), u, a, nil); n != 5+0-2 {
		t.Errorf("it is shot at with %d dice, expected 3", n)
	}
	// A charge on it has no impetus and costs a die.
	x.lead(1, 1)
	x.b.units[x.u("b1")].Move = 12 * U
	x.do("activate b1", "charge a1")
	x.is("a1", "ordered", "melee")
	x.throwing(4)
	// One unit only; leaving it gives it up.
	x = lay(t, village, "a1 T 5 5 0 B at 50 40 0", "a2 S 8 3 0 B at 50 50 180", far)
	x.do("activate a1", "occupy", "roll 6", "activate a2")
	x.refuse("imp-22.2c", "occupy")
	x = lay(t, village, "a1 T 5 5 0 B at 50 47 0", far)
	x.set(0, fInVillage)
	x.do("activate a1", "forward 5")
	if x.has(0, fInVillage) || x.lostValue(1) != 0 {
		t.Error("who has left the village holds it no longer")
	}
	// The defender's own troops in it cost nobody.
	x = lay(t, village, "a1 T 5 5 0 B at 80 47 0", "b1 T 5 5 0 B at 50 47 0")
	x.set(1, fInVillage)
	if x.lostValue(0) != 0 || x.lostValue(1) != 0 {
		t.Error("the defender may hold his village")
	}
}

func TestFortifications(t *testing.T) {
	cite.Clauses(t, "imp-22.3a", "imp-22.3b", "imp-22.3c", "imp-22.3d", "imp-22.3e", "imp-12.3g", "imp-8.3h", "imp-8.3i")
	const line = "line 40 44 60 44 north"
	// Foot charges over it, for a die less and without impetus.
	x := lay(t, line, "a1 FP 5 5 2 B at 50 41 0", "b1 FP 5 5 0 B at 50 44.5 180", far)
	x.do("activate a1", "charge b1")
	x.throwing(4)
	x.is("a1", "ordered")
	// Behind it is who has his front within 1U of it, against enemies from the other side.
	for y, behind := range map[string]bool{"45": true, "45.001": false} {
		x := lay(t, line, "a1 T 5 5 0 B at 50 30 0, longbow_A", "a2 ART 3 5 0 B at 70 30 0, artillery_A", "a3 T 5 5 0 B at 50 60 180, longbow_A", "b1 FP 5 5 0 B at 50 "+y+" 180", far)
		for who, cost := range map[string]int{"a1": 2, "a2": 1, "a3": 0} {
			s := x.shape(x.u(who))
			if got := x.fortified(x.u("b1"), &s); got != (behind && cost > 0) {
				t.Errorf("%s at an enemy %s: fortified is %v", who, y, got)
			}
			a := aim{band: shortRange}
			open := 5 + int(weaponData[x.data(x.u(who)).Weapon].dice[shortRange][0])
			if !behind {
				cost = 0
			}
			if n := x.firePool(x.u(who), x.u("b1"), a, nil); n != open-cost {
				t.Errorf("%s at an enemy %s: %d dice, expected %d", who, y, n, open-cost)
			}
		}
	}
	// Nobody defends it: foot crosses as if it were broken ground.
	for who, order := range map[string]string{"FP 5 5 2 B": "disordered", "FL 8 5 2 B": "ordered", "S 8 3 0 B": "ordered"} {
		x := lay(t, line, "a1 "+at(who, "50 42 0"), far)
		x.do("activate a1", "forward 4")
		x.is("a1", order, "at 50 46 0")
	}
	// Defended, it can be crossed only to charge who stands behind it.
	x = lay(t, line, "a1 FP 5 5 2 B at 45 42 0", "b1 FP 5 5 0 B at 57 44.5 180", far)
	x.do("activate a1")
	x.refuse("imp-22.3d", "forward 4", "oblique -1 3")
	x.allow("forward 1.9")
	x = lay(t, line, "a1 FP 5 5 2 B at 45 42 0", "b1 FP 5 5 0 B at 57 44.5 180", "b2 FP 5 5 0 B at 45 46 180", far)
	x.do("activate a1")
	x.refuse("imp-22.3d", "charge b2")
	// Horse, guns and wagons neither cross it nor charge over it, nor are they driven over it.
	for _, who := range []string{"CM 10 5 2 B", "ART 3 5 0 B", "W 5 5 0 B", "El 8 5 2 B"} {
		x := lay(t, line, "a1 "+at(who, "50 42 0"), far)
		x.do("activate a1")
		x.refuse("imp-22.3e", "forward 3")
		x.allow("forward 1.9")
	}
	// A wheel passes over nothing either: its far corner would, half way.
	x = lay(t, "line 47 46 49 45 north", "a1 CL 14 5 2 B at 50 40 0", far)
	x.do("activate a1")
	x.refuse("imp-7.1e", "wheel 90", "wheel 45", "wheel -90")
	x.allow("wheel 20", "wheel -20")
	x = lay(t, line, "a1 CM 10 5 2 B at 50 41 0", "b1 FP 5 5 0 B at 50 44.5 180", far)
	x.do("activate a1")
	x.refuse("imp-22.3e", "charge b1")
	x.wantUnlisted("charge b1", "charge b1 extended")
	x = lay(t, "line 40 30 60 30 north", "a1 CP 8 5 0 B at 50 40 0", "b1 FP 5 5 0 B at 50 40 180", far)
	x.do("activate a1", "fight", ones(5), "throw 6 5 5 1 1", "roll 6", "roll 6")
	if y := x.units[0].Y; y < 36*U || y > 36*U+10 {
		t.Errorf("it went back to %d, expected as far as the line", y)
	}
}

func TestRoutOfCommands(t *testing.T) {
	cite.Clauses(t, "imp-23.1a", "imp-23.1b", "imp-23.1c", "imp-23.1d", "imp-23.1e", "imp-23.1g", "imp-23.1h", "imp-E20", "imp-R73", "imp-Q7a", "imp-2.3a", "imp-2.3b")
	lines := []string{
		"a1 FP 5 5 1 B at 20 40 0, vd 6", "a2 FP 5 5 1 B at 40 40 0, vd 6", // 12
		"a3 FP 5 5 1 B at 60 40 0, vd 5, command 2", "a4 FP 5 5 1 B at 80 40 0, vd 1, command 2", "a5 FP 5 5 1 B at 100 40 0, vd 5, command 2", // 11
		"b1 FP 5 5 1 B at 20 80 180, vd 9", "b2 FP 5 5 1 B at 40 80 180, vd 8", // 17
	}
	// 5 of 11: nothing happens, not even at the end of the turn.
	x := lay(t, lines...)
	x.remove(x.u("a3"), true)
	x.nextTurn(0, 1)
	if x.commands[0][1].routed || x.over {
		t.Error("5 of 11 is less than half")
	}
	// 6 of 11: the Command goes at the end of the turn, all of it counts, and with 1 more the army is beaten.
	x = lay(t, lines...)
	x.remove(x.u("a3"), true)
	x.remove(x.u("a4"), true)
	if x.commands[0][1].routed || !x.placed(x.u("a5")) {
		t.Error("it routs only at the end of the turn")
	}
	x.nextTurn(0, 1)
	x.is("a5", "lost")
	x.is("a1", "there")
	if n := x.lostValue(0); n != 11 || x.over {
		t.Errorf("%d VD are lost, expected 11, each counted once; over %v", n, x.over)
	}
	if n := x.lostOf(0, 1); n != 11 {
		t.Errorf("the Command has lost %d VD, expected all of its 11", n)
	}
	x = lay(t, append(lines, "a6 FP 5 5 1 B at 120 40 0, vd 1, command 3", "a7 FP 5 5 1 B at 140 40 0, vd 0, command 3")...)
	for _, u := range []string{"a3", "a4", "a6"} {
		x.remove(x.u(u), true)
	}
	x.endTurn()
	if o := x.Outcome(); !o.Over || o.Winner != 1 || o.Clause != "imp-23.1a" {
		t.Errorf("12 of 24: %+v", o)
	}
	// 17 breaks at 9.
	for u, over := range map[string]bool{"b1": true, "b2": false} {
		x := lay(t, append(lines, "b3 FP 5 5 1 B at 60 80 180, vd 0, command 2")...)
		x.b.worth[1][0] = 100 // of the army alone
		x.remove(x.u(u), true)
		x.endTurn()
		if x.over != over {
			t.Errorf("%s lost: over %v", u, x.over)
		}
	}
}

// endTurn ends the turn at once.
func (x *scene) endTurn() {
	x.Helper()
	x.State.nTasks, x.State.tasks = 0, [maxTasks]task{}
	x.push(tTurnEnd, 0, 0, 0)
	x.run(nil)
}

func TestEndOfBattle(t *testing.T) {
	cite.Clauses(t, "imp-23.1i", "imp-23.1j", "imp-Q7a", "imp-Q7b")
	lines := []string{
		"a1 FP 5 5 1 B at 20 40 0, vd 2", "a2 FP 5 5 1 B at 40 40 0, vd 8", "a3 FP 5 5 1 B at 60 40 0, vd 1",
		"b1 FP 5 5 1 B at 20 80 180, vd 4", "b2 FP 5 5 1 B at 40 80 180, vd 18",
	}
	// Both defeated in the same turn: a draw.
	x := lay(t, lines...)
	x.remove(x.u("a2"), true)
	x.remove(x.u("b2"), true)
	x.endTurn()
	if o := x.Outcome(); !o.Over || o.Winner != game.Nobody || o.Clause != "imp-23.1i" {
		t.Errorf("both defeated: %+v", o)
	}
	// At the limit the smaller share wins: 2 of 11 against 4 of 22 is equal, 1 of 11 is less, 3 of 11 more.
	for _, row := range []struct {
		lost   []string
		tie    int
		winner game.Side
	}{
		{[]string{"a1", "b1"}, -1, game.Nobody},
		{[]string{"a1", "b1"}, 1, 1},
		{[]string{"a3", "b1"}, 1, 0},
		{[]string{"a1", "a3", "b1"}, -1, 1},
		{nil, -1, game.Nobody},
	} {
		x := lay(t, lines...)
		x.b.setup.TieWinner = row.tie
		for _, u := range row.lost {
			x.remove(x.u(u), true)
		}
		x.State.turn = 11
		x.endTurn()
		if x.over {
			t.Error("there is a turn left")
		}
		x.State.turn = 12
		x.endTurn()
		if o := x.Outcome(); !o.Over || o.Winner != row.winner || o.Clause != "imp-23.1j" {
			t.Errorf("%+v: %+v", row, o)
		}
	}
}
