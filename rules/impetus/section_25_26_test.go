package impetus

import (
	"testing"

	"acies/game"
	"acies/plane"
	"acies/rulebook/cite"
)

func TestAmendedPassage(t *testing.T) {
	cite.Clauses(t, "imp-25.1a", "imp-25.1b", "imp-25.1c", "imp-R75")
	units := []string{
		"a1 T 8 4 0 B at 20 40 0", "a2 FL 8 4 1 B at 40 40 0", "a3 FL 8 4 1 B at 60 40 0, impetuous", "a4 FP 8 5 1 B at 80 40 0, pike, rows 2",
		"a5 FP 8 5 1 B at 100 40 0, schiltron", "a6 CM 10 5 1 B at 120 40 0", "a7 El 8 5 1 B at 140 40 0", "a8 FP 5 5 1 B at 160 40 0, impetuous", far,
	}
	on, off := lay(t, append(units, "amendments")...), lay(t, units...)
	for _, row := range []struct {
		u, v    string
		on, off bool
	}{
		{"a6", "a1", true, false}, {"a7", "a2", true, false}, {"a4", "a2", true, false}, {"a6", "a3", false, false}, // by every type
		{"a1", "a4", true, false}, {"a2", "a5", true, false}, {"a1", "a8", true, false}, {"a2", "a6", true, false}, {"a3", "a4", false, false}, // through all
	} {
		if got := on.passes(on.u(row.u), on.u(row.v)); got != row.on {
			t.Errorf("with the amendments %s passes %s: %v", row.u, row.v, got)
		}
		if got := off.passes(off.u(row.u), off.u(row.v)); got != row.off {
			t.Errorf("without them %s passes %s: %v", row.u, row.v, got)
		}
	}
	// Like skirmishers they are set behind the unit that passes, even if it did not clear them.
	lines := []string{"a1 CM 10 5 1 B at 50 40 0", "a2 T 5 4 0 B at 50 46 0", far}
	x := lay(t, lines...)
	x.do("activate a1")
	x.refuse("imp-6.8e", "forward 6")
	x = lay(t, append(lines, "amendments")...)
	x.do("activate a1", "forward 6")
	x.is("a1", "at 50 46 0")
	x.is("a2", "at 50 40.005 0", "ordered")
}

func TestAmendedTurn(t *testing.T) {
	cite.Clauses(t, "imp-25.1d")
	lines := []string{"a1 FL 8 4 4 C at 50 40 0, impetuous", "b1 FP 5 5 0 B at 80 60 180"}
	for _, row := range []struct {
		more []string
		way  int32
	}{{nil, 8 * U}, {[]string{"amendments"}, 8*U - plane.WheelCost(Frontage/2, 180)}} {
		x := lay(t, append(lines, row.more...)...)
		x.do("rush 45")
		p := x.units[0]
		if d := plane.Distance(p.Point(), plane.Point{X: 50 * U, Y: 40 * U}); int32(d) < row.way-2 || int32(d) > row.way+2 {
			t.Errorf("%v: it went %d, expected %d", row.more, d, row.way)
		}
	}
	// A turn that M does not pay for is not open: 45 degrees are an arc of 3.142U.
	x := lay(t, "amendments", "a1 FL 3 4 4 C at 50 40 0, impetuous", lines[1])
	x.refuse("imp-6.2a", "rush 45")
	x.allow("rush 42")
	// A charge after the turn has no more either, even when its target evades.
	x = lay(t, "amendments", "a1 FL 8 4 4 C at 50 40 0, impetuous", "b1 S 8 3 0 B at 52.5 42.5 225", far)
	x.do("rush 45", "evade", "stand")
	x.allow("stop 4.857")
	x.refuse("imp-10.4h", "stop 5")
}

func TestAmendedCohesion(t *testing.T) {
	cite.Clauses(t, "imp-25.1e", "imp-25.1f")
	lines := []string{
		"a1 T 5 4 0 B at 50 20 0, crossbow_A", "a2 ART 3 4 0 B at 70 20 0, artillery_A", "a3 ART 3 4 0 B at 90 20 0, artillery_B", "a4 ART 3 4 0 B at 110 20 0, artillery_C",
		"a5 CM 10 5 1 B at 130 20 0", "b1 FP 5 5 1 B at 50 50 180", "b2 FL 8 5 1 B at 70 50 180", "b3 FP 5 5 1 B at 90 50 180, pike, rows 3", "b4 FP 5 5 1 B at 110 50 180, pike, rows 2",
		"b5 FP 5 5 1 B at 130 60 180, long_spear, rows 3",
	}
	on, off := lay(t, append(lines, "amendments")...), lay(t, lines...)
	for _, row := range []struct {
		by, unit string
		cause    uint8
		more     int
	}{
		{"a1", "b1", byShot, 1},
		{"a2", "b1", byShot, 0},
		{"a3", "b1", byShot, 1},
		{"a4", "b1", byShot, 0},
		{"a1", "b2", byShot, 0},
		{"a5", "b1", byMelee, 1},
		{"a5", "b2", byMelee, 0},
		{"a5", "b3", byMelee, 2},
		{"a5", "b4", byMelee, 1},
		{"a5", "b5", byMelee, 1},
		{"a1", "b1", byMelee, 0},
		{"a1", "b3", byShot, 1},
	} {
		for _, x := range []*scene{on, off} {
			x.shot = shot{firer: x.u(row.by), target: x.u(row.unit), band: shortRange}
			x.fight.mains = [2]uint8{x.u(row.by), x.u(row.unit)}
		}
		if n := on.critical(on.u(row.unit), row.cause, 1, nil) - off.critical(off.u(row.unit), row.cause, 1, nil); n != row.more {
			t.Errorf("%+v: found %d", row, n)
		}
	}
}

func TestRollsOfDestiny(t *testing.T) {
	cite.Clauses(t, "imp-25.1g", "imp-25.1h", "imp-25.1a")
	set := *lay(t, "a1 FP 5 5 1 B at 50 20 0", "b1 FP 5 5 1 B at 50 80 180").b.setup
	set.Sides[0].Destiny = 3
	if s := New(&set).Start().(*State); s.luck != [2]uint8{} {
		t.Errorf("without the amendments there are none, found %v", s.luck)
	}
	set.Amendments = true
	if s := New(&set).Start().(*State); s.luck != [2]uint8{3, 0} {
		t.Errorf("side 0 has bought three, found %v", s.luck)
	}
	lines := []string{"amendments", "a1 T 5 4 0 B at 50 40 0, crossbow_A", "b1 CP 8 7 4 A at 50 52 180", far}
	// Nobody has any: nobody is asked.
	x := lay(t, lines...)
	x.do("activate a1", "fire a1 b1", "throw 6 5 1 1 1 1")
	x.wantDice(1)
	// The firer rolls a die again that did not count; the other side has none and is not asked.
	x = lay(t, lines...)
	x.luck = [2]uint8{1, 0}
	x.do("activate a1", "fire a1 b1", "throw 6 5 1 1 1 1")
	x.wantChoice("a")
	x.refuse("imp-25.1h", "re-roll 4", "pass")
	x.wantListed("re-roll 6", "re-roll 5", "re-roll", "decline")
	x.do("re-roll")
	x.wantDice(1)
	x.do("roll 5")
	if x.hurt.damage != 2 || x.luck[0] != 0 {
		t.Errorf("6 and two 5s do 2 damage, and it is spent: %+v %v", x.hurt, x.luck)
	}
	x.wantDice(1)
	// The enemy may take a six away, and then the first may answer; either may decline.
	x = lay(t, lines...)
	x.luck = [2]uint8{2, 3}
	x.do("activate a1", "fire a1 b1", "throw 6 1 1 1 1 1", "decline")
	x.wantChoice("b")
	x.do("re-roll 6", "roll 2")
	x.wantChoice("a")
	x.do("decline", "decline")
	if x.luck != [2]uint8{2, 2} || x.hurt.damage != 0 {
		t.Errorf("found %v %+v", x.luck, x.hurt)
	}
	// One die of a test, and one of two for initiative.
	x = lay(t, lines...)
	x.luck = [2]uint8{0, 1}
	x.do("activate a1", "fire a1 b1", "throw 6 1 1 1 1 1", "decline", "roll 6")
	x.refuse("imp-25.1h", "re-roll", "re-roll 5")
	x.do("re-roll 6", "roll 3")
	x.is("b1", "vbu 7", "disordered")
	x = lay(t, lines...)
	x.luck = [2]uint8{1, 0}
	x.round()
	x.do("roll 1 2", "re-roll 2", "roll 6")
	if x.dice[0] != [2]uint8{1, 6} {
		t.Errorf("the dice of side 0 are %v", x.dice[0])
	}
}

func TestDeployment(t *testing.T) {
	cite.Clauses(t, "imp-26.1e", "imp-26.1f")
	set := *lay(t,
		"a1 FP 5 5 1 B at 50 20 0", "a2 FP 5 5 1 B at 70 20 0, command 2", "a3 FP 5 5 1 B at 90 20 0",
		"b1 FP 5 5 1 B at 50 80 180", "b2 FP 5 5 1 B at 70 80 180, command 2", "b3 baggage at 90 100 180", "impassable 0 0 10 0 10 30 0 30",
	).b.setup
	set.Sides[0].Zone = Zone{[2]int32{0, plane.Width}, [2]int32{0, 44 * U}}
	// Without a choice the default positions are taken.
	x := &scene{T: t, State: New(&set).Start().(*State)}
	x.is("a1", "at 50 20 0", "there")
	x.is("b3", "there")
	// Placed freely: Commands in turn, the defender's first, each complete and wholly in its zone.
	set.FreeSetup, set.SetupFirst = true, 1
	x = &scene{T: t, State: New(&set).Start().(*State)}
	x.is("a1", "lost")
	x.is("b3", "there")
	x.wantChoice("b")
	x.is("b1", "at 50 80 180") // as in the default deployment, until its player moves it
	x.refuse("imp-26.1e", "deploy b2 70 80 180", "end")
	x.refuse("imp-2.2a", "deploy a1 50 20 0", "deploy b3 50 20 0")
	x.do("deploy b1 52 82 180", "ready")
	x.is("b1", "at 52 82 180")
	x.wantChoice("a")
	x.refuse("imp-26.1f", "deploy a1 50 44.001 0", "deploy a1 50 2 0")
	x.refuse("imp-7.1e", "deploy a1 8 20 0")
	x.do("deploy a1 50 44 0")
	x.wantListed("deploy a1 50 20 0")
	x.refuse("imp-6.1j", "deploy a3 51 44 0")
	x.refuse("imp-26.1e", "deploy a2 70 20 0")
	x.leave(x.u("a3"), unplaced) // as if there had been no place for it
	x.refuse("imp-26.1e", "ready")
	x.do("deploy a3 70 20 0", "ready")
	x.wantChoice("b")
	x.refuse("imp-26.1e", "deploy b1 50 80 180")
	x.do("ready")
	x.is("a2", "at 70 17 0") // its default place is taken: the nearest that is free
	x.do("ready")
	if x.ToAct() == game.Nobody || x.phase == phaseSetup {
		t.Error("the battle begins")
	}
}

// TestDeployNear drags units during the set-up: they stay in the zone, keep off others and join their neighbours.
func TestDeployNear(t *testing.T) {
	cite.Clauses(t, "imp-26.1f")
	set := *lay(t, "a1 FP 5 5 1 B at 50 20 0", "a2 FP 5 5 1 B at 90 20 0", "b1 FP 5 5 1 B at 50 80 180").b.setup
	set.Sides[0].Zone = Zone{[2]int32{0, plane.Width}, [2]int32{0, 44 * U}}
	set.FreeSetup = true
	s := New(&set).Start().(*State)
	for _, c := range []struct{ x, y, h, wantX, wantY, hinders int32 }{
		{70 * U, 30 * U, 0, 70 * U, 30 * U, 0},
		{70 * U, 50 * U, 0, 70 * U, 44 * U, 6 * U}, // out of the zone
		{-5 * U, 2 * U, 0, 4 * U, 3 * U, 9 * U},
		{81_400, 20_300, 0, 82 * U, 20 * U, 0}, // in line with a2
		{90 * U, 23_400, 0, 90 * U, 23 * U, 0}, // in column
	} {
		near := game.Pull{Pose: game.Pose{Point: game.Point{X: c.x, Y: c.y}, Heading: c.h}}
		list := s.Propose(0, near, nil)
		if len(list) != 1 || list[0].B != c.wantX || list[0].C != c.wantY || list[0].D != c.h {
			t.Fatalf("near %v: proposed %v, expected %d, %d", near, list, c.wantX, c.wantY)
		}
		if r := s.Check(list[0]); r != nil {
			t.Errorf("near %v: %v is refused: %v", near, list[0], r)
		}
		r := s.Hinders(0, near, list[0])
		if c.hinders == 0 && r != nil || c.hinders != 0 && (r == nil || r.Clause != "imp-26.1f" || r.Args[1].N != int(c.hinders)) {
			t.Errorf("near %v: hindered by %v, expected %d", near, r, c.hinders)
		}
	}
	v := s.View(0)
	if len(v.Free) != 2 || len(v.Marks) != 1 || len(v.Marks[0].Outline) != 4 || v.Order[0].Status != "now" {
		t.Errorf("the view shows %v, %v, %v; expected both units of the first Command free in their zone", v.Free, v.Marks, v.Order)
	}
}

func TestCosts(t *testing.T) {
	cite.Clauses(t, "imp-26.1g", "imp-4.1b")
	for i, want := range []int{0, 12, 20} {
		if n := Structure(i).Cost(); n != want {
			t.Errorf("%s costs %d, expected %d", StructureNames[i], n, want)
		}
	}
	for i, want := range []int{-10, -10, 0, 12, 25, 40, 40} {
		if n := Quality(i).Cost(); n != want {
			t.Errorf("%s costs %d, expected %d", QualityNames[i], n, want)
		}
	}
}
