package impetus

import (
	"acies/game"
	"acies/plane"
)

// Section 6.10, the uncontrolled moves of Impetuous troops, and the compulsory moves towards baggage (22.1f to 22.1h).

// rushDue reports whether a unit makes an uncontrolled move if it is activated (6.10b).
func (s *State) rushDue(u uint8) bool {
	return s.impetuous(u) && !s.disordered(u) && !s.inMelee(u) && s.nearestEnemy(u) != none
}

// nearestEnemy returns the nearest visible enemy within 30U, or none (6.10b, 6.10g).
func (s *State) nearestEnemy(u uint8) uint8 {
	best, least := uint8(none), int32(30*U)
	x := s.shape(u)
	near := s.foes(s.side(u), s.index.Around(&x, 30*U))
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		v := uint8(i)
		if s.typ(v) == Baggage {
			continue
		}
		y := s.shape(v)
		if !plane.Within(&x, &y, least) {
			continue
		}
		if d := plane.Dist(&x, &y); (d < least || best == none) && s.visible(u, v) {
			best, least = v, d
		}
	}
	return best
}

// nearBaggage reports whether a unit must test because enemy baggage is close (22.1g).
func (s *State) nearBaggage(u uint8) bool {
	v := s.b.baggage[other(s.side(u))]
	if v == none || !s.placed(v) || !s.placed(u) || s.inMelee(u) || s.typ(u) == ART || s.typ(u) == W {
		return false
	}
	x, y := s.shape(u), s.shape(v)
	return plane.Within(&x, &y, 10*U) && s.visible(u, v)
}

func (s *State) stepRush(t task) bool {
	if u := s.act.units[0]; !s.placed(u) || s.inMelee(u) || s.disordered(u) {
		s.pop()
		return false
	}
	if s.onlyAhead() && !s.checkRush(t, game.Action{Verb: vRush, B: 1}).ok() {
		s.doRush(t, game.Action{Verb: vRush}) // there is nothing to choose
		return false
	}
	return s.waitFor(s.active)
}

// onlyAhead reports whether those who make an uncontrolled move can turn to neither side before it.
func (s *State) onlyAhead() bool {
	left, right := s.turnLimits()
	u := s.act.units[0]
	return s.freeTurn(u, -left) == 0 && s.freeTurn(u, right) == 0
}

// turnLimits returns how far a unit may turn before its uncontrolled move, to the left and to the right (6.10c, 6.10d,
// 6.10j): towards the nearest enemy or, if bad ground lies ahead, either way; inside a zone only towards its owner.
func (s *State) turnLimits() (left, right int) {
	if s.act.n > 1 {
		return 0, 0 // 6.10i
	}
	u := s.act.units[0]
	x := s.shape(u)
	towards := func(v uint8) {
		q := x.H.To(plane.Bearing(x.Point(), s.units[v].Point()))
		if q < 0 {
			left = max(left, min(-q, plane.Turn/8))
		} else {
			right = max(right, min(q, plane.Turn/8))
		}
	}
	owners := s.zones(u, &x)
	if !owners.Empty() {
		for i := owners.Next(0); i >= 0; i = owners.Next(i + 1) {
			towards(uint8(i))
		}
		return left, right
	}
	if v := s.nearestEnemy(u); v != none {
		towards(v)
	}
	slow, wall, _ := s.straightGround(u, &x, x.H, s.moveOf(u))
	if min(slow, wall) < s.moveOf(u) {
		return plane.Turn / 8, plane.Turn / 8
	}
	return left, right
}

// freeTurn returns a free turn of a unit, or the greatest legal turn the same way (D4o).
func (s *State) freeTurn(u uint8, q int) int {
	for ; q != 0; q -= sign(q) {
		p := s.units[u].Pose
		p.H = p.H.Plus(q)
		x := s.shapeAt(u, p)
		if !x.OffTable() && s.groundAt(u, &x)&bars == 0 && s.overlaps(&x, setOf(u)) == none && s.touchesEnemy(&x, s.side(u)) == none {
			break
		}
	}
	return q
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

func (s *State) optRush(_ task, buf []game.Action) []game.Action {
	left, right := s.turnLimits()
	from := len(buf)
	for _, q := range [...]int{0, -left, right, -left / 2, right / 2} {
		q = s.freeTurn(s.act.units[0], q)
		for ext := range int32(2) {
			if a := (game.Action{Verb: vRush, A: int32(q), B: ext}); !contains(buf[from:], a) {
				buf = append(buf, a)
			}
		}
	}
	return buf
}

func (s *State) checkRush(_ task, a game.Action) reason {
	if a.Verb != vRush {
		return reason{id: whyRush}
	}
	if left, right := s.turnLimits(); int(a.A) < -left || int(a.A) > right {
		return reason{id: whyTurn, a: int32(left), b: int32(right)}
	}
	if q := s.freeTurn(s.act.units[0], int(a.A)); q != int(a.A) {
		return reason{id: whyTurnBlocked, a: int32(max(q, -q))}
	}
	if cost, m := plane.WheelCost(Frontage/2, max(int(a.A), -int(a.A))), s.allowance(); s.b.setup.Amendments && cost > m {
		return reason{id: whyFar, a: cost - m, b: m}
	}
	if a.B == 0 {
		return reason{}
	}
	// An extension is announced only for a charge.
	c := *s
	c.sink = nil
	c.turn1(int(a.A))
	if target, _ := c.rushTarget(true); target == none {
		return reason{id: whyNoRushTarget}
	}
	return reason{}
}

// turn1 makes the free turn of the single unit that acts.
func (s *State) turn1(q int) {
	if u := s.act.units[0]; s.act.n == 1 && q != 0 {
		p := s.units[u].Pose
		p.H = p.H.Plus(s.freeTurn(u, q))
		s.moveTo(u, p)
	}
}

// rushTarget returns the enemy that the uncontrolled move of those who act charges, or none, and how far it goes
// otherwise.
func (s *State) rushTarget(extended bool) (uint8, int32) {
	group, m := s.mask(), s.rushAllowance()
	full := m
	best, least := uint8(none), int32(plane.Never)
	for _, u := range s.acting() {
		x := s.shape(u)
		if !s.checkZone(u, &x, group).ok() {
			return none, 0 // a zone holds it back
		}
		r := s.runOf(u, &x, m, s.extension(u, extended), group)
		if r.first != none && s.side(r.first) != s.active && r.at <= r.limit && r.at < least && s.checkRun(u, r.first, &x, r).ok() {
			best, least = r.first, r.at
		}
		full = min(full, s.plainWay(u, &x, m, group))
	}
	if best != none && !s.checkCharge(best, m, extended).ok() {
		best = none // not with the whole group
	}
	return best, full
}

// rushAllowance returns M of those who act, less the free turn where the amendments say so (25.1d).
func (s *State) rushAllowance() int32 {
	m := s.allowance()
	if s.b.setup.Amendments {
		m = max(0, m-plane.WheelCost(Frontage/2, int(s.act.turned)))
	}
	return m
}

// plainWay returns how far a unit gets on a straight move ahead that charges nobody: the greatest length that the rules
// allow (7.2p).
func (s *State) plainWay(u uint8, x *plane.Shape, m int32, group plane.Set) int32 {
	slow, wall, _ := s.straightGround(u, x, x.H, m)
	t := min(within(m, 0, slow), wall)
	if s.spread(u) {
		t = min(t, max(0, slow))
	}
	t = min(t, s.lineWall(u, x, x.H, t))
	t = s.onTableUpTo(u, x, x.H, min(t, s.freeWayOf(u, x, x.H, t, group)))
	for t > 0 {
		if end := s.shapeAt(u, x.Straight(x.H, t)); s.touchesEnemy(&end, s.side(u)) == none {
			break
		}
		t = max(0, t-U) // it slides past an enemy, and must not end in contact with him
	}
	return t
}

func (s *State) doRush(_ task, a game.Action) {
	s.pop()
	s.act.rushed = true
	s.act.turned = int16(max(a.A, -a.A))
	s.turn1(int(a.A))
	way := "way.ahead"
	switch {
	case a.A < 0:
		way = "way.left"
	case a.A > 0:
		way = "way.right"
	}
	s.say("rushes", "imp-6.10a", piece("unit", int(s.act.units[0])), word("way", way), angle("turn", int(s.act.turned)))
	target, full := s.rushTarget(a.B == 1)
	s.surge(target, full, a.B == 1)
}

// surge makes an uncontrolled or compulsory move: a charge if there is a target, or else a full move ahead.
func (s *State) surge(target uint8, full int32, extended bool) {
	switch {
	case target != none:
		s.act.rushing = true
		s.declare(s.act.units[0], target, chargeOwn, extended)
		s.act.rushing = false
	case full > 0:
		s.act.kind, s.act.a, s.act.b = uint8(vForward), full, 0
		s.test = test{passed: true}
		s.push(tPhase, 0, 0, 0)
	}
}

// plunder makes the compulsory move of a unit that failed its test near enemy baggage (22.1h). Its activation ends with
// it.
func (s *State) plunder() {
	u := s.act.units[0]
	v := s.b.baggage[other(s.side(u))]
	s.endActivation()
	p := s.units[u].Pose
	turn := p.H.To(plane.Bearing(p.Point(), s.units[v].Point()))
	s.turn1(max(-plane.Turn/8, min(turn, plane.Turn/8)))
	s.say("plunders", "imp-22.1h", piece("unit", int(u)))
	target, full := s.rushTarget(false)
	if target != v {
		target = none
	}
	s.surge(target, full, false)
}
