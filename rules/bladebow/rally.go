package bladebow

import (
	"math/bits"

	"acies/game"
	"acies/grid"
)

// Chapter 11: rally.

// stepRally makes the units of a formation rally one after another.
func (s *State) stepRally(t task) bool {
	set := s.form.units &^ s.form.acted
	if set == 0 {
		s.pop()
		return false
	}
	u := uint8(bits.TrailingZeros64(set))
	s.form.acted |= 1 << u
	alone := s.form.units&(s.form.units-1) == 0
	if alone || s.form.wind == u || s.leaderIn(s.side(u), int(s.units[u].square)) { // automatic (11.0c, 11.0d, R78)
		s.rally(u)
		return false
	}
	s.push(tCheck, u, checkRally, 0)
	return false
}

// rally flips a unit to good order; it may turn to face any direction (11.0b, 11.0g, R108).
func (s *State) rally(u uint8) {
	s.clear(u, fDisrupted)
	s.touch()
	s.say("rallies", "bnb-11.0b", piece("unit", int(u)))
	s.push(tFace, u, 4, 0)
}

// stepFace lets a unit turn in its square by up to b eighths. c is 1 if it does so instead of advancing.
func (s *State) stepFace(t task) bool { return s.waitFor(s.side(t.a)) }

func (s *State) optFace(t task, buf []game.Action) []game.Action {
	for f := range int32(8) {
		if a := (game.Action{Verb: vFace, A: f}); s.checkFace(t, a).ok() {
			buf = append(buf, a)
		}
	}
	return buf
}

func (s *State) checkFace(t task, a game.Action) reason {
	if a.Verb != vFace {
		return reason{id: whyFace, a: int16(t.a)}
	}
	turn := grid.Turn(int(a.A), -int(s.units[t.a].facing))
	if min(turn, 8-turn) > int(t.b) {
		return reason{id: whyTurnFar, a: t.b}
	}
	return reason{}
}

func (s *State) doFace(t task, a game.Action) {
	s.pop()
	if p := &s.units[t.a]; p.facing != uint8(a.A) {
		p.facing = uint8(a.A)
		s.touch()
		clause := "bnb-11.0g"
		if t.c == 1 {
			clause = "bnb-E22"
		}
		s.say("faces", clause, piece("unit", int(t.a)), heading("facing", int(a.A)))
	}
}

// Chapter 13: shield walls.

// formWall gives each unit of the formation a shield marker (7.1.4a, 13.1c, R89).
func (s *State) formWall() {
	for set := s.form.units; set != 0; set &= set - 1 {
		s.set(uint8(bits.TrailingZeros64(set)), fShield)
	}
	if s.sink != nil {
		s.say("wall", "bnb-7.1.4a", s.members("units"))
	}
}
