package impetus

import (
	"acies/game"
	"acies/plane"
)

// What a phase would lead to besides, for those who consider it.

// note adds what those who act would find where a phase has brought them: friends beside them, disorder, zones they are
// in, who could shoot at them, who may react at once, what is left of their fire, and the test of a further phase. Zones and
// arcs are drawn, too. The events are those of the phase.
func (s *State) note(e *game.Explanation, events game.Events) {
	tell := func(key, clause string, args ...game.Arg) {
		e.Notes = append(e.Notes, game.Event{Key: key, Clause: clause, Args: args})
	}
	for i := range s.b.units {
		if v := uint8(i); s.side(v) == s.active && s.placed(v) && !s.acts(v) && s.joinsActing(v) {
			tell("note.beside", "imp-6.7a", piece("unit", i))
		}
	}
	for _, x := range events {
		if x.Key == "disordered" {
			tell("note.disordered", x.Clause, x.Args...)
		}
	}
	for i := range s.b.units {
		v := uint8(i)
		if s.side(v) == s.active || !s.placed(v) {
			continue
		}
		zone, band := false, bands
		for _, u := range s.acting() {
			x := s.shape(u)
			zone = zone || s.hasZone(v) && s.inZone(u, &x, v)
			if a, r := s.mayShoot(v, u); r.ok() {
				band = min(band, a.band)
			}
		}
		if zone {
			tell("note.zone", "imp-6.9a", piece("unit", i))
			e.Shades = append(e.Shades, s.zoneShade(v))
		}
		if band < bands {
			tell("note.range", "imp-8.1a", piece("unit", i), word("range", bandKeys[band]))
			e.Shades = append(e.Shades, s.fireShade(v, ranges[band]))
		}
	}
	s.noteReactions(e, task{kind: tReact, a: evMoved, b: int16(s.act.units[0])}, s.acting())
	s.noteFireAfter(e)
	if s.act.n > 0 && s.checkPhase(vForward).ok() {
		if n := s.needs(s.acting(), s.phasePenalty()); n < 7 {
			tell("note.next", "imp-5.1d", num("needed", max(n, 1)), num("chance", (100*min(6, 7-n)+3)/6))
		} else {
			tell("note.last", "imp-5.1e")
		}
	}
}

// joinsActing reports whether a unit of the same Command is a neighbour of one that acts.
func (s *State) joinsActing(v uint8) bool {
	for _, u := range s.acting() {
		if s.b.units[u].command == s.b.units[v].command && s.beside(u, v) {
			return true
		}
	}
	return false
}

// limitOf returns how far those who act can go at most in a phase over open ground.
func (s *State) limitOf(v game.Verb) int32 {
	m := s.allowance()
	if v == vSideways || v == vRearward && !s.typ(s.act.units[0]).light() {
		m /= 2
	}
	return m
}

// costOf returns how much of it a phase takes.
func (s *State) costOf(a game.Action) int32 {
	switch a.Verb {
	case vForward, vRearward:
		return a.A
	case vSideways:
		return max(a.A, -a.A)
	case vOblique:
		return int32(plane.Distance(plane.Point{}, plane.Point{X: int64(a.A), Y: int64(a.B)}))
	case vWheel:
		return plane.WheelCost(s.wheelRadius(), int(max(a.A, -a.A)))
	}
	return 0
}
