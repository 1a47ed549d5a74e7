package sword

import (
	"acies/game"
)

// Section 12.3: rally, in Phase E, the attacker first (R91).

func (s *State) stepRally(t task) bool {
	s.enter(phaseE)
	for i := range s.b.units {
		if h := s.units[i].hex; h >= 0 && s.top[h] == uint8(i) && s.mayRally(t.a, int(h)).ok() {
			return s.waitFor(t.a)
		}
	}
	s.pop()
	return false
}

// mayRally checks whether the stack in a hex may try to rally.
func (s *State) mayRally(side uint8, h int) reason {
	if !s.friendAt(h, side) {
		return reason{id: whyNoStack, a: int16(h)}
	}
	shaken := false
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.has(u, fTested) {
			return reason{id: whyTested, a: int16(h)}
		}
		shaken = shaken || !s.isValiant(u)
	}
	if !shaken {
		return reason{id: whyNothingToRally, a: int16(h)}
	}
	if s.adjacentEnemy(h, side) {
		return reason{id: whyRallyEnemy, a: int16(h)}
	}
	return reason{}
}

func (s *State) optRally(t task, buf []game.Action) []game.Action {
	buf = append(buf, game.Action{Verb: vDone})
	for i := range s.b.units {
		if h := s.units[i].hex; h >= 0 && s.b.units[i].side == t.a && s.top[h] == uint8(i) {
			buf = append(buf, game.Action{Verb: vRally, A: int32(h)})
		}
	}
	return buf
}

func (s *State) checkRally(t task, a game.Action) reason {
	switch {
	case a.Verb == vDone:
		return reason{}
	case a.Verb != vRally:
		return reason{id: whyRallyPhase}
	}
	return s.mayRally(t.a, int(a.A))
}

func (s *State) doRally(_ task, a game.Action) {
	if a.Verb == vDone {
		s.pop()
		return
	}
	for u := s.top[a.A]; u != none; u = s.units[u].below {
		s.set(u, fTested)
	}
	s.push(task{kind: tDie, a: dieRally, b: int16(a.A)})
}

// rallyQuality returns the best quality in the stack (ant-5.2.6c, 12.3g, R92).
func (s *State) rallyQuality(h int) int {
	q := 0
	for u := s.top[h]; u != none; u = s.units[u].below {
		q = max(q, s.quality(u))
	}
	return q
}

// rallyMods lists the modifiers that apply to all units of a stack; a routed unit has one more.
func (s *State) rallyMods(h int, m *mods) {
	side := s.sideOf(s.top[h])
	best, who := 0, uint8(none)
	clause := ""
	for i := range s.b.leaders {
		l := uint8(i)
		d := &s.b.leaders[i]
		if d.side != side || !s.commands(l) || s.b.m.Distance(h, int(s.leaders[l].hex)) > 1 {
			continue
		}
		if !s.commander(l) && !s.hasShaken(h, d.contingent) {
			continue
		}
		if b := s.bonus(l); b > best {
			best, who, clause = b, l, "ant-12.3i"
			if s.commander(l) {
				clause = "ant-12.3j"
			}
		}
	}
	if who != none {
		m.add(-best, "rally-leader", clause, len(s.b.units)+int(who), 0)
	}
	if s.fled && side == s.b.leaders[s.b.flight.leader].side {
		m.add(s.b.flight.Rally, "rally-fled", "iss-13.6", 0, 0)
	}
}

// hasShaken reports whether a unit of the contingent in the hex is discouraged or routed (R93).
func (s *State) hasShaken(h int, contingent uint8) bool {
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.b.units[u].contingent == contingent && !s.isValiant(u) {
			return true
		}
	}
	return false
}

// rallies reports whether a unit of the stack rallies on a roll (ant-12.3e, 12.3f, 12.3h).
func rallies(roll, mod, quality int, isRouted bool) bool {
	if isRouted {
		mod++
	}
	return roll == 0 || roll+mod <= quality
}

func (s *State) rollRally(h, roll int) {
	var m mods
	s.rallyMods(h, &m)
	q := s.rallyQuality(h)
	if s.sink != nil {
		s.sayMods(&m)
		s.say("rally-roll", "ant-12.3d", place("hex", h), die("roll", roll), signed("modifier", m.sum()), num("quality", q))
	}
	kept, any := -1, false // the facing of units that were not shaken
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.isValiant(u) {
			kept = int(s.units[u].facing)
		}
	}
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.isValiant(u) {
			continue
		}
		if !rallies(roll, m.sum(), q, s.isRouted(u)) {
			s.sayUnit("rally-fails", "ant-12.3e", u)
			continue
		}
		any = true
		if s.isRouted(u) {
			s.sayUnit("rallies-discouraged", "ant-12.3m", u)
		} else {
			s.sayUnit("rallies-valiant", "ant-12.3l", u)
		}
		s.units[u].disorder--
	}
	if !any {
		return
	}
	// A unit that rallies in a stack takes the stack's facing (R9); if all have rallied they may take any, together.
	free := kept < 0
	if free {
		kept, _ = s.stackFacing(h)
	}
	for u := s.top[h]; u != none; u = s.units[u].below {
		s.units[u].facing = uint8(kept)
	}
	if !free {
		return
	}
	s.push(task{kind: tRallied, a: s.sideOf(s.top[h]), b: int16(h)})
}

// stepRallied asks for the facing of units that have rallied (ant-12.3l, 12.3m).
func (s *State) stepRallied(t task) bool { return s.waitFor(t.a) }

func (s *State) optRallied(t task, buf []game.Action) []game.Action {
	u, _ := s.rallied(t)
	for f := range 6 {
		buf = append(buf, game.Action{Verb: vFace, A: int32(u), B: int32(f)})
	}
	return buf
}

// rallied returns the unit that represents its stack: the topmost unrouted one.
func (s *State) rallied(t task) (uint8, bool) {
	for u := s.top[t.b]; u != none; u = s.units[u].below {
		if !s.isRouted(u) {
			return u, true
		}
	}
	return none, false
}

func (s *State) checkRallied(t task, a game.Action) reason {
	u, _ := s.rallied(t)
	if a.Verb != vFace || a.A != int32(u) {
		return reason{id: whyFaceRallied, a: int16(u)}
	}
	return reason{}
}

func (s *State) doRallied(t task, a game.Action) {
	s.pop()
	for u := s.top[t.b]; u != none; u = s.units[u].below {
		s.units[u].facing = uint8(a.B)
	}
	if s.sink != nil {
		s.say("faced", "ant-12.3l", piece("unit", int(a.A)), facing("facing", int(a.B)))
	}
}

// Rolls in the middle of other tasks.

const (
	dieShot   = iota
	dieMelee  //
	dieLeader // b: leader
	diePassed // b: hex
	dieRally  // b: hex
	dieFlight //
	dieReact  // b: the charging unit
)

func (s *State) stepDie(t task) bool {
	if t.a == dieLeader && (s.leaders[t.b].hex < 0 || s.leaders[t.b].flags&lDead != 0) {
		s.pop()
		return false
	}
	s.toAct = int8(game.Nature)
	return true
}

func (s *State) doDie(t task, a game.Action) {
	s.pop()
	roll := int(a.A)
	switch t.a {
	case dieShot:
		s.rollShot(roll)
	case dieMelee:
		s.rollMelee(roll)
	case dieLeader:
		s.rollLeader(uint8(t.b), t.c, roll)
	case diePassed:
		s.rollPassed(int(t.b), roll)
	case dieRally:
		s.rollRally(int(t.b), roll)
	case dieFlight:
		s.rollFlight(roll)
	case dieReact:
		s.rollReact(uint8(t.b), roll)
	}
}

// rollFlight decides whether the commander of the Flight rule leaves the map (iss-13.6).
func (s *State) rollFlight(roll int) {
	var m mods
	s.flightMods(&m)
	if s.sink != nil {
		s.sayMods(&m)
		s.say("flight-roll", "iss-13.6", die("roll", roll), signed("modifier", m.sum()), num("needed", s.b.flight.Needed))
	}
	if roll+m.sum() >= s.b.flight.Needed {
		s.fleeField("iss-13.6")
	}
}
