package impetus

import (
	"acies/game"
	"acies/plane"
)

// D10: the finite list of moves that the table and the opponents choose from. Every legal free move is accepted besides.

// optAction lists what those who act may do, in the order of D10b.
func (s *State) optAction(t task, buf []game.Action) []game.Action {
	single := s.act.n == 1
	from := len(buf)
	if u := s.act.units[0]; s.units[u].where == inside {
		buf = append(buf, game.Action{Verb: vLeave, A: int32(u)})
		return s.accepted(t, append(s.optTargets(u, buf), game.Action{Verb: vPass}), from)
	}
	if single {
		buf = append(buf, game.Action{Verb: vOpportunity}, game.Action{Verb: vShieldwall}, game.Action{Verb: vDismount}, game.Action{Verb: vOccupy})
	}
	buf = s.optCharges(buf)
	for _, v := range s.acting() {
		buf = s.optTargets(v, buf)
	}
	buf = s.accepted(t, buf, from)
	if s.checkPhase(vForward).ok() {
		from = len(buf)
		buf = s.accepted(t, unique(s.optForward(buf), from), from)
		buf = s.optWheels(buf)
		if single {
			from = len(buf)
			buf = s.accepted(t, unique(s.optSlides(buf), from), from)
		}
	}
	from = len(buf)
	if single {
		buf = append(buf, game.Action{Verb: vAbout})
	}
	return s.accepted(t, append(buf, game.Action{Verb: vPass}), from)
}

// unique removes repeated actions after an index.
func unique(buf []game.Action, from int) []game.Action {
	kept := buf[:from]
	for _, a := range buf[from:] {
		if !contains(kept[from:], a) {
			kept = append(kept, a)
		}
	}
	return kept
}

// optCharges lists charges at whatever is first ahead of one of those who act (D10c).
func (s *State) optCharges(buf []game.Action) []game.Action {
	from, group, m := len(buf), s.mask(), s.allowance()
	for ext := range int32(2) {
		for _, u := range s.acting() {
			x := s.shape(u)
			first, _ := s.meets(u, &x, x.H, m+s.extension(u, ext == 1), group, (*State).passes)
			if first == none || s.side(first) == s.active {
				continue
			}
			if a := (game.Action{Verb: vCharge, A: int32(first), B: ext}); !contains(buf[from:], a) {
				buf = append(buf, a)
			}
		}
	}
	return buf
}

// optForward lists the stops of D10e, each clipped to what is legal.
func (s *State) optForward(buf []game.Action) []game.Action {
	group, m := s.mask(), s.allowance()
	full := m
	for _, u := range s.acting() {
		x := s.shape(u)
		full = min(full, s.plainWay(u, &x, m, group))
	}
	if full <= 0 {
		return buf
	}
	stop := func(t int32) {
		if t = min(t, full); t > 0 {
			buf = append(buf, game.Action{Verb: vForward, A: t})
		}
	}
	for _, t := range [...]int32{m / 4, m / 2, 3 * m / 4, m} {
		stop(t)
	}
	for _, u := range s.acting() {
		x := s.shape(u)
		front := x.Front()
		near := s.index.Around(&x, ranges[longRange]+m).Minus(group)
		for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
			v := uint8(i)
			y := s.shape(v)
			if s.side(v) == s.active {
				if t, ok := levelWith(&x, &y, m); ok {
					stop(t)
				}
				if t := plane.Advance(&x, x.H, &y); t <= m {
					stop(t)
				}
				continue
			}
			if s.hasZone(v) {
				zone := y.Corridor(plane.ZoneDepth)
				if t := plane.Advance(&x, x.H, &zone); t <= m {
					stop(t - 1)
				}
			}
			d := plane.Dist(&front, &y)
			for _, r := range ranges[:extreme] {
				if d > r && d-r <= m {
					if t := plane.RangeAfter(&x, x.H, &y, r, m); t != plane.Never {
						stop(t)
					}
				}
			}
		}
		for i := range s.b.terrain {
			p := &s.b.terrain[i]
			if s.effectOf(u, p.kind)&(disorders|destroys|slows) != 0 {
				if t := plane.EnterAfter(&x, x.H, &p.Piece); t > 0 && t <= m {
					stop(t)
				}
			}
		}
	}
	return buf
}

// levelWith returns how far ahead the front of a base is level with that of a friend at its side.
func levelWith(x, y *plane.Shape, m int32) (int32, bool) {
	a, b := x.Local(y.Point())
	if b <= 0 || b > int64(m) || a > 16*U || a < -16*U {
		return 0, false
	}
	return int32(b), true
}

// optWheels lists the wheels of D10d and D10f that are legal, given that a phase may be made.
func (s *State) optWheels(buf []game.Action) []game.Action {
	for _, u := range s.acting() {
		x := s.shape(u)
		if owners := s.zones(u, &x); !owners.Empty() {
			return buf
		}
	}
	m := s.allowance()
	most := min(plane.GreatestWheel(s.wheelRadius(), m), s.wheelLimit())
	if most == 0 {
		return buf
	}
	from, left, right := len(buf), s.wheelWay(-most), s.wheelWay(most)
	way := func(q int) *wheelWay {
		if q < 0 {
			return &left
		}
		return &right
	}
	wheel := func(q int) {
		a := game.Action{Verb: vWheel, A: int32(q)}
		if q != 0 && q >= -most && q <= most && !contains(buf[from:], a) && s.checkTurn(way(q), q).ok() {
			buf = append(buf, a)
		}
	}
	for _, q := range [...]int{36, 72, 108, 144, 180} {
		wheel(q)
		wheel(-q)
	}
	wheel(s.greatestWheel(&right, 1, most))
	wheel(s.greatestWheel(&left, -1, most))
	x := s.shape(s.act.units[0])
	near := s.index.Around(&x, 40*U).Minus(s.mask())
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		y := s.shape(uint8(i))
		if s.side(uint8(i)) == s.active {
			if plane.Within(&x, &y, 10*U) {
				wheel(x.H.To(y.H))
			}
			continue
		}
		if !plane.Within(&x, &y, 40*U) {
			continue
		}
		wheel(x.H.To(y.H.Opposite()))
		if s.act.n == 1 && plane.Within(&x, &y, m+6*U) {
			for _, side := range [...]int{1, -1} {
				wheel(s.wheelToward(&x, uint8(i), side, most))
			}
		}
	}
	return buf
}

// greatestWheel returns the greatest legal wheel to a side, sought by bisection where something is in the way.
func (s *State) greatestWheel(w *wheelWay, side, most int) int {
	if s.checkTurn(w, side*most).ok() {
		return side * most
	}
	low, high := 0, most
	for high-low > 1 {
		if mid := (low + high) / 2; s.checkTurn(w, side*mid).ok() {
			low = mid
		} else {
			high = mid
		}
	}
	return side * low
}

// wheelToward returns the least wheel to a side after which an enemy is the first base straight ahead, or 0 (D10d).
func (s *State) wheelToward(x *plane.Shape, enemy uint8, side, most int) int {
	u, y := s.act.units[0], s.shape(enemy)
	before := uint8(none) // a base that was met before the enemy, and may be again
	var z plane.Shape     // of that base
	for q := x.TurnToward(&y, side, 1, most); q <= most; q = x.TurnToward(&y, side, q+1, most) {
		at := s.shapeAt(u, x.Wheel(x.Base, side*q))
		t := plane.Advance(&at, at.H, &y)
		if t == plane.Never {
			continue
		}
		if before != none {
			if d := plane.Advance(&at, at.H, &z); d < t || d == t && before < enemy {
				continue
			}
		}
		if before, _ = s.meets(u, &at, at.H, t, plane.Set{}, (*State).passes); before == enemy {
			return side * q
		}
		if before != none {
			z = s.shape(before)
		}
	}
	return 0
}

// optSlides lists the oblique, sideways and rearward moves of D10g.
func (s *State) optSlides(buf []game.Action) []game.Action {
	m := s.allowance()
	b := m * 2 / 3
	x := s.shape(s.act.units[0])
	if owners := s.zones(s.act.units[0], &x); owners.Empty() && s.checkPhase(vOblique).ok() {
		for _, a := range [...]int32{-b, -b / 2, b / 2, b} {
			for n := int32(4); n > 0; n-- {
				if s.checkSlide(vOblique, a*n/4, b*n/4).ok() {
					buf = append(buf, game.Action{Verb: vOblique, A: a * n / 4, B: b * n / 4})
					break
				}
			}
		}
	}
	for _, a := range [...]int32{m / 4, m / 2} {
		buf = append(buf, game.Action{Verb: vSideways, A: a}, game.Action{Verb: vSideways, A: -a})
	}
	back := m / 2
	if s.typ(s.act.units[0]).light() {
		back = m
	}
	return append(buf, game.Action{Verb: vRearward, A: back / 2}, game.Action{Verb: vRearward, A: back})
}
