package impetus

import (
	"acies/game"
	"acies/plane"
)

// Sections 15 and 16: retreat, relief and pursuit.

// The stages after a round.
const (
	afterRetreat uint8 = iota
	afterGoing
	afterRelief
	afterPursuit
)

// retreater returns who has to go back after the round, and whether it is a withdrawal of horse from foot (15.2f).
func (s *State) retreater() (u uint8, withdraws bool) {
	f := &s.fight
	for i := 1; i >= 0; i-- {
		u, enemy := f.mains[i], f.mains[1-i]
		if !s.placed(u) || f.winner == uint8(i) {
			continue
		}
		t := s.typ(u)
		if t.withdraws() && s.typ(enemy).infantry() {
			return u, true
		}
		if f.winner == uint8(1-i) && t != ART && t != W && t != Baggage {
			return u, false
		}
	}
	return none, false
}

func (s *State) stepAfter(t task) bool {
	f := &s.fight
	switch t.a {
	case afterRetreat:
		if u, _ := s.retreater(); u != none {
			f.loser = u
			return s.roll()
		}
		f.loser = none
		s.stage(afterRelief)
	case afterGoing:
		return s.goBack()
	case afterRelief:
		s.stage(afterPursuit)
		if f.winner == none && s.placed(f.mains[0]) && s.placed(f.mains[1]) && s.contactOf(f.mains[0], f.mains[1]) != nil {
			s.push(tRelief, 0, 0, 0)
		}
	default:
		s.pop()
		if f.winner != none && s.placed(f.mains[f.winner]) {
			s.push(tPursuit, pursuitChoice, 0, 0)
		}
	}
	return false
}

// doAfter reads the die of a retreat or a withdrawal (15.2).
func (s *State) doAfter(_ task, a game.Action) {
	f := &s.fight
	u, withdraws := s.retreater()
	n := int32(a.A)
	switch {
	case withdraws:
		n += 5
		s.disorder(u, "imp-15.2f")
	case !s.typ(u).mounted():
		n = (n + 1) / 2
	}
	f.retreat, f.start, f.passed = n*U, s.units[u].Pose, plane.Set{}
	f.back = int16(f.start.H.Opposite())
	key, clause := "retreats", "imp-15.2a"
	if withdraws {
		key, clause = "withdraws", "imp-15.2f"
	}
	s.say(key, clause, piece("unit", int(u)), face("die", int(a.A)), length("by", f.retreat))
	s.stage(afterGoing)
}

// goBack moves the loser back, asking about each friend that it could pass through. It reports whether it waits.
func (s *State) goBack() bool {
	f := &s.fight
	u := f.loser
	if !s.placed(u) {
		s.stage(afterRelief)
		return false
	}
	h := plane.Heading(f.back)
	x := s.shapeAt(u, f.start)
	limit := s.retreatRoom(u, &x, h)
	but := f.passed
	but.Add(int(u))
	first, at := s.meets(u, &x, h, limit, but, nil)
	if first == none || at >= limit {
		s.endRetreat(limit, limit < f.retreat)
		return false
	}
	switch {
	case s.side(first) != s.side(u) || s.typ(first) == Baggage:
		s.endRetreat(at, true)
	case s.typ(u) == El:
		// Elephants neither push nor pass: they trample whom they reach (24.1g).
		s.say("trampled", "imp-24.1g", piece("unit", int(first)))
		s.disorder(first, "imp-24.1g")
		s.endRetreat(at, true)
		s.takeRows(first, 1)
		if s.strength(first) == 0 {
			s.rout(first, true)
		}
	case s.inMelee(first):
		s.disorder(first, "imp-15.3g")
		s.endRetreat(at, true)
	case s.opensTo(first, u):
		s.push(tFriend, u, int(first), int(at))
	default:
		s.shove(u, first, &x, h, at)
	}
	return false
}

// retreatRoom returns how far the ground lets the loser go back.
func (s *State) retreatRoom(u uint8, x *plane.Shape, h plane.Heading) int32 {
	_, wall, _ := s.straightGround(u, x, h, s.fight.retreat)
	return min(s.fight.retreat, wall)
}

// endRetreat ends a retreat after a distance. One that could not even begin destroys the unit (15.3a, 15.3c); one that
// leads off the table routs it (15.3i).
func (s *State) endRetreat(t int32, stopped bool) {
	f := &s.fight
	u, h := f.loser, plane.Heading(f.back)
	x := s.shapeAt(u, f.start)
	s.stage(afterRelief)
	end := s.shapeAt(u, x.Straight(h, t))
	switch {
	case end.OffTable():
		s.say("off-table", "imp-15.3i", piece("unit", int(u)))
		s.rout(u, true)
		return
	case t < U/10 && stopped:
		s.say("destroyed", "imp-15.3a", piece("unit", int(u)))
		s.lose(u)
		return
	}
	e := s.straightEffect(u, &x, h, t)
	s.moveTo(u, x.Straight(h, t))
	s.setBack(u)
	s.suffer(u, e)
}

// shove pushes a friend that stands in the way of a retreat, and those behind him (15.3d, 15.3h, D4t).
func (s *State) shove(u, friend uint8, x *plane.Shape, h plane.Heading, at int32) {
	left := s.retreatRoom(u, x, h) - at
	room := s.pushRoom(friend, h, left, 0)
	if room > 0 {
		s.pushed(friend, h, room, 0)
		s.say("pushed", "imp-15.3d", piece("unit", int(friend)), length("by", room))
	}
	if room == left {
		return // the way is free now; go on
	}
	s.endRetreat(at+room, true)
}

// pushRoom returns how far a unit can be pushed along a heading, at most t, pushing others in turn.
func (s *State) pushRoom(u uint8, h plane.Heading, t int32, depth int) int32 {
	x := s.shape(u)
	_, wall, _ := s.straightGround(u, &x, h, t)
	t = s.onTableUpTo(u, &x, h, min(t, wall))
	near := s.along(&x, h, t+U)
	near.Remove(int(u))
	near.Remove(int(s.fight.loser))
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		v := uint8(i)
		y := s.shape(v)
		at := plane.Advance(&x, h, &y)
		if at >= t {
			continue
		}
		if s.side(v) != s.side(u) || s.inMelee(v) || depth > 6 || s.typ(v) == Baggage {
			t = at
			continue
		}
		t = at + s.pushRoom(v, h, t-at, depth+1)
	}
	return t
}

// pushed moves a unit along a heading, and those in its way before it.
func (s *State) pushed(u uint8, h plane.Heading, t int32, depth int) {
	x := s.shape(u)
	near := s.along(&x, h, t+U)
	near.Remove(int(u))
	near.Remove(int(s.fight.loser))
	for i := near.Next(0); i >= 0 && depth <= 6; i = near.Next(i + 1) {
		v := uint8(i)
		y := s.shape(v)
		if at := plane.Advance(&x, h, &y); at < t {
			s.pushed(v, h, t-at, depth+1)
		}
	}
	s.moveTo(u, x.Straight(h, t))
}

// A friend that a retreating unit could pass through is pushed or passed, as his owner chooses (15.3e).

func (s *State) stepFriend(t task) bool {
	if !s.canPassThrough(t) {
		s.pop()
		x := s.shapeAt(t.a, s.fight.start)
		s.shove(t.a, uint8(t.b), &x, plane.Heading(s.fight.back), int32(t.c))
		return false
	}
	return s.waitFor(s.side(t.a))
}

// canPassThrough reports whether the retreating unit clears the friend, or the friend gives way.
func (s *State) canPassThrough(t task) bool {
	f := &s.fight
	if s.yields(uint8(t.b)) {
		return true
	}
	x := s.shapeAt(t.a, f.start)
	end := s.shapeAt(t.a, x.Straight(plane.Heading(f.back), f.retreat))
	y := s.shape(uint8(t.b))
	return !plane.Overlap(&end, &y)
}

func (s *State) optFriend(_ task, buf []game.Action) []game.Action {
	return append(buf, game.Action{Verb: vPush}, game.Action{Verb: vThrough})
}

func (s *State) checkFriend(_ task, a game.Action) reason {
	if a.Verb != vPush && a.Verb != vThrough {
		return reason{id: whyFriend}
	}
	return reason{}
}

func (s *State) doFriend(t task, a game.Action) {
	s.pop()
	friend := uint8(t.b)
	if a.Verb == vThrough {
		s.fight.passed.Add(int(friend))
		s.say("passed-through", "imp-15.3f", piece("unit", int(friend)))
		s.disorder(friend, "imp-15.3f")
		return
	}
	x := s.shapeAt(t.a, s.fight.start)
	s.shove(t.a, friend, &x, plane.Heading(s.fight.back), int32(t.c))
}

// Section 24.8: relief of the line.

// reliever reports whether a unit may relieve the one that has fought a drawn round (24.8b, 24.8d).
func (s *State) reliever(u, v uint8) bool {
	d, e := &s.b.units[u], &s.b.units[v]
	if v == u || !s.placed(v) || e.side != d.side || e.command != d.command || s.disordered(v) || s.inMelee(v) {
		return false
	}
	if !(d.Hastati && e.Principes || d.Principes && e.Hastati) {
		return false
	}
	x, y := s.shape(u), s.shape(v)
	behind := x.Behind(5 * U)
	return plane.Overlap(&behind, &y)
}

// relievable returns the main unit of the active side, which has just fought a drawn round.
func (s *State) relievable() uint8 {
	if u := s.fight.mains[0]; s.side(u) == s.active {
		return u
	}
	return s.fight.mains[1]
}

func (s *State) stepRelief(t task) bool {
	f := &s.fight
	u := s.relievable()
	if s.acts(u) && !f.relieved && s.trait(u, LineRelief) {
		for i := range s.b.units {
			if s.checkRelief(t, game.Action{Verb: vRelieve, A: int32(i)}).ok() {
				return s.waitFor(s.active)
			}
		}
	}
	s.pop()
	return false
}

func (s *State) optRelief(_ task, buf []game.Action) []game.Action {
	for i := range s.b.units {
		buf = append(buf, game.Action{Verb: vRelieve, A: int32(i)})
	}
	return append(buf, game.Action{Verb: vDecline})
}

func (s *State) checkRelief(_ task, a game.Action) reason {
	switch a.Verb {
	case vDecline:
		return reason{}
	case vRelieve:
		one := [1]uint8{uint8(a.A)}
		if !s.reliever(s.relievable(), uint8(a.A)) || s.needs(one[:], 0) >= 7 {
			return reason{id: whyRelieve, a: a.A}
		}
		return reason{}
	}
	return reason{id: whyRelief}
}

func (s *State) doRelief(_ task, a game.Action) {
	s.pop()
	if a.Verb == vRelieve {
		s.fight.relieved = true
		s.askTest(forRelief, uint8(a.A))
	}
}

// endRelief exchanges the two units, and the one that comes in fights a round (24.8c, 24.8e).
func (s *State) endRelief(passed bool) {
	if !passed {
		return
	}
	f := &s.fight
	out, in := s.relievable(), s.test.unit
	p, q := s.units[out].Pose, s.units[in].Pose
	s.say("relieved", "imp-24.8c", piece("unit", int(out)), piece("by", int(in)))
	s.moveTo(out, q)
	s.moveTo(in, p)
	enemy := f.mains[0] ^ f.mains[1] ^ out
	if s.contactOf(in, enemy) == nil {
		s.joinContact(in, enemy)
	}
	s.markUnit(in, fActivated|fFought)
	s.pop() // the rest of what came after the drawn round
	s.charge = charge{unit: in, target: enemy, how: chargeZone}
	s.startFight(in, enemy, true)
	s.fight.relief, s.fight.relieved = true, true
	s.throwPila()
}

// The stages of a pursuit.
const (
	pursuitChoice uint8 = iota
	pursuitDie
)

// pursues says whether a winner must pursue, may, or does not (16.1a to 16.1c, 16.1f, 24.2c).
func (s *State) pursues(u uint8) (must, may bool) {
	f := &s.fight
	enemy := f.mains[1-f.winner]
	t, e := s.typ(u), s.typ(enemy)
	switch {
	case t.infantry() && e.withdraws() && !f.routed[1-f.winner]:
		return false, false
	case s.inMelee(u):
		return false, false // the enemy could not be driven back, or another holds it
	case s.mustPursue(u):
		return true, true
	}
	return false, s.data(u).Impetus > 0
}

// mustPursue reports whether a unit has no choice but to pursue (16.1a, 24.2c).
func (s *State) mustPursue(u uint8) bool {
	return s.typ(u) == CP || s.typ(u) == CF || s.impetuous(u)
}

func (s *State) stepPursuit(t task) bool {
	f := &s.fight
	u := f.mains[f.winner]
	if !s.placed(u) {
		s.pop()
		return false
	}
	if t.a == pursuitDie {
		return s.roll()
	}
	switch must, may := s.pursues(u); {
	case must:
		s.stage(pursuitDie)
		return false
	case may:
		return s.waitFor(s.side(u))
	}
	s.pop()
	return false
}

func (s *State) optPursuit(t task, buf []game.Action) []game.Action {
	if t.a == pursuitDie {
		return s.optDice(t, buf)
	}
	return append(buf, game.Action{Verb: vPursue}, game.Action{Verb: vDecline})
}

func (s *State) checkPursuit(t task, a game.Action) reason {
	if t.a == pursuitDie {
		return s.checkDice(t, a)
	}
	if a.Verb != vPursue && a.Verb != vDecline {
		return reason{id: whyPursue}
	}
	return reason{}
}

func (s *State) doPursuit(t task, a game.Action) {
	switch {
	case t.a == pursuitDie:
		s.pop()
		s.pursue(int(a.A))
	case a.Verb == vPursue:
		s.stage(pursuitDie)
	default:
		s.pop()
	}
}

// pursue moves the winner after the enemy: it may turn to follow his line of retreat (16.1h, 16.1i).
func (s *State) pursue(die int) {
	f := &s.fight
	u := f.mains[f.winner]
	enemy := f.mains[1-f.winner]
	n := die
	if !s.typ(u).mounted() {
		n = (die + 1) / 2
	}
	if s.placed(enemy) && f.loser == enemy {
		p := s.units[u].Pose
		p.H = p.H.Toward(plane.Heading(f.back), plane.Turn/8)
		if x := s.shapeAt(u, p); s.overlaps(&x, setOf(u)) == none && !x.OffTable() {
			s.moveTo(u, p)
		}
	}
	s.say("pursues", "imp-16.1d", piece("unit", int(u)), face("die", die), length("by", int32(n)*U))
	x := s.shape(u)
	s.charge = charge{unit: u, target: enemy, how: chargePursuit, from: x.Pose, room: int32(n) * U, barred: true}
	_, r := s.rest()
	strikes := r.first != none && s.side(r.first) != s.side(u) && r.at <= r.limit && !s.inMelee(u)
	if strikes {
		end := s.shapeAt(u, x.Straight(x.H, r.at))
		strikes = s.underfoot(u, &end) == none
	}
	if !strikes {
		t := int32(0)
		if !s.inMelee(u) {
			t = s.pursuitWay(&x, r)
		}
		s.advanceTo(t)
		s.settle()
		return
	}
	c := &s.charge
	c.target, c.least = r.first, r.at
	s.push(tCharge, chargeRun, 0, 0)
	if r.first != enemy {
		c.barred = false
		s.say("charges", "imp-16.1k", piece("unit", int(u)), piece("target", int(r.first)))
		s.push(tAnswer, 0, 0, 0)
	}
}

// pursuitWay returns how far a pursuit goes that strikes no enemy. It may end close to one (16.1d).
func (s *State) pursuitWay(x *plane.Shape, r runs) int32 {
	u := s.charge.unit
	if r.first != none && s.side(r.first) != s.side(u) {
		r.limit = min(r.limit, r.at)
	}
	t := min(r.limit, s.freeWayOf(u, x, x.H, r.limit, s.unitsOf(other(s.side(u)))))
	return s.onTableUpTo(u, x, x.H, t)
}

// unitsOf returns the units of a side.
func (s *State) unitsOf(side uint8) (x plane.Set) {
	for i := range s.b.units {
		if s.b.units[i].side == side {
			x.Add(i)
		}
	}
	return x
}
