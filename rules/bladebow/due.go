package bladebow

import "acies/game"

// RollKinds are the kinds of rolls and draws that [State.Due] tells apart.
var RollKinds = []string{"melee", "entry", "ranged", "defence", "rout", "check", "casualty", "initiative", "actions", "card", "scenario", "end"}

// Due returns what kind of roll or draw is due, the side it is made for, and the square, or -1 if it has none. A draw of a
// card for actions is "actions", one for a hand "card".
func (s *State) Due() (kind string, side game.Side, square int) {
	t := s.current()
	attacker, defender := game.Side(s.active), game.Side(other(s.active))
	unit := func(u uint8) (game.Side, int) { return game.Side(s.side(u)), int(s.units[u].square) }
	switch t.kind {
	case tDraw:
		if t.a == drawActions {
			return "actions", game.Side(t.b), -1
		}
		return "card", game.Side(t.b), -1
	case tInitiative:
		side = game.Side(s.second())
		if t.a == 2 {
			side = game.Side(s.initiative)
		}
		return "initiative", side, -1
	case tAfter:
		if s.b.setup.Pass != nil {
			return "scenario", game.Side(s.b.setup.Pass.Side), -1
		}
		return "scenario", game.Side(s.arriving()), -1
	case tShot:
		square = int(s.units[s.shot.target].square)
		if t.a == 1 {
			return "ranged", attacker, square
		}
		return "defence", defender, square
	case tDuel:
		if t.a == duelDefence {
			return "melee", defender, int(s.duel.square)
		}
		return "melee", attacker, int(s.duel.square)
	case tReroll:
		return "melee", game.Side(t.a), int(s.duel.square)
	case tEntry:
		side, square = unit(s.duel.units[t.a])
		return "entry", side, square
	case tRoutDice:
		side, square = unit(s.hurt.unit)
		return "rout", side, square
	case tCheck:
		side, square = unit(t.a)
		return "check", side, square
	case tCasualty:
		return "casualty", game.Side(s.b.leaders[t.a].Side), int(s.leaders[t.a].square)
	}
	return "end", game.Side(s.initiative), -1
}

// Alike returns a number for an outcome of the roll or draw that is due. Outcomes with the same number mean the same, or
// nearly: dice with as many hits and cancellations, cards that give as many actions, all cards drawn into a hand.
func (s *State) Alike(a game.Action) int {
	t := s.current()
	if a.Verb == vDraw {
		switch c := int(a.A) - 1; {
		case c == reshuffle:
			return -1
		case t.a == drawActions:
			return Deck[c].Actions[s.colour(uint8(t.b))]
		}
		return 0
	}
	const never = 7
	p := pool(a.A)
	counts := func(hit, cancel int) (n int) {
		for f := 1; f <= 6; f++ {
			switch {
			case f <= hit:
				n += p.count(f)
			case f >= cancel:
				n += 16 * p.count(f)
			}
		}
		return n
	}
	switch t.kind {
	case tDuel:
		return counts(s.faces(int(t.a - duelAttack)))
	case tShot:
		if t.a == 1 {
			return counts(2, never)
		}
		return counts(0, 5)
	case tEntry:
		level, price := s.entryLevel(s.duel.units[t.a]), 0
		for f := level + 1; f <= 6; f++ {
			price += (f - level) * p.count(f)
		}
		return price
	}
	for f := 6; f > 0; f-- {
		if p.count(f) > 0 {
			return f
		}
	}
	return 0
}

// Impulse returns a number for the present impulse, and the side that has it; 0 if nobody has one.
func (s *State) Impulse() (id uint64, side game.Side) {
	if s.active == none {
		return 0, game.Nobody
	}
	return uint64(s.turn)<<24 | uint64(s.impulses[0])<<16 | uint64(s.impulses[1])<<8 | uint64(s.active) + 1, game.Side(s.active)
}

// Turn returns the number of the turn.
func (s *State) Turn() int { return int(s.turn) }

// Square returns the square of a unit, or the one in which it was last.
func (s *State) Square(unit int) int { return int(s.units[unit].square) }
