package bladebow

import (
	"math/bits"
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
		return x.explainMove(a)
	case tRide:
		return x.explainRide(t, a)
	case tVolleys:
		if a.Verb == vTarget {
			c.doVolleys(t, a)
			x.aimBest()
			return x.explainShot()
		}
	case tFirers:
		c.doFirers(t, a)
		return x.explainShot()
	case tMelees:
		if a.Verb == vAttack {
			c.doMelees(t, a)
			x.assistAll()
			return x.explainMelee()
		}
	case tAttackers:
		c.doAttackers(t, a)
		return x.explainMelee()
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

// addDice adds the terms of the dice of both sides: those of the attack count up, those of the defence down.
func (x *explainer) addDice(e *game.Explanation, terms func(half int, add func(value int, key, clause string, u uint8)), clause string) {
	for half, sign := range [2]int{1, -1} {
		sum := 0
		terms(half, func(value int, key, clause string, u uint8) {
			sum += value
			if key == "ranks" && !x.knows(u) {
				return
			}
			p := int(u)
			if u == none {
				p = x.defenderPiece()
			}
			modify(e, sign*value, key, clause, piece("unit", p), num("n", value))
		})
		if sum > maxDice {
			modify(e, sign*(maxDice-sum), "most-dice", clause, num("n", sum-maxDice))
		}
	}
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

// addLeaders adds the chance that each leader in the square of a unit is killed if it is struck (6.3).
func (x *explainer) addLeaders(e *game.Explanation, u uint8, struck, of uint64) {
	if struck == 0 {
		return
	}
	g := gcd(struck, of)
	for l := range x.b.leaders {
		if p := &x.leaders[l]; p.where == onMap && p.square == x.units[u].square && x.b.leaders[l].Side == int(x.side(u)) {
			also(e, "leader.killed", struck/g*uint64(x.b.leaders[l].Value), of/g*36, x.b.leaderPiece(l))
		}
	}
}

// aimBest chooses the firers of a preview: everybody who brings more attack dice than his turning gives the target.
func (x *explainer) aimBest() {
	best, gain := uint8(none), -maxDice
	dice := 0
	for set := x.form.units; set != 0; set &= set - 1 {
		u := uint8(bits.TrailingZeros64(set))
		if !x.mayAim(u).ok() {
			continue
		}
		turns, _ := x.turnsTo(u, int(x.units[x.shot.target].square))
		more := x.b.units[u].Strength - turns
		if more > gain {
			best, gain = u, more
		}
		if more > 0 && (turns == 0 || dice < maxDice) {
			dice += x.b.units[u].Strength
			x.aim(u)
		}
	}
	if x.shot.n == 0 && best != none {
		x.aim(best)
	}
}

// explainShot explains the ranged attack that has been prepared.
func (x *explainer) explainShot() *game.Explanation {
	if x.shot.n == 0 {
		return nil
	}
	thrown := false
	for _, t := range x.tasks[:x.nTasks] {
		thrown = thrown || t.kind == tShot && t.a == 2
	}
	e := &game.Explanation{Kind: "shot"}
	x.addDice(e, x.shotTerms, "bnb-R50")
	var list []likely
	struck, of := uint64(0), uint64(0)
	target := x.shot.target
	x.overRanks(e, []uint8{target}, func(share uint64) {
		d, hit := x.shotOdds(thrown)
		struck, of = hit, d.of // whether it is struck does not depend on its ranks
		list = append(list, likely{d, share})
	})
	addOdds(e, mix(list))
	x.addLeaders(e, target, struck, of)
	return e
}

// assistAll lets everybody attack who can.
func (x *explainer) assistAll() {
	for set := x.form.units; set != 0; set &= set - 1 {
		if u := uint8(bits.TrailingZeros64(set)); x.mayAssist(u).ok() {
			x.assist(u)
		}
	}
}

// duelStage returns the stage of the melee.
func (x *explainer) duelStage() uint8 {
	for _, t := range x.tasks[:x.nTasks] {
		if t.kind == tDuel {
			return t.a
		}
	}
	return duelDeclared
}

// settle brings the copy to where the dice of the melee are thrown: those who have failed drop out, the others enter, and the
// first who may is the lead. It reports whether there is a melee.
func (x *explainer) settle(stage uint8) bool {
	d := &x.duel
	if stage < duelEntered {
		x.dropFailed()
	}
	if d.n == 0 || stage >= duelDefender {
		return false
	}
	if stage < duelCards && x.current().kind != tLead {
		for i, u := range d.units[:d.n] {
			if x.mayLead(u) {
				d.units[0], d.units[i] = d.units[i], d.units[0]
				break
			}
		}
	}
	return true
}

// fight returns the dice of the melee: those that lie and those to be thrown, and the re-rolls to come.
func (x *explainer) fight(stage uint8) fight {
	d := &x.duel
	f := fight{first: x.half(x.second())}
	for i := range f.groups {
		g := &f.groups[i]
		lying := d.dice[i]
		d.dice[i] = 0x111111
		g.hit, g.cancel = x.tally(i)
		d.dice[i] = lying
		if stage <= duelAttack+uint8(i) {
			g.left = int(d.count[i])
			continue
		}
		g.hits, g.cancels = x.tally(i)
		g.blanks = lying.size() - g.hits - g.cancels
	}
	side := other(x.active)
	f.camp = d.camp != none || d.target != none && x.camps[side] == d.square && !x.overrun[side]
	if stage <= duelFirst {
		f.rerolls = [2]int{1 + int(x.leadersIn(attacking)), int(x.leadersIn(defending))}
	} else if stage == duelSecond {
		f.rerolls[1-f.first] = int(d.rerolls[1-f.first])
	}
	for _, t := range x.tasks[:x.nTasks] {
		switch t.kind {
		case tRerolls:
			half := x.half(t.a)
			f.rerolls[half] = int(d.rerolls[half])
			if t.b != 0 {
				f.rerolls[half] = 0
			}
		case tReroll:
			f.groups[t.c].left++
		}
	}
	if d.camp != none {
		f.rerolls[defending] = 0
	}
	n := f.groups[0].size() + f.groups[1].size() + f.groups[2].size()
	for half := range f.rerolls {
		f.rerolls[half] = min(f.rerolls[half], max(maxThrows-n, 0))
		n += f.rerolls[half]
	}
	return f
}

// explainMelee explains the melee that has been prepared, as if all attackers who have not failed yet entered it.
func (x *explainer) explainMelee() *game.Explanation {
	stage := x.duelStage()
	e := &game.Explanation{Kind: "melee"}
	if stage < duelEntered {
		x.addEntries(e, stage)
	}
	if !x.settle(stage) {
		if len(e.Also) > 0 {
			return e
		}
		return nil
	}
	d := &x.duel
	lead := d.units[0]
	var defender, attacker []likely
	var struck [2]uint64
	var of [2]uint64
	x.overRanks(e, []uint8{lead, d.target}, func(share uint64) {
		if stage < duelAttack {
			x.countDice()
		}
		f := x.fight(stage)
		m := x.meleeOdds(&f)
		m.defender.reduce()
		m.lead.reduce()
		defender, attacker = append(defender, likely{m.defender, share}), append(attacker, likely{m.lead, share})
		struck, of = m.struck, m.of
	})
	known := len(defender) == 1
	x.addDice(e, x.meleeDice, "bnb-9.4.6c")
	addOdds(e, mix(defender))
	ours := mix(attacker)
	for o, w := range ours.weight {
		if w > 0 && outcome(o) != unharmed {
			key := "result." + outcomeKeys[o]
			if outcome(o) == overrun {
				key = "result.spent"
			}
			also(e, key, w, ours.of, int(lead))
		}
	}
	if known {
		if d.target != none {
			x.addLeaders(e, d.target, struck[defending], of[defending])
		}
		x.addLeaders(e, lead, struck[attacking], of[attacking])
	}
	return e
}

// points returns the commitment points that the viewer could spend, if he attacks.
func (x *explainer) points() int {
	n := int(x.duel.points)
	if game.Side(x.active) == x.viewer {
		for c, at := range x.cards {
			if at == inHand0+x.active {
				n += Deck[c].Commitment
			}
		}
	}
	return n
}

// addEntries adds the chance of each attacker to enter the melee.
func (x *explainer) addEntries(e *game.Explanation, stage uint8) {
	d := &x.duel
	for i, u := range d.units[:d.n] {
		status := d.status[i]
		if stage < duelChecks {
			status = x.entryStatus(u)
		}
		switch status {
		case passed:
			if stage < duelChecks {
				also(e, "entry.automatic", 1, 1, int(u))
			}
		case mustRoll:
			n, level := x.entryDice(u), x.entryLevel(u)
			modify(e, 0, "entry", "bnb-9.4.3a", piece("unit", int(u)), num("dice", n), num("level", min(max(level, 0), 6)))
			x.entryModifiers(u, func(value int, key, clause string) {
				modify(e, 0, "entry-"+key, clause, piece("unit", int(u)), num("n", value))
			})
			x.addCommitment(e, u, true)
		}
	}
}

// addCommitment adds the chance of an attacker to enter without and with each number of points that changes it.
func (x *explainer) addCommitment(e *game.Explanation, u uint8, without bool) {
	weight, of := entryPrices(x.entryDice(u), x.entryLevel(u))
	if without {
		also(e, "entry.passes", weight[0], of, int(u))
	}
	sum := weight[0]
	for k := 1; k <= min(x.points(), len(pointKeys)) && sum < of; k++ {
		if weight[k] > 0 {
			sum += weight[k]
			also(e, pointKeys[k-1], sum, of, int(u))
		}
	}
}

// pointKeys are the keys of what commitment points do.
var pointKeys = [...]string{
	"entry.points-1", "entry.points-2", "entry.points-3", "entry.points-4", "entry.points-5", "entry.points-6", "entry.points-7",
	"entry.points-8", "entry.points-9", "entry.points-10", "entry.points-11", "entry.points-12", "entry.points-13",
	"entry.points-14", "entry.points-15",
}

// explainEntry explains the entry dice of an attacker.
func (x *explainer) explainEntry(u uint8) *game.Explanation {
	e := &game.Explanation{Kind: "check"}
	modify(e, 0, "entry", "bnb-9.4.3a", piece("unit", int(u)), num("dice", x.entryDice(u)), num("level", min(max(x.entryLevel(u), 0), 6)))
	x.entryModifiers(u, func(value int, key, clause string) {
		modify(e, value, key, clause, piece("unit", int(u)), num("n", value))
	})
	weight, of := entryPrices(x.entryDice(u), x.entryLevel(u))
	addPass(e, weight[0], of)
	x.addCommitment(e, u, false)
	return e
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

// explainCommit explains what a choice of the commitment leads to: the melee with those who have passed, and what the others
// still need.
func (x *explainer) explainCommit(t task, a game.Action) *game.Explanation {
	price := 0
	for i, u := range x.duel.units[:x.duel.n] {
		if a.Verb == vPress && int32(u) == a.A {
			price = x.price(i)
		}
	}
	points := int(x.duel.points)
	x.doCommit(t, a)
	if a.Verb == vCommit {
		e := &game.Explanation{Kind: "check", Allowance: int(x.duel.points)}
		for i, u := range x.duel.units[:x.duel.n] {
			if x.duel.status[i] == failed {
				modify(e, 0, "price", "bnb-4.1d", piece("unit", int(u)), num("price", x.price(i)), num("points", int(x.duel.points)))
			}
		}
		return e
	}
	e := x.explainMelee()
	if e != nil && a.Verb == vPress {
		e.Cost, e.Allowance = price, points
	}
	return e
}

// explainMove returns the way of the moving unit and its cost, or the odds of its reverse.
func (x *explainer) explainMove(a game.Action) *game.Explanation {
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
			e.Modifiers, e.Sum, e.Total, e.Rows, e.Odds = check.Modifiers, check.Sum, check.Total, check.Rows, check.Odds
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
		}
	}
	return e
}

// explainAgain explains a further attack of cavalry: its morale check, and the melee (9.4.12).
func (x *explainer) explainAgain() *game.Explanation {
	d := &x.duel
	u := d.units[0]
	check := x.explainCheck("check", u, checkAgain)
	pass := uint64(0)
	for _, r := range check.Rows {
		if r.Result == passKey(true) {
			pass++
		}
	}
	next := duel{target: d.target, camp: none, square: x.units[d.target].square, facing: x.units[d.target].facing, n: 1, chain: 1}
	next.units[0], next.status[0] = u, needless
	*d = next
	for i := range x.tasks[:x.nTasks] {
		if x.tasks[i].kind == tDuel {
			x.tasks[i].a = duelEntered
		}
	}
	e := x.explainMelee()
	if e == nil {
		return check
	}
	also(e, "again.passes", pass, 6, int(u))
	return e
}
