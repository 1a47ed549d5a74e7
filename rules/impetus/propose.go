package impetus

import (
	"slices"

	"acies/game"
	"acies/plane"
)

// Propose implements [game.Proposer]: the phases of those who act that bring a unit nearest to a pose, each clipped to
// what is legal.
func (s *State) Propose(p int, near game.Pose, buf []game.Action) []game.Action {
	if p < 0 || p >= len(s.b.units) {
		return buf
	}
	u, goal := uint8(p), poseAt(near)
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
		if x, ok := s.clipped(x); ok && !contains(buf[from:], x) {
			buf = append(buf, x)
		}
	}
	slices.SortStableFunc(buf[from:], func(x, y game.Action) int { return cmpInt(s.missesBy(u, x, goal), s.missesBy(u, y, goal)) })
	return buf
}

// mayPlace reports whether a unit belongs to the Command that is being placed.
func (s *State) mayPlace(t task, u uint8) bool {
	w := s.units[u].where
	return s.side(u) == t.a && s.b.units[u].command == uint8(t.b) && s.typ(u) != Baggage && (w == unplaced || w == onTable)
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
func (s *State) Hinders(p int, near game.Pose, a game.Action) *game.Refusal {
	if p < 0 || p >= len(s.b.units) {
		return nil
	}
	if t := s.current(); a.Verb == vDeploy && t.kind == tDeploy {
		// What is in the way of the place that was meant; that a unit joins its neighbour is no obstacle.
		r := s.checkPlace(t.a, uint8(t.b), uint8(p), poseAt(near))
		joins := r.id == whyFriendThere && plane.Distance(poseAt(near).Point(), plane.Point{X: int64(a.B), Y: int64(a.C)}) <= joinsWithin
		if r.ok() || joins {
			return nil
		}
		return s.refusal(r)
	}
	for _, x := range s.wishes(uint8(p), poseAt(near)) {
		if x.Verb != a.Verb {
			continue
		}
		if r := s.check(x); !r.ok() {
			return s.refusal(r)
		}
		return nil
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
		c := *s
		c.sink = nil
		units := s.act
		c.makePhase(a.Verb, a.A, a.B)
		return c.endsOf(units.units[:units.n])
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

// notes tells of the zones that those who act are in, of who could shoot at them, and of the test of a further phase.
func (s *State) notes() []game.Event {
	var list []game.Event
	for i := range s.b.units {
		v := uint8(i)
		if s.side(v) == s.active || !s.placed(v) {
			continue
		}
		zone, band := false, bands
		for _, u := range s.acting() {
			x := s.shape(u)
			zone = zone || s.hasZone(v) && s.inZone(u, &x, v)
			if a, r := s.mayShoot(v, u); r.ok() {
				band = min(band, a.band)
			}
		}
		if zone {
			list = append(list, game.Event{Key: "note.zone", Clause: "imp-6.9a", Args: []game.Arg{piece("unit", i)}})
		}
		if band < bands {
			list = append(list, game.Event{Key: "note.range", Clause: "imp-8.1a", Args: []game.Arg{piece("unit", i), word("range", bandKeys[band])}})
		}
	}
	if s.act.n > 0 && s.checkPhase(vForward).ok() {
		if n := s.needs(s.acting(), s.phasePenalty()); n < 7 {
			list = append(list, game.Event{Key: "note.next", Clause: "imp-5.1d", Args: []game.Arg{num("needed", max(n, 1)), num("chance", (100*min(6, 7-n)+3)/6)}})
		} else {
			list = append(list, game.Event{Key: "note.last", Clause: "imp-5.1e"})
		}
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
