package impetus

import "acies/game"

// Section 23: routs of Commands and armies, and victory.

// lostValue returns the VD that a side has lost: its units, its baggage and its built-up areas (23.1c, 23.1f).
func (s *State) lostValue(side uint8) int {
	n := 0
	for i := range s.b.units {
		if u := &s.b.units[i]; u.side == side && s.units[i].where != onTable && s.units[i].where != inside && s.units[i].where != unplaced {
			n += u.VD
		}
		if s.has(uint8(i), fInVillage) && s.side(uint8(i)) != side && s.side(uint8(i)) == 0 && s.placed(uint8(i)) {
			n += 3 // 22.2b: the attacker has occupied it
		}
	}
	return n
}

// lostOf returns the VD that a Command has lost.
func (s *State) lostOf(side, c uint8) int {
	n := 0
	for _, u := range s.b.members[side][c] {
		if w := s.units[u].where; w == lost || w == gone {
			n += s.b.units[u].VD
		}
	}
	return n
}

// routWorn routs the Commands that have lost half of their value, of both sides together (23.1b).
func (s *State) routWorn() {
	var out [2][MaxCommands]bool
	for side := range uint8(2) {
		for c := range s.b.setup.Sides[side].Commands {
			out[side][c] = !s.commands[side][c].routed && 2*s.lostOf(side, uint8(c)) >= s.b.worth[side][c]
		}
	}
	for side := range uint8(2) {
		for c := range out[side] {
			if out[side][c] {
				s.routCommand(side, uint8(c))
			}
		}
	}
}

// routCommand removes a Command from the table (23.1d). Other commanders of the army may lose heart (3.2h).
func (s *State) routCommand(side, c uint8) {
	x := &s.commands[side][c]
	if x.routed {
		return
	}
	x.routed = true
	s.say("command-routs", "imp-23.1b", player("side", side), num("command", int(c)+1), s.b.commander(side, c))
	for _, u := range s.b.members[side][c] {
		if s.placed(u) || s.units[u].where == inside {
			s.vanish(u)
		}
	}
	s.loseCommander(side, c, false)
	for i := range s.commands[side] {
		s.commands[side][i].shaken = true
	}
}

// vanish takes a unit of a routed Command off the table.
func (s *State) vanish(u uint8) {
	if s.placed(u) {
		s.leave(u, gone)
		s.loseInside(u)
		return
	}
	s.units[u].where = gone
}

// routArmy removes an army at once, and the turn is over (21.2f, 21.2h).
func (s *State) routArmy(side uint8) {
	s.say("army-routs", "imp-21.2f", player("side", side))
	for c := range s.b.setup.Sides[side].Commands {
		s.routCommand(side, uint8(c))
	}
	for s.nTasks > 0 {
		s.pop()
	}
	s.push(tTurnEnd, 0, 0, 0)
}

// testArmies ends the battle if an army is defeated (23.1a, 23.1i).
func (s *State) testArmies() {
	var beaten [2]bool
	for side := range uint8(2) {
		beaten[side] = 2*s.lostValue(side) >= s.b.value[side]
	}
	switch {
	case beaten[0] && beaten[1]:
		s.end(game.Nobody, outBoth)
	case beaten[0]:
		s.end(1, outDefeat)
	case beaten[1]:
		s.end(0, outDefeat)
	}
}

// endAtLimit decides the battle at the limit of turns by the share of the value lost (23.1j).
func (s *State) endAtLimit() {
	a, b := s.lostValue(0)*s.b.value[1], s.lostValue(1)*s.b.value[0]
	switch {
	case a < b:
		s.end(0, outLimit)
	case b < a:
		s.end(1, outLimit)
	default:
		s.end(game.Side(s.b.setup.TieWinner), outLimit)
	}
}

// The ways a battle ends.
const (
	outNone uint8 = iota
	outDefeat
	outBoth
	outLimit
	outcomes
)

var outcomeClauses = [outcomes]string{"", "imp-23.1a", "imp-23.1i", "imp-23.1j"}

func (s *State) end(winner game.Side, why uint8) {
	if winner < 0 {
		winner = game.Nobody
	}
	s.over, s.winner, s.why = true, int8(winner), why
	if winner == game.Nobody {
		s.say("draw", outcomeClauses[why])
		return
	}
	s.say("victory", outcomeClauses[why], player("side", uint8(winner)))
}

// Outcome implements [game.State]. Points are the VD that the enemy has lost.
func (s *State) Outcome() game.Outcome {
	o := game.Outcome{Over: s.over, Winner: game.Nobody, Points: [2]int{s.lostValue(1), s.lostValue(0)}}
	if !s.over {
		return o
	}
	o.Winner, o.Clause, o.Degree = game.Side(s.winner), outcomeClauses[s.why], "victory"
	if s.winner < 0 {
		o.Degree = "draw"
	}
	return o
}
