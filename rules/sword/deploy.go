package sword

import (
	"acies/game"
)

// Set-up: 13.2.1, 13.3.1a, R113, R120. Each piece may be placed once and faced once, first by the side that begins,
// then by the other; pieces a player does not touch stay as printed.

func (s *State) stepDeploy(t task) bool {
	s.enter(phaseSetup)
	d := &s.b.setup.Deploy
	if d.Face || d.Exchange || s.b.free[t.a] >= 0 {
		return s.waitFor(t.a)
	}
	s.pop()
	return false
}

func (s *State) optDeploy(t task, buf []game.Action) []game.Action {
	buf = append(buf, game.Action{Verb: vReady})
	for i := range s.b.units {
		if s.b.units[i].side != t.a || s.units[i].hex < 0 {
			continue
		}
		if !s.has(uint8(i), fPlaced) || s.b.setup.Deploy.Command {
			buf = s.optPlaces(t, i, buf)
		}
		if s.b.setup.Deploy.Face && !s.has(uint8(i), fFaced) {
			for f := range 6 {
				buf = append(buf, game.Action{Verb: vFace, A: int32(i), B: int32(f)})
			}
		}
	}
	if z := s.b.free[t.a]; z >= 0 {
		for l := range s.b.leaders {
			for h := range s.b.hexes {
				if s.top[h] != none {
					buf = append(buf, game.Action{Verb: vPlace, A: int32(len(s.b.units) + l), B: int32(h)})
				}
			}
		}
	}
	return buf
}

// optPlaces lists the hexes a unit could be placed in: those of units of its name, or the zone of a free set-up.
func (s *State) optPlaces(t task, u int, buf []game.Action) []game.Action {
	if z := s.b.free[t.a]; z >= 0 {
		for _, h := range s.b.zones[z].hexes {
			buf = append(buf, game.Action{Verb: vPlace, A: int32(u), B: int32(h)})
		}
		return buf
	}
	for v := range s.b.units {
		if h := s.units[v].hex; s.b.units[v].name == s.b.units[u].name && h >= 0 && s.top[h] == uint8(v) {
			buf = append(buf, game.Action{Verb: vPlace, A: int32(u), B: int32(h)})
		}
	}
	return buf
}

func (s *State) checkDeploy(t task, a game.Action) reason {
	if a.Verb == vReady {
		return s.mayBegin(t.a)
	}
	d := &s.b.setup.Deploy
	if a.Verb != vPlace && a.Verb != vFace {
		return reason{id: whySetup}
	}
	if a.Verb == vPlace && int(a.A) >= len(s.b.units) {
		return s.checkPlaceAtSetup(t, a)
	}
	u := uint8(a.A)
	if s.sideOf(u) != t.a {
		return reason{id: whyNotYours, a: int16(u)}
	}
	if a.Verb == vFace {
		switch {
		case !d.Face:
			return reason{id: whyFixedFacing}
		case s.has(u, fFaced):
			return reason{id: whyPlaced, a: int16(u)}
		}
		return reason{}
	}
	return s.checkPlaceUnit(t, u, int(a.B))
}

// mayBegin checks whether a side may end its set-up: if the scenario says so, every unit must be in command.
func (s *State) mayBegin(side uint8) reason {
	if !s.b.setup.Deploy.Command || s.b.free[side] < 0 {
		return reason{}
	}
	for i := range s.b.units {
		u := uint8(i)
		l := s.contingentLeader(u)
		if s.sideOf(u) == side && s.units[u].hex >= 0 && s.leaders[l].hex >= 0 && !s.inCommand(u) {
			return reason{id: whyFarFromLeader, a: int16(u), b: int16(s.distanceTo(u, l)), c: int16(s.radius(l))}
		}
	}
	return reason{}
}

// mayReplace checks whether a unit that has been placed may be placed again: only into command, if it must be in
// command and is not. This ensures that the set-up can always be ended.
func (s *State) mayReplace(u uint8, h int) reason {
	l := s.contingentLeader(u)
	if !s.b.setup.Deploy.Command || s.inCommand(u) || s.leaders[l].hex < 0 {
		return reason{id: whyPlaced, a: int16(u)}
	}
	if d := s.b.m.Distance(h, int(s.leaders[l].hex)); d > s.radius(l) {
		return reason{id: whyFarFromLeader, a: int16(u), b: int16(d), c: int16(s.radius(l))}
	}
	return reason{}
}

func (s *State) checkPlaceUnit(t task, u uint8, h int) reason {
	z := s.b.free[t.a]
	if !s.b.setup.Deploy.Exchange && z < 0 {
		return reason{id: whyFixedHex}
	}
	if s.units[u].hex < 0 {
		return reason{id: whyGone, a: int16(u)}
	}
	if s.has(u, fPlaced) {
		if n := s.mayReplace(u, h); !n.ok() {
			return n
		}
	}
	if int(s.units[u].hex) == h {
		return reason{id: whyThere, a: int16(u), b: int16(h)}
	}
	v := s.top[h]
	if z >= 0 {
		switch {
		case !s.b.zones[z].in[h]:
			return reason{id: whyZone, a: int16(h)}
		case s.b.book.Terrain[s.b.terrain[h]].Cost[s.column(u)] == Closed:
			return reason{id: whyClosed, a: int16(h)}
		case s.joinsAtSetup(u, h):
			return reason{}
		case v != none && (s.sideOf(v) != t.a || s.has(v, fPlaced) || s.sharesHex(u)):
			return reason{id: whySetupStack, a: int16(h)}
		case v != none && !s.b.zones[z].in[s.units[u].hex]:
			return reason{id: whyZone, a: s.units[u].hex}
		case v != none && s.b.book.Terrain[s.b.terrain[s.units[u].hex]].Cost[s.column(v)] == Closed:
			return reason{id: whyClosed, a: s.units[u].hex}
		}
		return s.mayExchange(u, v)
	}
	// Units of one name exchange their hexes, so no hex is left empty and none gets two (ant-13.2.1b, 13.2.1c).
	if v == none || s.b.units[v].name != s.b.units[u].name || s.b.units[v].typ != s.b.units[u].typ {
		return reason{id: whyExchange, a: int16(u), b: int16(h)}
	}
	if s.has(v, fPlaced) {
		return reason{id: whyPlaced, a: int16(v)}
	}
	return s.mayExchange(u, v)
}

// mayExchange tells whether two units, or one and none, may exchange their hexes: each must fit the stack it comes to.
func (s *State) mayExchange(u, v uint8) reason {
	switch {
	case v == none:
	case !s.fitsFor(u, v):
		return reason{id: whySetupStack, a: s.units[v].hex}
	case !s.fitsFor(v, u):
		return reason{id: whySetupStack, a: s.units[u].hex}
	}
	return reason{}
}

// fitsFor reports whether a unit may stand in a stack in the place of another.
func (s *State) fitsFor(u, other uint8) bool {
	limit := s.b.book.Stacking.SP
	sp, alone := s.sp(u), true
	for v := s.top[s.units[other].hex]; v != none && limit > 0; v = s.units[v].below {
		if v == other {
			continue
		}
		alone = false
		sp += s.sp(v)
		if s.b.units[v].name != s.b.units[u].name || s.b.units[v].typ != s.b.units[u].typ {
			return false
		}
	}
	return alone || sp <= limit
}

// joinsAtSetup reports whether a unit may be placed in the hex of a unit that has already been placed, to share it:
// guns and foot, or a pair that the scenario allows.
func (s *State) joinsAtSetup(u uint8, h int) bool {
	v := s.top[h]
	return v != none && s.has(v, fPlaced) && s.b.setup.Deploy.Stacking && s.b.book.Stacking.SP == 0 &&
		s.mayStack(u, 1, s.sp(u), h).ok()
}

// sharesHex reports whether a unit shares its hex in a book that normally allows one unit per hex.
func (s *State) sharesHex(u uint8) bool {
	return s.b.book.Stacking.SP == 0 && (s.units[u].below != none || s.top[s.units[u].hex] != u)
}

// checkPlaceAtSetup checks a placement at set-up; a leader of a freely placed side may stand with any of his units
// (R113).
func (s *State) checkPlaceAtSetup(t task, a game.Action) reason {
	l := int(a.A) - len(s.b.units)
	switch {
	case s.b.leaders[l].side != t.a:
		return reason{id: whyNotYours, a: int16(a.A)}
	case s.b.free[t.a] < 0:
		return reason{id: whyFixedHex}
	case s.leaders[l].hex < 0:
		return reason{id: whyGone, a: int16(a.A)}
	case s.leaders[l].flags&lPlaced != 0:
		return reason{id: whyPlaced, a: int16(a.A)}
	case int(s.leaders[l].hex) == int(a.B):
		return reason{id: whyThere, a: int16(a.A), b: int16(a.B)}
	case !s.joinable(uint8(l), int(a.B)):
		return s.whyNotWith(uint8(l), int(a.B))
	}
	return reason{}
}

func (s *State) doDeploy(t task, a game.Action) {
	if a.Verb == vReady {
		s.pop()
		for i := range s.b.units {
			s.unset(uint8(i), fPlaced|fFaced)
		}
		for i := range s.b.leaders {
			s.leaders[i].flags &^= lPlaced
		}
		if s.sink != nil {
			s.say("deployed", "ant-13.3.1a", player("side", t.a))
		}
		return
	}
	if a.Verb == vPlace && int(a.A) >= len(s.b.units) {
		l := &s.leaders[int(a.A)-len(s.b.units)]
		l.hex = int16(a.B)
		l.flags |= lPlaced
		if s.sink != nil {
			s.say("placed", "ant-R113", piece("piece", int(a.A)), place("hex", int(a.B)))
		}
		return
	}
	u := uint8(a.A)
	if a.Verb == vFace {
		for v := s.top[s.units[u].hex]; v != none; v = s.units[v].below {
			s.units[v].facing = uint8(a.B)
			s.set(v, fFaced)
		}
		if s.sink != nil {
			s.say("faced", "ant-13.3.1a", piece("unit", int(u)), facing("facing", int(a.B)))
		}
		return
	}
	from, to := int(s.units[u].hex), int(a.B)
	v := s.top[to]
	joins := s.joinsAtSetup(u, to)
	s.unstack(u)
	if v != none && !joins {
		s.unstack(v)
		s.joinAtSetup(v, from)
	}
	s.joinAtSetup(u, to)
	s.set(u, fPlaced)
	if s.b.free[t.a] >= 0 {
		// In a free set-up a leader goes where his unit goes, and the leader of the unit it changed places with comes
		// back.
		for i := range s.b.leaders {
			switch h := int(s.leaders[i].hex); {
			case s.b.leaders[i].side != t.a:
			case h == from && !s.joinable(uint8(i), from):
				s.leaders[i].hex = int16(to)
			case h == to && !s.joinable(uint8(i), to):
				s.leaders[i].hex = int16(from)
			}
		}
	}
	if s.sink != nil {
		s.say("placed", "ant-13.2.1b", piece("piece", int(u)), place("hex", to))
	}
}

// joinAtSetup puts a unit into a hex; if others are there it takes their facing.
func (s *State) joinAtSetup(u uint8, h int) {
	if f, ok := s.stackFacing(h); ok {
		s.units[u].facing = uint8(f)
	}
	s.stack(u, h, false)
}

// joinable reports whether a leader may stand with a unit in the hex (ant-5.1f to 5.1h).
func (s *State) joinable(l uint8, h int) bool {
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.mayJoin(l, u) {
			return true
		}
	}
	return false
}

// whyNotWith returns why a leader may not stand in a hex: no unit is there, or only units he may not be with.
func (s *State) whyNotWith(l uint8, h int) reason {
	id := whyAlone
	if s.friendAt(h, s.b.leaders[l].side) {
		id = whyContingent
	}
	return reason{id: id, a: int16(len(s.b.units)) + int16(l), b: int16(h)}
}

// mayJoin reports whether the unit is one the leader may be stacked with.
func (s *State) mayJoin(l, u uint8) bool {
	d, e := &s.b.leaders[l], &s.b.units[u]
	if s.commander(l) {
		return d.side == e.side
	}
	return d.contingent == e.contingent
}
