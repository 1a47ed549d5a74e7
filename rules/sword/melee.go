package sword

import (
	"slices"

	"acies/game"
)

// Chapter 10: melee. In D.3 stacks declare that they attack, which marks the enemies in their front hexes. In D.4 the
// marked enemies are attacked one melee after the other. Which stack fights where is decided only then, so that the
// attacker keeps the freedom of 10.2i.

// D.4: the melees, one by one.

func (s *State) stepMelees(task) bool {
	s.enter(phaseD4)
	s.melee = melee{}
	if s.nCharges > 0 {
		s.pruneCharges(false)
	}
	if s.nCharges > 0 {
		return s.waitFor(s.side)
	}
	n := uint8(0)
	for _, h := range s.marked[:s.nMark] {
		if s.anyAttacker(int(h)) {
			s.marked[n] = h
			n++
		} else if s.sink != nil {
			s.say("attack-void", "ant-R55", place("hex", int(h)))
		}
	}
	s.nMark = n
	if n == 0 {
		s.pop()
		return false
	}
	return s.waitFor(s.side)
}

// anyAttacker reports whether an unused stack faces the marked enemy (R55).
func (s *State) anyAttacker(h int) bool {
	for k := range 6 {
		from := s.b.next[h][k]
		if from >= 0 && s.friendAt(int(from), s.side) && s.mayAttackFrom(int(from)).ok() && s.mayAttack(int(from), h).ok() {
			return true
		}
	}
	return false
}

// covers reports whether a stack other than those already named could attack the marked enemy.
func (s *State) covers(h, except int) bool {
	for k := range 6 {
		from := int(s.b.next[h][k])
		if from < 0 || from == except || s.named(from) || !s.friendAt(from, s.side) {
			continue
		}
		if s.mayAttackFrom(from).ok() && s.mayAttack(from, h).ok() {
			return true
		}
	}
	return false
}

// named reports whether a stack is among the attackers chosen for the melee.
func (s *State) named(h int) bool {
	for _, x := range s.melee.att[:s.melee.nAtt] {
		if int(x) == h {
			return true
		}
	}
	return false
}

// mayFight checks whether a stack may attack several marked enemies together and leave out the others in its front,
// which another stack must then attack in this activation (ant-10.2c, R53, R54).
func (s *State) mayFight(from int, chosen ...int) reason {
	if n := s.mayAttackFrom(from); !n.ok() {
		return n
	}
	for _, to := range chosen {
		if n := s.mayAttack(from, to); !n.ok() {
			return n
		}
		if !s.isMarked(to) {
			return reason{id: whyNotMarked, a: int16(to)}
		}
	}
	var buf [3]int16
	for _, o := range s.targets(from, &buf) {
		if slices.Contains(chosen, int(o)) {
			continue
		}
		if !s.isMarked(int(o)) || !s.covers(int(o), from) {
			return reason{id: whyBothFronts, a: int16(from), b: o}
		}
	}
	return reason{}
}

// mayFightAnyhow is mayFight, but also lets a stack attack if it is the last that can attack the marked enemies:
// results of other melees have brought another enemy in front of it, and the declared melee must be fought (R55).
func (s *State) mayFightAnyhow(from int, chosen ...int) reason {
	why := s.mayFight(from, chosen...)
	if why.id != whyBothFronts {
		return why
	}
	var buf [3]int16
	for _, o := range s.targets(from, &buf) {
		if s.isMarked(int(o)) && !slices.Contains(chosen, int(o)) && !s.covers(int(o), from) {
			return why // it can attack that enemy too
		}
	}
	for _, to := range chosen {
		for k := range 6 {
			other := int(s.b.next[to][k])
			if other >= 0 && s.friendAt(other, s.side) && s.mayFight(other, to).ok() {
				return why
			}
		}
	}
	return reason{}
}

func (s *State) optMelees(_ task, buf []game.Action) []game.Action {
	if s.nCharges > 0 {
		return s.optCharges(buf)
	}
	for _, h := range s.marked[:s.nMark] {
		for k := range 6 {
			from := s.b.next[h][k]
			if from < 0 || !s.friendAt(int(from), s.side) {
				continue
			}
			buf = append(buf, game.Action{Verb: vMelee, A: int32(from), B: int32(h)})
			var list [3]int16
			others := s.targets(int(from), &list)
			for _, o := range others {
				if o <= h {
					continue
				}
				a := game.Action{Verb: vMelee, A: int32(from), B: int32(h), C: int32(o) + 1}
				buf = append(buf, a)
				for _, p := range others {
					if p > o {
						a.D = int32(p) + 1
						buf = append(buf, a)
					}
				}
			}
		}
	}
	if s.b.book.MeleeMods.PhalanxPair != 0 {
		buf = s.optPairs(buf)
	}
	return buf
}

func (s *State) optPairs(buf []game.Action) []game.Action {
	for i := range s.b.units {
		h := s.units[i].hex
		if h < 0 || s.b.units[i].side != s.side || s.top[h] != uint8(i) || !s.b.book.Types[s.b.units[i].typ].Phalanx {
			continue
		}
		for k := range 3 {
			if n := s.b.next[h][k]; n >= 0 {
				buf = append(buf, game.Action{Verb: vPair, A: int32(h), B: int32(n)})
			}
		}
	}
	return buf
}

func (s *State) checkMelees(_ task, a game.Action) reason {
	if a.Verb != vMelee && a.Verb != vPair || a.C == 0 && a.D != 0 {
		return reason{id: whyMeleePhase}
	}
	if s.nCharges > 0 {
		return s.checkCharges(a)
	}
	if a.Verb == vPair {
		return s.mayPair(int(a.A), int(a.B))
	}
	if a.C == 0 {
		return s.mayFightAnyhow(int(a.A), int(a.B))
	}
	from, list := int(a.A), [3]int{int(a.B), int(a.C) - 1, int(a.D) - 1}
	chosen := list[:2]
	if a.D != 0 {
		chosen = list[:3]
	}
	if n := s.mayAttackFrom(from); !n.ok() {
		return n
	}
	if list[0] >= list[1] || a.D != 0 && list[1] >= list[2] {
		return reason{id: whyTwoTargets}
	}
	return s.mayFightAnyhow(from, chosen...)
}

// mayPair checks whether two phalanxes may attack together all the enemies in their front hexes (R116).
func (s *State) mayPair(one, two int) reason {
	k := s.b.m.Side(one, two)
	if k < 0 || k > 2 || !s.friendAt(one, s.side) || !s.friendAt(two, s.side) || !s.likePhalanx(s.leading(one), s.leading(two), true) {
		return reason{id: whyPair, a: int16(one), b: int16(two)}
	}
	for _, h := range [2]int{one, two} {
		if n := s.mayAttackFrom(h); !n.ok() {
			return n
		}
	}
	var defs [4]int16
	n := s.pairTargets(one, two, &defs)
	if n < 2 {
		return reason{id: whyPairOne, a: int16(one), b: int16(two)}
	}
	for _, h := range defs[:n] {
		if !s.isMarked(int(h)) {
			return reason{id: whyNotMarked, a: h}
		}
	}
	return reason{}
}

// leading returns the topmost unrouted unit of a stack, or its top unit if all are routed.
func (s *State) leading(h int) uint8 {
	for u := s.top[h]; u != none; u = s.units[u].below {
		if !s.isRouted(u) {
			return u
		}
	}
	return s.top[h]
}

// pairTargets lists the enemies in the front hexes of two stacks.
func (s *State) pairTargets(one, two int, defs *[4]int16) int {
	n := 0
	for _, from := range [2]int{one, two} {
		var buf [3]int16
	next:
		for _, to := range s.targets(from, &buf) {
			for _, d := range defs[:n] {
				if d == to {
					continue next
				}
			}
			defs[n] = to
			n++
		}
	}
	return n
}

// likePhalanx reports whether two units are unrouted phalanxes of one side with the same facing and, if name is set, of
// the same name.
func (s *State) likePhalanx(u, v uint8, name bool) bool {
	d, e := &s.b.units[u], &s.b.units[v]
	return s.b.book.Types[d.typ].Phalanx && s.b.book.Types[e.typ].Phalanx && d.side == e.side &&
		!s.isRouted(u) && !s.isRouted(v) && s.units[u].facing == s.units[v].facing && (!name || d.name == e.name)
}

func (s *State) doMelees(_ task, a game.Action) {
	if s.nCharges > 0 {
		s.fightCharge(int16(a.B))
		return
	}
	m := &s.melee
	m.att[0], m.nAtt = int16(a.A), 1
	switch {
	case a.Verb == vPair:
		m.att[1], m.nAtt = int16(a.B), 2
		var defs [4]int16
		m.nDef = uint8(s.pairTargets(int(a.A), int(a.B), &defs))
		copy(m.def[:], defs[:m.nDef])
		s.beginMelee()
	case a.C != 0:
		m.def[0], m.def[1], m.nDef = int16(a.B), int16(a.C-1), 2
		if a.D != 0 {
			m.def[2], m.nDef = int16(a.D-1), 3
		}
		s.beginMelee()
	default:
		m.def[0], m.nDef = int16(a.B), 1
		s.push(task{kind: tAssemble})
	}
}

// stepAssemble waits while more stacks can join the attack.
func (s *State) stepAssemble(task) bool {
	if s.anyJoins() {
		return s.waitFor(s.side)
	}
	s.pop()
	s.beginMelee()
	return false
}

// anyJoins reports whether another stack can join the attack.
func (s *State) anyJoins() bool {
	for k := range 6 {
		if h := s.b.next[s.melee.def[0]][k]; h >= 0 && s.mayJoinMelee(int(h)).ok() {
			return true
		}
	}
	return false
}

// Opens reports whether an action only chooses a melee that other stacks can still join, so that nothing is fought yet.
func (s *State) Opens(a game.Action) bool {
	t := s.current()
	if t.kind != tMelees || a.Verb != vMelee || s.nCharges > 0 || !s.check(a).ok() {
		return false
	}
	c := *s
	c.sink = nil
	c.doMelees(t, a)
	return c.current().kind == tAssemble && c.anyJoins()
}

func (s *State) mayJoinMelee(h int) reason {
	if s.named(h) {
		return reason{id: whyInMelee, a: int16(h)}
	}
	return s.mayFight(h, int(s.melee.def[0]))
}

func (s *State) optAssemble(_ task, buf []game.Action) []game.Action {
	buf = append(buf, game.Action{Verb: vFight})
	for k := range 6 {
		if h := s.b.next[s.melee.def[0]][k]; h >= 0 && s.friendAt(int(h), s.side) {
			buf = append(buf, game.Action{Verb: vJoin, A: int32(h)})
		}
	}
	return buf
}

func (s *State) checkAssemble(_ task, a game.Action) reason {
	switch {
	case a.Verb == vFight:
		return reason{}
	case a.Verb != vJoin:
		return reason{id: whyAssemble}
	}
	return s.mayJoinMelee(int(a.A))
}

func (s *State) doAssemble(_ task, a game.Action) {
	if a.Verb == vJoin {
		s.melee.att[s.melee.nAtt] = int16(a.A)
		s.melee.nAtt++
		return
	}
	s.pop()
	s.beginMelee()
}

// beginMelee pushes the steps of the melee (ant-10.3).
func (s *State) beginMelee() {
	m := &s.melee
	for _, h := range m.att[:m.nAtt] {
		for u := s.top[h]; u != none; u = s.units[u].below {
			if s.takesPart(u) {
				s.set(u, fAtt)
				s.disturb(u)
			}
		}
	}
	for _, h := range m.def[:m.nDef] {
		for u := s.top[h]; u != none; u = s.units[u].below {
			s.set(u, fDef)
			s.disturb(u)
		}
	}
	if s.sink != nil {
		for _, h := range m.att[:m.nAtt] {
			for _, e := range m.def[:m.nDef] {
				if m.stage != notCharge || s.mayAttack(int(h), int(e)).ok() {
					s.say("attacks", "ant-10.3c", piece("unit", int(s.top[h])), place("from", int(h)),
						piece("target", int(s.top[e])), place("hex", int(e)))
				}
			}
		}
	}
	if m.stage != notCharge {
		s.chase = chase{}
		s.push(task{kind: tPursue, a: s.top[m.att[0]], b: int16(m.stage)})
	}
	s.push(task{kind: tEndMelee})
	s.push(task{kind: tFight})
	if m.stage != notCharge {
		s.push(task{kind: tReact})
	}
	s.push(task{kind: tOffend})
	s.push(task{kind: tDefend})
}

// takesPart reports whether a unit of an attacking hex attacks in the melee: in a charge those that charge, otherwise
// all that may.
func (s *State) takesPart(u uint8) bool {
	if s.melee.stage != notCharge {
		return s.has(u, fCharging) && !s.isRouted(u)
	}
	return s.mayAttackWith(u).ok()
}

// stepFight is the melee itself, if both sides are still present (R55).
func (s *State) stepFight(task) bool {
	s.pop()
	m := &s.melee
	m.nAtt = s.remaining(m.att[:m.nAtt], fAtt)
	m.nDef = s.remaining(m.def[:m.nDef], fDef)
	m.guns = 0 // guns lost to shooting were not lost to the attack
	if m.nAtt == 0 || m.nDef == 0 {
		if s.sink != nil {
			s.say("melee-void", "ant-R55")
		}
		if m.stage != notCharge {
			s.wasCharged()
		}
		return false
	}
	for i := range s.b.units {
		u := uint8(i)
		if s.has(u, fAtt) {
			s.set(u, fFought)
			s.scoreReserveUsed(u)
		}
	}
	for _, h := range m.def[:m.nDef] {
		s.unmark(h)
		for u := s.top[h]; u != none; u = s.units[u].below {
			s.set(u, fDef|fAttacked)
			s.unset(u, fTarget)
			s.disturb(u)
		}
	}
	s.push(task{kind: tDie, a: dieMelee})
	return false
}

// wasCharged removes the charge marker from enemies whose chargers have all been lost to shooting: no other unit may
// attack them instead (med-10.2n, R53).
func (s *State) wasCharged() {
	for _, h := range s.melee.def[:s.melee.nDef] {
		for u := s.top[h]; u != none; u = s.units[u].below {
			s.set(u, fAttacked)
			s.unset(u, fTarget)
		}
	}
}

// remaining keeps the hexes that still hold units taking part, and clears the flag of units that no longer do.
func (s *State) remaining(list []int16, flag flags) uint8 {
	for i := range s.b.units {
		u := uint8(i)
		if !s.has(u, flag) {
			continue
		}
		here := false
		for _, h := range list {
			here = here || s.units[u].hex == h
		}
		if !here || flag == fAtt && s.isRouted(u) {
			s.unset(u, flag)
		}
	}
	n := uint8(0)
	for _, h := range list {
		for u := s.top[h]; u != none; u = s.units[u].below {
			if s.has(u, flag) {
				list[n] = h
				n++
				break
			}
		}
	}
	return n
}

// dropMark removes the marker from a hex whose stack is gone (R55).
func (s *State) dropMark(h int16) {
	if s.top[h] != none || !s.isMarked(int(h)) {
		return
	}
	s.unmark(h)
	if s.sink != nil {
		s.say("attack-void", "ant-R55", place("hex", int(h)))
	}
}

func (s *State) unmark(h int16) {
	n := uint8(0)
	for _, x := range s.marked[:s.nMark] {
		if x != h {
			s.marked[n] = x
			n++
		}
	}
	s.nMark = n
}

// meleeTotal limits the sum of the modifiers (ant-C5a, R64).
func (b *Battle) meleeTotal(sum int) int { return max(-b.book.MeleeCap, min(b.book.MeleeCap, sum)) }

func (b *Battle) meleeRow(total int) int {
	for i := range b.book.Results {
		if r := &b.book.Results[i]; total >= r.From && total <= r.To {
			return i
		}
	}
	return 0
}

// rollMelee applies the roll (ant-10.4a). Leaders check before anything moves (R66).
func (s *State) rollMelee(roll int) {
	var m mods
	s.meleeMods(&m)
	mod := s.b.meleeTotal(m.sum())
	row := s.b.meleeRow(mod + roll)
	r := &s.b.book.Results[row]
	if s.sink != nil {
		s.sayMods(&m)
		s.say("melee-roll", r.Clause, die("roll", roll), signed("modifier", mod), num("total", mod+roll), word("result", "melee."+r.ID))
	}
	s.pushLosses()
	for _, advance := range [2]bool{true, false} { // pushed first, done last: the hex must be left before it is entered
		s.pushResults(r.Attackers, s.side, advance)
		s.pushResults(r.Defenders, 1-s.side, advance)
	}
	if roll == s.b.book.LeaderCheck.DefenderRoll {
		for _, h := range s.melee.def[:s.melee.nDef] {
			s.checkLeaders(int(h), 1-s.side, checkMelee)
		}
	}
	if roll == s.b.book.LeaderCheck.AttackerRoll {
		for _, h := range s.melee.att[:s.melee.nAtt] {
			s.checkLeaders(int(h), s.side, checkMelee)
		}
	}
}

// pushResults pushes the parts of a result for one side: its advances, or all the others.
func (s *State) pushResults(effects []Effect, side uint8, advance bool) {
	for i := len(effects) - 1; i >= 0; i-- {
		if e := effects[i]; (e == Advance || e == MayAdvance) == advance {
			s.push(task{kind: tResult, a: side, b: int16(e)})
		}
	}
}

// stepResult applies one part of the result to one side (ant-10.4c, 10.4d).
func (s *State) stepResult(t task) bool {
	s.pop()
	flag := fDef
	if t.a == s.side {
		flag = fAtt
	}
	effect := Effect(t.b)
	switch effect {
	case Retreat:
		s.push(task{kind: tRetreats, a: t.a})
	case Advance, MayAdvance:
		s.push(task{kind: tAdvance, a: t.a, b: int16(effect)})
		return false
	}
	for i := range s.b.units {
		u := uint8(i)
		if !s.has(u, flag) || s.units[u].hex < 0 {
			continue
		}
		switch effect {
		case Fatigue:
			s.fatigue(u)
		case Discourage:
			s.discourage(u, causeMelee)
		case Rout:
			s.rout(u, causeMelee)
		case Retreat:
			if s.b.units[u].guns {
				s.loseGuns(u, causeMelee)
			} else {
				s.set(u, fRetreat)
			}
		}
	}
	s.pushFlights(2, causeMelee)
	return false
}

func (s *State) stepEndMelee(task) bool {
	s.pop()
	for i := range s.b.units {
		s.unset(uint8(i), meleeFlags)
	}
	for i := range s.b.leaders {
		s.leaders[i].flags &^= lBehind
	}
	s.melee = melee{}
	return false
}
