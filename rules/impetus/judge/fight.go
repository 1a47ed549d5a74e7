package judge

import (
	"sync"

	"acies/plane"
	"acies/rules/impetus"
)

// What fights are worth, in hundredths of a VD.

// The bounds of the table of harms: more dice, a higher critical number or more strength make no difference that counts.
const (
	mostDice  = 32
	leastBase = 2
	mostBase  = 12
	mostLeft  = 6
)

// harmOf is what impetus.Harm gives for a pool.
type harmOf struct{ rout, losses, shake int16 }

type harmTable [mostDice][mostBase + 1][mostLeft + 1][2][2]harmOf

// harms is worked out once, for all pools and units.
var harms = sync.OnceValue(func() *harmTable {
	t := new(harmTable)
	for n := range t {
		for base := leastBase; base <= mostBase; base++ {
			for left := 1; left <= mostLeft; left++ {
				for disordered := range 2 {
					for flanked := range 2 {
						a, b, c := impetus.Harm(n, base, left, disordered == 1, flanked == 1)
						t[n][base][left][disordered][flanked] = harmOf{int16(a), int16(b), int16(c)}
					}
				}
			}
		}
	}
	return t
})

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

// harm returns what a pool of n dice costs a unit whose critical number before damage is base.
func (m *Judge) harm(i, n, base int, disordered, flanked bool) int {
	if n <= 0 {
		return 0
	}
	u, worth := &m.units[i], m.worth[i]
	left := max(1, min(u.Left, mostLeft))
	h := &m.harms[min(n, mostDice-1)][max(leastBase, min(base, mostBase))][left][index(disordered)][index(flanked)]
	sum := worth*int(h.rout) + worth*m.w.Wear/100*int(h.losses)/max(1, u.Left)
	if !disordered {
		sum += worth * m.w.Shake / 100 * int(h.shake)
	}
	return sum / 1000
}

// base returns the critical number of a unit before damage.
func (m *Judge) base(i int, disordered bool) int {
	n := m.units[i].VBU
	if disordered {
		n--
	}
	if m.leads[i] {
		n++
	}
	return n
}

func isFoot(t impetus.Type) bool { return t <= impetus.FP }

func isHorse(t impetus.Type) bool { return t >= impetus.CP && t <= impetus.El }

func isLight(t impetus.Type) bool { return t == impetus.S || t == impetus.CL }

// way is what lies between a unit that charges and its target.
type way struct {
	rough bool // it arrives in ground, or through ground, that costs it its order or its impetus
	wall  bool // a fortification
}

// dice returns the melee dice of a unit against another, as far as its list gives them: VBU, impetus, disorder, depth and
// flank. Charging says that it adds its impetus.
func (m *Judge) dice(u, v *impetus.Facts, charging, disordered bool, blow plane.Blow, w way) int {
	n := u.VBU
	if disordered {
		n--
	}
	foot, horse := isFoot(u.Type), isHorse(v.Type)
	front := blow == plane.OnFront
	switch {
	case u.Impetus == 0 || w.wall || !charging && u.Type != impetus.El:
	case w.rough && !u.Wild:
	case u.Type == impetus.El:
		n += u.Impetus
	case !u.Fresh && u.Type != impetus.CF:
	case foot && horse:
	case isHorse(u.Type) && front && v.Traits&(impetus.Pike|impetus.LongSpear) != 0:
	default:
		n += u.Impetus
	}
	if charging && w.wall {
		n--
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

// duel returns what a charge of a unit at another costs the target, and what it costs the unit, if nobody else takes part.
func (m *Judge) duel(i, j int, blow plane.Blow, w way) (gain, loss int) {
	u, v := &m.units[i], &m.units[j]
	front := blow == plane.OnFront
	switch {
	case v.Type == impetus.Baggage:
		return m.worth[j] / 2, 0
	case v.Type == impetus.S && u.Type != impetus.S || v.Type == impetus.ART:
		return m.worth[j], 0
	}
	mine := u.Disordered || w.rough && !loose(u.Type)
	his := v.Disordered || !front
	n := m.dice(u, v, true, mine, blow, w)
	gain = m.harm(j, n, m.base(j, his), his, !front)
	if his && !v.Disordered {
		gain += m.worth[j] * m.w.Shake / 100
	}
	loss = m.harm(i, m.dice(v, u, false, his, plane.OnFront, way{}), m.base(i, mine), mine, false)
	if front && v.Impetus > 0 && !v.Disordered && v.Fresh {
		// The target may charge as well, if it passes its test.
		p := 3 - int(v.Discipline) + 1
		both := m.harm(i, m.dice(v, u, true, false, plane.OnFront, way{}), m.base(i, mine), mine, false)
		if both > loss {
			loss += (both - loss) * p / 6
		}
	}
	if front && v.Traits&impetus.Legionary != 0 && v.Fresh {
		loss += m.harm(i, 3-index(his), m.base(i, mine)+1, mine, false)
	}
	if front && u.Traits&impetus.Legionary != 0 && u.Fresh {
		gain += m.harm(j, 1-index(mine), m.base(j, his)+1, his, false)
	}
	if u.Type == impetus.CF {
		loss += m.worth[i] / 2
	}
	return gain, loss
}

// loose reports whether troops keep their order in broken ground.
func loose(t impetus.Type) bool { return t == impetus.S || t == impetus.FL || t == impetus.T }

// melee returns what a round is worth to the unit that charges or fights, with everybody who takes part.
func (m *Judge) melee(i, j int, charging, counter bool) (value int, ok bool) {
	r, ok := m.s.Round(i, j, charging, counter, &m.trial)
	if !ok {
		return 0, false
	}
	return m.value(i, j, &r), true
}

func (m *Judge) value(i, j int, r *impetus.Round) int {
	if r.Scatters {
		return m.worth[j]
	}
	gain := m.harm(j, r.Dice[0], r.Base[1], r.Disordered[1], r.Flanked[1]) + m.harm(j, r.Pila[0], r.Base[1]+1, r.Disordered[1], false)
	loss := m.harm(i, r.Dice[1], r.Base[0], r.Disordered[0], r.Flanked[0]) + m.harm(i, r.Pila[1], r.Base[0]+1, r.Disordered[0], false)
	if r.Disordered[1] && !m.units[j].Disordered {
		gain += m.worth[j] * m.w.Shake / 100
	}
	if r.Disordered[0] && !m.units[i].Disordered {
		loss += m.worth[i] * m.w.Shake / 100
	}
	if m.units[i].Type == impetus.CF {
		loss += m.worth[i] / 2
	}
	return gain - loss*m.w.Own/100
}

// shot returns what a shot is worth.
func (m *Judge) shot(s *impetus.State, i, j int) int { return m.hit(j, s.ShotDice(i, j)) }

// hit returns what a shot with n dice at a unit is worth.
func (m *Judge) hit(j, n int) int {
	u := &m.units[j]
	return m.harm(j, n, m.base(j, u.Disordered)+1, u.Disordered, false)
}
