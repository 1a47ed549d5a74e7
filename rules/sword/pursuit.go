package sword

import (
	"acies/game"
)

// Section 10.9 of the medieval book: the pursuit after a charge, first an Élan, then a Dispersion.

// chase is what the pursuit after a charge depends on.
type chase struct {
	unit   uint8 // 1 + the charging unit that has advanced; 0: none has
	barred bool  // the enemy charged could not retreat: no pursuit (med-10.9h)
}

// ahead returns the hex straight ahead of a place if it holds an enemy that the unit could charge from there, or -1
// (med-R58, R80).
func (s *State) ahead(u uint8, h, f int) int {
	n := int(s.b.next[h][f])
	if n < 0 || s.b.noRide[h]>>f&1 != 0 || !s.enemyAt(n, s.sideOf(u)) {
		return -1
	}
	return n
}

// mustPursue reports whether an Élan follows the charge of a unit that advances (med-10.9b, 10.9c).
func (s *State) mustPursue(u uint8) bool {
	return s.melee.stage == charging && !s.chase.barred && !s.has(u, fTired|fFatigued)
}

// mayWheel checks whether a charging unit that advances may take a facing: at most one side from its own, and not away
// from the enemy that its Élan must charge (med-10.8h, R80).
func (s *State) mayWheel(u uint8, to, f int) reason {
	own := int(s.units[u].facing)
	if d := (f - own + 6) % 6; d > 1 && d < 5 {
		return reason{id: whyChargeTurn, a: int16(u)}
	}
	if s.mustPursue(u) && s.ahead(u, to, own) >= 0 && s.ahead(u, to, f) < 0 {
		return reason{id: whyMustPursue, a: int16(u), b: int16(s.ahead(u, to, own))}
	}
	return reason{}
}

// stepPursue continues after a melee of a charge; t.a is the unit that was pursuing, t.b the stage it had reached.
func (s *State) stepPursue(t task) bool {
	s.pop()
	c := s.chase
	if stage(t.b) == dispersion {
		s.endDispersion(t.a)
		return false
	}
	if c.unit == 0 || c.barred {
		return false
	}
	u := c.unit - 1
	p := &s.units[u]
	if p.hex < 0 || s.has(u, fTired|fFatigued) || s.ahead(u, int(p.hex), int(p.facing)) < 0 {
		return false
	}
	if stage(t.b) == charging {
		s.pursue(u, elan)
		return false
	}
	s.push(task{kind: tDisperse, a: u})
	return false
}

// stepDisperse asks whether a Dispersion is made after the Élan (med-10.9d).
func (s *State) stepDisperse(task) bool { return s.waitFor(s.side) }

func (s *State) optDisperse(_ task, buf []game.Action) []game.Action {
	return append(buf, game.Action{Verb: vDone}, game.Action{Verb: vPursue})
}

func (s *State) checkDisperse(t task, a game.Action) reason {
	if a.Verb == vDone || a.Verb == vPursue {
		return reason{}
	}
	return reason{id: whyDisperse, a: int16(t.a)}
}

func (s *State) doDisperse(t task, a game.Action) {
	s.pop()
	if a.Verb == vPursue {
		s.pursue(t.a, dispersion)
	}
}

// pursue begins the melee of an Élan or a Dispersion: a full melee with its own shooting, against any enemy ahead, even
// one attacked before (med-10.1f, 10.9f, 10.9i, R82). Attacks declared against that enemy are cancelled (10.9j, R83).
func (s *State) pursue(u uint8, st stage) {
	h := int(s.units[u].hex)
	def := s.ahead(u, h, int(s.units[u].facing))
	s.unmark(int16(def))
	s.keepCharges(func(c charge) bool { return int(s.units[c.target].hex) != def }, false)
	s.unset(u, fShotAt)
	for v := s.top[def]; v != none; v = s.units[v].below {
		s.unset(v, fShotAt)
	}
	if s.sink != nil {
		key, clause := "elan", "med-10.9c"
		if st == dispersion {
			key, clause = "dispersion", "med-10.9d"
		}
		s.say(key, clause, piece("unit", int(u)), piece("target", int(s.top[def])), place("hex", def))
	}
	s.melee = melee{nAtt: 1, nDef: 1, stage: st}
	s.melee.att[0], s.melee.def[0] = int16(h), int16(def)
	s.beginMelee()
}

// endDispersion fatigues the unit, whatever the result of the Dispersion (med-10.9e).
func (s *State) endDispersion(u uint8) {
	if s.units[u].hex < 0 {
		return
	}
	s.fatigue(u)
	d := &s.b.units[u]
	if s.b.ransom[d.side][d.typ] {
		s.set(u, fRansom)
		s.sayUnit("after-ransom", "gui-4d", u)
	}
}
