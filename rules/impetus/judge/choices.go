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
		return m.nearEnemy(impetus.CommandNo(a))
	case impetus.VerbActivate:
		n, _ := m.rateActivation(a)
		return n
	case impetus.VerbRally:
		return m.w.Rally + m.worth[m.s.Acting()[0]]*m.w.Shake/100
	case impetus.VerbRush:
		return m.rateRush(a)
	case impetus.VerbFight:
		u := int(m.s.Acting()[0])
		if v := m.s.Opponent(u); v >= 0 {
			n, _ := m.melee(u, v, false, false)
			return n + m.w.Keen*m.press/100 + 10
		}
	case impetus.VerbCharge, impetus.VerbIntercept, impetus.VerbRunAt, impetus.VerbMember:
		return m.rateCharge(a)
	case impetus.VerbFire:
		return m.shot(m.s, int(a.A), int(a.B)) + 1
	case impetus.VerbMark:
		return m.w.Mark
	case impetus.VerbForward, impetus.VerbWheel, impetus.VerbOblique, impetus.VerbSideways, impetus.VerbRearward, impetus.VerbAbout:
		return m.rateMove(a)
	case impetus.VerbCounter:
		return m.rateCounter()
	case impetus.VerbEvade:
		return m.rateEvade()
	case impetus.VerbStop:
		return -int(a.A / 1000)
	case impetus.VerbMelee:
		u := int(a.A)
		if v := m.s.Opponent(u); v >= 0 {
			n, _ := m.melee(u, v, true, false)
			return n
		}
		return 0
	case impetus.VerbRelieve:
		return m.rateRelief(int(a.A))
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

// nearEnemy returns what the units of a Command that have an enemy near are worth: the Command that has most to do is
// named first.
func (m *Judge) nearEnemy(c int) int {
	near := 0
	for i := range m.n {
		if u := &m.units[i]; u.Placed && u.Side == m.me && u.Command == c && m.near[i] < 20*u1 {
			near += m.worth[i]
		}
	}
	return near
}

// nameReason says what speaks for naming a Command.
func (m *Judge) nameReason(a game.Action) string {
	mine := m.nearEnemy(impetus.CommandNo(a))
	if mine == 0 {
		return "advice.name-far"
	}
	for _, x := range m.s.Legal(nil) {
		if x != a && m.nearEnemy(impetus.CommandNo(x)) >= mine {
			return "advice.name-near"
		}
	}
	return "advice.name-most"
}

// rateActivation puts shots and fights first, then charges, then the march, the foremost before those behind them. It also
// returns the reason in words.
func (m *Judge) rateActivation(a game.Action) (int, string) {
	var buf [32]uint8
	list := m.s.Members(a, buf[:0])
	i := int(list[0])
	u := &m.units[i]
	if len(list) > 1 {
		// A group marches together; close to the enemy its members do better alone.
		near := int64(plane.Never)
		for _, k := range list {
			near = min(near, m.near[k])
		}
		if near <= int64(m.w.Group)*u1 {
			return -1, "advice.apart"
		}
		return 200 + 20*len(list) - int(min(near/u1, 99)), "advice.together"
	}
	near := m.near[i]
	switch {
	case u.Melee:
		v := m.s.Opponent(i)
		if v < 0 {
			return 0, "advice.first-melee"
		}
		n, _ := m.melee(i, v, false, false)
		return 1000 + n, "advice.first-melee"
	case u.Weapon != impetus.NoWeapon && near < 18*u1:
		return 1500 - int(near/u1), "advice.first-shot"
	case near < int64(u.Move)+8*u1:
		return 500 - int(near/u1), "advice.first-charge"
	case near < 20*u1:
		return 300 - int(near/u1), "advice.first-near"
	}
	return 100 - int(min(near/u1, 99)), "advice.first-march"
}

// fails returns in how many of six rolls those who act fail the test of what they would do next.
func (m *Judge) fails(a game.Action) int {
	if a.Verb == impetus.VerbAbout {
		return 6 - m.s.Passes(int(m.s.Acting()[0]))
	}
	return max(0, min(6, m.s.Needs()-1))
}

// rateMove compares the places of those who act before and after a phase, less what its test may cost.
func (m *Judge) rateMove(a game.Action) int {
	units := m.s.Acting()
	if !m.stood {
		m.stood, m.trial = true, *m.s
		m.before = m.places(units)
	}
	m.s.Moved(a, &m.trial)
	value := m.places(units) - m.before - m.w.Stir
	for _, u := range units {
		m.units[u] = m.s.Unit(int(u))
	}
	if fails := m.fails(a); fails > 0 {
		for _, u := range units {
			value -= m.worth[u] * m.w.Shake / 100 * fails / 6 * m.w.Test / 100
		}
	}
	return value
}

// rateCharge rates a charge by the melee that it brings about, and by the place where it is fought.
func (m *Judge) rateCharge(a game.Action) int {
	u, target, extended, tested := 0, int(a.A), false, 0
	switch a.Verb {
	case impetus.VerbCharge:
		u, extended, tested = m.s.Striker(target), a.B == 1, m.fails(a)
	case impetus.VerbIntercept:
		u, target, extended = int(a.A), int(a.B), a.C == 1
	case impetus.VerbMember:
		u, target = int(a.A), int(a.B)
	case impetus.VerbRunAt:
		u, _ = m.s.Charging()
	}
	return m.onslaught(u, target, extended, tested)
}

// onslaught rates a charge of a unit at an enemy straight ahead. Of six rolls so many fail a test that comes before it.
func (m *Judge) onslaught(i, j int, extended bool, tested int) int {
	u, v := &m.units[i], &m.units[j]
	value, ok := m.melee(i, j, true, false)
	if !ok {
		return never
	}
	front := m.s.Blow(i, j) == plane.OnFront
	if front && v.Impetus > 0 && v.Fresh && !v.Disordered && !v.Melee {
		if both, _ := m.melee(i, j, true, true); both < value {
			value += (both - value) * m.s.Passes(j) / 6
		}
	}
	if isLight(v.Type) && (v.Type == impetus.S || front) {
		value = value/4 + 3 // it evades
	}
	value += m.w.Keen * m.press / 100
	x, y := plane.Place(u.Pose, u.Base), plane.Place(v.Pose, v.Base)
	d := plane.Advance(&x, x.H, &y)
	m.trial = *m.s
	before := m.place(i, -1)
	pose := u.Pose
	u.Pose = x.Straight(x.H, d)
	value += m.place(i, j) - before
	u.Pose = pose
	shake := m.worth[i] * m.w.Shake / 100
	if extended {
		value -= 8 // an extension that is not needed, or that may fall short
		if d > u.Move {
			value -= shake
		}
	}
	return value - (shake+20)*tested/6
}

// rateRush rates an uncontrolled move: by the enemy that it would charge, or by the place.
func (m *Judge) rateRush(a game.Action) int {
	units := m.s.Acting()
	i := int(units[0])
	u := &m.units[i]
	pose := u.Pose
	defer func() { u.Pose = pose }()
	u.Pose.H = u.Pose.H.Plus(int(a.A))
	x := plane.Place(u.Pose, u.Base)
	first, least, where := -1, u.Move+int32(a.B)*3*impetus.U, plane.OnFront
	for j := range m.n {
		v := &m.units[j]
		if !v.Placed || v.Side == m.me {
			continue
		}
		y := plane.Place(v.Pose, v.Base)
		if t, _, blow := plane.Charge(&x, &y); t <= least {
			first, least, where = j, t, blow
		}
	}
	if first >= 0 {
		gain, loss := m.duel(i, first, where, m.wayOf(u, &m.units[first]))
		return gain - loss*m.w.Own/100 + 30 - 8*int(a.B)
	}
	m.trial = *m.s
	u.Pose = x.Straight(x.H, u.Move)
	return m.place(i, -1) - 100
}

func (m *Judge) rateCounter() int {
	u, target := m.s.Charging()
	stand, _ := m.melee(u, target, true, false)
	both, _ := m.melee(u, target, true, true)
	pass := m.s.Passes(target)
	return ((stand-both)*pass - (m.worth[target]*m.w.Shake/100+m.worth[target]/12)*(6-pass)) / 6
}

func (m *Judge) rateEvade() int {
	u, target := m.s.Charging()
	n, _ := m.melee(u, target, true, false)
	return n - m.w.Evade
}

func (m *Judge) rateRelief(in int) int {
	a, b := m.s.Fighting()
	out := a
	if m.units[b].Side == m.me {
		out = b
	}
	x, y := &m.units[in], &m.units[out]
	value := 30 * (x.VBU - y.VBU)
	if y.Disordered && !x.Disordered {
		value += 20
	}
	return value
}

func (m *Judge) ratePursuit() int {
	a, b := m.s.Fighting()
	u, v := a, b
	if m.units[b].Side == m.me {
		u, v = b, a
	}
	if !m.units[v].Placed {
		return -m.w.Pursue
	}
	gain, loss := m.duel(u, v, plane.OnFront, way{})
	return (gain-loss*m.w.Own/100)/2 - m.w.Pursue
}

func (m *Judge) rateDisengage() int {
	u := int(m.s.Acting()[0])
	if v := m.s.Opponent(u); v >= 0 {
		n, _ := m.melee(u, v, false, false)
		return -n/2 - m.w.Leave
	}
	return never
}
