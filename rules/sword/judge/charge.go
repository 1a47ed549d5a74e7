package judge

import (
	"slices"

	"acies/game"
	"acies/grid"
	"acies/rules/sword"
)

// Rating cavalry and guns: when to charge and how far to pursue, when to fight on foot, how to keep guns in action and
// protected.

// arc returns what the hex across a side is to a stack.
func (m *Judge) arc(st *stack, k int) grid.Arc { return m.b.Arc(st.guns, st.facing, k) }

// chargeWorth returns the value of a charge by a group: of the melee and its pursuit, minus the friends it rides down.
func (m *Judge) chargeWorth(c *sword.State, a game.Action, u int) int {
	total, ok := c.MeleeTotal(a)
	if !ok {
		return never
	}
	def := int(a.A)
	worth := m.chargeGain(total, u, def)
	if p := m.reactionOdds(u, def); p > 0 {
		bonus := int(m.set.Book.MeleeMods.ChargeFront)
		worth = (worth*(10-p) + m.chargeGain(total-bonus, u, def)*p) / 10
	}
	return worth*m.w.ChargeTerm/100 - m.riddenDown(u)
}

// reactionOdds returns in how many cases out of ten the enemy in a hex makes a reaction charge.
func (m *Judge) reactionOdds(u, def int) int {
	e := &m.units[m.s.Top(def)]
	k := m.m.Side(def, m.behind(def, m.units[u].Facing))
	if !e.Charges || !e.Mounted || e.Routed || k < 0 || m.b.Arc(false, e.Facing, k) != grid.Front {
		return 0
	}
	return min(e.Quality+1, 10)
}

// behind returns the hex from which a charge that faces f reaches a hex.
func (m *Judge) behind(h, f int) int { return m.m.Neighbor(h, grid.Opposite(f)) }

// chargeGain returns the expected value of a charge with a total modifier: harm to the enemy and to the charger, and the
// pursuit.
func (m *Judge) chargeGain(total, u, def int) int {
	limit := m.set.Book.MeleeCap
	total = max(-limit, min(limit, total))
	sum := 0
	var last *sword.MeleeRow
	worth := 0
	p := &m.units[u]
	for roll := range 10 {
		if row := meleeRow(m.set.Book, roll+total); row != last {
			last = row
			worth = m.suffer([]int{def}, row.Defenders, false)
			harm := 0
			for _, e := range row.Attackers {
				harm += m.w.harmTo(p, e)
			}
			worth -= harm * m.worth(u) / 100
			if !p.Fatigued && slices.Contains(row.Attackers, sword.Advance) && !slices.Contains(row.Attackers, sword.Fatigue) {
				worth += m.w.Elan
			}
		}
		sum += worth
	}
	return sum/10 + m.leaderRisk([]int{def}) - m.leaderRisk([]int{p.Hex})
}

// riddenDown returns the cost of charging through friends.
func (m *Judge) riddenDown(u int) int {
	_, end, _, ok := m.s.Gallop(u)
	if !ok {
		return 0
	}
	p := &m.units[u]
	sum := 0
	for h := p.Hex; h != end; {
		h = m.m.Neighbor(h, p.Facing)
		if st := m.friendAt(h); st != nil && h != p.Hex {
			sum += st.worth * (m.w.HarmRout + 10) / 100
		}
	}
	return sum
}

// readiness rates a hex and a facing for cavalry: whether it has a free run at an enemy worth charging.
func (m *Judge) readiness(u, h, f int) int {
	p := &m.units[u]
	if m.w.ChargeReady == 0 || m.set.Book.Charge == nil || !p.Charges || !p.Mounted || p.Fatigued {
		return 0
	}
	cost := 0
	at := h
	for range m.set.Book.Charge.MP + 1 {
		n := m.m.Neighbor(at, f)
		if n < 0 {
			return 0
		}
		if e := m.foeAt(n); e != nil {
			if at == h || cost > m.set.Book.Charge.MP {
				return 0
			}
			v := m.w.ChargeReady + 4*int(m.set.Book.Melee[p.Type][e.typ])
			if m.b.Arc(e.guns, e.facing, grid.Opposite(f)) == grid.Rear {
				v += m.w.ChargeReady / 2
			}
			return max(v, 0)
		}
		step := m.b.Step(sword.Horse, at, f)
		if step == sword.Closed || m.friendAt(n) != nil && n != p.Hex {
			return 0
		}
		cost += step
		at = n
	}
	return 0
}

// gunnery rates a hex for guns, and for other units near guns: guns should have targets and friends in front of them,
// and other units should stand between guns and the enemy.
func (m *Judge) gunnery(st *stack, from, h int) int {
	if m.w.Screen == 0 || !m.set.Book.Stacking.Guns {
		return 0
	}
	if st.guns {
		d := m.nearest(h)
		switch {
		case d == 1:
			return -4 * m.w.Screen
		case d == 2 && !m.screened(h, from):
			return -2 * m.w.Screen
		case d <= 5:
			return m.w.Screen
		}
		return 0
	}
	sum := 0
	for k := range 6 {
		n := m.m.Neighbor(h, k)
		if n < 0 {
			continue
		}
		if w := m.friendAt(n); w != nil && w.guns && n != from && m.nearest(n) <= 5 && m.nearest(h) < m.nearest(n) {
			sum += m.w.Screen
		}
	}
	return min(sum, 2*m.w.Screen)
}

// screened reports whether a steady friend is next to a hex on the side nearer to the enemy.
func (m *Judge) screened(h, from int) bool {
	for k := range 6 {
		n := m.m.Neighbor(h, k)
		if n < 0 || n == from {
			continue
		}
		if w := m.friendAt(n); w != nil && w.routed == 0 && !w.guns && m.nearest(n) < m.nearest(h) {
			return true
		}
	}
	return false
}

// changeWorth rates mounting and dismounting: cavalry that is being shot at and has no enemy to charge is better on
// foot, and should mount again when that is over.
func (m *Judge) changeWorth(u int, v game.Verb) int {
	p := &m.units[u]
	under := 0
	for i := range m.n {
		e := &m.units[i]
		if e.Side == p.Side || e.Hex < 0 || e.Routed || !e.Shoots {
			continue
		}
		if d := m.m.Distance(e.Hex, p.Hex); d >= 2 && d <= m.b.Reach(e.Type) {
			under++
		}
	}
	if v == sword.VerbMount {
		if under == 0 && m.nearest(p.Hex) >= 4 {
			return m.w.Dismount
		}
		return never
	}
	if _, _, _, ok := m.s.Gallop(u); ok && p.Charges || m.nearest(p.Hex) > 3 {
		return never
	}
	return m.w.Dismount * (under - 2)
}

func (m *Judge) rateReact(legal []game.Action, r []int) {
	for i, a := range legal {
		if a.Verb == sword.VerbReact {
			r[i] = sooner - m.units[a.A].SP
		}
	}
}

// ratePursuit rates a Dispersion by its odds and by the fatigue it always costs.
func (m *Judge) ratePursuit(legal []game.Action, r []int) {
	for i, a := range legal {
		if a.Verb != sword.VerbPursue {
			continue
		}
		u := m.s.Pursuer()
		total, _ := m.s.MeleeTotal(a)
		p := &m.units[u]
		def := m.m.Neighbor(p.Hex, p.Facing)
		r[i] = m.chargeGain(total, u, def) - m.w.Elan - m.w.HarmFatigue*m.worth(u)/100 - m.w.Ransom
	}
}

// rateCaptors prefers captors that will keep the captive: strong, steady and far from his friends.
func (m *Judge) rateCaptors(legal []game.Action, r []int) {
	for i, a := range legal {
		if a.Verb != sword.VerbHold {
			continue
		}
		u := &m.units[a.A]
		r[i] = 10*u.Quality + 5*u.SP + 6*min(m.nearest(u.Hex), 6)
		if u.Routed {
			r[i] -= 100
		}
	}
}

// entryWorth rates entering with reinforcements: at once, and in the hex with the strongest pull.
func (m *Judge) entryWorth(a game.Action) int {
	u, h := int(a.A), int(a.B)
	st := stack{hex: h, worst: 99}
	m.add(&st, u)
	m.valueFor(u, []int{u})
	m.field.reach(h)
	m.goals(&st, u, h)
	return always + int(m.pull[h]) + m.facing(h, int(a.C))
}
