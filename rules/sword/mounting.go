package sword

import "acies/game"

// Section 8.4 of the medieval book: mounting and dismounting, before a unit moves.

// listChanges adds what the group may do other than move: mount, dismount, charge.
func (s *State) listChanges(st *strand, buf []game.Action) []game.Action {
	if s.b.book.Mounting != nil {
		for _, v := range [2]game.Verb{vMount, vDismount} {
			if s.mayChange(v).ok() {
				buf = append(buf, game.Action{Verb: v})
			}
		}
	}
	if s.b.book.Charge != nil {
		buf = s.listCharge(st, buf)
	}
	return buf
}

// mayChange checks whether the chosen unit may mount or dismount (med-8.4, R6, R38).
func (s *State) mayChange(v game.Verb) reason {
	g := &s.group
	u := g.units[0]
	switch {
	case s.b.book.Mounting == nil:
		return reason{id: whyGroup}
	case s.isMounted(u) != (v == vDismount):
		return reason{id: whyMounted, a: int16(u)}
	case !s.b.mounts[s.b.units[u].typ] || s.b.units[u].guns:
		return reason{id: whyNoMounting, a: int16(u)}
	case g.stray:
		return reason{id: whyStrayMount, a: int16(u)}
	case g.n > 1 || s.groupLeaves():
		return reason{id: whyMountStack, a: int16(u)}
	case g.spent > 0:
		return reason{id: whyMountFirst, a: int16(u)}
	case s.adjacentEnemy(int(g.from), s.side):
		return reason{id: whyMountEnemy, a: int16(u)}
	case s.markersLeft(u) == 0:
		return reason{id: whyNoMarker, a: int16(u)}
	case s.b.book.Terrain[s.b.terrain[g.from]].Cost[s.b.units[u].column[1-s.form(u)]] == Closed:
		return reason{id: whyClosed, a: g.from}
	}
	return reason{}
}

// markersLeft returns how many mounting markers the unit's side has left; returning to the printed form frees one.
func (s *State) markersLeft(u uint8) int {
	if s.has(u, fChanged) {
		return 1
	}
	d := &s.b.units[u]
	left := s.b.setup.Mounting.Remount[d.side]
	if d.mounted[0] {
		left = s.b.setup.Mounting.Dismount[d.side]
	}
	for i := range s.b.units {
		e := &s.b.units[i]
		if e.side == d.side && e.mounted[0] == d.mounted[0] && s.has(uint8(i), fChanged) {
			left--
		}
	}
	return max(left, 0)
}

// change mounts or dismounts the unit, which counts as moving; it may spend the rest of its new allowance (med-8.4c,
// 8.4d).
func (s *State) change(u uint8) {
	s.units[u].flags ^= fChanged
	s.group.spent = uint8(s.b.book.Mounting.Cost)
	s.set(u, fMoved)
	s.disturb(u)
	s.markMoved(u)
	if s.sink != nil {
		key := "dismounts"
		if s.isMounted(u) {
			key = "mounts"
		}
		s.say(key, "med-8.4a", piece("unit", int(u)), num("cost", s.b.book.Mounting.Cost), num("mp", s.mp(u)))
	}
}
