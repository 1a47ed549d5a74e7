package impetus

import (
	"acies/game"
	"acies/plane"
)

// Section 10: charges, counter-charges and evasion.

// greatestBonus is the most that an extension can add to a charge (10.1h, 10.1m).
func (s *State) greatestBonus(u uint8) int32 {
	if s.typ(u).mounted() {
		return 6 * U
	}
	return 3 * U
}

// bonusOf returns what a die adds to a charge.
func (s *State) bonusOf(u uint8, die int) int {
	if s.typ(u).mounted() {
		return die
	}
	return (die + 1) / 2
}

// mayCharge says whether a unit is entitled to charge an enemy, wherever it stands now (10.1b to 10.1d, 24.5b, 24.6a).
func (s *State) mayCharge(u, target uint8) reason {
	d, t := s.data(u), s.typ(target)
	switch {
	case d.Type == ART || d.Type == W || d.Type == Baggage:
		return reason{id: whyHeavy, a: int32(u)}
	case d.Impetus > 0 || t == ART || t == Baggage:
	case t == S && (d.Type == S || d.Type == CL || d.Type == CGL):
	case d.Type == CL && (s.disordered(target) || s.blowOn(u, target) != plane.OnFront):
	default:
		return reason{id: whyNoImpetus, a: int32(u)}
	}
	return reason{}
}

// blowOn returns where a charge of a unit from where it stands would land.
func (s *State) blowOn(u, target uint8) plane.Blow {
	if !s.hasFlanks(target) {
		return plane.OnFront
	}
	x, y := s.shape(u), s.shape(target)
	t, _, blow := plane.Charge(&x, &y)
	if t == plane.Never {
		return plane.OnFront
	}
	return blow
}

// hasFlanks reports whether a unit has a flank and a rear (10.2f, 22.1j, 22.2c, 24.4b).
func (s *State) hasFlanks(u uint8) bool {
	return !s.trait(u, Schiltron) && s.typ(u) != W && s.typ(u) != Baggage && !s.has(u, fInVillage)
}

// checkCharge says whether those who act may charge an enemy (10.1) with an allowance of m.
func (s *State) checkCharge(target uint8, m int32, extended bool) reason {
	if !s.placed(target) || s.side(target) == s.active {
		return reason{id: whyNoEnemy}
	}
	if s.act.early {
		return reason{id: whyFiredFirst}
	}
	group := s.mask()
	touches, least := uint8(none), int32(plane.Never)
	for _, u := range s.acting() {
		x := s.shape(u)
		if r := s.checkZone(u, &x, group); !r.ok() {
			return r
		}
		if extended && s.disordered(u) {
			return reason{id: whyExtendDisordered, a: int32(u)}
		}
		if run := s.runOf(u, &x, m, s.extension(u, extended), group); run.first != none && run.at < least {
			least = run.at
			touches = u
		}
	}
	if touches == none {
		return reason{id: whyNotAhead, a: int32(target)}
	}
	// Every member must be allowed as far as the first of them goes (6.7p).
	for _, u := range s.acting() {
		x := s.shape(u)
		run := s.runOf(u, &x, m, s.extension(u, extended), group)
		if run.first == target && run.at == least {
			touches = u
		} else if r := s.checkAlong(u, &x, least, run.limit); !r.ok() {
			return r
		}
	}
	x := s.shape(touches)
	run := s.runOf(touches, &x, m, s.extension(touches, extended), group)
	if run.first != target {
		return reason{id: whyNotFirst, a: int32(target)}
	}
	return s.checkRun(touches, target, &x, run)
}

// checkAlong says whether a member of a group may go along with it by t, with a limit of its own.
func (s *State) checkAlong(u uint8, x *plane.Shape, t, limit int32) reason {
	if limit < t {
		return reason{id: whyChargeFar, a: t - limit, b: limit}
	}
	end := s.shapeAt(u, x.Straight(x.H, t))
	if end.OffTable() {
		return reason{id: whyOffTable}
	}
	return s.checkClear(u, &end)
}

// extension returns the greatest extension of a charge, if there is one.
func (s *State) extension(u uint8, extended bool) int32 {
	if extended {
		return s.greatestBonus(u)
	}
	return 0
}

// The stages of a charge.
const (
	chargeDeclared uint8 = iota
	chargeAnswer
	chargeExtend
	chargeRun
	chargeOver
)

// declare begins a charge (Q4a).
func (s *State) declare(u, target, how uint8, extended bool) {
	group := how == chargeOwn && s.act.n > 1 && s.act.ran == 0
	x := s.shape(u)
	if group {
		u, x = s.firstMember(target)
	}
	y := s.shape(target)
	s.charge = charge{
		unit: u, target: target, how: how, extended: extended, group: group, rush: s.act.rushing, from: x.Pose, least: plane.Advance(&x, x.H, &y),
		entered: s.leavesZone(u, s.mask()),
	}
	s.say("charges", "imp-10.1e", piece("unit", int(u)), piece("target", int(target)))
	s.push(tCharge, chargeDeclared, 0, 0)
	s.push(tReact, evDeclared, int(u), 0)
	if how == chargeOwn && s.act.ran == 0 && s.counted(s.act.units[0]) > 0 && !s.act.rushing {
		s.askTest(forCharge, s.act.units[0])
	} else {
		s.test = test{passed: true}
	}
}

// leavesZone reports whether a charge out of an enemy's zone disorders the charger (6.9m).
func (s *State) leavesZone(u uint8, group plane.Set) bool {
	x := s.shape(u)
	_, disorder := s.zoneAllows(u, &x, s.zones(u, &x), group)
	return disorder
}

// firstMember returns the member of the group that touches the target first, with its shape.
func (s *State) firstMember(target uint8) (uint8, plane.Shape) {
	y := s.shape(target)
	best, at := s.act.units[0], int32(plane.Never)
	for _, u := range s.acting() {
		x := s.shape(u)
		if t := plane.Advance(&x, x.H, &y); t < at {
			best, at = u, t
		}
	}
	return best, s.shape(best)
}

func (s *State) stepCharge(t task) bool {
	c := &s.charge
	if !s.placed(c.unit) {
		s.pop()
		if c.member {
			s.push(tMembers, 0, 0, 0) // the others of its group still have theirs to do
		}
		return false
	}
	switch t.a {
	case chargeDeclared:
		if !s.test.passed && s.test.purpose == forCharge {
			c.failed = true
		}
		s.stage(chargeAnswer)
		if c.how != chargeZone {
			s.push(tAnswer, 0, 0, 0)
		}
	case chargeAnswer:
		s.stage(chargeRun)
		if c.extended {
			s.stage(chargeExtend)
		}
	case chargeExtend:
		return s.roll()
	case chargeRun:
		s.stage(chargeOver)
		if c.counter && s.placed(c.target) {
			s.counterCharge()
		}
		s.push(tRun, 0, 0, 0)
	default:
		s.pop()
	}
	return false
}

// doCharge reads the die of the extension (10.1h).
func (s *State) doCharge(_ task, a game.Action) {
	s.charge.bonus = uint8(s.bonusOf(s.charge.unit, int(a.A)))
	s.say("extends", "imp-10.1h", piece("unit", int(s.charge.unit)), face("die", int(a.A)), num("by", int(s.charge.bonus)))
	s.stage(chargeRun)
}

// blowFrom returns where the charge lands, from where it began.
func (s *State) blowFrom() plane.Blow {
	c := &s.charge
	if !s.hasFlanks(c.target) {
		return plane.OnFront
	}
	x, y := s.phaseStart(), s.shape(c.target)
	if t, _, blow := plane.Charge(&x, &y); t != plane.Never {
		return blow
	}
	return plane.OnFront
}

// phaseStart returns where the charger stood when its phase began: for one that runs on from its group, when that did (10.2b).
func (s *State) phaseStart() plane.Shape {
	c := &s.charge
	p := c.from
	if c.member {
		p = p.Straight(p.H.Opposite(), s.act.a)
	}
	return s.shapeAt(c.unit, p)
}
