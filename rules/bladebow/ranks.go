package bladebow

import "acies/game"

// Ranks that the enemy does not know (2.3.2.7c). He knows how many there are together, since he sees every loss, and how
// many a unit can have at most. Every distribution that agrees with this is taken to be as likely as any other.

// MaxSecret is the greatest number of units of an army whose ranks may be distributed: their distributions can be counted.
const MaxSecret = 31

// maxMarker is the highest density marker.
const maxMarker = 3

// secret is the ranks of an army that its enemy does not know.
type secret struct {
	units [MaxUnits]uint8
	room  [MaxUnits]int // the most ranks that each can have
	n     int
	total int
}

// secretRanks returns the ranks of a side that its enemy does not know.
func (s *State) secretRanks(side uint8) (x secret) {
	most := s.b.setup.Sides[side].MaxRanks
	for i := range s.b.units {
		u, p := uint8(i), &s.units[i]
		if s.side(u) != side || !s.ranked(u) || s.has(u, fKnown) || p.where == awaited {
			continue
		}
		x.units[x.n], x.room[x.n] = u, max(most-int(p.lost), int(p.ranks)) // more than most only in a position made by hand
		x.n++
		x.total += int(p.ranks)
	}
	return x
}

// ways is in how many ways some units can have a number of ranks together, by that number.
type ways [MaxUnits*maxMarker + 1]uint64

// add adds a unit that can have up to room ranks, for totals up to most.
func (w *ways) add(room, most int) {
	for k := most; k >= 0; k-- {
		for n := 1; n <= min(room, k); n++ {
			w[k] += w[k-n]
		}
	}
}

// remove undoes add.
func (w *ways) remove(room, most int) {
	for k := range most + 1 {
		for n := 1; n <= min(room, k); n++ {
			w[k] -= w[k-n]
		}
	}
}

// count returns in how many ways the ranks can be distributed, by their total.
func (x *secret) count() (w ways) {
	w[0] = 1
	for _, room := range x.room[:x.n] {
		w.add(room, x.total)
	}
	return w
}

// chances returns in how many distributions a unit has each number of ranks.
func (x *secret) chances(u uint8) (weight [maxMarker + 1]uint64) {
	w := x.count()
	for i, v := range x.units[:x.n] {
		if u != v {
			continue
		}
		w.remove(x.room[i], x.total)
		for n := 0; n <= min(x.room[i], x.total); n++ {
			weight[n] = w[x.total-n]
		}
	}
	return weight
}

// draw calls give with each unit and its ranks in one of the distributions.
func (x *secret) draw(src game.Source, give func(u uint8, ranks int)) {
	w, left := x.count(), x.total
	for i, u := range x.units[:x.n] {
		at := uint64(game.Intn(src, int(w[left])))
		w.remove(x.room[i], left)
		n := 0
		for ; at >= w[left-n]; n++ {
			at -= w[left-n]
		}
		give(u, n)
		left -= n
	}
}

// resampleRanks distributes the ranks that the enemy of a side does not know anew. During the set-up the side may not have
// finished: how far it has come and what it has given out so far are as unknown as the rest.
func (s *State) resampleRanks(side uint8, src game.Source) {
	if s.b.setup.Sides[side].MaxRanks == 0 {
		return
	}
	next := len(s.b.units) // the first unit that has not been dealt with
	for i := range s.tasks[:s.nTasks] {
		t := &s.tasks[i]
		if t.kind != tRanks || t.a != side {
			continue
		}
		if s.top() != t {
			return // it has not begun
		}
		next = s.resampleStage(t, src)
	}
	x := s.secretRanks(side)
	x.draw(src, func(u uint8, ranks int) {
		if int(u) < next {
			s.units[u].ranks = uint8(ranks)
		}
	})
}

// resampleStage chooses anew how far a side has come in the distribution of its ranks. It takes back what the units have got
// and returns the first that has not been dealt with.
func (s *State) resampleStage(t *task, src game.Source) int {
	var list [MaxUnits]int16
	n := 0
	for u := s.nextRanked(t.a, -1); u >= 0; u = s.nextRanked(t.a, u) {
		s.units[u].ranks = uint8(s.b.setup.Units[u].Ranks)
		list[n] = int16(u)
		n++
	}
	first := list[0]
	list[0] = -1 // it may still take a whole distribution
	t.b = list[game.Intn(src, n)]
	return int(max(t.b, first))
}
