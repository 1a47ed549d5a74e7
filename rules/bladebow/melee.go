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

// mayLead reports whether an attacker may be the lead: the one in the square that the defender faces, else one in another
// front square, else any (9.4.5.4, R62, R85).
func (s *State) mayLead(u uint8) bool {
	best := 2
	grade := func(u uint8) int {
		switch pos := s.position(u); {
		case pos == 0:
			return 0
		case isFront(pos):
			return 1
		}
		return 2
	}
	for _, v := range s.duel.units[:s.duel.n] {
		best = min(best, grade(v))
	}
	return grade(u) == best
}

// stepLead chooses the lead, and then the order in which supporters take hits. a counts what is settled.
func (s *State) stepLead(t task) bool {
	d := &s.duel
	if d.evaded && t.a == 1 || t.a >= d.n {
		s.pop()
		return false
	}
	open, last := 0, 0
	for i := int(t.a); i < int(d.n); i++ {
		if s.mayBeNext(t, d.units[i]).ok() {
			open++
			last = i
		}
	}
	if open == 1 || t.a > 0 && !s.orderMatters(t.a) {
		if open > 1 {
			last = int(t.a)
		}
		s.order(t.a, last)
		return false
	}
	return s.waitFor(s.active)
}

// orderMatters reports whether the order of the supporters that are not settled changes anything: two of them may take
// hits, or the cap on dice may cut those of a shield wall.
func (s *State) orderMatters(from uint8) bool {
	n, front, walls := 0, 0, 0
	for _, u := range s.duel.units[from:s.duel.n] {
		n++
		if isFront(s.position(u)) {
			front++
		}
		if s.has(u, fShield) {
			walls++
		}
	}
	leadFront := isFront(s.position(s.duel.units[0]))
	return front > 1 || !leadFront && n > 1 || walls > 0 && walls < n
}

func (s *State) mayBeNext(t task, u uint8) reason {
	if t.a == 0 && !s.mayLead(u) {
		return reason{id: whyLead, a: int16(u)}
	}
	for _, v := range s.duel.units[t.a:s.duel.n] {
		if u == v {
			return reason{}
		}
	}
	return reason{id: whyNotAttacker, a: int16(u)}
}

// order puts an attacker into its place and settles it.
func (s *State) order(place uint8, i int) {
	d := &s.duel
	d.units[place], d.units[i] = d.units[i], d.units[place]
	d.status[place], d.status[i] = d.status[i], d.status[place]
	s.top().a++
}

func (s *State) optLead(t task, buf []game.Action) []game.Action {
	for _, u := range s.duel.units[t.a:s.duel.n] {
		buf = append(buf, game.Action{Verb: vLead, A: int32(u)})
	}
	return buf
}

func (s *State) checkLead(t task, a game.Action) reason {
	if a.Verb != vLead {
		return reason{id: whyChooseLead}
	}
	return s.mayBeNext(t, uint8(a.A))
}

func (s *State) doLead(t task, a game.Action) {
	for i := int(t.a); i < int(s.duel.n); i++ {
		if int32(s.duel.units[i]) == a.A {
			s.order(t.a, i)
			return
		}
	}
}

// reveal shows the ranks that count in the dice (R11).
func (s *State) reveal() {
	for _, u := range [2]uint8{s.duel.units[0], s.duel.target} {
		if u != none && s.ranked(u) && !s.has(u, fKnown) {
			s.discover(u, "bnb-R11")
		}
	}
}

// The sides of a melee, as indices.
const (
	attacking = iota
	defending
)

// meleeDice returns the terms that make up the dice of one side of the melee (9.4.5, T2 to T7, T16, R63, R64).
func (s *State) meleeDice(half int, add func(value int, key, clause string, u uint8)) {
	d := &s.duel
	lead := d.units[0]
	ground := func(q int) Terrain { return s.b.ground[q].terrain }
	ours, theirs := ground(int(s.units[lead].square)), ground(int(d.square))
	if half == attacking {
		for i, u := range d.units[:d.n] {
			key, clause := "support", "bnb-9.4.5.4f"
			if i == 0 {
				key, clause = "size", "bnb-9.4.5a"
			}
			add(int(s.b.units[u].Size), key, clause, u)
		}
		if n := int(s.units[lead].ranks); n > 0 {
			add(n, "ranks", "bnb-9.3c", lead)
		}
		if s.b.units[lead].typ == Immortals {
			add(1, "immortals", "bnb-9.4.5.3a", lead)
		}
		switch flank, rear := s.vectors(); {
		case rear:
			add(1, "rear", "bnb-9.4.5.1e", lead)
		case flank:
			add(1, "flank", "bnb-9.4.5.1c", lead)
		}
		if ours.high() && !theirs.high() {
			add(1, "hill", "bnb-T2", lead)
		}
		if d.target != none && s.clumsy(d.target, theirs) {
			add(1, "rough-ground", theirs.Data().Clause, d.target)
		}
		if d.extra[0] != 0 {
			add(int(d.extra[0]), "cards", "bnb-9.4.5.6a", lead)
		}
		return
	}
	if d.target == none {
		add(3, "camp", "bnb-12.0f", none)
	} else {
		add(int(s.b.units[d.target].Size), "size", "bnb-9.4.5a", d.target)
		if n := int(s.units[d.target].ranks); n > 0 {
			add(n, "ranks", "bnb-9.3c", d.target)
		}
		if s.has(d.target, fShield) {
			add(1, "shield-wall", "bnb-13.2f", d.target)
		}
		if theirs.high() && !ours.high() {
			add(1, "hill", "bnb-T2", d.target)
		}
		if theirs == Town && !s.b.units[d.target].Mounted {
			add(1, "town", "bnb-T4", d.target)
		}
	}
	if s.clumsy(lead, ours) {
		add(1, "rough-ground", ours.Data().Clause, lead)
	}
	if d.extra[1] != 0 {
		add(int(d.extra[1]), "cards", "bnb-9.4.5.6a", d.target)
	}
}

// clumsy reports whether the opponent of a unit on some ground has an additional die.
func (s *State) clumsy(u uint8, t Terrain) bool {
	d := &s.b.units[u]
	switch t {
	case Woods:
		return d.Density != Open || d.Mounted
	case Town:
		return d.Mounted
	case River, Marsh:
		return true
	}
	return false
}

// vectors reports whether an attacker strikes a flank or the rear of the defender.
func (s *State) vectors() (flank, rear bool) {
	for _, u := range s.duel.units[:s.duel.n] {
		switch pos := s.position(u); {
		case isFlank(pos):
			flank = true
		case !isFront(pos):
			rear = true
		}
	}
	return flank, rear
}

// countDice counts the dice of both sides, those of shield walls apart, because they add one to each die. The cap cuts
// supporters' dice first, the last supporter first; additional dice belong to the lead (R87).
func (s *State) countDice() {
	d := &s.duel
	var sum [2]int
	for half := range sum {
		s.meleeDice(half, func(value int, _, _ string, _ uint8) { sum[half] += value })
	}
	total := min(max(sum[0], 1), maxDice)
	d.count = [3]uint8{2: uint8(min(max(sum[1], 0), maxDice))}
	// Dice of the lead come first, then those of the supporters in order.
	own := sum[0]
	for _, u := range d.units[1:d.n] {
		own -= int(s.b.units[u].Size)
	}
	left := total
	for i, u := range d.units[:d.n] {
		n := own
		if i > 0 {
			n = int(s.b.units[u].Size)
		}
		n = min(n, left)
		left -= n
		d.count[s.wallIndex(u)] += uint8(n)
	}
}

// wallIndex returns the group of dice to which those of an attacker belong.
func (s *State) wallIndex(u uint8) int {
	if s.has(u, fShield) {
		return 1
	}
	return 0
}

// sayDice tells how many dice are rolled.
func (s *State) sayDice() {
	d := &s.duel
	s.say("melee-dice", "bnb-9.4.6a", num("attack", int(d.count[0]+d.count[1])), num("defence", int(d.count[2])), piece("lead", int(d.units[0])))
}

// leadersIn returns the number of leaders on one side of the melee (9.4.7.1a, R66).
func (s *State) leadersIn(half int) (n uint8) {
	d := &s.duel
	for l := range s.b.leaders {
		p := &s.leaders[l]
		if p.where != onMap {
			continue
		}
		if half == defending {
			if d.target != none && p.square == d.square && s.b.leaders[l].Side == int(s.side(d.target)) {
				n++
			}
			continue
		}
		for _, u := range d.units[:d.n] {
			if p.square == s.units[u].square && s.b.leaders[l].Side == int(s.active) {
				n++
			}
		}
	}
	return n
}

// tally returns the hits and cancellations of a group of dice: 0 the attack, 1 the attack from shield walls, 2 the defence.
func (s *State) tally(group int) (hits, cancels int) {
	p := s.duel.dice[group]
	most, least := s.faces(group)
	return p.between(1, most), p.between(least, 6)
}

// faces returns the highest face that hits and the lowest that cancels in a group of dice (9.3d, 9.3e, 9.4.5.1d, 9.4.5.1f,
// 9.4.5.5b, R87).
func (s *State) faces(group int) (hit, cancel int) {
	d := &s.duel
	plus := 0
	if group == 1 || group == 2 && d.target != none && s.has(d.target, fShield) {
		plus = 1
	}
	most := 2
	if group == 2 && d.target != none {
		switch flank, rear := s.vectors(); {
		case rear || s.disrupted(d.target):
			most = 0
		case flank:
			most = 1
		}
	}
	return most - plus, 5 - plus
}

// half returns which side of the melee a player is.
func (s *State) half(side uint8) int {
	if side == s.active {
		return attacking
	}
	return defending
}

// stepRerolls lets a side re-roll its own dice (9.4.7, R66).
func (s *State) stepRerolls(t task) bool {
	if t.b != 0 || s.duel.rerolls[s.half(t.a)] == 0 {
		s.pop()
		return false
	}
	return s.waitFor(t.a)
}

func (s *State) optRerolls(t task, buf []game.Action) []game.Action {
	for group := range int32(2) {
		for f := int32(1); f <= 6; f++ {
			buf = append(buf, game.Action{Verb: vReroll, A: f, B: group})
		}
	}
	return append(buf, game.Action{Verb: vKeep})
}

// ownGroup returns the group of dice that a side names by a number, or -1.
func (s *State) ownGroup(side uint8, n int) int {
	if s.half(side) == defending {
		if n != 0 {
			return -1
		}
		return 2
	}
	if n > 1 {
		return -1
	}
	return n
}

func (s *State) checkRerolls(t task, a game.Action) reason {
	switch a.Verb {
	case vKeep:
		return reason{}
	case vReroll:
		if g := s.ownGroup(t.a, int(a.B)); g < 0 || a.A < 1 || a.A > 6 || s.duel.dice[g].count(int(a.A)) == 0 {
			return reason{id: whyNoDie}
		}
		return reason{}
	}
	return reason{id: whyRerolls}
}

func (s *State) doRerolls(t task, a game.Action) {
	if a.Verb == vKeep {
		s.top().b = 1
		return
	}
	g := s.ownGroup(t.a, int(a.B))
	s.duel.rerolls[s.half(t.a)]--
	s.duel.dice[g] = s.duel.dice[g].without(int(a.A))
	s.say("rerolls", "bnb-9.4.7a", player("side", t.a), face("die", int(a.A)))
	s.push(tReroll, t.a, 0, g)
}

func (s *State) doReroll(t task, a game.Action) {
	f := pool(a.A).lowest()
	s.duel.dice[t.c] = s.duel.dice[t.c].with(f)
	s.pop()
	s.say("rerolled", "bnb-9.4.7b", player("side", t.a), face("die", f))
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
