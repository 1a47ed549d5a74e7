package judge

import (
	"acies/game"
	"acies/grid"
	"acies/rules/bladebow"
)

const (
	far      = 200 // a distance beyond all others
	follow   = 6   // how far a leader is expected to follow
	marching = 10  // the distance beyond which a unit is on the march
)

// ground is what depends on where the enemy stands. It is worked out once in an action.
type ground struct {
	key    uint64
	dist   [bladebow.MaxSquares]int16    // to the nearest goal, in directional points
	now    [bladebow.MaxSquares][8]uint8 // the enemy, plus 1, that can attack a square from a direction
	soon   [bladebow.MaxSquares][8]uint8 // the enemy, plus 1, that can come there
	toward [bladebow.MaxSquares]int8     // 1 + the best direction to look in, where known
	guard  int                           // what a unit in the own camp is worth
	front  int                           // the distance of the leading third of the troops that fight hand to hand
	pace   int                           // the distance at which a unit is as far forward as the others let it be
}

// mix adds a number to a hash.
func mix(h, v uint64) uint64 {
	h ^= v
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// survey works out the ground, unless it is known.
func (m *Judge) survey() {
	g := &m.ground
	key := mix(uint64(m.me)+1, uint64(m.s.Turn())<<16|uint64(m.s.Impulses(0))<<12|uint64(m.s.Impulses(1))<<8|uint64(m.left))
	for i := range m.n {
		u := &m.units[i]
		if u.Side != m.me {
			key = mix(key, uint64(u.Square+1)<<8|uint64(u.Facing)<<3|uint64(index(u.Disrupted)))
		}
	}
	if key == 0 {
		key = 1
	}
	if g.key == key {
		return
	}
	g.key = key
	clear(g.now[:])
	clear(g.soon[:])
	clear(g.toward[:])
	m.spread()
	m.measure()
	g.guard = m.guardCamp()
	for i := range m.n {
		if u := &m.units[i]; u.Side != m.me && u.Square >= 0 && !u.Disrupted {
			m.threaten(i)
		}
	}
}

// spread works out distances from goals over ground that can be entered.
func (m *Judge) spread() {
	g := &m.ground
	n := m.board.Len()
	for q := range n {
		g.dist[q] = far
	}
	var queue [1024]int16
	head, tail := 0, 0
	var queued [bladebow.MaxSquares]bool
	push := func(q int, d int16) {
		if d >= g.dist[q] {
			return
		}
		g.dist[q] = d
		if !queued[q] {
			queued[q] = true
			queue[tail&1023] = int16(q)
			tail++
		}
	}
	for i := range m.n {
		if u := &m.units[i]; u.Side != m.me && u.Square >= 0 {
			push(u.Square, 0)
		}
	}
	if c, overrun := m.s.Camp(1 - m.me); !overrun {
		bias := int16(8)
		if m.campWorth(1-m.me) > 1000 {
			bias = int16(-m.w.Camp)
		}
		push(c, bias)
	}
	for head != tail {
		q := int(queue[head&1023])
		head++
		queued[q] = false
		for d := range 8 {
			if !m.s.Reaches(q, d) {
				continue
			}
			to := m.board.Neighbor(q, d)
			cost := int16(2 + d&1)
			switch m.set.Terrain[to] {
			case bladebow.Woods, bladebow.Marsh, bladebow.River, bladebow.Town:
				cost += 3
			}
			push(to, g.dist[q]+cost)
		}
	}
}

// measure finds how far forward a unit may go without leaving the others behind.
func (m *Judge) measure() {
	var count [far + 1]uint8
	n := 0
	for i := range m.n {
		if u := &m.units[i]; u.Side == m.me && u.Square >= 0 && u.Size != bladebow.Light {
			count[max(m.ground.dist[u.Square], 0)]++
			n++
		}
	}
	m.ground.pace, m.ground.front = 0, 0
	for d, k := range count {
		if n -= 3 * int(k); n <= 0 {
			m.ground.pace, m.ground.front = d-m.w.Slack, d
			return
		}
	}
}

// guardCamp returns what it is worth to have a unit in the own camp: more where its fall decides, and as enemies come near.
func (m *Judge) guardCamp() int {
	c, overrun := m.s.Camp(m.me)
	if overrun {
		return 0
	}
	near := far
	for i := range m.n {
		if u := &m.units[i]; u.Side != m.me && u.Square >= 0 {
			near = min(near, m.board.Points(c, u.Square))
		}
	}
	v := m.w.Guard * max(24-near, 0) / 24
	if m.campWorth(m.me) > 1000 {
		return 4*v + m.w.Guard/4
	}
	return v
}

// threaten notes the squares that an enemy can attack now, and those it can attack after a move.
func (m *Judge) threaten(e int) {
	g := &m.ground
	u := &m.units[e]
	mark := func(list *[bladebow.MaxSquares][8]uint8, q, f int) {
		for turn := -1; turn <= 1; turn++ {
			d := grid.Turn(f, turn)
			if !m.s.Reaches(q, d) {
				continue
			}
			x := &list[m.board.Neighbor(q, d)][grid.Turn(d, 4)]
			if *x == 0 || m.strength[*x-1] < m.strength[e] {
				*x = uint8(e) + 1
			}
		}
	}
	mark(&g.now, u.Square, u.Facing)
	if u.Shield || m.s.Control(m.me, u.Square) == 2 {
		return
	}
	if !m.s.Explore(e, &m.poses) {
		return
	}
	reach := u.MP[0]/2 + 1
	col, row := m.board.Col(u.Square)-1, m.board.Row(u.Square)-1
	for y := max(0, row-reach); y <= min(m.board.Rows-1, row+reach); y++ {
		for x := max(0, col-reach); x <= min(m.board.Cols-1, col+reach); x++ {
			q := y*m.board.Cols + x
			if m.s.UnitAt(q) >= 0 {
				continue
			}
			for f := range 8 {
				if m.poses.Cost(q, f) >= 0 {
					mark(&g.soon, q, f)
				}
			}
		}
	}
}

// look returns the direction in which a unit in a square looks at the enemy best.
func (m *Judge) look(q int) int {
	g := &m.ground
	if g.toward[q] == 0 && g.dist[q] > marching {
		// On the march it looks where the way leads.
		best, at := int16(2*far), 0
		for d := range 8 {
			if !m.s.Reaches(q, d) {
				continue
			}
			if n := g.dist[m.board.Neighbor(q, d)] + int16(2+d&1); n < best {
				best, at = n, d
			}
		}
		g.toward[q] = int8(at) + 1
	}
	if g.toward[q] == 0 {
		var sum [8]int
		for i := range m.n {
			u := &m.units[i]
			if u.Side == m.me || u.Square < 0 || u.Square == q {
				continue
			}
			k := m.board.Points(q, u.Square)
			d := m.b.Toward(q, u.Square)
			v := 4096 / (k * k)
			sum[d] += 2 * v
			sum[grid.Turn(d, 1)] += v
			sum[grid.Turn(d, -1)] += v
		}
		best := 0
		for d := range sum {
			if sum[d] > sum[best] {
				best = d
			}
		}
		g.toward[q] = int8(best) + 1
	}
	return int(g.toward[q]) - 1
}

// targets returns how many enemies can be shot at from a square, within a range, up to two.
func (m *Judge) targets(q, reach int) int {
	n := 0
	for i := range m.n {
		u := &m.units[i]
		if u.Side != m.me && u.Square >= 0 && m.board.Points(q, u.Square) <= reach && m.s.Sees(q, u.Square) {
			if n++; n == 2 {
				break
			}
		}
	}
	return n
}

// danger returns the harm that enemies can be expected to do to a unit in a pose, in hundredths of a loss.
func (m *Judge) danger(i, q, f int, disrupted bool) float64 {
	g := &m.ground
	u := &m.units[i]
	any, dice, best := 1.0, 0.0, -1
	flank, rear := false, false
	var seen uint64
	count := 0
	for d := range 8 {
		e, share := g.now[q][d], m.w.Danger
		n := m.board.Neighbor(q, d)
		if e == 0 {
			e, share = g.soon[q][d], m.w.Soon
			if e == 0 {
				continue
			}
			if v := m.s.UnitAt(n); v >= 0 && v != i {
				continue
			}
		}
		if seen>>e&1 != 0 {
			continue
		}
		seen |= 1 << e
		x := &m.units[e-1]
		pos := grid.Turn(d, -f)
		p := m.enter(x, n, u, disrupted, pos) * float64(share) / 100
		any *= 1 - p
		dice += p * float64(x.Size)
		if p > 0.15 {
			switch {
			case isFront(pos):
			case pos == 2 || pos == 6:
				flank = true
			default:
				rear = true
			}
		}
		if best < 0 || m.strength[e-1] > m.strength[best] {
			best = int(e) - 1
		}
		count++
	}
	if count == 0 || any > 0.99 {
		return 0
	}
	x := &m.units[best]
	p := 1 - any
	n := int(dice/p+0.5) + x.Ranks
	hit, cancel := 2, 2
	switch {
	case rear || disrupted:
		hit = 0
	case flank:
		hit = 1
	}
	if flank || rear {
		n++
	}
	defence := int(u.Size) + u.Ranks
	t := m.set.Terrain[q]
	if t.High() {
		defence++
	}
	if m.s.Clumsy(i, q) {
		n++
	}
	if u.Shield && q == u.Square {
		defence++
		hit, cancel = max(hit-1, 0), 3
	}
	leader := m.leaderAt(u.Side, u.Square)
	a, b := kind(2, 2, 1, n), kind(hit, cancel, index(leader), defence)
	harm := mean(&m.nets[a][b], m.harm(u, false, disrupted, leader, false))
	if hit > 0 {
		harm -= 0.8 * mean(&m.nets[b][a], m.harm(x, false, false, false, false))
	}
	return max(harm, 0) * p
}

// prospect returns what an attack from a pose would add.
func (m *Judge) prospect(i, q, f int) float64 {
	u := &m.units[i]
	best := 0.0
	carries := m.leaderAt(u.Side, u.Square)
	for turn := -1; turn <= 1; turn++ {
		d := grid.Turn(f, turn)
		n := m.board.Neighbor(q, d)
		if n < 0 || !m.hostile(u.Side, n) || !m.strikes(u.Side, q, f, n) {
			continue
		}
		v := m.victimAt(n)
		var room [10]blow
		list := m.attackers(room[:0], u.Side, &v, i)
		alone := 0.0
		if len(list) > 0 {
			alone = max(m.strike(list, &v), 0)
		}
		x := m.blow(i, q, &v)
		if carries {
			x.p = 1
		}
		list = append(list, x)
		best = max(best, m.strike(list, &v)-alone)
	}
	return best
}

// line returns how well a unit in a pose stands in line with friends. Friends that can still move up count nearly as much
// as those that are there.
func (m *Judge) line(i, q, f int) int {
	v := 0
	for _, turn := range [2]int{2, -2} {
		n := m.board.Neighbor(q, grid.Turn(f, turn))
		if n < 0 || m.s.Closed(n) {
			v += 3 // nobody comes from there
			continue
		}
		if k := m.s.UnitAt(n); k >= 0 && k != i && m.units[k].Side == m.me {
			v += 2
			if turned(m.units[k].Facing, f) <= 1 && !m.units[k].Disrupted {
				v += 2
			}
			continue
		}
		for k := range m.n {
			x := &m.units[k]
			if k != i && x.Side == m.me && x.Square >= 0 && !x.Acted && m.board.Steps(x.Square, n) <= 2 && turned(x.Facing, f) <= 1 {
				v += 3
				break
			}
		}
	}
	return v
}

// turned returns the eighths between two directions.
func turned(a, b int) int {
	t := grid.Turn(a, -b)
	return min(t, 8-t)
}

// spot is what it is worth to a unit to be in a square, whichever way it looks.
type spot struct {
	unit, square int
	worth        int
	disrupted    bool // it is, or would be
}

// spotOf returns what a square is worth to a unit.
func (m *Judge) spotOf(i, q int) *spot {
	x := &m.spot
	if x.unit == i && x.square == q {
		return x
	}
	*x = spot{unit: i, square: q}
	u := &m.units[i]
	w := m.w
	g := &m.ground
	d := int(g.dist[q])
	v := 0
	aims := 0
	if u.Strength > 0 && d <= u.Range+1 {
		aims = m.targets(q, u.Range)
	}
	if u.Strength > 0 && u.Size == bladebow.Light {
		reach := u.Range
		if aims == 0 {
			reach /= 2 // those who see nobody go nearer
		}
		v -= w.Approach * max(d-reach, g.pace, 0) / 10
		if d < 5 && !u.Mounted {
			v -= w.Shy * (5 - d)
		}
	} else {
		v -= w.Approach * max(d-w.Near, g.pace, 0) / 10
	}
	x.disrupted = u.Disrupted
	t := m.set.Terrain[q]
	if q != u.Square && !x.disrupted && t.Disrupts(u.TypeData) {
		x.disrupted = true
		v -= w.Disrupt
	}
	if t != bladebow.Clear {
		if m.s.Clumsy(i, q) {
			v -= w.Rough
		}
		if t.High() {
			v += w.Hill
		}
	}
	if !m.commanded(i, q) {
		v -= w.Command
	}
	if aims > 0 && !x.disrupted && m.s.Control(1-m.me, q) == 0 {
		v += w.Shot * u.Strength * aims / 2
	}
	if c, _ := m.s.Camp(m.me); c == q {
		v += g.guard
	}
	x.worth = v
	return x
}

// pose returns what it is worth to a unit to stand in a square with a facing.
func (m *Judge) pose(i, q, f int) int {
	x := m.spotOf(i, q)
	w := m.w
	d := m.ground.dist[q]
	v := x.worth - w.Misfaced*turned(f, m.look(q))
	if d > 2*marching {
		return v // far from the enemy nothing else counts
	}
	v += w.Friend * m.line(i, q, f) / 4
	if d <= 3 && !x.disrupted {
		share := w.Later
		if m.left > 0 {
			share = w.Attack
		}
		v += int(m.prospect(i, q, f) * float64(share) / 100)
	}
	return v - int(m.danger(i, q, f, x.disrupted))
}

// commanded reports whether a unit in a square would be near enough to a leader, who can follow. One that it carries along
// counts.
func (m *Judge) commanded(i, q int) bool {
	for l := range m.leaders {
		h := &m.heads[l]
		if h.Side == m.me && h.Square >= 0 && (h.Square == m.units[i].Square || m.board.Points(h.Square, q) <= h.Range+follow) {
			return true
		}
	}
	return false
}

// best returns by how much the best pose that a unit can reach is worth more than the present one.
func (m *Judge) best(i int) (gain int) {
	u := &m.units[i]
	here := m.pose(i, u.Square, u.Facing)
	if u.Shield {
		here += m.w.Shields
	}
	if !m.s.Explore(i, &m.poses) {
		return 0
	}
	reach := u.MP[index(u.Disrupted)]/2 + 1
	col, row := m.board.Col(u.Square)-1, m.board.Row(u.Square)-1
	for y := max(0, row-reach); y <= min(m.board.Rows-1, row+reach); y++ {
		for x := max(0, col-reach); x <= min(m.board.Cols-1, col+reach); x++ {
			q := y*m.board.Cols + x
			for f := range 8 {
				if m.poses.Cost(q, f) < 0 {
					continue
				}
				if v := m.s.UnitAt(q); v >= 0 && v != i {
					break // to push a friend away is no plan
				}
				if turned(f, m.look(q)) > 2 {
					continue
				}
				gain = max(gain, m.pose(i, q, f)-here)
			}
		}
	}
	return gain
}

// pressed returns from how many directions enemies can come at a square of the side; those who are there count twice.
func (m *Judge) pressed(side game.Side, q int) int {
	if side != m.me {
		return 0
	}
	n := 0
	for d := range 8 {
		switch {
		case m.ground.now[q][d] != 0:
			n += 2
		case m.ground.soon[q][d] != 0:
			n++
		}
	}
	return n
}
