package scenario

import (
	"acies/grid"
	"acies/pack"
	"acies/rules/sword"
)

// ReadRules adds to a set-up the special rules and the victory conditions of two nodes, either of which may be nil.
// They are written as in battle.yaml, but need no source marks.
func ReadRules(setup *sword.Setup, special, victory *pack.Node) error {
	r := &reading{
		Checks: pack.Checks{Unmarked: true}, book: setup.Book, setup: *setup, grid: grid.New(setup.Cols, setup.Rows),
		zones: map[string]map[int]bool{}, leaders: map[string]*sword.LeaderDef{},
	}
	for i := range setup.Leaders {
		r.leaders[setup.Leaders[i].ID] = &setup.Leaders[i]
	}
	for _, u := range setup.Units {
		r.names = append(r.names, u.Name)
	}
	for _, z := range setup.Zones {
		r.zones[z.ID] = map[int]bool{}
		for _, id := range z.Hexes {
			if h, err := r.grid.Parse(id); err == nil {
				r.zones[z.ID][h] = true
			}
		}
	}
	file := ""
	read := func(n *pack.Node, v any, check func()) {
		if n == nil {
			return
		}
		file = n.File
		if p := n.Decode(v); p != nil {
			r.Problems = append(r.Problems, *p)
			return
		}
		check()
	}
	read(special, &r.battle.Special, r.checkSpecial)
	read(victory, &r.battle.Victory, r.checkVictory)
	for i := range r.Problems {
		r.Problems[i].File = file
	}
	setup.Special, setup.Victory = r.setup.Special, r.setup.Victory
	return pack.Errors(r.Problems)
}
