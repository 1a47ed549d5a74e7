package bladebow

import (
	"acies/game"
	"acies/grid"
)

// Sections 8.5.3, 9.4.8, 9.4.9 and 9.4.11, and chapter 10: what hits do to a unit.

// disrupt flips a unit to its disrupted side, if it is not there yet. A shield marker comes off, except in combat, where
// it stays until recoil and rout checks are done (13.3, R90).
func (s *State) disrupt(u uint8, clause string) {
	if s.disrupted(u) {
		return
	}
	s.set(u, fDisrupted)
	s.clear(u, fMelee)
	s.touch()
	s.say("disrupted", clause, piece("unit", int(u)))
	if s.hurt.unit == u && s.hurt.hits > 0 {
		s.set(u, fBroken)
		return
	}
	s.dropShield(u)
}

func (s *State) dropShield(u uint8) {
	if s.has(u, fShield) {
		s.clear(u, fShield)
		s.say("shield-off", "bnb-13.3b", piece("unit", int(u)))
	}
}

// loseRank removes a rank, which is a loss of the army (3.6c, R81).
func (s *State) loseRank(u uint8, clause string) {
	s.units[u].ranks--
	s.units[u].lost++
	s.losses[s.side(u)]++
	s.say("loses-rank", clause, piece("unit", int(u)), num("losses", int(s.losses[s.side(u)])))
}

// eliminate removes a unit for good; what ranks it has left are lost with it (R81). Leaders stay behind (R32).
func (s *State) eliminate(u uint8, clause string) {
	p := &s.units[u]
	s.losses[s.side(u)] += 1 + p.ranks
	p.lost += p.ranks
	p.ranks = 0
	p.where = gone
	p.flags = fKnown
	s.touch()
	s.say("eliminated", clause, piece("unit", int(u)), num("losses", int(s.losses[s.side(u)])))
}

// rout removes a unit to the Routed Units box, and the leaders with it (9.4.11e, 6.3f).
func (s *State) rout(u uint8, clause string) {
	p := &s.units[u]
	p.where = inRouted
	p.flags = p.flags&fKnown | fDisrupted
	s.touch()
	s.say("routs", clause, piece("unit", int(u)))
	for l := range s.b.leaders {
		if q := &s.leaders[l]; q.where == onMap && q.square == p.square && s.b.leaders[l].Side == int(s.side(u)) {
			q.where = inRouted
			s.say("leader-routs", "bnb-6.3f", piece("leader", s.b.leaderPiece(l)))
		}
	}
}

// stepHurt goes through what hits do to a unit (R69): 0 leaders, 1 disruption and ranks, 2 whether an attacker has to
// recoil, 3 recoil from melee, 4 rout checks, 5 recoil from fire, 6 the end.
func (s *State) stepHurt(t task) bool {
	h := &s.hurt
	u := h.unit
	s.stage(t.a + 1)
	switch t.a {
	case 0:
		s.examineLeaders(u)
	case 1:
		s.absorb()
	case 2:
		if h.recoil && !h.ranged && u != s.duel.target && s.duel.recoils { // both recoil (9.4.9c, R70)
			s.push(tCheck, u, checkHold, 0)
		}
	case 3:
		if h.recoil && !h.ranged {
			s.push(tRecoil, 0, 0, 0)
		}
	case 4:
		if h.rout > 0 && s.placed(u) {
			s.push(tRoutDice, 0, 0, 0)
		}
	case 5:
		if h.ranged && h.recoil && s.placed(u) {
			s.push(tWithdraw, 0, 0, 0)
		}
	default:
		s.pop()
		if h.ranged {
			s.endHurt(u)
			s.hurt = hurt{unit: none}
		}
	}
	return false
}

// endHurt ends a combat for a unit: the shield marker of a unit that was disrupted comes off last (13.3c, R69).
func (s *State) endHurt(u uint8) {
	if s.has(u, fBroken) {
		s.clear(u, fBroken)
		s.dropShield(u)
	}
}

// absorb applies the hits to a unit by its density (8.5.3, 9.4.8, R52, R67, R68).
func (s *State) absorb() {
	h := &s.hurt
	u := h.unit
	p := &s.units[u]
	d := &s.b.units[u]
	hits := int(h.hits)
	melee := !h.ranged
	if melee && d.Density == Flexible {
		ignored := min(hits, int(p.ranks)+1)
		hits -= ignored
		s.say("ignores", "bnb-9.4.8.3a", piece("unit", int(u)), num("hits", ignored))
	}
	if hits > 0 && !s.disrupted(u) {
		s.disrupt(u, "bnb-10.0a")
		hits--
	}
	for hits > 0 && p.ranks > 0 {
		s.loseRank(u, "bnb-3.6b")
		hits--
	}
	if hits > 0 && s.ranked(u) {
		s.set(u, fKnown) // it has no rank left to lose, and everybody sees it
	}
	if melee && hits > 0 {
		h.recoil = true
		hits--
	}
	h.rout = uint8(hits)
	if !melee && hits > 0 {
		h.recoil = true
	}
}

// routDice returns how many rout check dice a unit rolls (9.4.11c, 9.4.11d, R75).
func (s *State) routDice() int {
	h := &s.hurt
	n := int(h.rout)
	if s.leaderIn(s.side(h.unit), int(s.units[h.unit].square)) {
		n--
	}
	return n
}

// stepRoutDice makes a unit check whether it routs. a is 1 once cards have been played.
func (s *State) stepRoutDice(t task) bool {
	h := &s.hurt
	n := s.routDice()
	switch {
	case n <= 0:
		s.say("steadied", "bnb-6.5a", piece("unit", int(h.unit)))
		s.pop()
		return false
	case t.a == 0 && h.hits > 0: // in combat, not because a leader has left (E24)
		s.stage(1)
		h.panic = 0
		s.open(windowPanic, int(h.unit))
		return false
	}
	return s.roll()
}

func (s *State) doRoutDice(_ task, a game.Action) {
	h := &s.hurt
	u := h.unit
	level := s.resolve(u) - s.despair(s.side(u))
	fails := pool(a.A).between(level+1, 6) > 0
	s.pop()
	s.say("rout-dice", "bnb-9.4.11c", piece("unit", int(u)), dice("dice", pool(a.A)), num("level", level), word("result", passKey(!fails)))
	if fails {
		h.recoil = false
		s.rout(u, "bnb-9.4.11e")
		if s.duel.target == u {
			s.duel.moved = true
		}
	}
}

// stepRecoil makes a unit recoil from melee (9.4.9, R71 to R74). a is the stage: 0 before cards, 1 after.
func (s *State) stepRecoil(t task) bool {
	h := &s.hurt
	u := h.unit
	p := &s.units[u]
	if t.a == 0 {
		s.stage(1)
		s.open(windowRecoil, int(u))
		return false
	}
	if h.stands {
		h.stands, h.recoil = false, false
		s.pop()
		s.say("stands-fast", "bnb-E4", piece("unit", int(u)))
		return false
	}
	if h.steps == 0 {
		if s.duel.target == u {
			s.duel.recoils = true
		}
		p.facing = uint8(s.b.board.Direction(int(h.away), int(p.square)))
		h.at, h.facing = p.square, p.facing
		s.touch()
		s.refresh()
	}
	ways, off := s.recoilWays()
	switch {
	case off:
		s.recoilEnds(true)
		s.say("recoils-off", "bnb-9.4.9.1c", piece("unit", int(u)))
		s.eliminate(u, "bnb-9.4.9.1c")
		return false
	case ways == 0:
		s.recoilEnds(false)
		s.say("cannot-recoil", "bnb-9.4.9.1b", piece("unit", int(u)))
		s.eliminate(u, "bnb-9.4.9.1b")
		return false
	case ways&(ways-1) == 0:
		for d := range 8 {
			if ways == 1<<d {
				s.recoil(d)
			}
		}
		return false
	}
	return s.waitFor(s.side(u))
}

// recoilEnds notes that a recoil has taken the unit off the board or out of the game.
func (s *State) recoilEnds(off bool) {
	s.pop()
	s.hurt.rout = 0
	if s.duel.target == s.hurt.unit {
		s.duel.moved, s.duel.left = true, off
	}
}

// recoilWays returns the directions in which a unit may recoil now, the first of the steps 2 to 4 that gives any; off is set
// if it leaves the map straight on (R72).
func (s *State) recoilWays() (ways uint8, off bool) {
	u := s.hurt.unit
	q, f := int(s.hurt.at), int(s.hurt.facing)
	if s.b.board.Neighbor(q, f) < 0 {
		return 0, true
	}
	for _, turns := range [3][]int{{0}, {-1, 1}, {-2, 2, -3, 3, 4}} {
		for _, turn := range turns {
			if d := grid.Turn(f, turn); s.mayRecoil(u, d) {
				ways |= 1 << d
			}
		}
		if ways != 0 {
			return ways, false
		}
	}
	return 0, false
}

// mayRecoil reports whether a unit may recoil in a direction (R71). It never goes back into a square where it has been in
// this recoil (R74).
func (s *State) mayRecoil(u uint8, d int) bool {
	q := int(s.hurt.at)
	if !s.steps(u, q, d) {
		return false
	}
	n := s.b.board.Neighbor(q, d)
	side := s.side(u)
	if s.enemyZone(side, n) != noZone || s.enemyCamp(side, n) || s.at[n] != none && s.side(s.at[n]) != side {
		return false
	}
	// Walk the way back.
	at, path := q, s.hurt.path
	for range s.hurt.steps {
		at = s.b.board.Neighbor(at, grid.Turn(int(path&7), 4))
		path >>= 3
		if at == n {
			return false
		}
	}
	return true
}

func (s *State) optRecoil(_ task, buf []game.Action) []game.Action {
	ways, _ := s.recoilWays()
	for d := range 8 {
		if ways>>d&1 != 0 {
			buf = append(buf, game.Action{Verb: vRecoil, A: int32(s.b.board.Neighbor(int(s.hurt.at), d))})
		}
	}
	return buf
}

func (s *State) checkRecoil(_ task, a game.Action) reason {
	if a.Verb != vRecoil {
		return reason{id: whyRecoil, a: int16(s.hurt.unit)}
	}
	ways, _ := s.recoilWays()
	if d := s.b.board.Direction(int(s.hurt.at), int(a.A)); d < 0 || ways>>d&1 == 0 {
		return reason{id: whyRecoilWhere, a: int16(s.hurt.unit)}
	}
	return reason{}
}

func (s *State) doRecoil(_ task, a game.Action) {
	s.recoil(s.b.board.Direction(int(s.hurt.at), int(a.A)))
}

// recoil takes the recoiling unit one square further. In a friend's square it goes on (9.4.9.3).
func (s *State) recoil(d int) {
	h := &s.hurt
	u := h.unit
	from := int(h.at)
	n := s.b.board.Neighbor(from, d)
	h.at, h.facing = int16(n), uint8(d)
	h.path = h.path<<3 | uint64(d)
	h.steps++
	s.say("recoils", "bnb-9.4.9a", piece("unit", int(u)), place("from", from), place("to", n))
	if h.steps > 1 {
		h.rout++
	}
	if friend := s.at[n]; friend != none {
		if s.b.units[u].Size != Light && s.b.units[friend].Size != Light {
			s.disrupt(friend, "bnb-9.4.9.3b")
		}
		return
	}
	s.pop()
	if s.duel.target == u {
		s.duel.moved = true
	}
	s.enterSquare(u, n, d)
}

// stepWithdraw makes a unit recoil after ranged fire into one of its rear squares (8.5.3f to 8.5.3j, R53).
func (s *State) stepWithdraw(task) bool {
	u := s.hurt.unit
	ways := s.withdrawWays()
	switch {
	case ways == 0:
		s.pop()
		s.say("cannot-recoil", "bnb-8.5.3i", piece("unit", int(u)))
		s.rout(u, "bnb-8.5.3i")
		return false
	case ways&(ways-1) == 0:
		for d := range 8 {
			if ways == 1<<d {
				s.withdraw(d)
			}
		}
		return false
	}
	return s.waitFor(s.side(u))
}

func (s *State) withdrawWays() (ways uint8) {
	u := s.hurt.unit
	f := int(s.units[u].facing)
	for _, turns := range [2][]int{{4}, {3, -3}} {
		for _, turn := range turns {
			if d := grid.Turn(f, turn); s.mayWithdraw(u, d) {
				ways |= 1 << d
			}
		}
		if ways != 0 {
			break
		}
	}
	return ways
}

func (s *State) mayWithdraw(u uint8, d int) bool {
	q := int(s.units[u].square)
	if !s.steps(u, q, d) {
		return false
	}
	n := s.b.board.Neighbor(q, d)
	side := s.side(u)
	v := s.at[n]
	return s.enemyZone(side, n) == noZone && !s.enemyCamp(side, n) && (v == none || s.side(v) == side && s.displaces(u, v))
}

func (s *State) optWithdraw(_ task, buf []game.Action) []game.Action {
	ways := s.withdrawWays()
	for d := range 8 {
		if ways>>d&1 != 0 {
			buf = append(buf, game.Action{Verb: vRecoil, A: int32(s.b.board.Neighbor(int(s.units[s.hurt.unit].square), d))})
		}
	}
	return buf
}

func (s *State) checkWithdraw(_ task, a game.Action) reason {
	if a.Verb != vRecoil {
		return reason{id: whyRecoil, a: int16(s.hurt.unit)}
	}
	if d := s.b.board.Direction(int(s.units[s.hurt.unit].square), int(a.A)); d < 0 || s.withdrawWays()>>d&1 == 0 {
		return reason{id: whyRecoilWhere, a: int16(s.hurt.unit)}
	}
	return reason{}
}

func (s *State) doWithdraw(_ task, a game.Action) {
	s.withdraw(s.b.board.Direction(int(s.units[s.hurt.unit].square), int(a.A)))
}

func (s *State) withdraw(d int) {
	u := s.hurt.unit
	from := int(s.units[u].square)
	n := s.b.board.Neighbor(from, d)
	s.pop()
	s.say("recoils", "bnb-8.5.3f", piece("unit", int(u)), place("from", from), place("to", n))
	s.dropShield(u)
	if v := s.at[n]; v != none {
		s.move = move{unit: u, goal: int16(n), facing: uint8(d), pushed: v}
		s.push(tPush, 0, 0, 0)
		return
	}
	s.enterSquare(u, n, d)
}
