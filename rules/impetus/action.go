package impetus

import (
	"acies/game"
	"acies/plane"
)

// Q2e: what those who act may do.

// mustMove returns chariots among those who act that are not stationary and still have to move, if they can (24.3a), or
// none.
func (s *State) mustMove() uint8 {
	for _, u := range s.acting() {
		if (s.typ(u) == CGL || s.typ(u) == CGP) && s.has(u, fMoving) && s.units[u].phases == 0 && s.canMove() {
			return u
		}
	}
	return none
}

// meetsMust reports whether an action is the move that chariots have to make, or leaves it open (24.3c).
func meetsMust(a game.Action) bool {
	switch a.Verb {
	case vForward:
		return a.A >= U
	case vWheel, vCharge, vFire:
		return true
	}
	return false
}

// canMove reports whether the chariots that have to move can: at least 1U ahead, or a wheel (24.3c).
func (s *State) canMove() bool {
	if !s.checkPhase(vForward).ok() {
		return false
	}
	if s.checkForward(U).ok() {
		return true
	}
	for _, q := range [...]int{36, -36, 180, -180} {
		if s.checkWheel(q).ok() {
			return true
		}
	}
	return false
}

func (s *State) stepAction(task) bool {
	for _, u := range s.acting() {
		if !s.present(u) || s.inMelee(u) || s.has(u, fFought) {
			s.dropMember(u)
			return false
		}
	}
	if s.act.n == 0 || s.onlyPass() {
		s.endActivation()
		return false
	}
	return s.waitFor(s.active)
}

// onlyPass reports whether those who act can only pass, which nobody is asked about: no phase is open to them, and they can
// neither shoot nor take an action that would be their only one.
func (s *State) onlyPass() bool {
	u := s.act.units[0]
	if s.units[u].where != inside && s.checkPhase(vForward).ok() {
		return false // some place to go to can be found nearly always
	}
	for _, v := range [...]game.Verb{vOpportunity, vShieldwall, vDismount, vOccupy, vLeave} {
		if s.checkAction(task{}, game.Action{Verb: v, A: int32(u)}).ok() {
			return false
		}
	}
	for _, u := range s.acting() {
		if s.data(u).Weapon == NoWeapon || s.has(u, fFired) {
			continue
		}
		for i := range s.b.units {
			if v := uint8(i); s.placed(v) && s.checkFire(u, v).ok() {
				return false
			}
		}
	}
	return true
}

// dropMember takes a unit that is lost or in melee out of those who act; the rest of a group may go on.
func (s *State) dropMember(u uint8) {
	left := s.act
	left.n = 0
	for i, v := range s.acting() {
		if v != u {
			left.units[left.n], left.offset[left.n] = v, s.act.offset[i]
			left.n++
		}
	}
	for i := left.n; i < s.act.n; i++ {
		left.units[i], left.offset[i] = 0, [2]int32{}
	}
	left.failed = true // a group that has lost a member moves no more in this activation
	s.act = left
	if s.act.n == 0 {
		s.endActivation()
	}
}

func (s *State) checkAction(_ task, a game.Action) reason {
	u := s.act.units[0]
	single := s.act.n == 1
	moved := s.units[u].phases > 0 || s.act.failed
	if s.units[u].where == inside && a.Verb != vFire && a.Verb != vLeave && a.Verb != vPass {
		return reason{id: whyInside, a: int32(u)}
	}
	if !meetsMust(a) {
		if v := s.mustMove(); v != none {
			return reason{id: whyChariotMove, a: int32(v)}
		}
	}
	switch a.Verb {
	case vPass:
		return reason{}
	case vOpportunity, vShieldwall, vDismount, vOccupy, vLeave:
		switch {
		case !single:
			return reason{id: whyGroupMove}
		case moved || s.act.early || s.act.fired || s.act.tried&tryBit(a.Verb) != 0:
			return reason{id: whyOnlyAction}
		}
		return s.checkSpecial(a, u)
	case vFire:
		return s.checkFire(uint8(a.A), uint8(a.B))
	case vCharge:
		if r := s.checkPhase(vCharge); !r.ok() {
			return r
		}
		return s.checkCharge(uint8(a.A), s.allowance(), a.B == 1)
	}
	if r := s.checkPhase(a.Verb); !r.ok() {
		return r
	}
	switch a.Verb {
	case vForward:
		return s.checkForward(a.A)
	case vWheel:
		return s.checkWheel(int(a.A))
	case vOblique:
		return s.checkSlide(vOblique, a.A, a.B)
	case vSideways:
		return s.checkSlide(vSideways, a.A, 0)
	case vRearward:
		return s.checkSlide(vRearward, 0, -a.A)
	case vAbout:
		one := [1]uint8{u}
		if s.needs(one[:], 0) >= 7 {
			return reason{id: whyCannotPass, a: int32(u)}
		}
		return s.checkAbout()
	}
	return reason{id: whyAction}
}

// checkSpecial says whether a single unit that has done nothing yet may take one of the actions that are its only one.
func (s *State) checkSpecial(a game.Action, u uint8) reason {
	one := [1]uint8{u}
	hopeless := s.needs(one[:], 0) >= 7
	switch a.Verb {
	case vOpportunity:
		if s.disordered(u) {
			return reason{id: whyMarkDisordered, a: int32(u)}
		}
	case vShieldwall:
		hopeless = false
		switch {
		case !s.trait(u, Shieldwall):
			return reason{id: whyNoWall, a: int32(u)}
		case s.disordered(u) || !s.fresh(u):
			return reason{id: whyWallState, a: int32(u)}
		case s.has(u, fWalled):
			return reason{id: whyWalled, a: int32(u)}
		}
	case vDismount:
		hopeless = false
		if s.b.units[u].foot == nil || s.has(u, fDismounted) {
			return reason{id: whyNoFoot, a: int32(u)}
		}
		if s.has(u, fRallied) {
			return reason{id: whyOnlyAction}
		}
	case vOccupy:
		if r := s.checkOccupy(u); !r.ok() {
			return r
		}
	case vLeave:
		if r := s.checkLeave(u, uint8(a.A)); !r.ok() {
			return r
		}
	}
	if hopeless {
		return reason{id: whyCannotPass, a: int32(u)}
	}
	return reason{}
}

func (s *State) doAction(_ task, a game.Action) {
	u := s.act.units[0]
	switch a.Verb {
	case vPass:
		s.endActivation()
	case vOpportunity:
		s.askTest(forOpportunity, u)
	case vShieldwall:
		s.set(u, fWalled)
		s.say("shieldwall", "imp-24.7a", piece("unit", int(u)))
		s.endActivation()
	case vDismount:
		s.askTest(forDismount, u)
	case vOccupy:
		s.askTest(forOccupy, u)
	case vLeave:
		s.askTest(forLeave, uint8(a.A))
	case vFire:
		if s.units[u].phases > 0 || s.act.failed {
			s.act.fired = true
		} else {
			s.act.early = true
		}
		s.push(tReact, evFired, int(a.A), int(a.B))
		s.fire(uint8(a.A), uint8(a.B))
	case vCharge:
		s.declare(u, uint8(a.A), chargeOwn, a.B == 1)
	default:
		s.act.kind, s.act.a, s.act.b = uint8(a.Verb), a.A, a.B
		s.test = test{passed: true}
		s.push(tPhase, 0, 0, 0)
		switch {
		case a.Verb == vAbout:
			s.askTest(forAbout, u)
		case s.counted(u) > 0:
			s.askTest(forPhase, u)
		}
	}
}

// Q2g: a unit that begins its activation in contact.

func (s *State) stepEngaged(task) bool {
	u := s.act.units[0]
	if !s.placed(u) || !s.inMelee(u) {
		s.endActivation()
		return false
	}
	x := s.shape(u)
	fight, pass := s.checkEngaged(task{}, game.Action{Verb: vFight}).ok(), s.checkEngaged(task{}, game.Action{Verb: vPass}).ok()
	if fight == pass || s.checkDisengage(u, s.backRoom(u, &x, s.moveOf(u))).ok() {
		return s.waitFor(s.active)
	}
	// There is nothing to choose.
	verb := vPass
	if fight {
		verb = vFight
	}
	s.doEngaged(task{}, game.Action{Verb: verb})
	return false
}

func (s *State) optEngaged(_ task, buf []game.Action) []game.Action {
	buf = append(buf, game.Action{Verb: vFight})
	u := s.act.units[0]
	x := s.shape(u)
	if t := s.backRoom(u, &x, s.moveOf(u)); t > 0 {
		buf = append(buf, game.Action{Verb: vDisengage, A: t})
		if t > 2*U {
			buf = append(buf, game.Action{Verb: vDisengage, A: t / 2})
		}
	}
	return append(buf, game.Action{Verb: vPass})
}

func (s *State) checkEngaged(_ task, a game.Action) reason {
	u := s.act.units[0]
	switch a.Verb {
	case vFight:
		if s.typ(u) == ART || s.typ(u) == Baggage {
			return reason{id: whyHeavy, a: int32(u)}
		}
		return reason{}
	case vPass:
		if s.impetuous(u) {
			return reason{id: whyMustFight, a: int32(u)}
		}
		return reason{}
	case vDisengage:
		return s.checkDisengage(u, a.A)
	}
	return reason{id: whyEngaged}
}

// checkDisengage says whether a unit may break off by a straight move back (5.3d, 5.3f).
func (s *State) checkDisengage(u uint8, t int32) reason {
	if s.impetuous(u) {
		return reason{id: whyMustFight, a: int32(u)}
	}
	x := s.shape(u)
	for i := range s.nContacts {
		c := &s.contacts[i]
		if c.a != u && c.b != u {
			continue
		}
		v := c.a ^ c.b ^ u
		if s.moveOf(v) >= s.moveOf(u) {
			return reason{id: whySlower, a: int32(v)}
		}
		y := s.shape(v)
		if !frontOnly(&x, &y) {
			return reason{id: whyNotFront, a: int32(v)}
		}
	}
	switch room := s.backRoom(u, &x, s.moveOf(u)); {
	case t < U/10 || room < U/10:
		return reason{id: whyNoRoom}
	case t > room:
		return reason{id: whyFar, a: t - room, b: room}
	}
	return reason{}
}

// frontOnly reports whether a base touches another on its front edge only, the front corners included.
func frontOnly(x, y *plane.Shape) bool {
	const strip = U / 10
	rest := plane.Place(x.Straight(x.H.Opposite(), strip), plane.Base{Width: x.Base.Width, Depth: x.Base.Depth - strip})
	front := x.Front()
	return plane.Within(&front, y, plane.Epsilon) && !plane.Within(&rest, y, plane.Epsilon)
}

// backRoom returns how far a unit can move straight back, at most m, before it meets a base, ground that bars it or the
// edge of the table.
func (s *State) backRoom(u uint8, x *plane.Shape, m int32) int32 {
	h := x.H.Opposite()
	_, at := s.meets(u, x, h, m, plane.Set{}, nil)
	_, wall, _ := s.straightGround(u, x, h, m)
	return s.onTableUpTo(u, x, h, min(m, at, wall))
}

// onTableUpTo returns the greatest distance up to t that keeps a base on the table.
func (s *State) onTableUpTo(u uint8, x *plane.Shape, h plane.Heading, t int32) int32 {
	if end := s.shapeAt(u, x.Straight(h, t)); !end.OffTable() {
		return t
	}
	low := int32(0)
	for low < t-1 {
		mid := (low + t) / 2
		if end := s.shapeAt(u, x.Straight(h, mid)); end.OffTable() {
			t = mid
		} else {
			low = mid
		}
	}
	return low
}

func (s *State) doEngaged(_ task, a game.Action) {
	u := s.act.units[0]
	s.pop()
	switch a.Verb {
	case vFight:
		s.beginMelee(u, none)
	case vDisengage:
		s.act.a = a.A
		s.askTest(forDisengage, u)
	default:
		s.endActivation()
	}
}

// endDisengage moves a unit back out of its melee if it passed (5.2f, 5.3d).
func (s *State) endDisengage(passed bool) {
	u := s.act.units[0]
	if passed {
		x := s.shape(u)
		h := x.H.Opposite()
		e := s.straightEffect(u, &x, h, s.act.a)
		s.moveTo(u, x.Straight(h, s.act.a))
		s.say("disengaged", "imp-5.3d", piece("unit", int(u)), length("by", s.act.a))
		s.suffer(u, e)
	} else {
		s.disorder(u, "imp-5.2f")
	}
	s.endActivation()
}
