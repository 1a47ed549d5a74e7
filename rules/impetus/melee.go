package impetus

import "acies/game"

// Sections 12, 17 and 18.3: a round of melee. Side 0 is the attacking side, side 1 the other.

// The stages of a round.
const (
	meleeStart uint8 = iota
	meleeAttack
	meleeDefend
	meleeDefenderDie
	meleeAttackerDie
	meleeApply
)

// opponent returns the enemy that a unit touches along the greatest length; equals go to the higher VBU, then to the lower
// number (17.1d).
func (s *State) opponent(u uint8) uint8 {
	best, length := uint8(none), int32(-1)
	for i := range s.nContacts {
		c := &s.contacts[i]
		if c.a != u && c.b != u {
			continue
		}
		v := c.a ^ c.b ^ u
		l := s.sharedWith(u, v)
		if l > length || l == length && (s.vbu(v) > s.vbu(best) || s.vbu(v) == s.vbu(best) && v < best) {
			best, length = v, l
		}
	}
	return best
}

// startFight sets up a round between a unit and an enemy. Charged says that the unit came into contact by a charge or a
// pursuit.
func (s *State) startFight(u, v uint8, charged bool) {
	c := s.contactOf(u, v)
	s.fight = fight{mains: [2]uint8{u, v}, winner: none, loser: none}
	f := &s.fight
	f.first = c == nil || !c.fought
	f.charged[0] = charged
	f.charged[1] = charged && s.charge.counter && s.charge.unit == u && s.charge.target == v
}

// beginMelee begins a round for a unit that is in contact, with the enemy main unit of 17.1d or a given one.
func (s *State) beginMelee(u, enemy uint8) {
	if enemy == none {
		enemy = s.opponent(u)
	}
	if enemy == none {
		return
	}
	// Skirmishers do not stand where a round with other troops would be fought (10.5b).
	s.charge = charge{unit: u, target: enemy, how: chargeZone}
	if s.typ(enemy) == S && s.typ(u) != S || s.typ(enemy) == ART {
		s.scatter(u)
		s.markUnit(u, fFought|fActivated)
		return
	}
	if s.typ(u) == S && s.typ(enemy) != S {
		s.say("dispersed", "imp-10.5b", piece("unit", int(u)))
		s.lose(u)
		return
	}
	s.startFight(u, enemy, false)
	s.push(tMelee, meleeStart, 0, 0)
}

// isSupport reports whether a unit supports a side of the melee: it touches the opposing main unit and has not been a
// main unit itself (17.1e, 17.1f).
func (s *State) isSupport(side int, u uint8) bool {
	f := &s.fight
	main := f.mains[side]
	return u != main && s.placed(u) && s.side(u) == s.side(main) && !s.has(u, fMain) && s.typ(u) != Baggage && s.contactOf(u, f.mains[1-side]) != nil
}

// sidePool returns the dice of a side: those of its main unit, at least 1, and half of those of each support (12.1b, 17.1g).
func (s *State) sidePool(side int) int {
	f := &s.fight
	n := max(1, s.meleePool(side, f.mains[side], nil))
	for i := range s.b.units {
		if u := uint8(i); s.isSupport(side, u) {
			n += max(0, s.meleePool(side, u, nil)+1) / 2
		}
	}
	return n
}

// meleePool returns the dice of a unit of a side against the opposing main unit, before a support's are halved.
func (s *State) meleePool(side int, u uint8, m *mods) int {
	f := &s.fight
	main, enemy := u == f.mains[side], f.mains[1-side]
	d, t := s.data(u), s.typ(u)
	c := s.contactOf(u, enemy)
	m.begin()
	n := m.add(s.vbu(u), "vbu", "imp-12.1a")
	charged := f.charged[side] && !f.relief
	first := f.first
	if !main {
		charged = c != nil && *c.charges(u)
		first = c != nil && !c.fought && (c.came[0] || c.came[1]) // 17.1k
	}
	upon := onFront // how this unit came upon the enemy
	if c != nil {
		upon = *c.cameUpon(enemy)
	}
	if adds, clause := s.impetusAgainst(u, enemy, first, charged, upon); adds {
		n += m.add(d.Impetus, "impetus", clause)
	}
	if s.disordered(u) {
		n += m.add(-1, "disordered", "imp-12.3a")
	}
	if t.chariot() && first && !charged && f.charged[1-side] && !f.relief && !s.has(u, fMoving) {
		n += m.add(-1, "stationary", "imp-12.3b")
	}
	if first && charged && upon != onFront && s.hasFlanks(enemy) {
		n += m.add(2, "flank", "imp-12.3c")
	}
	if s.higher(u, enemy, func(k Kind) bool { return k == GentleHill }) || s.onBank(u, enemy) {
		n += m.add(1, "higher", "imp-12.3d")
	}
	if s.hampered(u, enemy) {
		switch {
		case s.trait(u, Pike) || t.chariot():
			n += m.add(-2, "difficult", "imp-12.3f")
		case t.mounted():
			n += m.add(-1, "difficult", "imp-12.3e")
		}
	}
	x := s.shape(u)
	if first && charged && (s.fortified(enemy, &x) || s.typ(enemy) == W || s.trait(enemy, Pavise) && upon == onFront) {
		n += m.add(-1, "protected", "imp-12.3g")
	}
	if s.has(u, fWalled) {
		n += m.add(1, "shieldwall", "imp-24.7c")
	}
	return n + s.depthBonus(u, enemy, m)
}

// hampered reports whether a unit is in Difficult ground, or its enemy wholly inside it (7.4f).
func (s *State) hampered(u, enemy uint8) bool {
	x := s.shape(u)
	if s.standsIn(&x, Kind.difficult) {
		return true
	}
	y := s.shape(enemy)
	return s.whollyIn(&y, Kind.difficult)
}

// impetusAgainst reports whether a unit adds its impetus bonus in this round, with the clause that says so; there is none
// where nobody would expect the bonus (12.2).
func (s *State) impetusAgainst(u, enemy uint8, first, charged bool, upon uint8) (adds bool, clause string) {
	d, t, e := s.data(u), s.typ(u), s.typ(enemy)
	x := s.shape(u)
	elephants := t == El && e != S
	switch {
	case d.Impetus == 0 || !first:
		return false, ""
	case !charged && !elephants:
		return false, ""
	case e == W || s.fortified(enemy, &x):
		return false, "imp-12.2i"
	case t.mounted() && s.trait(enemy, Camel) && !s.trait(u, Camel):
		return false, "imp-12.2m"
	case s.standsIn(&x, rough) && !(t == FL && s.impetuous(u)):
		return false, "imp-7.4i"
	case elephants:
		return true, "imp-12.2j"
	case !s.fresh(u) && t != CF:
		return false, "imp-12.2c"
	case t.infantry() && e.mounted():
		return false, "imp-12.2e"
	case t.mounted() && upon == onFront && s.trait(enemy, Pike):
		return false, "imp-12.2f"
	case t.mounted() && upon == onFront && s.trait(enemy, LongSpear):
		return false, "imp-12.2g"
	case t.mounted() && s.trait(enemy, Schiltron):
		return false, "imp-12.2h"
	case s.has(enemy, fWalled):
		return false, "imp-24.7b"
	case t.mounted() && upon == onFront && s.trait(enemy, Pavise):
		return false, "imp-1.3m"
	}
	return true, "imp-12.2a"
}

// depthBonus returns the dice that the rows behind the front give a Large Unit (18.3).
func (s *State) depthBonus(u, enemy uint8, m *mods) int {
	behind := s.rowCount(u) - 1
	if behind <= 0 || s.flanked(u) { // a Schiltron never is (18.3k, 24.4b)
		return 0
	}
	mounted, t := s.typ(enemy).mounted(), s.typ(u)
	switch {
	case s.trait(u, Pike) && mounted:
		return m.add(3*behind, "depth", "imp-18.3b")
	case s.trait(u, Pike):
		return m.add(behind, "depth", "imp-18.3c")
	case (s.trait(u, Schiltron) || t == FP && s.trait(u, LongSpear)) && mounted:
		return m.add(2, "depth", "imp-18.3f")
	case s.trait(u, Schiltron) || t == FP && s.trait(u, LongSpear):
		return m.add(1, "depth", "imp-18.3g")
	case t == CP && !mounted:
		return m.add(2, "depth", "imp-18.3h")
	case s.trait(u, Warband) && !mounted:
		return m.add(2, "depth", "imp-18.3i")
	}
	return 0
}

func (s *State) stepMelee(t task) bool {
	f := &s.fight
	if !s.placed(f.mains[0]) || !s.placed(f.mains[1]) {
		s.pop()
		return false
	}
	switch t.a {
	case meleeStart:
		f.pools = [2]uint8{uint8(s.sidePool(0)), uint8(s.sidePool(1))}
		f.left = f.pools[0]
		s.say("melee", "imp-12.1a", piece("unit", int(f.mains[0])), piece("target", int(f.mains[1])), num("dice", int(f.pools[0])), num("other", int(f.pools[1])))
		s.stage(meleeAttack)
	case meleeAttack:
		if f.left > 0 {
			return s.roll()
		}
		f.left = f.pools[1]
		s.stage(meleeDefend)
	case meleeDefend:
		if f.left > 0 {
			return s.roll()
		}
		for i := range 2 {
			f.damage[i] = damage(f.sixes[1-i], f.fives[1-i])
			f.flanked[i] = s.flanked(f.mains[i])
			f.critic[i] = int8(s.critical(f.mains[i], byMelee, f.damage[i], nil))
		}
		s.stage(meleeDefenderDie)
	case meleeDefenderDie:
		if f.damage[1] > 0 && f.die[1] == 0 {
			return s.roll()
		}
		s.stage(meleeAttackerDie)
	case meleeAttackerDie:
		if f.damage[0] > 0 && f.die[0] == 0 {
			return s.roll()
		}
		s.stage(meleeApply)
	default:
		s.pop()
		s.push(tAfter, afterRetreat, 0, 0)
		s.applyMelee()
	}
	return false
}

func (s *State) doMelee(t task, a game.Action) {
	f := &s.fight
	switch t.a {
	case meleeAttack, meleeDefend:
		side := int(t.a - meleeAttack)
		f.left -= uint8(a.C)
		f.sixes[side] += uint8(a.A)
		f.fives[side] += uint8(a.B)
		if f.left == 0 && s.sink != nil {
			s.say("melee-dice", "imp-13.1d", piece("unit", int(f.mains[side])), num("sixes", int(f.sixes[side])), num("fives", int(f.fives[side])),
				num("damage", int(damage(f.sixes[side], f.fives[side]))), pool(int(f.pools[side]), f.sixes[side], f.fives[side]))
		}
	case meleeDefenderDie, meleeAttackerDie:
		i := meleeAttackerDie - t.a
		f.die[i] = uint8(a.A)
		losses, failed := cohesionLosses(int(a.A), int(f.critic[i]), s.disordered(f.mains[i]))
		s.sayCohesion(f.mains[i], int(a.A), int(f.critic[i]), losses, failed)
	}
}

// applyMelee applies both cohesion tests together, then routs, then decides who has lost (Q4h, 15.1).
func (s *State) applyMelee() {
	f := &s.fight
	s.markFought()
	for i := range 2 {
		u := f.mains[i]
		if f.die[i] == 0 {
			continue
		}
		losses, failed := cohesionLosses(int(f.die[i]), int(f.critic[i]), s.disordered(u))
		f.losses[i], f.failed[i] = uint8(losses), failed
		if failed {
			f.counted[i] = uint8(losses)
		}
		f.routed[i] = losses >= s.strength(u) || failed && (f.flanked[i] || s.typ(u) == Baggage)
	}
	for i := range 2 {
		u := f.mains[i]
		if f.die[i] == 0 {
			continue
		}
		s.disorder(u, "imp-14.2d")
		s.takeRows(u, int(f.losses[i]))
	}
	// Commander dice: the other side's first, so that it is pushed last.
	for i := range 2 {
		u := f.mains[i]
		if d := &s.b.units[u]; f.failed[i] && f.die[i] == 6 && s.hasCommander(u) {
			spared := 0
			if f.routed[i] {
				spared = 1
			}
			s.push(tCommander, d.command, int(d.side)<<1|spared, int(f.losses[i]))
		}
	}
	for i := 1; i >= 0; i-- {
		if u := f.mains[i]; f.routed[i] {
			tested := f.failed[i] && f.die[i] == 6 && s.hasCommander(u)
			s.rout(u, !tested)
		}
	}
	routed := f.routed
	for i := range 2 {
		// Scythed chariots that do not eliminate their opponent are destroyed (24.2b).
		if u := f.mains[i]; s.typ(u) == CF && s.placed(u) && !routed[1-i] {
			s.say("destroyed", "imp-24.2b", piece("unit", int(u)))
			f.routed[i] = true
			s.lose(u)
		}
	}
	switch {
	case f.routed[0] && f.routed[1]:
		f.winner = none
	case f.routed[0]:
		f.winner = 1
	case f.routed[1]:
		f.winner = 0
	case f.counted[0] > f.counted[1]:
		f.winner = 1
	case f.counted[1] > f.counted[0]:
		f.winner = 0
	default:
		f.winner = none
	}
	if s.typ(f.mains[1]) == Baggage && f.routed[1] && s.placed(f.mains[0]) {
		s.disorder(f.mains[0], "imp-22.1i")
		f.winner = none // who takes baggage goes no further
	}
}

// markUnit sets flags of a unit of the active Command.
func (s *State) markUnit(u uint8, f flags) {
	if d := &s.b.units[u]; d.side == s.active && d.command == s.act.command {
		s.set(u, f)
	}
}

// markFought notes who took part in the round, and that it has been fought (2.2f, 17.1f).
func (s *State) markFought() {
	f := &s.fight
	for side := range 2 {
		main, enemy := f.mains[side], f.mains[1-side]
		for i := range s.b.units {
			u := uint8(i)
			if !s.placed(u) || s.side(u) != s.side(main) {
				continue
			}
			c := s.contactOf(u, enemy)
			if u != main && (c == nil || s.has(u, fMain)) {
				continue
			}
			s.markUnit(u, fFought|fActivated)
			if c != nil {
				c.fought = true
			}
		}
	}
	for _, u := range f.mains {
		s.set(u, fMain)
		s.markUnit(u, fFought|fActivated)
	}
}
