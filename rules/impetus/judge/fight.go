package judge

import (
	"acies/plane"
	"acies/rules/impetus"
)

// What fights are worth, in hundredths of a VD.

// harm returns what a pool of n dice costs a unit, in hundredths of a VD. Bonus is what is added to its critical number.
func (m *Judge) harm(u *impetus.Facts, n, bonus int, flanked bool) int {
	if n <= 0 {
		return 0
	}
	base := u.VBU + bonus
	if u.Disordered {
		base--
	}
	rout, losses, shake := impetus.Harm(n, base, u.Left, u.Disordered, flanked)
	worth := 100*u.VD + 40
	wear := worth * m.taste.Wear / 100 * losses / (1000 * max(1, u.VBU*u.Rows))
	return worth*rout/1000 + wear + worth*m.taste.Shake/100*shake/1000
}

// dice returns the melee dice of a unit against another, roughly: VBU, impetus, disorder, depth and flank.
func (m *Judge) dice(u, v *impetus.Facts, charging bool, blow plane.Blow) int {
	n := u.VBU
	if u.Disordered {
		n--
	}
	foot, horse := isFoot(u.Type), isHorse(v.Type)
	front := blow == plane.OnFront
	switch {
	case u.Impetus == 0 || !charging && u.Type != impetus.El:
	case u.Type == impetus.El:
		n += u.Impetus
	case !u.Fresh && u.Type != impetus.CF:
	case foot && horse:
	case isHorse(u.Type) && front && v.Traits&(impetus.Pike|impetus.LongSpear) != 0:
	default:
		n += u.Impetus
	}
	if charging && !front {
		n += 2
	}
	if behind := u.RowsLeft - 1; behind > 0 {
		switch {
		case u.Traits&impetus.Pike != 0 && horse:
			n += 3 * behind
		case u.Traits&impetus.Pike != 0:
			n += behind
		case u.Traits&impetus.Warband != 0 && !horse:
			n += 2
		}
	}
	return max(n, 1)
}

func isFoot(t impetus.Type) bool { return t <= impetus.FP }

func isHorse(t impetus.Type) bool { return t >= impetus.CP && t <= impetus.El }

// clash returns what a round of melee is worth to the first unit.
func (m *Judge) clash(i, j int, charging bool, blow plane.Blow) int {
	u, v := &m.units[i], &m.units[j]
	if v.Type == impetus.Baggage {
		return 250
	}
	if v.Type == impetus.S && u.Type != impetus.S || v.Type == impetus.ART {
		return 100*v.VD + 20
	}
	shaken := *v
	if blow != plane.OnFront {
		shaken.Disordered = true
	}
	gain := m.harm(&shaken, m.dice(u, v, charging, blow), 0, blow != plane.OnFront)
	loss := m.harm(u, m.dice(v, u, false, plane.OnFront), 0, m.s.Flanked(i))
	if shaken.Disordered && !v.Disordered {
		gain += (100*v.VD + 40) * m.taste.Shake / 100
	}
	return gain - loss*m.taste.Own/100
}

// shot returns what a shot is worth.
func (m *Judge) shot(i, j int) int {
	n := m.s.ShotDice(i, j)
	return m.harm(&m.units[j], n, 1, false)
}
