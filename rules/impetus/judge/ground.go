package judge

import (
	"acies/plane"
	"acies/rules/impetus"
)

// What places are worth.

const u1 = int64(impetus.U)

// wish returns how near a unit wants to be to the nearest enemy, in mU.
func (w *weights) wish(u *impetus.Facts) int64 {
	switch {
	case u.Impetus == 0 && u.Weapon != impetus.NoWeapon:
		return int64(w.Reach) * u1
	case u.Impetus > 0:
		return int64(u.Move) - u1
	}
	return int64(w.Keep) * u1
}

// wayOf returns what lies between two units that are near each other.
func (m *Judge) wayOf(u, v *impetus.Facts) (w way) {
	p, q := u.Pose.Point(), v.Pose.Point()
	for i := range m.rough {
		if x := &m.rough[i]; x.Crosses(p, q) {
			w.rough = true
		}
	}
	for i := range m.set.Lines {
		if plane.CrossesLine(p, q, m.set.Lines[i].Points) {
			w.wall = true
		}
	}
	return w
}

// chance returns the chance in percent that a unit reaches another in its next activation, and where its charge lands.
func (m *Judge) chance(u, v *impetus.Facts, x, y *plane.Shape, d int64) (percent int, blow plane.Blow) {
	t, _, blow := plane.Charge(x, y)
	bonus := int32(2 * impetus.U)
	if isHorse(u.Type) {
		bonus = 4 * impetus.U
	}
	switch {
	case t <= u.Move:
		return 100, blow
	case t <= u.Move+bonus && !u.Disordered:
		return m.w.Extend, blow
	case u.Disordered:
		return 0, blow
	case t <= 2*u.Move:
		return m.w.Second, blow
	}
	// It wheels first.
	gap := d - 4*u1
	turn := u.Pose.H.To(plane.Bearing(u.Pose.Point(), v.Pose.Point()))
	if turn > 240 || turn < -240 || gap > int64(u.Move) {
		return 0, blow
	}
	blow = plane.OnFront
	if a, b := v.Pose.Local(u.Pose.Point()); b < 0 && (a > 5*u1 || a < -5*u1) {
		blow = plane.OnFlank
	}
	return m.w.Wheel, blow
}

// screened reports whether another unit of its side stands between a unit and an enemy.
func (m *Judge) screened(i, j int) bool {
	v := &m.units[j]
	p, q := m.units[i].Pose.Point(), v.Pose.Point()
	dx, dy := p.X-q.X, p.Y-q.Y
	length := dx*dx + dy*dy
	if length == 0 {
		return false
	}
	for k := range m.n {
		f := &m.units[k]
		if k == i || !f.Placed || f.Side != m.units[i].Side || f.Type == impetus.S {
			continue
		}
		r := f.Pose.Point()
		ex, ey := r.X-q.X, r.Y-q.Y
		along := ex*dx + ey*dy
		if along <= 0 || along*10 > length*8 {
			continue
		}
		if across := (ex*dy - ey*dx) / u1; across*across <= 16*length {
			return true
		}
	}
	return false
}

// place returns what a unit's place is worth, given where everybody stands in m.units. One enemy may be left out: it fights
// him.
func (m *Judge) place(i, without int) int {
	u := &m.units[i]
	w := m.w
	p := u.Pose.Point()
	x := plane.Place(u.Pose, u.Base)
	value, nearest, bearing := 0, int64(plane.Never), plane.Heading(0)
	gain, harm, rest, arrows := 0, 0, 0, 0
	for j := range m.n {
		v := &m.units[j]
		if !v.Placed || j == i {
			continue
		}
		q := v.Pose.Point()
		d := plane.Distance(p, q)
		if v.Side == u.Side {
			if d < 9*u1 && v.Pose.H == u.Pose.H && !v.Melee && v.Type != impetus.Baggage {
				value += w.Line
			}
			continue
		}
		if v.Type == impetus.Baggage {
			if d < 20*u1 && m.near[i] > 20*u1 {
				value += w.Lure - int(int64(w.Lure)*d/(20*u1))
			}
			continue
		}
		if d < nearest {
			nearest, bearing = d, plane.Bearing(p, q)
		}
		if j == without || d > 34*u1 {
			continue
		}
		y := plane.Place(v.Pose, v.Base)
		if (u.Impetus > 0 || v.Type == impetus.S && isLight(u.Type)) && d < 2*int64(u.Move)+8*u1 && !v.Melee {
			if c, blow := m.chance(u, v, &x, &y, d); c > 0 {
				a, b := m.duel(i, j, blow, m.wayOf(u, v))
				if v.Type == impetus.S || v.Type == impetus.CL && blow == plane.OnFront {
					a /= 4 // it evades
				}
				if k := a - b*w.Own/100; k > 0 {
					if !v.Done {
						k = k * 2 / 3
					}
					gain = max(gain, k*c/100)
				}
			}
		}
		if v.Impetus > 0 && !v.Melee && d < 2*int64(v.Move)+8*u1 {
			if c, blow := m.chance(v, u, &y, &x, d); c > 0 && !m.screened(i, j) {
				a, b := m.duel(j, i, blow, m.wayOf(v, u))
				if isLight(u.Type) && blow == plane.OnFront {
					a /= 3
				}
				if k := a*w.Own/100 - b*2/3; k > 0 {
					if v.Done {
						k = k * 2 / 3
					}
					k = k * c / 100
					rest += k
					harm = max(harm, k)
				}
			}
		}
		if v.Weapon != impetus.NoWeapon && d < 17*u1 && !v.Melee {
			n := v.VBU - 1
			if isLight(u.Type) {
				n--
			}
			arrows += m.harm(i, n, m.base(i, u.Disordered)+1, u.Disordered, false)
		}
	}
	if nearest != plane.Never {
		stop := max(w.wish(u), m.front-int64(w.Slack)*u1)
		if over := nearest - stop; over > 0 {
			value -= int(over * int64(w.Approach*m.press/100) / u1)
		}
		turn := u.Pose.H.To(bearing)
		value -= max(turn, -turn) / 4 * w.Front / 100
	}
	if u.Weapon != impetus.NoWeapon && nearest < 31*u1 {
		value += m.bestShot(i)
	}
	if m.trial.Led(i) {
		value += w.Led
	}
	if m.trial.Rough(i) {
		value -= w.Rough
	}
	return value + gain*w.Attack/100 - (harm+(rest-harm)/3)*w.Danger/100 - arrows*w.Arrows/100
}

// bestShot returns what the best shot of a unit in the trial state is worth: one that it can still make this turn, or the
// next. Whether it sees a target is worked out last, and only for targets that would be better than what was found.
func (m *Judge) bestShot(i int) int {
	u := &m.units[i]
	p, reach := u.Pose.Point(), 31*u1
	switch u.Weapon {
	case impetus.Javelin, impetus.Sling, impetus.CrossbowB, impetus.Handgun, impetus.HarquebusB, impetus.Various:
		reach = 25 * u1 // 15U from the front to any part of the base
	}
	var targets [impetus.MaxUnits]int
	var hopes [impetus.MaxUnits]int
	n := 0
	for j := range m.n {
		v := &m.units[j]
		if !v.Placed || v.Side == u.Side || v.Melee || v.Type == impetus.Baggage || plane.Distance(p, v.Pose.Point()) > reach {
			continue
		}
		if hope := m.hit(j, m.trial.AimDice(i, j)); hope > 0 {
			targets[n], hopes[n] = j, hope
			n++
		}
	}
	best := 0
	for {
		at := -1
		for k := range n {
			if hopes[k] > best && (at < 0 || hopes[k] > hopes[at]) {
				at = k
			}
		}
		if at < 0 {
			break
		}
		best = max(best, m.shot(&m.trial, i, targets[at]))
		hopes[at] = 0
	}
	if u.Fired {
		return best * m.w.Shot / 200
	}
	return best * m.w.Shot / 100
}

// places returns what the places of those who act are worth in the trial state, which it reads into the facts about them.
func (m *Judge) places(units []uint8) int {
	for _, u := range units {
		m.units[u] = m.trial.Unit(int(u))
	}
	sum := 0
	for _, u := range units {
		i := int(u)
		if !m.units[i].Placed {
			sum -= m.worth[i]
			continue
		}
		sum += m.place(i, -1)
		if m.units[i].Disordered {
			sum -= m.worth[i] * m.w.Shake / 100
		}
	}
	return sum
}
