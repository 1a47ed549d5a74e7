package impetus

import (
	"slices"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/rulebook/cite"
)

// planned returns the actions of a plan, and who is left out and why.
func planned(b *Battle, plan game.Plan) (actions, left string) {
	var list []string
	for _, l := range plan.Left {
		list = append(list, b.PieceID(l.Piece)+": "+l.Why.Key)
	}
	return strings.Join(formatAll(b, plan.Actions), ", "), strings.Join(list, ", ")
}

func TestPlanAdvance(t *testing.T) {
	cite.Clauses(t, "imp-6.1b", "imp-6.2a", "imp-6.7g", "imp-2.2a")
	line := func(ax, ay, bx, by int32) game.Line {
		return game.Line{Ends: [2]game.Point{{X: ax * U, Y: ay * U}, {X: bx * U, Y: by * U}}}
	}
	apart := []string{
		"a1 FP 5 5 2 B at 50 40 0", "a2 FP 6 5 2 B at 58 40 0", "a3 CM 10 5 2 B at 80 40 0",
		"a4 FP 5 5 2 B at 100 40 0", "a5 FP 5 5 2 B at 100 35 0", "b1 FP 5 5 1 B at 50 100 180",
	}
	for _, test := range []struct {
		name          string
		lines         []string
		line          game.Line
		actions, left string
	}{
		{
			"neighbours together at the pace of the slowest, and those ahead before those behind", apart,
			game.Line{},
			"activate a1 a2, forward 5, pass, activate a3, forward 10, pass, activate a4, forward 5, pass, activate a5, forward 5", "",
		},
		{
			"a line of battle at one pace, although not all can form a group",
			[]string{"a1 FP 5 5 2 B at 50 40 0", "a2 FL 8 5 2 B at 58 40 0, impetuous", "a3 FP 5 5 2 B at 66 40 0", "b1 FP 5 5 1 B at 50 100 180"},
			game.Line{},
			"activate a1, forward 5, pass, activate a2, forward 5, pass, activate a3, forward 5", "",
		},
		{
			"up to a line that some do not reach, and some do not meet", apart, line(40, 44, 90, 44),
			"activate a1 a2, forward 4, pass, activate a3, forward 4", "a4: line-aside, a5: line-aside",
		},
		{
			"a line behind", apart, line(40, 20, 120, 20), "", "a1: line-aside, a2: line-aside, a3: line-aside, a4: line-aside, a5: line-aside",
		},
		{
			"not into a zone of control, nor into ground that disorders",
			[]string{"wood 96 43 104 43 104 60 96 60", "a1 FP 5 5 2 B at 50 40 0", "a2 FP 5 5 2 B at 100 40 0", "b1 FP 5 5 1 B at 50 48 180"},
			game.Line{},
			"activate a1, forward 3, pass, activate a2, forward 3", "",
		},
		{
			"not disordered, not in melee, not at the edge of ground that disorders",
			[]string{
				"wood 96 40 104 40 104 60 96 60", "a1 FP 5 5 2 B at 50 40 0, disordered", "a2 FP 5 5 2 B at 100 40 0", "a3 FP 5 5 2 B at 120 40 0",
				"a4 FP 5 5 2 B at 140 40 0", "b1 FP 5 5 1 B at 120 40 180",
			},
			game.Line{},
			"activate a4, forward 5", "a1: rally, a2: disorders, a3: engaged",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			x := lay(t, test.lines...)
			plan := x.PlanAdvance(x.View(0).Advance, test.line)
			actions, left := planned(x.b, plan)
			if actions != test.actions {
				t.Errorf("planned %q, want %q", actions, test.actions)
			}
			if left != test.left {
				t.Errorf("left out %q, want %q", left, test.left)
			}
			if (len(plan.Notes) > 0) != strings.Contains(actions, "pass") {
				t.Errorf("notes %v", plan.Notes)
			}
		})
	}
}

// A marked enemy may react to whoever moves before him: those whom he cannot reach go first, and the rest is planned again when he has
// declined, for the shorter way on which he would not shoot at this one.
func TestPlanAdvanceReactions(t *testing.T) {
	cite.Clauses(t, "imp-9.2a", "imp-Q6a")
	x := lay(t,
		"a1 FP 5 5 2 B at 50 60 0", "a2 FP 5 5 2 B at 70 60 0", "a3 FP 5 5 2 B at 150 20 0", "b1 T 6 4 1 B at 60 80 180, longbow_A marked")
	pieces := x.View(0).Advance
	plan := x.PlanAdvance(pieces, game.Line{})
	if actions, left := planned(x.b, plan); actions != "activate a3, forward 5, pass, activate a1, forward 5" || left != "" || !plan.More {
		t.Errorf("planned %q, left out %q, more: %v", actions, left, plan.More)
	}
	for _, e := range plan.Ends {
		if e.Stays {
			t.Errorf("%s stays", x.b.PieceID(e.Piece))
		}
	}
	warned := slices.DeleteFunc(plan.Notes, func(n game.Event) bool { return n.Key == "note.advance-ends" })
	if len(warned) != 1 || warned[0].Key != "note.may-shoot" || x.b.PieceID(warned[0].Args[0].N) != "b1" {
		t.Errorf("of reactions the plan says %v, want that b1 may shoot", warned)
	}
	for _, a := range plan.Actions {
		x.do(x.b.Format(a))
	}
	x.do("decline")
	plan = x.PlanAdvance(pieces, game.Line{})
	if actions, _ := planned(x.b, plan); actions != "pass, activate a2, forward 3.75" || plan.More {
		t.Errorf("planned %q then, more: %v", actions, plan.More)
	}
}

// Whatever the moment of a game, a plan is legal action by action, ends as it says, and leaves nobody out without a reason.
func TestPlansAreLegal(t *testing.T) {
	x := lay(t,
		"wood 60 60 80 60 80 70 60 70", "a1 FP 5 5 2 B at 50 40 0", "a2 FP 5 5 2 B at 58 40 0", "a3 CL 12 4 2 B at 66 40 0, javelin", "a4 S 8 3 0 B at 90 50 0, javelin",
		"a5 CGL 10 4 2 B at 110 45 0", "a6 FL 8 4 3 C at 130 40 0, impetuous",
		"b1 FP 5 5 2 B at 50 90 180", "b2 FP 5 5 2 B at 58 90 180", "b3 T 6 4 1 B at 90 90 180, longbow_B", "b4 CP 8 6 4 B at 110 90 180")
	src, plans := dice.New(3), 0
	var buf []game.Action
	for i := 0; x.ToAct() != game.Nobody && plans < 60 && i < 4000; i++ {
		a := x.Roll(src)
		if x.ToAct() != game.Nature {
			side := x.ToAct()
			if v := x.View(side); len(v.Advance) > 0 {
				plans++
				checkPlan(t, x.State, v.Advance, game.Line{})
				at := v.Pieces[v.Advance[0]].Pose
				checkPlan(t, x.State, v.Advance, game.Line{Ends: [2]game.Point{{X: at.X - 20*U, Y: at.Y + 4*U}, {X: at.X + 20*U, Y: at.Y + 5*U}}})
			}
			buf = x.Legal(buf[:0])
			a = buf[game.Intn(src, len(buf))]
		}
		if r := x.Apply(a, nil); r != nil {
			t.Fatal(r)
		}
	}
	if plans < 10 {
		t.Errorf("%d plans", plans)
	}
}

func checkPlan(t *testing.T, s *State, pieces []int, line game.Line) {
	t.Helper()
	before, side := s.Hash(), s.ToAct()
	plan := s.PlanAdvance(pieces, line)
	if s.Hash() != before {
		t.Fatal("planning changes the state")
	}
	c := s.Clone()
	for i, a := range plan.Actions {
		if c.ToAct() != side {
			t.Fatalf("another is asked before action %d of %v", i, formatAll(s.b, plan.Actions))
		}
		if r := c.Apply(a, nil); r != nil {
			t.Fatalf("%q of %v: %v", s.b.Format(a), formatAll(s.b, plan.Actions), r)
		}
	}
	v, was := c.View(side), s.View(side)
	left := map[int]bool{}
	for _, l := range plan.Left {
		if l.Why == nil || l.Why.Key == "" {
			t.Errorf("%s is left out without a reason", s.b.PieceID(l.Piece))
		}
		left[l.Piece] = true
	}
	for _, e := range plan.Ends {
		is := v.Pieces[e.Piece].Pose
		if plan.More {
			continue // the rest is foreseen
		}
		if is == nil || *is != *e.Pose || e.Stays != left[e.Piece] || e.Stays != (*is == *was.Pieces[e.Piece].Pose) || is.Heading != was.Pieces[e.Piece].Pose.Heading {
			t.Errorf("%s is at %v, and should be at %v; it stays: %v, left out: %v", s.b.PieceID(e.Piece), is, e.Pose, e.Stays, left[e.Piece])
		}
	}
}
