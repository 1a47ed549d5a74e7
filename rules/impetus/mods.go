package impetus

import "acies/game"

// mods collects the terms of a sum where somebody wants them; a nil one only adds.
type mods struct {
	list [16]mod
	n    int
}

type mod struct {
	value       int
	key, clause string
}

func (m *mods) begin() {
	if m != nil {
		m.n = 0
	}
}

// add notes a term unless it is 0, and returns it.
func (m *mods) add(value int, key, clause string) int {
	if m != nil && value != 0 && m.n < len(m.list) {
		m.list[m.n] = mod{value, key, clause}
		m.n++
	}
	return value
}

// bases are the terms that others add to or take from: the dice of a pool, and what a die has to show.
var bases = map[string]bool{"vbu": true, "dice": true, "discipline": true}

// modifiers returns the terms as explanations give them.
func (m *mods) modifiers() []game.Modifier {
	list := make([]game.Modifier, m.n)
	for i, x := range m.list[:m.n] {
		list[i] = game.Modifier{Value: x.value, Base: i == 0 && bases[x.key], Key: x.key, Clause: x.clause}
	}
	return list
}
