package sword

import "fmt"

// Limits returns an error if the state breaks a limit that always holds: stacking, shared facing, pieces on the map,
// leaders with their units. Tests call it after every action.
func (s *State) Limits() error {
	for h := range s.b.hexes {
		if err := s.stackLimits(h); err != nil {
			return err
		}
	}
	for i := range s.b.units {
		u := uint8(i)
		p := &s.units[u]
		if p.hex < 0 || p.flags&fAloft != 0 {
			continue
		}
		here := false
		for v := s.top[p.hex]; v != none; v = s.units[v].below {
			here = here || v == u
		}
		if !here {
			return fmt.Errorf("%s is recorded in %s but is not in its stack", s.b.units[u].id, s.b.m.ID(int(p.hex)))
		}
	}
	// In the middle of a move or a flight a leader may be alone; between activations he may not.
	switch s.current().kind {
	case tRest, tInitiative, tFirst, tBar, tForce, tNext, tBlow, tRally, tRouts:
	default:
		return nil
	}
	for i := range s.b.leaders {
		l := &s.leaders[i]
		if l.hex >= 0 && l.flags&lCitadel == 0 && !s.joinable(uint8(i), int(l.hex)) && s.anyUnitFor(uint8(i)) {
			return fmt.Errorf("%s is without a unit in %s", s.b.leaders[i].id, s.b.m.ID(int(l.hex)))
		}
	}
	return nil
}

func (s *State) stackLimits(h int) error {
	top := s.top[h]
	if top == none {
		return nil
	}
	id := s.b.m.ID(h)
	if sp, limit := s.stackSP(h), s.b.book.Stacking.SP; limit > 0 && sp > limit {
		return fmt.Errorf("%s holds %d SP, at most %d", id, sp, limit)
	}
	f, _ := s.stackFacing(h)
	for u := top; u != none; u = s.units[u].below {
		d, e := &s.b.units[u], &s.b.units[top]
		switch {
		case int(s.units[u].hex) != h:
			return fmt.Errorf("%s is in the stack of %s but recorded elsewhere", d.id, id)
		case d.side != e.side || s.b.book.Stacking.SP > 0 && (d.name != e.name || d.typ != e.typ):
			return fmt.Errorf("%s holds %s and %s", id, d.id, e.id)
		case s.b.book.Stacking.SP == 0 && u != top && (s.units[top].below != u || !s.shareHex(top, u)):
			return fmt.Errorf("%s holds %s and %s, which may not share it", id, e.id, d.id)
		case !s.isRouted(u) && int(s.units[u].facing) != f:
			return fmt.Errorf("the units in %s have two facings", id)
		case s.b.book.Terrain[s.b.terrain[h]].Cost[s.column(u)] == Closed:
			return fmt.Errorf("%s stands in %s, which is closed to it", d.id, id)
		}
	}
	return nil
}
