package sword

import (
	"math/bits"

	"acies/game"
	"acies/grid"
)

// The group: the pieces that move together, and where they may go (5.2.4, 8.1 to 8.3).

func (s *State) inGroup(u uint8) bool {
	for _, v := range s.group.units[:s.group.n] {
		if v == u {
			return true
		}
	}
	return false
}

// mayAdd checks whether a stack-mate or leader may go along with the group.
func (s *State) mayAdd(p int32) reason {
	if int(p) < len(s.b.units) {
		u := uint8(p)
		kind := tMoves
		if s.group.stray {
			kind = tStray
		}
		switch {
		case s.inGroup(u):
			return reason{id: whyInGroup, a: int16(u)}
		case s.units[u].hex != s.group.from:
			return reason{id: whyOtherHex, a: int16(u)}
		}
		return s.mayMove(task{kind: kind}, u)
	}
	l := uint8(int(p) - len(s.b.units))
	switch {
	case s.b.leaders[l].side != s.side:
		return reason{id: whyNotYours, a: int16(p)}
	case s.leaders[l].hex != s.group.from || !s.commands(l):
		return reason{id: whyOtherHex, a: int16(p)}
	case s.group.leaders>>l&1 != 0:
		return reason{id: whyInGroup, a: int16(p)}
	case s.group.stray:
		return reason{id: whyStrayLeader, a: int16(p)}
	case l == s.active && s.leaders[l].flags&lRode != 0:
		return reason{id: whyRode, a: int16(p)}
	case l != s.active && s.commander(l) && s.staysFor(l):
		return reason{id: whyCarry, a: int16(p)}
	case l != s.active && (!s.groupHolds(l) || s.leaders[l].bound != none && !s.inGroup(s.leaders[l].bound)):
		return reason{id: whyCarry, a: int16(p)}
	}
	return reason{}
}

// groupHolds reports whether the group has a unit the leader may be with.
func (s *State) groupHolds(l uint8) bool {
	for _, u := range s.group.units[:s.group.n] {
		if s.mayJoin(l, u) {
			return true
		}
	}
	return false
}

// carried returns the leaders who have to go along: those of the group's hex, except the activated one, whom the group
// would leave without a unit (ant-7.1f, R33) or who may not leave one of its units (7.5f).
func (s *State) carried() uint32 {
	var set uint32
	for i := range s.b.leaders {
		l := uint8(i)
		if l == s.active || s.leaders[l].hex != s.group.from || s.b.leaders[l].side != s.side || !s.commands(l) {
			continue
		}
		if s.groupHolds(l) && (!s.staysFor(l) || s.leaders[l].bound != none && s.inGroup(s.leaders[l].bound)) {
			set |= 1 << l
		}
	}
	return set
}

// staysFor reports whether a unit the leader may be with stays in the hex the group leaves.
func (s *State) staysFor(l uint8) bool {
	for u := s.top[s.group.from]; u != none; u = s.units[u].below {
		if !s.inGroup(u) && s.mayJoin(l, u) {
			return true
		}
	}
	return false
}

// groupPath fills in the path data of the group's move.
func (s *State) groupPath(p *path) {
	g := &s.group
	u := g.units[0]
	d := &s.b.units[u]
	*p = path{
		side: d.side, column: s.column(u), allowance: s.groupMP(), turn: 1, leader: -1, fronts: s.b.frontSides,
		start: int(g.from), facing: int(s.units[u].facing), parity: uint8(s.b.m.Col(int(g.from))+1) % 2,
		ban: s.banned(u), turnOnly: s.held(u), splits: s.groupSplits(),
	}
	if s.groupGuns() {
		p.column, p.fronts = Horse, 1
	}
	if d.freeTurn {
		p.turn = 0
	}
	if s.groupLeaves() {
		p.exit = 1
	}
	if g.leaders>>s.active&1 != 0 {
		p.leader = max(min(s.leaderMP(s.active), maxLeaderMP)-int(g.rode), 0)
	}
}

// groupGuns reports whether the group includes guns: it then moves at their cost, the higher one, and only through
// their front hex (med-R6).
func (s *State) groupGuns() bool {
	if !s.b.guns {
		return false
	}
	for _, u := range s.group.units[:s.group.n] {
		if s.b.units[u].guns {
			return true
		}
	}
	return false
}

// groupMP returns the smallest allowance in the group (R18); out of command half of it, rounded up (ant-7.4a).
func (s *State) groupMP() int {
	mp := maxAllowance
	for _, u := range s.group.units[:s.group.n] {
		mp = min(mp, s.mp(u))
	}
	if s.group.stray {
		mp = (mp + 1) / 2
	}
	return max(mp-int(s.group.spent), 0)
}

func (s *State) groupSP() int {
	sp := 0
	for _, u := range s.group.units[:s.group.n] {
		sp += s.sp(u)
	}
	return sp
}

// groupLeaves reports whether units stay behind in the hex.
func (s *State) groupLeaves() bool {
	n := 0
	for u := s.top[s.group.from]; u != none; u = s.units[u].below {
		n++
	}
	return n > int(s.group.n)
}

// groupSplits reports whether unrouted units stay behind, which means that the group cannot turn in its hex (R9).
func (s *State) groupSplits() bool {
	for u := s.top[s.group.from]; u != none; u = s.units[u].below {
		if !s.inGroup(u) && !s.isRouted(u) {
			return true
		}
	}
	return false
}

// mayEnd checks whether the group may end in a hex, by any path: stacking, command, the leader left behind.
func (s *State) mayEnd(h int, strand *strand) reason {
	g := &s.group
	if h != int(g.from) {
		if s.top[h] != none {
			if n := s.mayStack(g.units[0], int(g.n), s.groupSP(), h); !n.ok() {
				return n
			}
		}
	} else if s.groupSplits() {
		return reason{id: whyStackTurns, a: int16(h)}
	}
	if g.stray {
		for _, u := range g.units[:g.n] {
			l := s.strayLeader(u)
			lh := int(s.leaders[l].hex)
			if was, is := s.b.m.Distance(int(g.from), lh), s.b.m.Distance(h, lh); is >= was {
				return reason{id: whyNearer, a: int16(is), b: int16(was), c: int16(len(s.b.units) + int(l))}
			}
		}
	}
	if !strand.lets(s, h) {
		return reason{id: whyStrands, a: s.activePiece()}
	}
	return reason{}
}

// strand checks whether a move would leave the activated leader alone and unable to reach a unit (R34).
type strand struct {
	matters   bool // he would be alone
	elsewhere bool // he can reach a unit that is not in the group
	r         ride
}

func (s *State) strandFor(st *strand) {
	g := &s.group
	l := s.active
	if g.stray || !s.commands(l) || g.leaders>>l&1 != 0 {
		return
	}
	h := int(s.leaders[l].hex)
	for u := s.top[h]; u != none; u = s.units[u].below {
		if !s.inGroup(u) && s.mayJoin(l, u) {
			return
		}
	}
	st.matters = true
	if s.leaders[l].flags&lRode != 0 {
		st.r.dist[h] = 1 // the group may still turn where he is
		return
	}
	if s.unitBeside(l, true) || s.mayShelter(l) {
		st.elsewhere = true
		return
	}
	s.rideFrom(l, &st.r)
	for i := range s.b.units {
		u := uint8(i)
		if x := s.units[u].hex; x >= 0 && !s.inGroup(u) && s.mayJoin(l, u) && st.r.dist[x] != 0 {
			st.elsewhere = true
			return
		}
	}
}

func (st *strand) lets(s *State, to int) bool {
	return !st.matters || st.elsewhere || st.r.dist[to] != 0 && s.groupHolds(s.active)
}

func (s *State) optGroup(_ task, buf []game.Action) []game.Action {
	var x search
	s.groupPath(&x.path)
	if x.leader >= 0 {
		var dist wideCosts
		s.find(&x, dist[:], -1, 0)
		return s.listGroup(&x, dist[:], buf)
	}
	var dist costs
	s.find(&x, dist[:], -1, 0)
	return s.listGroup(&x, dist[:], buf)
}

func (s *State) listGroup(x *search, dist []uint8, buf []game.Action) []game.Action {
	g := &s.group
	for u := s.top[g.from]; u != none; u = s.units[u].below {
		if s.mayAdd(int32(u)).ok() {
			buf = append(buf, game.Action{Verb: vWith, A: int32(u)})
		}
	}
	if set := s.leadersAt(int(g.from), s.side); set != 0 {
		for set &^= s.carried(); set != 0; set &= set - 1 {
			l := bits.TrailingZeros32(set)
			if s.mayAdd(int32(len(s.b.units) + l)).ok() {
				buf = append(buf, game.Action{Verb: vWith, A: int32(len(s.b.units) + l)})
			}
		}
	}
	buf = append(buf, game.Action{Verb: vStay})

	var st strand
	s.strandFor(&st)
	buf = s.listChanges(&st, buf)
	sure := [3]int{-1, -1, -1}
	for i := range x.fronts {
		k := (x.facing + [3]int{0, 1, 5}[i]) % 6
		if h := int(s.b.next[x.start][k]); h >= 0 && s.sureHex(h) {
			sure[i] = h
		}
	}
	m := s.b.m
	col, row, n := m.Col(x.start), m.Row(x.start), x.allowance
	for r := max(row-n, 1); r <= min(row+n, m.Rows); r++ {
		for c := max(col-n, 1); c <= min(col+n, m.Cols); c++ {
			h := (r-1)*m.Cols + c - 1
			always := h == sure[0] || h == sure[1] || h == sure[2]
			if at := x.local(col-c, row-r); x.reached(dist, at) || always {
				buf = s.listEnd(x, dist, at, h, always, &st, buf)
			}
		}
	}
	for k := range 6 {
		if h := int(s.b.next[g.from][k]); h >= 0 && s.mayBack(h, &st).ok() {
			buf = s.listOrders(game.Action{Verb: vBack, A: int32(h)}, buf)
		}
	}
	return buf
}

func (s *State) listEnd(x *search, dist []uint8, at, h int, always bool, st *strand, buf []game.Action) []game.Action {
	if s.enemyAt(h, x.side) || !s.mayEnd(h, st).ok() {
		return buf
	}
	sure := -1 // the facing of the one-hex move that is always possible
	if always {
		sure = s.sureFacing(h)
	}
	simple := !s.joins(h) && x.leader < 0 // the common case: every facing found is a legal end
	for f := range 6 {
		if h == x.start && f == x.facing {
			continue
		}
		a := game.Action{Verb: vTo, A: int32(h), B: int32(f)}
		if simple {
			if dist[at*6+f] != 0 || f == sure {
				buf = append(buf, a)
			}
		} else if _, ok := s.endAt(x, dist, at, h, f); ok || f == sure {
			buf = s.listOrders(a, buf)
		}
	}
	return buf
}

// joins reports whether ending in a hex means joining a stack, so that the owner has to choose on top or underneath.
func (s *State) joins(h int) bool { return h != int(s.group.from) && s.top[h] != none }

func (s *State) listOrders(a game.Action, buf []game.Action) []game.Action {
	if !s.joins(int(a.A)) {
		return append(buf, a)
	}
	a.C = orderOver
	buf = append(buf, a)
	a.C = orderUnder
	return append(buf, a)
}

// sureHex reports whether the group can always enter a hex: a front hex, if it has not moved yet (ant-8.1h, R20).
func (s *State) sureHex(h int) bool {
	u := s.group.units[0]
	k := s.b.m.Side(int(s.group.from), h)
	return k >= 0 && s.group.spent == 0 && s.groupArc(k) == grid.Front && !s.held(u) &&
		s.groupEnters(int(s.group.from), k).ok() && !(s.banned(u) && s.adjacentEnemy(h, s.side))
}

// groupArc returns what the hex across a side is to the group: guns have a front of their own.
func (s *State) groupArc(k int) grid.Arc {
	kind := 0
	if s.groupGuns() {
		kind = 1
	}
	return s.b.arcs[kind][(k-int(s.units[s.group.units[0]].facing)+6)%6]
}

// groupEnters checks whether every unit of the group may cross a side at all.
func (s *State) groupEnters(h, k int) reason {
	for _, u := range s.group.units[:s.group.n] {
		if n := s.canEnter(u, h, k); !n.ok() {
			return n
		}
	}
	return reason{}
}

// sureFacing returns the facing after that move: that of the units joined, or the group's own.
func (s *State) sureFacing(h int) int {
	if g, ok := s.stackFacing(h); ok {
		return g
	}
	return int(s.units[s.group.units[0]].facing)
}

// mayBack checks whether the group may step back into a hex (ant-8.3c to 8.3h, R21).
func (s *State) mayBack(h int, st *strand) reason {
	g := &s.group
	u := g.units[0]
	k := s.b.m.Side(int(g.from), h)
	switch {
	case k < 0 || s.groupArc(k) != grid.Rear:
		return reason{id: whyNotRear, a: int16(h)}
	case g.spent > 0:
		return reason{id: whyBackOnly, a: int16(u)}
	case g.n > 1 && s.groupSplits():
		return reason{id: whyBackPart, a: g.from}
	case s.held(u):
		return reason{id: whyHeld, a: int16(u)}
	case s.banned(u) && s.adjacentEnemy(h, s.side):
		return reason{id: whyReserve, a: int16(u), b: int16(h)}
	}
	if n := s.groupEnters(int(g.from), k); !n.ok() {
		return n
	}
	return s.mayEnd(h, st)
}

func (s *State) checkGroup(_ task, a game.Action) reason {
	switch a.Verb {
	case vStay:
		return reason{}
	case vWith:
		if l := int(a.A) - len(s.b.units); l >= 0 && s.carried()>>l&1 != 0 {
			return reason{id: whyInGroup, a: int16(a.A)}
		}
		return s.mayAdd(a.A)
	case vMount, vDismount:
		return s.mayChange(a.Verb)
	case vCharge:
		var st strand
		s.strandFor(&st)
		return s.mayCharge(a.A, &st)
	case vTo, vBack:
		if s.enemyAt(int(a.A), s.side) {
			return reason{id: whyEnemyHex, a: int16(a.A)}
		}
		if s.joins(int(a.A)) != (a.C != orderNone) {
			return reason{id: whyOrder, a: int16(a.A)}
		}
		return s.checkEnd(a)
	}
	return reason{id: whyGroup}
}

// checkEnd checks the end of the group's move.
func (s *State) checkEnd(a game.Action) reason {
	var st strand
	s.strandFor(&st)
	if a.Verb == vBack {
		return s.mayBack(int(a.A), &st)
	}
	h, f := int(a.A), int(a.B)
	u := s.group.units[0]
	switch {
	case h == int(s.group.from) && f == int(s.units[u].facing):
		return reason{id: whyNoMove, a: int16(u)}
	case s.closedTo(s.column(u), h):
		return reason{id: whyClosed, a: int16(h)}
	case s.held(u) && h != int(s.group.from):
		return reason{id: whyHeld, a: int16(u)}
	case s.banned(u) && h != int(s.group.from) && s.adjacentEnemy(h, s.side):
		return reason{id: whyReserve, a: int16(u), b: int16(h)}
	}
	if n := s.mayEnd(h, &st); !n.ok() {
		return n
	}
	if s.sureHex(h) && f == s.sureFacing(h) {
		return reason{}
	}
	if g, ok := s.stackFacing(h); ok && s.joins(h) && g != f {
		return reason{id: whyJoinFacing, a: int16(h), b: int16(g)}
	}
	if _, ok := s.cost(h, f, s.groupMP()); ok {
		return reason{}
	}
	if c, ok := s.cost(h, f, maxAllowance); ok {
		return reason{id: whyTooFar, a: int16(c), b: int16(s.groupMP())}
	}
	return s.whyNoWay(h, f)
}

// whyNoWay returns why no path of any cost leads to an end.
func (s *State) whyNoWay(h, f int) reason {
	g := &s.group
	if g.leaders>>s.active&1 != 0 {
		alone := *s
		alone.group.leaders = 0
		if _, ok := alone.cost(h, f, s.groupMP()); ok {
			return reason{id: whyLeaderMP, a: s.activePiece(), b: int16(s.leaderMP(s.active))}
		}
	}
	if d := s.b.m.Distance(int(g.from), h); d > s.groupMP() {
		return reason{id: whyFarOff, a: int16(h), b: int16(d), c: int16(s.groupMP())}
	}
	return reason{id: whyNoPath, a: int16(h)}
}

// cost returns the cost of the cheapest path to one end within an allowance.
func (s *State) cost(h, f, allowance int) (int, bool) {
	var x search
	s.groupPath(&x.path)
	x.allowance = allowance
	if s.b.m.Distance(x.start, h) > allowance {
		return 0, false
	}
	if x.leader >= 0 {
		var dist wideCosts
		s.find(&x, dist[:], h, f)
		return s.end(&x, dist[:], h, f)
	}
	var dist costs
	s.find(&x, dist[:], h, f)
	return s.end(&x, dist[:], h, f)
}

func (s *State) doGroup(_ task, a game.Action) {
	g := &s.group
	switch a.Verb {
	case vWith:
		if int(a.A) < len(s.b.units) {
			g.units[g.n] = uint8(a.A)
			g.n++
		} else {
			g.leaders |= 1 << (int(a.A) - len(s.b.units))
		}
		return
	case vStay:
		for _, u := range g.units[:g.n] {
			s.set(u, fDone)
		}
		s.group = group{}
		s.pop()
		return
	case vMount, vDismount:
		s.change(g.units[0])
		return
	case vCharge:
		s.beginCharge(int(a.A))
		return
	}
	to, f := int(a.A), int(a.B)
	if a.Verb == vBack {
		f = int(s.units[g.units[0]].facing)
	}
	s.sayMove(a)
	g.leaders |= s.carried()
	s.moveGroup(to, f, a.C == orderUnder)
	s.pop()
	s.leaderHasGone()
	s.group = group{}
}

// leaderHasGone records that the activated leader has moved with the group. Where the leader moves last, so does the
// unit he moves with (R34).
func (s *State) leaderHasGone() {
	switch {
	case s.group.leaders>>s.active&1 == 0:
	case s.b.book.Command.AnyTime:
		s.leaders[s.active].flags |= lRode
	default:
		s.pop()
	}
}

// moveGroup puts the group into a hex, in the order in which its pieces were chosen.
func (s *State) moveGroup(to, f int, under bool) {
	g := &s.group
	turns := to == int(g.from)
	if h, ok := s.stackFacing(to); ok && !turns {
		f = h
	}
	// A group that turns beside routed units keeps its place in the stack, since they have not moved with it (R10).
	keep := turns && s.groupLeaves()
	for _, u := range g.units[:g.n] {
		s.units[u].facing = uint8(f)
		s.set(u, fDone|fMoved)
		s.disturb(u)
		s.markMoved(u)
		if !keep {
			s.unstack(u)
		}
	}
	for i := range g.n {
		if keep {
			break
		}
		if under {
			s.stack(g.units[i], to, true)
		} else {
			s.stack(g.units[g.n-1-i], to, false)
		}
	}
	for set := g.leaders; set != 0; set &= set - 1 {
		s.leaders[bits.TrailingZeros32(set)].hex = int16(to)
	}
	s.rouseHill(g.units[0], to)
	if !turns {
		s.hasEntered(g.units[:g.n], to)
	}
}

// sayMove reports a move with its cheapest path and cost.
func (s *State) sayMove(a game.Action) {
	if s.sink == nil {
		return
	}
	e := s.explainMove(a)
	key, clause := "moves", "ant-8.1a"
	switch {
	case a.Verb == vBack:
		key, clause = "steps-back", "ant-8.3c"
	case int(a.A) == int(s.group.from):
		key, clause = "turns", "ant-8.2a"
	}
	f := int(a.B)
	if a.Verb == vBack {
		f = int(s.units[s.group.units[0]].facing)
	}
	for _, u := range s.group.units[:s.group.n] {
		s.say(key, clause, piece("unit", int(u)), place("to", int(a.A)), facing("facing", f),
			num("cost", e.Cost), num("mp", e.Allowance), places("path", e.Path))
	}
	for set := s.group.leaders | s.carried(); set != 0; set &= set - 1 {
		l, clause := bits.TrailingZeros32(set), "ant-R34"
		if uint8(l) != s.active {
			clause = "ant-7.1f"
		}
		s.say("goes-along", clause, piece("leader", len(s.b.units)+l), place("to", int(a.A)))
	}
}
