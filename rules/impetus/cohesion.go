package impetus

import (
	"acies/game"
	"acies/plane"
)

// Sections 14, 18.2, 19 and 21: cohesion tests, losses, routs and the loss of commanders.

// What caused a cohesion test.
const (
	byShot uint8 = iota
	byPila
	byPanic
	byMelee
)

// critical returns the critical number of a unit (14.1b).
func (s *State) critical(u uint8, cause, damage uint8, m *mods) int {
	m.begin()
	n := m.add(s.vbu(u), "vbu", "imp-14.1c") + m.add(-int(damage), "damage", "imp-14.1b")
	if s.disordered(u) {
		n += m.add(-1, "disordered", "imp-14.1d")
	}
	if s.hasCommander(u) {
		n += m.add(1, "commander", "imp-14.1e")
	}
	switch {
	case cause == byPila, cause == byShot && s.shot.band <= shortRange:
		n += m.add(1, "close-shot", "imp-14.1f")
	case cause == byShot:
		n += m.add(2, "long-shot", "imp-14.1g")
	}
	if s.has(u, fWalled) {
		n += m.add(1, "shieldwall", "imp-24.7c")
	}
	if s.b.setup.Amendments && s.typ(u) == FP {
		n += s.amended(u, cause, m)
	}
	return max(1, n)
}

// amended returns what the amendments add to the critical number of heavy infantry (25.1e, 25.1f).
func (s *State) amended(u, cause uint8, m *mods) int {
	switch cause {
	case byShot:
		if w := s.data(s.shot.firer).Weapon; w != ArtilleryA && w != ArtilleryC {
			return m.add(1, "heavy", "imp-25.1e")
		}
	case byMelee:
		enemy := s.fight.mains[0]
		if enemy == u {
			enemy = s.fight.mains[1]
		}
		if !s.typ(enemy).mounted() {
			return 0
		}
		n := m.add(1, "heavy", "imp-25.1e")
		if s.trait(u, Pike) && s.rowCount(u) == 3 {
			n += m.add(1, "pikes", "imp-25.1f")
		}
		return n
	}
	return 0
}

// passesCohesion reports whether a die passes a cohesion test (14.2a to 14.2c).
func passesCohesion(die, critical int) bool { return die != 6 && (die == 1 || die <= critical) }

// cohesionLosses returns the permanent losses that a die costs (14.2e to 14.2g).
func cohesionLosses(die, critical int, disordered bool) (losses int, failed bool) {
	if !passesCohesion(die, critical) {
		return max(1, die-critical), true
	}
	if disordered {
		return 1, false
	}
	return 0, false
}

// harm makes a unit test its cohesion after a shot, pila or a panic.
func (s *State) harm(u, cause, damage uint8) {
	s.hurt = hurt{unit: u, cause: cause, damage: damage}
	s.push(tHurt, 0, 0, 0)
}

func (s *State) stepHurt(task) bool {
	if !s.placed(s.hurt.unit) {
		s.pop()
		return false
	}
	return s.roll()
}

func (s *State) doHurt(_ task, a game.Action) {
	s.pop()
	u, die := s.hurt.unit, int(a.A)
	c := s.critical(u, s.hurt.cause, s.hurt.damage, nil)
	losses, failed := cohesionLosses(die, c, s.disordered(u))
	if failed && s.typ(u) == Baggage {
		losses = s.strength(u) // 22.1e
	}
	s.sayCohesion(u, die, c, losses, failed)
	// An elephant that fails under fire and survives may panic, after the dice for its commander.
	panics := failed && s.typ(u) == El && s.hurt.cause == byShot && s.strength(u) > losses
	if panics {
		s.push(tPanic, u, 0, 0)
	}
	s.disorder(u, "imp-14.2d")
	s.loseRows(u, losses, failed && die == 6)
}

func (s *State) sayCohesion(u uint8, die, critical, losses int, failed bool) {
	key, clause := "cohesion-passed", "imp-14.2a"
	if failed {
		key, clause = "cohesion-failed", "imp-14.2f"
	}
	s.say(key, clause, piece("unit", int(u)), face("die", die), num("critical", critical), num("losses", losses))
}

// loseRows costs a unit permanent losses, from its rearmost row (18.2b to 18.2d); at 0 it is routed. Tested says that its
// commander is in danger by the roll of 6 that caused them (21.1a).
func (s *State) loseRows(u uint8, losses int, tested bool) {
	d := &s.b.units[u]
	tested = tested && s.hasCommander(u)
	s.takeRows(u, losses)
	out := s.strength(u) == 0
	if tested {
		// The dice follow what the loss of the unit itself brings about.
		spared := 0
		if out {
			spared = 1
		}
		s.push(tCommander, d.command, int(d.side)<<1|spared, losses)
	}
	if out {
		s.rout(u, !tested)
	}
}

// takeRows takes losses from the rearmost row, and shortens the base of a unit that loses a row (D2f).
func (s *State) takeRows(u uint8, losses int) {
	rows := s.rowCount(u)
	before := s.shape(u)
	r := &s.units[u].rows
	for i := rows - 1; i >= 0 && losses > 0; i-- {
		n := min(losses, int(r[i]))
		r[i] -= uint8(n)
		losses -= n
	}
	if s.rowCount(u) == rows || !s.placed(u) {
		return
	}
	after := s.shape(u)
	s.index.Remove(int(u), before.Min, before.Max)
	s.index.Add(int(u), after.Min, after.Max)
	s.part(u, &after)
}

// rout takes a routed unit off the table; friends directly behind it lose heart (19.1). Captures says that a commander with
// it is captured.
func (s *State) rout(u uint8, captures bool) {
	if !s.placed(u) {
		return
	}
	s.say("routed", "imp-19.1a", piece("unit", int(u)))
	x := s.shape(u)
	behind := x.Behind(5 * U)
	near := s.index.Around(&behind, 0)
	near.Remove(int(u))
	s.remove(u, captures)
	switch s.typ(u) {
	case S, CL, CF, ART, Baggage:
		return // 19.1e
	}
	for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
		v := uint8(i)
		if !s.placed(v) || s.side(v) != s.side(u) || s.typ(v) == Baggage || s.inMelee(v) {
			continue
		}
		if y := s.shape(v); !plane.Overlap(&behind, &y) {
			continue
		}
		s.say("shaken", "imp-19.1b", piece("unit", int(v)))
		s.disorder(v, "imp-19.1b")
		s.takeRows(v, 1)
		if s.strength(v) == 0 {
			s.rout(v, true) // 19.1f
		}
	}
}

// lose takes a unit off the table without a word to its friends: dispersed, eliminated or destroyed.
func (s *State) lose(u uint8) { s.remove(u, true) }

// remove takes a unit off the table. With it goes who stands inside it, and its commander is captured.
func (s *State) remove(u uint8, captures bool) {
	switch s.units[u].where {
	case onTable:
	case inside:
		s.units[u].where = lost
		return
	default:
		return
	}
	d := &s.b.units[u]
	leads := s.hasCommander(u)
	s.leave(u, lost)
	s.loseInside(u)
	if leads && captures {
		s.loseCommander(d.side, d.command, false)
	}
}

// loseInside takes away who stands inside a square that is lost (24.9b).
func (s *State) loseInside(block uint8) {
	for i := range s.b.units {
		if s.units[i].where == inside && s.b.units[i].Square == int(block) {
			s.units[i].where = lost
		}
	}
}

// doCommander reads the table for the loss of a commander (21.2, T8).
func (s *State) doCommander(t task, a game.Action) {
	s.pop()
	c, side, spared := t.a, uint8(t.b>>1), t.b&1 != 0
	if !s.commands[side][c].leader {
		return
	}
	total := int(a.A+a.B) + s.commanderModifier(side, c, int(t.c), nil)
	chief := s.chief[side] == c
	s.say("commander-test", "imp-21.1b", player("side", side), num("command", int(c)+1), s.b.commander(side, c), face("die", int(a.A)), face("second", int(a.B)), num("total", total))
	switch {
	case total <= 6:
		if spared {
			s.loseCommander(side, c, false) // 21.2i
		}
		return
	case total <= 8:
		s.loseCommander(side, c, false)
	case total <= 10:
		s.loseCommander(side, c, true)
	case total <= 12:
		s.loseCommander(side, c, false)
		s.routCommand(side, c)
	case total >= 15 && chief:
		s.loseCommander(side, c, true)
		s.routArmy(side)
	default:
		s.loseCommander(side, c, true)
		s.routCommand(side, c)
	}
}

// commanderModifier returns what is added to the dice for a commander whose unit took losses (21.1).
func (s *State) commanderModifier(side, c uint8, losses int, m *mods) int {
	m.begin()
	n := m.add(s.commands[side][c].quality.Leadership(), "leadership", "imp-21.1c")
	for i := range s.b.setup.Sides[side].Commands {
		if x := &s.commands[side][i]; uint8(i) != c && x.leader {
			n += m.add(-x.quality.Leadership(), "others", "imp-21.1d")
		}
	}
	n += m.add(-s.b.setup.Sides[side].Structure.guard(), "structure", "imp-21.1e")
	n += m.add(losses, "losses", "imp-21.1f")
	if at := s.b.setup.Sides[side].Commands[c].Attached; at >= 0 && s.typ(uint8(at)).mounted() {
		n += m.add(-2, "mounted", "imp-21.1g")
	}
	return n
}

// loseCommander takes a commander out of the battle (4.1o to 4.1r, 21.2g, 21.2j).
func (s *State) loseCommander(side, c uint8, killed bool) {
	x := &s.commands[side][c]
	if !x.leader {
		return
	}
	x.leader = false
	key := "commander-captured"
	if killed {
		key = "commander-killed"
	}
	s.say(key, "imp-21.2g", player("side", side), num("command", int(c)+1), s.b.commander(side, c))
	if s.chief[side] == c {
		best := -1
		for i := range s.b.setup.Sides[side].Commands {
			if y := &s.commands[side][i]; y.leader && y.quality.Leadership() > best {
				best = y.quality.Leadership()
				s.chief[side] = uint8(i)
			}
		}
	}
	if x.quality != Charismatic {
		return
	}
	s.say("army-shaken", "imp-4.1q", player("side", side))
	for i := range s.b.units {
		if u := uint8(i); s.side(u) == side && s.present(u) && s.typ(u) != Baggage {
			s.takeRows(u, 1)
			if s.strength(u) == 0 {
				s.say("routed", "imp-1.1m", piece("unit", i))
				s.remove(u, true) // 19.1h
			}
		}
	}
}
