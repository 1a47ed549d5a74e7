package impetus

import (
	"slices"

	"acies/game"
	"acies/plane"
)

// Propose implements [game.Proposer]: the phases of those who act that bring a unit nearest to a pose, each clipped to
// what is legal.
func (s *State) Propose(p int, near game.Pose, buf []game.Action) []game.Action {
	if p < 0 || p >= len(s.b.units) || s.current().kind != tAction || !slices.Contains(s.acting(), uint8(p)) {
		return buf
	}
	u := uint8(p)
	goal := plane.Pose{X: near.X, Y: near.Y, H: plane.Heading((near.Heading%plane.Turn + plane.Turn) % plane.Turn)}
	from := len(buf)
	here := s.units[u].Pose
	right, ahead := here.Local(goal.Point())
	a, b := clip(right), clip(ahead)
	for _, x := range [...]game.Action{
		{Verb: vForward, A: b},
		{Verb: vRearward, A: -b},
		{Verb: vSideways, A: a},
		{Verb: vOblique, A: a, B: b},
		{Verb: vWheel, A: int32(here.H.To(goal.H))},
		{Verb: vWheel, A: int32(here.H.To(plane.Bearing(here.Point(), goal.Point())))},
	} {
		if x, ok := s.clipped(x); ok && !contains(buf[from:], x) {
			buf = append(buf, x)
		}
	}
	slices.SortStableFunc(buf[from:], func(x, y game.Action) int { return cmpInt(s.missesBy(u, x, goal), s.missesBy(u, y, goal)) })
	return buf
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
	part := func(n int32) game.Action {
		c := a
		c.A = int32(int64(a.A) * int64(n) / int64(whole))
		c.B = int32(int64(a.B) * int64(n) / int64(whole))
		return c
	}
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

// missesBy returns how far a phase leaves a unit from a pose: the square of the distance, with ten degrees counting as
// much as 1U.
func (s *State) missesBy(u uint8, a game.Action, goal plane.Pose) int64 {
	c := *s
	c.sink = nil
	c.makePhase(a.Verb, a.A, a.B)
	p := c.units[u].Pose
	dx, dy, turn := int64(p.X-goal.X), int64(p.Y-goal.Y), int64(p.H.To(goal.H))*U/40
	return dx*dx + dy*dy + turn*turn
}
