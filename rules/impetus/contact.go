package impetus

import (
	"acies/game"
	"acies/plane"
)

// Q4g and section 11: contact, troops that do not stand, and pila.

// The stages of a contact.
const (
	contactMade uint8 = iota
	contactPilaAttack
	contactPilaDefend
	contactMelee
)

// stepContact resolves the contact of the charger with its target.
func (s *State) stepContact(t task) bool {
	c := &s.charge
	u, v := c.unit, c.target
	if t.a == contactMade && (!s.placed(u) || !s.placed(v)) {
		s.pop()
		return false
	}
	switch t.a {
	case contactMade:
		if s.scatter(u) {
			s.pop()
			if s.placed(u) && (c.how != chargePursuit || c.gone < c.room) {
				c.open = true
				if c.group && s.stopped() {
					s.goAlone()
				}
				s.push(tRun, 0, 0, 0) // 10.5c
			}
			return false
		}
		if c.group || c.how == chargeOwn && s.act.ran != 0 {
			// The melees of a group are fought when all have run (17.1n).
			s.pop()
			s.push(tMembers, 0, 0, 0)
			return false
		}
		s.pop()
		s.beginPila(u, s.opponent(u))
	case contactPilaAttack, contactPilaDefend:
		return s.stepPila(t)
	default:
		s.pop()
		s.endPila()
	}
	return false
}

// scatter removes skirmishers and artillery that a unit has come into contact with, and reports whether its target is
// among them (10.5).
func (s *State) scatter(u uint8) bool {
	target := s.charge.target
	hit := false
	for again := true; again; {
		again = false
		for i := range s.nContacts {
			x := &s.contacts[i]
			if x.a != u && x.b != u {
				continue
			}
			v := x.a ^ x.b ^ u
			var clause string
			switch {
			case s.typ(v) == S && s.typ(u) != S:
				clause = "imp-10.5b"
			case s.typ(v) == ART:
				clause = "imp-10.5e"
			default:
				continue
			}
			s.say("dispersed", clause, piece("unit", int(v)))
			hit = hit || v == target
			s.lose(v)
			again = true
			break
		}
	}
	return hit
}

// stopped reports whether an enemy stands before another member of the group than its charger, so that it cannot go on as
// a whole.
func (s *State) stopped() bool {
	for _, u := range s.acting() {
		if u != s.charge.unit && s.inMelee(u) {
			return true
		}
	}
	var buf [maxGroup * 2]game.Action
	return len(s.heldMembers(buf[:0])) > 0
}

// goAlone lets the charger of a group go on by itself, while the others stay where the group has halted (Q4l).
func (s *State) goAlone() {
	c := &s.charge
	for i, u := range s.acting() {
		if u == c.unit {
			s.act.ran |= 1 << i
		}
	}
	c.group, c.member, c.from, c.least, c.gone = false, true, s.units[c.unit].Pose, 0, 0
}

// beginPila begins the throws before a melee between the mains that a contact brings together (11.1).
func (s *State) beginPila(u, v uint8) {
	s.startFight(u, v, true)
	s.throwPila()
}

// throwPila lets both sides throw with the states that they hold now: what the attackers' pila do to the others does not
// take theirs from them (11.1m).
func (s *State) throwPila() {
	f := &s.fight
	f.pools = [2]uint8{uint8(s.pila(0)), uint8(s.pila(1))}
	f.left = f.pools[0]
	s.push(tContact, contactPilaAttack, 0, 0)
}

// pila returns the dice that a side throws (11.1a to 11.1f, 11.1k).
func (s *State) pila(side int) int {
	f := &s.fight
	if !f.first || f.relief && side == 1 {
		return 0 // a relief is no charge (24.8c)
	}
	n := 0
	main := f.mains[side]
	charged := f.charged[side] // a relief and a counter-charge throw as one that charged
	enemy := f.mains[1-side]
	if s.throws(main, enemy) {
		n = 3
		if charged {
			n = 1
		}
		if s.disordered(main) {
			n--
		}
	}
	if charged {
		return n
	}
	for i := range s.b.units {
		if u := uint8(i); s.isSupport(side, u) && s.throws(u, enemy) && !s.disordered(u) {
			n++
		}
	}
	return n
}

// throws reports whether a unit has pila for an enemy: a fresh Legionary, touched on its front or touching with it.
func (s *State) throws(u, enemy uint8) bool {
	c := s.contactOf(u, enemy)
	if s.typ(enemy) == Baggage {
		return false // 22.1j: it cannot be fired at
	}
	return s.trait(u, Legionary) && s.fresh(u) && c != nil && *c.cameUpon(u) == onFront
}

func (s *State) stepPila(t task) bool {
	f := &s.fight
	if f.left > 0 {
		return s.roll()
	}
	if t.a == contactPilaAttack {
		s.stage(contactPilaDefend)
		if s.placed(f.mains[1]) {
			f.left = f.pools[1]
		}
		return false
	}
	s.stage(contactMelee)
	return false
}

func (s *State) doContact(t task, a game.Action) {
	f := &s.fight
	f.left -= uint8(a.C)
	f.thrown[0] += uint8(a.A)
	f.thrown[1] += uint8(a.B)
	if f.left > 0 {
		return
	}
	side := int(t.a - contactPilaAttack)
	n := damage(f.thrown[0], f.thrown[1])
	if s.sink != nil {
		s.say("pila", "imp-11.1g", piece("unit", int(f.mains[side])), piece("target", int(f.mains[1-side])), num("sixes", int(f.thrown[0])),
			num("fives", int(f.thrown[1])), num("damage", int(n)), pool(int(f.pools[side]), f.thrown[0], f.thrown[1]))
	}
	f.thrown = [2]uint8{}
	if n > 0 {
		s.harm(f.mains[1-side], byPila, n)
	}
}

// endPila goes on to the melee, unless pila have routed a main unit (11.1l).
func (s *State) endPila() {
	f := &s.fight
	a, b := s.placed(f.mains[0]), s.placed(f.mains[1])
	if a && b {
		s.push(tMelee, meleeStart, 0, 0)
		return
	}
	s.markFought()
	f.winner = none
	switch {
	case a:
		f.winner, f.routed[1] = 0, true
	case b:
		f.winner, f.routed[0] = 1, true
	}
	s.push(tAfter, afterPursuit, 0, 0)
}

// The other members of a group that charges (6.7o, Q4l).

func (s *State) stepMembers(t task) bool {
	for i, u := range s.acting() {
		if u == s.charge.unit || s.inMelee(u) {
			s.act.ran |= 1 << i
		}
	}
	var buf [maxGroup * 2]game.Action
	switch held := s.heldMembers(buf[:0]); len(held) {
	case 0:
	case 1:
		s.doMembers(t, held[0])
		return false
	default:
		return s.waitFor(s.active)
	}
	s.noteContacts()
	if len(s.membersAhead(buf[:0])) == 0 {
		s.pop()
		s.push(tMelees, 0, 0, 0)
		return false
	}
	return s.waitFor(s.active)
}

// faces reports whether a unit touches an enemy straight ahead of it, not only at a corner.
func (s *State) faces(u, v uint8) bool {
	x, y := s.shape(u), s.shape(v)
	return plane.Meet(&x, &y) != plane.Apart && plane.Advance(&x, x.H, &y) <= plane.Epsilon
}

// marked returns the units of a side that are on opportunity.
func (s *State) marked(side uint8) (x plane.Set) {
	for i := range s.b.units {
		if u := uint8(i); s.side(u) == side && s.has(u, fMarked) {
			x.Add(i)
		}
	}
	return x
}

// hold takes back the contacts of a group that has halted, or of a member that has run on, with enemies before whom other
// members have come at the same moment: the charge on such an enemy is that member's own, and he has not answered it yet
// (Q4l). Nor has it cost him his marker.
func (s *State) hold(marked plane.Set) {
	c := &s.charge
	var held plane.Set
	for _, u := range s.acting() {
		if u == c.unit || !s.placed(u) || c.group && s.faces(u, c.target) {
			continue
		}
		x := s.shape(u)
		near := s.foes(s.side(u), s.index.Around(&x, 2*plane.Epsilon))
		for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
			v := uint8(i)
			if v != c.target && s.faces(u, v) && !s.faces(c.unit, v) && (c.group || !s.answered(v)) {
				held.Add(i)
			}
		}
	}
	n := uint8(0)
	for i := range s.nContacts {
		x := s.contacts[i]
		if s.acts(x.a) && held.Has(int(x.b)) || s.acts(x.b) && held.Has(int(x.a)) {
			continue
		}
		s.contacts[n] = x
		n++
	}
	for i := n; i < s.nContacts; i++ {
		s.contacts[i] = contact{}
	}
	s.nContacts = n
	held = held.And(marked)
	for i := held.Next(0); i >= 0; i = held.Next(i + 1) {
		s.set(uint8(i), fMarked)
	}
}

// answered reports whether an enemy has answered a member of the group other than the charger, and is in contact with it.
func (s *State) answered(v uint8) bool {
	for _, u := range s.acting() {
		if u != s.charge.unit && s.contactOf(u, v) != nil {
			return true
		}
	}
	return false
}

// heldMembers lists the charges of members on enemies before whom they stand: these are not theirs to decline.
func (s *State) heldMembers(buf []game.Action) []game.Action {
	for _, u := range s.acting() {
		if !s.placed(u) {
			continue
		}
		x := s.shape(u)
		near := s.foes(s.side(u), s.index.Around(&x, 2*plane.Epsilon))
		for i := near.Next(0); i >= 0 && len(buf) < cap(buf); i = near.Next(i + 1) {
			if v := uint8(i); s.contactOf(u, v) == nil && s.faces(u, v) {
				buf = append(buf, game.Action{Verb: vMember, A: int32(u), B: int32(i)})
			}
		}
	}
	return buf
}

// noteContacts notes what members of the group touch besides, once all those who were held have answered.
func (s *State) noteContacts() {
	for _, u := range s.acting() {
		if !s.placed(u) {
			continue
		}
		x := s.shape(u)
		start := s.shapeAt(u, x.Straight(x.H.Opposite(), s.act.a))
		n := s.nContacts
		s.touch(u, &x)
		for ; n < s.nContacts; n++ {
			s.landOn(&s.contacts[n], u, &start)
		}
	}
}

// membersAhead lists the charges that members can still make straight ahead within the rest of the allowance.
func (s *State) membersAhead(buf []game.Action) []game.Action {
	m := s.allowance() + int32(s.charge.bonus)*U
	for i, u := range s.acting() {
		if s.act.ran>>i&1 != 0 || !s.placed(u) || s.inMelee(u) {
			continue
		}
		x := s.shape(u)
		r := s.runOf(u, &x, max(0, m-s.act.a), 0, plane.Set{})
		if r.first != none && s.side(r.first) != s.side(u) && s.checkRun(u, r.first, &x, r).ok() {
			buf = append(buf, game.Action{Verb: vMember, A: int32(u), B: int32(r.first)})
		}
	}
	return buf
}

func (s *State) optMembers(_ task, buf []game.Action) []game.Action {
	var held [maxGroup * 2]game.Action
	if list := s.heldMembers(held[:0]); len(list) > 0 {
		return append(buf, list...)
	}
	return append(s.membersAhead(buf), game.Action{Verb: vDecline})
}

func (s *State) checkMembers(_ task, a game.Action) reason {
	var buf [maxGroup * 2]game.Action
	list := s.heldMembers(buf[:0])
	if len(list) == 0 {
		if a.Verb == vDecline {
			return reason{}
		}
		list = s.membersAhead(list)
	}
	if a.Verb == vMember && contains(list, a) {
		return reason{}
	}
	return reason{id: whyMember}
}

func (s *State) doMembers(_ task, a game.Action) {
	if a.Verb == vDecline {
		s.pop()
		s.push(tMelees, 0, 0, 0)
		return
	}
	s.pop()
	u, target := uint8(a.A), uint8(a.B)
	for i, v := range s.acting() {
		if v == u {
			s.act.ran |= 1 << i
		}
	}
	bonus := s.charge.bonus
	x, y := s.shape(u), s.shape(target)
	s.charge = charge{
		unit: u, target: target, how: chargeOwn, bonus: bonus, from: x.Pose, least: plane.Advance(&x, x.H, &y), member: true,
	}
	s.say("charges", "imp-6.7o", piece("unit", int(u)), piece("target", int(target)))
	s.test = test{passed: true}
	s.push(tCharge, chargeDeclared, 0, 0)
	s.push(tReact, evDeclared, int(u), 0)
}

// The melees of a group, in the order that its player chooses (17.1n).

func (s *State) stepMelees(task) bool {
	n, last := 0, uint8(none)
	for _, u := range s.acting() {
		if s.fightsOwn(u) {
			n, last = n+1, u
		}
	}
	switch n {
	case 0:
		s.pop()
		s.react(evMoved, s.mask(), s.allEnemies())
		return false
	case 1:
		s.fightOf(last)
		return false
	}
	return s.waitFor(s.active)
}

// fightsOwn reports whether a member of the group starts a melee of its own: it touches an enemy, has taken part in none,
// and no other member shares a greater length with that enemy.
func (s *State) fightsOwn(u uint8) bool {
	if !s.placed(u) || s.has(u, fMain|fFought) || !s.inMelee(u) {
		return false
	}
	v := s.opponent(u)
	if v == none {
		return false
	}
	own := s.sharedWith(u, v)
	for _, w := range s.acting() {
		if w == u || !s.placed(w) || s.has(w, fMain|fFought) || s.contactOf(w, v) == nil {
			continue
		}
		if l := s.sharedWith(w, v); l > own || l == own && w < u {
			return false
		}
	}
	return true
}

func (s *State) sharedWith(u, v uint8) int32 {
	x, y := s.shape(u), s.shape(v)
	return plane.Shared(&x, &y)
}

func (s *State) optMelees(_ task, buf []game.Action) []game.Action {
	for _, u := range s.acting() {
		buf = append(buf, game.Action{Verb: vMelee, A: int32(u)})
	}
	return buf
}

func (s *State) checkMelees(_ task, a game.Action) reason {
	if a.Verb != vMelee {
		return reason{id: whyMelees}
	}
	for _, u := range s.acting() {
		if u == uint8(a.A) && s.fightsOwn(u) {
			return reason{}
		}
	}
	return reason{id: whyNoMelee, a: a.A}
}

func (s *State) doMelees(_ task, a game.Action) { s.fightOf(uint8(a.A)) }

// fightOf begins the melee of a member of the group with the enemy that it shares the greatest length with.
func (s *State) fightOf(u uint8) {
	s.charge.unit, s.charge.target, s.charge.group = u, s.opponent(u), false
	s.beginPila(u, s.charge.target)
}
