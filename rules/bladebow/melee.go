package bladebow

import (
	"math/bits"

	"acies/game"
	"acies/grid"
)

// Chapter 9: melee.

// enemyIn returns whether a square holds something of a side's enemy that can be attacked: a combat unit or a camp that is
// not overrun.
func (s *State) enemyIn(side uint8, q int) bool {
	return s.at[q] != none && s.side(s.at[q]) != side || s.enemyCamp(side, q)
}

// mayStrike decides whether a unit may attack what stands in a square (9.0b, 9.1a, R4, R55).
func (s *State) mayStrike(u uint8, q int) reason {
	p := &s.units[u]
	side := s.side(u)
	d := s.b.board.Direction(int(p.square), q)
	f := int(p.facing)
	if d < 0 || !s.enemyIn(side, q) {
		return reason{id: whyNoEnemy}
	}
	if d != f && d != grid.Turn(f, 1) && d != grid.Turn(f, -1) {
		return reason{id: whyNotFront, a: int16(u)}
	}
	if !s.reaches(int(p.square), d) {
		return reason{id: whyBarrier}
	}
	if d != f && s.reaches(int(p.square), f) && s.enemyIn(side, s.b.board.Neighbor(int(p.square), f)) {
		return reason{id: whyAhead, a: int16(u)}
	}
	return reason{}
}

// hasTarget reports whether a unit has somebody to attack.
func (s *State) hasTarget(u uint8) bool {
	p := &s.units[u]
	for turn := -1; turn <= 1; turn++ {
		if q := s.b.board.Neighbor(int(p.square), grid.Turn(int(p.facing), turn)); q >= 0 && s.mayStrike(u, q).ok() {
			return true
		}
	}
	return false
}

// mayFight decides whether a unit of the formation may attack what stands in a square now (9.1c, R26).
func (s *State) mayFight(u uint8, q int) reason {
	switch {
	case s.form.units>>u&1 == 0:
		return reason{id: whyNotInFormation, a: int16(u)}
	case s.has(u, fAttacked):
		return reason{id: whyAttacked, a: int16(u)}
	case !s.placed(u) || s.disrupted(u):
		return reason{id: whyFightDisrupted, a: int16(u)}
	}
	return s.mayStrike(u, q)
}

// mayAttack decides whether somebody of the formation may attack what stands in a square.
func (s *State) mayAttack(q int) reason {
	if v := s.at[q]; v != none && s.has(v, fTarget) {
		return reason{id: whyTarget, a: int16(v)}
	} else if v == none && s.form.camp { // a camp is a kind of combat unit (2.3.4a)
		return reason{id: whyTarget, a: int16(s.b.campPiece(int(other(s.active))))}
	}
	last := reason{id: whyNoEnemy}
	for set := s.form.units; set != 0; set &= set - 1 {
		if r := s.mayFight(uint8(bits.TrailingZeros64(set)), q); r.ok() {
			return r
		} else if last.id == whyNoEnemy {
			last = r
		}
	}
	return last
}

// stepMelees asks for the next melee of the action.
func (s *State) stepMelees(t task) bool {
	if t.c == 0 {
		for q := range s.b.squares {
			if s.enemyIn(s.active, q) && s.mayAttack(q).ok() {
				return s.waitFor(s.active)
			}
		}
	}
	s.pop()
	return false
}

func (s *State) optMelees(_ task, buf []game.Action) []game.Action {
	for q := range s.b.squares {
		if s.enemyIn(s.active, q) {
			buf = append(buf, game.Action{Verb: vAttack, A: int32(q)})
		}
	}
	return append(buf, game.Action{Verb: vDone})
}

func (s *State) checkMelees(_ task, a game.Action) reason {
	switch a.Verb {
	case vDone:
		return reason{}
	case vAttack:
		return s.mayAttack(int(a.A))
	}
	return reason{id: whyMelees}
}

func (s *State) doMelees(_ task, a game.Action) {
	if a.Verb == vDone {
		s.top().c = 1
		return
	}
	s.duel = duel{target: s.at[a.A], camp: none, square: int16(a.A)}
	if s.duel.target == none {
		s.duel.camp = other(s.active)
	} else {
		s.duel.facing = s.units[s.duel.target].facing
	}
	s.push(tAttackers, 0, 0, 0)
}

// stepAttackers gathers the attackers of one melee. If only one unit can attack, it does.
func (s *State) stepAttackers(t task) bool {
	if t.a == 0 {
		able, last := 0, uint8(none)
		for set := s.form.units; set != 0; set &= set - 1 {
			if u := uint8(bits.TrailingZeros64(set)); s.mayAssist(u).ok() {
				able++
				last = u
			}
		}
		switch {
		case s.duel.n == 0 && able == 1:
			s.assist(last)
		case able > 0:
			return s.waitFor(s.active)
		}
	}
	s.pop()
	s.push(tDuel, 0, 0, 0)
	if s.sink != nil {
		var list []int
		for _, u := range s.duel.units[:s.duel.n] {
			list = append(list, int(u))
		}
		if s.duel.target != none {
			s.say("attacks", "bnb-9.4.1a", pieces("attackers", list), piece("target", int(s.duel.target)))
		} else {
			s.say("attacks-camp", "bnb-9.4.1a", pieces("attackers", list), piece("target", s.b.campPiece(int(s.duel.camp))))
		}
	}
	return false
}

func (s *State) mayAssist(u uint8) reason {
	for _, v := range s.duel.units[:s.duel.n] {
		if u == v {
			return reason{id: whyAttacking, a: int16(u)}
		}
	}
	return s.mayFight(u, int(s.duel.square))
}

func (s *State) assist(u uint8) {
	s.duel.units[s.duel.n] = u
	s.duel.n++
}

func (s *State) optAttackers(_ task, buf []game.Action) []game.Action {
	for set := s.form.units; set != 0; set &= set - 1 {
		buf = append(buf, game.Action{Verb: vWith, A: int32(bits.TrailingZeros64(set))})
	}
	return append(buf, game.Action{Verb: vGo})
}

func (s *State) checkAttackers(_ task, a game.Action) reason {
	switch {
	case a.Verb == vWith:
		return s.mayAssist(uint8(a.A))
	case a.Verb != vGo:
		return reason{id: whyAttackers}
	case s.duel.n == 0:
		return reason{id: whyNobodyAttacks}
	}
	return reason{}
}

func (s *State) doAttackers(_ task, a game.Action) {
	if a.Verb == vGo {
		s.stage(1)
		return
	}
	s.assist(uint8(a.A))
}

// The stages of a melee.
const (
	duelDeclared   uint8 = iota
	duelEvade            // the defender may retreat
	duelEntry            // who must roll to enter
	duelChecks           // entry dice and commitment
	duelEntered          // those who failed drop out
	duelLead             // the lead is chosen
	duelCards            // dice are counted and cards played
	duelAttack           // dice of the attack
	duelAttackWall       // dice of the attack with +1
	duelDefence          // dice of the defence
	duelFirst            // re-rolls of the side without the initiative
	duelSecond           // re-rolls of the other
	duelLast             // Fickle Fortune
	duelHits             // hits are counted
	duelDefender         // the defender takes its hits
	duelAttackers        // the attackers take theirs, one after another
	duelAdvance          //
	duelAgain            // cavalry continuation
	duelOver             //
	duelFollow           // after a retreat before melee the lead advances
)

// stepDuel goes through a melee.
func (s *State) stepDuel(t task) bool {
	d := &s.duel
	switch t.a {
	case duelDeclared:
		for _, u := range d.units[:d.n] {
			s.set(u, fAttacked)
		}
		s.stage(duelEvade)
		if d.target != none {
			s.open(windowD, int(d.target))
		}
	case duelEvade:
		s.stage(duelEntry)
		if d.target != none && (d.feigned || s.mayEvade()) && s.canRetreat() {
			s.push(tEvade, 0, 0, 0)
		}
	case duelEntry:
		s.stage(duelChecks)
		rolls := false
		for i, u := range d.units[:d.n] {
			d.status[i] = s.entryStatus(u)
			rolls = rolls || d.status[i] == mustRoll
		}
		if rolls {
			s.push(tCommit, 0, 0, 0)
			for i := int(d.n) - 1; i >= 0; i-- {
				if d.status[i] == mustRoll {
					s.push(tEntry, uint8(i), 0, 0)
				}
			}
			s.open(windowE, int(d.target))
		}
	case duelChecks:
		s.stage(duelEntered)
	case duelEntered:
		s.dropFailed()
		if d.n == 0 {
			// The sequence is aborted, and the target has not been attacked (9.4.3d, R107).
			s.say("aborted", "bnb-9.4.3d")
			s.pop()
			return false
		}
		if d.target != none {
			s.set(d.target, fTarget)
		} else {
			s.form.camp = true
		}
		s.stage(duelLead)
		s.push(tLead, 0, 0, 0)
	case duelLead:
		s.stage(duelCards)
		s.reveal()
		s.countDice()
		s.sayDice()
		s.open(windowC, int(d.target))
	case duelCards:
		s.stage(duelAttack)
	case duelAttack, duelAttackWall, duelDefence:
		if d.count[t.a-duelAttack] > 0 {
			return s.roll()
		}
		s.stage(t.a + 1)
	case duelFirst, duelSecond:
		side := s.second()
		if t.a == duelFirst {
			d.rerolls = [2]uint8{1 + s.leadersIn(0), s.leadersIn(1)}
		} else {
			side = s.initiative
		}
		s.stage(t.a + 1)
		if d.camp == none || side == s.active { // nobody plays for a camp
			s.push(tRerolls, side, 0, 0)
			s.open(windowW, int(side))
		}
	case duelLast:
		s.stage(duelHits)
		s.open(windowZ, int(d.target))
	case duelHits:
		s.stage(duelDefender)
		s.countHits()
	case duelDefender:
		s.stage(duelAttackers)
		if d.target != none && d.hits[0] > 0 {
			s.hurt = hurt{unit: d.target, hits: d.hits[0], away: s.units[d.units[0]].square}
			s.push(tHurt, 0, 0, 0)
		}
		if d.target == none && d.hits[0] > 0 {
			s.stormCamp()
		}
	case duelAttackers:
		s.hurtAttacker()
	case duelAdvance:
		s.stage(duelAgain)
		if s.mustAdvance() != stays {
			s.push(tAdvance, 0, 0, 0)
		}
	case duelAgain:
		s.stage(duelOver)
		switch u := d.units[0]; {
		case d.left && d.chain > 0 && s.placed(u): // it has chased its victim off the map
			s.chaseOff(u)
		case s.mayContinue():
			s.push(tAgain, 0, 0, 0)
		}
	case duelOver:
		s.endDuel()
	case duelFollow:
		// R59: the unit that would have been the lead advances, and that is all.
		s.stage(duelOver)
		if s.mustAdvance() != stays {
			s.push(tAdvance, 0, 0, 0)
		}
	}
	return false
}

func (s *State) doDuel(t task, a game.Action) {
	d := &s.duel
	d.dice[t.a-duelAttack] = pool(a.A)
	key, clause := "melee-attack", "bnb-9.4.6a"
	if t.a == duelDefence {
		key = "melee-defence"
	}
	hits, cancels := s.tally(int(t.a - duelAttack))
	s.say(key, clause, dice("dice", pool(a.A)), num("hits", hits), num("cancels", cancels))
	s.stage(t.a + 1)
}

// endDuel ends a melee; the markers of shield walls come off last (R69).
func (s *State) endDuel() {
	d := &s.duel
	s.pop()
	for _, u := range d.units[:d.n] {
		s.endHurt(u)
	}
	if d.target != none {
		s.endHurt(d.target)
	}
	if d.chain == 2 && s.placed(d.units[0]) {
		s.disrupt(d.units[0], "bnb-9.4.12c")
	}
	s.hurt = hurt{unit: none}
}

// countHits counts the hits that each side sustains (9.4.8a, 12.0d, 12.0e, R85).
func (s *State) countHits() {
	d := &s.duel
	var hits, cancels [2]int
	for group := range d.dice {
		h, c := s.tally(group)
		hits[group/2] += h
		cancels[group/2] += c
	}
	onDefender := hits[attacking] - cancels[defending]
	side := other(s.active)
	if onDefender > 0 && (d.camp != none || d.target != none && int(s.camps[side]) == int(d.square) && !s.overrun[side]) {
		onDefender--
		clause := "bnb-12.0d"
		if d.target != none {
			clause = "bnb-12.0e"
		}
		s.say("camp-cancels", clause, piece("camp", s.b.campPiece(int(side))))
	}
	d.hits = [2]uint8{uint8(max(onDefender, 0)), uint8(max(hits[defending]-cancels[attacking], 0))}
	for i := range d.n { // where each attacker stands now counts, not where the defender will be
		d.take[i] = uint8(s.share(int(i)))
	}
	s.say("melee-hits", "bnb-9.4.8a", num("defender", int(d.hits[0])), num("attackers", int(d.hits[1])))
}

// share returns how many of the defender's hits the attacker at an index takes (9.4.5.4h, 9.4.7.2c, R65).
func (s *State) share(i int) int {
	d := &s.duel
	front := false
	for _, u := range d.units[:d.n] {
		front = front || isFront(s.position(u))
	}
	takers, place := 0, -1
	for k, u := range d.units[:d.n] {
		if front && !isFront(s.position(u)) {
			continue
		}
		if k == i {
			place = takers
		}
		takers++
	}
	if place < 0 {
		return 0
	}
	n := int(d.hits[1]) / takers
	if place < int(d.hits[1])%takers {
		n++
	}
	return n
}

// hurtAttacker applies the defender's hits to the next attacker, or goes on when all have taken theirs.
func (s *State) hurtAttacker() {
	d := &s.duel
	if d.turn >= d.n {
		s.stage(duelAdvance)
		return
	}
	i := d.turn
	d.turn++
	u := d.units[i]
	if d.take[i] > 0 && s.placed(u) {
		s.hurt = hurt{unit: u, hits: d.take[i], away: d.square}
		s.push(tHurt, 0, 0, 0)
	}
}

// stormCamp overruns a camp (12.0h to 12.0k, R32, R85). The lead attacker is removed, and hits on it do not count.
func (s *State) stormCamp() {
	d := &s.duel
	side := d.camp
	s.overrun[side] = true
	s.say("overrun", "bnb-12.0h", piece("camp", s.b.campPiece(int(side))))
	lead := d.units[0]
	p := &s.units[lead]
	p.where = spent
	p.flags = fKnown
	s.touch()
	s.say("spent", "bnb-12.0k", piece("unit", int(lead)))
	if k := s.b.setup.Sack; k != nil && k.Side == int(side) {
		s.sacked = true
	}
	if k := s.b.setup.Storm; k != nil && k.Side == int(side) {
		s.stormed(side)
	}
}
