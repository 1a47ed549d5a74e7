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

// runs is how a straight move of a unit would go: what it meets first, leaving out friends that it may pass, and how far
// it may go.
type runs struct {
	first uint8
	at    int32
	limit int32
}

// runOf returns how a straight move of a unit from a shape goes with an allowance of m and an extension.
func (s *State) runOf(u uint8, x *plane.Shape, m, bonus int32, group plane.Set) runs {
	slow, wall, _ := s.straightGround(u, x, x.H, m+bonus)
	first, at := s.meets(u, x, x.H, m+bonus+U, group, (*State).passes)
	limit := min(within(m, bonus, slow), wall)
	if s.spread(u) {
		limit = min(limit, max(0, slow))
	}
	return runs{first, at, limit}
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

// checkClear says whether a unit that passed through friends has cleared them at the end of a charge (6.8g).
func (s *State) checkClear(u uint8, end *plane.Shape) reason {
	if v := s.underfoot(u, end); v != none {
		return reason{id: whyNotClear, b: int32(v)}
	}
	return reason{}
}

// extension returns the greatest extension of a charge, if there is one.
func (s *State) extension(u uint8, extended bool) int32 {
	if extended {
		return s.greatestBonus(u)
	}
	return 0
}

// checkRun says whether a unit may run at the enemy that it meets first.
func (s *State) checkRun(u, target uint8, x *plane.Shape, run runs) reason {
	if r := s.mayCharge(u, target); !r.ok() {
		return r
	}
	end := s.shapeAt(u, x.Straight(x.H, run.at))
	if r := s.checkLines(u, x, &end, target); !r.ok() {
		return r
	}
	if run.at > run.limit {
		return reason{id: whyChargeFar, a: run.at - run.limit, b: run.limit}
	}
	if end.OffTable() {
		return reason{id: whyOffTable}
	}
	return s.checkClear(u, &end)
}

// underfoot returns a unit that a charger would end upon and that does not give way, or none (6.8g).
func (s *State) underfoot(u uint8, end *plane.Shape) uint8 {
	near := s.index.Around(end, 0).Minus(setOf(u).Or(s.mask()))
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		if y := s.shape(uint8(i)); plane.Overlap(end, &y) && !s.yields(uint8(i)) {
			return uint8(i)
		}
	}
	return none
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

// ANSWER: what the target does (Q4c).

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

// blowFrom returns where the charge lands, from where it began.
func (s *State) blowFrom() plane.Blow {
	c := &s.charge
	if !s.hasFlanks(c.target) {
		return plane.OnFront
	}
	x, y := s.shapeAt(c.unit, c.from), s.shape(c.target)
	if t, _, blow := plane.Charge(&x, &y); t != plane.Never {
		return blow
	}
	return plane.OnFront
}

// canEvade reports whether the target may evade, for the first time or again (10.4).
func (s *State) canEvade() bool {
	c := &s.charge
	u := c.target
	if !typeData[s.typ(u)].evades || s.inMelee(u) || c.how == chargeZone {
		return false
	}
	x := s.shape(u)
	h := c.from.H
	near := s.index.Along(&x, h, 2*U)
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		if v := uint8(i); s.side(v) != s.side(u) {
			if y := s.shape(v); plane.Advance(&x, h, &y) <= U {
				return false // 10.4d
			}
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

// freeWay returns how far a unit gets on a straight move of m that passes friends where it may: it stops 1U before an
// enemy, in contact with a friend that it cannot pass or clear, and at ground that bars it. It may lead off the table.
func (s *State) freeWay(u uint8, x *plane.Shape, h plane.Heading, m int32) int32 {
	return s.freeWayOf(u, x, h, m, plane.Set{})
}

// freeWayOf is freeWay for a member of a group, whose other members do not stand in its way.
func (s *State) freeWayOf(u uint8, x *plane.Shape, h plane.Heading, m int32, group plane.Set) int32 {
	t := m
	_, wall, _ := s.straightGround(u, x, h, m)
	t = min(t, wall)
	near := s.index.Along(x, h, m+2*U).Minus(group)
	near.Remove(int(u))
	for again := true; again; {
		again = false
		for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
			v := uint8(i)
			y := s.shape(v)
			at := plane.Advance(x, h, &y)
			if at == plane.Never || at >= t+U {
				continue
			}
			stop := t
			switch {
			case s.side(v) != s.side(u):
				stop = max(0, at-U)
			case at >= t:
			case !s.passes(u, v):
				stop = at
			default:
				if end := s.shapeAt(u, x.Straight(h, t)); !s.yields(v) && plane.Overlap(&end, &y) {
					stop = at
				}
			}
			if stop < t {
				t, again = stop, true
			}
		}
	}
	return t
}

// counterCharge moves the target half way to meet the charger (10.3d, 10.3g).
func (s *State) counterCharge() {
	c := &s.charge
	u := c.target
	x := s.shape(u)
	t := min(c.least/2, s.moveOf(u))
	_, at := s.meets(u, &x, x.H, t, plane.Set{}, (*State).passes)
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

// RUN: how far the charger goes (Q4e).

// pace returns the allowance of the charger and its extension.
func (s *State) pace() (m, bonus int32) {
	c := &s.charge
	m = s.moveOf(c.unit)
	switch {
	case c.rush:
		m = s.rushAllowance()
	case c.group:
		m = s.allowance()
	}
	switch {
	case c.how == chargePursuit:
		return c.room, 0
	case c.member:
		return max(0, s.allowance()+int32(c.bonus)*U-s.act.a), 0
	}
	return m, int32(c.bonus) * U
}

// rest returns how a run of the charger from where it began goes.
func (s *State) rest() (plane.Shape, runs) {
	c := &s.charge
	x := s.shapeAt(c.unit, c.from)
	m, bonus := s.pace()
	var group plane.Set
	if c.group {
		group = s.mask()
	}
	r := s.runOf(c.unit, &x, m, bonus, group)
	if c.how == chargePursuit {
		r.limit = min(r.limit, m)
	}
	if c.group {
		for _, u := range s.acting() {
			y := s.startOf(u)
			r.limit = min(r.limit, s.runOf(u, &y, m, bonus, group).limit)
		}
	}
	return x, r
}

func (s *State) stepRun(task) bool {
	c := &s.charge
	if !s.placed(c.unit) {
		s.pop()
		return false
	}
	if c.evades == 0 && s.placed(c.target) && !c.open {
		_, r := s.rest()
		if r.first == c.target && r.at <= r.limit {
			s.pop()
			s.strike(c.target, r.at)
			return false
		}
		s.pop()
		s.miss(s.fullWay())
		return false
	}
	// The target has gone: the charger chooses, unless there is nothing to choose.
	low, high := s.stops()
	if _, r := s.rest(); low == high && !s.freshTarget(r) {
		s.pop()
		s.miss(high)
		return false
	}
	return s.waitFor(s.side(c.unit))
}

// freshTarget reports whether the charger could strike the enemy that it meets first.
func (s *State) freshTarget(r runs) bool {
	return r.first != none && s.side(r.first) != s.side(s.charge.unit) && r.at <= r.limit && s.mayCharge(s.charge.unit, r.first).ok()
}

// startOf returns where a member of a group stood when its charge began.
func (s *State) startOf(u uint8) plane.Shape {
	p := s.units[u].Pose
	return s.shapeAt(u, p.Straight(p.H.Opposite(), s.charge.gone))
}

// fullWay returns how far the charger goes if it strikes nobody.
func (s *State) fullWay() int32 {
	x, r := s.rest()
	u := s.charge.unit
	t := r.limit
	if r.first != none {
		stop := r.at
		if s.side(r.first) != s.side(u) {
			stop = max(0, r.at-U) // 6.2c
		}
		t = min(t, stop)
	}
	t = s.onTableUpTo(u, &x, x.H, min(t, s.freeWay(u, &x, x.H, t)))
	if s.charge.group {
		for _, v := range s.acting() {
			y := s.startOf(v)
			t = s.onTableUpTo(v, &y, y.H, min(t, s.freeWayOf(v, &y, y.H, t, s.mask())))
		}
	}
	return max(s.charge.gone, t)
}

// stops returns the least and the greatest distance after which the charger may stop (10.4h, 10.1i).
func (s *State) stops() (low, high int32) {
	c := &s.charge
	high = s.fullWay()
	low = high
	if !c.extended {
		low = min(high, max(c.gone, c.least))
	}
	if c.open {
		low = c.gone // 10.5c: the rest of the move is free
	}
	return low, high
}

func (s *State) optRun(_ task, buf []game.Action) []game.Action {
	_, r := s.rest()
	if s.freshTarget(r) {
		buf = append(buf, game.Action{Verb: vRunAt, A: int32(r.first)})
	}
	low, high := s.stops()
	buf = append(buf, game.Action{Verb: vStop, A: low})
	if mid := (low + high) / 2; mid != low && mid != high {
		buf = append(buf, game.Action{Verb: vStop, A: mid})
	}
	if high != low {
		buf = append(buf, game.Action{Verb: vStop, A: high})
	}
	return buf
}

func (s *State) checkRunning(_ task, a game.Action) reason {
	x, r := s.rest()
	switch a.Verb {
	case vRunAt:
		if uint8(a.A) != r.first || !s.freshTarget(r) {
			return reason{id: whyRunAt, a: a.A}
		}
		return s.checkRun(s.charge.unit, r.first, &x, r)
	case vStop:
		low, high := s.stops()
		if a.A < low || a.A > high {
			return reason{id: whyStop, a: low, b: high}
		}
		if a.A == low || a.A == high {
			return reason{}
		}
		end := s.shapeAt(s.charge.unit, x.Straight(x.H, a.A))
		if v := s.overlaps(&end, setOf(s.charge.unit)); v != none {
			return reason{id: whyFriendThere, b: int32(v)}
		}
		return reason{}
	}
	return reason{id: whyRun}
}

func (s *State) doRun(_ task, a game.Action) {
	c := &s.charge
	s.pop()
	if a.Verb == vStop {
		s.miss(a.A)
		return
	}
	target := uint8(a.A)
	_, r := s.rest()
	if target == c.target {
		s.strike(target, r.at)
		return
	}
	// Another enemy: it may react in its turn, and no new extension is rolled (10.4l, 10.4o).
	c.target, c.evades, c.barred, c.counter, c.open, c.least = target, 0, false, false, false, r.at
	s.say("charges", "imp-10.4l", piece("unit", int(c.unit)), piece("target", int(target)))
	s.top().a = chargeRun
	s.push(tAnswer, 0, 0, 0)
}

// advanceTo moves the charger, with its group, by a distance from where the charge began.
func (s *State) advanceTo(t int32) {
	c := &s.charge
	if c.group {
		for _, u := range s.acting() {
			x := s.shape(u)
			e := s.straightEffect(u, &x, x.H, t-c.gone)
			s.moveTo(u, x.Straight(x.H, t-c.gone))
			s.setBack(u)
			s.land(u, &x)
			if u == c.unit {
				c.effect |= e
			} else {
				s.suffer(u, e)
			}
		}
	} else {
		x := s.shapeAt(c.unit, c.from)
		c.effect |= s.straightEffect(c.unit, &x, x.H, t)
		s.moveTo(c.unit, x.Straight(x.H, t))
		s.setBack(c.unit)
		s.land(c.unit, &x)
	}
	c.gone = t
	if c.group {
		s.act.a = t
	}
}

// land notes where a charge from a shape has landed on every enemy that the charger touches now, and that it charged him
// (10.2, 17.1o).
func (s *State) land(u uint8, from *plane.Shape) {
	for i := range s.nContacts {
		x := &s.contacts[i]
		if x.a != u && x.b != u {
			continue
		}
		v := x.a ^ x.b ^ u
		*x.charges(u) = true
		if s.charge.how == chargePursuit && v == s.fight.loser || !s.hasFlanks(v) {
			continue // 16.1p
		}
		y := s.shape(v)
		if t, _, blow := plane.Charge(from, &y); t != plane.Never {
			*x.cameUpon(v) = uint8(blow)
		}
	}
}

// settle applies what the charge costs the charger: the ground, a failed test, a zone that it left (7.2o, Q4g).
func (s *State) settle() {
	c := &s.charge
	s.suffer(c.unit, c.effect)
	if c.failed {
		s.disorder(c.unit, "imp-10.1j")
		if c.how == chargeOwn {
			s.act.failed = true
		}
	}
	if c.entered {
		s.disorder(c.unit, "imp-6.9f")
	}
	if s.trait(c.unit, Schiltron) {
		s.disorder(c.unit, "imp-24.4a")
	}
}

// miss ends a charge that touches nobody (Q4f).
func (s *State) miss(t int32) {
	c := &s.charge
	s.advanceTo(t)
	s.settle()
	if c.extended {
		s.disorder(c.unit, "imp-10.1g")
	}
	s.say("charge-missed", "imp-10.4k", piece("unit", int(c.unit)))
	if c.how != chargeOwn {
		return
	}
	s.countPhase()
	if c.group || s.act.ran != 0 {
		s.push(tMembers, 0, 0, 0)
		return
	}
	s.react(evMoved, s.mask(), s.allEnemies())
}

// countPhase counts the charge as a phase of those who act, once.
func (s *State) countPhase() {
	if s.act.ran != 0 {
		return
	}
	for _, u := range s.acting() {
		s.units[u].phases++
		s.set(u, fMoving)
	}
}

// allEnemies returns all units, so that no zone counts as newly entered (9.3g).
func (s *State) allEnemies() (x plane.Set) {
	for i := range s.b.units {
		x.Add(i)
	}
	return x
}

// strike brings the charger into contact with its target (Q4g).
func (s *State) strike(target uint8, t int32) {
	c := &s.charge
	s.advanceTo(t)
	if c.how == chargeOwn {
		s.countPhase()
	}
	if !s.placed(c.unit) {
		return
	}
	x := s.contactOf(c.unit, target)
	if x == nil {
		// Rounding has left them a hair apart: they are in contact all the same (10.1l).
		s.joinContact(c.unit, target)
		from := s.shapeAt(c.unit, c.from)
		s.land(c.unit, &from)
		x = s.contactOf(c.unit, target)
	}
	blow := x.cameUpon(target)
	switch {
	case c.counter:
		*blow, *x.charges(target) = onFront, true // 10.3h
	case c.evades > 0 && s.hasFlanks(target):
		*blow = onRear // 10.4j
	}
	s.say("contact", "imp-10.2a", piece("unit", int(c.unit)), piece("target", int(target)), word("blow", blowKeys[*blow]))
	s.shakeFlanked()
	s.settle()
	s.push(tContact, 0, 0, 0)
}

// shakeFlanked disorders the enemies whom the charger, or a member of its group, has struck on flank or rear (10.2e).
func (s *State) shakeFlanked() {
	for i := range s.nContacts {
		x := &s.contacts[i]
		for j, u := range [2]uint8{x.a, x.b} {
			if x.came[1-j] && x.side[j] != onFront {
				s.disorder(u, "imp-10.2e")
			}
		}
	}
}

var blowKeys = [...]string{plane.OnFront: "blow.front", plane.OnFlank: "blow.flank", plane.OnRear: "blow.rear"}

// joinContact notes a contact that geometry alone would not.
func (s *State) joinContact(u, v uint8) {
	if s.nContacts < maxContacts {
		s.contacts[s.nContacts] = contact{a: min(u, v), b: max(u, v)}
		s.nContacts++
		s.clear(u, fMarked)
		s.clear(v, fMarked)
	}
}
