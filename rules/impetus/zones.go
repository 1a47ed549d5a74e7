package impetus

import "acies/plane"

// Section 6.9: zones of control.

// hasZone reports whether a unit has a zone of control (6.9b, 22.1j).
func (s *State) hasZone(u uint8) bool {
	return s.placed(u) && !s.disordered(u) && s.typ(u) != Baggage && !s.inMelee(u)
}

// inZone reports whether a base, in place of the unit u, is in the zone of an enemy (D5g).
func (s *State) inZone(u uint8, x *plane.Shape, owner uint8) bool {
	y := s.shape(owner)
	z := y.Corridor(plane.ZoneDepth)
	if !plane.Overlap(x, &z) {
		return false
	}
	shade := plane.NoReach
	near := s.index.Around(&z, 0)
	near.Remove(int(u))
	near.Remove(int(owner))
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		v := s.shape(uint8(i))
		shade.Narrow(y.RaysTo(&v))
	}
	for i := range s.b.terrain {
		if p := &s.b.terrain[i]; p.kind == Impassable {
			shade.Narrow(y.RaysToPiece(&p.Piece))
		}
	}
	return plane.InZone(&y, x, &shade)
}

// zones returns the enemies in whose zones a base, in place of the unit u, is.
func (s *State) zones(u uint8, x *plane.Shape) (owners plane.Set) {
	near := s.foes(s.side(u), s.index.Around(x, plane.ZoneDepth+plane.Unit))
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		if v := uint8(i); s.hasZone(v) && s.inZone(u, x, v) {
			owners.Add(i)
		}
	}
	return owners
}

// zoneAllows says whether a unit may move straight forward, given the zones it is in: it heads directly at an owner
// (6.9d), or an owner is not to its front, which disorders it (6.9f). The player obeys the zone of his choice (6.9k), so
// that the one without disorder is taken if there is one.
func (s *State) zoneAllows(u uint8, x *plane.Shape, owners plane.Set, but plane.Set) (allowed, disorder bool) {
	if owners.Empty() {
		return true, false
	}
	first, _ := s.meets(u, x, x.H, 2*plane.Width, but, nil)
	if first != none && owners.Has(int(first)) {
		return true, false
	}
	if s.disordered(u) {
		return false, false
	}
	for i := owners.Next(0); i >= 0; i = owners.Next(i + 1) {
		if y := s.shape(uint8(i)); !aheadOf(x, &y) {
			return true, true
		}
	}
	return false, false
}

// aheadOf reports whether any part of a base lies ahead of the line of another's front edge (6.9h).
func aheadOf(x, y *plane.Shape) bool {
	for _, c := range y.Corner {
		if _, b := x.Local(c); b > 0 {
			return true
		}
	}
	return false
}
