package sword

import (
	"sync"

	"acies/game"
)

// What a table shows of every state and every choice, without making a whole view or explanation.

// Moment returns the turn and the key of the phase, as [State.View] does.
func (s *State) Moment() (turn int, phase string) { return int(s.turn), s.phaseKey() }

// Costs appends to buf the cost of each of some legal actions in movement points, as [State.Explain] gives it; 0 if the
// action is not a move. It searches only once for all of them.
func (s *State) Costs(actions []game.Action, buf []int) []int {
	var cost func(game.Action) int
	switch t := s.current(); t.kind {
	case tGroup:
		r := newReach()
		defer reaches.Put(r)
		cost = s.groupCosts(r)
	case tRide:
		cost = s.rideCosts(t.a)
	default:
		cost = func(game.Action) int { return 0 }
	}
	for _, a := range actions {
		buf = append(buf, cost(a))
	}
	return buf
}

// reach is a search with its costs, which takes 9 KB.
type reach struct {
	search search
	costs  wideCosts
}

var reaches = sync.Pool{New: func() any { return new(reach) }}

// newReach returns a zero reach, to be put back into reaches after use.
func newReach() *reach {
	r := reaches.Get().(*reach)
	*r = reach{}
	return r
}

func (s *State) groupCosts(r *reach) func(game.Action) int {
	x, dist := &r.search, r.costs[:]
	s.groupPath(&x.path)
	x.allowance = s.groupMP()
	s.find(x, dist, -1, 0)
	return func(a game.Action) int {
		switch a.Verb {
		case vTo:
			if c, ok := s.end(x, dist, int(a.A), int(a.B)); ok {
				return c
			}
			return s.groupMP() // the one hex that is always possible takes the whole allowance
		case vBack:
			return s.groupMP()
		case vCharge:
			g, _ := s.gallop(s.group.units[0])
			return g.cost
		}
		return 0
	}
}

func (s *State) rideCosts(leader uint8) func(game.Action) int {
	var r ride
	s.rideFrom(leader, &r)
	return func(a game.Action) int {
		if a.Verb != vRide {
			return 0
		}
		if d := r.dist[a.A]; d != 0 {
			return int(d) - 1
		}
		return s.leaderMP(leader)
	}
}
