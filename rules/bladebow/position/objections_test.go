package position_test

import (
	"strings"
	"testing"

	"acies/game"
	"acies/pack"
	"acies/rulebook/cite"
	"acies/rules/bladebow/position"
)

// A unit that may be given an order says why it can neither attack nor shoot at an enemy.
func TestObjections(t *testing.T) {
	cite.Clauses(t, "bnb-9.0a", "bnb-9.0b", "bnb-8.2a")
	b := load(t, "marathon-490bc")
	tree, err := pack.ReadTree("p.yaml", []byte(`
battle: marathon-490bc
turn: 2
to-act: orders greek 2
greek: {camp: I15, impulses: 2}
persian: {camp: K3, impulses: 2}
units:
  greek-hoplite-1: I9 N +1 disrupted
  greek-hoplite-2: J9 N +1
  greek-hoplite-3: K9 S +1
  psiloi-1: O12 N
  spears-3: I8 S
  spears-4: K8 S
leaders:
  miltiades: I10
`))
	if err != nil {
		t.Fatal(err)
	}
	at, err := position.Read(tree, b, true)
	if err != nil {
		t.Fatal(err)
	}
	s := at.Start()
	unit := func(id string) int {
		a, err := b.Parse("move " + id)
		if err != nil {
			t.Fatal(err)
		}
		return int(a.A)
	}
	for _, test := range []struct{ unit, square, want string }{
		{"greek-hoplite-1", "I8", "fight-disrupted"},
		{"greek-hoplite-2", "I8", ""}, // it may attack
		{"greek-hoplite-2", "D4", ""}, // nobody is there
		{"greek-hoplite-3", "K8", "not-front"},
		{"greek-hoplite-3", "I8", "no-target"},
		{"psiloi-1", "I8", "no-target range"},
	} {
		q, err := b.Board().Parse(test.square)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range s.(game.Objector).Objections(unit(test.unit), q) {
			got = append(got, r.Key)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s against %s: %q, want %q", test.unit, test.square, got, test.want)
		}
	}
	if got := s.(game.Objector).Objections(-1, 0); got != nil {
		t.Errorf("nobody objects with %v", got)
	}
}
