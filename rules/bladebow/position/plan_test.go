package position_test

import (
	"slices"
	"testing"

	"acies/game"
	"acies/pack"
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
