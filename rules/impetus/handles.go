package impetus

import (
	"slices"

	"acies/game"
	"acies/plane"
)

// handle is a grip at which a unit or group is pulled: the phase that it makes, and towards which side.
type handle struct {
	key  string
	verb game.Verb
	side int32
}

var handles = [...]handle{
	{"wheel-left", vWheel, -1},
	{"wheel-right", vWheel, 1},
	{"oblique-left", vOblique, -1},
	{"oblique-right", vOblique, 1},
	{"sideways-left", vSideways, -1},
	{"sideways-right", vSideways, 1},
	{"rearward", vRearward, 0},
}

// Handles implements [game.Proposer]: the grips for what those who act can do; straight ahead they are pulled by
// themselves.
func (s *State) Handles() []game.Handle {
	if s.current().kind != tAction || !s.checkPhase(vForward).ok() {
		return nil
	}
	u := s.act.units[0]
	x := s.shape(u)
	front := s.frontOfAll()
	m := s.allowance()
	var list []game.Handle
	for _, h := range handles {
		a := game.Action{Verb: h.verb}
		var at plane.Point
		var pivot *game.Point
		toward := x.H
		switch h.verb {
		case vWheel:
			a.A = h.side * int32(min(plane.GreatestWheel(s.wheelRadius(), m), s.wheelLimit()))
			grip, fixed := front[0], front[1]
			if h.side < 0 {
				grip, fixed = fixed, grip
			}
			at, pivot = grip, &game.Point{X: int32(fixed.X), Y: int32(fixed.Y)}
		case vOblique:
			a.A, a.B = h.side*m, m
			at, toward = front[(h.side+1)/2], x.H.Plus(int(h.side)*plane.Turn/8)
		case vSideways:
			a.A = h.side * m
			at, toward = x.At(h.side*x.Width/2, -x.Depth/2), x.H.Plus(int(h.side)*plane.Turn/4)
		case vRearward:
			a.A = m
			at, toward = x.Midpoint(plane.RearEdge), x.H.Opposite()
		}
		if _, ok := s.clipped(a); !ok {
			continue
		}
		list = append(list, game.Handle{Key: h.key, Pose: game.Pose{Point: game.Point{X: int32(at.X), Y: int32(at.Y)}, Heading: int32(toward)}, Pivot: pivot})
	}
	return list
}

// frontOfAll returns the ends of the whole front of those who act, left and right.
func (s *State) frontOfAll() [2]plane.Point {
	x := s.shape(s.act.units[0])
	if s.act.n == 1 || s.act.column {
		return [2]plane.Point{x.Corner[plane.FrontLeft], x.Corner[plane.FrontRight]}
	}
	left, right := s.files()
	return [2]plane.Point{x.At(-int32(left)*Frontage-Frontage/2, 0), x.At(int32(right)*Frontage-Frontage/2, 0)}
}

// handled reports whether a handle, or none, makes a phase.
func handled(by string, v game.Verb) bool {
	return by == "" || slices.ContainsFunc(handles[:], func(h handle) bool { return h.key == by && h.verb == v })
}
