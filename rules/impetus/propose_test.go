package impetus

import (
	"slices"
	"testing"

	"acies/game"
	"acies/rulebook/cite"
)

func TestPropose(t *testing.T) {
	cite.Clauses(t, "imp-D10k")
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 120 100 180")
	x.do("activate a1")
	for _, row := range []struct {
		near  game.Pull
		first string
	}{
		{game.Pull{Pose: game.Pose{Point: game.Point{X: 50000, Y: 46000}}}, "forward 6"},
		{game.Pull{Pose: game.Pose{Point: game.Point{X: 50000, Y: 70000}}}, "forward 10"},
		{game.Pull{Pose: game.Pose{Point: game.Point{X: 50000, Y: 37000}}}, "rearward 3"},
		{game.Pull{Pose: game.Pose{Point: game.Point{X: 53000, Y: 46000}}}, "oblique 3 6"},
		{game.Pull{Pose: game.Pose{Point: game.Point{X: 54000, Y: 40000}}}, "sideways 4"},
		{game.Pull{Pose: game.Pose{Point: game.Point{X: 50500, Y: 42000}, Heading: 100}}, "wheel 25"},
	} {
		list := x.Propose(0, row.near, nil)
		if len(list) == 0 || x.b.Format(list[0]) != row.first {
			t.Errorf("near %v: found %v, expected %s first", row.near, formatAll(x.b, list), row.first)
		}
		for _, a := range list {
			if r := x.Check(a); r != nil {
				t.Errorf("%s was proposed and is refused: %v", x.b.Format(a), r)
			}
		}
	}
	if list := x.Propose(1, game.Pull{}, nil); len(list) != 0 {
		t.Errorf("a unit that does not act was proposed %v", formatAll(x.b, list))
	}
}

func formatAll(b *Battle, list []game.Action) []string {
	return slices.Collect(func(yield func(string) bool) {
		for _, a := range list {
			if !yield(b.Format(a)) {
				return
			}
		}
	})
}

func TestTake(t *testing.T) {
	cite.Clauses(t, "imp-6.7d")
	x := lay(t, "a1 FP 5 5 2 B at 50 40 0", "a2 FP 5 5 2 B at 58 40 0", "a3 FP 5 5 2 B at 100 40 0", "b1 FP 5 5 1 B at 120 100 180")
	for _, row := range []struct {
		pieces []int
		do     string
		legal  bool
	}{
		{[]int{1, 0}, "activate a1 a2", true},
		{[]int{2}, "activate a3", true},
		{[]int{0, 2}, "activate a1 a3", false},
	} {
		a, ok := x.Take(row.pieces)
		if !ok || x.b.Format(a) != row.do || (x.Check(a) == nil) != row.legal {
			t.Errorf("%v: found %s, %v, %v", row.pieces, x.b.Format(a), ok, x.Check(a))
		}
	}
	if _, ok := x.Take([]int{3}); ok {
		t.Error("an enemy can be taken")
	}
	if got := x.View(0).Together; !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("together %v", got)
	}
	x.do("activate a1 a2")
	if _, ok := x.Take([]int{2}); ok {
		t.Error("a unit can be taken while others act")
	}
	ends := x.Ends(game.Action{Verb: vForward, A: 3 * U})
	if len(ends) != 2 || *ends[0].Pose != (game.Pose{Point: game.Point{X: 50000, Y: 43000}}) || ends[1].Pose.Y != 43000 {
		t.Errorf("ends %+v", ends)
	}
}

// TestHinders checks that what keeps a unit from where it is dragged is told by how much.
func TestHinders(t *testing.T) {
	cite.Clauses(t, "imp-6.2a")
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 120 100 180")
	x.do("activate a1")
	far := game.Pull{Pose: game.Pose{Point: game.Point{X: 50000, Y: 52040}}}
	list := x.Propose(0, far, nil)
	r := x.Hinders(0, far, list[0])
	if r == nil || r.Clause != "imp-6.2a" || r.Args[0].N != 2*U || r.Args[1].N != 10*U {
		t.Errorf("found %v", r)
	}
	near := game.Pull{Pose: game.Pose{Point: game.Point{X: 50000, Y: 46000}}}
	if r := x.Hinders(0, near, x.Propose(0, near, nil)[0]); r != nil {
		t.Errorf("found %v for a move that is possible", r)
	}
}

// TestNotes checks what a move is said to lead to, and that zones and arcs are drawn.
func TestNotes(t *testing.T) {
	cite.Clauses(t, "imp-6.9a", "imp-5.1d", "imp-9.3a")
	x := lay(t, "a1 FP 5 5 2 B at 50 40 0", "a2 FP 5 5 2 B at 58 44 0", "b1 T 5 5 1 B at 50 48 180, sling", "b2 FP 5 5 1 B at 120 100 180")
	x.do("activate a1")
	for _, row := range []struct {
		a      game.Action
		notes  []string
		shades int
	}{
		{game.Action{Verb: vForward, A: 2500}, []string{"note.range", "note.next"}, 1},
		{game.Action{Verb: vForward, A: 3500}, []string{"note.zone", "note.range", "note.may-charge", "note.next"}, 2},
		{game.Action{Verb: vRearward, A: 2 * U}, []string{"note.disordered", "note.range"}, 1},
	} {
		var keys []string
		e := x.Explain(row.a, 0)
		for _, n := range e.Notes {
			keys = append(keys, n.Key)
		}
		if !slices.Equal(keys, row.notes) || len(e.Shades) != row.shades {
			t.Errorf("%s: notes %v, %d shades", x.b.Format(row.a), keys, len(e.Shades))
		}
	}
	x = lay(t, "a1 FP 5 5 2 B at 50 40 0", "a2 FP 5 5 2 B at 58 44 0", "b2 FP 5 5 1 B at 120 100 180")
	x.do("activate a1")
	n := x.Explain(game.Action{Verb: vForward, A: 4 * U}, 0).Notes[0]
	if n.Key != "note.beside" || n.Args[0].N != 1 {
		t.Errorf("found %v", n)
	}
	if e := x.Explain(game.Action{Verb: vSideways, A: -2 * U}, 0); e.Cost != 2*U || e.Allowance != 2500 {
		t.Errorf("sideways: %d of %d", e.Cost, e.Allowance)
	}
}

// TestFriendsInTheWayAreNamed: beyond the longest move, what stops it before is what is told.
func TestFriendsInTheWayAreNamed(t *testing.T) {
	cite.Clauses(t, "imp-6.2a", "imp-6.8e")
	x := lay(t, "a1 FP 8 5 1 B at 50 40 0", "a2 FP 8 5 1 B at 50 48 0", far)
	x.do("activate a1")
	pull := game.Pull{Pose: game.Pose{Point: game.Point{X: 50 * U, Y: 60 * U}}}
	list := x.Propose(0, pull, nil)
	if len(list) == 0 {
		t.Fatal("nothing is proposed")
	}
	if r := x.Hinders(0, pull, list[0]); r == nil || r.Key != "friend-ahead" || r.Args[1].N != int(x.u("a2")) {
		t.Errorf("the move is hindered by %+v, expected a2 in the way", r)
	}
	x = lay(t, "a1 FP 8 5 1 B at 50 40 0", far)
	x.do("activate a1")
	if r := x.Hinders(0, pull, x.Propose(0, pull, nil)[0]); r == nil || r.Key != "far" {
		t.Errorf("the move is hindered by %+v, expected the length of the move", r)
	}
}
