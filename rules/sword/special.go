package sword

import (
	"fmt"
	"slices"

	"acies/game"
)

// The special rules of the scenarios (13.2 of Sparta, iss-13 of Issos): named rules with parameters that any battle may
// use.

func (b *Battle) compileSpecial() error {
	b.citadel, b.cRefuge, b.second = -1, none, none
	b.hill.contingent = none
	sp := &b.setup.Special
	if r := sp.Citadel; r != nil {
		h, err := b.m.Parse(r.Hex)
		if err != nil {
			return fmt.Errorf("citadel: %w", err)
		}
		l, err := b.leader(r.Leader)
		if err != nil {
			return fmt.Errorf("citadel: %w", err)
		}
		b.citadel, b.cRefuge = int16(h), l
	}
	if r := sp.SecondBlow; r != nil {
		l, err := b.leader(r.Leader)
		if err != nil {
			return fmt.Errorf("second blow: %w", err)
		}
		b.second = l
	}
	if r := sp.HillForce; r != nil {
		c := slices.IndexFunc(b.contingents, func(c contingentDef) bool { return c.id == r.Contingent })
		if c < 0 {
			return fmt.Errorf("hill force: unknown contingent %q", r.Contingent)
		}
		b.hill = hillRule{uint8(c), r.Distance, r.FromTurn}
	}
	for _, f := range []func() error{
		b.compileFire, b.compileLegion, b.compileFlight, b.compileLevies,
		b.compileArmour, b.compileRing, b.compileFarBank, b.compileDoubtful, b.compileRansom, b.compilePlunder,
	} {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

func (b *Battle) compileFire() error {
	r := b.setup.Special.Fire
	if r == nil {
		return nil
	}
	l, err := b.leader(r.Leader)
	if err != nil {
		return fmt.Errorf("fire: %w", err)
	}
	if r.Most > maxBurnt {
		return fmt.Errorf("fire: %d units, at most %d", r.Most, maxBurnt)
	}
	heavy, err := b.types(r.Heavy)
	if err != nil {
		return fmt.Errorf("fire: %w", err)
	}
	b.fire = &fireRule{leader: l, reach: r.Range, most: r.Most, heavy: heavy, mostOf: r.MostOf, pointsTo: uint8(r.PointsTo)}
	for h := range b.hexes {
		b.fire.ground[h] = slices.Contains(r.Terrain, b.book.Terrain[b.terrain[h]].ID)
	}
	return nil
}

func (b *Battle) compileLegion() error {
	r := b.setup.Special.Legion
	if r == nil {
		return nil
	}
	pilum, err := b.types(r.Pilum)
	if err != nil {
		return fmt.Errorf("legion: %w", err)
	}
	line, err := b.types(r.Line)
	if err != nil {
		return fmt.Errorf("legion: %w", err)
	}
	for i := range b.units {
		u := &b.units[i]
		u.pilum = pilum[u.typ]
		u.line = line[u.typ]
		u.reserve = slices.Contains(r.Reserve, b.names[u.name])
	}
	return nil
}

func (b *Battle) compileFlight() error {
	r := b.setup.Special.Flight
	if r == nil {
		return nil
	}
	l, err := b.leader(r.Leader)
	if err != nil {
		return fmt.Errorf("flight: %w", err)
	}
	c := slices.IndexFunc(b.contingents, func(c contingentDef) bool { return c.id == r.Guard })
	if c < 0 {
		return fmt.Errorf("flight: unknown contingent %q", r.Guard)
	}
	threats, err := b.types(r.Threats)
	if err != nil {
		return fmt.Errorf("flight: %w", err)
	}
	b.flight = &flightRule{leader: l, guard: uint8(c), threats: threats, Flight: *r}
	return nil
}

func (b *Battle) compileLevies() error {
	r := b.setup.Special.Levies
	if r == nil {
		return nil
	}
	types, err := b.types(r.Types)
	if err != nil {
		return fmt.Errorf("levies: %w", err)
	}
	against, err := b.types(r.Against)
	if err != nil {
		return fmt.Errorf("levies: %w", err)
	}
	b.levies = &leviesRule{types, against}
	return nil
}

// Citadel (13.2.2).

// mayShelter reports whether a leader may enter the Citadel: he stands next to it when he begins his own move, and
// until then he has not moved in his activation (ant-13.2.2b, R98).
func (s *State) mayShelter(l uint8) bool {
	return l == s.b.cRefuge && s.b.citadel >= 0 && s.leaders[l].flags&lReplacement == 0 &&
		s.b.m.Distance(int(s.leaders[l].hex), int(s.b.citadel)) == 1
}

// Legion (13.2.5).

// banned reports whether a unit of the reserve may still not move next to the enemy (ant-13.2.5f, R103).
func (s *State) banned(u uint8) bool {
	d := &s.b.units[u]
	return d.reserve && s.released>>d.contingent&1 == 0
}

// releaseReserve lifts the ban when a unit of the line routs (ant-13.2.5h, R104).
func (s *State) releaseReserve(u uint8) {
	d := &s.b.units[u]
	if !d.line || s.released>>d.contingent&1 != 0 {
		return
	}
	s.released |= 1 << d.contingent
	if s.sink != nil {
		s.say("reserve-released", "ant-13.2.5h", piece("unit", int(u)))
	}
}

// Fire (13.2.4).

func (s *State) stepBurn(task) bool {
	s.enter(phaseD5)
	l := s.b.fire.leader
	if s.commands(l) && s.leaders[l].flags&lReplacement == 0 {
		for i := range s.b.units {
			if !s.mayBurn(uint8(i)).ok() {
				continue
			}
			if s.fires > 0 {
				return s.waitFor(s.side)
			}
			return s.waitBetween(s.side)
		}
	}
	s.pop()
	return false
}

// mayBurn checks whether the fire may be used against a unit (ant-13.2.4a to 13.2.4e, R100).
func (s *State) mayBurn(u uint8) reason {
	r := s.b.fire
	p := &s.units[u]
	switch {
	case s.sideOf(u) == s.side:
		return reason{id: whyOwnUnit, a: int16(u)}
	case p.hex < 0:
		return reason{id: whyGone, a: int16(u)}
	case p.disorder == routed:
		return reason{id: whyBurnRouted, a: int16(u)}
	case int(s.fires) >= r.most:
		return reason{id: whyBurnMost, a: int16(r.most)}
	case slices.Contains(s.burnt[:s.fires], u):
		return reason{id: whyBurnTwice, a: int16(u)}
	case r.heavy[s.b.units[u].typ] && int(s.heavy) >= r.mostOf:
		return reason{id: whyBurnHeavy, a: int16(u)}
	case !r.ground[p.hex]:
		return reason{id: whyBurnTown, a: int16(u)}
	case s.distanceTo(u, r.leader) > r.reach:
		return reason{id: whyBurnFar, a: int16(s.distanceTo(u, r.leader)), b: int16(r.reach)}
	}
	return reason{}
}

func (s *State) optBurn(_ task, buf []game.Action) []game.Action {
	buf = append(buf, game.Action{Verb: vDone})
	for i := range s.b.units {
		buf = append(buf, game.Action{Verb: vBurn, A: int32(i)})
	}
	return buf
}

func (s *State) checkBurn(_ task, a game.Action) reason {
	switch {
	case a.Verb == vDone:
		return reason{}
	case a.Verb != vBurn:
		return reason{id: whyBurnPhase}
	}
	return s.mayBurn(uint8(a.A))
}

func (s *State) doBurn(_ task, a game.Action) {
	if a.Verb == vDone {
		s.pop()
		return
	}
	u := uint8(a.A)
	if s.fires == 0 {
		s.scoreFire()
	}
	s.burnt[s.fires] = u
	s.fires++
	if s.b.fire.heavy[s.b.units[u].typ] {
		s.heavy++
	}
	if s.sink != nil {
		s.say("burns", "ant-13.2.4a", piece("unit", int(u)), place("hex", int(s.units[u].hex)))
	}
	s.discourage(u, causeFire)
	s.pushFlights(2, causeFire)
}

// Second blow (iss-13.2).

func (s *State) stepBlow(t task) bool { return s.waitBetween(t.a) }

func (s *State) optBlow(_ task, buf []game.Action) []game.Action {
	return append(buf, game.Action{Verb: vDone}, game.Action{Verb: vAgain})
}

func (s *State) checkBlow(_ task, a game.Action) reason {
	if a.Verb == vDone || a.Verb == vAgain {
		return reason{}
	}
	return reason{id: whyBlow}
}

func (s *State) doBlow(_ task, a game.Action) {
	s.pop()
	if a.Verb == vDone {
		return
	}
	s.blow = true
	if s.sink != nil {
		s.say("second-blow", "iss-13.2", piece("leader", len(s.b.units)+int(s.b.second)))
	}
	s.push(task{kind: tActivation, a: s.b.second})
}

// Hill force (iss-13.5).

// held reports whether a unit belongs to a hill force that may only turn and shoot.
func (s *State) held(u uint8) bool {
	return s.b.hill.contingent == s.b.units[u].contingent && (!s.hillFree || s.hillHeld)
}

// rouseHill frees the hill force when an enemy unit ends its move near one of its units.
func (s *State) rouseHill(u uint8, h int) {
	c := s.b.hill.contingent
	if c == none || s.hillFree || s.hillHeld || s.b.contingents[c].side == s.sideOf(u) {
		return
	}
	for _, v := range s.b.contingents[c].units {
		if x := s.units[v].hex; x >= 0 && s.b.m.Distance(int(x), h) <= s.b.hill.distance {
			s.freeHill()
			return
		}
	}
}

// shotAtHill frees the hill force when it is shot at.
func (s *State) shotAtHill(u uint8) {
	if s.b.hill.contingent == s.b.units[u].contingent {
		s.freeHill()
	}
}

func (s *State) freeHill() {
	if s.hillFree || s.hillHeld {
		return
	}
	s.hillFree = true
	if s.sink != nil {
		s.say("hill-free", "iss-13.5")
	}
}

// releaseHill frees the hill force when its turn begins.
func (s *State) releaseHill() {
	if s.b.hill.contingent != none && int(s.turn) >= s.b.hill.fromTurn {
		s.freeHill()
	}
}

// shakeHill holds the hill force for the rest of the game when one of its units is discouraged or routed before that
// turn.
func (s *State) shakeHill(u uint8) {
	if s.b.hill.contingent != s.b.units[u].contingent || int(s.turn) >= s.b.hill.fromTurn || s.hillHeld {
		return
	}
	s.hillHeld = true
	if s.sink != nil {
		s.say("hill-held", "iss-13.5", piece("unit", int(u)))
	}
}

// Flight of a commander (iss-13.6).

// stepFlightRule asks for the roll in Phase E, before rallies, when the enemy presses the commander.
func (s *State) stepFlightRule(task) bool {
	s.pop()
	s.enter(phaseE)
	if s.pressed() {
		s.push(task{kind: tDie, a: dieFlight})
	}
	return false
}

func (s *State) pressed() bool {
	r := s.b.flight
	l := &s.leaders[r.leader]
	if !s.commands(r.leader) {
		return false
	}
	if l.flags&lWounded != 0 {
		return true
	}
	for u := s.top[l.hex]; u != none; u = s.units[u].below {
		if s.isRouted(u) {
			return true
		}
	}
	for k := range 6 {
		n := s.b.next[l.hex][k]
		if n < 0 || !s.enemyAt(int(n), s.b.leaders[r.leader].side) {
			continue
		}
		for u := s.top[n]; u != none; u = s.units[u].below {
			if s.isValiant(u) && r.threats[s.b.units[u].typ] {
				return true
			}
		}
	}
	lost := 0
	for _, u := range s.b.contingents[r.guard].units {
		if s.units[u].hex < 0 || s.isRouted(u) {
			lost++
		}
	}
	return lost >= r.Lost
}

// flightMods lists the modifiers of the roll.
func (s *State) flightMods(m *mods) {
	r := s.b.flight
	l := &s.leaders[r.leader]
	if l.flags&lWounded != 0 {
		m.add(r.Wounded, "flight-wounded", "iss-13.6", 0, 0)
	}
	near, guards := 0, 0
	count := func(h int) {
		for u := s.top[h]; u != none; u = s.units[u].below {
			switch {
			case !s.isValiant(u):
			case s.sideOf(u) != s.b.leaders[r.leader].side:
				near++
			case s.b.units[u].contingent == r.guard:
				guards++
			}
		}
	}
	count(int(l.hex))
	for k := range 6 {
		if n := s.b.next[l.hex][k]; n >= 0 {
			count(int(n))
		}
	}
	if near > 0 {
		m.add(near, "flight-enemies", "iss-13.6", near, 0)
	}
	if guards > 0 {
		m.add(-guards, "flight-guards", "iss-13.6", guards, 0)
	}
}

// fleeField removes the commander from the map.
func (s *State) fleeField(clause string) {
	l := s.b.flight.leader
	s.leaders[l].hex = -1
	s.leaders[l].flags |= lDead
	s.fled = true
	s.scoreFled()
	if s.sink != nil {
		s.say("commander-flees", clause, piece("leader", len(s.b.units)+int(l)))
	}
}

// Levies (iss-13.7).

// leviesBar reports whether a special rule forbids the stack to attack the enemy stack.
func (s *State) leviesBar(att, def int) bool {
	r := s.b.levies
	if r == nil {
		return false
	}
	bad := false
	for u := s.top[att]; u != none; u = s.units[u].below {
		bad = bad || !s.isRouted(u) && r.types[s.b.units[u].typ]
	}
	if !bad {
		return false
	}
	for u := s.top[def]; u != none; u = s.units[u].below {
		if r.against[s.b.units[u].typ] {
			return true
		}
	}
	return false
}
