package sword

import (
	"cmp"
	"slices"

	"acies/game"
)

// Phase C: initiative and the order of activation (6.C, R37 to R40).

func (s *State) stepInitiative(t task) bool {
	s.enter(phaseC)
	s.toAct = int8(game.Nature)
	return true
}

// initiativeBonus returns the bonus of the first of the named commanders who is still on the map (R40).
func (s *State) initiativeBonus(side uint8) int {
	for _, l := range s.b.initiative[side] {
		if s.leaders[l].flags&lDead == 0 {
			return s.bonus(l)
		}
	}
	if len(s.b.initiative[side]) == 0 {
		return s.commanderBonus(side)
	}
	return 0
}

// commanderBonus returns the bonus of the present army commander; a side without a leader has none (med-R15).
func (s *State) commanderBonus(side uint8) int {
	for i := range s.b.leaders {
		if l := uint8(i); s.b.leaders[l].side == side && s.commander(l) && s.leaders[l].flags&lDead == 0 {
			return s.bonus(l)
		}
	}
	return 0
}

// firstSide returns the side that acts first among leaders of equal rating: the attacker, or the one whose commander
// has the smaller bonus (ant-6.Cc; med-6.Ce, 6.Cf).
func (s *State) firstSide() uint8 {
	if s.b.book.Command.TieByBonus && s.commanderBonus(1) < s.commanderBonus(0) {
		return 1
	}
	return 0
}

func (s *State) doInitiative(t task, a game.Action) {
	s.pop()
	bonus := s.initiativeBonus(t.a)
	s.dice[t.a] = int8(int(a.A) + bonus)
	if s.sink != nil {
		s.say("initiative-roll", "ant-6.Cd", player("side", t.a), die("roll", int(a.A)), signed("bonus", bonus),
			num("total", int(s.dice[t.a])))
	}
	if t.a == 0 {
		s.push(task{kind: tInitiative, a: 1})
		return
	}
	s.rating, s.tieSide = -1, 0
	diff, winner := int(s.dice[0])-int(s.dice[1]), uint8(0)
	if diff < 0 {
		diff, winner = -diff, 1
	}
	row := &s.b.book.Initiative[0]
	for i := range s.b.book.Initiative {
		if diff >= s.b.book.Initiative[i].Least {
			row = &s.b.book.Initiative[i]
		}
	}
	if s.sink != nil {
		if row.First {
			s.say("initiative", row.Clause, player("side", winner), num("difference", diff))
		} else {
			s.say("no-initiative", row.Clause)
		}
	}
	s.applyDoubtful(winner, diff)
	order := []taskKind{tForce, tBar} // pushed first, done last
	if s.b.book.Command.ForceFirst {
		order = []taskKind{tBar, tForce}
	}
	for _, k := range order {
		if k == tForce && row.Force || k == tBar && row.Bar {
			s.push(task{kind: k, a: winner})
		}
	}
	if row.First {
		s.push(task{kind: tFirst, a: winner})
	}
}

// ready reports whether a leader can still be activated this turn (ant-6.Cj, R99).
func (s *State) ready(l uint8) bool {
	return (s.commands(l) || s.due(l)) && s.leaders[l].flags&(lActivated|lBarred) == 0
}

func (s *State) readyLeaders(side uint8) int {
	n := 0
	for i := range s.b.leaders {
		if s.b.leaders[i].side == side && s.ready(uint8(i)) {
			n++
		}
	}
	return n
}

func (s *State) stepFirst(t task) bool {
	if s.readyLeaders(t.a) == 0 {
		s.pop()
		return false
	}
	return s.waitFor(t.a)
}

// stepBar asks for the leader to make inactive. One enemy leader must remain to be forced to act, unless he has been
// named already (R38).
func (s *State) stepBar(t task) bool {
	s.enter(phaseC)
	least := 2
	if s.b.book.Command.ForceFirst {
		least = 1
	}
	if s.readyLeaders(1-t.a) < least {
		s.pop()
		return false
	}
	return s.waitFor(t.a)
}

func (s *State) stepForce(t task) bool {
	s.enter(phaseC)
	if s.readyLeaders(1-t.a) == 0 {
		s.pop()
		return false
	}
	return s.waitFor(t.a)
}

func (s *State) optLeaders(t task, buf []game.Action) []game.Action {
	v := vActivate
	switch t.kind {
	case tBar:
		v = vBar
	case tForce:
		v = vForce
	}
	for i := range s.b.leaders {
		buf = append(buf, game.Action{Verb: v, A: int32(len(s.b.units) + i)})
	}
	return buf
}

// checkLeader checks the verb, and that the leader belongs to a side and can still be activated.
func (s *State) checkLeader(a game.Action, v game.Verb, side uint8) reason {
	if a.Verb != v {
		return reason{id: whyPhaseC}
	}
	l := int(a.A) - len(s.b.units)
	switch f := s.leaders[l].flags; {
	case s.b.leaders[l].side != side:
		return reason{id: whyLeaderSide, a: int16(a.A)}
	case f&lCitadel != 0:
		return reason{id: whyInCitadel, a: int16(a.A)}
	case !s.commands(uint8(l)) && !s.due(uint8(l)):
		return reason{id: whyGone, a: int16(a.A)}
	case f&lBarred != 0:
		return reason{id: whyBarred, a: int16(a.A)}
	case f&lActivated != 0:
		return reason{id: whyActivated, a: int16(a.A)}
	}
	return reason{}
}

func (s *State) checkFirst(t task, a game.Action) reason { return s.checkLeader(a, vActivate, t.a) }
func (s *State) checkBar(t task, a game.Action) reason   { return s.checkLeader(a, vBar, 1-t.a) }
func (s *State) checkForce(t task, a game.Action) reason { return s.checkLeader(a, vForce, 1-t.a) }

func (s *State) doBar(t task, a game.Action) {
	s.pop()
	s.leaders[int(a.A)-len(s.b.units)].flags |= lBarred
	if s.sink != nil {
		s.say("barred", "ant-6.Ch", piece("leader", int(a.A)), player("side", t.a))
	}
}

func (s *State) doActivate(t task, a game.Action) {
	if t.kind != tNext {
		s.pop()
	} else {
		s.tieSide = 1 - s.b.leaders[int(a.A)-len(s.b.units)].side
	}
	if t.kind == tForce && s.sink != nil {
		s.say("forced", "ant-6.Cg", piece("leader", int(a.A)), player("side", t.a))
	}
	l := uint8(int(a.A) - len(s.b.units))
	if t.kind == tForce && s.b.book.Command.ForceFirst && s.current().kind == tBar {
		// Both are named before the first acts (med-X2, R15).
		bar := s.current()
		s.pop()
		s.push(task{kind: tActivation, a: l})
		s.push(bar)
		s.leaders[l].flags |= lActivated
		return
	}
	s.push(task{kind: tActivation, a: l})
}

// stepNext finds the next leader to activate: the lowest rating; among equals the attacker first, then alternately
// (ant-6.Ca to 6.Cc, R37). The player is asked only if there is a choice.
func (s *State) stepNext(t task) bool {
	side, rating, first, count := s.nextLeaders()
	if count == 0 {
		s.pop()
		return false
	}
	if count > 1 {
		s.rating, s.tieSide = rating, side
		return s.waitBetween(side)
	}
	s.rating, s.tieSide = rating, 1-side
	s.push(task{kind: tActivation, a: first})
	return false
}

// nextLeaders returns the leaders who may be activated next: their side, their rating, one of them and their number.
func (s *State) nextLeaders() (side uint8, rating int8, first uint8, count int) {
	rating = 127
	var n [2]int
	var one [2]uint8
	for i := range s.b.leaders {
		l := uint8(i)
		if !s.ready(l) {
			continue
		}
		r := int8(s.activationRating(l))
		if r < rating {
			rating, n = r, [2]int{}
		}
		if r == rating {
			d := s.b.leaders[i].side
			if n[d] == 0 {
				one[d] = l
			}
			n[d]++
		}
	}
	side = s.firstSide()
	if rating == s.rating {
		side = s.tieSide
	}
	if n[side] == 0 {
		side = 1 - side
	}
	return side, rating, one[side], n[side]
}

// order returns the leaders in the order in which they act this turn unless the initiative decides otherwise: by rating
// and, among equals, alternately from the side that acts first (ant-6.Cc; med-R14). Those who have acted come before
// the others of their rating, those who will not act after them.
func (s *State) order() []game.Turn {
	type entry struct {
		game.Turn
		group, turn, second int // turn: the place among its side in the group; second: 1 for the side that acts second
	}
	list := make([]entry, 0, len(s.b.leaders))
	for i := range s.b.leaders {
		l := uint8(i)
		e := entry{Turn: game.Turn{Piece: len(s.b.units) + i, Rating: s.activationRating(l), Status: s.turnStatus(l)}}
		first := s.firstSide()
		switch e.Status {
		case "past":
		case "now":
			e.group = 1
		case "next", "ready":
			e.group = 2
			if int8(e.Rating) == s.rating {
				first = s.tieSide
			}
		case "late":
			e.Turn.Turn = int(s.arrivesWith(l))
			e.group = 3
		default:
			e.group = 3
		}
		if s.b.leaders[i].side != first {
			e.second = 1
		}
		for k := range list {
			if list[k].Rating == e.Rating && list[k].group == e.group && list[k].second == e.second {
				e.turn++
			}
		}
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.Rating, b.Rating), cmp.Compare(a.group, b.group), cmp.Compare(a.turn, b.turn), cmp.Compare(a.second, b.second))
	})
	out := make([]game.Turn, len(list))
	for i := range list {
		out[i] = list[i].Turn
	}
	return out
}

// turnStatus returns a leader's status in the order of activation.
func (s *State) turnStatus(l uint8) string {
	switch x := &s.leaders[l]; {
	case x.hex == waiting && !s.due(l):
		return "late"
	case x.flags&lDead != 0:
		return "gone"
	case l == s.active:
		return "now"
	case x.flags&lBarred != 0, !s.commands(l) && !s.due(l):
		return "barred"
	case x.flags&lActivated != 0:
		return "past"
	case x.flags&lWaiting != 0:
		return "next"
	}
	return "ready"
}

func (s *State) checkNext(t task, a game.Action) reason {
	if n := s.checkLeader(a, vActivate, uint8(s.toAct)); !n.ok() {
		return n
	}
	_, rating, _, _ := s.nextLeaders()
	l := uint8(int(a.A) - len(s.b.units))
	if r := s.activationRating(l); r != int(rating) {
		return reason{id: whyRating, a: int16(a.A), b: int16(r), c: int16(rating)}
	}
	return reason{}
}
