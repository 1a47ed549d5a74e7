package sword

import (
	"acies/game"
	"acies/grid"
)

// Notes of explanations: what a roll is made against, what the enemy may do first, and what an action costs later.

func (s *State) addNote(e *game.Explanation, key, clause string, args ...game.Arg) {
	e.Notes = append(e.Notes, game.Event{Key: "note." + key, Clause: s.b.clause(clause), Args: args, To: game.Everyone})
}

// noteQuality adds the quality that a roll must not exceed.
func (s *State) noteQuality(e *game.Explanation, quality int, clause string) {
	s.addNote(e, "quality", clause, num("quality", quality))
}

// noteShot adds what a shot costs: offensive shooting a modifier in the melee that follows, any shot the rest of those
// who shoot.
func (s *State) noteShot(e *game.Explanation) {
	costs := false
	for _, u := range s.shot.shooters[:s.shot.n] {
		costs = costs || s.shot.kind == shotOffensive && !s.melee.shot && !exempt(s.b.book.MeleeMods.OffensiveShotExempt, s.b.book.Types[s.b.units[u].typ].Code)
	}
	if costs {
		s.addNote(e, "melee-shot", "ant-C5m", signed("value", int(s.b.book.MeleeMods.OffensiveShot)))
	}
	for _, u := range s.shot.shooters[:s.shot.n] {
		s.noteRest(e, u)
	}
}

func (s *State) noteRest(e *game.Explanation, u uint8) {
	if s.has(u, fResting) {
		s.addNote(e, "rest-ends", "ant-11.2m", piece("unit", int(u)))
	}
}

// noteMove adds what a move costs the units of the group: their rest, and a modifier when they shoot after it.
func (s *State) noteMove(e *game.Explanation) {
	for _, u := range s.group.units[:s.group.n] {
		s.noteRest(e, u)
		if v := int(s.b.book.ShotMods.Moved); v != 0 && !s.group.stray && s.shootsLater(u) {
			s.addNote(e, "shot-moved", "ant-C3o", piece("unit", int(u)), signed("value", v))
		}
	}
}

// shootsLater reports whether a unit that has not moved yet could shoot in this activation and is not exempt from the
// modifier for having moved.
func (s *State) shootsLater(u uint8) bool {
	d := &s.b.units[u]
	return s.canShoot(u) && s.b.reach[d.typ] > 0 && !s.isRouted(u) && !s.has(u, fMoved|fOutOfCommand) &&
		!exempt(s.b.book.ShotMods.MovedExempt, s.b.book.Types[d.typ].Code)
}

// explainRetreat says what a retreat costs: a level if it leads into a front hex.
func (s *State) explainRetreat(a game.Action) *game.Explanation {
	e := &game.Explanation{Kind: "retreat"}
	h := int(a.A)
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.has(u, fRetreat) && !s.isRouted(u) && (a.D == 0 || u == uint8(a.D-1)) && s.unitArc(u, s.b.m.Side(h, int(a.B))) == grid.Front {
			s.addNote(e, "retreats-forward", "ant-10.5i", piece("unit", int(u)))
		}
	}
	if len(e.Notes) == 0 {
		return nil
	}
	return e
}

// noteAnswers adds, to the odds of a melee that has been set up on a copy of the state, what the defender may do before
// it: shoot, and meet a charge.
func (s *State) noteAnswers(e *game.Explanation) {
	c := *s
	c.shot = shot{kind: shotDefensive}
	for i := range s.b.units {
		c.unset(uint8(i), fShot)
	}
	for i := range s.b.units {
		if u := uint8(i); c.has(u, fDef) && c.findsTarget(u) {
			s.addNote(e, "may-shoot", "ant-10.3d", piece("unit", i))
		}
	}
	s.noteReaction(e)
}

// noteReaction adds the reaction charge that the defender may try: the roll it needs, and the modifiers that are left if
// it succeeds.
func (s *State) noteReaction(e *game.Explanation) {
	u := s.reactor()
	if u == none {
		return
	}
	for i := range s.b.units {
		against := uint8(i)
		if !s.mayReact(u, against).ok() {
			continue
		}
		c := *s
		c.sink = nil
		c.meetCharge(u, against)
		var m mods
		c.meleeMods(&m)
		q := s.quality(u)
		s.addNote(e, "may-react", "med-10.3f", piece("unit", int(u)), piece("target", i), num("quality", q),
			num("chance", 10*min(q+1, 10)), signed("total", s.b.meleeTotal(m.sum())))
	}
}

// notePursuit adds what a Dispersion costs the unit whatever its result.
func (s *State) notePursuit(e *game.Explanation, u uint8) {
	if !s.has(u, fFatigued) {
		s.addNote(e, "fatigues", "med-10.9e", piece("unit", int(u)))
	}
	if d := &s.b.units[u]; s.b.ransom[d.side][d.typ] {
		s.addNote(e, "after-ransom", "gui-4d", piece("unit", int(u)))
	}
}
