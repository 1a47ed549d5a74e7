package position_test

import (
	"slices"
	"strings"
	"testing"

	"acies/game"
	"acies/pack"
	"acies/rulebook/cite"
	"acies/rules/bladebow/position"
)

// Of two hoplites sent forward one has a friend ahead that it cannot displace: it is left out of the formation.
func TestPlanLeavesOut(t *testing.T) {
	b := load(t, "marathon-490bc")
	tree, err := pack.ReadTree("p.yaml", []byte(`
battle: marathon-490bc
turn: 4
to-act: orders greek 2
greek: {camp: I15, impulses: 2}
persian: {camp: K3, impulses: 2}
units:
  greek-hoplite-1: E9 N +1
  greek-hoplite-2: F9 N +1
  greek-hoplite-3: F8 N +1
  spears-3: J4 S
leaders:
  miltiades: E10
`))
	if err != nil {
		t.Fatal(err)
	}
	at, err := position.Read(tree, b, true)
	if err != nil {
		t.Fatal(err)
	}
	s := at.Start()
	plan := s.(game.Grouper).PlanMove([]int{0, 1}, b.Board().Neighbor(0, 4), 0)
	var actions []string
	for _, a := range plan.Actions {
		actions = append(actions, at.Format(a))
	}
	if want := []string{"move greek-hoplite-1", "go", "to E8 N", "halt"}; !slices.Equal(actions, want) || plan.More {
		t.Errorf("planned %q, more: %v; expected %q and no more, for nobody has a card to play", actions, plan.More, want)
	}
	if plan.Ends[0].Stays || !plan.Ends[1].Stays || at.PlaceID(plan.Ends[0].Place) != "E8" {
		t.Errorf("the units would end in %+v", plan.Ends)
	}
	play(t, s, actions...)
	if key := s.View(0).Prompt.Key; key != "prompt.orders" {
		t.Errorf("after the plan the Greeks are asked for %s", key)
	}
}

// Hoplites advance by one order: those ahead of others first, and those who stay have their reasons. To a line they go in their order.
func TestPlanAdvance(t *testing.T) {
	b := load(t, "marathon-490bc")
	tree, err := pack.ReadTree("p.yaml", []byte(`
battle: marathon-490bc
turn: 4
to-act: orders greek 2
greek: {camp: I15, impulses: 2}
persian: {camp: K3, impulses: 2}
units:
  greek-hoplite-1: E9 N +1
  greek-hoplite-2: F9 N +1
  greek-hoplite-3: F8 N +1
  greek-hoplite-4: M9 N +1
  spears-3: E8 S
leaders:
  miltiades: E10
`))
	if err != nil {
		t.Fatal(err)
	}
	at, err := position.Read(tree, b, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name          string
		line          []string
		actions, left string
	}{
		{
			"a step", nil,
			"move greek-hoplite-2, with greek-hoplite-3, go, march greek-hoplite-3, to F7 N, halt, march greek-hoplite-2, to F8 N, halt",
			"greek-hoplite-1: strong-zone-leave, greek-hoplite-4: command",
		},
		{
			"a line",
			[]string{"F7", "G7", "H7"},
			"move greek-hoplite-2, with greek-hoplite-3, go, march greek-hoplite-3, to G7 N, march greek-hoplite-2, to G8 N",
			"greek-hoplite-1: strong-zone-leave, greek-hoplite-4: command",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := at.Start()
			var line []int
			for _, id := range test.line {
				q, err := b.Board().Parse(id)
				if err != nil {
					t.Fatal(err)
				}
				line = append(line, q)
			}
			plan := s.(game.Advancer).PlanAdvance([]int{0, 1, 2, 3}, game.Line{Places: line})
			var actions, left []string
			for _, a := range plan.Actions {
				actions = append(actions, at.Format(a))
			}
			for _, l := range plan.Left {
				left = append(left, at.PieceID(l.Piece)+": "+l.Why.Key)
			}
			if got := strings.Join(actions, ", "); got != test.actions {
				t.Errorf("planned %q, want %q", got, test.actions)
			}
			if got := strings.Join(left, ", "); got != test.left {
				t.Errorf("left out %q, want %q", got, test.left)
			}
			play(t, s, actions...)
		})
	}
}

// Dense units are disrupted by a river: a plan that sends them into it says so, of the whole formation and of each unit.
func TestPlanDisrupts(t *testing.T) {
	cite.Clauses(t, "bnb-7.5d")
	b := load(t, "marathon-490bc")
	tree, err := pack.ReadTree("p.yaml", []byte(`
battle: marathon-490bc
turn: 2
to-act: orders greek 2
greek: {camp: I15, impulses: 2}
persian: {camp: K3, impulses: 2}
units:
  greek-hoplite-4: G10 N +1
  greek-hoplite-5: H10 N +1
  spears-3: J4 S
leaders:
  miltiades: G11
`))
	if err != nil {
		t.Fatal(err)
	}
	at, err := position.Read(tree, b, true)
	if err != nil {
		t.Fatal(err)
	}
	s := at.Start()
	pieces := s.View(0).Advance
	square := func(id string) int {
		q, err := b.Board().Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	for name, plan := range map[string]game.Plan{
		"advance": s.(game.Advancer).PlanAdvance(pieces, game.Line{}),
		"move":    s.(game.Grouper).PlanMove(pieces, square("G10"), square("G9")),
	} {
		i := slices.IndexFunc(plan.Notes, func(n game.Event) bool { return n.Key == "note.disrupts" })
		if i < 0 {
			t.Errorf("%s: notes %v", name, plan.Notes)
			continue
		}
		if got := plan.Notes[i].Args[0].List; len(got) != 2 || plan.Notes[i].Clause == "" {
			t.Errorf("%s: %v are disrupted [%s]", name, got, plan.Notes[i].Clause)
		}
		for _, e := range plan.Ends {
			if e.Stays || !slices.Equal(e.Gains, []string{"disrupted"}) {
				t.Errorf("%s: %s ends as %+v", name, at.PieceID(e.Piece), e)
			}
		}
	}
	if plan := s.(game.Grouper).PlanMove(pieces, square("G9"), square("G10")); len(plan.Notes) > 0 {
		t.Errorf("a move that disrupts nobody has notes %v", plan.Notes)
	}
}
