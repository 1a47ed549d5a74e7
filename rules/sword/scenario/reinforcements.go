package scenario

import (
	"fmt"
	"slices"
	"strings"

	"acies/pack"
	"acies/rules/sword"
)

// noteArrivals records the pieces that the reinforcements name: they need no hex.
func (r *reading) noteArrivals() {
	r.arrives = map[string]bool{}
	for _, e := range r.armies.Reinforcements {
		r.arrives[e.V.Leader.Text] = true
		for _, id := range strings.Fields(e.V.Units.Text) {
			r.arrives[id] = true
		}
	}
}

// checkReinforcements reads which pieces enter later, when and where (med-R20).
func (r *reading) checkReinforcements() {
	entered := map[string]bool{}
	for _, e := range r.armies.Reinforcements {
		what := "reinforcement"
		g := sword.Reinforcement{
			Turn:   r.Number(e.Line, what+": turn", e.V.Turn, 1, max(1, r.setup.Turns)),
			Leader: r.leader(e.Line, what, e.V.Leader),
			Units:  r.ListOf(e.Line, what, "units", "unit", e.V.Units, "the battle", r.unitIDs()),
		}
		for _, id := range g.Units {
			if entered[id] {
				r.Fail(e.V.Units.Line, fmt.Sprintf("%s: unit %s enters twice", what, id), "a unit is in one group")
			}
			entered[id] = true
			r.checkFollows(e.V.Units.Line, id, g.Leader)
		}
		if len(g.Units) == 0 && e.V.Units.Line > 0 {
			r.Fail(e.V.Units.Line, what+" has no units", "expected units: and their ids")
		}
		g.Entry = r.entry(&e, g.Units)
		r.setup.Reinforcements = append(r.setup.Reinforcements, g)
	}
}

// checkFollows checks that a unit enters in the activation of its own leader.
func (r *reading) checkFollows(line int, id, leader string) {
	l := r.leaders[leader]
	i := slices.IndexFunc(r.setup.Units, func(u sword.UnitDef) bool { return u.ID == id })
	if l != nil && r.setup.Units[i].Contingent != l.Contingent {
		r.Fail(line, fmt.Sprintf("reinforcement: unit %s does not belong to the contingent of %s", id, leader), "units enter in the activation of their leader")
	}
}

// entry returns the hexes where some units enter: on the edge of the map, and open to all of them.
func (r *reading) entry(e *pack.Entry[reinforcementEntry], units []string) []string {
	what := "reinforcement: entry"
	s, ok := r.Value(e.Line, what, e.V.Entry)
	if !ok || r.grid == nil {
		return nil
	}
	var out []string
	for _, id := range strings.Fields(s) {
		h := r.hex(e.V.Entry.Line, what, id)
		if h < 0 {
			continue
		}
		if slices.Contains(out, id) {
			r.Fail(e.V.Entry.Line, fmt.Sprintf("%s names %s twice", what, id), "")
			continue
		}
		out = append(out, id)
		if c, row := r.grid.Col(h), r.grid.Row(h); c > 1 && c < r.grid.Cols && row > 1 && row < r.grid.Rows {
			r.Fail(e.V.Entry.Line, fmt.Sprintf("%s %s is inside the map", what, id), "units enter on its edge")
		}
		for i := range r.setup.Units {
			u := &r.setup.Units[i]
			if u.Type != "" && slices.Contains(units, u.ID) && r.closed(h, r.column(u)) {
				r.Fail(e.V.Entry.Line, fmt.Sprintf("%s %s is %s, closed to %s", what, id, r.setup.Hexes[h].Terrain, u.Type), "expected ground they may enter")
				break
			}
		}
	}
	return out
}

func (r *reading) unitIDs() []string {
	return collect(r.setup.Units, func(u sword.UnitDef) string { return u.ID })
}
