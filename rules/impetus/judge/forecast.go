package judge

import (
	"math"

	"acies/game"
	"acies/rules/impetus"
	"acies/system"
)

// Forecast implements [system.Judge]: the share of the value that both sides have lost, the strength that they have left,
// and their order.
func (m *Judge) Forecast(s game.State) system.Forecast {
	if s.ToAct() == game.Nobody {
		return system.Ending(s)
	}
	x := s.(*impetus.State)
	var left, lost [2]float64
	for side := range 2 {
		n, of := x.Lost(side)
		lost[side] = float64(n) / float64(max(of, 1))
	}
	for i := range m.n {
		u := x.Unit(i)
		if !u.Placed || u.Type == impetus.Baggage {
			continue
		}
		v := float64(u.VD) * float64(u.Left) / float64(max(u.UnitSetup.VBU*u.Rows, 1))
		if u.Disordered {
			v *= 0.85
		}
		left[u.Side] += v
	}
	points := 12*(lost[1]-lost[0]) + (left[0] - left[1])
	return system.Forecast{Points: points, Result: 1 / (1 + math.Exp(-points/4))}
}
