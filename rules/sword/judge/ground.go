package judge

import (
	"slices"

	"acies/grid"
	"acies/rules/sword"
)

// The value of ground in By the Edge of the Sword: the points it scores, and what is near it.

// keeps adds up the points for what the side holds at the start; takes adds up those for what it still has to win.
func (m *Judge) keeps() int {
	n := 0
	for i := range m.set.Victory.Scores {
		r := &m.set.Victory.Scores[i]
		if r.Side != int(m.me) {
			continue
		}
		switch r.Kind {
		case sword.NotFled:
			n += r.Points
		case sword.OccupiedEnd, sword.OccupiedTurn:
			n += r.Points * m.begun(r, int(m.me))
		case sword.ZonesFree:
			n += r.Points * (len(r.Zones) - m.begun(r, int(m.me.Other())))
		}
	}
	return n
}

func (m *Judge) takes() int {
	n := 0
	for i := range m.set.Victory.Scores {
		r := &m.set.Victory.Scores[i]
		if r.Side != int(m.me) {
			continue
		}
		switch r.Kind {
		case sword.Fled:
			n += r.Points
		case sword.Entered:
			for _, id := range r.Zones {
				n += r.Points * len(m.b.Zone(id))
			}
		case sword.OccupiedEnd:
			n += r.Points * (len(r.Zones) - m.begun(r, int(m.me)))
		case sword.ZonesFree:
			n += r.Points * m.begun(r, int(m.me.Other()))
		case sword.NamesAcross:
			n += r.Points * len(r.Names)
		case sword.UnitsAcross:
			n += max(r.Max, r.Points)
		}
	}
	return n
}

// begun counts the zones of a rule in which a side has a unit at the printed set-up.
func (m *Judge) begun(r *sword.ScoreRule, side int) int {
	n := 0
	for _, id := range r.Zones {
		if slices.ContainsFunc(m.set.Zones, func(z sword.ZoneDef) bool { return z.ID == id && m.startsIn(&z, side) }) {
			n++
		}
	}
	return n
}

func (m *Judge) startsIn(z *sword.ZoneDef, side int) bool {
	for i := range m.set.Units {
		if int(m.units[i].Side) == side && slices.Contains(z.Hexes, m.set.Units[i].Hex) {
			return true
		}
	}
	return false
}

// valueFor fills m.value with the value of each hex for units of m.me like u; units of the group do not count as being
// there already.
func (m *Judge) valueFor(u int, group []int) {
	clear(m.value[:])
	v := &m.set.Victory
	left := m.set.Turns - m.s.Turn()
	for i := range v.Scores {
		r := &v.Scores[i]
		mine := r.Side == int(m.me)
		switch r.Kind {
		case sword.OccupiedEnd:
			m.addValue(r.Zones, 100*r.Points)
		case sword.OccupiedTurn:
			m.addValue(r.Zones, 100*r.Points*min(left, 2))
		case sword.ZonesFree:
			if !mine { // the enemy scores each zone in which this side has no unit
				m.addEmpty(r.Zones, 100*r.Points, group)
			} else if left < 2 { // only to deny it to the enemy
				m.addValue(r.Zones, 10*r.Points)
			}
		case sword.NamesAcross:
			if mine && slices.Contains(r.Names, m.set.Units[u].Name) {
				m.addValue(r.Zones, 100*r.Points)
			}
		case sword.Entered:
			if mine {
				m.addValue(r.Zones, 60*r.Points)
			}
		case sword.UnitsAcross:
			if mine && slices.Contains(r.Types, m.set.Units[u].Type) {
				m.addValue(r.Zones, 100*r.Points)
			}
		}
	}
	m.addGuard(u)
	for i := range v.Decisive {
		r := &v.Decisive[i]
		switch {
		case r.Kind == sword.AllZonesFree && r.Side != int(m.me):
			m.addEmpty(r.Zones, 200, group)
		case r.Kind == sword.FledAndInZone:
			m.addValue(r.Zones, 200)
		}
	}
}

// addGuard adds the hexes around a commander who must not leave the field, for units of his guard.
func (m *Judge) addGuard(u int) {
	f := m.set.Special.Flight
	if f == nil || m.set.Units[u].Contingent != f.Guard || m.units[u].Side != m.me {
		return
	}
	l := m.leader(f.Leader)
	x := m.heads[l]
	if !x.Commands {
		return
	}
	m.value[x.Hex] += int16(m.w.GuardPlace)
	for k := range 6 {
		if n := m.m.Neighbor(x.Hex, k); n >= 0 {
			m.value[n] += int16(m.w.GuardPlace)
		}
	}
}

// leader returns the index of a leader.
func (m *Judge) leader(id string) int {
	return slices.IndexFunc(m.set.Leaders, func(d sword.LeaderDef) bool { return d.ID == id })
}

func (m *Judge) addValue(zones []string, points int) {
	for _, id := range zones {
		for _, h := range m.b.Zone(id) {
			m.value[h] = int16(min(int(m.value[h])+points, m.w.FullHold))
		}
	}
}

// addEmpty adds value to the zones in which the side has no valiant unit outside the group.
func (m *Judge) addEmpty(zones []string, points int, group []int) {
	for i := range zones {
		if !m.valiantIn(zones[i], group) {
			m.addValue(zones[i:i+1], points)
		}
	}
}

func (m *Judge) valiantIn(zone string, but []int) bool {
	for _, h := range m.b.Zone(zone) {
		if m.friendAt(int(h)) == nil {
			continue
		}
		for u := m.s.Top(int(h)); u >= 0; u = m.s.Below(u) {
			if p := &m.units[u]; !p.Discouraged && !p.Routed && !slices.Contains(but, u) {
				return true
			}
		}
	}
	return false
}

// goals fills m.pull: how strongly each hex that m.field wants attracts a group of one type, given its movement
// costs.
func (m *Judge) goals(st *stack, u, from int) {
	f := &m.field
	f.n, f.head = 0, [fieldCosts]int16{}
	for h, v := range m.value[:m.m.Len()] {
		if v > 0 && (m.friendAt(h) == nil || h == from) {
			f.start(h, m.w.PullOwn+int(v)/5, m.w.Nearer)
		}
	}
	for i := range m.foe {
		e := &m.foe[i]
		if st.reserve || m.hold[m.me] && m.m.Distance(from, e.hex) > m.w.Hold && int(m.ground[e.hex]) == 0 {
			continue
		}
		w := m.w.PullEnemy + m.w.PullType*int(m.set.Book.Melee[st.typ][e.typ]) + int(m.ground[e.hex])/4
		if e.routed > 0 {
			w -= m.w.LeaveRouted
		}
		if e.shaken > 0 {
			w += m.w.PressShaken
		}
		f.start(e.hex, w, m.w.Nearer)
	}
	if l := m.leaderOf(u); l >= 0 && (st.reserve || m.units[u].OutOfCommand) {
		f.start(m.heads[l].Hex, m.w.PullOwn, m.w.Nearer)
	}
	f.spread(m, m.s.Column(u), m.w.Nearer)
}

// leaderOf returns the leader of a unit's contingent if he is on the map, or -1.
func (m *Judge) leaderOf(u int) int {
	for l := range m.leaders {
		if x := m.heads[l]; x.Contingent == m.units[u].Contingent && x.Commands {
			return l
		}
	}
	return -1
}

// field is a search outward from the goals, by cost. It ends when it has reached all hexes that are wanted.
type field struct {
	head [fieldCosts]int16
	node [fieldNodes]int16
	next [fieldNodes]int16
	n    int
	want [sword.MaxHexes]bool
	left int // how many of those wanted it has not reached
}

const (
	fieldCosts = 96
	fieldNodes = 6144
)

// reach makes these the hexes that are wanted.
func (f *field) reach(hexes ...int) {
	clear(f.want[:])
	f.left = 0
	for _, h := range hexes {
		f.reachToo(h)
	}
}

// reachToo adds a hex to those that are wanted.
func (f *field) reachToo(h int) {
	if !f.want[h] {
		f.want[h] = true
		f.left++
	}
}

// start adds a goal; a pull beyond the limits counts as the limit. A step costs as much as it takes from the pull.
func (f *field) start(h, pull, step int) { f.push(h, (pullMost-min(max(pull, 0), pullMost))/step) }

func (f *field) push(h, cost int) {
	if cost >= fieldCosts || f.n >= fieldNodes {
		return
	}
	f.node[f.n], f.next[f.n] = int16(h), f.head[cost]
	f.n++
	f.head[cost] = int16(f.n)
}

// spread fills m.pull. It searches against the direction of movement, since the cost is that from a hex to the goal.
func (f *field) spread(m *Judge, c sword.Column, step int) {
	var done [sword.MaxHexes]bool
	clear(m.pull[:])
	for cost := range fieldCosts {
		for f.head[cost] != 0 {
			i := f.head[cost] - 1
			h := int(f.node[i])
			f.head[cost] = f.next[i]
			if done[h] {
				continue
			}
			done[h] = true
			m.pull[h] = int16(pullMost - step*cost)
			if f.want[h] {
				if f.left--; f.left == 0 {
					return
				}
			}
			for k := range 6 {
				n := m.m.Neighbor(h, k)
				if n < 0 || done[n] {
					continue
				}
				if mp := m.b.Step(c, n, grid.Opposite(k)); mp != sword.Closed {
					f.push(n, cost+mp)
				}
			}
		}
	}
}

// place rates a hex for a group, for any facing.
func (m *Judge) place(from, h int) int {
	friends, cover := m.company(from, h)
	return int(m.value[h]) + friends + cover
}

// company rates a hex by the friends next to it, and by how well it is protected.
func (m *Judge) company(from, h int) (company, protection int) {
	friends := 0
	cover, sides := 0, 0
	for k := range 6 {
		n := m.m.Neighbor(h, k)
		if n < 0 {
			continue
		}
		if x := m.friendAt(n); x != nil && n != from && x.routed == 0 {
			friends++
			continue
		}
		if mod, ok := m.b.AttackMod(n, grid.Opposite(k)); ok {
			cover -= mod
			sides++
		}
	}
	if sides > 0 && m.nearest(h) <= 5 {
		protection = m.w.CoverTerm * cover / sides
	}
	return m.w.FriendNear * min(friends, 2), protection
}

// stance rates a facing in a hex: which enemies are in front, and from where others could attack.
func (m *Judge) stance(st *stack, from, h, f int) int {
	sum := m.facing(h, f)
	var x, behind attack
	me := *st
	me.hex, me.facing = h, f
	for k := range 6 {
		n := m.m.Neighbor(h, k)
		if n < 0 {
			continue
		}
		arc := m.b.Arc(st.guns, f, k)
		if e := m.foeAt(n); e != nil {
			if _, ok := m.b.AttackMod(n, grid.Opposite(k)); ok && e.routed == 0 {
				m.with(&x, e, n, grid.Opposite(k), &me, f)
				if arc != grid.Front {
					m.with(&behind, e, n, grid.Opposite(k), &me, f)
				}
			}
			continue
		}
		if w := m.friendAt(n); w != nil && n != from && w.routed == 0 {
			if w.facing == f {
				sum += m.w.LineUp
			}
			continue
		}
		if arc != grid.Front && m.b.Step(sword.Foot, n, grid.Opposite(k)) != sword.Closed && m.nearest(n) <= 2 {
			sum -= m.w.OpenFlank * int(arc)
		}
	}
	if x.n > 0 {
		danger := max(0, m.gain(&x, &me))
		if st.active && m.w.GuardFront < 100 {
			rest := 0
			if behind.n > 0 {
				rest = max(0, m.gain(&behind, &me))
			}
			danger = (danger*m.w.GuardFront + rest*(100-m.w.GuardFront)) / 100
		}
		sum -= danger * m.w.GuardTerm / 100
	}
	return sum
}

// chances rates the attacks a group could make from a hex and facing, together with friends that face the same enemy.
func (m *Judge) chances(st *stack, from, h, f int) int {
	if !st.active || st.reserve {
		return 0
	}
	best, targets := 0, 0
	for i := range 6 {
		k := (f + i) % 6
		n := m.m.Neighbor(h, k)
		if n < 0 || m.b.Arc(st.guns, f, k) != grid.Front {
			continue
		}
		e := m.foeAt(n)
		if e == nil || m.attackForbidden(st, e) {
			continue
		}
		if _, ok := m.b.AttackMod(h, k); !ok {
			continue
		}
		targets++
		var x attack
		for j := range 6 {
			g := m.m.Neighbor(n, j)
			if g < 0 || g == from || g == h {
				continue
			}
			w := m.friendAt(g)
			if w == nil || !w.active || w.reserve || w.routed > 0 || m.arc(w, grid.Opposite(j)) != grid.Front {
				continue
			}
			if _, ok := m.b.AttackMod(g, grid.Opposite(j)); ok {
				m.with(&x, w, g, grid.Opposite(j), e, e.facing)
			}
		}
		without := 0
		if x.n > 0 {
			without = max(0, m.gain(&x, e))
		}
		m.with(&x, st, h, k, e, e.facing)
		gain := max(0, m.gain(&x, e)-without)
		if gain > 0 {
			gain += int(m.ground[n]) * m.w.TakeGround / 100
		}
		best = max(best, gain)
	}
	if targets > 1 {
		best /= 2
	}
	return best * m.w.AttackTerm / 100
}

// attackForbidden reports whether a rule forbids the stack to attack.
func (m *Judge) attackForbidden(st, e *stack) bool {
	r := m.set.Special.Levies
	return r != nil && slices.Contains(r.Types, m.set.Book.Types[st.typ].Code) &&
		slices.Contains(r.Against, m.set.Book.Types[e.typ].Code)
}

// shots rates the shots a group could make from a hex.
func (m *Judge) shots(st *stack, u, h, f int) int {
	reach := m.b.Reach(st.typ)
	if reach < 2 || !m.units[u].Shoots {
		return 0
	}
	for k := range 6 {
		if n := m.m.Neighbor(h, k); n >= 0 && m.foeAt(n) != nil {
			return 0
		}
	}
	for i := range m.foe {
		e := m.foe[i].hex
		if m.foe[i].routed == m.foe[i].n || m.m.Distance(h, e) > reach {
			continue
		}
		if s1, s2 := m.m.Exit(h, e); m.b.Arc(st.guns, f, s1) == grid.Front && m.b.Arc(st.guns, f, s2) == grid.Front {
			return m.w.ShotTerm
		}
	}
	return 0
}

// command rates a hex by its distance to the leader of the contingent, who will follow but not far.
func (m *Judge) command(u, h int) int {
	l := m.leaderOf(u)
	if l < 0 {
		return 0
	}
	x := m.heads[l]
	return -m.w.OutOfReach * max(0, m.m.Distance(h, x.Hex)-x.Radius-1)
}
