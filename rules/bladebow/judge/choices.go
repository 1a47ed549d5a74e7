package judge

import (
	"acies/game"
	"acies/grid"
	"acies/rules/bladebow"
)

// rateRanks gives the ranks to those who fight first: the nearest to the enemy, and among equals the nearest to a leader.
// They lead attacks, so that their ranks are dice.
func (m *Judge) rateRanks(legal []game.Action, r []int) {
	m.survey()
	for i, a := range legal {
		if a.Verb != bladebow.VerbRanks {
			r[i] = never
			continue
		}
		// How many ranks are left when those before this unit have theirs?
		u := int(a.A)
		left, most := 0, m.set.Sides[m.me].MaxRanks
		for k := range m.n {
			if x := &m.units[k]; x.Side == m.me && x.Square >= 0 && x.Density != bladebow.Open {
				left += m.set.Units[k].Ranks
				if k != u && m.sooner(k, u) {
					left -= most
				}
			}
		}
		want := max(0, min(left, most))
		r[i] = sooner - 100*max(want-int(a.B), int(a.B)-want)
	}
}

// sooner reports whether a unit fights sooner than another.
func (m *Judge) sooner(a, b int) bool {
	if x, y := m.ground.dist[m.units[a].Square], m.ground.dist[m.units[b].Square]; x != y {
		return x < y
	}
	x, y := m.toLeader(a), m.toLeader(b)
	return x < y || x == y && a < b
}

// toLeader returns the distance of a unit to the nearest leader of its side.
func (m *Judge) toLeader(i int) int {
	near := far
	for l := range m.leaders {
		if h := &m.heads[l]; h.Side == m.units[i].Side && h.Square >= 0 {
			near = min(near, m.board.Points(h.Square, m.units[i].Square))
		}
	}
	return near
}

// rateCamp pitches the camp away from the enemy.
func (m *Judge) rateCamp(legal []game.Action, r []int) {
	for i, a := range legal {
		for k := range m.n {
			if u := &m.units[k]; u.Square >= 0 {
				d := m.board.Points(u.Square, int(a.A))
				if u.Side == m.me {
					d = -d
				}
				r[i] += d
			}
		}
	}
}

// rateDelay lets reinforcements come where they have the shortest way, but does not wait for that longer than the march
// would take.
func (m *Judge) rateDelay(legal []game.Action, r []int) {
	const day = 16 // directional points that they march in a turn
	m.survey()
	for i, a := range legal {
		way := far
		for _, q := range m.set.Arrival.Areas[a.B-1].Squares {
			way = min(way, int(m.ground.dist[q]))
		}
		r[i] = -way - day*int(a.A)
	}
}

// rateLeaders rates where a leader is put. At set-up nobody is near the enemy yet: there it matters how many units he can
// lead, and who is with him.
func (m *Judge) rateLeaders(legal []game.Action, r []int) {
	m.survey()
	for i, a := range legal {
		switch {
		case a.Verb == bladebow.VerbReady:
			r[i] = never
		case a.Verb == bladebow.VerbPlace && m.s.Asked() == bladebow.AskLeaders:
			r[i] = m.station(int(a.A)-m.n, int(a.B))
		case a.Verb == bladebow.VerbPlace:
			r[i] = m.post(int(a.A)-m.n, int(a.B))
		case a.Verb == bladebow.VerbStay:
			r[i] = -200
		}
	}
}

// station returns what it is worth to begin with a leader in a square: the units that he can lead and nobody placed before
// him can, and the strength of the one he is with. One whose death decides begins with a unit that others stand before.
func (m *Judge) station(l, q int) int {
	h := &m.heads[l]
	v := 0
	for i := range m.n {
		u := &m.units[i]
		if u.Side != h.Side || u.Square < 0 || m.board.Points(q, u.Square) > h.Range {
			continue
		}
		worth := 6 + 2*int(u.Size)
		for k := range l {
			if o := &m.heads[k]; o.Side == h.Side && o.Square >= 0 && m.board.Points(o.Square, u.Square) <= o.Range {
				worth /= 4
				break
			}
		}
		v += worth
	}
	x := &m.units[m.s.UnitAt(q)]
	if h.Fatal {
		return v
	}
	return v + 2*(int(x.Size)+x.Ranks)
}

// post returns what it is worth to have a leader in a square: units in his range, attackers near him, and his safety.
func (m *Judge) post(l, q int) int {
	h := &m.heads[l]
	v := 0
	for i := range m.n {
		u := &m.units[i]
		if u.Side != h.Side || u.Square < 0 {
			continue
		}
		if m.board.Points(q, u.Square) <= h.Range {
			v += m.w.Lead
			for k := range m.leaders {
				if o := &m.heads[k]; k != l && o.Side == h.Side && o.Square >= 0 && m.board.Points(o.Square, u.Square) <= o.Range {
					v -= 2
					break
				}
			}
		}
		steps := m.board.Steps(q, u.Square)
		if steps > 2 {
			continue
		}
		if u.Disrupted {
			v += 4 * (2 - steps)
			continue
		}
		if u.Size != bladebow.Light && m.faces(u) {
			v += m.w.Inspire * [3]int{11, 7, 3}[steps] / 11
		}
	}
	u := m.s.UnitAt(q)
	if u < 0 || m.units[u].Side != h.Side {
		return v - 20 - 10*m.pressed(h.Side, q)
	}
	x := &m.units[u]
	v += 4 * (int(x.Size) + x.Ranks)
	if x.Disrupted {
		v -= 10
	}
	if h.Fatal {
		v -= m.w.Sheltered * m.pressed(h.Side, q)
	}
	return v - m.w.Exposed*m.pressed(h.Side, q)
}

// faces reports whether a unit has an enemy to attack.
func (m *Judge) faces(u *bladebow.UnitFacts) bool {
	for turn := -1; turn <= 1; turn++ {
		d := grid.Turn(u.Facing, turn)
		if n := m.board.Neighbor(u.Square, d); n >= 0 && m.hostile(u.Side, n) && m.strikes(u.Side, u.Square, u.Facing, n) {
			return true
		}
	}
	return false
}

// rideGain returns what the best ride of a leader is worth.
func (m *Judge) rideGain(l int) int {
	m.survey()
	here := m.post(l, m.heads[l].Square)
	best := here
	for i := range m.n {
		if u := &m.units[i]; u.Side == m.me && u.Square >= 0 && u.Square != m.heads[l].Square && m.s.Control(1-m.me, u.Square) != 2 {
			best = max(best, m.post(l, u.Square))
		}
	}
	if u := m.s.UnitAt(m.heads[l].Square); u >= 0 && m.s.Control(1-m.me, m.heads[l].Square) != 0 {
		best -= m.w.Disrupt / 2
	}
	return best - here
}

// rateRide rates where a leader rides.
func (m *Judge) rateRide(legal []game.Action, r []int) {
	m.survey()
	l := m.s.Subject()
	for i, a := range legal {
		r[i] = m.post(l, int(a.A))
	}
}

// rateSquares rates where a unit is driven or pushed.
func (m *Judge) rateSquares(legal []game.Action, r []int, u int) {
	m.survey()
	x := &m.units[u]
	from := x.Square
	if m.s.Asked() == bladebow.AskRecoil {
		from = m.s.Recoiling()
	}
	for i, a := range legal {
		q := int(a.A)
		f := x.Facing
		if a.Verb == bladebow.VerbRecoil {
			if d := m.board.Direction(from, q); d >= 0 {
				f = d
			}
		}
		r[i] = m.pose(u, q, f)
		if v := m.s.UnitAt(q); v >= 0 && v != u {
			r[i] -= 40
		}
	}
}

// rateVolleys rates targets of a ranged action.
func (m *Judge) rateVolleys(legal []game.Action, r []int) {
	for i, a := range legal {
		if a.Verb != bladebow.VerbTarget {
			continue
		}
		e := m.s.UnitAt(int(a.A))
		dice, turns := 0, 0
		for k := range m.n {
			u := &m.units[k]
			if u.InForm && !u.Fired && u.Square >= 0 && m.board.Points(u.Square, int(a.A)) <= u.Range && m.s.Sees(u.Square, int(a.A)) {
				if n := m.s.Turns(k, int(a.A)); n <= 1 {
					dice += u.Strength
					turns += n
				}
			}
		}
		r[i] = -1
		if dice > 0 {
			r[i] = 1 + int(m.volley(e, dice, turns))
		}
	}
}

// rateFirers lets everybody shoot who need not turn far, up to the most dice.
func (m *Judge) rateFirers(legal []game.Action, r []int) {
	target, dice, _ := m.s.ShotTarget()
	for i, a := range legal {
		if a.Verb == bladebow.VerbGo {
			continue
		}
		r[i] = 2 - m.s.Turns(int(a.A), m.units[target].Square)
		if dice >= maxDice {
			r[i] = -1
		}
		if dice == 0 {
			r[i] += 10
		}
	}
}

// rateMelees rates the targets of a melee action.
func (m *Judge) rateMelees(legal []game.Action, r []int) {
	for i, a := range legal {
		if a.Verb != bladebow.VerbAttack {
			continue
		}
		v := m.victimAt(int(a.A))
		r[i] = int(m.strike(m.formed(&v), &v)) - m.w.Keen
	}
}

// formed returns the units of the formation that can attack somebody.
func (m *Judge) formed(v *victim) []blow {
	var room [10]blow
	list := m.attackers(room[:0], m.me, v, -1)
	k := 0
	for _, b := range list {
		if m.units[b.u].InForm {
			list[k] = b
			k++
		}
	}
	return list[:k]
}

// rateAttackers rates who takes part in a melee.
func (m *Judge) rateAttackers(legal []game.Action, r []int) {
	x := m.s.Melee()
	v := m.victimAt(x.Square)
	var room [10]blow
	list := room[:0]
	for _, u := range x.Attackers[:x.N] {
		list = append(list, m.blow(u, m.units[u].Square, &v))
	}
	now := 0.0
	if len(list) > 0 {
		now = m.strike(list, &v)
	}
	for i, a := range legal {
		if a.Verb == bladebow.VerbGo {
			continue
		}
		all := append(list, m.blow(int(a.A), m.units[a.A].Square, &v))
		r[i] = int(10 * (m.strike(all, &v) - now))
		if len(list) == 0 {
			r[i] = int(10*m.strike(all, &v)) + sooner
		}
	}
}

// entered returns the attackers of the present melee, each as sure as can be; skip leaves out those that have failed.
func (m *Judge) entered(x *bladebow.MeleeFacts, v *victim, list []blow, skip bool) []blow {
	for i, u := range x.Attackers[:x.N] {
		if skip && x.Failed[i] > 0 {
			continue
		}
		b := m.blow(u, m.units[u].Square, v)
		b.p = 1
		list = append(list, b)
	}
	return list
}

// rateEvade decides whether to retreat before a melee.
func (m *Judge) rateEvade(legal []game.Action, r []int) {
	m.survey()
	x := m.s.Melee()
	stand := -m.assault()
	for i, a := range legal {
		if a.Verb == bladebow.VerbStand {
			r[i] = int(stand)
			continue
		}
		q := int(a.B)
		d := m.board.Direction(int(a.A), q)
		r[i] = -m.w.Disrupt - int(m.danger(x.Target, q, d, true)/2) - 5
		if m.set.Terrain[q].Disrupts(m.units[x.Target].TypeData) {
			r[i] -= 5
		}
		for k := range 8 {
			if n := m.board.Neighbor(q, k); n >= 0 {
				if u := m.s.UnitAt(n); u >= 0 && m.units[u].Side == m.me {
					r[i]++
				}
			}
		}
	}
}

// rateCommit decides whether cards are spent on entry dice.
func (m *Judge) rateCommit(legal []game.Action, r []int) {
	x := m.s.Melee()
	v := m.victimAt(x.Square)
	var room [10]blow
	list := m.entered(&x, &v, room[:0], true)
	now := 0.0
	if len(list) > 0 {
		now = m.strike(list, &v)
	}
	// The attacker whose entry is worth most for its price.
	best, need := 0.0, 0
	for i, u := range x.Attackers[:x.N] {
		if x.Failed[i] == 0 {
			continue
		}
		b := m.blow(u, m.units[u].Square, &v)
		b.p = 1
		gain := m.strike(append(list, b), &v) - now
		price := x.Failed[i] - x.Points
		if price <= 0 {
			for k, a := range legal {
				if a.Verb == bladebow.VerbPress && int(a.A) == u {
					r[k] = int(gain) + 1
				}
			}
			continue
		}
		if gain -= float64(m.w.Card * price); gain > best && m.purse() >= price {
			best, need = gain, price
		}
	}
	if need == 0 {
		return
	}
	for k, a := range legal {
		if a.Verb == bladebow.VerbCommit {
			c := &bladebow.Deck[a.A]
			r[k] = 200 - keep(c.Effect) - 4*max(c.Commitment-need, 0)
			if c.Commitment < need {
				r[k] -= 3
			}
		}
	}
}

// purse returns the commitment points in hand.
func (m *Judge) purse() (n int) {
	for c := range bladebow.Deck {
		if m.s.Holds(m.me, c) {
			n += bladebow.Deck[c].Commitment
		}
	}
	return n
}

// rateLead puts the strongest attacker in front.
func (m *Judge) rateLead(legal []game.Action, r []int) {
	for i, a := range legal {
		r[i] = m.power(int(a.A))
		if m.leaderAt(m.me, m.units[a.A].Square) {
			r[i]--
		}
	}
}

// rateRerolls throws blanks again, and what is of no use.
func (m *Judge) rateRerolls(legal []game.Action, r []int) {
	attack, defence := m.s.MeleeBalance()
	theirs := defence
	if m.s.Active() != m.me {
		theirs = attack
	}
	for i, a := range legal {
		if a.Verb != bladebow.VerbReroll {
			continue
		}
		switch hit, cancel := m.s.MeleeDie(m.me, int(a.B), int(a.A)); {
		case hit:
			r[i] = -2
		case cancel && theirs >= 0:
			r[i] = -1
		case cancel:
			r[i] = 1 // more than there are hits to cancel
		default:
			r[i] = 2
		}
	}
}

// rateAdvance decides how a lead advances.
func (m *Judge) rateAdvance(legal []game.Action, r []int) {
	m.survey()
	x := m.s.Melee()
	u := x.Attackers[0]
	for i, a := range legal {
		if a.Verb == bladebow.VerbStay {
			r[i] = m.pose(u, m.units[u].Square, m.units[u].Facing)
			continue
		}
		r[i] = m.pose(u, x.Square, int(a.A))
	}
}

// rateAgain decides whether cavalry attacks again.
func (m *Judge) rateAgain(legal []game.Action, r []int) {
	x := m.s.Melee()
	u := x.Attackers[0]
	v := m.victimAt(m.units[x.Target].Square)
	b := m.blow(u, m.units[u].Square, &v)
	b.p = 1
	worth := m.strike([]blow{b}, &v) - float64(m.w.Disrupt)/2
	for i, a := range legal {
		if a.Verb == bladebow.VerbAgain {
			r[i] = int(worth)
		}
	}
}

// rateFace decides where a unit looks.
func (m *Judge) rateFace(legal []game.Action, r []int) {
	m.survey()
	u := m.s.Subject()
	for i, a := range legal {
		r[i] = m.pose(u, m.units[u].Square, int(a.A))
	}
}

// rateReturn decides where a rallied unit comes back: in line, out of danger.
func (m *Judge) rateReturn(legal []game.Action, r []int) {
	m.survey()
	for i, a := range legal {
		q := int(a.B)
		r[i] = m.pose(int(a.A), q, m.look(q))
	}
}
