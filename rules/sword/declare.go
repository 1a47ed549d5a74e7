package sword

import (
	"acies/game"
	"acies/grid"
)

// Chapter 10: who may attack whom, and the declaration of attacks in D.3.

// mayAttackWith checks whether a unit may take part in an attack: activated, in command, unrouted, and not yet used.
func (s *State) mayAttackWith(u uint8) reason {
	p := &s.units[u]
	switch {
	case s.sideOf(u) != s.side:
		return reason{id: whyNotYours, a: int16(u)}
	case p.flags&fActive == 0:
		return reason{id: whyNotActivated, a: int16(u), b: int16(s.active)}
	case p.flags&fOutOfCommand != 0:
		return reason{id: whyStrayAttack, a: int16(u)}
	case p.disorder == routed:
		return reason{id: whyRoutedAttack, a: int16(u)}
	case p.flags&fFought != 0:
		return reason{id: whyFought, a: int16(u)}
	case p.flags&fCharging != 0:
		return reason{id: whyCharging, a: int16(u)}
	case s.b.units[u].guns:
		return reason{id: whyGunsAttack, a: int16(u)}
	case s.held(u):
		return reason{id: whyHeld, a: int16(u)}
	}
	return reason{}
}

// mayAttackFrom checks whether some unit of the hex may attack.
func (s *State) mayAttackFrom(h int) reason {
	why := reason{id: whyNoStack, a: int16(h)}
	for u := s.top[h]; u != none; u = s.units[u].below {
		if why = s.mayAttackWith(u); why.ok() {
			return why
		}
	}
	return why
}

// mayAttack checks whether the stack in a hex may attack the enemies in another (R53).
func (s *State) mayAttack(from, to int) reason {
	k := s.b.m.Side(from, to)
	f, ok := s.stackFacing(from)
	switch {
	case k < 0 || !ok || s.stackArc(from, f, k) != grid.Front:
		return reason{id: whyFrontAttack, a: int16(from), b: int16(to)}
	case !s.enemyAt(to, s.side):
		return reason{id: whyNoTarget, a: int16(to)}
	case s.b.barred[from]>>k&1 != 0:
		return reason{id: whyBarredSide, a: int16(from), b: int16(to)}
	case s.leviesBar(from, to):
		return reason{id: whyLevies, a: int16(from), b: int16(to)}
	}
	why := reason{id: whyAttacked, a: int16(to)}
	for u := s.top[to]; u != none; u = s.units[u].below {
		switch {
		case s.has(u, fTarget):
			return reason{id: whyTarget, a: int16(to)}
		case !s.has(u, fAttacked):
			why = reason{}
		}
	}
	return why
}

// targets lists the enemies a stack has to attack if it attacks: those in its front hexes (ant-10.2b, 10.2c).
func (s *State) targets(h int, buf *[3]int16) []int16 {
	n := 0
	f, ok := s.stackFacing(h)
	if !ok {
		return buf[:0]
	}
	for front := s.b.fronts[s.stackKind(h)][f]; front != 0; front >>= 3 {
		to := s.b.next[h][front.first()]
		if to >= 0 && s.mayAttack(h, int(to)).ok() {
			buf[n] = to
			n++
		}
	}
	return buf[:n]
}

func (s *State) isMarked(h int) bool {
	for _, m := range s.marked[:s.nMark] {
		if int(m) == h {
			return true
		}
	}
	return false
}

// D.3: declaration.

func (s *State) stepDeclare(task) bool {
	s.enter(phaseD3)
	if s.nCharges > 0 {
		s.pruneCharges(true)
	}
	for i := range s.b.units {
		if h := s.units[i].hex; h >= 0 && s.top[h] == uint8(i) && s.mayDeclare(int(h)).ok() {
			return s.waitFor(s.side)
		}
	}
	s.pop()
	return false
}

// mayDeclare checks whether a stack may declare an attack that marks an enemy not yet marked.
func (s *State) mayDeclare(h int) reason {
	if n := s.mayAttackFrom(h); !n.ok() {
		return n
	}
	var buf [3]int16
	list := s.targets(h, &buf)
	if len(list) == 0 {
		return s.whyNobody(h)
	}
	for _, to := range list {
		if !s.isMarked(int(to)) {
			if int(s.nMark)+len(list) > maxMarked {
				return reason{id: whyMarkedAll, a: int16(h)}
			}
			return reason{}
		}
	}
	return reason{id: whyMarkedAll, a: int16(h)}
}

// whyNobody returns why a stack has nothing to attack: no enemy is in front of it, or none that may be attacked.
func (s *State) whyNobody(h int) reason {
	f, _ := s.stackFacing(h)
	for front := s.b.fronts[s.stackKind(h)][f]; front != 0; front >>= 3 {
		if to := int(s.b.next[h][front.first()]); to >= 0 && s.enemyAt(to, s.side) {
			return s.mayAttack(h, to)
		}
	}
	return reason{id: whyNobodyFront, a: int16(h)}
}

func (s *State) optDeclare(_ task, buf []game.Action) []game.Action {
	buf = append(buf, game.Action{Verb: vDone})
	for i := range s.b.units {
		if h := s.units[i].hex; h >= 0 && s.b.units[i].side == s.side && s.top[h] == uint8(i) {
			buf = append(buf, game.Action{Verb: vAttack, A: int32(h)})
		}
	}
	return buf
}

func (s *State) checkDeclare(_ task, a game.Action) reason {
	switch {
	case a.Verb == vDone:
		return reason{}
	case a.Verb != vAttack:
		return reason{id: whyDeclarePhase}
	}
	return s.mayDeclare(int(a.A))
}

func (s *State) doDeclare(_ task, a game.Action) {
	if a.Verb == vDone {
		s.pop()
		return
	}
	var buf [3]int16
	for _, to := range s.targets(int(a.A), &buf) {
		if s.isMarked(int(to)) {
			continue
		}
		s.marked[s.nMark] = to
		s.nMark++
		if s.sink != nil {
			s.say("attack-declared", "ant-10.2g", place("from", int(a.A)), place("hex", int(to)), piece("target", int(s.top[to])))
		}
	}
}
