package sword

import "encoding/binary"

// The search for the cheapest path of a group (8.1 to 8.3): over hexes and facings and, when a leader goes along, over
// how much of his own allowance he has spent.

// path describes who moves, with what allowance, and what they pay.
type path struct {
	side      uint8
	column    Column
	allowance int
	turn      int  // cost of turning by one facing, before the surcharge
	exit      int  // surcharge for leaving the first hex while units stay behind
	ban       bool // may not enter a hex next to an enemy
	turnOnly  bool
	splits    bool // part of a stack, which cannot turn before leaving its hex
	leader    int  // allowance of the leader who goes along; -1: none
	fronts    int  // how many sides may be crossed: 1: that of the facing; 2: also the next; 3: also the one before
	start     int
	facing    int
	parity    uint8 // 1 if the start lies in an even column
}

// A search covers a window of hexes around its start, as far as the greatest allowance reaches, so that it clears
// little memory however large the map is.
const (
	maxAllowance = 10
	maxMP        = 8 // of a unit
	maxFreeMP    = 5 // of a unit that turns free of charge: more would not fit into the list of links
	maxSideMP    = 7 // of a unit with three front hexes, for the same reason
	maxLeaderMP  = 8
	window       = 2*maxAllowance + 1
	middle       = maxAllowance*window + maxAllowance
)

// costs holds, for each hex of the window and each facing, the cost plus one, or 0 if out of reach; wideCosts has a
// layer for each value of the leader's own cost. The two extra bytes let the six facings of the last hex be read in one
// load.
type (
	costs     [window*window*6 + 2]uint8
	wideCosts [window * window * 6 * (maxLeaderMP + 1)]uint8
)

// search is the working memory of a search. Costs are small integers, so the queue is one list per cost and no heap is
// needed.
type search struct {
	path
	shut  hexSet // hexes that may not be entered: those of enemies and, for some units, those next to enemies
	front hexSet // the enemy's front hexes
	node  [maxLinks]uint16
	next  [maxLinks]int16 // 1 + the next of the same cost, 0: none
}

// maxLinks is enough for the greatest allowances on open ground, with a leader who goes along.
const maxLinks = 1536

// layers is the number of values the leader's own cost can have.
func (x *search) layers() int { return max(x.leader, 0) + 1 }

// local returns the window index of a hex given by its columns left of the start and rows above it.
func (x *search) local(left, above int) int { return middle - above*window - left }

// at returns the window index of a hex of the map.
func (s *State) at(x *search, h int) int {
	m := s.b.m
	return x.local(m.Col(x.start)-m.Col(h), m.Row(x.start)-m.Row(h))
}

// reached reports whether the search has reached a hex of the window.
func (x *search) reached(dist []uint8, at int) bool {
	if x.leader <= 0 {
		return binary.LittleEndian.Uint64(dist[6*at:6*at+8])<<16 != 0
	}
	n := 6 * x.layers()
	for _, d := range dist[at*n : at*n+n] {
		if d != 0 {
			return true
		}
	}
	return false
}

// find fills dist with every hex and facing in reach, cheapest first; with a goal it stops when the goal is found. A
// goal with unrouted friends counts as found with any facing, since the group takes theirs (ant-5.2.3a).
func (s *State) find(x *search, dist []uint8, goal, goalFacing int) {
	layers := x.layers()
	any := false
	if goal >= 0 && goal != x.start {
		_, any = s.stackFacing(goal)
	}
	s.enemies(x.side, &x.shut, &x.front)
	if x.ban {
		s.shutAround(x)
	}
	var head [maxAllowance + 1]int16
	n := 0
	add := func(node, cost int) {
		if d := int(dist[node]); (d == 0 || cost+1 < d) && n < maxLinks {
			dist[node] = uint8(cost + 1)
			x.node[n], x.next[n] = uint16(node), head[cost]
			n++
			head[cost] = int16(n)
		}
	}
	add((middle*6+x.facing)*layers, 0)
	// Local copies, since the compiler cannot know that these do not change.
	steps, nexts, offsets, fronts := &s.b.step[x.column], &s.b.next, &s.b.window, x.fronts
	start, allowance, turn, leader := x.start, x.allowance, x.turn, x.leader
	for cost := 0; cost <= allowance; cost++ {
		for head[cost] != 0 {
			i := head[cost] - 1
			node := int(x.node[i])
			head[cost] = x.next[i]
			if int(dist[node]) != cost+1 {
				continue
			}
			hf, spent := node, 0
			if layers > 1 {
				hf, spent = node/layers, node%layers
			}
			at := hf / 6
			f := hf - 6*at
			h := start + int(offsets[at])
			if h == goal && (any || f == goalFacing) {
				return
			}
			right := f + 1
			if right == 6 {
				right = 0
			}
			pay := cost + x.surcharge(h)
			if pay+turn <= allowance && (h != start || !x.splits) {
				left := f - 1
				if left < 0 {
					left = 5
				}
				add((at*6+right)*layers+spent, pay+turn)
				add((at*6+left)*layers+spent, pay+turn)
			}
			if x.turnOnly {
				continue
			}
			if h == start {
				pay += x.exit
			}
			shift := &shifts[parity[at]^x.parity]
			k := f
			if fronts == 3 {
				k = (f + 5) % 6
			}
			for {
				step := int(steps[h][k])
				if step != Closed && pay+step <= allowance && !x.shut.has(int(nexts[h][k])) {
					l := 0
					if leader >= 0 {
						l = s.leaderPays(x, h, k, spent)
					}
					if l >= 0 {
						add(((at+int(shift[k]))*6+f)*layers+l, pay+step)
					}
				}
				if k == right || fronts == 1 {
					break
				}
				if k == f {
					k = right
				} else {
					k = f
				}
			}
		}
	}
}

// shutAround shuts the hexes next to enemies too (ant-13.2.5f).
func (s *State) shutAround(x *search) {
	for i := range s.b.units {
		h := s.units[i].hex
		if h < 0 || s.b.units[i].side == x.side {
			continue
		}
		for _, n := range s.b.next[h] {
			if n >= 0 {
				x.shut.add(int(n))
			}
		}
	}
}

// leaderPays returns what the leader has spent after crossing side k, or -1 if he cannot pay for it.
func (s *State) leaderPays(x *search, h, k, spent int) int {
	own := int(s.b.step[Foot][h][k])
	if spent += own + x.surcharge(h); own == Closed || spent > x.leader {
		return -1
	}
	return spent
}

// shifts holds the window offsets to the neighbour across each side, for odd and even columns; parity says whether a
// window index is an odd or even number of columns from the middle.
var (
	shifts = [2][6]int16{
		{-window, 1 - window, 1, window, -1, -1 - window},
		{-window, 1, 1 + window, window, window - 1, -1},
	}
	parity = func() (p [window * window]uint8) {
		for at := range p {
			p[at] = uint8((at%window + maxAllowance) % 2)
		}
		return p
	}()
)

// surcharge returns the extra cost of leaving a hex or turning in it: 1 in an enemy front (ant-8.2e, 8.3a).
func (x *search) surcharge(h int) int {
	if x.front.has(h) {
		return 1
	}
	return 0
}

// Orders of a unit that ends in a stack.
const (
	orderNone = iota
	orderOver
	orderUnder
)

// end returns, given the search, the cost to end in a hex with a facing; found is false if that is impossible. In a hex
// with unrouted friends the facing is theirs, so any path to it will do.
func (s *State) end(x *search, dist []uint8, h, f int) (cost int, found bool) {
	return s.endAt(x, dist, s.at(x, h), h, f)
}

func (s *State) endAt(x *search, dist []uint8, at, h, f int) (cost int, found bool) {
	best := 0
	layers := x.layers()
	lo, hi := f, f
	join := h != x.start && s.top[h] != none
	if join {
		if g, ok := s.stackFacing(h); ok {
			if g != f {
				return 0, false
			}
			lo, hi = 0, 5
		}
	}
	for g := lo; g <= hi; g++ {
		n := (at*6 + g) * layers
		for _, d := range dist[n : n+layers] {
			if d != 0 && (best == 0 || int(d) < best) {
				best = int(d)
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
	return cost, cost <= x.allowance
}

// trace goes back from an end to the start and returns the hexes of the path.
func (s *State) trace(x *search, dist []uint8, h, f int) []int {
	layers := x.layers()
	_, join := s.stackFacing(h)
	join = join && h != x.start
	best := step{cost: 255}
	for g := range 6 {
		for l := range layers {
			if d := int(dist[(s.at(x, h)*6+g)*layers+l]); d != 0 && d < best.cost && (join || g == f) {
				best = step{h, g, l, d}
			}
		}
	}
	path := []int{h}
	for now := best; now != (step{x.start, x.facing, 0, 1}); {
		now = s.before(x, dist, now)
		if now.h != path[0] {
			path = append([]int{now.h}, path...)
		}
	}
	return path
}

// step is a node of the search: a hex, a facing, what the leader has spent, and the cost plus one.
type step struct{ h, f, l, cost int }

// before returns a node from which the given one was reached: by a step into its hex, or by a turn. Free turns are
// undone all at once, back to a facing with which the hex was entered.
func (s *State) before(x *search, dist []uint8, now step) step {
	if b, ok := s.entered(x, dist, now); ok {
		return b
	}
	layers := x.layers()
	turn := x.turn + x.surcharge(now.h)
	start := step{x.start, x.facing, 0, 1}
	for _, d := range [5]int{1, 5, 2, 4, 3} {
		g := (now.f + d) % 6
		b := step{now.h, g, now.l, int(dist[(s.at(x, now.h)*6+g)*layers+now.l])}
		if b.cost == 0 || b.cost+turn*min(d, 6-d) != now.cost {
			continue
		}
		if _, ok := s.entered(x, dist, b); ok || b == start {
			return b
		}
	}
	return start
}

// entered returns the node from which a step led to the given one.
func (s *State) entered(x *search, dist []uint8, now step) (step, bool) {
	layers := x.layers()
	for i := range x.fronts {
		k := (now.f + [3]int{0, 1, 5}[i]) % 6
		from := int(s.b.next[now.h][(k+3)%6])
		if from < 0 || s.b.m.Distance(x.start, from) > maxAllowance || s.b.step[x.column][from][k] == Closed {
			continue
		}
		exit := x.surcharge(from)
		cost := int(s.b.step[x.column][from][k]) + exit
		if from == x.start {
			cost += x.exit
		}
		own := 0
		if x.leader >= 0 {
			own = int(s.b.step[Foot][from][k]) + exit
		}
		if now.l < own {
			continue
		}
		d := int(dist[(s.at(x, from)*6+now.f)*layers+now.l-own])
		if d != 0 && d+cost == now.cost {
			return step{from, now.f, now.l - own, d}, true
		}
	}
	return step{}, false
}
