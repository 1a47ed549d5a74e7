package impetus

import (
	"acies/game"
	"acies/plane"
)

// Sections 10.3 and 10.4: what the target of a charge answers: it stands, counter-charges or evades.

func (s *State) stepAnswer(task) bool {
	c := &s.charge
	if !s.placed(c.target) || c.barred || c.counter || !s.canCounter() && !s.canEvade() {
		s.pop()
		return false
	}
	return s.waitFor(s.side(c.target))
}

// canCounter reports whether the target may try to counter-charge (10.3b, 9.4b, 16.1k).
func (s *State) canCounter() bool {
	c := &s.charge
	u := c.target
	return c.how == chargeOwn && c.evades == 0 && s.data(u).Impetus > 0 && !s.disordered(u) && !s.inMelee(u) &&
		s.typ(u) != ART && s.typ(u) != W && s.typ(u) != Baggage && s.blowFrom() == plane.OnFront
}

// canEvade reports whether the target may evade, for the first time or again (10.4).
func (s *State) canEvade() bool {
	c := &s.charge
	u := c.target
	if !typeData[s.typ(u)].evades || s.inMelee(u) || c.how == chargeZone || c.evades > 0 && s.disordered(u) {
		return false // 10.4a, 10.4d, 9.3f, 10.4b
	}
	x := s.shape(u)
	h := c.from.H
	near := s.foes(s.side(u), s.along(&x, h, 2*U))
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		if y := s.shape(uint8(i)); plane.Advance(&x, h, &y) <= U {
			return false // 10.4d
		}
	}
	return true
}

func (s *State) optAnswer(_ task, buf []game.Action) []game.Action {
	return append(buf, game.Action{Verb: vStand}, game.Action{Verb: vCounter}, game.Action{Verb: vEvade})
}

func (s *State) checkAnswer(_ task, a game.Action) reason {
	u := int32(s.charge.target)
	switch a.Verb {
	case vStand:
		return reason{}
	case vCounter:
		if !s.canCounter() {
			return reason{id: whyCounter, a: u}
		}
		return reason{}
	case vEvade:
		if !s.canEvade() {
			return reason{id: whyEvade, a: u}
		}
		return reason{}
	}
	return reason{id: whyAnswer, a: u}
}

func (s *State) doAnswer(_ task, a game.Action) {
	c := &s.charge
	switch a.Verb {
	case vStand:
		s.pop()
		c.barred = true
	case vCounter:
		s.askTest(forCounter, c.target)
	case vEvade:
		if c.evades == 0 {
			s.evade(true)
			return
		}
		s.askTest(forEvade, c.target)
	}
}

// endCounter notes the result of the test for a counter-charge (10.3a, 10.3c).
func (s *State) endCounter(passed bool) {
	if passed {
		s.charge.counter = true
		return
	}
	s.disorder(s.charge.target, "imp-10.3c")
	s.charge.barred = true
}

// evade moves the target away in the direction that the charger faces, by exactly M (10.4c).
func (s *State) evade(passed bool) {
	c := &s.charge
	u, h := c.target, c.from.H
	c.evades++
	s.set(u, fEvading)
	x := s.shape(u)
	m := s.moveOf(u)
	t := s.freeWay(u, &x, h, m)
	s.say("evades", "imp-10.4c", piece("unit", int(u)), length("by", t))
	end := s.shapeAt(u, x.Straight(h, t))
	if t == m && end.OffTable() {
		c.barred = true
		s.say("off-table", "imp-10.4g", piece("unit", int(u)))
		s.rout(u, true)
		return
	}
	e := s.straightEffect(u, &x, h, t)
	s.moveTo(u, x.Straight(h, t))
	s.setBack(u)
	s.suffer(u, e)
	if !passed {
		s.disorder(u, "imp-5.2l")
		c.barred = true
	}
}

// counterCharge moves the target half way to meet the charger (10.3d, 10.3g).
func (s *State) counterCharge() {
	c := &s.charge
	u := c.target
	x := s.shape(u)
	t := min(c.least/2, s.moveOf(u))
	_, at := s.meets(u, &x, x.H, t, plane.Set{}, nil)
	_, wall, _ := s.straightGround(u, &x, x.H, t)
	t = s.onTableUpTo(u, &x, x.H, min(t, at, wall))
	e := s.straightEffect(u, &x, x.H, t)
	s.say("counter-charges", "imp-10.3d", piece("unit", int(u)), length("by", t))
	s.moveTo(u, x.Straight(x.H, t))
	s.setBack(u)
	s.suffer(u, e)
	if s.trait(u, Schiltron) {
		s.disorder(u, "imp-24.4a")
	}
}
