package scenario

import "acies/pack"

// textKeys returns the keys of all the texts that a pack needs.
func (r *reading) textKeys() []string {
	keys := []string{"battle.name", "battle.intro"}
	add := func(section string, ids []string, leaves ...string) {
		for _, id := range ids {
			for _, leaf := range leaves {
				keys = append(keys, section+"."+id+leaf)
			}
		}
	}
	add("side", r.sideIDs(), "")
	add("contingent", r.contingentIDs(), "")
	add("leader", r.leaderIDs(), "")
	add("name", r.names, "")
	add("zone", r.zoneIDs(), "")
	add("edge", collect(r.edges.Edges, func(e pack.Entry[edgeEntry]) string { return e.V.ID.Text }), "")
	add("special", r.setup.Special.IDs(), ".name", ".about")
	add("option", collect(r.options, func(o option) string { return o.id }), ".name", ".about")
	add("score", collect(r.battle.Victory.V.Scores, func(e pack.Entry[scoreEntry]) string { return e.V.Key.Text }), "")
	add("decisive", collect(r.battle.Victory.V.Decisive, func(e pack.Entry[decisiveEntry]) string { return e.V.Key.Text }), "")
	return keys
}
