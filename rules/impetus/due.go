package impetus

import "acies/game"

// RollKinds are the kinds of rolls that [State.Due] tells apart.
var RollKinds = []string{
	"melee", "shot", "pila", "cohesion", "discipline", "initiative", "extension", "retreat", "pursuit", "commander", "panic", "destiny",
}

// Due returns what kind of roll is due and the side that makes it.
func (s *State) Due() (kind string, side game.Side) {
	t := s.current()
	of := func(u uint8) game.Side { return game.Side(s.side(u)) }
	switch t.kind {
	case tInitiative:
		return "initiative", game.Side(s.namer(t.a))
	case tTest:
		return "discipline", of(s.test.unit)
	case tShot:
		return "shot", of(s.shot.firer)
	case tCharge:
		return "extension", of(s.charge.unit)
	case tContact:
		return "pila", of(s.fight.mains[t.a-contactPilaAttack])
	case tMelee:
		if t.a >= meleeDefenderDie {
			return "cohesion", of(s.fight.mains[meleeAttackerDie-t.a])
		}
		return "melee", of(s.fight.mains[t.a-meleeAttack])
	case tHurt:
		return "cohesion", of(s.hurt.unit)
	case tAfter:
		return "retreat", of(s.fight.loser)
	case tPursuit:
		return "pursuit", of(s.fight.mains[s.fight.winner])
	case tCommander:
		return "commander", game.Side(t.b >> 1)
	case tPanic:
		return "panic", of(t.a)
	case tDestiny:
		return "destiny", game.Side(t.c)
	}
	return "", 0
}

// Alike returns a number for an outcome of the roll that is due; outcomes with the same number mean the same: the same
// damage, test or distance, as good or bad a roll for initiative.
func (s *State) Alike(a game.Action) int {
	t := s.current()
	if a.Verb == vThrow {
		return int(damage(uint8(a.A), uint8(a.B)))
	}
	die := int(a.A)
	half := func(u uint8) int {
		if s.typ(u).mounted() {
			return die
		}
		return (die + 1) / 2
	}
	switch t.kind {
	case tInitiative:
		return s.alikeInitiative(t, die, int(a.B))
	case tCommander:
		return die + int(a.B)
	case tPanic:
		if die <= 3 {
			return 0
		}
		return die*8 + int(a.B)
	case tTest:
		if die >= s.testNeeds() {
			return 1
		}
		return 0
	case tCharge:
		return half(s.charge.unit)
	case tAfter:
		return half(s.fight.loser)
	case tPursuit:
		return half(s.fight.mains[s.fight.winner])
	}
	return die
}

// alikeInitiative tells apart the totals of the side that rolls first, and for the other whether it loses, ties or wins;
// and dice that do more than that: double ones and sixes, and all other doubles of a Commander that they bar.
func (s *State) alikeInitiative(t task, die, second int) int {
	const double = 16
	n, side := die+second, s.namer(t.a)
	c := &s.commands[side][s.named[side]]
	switch {
	case n == 2, n == 12:
		return n + double
	case die == second && c.leader && (c.quality == Incompetent || c.quality == Cowardly):
		return double
	case c.leader && c.quality == Cowardly && c.shaken:
		return n // an odd or an even total decides
	case s.alone:
		return 1
	case t.a == 0:
		return n
	}
	switch total := n + s.initiativeBonus(side, s.named[side]); {
	case total < s.total(other(side)):
		return -1
	case total > s.total(other(side)):
		return 1
	}
	return 0
}

// Fallen reports whether a unit is lost, and whether it left the table with its Command or its army instead of being
// routed, dispersed or destroyed itself.
func (s *State) Fallen(u int) (fallen, together bool) {
	w := s.units[u].where
	return w == lost || w == gone, w == gone
}
