package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// languages are those that every pack must speak.
var languages = []string{"en", "fr"}

// checkTexts checks that every language has a text for everything that has a name, and for nothing else.
func (r *reading) checkTexts() {
	for _, lang := range languages {
		if _, ok := r.texts[lang]; !ok {
			r.file = "text." + lang + ".yaml"
			r.fail(0, "the file is missing", "every pack has its words in "+list(languages))
		}
	}
	keys := r.textKeys()
	for lang, t := range r.texts {
		r.file = "text." + lang + ".yaml"
		for _, key := range keys {
			if t[key].text == "" {
				r.fail(t.sectionLine(key), "no text for "+key, "every name and rule of the pack has a text in "+list(languages))
			}
		}
		for _, key := range slices.Sorted(maps.Keys(t)) {
			if !slices.Contains(keys, key) {
				r.warn(t[key].line, fmt.Sprintf("the text %s names nothing in the pack", key), "remove it")
			}
		}
	}
}

// sectionLine returns the line of the last text that stands before where key should be: that of its section.
func (t texts) sectionLine(key string) int {
	section, _, _ := strings.Cut(key, ".")
	line := 1
	for k, w := range t {
		if strings.HasPrefix(k, section+".") {
			line = max(line, w.line)
		}
	}
	return line
}

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
	add("edge", collect(r.edges.Edges, func(e entry[edgeEntry]) string { return e.v.ID.text }), "")
	add("special", r.setup.Special.IDs(), ".name", ".about")
	add("option", collect(r.options, func(o option) string { return o.id }), ".name", ".about")
	add("score", collect(r.battle.Victory.v.Scores, func(e entry[scoreEntry]) string { return e.v.Key.text }), "")
	add("decisive", collect(r.battle.Victory.v.Decisive, func(e entry[decisiveEntry]) string { return e.v.Key.text }), "")
	return keys
}
