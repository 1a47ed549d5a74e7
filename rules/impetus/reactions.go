package impetus

import (
	"acies/game"
	"acies/plane"
)

// Section 9: opportunity and reactions.

// The events that can be reacted to (Q6b).
const (
	evMoved uint8 = iota
	evFired
	evDeclared
)

// react opens reactions to a move of some units; zones in before were not entered by it (9.3g).
func (s *State) react(event uint8, units, before plane.Set) {
	s.stirred, s.before = units, before
	s.push(tReact, event, int(s.act.units[0]), 0)
}

// causes reports whether a unit caused the event of a reaction.
func (s *State) causes(t task, u uint8) bool {
	if t.a == evMoved {
		return s.stirred.Has(int(u))
	}
	return uint8(t.b) == u
}

// stirs reports whether a unit that caused the event is still there to be reacted to.
func (s *State) stirs(t task, u uint8) bool { return s.causes(t, u) && s.placed(u) && !s.inMelee(u) }

// reactor returns the side that may react.
func (s *State) reactor(t task) uint8 { return other(s.side(uint8(t.b))) }

func (s *State) stepReact(t task) bool {
	side := s.reactor(t)
	for i := range s.b.units {
		if u := uint8(i); s.placed(u) && s.side(u) == side && s.mayReact(t, u) {
			return s.waitFor(side)
		}
	}
	s.pop()
	return false
}

// mayReact reports whether a unit has anything to do about the event.
func (s *State) mayReact(t task, u uint8) bool {
	if s.inMelee(u) || !s.has(u, fMarked) && (t.a != evMoved || !s.hasZone(u) || s.has(u, fZoneCharged)) {
		return false
	}
	for i := range s.b.units {
		v := uint8(i)
		if !s.stirs(t, v) {
			continue
		}
		if s.checkReactFire(t, u, v).ok() || s.checkIntercept(t, u, v, false).ok() || s.checkIntercept(t, u, v, true).ok() {
			return true
		}
	}
	return false
}

func (s *State) optReact(t task, buf []game.Action) []game.Action {
	side := s.reactor(t)
	for i := range s.b.units {
		u := uint8(i)
		if !s.placed(u) || s.side(u) != side || s.inMelee(u) {
			continue
		}
		for j := range s.b.units {
			if !s.stirs(t, uint8(j)) {
				continue
			}
			if t.a == evMoved {
				buf = append(buf, game.Action{Verb: vIntercept, A: int32(i), B: int32(j)})
				if s.has(u, fMarked) {
					buf = append(buf, game.Action{Verb: vIntercept, A: int32(i), B: int32(j), C: 1})
				}
			}
			if s.has(u, fMarked) {
				buf = append(buf, game.Action{Verb: vFire, A: int32(i), B: int32(j)})
			}
		}
	}
	return append(buf, game.Action{Verb: vDecline})
}

func (s *State) checkReact(t task, a game.Action) reason {
	switch a.Verb {
	case vDecline:
		return reason{}
	case vFire:
		return s.checkReactFire(t, uint8(a.A), uint8(a.B))
	case vIntercept:
		return s.checkIntercept(t, uint8(a.A), uint8(a.B), a.C == 1)
	}
	return reason{id: whyReact}
}

// checkReactFire says whether a marked unit may fire at a unit that caused the event (9.2a to 9.2c).
func (s *State) checkReactFire(t task, u, target uint8) reason {
	switch {
	case !s.placed(u) || s.side(u) != s.reactor(t):
		return reason{id: whyNotYours, a: int32(u)}
	case !s.has(u, fMarked):
		return reason{id: whyNoMarker, a: int32(u)}
	case !s.stirs(t, target):
		return reason{id: whyNotStirred, a: int32(target)}
	}
	return s.checkTarget(u, target)
}

// checkIntercept says whether a unit may charge a unit that has just moved: out of its zone of control without a marker
// (9.3), or with one (9.2d).
func (s *State) checkIntercept(t task, u, target uint8, extended bool) reason {
	switch {
	case t.a != evMoved:
		return reason{id: whyReact}
	case !s.placed(u) || s.side(u) != s.reactor(t):
		return reason{id: whyNotYours, a: int32(u)}
	case !s.stirs(t, target):
		return reason{id: whyNotStirred, a: int32(target)}
	case s.inMelee(u):
		return reason{id: whyReactMelee, a: int32(u)}
	}
	zone := !extended && s.zoneCharge(u, target)
	if !zone {
		switch {
		case !s.has(u, fMarked):
			return reason{id: whyNoMarker, a: int32(u)}
		case s.data(u).Impetus == 0:
			return reason{id: whyNoImpetus, a: int32(u)}
		}
	}
	x := s.shape(u)
	if r := s.checkZone(u, &x, plane.Set{}); !r.ok() {
		return r
	}
	run := s.runOf(u, &x, s.moveOf(u), s.extension(u, extended), plane.Set{})
	if run.first != target {
		return reason{id: whyNotFirst, a: int32(target)}
	}
	return s.checkRun(u, target, &x, run)
}

// zoneCharge reports whether a unit may charge an intruder without a marker: he has entered its zone, and it has not done
// so this turn (9.3).
func (s *State) zoneCharge(u, target uint8) bool {
	if s.has(u, fZoneCharged) || s.before.Has(int(u)) || !s.hasZone(u) {
		return false
	}
	x := s.shape(target)
	return s.inZone(target, &x, u)
}

func (s *State) doReact(t task, a game.Action) {
	u, target := uint8(a.A), uint8(a.B)
	switch a.Verb {
	case vDecline:
		s.pop()
	case vFire:
		s.clear(u, fMarked)
		s.say("reacts", "imp-9.2a", piece("unit", int(u)))
		s.fire(u, target)
	case vIntercept:
		if a.C == 0 && s.zoneCharge(u, target) {
			s.set(u, fZoneCharged)
			s.say("reacts", "imp-9.3a", piece("unit", int(u)))
			s.declareZone(u, target)
			return
		}
		s.clear(u, fMarked)
		s.say("reacts", "imp-9.2d", piece("unit", int(u)))
		s.declareMarked(u, target, a.C == 1)
	}
}

// declareZone begins a zone charge: the intruder may fire first, and may neither counter-charge nor evade (9.3d to 9.3f).
func (s *State) declareZone(u, target uint8) {
	x, y := s.shape(u), s.shape(target)
	s.charge = charge{
		unit: u, target: target, how: chargeZone, from: x.Pose, least: plane.Advance(&x, x.H, &y), barred: true, entered: s.leavesZone(u, plane.Set{}),
	}
	s.test = test{passed: true}
	s.push(tCharge, chargeAnswer, 0, 0)
	s.push(tIntruder, target, int(u), 0)
}

// declareMarked begins a charge by opportunity; nothing done in reaction is reacted to, except by an evasion (9.4b).
func (s *State) declareMarked(u, target uint8, extended bool) {
	x, y := s.shape(u), s.shape(target)
	s.charge = charge{
		unit: u, target: target, how: chargeMarked, extended: extended, from: x.Pose, least: plane.Advance(&x, x.H, &y), entered: s.leavesZone(u, plane.Set{}),
	}
	s.test = test{passed: true}
	s.push(tCharge, chargeDeclared, 0, 0)
}

func (s *State) stepIntruder(t task) bool {
	if !s.placed(t.a) || !s.placed(uint8(t.b)) || !s.checkTarget(t.a, uint8(t.b)).ok() {
		s.pop()
		return false
	}
	return s.waitFor(s.side(t.a))
}

func (s *State) optIntruder(t task, buf []game.Action) []game.Action {
	return append(buf, game.Action{Verb: vFire, A: int32(t.a), B: int32(t.b)}, game.Action{Verb: vDecline})
}

func (s *State) checkIntruder(t task, a game.Action) reason {
	switch {
	case a.Verb == vDecline:
		return reason{}
	case a.Verb == vFire && uint8(a.A) == t.a && uint8(a.B) == uint8(t.b):
		return s.checkTarget(t.a, uint8(t.b))
	}
	return reason{id: whyIntruder}
}

func (s *State) doIntruder(t task, a game.Action) {
	s.pop()
	if a.Verb == vFire {
		s.act.fired = true // 2.2d: it has fired after moving
		s.fire(t.a, uint8(t.b))
	}
}
