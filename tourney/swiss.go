package tourney

import (
	"cmp"
	"slices"
)

// Costs of a pairing, each greater than all lesser ones of a whole round together. So the cheapest round has the fewest
// players with a second bye, then the fewest rematches, and so on; and a rematch only if there is no round without one.
const (
	costFold    = 1       // a place away from where the fold of the score group would have the opponent
	costUneven  = 1 << 13 // a player has had one side twice more often than the other
	costScore   = 1 << 20 // the square of the difference in half points
	costLean    = 1 << 35 // each time beyond that
	costRematch = 1 << 43 // each time they have met
	costBye     = 1 << 51 // each bye the player has had
)

// Limits of the factors of these costs.
const (
	mostScore   = 31
	mostLean    = 3
	mostRematch = 7
	mostByes    = 15
)

// contender is a player to be paired in a Swiss round.
type contender struct {
	id           string
	seed         int
	points       int
	lean         int // how much more often he has attacked than defended
	last         int // 1 if he attacked in the last game, -1 if he defended
	byes         int
	met          map[string]int
	group, place int // the number of players in his score group, and his place in it
}

// contenders returns the players who have not left, by points and seed.
func (t *Tournament) contenders() []contender {
	index := t.index()
	all := make([]contender, len(t.Players))
	for i, p := range t.Players {
		all[i] = contender{id: p.ID, seed: i, met: map[string]int{}}
	}
	for i, points := range t.points() {
		all[i].points = points
	}
	for _, r := range t.Paired {
		for _, p := range r.Pairings {
			a, b := &all[index[p.First]], &all[index[p.Second]]
			a.met[b.id]++
			b.met[a.id]++
			if !t.Return {
				a.lean, a.last = a.lean+1, 1
				b.lean, b.last = b.lean-1, -1
			}
		}
		if r.Bye != "" {
			all[index[r.Bye]].byes++
		}
	}
	all = slices.DeleteFunc(all, func(c contender) bool { return t.Players[c.seed].Left })
	slices.SortFunc(all, func(a, b contender) int {
		return cmp.Or(cmp.Compare(b.points, a.points), cmp.Compare(a.seed, b.seed))
	})
	for from, to := 0, 0; from < len(all); from = to {
		for to < len(all) && all[to].points == all[from].points {
			to++
		}
		for i := from; i < to; i++ {
			all[i].group, all[i].place = to-from, i-from
		}
	}
	return all
}

// pairSwiss returns the next round of a Swiss tournament: the one that costs least. A bye is an opponent like any other.
func (t *Tournament) pairSwiss() Round {
	all := t.contenders()
	n := len(all)
	size := n + n%2
	costs := make([][]int64, size)
	for i := range costs {
		costs[i] = make([]int64, size)
	}
	for i := range all {
		for j := range i {
			costs[i][j] = all[j].costOf(&all[i])
		}
		if size > n {
			costs[n][i] = byeCost(all, i)
		}
	}
	for i := range costs {
		for j := range i {
			costs[j][i] = costs[i][j]
		}
	}
	var out Round
	for i, j := range cheapestMatching(costs) {
		switch {
		case j == n:
			out.Bye = all[i].id
		case i < j:
			first, second := &all[i], &all[j]
			if second.attacks(first, (i+len(t.Paired))%2 == 1) {
				first, second = second, first
			}
			out.Pairings = append(out.Pairings, t.newPairing(first.id, second.id))
		}
	}
	return out
}

// attacks reports whether c attacks rather than o. It is for who has attacked less often, then for who did not attack last; if
// that decides nothing, otherwise does.
func (c *contender) attacks(o *contender, otherwise bool) bool {
	switch x := cmp.Or(cmp.Compare(o.lean, c.lean), cmp.Compare(o.last, c.last)); {
	case x > 0:
		return true
	case x < 0:
		return false
	}
	return otherwise
}

// costOf returns what it costs to pair c with o, who stands below him.
func (c *contender) costOf(o *contender) int64 {
	gap := min(c.points-o.points, mostScore)
	fold := o.place + c.group - 1 - c.place // from one score group to another: its last with the other's first
	if c.points == o.points {
		fold = max(o.place-c.place-c.group/2, c.place+c.group/2-o.place)
	}
	cost := int64(fold)*costFold + int64(gap*gap)*costScore + int64(min(c.met[o.id], mostRematch))*costRematch
	// The one who has attacked less often attacks, so this is what both lean to afterwards.
	for _, lean := range []int{min(c.lean, o.lean) + 1, max(c.lean, o.lean) - 1} {
		switch lean = max(lean, -lean); {
		case lean == 2:
			cost += costUneven
		case lean > 2:
			cost += int64(min(lean-2, mostLean)) * costLean
		}
	}
	return cost
}

// byeCost returns what a bye for a player costs. The last of the lowest score group is the first to get one.
func byeCost(all []contender, i int) int64 {
	gap := min(all[i].points-all[len(all)-1].points, mostScore)
	return int64(len(all)-1-i)*costFold + int64(gap*gap)*costScore + int64(min(all[i].byes, mostByes))*costBye
}
