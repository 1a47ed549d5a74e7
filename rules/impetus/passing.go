package impetus

import (
	"acies/plane"
)

// Section 6.8: passing through friends, and being set back by them.

// passes reports whether a unit may pass through a friend (6.8).
func (s *State) passes(u, friend uint8) bool {
	return !s.inMelee(u) && !s.inMelee(friend) && s.opensTo(friend, u) // 6.8f
}

// opensTo reports whether a unit is of a kind that a friend may pass through (T12).
func (s *State) opensTo(friend, u uint8) bool {
	a, b := s.typ(u), s.typ(friend)
	if b == Baggage {
		return false
	}
	if s.b.setup.Amendments && (s.loose(u) || s.loose(friend)) {
		return true // 25.1b, 25.1c
	}
	switch {
	case a == S || b == S || b == ART || b == W:
		return true
	case a == T && b == FP:
		return !s.stiff(friend)
	case a == FP && b == T:
		return !s.stiff(u)
	case a == CL:
		return b.cavalry()
	case b == CL:
		return a.cavalry()
	}
	return false
}

// stiff reports whether a unit of FP is one that no missile troops pass through (6.8b).
func (s *State) stiff(u uint8) bool { return s.trait(u, Pike|Schiltron) || s.impetuous(u) }

// loose reports whether a unit passes like skirmishers under the amendments.
func (s *State) loose(u uint8) bool {
	return s.typ(u) == T || s.typ(u) == FL && !s.impetuous(u)
}

// yields reports whether a unit is set back behind a friend that ends its move on it (6.8h, 25.1b).
func (s *State) yields(u uint8) bool {
	return s.typ(u) == S || s.b.setup.Amendments && s.loose(u)
}

// setBack sets those friends behind a unit on whom it has ended its move (6.8h, D4s).
func (s *State) setBack(u uint8) {
	x := s.shape(u)
	near := s.index.Around(&x, 0)
	near.Remove(int(u))
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		v := uint8(i)
		y := s.shape(v)
		if s.side(v) != s.side(u) || !s.yields(v) || !plane.Overlap(&x, &y) {
			continue
		}
		s.pushBack(v, x.H.Opposite())
	}
}

// pushBack moves a unit along a heading by the least distance at which it overlaps nobody. Off the table it is dispersed.
func (s *State) pushBack(v uint8, h plane.Heading) {
	y := s.shape(v)
	t := int32(0)
	for {
		at := s.shapeAt(v, y.Straight(h, t))
		if at.OffTable() {
			s.say("dispersed", "imp-D4s", piece("unit", int(v)))
			s.lose(v)
			return
		}
		w := s.overlaps(&at, setOf(v))
		if w == none {
			break
		}
		z := s.shape(w)
		t = max(t+1, plane.Clear(&y, h, &z, t))
	}
	s.moveTo(v, y.Straight(h, t))
	s.say("set-back", "imp-6.8h", piece("unit", int(v)))
}
