package sword

import "acies/game"

// Chapter 7: command, the command check and the resting markers of Phase A, and which units act in an activation.

// bonus, and the methods after it, return a leader's figures in his present state, never better than his own (R42, R43).
func (s *State) bonus(l uint8) int {
	return s.figure(l, s.b.leaders[l].bonus, func(x *LeaderState) Figure { return x.Bonus })
}

func (s *State) radius(l uint8) int {
	return s.figure(l, s.b.leaders[l].radius, func(x *LeaderState) Figure { return x.Radius })
}

func (s *State) leaderMP(l uint8) int {
	return s.figure(l, s.b.leaders[l].mp, func(x *LeaderState) Figure { return x.MP })
}

func (s *State) figure(l uint8, own int8, of func(*LeaderState) Figure) int {
	v := int(own)
	if s.leaders[l].flags&lReplacement != 0 {
		v = of(&s.b.setup.Replacement).of(v)
	}
	if s.leaders[l].flags&lWounded != 0 {
		v = of(&s.b.setup.Wounded).of(v)
	}
	return v
}

// commander reports whether a leader commands the army now.
func (s *State) commander(l uint8) bool {
	return s.b.leaders[l].commander != (s.leaders[l].flags&lRank != 0)
}

// activationRating returns the printed rating, one higher for a replacement (ant-7.6g, R43).
func (s *State) activationRating(l uint8) int {
	v := int(s.b.leaders[l].rating)
	if s.leaders[l].flags&lReplacement != 0 {
		v += s.b.setup.Replacement.Rating
	}
	return v
}

// commands reports whether a leader is on the map and able to command (ant-13.2.2e).
func (s *State) commands(l uint8) bool {
	return s.leaders[l].hex >= 0 && s.leaders[l].flags&(lDead|lCitadel) == 0
}

// stepCommand is the command check of Phase A (ant-6.Aa to 6.Ac, 7.2a, R36).
func (s *State) stepCommand(task) bool {
	s.pop()
	s.enter(phaseA)
	for i := range s.b.units {
		u := uint8(i)
		if s.units[u].hex < 0 {
			continue
		}
		if s.inCommand(u) && !s.has(u, fRansom) {
			s.unset(u, fOutOfCommand)
			continue
		}
		if s.sink != nil {
			s.sayStray(u)
		}
		s.unset(u, fRansom)
		s.set(u, fOutOfCommand)
	}
	return false
}

// sayStray reports why a unit is out of command.
func (s *State) sayStray(u uint8) {
	l := s.contingentLeader(u)
	switch {
	case s.has(u, fRansom):
		s.sayUnit("ransoms-on", "gui-4d", u)
	case s.leaders[l].hex < 0:
		s.say("no-command", "ant-6.Ab", piece("unit", int(u)), piece("leader", len(s.b.units)+int(l)))
	default:
		s.say("out-of-command", "ant-6.Ab", piece("unit", int(u)), piece("leader", len(s.b.units)+int(l)),
			num("distance", s.distanceTo(u, l)), num("radius", s.radius(l)))
	}
}

func (s *State) inCommand(u uint8) bool {
	return s.commandedBy(u) != none
}

// commandedBy returns the first leader within whose radius a unit is now, or none.
func (s *State) commandedBy(u uint8) uint8 {
	for i := range s.b.leaders {
		if l := uint8(i); s.leads(l, u) && s.distanceTo(u, l) <= s.radius(l) {
			return l
		}
	}
	return none
}

// leads reports whether a leader puts a unit in command if it is within his radius (ant-7.2a).
func (s *State) leads(l, u uint8) bool {
	d, e := &s.b.units[u], &s.b.leaders[l]
	return e.side == d.side && (e.contingent == d.contingent || !s.b.book.Command.OwnLeader && s.commander(l)) && s.commands(l)
}

func (s *State) contingentLeader(u uint8) uint8 {
	return s.b.contingents[s.b.units[u].contingent].leader
}

// distanceTo returns the distance from a unit to a leader; a leader off the map is farther than any radius.
func (s *State) distanceTo(u, l uint8) int {
	if s.leaders[l].hex < 0 {
		return 999
	}
	return s.b.m.Distance(int(s.units[u].hex), int(s.leaders[l].hex))
}

// Rest: 6.Ad, 11.2.

func (s *State) stepRest(t task) bool {
	for i := range s.b.units {
		if s.mayRest(t.a, uint8(i)).ok() {
			return s.waitFor(t.a)
		}
	}
	s.pop()
	return false
}

// mayRest checks whether a unit may get a resting marker (ant-11.2, R96).
func (s *State) mayRest(side uint8, u uint8) reason {
	p := &s.units[u]
	switch {
	case s.sideOf(u) != side:
		return reason{id: whyNotYours, a: int16(u)}
	case p.hex < 0:
		return reason{id: whyGone, a: int16(u)}
	case p.flags&fFatigued == 0:
		return reason{id: whyFresh, a: int16(u)}
	case p.disorder == routed:
		return reason{id: whyRestRouted, a: int16(u)}
	case p.flags&fResting != 0:
		return reason{id: whyResting, a: int16(u)}
	case s.adjacentEnemy(int(p.hex), side):
		return reason{id: whyRestEnemy, a: int16(u)}
	}
	return reason{}
}

func (s *State) optRest(t task, buf []game.Action) []game.Action {
	buf = append(buf, game.Action{Verb: vDone})
	for i := range s.b.units {
		if s.has(uint8(i), fFatigued) {
			buf = append(buf, game.Action{Verb: vRest, A: int32(i)})
		}
	}
	return buf
}

func (s *State) checkRest(t task, a game.Action) reason {
	if a.Verb == vDone {
		return reason{}
	}
	if a.Verb != vRest {
		return reason{id: whyPhaseA}
	}
	return s.mayRest(t.a, uint8(a.A))
}

func (s *State) doRest(t task, a game.Action) {
	if a.Verb == vDone {
		s.pop()
		return
	}
	s.set(uint8(a.A), fResting)
	if s.sink != nil {
		s.say("rests", "ant-6.Ad", piece("unit", int(a.A)))
	}
}

// disturb ends a unit's rest (ant-11.2m, R94).
func (s *State) disturb(u uint8) {
	if !s.has(u, fResting) {
		return
	}
	s.unset(u, fResting)
	if s.sink != nil {
		s.say("rest-ends", "ant-11.2m", piece("unit", int(u)))
	}
}

// stepRefresh turns rested units to their fresh side at the start of Phase E (ant-6.Ea, 11.2f, 11.2j).
func (s *State) stepRefresh(task) bool {
	s.pop()
	s.enter(phaseE)
	for i := range s.b.units {
		u := uint8(i)
		if !s.has(u, fResting) {
			continue
		}
		p := &s.units[u]
		sp := s.stackSP(int(p.hex)) - s.sp(u) + int(s.b.units[u].sp[0])
		limit := s.b.book.Stacking.SP
		if s.adjacentEnemy(int(p.hex), s.sideOf(u)) || limit > 0 && sp > limit {
			s.disturb(u)
			continue
		}
		s.unset(u, fResting|fFatigued)
		if s.sink != nil {
			s.say("fresh", "ant-11.2k", piece("unit", i))
		}
	}
	return false
}

// stepActivation begins the activation of a leader and fixes which units act with him (ant-7.2e, 7.2f, R30, R31).
func (s *State) stepActivation(t task) bool {
	s.pop()
	l := t.a
	d := &s.b.leaders[l]
	s.active, s.side = l, d.side
	s.leaders[l].flags |= lActivated
	s.leaders[l].flags &^= lWaiting
	s.leaders[l].bound = none
	s.fires, s.heavy, s.burnt = 0, 0, [maxBurnt]uint8{}
	for i := range s.b.units {
		u := uint8(i)
		s.forget(u, activationFlags)
		if s.units[u].hex >= 0 && s.actsWith(u, l) && !s.plunders(u) {
			s.set(u, fActive)
		}
	}
	for i := range s.b.leaders {
		s.leaders[i].flags &^= lJoined | lRode
	}
	if s.sink != nil {
		s.say("activated", "ant-6.Da", piece("leader", len(s.b.units)+int(l)), player("side", d.side))
	}
	s.push(task{kind: tEndActivation})
	if s.b.fire != nil && s.b.fire.leader == l && s.leaders[l].flags&lReplacement == 0 {
		s.push(task{kind: tBurn})
	}
	s.push(task{kind: tStray})
	s.push(task{kind: tMelees})
	s.push(task{kind: tDeclare})
	s.push(task{kind: tVolley})
	s.push(task{kind: tMoves})
	return false
}

// actsWith reports whether a unit acts in the activation of a leader.
func (s *State) actsWith(u, l uint8) bool {
	d := &s.b.leaders[l]
	e := &s.b.units[u]
	if d.contingent == e.contingent && d.contingent != none {
		return true
	}
	return s.commander(l) && d.side == e.side && s.units[u].hex >= 0 && s.distanceTo(u, l) <= s.radius(l)
}

// nextReplacement activates a replacement who has waited for this activation to end, the attacker's first (ant-7.6h,
// R43), and reports whether there is one.
func (s *State) nextReplacement() bool {
	for side := range uint8(2) {
		first := uint8(none)
		for i := range s.b.leaders {
			l := uint8(i)
			if s.b.leaders[i].side == side && s.leaders[i].flags&lWaiting != 0 && s.ready(l) &&
				(first == none || s.fates[l].wait < s.fates[first].wait) {
				first = l
			}
		}
		if first != none {
			s.push(task{kind: tActivation, a: first})
			return true
		}
	}
	return false
}

// stepEndActivation ends an activation, tests for victory and offers the second blow.
func (s *State) stepEndActivation(task) bool {
	s.pop()
	for i := range s.b.units {
		s.forget(uint8(i), activationFlags)
	}
	s.nCharges = 0
	s.active = none
	s.checkSudden(false)
	if s.nextReplacement() {
		return false
	}
	if l := s.b.second; l != none && !s.blow && s.commands(l) && s.leaders[l].flags&lActivated != 0 {
		s.push(task{kind: tBlow, a: s.b.leaders[l].side})
	}
	return false
}
