package sword

import (
	"acies/game"
	"acies/grid"
)

// The leader's own move (7.1, 7.2k, R34): after his units have moved, or at any time if the book allows it.

// ride holds the result of the search for a leader: the cost plus one for each hex, 0 if out of reach.
type ride struct {
	dist [maxHexes]uint8
}

// rideFrom fills r with the hexes a leader can reach alone (ant-8.1, 8.2f, 8.3a). One hex is always possible (8.1h).
func (s *State) rideFrom(l uint8, r *ride) {
	var queue [maxAllowance + 1][]int16
	var room [maxAllowance + 1][64]int16
	for i := range queue {
		queue[i] = room[i][:0]
	}
	mp := s.leaderMP(l)
	side := s.b.leaders[l].side
	var held, front hexSet
	s.enemies(side, &held, &front)
	start := int(s.leaders[l].hex)
	r.dist[start] = 1
	queue[0] = append(queue[0], int16(start))
	for cost := 0; cost <= mp; cost++ {
		for i := 0; i < len(queue[cost]); i++ {
			h := int(queue[cost][i])
			if int(r.dist[h]) != cost+1 {
				continue
			}
			exit := 0
			if front.has(h) {
				exit = 1
			}
			for k := range 6 {
				n := int(s.b.next[h][k])
				step := int(s.b.step[Foot][h][k])
				if n < 0 || step == Closed || held.has(n) {
					continue
				}
				c := cost + step + exit
				if h == start {
					c = min(c, mp)
				}
				if c <= mp && (r.dist[n] == 0 || c+1 < int(r.dist[n])) {
					r.dist[n] = uint8(c + 1)
					queue[c] = append(queue[c], int16(n))
				}
			}
		}
	}
}

// ridePath returns the hexes of a leader's cheapest path, his own first.
func (s *State) ridePath(l uint8, r *ride, h int) []int {
	start, mp := int(s.leaders[l].hex), s.leaderMP(l)
	path := []int{h}
	for h != start {
		for k := range 6 {
			from := int(s.b.next[h][k])
			if from < 0 || r.dist[from] == 0 || s.b.step[Foot][from][grid.Opposite(k)] == Closed {
				continue
			}
			cost := int(r.dist[from]) + int(s.b.step[Foot][from][grid.Opposite(k)])
			if s.inEnemyFront(from, s.b.leaders[l].side) {
				cost++
			}
			if from == start {
				cost = min(cost, mp+1)
			}
			if cost == int(r.dist[h]) {
				path = append([]int{from}, path...)
				h = from
				break
			}
		}
	}
	return path
}

func (s *State) optRide(t task, buf []game.Action) []game.Action {
	var r ride
	s.rideFrom(t.a, &r)
	here := int(s.leaders[t.a].hex)
	if s.joinable(t.a, here) {
		buf = append(buf, game.Action{Verb: vStay})
	}
	m, mp := s.b.m, s.leaderMP(t.a)
	col, row := m.Col(here), m.Row(here)
	for y := max(row-mp, 1); y <= min(row+mp, m.Rows); y++ {
		for h := (y-1)*m.Cols + max(col-mp, 1) - 1; h < (y-1)*m.Cols+min(col+mp, m.Cols); h++ {
			if r.dist[h] != 0 && h != here && s.joinable(t.a, h) {
				buf = append(buf, game.Action{Verb: vRide, A: int32(h)})
			}
		}
	}
	if s.mayShelter(t.a) {
		buf = append(buf, game.Action{Verb: vRide, A: int32(s.b.citadel)})
	}
	return buf
}

func (s *State) checkRide(t task, a game.Action) reason {
	here := int(s.leaders[t.a].hex)
	l := int16(len(s.b.units)) + int16(t.a)
	if a.Verb == vStay {
		if !s.joinable(t.a, here) {
			return reason{id: whyLeaderAlone, a: l}
		}
		return reason{}
	}
	if a.Verb != vRide {
		return reason{id: whyRide, a: l}
	}
	h := int(a.A)
	if h == int(s.b.citadel) {
		if s.mayShelter(t.a) {
			return reason{}
		}
		return reason{id: whyCitadel, a: l}
	}
	if h == here {
		return reason{id: whyThere, a: l, b: int16(h)}
	}
	if s.enemyAt(h, s.b.leaders[t.a].side) {
		return reason{id: whyEnemyHex, a: int16(h)}
	}
	if !s.joinable(t.a, h) {
		return s.whyNotWith(t.a, h)
	}
	var r ride
	s.rideFrom(t.a, &r)
	if r.dist[h] == 0 {
		return reason{id: whyRideFar, a: l, b: int16(h), c: int16(s.leaderMP(t.a))}
	}
	return reason{}
}

func (s *State) doRide(t task, a game.Action) {
	s.pop()
	if a.Verb == vStay {
		return
	}
	var e *game.Explanation
	if s.sink != nil {
		e = s.explainRide(t, a)
	}
	l := &s.leaders[t.a]
	l.hex = int16(a.A)
	if l.hex == s.b.citadel {
		l.flags |= lCitadel
		if s.sink != nil {
			s.say("shelters", "ant-13.2.2b", piece("leader", len(s.b.units)+int(t.a)), place("to", int(a.A)))
		}
		return
	}
	if s.sink != nil {
		s.say("rides", "ant-7.1a", piece("leader", len(s.b.units)+int(t.a)), place("to", int(a.A)),
			num("cost", e.Cost), num("mp", e.Allowance), places("path", e.Path))
	}
}
