package impetus

import "acies/plane"

// Section 7: the ground.

// terrain is a piece of terrain.
type terrain struct {
	plane.Piece
	kind  Kind
	crest []plane.Point
}

func compileTerrain(p *Piece) terrain {
	x, err := plane.NewPiece(p.Polygon...)
	if err != nil {
		panic(err) // package scenario has checked it
	}
	return terrain{Piece: x, kind: p.Kind, crest: p.Crest}
}

// effect is what a kind of ground does to a type that moves in it (T4).
type effect uint8

const (
	slows effect = 1 << iota // half speed
	disorders
	destroys
	bars
)

func (s *State) effectOf(u uint8, k Kind) effect {
	t := s.typ(u)
	switch {
	case k == Impassable:
		return bars
	case !k.broken() && !k.difficult():
		return 0
	case t == CF:
		return destroys // 7.2f
	case t == S || t == FL:
		if k.broken() {
			return 0
		}
		return slows // 7.2b
	case t == T && k.broken():
		return 0
	case t == W && k.difficult():
		return bars // 7.2g
	case k.broken():
		return disorders
	}
	return slows | disorders
}

// onRoad returns the piece of road that the whole of a base is on, where it ignores the ground, or -1 (7.1g).
func (s *State) onRoad(x *plane.Shape) int {
	for i := range s.b.terrain {
		if p := &s.b.terrain[i]; p.kind == Road && p.HoldsWhole(x) {
			return i
		}
	}
	return -1
}

// marches reports whether a unit may use roads: it is alone or in column.
func (s *State) marches(u uint8) bool { return s.act.n < 2 || s.act.column || !s.acts(u) }

// staysOnRoad reports whether a straight line between two places of a unit keeps to a road.
func (s *State) staysOnRoad(u uint8, x, end *plane.Shape) bool {
	if !s.marches(u) {
		return false
	}
	i := s.onRoad(x)
	return i >= 0 && s.b.terrain[i].HoldsWhole(end)
}

// roadLength returns how far, at most t, a unit that moves along a heading keeps to the road it is on; -1 if it is on none.
func (s *State) roadLength(u uint8, x *plane.Shape, h plane.Heading, t int32) int32 {
	if !s.b.hasRoads || !s.marches(u) {
		return -1
	}
	i := s.onRoad(x)
	if i < 0 {
		return -1
	}
	low, high := int32(0), t
	for low < high {
		mid := (low + high + 1) / 2
		if at := s.shapeAt(u, x.Straight(h, mid)); s.b.terrain[i].HoldsWhole(&at) {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low
}

// groundAt returns what the ground does to a unit that moves over a place.
func (s *State) groundAt(u uint8, x *plane.Shape) (e effect) {
	for i := range s.b.terrain {
		p := &s.b.terrain[i]
		if f := s.effectOf(u, p.kind); f != 0 && p.Holds(x) {
			e |= f
		}
	}
	for i := range s.b.works {
		switch l := &s.b.works[i]; {
		case !l.swept(x, x):
		case !s.typ(u).infantry() || s.defended(l, other(s.side(u))):
			return bars // 22.3d, 22.3e
		default:
			e |= s.effectOf(u, Broken)
		}
	}
	if e != 0 && s.b.hasRoads && s.marches(u) && s.onRoad(x) >= 0 {
		return 0
	}
	return e
}

// straightGround returns what the ground does to a straight move of a unit from a shape along a heading: how far it can
// go before it enters ground that slows it (-1 if it stands in it), before it meets ground that bars it, and what it
// meets within t.
func (s *State) straightGround(u uint8, x *plane.Shape, h plane.Heading, t int32) (slow, wall int32, e effect) {
	slow, wall = plane.Never, plane.Never
	if !s.typ(u).infantry() {
		wall = s.lineWall(u, x, h, t)
	}
	road := s.roadLength(u, x, h, t)
	for i := range s.b.terrain {
		p := &s.b.terrain[i]
		f := s.effectOf(u, p.kind)
		if f == 0 {
			continue
		}
		var enter int32
		if f&bars != 0 {
			enter = plane.AdvanceInto(x, h, &p.Piece)
		} else {
			enter = plane.EnterAfter(x, h, &p.Piece)
		}
		if enter < road {
			// What lies under the road does not count until the unit leaves the road.
			enter = road
			if road == t || plane.LeaveAfter(x, h, &p.Piece) <= road {
				enter = plane.Never
			}
		}
		switch {
		case f&bars != 0:
			wall = min(wall, enter)
			continue
		case f&slows != 0:
			// Speed is halved from where the ground is touched (7.2p, E24), a hair before the unit is in it.
			touched := enter
			if enter > 0 && enter != road && enter != plane.Never {
				touched = min(enter, plane.AdvanceInto(x, h, &p.Piece))
			}
			slow = min(slow, touched)
		}
		if enter < t {
			e |= f
		}
	}
	return slow, wall, e
}

// within returns the greatest length of a straight move whose allowance is m and whose extension is bonus, with slow as
// straightGround gives it (7.2j, 7.2p).
func within(m, bonus, slow int32) int32 { return max(m/2+bonus, min(m+bonus, slow)) }

// standsIn reports whether a base is in ground of some kinds.
func (s *State) standsIn(x *plane.Shape, of func(Kind) bool) bool {
	for i := range s.b.terrain {
		if p := &s.b.terrain[i]; of(p.kind) && p.Holds(x) {
			return true
		}
	}
	return false
}

// whollyIn reports whether all of a base is in one piece of some kinds.
func (s *State) whollyIn(x *plane.Shape, of func(Kind) bool) bool {
	for i := range s.b.terrain {
		if p := &s.b.terrain[i]; of(p.kind) && p.HoldsWhole(x) {
			return true
		}
	}
	return false
}

func rough(k Kind) bool { return k.broken() || k.difficult() }

// higher reports whether a unit is higher than another on a hill of some kinds (7.4h).
func (s *State) higher(u, v uint8, of func(Kind) bool) bool {
	p, q := s.units[u].Point(), s.units[v].Point()
	for i := range s.b.terrain {
		x := &s.b.terrain[i]
		if !of(x.kind) || !x.Contains(p) {
			continue
		}
		if !x.Contains(q) || len(x.crest) > 0 && plane.DistLine(p, p, x.crest)+U <= plane.DistLine(q, q, x.crest) {
			return true
		}
	}
	return false
}

// onBank reports whether a unit fights from the high bank of a stream against an enemy in it, which counts as higher in a
// melee.
func (s *State) onBank(u, v uint8) bool {
	b := s.b.setup.HighBank
	y := s.units[u].Y
	return b != nil && y >= b.Y[0] && y <= b.Y[1] && s.b.terrain[b.Stream].Contains(s.units[v].Point())
}

// blocked reports whether the ground blocks a line of sight (7.3).
func (s *State) blocked(a, b plane.Point) bool {
	square := (a.X-b.X)*(a.X-b.X) + (a.Y-b.Y)*(a.Y-b.Y)
	dense := int64(0)
	for i := range s.b.terrain {
		p := &s.b.terrain[i]
		if p.kind.hill() && square > 25*U*U && plane.CrossesLine(a, b, p.crest) {
			return true // 7.3e
		}
		switch {
		case p.kind == GentleHill && square > 15*15*U*U:
			if p.Contains(a) == p.Contains(b) && p.Crosses(a, b) {
				return true // 7.3f
			}
		case p.kind.dense():
			if dense += p.LengthInside(a, b); dense > 5*U {
				return true // 7.3g
			}
		}
	}
	return false
}
