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
	near := s.along(x, h, t+2*plane.Unit).Minus(group)
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
		if s.clearOf(v, lo, hi) {
			continue
		}
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
		poses[i] = s.phaseEnd(i, v, a, b)
		switch v {
		case vForward:
			_, zoned[i] = s.zoneAllows(u, &x, s.zones(u, &x), group)
			effects[i] = s.straightEffect(u, &x, x.H, a)
		case vWheel:
			effects[i] = s.wheelEffect(i, u, int(a))
		case vOblique:
			effects[i] = s.slideEffect(u, &x, a, b)
		case vSideways:
			effects[i] = s.slideEffect(u, &x, a, 0)
		case vRearward:
			effects[i] = s.slideEffect(u, &x, 0, -a)
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

// phaseEnd returns where a member of those who act is after a phase, whatever else the phase does to it.
func (s *State) phaseEnd(member int, v game.Verb, a, b int32) plane.Pose {
	u := s.act.units[member]
	p := s.units[u].Pose
	switch v {
	case vForward:
		return p.Straight(p.H, a)
	case vWheel:
		return s.wheelPose(member, int(a))
	case vOblique:
		return p.Slide(a, b)
	case vSideways:
		return p.Slide(a, 0)
	case vRearward:
		return p.Slide(0, -a)
	case vAbout:
		return p.AboutFace(s.base(u))
	}
	return p
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
		s.lose(u)
	case e&disorders != 0:
		s.disorder(u, "imp-7.2k")
	}
}

// straightEffect returns what the ground does to a straight move.
func (s *State) straightEffect(u uint8, x *plane.Shape, h plane.Heading, t int32) effect {
	_, _, e := s.straightGround(u, x, h, t)
	if len(s.b.works) == 0 {
		return e
	}
	if end := s.shapeAt(u, x.Straight(h, t)); s.crossesWorks(u, x, &end) {
		e |= s.effectOf(u, Broken) // 22.3d
	}
	return e
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
