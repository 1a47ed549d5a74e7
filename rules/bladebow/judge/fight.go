package judge

import (
	"acies/game"
	"acies/grid"
	"acies/rules/bladebow"
)

// harms is what hits cost: by ranged, disrupted, ranks, leader, boxed in, hits.
type harms [2][2][4][2][2][maxDice + 1]float32

// workOutHarms works out what hits cost each side, where its morale has changed.
func (m *Judge) workOutHarms() {
	for side := range m.harms {
		if m.harmed[m.me][side] == m.level[side]+1 {
			continue
		}
		m.harmed[m.me][side] = m.level[side] + 1
		for ranged := range 2 {
			for disrupted := range 2 {
				for ranks := range 4 {
					for leader := range 2 {
						for boxed := range 2 {
							for hits := range maxDice + 1 {
								m.harms[m.me][side][ranged][disrupted][ranks][leader][boxed][hits] = m.hurt(side, ranged == 1, disrupted == 1, ranks, leader == 1, boxed == 1, hits)
							}
						}
					}
				}
			}
		}
	}
}

// hurt returns what hits do to a unit that is not flexible, in hundredths of a loss.
func (m *Judge) hurt(side int, ranged, disrupted bool, ranks int, leader, boxed bool, hits int) float32 {
	w := m.w
	v := 0.0
	if hits == 0 {
		return 0
	}
	if leader {
		v += float64(w.General) * 3 / 36
	}
	if !disrupted {
		v += float64(w.Disrupt)
		hits--
	}
	for hits > 0 && ranks > 0 {
		v += float64(100 + w.Rank)
		hits--
		ranks--
	}
	if hits == 0 {
		return float32(v)
	}
	if !ranged {
		if boxed {
			return float32(v + 100 + 3*float64(w.Strength))
		}
		v += float64(w.Recoil)
		hits--
	}
	if leader {
		hits--
	}
	if hits > 0 {
		pass := power(max(float64(min(m.level[side], 6)), 0)/6, hits)
		v += (1 - pass) * float64(w.Rout)
		if ranged {
			v += pass * float64(w.Recoil)
		}
	}
	return float32(v)
}

// harm returns what hits do to a unit.
func (m *Judge) harm(u *bladebow.UnitFacts, ranged, disrupted, leader, boxed bool) *[maxDice + 1]float32 {
	return &m.harms[m.me][u.Side][index(ranged)][index(disrupted)][min(u.Ranks, 3)][index(leader)][index(boxed)]
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

func mean(o *odds, h *[maxDice + 1]float32) float64 {
	s := float32(0)
	for i := 1; i <= maxDice; i++ {
		s += o[i] * h[i]
	}
	return float64(s)
}

// leaderAt reports whether a leader of a side stands in a square.
func (m *Judge) leaderAt(side game.Side, q int) bool {
	for l := range m.leaders {
		if h := &m.heads[l]; h.Square == q && h.Side == side {
			return true
		}
	}
	return false
}

// enter returns the chance that a unit in a square enters melee with a target that sees it in a position. A camp is no
// target that needs a roll: then target is nil.
func (m *Judge) enter(u *bladebow.UnitFacts, q int, target *bladebow.UnitFacts, disrupted bool, pos int) float64 {
	if target == nil || disrupted || u.Marked || pos >= 3 && pos <= 5 {
		return 1
	}
	level := m.level[u.Side]
	if u.Shield {
		level++
	}
	near, far := false, false
	for l := range m.leaders {
		h := &m.heads[l]
		if h.Side != u.Side || h.Square < 0 {
			continue
		}
		switch m.board.Steps(h.Square, q) {
		case 0:
			return 1
		case 1:
			near = true
		case 2:
			far = true
		}
	}
	if near {
		level += 2
	}
	if far {
		level++
	}
	if u.Size != bladebow.Light && target.Size == bladebow.Light {
		level++
	}
	if u.Type == bladebow.Immortals {
		level++
	}
	mod := target.Morale[1]
	switch pos {
	case 2:
		mod = target.Morale[2]
	case 6:
		mod = target.Morale[0]
	}
	return power(float64(max(min(level, 6), 0))/6, 1+mod)
}

// blow is an attacker in an attack that is made or considered.
type blow struct {
	u   int
	q   int // its square
	pos int // where it stands as the defender sees it
	p   float64
}

// victim is the defender of an attack.
type victim struct {
	u         int // -1: a camp
	q, facing int
	disrupted bool
}

// position returns where a square lies as a unit sees it that stands in another and looks in a direction.
func (m *Judge) position(at, facing, from int) int {
	return grid.Turn(m.board.Direction(at, from), -facing)
}

func isFront(pos int) bool { return pos <= 1 || pos == 7 }

// grade returns how good a claim to the lead a position gives.
func grade(pos int) int {
	switch {
	case pos == 0:
		return 0
	case isFront(pos):
		return 1
	}
	return 2
}

// strike returns what an attack is worth to the attackers: the harm that it does less the harm that they suffer, with the
// chances that each of them enters. At most five attackers count.
func (m *Judge) strike(list []blow, v *victim) float64 {
	if len(list) > 5 {
		list = list[:5]
	}
	boxed := v.u >= 0 && len(list) > 0 && m.boxed(v.u, v.q, m.board.Direction(list[0].q, v.q))
	total := 0.0
	for mask := 1; mask < 1<<len(list); mask++ {
		p := 1.0
		for i := range list {
			if mask>>i&1 != 0 {
				p *= list[i].p
			} else {
				p *= 1 - list[i].p
			}
		}
		if p > 0.002 {
			total += p * m.clash(list, mask, v, boxed)
		}
	}
	return total
}

// clash returns what a melee of those attackers that have entered is worth.
func (m *Judge) clash(list []blow, mask int, v *victim, boxed bool) float64 {
	lead := -1
	dice, rerolls, takers := 0, 1, 0
	flank, rear := false, false
	for i := range list {
		if mask>>i&1 == 0 {
			continue
		}
		x := &list[i]
		u := &m.units[x.u]
		dice += int(u.Size)
		if m.leaderAt(u.Side, x.q) {
			rerolls++
		}
		switch {
		case v.u < 0 || isFront(x.pos):
			takers++
		case x.pos == 2 || x.pos == 6:
			flank = true
		default:
			rear = true
		}
		if lead < 0 || grade(x.pos) < grade(list[lead].pos) || grade(x.pos) == grade(list[lead].pos) && m.strength[x.u] > m.strength[list[lead].u] {
			lead = i
		}
	}
	x := &list[lead]
	u := &m.units[x.u]
	dice += u.Ranks
	if u.Type == bladebow.Immortals {
		dice++
	}
	if flank || rear {
		dice++
	}
	ours, theirs := m.set.Terrain[x.q], m.set.Terrain[v.q]
	if ours.High() && !theirs.High() {
		dice++
	}
	hit, cancel := 2, 2
	if u.Shield {
		hit, cancel = 1, 3
	}
	defence, theirHit, theirCancel, theirRerolls := 3, 2, 2, 0
	if v.u >= 0 {
		e := &m.units[v.u]
		defence = int(e.Size) + e.Ranks
		if theirs.High() && !ours.High() {
			defence++
		}
		if theirs == bladebow.Town && !e.Mounted {
			defence++
		}
		if m.s.Clumsy(v.u, v.q) {
			dice++
		}
		switch {
		case rear || v.disrupted:
			theirHit = 0
		case flank:
			theirHit = 1
		}
		if e.Shield {
			defence++
			theirHit, theirCancel = max(theirHit-1, 0), 3
		}
		theirRerolls = index(m.leaderAt(e.Side, v.q))
	}
	if m.s.Clumsy(x.u, x.q) {
		defence++
	}
	a, d := kind(hit, cancel, rerolls, dice), kind(theirHit, theirCancel, theirRerolls, defence)
	gain := 0.0
	if v.u < 0 {
		o := &m.nets[a][d] // the first hit is cancelled
		falls := 1 - float64(o[0]) - float64(o[1])
		gain = falls * m.campWorth(1-u.Side)
	} else {
		e := &m.units[v.u]
		gain = mean(&m.nets[a][d], m.harm(e, false, v.disrupted, m.leaderAt(e.Side, v.q), boxed))
	}
	if theirHit == 0 {
		return gain
	}
	o := &m.nets[d][a]
	h := m.harm(u, false, false, m.leaderAt(u.Side, x.q), false)
	loss := 0.0
	if takers == 0 {
		takers = 1
	}
	for k := 1; k <= maxDice; k++ {
		if o[k] < 1e-4 {
			continue
		}
		first := (k + takers - 1) / takers
		loss += float64(o[k] * (h[first] + float32(k-first)*h[1]))
	}
	return gain - loss*float64(m.w.Own)/100
}

// campWorth returns what the fall of a camp is worth.
func (m *Judge) campWorth(side game.Side) float64 {
	if k := m.set.Sack; k != nil && k.Side == int(side) {
		return 2000
	}
	if k := m.set.Storm; k != nil && k.Side == int(side) {
		return 2000
	}
	return float64(m.w.Overrun)
}

// power returns how strong a unit is as a lead.
func (m *Judge) power(i int) int {
	u := &m.units[i]
	n := int(u.Size) + u.Ranks
	if u.Type == bladebow.Immortals {
		n++
	}
	return 2*n + index(m.leaderAt(u.Side, u.Square))
}

// boxed reports whether a unit in a square could not recoil from an attack that comes in a direction.
func (m *Judge) boxed(u, q, d int) bool {
	side := m.units[u].Side
	if d < 0 || m.board.Neighbor(q, d) < 0 {
		return true
	}
	for k := range 8 {
		n := m.board.Neighbor(q, k)
		if n < 0 || !m.s.MayStep(u, q, k) || m.s.Control(1-side, n) != 0 {
			continue
		}
		if v := m.s.UnitAt(n); v < 0 || m.units[v].Side == side {
			return false
		}
	}
	return true
}

// strikes reports whether a unit that stood in a square with a facing could attack what stands in another. An enemy
// straight ahead must be attacked first.
func (m *Judge) strikes(side game.Side, q, facing, to int) bool {
	d := m.board.Direction(q, to)
	if d < 0 || !m.s.Reaches(q, d) {
		return false
	}
	switch grid.Turn(d, -facing) {
	case 0:
		return true
	case 1, 7:
		n := m.board.Neighbor(q, facing)
		return n < 0 || !m.hostile(side, n) || !m.s.Reaches(q, facing)
	}
	return false
}

// hostile reports whether a square holds something that a side can attack.
func (m *Judge) hostile(side game.Side, q int) bool {
	if v := m.s.UnitAt(q); v >= 0 && m.units[v].Side != side {
		return true
	}
	c, overrun := m.s.Camp(1 - side)
	return c == q && !overrun
}

// attackers appends the units of the side, other than skip, that could attack a square now.
func (m *Judge) attackers(list []blow, side game.Side, v *victim, skip int) []blow {
	for d := range 8 {
		n := m.board.Neighbor(v.q, d)
		if n < 0 {
			continue
		}
		i := m.s.UnitAt(n)
		if i < 0 || i == skip {
			continue
		}
		u := &m.units[i]
		if u.Side != side || u.Disrupted || u.Attacked || !m.strikes(side, n, u.Facing, v.q) {
			continue
		}
		list = append(list, m.blow(i, n, v))
	}
	return list
}

// blow returns an attacker that stands in a square.
func (m *Judge) blow(i, q int, v *victim) blow {
	b := blow{u: i, q: q, p: 1}
	if v.u >= 0 {
		b.pos = m.position(v.q, v.facing, q)
		b.p = m.enter(&m.units[i], q, &m.units[v.u], v.disrupted, b.pos)
	}
	return b
}

// victimAt returns what a side would attack in a square.
func (m *Judge) victimAt(q int) victim {
	i := m.s.UnitAt(q)
	if i < 0 {
		return victim{u: -1, q: q}
	}
	return victim{u: i, q: q, facing: m.units[i].Facing, disrupted: m.units[i].Disrupted}
}

// volley returns what a ranged attack with some dice is worth.
func (m *Judge) volley(target, dice, turns int) float64 {
	e := &m.units[target]
	defence := e.Missile[index(e.Disrupted)] + m.set.Terrain[e.Square].Data().Missile + turns
	if e.Shield {
		defence++
	}
	o := &m.nets[kind(2, 2, 0, dice)][kind(2, 2, 0, defence)]
	return mean(o, m.harm(e, true, e.Disrupted, m.leaderAt(e.Side, e.Square), false))
}
