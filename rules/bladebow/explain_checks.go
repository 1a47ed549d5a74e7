package bladebow

import (
	"math/bits"

	"acies/game"
)

// Explanations of moves and of everything that one check or a few dice decide.

// explainMove returns the way of the moving unit and its cost, or the odds of its reverse.
func (x *explainer) explainMove(t task, a game.Action) *game.Explanation {
	u := x.move.unit
	switch a.Verb {
	case vTo:
		var path [maxPath]int16
		n, cost := x.trace(int(a.A), int(a.B), &path)
		e := &game.Explanation{Kind: "move", Cost: cost, Allowance: int(x.move.mp)}
		for i := n - 1; i >= 0; i-- {
			if sq := int(path[i]) / 8; len(e.Path) == 0 || e.Path[len(e.Path)-1] != sq {
				e.Path = append(e.Path, sq)
			}
		}
		x.noteMove(e, t, a)
		return e
	case vReverse:
		var e *game.Explanation
		if x.leaderIn(x.side(u), int(x.units[u].square)) {
			e = &game.Explanation{Kind: "check"}
			modify(e, 0, "leader-in", "bnb-C4a", piece("unit", int(u)))
			addPass(e, 1, 1)
		} else {
			e = x.explainCheck("check", u, checkReverse)
		}
		e.Cost, e.Allowance = 2, int(x.move.mp)
		return e
	}
	return nil
}

// explainDoubleMarch explains what the card changes: how far the units could go, not where they have been sent.
func (x *explainer) explainDoubleMarch() *game.Explanation {
	e := &game.Explanation{Kind: "move"}
	addNote(e, "march-goals", "bnb-E8")
	return e
}

// explainRide explains the check of a unit that its leader leaves in an enemy zone of control (6.2.2).
func (x *explainer) explainRide(t task, a game.Action) *game.Explanation {
	if a.Verb != vRide || x.leaders[t.a].where != onMap {
		return nil
	}
	from := int(x.leaders[t.a].square)
	side := uint8(x.b.leaders[t.a].Side)
	u := x.at[from]
	if u == none || x.side(u) != side || x.enemyZone(side, from) == noZone {
		return nil
	}
	x.leaders[t.a].square = int16(a.A)
	return x.explainCheck("check", u, checkLeft)
}

// explainCheck explains the single morale die of a unit.
func (x *explainer) explainCheck(kind string, u uint8, what int) *game.Explanation {
	e := &game.Explanation{Kind: kind}
	x.checkModifiers(u, what, func(value int, key, clause string) {
		modify(e, value, key, clause, piece("unit", int(u)), num("n", value))
	})
	pass := 0
	for die := 1; die <= 6; die++ {
		r := game.Row{Die: die, Total: die + e.Total, Result: passKey(die+e.Total <= x.checkLevel(u, what)), Clause: checkClauses[what]}
		if r.Result == passKey(true) {
			pass++
		}
		e.Rows = append(e.Rows, r)
	}
	for _, o := range [2]game.Odds{{Result: passKey(true), Weight: pass, Of: 6, Piece: -1}, {Result: passKey(false), Weight: 6 - pass, Of: 6, Piece: -1}} {
		if o.Weight > 0 {
			e.Odds = append(e.Odds, o)
		}
	}
	noteLevel(e, x.checkLevel(u, what))
	x.noteFailure(e, u, what)
	return e
}

// explainRout explains rout check dice.
func (x *explainer) explainRout() *game.Explanation {
	h := &x.hurt
	u := h.unit
	if u == none {
		return nil
	}
	e := &game.Explanation{Kind: "check"}
	unit := piece("unit", int(u))
	modify(e, int(h.rout), "rout-dice", "bnb-9.4.11a", unit)
	if n := x.routDice() - int(h.rout); n != 0 {
		modify(e, n, "leader-in", "bnb-9.4.11d", unit)
	}
	if h.panic != 0 {
		modify(e, int(h.panic), "cards", "bnb-E24", unit)
	}
	n := min(max(e.Sum, 0), maxDice)
	e.Total = n
	pass, of := share(x.steadiness(u))
	addPass(e, power(pass, n), power(of, n))
	noteLevel(e, x.steadiness(u))
	return e
}

// explainCasualty explains the dice of a leader's casualty check (6.3, 6.4).
func (x *explainer) explainCasualty(t task) *game.Explanation {
	e := &game.Explanation{Kind: "check"}
	killed, of := min(max(x.b.leaders[t.a].Value, 0), 6), 6
	if t.b < 2 {
		danger := 1
		if x.hurt.singled {
			danger = 2
		}
		killed, of = killed*danger, 36
	}
	if x.hurt.shade {
		killed = 0
	}
	if killed > 0 {
		e.Odds = append(e.Odds, game.Odds{Result: "leader.killed", Weight: killed, Of: of, Piece: -1})
	}
	if killed < of {
		key := "leader.survives"
		if t.c != 0 {
			key = "leader.captured"
		}
		e.Odds = append(e.Odds, game.Odds{Result: key, Weight: of - killed, Of: of, Piece: -1})
	}
	return e
}

// explainInitiative explains who wins the initiative with the dice that are still to be rolled; a tie leaves it where it is
// (5.3).
func (x *explainer) explainInitiative() *game.Explanation {
	e := &game.Explanation{Kind: "initiative"}
	for side := range uint8(2) {
		if n := int(x.omens[side]); n != 0 {
			modify(e, n, "omens", "bnb-E13", player("side", side), num("n", n))
		}
	}
	stage := uint8(0)
	for _, t := range x.tasks[:x.nTasks] {
		if t.kind == tInitiative {
			stage = t.a
		}
	}
	var won [2]int
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			var total [2]int
			total[x.second()], total[x.initiative] = a+int(x.omens[x.second()]), b+int(x.omens[x.initiative])
			if stage == 2 {
				total[x.second()] = int(x.dice[x.second()])
			}
			switch {
			case total[0] < total[1]:
				won[0]++
			case total[1] < total[0]:
				won[1]++
			default:
				won[x.initiative]++
			}
		}
	}
	for side, key := range [2]string{"initiative.attacker", "initiative.defender"} {
		if won[side] > 0 {
			e.Odds = append(e.Odds, game.Odds{Result: key, Weight: won[side], Of: 36, Piece: -1})
		}
	}
	return e
}

// explainEnd explains the die for the end of the game (5.7).
func (x *explainer) explainEnd() *game.Explanation {
	e := &game.Explanation{Kind: "check"}
	icon := x.b.setup.Icons[x.turn-1]
	for die := 1; die <= 6; die++ {
		r := game.Row{Die: die, Total: die, Result: "end.goes-on", Clause: "bnb-5.7b"}
		if die <= icon {
			r.Result = "end.over"
		}
		e.Rows = append(e.Rows, r)
	}
	for _, o := range [2]game.Odds{{Result: "end.over", Weight: icon, Of: 6, Piece: -1}, {Result: "end.goes-on", Weight: 6 - icon, Of: 6, Piece: -1}} {
		if o.Weight > 0 {
			e.Odds = append(e.Odds, o)
		}
	}
	return e
}

// explainRally explains the rally of a formation that is being gathered.
func (x *explainer) explainRally(t task, a game.Action) *game.Explanation {
	last := uint8(none)
	switch {
	case t.kind == tOrders && a.Verb == vRally:
		x.form.leaders = 0xff
		last = uint8(a.A)
		x.join(last)
	case t.kind == tForm && x.form.kind == orderRally && a.Verb == vWith:
		last = uint8(a.A)
		x.join(last)
	case t.kind != tForm || x.form.kind != orderRally || a.Verb != vGo:
		return nil
	}
	return x.explainFormation(last)
}

// explainFormation explains the rally of a formation: that of one unit with its modifiers, and the chance of each other.
func (x *explainer) explainFormation(first uint8) *game.Explanation {
	alone := x.form.units&(x.form.units-1) == 0
	e := &game.Explanation{Kind: "rally"}
	for set := x.form.units &^ x.form.acted; set != 0; set &= set - 1 {
		u := uint8(bits.TrailingZeros64(set))
		automatic := alone || x.form.wind == u || x.leaderIn(x.side(u), int(x.units[u].square))
		check := x.explainCheck("rally", u, checkRally)
		switch {
		case u == first && automatic:
			modify(e, 0, "automatic", "bnb-11.0c", piece("unit", int(u)))
			addPass(e, 1, 1)
		case u == first:
			e.Modifiers, e.Sum, e.Total, e.Rows, e.Odds, e.Notes = check.Modifiers, check.Sum, check.Total, check.Rows, check.Odds, check.Notes
		case automatic:
			also(e, "rally.succeeds", 1, 1, int(u))
		default:
			pass := uint64(0)
			for _, r := range check.Rows {
				if r.Result == passKey(true) {
					pass++
				}
			}
			also(e, "rally.succeeds", pass, 6, int(u))
			if first == none && len(e.Notes) == 0 {
				e.Notes = check.Notes
			}
		}
	}
	return e
}
