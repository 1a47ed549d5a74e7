package sword

import (
	"math/bits"

	"acies/game"
)

// Sections 7.5 and 7.6 of the medieval book: leaders who are captured, held and freed, the generic leaders who replace
// them, and the succession of the army commander. A replacement takes the number of the leader he replaces; what became
// of the captive himself is kept in the same leader value, apart from the replacement's own data.

// fate is what still has to be done about a leader who has been lost.
type fate struct {
	at   int16 // where he was
	wait uint8 // the order in which replacements wait for their activation
	near bool  // captured by adjacent enemies, not by those that fought
}

// captive holds the flags that belong to the captive, not to his replacement.
const captive = lHurt | lRanked

// ranked reports whether a captive was army commander.
func (s *State) ranked(l uint8) bool { return s.leaders[l].flags&lRanked != 0 }

// losesLeader decides the fate of a leader whose unit is eliminated (med-7.1d to 7.1g, 7.5b to 7.5l, R23, R24).
func (s *State) losesLeader(l uint8, f fall) {
	switch {
	case f.how == causeMelee:
		s.capture(l, f.from, "med-7.5b")
	case f.how == causeShot && f.surrounded:
		s.captureBeside(l, f.from, "med-7.5d")
	case f.how == causeShot && s.anyUnitFor(l):
		s.seekUnit(l, f.from, placeNearest)
	case f.how == causeShot && !s.awaits(s.b.leaders[l].contingent):
		s.kill(l, "med-7.1f")
	case f.how != causeOff && f.surrounded:
		s.captureBeside(l, f.from, "med-7.5h")
	case s.contingentHasUnit(s.b.leaders[l].contingent):
		s.leaders[l].hex = -1
		s.leaders[l].bound = none
		where := int16(placeOwnBarred)
		if f.how == causeOff {
			where = placeOwn
		}
		s.push(task{kind: tPlaceLeader, a: l, b: where, c: int16(f.from)})
	case s.commander(l) && s.anyUnitFor(l):
		s.seekUnit(l, f.from, f.how.placing())
	case s.awaits(s.b.leaders[l].contingent):
		s.leaders[l].hex, s.leaders[l].bound = waiting, none
	default:
		s.leaveMap(l)
	}
}

// capture makes a leader a captive. A replacement is not held: his points are scored permanently (med-7.5.1a, R97).
func (s *State) capture(l uint8, at int, clause string) {
	p := &s.leaders[l]
	if s.sink != nil {
		s.say("leader-captured", clause, piece("leader", len(s.b.units)+int(l)))
	}
	if p.flags&lReplacement != 0 {
		s.scoreCaptured(l, s.commander(l))
	} else {
		s.fates[l].at, s.fates[l].near = int16(at), false
		p.flags = p.flags&^captive | lTaken
		if p.flags&lWounded != 0 {
			p.flags |= lHurt
		}
		if s.commander(l) {
			p.flags |= lRanked
		}
	}
	s.suddenLeader(l, true)
	s.vacateLeader(l)
}

// captureBeside captures a leader whom shooting or a blocked rout has left among enemies: any of them may keep him
// (R25).
func (s *State) captureBeside(l uint8, at int, clause string) {
	s.capture(l, at, clause)
	s.fates[l].near = s.leaders[l].flags&lTaken != 0
}

// vacateLeader removes a leader from his place. Captors, replacements and successors are settled after the results
// being applied (R31).
func (s *State) vacateLeader(l uint8) {
	p := &s.leaders[l]
	p.hex, p.bound = -1, none
	p.flags = p.flags&(lActivated|lBarred|lReplacement|lRank|lRode|lTaken|captive) | lLost
	for i := range s.nTasks {
		if s.tasks[i].kind == tLosses {
			return
		}
	}
	s.push(task{kind: tLosses})
}

// pushLosses pushes the task that settles losses, to be done after the results of a roll.
func (s *State) pushLosses() {
	if s.b.book.Capture {
		s.push(task{kind: tLosses})
	}
}

// stepLosses settles the lost leaders one by one, the attacker's first.
func (s *State) stepLosses(task) bool {
	for side := range uint8(2) {
		for i := range s.b.leaders {
			if s.b.leaders[i].side == side && s.leaders[i].flags&lLost != 0 {
				s.settleLoss(uint8(i))
				return false
			}
		}
	}
	s.pop()
	return false
}

func (s *State) settleLoss(l uint8) {
	p := &s.leaders[l]
	if p.flags&lTaken != 0 {
		s.push(task{kind: tHold, a: l})
		return
	}
	ranked := s.commander(l)
	p.flags = p.flags&(lActivated|lBarred|lRode|captive) | lReplacement
	s.setRank(l, false)
	if s.phase >= phaseC && s.phase < phaseE && p.flags&(lActivated|lBarred) == 0 {
		s.waitTurn(l)
	}
	if ranked && s.b.book.Succession { // when all who were lost have been replaced
		s.pop()
		s.push(task{kind: tSucceed, a: l})
		s.push(task{kind: tLosses})
	}
	s.replace(l)
}

// replace puts the replacement on a unit of the banner, or makes him arrive with units that have yet to arrive
// (med-7.6c to 7.6e).
func (s *State) replace(l uint8) {
	p := &s.leaders[l]
	c := s.b.leaders[l].contingent
	switch {
	case s.contingentHasUnit(c):
		s.push(task{kind: tPlaceLeader, a: l})
	case s.awaits(c):
		p.hex = waiting
		p.flags &^= lWaiting
	default:
		p.flags = p.flags&(lActivated|lBarred|lReplacement|lRank|captive) | lDead
	}
}

// setRank sets whether a leader is army commander.
func (s *State) setRank(l uint8, commands bool) {
	s.leaders[l].flags &^= lRank
	if s.b.leaders[l].commander != commands {
		s.leaders[l].flags |= lRank
	}
}

// waitTurn makes a leader activate right after the present activation, after those who already wait (R29).
func (s *State) waitTurn(l uint8) {
	last := uint8(0)
	for i := range s.b.leaders {
		if s.leaders[i].flags&lWaiting != 0 {
			last = max(last, s.fates[i].wait)
		}
	}
	s.leaders[l].flags |= lWaiting
	s.fates[l].wait = last + 1
}

// The captor.

// mayKeep checks whether a unit may keep the captive: one that fought in the melee or stood next to where he was lost;
// if there is none, the nearest (R25).
func (s *State) mayKeep(l, u uint8) reason {
	if s.units[u].hex < 0 || s.has(u, fAloft) || s.sideOf(u) == s.b.leaders[l].side {
		return reason{id: whyCaptor, a: int16(len(s.b.units)) + int16(l), b: int16(u)}
	}
	fought, near, nearest := false, false, 999
	at := int(s.fates[l].at)
	for i := range s.b.units {
		v := uint8(i)
		if s.units[v].hex < 0 || s.has(v, fAloft) || s.sideOf(v) == s.b.leaders[l].side {
			continue
		}
		d := s.b.m.Distance(at, int(s.units[v].hex))
		fought = fought || s.has(v, fAtt|fDef) && !s.fates[l].near
		near = near || d <= 1
		nearest = min(nearest, d)
	}
	d := s.b.m.Distance(at, int(s.units[u].hex))
	if fought && s.has(u, fAtt|fDef) || !fought && near && d <= 1 || !fought && !near && d == nearest {
		return reason{}
	}
	return reason{id: whyCaptor, a: int16(len(s.b.units)) + int16(l), b: int16(u)}
}

func (s *State) stepHold(t task) bool {
	one, n := uint8(none), 0
	for i := range s.b.units {
		if s.mayKeep(t.a, uint8(i)).ok() {
			one = uint8(i)
			n++
		}
	}
	if n > 1 {
		return s.waitFor(1 - s.b.leaders[t.a].side)
	}
	s.pop()
	s.hold(t.a, one)
	return false
}

func (s *State) optHold(_ task, buf []game.Action) []game.Action {
	for i := range s.b.units {
		buf = append(buf, game.Action{Verb: vHold, A: int32(i)})
	}
	return buf
}

func (s *State) checkHold(t task, a game.Action) reason {
	if a.Verb != vHold {
		return reason{id: whyHold, a: int16(len(s.b.units)) + int16(t.a)}
	}
	return s.mayKeep(t.a, uint8(a.A))
}

func (s *State) doHold(t task, a game.Action) {
	s.pop()
	s.hold(t.a, uint8(a.A))
}

// hold gives the captive to his captor; if no unit is left to keep him he is lost permanently.
func (s *State) hold(l, u uint8) {
	s.leaders[l].flags &^= lTaken
	s.leaders[l].captor = u
	if u == none {
		s.scoreCaptured(l, s.ranked(l))
		return
	}
	if s.sink != nil {
		s.say("leader-held", "med-7.5.1a", piece("leader", len(s.b.units)+int(l)), piece("unit", int(u)))
	}
}

// captorLost settles the captives of a unit that is eliminated: freed by their own side, passed to another captor, or
// lost with a captor that leaves the map (med-7.5m, 7.5.1b, R26).
func (s *State) captorLost(u uint8, f fall) {
	for i := range s.b.leaders {
		l := uint8(i)
		if s.leaders[l].captor != u {
			continue
		}
		s.leaders[l].captor = none
		next := s.nearestOf(s.sideOf(u), f.from)
		switch {
		case f.how == causeOff:
			s.scoreCaptured(l, s.ranked(l))
			if s.sink != nil {
				s.say("captive-gone", "med-7.5m", piece("leader", len(s.b.units)+i))
			}
		case f.byEnemy || next == none:
			s.free(l, f.from)
		default:
			s.hold(l, next)
		}
	}
}

// nearestOf returns the unit of a side nearest to a hex, or none.
func (s *State) nearestOf(side uint8, h int) uint8 {
	best, unit := 999, uint8(none)
	for i := range s.b.units {
		u := uint8(i)
		if s.units[u].hex < 0 || s.has(u, fAloft) || s.sideOf(u) != side {
			continue
		}
		if d := s.b.m.Distance(h, int(s.units[u].hex)); d < best {
			best, unit = d, u
		}
	}
	return unit
}

// free returns a captive to his side: the replacement leaves, and the leader gets back his own figures, and the army
// command if it was his (med-7.5.1b, 7.5.1c, R26).
func (s *State) free(l uint8, at int) {
	p := &s.leaders[l]
	if s.sink != nil {
		s.say("leader-freed", "med-7.5.1b", piece("leader", len(s.b.units)+int(l)))
	}
	ranked := s.ranked(l)
	if c := s.b.leaders[l].contingent; !ranked && !s.contingentHasUnit(c) && !s.awaits(c) {
		p.hex = -1
		p.flags |= lDead
		if s.sink != nil {
			s.say("leader-departs", "med-7.5.1c", piece("leader", len(s.b.units)+int(l)))
		}
		return
	}
	p.flags &^= lReplacement | lWounded | lDead | lLost | lWaiting
	if p.flags&lHurt != 0 {
		p.flags |= lWounded
	}
	p.flags &^= captive
	if ranked {
		s.stepDown(l)
	}
	if s.phase >= phaseC && s.phase < phaseE && p.flags&(lActivated|lBarred) == 0 && s.activationRating(l) < int(s.rating) {
		s.waitTurn(l)
	}
	s.seekUnit(l, at, placeFreed)
}

// stepDown returns the army command to a leader. The leader who held it moves to his own banner if he stands with
// another.
func (s *State) stepDown(to uint8) {
	for i := range s.b.leaders {
		l := uint8(i)
		if s.b.leaders[l].side != s.b.leaders[to].side {
			continue
		}
		had := s.commander(l)
		s.setRank(l, l == to)
		h := int(s.leaders[l].hex)
		if !had || l == to || h < 0 || s.joinable(l, h) {
			continue
		}
		if s.contingentHasUnit(s.b.leaders[l].contingent) {
			s.seekUnit(l, h, placeFreed)
		} else {
			s.leaveMap(l)
		}
	}
}

// Succession (med-7.6g to 7.6i, R30).

// heirs returns the leaders who may succeed a lost commander: those with the highest rating, then the highest bonus;
// his own replacement only if there is nobody else.
func (s *State) heirs(lost uint8) uint32 {
	var set uint32
	best := [2]int{-1, -1}
	for i := range s.b.leaders {
		l := uint8(i)
		if s.b.leaders[l].side != s.b.leaders[lost].side || !s.commands(l) || l == lost {
			continue
		}
		have := [2]int{s.activationRating(l), s.bonus(l)}
		if have[0] > best[0] || have[0] == best[0] && have[1] > best[1] {
			best, set = have, 0
		}
		if have == best {
			set |= 1 << l
		}
	}
	if set == 0 && s.leaders[lost].flags&lDead == 0 {
		set = 1 << lost
	}
	return set
}

func (s *State) stepSucceed(t task) bool {
	set := s.heirs(t.a)
	if bits.OnesCount32(set) > 1 {
		return s.waitFor(s.b.leaders[t.a].side)
	}
	s.pop()
	if set != 0 {
		s.promote(uint8(bits.TrailingZeros32(set)))
	}
	return false
}

func (s *State) optSucceed(_ task, buf []game.Action) []game.Action {
	for i := range s.b.leaders {
		buf = append(buf, game.Action{Verb: vPromote, A: int32(len(s.b.units) + i)})
	}
	return buf
}

func (s *State) checkSucceed(t task, a game.Action) reason {
	switch {
	case a.Verb != vPromote:
		return reason{id: whyPromote}
	case s.heirs(t.a)>>(int(a.A)-len(s.b.units))&1 == 0:
		return reason{id: whyHeir, a: int16(a.A)}
	}
	return reason{}
}

func (s *State) doSucceed(_ task, a game.Action) {
	s.pop()
	s.promote(uint8(int(a.A) - len(s.b.units)))
}

func (s *State) promote(l uint8) {
	s.setRank(l, true)
	if s.sink != nil {
		s.say("promoted", "med-7.6h", piece("leader", len(s.b.units)+int(l)))
	}
}

// withoutUnit settles a leader whom the same result has left without a unit: an army commander joins any unit of the
// army, others arrive with units that have yet to arrive, or are safe (med-7.5j, 7.5k).
func (s *State) withoutUnit(t task) {
	switch {
	case t.own() && s.anyUnitFor(t.a):
		where := int16(placeBarred)
		if t.b == placeOwn {
			where = placeOff
		}
		s.seekUnit(t.a, int(t.c), where)
	case s.awaits(s.b.leaders[t.a].contingent):
		s.leaders[t.a].hex = waiting
	default:
		s.leaveMap(t.a)
	}
}
