package sword

import "acies/game"

// Section 12.2.2: the rout movement of Phase E, with its detours (R87 to R90).

func (s *State) stepRouts(t task) bool {
	s.enter(phaseE)
	one, n := uint8(none), 0
	for i := range s.b.units {
		u := uint8(i)
		if s.mustRun(t.a, u) {
			one = u
			n++
		}
	}
	switch n {
	case 0:
		s.pop()
		return false
	case 1:
		s.startRun(one, false)
		return false
	}
	return s.waitFor(t.a)
}

func (s *State) mustRun(side, u uint8) bool {
	return s.sideOf(u) == side && s.units[u].hex >= 0 && s.isRouted(u) && !s.has(u, fGone)
}

func (s *State) optRouts(_ task, buf []game.Action) []game.Action {
	for i := range s.b.units {
		buf = append(buf, game.Action{Verb: vFlee, A: int32(i)})
		if h := s.units[i].hex; h >= 0 && s.top[h] == uint8(i) && s.units[i].below != none {
			buf = append(buf, game.Action{Verb: vFleeAll, A: int32(h)})
		}
	}
	return buf
}

func (s *State) checkRouts(t task, a game.Action) reason {
	switch a.Verb {
	case vFlee:
		if !s.mustRun(t.a, uint8(a.A)) {
			return reason{id: whyNotFleeing, a: int16(a.A)}
		}
		return reason{}
	case vFleeAll:
		n := 0
		for u := s.top[a.A]; u != none; u = s.units[u].below {
			if s.mustRun(t.a, u) {
				n++
			}
		}
		if n < 2 {
			return reason{id: whyTogether, a: int16(a.A)}
		}
		return reason{}
	}
	return reason{id: whyFleeing}
}

func (s *State) doRouts(_ task, a game.Action) {
	if a.Verb == vFlee {
		s.startRun(uint8(a.A), false)
	} else {
		s.startRun(s.top[a.A], true)
	}
}

// startRun begins the rout move of a unit, or of all the routed units of its hex.
func (s *State) startRun(u uint8, all bool) {
	s.beginChain()
	side := s.sideOf(u)
	f := flight{at: s.units[u].hex, mp: maxAllowance, cause: causePhaseE}
	for v := s.top[f.at]; v != none; v = s.units[v].below {
		if s.mustRun(side, v) && (all || v == u) {
			f.units[f.n] = v
			f.n++
			f.mp = min(f.mp, int8(s.mp(v)))
			s.set(v, fGone|fChain)
		}
	}
	s.liftFlight(&f)
}

// way describes a forward hex for a unit in rout.
type way struct {
	to   int
	cost int
	open bool // may be entered
	pays bool // the unit can pay for it; the first hex is always possible (R88)
	bad  bool // the move would end there in an illegal stack
}

func (s *State) wayTo(f *flight, at, k, mp int, moved bool) way {
	u := f.units[0]
	w := way{to: int(s.b.next[at][k])}
	if w.to < 0 {
		return w
	}
	w.open = s.canEnter(u, at, k).ok()
	w.cost = int(s.b.step[s.column(u)][at][k])
	if !w.open && s.b.bank[at]>>k&1 != 0 {
		w.cost = int(s.b.bankStep[[3]int{int(s.column(u)), at, k}])
		w.open = w.cost != Closed && !s.enemyAt(w.to, s.sideOf(u))
	}
	if !w.open {
		return w
	}
	if s.inEnemyFront(at, s.sideOf(u)) {
		w.cost++
	}
	w.pays = w.cost <= mp || !moved
	return w
}

// beside returns the other sides that lead nearer to the edge: toward the top or the bottom, the two next to the
// straight one; toward the left or right edge, the other slanting one.
func (s *State) beside(f *flight) [2]int {
	k := s.heading(f)
	if r := s.b.units[f.units[0]].rout; r[0] != r[1] {
		other := int(r[0]) + int(r[1]) - k
		return [2]int{other, other}
	}
	return [2]int{(k + 5) % 6, (k + 1) % 6}
}

// heading returns the side a flight crosses: that of the unit's edge, or the one chosen of two that slant toward it.
func (s *State) heading(f *flight) int {
	if r := s.b.units[f.units[0]].rout; r[0] == r[1] {
		return int(r[0])
	}
	return int(f.heading)
}

// stepHead asks which of two slanting sides a flight toward the left or right edge crosses (med-R88).
func (s *State) stepHead(task) bool {
	f := &s.flight
	r := s.b.units[f.units[0]].rout
	if s.b.next[f.at][r[0]] >= 0 && s.b.next[f.at][r[1]] >= 0 {
		return s.waitFor(s.sideOf(f.units[0]))
	}
	f.heading = r[0]
	if s.b.next[f.at][r[0]] < 0 {
		f.heading = r[1]
	}
	s.pop()
	return false
}

func (s *State) optHead(_ task, buf []game.Action) []game.Action {
	for _, k := range s.b.units[s.flight.units[0]].rout {
		buf = append(buf, game.Action{Verb: vHead, A: int32(s.b.next[s.flight.at][k])})
	}
	return buf
}

func (s *State) checkHead(_ task, a game.Action) reason {
	for _, k := range s.b.units[s.flight.units[0]].rout {
		if a == (game.Action{Verb: vHead, A: int32(s.b.next[s.flight.at][k])}) {
			return reason{}
		}
	}
	return reason{id: whyHead}
}

func (s *State) doHead(_ task, a game.Action) {
	s.pop()
	for _, k := range s.b.units[s.flight.units[0]].rout {
		if int32(s.b.next[s.flight.at][k]) == a.A {
			s.flight.heading = k
		}
	}
}

// leaves reports whether the next step of a flight leaves the map over its rout edge. A flight toward the left or right
// edge may reach the top or the bottom first.
func (s *State) leaves(f *flight, at int) bool {
	r := s.b.units[f.units[0]].rout
	return s.b.next[at][r[0]] < 0 && s.b.next[at][r[1]] < 0
}

// offCost returns the cost of the step off the map in rout: 1, plus the cost of leaving an enemy front (med-R89).
func (s *State) offCost(f *flight, at int) int {
	if s.b.book.OffPays && s.inEnemyFront(at, s.sideOf(f.units[0])) {
		return 2
	}
	return 1
}

// ends reports whether a unit in rout that enters a hex with mp MP left would end its move there. It continues straight
// if it can pay for that, and swerves only if the straight hex is closed, or if it would have to stop before it.
func (s *State) ends(f *flight, at, mp int) bool {
	if s.leaves(f, at) {
		return mp < s.offCost(f, at)
	}
	if w := s.wayTo(f, at, s.heading(f), mp, true); w.open {
		if !w.pays || !s.b.book.StopsShort || !s.endsCrowded(f, w, mp) {
			return !w.pays
		}
	}
	for _, k := range s.beside(f) {
		if w := s.wayTo(f, at, k, mp, true); w.pays && !s.endsCrowded(f, w, mp) {
			return false
		}
	}
	return true
}

// endsCrowded reports whether the move would have to end in the next hex in an illegal stack.
func (s *State) endsCrowded(f *flight, w way, mp int) bool {
	return s.crowded(f, w.to) && s.ends(f, w.to, max(mp-w.cost, 0))
}

// crowded reports whether the units of the flight may not stay in a hex because of the stacking limits.
func (s *State) crowded(f *flight, h int) bool {
	sp := 0
	for _, u := range f.units[:f.n] {
		sp += s.sp(u)
	}
	return !s.mayStack(f.units[0], int(f.n), sp, h).ok()
}

// swerves lists the hexes beside the straight one into which the flight may swerve.
func (s *State) swerves(f *flight) (list [2]int, n int) {
	for _, k := range s.beside(f) {
		w := s.nextWay(f, k)
		if w.open && w.pays && !w.bad && (n == 0 || w.to != list[0]) {
			list[n] = w.to
			n++
		}
	}
	return list, n
}

func (s *State) nextWay(f *flight, k int) way {
	w := s.wayTo(f, int(f.at), k, int(f.mp), f.moved)
	if w.open && w.pays {
		w.bad = s.endsCrowded(f, w, int(f.mp))
	}
	return w
}

// stepPhaseE moves a unit in rout one hex on, straight if it can (ant-12.2.2b, 12.2.2c, R88, R89).
func (s *State) stepPhaseE() bool {
	f := &s.flight
	side := s.sideOf(f.units[0])
	k := s.heading(f)
	if s.leaves(f, int(f.at)) {
		if int(f.mp) >= s.offCost(f, int(f.at)) || !f.moved {
			s.loseFlight(causeOff)
		} else {
			s.landFlight()
		}
		return false
	}
	w := s.nextWay(f, k)
	if w.open && w.pays && !w.bad {
		s.runOneHex(w)
		return false
	}
	list, n := s.swerves(f)
	switch {
	case w.open && !w.pays, n == 0 && f.moved && (!w.open || s.b.book.StopsShort):
		s.landFlight()
	case n == 2:
		return s.waitFor(side)
	case n == 1:
		for _, k := range s.beside(f) {
			if int(s.b.next[f.at][k]) == list[0] {
				s.runOneHex(s.nextWay(f, k))
				break
			}
		}
	case w.open && !s.b.book.StopsShort:
		s.runOneHex(w)
	default:
		s.loseFlight(causeBlocked)
	}
	return false
}

// runOneHex moves the flight one hex and, if it does not end there, makes the friends in that hex check.
func (s *State) runOneHex(w way) {
	f := &s.flight
	s.moveFlight(w.to)
	f.mp = int8(max(int(f.mp)-w.cost, 0))
	if s.top[w.to] != none && !s.ends(f, w.to, int(f.mp)) {
		s.passThrough(w.to)
	}
}

func (s *State) checkFlight(_ task, a game.Action) reason {
	if a.Verb != vSwerve {
		return reason{id: whySwerve}
	}
	list, n := s.swerves(&s.flight)
	for _, h := range list[:n] {
		if int32(h) == a.A {
			return reason{}
		}
	}
	return reason{id: whySwerve}
}

func (s *State) doFlight(_ task, a game.Action) {
	f := &s.flight
	for _, k := range s.beside(f) {
		if int32(s.b.next[f.at][k]) == a.A {
			s.runOneHex(s.nextWay(f, k))
			return
		}
	}
}

func (s *State) optFlight(_ task, buf []game.Action) []game.Action {
	for k := range 6 {
		if n := s.b.next[s.flight.at][k]; n >= 0 {
			buf = append(buf, game.Action{Verb: vSwerve, A: int32(n)})
		}
	}
	return buf
}
