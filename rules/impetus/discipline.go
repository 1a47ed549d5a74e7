package impetus

import (
	"acies/game"
	"acies/plane"
)

// Section 5: discipline tests. A test that cannot be passed counts as failed and one that cannot be missed as passed,
// without a roll (5.1e, D9i).

// What a test is for.
const (
	forPhase uint8 = iota
	forAbout
	forCharge
	forRally
	forOpportunity
	forDismount
	forOccupy
	forLeave
	forCounter
	forEvade
	forDisengage
	forRelief
	forBaggage
	purposes
)

var purposeKeys = [purposes]string{
	"test.phase", "test.about-face", "test.charge", "test.rally", "test.opportunity", "test.dismount", "test.occupy",
	"test.leave", "test.counter-charge", "test.evade", "test.disengage", "test.relief", "test.baggage",
}

var purposeClauses = [purposes]string{
	"imp-5.2c", "imp-5.2g", "imp-5.2c", "imp-5.2a", "imp-5.2b", "imp-5.2d", "imp-5.2i", "imp-5.2j", "imp-5.2e", "imp-5.2l", "imp-5.2f", "imp-5.2h", "imp-5.2k",
}

// commanderUnit returns the unit of the commander of a unit's Command, or none if he is off the table or lost.
func (s *State) commanderUnit(side, c uint8) uint8 {
	if c == none || !s.commands[side][c].leader {
		return none
	}
	if at := s.b.setup.Sides[side].Commands[c].Attached; at >= 0 {
		return uint8(at)
	}
	return none
}

// commands reports whether a commander is attached to a unit and still in command.
func (s *State) hasCommander(u uint8) bool {
	d := &s.b.units[u]
	return s.commanderUnit(d.side, d.command) == u
}

// inRange reports whether a unit is within the command range of its commander (4.1h to 4.1j, 4.1p).
func (s *State) inRange(u uint8) bool {
	d := &s.b.units[u]
	if d.command == none || !s.commands[d.side][d.command].leader {
		return false
	}
	army := &s.b.setup.Sides[d.side]
	x := s.shape(u)
	at := army.Commands[d.command].Attached
	if at < 0 {
		return x.ToEdge(edges[army.HomeEdge]) <= int64(army.Structure.Range())
	}
	y := s.shape(uint8(at))
	return uint8(at) == u || plane.Within(&x, &y, army.Structure.Range())
}

var edges = [...]plane.TableEdge{South: plane.South, North: plane.North, West: plane.West, East: plane.East}

// leadershipOf returns the Leadership that a unit's commander has left.
func (s *State) leadershipOf(u uint8) int {
	d := &s.b.units[u]
	if d.command == none || !s.commands[d.side][d.command].leader {
		return 0
	}
	return s.commands[d.side][d.command].quality.Leadership()
}

// needs returns what a die must show for units to pass a test together, with a penalty (5.1).
func (s *State) needs(units []uint8, penalty int) int {
	worst, bonus, away := 0, 0, 0
	for _, u := range units {
		worst = max(worst, s.data(u).Discipline.needed())
		if s.hasCommander(u) {
			bonus = 1
		}
		if !s.inRange(u) {
			away = 1
		}
	}
	return worst - bonus + away + penalty
}

// phasePenalty returns the penalty for a further phase of those who act: none for the second, 1 for the third and so on
// (5.1d).
func (s *State) phasePenalty() int { return max(0, s.counted(s.act.units[0])-1) }

// testNeeds returns what the die of the test in progress must show.
func (s *State) testNeeds() int {
	penalty := 0
	switch s.test.purpose {
	case forPhase, forCharge:
		penalty = s.phasePenalty()
	case forEvade:
		penalty = max(0, int(s.charge.evades)-1) // 5.3e
	}
	if s.test.purpose <= forCharge && s.test.unit == s.act.units[0] {
		return s.needs(s.acting(), penalty)
	}
	one := [1]uint8{s.test.unit}
	return s.needs(one[:], penalty)
}

// askTest begins a test for a unit, or for those who act if it is their leader.
func (s *State) askTest(purpose, u uint8) {
	s.test = test{purpose: purpose, unit: u}
	s.push(tTest, 0, 0, 0)
}

func (s *State) stepTest(task) bool {
	switch n := s.testNeeds(); {
	case n <= 1:
		s.endTest(true)
	case n >= 7:
		s.endTest(false)
	default:
		return s.roll()
	}
	return false
}

func (s *State) doTest(_ task, a game.Action) {
	n := s.testNeeds()
	key := "test-failed"
	if int(a.A) >= n {
		key = "test-passed"
	}
	s.say(key, purposeClauses[s.test.purpose], piece("unit", int(s.test.unit)), word("test", purposeKeys[s.test.purpose]),
		face("die", int(a.A)), num("needed", n))
	s.endTest(int(a.A) >= n)
}

// endTest carries on with what the test was for. Phases, charges, counter-charges and evasions go on by themselves and
// read the result.
func (s *State) endTest(passed bool) {
	s.pop()
	s.test.passed = passed
	u := s.test.unit
	switch s.test.purpose {
	case forRally:
		s.endRally(passed)
	case forOpportunity:
		s.endAsked(passed, vOpportunity, func() { s.set(u, fMarked) })
	case forDismount:
		if passed {
			s.set(u, fDismounted)
			s.moveTo(u, s.units[u].Pose)
			s.say("dismounted", "imp-5.3c", piece("unit", int(u)))
		} else {
			s.disorder(u, "imp-5.2d")
		}
		s.endActivation()
	case forOccupy:
		s.endAsked(passed, vOccupy, func() { s.occupy(u) })
	case forLeave:
		s.endAsked(passed, vLeave, func() { s.leaveSquare(u) })
	case forCounter:
		s.endCounter(passed)
	case forEvade:
		s.evade(passed)
	case forDisengage:
		s.endDisengage(passed)
	case forRelief:
		s.endRelief(passed)
	case forBaggage:
		if !passed {
			s.plunder()
		}
	}
}

// endAsked ends the activation if a test without effect on failure was passed, and otherwise closes that action (5.3a).
func (s *State) endAsked(passed bool, v game.Verb, do func()) {
	if passed {
		do()
		s.endActivation()
		return
	}
	s.act.tried |= tryBit(v)
}

// tryBit is the bit of an action whose test cannot be tried again in the activation.
func tryBit(v game.Verb) uint8 {
	switch v {
	case vOpportunity:
		return 1
	case vOccupy:
		return 2
	case vLeave:
		return 4
	}
	return 0
}
