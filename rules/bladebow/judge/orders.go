package judge

import (
	"math/bits"

	"acies/game"
	"acies/rules/bladebow"
)

// The kinds of orders.
const (
	march = iota
	shoot
	melee
	rally
	wall
	orders
)

var orderVerbs = [orders]game.Verb{bladebow.VerbMove, bladebow.VerbShoot, bladebow.VerbMelee, bladebow.VerbRally, bladebow.VerbWall}

// plan is what the units of the side could do with one action.
type plan struct {
	key    uint64
	gain   [orders][bladebow.MaxUnits]float64 // for each unit, if it takes part
	target [bladebow.MaxUnits]int             // the square that it attacks in melee, or -1
	aim    [bladebow.MaxUnits]int             // the square that it shoots at, or -1
	alone  bool                               // one unit had better rally alone
	able   [orders]uint64
}

// think makes the plan of an action, unless it is made.
func (m *Judge) think() *plan {
	p := &m.plan
	key := mix(uint64(m.me)+11, uint64(m.s.Turn())<<16|uint64(m.left)<<8|uint64(m.s.Impulses(0))<<4|uint64(m.s.Impulses(1)))
	for i := range m.n {
		u := &m.units[i]
		key = mix(key, uint64(u.Square+1)<<16|uint64(u.Facing)<<12|uint64(u.Ranks)<<8|uint64(index(u.Disrupted))<<2|uint64(index(u.Shield))<<1|uint64(index(u.Marked)))
	}
	for l := range m.leaders {
		key = mix(key, uint64(m.heads[l].Square+1))
	}
	if key == 0 {
		key = 1
	}
	if p.key == key {
		return p
	}
	*p = plan{key: key}
	m.survey()
	for i := range m.n {
		p.target[i], p.aim[i] = -1, -1
		u := &m.units[i]
		if u.Side != m.me || u.Square < 0 {
			continue
		}
		bit := uint64(1) << i
		zone := m.s.Control(1-m.me, u.Square)
		p.able[march] |= bit
		if u.Strength > 0 && !u.Disrupted && zone == 0 {
			p.able[shoot] |= bit
		}
		if !u.Disrupted {
			p.able[melee] |= bit
		} else {
			p.able[rally] |= bit
		}
		if m.set.Sides[m.me].ShieldWall && !u.Mounted && !u.Disrupted && zone == 0 && !u.Shield {
			p.able[wall] |= bit
		}
		if zone != 2 {
			if g := m.best(i); g >= m.w.Stir {
				p.gain[march][i] = float64(g)
			}
		}
		if u.Disrupted {
			g := float64(m.w.Rally)
			if m.ground.dist[u.Square] > 12 {
				g /= 5
			}
			g += m.danger(i, u.Square, u.Facing, true) - m.danger(i, u.Square, u.Facing, false)
			p.gain[rally][i] = max(g, 1)
		}
		if p.able[wall]&bit != 0 && u.Type == bladebow.Spears && m.ground.dist[u.Square] < 16 && m.w.Approach < 10 {
			p.gain[wall][i] = float64(m.w.Shields) / 2
		}
	}
	m.planMarch(p)
	m.planMelee(p)
	m.planShots(p)
	m.planRally(p)
	return p
}

// planMarch lets units on the march follow those before them, who only stand in their way until they move themselves. Those
// at the tail are not in a hurry.
func (m *Judge) planMarch(p *plan) {
	gain := &p.gain[march]
	var order [bladebow.MaxUnits]int8
	n := 0
	for k := p.able[march]; k != 0; k &= k - 1 {
		i := bits.TrailingZeros64(k)
		at := n
		for ; at > 0 && m.ground.dist[m.units[order[at-1]].Square] > m.ground.dist[m.units[i].Square]; at-- {
			order[at] = order[at-1]
		}
		order[at] = int8(i)
		n++
	}
	for _, i := range order[:n] {
		q := m.units[i].Square
		if m.w.Approach == 0 || m.ground.dist[q] <= marching {
			continue
		}
		for d := range 8 {
			f := m.board.Neighbor(q, d)
			if f < 0 || m.ground.dist[f] >= m.ground.dist[q] {
				continue
			}
			if k := m.s.UnitAt(f); k >= 0 && m.units[k].Side == m.me {
				gain[i] = max(gain[i], gain[k]*float64(m.w.Follow)/100)
			}
		}
	}
	for _, i := range order[:n] {
		if int(m.ground.dist[m.units[i].Square]) > m.ground.front+m.w.Column {
			gain[i] *= float64(100-m.w.Tail) / 100
		}
	}
}

// planMelee decides who would attack what.
func (m *Judge) planMelee(p *plan) {
	var done [16]int
	free := p.able[melee]
	for n := range done {
		best, at := float64(m.w.Keen), -1
		var chosen [10]blow
		count := 0
		try := func(q int) {
			for _, x := range done[:n] {
				if x == q {
					return
				}
			}
			v := m.victimAt(q)
			var room [10]blow
			list := m.attackers(room[:0], m.me, &v, -1)
			k := 0
			for _, b := range list {
				if free>>b.u&1 != 0 {
					list[k] = b
					k++
				}
			}
			list = list[:k]
			if k == 0 {
				return
			}
			value := m.strike(list, &v)
			// Leave out those who only make it worse.
			for i := 0; i < len(list) && len(list) > 1; {
				var less [10]blow
				rest := append(append(less[:0], list[:i]...), list[i+1:]...)
				if x := m.strike(rest, &v); x > value {
					value = x
					list = append(room[:0], rest...)
					i = 0
					continue
				}
				i++
			}
			if value > best {
				best, at = value, q
				count = copy(chosen[:], list)
			}
		}
		for i := range m.n {
			if u := &m.units[i]; u.Side != m.me && u.Square >= 0 && !u.Targeted {
				try(u.Square)
			}
		}
		if c, overrun := m.s.Camp(1 - m.me); !overrun && m.s.UnitAt(c) < 0 {
			try(c)
		}
		if at < 0 {
			return
		}
		done[n] = at
		for _, b := range chosen[:count] {
			free &^= 1 << b.u
			p.target[b.u] = at
			p.gain[melee][b.u] = best / float64(count)
		}
	}
}

// planShots decides who would shoot at whom.
func (m *Judge) planShots(p *plan) {
	free := p.able[shoot]
	var shotAt uint64
	for free != 0 {
		best, at := 1.0, -1
		var who uint64
		for e := range m.n {
			u := &m.units[e]
			if u.Side == m.me || u.Square < 0 || u.ShotAt || shotAt>>e&1 != 0 {
				continue
			}
			dice, turns := 0, 0
			set := uint64(0)
			for k := free; k != 0; k &= k - 1 {
				i := bits.TrailingZeros64(k)
				x := &m.units[i]
				if m.board.Points(x.Square, u.Square) > x.Range || !m.s.Sees(x.Square, u.Square) {
					continue
				}
				n := m.s.Turns(i, u.Square)
				if n > 1 || n > 0 && x.Shield {
					continue
				}
				dice += x.Strength
				turns += n
				set |= 1 << i
				if dice >= maxDice {
					break
				}
			}
			if set == 0 {
				continue
			}
			if v := m.volley(e, dice, turns); v > best {
				best, at, who = v, e, set
			}
		}
		if at < 0 {
			return
		}
		shotAt |= 1 << at
		free &^= who
		n := float64(bits.OnesCount64(who))
		for k := who; k != 0; k &= k - 1 {
			i := bits.TrailingZeros64(k)
			p.aim[i] = m.units[at].Square
			p.gain[shoot][i] = best / n
		}
	}
}

// planRally decides whether one unit should rally alone, which always succeeds.
func (m *Judge) planRally(p *plan) {
	sum, best := 0.0, 0.0
	for k := p.able[rally]; k != 0; k &= k - 1 {
		i := bits.TrailingZeros64(k)
		best = max(best, p.gain[rally][i])
		sum += p.gain[rally][i] * m.rallies(i)
	}
	p.alone = best >= sum
}

// rallies returns the chance that a unit rallies in a formation.
func (m *Judge) rallies(i int) float64 {
	u := &m.units[i]
	level := m.level[m.me]
	for l := range m.leaders {
		if h := &m.heads[l]; h.Side == m.me && h.Square >= 0 {
			switch m.board.Steps(h.Square, u.Square) {
			case 0:
				return 1
			case 1:
				level++
			}
		}
	}
	if u.Type == bladebow.Immortals {
		level++
	}
	if m.s.Control(1-m.me, u.Square) != 0 {
		level--
	}
	return float64(max(min(level, 6), 0)) / 6
}

// formation returns the units that could act together with a unit under one leader, and what that is worth.
func (m *Judge) formation(p *plan, order, u int) (set uint64, value float64) {
	gain := &p.gain[order]
	set, value = 1<<u, gain[u]
	if order == rally && p.alone {
		return set, value
	}
	for l := range m.leaders {
		h := &m.heads[l]
		if h.Side != m.me || h.Square < 0 || !h.Leads || m.board.Points(h.Square, m.units[u].Square) > h.Range {
			continue
		}
		var within uint64
		for k := p.able[order]; k != 0; k &= k - 1 {
			i := bits.TrailingZeros64(k)
			if gain[i] > 0 && m.board.Points(h.Square, m.units[i].Square) <= h.Range {
				within |= 1 << i
			}
		}
		group := uint64(1) << u
		for fresh := group; fresh != 0; {
			i := bits.TrailingZeros64(fresh)
			fresh &^= 1 << i
			for k := within &^ group; k != 0; k &= k - 1 {
				j := bits.TrailingZeros64(k)
				if m.s.Linked(m.units[i].Square, m.units[j].Square) {
					group |= 1 << j
					fresh |= 1 << j
				}
			}
		}
		sum := 0.0
		for k := group; k != 0; k &= k - 1 {
			i := bits.TrailingZeros64(k)
			if order == rally && group&(group-1) != 0 {
				sum += gain[i] * m.rallies(i)
			} else {
				sum += gain[i]
			}
		}
		if sum > value {
			set, value = group, sum
		}
	}
	return set, value
}

func orderOf(v game.Verb) int {
	for o, x := range orderVerbs {
		if x == v {
			return o
		}
	}
	return -1
}

// rateOrders rates what to do with an action. Of the units that would act together only the first is rated, unless all
// are wanted: an order to another one is no alternative.
func (m *Judge) rateOrders(legal []game.Action, r []int) {
	p := m.think()
	var worth [orders][bladebow.MaxUnits]int
	var known [orders]uint64
	for i, a := range legal {
		switch a.Verb {
		case bladebow.VerbLeader:
			r[i] = m.rideGain(int(a.A)-m.n) - m.w.Ride
		case bladebow.VerbDiscard:
			r[i] = -m.w.Card
			if bladebow.Deck[a.A].Effect == bladebow.ToughLuck {
				r[i] = m.w.Card / 2
			}
		case bladebow.VerbBuy:
			r[i] = m.w.Card
		case bladebow.VerbIdle:
			r[i] = -1
		case bladebow.VerbEnd:
			r[i] = -2
			if m.left == 0 {
				r[i] = 0
			}
		default:
			o := orderOf(a.Verb)
			u := int(a.A)
			if known[o]>>u&1 == 0 {
				if p.gain[o][u] <= 0 {
					worth[o][u] = never
					known[o] |= 1 << u
				} else {
					set, v := m.formation(p, o, u)
					rest := never
					if m.all {
						rest = int(v)
					}
					for k := set; k != 0; k &= k - 1 {
						j := bits.TrailingZeros64(k)
						if p.gain[o][j] > 0 && known[o]>>j&1 == 0 {
							known[o] |= 1 << j
							worth[o][j] = rest
						}
					}
					worth[o][u] = int(v)
				}
			}
			r[i] = worth[o][u]
		}
	}
}

// rateForm rates who joins a formation.
func (m *Judge) rateForm(legal []game.Action, r []int) {
	p := m.think()
	o := orderOf(m.s.Order())
	for i, a := range legal {
		switch {
		case a.Verb != bladebow.VerbWith || o < 0:
		case o == rally && p.alone:
			r[i] = -1
		case p.gain[o][a.A] > 0:
			r[i] = sooner + int(p.gain[o][a.A])
		default:
			r[i] = never
		}
	}
}

// rateMoves rates who of a formation moves next: those in front.
func (m *Judge) rateMoves(legal []game.Action, r []int) {
	m.survey()
	for i, a := range legal {
		if a.Verb == bladebow.VerbMarch {
			r[i] = sooner - 4*int(m.ground.dist[m.units[a.A].Square])
		}
	}
}

// rateMove rates where a unit goes.
func (m *Judge) rateMove(legal []game.Action, r []int) {
	m.survey()
	u := m.s.Subject()
	x := &m.units[u]
	lower := -1
	for i, a := range legal {
		switch a.Verb {
		case bladebow.VerbTo:
			if turned(int(a.B), m.look(int(a.A))) > 3 {
				r[i] = never / 2 / apart
				continue
			}
			r[i] = m.pose(u, int(a.A), int(a.B))
			if v := m.s.UnitAt(int(a.A)); v >= 0 && v != u {
				r[i] -= m.w.Disrupt // it pushes a friend away
			}
		case bladebow.VerbHalt:
			r[i] = m.pose(u, x.Square, x.Facing)
			if x.Shield {
				r[i] += m.w.Shields
			}
		case bladebow.VerbLower:
			lower = i
		default:
			r[i] = never / 2 / apart
		}
	}
	if lower >= 0 {
		r[lower] = m.pose(u, x.Square, x.Facing) + m.w.Shields + m.best(u) - 1
	}
	for i := range r {
		r[i] *= apart
	}
}
