package impetus

import (
	"acies/plane"
)

// Section 6.3: wheels of units, lines and columns.

// files returns how many units wide the group is to the left of its leader, and with him to the right.
func (s *State) files() (left, right int) {
	right = 1
	for i := range s.acting() {
		a := s.act.offset[i][0]
		left = max(left, int((Frontage/2-a)/Frontage))
		right = max(right, int((a+Frontage/2)/Frontage)+1)
	}
	return left, right
}

// wheelPose returns where the member i of those who act stands after a wheel of q.
func (s *State) wheelPose(i, q int) plane.Pose {
	lead := s.units[s.act.units[0]].Pose
	switch {
	case s.act.n == 1:
		return lead.Wheel(s.base(s.act.units[0]), q)
	case s.act.column:
		// The others are placed straight behind the leader (D7f).
		lead = lead.Wheel(s.base(s.act.units[0]), q)
		if i == 0 {
			return lead
		}
		return lead.Slide(0, -s.depthBefore(i))
	}
	// The line turns about the end of its whole front (6.7h, D4q).
	left, right := s.files()
	lead = lead.Slide(int32(-left)*Frontage, 0).WheelLine(Frontage, left+right, q)
	o := s.act.offset[i]
	return lead.Slide(int32(left)*Frontage+o[0], o[1])
}

// depthBefore returns the depths of the members of a column that stand before a member.
func (s *State) depthBefore(i int) (d int32) {
	for j, u := range s.acting() {
		if s.act.offset[j][1] > s.act.offset[i][1] {
			d += s.base(u).Depth
		}
	}
	return d
}

// wheelRadius returns the distance from the pivot to the far front corner (D4i).
func (s *State) wheelRadius() int32 {
	if s.act.n == 1 || s.act.column {
		return Frontage
	}
	left, right := s.files()
	return Frontage * int32(left+right)
}

// wheelLimit returns the greatest wheel of those who act, whatever their M (6.3c, 6.3d).
func (s *State) wheelLimit() int {
	u := s.act.units[0]
	if s.act.n == 1 && typeData[s.typ(u)].nimble && !s.large(u) {
		return plane.Turn / 4
	}
	return plane.Turn / 8
}

// checkWheel says whether those who act may wheel by q (6.3, 6.7).
func (s *State) checkWheel(q int) reason {
	n := max(q, -q)
	if n == 0 {
		return reason{id: whyZero}
	}
	if most := s.wheelLimit(); n > most {
		return reason{id: whyWheelLimit, a: int32(most)}
	}
	for _, u := range s.acting() {
		x := s.shape(u)
		if owners := s.zones(u, &x); !owners.Empty() {
			return reason{id: whyZoneTurn, a: int32(owners.Next(0))}
		}
	}
	m := s.allowance()
	cost := plane.WheelCost(s.wheelRadius(), n)
	if cost > m {
		return reason{id: whyFar, a: cost - m, b: m}
	}
	w := s.wheelWay(q)
	return s.checkTurn(&w, q)
}

// wheelWay is what wheels of those who act to one side pass over before they end: the same for all of them, as far as
// they go.
type wheelWay struct {
	slow int    // the first turn, 0 for the beginning, at which the ground slows somebody
	stop int    // the first turn that is not open, though the wheel goes on
	why  reason // why it is not
}

// wheelWay returns what a wheel of q, and every shorter one to the same side, passes over: it is looked at at every whole
// degree (D4l).
func (s *State) wheelWay(q int) wheelWay {
	foes, ground := s.besideWheel(q)
	w := wheelWay{slow: plane.Turn, stop: plane.Turn}
	if foes.Empty() && !ground {
		return w // nothing can be in the way: only the end counts
	}
	for _, u := range s.acting() {
		x := s.shape(u)
		if s.groundAt(u, &x)&slows != 0 {
			w.slow = 0
		}
	}
	for i := 1; ; i++ {
		at := plane.WheelStop(q, i)
		if at == q {
			return w
		}
		for j, u := range s.acting() {
			x := s.shapeAt(u, s.wheelPose(j, at))
			e, r := s.checkSpot(u, &x, foes)
			if !r.ok() {
				w.stop, w.why = max(at, -at), r
				return w
			}
			if e&slows != 0 {
				w.slow = min(w.slow, max(at, -at))
			}
		}
	}
}

// checkTurn says whether those who act may end a wheel at q, given what it passes over. Its cost is known to be within
// their allowance.
func (s *State) checkTurn(w *wheelWay, q int) reason {
	n := max(q, -q)
	if w.stop < n {
		return w.why
	}
	slow, group := w.slow < n, s.mask()
	for i, u := range s.acting() {
		x := s.shapeAt(u, s.wheelPose(i, q))
		if x.OffTable() {
			return reason{id: whyOffTable}
		}
		// Friends count only at the end (D4l).
		near := s.index.Around(&x, 2*plane.Epsilon).Minus(group)
		e, r := s.checkSpot(u, &x, near)
		if !r.ok() {
			return r
		}
		slow = slow || e&slows != 0
	}
	m := s.allowance()
	if slow {
		if cost := plane.WheelCost(s.wheelRadius(), n); cost > m/2 {
			return reason{id: whyFar, a: cost - m/2, b: m / 2}
		}
		for _, u := range s.acting() {
			if s.spread(u) {
				return reason{id: whyGroupDifficult, a: int32(u)}
			}
		}
	}
	if s.act.column && s.act.n > 1 {
		for i, u := range s.acting() {
			p, o := s.wheelPose(i, q), s.units[u].Pose
			dx, dy := int64(p.X-o.X), int64(p.Y-o.Y)
			if dx*dx+dy*dy > int64(m)*int64(m) {
				return reason{id: whyColumnShift, a: int32(u)}
			}
		}
	}
	return reason{}
}

// besideWheel returns the enemies that may be in the way of a wheel of those who act to the side of q, and whether there is
// ground that may matter.
func (s *State) besideWheel(q int) (foes plane.Set, ground bool) {
	u := s.act.units[0]
	lead, half := s.units[u].Pose, s.base(u).Width/2
	left, right := 0, 1
	if s.act.n > 1 && !s.act.column {
		left, right = s.files()
	}
	pivot := lead.At(int32(-left)*Frontage-half, 0)
	if q > 0 {
		pivot = lead.At(int32(right)*Frontage-half, 0)
	}
	deep := int64(0)
	for i, u := range s.acting() {
		deep = max(deep, int64(s.base(u).Depth-s.act.offset[i][1]))
	}
	// The members of a group may each stand a tenth of a U out of line.
	r := plane.Distance(plane.Point{}, plane.Point{X: int64(s.wheelRadius()) + 2*U, Y: deep + 2*U})
	lo, hi := plane.Point{X: pivot.X - r, Y: pivot.Y - r}, plane.Point{X: pivot.X + r, Y: pivot.Y + r}
	foes = s.foes(s.active, s.index.Near(lo, hi))
	for i := foes.Next(0); i >= 0; i = foes.Next(i + 1) {
		if s.clearOf(uint8(i), lo, hi) {
			foes.Remove(i)
		}
	}
	return foes, s.groundNear(lo, hi)
}

// groundNear reports whether any ground that does something to those who act reaches into a rectangle.
func (s *State) groundNear(lo, hi plane.Point) bool {
	for i := range s.b.terrain {
		p := &s.b.terrain[i]
		if p.Min.X > hi.X || p.Max.X < lo.X || p.Min.Y > hi.Y || p.Max.Y < lo.Y {
			continue
		}
		for _, u := range s.acting() {
			if s.effectOf(u, p.kind) != 0 {
				return true
			}
		}
	}
	for i := range s.b.works {
		if l := &s.b.works[i]; l.lo.X <= hi.X && l.hi.X >= lo.X && l.lo.Y <= hi.Y && l.hi.Y >= lo.Y {
			return true
		}
	}
	return false
}

// checkSpot says whether a base may be at a place of a wheel, and what the ground there does to it: it must not touch an
// enemy, nor overlap a friend, among those near it.
func (s *State) checkSpot(u uint8, x *plane.Shape, near plane.Set) (e effect, r reason) {
	e = s.groundAt(u, x)
	if e&bars != 0 {
		return 0, reason{id: whyBarred}
	}
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		v := uint8(i)
		if s.clearOf(v, x.Min, x.Max) {
			continue
		}
		y := s.shape(v)
		switch c := plane.Meet(x, &y); {
		case s.side(v) != s.side(u) && c != plane.Apart:
			return 0, reason{id: whyTouchEnemy, b: int32(v)}
		case s.side(v) == s.side(u) && c == plane.Overlapping:
			return 0, reason{id: whyFriendThere, b: int32(v)}
		}
	}
	return e, reason{}
}

func (s *State) wheelEffect(i int, u uint8, q int) (e effect) {
	if x := s.shape(u); s.act.n == 1 && s.wheelsInOpen(u, &x, q) {
		return 0
	}
	step := 4
	if q < 0 {
		step = -4
	}
	for at := 0; ; at += step {
		if at*step >= q*step {
			at = q
		}
		x := s.shapeAt(u, s.wheelPose(i, at))
		e |= s.groundAt(u, &x)
		if at == q {
			return e
		}
	}
}

// wheelsInOpen reports whether there is no ground anywhere near the wheel of a single unit that would affect it.
func (s *State) wheelsInOpen(u uint8, x *plane.Shape, q int) bool {
	lo, hi := x.WheelBox(q)
	for i := range s.b.terrain {
		p := &s.b.terrain[i]
		if p.Min.X <= hi.X && p.Max.X >= lo.X && p.Min.Y <= hi.Y && p.Max.Y >= lo.Y && s.effectOf(u, p.kind) != 0 {
			return false
		}
	}
	return len(s.b.works) == 0
}
