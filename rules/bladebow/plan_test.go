package bladebow_test

import (
	"strings"
	"testing"

	"acies/game"
	"acies/rulebook/cite"
	"acies/rules/bladebow"
)

// toOrders plays the first legal action, or passes, until a side gives its first order.
func toOrders(t *testing.T, b *bladebow.Battle) *bladebow.State {
	t.Helper()
	s := b.Start().(*bladebow.State)
	for range 200 {
		legal := s.Legal(nil)
		if s.View(s.ToAct()).Prompt.Key == "prompt.orders" {
			return s
		}
		a := legal[0]
		for _, x := range legal {
			if c := b.Choice(x); c.Quiet || c.Verb == "ready" || c.Verb == "preset" {
				a = x
				break
			}
		}
		if r := s.Apply(a, nil); r != nil {
			t.Fatal(r)
		}
	}
	t.Fatal("nobody was asked for orders")
	return nil
}

// A formation is moved by one plan: it is gathered, the cards before the movement are left to those who are asked, and then
// every unit goes as far as the first one was meant to.
func TestPlanMove(t *testing.T) {
	cite.Clauses(t, "bnb-3.5a", "bnb-5.4.4.1a")
	b := load(t, "marathon-490bc")
	s := toOrders(t, b)
	side := s.ToAct()
	ids, from, to := []string{"greek-hoplite-4", "greek-hoplite-5", "greek-hoplite-6"}, "G12", "G10"
	if side == 1 {
		ids, from, to = []string{"spears-1", "spears-2", "spears-3"}, "D6", "D8"
	}
	var pieces []int
	for _, id := range ids {
		a, err := b.Parse("move " + id)
		if err != nil {
			t.Fatal(err)
		}
		pieces = append(pieces, int(a.A))
	}
	square := func(id string) int {
		q, err := b.Board().Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	view := s.View(side)
	for _, p := range pieces {
		found := false
		for _, q := range view.Together {
			found = found || p == q
		}
		if !found {
			t.Errorf("%s may not be moved together with others", b.PieceID(p))
		}
	}
	var done []string
	first := game.Plan{}
	for range 12 {
		plan := s.PlanMove(pieces, square(from), square(to))
		if first.Ends == nil {
			first = plan
		}
		for _, a := range plan.Actions {
			if r := s.Apply(a, nil); r != nil {
				t.Fatalf("%s: %v", b.Format(a), r)
			}
			done = append(done, b.Format(a))
		}
		if !plan.More {
			break
		}
		for strings.HasPrefix(s.View(side).Prompt.Key, "prompt.window") {
			pass, err := b.Parse("pass")
			if err != nil {
				t.Fatal(err)
			}
			if r := s.Apply(pass, nil); r != nil {
				t.Fatal(r)
			}
		}
	}
	t.Log(strings.Join(done, "; "))
	if len(first.Ends) != len(pieces) {
		t.Fatalf("the plan tells where %d pieces end, expected %d", len(first.Ends), len(pieces))
	}
	dx, dy := b.Board().Offset(square(from), square(to))
	for i, e := range first.Ends {
		p := view.Pieces[e.Piece]
		if ex, ey := b.Board().Offset(p.Place, e.Place); ex != dx || ey != dy || e.Facing != p.Facing || e.Stays {
			t.Errorf("%s would go from %s to %s", ids[i], b.PlaceID(p.Place), b.PlaceID(e.Place))
		}
		if now := s.View(side).Pieces[e.Piece]; now.Place != e.Place || now.Facing != e.Facing {
			t.Errorf("%s is in %s, not in %s as planned", ids[i], b.PlaceID(now.Place), b.PlaceID(e.Place))
		}
	}
	if key := s.View(side).Prompt.Key; strings.HasPrefix(key, "prompt.move") {
		t.Errorf("after the plan the side is asked for %s", key)
	}
	if plan := s.PlanMove(nil, 0, 1); len(plan.Actions) > 0 || plan.More {
		t.Errorf("without pieces the plan is %v", plan)
	}
}

// A unit that cannot come to where it should goes as near to it as it can, and one that gets no nearer stays.
func TestPlanMoveShort(t *testing.T) {
	b := load(t, "marathon-490bc")
	s := toOrders(t, b)
	view := s.View(s.ToAct())
	first := view.Together[0]
	at := view.Pieces[first].Place
	ahead := b.Board().Neighbor(at, view.Pieces[first].Facing)
	far := ahead
	for range 8 {
		if n := b.Board().Neighbor(far, view.Pieces[first].Facing); n >= 0 {
			far = n
		}
	}
	plan := s.PlanMove([]int{first}, at, far)
	if e := plan.Ends[0]; e.Stays || b.Board().Points(e.Place, far) >= b.Board().Points(at, far) {
		t.Errorf("%s would end in %s", b.PieceID(first), b.PlaceID(e.Place))
	}
	if plan = s.PlanMove([]int{first}, at, at); !plan.Ends[0].Stays {
		t.Errorf("a move to where it stands ends in %s", b.PlaceID(plan.Ends[0].Place))
	}
}
