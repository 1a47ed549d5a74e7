package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

// Section 3: initiative.

// duel is a battle of two Commands a side whose first Commands are named, with qualities.
func duel(t *testing.T, a, b string) *scene {
	t.Helper()
	x := lay(t, append([]string{"quality a 1 " + a, "quality b 1 " + b}, fourCommands...)...)
	x.round("a2", "b2")
	return x
}

func TestE18(t *testing.T) {
	cite.Clauses(t, "imp-E18", "imp-3.1a", "imp-3.1b", "imp-3.1c", "imp-3.2f", "imp-D9b", "imp-Q1d")
	x := duel(t, "Fair", "Expert")
	x.do("roll 4 4", "roll 1 3")
	if x.active != 0 {
		t.Error("10 does not win against 7")
	}
	// An Incompetent who rolls a double loses the round, and his Command does not act this turn.
	x = duel(t, "Incompetent", "Expert")
	x.do("roll 4 4", "roll 1 2")
	if x.active != 1 || !x.commands[0][0].spent {
		t.Errorf("side %d is active and the Command's spent is %t, expected side 1 and true", x.active, x.commands[0][0].spent)
	}
	// A double 6 does not strike him.
	x = duel(t, "Cowardly", "Expert")
	x.do("roll 6 6", "roll 1 2")
	if x.active != 0 {
		t.Error("a double 6 bars the Command")
	}
	// On a tie both roll again, the side listed first before the other, and the first roll is not read for doubles.
	x = duel(t, "Incompetent", "Fair")
	x.do("roll 4 4", "roll 3 3")
	x.wantDice(2)
	x.said("initiative-tie")
	x.do("roll 5 6", "roll 1 2")
	if x.active != 0 {
		t.Error("the roll that was thrown away is read for doubles")
	}
}

func TestDoublesChangeQuality(t *testing.T) {
	cite.Clauses(t, "imp-3.2a", "imp-3.2b", "imp-3.2c", "imp-3.2d", "imp-3.2e", "imp-R13", "imp-4.1a", "imp-4.1b", "imp-R6")
	for _, w := range []struct {
		quality, six, one string
		leadership        int
	}{
		{"Incompetent", "Poor", "Incompetent", 0},
		{"Cowardly", "Poor", "Cowardly", 0},
		{"Poor", "Fair", "Incompetent", 1},
		{"Fair", "Expert", "Poor", 2},
		{"Expert", "Genius", "Fair", 3},
		{"Genius", "Genius", "Expert", 4},
		{"Charismatic", "Charismatic", "Expert", 4},
	} {
		for roll, want := range map[string]string{"6 6": w.six, "1 1": w.one} {
			x := duel(t, "Fair", w.quality)
			c := &x.commands[1][0]
			if n := c.quality.Leadership(); n != w.leadership {
				t.Errorf("%s leads with %d, expected %d", w.quality, n, w.leadership)
			}
			bonus := x.initiativeBonus(1, 0)
			x.do("roll 5 3", "roll "+roll)
			// It takes effect after the round.
			if x.initiativeBonus(1, 0) != bonus {
				t.Errorf("%s changes at once", w.quality)
			}
			if x.active != none {
				x.do("end")
			}
			if got := QualityNames[c.quality]; got != want {
				t.Errorf("%s rolls %s and becomes %s, expected %s", w.quality, roll, got, want)
			}
		}
	}
	// Once a battle.
	x := duel(t, "Poor", "Poor")
	x.do("roll 6 6", "roll 1 2", "end")
	x.round("a2", "b2")
	x.do("roll 6 6", "roll 1 2", "end")
	if q := QualityNames[x.commands[0][0].quality]; q != "Fair" {
		t.Errorf("after two double sixes the commander is %s, expected Fair", q)
	}
	// A roll thrown away as a tie is not read.
	x = duel(t, "Poor", "Poor")
	x.do("roll 6 6", "roll 6 6", "roll 4 3", "roll 1 2", "end")
	if q := QualityNames[x.commands[0][0].quality]; q != "Poor" {
		t.Errorf("a tie of double sixes makes the commander %s", q)
	}
}

func TestCharismaticHelpsOthers(t *testing.T) {
	cite.Clauses(t, "imp-3.2g", "imp-4.1d")
	x := lay(t, append([]string{"quality a 1 Charismatic", "quality a 2 Poor"}, fourCommands...)...)
	if a, b := x.initiativeBonus(0, 0), x.initiativeBonus(0, 1); a != 4 || b != 1+1 {
		t.Errorf("the bonuses are %d and %d, expected 4 and 2", a, b)
	}
	x.round("a1", "b2")
	x.do("roll 4 3", "roll 4 2") // 7 + 2 against 6 + 2
	if x.active != 0 {
		t.Error("the bonus of the Charismatic commander is not added")
	}
	x.loseCommander(0, 0, true)
	if b := x.initiativeBonus(0, 1); b != 1 {
		t.Errorf("after his death the bonus is %d, expected 1", b)
	}
	if q := Charismatic.lowered(); q == Charismatic || Genius.raised() == Charismatic {
		t.Error("a rise reaches Charismatic")
	}
}

func TestCowards(t *testing.T) {
	cite.Clauses(t, "imp-3.2h", "imp-3.2i", "imp-3.2j", "imp-3.2k", "imp-Q1c", "imp-Q1d")
	shaken := func(a, b string) *scene {
		lines := append([]string{"quality a 1 " + a, "quality b 1 " + b}, fourCommands...)
		x := lay(t, append(lines, "a3 FP 5 5 1 B at 90 20 0, command 3", "b3 FP 5 5 1 B at 90 100 180, command 3")...)
		x.routCommand(0, 2)
		x.routCommand(1, 2)
		x.round("a2", "b2")
		return x
	}
	// An even total routs the Command, whatever it would have won; the dice count alone.
	x := shaken("Cowardly", "Fair")
	x.do("roll 6 4", "roll 1 2")
	x.is("a1", "lost")
	if x.active != 1 {
		t.Errorf("side %d is active, expected 1", x.active)
	}
	// An odd total does not, and the test is not made again.
	x = shaken("Cowardly", "Fair")
	x.do("roll 6 5", "roll 1 2", "end")
	x.round("a2", "b2")
	x.do("roll 6 4", "roll 1 2")
	x.is("a1", "there")
	if x.active != 0 {
		t.Errorf("side %d is active, expected 0", x.active)
	}
	// After the next rout it is.
	x.do("end")
	x.routCommand(0, 1)
	x.round("b2")
	x.do("roll 6 4", "roll 1 2")
	x.is("a1", "lost")
	// Only for friends: a rout of the enemy does not count, nor does an Incompetent commander lose heart.
	x = lay(t, append([]string{"quality a 1 Cowardly"}, fourCommands...)...)
	x.routCommand(1, 1)
	x.round("a2")
	x.do("roll 6 4", "roll 1 2")
	x.is("a1", "there")
	x = shaken("Incompetent", "Fair")
	x.do("roll 6 4", "roll 1 2")
	x.is("a1", "there")
	// Both struck: no winner, and Commands are named afresh.
	x = shaken("Cowardly", "Incompetent")
	x.round() // the second Commands can act too
	x.do("name 1", "name 1", "roll 6 4", "roll 2 2")
	x.is("a1", "lost")
	if x.active != none || !x.commands[1][0].spent {
		t.Error("a round that struck both has a winner")
	}
	// Alone: a Command struck is spent.
	x = lay(t, append([]string{"quality a 1 Incompetent"}, fourCommands...)...)
	x.round("b1", "b2")
	x.do("name 1", "roll 3 3")
	if x.active != none || !x.commands[0][0].spent {
		t.Error("the Command that rolled a double alone is not spent")
	}
	x.wantDice(2) // of the other Command, which is the only one left
}

// Section 4: commanders.

func TestCommandRange(t *testing.T) {
	cite.Clauses(t, "imp-4.1c", "imp-4.1e", "imp-4.1f", "imp-4.1g", "imp-4.1h", "imp-4.1i", "imp-4.1j", "imp-4.1m", "imp-R16")
	for _, w := range []struct {
		structure string
		x         string
		in        bool
	}{
		// The bases of a1 and a2 are 8U wide: the distance between them is 8U less than that of their centres.
		{"Poor", "68", true},
		{"Poor", "68.001", false},
		{"Average", "88", true},
		{"Average", "88.001", false},
		{"Good", "108", true},
		{"Good", "108.001", false},
	} {
		x := lay(t, "structure a "+w.structure, "a1 FP 5 5 1 B at 50 40 0, commander", "a2 FP 5 5 1 B at "+w.x+" 40 0", "b1 FP 5 5 1 B at 50 110 180")
		if got := x.inRange(x.u("a2")); got != w.in {
			t.Errorf("%s structure, at %s: in range %t", w.structure, w.x, got)
		}
		need := 4 // discipline B
		if !w.in {
			need = 5
		}
		x.do("activate a2", "opportunity", "roll "+string(rune('0'+need-1)))
		x.is("a2", "ordered")
		if x.has(x.u("a2"), fMarked) {
			t.Errorf("%s structure, at %s: %d passes", w.structure, w.x, need-1)
		}
		x = lay(t, "structure a "+w.structure, "a1 FP 5 5 1 B at 50 40 0, commander", "a2 FP 5 5 1 B at "+w.x+" 40 0", "b1 FP 5 5 1 B at 50 110 180")
		x.do("activate a2", "opportunity", "roll "+string(rune('0'+need)))
		x.is("a2", "marked")
	}
	// A commander off the table: from the owner's own edge to the nearest point of the base.
	for y, in := range map[string]bool{"33": true, "33.001": false} {
		x := lay(t, "a1 FP 5 5 1 B at 50 "+y+" 0", "b1 FP 5 5 1 B at 50 110 180")
		if x.inRange(x.u("a1")) != in {
			t.Errorf("front at %s: in range %t", y, !in)
		}
	}
	// The north is the home of side b.
	x := lay(t, "a1 FP 5 5 1 B at 50 33 0", "b1 FP 5 5 1 B at 50 87 180", "b2 FP 5 5 1 B at 90 86 180")
	if !x.inRange(x.u("b1")) || x.inRange(x.u("b2")) {
		t.Error("the range of side b is not measured from the north")
	}
	// Every Command has one commander, and one of them is in chief.
	if x.chief[0] != 0 || !x.commands[0][0].leader {
		t.Error("there is no commander-in-chief")
	}
}

func TestGroupsAndTheirCommander(t *testing.T) {
	cite.Clauses(t, "imp-4.1k", "imp-4.1l", "imp-5.1b", "imp-5.1c", "imp-5.1f", "imp-R17")
	// The commander is with the group: the worst discipline, C, less 1, plus 1 for a member out of range.
	x := lay(t, "structure a Poor",
		"a1 FP 5 5 1 A at 42 40 0, commander", "a2 FP 5 5 1 C at 50 40 0", "a3 FP 5 5 1 A at 58 40 0", "a4 FP 5 5 1 A at 66 40 0", "b1 FP 5 5 1 B at 50 110 180")
	x.do("activate a1 a2 a3", "forward 1", "forward 1")
	x.wantDice(1)
	if n := x.testNeeds(); n != 4 {
		t.Errorf("the group needs %d, expected 5 - 1", n)
	}
	x.do("roll 3")
	x.is("a1", "disordered")
	x.is("a2", "disordered")
	x.is("a3", "disordered")
	x = lay(t, "structure a Poor",
		"a1 FP 5 5 1 A at 42 40 0, commander", "a2 FP 5 5 1 A at 50 40 0", "a3 FP 5 5 1 A at 58 40 0", "a4 FP 5 5 1 A at 66 40 0", "b1 FP 5 5 1 B at 50 110 180")
	x.do("activate a2 a3 a4", "forward 1", "forward 1")
	if n := x.testNeeds(); n != 4 {
		t.Errorf("the group with a member out of range needs %d, expected 3 + 1", n)
	}
	x.do("roll 4")
	x.is("a4", "ordered")
}

func TestCommanderOfAUnit(t *testing.T) {
	cite.Clauses(t, "imp-4.1n", "imp-4.1f", "imp-4.1o", "imp-4.1p", "imp-R15")
	x := lay(t, "a1 T 6 4 0 A at 50 40 0, short_bow_A", "b1 FP 5 5 1 A at 50 50 180, commander", "b2 FP 5 5 1 A at 70 50 180, disordered")
	x.do("activate a1", "fire a1 b1", "throw 6 6 6 1", "roll 4") // 5 - 3 + 1 + 1: passed
	x.is("b1", "vbu 5", "disordered")
	// Without his commander the Command keeps acting, with Leadership 0 and out of range; a unit tries to rally once.
	u := x.u("b2")
	if !x.inRange(u) || x.maxTries(u) != 2 {
		t.Error("b2 is out of range before the loss")
	}
	x.rout(x.u("b1"), true)
	if x.commands[1][0].leader || x.inRange(u) || x.initiativeBonus(1, 0) != 0 {
		t.Error("the loss of his unit leaves the commander in command")
	}
	x.lead(1, 1)
	x.do("activate b2", "rally", "roll 3") // A, out of range: 4 is needed
	x.is("b2", "disordered")
	x.wantUnlisted("rally")
}

func TestDeathOfACharismaticCommander(t *testing.T) {
	cite.Clauses(t, "imp-4.1q", "imp-4.1r", "imp-R14", "imp-1.1m")
	x := lay(t, "quality a 1 Charismatic", "a1 CP 8 5 1 A at 50 40 0, commander", "a2 FL 5 4 1 A at 70 40 0, rows 2 command 2", "a3 S 8 1 0 A at 90 40 0", "a4 FP 5 3 1 A at 120 40 0",
		"b1 FP 5 5 1 A at 50 100 180")
	x.rout(x.u("a1"), true)
	x.is("a2", "rows 4 3", "ordered", "fresh")
	x.is("a3", "lost")
	x.is("a4", "vbu 2", "worn", "ordered")
	x.is("b1", "vbu 5")
	// Any other commander leaves the army as it is.
	x = lay(t, "quality a 1 Genius", "a1 CP 8 5 1 A at 50 40 0, commander", "a4 FP 5 3 1 A at 120 40 0", "b1 FP 5 5 1 A at 50 100 180")
	x.rout(x.u("a1"), true)
	x.is("a4", "vbu 3")
}
