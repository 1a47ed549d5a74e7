package judge

import (
	"math"

	"acies/game"
	"acies/rules/bladebow"
	"acies/system"
)

// Forecasting the result of a game from one state. Only what everybody knows counts: of ranks, their sum.

// The features of a side; a forecast uses the difference between the two sides.
const (
	featLeft     = iota // losses that it can still take
	featSpent           // losses so far, as a share of its rout level
	featUnits           // units on the map
	featStrength        // their dice of melee, ranks included
	featOrder           // units in good order
	featRouted          // units that have routed and not come back
	featLeaders         // leaders on the map
	featTurned          // units with an enemy in good order at their flank or rear
	featContact         // disrupted units that an enemy can attack
	featCards           // cards in hand
	featCamp            // its camp is not overrun
	featDoor            // enemies near its camp
	sideFeatures
)

// signs says whether more of a feature is good or bad for a side.
var signs = [sideFeatures]float64{
	featLeft: 1, featSpent: -1, featUnits: 1, featStrength: 1, featOrder: 1, featRouted: -1, featLeaders: 1, featTurned: -1,
	featContact: -1, featCards: 1, featCamp: 1, featDoor: -1,
}

// features are the differences, then the same weighted by the share of the game that is left, then constants.
const features = 2*sideFeatures + 2

// Forecast implements [system.Judge].
func (m *Judge) Forecast(s game.State) system.Forecast {
	if s.ToAct() == game.Nobody {
		return system.Ending(s)
	}
	f := m.features(s.(*bladebow.State))
	return system.Forecast{Points: dot(m.tuning.Points, &f), Result: 1 / (1 + math.Exp(-dot(m.tuning.Result, &f)))}
}

func (m *Judge) features(s *bladebow.State) (f [features]float64) {
	m.read(s, 0)
	var sides [2][sideFeatures]float64
	for side := range game.Side(2) {
		v := &sides[side]
		level := s.RoutLevel(side)
		v[featLeft] = float64(level - s.Losses(side))
		v[featSpent] = float64(s.Losses(side)) / float64(max(level, 1))
		_, held := s.HandSize(side)
		v[featCards] = float64(held)
		c, overrun := s.Camp(side)
		if overrun {
			continue
		}
		v[featCamp] = 1
		for i := range m.n {
			if u := &m.units[i]; u.Side != side && u.Square >= 0 && !u.Disrupted {
				if d := m.board.Steps(c, u.Square); d <= 3 {
					v[featDoor] += float64(4-d) / 3
				}
			}
		}
	}
	for i := range m.n {
		u := &m.units[i]
		v := &sides[u.Side]
		if u.Routed || u.Rallied {
			v[featRouted]++
		}
		if u.Square < 0 {
			continue
		}
		v[featUnits]++
		v[featStrength] += float64(int(u.Size) + u.Ranks)
		if !u.Disrupted {
			v[featOrder]++
		}
		for d := range 8 {
			n := m.board.Neighbor(u.Square, d)
			if n < 0 {
				continue
			}
			e := s.UnitAt(n)
			if e < 0 || m.units[e].Side == u.Side || m.units[e].Disrupted || !m.strikes(1-u.Side, n, m.units[e].Facing, u.Square) {
				continue
			}
			if u.Disrupted {
				v[featContact]++
				break
			}
			if !isFront(m.position(u.Square, u.Facing, n)) {
				v[featTurned]++
				break
			}
		}
	}
	for l := range m.leaders {
		if h := &m.heads[l]; h.Square >= 0 {
			sides[h.Side][featLeaders]++
		}
	}
	turns := len(m.set.Icons)
	left := float64(max(turns-s.Turn()+1, 0)) / float64(turns)
	for i := range sideFeatures {
		d := sides[0][i] - sides[1][i]
		f[i], f[sideFeatures+i] = d, d*left
	}
	f[2*sideFeatures], f[2*sideFeatures+1] = 1, left
	return f
}

// Features implements [system.Student].
func (m *Judge) Features(s game.State) []float64 {
	f := m.features(s.(*bladebow.State))
	return f[:]
}

// Signs implements [system.Student].
func (m *Judge) Signs() []float64 { return signs[:] }

// Studies implements [system.Student]: states in which an action is chosen, some of them.
func (m *Judge) Studies(s game.State, src game.Source) bool {
	return s.(*bladebow.State).Asked() == bladebow.AskOrders && game.Intn(src, 3) == 0
}

func dot(w []float64, x *[features]float64) float64 {
	s := 0.0
	for i := range w {
		s += w[i] * x[i]
	}
	return s
}
