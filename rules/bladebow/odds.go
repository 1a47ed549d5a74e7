package bladebow

import (
	"cmp"
	"math/bits"
	"slices"
)

// Exact odds. Every weight is a whole number of equally likely ways, and nothing is drawn at random.
//
// What cannot be known beforehand is settled as follows. Both sides play no further cards. Re-rolls are made in the order
// of the rules (R66), each on a blank die, which neither hits nor cancels and can only become better; if there is none, on
// a cancellation that has no hit to cancel, unless dice of shield walls and others are mixed; otherwise the dice stay. Where a recoiling unit may choose, it goes to an empty
// square if it can. Leaders survive their casualty checks, whose odds are given apart.

// outcome is what becomes of a unit or a camp in a combat. Each includes what comes before it: a unit that recoils has been
// disrupted and has lost what ranks it could.
type outcome uint8

const (
	unharmed outcome = iota
	disrupted
	oneRankLost
	twoRanksLost
	threeRanksLost
	recoils
	routs
	eliminated
	overrun
	outcomes
)

var outcomeKeys = [outcomes]string{
	"none", "disrupted", "ranks-1", "ranks-2", "ranks-3", "recoil", "routs", "eliminated", "overrun",
}

// spread is the distribution of outcomes: weights that add up to of.
type spread struct {
	weight [outcomes]uint64
	of     uint64
}

// add adds an outcome with a weight.
func (x *spread) add(o outcome, weight uint64) { x.weight[o] += weight }

// reduce divides all weights by what they have in common.
func (x *spread) reduce() {
	g := x.of
	for _, w := range x.weight {
		g = gcd(g, w)
	}
	if g > 1 {
		x.of /= g
		for i := range x.weight {
			x.weight[i] /= g
		}
	}
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// maxWeight is the greatest sum of weights: it fits into an int, and can be multiplied by 36 for a casualty check.
const maxWeight = 1 << 57

// likely is one of several cases, with the share of it.
type likely struct {
	spread
	share uint64
}

// mix returns the distribution of one of several cases. A case with a greater denominator than the shares leave room for is
// rounded, which only happens beyond 2^57 ways.
func mix(list []likely) spread {
	if len(list) == 1 {
		return list[0].spread
	}
	common, shares := uint64(0), uint64(0)
	for i := range list {
		common = gcd(common, list[i].share)
	}
	for i := range list {
		list[i].share /= common
		shares += list[i].share
	}
	of := uint64(1)
	for i := range list {
		list[i].reduce()
		step := list[i].of / gcd(of, list[i].of)
		if hi, lo := bits.Mul64(of, step); hi == 0 && lo <= maxWeight/shares {
			of = lo
		} else {
			of = maxWeight / shares
			break
		}
	}
	var sum spread
	for i := range list {
		x := &list[i]
		left := of
		for o, w := range x.weight {
			hi, lo := bits.Mul64(w, of)
			part, _ := bits.Div64(hi, lo, x.of)
			sum.weight[o] += part * x.share
			left -= part
		}
		sum.weight[unharmed] += left * x.share
	}
	sum.of = of * shares
	sum.reduce()
	return sum
}

// power returns n to the power of k.
func power(n uint64, k int) uint64 {
	x := uint64(1)
	for range k {
		x *= n
	}
	return x
}

// A throw of n dice is counted by the hits and cancellations in it. pair numbers these pairs for up to maxDice dice.
const pairs = (maxDice + 1) * (maxDice + 2) / 2

func pair(hits, cancels int) int { return hits*(2*maxDice+3-hits)/2 + cancels }

// group is dice of one kind in a melee: those that lie on the table, and those still to be thrown.
type group struct {
	left                  int
	hits, cancels, blanks int
	hit, cancel           int // how many faces of a die hit and cancel
}

func (g *group) size() int { return g.left + g.hits + g.cancels + g.blanks }

// weight returns in how many ways the dice to be thrown make the given totals, if each die counts faces/unit.
func (g *group) weight(hits, cancels, unit int) uint64 {
	h, c := hits-g.hits, cancels-g.cancels
	b := g.left - h - c
	if h < 0 || c < 0 || b < 0 {
		return 0
	}
	ways := uint64(factorials[g.left] / factorials[h] / factorials[c] / factorials[b])
	hit, cancel := g.hit*unit/6, g.cancel*unit/6
	return ways * power(uint64(hit), h) * power(uint64(cancel), c) * power(uint64(unit-hit-cancel), b)
}

// fight is a melee up to its hits.
type fight struct {
	groups  [3]group // attack, attack from shield walls, defence
	rerolls [2]int   // of the attack and the defence
	first   int      // the side of the melee that re-rolls first
	camp    bool     // one hit on the defender does not count
}

// clash is the joint distribution of the hits that the defender and the attackers sustain.
type clash struct {
	weight [maxDice + 1][maxDice + 1]uint64
	of     uint64
}

// maxThrows is the most dice, re-rolled ones included, for which 6 to their power fits into a weight.
const maxThrows = 24

// unit returns the smallest number of equal parts into which the faces of all dice of a side fall.
func (f *fight) unit(half int) int {
	list := f.groups[:2]
	if half == defending {
		list = f.groups[2:]
	}
	g := uint64(6)
	for i := range list {
		if list[i].size() > 0 {
			g = gcd(gcd(g, uint64(list[i].hit)), uint64(list[i].cancel))
		}
	}
	return int(6 / g)
}

// cast is dice that lie: hits and cancellations, and the blank dice among those of shield walls.
type cast struct{ hits, cancels, wallBlanks int }

// lot is a cast with its weight and the re-rolls that are left.
type lot struct {
	cast
	left   int
	weight uint64
}

// brawl is the work on a fight.
type brawl struct {
	*fight
	dice  [2]int // of each side
	units [2]int
	mixed bool // the attack has dice of shield walls and others
	joint clash
}

// solve returns the joint distribution of hits. Re-rolls of blank dice do not depend on the other side's dice, so they are
// made first and by themselves; only the few casts that have re-rolls but no blank dice left are looked at one by one.
func (f *fight) solve() clash {
	b := brawl{fight: f}
	b.dice = [2]int{f.groups[0].size() + f.groups[1].size(), f.groups[2].size()}
	b.units = [2]int{f.unit(attacking), f.unit(defending)}
	b.mixed = f.groups[0].size() > 0 && f.groups[1].size() > 0
	first, second := f.first, 1-f.first
	thrown := b.throw(second)
	theirs := b.improve(second, thrown)
	var byHits [maxDice + 1][]lot // what becomes of casts of the second side with so many hits; nil: not needed yet
	for _, m := range b.improve(first, b.throw(first)) {
		if m.left == 0 {
			b.meet(m.cast, m.weight, theirs)
			continue
		}
		// It decides by the hits against it, before the other re-rolls.
		for hits := 0; hits <= b.dice[second]; hits++ {
			if byHits[hits] == nil {
				byHits[hits] = b.improve(second, with(thrown, hits))
			}
			if list := byHits[hits]; len(list) > 0 {
				b.decide(first, m, hits, func(c cast, weight uint64) { b.meet(c, weight, list) })
			}
		}
	}
	b.joint.reduce()
	return b.joint
}

// with returns the casts with a number of hits.
func with(list []lot, hits int) []lot {
	out := []lot{}
	for _, x := range list {
		if x.hits == hits {
			out = append(out, x)
		}
	}
	return out
}

// meet counts the hits of a final cast of the first side with each cast of the second, whose re-rolls come last.
func (b *brawl) meet(mine cast, weight uint64, theirs []lot) {
	var state [2]cast
	second := 1 - b.first
	state[b.first] = mine
	for i := range theirs {
		t := &theirs[i]
		if t.left == 0 {
			state[second] = t.cast
			b.count(&state, weight*t.weight)
			continue
		}
		b.decide(second, *t, mine.hits, func(c cast, w uint64) {
			state[second] = c
			b.count(&state, weight*w)
		})
	}
}

// throw returns the casts of a side before its re-rolls.
func (b *brawl) throw(half int) (list []lot) {
	unit := b.units[half]
	if half == defending {
		g := &b.groups[2]
		for h := 0; h <= b.dice[defending]; h++ {
			for c := 0; h+c <= b.dice[defending]; c++ {
				if w := g.weight(h, c, unit); w > 0 {
					list = append(list, lot{cast{hits: h, cancels: c}, b.rerolls[half], w})
				}
			}
		}
		return list
	}
	plain, walls := b.groups[0].size(), b.groups[1].size()
	for h0 := 0; h0 <= plain; h0++ {
		for c0 := 0; h0+c0 <= plain; c0++ {
			w0 := b.groups[0].weight(h0, c0, unit)
			for h1 := 0; h1 <= walls && w0 > 0; h1++ {
				for c1 := 0; h1+c1 <= walls; c1++ {
					if w := w0 * b.groups[1].weight(h1, c1, unit); w > 0 {
						list = append(list, lot{cast{h0 + h1, c0 + c1, walls - h1 - c1}, b.rerolls[half], w})
					}
				}
			}
		}
	}
	if b.mixed {
		list = gather(list)
	}
	return list
}

// gather adds up the weights of equal casts.
func gather(list []lot) []lot {
	slices.SortFunc(list, func(a, b lot) int {
		return cmp.Or(a.hits-b.hits, a.cancels-b.cancels, a.wallBlanks-b.wallBlanks, a.left-b.left)
	})
	n := 0
	for _, x := range list {
		if n > 0 && list[n-1].cast == x.cast && list[n-1].left == x.left {
			list[n-1].weight += x.weight
			continue
		}
		list[n] = x
		n++
	}
	return list[:n]
}

// blank returns the group of a blank die of a side, or -1.
func (b *brawl) blank(half int, c cast) int {
	n := b.dice[half] - c.hits - c.cancels
	switch {
	case n == 0:
		return -1
	case half == defending:
		return 2
	case n > c.wallBlanks:
		return 0
	}
	return 1
}

// spare returns the group of a die that may be re-rolled because it cancels nothing, or -1 if the side keeps such dice.
func (b *brawl) spare(half int) int {
	switch {
	case half == defending:
		if b.groups[2].hit == 0 {
			return -1
		}
		return 2
	case b.mixed:
		return -1
	case b.groups[1].size() > 0:
		return 1
	}
	return 0
}

// reroll returns the three casts that a re-roll of a die leads to, with their parts of the whole. The die is blank, or one
// that cancels nothing.
func (b *brawl) reroll(half, g int, c cast, spare bool) (list [3]cast, part [3]uint64) {
	if spare {
		c.cancels--
		if g == 1 {
			c.wallBlanks++
		}
	}
	list = [3]cast{c, c, c}
	list[0].hits++
	list[1].cancels++
	if g == 1 {
		list[0].wallBlanks--
		list[1].wallBlanks--
	}
	unit := b.units[half]
	part[0], part[1] = uint64(b.groups[g].hit*unit/6), uint64(b.groups[g].cancel*unit/6)
	part[2] = uint64(unit) - part[0] - part[1]
	return list, part
}

// improve makes the re-rolls of blank dice. A re-roll that is left counts only if the side may use it on another die.
func (b *brawl) improve(half int, list []lot) []lot {
	if b.rerolls[half] == 0 {
		return list
	}
	var sum [pairs * (maxDice + 1)]uint64
	var done []lot
	now := slices.Clone(list)
	for range b.rerolls[half] {
		next := now[:0:0]
		clear(sum[:])
		for _, x := range now {
			g := b.blank(half, x.cast)
			if g < 0 {
				done = append(done, x)
				continue
			}
			casts, part := b.reroll(half, g, x.cast, false)
			for i, c := range casts {
				sum[c.wallBlanks*pairs+pair(c.hits, c.cancels)] += x.weight * part[i]
			}
		}
		left := b.rerolls[half]
		if len(now) > 0 {
			left = now[0].left - 1
		}
		for blanks := 0; blanks <= b.groups[1].size(); blanks++ {
			for h := 0; h <= b.dice[half]; h++ {
				for c := 0; h+c <= b.dice[half]; c++ {
					if w := sum[blanks*pairs+pair(h, c)]; w > 0 {
						next = append(next, lot{cast{h, c, blanks}, left, w})
					}
				}
			}
		}
		now = next
	}
	keeps := b.spare(half) < 0
	for _, x := range done {
		if keeps {
			x.weight *= power(uint64(b.units[half]), x.left)
			x.left = 0
		}
		now = append(now, x)
	}
	return now
}

// decide makes the re-rolls that are left to a cast against a number of hits, and calls visit for each cast that it ends with.
func (b *brawl) decide(half int, x lot, against int, visit func(cast, uint64)) {
	if x.left == 0 {
		visit(x.cast, x.weight)
		return
	}
	g, spare := b.blank(half, x.cast), false
	if g < 0 && x.cancels > against {
		g, spare = b.spare(half), true
	}
	if g < 0 {
		visit(x.cast, x.weight*power(uint64(b.units[half]), x.left))
		return
	}
	casts, part := b.reroll(half, g, x.cast, spare)
	for i := range casts {
		if part[i] > 0 {
			b.decide(half, lot{casts[i], x.left - 1, x.weight * part[i]}, against, visit)
		}
	}
}

// count counts the hits that each side sustains.
func (b *brawl) count(state *[2]cast, weight uint64) {
	onDefender := state[attacking].hits - state[defending].cancels
	if b.camp && onDefender > 0 {
		onDefender--
	}
	b.joint.weight[max(onDefender, 0)][max(state[defending].hits-state[attacking].cancels, 0)] += weight
	b.joint.of += weight
}

// reduce divides all weights by what they have in common.
func (x *clash) reduce() {
	g := x.of
	for i := range x.weight {
		for _, w := range x.weight[i] {
			g = gcd(g, w)
		}
	}
	if g > 1 {
		x.of /= g
		for i := range x.weight {
			for j := range x.weight[i] {
				x.weight[i][j] /= g
			}
		}
	}
}

// fit makes room for a factor: if the weights multiplied by it would be too great, it rounds them down. That takes sixteen
// dice, half of them in sixths, and long rout checks on top.
func (x *clash) fit(factor uint64) {
	shift := 0
	for x.of>>shift > maxWeight/factor {
		shift++
	}
	if shift == 0 {
		return
	}
	x.of = 0
	for i := range x.weight {
		for j := range x.weight[i] {
			x.weight[i][j] >>= shift
			x.of += x.weight[i][j]
		}
	}
}

// share returns the chance of a die to show at most a level, in lowest terms.
func share(level int) (pass, of uint64) {
	pass = uint64(min(max(level, 0), 6))
	g := gcd(pass, 6)
	return pass / g, 6 / g
}

// harm is what a number of hits does to a unit.
type harm struct {
	stays  outcome // if it neither recoils nor routs
	recoil bool
	rout   int // rout check dice, before those that a recoil adds
}

// harms returns what each number of hits does to a unit. It leaves the state as it was.
func (s *State) harms(u uint8, ranged bool) (list [maxDice + 1]harm) {
	was, known, losses, hurtBefore, stale := s.units[u], s.units[u].ranks, s.losses, s.hurt, s.stale
	for hits := 1; hits <= maxDice; hits++ {
		s.hurt = hurt{unit: u, hits: uint8(hits), ranged: ranged}
		s.absorb()
		x := &list[hits]
		x.recoil, x.rout = s.hurt.recoil, int(s.hurt.rout)
		switch lost := known - s.units[u].ranks; {
		case lost > 0:
			x.stays = disrupted + outcome(min(lost, 3))
		case s.units[u].flags&fDisrupted != was.flags&fDisrupted:
			x.stays = disrupted
		}
		s.units[u], s.losses = was, losses
	}
	s.hurt, s.stale = hurtBefore, stale
	return list
}

// flight is how a unit would recoil from melee.
type flight struct {
	lost  bool // it cannot, or leaves the map
	extra int  // rout check dice that it adds
	aid   int  // rout check dice that a leader takes away
}

// flee returns how a unit would recoil from a square. It leaves the state as it was.
func (s *State) flee(u uint8, away int16) flight {
	before := s.hurt
	defer func() { s.hurt = before }()
	h := &s.hurt
	q := s.units[u].square
	*h = hurt{unit: u, away: away, at: q, facing: uint8(s.b.board.Direction(int(away), int(q)))}
	for {
		ways, off := s.recoilWays()
		if off || ways == 0 {
			return flight{lost: true}
		}
		d := bits.TrailingZeros8(ways)
		for set := ways; set != 0; set &= set - 1 {
			if e := bits.TrailingZeros8(set); s.at[s.b.board.Neighbor(int(h.at), e)] == none {
				d = e
				break
			}
		}
		n := s.b.board.Neighbor(int(h.at), d)
		h.at, h.facing = int16(n), uint8(d)
		h.path = h.path<<3 | uint64(d)
		h.steps++
		if s.at[n] == none {
			return flight{extra: int(h.steps) - 1, aid: max(s.aid(u, int(q)), s.aid(u, n))}
		}
	}
}

// aid returns how many rout check dice a leader in a square takes away from a unit (9.4.11d, R75).
func (s *State) aid(u uint8, q int) int {
	if s.leaderIn(s.side(u), q) {
		return 1
	}
	return 0
}

// steadiness is the highest face with which a unit passes a rout check (R75).
func (s *State) steadiness(u uint8) int { return s.resolve(u) - s.despair(s.side(u)) }

// routing turns a number of rout check dice into the share of passes, out of the odds of all of them.
type routing struct {
	pass, of uint64
	dice     int // most
}

// passes returns the ways to pass n dice out of the ways of the most dice.
func (r *routing) passes(n int) uint64 {
	n = min(max(n, 0), r.dice)
	return power(r.pass, n) * power(r.of, r.dice-n)
}

func (r *routing) all() uint64 { return power(r.of, r.dice) }

// shotOdds returns the distribution of what a ranged attack does to its target, and the hits by number. If the attack dice
// lie on the table, they count.
func (s *State) shotOdds(thrown bool) (x spread, struck uint64) {
	attack, defence := s.shotDice()
	u := s.shot.target
	var hit [maxDice + 1]uint64
	lying := -1
	if thrown {
		lying = s.shot.dice[0].between(1, 2)
	}
	for h := 0; h <= attack; h++ {
		w := uint64(0)
		switch {
		case lying == h:
			w = 1
		case lying < 0:
			w = thirds(attack, h)
		}
		for c := 0; c <= defence && w > 0; c++ {
			hit[max(h-c, 0)] += w * thirds(defence, c)
		}
	}
	list := s.harms(u, true)
	before := s.hurt
	s.hurt = hurt{unit: u, ranged: true}
	stuck := s.withdrawWays() == 0
	s.hurt = before
	r := routing{dice: 0}
	r.pass, r.of = share(s.steadiness(u))
	aid := s.aid(u, int(s.units[u].square))
	for h := range hit {
		if hit[h] > 0 {
			r.dice = max(r.dice, list[h].rout-aid)
		}
	}
	for h, w := range hit {
		x.of += w * r.all()
		if h == 0 {
			x.add(unharmed, w*r.all())
			continue
		}
		struck += w * r.all()
		if !list[h].recoil {
			x.add(list[h].stays, w*r.all())
			continue
		}
		pass := r.passes(list[h].rout - aid)
		end := recoils
		if stuck {
			end = routs
		}
		x.add(end, w*pass)
		x.add(routs, w*(r.all()-pass))
	}
	return x, struck
}

// thirds returns in how many ways k of n dice show one of two faces, if each die counts thirds.
func thirds(n, k int) uint64 {
	return uint64(factorials[n]/factorials[k]/factorials[n-k]) * power(2, n-k)
}

// meleeOdds is what a melee does.
type meleeOdds struct {
	defender, lead spread
	struck, of     [2]uint64 // the chance that the lead and the defender sustain a hit at all
}

// meleeOdds works out what the melee does, given the dice that it takes.
func (s *State) meleeOdds(f *fight) (x meleeOdds) {
	joint := f.solve()
	d := &s.duel
	lead := d.units[0]
	takers := 0
	front := isFront(s.position(lead))
	for _, u := range d.units[:d.n] {
		if !front || isFront(s.position(u)) {
			takers++
		}
	}
	share0 := func(hits int) int { return (hits + takers - 1) / takers }

	var onTarget [maxDice + 1]harm
	var fleeing flight
	shaken := d.target == none // whether the defender has lost its zone of control
	if d.target != none {
		onTarget = s.harms(d.target, false)
		fleeing = s.flee(d.target, s.units[lead].square)
		shaken = s.disrupted(d.target)
	}
	onLead := s.harms(lead, false)
	// The lead recoils after the defender has been dealt with, which may have lost its zone of control by then.
	var leadFlees [2]flight
	leadFlees[0] = s.flee(lead, d.square)
	leadFlees[1] = leadFlees[0]
	if !shaken {
		s.set(d.target, fDisrupted)
		s.touch()
		s.refresh()
		leadFlees[1] = s.flee(lead, d.square)
		s.clear(d.target, fDisrupted)
		s.touch()
		s.refresh()
	}

	var byTarget, byLead routing
	if d.target != none {
		byTarget.pass, byTarget.of = share(s.steadiness(d.target))
	}
	byLead.pass, byLead.of = share(s.steadiness(lead))
	for i := range joint.weight {
		for j, w := range joint.weight[i] {
			if w == 0 {
				continue
			}
			if onTarget[i].recoil {
				byTarget.dice = max(byTarget.dice, onTarget[i].rout+fleeing.extra-fleeing.aid)
			}
			if h := &onLead[share0(j)]; h.recoil {
				byLead.dice = max(byLead.dice, h.rout+max(leadFlees[0].extra, leadFlees[1].extra))
			}
		}
	}
	byTarget.dice, byLead.dice = min(byTarget.dice, maxDice), min(byLead.dice, maxDice)
	hold, of := share(s.steadiness(lead)) // the check of 9.4.9c
	joint.fit(max(byTarget.all(), byLead.all()*of))
	for i := range joint.weight {
		for j, w := range joint.weight[i] {
			if w == 0 {
				continue
			}
			s.addTarget(&x.defender, &onTarget[i], i, w, &byTarget, fleeing)
			if i > 0 {
				x.struck[defending] += w * byTarget.all()
			}
			if d.target == none && i > 0 {
				x.lead.add(overrun, w*byLead.all()*of)
				continue
			}
			hits := share0(j)
			if hits > 0 {
				x.struck[attacking] += w * byLead.all() * of
			}
			h := &onLead[hits]
			if !h.recoil {
				x.lead.add(h.stays, w*byLead.all()*of)
				continue
			}
			fall := leadFlees[0]
			if onTarget[i].stays != unharmed || onTarget[i].recoil {
				fall = leadFlees[1]
			}
			holds := uint64(0)
			if onTarget[i].recoil {
				holds = hold
				stays := byLead.passes(h.rout - s.aid(lead, int(s.units[lead].square)))
				x.lead.add(h.stays, w*holds*stays)
				x.lead.add(routs, w*holds*(byLead.all()-stays))
			}
			if fall.lost {
				x.lead.add(eliminated, w*(of-holds)*byLead.all())
				continue
			}
			pass := byLead.passes(h.rout + fall.extra - fall.aid)
			x.lead.add(recoils, w*(of-holds)*pass)
			x.lead.add(routs, w*(of-holds)*(byLead.all()-pass))
		}
	}
	x.defender.of, x.lead.of = joint.of*byTarget.all(), joint.of*byLead.all()*of
	x.of = [2]uint64{attacking: x.lead.of, defending: x.defender.of}
	return x
}

// addTarget adds what becomes of the defender, a unit or a camp, after a number of hits.
func (s *State) addTarget(x *spread, h *harm, hits int, w uint64, r *routing, fall flight) {
	switch {
	case s.duel.target == none && hits > 0:
		x.add(overrun, w*r.all())
	case !h.recoil:
		x.add(h.stays, w*r.all())
	case fall.lost:
		x.add(eliminated, w*r.all())
	default:
		pass := r.passes(h.rout + fall.extra - fall.aid)
		x.add(recoils, w*pass)
		x.add(routs, w*(r.all()-pass))
	}
}

// maxPrice is the greatest commitment that entry dice can ask for.
const maxPrice = 6 * maxDice

// entryPrices returns in how many ways of n dice each number of commitment points is needed to pass, of 6 to the power of n.
func entryPrices(n, level int) (weight [maxPrice + 1]uint64, of uint64) {
	weight[0] = 1
	for range n {
		var next [maxPrice + 1]uint64
		for p, w := range weight {
			if w == 0 {
				continue
			}
			for f := 1; f <= 6; f++ {
				next[p+max(f-level, 0)] += w
			}
		}
		weight = next
	}
	return weight, power(6, n)
}
