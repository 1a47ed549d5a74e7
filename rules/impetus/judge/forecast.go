package judge

import (
	"math"

	"acies/game"
	"acies/rules/impetus"
	"acies/system"
)

// Forecasting the result of a game from one state.

// The features of a side; a forecast uses the difference between the two sides.
const (
	featLost    = iota // VD lost, as a share of the starting total
	featBroken         // the share of its VD that the Command worst off has lost
	featStands         // VD on the table, each unit by the share of its VBU that is left
	featFresh          // VD of fresh units
	featOrder          // VD of units in order
	featFlanked        // VD of units that are attacked on flank or rear
	featLed            // commanders on the table
	sideFeatures
)

// signs says whether more of a feature is good or bad for a side.
var signs = [sideFeatures]float64{
	featLost: -1, featBroken: -1, featStands: 1, featFresh: 1, featOrder: 1, featFlanked: -1, featLed: 1,
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
	var sides [2][sideFeatures]float64
	var lost, of [2][impetus.MaxCommands]float64
	for side := range 2 {
		n, all := s.Lost(side)
		sides[side][featLost] = float64(n) / float64(max(all, 1))
	}
	for i := range m.n {
		u := s.Unit(i)
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
		if s.Commands(i) {
			v[featLed]++
		}
	}
	for side := range sides {
		for c := range of[side] {
			if of[side][c] > 0 {
				sides[side][featBroken] = max(sides[side][featBroken], lost[side][c]/of[side][c])
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

// Features implements [system.Student].
func (m *Judge) Features(s game.State) []float64 {
	f := m.features(s.(*impetus.State))
	return f[:]
}

// Signs implements [system.Student].
func (m *Judge) Signs() []float64 { return signs[:] }

// Studies implements [system.Student]: states in which a unit is chosen, some of them.
func (m *Judge) Studies(s game.State, src game.Source) bool {
	return s.(*impetus.State).Asked() == impetus.AskCommand && game.Intn(src, 4) == 0
}

func dot(w []float64, x *[features]float64) float64 {
	s := 0.0
	for i := range w {
		s += w[i] * x[i]
	}
	return s
}
