package bladebow

import (
	"acies/game"
	"acies/grid"
)

// Sections 9.4.10 and 9.4.12: the advance of the lead, and cavalry that attacks again.

// What becomes of the lead after a melee.
const (
	stays = iota
	mayGo // it may advance
	mustGo
)

// mustAdvance returns whether the lead advances into the square that the defender has left (9.4.10, R59, R76).
func (s *State) mustAdvance() int {
	d := &s.duel
	u := d.units[0]
	if d.target == none || !d.moved || !s.placed(u) || s.disrupted(u) || s.has(u, fShield) {
		return stays
	}
	q := int(d.square)
	p := int(s.units[u].square)
	dir := s.b.board.Direction(p, q)
	if dir < 0 || s.at[q] != none || !s.steps(u, p, dir) || s.enemyCamp(s.side(u), q) || s.beyond(s.side(u), q) {
		return stays
	}
	if d.left || s.leaderIn(s.side(u), p) {
		return mayGo
	}
	return mustGo
}

// stepAdvance lets the lead advance. a is 1 once cards have been played.
func (s *State) stepAdvance(t task) bool {
	if t.a == 0 {
		s.stage(1)
		if s.mustAdvance() == mustGo {
			s.open(windowAdvance, int(s.duel.units[0]))
			return false
		}
	}
	if s.duel.held {
		// It need not advance and may turn up to 90 degrees in its square instead (E22).
		s.pop()
		s.duel.held = false
		s.push(tFace, s.duel.units[0], 2, 1)
		return false
	}
	return s.waitFor(s.active)
}

func (s *State) optAdvance(_ task, buf []game.Action) []game.Action {
	u := s.duel.units[0]
	d := s.b.board.Direction(int(s.units[u].square), int(s.duel.square))
	for turn := -1; turn <= 1; turn++ {
		buf = append(buf, game.Action{Verb: vAdvance, A: int32(grid.Turn(d, turn))})
	}
	if s.mustAdvance() == mayGo {
		buf = append(buf, game.Action{Verb: vStay})
	}
	return buf
}

func (s *State) checkAdvance(_ task, a game.Action) reason {
	u := s.duel.units[0]
	switch a.Verb {
	case vStay:
		if s.mustAdvance() == mustGo {
			return reason{id: whyMustAdvance, a: int16(u)}
		}
		return reason{}
	case vAdvance:
		d := s.b.board.Direction(int(s.units[u].square), int(s.duel.square))
		if turn := grid.Turn(int(a.A), -d); turn > 1 && turn < 7 {
			return reason{id: whyAdvanceFacing}
		}
		return reason{}
	}
	return reason{id: whyAdvance, a: int16(u)}
}

func (s *State) doAdvance(_ task, a game.Action) {
	u := s.duel.units[0]
	s.pop()
	if a.Verb == vStay {
		s.say("stays", "bnb-9.4.10b", piece("unit", int(u)))
		return
	}
	s.duel.advance = true
	s.say("advances", "bnb-9.4.10a", piece("unit", int(u)), place("square", int(s.duel.square)), heading("facing", int(a.A)))
	s.enterSquare(u, int(s.duel.square), int(a.A))
}

// mayContinue reports whether the lead, a cavalry unit that has advanced after a recoil, may attack again (9.4.12, R77).
func (s *State) mayContinue() bool {
	d := &s.duel
	u := d.units[0]
	if d.target == none || d.evaded || !s.placed(u) || !s.b.units[u].Mounted {
		return false
	}
	if d.left || d.chain == 2 || !d.advance || !d.recoils || s.disrupted(u) || !s.placed(d.target) {
		return false
	}
	s.refresh()
	return s.mayStrike(u, int(s.units[d.target].square)).ok()
}

// chaseOff puts cavalry that has driven its victim off the map into the Rallied Units box, its leaders among the routed
// (9.4.12g, R28).
func (s *State) chaseOff(u uint8) {
	p := &s.units[u]
	for l := range s.b.leaders {
		if q := &s.leaders[l]; q.where == onMap && q.square == p.square && s.b.leaders[l].Side == int(s.side(u)) {
			q.where = inRouted
		}
	}
	p.where = inRallied
	p.flags &= fKnown
	s.touch()
	s.say("chases-off", "bnb-9.4.12g", piece("unit", int(u)))
}

func (s *State) stepAgain(t task) bool {
	if t.a == 0 {
		return s.waitFor(s.active)
	}
	// The roll has been made: fight on.
	s.pop()
	d := &s.duel
	u := d.units[0]
	for _, v := range d.units[:d.n] {
		s.endHurt(v)
	}
	s.endHurt(d.target)
	next := duel{target: d.target, camp: none, square: s.units[d.target].square, facing: s.units[d.target].facing, n: 1, chain: d.chain}
	next.units[0] = u
	*d = next
	s.hurt = hurt{unit: none}
	s.stage(duelEntered)
	return false
}

func (s *State) optAgain(_ task, buf []game.Action) []game.Action {
	return append(buf, game.Action{Verb: vAgain}, game.Action{Verb: vDone})
}

func (s *State) checkAgain(_ task, a game.Action) reason {
	if a.Verb != vAgain && a.Verb != vDone {
		return reason{id: whyAgain, a: int16(s.duel.units[0])}
	}
	return reason{}
}

func (s *State) doAgain(_ task, a game.Action) {
	if a.Verb == vDone {
		s.pop()
		return
	}
	s.stage(1)
	s.say("continues", "bnb-9.4.12a", piece("unit", int(s.duel.units[0])))
	s.push(tCheck, s.duel.units[0], checkAgain, 0)
}
