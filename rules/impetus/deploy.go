package impetus

import (
	"acies/game"
	"acies/plane"
)

// Placing the units freely, a Command of one army and a Command of the other in turn (section 26, scenario rules).

func (s *State) stepDeploy(t task) bool {
	s.phase = phaseSetup
	return s.waitFor(t.a)
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
