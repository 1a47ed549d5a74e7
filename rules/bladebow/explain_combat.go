package bladebow

import (
	"math/bits"

	"acies/game"
)

// Explanations of combat: ranged attacks, melees and the entry into them, and further attacks of cavalry.

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

// explainShooting warns of an order to shoot that would be given for nothing; there is nothing else to explain before a target
// is chosen.
func (x *explainer) explainShooting(t task, a game.Action) *game.Explanation {
	if t.kind == tOrders {
		x.form = form{kind: orderShoot, leaders: 0xff, wind: none}
		x.join(uint8(a.A))
	}
	if x.anyTarget(x.form.units) {
		return nil
	}
	e := &game.Explanation{Kind: "shot"}
	if t.kind == tOrders && x.anyTarget(x.joinable()) {
		addNote(e, "no-target-alone", "bnb-5.4.4.2a", piece("unit", int(a.A)))
		return e
	}
	addNote(e, "no-target", "bnb-5.4.4.2a")
	if x.holds(LongShot) {
		x.form.reach += 2
		if x.anyTarget(x.form.units) {
			addNote(e, "long-shot", "bnb-E7")
		}
	}
	return e
}

// anyTarget reports whether one of some units has a target, if it is in the formation.
func (x *explainer) anyTarget(units uint64) bool {
	c := *x.State
	c.form.units = units
	for i := range c.b.units {
		if u := uint8(i); c.placed(u) && c.side(u) != c.active && c.mayTarget(int(c.units[u].square)).ok() {
			return true
		}
	}
	return false
}

// joinable returns all units that could come to be in the formation.
func (x *explainer) joinable() uint64 {
	c := *x.State
	for again := true; again; {
		again = false
		for i := range c.b.units {
			if u := uint8(i); c.mayJoin(u).ok() {
				c.join(u)
				again = true
			}
		}
	}
	return c.form.units
}

// holds reports whether the viewer may use an effect: his side acts, and he has a card of it in his hand.
func (x *explainer) holds(e Effect) bool {
	for c, at := range x.cards {
		if game.Side(x.active) == x.viewer && at == inHand0+x.active && Deck[c].Effect == e {
			return true
		}
	}
	return false
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
	attack, defence := x.shotDice() // ranks add none to either
	addNote(e, "dice", "bnb-8.5.1d", num("attack", attack), num("defence", defence))
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
	known := x.knows(lead) && x.knows(d.target)
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
	x.addDice(e, x.meleeDice, "bnb-9.4.6c")
	x.noteDice(e, stage, known)
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
	if len(defender) == 1 {
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
	unsure := false
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
			unsure = true
		}
	}
	if unsure {
		addNote(e, "if-entered", "bnb-9.4.3d")
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
	if e == nil {
		e = &game.Explanation{Kind: "melee"}
		addNote(e, "no-melee", "bnb-9.4.3d")
	}
	if a.Verb == vPress {
		e.Cost, e.Allowance = price, points
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
	e.Notes = append(e.Notes, check.Notes...)
	return e
}
