package sword

import (
	"math/bits"

	"acies/game"
	"acies/grid"
)

// Chapter 9: shooting, in Phase B, in D.2 and in the first two steps of a melee. The player chooses a target, then the
// units that shoot at it together, then the die is rolled.

type shotKind uint8

const (
	shotArchers   shotKind = iota // Phase B
	shotVolley                    // D.2
	shotDefensive                 // D.4, step 1
	shotOffensive                 // D.4, step 2
)

// stepArchers is a step of Phase B: the archers of a side, or its guns (t.c). It counts as one activation of that side
// (ant-6.Ba to 6.Bf, R46).
func (s *State) stepArchers(t task) bool {
	if t.b == 0 {
		s.enter(phaseB)
		s.side, s.active = t.a, none
		for i := range s.b.units {
			s.forget(uint8(i), activationFlags)
		}
	}
	return s.stepShots(t, shotArchers, t.a)
}

// stepVolley is D.2.
func (s *State) stepVolley(t task) bool {
	s.enter(phaseD2)
	return s.stepShots(t, shotVolley, s.side)
}

// stepDefend and stepOffend are the shooting steps of a melee (ant-10.3d, 10.3e).
func (s *State) stepDefend(t task) bool { return s.stepShots(t, shotDefensive, 1-s.side) }
func (s *State) stepOffend(t task) bool { return s.stepShots(t, shotOffensive, s.side) }

// stepShots lets a side shoot as long as it can and wants to; each unit once (R126).
func (s *State) stepShots(t task, kind shotKind, side uint8) bool {
	if t.b == 0 {
		s.tasks[s.nTasks-1].b = 1
		for i := range s.b.units {
			s.forget(uint8(i), fShot)
		}
	}
	s.shot = shot{kind: kind, guns: t.c != 0}
	if s.anyShot(side) {
		return s.waitFor(side)
	}
	s.shot = shot{}
	s.pop()
	return false
}

func (s *State) anyShot(side uint8) bool {
	for i := range s.b.units {
		if s.b.units[i].side == side && s.findsTarget(uint8(i)) {
			return true
		}
	}
	return false
}

// findsTarget reports whether a unit has a target now.
func (s *State) findsTarget(u uint8) bool {
	if !s.mayShoot(u).ok() {
		return false
	}
	d := &s.b.units[u]
	for i := range s.b.units {
		h := int(s.units[i].hex)
		if h >= 0 && s.b.units[i].side != d.side && s.top[h] == uint8(i) &&
			s.b.m.Distance(int(s.units[u].hex), h) <= int(s.b.reach[d.typ]) && s.mayShootAt(u, h).ok() {
			return true
		}
	}
	return false
}

// canShoot reports whether a unit is able to shoot at all: by its asterisk or by a pilum (ant-2.1d, 13.2.5b).
func (s *State) canShoot(u uint8) bool {
	return s.b.units[u].shoots[s.face(u)] || s.has(u, fPilum)
}

// mayShoot checks whether a unit may shoot now, at any target.
func (s *State) mayShoot(u uint8) reason {
	p := &s.units[u]
	t := &s.b.book.Types[s.b.units[u].typ]
	switch {
	case p.hex < 0 || p.flags&fAloft != 0:
		return reason{id: whyGone, a: int16(u)}
	case !s.canShoot(u) || s.b.reach[s.b.units[u].typ] == 0:
		return reason{id: whyCannotShoot, a: int16(u)}
	case s.top[p.hex] != u && !s.besideGuns(u):
		return reason{id: whyNotTop, a: int16(u)}
	case p.disorder == routed:
		return reason{id: whyRoutedShoot, a: int16(u)}
	case p.flags&fShot != 0:
		return reason{id: whyHasShot, a: int16(u)}
	}
	switch s.shot.kind {
	case shotArchers:
		if s.shot.guns != t.Guns || !t.Guns && !t.Archer {
			return reason{id: whyNotArcher, a: int16(u)}
		}
		if p.flags&fOutOfCommand != 0 {
			return reason{id: whyStrayShoot, a: int16(u)}
		}
	case shotVolley:
		if p.flags&fActive == 0 {
			return reason{id: whyNotActivated, a: int16(u), b: int16(s.active)}
		}
		if p.flags&fOutOfCommand != 0 {
			return reason{id: whyStrayShoot, a: int16(u)}
		}
	case shotDefensive:
		// A unit pushed into the hex takes no part in its melee (ant-R63, med-5.2.5f).
		if p.flags&fDef == 0 || !s.counts(u) {
			return reason{id: whyNotAttacked, a: int16(u)}
		}
	case shotOffensive:
		// A unit that does not attack itself may shoot if it is stacked with one that does (ant-9.1k).
		if !s.named(int(p.hex)) || !s.attacksFrom(int(p.hex)) || p.flags&fActive == 0 || p.flags&fOutOfCommand != 0 {
			return reason{id: whyNotAttacking, a: int16(u)}
		}
	}
	return reason{}
}

// attacksFrom reports whether a unit of the hex is still about to attack: not one that defensive shooting has routed.
func (s *State) attacksFrom(h int) bool {
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.has(u, fAtt) && !s.isRouted(u) {
			return true
		}
	}
	return false
}

// mayShootAt checks whether a unit that may shoot may shoot at the stack in a hex.
func (s *State) mayShootAt(u uint8, h int) reason {
	side := s.sideOf(u)
	if !s.enemyAt(h, side) {
		return reason{id: whyNoTarget, a: int16(h)}
	}
	for v := s.top[h]; v != none; v = s.units[v].below {
		if s.has(v, fShotAt) {
			return reason{id: whyShotAt, a: int16(h)}
		}
	}
	from := int(s.units[u].hex)
	d := s.b.m.Distance(from, h)
	if reach := int(s.b.reach[s.b.units[u].typ]) - s.armour(u, h); d > reach {
		return reason{id: whyRange, a: int16(u), b: int16(d), c: int16(reach)}
	}
	s1, s2 := s.b.m.Exit(from, h)
	if s.unitArc(u, s1) != grid.Front || s.unitArc(u, s2) != grid.Front {
		return reason{id: whyNotFront, a: int16(u), b: int16(h)}
	}
	if s.shot.kind >= shotDefensive {
		return s.mayShootInMelee(u, h)
	}
	if s.adjacentEnemy(from, side) && !(d == 1 && s.b.barred[from]>>s1&1 != 0 && !(s.b.book.ContactForbids && s.inContact(from, side))) {
		return reason{id: whyAdjacentShoot, a: int16(u)}
	}
	return s.sight(u, from, h)
}

// mayShootInMelee checks the target: defensive shooting is at a stack that attacks the shooter, offensive shooting at
// one the shooter attacks.
func (s *State) mayShootInMelee(u uint8, h int) reason {
	flag, id := fAtt, whyNotAttacker
	if s.shot.kind == shotOffensive {
		flag, id = fDef, whyNotDefender
	}
	from := int(s.units[u].hex)
	if s.b.m.Distance(from, h) != 1 || s.shot.kind == shotDefensive && !s.inFrontOf(h, from) {
		return reason{id: id, a: int16(u), b: int16(h)}
	}
	for v := s.top[h]; v != none; v = s.units[v].below {
		if s.has(v, flag) {
			return s.pilumFirst(u, h)
		}
	}
	return reason{id: id, a: int16(u), b: int16(h)}
}

// pilumFirst refuses a shot of another type at a target before the pila that must be thrown at it (R50).
func (s *State) pilumFirst(u uint8, h int) reason {
	if s.shot.kind != shotOffensive || s.has(u, fPilum) {
		return reason{}
	}
	for i := range s.melee.nAtt {
		v := s.top[s.melee.att[i]]
		if v != none && s.mustThrow(v) && s.b.m.Distance(int(s.units[v].hex), h) == 1 {
			return reason{id: whyPilaFirst, a: int16(v)}
		}
	}
	return reason{}
}

// mustThrow reports whether a unit on top of an attacking stack still has to throw its pila (ant-13.2.5c).
func (s *State) mustThrow(u uint8) bool {
	return s.has(u, fPilum) && s.has(u, fAtt) && !s.isRouted(u) && !s.has(u, fShot) && s.top[s.units[u].hex] == u
}

// pilumDuty reports whether some unit must still throw at a target that may be shot at.
func (s *State) pilumDuty() (u uint8, must bool) {
	if s.shot.kind != shotOffensive {
		return none, false
	}
	for i := range s.melee.nAtt {
		u := s.top[s.melee.att[i]]
		if u == none || !s.mustThrow(u) {
			continue
		}
		for j := range s.melee.nDef {
			if s.mayShootAt(u, int(s.melee.def[j])).ok() {
				return u, true
			}
		}
	}
	return none, false
}

// sight checks the line of sight of a unit.
func (s *State) sight(u uint8, from, to int) reason {
	if h := s.obstacle(s.b.book.Types[s.b.units[u].typ].Archer, from, to); h >= 0 {
		return reason{id: whySight, a: int16(u), b: int16(to), c: int16(h)}
	}
	return reason{}
}

// obstacle returns the first hex that blocks a line of sight, or -1 (ant-9.2, R23, R24). Archers shoot over units.
func (s *State) obstacle(archer bool, from, to int) int {
	if s.b.m.Distance(from, to) == 1 {
		return -1
	}
	var buf [2 * maxAllowance]int
	a, b := s.b.level[from], s.b.level[to]
	for _, h := range s.b.m.Between(from, to, buf[:0]) {
		o := s.b.level[h]
		higher := o > a && o > b || s.b.book.HigherThanEither && (o > a || o > b)
		if !higher && !s.b.blocks[h] && (archer || s.top[h] == none) {
			continue
		}
		near, far := s.b.m.Distance(from, h), s.b.m.Distance(h, to)
		switch {
		case a > o && b > o: // both above the obstacle
		case a > b && a > o && near <= far: // shooter above it, and nearer to it
		case b > a && b > o && far <= near: // target above it, and nearer to it
		default:
			return h
		}
	}
	return -1
}

// optShoot lists the targets of units that may shoot: those checkShoot allows, with the shooters found only once.
func (s *State) optShoot(_ task, buf []game.Action) []game.Action {
	side := uint8(s.toAct)
	if _, must := s.pilumDuty(); !must {
		buf = append(buf, game.Action{Verb: vDone})
	}
	var shooters [maxUnits]uint8
	n := 0
	for i := range s.b.units {
		if u := uint8(i); s.b.units[i].side == side && s.mayShoot(u).ok() {
			shooters[n] = u
			n++
		}
	}
	for i := range s.b.units {
		h := int(s.units[i].hex)
		if h < 0 || s.b.units[i].side == side || s.top[h] != uint8(i) {
			continue
		}
		for _, u := range shooters[:n] {
			if s.mayShootAt(u, h).ok() {
				buf = append(buf, game.Action{Verb: vShoot, A: int32(h)})
				break
			}
		}
	}
	return buf
}

func (s *State) checkShoot(_ task, a game.Action) reason {
	if a.Verb == vDone {
		if u, must := s.pilumDuty(); must {
			return reason{id: whyPilum, a: int16(u)}
		}
		return reason{}
	}
	if a.Verb != vShoot {
		return reason{id: whyShootPhase}
	}
	side := uint8(s.toAct)
	h := int(a.A)
	if !s.enemyAt(h, side) {
		return reason{id: whyNoTarget, a: int16(h)}
	}
	// The reason given is that of the unit whose shot is closest to being legal.
	why, rank := reason{id: whyNoShooter, a: int16(h)}, 0
	for i := range s.b.units {
		u := uint8(i)
		if s.b.units[i].side != side || !s.mayShoot(u).ok() {
			continue
		}
		n := s.mayShootAt(u, h)
		if n.ok() {
			return n
		}
		if r := shotRank(n.id); r > rank {
			why, rank = n, r
		}
	}
	return why
}

// shotRank orders the reasons against a shot: the higher, the closer the shot is to being legal.
func shotRank(id why) int {
	switch id {
	case whyRange:
		return 1
	case whyNotFront:
		return 2
	case whyAdjacentShoot:
		return 3
	case whySight, whyNotAttacker, whyNotDefender, whyPilaFirst:
		return 4
	case whyShotAt:
		return 5
	}
	return 0
}

func (s *State) doShoot(_ task, a game.Action) {
	if a.Verb == vDone {
		s.shot = shot{}
		s.pop()
		return
	}
	s.shot.target = int16(a.A)
	s.shot.n = 0
	s.push(task{kind: tShooters})
	if u, must := s.pilumDuty(); must && s.mayShootAt(u, int(a.A)).ok() {
		// All who must throw at this target do so together (R50).
		for i := range s.melee.nAtt {
			v := s.top[s.melee.att[i]]
			if v != none && s.mustThrow(v) && s.mayShootAt(v, int(a.A)).ok() {
				s.addShooter(v)
			}
		}
	}
}

func (s *State) addShooter(u uint8) {
	s.shot.shooters[s.shot.n] = u
	s.shot.n++
}

func (s *State) shooting(u uint8) bool {
	for _, v := range s.shot.shooters[:s.shot.n] {
		if v == u {
			return true
		}
	}
	return false
}

// stepShooters waits for the owner to choose who shoots; where there is no choice the shot is made.
func (s *State) stepShooters(task) bool {
	one, count := uint8(none), 0
	for i := range s.b.units {
		if s.mayCombine(uint8(i)).ok() {
			one = uint8(i)
			count++
		}
	}
	if s.shot.n == 0 && count == 1 {
		s.addShooter(one)
		count = 0
	}
	if count == 0 {
		s.startShot()
		return false
	}
	return s.waitFor(uint8(s.toAct))
}

// mayCombine checks whether a unit may be added to the shot: able, at this target, of the same type (ant-9.1e, 9.3b).
func (s *State) mayCombine(u uint8) reason {
	if s.units[u].hex < 0 || s.sideOf(u) != uint8(s.toAct) {
		return reason{id: whyNotYours, a: int16(u)}
	}
	if s.shooting(u) {
		return reason{id: whyInShot, a: int16(u)}
	}
	if s.shot.n == maxShooters {
		return reason{id: whyShotFull, a: maxShooters}
	}
	if s.shot.n > 0 && s.b.units[u].typ != s.b.units[s.shot.shooters[0]].typ {
		return reason{id: whyShotType, a: int16(u), b: int16(s.shot.shooters[0])}
	}
	if n := s.mayShoot(u); !n.ok() {
		return n
	}
	return s.mayShootAt(u, int(s.shot.target))
}

func (s *State) optShooters(_ task, buf []game.Action) []game.Action {
	for i := range s.b.units {
		if s.b.units[i].side == uint8(s.toAct) && s.canShoot(uint8(i)) {
			buf = append(buf, game.Action{Verb: vWith, A: int32(i)})
		}
	}
	return append(buf, game.Action{Verb: vFire})
}

func (s *State) checkShooters(_ task, a game.Action) reason {
	switch {
	case a.Verb == vFire:
		if s.shot.n == 0 {
			return reason{id: whyNoShooters, a: s.shot.target}
		}
		return reason{}
	case a.Verb != vWith:
		return reason{id: whyShooters}
	case int(a.A) >= len(s.b.units): // leaders do not shoot
		return reason{id: whyNoPiece}
	}
	return s.mayCombine(uint8(a.A))
}

func (s *State) doShooters(_ task, a game.Action) {
	if a.Verb == vWith {
		s.addShooter(uint8(a.A))
		return
	}
	s.startShot()
}

// startShot marks the shooters as having shot; the die is rolled next.
func (s *State) startShot() {
	s.pop()
	sh := &s.shot
	for _, u := range sh.shooters[:sh.n] {
		s.set(u, fShot)
		s.disturb(u)
	}
	for u := s.top[sh.target]; u != none; u = s.units[u].below {
		s.set(u, fShotAt)
		s.disturb(u)
		s.shotAtHill(u)
	}
	if s.sink != nil {
		for _, u := range sh.shooters[:sh.n] {
			s.say("shoots", "ant-9.3a", piece("unit", int(u)), piece("target", int(s.top[sh.target])), place("hex", int(sh.target)))
		}
	}
	s.push(task{kind: tDie, a: dieShot})
}

// rollShot applies the die of a shot (ant-9.3e, C3r to C3u). The leaders' check comes first (R66).
func (s *State) rollShot(roll int) {
	var m mods
	s.shotMods(&m)
	need, clause := s.shotNeed()
	total := roll + m.sum()
	result, key := int16(0), "shot.none"
	switch {
	case need.Rout != 0 && total >= int(need.Rout):
		result, key = 2, "shot.rout"
	case total >= int(need.Discourage):
		result, key = 1, "shot.discourage"
	}
	if s.sink != nil {
		s.sayMods(&m)
		s.say("shot-roll", clause, die("roll", roll), signed("modifier", m.sum()), num("total", total), word("result", key))
	}
	for _, u := range s.shot.shooters[:s.shot.n] {
		if s.has(u, fPilum) {
			s.unset(u, fPilum)
			if s.sink != nil {
				s.say("pilum-thrown", "ant-13.2.5e", piece("unit", int(u)))
			}
		}
		if s.shot.kind == shotOffensive && !exempt(s.b.book.MeleeMods.OffensiveShotExempt, s.b.book.Types[s.b.units[u].typ].Code) {
			s.melee.shot = true
		}
	}
	s.pushLosses()
	if result > 0 {
		s.push(task{kind: tShotResult, b: result})
	}
	if roll == s.b.book.LeaderCheck.ShotRoll {
		s.checkLeaders(int(s.shot.target), 1-s.sideOf(s.shot.shooters[0]), checkShot)
	}
}

// stepShotResult applies the result to the top unit of the target (ant-9.3g), or to all of it (med-5.2.5e).
func (s *State) stepShotResult(t task) bool {
	s.pop()
	top := s.top[s.shot.target]
	pair := top != none && s.units[top].below != none
	for u := top; u != none; {
		below := s.units[u].below
		if !(pair && s.shielded(u)) {
			s.scoreReserveShot(u)
			if t.b == 2 {
				s.rout(u, causeShot)
			} else {
				s.discourage(u, causeShot)
			}
		}
		if !s.b.book.Stacking.Whole {
			break
		}
		u = below
	}
	s.pushFlights(2, causeShot)
	return false
}

// shielded reports whether guns are protected from the shot by a unit they are stacked with, which they are not from
// other guns (med-9.3f to 9.3h).
func (s *State) shielded(u uint8) bool {
	return s.b.units[u].guns && !s.b.units[s.shot.shooters[0]].guns
}

// besideGuns reports whether a unit shares its hex with guns, so that both can shoot (med-5.2.5b, R52).
func (s *State) besideGuns(u uint8) bool {
	top := s.top[s.units[u].hex]
	return s.b.units[u].guns || s.b.units[top].guns
}

// checkLeaders makes every leader of a side in a hex check for wounds (ant-C7a to C7d).
func (s *State) checkLeaders(h int, side uint8, why int16) {
	if !s.b.book.Capture {
		why = checkShot // one row serves both
	}
	for set := s.leadersAt(h, side); set != 0; {
		l := 31 - bits.LeadingZeros32(set)
		set &^= 1 << l
		s.push(task{kind: tDie, a: dieLeader, b: int16(l), c: why})
	}
}
