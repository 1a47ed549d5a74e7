package impetus

import (
	"fmt"
	"testing"

	"acies/rulebook/cite"
)

// endangered lays out b1 with its Commander, whose test is due after it failed with a 6 and one loss.
func endangered(t *testing.T, lines ...string) *scene {
	t.Helper()
	x := lay(t, append([]string{"a1 T 5 9 0 B at 50 40 0, musket"}, lines...)...)
	x.do("activate a1", "fire a1 b1")
	x.do("throw 6"+ones(x.due().n - 1)[len("throw"):], "roll 6")
	x.wantDice(2)
	return x
}

func TestCommanderInDanger(t *testing.T) {
	cite.Clauses(t, "imp-21.1a", "imp-21.1b", "imp-21.1c", "imp-21.1d", "imp-21.1e", "imp-21.1f", "imp-21.1g", "imp-21.1h", "imp-21.1i", "imp-R69")
	// Only a failure with a 6, and only with a Commander.
	for die, due := range map[string]bool{"roll 6": true, "roll 5": false, "roll 1": false} {
		x := lay(t, "a1 T 5 9 0 B at 50 40 0, musket", "b1 FP 5 3 1 B at 50 44 180, commander, rows 2", far)
		x.do("activate a1", "fire a1 b1", "throw 6 1 1 1 1 1 1 1 1 1 1 1 1", die)
		if (x.promptKey() == "prompt.die-commander") != due {
			t.Errorf("%s: asked is %s", die, x.promptKey())
		}
	}
	x := lay(t, "a1 T 5 9 0 B at 50 40 0, musket", "b1 FP 5 3 1 B at 50 44 180, rows 2", "b2 FP 5 5 1 B at 90 44 180, commander")
	x.do("activate a1", "fire a1 b1", "throw 6 1 1 1 1 1 1 1 1 1 1 1 1", "roll 6")
	x.wantChoice("a")
	// The modifiers: own Leadership, that of others in command, structure, losses, mounted.
	for _, row := range []struct {
		lines  []string
		losses int
		want   int
	}{
		{[]string{"structure b Poor", "b1 FP 5 5 1 B at 50 44 180, commander"}, 1, 2 + 1},
		{[]string{"structure b Poor", "quality b 1 Genius", "b1 FP 5 5 1 B at 50 44 180, commander"}, 3, 4 + 3},
		{[]string{"structure b Average", "b1 FP 5 5 1 B at 50 44 180, commander"}, 1, 1},
		{[]string{"structure b Good", "b1 FP 5 5 1 B at 50 44 180, commander"}, 1, 2 - 4 + 1},
		{[]string{"structure b Poor", "b1 CM 10 5 1 B at 50 44 180, commander"}, 1, 2 + 1 - 2},
		{[]string{"structure b Poor", "b1 FP 5 5 1 B at 50 44 180, commander", "b2 FP 5 5 1 B at 90 44 180, command 2", "b3 FP 5 5 1 B at 110 44 180, command 3", "quality b 3 Expert"}, 1, -2},
	} {
		x := lay(t, append([]string{"a1 FP 5 5 1 B at 50 20 0"}, row.lines...)...)
		if n := x.commanderModifier(1, 0, row.losses, nil); n != row.want {
			t.Errorf("%v: %d, expected %d", row.lines, n, row.want)
		}
		x.commands[1][1].leader, x.commands[1][2].leader = false, false
		if n := x.commanderModifier(1, 0, row.losses, nil); len(row.lines) == 5 && n != 3 {
			t.Errorf("others count while they are in command: %d, expected 3", n)
		}
	}
	// A total below 2 has no effect.
	x = endangered(t, "structure b Good", "b1 CM 10 5 1 B at 50 44 180, commander", "b2 FP 5 5 1 B at 90 44 180, command 2", far)
	x.do("roll 1 1")
	if e := x.said("commander-test"); !x.commands[1][0].leader {
		t.Errorf("no effect, found %v", e)
	}
}

func TestFateOfCommander(t *testing.T) {
	cite.Clauses(t,
		"imp-21.2a", "imp-21.2b", "imp-21.2c", "imp-21.2d", "imp-21.2e", "imp-21.2f", "imp-21.2g", "imp-21.2h", "imp-4.1p", "imp-R15", "imp-R70", "imp-R71", "imp-E15",
	)
	for total := 2; total <= 17; total++ {
		for _, chief := range []bool{true, false} {
			x := lay(t, "structure b Poor", "a1 FP 5 5 1 B at 50 20 0", "b1 FP 5 5 1 B at 50 44 180, commander", "b2 FP 5 5 1 B at 58 44 180", "b3 FP 5 5 1 B at 90 44 180, command 2")
			x.commands[1][1].leader = false
			if !chief {
				x.chief[1] = 1
			}
			// Leadership 2 and the losses make up the rest of two dice.
			dice := "roll 1 1"
			x.push(tCommander, 0, 2, total-4)
			if total < 4 {
				x.commands[1][0].quality = Incompetent
				x.top().c = int16(total - 2)
			}
			x.run(nil)
			x.do(dice)
			c := &x.commands[1][0]
			fell := total >= 7
			if c.leader == fell || c.routed != (total >= 11) {
				t.Errorf("%d: in command %v, routed %v", total, c.leader, c.routed)
			}
			for key, want := range map[string]bool{
				"commander-captured": total == 7 || total == 8 || total == 11 || total == 12,
				"commander-killed":   total == 9 || total == 10 || total >= 13,
				"command-routs":      total >= 11,
				"army-routs":         total >= 15 && chief,
			} {
				found := false
				for _, e := range x.events {
					found = found || e.Key == key
				}
				if found != want {
					t.Errorf("%d, in chief %v: %s is %v", total, chief, key, found)
				}
			}
			if x.over != (total >= 15 && chief) || x.placed(x.u("b2")) != (total < 11) || !chief && !x.placed(x.u("b3")) {
				t.Errorf("%d, in chief %v: over %v", total, chief, x.over)
			}
		}
	}
	// Without him the Command acts on with Leadership 0, out of range, with one try to rally.
	x := lay(t, "quality a 1 Genius", "a1 FP 5 5 1 B at 50 40 0, commander", "a2 FP 5 5 1 B at 58 40 0, disordered", far)
	x.loseCommander(0, 0, false)
	if x.initiativeBonus(0, 0) != 0 || x.inRange(x.u("a2")) || x.maxTries(x.u("a2")) != 1 {
		t.Error("the Command keeps nothing of his Leadership")
	}
	x.allow("activate a2")
}

func TestCommanderGoesWithHisUnit(t *testing.T) {
	cite.Clauses(t, "imp-21.2i", "imp-21.2k", "imp-4.1f", "imp-4.1o", "imp-4.1q", "imp-4.1r", "imp-R14")
	// Routed by the same test and spared by the table: captured.
	x := lay(t, "structure b Good", "a1 T 5 9 0 B at 50 40 0, musket", "b1 FP 5 1 1 B at 50 44 180, commander", "b2 FP 5 5 1 B at 80 44 180")
	x.do("activate a1", "fire a1 b1", "throw 6 6 1 1 1 1 1 1 1 1 1 1 1", "roll 6", "roll 1 1")
	x.is("b1", "lost")
	x.said("commander-captured")
	if x.commands[1][0].leader || x.commands[1][0].routed {
		t.Error("he is captured and his Command stays")
	}
	// Lost in another way: captured without a test.
	x = lay(t, "a1 T 5 9 0 B at 50 40 0, musket", "b1 FP 5 1 1 B at 50 44 180, commander", "b2 FP 5 5 1 B at 80 44 180")
	x.do("activate a1", "fire a1 b1", "throw 6 6 1 1 1 1 1 1 1 1 1 1 1", "roll 5")
	x.is("b1", "lost")
	x.said("commander-captured")
	x.wantChoice("a")
	// A Charismatic one costs every unit of his army 1 VBU, without a test and from the rear row.
	x = lay(t, "quality b 1 Charismatic", "a1 FP 5 5 1 B at 50 20 0",
		"b1 FP 5 5 1 B at 50 44 180, commander", "b2 FP 5 5 1 B at 80 44 180, rows 2", "b3 S 8 3 0 B at 100 44 180, vbu 1", "b4 FP 5 5 1 B at 100 48 180, command 2", "b5 baggage at 20 100 180")
	x.rout(x.u("b1"), true)
	x.is("b2", "rows 5 4", "ordered", "fresh")
	x.is("b3", "lost")
	x.is("b4", "vbu 4", "ordered")
	x.is("b5", "vbu 2")
	x.is("a1", "vbu 5")
}

func TestNextInChief(t *testing.T) {
	cite.Clauses(t, "imp-21.2j")
	for _, row := range []struct {
		second, third string
		want          uint8
	}{{"Fair", "Expert", 2}, {"Expert", "Fair", 1}, {"Fair", "Fair", 1}} {
		x := lay(t, "quality a 2 "+row.second, "quality a 3 "+row.third,
			"a1 FP 5 5 1 B at 50 40 0, commander", "a2 FP 5 5 1 B at 70 40 0, command 2", "a3 FP 5 5 1 B at 90 40 0, command 3", far)
		x.loseCommander(0, 0, true)
		if x.chief[0] != row.want {
			t.Errorf("%+v: Command %d is in chief", row, x.chief[0]+1)
		}
	}
}

func TestBaggage(t *testing.T) {
	cite.Clauses(t, "imp-22.1a", "imp-22.1b", "imp-22.1c", "imp-22.1d", "imp-22.1e", "imp-22.1i", "imp-22.1j", "imp-23.1f", "imp-R72", "imp-1.2n")
	// Two dice, lost when it fails a test; who takes it is disordered, goes no further, and has finished.
	x := lay(t, "a1 CP 8 5 3 B at 50 40 0, legionary", "b1 baggage at 50 44 180", far)
	if x.b.value[1] != 2 {
		t.Errorf("the starting total is %d: it is without the baggage", x.b.value[1])
	}
	x.do("activate a1", "roll 6", "charge b1")
	x.throwing(8)
	x.do("throw 6 1 1 1 1 1 1 1")
	x.throwing(2)
	x.do("throw 1 1", "roll 2")
	x.is("b1", "lost")
	x.is("a1", "disordered", "at 50 44 0")
	if x.lostValue(1) != 3 || x.act.n != 0 {
		t.Errorf("%d VD lost; asked is %s", x.lostValue(1), x.promptKey())
	}
	// A test that it passes costs it nothing, and it has a front on all sides.
	x = lay(t, "a1 CM 10 5 3 B at 50 34 0", "b1 baggage at 50 44 0", far)
	x.do("activate a1", "roll 6", "charge b1", "throw 6 1 1 1 1 1 1 1", "throw 1 1", "roll 1")
	x.is("b1", "vbu 2", "ordered", "there")
	x.is("a1", "at 50 38 0", "melee", "ordered") // horse does not withdraw from it
	// No zone, no target, never the enemy of an uncontrolled move.
	x = lay(t, "a1 T 5 5 0 B at 50 40 0, longbow_A", "a2 FL 8 4 4 C at 80 40 0, impetuous", "b1 baggage at 65 54 180", far)
	if x.hasZone(x.u("b1")) || x.rushDue(x.u("a2")) {
		t.Error("baggage has no zone and draws nobody")
	}
	x.do("activate a1")
	x.refuse("imp-22.1j", "fire a1 b1")
	x.lead(1, 1)
	if list := x.list(); fmt.Sprint(list) != "[activate b9 end]" {
		t.Errorf("baggage never acts: %v", list)
	}
}

func TestCloseToBaggage(t *testing.T) {
	cite.Clauses(t, "imp-22.1f", "imp-22.1g", "imp-22.1h", "imp-5.2k", "imp-Q2b")
	for _, row := range []struct {
		place string
		due   bool
	}{{"50 34 0", true}, {"50 33.999 0", false}, {"50 61 0", true}} {
		x := lay(t, "a1 FP 5 5 1 B at "+row.place, "b1 baggage at 50 44 180", far)
		x.do("activate a1")
		if due := x.promptKey() == "prompt.die-test"; due != row.due {
			t.Errorf("at %s a test is due: %v", row.place, due)
		}
	}
	// Out of sight, or in melee: none.
	x := lay(t, "wood 40 35 60 35 60 43 40 43", "a1 FP 5 5 1 B at 50 34.9 0", "b1 baggage at 50 44 180", far)
	x.do("activate a1")
	x.allow("forward 1")
	x = lay(t, "a1 FP 5 5 1 B at 50 36 0", "b1 baggage at 50 44 180", "b2 FP 5 5 1 B at 50 36 180", far)
	x.do("activate a1")
	x.allow("fight")
	// Passed, it acts freely; failed, it turns towards the baggage, at most 45 degrees, and moves its full M.
	x = lay(t, "a1 FP 5 5 1 B at 50 35 0", "b1 baggage at 50 44 180", far)
	x.do("activate a1", "roll 5")
	x.allow("rearward 1", "pass")
	x = lay(t, "a1 FP 5 5 1 B at 50 35 350", "b1 baggage at 50 44 180", far)
	x.do("activate a1", "roll 3")
	x.is("a1", "at 50 40 0")
	if x.act.n != 0 {
		t.Errorf("its activation is over; asked is %s", x.promptKey())
	}
	x = lay(t, "a1 FP 5 5 1 B at 50 35 270", "b1 baggage at 50 44 180", far)
	x.do("activate a1", "roll 3")
	if h := x.units[0].H; h != 1260 {
		t.Errorf("it heads %d, expected 315", h/4)
	}
	// It charges it if it can, even with I of 0.
	x = lay(t, "a1 FP 5 5 0 B at 50 40 0", "b1 baggage at 50 44 180", far)
	x.do("activate a1", "roll 3")
	x.is("a1", "melee")
	x.throwing(5)
	// But nobody else who stands before it.
	x = lay(t, "a1 FP 5 5 2 B at 50 36 0", "b1 baggage at 50 44 180", "b2 FP 5 5 1 B at 52 39 180", far)
	x.do("activate a1", "roll 3")
	x.ended("a1")
	x.is("a1", "at 50 38 0", "free")
}
