package bladebow

import (
	"math/bits"

	"acies/game"
	"acies/grid"
)

// Chapter 8: ranged combat.

// maxDice is the most dice that a side rolls in one combat (2.0c, 9.4.5b, R50).
const maxDice = 8

// turnsTo returns by how many eighths a unit has to turn to bring a square into its arc of fire, and the facing that it has
// then (8.4, R49). Of two ways that are equally short it takes the one clockwise.
func (s *State) turnsTo(u uint8, q int) (turns, facing int) {
	p := &s.units[u]
	for turns = 0; turns <= 4; turns++ {
		for _, way := range [2]int{turns, -turns} {
			if f := grid.Turn(int(p.facing), way); s.b.board.InWedge(int(p.square), f, q) {
				return turns, f
			}
		}
	}
	return 4, int(p.facing)
}

// mayFire decides whether a unit of the formation can fire at a unit (8.1 to 8.6).
func (s *State) mayFire(u, target uint8) reason {
	p, e := &s.units[u], &s.units[target]
	switch {
	case s.form.units>>u&1 == 0:
		return reason{id: whyNotInFormation, a: int16(u)}
	case s.has(u, fFired):
		return reason{id: whyFired, a: int16(u)}
	case !s.placed(u) || s.disrupted(u):
		return reason{id: whyShootDisrupted, a: int16(u)}
	}
	reach := s.b.units[u].Range + int(s.form.reach)
	if far := s.b.board.Points(int(p.square), int(e.square)); far > reach {
		return reason{id: whyRange, a: int16(far), b: int16(reach)}
	}
	if !s.sees(int(p.square), int(e.square)) {
		return reason{id: whySight}
	}
	if turns, _ := s.turnsTo(u, int(e.square)); turns > 0 && s.has(u, fShield) {
		return reason{id: whyShieldTurn}
	}
	return reason{}
}

// mayTarget decides whether a unit may be the target of a ranged attack by somebody of the formation.
func (s *State) mayTarget(q int) reason {
	target := s.at[q]
	switch {
	case target == none || s.side(target) == s.active:
		return reason{id: whyNoEnemy}
	case s.has(target, fShotAt):
		return reason{id: whyShotAt, a: int16(target)}
	}
	var last reason
	for set := s.form.units; set != 0; set &= set - 1 {
		if last = s.mayFire(uint8(bits.TrailingZeros64(set)), target); last.ok() {
			return last
		}
	}
	return last
}

func (s *State) stepVolleys(t task) bool {
	if t.c == 0 {
		for i := range s.b.units {
			if s.placed(uint8(i)) && s.side(uint8(i)) != s.active && s.mayTarget(int(s.units[i].square)).ok() {
				return s.waitFor(s.active)
			}
		}
		if s.sink != nil && !s.anyFired() {
			s.say("no-target", "bnb-5.4.4.2a", s.members("units"))
		}
	}
	s.pop()
	return false
}

// anyFired reports whether a unit of the formation has fired in this action.
func (s *State) anyFired() bool {
	for set := s.form.units; set != 0; set &= set - 1 {
		if s.has(uint8(bits.TrailingZeros64(set)), fFired) {
			return true
		}
	}
	return false
}

func (s *State) optVolleys(_ task, buf []game.Action) []game.Action {
	for i := range s.b.units {
		if s.placed(uint8(i)) && s.side(uint8(i)) != s.active {
			buf = append(buf, game.Action{Verb: vTarget, A: int32(s.units[i].square)})
		}
	}
	return append(buf, game.Action{Verb: vDone})
}

func (s *State) checkVolleys(_ task, a game.Action) reason {
	switch a.Verb {
	case vDone:
		return reason{}
	case vTarget:
		return s.mayTarget(int(a.A))
	}
	return reason{id: whyShooting}
}

func (s *State) doVolleys(_ task, a game.Action) {
	if a.Verb == vDone {
		s.top().c = 1
		return
	}
	s.shot = shot{target: s.at[a.A]}
	s.push(tFirers, 0, 0, 0)
}

// stepFirers gathers the firers of one attack. If only one unit can fire, it does; if nobody else can, the attack begins.
func (s *State) stepFirers(t task) bool {
	if t.a == 0 {
		able, last := 0, uint8(none)
		for set := s.form.units; set != 0; set &= set - 1 {
			if u := uint8(bits.TrailingZeros64(set)); s.mayAim(u).ok() {
				able++
				last = u
			}
		}
		switch {
		case s.shot.n == 0 && able == 1:
			s.aim(last)
		case able > 0:
			return s.waitFor(s.active)
		}
	}
	s.pop()
	s.push(tShot, 0, 0, 0)
	return false
}

// mayAim decides whether a unit may join the attack.
func (s *State) mayAim(u uint8) reason {
	for _, v := range s.shot.firers[:s.shot.n] {
		if u == v {
			return reason{id: whyAiming, a: int16(u)}
		}
	}
	if s.shot.n == maxFirers {
		return reason{id: whyManyFirers, a: maxFirers}
	}
	return s.mayFire(u, s.shot.target)
}

func (s *State) aim(u uint8) {
	s.shot.firers[s.shot.n] = u
	s.shot.n++
	turns, _ := s.turnsTo(u, int(s.units[s.shot.target].square))
	s.shot.turns += uint8(turns)
}

func (s *State) optFirers(_ task, buf []game.Action) []game.Action {
	for set := s.form.units; set != 0; set &= set - 1 {
		buf = append(buf, game.Action{Verb: vWith, A: int32(bits.TrailingZeros64(set))})
	}
	return append(buf, game.Action{Verb: vGo})
}

func (s *State) checkFirers(_ task, a game.Action) reason {
	switch {
	case a.Verb == vWith:
		return s.mayAim(uint8(a.A))
	case a.Verb != vGo:
		return reason{id: whyFirers}
	case s.shot.n == 0:
		return reason{id: whyNobodyFires}
	}
	return reason{}
}

func (s *State) doFirers(_ task, a game.Action) {
	if a.Verb == vGo {
		s.stage(1)
		return
	}
	s.aim(uint8(a.A))
}

// shotTerms returns the terms that make up the attack and defence dice of the ranged attack (8.5.1b, 8.5.2, R49).
func (s *State) shotTerms(half int, add func(value int, key, clause string, u uint8)) {
	x := &s.shot
	t := x.target
	if half == attacking {
		for _, u := range x.firers[:x.n] {
			add(s.b.units[u].Strength, "strength", "bnb-8.5.1b", u)
		}
		if x.extra[0] != 0 {
			add(int(x.extra[0]), "cards", "bnb-8.5.1c", t)
		}
		return
	}
	q := int(s.units[t].square)
	add(s.b.units[t].Missile[s.index(t)], "missile", "bnb-8.5.2a", t)
	if d := s.b.ground[q].terrain.Data(); d.Missile != 0 {
		add(d.Missile, "terrain", d.Clause, t)
	}
	if x.turns != 0 {
		add(int(x.turns), "rotation", "bnb-8.4c", t)
	}
	if x.extra[1] != 0 {
		add(int(x.extra[1]), "cards", "bnb-8.5.2b", t)
	}
	if s.has(t, fShield) {
		add(1, "shield-wall", "bnb-13.2e", t)
	}
	if s.behindWall(q) {
		add(1, "wall", "bnb-T10", t)
	}
}

// shotDice returns the number of attack and defence dice of the ranged attack (R50).
func (s *State) shotDice() (attack, defence int) {
	s.shotTerms(attacking, func(value int, _, _ string, _ uint8) { attack += value })
	s.shotTerms(defending, func(value int, _, _ string, _ uint8) { defence += value })
	return min(attack, maxDice), min(defence, maxDice)
}

// behindWall reports whether the line of one of the shots enters the target's square across a wall side (T10).
func (s *State) behindWall(q int) bool {
	if s.b.setup.Pass == nil {
		return false
	}
	for _, u := range s.shot.firers[:s.shot.n] {
		from := int(s.units[u].square)
		for _, w := range s.b.setup.Pass.Walls {
			if w[0] == q && s.crosses(from, q, w[1]) || w[1] == q && s.crosses(from, q, w[0]) {
				return true
			}
		}
	}
	return false
}

// crosses reports whether the line between two squares enters the second from a neighbour of it.
func (s *State) crosses(from, to, neighbour int) bool {
	if from == neighbour {
		return true
	}
	var buf [2 * grid.MaxColumns]int
	list := s.b.board.Between(from, to, buf[:0])
	return len(list) > 0 && list[len(list)-1] == neighbour
}

// stepShot goes through a ranged attack: 0 cards, 1 attack dice, 2 defence dice, 3 hits.
func (s *State) stepShot(t task) bool {
	_, defence := s.shotDice()
	switch t.a {
	case 0:
		s.turnFirers()
		s.stage(1)
		s.open(windowF, int(s.shot.target))
		return false
	case 1:
		return s.roll()
	case 2:
		if defence > 0 && s.shot.dice[0].between(1, 2) > 0 {
			return s.roll()
		}
	}
	hits := max(s.shot.dice[0].between(1, 2)-s.shot.dice[1].between(5, 6), 0)
	target := s.shot.target
	for _, u := range s.shot.firers[:s.shot.n] {
		s.set(u, fFired)
	}
	s.set(target, fShotAt)
	s.say("hits", "bnb-8.5.3a", piece("unit", int(target)), num("hits", hits))
	s.pop()
	if hits > 0 {
		s.hurt = hurt{unit: target, hits: uint8(hits), ranged: true}
		s.push(tHurt, 0, 0, 0)
	}
	return false
}

// turnFirers turns the firers towards their target, where they stay (8.4b, 8.4d).
func (s *State) turnFirers() {
	q := int(s.units[s.shot.target].square)
	if s.sink != nil {
		var list []int
		for _, u := range s.shot.firers[:s.shot.n] {
			list = append(list, int(u))
		}
		s.say("fires", "bnb-8.5.1a", pieces("firers", list), piece("target", int(s.shot.target)), num("turns", int(s.shot.turns)))
	}
	for _, u := range s.shot.firers[:s.shot.n] {
		if turns, f := s.turnsTo(u, q); turns > 0 {
			s.units[u].facing = uint8(f)
			s.touch()
		}
	}
}

func (s *State) doShot(t task, a game.Action) {
	s.shot.dice[t.a-1] = pool(a.A)
	if t.a == 1 {
		s.say("attack-dice", "bnb-8.5.1e", dice("dice", pool(a.A)), num("hits", pool(a.A).between(1, 2)))
	} else {
		s.say("defence-dice", "bnb-8.5.2c", dice("dice", pool(a.A)), num("cancels", pool(a.A).between(5, 6)))
	}
	s.stage(t.a + 1)
}
