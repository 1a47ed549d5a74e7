package impetus

import (
	"acies/game"
	"acies/plane"
)

// Section 8: firing.

// aim is a possible shot: how far, and how it reaches.
type aim struct {
	band     int
	indirect bool
}

// allRound reports whether a unit fires all round (8.4).
func (s *State) allRound(u uint8) bool {
	if s.has(u, fInVillage) {
		return true
	}
	t := s.typ(u)
	return typeData[t].allRound && !(t == CL && weaponData[s.data(u).Weapon].still)
}

// mayShoot says whether a unit could shoot at an enemy, leaving priorities aside.
func (s *State) mayShoot(u, target uint8) (aim, reason) {
	a, r := s.mayAim(u, target)
	if !r.ok() {
		return a, r
	}
	x, y := s.shape(u), s.shape(target)
	look := toShoot
	if !s.allRound(u) {
		look |= inArc
	}
	if !s.sees(u, &x, target, &y, look) {
		if !weaponData[s.data(u).Weapon].indirect || a.band == pointBlank || !s.sees(u, &x, target, &y, look|overBases) {
			return a, reason{id: whySight, a: int32(u), b: int32(target)}
		}
		a.indirect = true
	}
	if n := s.firePool(u, target, a, nil); n < 1 {
		return a, reason{id: whyNoDice, a: int32(n)}
	}
	return a, reason{}
}

// movedTooFar reports whether a unit shoots only if it has not moved, and has (8.1i).
func (s *State) movedTooFar(u uint8) bool {
	d := s.data(u)
	return s.units[u].phases > 0 && (d.Type == CL && weaponData[d.Weapon].still || d.Traits&WesternArchers != 0)
}

// phasesInFire returns the dice that the phases of a unit take from its fire (8.3a, 8.3b, 8.3n).
func (s *State) phasesInFire(u uint8) int {
	d, n := s.data(u), int(s.units[u].phases)
	if n == 1 && d.Weapon == Javelin && (d.Type == S || d.Type == FL) {
		n = 0
	}
	if s.has(u, fRallied) {
		n++
	}
	return n
}

// mayAim says whether a unit could shoot at an enemy if it sees him and has dice enough.
func (s *State) mayAim(u, target uint8) (aim, reason) {
	d := s.data(u)
	switch {
	case d.Weapon == NoWeapon:
		return aim{}, reason{id: whyNoWeapon, a: int32(u)}
	case s.has(u, fFired):
		return aim{}, reason{id: whyFired, a: int32(u)}
	case !s.placed(target) || s.side(target) == s.side(u):
		return aim{}, reason{id: whyNoEnemy}
	case s.typ(target) == Baggage:
		return aim{}, reason{id: whyBaggageFire}
	case s.inMelee(s.body(u)):
		return aim{}, reason{id: whyShootMelee, a: int32(u)}
	case s.inMelee(target):
		return aim{}, reason{id: whyShotMelee, a: int32(target)}
	case s.movedTooFar(u):
		return aim{}, reason{id: whyShootMoved, a: int32(u)}
	}
	x, y := s.shape(u), s.shape(target)
	round := s.allRound(u)
	from := x
	if !round {
		from = x.Front()
	}
	if !plane.Within(&from, &y, ranges[bands-1]) {
		return aim{}, reason{id: whyBeyond}
	}
	dist := plane.Dist(&from, &y)
	a := aim{band: bandOf(dist)}
	column := 0
	if s.typ(target).mounted() {
		column = 1
	}
	if weaponData[d.Weapon].dice[a.band][column] == no {
		return a, reason{id: whyRange, a: dist}
	}
	if !round && !x.ArcHolds(&y) {
		return a, reason{id: whyArc}
	}
	return a, reason{}
}

// How a unit looks at a target.
const (
	inArc     uint8 = 1 << iota // ahead only, not all round
	overBases                   // hindered by the ground only
	toShoot                     // out of a wood from its edge only (7.3i)
)

// sees reports whether a unit sees a target (D6).
func (s *State) sees(u uint8, x *plane.Shape, target uint8, y *plane.Shape, look uint8) bool {
	l := plane.NewLooks(x, y, look&inArc == 0)
	for i := l.Open.Next(0); i >= 0; i = l.Open.Next(i + 1) {
		if p, q := l.Segment(i); s.blocked(p, q) || look&toShoot != 0 && s.deepIn(x, p, q) {
			l.Open.Remove(i)
		}
	}
	if look&overBases != 0 || l.Open.Empty() {
		return !l.Open.Empty()
	}
	between := s.index.Between(x, y)
	between.Remove(int(s.body(u)))
	between.Remove(int(target))
	for i := between.Next(0); i >= 0; i = between.Next(i + 1) {
		if !s.seesPast(u, x, uint8(i)) {
			y := s.shape(uint8(i))
			l.Block(&y)
		}
	}
	return !l.Open.Empty()
}

// whyUnseen says what keeps a unit from seeing a target: the ground, or the nearest of the bases in between.
func (s *State) whyUnseen(u, target uint8) reason {
	x, y := s.shape(u), s.shape(target)
	round, look := s.allRound(u), toShoot|overBases
	if !round {
		look |= inArc
	}
	if !s.sees(u, &x, target, &y, look) {
		return reason{id: whySight}
	}
	between := s.index.Between(&x, &y)
	between.Remove(int(s.body(u)))
	between.Remove(int(target))
	nearest, least := none, int32(plane.Never)
	for i := between.Next(0); i >= 0; i = between.Next(i + 1) {
		z, l := s.shape(uint8(i)), plane.NewLooks(&x, &y, round)
		all := l.Open
		if l.Block(&z); s.seesPast(u, &x, uint8(i)) || l.Open == all {
			continue // it hides nothing
		}
		if d := plane.Dist(&x, &z); d < least {
			nearest, least = i, d
		}
	}
	return reason{id: whySightBase, a: int32(nearest)}
}

// seesPast reports whether a base does not hinder a unit's sight: skirmishers close in front of it (8.6b), or a base that
// it looks down upon (8.6c).
func (s *State) seesPast(u uint8, x *plane.Shape, v uint8) bool {
	if s.side(v) == s.side(u) && s.typ(v) == S {
		y := s.shape(v)
		a, b := x.Front(), y.Front()
		if plane.Within(&a, &b, 5*U) {
			return true
		}
	}
	return s.higher(s.body(u), v, Kind.hill)
}

// deepIn reports whether a line of fire begins too deep inside the wood in which its firer stands (7.3i, D6j).
func (s *State) deepIn(x *plane.Shape, p, q plane.Point) bool {
	for i := range s.b.terrain {
		if t := &s.b.terrain[i]; t.kind == Wood && t.Holds(x) && t.LengthInside(p, q) >= 5*U {
			return true
		}
	}
	return false
}

// visible reports whether one unit sees another all round, hindered by the ground only (6.10k).
func (s *State) visible(u, v uint8) bool {
	x, y := s.shape(u), s.shape(v)
	return s.sees(u, &x, v, &y, overBases)
}

// firePool returns the dice of a shot (8.1b, 8.3).
func (s *State) firePool(u, target uint8, a aim, m *mods) int {
	d, t := s.data(u), s.typ(target)
	column := 0
	if t.mounted() {
		column = 1
	}
	art := d.Type == ART
	m.begin()
	n := m.add(s.vbu(u), "vbu", "imp-8.1b")
	n += m.add(int(weaponData[d.Weapon].dice[a.band][column]), "weapon", "imp-8.1g")
	n += m.add(-s.phasesInFire(u), "phases", "imp-8.3a")
	if s.disordered(u) {
		n += m.add(-1, "disordered", "imp-8.3c")
	}
	if a.indirect && d.Traits&Direct == 0 {
		n += m.add(-2, "indirect", "imp-8.3d")
	}
	y := s.shape(target)
	if s.standsIn(&y, func(k Kind) bool { return k == Wood }) {
		n += m.add(-2, "wood", "imp-8.3e")
	}
	switch {
	case (t == S || t == CL) && (d.Type == S || d.Type == CL):
		n += m.add(-1, "light", "imp-8.3g")
	case t == S || t == CL || t == ART:
		n += m.add(-2, "light", "imp-8.3f")
	}
	x := s.shape(u)
	switch {
	case !s.fortified(target, &x):
	case art:
		n += m.add(-1, "fortified", "imp-8.3i")
	default:
		n += m.add(-2, "fortified", "imp-8.3h")
	}
	if s.has(target, fEvading) {
		n += m.add(-1, "evading", "imp-8.3j")
	}
	if !art && (t == W || s.trait(target, Pavise) && facesShot(&y, &x)) {
		n += m.add(-1, "cover", "imp-8.3k")
	}
	if art && (s.large(target) || t == W || s.inColumn(target)) {
		n += m.add(2, "deep", "imp-8.3l")
	}
	if t.chariot() && !s.has(target, fMoving) {
		n += m.add(1, "stationary", "imp-8.3m")
	}
	return n
}

// facesShot reports whether a shot comes to the front of a base: from ahead of the line of its front edge (8.3p).
func facesShot(target, firer *plane.Shape) bool { return aheadOf(target, firer) }

// inColumn reports whether a unit is a neighbour in column of another of its Command, so that they are a Group (8.3t).
func (s *State) inColumn(u uint8) bool {
	x := s.shape(u)
	near := s.index.Around(&x, U)
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		if v := uint8(i); v != u && s.side(v) == s.side(u) && s.b.units[v].command == s.b.units[u].command {
			if y := s.shape(v); s.joined(&x, &y, joinColumn) {
				return true
			}
		}
	}
	return false
}

// The priorities of targets (8.5), the highest first.
const (
	firstExchange = iota
	secondFront
	thirdClosest
	fourthFriend
	fifthOther
)

// closest is what a unit that looks for a target measures from, and how near it the nearest enemies are.
type closest struct {
	plane.Shape
	round       bool
	front, from plane.Shape // the front edge, and from where ranges are measured (8.2e)
	corridor    plane.Shape // straight ahead, at short range
	ahead, arc  int32       // the distance of the nearest enemy in the corridor, and of the nearest in arc
}

// closestTo returns who is closest to a unit. Enemies who are no legal targets count too.
func (s *State) closestTo(u uint8) (c closest) {
	c.Shape = s.shape(u)
	c.round, c.front, c.corridor = s.allRound(u), c.Front(), c.Corridor(ranges[shortRange])
	c.from = c.front
	if c.round {
		c.from = c.Shape
	}
	c.ahead, c.arc = plane.Never, plane.Never
	near := s.foes(s.side(u), s.index.Around(&c.Shape, ranges[bands-1]))
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		if v := uint8(i); s.typ(v) != Baggage {
			ahead, arc := c.measure(s, v)
			c.ahead, c.arc = min(c.ahead, ahead), min(c.arc, arc)
		}
	}
	return c
}

// measure returns the distance of an enemy if he is in the corridor, and if he is in arc, or else Never.
func (c *closest) measure(s *State, v uint8) (ahead, arc int32) {
	ahead, arc = plane.Never, plane.Never
	y := s.shape(v)
	if !plane.Within(&c.from, &y, ranges[bands-1]) {
		return ahead, arc
	}
	if plane.Overlap(&c.corridor, &y) && plane.Within(&c.front, &y, ranges[shortRange]) {
		ahead = plane.Dist(&c.front, &y)
	}
	if c.round || c.ArcHolds(&y) {
		arc = plane.Dist(&c.from, &y)
	}
	return ahead, arc
}

// priority returns the priority that an enemy has as a target of a unit.
func (s *State) priority(u, target uint8, c *closest) int {
	if s.exchanges(u, target) {
		return firstExchange
	}
	if s.placed(target) && s.typ(target) != Baggage {
		switch ahead, arc := c.measure(s, target); {
		case ahead != plane.Never && ahead == c.ahead:
			return secondFront
		case arc != plane.Never && arc == c.arc:
			return thirdClosest
		}
	}
	if s.harms(target, u) {
		return fourthFriend
	}
	return fifthOther
}

// exchanges reports whether an enemy fires at a unit or charges it (8.5a).
func (s *State) exchanges(u, enemy uint8) bool {
	return s.shotAt(u, enemy) || s.charge.unit == enemy && s.charge.target == u && s.charging()
}

// charging reports whether a charge is being made.
func (s *State) charging() bool {
	for i := range s.nTasks {
		if k := s.tasks[i].kind; k == tCharge || k == tAnswer || k == tIntruder {
			return true
		}
	}
	return false
}

// harms reports whether an enemy fires at or charges a friend that touches a unit (8.5d).
func (s *State) harms(enemy, u uint8) bool {
	x := s.shape(u)
	near := s.index.Around(&x, 2*plane.Epsilon)
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		v := uint8(i)
		if v == u || s.side(v) != s.side(u) {
			continue
		}
		if y := s.shape(v); !plane.Touch(&x, &y) {
			continue
		}
		if s.exchanges(v, enemy) {
			return true
		}
	}
	return false
}

// shotAt reports whether an enemy has shot at a unit since its latest activation.
func (s *State) shotAt(u, enemy uint8) bool { return s.units[u].shotBy[enemy/64]>>(enemy%64)&1 != 0 }

// checkTarget says whether a unit may shoot at an enemy, priorities included (8.5f).
func (s *State) checkTarget(u, target uint8) reason {
	if _, r := s.mayShoot(u, target); !r.ok() {
		return r
	}
	if s.exchanges(u, target) {
		return reason{}
	}
	c := s.closestTo(u)
	own := s.priority(u, target, &c)
	for i := range s.b.units {
		v := uint8(i)
		if v == target || !s.placed(v) || s.side(v) == s.side(u) || s.priority(u, v, &c) >= own {
			continue
		}
		if _, r := s.mayShoot(u, v); r.ok() {
			return reason{id: whyPriority, a: int32(v), b: int32(u)}
		}
	}
	return reason{}
}

// checkFire says whether one of those who act may shoot now.
func (s *State) checkFire(u, target uint8) reason {
	switch {
	case !s.acts(u):
		return reason{id: whyNotActing, a: int32(u)}
	case s.act.rushed:
		return reason{id: whyRushed, a: int32(u)}
	}
	return s.checkTarget(u, target)
}

// optTargets lists the shots of a unit at every enemy.
func (s *State) optTargets(u uint8, buf []game.Action) []game.Action {
	if s.data(u).Weapon == NoWeapon || s.has(u, fFired) {
		return buf
	}
	for i := range s.b.units {
		if v := uint8(i); s.placed(v) && s.side(v) != s.side(u) {
			buf = append(buf, game.Action{Verb: vFire, A: int32(u), B: int32(i)})
		}
	}
	return buf
}

// fire lets a unit shoot; check has accepted it.
func (s *State) fire(u, target uint8) {
	a, _ := s.mayShoot(u, target)
	n := s.firePool(u, target, a, nil)
	s.shot = shot{firer: u, target: target, band: uint8(a.band), left: uint8(n)}
	s.set(u, fFired)
	s.units[target].shotBy[u/64] |= 1 << (u % 64)
	s.say("fires", "imp-8.1a", piece("unit", int(u)), piece("target", int(target)), num("dice", n), word("range", bandKeys[a.band]))
	s.push(tShot, 0, 0, 0)
}

var bandKeys = [bands]string{"range.point-blank", "range.short", "range.long", "range.extreme"}

func (s *State) stepShot(task) bool {
	if s.shot.left > 0 {
		return s.roll()
	}
	s.pop()
	if n := damage(s.shot.sixes, s.shot.fives); n > 0 && s.placed(s.shot.target) {
		s.harm(s.shot.target, byShot, n)
	}
	return false
}

func (s *State) doShot(_ task, a game.Action) {
	s.shot.left -= uint8(a.C)
	s.shot.sixes += uint8(a.A)
	s.shot.fives += uint8(a.B)
	if s.shot.left == 0 && s.sink != nil {
		s.say("shot", "imp-13.1d", piece("unit", int(s.shot.firer)), piece("target", int(s.shot.target)),
			num("sixes", int(s.shot.sixes)), num("fives", int(s.shot.fives)), num("damage", int(damage(s.shot.sixes, s.shot.fives))),
			pool(int(a.C), s.shot.sixes, s.shot.fives)) // a shot has no more dice than one throw
	}
}
