package bladebow

import (
	"acies/game"
)

// Section 5.5: rout management. Each part is done completely first by the side without the initiative, then by the other
// (R104).

// stepRouts goes through the parts: 0 and 1 leaders return, 2 and 3 rallied units return, 4 cards, 5 and 6 checks.
func (s *State) stepRouts(t task) bool {
	s.stage(t.a + 1)
	side := s.second()
	if t.a == 1 || t.a == 3 || t.a == 6 {
		side = s.initiative
	}
	switch t.a {
	case 0:
		s.enter(phaseRouts)
		for i := range s.b.units {
			s.units[i].flags &^= fCarded
		}
		s.push(tLeadersBack, side, 0, 0)
	case 1:
		s.push(tLeadersBack, side, 0, 0)
	case 2, 3:
		s.push(tReturn, side, 0, 0)
	case 4:
		for i := range s.b.units {
			if s.units[i].where == inRouted {
				s.open(windowT, 0)
				break
			}
		}
	case 5, 6:
		s.push(tRoutCheck, side, 0, 0)
	default:
		s.pop()
		s.push(tVictory, 0, 0, 0)
	}
	return false
}

// mayReturn decides whether a rallied unit may be placed in a square (5.5.1b, 5.5.1c, R80, R94).
func (s *State) mayReturn(u uint8, q int) reason {
	side := s.side(u)
	switch {
	case s.enemyIn(side, q):
		return reason{id: whyEnemyThere}
	case s.at[q] != none:
		return reason{id: whyFriendThere, a: int16(s.at[q])}
	case !s.enters(u, q):
		return reason{id: whyImpassable}
	case s.beyond(side, q):
		return reason{id: whyColumn}
	case s.enemyZone(side, q) != noZone:
		return reason{id: whyReturnZone}
	}
	if !s.overrun[side] && s.b.board.Steps(q, int(s.camps[side])) <= 1 {
		return reason{}
	}
	for l := range s.b.leaders {
		if s.b.leaders[l].Side == int(side) && s.leaders[l].where == onMap && s.b.board.Points(int(s.leaders[l].square), q) <= s.b.leaders[l].Range {
			return reason{}
		}
	}
	return reason{id: whyReturnFar}
}

// stepReturn lets the rallied units of a side return. Those that cannot be placed go back to the Routed Units box (5.5.1d).
// b is the unit being placed.
func (s *State) stepReturn(t task) bool {
	for i := int(t.b); i < len(s.b.units); i++ {
		u := uint8(i)
		if s.side(u) != t.a || s.units[i].where != inRallied {
			continue
		}
		s.top().b = int16(i)
		for q := range s.b.squares {
			if s.mayReturn(u, q).ok() {
				return s.waitFor(t.a)
			}
		}
		s.units[i].where = inRouted
		s.say("no-room", "bnb-5.5.1d", piece("unit", i))
	}
	s.pop()
	return false
}

func (s *State) optReturn(t task, buf []game.Action) []game.Action {
	for q := range s.b.squares {
		buf = append(buf, game.Action{Verb: vReturn, A: int32(t.b), B: int32(q)})
	}
	return buf
}

func (s *State) checkReturn(t task, a game.Action) reason {
	switch {
	case a.Verb != vReturn:
		return reason{id: whyReturn}
	case a.A != int32(t.b):
		return reason{id: whyReturnNext, a: t.b}
	}
	return s.mayReturn(uint8(a.A), int(a.B))
}

// doReturn puts a rallied unit back in good order, without ranks, facing as its owner likes (5.5.1a, R80).
func (s *State) doReturn(t task, a game.Action) {
	u := uint8(a.A)
	p := &s.units[u]
	p.where, p.square, p.ranks = onMap, int16(a.B), 0
	p.flags = fKnown
	s.top().b++
	s.touch()
	s.say("returns", "bnb-5.5.1a", piece("unit", int(u)), place("square", int(a.B)))
	s.push(tFace, u, 4, 0)
	s.capture(u, int(a.B))
}

// stepRoutCheck makes the routed units of a side check (5.5.2b). b is the next unit.
func (s *State) stepRoutCheck(t task) bool {
	for i := int(t.b); i < len(s.b.units); i++ {
		if s.b.units[i].side == t.a && s.units[i].where == inRouted {
			s.top().b = int16(i + 1)
			s.push(tCheck, uint8(i), checkReturn, 0)
			return false
		}
	}
	s.pop()
	return false
}

// decideRouted moves a routed unit to the Rallied Units box, or removes it for good (5.5.2c to 5.5.2e).
func (s *State) decideRouted(u uint8, pass bool) {
	s.clear(u, fCarded)
	if !pass {
		s.eliminate(u, "bnb-5.5.2d")
		return
	}
	s.units[u].where = inRallied
	s.say("rallied", "bnb-5.5.2c", piece("unit", int(u)))
}
