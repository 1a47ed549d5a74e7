package impetus

import (
	"strings"
	"testing"

	"acies/rulebook/cite"
)

func TestLargeUnitsAreOneUnit(t *testing.T) {
	cite.Clauses(t, "imp-18.1b", "imp-18.1f", "imp-8.1j", "imp-D2f")
	// It moves and shoots as one, with the VBU of its front, on a base as deep as its rows.
	x := lay(t, "a1 T 5 4 0 B at 50 40 0, crossbow_A, rows 2", "b1 FP 5 5 0 B at 50 55 180", far)
	if d := x.base(0).Depth; d != 8*U {
		t.Errorf("the depth is %d, expected two rows of 4U", d)
	}
	x.do("activate a1", "fire a1 b1")
	x.throwing(4)
	x.do(ones(4), "forward 5")
	x.is("a1", "at 50 45 0", "rows 4 4")
	// A row that is lost shortens the base from behind; the front stays.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0, rows 3, pike", far)
	x.takeRows(0, 6)
	x.is("a1", "rows 5 4 0", "at 50 40 0")
	if d := x.base(0).Depth; d != 6*U {
		t.Errorf("the depth is %d, expected 6U", d)
	}
}

func TestLossesOfLargeUnits(t *testing.T) {
	cite.Clauses(t,
		"imp-18.2a", "imp-18.2b", "imp-18.2c", "imp-18.2d", "imp-18.2e", "imp-18.2g", "imp-18.2h", "imp-18.2i", "imp-1.1p", "imp-R61", "imp-R62", "imp-R74",
	)
	x := lay(t, "a1 T 5 9 0 B at 50 40 0, musket", "b1 FP 5 4 1 B at 50 44 180, rows 2, vd 3", far)
	x.do("activate a1", "fire a1 b1", "throw 6 6 1 1 1 1 1 1 1 1 1 1 1")
	if n := x.critical(x.u("b1"), byShot, 2, nil); n != 3 {
		t.Errorf("the critical number is %d, expected 4 - 2 + 1", n)
	}
	x.do("roll 5")
	x.is("b1", "rows 4 2", "fresh", "disordered")
	// Losses beyond a row fall on the next; then it is worn.
	x.loseRows(x.u("b1"), 3, false)
	x.is("b1", "rows 3 0", "worn", "there")
	if n := x.lostValue(1); n != 0 {
		t.Errorf("%d VD are lost before the last row is", n)
	}
	x.loseRows(x.u("b1"), 3, false)
	x.is("b1", "lost")
	if n := x.lostValue(1); n != 3 {
		t.Errorf("%d VD are lost, expected 3", n)
	}
	// It is Impetuous until half of all its rows are gone.
	x = lay(t, "a1 FL 8 4 4 C at 50 40 0, impetuous, rows 2", far)
	x.takeRows(0, 3)
	if !x.impetuous(0) {
		t.Error("3 of 8 lost: it is still Impetuous")
	}
	x.takeRows(0, 1)
	if x.impetuous(0) {
		t.Error("4 of 8 lost: it is Impetuous no longer")
	}
}

func TestDepthBonus(t *testing.T) {
	cite.Clauses(t,
		"imp-18.3a", "imp-18.3b", "imp-18.3c", "imp-18.3d", "imp-18.3e", "imp-18.3f", "imp-18.3g", "imp-18.3h", "imp-18.3i", "imp-18.3j", "imp-1.3f",
		"imp-1.3h", "imp-1.3i", "imp-R4", "imp-R60",
	)
	for _, row := range []struct {
		unit          string
		horse, onFoot int
	}{
		{"FP 5 5 0 B, pike", 0, 0},
		{"FP 5 5 0 B, pike, rows 2", 3, 1},
		{"FP 5 5 0 B, pike, rows 3", 6, 2},
		{"FP 5 5 0 B, schiltron", 0, 0},
		{"FP 5 5 0 B, schiltron, rows 2", 2, 1},
		{"FP 5 5 0 B, long_spear", 0, 0},
		{"FP 5 5 0 B, long_spear, rows 2", 2, 1},
		{"FL 8 5 0 B, long_spear, rows 2", 0, 0},
		{"CP 8 5 0 B, rows 2", 0, 2},
		{"CM 10 5 0 B, rows 2", 0, 0},
		{"FP 5 5 0 B, warband, rows 2", 0, 2},
		{"FL 8 5 0 B, warband, rows 2", 0, 2},
		{"FP 5 5 0 B, rows 2", 0, 0},
	} {
		for enemy, bonus := range map[string]int{"CP 8 5 0 B at 50 40 180": row.horse, "FP 5 5 0 B at 50 40 180": row.onFoot, "El 8 5 0 B at 50 40 180": row.horse} {
			x := lay(t, "a1 "+at(row.unit, "50 40 0"), "b1 "+enemy, far)
			x.contactOf(0, 1).fought = true
			x.do("activate a1", "fight")
			x.throwing(5 + bonus)
			if t.Failed() {
				t.Fatalf("%s against %s", row.unit, enemy)
			}
		}
	}
	// It is lost with the last rear row, and smaller with two rows of three.
	x := lay(t, "a1 FP 5 5 0 B at 50 40 0, pike, rows 3", "b1 CP 8 5 0 B at 50 40 180", far)
	x.contactOf(0, 1).fought = true
	x.takeRows(0, 5)
	x.startFight(0, 1, false)
	if n := x.sidePool(0); n != 8 {
		t.Errorf("two rows: %d dice, expected 5 + 3", n)
	}
	x.takeRows(0, 5)
	if n := x.sidePool(0); n != 5 {
		t.Errorf("one row: %d dice, expected 5", n)
	}
}

func TestDepthAndFlanks(t *testing.T) {
	cite.Clauses(t, "imp-18.3k", "imp-24.4b", "imp-1.3g")
	// While an enemy that came in on its flank touches it, a block has no bonus; a schiltron has no flank.
	for trait, dice := range map[string]int{"pike": 4, "schiltron": 6} {
		x := lay(t, "a1 FP 10 5 1 B at 62 45 270", "b1 FP 5 5 0 B at 50 50 0, rows 2, "+trait, far)
		x.do("activate a1", "charge b1")
		x.do(ones(x.due().n))
		x.throwing(dice)
		if x.disordered(1) != (trait == "pike") {
			t.Errorf("%s: disordered is %v", trait, x.disordered(1))
		}
	}
	// The bonus is back when that enemy has gone.
	x := lay(t, "a1 CP 8 5 0 B at 50 50 180", "a2 FP 5 5 0 B at 54 46 270", "b1 FP 5 5 0 B at 50 50 0, pike, rows 2", far)
	*x.contactOf(1, 2).cameUpon(2) = onFlank
	x.startFight(0, 2, false)
	if n := x.sidePool(1); n != 5 {
		t.Errorf("flanked: %d dice, expected 5", n)
	}
	x.remove(1, false)
	if n := x.sidePool(1); n != 8 {
		t.Errorf("no more flanked: %d dice, expected 8", n)
	}
}

func TestRout(t *testing.T) {
	cite.Clauses(t, "imp-19.1a", "imp-19.1b", "imp-19.1c", "imp-19.1d", "imp-19.1f", "imp-19.1g", "imp-19.1i", "imp-E19", "imp-R66", "imp-D5h", "imp-1.1m")
	shot := func(lines ...string) *scene {
		x := lay(t, append([]string{"a1 T 5 9 0 B at 50 40 0, musket"}, lines...)...)
		x.do("activate a1", "fire a1 b1", "throw 6 6 6 1 1 1 1 1 1 1 1 1 1", "roll 6")
		return x
	}
	x := shot("b1 FP 5 3 1 B at 50 44 180", "b2 FP 5 5 1 B at 57 49 180", "b3 FP 5 5 1 B at 42.5 51.9 180, disordered", "b4 FP 5 5 1 B at 51 52.01 180", far)
	x.is("b1", "lost")
	x.is("b2", "vbu 4", "disordered")
	x.is("b3", "vbu 4", "disordered")
	x.is("b4", "vbu 5", "ordered")
	if x.ToAct() != 0 {
		t.Error("no test is made for it")
	}
	// Its loss is scored at once.
	if n := x.lostValue(1); n != 2 {
		t.Errorf("%d VD are lost, expected 2", n)
	}
	// A Large Unit loses from its rear row; who is down to nothing routs in turn.
	x = shot("b1 FP 5 3 1 B at 50 44 180", "b2 FP 5 5 1 B at 54 48 180, vbu 1", "b3 FP 5 5 1 B at 57 54 180, rows 2", "b4 FP 5 5 1 B at 45 49 180, rows 2", far)
	x.is("b2", "lost")
	x.is("b3", "rows 5 4", "disordered", "fresh")
	x.is("b4", "rows 5 4", "disordered")
}

func TestWhoseRoutShakesNobody(t *testing.T) {
	cite.Clauses(t, "imp-19.1e", "imp-19.1h", "imp-10.5f", "imp-22.1j")
	for _, who := range []string{"S 8 3 0 B", "CL 12 3 0 B", "CF 10 3 0 C", "ART 3 3 0 C"} {
		x := lay(t, "a1 T 5 9 0 B at 50 40 0, musket", "b1 "+at(who, "50 44 180"), "b2 FP 5 5 1 B at 50 51 180", far)
		x.rout(x.u("b1"), true)
		x.is("b2", "vbu 5", "ordered")
	}
	// Nor do friends in melee mind, nor baggage.
	x := lay(t, "a1 FP 5 5 0 B at 50 53 180", "b1 FP 5 3 1 B at 50 44 180", "b2 FP 5 5 1 B at 50 53 0", "b3 baggage at 44 48 180", far)
	x.rout(x.u("b1"), true)
	x.is("b2", "melee", "vbu 5", "ordered")
	x.is("b3", "vbu 2", "ordered", "there")
	// A Command that goes takes no heart from others.
	x = lay(t, "a1 FP 5 5 0 B at 50 30 0", "b1 FP 5 3 1 B at 50 44 180, command 2", "b2 FP 5 5 1 B at 50 48 180", far)
	x.routCommand(1, 1)
	x.is("b1", "lost")
	x.is("b2", "vbu 5", "ordered")
	// Nor does a unit that the loss of a Charismatic Commander has used up: its friend has that loss alone.
	x = lay(t, "a1 FP 5 5 0 B at 50 30 0", "quality b 1 Charismatic", "b1 FP 5 3 1 B at 50 44 180, vbu 1", "b2 FP 5 5 1 B at 50 48 180", far)
	x.loseCommander(1, 0, true)
	x.is("b1", "lost")
	x.is("b2", "vbu 4", "ordered")
}

func TestDisorder(t *testing.T) {
	cite.Clauses(t, "imp-20.1a", "imp-20.1b", "imp-20.1c", "imp-20.1d", "imp-1.1o")
	x := lay(t, "a1 T 5 4 0 B at 50 40 0, crossbow_A", "a2 FP 5 5 1 B at 58 40 0, disordered", "a3 S 8 3 0 B at 30 40 0, disordered", "b1 FP 5 5 1 B at 50 52 180, disordered", far)
	// One die less in fire, 1 less on the critical number; it has no zone.
	n, _ := x.mayShoot(0, x.u("b1"))
	whole := x.firePool(0, x.u("b1"), n, nil)
	critical := x.critical(0, byMelee, 1, nil)
	x.set(0, fDisordered)
	if d := x.firePool(0, x.u("b1"), n, nil); d != whole-1 {
		t.Errorf("it shoots with %d dice, expected %d", d, whole-1)
	}
	if c := x.critical(0, byMelee, 1, nil); c != critical-1 {
		t.Errorf("its critical number is %d, expected %d", c, critical-1)
	}
	x.clear(0, fDisordered)
	if !x.hasZone(0) || x.hasZone(x.u("a2")) {
		t.Error("a unit in order has a zone, a disordered one has none")
	}
	x.refuse("imp-6.7j", "activate a1 a2")
	x.do("activate a2", "proceed")
	x.refuse("imp-6.4a", "oblique 1 2", "sideways 1")
	x.refuse("imp-6.5c", "rearward 1")
	x.refuse("imp-6.6a", "about-face")
	x.refuse("imp-9.1d", "opportunity")
	x.allow("forward 3", "wheel -10")
	x.do("pass", "activate a3", "proceed")
	x.allow("rearward 5")
	x.refuse("imp-6.4a", "sideways 1")
}

func TestRally(t *testing.T) {
	cite.Clauses(t, "imp-20.2a", "imp-20.2b", "imp-20.2c", "imp-20.2d", "imp-20.2e", "imp-20.2f", "imp-20.2g", "imp-20.2h", "imp-20.2i", "imp-5.3a")
	// At the first try: in order, and the rally is its first phase, so that a move needs a test.
	x := lay(t, "quality a 1 Expert", "a1 FP 5 5 1 B at 50 40 0, disordered", "a2 FP 5 5 1 B at 70 20 0, commander", far)
	x.do("activate a1", "rally", "roll 4")
	x.is("a1", "ordered")
	x.do("forward 3", "roll 3")
	x.is("a1", "disordered", "at 50 43 0")
	// Failed at the first try it acts in disorder, and the failed try is no phase.
	x = lay(t, "quality a 1 Expert", "a1 FP 5 5 1 B at 50 40 0, disordered", "a2 FP 5 5 1 B at 70 20 0, commander", far)
	x.do("activate a1", "rally", "roll 3", "proceed", "forward 3")
	x.is("a1", "disordered", "at 50 43 0")
	// As many tries as his Commander's Leadership, but then it does nothing else.
	for _, row := range []struct {
		quality string
		tries   int
	}{{"Genius", 4}, {"Expert", 3}, {"Fair", 2}, {"Poor", 1}, {"Cowardly", 1}} {
		x := lay(t, "quality a 1 "+row.quality, "a1 FP 5 5 1 B at 50 40 0, disordered", "a2 FP 5 5 1 B at 70 20 0, commander", far)
		x.do("activate a1")
		n := 0
		for strings.HasPrefix(x.promptKey(), "prompt.rally") {
			x.do("rally", "roll 1")
			n++
		}
		if n != row.tries {
			t.Errorf("%s: %d tries, expected %d", row.quality, n, row.tries)
		}
		if ended := x.act.n == 0; ended != (n > 1) {
			t.Errorf("%s: after %d tries the activation has ended: %v", row.quality, n, ended)
		}
	}
	x = lay(t, "quality a 1 Expert", "a1 FP 5 5 1 B at 50 40 0, disordered", "a2 FP 5 5 1 B at 70 20 0, commander", far)
	x.do("activate a1", "rally", "roll 1", "rally", "roll 5")
	x.is("a1", "ordered")
	if x.act.n != 0 {
		t.Error("rallied at the second try, it does nothing else")
	}
	// Out of range, Impetuous or chariots: one try.
	for _, who := range []string{"FP 5 5 1 A at 150 40 0, disordered", "FP 5 5 1 B at 50 40 0, disordered impetuous", "CGL 10 4 1 B at 50 40 0, disordered"} {
		x := lay(t, "quality a 1 Genius", "a1 "+who, "a2 FP 5 5 1 B at 70 20 0, commander", far)
		x.do("activate a1", "rally", "roll 1")
		if strings.HasPrefix(x.promptKey(), "prompt.rally") {
			t.Errorf("%s: a second try is offered", who)
		}
	}
	// In melee none; in a Group none.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0, disordered", "b1 FP 5 5 1 B at 50 40 180", far)
	x.do("activate a1")
	x.refuse("imp-2.2g", "rally")
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0, disordered", "a2 FP 5 5 1 B at 58 40 0, disordered", far)
	x.refuse("imp-6.7j", "activate a1 a2")
	// Only at the start.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0, disordered", far)
	x.do("activate a1", "proceed")
	x.refuse("imp-Q2e", "rally")
}

func TestPhalanx(t *testing.T) {
	cite.Clauses(t, "imp-R76", "imp-R84")
	if Frontage != 8*U {
		t.Errorf("the frontage is %d", Frontage)
	}
	for _, row := range []struct {
		charger   string
		vbu       string
		won, lost int // by the pikes, in percent
	}{{"CP 8 6 4 A", "4", 15, 42}, {"CP 8 6 4 A", "5", 22, 28}, {"CM 10 5 3 B", "5", 37, 20}} {
		x := lay(t, "a1 "+row.charger+" at 50 40 0", "b1 FP 5 "+row.vbu+" 1 B at 50 44 180, pike, rows 2", far)
		x.do("activate a1")
		a, err := x.b.Parse("charge b1")
		if err != nil {
			t.Fatal(err)
		}
		var won, lost int
		for _, o := range x.Explain(a, 0).Odds {
			p := int(o.Weight / (o.Of / 1000))
			switch o.Result {
			case "round.lost", "round.routed":
				won += p
			case "round.won", "round.enemy-routs":
				lost += p
			}
		}
		if won/10 < row.won-1 || won/10 > row.won+1 || lost/10 < row.lost-1 || lost/10 > row.lost+1 {
			t.Errorf("pikes of VBU %s against %s: won %d, lost %d per thousand, expected %d%% and %d%%", row.vbu, row.charger, won, lost, row.won, row.lost)
		}
	}
}
