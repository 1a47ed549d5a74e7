package impetus

import (
	"acies/game"
	"acies/plane"
)

// Placing the units freely, a Command of one army and a Command of the other in turn (section 26, scenario rules). A
// Command is laid out as in the default deployment; its player moves what he wants elsewhere.

func (s *State) stepDeploy(t task) bool {
	s.phase = phaseSetup
	for _, u := range s.b.members[t.a][t.b] {
		if s.units[u].where != unplaced {
			continue
		}
		if p, ok := s.roomNear(t.a, uint8(t.b), u, s.b.units[u].Pose); ok {
			s.enter(u, p)
		}
	}
	return s.waitFor(t.a)
}

// roomNear returns the place nearest to a pose at which a unit may be deployed, if there is one: the pose itself, or one of
// ever wider squares around it.
func (s *State) roomNear(side, command, u uint8, p plane.Pose) (plane.Pose, bool) {
	if s.checkPlace(side, command, u, p).ok() {
		return p, true
	}
	const step = U
	for ring := int32(step); ring <= s.b.setup.Width; ring += step {
		found, least := p, int64(-1)
		try := func(dx, dy int32) {
			q := plane.Pose{X: p.X + dx, Y: p.Y + dy, H: p.H}
			far := int64(dx)*int64(dx) + int64(dy)*int64(dy)
			if (least < 0 || far < least) && s.checkPlace(side, command, u, q).ok() {
				found, least = q, far
			}
		}
		for d := -ring; d <= ring; d += step {
			try(d, -ring)
			try(d, ring)
			try(-ring, d)
			try(ring, d)
		}
		if least >= 0 {
			return found, true
		}
	}
	return p, false
}

// How near to being a neighbour of a friend a unit must be put to join him: nobody can drag to the thousandth.
const (
	joinsWithin = 2 * U
	joinsTurned = 40 // quarter degrees
)

// deployNear returns the place nearest to a pose at which a unit of the Command that is being placed may stand: in line or
// column with a friend that is near, or there, moved into the zone and off others.
func (s *State) deployNear(t task, u uint8, goal plane.Pose) (plane.Pose, bool) {
	goal.X, goal.Y = int32(roundTo(int64(goal.X), U/10)), int32(roundTo(int64(goal.Y), U/10))
	at := s.intoZone(t.a, u, goal)
	best, least := at, int64(joinsWithin)+1
	for i := range s.b.units {
		v := uint8(i)
		if v == u || s.side(v) != t.a || !s.placed(v) || s.typ(v) == Baggage {
			continue
		}
		friend := s.units[v].Pose
		if turn := at.H.To(friend.H); turn > joinsTurned || turn < -joinsTurned {
			continue
		}
		for side := range plane.Sides {
			p := plane.Beside(friend, s.base(v), side, s.base(u))
			if far := int64(plane.Distance(at.Point(), p.Point())); far < least && s.checkPlace(t.a, uint8(t.b), u, p).ok() {
				best, least = p, far
			}
		}
	}
	if least <= joinsWithin {
		return best, true
	}
	return s.roomNear(t.a, uint8(t.b), u, at)
}

// intoZone returns a pose moved by no more than brings the whole base into the zone of a side.
func (s *State) intoZone(side, u uint8, p plane.Pose) plane.Pose {
	east, north := s.outside(side, u, p)
	p.X -= east
	p.Y -= north
	return p
}

// outside returns how far a base at a pose reaches out of the zone of a side: to the east and to the north, less than 0 to
// the west and to the south.
func (s *State) outside(side, u uint8, p plane.Pose) (east, north int32) {
	zone := &s.b.setup.Sides[side].Zone
	x := s.shapeAt(u, p)
	beyond := func(low, high int64, span [2]int32) int32 {
		return int32(max(0, high-int64(span[1])) + min(0, low-int64(span[0])))
	}
	return beyond(x.Min.X, x.Max.X, zone.X), beyond(x.Min.Y, x.Max.Y, zone.Y)
}

// optDeploy lists the places of the default deployment for units of the Command that do not stand there.
func (s *State) optDeploy(t task, buf []game.Action) []game.Action {
	for _, u := range s.b.members[t.a][t.b] {
		if w, p := s.units[u].where, s.b.units[u].Pose; w == unplaced || w == onTable && s.units[u].Pose != p {
			buf = append(buf, game.Action{Verb: vDeploy, A: int32(u), B: p.X, C: p.Y, D: int32(p.H)})
		}
	}
	return append(buf, game.Action{Verb: vReady})
}

func (s *State) checkDeploy(t task, a game.Action) reason {
	switch a.Verb {
	case vReady:
		for _, u := range s.b.members[t.a][t.b] {
			if s.units[u].where == unplaced {
				return reason{id: whyUnplaced, a: int32(u)}
			}
		}
		return reason{}
	case vDeploy:
		return s.checkPlace(t.a, uint8(t.b), uint8(a.A), plane.Pose{X: a.B, Y: a.C, H: plane.Heading(a.D)})
	}
	return reason{id: whyDeploy}
}

// checkPlace says whether a unit of the Command that is being placed may stand there: wholly in its zone, overlapping
// nothing.
func (s *State) checkPlace(side, command, u uint8, p plane.Pose) reason {
	w := s.units[u].where
	switch {
	case s.side(u) != side || s.typ(u) == Baggage || w != unplaced && w != onTable:
		return reason{id: whyNotYours, a: int32(u)}
	case s.b.units[u].command != command:
		return reason{id: whyCommandFirst, a: int32(command) + 1}
	}
	if east, north := s.outside(side, u, p); east != 0 || north != 0 {
		return reason{id: whyNotInZone, a: int32(u), b: (max(east, -east, north, -north) + U/10 - 1) / (U / 10) * (U / 10)}
	}
	x := s.shapeAt(u, p)
	if v := s.overlaps(&x, setOf(u)); v != none {
		return reason{id: whyFriendThere, b: int32(v)}
	}
	if s.standsIn(&x, func(k Kind) bool { return k == Impassable }) {
		return reason{id: whyBarred}
	}
	return reason{}
}

func (s *State) doDeploy(_ task, a game.Action) {
	if a.Verb == vReady {
		s.pop()
		return
	}
	u, p := uint8(a.A), plane.Pose{X: a.B, Y: a.C, H: plane.Heading(a.D)}
	if s.placed(u) {
		s.moveTo(u, p)
		return
	}
	s.enter(u, p)
}
