package bladebow

import (
	"acies/game"
	"acies/grid"
)

// Chapter 3: zones of control, sight, and where units can go at all.

// The strength of a zone of control.
const (
	noZone uint8 = iota
	weak
	strong
)

// touch notes that units have changed, so that what is worked out from them is worked out again.
func (s *State) touch() { s.stale = true }

// refresh works out the squares of units and the zones of control, if units have changed.
func (s *State) refresh() {
	if !s.stale {
		return
	}
	s.stale = false
	n := s.b.squares
	for q := range s.at[:n] {
		s.at[q] = none
	}
	clear(s.zone[0][:n])
	clear(s.zone[1][:n])
	for i := range s.b.units {
		if u := &s.units[i]; u.where == onMap {
			s.at[u.square] = uint8(i)
		}
	}
	for i := range s.b.units {
		if u := &s.units[i]; u.where == onMap && u.flags&fDisrupted == 0 {
			s.exert(uint8(i))
		}
	}
	s.learn()
}

// exert adds the zone of control of a unit in good order (3.1.2a to 3.1.2d, R2 to R6).
func (s *State) exert(u uint8) {
	p := &s.units[u]
	zone := &s.zone[s.side(u)]
	q, f := int(p.square), int(p.facing)
	if s.reaches(q, f) {
		zone[s.b.board.Neighbor(q, f)] = strong
	}
	for _, turn := range [2]int{-1, 1} {
		d := grid.Turn(f, turn)
		if !s.reaches(q, d) {
			continue
		}
		n := s.b.board.Neighbor(q, d)
		switch zone[n] {
		case noZone:
			zone[n] = weak
		case weak:
			if s.shares(u, n) {
				zone[n] = strong
			}
		}
	}
}

// shares reports whether a unit of the same side, next to u, has the square in its weak zone of control too (R3).
func (s *State) shares(u uint8, square int) bool {
	for d := range 8 {
		n := s.b.board.Neighbor(square, d)
		if n < 0 {
			continue
		}
		v := s.at[n]
		if v == none || v == u || s.side(v) != s.side(u) || s.disrupted(v) || s.b.board.Steps(n, int(s.units[u].square)) != 1 {
			continue
		}
		to := grid.Turn(d, 4) // the direction from v to the square
		if f := int(s.units[v].facing); (to == grid.Turn(f, 1) || to == grid.Turn(f, -1)) && s.reaches(n, to) {
			return true
		}
	}
	return false
}

// enemyZone returns the strength of the enemy's zone of control in a square.
func (s *State) enemyZone(side uint8, q int) uint8 { return s.zone[other(side)][q] }

// barred reports whether no unit at all may step from a square in a direction because of a wall, the goat path or the
// held gap (R4, R95, R96).
func (s *State) barred(q, d int) bool {
	bit := uint8(1) << d
	return s.b.barrier[q]&bit != 0 || s.b.corners[q]&bit != 0 && s.gapHeld()
}

// gapHeld reports whether a combat unit stands in the gap of the wall (15.2th).
func (s *State) gapHeld() bool {
	for _, q := range s.b.setup.Pass.Gap {
		if s.at[q] != none {
			return true
		}
	}
	return false
}

// closed reports whether a square is impassable for everybody now.
func (s *State) closed(q int) bool {
	g := &s.b.ground[q]
	return g.closed || g.path && !s.found
}

// reaches reports whether a zone of control or a melee reaches from a square in a direction: there is a square, some unit
// could enter it, and the step is not barred (R4).
func (s *State) reaches(q, d int) bool {
	n := s.b.board.Neighbor(q, d)
	if n < 0 || s.barred(q, d) || s.closed(n) {
		return false
	}
	if d&1 == 0 {
		return true
	}
	// A corner lies between two squares, of which one must be passable (R44).
	return !s.closed(s.b.board.Neighbor(q, grid.Turn(d, -1))) || !s.closed(s.b.board.Neighbor(q, grid.Turn(d, 1)))
}

// enters reports whether a unit may stand on the ground of a square (T7, T8, T9, T17).
func (s *State) enters(u uint8, q int) bool {
	g := &s.b.ground[q]
	switch {
	case g.closed:
		return false
	case g.path:
		return s.found && int(s.side(u)) == s.b.setup.Pass.Side
	case g.terrain == Marsh:
		return !s.b.units[u].Mounted
	}
	return true
}

// steps reports whether the ground lets a unit step from a square in a direction. Units in the way do not matter.
func (s *State) steps(u uint8, q, d int) bool {
	n := s.b.board.Neighbor(q, d)
	if n < 0 || s.barred(q, d) || !s.enters(u, n) {
		return false
	}
	return d&1 == 0 || s.enters(u, s.b.board.Neighbor(q, grid.Turn(d, -1))) || s.enters(u, s.b.board.Neighbor(q, grid.Turn(d, 1)))
}

// beyond reports whether a square lies past the column that a side may not pass before it has found the path (15.2tj,
// R94). The path itself leads past it.
func (s *State) beyond(side uint8, q int) bool {
	p := s.b.setup.Pass
	return p != nil && int(side) == p.Side && !s.found && s.b.board.Col(q) > p.Column
}

// enemyCamp reports whether the camp of a side's enemy stands in a square and is not overrun: no unit of the side may enter
// it (T11).
func (s *State) enemyCamp(side uint8, q int) bool {
	e := other(side)
	return int(s.camps[e]) == q && !s.overrun[e]
}

// sees reports whether there is a line of sight between two squares (3.3, R7 to R10).
func (s *State) sees(from, to int) bool {
	b := s.b
	if b.board.Steps(from, to) <= 1 {
		return true
	}
	unitsBlock := b.ground[from].terrain.high() == b.ground[to].terrain.high()
	var buf [2 * grid.MaxColumns]int
	for _, q := range b.board.Between(from, to, buf[:0]) {
		if b.ground[q].terrain.Data().Hindrance || unitsBlock && s.at[q] != none {
			return false
		}
	}
	return true
}

// exposed reports whether the enemy may look at the density marker of a unit (2.3.2.7d, 2.3.2.7e, R103).
func (s *State) exposed(u uint8) bool {
	p := &s.units[u]
	if p.where != onMap {
		return false
	}
	q := int(p.square)
	if s.enemyZone(s.side(u), q) != noZone {
		return true
	}
	for i := range s.b.units {
		e := &s.units[i]
		if e.where == onMap && s.b.units[i].side != s.side(u) && !s.b.board.InWedge(q, int(p.facing), int(e.square)) && s.sees(int(e.square), q) {
			return true
		}
	}
	return false
}

// ranked reports whether a unit has a density marker.
func (s *State) ranked(u uint8) bool { return s.b.units[u].Density != Open }

// learn notes which ranks the enemy has come to know. What was seen once stays known, because every later loss is public
// (R11).
func (s *State) learn() {
	if s.phase == phaseSetup {
		return
	}
	for i := range s.b.units {
		if u := uint8(i); s.b.units[i].Density != Open && !s.has(u, fKnown) && s.exposed(u) {
			s.discover(u, "bnb-2.3.2.7d")
		}
	}
}

// discover makes the ranks of a unit known to the enemy.
func (s *State) discover(u uint8, clause string) {
	s.set(u, fKnown)
	if s.sink != nil {
		s.sink.Event(game.Event{
			Key: "ranks-seen", Clause: clause, Args: []game.Arg{piece("unit", int(u)), num("ranks", int(s.units[u].ranks))},
			Reveal: true, To: game.Everyone,
		})
	}
}

// morale returns the morale level of an army: the command value of its commander (2.3.1.1c, R22).
func (s *State) morale(side uint8) int {
	if l := s.commander(side); l != none {
		return s.b.leaders[l].Value
	}
	return 1
}

// resolve is the level against which a unit checks its morale: a shield wall adds one (13.2d).
func (s *State) resolve(u uint8) int {
	n := s.morale(s.side(u))
	if s.has(u, fShield) {
		n++
	}
	return n
}

// despair is what an overrun camp adds to every morale die of its army (12.0j, R86).
func (s *State) despair(side uint8) int {
	if s.overrun[side] {
		return 1
	}
	return 0
}
