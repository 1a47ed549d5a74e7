package bladebow

import (
	"math/bits"
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
