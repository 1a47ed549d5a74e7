package bladebow

import (
	"math/bits"

	"acies/game"
	"acies/grid"
)

// Chapter 7: movement.

// stepMoves lets the units of a formation move one after another, in any order (R26). a is 1 if they form a shield wall.
func (s *State) stepMoves(t task) bool {
	if t.a == 1 {
		s.pop()
		s.formWall()
		return false
	}
	left := s.form.units &^ s.form.acted
	switch {
	case t.c != 0 || left == 0:
		s.pop()
		return false
	case s.form.units&(s.form.units-1) == 0:
		s.startMove(uint8(bits.TrailingZeros64(left)))
		return false
	}
	return s.waitFor(s.active)
}

func (s *State) optMoves(_ task, buf []game.Action) []game.Action {
	for set := s.form.units &^ s.form.acted; set != 0; set &= set - 1 {
		buf = append(buf, game.Action{Verb: vMarch, A: int32(bits.TrailingZeros64(set))})
	}
	return append(buf, game.Action{Verb: vDone})
}

func (s *State) checkMoves(_ task, a game.Action) reason {
	switch {
	case a.Verb == vDone:
		return reason{}
	case a.Verb != vMarch:
		return reason{id: whyMoving}
	case s.form.units>>a.A&1 == 0:
		return reason{id: whyNotInFormation, a: int16(a.A)}
	case s.form.acted>>a.A&1 != 0:
		return reason{id: whyMoved, a: int16(a.A)}
	}
	return reason{}
}

func (s *State) doMoves(_ task, a game.Action) {
	if a.Verb == vDone {
		s.top().c = 1
		return
	}
	s.startMove(uint8(a.A))
}

func (s *State) startMove(u uint8) {
	s.form.acted |= 1 << u
	s.move = move{unit: u, mp: int8(s.allowance(u))}
	s.push(tMove, 0, 0, 0)
}

// allowance returns the MP that a unit has for one move action (7.0a, E8).
func (s *State) allowance(u uint8) int { return s.b.units[u].MP[s.index(u)] + int(s.form.march) }

func (s *State) stepMove(t task) bool {
	u := s.move.unit
	if t.a != 0 || s.move.halted || !s.placed(u) {
		s.pop()
		return false
	}
	return s.waitFor(s.active)
}

// reverses decides whether the moving unit may reverse as a step of its own: a dense unit, which has to check for it
// (7.1.3b). Others reverse on the way.
func (s *State) reverses() reason {
	u := s.move.unit
	switch {
	case s.b.units[u].Density != Dense || s.form.drill:
		return reason{id: whyReverseDense}
	case s.disrupted(u):
		return reason{id: whyReverseDisrupted}
	case s.move.mp < 2:
		return reason{id: whyFar, a: 2, b: int16(s.move.mp)}
	}
	return s.mayTurn(u)
}

// mayTurn refuses to turn or leave a strong zone of control (7.2.2), and to move in a shield wall (13.2a).
func (s *State) mayTurn(u uint8) reason {
	switch {
	case s.has(u, fShield):
		return reason{id: whyShieldMove}
	case s.enemyZone(s.side(u), int(s.units[u].square)) == strong:
		return reason{id: whyStrongZoneLeave}
	}
	return reason{}
}

// loosens decides whether the moving unit may disrupt itself to move faster (7.4).
func (s *State) loosens() reason {
	u := s.move.unit
	switch {
	case s.b.units[u].Density == Open:
		return reason{id: whyLoosenOpen}
	case s.disrupted(u):
		return reason{id: whyIsDisrupted}
	case s.move.began:
		return reason{id: whyLoosenLate}
	}
	return reason{}
}

// lowers decides whether the moving unit may take its shield marker off (13.3a).
func (s *State) lowers() reason {
	switch {
	case !s.has(s.move.unit, fShield):
		return reason{id: whyNoShield}
	case s.move.mp < 1:
		return reason{id: whyFar, a: 1, b: int16(s.move.mp)}
	}
	return reason{}
}

func (s *State) optMove(_ task, buf []game.Action) []game.Action {
	var way search
	if s.explore(&way) {
		u := &s.units[s.move.unit]
		low, high := s.rows()
		for q := low; q < high; q++ {
			for f := range 8 {
				if (q != int(u.square) || f != int(u.facing)) && way.cost[q*8+f] != unreached && s.mayStop(q) {
					buf = append(buf, game.Action{Verb: vTo, A: int32(q), B: int32(f)})
				}
			}
		}
	}
	if s.reverses().ok() {
		buf = append(buf, game.Action{Verb: vReverse})
	}
	if s.loosens().ok() {
		buf = append(buf, game.Action{Verb: vLoosen})
	}
	if s.lowers().ok() {
		buf = append(buf, game.Action{Verb: vLower})
	}
	return append(buf, game.Action{Verb: vHalt})
}

func (s *State) checkMove(_ task, a game.Action) reason {
	switch a.Verb {
	case vHalt:
		return reason{}
	case vReverse:
		return s.reverses()
	case vLoosen:
		return s.loosens()
	case vLower:
		return s.lowers()
	case vTo:
		return s.checkTo(int(a.A), int(a.B))
	}
	return reason{id: whyMove}
}

// checkTo decides whether the moving unit may go to a square and face a direction there.
func (s *State) checkTo(q, f int) reason {
	u := s.move.unit
	p := &s.units[u]
	if r := s.mayTurn(u); !r.ok() {
		return r
	}
	switch {
	case q == int(p.square) && f == int(p.facing):
		return reason{id: whySameSquare}
	case !s.enters(u, q):
		return reason{id: whyImpassable}
	case q != int(p.square) && s.beyond(s.side(u), q): // one driven there may turn
		return reason{id: whyColumn}
	case s.at[q] != none && s.side(s.at[q]) != s.side(u) || s.enemyCamp(s.side(u), q):
		return reason{id: whyEnemyThere}
	case q != int(p.square) && !s.mayStop(q):
		return reason{id: whyFriendThere, a: int16(s.at[q])}
	}
	var way search
	s.explore(&way)
	if low, high := s.rows(); q < low || q >= high || way.cost[q*8+f] == unreached {
		return reason{id: whyNoPath, a: int16(s.move.mp)}
	}
	return reason{}
}

// mayStop reports whether the moving unit may end its move in a square: nobody is there, or a smaller friend that can give
// way (7.3.4).
func (s *State) mayStop(q int) bool {
	v := s.at[q]
	return v == none || v == s.move.unit || s.displaces(s.move.unit, v)
}

// displaces reports whether a unit may push a friend out of its square.
func (s *State) displaces(u, v uint8) bool {
	if s.b.units[u].Size <= s.b.units[v].Size {
		return false
	}
	for d := range 8 {
		if s.mayYield(u, v, d) {
			return true
		}
	}
	return false
}

// mayYield reports whether a unit pushed away by u may go in a direction (7.3.4b, 7.3.4e, R43).
func (s *State) mayYield(u, v uint8, d int) bool {
	from := int(s.units[v].square)
	if !s.steps(v, from, d) {
		return false
	}
	q := s.b.board.Neighbor(from, d)
	side := s.side(v)
	return (s.at[q] == none || s.at[q] == u) && s.enemyZone(side, q) == noZone && !s.enemyCamp(side, q) && !s.beyond(side, q)
}

func (s *State) doMove(_ task, a game.Action) {
	u := s.move.unit
	p := &s.units[u]
	switch a.Verb {
	case vHalt:
		s.stage(1)
		return
	case vReverse:
		s.move.mp -= 2
		s.move.began = true
		if s.leaderIn(s.side(u), int(p.square)) { // automatic (C4a)
			s.reversed(u, true)
			return
		}
		s.push(tCheck, u, checkReverse, 0)
		return
	case vLoosen:
		s.move.began = true
		s.disrupt(u, "bnb-7.4a")
		s.move.mp = int8(s.allowance(u))
		return
	case vLower:
		s.move.mp--
		s.move.began = true
		s.clear(u, fShield)
		s.say("shield-off", "bnb-13.3a", piece("unit", int(u)))
		return
	}
	s.march(int(a.A), int(a.B))
}

// reversed carries out a reverse, or its failure (7.1.3c, 7.1.3d).
func (s *State) reversed(u uint8, pass bool) {
	if !pass {
		s.disrupt(u, "bnb-7.1.3d")
		s.move.halted = true
		return
	}
	p := &s.units[u]
	p.facing = uint8(grid.Turn(int(p.facing), 4))
	s.say("reverses", "bnb-7.1.3c", piece("unit", int(u)), heading("facing", int(p.facing)))
	s.touch()
}

// march moves the unit along the cheapest way.
func (s *State) march(q, f int) {
	u := s.move.unit
	p := &s.units[u]
	var path [maxPath]int16
	n, cost := s.trace(q, f, &path)
	s.move.mp -= int8(cost)
	s.move.began = true
	last := int(p.square)
	var through [maxPath]uint8
	passedN := 0
	for i := n - 1; i >= 0; i-- {
		sq := int(path[i]) / 8
		if sq == last {
			continue
		}
		if v := s.at[sq]; v != none && i > 0 && sq != q && s.b.units[u].Size == Medium && s.b.units[v].Size == Medium {
			through[passedN] = v
			passedN++
		}
		last = sq
	}
	if s.sink != nil {
		var places []int
		for i := n - 1; i >= 0; i-- {
			if sq := int(path[i]) / 8; len(places) == 0 || places[len(places)-1] != sq {
				places = append(places, sq)
			}
		}
		if len(places) == 1 {
			s.say("turns", "bnb-7.1.2a", piece("unit", int(u)), heading("facing", f), num("cost", cost))
		} else {
			s.say("moves", "bnb-7.1a", piece("unit", int(u)), placesOf("path", places), heading("facing", f), num("cost", cost))
		}
	}
	for _, v := range through[:passedN] {
		s.disrupt(v, "bnb-7.3.2a")
		s.disrupt(u, "bnb-7.3.2a")
	}
	s.move.goal, s.move.facing = int16(q), uint8(f)
	// Only a dense unit in good order may still want to reverse; a captured leader interrupts any move.
	s.move.halted = !(s.mayGoOn(u, int(p.square), q) && (s.reverseLater(u) || s.lonely(s.side(u), q)))
	if v := s.at[q]; v != none && v != u {
		s.move.pushed = v
		s.push(tPush, 0, 0, 0)
		return
	}
	s.enterSquare(u, q, f)
}

// mayGoOn reports whether nothing in the square at the end of a way makes a unit halt.
func (s *State) mayGoOn(u uint8, from, q int) bool {
	return q == from || s.enemyZone(s.side(u), q) == noZone && !s.b.ground[q].terrain.halts(s.b.units[u].TypeData) && s.b.ground[q].terrain.high() == s.b.ground[from].terrain.high()
}

// reverseLater reports whether a unit may have a use for what is left of its MP after a march: to reverse.
func (s *State) reverseLater(u uint8) bool {
	return s.b.units[u].Density == Dense && !s.form.drill && !s.disrupted(u) && s.move.mp >= 2
}

// lonely reports whether an enemy leader stands alone in a square.
func (s *State) lonely(side uint8, q int) bool {
	return s.leaderIn(other(side), q) && (s.at[q] == none || s.side(s.at[q]) == side)
}

// enterSquare puts a unit into a square: leaders go along, the ground may disrupt it, and a lone enemy leader is captured
// (6.0b, 7.5d, 6.4, R47).
func (s *State) enterSquare(u uint8, q, f int) {
	p := &s.units[u]
	from := int(p.square)
	p.square, p.facing = int16(q), uint8(f)
	s.touch()
	if from == q {
		return
	}
	s.follow(u, from, q)
	if s.b.ground[q].terrain.disrupts(s.b.units[u].TypeData) {
		s.disrupt(u, s.b.ground[q].terrain.Data().Clause)
	}
	s.capture(u, q)
}

func (s *State) stepPush(task) bool { return s.waitFor(s.side(s.move.pushed)) }

func (s *State) optPush(_ task, buf []game.Action) []game.Action {
	for d := range 8 {
		if q := s.b.board.Neighbor(int(s.units[s.move.pushed].square), d); q >= 0 {
			buf = append(buf, game.Action{Verb: vDisplace, A: int32(q)})
		}
	}
	return buf
}

func (s *State) checkPush(_ task, a game.Action) reason {
	if a.Verb != vDisplace {
		return reason{id: whyDisplace}
	}
	v := s.move.pushed
	d := s.b.board.Direction(int(s.units[v].square), int(a.A))
	if d < 0 || !s.mayYield(s.move.unit, v, d) {
		return reason{id: whyDisplaceWhere, a: int16(v)}
	}
	return reason{}
}

// doPush makes a friend give way; it keeps its facing and is disrupted (7.3.4c, 7.3.4d).
func (s *State) doPush(_ task, a game.Action) {
	v := s.move.pushed
	s.pop()
	s.say("displaced", "bnb-7.3.4b", piece("unit", int(v)), place("square", int(a.A)))
	mover := s.move.unit
	before := s.leaders
	s.enterSquare(v, int(a.A), int(s.units[v].facing))
	s.disrupt(v, "bnb-7.3.4d")
	here := s.leaders
	s.enterSquare(mover, int(s.move.goal), int(s.move.facing))
	for l := range here { // leaders who have come to the mover's old square with the friend stay there
		if before[l].square != here[l].square {
			s.leaders[l].square = here[l].square
		}
	}
}

const (
	unreached = 0xff
	maxPath   = 64
)

// rows returns the range of squares, in whole rows, outside of which the moving unit cannot get: a step costs 2 at least.
func (s *State) rows() (low, high int) {
	cols := s.b.board.Cols
	row, far := int(s.units[s.move.unit].square)/cols, int(s.move.mp)/2
	return max(row-far, 0) * cols, min(row+far+1, s.b.board.Rows) * cols
}

// search holds what it costs the moving unit to stand in each square with each facing; only the rows that it can get to are
// filled in.
type search struct {
	cost [MaxSquares * 8]uint8
}

// links are the poses from which those of a search are reached.
type links [MaxSquares * 8]int16

// level is a set of poses.
type level [MaxSquares * 8 / 64]uint64

// maxMP is the most MP that a unit can have: 18, and 2 by a card.
const maxMP = 20

// explore finds everything that the moving unit can reach, first without disrupting a friend by passing through it, then
// what it can reach only so. It reports whether the unit can move at all.
func (s *State) explore(way *search) bool {
	if !s.prepare(way) {
		return false
	}
	if s.spread(way, nil, false) {
		var rough search
		s.prepare(&rough)
		s.spread(&rough, nil, true)
		low, high := s.rows()
		for i := low * 8; i < high*8; i++ {
			way.cost[i] = min(way.cost[i], rough.cost[i])
		}
	}
	return true
}

// prepare clears a search. It reports whether the moving unit can move at all.
func (s *State) prepare(way *search) bool {
	low, high := s.rows()
	for i := low * 8; i < high*8; i++ {
		way.cost[i] = unreached
	}
	return s.mayTurn(s.move.unit).ok() && !s.move.halted
}

// spread is Dijkstra's search over poses, with a set of poses for each cost. It reports whether a friend of medium size was
// in the way.
func (s *State) spread(way *search, prev *links, through bool) (blocked bool) {
	u := s.move.unit
	d := &s.b.units[u]
	p := &s.units[u]
	most := int(s.move.mp)
	var levels [maxMP + 1]level
	start := int(p.square)*8 + int(p.facing)
	way.cost[start] = 0
	levels[0][start/64] |= 1 << (start % 64)
	wheel := 1
	if s.form.drill {
		wheel = 0
	}
	reverse := !s.disrupted(u) && (d.Density != Dense || s.form.drill)
	low, high := s.rows()
	first, words := low*8/64, (high*8+63)/64
	var more bool // poses were added to the level being dealt with
	relax := func(from, to, cost int) {
		if cost <= most && cost < int(way.cost[to]) {
			way.cost[to] = uint8(cost)
			if prev != nil {
				prev[to] = int16(from)
			}
			levels[cost][to/64] |= 1 << (to % 64)
			more = true
		}
	}
	for c := 0; c <= most; c++ {
		for more = true; more; {
			more = false
			for w := first; w < words; w++ {
				for levels[c][w] != 0 {
					bit := bits.TrailingZeros64(levels[c][w])
					levels[c][w] &^= 1 << bit
					at := w*64 + bit
					if int(way.cost[at]) != c {
						continue
					}
					q, f := at/8, at%8
					if q != int(p.square) && s.haltsAt(u, int(p.square), q) {
						continue
					}
					relax(at, q*8+grid.Turn(f, 1), c+wheel)
					relax(at, q*8+grid.Turn(f, -1), c+wheel)
					if reverse && (!through || q == int(p.square)) { // not once it has been disrupted on the way (R105)
						relax(at, q*8+grid.Turn(f, 4), c+2)
					}
					cost, ok, rough := s.stepCost(u, q, f, through)
					blocked = blocked || rough
					if !ok {
						continue
					}
					n := s.b.board.Neighbor(q, f) * 8
					relax(at, n+f, c+cost)
					if d.Size == Light { // one free turn in every square that it enters (7.1.2c, R38)
						relax(at, n+grid.Turn(f, 1), c+cost)
						relax(at, n+grid.Turn(f, -1), c+cost)
					}
				}
			}
		}
	}
	return blocked
}

// trace finds the way of the moving unit to a pose, from its end to its start, and its cost.
func (s *State) trace(q, f int, path *[maxPath]int16) (n, cost int) {
	var way search
	var prev links
	s.prepare(&way)
	s.spread(&way, &prev, false)
	if way.cost[q*8+f] == unreached {
		s.prepare(&way)
		s.spread(&way, &prev, true)
	}
	p := &s.units[s.move.unit]
	for at := int16(q*8 + f); ; at = prev[at] {
		path[n] = at
		n++
		if at == p.square*8+int16(p.facing) {
			return n, int(way.cost[q*8+f])
		}
	}
}

// haltsAt reports whether the moving unit may not go on from a square other than the one it started in: a zone of control,
// the ground, a slope, a friend that it cannot pass, a leader to be captured.
func (s *State) haltsAt(u uint8, start, q int) bool {
	side := s.side(u)
	if s.enemyZone(side, q) != noZone || s.b.ground[q].terrain.halts(s.b.units[u].TypeData) || s.lonely(side, q) {
		return true
	}
	if s.b.ground[q].terrain.high() != s.b.ground[start].terrain.high() {
		return true
	}
	v := s.at[q]
	return v != none && v != u && s.b.units[u].Size == Heavy && s.b.units[v].Size == Medium
}

// stepCost returns what it costs a unit to advance from a square in the direction it faces (7.1.1, 7.3). It is refused
// where enemies or friends forbid it; rough reports that a friend could be passed at the price of disruption.
func (s *State) stepCost(u uint8, q, f int, through bool) (cost int, ok, rough bool) {
	if !s.steps(u, q, f) {
		return 0, false, false
	}
	n := s.b.board.Neighbor(q, f)
	side := s.side(u)
	if s.beyond(side, n) || s.enemyCamp(side, n) {
		return 0, false, false
	}
	cost = 2 + f&1
	v := s.at[n]
	if v == none || v == u {
		return cost, true, false
	}
	if s.side(v) != side {
		return 0, false, false
	}
	start := int(s.units[u].square)
	mover, friend := s.b.units[u].Size, s.b.units[v].Size
	switch {
	case mover == Light || friend == Light:
	case friend == Heavy:
		return 0, false, false
	case mover == Medium:
		if !through {
			return 0, false, true
		}
		cost += 2
	default: // heavy into medium: only to displace it
		return cost + 2, s.displaces(u, v), false
	}
	// Where it must halt it may enter only if the friend gives way (R42).
	if s.haltsAt(u, start, n) && !s.displaces(u, v) {
		return 0, false, false
	}
	return cost, true, false
}
