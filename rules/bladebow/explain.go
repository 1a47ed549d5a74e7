package bladebow

import (
	"slices"

	"acies/game"
)

// Explanations: the cost of a move with its path; the dice, modifiers and exact odds of a combat or a check, before it is
// begun and at each step of it. They are worked out on a copy of the state from what the viewer knows, over all distributions
// of the ranks that he does not know.

// Explain implements [game.State].
func (s *State) Explain(a game.Action, viewer game.Side) *game.Explanation {
	// The hand of another may not even be told by what he is allowed to play.
	if (a.Verb == vPlay || a.Verb == vCommit) && s.ToAct() != viewer || !s.check(a).ok() {
		return nil
	}
	t := s.current()
	c := *s
	c.sink = nil
	x := explainer{State: &c, viewer: viewer}
	switch t.kind {
	case tMove:
		return x.explainMove(t, a)
	case tRide:
		return x.explainRide(t, a)
	case tVolleys:
		if a.Verb == vTarget {
			c.doVolleys(t, a)
			x.aimBest()
			return x.noteShot(x.explainShot())
		}
	case tFirers:
		c.doFirers(t, a)
		return x.noteShot(x.explainShot())
	case tMelees:
		if a.Verb == vAttack {
			c.doMelees(t, a)
			x.assistAll()
			return x.noteMelee(x.explainMelee())
		}
	case tAttackers:
		c.doAttackers(t, a)
		return x.noteMelee(x.explainMelee())
	case tEvade:
		if a.Verb == vStand {
			c.doEvade(t, a)
			return x.explainMelee()
		}
	case tLead, tRerolls:
		nodes[t.kind].do(&c, t, a)
		return x.explainMelee()
	case tCommit:
		return x.explainCommit(t, a)
	case tOrders, tForm:
		if a.Verb == vShoot || a.Verb == vGo && c.form.kind == orderShoot {
			return x.explainShooting(t, a)
		}
		return x.explainRally(t, a)
	case tAgain:
		if a.Verb == vAgain {
			return x.explainAgain()
		}
	case tWindow:
		return x.explainCard(t, a)
	}
	if a.Verb == vRoll {
		return x.explainRoll(t)
	}
	return nil
}

// explainer explains on a copy of a state what a viewer may know.
type explainer struct {
	*State
	viewer game.Side
}

// explainRoll explains the roll that is due.
func (x *explainer) explainRoll(t task) *game.Explanation {
	switch t.kind {
	case tShot:
		return x.explainShot()
	case tDuel, tReroll:
		return x.explainMelee()
	case tEntry:
		return x.explainEntry(x.duel.units[t.a])
	case tCheck:
		return x.explainCheck("check", t.a, int(t.b))
	case tRoutDice:
		return x.explainRout()
	case tCasualty:
		return x.explainCasualty(t)
	case tInitiative:
		return x.explainInitiative()
	case tTurnEnd:
		return x.explainEnd()
	}
	return nil
}

// explainCard explains a card that might be played in a window, beside the odds without it, or the odds if none is.
func (x *explainer) explainCard(t task, a game.Action) *game.Explanation {
	c := *x.State
	with := explainer{State: &c, viewer: x.viewer}
	if window(t.a) == windowT && a.Verb == vPlay && a.B > 0 {
		u := uint8(a.B - 1)
		c.doWindow(t, a)
		return compare(x.explainCheck("check", u, checkReturn), with.explainCheck("check", u, checkReturn))
	}
	without := x.explainWindow(t)
	if a.Verb == vPass || without == nil {
		if a.Verb == vPlay && Deck[a.A].Effect == DoubleMarch {
			return x.explainDoubleMarch()
		}
		return without
	}
	c.doWindow(t, a)
	return compare(without, with.explainWindow(t))
}

// compare adds the odds without a card to an explanation with it. If the card changes nothing, there is nothing to explain.
func compare(without, with *game.Explanation) *game.Explanation {
	if with == nil || slices.Equal(with.Odds, without.Odds) && slices.Equal(with.Also, without.Also) {
		return nil
	}
	for _, o := range without.Odds {
		o.Result = "without." + o.Result
		with.Also = append(with.Also, o)
	}
	return with
}

// explainWindow explains what a window is about.
func (x *explainer) explainWindow(t task) *game.Explanation {
	switch window(t.a) {
	case windowF:
		return x.explainShot()
	case windowD, windowE, windowC, windowW, windowZ:
		return x.explainMelee()
	case windowPanic:
		return x.explainRout()
	case windowL:
		for _, below := range slices.Backward(x.tasks[:x.nTasks]) {
			if below.kind == tCasualty {
				return x.explainCasualty(below)
			}
		}
	case windowI:
		return x.explainInitiative()
	case windowY:
		return x.explainFormation(none)
	}
	return nil
}

// knows reports whether the viewer knows the ranks of a unit.
func (x *explainer) knows(u uint8) bool {
	return u == none || !x.ranked(u) || game.Side(x.side(u)) == x.viewer || x.has(u, fKnown)
}

// maxShares is how many distributions of ranks are told apart; if there are more, their numbers are rounded.
const maxShares = 1 << 24

// overRanks calls visit for every combination of ranks that units whose ranks the viewer does not know may have, with the
// number of distributions that lead to it. It leaves those units without ranks, and adds a line for each to the explanation.
func (x *explainer) overRanks(e *game.Explanation, units []uint8, visit func(share uint64)) {
	type hidden struct {
		u      uint8
		shares [maxMarker + 1]uint64
	}
	var list []hidden
	for _, u := range units {
		if x.knows(u) {
			continue
		}
		ranks := x.secretRanks(x.side(u))
		h := hidden{u, ranks.chances(u)}
		least, most, sum := maxMarker, 0, uint64(0)
		for n, w := range h.shares {
			if w > 0 {
				least, most = min(least, n), n
			}
			sum += w
		}
		for ; sum > maxShares; sum /= 2 {
			for n := range h.shares {
				h.shares[n] /= 2
			}
		}
		list = append(list, h)
		e.Modifiers = append(e.Modifiers, game.Modifier{
			Key: "ranks-unknown", Clause: "bnb-2.3.2.7c", Args: []game.Arg{piece("unit", int(u)), num("least", least), num("most", most)},
		})
	}
	var nest func(list []hidden, share uint64)
	nest = func(list []hidden, share uint64) {
		if len(list) == 0 {
			visit(share)
			return
		}
		for n, w := range list[0].shares {
			if w > 0 {
				x.units[list[0].u].ranks = uint8(n)
				nest(list[1:], share*w)
			}
		}
		x.units[list[0].u].ranks = 0
	}
	nest(list, 1)
}

// modify adds a term to an explanation.
func modify(e *game.Explanation, value int, key, clause string, args ...game.Arg) {
	e.Modifiers = append(e.Modifiers, game.Modifier{Value: value, Key: key, Clause: clause, Args: args})
	e.Sum += value
	e.Total = e.Sum
}

// addOdds adds the distribution of outcomes.
func addOdds(e *game.Explanation, d spread) {
	d.reduce()
	for o, w := range d.weight {
		if w > 0 {
			e.Odds = append(e.Odds, game.Odds{Result: "result." + outcomeKeys[o], Weight: int(w), Of: int(d.of), Piece: -1})
		}
	}
}

// also adds a chance of something besides.
func also(e *game.Explanation, result string, weight, of uint64, p int) {
	g := gcd(weight, of)
	e.Also = append(e.Also, game.Odds{Result: result, Weight: int(weight / g), Of: int(of / g), Piece: p})
}

// addPass adds the odds of something that passes or fails.
func addPass(e *game.Explanation, pass, of uint64) {
	g := gcd(pass, of)
	pass, of = pass/g, of/g
	if pass > 0 {
		e.Odds = append(e.Odds, game.Odds{Result: "check.passed", Weight: int(pass), Of: int(of), Piece: -1})
	}
	if pass < of {
		e.Odds = append(e.Odds, game.Odds{Result: "check.failed", Weight: int(of - pass), Of: int(of), Piece: -1})
	}
}
