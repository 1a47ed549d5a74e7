package judge

import (
	"math"

	"acies/game"
	"acies/grid"
	"acies/rules/sword"
	"acies/system"
)

// Forecasting the result of a game from one state.

// The features of a side; a forecast uses the difference between the two sides.
const (
	featPoints   = iota // victory points so far
	featGround          // points for the ground held now
	featStrength        // strength of steady units, weighted by quality
	featTired           // points that fatigued units are worth
	featShaken          // the same for discouraged units
	featRouted          // the same for routed units
	featUnits           // units on the map
	featLeaders         // leaders who command
	featDanger          // enemies near a leader whose death ends the game, and the loss of his guard
	featThreat          // expected harm by enemies in contact
	featTurned          // stacks with an enemy on their flank or rear
	featLost            // units out of command
	featNear            // points of ground within reach
	sideFeatures
)

// signs says whether more of a feature is good or bad for a side.
var signs = [sideFeatures]float64{
	featPoints: 1, featGround: 1, featStrength: 1, featTired: -1, featShaken: -1, featRouted: -1, featUnits: 1, featLeaders: 1,
	featDanger: -1, featThreat: -1, featTurned: -1, featLost: -1, featNear: 1,
}

// features are the differences, then the same weighted by the share of the game that is left, then a constant.
const features = 2*sideFeatures + 2

// Forecast implements [system.Judge].
func (m *Judge) Forecast(s game.State) system.Forecast {
	if s.ToAct() == game.Nobody {
		return system.Ending(s)
	}
	f := m.features(s.(*sword.State))
	return system.Forecast{Points: dot(m.tuning.Points, &f), Result: logistic(dot(m.tuning.Result, &f))}
}

// features returns the features of a state.
func (m *Judge) features(s *sword.State) (f [features]float64) {
	m.s, m.me, m.w = s, 0, &m.plain
	m.readState()
	var sides [2][sideFeatures]float64
	now, end := s.Outcome().Points, s.PointsNow()
	for side := range 2 {
		v := &sides[side]
		v[featPoints] = float64(now[side])
		v[featGround] = float64(end[side] - now[side])
	}
	for i := range m.n {
		u := &m.units[i]
		v := &sides[u.Side]
		if f := m.set.Special.Flight; f != nil && m.set.Units[i].Contingent == f.Guard && (u.Hex < 0 || u.Routed) {
			v[featDanger] += 3
		}
		if u.Hex < 0 {
			continue
		}
		p := float64(m.points[i])
		v[featUnits]++
		switch {
		case u.Routed:
			v[featRouted] += p
		case u.Discouraged:
			v[featShaken] += p
		default:
			v[featStrength] += float64(u.SP*u.Quality) / 25
		}
		if u.Fatigued {
			v[featTired] += p
		}
		if u.OutOfCommand {
			v[featLost]++
		}
	}
	for l := range m.leaders {
		x := &m.heads[l]
		if x.Hex < 0 || !x.Commands {
			continue
		}
		v := &sides[x.Side]
		v[featLeaders]++
		if m.isVital(l) {
			foes := m.foe
			if x.Side != m.me {
				foes = m.own
			}
			for i := range foes {
				if d := m.m.Distance(x.Hex, foes[i].hex); d <= 3 && foes[i].routed < foes[i].n {
					v[featDanger] += float64(4 - d)
				}
			}
		}
	}
	for i := range m.own {
		m.contact(&m.own[i], 0, &sides[0])
	}
	for i := range m.foe {
		m.contact(&m.foe[i], 1, &sides[1])
	}
	m.reach(&sides)
	left := float64(m.set.Turns-s.Turn()+1) / float64(m.set.Turns)
	for i := range sideFeatures {
		d := sides[0][i] - sides[1][i]
		f[i], f[sideFeatures+i] = d, d*left
	}
	f[2*sideFeatures], f[2*sideFeatures+1] = 1, left
	return f
}

// contact adds the expected harm to a stack by the enemies next to it.
func (m *Judge) contact(st *stack, side game.Side, v *[sideFeatures]float64) {
	var x attack
	turned := false
	for k := range 6 {
		n := m.m.Neighbor(st.hex, k)
		if n < 0 {
			continue
		}
		e := m.foeAt(n)
		if side != m.me {
			e = m.friendAt(n)
		}
		if e == nil || e.routed > 0 || m.arc(e, grid.Opposite(k)) != grid.Front {
			continue
		}
		if _, ok := m.b.AttackMod(n, grid.Opposite(k)); ok {
			m.with(&x, e, n, grid.Opposite(k), st, st.facing)
			turned = turned || m.arc(st, k) != grid.Front
		}
	}
	if x.n > 0 {
		v[featThreat] += float64(max(0, m.gain(&x, st))) / 100
	}
	if turned && st.routed == 0 {
		v[featTurned]++
	}
}

// reach adds up for each side the points of the ground near its steady units.
func (m *Judge) reach(sides *[2][sideFeatures]float64) {
	for i := range m.set.Victory.Scores {
		r := &m.set.Victory.Scores[i]
		switch r.Kind {
		case sword.OccupiedEnd, sword.ZonesFree, sword.NamesAcross, sword.UnitsAcross:
		default:
			continue
		}
		for _, id := range r.Zones {
			for side, list := range [2][]stack{m.own, m.foe} {
				n := 0
				for j := range list {
					if st := &list[j]; st.shaken+st.routed < st.n && m.within(id, st.hex, 2) {
						n++
					}
				}
				sides[side][featNear] += float64(r.Points*min(n, 3)) / 3
			}
		}
	}
}

// within reports whether a hex is at most d hexes from a zone.
func (m *Judge) within(zone string, h, d int) bool {
	for _, z := range m.b.Zone(zone) {
		if m.m.Distance(h, int(z)) <= d {
			return true
		}
	}
	return false
}

// Features implements [system.Student].
func (m *Judge) Features(s game.State) []float64 {
	f := m.features(s.(*sword.State))
	return f[:]
}

// Signs implements [system.Student].
func (m *Judge) Signs() []float64 { return signs[:] }

// Studies implements [system.Student]: between activations, and occasionally within one.
func (m *Judge) Studies(s game.State, src game.Source) bool {
	k := s.(*sword.State).Asked()
	return k == "next" || k == "first" || k == "moves" && game.Intn(src, 8) == 0
}

func dot(w []float64, x *[features]float64) float64 {
	s := 0.0
	for i := range w {
		s += w[i] * x[i]
	}
	return s
}

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
