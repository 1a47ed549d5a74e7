package sword

import "acies/grid"

// Chapter 5: stacking, and what follows from where units stand.

// stack puts a unit into a hex, on top of the units there or under them.
func (s *State) stack(u uint8, h int, under bool) {
	p := &s.units[u]
	p.hex = int16(h)
	if !under || s.top[h] == none {
		p.below = s.top[h]
		s.top[h] = u
		return
	}
	last := s.top[h]
	for s.units[last].below != none {
		last = s.units[last].below
	}
	s.units[last].below = u
	p.below = none
}

// unstack takes a unit out of its stack but does not change its hex field.
func (s *State) unstack(u uint8) {
	p := &s.units[u]
	if s.top[p.hex] == u {
		s.top[p.hex] = p.below
	} else {
		v := s.top[p.hex]
		for s.units[v].below != u {
			v = s.units[v].below
		}
		s.units[v].below = p.below
	}
	p.below = none
}

func (s *State) has(u uint8, f flags) bool  { return s.units[u].flags&f != 0 }
func (s *State) set(u uint8, f flags)       { s.units[u].flags |= f }
func (s *State) unset(u uint8, f flags)     { s.units[u].flags &^= f }
func (s *State) sideOf(u uint8) uint8       { return s.b.units[u].side }
func (s *State) isRouted(u uint8) bool      { return s.units[u].disorder == routed }
func (s *State) isValiant(u uint8) bool     { return s.units[u].disorder == valiant }
func (s *State) isDiscouraged(u uint8) bool { return s.units[u].disorder == discouraged }

// face returns which side of its counter a unit shows: 0 fresh, 1 fatigued (ant-2.3.1a, ant-11.1a).
func (s *State) face(u uint8) int { return int(s.units[u].flags & fFatigued) }

func (s *State) sp(u uint8) int      { return int(s.b.units[u].sp[s.face(u)]) }
func (s *State) quality(u uint8) int { return int(s.b.units[u].quality[s.face(u)]) }
func (s *State) mp(u uint8) int      { return int(s.b.units[u].mp[s.form(u)][s.face(u)]) }

// form returns 0 for a unit in the form its counter shows, 1 in its other form: dismounted, or on horse.
func (s *State) form(u uint8) int       { return int(s.units[u].flags / fChanged & 1) }
func (s *State) column(u uint8) Column  { return s.b.units[u].column[s.form(u)] }
func (s *State) isMounted(u uint8) bool { return s.b.units[u].mounted[s.form(u)] }

// stackSP adds up the SP of all units in a hex.
func (s *State) stackSP(h int) int {
	sum := 0
	for u := s.top[h]; u != none; u = s.units[u].below {
		sum += s.sp(u)
	}
	return sum
}

// stackFacing returns the facing that the unrouted units of a hex share; ok is false if there are none (ant-3.3a, R62).
func (s *State) stackFacing(h int) (f int, ok bool) {
	for u := s.top[h]; u != none; u = s.units[u].below {
		if !s.isRouted(u) {
			return int(s.units[u].facing), true
		}
	}
	return 0, false
}

// enemyAt reports whether units of the other side are in the hex.
func (s *State) enemyAt(h int, side uint8) bool {
	u := s.top[h]
	return u != none && s.b.units[u].side != side
}

func (s *State) friendAt(h int, side uint8) bool {
	u := s.top[h]
	return u != none && s.b.units[u].side == side
}

// adjacentEnemy reports whether an enemy unit is adjacent to the hex, whatever the hexside (ant-12.3c, R96).
func (s *State) adjacentEnemy(h int, side uint8) bool {
	for k := range 6 {
		if n := s.b.next[h][k]; n >= 0 && s.enemyAt(int(n), side) {
			return true
		}
	}
	return false
}

// hexSet is a set of hexes.
type hexSet [maxHexes / 64]uint64

func (x *hexSet) add(h int)      { x[h>>6] |= 1 << (h & 63) }
func (x *hexSet) has(h int) bool { return x[h>>6]>>(h&63)&1 != 0 }

// enemies fills two sets for a search over many hexes: those that hold enemies of a side, and the front hexes of the
// unrouted ones, for which inEnemyFront would return true.
func (s *State) enemies(side uint8, held, front *hexSet) {
	fronts := &s.b.fronts[0]
	for i := range s.b.units {
		h := int(s.units[i].hex)
		if h < 0 || s.b.units[i].side == side || s.top[h] != uint8(i) {
			continue
		}
		held.add(h)
		f, ok := s.stackFacing(h)
		if !ok {
			continue
		}
		x := fronts[f]
		if s.b.guns {
			x = s.b.fronts[s.stackKind(h)][f]
		}
		for ; x != 0; x >>= 3 {
			if n := s.b.next[h][x.first()]; n >= 0 {
				front.add(int(n))
			}
		}
	}
}

// stackKind returns which front a stack has: 0 that of other units, 1 that of guns, which stand alone (ant-3.1b; R76 of
// the medieval book).
func (s *State) stackKind(h int) int {
	if !s.b.guns {
		return 0
	}
	for u := s.top[h]; u != none; u = s.units[u].below {
		if !s.b.units[u].guns && !s.isRouted(u) {
			return 0
		}
	}
	return 1
}

// stackArc returns what the hex across a side is to the unrouted units of a hex, given their facing f.
func (s *State) stackArc(h, f, side int) grid.Arc { return s.b.arcs[s.stackKind(h)][(side-f+6)%6] }

// unitArc returns what the hex across a side is to one unit.
func (s *State) unitArc(u uint8, side int) grid.Arc {
	return s.arcOf(u, int(s.units[u].facing), side)
}

// inEnemyFront reports whether the hex is a front hex of an unrouted enemy (ant-8.2e, ant-8.3a, R16).
func (s *State) inEnemyFront(h int, side uint8) bool {
	for k := range 6 {
		n := int(s.b.next[h][k])
		if n < 0 || !s.enemyAt(n, side) {
			continue
		}
		if f, ok := s.stackFacing(n); ok && s.stackArc(n, f, grid.Opposite(k)) == grid.Front {
			return true
		}
	}
	return false
}

// mayStack checks whether n units of sp SP like u may end in a hex with the units there (ant-5.1a, ant-5.2.1a). Units
// in flight and units of the group that moves are in no stack when this is called.
func (s *State) mayStack(u uint8, n, sp, h int) reason {
	v := s.top[h]
	if v == none {
		return reason{}
	}
	d, e := &s.b.units[u], &s.b.units[v]
	switch {
	case d.side != e.side:
		return reason{id: whyEnemyHex, a: int16(h)}
	case s.b.book.Stacking.SP == 0:
		if n == 1 && s.units[v].below == none && s.shareHex(u, v) {
			return reason{}
		}
		return reason{id: whyOneUnit, a: int16(v), b: int16(h)}
	case d.name != e.name || d.typ != e.typ:
		return reason{id: whyOtherName, a: int16(u), b: int16(v)}
	case sp+s.stackSP(h) > s.b.book.Stacking.SP:
		return reason{id: whyOverstack, a: int16(sp + s.stackSP(h)), b: int16(s.b.book.Stacking.SP), c: int16(h)}
	}
	return reason{}
}

// shareHex reports whether two units may share a hex in a book that normally allows one: guns and a unit on foot
// (med-5.2.1a, R6), or a pair that the scenario allows (med-5.2.2a).
func (s *State) shareHex(u, v uint8) bool {
	d, e := &s.b.units[u], &s.b.units[v]
	if d.guns != e.guns {
		foot := u
		if d.guns {
			foot = v
		}
		return s.b.book.Stacking.Guns && !s.isMounted(foot)
	}
	return s.b.pairs[d.typ] && d.typ == e.typ && d.contingent == e.contingent
}

// canEnter checks whether a unit may cross side k of hex h at all: on the map, open ground, open hexside, no enemy.
func (s *State) canEnter(u uint8, h, k int) reason {
	n := int(s.b.next[h][k])
	d := &s.b.units[u]
	switch {
	case n < 0:
		return reason{id: whyOffMap}
	case s.b.step[s.column(u)][h][k] == Closed:
		return reason{id: whyClosed, a: int16(n)}
	case s.enemyAt(n, d.side):
		return reason{id: whyEnemyHex, a: int16(n)}
	}
	return reason{}
}

// closedTo reports whether a hex cannot be entered from any side.
func (s *State) closedTo(c Column, h int) bool {
	for k := range 6 {
		if n := s.b.next[h][k]; n >= 0 && s.b.step[c][n][grid.Opposite(k)] != Closed {
			return false
		}
	}
	return true
}

// leadersAt returns the leaders of a side in a hex, as a set.
func (s *State) leadersAt(h int, side uint8) uint32 {
	var set uint32
	for i := range s.b.leaders {
		if int(s.leaders[i].hex) == h && s.b.leaders[i].side == side && s.leaders[i].flags&lCitadel == 0 {
			set |= 1 << i
		}
	}
	return set &^ s.dash.leaders // leaders who ride with a charge are not in the hexes it crosses
}
