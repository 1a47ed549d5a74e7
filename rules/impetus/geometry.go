package impetus

import "acies/plane"

// Where the units stand, and what touches what. Every unit on the table is in the index, and every pair of enemies that
// touch is in the list of contacts.

func (s *State) base(u uint8) plane.Base {
	d := s.data(u)
	return plane.Base{Width: Frontage, Depth: d.Depth / int32(d.Rows) * int32(max(1, s.rowCount(u)))}
}

// shape returns the base of a unit where it stands. Who is inside a square has no base but that of the block (24.9b).
func (s *State) shape(u uint8) plane.Shape {
	u = s.body(u)
	return plane.Place(s.units[u].Pose, s.base(u))
}

// body returns the unit whose base a unit uses: its own or, inside a square, the block.
func (s *State) body(u uint8) uint8 {
	if s.units[u].where == inside {
		return uint8(s.b.units[u].Square)
	}
	return u
}

func (s *State) shapeAt(u uint8, p plane.Pose) plane.Shape { return plane.Place(p, s.base(u)) }

// foes returns the enemies of a side among some units.
func (s *State) foes(side uint8, units plane.Set) plane.Set { return units.And(s.b.army[other(side)]) }

// clearOf reports whether it is plain, without working out its corners, that the base of a unit neither reaches nor touches
// a rectangle.
func (s *State) clearOf(u uint8, lo, hi plane.Point) bool {
	return s.units[u].ClearOf(plane.Base{Width: Frontage, Depth: s.b.units[u].deep}, lo, hi)
}

// enter puts a unit on the table at a pose.
func (s *State) enter(u uint8, p plane.Pose) {
	s.units[u].Pose, s.units[u].where = p, onTable
	x := s.shape(u)
	s.index.Add(int(u), x.Min, x.Max)
	s.touch(u, &x)
}

// leave takes a unit off the table.
func (s *State) leave(u uint8, to where) {
	x := s.shape(u)
	s.index.Remove(int(u), x.Min, x.Max)
	s.part(u, nil)
	s.units[u].where = to
	s.units[u].Pose = plane.Pose{} // where it stood matters no more
	s.units[u].flags &= fActivated | fDismounted
}

// moveTo moves a unit to a pose. Whatever it touches there is in contact with it from now on, to the front of both. A
// shieldwall and a built-up area are left behind.
func (s *State) moveTo(u uint8, p plane.Pose) {
	before := s.shape(u)
	s.units[u].Pose = p
	after := s.shape(u)
	s.index.Remove(int(u), before.Min, before.Max)
	s.index.Add(int(u), after.Min, after.Max)
	s.part(u, &after)
	s.touch(u, &after)
	s.clear(u, fWalled|fInVillage) // 24.7d
}

// part removes the contacts of a unit that no longer hold, or all if it has left the table.
func (s *State) part(u uint8, x *plane.Shape) {
	n := uint8(0)
	for i := range s.nContacts {
		c := s.contacts[i]
		if c.a == u || c.b == u {
			if x == nil {
				continue
			}
			y := s.shape(c.a ^ c.b ^ u)
			if !plane.Touch(x, &y) {
				continue
			}
		}
		s.contacts[n] = c
		n++
	}
	for i := n; i < s.nContacts; i++ {
		s.contacts[i] = contact{}
	}
	s.nContacts = n
}

// touch adds the contacts of a unit that are new.
func (s *State) touch(u uint8, x *plane.Shape) {
	near := s.foes(s.side(u), s.index.Around(x, 2*plane.Epsilon))
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		v := uint8(i)
		if s.contactOf(u, v) != nil {
			continue
		}
		if y := s.shape(v); !plane.Touch(x, &y) || s.nContacts == maxContacts {
			continue
		}
		s.contacts[s.nContacts] = contact{a: min(u, v), b: max(u, v)}
		s.nContacts++
		s.clear(u, fMarked)
		s.clear(v, fMarked)
	}
}

// contactOf returns the contact of two enemies, or nil if they do not touch.
func (s *State) contactOf(u, v uint8) *contact {
	a, b := min(u, v), max(u, v)
	for i := range s.nContacts {
		if c := &s.contacts[i]; c.a == a && c.b == b {
			return c
		}
	}
	return nil
}

// cameUpon returns how an enemy came upon a unit: on its front, flank or rear.
func (c *contact) cameUpon(u uint8) *uint8 {
	if c.a == u {
		return &c.side[0]
	}
	return &c.side[1]
}

// charges returns whether a unit came into the contact by charging in this activation.
func (c *contact) charges(u uint8) *bool {
	if c.a == u {
		return &c.came[0]
	}
	return &c.came[1]
}

// inMelee reports whether a unit touches an enemy (2.2k).
func (s *State) inMelee(u uint8) bool {
	for i := range s.nContacts {
		if c := &s.contacts[i]; c.a == u || c.b == u {
			return true
		}
	}
	return false
}

// flanked reports whether an enemy that came upon the flank or rear of a unit still touches it (14.2k).
func (s *State) flanked(u uint8) bool {
	for i := range s.nContacts {
		if c := &s.contacts[i]; (c.a == u || c.b == u) && *c.cameUpon(u) != onFront {
			return true
		}
	}
	return false
}

// overlaps returns a unit, other than those in a set, that a shape overlaps, or none.
func (s *State) overlaps(x *plane.Shape, but plane.Set) uint8 {
	near := s.index.Around(x, 0).Minus(but)
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		if y := s.shape(uint8(i)); plane.Overlap(x, &y) {
			return uint8(i)
		}
	}
	return none
}

// touchesEnemy returns an enemy that a shape of a side touches, or none.
func (s *State) touchesEnemy(x *plane.Shape, side uint8) uint8 {
	near := s.foes(side, s.index.Around(x, 2*plane.Epsilon))
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		if y := s.shape(uint8(i)); plane.Meet(x, &y) != plane.Apart {
			return uint8(i)
		}
	}
	return none
}

// setOf returns the set of one unit.
func setOf(u uint8) (x plane.Set) {
	x.Add(int(u))
	return x
}

// along returns the units that a base may meet, or come to touch, on a straight move.
func (s *State) along(x *plane.Shape, h plane.Heading, reach int32) plane.Set {
	near, lane := s.index.Along(x, h, reach), x.Lane(h)
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		if lane.Misses(s.units[i].Point(), s.b.units[i].span) {
			near.Remove(i)
		}
	}
	return near
}

// meets returns the first unit that a unit meets on a straight move from a shape along a heading, and after how far,
// leaving out those in a set; none and Never if it meets nobody within reach. Of units met after the same distance the
// lowest number is first. Friends for whom skip holds are left out too.
func (s *State) meets(u uint8, x *plane.Shape, h plane.Heading, reach int32, but plane.Set, skip func(*State, uint8, uint8) bool) (uint8, int32) {
	first, at := uint8(none), int32(plane.Never)
	but.Add(int(u))
	near := s.along(x, h, reach+plane.Unit).Minus(but)
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		v := uint8(i)
		if s.side(v) == s.side(u) && skip != nil && skip(s, u, v) {
			continue
		}
		y := s.shape(v)
		if t := plane.Advance(x, h, &y); t < at && t <= reach {
			first, at = v, t
		}
	}
	return first, at
}
