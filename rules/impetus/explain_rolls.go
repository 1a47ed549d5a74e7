package impetus

import "acies/game"

// Explanations of rolls that are due, and of choices that lead to one die.

// explainRoll explains the roll that is due, or returns nil if only a distance depends on it.
func (s *State) explainRoll() *game.Explanation {
	t := s.current()
	switch t.kind {
	case tInitiative:
		return s.explainInitiative(t)
	case tTest:
		return s.explainDueTest()
	case tShot:
		return s.explainPool("shot", s.shot.target, int(s.shot.left), byShot)
	case tContact:
		return s.explainPool("shot", s.fight.mains[1-(t.a-contactPilaAttack)], int(s.fight.left), byPila)
	case tMelee:
		return s.explainRound(t)
	case tHurt:
		return s.explainCohesion(s.hurt.unit, s.hurt.cause, s.hurt.damage)
	case tPursuit:
		return s.explainPursuit()
	case tCommander:
		return s.explainCommander(t)
	case tPanic:
		return &game.Explanation{Kind: "check", Odds: []game.Odds{{Result: "panic.none", Weight: 1, Of: 2, Piece: -1}, {Result: "panic.runs", Weight: 1, Of: 2, Piece: -1}}}
	}
	return nil
}

// summed completes an explanation whose total is the sum of its modifiers.
func summed(e *game.Explanation) *game.Explanation {
	for _, m := range e.Modifiers {
		e.Sum += m.Value
	}
	e.Total = e.Sum
	return e
}

// explainInitiative explains the dice of a side: against those of the enemy if they lie on the table, or else against all
// that he may roll.
func (s *State) explainInitiative(t task) *game.Explanation {
	side := s.namer(t.a)
	var m mods
	bonus := m.add(s.initiativeBonus(side, s.named[side]), "leadership", "imp-3.1a")
	e := summed(&game.Explanation{Kind: "initiative", Modifiers: m.modifiers()})
	if s.alone {
		return e
	}
	enemy := other(side)
	var ways [3]int // lost, tied, won
	for _, own := range pairs {
		theirs := pairs[:]
		if t.a == 1 {
			theirs = []int{s.total(enemy) - s.initiativeBonus(enemy, s.named[enemy])}
		}
		for _, n := range theirs {
			switch d := own + bonus - n - s.initiativeBonus(enemy, s.named[enemy]); {
			case d < 0:
				ways[0]++
			case d > 0:
				ways[2]++
			default:
				ways[1]++
			}
		}
	}
	for i, key := range [...]string{"initiative.lost", "initiative.tied", "initiative.won"} {
		if ways[i] > 0 {
			e.Odds = append(e.Odds, game.Odds{Result: key, Weight: ways[i], Of: ways[0] + ways[1] + ways[2], Piece: -1})
		}
	}
	return e
}

// pairs are the sums of two dice, in every way.
var pairs = func() (list [36]int) {
	for i := range list {
		list[i] = 2 + i/6 + i%6
	}
	return list
}()

// explainDueTest explains the discipline test that is due.
func (s *State) explainDueTest() *game.Explanation {
	one := [1]uint8{s.test.unit}
	units := one[:]
	if s.test.purpose <= forCharge && s.test.unit == s.act.units[0] {
		units = s.acting()
	}
	n := s.testNeeds()
	e := summed(&game.Explanation{Kind: "test", Odds: passOdds(n), Modifiers: s.testModifiers(units, n-s.needs(units, 0))})
	noteTest(e, s.test.purpose, s.test.unit, n)
	return e
}

// explainPool explains dice that are thrown at a unit.
func (s *State) explainPool(kind string, target uint8, n int, cause uint8) *game.Explanation {
	f := s.fateUnder(target, n, cause)
	var m mods
	m.add(n, "dice", "imp-13.1a")
	return summed(&game.Explanation{Kind: kind, Odds: f.odds(nil, target), Modifiers: m.modifiers()})
}

// explainRound explains what is left of a round of melee.
func (s *State) explainRound(t task) *game.Explanation {
	f := &s.fight
	if t.a >= meleeDefenderDie {
		i := meleeAttackerDie - t.a
		return s.explainCohesion(f.mains[i], byMelee, f.damage[i])
	}
	own, enemy := s.fateUnder(f.mains[0], int(f.pools[1]), byMelee), s.fateUnder(f.mains[1], int(f.pools[0]), byMelee)
	side := 0
	if t.a == meleeDefend {
		side = 1
		enemy = s.fateAfter(f.mains[1], byMelee, damage(f.sixes[0], f.fives[0]))
	}
	e := &game.Explanation{Kind: "melee", Odds: roundOdds(&own, &enemy), Modifiers: s.meleeModifiers(side)}
	e.Notes = []game.Event{s.opposing(side)}
	s.noteRound(e)
	summed(e).Total = int(f.pools[side])
	return e
}

// meleeModifiers lists what makes the dice of a side: those of its main unit one by one, and those of each support.
func (s *State) meleeModifiers(side int) []game.Modifier {
	var m mods
	s.meleePool(side, s.fight.mains[side], &m)
	list := m.modifiers()
	for i := range s.b.units {
		if u := uint8(i); s.isSupport(side, u) {
			if n := max(0, s.meleePool(side, u, nil)+1) / 2; n > 0 {
				list = append(list, game.Modifier{Value: n, Key: "support", Clause: "imp-17.1g", Args: []game.Arg{piece("unit", i)}})
			}
		}
	}
	return list
}

// opposing says with how many dice the other side fights back.
func (s *State) opposing(side int) game.Event {
	return game.Event{Key: "note.opposing", Clause: "imp-12.1c", Args: []game.Arg{piece("unit", int(s.fight.mains[1-side])), num("dice", s.sidePool(1-side))}}
}

// fateAfter returns what known damage makes of a unit.
func (s *State) fateAfter(u, cause, damage uint8) fate {
	f := fate{of: 6}
	if damage == 0 {
		f.ways[untouched] = 6
		return f
	}
	flanked := cause == byMelee && (s.flanked(u) || s.typ(u) == Baggage)
	f.suffer(1, max(1, s.criticalBase(u, cause)-int(damage)), s.strength(u), s.disordered(u), flanked)
	return f
}

// explainCohesion explains a cohesion test: the critical number, and what each face means.
func (s *State) explainCohesion(u, cause, damage uint8) *game.Explanation {
	var m mods
	n := s.critical(u, cause, damage, &m)
	f := s.fateAfter(u, cause, damage)
	e := summed(&game.Explanation{Kind: "check", Odds: f.odds(nil, u), Modifiers: m.modifiers()})
	e.Total = n
	addNote(e, "critical-now", "imp-14.2a", num("critical", n))
	return e
}

// explainCommander explains the dice for the fate of a commander (T8).
func (s *State) explainCommander(t task) *game.Explanation {
	c, side, spared := t.a, uint8(t.b>>1), t.b&1 != 0
	var m mods
	bonus := s.commanderModifier(side, c, int(t.c), &m)
	e := summed(&game.Explanation{Kind: "check", Modifiers: m.modifiers()})
	var ways [len(lots)]int
	for _, n := range pairs {
		ways[lotOf(n+bonus, spared, s.chief[side] == c)]++
	}
	for i, n := range ways {
		if n > 0 {
			e.Odds = append(e.Odds, game.Odds{Result: lots[i], Weight: n, Of: len(pairs), Piece: -1})
		}
	}
	return e
}

// lots are what may become of a commander.
var lots = [...]string{"lot.spared", "lot.captured", "lot.killed", "lot.captured-rout", "lot.killed-rout", "lot.army-rout"}

// lotOf returns which of them a total means.
func lotOf(total int, lost, chief bool) int {
	switch {
	case total <= 6 && !lost:
		return 0
	case total <= 8:
		return 1
	case total <= 10:
		return 2
	case total <= 12:
		return 3
	case total >= 15 && chief:
		return 5
	}
	return 4
}
