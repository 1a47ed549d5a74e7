package bladebow

import "acies/game"

// Notes of explanations: what a die is rolled against, what the enemy may do first, and what an action costs later.

func addNote(e *game.Explanation, key, clause string, args ...game.Arg) {
	e.Notes = append(e.Notes, game.Event{Key: "note." + key, Clause: clause, Args: args, To: game.Everyone})
}

// noteLevel adds the morale level that no modified die may exceed.
func noteLevel(e *game.Explanation, level int) {
	addNote(e, "level", "bnb-3.4b", num("level", level))
}

// noteFailure adds what a unit suffers if it fails a single check.
func (x *explainer) noteFailure(e *game.Explanation, u uint8, what int) {
	unit := piece("unit", int(u))
	switch what {
	case checkLeft:
		if x.disrupted(u) {
			addNote(e, "fails-loss", "bnb-6.2.2c", unit)
		} else {
			addNote(e, "fails-disrupted", "bnb-6.2.2b", unit)
		}
	case checkReverse:
		addNote(e, "fails-reverse", "bnb-7.1.3d", unit)
	case checkHold:
		addNote(e, "fails-recoil", "bnb-9.4.9c", unit)
	case checkAgain:
		addNote(e, "fails-after", "bnb-9.4.12c", unit)
	case checkReturn:
		addNote(e, "fails-lost", "bnb-5.5.2d", unit)
	}
}

// noteMove adds, to the cost of a move, who is disrupted on the way, and what its end takes from the unit that moves.
func (x *explainer) noteMove(e *game.Explanation, t task, a game.Action) {
	u, q := x.move.unit, int(a.A)
	entered := q != int(x.units[u].square)
	known, marked := x.has(u, fKnown), x.has(u, fMelee)
	var events game.Events
	x.sink = &events
	x.doMove(t, a)
	x.sink = nil
	x.refresh()
	unit := piece("unit", int(u))
	for _, v := range events {
		if v.Key == "disrupted" {
			addNote(e, "disrupted", v.Clause, piece("unit", v.Args[0].N))
		}
	}
	if x.current().kind == tPush {
		addNote(e, "displaces", "bnb-7.3.4d", piece("unit", int(x.move.pushed)))
	}
	if zone := x.enemyZone(x.side(u), q); entered && zone != noZone {
		if zone == strong {
			addNote(e, "zone-strong", "bnb-7.2.2b", unit)
		} else {
			addNote(e, "zone-weak", "bnb-7.2a", unit)
		}
		if x.b.units[u].Strength > 0 {
			addNote(e, "no-shooting", "bnb-8.1a", unit)
		}
	}
	if x.ranked(u) && !known && x.has(u, fKnown) {
		addNote(e, "ranks-shown", "bnb-2.3.2.7e", unit)
	}
	if marked {
		addNote(e, "marker-lost", "bnb-9.4.4.6b", unit)
	}
}

// noteShot adds, to the odds of a ranged attack that has not been declared yet, how it leaves those who make it, and what the
// enemy may do first.
func (x *explainer) noteShot(e *game.Explanation) *game.Explanation {
	if e == nil {
		return nil
	}
	target := x.shot.target
	for _, u := range x.shot.firers[:x.shot.n] {
		if turns, f := x.turnsTo(u, int(x.units[target].square)); turns > 0 {
			addNote(e, "turns", "bnb-8.4d", piece("unit", int(u)), heading("facing", f))
		}
	}
	addNote(e, "shot-once", "bnb-8.6a", piece("unit", int(target)))
	x.noteCards(e)
	return e
}

// noteMelee adds, to the odds of a melee that has not been declared yet, what the enemy may do first, and what the lead does
// after it.
func (x *explainer) noteMelee(e *game.Explanation) *game.Explanation {
	if e == nil {
		return nil
	}
	d := &x.duel
	if d.target != none && x.mayEvade() && x.canRetreat() {
		clause := "bnb-9.4.2a"
		if x.b.units[d.target].Mounted {
			clause = "bnb-9.4.2b"
		}
		addNote(e, "may-evade", clause, piece("unit", int(d.target)))
	}
	x.noteCards(e)
	x.noteAdvance(e)
	for _, u := range d.units[:d.n] {
		if x.entryStatus(u) == mustRoll {
			addNote(e, "attack-used", "bnb-R107")
			break
		}
	}
	return e
}

// noteDice adds how many dice both sides roll in the melee: the sum of their terms is no number that anybody rolls against. Ranks
// that the viewer does not know are left out.
func (x *explainer) noteDice(e *game.Explanation, stage uint8, known bool) {
	if stage < duelAttack {
		x.countDice()
	}
	n := x.duel.count
	key := "dice"
	if !known {
		key = "dice-known"
	}
	addNote(e, key, "bnb-9.4.6a", num("attack", int(n[0]+n[1])), num("defence", int(n[2])))
}

// noteAdvance adds what becomes of the lead if the defender leaves its square.
func (x *explainer) noteAdvance(e *game.Explanation) {
	if x.duel.target == none {
		return
	}
	lead := piece("unit", int(x.duel.units[0]))
	if x.has(x.duel.units[0], fShield) {
		addNote(e, "no-advance", "bnb-13.2c", lead)
		return
	}
	c := *x.State
	c.duel.moved, c.at[c.duel.square] = true, none
	if c.mustAdvance() == mustGo {
		addNote(e, "must-advance", "bnb-9.4.10a", lead)
	}
}

// noteCards adds that the enemy may play cards before the dice: how many he holds is known to everybody.
func (x *explainer) noteCards(e *game.Explanation) {
	enemy := other(x.active)
	if n := x.handCount(enemy); n > 0 {
		addNote(e, "may-play", "bnb-4.2c", player("side", enemy), num("n", n))
	}
}
