package sword

import (
	"acies/game"
)

// Chapter 8: movement. D.1 moves units in command and their leader; D.5 moves the others toward their leader. The
// player chooses a unit, adds units of its stack and leaders to its group, and moves the group: to a hex and a facing
// by the cheapest path, one hex always (ant-8.1h), or one step back (ant-8.3c).

// stepMoves runs D.1 and D.5.
func (s *State) stepMoves(t task) bool {
	if t.kind == tMoves {
		s.enter(phaseD1)
		// The leader may move even if no unit can.
		if s.anyMover(t) || s.commands(s.active) && s.leaders[s.active].flags&lRode == 0 {
			return s.waitFor(s.side)
		}
	} else {
		s.enter(phaseD5)
		if s.anyMover(t) {
			return s.waitFor(s.side)
		}
	}
	s.endMoves()
	return false
}

func (s *State) anyMover(t task) bool {
	for i := range s.b.units {
		if s.mayMove(t, uint8(i)).ok() || t.kind == tMoves && s.canArrive(uint8(i)) {
			return true
		}
	}
	return false
}

// mayMove checks whether a unit may be chosen to move in D.1 or D.5.
func (s *State) mayMove(t task, u uint8) reason {
	p := &s.units[u]
	stray := p.flags&fOutOfCommand != 0
	switch {
	case s.sideOf(u) != s.side:
		return reason{id: whyNotYours, a: int16(u)}
	case p.hex < 0:
		return reason{id: whyGone, a: int16(u)}
	case p.flags&fActive == 0:
		return reason{id: whyNotActivated, a: int16(u), b: int16(s.active)}
	case p.disorder == routed:
		return reason{id: whyRoutedMove, a: int16(u)}
	case p.flags&fDone != 0:
		return reason{id: whyMoved, a: int16(u)}
	case t.kind == tMoves && stray:
		return reason{id: whyStray, a: int16(u)}
	case t.kind == tStray && !stray:
		return reason{id: whyNotStray, a: int16(u)}
	case t.kind == tStray && s.strayLeader(u) == none:
		return reason{id: whyNoLeader, a: int16(u)}
	case t.kind == tStray && s.held(u):
		return reason{id: whyHeld, a: int16(u)}
	}
	if !s.commander(s.active) {
		for i := range s.b.leaders {
			if s.commander(uint8(i)) && s.b.leaders[i].side == s.side && s.leaders[i].hex == p.hex {
				return reason{id: whyWithCommander, a: int16(u), b: int16(len(s.b.units) + i)}
			}
		}
	}
	return reason{}
}

// strayLeader returns the leader an out-of-command unit moves toward: that of its contingent (R35).
func (s *State) strayLeader(u uint8) uint8 {
	if l := s.contingentLeader(u); s.leaders[l].hex >= 0 {
		return l
	}
	return none
}

func (s *State) optMoves(t task, buf []game.Action) []game.Action {
	for i := range s.b.units {
		if s.has(uint8(i), fActive) {
			buf = append(buf, game.Action{Verb: vMove, A: int32(i)})
		}
	}
	if t.kind == tMoves {
		buf = append(s.optArrivals(buf), game.Action{Verb: vLead})
	}
	return append(buf, game.Action{Verb: vDone})
}

func (s *State) checkMoves(t task, a game.Action) reason {
	switch {
	case a.Verb == vDone:
		if t.kind == tMoves && s.leaderAlone() && s.leaders[s.active].flags&lRode == 0 && s.leaderCanJoin() {
			return reason{id: whyLeaderAlone, a: s.activePiece()}
		}
		return reason{}
	case a.Verb == vLead && t.kind == tMoves:
		switch {
		case !s.commands(s.active):
			return reason{id: whyGone, a: s.activePiece()}
		case s.leaders[s.active].flags&lRode != 0:
			return reason{id: whyRode, a: s.activePiece()}
		case s.leaderAlone() && !s.leaderCanJoin() && !s.mayShelter(s.active):
			return reason{id: whyNoUnit, a: s.activePiece()}
		}
		return reason{}
	case a.Verb == vEnter && t.kind == tMoves:
		return s.mayEnter(a)
	case a.Verb != vMove:
		return reason{id: whyMovePhase}
	}
	return s.mayMove(t, uint8(a.A))
}

func (s *State) activePiece() int16 { return int16(len(s.b.units)) + int16(s.active) }

func (s *State) doMoves(t task, a game.Action) {
	switch a.Verb {
	case vDone:
		s.endMoves()
	case vLead:
		if s.b.book.Command.AnyTime {
			s.leaders[s.active].flags |= lRode
		} else {
			s.pop() // he is the last to move (ant-7.2k)
		}
		s.push(task{kind: tRide, a: s.active})
	case vEnter:
		s.enterMap(a)
	case vMove:
		u := uint8(a.A)
		s.group = group{n: 1, from: s.units[u].hex, stray: t.kind == tStray}
		s.group.units[0] = u
		s.push(task{kind: tGroup})
	}
}

// endMoves ends D.1 or D.5; a leader who is still alone is placed with the nearest unit (R34).
func (s *State) endMoves() {
	s.pop()
	if s.leaderAlone() {
		s.seekUnit(s.active, int(s.leaders[s.active].hex), placeAlone)
	}
}

// leaderAlone reports whether the activated leader is without a unit he may be with.
func (s *State) leaderAlone() bool {
	return s.commands(s.active) && !s.joinable(s.active, int(s.leaders[s.active].hex))
}

// leaderCanJoin reports whether the activated leader can reach a unit by his own move.
func (s *State) leaderCanJoin() bool {
	if s.unitBeside(s.active, false) {
		return true
	}
	var r ride
	s.rideFrom(s.active, &r)
	for h := range s.b.hexes {
		if r.dist[h] != 0 && s.joinable(s.active, h) {
			return true
		}
	}
	return false
}

// unitBeside reports whether a unit the leader may join is adjacent in a hex he can always enter (ant-8.1h); if
// notGroup is set, units of the group do not count. This avoids most searches.
func (s *State) unitBeside(l uint8, notGroup bool) bool {
	h := s.leaders[l].hex
	for k := range 6 {
		n := s.b.next[h][k]
		if n < 0 || s.b.step[Foot][h][k] == Closed {
			continue
		}
		for u := s.top[n]; u != none; u = s.units[u].below {
			if s.mayJoin(l, u) && !(notGroup && s.inGroup(u)) {
				return true
			}
		}
	}
	return false
}
