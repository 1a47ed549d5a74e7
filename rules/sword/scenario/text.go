package scenario

import (
	"slices"
	"strings"

	"acies/pack"
	"acies/rules/sword"
)

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
	add("suffix", r.suffixes(), "")
	add("zone", r.zoneIDs(), "")
	add("edge", collect(r.edges.Edges, func(e pack.Entry[edgeEntry]) string { return e.V.ID.Text }), "")
	add("special", r.setup.Special.IDs(), ".name", ".about")
	add("option", collect(r.options, func(o option) string { return o.id }), ".name", ".about")
	add("score", collect(r.battle.Victory.V.Scores, func(e pack.Entry[scoreEntry]) string { return e.V.Key.Text }), "")
	add("decisive", collect(r.battle.Victory.V.Decisive, func(e pack.Entry[decisiveEntry]) string { return e.V.Key.Text }), "")
	return keys
}

// Suffix returns what distinguishes a unit from others of its name: the rest of its id, "1" or "ho". A number is shown
// as it is; a word has a text of its own, such as "suffix.ho".
func Suffix(u *sword.UnitDef) (suffix string, number bool) {
	suffix, ok := strings.CutPrefix(u.ID, u.Name+"-")
	if !ok || suffix == "" {
		return "", false
	}
	return suffix, strings.Trim(suffix, "0123456789") == ""
}

// suffixes returns the words that distinguish units of one name.
func (r *reading) suffixes() []string {
	count := map[string]int{}
	for i := range r.setup.Units {
		count[r.setup.Units[i].Name]++
	}
	var out []string
	for i := range r.setup.Units {
		u := &r.setup.Units[i]
		if s, number := Suffix(u); s != "" && !number && count[u.Name] > 1 && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
