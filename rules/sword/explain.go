package sword

import (
	"math/bits"
	"slices"

	"acies/game"
)

// Explanations: the cost of a move with its path; the modifiers, chart rows and exact odds of a roll.

// Explain implements [game.State]. It does not depend on the viewer: nothing is hidden.
func (s *State) Explain(a game.Action, _ game.Side) *game.Explanation {
	if !s.check(a).ok() {
		return nil
	}
	t := s.current()
	c := *s
	switch {
	case t.kind == tGroup && (a.Verb == vTo || a.Verb == vBack):
		return s.explainMove(a)
	case t.kind == tRide && a.Verb == vRide:
		return s.explainRide(t, a)
	case a.Verb == vLead:
		return s.explainLead()
	case a.Verb == vShoot:
		c.shot.target = int16(a.A)
		c.fillShot()
		return c.explainShot()
	case t.kind == tShooters && a.Verb == vWith:
		c.addShooter(uint8(a.A))
		return c.explainShot()
	case a.Verb == vFire:
		return c.explainShot()
	case a.Verb == vCharge:
		return c.explainCharge(int(a.A))
	case a.Verb == vReact:
		return c.explainReact()
	case a.Verb == vRetreat:
		return s.explainRetreat(a)
	case c.previewMelee(t, a):
		e := c.explainMelee()
		c.noteAnswers(e)
		if a.Verb == vPursue {
			c.notePursuit(e, t.a)
		}
		return e
	case a.Verb == vRally:
		return c.explainRally(int(a.A))
	case a.Verb == vRoll:
		return c.explainDie(t)
	}
	return nil
}

func (s *State) explainDie(t task) *game.Explanation {
	if t.kind == tInitiative {
		return s.explainInitiative(t)
	}
	switch t.a {
	case dieShot:
		return s.explainShot()
	case dieMelee:
		return s.explainMelee()
	case dieLeader:
		return s.explainCheck(t.c)
	case diePassed:
		return s.explainPassed(int(t.b))
	case dieRally:
		return s.explainRally(int(t.b))
	case dieReact:
		return s.explainReact()
	}
	return s.explainFlight()
}

// explainMove returns the cost and the cheapest path of the group's move.
func (s *State) explainMove(a game.Action) *game.Explanation {
	e := &game.Explanation{Kind: "move", Allowance: s.groupMP(), Cost: s.groupMP(), Path: []int{int(s.group.from), int(a.A)}}
	h, f := int(a.A), int(a.B)
	if a.Verb == vBack {
		s.noteMove(e, h, int(s.units[s.group.units[0]].facing))
		return e
	}
	s.noteMove(e, h, f)
	cost, ok := s.cost(h, f, s.groupMP())
	if !ok {
		return e // the one hex that is always possible takes the whole allowance
	}
	r := newReach()
	defer reaches.Put(r)
	s.groupPath(&r.search.path)
	s.find(&r.search, r.costs[:], h, f)
	e.Cost = cost
	e.Path = s.trace(&r.search, r.costs[:], h, f)
	return e
}

func (s *State) explainRide(t task, a game.Action) *game.Explanation {
	var r ride
	s.rideFrom(t.a, &r)
	e := &game.Explanation{
		Kind: "move", Allowance: s.leaderMP(t.a), Cost: s.leaderMP(t.a),
		Path: []int{int(s.leaders[t.a].hex), int(a.A)},
	}
	if d := r.dist[a.A]; d != 0 {
		e.Cost = int(d) - 1
		e.Path = s.ridePath(t.a, &r, int(a.A))
	}
	s.noteLast(e)
	return e
}

// fillShot adds to the shot every unit that could shoot at the target together with the first that can.
func (s *State) fillShot() {
	s.shot.n = 0
	for i := range s.b.units {
		if s.mayCombine(uint8(i)).ok() && s.shot.n < maxShooters {
			s.addShooter(uint8(i))
		}
	}
}

func (s *State) explainWith(kind string, m *mods, total int) *game.Explanation {
	e := &game.Explanation{Kind: kind, Sum: m.sum(), Total: total}
	for i := range m.n {
		e.Modifiers = append(e.Modifiers, s.modifier(&m.list[i]))
	}
	return e
}

// tally adds up the odds of the results in the rows; weight gives the weight of each die.
func tally(e *game.Explanation, weight func(die int) int) {
	of := 0
	for _, r := range e.Rows {
		of += weight(r.Die)
	}
	for _, r := range e.Rows {
		i := slices.IndexFunc(e.Odds, func(o game.Odds) bool { return o.Result == r.Result })
		if i < 0 {
			i = len(e.Odds)
			e.Odds = append(e.Odds, game.Odds{Result: r.Result, Of: of, Piece: -1})
		}
		e.Odds[i].Weight += weight(r.Die)
	}
}

func even(int) int { return 1 }

// row returns a row of a table, with the clause as this battle's book numbers it.
func (s *State) row(die, total int, result, clause string) game.Row {
	return game.Row{Die: die, Total: total, Result: result, Clause: s.b.clause(clause)}
}

func (s *State) explainShot() *game.Explanation {
	if s.shot.n == 0 {
		return nil
	}
	var m mods
	s.shotMods(&m)
	need, clause := s.shotNeed()
	e := s.explainWith("shot", &m, m.sum())
	for roll := range 10 {
		total := roll + m.sum()
		result := "shot.none"
		switch {
		case need.Rout != 0 && total >= int(need.Rout):
			result = "shot.rout"
		case total >= int(need.Discourage):
			result = "shot.discourage"
		}
		e.Rows = append(e.Rows, s.row(roll, total, result, clause))
	}
	tally(e, even)
	s.leaderOdds(e, int(s.shot.target), 1-s.sideOf(s.shot.shooters[0]), checkShot)
	s.noteShot(e)
	return e
}

// leaderOdds adds, for each leader of a side in a hex, the chance that the one roll in ten which calls for a check
// ends with his capture, wound or death. A second wound kills (ant-7.5.1c).
func (s *State) leaderOdds(e *game.Explanation, h int, side uint8, why int16) {
	c := s.checkRow(why)
	for set := s.leadersAt(h, side); set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set)
		p := len(s.b.units) + l
		if c.Capture > 0 {
			e.Also = append(e.Also, game.Odds{Result: "check.captured", Weight: c.Wound - c.Capture, Of: 100, Piece: p})
		}
		kill := c.Kill
		if s.leaders[l].flags&lWounded != 0 {
			kill = c.Wound
		} else {
			e.Also = append(e.Also, game.Odds{Result: "check.wounded", Weight: kill - c.Wound, Of: 100, Piece: p})
		}
		e.Also = append(e.Also, game.Odds{Result: "check.killed", Weight: 10 - kill, Of: 100, Piece: p})
	}
}

// previewMelee sets up, on a copy of the state, the melee that an action would start or add to; it reports whether
// there is one.
func (s *State) previewMelee(t task, a game.Action) bool {
	var att, def [maxStacks]int16
	switch a.Verb {
	case vCharge:
		u := s.group.units[0]
		g, _ := s.gallop(u)
		s.previewCharge(u, g.end, int(a.A))
	case vPursue:
		h, f := s.units[t.a].hex, int(s.units[t.a].facing)
		att[0], def[0] = h, int16(s.ahead(t.a, int(h), f))
		s.melee = melee{stage: dispersion}
		s.preview(att[:1], def[:1])
	case vAttack:
		var buf [3]int16
		att[0] = int16(a.A)
		s.preview(att[:1], s.targets(int(a.A), &buf))
	case vMelee, vPair:
		charge := s.nCharges > 0
		s.doMelees(t, a)
		if charge {
			return true
		}
		s.preview(att[:copy(att[:], s.melee.att[:s.melee.nAtt])], def[:copy(def[:], s.melee.def[:s.melee.nDef])])
	case vJoin, vFight:
		n := copy(att[:], s.melee.att[:s.melee.nAtt])
		if a.Verb == vJoin {
			n += copy(att[n:], []int16{int16(a.A)})
		}
		s.preview(att[:n], def[:copy(def[:], s.melee.def[:s.melee.nDef])])
	default:
		return false
	}
	return true
}

// preview sets up a melee on a copy of the state, to be explained.
func (s *State) preview(att, def []int16) {
	for i := range s.b.units {
		s.unset(uint8(i), fAtt|fDef)
	}
	s.melee.nAtt = uint8(copy(s.melee.att[:], att))
	s.melee.nDef = uint8(copy(s.melee.def[:], def))
	for _, h := range att {
		for u := s.top[h]; u != none; u = s.units[u].below {
			if s.takesPart(u) {
				s.set(u, fAtt)
			}
		}
	}
	for _, h := range def {
		for u := s.top[h]; u != none; u = s.units[u].below {
			s.set(u, fDef)
		}
	}
}

func (s *State) explainMelee() *game.Explanation {
	var m mods
	s.meleeMods(&m)
	mod := s.b.meleeTotal(m.sum())
	e := s.explainWith("melee", &m, mod)
	for roll := range 10 {
		r := &s.b.book.Results[s.b.meleeRow(roll+mod)]
		e.Rows = append(e.Rows, s.row(roll, roll+mod, "melee."+r.ID, r.Clause))
	}
	tally(e, even)
	for _, h := range s.melee.def[:s.melee.nDef] {
		s.leaderOdds(e, int(h), 1-s.side, checkMelee)
	}
	for _, h := range s.melee.att[:s.melee.nAtt] {
		s.leaderOdds(e, int(h), s.side, checkMelee)
	}
	return e
}

func (s *State) explainRally(h int) *game.Explanation {
	var m mods
	s.rallyMods(h, &m)
	q := s.rallyQuality(h)
	shared := m.sum()
	var shaken, inRout bool // whether there are discouraged and routed units
	for u := s.top[h]; u != none; u = s.units[u].below {
		shaken = shaken || s.isDiscouraged(u)
		inRout = inRout || s.isRouted(u)
	}
	if !shaken {
		m.add(1, "rally-routed", "ant-12.3h", 0, 0)
	}
	e := s.explainWith("rally", &m, m.sum())
	s.noteQuality(e, q, "ant-12.3e")
	for roll := range 10 {
		result, clause := "rally.fails", "ant-12.3e"
		light, heavy := rallies(roll, shared, q, false), rallies(roll, shared, q, true)
		switch {
		case heavy, light && !inRout:
			result = "rally.succeeds"
		case light && shaken:
			result = "rally.part"
		}
		if roll == 0 {
			clause = "ant-12.3f"
		}
		e.Rows = append(e.Rows, s.row(roll, roll+m.sum(), result, clause))
	}
	tally(e, even)
	return e
}

func (s *State) explainCheck(why int16) *game.Explanation {
	e := &game.Explanation{Kind: "check"}
	for roll := range 10 {
		key, clause := s.checkRow(why).result(roll)
		e.Rows = append(e.Rows, s.row(roll, roll, key, clause))
	}
	tally(e, even)
	return e
}

func (s *State) explainPassed(h int) *game.Explanation {
	e := &game.Explanation{Kind: "check"}
	q := s.passedQuality(h)
	s.noteQuality(e, q, "ant-12.2.3b")
	for roll := range 10 {
		r := s.row(roll, roll, "passed.holds", "ant-12.2.3b")
		if roll > q {
			r.Result = "passed.routs"
		}
		e.Rows = append(e.Rows, r)
	}
	tally(e, even)
	return e
}

func (s *State) explainFlight() *game.Explanation {
	var m mods
	s.flightMods(&m)
	e := s.explainWith("flight", &m, m.sum())
	for roll := range 10 {
		r := s.row(roll, roll+m.sum(), "flight.stays", "iss-13.6")
		if r.Total >= s.b.flight.Needed {
			r.Result = "flight.flees"
		}
		e.Rows = append(e.Rows, r)
	}
	tally(e, even)
	return e
}

func (s *State) explainInitiative(t task) *game.Explanation {
	var m mods
	if b := s.initiativeBonus(t.a); b != 0 {
		m.add(b, "initiative-bonus", "ant-6.Cd", 0, 0)
	}
	e := s.explainWith("initiative", &m, m.sum())
	for roll := 2; roll <= 12; roll++ {
		r := s.row(roll, roll+m.sum(), "initiative.rolled", "ant-6.Cd")
		if t.a == 1 {
			diff := int(s.dice[0]) - r.Total
			row := 0
			for i := range s.b.book.Initiative {
				if abs(diff) >= s.b.book.Initiative[i].Least {
					row = i
				}
			}
			r.Clause = s.b.book.Initiative[row].Clause
			r.Result = [...]string{"initiative.c1", "initiative.c2", "initiative.c3", "initiative.c4"}[min(row, 3)]
			if diff > 0 && row > 0 {
				r.Result += "-attacker"
			} else if row > 0 {
				r.Result += "-defender"
			}
		}
		e.Rows = append(e.Rows, r)
	}
	tally(e, func(die int) int { return 6 - abs(die-7) })
	return e
}

// explainCharge returns the path and cost of a charge, and the odds of the melee it leads to, ignoring shots before it.
func (s *State) explainCharge(target int) *game.Explanation {
	u := s.group.units[0]
	g, _ := s.gallop(u)
	path := append(s.gallopPath(u, g.steps), target)
	s.previewCharge(u, g.end, target)
	e := s.explainMelee()
	s.noteAnswers(e)
	e.Kind, e.Cost, e.Allowance, e.Path = "charge", g.cost, min(s.b.book.Charge.MP, s.mp(u)), path
	return e
}

// previewCharge sets up, on a copy of the state, the melee that a charge of the group would lead to.
func (s *State) previewCharge(u uint8, end, target int) {
	leaders := s.group.leaders | s.carried()
	s.set(u, fCharging)
	s.unstack(u)
	s.stack(u, end, false)
	for set := leaders; set != 0; set &= set - 1 {
		s.leaders[bits.TrailingZeros32(set)].hex = int16(end)
	}
	s.melee = melee{stage: charging}
	s.preview([]int16{int16(end)}, []int16{int16(target)})
}

func (s *State) explainReact() *game.Explanation {
	e := &game.Explanation{Kind: "check"}
	q := s.quality(s.reactor())
	s.noteQuality(e, q, "med-10.3f")
	for roll := range 10 {
		key := "react.fails"
		if roll <= q {
			key = "react.succeeds"
		}
		e.Rows = append(e.Rows, s.row(roll, roll, key, "med-10.3f"))
	}
	tally(e, even)
	return e
}
