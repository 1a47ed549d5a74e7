package bladebow

import (
	"math/bits"

	"acies/game"
)

// Section 3.5: formations. A formation is gathered unit by unit; it is tested when the action is declared (R23).

// able decides whether a unit can carry out an order (3.5e, 3.5f, R23, R89).
func (s *State) able(u uint8, order uint8) reason {
	d := &s.b.units[u]
	p := &s.units[u]
	zone := s.enemyZone(d.side, int(p.square))
	switch order {
	case orderShoot:
		switch {
		case d.Strength == 0:
			return reason{id: whyNoBow, a: int16(u)}
		case s.disrupted(u):
			return reason{id: whyShootDisrupted, a: int16(u)}
		case zone != noZone:
			return reason{id: whyShootZone, a: int16(u)}
		}
	case orderMelee:
		if s.disrupted(u) {
			return reason{id: whyFightDisrupted, a: int16(u)}
		}
		if !s.hasTarget(u) {
			return reason{id: whyNoTarget, a: int16(u)}
		}
	case orderRally:
		if !s.disrupted(u) {
			return reason{id: whyInOrder, a: int16(u)}
		}
	case orderWall:
		switch {
		case !s.b.setup.Sides[d.side].ShieldWall:
			return reason{id: whyNoWalls}
		case d.Mounted || s.disrupted(u):
			return reason{id: whyWallFoot, a: int16(u)}
		case zone != noZone:
			return reason{id: whyWallZone, a: int16(u)}
		case s.has(u, fShield):
			return reason{id: whyHasShield}
		}
	}
	return reason{}
}

// mayStart decides whether a unit may be the first of a formation. A unit may always act alone (R24).
func (s *State) mayStart(u uint8, order uint8) reason {
	if s.side(u) != s.active || !s.placed(u) {
		return reason{id: whyNotYours}
	}
	return s.able(u, order)
}

// commanders returns the leaders, a bit each, who could gather a unit into a formation (R23).
func (s *State) commanders(u uint8) (mask uint8) {
	for l := range s.b.leaders {
		if s.b.leaders[l].Side == int(s.side(u)) && s.leads(uint8(l)) && s.inCommand(u, uint8(l)) {
			mask |= 1 << l
		}
	}
	return mask
}

// join adds a unit to the formation.
func (s *State) join(u uint8) {
	s.form.units |= 1 << u
	s.form.leaders &= s.commanders(u)
}

// mayJoin decides whether a unit may be added to the formation (3.5c, 3.5d, 13.1a).
func (s *State) mayJoin(u uint8) reason {
	switch {
	case s.side(u) != s.active || !s.placed(u):
		return reason{id: whyNotYours}
	case s.form.units>>u&1 != 0:
		return reason{id: whyInFormation, a: int16(u)}
	}
	if r := s.able(u, s.form.kind); !r.ok() {
		return r
	}
	if s.form.leaders&s.commanders(u) == 0 {
		return reason{id: whyCommand, a: int16(u)}
	}
	most := 2
	if s.form.kind == orderWall {
		most = 1
	}
	q := int(s.units[u].square)
	for set := s.form.units; set != 0; set &= set - 1 {
		v := bits.TrailingZeros64(set)
		if s.linked(q, int(s.units[v].square), most) {
			return reason{}
		}
	}
	return reason{id: whyLink, a: int16(u)}
}

// linked reports whether two squares are neighbours or, if that is enough, have a square between them that no enemy unit
// holds (3.5c, R23).
func (s *State) linked(p, q, most int) bool {
	steps := s.b.board.Steps(p, q)
	if steps == 1 || steps > most {
		return steps == 1
	}
	for d := range 8 {
		n := s.b.board.Neighbor(p, d)
		if n >= 0 && s.b.board.Steps(n, q) == 1 && (s.at[n] == none || s.side(s.at[n]) == s.active) {
			return true
		}
	}
	return false
}

// stepForm gathers a formation. If nobody else can join, the action begins.
func (s *State) stepForm(t task) bool {
	if t.a == 0 {
		for i := range s.b.units {
			if s.mayJoin(uint8(i)).ok() {
				return s.waitFor(s.active)
			}
		}
	}
	s.pop()
	s.declare()
	return false
}

func (s *State) optForm(_ task, buf []game.Action) []game.Action {
	buf = append(buf, game.Action{Verb: vGo})
	for i := range s.b.units {
		if s.b.units[i].side == s.active {
			buf = append(buf, game.Action{Verb: vWith, A: int32(i)})
		}
	}
	return buf
}

func (s *State) checkForm(_ task, a game.Action) reason {
	switch a.Verb {
	case vGo:
		return reason{}
	case vWith:
		return s.mayJoin(uint8(a.A))
	}
	return reason{id: whyForm}
}

func (s *State) doForm(_ task, a game.Action) {
	if a.Verb == vGo {
		s.stage(1)
		return
	}
	s.join(uint8(a.A))
}

var orderClauses = [...]string{orderMove: "bnb-5.4.4.1a", orderShoot: "bnb-5.4.4.2a", orderMelee: "bnb-5.4.4.3a", orderRally: "bnb-5.4.4.4a", orderWall: "bnb-7.1.4a"}

var orderKeys = [...]string{orderMove: "order.move", orderShoot: "order.shoot", orderMelee: "order.melee", orderRally: "order.rally", orderWall: "order.wall"}

// declare begins the action of the formation that has been gathered.
func (s *State) declare() {
	if s.sink != nil {
		s.say("orders", orderClauses[s.form.kind], player("side", s.active), word("order", orderKeys[s.form.kind]), s.members("units"))
	}
	switch s.form.kind {
	case orderMove:
		s.push(tMoves, 0, 0, 0)
		s.open(windowM, 0)
	case orderWall:
		s.push(tMoves, 1, 0, 0)
		s.open(windowM, 0)
	case orderShoot:
		s.push(tVolleys, 0, 0, 0)
		s.open(windowV, 0)
	case orderMelee:
		s.push(tMelees, 0, 0, 0)
	case orderRally:
		s.push(tRally, 0, 0, 0)
		s.open(windowY, 0)
	}
}

// members returns the units of the formation as an argument of an event.
func (s *State) members(name string) game.Arg {
	var list []int
	for set := s.form.units; set != 0; set &= set - 1 {
		list = append(list, bits.TrailingZeros64(set))
	}
	return game.Arg{Name: name, Kind: game.Pieces, List: list}
}
