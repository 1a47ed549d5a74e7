package impetus

import (
	"acies/game"
	"acies/plane"
)

// Q1e to Q2: the active Command activates its units and groups, one after another.

// compelled reports whether a unit has to be activated before all others (2.2l): Impetuous and due to move by itself, or
// in contact and bound to fight.
func (s *State) compelled(u uint8) bool {
	return s.impetuous(u) && (s.inMelee(u) || s.rushDue(u))
}

// ready reports whether a unit of the active Command can be activated.
func (s *State) ready(u uint8) bool { return s.present(u) && !s.has(u, fActivated|fFought) }

// present reports whether a unit is on the table, or inside a square.
func (s *State) present(u uint8) bool { return s.placed(u) || s.units[u].where == inside }

// anyCompelled returns a unit of the active Command that has to be activated before others, or none.
func (s *State) anyCompelled() uint8 {
	for _, u := range s.b.members[s.active][s.act.command] {
		if s.ready(u) && s.compelled(u) {
			return u
		}
	}
	return none
}

func (s *State) stepCommand(t task) bool {
	var ready, compelled int32
	for _, u := range s.b.members[s.active][s.act.command] {
		if !s.ready(u) {
			continue
		}
		ready |= s.b.units[u].bit
		if s.compelled(u) {
			compelled |= s.b.units[u].bit
		}
	}
	switch {
	case ready == 0:
		// Nothing is left to choose but the end (Q1e).
		s.say("command-ends", "imp-Q1e", player("side", s.active), num("command", int(s.act.command)+1), s.b.commander(s.active, s.act.command))
		s.endCommand()
	case compelled != 0 && compelled&(compelled-1) == 0:
		// Only this one can be activated, and it has to be.
		s.doCommand(t, game.Action{Verb: vActivate, A: groupMask(s.active, s.act.command, compelled)})
	default:
		return s.waitFor(s.active)
	}
	return false
}

// endCommand ends the activation of the Command.
func (s *State) endCommand() {
	s.pop()
	for i := range s.b.units {
		s.clear(uint8(i), fMain|fFought)
	}
	s.beginRound()
}

// optCommand lists every unit alone, and the groups of D10i: the line, the column and the connected set through each.
func (s *State) optCommand(_ task, buf []game.Action) []game.Action {
	list := s.b.members[s.active][s.act.command]
	from := len(buf)
	for _, u := range list {
		if s.ready(u) {
			buf = append(buf, game.Action{Verb: vActivate, A: groupMask(s.active, s.act.command, s.b.units[u].bit)})
		}
	}
	for _, u := range list {
		if !s.ready(u) {
			continue
		}
		for _, kind := range [...]uint8{joinLine, joinColumn, joinAny} {
			mask := s.connected(u, kind, s.active, s.act.command)
			a := game.Action{Verb: vActivate, A: groupMask(s.active, s.act.command, mask)}
			if mask != s.b.units[u].bit && !contains(buf[from:], a) {
				buf = append(buf, a)
			}
		}
	}
	return append(buf, game.Action{Verb: vEnd})
}

func contains(list []game.Action, a game.Action) bool {
	for _, x := range list {
		if x == a {
			return true
		}
	}
	return false
}

// How neighbours join a group.
const (
	joinLine uint8 = 1 << iota
	joinColumn
	joinAny = joinLine | joinColumn
)

// connected returns the mask of the units that can form a group with a unit, joined in line, in column or both.
func (s *State) connected(u, kind, side, c uint8) int32 {
	list := s.b.members[side][c]
	mask := s.b.units[u].bit
	if !s.groupable(u) {
		return mask
	}
	for grown := true; grown; {
		grown = false
		for _, v := range list {
			bit := s.b.units[v].bit
			if mask&bit != 0 || !s.ready(v) || !s.groupable(v) || s.impetuous(v) != s.impetuous(u) {
				continue
			}
			y := s.shape(v)
			for _, w := range list {
				if mask&s.b.units[w].bit == 0 {
					continue
				}
				if x := s.shape(w); s.joined(&x, &y, kind) {
					mask, grown = mask|bit, true
					break
				}
			}
		}
	}
	return mask
}

// joined reports whether two bases are neighbours of a kind (D7a).
func (s *State) joined(x, y *plane.Shape, kind uint8) bool {
	return kind&joinLine != 0 && (plane.RightOf(x, y) || plane.RightOf(y, x)) ||
		kind&joinColumn != 0 && (plane.BehindOf(x, y) || plane.BehindOf(y, x))
}

// groupable reports whether a unit may be part of a group that moves (6.7j, 6.7m, Q2b).
func (s *State) groupable(u uint8) bool {
	return s.placed(u) && !s.disordered(u) && !s.inMelee(u) && s.typ(u) != CF && !s.nearBaggage(u)
}

func (s *State) checkCommand(_ task, a game.Action) reason {
	switch a.Verb {
	case vEnd:
		if u := s.anyCompelled(); u != none {
			return reason{id: whyCompelled, a: int32(u)}
		}
		return reason{}
	case vActivate:
		return s.checkActivate(a.A)
	}
	return reason{id: whyCommand}
}

// checkActivate says whether units may be activated together.
func (s *State) checkActivate(v int32) reason {
	side, c, mask := splitMask(v)
	if side != s.active || c != s.act.command {
		return reason{id: whyNotActive}
	}
	list := s.b.members[side][c]
	if mask == 0 || mask >= 1<<len(list) {
		return reason{id: whyNoPiece}
	}
	n, first := 0, uint8(none)
	for _, u := range list {
		if s.b.units[u].bit&mask == 0 {
			continue
		}
		if n++; first == none {
			first = u
		}
		if !s.ready(u) {
			return reason{id: whyActivated, a: int32(u)}
		}
	}
	if must := s.anyCompelled(); must != none {
		for _, u := range list {
			if s.b.units[u].bit&mask != 0 && !s.compelled(u) {
				return reason{id: whyCompelled, a: int32(must)}
			}
		}
	}
	if n == 1 {
		return reason{}
	}
	if n > maxGroup {
		return reason{id: whyGroupSize, a: maxGroup}
	}
	for _, u := range list {
		switch {
		case s.b.units[u].bit&mask == 0:
		case !s.placed(u):
			return reason{id: whyNotJoined, a: int32(u)}
		case s.disordered(u):
			return reason{id: whyGroupDisordered, a: int32(u)}
		case s.inMelee(u):
			return reason{id: whyGroupMelee, a: int32(u)}
		case s.typ(u) == CF:
			return reason{id: whyGroupScythes, a: int32(u)}
		case s.nearBaggage(u):
			return reason{id: whyGroupBaggage, a: int32(u)}
		case s.impetuous(u) != s.impetuous(first):
			return reason{id: whyGroupImpetuous, a: int32(u)}
		}
	}
	return s.checkJoined(list, mask, first)
}

// checkJoined says whether all units of a mask are joined by neighbours (6.7d).
func (s *State) checkJoined(list []uint8, mask int32, first uint8) reason {
	got := s.b.units[first].bit
	for grown := true; grown; {
		grown = false
		for _, v := range list {
			bit := s.b.units[v].bit
			if mask&bit == 0 || got&bit != 0 {
				continue
			}
			y := s.shape(v)
			for _, w := range list {
				if got&s.b.units[w].bit == 0 {
					continue
				}
				if x := s.shape(w); s.joined(&x, &y, joinAny) {
					got, grown = got|bit, true
					break
				}
			}
		}
	}
	for _, v := range list {
		if mask&^got&s.b.units[v].bit != 0 {
			return reason{id: whyNotJoined, a: int32(v)}
		}
	}
	return reason{}
}

func (s *State) doCommand(_ task, a game.Action) {
	if a.Verb == vEnd {
		s.say("command-stops", "imp-Q1e", player("side", s.active), num("command", int(s.act.command)+1), s.b.commander(s.active, s.act.command))
		s.endCommand()
		return
	}
	_, c, mask := splitMask(a.A)
	s.act = activation{command: c}
	var poses [maxGroup]plane.Pose
	for _, u := range s.b.members[s.active][c] {
		if s.b.units[u].bit&mask != 0 {
			s.act.units[s.act.n], poses[s.act.n] = u, s.units[u].Pose
			s.act.n++
		}
	}
	s.act.due = true
	for _, u := range s.acting() {
		s.act.due = s.act.due && s.rushDue(u)
	}
	if s.act.n > 1 {
		s.formGroup(poses[:s.act.n])
	}
	for _, u := range s.acting() {
		s.clear(u, fMarked)
		s.set(u, fActivated)
	}
	s.say("activated", "imp-2.2a", piece("unit", int(s.act.units[0])), num("n", int(s.act.n)))
	s.push(tBreakUp, 0, 0, 0)
	s.push(tStart, 0, 0, 0)
}

// formGroup puts the leader first and notes where the others stand in his frame (D7b, D7c).
func (s *State) formGroup(poses []plane.Pose) {
	lead := plane.Leader(poses)
	s.act.units[0], s.act.units[lead] = s.act.units[lead], s.act.units[0]
	p := s.units[s.act.units[0]].Pose
	s.act.column = true
	for i, u := range s.acting() {
		a, b := p.Local(s.units[u].Point())
		s.act.offset[i] = [2]int32{int32(a), int32(b)}
		s.act.column = s.act.column && max(a, -a) < U
	}
}

// stepStart lays out the steps of an activation (Q2a).
func (s *State) stepStart(task) bool {
	s.pop()
	u := s.act.units[0]
	if s.inMelee(u) {
		s.push(tEngaged, 0, 0, 0)
		return false
	}
	s.push(tAction, 0, 0, 0)
	if s.act.due {
		s.push(tRush, 0, 0, 0)
	}
	if s.act.n > 1 {
		return false
	}
	if s.disordered(u) {
		s.push(tRally, 0, 0, 0)
	}
	if s.nearBaggage(u) {
		s.askTest(forBaggage, u)
	}
	return false
}

// endActivation ends the activation, whatever was still to be done in it.
func (s *State) endActivation() {
	for s.nTasks > 0 && s.current().kind != tBreakUp {
		s.pop()
	}
}

// stepBreakUp forgets what belongs to the activation.
func (s *State) stepBreakUp(task) bool {
	s.pop()
	for _, u := range s.acting() {
		s.units[u].shotBy = [2]uint64{}
		if s.typ(u).chariot() && s.units[u].phases == 0 {
			s.clear(u, fMoving)
		}
	}
	for i := range s.b.units {
		s.clear(uint8(i), fEvading)
	}
	for i := range s.nContacts {
		s.contacts[i].came = [2]bool{}
	}
	s.act = activation{command: s.act.command}
	s.charge, s.fight, s.shot, s.test, s.hurt = charge{}, fight{}, shot{}, test{}, hurt{}
	return false
}

// Section 20.2: rally.

// maxTries returns how often a unit may try to rally in one activation (20.2c to 20.2e).
func (s *State) maxTries(u uint8) int {
	if !s.inRange(u) || s.impetuous(u) || s.typ(u).chariot() {
		return 1
	}
	return max(1, s.leadershipOf(u))
}

func (s *State) stepRally(task) bool {
	u := s.act.units[0]
	if !s.placed(u) || s.inMelee(u) {
		s.endActivation()
		return false
	}
	one := [1]uint8{u}
	if s.needs(one[:], 0) >= 7 || int(s.act.tries) >= s.maxTries(u) {
		s.pop()
		if s.act.tries > 1 {
			s.endActivation()
		}
		return false
	}
	return s.waitFor(s.active)
}

func (s *State) optRally(_ task, buf []game.Action) []game.Action {
	return append(buf, game.Action{Verb: vRally}, game.Action{Verb: vProceed})
}

func (s *State) checkRally(_ task, a game.Action) reason {
	if a.Verb != vRally && a.Verb != vProceed {
		return reason{id: whyRally}
	}
	return reason{}
}

func (s *State) doRally(_ task, a game.Action) {
	if a.Verb == vProceed {
		s.pop()
		if s.act.tries > 1 {
			s.endActivation()
		}
		return
	}
	s.act.tries++
	s.askTest(forRally, s.act.units[0])
}

// endRally is called when the die of a try has been read: tRally is on top.
func (s *State) endRally(passed bool) {
	u := s.act.units[0]
	if !passed {
		return
	}
	s.clear(u, fDisordered)
	s.say("rallied", "imp-20.2a", piece("unit", int(u)))
	if s.act.tries > 1 {
		s.endActivation()
		return
	}
	s.set(u, fRallied)
	s.pop()
}
