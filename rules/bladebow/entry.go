package bladebow

import (
	"acies/game"
	"acies/grid"
)

// Sections 9.4.2 and 9.4.3: retreat before melee, and who dares to enter it.

// mayEvade reports whether the defender is entitled to retreat before melee from all attackers (9.4.2a, 9.4.2b, R57, 13.2b).
func (s *State) mayEvade() bool {
	v := s.duel.target
	e := &s.b.units[v]
	if e.Size != Light || s.disrupted(v) || s.has(v, fShield) {
		return false
	}
	for _, u := range s.duel.units[:s.duel.n] {
		a := &s.b.units[u]
		if e.Mounted && a.typ == LightCavalry || !e.Mounted && (a.Mounted || a.Size == Light) {
			return false
		}
	}
	return true
}

// mayRetreat decides whether the defender may retreat by way of two squares (R58).
func (s *State) mayRetreat(first, second int) bool {
	v := s.duel.target
	q := int(s.units[v].square)
	d1 := s.b.board.Direction(q, first)
	d2 := s.b.board.Direction(first, second)
	if d1 < 0 || d2 < 0 || !s.steps(v, q, d1) || !s.steps(v, first, d2) || s.at[second] != none {
		return false
	}
	side := s.side(v)
	for _, n := range [2]int{first, second} {
		if s.enemyZone(side, n) != noZone || s.enemyCamp(side, n) {
			return false
		}
	}
	if w := s.at[first]; w != none && (s.side(w) != side || s.b.units[v].Size != Light && s.b.units[w].Size != Light) {
		return false
	}
	for _, u := range s.duel.units[:s.duel.n] {
		p := int(s.units[u].square)
		if s.b.board.Points(p, first) > s.b.board.Points(p, q) && s.b.board.Points(p, second) > s.b.board.Points(p, first) {
			return true
		}
	}
	return false
}

// canRetreat reports whether the defender has anywhere to retreat to.
func (s *State) canRetreat() bool {
	q := int(s.units[s.duel.target].square)
	for d1 := range 8 {
		if first := s.b.board.Neighbor(q, d1); first >= 0 {
			for d2 := range 8 {
				if second := s.b.board.Neighbor(first, d2); second >= 0 && s.mayRetreat(first, second) {
					return true
				}
			}
		}
	}
	return false
}

func (s *State) stepEvade(task) bool { return s.waitFor(s.side(s.duel.target)) }

func (s *State) optEvade(_ task, buf []game.Action) []game.Action {
	buf = append(buf, game.Action{Verb: vStand})
	q := int(s.units[s.duel.target].square)
	for d1 := range 8 {
		if first := s.b.board.Neighbor(q, d1); first >= 0 {
			for d2 := range 8 {
				if second := s.b.board.Neighbor(first, d2); second >= 0 {
					buf = append(buf, game.Action{Verb: vEvade, A: int32(first), B: int32(second)})
				}
			}
		}
	}
	return buf
}

func (s *State) checkEvade(_ task, a game.Action) reason {
	switch {
	case a.Verb == vStand:
		return reason{}
	case a.Verb != vEvade:
		return reason{id: whyEvade, a: int16(s.duel.target)}
	case !s.mayRetreat(int(a.A), int(a.B)):
		return reason{id: whyNoRetreat}
	}
	return reason{}
}

func (s *State) doEvade(_ task, a game.Action) {
	s.pop()
	if a.Verb == vStand {
		s.say("stands", "bnb-9.4.2a", piece("unit", int(s.duel.target)))
		return
	}
	d := &s.duel
	v := d.target
	from, first, second := int(s.units[v].square), int(a.A), int(a.B)
	s.say("evades", "bnb-9.4.2e", piece("unit", int(v)), placesOf("path", []int{from, first, second}))
	if !d.feigned {
		s.disrupt(v, "bnb-9.4.2d")
	}
	d.evaded, d.moved = true, true
	s.set(v, fTarget)
	s.stage(duelFollow)
	s.push(tLead, 0, 0, 0)
	s.enterSquare(v, second, s.b.board.Direction(first, second))
	if s.b.ground[first].terrain.disrupts(s.b.units[v].TypeData) {
		s.disrupt(v, s.b.ground[first].terrain.Data().Clause)
	}
	s.capture(v, first)
}

// position returns where an attacker stands as the defender sees it: the direction relative to its facing, from 0 to 7. For a
// camp every direction is its front.
func (s *State) position(u uint8) int {
	if s.duel.target == none {
		return 0
	}
	d := s.b.board.Direction(int(s.duel.square), int(s.units[u].square))
	return grid.Turn(d, -int(s.duel.facing))
}

func isFront(position int) bool { return position <= 1 || position == 7 }

func isFlank(position int) bool { return position == 2 || position == 6 }

// entryStatus returns whether an attacker has to roll to enter the melee (9.4.3, 9.4.4.6, 9.4.4.7, R56, R61, R85).
func (s *State) entryStatus(u uint8) uint8 {
	target := s.duel.target
	pos := s.position(u)
	switch {
	case target == none || s.disrupted(target) || !isFront(pos) && !isFlank(pos):
		return needless
	case s.has(u, fMelee):
		return needless
	case s.leaderIn(s.side(u), int(s.units[u].square)):
		return passed
	}
	return mustRoll
}

// entryDice returns the number of dice that an attacker rolls to enter (9.4.3a, 9.2, E10, E11, R109).
func (s *State) entryDice(u uint8) int {
	m := s.b.units[s.duel.target].Morale
	n := m[1]
	switch s.position(u) {
	case 2:
		n = m[2] // on the right
	case 6:
		n = m[0]
	}
	return min(max(1+n+int(s.duel.more)-int(s.duel.fewer), 1), maxDice)
}

// entryModifiers returns what is added to each entry die of an attacker, term by term (9.4.3.1 to 9.4.3.4, R35, R36).
func (s *State) entryModifiers(u uint8, add func(value int, key, clause string)) {
	side, q := s.side(u), int(s.units[u].square)
	if s.leaderNear(side, q, 1) {
		add(-2, "leader-adjacent", "bnb-9.4.3.1a")
	}
	if s.leaderNear(side, q, 2) {
		add(-1, "leader-near", "bnb-9.4.3.2a")
	}
	if s.b.units[u].Size != Light && s.b.units[s.duel.target].Size == Light {
		add(-1, "against-light", "bnb-9.4.3.3a")
	}
	if s.b.units[u].typ == Immortals {
		add(-1, "immortals", "bnb-9.4.3.4a")
	}
	if s.overrun[side] {
		add(1, "camp-overrun", "bnb-12.0j")
	}
}

// entryLevel returns the highest natural face with which an entry die passes.
func (s *State) entryLevel(u uint8) int {
	n := s.resolve(u)
	s.entryModifiers(u, func(value int, _, _ string) { n -= value })
	return n
}

func (s *State) stepEntry(task) bool { return s.roll() }

func (s *State) doEntry(t task, a game.Action) {
	d := &s.duel
	u := d.units[t.a]
	p := pool(a.A)
	d.entry[t.a] = p
	level := s.entryLevel(u)
	ok := p.between(level+1, 6) == 0
	d.status[t.a] = failed
	if ok {
		d.status[t.a] = passed
	}
	s.pop()
	s.say("entry-dice", "bnb-9.4.3a", piece("unit", int(u)), dice("dice", p), num("level", level), word("result", passKey(ok)))
}

// price returns the commitment points that an attacker that has failed needs to pass.
func (s *State) price(i int) (n int) {
	level := s.entryLevel(s.duel.units[i])
	for f := max(level+1, 1); f <= 6; f++ {
		n += (f - level) * s.duel.entry[i].count(f)
	}
	return n
}

// stepCommit lets the attacking player spend cards on dice (4.1, R60). He is asked while somebody has failed and he holds
// a card or has points left to spend.
func (s *State) stepCommit(t task) bool {
	d := &s.duel
	if t.a == 0 {
		for i := range d.n {
			if d.status[i] == failed && (s.handCount(s.active) > 0 || s.price(int(i)) <= int(d.points)) {
				return s.waitFor(s.active)
			}
		}
	}
	s.pop()
	return false
}

func (s *State) optCommit(_ task, buf []game.Action) []game.Action {
	d := &s.duel
	for i, u := range d.units[:d.n] {
		if d.status[i] == failed {
			buf = append(buf, game.Action{Verb: vPress, A: int32(u)})
		}
	}
	for c, at := range s.cards {
		if at == inHand0+s.active {
			buf = append(buf, game.Action{Verb: vCommit, A: int32(c)})
		}
	}
	return append(buf, game.Action{Verb: vDone})
}

func (s *State) checkCommit(_ task, a game.Action) reason {
	d := &s.duel
	switch a.Verb {
	case vDone:
		return reason{}
	case vCommit:
		if s.cards[a.A] != inHand0+s.active {
			return reason{id: whyNotHeld}
		}
		return reason{}
	case vPress:
		for i, u := range d.units[:d.n] {
			if int32(u) != a.A || d.status[i] != failed {
				continue
			}
			if p := s.price(i); p > int(d.points) {
				return reason{id: whyPoints, a: int16(p), b: int16(d.points)}
			}
			return reason{}
		}
		return reason{id: whyNotFailed}
	}
	return reason{id: whyCommit}
}

func (s *State) doCommit(_ task, a game.Action) {
	d := &s.duel
	switch a.Verb {
	case vDone:
		s.stage(1)
	case vCommit:
		s.cards[a.A] = discarded
		d.points += uint8(Deck[a.A].Commitment)
		s.say("commits", "bnb-4.1a", player("side", s.active), card("card", int(a.A)), num("points", Deck[a.A].Commitment))
	case vPress:
		for i, u := range d.units[:d.n] {
			if int32(u) == a.A {
				d.points -= uint8(s.price(i))
				d.status[i] = passed
				s.say("presses", "bnb-4.1d", piece("unit", int(u)))
			}
		}
	}
}

// dropFailed removes the attackers that have failed to enter, and marks those that have passed (9.4.3c, 9.4.3f).
func (s *State) dropFailed() {
	d := &s.duel
	n := uint8(0)
	for i, u := range d.units[:d.n] {
		if d.status[i] == failed {
			continue
		}
		if d.status[i] == passed {
			s.set(u, fMelee)
		}
		d.units[n], d.status[n], d.entry[n] = u, d.status[i], 0
		n++
	}
	for i := n; i < d.n; i++ {
		d.units[i], d.status[i], d.entry[i] = 0, 0, 0
	}
	d.n = n
	d.points = 0
}
