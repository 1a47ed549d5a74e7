package impetus

import "acies/game"

// Notes of explanations: what a die must show, what the enemy may do, and what an action costs later.

func addNote(e *game.Explanation, key, clause string, args ...game.Arg) {
	e.Notes = append(e.Notes, game.Event{Key: "note." + key, Clause: clause, Args: args})
}

// noteTest adds what the die of a test must show, and what a failure costs the unit that tests. A test that cannot be missed
// needs neither.
func noteTest(e *game.Explanation, purpose, u uint8, needed int) {
	if needed <= 1 {
		return
	}
	addNote(e, "needed", "imp-5.1a", num("needed", needed))
	unit := piece("unit", int(u))
	switch purpose {
	case forPhase:
		addNote(e, "fails-phase", "imp-6.1d", unit)
	case forAbout:
		addNote(e, "fails-about", "imp-6.6d", unit)
	case forCharge:
		addNote(e, "strained", "imp-10.1j", unit)
	case forOpportunity:
		addNote(e, "only-action", "imp-9.1c", unit)
	case forDismount:
		addNote(e, "fails-disordered", "imp-5.2d", unit)
	case forCounter:
		addNote(e, "fails-disordered", "imp-10.3c", unit)
	case forEvade:
		addNote(e, "fails-disordered", "imp-5.2l", unit)
	case forDisengage:
		addNote(e, "fails-disordered", "imp-5.2f", unit)
	case forBaggage:
		addNote(e, "fails-plunder", "imp-22.1h", unit)
	}
}

// noteRally adds what a try to rally costs: the first one a phase if it succeeds, any other the rest of the activation.
func (s *State) noteRally(e *game.Explanation) *game.Explanation {
	unit := piece("unit", int(s.act.units[0]))
	if s.act.tries == 0 {
		addNote(e, "rally-phase", "imp-20.2f", unit)
	} else {
		addNote(e, "rally-only", "imp-20.2c", unit)
	}
	return e
}

// noteFireAfter adds what the phases that those who act have made take from their fire.
func (s *State) noteFireAfter(e *game.Explanation) {
	for _, u := range s.acting() {
		if s.data(u).Weapon == NoWeapon || s.has(u, fFired) {
			continue
		}
		if s.movedTooFar(u) {
			addNote(e, "no-fire-moved", "imp-8.1i", piece("unit", int(u)))
		} else if n := s.phasesInFire(u); n > 0 {
			addNote(e, "fire-phases", "imp-8.3a", piece("unit", int(u)), num("n", n))
		}
	}
}

// noteReactions adds which enemies may react to an event that some units have caused, and how.
func (s *State) noteReactions(e *game.Explanation, t task, units []uint8) {
	for i := range s.b.units {
		v := uint8(i)
		shoots, charge := false, ""
		for _, u := range units {
			shoots = shoots || s.checkReactFire(t, v, u).ok()
			if !s.checkIntercept(t, v, u, false).ok() && !s.checkIntercept(t, v, u, true).ok() {
				continue
			}
			charge = "imp-9.2d"
			if s.zoneCharge(v, u) {
				charge = "imp-9.3a"
				break
			}
		}
		if charge != "" {
			addNote(e, "may-charge", charge, piece("unit", i))
		}
		if shoots {
			addNote(e, "may-shoot", "imp-9.2a", piece("unit", i))
		}
	}
}

// noteShot adds the critical number that a shot tests, what it costs the firer, and who may react to it.
func (s *State) noteShot(e *game.Explanation, u, target uint8) {
	s.noteCritical(e, target, byShot)
	unit := piece("unit", int(u))
	switch s.current().kind {
	case tReact:
		addNote(e, "marker-spent", "imp-9.2a", unit)
	case tAction:
		if s.units[u].phases > 0 || s.act.failed {
			addNote(e, "fire-last", "imp-Q2f", unit)
		} else if s.data(u).Impetus > 0 {
			addNote(e, "fire-first", "imp-8.1e", unit)
		}
		s.fire(u, target)
		s.noteReactions(e, task{kind: tReact, a: evFired, b: int16(u)}, []uint8{u})
	}
}

// noteCritical adds the critical number of a unit's cohesion test before the damage is taken from it.
func (s *State) noteCritical(e *game.Explanation, u, cause uint8) {
	addNote(e, "critical", "imp-14.1b", piece("unit", int(u)), num("critical", s.criticalBase(u, cause)))
}

// noteRound adds, to the odds of a round, the critical numbers of both main units and what they do after it whether they want
// to or not.
func (s *State) noteRound(e *game.Explanation) {
	for i, u := range s.fight.mains {
		unit, t, enemy := piece("unit", int(u)), s.typ(u), s.typ(s.fight.mains[1-i])
		s.noteCritical(e, u, byMelee)
		if t.withdraws() && enemy.infantry() {
			addNote(e, "withdraws", "imp-15.2f", unit)
		}
		if s.mustPursue(u) && !(t.infantry() && enemy.withdraws()) {
			addNote(e, "must-pursue", "imp-16.1a", unit)
		}
	}
}

// notePila adds the pila that are thrown before the first round; the odds take them to do no harm.
func (s *State) notePila(e *game.Explanation) {
	for side, clause := range [2]string{"imp-11.1b", "imp-11.1c"} {
		if n := s.pila(side); n > 0 {
			addNote(e, "pila", clause, piece("unit", int(s.fight.mains[side])), num("n", n))
		}
	}
}

// noteIntercept adds what a charge in reaction costs, and that an intruder may shoot first.
func (s *State) noteIntercept(e *game.Explanation, u, target uint8, extended bool) {
	if extended || !s.zoneCharge(u, target) {
		addNote(e, "marker-spent", "imp-9.2d", piece("unit", int(u)))
		return
	}
	addNote(e, "zone-once", "imp-9.3c", piece("unit", int(u)))
	if s.checkTarget(target, u).ok() {
		addNote(e, "shoots-first", "imp-9.3d", piece("unit", int(target)))
	}
}
