package impetus

import (
	"acies/game"
	"acies/plane"
)

// Placing the units freely, one army after the other (section 26, scenario rules).

func (s *State) stepDeploy(t task) bool {
	s.phase = phaseSetup
	return s.waitFor(t.a)
}

// optDeploy lists the places of the default deployment for units that are not placed yet.
func (s *State) optDeploy(t task, buf []game.Action) []game.Action {
	for i := range s.b.units {
		if d := &s.b.units[i]; d.side == t.a && s.units[i].where == unplaced {
			buf = append(buf, game.Action{Verb: vDeploy, A: int32(i), B: d.Pose.X, C: d.Pose.Y, D: int32(d.Pose.H)})
		}
	}
	return append(buf, game.Action{Verb: vReady})
}

func (s *State) checkDeploy(t task, a game.Action) reason {
	switch a.Verb {
	case vReady:
		for i := range s.b.units {
			if s.side(uint8(i)) == t.a && s.units[i].where == unplaced {
				return reason{id: whyUnplaced, a: int32(i)}
			}
		}
		return reason{}
	case vDeploy:
		return s.checkPlace(t.a, uint8(a.A), plane.Pose{X: a.B, Y: a.C, H: plane.Heading(a.D)})
	}
	return reason{id: whyDeploy}
}

// checkPlace says whether a unit may be placed: wholly in its zone, one Command at a time, overlapping nothing.
func (s *State) checkPlace(side, u uint8, p plane.Pose) reason {
	w := s.units[u].where
	if s.side(u) != side || s.typ(u) == Baggage || w != unplaced && w != onTable {
		return reason{id: whyNotYours, a: int32(u)}
	}
	for i := range s.b.units {
		d := &s.b.units[i]
		if d.side == side && d.command < s.b.units[u].command && s.units[i].where == unplaced {
			return reason{id: whyCommandFirst, a: int32(i)}
		}
	}
	zone := &s.b.setup.Sides[side].Zone
	x := s.shapeAt(u, p)
	if x.Min.X < int64(zone.X[0]) || x.Max.X > int64(zone.X[1]) || x.Min.Y < int64(zone.Y[0]) || x.Max.Y > int64(zone.Y[1]) {
		return reason{id: whyNotInZone, a: int32(u)}
	}
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
