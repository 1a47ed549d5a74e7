package impetus

import (
	"acies/game"
	"acies/plane"
)

// Proposals are drawn to ends that a player is likely to mean: beside a friend, so that they form a Group, and where one of
// the listed moves ends.

// snapReach is how far from being a neighbour a move may end to be adjusted, however exact the player was (D7d).
const snapReach = 200

// turnReach is how far the heading of a listed move may be from the one that is wished, in quarter degrees.
const turnReach = 10

// snapped returns a phase that ends exactly beside a friend, or as a listed one does, if there is one near where another
// phase ends or was meant to end.
func (s *State) snapped(u uint8, a game.Action, near game.Pull) (game.Action, bool) {
	if x, ok := s.snapToFriend(a, max(snapReach, 2*near.Slack)); ok {
		return x, true
	}
	if near.Slack > 0 {
		return s.snapToListed(u, a.Verb, near)
	}
	return a, false
}

// snapToFriend returns a plain phase adjusted so that one of those who act ends exactly beside a friend (D7d).
func (s *State) snapToFriend(a game.Action, reach int32) (best game.Action, found bool) {
	if a.Verb != vForward && a.Verb != vOblique && a.Verb != vSideways {
		return a, false
	}
	after := s.after(a)
	group, least := s.mask(), int64(0)
	for _, u := range s.acting() {
		end := after.shape(u)
		near := s.index.Around(&end, reach+U).Minus(group)
		for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
			v := uint8(i)
			if s.side(v) != s.side(u) || s.units[v].H != end.H || s.typ(v) == Baggage {
				continue
			}
			for side := range plane.Sides {
				q := plane.Beside(s.units[v].Pose, s.base(v), side, s.base(u))
				right, ahead := end.Local(q.Point())
				far := right*right + ahead*ahead
				if max(right, -right, ahead, -ahead) > int64(reach) || found && far >= least {
					continue
				}
				x := a
				switch a.Verb {
				case vForward:
					x.A += int32(ahead)
				case vSideways:
					x.A += int32(right)
				default:
					x.A, x.B = x.A+int32(right), x.B+int32(ahead)
				}
				if !s.check(x).ok() {
					continue
				}
				if moved := s.after(x); !moved.beside(u, v) {
					continue
				}
				best, least, found = x, far, true
			}
		}
	}
	return best, found
}

// snapToListed returns the listed phase of a kind that ends nearest to a goal, if one ends near it.
func (s *State) snapToListed(u uint8, v game.Verb, near game.Pull) (best game.Action, found bool) {
	goal := poseAt(near.Pose)
	least := int64(0)
	var buf [128]game.Action
	for _, x := range s.Legal(buf[:0]) {
		if x.Verb != v {
			continue
		}
		c := s.after(x)
		p := c.units[u].Pose
		if !closeTo(p.X, goal.X, near.Slack) || !closeTo(p.Y, goal.Y, near.Slack) || !closeTo(int32(p.H.To(goal.H)), 0, turnReach) {
			continue
		}
		if miss := missesBy(p, goal); !found || miss < least {
			best, least, found = x, miss, true
		}
	}
	return best, found
}

func closeTo(a, b, reach int32) bool { return max(a-b, b-a) <= reach }

// after returns the state after a phase of those who act, without its test and what answers it.
func (s *State) after(a game.Action) *State {
	c := *s
	c.sink = nil
	for member, u := range s.acting() {
		c.moveTo(u, s.phaseEnd(member, a.Verb, a.A, a.B))
	}
	return &c
}

// beside reports whether two units are neighbours in line or in column.
func (s *State) beside(u, v uint8) bool {
	x, y := s.shape(u), s.shape(v)
	return plane.Neighbours(&x, &y)
}
