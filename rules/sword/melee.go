package sword

import (
	"math/bits"

	"acies/game"
	"acies/grid"
)

// Chapter 10: melee. In D.3 stacks declare that they attack, which marks the enemies in their front hexes. In D.4 the
// marked enemies are attacked one melee after the other; which stack fights where is settled only then, so that the
// attacker keeps the freedom of 10.2i.

// mayAttackWith reports whether a unit may take part in an attack: activated, in command, unrouted, and not yet used.
func (s *State) mayAttackWith(u uint8) no {
	p := &s.units[u]
	switch {
	case s.sideOf(u) != s.side:
		return no{id: whyNotYours, a: int16(u)}
	case p.flags&fActive == 0:
		return no{id: whyNotActivated, a: int16(u), b: int16(s.active)}
	case p.flags&fOutOfCommand != 0:
		return no{id: whyStrayAttack, a: int16(u)}
	case p.disorder == routed:
		return no{id: whyRoutedAttack, a: int16(u)}
	case p.flags&fFought != 0:
		return no{id: whyFought, a: int16(u)}
	case s.held(u):
		return no{id: whyHeld, a: int16(u)}
	}
	return no{}
}

// mayAttackFrom tells whether some unit of the hex may attack.
func (s *State) mayAttackFrom(h int) no {
	why := no{id: whyNoStack, a: int16(h)}
	for u := s.top[h]; u != none; u = s.units[u].below {
		if why = s.mayAttackWith(u); why.ok() {
			return why
		}
	}
	return why
}

// mayAttack tells whether the stack in a hex may attack the enemies in another (R53).
func (s *State) mayAttack(from, to int) no {
	k := s.b.m.Side(from, to)
	f, ok := s.stackFacing(from)
	switch {
	case k < 0 || !ok || arc(f, k) != grid.Front:
		return no{id: whyFrontAttack, a: int16(from), b: int16(to)}
	case !s.enemyAt(to, s.side):
		return no{id: whyNoTarget, a: int16(to)}
	case s.b.barred[from]>>k&1 != 0:
		return no{id: whyBarredSide, a: int16(from), b: int16(to)}
	case s.leviesBar(from, to):
		return no{id: whyLevies, a: int16(from), b: int16(to)}
	}
	for u := s.top[to]; u != none; u = s.units[u].below {
		if !s.has(u, fAttacked) {
			return no{}
		}
	}
	return no{id: whyAttacked, a: int16(to)}
}

// targets lists the enemies a stack has to attack if it attacks: those in its front hexes (ant-10.2b, 10.2c).
func (s *State) targets(h int, buf *[2]int16) []int16 {
	n := 0
	f, ok := s.stackFacing(h)
	if !ok {
		return buf[:0]
	}
	for k := f; k < f+2; k++ {
		to := s.b.next[h][k%6]
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
	s.phase = phaseD3
	for i := range s.b.units {
		if h := s.units[i].hex; h >= 0 && s.top[h] == uint8(i) && s.mayDeclare(int(h)).ok() {
			return s.waitFor(s.side)
		}
	}
	s.pop()
	return false
}

// mayDeclare tells whether a stack may declare an attack that marks somebody new.
func (s *State) mayDeclare(h int) no {
	if n := s.mayAttackFrom(h); !n.ok() {
		return n
	}
	var buf [2]int16
	list := s.targets(h, &buf)
	if len(list) == 0 {
		return no{id: whyNobodyFront, a: int16(h)}
	}
	for _, to := range list {
		if !s.isMarked(int(to)) {
			if int(s.nMark)+len(list) > maxMarked {
				return no{id: whyMarkedAll, a: int16(h)}
			}
			return no{}
		}
	}
	return no{id: whyMarkedAll, a: int16(h)}
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

func (s *State) checkDeclare(_ task, a game.Action) no {
	switch {
	case only(a, vDone):
		return no{}
	case a.Verb != vAttack || a.B != 0 || a.C != 0 || a.D != 0:
		return no{id: whyDeclarePhase}
	case a.A < 0 || int(a.A) >= s.b.hexes:
		return no{id: whyOffMap}
	}
	return s.mayDeclare(int(a.A))
}

func (s *State) doDeclare(_ task, a game.Action) {
	if a.Verb == vDone {
		s.pop()
		return
	}
	var buf [2]int16
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

// D.4: the melees, one by one.

func (s *State) stepMelees(task) bool {
	s.phase = phaseD4
	s.melee = melee{}
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

// named reports whether a stack is among the attackers of the melee being made up.
func (s *State) named(h int) bool {
	for _, x := range s.melee.att[:s.melee.nAtt] {
		if int(x) == h {
			return true
		}
	}
	return false
}

// mayFight tells whether a stack may attack the marked enemy and leave alone the other enemy in its front, who must
// be attacked by another stack in this activation (ant-10.2c, R53, R54).
func (s *State) mayFight(from, to int) no {
	if n := s.mayAttackFrom(from); !n.ok() {
		return n
	}
	if n := s.mayAttack(from, to); !n.ok() {
		return n
	}
	if !s.isMarked(to) {
		return no{id: whyNotMarked, a: int16(to)}
	}
	var buf [2]int16
	for _, o := range s.targets(from, &buf) {
		if int(o) == to {
			continue
		}
		if !s.isMarked(int(o)) || !s.covers(int(o), from) {
			return no{id: whyBothFronts, a: int16(from), b: o}
		}
	}
	return no{}
}

// mayFightAnyhow is mayFight, but lets a stack through if it is the last that can attack the marked enemy: the
// results of other melees have brought another enemy before it, and the declared melee must be fought (R55).
func (s *State) mayFightAnyhow(from, to int) no {
	why := s.mayFight(from, to)
	if why.id != whyBothFronts {
		return why
	}
	var buf [2]int16
	for _, o := range s.targets(from, &buf) {
		if s.isMarked(int(o)) && int(o) != to {
			return why // it can attack both
		}
	}
	for k := range 6 {
		other := int(s.b.next[to][k])
		if other >= 0 && s.friendAt(other, s.side) && s.mayFight(other, to).ok() {
			return why
		}
	}
	return no{}
}

func (s *State) optMelees(_ task, buf []game.Action) []game.Action {
	for _, h := range s.marked[:s.nMark] {
		for k := range 6 {
			from := s.b.next[h][k]
			if from < 0 || !s.friendAt(int(from), s.side) {
				continue
			}
			buf = append(buf, game.Action{Verb: vMelee, A: int32(from), B: int32(h)})
			var list [2]int16
			for _, o := range s.targets(int(from), &list) {
				if o > h {
					buf = append(buf, game.Action{Verb: vMelee, A: int32(from), B: int32(h), C: int32(o) + 1})
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

func (s *State) checkMelees(_ task, a game.Action) no {
	if a.D != 0 || a.Verb != vMelee && a.Verb != vPair || a.Verb == vPair && a.C != 0 {
		return no{id: whyMeleePhase}
	}
	if a.A < 0 || int(a.A) >= s.b.hexes || a.B < 0 || int(a.B) >= s.b.hexes || a.C < 0 || int(a.C) > s.b.hexes {
		return no{id: whyOffMap}
	}
	if a.Verb == vPair {
		return s.mayPair(int(a.A), int(a.B))
	}
	if a.C == 0 {
		return s.mayFightAnyhow(int(a.A), int(a.B))
	}
	from, one, two := int(a.A), int(a.B), int(a.C)-1
	if n := s.mayAttackFrom(from); !n.ok() {
		return n
	}
	if one >= two {
		return no{id: whyTwoTargets}
	}
	for _, to := range [2]int{one, two} {
		if n := s.mayAttack(from, to); !n.ok() {
			return n
		}
		if !s.isMarked(to) {
			return no{id: whyNotMarked, a: int16(to)}
		}
	}
	return no{}
}

// mayPair tells whether two phalanxes may attack together all the enemies in their front hexes (R116).
func (s *State) mayPair(one, two int) no {
	k := s.b.m.Side(one, two)
	if k < 0 || k > 2 || !s.friendAt(one, s.side) || !s.friendAt(two, s.side) || !s.likePhalanx(s.top[one], s.top[two], true) {
		return no{id: whyPair, a: int16(one), b: int16(two)}
	}
	for _, h := range [2]int{one, two} {
		if n := s.mayAttackFrom(h); !n.ok() {
			return n
		}
	}
	var defs [4]int16
	n := s.pairTargets(one, two, &defs)
	if n < 2 {
		return no{id: whyPairOne, a: int16(one), b: int16(two)}
	}
	for _, h := range defs[:n] {
		if !s.isMarked(int(h)) {
			return no{id: whyNotMarked, a: h}
		}
	}
	return no{}
}

// pairTargets lists the enemies in the front hexes of two stacks.
func (s *State) pairTargets(one, two int, defs *[4]int16) int {
	n := 0
	for _, from := range [2]int{one, two} {
		var buf [2]int16
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

// likePhalanx reports whether two units are unrouted phalanxes of one side with one facing, and if asked of one name.
func (s *State) likePhalanx(u, v uint8, name bool) bool {
	d, e := &s.b.units[u], &s.b.units[v]
	return s.b.book.Types[d.typ].Phalanx && s.b.book.Types[e.typ].Phalanx && d.side == e.side &&
		!s.isRouted(u) && !s.isRouted(v) && s.units[u].facing == s.units[v].facing && (!name || d.name == e.name)
}

func (s *State) doMelees(_ task, a game.Action) {
	m := &s.melee
	m.att[0], m.nAtt = int16(a.A), 1
	switch {
	case a.Verb == vPair:
		m.att[1], m.nAtt, m.pair = int16(a.B), 2, true
		var defs [4]int16
		m.nDef = uint8(s.pairTargets(int(a.A), int(a.B), &defs))
		copy(m.def[:], defs[:m.nDef])
		s.beginMelee()
	case a.C != 0:
		m.def[0], m.def[1], m.nDef = int16(a.B), int16(a.C-1), 2
		s.beginMelee()
	default:
		m.def[0], m.nDef = int16(a.B), 1
		s.push(task{kind: tAssemble})
	}
}

// stepAssemble waits while more stacks can join the attack.
func (s *State) stepAssemble(task) bool {
	for k := range 6 {
		if h := s.b.next[s.melee.def[0]][k]; h >= 0 && s.mayJoinMelee(int(h)).ok() {
			return s.waitFor(s.side)
		}
	}
	s.pop()
	s.beginMelee()
	return false
}

func (s *State) mayJoinMelee(h int) no {
	if s.named(h) {
		return no{id: whyInMelee, a: int16(h)}
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

func (s *State) checkAssemble(_ task, a game.Action) no {
	switch {
	case only(a, vFight):
		return no{}
	case a.Verb != vJoin || a.B != 0 || a.C != 0 || a.D != 0:
		return no{id: whyAssemble}
	case a.A < 0 || int(a.A) >= s.b.hexes:
		return no{id: whyOffMap}
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

// beginMelee lines up the steps of the melee (ant-10.3).
func (s *State) beginMelee() {
	m := &s.melee
	for _, h := range m.att[:m.nAtt] {
		for u := s.top[h]; u != none; u = s.units[u].below {
			if s.mayAttackWith(u).ok() {
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
				if s.mayAttack(int(h), int(e)).ok() {
					s.say("attacks", "ant-10.3c", piece("unit", int(s.top[h])), place("from", int(h)),
						piece("target", int(s.top[e])), place("hex", int(e)))
				}
			}
		}
	}
	s.push(task{kind: tEndMelee})
	s.push(task{kind: tFight})
	s.push(task{kind: tOffend})
	s.push(task{kind: tDefend})
}

// stepFight is the melee itself, if both sides are still there (R55).
func (s *State) stepFight(task) bool {
	s.pop()
	m := &s.melee
	m.nAtt = s.remaining(m.att[:m.nAtt], fAtt)
	m.nDef = s.remaining(m.def[:m.nDef], fDef)
	if m.nAtt == 0 || m.nDef == 0 {
		if s.sink != nil {
			s.say("melee-void", "ant-R55")
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
			s.disturb(u)
		}
	}
	s.push(task{kind: tDie, a: dieMelee})
	return false
}

// remaining keeps the hexes that still hold units taking part, and takes the flag from units that do so no more.
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

// meleeMods lists the modifiers of the melee in the order of the steps (ant-10.3f to 10.3k).
func (s *State) meleeMods(m *mods) {
	s.meleeTerrain(m)
	s.meleeRatio(m)
	s.meleeType(m)
	s.meleeQuality(m)
	s.meleeLeaders(m)
	if s.melee.shot {
		m.add(int(s.b.book.MeleeMods.OffensiveShot), "melee-shot", s.b.clause("ant-C5m"), 0, 0)
	}
	s.meleeFacing(m)
	s.meleeDisorder(m)
	if s.b.book.MeleeMods.PhalanxPair != 0 {
		s.meleePhalanx(m)
	}
}

// meleeTerrain uses the pair of attacker and defender that is best for the defender (ant-10.3g, R59).
func (s *State) meleeTerrain(m *mods) {
	best, from, side := 127, -1, -1
	for _, h := range s.melee.att[:s.melee.nAtt] {
		for _, e := range s.melee.def[:s.melee.nDef] {
			k := s.b.m.Side(int(h), int(e))
			if k >= 0 && int(s.b.attack[h][k]) < best {
				best, from, side = int(s.b.attack[h][k]), int(h), k
			}
		}
	}
	if from < 0 {
		return
	}
	to := int(s.b.next[from][side])
	g := &s.b.book.Terrain[s.b.terrain[to]]
	if g.Melee != 0 {
		m.add(int(g.Melee), "melee-terrain", g.Clause, int(s.b.terrain[to]), to)
	}
	for e := range s.b.book.Edges {
		edge := &s.b.book.Edges[e]
		mod := 0
		switch bits := s.b.edges[from][side] >> (2 * e) & 3; {
		case bits == 0 || s.b.edges[from][side] != 0 && s.bridged(from, side) && !edge.Bridge:
		case bits&2 != 0:
			mod = int(edge.MeleeOut)
		default:
			mod = int(edge.Melee)
		}
		if mod != 0 {
			m.add(mod, "melee-edge", edge.Clause, e, to)
		}
	}
	switch l := s.b.levelMod(from, to); {
	case l != 0 && s.b.level[to] > s.b.level[from]:
		m.add(l, "melee-up", "ant-C2g", to, 0)
	case l != 0:
		m.add(l, "melee-down", "ant-C2h", to, 0)
	}
}

// bridged reports whether a bridge lies on the hexside and so replaces its other features.
func (s *State) bridged(h, side int) bool {
	for e := range s.b.book.Edges {
		if s.b.book.Edges[e].Bridge && s.b.edges[h][side]>>(2*e)&3 != 0 {
			return true
		}
	}
	return false
}

// counts reports whether a defender adds to his side: one who came into the hex through a melee result of this
// activation does not (ant-5.2.5e, R63).
func (s *State) counts(u uint8) bool {
	if !s.has(u, fJoined) {
		return true
	}
	for v := s.top[s.units[u].hex]; v != none; v = s.units[v].below {
		if !s.has(v, fJoined) {
			return false
		}
	}
	return true
}

// meleeRatio compares strengths, rounded in the defender's favour (ant-C5b to C5g, R56).
func (s *State) meleeRatio(m *mods) {
	a, d := 0, 0
	for i := range s.b.units {
		u := uint8(i)
		switch {
		case s.has(u, fAtt):
			a += s.sp(u)
		case s.has(u, fDef) && s.counts(u):
			d += s.sp(u)
		}
	}
	switch {
	case a >= 2*d:
		m.add(2, "melee-ratio", "ant-C5b", a, d)
	case a >= d:
		m.add(1, "melee-ratio", "ant-C5c", a, d)
	case 2*a >= d:
		m.add(0, "melee-ratio", "ant-C5d", a, d)
	case 3*a >= d:
		m.add(-1, "melee-ratio", "ant-C5e", a, d)
	default:
		m.add(-2, "melee-ratio", "ant-C5f", a, d)
	}
}

// meleeType uses the pairing of types that is best for the defender (ant-C4g).
func (s *State) meleeType(m *mods) {
	best, att, def := 127, uint8(none), uint8(none)
	for i := range s.b.units {
		if !s.has(uint8(i), fAtt) {
			continue
		}
		for j := range s.b.units {
			if !s.has(uint8(j), fDef) || !s.counts(uint8(j)) {
				continue
			}
			if v := int(s.b.book.Melee[s.b.units[i].typ][s.b.units[j].typ]); v < best {
				best, att, def = v, uint8(i), uint8(j)
			}
		}
	}
	if att != none {
		m.add(best, "melee-type", s.b.book.Types[s.b.units[att].typ].Clause, int(att), int(def))
	}
}

// meleeQuality compares the best quality of the attackers with that of the defenders: for each defending stack its
// lowest, and of several stacks the best (ant-C5h to C5j, R57).
func (s *State) meleeQuality(m *mods) {
	best := 0
	for i := range s.b.units {
		if s.has(uint8(i), fAtt) {
			best = max(best, s.meleeQ(uint8(i)))
		}
	}
	worst := 0
	for _, h := range s.melee.def[:s.melee.nDef] {
		low := 127
		for u := s.top[h]; u != none; u = s.units[u].below {
			if s.counts(u) {
				low = min(low, s.meleeQ(u))
			}
		}
		if low != 127 {
			worst = max(worst, low)
		}
	}
	mods := &s.b.book.MeleeMods
	switch {
	case best > worst:
		m.add(int(mods.QualityUp), "melee-quality", "ant-C5h", best, worst)
	case best < worst:
		m.add(int(mods.QualityDown), "melee-quality", "ant-C5i", best, worst)
	default:
		m.add(0, "melee-quality", "ant-C5j", best, worst)
	}
}

// meleeQ is a unit's quality in the comparison; a phalanx beside its like counts one more (iss-M2a, R115, R125).
func (s *State) meleeQ(u uint8) int {
	q := s.quality(u)
	if s.b.book.MeleeMods.PhalanxQuality == 0 || !s.b.book.Types[s.b.units[u].typ].Phalanx {
		return q
	}
	if s.phalanxNeighbors(u, true) > 0 {
		q += int(s.b.book.MeleeMods.PhalanxQuality)
	}
	return q
}

// phalanxNeighbors counts the phalanxes of the unit's facing in neighbouring hexes, if asked only those of its name.
func (s *State) phalanxNeighbors(u uint8, name bool) int {
	n := 0
	for k := range 6 {
		h := s.b.next[s.units[u].hex][k]
		if h < 0 {
			continue
		}
		for v := s.top[h]; v != none; v = s.units[v].below {
			if s.likePhalanx(u, v, name) {
				n++
			}
		}
	}
	return n
}

// meleeLeaders adds the bonuses of the attackers' leaders and subtracts those of the defenders' (ant-C5l, R61).
func (s *State) meleeLeaders(m *mods) {
	add := func(list []int16, side uint8, sign int) {
		for _, h := range list {
			for set := s.leadersAt(int(h), side); set != 0; set &= set - 1 {
				l := uint8(bits.TrailingZeros32(set))
				if b := s.bonus(l); b != 0 && s.leaders[l].flags&lJoined == 0 {
					m.add(sign*b, "melee-leader", "ant-C5l", len(s.b.units)+int(l), 0)
				}
			}
		}
	}
	add(s.melee.att[:s.melee.nAtt], s.side, 1)
	add(s.melee.def[:s.melee.nDef], 1-s.side, -1)
}

// meleeFacing: only one modifier applies, the highest against several stacks (ant-C5n to C5p, R58, R62).
func (s *State) meleeFacing(m *mods) {
	best, clause := int8(0), ""
	mods := &s.b.book.MeleeMods
	for _, e := range s.melee.def[:s.melee.nDef] {
		f, ok := s.stackFacing(int(e))
		if !ok {
			continue
		}
		var seen [3]bool
		for _, h := range s.melee.att[:s.melee.nAtt] {
			if k := s.b.m.Side(int(e), int(h)); k >= 0 && s.inFrontOf(int(h), int(e)) {
				seen[arc(f, k)] = true
			}
		}
		v, c := int8(0), ""
		switch {
		case seen[grid.Rear] && (seen[grid.Flank] || seen[grid.Front]):
			v, c = mods.RearMore, "ant-C5p"
		case seen[grid.Rear]:
			v, c = mods.Rear, "ant-C5o"
		case seen[grid.Flank]:
			v, c = mods.Flank, "ant-C5n"
		}
		if v > best {
			best, clause = v, c
		}
	}
	if best != 0 {
		m.add(int(best), "melee-facing", clause, 0, 0)
	}
}

// inFrontOf reports whether an enemy hex is in the front of a stack.
func (s *State) inFrontOf(from, to int) bool {
	f, ok := s.stackFacing(from)
	k := s.b.m.Side(from, to)
	return ok && k >= 0 && arc(f, k) == grid.Front
}

// meleeDisorder: one line for each side (ant-C5q to C5u, R60).
func (s *State) meleeDisorder(m *mods) {
	var att, attShaken, def, defShaken, defRouted int
	for i := range s.b.units {
		u := uint8(i)
		switch {
		case s.has(u, fAtt):
			att++
			if s.isDiscouraged(u) {
				attShaken++
			}
		case s.has(u, fDef) && s.counts(u):
			def++
			if s.isDiscouraged(u) {
				defShaken++
			}
			if s.isRouted(u) {
				defRouted++
			}
		}
	}
	mods := &s.b.book.MeleeMods
	switch {
	case attShaken == att:
		m.add(int(mods.AttackersAll), "melee-attackers-all", "ant-C5r", attShaken, att)
	case attShaken > 0:
		m.add(int(mods.AttackersSome), "melee-attackers-some", "ant-C5q", attShaken, att)
	}
	switch {
	case defRouted == def:
		m.add(int(mods.DefendersRouted), "melee-defenders-routed", "ant-C5u", defRouted, def)
	case defRouted > 0 || defShaken == def:
		m.add(int(mods.DefendersAll), "melee-defenders-all", "ant-C5t", max(defRouted, defShaken), def)
	case defShaken > 0:
		m.add(int(mods.DefendersSome), "melee-defenders-some", "ant-C5s", defShaken, def)
	}
}

// meleePhalanx adds the lines of the phalanx, each once (iss-M2b to M2d, R116, R125).
func (s *State) meleePhalanx(m *mods) {
	var attack, defend, pair bool
	for i := range s.b.units {
		u := uint8(i)
		if !s.b.book.Types[s.b.units[u].typ].Phalanx || s.isRouted(u) {
			continue
		}
		switch {
		case s.has(u, fAtt):
			attack = attack || s.phalanxNeighbors(u, false) >= 2
			pair = pair || s.pairedWith(u)
		case s.has(u, fDef) && s.counts(u):
			defend = defend || s.phalanxFlanks(u)
		}
	}
	mods := &s.b.book.MeleeMods
	if attack {
		m.add(int(mods.PhalanxAttack), "melee-phalanx-attack", "iss-M2b", 0, 0)
	}
	if defend {
		m.add(int(mods.PhalanxDefend), "melee-phalanx-defend", "iss-M2c", 0, 0)
	}
	if pair {
		m.add(int(mods.PhalanxPair), "melee-phalanx-pair", "iss-M2d", 0, 0)
	}
}

// pairedWith reports whether an attacking phalanx has one of its name attacking with it from the next hex.
func (s *State) pairedWith(u uint8) bool {
	for k := range 6 {
		h := s.b.next[s.units[u].hex][k]
		if h < 0 {
			continue
		}
		for v := s.top[h]; v != none; v = s.units[v].below {
			if s.has(v, fAtt) && s.b.units[v].name == s.b.units[u].name && s.b.units[v].typ == s.b.units[u].typ {
				return true
			}
		}
	}
	return false
}

// phalanxFlanks reports whether both flank hexes of a phalanx hold phalanxes of its facing.
func (s *State) phalanxFlanks(u uint8) bool {
	for k := range 6 {
		if arc(int(s.units[u].facing), k) != grid.Flank {
			continue
		}
		h := s.b.next[s.units[u].hex][k]
		like := false
		if h >= 0 {
			for v := s.top[h]; v != none; v = s.units[v].below {
				like = like || s.likePhalanx(u, v, false)
			}
		}
		if !like {
			return false
		}
	}
	return true
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

// rollMelee reads the result (ant-10.4a). Leaders check before anything moves (R66).
func (s *State) rollMelee(roll int) {
	var m mods
	s.meleeMods(&m)
	mod := s.b.meleeTotal(m.sum())
	row := s.b.meleeRow(mod + roll)
	s.melee.row = uint8(row)
	r := &s.b.book.Results[row]
	if s.sink != nil {
		s.sayMods(&m)
		s.say("melee-roll", r.Clause, die("roll", roll), signed("modifier", mod), num("total", mod+roll), word("result", "melee."+r.ID))
	}
	for i := len(r.Attackers) - 1; i >= 0; i-- {
		s.push(task{kind: tResult, a: s.side, b: int16(r.Attackers[i])})
	}
	for i := len(r.Defenders) - 1; i >= 0; i-- {
		s.push(task{kind: tResult, a: 1 - s.side, b: int16(r.Defenders[i])})
	}
	if roll == s.b.book.LeaderCheck.DefenderRoll {
		for _, h := range s.melee.def[:s.melee.nDef] {
			s.checkLeaders(int(h), 1-s.side)
		}
	}
	if roll == s.b.book.LeaderCheck.AttackerRoll {
		for _, h := range s.melee.att[:s.melee.nAtt] {
			s.checkLeaders(int(h), s.side)
		}
	}
}

// stepResult applies one part of the result to one side (ant-10.4c, 10.4d).
func (s *State) stepResult(t task) bool {
	s.pop()
	flag, list := fDef, s.melee.def[:s.melee.nDef]
	if t.a == s.side {
		flag, list = fAtt, s.melee.att[:s.melee.nAtt]
	}
	effect := Effect(t.b)
	switch effect {
	case Retreat:
		s.push(task{kind: tRetreats, a: t.a})
	case Advance, MayAdvance:
		s.push(task{kind: tAdvance, a: t.a, b: int16(effect)})
		return false
	}
	s.beginResult()
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
			s.set(u, fRetreat)
		}
	}
	for i := len(list) - 1; i >= 0; i-- {
		s.flush(int(list[i]), 2, causeMelee)
	}
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
