package impetus

import (
	"acies/game"
	"acies/plane"
)

// Section 6: the phases of movement.

// mask returns the set of the units that act.
func (s *State) mask() (x plane.Set) {
	for _, u := range s.acting() {
		x.Add(int(u))
	}
	return x
}

// acting returns the unit or the members of the group that acts.
func (s *State) acting() []uint8 { return s.act.units[:s.act.n] }

// moveOf returns M of a unit.
func (s *State) moveOf(u uint8) int32 { return s.data(u).Move }

// allowance returns M of those who act: the lowest of a group (6.7g).
func (s *State) allowance() int32 {
	m := int32(plane.Never)
	for _, u := range s.acting() {
		m = min(m, s.moveOf(u))
	}
	return m
}

// counted returns the phases that a unit has made in this activation; a rally counts as one (20.2f).
func (s *State) counted(u uint8) int {
	n := int(s.units[u].phases)
	if s.has(u, fRallied) {
		n++
	}
	return n
}

// passes reports whether a unit may pass through a friend (6.8).
func (s *State) passes(u, friend uint8) bool {
	return !s.inMelee(u) && !s.inMelee(friend) && s.opensTo(friend, u) // 6.8f
}

// opensTo reports whether a unit is of a kind that a friend may pass through (T12).
func (s *State) opensTo(friend, u uint8) bool {
	a, b := s.typ(u), s.typ(friend)
	if b == Baggage {
		return false
	}
	if s.b.setup.Amendments && (s.loose(u) || s.loose(friend)) {
		return true // 25.1b, 25.1c
	}
	switch {
	case a == S || b == S || b == ART || b == W:
		return true
	case a == T && b == FP:
		return !s.stiff(friend)
	case a == FP && b == T:
		return !s.stiff(u)
	case a == CL:
		return b.cavalry()
	case b == CL:
		return a.cavalry()
	}
	return false
}

// stiff reports whether a unit of FP is one that no missile troops pass through (6.8b).
func (s *State) stiff(u uint8) bool { return s.trait(u, Pike|Schiltron) || s.impetuous(u) }

// loose reports whether a unit passes like skirmishers under the amendments.
func (s *State) loose(u uint8) bool {
	return s.typ(u) == T || s.typ(u) == FL && !s.impetuous(u)
}

// yields reports whether a unit is set back behind a friend that ends its move on it (6.8h, 25.1b).
func (s *State) yields(u uint8) bool {
	return s.typ(u) == S || s.b.setup.Amendments && s.loose(u)
}

// checkPhase says whether those who act may make a phase of movement now (6.1, 6.4 to 6.6, 24.5, 24.6).
func (s *State) checkPhase(v game.Verb) reason {
	u := s.act.units[0]
	switch {
	case s.act.failed:
		return reason{id: whyNoMoreMoves}
	case s.act.fired:
		return reason{id: whyFiredLast}
	}
	for _, u := range s.acting() {
		switch {
		case s.disordered(u) && s.counted(u) > 0:
			return reason{id: whyDisorderedTwice, a: int32(u)}
		case s.disordered(u) && s.act.n > 1:
			return reason{id: whyGroupDisordered, a: int32(u)} // shot at before the group has moved
		case (s.typ(u) == ART || s.typ(u) == W) && s.units[u].phases > 0:
			return reason{id: whyOnePhase, a: int32(u)}
		case (s.typ(u) == ART || s.typ(u) == W) && v != vForward && v != vWheel:
			return reason{id: whyHeavy, a: int32(u)}
		case s.typ(u) == Baggage:
			return reason{id: whyBaggage, a: int32(u)}
		}
	}
	if s.act.n > 1 && v != vForward && v != vWheel && v != vCharge {
		return reason{id: whyGroupMove}
	}
	light := s.typ(u).light()
	switch v {
	case vOblique, vSideways:
		if s.disordered(u) {
			return reason{id: whyDisorderedSide, a: int32(u)}
		}
	case vRearward:
		if s.disordered(u) && !light {
			return reason{id: whyDisorderedBack, a: int32(u)}
		}
	case vAbout:
		if s.disordered(u) {
			return reason{id: whyDisorderedAbout, a: int32(u)}
		}
		if s.counted(u) > 0 {
			return reason{id: whyAboutFirst, a: int32(u)}
		}
	}
	return reason{}
}

// checkForward says whether those who act may move straight ahead by t (6.2).
func (s *State) checkForward(t int32) reason {
	if t <= 0 {
		return reason{id: whyZero}
	}
	group := s.mask()
	m := s.allowance()
	for _, u := range s.acting() {
		x := s.shape(u)
		if r := s.checkZone(u, &x, group); !r.ok() {
			return r
		}
		if r := s.checkStraight(u, &x, x.H, t, m, group); !r.ok() {
			return r
		}
	}
	return reason{}
}

// checkZone says whether the zones that a unit stands in let it go straight ahead.
func (s *State) checkZone(u uint8, x *plane.Shape, group plane.Set) reason {
	owners := s.zones(u, x)
	if ok, _ := s.zoneAllows(u, x, owners, group); !ok {
		return reason{id: whyZone, a: int32(owners.Next(0))}
	}
	return reason{}
}

// checkStraight says whether a unit may move by t along a heading without touching an enemy, with an allowance of m.
func (s *State) checkStraight(u uint8, x *plane.Shape, h plane.Heading, t, m int32, group plane.Set) reason {
	slow, wall, e := s.straightGround(u, x, h, t)
	end := s.shapeAt(u, x.Straight(h, t))
	if limit := within(m, 0, slow); t > limit {
		return reason{id: whyFar, a: t - limit, b: limit}
	}
	if r := s.checkLines(u, x, &end, none); !r.ok() {
		return r
	}
	switch {
	case t > wall:
		return reason{id: whyImpassable, a: t - wall, b: wall}
	case end.OffTable():
		return reason{id: whyOffTable}
	case e&slows != 0 && s.spread(u):
		return reason{id: whyGroupDifficult, a: int32(u)}
	}
	near := s.index.Along(x, h, t+2*plane.Unit).Minus(group)
	near.Remove(int(u))
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		v := uint8(i)
		y := s.shape(v)
		at := plane.Advance(x, h, &y)
		switch {
		case s.side(v) != s.side(u):
			// Who slides past an enemy must not end in contact with him either.
			if at != plane.Never && t > at-U {
				return reason{id: whyEnemyAhead, a: max(0, at-U), b: int32(v)}
			}
			if plane.Meet(&end, &y) != plane.Apart {
				return reason{id: whyTouchEnemy, b: int32(v)}
			}
		case at >= t && !plane.Overlap(&end, &y):
		case !s.passes(u, v):
			return reason{id: whyFriendAhead, a: at, b: int32(v)}
		case !s.yields(v) && plane.Overlap(&end, &y):
			return reason{id: whyNotClear, a: at, b: int32(v)}
		}
	}
	return reason{}
}

// spread reports whether a unit acts in a group that may not move in Difficult ground, where S and FL go only in column
// (7.2c).
func (s *State) spread(u uint8) bool {
	return s.act.n > 1 && !s.act.column && (s.typ(u) == S || s.typ(u) == FL) && s.acts(u)
}

// acts reports whether a unit is among those who act.
func (s *State) acts(u uint8) bool {
	for _, v := range s.acting() {
		if v == u {
			return true
		}
	}
	return false
}

// checkLines says whether a unit may cross the fortifications between two places, in a charge on a target or none: no
// horse, artillery or wagons (22.3e), and foot over a line that the enemy defends only to charge who stands behind it
// (22.3d).
func (s *State) checkLines(u uint8, x, end *plane.Shape, target uint8) reason {
	for i := range s.b.setup.Lines {
		l := &s.b.setup.Lines[i]
		switch {
		case !sweeps(x, end, l.Points):
		case !s.typ(u).infantry():
			return reason{id: whyLine}
		case s.defended(l, other(s.side(u))):
			if target == none {
				return reason{id: whyDefended}
			}
			if y := s.shape(target); !behindWorks(l, &y) {
				return reason{id: whyDefended}
			}
		}
	}
	return reason{}
}

// lineWall returns how far a unit goes along a heading, at most t, before it meets a fortification that it cannot cross
// without a charge, or Never.
func (s *State) lineWall(u uint8, x *plane.Shape, h plane.Heading, t int32) int32 {
	if len(s.b.setup.Lines) == 0 {
		return plane.Never
	}
	crosses := func(t int32) bool {
		end := s.shapeAt(u, x.Straight(h, t))
		return !s.checkLines(u, x, &end, none).ok()
	}
	if !crosses(t) {
		return plane.Never
	}
	low := int32(0)
	for high := t; high-low > 1; {
		if mid := (low + high) / 2; crosses(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return low
}

// sweeps reports whether a base that goes from one place to another in a straight line crosses a line.
func sweeps(x, end *plane.Shape, line []plane.Point) bool {
	for i := range x.Corner {
		if plane.CrossesLine(x.Corner[i], end.Corner[i], line) || plane.CrossesLine(end.Corner[i], end.Corner[(i+1)%4], line) {
			return true
		}
	}
	return false
}

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
	group, slow := s.mask(), false
	for _, u := range s.acting() {
		x := s.shape(u)
		slow = slow || s.groundAt(u, &x)&slows != 0
	}
	step := 4
	if q < 0 {
		step = -4
	}
	at := step
	if s.clearAround() {
		at = q // nothing can be in the way: only the end counts
	}
	for ; ; at += step {
		last := at*step >= q*step
		if last {
			at = q
		}
		for i, u := range s.acting() {
			x := s.shapeAt(u, s.wheelPose(i, at))
			e, r := s.checkSpot(u, &x, group, last)
			if !r.ok() {
				return r
			}
			slow = slow || e&slows != 0
		}
		if last {
			break
		}
	}
	if slow {
		if cost > m/2 {
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

// clearAround reports whether no enemy and no ground that matters lies within reach of a wheel of those who act.
func (s *State) clearAround() bool {
	r := s.wheelRadius()
	for _, u := range s.acting() {
		x := s.shape(u)
		near := s.index.Around(&x, r)
		for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
			if s.side(uint8(i)) != s.active {
				return false
			}
		}
		lo, hi := plane.Point{X: x.Min.X - int64(r), Y: x.Min.Y - int64(r)}, plane.Point{X: x.Max.X + int64(r), Y: x.Max.Y + int64(r)}
		if lo.X < 0 || lo.Y < 0 || hi.X > plane.Width || hi.Y > plane.Height {
			return false
		}
		for i := range s.b.terrain {
			p := &s.b.terrain[i]
			if p.Min.X <= hi.X && p.Max.X >= lo.X && p.Min.Y <= hi.Y && p.Max.Y >= lo.Y && s.effectOf(u, p.kind) != 0 {
				return false
			}
		}
	}
	return true
}

// checkSpot says whether a base may be at a place of a move that is not straight; friends count only at the end (D4l).
func (s *State) checkSpot(u uint8, x *plane.Shape, group plane.Set, last bool) (e effect, r reason) {
	if last && x.OffTable() {
		return 0, reason{id: whyOffTable}
	}
	e = s.groundAt(u, x)
	if e&bars != 0 {
		return 0, reason{id: whyBarred}
	}
	near := s.index.Around(x, 2*plane.Epsilon).Minus(group)
	near.Remove(int(u))
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		v := uint8(i)
		y := s.shape(v)
		switch c := plane.Meet(x, &y); {
		case s.side(v) != s.side(u) && c != plane.Apart:
			return 0, reason{id: whyTouchEnemy, b: int32(v)}
		case s.side(v) == s.side(u) && c == plane.Overlapping && last:
			return 0, reason{id: whyFriendThere, b: int32(v)}
		}
	}
	return e, reason{}
}

// checkSlide says whether the single unit that acts may move a to the right and b ahead, in a straight line (6.4, 6.5).
func (s *State) checkSlide(v game.Verb, a, b int32) reason {
	u := s.act.units[0]
	m := s.moveOf(u)
	square := int64(a)*int64(a) + int64(b)*int64(b)
	limit := m
	switch v {
	case vOblique:
		if b <= 0 || a == 0 {
			return reason{id: whyZero}
		}
		if max(a, -a) > b {
			return reason{id: whyOblique, a: max(a, -a) - b}
		}
	case vSideways:
		if a == 0 {
			return reason{id: whyZero}
		}
		limit = m / 2
	case vRearward:
		if b >= 0 {
			return reason{id: whyZero}
		}
		if !s.typ(u).light() {
			limit = m / 2
		}
	}
	x := s.shape(u)
	if owners := s.zones(u, &x); v != vRearward && !owners.Empty() {
		return reason{id: whyZoneTurn, a: int32(owners.Next(0))}
	}
	end := s.shapeAt(u, x.Slide(a, b))
	if end.OffTable() {
		return reason{id: whyOffTable}
	}
	e := s.slideEffect(u, &x, a, b)
	if e&bars != 0 {
		return reason{id: whyBarred}
	}
	if v == vOblique && e&disorders != 0 {
		return reason{id: whyObliqueGround}
	}
	if e&slows != 0 {
		limit /= 2
	}
	if square > int64(limit)*int64(limit) {
		return reason{id: whyFar, a: int32(plane.Distance(plane.Point{}, plane.Point{X: int64(a), Y: int64(b)})) - limit, b: limit}
	}
	if r := s.checkLines(u, &x, &end, none); !r.ok() {
		return r
	}
	return s.checkWay(u, &x, &end, a, b, v == vRearward)
}

// checkWay says whether anybody stands in the way of a slide. Only rearward moves pass through friends (6.8f).
func (s *State) checkWay(u uint8, x, end *plane.Shape, a, b int32, through bool) reason {
	lo := plane.Point{X: min(x.Min.X, end.Min.X) - 2*plane.Epsilon, Y: min(x.Min.Y, end.Min.Y) - 2*plane.Epsilon}
	hi := plane.Point{X: max(x.Max.X, end.Max.X) + 2*plane.Epsilon, Y: max(x.Max.Y, end.Max.Y) + 2*plane.Epsilon}
	near := s.index.Near(lo, hi)
	near.Remove(int(u))
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		v := uint8(i)
		y := s.shape(v)
		free := plane.SlideFree(x, a, b, &y)
		switch {
		case s.side(v) != s.side(u):
			if !free || plane.Meet(end, &y) != plane.Apart {
				return reason{id: whyTouchEnemy, b: int32(v)}
			}
		case free && !plane.Overlap(end, &y):
		case !through || !s.passes(u, v):
			return reason{id: whyFriendThere, b: int32(v)}
		case !s.yields(v) && plane.Overlap(end, &y):
			return reason{id: whyNotClear, b: int32(v)}
		}
	}
	return reason{}
}

// checkAbout says whether the single unit that acts may turn about (6.6): where it stands is where it ends.
func (s *State) checkAbout() reason {
	u := s.act.units[0]
	x := s.shapeAt(u, s.units[u].AboutFace(s.base(u)))
	if x.OffTable() {
		return reason{id: whyOffTable}
	}
	if v := s.overlaps(&x, setOf(u)); v != none {
		return reason{id: whyFriendThere, b: int32(v)}
	}
	return reason{}
}

// stepPhase makes the phase that was chosen, once its test is over.
func (s *State) stepPhase(task) bool {
	s.pop()
	if s.act.kind == uint8(vAbout) {
		s.act.failed = true // 6.6d
		if !s.test.passed {
			return false
		}
	}
	before := s.mask()
	entered := s.zonesOfAll()
	s.makePhase(game.Verb(s.act.kind), s.act.a, s.act.b)
	if s.counted(s.act.units[0]) > 1 && !s.test.passed && s.act.kind != uint8(vAbout) {
		s.act.failed = true // 6.1e
		for _, u := range s.acting() {
			s.disorder(u, "imp-5.2c")
		}
	}
	s.react(evMoved, before, entered)
	return false
}

// zonesOfAll returns the enemies in whose zones those who act stand.
func (s *State) zonesOfAll() (owners plane.Set) {
	for _, u := range s.acting() {
		x := s.shape(u)
		owners = owners.Or(s.zones(u, &x))
	}
	return owners
}

// makePhase moves those who act, and counts the phase.
func (s *State) makePhase(v game.Verb, a, b int32) {
	group := s.mask()
	var poses [maxGroup]plane.Pose
	var effects [maxGroup]effect
	var zoned [maxGroup]bool
	for i, u := range s.acting() {
		x := s.shape(u)
		poses[i] = x.Pose
		switch v {
		case vForward:
			_, zoned[i] = s.zoneAllows(u, &x, s.zones(u, &x), group)
			poses[i] = x.Straight(x.H, a)
			effects[i] = s.straightEffect(u, &x, x.H, a)
		case vWheel:
			poses[i] = s.wheelPose(i, int(a))
			effects[i] = s.wheelEffect(i, u, int(a))
		case vOblique:
			poses[i] = x.Slide(a, b)
			effects[i] = s.slideEffect(u, &x, a, b)
		case vSideways:
			poses[i] = x.Slide(a, 0)
			effects[i] = s.slideEffect(u, &x, a, 0)
		case vRearward:
			poses[i] = x.Slide(0, -a)
			effects[i] = s.slideEffect(u, &x, 0, -a)
		case vAbout:
			poses[i] = x.AboutFace(x.Base)
		}
	}
	for i, u := range s.acting() {
		s.moveTo(u, poses[i])
	}
	s.sayMoved(v, a, b)
	for i, u := range s.acting() {
		s.units[u].phases++
		s.set(u, fMoving)
		s.setBack(u)
		s.suffer(u, effects[i])
		light := s.typ(u).light()
		switch {
		case !s.placed(u):
		case zoned[i]:
			s.disorder(u, "imp-6.9f")
		case v == vOblique && !light, v == vSideways && !light:
			s.disorder(u, "imp-6.4b")
		case v == vRearward && !light:
			s.disorder(u, "imp-6.5d")
		case v == vAbout && !light:
			s.disorder(u, "imp-6.6c")
		}
		if s.trait(u, Schiltron) {
			s.disorder(u, "imp-24.4a")
		}
	}
}

// sayMoved tells which phase was made, to which side, and by how much.
func (s *State) sayMoved(v game.Verb, a, b int32) {
	if s.sink == nil {
		return
	}
	kind, by := syntax[v].word, length("by", a)
	switch v {
	case vWheel:
		by = angle("by", int(max(a, -a)))
	case vAbout:
		by = angle("by", plane.Turn/2)
	case vSideways:
		by = length("by", max(a, -a))
	case vOblique:
		by = length("by", int32(plane.Distance(plane.Point{}, plane.Point{X: int64(a), Y: int64(b)})))
	}
	if a < 0 {
		kind += "-left"
	}
	s.say("moved", "imp-6.1g", piece("unit", int(s.act.units[0])), word("kind", "move."+kind), by, num("n", int(s.act.n)))
}

// suffer applies what the ground does to a unit that moved in it (7.2).
func (s *State) suffer(u uint8, e effect) {
	switch {
	case !s.placed(u):
	case e&destroys != 0:
		s.say("destroyed", "imp-7.2f", piece("unit", int(u)))
		s.lose(u, false)
	case e&disorders != 0:
		s.disorder(u, "imp-7.2k")
	}
}

// straightEffect returns what the ground does to a straight move.
func (s *State) straightEffect(u uint8, x *plane.Shape, h plane.Heading, t int32) effect {
	_, _, e := s.straightGround(u, x, h, t)
	if len(s.b.setup.Lines) == 0 {
		return e
	}
	if end := s.shapeAt(u, x.Straight(h, t)); s.crossesWorks(u, x, &end) {
		e |= s.effectOf(u, Broken) // 22.3d
	}
	return e
}

// crossesWorks reports whether a move between two places crosses a fortification that nobody defends.
func (s *State) crossesWorks(u uint8, x, end *plane.Shape) bool {
	for i := range s.b.setup.Lines {
		if l := &s.b.setup.Lines[i]; sweeps(x, end, l.Points) && !s.defended(l, other(s.side(u))) {
			return true
		}
	}
	return false
}

// defended reports whether a unit of a side stands behind a fortification (22.3c).
func (s *State) defended(l *Line, side uint8) bool {
	for i := range s.b.units {
		if u := uint8(i); s.side(u) == side && s.placed(u) {
			x := s.shape(u)
			if behindWorks(l, &x) {
				return true
			}
		}
	}
	return false
}

func (s *State) wheelEffect(i int, u uint8, q int) (e effect) {
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

// slideEffect returns what the ground does to a move of a to the right and b ahead.
func (s *State) slideEffect(u uint8, x *plane.Shape, a, b int32) (e effect) {
	if s.b.hasRoads {
		if end := s.shapeAt(u, x.Slide(a, b)); s.staysOnRoad(u, x, &end) {
			return 0
		}
	}
	for i := range s.b.terrain {
		p := &s.b.terrain[i]
		switch f := s.effectOf(u, p.kind); {
		case f == 0:
		case f&bars != 0:
			if !plane.SlideFreeOf(x, a, b, &p.Piece) {
				e |= bars
			}
		case plane.SlideEnters(x, a, b, &p.Piece):
			e |= f
		}
	}
	if end := s.shapeAt(u, x.Slide(a, b)); s.crossesWorks(u, x, &end) {
		e |= s.effectOf(u, Broken)
	}
	return e
}

// setBack sets those friends behind a unit on whom it has ended its move (6.8h, D4s).
func (s *State) setBack(u uint8) {
	x := s.shape(u)
	near := s.index.Around(&x, 0)
	near.Remove(int(u))
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		v := uint8(i)
		y := s.shape(v)
		if s.side(v) != s.side(u) || !s.yields(v) || !plane.Overlap(&x, &y) {
			continue
		}
		s.pushBack(v, x.H.Opposite())
	}
}

// pushBack moves a unit along a heading by the least distance at which it overlaps nobody. Off the table it is dispersed.
func (s *State) pushBack(v uint8, h plane.Heading) {
	y := s.shape(v)
	t := int32(0)
	for {
		at := s.shapeAt(v, y.Straight(h, t))
		if at.OffTable() {
			s.say("dispersed", "imp-D4s", piece("unit", int(v)))
			s.lose(v, false)
			return
		}
		w := s.overlaps(&at, setOf(v))
		if w == none {
			break
		}
		z := s.shape(w)
		t = max(t+1, plane.Clear(&y, h, &z, t))
	}
	s.moveTo(v, y.Straight(h, t))
	s.say("set-back", "imp-6.8h", piece("unit", int(v)))
}
