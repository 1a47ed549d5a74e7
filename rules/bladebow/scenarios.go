package bladebow

import "acies/game"

// Chapter 15: what the scenarios do after the initiative has been decided.

// stepAfter makes the dice of a scenario: the discovery of the goat path (15.2ti), the arrival of the Spartans (15.4yf). a is
// the stage.
func (s *State) stepAfter(t task) bool {
	setup := s.b.setup
	switch {
	case t.a == 0 && setup.Pass != nil && !s.found:
		return s.roll()
	case t.a == 0 && setup.Arrival != nil && s.area == 0:
		return s.roll()
	case t.a == 1:
		return s.roll() // the area
	}
	s.pop()
	s.push(tImpulse, 0, 0, 0)
	if setup.Arrival != nil && s.area != 0 && s.delay == 0 {
		s.push(tArrive, 0, 0, 0)
	} else if s.delay > 0 {
		s.delay--
		if s.delay == 0 {
			s.push(tArrive, 0, 0, 0)
		}
	}
	return false
}

func (s *State) doAfter(t task, a game.Action) {
	die := pool(a.A).lowest()
	switch {
	case t.a == 1:
		s.area = uint8(die)
		s.say("area-die", "bnb-15.4yf", face("die", die))
		s.stage(2)
		s.push(tDelay, 0, 0, 0)
	case s.b.setup.Pass != nil:
		s.say("discovery-die", "bnb-15.2ti", face("die", die), num("turn", int(s.turn)))
		if die <= int(s.turn) {
			s.found = true
			s.touch()
			s.say("discovered", "bnb-15.2tk", player("side", uint8(s.b.setup.Pass.Side)))
		}
		s.stage(2)
	default:
		s.say("arrival-die", "bnb-15.4yf", face("die", die), num("turn", int(s.turn)))
		s.stage(2)
		if die <= int(s.turn) {
			s.stage(1)
		}
	}
}

// maxDelay is the greatest number of turns by which the arrival can be put off (R97).
const maxDelay = 5

// arriving returns the side that gets reinforcements.
func (s *State) arriving() uint8 { return s.b.units[s.b.setup.Arrival.Units[0]].side }

// stepDelay asks how long the reinforcements wait, and to what the second die is shifted (15.4yj, R97, X19).
func (s *State) stepDelay(task) bool { return s.waitFor(s.arriving()) }

func (s *State) optDelay(t task, buf []game.Action) []game.Action {
	for n := range int32(maxDelay + 1) {
		for die := int32(1); die <= 6; die++ {
			if a := (game.Action{Verb: vDelay, A: n, B: die}); s.checkDelay(t, a).ok() {
				buf = append(buf, a)
			}
		}
	}
	return buf
}

func (s *State) checkDelay(_ task, a game.Action) reason {
	switch {
	case a.Verb != vDelay:
		return reason{id: whyDelay}
	case a.A > maxDelay:
		return reason{id: whyDelayLong, a: maxDelay}
	case a.B < 1 || a.B > 6 || a.B-int32(s.area) > a.A || int32(s.area)-a.B > a.A:
		return reason{id: whyShift, a: int16(a.A)}
	}
	return reason{}
}

func (s *State) doDelay(_ task, a game.Action) {
	s.pop()
	s.area, s.delay = uint8(a.B), uint8(a.A)
	if a.A > 0 {
		s.delay++ // this turn's step counts it down at once
		s.say("delayed", "bnb-15.4yj", num("turns", int(a.A)), num("die", int(a.B)))
	}
}

// stepArrive places the reinforcements: a hoplite in each square of the area that is free, disrupted and facing into the map;
// the others wait a turn (15.4yk, R97). Then their leader is placed with one of them.
func (s *State) stepArrive(t task) bool {
	v := s.b.setup.Arrival
	area := &v.Areas[s.area-1]
	if t.a == 0 {
		s.stage(1)
		waiting := false
		for _, i := range v.Units {
			p := &s.units[i]
			if p.where != awaited {
				continue
			}
			placed := false
			for _, q := range area.Squares {
				s.refresh()
				if s.at[q] != none {
					continue
				}
				*p = unit{square: int16(q), facing: uint8(area.Facing), ranks: p.ranks, flags: fKnown | fDisrupted}
				s.touch()
				placed = true
				s.say("arrived", "bnb-15.4yk", piece("unit", i), place("square", q))
				s.capture(uint8(i), q)
				break
			}
			waiting = waiting || !placed
		}
		if waiting {
			s.delay = 1 // those who found no room try again next turn
		}
		return false
	}
	if s.leaders[v.Leader].where == awaited {
		for _, i := range v.Units {
			if s.placed(uint8(i)) {
				return s.waitFor(s.arriving())
			}
		}
	}
	s.pop()
	return false
}

func (s *State) optArrive(_ task, buf []game.Action) []game.Action {
	v := s.b.setup.Arrival
	for _, i := range v.Units {
		if s.units[i].where == onMap {
			buf = append(buf, game.Action{Verb: vPlace, A: int32(s.b.leaderPiece(v.Leader)), B: int32(s.units[i].square)})
		}
	}
	return buf
}

func (s *State) checkArrive(_ task, a game.Action) reason {
	v := s.b.setup.Arrival
	if a.Verb != vPlace || int(a.A) != s.b.leaderPiece(v.Leader) {
		return reason{id: whyArrive}
	}
	for _, i := range v.Units {
		if s.units[i].where == onMap && int32(s.units[i].square) == a.B {
			return reason{}
		}
	}
	return reason{id: whyArriveWith}
}

func (s *State) doArrive(_ task, a game.Action) {
	v := s.b.setup.Arrival
	s.leaders[v.Leader] = leader{square: int16(a.B)}
	s.say("leader-placed", "bnb-15.4yl", piece("leader", int(a.A)), place("square", int(a.B)))
	s.pop()
}
