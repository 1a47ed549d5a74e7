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
		near  game.Pose
		first string
	}{
		{game.Pose{Point: game.Point{X: 50000, Y: 46000}}, "forward 6"},
		{game.Pose{Point: game.Point{X: 50000, Y: 70000}}, "forward 10"},
		{game.Pose{Point: game.Point{X: 50000, Y: 37000}}, "rearward 3"},
		{game.Pose{Point: game.Point{X: 53000, Y: 46000}}, "oblique 3 6"},
		{game.Pose{Point: game.Point{X: 54000, Y: 40000}}, "sideways 4"},
		{game.Pose{Point: game.Point{X: 50500, Y: 42000}, Heading: 100}, "wheel 25"},
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
	if list := x.Propose(1, game.Pose{}, nil); len(list) != 0 {
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
