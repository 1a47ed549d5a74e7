package judge

import (
	"math"

	"acies/game"
	"acies/rules/bladebow"
	"acies/system"
)

// Forecast implements [system.Judge].
func (m *Judge) Forecast(s game.State) system.Forecast {
	if s.ToAct() == game.Nobody {
		return system.Ending(s)
	}
	x := s.(*bladebow.State)
	var v [2]float64
	for side := range game.Side(2) {
		v[side] = float64(x.RoutLevel(side) - x.Losses(side))
	}
	d := v[0] - v[1]
	return system.Forecast{Points: d, Result: 1 / (1 + math.Exp(-d/2))}
}

// Reason implements [system.Judge].
func (m *Judge) Reason(s game.State, side game.Side, a game.Action) system.Reason {
	return system.Reason{Key: "advice.custom"}
}
