package bladebow

import "acies/game"

// Section 5.6 and the victories of the scenarios.

// The degrees of victory.
const (
	noDegree uint8 = iota
	major
	minor
	marginal
	drawn
)

var degreeKeys = [...]string{"", "major", "minor", "marginal", "draw"}

// Where the clause of an outcome stands.
const (
	noClause uint8 = iota
	byRout
	byBothRout
	byDistance
	byLosses
	byNothing
	byKing
	bySack
	byBothFell
	byHolding
	byStorm
)

var outcomeClauses = [...]string{
	byRout: "bnb-5.6b", byBothRout: "bnb-5.6c", byDistance: "bnb-5.6d", byLosses: "bnb-5.6e", byNothing: "bnb-5.6f",
	byKing: "bnb-15.2to", bySack: "bnb-15.2tp", byBothFell: "bnb-15.2tq", byHolding: "bnb-15.2tr", byStorm: "bnb-15.4ym",
}

// win ends the game.
func (s *State) win(side int8, degree, why uint8) {
	s.over = true
	s.winner, s.degree, s.why = side, degree, why
	if side < 0 {
		s.say("drawn", outcomeClauses[why])
		return
	}
	s.say("wins", outcomeClauses[why], player("side", uint8(side)), word("degree", "degree."+degreeKeys[degree]))
}

// routLevel returns the losses at which an army quits the field (12.0i).
func (s *State) routLevel(side uint8) int {
	n := s.b.setup.Sides[side].RoutLevel
	if s.overrun[side] {
		n--
	}
	return n
}

// stepVictory decides whether an army has won at the end of a turn (5.6, R82, R83, R93).
func (s *State) stepVictory(task) bool {
	s.pop()
	s.push(tTurnEnd, 0, 0, 0)
	s.enter(phaseEnd)
	if s.slain || s.sacked {
		s.scenarioVictory()
		return false
	}
	routs := [2]bool{}
	for side := range uint8(2) {
		routs[side] = int(s.losses[side]) >= s.routLevel(side)
	}
	switch {
	case routs[0] && routs[1]:
		loser := int8(0) // the side with the tie-breaker of the first turn
		if s.b.setup.Sides[1].TieBreaker {
			loser = 1
		}
		s.win(1-loser, marginal, byBothRout)
	case routs[0]:
		s.win(1, major, byRout)
	case routs[1]:
		s.win(0, major, byRout)
	}
	return false
}

// scenarioVictory decides by the fall of the king and of the camp (15.2to to 15.2tq).
func (s *State) scenarioVictory() {
	switch {
	case s.slain && s.sacked:
		s.win(int8(s.b.setup.Sack.Side), minor, byBothFell)
	case s.slain:
		s.win(int8(1-s.b.leaders[s.b.setup.King.Leader].Side), major, byKing)
	default:
		s.win(int8(1-s.b.setup.Sack.Side), major, bySack)
	}
}

// finish decides the game after the last turn (5.6d to 5.6f, R84, 15.2tr).
func (s *State) finish() {
	if k := s.b.setup.Sack; k != nil {
		s.win(int8(k.Side), minor, byHolding)
		return
	}
	left := [2]int{s.routLevel(0) - int(s.losses[0]), s.routLevel(1) - int(s.losses[1])}
	switch {
	case left[0] != left[1]:
		s.win(better(left[0], left[1]), minor, byDistance)
	case s.losses[0] != s.losses[1]:
		s.win(better(int(s.losses[1]), int(s.losses[0])), marginal, byLosses)
	default:
		s.win(int8(game.Nobody), drawn, byNothing)
	}
}

// better returns the side with the greater number.
func better(a, b int) int8 {
	if a > b {
		return 0
	}
	return 1
}

// stormed ends the battle because a camp has fallen (15.4ym, 15.4yn, R99).
func (s *State) stormed(side uint8) {
	degree := minor
	if s.losses[side] > s.losses[other(side)] {
		degree = major
	}
	s.win(int8(other(side)), degree, byStorm)
}

// Outcome implements [game.State]. The points of a side are the losses of its enemy.
func (s *State) Outcome() game.Outcome {
	o := game.Outcome{Over: s.over, Winner: game.Nobody}
	for side := range uint8(2) {
		o.Points[side] = int(s.losses[other(side)])
	}
	if s.over {
		o.Winner = game.Side(s.winner)
		o.Degree, o.Clause = degreeKeys[s.degree], outcomeClauses[s.why]
		return o
	}
	// Who would win now: the army furthest from its breaking point.
	if a, b := s.routLevel(0)-int(s.losses[0]), s.routLevel(1)-int(s.losses[1]); a != b {
		o.Winner = game.Side(better(a, b))
	}
	return o
}
