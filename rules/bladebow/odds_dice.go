package bladebow

import (
	"cmp"
	"slices"
)

// The dice of a melee with their re-rolls: the joint distribution of the hits on both sides.

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
	all := replies{list: b.improve(second, thrown)}
	var byHits [maxDice + 1]*replies // of casts of the second side with so many hits; nil: not needed yet
	for _, m := range b.improve(first, b.throw(first)) {
		if m.left == 0 {
			b.meet(m.cast, m.weight, &all)
			continue
		}
		// It decides by the hits against it, before the other re-rolls.
		for hits := 0; hits <= b.dice[second]; hits++ {
			if byHits[hits] == nil {
				byHits[hits] = &replies{list: b.improve(second, with(thrown, hits))}
			}
			if r := byHits[hits]; len(r.list) > 0 {
				b.decide(first, m, hits, func(c cast, weight uint64) { b.meet(c, weight, r) })
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

// replies are casts of the second side, and what becomes of them against each number of hits, once that is needed.
type replies struct {
	list  []lot
	ready [maxDice + 1]bool
	done  [maxDice + 1][pairs]uint64
}

// meet counts the hits of a final cast of the first side with each cast of the second, whose re-rolls come last.
func (b *brawl) meet(mine cast, weight uint64, theirs *replies) {
	second := 1 - b.first
	done := &theirs.done[mine.hits]
	if !theirs.ready[mine.hits] {
		theirs.ready[mine.hits] = true
		for i := range theirs.list {
			b.decide(second, theirs.list[i], mine.hits, func(c cast, w uint64) { done[pair(c.hits, c.cancels)] += w })
		}
	}
	var state [2]cast
	state[b.first] = mine
	for hits := 0; hits <= b.dice[second]; hits++ {
		for cancels := 0; hits+cancels <= b.dice[second]; cancels++ {
			if w := done[pair(hits, cancels)]; w > 0 {
				state[second] = cast{hits: hits, cancels: cancels}
				b.count(&state, weight*w)
			}
		}
	}
}

// throw returns the casts of a side before its re-rolls.
func (b *brawl) throw(half int) []lot {
	list := make([]lot, 0, pairs)
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
	now := list
	for range b.rerolls[half] {
		next := make([]lot, 0, pairs)
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
