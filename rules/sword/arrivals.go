package sword

import (
	"fmt"
	"slices"

	"acies/game"
)

// Reinforcements: they enter in their leader's activation (med-6.Cb, 7.3b, R20).

// waiting is the hex of a piece that has yet to arrive.
const waiting = -2

// arrival is a Reinforcement, compiled.
type arrival struct {
	turn   uint8
	leader uint8
	units  []uint8
	entry  []int16
}

// arrivalTurns returns the turn of arrival of every piece that is not there from the start, by id.
func (b *Battle) arrivalTurns() (map[string]int, error) {
	late := map[string]int{}
	for _, r := range b.setup.Reinforcements {
		if r.Turn < 1 || r.Turn > 99 {
			return nil, fmt.Errorf("reinforcements of %s: turn %d, expected 1 to 99", r.Leader, r.Turn)
		}
		for _, id := range r.Units {
			late[id] = r.Turn
		}
		late[r.Leader] = r.Turn
	}
	return late, nil
}

// startHex returns the hex a piece starts in, or waiting if it has no hex and arrives in a later turn.
func (b *Battle) startHex(id string, turn int) (int16, error) {
	if id == "" && turn > 0 {
		return waiting, nil
	}
	h, err := b.m.Parse(id)
	return int16(h), err
}

func (b *Battle) compileArrivals() error {
	for _, r := range b.setup.Reinforcements {
		l, err := b.leader(r.Leader)
		if err != nil {
			return fmt.Errorf("reinforcements: %w", err)
		}
		a := arrival{turn: uint8(r.Turn), leader: l}
		for _, id := range r.Units {
			u := b.Piece(id)
			if u < 0 || u >= len(b.units) || b.units[u].hex != waiting {
				return fmt.Errorf("reinforcements of %s: %q is not a unit without a hex", r.Leader, id)
			}
			a.units = append(a.units, uint8(u))
		}
		for _, id := range r.Entry {
			h, err := b.m.Parse(id)
			if err != nil {
				return fmt.Errorf("reinforcements of %s: %w", r.Leader, err)
			}
			a.entry = append(a.entry, int16(h))
		}
		b.arrivals = append(b.arrivals, a)
	}
	return nil
}

// arrivalOf returns the reinforcement a unit belongs to, or nil.
func (b *Battle) arrivalOf(u uint8) *arrival {
	for i := range b.arrivals {
		if slices.Contains(b.arrivals[i].units, u) {
			return &b.arrivals[i]
		}
	}
	return nil
}

// due reports whether a leader who has yet to arrive can be activated this turn (med-6.Cb).
func (s *State) due(l uint8) bool {
	return s.leaders[l].hex == waiting && s.turn >= s.arrivesWith(l)
}

// arrivesWith returns the turn in which a leader who has yet to arrive does so: his own, or that of the units he comes
// with.
func (s *State) arrivesWith(l uint8) uint8 {
	if t := s.b.leaders[l].arrives; t > 0 {
		return t
	}
	for i := range s.b.arrivals {
		if s.b.arrivals[i].leader == l {
			return s.b.arrivals[i].turn
		}
	}
	return 255
}

// expected returns the turn in which a piece that has yet to arrive does so, or 0.
func (s *State) expected(p int16) int16 {
	if l := int(p) - len(s.b.units); l >= 0 {
		if s.leaders[l].hex == waiting {
			return int16(s.arrivesWith(uint8(l)))
		}
	} else if s.units[p].hex == waiting {
		return int16(s.b.units[p].arrives)
	}
	return 0
}

// awaits reports whether a contingent has units that have yet to arrive.
func (s *State) awaits(contingent uint8) bool {
	for _, u := range s.b.contingents[contingent].units {
		if s.units[u].hex == waiting {
			return true
		}
	}
	return false
}

// mayArrive checks whether a unit may enter the map in this activation.
func (s *State) mayArrive(u uint8) reason {
	a := s.b.arrivalOf(u)
	switch {
	case s.sideOf(u) != s.side:
		return reason{id: whyNotYours, a: int16(u)}
	case s.units[u].hex != waiting:
		return reason{id: whyArrived, a: int16(u)}
	case a.leader != s.active:
		return reason{id: whyNotActivated, a: int16(u), b: int16(s.active)}
	case s.turn < a.turn:
		return reason{id: whyTooEarly, a: int16(u), b: int16(a.turn)}
	}
	return reason{}
}

// canArrive reports whether a unit may enter and some entry hex is open to it.
func (s *State) canArrive(u uint8) bool {
	if s.units[u].hex != waiting || !s.mayArrive(u).ok() {
		return false
	}
	for _, h := range s.b.arrivalOf(u).entry {
		if s.entryOpen(u, int(h)).ok() {
			return true
		}
	}
	return false
}

// entryOpen checks whether a unit may enter the map in a hex: it may stand there and can pay for it.
func (s *State) entryOpen(u uint8, h int) reason {
	if !slices.Contains(s.b.arrivalOf(u).entry, int16(h)) {
		return reason{id: whyEntry, a: int16(u), b: int16(h)}
	}
	cost := int(s.b.book.Terrain[s.b.terrain[h]].Cost[s.column(u)])
	switch {
	case cost == Closed:
		return reason{id: whyClosed, a: int16(h)}
	case cost > s.mp(u):
		return reason{id: whyTooFar, a: int16(cost), b: int16(s.mp(u))}
	}
	return s.mayStack(u, 1, s.sp(u), h)
}

func (s *State) optArrivals(buf []game.Action) []game.Action {
	for i := range s.b.arrivals {
		a := &s.b.arrivals[i]
		if a.leader != s.active {
			continue
		}
		for _, u := range a.units {
			if !s.mayArrive(u).ok() {
				continue
			}
			for _, h := range a.entry {
				for f := range 6 {
					buf = append(buf, game.Action{Verb: vEnter, A: int32(u), B: int32(h), C: int32(f)})
				}
			}
		}
	}
	return buf
}

func (s *State) mayEnter(a game.Action) reason {
	u := uint8(a.A)
	if n := s.mayArrive(u); !n.ok() {
		return n
	}
	if n := s.entryOpen(u, int(a.B)); !n.ok() {
		return n
	}
	if f, ok := s.stackFacing(int(a.B)); ok && f != int(a.C) {
		return reason{id: whyJoinFacing, a: int16(a.B), b: int16(f)}
	}
	return reason{}
}

// enterMap puts a unit on the edge of the map, with its leader if he has yet to arrive too. The unit is in command and
// may spend the rest of its movement allowance.
func (s *State) enterMap(a game.Action) {
	u, h := uint8(a.A), int(a.B)
	cost := int(s.b.book.Terrain[s.b.terrain[h]].Cost[s.column(u)])
	s.stack(u, h, false)
	s.units[u].facing = uint8(a.C)
	s.set(u, fActive|fMoved)
	if s.sink != nil {
		s.say("enters", "med-R20", piece("unit", int(u)), place("to", h), facing("facing", int(a.C)), num("cost", cost))
	}
	s.group = group{n: 1, from: int16(h), spent: uint8(cost)}
	s.group.units[0] = u
	if l := &s.leaders[s.active]; l.hex == waiting {
		l.hex = int16(h)
		s.group.rode = uint8(s.b.book.Terrain[s.b.terrain[h]].Cost[Foot])
		if s.sink != nil {
			s.say("goes-along", "med-R20", piece("leader", len(s.b.units)+int(s.active)), place("to", h))
		}
	}
	s.hasEntered([]uint8{u}, h)
	s.push(task{kind: tGroup})
}
