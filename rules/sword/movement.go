package sword

import (
	"math/bits"

	"acies/game"
	"acies/grid"
)

// Chapter 8: movement. D.1 moves units in command, then their leader; D.5 moves the others toward their leader.
// A unit is chosen, stack-mates and leaders are added to its group, and the group goes somewhere: to a hex and a
// facing by the cheapest path, one hex by right (ant-8.1h), or one step back (ant-8.3c).

// stepMoves serves D.1 and D.5.
func (s *State) stepMoves(t task) bool {
	if t.kind == tMoves {
		s.phase = phaseD1
		// The leader may move even if no unit can.
		if s.anyMover(t) || s.commands(s.active) {
			return s.waitFor(s.side)
		}
	} else {
		s.phase = phaseD5
		if s.anyMover(t) {
			return s.waitFor(s.side)
		}
	}
	s.pop()
	return false
}

func (s *State) anyMover(t task) bool {
	for i := range s.b.units {
		if s.mayMove(t, uint8(i)).ok() {
			return true
		}
	}
	return false
}

// mayMove tells whether a unit may be chosen to move in D.1 or D.5.
func (s *State) mayMove(t task, u uint8) no {
	p := &s.units[u]
	stray := p.flags&fOutOfCommand != 0
	switch {
	case s.sideOf(u) != s.side:
		return no{id: whyNotYours, a: int16(u)}
	case p.hex < 0:
		return no{id: whyGone, a: int16(u)}
	case p.flags&fActive == 0:
		return no{id: whyNotActivated, a: int16(u), b: int16(s.active)}
	case p.disorder == routed:
		return no{id: whyRoutedMove, a: int16(u)}
	case p.flags&fDone != 0:
		return no{id: whyMoved, a: int16(u)}
	case t.kind == tMoves && stray:
		return no{id: whyStray, a: int16(u)}
	case t.kind == tStray && !stray:
		return no{id: whyNotStray, a: int16(u)}
	case t.kind == tStray && s.strayLeader(u) == none:
		return no{id: whyNoLeader, a: int16(u)}
	case t.kind == tStray && s.held(u):
		return no{id: whyHeld, a: int16(u)}
	}
	if !s.b.leaders[s.active].commander {
		for i := range s.b.leaders {
			if s.b.leaders[i].commander && s.b.leaders[i].side == s.side && s.leaders[i].hex == p.hex {
				return no{id: whyWithCommander, a: int16(u), b: int16(len(s.b.units) + i)}
			}
		}
	}
	return no{}
}

// strayLeader returns the leader an out-of-command unit moves toward: that of its contingent (R35).
func (s *State) strayLeader(u uint8) uint8 {
	if l := s.contingentLeader(u); s.leaders[l].hex >= 0 {
		return l
	}
	return none
}

func (s *State) optMoves(t task, buf []game.Action) []game.Action {
	for i := range s.b.units {
		if s.has(uint8(i), fActive) {
			buf = append(buf, game.Action{Verb: vMove, A: int32(i)})
		}
	}
	if t.kind == tMoves {
		buf = append(buf, game.Action{Verb: vLead})
	}
	return append(buf, game.Action{Verb: vDone})
}

func (s *State) checkMoves(t task, a game.Action) no {
	switch {
	case only(a, vDone):
		if t.kind == tMoves && s.leaderAlone() && s.leaderCanJoin() {
			return no{id: whyLeaderAlone, a: s.activePiece()}
		}
		return no{}
	case only(a, vLead) && t.kind == tMoves:
		switch {
		case !s.commands(s.active):
			return no{id: whyGone, a: s.activePiece()}
		case s.leaderAlone() && !s.leaderCanJoin():
			return no{id: whyNoUnit, a: s.activePiece()}
		}
		return no{}
	case a.Verb != vMove || a.B != 0 || a.C != 0 || a.D != 0:
		return no{id: whyMovePhase}
	case a.A < 0 || int(a.A) >= len(s.b.units):
		return no{id: whyNoPiece}
	}
	return s.mayMove(t, uint8(a.A))
}

func (s *State) activePiece() int16 { return int16(len(s.b.units)) + int16(s.active) }

func (s *State) doMoves(t task, a game.Action) {
	switch a.Verb {
	case vDone:
		s.pop()
		if t.kind == tMoves && s.leaderAlone() {
			s.seekUnit(s.active, int(s.leaders[s.active].hex))
		}
	case vLead:
		s.tasks[s.nTasks-1] = task{kind: tRide, a: s.active}
	case vMove:
		u := uint8(a.A)
		s.group = group{n: 1, from: s.units[u].hex, stray: t.kind == tStray}
		s.group.units[0] = u
		s.push(task{kind: tGroup})
	}
}

// leaderAlone reports whether the activated leader is without a unit he may be with.
func (s *State) leaderAlone() bool {
	return s.commands(s.active) && !s.joinable(s.active, int(s.leaders[s.active].hex))
}

// leaderCanJoin reports whether the activated leader can ride to a unit.
func (s *State) leaderCanJoin() bool {
	var r ride
	s.rideFrom(s.active, &r)
	for h := range s.b.hexes {
		if r.dist[h] != 0 && s.joinable(s.active, h) {
			return true
		}
	}
	return false
}

// The group: who goes along.

func (s *State) inGroup(u uint8) bool {
	for _, v := range s.group.units[:s.group.n] {
		if v == u {
			return true
		}
	}
	return false
}

// mayAdd tells whether a stack-mate or leader may go along with the group.
func (s *State) mayAdd(p int32) no {
	if p < 0 || int(p) >= len(s.b.units)+len(s.b.leaders) {
		return no{id: whyNoPiece}
	}
	if int(p) < len(s.b.units) {
		u := uint8(p)
		kind := tMoves
		if s.group.stray {
			kind = tStray
		}
		switch {
		case s.inGroup(u):
			return no{id: whyInGroup, a: int16(u)}
		case s.units[u].hex != s.group.from:
			return no{id: whyOtherHex, a: int16(u)}
		}
		return s.mayMove(task{kind: kind}, u)
	}
	l := uint8(int(p) - len(s.b.units))
	switch {
	case s.b.leaders[l].side != s.side:
		return no{id: whyNotYours, a: int16(p)}
	case s.leaders[l].hex != s.group.from || !s.commands(l):
		return no{id: whyOtherHex, a: int16(p)}
	case s.group.leaders>>l&1 != 0:
		return no{id: whyInGroup, a: int16(p)}
	case s.group.stray:
		return no{id: whyStrayLeader, a: int16(p)}
	case l != s.active && !s.groupHolds(l):
		return no{id: whyCarry, a: int16(p)}
	}
	return no{}
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

// carried returns the leaders who go along whether they like it or not: those of the group's hex, the activated one
// excepted, whom the group would leave without a unit (ant-7.1f, R33) or who may not leave one of its units (7.5f).
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

// staysFor reports whether a unit for the leader stays in the hex the group leaves.
func (s *State) staysFor(l uint8) bool {
	for u := s.top[s.group.from]; u != none; u = s.units[u].below {
		if !s.inGroup(u) && s.mayJoin(l, u) {
			return true
		}
	}
	return false
}

// path holds what a search for paths needs: who moves, at what allowance, and what it pays.
type path struct {
	side      uint8
	column    Column
	allowance int
	turn      int  // cost of a corner, before the surcharge
	exit      int  // surcharge for leaving the first hex: a stack stays behind
	ban       bool // may not enter a hex next to an enemy
	turnOnly  bool
	leader    int // allowance of a leader who goes along; -1: none
	start     int
	facing    int
}

// layers is the number of values the leader's own cost can have.
func (p *path) layers() int { return max(p.leader, 0) + 1 }

const (
	maxAllowance = 15
	reachNodes   = maxHexes * 6
	maxLeaderMP  = 9
)

// reach is the result of a search: for each hex and facing the cost plus one, 0 if out of reach. The queue is a list
// for each cost: costs are small integers, so no heap is needed.
type reach struct {
	dist  []uint8
	head  [maxAllowance + 2]int32
	links []link
	front [maxHexes]uint8 // 1 + whether the hex is in an enemy front; 0 not yet known
}

type link struct {
	node int32
	next int32
}

// find fills r with every hex and facing the path can reach. It is a Dijkstra search over hex and facing and, with a
// leader, over what he has spent: he goes along only while both can pay.
func (s *State) find(p *path, r *reach) {
	for i := range r.head {
		r.head[i] = -1
	}
	layers := p.layers()
	at := func(h, f, l int) int32 { return int32((h*6+f)*layers + l) }
	add := func(node int32, cost int) {
		if cost <= p.allowance && (r.dist[node] == 0 || cost+1 < int(r.dist[node])) {
			r.dist[node] = uint8(cost + 1)
			r.links = append(r.links, link{node, r.head[cost]})
			r.head[cost] = int32(len(r.links) - 1)
		}
	}
	add(at(p.start, p.facing, 0), 0)
	for cost := 0; cost <= p.allowance; cost++ {
		for r.head[cost] >= 0 {
			e := r.links[r.head[cost]]
			r.head[cost] = e.next
			if int(r.dist[e.node]) != cost+1 {
				continue
			}
			spent := int(e.node) % layers
			hf := int(e.node) / layers
			h, f := hf/6, hf%6
			front := s.frontCost(p.side, h, r)
			add(at(h, (f+1)%6, spent), cost+p.turn+front)
			add(at(h, (f+5)%6, spent), cost+p.turn+front)
			if p.turnOnly {
				continue
			}
			exit := front
			if h == p.start {
				exit += p.exit
			}
			for k := f; k < f+2; k++ {
				side := k % 6
				step := int(s.b.step[p.column][h][side])
				if step == Closed {
					continue
				}
				n := int(s.b.next[h][side])
				if s.enemyAt(n, p.side) || p.ban && s.adjacentEnemy(n, p.side) {
					continue
				}
				l := spent
				if p.leader >= 0 {
					own := int(s.b.step[Foot][h][side])
					if l += own + front; own == Closed || l > p.leader {
						continue
					}
				}
				add(at(n, f, l), cost+step+exit)
			}
		}
	}
}

func (s *State) frontCost(side uint8, h int, r *reach) int {
	if r.front[h] == 0 {
		r.front[h] = 1
		if s.inEnemyFront(h, side) {
			r.front[h] = 2
		}
	}
	return int(r.front[h]) - 1
}

// groupPath describes the move of the group.
func (s *State) groupPath() path {
	g := &s.group
	u := g.units[0]
	d := &s.b.units[u]
	p := path{
		side: d.side, column: d.column, allowance: s.groupMP(), turn: 1, leader: -1,
		start: int(g.from), facing: int(s.units[u].facing),
		ban: s.banned(u), turnOnly: s.held(u),
	}
	if d.freeTurn {
		p.turn = 0
	}
	if s.groupLeaves() {
		p.exit = 1
	}
	if g.leaders>>s.active&1 != 0 {
		p.leader = min(s.leaderMP(s.active), maxLeaderMP-1)
	}
	return p
}

// groupMP is the smallest allowance in the group (R18); half of it, rounded up, out of command (ant-7.4a).
func (s *State) groupMP() int {
	mp := maxAllowance
	for _, u := range s.group.units[:s.group.n] {
		mp = min(mp, s.mp(u))
	}
	if s.group.stray {
		mp = (mp + 1) / 2
	}
	return mp
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

// groupSplits reports whether unrouted units stay behind, so that the group cannot turn in its hex (R9).
func (s *State) groupSplits() bool {
	for u := s.top[s.group.from]; u != none; u = s.units[u].below {
		if !s.inGroup(u) && !s.isRouted(u) {
			return true
		}
	}
	return false
}

// Orders of a unit that ends in a stack.
const (
	orderNone = iota
	orderOver
	orderUnder
)

// end tells what the group would pay to end in a hex with a facing, given the search; found is false if it cannot.
// The facing of a hex with unrouted friends is theirs (ant-5.2.3a), so any way to it will do.
func (s *State) end(p *path, r *reach, h, f int) (cost int, found bool) {
	best := 0
	layers := p.layers()
	lo, hi := f, f
	join := h != p.start && s.top[h] != none
	if join {
		if g, ok := s.stackFacing(h); ok {
			if g != f {
				return 0, false
			}
			lo, hi = 0, 5
		}
	}
	for g := lo; g <= hi; g++ {
		for l := range layers {
			if d := int(r.dist[(h*6+g)*layers+l]); d != 0 && (best == 0 || d < best) {
				best = d
			}
		}
	}
	if best == 0 {
		return 0, false
	}
	cost = best - 1
	if join {
		cost++
	}
	return cost, cost <= p.allowance
}

// mayEnd tells whether the group may end in a hex, whatever the path: stacking, command, the leader left behind.
func (s *State) mayEnd(h int, strand *strand) no {
	g := &s.group
	if h != int(g.from) {
		if n := s.mayStack(g.units[0], s.groupSP(), h); !n.ok() {
			return n
		}
	} else if s.groupSplits() {
		return no{id: whyStackTurns, a: int16(h)}
	}
	if g.stray {
		l := s.strayLeader(g.units[0])
		lh := int(s.leaders[l].hex)
		if was, is := s.b.m.Distance(int(g.from), lh), s.b.m.Distance(h, lh); is >= was {
			return no{id: whyNearer, a: int16(is), b: int16(was), c: int16(len(s.b.units) + int(l))}
		}
	}
	if !strand.lets(s, h) {
		return no{id: whyStrands, a: s.activePiece()}
	}
	return no{}
}

// strand answers whether a move would leave the activated leader alone and out of reach of a unit (R34).
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

// search is a finished search for the group's destinations. With a leader along it needs a layer for each of his costs.
type search struct {
	p      path
	r      reach
	strand strand
	links  [2048]link
}

func (s *State) search(x *search, dist []uint8, allowance int) {
	x.p = s.groupPath()
	if allowance > 0 {
		x.p.allowance = allowance
	}
	x.r.dist = dist
	x.r.links = x.links[:0]
	s.find(&x.p, &x.r)
}

func (s *State) optGroup(_ task, buf []game.Action) []game.Action {
	var x search
	if s.group.leaders>>s.active&1 != 0 {
		var wide [reachNodes * maxLeaderMP]uint8
		s.search(&x, wide[:], 0)
	} else {
		var narrow [reachNodes]uint8
		s.search(&x, narrow[:], 0)
	}
	s.strandFor(&x.strand)
	return s.listGroup(&x, buf)
}

func (s *State) listGroup(x *search, buf []game.Action) []game.Action {
	g := &s.group
	for u := s.top[g.from]; u != none; u = s.units[u].below {
		if s.mayAdd(int32(u)).ok() {
			buf = append(buf, game.Action{Verb: vWith, A: int32(u)})
		}
	}
	carried := s.carried()
	for set := s.leadersAt(int(g.from), s.side); set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set)
		if carried>>l&1 == 0 && s.mayAdd(int32(len(s.b.units)+l)).ok() {
			buf = append(buf, game.Action{Verb: vWith, A: int32(len(s.b.units) + l)})
		}
	}
	buf = append(buf, game.Action{Verb: vStay})

	m := s.b.m
	col, row, n := m.Col(x.p.start), m.Row(x.p.start), x.p.allowance+1
	for r := max(row-n, 1); r <= min(row+n, m.Rows); r++ {
		for c := max(col-n, 1); c <= min(col+n, m.Cols); c++ {
			h := (r-1)*m.Cols + c - 1
			if (s.found(x, h) || s.sureHex(h)) && !s.enemyAt(h, x.p.side) && s.mayEnd(h, &x.strand).ok() {
				buf = s.listEnd(x, h, buf)
			}
		}
	}
	for k := range 6 {
		if h := int(s.b.next[g.from][k]); h >= 0 && s.mayBack(h, &x.strand).ok() {
			buf = s.listOrders(game.Action{Verb: vBack, A: int32(h)}, buf)
		}
	}
	return buf
}

// found reports whether the search came to a hex at all.
func (s *State) found(x *search, h int) bool {
	n := 6 * x.p.layers()
	for _, d := range x.r.dist[h*n : h*n+n] {
		if d != 0 {
			return true
		}
	}
	return false
}

func (s *State) listEnd(x *search, h int, buf []game.Action) []game.Action {
	for f := range 6 {
		if h == x.p.start && f == x.p.facing {
			continue
		}
		_, ok := s.end(&x.p, &x.r, h, f)
		if ok || s.sure(h, f) {
			buf = s.listOrders(game.Action{Verb: vTo, A: int32(h), B: int32(f)}, buf)
		}
	}
	return buf
}

// joins reports whether ending in a hex means joining a stack, so that the owner has to say on top or beneath.
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

// sureHex reports whether a hex is one the group can always enter: a front hex, from a standing start (ant-8.1h, R20).
func (s *State) sureHex(h int) bool {
	u := s.group.units[0]
	k := s.b.m.Side(int(s.group.from), h)
	return k >= 0 && arc(int(s.units[u].facing), k) == grid.Front && !s.held(u) &&
		s.canEnter(u, int(s.group.from), k).ok() && !(s.banned(u) && s.adjacentEnemy(h, s.side))
}

// sure reports whether that move gives this facing: the group's own, or that of the units it joins.
func (s *State) sure(h, f int) bool {
	if !s.sureHex(h) {
		return false
	}
	if g, ok := s.stackFacing(h); ok {
		return f == g
	}
	return f == int(s.units[s.group.units[0]].facing)
}

// mayBack tells whether the group may step back into a hex (ant-8.3c to 8.3h, R21).
func (s *State) mayBack(h int, st *strand) no {
	g := &s.group
	u := g.units[0]
	k := s.b.m.Side(int(g.from), h)
	switch {
	case k < 0 || arc(int(s.units[u].facing), k) != grid.Rear:
		return no{id: whyNotRear, a: int16(h)}
	case s.held(u):
		return no{id: whyHeld, a: int16(u)}
	case s.banned(u) && s.adjacentEnemy(h, s.side):
		return no{id: whyReserve, a: int16(u), b: int16(h)}
	}
	if n := s.canEnter(u, int(g.from), k); !n.ok() {
		return n
	}
	return s.mayEnd(h, st)
}

func (s *State) checkGroup(_ task, a game.Action) no {
	switch a.Verb {
	case vStay:
		if only(a, vStay) {
			return no{}
		}
	case vWith:
		if a.B == 0 && a.C == 0 && a.D == 0 {
			if l := int(a.A) - len(s.b.units); l >= 0 && l < len(s.b.leaders) && s.carried()>>l&1 != 0 {
				return no{id: whyInGroup, a: int16(a.A)}
			}
			return s.mayAdd(a.A)
		}
	case vTo, vBack:
		if a.Verb == vBack && a.B != 0 || a.D != 0 {
			break
		}
		if a.A < 0 || int(a.A) >= s.b.hexes {
			return no{id: whyOffMap}
		}
		if a.B < 0 || a.B > 5 {
			return no{id: whyCorner}
		}
		if s.enemyAt(int(a.A), s.side) {
			return no{id: whyEnemyHex, a: int16(a.A)}
		}
		if joins := s.joins(int(a.A)); joins != (a.C == orderOver || a.C == orderUnder) || !joins && a.C != orderNone {
			return no{id: whyOrder, a: int16(a.A)}
		}
		return s.checkEnd(a)
	}
	return no{id: whyGroup}
}

// checkEnd checks where the group would end.
func (s *State) checkEnd(a game.Action) no {
	var x search
	s.strandFor(&x.strand)
	if a.Verb == vBack {
		return s.mayBack(int(a.A), &x.strand)
	}
	h, f := int(a.A), int(a.B)
	u := s.group.units[0]
	switch {
	case h == int(s.group.from) && f == int(s.units[u].facing):
		return no{id: whyNoMove, a: int16(u)}
	case s.held(u) && h != int(s.group.from):
		return no{id: whyHeld, a: int16(u)}
	case s.banned(u) && h != int(s.group.from) && s.adjacentEnemy(h, s.side):
		return no{id: whyReserve, a: int16(u), b: int16(h)}
	}
	if n := s.mayEnd(h, &x.strand); !n.ok() {
		return n
	}
	if s.sure(h, f) {
		return no{}
	}
	if g, ok := s.stackFacing(h); ok && s.joins(h) && g != f {
		return no{id: whyJoinFacing, a: int16(h), b: int16(g)}
	}
	if _, ok := s.cost(&x, h, f, 0); ok {
		return no{}
	}
	if c, ok := s.cost(&x, h, f, maxAllowance); ok {
		return no{id: whyTooFar, a: int16(c), b: int16(s.groupMP())}
	}
	return no{id: whyNoPath, a: int16(h)}
}

// cost searches for the cheapest path to one end; an allowance of 0 means the group's own.
func (s *State) cost(x *search, h, f, allowance int) (int, bool) {
	if s.group.leaders>>s.active&1 != 0 {
		var wide [reachNodes * maxLeaderMP]uint8
		s.search(x, wide[:], allowance)
		return s.end(&x.p, &x.r, h, f)
	}
	var narrow [reachNodes]uint8
	s.search(x, narrow[:], allowance)
	return s.end(&x.p, &x.r, h, f)
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
		s.pop()
		return
	}
	to, f := int(a.A), int(a.B)
	if a.Verb == vBack {
		f = int(s.units[g.units[0]].facing)
	}
	s.tellMove(a)
	g.leaders |= s.carried()
	s.moveGroup(to, f, a.C == orderUnder)
	s.pop()
	if g.leaders>>s.active&1 != 0 {
		s.pop() // the unit that moves with its leader is the last to move (R34)
	}
}

// moveGroup sets the group down in a hex, in the order in which it was made up.
func (s *State) moveGroup(to, f int, under bool) {
	g := &s.group
	if h, ok := s.stackFacing(to); ok && to != int(g.from) {
		f = h
	}
	for _, u := range g.units[:g.n] {
		s.unstack(u)
		s.units[u].facing = uint8(f)
		s.set(u, fDone|fMoved)
		s.disturb(u)
	}
	for i := range g.n {
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
}

// tellMove reports a move with its cheapest path and cost.
func (s *State) tellMove(a game.Action) {
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
		s.say("goes-along", "ant-R34", piece("leader", len(s.b.units)+bits.TrailingZeros32(set)), place("to", int(a.A)))
	}
}

// The leader's own move.

// ride is the search for a leader: the cost plus one for each hex, 0 if out of reach.
type ride struct {
	dist [maxHexes]uint8
}

// rideFrom fills r with the hexes a leader can reach alone (ant-8.1, 8.2f, 8.3a). One hex is always possible (8.1h).
func (s *State) rideFrom(l uint8, r *ride) {
	var queue [maxAllowance + 1][]int16
	var room [maxAllowance + 1][64]int16
	for i := range queue {
		queue[i] = room[i][:0]
	}
	mp := s.leaderMP(l)
	side := s.b.leaders[l].side
	start := int(s.leaders[l].hex)
	r.dist[start] = 1
	queue[0] = append(queue[0], int16(start))
	for cost := 0; cost <= mp; cost++ {
		for i := 0; i < len(queue[cost]); i++ {
			h := int(queue[cost][i])
			if int(r.dist[h]) != cost+1 {
				continue
			}
			exit := 0
			if s.inEnemyFront(h, side) {
				exit = 1
			}
			for k := range 6 {
				n := int(s.b.next[h][k])
				step := int(s.b.step[Foot][h][k])
				if n < 0 || step == Closed || s.enemyAt(n, side) {
					continue
				}
				c := cost + step + exit
				if h == start {
					c = min(c, mp)
				}
				if c <= mp && (r.dist[n] == 0 || c+1 < int(r.dist[n])) {
					r.dist[n] = uint8(c + 1)
					queue[c] = append(queue[c], int16(n))
				}
			}
		}
	}
}

func (s *State) optRide(t task, buf []game.Action) []game.Action {
	var r ride
	s.rideFrom(t.a, &r)
	here := int(s.leaders[t.a].hex)
	if s.joinable(t.a, here) {
		buf = append(buf, game.Action{Verb: vStay})
	}
	for h := range s.b.hexes {
		if r.dist[h] != 0 && h != here && s.joinable(t.a, h) {
			buf = append(buf, game.Action{Verb: vRide, A: int32(h)})
		}
	}
	if s.mayShelter(t.a) {
		buf = append(buf, game.Action{Verb: vRide, A: int32(s.b.citadel)})
	}
	return buf
}

func (s *State) checkRide(t task, a game.Action) no {
	here := int(s.leaders[t.a].hex)
	l := int16(len(s.b.units)) + int16(t.a)
	if only(a, vStay) {
		if !s.joinable(t.a, here) {
			return no{id: whyLeaderAlone, a: l}
		}
		return no{}
	}
	if a.Verb != vRide || a.B != 0 || a.C != 0 || a.D != 0 {
		return no{id: whyRide, a: l}
	}
	if a.A < 0 || int(a.A) >= s.b.hexes {
		return no{id: whyOffMap}
	}
	h := int(a.A)
	if h == int(s.b.citadel) {
		if s.mayShelter(t.a) {
			return no{}
		}
		return no{id: whyCitadel, a: l}
	}
	if h == here {
		return no{id: whyThere, a: l, b: int16(h)}
	}
	if s.enemyAt(h, s.b.leaders[t.a].side) {
		return no{id: whyEnemyHex, a: int16(h)}
	}
	if !s.joinable(t.a, h) {
		return no{id: whyAlone, a: l, b: int16(h)}
	}
	var r ride
	s.rideFrom(t.a, &r)
	if r.dist[h] == 0 {
		return no{id: whyRideFar, a: l, b: int16(h), c: int16(s.leaderMP(t.a))}
	}
	return no{}
}

func (s *State) doRide(t task, a game.Action) {
	s.pop()
	if a.Verb == vStay {
		return
	}
	l := &s.leaders[t.a]
	l.hex = int16(a.A)
	if l.hex == s.b.citadel {
		l.flags |= lCitadel
		if s.sink != nil {
			s.say("shelters", "ant-13.2.2b", piece("leader", len(s.b.units)+int(t.a)), place("to", int(a.A)))
		}
		return
	}
	if s.sink != nil {
		s.say("rides", "ant-7.1a", piece("leader", len(s.b.units)+int(t.a)), place("to", int(a.A)))
	}
}
