package impetus

import "acies/game"

// Explanations: how far a move goes and the test it needs; the dice of a shot or a melee and what they may do; worked out
// on a copy of the state.

// Explain implements [game.State].
func (s *State) Explain(a game.Action, viewer game.Side) *game.Explanation {
	if a.Verb == vName && s.ToAct() != viewer || !s.check(a).ok() {
		return nil
	}
	c := *s
	c.sink = nil
	switch a.Verb {
	case vRoll, vThrow:
		return c.explainRoll()
	case vFire:
		return c.explainShot(uint8(a.A), uint8(a.B))
	case vForward, vWheel, vOblique, vSideways, vRearward, vAbout:
		return c.explainMove(a)
	case vDeploy:
		ends := s.Ends(a)
		return &game.Explanation{Kind: "move", Trail: []game.Pose{s.poseOf(uint8(a.A)), *ends[0].Pose}, Ends: ends}
	case vActivate:
		return s.explainActivation(a)
	case vName:
		return s.explainName(uint8(a.A - 1))
	case vRally:
		return c.noteRally(c.explainTest(forRally))
	case vOpportunity:
		return c.explainTest(forOpportunity)
	case vDismount:
		return c.explainTest(forDismount)
	case vOccupy:
		return c.explainTest(forOccupy)
	case vDisengage:
		return c.explainTest(forDisengage)
	case vCounter:
		return c.explainTestOf(s.charge.target, forCounter, 0)
	case vEvade:
		if s.charge.evades > 0 {
			return c.explainTestOf(s.charge.target, forEvade, max(0, int(s.charge.evades)-1)) // 5.3e
		}
		return c.explainAnswer(a)
	case vLeave:
		return c.explainTestOf(uint8(a.A), forLeave, 0)
	case vRelieve:
		return c.explainTestOf(uint8(a.A), forRelief, 0)
	case vPursue:
		return s.explainPursuit()
	case vCharge:
		u, _ := c.firstMember(uint8(a.A))
		return c.explainCharge(a, u, uint8(a.A), a.B == 1)
	case vRush:
		return c.explainRush(a)
	case vIntercept:
		e := c.explainCharge(a, uint8(a.A), uint8(a.B), a.C == 1)
		c.noteIntercept(e, uint8(a.A), uint8(a.B), a.C == 1)
		return e
	case vMember:
		return c.explainCharge(a, uint8(a.A), uint8(a.B), false)
	case vRunAt:
		return c.explainCharge(a, s.charge.unit, uint8(a.A), false)
	case vFight:
		u := s.act.units[0]
		return c.explainMelee(u, c.opponent(u), false)
	case vMelee:
		return c.explainMelee(uint8(a.A), c.opponent(uint8(a.A)), true)
	case vStand:
		return c.explainAnswer(a)
	}
	return nil
}

// explainName tells which units a Command has, or returns nil if the side to act has no such Command.
func (s *State) explainName(c uint8) *game.Explanation {
	side := uint8(s.ToAct())
	list := game.Arg{Name: "units", Kind: game.Pieces}
	for _, u := range s.b.members[side][c] {
		if s.placed(u) {
			list.List = append(list.List, int(u))
		}
	}
	return &game.Explanation{Kind: "command", Notes: []game.Event{{Key: "note.command", Clause: "imp-4.1c", Args: []game.Arg{list}}}}
}

// explainActivation warns of the loss of opportunity markers, and of an uncontrolled move that follows at once, and tells
// where that ends if there is nothing to choose about it. Other activations are not explained.
func (s *State) explainActivation(a game.Action) *game.Explanation {
	_, command, mask := splitMask(a.A)
	var units []uint8
	rush := true
	e := &game.Explanation{Kind: "move"}
	for _, u := range s.b.members[s.active][command] {
		if s.b.units[u].bit&mask == 0 {
			continue
		}
		units = append(units, u)
		rush = rush && s.rushDue(u)
		if s.has(u, fMarked) {
			addNote(e, "marker-lost", "imp-9.1f", piece("unit", int(u)))
		}
	}
	if !rush {
		if len(e.Notes) == 0 {
			return nil
		}
		return e
	}
	c := *s
	c.Apply(a, nil)
	addNote(e, "rush", "imp-6.10a", piece("unit", int(units[0])), num("n", len(units)))
	if c.current().kind != tRush {
		e.Trail, e.Ends = []game.Pose{s.poseOf(units[0]), c.poseOf(units[0])}, c.endsOf(units)
	}
	return e
}

// passOdds returns the chance of a test that needs a number on a die.
func passOdds(needed int) []game.Odds {
	pass := max(0, min(6, 7-needed))
	var list []game.Odds
	if pass > 0 {
		list = append(list, game.Odds{Result: "test.passed", Weight: pass, Of: 6, Piece: -1})
	}
	if pass < 6 {
		list = append(list, game.Odds{Result: "test.failed", Weight: 6 - pass, Of: 6, Piece: -1})
	}
	return list
}

// explainTest explains a test of the unit that acts.
func (s *State) explainTest(purpose uint8) *game.Explanation {
	u := s.act.units[0]
	s.test = test{purpose: purpose, unit: u}
	n := s.testNeeds()
	e := summed(&game.Explanation{Kind: "test", Odds: passOdds(n), Modifiers: s.testModifiers(s.acting(), 0)})
	noteTest(e, purpose, u, n)
	return e
}

// testModifiers lists what makes the number that a test needs.
func (s *State) testModifiers(units []uint8, penalty int) []game.Modifier {
	var m mods
	worst, led, away := 0, false, false
	for _, u := range units {
		worst = max(worst, s.data(u).Discipline.needed())
		led = led || s.hasCommander(u)
		away = away || !s.inRange(u)
	}
	m.add(worst, "discipline", "imp-5.1a")
	if led {
		m.add(-1, "commander", "imp-5.1b")
	}
	if away {
		m.add(1, "out-of-range", "imp-5.1c")
	}
	m.add(penalty, "phases", "imp-5.1d")
	return m.modifiers()
}

// explainMove explains a phase: how far it goes, where it ends, and the test that it needs.
func (s *State) explainMove(a game.Action) *game.Explanation {
	u := s.act.units[0]
	e := &game.Explanation{Kind: "move", Cost: int(s.costOf(a)), Allowance: int(s.limitOf(a.Verb))}
	e.Trail = append(e.Trail, s.poseOf(u))
	if s.counted(u) > 0 && a.Verb != vAbout {
		n := s.needs(s.acting(), s.phasePenalty())
		e.Also = passOdds(n)
		e.Modifiers = s.testModifiers(s.acting(), s.phasePenalty())
		noteTest(e, forPhase, u, n)
	}
	if a.Verb == vAbout {
		n := s.needs(s.acting(), 0)
		e.Also = passOdds(n)
		e.Modifiers = s.testModifiers(s.acting(), 0)
		noteTest(e, forAbout, u, n)
	}
	for _, m := range e.Modifiers {
		e.Sum += m.Value
	}
	e.Total = e.Sum
	after := s.after(a)
	e.Trail, e.Ends = append(e.Trail, after.poseOf(u)), after.endsOf(s.acting())
	var events game.Events
	s.sink = &events
	last := len(e.Also) == 0 && s.endsCommand(a)
	s.stirred, s.before = s.mask(), s.zonesOfAll()
	s.makePhase(a.Verb, a.A, a.B)
	s.sink = nil
	s.note(e, events)
	if last {
		e.Notes = append(e.Notes, game.Event{Key: "note.ends-command", Clause: "imp-Q1e"})
	}
	return e
}

// endsCommand reports whether an action leaves the active Command nothing to do, so that its activation ends by itself.
func (s *State) endsCommand(a game.Action) bool {
	c := *s
	c.Apply(a, nil)
	return c.phase != phaseCommand
}

func (s *State) poseOf(u uint8) game.Pose {
	p := s.units[u].Pose
	return game.Pose{Point: game.Point{X: p.X, Y: p.Y}, Heading: int32(p.H)}
}

// explainShot explains a shot: its dice, and what becomes of the target.
func (s *State) explainShot(u, target uint8) *game.Explanation {
	a, r := s.mayShoot(u, target)
	if !r.ok() {
		return nil
	}
	var m mods
	n := s.firePool(u, target, a, &m)
	e := &game.Explanation{Kind: "shot", Sum: n, Total: n, Modifiers: m.modifiers()}
	s.shot = shot{firer: u, target: target, band: uint8(a.band)}
	f := s.fateUnder(target, n, byShot)
	e.Odds = f.odds(nil, target)
	s.noteShot(e, u, target)
	return e
}

// fateUnder returns what a pool makes of a unit as it stands.
func (s *State) fateUnder(u uint8, n int, cause uint8) fate {
	base := s.criticalBase(u, cause)
	return fateOf(n, base, s.strength(u), s.disordered(u), cause == byMelee && (s.flanked(u) || s.typ(u) == Baggage))
}

// criticalBase returns the critical number of a unit before damage, which may be below 1.
func (s *State) criticalBase(u, cause uint8) int {
	const little = 100 // more than the floor of 1 could hide
	x := s.units[u].rows[0]
	s.units[u].rows[0] = x + little
	n := s.critical(u, cause, 0, nil)
	s.units[u].rows[0] = x
	return n - little
}

// explainPursuit explains the die of a pursuit: whom it reaches.
func (s *State) explainPursuit() *game.Explanation {
	f := &s.fight
	e := &game.Explanation{Kind: "pursuit"}
	for _, result := range []string{"pursuit.catches", "pursuit.strikes", "pursuit.short"} {
		n := 0
		for die := 1; die <= 6; die++ {
			c := *s
			c.sink = nil
			c.pop()
			under := c.nTasks
			c.pursue(die)
			reached := "pursuit.short"
			if c.nTasks > under && c.tasks[under].kind == tCharge {
				reached = "pursuit.strikes"
				if c.charge.target == f.mains[1-f.winner] {
					reached = "pursuit.catches"
				}
			}
			if reached == result {
				n++
			}
		}
		if n > 0 {
			e.Odds = append(e.Odds, game.Odds{Result: result, Weight: n, Of: 6, Piece: -1})
		}
	}
	return e
}

// explainTestOf explains a test of one unit, which need not be the one that acts.
func (s *State) explainTestOf(u, purpose uint8, penalty int) *game.Explanation {
	one := [1]uint8{u}
	n := s.needs(one[:], penalty)
	e := summed(&game.Explanation{Kind: "test", Odds: passOdds(n), Modifiers: s.testModifiers(one[:], penalty)})
	noteTest(e, purpose, u, n)
	return e
}

// explainMelee explains the next round of melee between a unit and an enemy that it touches.
func (s *State) explainMelee(u, target uint8, charged bool) *game.Explanation {
	if target == none || !s.placed(u) || !s.placed(target) {
		return nil
	}
	e := &game.Explanation{Kind: "melee", Trail: []game.Pose{s.poseOf(u)}}
	if s.typ(target) == S && s.typ(u) != S || s.typ(target) == ART {
		e.Odds = []game.Odds{{Result: "fate.dispersed", Weight: 1, Of: 1, Piece: int(target)}}
		return e
	}
	counters := s.charge.counter
	s.charge.counter = false
	s.startFight(u, target, charged)
	s.charge.counter = counters
	e.Modifiers = s.meleeModifiers(0)
	summed(e).Total = s.sidePool(0)
	e.Notes = append(e.Notes, s.opposing(0))
	s.noteRound(e)
	own, enemy := s.fateUnder(u, s.sidePool(1), byMelee), s.fateUnder(target, s.sidePool(0), byMelee)
	e.Odds = roundOdds(&own, &enemy)
	return e
}
