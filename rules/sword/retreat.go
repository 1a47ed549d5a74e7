package sword

import (
	"math/bits"

	"acies/game"
	"acies/grid"
)

// Sections 10.5 and 10.6: retreat and advance after melee.

// stepRetreats retreats the units of one side, stack by stack in their owner's order (R67). Routed units go first and
// flee one hex (ant-12.2.3h). Units that cannot retreat stay and lose a level (ant-10.5c, R69), but only if no other
// stack that still has to retreat could make room for them.
func (s *State) stepRetreats(t task) bool {
	first, fleeing, several, movable := -1, -1, false, false
	for i := range s.b.units {
		u := uint8(i)
		if !s.has(u, fRetreat) {
			continue
		}
		h := int(s.units[u].hex)
		if h < 0 {
			s.unset(u, fRetreat)
			continue
		}
		first = h
		movable = movable || s.canRetreat(h)
		if s.isRouted(u) {
			several = several || fleeing >= 0 && fleeing != h
			fleeing = h
		}
	}
	switch {
	case first < 0:
		s.pop()
	case fleeing >= 0 && !several:
		s.fleeOneHex(fleeing)
	case fleeing >= 0 || movable:
		return s.waitFor(t.a)
	default:
		s.failRetreat(first)
	}
	return false
}

// routedRetreat reports whether routed units of a hex have to retreat: they flee before the others retreat.
func (s *State) routedRetreat(h int) bool {
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.has(u, fRetreat) && s.isRouted(u) {
			return true
		}
	}
	return false
}

// fleeOneHex makes the routed units of a hex flee the one hex of a retreat.
func (s *State) fleeOneHex(h int) {
	for v := s.top[h]; v != none; v = s.units[v].below {
		if s.has(v, fRetreat) && s.isRouted(v) {
			s.unset(v, fRetreat)
			s.fleeOn(v, "ant-12.2.3h")
		}
	}
	s.pushFlights(1, causeMelee)
}

// retreating counts the unrouted units of a hex that have to retreat, and their SP.
func (s *State) retreating(h int) (first uint8, n, sp int) {
	first = none
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.has(u, fRetreat) && !s.isRouted(u) {
			if first == none {
				first = u
			}
			n++
			sp += s.sp(u)
		}
	}
	return first, n, sp
}

// mayRetreat checks whether count units of sp SP like u may retreat over side k of their hex (R67).
func (s *State) mayRetreat(u uint8, count, sp, h, k int) reason {
	if n := s.canEnter(u, h, k); !n.ok() {
		return n
	}
	return s.mayStack(u, count, sp, int(s.b.next[h][k]))
}

// wholeRetreats reports whether some hex has room for the whole stack (R72).
func (s *State) wholeRetreats(h int) bool {
	u, n, sp := s.retreating(h)
	for k := range 6 {
		if s.mayRetreat(u, n, sp, h, k).ok() {
			return true
		}
	}
	return false
}

// canRetreat reports whether any unit of the hex that has to retreat can.
func (s *State) canRetreat(h int) bool {
	for u := s.top[h]; u != none; u = s.units[u].below {
		if !s.has(u, fRetreat) || s.isRouted(u) {
			continue
		}
		for k := range 6 {
			if s.mayRetreat(u, 1, s.sp(u), h, k).ok() {
				return true
			}
		}
	}
	return false
}

// retreatsNow reports whether a unit that has to retreat can be chosen for it now: routed units of its hex flee first, and one
// without a hex to go to waits for others to make room.
func (s *State) retreatsNow(u uint8) bool {
	h := int(s.units[u].hex)
	if s.routedRetreat(h) {
		return s.isRouted(u)
	}
	if s.wholeRetreats(h) {
		return true
	}
	for k := range 6 {
		if s.mayRetreat(u, 1, s.sp(u), h, k).ok() {
			return true
		}
	}
	return false
}

// failRetreat leaves the units of a hex where they are, and each loses a level (ant-10.5c, 5.2.5i).
func (s *State) failRetreat(h int) {
	for u := s.top[h]; u != none; {
		below := s.units[u].below
		if s.has(u, fRetreat) && !s.isRouted(u) {
			s.unset(u, fRetreat)
			s.chase.barred = s.chase.barred || s.has(u, fDef) && s.melee.stage != notCharge
			s.sayUnit("cannot-retreat", "ant-10.5c", u)
			s.extraLevel(u)
		}
		u = below
	}
	s.pushFlights(2, causeRetreat)
}

func (s *State) optRetreats(t task, buf []game.Action) []game.Action {
	for i := range s.b.units {
		h := s.units[i].hex
		if h < 0 || s.top[h] != uint8(i) || s.b.units[i].side != t.a {
			continue
		}
		if s.routedRetreat(int(h)) {
			buf = append(buf, game.Action{Verb: vFleeAll, A: int32(h)})
			continue
		}
		u, n, _ := s.retreating(int(h))
		if n == 0 {
			continue
		}
		if n == 1 || s.wholeRetreats(int(h)) {
			buf = s.listRetreat(int(h), u, 0, buf)
			continue
		}
		for v := s.top[h]; v != none; v = s.units[v].below {
			if s.has(v, fRetreat) {
				buf = s.listRetreat(int(h), v, int32(v)+1, buf)
			}
		}
	}
	return buf
}

// listRetreat lists the possible hexes, facings and stack places of a retreat.
func (s *State) listRetreat(h int, u uint8, unit int32, buf []game.Action) []game.Action {
	for k := range 6 {
		n := int(s.b.next[h][k])
		if n < 0 {
			continue
		}
		a := game.Action{Verb: vRetreat, A: int32(h), B: int32(n), D: unit}
		if s.top[n] != none {
			f, ok := s.stackFacing(n)
			if !ok {
				f = int(s.units[u].facing)
			}
			a.C = packEnd(f, orderOver)
			buf = append(buf, a)
			a.C = packEnd(f, orderUnder)
			buf = append(buf, a)
			continue
		}
		for _, d := range [3]int{5, 0, 1} {
			a.C = packEnd((int(s.units[u].facing)+d)%6, orderNone)
			buf = append(buf, a)
		}
	}
	return buf
}

// packEnd packs a facing and a place in the stack into one number; unpackEnd takes them apart.
func packEnd(f, order int) int32            { return int32(f + 6*order) }
func unpackEnd(c int32) (facing, order int) { return int(c % 6), int(c / 6) }

func (s *State) checkRetreats(t task, a game.Action) reason {
	if a.Verb == vFleeAll {
		if !s.friendAt(int(a.A), t.a) || !s.routedRetreat(int(a.A)) {
			return reason{id: whyTogether, a: int16(a.A)}
		}
		return reason{}
	}
	h, to := int(a.A), int(a.B)
	if a.Verb != vRetreat || !s.friendAt(h, t.a) || s.routedRetreat(h) {
		return reason{id: whyRetreatNow}
	}
	u, n, sp := s.retreating(h)
	whole := n == 1 || n > 0 && s.wholeRetreats(h)
	switch {
	case n == 0:
		return reason{id: whyRetreatNow}
	case whole && a.D != 0:
		return reason{id: whyRetreatWhole, a: int16(h)}
	case !whole && a.D == 0:
		return reason{id: whyRetreatSplit, a: int16(h)}
	}
	if a.D != 0 {
		u = uint8(a.D - 1)
		if int(s.units[u].hex) != h || !s.has(u, fRetreat) || s.isRouted(u) {
			return reason{id: whyRetreatNow}
		}
		n, sp = 1, s.sp(u)
	}
	k := s.b.m.Side(h, to)
	if k < 0 {
		return reason{id: whyRetreatOne, a: int16(to)}
	}
	if n := s.mayRetreat(u, n, sp, h, k); !n.ok() {
		return n
	}
	return s.checkRetreatEnd(u, to, a.C)
}

// checkRetreatEnd checks the facing: at most one step from the old one, or that of the stack joined (ant-10.5g, R73).
func (s *State) checkRetreatEnd(u uint8, to int, c int32) reason {
	f, order := unpackEnd(c)
	if (s.top[to] != none) != (order != orderNone) {
		return reason{id: whyOrder, a: int16(to)}
	}
	if s.top[to] != none {
		g, ok := s.stackFacing(to)
		if !ok {
			g = int(s.units[u].facing)
		}
		if g != f {
			return reason{id: whyJoinFacing, a: int16(to), b: int16(g)}
		}
		return reason{}
	}
	if d := (f - int(s.units[u].facing) + 6) % 6; d > 1 && d < 5 {
		return reason{id: whyRetreatTurn, a: int16(u)}
	}
	return reason{}
}

func (s *State) doRetreats(t task, a game.Action) {
	if a.Verb == vFleeAll {
		s.fleeOneHex(int(a.A))
		return
	}
	h, to := int(a.A), int(a.B)
	f, order := unpackEnd(a.C)
	var list [maxGroup]uint8
	n := 0
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.has(u, fRetreat) && !s.isRouted(u) && (a.D == 0 || u == uint8(a.D-1)) {
			list[n] = u
			n++
		}
	}
	forward := s.unitArc(list[0], s.b.m.Side(h, to)) == grid.Front
	for i := range n {
		u := list[n-1-i]
		if order == orderUnder {
			u = list[i]
		}
		s.unstack(u)
		s.unset(u, fRetreat)
		s.set(u, fJoined)
		s.stack(u, to, order == orderUnder)
		s.units[u].facing = uint8(f)
		s.markMoved(u)
		if s.sink != nil {
			s.say("retreats", "ant-10.5a", piece("unit", int(u)), place("to", to), facing("facing", f))
		}
	}
	if forward {
		for _, u := range list[:n] {
			s.sayUnit("retreats-forward", "ant-10.5i", u)
			s.extraLevel(u)
		}
		s.pushFlights(2, causeRetreat)
	}
	s.leadersRetreat(h, to, t.a, list[:n])
	s.hasEntered(list[:n], to)
}

// leadersRetreat moves the leaders too; if units they may be with stay, their owner chooses (R41, R77).
func (s *State) leadersRetreat(h, to int, side uint8, units []uint8) {
	for set := s.leadersAt(h, side); set != 0; set &= set - 1 {
		l := uint8(bits.TrailingZeros32(set))
		holds, bound := false, false
		for _, u := range units {
			holds = holds || s.mayJoin(l, u)
			bound = bound || s.leaders[l].bound == u
		}
		switch {
		case !holds:
		case bound || !s.joinable(l, h):
			s.leaders[l].hex = int16(to)
			s.leaders[l].flags |= lJoined
		case s.leaders[l].bound == none:
			s.push(task{kind: tLeaderGo, a: l, b: goRetreat, c: int16(to)})
		}
	}
}

// Advance.

// fronts returns the hexes of a side's own stacks and of the enemy's in the melee, and the flag of its units.
func (s *State) fronts(side uint8) (own, enemy []int16, flag flags) {
	m := &s.melee
	if side == s.side {
		return m.att[:m.nAtt], m.def[:m.nDef], fAtt
	}
	return m.def[:m.nDef], m.att[:m.nAtt], fDef
}

// mayAdvanceUnit checks whether a unit may advance into a hex (ant-12.1f, R74, R75).
func (s *State) mayAdvanceUnit(u uint8, to int) reason {
	k := s.b.m.Side(int(s.units[u].hex), to)
	switch {
	case s.units[u].disorder != valiant:
		return reason{id: whyShakenAdvance, a: int16(u)}
	case s.b.units[u].guns:
		return reason{id: whyGunsAttack, a: int16(u)}
	case k < 0:
		return reason{id: whyAdvanceWhere, a: int16(to)}
	case s.top[to] != none:
		return reason{id: whyHeldHex, a: int16(to)}
	case s.banned(u) && s.adjacentEnemy(to, s.sideOf(u)):
		return reason{id: whyReserve, a: int16(u), b: int16(to)}
	case s.held(u):
		return reason{id: whyHeld, a: int16(u)}
	}
	return s.canEnter(u, int(s.units[u].hex), k)
}

// advancers counts the units of a hex that may advance into another and are not set aside.
func (s *State) advancers(from, to int, flag flags) int {
	n := 0
	for u := s.top[from]; u != none; u = s.units[u].below {
		if s.has(u, flag) && !s.has(u, fAside) && s.mayAdvanceUnit(u, to).ok() {
			n++
		}
	}
	return n
}

// mayAdvance checks whether the stack in one hex may advance into another.
func (s *State) mayAdvance(side uint8, from, to int) reason {
	own, enemy, flag := s.fronts(side)
	if !contains(own, from) || !contains(enemy, to) || s.b.m.Side(from, to) < 0 {
		return reason{id: whyAdvanceWhere, a: int16(to)}
	}
	if s.top[to] != none {
		return reason{id: whyHeldHex, a: int16(to)}
	}
	why := reason{id: whyAdvanceWhere, a: int16(to)}
	for u := s.top[from]; u != none; u = s.units[u].below {
		if !s.has(u, flag) || s.has(u, fAside) {
			continue
		}
		if why = s.mayAdvanceUnit(u, to); why.ok() {
			return s.together(from, flag)
		}
	}
	return why
}

// together checks whether a stack that has to advance as a whole can: a discouraged unit holds back the other
// (med-5.2.5i, 10.8c).
func (s *State) together(from int, flag flags) reason {
	for u := s.top[from]; u != none && s.b.book.Stacking.Whole; u = s.units[u].below {
		if s.has(u, flag) && s.isDiscouraged(u) && !s.b.units[u].guns {
			return reason{id: whyTogetherOn, a: int16(u)}
		}
	}
	return reason{}
}

func contains(list []int16, h int) bool {
	for _, x := range list {
		if int(x) == h {
			return true
		}
	}
	return false
}

func (s *State) stepAdvance(t task) bool {
	own, enemy, _ := s.fronts(t.a)
	for _, from := range own {
		for _, to := range enemy {
			if s.mayAdvance(t.a, int(from), int(to)).ok() {
				return s.waitFor(t.a)
			}
		}
	}
	s.pop()
	return false
}

func (s *State) optAdvance(t task, buf []game.Action) []game.Action {
	own, enemy, _ := s.fronts(t.a)
	buf = append(buf, game.Action{Verb: vDone})
	for _, from := range own {
		for _, to := range enemy {
			for f := range 6 {
				buf = append(buf, game.Action{Verb: vAdvance, A: int32(from), B: int32(to), C: int32(f)})
			}
		}
		for u := s.top[from]; u != none && !s.b.book.Stacking.Whole; u = s.units[u].below {
			buf = append(buf, game.Action{Verb: vAside, A: int32(u)})
		}
		for set := s.leadersAt(int(from), t.a); set != 0; set &= set - 1 {
			buf = append(buf, game.Action{Verb: vBehind, A: int32(len(s.b.units) + bits.TrailingZeros32(set))})
		}
	}
	return buf
}

func (s *State) checkAdvance(t task, a game.Action) reason {
	switch a.Verb {
	case vDone:
		return s.mayHold(t)
	case vAdvance:
		if n := s.mayAdvance(t.a, int(a.A), int(a.B)); !n.ok() || t.a != s.side || s.melee.stage == notCharge {
			return n
		}
		return s.mayWheel(s.top[a.A], int(a.B), int(a.C))
	case vAside:
		return s.maySetAside(t, a.A)
	case vBehind:
		return s.mayStayBehind(t, a.A)
	}
	return reason{id: whyAdvanceNow}
}

// mayHold checks whether an advance may be declined: one that is only possible may, and a phalanx always may (ant-C6a,
// iss-M2f).
func (s *State) mayHold(t task) reason {
	if Effect(t.b) == MayAdvance {
		return reason{}
	}
	own, enemy, flag := s.fronts(t.a)
	for _, from := range own {
		for _, to := range enemy {
			if !s.mayAdvance(t.a, int(from), int(to)).ok() {
				continue
			}
			for u := s.top[from]; u != none; u = s.units[u].below {
				if s.has(u, flag) && s.mayAdvanceUnit(u, int(to)).ok() && !s.b.book.Types[s.b.units[u].typ].Phalanx {
					return reason{id: whyMustAdvance, a: from}
				}
			}
		}
	}
	return reason{}
}

// maySetAside checks whether a unit may stay: not all units of a stack have to advance, but one must (ant-10.6c, R76).
func (s *State) maySetAside(t task, p int32) reason {
	u := uint8(p)
	own, enemy, flag := s.fronts(t.a)
	if s.units[u].hex < 0 || !s.has(u, flag) || s.has(u, fAside) || !contains(own, int(s.units[u].hex)) {
		return reason{id: whyAdvanceNow}
	}
	if s.b.book.Stacking.Whole {
		return reason{id: whyTogetherOn, a: int16(u)}
	}
	for _, to := range enemy {
		h := int(s.units[u].hex)
		if s.mayAdvanceUnit(u, int(to)).ok() && s.advancers(h, int(to), flag) > 1 {
			return reason{}
		}
	}
	return reason{id: whyOneAdvances, a: int16(u)}
}

// mayStayBehind checks whether a leader may stay: if a unit he may be with stays (R77).
func (s *State) mayStayBehind(t task, p int32) reason {
	l := int(p) - len(s.b.units)
	own, _, _ := s.fronts(t.a)
	p16 := int16(p)
	switch h := int(s.leaders[l].hex); {
	case s.b.leaders[l].side != t.a || h < 0 || !contains(own, h) || s.leaders[l].flags&lBehind != 0:
		return reason{id: whyAdvanceNow}
	case s.leaders[l].bound != none && !s.staysInHex(uint8(l), h, true):
		return reason{id: whyMustGo, a: p16}
	case !s.staysInHex(uint8(l), h, false):
		return reason{id: whyMustGo, a: p16}
	}
	return reason{}
}

// staysInHex reports whether a unit the leader may be with will stay in his hex: one set aside or unable to advance.
func (s *State) staysInHex(l uint8, h int, bound bool) bool {
	_, enemy, flag := s.fronts(s.b.leaders[l].side)
	for u := s.top[h]; u != none; u = s.units[u].below {
		if !s.mayJoin(l, u) || bound && s.leaders[l].bound != u {
			continue
		}
		goes := s.has(u, flag) && !s.has(u, fAside)
		if goes {
			able := false
			for _, to := range enemy {
				able = able || s.mayAdvanceUnit(u, int(to)).ok()
			}
			goes = able
		}
		if !goes {
			return true
		}
	}
	return false
}

func (s *State) doAdvance(t task, a game.Action) {
	switch a.Verb {
	case vDone:
		s.pop()
		return
	case vAside:
		s.set(uint8(a.A), fAside)
		return
	case vBehind:
		s.leaders[int(a.A)-len(s.b.units)].flags |= lBehind
		return
	}
	s.pop()
	_, _, flag := s.fronts(t.a)
	from, to := int(a.A), int(a.B)
	var list [maxGroup]uint8
	n := 0
	for u := s.top[from]; u != none; u = s.units[u].below {
		if s.has(u, flag) && !s.has(u, fAside) && s.mayAdvanceUnit(u, to).ok() {
			list[n] = u
			n++
		}
	}
	for _, u := range list[:n] {
		s.unstack(u)
	}
	for i := range n {
		u := list[n-1-i]
		s.stack(u, to, false)
		s.units[u].facing = uint8(a.C)
		s.markMoved(u)
		if s.sink != nil {
			s.say("advances", "ant-10.6a", piece("unit", int(u)), place("to", to), facing("facing", int(a.C)))
		}
	}
	for set := s.leadersAt(from, t.a); set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set)
		if b := s.leaders[l].bound; b != none && int(s.units[b].hex) == from {
			continue // he may not leave that unit (ant-7.5f)
		}
		if s.joinable(uint8(l), to) && (s.leaders[l].flags&lBehind == 0 || !s.joinable(uint8(l), from)) {
			s.leaders[l].hex = int16(to)
		}
	}
	s.rouseHill(list[0], to)
	if t.a == s.side {
		s.takesGuns(list[:n], to)
	}
	if t.a == s.side && s.melee.stage != notCharge {
		s.chase.unit = list[0] + 1
	}
	s.hasEntered(list[:n], to)
}
