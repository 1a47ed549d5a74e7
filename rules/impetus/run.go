package impetus

import (
	"acies/game"
	"acies/plane"
)

// Q4e to Q4g: how far a charger runs, and whom it strikes.

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

// checkClear says whether a unit that passed through friends has cleared them at the end of a charge (6.8g).
func (s *State) checkClear(u uint8, end *plane.Shape) reason {
	if v := s.underfoot(u, end); v != none {
		return reason{id: whyNotClear, b: int32(v)}
	}
	return reason{}
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
	near := s.along(x, h, m+2*U).Minus(group)
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
			o := s.runOf(u, &y, m, bonus, group)
			r.limit = min(r.limit, o.limit)
			if u != c.unit && o.first != none {
				r.limit = min(r.limit, o.at) // the group halts when its first member touches (6.7o)
			}
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
		if r.first == c.target && r.at <= r.limit && s.clears(r.at) {
			s.pop()
			s.strike(c.target, r.at)
			return false
		}
		if c.member && s.faces(c.unit, c.target) {
			s.pop()
			s.strike(c.target, 0) // it touches another enemy at the same moment
			return false
		}
		s.pop()
		s.miss(s.fullWay())
		return false
	}
	// The target has gone: the charger chooses, unless there is nothing to choose.
	low, high := s.stops()
	if x, r := s.rest(); low == high && !(s.freshTarget(r) && s.checkRun(c.unit, r.first, &x, r).ok()) {
		s.pop()
		s.miss(high)
		return false
	}
	return s.waitFor(s.side(c.unit))
}

// clears reports whether the charger, with its group, has cleared the friends that it passes after a distance. A target that
// comes to meet it can stop it short of that: then it stops at the friend, and there is no melee (6.8g, 10.3e).
func (s *State) clears(t int32) bool {
	if !s.charge.group {
		x := s.shapeAt(s.charge.unit, s.charge.from)
		end := s.shapeAt(s.charge.unit, x.Straight(x.H, t))
		return s.underfoot(s.charge.unit, &end) == none
	}
	for _, u := range s.acting() {
		x := s.startOf(u)
		if end := s.shapeAt(u, x.Straight(x.H, t)); s.underfoot(u, &end) != none {
			return false
		}
	}
	return true
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
	if mid := (low + high) / 2; mid != low && mid != high && s.stopsOn(mid) == none {
		buf = append(buf, game.Action{Verb: vStop, A: mid})
	}
	if high != low {
		buf = append(buf, game.Action{Verb: vStop, A: high})
	}
	return buf
}

func (s *State) checkRunning(_ task, a game.Action) reason {
	switch a.Verb {
	case vRunAt:
		x, r := s.rest()
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
		if v := s.stopsOn(a.A); v != none {
			return reason{id: whyFriendThere, b: int32(v)}
		}
		return reason{}
	}
	return reason{id: whyRun}
}

// stopsOn returns a unit upon which the charger, or a member of its group, would stop after a distance, or none.
func (s *State) stopsOn(t int32) uint8 {
	c := &s.charge
	if !c.group {
		end := s.shapeAt(c.unit, c.from.Straight(c.from.H, t))
		return s.overlaps(&end, setOf(c.unit))
	}
	for _, u := range s.acting() {
		x := s.startOf(u)
		end := s.shapeAt(u, x.Straight(x.H, t))
		if v := s.overlaps(&end, s.mask()); v != none {
			return v
		}
	}
	return none
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
		start := s.phaseStart()
		s.land(c.unit, &start)
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
		if x := &s.contacts[i]; x.a == u || x.b == u {
			s.landOn(x, u, from)
		}
	}
}

// landOn notes where a charge has landed in one contact.
func (s *State) landOn(x *contact, u uint8, from *plane.Shape) {
	v := x.a ^ x.b ^ u
	*x.charges(u) = true
	if s.charge.how == chargePursuit && v == s.fight.loser || !s.hasFlanks(v) {
		return // 16.1p
	}
	y := s.shape(v)
	if t, _, blow := plane.Charge(from, &y); t != plane.Never {
		*x.cameUpon(v) = uint8(blow)
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
	if c.extended && !c.touched {
		s.disorder(c.unit, "imp-10.1g")
	}
	if !c.touched {
		s.say("charge-missed", "imp-10.4k", piece("unit", int(c.unit)))
	}
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
	if s.act.ran != 0 || s.charge.touched {
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
	marked := s.marked(other(s.side(c.unit)))
	s.advanceTo(t)
	if c.group || c.member {
		s.hold(marked)
	}
	if c.how == chargeOwn {
		s.countPhase()
	}
	c.touched = true
	if !s.placed(c.unit) {
		return
	}
	x := s.contactOf(c.unit, target)
	if x == nil {
		// Rounding has left them a hair apart: they are in contact all the same (10.1l).
		s.joinContact(c.unit, target)
		from := s.phaseStart()
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
