package impetus

import (
	"acies/game"
	"acies/plane"
)

// Sections 22.2 and 24: built-up areas, panicking elephants and squares.

// checkOccupy says whether a unit may occupy a built-up area (22.2c).
func (s *State) checkOccupy(u uint8) reason {
	t := s.typ(u)
	if t != S && t != FL && t != T && t != FP || s.large(u) {
		return reason{id: whyOccupyType, a: int32(u)}
	}
	if s.has(u, fInVillage) {
		return reason{id: whyInVillage, a: int32(u)}
	}
	i := s.villageAhead(u)
	if i < 0 {
		return reason{id: whyNoVillage, a: int32(u)}
	}
	x := s.shapeAt(u, s.middleOf(i, u))
	if v := s.overlaps(&x, setOf(u)); v != none {
		return reason{id: whyFriendThere, b: int32(v)}
	}
	if v := s.touchesEnemy(&x, s.side(u)); v != none {
		return reason{id: whyTouchEnemy, b: int32(v)}
	}
	return reason{}
}

// middleOf returns where a unit stands that occupies a built-up area: its base in the middle of it, its heading as before.
func (s *State) middleOf(village int, u uint8) plane.Pose {
	p := &s.b.terrain[village]
	h := s.units[u].H
	front := plane.Pose{X: int32((p.Min.X + p.Max.X) / 2), Y: int32((p.Min.Y + p.Max.Y) / 2), H: h}.At(0, s.base(u).Depth/2)
	return plane.Pose{X: int32(front.X), Y: int32(front.Y), H: h}
}

// villageAhead returns the free built-up area that a unit touches with its front, or -1.
func (s *State) villageAhead(u uint8) int {
	x := s.shape(u)
	front := x.Corridor(2 * plane.Epsilon)
	for i := range s.b.terrain {
		p := &s.b.terrain[i]
		if p.kind != Village || !p.Crosses(front.Corner[plane.FrontLeft], front.Corner[plane.FrontRight]) && !p.Holds(&front) {
			continue
		}
		free := true
		for j := range s.b.units {
			if v := uint8(j); s.placed(v) && s.has(v, fInVillage) && p.Contains(s.units[v].Point()) {
				free = false
			}
		}
		if free {
			return i
		}
	}
	return -1
}

// occupy puts a unit into the built-up area ahead of it.
func (s *State) occupy(u uint8) {
	s.moveTo(u, s.middleOf(s.villageAhead(u), u))
	s.set(u, fInVillage)
	s.say("occupies", "imp-22.2a", piece("unit", int(u)))
}

// doPanic reads the dice of elephants that may panic: direction and distance (24.1b to 24.1e).
func (s *State) doPanic(t task, a game.Action) {
	s.pop()
	u := t.a
	if !s.placed(u) {
		return
	}
	turn, way := 0, ""
	switch a.A {
	case 4:
		turn, way = plane.Turn/2, "way.rear"
	case 5:
		turn, way = -plane.Turn/4, "way.left"
	case 6:
		turn, way = plane.Turn/4, "way.right"
	default:
		s.say("no-panic", "imp-24.1b", piece("unit", int(u)), face("die", int(a.A)))
		return
	}
	s.say("panics", "imp-24.1b", piece("unit", int(u)), face("die", int(a.A)), word("way", way))
	p := s.turnAboutCentre(u, turn)
	x := s.shapeAt(u, p)
	reach := int32(a.B+4) * U
	_, wall, _ := s.straightGround(u, &x, p.H, reach)
	reach = min(reach, wall)
	first, at := s.meets(u, &x, p.H, reach, plane.Set{}, nil)
	if end := s.shapeAt(u, x.Straight(p.H, min(reach, at))); !end.OffTable() {
		s.moveTo(u, end.Pose)
	}
	s.rout(u, true)
	switch {
	case first == none || !s.placed(first):
	case s.typ(first) == S:
		s.say("dispersed", "imp-24.1d", piece("unit", int(first)))
		s.lose(first)
	default:
		s.say("trampled", "imp-24.1d", piece("unit", int(first)))
		s.harm(first, byPanic, 2)
	}
}

// turnAboutCentre returns the pose of a unit that has turned about the centre of its base.
func (s *State) turnAboutCentre(u uint8, q int) plane.Pose {
	p, b := s.units[u].Pose, s.base(u)
	c := p.At(0, -b.Depth/2)
	h := p.H.Plus(q)
	front := plane.Pose{X: int32(c.X), Y: int32(c.Y), H: h}.At(0, b.Depth/2)
	return plane.Pose{X: int32(front.X), Y: int32(front.Y), H: h}
}

// Squares (24.9).

// checkLeave says whether the missile troops that act, inside a block, may leave it: there must be room at a side.
func (s *State) checkLeave(u, named uint8) reason {
	if u != named || s.units[u].where != inside {
		return reason{id: whyNotInside, a: int32(named)}
	}
	if _, ok := s.besideBlock(u); !ok {
		return reason{id: whyNoRoom}
	}
	return reason{}
}

// besideBlock returns where a unit stands that leaves a square: at the left of the block, or at its right.
func (s *State) besideBlock(u uint8) (plane.Pose, bool) {
	b, block := s.base(u), s.body(u)
	for _, side := range [...]plane.Side{plane.AtLeft, plane.AtRight} {
		p := plane.Beside(s.units[block].Pose, s.base(block), side, b)
		x := plane.Place(p, b)
		if !x.OffTable() && s.overlaps(&x, plane.Set{}) == none && !s.standsIn(&x, func(k Kind) bool { return k == Impassable }) {
			return p, true
		}
	}
	return plane.Pose{}, false
}

func (s *State) leaveSquare(u uint8) {
	if p, ok := s.besideBlock(u); ok {
		s.enter(u, p)
		s.say("leaves-square", "imp-24.9c", piece("unit", int(u)))
	}
}
