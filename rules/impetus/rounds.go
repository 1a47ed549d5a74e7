package impetus

import "acies/game"

// Sections 2 and 3: turns, rounds and initiative.

// stepTurn begins a turn (Q1a).
func (s *State) stepTurn(task) bool {
	s.pop()
	s.turn++
	for i := range s.b.units {
		s.clear(uint8(i), fActivated|fFired|fZoneCharged|fRallied)
		s.units[i].phases = 0
	}
	for side := range s.commands {
		for c := range s.commands[side] {
			s.commands[side][c].spent = false
		}
	}
	s.say("turn", "imp-2.1a", num("turn", int(s.turn)))
	s.beginRound()
	return false
}

func (s *State) beginRound() {
	s.phase, s.active, s.named, s.dice = phaseRound, none, [2]uint8{none, none}, [2][2]uint8{}
	for side := range s.commands {
		for i := range s.commands[side] {
			c := &s.commands[side][i]
			switch {
			case c.pending > 0:
				c.quality = c.quality.raised()
			case c.pending < 0:
				c.quality = c.quality.lowered()
			}
			c.pending = 0
		}
	}
	s.push(tRound, 0, 0, 0)
}

// canAct reports whether a Command can still be named this turn.
func (s *State) canAct(side, c uint8) bool {
	x := &s.commands[side][c]
	return !x.spent && !x.routed && s.hasUnits(side, c)
}

// hasUnits reports whether a Command has units on the table.
func (s *State) hasUnits(side, c uint8) bool {
	for _, u := range s.b.members[side][c] {
		if s.placed(u) {
			return true
		}
	}
	return false
}

// open returns the Commands of a side that can be named: how many, and the last of them.
func (s *State) open(side uint8) (n int, last uint8) {
	last = none
	for c := range s.b.setup.Sides[side].Commands {
		if s.canAct(side, uint8(c)) {
			n, last = n+1, uint8(c)
		}
	}
	return n, last
}

// namer returns the side that names a Command at a stage of the round.
func (s *State) namer(stage uint8) uint8 {
	if stage == 0 {
		return s.b.first()
	}
	return other(s.b.first())
}

// stepRound asks both players for a Command; who has no choice is not asked (Q1b).
func (s *State) stepRound(t task) bool {
	if t.a < 2 {
		side := s.namer(t.a)
		n, last := s.open(side)
		if n > 1 {
			return s.waitFor(side)
		}
		s.named[side] = last
		s.stage(t.a + 1)
		return false
	}
	s.pop()
	s.alone = s.named[0] == none || s.named[1] == none
	if s.named[0] == none && s.named[1] == none {
		s.push(tTurnEnd, 0, 0, 0)
		return false
	}
	for side, c := range s.named {
		if c != none {
			s.reveal("named", "imp-3.1d", player("side", uint8(side)), num("command", int(c)+1), s.b.commander(uint8(side), c))
		}
	}
	s.push(tInitiative, 0, 0, 0)
	return false
}

func (s *State) optRound(t task, buf []game.Action) []game.Action {
	for c := range s.b.setup.Sides[s.namer(t.a)].Commands {
		buf = append(buf, game.Action{Verb: vName, A: int32(c) + 1})
	}
	return buf
}

func (s *State) checkRound(t task, a game.Action) reason {
	if a.Verb != vName || a.A == 0 {
		return reason{id: whyName}
	}
	side, c := s.namer(t.a), uint8(a.A-1)
	switch {
	case int(c) >= len(s.b.setup.Sides[side].Commands) || s.commands[side][c].routed || !s.hasUnits(side, c):
		return reason{id: whyNoCommand, a: a.A}
	case s.commands[side][c].spent:
		return reason{id: whySpent, a: a.A}
	}
	return reason{}
}

func (s *State) doRound(t task, a game.Action) {
	s.named[s.namer(t.a)] = uint8(a.A - 1)
	s.stage(t.a + 1)
}

// stepInitiative rolls for both, the side listed first before the other (3.1, D9b).
func (s *State) stepInitiative(t task) bool {
	if t.a < 2 {
		if s.named[s.namer(t.a)] != none {
			return s.roll()
		}
		s.stage(t.a + 1)
		return false
	}
	if !s.alone && s.total(0) == s.total(1) {
		s.say("initiative-tie", "imp-3.1c", num("total", s.total(0)))
		s.dice = [2][2]uint8{}
		s.stage(0)
		return false
	}
	s.pop()
	s.decideRound()
	return false
}

func (s *State) doInitiative(t task, a game.Action) {
	side := s.namer(t.a)
	s.dice[side] = [2]uint8{uint8(a.A), uint8(a.B)}
	s.stage(t.a + 1)
	s.say("initiative-roll", "imp-3.1a", player("side", side), num("command", int(s.named[side])+1), s.b.commander(side, s.named[side]),
		face("die", int(a.A)), face("second", int(a.B)), num("leadership", s.initiativeBonus(side, s.named[side])), num("total", s.total(side)))
}

// initiativeBonus returns what a Command adds to its initiative rolls (3.1a, 3.2g, 4.1p).
func (s *State) initiativeBonus(side, c uint8) int {
	x := &s.commands[side][c]
	if !x.leader {
		return 0
	}
	n := x.quality.Leadership()
	chief := s.chief[side]
	if c != chief && s.commands[side][chief].leader && s.commands[side][chief].quality == Charismatic {
		n++
	}
	return n
}

func (s *State) total(side uint8) int {
	if s.named[side] == none {
		return 0
	}
	return int(s.dice[side][0]) + int(s.dice[side][1]) + s.initiativeBonus(side, s.named[side])
}

// decideRound reads the deciding roll (Q1c, Q1d).
func (s *State) decideRound() {
	var struck [2]bool
	for i := range uint8(2) {
		side := s.namer(i)
		if s.named[side] == none {
			struck[side] = true
			continue
		}
		struck[side] = s.readDice(side)
	}
	winner := uint8(none)
	switch {
	case s.over:
		return
	case struck[0] && struck[1]:
	case struck[0]:
		winner = 1
	case struck[1]:
		winner = 0
	case s.total(0) > s.total(1):
		winner = 0
	default:
		winner = 1
	}
	if winner == none || !s.hasUnits(winner, s.named[winner]) {
		s.beginRound()
		return
	}
	c := s.named[winner]
	s.commands[winner][c].spent = true
	s.active, s.phase, s.act.command = winner, phaseCommand, c
	s.say("initiative-won", "imp-3.1b", player("side", winner), num("command", int(c)+1), s.b.commander(winner, c))
	s.push(tCommand, 0, 0, 0)
}

// readDice reads a side's dice for what they do besides winning, and reports whether its Command is struck: routed or
// barred (3.2).
func (s *State) readDice(side uint8) bool {
	named := s.named[side]
	c, d := &s.commands[side][named], s.dice[side]
	double := d[0] == d[1]
	if c.leader && double && !c.changed && (d[0] == 6 && c.quality.raised() != c.quality || d[0] == 1 && c.quality.lowered() != c.quality) {
		c.changed, c.pending = true, 1
		if d[0] == 1 {
			c.pending = -1
		}
		s.say("quality-changes", "imp-3.2d", player("side", side), num("command", int(named)+1), s.b.commander(side, named), game.Arg{Name: "by", Kind: game.Signed, N: int(c.pending)})
	}
	weak := c.leader && (c.quality == Incompetent || c.quality == Cowardly)
	shaken := c.shaken
	c.shaken = false
	switch {
	case c.leader && c.quality == Cowardly && shaken && (d[0]+d[1])%2 == 0:
		s.say("coward-routs", "imp-3.2h", player("side", side), num("command", int(named)+1), s.b.commander(side, named))
		s.routCommand(side, named)
		return true
	case weak && double && d[0] != 6:
		s.say("barred", "imp-3.2f", player("side", side), num("command", int(named)+1), s.b.commander(side, named))
		c.spent = true
		return true
	}
	return false
}

// stepTurnEnd works out routs and victory (2.3b, Q7a).
func (s *State) stepTurnEnd(task) bool {
	s.pop()
	s.phase = phaseEnd
	s.routWorn()
	s.testArmies()
	if s.over {
		return false
	}
	if int(s.turn) >= s.b.setup.Turns {
		s.endAtLimit()
		return false
	}
	s.push(tTurn, 0, 0, 0)
	return false
}
