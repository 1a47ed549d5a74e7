package judge

import (
	"acies/plane"
	"acies/rules/impetus"
)

// What places are worth.

// wish returns how near a unit wants to be to the nearest enemy, in mU.
func wish(u *impetus.Facts) int64 {
	switch {
	case u.Weapon != impetus.NoWeapon && u.Impetus == 0:
		return 13 * impetus.U
	case u.Impetus > 0:
		return int64(u.Move) - impetus.U
	}
	return 8 * impetus.U
}

// place returns what a unit's place is worth, given where everybody stands in m.units.
func (m *Judge) place(i int) int {
	u := &m.units[i]
	w := &m.taste
	p := u.Pose.Point()
	x := plane.Place(u.Pose, u.Base)
	value := 0
	nearest, bearing := int64(plane.Never), plane.Heading(0)
	gain, harm := 0, 0
	for j := range m.n {
		v := &m.units[j]
		if !v.Placed || j == i {
			continue
		}
		q := v.Pose.Point()
		d := plane.Distance(p, q)
		if v.Side == u.Side {
			if d < 9*impetus.U && v.Pose.H == u.Pose.H && !v.Melee {
				value += w.Line
			}
			continue
		}
		if d < nearest && v.Type != impetus.Baggage {
			nearest, bearing = d, plane.Bearing(p, q)
		}
		if d > 30*impetus.U {
			continue
		}
		y := plane.Place(v.Pose, v.Base)
		if u.Impetus > 0 && !v.Melee && d < int64(u.Move)+12*impetus.U {
			if t, _, blow := plane.Charge(&x, &y); t <= u.Move {
				gain = max(gain, m.clash(i, j, true, blow)*w.Attack/100)
			}
		}
		if v.Impetus > 0 && !v.Melee && d < int64(v.Move)+14*impetus.U {
			turn := v.Pose.H.To(plane.Bearing(q, p))
			if turn <= 200 && turn >= -200 {
				blow := plane.OnFront
				if t, _, b := plane.Charge(&y, &x); t != plane.Never {
					blow = b
				} else if a, b := u.Pose.Local(q); b < 0 && (a > 4*impetus.U || a < -4*impetus.U) {
					blow = plane.OnFlank
				}
				harm = max(harm, m.clash(j, i, true, blow)*w.Danger/100)
			}
		}
		if _, b := u.Pose.Local(q); b < -int64(u.Base.Depth) && d < 15*impetus.U {
			value -= w.Exposed
		}
	}
	if nearest != plane.Never {
		if over := nearest - wish(u); over > 0 {
			value -= int(over * int64(w.Approach) / impetus.U)
		} else if u.Impetus == 0 && u.Weapon != impetus.NoWeapon {
			value += int(over * int64(w.Approach) / impetus.U / 2)
		}
		turn := u.Pose.H.To(bearing)
		value -= max(turn, -turn) / 4 * w.Front / 100
	}
	if m.trial.Led(i) {
		value += w.Led
	}
	if m.trial.Rough(i) {
		value -= w.Rough
	}
	return value + gain - max(harm, 0)
}

// places returns what the places of those who act are worth in the trial state, which it reads into the facts about them.
func (m *Judge) places(units []uint8) int {
	for _, u := range units {
		m.units[u] = m.trial.Unit(int(u))
	}
	sum := 0
	for _, u := range units {
		if !m.units[u].Placed {
			sum -= 100 * m.units[u].VD
			continue
		}
		sum += m.place(int(u))
		if m.units[u].Disordered {
			sum -= (100*m.units[u].VD + 40) * m.taste.Shake / 100
		}
	}
	return sum
}
