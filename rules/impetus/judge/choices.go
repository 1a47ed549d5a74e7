package judge

import (
	"acies/game"
	"acies/plane"
	"acies/rules/impetus"
)

// rate returns the rating of one action.
func (m *Judge) rate(a game.Action) int {
	switch a.Verb {
	case impetus.VerbReady:
		return -1
	case impetus.VerbName:
		return m.rateName(a)
	case impetus.VerbActivate:
		return m.rateActivation(a)
	case impetus.VerbRally:
		u := &m.units[m.s.Acting()[0]]
		return m.taste.Rally + (100*u.VD+40)*m.taste.Shake/100
	case impetus.VerbRush:
		return m.rateRush(a)
	case impetus.VerbFight:
		u := int(m.s.Acting()[0])
		if v := m.s.Opponent(u); v >= 0 {
			return m.clash(u, v, false, plane.OnFront) + 20
		}
	case impetus.VerbCharge, impetus.VerbIntercept, impetus.VerbRunAt, impetus.VerbMember:
		return m.rateCharge(a)
	case impetus.VerbFire:
		return m.shot(int(a.A), int(a.B)) + 1
	case impetus.VerbMark:
		return m.taste.Mark
	case impetus.VerbForward, impetus.VerbWheel, impetus.VerbOblique, impetus.VerbSideways, impetus.VerbRearward, impetus.VerbAbout:
		return m.rateMove(a)
	case impetus.VerbCounter:
		return m.rateCounter()
	case impetus.VerbEvade:
		return m.rateEvade()
	case impetus.VerbStop:
		return int(a.A / 1000)
	case impetus.VerbMelee:
		return 1
	case impetus.VerbRelieve:
		in, out := &m.units[a.A], &m.units[first(m.s.Fighting())]
		return 30 * (in.VBU - out.VBU)
	case impetus.VerbPursue:
		return m.ratePursuit()
	case impetus.VerbThrough, impetus.VerbReroll:
		return -1
	case impetus.VerbShieldwall:
		return 3
	case impetus.VerbDisengage:
		return m.rateDisengage()
	}
	return 0
}

func first(a, _ int) int { return a }

// rateName prefers the Command that has most to do: enemies near.
func (m *Judge) rateName(a game.Action) int {
	c, near := impetus.CommandNo(a), 0
	for i := range m.n {
		u := &m.units[i]
		if !u.Placed || u.Side != m.me || u.Command != c {
			continue
		}
		for j := range m.n {
			if v := &m.units[j]; v.Placed && v.Side != m.me && plane.Distance(u.Pose.Point(), v.Pose.Point()) < 20*impetus.U {
				near += u.VD
				break
			}
		}
	}
	return near
}

// rateActivation puts fights and single units with work to do first, then the largest groups.
func (m *Judge) rateActivation(a game.Action) int {
	var buf [32]uint8
	list := m.s.Members(a, buf[:0])
	u := &m.units[list[0]]
	if len(list) > 1 {
		// A group marches together; close to the enemy its members do better alone.
		n := 0
		for _, i := range list {
			if m.closest(int(i)) > 16*impetus.U {
				n++
			}
		}
		if n < len(list) {
			return -1
		}
		return 100 + 20*len(list)
	}
	i := int(list[0])
	switch {
	case u.Melee:
		v := m.s.Opponent(i)
		if v < 0 {
			return 0
		}
		return 400 + m.clash(i, v, false, plane.OnFront)
	case u.Weapon != impetus.NoWeapon && m.closest(i) < 20*impetus.U:
		return 350
	case m.closest(i) < int64(u.Move)+8*impetus.U:
		return 300
	case u.Disordered:
		return 90
	}
	return 60
}

// closest returns the distance from a unit to the nearest enemy.
func (m *Judge) closest(i int) int64 {
	d := int64(plane.Never)
	for j := range m.n {
		if v := &m.units[j]; v.Placed && v.Side != m.units[i].Side && v.Type != impetus.Baggage {
			d = min(d, plane.Distance(m.units[i].Pose.Point(), v.Pose.Point()))
		}
	}
	return d
}

// rateMove compares the places of those who act before and after a phase, less what its test may cost.
func (m *Judge) rateMove(a game.Action) int {
	units := m.s.Acting()
	m.trial = *m.s
	before := m.places(units)
	m.s.Moved(a, &m.trial)
	value := m.places(units) - before - m.taste.Stir
	for _, u := range units {
		m.units[u] = m.s.Unit(int(u))
	}
	needs := m.s.Needs()
	if a.Verb == impetus.VerbAbout {
		needs = 4
	}
	if needs > 1 {
		fails := min(6, needs-1)
		for _, u := range units {
			value -= (100*m.units[u].VD + 40) * m.taste.Shake / 100 * fails / 6 * m.taste.Test / 100
		}
	}
	return value
}

// rateCharge rates a charge by the melee that it brings about.
func (m *Judge) rateCharge(a game.Action) int {
	u, target, extended := 0, int(a.A), false
	switch a.Verb {
	case impetus.VerbCharge:
		u, extended = m.s.Striker(target), a.B == 1
	case impetus.VerbIntercept:
		u, target, extended = int(a.A), int(a.B), a.C == 1
	case impetus.VerbMember:
		u, target = int(a.A), int(a.B)
	case impetus.VerbRunAt:
		u, _ = m.s.Charging()
	}
	value := m.clash(u, target, true, m.s.Blow(u, target)) - m.taste.Keen
	x, y := plane.Place(m.units[u].Pose, m.units[u].Base), plane.Place(m.units[target].Pose, m.units[target].Base)
	if d := plane.Advance(&x, x.H, &y); extended {
		value -= 8 // an extension that is not needed, or that may fall short
		if d > m.units[u].Move {
			value -= (100*m.units[u].VD + 40) * m.taste.Shake / 100
		}
	}
	return value
}

// rateRush rates an uncontrolled move: by the enemy that it would charge, or by the place.
func (m *Judge) rateRush(a game.Action) int {
	turn := max(a.A, -a.A)
	return -int(turn)/40 - 5*int(a.B)
}

func (m *Judge) rateCounter() int {
	u, target := m.s.Charging()
	stand := m.clash(target, u, false, plane.OnFront)
	charge := m.clash(target, u, true, plane.OnFront)
	return (charge-stand)*2/3 - (100*m.units[target].VD+40)*m.taste.Shake/300
}

func (m *Judge) rateEvade() int {
	u, target := m.s.Charging()
	return -m.clash(target, u, false, plane.OnFront) - 10
}

func (m *Judge) ratePursuit() int {
	a, b := m.s.Fighting()
	u, v := a, b
	if m.units[b].Side == m.me {
		u, v = b, a
	}
	if !m.units[v].Placed {
		return -5
	}
	return m.clash(u, v, true, plane.OnFront)/2 - 5
}

func (m *Judge) rateDisengage() int {
	u := int(m.s.Acting()[0])
	if v := m.s.Opponent(u); v >= 0 {
		return -m.clash(u, v, false, plane.OnFront)/2 - 30
	}
	return never
}
