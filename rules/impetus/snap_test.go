package impetus

import (
	"slices"
	"testing"

	"acies/game"
	"acies/plane"
	"acies/rulebook/cite"
)

func pull(x, y int32, by string, slack int32) game.Pull {
	return game.Pull{Pose: game.Pose{Point: game.Point{X: x, Y: y}}, By: by, Slack: slack}
}

// TestSnap checks that a move that ends almost beside a friend is adjusted to end exactly there, if that is legal.
func TestSnap(t *testing.T) {
	cite.Clauses(t, "imp-D7d")
	lay := func(friend string) *scene {
		x := lay(t, "a1 S 8 3 0 B at 50 40 0", friend, "b1 FP 5 5 1 B at 120 100 180")
		x.do("activate a1")
		return x
	}
	for _, row := range []struct {
		name, friend string
		near         game.Pull
		first        string
		beside       bool
	}{
		{"forward into a line", "a2 FP 5 5 2 B at 58.05 44.37 0", pull(50000, 44200, "", 0), "forward 4.37", true},
		{"forward, too far short of it", "a2 FP 5 5 2 B at 58.05 44.37 0", pull(50000, 44100, "", 0), "forward 4.1", false},
		{"forward, with slack", "a2 FP 5 5 2 B at 58.05 44.37 0", pull(50000, 44000, "", 400), "forward 4.37", true},
		{"forward, the friend too far to the side", "a2 FP 5 5 2 B at 58.15 44.37 0", pull(50000, 44300, "", 0), "forward 4.3", false},
		{"forward, the friend faces elsewhere", "a2 FP 5 5 2 B at 58.05 44.37 90", pull(50000, 44300, "", 0), "forward 4.3", false},
		{"forward behind a friend", "a2 FP 5 5 2 B at 50 48.07 0", pull(50000, 45000, "", 0), "forward 5.07", true},
		{"forward, the friend just out of reach", "a2 FP 5 5 2 B at 58 48.15 0", pull(50000, 48000, "", 0), "forward 8", false},
		{"oblique", "a2 FP 5 5 2 B at 61.05 44.87 0", pull(53000, 45000, "", 0), "oblique 3.05 4.87", true},
		{"sideways", "a2 FP 5 5 2 B at 61.06 40 0", pull(53000, 40000, "", 0), "sideways 3.06", true},
		{"an enemy is no neighbour", "b2 FP 5 5 2 B at 61.15 46 0", pull(53000, 46000, "", 0), "oblique 3 6", false},
	} {
		x := lay(row.friend)
		list := x.Propose(0, row.near, nil)
		if len(list) == 0 || x.b.Format(list[0]) != row.first {
			t.Errorf("%s: found %v, expected %s first", row.name, formatAll(x.b, list), row.first)
			continue
		}
		if r := x.Check(list[0]); r != nil {
			t.Errorf("%s: %s is refused: %v", row.name, row.first, r)
		}
		after := x.after(list[0])
		if p, q := after.shape(0), after.shape(1); plane.Neighbours(&p, &q) != row.beside {
			t.Errorf("%s: neighbours: %v, expected %v", row.name, !row.beside, row.beside)
		}
	}
}

// TestSnapToListed checks that a pointer that need not be exact finds the listed moves, and one that is exact does not.
func TestSnapToListed(t *testing.T) {
	cite.Clauses(t, "imp-D10k")
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 120 100 180")
	x.do("activate a1")
	for _, row := range []struct {
		near  game.Pull
		first string
	}{
		{pull(50000, 45300, "", 400), "forward 5"},
		{pull(50000, 45300, "", 0), "forward 5.3"},
		{pull(50000, 46000, "", 400), "forward 6"},
	} {
		if list := x.Propose(0, row.near, nil); len(list) == 0 || x.b.Format(list[0]) != row.first {
			t.Errorf("near %v: found %v, expected %s first", row.near, formatAll(x.b, list), row.first)
		}
	}
}

// TestHandles checks which grips there are, that each makes its own kind of move, and what it says if it cannot.
func TestHandles(t *testing.T) {
	cite.Clauses(t, "imp-6.1g", "imp-6.7f", "imp-6.9c", "imp-6.4c")
	keys := func(x *scene) (list []string) {
		for _, h := range x.Handles() {
			list = append(list, h.Key)
		}
		return list
	}
	wheels := []string{"wheel-left", "wheel-right"}
	sides := []string{"oblique-left", "oblique-right", "sideways-left", "sideways-right"}
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 120 100 180")
	if got := keys(x); got != nil {
		t.Errorf("before anybody acts: %v", got)
	}
	x.do("activate a1")
	if got := keys(x); !slices.Equal(got, slices.Concat(wheels, sides, []string{"rearward"})) {
		t.Errorf("a single unit: %v", got)
	}
	for _, row := range []struct{ by, first string }{
		{"", "oblique 3 6"},
		{"oblique-right", "oblique 3 6"},
		{"sideways-right", "sideways 3"},
		{"wheel-right", "wheel 26.5"},
		{"rearward", ""},
	} {
		list := x.Propose(0, pull(53000, 46000, row.by, 0), nil)
		if first := slices.Concat(formatAll(x.b, list), []string{""})[0]; first != row.first {
			t.Errorf("by %q: %q, expected %q", row.by, first, row.first)
		}
	}
	// Further to the side than ahead: the nearest is on the diagonal, and the reason is told.
	near := pull(56000, 42000, "oblique-right", 0)
	list := x.Propose(0, near, nil)
	if r := x.Hinders(0, near, list[0]); x.b.Format(list[0]) != "oblique 4 4" || r == nil || r.Clause != "imp-6.4c" || r.Args[0].N != 4*U {
		t.Errorf("found %v, %v", formatAll(x.b, list), r)
	}

	x = lay(t, "a1 FP 5 5 2 B at 50 40 0", "a2 FP 5 5 2 B at 58 40 0", "b1 FP 5 5 1 B at 120 100 180")
	x.do("activate a1 a2")
	if got := keys(x); !slices.Equal(got, wheels) {
		t.Errorf("a group: %v", got)
	}
	right := x.Handles()[1]
	if right.Point != (game.Point{X: 46000, Y: 40000}) || *right.Pivot != (game.Point{X: 62000, Y: 40000}) {
		t.Errorf("the grip of a line is at %v and turns about %v", right.Point, *right.Pivot)
	}

	x = lay(t, "a1 FP 5 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 50 44 180")
	x.do("activate a1")
	if got := keys(x); !slices.Equal(got, []string{"rearward"}) {
		t.Errorf("in a zone: %v", got)
	}
	near = pull(53000, 46000, "sideways-right", 0)
	if r := x.Hinders(0, near, game.Action{}); len(x.Propose(0, near, nil)) != 0 || r == nil || r.Clause != "imp-6.9c" {
		t.Errorf("sideways in a zone: %v", r)
	}
}
