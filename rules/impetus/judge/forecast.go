package judge

import (
	"math"

	"acies/game"
	"acies/plane"
	"acies/rules/impetus"
	"acies/system"
)

// Forecasting the result of a game from one state.

// The features of a side; a forecast uses the difference between the two sides. Harm is in VD.
const (
	featLost    = iota // VD lost, as a share of the starting total
	featBroken         // the share of its VD that the Command worst off has lost
	featStands         // VD on the table, each unit by the share of its VBU that is left
	featFresh          // VD of fresh units
	featOrder          // VD of units in order
	featFlanked        // VD of units that are attacked on flank or rear
	featLed            // commanders on the table
	featBrink          // VD left in its Commands, by how near each is to breaking
	featMelee          // harm to expect in the next round of its melees
	featMenace         // harm by charges of enemies that can still act this turn
	featThreat         // harm by charges of the others
	featArrows         // harm by shots of enemies that can still shoot this turn
	featReady          // VD of units that can still act this turn
	sideFeatures
)

// signs says whether more of a feature is good or bad for a side.
var signs = [sideFeatures]float64{
	featLost: -1, featBroken: -1, featStands: 1, featFresh: 1, featOrder: 1, featFlanked: -1, featLed: 1, featBrink: -1, featMelee: -1, featMenace: -1,
	featThreat: -1, featArrows: -1, featReady: 1,
}

// features are the differences, then the same weighted by the share of the game that is left, then constants.
const features = 2*sideFeatures + 2

// Forecast implements [system.Judge].
func (m *Judge) Forecast(s game.State) system.Forecast {
	if s.ToAct() == game.Nobody {
		return system.Ending(s)
	}
	f := m.features(s.(*impetus.State))
	return system.Forecast{Points: dot(m.tuning.Points, &f), Result: 1 / (1 + math.Exp(-dot(m.tuning.Result, &f)))}
}

func (m *Judge) features(s *impetus.State) (f [features]float64) {
	m.readFor(s, 0, &m.plain)
	var sides [2][sideFeatures]float64
	var lost, of [2][impetus.MaxCommands]float64
	for side := range 2 {
		n, all := s.Lost(side)
		sides[side][featLost] = float64(n) / float64(max(all, 1))
	}
	for i := range m.n {
		u := &m.units[i]
		if u.Type == impetus.Baggage {
			continue
		}
		v, vd := &sides[u.Side], float64(u.VD)
		of[u.Side][u.Command] += vd
		if !u.Placed {
			lost[u.Side][u.Command] += vd
			continue
		}
		v[featStands] += vd * float64(u.Left) / float64(max(u.UnitSetup.VBU*u.Rows, 1))
		if u.Fresh {
			v[featFresh] += vd
		}
		if !u.Disordered {
			v[featOrder] += vd
		}
		if u.Melee && s.Flanked(i) {
			v[featFlanked] += vd
		}
		if m.leads[i] {
			v[featLed]++
		}
		if !u.Done {
			v[featReady] += vd
		}
		m.expect(i, &sides)
	}
	for side := range sides {
		v := &sides[side]
		for c, all := range of[side] {
			if all > 0 {
				share := lost[side][c] / all
				v[featBroken] = max(v[featBroken], share)
				v[featBrink] += (all - lost[side][c]) * 4 * share * share
			}
		}
	}
	left := float64(max(m.set.Turns-s.Turn()+1, 0)) / float64(max(m.set.Turns, 1))
	for i := range sideFeatures {
		d := sides[0][i] - sides[1][i]
		f[i], f[sideFeatures+i] = d, d*left
	}
	f[2*sideFeatures], f[2*sideFeatures+1] = 1, left
	return f
}

// expect adds what a unit has to expect in its melee, or what the enemy has to expect of its best charge and shot.
func (m *Judge) expect(i int, sides *[2][sideFeatures]float64) {
	u := &m.units[i]
	foe := &sides[1-u.Side]
	if u.Melee {
		if j := m.s.Opponent(i); j >= 0 {
			if r, ok := m.s.Round(i, j, false, false, &m.trial); ok {
				sides[u.Side][featMelee] += float64(m.harm(i, r.Dice[1], r.Base[0], r.Disordered[0], r.Flanked[0])) / 100
			}
		}
		return
	}
	p := u.Pose.Point()
	x := plane.Place(u.Pose, u.Base)
	charge, shot := 0, 0
	for j := range m.n {
		w := &m.units[j]
		if !w.Placed || w.Side == u.Side || w.Melee || w.Type == impetus.Baggage {
			continue
		}
		d := plane.Distance(p, w.Pose.Point())
		if u.Impetus > 0 && d < 2*int64(u.Move)+8*u1 {
			y := plane.Place(w.Pose, w.Base)
			if c, blow := m.chance(u, w, &x, &y, d); c > 0 {
				gain, loss := m.duel(i, j, blow, m.wayOf(u, w))
				if isLight(w.Type) && (w.Type == impetus.S || blow == plane.OnFront) {
					gain /= 4 // it evades
				}
				if k := (gain - loss) * c / 100; k > charge && !m.screened(j, i) {
					charge = k
				}
			}
		}
		if u.Weapon != impetus.NoWeapon && !u.Done && !u.Fired && d < 31*u1 {
			shot = max(shot, m.shot(m.s, i, j))
		}
	}
	foe[featArrows] += float64(shot) / 100
	if u.Done {
		foe[featThreat] += float64(charge) / 100
	} else {
		foe[featMenace] += float64(charge) / 100
	}
}

// Features implements [system.Student].
func (m *Judge) Features(s game.State) []float64 {
	f := m.features(s.(*impetus.State))
	return f[:]
}

// Signs implements [system.Student].
func (m *Judge) Signs() []float64 { return signs[:] }

// Studies implements [system.Student]: between activations, and some states in which a unit is chosen.
func (m *Judge) Studies(s game.State, src game.Source) bool {
	switch s.(*impetus.State).Asked() {
	case impetus.AskName:
		return true
	case impetus.AskCommand:
		return game.Intn(src, 4) == 0
	}
	return false
}

func dot(w []float64, x *[features]float64) float64 {
	s := 0.0
	for i := range w {
		s += w[i] * x[i]
	}
	return s
}
