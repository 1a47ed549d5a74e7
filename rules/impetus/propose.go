package impetus

import (
	"slices"

	"acies/game"
	"acies/plane"
)

// Propose implements [game.Proposer]: the phases of those who act that bring a unit nearest to a goal, each clipped to
// what is legal; first of all the best of them as it snaps to a friend or to a listed move.
func (s *State) Propose(p int, near game.Pull, buf []game.Action) []game.Action {
	if p < 0 || p >= len(s.b.units) {
		return buf
	}
	u, goal := uint8(p), poseAt(near.Pose)
	if t := s.current(); t.kind == tDeploy && s.mayPlace(t, u) {
		if at, ok := s.deployNear(t, u, goal); ok {
			buf = append(buf, game.Action{Verb: vDeploy, A: int32(u), B: at.X, C: at.Y, D: int32(at.H)})
		}
		return buf
	}
	if s.current().kind != tAction || !slices.Contains(s.acting(), u) {
		return buf
	}
	from := len(buf)
	for _, x := range s.wishes(u, goal) {
		if !handled(near.By, x.Verb) {
			continue
		}
		if x, ok := s.clipped(diagonal(x)); ok && !contains(buf[from:], x) {
			buf = append(buf, x)
		}
	}
	slices.SortStableFunc(buf[from:], func(x, y game.Action) int {
		return cmpInt(missesBy(s.after(x).units[u].Pose, goal), missesBy(s.after(y).units[u].Pose, goal))
	})
	if len(buf) > from {
		if x, ok := s.snapped(u, buf[from], near); ok && x != buf[from] {
			buf = slices.Insert(buf, from, x)
		}
	}
	return buf
}

// mayPlace reports whether a unit belongs to the Command that is being placed.
func (s *State) mayPlace(t task, u uint8) bool {
	w := s.units[u].where
	return s.side(u) == t.a && s.b.units[u].command == uint8(t.b) && s.typ(u) != Baggage && (w == unplaced || w == onTable)
}

// diagonal returns an oblique move that goes further to the side than ahead as the one along the diagonal that comes
// nearest (6.4c), and every other phase as it is.
func diagonal(a game.Action) game.Action {
	if side := max(a.A, -a.A); a.Verb == vOblique && side > a.B && side > -a.B {
		half := (side + a.B) / 2
		if a.A < 0 {
			a.A, a.B = -half, half
		} else {
			a.A, a.B = half, half
		}
	}
	return a
}

func poseAt(p game.Pose) plane.Pose {
	return plane.Pose{X: p.X, Y: p.Y, H: plane.Heading((p.Heading%plane.Turn + plane.Turn) % plane.Turn)}
}

// wishes returns the phases that would bring a unit nearest to a pose, legal or not.
func (s *State) wishes(u uint8, goal plane.Pose) [6]game.Action {
	here := s.units[u].Pose
	right, ahead := here.Local(goal.Point())
	a, b := clip(roundTo(right, U/10)), clip(roundTo(ahead, U/10))
	return [...]game.Action{
		{Verb: vForward, A: b},
		{Verb: vRearward, A: -b},
		{Verb: vSideways, A: a},
		{Verb: vOblique, A: a, B: b},
		{Verb: vWheel, A: int32(here.H.To(goal.H))},
		{Verb: vWheel, A: int32(here.H.To(plane.Bearing(here.Point(), goal.Point())))},
	}
}

// Take implements [game.Proposer].
func (s *State) Take(pieces []int) (game.Action, bool) {
	if s.current().kind != tCommand {
		return game.Action{}, false
	}
	mask := int32(0)
	for _, p := range pieces {
		if p < 0 || p >= len(s.b.units) || s.b.units[p].side != s.active || s.b.units[p].command != s.act.command {
			return game.Action{}, false
		}
		mask |= s.b.units[p].bit
	}
	return game.Action{Verb: vActivate, A: groupMask(s.active, s.act.command, mask)}, true
}

// Hinders implements [game.Proposer].
func (s *State) Hinders(p int, near game.Pull, a game.Action) *game.Refusal {
	if p < 0 || p >= len(s.b.units) {
		return nil
	}
	if t := s.current(); a.Verb == vDeploy && t.kind == tDeploy {
		// What is in the way of the place that was meant; that a unit joins its neighbour is no obstacle.
		r := s.checkPlace(t.a, uint8(t.b), uint8(p), poseAt(near.Pose))
		joins := r.id == whyFriendThere && plane.Distance(poseAt(near.Pose).Point(), plane.Point{X: int64(a.B), Y: int64(a.C)}) <= joinsWithin
		if r.ok() || joins {
			return nil
		}
		return s.refusal(r)
	}
	for _, x := range s.wishes(uint8(p), poseAt(near.Pose)) {
		if a.Verb != 0 && x.Verb != a.Verb || !handled(near.By, x.Verb) {
			continue
		}
		r := s.check(x)
		if r.id == whyFar {
			// What is in the way even of the longest move says more.
			if nearer := s.check(scaled(x, r.b, r.a+r.b)); !nearer.ok() && nearer.id != whyFar && nearer.id != whyZero {
				r = nearer
			}
		}
		switch {
		case a.Verb == 0 && (r.ok() || r.id == whyZero):
		case r.ok():
			return nil
		default:
			return s.refusal(r)
		}
	}
	return nil
}

// Ends implements [game.Proposer].
func (s *State) Ends(a game.Action) []game.End {
	switch a.Verb {
	case vForward, vWheel, vOblique, vSideways, vRearward, vAbout:
		if s.current().kind != tAction {
			return nil
		}
		units := s.act
		return s.after(a).endsOf(units.units[:units.n])
	case vDeploy:
		pose := game.Pose{Point: game.Point{X: a.B, Y: a.C}, Heading: a.D}
		return []game.End{{Piece: int(a.A), Place: -1, Facing: -1, Pose: &pose}}
	}
	return nil
}

func (s *State) endsOf(units []uint8) []game.End {
	list := make([]game.End, len(units))
	for i, u := range units {
		p := s.poseOf(u)
		list[i] = game.End{Piece: int(u), Place: -1, Facing: -1, Pose: &p}
	}
	return list
}

// roundTo returns the multiple of step that is nearest to n: nobody means a thousandth.
func roundTo(n, step int64) int64 {
	if n < 0 {
		return -roundTo(-n, step)
	}
	return (n + step/2) / step * step
}

func clip(n int64) int32 { return int32(max(-plane.Limit, min(n, plane.Limit))) }

func cmpInt(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// clipped returns the greatest legal part of a phase, if there is one.
func (s *State) clipped(a game.Action) (game.Action, bool) {
	if s.check(a).ok() {
		return a, true
	}
	whole := max(a.A, -a.A, a.B, -a.B)
	part := func(n int32) game.Action { return scaled(a, n, whole) }
	low, high := int32(0), whole
	for high-low > 1 {
		if mid := (low + high) / 2; s.check(part(mid)).ok() {
			low = mid
		} else {
			high = mid
		}
	}
	if low == 0 {
		return a, false
	}
	return part(low), true
}

// scaled returns n of so many parts of a phase.
func scaled(a game.Action, n, of int32) game.Action {
	a.A = int32(int64(a.A) * int64(n) / int64(of))
	a.B = int32(int64(a.B) * int64(n) / int64(of))
	return a
}

// missesBy returns how far a pose is from another: the square of the distance, with ten degrees counting as much as 1U.
func missesBy(p, goal plane.Pose) int64 {
	dx, dy, turn := int64(p.X-goal.X), int64(p.Y-goal.Y), int64(p.H.To(goal.H))*U/40
	return dx*dx + dy*dy + turn*turn
}
