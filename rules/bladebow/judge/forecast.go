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
	featBrink           // how many of the last three losses it can take are gone
	featLost            // it is defeated at the end of the turn as things stand
	featUnits           // units on the map
	featStrength        // their dice of melee, ranks included
	featRanks           // their ranks
	featOrder           // units in good order
	featRouted          // units that have routed and not come back
	featLeaders         // leaders on the map
	featLed             // units in the range of a leader
	featShields         // units in a shield wall
	featTurned          // units with an enemy in good order at their flank or rear
	featContact         // disrupted units that an enemy can attack
	featHarm            // losses to be expected if the enemy attacked everywhere he can
	featThreat          // the same times the impulses that he has left this turn
	featShots           // dice of ranged attacks that it can make
	featVolleys         // the same times the impulses that it has left this turn
	featTempo           // impulses left this turn
	featCards           // cards in hand
	featCamp            // its camp is not overrun
	featDoor            // enemies near its camp
	featKing            // enemies near a leader whose death decides
	sideFeatures
)

// signs says whether more of a feature is good or bad for a side.
var signs = [sideFeatures]float64{
	featLeft: 1, featSpent: -1, featBrink: -1, featLost: -1, featUnits: 1, featStrength: 1, featRanks: 1, featOrder: 1, featRouted: -1,
	featLeaders: 1, featLed: 1, featShields: 1, featTurned: -1, featContact: -1, featHarm: -1, featThreat: -1, featShots: 1,
	featVolleys: 1, featTempo: 1, featCards: 1, featCamp: 1, featDoor: -1, featKing: -1,
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
		m.addArmy(side, &sides[side])
	}
	for i := range m.n {
		m.units[i].Attacked = false // between impulses it means nothing any more
	}
	for i := range m.n {
		u := &m.units[i]
		v := &sides[u.Side]
		if u.Routed || u.Rallied {
			v[featRouted]++
		}
		if u.Square >= 0 {
			m.addUnit(i, v)
			m.addContact(i, v)
		}
	}
	for side := range sides {
		v := &sides[side]
		v[featThreat] = v[featHarm] * sides[1-side][featTempo]
		v[featVolleys] = v[featShots] * v[featTempo]
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

// addArmy adds what concerns a side as a whole.
func (m *Judge) addArmy(side game.Side, v *[sideFeatures]float64) {
	level, losses := m.s.RoutLevel(side), m.s.Losses(side)
	v[featLeft] = float64(level - losses)
	v[featSpent] = float64(losses) / float64(max(level, 1))
	v[featBrink] = float64(min(max(3-level+losses, 0), 3))
	v[featTempo] = m.tempo(side)
	_, held := m.s.HandSize(side)
	v[featCards] = float64(held)
	lost := losses >= level
	for l := range m.leaders {
		h := &m.heads[l]
		switch {
		case h.Side != side:
		case h.Square >= 0:
			v[featLeaders]++
			if h.Fatal {
				v[featKing] = m.crowd(side, h.Square)
			}
		case h.Fatal:
			lost = true
		}
	}
	c, overrun := m.s.Camp(side)
	switch {
	case !overrun:
		v[featCamp] = 1
		v[featDoor] = m.crowd(side, c)
	case m.campWorth(side) > 1000:
		lost = true
	}
	v[featLost] = float64(index(lost))
}

// tempo returns how many impulses a side has left this turn. An impulse has about two actions.
func (m *Judge) tempo(side game.Side) float64 {
	n := float64(m.s.Impulses(side))
	if m.s.Active() != side {
		return n
	}
	if m.s.ToAct() == game.Nature {
		if kind, _, _ := m.s.Due(); kind == "actions" {
			return n + 1
		}
	}
	return n + float64(m.s.Actions())/2
}

// crowd returns how many enemies of a side in good order are near a square; those next to it count most.
func (m *Judge) crowd(side game.Side, q int) (n float64) {
	for i := range m.n {
		if u := &m.units[i]; u.Side != side && u.Square >= 0 && !u.Disrupted {
			if d := m.board.Steps(q, u.Square); d <= 3 {
				n += float64(4-d) / 3
			}
		}
	}
	return n
}

// addUnit adds a unit on the map.
func (m *Judge) addUnit(i int, v *[sideFeatures]float64) {
	u := &m.units[i]
	v[featUnits]++
	v[featStrength] += float64(int(u.Size) + u.Ranks)
	v[featRanks] += float64(u.Ranks)
	v[featShields] += float64(index(u.Shield))
	for l := range m.leaders {
		if h := &m.heads[l]; h.Side == u.Side && h.Square >= 0 && m.board.Points(h.Square, u.Square) <= h.Range {
			v[featLed]++
			break
		}
	}
	if u.Disrupted {
		return
	}
	v[featOrder]++
	if u.Strength == 0 || m.s.Control(1-u.Side, u.Square) != 0 {
		return
	}
	for k := range m.n {
		if e := &m.units[k]; e.Side != u.Side && e.Square >= 0 && m.board.Points(u.Square, e.Square) <= u.Range &&
			m.s.Sees(u.Square, e.Square) && m.s.Turns(i, e.Square) <= 1 {
			v[featShots] += float64(u.Strength)
			return
		}
	}
}

// addContact adds what enemies in contact can do to a unit.
func (m *Judge) addContact(i int, v *[sideFeatures]float64) {
	u := &m.units[i]
	x := m.victimAt(u.Square)
	var room [10]blow
	list := m.attackers(room[:0], 1-u.Side, &x, -1)
	if len(list) == 0 {
		return
	}
	v[featHarm] += max(m.strike(list, &x), 0) / 100
	if u.Disrupted {
		v[featContact]++
		return
	}
	for k := range list {
		if !isFront(list[k].pos) {
			v[featTurned]++
			return
		}
	}
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
